/* Checks the folder of endgame tables. */
#include <dirent.h>
#include <string.h>

#include "engine/engine.h"
#include "src/cli/doctor/doctor_tables.h"
#include "src/cli/doctor/findings.h"
#include "src/cli/tables_known.h"

/* Counts the files in a folder whose names end in `ending`. */
static int count_files(const char *folder, const char *ending)
{
    DIR *directory = opendir(folder);
    int count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        count += length > tail && strcmp(entry->d_name + length - tail, ending) == 0;
    }
    if (directory)
        closedir(directory);
    return count;
}

static void name_table(void *context, const char *file, const char *why)
{
    struct finding *finding = context;
    SAY(finding, "%s%s is damaged: %s", *finding->text ? "; " : "", file, why);
}

static void name_crash(void *context, const char *table, const char *why)
{
    struct finding *finding = context;
    SAY(finding, "table %s %s", table, why);
    finding->wrong = true;
}

void find_tables(const struct arguments *options, struct finding *finding)
{
    if (!options->syzygy) {
        SAY(finding, "no folder is set; to check one, run fallible doctor --syzygy FOLDER; to use "
                     "one, set it as the setting syzygy, or as SyzygyPath in fallible uci");
        return;
    }
    struct tables_known known;
    const struct tables_memory memory = tables_known_open(&known);
    finding->wrong = engine_tables_damaged(options->syzygy, true, &memory, name_table, finding) > 0;
    tables_known_close(&known);
    if (finding->wrong)
        return;
    struct error error;
    if (!doctor_probe_tables(options->syzygy, name_crash, finding, &error)) {
        finding->wrong = true;
        SAY(finding, "%s: %s", options->syzygy, error.message);
    } else if (!finding->wrong)
        SAY(finding, "%s: %d with results (WDL), %d with distances (DTZ)", options->syzygy,
            count_files(options->syzygy, ".rtbw"), count_files(options->syzygy, ".rtbz"));
}
