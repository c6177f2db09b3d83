/* One thread that sleeps until a question comes, and gives way to a newer one. */
#include "src/tui/panes/games_worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/tui/model.h"

struct games_work {
    const struct pgn_index *index;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows, down to answer */
    pthread_cond_t asked;
    bool stop, ready;
    struct error error;
    int question;         /* the number of the newest, 0: none yet */
    int answered;         /* of the last one */
    bool find;            /* games are asked for, not a tree */
    struct pgn_query query;
    struct position position;
    struct tree answer;
    int *found, found_count;
    atomic_int percent;
    atomic_int newest;    /* the question again, seen while counting; -1: stop */
    struct pgn_positions *positions; /* the thread's alone */
};

/* What the thread counts, beside the lock. */
struct task {
    struct games_work *work;
    int question;
    bool find;
    struct pgn_query query;
    struct position position;
    struct tree tree;
    int count;
    int found[];
};

static bool tell_percent(void *context, int percent)
{
    struct games_work *work = context;
    if (atomic_exchange(&work->percent, percent) != percent)
        work->wake(work->context);
    return atomic_load(&work->newest) >= 0;
}

static bool still_wanted(void *context)
{
    const struct task *task = context;
    return atomic_load(&task->work->newest) == task->question;
}

static void prepare(struct games_work *work)
{
    struct error error;
    struct pgn_positions *positions =
        pgn_positions_open(work->index, tell_percent, work, &error);
    pthread_mutex_lock(&work->lock);
    work->positions = positions;
    work->ready = positions != NULL;
    work->error = error;
    pthread_mutex_unlock(&work->lock);
    work->wake(work->context);
}

/* The next question; false when there will be none. */
static bool await_question(struct task *task)
{
    struct games_work *work = task->work;
    pthread_mutex_lock(&work->lock);
    while (!work->stop && work->question == work->answered)
        pthread_cond_wait(&work->asked, &work->lock);
    bool more = !work->stop;
    task->question = work->question;
    task->find = work->find;
    task->query = work->query;
    task->position = work->position;
    pthread_mutex_unlock(&work->lock);
    return more;
}

static void answer(struct task *task)
{
    struct games_work *work = task->work;
    bool whole;
    if (task->find) {
        task->count = pgn_find(&task->query, work->index, work->positions, &task->position,
                               task->found, still_wanted, task);
        whole = task->count >= 0;
    } else {
        whole = tree_of_games(&task->tree, &task->query, work->index, work->positions,
                              &task->position, still_wanted, task);
    }
    if (!whole)
        return;
    pthread_mutex_lock(&work->lock);
    if (work->question == task->question) {
        if (task->find) {
            memcpy(work->found, task->found, (size_t)task->count * sizeof *task->found);
            work->found_count = task->count;
        } else {
            work->answer = task->tree;
        }
        work->answered = task->question;
    }
    pthread_mutex_unlock(&work->lock);
    work->wake(work->context);
}

static void *run(void *context)
{
    struct games_work *work = context;
    prepare(work);
    size_t games = (size_t)pgn_index_count(work->index);
    struct task *task = work->positions ? calloc(1, sizeof *task + games * sizeof(int)) : NULL;
    if (work->positions && !task) {
        pthread_mutex_lock(&work->lock);
        work->ready = false;
        error_set(&work->error, "out of memory");
        pthread_mutex_unlock(&work->lock);
        work->wake(work->context);
    }
    if (task) {
        task->work = work;
        while (await_question(task))
            answer(task);
    }
    free(task);
    return NULL;
}

struct games_work *games_work_create(const struct pgn_index *index, void (*wake)(void *context),
                                     void *context)
{
    struct games_work *work = calloc(1, sizeof *work);
    if (work)
        work->found = malloc(((size_t)pgn_index_count(index) + 1) * sizeof *work->found);
    if (!work || !work->found) {
        free(work);
        return NULL;
    }
    work->index = index;
    work->wake = wake;
    work->context = context;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->asked, NULL);
    if (pthread_create(&work->thread, NULL, run, work) == 0)
        return work;
    pthread_cond_destroy(&work->asked);
    pthread_mutex_destroy(&work->lock);
    free(work->found);
    free(work);
    return NULL;
}

void games_work_destroy(struct games_work *work)
{
    if (!work)
        return;
    atomic_store(&work->newest, -1);
    pthread_mutex_lock(&work->lock);
    work->stop = true;
    pthread_cond_signal(&work->asked);
    pthread_mutex_unlock(&work->lock);
    pthread_join(work->thread, NULL);
    pgn_positions_close(work->positions);
    pthread_cond_destroy(&work->asked);
    pthread_mutex_destroy(&work->lock);
    free(work->found);
    free(work);
}

bool games_work_ready(struct games_work *work, int *percent, struct error *error)
{
    pthread_mutex_lock(&work->lock);
    bool ready = work->ready;
    *error = work->error;
    pthread_mutex_unlock(&work->lock);
    *percent = atomic_load(&work->percent);
    return ready;
}

static void ask(struct games_work *work, bool find, const struct pgn_query *query,
                const struct position *position)
{
    pthread_mutex_lock(&work->lock);
    work->find = find;
    work->query = *query;
    work->position = *position;
    atomic_store(&work->newest, ++work->question);
    pthread_cond_signal(&work->asked);
    pthread_mutex_unlock(&work->lock);
}

/* With the lock held. */
static bool answered(const struct games_work *work, bool find)
{
    return work->question > 0 && work->answered == work->question && work->find == find;
}

void games_work_ask(struct games_work *work, const struct pgn_query *query,
                    const struct position *position)
{
    ask(work, false, query, position);
}

bool games_work_answer(struct games_work *work, struct tree *tree)
{
    pthread_mutex_lock(&work->lock);
    bool there = answered(work, false);
    if (there)
        *tree = work->answer;
    pthread_mutex_unlock(&work->lock);
    return there;
}

void games_work_find(struct games_work *work, const struct pgn_query *query,
                     const struct position *position)
{
    ask(work, true, query, position);
}

bool games_work_found(struct games_work *work, int found[], int *count)
{
    pthread_mutex_lock(&work->lock);
    bool there = answered(work, true);
    if (there) {
        memcpy(found, work->found, (size_t)work->found_count * sizeof *found);
        *count = work->found_count;
    }
    pthread_mutex_unlock(&work->lock);
    return there;
}

struct games_work *games_work_of(struct model *model)
{
    if (!model->work)
        model->work = games_work_create(model->options.games, model->wake, model->wake_context);
    return model->work;
}
