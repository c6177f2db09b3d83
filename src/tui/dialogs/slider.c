/* Chooses the opponent: a rating on the scale you chose, and what it means in words. Tab shows the
 * engine's numbers instead of the words, m the ways to play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/maia.h"
#include "src/player/networks.h"
#include "src/session/asks.h"
#include "src/util/text.h"
#include "src/game/handicap_text.h"
#include "src/lab/calibrate/calibrate_table.h"
#include "src/review/level_text.h"
#include "src/tui/notice.h"
#include "src/tui/question.h"
#include "src/tui/panes/level_keys.h"
#include "src/tui/dialogs/by_hand.h"
#include "src/tui/dialogs/dialogs.h"
#include "src/tui/dialogs/styles.h"

enum use {
    CHANGES_GAME, /* changes the opponent of the current game */
    BEGINS_AGAIN, /* Enter starts a game, Esc returns to the finished one */
    BEGINS_FIRST, /* Enter starts a game; Esc has no earlier game to return to */
};

struct slider {
    struct level_choice level;
    struct by_hand hand;         /* replaces the level if the user changed a number */
    struct styles styles;        /* the choice of how the opponent plays, drawn over the rest */
    char refused[1024];          /* why the style just chosen cannot be read; "": no error */
    char typed[5];               /* the digits of a level typed so far */
    int drill;                   /* positional group that the opponent ignores in the next game:
                                    enum group, or DRILL_NONE */
    int color;                   /* your colour in the next game: WHITE, BLACK, or -1 for random */
    struct time_control control; /* clock of the next game */
    enum use use;
    bool numbers;                   /* shows the engine's numbers */
    int top;                        /* first line shown of the level in words */
    enum rating_scale before;       /* the scale shown when the slider opened */
    struct measured_table measured; /* measurements of the levels, read when the slider opens */
};

/* Returns the handicap of the opponent as chosen so far. */
static struct handicap chosen(const struct pane *pane)
{
    const struct slider *slider = pane->state;
    const struct level_choice *level = &slider->level;
    return slider->hand.on ? slider->hand.handicap
                           : level_handicap(level, pane->model->options.strength);
}

static struct handicap handicap_to_set(const struct pane *pane)
{
    const struct slider *slider = pane->state;
    struct handicap handicap = chosen(pane);
    if (slider->hand.on)
        handicap.elo = slider->level.elo; /* the user changed numbers of this level */
    return handicap;
}

/* Asks the session what an opponent with the numbers shown would play. */
static void preview(const struct pane *pane)
{
    const struct slider *slider = pane->state;
    struct handicap handicap = chosen(pane);
    session_preview_level(pane->model->session,
                          slider->numbers && handicap.limited ? &handicap : NULL);
}

/* Discards the choice, and shows ratings on the earlier scale again. */
static void discard(const struct pane *pane)
{
    const struct slider *slider = pane->state;
    session_preview_level(pane->model->session, NULL);
    if (scale_shown(pane->model->view.scale) != slider->before)
        session_show_scale(pane->model->session, slider->before);
}

static bool wants(const struct pane *pane, struct rect *rect)
{
    enum { LINES_MOST = 19 };
    (void)dialog_wants_page(pane, rect);
    int lines = rect->height < LINES_MOST ? rect->height : LINES_MOST;
    rect->y = (rect->height - lines) / 3;
    rect->height = lines;
    return true;
}

/* Opens the slider, except during analysis, where the level is changed in the analysis pane without
 * a dialog. */
static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct model *model = pane->model;
    struct slider *slider = pane->state;
    (void)error;
    if (model->view.analyzing) {
        model->sliding = true;
        model->page = ANALYSIS_LEVEL;
        return true;
    }
    slider->typed[0] = '\0';
    slider->styles.open = false;
    slider->refused[0] = '\0';
    slider->top = 0;
    slider->before = scale_shown(model->view.scale);
    slider->use = argument && strcmp(argument, "first") == 0 ? BEGINS_FIRST
                  : model->view.playing || model->view.card  ? CHANGES_GAME
                                                             : BEGINS_AGAIN;
    level_take(&slider->level, &model->view);
    bool stepped = model->view.stepped && slider->use != CHANGES_GAME;
    if (stepped)
        slider->level.elo = model->view.next_level;
    slider->hand = (struct by_hand){.on = handicap_is_custom(&model->view.handicap) && !stepped,
                                    .chosen = BY_HAND_NONE,
                                    .handicap = model->view.handicap};
    slider->drill = session_drill(model->session);
    session_next_game(model->session, &slider->color, &slider->control);
    measured_clear(&slider->measured);
    measured_read_shipped(&slider->measured);
    if (argument && (!*argument || strcmp(argument, "engines") == 0))
        styles_open(&slider->styles, &slider->level);
    if (argument && *argument && slider->styles.open)
        styles_turn(&slider->styles, true);
    dialog_show(pane);
    preview(pane);
    return true;
}

static bool close_pane(struct pane *pane)
{
    const struct slider *slider = pane->state;
    if (slider->use == BEGINS_FIRST)
        return false;
    discard(pane);
    return true;
}

static void finish(struct pane *pane)
{
    struct slider *slider = pane->state;
    measured_clear(&slider->measured);
}

/* Cycles through common time controls, shortest first. */
static void next_control(struct slider *slider)
{
    static const char *const controls[] = {"none", "3+2", "5+3", "10+5", "15+10", "30+0"};
    enum { CONTROLS = sizeof controls / sizeof *controls };
    char now[48];
    int at = CONTROLS - 1;
    struct error error;
    time_control_write(&slider->control, now, sizeof now);
    for (int i = 0; i < CONTROLS; i++) {
        if (strcmp(controls[i], now) == 0)
            at = i;
    }
    if (!time_control_read(controls[(at + 1) % CONTROLS], &slider->control, &error))
        slider->control = (struct time_control){.untimed = true};
}

static void begin_game(struct model *model)
{
    struct error error = {0};
    if (!session_new(model->session, &error)) {
        notice_say(model, true, "%s", error.message);
        return;
    }
    session_view(model->session, &model->view);
    model->flipped = model->view.you == BLACK;
}

static void take_choice(struct pane *pane)
{
    struct model *model = pane->model;
    const struct slider *slider = pane->state;
    const struct handicap handicap = handicap_to_set(pane);
    session_set_handicap(model->session, &handicap);
    session_set_drill(model->session, slider->drill);
    session_set_next_game(model->session, slider->color, &slider->control);
    if (scale_shown(model->view.scale) != slider->before && model->options.keep_scale)
        model->options.keep_scale(model->options.keep_context, model->view.scale);
    session_preview_level(model->session, NULL);
    dialog_hide(pane);
    if (slider->use != CHANGES_GAME && session_asks(model->session, "new")) {
        snprintf(model->line_due, sizeof model->line_due, "new");
    } else if (slider->use != CHANGES_GAME) {
        begin_game(model);
        dialog_close_all(model); /* the home screen may be open below this dialog */
    }
}

static void answer_unrated(struct model *model, bool yes)
{
    if (yes)
        take_choice(pane_for_key(model, KEY_F(5)));
}

/* Takes the choice. If the game then becomes unrated, asks first. */
static void accept(struct pane *pane)
{
    static const struct question unrated = {
        .prompt = " y/n",
        .needed = "Please answer y or n",
        .repeated = true,
        .decide = answer_unrated,
    };
    const struct slider *slider = pane->state;
    const struct handicap handicap = handicap_to_set(pane);
    const char *question = slider->use == CHANGES_GAME
                               ? session_asks_opponent(pane->model->session, &handicap)
                               : NULL;
    if (question)
        notice_ask(pane->model, &unrated, question);
    else
        take_choice(pane);
}

/* Selects the level that was typed, rounded to a multiple of ELO_STEP. */
static void set_level(struct slider *slider, const struct scale *scale, int max, int level)
{
    level = (level + ELO_STEP / 2) / ELO_STEP * ELO_STEP;
    slider->level.elo = scale_engine(scale, level > max ? max : level);
    slider->typed[0] = '\0';
}

/* Handles a key by which the user types a level's number. Selects the level as soon as no further
 * digit can follow. Returns false if the key has nothing to do with the number. */
static bool type_level(struct slider *slider, const struct scale *scale, int key)
{
    size_t length = strlen(slider->typed);
    if (length > 0 && (key == KEY_BACKSPACE || key == 127 || key == '\b')) {
        slider->typed[length - 1] = '\0';
        return true;
    }
    int min, max;
    scale_range(scale, scale_shown(scale), &min, &max);
    if (key == '\r' && atoi(slider->typed) >= min) { /* Enter ends a number that another digit could
                                                      * still follow */
        set_level(slider, scale, max, atoi(slider->typed));
        return true;
    }
    if (key < '0' + (length == 0) || key > '9') {
        slider->typed[0] = '\0';
        return length > 0 && (key == '\r' || key == 27); /* Esc then does not close the dialog */
    }
    if (length + 1 >= sizeof slider->typed)
        return true;
    slider->typed[length++] = (char)key;
    slider->typed[length] = '\0';
    int level = atoi(slider->typed);
    /* "15" may be the beginning of 1500. */
    if (level < min || (length < 4 && level * 10 <= max))
        return true;
    set_level(slider, scale, max, level);
    return true;
}

/* Shows the same level on the next scale. */
static void next_scale(struct model *model)
{
    enum rating_scale next =
        (enum rating_scale)((scale_shown(model->view.scale) + 1) % SCALE_COUNT);
    session_show_scale(model->session, next);
}

/* Handles a key that changes the level or its numbers. Returns false for other keys. */
static bool change(struct pane *pane, int key)
{
    struct slider *slider = pane->state;
    const struct model *model = pane->model;
    const struct level_choice *level = &slider->level;
    struct handicap usual = level_handicap(level, model->options.strength);
    if (slider->numbers && by_hand_key(&slider->hand, &usual, key))
        return true;
    if (!type_level(slider, model->view.scale, key) &&
        !level_move(&slider->level, model->options.strength, model->view.scale, key))
        return false;
    slider->hand.on = false;
    slider->hand.chosen = BY_HAND_NONE;
    return true;
}

/* Handles a key while the ways to play are shown. */
static bool choose_style(struct pane *pane, int key)
{
    struct slider *slider = pane->state;
    struct level_choice level = slider->level;
    struct error error;
    char name[STYLE_NAME_MAX];
    bool taken = false;
    slider->refused[0] = '\0';
    if (!styles_key(&slider->styles, &taken, key))
        return false;
    if (taken)
        styles_take(&slider->styles, &level);
    if (level.method == slider->level.method && strcmp(level.like, slider->level.like) == 0)
        return true;
    if (level.like[0] &&
        !styles_find(level.like, pane->model->view.scale, name, &level.elo, &error)) {
        text_of_error(&error, slider->refused, sizeof slider->refused);
        slider->styles.open = true;
        return true;
    }
    if (level.like[0])
        memcpy(level.like, name, sizeof level.like);
    slider->level = level;
    slider->hand.on = false;
    slider->hand.chosen = BY_HAND_NONE;
    preview(pane);
    return true;
}

static bool key(struct pane *pane, int key)
{
    struct slider *slider = pane->state;
    if (slider->styles.open)
        return choose_style(pane, key);
    if (key == 'm') {
        slider->typed[0] = '\0';
        styles_open(&slider->styles, &slider->level);
        return true;
    }
    if (change(pane, key)) {
        preview(pane);
        return true;
    }
    switch (key) {
    case 's':
        next_scale(pane->model);
        return true;
    case '\t':
        slider->numbers = !slider->numbers;
        slider->hand.chosen = BY_HAND_NONE;
        preview(pane);
        return true;
    case 'c': slider->color = slider->color == WHITE ? BLACK : slider->color == BLACK ? -1 : WHITE;
        return true;
    case 't': next_control(slider); return true;
    case 'd': slider->drill = (slider->drill + 1) % (DRILL_NONE + 1); return true;
    case KEY_UP:
    case KEY_DOWN:
        slider->top += key == KEY_UP ? -1 : 1;
        return true;
    case '\r':
        accept(pane);
        return true;
    case 27:
    case KEY_F(5):
        if (slider->use == BEGINS_FIRST) {
            accept(pane); /* without an earlier game to return to, the game starts at the level
                           * shown */
            return true;
        }
        discard(pane);
        dialog_hide(pane);
        return true;
    default: return false;
    }
}

/* Draws a fact in at most `most` lines. Returns the line after it. */
static int draw_fact_in(WINDOW *window, int y, int most, const char *name, const char *text)
{
    int width = getmaxx(window), x = width >= 60 ? 13 : 11;
    paint(window, y, 3, x - 4, STYLE_DIM, name);
    return y + paint_wrapped(window, y, x, width - x - 2, most, STYLE_TEXT, text);
}

static int draw_fact(WINDOW *window, int y, const char *name, const char *text)
{
    int most = getmaxy(window) - 2 - y;
    return most > 0 ? draw_fact_in(window, y, most, name, text) : y;
}

/* Returns true if the window is too low for blank lines. */
static bool is_small(WINDOW *window)
{
    return getmaxy(window) < 16;
}

/* Returns true if the window is too narrow for the usual lines of keys. */
static bool is_narrow(WINDOW *window)
{
    return getmaxx(window) < 50;
}

/* Draws the scale. Returns the column of the level. */
static int draw_scale(WINDOW *window, int y, const struct scale *scale, const struct slider *slider)
{
    int width = getmaxx(window), from = 9, to = width - 14, length = to - from, min, max;
    bool full = slider->level.elo == ELO_FULL;
    scale_range(scale, scale_shown(scale), &min, &max);
    paintf(window, y, 4, 4, STYLE_TEXT, "%4d", min);
    paint_fill(window, y, from, length, STYLE_RULE, "─");
    paintf(window, y, to + 1, 5, STYLE_TEXT, "%d", max);
    paint(window, y, to + 7, 4, full ? STYLE_MARKED : STYLE_TEXT, "full");
    int level = full ? max : scale_level(scale, slider->level.elo);
    level = level < min ? min : level > max ? max : level;
    int at = full ? to + 6 : from + (level - min) * (length - 1) / (max - min);
    if (!slider->hand.on)
        paint(window, y, at, 1, STYLE_STRONG, "●");
    return at;
}

/* Writes the rating with the level's name, or what is typed so far. */
static void write_rating(const struct model *model, const struct slider *slider, char *text,
                         size_t size)
{
    int elo = slider->level.elo;
    if (slider->hand.on)
        snprintf(text, size, "set by hand: no rating");
    else if (*slider->typed)
        snprintf(text, size, "%s_", slider->typed);
    else if (elo == ELO_FULL)
        snprintf(text, size, "full strength");
    else
        snprintf(text, size, "%d  %s", scale_level(model->view.scale, elo),
                 strength_preset_name(model->options.strength, elo));
}

/* Draws the rating below its place on the scale. Below that are the name of the scale and the
 * rating on the other scales. Returns the next free line. */
static int draw_rating(WINDOW *window, int y, int at, const struct model *model,
                       const struct slider *slider)
{
    const struct scale *scale = model->view.scale;
    int width = getmaxx(window), elo = slider->level.elo;
    char title[64], beside[96], below[160];
    write_rating(model, slider, title, sizeof title);
    if (slider->hand.on)
        text_add(title, sizeof title, ", not counted");
    int last = width - paint_cells(title) - 2;
    at = slider->hand.on ? 14 : at;
    at = at - 1 < last ? at - 1 : last;
    paint(window, y, at < 3 ? 3 : at, width - 5, STYLE_STRONG, title);
    scale_beside(scale, elo, beside, sizeof beside);
    if (elo == ELO_FULL || slider->hand.on)
        return y + 2; /* full strength and numbers set by hand have no rating on people's scales */
    snprintf(below, sizeof below, "%s%s%s", scale_words(scale_shown(scale)), *beside ? "; " : "",
             beside);
    if (paint_cells(below) > width - 6)
        snprintf(below, sizeof below, "%s", scale_words(scale_shown(scale)));
    int left = at + 1 - paint_cells(below) / 2;
    last = width - paint_cells(below) - 3;
    left = left > last ? last : left;
    paint(window, y + 1, left < 4 ? 4 : left, width - 6, STYLE_DIM, below);
    return y + 2;
}

static int draw_budget(WINDOW *window, int y, const struct handicap *handicap)
{
    char text[96];
    uint64_t budget = level_budget(handicap, text, sizeof text);
    text_add(text, sizeof text, ", about depth %d", level_depth(budget));
    return draw_fact(window, y, "thinks", text);
}

/* Draws an opponent without numbers: full strength, or a network. */
static int draw_without_numbers(WINDOW *window, int y, const struct handicap *handicap)
{
    char text[512] = "";
    if (!handicap->limited) {
        y = draw_fact(window, y, "thinks", "as fast as the machine allows");
        y = draw_fact(window, y, "errs", "never on purpose");
        return draw_fact(window, y, "knows", "everything");
    }
    if (handicap->method == METHOD_MAIA) {
        char folder[512];
        int there = paths_maia(folder, sizeof folder) ? maia_reach(folder, handicap->rating) : 0;
        y = draw_fact(window, y, "thinks", "without a search: does not look ahead");
        if (there)
            snprintf(text, sizeof text, "a move as often as players rated %d on Lichess do", there);
        if (there != handicap->rating)
            text_add(text, sizeof text, "%sthere is no network for %d", there ? ": " : "",
                     handicap->rating);
        y = draw_fact(window, y, "plays", text);
        handicap_words(handicap, text, sizeof text);
        return draw_fact(window, y, "by", text);
    }
    return y;
}

/* Writes the level's measured rating on the engine scale with its error, and the number of games
 * unless `brief` is true; then its ratings on people's scales with their errors. */
static void describe_measured(const struct model *model, const struct slider *slider,
                              const struct handicap *handicap, bool brief, char *text, size_t size)
{
    const struct measured_level *level = measured_find(&slider->measured, handicap, "1+0");
    struct measured_level between;
    char games[32], people[160];
    const char *unit = brief ? "engine" : "engine Elo";
    if (handicap->limited && handicap->like[0]) {
        snprintf(text, size, "never with this style");
        return;
    }
    if (level && brief) {
        snprintf(text, size, "%.0f ±%.0f %s", level->elo, measured_error(level), unit);
    } else if (level) {
        text_thousands((uint64_t)level->games, games, sizeof games);
        snprintf(text, size, "%.0f ±%.0f %s in %s games", level->elo, measured_error(level), unit,
                 games);
    } else if (measured_between(&slider->measured, model->options.strength, handicap, "1+0",
                                &between)) {
        snprintf(text, size, "%.0f ±%.0f %s", between.elo, measured_error(&between), unit);
    } else {
        snprintf(text, size, "no games at this rating");
    }
    scale_errors(model->view.scale, handicap->elo, people, sizeof people);
    text_add(text, size, "%s%s", *people ? ", " : "", people);
}

/* Draws the text of describe_measured on two lines from y on, and the level's seed in the frame of
 * the window. */
static void draw_known(WINDOW *window, int y, const struct model *model,
                       const struct slider *slider, const struct handicap *handicap)
{
    char measured[256], seed[40];
    int width = getmaxx(window);
    describe_measured(model, slider, handicap, is_narrow(window), measured, sizeof measured);
    if (is_small(window))
        paint_wrapped(window, y, 3, width - 5, 2, STYLE_DIM, measured);
    else
        (void)draw_fact_in(window, y, 2, "measured", measured);
    snprintf(seed, sizeof seed, " seed %llu ", (unsigned long long)slider->level.seed);
    paint_right(window, 0, width / 2, width - width / 2 - 2, STYLE_DIM, seed);
}

/* Draws the level in words from line y on, which may be above the window. Returns the line after
 * them. */
static int draw_lines(WINDOW *window, int y, const struct model *model, const struct slider *slider,
                      const struct handicap *handicap)
{
    static char lines[LEVEL_LINES][LEVEL_LINE_MAX];
    const struct time_control *control =
        slider->use == CHANGES_GAME ? &model->view.control : &slider->control;
    int width = getmaxx(window);
    level_describe(model->options.strength, handicap, control, model->view.calm, lines);
    for (int i = 0; i < LEVEL_LINES; i++) {
        const char *name = level_line_name((enum level_line)i);
        if (*lines[i] && *name)
            y = draw_fact_in(window, y, LEVEL_LINE_MAX, name, lines[i]);
        else if (*lines[i])
            y += paint_wrapped(window, y, 3, width - 5, LEVEL_LINE_MAX, STYLE_TEXT, lines[i]);
    }
    return y;
}

/* Draws the level in words from line y on. If they do not all fit, the arrow keys scroll them. */
static void draw_words(WINDOW *window, int y, const struct model *model, struct slider *slider,
                       const struct handicap *handicap)
{
    int height = getmaxy(window), width = getmaxx(window);
    int lines = height - (is_small(window) ? 3 : 4) - y;
    WINDOW *part = lines > 0 ? derwin(window, lines, width, y, 0) : NULL;
    if (!part)
        return;
    /* A call that begins below the window draws nothing and only counts the lines. */
    int more = draw_lines(part, lines, model, slider, handicap) - 2 * lines;
    slider->top = slider->top > more ? more : slider->top;
    slider->top = slider->top < 0 ? 0 : slider->top;
    (void)draw_lines(part, -slider->top, model, slider, handicap);
    if (slider->top > 0)
        paint(part, 0, width - 2, 1, STYLE_DIM, "↑");
    if (slider->top < more)
        paint(part, lines - 1, width - 2, 1, STYLE_DIM, "↓");
    delwin(part);
}

/* Writes the settings of the next game, each except the drill with the key that changes it; shorter
 * words if `narrow` is true. */
static void game_text(const struct slider *slider, const struct handicap *handicap, bool narrow,
                      char *text, size_t size)
{
    const char *color = slider->color == WHITE   ? "white"
                        : slider->color == BLACK ? "black"
                                                 : "random";
    char control[48];
    time_control_write(&slider->control, control, sizeof control);
    if (narrow && slider->control.untimed)
        snprintf(control, sizeof control, "no clock");
    text[0] = '\0';
    if (slider->use != CHANGES_GAME)
        snprintf(text, size, narrow ? "%s (c) %s (t) " : "you %s (c)   clock %s (t)   ", color,
                 control);
    text_add(text, size, "%s%s (m)", narrow ? "" : "style ", level_style(handicap));
    if (slider->drill != DRILL_NONE)
        text_add(text, size, "%s ignores %s", narrow ? "" : "  ",
                 group_words((enum group)slider->drill));
}

static void draw_game(WINDOW *window, int y, const struct slider *slider,
                      const struct handicap *handicap)
{
    int width = getmaxx(window);
    const char *drill = "   drill (d)";
    char text[160];
    game_text(slider, handicap, is_narrow(window), text, sizeof text);
    const char *key = slider->drill != DRILL_NONE                           ? " (d)"
                      : paint_cells(text) + paint_cells(drill) <= width - 5 ? drill
                                                                            : "";
    int cells = width - 5 - paint_cells(key);
    if (paint_cells(text) > cells)
        game_text(slider, handicap, true, text, sizeof text);
    int used = paint_cut(window, y, 3, cells, STYLE_TEXT, text);
    paint(window, y, 3 + used, width - 5 - used, STYLE_TEXT, key);
}

static void draw_keys(WINDOW *window, const struct slider *slider)
{
    int height, width;
    getmaxyx(window, height, width);
    bool narrow = is_narrow(window);
    const char *enter = slider->use != CHANGES_GAME ? "play" : width >= 70 ? "sets it" : "set";
    const char *leave = slider->use == BEGINS_FIRST ? "F10 quit" : "Esc back";
    const char *keys =
        slider->numbers ? width >= 70
                              ? "↑ ↓ choose  ← → change  Space on or off  Tab words  Enter %s  %s"
                          : narrow ? "↑ ↓ ← →  Tab words  Enter %s  %s"
                                   : "↑ ↓ choose  ← → change  Tab words  Enter %s  %s"
        : width >= 70   ? "← → 25  PgUp PgDn  p preset  Tab numbers  s scale  Enter %s  %s"
        : narrow        ? "← → p s  Tab  Enter %s  %s"
        : width >= 60   ? "← → Elo p preset Tab numbers s scale Enter %s %s"
                        : "← →  p  Tab numbers  s  Enter %s  %s";
    paintf(window, height - 2, 3, width - 4, STYLE_DIM, keys, enter, leave);
}

static void draw_styles(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct slider *slider = pane->state;
    struct level_choice level = slider->level;
    const struct styles *styles = &slider->styles;
    int height = getmaxy(window), width = getmaxx(window), y = height >= 16 ? 2 : 1;
    styles_take(styles, &level);
    struct handicap handicap = level_handicap(&level, model->options.strength);
    char title[80] = "Plays like people";
    if (styles->others > 0)
        text_add(title, sizeof title, "; for %d more type like NAME", styles->others);
    paint_frame(window, styles->engines ? "Engines made weaker" : title);
    y = styles_draw(window, y, height - 2, styles) + 1;
    if (*slider->refused)
        y += paint_wrapped(window, y, 3, width - 5, height - 3 - y, STYLE_BAD, slider->refused) + 1;
    static char lines[LEVEL_LINES][LEVEL_LINE_MAX];
    level_describe(model->options.strength, &handicap, &slider->control, model->view.calm, lines);
    for (int i = LEVEL_PLAYS + 1; i < LEVEL_CLOCK && y < height - 3; i++) {
        if (*lines[i])
            y = draw_fact(window, y, level_line_name((enum level_line)i), lines[i]);
    }
    paintf(window, height - 2, 3, width - 4, STYLE_DIM,
           width >= 70         ? "↑ ↓ choose   Tab %s   Enter takes it   Esc back"
           : is_narrow(window) ? "↑ ↓  Tab %s  Enter  Esc back"
                               : "↑ ↓  Tab %s  Enter takes it  Esc back",
           styles->engines ? "like people" : "weaker engines");
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){{""}}; /* the dialog shows its own keys */
}

static enum style status(const struct pane *pane, char *text, size_t size)
{
    const struct slider *slider = pane->state;
    if (slider->use == BEGINS_FIRST)
        snprintf(text, size,
                 "How strong should your opponent be? Type a rating or use ← and →; Enter plays.");
    return STYLE_DIM;
}

/* Draws the open question at the bottom of the dialog if the dialog covers the status line. */
static void draw_question(WINDOW *window, const struct model *model)
{
    enum { LINES_LAST = 4 };
    int height = getmaxy(window), width = getmaxx(window), y = height - LINES_LAST;
    char text[sizeof model->question_text + 16];
    if (getbegy(window) + height <= pane_at(model, PLACE_STATUS)->rect.y)
        return;
    for (int line = y; line < height - 1; line++)
        paint_fill(window, line, 1, width - 2, STYLE_TEXT, " ");
    snprintf(text, sizeof text, "%s%s", model->question_text, model->question->prompt);
    paint_wrapped(window, y, 3, width - 5, LINES_LAST - 1, STYLE_STRONG, text);
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    struct slider *slider = pane->state;
    if (slider->styles.open) {
        draw_styles(window, pane);
        return;
    }
    struct handicap handicap = chosen(pane);
    int height = getmaxy(window);
    bool small = is_small(window), in_frame = small && slider->numbers;
    int y = height >= 16 ? 2 : 1;
    char title[80] = "Opponent ";
    if (in_frame) /* the numbers need the line below the scale */
        write_rating(model, slider, title + strlen(title), sizeof title - strlen(title));
    paint_frame(window, in_frame ? title : "Opponent");
    int at = draw_scale(window, y++, model->view.scale, slider);
    if (!in_frame)
        y = draw_rating(window, y, at, model, slider) + (height >= 16);
    if (slider->numbers) {
        bool numbers = handicap.limited && handicap.method != METHOD_MAIA;
        int known = height - (small ? 4 : 5);
        if (numbers && height >= 16)
            y = draw_budget(window, y, &handicap);
        if (numbers)
            by_hand_draw(window, y, known, &slider->hand, &handicap, model->session);
        else
            (void)draw_without_numbers(window, y, &handicap);
        if (handicap.limited && !slider->hand.on)
            draw_known(window, known, model, slider, &handicap);
    } else {
        draw_words(window, y, model, slider, &handicap);
    }
    if (!in_frame)
        draw_game(window, height - (small || slider->numbers ? 3 : 4), slider, &handicap);
    draw_keys(window, slider);
    if (model->question)
        draw_question(window, model);
}

const struct pane_ops pane_slider = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct slider),
    .command = "method",
    .function_key = KEY_F(5),
    .wants = wants,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .close = close_pane,
    .keys = keys,
    .status = status,
    .finish = finish,
};
