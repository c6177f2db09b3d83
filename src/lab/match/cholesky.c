/* The textbook algorithm, without pivoting, because a covariance matrix needs none. The ratings and
 * the calibration curve share it. */
#include "src/lab/match/cholesky.h"

#include <math.h>

void cholesky_factorise(const double *matrix, double *factor, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = matrix[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= factor[i * n + k] * factor[j * n + k];
            if (i == j)
                factor[i * n + i] = sqrt(sum > 1e-12 ? sum : 1e-12);
            else
                factor[i * n + j] = sum / factor[j * n + j];
        }
}

void cholesky_solve(const double *factor, int n, double *vector)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            vector[i] -= factor[i * n + k] * vector[k];
        vector[i] /= factor[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            vector[i] -= factor[k * n + i] * vector[k];
        vector[i] /= factor[i * n + i];
    }
}
