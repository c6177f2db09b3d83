/* Human-like networks for the rest of the program: a game in, probabilities of the legal moves out.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/strength/human/kernels.h"
#include "engine/strength/human/moves.h"
#include "engine/strength/human/network.h"

struct human_network {
    struct network *network;
    struct human_slot slots[HUMAN_MOVES];
};

/* Weights within bounds may still compute what is no number, or beyond all numbers. */
static bool is_sound(const struct network_output *output)
{
    bool sound = isfinite(output->wdl[0]) && isfinite(output->wdl[1]) && isfinite(output->wdl[2]);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        for (int plane = 0; plane < HUMAN_POLICY_PLANES; plane++)
            sound &= isfinite(output->policy[square][plane]) != 0;
    return sound;
}

static bool try_start(const struct human_network *human, const char *path, struct error *error)
{
    struct human_history history;
    struct position start;
    struct human_planes planes = {.masks = {0}};
    struct network_output *output = malloc(sizeof *output);
    float *scratch = malloc(network_scratch(human->network, 1) * sizeof *scratch);
    bool done = output && scratch;
    if (done) {
        chess_start(&start);
        human_history_begin(&history, &start);
        human_encode(&history, &planes);
        network_run(human->network, &planes, 1, output, scratch);
        done = is_sound(output) ||
               error_set_in(error, path, "damaged: its numbers lead beyond all numbers");
    } else {
        error_set(error, "out of memory");
    }
    free(output);
    free(scratch);
    return done;
}

struct human_network *human_network_open(const char *path, struct error *error)
{
    struct human_weights *weights = human_weights_read(path, error);
    struct human_network *human = weights ? calloc(1, sizeof *human) : NULL;
    if (human)
        human->network = network_create(weights, NULL);
    human_weights_destroy(weights);
    if (human && human->network) {
        human_move_slots(human->slots);
        if (try_start(human, path, error))
            return human;
    } else if (weights) {
        error_set(error, "out of memory");
    }
    human_network_close(human);
    return NULL;
}

void human_network_close(struct human_network *human)
{
    if (human)
        network_destroy(human->network);
    free(human);
}

size_t human_network_bytes(const struct human_network *human)
{
    return sizeof *human + network_bytes(human->network);
}

size_t human_network_multiplications(const struct human_network *human)
{
    return network_multiplications(human->network);
}

const char *human_network_processor(void)
{
    const struct kernels *available[KERNELS_MAX];
    (void)kernels_available(available);
    return available[0]->name;
}

void human_policy_sort(struct human_policy *policy)
{
    for (int i = 1; i < policy->count; i++) {
        Move move = policy->moves[i];
        float chance = policy->chances[i];
        int j = i;
        for (; j > 0 && policy->chances[j - 1] < chance; j--) {
            policy->moves[j] = policy->moves[j - 1];
            policy->chances[j] = policy->chances[j - 1];
        }
        policy->moves[j] = move;
        policy->chances[j] = chance;
    }
}

/* What is no number in another position than the start is not played where anything else is, and
 * says nothing of the result. */
static void make_sound(struct network_output *output)
{
    const float never = -1e30F;
    if (is_sound(output))
        return;
    for (Square square = 0; square < SQUARE_COUNT; square++)
        for (int plane = 0; plane < HUMAN_POLICY_PLANES; plane++)
            if (!isfinite(output->policy[square][plane]))
                output->policy[square][plane] = never;
    for (int i = 0; i < 3; i++)
        output->wdl[i] = 1.0F / 3;
}

/* The softmax over the legal moves, and how much of that over all moves they have. */
static void read_policy(const struct human_network *human, const struct position *position,
                        const struct network_output *output, struct human_policy *policy)
{
    float highest = -INFINITY;
    double all = 0, legal = 0;
    for (int i = 0; i < HUMAN_MOVES; i++) {
        float value = output->policy[human->slots[i].square][human->slots[i].plane];
        highest = value > highest ? value : highest;
    }
    for (int i = 0; i < HUMAN_MOVES; i++)
        all += expf(output->policy[human->slots[i].square][human->slots[i].plane] - highest);
    policy->count = chess_moves(position, policy->moves);
    float best = -INFINITY;
    for (int i = 0; i < policy->count; i++) {
        struct human_slot slot = human_move_slot(policy->moves[i], position->side);
        policy->chances[i] = output->policy[slot.square][slot.plane];
        best = policy->chances[i] > best ? policy->chances[i] : best;
    }
    for (int i = 0; i < policy->count; i++)
        legal += policy->chances[i] = expf(policy->chances[i] - best);
    for (int i = 0; i < policy->count; i++)
        policy->chances[i] = (float)(policy->chances[i] / legal);
    policy->legal = policy->count ? (float)(legal * exp((double)best - highest) / all) : 0;
    for (int i = 0; i < 3; i++)
        policy->wdl[i] = output->wdl[i];
    human_policy_sort(policy);
}

bool human_policies(const struct human_network *human, const struct human_history histories[],
                    int count, struct human_policy policies[])
{
    int batch = count < NETWORK_BATCH ? count : NETWORK_BATCH;
    struct human_planes *planes = malloc((size_t)batch * sizeof *planes);
    struct network_output *outputs = malloc((size_t)batch * sizeof *outputs);
    float *scratch = malloc(network_scratch(human->network, batch) * sizeof *scratch);
    bool done = planes && outputs && scratch;
    for (int first = 0; done && first < count; first += batch) {
        int size = count - first < batch ? count - first : batch;
        for (int i = 0; i < size; i++)
            human_encode(&histories[first + i], &planes[i]);
        network_run(human->network, planes, size, outputs, scratch);
        for (int i = 0; i < size; i++)
            make_sound(&outputs[i]);
        for (int i = 0; i < size; i++)
            read_policy(human, &histories[first + i].recent[0], &outputs[i], &policies[first + i]);
    }
    free(planes);
    free(outputs);
    free(scratch);
    return done;
}
