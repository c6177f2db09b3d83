/* EPD lines: moves in the opcodes are legal. */
#include "src/game/epd.h"
#include "src/lab/match/suite.h"
#include "tests/fuzz/fuzz.h"

static void check(const struct epd *epd)
{
    char fen[CHESS_FEN_MAX];
    int most;
    chess_to_fen(&epd->position, fen);
    require(epd->opcode_count >= 0 && epd->opcode_count <= EPD_OPCODES_MAX);
    for (int i = 0; i < epd->best_count; i++) {
        require(chess_is_legal(&epd->position, epd->best[i]));
        (void)suite_is_best(epd, epd->best[i]);
        (void)suite_points(epd, epd->best[i], &most);
    }
    for (int i = 0; i < epd->avoid_count; i++)
        require(chess_is_legal(&epd->position, epd->avoid[i]));
    for (int i = 0; i < epd->point_count; i++)
        require(chess_is_legal(&epd->position, epd->point_moves[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct epd epd;
    char *text = fuzz_text(data, size);
    chess_init();
    for (char *line = text, *next; line; line = next) {
        struct error error = {.message = ""};
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (epd_read(&epd, line, &error))
            check(&epd);
        else
            fuzz_check_error(&error, strlen(line));
    }
    free(text);
    return 0;
}
