/* Runs the three estimates: games first, because the likelihood needs them, then losses, then the
 * likelihood. */
#include "src/lab/evidence/evidence.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/lab/evidence/evidence_parts.h"
#include "src/util/hash.h"

/* Answers */

uint64_t evidence_key(const struct check_position *position, const char *what, uint64_t detail)
{
    uint64_t hash = hash_bytes(HASH_BEGIN, what, strlen(what));
    hash = hash_bytes(hash, &detail, sizeof detail);
    hash = hash_bytes(hash, &position->start.key, sizeof position->start.key);
    hash = hash_bytes(hash, position->moves, (size_t)position->ply * sizeof *position->moves);
    return hash_bytes(hash, &position->played, sizeof position->played);
}

static bool read_answer(const char *line, struct evidence_answer *answer)
{
    char rest;
    return sscanf(line, "answer %*16x %lf %lf %c", &answer->first, &answer->second, &rest) == 2 &&
           isfinite(answer->first) && isfinite(answer->second);
}

static bool is_answer(const char *line)
{
    struct evidence_answer answer;
    return read_answer(line, &answer);
}

bool evidence_find(const struct evidence_run *run, uint64_t key, struct evidence_answer *answer)
{
    const char *line = shared_results_find(run->answers, key);
    return line && read_answer(line, answer);
}

bool evidence_add(const struct evidence_run *run, uint64_t key, struct evidence_answer answer,
                  struct error *error)
{
    char line[96];
    snprintf(line, sizeof line, "answer %016" PRIx64 " %.9g %.9g", key, answer.first,
             answer.second);
    return shared_results_add(run->answers, key, line, error);
}

/* The run */

/* Fills in those figures about the people that can be computed without a search. */
static void describe_people(struct evidence *evidence, const struct evidence_setup *setup,
                            const struct evidence_sample *sample)
{
    for (int band = 0; band < setup->bands.count; band++) {
        const struct check_stratum *stratum = check_sample_stratum(&sample->people, band);
        struct evidence_people *people = &evidence->people[band];
        double evaluated = (double)sample->evaluated[band];
        people->rating = check_band_middle(&setup->bands, band);
        for (int i = 0; i < stratum->count; i++)
            people->rating = (i == 0 ? 0 : people->rating) +
                             (double)stratum->positions[i].rating / stratum->count;
        people->evaluated = sample->evaluated[band];
        people->eval_loss = evaluated > 0 ? sample->eval_loss[band] / evaluated : 0;
        people->eval_blunders = evaluated > 0 ? (double)sample->eval_blunders[band] / evaluated : 0;
    }
}

void evidence_tell(struct evidence_run *run)
{
    if (!run->stopped && run->watch && !run->watch(run->context, &run->progress))
        run->stopped = true;
}

bool evidence_finish(void *context, int piece, struct error *error)
{
    struct evidence_run *run = context;
    (void)piece;
    (void)error;
    run->progress.done++;
    evidence_tell(run);
    return true;
}

bool evidence_run(struct evidence *evidence, const struct evidence_setup *setup,
                  const struct evidence_sample *sample, evidence_observer *watch, void *context,
                  struct error *error)
{
    static const struct shared_form form = {is_answer, "\"answer KEY NUMBER NUMBER\""};
    struct evidence_run run = {.setup = setup,
                               .sample = sample,
                               .answers = shared_results_open(setup->folder, &form, error),
                               .evidence = evidence,
                               .watch = watch,
                               .context = context};
    memset(evidence, 0, sizeof *evidence);
    if (!run.answers)
        return false;
    evidence->band_count = setup->bands.count;
    evidence->level_count = setup->level_count;
    describe_people(evidence, setup, sample);
    bool good = evidence_games(&run, error);
    if (good && setup->positions > 0)
        good = evidence_losses(&run, error);
    if (good && setup->moves > 0)
        good = evidence_likelihood(&run, error);
    evidence->stopped = run.stopped;
    shared_results_close(run.answers);
    return good;
}
