/* Cholesky factorisation of symmetric positive definite n * n matrices: matrix = factor * factor'.
 * Matrices are stored row by row; only the lower triangle is used. */
#pragma once

/* A pivot smaller than 1e-6, from rounding, is replaced by 1e-6. */
void cholesky_factorise(const double *matrix, double *factor, int n);
/* vector = matrix^-1 * vector */
void cholesky_solve(const double *factor, int n, double *vector);
