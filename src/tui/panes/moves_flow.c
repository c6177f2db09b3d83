/* A game with variations and comments, as running text. If it does not fit, the part around the
 * move shown is drawn. Variations are in parentheses, comments in braces. The tree is walked
 * without recursion, because variations may be deeply nested. */
#include <stdio.h>
#include <string.h>

#include "src/game/annotate.h"
#include "src/util/text.h"
#include "src/tui/panes/moves_flow.h"
#include "src/tui/paint.h"

enum { DEPTH_MAX = 64, WORDS_MAX = 2048 };

/* The state of writing the text. A first pass only counts lines. */
struct flow {
    WINDOW *window;
    int from, width, rows; /* the part of the window to use: `rows` lines from line `from` on */
    int top;               /* first line of the text to draw */
    int y, x;
    const struct game_node *shown;
    int shown_y; /* line of the move shown */
    bool drawing;
};

static void put_word(struct flow *flow, enum style style, const char *text, bool joined)
{
    int cells = paint_cells(text), gap = flow->x > 0 && !joined;
    if (flow->x + gap + cells > flow->width && flow->x > 0) {
        flow->y++;
        flow->x = gap = 0;
    }
    int y = flow->y - flow->top;
    if (flow->drawing && y >= 0 && y < flow->rows)
        paint(flow->window, flow->from + y, flow->x + gap, flow->width - flow->x - gap, style,
              text);
    flow->x += gap + cells;
}

/* The number of bytes of a word that fit on a line, in whole characters. */
static size_t piece_length(const char *word, size_t length, int width)
{
    char piece[64];
    size_t used = 0;
    while (used < length) {
        uint32_t point;
        int bytes = text_point(word + used, &point);
        size_t next = used + (size_t)(bytes ? bytes : 1);
        if (next > sizeof piece - 1)
            break;
        snprintf(piece, sizeof piece, "%.*s", (int)next, word);
        if (used > 0 && paint_cells(piece) > width)
            break;
        used = next;
    }
    return used;
}

/* Writes the words of a comment. Returns false if the comment is empty or has only commands, such
 * as [%clk 0:03:00]. */
static bool put_words(struct flow *flow, const char *comment)
{
    char words[WORDS_MAX], word[80];
    comment_words(comment, words, sizeof words);
    size_t length;
    const char *open = "{";
    for (const char *at = words; *at; at += length) {
        size_t blanks = strspn(at, " ");
        bool joined = blanks == 0 && at > words;
        at += blanks;
        length = piece_length(at, strcspn(at, " "), flow->width - 2); /* leaves space for the
                                                                       * braces */
        bool last = !at[length + strspn(at + length, " ")];
        snprintf(word, sizeof word, "%s%.*s%s", open, (int)length, at, last ? "}" : "");
        put_word(flow, STYLE_DIM, word, joined);
        open = "";
    }
    return *words;
}

/* Writes `open`, such as "(", and then the move: "(12. Nf3!?". A black move gets its number only if
 * `numbered` is set. */
static void put_move(struct flow *flow, const struct game_node *node, bool numbered, int depth,
                     const char *open)
{
    const struct position *before = &node->parent->position;
    char san[CHESS_SAN_MAX], number[16] = "", signs[32] = "", text[96];
    bool shown = node == flow->shown;
    if (before->side == WHITE || numbered) {
        snprintf(number, sizeof number, "%d.%s", before->fullmove,
                 before->side == WHITE ? "" : "..");
    }
    for (int i = 0; i < node->nag_count; i++) {
        text_add(signs, sizeof signs, "%s%s", node->nags[i] >= 10 ? " " : "",
                 nag_sign(node->nags[i]));
    }
    chess_to_san(before, node->move, san);
    snprintf(text, sizeof text, "%s%s%s%s%s", open, number, san, signs, shown ? "◂" : "");
    put_word(flow, shown ? STYLE_MARKED : depth > 0 ? STYLE_DIM : STYLE_TEXT, text, false);
    if (shown)
        flow->shown_y = flow->y;
}

static void walk(struct flow *flow, const struct game_node *root)
{
    struct {
        const struct game_node *main, *variation; /* `variation` is an alternative to the move
                                                   * `main` */
    } stack[DEPTH_MAX];
    int depth = 0;
    bool numbered = true;
    const char *open = "";
    const struct game_node *node = root->child;
    (void)put_words(flow, root->comment);
    while (node || depth > 0) {
        if (!node) { /* the variation ends: continue with its next sibling, or with the line it
                      * belongs to */
            const struct game_node *next = stack[depth - 1].variation->sibling;
            put_word(flow, STYLE_DIM, ")", true);
            numbered = true;
            if (next) {
                stack[depth - 1].variation = node = next;
                open = "(";
            } else {
                node = stack[--depth].main->child;
            }
            continue;
        }
        numbered |= put_words(flow, node->comment_before);
        put_move(flow, node, numbered, depth, open);
        open = "";
        numbered = put_words(flow, node->comment);
        if (node->sibling && node->parent->child == node && depth < DEPTH_MAX) {
            stack[depth].main = node;
            stack[depth++].variation = node = node->sibling;
            open = "(";
            numbered = true;
        } else {
            node = node->child;
        }
    }
}

void moves_flow(WINDOW *window, int top, const struct model *model)
{
    struct flow flow = {.window = window, .from = top, .shown = model->view.shown};
    int height;
    getmaxyx(window, height, flow.width);
    flow.width--;
    flow.rows = height - top;
    walk(&flow, model->view.game->root);
    flow.top = paint_scrolled(flow.shown_y, flow.y + 1, flow.rows);
    flow.y = flow.x = 0;
    flow.drawing = true;
    walk(&flow, model->view.game->root);
}

static bool has_words(const char *comment)
{
    char words[8];
    comment_words(comment, words, sizeof words);
    return *words;
}

bool moves_flow_wanted(const struct game_node *root)
{
    const struct game_node *node = root;
    while (node && !has_words(node->comment) && !has_words(node->comment_before) &&
           !(node->child && node->child->sibling))
        node = node->child;
    return node;
}
