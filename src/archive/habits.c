/* One pass over each game. A move counts if both the position before it and the one after it have
 * scores. */
#include "src/archive/habits.h"

#include <stdlib.h>
#include <string.h>

#include "src/game/accuracy.h"

enum { AT_ONCE = 5000, SOON = 30000 /* milliseconds */ };

/* A move, with the scores for White before and after it. */
struct habit_move {
    Score before, after;
    enum judgement judgement;
};

/* Fills *move. Returns false if the score before or after the move is missing. */
static bool find_scores(const struct stored_game *game, int ply, int color, struct habit_move *move)
{
    bool found = ledger_scores_around(&game->ledger, ply, game->moves[ply], &move->before,
                                      &move->after);
    if (found)
        move->judgement = judge_move(move->before, move->after, color);
    return found;
}

static void add_move(struct habit_moves *to, const struct habit_move *move, int color)
{
    int lost = score_cut(move->before) - score_cut(move->after);
    lost = color == WHITE ? lost : -lost;
    to->moves++;
    to->loss += lost > 0 ? lost : 0;
    to->counts[move->judgement]++;
}

/* Returns the most time that your clock showed during the game, or -1 if no clock is known. */
static int64_t find_full_clock(const struct stored_game *game, int first)
{
    int64_t most = -1;
    for (int ply = first; ply < game->move_count; ply += 2)
        most = game->clocks[ply] > most ? game->clocks[ply] : most;
    return most;
}

static void add_yours(struct habits *habits, const struct stored_game *game, int ply,
                      enum game_phase phase, int64_t full, const struct habit_move *move)
{
    add_move(&habits->all, move, game->you);
    add_move(&habits->phases[phase], move, game->you);
    int64_t left = ply >= 2 ? game->clocks[ply - 2] : full;
    if (left >= 0 && full > 0)
        add_move(&habits->clocks[10 * left < full  ? CLOCK_LITTLE
                                 : 2 * left < full ? CLOCK_LESS
                                                   : CLOCK_HALF],
                 move, game->you);
    int64_t spent = game->elapsed[ply];
    if (spent >= 0 && phase != PHASE_OPENING)
        add_move(&habits->paces[spent <= AT_ONCE ? PACE_AT_ONCE
                                : spent <= SOON  ? PACE_SOON
                                                 : PACE_LATE],
                 move, game->you);
}

/* Counts the opponent's move number `ply`, which was played in `position`, if it is a mistake, and
 * whether your answer punished it. As in a review, the mistake is not counted if your answer was
 * the only legal move. */
static void add_theirs(struct habits *habits, const struct stored_game *game,
                       const struct position *position, int ply, const struct habit_move *move)
{
    Move legal[CHESS_MOVES_MAX];
    struct habit_move answer;
    struct position next = *position;
    if (move->judgement < JUDGED_MISTAKE || ply + 1 >= game->move_count ||
        !find_scores(game, ply + 1, game->you, &answer))
        return;
    chess_play(&next, game->moves[ply]);
    if (chess_moves(&next, legal) == 1)
        return;
    double worth = chances_worth(move->before, move->after, game->you);
    habits->offered++;
    habits->punished +=
        chances_taken(worth, chances_kept(worth, answer.before, answer.after, game->you));
}

/* Adds your accuracy in a game to the sum. Returns false if out of memory. */
static bool add_accuracy(struct habits *habits, const struct stored_game *game)
{
    struct accuracy sides[COLOR_COUNT];
    Score *scores = malloc((size_t)(game->move_count + 1) * sizeof *scores);
    for (int ply = 0; scores && ply <= game->move_count; ply++)
        scores[ply] = ledger_score_at(&game->ledger, ply);
    bool good = scores && accuracy_of_game(scores, game->move_count + 1, game->start.side, sides);
    if (good && sides[game->you].moves > 0) {
        habits->scored++;
        habits->accuracy += sides[game->you].percent;
    }
    free(scores);
    return good;
}

struct work {
    struct habits *habits;
    bool no_memory;
};

static bool add_game(void *context, const struct stored_game *game)
{
    struct work *work = context;
    struct habits *habits = work->habits;
    struct position position = game->start;
    int64_t full = find_full_clock(game, position.side != game->you);
    int half_points = result_points(game->result, game->you), most = 0, least = 0;
    habits->games++;
    habits->results[game->you][half_points]++;
    for (int ply = 0; ply <= game->move_count; ply++) {
        struct habit_move move;
        Score score = ledger_score_at(&game->ledger, ply);
        int ahead = score == SCORE_NONE ? 0 : game->you == WHITE ? score : -score;
        most = ahead > most ? ahead : most;
        least = ahead < least ? ahead : least;
        if (ply == game->move_count)
            break;
        if (find_scores(game, ply, position.side, &move)) {
            if (position.side == game->you)
                add_yours(habits, game, ply, game_phase(&position), full, &move);
            else
                add_theirs(habits, game, &position, ply, &move);
        }
        chess_play(&position, game->moves[ply]);
    }
    habits->winning += most >= HABIT_WINNING;
    habits->won += most >= HABIT_WINNING && half_points == 2;
    habits->losing += least <= -HABIT_WINNING;
    habits->saved += least <= -HABIT_WINNING && half_points > 0;
    work->no_memory = !add_accuracy(habits, game);
    return !work->no_memory;
}

bool habits_gather(struct finished_games *games, struct habits *habits, struct error *error)
{
    struct work work = {.habits = habits};
    memset(habits, 0, sizeof *habits);
    return finished_games_each(games, add_game, &work, error) &&
           (!work.no_memory || error_set(error, "out of memory"));
}
