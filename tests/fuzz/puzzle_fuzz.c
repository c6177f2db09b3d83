/* Puzzle files: a line with column names, then puzzles. */
#include "src/training/puzzle.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *line = text, *next;
    struct puzzle_columns columns;
    struct puzzle puzzle;
    struct card card;
    struct error error = {.message = ""};
    bool named = false;
    chess_init();
    for (; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        bool good = named ? puzzle_read(line, &columns, &puzzle, &error)
                          : puzzle_read_columns(line, &columns, &error);
        if (!good)
            fuzz_check_error(&error, size);
        if (named && good && puzzle_card(&puzzle, &card))
            require(chess_moves(&card.position, (Move[CHESS_MOVES_MAX]){0}) > 0);
        named = named || good;
    }
    free(text);
    return 0;
}
