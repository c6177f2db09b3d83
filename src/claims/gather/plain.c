/* What can be said of a good move that has no other merit: it exchanges something, drives the king,
 * puts pressure on a piece, guards one, or takes something. */
#include <string.h>

#include "src/claims/gather/gather.h"

enum { LARGE = 300 }; /* centipawns: a side that is worse by more is lost */

/* Adds a claim of this kind about the move played, whose effect the board shows at once. */
static void add_shown(struct claims *claims, int kind, const struct claim *found,
                      const struct part *part)
{
    struct claim shown = *found;
    shown.kind = (uint8_t)kind;
    shown.side = claims->position.side;
    shown.by = (uint8_t)move_to(claims->played);
    shown.length = 1;
    shown.line[0] = claims->played;
    shown.score = part->evidence->score;
    shown.confirmed = SCORE_NONE;
    shown.proved = true;
    place_claim(claims, part, &shown);
}

/* Adds what a move that captures nothing does to the pieces near it: a check that drives the king,
 * pressure on a defended piece, or a guard for an attacked one. */
static void add_effect(struct claims *claims, const struct part *part)
{
    struct position after = claims->position;
    struct claim found = {.target_count = 0};
    chess_play(&after, claims->played);
    if (drives_king(&after, &found))
        add_shown(claims, CLAIM_DRIVES, &found, part);
    else if (puts_pressure(&claims->position, claims->played, &found))
        add_shown(claims, CLAIM_PRESSURE, &found, part);
    else if (adds_guard(&claims->position, claims->played, &found))
        add_shown(claims, CLAIM_GUARDS, &found, part);
}

void claims_add_plain(struct claims *claims)
{
    struct claim list[CLAIMS_MAX];
    struct evidence line = played_line(claims);
    struct part part = whole_line(claims, CLAIM_ROLE_DOES, &line);
    int count = find_quiet(&part, list);
    for (int i = 0; i < count; i++) {
        if (list[i].kind == CLAIM_EXCHANGES) {
            list[i].proved = true;
            place_claim(claims, &part, &list[i]);
            return;
        }
    }
    if (captured_by(&claims->position, claims->played) == NO_PIECE_TYPE) {
        bool lost = claims->best.score < -LARGE && claims->best.moves[0] != claims->played;
        if (claims_is_praised(claims) && !lost)
            add_effect(claims, &part);
        return;
    }
    if (move_kind(claims->played) == MOVE_EN_PASSANT)
        return;
    struct walk walk;
    walk_line(&walk, &part.start, line.moves, line.length);
    struct claim takes = {.kind = CLAIM_TAKES,
                          .side = claims->position.side,
                          .target_count = 1,
                          .by = (uint8_t)move_to(claims->played),
                          .length = 1,
                          .targets = {(uint8_t)move_to(claims->played)},
                          .score = line.score,
                          .confirmed = SCORE_NONE,
                          .proved = true};
    while (takes.length < walk.length && !walk.quiet[takes.length])
        takes.length++;
    memcpy(takes.line, walk.moves, (size_t)takes.length * sizeof *takes.line);
    takes.material = walk.material[takes.length];
    place_claim(claims, &part, &takes);
}
