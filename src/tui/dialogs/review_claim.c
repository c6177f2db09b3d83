/* The claim of the selected row, on a board inside the review. The squares that the claim is about
 * are marked, and its line can be stepped through. */
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/tui/dialogs/review.h"
#include "src/tui/panes/board.h"
#include "src/util/text.h"

enum { BOARD_Y = 4, WIDE_LINES = BOARD_Y + 8 * 2 + 2 + 1 };

/* The claim of the selected row; NULL if it has none. Sets *ply to the ply of the row's move. */
static const struct claim *claim_of(const struct pane *pane, const struct review *review, int *ply)
{
    struct listed listed = review_listed(pane, review);
    const struct claim *claim = NULL;
    int index, row = review_shown(pane)->row;
    if (!review_is_chosen(pane, &listed, row))
        return NULL;
    *ply = review_row_ply(&listed, row);
    switch (review_section(&listed, row, &index)) {
    case SECTION_REMARKS:
        claim = &review->remarks[index].claim;
        break;
    case SECTION_GIFTS:
        claim = &review->gifts[index].claim;
        break;
    case SECTION_MISTAKES:
        claim = &review->mistakes[index].claim;
        break;
    default:
        break;
    }
    return claim && claim->kind != CLAIM_NONE && *ply > 0 ? claim : NULL;
}

bool review_open_claim(struct pane *pane, const struct review *review)
{
    int ply;
    const struct claim *claim = claim_of(pane, review, &ply);
    review_shown(pane)->on_board = claim != NULL;
    if (claim)
        review_shown(pane)->step = claim->first;
    return claim != NULL;
}

void review_step_claim(struct pane *pane, const struct review *review, int by)
{
    int ply;
    const struct claim *claim = claim_of(pane, review, &ply);
    int step = review_shown(pane)->step + by;
    if (claim)
        review_shown(pane)->step = step < 0 ? 0 : step > claim->length ? claim->length : step;
}

/* Sets *position to the position after `step` moves of the claim's line. Returns the last of these
 * moves, or NO_MOVE. */
static Move play(const struct game_node *node, const struct claim *claim, int step,
                 struct position *position)
{
    Move last = NO_MOVE;
    *position = node->position;
    for (int i = 0; i < step && chess_is_legal(position, claim->line[i]); i++) {
        last = claim->line[i];
        chess_play(position, last);
    }
    return last;
}

static Bitboard targets_of(const struct claim *claim)
{
    Bitboard targets = 0;
    for (int i = 0; i < claim->target_count; i++)
        targets |= (Bitboard)1 << claim->targets[i];
    return targets;
}

/* Writes the moves of the claim's line from index `from` to before `to`: "24...Rd8 25.Re8+". */
static void line_text(const struct game_node *node, const struct claim *claim, int from, int to,
                      char *text, size_t size)
{
    struct position position;
    (void)play(node, claim, from, &position);
    text[0] = '\0';
    for (int i = from; i < to && chess_is_legal(&position, claim->line[i]); i++) {
        char san[CHESS_SAN_MAX];
        chess_to_san(&position, claim->line[i], san);
        if (position.side == WHITE || i == from)
            text_add(text, size, "%s%d%s%s", i > from ? " " : "", position.fullmove,
                     position.side == WHITE ? "." : "...", san);
        else
            text_add(text, size, " %s", san);
        chess_play(&position, claim->line[i]);
    }
}

static void draw_text(WINDOW *window, int x, const struct game_node *node,
                      const struct claim *claim, int step)
{
    int width = getmaxx(window) - x - 1, y = BOARD_Y;
    char played[256], rest[256], score[16];
    if (width < 12)
        return;
    line_text(node, claim, 0, step, played, sizeof played);
    line_text(node, claim, step, claim->length, rest, sizeof rest);
    y += paint_wrapped(window, y, x, width, 6, STYLE_STRONG, played);
    y += 1 + paint_wrapped(window, y + 1, x, width, 6, STYLE_DIM, rest);
    Score points = claim->side == WHITE ? claim->score : -claim->score;
    text_score(points, score, sizeof score);
    if (step == claim->length)
        paintf(window, y + 1, x, width, STYLE_TEXT, "%s for white", score);
}

void review_draw_claim(WINDOW *window, const struct pane *pane, const struct review *review)
{
    int height, width, ply, step = review_shown(pane)->step;
    const struct claim *claim = claim_of(pane, review, &ply);
    char words[512];
    getmaxyx(window, height, width);
    if (!claim)
        return;
    const struct game_node *node = review_node(pane->model->view.live, ply - 1);
    struct position position;
    bool wide = height >= WIDE_LINES && width >= 60;
    struct board_look look = {
        .position = &position,
        .last = play(node, claim, step, &position),
        .cursor = NO_SQUARE,
        .selected = step == claim->at + 1 ? claim->by : NO_SQUARE,
        .targets = step <= claim->at + 1 ? targets_of(claim) : 0,
        .flipped = pane->model->flipped,
        .letters = pane->model->letters,
        .pieces = pane->model->pieces,
        .width = wide ? 4 : 2,
        .height = wide ? 2 : 1,
    };
    int index;
    struct listed listed = review_listed(pane, review);
    review_chosen_text(pane, review, true, words, sizeof words);
    if (review_section(&listed, review_shown(pane)->row, &index) == SECTION_REMARKS)
        snprintf(words, sizeof words, "%s", review->remarks[index].words);
    paint_wrapped(window, 0, 1, width - 2, BOARD_Y - 1, STYLE_STRONG, words);
    board_draw(window, BOARD_Y, &look);
    draw_text(window, 3 + 8 * look.width + 2, node, claim, step);
    bool asked = review_row_is_asked(pane, &listed, review_shown(pane)->row);
    static const struct pane_keys keys[] = {
        {{"← → step through the line   Enter the game   q back   F10 quit",
          "← → step  Enter game  q back  F10 quit"}},
        {{"← → step through the line   Enter the game   t try   q back   F10 quit",
          "← → step  Enter game  t try  q back  F10 quit"}},
    };
    pane_draw_keys(window, height - 1, &keys[asked]);
}
