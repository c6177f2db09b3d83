/* Commands that are not part of UCI and show internal data of the engine: its statistics, its order
 * of moves, its parameters. */
#include "src/uci/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/evaluation.h"
#include "src/uci/levels.h"

void uci_command_help(void)
{
#define COMMAND_ROW(id, name, arguments, words) {name, arguments, words},
    static const struct {
        const char *name, *arguments, *words;
    } rows[] = {COMMANDS(COMMAND_ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", rows[i].name, *rows[i].arguments ? " " : "",
                 rows[i].arguments);
        uci_say("%-40s %s", left, rows[i].words);
    }
}

/* Reads the newest report into uci->seen. Returns false, after printing why, if there has been no
 * search. */
static bool newest(struct uci *uci)
{
    (void)engine_poll(uci->engine, &uci->seen);
    if (uci->seen.id)
        return true;
    uci_say("there has been no search");
    return false;
}

void uci_command_stats(struct uci *uci)
{
    struct count_row rows[COUNT_ROWS];
    if (!newest(uci))
        return;
    search_count_rows(&uci->seen.counts, rows);
    uci_say("%-40s %10" PRIu64, "nodes", uci->seen.nodes);
    for (int i = 0; i < COUNT_ROWS; i++)
        uci_say("%-40s %10s   %" PRIu64 " of %" PRIu64, rows[i].words, rows[i].value, rows[i].part,
                rows[i].whole);
}

void uci_command_status(struct uci *uci)
{
    const struct handicap *handicap = &uci->settings.handicap;
    char fen[CHESS_FEN_MAX];
    pthread_mutex_lock(&uci->mutex);
    const bool searching = uci->searching;
    pthread_mutex_unlock(&uci->mutex);
    chess_to_fen(&uci->current, fen);
    uci_say("%s, %s", searching ? "searching" : "idle", fen);
    if (uci->analyse)
        uci_say("strength full, for analysis");
    else if (handicap->limited && handicap->elo != ELO_FULL)
        uci_say("strength %d, method %s", handicap->elo, method_name(handicap->method));
    else
        uci_say("strength %s", handicap->limited ? "set by hand" : "full");
    uci_say("hash %d MB, threads %d, multipv %d", uci->settings.hash_mb, uci->settings.threads,
            uci->settings.multi_pv);
    (void)engine_poll(uci->engine, &uci->seen);
    const struct report *report = &uci->seen;
    if (!report->id)
        return;
    const uint64_t milliseconds = report->elapsed > 0 ? (uint64_t)report->elapsed : 1;
    uci_say("depth %d, selective depth %d, %" PRIu64 " nodes in %" PRId64 " ms, %" PRIu64
            " nodes/s, hash %d.%d%% full",
            report->depth, report->selective_depth, report->nodes, report->elapsed,
            report->nodes * 1000 / milliseconds, report->hash_permille / 10,
            report->hash_permille % 10);
}

void uci_command_list_moves(struct uci *uci)
{
#define REASON(id, words) words,
    static const char *const reasons[] = {ORDER_REASONS(REASON)};
    struct ordered_move rows[CHESS_MOVES_MAX];
    const int count = engine_order(uci->engine, rows);
    uci_say("  #  move   why             exchange    score");
    for (int i = 0; i < count; i++) {
        char move[CHESS_UCI_MAX];
        chess_to_uci(&uci->current, rows[i].move, move);
        uci_say("%3d  %-5s  %-15s %8d %8d", i + 1, move, reasons[rows[i].reason], rows[i].exchange,
                rows[i].score);
    }
}

void uci_command_static_exchange(const struct uci *uci, char *rest)
{
    struct error error;
    Move move;
    char *text = uci_trim(rest);
    if (!*text)
        uci_say("expected a move: staticexchange MOVE");
    else if (!chess_read_move(&uci->current, text, &move, &error))
        uci_say("%s", uci_excerpt(error.message).text);
    else
        uci_say("%s gains %d centipawns", uci_excerpt(text).text,
                engine_exchange(&uci->current, move));
}

void uci_command_show_evaluation(const struct uci *uci)
{
    const struct handicap *handicap = &uci->settings.handicap;
    struct weights weights;
    if (handicap->limited)
        weights_of_level(&weights, handicap->knowledge);
    else
        weights_for(&weights, uci->settings.knowledge);
    uci_say("term                     group      middlegame and endgame values");
    for (int i = 0; i < TERM_COUNT; i++) {
        const struct term_info *term = term_info((enum term)i);
        FILE *out = uci_begin_lines();
        fprintf(out, "%-24s %-10s", term->name, group_ascii(term->group));
        for (int at = term->at; at < term->at + term->count; at++)
            fprintf(out, " %d/%d", weights.middlegame[at], weights.endgame[at]);
        putc('\n', out);
        uci_end_lines();
    }
}

void uci_command_show_levels(struct uci *uci)
{
    enum { STEP = 100 };
    FILE *out = uci_begin_lines();
    levels_write(out, uci->strength, uci->ratings, uci->method, STEP, LEVELS_TEXT);
    uci_end_lines();
}
