/* The interface of the networks to the rest of the program: positions in, probabilities of the
 * legal moves out. */
#include <math.h>
#include <stdlib.h>

#include "engine/maia/kernels.h"
#include "engine/maia/policy_map.h"
#include "engine/maia/network.h"

struct human_network {
    struct network *network;
    bool checked;
    struct human_slot slots[HUMAN_MOVES];
};

void human_network_close(struct human_network *human)
{
    if (human)
        network_destroy(human->network);
    free(human);
}

bool human_network_checked(const struct human_network *human)
{
    return human->checked;
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

/* Returns the network's output for one move. NaN and infinity can occur even if all weights are
 * within their bounds. They set *sound to false, and the result is then so low that the move is
 * played only if there is no other one. */
static float value_of(const struct network_output *output, struct human_slot slot, bool *sound)
{
    const float never = -1e30F;
    float value = output->policy[slot.square][slot.plane];
    *sound &= isfinite(value) != 0;
    return isfinite(value) ? value : never;
}

/* Sets the policy to the softmax of the output over the legal moves, and policy->legal to the share
 * of these moves in the softmax over all moves. Returns false if the network's output contained NaN
 * or infinity; the policy still has valid probabilities. */
static bool read_policy(const struct human_network *human, const struct position *position,
                        const struct network_output *output, struct human_policy *policy)
{
    float values[HUMAN_MOVES], highest = -INFINITY, best = -INFINITY;
    double all = 0, legal = 0;
    bool sound = true, known = true;
    for (int i = 0; i < HUMAN_MOVES; i++) {
        values[i] = value_of(output, human->slots[i], &sound);
        highest = values[i] > highest ? values[i] : highest;
    }
    for (int i = 0; i < HUMAN_MOVES; i++)
        all += expf(values[i] - highest);
    policy->count = chess_moves(position, policy->moves);
    for (int i = 0; i < policy->count; i++) {
        struct human_slot slot = human_move_slot(policy->moves[i], position->side);
        policy->chances[i] = value_of(output, slot, &sound);
        best = policy->chances[i] > best ? policy->chances[i] : best;
    }
    for (int i = 0; i < policy->count; i++)
        legal += policy->chances[i] = expf(policy->chances[i] - best);
    for (int i = 0; i < policy->count; i++)
        policy->chances[i] = (float)(policy->chances[i] / legal);
    policy->legal = policy->count ? (float)(legal * exp((double)best - highest) / all) : 0;
    for (int i = 0; i < 3; i++)
        known &= isfinite(output->wdl[i]) != 0;
    for (int i = 0; i < 3; i++)
        policy->wdl[i] = known ? output->wdl[i] : 1.0F / 3;
    human_policy_sort(policy);
    return sound && known;
}

/* Computes the policies in batches. Sets *sound to whether all values were finite numbers. Returns
 * false if out of memory. */
static bool ask(const struct human_network *human, const struct human_history histories[],
                int count, struct human_policy policies[], bool *sound)
{
    int batch = count < NETWORK_BATCH ? count : NETWORK_BATCH;
    struct human_planes *planes = malloc((size_t)batch * sizeof *planes);
    struct network_output *outputs = malloc((size_t)batch * sizeof *outputs);
    float *scratch = malloc(network_scratch(human->network, batch) * sizeof *scratch);
    bool done = planes && outputs && scratch;
    *sound = true;
    for (int first = 0; done && first < count; first += batch) {
        int size = count - first < batch ? count - first : batch;
        for (int i = 0; i < size; i++)
            human_encode(&histories[first + i], &planes[i]);
        network_run(human->network, planes, size, outputs, scratch);
        for (int i = 0; i < size; i++)
            *sound &= read_policy(human, &histories[first + i].recent[0], &outputs[i],
                                  &policies[first + i]);
    }
    free(planes);
    free(outputs);
    free(scratch);
    return done;
}

bool human_policies(const struct human_network *human, const struct human_history histories[],
                    int count, struct human_policy policies[])
{
    bool sound;
    return ask(human, histories, count, policies, &sound);
}

static bool try_start(const struct human_network *human, const char *path, struct error *error)
{
    struct human_history history;
    struct human_policy policy;
    struct position start;
    bool sound;
    chess_start(&start);
    human_history_begin(&history, &start);
    if (!ask(human, &history, 1, &policy, &sound))
        return error_set(error, "out of memory");
    return sound ||
           error_set_in(error, path,
                        "damaged: its weights give numbers that are infinite or undefined");
}

struct human_network *human_network_open(const char *path, struct error *error)
{
    struct human_weights *weights = human_weights_read(path, error);
    struct human_network *human = weights ? calloc(1, sizeof *human) : NULL;
    if (human)
        human->network = network_create(weights, NULL);
    if (human)
        human->checked = weights->checked;
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
