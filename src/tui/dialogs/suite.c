/* A test suite that runs during a game: progress, the positions with the answers, and the selected
 * position on a board. src/lab/ runs it in its own threads, and this pane copies the results. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/random.h"
#include "src/game/format.h"
#include "src/lab/match/suite.h"
#include "src/lab/match/suite_table.h"
#include "src/lab/match/suite_why.h"
#include "src/util/text.h"
#include "src/tui/notice.h"
#include "src/tui/panes/board.h"
#include "src/tui/dialogs/dialogs.h"

enum { MOVE_TIME = 1000, TICK = 500 };

/* A run and its data. Ending a run can take long (freeing a large hash table), so the screen only
 * marks it as closed and a thread frees it. */
struct suite_job {
    pthread_mutex_t lock;
    void (*wake)(void *context); /* NULL: the screen has closed the run */
    void *context;
    struct suite suite;
    struct suite_run *run; /* NULL: not started */
};

/* Finds out why the level missed the solution of a position: solves the position again and again,
 * each time with one change to the level. */
struct shown_why {
    struct suite_job *job; /* the run that tries the current change; NULL: none */
    struct suite_result result;
    struct handicap_change changes[HANDICAP_CHANGES_MAX];
    bool found[HANDICAP_CHANGES_MAX];
    int index;     /* number of the position */
    int count, at; /* how many changes there are, and how many were tried; `count` is 0 until the
                    * user asks why a position was missed */
};

struct shown_suite {
    struct suite_job *job; /* owns suite and run; NULL: none was started */
    const struct suite *suite;
    struct suite_run *run;
    struct suite_result *results;
    int done, chosen, elo;
    int64_t started, ended;
    bool board; /* show the selected position */
    struct suite_options options;
    struct shown_why why;
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

static void end_run(struct pane *pane)
{
    struct shown_suite *shown = pane->state;
    if (shown->job)
        close_job(shown->job);
    if (shown->why.job)
        close_job(shown->why.job);
    free(shown->results);
    memset(shown, 0, sizeof *shown);
    dialog_hide(pane);
}

static int count_solved(const struct shown_suite *shown)
{
    int solved = 0;
    for (int i = 0; i < shown->suite->count; i++)
        solved += shown->results[i].done && shown->results[i].solved;
    return solved;
}

/* Called when the user ends the run. Shows its result as a notice, because nothing stores it. */
static bool close_pane(struct pane *pane)
{
    const struct shown_suite *shown = pane->state;
    char level[48];
    suite_level(&shown->options.handicap, level, sizeof level);
    if (shown->done > 0)
        notice_say(pane->model, false, "%s: Fallible %s solved %d of %d.", shown->suite->name,
                   level, count_solved(shown), shown->done);
    end_run(pane);
    return true;
}

static bool start_run(struct shown_suite *shown, const struct model *model, struct error *error)
{
    struct suite_options options = {
        .limits = {.movetime = MOVE_TIME},
        .handicap = handicap_for_elo(model->options.strength, shown->elo, 1),
        .threads = model->options.threads > 0 ? model->options.threads : 1,
        .jobs = 1, /* other processor cores stay free for the game */
        .hash_mb = model->options.hash_mb > 0 ? model->options.hash_mb : 64,
    };
    shown->options = options;
    shown->results = calloc((size_t)shown->suite->count + 1, sizeof *shown->results);
    if (!shown->results)
        return error_set(error, "out of memory");
    shown->run = shown->job->run = suite_start(shown->suite, &options, wake, shown->job, error);
    shown->started = text_now();
    return shown->run != NULL;
}

/* Starts a run with the next change. If that fails, no further change is tried. */
static void try_next(struct shown_suite *shown, const struct model *model)
{
    struct shown_why *why = &shown->why;
    struct suite_options options = shown->options;
    struct error ignored;
    if (why->at == why->count)
        return;
    struct suite_job *job = create_job(model);
    struct epd *position = malloc(sizeof *position);
    why->result = (struct suite_result){0};
    if (job && position) {
        *position = shown->suite->positions[why->index];
        job->suite = (struct suite){.count = 1, .positions = position};
        options.handicap = why->changes[why->at].handicap;
        job->run = suite_start(&job->suite, &options, wake, job, &ignored);
        why->job = job;
    } else {
        free(position);
    }
    if (job && !job->run) {
        close_job(job);
        why->job = NULL;
    }
    if (!why->job)
        why->count = why->at;
}

/* Begins to find out what kept the level from the selected position's solution. The position must
 * keep the seed that it had in the whole run. That seed depends on the position's number, which is
 * 0 in a run of this position alone. */
static void ask_why(struct shown_suite *shown, const struct model *model)
{
    struct shown_why *why = &shown->why;
    const struct suite_result *result = &shown->results[shown->chosen];
    if (why->job || shown->elo == ELO_FULL || !result->done || result->solved)
        return;
    struct handicap level = shown->options.handicap;
    level.seed = random_skip(level.seed, (uint64_t)shown->chosen);
    *why = (struct shown_why){.index = shown->chosen};
    why->count = handicap_changes(&level, &shown->options.limits, why->changes);
    shown->board = true;
    try_next(shown, model);
}

/* If the run with the current change has ended, stores its result, tries the next change and
 * returns true. */
static bool poll_why(struct shown_suite *shown, const struct model *model)
{
    struct shown_why *why = &shown->why;
    if (!why->job || suite_poll(why->job->run, &why->result, 1) == 0)
        return false;
    why->found[why->at++] = why->result.solved;
    close_job(why->job);
    why->job = NULL;
    try_next(shown, model);
    return true;
}

static const char *names(void)
{
    return "wac bk sts mates";
}

/* Handles the command "suite NAME [ELO|full]". */
static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct shown_suite *shown = pane->state;
    end_run(pane);
    shown->job = create_job(pane->model);
    if (!shown->job)
        return error_set(error, "out of memory");
    shown->suite = &shown->job->suite;
    if (!suite_load_typed(&shown->job->suite, argument, &shown->elo, error) ||
        !start_run(shown, pane->model, error)) {
        end_run(pane);
        return false;
    }
    dialog_show(pane);
    return true;
}

static int next_poll(const struct pane *pane)
{
    const struct shown_suite *shown = pane->state;
    return (shown->run && !shown->ended) || shown->why.job ? TICK : -1;
}

static bool poll_pane(struct pane *pane)
{
    struct shown_suite *shown = pane->state;
    const bool answered = poll_why(shown, pane->model);
    if (!shown->run || shown->ended)
        return answered;
    shown->done = suite_poll(shown->run, shown->results, shown->suite->count);
    if (shown->done >= shown->suite->count)
        shown->ended = text_now();
    return true;
}

static bool key(struct pane *pane, int key)
{
    struct shown_suite *shown = pane->state;
    switch (key) {
    case '\r':
        shown->board = !shown->board;
        return true;
    case 'w':
        ask_why(shown, pane->model);
        return true;
    case 27:
    case 'q':
        if (shown->board)
            shown->board = false;
        else
            close_pane(pane);
        return true;
    default:
        return list_key(key, 10, shown->suite->count - 1, &shown->chosen);
    }
}

static void draw_row(WINDOW *window, int y, const struct shown_suite *shown, int index)
{
    int width = getmaxx(window);
    const struct epd *epd = &shown->suite->positions[index];
    const struct suite_result *result = &shown->results[index];
    char wanted[64], played[CHESS_SAN_MAX] = "", found[16] = "-", score[16] = "";
    suite_solution(epd, wanted, sizeof wanted);
    if (result->done && chess_is_legal(&epd->position, result->played))
        chess_to_san(&epd->position, result->played, played);
    if (result->done && result->solved_at >= 0)
        snprintf(found, sizeof found, "%.2f s", (double)result->solved_at / 1000);
    if (result->done && result->score != SCORE_NONE)
        text_score(result->score, score, sizeof score);
    enum style style = !result->done || result->solved ? STYLE_TEXT : STYLE_BAD;
    paintf(window, y, 1, 14, STYLE_STRONG, "%s %s", index == shown->chosen ? "▸" : " ", epd->id);
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

static void draw_progress(WINDOW *window, const struct shown_suite *shown)
{
    int width = getmaxx(window), count = shown->suite->count > 0 ? shown->suite->count : 1;
    const int solved = count_solved(shown);
    int64_t found = 0;
    for (int i = 0; i < shown->suite->count; i++) {
        const struct suite_result *result = &shown->results[i];
        if (result->done && result->solved && result->solved_at > 0)
            found += result->solved_at;
    }
    char left[32], level[48], mean[32] = "-";
    int64_t elapsed = (shown->ended ? shown->ended : text_now()) - shown->started;
    int64_t rest = shown->done > 0 ? elapsed * (count - shown->done) / shown->done
                                   : (int64_t)count * MOVE_TIME;
    text_clock(rest, false, left, sizeof left);
    suite_level(&shown->options.handicap, level, sizeof level);
    if (solved > 0)
        snprintf(mean, sizeof mean, "%.2f s", (double)found / solved / 1000);
    paintf(window, 0, 1, width - 2, STYLE_STRONG, "%s   Fallible %s   1 s per position",
           shown->suite->name, level);
    int bar = width - 28 > 4 ? width - 28 : 4;
    paint_fill(window, 1, 1, bar, STYLE_RULE, "─");
    paint_fill(window, 1, 1, bar * shown->done / count, STYLE_GOOD, "█");
    paintf(window, 1, bar + 3, width - bar - 3, STYLE_TEXT, "%d / %d  %s left", shown->done, count,
           left);
    paintf(window, 2, 1, width - 2, STYLE_TEXT,
           "solved %d   failed %d   average time to "
           "solution %s",
           solved, shown->done - solved, mean);
}

/* If the level missed the chosen position, writes which changes to the level let it find the
 * solution, as far as they were tried: "found with: mobility, ten times the nodes". Before the user
 * has asked, writes which key starts the tries. */
static void write_why(const struct shown_suite *shown, char *text, size_t size)
{
    const struct shown_why *why = &shown->why;
    const struct suite_result *result = &shown->results[shown->chosen];
    text[0] = '\0';
    if (!result->done || result->solved || shown->elo == ELO_FULL)
        return;
    if (why->count == 0 || why->index != shown->chosen) {
        snprintf(text, size, "Press w to see why the level missed this position.");
        return;
    }
    for (int i = 0; i < why->at; i++)
        if (why->found[i])
            text_add(text, size, "%s%s", *text ? ", " : "found with: ", why->changes[i].name);
    if (why->at < why->count)
        text_add(text, size, "%strying %s", *text ? "; " : "", why->changes[why->at].name);
    else if (!*text)
        snprintf(text, size, "none of %d changes to the level helps", why->count);
}

/* Draws the FEN from line y on, breaking it only after a rank or a blank. */
static void draw_fen(WINDOW *window, int y, int x, const char *fen)
{
    const int width = getmaxx(window) - x, height = getmaxy(window);
    for (; *fen && y < height; y++) {
        int length = (int)strlen(fen);
        if (length > width)
            for (length = width; length > 1 && !strchr("/ ", fen[length - 1]); length--)
                continue;
        paintf(window, y, x, width, STYLE_DIM, "%.*s", length, fen);
        fen += length;
    }
}

static void draw_position(WINDOW *window, const struct shown_suite *shown,
                          const struct model *model)
{
    const struct epd *epd = &shown->suite->positions[shown->chosen];
    const struct suite_result *result = &shown->results[shown->chosen];
    int height, width;
    getmaxyx(window, height, width);
    bool wide = height >= 20 && width >= 74; /* three lines above the board, two for each rank, and
                                              * one for the names of the files */
    struct board_look look = {
        .position = &epd->position,
        .last = result->done && chess_is_legal(&epd->position, result->played) ? result->played
                                                                               : NO_MOVE,
        .cursor = NO_SQUARE,
        .selected = NO_SQUARE,
        .flipped = epd->position.side == BLACK,
        .letters = model->letters,
        .pieces = model->pieces,
        .width = wide ? 4 : 2,
        .height = wide ? 2 : 1,
    };
    board_draw(window, 3, &look);
    int x = 3 + 8 * look.width + 2, y = 4;
    char wanted[64], san[CHESS_SAN_MAX] = "-", fen[CHESS_FEN_MAX];
    suite_solution(epd, wanted, sizeof wanted);
    if (look.last != NO_MOVE)
        chess_to_san(&epd->position, look.last, san);
    chess_to_fen(&epd->position, fen);
    paint(window, y++, x, width - x, STYLE_STRONG, epd->id);
    paint(window, y++, x, width - x, STYLE_TEXT,
          epd->position.side == WHITE ? "White to move" : "Black to move");
    paintf(window, y++, x, width - x, STYLE_TEXT, "wanted  %s", wanted);
    paintf(window, y++, x, width - x, result->solved ? STYLE_GOOD : STYLE_BAD, "played  %s", san);
    char why[HANDICAP_CHANGES_MAX * 50];
    write_why(shown, why, sizeof why);
    if (*why)
        y += paint_wrapped(window, y + 1, x, width - x, height - y - 4, STYLE_TEXT, why) + 1;
    draw_fen(window, y + 1, x, fen);
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){
        {"↑ ↓ choose   Enter shows the position   w why it was missed   Esc ends the run",
         "↑ ↓   Enter   w   Esc"}};
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct shown_suite *shown = pane->state;
    int height = getmaxy(window), rows = height - 5;
    draw_progress(window, shown);
    if (shown->board && shown->suite->count > 0) {
        draw_position(window, shown, pane->model);
        return;
    }
    int width = getmaxx(window), x = width >= 70 ? 31 : 27;
    paint(window, 4, 3, 12, STYLE_DIM, "id");
    paint(window, 4, 16, 10, STYLE_DIM, "wanted");
    paintf(window, 4, x, width - x, STYLE_DIM, "%-11s %7s  %5s  %7s", "played", "found", "depth",
           "score");
    int top = paint_scrolled(shown->chosen, shown->suite->count, rows);
    for (int row = 0; row < rows && top + row < shown->suite->count; row++)
        draw_row(window, 5 + row, shown, top + row);
}

const struct pane_ops pane_suite = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct shown_suite),
    .command = "suite",
    .wants = dialog_wants_all,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .close = close_pane,
    .poll = poll_pane,
    .next_poll = next_poll,
    .choices = names,
    .keys = keys,
    .finish = end_run,
};
