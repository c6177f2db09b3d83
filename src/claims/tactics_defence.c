/* Missing, captured, deflected or overloaded defenders, and trapped pieces. */
#include "src/claims/tactics.h"

/* The guarded piece must be captured at most this many plies after its guard. */
enum { GUARD_PLIES = 4 };

/* Returns the first quiet ply from which on at least `won` centipawns stay won. The claim's line
 * ends there; what is won later is not part of it. */
static int won_by(const struct walk *walk, int won)
{
    int end = walk->end;
    for (int i = walk->end - 1; i > 0; i--) {
        if (!walk->quiet[i])
            continue;
        if (walk->material[i] < won)
            break;
        end = i;
    }
    return end;
}

/* Looks for a hanging piece: the first move captures a piece that is not defended enough. */
void find_hanging(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *before = &walk->at[i];
    Square to = move_to(walk->moves[i]);
    int type = captured_by(before, walk->moves[i]);
    if (i != 0 || type == NO_PIECE_TYPE || move_kind(walk->moves[i]) == MOVE_EN_PASSANT)
        return;
    Bitboard defenders = attackers_of(before, to, !walk->side);
    int won = exchange(before, to, walk->side);
    bool takes_back = scene->last != NO_MOVE && move_to(scene->last) == to;
    if (won < piece_worth(PAWN) ||
        (takes_back && (defenders || won - scene->taken < piece_worth(PAWN))))
        return;
    struct claim *claim = scene_add(scene, CLAIM_HANGS, i, i + 1);
    if (!claim)
        return;
    if (!walk->mates && walk->gain >= won)
        scene_cut(scene, claim, won_by(walk, won));
    else if (!walk->mates && walk->quiet[1] && walk->material[1] >= won &&
             scene_can_keep(scene, won))
        scene_cut(scene, claim, 1);
    claim_add_target(claim, to);
    claim->attackers = attackers_of(before, to, walk->side);
    claim->defenders = defenders;
}

/* Whether the i-th move captures a guard of the piece on `square`, and this piece is then captured
 * without having moved. False if a less valuable piece attacks it, because then a guard would not
 * have saved it. */
static bool loses_guard(const struct walk *walk, int i, Square square)
{
    const struct position *before = &walk->at[i], *after = &walk->at[i + 1];
    int taken = walk_takes(walk, i, square, NO_SQUARE);
    Bitboard attackers = attackers_of(after, square, walk->side);
    if (taken == 0 || taken > i + GUARD_PLIES || !chess_is_capture(before, walk->moves[i]) ||
        !(attackers_of(before, square, !walk->side) & bit(move_to(walk->moves[i]))))
        return false;
    while (attackers) {
        if (piece_worth(type_at(after, pop(&attackers))) < piece_worth(type_at(after, square)))
            return false;
    }
    return true;
}

void find_trapped(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *after = &walk->at[i + 1];
    for (int type = QUEEN; type >= KNIGHT; type--) {
        Bitboard set = after->by_type[type] & after->by_color[!walk->side];
        while (set) {
            Square square = pop(&set);
            int taken = walk_catches(walk, i, square);
            if (taken == 0 || !is_trapped(after, square))
                continue;
            /* An even trade does not win the piece, and a pinned piece is not called trapped. */
            if (exchange(&walk->at[taken], move_to(walk->moves[taken]), walk->side) <
                    piece_worth(PAWN) ||
                (pinned(after, !walk->side) & bit(square)))
                continue;
            /* The move does not trap the piece if only a check keeps the piece from moving, or if
             * the piece could already be captured before. If the move captures something worth more
             * than the piece, or its guard, this capture matters more. */
            if (after->checkers || exchange(&walk->at[i], square, walk->side) > 0 ||
                walk_grabs(walk, i) > piece_worth(type) || loses_guard(walk, i, square))
                continue;
            struct claim *claim = scene_add(scene, CLAIM_TRAPPED, i, taken + 1);
            if (claim) {
                claim_add_target(claim, square);
                claim->attackers = attackers_of(after, square, walk->side);
                claim->defenders = attackers_of(after, square, !walk->side);
            }
            return;
        }
    }
}

/* Whether the piece on `square` has stood there since the start of the line. */
static bool stood_there(const struct walk *walk, int i, Square square)
{
    return walk->at[0].board[square] == walk->at[i].board[square];
}

/* Looks for a removed guard: the piece captured by the i-th move defended a piece that is captured
 * later. Both must be on the board from the start, so that a player can see them. If the capture of
 * the guard wins more than the guarded piece is worth (or as much, if the guard is a pawn), claims
 * only that the line wins the guard. */
void find_removed_guard(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *before = &walk->at[i];
    Square guard = move_to(walk->moves[i]);
    if (captured_by(before, walk->moves[i]) == NO_PIECE_TYPE ||
        move_kind(walk->moves[i]) == MOVE_EN_PASSANT || !stood_there(walk, i, guard))
        return;
    Bitboard protected = chess_attacks(before, guard) & before->by_color[!walk->side];
    while (protected) {
        Square square = pop(&protected);
        int taken = walk_takes(walk, i, square, NO_SQUARE);
        if (!taken || taken > i + GUARD_PLIES || type_at(before, square) == KING ||
            !stood_there(walk, i, square) ||
            exchange(before, square, walk->side) >= exchange(&walk->at[taken], square, walk->side))
            continue;
        int grabbed = walk_grabs(walk, i), guarded = piece_worth(type_at(before, square));
        bool guard_is_prey =
            grabbed > guarded || (grabbed == guarded && type_at(before, guard) == PAWN);
        if (guard_is_prey && walk->mates)
            return;
        struct claim *claim =
            scene_add(scene, guard_is_prey ? CLAIM_WINS : CLAIM_REMOVES_GUARD, i, taken + 1);
        if (claim && !guard_is_prey)
            claim_add_target(claim, square);
        if (claim)
            claim_add_target(claim, guard);
        return;
    }
}

/* Whether the i-th move takes something worth more than the piece that moves. Then the moving piece
 * is no bait, even if it is retaken. */
static bool is_no_bait(const struct walk *walk, int i)
{
    int moved = type_at(&walk->at[i], move_from(walk->moves[i]));
    return piece_worth(captured_by(&walk->at[i], walk->moves[i])) > piece_worth(moved) &&
           moved != KING;
}

/* Looks for a deflection: after the i-th move a defender leaves a piece, which the next move
 * captures. */
void find_deflection(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    if (i + 2 >= walk_limit(walk))
        return;
    const struct position *before = &walk->at[i + 1], *after = &walk->at[i + 2];
    Move lure = walk->moves[i], answer = walk->moves[i + 1], blow = walk->moves[i + 2];
    Square defender = move_from(answer), target = move_to(blow);
    bool takes = chess_is_capture(after, blow) && move_kind(blow) != MOVE_EN_PASSANT;
    bool mates = walk->mates && i + 3 == walk->length;
    if ((!takes && !mates && move_kind(blow) != MOVE_PROMOTION) || target == move_to(answer) ||
        move_kind(answer) == MOVE_CASTLING || !attacks(before, defender, target) ||
        attacks(after, move_to(answer), target) || target == move_to(lure))
        return;
    if (takes && !is_piece_of(&walk->at[i], target, !walk->side))
        return;
    bool bait = move_to(answer) == move_to(lure);
    bool fork = move_from(blow) == move_to(lure); /* the piece that strikes also gave check */
    if (bait ? is_no_bait(walk, i) : !before->checkers || fork)
        return;
    bool overloaded = bait && chess_is_capture(&walk->at[i], lure);
    struct claim *claim = scene_add(scene, overloaded ? CLAIM_OVERLOADED : CLAIM_DEFLECTION, i, i + 3);
    if (claim) {
        claim_add_target(claim, defender);
        claim_add_target(claim, target);
    }
}

/* Looks for an attraction: a king, queen or rook captures what the i-th move offers and is attacked
 * on that square. */
void find_attraction(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    if (i + 2 >= walk_limit(walk) || is_no_bait(walk, i))
        return;
    Square square = move_to(walk->moves[i]);
    Move answer = walk->moves[i + 1], blow = walk->moves[i + 2];
    const struct position *after = &walk->at[i + 3];
    int type = type_at(&walk->at[i + 2], square);
    if (move_to(answer) != square || move_kind(answer) == MOVE_CASTLING ||
        (type != KING && type != QUEEN && type != ROOK) || move_to(blow) == square ||
        !attacks(after, move_to(blow), square))
        return;
    if (type != KING && !walk_takes(walk, i + 2, square, NO_SQUARE))
        return;
    struct claim *claim = scene_add(scene, CLAIM_ATTRACTION, i, i + 3);
    if (claim)
        claim_add_target(claim, square);
}

/* Looks for an intermediate move: a capture is possible, but the side first plays a stronger move
 * and makes the capture afterwards. */
void find_intermediate(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    if (i + 2 >= walk_limit(walk))
        return;
    Move last = i > 0 ? walk->moves[i - 1] : scene->last, blow = walk->moves[i + 2];
    const struct position *before = &walk->at[i];
    if (i > 0 && !chess_is_capture(&walk->at[i - 1], last))
        return;
    if (last == NO_MOVE || move_to(blow) != move_to(last) || move_to(walk->moves[i]) == move_to(last))
        return;
    Square square = move_to(last);
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(before, moves);
    bool possible = false;
    for (int j = 0; j < count; j++)
        possible = possible || move_to(moves[j]) == square;
    if (!possible || before->board[square] != walk->at[i + 2].board[square] ||
        move_to(walk->moves[i + 1]) == square)
        return;
    struct claim *claim = scene_add(scene, CLAIM_INTERMEDIATE, i, i + 3);
    if (claim)
        claim_add_target(claim, square);
}
