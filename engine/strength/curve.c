/* The curves of strength.conf. Results must be the same on every machine, so that a seed replays a
 * game anywhere. A small number is therefore added to each value before it is truncated: machines
 * then get the same integer even if their pow() differs in the last bit or they round intermediate
 * results differently. */
#include <math.h>

#include "engine/strength/conf.h"

/* The curve through the knots is a monotone piecewise cubic (Fritsch and Carlson, "Monotone
 * piecewise cubic interpolation", SIAM J. Numer. Anal. 17, 1980) with the slopes of Fritsch and
 * Butland (1984). Between two knots it only rises or only falls. */

/* The slope of the straight line between a knot and the next one. */
static double chord(const struct curve *curve, int knot)
{
    return (curve->value[knot + 1] - curve->value[knot]) /
           (curve->elo[knot + 1] - curve->elo[knot]);
}

static double gap(const struct curve *curve, int knot)
{
    return curve->elo[knot + 1] - curve->elo[knot];
}

/* The slope at the first or last knot: that of a parabola through three knots, limited so that the
 * curve does not overshoot. `near` is the slope of the straight line between the end knot and the
 * next knot, `far` that of the straight line after it. */
static double end_slope(double near, double far, double near_gap, double far_gap)
{
    double slope = ((2 * near_gap + far_gap) * near - near_gap * far) / (near_gap + far_gap);
    if (slope * near <= 0)
        return 0;
    return near * far < 0 && fabs(slope) > fabs(3 * near) ? 3 * near : slope;
}

static double slope_at(const struct curve *curve, int knot)
{
    int last = curve->knot_count - 1;
    if (last == 1)
        return chord(curve, 0);
    if (knot == 0)
        return end_slope(chord(curve, 0), chord(curve, 1), gap(curve, 0), gap(curve, 1));
    if (knot == last)
        return end_slope(chord(curve, last - 1), chord(curve, last - 2), gap(curve, last - 1),
                         gap(curve, last - 2));
    double before = chord(curve, knot - 1), after = chord(curve, knot);
    if (before * after <= 0)
        return 0; /* a maximum, a minimum or a flat piece */
    double weight_before = 2 * gap(curve, knot) + gap(curve, knot - 1);
    double weight_after = gap(curve, knot) + 2 * gap(curve, knot - 1);
    return (weight_before + weight_after) / (weight_before / before + weight_after / after);
}

static double through_knots(const struct curve *curve, double elo)
{
    int last = curve->knot_count - 1, knot = 0;
    if (elo <= curve->elo[0])
        return curve->value[0];
    if (elo >= curve->elo[last])
        return curve->value[last];
    while (curve->elo[knot + 1] <= elo)
        knot++;
    double width = gap(curve, knot), t = (elo - curve->elo[knot]) / width, u = 1 - t;
    return curve->value[knot] * u * u * (1 + 2 * t) + curve->value[knot + 1] * t * t * (1 + 2 * u) +
           width * t * u * (slope_at(curve, knot) * u - slope_at(curve, knot + 1) * t);
}

int curve_at(const struct curve *curve, int elo, int min, int max)
{
    /* The nudge is far above the error of any pow(), and far below any difference that matters. */
    const double nudge = 1e-6;
    double value;
    if (curve->knot_count > 0)
        value = through_knots(curve, elo);
    else
        value = curve->factor * pow(fabs(elo - curve->origin) / curve->unit, curve->exponent) +
                curve->constant;
    /* The condition is written so that NaN gives the minimum. */
    if (!(value > min))
        return min;
    return value >= max ? max : (int)(value + nudge);
}
