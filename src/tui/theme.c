/* Themes for 256, 16 and 8 colours, and one without colour. A theme is a row of colour numbers,
 * from which theme_set makes curses' colour pairs. Text keeps the terminal's own background. */
#include "src/tui/theme.h"

#include <stdlib.h>
#include <string.h>

#include "src/tui/tui.h"

/* Background colours of squares, by kind. */
struct palette {
    short light[SQUARE_KINDS], dark[SQUARE_KINDS];
};

/* Name, palette of 256 colours, palette of 8. With 256 colours, white has a contrast of at least
 * 4.5:1 (WCAG) to every dark background, and black to every light one. Few colours contrast enough
 * with both. So a white piece stands on a patch of the dark shade, and a black piece on a patch of
 * the light shade; a large shape has a rim of that shade. The 8 colours differ too much between
 * terminals for that, so each piece stands on a patch of its side's colour. The patch does not show
 * on a square of the same colour, so the default theme for 8 colours has no white or black
 * squares. */
#define THEMES(X)                                                                                  \
    X("wood", ({180, 143, 74, 174, 71, 176}, {95, 58, 25, 160, 23, 125}),                          \
      ({COLOR_YELLOW, COLOR_CYAN, COLOR_MAGENTA, COLOR_RED, COLOR_WHITE, COLOR_RED},               \
       {COLOR_GREEN, COLOR_CYAN, COLOR_MAGENTA, COLOR_RED, COLOR_WHITE, COLOR_RED}))               \
    X("green", ({108, 179, 74, 174, 143, 176}, {58, 94, 25, 160, 23, 125}),                        \
      ({COLOR_CYAN, COLOR_YELLOW, COLOR_MAGENTA, COLOR_RED, COLOR_WHITE, COLOR_RED},               \
       {COLOR_GREEN, COLOR_YELLOW, COLOR_MAGENTA, COLOR_RED, COLOR_WHITE, COLOR_RED}))             \
    X("blue", ({110, 107, 179, 174, 143, 176}, {24, 58, 94, 160, 23, 125}),                        \
      ({COLOR_CYAN, COLOR_GREEN, COLOR_YELLOW, COLOR_RED, COLOR_WHITE, COLOR_RED},                 \
       {COLOR_BLUE, COLOR_GREEN, COLOR_YELLOW, COLOR_RED, COLOR_WHITE, COLOR_RED}))                \
    X("grey", ({248, 107, 74, 174, 71, 176}, {240, 58, 25, 160, 23, 125}),                         \
      ({COLOR_WHITE, COLOR_CYAN, COLOR_MAGENTA, COLOR_RED, COLOR_YELLOW, COLOR_RED},               \
       {COLOR_BLACK, COLOR_CYAN, COLOR_MAGENTA, COLOR_RED, COLOR_YELLOW, COLOR_RED}))

#define UNWRAP(...) {__VA_ARGS__}
struct theme {
    const char *name;
    struct palette rich, poor;
};
static const struct theme themes[] = {
#define X(name, rich, poor) {name, UNWRAP rich, UNWRAP poor},
    THEMES(X)
#undef X
};
enum { THEMES_COUNT = sizeof themes / sizeof *themes };
enum { PAIR_TEXT = 1, PAIR_SQUARES = PAIR_TEXT + STYLE_COUNT };
enum { RICH_WHITE = 231, RICH_BLACK = 16, BRIGHT_WHITE = 15 };
/* Arrows have a contrast of at least 4.5:1 to the background, too. They are only drawn with 256
 * colours. */
enum { PALE_CYAN = 159, NAVY = 18, PALE_YELLOW = 230, DEEP_RED = 52 };

static const char *current = "mono";
static bool colored;

const char *tui_themes(void)
{
#define X(name, rich, poor) name " "
    return THEMES(X) "mono";
#undef X
}

static const struct theme *find_theme(const char *name)
{
    for (int i = 0; i < THEMES_COUNT; i++) {
        if (strcmp(themes[i].name, name) == 0)
            return &themes[i];
    }
    return NULL;
}

bool tui_theme_exists(const char *name)
{
    return strcmp(name, "mono") == 0 || find_theme(name);
}

/* Returns the number of the colour pair for a square. Terminals of 8 colours have 64 pairs, which
 * suffice for INK_WHITE, INK_BLACK and INK_MARK; with 8 colours no other inks are used. */
static short square_pair(enum square_kind kind, bool dark, enum square_ink ink)
{
    return (short)(PAIR_SQUARES + (ink * SQUARE_KINDS + kind) * 2 + dark);
}

/* Returns black for colours that are bright on every terminal, and white for all others. */
static short mark_on(short ground)
{
    bool bright = ground == COLOR_YELLOW || ground == COLOR_GREEN || ground == COLOR_CYAN ||
                  ground == COLOR_WHITE;
    return bright ? COLOR_BLACK : COLOR_WHITE;
}

static void make_pairs(const struct theme *theme)
{
    bool rich = COLORS >= 256;
    const struct palette *palette = rich ? &theme->rich : &theme->poor;
    short white = COLORS >= 16 ? BRIGHT_WHITE : COLOR_WHITE;
    for (int kind = 0; kind < SQUARE_KINDS; kind++) {
        for (int dark = 0; dark < 2; dark++) {
            short ground = dark ? palette->dark[kind] : palette->light[kind];
            short other = dark ? palette->light[kind] : palette->dark[kind];
            const short inks[INK_KINDS][2] = {
                [INK_WHITE] = {rich ? RICH_WHITE : COLOR_BLACK, rich ? palette->dark[kind] : white},
                [INK_BLACK] = {rich ? RICH_BLACK : white,
                               rich ? palette->light[kind] : COLOR_BLACK},
                [INK_MARK] = {!rich  ? mark_on(ground)
                              : dark ? RICH_WHITE
                                     : RICH_BLACK,
                              ground},
                [INK_RIM] = {other, ground},
                [INK_BEST] = {dark ? PALE_CYAN : NAVY, ground},
                [INK_THREAT] = {dark ? PALE_YELLOW : DEEP_RED, ground},
            };
            for (int ink = 0; ink < (rich ? INK_KINDS : INK_RIM); ink++) {
                init_pair(square_pair((enum square_kind)kind, dark, (enum square_ink)ink),
                          inks[ink][0], inks[ink][1]);
            }
        }
    }
    short grey = rich ? 245 : COLORS >= 16 ? 8 : -1;
    const short text[STYLE_COUNT][2] = {
        [STYLE_TEXT] = {-1, -1},
        [STYLE_STRONG] = {-1, -1},
        [STYLE_DIM] = {grey, -1},
        [STYLE_GOOD] = {rich ? 28 : COLOR_GREEN, -1},
        [STYLE_BAD] = {rich ? 167 : COLOR_RED, -1},
        [STYLE_MARKED] = {-1, -1},
        [STYLE_RULE] = {grey, -1},
        [STYLE_BAR_WHITE] = {COLOR_BLACK, rich ? 252 : COLOR_WHITE},
        [STYLE_BAR_BLACK] = {COLOR_WHITE, rich ? 237 : COLOR_BLACK},
    };
    for (int style = 0; style < STYLE_COUNT; style++)
        init_pair((short)(PAIR_TEXT + style), text[style][0], text[style][1]);
}

bool theme_set(const char *name)
{
    const char *no_color = getenv("NO_COLOR");
    if (!name)
        name = no_color && *no_color ? "mono" : COLORS >= 256 ? "wood" : "blue";
    const struct theme *theme = find_theme(name);
    if (!theme && strcmp(name, "mono") != 0)
        return false;
    enum { PAIRS = PAIR_SQUARES + SQUARE_KINDS * 2 * INK_KINDS };
    colored = theme && has_colors() && COLORS >= 8 && COLOR_PAIRS >= (COLORS >= 256 ? PAIRS : 64);
    current = theme ? theme->name : "mono";
    if (colored)
        make_pairs(theme);
    return true;
}

const char *theme_name(void)
{
    return current;
}

bool theme_has_colors(void)
{
    return colored;
}

bool theme_tells_sides(void)
{
    return colored && COLORS >= 256;
}

bool theme_has_chips(void)
{
    return colored && COLORS < 256;
}

attr_t theme_attributes(enum style style, short *pair)
{
    *pair = colored ? (short)(PAIR_TEXT + style) : 0;
    switch (style) {
    case STYLE_STRONG:
    case STYLE_BAD: return A_BOLD;
    case STYLE_MARKED: return A_REVERSE;
    case STYLE_BAR_WHITE: return colored ? A_NORMAL : A_REVERSE;
    default: return A_NORMAL;
    }
}

attr_t theme_square(enum square_kind kind, bool dark, enum square_ink ink, short *pair)
{
    if (theme_tells_sides() && (ink == INK_WHITE || ink == INK_BLACK)) {
        dark = ink == INK_WHITE; /* the pair of INK_MARK has the same colours, and fewer changes of
                                  * pairs between cells cost fewer bytes */
        ink = INK_MARK;
    }
    *pair = colored ? square_pair(kind, dark, ink) : 0;
    if (!colored)
        return kind == SQUARE_CHOSEN || kind == SQUARE_CHECK ? A_BOLD : A_NORMAL;
    /* With few colours, bold makes white brighter, but it turns black into grey. With 256 colours
     * it changes nothing and only costs bytes. */
    short ink_color, ground;
    pair_content(*pair, &ink_color, &ground);
    return COLORS >= 256 || ink_color == COLOR_BLACK ? A_NORMAL : A_BOLD;
}
