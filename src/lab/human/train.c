/* Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) with decay of the
 * weights apart from the slopes (Loshchilov and Hutter, "Decoupled weight decay regularization",
 * 2019), the pace falling along half a cosine. What is aimed at is the move played, and a network's
 * policy where one was asked. Where nobody may castle any more left and right are the same to a
 * player, and half of the choices are mirrored. Where it stands is kept in a file, and gone on
 * from.
 */
#include "src/lab/human/train.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/lab/human/backprop.h"
#include "src/util/thread_pool.h"
#include "src/util/hash.h"
#include "src/util/random.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum {
    BATCH = 64,
    PARTS = 4,        /* of a batch, each by one thread: their number tells in the last bits */
    CHECKED = 20,     /* one training game in so many */
    LOOKED_AT = 4000, /* choices, to measure by */
    CHUNK = 1 << 16,  /* choices between two measurements */
    WARM_UP = 500,    /* steps */
    NUMBERS = sizeof(struct choice_net) / sizeof(float),
};

/* Where training stands. */
struct stand {
    char magic[8];
    uint64_t fingerprint; /* of what is trained on, and how */
    int64_t elapsed;      /* milliseconds */
    int64_t steps;
    double best; /* of those checked */
    int32_t pass;
    uint32_t next; /* of the pass's choices */
};

/* Where one part of the choices is worked on. */
struct desk {
    struct choice_net gradient;
    struct pass pass;
    struct pass_question question;
    double sum;
};

struct trainer {
    const struct human_set *set;
    const struct human_train_options *options;
    const struct choice_model *model; /* whose weights it goes by */
    struct choice_net *net, *best, *first, *second;
    struct pass_turned *turned;
    struct desk *desks; /* PARTS of them */
    struct pool *pool;
    int measured;       /* which of the looks */
    uint32_t *order;    /* training choices, shuffled anew each pass */
    uint32_t *looks[2]; /* of those checked and those held out, some */
    size_t count, look_count[2];
    double checked, held_out; /* as measured last */
    struct stand stand;
};

static bool is_checked(const struct human_choice *choice)
{
    uint64_t state = choice->game;
    return !(choice->flags & HUMAN_SELFPLAY) && random_next(&state) % CHECKED == 0;
}

static bool is_trained(const struct human_choice *choice)
{
    return !(choice->flags & HUMAN_HELD_OUT) && !is_checked(choice);
}

/* ---- one choice ---- */

/* The chances of a question's moves by the pass's habits, and how much of a habit goes into them;
 * returns the logarithm of that of the move played. */
static double chances_of(const struct choice_model *model, const struct pass_question *question,
                         const struct pass *pass, double chances[CHESS_MOVES_MAX], float *scale)
{
    float weights[CHOICE_FEATURES_MAX] = {0};
    for (int i = 0; i < choice_feature_count(); i++)
        for (int k = 0; k < CHOICE_KNOTS; k++)
            weights[i] += question->knots[k] * model->weights[i][k];
    *scale = weights[choice_feature_habit()];
    for (int i = 0; i < question->view.count; i++) {
        float value = *scale * pass->habits[i];
        for (int j = 0; j < choice_feature_count(); j++)
            value += weights[j] * question->features[i][j];
        chances[i] = (double)value;
    }
    return human_logit(chances, question->view.count, question->played);
}

/* Adds a choice to the desk's gradient. */
static void learn(const struct trainer *trainer, size_t index, struct desk *desk)
{
    const struct human_set *set = trainer->set;
    struct pass_question *question = &desk->question;
    double chances[CHESS_MOVES_MAX];
    float slopes[CHESS_MOVES_MAX], scale;
    if (!pass_ask(&set->choices[index], set->options + set->first[index], question))
        return;
    uint64_t coin = random_mix(trainer->options->seed + index * 0x9E3779B97F4A7C15u +
                               (uint64_t)trainer->stand.pass);
    if (coin & 1)
        (void)choice_mirror(&question->view);
    pass_forward(trainer->net, question, &desk->pass);
    (void)chances_of(trainer->model, question, &desk->pass, chances, &scale);
    /* What a network drew says nothing that its policy does not. */
    double wanted = set->choices[index].flags & HUMAN_SELFPLAY ? 1 : trainer->options->distil;
    double distil = question->has_maia ? wanted : 0;
    for (int i = 0; i < question->view.count; i++) {
        double target = (1 - distil) * (i == question->played);
        target += distil > 0 ? distil * (double)question->maia[i] : 0;
        slopes[i] = scale * (float)(chances[i] - target);
    }
    pass_backward(trainer->net, trainer->turned, question, slopes, &desk->pass, &desk->gradient);
}

/* Every PARTS-th choice of the batch that ends where the pass stands. */
static void learn_part(void *context, int part)
{
    struct trainer *trainer = context;
    uint32_t end = trainer->stand.next, begin = (end - 1) / BATCH * BATCH;
    for (uint32_t i = begin + (uint32_t)part; i < end; i += PARTS)
        learn(trainer, trainer->order[i], &trainer->desks[part]);
}

static void measure_part(void *context, int part)
{
    struct trainer *trainer = context;
    struct desk *desk = &trainer->desks[part];
    const struct human_set *set = trainer->set;
    double chances[CHESS_MOVES_MAX];
    float scale;
    desk->sum = 0;
    for (size_t i = (size_t)part; i < trainer->look_count[trainer->measured]; i += PARTS) {
        size_t index = trainer->looks[trainer->measured][i];
        if (!pass_ask(&set->choices[index], set->options + set->first[index], &desk->question))
            continue;
        pass_forward(trainer->net, &desk->question, &desk->pass);
        desk->sum += chances_of(trainer->model, &desk->question, &desk->pass, chances, &scale);
    }
}

static double measure(struct trainer *trainer, int which)
{
    double sum = 0;
    trainer->measured = which;
    pool_run(trainer->pool, PARTS, measure_part, trainer);
    for (int part = 0; part < PARTS; part++)
        sum += trainer->desks[part].sum;
    return trainer->look_count[which] ? sum / (double)trainer->look_count[which] : 0;
}

/* ---- training ---- */

/* The slope of a number over the batch; the desks are cleared for the next. */
static float take_slope(struct desk *desks, size_t number)
{
    float sum = 0;
    for (int part = 0; part < PARTS; part++) {
        float *slope = (float *)&desks[part].gradient + number;
        sum += *slope;
        *slope = 0;
    }
    return sum * (1.0F / BATCH);
}

/* pace: of the rate, 0 .. 1. */
static void step(struct trainer *trainer, double pace)
{
    const double forget_first = 0.9, forget_second = 0.999;
    float *values = (float *)trainer->net;
    float *first = (float *)trainer->first, *second = (float *)trainer->second;
    double steps = (double)++trainer->stand.steps;
    pace *= steps < WARM_UP ? steps / WARM_UP : 1;
    float rate = (float)(trainer->options->rate * pace / (1 - pow(forget_first, steps)));
    float spread = (float)(1 / (1 - pow(forget_second, steps)));
    float kept = (float)(1 - trainer->options->rate * pace * trainer->options->decay);
    for (size_t i = 0; i < NUMBERS; i++) {
        float slope = take_slope(trainer->desks, i);
        first[i] = 0.9F * first[i] + 0.1F * slope;
        second[i] = 0.999F * second[i] + 0.001F * slope * slope;
        values[i] = kept * values[i] - rate * first[i] / (sqrtf(second[i] * spread) + 1e-8F);
    }
    pass_turn(trainer->net, trainer->turned);
}

static void shuffle(struct trainer *trainer)
{
    uint64_t random = trainer->options->seed + (uint64_t)trainer->stand.pass;
    size_t count = 0;
    for (size_t i = 0; i < trainer->set->count; i++)
        if (is_trained(&trainer->set->choices[i]))
            trainer->order[count++] = (uint32_t)i;
    random_shuffle(trainer->order, count, sizeof *trainer->order, &random);
}

/* The share of the whole that is done, by the passes or by the clock. */
static double done_of(const struct trainer *trainer, int64_t elapsed)
{
    double by_pass = (trainer->stand.pass + (double)trainer->stand.next / (double)trainer->count) /
                     trainer->options->passes;
    double by_time = (double)elapsed / (double)trainer->options->budget;
    return by_time > by_pass ? by_time : by_pass;
}

static bool keep_stand(const struct trainer *trainer, struct error *error)
{
    const struct choice_net *nets[] = {trainer->net, trainer->best, trainer->first,
                                       trainer->second};
    struct replacement replacement;
    if (!trainer->options->stand)
        return true;
    if (!replacement_begin(&replacement, trainer->options->stand, 0666, error))
        return false;
    bool good = fwrite(&trainer->stand, sizeof trainer->stand, 1, replacement.out) == 1;
    for (int i = 0; good && i < 4; i++)
        good = fwrite(nets[i], sizeof *nets[i], 1, replacement.out) == 1;
    return replacement_end(&replacement, good, error);
}

/* From the stand of the same training, where there is one and it is whole. False fills error: it
 * was, and could not be read to its end. */
static bool resume(struct trainer *trainer, struct error *error)
{
    struct choice_net *nets[] = {trainer->net, trainer->best, trainer->first, trainer->second};
    const char *name = trainer->options->stand;
    struct stand stand;
    struct stat status;
    FILE *file = name ? fopen(name, "rb") : NULL;
    bool there = file && fstat(fileno(file), &status) == 0 &&
                 status.st_size == (off_t)(sizeof stand + 4 * sizeof *nets[0]) &&
                 fread(&stand, sizeof stand, 1, file) == 1 &&
                 memcmp(stand.magic, trainer->stand.magic, sizeof stand.magic) == 0 &&
                 stand.fingerprint == trainer->stand.fingerprint && stand.next < trainer->count;
    bool good = true;
    for (int i = 0; there && good && i < 4; i++)
        good = fread(nets[i], sizeof *nets[i], 1, file) == 1 ||
               error_set_in(error, name, "%s", strerror(errno));
    if (there)
        trainer->stand = stand;
    if (file)
        fclose(file);
    return good;
}

static void scatter(float *values, size_t count, double width, uint64_t *random)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (float)((random_fraction(random) * 2 - 1) * width);
}

/* Small and even, so that the units differ; a block changes nothing to begin with (Zhang and
 * others, "Fixup initialization", 2019), and a unit is worth the same at every rating. */
static void scatter_all(struct choice_net *net, uint64_t random)
{
    const size_t square = (size_t)CHOICE_FILTERS * CHOICE_UNITS;
    memset(net, 0, sizeof *net);
    scatter(&net->input[0][0][0], sizeof net->input / sizeof(float), 0.25, &random);
    for (int i = 0; i < CHOICE_BLOCKS; i++)
        scatter(net->blocks[i].first, sizeof(ChoiceTaps) / sizeof(float),
                sqrt(6.0 / (9 * CHOICE_FILTERS)), &random);
    scatter(&net->from[0][0], square, 0.15, &random);
    scatter(&net->to[0][0], square, 0.15, &random);
    scatter(&net->scene[0][0], square, 0.15, &random);
    for (int i = 0; i < CHOICE_ROWS; i++)
        if (i >= choice_feature_count() || !choice_feature_is_searched(i))
            scatter(net->rows[i], CHOICE_UNITS, 0.1, &random);
    scatter(net->worth[0], CHOICE_UNITS, 0.15, &random);
    for (int k = 1; k < CHOICE_KNOTS; k++)
        memcpy(net->worth[k], net->worth[0], sizeof net->worth[k]);
}

/* What comes out is where training ends, at rest: a lucky measurement on the way is none better.
 * Only what was gone on from stays if it is better than that. */
static void look(struct trainer *trainer, bool anew, bool over)
{
    bool begins = isinf(trainer->stand.best);
    trainer->checked = measure(trainer, 0);
    trainer->held_out = measure(trainer, 1);
    if (anew || ((begins || over) && trainer->checked >= trainer->stand.best)) {
        trainer->stand.best = trainer->checked;
        *trainer->best = *trainer->net;
    }
}

static bool is_stopped(const struct trainer *trainer, int64_t elapsed)
{
    const struct human_train_options *options = trainer->options;
    struct human_fit_progress progress = {.pass = trainer->stand.pass + 1,
                                          .training = trainer->checked,
                                          .held_out = trainer->held_out,
                                          .elapsed = elapsed};
    return options->watch && !options->watch(options->context, &progress);
}

static bool run(struct trainer *trainer, bool anew, struct error *error)
{
    int64_t began = text_now() - trainer->stand.elapsed;
    size_t since = 0, chunk = trainer->options->look_after ? trainer->options->look_after : CHUNK;
    if (trainer->count == 0)
        return true;
    pass_turn(trainer->net, trainer->turned);
    shuffle(trainer);
    look(trainer, false, false);
    for (;;) {
        size_t left = trainer->count - trainer->stand.next, size = left < BATCH ? left : BATCH;
        trainer->stand.next += (uint32_t)size;
        pool_run(trainer->pool, PARTS, learn_part, trainer);
        since += size;
        bool ended = trainer->stand.next == trainer->count;
        int64_t elapsed = text_now() - began;
        double done = done_of(trainer, elapsed);
        bool over = done >= 1, stopped = is_stopped(trainer, elapsed);
        step(trainer, over ? 0 : 0.5 * (1 + cos(3.14159265358979 * done)));
        if (ended) {
            trainer->stand.pass++;
            trainer->stand.next = 0;
            shuffle(trainer);
        }
        if (since < chunk && !over && !stopped)
            continue;
        since = 0;
        trainer->stand.elapsed = text_now() - began;
        look(trainer, anew, over);
        if (!keep_stand(trainer, error))
            return false;
        /* For who goes on from the stand it is a measurement on the way, and no part of it. */
        if (stopped && trainer->checked > trainer->stand.best)
            *trainer->best = *trainer->net;
        if (over || stopped)
            return true;
    }
}

/* ---- a trainer ---- */

/* Of what is trained on, how, and from which network on. */
static uint64_t fingerprint_of(const struct trainer *trainer)
{
    const struct human_set *set = trainer->set;
    const struct human_train_options *options = trainer->options;
    uint64_t numbers[] = {set->count,    set->option_count,         NUMBERS,
                          options->seed, (uint64_t)options->passes, (uint64_t)options->budget};
    double rates[] = {options->rate, options->decay, options->distil};
    uint64_t hash = hash_bytes(HASH_BEGIN, numbers, sizeof numbers);
    hash = hash_bytes(hash, rates, sizeof rates);
    return hash_bytes(hash, trainer->net, sizeof *trainer->net);
}

/* Counts what is trained on, and chooses some of the others to measure by, evenly out of all. */
static void divide(struct trainer *trainer)
{
    const struct human_set *set = trainer->set;
    size_t all[2] = {0}, seen[2] = {0};
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < set->count; i++) {
            bool held_out = set->choices[i].flags & HUMAN_HELD_OUT;
            if (is_trained(&set->choices[i])) {
                trainer->count += turn == 0;
                continue;
            }
            size_t stride = all[held_out] / LOOKED_AT + 1;
            if (turn == 0)
                all[held_out]++;
            else if (seen[held_out]++ % stride == 0)
                trainer->looks[held_out][trainer->look_count[held_out]++] = (uint32_t)i;
        }
}

static bool open_trainer(struct trainer *trainer)
{
    trainer->net = calloc(1, sizeof *trainer->net);
    trainer->best = calloc(1, sizeof *trainer->best);
    trainer->first = calloc(1, sizeof *trainer->first);
    trainer->second = calloc(1, sizeof *trainer->second);
    trainer->turned = calloc(1, sizeof *trainer->turned);
    trainer->desks = calloc(PARTS, sizeof *trainer->desks);
    trainer->pool = pool_create(trainer->options->threads);
    trainer->order = calloc(trainer->set->count + 1, sizeof *trainer->order);
    trainer->looks[0] = calloc(LOOKED_AT + 1, sizeof *trainer->looks[0]);
    trainer->looks[1] = calloc(LOOKED_AT + 1, sizeof *trainer->looks[1]);
    return trainer->net && trainer->best && trainer->first && trainer->second &&
           trainer->turned && trainer->desks && trainer->pool && trainer->order &&
           trainer->looks[0] && trainer->looks[1];
}

static void close_trainer(struct trainer *trainer)
{
    free(trainer->net);
    free(trainer->best);
    free(trainer->first);
    free(trainer->second);
    free(trainer->turned);
    free(trainer->desks);
    pool_destroy(trainer->pool);
    free(trainer->order);
    free(trainer->looks[0]);
    free(trainer->looks[1]);
}

bool human_train(const struct human_set *set, const struct human_train_options *options, bool anew,
                 struct choice_model *model, struct error *error)
{
    struct trainer trainer = {.set = set,
                              .options = options,
                              .model = model,
                              .stand = {.magic = "FALHABIT", .best = -INFINITY}};
    bool good = open_trainer(&trainer);
    if (!good)
        error_set(error, "out of memory");
    if (good) {
        divide(&trainer);
        if (anew)
            scatter_all(trainer.net, options->seed);
        else
            *trainer.net = model->net;
        *trainer.best = *trainer.net;
        trainer.stand.fingerprint = fingerprint_of(&trainer);
        good = resume(&trainer, error) && run(&trainer, anew, error);
        model->net = *trainer.best;
    }
    close_trainer(&trainer);
    return good;
}

/* By two views where there are two, as choice_habits does. */
static void ask_habits(const struct choice_net *net, struct pass_question *question,
                       struct pass *pass, float habits[])
{
    pass_forward(net, question, pass);
    memcpy(habits, pass->habits, (size_t)question->view.count * sizeof *habits);
    if (!choice_mirror(&question->view))
        return;
    pass_forward(net, question, pass);
    for (int i = 0; i < question->view.count; i++)
        habits[i] = (habits[i] + pass->habits[i]) / 2;
}

bool human_habits(const struct human_set *set, const struct choice_model *model, float habits[])
{
    struct pass_question *question = calloc(1, sizeof *question);
    struct pass *pass = calloc(1, sizeof *pass);
    bool good = question && pass;
    for (size_t i = 0; good && i < set->count; i++)
        if (pass_ask(&set->choices[i], set->options + set->first[i], question))
            ask_habits(&model->net, question, pass, habits + set->first[i]);
    free(question);
    free(pass);
    return good;
}
