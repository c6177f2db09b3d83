/* Cholesky factorisation of symmetric positive definite n * n matrices: matrix = factor * factor'.
 * Matrices are stored row by row; only the lower triangle is used. */
#pragma once

/* Computes the factor. A diagonal element that rounding made smaller than 1e-6 is replaced by
 * 1e-6. */
void cholesky_factorise(const double *matrix, double *factor, int n);
/* Replaces `vector` with matrix^-1 * vector, for the matrix that has this factor. */
void cholesky_solve(const double *factor, int n, double *vector);
