/* Back-propagation through the one layer of units, and Adam (Kingma and Ba, "Adam: a method for
 * stochastic optimization", 2015) on the rows that a batch touched.
 */
#include "src/lab/human_train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/support/text.h"

enum { BATCH = 256, CHECKED = 10 /* one training game in so many */, UNITS = CHOICE_UNITS };

enum { VECTORS = CHOICE_VECTORS };
typedef float Vector[UNITS];

struct trainer {
    const struct grains *grains;
    const struct human_train_options *options;
    float *base;            /* of each move: what speaks for it but habit */
    uint32_t *order;        /* training choices, shuffled anew each pass */
    size_t count;
    Vector *vectors, *best; /* as of now, and where the checked choices fared best */
    Vector *gradient, *first, *second;
    bool *touched;
    uint16_t *list;
    int touched_count;
    int64_t steps;
    uint64_t random;
};

static uint64_t draw(uint64_t *state)
{
    uint64_t x = *state += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static bool is_checked(const struct grain *grain)
{
    uint64_t state = grain->game;
    return draw(&state) % CHECKED == 0;
}

/* ---- one choice ---- */

struct pass {
    Vector scene, worth, mask;
    Vector sums[CHESS_MOVES_MAX];
    double chances[CHESS_MOVES_MAX];
};

static void add(Vector to, float factor, const Vector what)
{
    for (int i = 0; i < UNITS; i++)
        to[i] += factor * what[i];
}

/* base: what speaks for each of the grain's moves but habit. Returns the logarithm of the chance of the
 * move played. */
static double forward(const struct grains *grains, const struct grain *grain,
                      const Vector *vectors, const float *base, struct pass *pass)
{
    memset(pass->scene, 0, sizeof pass->scene);
    memset(pass->worth, 0, sizeof pass->worth);
    for (int k = 0; k < CHOICE_KNOTS; k++)
        if (grain->knots[k] != 0) {
            add(pass->scene, grain->knots[k], vectors[CHOICE_ROW_KNOTS + k]);
            add(pass->worth, grain->knots[k], vectors[CHOICE_ROWS + k]);
        }
    for (int i = 0; i < UNITS; i++)
        pass->worth[i] *= pass->mask[i];
    for (int i = 0; i < grain->scene_count; i++)
        add(pass->scene, 1, vectors[grain->scene[i]]);
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < grain->count; i++) {
        size_t option = grain->option + (size_t)i;
        float *sums = pass->sums[i], value = 0;
        memcpy(sums, pass->scene, sizeof pass->scene);
        for (size_t j = grains->first[option]; j < grains->first[option + 1]; j++)
            add(sums, grains->values[j], vectors[grains->features[j]]);
        for (size_t j = grains->row_first[option]; j < grains->row_first[option + 1]; j++)
            add(sums, 1, vectors[grains->rows[j]]);
        for (int j = 0; j < UNITS; j++)
            value += sums[j] > 0 ? pass->worth[j] * sums[j] : 0;
        pass->chances[i] = (double)(base[i] + value);
        most = pass->chances[i] > most ? pass->chances[i] : most;
    }
    double played = pass->chances[grain->played] - most;
    for (int i = 0; i < grain->count; i++)
        sum += pass->chances[i] = exp(pass->chances[i] - most);
    for (int i = 0; i < grain->count; i++)
        pass->chances[i] /= sum;
    return sum > 0 ? played - log(sum) : 0; /* 0: no moves */
}

static void touch(struct trainer *trainer, int vector, float factor, const Vector slope)
{
    if (!trainer->touched[vector]) {
        trainer->touched[vector] = true;
        trainer->list[trainer->touched_count++] = (uint16_t)vector;
    }
    add(trainer->gradient[vector], factor, slope);
}

static void backward(struct trainer *trainer, const struct grain *grain, struct pass *pass)
{
    const struct grains *grains = trainer->grains;
    double distil = grain->has_maia ? trainer->options->distil : 0;
    Vector scene = {0}, worth = {0};
    for (int i = 0; i < grain->count; i++) {
        size_t option = grain->option + (size_t)i;
        double target = (1 - distil) * (i == grain->played) + distil * (double)grains->maia[option];
        float excess = (float)(pass->chances[i] - target), *sums = pass->sums[i];
        if (fabsf(excess) < 3e-4F)
            continue;
        Vector slope;
        for (int j = 0; j < UNITS; j++) {
            slope[j] = sums[j] > 0 ? excess * pass->worth[j] : 0;
            worth[j] += sums[j] > 0 ? excess * sums[j] * pass->mask[j] : 0;
        }
        for (size_t j = grains->first[option]; j < grains->first[option + 1]; j++)
            touch(trainer, grains->features[j], grains->values[j], slope);
        for (size_t j = grains->row_first[option]; j < grains->row_first[option + 1]; j++)
            touch(trainer, grains->rows[j], 1, slope);
        add(scene, 1, slope);
    }
    for (int i = 0; i < grain->scene_count; i++)
        touch(trainer, grain->scene[i], 1, scene);
    for (int k = 0; k < CHOICE_KNOTS; k++)
        if (grain->knots[k] != 0) {
            touch(trainer, CHOICE_ROW_KNOTS + k, grain->knots[k], scene);
            touch(trainer, CHOICE_ROWS + k, grain->knots[k], worth);
        }
}

/* ---- steps ---- */

static void step(struct trainer *trainer, double pace)
{
    const float first_fade = 0.9F, second_fade = 0.999F;
    double rate = pace * trainer->options->rate;
    trainer->steps++;
    double first_part = 1 - pow(0.9, (double)trainer->steps);
    double second_part = 1 - pow(0.999, (double)trainer->steps);
    float scale = (float)(rate / first_part), whole = (float)(1 / second_part);
    float kept = (float)(1 - rate * trainer->options->decay);
    for (int i = 0; i < trainer->touched_count; i++) {
        int vector = trainer->list[i];
        float *values = trainer->vectors[vector], *slope = trainer->gradient[vector];
        float *first = trainer->first[vector], *second = trainer->second[vector];
        for (int j = 0; j < UNITS; j++) {
            float g = slope[j] / BATCH;
            first[j] = first_fade * first[j] + (1 - first_fade) * g;
            second[j] = second_fade * second[j] + (1 - second_fade) * g * g;
            values[j] = values[j] * kept - scale * first[j] / (sqrtf(second[j] * whole) + 1e-8F);
            slope[j] = 0;
        }
        trainer->touched[vector] = false;
    }
    trainer->touched_count = 0;
}

static void draw_mask(struct trainer *trainer, Vector mask)
{
    double left_out = trainer->options->dropout;
    for (int i = 0; i < UNITS; i++)
        mask[i] = (double)(draw(&trainer->random) >> 11) / 9007199254740992.0 < left_out
                      ? 0
                      : (float)(1 / (1 - left_out));
}

static void set_whole(Vector mask)
{
    for (int i = 0; i < UNITS; i++)
        mask[i] = 1;
}

/* Mean log-likelihoods of the checked and of the held out choices. */
static void measure(const struct trainer *trainer, struct pass *pass, double *checked,
                    double *held_out)
{
    const struct grains *grains = trainer->grains;
    double sums[2] = {0};
    int counts[2] = {0};
    set_whole(pass->mask);
    for (size_t i = 0; i < grains->count; i++) {
        const struct grain *grain = &grains->grains[i];
        if (!grain->held_out && !is_checked(grain))
            continue;
        sums[grain->held_out] += forward(grains, grain, (const Vector *)trainer->vectors, trainer->base + grain->option, pass);
        counts[grain->held_out]++;
    }
    *checked = sums[0] / (counts[0] ? counts[0] : 1);
    *held_out = sums[1] / (counts[1] ? counts[1] : 1);
}

static void shuffle(struct trainer *trainer)
{
    for (size_t i = trainer->count; i > 1; i--) {
        size_t other = draw(&trainer->random) % i;
        uint32_t held = trainer->order[i - 1];
        trainer->order[i - 1] = trainer->order[other];
        trainer->order[other] = held;
    }
}

/* Over all training choices; returns what its end is of the whole time. */
static double go_through(struct trainer *trainer, struct pass *pass, int number, int64_t began)
{
    const struct human_train_options *options = trainer->options;
    double done = 0;
    shuffle(trainer);
    for (size_t i = 0; i < trainer->count; i++) {
        const struct grain *grain = &trainer->grains->grains[trainer->order[i]];
        draw_mask(trainer, pass->mask);
        (void)forward(trainer->grains, grain, (const Vector *)trainer->vectors, trainer->base + grain->option,
                      pass);
        backward(trainer, grain, pass);
        if ((i + 1) % BATCH != 0)
            continue;
        double by_time = (double)(text_now() - began) / (double)options->budget;
        done = (number + (double)i / (double)trainer->count) / options->passes;
        done = by_time > done ? by_time : done;
        if (done >= 1)
            return 1;
        step(trainer, 0.5 * (1 + cos(3.14159265358979 * done)));
    }
    return done;
}

/* Small and even, so that the units differ; the same worth at every rating to begin with. */
static void scatter(struct trainer *trainer)
{
    for (int i = 0; i < VECTORS; i++)
        for (int j = 0; j < UNITS; j++) {
            double even = (double)(draw(&trainer->random) >> 11) / 9007199254740992.0 * 2 - 1;
            bool worth = i > CHOICE_ROWS;
            trainer->vectors[i][j] =
                worth ? trainer->vectors[CHOICE_ROWS][j] : (float)(even * 0.1);
        }
}

static void run(struct trainer *trainer, struct pass *pass, bool anew)
{
    const struct human_train_options *options = trainer->options;
    double best, held_out, checked, done = 0;
    int64_t began = text_now();
    measure(trainer, pass, &best, &held_out);
    if (anew)
        scatter(trainer); /* best stays that without habits */
    for (int number = 0; number < options->passes && done < 1; number++) {
        done = go_through(trainer, pass, number, began);
        measure(trainer, pass, &checked, &held_out);
        if (checked > best) {
            best = checked;
            memcpy(trainer->best, trainer->vectors, VECTORS * sizeof *trainer->best);
        }
        struct human_fit_progress progress = {.pass = number + 1, .training = checked,
                                              .held_out = held_out, .elapsed = text_now() - began};
        if (options->watch && !options->watch(options->context, &progress))
            break;
    }
}

/* ---- a model ---- */

static void set_base(const struct grains *grains, const struct grain *grain,
                     const struct choice_model *model, float *base)
{
    float weights[CHOICE_FEATURES_MAX];
    for (int i = 0; i < CHOICE_FEATURES_MAX; i++) {
        weights[i] = 0;
        for (int k = 0; k < CHOICE_KNOTS; k++)
            weights[i] += grain->knots[k] * model->weights[i][k];
    }
    for (int i = 0; i < grain->count; i++) {
        size_t option = grain->option + (size_t)i;
        base[i] = 0;
        for (size_t j = grains->first[option]; j < grains->first[option + 1]; j++)
            base[i] += weights[grains->features[j]] * grains->values[j];
    }
}

void human_habits(const struct grains *grains, const struct grain *grain,
                  const struct choice_model *model, float habits[CHESS_MOVES_MAX])
{
    float base[CHESS_MOVES_MAX] = {0};
    struct pass pass;
    set_whole(pass.mask);
    (void)forward(grains, grain, model->vectors, base, &pass);
    /* Chances tell them but for what all have in common, which makes no difference. */
    for (int i = 0; i < grain->count; i++)
        habits[i] = (float)log(pass.chances[i] > 1e-30 ? pass.chances[i] : 1e-30);
}

double human_chances(const struct grains *grains, const struct grain *grain,
                     const struct choice_model *model, double chances[CHESS_MOVES_MAX])
{
    float base[CHESS_MOVES_MAX];
    struct pass pass;
    set_base(grains, grain, model, base);
    set_whole(pass.mask);
    double played = forward(grains, grain, model->vectors, base, &pass);
    memcpy(chances, pass.chances, grain->count * sizeof *chances);
    return played;
}

static bool open_trainer(struct trainer *trainer, const struct grains *grains,
                         const struct human_train_options *options,
                         const struct choice_model *model)
{
    *trainer = (struct trainer){.grains = grains, .options = options, .random = options->seed};
    trainer->base = malloc((grains->option_count + 1) * sizeof *trainer->base);
    trainer->order = malloc((grains->count + 1) * sizeof *trainer->order);
    trainer->vectors = calloc(VECTORS, sizeof *trainer->vectors);
    trainer->best = calloc(VECTORS, sizeof *trainer->best);
    trainer->gradient = calloc(VECTORS, sizeof *trainer->gradient);
    trainer->first = calloc(VECTORS, sizeof *trainer->first);
    trainer->second = calloc(VECTORS, sizeof *trainer->second);
    trainer->touched = calloc(VECTORS, sizeof *trainer->touched);
    trainer->list = calloc(VECTORS, sizeof *trainer->list);
    if (!trainer->base || !trainer->order || !trainer->vectors || !trainer->best ||
        !trainer->gradient || !trainer->first || !trainer->second || !trainer->touched ||
        !trainer->list)
        return false;
    for (size_t i = 0; i < grains->count; i++)
        if (!grains->grains[i].held_out && !is_checked(&grains->grains[i]))
            trainer->order[trainer->count++] = (uint32_t)i;
    for (size_t i = 0; i < grains->count; i++)
        set_base(grains, &grains->grains[i], model, trainer->base + grains->grains[i].option);
    memcpy(trainer->vectors, model->vectors, sizeof model->vectors);
    memcpy(trainer->best, model->vectors, sizeof model->vectors);
    return true;
}

static void close_trainer(struct trainer *trainer)
{
    free(trainer->base);
    free(trainer->order);
    free(trainer->vectors);
    free(trainer->best);
    free(trainer->gradient);
    free(trainer->first);
    free(trainer->second);
    free(trainer->touched);
    free(trainer->list);
}

bool human_train(const struct grains *grains, const struct human_train_options *options,
                 bool anew, struct choice_model *model)
{
    struct trainer trainer;
    struct pass *pass = malloc(sizeof *pass);
    if (anew)
        memset(model->vectors, 0, sizeof model->vectors);
    bool good = open_trainer(&trainer, grains, options, model) && pass;
    if (good) {
        run(&trainer, pass, anew);
        memcpy(model->vectors, trainer.best, sizeof model->vectors);
    }
    close_trainer(&trainer);
    free(pass);
    return good;
}
