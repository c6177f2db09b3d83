/* Runs all finders on a line. Claims are ranked later, by the order of their kinds. */
#include "src/claims/tactics.h"

enum { TRADE_PLIES = 10 };

static bool wins_enough(const struct scene *scene)
{
    return scene->walk->gain >= piece_worth(PAWN);
}

/* Whether the i-th move leaves the opponent little choice: it captures, promotes or gives check. */
static bool is_forcing(const struct walk *walk, int i)
{
    Move move = walk->moves[i];
    return chess_is_capture(&walk->at[i], move) || move_kind(move) == MOVE_PROMOTION ||
           walk->at[i + 1].checkers;
}

/* Whether the first move threatens what the side's second move takes: if the opponent passed, the
 * second move could take it at once. If the second move has won at least a knight's worth, this is
 * assumed, because the opponent may have given the piece up to meet another threat. */
static bool threatens_next(const struct walk *walk)
{
    struct position passed = walk->at[1];
    Move next = walk->moves[2];
    Square target = move_to(next);
    if (walk->material[3] >= piece_worth(KNIGHT))
        return true;
    if (!pass_move(&passed) || !chess_is_legal(&passed, next))
        return false;
    return move_kind(next) == MOVE_PROMOTION ||
           (passed.board[target] == walk->at[2].board[target] &&
            exchange(&passed, target, walk->side) >= piece_worth(PAWN));
}

/* Whether the side's own moves force the win of material: each move before the winning capture is
 * forcing, or the first move threatens what the second one takes. After other quiet moves the
 * opponent gives the material away. */
static bool is_own_doing(const struct walk *walk)
{
    int last = 0;
    while (last + 2 < walk->end && walk->material[last + 1] < walk->gain)
        last += 2;
    for (int i = 0; i < last; i += 2) {
        if (!is_forcing(walk, i) && (i > 0 || !threatens_next(walk)))
            return false;
    }
    return true;
}

/* Whether the line is long, trades pieces of different kinds for a gain of less than a knight, and
 * includes a move of the side, after its first, that is not forcing. Such trades are rarely forced. */
static bool is_loose_trade(const struct walk *walk, const struct claim *claim)
{
    bool wins = false, gives = false, quiet = false;
    for (int type = KNIGHT; type < KING; type++) {
        wins = wins || claim->won[type] > 0;
        gives = gives || claim->won[type] < 0;
    }
    for (int i = 2; i < claim->length; i += 2)
        quiet = quiet || !is_forcing(walk, i);
    return wins && gives && quiet && claim->mate == 0 && !claim_draws(claim) &&
           claim->length > TRADE_PLIES &&
           claim->material < piece_worth(KNIGHT);
}

/* Whether most of what the claim wins is won before its key move, so that the key move does not
 * explain the gain. */
static bool comes_too_late(const struct walk *walk, const struct claim *claim)
{
    int before = walk->material[claim->at];
    return claim->mate == 0 && walk->quiet[claim->at] && before >= piece_worth(PAWN) &&
           3 * before >= 2 * claim->material;
}

/* Whether the side that moved to reach this position could mate at once if the opponent passed. */
static bool threatens_mate(const struct position *position)
{
    struct position passed = *position;
    Move moves[CHESS_MOVES_MAX], replies[CHESS_MOVES_MAX];
    int count = pass_move(&passed) ? chess_moves(&passed, moves) : 0;
    for (int i = 0; i < count; i++) {
        struct position next = passed;
        chess_play(&next, moves[i]);
        if (next.checkers && chess_moves(&next, replies) == 0)
            return true;
    }
    return false;
}

/* Whether the key move is possible in this position and would win a piece that the claim is about. */
static bool key_wins(const struct walk *walk, const struct claim *claim,
                     const struct position *position)
{
    struct position next = *position;
    Move key = walk->moves[claim->at];
    if (!chess_is_legal(position, key))
        return false;
    chess_play(&next, key);
    for (int i = 0; i < claim->target_count; i++) {
        if (exchange(&next, claim->targets[i], walk->side) >= piece_worth(KNIGHT))
            return true;
    }
    return false;
}

/* Whether the i-th move threatens the key move two plies later: if the opponent passed, that move
 * would win, which it would not have done before. */
static bool threatens_key(const struct walk *walk, const struct claim *claim, int i)
{
    struct position passed = walk->at[i + 1];
    return i + 2 == claim->at && pass_move(&passed) && key_wins(walk, claim, &passed) &&
           !key_wins(walk, claim, &walk->at[i]);
}

/* Whether the key move is too far away for a player to see: it comes after the side's second move,
 * and one of the side's moves before it is quiet: it neither captures, promotes nor gives check, and
 * threatens neither mate nor the key move. Claims of a promotion are excepted, because players see
 * the way of a pawn from far. */
static bool is_too_far(const struct walk *walk, const struct claim *claim)
{
    if (claim->at <= 2 || claim->mate > 0 || claim->kind == CLAIM_PROMOTION)
        return false;
    for (int i = 0; i < claim->at; i += 2) {
        if (!is_forcing(walk, i) && !threatens_key(walk, claim, i) &&
            !threatens_mate(&walk->at[i + 1]))
            return true;
    }
    return false;
}

/* Whether the claim is about a fork or a skewer of a king and a pawn in a line that mates, in which
 * that pawn does not matter. */
static bool is_pawn_hunt(const struct walk *walk, const struct claim *claim)
{
    bool hunt = walk->mates && (claim->kind == CLAIM_FORK || claim->kind == CLAIM_SKEWER);
    for (int i = 0; hunt && i < claim->target_count; i++) {
        int type = type_at(&walk->at[claim->at + 1], claim->targets[i]);
        hunt = type == KING || type == PAWN;
    }
    return hunt;
}

/* If the claim's line is a loose trade, ends the line as soon as the first target has been captured
 * and no exchange is open, provided that the side can keep what it has won by then. */
static void cut_loose_trade(const struct scene *scene, struct claim *claim)
{
    const struct walk *walk = scene->walk;
    if (claim->target_count == 0 || claim->kind == CLAIM_HANGS || !is_loose_trade(walk, claim))
        return;
    int taken = walk_catches(walk, claim->at, claim->targets[0]), end = taken + 1;
    while (end < claim->length && !walk->quiet[end])
        end++;
    if (taken > 0 && end < claim->length && walk->material[end] >= piece_worth(PAWN) &&
        scene_can_keep(scene, walk->material[end]))
        scene_cut(scene, claim, end);
}

/* Drops the claims about tactics that do not explain what the line wins, and shortens those whose
 * lines end in loose trades. */
static void drop_poor(struct scene *scene)
{
    int kept = 0;
    for (int i = 0; i < scene->count; i++) {
        cut_loose_trade(scene, &scene->list[i]);
        if (!comes_too_late(scene->walk, &scene->list[i]) &&
            !walk_repeats(scene->walk, scene->list[i].at + 1) && /* else nothing was prepared */
            !is_too_far(scene->walk, &scene->list[i]) &&
            !is_pawn_hunt(scene->walk, &scene->list[i]) &&
            !is_loose_trade(scene->walk, &scene->list[i]))
            scene->list[kept++] = scene->list[i];
    }
    scene->count = kept;
}

/* Adds a claim about the first promotion that comes later than the key moves of tactics. */
static void find_late_promotion(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    for (int i = KEY_PLIES + KEY_PLIES % 2; i < walk->end && scene->count == 0; i += 2)
        find_promotion(scene, i);
    drop_poor(scene);
}

/* Adds a claim that the line wins material, if no other claim about the line was found. Material
 * that only makes up for a loss just before the line counts, too; the claim's words then say that
 * it is won back. */
static void find_material(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    if (!wins_enough(scene))
        return;
    if (scene->count > 0) /* another claim names a tactic or a plan, which says more */
        return;
    if (scene->own_doing && !is_own_doing(walk))
        return;
    find_late_promotion(scene);
    if (scene->count > 0)
        return;
    for (int i = 0; i < walk->end && i < KEY_PLIES; i += 2) {
        if (!chess_is_capture(&walk->at[i], walk->moves[i]) &&
            move_kind(walk->moves[i]) != MOVE_PROMOTION)
            continue;
        struct claim *claim = scene_add(scene, CLAIM_WINS, i, i + 1);
        if (claim && chess_is_capture(&walk->at[i], walk->moves[i]))
            claim_add_target(claim, move_to(walk->moves[i]));
        if (claim && is_loose_trade(walk, claim))
            scene->count--;
        return;
    }
}

void tactics_find(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    if (walk->length == 0)
        return;
    find_mate(scene);
    find_saving_draw(scene);
    if (!walk->mates && !wins_enough(scene))
        return;
    for (int i = 0; i < walk_limit(walk) && i < KEY_PLIES; i += 2) {
        find_double_check(scene, i);
        find_fork(scene, i);
        find_skewer(scene, i);
        find_discovered(scene, i);
        find_trapped(scene, i);
        find_removed_guard(scene, i);
        find_deflection(scene, i);
        find_attraction(scene, i);
        find_pin(scene, i);
        find_intermediate(scene, i);
        find_hanging(scene, i);
        find_promotion(scene, i);
    }
    drop_poor(scene);
    find_material(scene);
}
