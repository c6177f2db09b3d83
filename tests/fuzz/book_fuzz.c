/* Polyglot books: every move found in a book is legal. */
#include "engine/book.h"
#include "engine/engine.h"
#include "tests/fuzz/fuzz.h"

static void look(const struct book *book, const struct position *position)
{
    struct book_line lines[CHESS_MOVES_MAX];
    int count = book_lines(book, position, lines);
    require(count >= 0 && count <= CHESS_MOVES_MAX);
    for (int i = 0; i < count; i++)
        require(chess_is_legal(position, lines[i].move));
    for (int best = 0; best < 2; best++) {
        Move move = book_move(book, position, 12345, best);
        require(move == NO_MOVE || chess_is_legal(position, move));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {.message = ""};
    struct position position;
    chess_init();
    chess_start(&position);
    struct book *book = book_open(fuzz_file(data, size), &error);
    if (!book) {
        fuzz_check_error(&error, size);
        return 0;
    }
    look(book, &position);
    for (int i = 0; i < 20; i++) {
        Move move = book_move(book, &position, (uint64_t)i * 0x9E3779B97F4A7C15u, false);
        if (move == NO_MOVE)
            break;
        chess_play(&position, move);
        look(book, &position);
    }
    book_close(book);
    return 0;
}
