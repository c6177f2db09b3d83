/* A player in a separate thread, for callers that must not wait: they request a move and get the
 * answer later. Only async_player_wait blocks.
 *
 * A program that analyses (spec->lines > 0) is started at once, and its first answer, with id 0,
 * says whether it started. After that, each report of its search is an answer to the request. If it
 * could not be started or has ended, it is not started again: the answer to every request is
 * PLAYER_BROKE. */
#pragma once

#include "src/player/player.h"

struct async_player;

/* Takes ownership of `player`, which was created from `spec`; if `player` is NULL, the first
 * request creates it. The thread calls `wake`, which may be NULL, after each answer; `wake` must
 * not call functions of this module. Returns NULL if out of memory. */
struct async_player *async_player_create(const struct player_spec *spec, struct player *player,
                                         int hash_mb, int threads, void (*wake)(void *context),
                                         void *context);
/* Cancels the request and returns at once; the thread ends the player later and does not call
 * `wake` any more. Call player_end_all before the program ends, to wait for engine programs that
 * are still ending. `async_player` may be NULL. */
void async_player_destroy(struct async_player *async_player);

/* Writes the name that the engine program has reported or, before it has started, the name in the
 * specification. */
void async_player_name(struct async_player *async_player, char *name, size_t size);

/* Requests a move in the position after these moves, and drops an earlier request. If new_game is
 * set, the player may forget the previous game, and `seed` seeds its random choices. A program that
 * has ended is started again, whether new_game is set or not. Returns the id of the answer; 0 if
 * out of memory. */
uint32_t async_player_ask(struct async_player *async_player, const struct position *start,
                          const Move moves[], int count, const struct limits *limits, bool new_game,
                          uint64_t seed);
/* Drops the request; there will be no answer. */
void async_player_forget(struct async_player *async_player);

struct thought {
    uint32_t id;
    enum player_answer answer;
    struct report report; /* if `answer` is PLAYER_MOVED, `best` is a legal move */
    struct error error;   /* set if `answer` is PLAYER_ILLEGAL or PLAYER_BROKE */
};
/* Copies the latest answer to *thought and returns true. Returns false if there is no answer that
 * was not copied before. */
MUST_USE bool async_player_poll(struct async_player *async_player, struct thought *thought);
/* Blocks until there is an answer, and copies it. */
void async_player_wait(struct async_player *async_player, struct thought *thought);
