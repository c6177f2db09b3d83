/* Chooses the next level from your rating and your results in this session. No side effects. */
#pragma once

#include "src/training/glicko2.h"

/* The calibration error of a level, used as its rating deviation. */
enum { ADAPTIVE_LEVEL_DEVIATION = 30 };

/* Returns the Elo of the level for the next game, ELO_MIN .. ELO_MAX in steps of ELO_STEP. `points`
 * is your score in the session's games. A score above 50 % raises the level, so that the session
 * ends near 50 %. */
int adaptive_elo(const struct rating *you, double points, int games);
