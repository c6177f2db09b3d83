/* Two enemy pieces on a line: pins and skewers. */
#include "src/claims/tactics.h"

/* Whether the capture at ply `taken` wins something, rather than being an even trade. `taken` is 0
 * if there is no capture. */
static bool pays(const struct walk *walk, int taken, Square square)
{
    return taken > 0 && taken <= CLAIM_LINE_MAX &&
           exchange(&walk->at[taken], square, walk->side) > 0;
}

/* Looks for a piece pinned to its king. Either the line captures this piece, or the piece attacks
 * the square to which the i-th move goes, but cannot capture there because of the pin. */
void find_pin(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *after = &walk->at[i + 1];
    Square to = move_to(walk->moves[i]);
    Bitboard set = pinned(after, !walk->side);
    while (set) {
        Square square = pop(&set);
        Square pinner = pinner_of(after, square);
        if (pinner == to && (pinned(&walk->at[i], !walk->side) & bit(square)))
            continue; /* the piece was pinned before */
        Bitboard line = chess_between(pinner, king_of(after, !walk->side)) | bit(pinner);
        bool helpless = attacks(after, square, to) && !(line & bit(to));
        int taken = walk_takes(walk, i, square, NO_SQUARE);
        if (!helpless && (type_at(after, square) == PAWN || !pays(walk, taken, square)))
            continue;
        struct claim *claim = scene_add(scene, CLAIM_PIN, i, helpless ? i + 1 : taken + 1);
        if (!claim)
            return;
        claim->by = (uint8_t)pinner;
        claim_add_target(claim, square);
        claim_add_target(claim, king_of(after, !walk->side));
        return;
    }
}

/* Adds a pin by the piece on `from` of the piece on `front`, if the piece on `back` is worth more
 * than either and the line later captures the piece on `front`. */
static bool pins_to_piece(struct scene *scene, int i, Square from, Square front, Square back)
{
    const struct position *after = &scene->walk->at[i + 1];
    int behind_type = type_at(after, back);
    int taken = walk_takes(scene->walk, i, front, NO_SQUARE);
    if (behind_type == KING || type_at(after, front) == PAWN ||
        piece_worth(behind_type) <= piece_worth(type_at(after, front)) ||
        piece_worth(behind_type) <= piece_worth(type_at(after, from)) || taken == 0)
        return false;
    struct claim *claim = scene_add(scene, CLAIM_PIN, i, taken + 1);
    if (claim) {
        claim_add_target(claim, front);
        claim_add_target(claim, back);
    }
    return true;
}

/* Whether the line carries out a skewer: the piece in front moves away, and taking the one behind
 * it wins material. */
static bool is_skewer(const struct walk *walk, int i, Square from, Square front, Square back)
{
    const struct position *after = &walk->at[i + 1];
    int front_type = type_at(after, front), back_type = type_at(after, back);
    return i + 2 < walk_limit(walk) && piece_worth(front_type) >= piece_worth(back_type) &&
           front_type != PAWN && move_from(walk->moves[i + 1]) == front &&
           move_from(walk->moves[i + 2]) == from && move_to(walk->moves[i + 2]) == back &&
           pays(walk, i + 2, back) &&
           (front_type == KING || piece_worth(front_type) > piece_worth(type_at(after, from)) ||
            exchange(after, front, walk->side) > 0);
}

void find_skewer(struct scene *scene, int i)
{
    const struct walk *walk = scene->walk;
    const struct position *after = &walk->at[i + 1];
    Square from = move_to(walk->moves[i]);
    if (move_kind(walk->moves[i]) == MOVE_CASTLING)
        return;
    Bitboard set = chess_attacks(after, from) & after->by_color[!walk->side];
    while (set) {
        Square front = pop(&set), back = behind(after, from, front);
        if (back == NO_SQUARE || !is_piece_of(after, back, !walk->side))
            continue;
        if (behind(&walk->at[i], move_from(walk->moves[i]), front) == back)
            continue; /* the moved piece attacked along this line before */
        if (is_skewer(walk, i, from, front, back)) {
            struct claim *claim = scene_add(scene, CLAIM_SKEWER, i, i + 3);
            if (claim) {
                claim_add_target(claim, front);
                claim_add_target(claim, back);
            }
        } else {
            pins_to_piece(scene, i, from, front, back);
        }
    }
}
