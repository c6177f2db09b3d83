/* Draws the strip. To its right, words say what the mark of the position shown means. If the game
 * has more positions than there are cells for the strip, draws the part around the position
 * shown. */
#include "src/tui/panes/strip.h"

#include "src/tui/pane.h"
#include "src/util/text.h"

enum {
    REST = 3,      /* cells of " +2" */
    GAP = 2,       /* cells between the strip and the words */
    SEVERAL = '*', /* the mark of a position in which more than one group decides */
};

bool strip_wanted(const struct model *model)
{
    return model->view.analyzing && !model->view.guessing &&
           (model->page == ANALYSIS_DEBUG || model->page == ANALYSIS_CHOICES);
}

bool strip_under_moves(const struct model *model)
{
    const struct pane *moves = pane_at(model, PLACE_MOVES), *debug = pane_at(model, PLACE_DEBUG);
    return moves && moves->rect.width > 0 && (!debug || moves->rect.width >= debug->rect.width);
}

static void glyph_of(const struct group_effects *effects, int index, char glyph[8])
{
    unsigned marks = effects->marks[index];
    int group = 0;
    if (!effects->marks_known[index] || marks == 0) {
        snprintf(glyph, 8, "%s", effects->marks_known[index] ? "─" : "·");
        return;
    }
    while (!(marks >> group & 1))
        group++;
    snprintf(glyph, 8, "%c", marks == 1u << group ? page_group_letter(group) : SEVERAL);
}

/* Writes which groups decide in the position shown, in at most `cells` cells: "here: king, minor",
 * "here: king +2", "3 groups", or "" if not even that fits. */
static void write_here(const struct group_effects *effects, int cells, char text[128])
{
    const unsigned marks = effects->marks[effects->mark_shown];
    int left = 0, named = 0;
    const char *only = "no group";
    text[0] = '\0';
    if (!effects->marks_known[effects->mark_shown])
        return;
    for (int i = 0; i < GROUP_COUNT; i++) {
        left += marks >> i & 1;
        only = marks >> i & 1 ? page_group_name((enum group)i) : only;
    }
    char brief[32];
    if (left > 1)
        snprintf(brief, sizeof brief, "%d groups", left);
    else
        snprintf(brief, sizeof brief, "%s", only);
    snprintf(text, 128, "here:%s", left == 0 ? " no group" : "");
    for (int i = 0; i < GROUP_COUNT && left > 0; i++) {
        char more[128];
        if (!(marks >> i & 1))
            continue;
        snprintf(more, sizeof more, "%s", text);
        text_add(more, sizeof more, "%s %s", named > 0 ? "," : "", page_group_name((enum group)i));
        if (paint_cells(more) + (left > 1 ? REST : 0) > cells)
            break;
        snprintf(text, 128, "%s", more);
        named++;
        left--;
    }
    if (left > 0 && named > 0)
        text_add(text, 128, " +%d", left);
    if ((left > 0 && named == 0) || paint_cells(text) > cells)
        snprintf(text, 128, "%s", paint_cells(brief) <= cells ? brief : "");
}

void strip_draw(WINDOW *window, int y, const struct session_view *view)
{
    const struct group_effects *effects = view_groups(view);
    int width = getmaxx(window) - 2;
    char here[128];
    if (!effects || width <= 0 || effects->mark_shown >= effects->mark_count)
        return;
    const int least = effects->mark_count < width * 2 / 5 ? effects->mark_count : width * 2 / 5;
    write_here(effects, width - GAP - least, here);
    const int words = paint_cells(here), most = width - (words > 0 ? words + GAP : 0);
    const int count = effects->mark_count < most ? effects->mark_count : most;
    int from = paint_scrolled(effects->mark_shown, effects->mark_count, count);
    for (int i = from; i < effects->mark_count && i - from < count; i++) {
        char glyph[8];
        glyph_of(effects, i, glyph);
        enum style style = i == effects->mark_shown                         ? STYLE_MARKED
                           : effects->marks_known[i] && effects->marks[i] ? STYLE_BAD
                                                                            : STYLE_DIM;
        paint(window, y, 1 + i - from, 1, style, glyph);
    }
    if (words > 0)
        paint(window, y, 1 + count + GAP, words, STYLE_TEXT, here);
}

void strip_draw_legend(struct page *page, int columns, int cells)
{
    const bool narrow = page->width < PAGE_NARROW;
    const int rows = (GROUP_COUNT + columns) / columns;
    page->y++;
    page_print(page, STYLE_STRONG, "%s",
               narrow ? "the strip" : "the strip: what decides each move");
    for (int i = 0; i <= GROUP_COUNT; i++) {
        int y = page->y + i % rows, x = page->indent + i / rows * cells;
        if (i < GROUP_COUNT)
            paintf(page->window, y, x, cells, STYLE_TEXT, "%c %s", page_group_letter(i),
                   page_group_name((enum group)i));
        else
            paintf(page->window, y, x, cells, STYLE_TEXT, "%c several", SEVERAL);
    }
    page->y += rows;
}
