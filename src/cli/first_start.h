/* The questions of the first start: where you play, and about what rating. The answers become
 * settings, so that they are asked once. */
#pragma once

#include "src/game/scale.h"

struct first_answers {
    enum rating_scale scale;
    int rating; /* on that scale */
};
/* Asks on the terminal and keeps the answers in the settings file. At the end of input the rest is
 * as after Enter, and nothing is kept. */
void first_start_ask(const struct scale *scale, struct first_answers *answers);
