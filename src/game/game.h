/* A game in memory: its tree of moves, annotations, clock, opening name, set-up and EPD records.
 * Files of games are in pgn; engines are in player.
 *
 * Other rooms include: annotate.h, clock.h, epd.h, opening.h, setup.h.
 *
 * A game: a tree of moves from a start position, its tags and its result. Knows only the rules.
 */
#pragma once

#include <stdint.h>

#include "engine/chess.h"

struct game_node {
    Move move;                 /* that led here; NO_MOVE at the root */
    struct position position;  /* after it */
    struct game_node *parent, *child, *sibling; /* first child is the main line */
    struct game_node *last;    /* of the children */
    int ply;                   /* 0 at the root */
    int64_t *nags; /* as they stood, never negative; usually 1 .. 255; owned */
    int nag_count;
    /* Comments, NULL: none; owned. UTF-8 as it stood, commands such as [%cal Gg1f3] included; a
     * line break parts two comments that follow each other. For people: comment_words, edit.h. */
    char *comment;             /* after the move; at the root: before the first move */
    char *comment_before;      /* before the move; at the root: NULL */
    char *comment_last;        /* after the variations to the last move of a line */
    char *unread; /* text after the move that is no chess: the rest of the line; owned */
    int64_t clock;             /* mover's remaining milliseconds after it, -1: unknown */
    int64_t elapsed;           /* milliseconds the move took, -1: unknown */
};

struct game_tag {
    char *name, *value; /* owned; without a name the value is a whole line, kept as it stood */
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
    int tag_count, tag_room;
    enum result result;
    char termination[64]; /* "checkmate", "white forfeits on time", ""; for people */
    /* How long moves took is not written out: they were played here without a clock, or it was
     * worked out of their clocks. */
    bool untimed;

    /* How the file was written, so that it can be written so again. */
    bool read;            /* out of a file: the tags stay those it had, in their order */
    enum result read_result; /* while it is the result, the tag Result stays as it stood */
    int width;            /* columns of its lines of moves, 0: nothing known */
    bool latin_1;         /* text was not in UTF-8 */
    char *escapes;        /* lines beginning with '%', NULL: none; owned */
};

/* NULL when out of memory. start NULL: the usual start position. */
struct game *game_create(const struct position *start);
void game_destroy(struct game *game);

/* Adds a legal move after node, or finds it among node's children. NULL when out of memory. */
struct game_node *game_add(struct game_node *node, Move move);
/* Adds a legal move after node as the last of its answers, even if it is there already. */
struct game_node *game_append(struct game_node *node, Move move);
/* Removes node and all after it. */
void game_remove(struct game_node *node);
/* Makes node, not the root, the first of its parent's answers: the main one. */
void game_put_first(struct game_node *node);
struct game_node *game_end_of_line(struct game_node *node);
/* Moves from the root to node; returns their number (at most max are written). */
int game_moves_to(const struct game_node *node, Move moves[], int max);

/* Pieces, side, castling and en passant; not the counters. */
bool game_same_position(const struct position *a, const struct position *b);
/* How often node's position occurred in the 75 moves before it, after which a game is over anyway;
 * itself included. */
int game_repetitions(const struct game_node *node);
/* The state of the game at node. Ends that happen by themselves come first. */
enum game_state game_state(const struct game_node *node);
const char *game_state_words(enum game_state state);
/* The result at node by the rules; none while the game goes on, though a draw may be claimed. */
enum result game_result_at(const struct game_node *node);

const char *game_tag(const struct game *game, const char *name); /* NULL when absent */
MUST_USE bool game_set_tag(struct game *game, const char *name, const char *value);
/* Adds a tag behind the others, even if there is one of that name; game_tag finds the first. */
MUST_USE bool game_append_tag(struct game *game, const char *name, const char *value);
MUST_USE bool game_set_comment(struct game_node *node, const char *text); /* NULL clears */
/* False when out of memory. game_add_nag: unless it is there. */
MUST_USE bool game_append_nag(struct game_node *node, int64_t nag);
MUST_USE bool game_add_nag(struct game_node *node, int64_t nag);
bool game_has_nag(const struct game_node *node, int64_t nag);

const char *result_text(enum result result); /* "1-0", "0-1", "1/2-1/2", "*" */
enum result result_won_by(int color);
/* Half points of a colour in a game that ended. */
int result_points(enum result result, int color);
enum result result_read(const char *text);   /* none where it is none of them */
