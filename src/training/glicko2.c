/* Glicko-2, with the steps and symbols of Glickman's paper. */
#include "src/training/glicko2.h"

#include <math.h>

static const double SCALE = 173.7178, CENTRE = 1500;
static const double TAU = 0.5; /* limits the change of volatility; the value of
                                * Glickman's example */
static const double NEAR_ENOUGH = 0.000001;
static const double PI = 3.14159265358979323846;
/* The deviation is kept in this range. The lower limit is that of Lichess; with it, even a
 * well-established rating still changes. */
static const double DEVIATION_LEAST = 45, DEVIATION_MOST = 350;

static double weight_of(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double expected(double mu, double mu_other, double phi_other)
{
    return 1 / (1 + exp(-weight_of(phi_other) * (mu - mu_other)));
}

/* The function f of step 5. Its zero is the logarithm of the new variance. */
static double variance_gap(double x, double delta, double phi, double v, double a)
{
    double e = exp(x), sum = phi * phi + v + e;
    return e * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (TAU * TAU);
}

/* Step 5: finds the zero of variance_gap by the Illinois algorithm (false position). */
static double next_volatility(double sigma, double delta, double phi, double v)
{
    double a = log(sigma * sigma), low = a, high;
    if (delta * delta > phi * phi + v) {
        high = log(delta * delta - phi * phi - v);
    } else {
        high = a - TAU;
        while (variance_gap(high, delta, phi, v, a) < 0)
            high -= TAU;
    }
    double at_low = variance_gap(low, delta, phi, v, a);
    double at_high = variance_gap(high, delta, phi, v, a);
    while (fabs(high - low) > NEAR_ENOUGH) {
        double middle = low + (low - high) * at_low / (at_high - at_low);
        double at_middle = variance_gap(middle, delta, phi, v, a);
        if (at_middle * at_high <= 0) {
            low = high;
            at_low = at_high;
        } else {
            at_low /= 2;
        }
        high = middle;
        at_high = at_middle;
    }
    return exp(low / 2);
}

struct rating rating_after(struct rating rating, const struct rating_result results[], int count)
{
    double mu = (rating.rating - CENTRE) / SCALE, phi = rating.deviation / SCALE;
    double information = 0, gain = 0;
    for (int i = 0; i < count; i++) {
        double phi_other = results[i].opponent.deviation / SCALE, g = weight_of(phi_other);
        double e = expected(mu, (results[i].opponent.rating - CENTRE) / SCALE, phi_other);
        information += g * g * e * (1 - e);
        gain += g * (results[i].score - e);
    }
    double sigma = rating.volatility;
    if (count > 0)
        sigma = next_volatility(sigma, gain / information, phi, 1 / information);
    double before = hypot(phi, sigma);
    phi = 1 / sqrt(1 / (before * before) + information);
    double deviation = phi * SCALE;
    return (struct rating){
        .rating = CENTRE + SCALE * (mu + phi * phi * gain),
        .deviation = fmax(DEVIATION_LEAST, fmin(DEVIATION_MOST, deviation)),
        .volatility = sigma};
}
