/* A game: a tree of moves from a start position, its tags and its result. Knows only the rules. */
#ifndef FALLIBLE_GAME_GAME_H
#define FALLIBLE_GAME_GAME_H

#include <stdint.h>

#include "engine/chess.h"

enum { GAME_NAGS_MAX = 16 };

struct game_node {
    Move move;                 /* that led here; NO_MOVE at the root */
    struct position position;  /* after it */
    struct game_node *parent, *child, *sibling; /* first child is the main line */
    int ply;                   /* 0 at the root */
    uint16_t nags[GAME_NAGS_MAX]; /* as they stood; usually 1 .. 255 */
    int nag_count;
    char *comment;             /* after the move, NULL: none; owned */
    char *comment_before;      /* before the move or before the game, NULL: none; owned */
    int64_t clock;             /* mover's remaining milliseconds after it, -1: unknown */
    int64_t elapsed;           /* milliseconds the move took, -1: unknown */
};

struct game_tag {
    char *name, *value; /* owned */
};

enum result { RESULT_NONE /* "*" */, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW };

enum game_state {
    GAME_GOING,
    GAME_CHECKMATE,
    GAME_STALEMATE,
    GAME_INSUFFICIENT,
    GAME_FIVEFOLD,
    GAME_SEVENTY_FIVE,
    GAME_THREEFOLD,   /* may be claimed */
    GAME_FIFTY,       /* may be claimed */
};

struct game {
    struct game_node *root;
    struct game_tag *tags;
    int tag_count;
    enum result result;
    char termination[64]; /* "checkmate", "white forfeits on time", ""; for people */
    bool untimed;         /* played here without a clock: how long moves took is not written out */
};

/* NULL when out of memory. start NULL: the usual start position. */
struct game *game_create(const struct position *start);
void game_destroy(struct game *game);

/* Adds a legal move after node, or finds it among node's children. NULL when out of memory. */
struct game_node *game_add(struct game *game, struct game_node *node, Move move);
/* Removes node and all after it. */
void game_remove(struct game *game, struct game_node *node);
struct game_node *game_end_of_line(struct game_node *node);
/* Moves from the root to node; returns their number (at most max are written). */
int game_moves_to(const struct game_node *node, Move moves[], int max);

/* How often node's position occurred on the way to it, itself included. */
int game_repetitions(const struct game_node *node);
/* The state of the game at node. Ends that happen by themselves come first. */
enum game_state game_state(const struct game_node *node);
const char *game_state_words(enum game_state state);

const char *game_tag(const struct game *game, const char *name); /* NULL when absent */
MUST_USE bool game_set_tag(struct game *game, const char *name, const char *value);
MUST_USE bool game_set_comment(struct game_node *node, const char *text); /* NULL clears */
void game_add_nag(struct game_node *node, int nag);

const char *result_text(enum result result); /* "1-0", "0-1", "1/2-1/2", "*" */

#endif
