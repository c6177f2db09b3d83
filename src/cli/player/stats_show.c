/* Tables and bars use plain characters only, so that pipes and screen readers get the same text as
 * a terminal. */
#include "src/cli/player/stats_show.h"

#include <stdio.h>
#include <time.h>

#include "src/cli/player/stats_habits.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum { BAR = 40 };

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
    return motif == MOTIF_NONE ? "no tactic" : motif_name((enum motif)motif);
}

static void print_row(const char *name, const struct punished *punished)
{
    if (punished->offered == 0)
        return;
    printf("  %-22s %7d %7d", name, punished->offered, punished->taken);
    if (punished->answered > 0)
        printf(" %6d%%", score_of(punished));
    putchar('\n');
}

static void print_gifts(const struct stats *stats)
{
    printf("Gifts: %d offered, %d taken", stats->all.offered, stats->all.taken);
    if (stats->all.offered > stats->all.answered)
        printf(", %d too late to answer", stats->all.offered - stats->all.answered);
    if (stats->all.answered > 0)
        printf(", %d%% of their value kept", score_of(&stats->all));
    printf("\n");
    if (stats->all.offered == 0)
        return;
    printf("\n  %-22s %7s %7s %7s\n", "by phase", "offered", "taken", "kept");
    for (int i = 0; i < PHASE_COUNT; i++)
        print_row(game_phase_name((enum game_phase)i), &stats->phases[i]);
    printf("\n  %-22s %7s %7s %7s\n", "by motif", "offered", "taken", "kept");
    for (int i = 1; i <= MOTIF_COUNT; i++)
        print_row(motif_words_for(i % MOTIF_COUNT), &stats->motifs[i % MOTIF_COUNT]);
}

/* Prints the results of drills (games against an opponent without one group of knowledge), if there
 * are any. */
static void print_drills(const struct stats *stats)
{
    bool any = false;
    for (int i = 0; i < GROUP_COUNT; i++) {
        const struct drilled *drilled = &stats->drills[i];
        if (drilled->games == 0)
            continue;
        if (!any)
            printf("\n  %-30s %6s %8s %6s %8s\n", "drills: the opponent ignored", "games", "erred",
                   "used", "gained");
        any = true;
        printf("  %-30s %6d %8d %6d %+8.2f\n", group_words((enum group)i), drilled->games,
               drilled->moments, drilled->felt, drilled->gained / 100.0);
    }
}

static void print_game(const struct scale *scale, const struct stored_review *review)
{
    char date[16], level[8] = "full";
    struct punished gifts = {0};
    for (int i = 0; i < review->gift_count; i++)
        punished_add(&gifts, &review->gifts[i]);
    text_moment(review->began, "%Y-%m-%d", date, sizeof date);
    if (review->elo != ELO_FULL)
        snprintf(level, sizeof level, "%d", scale_level(scale, review->elo));
    printf("  %-11s %8s %6s %8s %8.1f%% %5.2f %5d/%d\n", date, level, chess_color_name(review->you),
           review->result, review->accuracy, review->loss / 100, gifts.taken, gifts.offered);
}

/* Prints a bar for `number`; a bar for `most` fills the whole width. */
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
        printf(", your goal of %d was reached on %d of %d days", stats->goal, reached,
               TRAINED_DAYS);
    printf("; %d day%s in a row (longest: %d)\n\n", stats->trained.streak,
           text_plural(stats->trained.streak), stats->trained.longest);
    for (int i = TRAINED_DAYS - 1; most > 0 && i >= 0; i--) {
        print_date(text_noon(time(NULL), -i));
        printf(" %4d%s", positions[i], stats->goal > 0 && positions[i] >= stats->goal ? "*" : "");
        print_bar(positions[i], most);
        putchar('\n');
    }
    if (reached > 0)
        printf("  * goal reached\n");
}

static void print_share(double part, double whole)
{
    if (whole > 0)
        printf(" %9.0f%%", 100 * part / whole);
    else
        printf(" %10s", "-");
}

/* Prints a line for each week, from the first with any training or games. */
static void print_weeks(const struct stats *stats, const struct scale *scale)
{
    int first = HISTORY_WEEKS - 1;
    while (first >= 0 && stats->weeks[first].positions == 0 && stats->weeks[first].games == 0)
        first--;
    if (first < 0)
        return;
    printf("\n  %-11s %8s %10s %7s %8s %10s %7s %7s\n", "week to", "trained", "first try",
           "puzzles", "reviewed", "accuracy", "kept", "rating");
    for (int i = first; i >= 0; i--) {
        const struct history_week *week = &stats->weeks[i];
        print_date(text_noon(time(NULL), -7 * i));
        printf(" %8d", week->positions);
        print_share(week->solved, week->positions);
        if (week->puzzle_rating > 0)
            printf(" %7.0f %8d", week->puzzle_rating, week->games);
        else
            printf(" %7s %8d", "-", week->games);
        print_share(week->accuracy * week->games, 100.0 * week->games);
        if (week->worth > 0)
            printf(" %6.0f%%", 100 * week->kept / week->worth);
        else
            printf(" %7s", "-");
        if (week->rated)
            printf(" %7.0f\n", scale_rating(scale, week->rating));
        else
            printf(" %7s\n", "-");
    }
}

/* Prints the deck, the puzzles, and how regularly they were trained. */
static void print_training(const struct stats *stats)
{
    printf("\nDeck: %d position%s, %d due\n", stats->cards, text_plural(stats->cards), stats->due);
    const struct scale *scale = stats->scale;
    double error = 1.96 * stats->rating.deviation;
    if (stats->rated > 0)
        printf("Games: %d rated, your rating %.0f +- %.0f (%s)\n", stats->rated,
               scale_rating(scale, stats->rating.rating),
               (scale_rating(scale, stats->rating.rating + error) -
                scale_rating(scale, stats->rating.rating - error)) /
                   2,
               scale_words(scale_shown(scale)));
    if (stats->attempts > 0)
        printf("Puzzles: %d tried, your rating %.0f +- %.0f\n", stats->attempts,
               stats->puzzles.rating, 1.96 * stats->puzzles.deviation);
    if (stats->trained.longest > 0 || stats->goal > 0)
        print_days(stats);
    print_weeks(stats, stats->scale);
}

void stats_print(const struct stats *stats)
{
    double games = stats->games;
    if (stats->games == 0) {
        printf("You have no finished game yet.\n");
        print_training(stats);
        return;
    }
    if (stats->games == 1)
        printf("Your last game\n\n");
    else
        printf("Your last %d games\n\n", stats->games);
    print_gifts(stats);
    if (*stats->weakest)
        printf("\n%s\n", stats->weakest);
    print_drills(stats);
    printf("\n"
           "Accuracy %.1f%%, average loss %.2f pawns;\nper game: inaccuracies %.1f, "
           "mistakes %.1f, blunders %.1f\n",
           stats->accuracy / games, stats->moves ? stats->loss / stats->moves / 100 : 0,
           stats->counts[JUDGED_INACCURACY] / games, stats->counts[JUDGED_MISTAKE] / games,
           stats->counts[JUDGED_BLUNDER] / games);
    habits_print(&stats->habits);
    printf("\n  %-11s %8s %6s %8s %9s %5s %7s\n", "date", "opponent", "you", "result", "accuracy",
           "loss", "gifts");
    for (int i = 0; i < stats->shown; i++)
        print_game(stats->scale, &stats->last[i]);
    print_training(stats);
}

static void write_gifts(struct json *json, const char *name, const struct punished *punished)
{
    json_object(json, name);
    json_int(json, "offered", punished->offered);
    json_int(json, "taken", punished->taken);
    if (punished->answered > 0)
        json_int(json, "punish", score_of(punished));
    else
        json_null(json, "punish");
    json_end(json);
}

static void write_weeks(struct json *json, const struct stats *stats)
{
    json_array(json, "weeks");
    json_lines(json);
    for (int i = 0; i < HISTORY_WEEKS; i++) {
        const struct history_week *week = &stats->weeks[i];
        json_object(json, NULL);
        json_int(json, "trained", week->positions);
        json_int(json, "at_once", week->solved);
        json_double(json, "rating", week->puzzle_rating, 1);
        json_double(json, "game_rating", week->rating, 1);
        json_int(json, "games", week->games);
        json_double(json, "accuracy", week->accuracy, 2);
        json_double(json, "given", week->worth, 3);
        json_double(json, "kept", week->kept, 3);
        json_end(json);
    }
    json_end(json);
}

static void write_drills(struct json *json, const struct stats *stats)
{
    json_object(json, "drills");
    json_lines(json);
    for (int i = 0; i < GROUP_COUNT; i++) {
        json_object(json, group_key((enum group)i));
        JSON_INTS(json, {"games", stats->drills[i].games}, {"gave_way", stats->drills[i].moments},
                  {"felt", stats->drills[i].felt}, {"gained", stats->drills[i].gained});
        json_end(json);
    }
    json_end(json);
}

void stats_print_json(const struct stats *stats)
{
    struct json json = json_begin(stdout);
    double games = stats->games > 0 ? stats->games : 1;
    json_object(&json, NULL);
    json_lines(&json);
    json_int(&json, "games", stats->games);
    json_double(&json, "accuracy", stats->accuracy / games, 2);
    json_double(&json, "loss", stats->moves ? stats->loss / stats->moves : 0, 2);
    JSON_INTS(&json, {"inaccuracies", stats->counts[JUDGED_INACCURACY]},
              {"mistakes", stats->counts[JUDGED_MISTAKE]},
              {"blunders", stats->counts[JUDGED_BLUNDER]}, {"deck", stats->cards},
              {"due", stats->due}, {"puzzles", stats->attempts});
    json_double(&json, "puzzle_rating", stats->puzzles.rating, 1);
    json_double(&json, "puzzle_deviation", stats->puzzles.deviation, 1);
    JSON_INTS(&json, {"trained_today", stats->trained.positions[0]},
              {"days_in_a_row", stats->trained.streak}, {"longest", stats->trained.longest},
              {"goal", stats->goal}, {"rated", stats->rated});
    json_double(&json, "rating", stats->rating.rating, 1);
    json_double(&json, "rating_deviation", stats->rating.deviation, 1);
    json_array(&json, "days");
    for (int i = 0; i < TRAINED_DAYS; i++)
        json_int(&json, NULL, stats->trained.positions[i]);
    json_end(&json);
    write_weeks(&json, stats);
    write_drills(&json, stats);
    habits_print_json(&json, &stats->habits);
    json_object(&json, "gifts");
    json_lines(&json);
    write_gifts(&json, "all", &stats->all);
    for (int i = 0; i < PHASE_COUNT; i++)
        write_gifts(&json, game_phase_name((enum game_phase)i), &stats->phases[i]);
    for (int i = 0; i < MOTIF_COUNT; i++)
        write_gifts(&json, motif_words_for(i), &stats->motifs[i]);
    json_end(&json);
    json_end(&json);
}
