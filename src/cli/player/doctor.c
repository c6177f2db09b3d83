/* fallible doctor: reports what the program found on the system, and where to put what is
 * missing. */
#include "engine/maia.h"
#include "src/cli/command.h"

#include <dirent.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cli/player/doctor_tables.h"
#include "src/cli/settings.h"
#include "src/cli/tables_known.h"
#include "src/player/networks.h"
#include "src/util/paths.h"
#include "src/util/json.h"
#include "src/util/text.h"
#include "src/store/store.h"
#include "src/tui/tui.h"

enum { PATH_MAX_BYTES = 4096 };

#define DOCTOR_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    TEXT(syzygy, "syzygy", "FOLDER", "also check the endgame tables in this folder")               \
    FLAG(json, "json", "print one line of JSON")                                                   \
    SHARED(HELP, NULL)

struct arguments {
    const char *syzygy;
    bool json;
    struct settings settings;
    bool settings_good;
};

static const struct option_row option_rows[] = {OPTION_ROWS(DOCTOR_OPTIONS)};

/* The text of a row, one or more lines. */
struct finding {
    char text[2048];
    bool wrong; /* it exists but cannot be used */
};

#define SAY(finding, ...) text_add((finding)->text, sizeof(finding)->text, __VA_ARGS__)

static void find_terminal(const struct arguments *options, struct finding *finding)
{
    (void)options;
    const char *term = getenv("TERM");
    struct winsize size;
    SAY(finding, "%s", term && *term ? term : "TERM is not set");
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        SAY(finding, ", %dx%d", size.ws_col, size.ws_row);
    if (tui_possible())
        SAY(finding, ": can show the board");
    else if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        SAY(finding, ": cannot show the board; games are played in lines of text");
    else
        SAY(finding, ": not connected; games are played in lines of text");
}

static void find_locale(const struct arguments *options, struct finding *finding)
{
    (void)options;
    const char *name = setlocale(LC_CTYPE, "");
    bool unicode = name && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!name)
        SAY(finding, "the locale named by LC_ALL, LC_CTYPE or LANG is not installed: ");
    else
        SAY(finding, "%s, %s: ", name, nl_langinfo(CODESET));
    SAY(finding, unicode ? "chess symbols and lines"
                         : "letters; with a UTF-8 locale, chess "
                           "symbols");
}

static void find_colors(const struct arguments *options, struct finding *finding)
{
    (void)options;
    const char *no_color = getenv("NO_COLOR");
    int colors = tui_colors();
    if (colors > 0)
        SAY(finding, "%d", colors);
    else
        SAY(finding, "none");
    if (no_color && *no_color)
        SAY(finding, ", but NO_COLOR is set: only --theme turns them on");
}

static void find_processor(const struct arguments *options, struct finding *finding)
{
    (void)options;
    SAY(finding, "%s; neural networks use %s", chess_processor(), human_network_processor());
}

static void find_settings(const struct arguments *options, struct finding *finding)
{
    const char *file = options->settings.file;
    finding->wrong = !options->settings_good; /* the reason was printed when the settings were
                                                 read */
    if (access(file, F_OK) != 0)
        SAY(finding, "no file; fallible config --write creates one");
    else
        SAY(finding, "%s%s", file, finding->wrong ? ": cannot be used" : "");
}

static void find_levels(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char path[PATH_MAX_BYTES];
    if (paths_config("strength.conf", path, sizeof path) && access(path, F_OK) == 0)
        SAY(finding, "%s", path);
    else
        SAY(finding, "built in");
}

static void find_book(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char path[PATH_MAX_BYTES], entries[32];
    struct error error = {0};
    if (!paths_shipped("share/book.bin", path, sizeof path)) {
        SAY(finding, "Fallible's own book, share/book.bin, is not installed; --book FILE names "
                     "another");
        return;
    }
    struct book *book = book_open(path, &error);
    finding->wrong = !book;
    if (book) {
        text_thousands(book_size(book), entries, sizeof entries);
        SAY(finding, "%s, %s entries", path, entries);
        book_close(book);
    } else {
        SAY(finding, "%s: %s", path, error.message);
    }
}

/* Number of files in a folder with this ending. */
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

static void find_tables(const struct arguments *options, struct finding *finding)
{
    if (!options->syzygy) {
        SAY(finding, "none named; doctor --syzygy FOLDER checks some; the setting syzygy or "
                     "SyzygyPath of fallible uci makes use of them");
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

/* Reading a game is enough to notice its damage. */
static bool pass_game(void *context, const struct stored_game *game)
{
    (void)context, (void)game;
    return true;
}

static void find_database(const struct arguments *options, struct finding *finding)
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
        SAY(finding, "none yet; games will be saved in %s", path);
        return;
    }
    char damage[256] = "";
    struct store *store = store_open(path, &error);
    int left_out;
    bool good = store && store_check(store, &error) &&
                store_each_game(store, pass_game, NULL, &left_out, &error);
    if (store)
        store_damage(store, damage, sizeof damage);
    finding->wrong = !good || *damage;
    if (!good)
        SAY(finding, "%s: %s", path, error.message);
    else
        SAY(finding, "%s, %.1f MB%s%s", path, (double)status.st_size / 1e6,
            *damage ? ". " : "", damage);
    store_close(store);
}

static void find_networks(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char folder[512], path[1024];
    int ratings[MAIA_COUNT];
    paths_maia(folder, sizeof folder);
    int count = maia_ratings(folder, ratings);
    for (int i = 0; i < count; i++) {
        struct error error = {0};
        struct human_network *network = NULL;
        if (maia_file(folder, ratings[i], path, sizeof path))
            network = human_network_open(path, &error);
        SAY(finding, "%s%d", i ? ", " : "", ratings[i]);
        if (!network) {
            SAY(finding, " (%s)", error.message);
            finding->wrong = true;
        } else if (!human_network_checked(network)) {
            SAY(finding, " (no checksum, so damage would go unnoticed; compress it with gzip)");
        }
        human_network_close(network);
    }
    if (count > 0)
        SAY(finding, " in %s", folder);
    else if (folder[0])
        SAY(finding,
            "none; for --method maia, put some of the files maia-%d.pb.gz to maia-%d.pb.gz (from "
            "github.com/CSSLab/maia-chess, GPL 3) into %s",
            MAIA_MIN, MAIA_MAX, folder);
    else
        SAY(finding, "no folder for them: neither XDG_DATA_HOME nor HOME is set");
#ifndef HAVE_ZLIB
    SAY(finding, "; unpack them with gunzip, as zlib is missing");
#endif
}

static const struct {
    const char *name;
    void (*find)(const struct arguments *options, struct finding *finding);
} rows[] = {
    {"terminal", find_terminal},   {"locale", find_locale},     {"colours", find_colors},
    {"settings", find_settings},   {"processor", find_processor}, {"levels", find_levels},
    {"book", find_book},           {"tablebases", find_tables},   {"database", find_database},
    {"maia", find_networks},
};

int command_doctor(int argc, char **argv)
{
    static struct arguments options;
    struct shared_options shared = shared_options_default(ELO_FULL);
    bool wrong = false;
    if (!options_read("doctor", option_rows, argc, argv, &shared, NULL, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible doctor [OPTION...]\n"
            "\n"
            "Checks what the program finds on this system: terminal, locale, colours, books, "
            "endgame\n"
            "tables, the database and Maia networks. Says where to put missing files.\n",
            option_rows, NULL);
    if (optind < argc)
        return command_usage("doctor", "expected options only");
    options.settings_good = settings_load(&options.settings);
    const char *syzygy = options.settings.rows[SETTING_SYZYGY].value;
    if (!options.syzygy && options.settings_good && strcmp(syzygy, "none") != 0)
        options.syzygy = syzygy;
    struct json json = json_begin(stdout);
    if (options.json)
        json_object(&json, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct finding finding = {0};
        rows[i].find(&options, &finding);
        wrong |= finding.wrong;
        text_sanitize(finding.text);
        if (options.json) {
            json_object(&json, rows[i].name);
            json_string(&json, "found", finding.text);
            json_bool(&json, "wrong", finding.wrong);
            json_end(&json);
        } else {
            printf("%-11s %s%s\n", rows[i].name, finding.wrong ? "! " : "", finding.text);
        }
    }
    if (options.json)
        json_end(&json);
    return wrong ? EXIT_FELL_SHORT : EXIT_OK;
}
