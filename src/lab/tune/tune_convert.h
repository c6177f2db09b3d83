/* Merges, shuffles and splits files of positions, and converts them to and from EPD. */
#pragma once

#include "src/lab/tune/tune_reader.h"

struct convert_options {
    const char *const *inputs; /* position files in any format the tuner reads */
    int input_count;
    const char *output; /* written as EPD with c9 (result) and ce (score) if the name ends in .epd,
                           as rows for engine/eval/training if it ends in .tsv, otherwise as binary;
                           may be one of the inputs */
    bool shuffle;
    uint64_t seed;
    int part, parts;           /* the records are divided into `parts` equal parts, of which only
                                  number `part`, from 1, is written; 0, 0: all records are
                                  written */
    records_progress progress; /* may be NULL */
    void *context;
};

/* Sets *count to the number of positions written. On failure returns false, sets *error and leaves
 * the output unchanged. */
MUST_USE bool tune_convert(const struct convert_options *options, int *count, struct error *error);
