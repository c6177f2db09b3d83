/* The ending that a line leads to: a pawn ending, or bishops on squares of opposite colours. */
#include "src/claims/quiet.h"

enum { WON = 250, LEVEL = 30, ENDING_PLIES = 8 };

static bool pawns_only(const struct position *position)
{
    return !(position->by_type[KNIGHT] | position->by_type[BISHOP] | position->by_type[ROOK] |
             position->by_type[QUEEN]) &&
           position->by_type[PAWN];
}

/* One bishop each, on squares of different colours, and no other pieces. */
static bool opposite_bishops(const struct position *position)
{
    const Bitboard light = 0x55AA55AA55AA55AAULL;
    Bitboard bishops = position->by_type[BISHOP];
    return !(position->by_type[KNIGHT] | position->by_type[ROOK] | position->by_type[QUEEN]) &&
           __builtin_popcountll(bishops) == 2 &&
           __builtin_popcountll(bishops & position->by_color[WHITE]) == 1 &&
           __builtin_popcountll(bishops & light) == 1;
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
        if (opposite_bishops(&walk->at[i]) && !opposite_bishops(&walk->at[0]) &&
            material_of(&walk->at[i], walk->side) < 0 && scene->score >= -2 * LEVEL) {
            add(scene, CLAIM_BISHOPS, i);
            return;
        }
    }
}
