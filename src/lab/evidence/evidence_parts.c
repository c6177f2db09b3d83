/* What the estimates share: stored answers, and reports of the progress. */
#include "src/lab/evidence/evidence_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/hash.h"

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

struct shared_results *evidence_answers(const char *folder, struct error *error)
{
    static const struct shared_form form = {is_answer, "\"answer KEY NUMBER NUMBER\""};
    return shared_results_open(folder, &form, error);
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

/* Progress */

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
