/* Repeats the opponent's decisions in a game with the same random numbers and one thing changed,
 * and finds where the opponent would have played differently. A separate engine makes one decision
 * after the other. The caller polls it or waits for it. */
#pragma once

#include "src/game/scale.h"
#include "src/review/ledger.h"

/* What can be changed before the decisions are repeated. Columns: identifier, word, argument,
 * meaning. */
#define TOGGLES(X)                                                                                 \
    X(WITHOUT, "without", "GROUP", "the opponent knows nothing about this, for example mobility")  \
    X(WITH, "with", "GROUP", "the opponent knows everything about this")                           \
    X(ELO, "elo", "N", "the opponent has another rating")                                          \
    X(METHOD, "method", "NAME", "the opponent errs in another way")                                \
    X(SEED, "seed", "N", "the opponent's random choices differ")
enum toggle_kind {
#define X(id, word, argument, words) TOGGLE_##id,
    TOGGLES(X)
#undef X
        TOGGLE_COUNT,
    TOGGLE_NOTHING = TOGGLE_COUNT /* no change */
};
const char *toggle_word(enum toggle_kind kind); /* "without" */

struct toggle {
    enum toggle_kind kind;
    int group;
    int elo;        /* a rating on the engine scale */
    char level[40]; /* `elo` as text on the scale that is shown: "1400 Lichess rapid" */
    enum method method;
    uint64_t seed;
};
/* Parses the argument of the change. A rating is on the scale that is shown or, if `scale` is NULL,
 * on the engine scale. Returns false and sets *error if the argument is invalid. */
MUST_USE bool toggle_read(enum toggle_kind kind, const char *argument, const struct scale *scale,
                          struct toggle *toggle, struct error *error);
/* Writes "without mobility", "at 1200 Lichess rapid", "by noise" or "with seed 5". */
void toggle_words(const struct toggle *toggle, char *text, size_t size);

/* A repeated decision that led to a different move from the one in the game. */
struct departure {
    int ply; /* ply of the move, from 1 */
    Move instead;
};
enum { DEPARTURES_MAX = 128 };
struct whatif_path {
    struct toggle toggle;
    int decisions; /* number of decisions to repeat */
    int done;      /* how many of these decisions have been repeated */
    int unknown;   /* how many of these decisions could not be repeated: an older version stored too
                    * little, or a network is missing */
    int same;      /* number of repeated decisions that led to the same move as in the game */
    int count;     /* number of departures; after the first, the game would have gone another way */
    struct departure departures[DEPARTURES_MAX];
};

struct whatif;
/* `wake` works as in engine_create. `strength` must outlive the whatif; it may be NULL if the
 * change is neither a rating nor a method. Returns NULL if out of memory. */
struct whatif *whatif_create(void (*wake)(void *context), void *context,
                             const struct strength *strength);
void whatif_destroy(struct whatif *whatif);
/* Starts to repeat the decisions in the ledger for the game that consists of these moves. Copies
 * what it needs. Returns false if out of memory. */
MUST_USE bool whatif_begin(struct whatif *whatif, const struct position *start, const Move moves[],
                           int count, const struct ledger *ledger, const struct toggle *toggle);
/* If a decision was finished since the last call, stores it, starts the next one and returns
 * true. */
bool whatif_poll(struct whatif *whatif);
/* Waits until the decision being repeated is finished. */
void whatif_wait(struct whatif *whatif);
const struct whatif_path *whatif_path(const struct whatif *whatif);

/* Writes "without mobility the opponent first differs with Be7 instead of 14... Qc7; 6 of 30 moves
 * differ", or what is known so far. */
void whatif_words(const struct whatif_path *path, const struct game_node *live, char *text,
                  size_t size);
/* Writes the move that a departure would have played: "14... Be7". */
void whatif_instead(const struct game_node *live, const struct departure *departure, char *text,
                    size_t size);
