/* The ending that a line leads to: a pawn ending, or one bishop each. */
#include "src/claims/quiet.h"

enum { WON = 250, LEVEL = 30, ENDING_PLIES = 8 };

static bool pawns_only(const struct position *position)
{
    return !(position->by_type[KNIGHT] | position->by_type[BISHOP] | position->by_type[ROOK] |
             position->by_type[QUEEN]) &&
           position->by_type[PAWN];
}

enum bishops { OTHERS, SAME, OPPOSITE };

/* Finds out whether each side has one bishop and otherwise only pawns, and whether the bishops'
 * squares have the same colour. */
static enum bishops bishops_of(const struct position *position)
{
    const Bitboard light = 0x55AA55AA55AA55AAULL;
    Bitboard bishops = position->by_type[BISHOP];
    if ((position->by_type[KNIGHT] | position->by_type[ROOK] | position->by_type[QUEEN]) ||
        __builtin_popcountll(bishops) != 2 ||
        __builtin_popcountll(bishops & position->by_color[WHITE]) != 1)
        return OTHERS;
    return __builtin_popcountll(bishops & light) == 1 ? OPPOSITE : SAME;
}

/* Whether an ending with one bishop each is good for the side. If the bishops are of opposite
 * colours, it saves the side with fewer pawns; if they are of the same colour, it helps the side
 * with more pawns. */
static bool bishops_help(const struct scene *scene, const struct position *end)
{
    int material = material_of(end, scene->walk->side);
    if (bishops_of(&scene->walk->at[0]) != OTHERS)
        return false;
    return bishops_of(end) == OPPOSITE ? material < 0 && scene->score >= -2 * LEVEL
                                       : bishops_of(end) == SAME && material >= piece_worth(PAWN) &&
                                             scene->score >= piece_worth(PAWN);
}

static void add(struct scene *scene, enum claim_kind kind, int end)
{
    struct claim *claim = scene_add(scene, kind, 0, 1);
    if (claim)
        scene_cut(scene, claim, end);
}

void endings_find(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    for (int i = 1; i <= walk->length && i <= ENDING_PLIES; i++) {
        if (!walk->quiet[i])
            continue;
        if (pawns_only(&walk->at[i]) && !pawns_only(&walk->at[0]) &&
            (scene->score >= WON || (scene->score >= -LEVEL && scene->score <= LEVEL &&
                                     material_of(&walk->at[i], walk->side) < 0))) {
            add(scene, CLAIM_PAWN_ENDING, i);
            return;
        }
        if (bishops_help(scene, &walk->at[i])) {
            add(scene, CLAIM_BISHOPS, i);
            return;
        }
    }
}
