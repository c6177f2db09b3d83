/* The data that the choice model is fitted to: the choices people made in their games, with the
 * results of a search for every legal move. They are cached in a file, because the search takes a
 * long time. */
#pragma once

#include <stdio.h>

#include "engine/engine.h"
#include "engine/human/human.h"
#include "src/game/game.h"
#include "src/lab/human/rated.h"
#include "src/lab/tune/tune_record.h"
#include "src/util/keyed_hash.h"

enum { HUMAN_BOOK_PLIES = 10 /* plies skipped at the start of a game, as the Maia authors do */ };

struct human_option {
    uint16_t move;
    int16_t shallow[CANDIDATE_SHALLOW];
    int16_t score;
    uint16_t maia; /* the move's probability according to a Maia network, in units of 1/65535; 0 for
                      all moves if no network was used */
};
_Static_assert(sizeof(struct human_option) == 12, "options are stored without conversion");

enum human_choice_flag {
    HUMAN_HELD_OUT = 1,
    HUMAN_FIRST = 2,      /* no move was made yet: `before` is the position itself */
    HUMAN_UNSEARCHED = 4, /* the options have no scores, because no search was made */
    HUMAN_REPEATED = 8    /* the position occurred before in the game */
};
struct human_choice {
    struct record before;           /* the position before the opponent's last move */
    uint16_t recent[CONTEXT_MOVES]; /* the moves before the choice, newest first; unused elements:
                                       NO_MOVE */
    uint16_t played;                /* index of the option that was played */
    uint16_t count;                 /* number of legal moves */
    uint16_t rating;                /* rating of the player to move */
    uint16_t opponent;              /* rating of the opponent; 0: unknown */
    uint16_t seconds;               /* seconds left on the player's clock; 65535: unknown */
    uint16_t ply;                   /* half-moves played before the position */
    uint32_t game;                  /* number of the game in its file */
    uint8_t system, pace;           /* enum choice_system, enum choice_pace */
    uint8_t flags;                  /* set of enum human_choice_flag */
    uint8_t unused[5];
};
_Static_assert(sizeof(struct human_choice) == 72, "choices are stored without conversion");

/* Returns the player of a choice, as input of the model. */
struct choice_player human_choice_player(const struct human_choice *choice);

/* Choices in memory; the options of all choices are in one array. */
struct human_set {
    struct human_choice *choices; /* owned */
    size_t *first;                /* index of each choice's first option; owned */
    struct human_option *options; /* owned */
    size_t count, capacity, option_count, option_capacity;
};
void human_set_clear(struct human_set *set);
MUST_USE bool human_set_add(struct human_set *set, const struct human_choice *choice,
                            const struct human_option options[]);

/* Rebuilds the position of a choice, its context and its candidates. `context` points into
 * `position` and `previous`, which must outlive it. Returns false if the choice is damaged. */
MUST_USE bool human_choice_unpack(const struct human_choice *choice,
                                  const struct human_option options[], struct position *previous,
                                  struct position *position, struct context *context,
                                  struct candidate candidates[CHESS_MOVES_MAX]);

/* The features of an unpacked choice; those that need a search are 0 if the choice was not
 * searched. */
void human_choice_features(const struct human_choice *choice, const struct context *context,
                           const struct candidate candidates[],
                           float features[][CHOICE_FEATURES_MAX]);

/* The header of a cache file: what the file was made from, and what it holds. The file can only be
 * used on the kind of machine that wrote it, and with the same secret key (cache.h). */
struct human_cache_header {
    char magic[8];
    uint32_t order;       /* 0x01020304 in the byte order of the machine */
    uint32_t options;     /* size of an option in bytes */
    uint64_t fingerprint; /* hash of the games, the sampling and the engine that searched */
    uint64_t games;       /* number of games read so far */
    uint64_t bytes;       /* size in bytes of the entries of all games read so far */
    uint64_t sum;         /* keyed hash of all entries and of the rest of the header */
};
/* A cache file that entries are added to. */
struct human_cache {
    FILE *file; /* NULL: no cache */
    struct human_cache_header header;
    struct keyed_hash entries; /* hash of all entries so far */
    uint64_t bytes;            /* size of all entries so far */
};
/* Opens a cache file for adding entries, and adds the entries it already has to `set`. A missing
 * file is created. A file that is damaged, forged or made from something else is an error if
 * `cached` is true; otherwise it is overwritten. A file of another kind is always an error. Returns
 * false and sets *error on failure. */
MUST_USE bool human_cache_open(struct human_cache *cache, const char *path, uint64_t fingerprint,
                               bool cached, struct human_set *set, struct error *error);
/* Records in the header how many games the file covers. Call it after writing their entries:
 * entries of later games are dropped when the file is opened again. Returns false and sets errno on
 * failure. */
MUST_USE bool human_cache_note(struct human_cache *cache, uint64_t games);
/* Adds the choices of `from` to `set` and to the file, if there is one. Returns false and sets
 * *error on failure. */
MUST_USE bool human_cache_move(const struct human_set *from, struct human_set *set,
                               struct human_cache *cache, struct error *error);
