/* A player in a thread of its own, for callers that must not wait: asked for a move, it answers when
 * it has one. Nothing here blocks. */
#pragma once

#include "src/player/player.h"

struct thinker;

/* player, which was made from spec, is taken over; NULL: it is started with the first request. wake
 * may be NULL; it is called from the thread after each answer, and must not call back. NULL when
 * out of memory. */
struct thinker *thinker_create(const struct player_spec *spec, struct player *player, int hash_mb,
                               int threads, void (*wake)(void *context), void *context);
/* Cancels what the player is at and lets its thread end it. wake is not called any more. Before the
 * end of this program, player_end_all waits for such programs. NULL is fine. */
void thinker_destroy(struct thinker *thinker);

/* As the program calls itself, once it has run; before, as it was named. */
void thinker_name(struct thinker *thinker, char *name, size_t size);

/* Asks for a move after these; a request going on is given up. new_game: it may forget the last
 * one, and seed is for its dice; a program that is gone is started again in any case. Returns what
 * to know the answer by; 0 when out of memory. */
uint32_t thinker_ask(struct thinker *thinker, const struct position *start, const Move moves[],
                     int count, const struct limits *limits, bool new_game, uint64_t seed);
/* Gives the request up: there will be no answer. */
void thinker_forget(struct thinker *thinker);

struct thought {
    uint32_t id;
    enum player_answer answer;
    struct report report; /* best is legal where answer is PLAYER_MOVED */
    struct error error;   /* of the last two answers */
};
/* Copies the answer, once. */
MUST_USE bool thinker_poll(struct thinker *thinker, struct thought *thought);
