/* What fallible human-data and fallible tune human share: reading choices out of files of games,
 * and the line of progress meanwhile. */
#pragma once

#include "src/lab/human/collect.h"

struct human_screen {
    bool live; /* standard error is a terminal */
    int64_t shown;
};
struct human_screen human_screen_init(void);
/* Whether it is time for the next line of progress. */
bool human_screen_is_due(struct human_screen *screen);

/* Adds the choices of all files to set. options says how, except for path, watch and context; its
 * cache is the file of the first, and those of the others get a number. Reports progress and
 * problems on standard error. False: an error has been printed. */
MUST_USE bool human_data_collect(const struct human_collect *options, char *const files[],
                                 struct human_screen *screen, struct human_set *set, bool *stopped);
