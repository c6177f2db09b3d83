/* A labelled position in 32 bytes, with the same layout in memory and in files. */
#pragma once

#include "engine/chess.h"

enum { RECORD_NO_SCORE = -32768 };
enum record_flag {
    RECORD_BLACK = 1, /* Black is to move */
    RECORD_CHESS960 = 2,
    RECORD_HELD_OUT = 4, /* not used for training */
};

struct record {
    uint64_t occupied;  /* bit 0 is a1 */
    uint8_t pieces[16]; /* the pieces on the occupied squares from a1 up, two per byte, low half
                           first: colour * 6 + type; 12 and 13 are rooks of White and Black that may
                           castle */
    int16_t score;      /* centipawns for White; RECORD_NO_SCORE if unknown */
    uint8_t result;     /* White's half points: 0, 1, 2 */
    uint8_t flags;      /* a set of values of enum record_flag */
    uint8_t en_passant; /* target square, or NO_SQUARE */
    uint8_t halfmoves;
    uint16_t fullmove;
};
_Static_assert(sizeof(struct record) == 32, "records are stored without conversion");

/* Packs a position, with RECORD_NO_SCORE and result 0. Returns false if there are more than 32
 * pieces. */
MUST_USE bool record_pack(struct record *record, const struct position *position);
/* Unpacks a position. Returns false if the record does not hold a legal one. */
MUST_USE bool record_unpack(const struct record *record, struct position *position);

/* A hash of board, side to move, castling rights and en passant square. */
uint64_t record_key(const struct record *record);
