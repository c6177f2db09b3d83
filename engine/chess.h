/* The rules of chess: positions, moves, legality, notation, draws. Public.
 *
 * A struct position is a plain value and can be copied freely. The functions use nothing but their
 * arguments and the attack tables, which chess_init fills. Call chess_init before anything else; it
 * may be called from any thread and more than once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/error.h"

typedef uint64_t Bitboard; /* bit 0 is a1, bit 7 is h1, bit 63 is h8 */
typedef uint16_t Move;     /* bits 0-5: from, 6-11: to, 12-13: promotion piece (knight 0 .. queen
                            * 3), 14-15: kind (MOVE_NORMAL ..). Castling is stored as the
                            * king capturing the rook that it castles with */
typedef int Square;        /* a1 = 0 .. h8 = 63 */
typedef int Score;         /* centipawns for the side to move, or a mate score (types.h) */

enum color { WHITE, BLACK, COLOR_COUNT };
enum piece_type { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPE_COUNT, NO_PIECE_TYPE = 6 };
enum { NO_PIECE = 12 }; /* a piece is color * 6 + type, 0 .. 11 */
enum { SQUARE_COUNT = 64, NO_SQUARE = 64 };
enum { MOVE_NORMAL, MOVE_PROMOTION, MOVE_EN_PASSANT, MOVE_CASTLING };
enum { NO_MOVE = 0, NULL_MOVE = 65 /* b1b1: never a real move */ };
enum castling_right { WHITE_SHORT = 1, WHITE_LONG = 2, BLACK_SHORT = 4, BLACK_LONG = 8 };

enum {
    CHESS_MOVES_MAX = 256, /* the largest number known for a legal position is 218 */
    /* Sizes of text buffers in bytes, including the final NUL. */
    CHESS_FEN_MAX = 128,
    CHESS_SAN_MAX = 12,
    CHESS_UCI_MAX = 6,
    CHESS_WORDS_MAX = 96,
};

#define CHESS_START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

struct position {
    Bitboard by_type[PIECE_TYPE_COUNT]; /* pieces of both colours */
    Bitboard by_color[COLOR_COUNT];
    Bitboard checkers;     /* enemy pieces giving check to the side to move */
    uint64_t key;          /* the Zobrist key of the Polyglot format, so that opening books need no
                            * other key */
    uint64_t pawn_key;     /* the part of the key that depends on pawns */
    uint64_t men_key[COLOR_COUNT]; /* the part that depends on the king and the pieces of a side */
    uint8_t board[64];     /* the piece on each square, NO_PIECE if empty */
    uint8_t side;          /* the side to move */
    uint8_t castling;      /* set of enum castling_right */
    uint8_t en_passant;    /* target square if an en passant capture is legal now, else NO_SQUARE */
    uint8_t passed;        /* the en passant square given in the FEN, even if no capture is
                            * possible; NO_SQUARE if the FEN gave none or a move has been played
                            * since */
    uint8_t halfmoves;     /* plies since the last capture or pawn move, at most 255 */
    uint16_t fullmove;     /* number of the current move in the game, 1 .. 65535 */
    uint8_t rook_home[4];  /* start squares of the rooks that castle: white short, white long, black
                            * short, black long */
    bool chess960;         /* the game is Chess960: UCI notation writes castling as the king
                            * capturing the rook that it castles with */
};

static inline Square move_from(Move move) { return move & 63; }
static inline Square move_to(Move move) { return (move >> 6) & 63; }
static inline int move_kind(Move move) { return move >> 14; }
/* The type of piece that a pawn promotes to; NO_PIECE_TYPE for other moves. */
static inline int move_promotion(Move move)
{
    return move_kind(move) == MOVE_PROMOTION ? KNIGHT + ((move >> 12) & 3) : NO_PIECE_TYPE;
}
static inline Move move_make(Square from, Square to, int kind, int promotion)
{
    unsigned piece = kind == MOVE_PROMOTION ? (unsigned)(promotion - KNIGHT) : 0;
    return (Move)((unsigned)from | (unsigned)to << 6 | piece << 12 | (unsigned)kind << 14);
}
static inline int square_file(Square square) { return square & 7; }
static inline int square_rank(Square square) { return square >> 3; }
static inline int piece_color(int piece) { return piece / PIECE_TYPE_COUNT; }
static inline int piece_type(int piece) { return piece % PIECE_TYPE_COUNT; } /* piece must not be
                                                                              * NO_PIECE */
/* The value of a piece type as players are taught it, in centipawns: 100, 300, 300, 500, 900; 10000
 * for a king and 0 for NO_PIECE_TYPE. The search uses other values (engine/search/see.c). */
static inline int piece_worth(int type)
{
    static const int values[] = {100, 300, 300, 500, 900, 10000, 0};
    return values[type];
}

void chess_init(void);

/* Returns a static string that names the x86-64 instructions that the move generator uses, such as
 * "popcnt, pext"; "portable" if it uses none, "as compiled" on other processors. */
const char *chess_processor(void);

void chess_start(struct position *position);

/* Sets up a Chess960 start position; `index` is 0 to 959 in Scharnagl's numbering (518 is the
 * standard position). */
void chess_start_960(struct position *position, int index);

/* Reads FEN, X-FEN or Shredder-FEN; the two move counters may be missing. Returns false and sets
 * *error, with the column, if `fen` is invalid. */
MUST_USE bool chess_from_fen(struct position *position, const char *fen, struct error *error);

/* Writes all fields of the FEN, with castling letters as in X-FEN. */
void chess_to_fen(const struct position *position, char fen[CHESS_FEN_MAX]);
/* Writes the first field of a FEN for any placement of pieces, without a final NUL. Returns its
 * length. */
size_t chess_write_board(const uint8_t board[SQUARE_COUNT], char *fen);

/* Generates all legal moves and returns their number. */
int chess_moves(const struct position *position, Move moves[CHESS_MOVES_MAX]);

/* Returns whether `move` is legal in `position`. `move` may have any value. */
bool chess_is_legal(const struct position *position, Move move);

/* Plays a legal move. */
void chess_play(struct position *position, Move move);

bool chess_in_check(const struct position *position);

/* Returns whether the move captures, including en passant. Castling is not a capture. */
bool chess_is_capture(const struct position *position, Move move);

/* The pieces of both colours that attack `square`. */
Bitboard chess_attackers(const struct position *position, Square square);

/* The squares attacked by the piece on `square`, including those where its own side has a piece.
 * Empty if no piece is on `square`. */
Bitboard chess_attacks(const struct position *position, Square square);
/* The squares strictly between two squares. Empty if they do not share a rank, file or diagonal. */
Bitboard chess_between(Square one, Square other);

/* Writes a legal move in SAN, with minimal disambiguation and with + or #. */
void chess_to_san(const struct position *position, Move move, char san[CHESS_SAN_MAX]);

/* Writes a move in UCI notation: e2e4, e7e8q. Castling is e1g1, or e1h1 if position->chess960. */
void chess_to_uci(const struct position *position, Move move, char uci[CHESS_UCI_MAX]);

/* Writes a move in words for screen readers: "knight g1 to f3, check". */
void chess_to_words(const struct position *position, Move move, char words[CHESS_WORDS_MAX]);

/* Reads a move in any common notation: SAN, long algebraic (Ng1-f3, g1f3), UCI, 0-0 and O-O, e8Q,
 * e8=Q and e7e8q. It ignores + # ! ? and "e.p.". Returns false and sets *error; the message
 * contains "illegal" or "ambiguous" and gives the reason ("Nd2 is ambiguous: Nbd2 or Nfd2", "Ke2 is
 * illegal: it leaves the king in check from the rook on e8"). */
MUST_USE bool chess_read_move(const struct position *position, const char *text, Move *move,
                              struct error *error);

/* Reads UCI notation only, with both spellings of castling. Returns false if the move is not
 * legal. */
MUST_USE bool chess_from_uci(const struct position *position, const char *uci, Move *move);

/* Returns whether mate is impossible for both sides by any sequence of legal moves: bare kings, a
 * single minor piece, or bishops that all stand on squares of one colour. */
bool chess_insufficient_material(const struct position *position);

/* Returns whether `color` could mate by some sequence of legal moves (FIDE 6.9), judged by the
 * material alone. */
bool chess_can_mate(const struct position *position, int color);

/* Perft, the usual test of a move generator: counts the sequences of `depth` legal moves. The moves
 * of the last ply are counted without being played. */
uint64_t chess_perft(const struct position *position, int depth);

/* The attack tables are magic bitboards. chess_magic returns the multiplier that they use for a
 * rook or bishop on `square`. chess_magic_fits returns whether magic could serve as this
 * multiplier: any two sets of blockers that it maps to the same index must give the same
 * attacks. */
uint64_t chess_magic(int piece_type, Square square);
bool chess_magic_fits(int piece_type, Square square, uint64_t magic);

/* Returns "a1" .. "h8", a static string. */
const char *chess_square_name(Square square);

const char *chess_color_name(int color); /* "white", "black" */
const char *chess_piece_name(int type);  /* returns "pawn" .. "king", or "piece" for
                                          * PIECE_TYPE_COUNT */
/* 'P','N',.. for white, 'p','n',.. for black, '.' for NO_PIECE. */
char chess_piece_letter(int piece);
