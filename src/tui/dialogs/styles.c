/* The two pages from which the user chooses how the opponent plays. If a name and its description
 * do not fit into one line, only the selected row's description is shown, below all names. */
#include "src/tui/dialogs/styles.h"

#include <string.h>

#include "src/review/level_text.h"

enum { MARKS_AT = 3, NAMES_AT = 5, WORDS_AT = 20, WIDTH_WORDS = 76 };

/* Fills methods[] with the methods of the page, which are in its first rows, and sets *count to
 * their number. Returns the number of all rows. */
static int list_rows(const struct styles *styles, enum method methods[METHOD_COUNT], int *count)
{
    *count = level_styles(!styles->engines, styles->have_maia, methods);
    return *count + (styles->engines ? 0 : styles->name_count);
}

void styles_turn(struct styles *styles, bool engines)
{
    styles->engines = engines;
    styles->chosen = 0;
}

void styles_take(const struct styles *styles, struct level_choice *level)
{
    enum method methods[METHOD_COUNT];
    int count;
    (void)list_rows(styles, methods, &count);
    bool named = styles->chosen >= count;
    level->method = named ? METHOD_HUMAN : methods[styles->chosen];
    memset(level->like, 0, sizeof level->like);
    if (named)
        memcpy(level->like, styles->names[styles->chosen - count], sizeof level->like);
}

void styles_open(struct styles *styles, const struct level_choice *level)
{
    char folder[512];
    enum method methods[METHOD_COUNT];
    int count;
    *styles = (struct styles){.open = true, .have_maia = paths_maia(folder, sizeof folder)};
    styles->name_count = styles_list(styles->names, &styles->others);
    styles_turn(styles, !level_like_people(level->method));
    for (int i = list_rows(styles, methods, &count) - 1; i >= 0; i--)
        if (i < count ? methods[i] == level->method && !level->like[0]
                      : strcmp(styles->names[i - count], level->like) == 0)
            styles->chosen = i;
}

bool styles_key(struct styles *styles, bool *taken, int key)
{
    enum method methods[METHOD_COUNT];
    int methods_count, count = list_rows(styles, methods, &methods_count);
    switch (key) {
    case '\t': styles_turn(styles, !styles->engines); return true;
    case '\r':
        *taken = true;
        styles->open = false;
        return true;
    case 'm':
    case 27: styles->open = false; return true;
    default: return list_key(key, count, count - 1, &styles->chosen);
    }
}

int styles_draw(WINDOW *window, int y, int end, const struct styles *styles)
{
    enum method methods[METHOD_COUNT];
    int count, rows = list_rows(styles, methods, &count), width = getmaxx(window);
    bool wide = width >= WIDTH_WORDS;
    int lines = end - y - (wide ? 0 : 2); /* the selected row's description takes two lines */
    const char *words = "";
    for (int i = styles->chosen < lines ? 0 : styles->chosen - lines + 1; i < rows && lines > 0;
         i++, y++, lines--) {
        char name[STYLE_NAME_MAX + 8];
        bool chosen = i == styles->chosen;
        const struct handicap plain = {.method = i < count ? methods[i] : METHOD_HUMAN};
        const char *told = i < count ? level_style_words(methods[i])
                                     : level_like_words;
        snprintf(name, sizeof name, "%s%s", i < count ? "" : "like ",
                 i < count ? level_style(&plain) : styles->names[i - count]);
        words = chosen ? told : words;
        paint(window, y, MARKS_AT, 1, STYLE_STRONG, chosen ? "▸" : "");
        paint(window, y, NAMES_AT, width - NAMES_AT - 2, chosen ? STYLE_STRONG : STYLE_TEXT, name);
        int x = NAMES_AT + paint_cells(name) + 1;
        x = x < WORDS_AT ? WORDS_AT : x;
        if (wide && x < width - 2)
            paint(window, y, x, width - x - 2, chosen ? STYLE_STRONG : STYLE_TEXT, told);
    }
    if (wide || y >= end)
        return y;
    return y + paint_wrapped(window, y, MARKS_AT, width - MARKS_AT - 2, end - y, STYLE_TEXT, words);
}
