/* Makes cards from EPD positions. The best moves (bm) are right and the moves to avoid (am) wrong,
 * whatever their score. The engine judges all other moves. If the suite names no best move, the
 * engine also finds the solution. */
#include "src/training/suite_cards.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "src/game/epd.h"
#include "src/util/lines.h"
#include "src/util/paths.h"
#include "src/util/text.h"

static void copy_moves(struct card_moves *to, const Move moves[], int count)
{
    to->count = count < CARD_MOVES_MAX ? count : CARD_MOVES_MAX;
    memcpy(to->moves, moves, (size_t)to->count * sizeof *moves);
}

void suite_task(const struct card *card, char *text, size_t size)
{
    char san[CHESS_SAN_MAX];
    if (card->kind == CARD_ENDGAME) {
        snprintf(text, size, card->solution.score ? "Win it." : "Hold the draw.");
    } else if (card->mate > 0) {
        snprintf(text, size, "Find the mate in %d.", card->mate);
    } else if (card->refused.count > 0 && card->accepted.count == 0) {
        chess_to_san(&card->position, card->refused.moves[0], san);
        snprintf(text, size, "Find a better move than %s.", san);
    } else {
        snprintf(text, size, "Find the best move.");
    }
}

/* Makes a card from an EPD position. Returns false if the position has no task. */
static bool make_card(const struct epd *epd, const char *suite, int line, struct card *card)
{
    char task[64];
    *card = (struct card){.kind = CARD_SUITE, .position = epd->position, .played = NO_MOVE,
                          .solution.score = SCORE_NONE};
    card->ply = 2 * (epd->position.fullmove - 1) + (epd->position.side == BLACK);
    card->mate = epd->has_mate && epd->mate > 0 ? epd->mate : 0;
    const char *value = epd_value(epd, "c1"), *hint = epd_value(epd, "c0");
    bool win = value && strcmp(value, "win") == 0;
    if (win || (value && strcmp(value, "draw") == 0)) {
        card->kind = CARD_ENDGAME;
        card->solution.score = !win ? 0 : card->position.side == WHITE ? SCORE_TABLEBASE
                                                                       : -SCORE_TABLEBASE;
        suite_task(card, task, sizeof task);
        snprintf(card->why, sizeof card->why, "Endgame: %.40s. %s%s%.80s", epd->id, task,
                 hint ? " " : "", hint ? hint : "");
        text_sanitize(card->why);
    }
    if (card->kind == CARD_SUITE && epd->best_count == 0 && epd->avoid_count == 0 &&
        card->mate == 0)
        return false;
    copy_moves(&card->accepted, epd->best, epd->best_count);
    copy_moves(&card->refused, epd->avoid, epd->avoid_count);
    if (epd->best_count > 0) {
        card->solution.length = 1;
        card->solution.line[0] = epd->best[0];
    }
    if (*epd->id)
        snprintf(card->name, sizeof card->name, "%.14s %s", suite, epd->id);
    else
        snprintf(card->name, sizeof card->name, "%.40s line %d", suite, line);
    text_sanitize(card->name);
    if (card->kind == CARD_ENDGAME)
        return true;
    suite_task(card, task, sizeof task);
    snprintf(card->why, sizeof card->why, "%s, not tried before. %s", card->name, task);
    return true;
}

bool suite_cards(const char *path, suite_card_taker *take, void *context,
                 void (*damaged)(const struct error *error), struct error *error)
{
    char suite[64];
    const char *text;
    bool more = true;
    int read = 0, bad = 0;
    error_set(error, "%s", "");
    struct lines lines = {.file = fopen(path, "re")};
    if (!lines.file)
        return error_set_in(error, path, "cannot be read: %s", strerror(errno));
    paths_stem(path, suite, sizeof suite);
    while (more && (text = lines_next(&lines, error))) {
        struct epd epd;
        struct card card;
        struct error trouble;
        if (epd_read(&epd, text, &trouble)) {
            read++;
            if (make_card(&epd, suite, lines.number, &card))
                more = take(context, &card, error);
        } else {
            bad++;
            trouble.line = lines.number;
            snprintf(trouble.file, sizeof trouble.file, "%.1023s", path);
            if (damaged)
                damaged(&trouble);
        }
    }
    if (lines.failed)
        snprintf(error->file, sizeof error->file, "%.1023s", path);
    else if (read == 0 && bad > 0)
        error_set_in(error, path, "expected EPD, one position per line");
    lines_free(&lines);
    fclose(lines.file);
    return !lines.failed && error->message[0] == '\0';
}
