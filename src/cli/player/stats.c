/* fallible stats: how often you punished the opponent's errors in the last games, by
 * motif and by phase, how well you played, and how much of the deck is due. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/settings.h"
#include "src/cli/player/stats_habits.h"
#include "src/cli/player/stats_openings.h"
#include "src/cli/player/stats_show.h"
#include "src/util/json.h"
#include "src/util/text.h"
#include "src/archive/replay.h"
#include "src/archive/review_backlog.h"
#include "src/archive/today.h"
#include "src/store/puzzles.h"
#include "src/store/rating.h"

enum { GAMES_USUAL = 20, GAMES_MAX = 100000 };

struct arguments {
    int games; /* 0 if not given */
    int goal;
    bool openings, replay, json;
    enum rating_scale scale; /* from the settings */
};

#define STATS_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    NUMBER(games, "games", "N", 1, GAMES_MAX, "only the last N games (default 20; of a file: all)") \
    NUMBER(goal, "goal", "N", 0, GOAL_MAX,                                                         \
           "positions a day that you want to solve (default 0: no goal)")                          \
    FLAG(openings, "openings", "show your score by opening instead (in all games, or the last N)") \
    FLAG(replay, "replay",                                                                         \
         "instead, check that the opponent's decisions are the same when repeated from their "     \
         "seeds")                                                                                  \
    SHARED(NAMES, NULL)                                                                            \
    FLAG(json, "json", "as JSON")                                                                  \
    SHARED(HELP, NULL)

static const struct option_row rows[] = {OPTION_ROWS(STATS_OPTIONS)};

static bool add_review(void *context, const struct stored_review *review)
{
    struct stats *stats = context;
    if (review->moves == 0) /* you resigned before your first move, for example */
        return true;
    if (stats->shown < STATS_GAMES_SHOWN)
        stats->last[stats->shown++] = *review;
    stats->games++;
    stats->accuracy += review->accuracy;
    stats->loss += review->loss * review->moves;
    stats->moves += review->moves;
    for (int i = 0; i < JUDGED_COUNT; i++)
        stats->counts[i] += review->counts[i];
    if (review->drill != DRILL_NONE) {
        struct drilled *drilled = &stats->drills[review->drill];
        drilled->games++;
        drilled->moments += review->moments;
        drilled->felt += review->felt;
        drilled->gained += review->gained;
    }
    for (int i = 0; i < review->gift_count; i++) {
        const struct stored_gift *gift = &review->gifts[i];
        punished_add(&stats->all, gift);
        punished_add(&stats->motifs[gift->motif], gift);
        punished_add(&stats->phases[gift->phase], gift);
    }
    return true;
}

/* Returns the number of games to use: GAMES_USUAL unless --games was given. */
static int wanted(const struct arguments *arguments)
{
    return arguments->games ? arguments->games : GAMES_USUAL;
}

static void tell_progress(void *context, int64_t game, int done, int of)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rAnalysing game %lld: %d of %d positions%s", (long long)game, done, of,
                done == of ? "\n" : "");
}

/* Computes the opponent's moves of the last games again, to check that they can be reproduced. */
static int replay(struct store *store, const struct arguments *arguments)
{
    struct error error = {0};
    struct replayed replayed;
    if (!replay_games(store, wanted(arguments), tell_progress, NULL, &replayed, &error))
        return command_failed(&error);
    if (arguments->json) {
        struct json json = json_begin(stdout);
        json_object(&json, NULL);
        JSON_INTS(&json, {"games", replayed.games}, {"decisions", replayed.decisions},
                  {"same", replayed.same}, {"unknown", replayed.unknown});
        json_end(&json);
    } else {
        printf("%d of %d decisions in %d game%s were the same when repeated", replayed.same,
               replayed.decisions, replayed.games, text_plural(replayed.games));
        if (replayed.game)
            printf("; the first difference: game %lld, ply %d", (long long)replayed.game,
                   replayed.ply);
        if (replayed.unknown)
            printf("; %d could not be repeated", replayed.unknown);
        printf("\n");
    }
    return replayed.same == replayed.decisions ? EXIT_OK : EXIT_FELL_SHORT;
}

/* Analyses the last games that are not analysed yet, if the results can be stored. */
static bool catch_up(struct store *store, const struct arguments *arguments, struct error *error)
{
    if (!store_is_read_only(store))
        return review_catch_up(store, wanted(arguments), tell_progress, NULL, error);
    fputs("fallible: the database cannot be written: games that are not analysed yet are left "
          "out\n", stderr);
    return true;
}

/* Analyses those of the last games that are not analysed yet. Then shows the openings of all games,
 * or only of the last games if --games was given. */
static int show_openings(struct store *store, const struct arguments *arguments)
{
    struct error error = {0};
    struct finished_games games = {.store = store, .last = arguments->games};
    bool good = catch_up(store, arguments, &error) &&
                stats_openings(&games, arguments->json, &error);
    return good ? EXIT_OK : command_failed(&error);
}

static bool read_weakest(struct store *store, int64_t now, struct stats *stats, struct error *error)
{
    static struct today today; /* static, because it is large */
    if (!today_read(store, now, &today, error))
        return false;
    today_weakest_words(&today, stats->weakest, sizeof stats->weakest);
    const char *name = motif_name(today_weakest(&today)), *quote = strchr(name, ' ') ? "\"" : "";
    if (*stats->weakest)
        text_add(stats->weakest, sizeof stats->weakest,
                 ". To practise: fallible puzzles --theme %s%s%s", quote, name, quote);
    return true;
}

static int show_stats(struct store *store, const struct arguments *arguments)
{
    static struct stats stats;
    struct error error = {0};
    struct finished_games games = {.store = store, .last = wanted(arguments)};
    stats.goal = arguments->goal;
    stats.scale = command_scale(arguments->scale, &error);
    bool good = stats.scale && catch_up(store, arguments, &error);
    int64_t now = (int64_t)time(NULL); /* the time is read only now, so that cards just added to the
                                          deck count as due */
    if (!good || !store_each_review(store, wanted(arguments), add_review, &stats, &error) ||
        !habits_gather(&games, &stats.habits, &error) ||
        !store_deck_size(store, now, &stats.cards, &stats.due, &error) ||
        !store_rating(store, &stats.rating, &stats.rated, &error) ||
        !store_player(store, &stats.puzzles, &stats.attempts, &error) ||
        !store_trained(store, now, &stats.trained, &error) ||
        !store_history(store, now, stats.weeks, &error) ||
        !read_weakest(store, now, &stats, &error))
        return command_failed(&error);
    if (arguments->json)
        stats_print_json(&stats);
    else
        stats_print(&stats);
    scale_destroy(stats.scale);
    return EXIT_OK;
}

/* Shows the statistics of your games in a file, which are not stored. */
static int show_file(const char *path, const char *names, const struct arguments *arguments)
{
    struct error error = {0};
    struct finished_games games = {.path = path, .names = names, .last = arguments->games};
    if (arguments->replay)
        return command_usage("stats", "--replay is for games against this program, not for a file");
    bool good = arguments->openings ? stats_openings(&games, arguments->json, &error)
                                    : stats_of_file(&games, arguments->json, &error);
    return good ? EXIT_OK : command_failed(&error);
}

int command_stats(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!settings_take(rows, &shared, NULL, &arguments) ||
        !options_read("stats", rows, argc, argv, &shared, NULL, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible stats [OPTION...] [FILE.pgn]\n"
            "\n"
            "Shows how often you punished the opponent's errors, and how well you "
            "played.\n"
            "Games that are not analysed yet are analysed first. With FILE, shows how you played\n"
            "in your games there, from the scores that the file gives.\n",
            rows, NULL);
    if (argc - optind > 1)
        return command_usage("stats", "expected one FILE.pgn at most");
    if (optind < argc)
        return show_file(argv[optind], shared.names, &arguments);
    arguments.scale = shared.scale;
    struct store *store = command_store();
    int status = !store               ? EXIT_USAGE
                 : arguments.openings ? show_openings(store, &arguments)
                 : arguments.replay   ? replay(store, &arguments)
                                      : show_stats(store, &arguments);
    command_close_store(store);
    return status;
}
