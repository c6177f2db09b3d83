/* Plays random games and prints what our rules say about every position on the way, one line each,
 * for the judge to compare. Fields are separated by tabs:
 *   FEN, facts, "uci,san" of every legal move, the move played, the FEN after it
 * where facts are letters: c in check, w / b white / black could still mate, - none.
 * The last line is "end" and the number of positions.
 *
 * judge_driver POSITIONS SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chess.h"
#include "tests/unit/random.h"

enum { PLIES_MAX = 240 };

/* Castling as king takes rook in every game, a spelling that both sides know. */
static void write_uci(const struct position *position, Move move, char uci[CHESS_UCI_MAX])
{
    struct position copy = *position;
    copy.chess960 = true;
    chess_to_uci(&copy, move, uci);
}

/* Mostly random moves; some games prefer captures, some pawns, to reach endings and promotions. */
static Move choose(const struct position *position, const Move moves[], int count, unsigned taste)
{
    for (int attempt = 0; attempt < 6 && taste; attempt++) {
        Move move = moves[roll((unsigned)count)];
        int piece = position->board[move_from(move)];
        if ((taste == 1 && chess_is_capture(position, move)) ||
            (taste == 2 && piece_type(piece) == PAWN))
            return move;
    }
    return moves[roll((unsigned)count)];
}

static void print_facts(const struct position *position)
{
    char facts[4], *out = facts;
    if (chess_in_check(position))
        *out++ = 'c';
    if (chess_can_mate(position, WHITE))
        *out++ = 'w';
    if (chess_can_mate(position, BLACK))
        *out++ = 'b';
    *out = '\0';
    printf("\t%s\t", *facts ? facts : "-");
}

/* Drawn by the rules, so that no game continues forever. */
static bool is_drawn(const struct position *position)
{
    return position->halfmoves >= 150 || chess_insufficient_material(position);
}

/* Prints one line. Returns false if the game is over. */
static bool print_position(struct position *position, unsigned taste)
{
    char fen[CHESS_FEN_MAX], uci[CHESS_UCI_MAX], san[CHESS_SAN_MAX];
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);

    chess_to_fen(position, fen);
    fputs(fen, stdout);
    print_facts(position);
    for (int i = 0; i < count; i++) {
        write_uci(position, moves[i], uci);
        chess_to_san(position, moves[i], san);
        printf("%s%s,%s", i ? " " : "", uci, san);
    }
    if (count == 0 || is_drawn(position)) {
        puts("\t-\t-");
        return false;
    }
    Move move = choose(position, moves, count, taste);
    write_uci(position, move, uci);
    chess_play(position, move);
    chess_to_fen(position, fen);
    printf("\t%s\t%s\n", uci, fen);
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: judge_driver POSITIONS SEED\n", stderr);
        return 2;
    }
    long wanted = strtol(argv[1], NULL, 10), printed = 0;
    random_state = 2 * strtoull(argv[2], NULL, 10) + 1; /* not 0, and different for each seed */
    chess_init();
    for (unsigned game = 0; printed < wanted; game++) {
        struct position position;
        if (game % 2)
            chess_start_960(&position, (int)roll(960));
        else
            chess_start(&position);
        unsigned taste = roll(3);
        for (int ply = 0; ply < PLIES_MAX && printed < wanted; ply++) {
            printed++;
            if (!print_position(&position, taste))
                break;
        }
    }
    printf("end\t%ld\n", printed);
    return 0;
}
