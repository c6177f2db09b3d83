/* Reads all positions into memory before it writes, so the output may be one of the inputs. */
#include "src/lab/tune/tune_convert.h"

#include <stdio.h>
#include <string.h>

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

static bool write_all(const struct record_set *set, const struct convert_options *options,
                      bool quiet, int *count, struct error *error)
{
    size_t length = strlen(options->output);
    bool epd = length > 4 && strcmp(options->output + length - 4, ".epd") == 0;
    int64_t part = options->part, parts = options->parts ? options->parts : 1;
    int first = options->parts ? (int)(set->count * (part - 1) / parts) : 0;
    int end = options->parts ? (int)(set->count * part / parts) : set->count;
    const struct positions_header header = {.quiet = quiet, .records = (uint64_t)(end - first)};
    struct replacement file;
    if (!replacement_begin(&file, options->output, 0666, error))
        return false;
    bool good = epd || positions_write_header(file.out, &header);
    for (int i = first; good && i < end; i++)
        good = epd ? write_epd(file.out, &set->records[i])
                   : positions_write(file.out, &set->records[i]);
    *count = end - first;
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
