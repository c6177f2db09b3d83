/* One engine goes from decision to decision, set up each time as it was then. */
#include "src/trainer/replay.h"

#include <stdlib.h>

#include "src/support/paths.h"

struct replaying {
    struct engine *engine;
    struct stored_game stored;
    struct report report;
};

/* False: a Maia network that is not here any more, or no memory. */
static bool set_up(struct engine *engine, const struct decision *decision)
{
    struct engine_settings settings = *engine_settings(engine);
    struct error error;
    settings.handicap = decision->handicap;
    settings.hash_mb = decision->hash_mb;
    settings.own_book = false;
    paths_maia(settings.maia_folder, sizeof settings.maia_folder);
    return engine_configure(engine, &settings, &error);
}

/* What comes out now; NO_MOVE: that cannot be told. */
static Move decide_again(struct replaying *work, const struct decision *decision, int ply)
{
    const struct limits limits = decision_limits(decision);
    if (decision->hash_mb == 0 || !set_up(work->engine, decision) ||
        !engine_set_position(work->engine, &work->stored.start, work->stored.moves, ply - 1))
        return NO_MOVE;
    (void)engine_think(work->engine, &limits, &work->report);
    return work->report.best;
}

static void replay(struct replaying *work,
                   void (*progress)(void *context, int64_t game, int done, int of), void *context,
                   struct replayed *replayed)
{
    const struct stored_game *stored = &work->stored;
    bool some = false;
    for (int ply = 1; ply <= stored->move_count; ply++) {
        const struct ledger_entry *entry = ledger_at(&stored->ledger, ply);
        if (progress)
            progress(context, stored->id, ply, stored->move_count);
        if (!entry || !entry->decision)
            continue;
        Move move = decide_again(work, entry->decision, ply);
        if (move == NO_MOVE) {
            replayed->unknown++;
            continue;
        }
        some = true;
        replayed->decisions++;
        if (move == stored->moves[ply - 1])
            replayed->same++;
        else if (replayed->game == 0) {
            replayed->game = stored->id;
            replayed->ply = ply;
        }
    }
    replayed->games += some;
}

bool replay_games(struct store *store, int games,
                  void (*progress)(void *context, int64_t game, int done, int of), void *context,
                  struct replayed *replayed, struct error *error)
{
    struct replaying *work = calloc(1, sizeof *work);
    *replayed = (struct replayed){0};
    error_set(error, "%s", "");
    if (work)
        work->engine = engine_create(NULL, NULL);
    if (!work || !work->engine) {
        error_set(error, "out of memory");
        free(work);
        return false;
    }
    int64_t before = INT64_MAX;
    for (; games > 0 && store_game_before(store, before, &work->stored, error); games--) {
        replay(work, progress, context, replayed);
        before = work->stored.id;
        ledger_clear(&work->stored.ledger, 0);
    }
    engine_destroy(work->engine);
    free(work);
    return error->message[0] == '\0';
}
