/* How moves and the board are worded for screen readers. */
#pragma once

#include "src/game/game.h"

struct session_view;

/* Choices and their names. The options, settings and commands are made from these lists. */
#define SPEECH_MOVES(X)                                                                     \
    X(SAN, "san") /* Nf3 */                                                                 \
    X(PIECE, "piece") /* knight g1 to f3 */                                                 \
    X(SQUARES, "squares") /* g1 to f3, knight */
#define SPEECH_LENGTHS(X)                                                                          \
    X(NORMAL, "normal")   /* the move with its number */                                           \
    X(TERSE, "terse")     /* only the move */                                                      \
    X(VERBOSE, "verbose") /* the move, who plays it, material and clocks */
#define SPEECH_BOARDS(X)                                                                    \
    X(DIAGRAM, "diagram")                                                                   \
    X(RANKS, "ranks")                                                                       \
    X(PIECES, "pieces")

#define X(id, name) SPEAK_##id,
enum speech_moves { SPEECH_MOVES(X) SPEECH_MOVES_COUNT };
enum speech_length { SPEECH_LENGTHS(X) SPEECH_LENGTHS_COUNT };
enum speech_board { SPEECH_BOARDS(X) SPEECH_BOARDS_COUNT };
#undef X

enum { MATERIAL_WORDS_MAX = 400, CLOCK_WORDS_MAX = 80 };

struct speech {
    enum speech_moves moves;
    enum speech_length length;
    enum speech_board board;
    bool board_chosen; /* the user has chosen `board`; otherwise speech_board_for decides */
    bool flipped; /* draws the diagram from black's side */
    const struct game *game; /* the game that `material` is about; NULL before the first move */
    char material[MATERIAL_WORDS_MAX]; /* the balance of material as the listener last heard it */
    char clocks[CLOCK_WORDS_MAX]; /* the clocks as the listener last heard them; "" before that */
};

/* These functions look up a choice by its name. If there is no such name, they return false and set
 * *error, which lists the names. `what` names the option or command in the message: "--announce" or
 * "words". */
MUST_USE bool speech_read_moves(const char *what, const char *name, enum speech_moves *moves,
                                struct error *error);
MUST_USE bool speech_read_length(const char *what, const char *name, enum speech_length *length,
                                 struct error *error);
MUST_USE bool speech_read_board(const char *what, const char *name, enum speech_board *board,
                                struct error *error);

/* Prints like printf. If the user wants moves in words, a move in the text such as Nf3 is printed
 * as "knight to f3". */
void speech_say(const struct speech *speech, const char *format, ...) PRINTF_LIKE(2, 3);
/* Writes a score for White, "+0.35" and then `unit`, or "White mates in 3". */
void speech_score(Score score, const char *unit, char *text, size_t size);
/* Writes a move as it is announced. */
void speech_move(const struct speech *speech, const struct position *before, Move move,
                 char text[CHESS_WORDS_MAX]);
/* Prints the move that led to `node` and, in verbose speech, the balance of material and the clocks
 * if they have changed since they were printed last. If `roles` is set, verbose speech adds to the
 * colour whether you or the opponent made the move. */
void speech_tell_move(struct speech *speech, const struct session_view *view,
                      const struct game_node *node, bool roles);
/* How to describe the board. If the user has not chosen a form, it is a list of pieces when moves
 * are announced in words or speech is verbose, and a diagram otherwise. */
enum speech_board speech_board_for(const struct speech *speech);
/* Prints the position and whose move it is. A diagram is drawn from black's side if `flipped` is
 * true. */
void speech_tell_board(const struct position *position, enum speech_board board, bool flipped);
/* Prints the balance of material: "White has a rook and a pawn more." */
void speech_tell_material(struct speech *speech, const struct game *game,
                          const struct position *position);
