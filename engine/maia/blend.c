/* The method maia: there is no search. A move is drawn at random from all legal moves, each with
 * the probability that players of the rating choose it. The probabilities come from the networks of
 * McIlroy-Young, Sen, Kleinberg and Anderson ("Aligning Superhuman AI with Human Behavior: Chess as
 * a Model System", 2020). Each network was trained on players of one rating: 1100, 1200 and so on.
 * Between two of these ratings the policies of both networks are mixed. */
#include "engine/maia/blend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/random.h"
#include "engine/maia/policy_map.h"
#include "engine/strength/method.h"

/* Finding, opening and mixing networks. */

bool maia_file(const char *folder, int rating, char *path, size_t size)
{
    static const char *const endings[] = {".gz", ""};
    for (int i = 0; i < 2; i++) {
        int length = snprintf(path, size, "%s/maia-%d.pb%s", folder, rating, endings[i]);
        if (length > 0 && (size_t)length < size && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

int maia_ratings(const char *folder, int ratings[MAIA_COUNT])
{
    char path[1024];
    int count = 0;
    for (int rating = MAIA_MIN; rating <= MAIA_MAX; rating += MAIA_STEP)
        if (maia_file(folder, rating, path, sizeof path))
            ratings[count++] = rating;
    return count;
}

/* Starts at `rating` and goes up (or down) by `step` until a rating has a network in `folder`.
 * Returns that rating; 0 if none has. */
static int nearest(const char *folder, int rating, int step)
{
    char path[1024];
    for (; rating >= MAIA_MIN && rating <= MAIA_MAX; rating += step)
        if (maia_file(folder, rating, path, sizeof path))
            return rating;
    return 0;
}

/* Sets found[0] to the nearest rating at or below `rating` that has a network, and found[1] to the
 * nearest one at or above it. If there are networks on one side only, both are the same. Returns
 * false if there are no networks. */
static bool neighbours(const char *folder, int rating, int found[2])
{
    int below = rating - rating % MAIA_STEP;
    int above = rating % MAIA_STEP ? below + MAIA_STEP : below;
    found[0] = nearest(folder, below, -MAIA_STEP);
    found[1] = nearest(folder, above, MAIA_STEP);
    if (!found[0])
        found[0] = found[1];
    if (!found[1])
        found[1] = found[0];
    return found[0];
}

int maia_reach(const char *folder, int rating)
{
    int found[2];
    if (!neighbours(folder, rating, found))
        return 0;
    return rating < found[0] ? found[0] : rating > found[1] ? found[1] : rating;
}

bool maia_open(struct maia *maia, const char *folder, int rating, struct error *error)
{
    char path[sizeof maia->folder + 32];
    *maia = (struct maia){0};
    snprintf(maia->folder, sizeof maia->folder, "%s", folder);
    if (!neighbours(folder, rating, maia->rating)) {
        error_set_in(error, folder,
                     "there is no Maia network (maia-%d.pb.gz to maia-%d.pb.gz)"
                     "; fallible doctor says where to get one",
                     MAIA_MIN, MAIA_MAX);
        *maia = (struct maia){0};
        return false;
    }
    int count = maia->rating[1] != maia->rating[0] ? 2 : 1;
    for (int i = 0; i < count; i++) {
        if (maia_file(folder, maia->rating[i], path, sizeof path))
            maia->network[i] = human_network_open(path, error);
        else
            error_set(error, "maia-%d.pb.gz no longer exists", maia->rating[i]);
        if (!maia->network[i]) {
            maia_close(maia);
            return false;
        }
    }
    return true;
}

void maia_close(struct maia *maia)
{
    for (int i = 0; i < 2; i++)
        human_network_close(maia->network[i]);
    *maia = (struct maia){0};
}

bool maia_fits(const struct maia *maia, const char *folder, int rating)
{
    int found[2];
    return maia->network[0] && strcmp(maia->folder, folder) == 0 &&
           neighbours(folder, rating, found) && found[0] == maia->rating[0] &&
           found[1] == maia->rating[1];
}

/* Mixes the policy `other` into `policy`; `share` is the weight of `other` in the result. */
static void mix(struct human_policy *policy, const struct human_policy *other, float share)
{
    for (int i = 0; i < policy->count; i++)
        for (int j = 0; j < other->count; j++)
            if (policy->moves[i] == other->moves[j])
                policy->chances[i] += share * (other->chances[j] - policy->chances[i]);
    for (int i = 0; i < 3; i++)
        policy->wdl[i] += share * (other->wdl[i] - policy->wdl[i]);
    policy->legal += share * (other->legal - policy->legal);
    human_policy_sort(policy);
}

bool maia_policy(const struct maia *maia, int rating, const struct human_history *history,
                 struct human_policy *policy)
{
    struct human_policy other;
    if (!human_policies(maia->network[0], history, 1, policy))
        return false;
    if (!maia->network[1] || rating <= maia->rating[0])
        return true;
    if (!human_policies(maia->network[1], history, 1, &other))
        return false;
    mix(policy, &other,
        (float)(rating - maia->rating[0]) / (float)(maia->rating[1] - maia->rating[0]));
    return true;
}

/* The hooks of the method (strength/method.h). */

/* The weight of a move in the random draw. A temperature below 100 percent favours probable
 * moves. */
static int weight_of(const struct candidate *candidate, int temperature)
{
    if (temperature == 100)
        return candidate->chance;
    return (int)(1e6 * pow(candidate->chance / 1e6, 100.0 / temperature));
}

/* Sets the weights for the random draw. Moves can be drawn only from the most probable ones that
 * together reach top_p percent; sets *kept to their number. Returns the sum of their weights. */
static int weigh(const struct handicap *handicap, const struct decision *decision, int weights[],
                 int *kept)
{
    int all = 0, drawn_from = 0;
    for (int i = 0; i < decision->count; i++)
        all += weights[i] = weight_of(&decision->candidates[i], handicap->temperature);
    for (*kept = 0; *kept < decision->count && drawn_from < (int64_t)all * handicap->top_p / 100;
         ++*kept)
        drawn_from += weights[*kept];
    return drawn_from;
}

static void chances_of(const struct handicap *handicap, const struct decision *decision,
                       double chances[])
{
    int weights[CHESS_MOVES_MAX], kept;
    int drawn_from = weigh(handicap, decision, weights, &kept);
    for (int i = 0; i < decision->count; i++)
        chances[i] = i < kept && drawn_from > 0 ? (double)weights[i] / drawn_from : 0;
    if (drawn_from == 0)
        chances[0] = 1;
}

static int choose(const struct handicap *handicap, const struct context *context,
                  struct decision *decision)
{
    (void)context;
    int weights[CHESS_MOVES_MAX], kept;
    int drawn_from = weigh(handicap, decision, weights, &kept);
    decision->range = handicap->rating;
    for (int i = 0; i < kept; i++)
        decision->candidates[i].in_range = true;
    if (drawn_from == 0)
        return 0;
    uint64_t state = decision->random;
    return dice_weighted(&state, weights, kept, drawn_from);
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    const struct candidate *played = candidate_of(decision, decision->played);
    if (is_only_move(position)) {
        snprintf(text, size, "the only move");
        return;
    }
    size_t at = (size_t)explain_share(decision, played ? played->chance : 0, text, size);
    if (at < size)
        snprintf(text + at, size - at, "; chosen at random among %d of %d moves",
                 candidates_in_range(decision), decision->count);
}

const struct method_row method_maia = {
    .human = true, .networks = true, .choose = choose, .chances = chances_of, .explain = explain};
