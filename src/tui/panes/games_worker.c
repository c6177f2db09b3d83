/* A thread plays through all games once, and then answers questions. A newer question replaces an
 * older one, even while the thread works on the answer to the older one. */
#include "src/tui/panes/games_worker.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/tui/model.h"
#include "src/util/single_request.h"

struct question {
    bool find; /* true: the question asks for the games that match; false: for an opening tree of
                * these games */
    struct pgn_query query;
    struct position position;
};

struct games_work {
    struct single_request *requests; /* its lock guards the fields from here to found_count */
    const struct pgn_index *index;
    void (*wake)(void *context);
    void *wake_context;
    bool ready;
    struct error error;
    struct question next;
    uint32_t question, answered; /* ids of the newest question and of the last one answered; 0:
                                  * none */
    struct tree tree;
    int *found, found_count;
    atomic_int percent;
    /* The fields below are used by the thread only. */
    struct pgn_positions *positions;
    struct question taken;
    uint32_t id;
    struct tree new_tree;
    int *new_found;
};

static bool tell_percent(void *context, int percent)
{
    struct games_work *work = context;
    if (atomic_exchange(&work->percent, percent) != percent)
        work->wake(work->wake_context);
    return !single_request_is_left(work->requests);
}

static bool still_wanted(void *context)
{
    const struct games_work *work = context;
    return single_request_is_wanted(work->requests, work->id);
}

static void on_open(void *context)
{
    struct games_work *work = context;
    struct error error;
    work->positions = pgn_positions_open(work->index, tell_percent, work, &error);
    single_request_lock(work->requests);
    work->ready = work->positions != NULL;
    work->error = error;
    single_request_tell(work->requests);
    single_request_unlock(work->requests);
}

static void on_take(void *context)
{
    struct games_work *work = context;
    work->taken = work->next;
}

static void on_handle(void *context, uint32_t id)
{
    struct games_work *work = context;
    const struct question *question = &work->taken;
    int count = 0;
    work->id = id;
    if (!work->positions)
        return;
    if (question->find)
        count = pgn_find(&question->query, work->index, work->positions, &question->position,
                         work->new_found, still_wanted, work);
    else if (!tree_of_games(&work->new_tree, &question->query, work->index, work->positions,
                            &question->position, still_wanted, work))
        return;
    if (count < 0)
        return;
    single_request_lock(work->requests);
    if (still_wanted(work)) {
        if (question->find)
            memcpy(work->found, work->new_found, (size_t)count * sizeof *work->found);
        else
            work->tree = work->new_tree;
        work->found_count = count;
        work->answered = id;
        single_request_tell(work->requests);
    }
    single_request_unlock(work->requests);
}

static void on_close(void *context)
{
    struct games_work *work = context;
    pgn_positions_close(work->positions);
    work->positions = NULL;
}

static void free_work(struct games_work *work)
{
    free(work->found);
    free(work->new_found);
    free(work);
}

static struct games_work *create_work(const struct pgn_index *index, void (*wake)(void *context),
                                      void *context)
{
    static const struct single_request_work functions = {
        .open = on_open, .take = on_take, .handle = on_handle, .close = on_close};
    size_t games = (size_t)pgn_index_count(index) + 1;
    struct games_work *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    work->index = index;
    work->wake = wake;
    work->wake_context = context;
    work->found = malloc(games * sizeof *work->found);
    work->new_found = malloc(games * sizeof *work->new_found);
    work->requests = single_request_create(&functions, work, wake, context);
    if (work->found && work->new_found && work->requests && single_request_start(work->requests))
        return work;
    single_request_free(work->requests);
    free_work(work);
    return NULL;
}

void games_work_destroy(struct games_work *work)
{
    if (!work)
        return;
    single_request_lock(work->requests);
    single_request_join(work->requests);
    free_work(work);
}

bool games_work_ready(struct games_work *work, int *percent, struct error *error)
{
    single_request_lock(work->requests);
    bool ready = work->ready;
    *error = work->error;
    single_request_unlock(work->requests);
    *percent = atomic_load(&work->percent);
    return ready;
}

static void ask(struct games_work *work, bool find, const struct pgn_query *query,
                const struct position *position)
{
    single_request_lock(work->requests);
    work->next = (struct question){.find = find, .query = *query, .position = *position};
    work->question = single_request_ask(work->requests);
    single_request_unlock(work->requests);
}

/* Returns whether the newest question is answered and is of the kind that `find` says. Call with
 * the lock held. */
static bool is_answered(const struct games_work *work, bool find)
{
    return work->question > 0 && work->answered == work->question && work->next.find == find;
}

void games_work_ask(struct games_work *work, const struct pgn_query *query,
                    const struct position *position)
{
    ask(work, false, query, position);
}

bool games_work_answer(struct games_work *work, struct tree *tree)
{
    single_request_lock(work->requests);
    bool answered = is_answered(work, false);
    if (answered)
        *tree = work->tree;
    single_request_unlock(work->requests);
    return answered;
}

void games_work_find(struct games_work *work, const struct pgn_query *query,
                     const struct position *position)
{
    ask(work, true, query, position);
}

bool games_work_found(struct games_work *work, int found[], int *count)
{
    single_request_lock(work->requests);
    bool answered = is_answered(work, true);
    if (answered) {
        memcpy(found, work->found, (size_t)work->found_count * sizeof *found);
        *count = work->found_count;
    }
    single_request_unlock(work->requests);
    return answered;
}

struct games_work *games_work_of(struct model *model)
{
    if (!model->work)
        model->work = create_work(model->options.games, model->wake, model->wake_context);
    return model->work;
}
