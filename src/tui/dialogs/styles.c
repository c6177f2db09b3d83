/* The pages of ways to play. If a row and its sentence do not fit into a line, the sentence of the
 * selected row alone is shown, below the names. */
#include "src/tui/dialogs/styles.h"

#include "src/player/networks.h"
#include "src/review/level_text.h"

enum { MARKS_AT = 3, NAMES_AT = 5, WORDS_AT = 20, WIDTH_WORDS = 76 };

void styles_turn(struct styles *styles, bool engines)
{
    enum method methods[METHOD_COUNT];
    (void)level_styles(!engines, styles->have_maia, methods);
    styles->engines = engines;
    styles->chosen = methods[0];
}

void styles_open(struct styles *styles, enum method method)
{
    char folder[512];
    *styles = (struct styles){.open = true, .have_maia = paths_maia(folder, sizeof folder)};
    styles_turn(styles, !level_like_people(method));
    if (method != METHOD_MAIA || styles->have_maia)
        styles->chosen = method;
}

bool styles_key(struct styles *styles, enum method *method, int key)
{
    enum method methods[METHOD_COUNT];
    int count = level_styles(!styles->engines, styles->have_maia, methods), at = 0;
    while (at < count - 1 && methods[at] != styles->chosen)
        at++;
    switch (key) {
    case '\t': styles_turn(styles, !styles->engines); return true;
    case '\r':
        *method = styles->chosen;
        styles->open = false;
        return true;
    case 'm':
    case 27: styles->open = false; return true;
    default:
        if (!list_key(key, count, count - 1, &at))
            return false;
        styles->chosen = methods[at];
        return true;
    }
}

int styles_draw(WINDOW *window, int y, int end, const struct styles *styles)
{
    enum method methods[METHOD_COUNT];
    int count = level_styles(!styles->engines, styles->have_maia, methods);
    int width = getmaxx(window);
    bool wide = width >= WIDTH_WORDS;
    for (int i = 0; i < count && y < end; i++, y++) {
        bool chosen = methods[i] == styles->chosen;
        paint(window, y, MARKS_AT, 1, STYLE_STRONG, chosen ? "▸" : "");
        paint(window, y, NAMES_AT, WORDS_AT - NAMES_AT, chosen ? STYLE_STRONG : STYLE_TEXT,
              level_style(methods[i]));
        if (wide)
            paint(window, y, WORDS_AT, width - WORDS_AT - 2, chosen ? STYLE_STRONG : STYLE_TEXT,
                  level_style_words(methods[i]));
    }
    if (wide || y >= end)
        return y;
    return y + paint_wrapped(window, y, MARKS_AT, width - MARKS_AT - 2, end - y, STYLE_TEXT,
                             level_style_words(styles->chosen));
}
