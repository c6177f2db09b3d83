/* The tactical ideas of a line that wins material or mates. Each finder examines one move of the
 * winning side, the i-th of the line, and reports an idea only if the line carries it out. */
#pragma once

#include "src/claims/geometry.h"
#include "src/claims/walk.h"

enum { KEY_PLIES = 9 }; /* ideas are searched in the first moves of a line */

struct scene {
    const struct walk *walk;
    Score score; /* for walk->side */
    Move last;   /* the move before the line, if it captured; else NO_MOVE */
    struct claim *list;
    int count, capacity;
};

/* Adds a claim of this kind whose key move is the i-th of the line, and returns it. Returns NULL
 * if the list is full or already has the idea. by is set to the target of the key move. The
 * claim's line ends at the first quiet ply at which material is settled and `plies` plies are
 * played. */
struct claim *scene_add(struct scene *scene, enum claim_kind kind, int i, int plies);
/* Ends the claim's line after `plies` plies. */
void scene_cut(const struct scene *scene, struct claim *claim, int plies);
void claim_add_target(struct claim *claim, Square square);
/* Whether side captures on square after the i-th move and before the line's end the piece that is
 * there after the i-th move and has not moved. If by is not NO_SQUARE, the piece on by must
 * capture. Returns the ply of the capture, or 0. */
int walk_takes(const struct walk *walk, int i, Square square, Square by);
/* Whether side captures, before the line's end, the piece that is on square after the i-th move,
 * wherever it has moved since. Returns the ply, or 0. */
int walk_catches(const struct walk *walk, int i, Square square);
/* The ply by which ideas of the line must be carried out. */
int walk_limit(const struct walk *walk);

/* tactics_double.c: forks, discovered attacks and double checks. */
void find_fork(struct scene *scene, int i);
void find_discovered(struct scene *scene, int i);
void find_double_check(struct scene *scene, int i);
/* tactics_line.c: pins and skewers. */
void find_pin(struct scene *scene, int i);
void find_skewer(struct scene *scene, int i);
/* tactics_defence.c: defenders that fail. */
void find_hanging(struct scene *scene, int i);
void find_trapped(struct scene *scene, int i);
void find_removed_guard(struct scene *scene, int i);
void find_deflection(struct scene *scene, int i); /* and overloaded defenders */
void find_attraction(struct scene *scene, int i);
void find_intermediate(struct scene *scene, int i);
/* tactics_end.c: mates, promotions, saving draws. */
void find_mate(struct scene *scene);
void find_promotion(struct scene *scene, int i);
void find_saving_draw(struct scene *scene);

/* Runs all finders, and adds a claim if material is won. */
void tactics_find(struct scene *scene);
