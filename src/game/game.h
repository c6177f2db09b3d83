/* Games in memory: the tree of moves, annotations, clocks, names of openings, setting up positions,
 * EPD records, handicaps and decisions as text, and the rating scales of levels. Files of games are
 * in src/pgn; engines are in src/player.
 *
 * Other public headers: accuracy.h, annotate.h, clock.h, epd.h, format.h, group_names.h,
 * handicap_change.h, handicap_item.h, handicap_text.h, names.h, opening.h, pressure_words.h, scale.h,
 * setup.h.
 *
 * This header: a game as a tree of moves from a start position, with tags and a result. It depends
 * only on the rules. */
#pragma once

#include <stdint.h>

#include "engine/chess.h"

struct game_node {
    Move move;                 /* the move that led here; NO_MOVE at the root */
    struct position position;  /* the position after that move */
    struct game_node *parent, *child, *sibling; /* parent; first child, which continues the main
                                                   line; next child of the same parent */
    struct game_node *last;    /* the last child */
    int ply;                   /* 0 at the root */
    int64_t *nags; /* annotation glyphs in the order of the file, never negative, usually 1 .. 255;
                    * owned */
    int nag_count;
    /* Comments; NULL: none; owned. UTF-8 as in the file, with commands such as [%cal Gg1f3]. A line
     * break separates two comments. comment_words in annotate.h returns the text for readers. */
    char *comment;             /* the comment after the move; at the root: before the first move */
    char *comment_before;      /* the comment before the move; at the root: NULL */
    char *comment_last;        /* at the last move of a line that ends with variations: the comment
                                * after these */
    char *unread; /* text after the move that could not be read, up to the end of the variation or
                   * game; owned */
    int64_t clock;             /* milliseconds that the player of the move has left after it, -1:
                                * unknown */
    int64_t elapsed;           /* milliseconds the move took, -1: unknown */
    bool by_clock;             /* `elapsed` can be computed from the clocks, so it is left out of
                                * the file */
};

struct game_tag {
    char *name, *value; /* owned; a malformed tag has no name, and `value` is its complete line in
                         * the file */
};

enum result { RESULT_NONE /* "*" */, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW };

enum game_state {
    GAME_GOING,
    GAME_CHECKMATE,
    GAME_STALEMATE,
    GAME_INSUFFICIENT,
    GAME_FIVEFOLD,
    GAME_SEVENTY_FIVE,
    GAME_THREEFOLD,   /* a draw can be claimed */
    GAME_FIFTY,       /* a draw can be claimed */
};

struct game {
    struct game_node *root;
    struct game_tag *tags;
    int tag_count, tag_capacity;
    enum result result;
    char termination[64]; /* how the game ended, in words for the user: "checkmate", "white forfeits
                           * on time", or "" */
    /* Whether to leave the times of moves out of the file: the game was played without a clock, or
     * the times were only computed from the clocks. */
    bool untimed;

    /* How the file was written, so that it can be written the same way. */
    bool read;            /* read from a file: its tags keep their order */
    enum result read_result; /* the result read from the file; while the game has that result, the
                              * file's Result tag is kept */
    int width;               /* line length of its moves in the file, 0: unknown */
    bool latin_1;         /* the text in the file was Latin-1, not UTF-8 */
    char *escapes;        /* lines that start with '%', NULL: none; owned */
};

/* Creates a game that begins at `start`, or at the standard position if `start` is NULL. Returns
 * NULL if out of memory. */
struct game *game_create(const struct position *start);
void game_destroy(struct game *game);

/* Adds a legal move after `node`, or returns the child that has it. Returns NULL if out of
 * memory. */
struct game_node *game_add(struct game_node *node, Move move);
/* Adds a legal move as the last child of `node`, even if a child already has it. */
struct game_node *game_append(struct game_node *node, Move move);
/* Removes `node` and everything after it. */
void game_remove(struct game_node *node);
/* Makes `node`, which must not be the root, the first child of its parent: the main line. */
void game_put_first(struct game_node *node);
struct game_node *game_end_of_line(struct game_node *node);
/* Writes the moves from the root to `node`, but only the first `max`. Returns how many moves lead
 * to `node`. */
int game_moves_to(const struct game_node *node, Move moves[], int max);

/* The time in milliseconds that `color` had left after its last move up to `node`; -1 if
 * unknown. */
int64_t game_clock_at(const struct game_node *node, int color);
/* Returns true if game->termination says that the side to move at the end ran out of time. */
bool game_lost_on_time(const struct game *game);

/* Compares pieces, side to move, castling rights and en passant, but not the counters. */
bool game_same_position(const struct position *a, const struct position *b);
/* How often the position of `node` has occurred in the game so far, including `node` itself. Looks
 * back 75 moves at most, because the 75-move rule ends a game then. */
int game_repetitions(const struct game_node *node);
/* The state of the game at `node`. If the game has ended by itself and a draw could also be
 * claimed, returns how it ended. */
enum game_state game_state(const struct game_node *node);
const char *game_state_words(enum game_state state);
/* The result at `node` by the rules; RESULT_NONE while the game continues, even if a draw can be
 * claimed. */
enum result game_result_at(const struct game_node *node);

const char *game_tag(const struct game *game, const char *name); /* NULL if absent */
MUST_USE bool game_set_tag(struct game *game, const char *name, const char *value);
/* Adds a tag after the others, even if the name exists; game_tag finds the first. */
MUST_USE bool game_append_tag(struct game *game, const char *name, const char *value);
/* Removes all tags whose names start with `beginning`. */
void game_remove_tags(struct game *game, const char *beginning);
MUST_USE bool game_set_comment(struct game_node *node, const char *text); /* NULL removes it */
/* Both add a glyph and return false if out of memory. game_add_nag does nothing if `node` already
 * has the glyph. */
MUST_USE bool game_append_nag(struct game_node *node, int64_t nag);
MUST_USE bool game_add_nag(struct game_node *node, int64_t nag);
bool game_has_nag(const struct game_node *node, int64_t nag);

const char *result_text(enum result result); /* returns "1-0", "0-1", "1/2-1/2" or "*" */
enum result result_won_by(int color);
/* The half points that `color` scored in a finished game: 0, 1 or 2. */
int result_points(enum result result, int color);
enum result result_read(const char *text);   /* RESULT_NONE if not a result */
