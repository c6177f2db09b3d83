/* What the choice model is fitted to: which games, and the choices their players made with what a
 * search saw of every legal move, kept in a file, since the search takes long. */
#pragma once

#include <stdio.h>

#include "engine/engine.h"
#include "engine/human/human.h"
#include "src/game/game.h"
#include "src/lab/tune/tune_record.h"

enum { HUMAN_BOOK_PLIES = 10 /* skipped at the start of a game, as the Maia authors do */ };

/* True for one game in five. Depends only on the moves and the ratings, so that a copy of the game
 * in another file is held out as well. */
bool human_game_is_held_out(const struct game *game);

/* 0 if no tag gives the rating. */
int human_game_rating(const struct game *game, int color);

struct human_option {
    uint16_t move;
    int16_t glance[CANDIDATE_GLANCES];
    int16_t score;
    uint16_t maia; /* its chance by a network, of 65535; 0 everywhere: none was asked */
};
_Static_assert(sizeof(struct human_option) == 12, "written as they are");

enum human_choice_flag {
    HUMAN_HELD_OUT = 1,
    HUMAN_FIRST = 2,     /* before is the position itself */
    HUMAN_UNSEARCHED = 4 /* its options have no scores */
};
struct human_choice {
    struct record before; /* the position before the last move */
    uint16_t last, own;   /* the moves that led here, or NO_MOVE */
    uint16_t played;      /* the index of the move played */
    uint16_t rating;      /* of who is to move */
    uint16_t count;       /* of legal moves */
    uint16_t seconds;     /* left on the clock, 65535: unknown */
    uint32_t game;        /* its number in the file it is from */
    uint8_t flags;        /* set of enum human_choice_flag */
    uint8_t unused[7];
};
_Static_assert(sizeof(struct human_choice) == 56, "written as they are");

/* Choices in memory; the options of all of them one after the other. */
struct human_set {
    struct human_choice *choices; /* owned */
    size_t *first;                /* of each choice's options; owned */
    struct human_option *options; /* owned */
    size_t count, room, option_count, option_room;
};
void human_set_clear(struct human_set *set);
MUST_USE bool human_set_add(struct human_set *set, const struct human_choice *choice,
                            const struct human_option options[]);

/* The situation of a choice, and its candidates; previous must outlive the situation. False: the
 * entry is damaged. */
MUST_USE bool human_choice_unpack(const struct human_choice *choice,
                                  const struct human_option options[],
                                  struct position *previous, struct position *position,
                                  struct situation *situation,
                                  struct candidate candidates[CHESS_MOVES_MAX]);

/* The features of what was unpacked; those that only a search sees are 0 where there was none. */
void human_choice_features(const struct human_choice *choice, const struct situation *situation,
                           const struct candidate candidates[],
                           float features[][CHOICE_FEATURES_MAX]);

/* A cache file begins with what it was made from and how far that has been read, and is for the
 * machine that wrote it. */
struct human_cache_header {
    char magic[8];
    uint32_t order;       /* 0x01020304 as this machine writes it */
    uint32_t options;     /* bytes of an option */
    uint64_t fingerprint; /* of the games and of how they are sampled */
    uint64_t games;       /* read so far */
};
/* The file, open behind its last entry, its entries in set and the number of games they come from
 * in *games; where it is not there or of another fingerprint it is begun anew, but cached: only
 * what is there will do. NULL fills error. */
FILE *human_cache_open(const char *path, uint64_t fingerprint, bool cached, struct human_set *set,
                       uint64_t *games, struct error *error);
/* So many games are in it now: written last, so that what was cut off behind it is read again.
 * False fills errno. */
MUST_USE bool human_cache_note(FILE *file, uint64_t fingerprint, uint64_t games);
/* Adds from's choices to set and, where there is one, to the file. False fills error. */
MUST_USE bool human_cache_move(const struct human_set *from, struct human_set *set, FILE *file,
                               struct error *error);
