/* fallible export: writes the database as PGN, JSON or CSV. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/cli/settings.h"
#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"
#include "src/archive/export.h"

#define EXPORT_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    OWN(FORMAT, "format", "NAME",                                                                  \
        "pgn (all games, the default), json (everything), csv, or epd (the deck)")                 \
    FLAG(full, "full", "with pgn: also scores and the opponent's decisions, for fallible to read") \
    FLAG(eval, "eval", "with pgn: also scores in the form that other programs read")               \
    TEXT(table, "table", "NAME",                                                                   \
         "with csv: the table to write: games (default), deck, answers, reviews ...")              \
    TEXT(output, "output", "FILE", "(also -o) write to FILE instead of standard output")           \
    SHARED(HELP, NULL)

enum format { FORMAT_PGN, FORMAT_JSON, FORMAT_CSV, FORMAT_EPD, FORMAT_COUNT };
static const char *const format_names[FORMAT_COUNT] = {"pgn", "json", "csv", "epd"};

struct arguments {
    enum format format;
    const char *table, *output;
    enum rating_scale scale;
    bool full, eval; /* options of the format pgn */
    enum ledger_detail detail;
};

enum option_id { OPTION_IDS(EXPORT_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(EXPORT_OPTIONS)};

/* Handles --format. */
static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *options = context;
    (void)id;
    return text_choice("--format", value, format_names, FORMAT_COUNT, &options->format, error);
}

static bool write_format(struct store *store, FILE *out, const struct arguments *options,
                         struct exported *exported, struct error *error)
{
    if (options->format == FORMAT_JSON)
        return export_json(store, out, exported, error);
    if (options->format == FORMAT_EPD)
        return export_epd(store, out, exported, error);
    if (options->format == FORMAT_CSV)
        return export_csv(store, out, options->table ? options->table : "games", exported, error);
    struct strength *strength = command_strength(NULL);
    struct scale *scale = command_scale(options->scale, error);
    struct openings *openings = command_opening_names();
    bool good = strength && scale &&
                export_pgn(store, out, strength, scale, openings, options->detail, exported, error);
    if (!strength)
        error_set(error, "the table of levels cannot be read");
    openings_free(openings);
    scale_destroy(scale);
    strength_destroy(strength);
    return good;
}

/* Writes the file atomically. Only the user can read a new file, because games are private. An
 * existing file is replaced only if there is something to export. */
static bool write_file(struct store *store, const struct arguments *options,
                       struct exported *exported, struct error *error)
{
    struct replacement file;
    if (!replacement_begin(&file, options->output, 0600, error))
        return false;
    bool good = write_format(store, file.out, options, exported, error);
    bool empty =
        exported->count == 0 && (options->format == FORMAT_PGN || options->format == FORMAT_EPD);
    if (good && empty)
        good = error_set_in(error, options->output, "not written: there is nothing to export");
    return replacement_end(&file, good, error);
}

static int run_export(const struct arguments *options)
{
    char path[4096];
    struct error error = {0};
    struct exported exported = {0};
    struct store *store = NULL;
    char damage[64] = "";
    if (!paths_data_name("games.db", path, sizeof path) || access(path, F_OK) != 0)
        error_set(&error, "no game has been saved yet");
    else
        store = store_open(path, &error);
    bool good = store && (options->output
                              ? write_file(store, options, &exported, &error)
                              : write_format(store, stdout, options, &exported, &error));
    if (store)
        store_damage(store, damage, sizeof damage);
    command_close_store(store);
    if (!good && error.message[0]) /* otherwise standard output failed, which main reports */
        text_error(&error);
    else if (good && options->output)
        printf("%d %s%s in %s.\n", exported.count,
               options->format == FORMAT_CSV   ? "row"
               : options->format == FORMAT_EPD ? "position"
                                               : "game",
               text_plural(exported.count), options->output);
    if (good && options->detail == LEDGER_EVALS && exported.unscored > 0)
        fprintf(stderr, "fallible: %d game%s no scores, because %s not reviewed\n",
                exported.unscored, exported.unscored > 1 ? "s have" : " has",
                exported.unscored > 1 ? "they were" : "it was");
    if (good && exported.damaged > 0)
        fprintf(stderr,
                "fallible: %d damaged game%s left out; to export the moves of %s, run "
                "fallible export --format csv --table moves\n",
                exported.damaged, text_plural(exported.damaged),
                exported.damaged > 1 ? "these games" : "this game");
    /* A damaged page can hide whole games, which are not counted then. */
    return !good ? EXIT_USAGE : exported.damaged > 0 || *damage ? EXIT_FELL_SHORT : EXIT_OK;
}

int command_export(int argc, char **argv)
{
    struct arguments options = {0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!settings_take(NULL, &shared, NULL, NULL) ||
        !options_read("export", rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    options.scale = shared.scale;
    if (shared.help)
        return options_help("Usage: fallible export [OPTION...]\n"
                            "\n"
                            "Exports what Fallible has saved: your games with scores, decisions "
                            "and times, the deck,\n"
                            "reviews, answers and ratings.\n",
                            rows, NULL);
    if (optind < argc)
        return command_usage("export", "expected options only");
    if (options.table && options.format != FORMAT_CSV)
        return command_usage("export", "--table needs --format csv");
    if ((options.full || options.eval) && options.format != FORMAT_PGN)
        return command_usage("export", "--full and --eval need --format pgn");
    options.detail = options.full ? LEDGER_FULL : options.eval ? LEDGER_EVALS : LEDGER_WORDS;
    return run_export(&options);
}
