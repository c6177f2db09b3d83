/* Each game is replayed by the code for what-if questions (whatif.h), with nothing changed. */
#include "src/archive/replay.h"

#include <stdlib.h>

#include "src/review/whatif.h"

static bool replay(struct whatif *whatif, const struct stored_game *stored,
                   void (*progress)(void *context, int64_t game, int done, int of), void *context,
                   struct replayed *replayed)
{
    const struct toggle nothing = {.kind = TOGGLE_NOTHING};
    const struct whatif_path *path = whatif_path(whatif);
    if (!whatif_begin(whatif, &stored->start, stored->moves, stored->move_count, &stored->ledger,
                      &nothing))
        return false;
    while (path->done < path->decisions) {
        whatif_wait(whatif);
        (void)whatif_poll(whatif);
        if (progress)
            progress(context, stored->id, path->done, path->decisions);
    }
    replayed->games += path->done > path->unknown;
    replayed->decisions += path->done - path->unknown;
    replayed->same += path->same;
    replayed->unknown += path->unknown;
    if (path->count > 0 && replayed->game == 0) {
        replayed->game = stored->id;
        replayed->ply = path->departures[0].ply;
    }
    return true;
}

bool replay_games(struct store *store, int games,
                  void (*progress)(void *context, int64_t game, int done, int of), void *context,
                  struct replayed *replayed, struct error *error)
{
    struct whatif *whatif = whatif_create(NULL, NULL, NULL);
    struct stored_game *stored = calloc(1, sizeof *stored);
    bool good = whatif && stored;
    *replayed = (struct replayed){0};
    error_set(error, "%s", good ? "" : "out of memory");
    for (int64_t before = INT64_MAX;
         good && games > 0 && store_game_before(store, before, stored, error); games--) {
        before = stored->id;
        good = replay(whatif, stored, progress, context, replayed) ||
               error_set(error, "out of memory");
        stored_game_clear(stored);
    }
    whatif_destroy(whatif);
    free(stored);
    return error->message[0] == '\0';
}
