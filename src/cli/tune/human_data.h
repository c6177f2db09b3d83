/* What fallible human-data and fallible tune human share: collecting choices from files of games,
 * with a progress line. */
#pragma once

#include "src/lab/human/collect.h"

struct human_screen {
    bool live; /* standard error is a terminal */
    int64_t shown; /* when the last progress line was shown, by text_now() */
};
struct human_screen human_screen_init(void);
/* Whether the next progress line is due. */
bool human_screen_is_due(struct human_screen *screen);

/* Adds the choices of all files to set. options applies except for path, watch and context. The
 * cache file is used for the first game file; a number is added to its name for the others. Reports
 * progress and problems on standard error. Returns false after printing an error. */
MUST_USE bool human_data_collect(const struct human_collect *options, char *const files[],
                                 struct human_screen *screen, struct human_set *set, bool *stopped);
