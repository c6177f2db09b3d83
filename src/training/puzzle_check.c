/* Checks a puzzle's solution move by move with the engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/training/puzzle_pack.h"

static const double AS_GOOD = 0.1; /* how much of the winning chances (-1 .. 1) a move may lose and
                                    * still count as best */
/* The lowest scores allowed at the end of the solution, in centipawns, by theme. The Lichess themes
 * promise 600 for crushing and 200 for advantage, but our searches are shorter, so half of that is
 * enough. If a check fails, it is repeated with DEEPER times as many nodes. */
enum { CRUSHING = 300, ADVANTAGE = 100, EQUALITY = -100, DEEPER = 10 };

static bool has_theme(const struct puzzle *puzzle, const char *theme)
{
    size_t length = strlen(theme);
    for (const char *at = puzzle->themes; (at = strstr(at, theme)); at += length) {
        if ((at == puzzle->themes || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    }
    return false;
}

/* Searches a position. Returns the score for its side to move and sets *best. */
static bool search(struct engine *engine, struct report *report, const struct position *position,
                   uint64_t nodes, Score *score, Move *best)
{
    const struct limits limits = {.nodes = nodes};
    if (!engine_set_position(engine, position, NULL, 0))
        return false;
    report->line_count = 0;
    (void)engine_think(engine, &limits, report);
    *best = report->best;
    *score = report->line_count > 0 ? report->lines[0].score : SCORE_NONE;
    return *score != SCORE_NONE;
}

struct check {
    struct engine *engine;
    struct report *report;
    uint64_t nodes;
    const struct puzzle *puzzle;
    bool shaky;   /* a short search did not confirm a move; a longer one may do so */
    bool starved; /* out of memory */
};

static bool refuse(struct check *check, struct error *error, const char *why, int number)
{
    check->shaky = true;
    return error_set(error, "%s, move %d", why, number);
}

/* Returns whether a move of the solution mates or is nearly as good as the engine's best move, and
 * sets *after to the score after it for the solver. Otherwise sets *error. */
static bool move_holds(struct check *check, const struct position *position, Move move, int number,
                       Score *after, struct error *error)
{
    struct position next = *position;
    Move best, moves[CHESS_MOVES_MAX], answer;
    Score score;
    chess_play(&next, move);
    if (chess_moves(&next, moves) == 0) {
        *after = chess_in_check(&next) ? SCORE_MATE : 0;
        return chess_in_check(&next) || refuse(check, error, "stalemate", number);
    }
    if (!search(check->engine, check->report, position, check->nodes, &score, &best) ||
        !search(check->engine, check->report, &next, check->nodes, after, &answer)) {
        check->starved = true;
        return error_set(error, "out of memory");
    }
    *after = -*after;
    if (best == move || chances_gained(score, *after, WHITE) > -AS_GOOD)
        return true;
    return refuse(check, error, "there is a better move", number);
}

/* Checks that the end of the solution is what the themes promise. */
static bool end_holds(struct check *check, const struct position *position, int moves, Score score,
                      struct error *error)
{
    const struct puzzle *puzzle = check->puzzle;
    Move legal[CHESS_MOVES_MAX];
    bool mated = chess_in_check(position) && chess_moves(position, legal) == 0;
    if (has_theme(puzzle, "mate") && !mated)
        return error_set(error, "the solution does not end in mate");
    for (int i = 1; i <= 5; i++) {
        const char theme[] = {'m', 'a', 't', 'e', 'I', 'n', (char)('0' + i), '\0'};
        if (has_theme(puzzle, theme) && (i < 5 ? i != moves : moves < 5))
            return error_set(error, "it is labelled as a mate in %d but takes %d", i, moves);
    }
    if ((has_theme(puzzle, "crushing") && score < CRUSHING) ||
        (has_theme(puzzle, "advantage") && score < ADVANTAGE) ||
        (has_theme(puzzle, "equality") && score < EQUALITY))
        return refuse(check, error, "the solution gains less than the puzzle's theme promises",
                      moves);
    return true;
}

static bool line_holds(struct check *check, struct error *error)
{
    struct position position;
    const char *moves = check->puzzle->moves;
    char text[8];
    int used, plies = 0;
    Score after = SCORE_NONE;
    if (!chess_from_fen(&position, check->puzzle->position, error))
        return false;
    engine_new_game(check->engine);
    for (; sscanf(moves, " %7s%n", text, &used) == 1; moves += used, plies++) {
        Move move;
        if (!chess_from_uci(&position, text, &move))
            return error_set(error, "%s is not legal", text);
        if (plies % 2 == 1 && !move_holds(check, &position, move, plies / 2 + 1, &after, error))
            return false;
        chess_play(&position, move);
    }
    return end_holds(check, &position, plies / 2, after, error);
}

bool puzzle_holds(struct engine *engine, const struct puzzle *puzzle, uint64_t nodes, bool *holds,
                  struct error *error)
{
    struct check check = {.engine = engine, .report = calloc(1, sizeof *check.report),
                          .nodes = nodes, .puzzle = puzzle};
    if (!check.report)
        return error_set(error, "out of memory");
    *holds = line_holds(&check, error);
    if (!*holds && check.shaky) {
        check.nodes = DEEPER * nodes;
        *holds = line_holds(&check, error);
    }
    free(check.report);
    return !check.starved;
}
