/* EPD: four FEN fields and opcodes. Unknown opcodes are kept. */
#pragma once

#include "engine/chess.h"

enum { EPD_OPCODES_MAX = 32, EPD_MOVES_MAX = 16 };

struct epd_opcode {
    char name[16];
    char value[512]; /* the operands as they are in the file; a single string without its quotes */
};

struct epd {
    struct position position;
    struct epd_opcode opcodes[EPD_OPCODES_MAX];
    int opcode_count;
    char id[64];                              /* the operand of the opcode `id`, a name for the
                                               * position; "" if absent */
    Move best[EPD_MOVES_MAX], avoid[EPD_MOVES_MAX]; /* the moves of the opcodes bm (best move) and
                                                       am (avoid move) */
    int best_count, avoid_count;
    int mate;      /* the opcode dm: the number of moves to mate, negative if the side to move is
                      mated, 0 if the opcode is absent */
    bool has_mate;
    /* Points for moves, as in the Strategic Test Suite (STS): c8 "10 5 3" with the moves in c9
     * "f4 f5 e4" (SAN or LAN), or both in c0 "f4=10, f5=3". */
    Move point_moves[EPD_MOVES_MAX];
    int points[EPD_MOVES_MAX];
    int point_count;
};

/* Writes the position without the move counters of a FEN. */
void epd_write(const struct position *position, char text[CHESS_FEN_MAX]);

/* Reads one line. Returns false and sets *error with the column; the caller adds file and line. */
MUST_USE bool epd_read(struct epd *epd, const char *line, struct error *error);
const char *epd_value(const struct epd *epd, const char *opcode); /* NULL if absent */
