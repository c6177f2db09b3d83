/* Work that several processes or machines share: the options --shard, --shared and --budget. */
#pragma once

#include "src/util/shared_results.h"

enum { SHARDS_MAX = 10000 };

/* How a command shares its work with other processes. All zero if nothing is shared and there is no
 * budget. */
struct sharing {
    const char *folder;      /* NULL: nothing is shared */
    struct shared_part part; /* the part of the work that this process does; 0 of 0: everything that
                                is not in the folder yet */
    int64_t budget;          /* milliseconds that the work may take; 0: no limit */
    int64_t began;           /* when the work began, by text_now(); 0 until the first call of
                                sharing_goes_on */
    bool over;
};

/* Returns whether to continue: Ctrl-C was not pressed, the folder has no stop file, and there is
 * time left. When the budget is used up, it writes the stop file for the other processes. Prints on
 * standard error why the work ends. Only one thread may call it at a time. */
bool sharing_goes_on(struct sharing *sharing);

/* Returns whether the options agree: --shard needs --shared. If not, prints the error. */
MUST_USE bool sharing_agrees(const char *command, const struct sharing *sharing);

/* Call it when this process has finished: prints how many pieces of its part of the work are in the
 * folder. Returns EXIT_OK if all are, otherwise EXIT_FELL_SHORT. `what`: what the pieces are, for
 * example "positions". */
int sharing_tell(const struct sharing *sharing, int done, int all, const char *what);
