/* Reads all positions into memory before it writes, so the output may be one of the inputs. */
#include "src/lab/tune/tune_convert.h"

#include <stdio.h>
#include <string.h>

#include "engine/evaluation.h"
#include "src/game/epd.h"
#include "src/lab/tune/tune_file.h"
#include "src/util/random.h"
#include "src/util/atomic_file.h"

static bool write_epd(FILE *file, const struct record *record)
{
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    struct position position;
    char epd[CHESS_FEN_MAX];
    if (!record_unpack(record, &position))
        return false;
    epd_write(&position, epd);
    fprintf(file, "%s c9 \"%s\";", epd, results[record->result]);
    if (record->score != RECORD_NO_SCORE)
        fprintf(file, " ce %d;", position.side == WHITE ? record->score : -record->score);
    return fputc('\n', file) != EOF;
}

/* Writes what the training of the network (engine/eval/training) needs to know about a position,
 * from White's point of view: the FEN, the half points, the score, the evaluation without the
 * network, and how much its middlegame and endgame parts count. Leaves out positions that cannot
 * teach anything, and counts them: without a score, in check, or drawn whatever the weights say. */
static bool write_row(FILE *file, const struct record *record, int *left_out)
{
    struct position position;
    struct trace trace;
    char epd[CHESS_FEN_MAX];
    if (!record_unpack(record, &position))
        return false;
    struct weights weights;
    weights_full_of_level(&weights);
    evaluation_explain(&position, &weights, &trace);
    if (record->score == RECORD_NO_SCORE || position.checkers || trace.scale == 0) {
        (*left_out)++;
        return true;
    }
    epd_write(&position, epd);
    double endgame = (PHASE_FULL - trace.phase) / (double)PHASE_FULL * trace.scale / SCALE_FULL;
    return fprintf(file, "%s\t%d\t%d\t%d\t%.4f\t%.4f\n", epd, record->result, record->score,
                   trace.score, trace.phase / (double)PHASE_FULL, endgame) > 0;
}

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static bool write_all(const struct record_set *set, const struct convert_options *options,
                      bool quiet, int *count, struct error *error)
{
    bool epd = ends_in(options->output, ".epd"), rows = ends_in(options->output, ".tsv");
    int64_t part = options->part, parts = options->parts ? options->parts : 1;
    int first = options->parts ? (int)(set->count * (part - 1) / parts) : 0;
    int end = options->parts ? (int)(set->count * part / parts) : set->count;
    const struct positions_header header = {.quiet = quiet, .records = (uint64_t)(end - first)};
    struct replacement file;
    if (!replacement_begin(&file, options->output, 0666, error))
        return false;
    int left_out = 0;
    bool good = epd || rows || positions_write_header(file.out, &header);
    for (int i = first; good && i < end; i++)
        good = epd    ? write_epd(file.out, &set->records[i])
               : rows ? write_row(file.out, &set->records[i], &left_out)
                      : positions_write(file.out, &set->records[i]);
    *count = end - first - left_out;
    return replacement_end(&file, good, error);
}

bool tune_convert(const struct convert_options *options, int *count, struct error *error)
{
    const struct tune_games games = {.per_game = 1000};
    struct record_set set = {.records = NULL};
    bool good = true, all_quiet = true, quiet;
    for (int i = 0; good && i < options->input_count; i++) {
        good = records_read(&set, options->inputs[i], &games, &quiet, options->progress,
                            options->context, error);
        all_quiet = all_quiet && quiet;
    }
    uint64_t random = options->seed;
    if (good && options->shuffle)
        random_shuffle(set.records, (size_t)set.count, sizeof *set.records, &random);
    good = good && write_all(&set, options, all_quiet, count, error);
    records_clear(&set);
    return good;
}
