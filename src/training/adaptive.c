/* Your rating alone would find the right level in the long run, but a session is short. So the
 * results of the session move the level, too: your score in the session stays near 50 %, which
 * makes you want to play on. */
#include "src/training/adaptive.h"

#include <math.h>

#include "engine/engine.h"

/* The Elo added for each game point above 50 %, and the most that is added or subtracted in
 * total. */
static const double A_POINT = 80, AT_MOST = 200;

int adaptive_elo(const struct rating *you, double points, int games)
{
    double ahead = A_POINT * (points - games / 2.0);
    double elo = you->rating + fmax(-AT_MOST, fmin(AT_MOST, ahead));
    elo = fmax(ELO_MIN, fmin(ELO_MAX, elo));
    return (int)lround(elo / ELO_STEP) * ELO_STEP;
}
