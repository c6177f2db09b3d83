/* Writes plain characters only, so that pipes and screen readers get the same text as a
 * terminal. */
#include "src/cli/player/stats_habits.h"

#include <stdio.h>
#include <string.h>

#include "src/util/text.h"

static const char *const clock_words[][2] = {
#define X(id, key, words) {key, words},
    HABIT_CLOCKS(X)
#undef X
};
static const char *const pace_words[][2] = {
#define X(id, key, words) {key, words},
    HABIT_PACES(X)
#undef X
};

static void print_moves(const char *words, const struct habit_moves *moves)
{
    if (moves->moves > 0)
        printf("  %-30s %6d %6.2f %9d %9d %8.1f\n", words, moves->moves,
               moves->loss / moves->moves / 100, moves->counts[JUDGED_MISTAKE],
               moves->counts[JUDGED_BLUNDER],
               100.0 * (moves->counts[JUDGED_MISTAKE] + moves->counts[JUDGED_BLUNDER]) /
                   moves->moves);
}

static void print_share(const char *before, int part, int of, const char *words)
{
    if (of > 0)
        printf("%s%d, and %s %d (%.0f%%).\n", before, of, words, part, 100.0 * part / of);
}

/* Prints an empty line and the rows that have moves, or nothing if no row has any. Returns whether
 * a row was printed. */
static bool print_group(const char *const words[][2], const struct habit_moves moves[], int count)
{
    int all = 0;
    for (int i = 0; i < count; i++)
        all += moves[i].moves;
    if (all > 0)
        printf("\n");
    for (int i = 0; i < count; i++)
        print_moves(words[i][1], &moves[i]);
    return all > 0;
}

void habits_print(const struct habits *habits)
{
    if (habits->all.moves == 0)
        return;
    printf("\n  %-30s %6s %6s %9s %9s %8s\n", "your moves", "number", "loss", "mistakes", "blunders",
           "per 100");
    for (int i = 0; i < PHASE_COUNT; i++)
        print_moves(game_phase_name((enum game_phase)i), &habits->phases[i]);
    (void)print_group(clock_words, habits->clocks, HABIT_CLOCK_COUNT);
    bool paces = print_group(pace_words, habits->paces, HABIT_PACE_COUNT);
    printf("\nper 100: mistakes and blunders in 100 moves.%s\n\n",
           paces ? " The opening is left out of the\nthinking times." : "");
    print_share("Your opponents' mistakes and blunders: ", habits->punished,
                habits->offered, "punished");
    print_share("Games in which you were winning (+3 or more): ", habits->won, habits->winning,
                "won");
    print_share("Games in which you were lost (-3 or worse): ", habits->saved, habits->losing,
                "saved");
}

static void write_moves(struct json *json, const char *name, const struct habit_moves *moves)
{
    json_object(json, name);
    json_int(json, "moves", moves->moves);
    json_double(json, "loss", moves->moves ? moves->loss / moves->moves : 0, 1);
    JSON_INTS(json, {"inaccuracies", moves->counts[JUDGED_INACCURACY]},
              {"mistakes", moves->counts[JUDGED_MISTAKE]},
              {"blunders", moves->counts[JUDGED_BLUNDER]});
    json_end(json);
}

void habits_print_json(struct json *json, const struct habits *habits)
{
    json_object(json, "habits");
    json_lines(json);
    write_moves(json, "all", &habits->all);
    for (int i = 0; i < PHASE_COUNT; i++)
        write_moves(json, game_phase_name((enum game_phase)i), &habits->phases[i]);
    for (int i = 0; i < HABIT_CLOCK_COUNT; i++)
        write_moves(json, clock_words[i][0], &habits->clocks[i]);
    for (int i = 0; i < HABIT_PACE_COUNT; i++)
        write_moves(json, pace_words[i][0], &habits->paces[i]);
    JSON_INTS(json, {"opponents_errors", habits->offered}, {"punished", habits->punished},
              {"winning", habits->winning}, {"won", habits->won}, {"losing", habits->losing},
              {"saved", habits->saved});
    json_end(json);
}

static void print_results(const struct habits *habits)
{
    printf("  %-14s %6s %6s %6s %6s %7s\n", "", "games", "won", "drawn", "lost", "score");
    for (int color = WHITE; color <= BLACK; color++) {
        const int *results = habits->results[color];
        int games = results[0] + results[1] + results[2];
        if (games > 0)
            printf("  %-14s %6d %6d %6d %6d %6.0f%%\n", color == WHITE ? "with White" : "with Black",
                   games, results[2], results[1], results[0],
                   100 * (results[2] + 0.5 * results[1]) / games);
    }
}

static void print_file(const struct finished_games *games, const struct habits *habits)
{
    char path[256];
    text_shown(games->path, path, sizeof path);
    printf("%d finished game%s of %s in %s\n\n", games->read, text_plural(games->read), games->who,
           path);
    print_results(habits);
    if (games->damaged > 0)
        printf("\n%d more could not be read.\n", games->damaged);
    int without = habits->games - habits->scored;
    const char *typed = text_path_typed(path, "FILE.pgn");
    if (habits->scored > 0)
        printf("\n%d of them %s scores: accuracy %.1f%%, average loss %.2f pawns;\nper "
               "game: inaccuracies %.1f, mistakes %.1f, blunders %.1f\n",
               habits->scored, habits->scored == 1 ? "has" : "have",
               habits->accuracy / habits->scored, habits->all.loss / habits->all.moves / 100,
               (double)habits->all.counts[JUDGED_INACCURACY] / habits->scored,
               (double)habits->all.counts[JUDGED_MISTAKE] / habits->scored,
               (double)habits->all.counts[JUDGED_BLUNDER] / habits->scored);
    habits_print(habits);
    printf("\n");
    if (without > 0)
        printf("%d game%s no scores. To add them: fallible analyze --annotate %s NEW.pgn\n", without,
               without == 1 ? " has" : "s have", typed);
    if (habits->scored > 0)
        printf("To practise your mistakes in these games: fallible review %s\n", typed);
    printf("To see your openings in these games: fallible stats --openings %s\n", typed);
}

bool stats_of_file(struct finished_games *games, bool json, struct error *error)
{
    static struct habits habits;
    if (!habits_gather(games, &habits, error))
        return false;
    if (!json) {
        print_file(games, &habits);
        return true;
    }
    struct json out = json_begin(stdout);
    json_object(&out, NULL);
    json_lines(&out);
    JSON_INTS(&out, {"games", habits.games}, {"scored", habits.scored});
    for (int color = WHITE; color <= BLACK; color++) {
        const int *results = habits.results[color];
        json_object(&out, chess_color_name(color));
        JSON_INTS(&out, {"won", results[2]}, {"drawn", results[1]}, {"lost", results[0]});
        json_end(&out);
    }
    json_double(&out, "accuracy", habits.scored ? habits.accuracy / habits.scored : 0, 2);
    habits_print_json(&out, &habits);
    json_end(&out);
    return true;
}
