/* What must last, in SQLite (WAL): games with every move's clock and the engine's decisions. */
#ifndef FALLIBLE_TRAINER_STORE_H
#define FALLIBLE_TRAINER_STORE_H

#include "engine/engine.h"
#include "src/game/clock.h"
#include "src/game/game.h"

struct store;
struct store *store_open(const char *path, struct error *error); /* NULL fills error */
void store_close(struct store *store);

struct stored_game {
    int64_t id;
    int64_t began;          /* seconds since 1970 */
    struct position start;
    int you;
    struct handicap handicap;
    struct clock clock;     /* paused, as after the last move */
    int move_count;
    Move moves[1024];
    int64_t clocks[1024];   /* mover's remaining milliseconds, -1: untimed */
};

/* All return false and fill error when the database refuses. */
MUST_USE bool store_begin(struct store *store, struct stored_game *game, struct error *error);
MUST_USE bool store_move(struct store *store, int64_t game, int ply, Move move, int64_t clock,
                         const struct decision *decision, struct error *error);
MUST_USE bool store_truncate(struct store *store, int64_t game, int plies, struct error *error);
MUST_USE bool store_finish(struct store *store, int64_t game, enum result result,
                           const char *ending, struct error *error);
/* The newest unfinished game; false when none (error->message empty) or on trouble. */
MUST_USE bool store_unfinished(struct store *store, struct stored_game *game,
                               struct error *error);

#endif
