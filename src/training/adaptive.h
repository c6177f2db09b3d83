/* Which level to play next: your own rating, with what the games of this session came to. Pure. */
#pragma once

#include "src/training/glicko2.h"

/* How far a level may be off by its calibration: its deviation as an opponent. */
enum { ADAPTIVE_LEVEL_DEVIATION = 30 };

/* The level's Elo, ELO_MIN .. ELO_MAX in steps of ELO_STEP. points of so many games of the session:
 * who is ahead of 50 % meets a stronger one, so that the session ends near it. */
int adaptive_elo(const struct rating *you, double points, int games);
