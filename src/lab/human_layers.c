/* As in the engine's kernels, a tile of sums stays in registers while everything that goes into it
 * passes by: so many cells of a rank and all channels forward, so many inputs and all channels for
 * the gradient of the weights. The slopes go back through a convolution as the values go forward,
 * by weights turned around. What vectors the processor lacks the compiler takes apart.
 */
#include "src/lab/human_layers.h"

#include <string.h>

enum {
    LANES = CHOICE_PANEL,
    VECTORS = CHOICE_FILTERS / LANES,
    TILE =
        VECTORS > 3 ? 4 : 8 /* cells, or inputs: with VECTORS as many sums as there are registers */
};
_Static_assert(CHOICE_FILTERS % LANES == 0 && CHOICE_FILTERS % TILE == 0,
               "channels are whole tiles");

typedef float Vector __attribute__((vector_size(4 * LANES)));
typedef float Loose __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static inline int tap_at(int tap)
{
    return (tap / 3 - 1) * LAYER_ROW + tap % 3 - 1;
}

/* The weights of an input at a tap for a panel of outputs. */
static inline size_t taps_at(int panel, int tap, int input)
{
    return (size_t)((panel * 9 + tap) * CHOICE_FILTERS + input) * LANES;
}

static void convolve_tile(const float *weights, const float *biases, const float *from, float *to)
{
    Vector sums[TILE][VECTORS];
    for (int i = 0; i < TILE; i++)
        for (int v = 0; v < VECTORS; v++)
            sums[i][v] = *(const Loose *)(biases + v * LANES);
    for (int tap = 0; tap < 9; tap++) {
        const float *at = from + tap_at(tap) * CHOICE_FILTERS;
        const float *row = weights + taps_at(0, tap, 0);
        for (int input = 0; input < CHOICE_FILTERS; input++, row += LANES) {
            Vector weight[VECTORS];
            for (int v = 0; v < VECTORS; v++)
                weight[v] = *(const Loose *)(row + taps_at(v, 0, 0));
            for (int i = 0; i < TILE; i++)
                for (int v = 0; v < VECTORS; v++)
                    sums[i][v] += weight[v] * at[i * CHOICE_FILTERS + input];
        }
    }
    for (int i = 0; i < TILE; i++)
        for (int v = 0; v < VECTORS; v++)
            *(Loose *)(to + i * CHOICE_FILTERS + v * LANES) = sums[i][v];
}

void layer_convolve(const ChoiceTaps weights, const float biases[CHOICE_FILTERS],
                    const struct layer *from, struct layer *to)
{
    for (int square = 0; square < SQUARE_COUNT; square += TILE) {
        int cell = layer_cell(square);
        convolve_tile(weights, biases, from->cells[cell], to->cells[cell]);
    }
}

void layer_turn(const ChoiceTaps weights, ChoiceTaps turned)
{
    for (int output = 0; output < CHOICE_FILTERS; output++)
        for (int tap = 0; tap < 9; tap++)
            for (int input = 0; input < CHOICE_FILTERS; input++)
                turned[taps_at(input / LANES, 8 - tap, output) + (size_t)(input % LANES)] =
                    weights[taps_at(output / LANES, tap, input) + (size_t)(output % LANES)];
}

/* Of TILE inputs from the given one on, at one tap. */
static void gradient_tile(const struct layer *from, int tap, int input, const struct layer *slopes,
                          float *gradient)
{
    Vector sums[TILE][VECTORS];
    for (int i = 0; i < TILE; i++)
        for (int v = 0; v < VECTORS; v++)
            sums[i][v] = *(const Loose *)(gradient + taps_at(v, 0, i));
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            int cell = (rank + 1) * LAYER_ROW + file + 1;
            const float *at = from->cells[cell + tap_at(tap)] + input;
            Vector slope[VECTORS];
            for (int v = 0; v < VECTORS; v++)
                slope[v] = *(const Loose *)(slopes->cells[cell] + v * LANES);
            for (int i = 0; i < TILE; i++)
                for (int v = 0; v < VECTORS; v++)
                    sums[i][v] += slope[v] * at[i];
        }
    for (int i = 0; i < TILE; i++)
        for (int v = 0; v < VECTORS; v++)
            *(Loose *)(gradient + taps_at(v, 0, i)) = sums[i][v];
}

void layer_add_gradient(const struct layer *from, const struct layer *slopes, ChoiceTaps gradient)
{
    for (int tap = 0; tap < 9; tap++)
        for (int input = 0; input < CHOICE_FILTERS; input += TILE)
            gradient_tile(from, tap, input, slopes, gradient + taps_at(0, tap, input));
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
