/* Files of positions: merged, shuffled, split, turned into EPD and back. */
#pragma once

#include "src/lab/tune/tune_reader.h"

struct convert_options {
    const char *const *inputs; /* positions of any kind the tuner reads */
    int input_count;
    const char *output; /* .epd: EPD with c9 and ce; else binary; may be one of the inputs */
    bool shuffle;
    uint64_t seed;
    int part, parts;           /* of the records, 1 .. parts; 0, 0: all of them */
    records_progress progress; /* may be NULL */
    void *context;
};

/* *count: positions written. False fills error, and the output is as it was. */
MUST_USE bool tune_convert(const struct convert_options *options, int *count, struct error *error);
