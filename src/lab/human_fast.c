#include "src/lab/human_fast.h"

#include <immintrin.h>
#include <string.h>

static inline int tap_at(int tap)
{
    return (tap / 3 - 1) * LAYER_ROW + tap % 3 - 1;
}

static inline uint16_t to_bf(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return (uint16_t)((u + 0x7FFF + ((u >> 16) & 1)) >> 16);
}

static inline size_t taps_at(int tap, int input, int output)
{
    return (size_t)(((output / 16) * 9 + tap) * 64 + input) * 16 + (size_t)(output % 16);
}

static void one(const float *from, struct fast_taps *straight, struct fast_taps *turned)
{
    for (int panel = 0; panel < 4; panel++)
        for (int tap = 0; tap < 9; tap++)
            for (int input = 0; input < 64; input++)
                for (int o = 0; o < 16; o++) {
                    uint16_t v = to_bf(from[taps_at(tap, input, panel * 16 + o)]);
                    straight->values[(size_t)((panel * 9 + tap) * 64 + input / 2 * 2) * 16 + (size_t)(2 * o + input % 2)] = v;
                    int output = panel * 16 + o; /* becomes the input */
                    turned->values[(size_t)((input / 16 * 9 + 8 - tap) * 64 + output / 2 * 2) * 16 +
                                   (size_t)(2 * (input % 16) + output % 2)] = v;
                }
}

void fast_turn(const struct choice_net *net, struct fast_net *fast)
{
    for (int i = 0; i < CHOICE_BLOCKS; i++) {
        one(net->blocks[i].first, &fast->first[i], &fast->first_turned[i]);
        one(net->blocks[i].second, &fast->second[i], &fast->second_turned[i]);
    }
}

void fast_board_of(const struct layer *from, struct fast_board *to)
{
    for (int cell = 0; cell < LAYER_CELLS; cell++)
        for (int i = 0; i < 64; i += 32)
            _mm512_store_si512(&to->cells[cell][i],
                               (__m512i)_mm512_cvtne2ps_pbh(_mm512_loadu_ps(&from->cells[cell][i + 16]),
                                                            _mm512_loadu_ps(&from->cells[cell][i])));
}

void fast_pairs_of(const struct fast_board *from, struct fast_pairs *to)
{
    for (int cell = 0; cell + 1 < LAYER_CELLS; cell++)
        for (int i = 0; i < 64; i += 16) {
            __m512i low = _mm512_cvtepu16_epi32(_mm256_load_si256((const __m256i *)&from->cells[cell][i]));
            __m512i high = _mm512_cvtepu16_epi32(_mm256_load_si256((const __m256i *)&from->cells[cell + 1][i]));
            _mm512_store_si512(&to->cells[cell][i], _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
        }
}

void fast_convolve(const struct fast_taps *weights, const float *biases,
                   const struct fast_board *from, struct layer *to)
{
    const size_t stride = 9 * 64 * 16;
    for (int panel = 0; panel < 4; panel += 2)
        for (int square = 0; square < 64; square += 8) {
            int cell = layer_cell(square);
            const uint16_t *w = weights->values + (size_t)panel * stride;
            __m512 a[8], b[8];
            for (int i = 0; i < 8; i++) {
                a[i] = _mm512_loadu_ps(biases + panel * 16);
                b[i] = _mm512_loadu_ps(biases + panel * 16 + 16);
            }
            for (int tap = 0; tap < 9; tap++) {
                const uint16_t *at = from->cells[cell + tap_at(tap)];
                for (int input = 0; input < 64; input += 2, w += 32) {
                    __m512bh wa = (__m512bh)_mm512_load_si512(w), wb = (__m512bh)_mm512_load_si512(w + stride);
#pragma GCC unroll 8
                    for (int i = 0; i < 8; i++) {
                        int32_t pair;
                        memcpy(&pair, at + i * 64 + input, 4);
                        __m512bh v = (__m512bh)_mm512_set1_epi32(pair);
                        a[i] = _mm512_dpbf16_ps(a[i], v, wa);
                        b[i] = _mm512_dpbf16_ps(b[i], v, wb);
                    }
                }
            }
            for (int i = 0; i < 8; i++) {
                _mm512_storeu_ps(&to->cells[cell + i][panel * 16], a[i]);
                _mm512_storeu_ps(&to->cells[cell + i][panel * 16 + 16], b[i]);
            }
        }
}

void fast_add_gradient(const struct fast_pairs *from, const struct fast_pairs *slopes, float *gradient)
{
    for (int tap = 0; tap < 9; tap++)
        for (int input = 0; input < 64; input += 4) {
            __m512 sums[4][4];
            for (int i = 0; i < 4; i++)
                for (int p = 0; p < 4; p++)
                    sums[i][p] = _mm512_loadu_ps(gradient + taps_at(tap, input + i, p * 16));
            for (int square = 0; square < 64; square += 2) {
                int cell = layer_cell(square);
                const uint32_t *at = &from->cells[cell + tap_at(tap)][input];
                __m512bh s[4];
                for (int p = 0; p < 4; p++)
                    s[p] = (__m512bh)_mm512_load_si512(&slopes->cells[cell][p * 16]);
#pragma GCC unroll 4
                for (int i = 0; i < 4; i++) {
                    __m512bh v = (__m512bh)_mm512_set1_epi32((int)at[i]);
                    for (int p = 0; p < 4; p++)
                        sums[i][p] = _mm512_dpbf16_ps(sums[i][p], v, s[p]);
                }
            }
            for (int i = 0; i < 4; i++)
                for (int p = 0; p < 4; p++)
                    _mm512_storeu_ps(gradient + taps_at(tap, input + i, p * 16), sums[i][p]);
        }
}
