/* The rules of chess: positions, moves, legality, text, draws. Public.
 *
 * Values, not handles: a struct position is copied freely. Every function here is pure except
 * chess_init, which fills the attack tables once and may be called from any thread, any number
 * of times, before anything else.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define MUST_USE
#define PRINTF_LIKE(string, first)
#endif

typedef uint64_t Bitboard; /* bit 0 is a1, bit 7 is h1, bit 63 is h8 */
typedef uint16_t Move;     /* from 0-5, to 6-11, promotion piece 12-13 (knight 0 .. queen 3),
                              kind 14-15; castling is "king takes own rook" */
typedef int Square;        /* a1 = 0 .. h8 = 63 */
typedef int Score;         /* centipawns for the side to move, or a mate score (engine.h) */

enum color { WHITE, BLACK, COLOR_COUNT };
enum piece_type { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPE_COUNT, NO_PIECE_TYPE = 6 };
enum { NO_PIECE = 12 }; /* a piece is color * 6 + type */
enum { SQUARE_COUNT = 64, NO_SQUARE = 64 };
enum { MOVE_NORMAL, MOVE_PROMOTION, MOVE_EN_PASSANT, MOVE_CASTLING };
enum { NO_MOVE = 0, NULL_MOVE = 65 /* b1b1: never a real move */ };
enum castling_right { WHITE_SHORT = 1, WHITE_LONG = 2, BLACK_SHORT = 4, BLACK_LONG = 8 };

enum {
    CHESS_MOVES_MAX = 256, /* 218 is the most known in a legal position */
    CHESS_FEN_MAX = 128,   /* bytes, terminator included */
    CHESS_SAN_MAX = 12,
    CHESS_UCI_MAX = 6,
    CHESS_WORDS_MAX = 96,
};

#define CHESS_START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* What went wrong with input. Line and column count from 1; 0 means "not known". */
struct error {
    char file[1024];
    int line;
    int column;
    char message[512];
};

struct position {
    Bitboard by_type[PIECE_TYPE_COUNT]; /* both colours */
    Bitboard by_color[COLOR_COUNT];
    Bitboard checkers;     /* enemy pieces giving check to the side to move */
    uint64_t key;          /* Polyglot zobrist key, so opening books work directly */
    uint64_t pawn_key;     /* the pawns' part of it alone */
    uint8_t board[64];     /* piece on each square, NO_PIECE where empty */
    uint8_t side;          /* to move */
    uint8_t castling;      /* set of enum castling_right */
    uint8_t en_passant;    /* target square, only where a legal capture exists; else NO_SQUARE */
    uint8_t passed;        /* the square that FEN says a pawn's double step has just passed, whether
                            * a capture there exists or not; NO_SQUARE: none, or a move was made */
    uint8_t halfmoves;     /* plies since a capture or a pawn move, saturates at 255 */
    uint16_t fullmove;     /* 1 .. 65535 */
    uint8_t rook_home[4];  /* rook's square for white short, white long, black short, black long */
    bool chess960;         /* castling is written king takes rook, FEN as X-FEN / Shredder */
};

static inline Square move_from(Move move) { return move & 63; }
static inline Square move_to(Move move) { return (move >> 6) & 63; }
static inline int move_kind(Move move) { return move >> 14; }
/* The piece a promotion makes; NO_PIECE_TYPE for other moves. */
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
static inline int piece_type(int piece) { return piece % PIECE_TYPE_COUNT; } /* not NO_PIECE */

void chess_init(void);

/* Which of an x86-64's instructions the rules use ("popcnt, pext"; "portable" for none of them),
 * "as compiled" on other machines; a static string. */
const char *chess_processor(void);

/* Sets message (and clears file, line, column), error_set_in the file with it. Conveniences for
 * everyone who fills an error: false, to be returned. */
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
bool error_set_in(struct error *error, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);

void chess_start(struct position *position);

/* Chess960 start position, index 0..959 by Scharnagl's numbering (518 is the usual one). */
void chess_start_960(struct position *position, int index);

/* Reads FEN, X-FEN or Shredder-FEN; counters may be absent. False fills error (column set). */
MUST_USE bool chess_from_fen(struct position *position, const char *fen, struct error *error);

/* Canonical FEN (X-FEN castling letters), every field. */
void chess_to_fen(const struct position *position, char fen[CHESS_FEN_MAX]);
/* Its first field alone, of any pieces on squares; returns its length, and writes no NUL. */
size_t chess_write_board(const uint8_t board[SQUARE_COUNT], char *fen);

/* All legal moves; returns their number. */
int chess_moves(const struct position *position, Move moves[CHESS_MOVES_MAX]);

/* True if move, any 16 bits at all, is legal here. */
bool chess_is_legal(const struct position *position, Move move);

/* Plays a legal move in place. */
void chess_play(struct position *position, Move move);

bool chess_in_check(const struct position *position);

/* A capture, en passant included (castling is none). */
bool chess_is_capture(const struct position *position, Move move);

/* Pieces of both colours that attack square. */
Bitboard chess_attackers(const struct position *position, Square square);

/* SAN of a legal move with minimal disambiguation, + and #. */
void chess_to_san(const struct position *position, Move move, char san[CHESS_SAN_MAX]);

/* UCI text: e2e4, e7e8q; castling e1g1, or e1h1 when position->chess960. */
void chess_to_uci(const struct position *position, Move move, char uci[CHESS_UCI_MAX]);

/* The move in words: "knight g1 to f3, check". For screen readers. */
void chess_to_words(const struct position *position, Move move, char words[CHESS_WORDS_MAX]);

/* Reads what a person or a file writes: SAN, long algebraic (Ng1-f3, g1f3), UCI, 0-0 / O-O,
 * e8Q / e8=Q / e7e8q, with + # ! ? and "e.p." tolerated. False fills error; the message contains
 * "illegal" or "ambiguous" and says why ("Nd2 is ambiguous: Nbd2 or Nfd2",
 * "Ke2 is illegal: it leaves the king in check from the rook on e8"). */
MUST_USE bool chess_read_move(const struct position *position, const char *text, Move *move,
                              struct error *error);

/* UCI text only (both castling spellings); false when it is not a legal move. */
MUST_USE bool chess_from_uci(const struct position *position, const char *uci, Move *move);

/* Neither side can mate by any sequence of legal moves (bare kings, lone minor, bishops of one
 * square colour only). */
bool chess_insufficient_material(const struct position *position);

/* color could mate the other by some sequence of legal moves (FIDE 6.9), judged by material. */
bool chess_can_mate(const struct position *position, int color);

/* Leaf count at depth with bulk counting at the last ply. */
uint64_t chess_perft(const struct position *position, int depth);

/* "a1" .. "h8"; a static string. */
const char *chess_square_name(Square square);

const char *chess_color_name(int color); /* "white", "black" */
const char *chess_piece_name(int type);  /* "pawn" .. "king"; "piece" for PIECE_TYPE_COUNT */
/* 'P','N',.. for white, 'p','n',.. for black, '.' for NO_PIECE. */
char chess_piece_letter(int piece);
