/* Counterfactuals: a game's decisions made again from their seeds with one thing changed, and where
 * that leaves the path the game took. An engine of its own makes one after the other; it is polled
 * or waited for. */
#pragma once

#include "src/review/ledger.h"

/* What is changed: word, argument, what it means. */
#define TOGGLES(X)                                        \
    X(WITHOUT, "without", "GROUP", "it knows nothing of a positional group") \
    X(WITH, "with", "GROUP", "it knows all of it")        \
    X(ELO, "elo", "N", "it is of another rating")         \
    X(METHOD, "method", "NAME", "it errs in another way") \
    X(SEED, "seed", "N", "its dice fall otherwise")
enum toggle_kind {
#define X(id, word, argument, words) TOGGLE_##id,
    TOGGLES(X)
#undef X
    TOGGLE_COUNT,
    TOGGLE_NOTHING = TOGGLE_COUNT /* nothing is changed */
};
const char *toggle_word(enum toggle_kind kind); /* "without" */

struct toggle {
    enum toggle_kind kind;
    int group, elo;
    enum method method;
    uint64_t seed;
};
/* The argument of that word. False fills error. */
MUST_USE bool toggle_read(enum toggle_kind kind, const char *argument, struct toggle *toggle,
                          struct error *error);
/* "without mobility", "at 1200", "by noise", "with seed 5". */
void toggle_words(const struct toggle *toggle, char *text, size_t size);

/* A decision that came out otherwise. */
struct departure {
    int ply; /* of the move, from 1 */
    Move instead;
};
enum { DEPARTURES_MAX = 128 };
struct whatif_path {
    struct toggle toggle;
    int decisions;  /* there are to make again */
    int done;       /* so far */
    int unknown;    /* kept by a version that did not keep enough, or a network is missing */
    int same;       /* came out as in the game */
    int count;      /* departures; the first is where the game leaves the path */
    struct departure departures[DEPARTURES_MAX];
};

struct whatif;
/* wake as for engine_create. strength outlives it; NULL where no rating or method is changed. NULL
 * when out of memory. */
struct whatif *whatif_create(void (*wake)(void *context), void *context,
                             const struct strength *strength);
void whatif_destroy(struct whatif *whatif);
/* The decisions the ledger has for these moves are copied. False when out of memory. */
MUST_USE bool whatif_begin(struct whatif *whatif, const struct position *start, const Move moves[],
                           int count, const struct ledger *ledger, const struct toggle *toggle);
/* True when another decision was made since. */
bool whatif_poll(struct whatif *whatif);
/* Until the decision being made is made. */
void whatif_wait(struct whatif *whatif);
const struct whatif_path *whatif_path(const struct whatif *whatif);

/* "without mobility it leaves the path at 14... Qc7 (Be7); 6 of 30 decisions differ". */
void whatif_words(const struct whatif_path *path, const struct game_node *live, char *text,
                  size_t size);
/* "14... Be7": what comes instead of a departure's move. */
void whatif_instead(const struct game_node *live, const struct departure *departure, char *text,
                    size_t size);
