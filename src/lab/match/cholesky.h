/* Cholesky factorisation of symmetric positive definite n * n matrices: matrix = factor * factor'.
 * Matrices are stored row by row; only the lower triangle is used. */
#pragma once

/* A diagonal element of the factor that rounding made smaller than 1e-6 is replaced by 1e-6. */
void cholesky_factorise(const double *matrix, double *factor, int n);
/* Computes vector = matrix^-1 * vector. */
void cholesky_solve(const double *factor, int n, double *vector);
