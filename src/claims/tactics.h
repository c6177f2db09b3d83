/* The tactical ideas of a line that wins material or mates. Each finder examines one move of the
 * winning side, the i-th of the line (from 0), and reports an idea only if the line carries it
 * out. */
#pragma once

#include "src/claims/geometry.h"
#include "src/claims/walk.h"

enum { KEY_PLIES = 9 }; /* the key move of an idea must be among the first KEY_PLIES plies of a
                           line */

/* What the finders examine, and the list to which they add claims. */
struct scene {
    const struct walk *walk;
    Score score; /* score of the line for walk->side */
    Move last;   /* the move before the line, if it captured; else NO_MOVE */
    int taken;   /* centipawns that a mistake captured just before the line. Taking back that much
                  * wins nothing */
    bool own_doing; /* material that the side's own moves do not force is not called won */
    struct claim *list;
    int count, capacity;
};

/* Adds a claim of this kind whose key move is the i-th of the line, and returns it. Returns NULL if
 * the list is full or already has a claim of this kind. claim->by is set to the square that the key
 * move goes to. The claim's line ends at the first quiet ply at which material is settled and at
 * least `plies` plies have been played. */
struct claim *scene_add(struct scene *scene, enum claim_kind kind, int i, int plies);
/* Ends the claim's line after `plies` plies. */
void scene_cut(const struct scene *scene, struct claim *claim, int plies);
/* Whether the score is so much better than the material at the end of the line that the side can
 * keep the `won` centipawns, although the line gives some of them back. */
bool scene_can_keep(const struct scene *scene, int won);
void claim_add_target(struct claim *claim, Square square);
/* The ply at which walk->side captures the piece that is on `square` after the i-th move, if that
 * piece has not moved by then; 0 if it is not captured. If `by` is not NO_SQUARE, only a capture by
 * the piece on that square counts. */
int walk_takes(const struct walk *walk, int i, Square square, Square by);
/* Like walk_takes, wherever the piece has moved since the i-th move and whichever piece captures
 * it. */
int walk_catches(const struct walk *walk, int i, Square square);
/* The ply by which a tactic in the line must have succeeded: the end of the line if it mates,
 * otherwise walk->reach. */
int walk_limit(const struct walk *walk);

/* What the i-th move wins by the captures on its square, in centipawns. */
int walk_grabs(const struct walk *walk, int i);

/* tactics_double.c: forks, discovered attacks and double checks. */
void find_fork(struct scene *scene, int i);
void find_discovered(struct scene *scene, int i);
void find_double_check(struct scene *scene, int i);
/* tactics_line.c: pins and skewers. */
void find_pin(struct scene *scene, int i);
void find_skewer(struct scene *scene, int i);
/* tactics_defence.c: hanging and trapped pieces, and defenders that fail. */
void find_hanging(struct scene *scene, int i);
void find_trapped(struct scene *scene, int i);
void find_removed_guard(struct scene *scene, int i);
void find_deflection(struct scene *scene, int i); /* also finds overloaded defenders */
void find_attraction(struct scene *scene, int i);
void find_intermediate(struct scene *scene, int i);
/* tactics_end.c: mates, promotions, saving draws. */
void find_mate(struct scene *scene);
void find_promotion(struct scene *scene, int i);
void find_saving_draw(struct scene *scene);

/* Runs all finders. If they find nothing but material is won, adds a claim that says so. */
void tactics_find(struct scene *scene);
