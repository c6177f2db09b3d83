/* The queue is a list under a lock, which is not held while the database works. An operation stays
 * first in the list until it is written, so the list contains exactly what is not written yet. The
 * operations are in writer_operations.c. */
#include "src/store/writer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "src/store/writer_queue.h"
#include "src/util/array.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

enum {
    /* All times here are in milliseconds. */
    BUSY_MILLISECONDS = 100, /* how long one attempt waits for a locked database; the thread can
                              * stop only between attempts */
    TOLD_AFTER = 1000,       /* a lock is reported only if it lasts this long */
    RETRY_AFTER = 1000,      /* wait before the next attempt after a failure other than a lock; ends
                                early if an operation is posted */
    /* The longest waits of store_writer_stop: */
    LEAVE_REFUSED = 800,     /* for one operation, while the database refuses operations */
    LEAVE_SLOW = 1000,       /* for one operation, on a slow disk */
    LEAVE_MOST = 3000,       /* for all operations */
    LEAVE_CLOSING = 300,     /* for closing the connection */
};

struct kept_game {
    int64_t row;     /* the game's id in the database; 0: its row is not inserted yet */
    uint64_t newest; /* number of the game's latest operation */
    bool lost;       /* an operation failed permanently */
};

struct store_writer {
    struct store *store; /* used by the thread only */
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t changed;
    struct writing *first, *last;
    uint64_t posted, done;
    struct kept_game *games; /* indexed by the writer's number of the game - 1 */
    int game_count, game_capacity;
    int lost;      /* number of operations without a game that failed permanently */
    bool refusing; /* the first operation in the queue failed and will be retried */
    int64_t refusing_since; /* when that operation first failed, by text_now */
    bool published;        /* store_writer_event reports that the database refuses operations */
    bool unpolled;         /* `published` has changed since the last call of store_writer_event */
    struct error trouble;  /* why the database refuses operations */
    bool asked, answered;
    void *answer; /* the answer that the caller can fetch; `discard` frees it if it is never
                     fetched */
    void (*discard)(void *answer);
    bool stop, ended;
    bool left; /* store_writer_stop gave up waiting, so the thread itself frees everything */
};

struct question_arguments {
    void *(*read)(const void *request, struct store *store, struct error *error);
    void *answer;
    _Alignas(max_align_t) unsigned char request[STORE_REQUEST_MAX];
};

static bool question(struct store *store, struct writing *writing, struct error *error)
{
    struct question_arguments *arguments = (void *)writing->arguments;
    arguments->answer = arguments->read(arguments->request, store, error);
    return arguments->answer != NULL;
}

static void clear_writing(struct writing *writing)
{
    if (writing->clear)
        writing->clear(writing->arguments);
    free(writing);
}

/* The thread. Except free_all and run, these functions are called with the lock held. */

static struct kept_game *game_of(struct store_writer *writer, int64_t game)
{
    return game > 0 && game <= writer->game_count ? &writer->games[game - 1] : NULL;
}

static void wake(struct store_writer *writer)
{
    if (writer->wake && !writer->stop)
        writer->wake(writer->context);
}

static void tell(struct store_writer *writer, bool refused, const struct error *why)
{
    if (writer->published == refused)
        return;
    writer->published = refused;
    writer->unpolled = true;
    writer->trouble = *why;
    wake(writer);
}

static void lose(struct store_writer *writer, int64_t number, const struct error *why)
{
    struct kept_game *game = game_of(writer, number);
    if (game)
        game->lost = true;
    else
        writer->lost++;
    tell(writer, true, why);
}

/* Leaves a failed operation at the head of the queue, to be retried. If a lock was not the cause
 * (`busy` is false), waits up to RETRY_AFTER before it returns. */
static void put_off(struct store_writer *writer, bool busy, struct error *why)
{
    if (!writer->refusing) {
        writer->refusing = true;
        writer->refusing_since = text_now();
    }
    if (busy)
        error_set(why, "another program has locked the database");
    writer->trouble = *why;
    if (!busy || text_now() - writer->refusing_since >= TOLD_AFTER)
        tell(writer, true, why);
    pthread_cond_broadcast(&writer->changed);
    if (!busy && !writer->stop)
        thread_wait(&writer->changed, &writer->lock, RETRY_AFTER);
}

static void settle(struct store_writer *writer, struct writing *writing, bool good,
                   const struct error *why)
{
    static const struct error none;
    struct kept_game *game = game_of(writer, writing->game);
    writer->first = writing->next;
    if (!writer->first)
        writer->last = NULL;
    writer->refusing = false;
    if (good && game)
        game->row = writing->row;
    if (writing->write == question) {
        const struct question_arguments *arguments = (const void *)writing->arguments;
        writer->answered = true;
        writer->answer = arguments->answer;
        wake(writer);
    } else if (!good) {
        lose(writer, writing->game, why);
    }
    if (good)
        tell(writer, false, &none);
    writer->done++;
    pthread_cond_broadcast(&writer->changed);
    clear_writing(writing);
}

static void free_all(struct store_writer *writer)
{
    while (writer->first) {
        struct writing *next = writer->first->next;
        clear_writing(writer->first);
        writer->first = next;
    }
    if (writer->answer)
        writer->discard(writer->answer);
    free(writer->games);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
}

static void *run(void *context)
{
    struct store_writer *writer = context;
    pthread_mutex_lock(&writer->lock);
    while (!writer->stop) {
        struct writing *writing = writer->first;
        if (!writing) {
            pthread_cond_wait(&writer->changed, &writer->lock);
            continue;
        }
        const struct kept_game *game = game_of(writer, writing->game);
        writing->row = game ? game->row : 0;
        pthread_mutex_unlock(&writer->lock);
        struct error error = {0};
        bool good = writing->write(writer->store, writing, &error);
        enum store_refusal refusal = store_refusal(writer->store);
        pthread_mutex_lock(&writer->lock);
        if (!good && refusal != STORE_REFUSED_FOR_GOOD)
            put_off(writer, refusal == STORE_REFUSED_BUSY, &error);
        else
            settle(writer, writing, good, &error);
    }
    pthread_mutex_unlock(&writer->lock);
    store_close(writer->store);
    pthread_mutex_lock(&writer->lock);
    writer->ended = true;
    pthread_cond_broadcast(&writer->changed);
    bool left = writer->left;
    pthread_mutex_unlock(&writer->lock);
    if (left)
        free_all(writer);
    return NULL;
}

/* The interface */

struct store_writer *store_writer_create(const char *path, void (*wake_up)(void *context),
                                         void *context, struct error *error)
{
    struct store_writer *writer = array_zeroed(sizeof *writer, error);
    if (!writer)
        return NULL;
    writer->wake = wake_up;
    writer->context = context;
    writer->store = store_open(path, error);
    if (!writer->store) {
        free(writer);
        return NULL;
    }
    store_set_patience(writer->store, BUSY_MILLISECONDS);
    pthread_mutex_init(&writer->lock, NULL);
    thread_init_timed(&writer->changed);
    if (pthread_create(&writer->thread, NULL, run, writer) == 0)
        return writer;
    error_set(error, "cannot start a thread");
    store_close(writer->store);
    free_all(writer);
    return NULL;
}

bool store_writer_stop(struct store_writer *writer)
{
    int64_t began = text_now(), progress = began, now = began;
    uint64_t done;
    pthread_mutex_lock(&writer->lock);
    done = writer->done;
    pthread_cond_broadcast(&writer->changed); /* retry a refused operation at once */
    while (writer->first && !writer->stop && now - began < LEAVE_MOST &&
           now - progress < (writer->refusing ? LEAVE_REFUSED : LEAVE_SLOW)) {
        thread_wait(&writer->changed, &writer->lock, BUSY_MILLISECONDS);
        now = text_now();
        if (writer->done != done) {
            done = writer->done;
            progress = now;
        }
    }
    writer->stop = true;
    pthread_cond_broadcast(&writer->changed);
    for (began = text_now(); !writer->ended && text_now() - began < LEAVE_CLOSING;)
        thread_wait(&writer->changed, &writer->lock, BUSY_MILLISECONDS);
    bool whole = !writer->first && writer->lost == 0;
    for (int i = 0; whole && i < writer->game_count; i++)
        whole = !writer->games[i].lost;
    pthread_mutex_unlock(&writer->lock);
    return whole;
}

void store_writer_destroy(struct store_writer *writer)
{
    if (!writer)
        return;
    (void)store_writer_stop(writer);
    pthread_mutex_lock(&writer->lock);
    bool ended = writer->ended;
    writer->left = !ended;
    pthread_mutex_unlock(&writer->lock);
    if (!ended) { /* a slow disk still blocks the thread, which ends when its operation returns or
                     the process ends */
        pthread_detach(writer->thread);
        return;
    }
    pthread_join(writer->thread, NULL);
    free_all(writer);
}

int64_t store_writer_adopt(struct store_writer *writer, int64_t row)
{
    pthread_mutex_lock(&writer->lock);
    int64_t number = 0;
    if (ARRAY_RESERVE(writer->games, writer->game_count, &writer->game_capacity)) {
        writer->games[writer->game_count] = (struct kept_game){.row = row};
        number = ++writer->game_count;
    }
    pthread_mutex_unlock(&writer->lock);
    return number;
}

bool writer_post(struct store_writer *writer, int64_t game, writing_function *write,
                 void (*clear)(void *arguments), const void *arguments, size_t size)
{
    struct error error;
    struct writing *writing = malloc(sizeof *writing + size);
    if (writing) {
        *writing = (struct writing){.write = write, .clear = clear, .game = game};
        memcpy(writing->arguments, arguments, size);
    }
    pthread_mutex_lock(&writer->lock);
    if (writing) {
        struct kept_game *kept = game_of(writer, game);
        if (writer->last)
            writer->last->next = writing;
        else
            writer->first = writing;
        writer->last = writing;
        writer->posted++;
        if (kept)
            kept->newest = writer->posted;
        pthread_cond_broadcast(&writer->changed);
    } else {
        error_set(&error, "out of memory");
        lose(writer, game, &error);
    }
    pthread_mutex_unlock(&writer->lock);
    return writing != NULL;
}

uint64_t store_writer_posted(struct store_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    uint64_t posted = writer->posted;
    pthread_mutex_unlock(&writer->lock);
    return posted;
}

bool store_writer_has_done(struct store_writer *writer, uint64_t count)
{
    pthread_mutex_lock(&writer->lock);
    bool done = writer->done >= count;
    pthread_mutex_unlock(&writer->lock);
    return done;
}

bool store_writer_settle(struct store_writer *writer, int milliseconds)
{
    int64_t until = text_now() + milliseconds;
    pthread_mutex_lock(&writer->lock);
    while (writer->first && !writer->published && !writer->stop && text_now() < until)
        thread_wait(&writer->changed, &writer->lock, until - text_now());
    bool all = !writer->first;
    pthread_mutex_unlock(&writer->lock);
    return all;
}

bool store_writer_owes(struct store_writer *writer, int64_t number)
{
    pthread_mutex_lock(&writer->lock);
    const struct kept_game *game = game_of(writer, number);
    bool owes = game && (game->lost || game->newest > writer->done);
    pthread_mutex_unlock(&writer->lock);
    return owes;
}

int store_writer_owed(struct store_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    int owed = writer->lost;
    for (const struct writing *writing = writer->first; writing; writing = writing->next)
        owed += writing->game == 0 && writing->write != question;
    pthread_mutex_unlock(&writer->lock);
    return owed;
}

bool store_writer_event(struct store_writer *writer, bool *refused, struct error *error)
{
    pthread_mutex_lock(&writer->lock);
    bool unpolled = writer->unpolled;
    writer->unpolled = false;
    *refused = writer->published;
    *error = writer->trouble;
    pthread_mutex_unlock(&writer->lock);
    return unpolled;
}

bool store_writer_ask(struct store_writer *writer,
                      void *(*read)(const void *request, struct store *store, struct error *error),
                      const void *request, size_t size, void (*discard)(void *answer))
{
    struct question_arguments arguments = {.read = read};
    if (size > 0)
        memcpy(arguments.request, request, size);
    pthread_mutex_lock(&writer->lock);
    bool asked = writer->asked;
    writer->asked = true;
    if (!asked)
        writer->discard = discard;
    pthread_mutex_unlock(&writer->lock);
    if (!asked && !writer_post(writer, 0, question, NULL, &arguments, sizeof arguments)) {
        pthread_mutex_lock(&writer->lock);
        writer->answered = true;
        pthread_mutex_unlock(&writer->lock);
    }
    return !asked;
}

bool store_writer_answer_come(struct store_writer *writer, void **answer)
{
    pthread_mutex_lock(&writer->lock);
    bool answered = writer->answered;
    *answer = writer->answer;
    if (answered) {
        writer->answer = NULL;
        writer->asked = writer->answered = false;
    }
    pthread_mutex_unlock(&writer->lock);
    return answered;
}
