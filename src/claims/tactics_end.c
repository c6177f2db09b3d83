/* How a line ends: mate, promotion, or a draw that saves a lost position. */
#include "src/claims/tactics.h"

enum { SAVED_FROM = -200, LEVEL = 25 };

void find_mate(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    const struct position *end = &walk->at[walk->length];
    int mate;
    if (!walk->mates || !score_is_mate(scene->score, &mate) || mate <= 0)
        return;
    Square king = king_of(end, !walk->side);
    int home = walk->side == WHITE ? 7 : 0;
    Bitboard rank = (Bitboard)0xff << 8 * home;
    Bitboard heavy = end->by_type[ROOK] | end->by_type[QUEEN];
    Bitboard beside = bit(king) << 1 | bit(king) >> 1; /* its neighbours on the rank */
    bool back = square_rank(king) == home && (end->checkers & rank & heavy) &&
                !(end->checkers & (~rank | beside));
    /* The squares in front of the king. In a back-rank mate its own pieces block at least two. */
    Bitboard before = 0;
    for (int file = square_file(king) - 1; file <= square_file(king) + 1; file++) {
        if (file >= 0 && file < 8)
            before |= bit((walk->side == WHITE ? 6 : 1) * 8 + file);
    }
    back = back && __builtin_popcountll(before & end->by_color[!walk->side]) >= 2;
    struct claim *claim = scene_add(scene, back ? CLAIM_BACK_RANK : CLAIM_MATE, walk->length - 1,
                                    walk->length);
    if (claim) {
        claim->attackers = end->checkers;
        claim_add_target(claim, king);
    }
}

/* Whether the side to move can promote a pawn, too, and keep the new queen. */
static bool can_promote(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        struct position after = *position;
        if (move_kind(moves[i]) != MOVE_PROMOTION)
            continue;
        chess_play(&after, moves[i]);
        if (exchange(&after, move_to(moves[i]), after.side) <= 0)
            return true;
    }
    return false;
}

/* Whether the i-th move, a promotion, is already possible when the line begins, and the new piece
 * is no less safe then, so that the moves before it do not prepare it. */
static bool is_unprepared(const struct walk *walk, int i)
{
    struct position early = walk->at[0];
    const struct position *after = &walk->at[i + 1];
    Square square = move_to(walk->moves[i]);
    if (i == 0 || !chess_is_legal(&early, walk->moves[i]))
        return false;
    chess_play(&early, walk->moves[i]);
    return exchange(&early, square, early.side) <= exchange(after, square, after->side);
}

void find_promotion(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    if (move_kind(walk->moves[i]) != MOVE_PROMOTION || can_promote(&walk->at[i + 1]) ||
        is_unprepared(walk, i))
        return;
    scene_add(scene, CLAIM_PROMOTION, i, i + 1);
}

static bool checks_always(const struct walk *walk)
{
    for (int i = 0; i < walk->length; i += 2) {
        if (!walk->at[i + 1].checkers)
            return false;
    }
    return walk->length >= 5;
}

void find_saving_draw(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    Move moves[CHESS_MOVES_MAX];
    const struct position *end = &walk->at[walk->length];
    if (material_of(&walk->at[0], walk->side) > SAVED_FROM || scene->score < -LEVEL ||
        scene->score > LEVEL)
        return;
    bool stalemate = !end->checkers && chess_moves(end, moves) == 0;
    if (!stalemate && !(checks_always(walk) && walk_repeats(walk, walk->length)))
        return;
    struct claim *claim = scene_add(scene, stalemate ? CLAIM_STALEMATE : CLAIM_PERPETUAL, 0, 1);
    if (claim) {
        scene_cut(scene, claim, walk->length);
        claim_add_target(claim, king_of(end, !walk->side));
    }
}
