/* How long method human thinks about a move in a game with a clock. */
#pragma once

#include <stdint.h>

enum thinking_kind {
    THOUGHT_KNOWN,     /* a move of a named opening or the only legal one */
    THOUGHT_RECAPTURE,
    THOUGHT_OPENING,   /* another move in the first eight plies */
    THOUGHT_EARLY,     /* in the eight plies after these */
    THOUGHT_CHECK,     /* an answer to a check */
    THOUGHT_ORDINARY,
    THOUGHT_HARD,      /* the last move changed its score by much, or it overlooks something */
    THOUGHT_COUNT
};

/* The time for a move in milliseconds. `left` is what remains on the clock, `increment` what each
 * move adds, both in milliseconds; `random` makes the times of moves of the same kind differ. */
int64_t thinking_time(enum thinking_kind kind, int64_t left, int64_t increment, uint64_t random);
/* The mean time of a move in a game of 40 moves with this clock, all in milliseconds. */
int64_t thinking_time_mean(int64_t base, int64_t increment);
