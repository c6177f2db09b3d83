/* A level of the opponent moved by keys: in the slider, and while analysing. */
#pragma once

#include "src/tui/model.h"

struct level_choice {
    int elo; /* or ELO_FULL */
    enum method method;
    uint64_t seed;
};
void level_take(struct level_choice *choice, const struct handicap *handicap);
/* False: the key moves no level. */
bool level_move(struct level_choice *choice, const struct strength *strength, int key);
