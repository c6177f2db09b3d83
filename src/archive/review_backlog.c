/* Does for stored games what a session does in the background: searches every position without a
 * score, then makes the review and stores it. */
#include "src/archive/review_backlog.h"

#include <stdlib.h>

#include "src/review/position_score.h"

enum { CARDS_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX };

struct catching_up {
    struct store *store;
    struct engine *engine;
    struct game *game;
    struct game_node *live;
    struct stored_game stored;
    struct review review;
    struct card cards[CARDS_MAX];
};

static bool review_one(struct catching_up *work,
                       void (*progress)(void *context, int64_t game, int done, int of),
                       void *context, struct error *error)
{
    const struct limits limits = {.nodes = REVIEW_NODES, .movetime = REVIEW_MILLISECONDS};
    struct ledger *ledger = &work->stored.ledger;
    work->game = stored_game_rebuild(&work->stored, &work->live);
    bool good = work->game != NULL;
    const struct game_node *node = good ? review_node(work->live, 0) : NULL;
    for (; good && node; node = review_next(work->live, node)) {
        struct ledger_score score;
        if (ledger_score_at(ledger, node->ply) != SCORE_NONE)
            continue;
        good = (ledger_from_end(node, &score) ||
                (place_score(work->engine, node, &limits, &score) && score.score != SCORE_NONE)) &&
               ledger_set_score(ledger, node->ply, &score);
        if (good && !store_score(work->store, work->stored.id, node, &score, error))
            return false;
        if (good && progress)
            progress(context, work->stored.id, node->ply + 1, work->stored.move_count + 1);
    }
    good = good && review_make(work->live, ledger, work->stored.you, &work->review);
    if (!good)
        return error_set(error, "out of memory");
    drill_make(work->live, ledger, work->stored.you, work->stored.drill, &work->review.drill);
    int count = review_cards(work->live, ledger, &work->review, work->cards, CARDS_MAX);
    return store_review(work->store, work->stored.id, &work->review, work->cards, count, error);
}

bool review_catch_up(struct store *store, int games,
                     void (*progress)(void *context, int64_t game, int done, int of),
                     void *context, struct error *error)
{
    struct catching_up *work = calloc(1, sizeof *work);
    if (!work)
        return error_set(error, "out of memory");
    bool good = true;
    work->store = store;
    while (good && games-- > 0 && store_unreviewed(store, &work->stored, error)) {
        work->engine = work->engine ? work->engine : engine_create(NULL, NULL);
        good = work->engine && review_one(work, progress, context, error);
        if (!work->engine)
            error_set(error, "out of memory");
        stored_game_clear(&work->stored);
        game_destroy(work->game);
        work->game = NULL;
    }
    good = good && error->message[0] == '\0';
    engine_destroy(work->engine);
    free(work);
    return good;
}
