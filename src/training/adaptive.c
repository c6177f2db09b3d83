/* The rating alone would do in the long run; a session is short, and being even at its end is what
 * makes the next one welcome. */
#include "src/training/adaptive.h"

#include <math.h>

#include "engine/engine.h"

/* Elo more for each point ahead of even, and at most. */
static const double A_POINT = 80, AT_MOST = 200;

int adaptive_elo(const struct rating *you, double points, int games)
{
    double ahead = A_POINT * (points - games / 2.0);
    double elo = you->rating + fmax(-AT_MOST, fmin(AT_MOST, ahead));
    elo = fmax(ELO_MIN, fmin(ELO_MAX, elo));
    return (int)lround(elo / ELO_STEP) * ELO_STEP;
}
