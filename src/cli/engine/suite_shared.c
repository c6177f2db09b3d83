/* The key of a position is made from everything that can change its result. So processes with
 * different options can share a folder without mixing up their results. */
#include "src/cli/engine/suite_shared.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/game/handicap_text.h"
#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/match/ladder_run.h"

/* One line of the results file: the key and the result. */
struct told {
    uint64_t key;
    char move[CHESS_UCI_MAX + 2];
    int solved, ours, exact, depth, score;
    uint64_t nodes;
    int64_t elapsed, solved_at;
};

static bool read_line(const char *line, struct told *told)
{
    char rest;
    return sscanf(line,
                  "position %16" SCNx64 " %7s %1d %1d %1d %9d %9d %19" SCNu64 " %18" SCNd64
                  " %18" SCNd64 " %c",
                  &told->key, told->move, &told->solved, &told->ours, &told->exact, &told->depth,
                  &told->score, &told->nodes, &told->elapsed, &told->solved_at, &rest) == 10 &&
           told->depth >= 0 && told->elapsed >= 0;
}

static bool is_line(const char *line)
{
    struct told told;
    return read_line(line, &told);
}

struct shared_results *suite_shared_open(const char *folder, struct error *error)
{
    static const struct shared_form form = {
        is_line, "\"position KEY MOVE SOLVED OURS EXACT DEPTH SCORE NODES ELAPSED SOLVED-AT\""};
    return shared_results_open(folder, &form, error);
}

uint64_t suite_shared_run(const struct suite_options *options)
{
    char handicap[HANDICAP_TEXT];
    const struct limits *limits = &options->limits;
    uint64_t key = shared_key_text(0, options->engine ? options->engine : "");
    const uint64_t numbers[] = {options->engine ? 0 : ladder_engine(), limits->nodes,
                                (uint64_t)limits->movetime, (uint64_t)limits->depth,
                                (uint64_t)options->threads, (uint64_t)options->hash_mb};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        key = shared_key_number(key, numbers[i]);
    handicap_text_write(&options->handicap, handicap, sizeof handicap);
    key = shared_key_text(key, handicap);
    if (options->handicap.limited) /* the text of a handicap does not identify the choice model of
                                    * method human, so add the model's hash */
        key = shared_key_number(key, handicap_print(&options->handicap));
    return options->player ? ladder_key_player(key, options->player) : key;
}

/* The key includes the position's number, because the random seed depends on it. */
uint64_t suite_shared_key(uint64_t run, const struct epd *epd, int index)
{
    return shared_key_number(shared_key_number(run, epd->position.key), (uint64_t)index);
}

bool suite_shared_find(struct shared_results *results, uint64_t key, const struct epd *epd,
                       struct suite_result *result)
{
    struct told told;
    Move move = NO_MOVE;
    const char *line = shared_results_find(results, key);
    if (!line || !read_line(line, &told) ||
        (strcmp(told.move, "-") != 0 && !chess_from_uci(&epd->position, told.move, &move)))
        return false;
    *result = (struct suite_result){.done = true,
                                    .solved = told.solved == 1,
                                    .solved_ours = told.ours == 1,
                                    .mate_exact = told.exact == 1,
                                    .played = move,
                                    .depth = told.depth,
                                    .score = (Score)told.score,
                                    .nodes = told.nodes,
                                    .elapsed = told.elapsed,
                                    .solved_at = told.solved_at};
    result->points = suite_points(epd, move, &result->points_max);
    return true;
}

bool suite_shared_add(struct shared_results *results, uint64_t key,
                      const struct epd *epd, const struct suite_result *result,
                      struct error *error)
{
    char move[CHESS_UCI_MAX] = "-", line[256];
    if (result->played != NO_MOVE)
        chess_to_uci(&epd->position, result->played, move);
    snprintf(line, sizeof line,
             "position %016" PRIx64 " %s %d %d %d %d %d %" PRIu64 " %" PRId64 " %" PRId64, key,
             move, result->solved, result->solved_ours, result->mate_exact, result->depth,
             (int)result->score, result->nodes, result->elapsed, result->solved_at);
    return shared_results_add(results, key, line, error);
}
