/* Prints everything about a search. A separate thread waits for reports of the engine, prints them,
 * and marks the search as finished after its one bestmove. */
#include "src/game/format.h"
#include "src/uci/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/util/text.h"

static void say_score(FILE *out, Score score, uint8_t bound)
{
    int moves;
    if (score_is_mate(score, &moves))
        fprintf(out, " score mate %d", moves);
    else
        fprintf(out, " score cp %d", score);
    if (bound == BOUND_LOWER)
        fprintf(out, " lowerbound");
    else if (bound == BOUND_UPPER)
        fprintf(out, " upperbound");
}

static void say_moves(FILE *out, const struct position *start, const Move moves[], int count)
{
    struct position position = *start;
    for (int i = 0; i < count && chess_is_legal(&position, moves[i]); i++) {
        char text[CHESS_UCI_MAX];
        chess_to_uci(&position, moves[i], text);
        fprintf(out, " %s", text);
        chess_play(&position, moves[i]);
    }
}

static void say_line(const struct job *job, const struct report *report, int index)
{
    const struct line *line = &report->lines[index];
    uint64_t milliseconds = report->elapsed > 0 ? (uint64_t)report->elapsed : 1;
    FILE *out = uci_begin_lines();
    fprintf(out, "info depth %d seldepth %d multipv %d", line->depth, line->selective_depth, index + 1);
    say_score(out, line->score, line->bound);
    if (job->show_wdl) {
        int wdl[3];
        score_to_wdl(line->score, job->ply, wdl);
        fprintf(out, " wdl %d %d %d", wdl[0], wdl[1], wdl[2]);
    }
    fprintf(out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64 " pv",
           report->nodes, report->nodes * 1000 / milliseconds, report->hash_permille,
           report->tablebase_hits, report->elapsed);
    say_moves(out, &job->position, line->moves, line->length);
    putc('\n', out);
    uci_end_lines();
}

static void move_text(const struct position *position, Move move, char text[CHESS_UCI_MAX])
{
    if (chess_is_legal(position, move))
        chess_to_uci(position, move, text);
    else
        memcpy(text, "0000", 5);
}

static void say_decision(const struct job *job, const struct decision *decision)
{
    char best[CHESS_UCI_MAX], played[CHESS_UCI_MAX];
    move_text(&job->position, decision->best, best);
    move_text(&job->position, decision->played, played);
    char reason[DECISION_REASON_MAX];
    decision_reason(&job->position, decision, reason, sizeof reason);
    uci_say("info string decision %s, %s, best %s, gave away %d cp%s", played, reason, best,
            decision->cost, decision->deliberate ? " on purpose" : "");
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        char text[CHESS_UCI_MAX], score[32];
        move_text(&job->position, candidate->move, text);
        text_score(candidate->score, score, sizeof score);
        if (decision->method == METHOD_MAIA)
            snprintf(score, sizeof score, "%.2f%%", candidate->chance / 1e4);
        else if (decision->method == METHOD_HUMAN)
            text_add(score, sizeof score, " %.2f%%", candidate->chance / 1e4);
        const char *fate = candidate->in_range ? "in range" : "out of range";
        if (candidate->dropped_by != RULE_NONE)
            fate = human_rule_words((enum human_rule)candidate->dropped_by);
        if (candidate->shift)
            uci_say("info string candidate %d %s %s %+d %s", i + 1, text, score, candidate->shift,
                    fate);
        else
            uci_say("info string candidate %d %s %s %s", i + 1, text, score, fate);
    }
}

/* Reports the result of a search that had nothing to search, because the position is checkmate or
 * stalemate. */
static void say_over(const struct job *job)
{
    uci_say("info depth 0 score %s 0", chess_in_check(&job->position) ? "mate" : "cp");
}

static void say_best(const struct job *job, const struct report *report)
{
    if (job->debug && report->from_book)
        uci_say("info string the move is from the book");
    if (job->debug && report->decision.made)
        say_decision(job, &report->decision);
    char best[CHESS_UCI_MAX], ponder[CHESS_UCI_MAX];
    move_text(&job->position, report->best, best);
    if (chess_is_legal(&job->position, report->best)) {
        struct position next = job->position;
        chess_play(&next, report->best);
        if (report->ponder != NO_MOVE && chess_is_legal(&next, report->ponder)) {
            chess_to_uci(&next, report->ponder, ponder);
            uci_say("bestmove %s ponder %s", best, ponder);
            return;
        }
    }
    uci_say("bestmove %s", best);
}

/* The printing thread. */

/* Counts leaves for perft. Plays the moves of the upper plies one by one, so that the count can be
 * stopped between them, and counts the plies below at full speed. */
static uint64_t count_leaves(struct uci *uci, const struct position *position, int depth)
{
    enum { AT_ONCE = 3 };
    if (depth <= AT_ONCE)
        return chess_perft(position, depth);
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count && !atomic_load(&uci->stop_perft); i++) {
        struct position next = *position;
        chess_play(&next, moves[i]);
        leaves += count_leaves(uci, &next, depth - 1);
    }
    return leaves;
}

static void perft(struct uci *uci, const struct job *job)
{
    int64_t began = text_now();
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&job->position, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        struct position next = job->position;
        char text[CHESS_UCI_MAX];
        chess_to_uci(&job->position, moves[i], text);
        chess_play(&next, moves[i]);
        uint64_t leaves = count_leaves(uci, &next, job->perft - 1);
        if (atomic_load(&uci->stop_perft)) {
            uci_say("info string perft was stopped");
            return;
        }
        uci_say("%s: %" PRIu64, text, leaves);
        total += leaves;
    }
    int64_t elapsed = text_now() - began;
    uci_say("\nNodes searched: %" PRIu64 "\n", total);
    uci_say("info string perft took %" PRId64 " ms", elapsed);
}

void uci_wake(void *context)
{
    struct uci *uci = context;
    pthread_mutex_lock(&uci->mutex);
    uci->woken = true;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
}

/* Without a legal move the search ends at once, but the protocol still requires waiting for stop or
 * ponderhit. Returns false if the program ends. */
static bool wait_for_permission(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    while (uci->held && !uci->quitting)
        pthread_cond_wait(&uci->changed, &uci->mutex);
    bool quitting = uci->quitting;
    pthread_mutex_unlock(&uci->mutex);
    return !quitting;
}

static void finish_job(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    uci->searching = false;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
}

void *uci_print_reports(void *context)
{
    struct uci *uci = context;
    struct report *report = &uci->report;
    for (;;) {
        pthread_mutex_lock(&uci->mutex);
        while (!uci->woken && !uci->quitting)
            pthread_cond_wait(&uci->changed, &uci->mutex);
        bool quitting = uci->quitting;
        uci->woken = false;
        bool searching = uci->searching;
        struct job job = uci->job;
        pthread_mutex_unlock(&uci->mutex);
        if (quitting)
            break;
        if (searching && job.perft > 0) {
            perft(uci, &job);
            finish_job(uci);
        } else if (searching && engine_poll(uci->engine, report)) {
            int lines = report->line_count < job.multi_pv ? report->line_count : job.multi_pv;
            for (int i = 0; i < lines; i++)
                say_line(&job, report, i);
            if (report->finished) {
                if (!report->best)
                    say_over(&job);
                if (!wait_for_permission(uci))
                    break;
                say_best(&job, report);
                finish_job(uci);
            }
        }
    }
    return NULL;
}

struct timespec uci_grace(void)
{
    enum { GRACE_SECONDS = 10 };
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += GRACE_SECONDS;
    return until;
}

static void stop_search(struct uci *uci, enum ending ending)
{
    if (ending == STOP_ALL)
        atomic_store(&uci->stop_perft, true);
    engine_stop(uci->engine);
    pthread_mutex_lock(&uci->mutex);
    uci->held = false;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
}

void uci_settle(struct uci *uci, enum ending ending)
{
    enum ending done = LET_END;
    bool leaving = false;
    struct timespec grace = uci_grace();
    pthread_mutex_lock(&uci->mutex);
    if (ending == STOP_ENDLESS)
        ending = uci->job.finite ? LET_END : STOP_SEARCH;
    while (uci->searching) {
        int ready = 0;
        /* A search that has been told to stop ends soon, so its end is awaited without reading
         * commands ahead: isready can wait for its turn. */
        if (ending < (uci->job.perft ? STOP_ALL : STOP_SEARCH)) {
            enum command urgent = uci_look_ahead(uci, &ready);
            leaving = urgent == COMMAND_QUIT;
            ending = urgent == COMMAND_STOP ? STOP_ALL : leaving ? STOP_SEARCH : ending;
        }
        if (ready > 0 || ending > done) {
            pthread_mutex_unlock(&uci->mutex);
            while (ready-- > 0)
                uci_say("readyok");
            if (ending > done)
                stop_search(uci, ending);
            pthread_mutex_lock(&uci->mutex);
            done = ending;
        } else if (!leaving) {
            pthread_cond_wait(&uci->changed, &uci->mutex);
        } else if (pthread_cond_timedwait(&uci->changed, &uci->mutex, &grace) != 0) {
            ending = STOP_ALL;
        }
    }
    pthread_mutex_unlock(&uci->mutex);
}
