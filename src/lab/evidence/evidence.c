/* Runs the three estimates in turn: by results first, because its games are also the data of the
 * estimate by likelihood, then by losses, then by likelihood. */
#include "src/lab/evidence/evidence.h"

#include <string.h>

#include "src/lab/evidence/evidence_parts.h"

/* Fills in, for each rating band, the figures about people that need no search. */
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

bool evidence_run(struct evidence *evidence, const struct evidence_setup *setup,
                  const struct evidence_sample *sample, evidence_observer *watch, void *context,
                  struct error *error)
{
    struct evidence_run run = {.setup = setup,
                               .sample = sample,
                               .answers = evidence_answers(setup->folder, error),
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
