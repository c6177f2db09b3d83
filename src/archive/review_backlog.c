/* Does for stored games what a session does in the background: searches every position that has no
 * score, then makes the review and stores it. */
#include "src/archive/review_backlog.h"

#include <stdlib.h>

#include "src/review/score_pool.h"

enum { CARDS_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX };

struct catching_up {
    struct store *store;
    struct score_pool *pool;
    struct game *game;
    struct game_node *live;
    struct stored_game stored;
    struct review review;
    struct card cards[CARDS_MAX];
};

/* Stores the scores of the finished searches. Returns false and sets *error on failure. */
static bool take_scores(struct catching_up *work, struct error *error)
{
    struct ledger *ledger = &work->stored.ledger;
    const struct game_node *node;
    struct ledger_score score;
    while (score_pool_take(work->pool, &node, &score)) {
        if (score.score == SCORE_NONE || !ledger_set_score(ledger, node->ply, &score))
            return error_set(error, "out of memory");
        if (!store_score(work->store, work->stored.id, node, &score, error))
            return false;
    }
    return true;
}

static int count_scores(const struct catching_up *work)
{
    int count = 0;
    for (int ply = 0; ply <= work->live->ply; ply++)
        count += ledger_score_at(&work->stored.ledger, ply) != SCORE_NONE;
    return count;
}

static bool score_all(struct catching_up *work,
                      void (*progress)(void *context, int64_t game, int done, int of),
                      void *context, struct error *error)
{
    struct ledger *ledger = &work->stored.ledger;
    struct ledger_score end;
    struct score_task task;
    if (ledger_score_at(ledger, work->live->ply) == SCORE_NONE &&
        ledger_from_end(work->live, &end) &&
        (!ledger_set_score(ledger, work->live->ply, &end) ||
         !store_score(work->store, work->stored.id, work->live, &end, error)))
        return false;
    while (score_task_next(ledger, work->live, NULL, 0, &task)) {
        if (!score_pool_go_on(work->pool, ledger, work->live, SCORE_POOL_MAX))
            return error_set(error, "out of memory");
        score_pool_wait(work->pool);
        if (!take_scores(work, error))
            return false;
        if (progress)
            progress(context, work->stored.id, count_scores(work), work->stored.move_count + 1);
    }
    return true;
}

static bool review_one(struct catching_up *work,
                       void (*progress)(void *context, int64_t game, int done, int of),
                       void *context, struct error *error)
{
    struct ledger *ledger = &work->stored.ledger;
    work->game = stored_game_rebuild(&work->stored, &work->live);
    bool good = work->game != NULL;
    if (good && !score_all(work, progress, context, error))
        return false;
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
        work->pool = work->pool ? work->pool
                                : score_pool_create(NULL, NULL, SCORE_POOL_MAX, NULL);
        good = work->pool && review_one(work, progress, context, error);
        if (!work->pool)
            error_set(error, "out of memory");
        stored_game_clear(&work->stored);
        game_destroy(work->game);
        work->game = NULL;
    }
    good = good && error->message[0] == '\0';
    score_pool_destroy(work->pool);
    free(work);
    return good;
}
