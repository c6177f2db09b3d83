/* The inner loops of a neural network, written once with the compiler's vector types (kernels.inc)
 * and compiled for each vector width.
 *
 * A convolution computes several cells of the board and sixteen outputs at a time. Their sums stay
 * in registers while the loop goes through all inputs and taps (the squares of the 3 x 3 filter).
 * Each step loads sixteen weights and multiplies them by one value of each cell. The board has a
 * border of zeros, so that the edges need no checks. A build for any x86-64 processor detects the
 * vector width at startup; other builds use the width that they were compiled for. */
#include "engine/maia/kernels.h"

#include <string.h>

/* If the loops are unrolled, the sums stay in registers even when the compiler optimises less than
 * at -O3. That is three times as fast. */
#define UNROLLED _Pragma("GCC unroll 16")

#define FLOATS 4
#define TILE   2
#define TARGET
#define NAMED(name) name##_4
#include "engine/maia/kernels.inc"

static const struct kernels plain = {"four floats at a time", convolve_4, convolve_planes_4};

#ifdef __x86_64__

#define FLOATS      8
#define TILE        4
#define TARGET      __attribute__((target("avx2,fma")))
#define NAMED(name) name##_8
#include "engine/maia/kernels.inc"

#define FLOATS      16
#define TILE        8
#define TARGET      __attribute__((target("avx512f")))
#define NAMED(name) name##_16
#include "engine/maia/kernels.inc"

static const struct kernels avx2 = {"AVX2", convolve_8, convolve_planes_8};
static const struct kernels avx512 = {"AVX-512", convolve_16, convolve_planes_16};

int kernels_available(const struct kernels *available[KERNELS_MAX])
{
    int count = 0;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f"))
        available[count++] = &avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        available[count++] = &avx2;
    available[count++] = &plain;
    return count;
}

#else

int kernels_available(const struct kernels *available[KERNELS_MAX])
{
    available[0] = &plain;
    return 1;
}

#endif
