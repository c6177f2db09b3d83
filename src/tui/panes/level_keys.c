/* Changes a level by steps, presets and methods. */
#include "src/tui/panes/level_keys.h"

#include <string.h>

#include "src/game/handicap_text.h"
#include "src/player/networks.h"
#include "src/tui/notice.h"

enum { PRESETS_MAX = 64 };

void level_take(struct level_choice *choice, const struct session_view *view)
{
    choice->elo = view->level;
    choice->method = view->handicap.method;
    choice->seed = view->handicap.seed;
    memcpy(choice->like, view->handicap.like, sizeof choice->like);
}

struct handicap level_handicap(const struct level_choice *choice, const struct strength *strength)
{
    struct handicap handicap = handicap_for(strength, choice->method, choice->elo, choice->seed);
    memcpy(handicap.like, choice->like, sizeof handicap.like);
    return handicap;
}

void level_set(struct model *model, const struct handicap *handicap)
{
    bool was_custom = handicap_is_custom(&model->view.handicap);
    session_set_handicap(model->session, handicap);
    session_view(model->session, &model->view);
    bool undone = was_custom && !handicap_is_custom(&model->view.handicap);
    const char *words = undone ? "What you set by hand is undone. " : "";
    if (!model->view.playing && !model->view.no_game)
        notice_say(model, false, "%sThis changes the level shown. Your next opponent is still %s.",
                   words, model->view.next_opponent);
    else if (model->view.playing && !session_has_guest(model->session))
        notice_say(model, false, "%sIn your game, too, the opponent is now %s.", words,
                   model->view.opponent);
    else if (undone)
        notice_say(model, false, "What you set by hand is undone.");
}

/* Moves the level by `step` on the scale shown, then rounds it towards the old level to a multiple
 * of ELO_STEP. */
static void move_by(struct level_choice *choice, const struct scale *scale, int step)
{
    int min, max;
    scale_range(scale, scale_shown(scale), &min, &max);
    int before = choice->elo == ELO_FULL ? max + ELO_STEP : scale_level(scale, choice->elo);
    int level = before + step, off = level % ELO_STEP;
    level -= step > 0 ? off : off ? off - ELO_STEP : 0;
    /* Full strength comes after the highest level. A step up from the highest level leads to full
     * strength; a step up from a lower level stops at the highest level. */
    if (level > max && choice->elo != ELO_FULL && before < max)
        level = max;
    choice->elo = level > max ? ELO_FULL : scale_engine(scale, level < min ? min : level);
}

static void next_preset(struct level_choice *choice, const struct strength *strength)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(strength, presets, PRESETS_MAX);
    for (int i = 0; i < count; i++) {
        if (presets[i].elo == ELO_FULL || presets[i].elo > choice->elo) {
            if (choice->elo != ELO_FULL) {
                choice->elo = presets[i].elo;
                return;
            }
        }
    }
    if (count > 0)
        choice->elo = presets[0].elo;
}

static enum method next_method(enum method method)
{
    char folder[512];
    method = (enum method)((method + 1) % METHOD_COUNT);
    if (method == METHOD_MAIA && !paths_maia(folder, sizeof folder))
        method = (enum method)((method + 1) % METHOD_COUNT); /* the method maia is skipped if its
                                                              * networks are not installed, because
                                                              * the user must download them first */
    return method;
}

bool level_move(struct level_choice *choice, const struct strength *strength,
                const struct scale *scale, int key)
{
    int min, max;
    switch (key) {
    case KEY_LEFT:
        move_by(choice, scale, -ELO_STEP);
        return true;
    case KEY_RIGHT:
        move_by(choice, scale, ELO_STEP);
        return true;
    case KEY_NPAGE:
        move_by(choice, scale, -100);
        return true;
    case KEY_PPAGE:
        move_by(choice, scale, 100);
        return true;
    case KEY_HOME:
        scale_range(scale, scale_shown(scale), &min, &max);
        choice->elo = scale_engine(scale, min);
        return true;
    case KEY_END:
        choice->elo = ELO_FULL;
        return true;
    case 'p':
        next_preset(choice, strength);
        return true;
    case 'm':
        choice->method = next_method(choice->method);
        choice->like[0] = '\0';
        return true;
    default:
        return false;
    }
}
