/* Reads all positions, then distributes them among threads, each with its own engine. Lines are
 * printed in file order, as soon as all earlier ones are done. */
#include "src/cli/player/explain_batch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/game/epd.h"
#include "src/util/array.h"
#include "src/util/lines.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

struct prover_budget explain_budget(int nodes)
{
    struct prover_budget budget = prover_review_budget();
    budget.find = budget.confirm = (uint64_t)nodes;
    budget.proved_max = 6;
    return budget;
}

struct task {
    struct position position;
    Move supplied; /* a move that is played first, to reach the position to explain; NO_MOVE:
                      none */
    Move played;   /* the move to explain; NO_MOVE: explain the position */
    char id[64];
    char *json; /* the line to print, owned; NULL until the position is done */
};

struct batch {
    struct task *tasks;
    int count, capacity;
    int printed;
    bool failed;
    pthread_mutex_t mutex; /* guards printed, failed, json and the idle provers */
    struct prover **idle;
    int idle_count;
};

/* Reads the move of an EPD opcode, which must be legal; NO_MOVE if the line does not have the
 * opcode. */
static bool read_move(const struct epd *epd, const char *opcode, const struct position *position,
                      Move *move, struct error *error)
{
    const char *text = epd_value(epd, opcode);
    *move = NO_MOVE;
    return !text || chess_read_move(position, text, move, error);
}

static bool read_task(const char *line, struct task *task, struct error *error)
{
    struct epd *epd = malloc(sizeof *epd);
    Move moves[CHESS_MOVES_MAX];
    if (!epd)
        return error_set(error, "out of memory");
    bool good = epd_read(epd, line, error);
    if (good) {
        task->position = epd->position;
        snprintf(task->id, sizeof task->id, "%s", epd->id);
        struct position position = epd->position;
        good = read_move(epd, "sm", &position, &task->supplied, error);
        if (good && task->supplied != NO_MOVE)
            chess_play(&position, task->supplied);
        good = good && read_move(epd, "pm", &position, &task->played, error);
        if (good && chess_moves(&position, moves) == 0)
            good = error_set(error, "expected a position with a legal move");
    }
    free(epd);
    return good;
}

static bool read_tasks(struct batch *batch, FILE *file, struct error *error)
{
    struct lines lines = {.file = file};
    const char *line;
    bool good = true;
    while (good && (line = lines_next(&lines, error))) {
        if (!ARRAY_RESERVE(batch->tasks, batch->count, &batch->capacity)) {
            good = error_set(error, "out of memory");
            break;
        }
        struct task *task = &batch->tasks[batch->count];
        *task = (struct task){.played = NO_MOVE};
        good = read_task(line, task, error);
        batch->count += good;
    }
    return lines_end(&lines, good, error);
}

static char *explain_one(struct prover *prover, const struct task *task)
{
    struct claims *claims = malloc(sizeof *claims);
    char *text = NULL;
    size_t size;
    const Move *moves = &task->supplied;
    int count = task->supplied != NO_MOVE;
    bool good =
        claims && (task->played == NO_MOVE
                       ? claims_of_position(prover, &task->position, moves, count, claims)
                       : claims_of_move(prover, &task->position, moves, count, task->played, claims));
    FILE *memory = good ? open_memstream(&text, &size) : NULL;
    if (memory)
        claims_json(memory, claims, task->id[0] ? task->id : NULL);
    free(claims);
    return memory && text_close(memory, &text) ? text : NULL;
}

static void work(void *context, int piece)
{
    struct batch *batch = context;
    pthread_mutex_lock(&batch->mutex);
    struct prover *prover = batch->idle[--batch->idle_count];
    pthread_mutex_unlock(&batch->mutex);
    char *json = explain_one(prover, &batch->tasks[piece]);
    pthread_mutex_lock(&batch->mutex);
    batch->idle[batch->idle_count++] = prover;
    batch->tasks[piece].json = json;
    batch->failed = batch->failed || !json;
    while (batch->printed < batch->count && batch->tasks[batch->printed].json) {
        char **done = &batch->tasks[batch->printed++].json;
        fputs(*done, stdout);
        fflush(stdout);
        free(*done);
        *done = NULL;
    }
    pthread_mutex_unlock(&batch->mutex);
}

static bool create_provers(struct batch *batch, int jobs, int nodes, const char *syzygy,
                           struct error *error)
{
    struct prover_budget budget = explain_budget(nodes);
    batch->idle = calloc((size_t)jobs, sizeof *batch->idle);
    if (!batch->idle)
        return error_set(error, "out of memory");
    for (int i = 0; i < jobs; i++) {
        batch->idle[i] = prover_create(&budget, NULL, syzygy, error);
        if (!batch->idle[i])
            return false;
        batch->idle_count++;
    }
    return true;
}

static bool run(struct batch *batch, int jobs, struct error *error)
{
    struct pool *pool = pool_create(jobs);
    if (!pool)
        return error_set(error, "out of memory");
    pthread_mutex_init(&batch->mutex, NULL);
    pool_run(pool, batch->count, work, batch);
    pthread_mutex_destroy(&batch->mutex);
    pool_destroy(pool);
    return !batch->failed || error_set(error, "out of memory");
}

int explain_batch(const char *file_name, int nodes, int jobs, const char *syzygy)
{
    struct batch batch = {0};
    struct error error = {0};
    bool is_input = strcmp(file_name, "-") == 0;
    FILE *file = is_input ? stdin : fopen(file_name, "re");
    if (!file) {
        error_set_in(&error, file_name, "cannot be read");
        return command_failed(&error);
    }
    bool good = read_tasks(&batch, file, &error);
    if (!good && !error.file[0])
        snprintf(error.file, sizeof error.file, "%s", is_input ? "standard input" : file_name);
    if (!is_input)
        fclose(file);
    good = good && create_provers(&batch, jobs, nodes, syzygy, &error) && run(&batch, jobs, &error);
    for (int i = 0; i < batch.idle_count; i++)
        prover_destroy(batch.idle[i]);
    for (int i = 0; i < batch.count; i++)
        free(batch.tasks[i].json);
    free(batch.idle);
    free(batch.tasks);
    return good ? EXIT_OK : command_failed(&error);
}
