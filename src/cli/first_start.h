/* The questions of the first start: where you play and with what rating, whether you want a clock,
 * and how the pieces should look. The answers become settings, except the clock, which applies
 * until the first game has begun; each later game takes the clock of the game before it. */
#pragma once

#include "src/game/clock.h"
#include "src/game/scale.h"

struct first_answers {
    enum rating_scale scale;
    int rating; /* your rating on that scale; 0: it follows from rated games */
    struct time_control control;
    bool letters; /* show pieces as letters instead of figures */
};
/* Asks on the terminal and keeps the answers in the settings file. If the input ends, the remaining
 * answers are the defaults and nothing is kept. `figures`: the terminal can show figures of pieces,
 * so the user is asked about them. `rated`: the user has rated games, so no rating is asked. */
void first_start_ask(const struct scale *scale, bool figures, bool rated,
                     struct first_answers *answers);
/* Sets *control to the clock chosen at the first start, which is a setting. */
void first_start_clock(struct time_control *control);
