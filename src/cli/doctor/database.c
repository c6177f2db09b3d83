/* Checks the database for damage, and saves what can be read of a damaged one into a new one. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/doctor/findings.h"
#include "src/cli/interrupt.h"
#include "src/store/kept_log.h"
#include "src/store/repair.h"
#include "src/util/paths.h"
#include "src/util/text.h"

/* Does nothing with the game: reading it is enough to notice its damage. */
static bool pass_game(void *context, const struct stored_game *game)
{
    (void)context, (void)game;
    return true;
}

/* Appends a sentence, after ending the one before it. */
static void add_sentence(struct finding *finding, const char *sentence)
{
    const size_t length = strlen(finding->text);
    const bool ended = length > 0 && finding->text[length - 1] == '.';
    SAY(finding, "%s %s", ended ? "" : ".", sentence);
}

/* Names the write-ahead logs that the program has kept because saved moves were lost from them. */
static void find_kept_logs(const char *database, struct finding *finding)
{
    char path[PATH_MAX_BYTES + 16];
    struct stat status;
    int count = 0;
    for (int number = 1; number <= KEPT_LOGS; number++) {
        char date[32] = "";
        if (!kept_log_path(database, number, path, sizeof path) || lstat(path, &status) != 0)
            continue;
        text_moment(status.st_mtime, "%Y-%m-%d", date, sizeof date);
        add_sentence(finding, "Saved half-moves were missing on");
        SAY(finding, " %s: %s is a copy of the damaged write-ahead log of that day.", date, path);
        count++;
    }
    if (count > 0)
        add_sentence(finding, count > 1 ? "Move them away or delete them."
                                        : "Move it away or delete it.");
    finding->wrong |= count > 0;
}

void find_database(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char path[PATH_MAX_BYTES];
    struct stat status;
    struct error error = {0};
    if (!paths_data_name("games.db", path, sizeof path)) {
        SAY(finding, "no folder for it: neither XDG_DATA_HOME nor HOME is set");
        return;
    }
    if (stat(path, &status) != 0) {
        SAY(finding, "no database yet; games will be saved in %s", path);
        return;
    }
    char damage[1024] = "";
    struct store *store = store_open(path, &error);
    int left_out;
    bool good = store && store_check(store, &error) &&
                store_each_game(store, pass_game, NULL, &left_out, &error);
    if (store)
        store_damage(store, damage, sizeof damage);
    finding->wrong = !good || *damage;
    if (good)
        SAY(finding, "%s, %.1f MB", path, (double)status.st_size / 1e6);
    else
        SAY(finding, "%s: %s", path, error.message);
    if (good && *damage)
        add_sentence(finding, damage);
    if (good && store_is_read_only(store))
        add_sentence(finding, "It cannot be written, so no game is saved.");
    if (!good)
        add_sentence(finding, "If it is damaged, fallible doctor --repair saves what can be read "
                              "into a new database.");
    else if (*damage)
        add_sentence(finding, "fallible doctor --repair saves what can be read into a new "
                              "database.");
    finding->wrong |= good && store_is_read_only(store);
    find_kept_logs(path, finding);
    store_close(store);
}

/* Returns whether a file can be created beside this one. */
static bool folder_is_writable(const char *path)
{
    char folder[PATH_MAX_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0'; /* the folder of "/games.db" is "/" */
    return access(slash ? folder : ".", W_OK) == 0;
}

/* Says how to use the new database in place of the old one. */
static void tell_next(const char *path, const char *new)
{
    if (folder_is_writable(path))
        printf("The old database is unchanged. To use the new one, quit every running fallible, "
               "then run:\n"
               "  mv %s %s.damaged\n  rm -f %s-wal %s-shm %s-moves\n  mv %s %s\n",
               path, path, path, path, path, new, path);
    else
        printf("The old database is unchanged, and its folder cannot be written. To use the new "
               "one, set XDG_DATA_HOME to a folder that you can write, and move %s to "
               "fallible/games.db in that folder.\n",
               new);
}

/* Prints what was saved and how to use it. Returns the exit status. */
static int tell_repaired(const struct repaired *repaired, const char *path, const char *new)
{
    printf("Saved %d game%s (%lld rows of all tables) in %s.\n", repaired->games,
           text_plural(repaired->games), (long long)repaired->rows, new);
    if (repaired->cut_games > 0)
        printf("%d of these games %s cut before %s first damaged move.\n", repaired->cut_games,
               repaired->cut_games == 1 ? "was" : "were",
               repaired->cut_games == 1 ? "its" : "their");
    if (repaired->empty_games > 0)
        printf("%d of these games %s no moves.\n", repaired->empty_games,
               repaired->empty_games == 1 ? "has" : "have");
    if (repaired->lost_games > 0)
        printf("%d game%s could not be saved.\n", repaired->lost_games,
               text_plural(repaired->lost_games));
    if (repaired->cut_tables > 0)
        printf("%d table%s had parts that cannot be read.\n", repaired->cut_tables,
               text_plural(repaired->cut_tables));
    if (repaired->lost_rows > 0)
        printf("%lld row%s could not be copied.\n", (long long)repaired->lost_rows,
               text_plural(repaired->lost_rows));
    tell_next(path, new);
    const int incomplete = repaired->cut_games + repaired->empty_games + repaired->lost_games;
    return incomplete + repaired->cut_tables > 0 || repaired->lost_rows > 0 ? EXIT_FELL_SHORT
                                                                          : EXIT_OK;
}

int doctor_repair(const char *output)
{
    char path[PATH_MAX_BYTES], new[PATH_MAX_BYTES + 16];
    struct error error = {0};
    struct repaired repaired;
    if (!paths_data_name("games.db", path, sizeof path)) {
        fputs("fallible: there is no database: neither XDG_DATA_HOME nor HOME is set\n", stderr);
        return EXIT_USAGE;
    }
    if (output)
        snprintf(new, sizeof new, "%s", output);
    else
        snprintf(new, sizeof new, "%s.repaired", path);
    if (!output && access(path, R_OK) == 0 && !folder_is_writable(path)) {
        error_set_in(&error, path, "its folder cannot be written; name another file with -o FILE");
        return command_failed(&error);
    }
    static atomic_bool stop; /* by Ctrl-C */
    interrupt_catch();
    interrupt_sets(&stop);
    int status;
    if (store_repair(path, new, &stop, &repaired, &error)) {
        status = tell_repaired(&repaired, path, new);
    } else {
        if (!error.file[0])
            snprintf(error.file, sizeof error.file, "%.1023s", path);
        status = command_failed(&error);
    }
    fflush(stdout);
    interrupt_sets(NULL);
    interrupt_release(); /* after Ctrl-C the program ends here */
    return status;
}
