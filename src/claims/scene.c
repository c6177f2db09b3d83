/* Functions that the finders share: they add a claim with its part of the line, and follow pieces
 * along the line. */
#include <string.h>

#include "src/claims/tactics.h"

int walk_limit(const struct walk *walk)
{
    return walk->mates ? walk->length : walk->reach;
}

int walk_grabs(const struct walk *walk, int i)
{
    Move move = walk->moves[i];
    return chess_is_capture(&walk->at[i], move)
               ? exchange(&walk->at[i], move_to(move), walk->side)
               : 0;
}

/* The ply at which a claim's line ends: where material is settled, but not before `plies`. */
static int end_after(const struct walk *walk, int plies)
{
    int end = plies > walk->end ? plies : walk->end;
    if (walk->mates)
        return walk->length;
    while (end < walk->reach && !walk->quiet[end])
        end++;
    return end < walk->length ? end : walk->length;
}

void scene_cut(const struct scene *scene, struct claim *claim, int plies)
{
    const struct walk *walk = scene->walk;
    claim->length = plies;
    memcpy(claim->line, walk->moves, (size_t)plies * sizeof *claim->line);
    claim->material = walk->material[plies];
    walk_count(walk, plies, claim->won, &claim->promotions);
}

bool scene_can_keep(const struct scene *scene, int won)
{
    const struct walk *walk = scene->walk;
    int end = material_of(&walk->at[walk->end], walk->side);
    return scene->score >= score_common(end + (won - walk->gain) / 2);
}

struct claim *scene_add(struct scene *scene, enum claim_kind kind, int i, int plies)
{
    const struct walk *walk = scene->walk;
    for (int j = 0; j < scene->count; j++) {
        if (scene->list[j].kind == kind && scene->list[j].role == CLAIM_ROLE_DOES)
            return NULL;
    }
    if (scene->count == scene->capacity)
        return NULL;
    struct claim *claim = &scene->list[scene->count++];
    *claim = (struct claim){.kind = (uint8_t)kind, .side = (uint8_t)walk->side, .at = (uint8_t)i,
                            .by = NO_SQUARE, .score = scene->score, .confirmed = SCORE_NONE};
    if (walk->length > i) {
        Move move = walk->moves[i];
        claim->by = (uint8_t)move_to(move);
        if (move_kind(move) == MOVE_CASTLING)
            claim->by = (uint8_t)king_of(&walk->at[i + 1], walk->side);
    }
    scene_cut(scene, claim, end_after(walk, plies > i ? plies : i + 1));
    int mate;
    if (walk->mates && score_is_mate(scene->score, &mate) && mate > 0)
        claim->mate = (walk->length + 1) / 2;
    return claim;
}

void claim_add_target(struct claim *claim, Square square)
{
    if (claim->target_count < CLAIM_TARGETS_MAX)
        claim->targets[claim->target_count++] = (uint8_t)square;
}

int walk_takes(const struct walk *walk, int i, Square square, Square by)
{
    int piece = walk->at[i + 1].board[square];
    for (int j = i + 1; j < walk_limit(walk); j++) {
        const struct position *position = &walk->at[j];
        Move move = walk->moves[j];
        if (position->board[square] != piece)
            return 0;
        if (position->side == walk->side && move_to(move) == square &&
            move_kind(move) != MOVE_CASTLING)
            return by == NO_SQUARE || move_from(move) == by ? j : 0;
        if (by != NO_SQUARE && (move_from(move) == by || move_to(move) == by))
            return 0;
    }
    return 0;
}

int walk_catches(const struct walk *walk, int i, Square square)
{
    for (int j = i + 1; j < walk_limit(walk); j++) {
        Move move = walk->moves[j];
        if (walk->at[j].side != walk->side && move_from(move) == square)
            square = move_to(move);
        else if (walk->at[j].side == walk->side && move_to(move) == square)
            return j;
    }
    return 0;
}
