/* Tables and bars use plain characters only, so that pipes and screen readers get the same text as
 * a terminal. */
#include "src/cli/player/stats_show.h"

#include <stdio.h>
#include <time.h>

#include "src/util/text.h"

enum { BAR = 40, DAY = 24 * 60 * 60 };

void punished_add(struct punished *to, const struct stored_gift *gift)
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

/* Prints the games against an opponent without one group, if there are any. */
static void print_drills(const struct stats *stats)
{
    bool any = false;
    for (int i = 0; i < GROUP_COUNT; i++) {
        const struct drilled *drilled = &stats->drills[i];
        if (drilled->games == 0)
            continue;
        if (!any)
            printf("\n  %-30s %6s %8s %6s %8s\n", "drills: it knew nothing of", "games",
                   "gave way", "felt", "gained");
        any = true;
        printf("  %-30s %6d %8d %6d %+8.2f\n", group_words((enum group)i), drilled->games,
               drilled->moments, drilled->felt, drilled->gained / 100.0);
    }
}

static void print_game(const struct stored_review *review)
{
    char date[16], level[8] = "full";
    struct punished gifts = {0};
    for (int i = 0; i < review->gift_count; i++)
        punished_add(&gifts, &review->gifts[i]);
    text_moment(review->began, "%Y-%m-%d", date, sizeof date);
    if (review->elo != ELO_FULL)
        snprintf(level, sizeof level, "%d", review->elo);
    printf("  %-11s %8s %6s %8s %8.1f%% %5.0f %5d/%d\n", date, level,
           chess_color_name(review->you), review->result, review->accuracy,
           review->loss, gifts.taken, gifts.offered);
}

/* Prints a bar for number, where most fills the whole width. */
static void print_bar(int number, int most)
{
    int length = (number * BAR + most - 1) / most;
    for (int i = 0; i < length; i++)
        fputs(i > 0 ? "#" : " #", stdout);
}

static void print_date(time_t moment)
{
    char date[16];
    text_moment(moment, "%Y-%m-%d", date, sizeof date);
    printf("  %-11s", date);
}

/* Prints a line for each day, the oldest first. */
static void print_days(const struct stats *stats)
{
    const int *positions = stats->trained.positions;
    int most = 0, reached = 0;
    for (int i = 0; i < TRAINED_DAYS; i++) {
        most = positions[i] > most ? positions[i] : most;
        reached += stats->goal > 0 && positions[i] >= stats->goal;
    }
    printf("Trained: %d today", positions[0]);
    if (stats->goal > 0)
        printf(", the goal of %d reached on %d of %d days", stats->goal, reached, TRAINED_DAYS);
    printf("; %d day%s in a row, the longest %d\n\n", stats->trained.streak,
           stats->trained.streak == 1 ? "" : "s", stats->trained.longest);
    for (int i = TRAINED_DAYS - 1; most > 0 && i >= 0; i--) {
        print_date(time(NULL) - i * (time_t)DAY);
        printf(" %4d%s", positions[i], stats->goal > 0 && positions[i] >= stats->goal ? "*" : "");
        print_bar(positions[i], most);
        putchar('\n');
    }
    if (reached > 0)
        printf("  * the goal reached\n");
}

static void print_share(double part, double whole)
{
    if (whole > 0)
        printf(" %9.0f%%", 100 * part / whole);
    else
        printf(" %10s", "-");
}

/* Prints a line for each week, starting with the first that has any training. */
static void print_weeks(const struct stats *stats)
{
    int first = HISTORY_WEEKS - 1;
    while (first >= 0 && stats->weeks[first].positions == 0 && stats->weeks[first].games == 0)
        first--;
    if (first < 0)
        return;
    printf("\n  %-11s %8s %10s %7s %6s %10s %7s\n", "week to", "trained", "at once", "rating",
           "games", "accuracy", "punish");
    for (int i = first; i >= 0; i--) {
        const struct history_week *week = &stats->weeks[i];
        print_date(time(NULL) - 7 * i * (time_t)DAY);
        printf(" %8d", week->positions);
        print_share(week->solved, week->positions);
        if (week->rating > 0)
            printf(" %7.0f %6d", week->rating, week->games);
        else
            printf(" %7s %6d", "-", week->games);
        print_share(week->accuracy * week->games, 100.0 * week->games);
        if (week->worth > 0)
            printf(" %7.0f\n", 100 * week->kept / week->worth);
        else
            printf(" %7s\n", "-");
    }
}

/* Prints the deck, the puzzles, and how regularly they were trained. */
static void print_training(const struct stats *stats)
{
    printf("\nDeck: %d position%s, %d due\n", stats->cards, stats->cards == 1 ? "" : "s",
           stats->due);
    if (stats->rated > 0)
        printf("Games: %d rated, your rating %.0f +- %.0f\n", stats->rated, stats->rating.rating,
               1.96 * stats->rating.deviation);
    if (stats->attempts > 0)
        printf("Puzzles: %d tried, your rating %.0f +- %.0f\n", stats->attempts,
               stats->puzzles.rating, 1.96 * stats->puzzles.deviation);
    if (stats->trained.longest > 0 || stats->goal > 0)
        print_days(stats);
    print_weeks(stats);
}

void stats_print(const struct stats *stats)
{
    double games = stats->games;
    if (stats->games == 0) {
        printf("No finished game has been kept yet.\n");
        print_training(stats);
        return;
    }
    if (stats->games == 1)
        printf("Your last game\n\n");
    else
        printf("Your last %d games\n\n", stats->games);
    print_gifts(stats);
    print_drills(stats);
    printf("\nAccuracy %.1f%%, average loss %.0f cp; a game: %.1f inaccuracies, %.1f mistakes, "
           "%.1f blunders\n", stats->accuracy / games,
           stats->moves ? stats->loss / stats->moves : 0, stats->counts[JUDGED_INACCURACY] / games,
           stats->counts[JUDGED_MISTAKE] / games, stats->counts[JUDGED_BLUNDER] / games);
    printf("\n  %-11s %8s %6s %8s %9s %5s %7s\n", "date", "opponent", "you", "result", "accuracy",
           "loss", "gifts");
    for (int i = 0; i < stats->shown; i++)
        print_game(&stats->last[i]);
    print_training(stats);
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

static void print_json_week(const struct history_week *week, bool first)
{
    printf("%s\n    {\"trained\": %d, \"at_once\": %d, \"rating\": %.1f, \"games\": %d, "
           "\"accuracy\": %.2f, \"given\": %.3f, \"kept\": %.3f}", first ? "" : ",",
           week->positions, week->solved, week->rating, week->games, week->accuracy, week->worth,
           week->kept);
}

void stats_print_json(const struct stats *stats)
{
    double games = stats->games > 0 ? stats->games : 1;
    printf("{\n  \"games\": %d,\n  \"accuracy\": %.2f,\n  \"loss\": %.2f,\n"
           "  \"inaccuracies\": %d,\n  \"mistakes\": %d,\n  \"blunders\": %d,\n"
           "  \"deck\": %d,\n  \"due\": %d,\n  \"puzzles\": %d,\n  \"puzzle_rating\": %.1f,\n"
           "  \"puzzle_deviation\": %.1f,\n  \"trained_today\": %d,\n  \"days_in_a_row\": %d,\n"
           "  \"longest\": %d,\n  \"goal\": %d,\n", stats->games,
           stats->accuracy / games, stats->moves ? stats->loss / stats->moves : 0,
           stats->counts[JUDGED_INACCURACY], stats->counts[JUDGED_MISTAKE],
           stats->counts[JUDGED_BLUNDER], stats->cards, stats->due, stats->attempts,
           stats->puzzles.rating, stats->puzzles.deviation, stats->trained.positions[0],
           stats->trained.streak, stats->trained.longest, stats->goal);
    printf("  \"rated\": %d,\n  \"rating\": %.1f,\n  \"rating_deviation\": %.1f,\n", stats->rated,
           stats->rating.rating, stats->rating.deviation);
    printf("  \"days\": [");
    for (int i = 0; i < TRAINED_DAYS; i++)
        printf("%s%d", i ? ", " : "", stats->trained.positions[i]);
    printf("],\n  \"weeks\": [");
    for (int i = 0; i < HISTORY_WEEKS; i++)
        print_json_week(&stats->weeks[i], i == 0);
    printf("\n  ],\n  \"drills\": {");
    for (int i = 0; i < GROUP_COUNT; i++)
        printf("%s\n    \"%s\": {\"games\": %d, \"gave_way\": %d, \"felt\": %d, "
               "\"gained\": %d}", i ? "," : "", group_key((enum group)i), stats->drills[i].games,
               stats->drills[i].moments, stats->drills[i].felt, stats->drills[i].gained);
    printf("\n  },\n  \"gifts\": {");
    print_json_row("all", &stats->all, true);
    for (int i = 0; i < PHASE_COUNT; i++)
        print_json_row(game_phase_name((enum game_phase)i), &stats->phases[i], false);
    for (int i = 0; i < MOTIF_COUNT; i++)
        print_json_row(motif_words_for(i), &stats->motifs[i], false);
    printf("\n  }\n}\n");
}
