/* fallible best-games: the best game, the prettiest mate and the biggest sound sacrifice of a file.
 * Workers take the games in order; each result depends only on its game, so the output is the same
 * whatever the number of workers. */
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/pgn/pgn.h"
#include "src/review/highlights.h"
#include "src/util/input.h"
#include "src/util/json.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

enum { TOP_MAX = 20, PLAYER_MAX = 64, NODES = 20000, HASH_MB = 8, WIDTH = 79 };

#define BEST_GAMES_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                        \
    NUMBER(top, "top", "N", 1, TOP_MAX, "how many of each kind (default 1)")                       \
    SHARED(NODES, "nodes for each position (default 20000)")                                       \
    NUMBER(jobs, "jobs", "N", 1, 256, "games at a time (default 1)")                               \
    FLAG(json, "json", "as JSON")                                                                  \
    SHARED(HELP, NULL)

struct arguments {
    int top, jobs;
    bool json;
};

static const struct option_row rows[] = {OPTION_ROWS(BEST_GAMES_OPTIONS)};

static int help(void)
{
    return options_help(
        "Usage: fallible best-games [OPTION...] FILE.pgn\n\n"
        "Finds the game whose winner made the fewest blunders, the longest mate that was forced\n"
        "and played out, and the biggest sacrifice that was sound, and says why.\n",
        rows,
        "\nCtrl-C ends it and shows the results so far. Exit status: 0 done, 1 stopped or some\n"
        "games could not be read, 2 usage or bad input.");
}

/* A game in one of the lists of best games. */
struct entry {
    int number; /* number of the game in the file, from 1 */
    char white[PLAYER_MAX], black[PLAYER_MAX], event[PLAYER_MAX], date[16];
    enum result result;
    struct highlight highlight;
};

struct search {
    const struct arguments *arguments;
    uint64_t nodes;
    struct input *input;
    struct progress progress;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards the fields below */
    struct pgn_reader *reader;
    bool over, failed;
    int taken, bad;
    uint64_t done;
    struct entry best[HIGHLIGHT_COUNT][TOP_MAX]; /* the best games of each kind, best first; entries
                                                    without a game are marked as not found */
};

/* Of games that are equally good, the earlier one ranks first. */
static bool is_better(const struct entry *one, const struct entry *other)
{
    if (highlight_is_better(&one->highlight, &other->highlight))
        return true;
    return !highlight_is_better(&other->highlight, &one->highlight) && one->highlight.found &&
           one->number < other->number;
}

static void enter(struct entry list[], int top, const struct entry *entry)
{
    int at = top;
    while (at > 0 && is_better(entry, &list[at - 1]))
        at--;
    if (at == top)
        return;
    memmove(&list[at + 1], &list[at], (size_t)(top - 1 - at) * sizeof *list);
    list[at] = *entry;
}

static void copy_tag(const struct game *game, const char *name, char *copy, size_t size)
{
    const char *value = game_tag(game, name);
    snprintf(copy, size, "%s", value && *value ? value : "?");
    text_sanitize(copy);
}

/* The next game that can be read, with its number; NULL at the end. */
static struct game *take_game(struct search *search, int *number)
{
    struct game *game = NULL;
    struct error error;
    pthread_mutex_lock(&search->lock);
    while (!search->over && !game && !atomic_load(&search->stop)) {
        enum pgn_status status = pgn_read(search->reader, &game, &error);
        search->over = status == PGN_END;
        search->taken += status != PGN_END;
        if (status == PGN_BAD && !interrupt_came()) {
            search->bad++;
            command_damaged(&error);
        }
        if (status == PGN_BAD || interrupt_came()) { /* after Ctrl-C, the game may be incomplete */
            game_destroy(game);
            game = NULL;
        }
        if (interrupt_came())
            atomic_store(&search->stop, true);
    }
    *number = search->taken;
    pthread_mutex_unlock(&search->lock);
    return game;
}

static void hand_in(struct search *search, const struct game *game, int number,
                    const struct highlight found[])
{
    struct entry entry = {.number = number, .result = game->result};
    copy_tag(game, "White", entry.white, sizeof entry.white);
    copy_tag(game, "Black", entry.black, sizeof entry.black);
    copy_tag(game, "Event", entry.event, sizeof entry.event);
    copy_tag(game, "Date", entry.date, sizeof entry.date);
    pthread_mutex_lock(&search->lock);
    for (int kind = 0; kind < HIGHLIGHT_COUNT; kind++) {
        entry.highlight = found[kind];
        enter(search->best[kind], search->arguments->top, &entry);
    }
    search->done++;
    if (progress_due(&search->progress))
        progress_games(&search->progress, search->done, input_percent(search->input));
    pthread_mutex_unlock(&search->lock);
}

static void fail(struct search *search, const struct error *error)
{
    if (error->message[0])
        text_error(error);
    pthread_mutex_lock(&search->lock);
    search->failed = search->failed || error->message[0];
    pthread_mutex_unlock(&search->lock);
    atomic_store(&search->stop, true);
}

static void work(void *context, int piece)
{
    struct search *search = context;
    struct engine_settings settings = engine_settings_default();
    struct highlight found[HIGHLIGHT_COUNT];
    struct error error = {.message = ""};
    struct game *game;
    int number;
    (void)piece;
    settings.hash_mb = HASH_MB;
    settings.common_scores = true;
    struct engine *engine = engine_create_with(&settings, &error);
    while (engine && (game = take_game(search, &number))) {
        if (highlights_find(engine, search->nodes, game, &search->stop, found, &error))
            hand_in(search, game, number, found);
        game_destroy(game);
        if (error.message[0])
            break;
    }
    if (!engine || error.message[0])
        fail(search, &error);
    engine_destroy(engine);
}

static bool run(struct search *search, struct error *error)
{
    struct pool *pool = pool_create(search->arguments->jobs);
    search->reader = pgn_reader_create(input_stream(search->input), input_name(search->input));
    bool good = pool && search->reader;
    if (!good)
        error_set(error, "out of memory");
    interrupt_sets(&search->stop);
    if (good)
        pool_run(pool, search->arguments->jobs, work, search);
    interrupt_sets(NULL);
    if (good && search->failed)
        good = error_set(error, "a game could not be searched");
    good = good && (interrupt_came() || pgn_reader_ended_well(search->reader, error));
    pgn_reader_destroy(search->reader);
    pool_destroy(pool);
    return good;
}

/* Output */

static const struct {
    const char *name, *title;
} kinds[HIGHLIGHT_COUNT] = {
#define X(id, name, title) [HIGHLIGHT_##id] = {name, title},
    HIGHLIGHTS(X)
#undef X
};

static const char *const none_words[HIGHLIGHT_COUNT] = {
    [HIGHLIGHT_GAME] = "no game was won by good play in 20 moves or more",
    [HIGHLIGHT_MATE] = "no mate in two or more was forced and played out",
    [HIGHLIGHT_SACRIFICE] = "no sound sacrifice was accepted",
};

static void show_entry(const struct entry *entry)
{
    const struct highlight *highlight = &entry->highlight;
    char text[WIDTH * 8];
    snprintf(text, sizeof text, "%s - %s, %s (%s, %s), game %d", entry->white, entry->black,
             result_text(entry->result), entry->event, entry->date, entry->number);
    text_wrap(stdout, 0, "   ", WIDTH, text);
    snprintf(text, sizeof text, "%s%s%s.", highlight->move, *highlight->move ? ": " : "",
             highlight->reason);
    fputs(" ", stdout);
    text_wrap(stdout, 1, "   ", WIDTH, text);
    if (*highlight->line) {
        fputs("   ", stdout);
        text_wrap(stdout, 3, "     ", WIDTH, highlight->line);
    }
}

static void show_text(const struct search *search)
{
    for (int kind = 0; kind < HIGHLIGHT_COUNT; kind++) {
        printf("%s%s\n", kind ? "\n" : "", kinds[kind].title);
        if (!search->best[kind][0].highlight.found)
            printf("  %s\n", none_words[kind]);
        for (int i = 0; i < search->arguments->top; i++) {
            if (search->best[kind][i].highlight.found)
                show_entry(&search->best[kind][i]);
        }
    }
}

static void show_entry_json(struct json *json, int kind, const struct entry *entry)
{
    const struct highlight *highlight = &entry->highlight;
    json_object(json, NULL);
    json_int(json, "game", entry->number);
    json_string(json, "white", entry->white);
    json_string(json, "black", entry->black);
    json_string(json, "event", entry->event);
    json_string(json, "date", entry->date);
    json_string(json, "result", result_text(entry->result));
    json_string(json, "side", chess_color_name(highlight->side));
    if (kind == HIGHLIGHT_GAME) {
        JSON_INTS(json, {"moves", highlight->moves},
                  {"blunders", highlight->counts[JUDGED_BLUNDER]},
                  {"mistakes", highlight->counts[JUDGED_MISTAKE]},
                  {"inaccuracies", highlight->counts[JUDGED_INACCURACY]});
        JSON_DOUBLES(json, 1, {"accuracy", highlight->accuracy}, {"loss", highlight->loss});
    } else {
        json_string(json, "fen", highlight->fen);
        json_string(json, "move", highlight->move);
        json_string(json, "line", highlight->line);
    }
    if (kind == HIGHLIGHT_MATE)
        json_int(json, "mate", highlight->moves);
    if (kind == HIGHLIGHT_SACRIFICE)
        JSON_INTS(json, {"points", highlight->points}, {"score", highlight->score});
    json_string(json, "reason", highlight->reason);
    json_end(json);
}

static void show_json(const struct search *search)
{
    struct json json = json_begin(stdout);
    json_object(&json, NULL);
    json_lines(&json);
    JSON_INTS(&json, {"games", (int64_t)search->done}, {"unreadable", search->bad},
              {"nodes", (int64_t)search->nodes});
    for (int kind = 0; kind < HIGHLIGHT_COUNT; kind++) {
        json_array(&json, kinds[kind].name);
        json_lines(&json);
        for (int i = 0; i < search->arguments->top; i++) {
            if (search->best[kind][i].highlight.found)
                show_entry_json(&json, kind, &search->best[kind][i]);
        }
        json_end(&json);
    }
    json_end(&json);
}

static int find(const char *file, const struct arguments *arguments, uint64_t nodes)
{
    struct error error = {.message = ""};
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return command_no_memory();
    interrupt_catch();
    *search = (struct search){.arguments = arguments, .nodes = nodes, .progress = progress_begin()};
    pthread_mutex_init(&search->lock, NULL);
    search->input = input_open(file, &error);
    bool good = search->input && run(search, &error);
    progress_end(&search->progress);
    good = input_close(search->input, &error) && good;
    int status = EXIT_USAGE;
    if (good) {
        if (interrupt_came())
            fprintf(stderr, "stopped after %d game%s\n", (int)search->done,
                    text_plural(search->done));
        if (search->bad)
            fprintf(stderr, "%d game%s could not be read\n", search->bad, text_plural(search->bad));
        (arguments->json ? show_json : show_text)(search);
        status = interrupt_came() || search->bad ? EXIT_FELL_SHORT : EXIT_OK;
    } else {
        (void)command_failed(&error);
    }
    pthread_mutex_destroy(&search->lock);
    free(search);
    return status;
}

int command_best_games(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct arguments arguments = {.top = 1, .jobs = 1};
    shared.limits.nodes = NODES;
    if (!options_read("best-games", rows, argc, argv, &shared, NULL, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (argc != optind + 1)
        return command_usage("best-games", "expected one PGN file");
    return find(argv[optind], &arguments, shared.limits.nodes);
}
