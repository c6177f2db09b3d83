/* The questions of the first start: where you play, and about what rating; whether with a clock;
 * how the pieces look. The answers become settings, except the clock, which is that of the first
 * game: later games take the last game's. */
#pragma once

#include "src/game/clock.h"
#include "src/game/scale.h"

struct first_answers {
    enum rating_scale scale;
    int rating; /* on that scale */
    struct time_control control;
    bool letters; /* instead of figures */
};
/* Asks on the terminal and keeps the answers in the settings file. At the end of input the rest is
 * as after Enter, and nothing is kept. figures: the terminal can show them, so it asks. */
void first_start_ask(const struct scale *scale, bool figures, struct first_answers *answers);
