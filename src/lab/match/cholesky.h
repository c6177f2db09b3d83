/* Symmetric positive definite matrices, as factor * factor' (Cholesky): n * n numbers, row by row,
 * of which the lower triangle counts. */
#pragma once

/* A pivot that rounding has made too small is taken to be 1e-6. */
void cholesky_factorise(const double *matrix, double *factor, int n);
/* vector = matrix^-1 * vector */
void cholesky_solve(const double *factor, int n, double *vector);
