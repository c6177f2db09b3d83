/* Themes for 256, 16 and 8 colours and for none. A theme is a row of colour numbers; the pairs
 * are made from it once. Foregrounds of text keep the terminal's own background. */
#include "src/tui/theme.h"

#include <stdlib.h>
#include <string.h>

#include "src/tui/tui.h"

struct palette {
    short light[SQUARE_KINDS], dark[SQUARE_KINDS];
    short white, black, mark; /* pieces, and the marks of targets and of the last move */
};

/* Name, palette of 256 colours, palette of 8. White and black pieces read on every square. */
#define THEMES(X)                                                                         \
    X("wood", ({137, 143, 74, 167}, {95, 101, 67, 131}, 231, 16, 230),                    \
              ({COLOR_YELLOW, COLOR_CYAN, COLOR_MAGENTA, COLOR_RED},                       \
               {COLOR_GREEN, COLOR_CYAN, COLOR_MAGENTA, COLOR_RED}, COLOR_WHITE,           \
               COLOR_BLACK, COLOR_WHITE))                                                              \
    X("green", ({108, 143, 74, 167}, {65, 101, 67, 131}, 231, 16, 230),                   \
               ({COLOR_CYAN, COLOR_YELLOW, COLOR_MAGENTA, COLOR_RED},                      \
                {COLOR_GREEN, COLOR_YELLOW, COLOR_MAGENTA, COLOR_RED}, COLOR_WHITE,        \
                COLOR_BLACK, COLOR_WHITE))                                                \
    X("blue", ({67, 72, 137, 167}, {24, 29, 95, 131}, 231, 16, 230),                      \
              ({COLOR_CYAN, COLOR_GREEN, COLOR_YELLOW, COLOR_RED},                         \
               {COLOR_BLUE, COLOR_GREEN, COLOR_YELLOW, COLOR_RED}, COLOR_WHITE,            \
               COLOR_BLACK, COLOR_WHITE))                                                 \
    X("grey", ({245, 107, 74, 167}, {240, 65, 67, 131}, 231, 16, 230),                    \
              ({COLOR_CYAN, COLOR_GREEN, COLOR_YELLOW, COLOR_RED},                         \
               {COLOR_BLUE, COLOR_GREEN, COLOR_YELLOW, COLOR_RED}, COLOR_WHITE,            \
               COLOR_BLACK, COLOR_WHITE))

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
        if (strcmp(themes[i].name, name) == 0) {
            return &themes[i];
        }
    }
    return NULL;
}

bool tui_theme_exists(const char *name)
{
    return strcmp(name, "mono") == 0 || find_theme(name);
}

static short square_pair(enum square_kind kind, bool dark, enum square_ink ink)
{
    return (short)(PAIR_SQUARES + (kind * 2 + dark) * INK_KINDS + ink);
}

static void make_pairs(const struct theme *theme)
{
    bool rich = COLORS >= 256;
    const struct palette *palette = rich ? &theme->rich : &theme->poor;
    /* With 16 colours the bright white is a colour of its own; with 8, bold makes it. */
    short white = !rich && COLORS >= 16 ? 15 : palette->white;
    for (int kind = 0; kind < SQUARE_KINDS; kind++) {
        for (int dark = 0; dark < 2; dark++) {
            short ground = dark ? palette->dark[kind] : palette->light[kind];
            const short inks[INK_KINDS] = {white, palette->black, palette->mark};
            for (int ink = 0; ink < INK_KINDS; ink++) {
                init_pair(square_pair((enum square_kind)kind, dark, (enum square_ink)ink),
                          inks[ink], ground);
            }
        }
    }
    short grey = rich ? 245 : COLORS >= 16 ? 8 : -1;
    const short text[STYLE_COUNT][2] = {
        [STYLE_TEXT] = {-1, -1},
        [STYLE_STRONG] = {-1, -1},
        [STYLE_DIM] = {grey, -1},
        [STYLE_GOOD] = {rich ? 71 : COLOR_GREEN, -1},
        [STYLE_BAD] = {rich ? 167 : COLOR_RED, -1},
        [STYLE_MARKED] = {-1, -1},
        [STYLE_RULE] = {grey, -1},
        [STYLE_BAR_WHITE] = {COLOR_BLACK, rich ? 252 : COLOR_WHITE},
        [STYLE_BAR_BLACK] = {COLOR_WHITE, rich ? 237 : COLOR_BLACK},
    };
    for (int style = 0; style < STYLE_COUNT; style++) {
        init_pair((short)(PAIR_TEXT + style), text[style][0], text[style][1]);
    }
}

bool theme_set(const char *name)
{
    const char *no_color = getenv("NO_COLOR");
    if (!name) {
        name = no_color && *no_color ? "mono" : "wood";
    }
    const struct theme *theme = find_theme(name);
    if (!theme && strcmp(name, "mono") != 0) {
        return false;
    }
    colored = theme && has_colors() && COLORS >= 8 && COLOR_PAIRS >= 64;
    current = theme ? theme->name : "mono";
    if (colored) {
        make_pairs(theme);
    }
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
    *pair = colored ? square_pair(kind, dark, ink) : 0;
    if (!colored) {
        return kind == SQUARE_CHOSEN || kind == SQUARE_CHECK ? A_BOLD : A_NORMAL;
    }
    return ink == INK_BLACK ? A_NORMAL : A_BOLD;
}
