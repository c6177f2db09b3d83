/* What the subcommands share: usage errors, and access to the data that several commands need. */
#include "src/cli/command.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/book.h"
#include "engine/engine.h"
#include "src/cli/progress.h"
#include "src/game/opening.h"
#include "src/lab/match/match_openings.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/store/store.h"

enum { STRENGTH_FILE_MAX = 1 << 20, DAMAGED_TOLD = 10 };

/* Each row has a command, an example of its use, and what the example does. */
static const struct {
    const char *name, *line, *words;
} examples[] = {
    {"play", "fallible --elo 1400 --time 5+3", "five minutes, three seconds a move"},
    {"play", "fallible --opponent stockfish --option \"Skill Level=3\"", "another engine"},
    {"play", "fallible --plain --announce piece --speech verbose", "for screen readers"},
    {"analyze", "fallible analyze game.pgn", "step through a game"},
    {"analyze", "fallible analyze --fen '8/8/8/4k3/8/8/4P3/4K3 w - -' --plain --depth 20",
     "one line about a position"},
    {"maia", "fallible maia maia-1500.pb.gz --moves \"e4 e5\"", "the most probable next moves"},
    {"doctor", "fallible doctor --syzygy /data/syzygy", "check endgame tables"},
    {"config", "fallible config", "show all settings"},
    {"config", "fallible config --write", "write a settings file"},
    {"review", "fallible review --limit 10", "ten due positions"},
    {"puzzles", "fallible puzzles --theme fork --rating 1200-1500", "forks, not too hard"},
    {"puzzles", "fallible puzzles import lichess_db_puzzle.csv.zst",
     "import the whole Lichess database"},
    {"drill", "fallible drill endgames", "the built-in endgames"},
    {"repertoire", "fallible repertoire --color white italian", "learn the Italian Game as White"},
    {"human", "fallible human --like games.pgn --player 'Carlsen,M'",
     "the openings and habits of one player"},
    {"human-check", "fallible human-check games.pgn.zst --ratings 1200-1600",
     "how human each method plays"},
    {"human-check", "fallible human-check --player 'uci:stockfish,option.Skill Level=3' games.pgn",
     "how human another engine plays"},
    {"human-data", "fallible human-data -o choices games.pgn.zst", "data to train a network"},
    {"explain", "fallible explain --moves \"e4 e5 Qh5 Nc6 Bc4\" --played Nf6", "why a move is bad"},
    {"explain", "fallible explain --epd positions.epd --json --jobs 2", "a file of positions"},
    {"best-games", "fallible best-games games.pgn --top 3 --jobs 2", "the three best of each kind"},
    {"stats", "fallible stats --games 50", "your last 50 games"},
    {"replay", "fallible replay --list", "list the games it can replay"},
    {"replay", "fallible replay --without king_safety",
     "the last game against an opponent without king safety"},
    {"export", "fallible export -o games.pgn", "every game, as PGN"},
    {"export", "fallible export --format json -o fallible.json", "everything"},
    {"suite", "fallible suite wac --movetime 1000 --jobs 2", "Win At Chess, a second each"},
    {"suite", "fallible suite wac --elo 1400 --method madchess --why",
     "find out why a level missed moves"},
    {"suite", "fallible suite my.epd --engine stockfish --json",
     "another engine, with JSON output"},
    {"match", "fallible match fallible:elo=1400 uci:stockfish --games 20 --tc 8+0.08",
     "a level against Stockfish"},
    {"match", "fallible match --gauntlet fallible:elo=1000 easy --games 20",
     "rate a level, and find its strengths and weaknesses"},
    {"match", "fallible match report games.pgn", "how much the players' moves lost"},
    {"elo", "fallible elo games.pgn --anchor Stockfish=3000", "ratings of every player"},
    {"levels", "fallible levels --method human --csv", "a table for other programs"},
    {"calibrate", "fallible calibrate --levels 600-1400 --dry-run", "show what would be played"},
    {"book", "fallible book build games.pgn -o my.bin", "a book of your games"},
    {"book", "fallible book show my.bin", "the book's moves in the start position"},
    {"tune", "fallible tune positions.epd --budget 10m", "fit the evaluation"},
    {"tune", "fallible tune generate --games 10000 -o own.positions",
     "generate positions for tuning"},
    {"tune", "fallible tune human games.pgn.zst --cache human.cache",
     "fit the choice model of method human"},
    {"tune", "build/tune/fallible tune search --parameters 'reduce_*' --tc 8+0.08",
     "tune late move reductions by games"},
    {"ladder", "fallible ladder --quick", "what each feature is worth"},
    {"uci", "fallible uci", "the engine for a chess program; fallible-uci does the same"},
    {"bench", "fallible bench 12", "search to depth 12 and count the nodes"},
    {"bench", "fallible bench --without null_move", "what null moves change"},
    {"perft", "fallible perft --epd counts.epd", "check a file of counts"},
    {"perft", "fallible perft 6 --divide", "count each first move separately"},
};

bool command_asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    }
    return false;
}

void command_examples(const char *name)
{
    bool any = false;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        if (strcmp(examples[i].name, name) != 0)
            continue;
        printf("%s  %s\n      %s\n", any ? "" : "\nExamples:\n", examples[i].line,
               examples[i].words);
        any = true;
    }
}

int command_usage(const char *name, const char *message)
{
    char shown[512]; /* a copy without control characters, because the message may quote what the
                        user typed */
    char line[sizeof shown + 64];
    snprintf(line, sizeof line, "fallible %s: %s", name, text_shown(message, shown, sizeof shown));
    text_say(stderr, line);
    fprintf(stderr, "Try fallible %s --help\n", name);
    return EXIT_USAGE;
}

int command_failed(const struct error *error)
{
    text_error(error);
    return EXIT_USAGE;
}

int command_no_memory(void)
{
    fputs("fallible: out of memory\n", stderr);
    return EXIT_USAGE;
}

const char *command_strength_file(const char *file, char *path, size_t size)
{
    char name[256];
    if (!file)
        return paths_config("strength.conf", path, size) && access(path, F_OK) == 0 ? path : NULL;
    snprintf(name, sizeof name, "share/%s", file);
    bool named = !strchr(file, '/') && access(file, F_OK) != 0;
    return named && paths_shipped(name, path, size) ? path : file;
}

struct strength *command_strength_read(const char *file, struct error *error)
{
    char path[4096];
    file = command_strength_file(file, path, sizeof path);
    char *text = file ? paths_read(file, STRENGTH_FILE_MAX, error) : NULL;
    struct strength *strength =
        file && !text ? NULL : strength_create(text, file ? file : "strength.conf", error);
    free(text);
    return strength;
}

struct strength *command_strength(const char *file)
{
    struct error error = {0};
    struct strength *strength = command_strength_read(file, &error);
    if (!strength)
        text_error(&error);
    return strength;
}

struct scale *command_scale(enum rating_scale shown, struct error *error)
{
    enum { SCALE_FILE_MAX = 1 << 20 };
    char path[4096], *text = NULL;
    struct error unread = {0};
    bool own = paths_config("scale.tsv", path, sizeof path) && access(path, F_OK) == 0;
    if (own && !(text = paths_read(path, SCALE_FILE_MAX, &unread))) {
        *error = unread;
        return NULL;
    }
    struct scale *scale = scale_create(text, own ? path : NULL, error);
    free(text);
    scale_show(scale, shown);
    return scale;
}

static const char *rating_name(int which)
{
    return scale_name((enum rating_scale)which);
}

static int rating_of_level(const void *scale, int which, int elo)
{
    return (int)lround(scale_at(scale, (enum rating_scale)which, elo).rating);
}

static int rating_to_level(const void *scale, int which, int rating)
{
    return scale_to_engine(scale, (enum rating_scale)which, rating);
}

static void range_of_levels(const void *scale, int which, int *min, int *max)
{
    scale_range(scale, (enum rating_scale)which, min, max);
}

struct player_ratings command_ratings(const struct scale *scale, enum rating_scale shown)
{
    return (struct player_ratings){SCALE_ENGINE,    (int)shown,      rating_name, rating_of_level,
                                   rating_to_level, range_of_levels, scale};
}

struct store *command_store(void)
{
    char path[4096];
    struct error error;
    struct store *store = NULL;
    if (paths_data("games.db", path, sizeof path, &error))
        store = store_open(path, &error);
    if (!store)
        text_error(&error);
    return store;
}

void command_close_store(struct store *store)
{
    char damage[1024] = "";
    if (store)
        store_damage(store, damage, sizeof damage);
    if (*damage) {
        progress_clear(isatty(STDERR_FILENO));
        fprintf(stderr, "fallible: %c%s\n", tolower((unsigned char)damage[0]), damage + 1);
    }
    store_close(store);
}

void command_damaged(const struct error *error)
{
    static int told;
    if (told > DAMAGED_TOLD)
        return;
    progress_clear(isatty(STDERR_FILENO));
    if (told++ < DAMAGED_TOLD)
        text_error(error);
    else
        fputs("fallible: further errors like these are not shown\n", stderr);
}

bool command_has_book(const char *path)
{
    struct error error;
    struct book *book = book_open(path, &error);
    bool good = book || text_error(&error);
    book_close(book);
    return good;
}

struct openings *command_opening_names(void)
{
    char path[4096];
    struct error error;
    if (!paths_shipped("share/openings.tsv", path, sizeof path))
        return NULL;
    struct openings *openings = openings_load(path, &error);
    if (!openings)
        text_error(&error);
    return openings;
}

bool command_openings(struct opening_list *list, const char *file, int plies, uint64_t seed,
                      struct error *error)
{
    char path[4096];
    if (!file && !paths_shipped("share/balanced.epd", path, sizeof path))
        return error_set(error, "share/balanced.epd was not found where this program was built or "
                                "installed; name a file of openings with --openings");
    if (!opening_list_read(list, file ? file : path, plies, error))
        return false;
    opening_list_shuffle(list, seed);
    return true;
}
