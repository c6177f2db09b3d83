/* All characters on the screen are written here. Text arrives as UTF-8, from us or from files and
 * engines. Only printable wide characters of known width are written. */
#include "src/tui/paint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "src/util/text.h"

static bool unicode;

void paint_init(bool on)
{
    unicode = on;
}

bool paint_unicode(void)
{
    return unicode;
}

unsigned paint_decode(const char **text)
{
    uint32_t code;
    int length = text_point(*text, &code);
    *text += length > 0 ? length : 1;
    return length == 0 || text_is_control(code) ? '?' : code;
}

/* ASCII replacements for the glyphs that we use. */
static const char *likeness(unsigned code)
{
    static const struct {
        unsigned code;
        const char *ascii;
    } table[] = {
        {0x2260, "/"}, {0x2265, ">="},  {0x2022, "*"},  {0xb1, "+-"},   {0x25b8, ">"},
        {0x25c2, "<"}, {0x2026, "..."}, {0x2190, "<-"}, {0x2192, "->"}, {0x2500, "-"},
        {0x2502, "|"}, {0x250c, "+"},   {0x2510, "+"},  {0x2514, "+"},  {0x2518, "+"},
        {0x25cf, "O"}, {0x2588, "#"},   {0x2591, ":"},  {0xb7, "."},    {0x2713, "+"},
        {0x2717, "x"}, {0x2580, "\""},  {0x2584, "_"},  {0x25b2, "^"},  {0x253c, "+"},
        {0x2524, "+"}, {0x2581, "_"},   {0x2191, "^"},  {0x2193, "v"},  {0x2654, "K"},
        {0x2655, "Q"}, {0x2656, "R"},   {0x2657, "B"},  {0x2658, "N"},  {0x2659, "P"},
        {0x265a, "k"}, {0x265b, "q"},   {0x265c, "r"},  {0x265d, "b"},  {0x265e, "n"},
        {0x265f, "p"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].code == code)
            return table[i].ascii;
    }
    /* Replacements for accented Latin-1 letters in names. */
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOO*OUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    static char letter[2];
    if (code >= 0xc0 && code <= 0xff) {
        letter[0] = latin[code - 0xc0];
        return letter;
    }
    return "?";
}

/* Converts the next character of `text`, which may take up to 4 wide characters. Returns its width
 * in cells. */
static int next_piece(const char **text, wchar_t out[4])
{
    unsigned code = paint_decode(text);
    if (code >= 0x80 && !unicode) {
        const char *ascii = likeness(code);
        int length = 0;
        while (ascii[length]) {
            out[length] = (wchar_t)ascii[length];
            length++;
        }
        out[length] = 0;
        return length;
    }
    out[0] = (wchar_t)(code < 0x20 || code == 0x7f ? '?' : code);
    out[1] = 0;
    int cells = code < 0x80 ? 1 : wcwidth((wchar_t)code);
    if (cells <= 0) {
        out[0] = L'?';
        cells = 1;
    }
    return cells;
}

int paint_cells(const char *text)
{
    wchar_t piece[4];
    int cells = 0;
    while (*text)
        cells += next_piece(&text, piece);
    return cells;
}

int paint(WINDOW *window, int y, int x, int width, enum style style, const char *text)
{
    int rows, columns;
    getmaxyx(window, rows, columns);
    if (y < 0 || y >= rows || x < 0 || x >= columns)
        return 0;
    width = width < columns - x ? width : columns - x;
    short pair;
    attr_t attributes = theme_attributes(style, &pair);
    wattr_set(window, attributes, pair, NULL);
    int used = 0;
    while (*text) {
        wchar_t piece[4];
        int cells = next_piece(&text, piece);
        if (used + cells > width)
            break;
        mvwaddwstr(window, y, x + used, piece);
        used += cells;
    }
    wattr_set(window, A_NORMAL, 0, NULL);
    return used;
}

int paintf(WINDOW *window, int y, int x, int width, enum style style, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return paint(window, y, x, width, style, text);
}

int paint_cut(WINDOW *window, int y, int x, int width, enum style style, const char *text)
{
    int mark = paint_cells("…");
    if (paint_cells(text) <= width || width <= mark)
        return paint(window, y, x, width, style, text);
    int used = paint(window, y, x, width - mark, style, text);
    return used + paint(window, y, x + used, mark, style, "…");
}

void paint_right(WINDOW *window, int y, int x, int width, enum style style, const char *text)
{
    int cells = paint_cells(text);
    int shift = cells < width ? width - cells : 0;
    paint(window, y, x + shift, width - shift, style, text);
}

/* Returns the end of the first line of `text` when it is wrapped at this width; returns `text`
 * itself if its first character is wider than the line. */
static const char *line_end(const char *text, int width)
{
    const char *at = text, *end = text, *space = NULL;
    int cells = 0;
    wchar_t piece[4];
    while (*at) {
        const char *before = at;
        cells += next_piece(&at, piece);
        if (cells > width)
            return *before == ' ' ? before : space ? space : end;
        if (*before == ' ')
            space = before;
        end = at;
    }
    return end;
}

static const char *next_line(const char *end)
{
    while (*end == ' ')
        end++;
    return end;
}

int paint_lines(const char *text, int width)
{
    int lines = 0;
    for (const char *end; *text && (end = line_end(text, width)) > text; text = next_line(end))
        lines++;
    return lines;
}

int paint_wrapped(WINDOW *window, int y, int x, int width, int height, enum style style,
                  const char *text)
{
    int lines = 0;
    for (const char *end; *text && lines < height; text = next_line(end)) {
        end = line_end(text, width);
        if (end == text)
            break;
        paintf(window, y + lines++, x, width, style, "%.*s", (int)(end - text), text);
    }
    return lines;
}

/* Returns whether the last word before `end` is a move number, such as "3." or "3...". */
static bool ends_in_move_number(const char *text, const char *end)
{
    while (end > text && end[-1] == '.')
        end--;
    bool dots = *end == '.';
    while (end > text && end[-1] >= '0' && end[-1] <= '9')
        end--;
    return dots && *end != '.' && (end == text || end[-1] == ' ');
}

int paint_parts(WINDOW *window, int y, int x, int width, int height, enum style style,
                const char *text)
{
    char shorter[1024 + sizeof " ..."];
    snprintf(shorter, 1024, "%s", text);
    for (char *last; paint_lines(shorter, width) > height && (last = strrchr(shorter, ';'));)
        snprintf(last, 2, ".");
    bool fits = paint_lines(shorter, width) <= height;
    for (char *last; !fits && (last = strrchr(shorter, ' '));) {
        bool number = ends_in_move_number(shorter, last);
        snprintf(last, 5, " ...");
        fits = !number && paint_lines(shorter, width) <= height;
        if (!fits)
            *last = '\0';
    }
    return paint_wrapped(window, y, x, width, height, style, shorter);
}

int paint_scrolled(int chosen, int count, int lines)
{
    int top = chosen - lines / 2;
    top = top > count - lines ? count - lines : top;
    return top > 0 ? top : 0;
}

void paint_fill(WINDOW *window, int y, int x, int width, enum style style, const char *glyph)
{
    for (int i = 0; i < width; i++)
        paint(window, y, x + i, 1, style, glyph);
}

void paint_rule(WINDOW *window, int y, int width, const char *title)
{
    paint_fill(window, y, 0, width, STYLE_RULE, "─");
    int cells = paint_cells(title);
    if (cells && cells + 6 < width)
        paintf(window, y, width - cells - 5, cells + 2, STYLE_DIM, " %s ", title);
}

void paint_frame(WINDOW *window, const char *title)
{
    int rows, columns;
    getmaxyx(window, rows, columns);
    paint_fill(window, 0, 1, columns - 2, STYLE_RULE, "─");
    paint_fill(window, rows - 1, 1, columns - 2, STYLE_RULE, "─");
    for (int y = 1; y < rows - 1; y++) {
        paint(window, y, 0, 1, STYLE_RULE, "│");
        paint(window, y, columns - 1, 1, STYLE_RULE, "│");
    }
    paint(window, 0, 0, 1, STYLE_RULE, "┌");
    paint(window, 0, columns - 1, 1, STYLE_RULE, "┐");
    paint(window, rows - 1, 0, 1, STYLE_RULE, "└");
    paint(window, rows - 1, columns - 1, 1, STYLE_RULE, "┘");
    paintf(window, 0, 2, columns - 4, STYLE_STRONG, " %s ", title);
}
