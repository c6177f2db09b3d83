/* The GUI side of the Chess Engine Communication Protocol (Mann and Muller). The program has its
 * own board. We remember which moves it has and send only the new ones: usually the opponent's last
 * move, after which it starts to think.
 *
 * To programs without `setboard` we send positions with the old command `edit`, which cannot
 * express en passant and derives castling rights from the squares of kings and rooks. */
#include "src/player/xboard_process.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/option_names.h"
#include "src/util/array.h"
#include "src/util/text.h"

enum {
    VERSION_1_PATIENCE = 5000, /* milliseconds to wait for the first feature; the protocol says
                                  2000, a busy machine needs more */
    NUDGE = 250,               /* milliseconds between the empty lines that are sent until the
                                * program announces its features, see shake_hands */
    DEPTH_PATIENCE = 600000,   /* milliseconds that a search to a fixed depth may take */
    MATE_SCORE = 100000,       /* "100000 + N" means mate in N */
    SILENCE = 100,             /* milliseconds of silence after which an analysis has ended, and */
    LAST_LINES = 1000,         /* the longest time to wait for that, if the program has no ping */
};

struct xboard_process {
    struct child child;
    char name[128];
    bool setboard, usermove, ping, reuse, memory, smp, analyze; /* whether the program has these
                                                                   features */
    struct option_names options;
    int pings;
    bool played; /* a game has been played since the program was started */
    bool known;  /* the program has the position after `moves`, played from `start` */
    bool answers; /* the program is playing (not in force mode): it answers each move that we send
                   * with its own */
    char said[16]; /* the program's last move as it wrote it; some programs write it twice, see
                      decides() */
    struct position start;
    Move *moves;
    int count, capacity;
};

/* Features. */

/* Takes the next NAME=VALUE off the line; the value may be in quotes. Sets *rest to NULL after the
 * last one. */
static bool next_feature(char **rest, char **name, char **value)
{
    if (!*rest)
        return false;
    *value = *rest + strspn(*rest, " \t");
    *name = strsep(value, "=");
    if (!*value)
        return false;
    bool quoted = **value == '"';
    *value += quoted;
    *rest = *value;
    (void)strsep(rest, quoted ? "\"" : " \t");
    return true;
}

/* Stores the name of an option that the engine announces, from a value such as "Resign Threshold
 * -spin 800 200 1200". */
static void note_option(struct xboard_process *process, const char *value)
{
    const char *end = strstr(value, " -");
    option_names_note(&process->options, value, end ? (size_t)(end - value) : strlen(value));
}

/* Records a feature that the program announces. Returns false if the feature must be rejected: it
 * is unknown, or it asks for moves in SAN. */
static bool note_feature(struct xboard_process *process, const char *name, const char *value)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"setboard", &process->setboard}, {"usermove", &process->usermove},
                 {"ping", &process->ping},         {"reuse", &process->reuse},
                 {"memory", &process->memory},     {"smp", &process->smp},
                 {"analyze", &process->analyze}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = atoi(value) != 0;
            return true;
        }
    if (strcmp(name, "myname") == 0) {
        snprintf(process->name, sizeof process->name, "%.100s", value);
        text_sanitize(process->name);
        return true;
    }
    if (strcmp(name, "option") == 0)
        note_option(process, value);
    return strcmp(name, "option") == 0 || strcmp(name, "done") == 0 || strcmp(name, "time") == 0 ||
           strcmp(name, "variants") == 0 || strcmp(name, "sigint") == 0 ||
           strcmp(name, "sigterm") == 0 || strcmp(name, "name") == 0;
}

/* Reads one line of features. Sets *done to the value of the last "done" in it; sets *slow if it
 * has "done=0". */
static void read_features(struct xboard_process *process, char *rest, bool *done, bool *slow)
{
    char *name, *value;
    while (next_feature(&rest, &name, &value)) {
        bool accepted = note_feature(process, name, value);
        child_offer(&process->child, "%s %.60s", accepted ? "accepted" : "rejected", name);
        if (strcmp(name, "done") == 0) {
            *done = atoi(value) != 0;
            *slow |= !*done;
        }
    }
}

/* The deadline of the handshake. The engine may ask for more time ("done=0"), but only for a
 * limited amount. */
static int64_t end_of_handshake(const struct child *child, int64_t began, bool any, bool slow)
{
    const struct patience *patience = &child->patience;
    int longest = patience->handshake;
    if (!any && longest > VERSION_1_PATIENCE)
        longest = VERSION_1_PATIENCE;
    if (slow && longest < patience->slow_start)
        longest = patience->slow_start;
    return began + longest;
}

/* Performs the handshake. GNU Chess 6.2 changes the buffering of its input while another of its
 * threads may already wait for a line; then it says little or nothing until the next line arrives.
 * So we send empty lines, which harm no other program. */
static bool shake_hands(struct xboard_process *process, struct error *error)
{
    struct child *child = &process->child;
    int64_t began = child_now(child);
    bool done = false, any = false, slow = false;
    child_say(child, "xboard");
    child_say(child, "protover 2");
    while (!done) {
        int64_t nudge = child_now(child) + NUDGE,
                deadline = end_of_handshake(child, began, any, slow);
        switch (child_read(child, any || nudge > deadline ? deadline : nudge, false)) {
        case READ_LINE: {
            char *rest = child->line, *word = child_word(&rest);
            if (word && strcmp(word, "feature") == 0) {
                any = true;
                read_features(process, rest, &done, &slow);
            }
            break;
        }
        case READ_DIED:
            return child_fail_dead(child, error, "instead of announcing its features");
        case READ_CANCELLED:
            return child_fail_cancelled(child, error);
        default:
            if (!any && child_now(child) < deadline) {
                child_say(child, "%s", "");
                break;
            }
            if (any)
                return child_fail(child, error,
                                  "did not end its features with \"done=1\" within %.1f s",
                                  (double)(child_now(child) - began) / 1000.0);
            done = true; /* protocol version 1 */
        }
    }
    return true;
}

/* Starting and ending. */

struct xboard_process *xboard_process_start(const char *command, const struct patience *patience,
                                            struct error *error)
{
    struct xboard_process *process = array_zeroed(sizeof *process, error);
    if (!process)
        return NULL;
    process->reuse = process->analyze = true; /* unless the program says otherwise */
    child_init(&process->child, patience);
    bool started = child_start(&process->child, command, error);
    snprintf(process->name, sizeof process->name, "%s", process->child.program);
    if (started && shake_hands(process, error))
        return process;
    xboard_process_stop(process);
    return NULL;
}

void xboard_process_stop(struct xboard_process *process)
{
    if (!process)
        return;
    child_stop(&process->child);
    option_names_clear(&process->options);
    free(process->moves);
    free(process);
}

const char *xboard_process_name(const struct xboard_process *process)
{
    return process->name;
}

bool xboard_process_option(struct xboard_process *process, const char *name, const char *value)
{
    struct child *child = &process->child;
    if (strpbrk(value, "\r\n"))
        return false;
    if (strcmp(name, "Hash") == 0 && process->memory)
        return child_say(child, "memory %s", value);
    if (strcmp(name, "Threads") == 0 && process->smp)
        return child_say(child, "cores %s", value);
    const char *own = option_names_find(&process->options, name);
    return own && child_say(child, "option %s=%s", own, value);
}

/* Waits until the program has processed everything sent so far, if it can report that. Drops what
 * it has written until then, such as a second move. */
static bool wait_until_ready(struct xboard_process *process, struct error *error)
{
    struct child *child = &process->child;
    int64_t deadline = child_now(child) + child->patience.handshake;
    if (!process->ping) {
        child_drop_output(child);
        return true;
    }
    child_say(child, "ping %d", ++process->pings);
    for (;;) {
        switch (child_read(child, deadline, false)) {
        case READ_LINE: {
            /* GNU Chess may write its prompt before the answer: "Black (1) : pong 3". */
            const char *pong = strstr(child->line, "pong ");
            int number;
            if (!pong || sscanf(pong, "pong %d", &number) != 1 || number != process->pings)
                break;
            child->last[0] = '\0';
            return true;
        }
        case READ_DIED:
            return child_fail_dead(child, error, "instead of answering \"ping\"");
        case READ_CANCELLED:
            return child_fail_cancelled(child, error);
        default:
            return child_fail(child, error, "did not answer \"ping\" within %.1f s",
                              child->patience.handshake / 1000.0);
        }
    }
}

bool xboard_process_new_game(struct xboard_process *process, struct error *error)
{
    process->child.last[0] = '\0';
    if (process->child.pid <= 0 || (process->played && !process->reuse))
        return error_set(error, "%s can play only one game", process->child.program);
    process->known = false;
    child_say(&process->child, "force"); /* so that the program makes no more moves in a running
                                          * game */
    return wait_until_ready(process, error);
}

/* Keeping the program's board up to date */

static void say_move(struct xboard_process *process, const struct position *position, Move move)
{
    char uci[CHESS_UCI_MAX];
    chess_to_uci(position, move, uci);
    child_say(&process->child, "%s%s", process->usermove ? "usermove " : "", uci);
}

/* Returns whether the command `edit` can express the position: no en passant square is set, and the
 * castling rights are exactly those that kings and rooks on their home squares imply. */
static bool can_be_edited(const struct position *start)
{
    static const struct {
        Square king, rook;
        int color;
        char letter;
    } rights[] = {
        {4, 7, WHITE, 'K'}, {4, 0, WHITE, 'Q'}, {60, 63, BLACK, 'k'}, {60, 56, BLACK, 'q'}};
    char fen[CHESS_FEN_MAX], castling[5] = "";
    struct position seen;
    struct error ignored;
    size_t length = 0;
    for (int i = 0; i < 4; i++)
        if (start->board[rights[i].king] == rights[i].color * PIECE_TYPE_COUNT + KING &&
            start->board[rights[i].rook] == rights[i].color * PIECE_TYPE_COUNT + ROOK)
            castling[length++] = rights[i].letter;
    chess_to_fen(start, fen);
    char *blank = strchr(fen, ' ');
    snprintf(blank, sizeof fen - (size_t)(blank - fen), " %c %s - 0 1",
             start->side == WHITE ? 'w' : 'b', length ? castling : "-");
    return chess_from_fen(&seen, fen, &ignored) && seen.key == start->key;
}

static bool edit_position(struct xboard_process *process, const struct position *start,
                          struct error *error)
{
    struct child *child = &process->child;
    if (!can_be_edited(start))
        return error_set(error,
                         "%s cannot be given this position: it does not support "
                         "\"setboard\"",
                         child->program);
    if (start->side == BLACK) /* `edit` cannot change the side to move; after a move of White it is
                               * Black's turn */
        child_say(child, "%sa2a3", process->usermove ? "usermove " : "");
    child_say(child, "edit");
    child_say(child, "#");
    for (int color = WHITE; color <= BLACK; color++) {
        if (color == BLACK)
            child_say(child, "c");
        for (Square square = 0; square < SQUARE_COUNT; square++) {
            int piece = start->board[square];
            if (piece != NO_PIECE && piece_color(piece) == color)
                child_say(child, "%c%s", "PNBRQK"[piece_type(piece)], chess_square_name(square));
        }
    }
    child_say(child, ".");
    return true;
}

static bool say_position(struct xboard_process *process, const struct position *start,
                         struct error *error)
{
    struct position usual;
    char fen[CHESS_FEN_MAX];
    chess_start(&usual);
    if (usual.key == start->key)
        return true;
    if (!process->setboard)
        return edit_position(process, start, error);
    chess_to_fen(start, fen);
    return child_say(&process->child, "setboard %s", fen) || true; /* the next read reports
                                                                    * failures */
}

static void say_limits(struct xboard_process *process, const struct limits *limits, int side)
{
    struct child *child = &process->child;
    if (limits->clock) {
        int64_t base = (limits->time[side] + 999) / 1000;
        child_say(child, "level %d %lld:%02lld %g", limits->moves_to_go, (long long)base / 60,
                  (long long)base % 60, (double)limits->increment[side] / 1000);
    } else if (limits->movetime > 0) {
        child_say(child, "st %lld", (long long)(limits->movetime + 999) / 1000);
    }
    if (limits->depth > 0)
        child_say(child, "sd %d", limits->depth);
}

static void say_clocks(struct xboard_process *process, const struct limits *limits, int side)
{
    if (!limits->clock)
        return;
    child_say(&process->child, "time %lld", (long long)limits->time[side] / 10);
    child_say(&process->child, "otim %lld", (long long)limits->time[!side] / 10);
}

static bool remember(struct xboard_process *process, Move move, struct error *error)
{
    if (!ARRAY_RESERVE(process->moves, process->count, &process->capacity))
        return error_set(error, "out of memory");
    process->moves[process->count++] = move;
    return true;
}

/* Returns whether this game continues the moves that the program has. */
static bool goes_on(const struct xboard_process *process, const struct position *start,
                    const Move moves[], int count)
{
    return process->known && process->start.key == start->key && process->count <= count &&
           (process->count == 0 ||
            memcmp(process->moves, moves, (size_t)process->count * sizeof *moves) == 0);
}

/* Brings the program's board to the position after `moves` and makes it think, or analyse if the
 * search is infinite. Sets *position to that position. */
static bool make_think(struct xboard_process *process, const struct position *start,
                       const Move moves[], int count, const struct limits *limits,
                       struct position *position, struct error *error)
{
    struct child *child = &process->child;
    int side = count % 2 == 0 ? start->side : !start->side;
    bool goes = goes_on(process, start, moves, count);
    bool answers =
        goes && process->answers && !limits->infinite && process->count + 1 == count;
    if (!goes) {
        child_say(child, "new");
        child_say(child, "force");
        child_say(child, "easy"); /* switches pondering off */
        child_say(child, "post");
        say_limits(process, limits, side);
        if (!say_position(process, start, error))
            return false;
        process->start = *start;
        process->count = 0;
        process->said[0] = '\0';
        process->known = process->played = true;
    } else if (!answers) {
        child_say(child, "force");
        say_limits(process, limits, side); /* after an analysis, it has none */
    }
    if (answers) { /* the program starts to think when it gets the move */
        if (!wait_until_ready(process, error))
            return false;
        say_clocks(process, limits, side);
    }
    *position = *start;
    for (int i = 0; i < count; i++) {
        if (i >= process->count) {
            say_move(process, position, moves[i]);
            if (!remember(process, moves[i], error))
                return false;
        }
        chess_play(position, moves[i]);
    }
    if (!answers) {
        if (!wait_until_ready(process, error))
            return false;
        say_clocks(process, limits, side);
        child_say(child, limits->infinite ? "analyze" : "go");
    }
    process->answers = !limits->infinite;
    return true;
}

/* The program's output */

/* Reads "9 156 1084 48000 Nf3 Nc6 ...": plies, score in centipawns, time in 1/100 s, nodes, line.
 * Returns false and changes nothing if the text is something else, or its line has fewer than `least`
 * legal moves. */
static bool read_thinking(char *rest, const struct position *position, int least,
                          struct report *report)
{
    char *depth = child_word(&rest), *score = child_word(&rest), *time = child_word(&rest),
         *nodes = child_word(&rest), *word;
    if (!nodes || !isdigit((unsigned char)depth[0]) || !isdigit((unsigned char)time[0]) ||
        !isdigit((unsigned char)nodes[0]))
        return false;
    struct line line = {.depth = atoi(depth), .bound = BOUND_EXACT};
    long long number = strtoll(score, NULL, 10), most = SCORE_TABLEBASE_MIN - 1;
    line.score = (Score)(number > most ? most : number < -most ? -most : number);
    if (number >= MATE_SCORE && number < MATE_SCORE + PLY_MAX / 2)
        line.score = SCORE_MATE - (int)(2 * (number - MATE_SCORE) - (number > MATE_SCORE));
    if (number <= -MATE_SCORE && number > -MATE_SCORE - PLY_MAX / 2)
        line.score = -SCORE_MATE + (int)(2 * (-number - MATE_SCORE));
    struct position board = *position;
    while (line.length < REPORT_PV_MAX && (word = child_word(&rest)) != NULL) {
        struct error ignored;
        Move move;
        size_t digits = strspn(word, "0123456789.");
        if (!word[digits])
            continue; /* a move number */
        if (!chess_read_move(&board, word + digits, &move, &ignored))
            break;
        line.moves[line.length++] = move;
        chess_play(&board, move);
    }
    if (line.length < least)
        return false;
    report->lines[0] = line;
    report->line_count = 1;
    report->depth = line.depth;
    report->nodes = child_count(nodes);
    report->serial++;
    return true;
}

/* Returns the move in "move e2e4", "My move is: e2e4" or "1. ... e7e5"; NULL for other lines. */
static char *move_in(char *line)
{
    static const char *const beginnings[] = {"move ", "My move is: ", "My move is : "};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0)
            return line + strlen(beginnings[i]);
    /* Lines of thinking output contain these dots, too, but they have more than one number before
     * the dots. */
    static const char dots[] = ". ... ";
    char *after = line + strspn(line, "0123456789");
    bool numbered = after > line && strncmp(after, dots, strlen(dots)) == 0;
    return numbered ? after + strlen(dots) : NULL;
}

static enum xboard_answer failed(bool answer)
{
    return answer ? XBOARD_MOVED : XBOARD_FAILED;
}

static enum xboard_answer take_move(struct xboard_process *process, char *text,
                                    const struct position *position, struct report *report,
                                    struct error *error)
{
    struct error ignored;
    char *word = child_word(&text);
    if (!word || (!chess_from_uci(position, word, &report->best) &&
                  !chess_read_move(position, word, &report->best, &ignored))) {
        char fen[CHESS_FEN_MAX];
        chess_to_fen(position, fen);
        process->child.last[0] = '\0';
        process->child.cheated = true;
        return failed(child_fail(&process->child, error, "played the illegal move %.12s in %s",
                                 word ? word : "\"\"", fen));
    }
    snprintf(process->said, sizeof process->said, "%.15s", word);
    report->finished = true;
    report->serial++;
    return failed(remember(process, report->best, error));
}

/* Handles the line of a program that claims a result instead of moving. Only the claim that it has
 * lost is believed. */
static enum xboard_answer judge_claim(struct xboard_process *process, const char *line, int side,
                                      struct error *error)
{
    const char *lost = side == WHITE ? "0-1" : "1-0";
    if (strncmp(line, lost, 3) == 0)
        return XBOARD_RESIGNED;
    return failed(child_fail(&process->child, error, "claims \"%.40s\" instead of moving", line));
}

/* Handles one line of the program. If the line decides the search, sets *answer and returns
 * true. */
static bool decides(struct xboard_process *process, const struct position *position,
                    struct report *report, enum xboard_answer *answer, struct error *error)
{
    char *line = process->child.line + strspn(process->child.line, " \t");
    char *move = move_in(line);
    /* GNU Chess writes a move twice: "1. ... e7e5" and then "My move is : e7e5". The second line is
     * not another move. */
    if (move && (line[0] != 'M' || strcmp(move, process->said) != 0)) {
        *answer = take_move(process, move, position, report, error);
        if (line[0] == 'M')
            process->said[0] = '\0';
        return true;
    }
    if (strcmp(line, "resign") == 0 || strcmp(line, "tellics resign") == 0) {
        *answer = XBOARD_RESIGNED;
        return true;
    }
    if (strncmp(line, "1-0", 3) == 0 || strncmp(line, "0-1", 3) == 0 ||
        strncmp(line, "1/2-1/2", 7) == 0) {
        *answer = judge_claim(process, line, position->side, error);
        return true;
    }
    if (strncmp(line, "Illegal move", 12) == 0) {
        *answer = failed(child_fail(&process->child, error, "rejects a legal move"));
        return true;
    }
    if (isdigit((unsigned char)line[0]))
        (void)read_thinking(line, position, 0, report);
    return false;
}

/* Whether the program searches deeper than it should. Some programs, such as Phalanx, ignore "sd",
 * so they are stopped then. */
static bool is_beyond(const struct report *report, const struct limits *limits)
{
    return limits->depth > 0 && report->depth > limits->depth;
}

/* Returns how many milliseconds the search may take, without the grace period of struct
 * patience. */
static int64_t allowance(const struct limits *limits, int side)
{
    if (limits->clock)
        return limits->time[side] > 0 ? limits->time[side] : 0;
    return limits->movetime > 0 ? limits->movetime : DEPTH_PATIENCE;
}

static enum xboard_answer listen(struct xboard_process *process, const struct position *position,
                                 const struct limits *limits, struct report *report,
                                 struct error *error)
{
    struct child *child = &process->child;
    int64_t started = child_now(child);
    /* "st" takes whole seconds, so we end the search ourselves. */
    int64_t grace = limits->movetime > 0 && !limits->clock ? 0 : child->patience.grace;
    int64_t deadline = started + allowance(limits, position->side) + grace;
    enum xboard_answer answer = XBOARD_FAILED;
    for (bool told = false;;) {
        switch (child_read(child, deadline, !told)) {
        case READ_LINE:
            if (decides(process, position, report, &answer, error)) {
                report->elapsed = child_now(child) - started;
                return answer;
            }
            if (told || !is_beyond(report, limits))
                break;
            told = true;
            child_say(child, "?");
            deadline = child_now(child) + child->patience.grace;
            break;
        case READ_DIED:
            return failed(child_fail_dead(child, error, "while thinking"));
        case READ_CANCELLED:
            return failed(child_fail_cancelled(child, error));
        default:
            if (told)
                return failed(child_fail(child, error,
                                         "hangs: no move within %.1f s, even after \"?\"",
                                         (double)(child_now(child) - started) / 1000.0));
            told = true;
            child_say(child, "?");
            deadline = child_now(child) + child->patience.grace;
        }
    }
}

/* Ends an analysis. The move that it prefers so far is the best one. */
static enum xboard_answer end_analysis(struct xboard_process *process,
                                       const struct position *position, struct report *report,
                                       struct error *error)
{
    struct child *child = &process->child;
    Move legal[CHESS_MOVES_MAX];
    child_say(child, "exit");
    /* Without "ping", what it still writes about this position is over when it is silent. */
    const int64_t deadline = child_now(child) + LAST_LINES;
    while (!process->ping && child_now(child) < deadline &&
           child_read(child, child_now(child) + SILENCE, false) == READ_LINE)
        ;
    if (!wait_until_ready(process, error))
        return XBOARD_FAILED;
    if (report->line_count > 0)
        report->best = report->lines[0].moves[0];
    else if (chess_moves(position, legal) > 0)
        report->best = legal[0];
    report->finished = true;
    report->serial++;
    return XBOARD_MOVED;
}

/* Reports what the program writes while it analyses, until it is interrupted or, if `longest` is
 * not 0, for at most that many milliseconds. */
static enum xboard_answer follow_analysis(struct xboard_process *process,
                                          const struct position *position, int64_t longest,
                                          void (*progress)(const struct report *, void *),
                                          void *context, struct report *report,
                                          struct error *error)
{
    struct child *child = &process->child;
    int64_t started = child_now(child);
    const int64_t deadline = longest > 0 ? started + longest : INT64_MAX / 4;
    for (;;) {
        switch (child_read(child, deadline, true)) {
        case READ_LINE: {
            char *line = child->line + strspn(child->line, " \t");
            bool illegal = strncmp(line, "Illegal move", 12) == 0;
            if ((illegal || strncmp(line, "Error", 5) == 0) && strstr(line, "analyze"))
                return failed(child_fail(child, error, "cannot analyse: it says \"%.60s\"", line));
            if (illegal)
                return failed(child_fail(child, error, "rejects a legal move"));
            if (!isdigit((unsigned char)line[0]) || !read_thinking(line, position, 1, report))
                break;
            report->elapsed = child_now(child) - started;
            if (progress)
                progress(report, context);
            break;
        }
        case READ_DIED:
            return failed(child_fail_dead(child, error, "while analysing"));
        case READ_CANCELLED:
            return failed(child_fail_cancelled(child, error));
        default:
            return end_analysis(process, position, report, error);
        }
    }
}

/* What the protocol does not support of this search; NULL if it supports all. */
static const char *unsupported(const struct position *start, const struct limits *limits)
{
    if (start->chess960)
        return "Chess960 positions";
    if (!limits->infinite && !limits->clock && limits->movetime <= 0 && limits->depth <= 0)
        return "node limits; use movetime=, depth= or a clock";
    return NULL;
}

enum xboard_answer xboard_process_search(struct xboard_process *process,
                                         const struct position *start, const Move moves[],
                                         int count, const struct limits *limits,
                                         void (*progress)(const struct report *report,
                                                          void *context),
                                         void *context, struct report *report,
                                         struct error *error)
{
    struct position position;
    memset(report, 0, sizeof *report);
    process->child.last[0] = '\0';
    if (process->child.pid <= 0) {
        error_set(error, "%s is no longer running", process->child.program);
        return XBOARD_FAILED;
    }
    if (limits->infinite && !process->analyze) {
        error_set(error, "%s cannot analyse: it announces analyze=0", process->child.program);
        return XBOARD_FAILED;
    }
    const char *lacks = unsupported(start, limits);
    if (lacks) {
        error_set(error, "%s: the XBoard protocol does not support %s", process->child.program,
                  lacks);
        return XBOARD_FAILED;
    }
    if (!make_think(process, start, moves, count, limits, &position, error))
        return XBOARD_FAILED;
    if (limits->infinite)
        return follow_analysis(process, &position, limits->movetime, progress, context, report,
                               error);
    return listen(process, &position, limits, report, error);
}

void xboard_process_forget_interrupt(struct xboard_process *process)
{
    child_forget_interrupt(&process->child);
}

bool xboard_process_cheated(const struct xboard_process *process)
{
    return process->child.cheated;
}

void xboard_process_interrupt(struct xboard_process *process)
{
    child_interrupt(&process->child);
}
