/* The Elo slider: one number, and in words what it does to the opponent. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/maia.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/review/level_text.h"
#include "src/tui/model.h"
#include "src/tui/paint.h"

enum { PRESETS_MAX = 64 };

static void take_level(struct slider *slider, const struct handicap *handicap)
{
    slider->elo = handicap->limited ? handicap->elo : ELO_FULL;
    if (handicap->limited && handicap->elo == ELO_FULL)
        slider->elo = ELO_MIN; /* set by hand: there is no number to begin at */
    slider->method = handicap->method;
    slider->seed = handicap->seed;
}

void slider_open(struct model *model, enum slider_use use)
{
    model->dialog = DIALOG_SLIDER;
    model->slider.typed[0] = '\0';
    take_level(&model->slider, &model->view.handicap);
    model->slider.drill = session_drill(model->session);
    model->slider.use = use;
    session_next_game(model->session, &model->slider.color, &model->slider.control);
    slider_close(model);
    measured_read_shipped(&model->slider.measured);
}

void slider_close(struct model *model)
{
    measured_clear(&model->slider.measured);
}

static void move_by(struct slider *slider, int step)
{
    int elo = slider->elo == ELO_FULL ? ELO_MAX + ELO_STEP : slider->elo;
    elo += step;
    /* Full strength is one small step beyond the end, so a page stops at the end first. */
    if (elo > ELO_MAX && slider->elo != ELO_FULL && slider->elo != ELO_MAX)
        elo = ELO_MAX;
    slider->elo = elo > ELO_MAX ? ELO_FULL : elo < ELO_MIN ? ELO_MIN : elo;
}

static void next_preset(struct model *model)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(model->options.strength, presets, PRESETS_MAX);
    for (int i = 0; i < count; i++) {
        if (presets[i].elo == ELO_FULL || presets[i].elo > model->slider.elo) {
            if (model->slider.elo != ELO_FULL) {
                model->slider.elo = presets[i].elo;
                return;
            }
        }
    }
    if (count > 0)
        model->slider.elo = presets[0].elo;
}

/* The usual ones, by the time they take; after any other the first. */
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

static enum method next_method(enum method method)
{
    char folder[512];
    method = (enum method)((method + 1) % METHOD_COUNT);
    if (method == METHOD_MAIA && !paths_maia(folder, sizeof folder))
        method = (enum method)((method + 1) % METHOD_COUNT); /* the networks are yours to get */
    return method;
}

static void accept(struct model *model)
{
    struct handicap handicap = handicap_for(model->options.strength, model->slider.method,
                                            model->slider.elo, model->slider.seed);
    session_set_handicap(model->session, &handicap);
    session_set_drill(model->session, model->slider.drill);
    session_set_next_game(model->session, model->slider.color, &model->slider.control);
    model->dialog = DIALOG_NONE;
    if (model->slider.use != SLIDER_CHANGES) {
        struct error error;
        if (!session_new(model->session, &error)) {
            snprintf(model->notice, sizeof model->notice, "%s", error.message);
            model->notice_bad = true;
        }
    }
}

/* A level typed as a number, which is there as soon as it is one. */
static bool type_level(struct slider *slider, int key)
{
    size_t length = strlen(slider->typed);
    if (length > 0 && (key == KEY_BACKSPACE || key == 127 || key == '\b')) {
        slider->typed[length - 1] = '\0';
        return true;
    }
    if (key < '0' + (length == 0) || key > '9') {
        slider->typed[0] = '\0';
        return length > 0 && (key == '\r' || key == 27); /* no more than the number is given up */
    }
    slider->typed[length++] = (char)key;
    slider->typed[length] = '\0';
    int elo = atoi(slider->typed);
    if (elo < ELO_MIN)
        return true;
    elo = (elo + ELO_STEP / 2) / ELO_STEP * ELO_STEP;
    slider->elo = elo > ELO_MAX ? ELO_MAX : elo;
    slider->typed[0] = '\0';
    return true;
}

/* The keys that move it. */
static bool move_by_key(struct model *model, int key)
{
    struct slider *slider = &model->slider;
    switch (key) {
    case KEY_LEFT: move_by(slider, -ELO_STEP); return true;
    case KEY_RIGHT: move_by(slider, ELO_STEP); return true;
    case KEY_NPAGE: move_by(slider, -100); return true;
    case KEY_PPAGE: move_by(slider, 100); return true;
    case KEY_HOME: slider->elo = ELO_MIN; return true;
    case KEY_END: slider->elo = ELO_FULL; return true;
    case 'p': next_preset(model); return true;
    case 'm': slider->method = next_method(slider->method); return true;
    default: return false;
    }
}

bool slider_slide(struct model *model, int key)
{
    struct slider *slider = &model->slider;
    if (key == 27 || key == '\r' || key == KEY_F(5)) {
        model->sliding = false;
        return true;
    }
    take_level(slider, &model->view.handicap);
    if (!move_by_key(model, key))
        return false;
    struct handicap handicap =
        handicap_for(model->options.strength, slider->method, slider->elo, slider->seed);
    session_set_handicap(model->session, &handicap);
    return true;
}

bool slider_key(struct model *model, int key)
{
    struct slider *slider = &model->slider;
    if (type_level(slider, key) || move_by_key(model, key))
        return true;
    switch (key) {
    case 'c': slider->color = slider->color == WHITE ? BLACK : slider->color == BLACK ? -1 : WHITE;
        return true;
    case 't': next_control(slider); return true;
    case 'd': slider->drill = (slider->drill + 1) % (DRILL_NONE + 1); return true;
    case '\r': accept(model); return true;
    case 27:
    case KEY_F(5):
        if (slider->use == SLIDER_FIRST)
            accept(model); /* there is nothing to go back to: the level shown is played */
        model->dialog = DIALOG_NONE;
        return true;
    default: return false;
    }
}

static int draw_fact(WINDOW *window, int y, const char *name, const char *text)
{
    int height, width;
    getmaxyx(window, height, width);
    if (y >= height - 2)
        return y;
    paint(window, y, 3, 9, STYLE_DIM, name);
    int x = width >= 60 ? 13 : 11;
    return y + paint_wrapped(window, y, x, width - x - 2, height - 2 - y, STYLE_TEXT, text);
}

/* Returns where the level is. */
static int draw_scale(WINDOW *window, int y, const struct slider *slider)
{
    int width = getmaxx(window);
    int from = 8, to = width - 14, length = to - from;
    bool full = slider->elo == ELO_FULL;
    paint(window, y, 4, 4, STYLE_TEXT, "600");
    paint_fill(window, y, from, length, STYLE_RULE, "─");
    paint(window, y, to + 1, 5, STYLE_TEXT, "2600");
    paint(window, y, to + 7, 4, full ? STYLE_MARKED : STYLE_TEXT, "full");
    int at = from + (slider->elo - ELO_MIN) * (length - 1) / (ELO_MAX - ELO_MIN);
    at = full ? to + 6 : at;
    paint(window, y, at, 1, STYLE_STRONG, "●");
    return at;
}

static int draw_words(WINDOW *window, int y, const struct handicap *handicap)
{
    char text[512] = "";
    bool brief = getmaxx(window) < 60;
    if (!handicap->limited) {
        y = draw_fact(window, y, "thinks", "as fast as the machine allows");
        y = draw_fact(window, y, "errs", "never on purpose");
        return draw_fact(window, y, "knows", "all that it was taught");
    }
    if (handicap->method == METHOD_MAIA) {
        char folder[512];
        int there = paths_maia(folder, sizeof folder) ? maia_reach(folder, handicap->rating) : 0;
        y = draw_fact(window, y, "thinks", "not ahead: no search");
        if (there)
            snprintf(text, sizeof text, "a move as often as players rated %d on Lichess do", there);
        if (there != handicap->rating)
            text_add(text, sizeof text, "%sthere is no network for %d", there ? ": " : "",
                     handicap->rating);
        y = draw_fact(window, y, "plays", text);
        handicap_words(handicap, text, sizeof text);
        return draw_fact(window, y, "by", text);
    }
    uint64_t budget = level_budget(handicap, text, sizeof text);
    /* A rule of thumb from the calibration's games: 500 nodes for the first ply, where the root
     * moves are scored, and 1.8 times as many for each further one. */
    int depth = (int)fmax(1, 1 + log((double)budget / 500.0) / 0.6);
    if (!brief)
        text_add(text, sizeof text, ", about depth %d", depth);
    y = draw_fact(window, y, "thinks", text);
    if (handicap->method != METHOD_MADCHESS) {
        bool human = handicap->method == METHOD_HUMAN;
        handicap_words(handicap, text, sizeof text);
        const char *shaped = strchr(text, ','); /* after the speed */
        shaped = shaped ? shaped + 2 : text;
        if (human) {
            snprintf(text, sizeof text, "players rated %d on Lichess, boldness %d%%",
                     handicap->player_rating, handicap->boldness);
            if (handicap->calculation > 0)
                text_add(text, sizeof text, ", own search %d%%", handicap->calculation);
            shaped = text;
        }
        draw_fact(window, draw_fact(window, y, "errs", method_words(handicap->method)),
                  human ? "like" : "by", shaped);
        return y + 4;
    }
    int chance = handicap->blunder_chance > 0 ? handicap->blunder_chance : 1;
    snprintf(text, sizeof text,
             brief ? "up to %d cp; 1 in %d up to %d cp"
                   : "up to %d cp on any move; 1 move in %d up to %d cp (%.1f%%)",
             handicap->move_error, (1024 + chance / 2) / chance, handicap->blunder_error,
             handicap->blunder_chance * 100.0 / 1024.0);
    y = draw_fact(window, y, "errs", text);
    level_groups(handicap, 100, 100, brief, text, sizeof text);
    y = draw_fact(window, y, "knows", text);
    level_groups(handicap, 50, 99, brief, text, sizeof text);
    y = draw_fact(window, y, "partly", text);
    level_groups(handicap, 0, 49, brief, text, sizeof text);
    return draw_fact(window, y, "misses", text);
}

enum { BESIDE = 46 }; /* where a line's second fact begins */

static void describe_measured(const struct strength *strength, const struct slider *slider,
                              const struct handicap *handicap, char *text, size_t size)
{
    const struct measured_level *level = measured_find(&slider->measured, handicap, "1+0");
    const char *error = paint_unicode() ? "±" : "+-";
    struct measured_level between;
    char games[32];
    if (level) {
        text_thousands((uint64_t)level->games, games, sizeof games);
        snprintf(text, size, "%.0f %s %.0f (%s games)", level->elo, error, measured_error(level),
                 games);
    } else if (measured_between(&slider->measured, strength, handicap, "1+0", &between)) {
        snprintf(text, size, "%.0f %s %.0f (by levels beside)", between.elo, error,
                 measured_error(&between));
    } else {
        snprintf(text, size, "no games at this level");
    }
}

/* How well the rating is known, and how it is played: side by side where there is room. */
static void draw_known(WINDOW *window, int y, const struct strength *strength,
                       const struct slider *slider, const struct handicap *handicap)
{
    char measured[64], method[64];
    int width = getmaxx(window);
    bool brief = width < 70;
    describe_measured(strength, slider, handicap, measured, sizeof measured);
    snprintf(method, sizeof method, "%s   seed %llu", method_name(slider->method),
             (unsigned long long)slider->seed);
    int below = draw_fact(window, y, "measured", measured);
    if (brief) {
        draw_fact(window, below, "method", method);
    } else if (below > y) {
        paint(window, y, BESIDE, 6, STYLE_DIM, "method");
        paint(window, y, BESIDE + 8, width - BESIDE - 10, STYLE_TEXT, method);
    }
}

/* What the game begins with, and the keys that change it. Returns the line after it. */
static int draw_game(WINDOW *window, int y, const struct slider *slider)
{
    int width = getmaxx(window);
    char you[96], control[48];
    bool brief = width < 70;
    time_control_write(&slider->control, control, sizeof control);
    snprintf(you, sizeof you, "%s (c)%s%s%s",
             slider->color == WHITE ? "white" : slider->color == BLACK ? "black" : "random",
             brief ? ", clock " : "", brief ? control : "", brief ? " (t)" : "");
    int below = draw_fact(window, y, "you have", you);
    if (!brief && below > y) {
        paint(window, y, BESIDE, 6, STYLE_DIM, "clock");
        paintf(window, y, BESIDE + 8, width - BESIDE - 10, STYLE_TEXT, "%s (t)", control);
    }
    return below;
}

static void draw_keys(WINDOW *window, const struct slider *slider)
{
    int height, width;
    getmaxyx(window, height, width);
    const char *enter = slider->use == SLIDER_CHANGES ? "sets it" : "play";
    const char *leave = slider->use == SLIDER_FIRST ? "F10 quit" : "Esc back";
    paintf(window, height - 2, 3, width - 4, STYLE_DIM,
           width >= 70 ? "← → 25  PgUp PgDn 100  p preset  m method  d drill  Enter %s  %s"
                       : "← → 25  p preset  d drill  Enter %s  %s", enter, leave);
}

void pane_slider(WINDOW *window, const struct model *model)
{
    const struct slider *slider = &model->slider;
    struct handicap handicap =
        handicap_for(model->options.strength, slider->method, slider->elo, slider->seed);
    int height, width;
    getmaxyx(window, height, width);
    int y = height >= 16 ? 2 : 1;
    paint_frame(window, "Opponent");
    int at = draw_scale(window, y++, slider);
    char title[64] = ""; /* below the level; full has its name beside it */
    if (*slider->typed)
        snprintf(title, sizeof title, "%s_", slider->typed);
    else if (slider->elo != ELO_FULL)
        snprintf(title, sizeof title, "%d  %s", slider->elo,
                 strength_preset_name(model->options.strength, slider->elo));
    int last = width - paint_cells(title) - 1;
    paint(window, y++, at - 1 < last ? at - 1 : last, width - 2, STYLE_STRONG, title);
    y = draw_words(window, y + (height >= 16), &handicap);
    if (handicap.limited) {
        draw_known(window, y, model->options.strength, slider, &handicap);
        y += width < 70 ? 2 : 1;
    }
    if (slider->use != SLIDER_CHANGES)
        y = draw_game(window, y, slider);
    if (slider->drill != DRILL_NONE) {
        snprintf(title, sizeof title, "%sknows nothing of %s",
                 slider->use == SLIDER_CHANGES ? "next game, " : "",
                 group_words((enum group)slider->drill));
        draw_fact(window, y, "drill", title);
    }
    draw_keys(window, slider);
}
