/* Keys that change the opponent's level, in the slider and in the analysis. */
#pragma once

#include "src/tui/model.h"

struct level_choice {
    int elo; /* the level on the engine scale, or ELO_FULL */
    enum method method;
    uint64_t seed;
    char like[STYLE_NAME_MAX]; /* the style of one player, for METHOD_HUMAN; "": none */
};
/* Takes the present level; for a custom opponent, its level before its numbers were changed. */
void level_take(struct level_choice *choice, const struct session_view *view);
struct handicap level_handicap(const struct level_choice *choice, const struct strength *strength);
/* Sets the level while analysing. If a game goes on, its opponent changes, too, and a notice says
 * so. */
void level_set(struct model *model, const struct handicap *handicap);
/* Changes the level as the key says: arrows, page keys, Home, End, p and m. Returns false for other
 * keys. */
bool level_move(struct level_choice *choice, const struct strength *strength,
                const struct scale *scale, int key);
