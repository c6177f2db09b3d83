/* As in the engine's kernels, a tile of sums stays in registers while everything that goes into it
 * passes by: so many cells of a rank and all channels forward, so many inputs and all channels for
 * the gradient of the weights; written once and compiled for each width of vectors, of which the
 * processor is asked. The slopes go back through a convolution as the values go forward, by weights
 * turned around.
 */
#include "src/lab/human/layers.h"

#include <string.h>

static inline int tap_at(int tap)
{
    return (tap / 3 - 1) * LAYER_ROW + tap % 3 - 1;
}

/* Where the weight of an input at a tap for an output is. */
static inline size_t taps_at(int tap, int input, int output)
{
    int row = (output / CHOICE_PANEL * 9 + tap) * CHOICE_FILTERS + input;
    return (size_t)(row * CHOICE_PANEL + output % CHOICE_PANEL);
}

struct width {
    void (*convolve)(const ChoiceTaps weights, const float biases[CHOICE_FILTERS],
                     const struct layer *from, struct layer *to);
    void (*add_gradient)(const struct layer *from, const struct layer *slopes, ChoiceTaps gradient);
};

/* So that the sums stay in registers below -O3, too. */
#define UNROLLED _Pragma("GCC unroll 16")

#define FLOATS      4
#define TILE        1
#define TARGET
#define NAMED(name) name##_4
#include "src/lab/human/layers.inc"
static const struct width four = {convolve_4, add_gradient_4};

#ifdef __x86_64__

#define FLOATS      8
#define TILE        1
#define TARGET      __attribute__((target("avx2,fma")))
#define NAMED(name) name##_8
#include "src/lab/human/layers.inc"
static const struct width eight = {convolve_8, add_gradient_8};

#define FLOATS      16
#define TILE        4
#define TARGET      __attribute__((target("avx512f")))
#define NAMED(name) name##_16
#include "src/lab/human/layers.inc"
static const struct width sixteen = {convolve_16, add_gradient_16};

/* What this processor has. */
static const struct width *widest(void)
{
    if (__builtin_cpu_supports("avx512f"))
        return &sixteen;
    bool has_eight = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return has_eight ? &eight : &four;
}

#else

static const struct width *widest(void)
{
    return &four;
}

#endif

void layer_convolve(const ChoiceTaps weights, const float biases[CHOICE_FILTERS],
                    const struct layer *from, struct layer *to)
{
    widest()->convolve(weights, biases, from, to);
}

void layer_turn(const ChoiceTaps weights, ChoiceTaps turned)
{
    for (int output = 0; output < CHOICE_FILTERS; output++)
        for (int tap = 0; tap < 9; tap++)
            for (int input = 0; input < CHOICE_FILTERS; input++)
                turned[taps_at(8 - tap, output, input)] = weights[taps_at(tap, input, output)];
}

void layer_add_gradient(const struct layer *from, const struct layer *slopes, ChoiceTaps gradient)
{
    widest()->add_gradient(from, slopes, gradient);
}

void layer_spread(const float weights[CHOICE_PLANES][9][CHOICE_FILTERS],
                  const float biases[CHOICE_FILTERS], const uint64_t planes[CHOICE_PLANES],
                  struct layer *to)
{
    for (int cell = 0; cell < LAYER_CELLS; cell++)
        memcpy(to->cells[cell], biases, sizeof to->cells[cell]);
    for (int plane = 0; plane < CHOICE_PLANES; plane++)
        for (uint64_t set = planes[plane]; set; set &= set - 1) {
            int cell = layer_cell(__builtin_ctzll(set));
            for (int tap = 0; tap < 9; tap++)
                for (int i = 0; i < CHOICE_FILTERS; i++)
                    to->cells[cell - tap_at(tap)][i] += weights[plane][tap][i];
        }
    for (int cell = 0; cell < LAYER_CELLS; cell++) {
        int row = cell / LAYER_ROW, column = cell % LAYER_ROW;
        if (row == 0 || row == LAYER_ROW - 1 || column == 0 || column == LAYER_ROW - 1)
            memset(to->cells[cell], 0, sizeof to->cells[cell]);
    }
}

void layer_spread_gradient(const uint64_t planes[CHOICE_PLANES], const struct layer *slopes,
                           float gradient[CHOICE_PLANES][9][CHOICE_FILTERS])
{
    for (int plane = 0; plane < CHOICE_PLANES; plane++)
        for (uint64_t set = planes[plane]; set; set &= set - 1) {
            int cell = layer_cell(__builtin_ctzll(set));
            for (int tap = 0; tap < 9; tap++)
                for (int i = 0; i < CHOICE_FILTERS; i++)
                    gradient[plane][tap][i] += slopes->cells[cell - tap_at(tap)][i];
        }
}
