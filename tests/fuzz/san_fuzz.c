/* A move in any spelling, in the position of the first line. An accepted move is legal. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *line = strchr(text, '\n');
    struct position position;
    struct error error = {.message = ""};
    Move move = NO_MOVE;
    chess_init();
    if (line)
        *line++ = '\0';
    if (!line || !chess_from_fen(&position, text, &error)) {
        chess_start(&position);
        line = line ? line : text;
    }
    if (chess_read_move(&position, line, &move, &error))
        require(chess_is_legal(&position, move));
    else
        fuzz_check_error(&error, size);
    if (chess_from_uci(&position, line, &move))
        require(chess_is_legal(&position, move));
    /* Any sixteen bits may be passed as a move. */
    for (size_t i = 0; i + 1 < size; i += 2)
        if (chess_is_legal(&position, (Move)(data[i] | data[i + 1] << 8))) {
            struct position next = position;
            chess_play(&next, (Move)(data[i] | data[i + 1] << 8));
        }
    free(text);
    return 0;
}
