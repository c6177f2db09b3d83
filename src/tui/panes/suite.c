/* A test suite running beside the game: progress, the positions with what was played, and the
 * chosen position on a board. The lab runs it in threads of its own; this pane copies results. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/paths.h"
#include "src/lab/match/suite_table.h"
#include "src/util/text.h"
#include "src/tui/model.h"
#include "src/tui/paint.h"

enum { MOVE_TIME = 1000 };

/* A run and what it uses. To end one may take as long as emptying a large hash table does: the
 * screen closes it and does not wait, and a thread frees it. */
struct suite_job {
    pthread_mutex_t lock;
    void (*wake)(void *context); /* NULL: closed */
    void *context;
    struct suite suite;
    struct suite_run *run; /* NULL: it was not started */
};

static void wake(void *context)
{
    struct suite_job *job = context;
    pthread_mutex_lock(&job->lock);
    if (job->wake)
        job->wake(job->context);
    pthread_mutex_unlock(&job->lock);
}

static void *free_job(void *context)
{
    struct suite_job *job = context;
    suite_destroy(job->run);
    suite_clear(&job->suite);
    pthread_mutex_destroy(&job->lock);
    free(job);
    return NULL;
}

static struct suite_job *create_job(const struct model *model)
{
    struct suite_job *job = calloc(1, sizeof *job);
    if (job) {
        pthread_mutex_init(&job->lock, NULL);
        job->wake = model->wake;
        job->context = model->wake_context;
    }
    return job;
}

static void close_job(struct suite_job *job)
{
    pthread_t thread;
    pthread_mutex_lock(&job->lock);
    job->wake = NULL;
    pthread_mutex_unlock(&job->lock);
    if (job->run)
        suite_stop(job->run);
    if (pthread_create(&thread, NULL, free_job, job) == 0)
        pthread_detach(thread);
    else
        free_job(job);
}

void suite_pane_close(struct model *model)
{
    struct suite_pane *pane = &model->suite;
    if (pane->job)
        close_job(pane->job);
    free(pane->results);
    memset(pane, 0, sizeof *pane);
    if (model->dialog == DIALOG_SUITE)
        model->dialog = DIALOG_NONE;
}

static bool read_level(const char *text, int *elo, struct error *error)
{
    long number;
    if (!*text || strcmp(text, "full") == 0) {
        *elo = ELO_FULL;
        return true;
    }
    if (!text_number(text, ELO_MIN, ELO_MAX, &number))
        return error_set(error, "suite NAME [ELO]: ELO is %d to %d or full", ELO_MIN, ELO_MAX);
    *elo = (int)number;
    return true;
}

static bool start_run(struct model *model, struct error *error)
{
    struct suite_pane *pane = &model->suite;
    struct suite_options options = {
        .limits = {.movetime = MOVE_TIME},
        .handicap = handicap_for_elo(model->options.strength, pane->elo, 1),
        .threads = model->options.threads > 0 ? model->options.threads : 1,
        .jobs = 1, /* the game goes on beside it */
        .hash_mb = model->options.hash_mb > 0 ? model->options.hash_mb : 64,
    };
    pane->results = calloc((size_t)pane->suite->count + 1, sizeof *pane->results);
    if (!pane->results)
        return error_set(error, "out of memory");
    pane->run = pane->job->run = suite_start(pane->suite, &options, wake, pane->job, error);
    pane->started = text_now();
    return pane->run != NULL;
}

const char *suite_pane_names(void)
{
    return "wac bk sts mates";
}

bool suite_pane_open(struct model *model, const char *argument, struct error *error)
{
    struct suite_pane *pane = &model->suite;
    char name[200] = "", level[16] = "", path[1024];
    suite_pane_close(model);
    if (sscanf(argument, "%199s %15s", name, level) < 1)
        return error_set(error, "suite NAME [ELO]: which one? wac, bk, sts, mates or an EPD file");
    if (!read_level(level, &pane->elo, error))
        return false;
    (void)paths_suite(name, path, sizeof path);
    FILE *file = paths_open_regular(path, error);
    if (!file)
        return false;
    pane->job = create_job(model);
    if (!pane->job) {
        fclose(file);
        return error_set(error, "out of memory");
    }
    pane->suite = &pane->job->suite;
    if (!suite_read(&pane->job->suite, file, path, error) || !start_run(model, error)) {
        suite_pane_close(model);
        return false;
    }
    model->dialog = DIALOG_SUITE;
    return true;
}

bool suite_pane_poll(struct model *model)
{
    struct suite_pane *pane = &model->suite;
    if (!pane->run || pane->ended)
        return false;
    pane->done = suite_poll(pane->run, pane->results, pane->suite->count);
    if (pane->done >= pane->suite->count)
        pane->ended = text_now();
    return true;
}

bool suite_pane_key(struct model *model, int key)
{
    struct suite_pane *pane = &model->suite;
    switch (key) {
    case '\r': pane->board = !pane->board; return true;
    case 27:
    case 'q':
        if (pane->board)
            pane->board = false;
        else
            suite_pane_close(model);
        return true;
    default: return list_key(key, 10, pane->suite->count - 1, &pane->chosen);
    }
}

static void draw_row(WINDOW *window, int y, const struct suite_pane *pane, int index)
{
    int width = getmaxx(window);
    const struct epd *epd = &pane->suite->positions[index];
    const struct suite_result *result = &pane->results[index];
    char wanted[64], played[CHESS_SAN_MAX] = "", found[16] = "-", score[16] = "";
    suite_solution(epd, wanted, sizeof wanted);
    if (result->done && chess_is_legal(&epd->position, result->played))
        chess_to_san(&epd->position, result->played, played);
    if (result->done && result->solved_at >= 0)
        snprintf(found, sizeof found, "%.2f s", (double)result->solved_at / 1000);
    if (result->done && result->score != SCORE_NONE)
        text_score(result->score, score, sizeof score);
    enum style style = !result->done || result->solved ? STYLE_TEXT : STYLE_BAD;
    paintf(window, y, 1, 14, STYLE_STRONG, "%s %s", index == pane->chosen ? "▸" : " ", epd->id);
    paint(window, y, 16, width >= 70 ? 14 : 10, style, wanted);
    int x = width >= 70 ? 31 : 27;
    paintf(window, y, x, 9, style, "%s", played);
    if (result->done) {
        paintf(window, y, x + 9, 2, result->solved ? STYLE_GOOD : STYLE_BAD, "%s",
               result->solved ? "✓" : "✗");
        paintf(window, y, x + 12, width - x - 12, STYLE_DIM, "%7s  %5d  %7s  %s", found,
               result->depth, score, result->trouble);
    }
}

static void draw_progress(WINDOW *window, const struct suite_pane *pane)
{
    int width = getmaxx(window), count = pane->suite->count > 0 ? pane->suite->count : 1;
    int solved = 0;
    int64_t found = 0;
    for (int i = 0; i < pane->suite->count; i++) {
        if (pane->results[i].done && pane->results[i].solved) {
            solved++;
            found += pane->results[i].solved_at > 0 ? pane->results[i].solved_at : 0;
        }
    }
    char left[32], elo[16] = "full", mean[32] = "-";
    int64_t elapsed = (pane->ended ? pane->ended : text_now()) - pane->started;
    int64_t rest = pane->done > 0 ? elapsed * (count - pane->done) / pane->done
                                  : (int64_t)count * MOVE_TIME;
    text_clock(rest, false, left, sizeof left);
    if (pane->elo != ELO_FULL)
        snprintf(elo, sizeof elo, "%d", pane->elo);
    if (solved > 0)
        snprintf(mean, sizeof mean, "%.2f s", (double)found / solved / 1000);
    paintf(window, 0, 1, width - 2, STYLE_STRONG, "%s   Fallible %s   1 s a position",
           pane->suite->name, elo);
    int bar = width - 28 > 4 ? width - 28 : 4;
    paint_fill(window, 1, 1, bar, STYLE_RULE, "─");
    paint_fill(window, 1, 1, bar * pane->done / count, STYLE_GOOD, "█");
    paintf(window, 1, bar + 3, width - bar - 3, STYLE_TEXT, "%d / %d  %s left", pane->done, count,
           left);
    paintf(window, 2, 1, width - 2, STYLE_TEXT, "solved %d   failed %d   mean time to solution %s",
           solved, pane->done - solved, mean);
}

static void draw_position(WINDOW *window, const struct model *model)
{
    const struct suite_pane *pane = &model->suite;
    const struct epd *epd = &pane->suite->positions[pane->chosen];
    const struct suite_result *result = &pane->results[pane->chosen];
    int height, width;
    getmaxyx(window, height, width);
    bool wide = height >= 20 && width >= 74; /* three lines above, then 8 x 2 and the files */
    struct board_look look = {
        .position = &epd->position,
        .last = result->done && chess_is_legal(&epd->position, result->played) ? result->played
                                                                              : NO_MOVE,
        .cursor = NO_SQUARE,
        .selected = NO_SQUARE,
        .flipped = epd->position.side == BLACK,
        .letters = model->letters,
        .width = wide ? 4 : 2,
        .height = wide ? 2 : 1,
    };
    board_draw(window, 3, 0, &look);
    int x = 3 + 8 * look.width + 2, y = 4;
    char wanted[64], san[CHESS_SAN_MAX] = "-", fen[CHESS_FEN_MAX];
    suite_solution(epd, wanted, sizeof wanted);
    if (look.last != NO_MOVE)
        chess_to_san(&epd->position, look.last, san);
    chess_to_fen(&epd->position, fen);
    paint(window, y++, x, width - x, STYLE_STRONG, epd->id);
    paint(window, y++, x, width - x, STYLE_TEXT,
          epd->position.side == WHITE ? "white to move" : "black to move");
    paintf(window, y++, x, width - x, STYLE_TEXT, "wanted  %s", wanted);
    paintf(window, y++, x, width - x, result->solved ? STYLE_GOOD : STYLE_BAD, "played  %s", san);
    paint_wrapped(window, y + 1, x, width - x, height - y - 1, STYLE_DIM, fen);
}

void pane_suite(WINDOW *window, const struct model *model)
{
    const struct suite_pane *pane = &model->suite;
    int height = getmaxy(window), rows = height - 5;
    draw_progress(window, pane);
    if (pane->board && pane->suite->count > 0) {
        draw_position(window, model);
        return;
    }
    int width = getmaxx(window), x = width >= 70 ? 31 : 27;
    paint(window, 4, 3, 12, STYLE_DIM, "id");
    paint(window, 4, 16, 10, STYLE_DIM, "wanted");
    paintf(window, 4, x, width - x, STYLE_DIM, "%-11s %7s  %5s  %7s", "played", "found", "depth",
           "score");
    int top = paint_scrolled(pane->chosen, pane->suite->count, rows);
    for (int row = 0; row < rows && top + row < pane->suite->count; row++)
        draw_row(window, 5 + row, pane, top + row);
}
