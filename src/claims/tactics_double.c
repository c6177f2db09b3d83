/* One move, two attacks: forks, discovered attacks, double checks. */
#include "src/claims/tactics.h"

/* Whether the piece on `square` is worth attacking by a piece of type `attacker`: a king, a more
 * valuable piece, or one whose capture wins something. */
static bool is_target(const struct position *position, Square square, int attacker)
{
    int type = type_at(position, square);
    if (type == KING || (type > PAWN && piece_worth(type) > piece_worth(attacker)))
        return true;
    return type != NO_PIECE_TYPE && attacker != KING &&
           exchange(position, square, !piece_color(position->board[square])) > 0;
}

static void add_by_value(const struct position *position, Bitboard set, struct claim *claim)
{
    for (int type = KING; type >= PAWN; type--) {
        Bitboard of_type = set & position->by_type[type];
        while (of_type)
            claim_add_target(claim, pop(&of_type));
    }
}

/* If the forked piece on `square` answers the i-th move by capturing the forking piece on `at`,
 * returns the ply at which it is recaptured. Otherwise returns 0. */
static int recaptured(const struct walk *walk, int i, Square square, Square at)
{
    bool captures = i + 2 < walk_limit(walk) && move_from(walk->moves[i + 1]) == square &&
                    move_to(walk->moves[i + 1]) == at && move_to(walk->moves[i + 2]) == at;
    return captures ? i + 2 : 0;
}

void find_fork(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *after = &walk->at[i + 1];
    Move move = walk->moves[i];
    int captured = piece_worth(captured_by(&walk->at[i], move));
    if (move_kind(move) == MOVE_CASTLING)
        return;
    bool mainly = 2 * captured > walk->gain - walk->material[i] ||
                  walk_grabs(walk, i) >= piece_worth(ROOK);
    if (captured >= piece_worth(KNIGHT) && mainly && !after->checkers)
        return; /* the move wins mainly by its capture, not by what the piece attacks then */
    Square at = move_to(move);
    int type = type_at(after, at), pieces = 0;
    Bitboard set = 0, attacked = chess_attacks(after, at) & after->by_color[!walk->side];
    int taken = 0;
    const bool lost = i + 1 < walk_limit(walk) && move_to(walk->moves[i + 1]) == at;
    while (attacked) {
        Square square = pop(&attacked);
        if (!is_target(after, square, type))
            continue;
        set |= bit(square);
        pieces += type_at(after, square) != PAWN;
        int ply = walk_takes(walk, i, square, at);
        if (ply == 0 && type_at(after, square) != PAWN && !lost)
            ply = walk_takes(walk, i, square, NO_SQUARE);
        if (ply == 0 && piece_worth(type_at(after, square)) > piece_worth(type))
            ply = recaptured(walk, i, square, at);
        taken = ply > 0 && (taken == 0 || ply < taken) ? ply : taken;
    }
    bool fresh = (set & ~chess_attacks(&walk->at[i], move_from(move))) != 0;
    if (pieces < 1 || __builtin_popcountll(set) < 2 || taken == 0 || !fresh)
        return;
    struct claim *claim = scene_add(scene, CLAIM_FORK, i, taken + 1);
    if (claim)
        add_by_value(after, set, claim);
}

/* The squares that the move empties: the one it leaves, and that of a pawn captured en passant. */
static Bitboard emptied(Move move)
{
    Bitboard set = bit(move_from(move));
    if (move_kind(move) == MOVE_EN_PASSANT)
        set |= bit(square_rank(move_from(move)) * 8 + square_file(move_to(move)));
    return set;
}

/* Sliders of walk->side that did not move but now reach `square` through a square that the i-th
 * move emptied. */
static Bitboard unmasked(const struct walk *walk, int i, Square square)
{
    const struct position *before = &walk->at[i], *after = &walk->at[i + 1];
    Bitboard fresh = attackers_of(after, square, walk->side) & before->by_color[walk->side] &
                     ~attackers_of(before, square, walk->side);
    Bitboard through = 0;
    while (fresh) {
        Square from = pop(&fresh);
        if (chess_between(from, square) & emptied(walk->moves[i]))
            through |= bit(from);
    }
    return through;
}

/* Looks for a check by the rook that castles. */
static void find_castling_check(struct scene *scene, int i)
{
    const struct position *after = &scene->walk->at[i + 1];
    Bitboard checkers = after->checkers;
    struct claim *claim = checkers ? scene_add(scene, CLAIM_DISCOVERED, i, i + 1) : NULL;
    if (claim) {
        claim_add_target(claim, king_of(after, !scene->walk->side));
        claim->by = (uint8_t)pop(&checkers);
    }
}

/* Whether the line wins a piece other than a pawn, whatever it costs. */
static bool wins_a_piece(const struct walk *walk)
{
    int won[PIECE_TYPE_COUNT], promotions;
    walk_count(walk, walk->end, won, &promotions);
    for (int type = KNIGHT; type < KING; type++) {
        if (won[type] > 0)
            return true;
    }
    return false;
}

void find_discovered(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *after = &walk->at[i + 1];
    if (move_kind(walk->moves[i]) == MOVE_CASTLING) {
        find_castling_check(scene, i);
        return;
    }
    Bitboard enemies = after->by_color[!walk->side];
    for (int type = KING; type >= PAWN; type--) {
        Bitboard set = enemies & after->by_type[type];
        while (set) {
            Square square = pop(&set);
            Bitboard through = unmasked(walk, i, square);
            if (!through)
                continue;
            Square from = pop(&through);
            int taken = walk_takes(walk, i, square, from);
            if (type != KING && (!is_target(after, square, type_at(after, from)) || taken == 0))
                continue;
            if (type == PAWN && wins_a_piece(walk))
                continue; /* the line wins a piece other than a pawn, so the attack on the pawn is
                           * not its point */
            if (type != KING && walk_grabs(walk, i) > piece_worth(type))
                continue; /* what the move takes is worth more */
            struct claim *claim = scene_add(scene, CLAIM_DISCOVERED, i, taken + 1);
            if (!claim)
                return;
            claim_add_target(claim, square);
            claim->by = (uint8_t)from;
            return;
        }
    }
}

void find_double_check(struct scene *scene, int i)
{
    const struct position *after = &scene->walk->at[i + 1];
    if (__builtin_popcountll(after->checkers) < 2)
        return;
    struct claim *claim = scene_add(scene, CLAIM_DOUBLE_CHECK, i, i + 1);
    if (claim) {
        claim->attackers = after->checkers;
        claim_add_target(claim, king_of(after, !scene->walk->side));
    }
}
