/* The GUI side of the Universal Chess Interface. The engine's moves are checked against the rules;
 * its other output is used where it is valid. */
#include "src/player/uci_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/option_names.h"
#include "src/util/array.h"
#include "src/util/text.h"

enum {
    NODES_PER_MS_WORST = 10, /* nodes per millisecond; after "go nodes" we do not wait for engines
                              * that are slower than this */
    DEPTH_PATIENCE = 600000, /* milliseconds that a search to a fixed depth may take */
};

struct uci_process {
    struct child child;
    char name[128];
    struct option_names options;
};

static void note_option(struct uci_process *process, const char *line)
{
    const char *name = strstr(line, "name ");
    if (!name)
        return;
    name += 5;
    const char *end = strstr(name, " type ");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    option_names_note(&process->options, name, length);
}

static void note_handshake(struct uci_process *process)
{
    if (strncmp(process->child.line, "id name ", 8) == 0) {
        snprintf(process->name, sizeof process->name, "%.100s", process->child.line + 8);
        text_sanitize(process->name);
    } else if (strncmp(process->child.line, "option ", 7) == 0) {
        note_option(process, process->child.line);
    }
}

/* Sends the line `question` and reads until the engine answers with `answer`, which must come
 * before the deadline. */
static bool converse(struct uci_process *process, const char *question, const char *answer,
                     int64_t deadline, struct error *error)
{
    char during[64];
    snprintf(during, sizeof during, "instead of answering \"%s\"", question);
    child_say(&process->child, "%s", question);
    for (;;) {
        switch (child_read(&process->child, deadline, false)) {
        case READ_LINE:
            if (strcmp(process->child.line, answer) == 0)
                return true;
            note_handshake(process);
            break;
        case READ_DIED:
            return child_fail_dead(&process->child, error, during);
        case READ_CANCELLED:
            return child_fail_cancelled(&process->child, error);
        default:
            return child_fail(&process->child, error,
                              "did not answer \"%s\" with \"%s\" within %.1f s", question, answer,
                              process->child.patience.handshake / 1000.0);
        }
    }
}

struct uci_process *uci_process_start(const char *command, const struct patience *patience,
                                      struct error *error)
{
    struct uci_process *process = array_zeroed(sizeof *process, error);
    if (!process)
        return NULL;
    child_init(&process->child, patience);
    int64_t deadline = child_now(&process->child) + process->child.patience.handshake;
    bool started = child_start(&process->child, command, error);
    snprintf(process->name, sizeof process->name, "%s", process->child.program);
    if (!started || !converse(process, "uci", "uciok", deadline, error) ||
        !converse(process, "isready", "readyok", deadline, error)) {
        uci_process_stop(process);
        return NULL;
    }
    return process;
}

void uci_process_stop(struct uci_process *process)
{
    if (!process)
        return;
    child_stop(&process->child);
    option_names_clear(&process->options);
    free(process);
}

const char *uci_process_name(const struct uci_process *process)
{
    return process->name;
}

bool uci_process_option(struct uci_process *process, const char *name, const char *value)
{
    const char *own = option_names_find(&process->options, name);
    return own && !strpbrk(value, "\r\n") &&
           child_say(&process->child, "setoption name %s value %s", own, value);
}

bool uci_process_new_game(struct uci_process *process, struct error *error)
{
    process->child.last[0] = '\0';
    child_say(&process->child, "ucinewgame");
    return converse(process, "isready", "readyok",
                    child_now(&process->child) + process->child.patience.handshake, error);
}

void uci_process_forget_interrupt(struct uci_process *process)
{
    child_forget_interrupt(&process->child);
}

bool uci_process_cheated(const struct uci_process *process)
{
    return process->child.cheated;
}

void uci_process_interrupt(struct uci_process *process)
{
    child_interrupt(&process->child);
}

struct search {
    struct uci_process *process;
    struct position position; /* the searched position */
    struct report *report;
    void (*progress)(const struct report *report, void *context);
    void *context;
    int64_t started;
};

static bool say_position(struct search *search, const struct position *start, const Move moves[],
                         int count, struct error *error)
{
    size_t size = CHESS_FEN_MAX + 32 + (size_t)count * CHESS_UCI_MAX;
    char fen[CHESS_FEN_MAX], uci[CHESS_UCI_MAX], *text = array_zeroed(size, error);
    if (!text)
        return false;
    chess_to_fen(start, fen);
    text_add(text, size, "position fen %s%s", fen, count > 0 ? " moves" : "");
    search->position = *start;
    for (int i = 0; i < count; i++) {
        chess_to_uci(&search->position, moves[i], uci);
        text_add(text, size, " %s", uci);
        chess_play(&search->position, moves[i]);
    }
    text_add(text, size, "\n");
    child_say_bytes(&search->process->child, text, strlen(text));
    free(text);
    return true;
}

static void say_go(struct search *search, const struct limits *limits)
{
    char text[4096] = "go", uci[CHESS_UCI_MAX];
    if (limits->clock)
        text_add(text, sizeof text, " wtime %lld btime %lld winc %lld binc %lld",
                 (long long)limits->time[WHITE], (long long)limits->time[BLACK],
                 (long long)limits->increment[WHITE], (long long)limits->increment[BLACK]);
    if (limits->clock && limits->moves_to_go > 0)
        text_add(text, sizeof text, " movestogo %d", limits->moves_to_go);
    if (limits->nodes > 0)
        text_add(text, sizeof text, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->depth > 0)
        text_add(text, sizeof text, " depth %d", limits->depth);
    if (limits->mate > 0)
        text_add(text, sizeof text, " mate %d", limits->mate);
    if (limits->movetime > 0 && !limits->infinite) /* "stop" ends an infinite one, see allowance */
        text_add(text, sizeof text, " movetime %lld", (long long)limits->movetime);
    if (limits->infinite)
        text_add(text, sizeof text, " infinite");
    if (limits->search_moves_count > 0)
        text_add(text, sizeof text, " searchmoves");
    for (int i = 0; i < limits->search_moves_count; i++) {
        chess_to_uci(&search->position, limits->search_moves[i], uci);
        text_add(text, sizeof text, " %s", uci);
    }
    text_add(text, sizeof text, "\n");
    child_say_bytes(&search->process->child, text, strlen(text));
}

/* Returns how many milliseconds the search may take, without the grace period of struct
 * patience. */
static int64_t allowance(const struct limits *limits, int side)
{
    int64_t longest = INT64_MAX / 4;
    if (limits->infinite && limits->movetime > 0)
        return limits->movetime;
    if (limits->infinite || limits->ponder)
        return longest;
    if (limits->nodes > 0 && limits->nodes / NODES_PER_MS_WORST < (uint64_t)longest)
        longest = (int64_t)(limits->nodes / NODES_PER_MS_WORST);
    if ((limits->depth > 0 || limits->mate > 0) && longest > DEPTH_PATIENCE)
        longest = DEPTH_PATIENCE;
    if (limits->clock && longest > limits->time[side])
        longest = limits->time[side] > 0 ? limits->time[side] : 0;
    if (limits->movetime > 0 && longest > limits->movetime)
        longest = limits->movetime;
    return longest;
}

static Score clamp_score(long long number, int limit)
{
    return (Score)(number > limit ? limit : number < -limit ? -limit : number);
}

static Score mate_score(long long moves)
{
    enum { LONGEST = PLY_MAX };
    if (moves > 0)
        return SCORE_MATE - (moves > LONGEST / 2 ? LONGEST : (int)(2 * moves - 1));
    return -SCORE_MATE + (moves < -LONGEST / 2 ? LONGEST : (int)(-2 * moves));
}

/* The contents of one info line; missing fields are zero. */
struct info {
    struct line line;
    bool scored;
    int index; /* MultiPV index of the line, from 0 */
};

static void read_variation(const struct search *search, char **rest, struct line *line)
{
    struct position position = search->position;
    char *word;
    while (line->length < REPORT_PV_MAX && (word = child_word(rest)) != NULL) {
        Move move;
        if (!chess_from_uci(&position, word, &move))
            break;
        line->moves[line->length++] = move;
        chess_play(&position, move);
    }
}

static void read_score(char **rest, struct info *info)
{
    const char *kind = child_word(rest), *value = child_word(rest);
    if (!kind || !value)
        return;
    long long number = strtoll(value, NULL, 10);
    info->scored = true;
    if (strcmp(kind, "cp") == 0)
        info->line.score = clamp_score(number, SCORE_TABLEBASE_MIN - 1);
    else if (strcmp(kind, "mate") == 0)
        info->line.score = mate_score(number);
    else
        info->scored = false;
}

static int bounded(const char *word, int max)
{
    long long number = word ? strtoll(word, NULL, 10) : 0;
    return number < 0 ? 0 : number > max ? max : (int)number;
}

static void read_info(struct search *search, char *rest)
{
    struct report *report = search->report;
    struct info info = {.line = {.bound = BOUND_EXACT}};
    char *word;
    while ((word = child_word(&rest)) != NULL) {
        if (strcmp(word, "string") == 0)
            break;
        if (strcmp(word, "depth") == 0)
            info.line.depth = bounded(child_word(&rest), 999);
        else if (strcmp(word, "seldepth") == 0)
            info.line.selective_depth = bounded(child_word(&rest), 999);
        else if (strcmp(word, "multipv") == 0)
            info.index = bounded(child_word(&rest), REPORT_LINES_MAX + 1) - 1;
        else if (strcmp(word, "score") == 0)
            read_score(&rest, &info);
        else if (strcmp(word, "lowerbound") == 0)
            info.line.bound = BOUND_LOWER;
        else if (strcmp(word, "upperbound") == 0)
            info.line.bound = BOUND_UPPER;
        else if (strcmp(word, "nodes") == 0)
            report->nodes = child_count(child_word(&rest));
        else if (strcmp(word, "tbhits") == 0)
            report->tablebase_hits = child_count(child_word(&rest));
        else if (strcmp(word, "hashfull") == 0)
            report->hash_permille = bounded(child_word(&rest), 1000);
        else if (strcmp(word, "pv") == 0) {
            read_variation(search, &rest, &info.line);
            break;
        }
    }
    report->elapsed = child_now(&search->process->child) - search->started;
    if (!info.scored || info.line.length == 0 || info.index < 0 || info.index >= REPORT_LINES_MAX ||
        info.index > report->line_count)
        return;
    if (info.index == report->line_count)
        report->line_count++;
    report->lines[info.index] = info.line;
    if (info.index == 0) {
        report->depth = info.line.depth;
        report->selective_depth = info.line.selective_depth;
    }
    report->serial++;
    if (search->progress)
        search->progress(report, search->context);
}

/* Handles "bestmove ...". */
static bool read_best(struct search *search, char *rest, struct error *error)
{
    struct report *report = search->report;
    char *best = child_word(&rest), *word = child_word(&rest), *ponder = NULL;
    if (word && strcmp(word, "ponder") == 0)
        ponder = child_word(&rest);
    report->elapsed = child_now(&search->process->child) - search->started;
    Move legal[CHESS_MOVES_MAX];
    int legal_count = chess_moves(&search->position, legal);
    if (!best || !chess_from_uci(&search->position, best, &report->best)) {
        report->best = NO_MOVE;
        if (legal_count > 0) {
            char fen[CHESS_FEN_MAX];
            chess_to_fen(&search->position, fen);
            search->process->child.last[0] = '\0';
            search->process->child.cheated = true;
            return child_fail(&search->process->child, error, "played the illegal move %.12s in %s",
                        best ? best : "\"\"", fen);
        }
    } else if (ponder) {
        struct position after = search->position;
        chess_play(&after, report->best);
        if (!chess_from_uci(&after, ponder, &report->ponder))
            report->ponder = NO_MOVE;
    }
    report->finished = true;
    report->serial++;
    return true;
}

/* Whether the search has gone well beyond its limit of nodes or depth. Some engines ignore "go
 * nodes" or "go depth", so they are stopped then. */
static bool is_beyond(const struct report *report, const struct limits *limits)
{
    return (limits->nodes > 0 && report->nodes > limits->nodes + limits->nodes / 8 + 1000) ||
           (limits->depth > 0 && report->depth > limits->depth);
}

static bool listen(struct search *search, const struct limits *limits, int64_t deadline,
                   struct error *error)
{
    struct uci_process *process = search->process;
    bool told = false;
    for (;;) {
        switch (child_read(&process->child, deadline, !told)) {
        case READ_LINE: {
            char *rest = process->child.line, *word = child_word(&rest);
            if (word && strcmp(word, "info") == 0)
                read_info(search, rest);
            else if (word && strcmp(word, "bestmove") == 0)
                return read_best(search, rest, error);
            if (told || !is_beyond(search->report, limits))
                break;
            told = true;
            child_say(&process->child, "stop");
            deadline = child_now(&process->child) + process->child.patience.grace;
            break;
        }
        case READ_DIED:
            return child_fail_dead(&process->child, error, "while thinking");
        case READ_CANCELLED:
            return child_fail_cancelled(&process->child, error);
        case READ_INTERRUPTED:
        case READ_TIMEOUT:
            if (told)
                return child_fail(
                    &process->child, error,
                    "hangs: no \"bestmove\" within %.1f s, even after \"stop\"",
                    (double)(child_now(&search->process->child) - search->started) / 1000.0);
            told = true;
            child_say(&process->child, "stop");
            deadline = child_now(&process->child) + process->child.patience.farewell;
            break;
        }
    }
}

bool uci_process_search(struct uci_process *process, const struct position *start,
                        const Move moves[], int count, const struct limits *limits,
                        void (*progress)(const struct report *report, void *context), void *context,
                        struct report *report, struct error *error)
{
    struct search search = {
        .process = process, .report = report, .progress = progress, .context = context};
    memset(report, 0, sizeof *report);
    if (process->child.pid <= 0)
        return error_set(error, "%s is no longer running", process->child.program);
    if (start->chess960 && !uci_process_option(process, "UCI_Chess960", "true"))
        return error_set(error, "%s does not play Chess960", process->child.program);
    /* What the engine still writes about the last search, such as a second bestmove, comes before
     * readyok, so it is dropped here. */
    if (!converse(process, "isready", "readyok",
                  child_now(&process->child) + process->child.patience.handshake, error))
        return false;
    process->child.last[0] = '\0';
    if (!say_position(&search, start, moves, count, error))
        return false;
    search.started = child_now(&process->child);
    int64_t deadline =
        search.started + allowance(limits, search.position.side) + process->child.patience.grace;
    say_go(&search, limits);
    return listen(&search, limits, deadline, error);
}
