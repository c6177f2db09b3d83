/* Draws the strip. If the game has more positions than the line has cells, draws the part around
 * the position shown. */
#include "src/tui/panes/strip.h"

#include "src/tui/paint.h"

char strip_letter(int group)
{
    return (char)('a' + group);
}

bool strip_wanted(const struct model *model)
{
    return model->view.analyzing && !model->view.guessing &&
           (model->page == ANALYSIS_DEBUG || model->page == ANALYSIS_CHOICES);
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
    snprintf(glyph, 8, "%c", marks == 1u << group ? strip_letter(group) : '*');
}

void strip_draw(WINDOW *window, int y, const struct session_view *view)
{
    const struct group_effects *effects = view_groups(view);
    int width = getmaxx(window) - 2;
    if (!effects || width <= 0)
        return;
    int from = paint_scrolled(effects->mark_shown, effects->mark_count, width);
    for (int i = from; i < effects->mark_count && i - from < width; i++) {
        char glyph[8];
        glyph_of(effects, i, glyph);
        enum style style = i == effects->mark_shown                         ? STYLE_MARKED
                           : effects->marks_known[i] && effects->marks[i] ? STYLE_BAD
                                                                            : STYLE_DIM;
        paint(window, y, 1 + i - from, 1, style, glyph);
    }
}
