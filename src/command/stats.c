/* fallible stats: what the last games came to: how often you punished the opponent's deliberate
 * errors, by motif and by phase, how well you played, and what waits in the deck. */
#include <getopt.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "src/command/command.h"
#include "src/command/settings.h"
#include "src/command/stats_openings.h"
#include "src/command/stats_show.h"
#include "src/support/paths.h"
#include "src/support/text.h"
#include "src/trainer/replay.h"
#include "src/trainer/review_catch_up.h"
#include "src/trainer/store_puzzles.h"
#include "src/trainer/store_rating.h"

enum { DONE = 0, SHORT = 1, BAD = 2, GAMES_USUAL = 20, GAMES_MAX = 100000 };

enum { GOAL_MAX = 1000 };
enum option_id { OPTION_GAMES = OPTION_OWN, OPTION_GOAL, OPTION_OPENINGS, OPTION_REPLAY,
                 OPTION_JSON };
static const struct option_row rows[] = {
    {OPTION_GAMES, "games", "N", "of the last N games (default 20)"},
    {OPTION_GOAL, "goal", "N", "positions a day you mean to train (default 0: no goal)"},
    {OPTION_OPENINGS, "openings", "", "instead: how you score with which opening (of all games, or N)"},
    {OPTION_REPLAY, "replay", "", "instead: are its decisions the same again, from their seeds?"},
    {OPTION_JSON, "json", "", "as JSON"},
    {SHARED_HELP, NULL, NULL, NULL},
    {0, NULL, NULL, NULL},
};

static bool add_review(void *context, const struct stored_review *review)
{
    struct stats *stats = context;
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

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct stats *stats = context;
    long number = stats->wanted;
    bool good = true;
    switch (id) {
    case OPTION_GAMES: good = option_whole("games", value, 1, GAMES_MAX, &number, error); break;
    case OPTION_GOAL: good = option_whole("goal", value, 0, GOAL_MAX, &stats->goal, error); break;
    case OPTION_OPENINGS: stats->openings = true; break;
    case OPTION_REPLAY: stats->replay = true; break;
    default: stats->json = true; break;
    }
    stats->wanted = (int)number;
    return good;
}

bool stats_option_try(const char *name, const char *value, struct error *error)
{
    struct stats *stats = &(struct stats){0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    return option_take(rows, name, value, &shared, take, stats, error);
}

static void tell_progress(void *context, int64_t game, int done, int of)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rLooking at game %lld: %d of %d positions%s", (long long)game, done, of,
                done == of ? "\n" : "");
}

/* Decides the opponent's moves of the last games again. */
static int replay(const char *path, const struct stats *stats)
{
    struct error error = {0};
    struct replayed replayed;
    struct store *store = store_open(path, &error);
    bool good = store && replay_games(store, stats->wanted, tell_progress, NULL, &replayed, &error);
    store_close(store);
    if (!good) {
        text_error(&error);
        return BAD;
    }
    if (stats->json) {
        printf("{\"games\": %d, \"decisions\": %d, \"same\": %d, \"unknown\": %d}\n", replayed.games,
               replayed.decisions, replayed.same, replayed.unknown);
    } else {
        printf("%d of %d decisions in %d game%s came out the same again", replayed.same,
               replayed.decisions, replayed.games, replayed.games == 1 ? "" : "s");
        if (replayed.game)
            printf("; the first other one: game %lld, ply %d", (long long)replayed.game,
                   replayed.ply);
        if (replayed.unknown)
            printf("; %d could not be made again", replayed.unknown);
        printf("\n");
    }
    return replayed.same == replayed.decisions ? DONE : SHORT;
}

/* Of all games, unless a number of them was asked for; the last ones are scored first. */
static int show_openings(const char *path, const struct stats *stats, int asked)
{
    struct error error = {0};
    struct store *store = store_open(path, &error);
    bool good = store && review_catch_up(store, stats->wanted, tell_progress, NULL, &error) &&
                stats_openings(store, asked, stats->json, &error);
    store_close(store);
    if (!good)
        text_error(&error);
    return good ? DONE : BAD;
}

static bool gather(const char *path, struct stats *stats, struct error *error)
{
    struct store *store = store_open(path, error);
    if (!store)
        return false;
    bool good = review_catch_up(store, stats->wanted, tell_progress, NULL, error) &&
                store_each_review(store, stats->wanted, add_review, stats, error) &&
                store_deck_size(store, (int64_t)time(NULL), &stats->cards, &stats->due, error) &&
                store_rating(store, &stats->rating, &stats->rated, error) &&
                store_player(store, &stats->puzzles, &stats->attempts, error) &&
                store_trained(store, (int64_t)time(NULL), &stats->trained, error) &&
                store_history(store, (int64_t)time(NULL), stats->weeks, error);
    store_close(store);
    return good;
}

int command_stats(int argc, char **argv)
{
    static struct stats stats;
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct error error = {0};
    char path[4096];
    if (!settings_take(rows, &shared, take, &stats) ||
        !options_read("stats", rows, argc, argv, &shared, take, &stats))
        return BAD;
    if (optind < argc)
        return command_usage("stats", "expected options only");
    if (shared.help) {
        printf("Usage: fallible stats [OPTION...]\n\n"
               "How often you took what the opponent gave away on purpose, and how you played.\n"
               "Games not looked at yet are scored first.\n\n");
        options_print(rows);
        return DONE;
    }
    if (!paths_data("games.db", path, sizeof path, &error)) {
        text_error(&error);
        return BAD;
    }
    int asked = stats.wanted;
    if (asked == 0)
        stats.wanted = GAMES_USUAL;
    if (stats.openings)
        return show_openings(path, &stats, asked);
    if (stats.replay)
        return replay(path, &stats);
    if (!gather(path, &stats, &error)) {
        text_error(&error);
        return BAD;
    }
    if (stats.json)
        stats_print_json(&stats);
    else
        stats_print(&stats);
    return DONE;
}
