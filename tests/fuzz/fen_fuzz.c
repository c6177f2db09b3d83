/* FEN: an accepted position is consistent and reads back the same, and every move in it is legal,
 * consistent and readable from its text. */
#include "engine/rules/position.h"
#include "tests/fuzz/fuzz.h"

static void check_moves(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    require(count >= 0 && count <= CHESS_MOVES_MAX);
    for (int i = 0; i < count; i++) {
        char san[CHESS_SAN_MAX], uci[CHESS_UCI_MAX], words[CHESS_WORDS_MAX];
        struct position next = *position;
        struct error error;
        Move move = NO_MOVE;
        require(chess_is_legal(position, moves[i]));
        chess_to_san(position, moves[i], san);
        require(chess_read_move(position, san, &move, &error) && move == moves[i]);
        chess_to_uci(position, moves[i], uci);
        require(chess_from_uci(position, uci, &move) && move == moves[i]);
        chess_to_words(position, moves[i], words);
        chess_play(&next, moves[i]);
        require(position_is_consistent(&next));
        require(position_gives_check(position, moves[i]) == chess_in_check(&next));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), fen[CHESS_FEN_MAX], again[CHESS_FEN_MAX];
    struct position position, copy;
    struct error error = {.message = ""};
    chess_init();
    if (chess_from_fen(&position, text, &error)) {
        require(position_is_consistent(&position));
        chess_to_fen(&position, fen);
        require(chess_from_fen(&copy, fen, &error));
        chess_to_fen(&copy, again);
        require(strcmp(fen, again) == 0);
        require(copy.key == position.key);
        check_moves(&position);
    } else {
        fuzz_check_error(&error, size);
    }
    free(text);
    return 0;
}
