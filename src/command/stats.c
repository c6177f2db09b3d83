/* fallible stats: what the last games came to: how often you punished the opponent's deliberate
 * errors, by motif and by phase, how well you played, and what waits in the deck. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/command/command.h"
#include "src/command/options.h"
#include "src/support/paths.h"
#include "src/support/text.h"
#include "src/trainer/review_catch_up.h"
#include "src/trainer/store_deck.h"
#include "src/trainer/store_puzzles.h"

enum { DONE = 0, BAD = 2, GAMES_USUAL = 20, GAMES_MAX = 100000, GAMES_SHOWN = 10 };

enum option_id { OPTION_GAMES = OPTION_OWN, OPTION_JSON };
static const struct option_row rows[] = {
    {OPTION_GAMES, "games", "N", "of the last N games (default 20)"},
    {OPTION_JSON, "json", "", "as JSON"},
    {SHARED_HELP, NULL, NULL, NULL},
    {0, NULL, NULL, NULL},
};

/* Gifts of one kind. */
struct punished {
    int offered, answered, taken;
    double worth, kept; /* of those answered, in winning chances */
};

struct stats {
    int wanted;
    bool json;
    int games;
    struct punished all, motifs[MOTIF_COUNT], phases[PHASE_COUNT];
    double accuracy, loss;
    int moves, counts[JUDGED_COUNT];
    int shown;
    struct stored_review last[GAMES_SHOWN];
    int cards, due;
    struct rating puzzles; /* yours */
    int attempts;
    struct trained trained;
};

static void add_gift(struct punished *to, const struct stored_gift *gift)
{
    to->offered++;
    to->taken += gift->taken;
    if (!gift->answered)
        return;
    to->answered++;
    to->worth += gift->worth;
    to->kept += gift->kept;
}

static int score_of(const struct punished *punished)
{
    return punished->worth > 0 ? (int)(100 * punished->kept / punished->worth + 0.5) : 0;
}

static bool add_review(void *context, const struct stored_review *review)
{
    struct stats *stats = context;
    if (stats->shown < GAMES_SHOWN)
        stats->last[stats->shown++] = *review;
    stats->games++;
    stats->accuracy += review->accuracy;
    stats->loss += review->loss * review->moves;
    stats->moves += review->moves;
    for (int i = 0; i < JUDGED_COUNT; i++)
        stats->counts[i] += review->counts[i];
    for (int i = 0; i < review->gift_count; i++) {
        const struct stored_gift *gift = &review->gifts[i];
        add_gift(&stats->all, gift);
        add_gift(&stats->motifs[gift->motif], gift);
        add_gift(&stats->phases[gift->phase], gift);
    }
    return true;
}

static const char *motif_words_for(int motif)
{
    return motif == MOTIF_NONE ? "positional, material" : motif_name((enum motif)motif);
}

static void print_row(const char *name, const struct punished *punished)
{
    if (punished->offered == 0)
        return;
    printf("  %-22s %7d %7d", name, punished->offered, punished->taken);
    if (punished->answered > 0)
        printf(" %7d", score_of(punished));
    putchar('\n');
}

static void print_gifts(const struct stats *stats)
{
    printf("Gifts: %d offered, %d taken", stats->all.offered, stats->all.taken);
    if (stats->all.answered > 0)
        printf(", punish score %d", score_of(&stats->all));
    printf("\n");
    if (stats->all.offered == 0)
        return;
    printf("\n  %-22s %7s %7s %7s\n", "by phase", "offered", "taken", "punish");
    for (int i = 0; i < PHASE_COUNT; i++)
        print_row(game_phase_name((enum game_phase)i), &stats->phases[i]);
    printf("\n  %-22s %7s %7s %7s\n", "by motif", "offered", "taken", "punish");
    for (int i = 1; i <= MOTIF_COUNT; i++)
        print_row(motif_words_for(i % MOTIF_COUNT), &stats->motifs[i % MOTIF_COUNT]);
}

static void print_game(const struct stored_review *review)
{
    char date[16] = "", level[8] = "full";
    struct tm local;
    time_t began = (time_t)review->began;
    struct punished gifts = {0};
    for (int i = 0; i < review->gift_count; i++)
        add_gift(&gifts, &review->gifts[i]);
    if (localtime_r(&began, &local))
        strftime(date, sizeof date, "%Y-%m-%d", &local);
    if (review->elo != ELO_FULL)
        snprintf(level, sizeof level, "%d", review->elo);
    printf("  %-11s %8s %6s %8s %8.1f%% %5.0f %5d/%d\n", date, level,
           review->you == WHITE ? "white" : "black", review->result, review->accuracy,
           review->loss, gifts.taken, gifts.offered);
}

/* The deck, the puzzles, and how regularly they were trained: a digit or more a day. */
static void print_training(const struct stats *stats)
{
    printf("Deck: %d position%s, %d due\n", stats->cards, stats->cards == 1 ? "" : "s",
           stats->due);
    if (stats->attempts > 0)
        printf("Puzzles: %d tried, your rating %.0f +- %.0f\n", stats->attempts,
               stats->puzzles.rating, 1.96 * stats->puzzles.deviation);
    int total = 0;
    for (int i = 0; i < TRAINED_DAYS; i++)
        total += stats->trained.positions[i];
    if (total == 0)
        return;
    printf("Trained: %d today, %d day%s in a row; the last %d days:", stats->trained.positions[0],
           stats->trained.streak, stats->trained.streak == 1 ? "" : "s", TRAINED_DAYS);
    for (int i = TRAINED_DAYS - 1; i >= 0; i--)
        printf(" %d", stats->trained.positions[i]);
    printf("\n");
}

static void print_text(const struct stats *stats)
{
    double games = stats->games;
    if (stats->games == 0) {
        printf("No finished game has been kept yet.\n");
        print_training(stats);
        return;
    }
    printf("Your last %d game%s\n\n", stats->games, stats->games == 1 ? "" : "s");
    print_gifts(stats);
    printf("\nAccuracy %.1f%%, average loss %.0f cp; a game: %.1f inaccuracies, %.1f mistakes, "
           "%.1f blunders\n", stats->accuracy / games,
           stats->moves ? stats->loss / stats->moves : 0, stats->counts[JUDGED_INACCURACY] / games,
           stats->counts[JUDGED_MISTAKE] / games, stats->counts[JUDGED_BLUNDER] / games);
    print_training(stats);
    printf("\n  %-11s %8s %6s %8s %9s %5s %7s\n", "date", "opponent", "you", "result", "accuracy",
           "loss", "gifts");
    for (int i = 0; i < stats->shown; i++)
        print_game(&stats->last[i]);
}

static void print_json_row(const char *name, const struct punished *punished, bool first)
{
    printf("%s\n    ", first ? "" : ",");
    text_json(stdout, name);
    printf(": {\"offered\": %d, \"taken\": %d, \"punish\": ", punished->offered, punished->taken);
    if (punished->answered > 0)
        printf("%d}", score_of(punished));
    else
        printf("null}");
}

static void print_json(const struct stats *stats)
{
    double games = stats->games > 0 ? stats->games : 1;
    printf("{\n  \"games\": %d,\n  \"accuracy\": %.2f,\n  \"loss\": %.2f,\n"
           "  \"inaccuracies\": %d,\n  \"mistakes\": %d,\n  \"blunders\": %d,\n"
           "  \"deck\": %d,\n  \"due\": %d,\n  \"puzzles\": %d,\n  \"puzzle_rating\": %.1f,\n"
           "  \"puzzle_deviation\": %.1f,\n  \"trained_today\": %d,\n  \"days_in_a_row\": %d,\n"
           "  \"gifts\": {", stats->games,
           stats->accuracy / games, stats->moves ? stats->loss / stats->moves : 0,
           stats->counts[JUDGED_INACCURACY], stats->counts[JUDGED_MISTAKE],
           stats->counts[JUDGED_BLUNDER], stats->cards, stats->due, stats->attempts,
           stats->puzzles.rating, stats->puzzles.deviation, stats->trained.positions[0],
           stats->trained.streak);
    print_json_row("all", &stats->all, true);
    for (int i = 0; i < PHASE_COUNT; i++)
        print_json_row(game_phase_name((enum game_phase)i), &stats->phases[i], false);
    for (int i = 0; i < MOTIF_COUNT; i++)
        print_json_row(motif_words_for(i), &stats->motifs[i], false);
    printf("\n  }\n}\n");
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct stats *stats = context;
    long number = stats->wanted;
    bool good = true;
    if (id == OPTION_GAMES)
        good = option_whole("games", value, 1, GAMES_MAX, &number, error);
    else
        stats->json = true;
    stats->wanted = (int)number;
    return good;
}

static void tell_progress(void *context, int64_t game, int done, int of)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rLooking at game %lld: %d of %d positions%s", (long long)game, done, of,
                done == of ? "\n" : "");
}

static bool gather(const char *path, struct stats *stats, struct error *error)
{
    struct store *store = store_open(path, error);
    if (!store)
        return false;
    bool good = review_catch_up(store, stats->wanted, tell_progress, NULL, error) &&
                store_each_review(store, stats->wanted, add_review, stats, error) &&
                store_deck_size(store, (int64_t)time(NULL), &stats->cards, &stats->due, error) &&
                store_player(store, &stats->puzzles, &stats->attempts, error) &&
                store_trained(store, (int64_t)time(NULL), &stats->trained, error);
    store_close(store);
    return good;
}

int command_stats(int argc, char **argv)
{
    static struct stats stats = {.wanted = GAMES_USUAL};
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct error error = {0};
    char path[4096];
    if (!options_read("stats", rows, argc, argv, &shared, take, &stats))
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
    if (!paths_data("games.db", path, sizeof path)) {
        error_set(&error, "there is no home for games.db");
        text_error(&error);
        return BAD;
    }
    if (!gather(path, &stats, &error)) {
        text_error(&error);
        return BAD;
    }
    if (stats.json)
        print_json(&stats);
    else
        print_text(&stats);
    return fflush(stdout) == 0 ? DONE : BAD;
}
