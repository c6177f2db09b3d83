/* Included by every unit test: cmocka with the headers it needs, and common helpers. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/chess.h"

/* cmocka passes a state to every test, which most ignore. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Sanitizers make the tests about ten times slower. With them, a test that does the same with many
 * positions, levels or seeds takes every SPARING-th of them. */
#ifdef SANITIZED
enum { SPARING = 12 };
#else
enum { SPARING = 1 };
#endif
/* Like SPARING, for tests that are slow even without sanitizers: without them, every third case is
 * tried, or all cases if THOROUGH is set in the environment. */
static inline size_t every_few(void)
{
    return SPARING > 1 ? SPARING : getenv("THOROUGH") ? 1 : 3;
}
/* For tests that would take minutes with sanitizers even so: they return at once, because other
 * tests run the same code. */
enum { LONG_WITH_SANITIZERS = SPARING > 1 };

/* Setup for a group of tests that need the rules. */
static inline int start_chess(void **state)
{
    chess_init();
    return 0;
}

static inline struct position from_fen(const char *fen)
{
    struct position position;
    struct error error;
    if (!chess_from_fen(&position, fen, &error))
        fail_msg("%s: column %d: %s", fen, error.column, error.message);
    return position;
}

/* xorshift64 (Marsaglia 2003), with the same numbers in every run. */
static inline uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252ULL;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
