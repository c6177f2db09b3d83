/* What all commands with shared work do in the same way: decide when to stop, check that the
 * options agree, and print at the end what is still to do. */
#include "src/cli/sharing.h"

#include <stdio.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/util/text.h"

static void end(struct sharing *sharing, const char *why)
{
    char shown[1024];
    sharing->over = true;
    if (sharing->folder)
        fprintf(stderr, "The file %s/stop %s; remove it to continue\n",
                text_shown(sharing->folder, shown, sizeof shown), why);
    else
        fputs("the time budget is used up\n", stderr);
}

bool sharing_goes_on(struct sharing *sharing)
{
    struct error error;
    if (sharing->over || interrupt_came())
        return false;
    if (sharing->began == 0)
        sharing->began = text_now();
    if (shared_stopped(sharing->folder)) {
        end(sharing, "stops the work");
    } else if (sharing->budget > 0 && text_now() - sharing->began >= sharing->budget) {
        if (sharing->folder && !shared_stop(sharing->folder, "the time budget is used up", &error))
            text_error(&error);
        end(sharing, "says that the time budget is used up");
    }
    return !sharing->over;
}

bool sharing_agrees(const char *command, const struct sharing *sharing)
{
    return sharing->folder || sharing->part.shards == 0 ||
           option_refuse(command, "--shard needs --shared FOLDER, the folder of all parts");
}

int sharing_tell(const struct sharing *sharing, int done, int all, const char *what)
{
    char shown[1024];
    fprintf(stderr, "%d of %d %s of part %d/%d are in %s\n", done, all, what,
            sharing->part.shard, sharing->part.shards,
            text_shown(sharing->folder, shown, sizeof shown));
    return done == all ? EXIT_OK : EXIT_FELL_SHORT;
}
