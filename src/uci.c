/* The Universal Chess Interface. Two threads: this one reads commands and never waits for a
 * search it did not stop; the other prints what the engine reports. They meet in struct uci: the
 * reader says "searching", the printer says "no longer" after the one bestmove.
 *
 * Nothing that comes in can end the program but quit and the end of input; what is not understood
 * is answered with an info string.
 */
#include "src/uci.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/support/text.h"

enum { PERFT_DEPTH_MAX = 30, ELO_DEFAULT = 1400 };

/* What the printer shows of a search: all it needs, so that the reader may go on. */
struct job {
    struct position position; /* where the search began */
    int perft;                /* depth to count to; 0: a search */
    bool finite;              /* ends by itself */
    bool debug, show_wdl;
    int ply;                  /* of the game, for win, draw and loss */
    int multi_pv;
};

struct uci {
    struct engine *engine;
    const struct strength *strength;
    struct engine_settings settings;
    int elo;                  /* UCI_Elo */
    bool debug, chess960, show_wdl, ponder;
    uint64_t seed;            /* option Seed; 0: another one each game */

    struct position start;    /* the position command: where the game began and its moves */
    struct position current;
    Move *moves;
    int move_count, move_room;

    pthread_t printer;
    pthread_mutex_t mutex;    /* guards what follows */
    pthread_cond_t changed;
    bool woken, quitting;
    bool searching;           /* between go and bestmove */
    struct job job;
    atomic_bool stop_perft;

    struct report report;     /* the printer's own */
};

/* Output: whole lines, whichever thread they come from. */

static void say(const char *format, ...) PRINTF_LIKE(1, 2);

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    vprintf(format, arguments);
    putchar('\n');
    funlockfile(stdout);
    va_end(arguments);
}

static void say_score(Score score, uint8_t bound)
{
    int moves;
    if (score_is_mate(score, &moves))
        printf(" score mate %d", moves);
    else
        printf(" score cp %d", score);
    if (bound == BOUND_LOWER)
        printf(" lowerbound");
    else if (bound == BOUND_UPPER)
        printf(" upperbound");
}

static void say_moves(const struct position *start, const Move moves[], int count)
{
    struct position position = *start;
    for (int i = 0; i < count && chess_is_legal(&position, moves[i]); i++) {
        char text[CHESS_UCI_MAX];
        chess_to_uci(&position, moves[i], text);
        printf(" %s", text);
        chess_play(&position, moves[i]);
    }
}

static void say_line(const struct job *job, const struct report *report, int index)
{
    const struct line *line = &report->lines[index];
    uint64_t milliseconds = report->elapsed > 0 ? (uint64_t)report->elapsed : 1;
    flockfile(stdout);
    printf("info depth %d seldepth %d multipv %d", line->depth, line->selective_depth, index + 1);
    say_score(line->score, line->bound);
    if (job->show_wdl) {
        int wdl[3];
        score_to_wdl(line->score, job->ply, wdl);
        printf(" wdl %d %d %d", wdl[0], wdl[1], wdl[2]);
    }
    printf(" nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64 " pv",
           report->nodes, report->nodes * 1000 / milliseconds, report->hash_permille,
           report->tablebase_hits, report->elapsed);
    say_moves(&job->position, line->moves, line->length);
    putchar('\n');
    funlockfile(stdout);
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
    if (decision->forced_win)
        say("info string decision %s, a known win: no die is cast", played);
    else
        say("info string decision %s, die %d of 1024 against %d: %s, range %d, best %s, cost %d%s",
            played, decision->die, decision->blunder_chance,
            decision->blunder ? "blunder" : "no blunder", decision->range, best, decision->cost,
            decision->deliberate ? ", deliberate" : "");
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        char text[CHESS_UCI_MAX], score[32];
        move_text(&job->position, candidate->move, text);
        text_score(candidate->score, score, sizeof score);
        const char *fate = candidate->in_range ? "in range" : "out of range";
        if (candidate->dropped_by != RULE_NONE)
            fate = human_rule_words((enum human_rule)candidate->dropped_by);
        say("info string candidate %d %s %s %s", i + 1, text, score, fate);
    }
}

static void say_best(const struct job *job, const struct report *report)
{
    if (job->debug && report->from_book)
        say("info string the move is from the book");
    if (job->debug && report->decision.made)
        say_decision(job, &report->decision);
    char best[CHESS_UCI_MAX], ponder[CHESS_UCI_MAX];
    move_text(&job->position, report->best, best);
    if (chess_is_legal(&job->position, report->best)) {
        struct position next = job->position;
        chess_play(&next, report->best);
        if (report->ponder != NO_MOVE && chess_is_legal(&next, report->ponder)) {
            chess_to_uci(&next, report->ponder, ponder);
            say("bestmove %s ponder %s", best, ponder);
            return;
        }
    }
    say("bestmove %s", best);
}

/* The printing thread. */

/* A leaf count that can be stopped: the upper plies here, the rest at full speed. */
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
            say("info string perft was stopped");
            return;
        }
        say("%s: %" PRIu64, text, leaves);
        total += leaves;
    }
    int64_t elapsed = text_now() - began;
    say("\nNodes searched: %" PRIu64 "\n", total);
    say("info string perft took %" PRId64 " ms", elapsed);
}

static void wake(void *context)
{
    struct uci *uci = context;
    pthread_mutex_lock(&uci->mutex);
    uci->woken = true;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
}

static void finish_job(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    uci->searching = false;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
}

static void *print_reports(void *context)
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
                say_best(&job, report);
                finish_job(uci);
            }
        }
    }
    return NULL;
}

enum ending { LET_END, STOP_SEARCH, STOP_ALL };

/* Waits until bestmove has been printed. A search is asked for it unless it may end by itself; a
 * perft count, which scripts ask for one after the other, only goes when everything has to. */
static void settle(struct uci *uci, enum ending ending)
{
    if (ending == STOP_ALL)
        atomic_store(&uci->stop_perft, true);
    if (ending != LET_END)
        engine_stop(uci->engine);
    pthread_mutex_lock(&uci->mutex);
    while (uci->searching)
        pthread_cond_wait(&uci->changed, &uci->mutex);
    pthread_mutex_unlock(&uci->mutex);
}

/* The last command is behind us. A search that ends by itself may end when input from a pipe
 * did, and a count asked for just before gets a few seconds even after quit. */
static void settle_last(struct uci *uci, bool quit)
{
    enum { GRACE_SECONDS = 10 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += GRACE_SECONDS;
    pthread_mutex_lock(&uci->mutex);
    bool finite = uci->job.finite, counting = uci->searching && uci->job.perft > 0;
    while (quit && counting && uci->searching &&
           pthread_cond_timedwait(&uci->changed, &uci->mutex, &until) == 0)
        ;
    pthread_mutex_unlock(&uci->mutex);
    settle(uci, !quit && finite ? LET_END : STOP_ALL);
}

/* Words of a command line. */

/* Cuts the next word off; NULL when none is left. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (*word == '\0')
        return NULL;
    size_t length = strcspn(word, " \t");
    *rest = word + length;
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

/* The start of what came in, for an answer of one line. */
struct excerpt {
    char text[64];
};
static struct excerpt excerpt(const char *text)
{
    struct excerpt excerpt;
    snprintf(excerpt.text, sizeof excerpt.text, "%s", text);
    text_sanitize(excerpt.text);
    return excerpt;
}

static bool read_whole(const char *text, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    *number = value;
    return end != text && *end == '\0' && errno == 0;
}

/* Options: name, type, default, bounds as the GUI is told. */

enum option_type { CHECK, SPIN, STRING, BUTTON };
#define OPTIONS(X)                                                       \
    X(HASH, "Hash", SPIN, 64, 1, 65536)                                  \
    X(THREADS, "Threads", SPIN, 1, 1, 256)                               \
    X(CLEAR_HASH, "Clear Hash", BUTTON, 0, 0, 0)                         \
    X(MULTI_PV, "MultiPV", SPIN, 1, 1, REPORT_LINES_MAX)                 \
    X(PONDER, "Ponder", CHECK, 0, 0, 1)                                  \
    X(CHESS960, "UCI_Chess960", CHECK, 0, 0, 1)                          \
    X(SHOW_WDL, "UCI_ShowWDL", CHECK, 0, 0, 1)                           \
    X(MOVE_OVERHEAD, "Move Overhead", SPIN, 10, 0, 5000)                 \
    X(SYZYGY_PATH, "SyzygyPath", STRING, 0, 0, 0)                        \
    X(OWN_BOOK, "OwnBook", CHECK, 0, 0, 1)                               \
    X(BOOK_FILE, "BookFile", STRING, 0, 0, 0)                            \
    X(SEED, "Seed", SPIN, 0, 0, INT32_MAX)                               \
    X(NODES_PER_SECOND, "Nodes Per Second", SPIN, 0, 1, 1000000000)      \
    X(MOVE_ERROR, "Move Error", SPIN, 0, 0, 10000)                       \
    X(BLUNDER_ERROR, "Blunder Error", SPIN, 0, 0, 10000)                 \
    X(BLUNDER_CHANCE, "Blunder Chance", SPIN, 0, 0, 1024)                \
    X(LIMIT_STRENGTH, "UCI_LimitStrength", CHECK, 0, 0, 1)               \
    X(ELO, "UCI_Elo", SPIN, ELO_DEFAULT, ELO_MIN, ELO_MAX)

enum option {
#define X(id, name, type, initial, min, max) OPTION_##id,
    OPTIONS(X)
#undef X
    OPTION_COUNT
};

static const struct option_info {
    const char *name;
    enum option_type type;
    int64_t initial, min, max;
} options[OPTION_COUNT] = {
#define X(id, name, type, initial, min, max) {name, type, initial, min, max},
    OPTIONS(X)
#undef X
};

/* What the four spins begin with: the numbers of the default Elo. */
static int64_t initial_value(const struct uci *uci, enum option option)
{
    struct handicap usual = handicap_for_elo(uci->strength, ELO_DEFAULT, 0);
    switch (option) {
    case OPTION_NODES_PER_SECOND: return usual.nodes_per_second;
    case OPTION_MOVE_ERROR: return usual.move_error;
    case OPTION_BLUNDER_ERROR: return usual.blunder_error;
    case OPTION_BLUNDER_CHANCE: return usual.blunder_chance;
    default: return options[option].initial;
    }
}

/* The groups and the four come before UCI_LimitStrength and UCI_Elo: a GUI that sends every
 * option in this order, changed or not, does not override what the Elo sets. */
static void list_options(const struct uci *uci)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &options[i];
        if (i == OPTION_NODES_PER_SECOND)
            for (int group = 0; group < GROUP_COUNT; group++)
                say("option name Knows %s type check default true",
                    group_ascii((enum group)group));
        if (info->type == CHECK)
            say("option name %s type check default %s", info->name,
                info->initial ? "true" : "false");
        else if (info->type == SPIN)
            say("option name %s type spin default %" PRId64 " min %" PRId64 " max %" PRId64,
                info->name, initial_value(uci, (enum option)i), info->min, info->max);
        else if (info->type == STRING)
            say("option name %s type string default <empty>", info->name);
        else
            say("option name %s type button", info->name);
    }
}

static uint64_t fresh_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return seed ^ (uint64_t)getpid() << 40;
}

static uint64_t seed_of_game(const struct uci *uci)
{
    return uci->seed ? uci->seed : fresh_seed();
}

/* UCI_LimitStrength and UCI_Elo set everything anew. */
static void set_strength(struct uci *uci, struct engine_settings *settings, bool limited)
{
    settings->handicap = handicap_for_elo(uci->strength, limited ? uci->elo : ELO_FULL,
                                          settings->handicap.seed);
}

static bool set_string(char *to, size_t size, const char *value)
{
    if (strlen(value) >= size) {
        say("info string the path is longer than %zu bytes", size - 1);
        return false;
    }
    snprintf(to, size, "%s", strcmp(value, "<empty>") == 0 ? "" : value);
    return true;
}

static bool configure(struct uci *uci, const struct engine_settings *settings)
{
    struct error error;
    if (!engine_configure(uci->engine, settings, &error)) {
        text_sanitize(error.message);
        say("info string %s%s%s", error.file, error.file[0] ? ": " : "", error.message);
        return false;
    }
    uci->settings = *settings;
    return true;
}

/* A number a user forced: what was computed from an Elo no longer is. */
static void set_by_hand(const struct uci *uci, struct engine_settings *settings, int *place,
                        int value)
{
    *place = value;
    settings->handicap.elo = ELO_FULL;
    if (!uci->settings.handicap.limited)
        say("info string this counts once UCI_LimitStrength is true, and must be set after it");
}

static void apply_option(struct uci *uci, enum option option, int64_t number, const char *value)
{
    struct engine_settings settings = uci->settings;
    struct handicap *handicap = &settings.handicap;
    int elo = uci->elo;
    switch (option) {
    case OPTION_HASH: settings.hash_mb = (int)number; break;
    case OPTION_THREADS: settings.threads = (int)number; break;
    case OPTION_CLEAR_HASH: engine_new_game(uci->engine); return;
    case OPTION_MULTI_PV: settings.multi_pv = (int)number; break;
    case OPTION_PONDER: uci->ponder = number; return;
    case OPTION_CHESS960: uci->chess960 = number; return;
    case OPTION_SHOW_WDL: uci->show_wdl = number; return;
    case OPTION_MOVE_OVERHEAD: settings.move_overhead = (int)number; break;
    case OPTION_SYZYGY_PATH:
        if (!set_string(settings.syzygy_path, sizeof settings.syzygy_path, value))
            return;
        break;
    case OPTION_OWN_BOOK: settings.own_book = number; break;
    case OPTION_BOOK_FILE:
        if (!set_string(settings.book_file, sizeof settings.book_file, value))
            return;
        break;
    case OPTION_SEED:
        uci->seed = (uint64_t)number;
        handicap->seed = seed_of_game(uci);
        break;
    case OPTION_NODES_PER_SECOND:
        set_by_hand(uci, &settings, &handicap->nodes_per_second, (int)number);
        break;
    case OPTION_MOVE_ERROR:
        set_by_hand(uci, &settings, &handicap->move_error, (int)number);
        break;
    case OPTION_BLUNDER_ERROR:
        set_by_hand(uci, &settings, &handicap->blunder_error, (int)number);
        break;
    case OPTION_BLUNDER_CHANCE:
        set_by_hand(uci, &settings, &handicap->blunder_chance, (int)number);
        break;
    case OPTION_LIMIT_STRENGTH: set_strength(uci, &settings, number); break;
    case OPTION_ELO:
        uci->elo = (int)number;
        set_strength(uci, &settings, handicap->limited);
        break;
    case OPTION_COUNT: return;
    }
    if (!configure(uci, &settings))
        uci->elo = elo;
}

static bool read_check(const char *name, const char *value, int64_t *number)
{
    *number = same_word(value, "true");
    if (*number || same_word(value, "false"))
        return true;
    say("info string %s is true or false, not \"%s\"", name, excerpt(value).text);
    return false;
}

static void set_option(struct uci *uci, const char *name, const char *value)
{
    int64_t number = 0;
    for (int group = 0; group < GROUP_COUNT; group++) {
        char knows[64];
        snprintf(knows, sizeof knows, "Knows %s", group_ascii((enum group)group));
        if (!same_word(name, knows))
            continue;
        struct engine_settings settings = uci->settings;
        if (read_check(knows, value, &number)) {
            set_by_hand(uci, &settings, &settings.handicap.knowledge[group], number ? 100 : 0);
            (void)configure(uci, &settings);
        }
        return;
    }
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &options[i];
        if (!same_word(name, info->name))
            continue;
        if (info->type == CHECK && !read_check(info->name, value, &number))
            return;
        if (info->type == SPIN &&
            (!read_whole(value, &number) || number < info->min || number > info->max)) {
            say("info string %s is a number from %" PRId64 " to %" PRId64 ", not \"%s\"",
                info->name, info->min, info->max, excerpt(value).text);
            return;
        }
        apply_option(uci, (enum option)i, number, value);
        return;
    }
    say("info string there is no option \"%s\"", excerpt(name).text);
}

/* A word standing alone in text, or NULL. */
static char *find_word(char *text, const char *word)
{
    size_t length = strlen(word);
    for (char *found = text; (found = strstr(found, word)); found += length)
        if ((found == text || isblank((unsigned char)found[-1])) &&
            (found[length] == '\0' || isblank((unsigned char)found[length])))
            return found;
    return NULL;
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && isblank((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static void command_setoption(struct uci *uci, char *rest)
{
    settle(uci, STOP_SEARCH);
    char *word = next_word(&rest), empty[] = "";
    if (!word || strcmp(word, "name") != 0) {
        say("info string expected setoption name NAME [value VALUE]");
        return;
    }
    char *value = find_word(rest, "value");
    if (value) {
        *value = '\0';
        value = trim(value + strlen("value"));
    }
    set_option(uci, trim(rest), value ? value : empty);
}

/* Positions. */

static bool add_move(struct uci *uci, Move move)
{
    if (uci->move_count == uci->move_room) {
        int room = uci->move_room ? uci->move_room * 2 : 512;
        Move *moves = realloc(uci->moves, (size_t)room * sizeof *moves);
        if (!moves)
            return false;
        uci->moves = moves;
        uci->move_room = room;
    }
    uci->moves[uci->move_count++] = move;
    chess_play(&uci->current, move);
    return true;
}

static void echo_position(const struct uci *uci)
{
    char fen[CHESS_FEN_MAX];
    chess_to_fen(&uci->current, fen);
    say("info string position %s key %016" PRIX64 " after %d moves", fen, uci->current.key,
        uci->move_count);
}

static bool read_start(struct uci *uci, char *rest, struct position *start)
{
    char *word = next_word(&rest);
    if (word && strcmp(word, "startpos") == 0) {
        chess_start(start);
    } else if (word && strcmp(word, "fen") == 0) {
        struct error error;
        if (!chess_from_fen(start, trim(rest), &error)) {
            text_sanitize(error.message);
            say("info string FEN, column %d: %s", error.column, error.message);
            return false;
        }
    } else {
        say("info string expected position startpos or position fen FEN, then moves");
        return false;
    }
    if (uci->chess960)
        start->chess960 = true;
    return true;
}

static void command_position(struct uci *uci, char *rest)
{
    settle(uci, STOP_SEARCH);
    char *moves = find_word(rest, "moves");
    if (moves) {
        *moves = '\0';
        moves += strlen("moves");
    }
    struct position start;
    if (!read_start(uci, rest, &start))
        return;
    uci->start = uci->current = start;
    uci->move_count = 0;
    for (char *word; moves && (word = next_word(&moves));) {
        Move move;
        if (!chess_from_uci(&uci->current, word, &move)) {
            say("info string move %d, %s, is illegal here: the position stands before it",
                uci->move_count + 1, excerpt(word).text);
            break;
        }
        if (!add_move(uci, move)) {
            say("info string out of memory");
            break;
        }
    }
    if (!engine_set_position(uci->engine, &uci->start, uci->moves, uci->move_count))
        say("info string the engine refuses the position");
    if (uci->debug)
        echo_position(uci);
}

static void command_board(const struct uci *uci)
{
    const struct position *position = &uci->current;
    flockfile(stdout);
    for (int rank = 7; rank >= 0; rank--) {
        printf("%d ", rank + 1);
        for (int file = 0; file < 8; file++)
            printf(" %c", chess_piece_letter(position->board[rank * 8 + file]));
        putchar('\n');
    }
    char fen[CHESS_FEN_MAX];
    chess_to_fen(position, fen);
    printf("\n   a b c d e f g h\n\nFen: %s\nKey: %016" PRIX64 "\nChecks:", fen, position->key);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        if (position->checkers >> square & 1)
            printf(" %s", chess_square_name(square));
    putchar('\n');
    funlockfile(stdout);
}

/* Thinking. */

static void echo_strength(const struct uci *uci)
{
    const struct handicap *handicap = &uci->settings.handicap;
    if (!handicap->limited) {
        say("info string strength full");
        return;
    }
    flockfile(stdout);
    printf("info string strength ");
    if (handicap->elo == ELO_FULL)
        printf("by hand");
    else
        printf("%d %s", handicap->elo, strength_preset_name(uci->strength, handicap->elo));
    printf(", method %s, %d nodes/s, move error %d, blunder error %d, blunder chance %d/1024, "
           "seed %" PRIu64 ", knows",
           method_name(handicap->method), handicap->nodes_per_second, handicap->move_error,
           handicap->blunder_error, handicap->blunder_chance, handicap->seed);
    for (int group = 0; group < GROUP_COUNT; group++)
        printf(" %s %d%%", group_ascii((enum group)group), handicap->knowledge[group]);
    putchar('\n');
    funlockfile(stdout);
}

/* The numbers of go, by name. A limit of nothing at all would be no limit: it becomes 1. */
static bool read_limit(struct limits *limits, int *perft_depth, const char *name, int64_t number)
{
    int64_t positive = number > 1 ? number : 1;
    int small = (int)(positive < INT32_MAX ? positive : INT32_MAX);
    if (strcmp(name, "wtime") == 0 || strcmp(name, "btime") == 0) {
        limits->time[name[0] == 'w' ? WHITE : BLACK] = number;
        limits->clock = true;
    } else if (strcmp(name, "winc") == 0 || strcmp(name, "binc") == 0) {
        limits->increment[name[0] == 'w' ? WHITE : BLACK] = number;
    } else if (strcmp(name, "movestogo") == 0) {
        limits->moves_to_go = number > 0 ? small : 0;
    } else if (strcmp(name, "depth") == 0) {
        limits->depth = small < PLY_MAX ? small : PLY_MAX - 1;
    } else if (strcmp(name, "nodes") == 0) {
        limits->nodes = (uint64_t)positive;
    } else if (strcmp(name, "mate") == 0) {
        limits->mate = small;
    } else if (strcmp(name, "movetime") == 0) {
        limits->movetime = positive;
    } else if (strcmp(name, "perft") == 0) {
        *perft_depth = small < PERFT_DEPTH_MAX ? small : PERFT_DEPTH_MAX;
    } else {
        return false;
    }
    return true;
}

static bool is_limit(const char *word)
{
    struct limits scratch = {0};
    int depth;
    return read_limit(&scratch, &depth, word, 0);
}

/* Moves after searchmoves; the word that is none stays. */
static void read_search_moves(const struct position *position, struct limits *limits,
                              char **rest)
{
    int before = limits->search_moves_count;
    for (;;) {
        char *word = *rest + strspn(*rest, " \t"), text[CHESS_UCI_MAX];
        size_t length = strcspn(word, " \t");
        if (length == 0 || length >= sizeof text)
            break;
        memcpy(text, word, length);
        text[length] = '\0';
        Move move;
        if (!chess_from_uci(position, text, &move))
            break;
        *rest = word + length;
        bool known = false;
        for (int i = 0; i < limits->search_moves_count; i++)
            known = known || limits->search_moves[i] == move;
        if (!known)
            limits->search_moves[limits->search_moves_count++] = move;
    }
    if (limits->search_moves_count == before)
        say("info string searchmoves: no legal move follows");
}

static void read_limits(const struct uci *uci, char *rest, struct limits *limits,
                        int *perft_depth)
{
    for (char *word; (word = next_word(&rest));) {
        int64_t number;
        if (strcmp(word, "infinite") == 0) {
            limits->infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            limits->ponder = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            read_search_moves(&uci->current, limits, &rest);
        } else if (!is_limit(word)) {
            say("info string go does not know \"%s\"", excerpt(word).text);
        } else {
            char *value = next_word(&rest);
            if (!value || !read_whole(value, &number))
                say("info string go %s needs a whole number, not \"%s\"", word,
                    excerpt(value ? value : "").text);
            else
                (void)read_limit(limits, perft_depth, word, number);
        }
    }
    if (!limits->clock && !limits->depth && !limits->nodes && !limits->mate &&
        !limits->movetime && !limits->ponder)
        limits->infinite = true;
}

static void command_go(struct uci *uci, char *rest)
{
    settle(uci, STOP_SEARCH);
    struct limits limits = {0};
    int perft_depth = 0;
    read_limits(uci, rest, &limits, &perft_depth);
    if (uci->debug) {
        echo_position(uci);
        echo_strength(uci);
    }
    atomic_store(&uci->stop_perft, false);
    pthread_mutex_lock(&uci->mutex);
    uci->job = (struct job){
        .position = uci->current,
        .perft = perft_depth,
        .finite = perft_depth || (!limits.infinite && !limits.ponder),
        .debug = uci->debug,
        .show_wdl = uci->show_wdl,
        .ply = (uci->current.fullmove - 1) * 2 + uci->current.side,
        .multi_pv = uci->settings.multi_pv,
    };
    uci->searching = true;
    uci->woken = perft_depth > 0;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
    if (perft_depth == 0)
        engine_start(uci->engine, &limits);
}

static void command_uci(const struct uci *uci)
{
    say("id name Fallible");
    say("id author the Fallible authors");
    list_options(uci);
    say("uciok");
}

static void command_new_game(struct uci *uci)
{
    settle(uci, STOP_SEARCH);
    engine_new_game(uci->engine);
    struct engine_settings settings = uci->settings;
    settings.handicap.seed = seed_of_game(uci);
    (void)configure(uci, &settings);
}

static void command_debug(struct uci *uci, char *rest)
{
    char *word = next_word(&rest);
    if (word && (strcmp(word, "on") == 0 || strcmp(word, "off") == 0))
        uci->debug = strcmp(word, "on") == 0;
    else
        say("info string expected debug on or debug off");
}

static void command_eval(struct uci *uci)
{
    char text[32];
    Score score = engine_evaluate(uci->engine, &uci->current);
    text_score(uci->current.side == WHITE ? score : -score, text, sizeof text);
    say("Evaluation: %s for white", text);
}

static void command_ponderhit(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    uci->job.finite = true;
    pthread_mutex_unlock(&uci->mutex);
    engine_ponderhit(uci->engine);
}

/* False to quit. */
static bool obey(struct uci *uci, char *line)
{
    char *rest = line, *word = next_word(&rest);
    if (!word)
        return true;
    if (strcmp(word, "quit") == 0)
        return false;
    if (strcmp(word, "uci") == 0)
        command_uci(uci);
    else if (strcmp(word, "isready") == 0)
        say("readyok");
    else if (strcmp(word, "ucinewgame") == 0)
        command_new_game(uci);
    else if (strcmp(word, "position") == 0)
        command_position(uci, rest);
    else if (strcmp(word, "go") == 0)
        command_go(uci, rest);
    else if (strcmp(word, "stop") == 0)
        settle(uci, STOP_ALL);
    else if (strcmp(word, "ponderhit") == 0)
        command_ponderhit(uci);
    else if (strcmp(word, "setoption") == 0)
        command_setoption(uci, rest);
    else if (strcmp(word, "debug") == 0)
        command_debug(uci, rest);
    else if (strcmp(word, "d") == 0)
        command_board(uci);
    else if (strcmp(word, "eval") == 0)
        command_eval(uci);
    else
        say("info string unknown command \"%s\"", excerpt(word).text);
    return true;
}

static void read_commands(struct uci *uci)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool quit = false;
    while (!quit && (length = getline(&line, &room, stdin)) >= 0) {
        /* A NUL within the line would hide its rest, a line end is none of the words. */
        for (ssize_t i = 0; i < length; i++)
            if (line[i] == '\0' || line[i] == '\n' || line[i] == '\r')
                line[i] = ' ';
        quit = !obey(uci, line);
    }
    free(line);
    settle_last(uci, quit);
}

static bool start_up(struct uci *uci)
{
    uci->settings = engine_settings_default();
    uci->elo = ELO_DEFAULT;
    set_strength(uci, &uci->settings, false);
    uci->settings.handicap.seed = seed_of_game(uci);
    chess_start(&uci->start);
    uci->current = uci->start;
    uci->engine = engine_create(wake, uci);
    return uci->engine && configure(uci, &uci->settings) &&
           engine_set_position(uci->engine, &uci->start, NULL, 0) &&
           pthread_create(&uci->printer, NULL, print_reports, uci) == 0;
}

int uci_run(const struct strength *strength)
{
    chess_init();
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    struct uci *uci = calloc(1, sizeof *uci);
    if (!uci) {
        fprintf(stderr, "fallible uci: out of memory\n");
        return 2;
    }
    uci->strength = strength;
    pthread_mutex_init(&uci->mutex, NULL);
    pthread_cond_init(&uci->changed, NULL);
    bool started = start_up(uci);
    if (started) {
        read_commands(uci);
        pthread_mutex_lock(&uci->mutex);
        uci->quitting = true;
        pthread_cond_broadcast(&uci->changed);
        pthread_mutex_unlock(&uci->mutex);
        pthread_join(uci->printer, NULL);
    } else {
        fprintf(stderr, "fallible uci: the engine does not start\n");
    }
    if (uci->engine)
        engine_destroy(uci->engine);
    pthread_cond_destroy(&uci->changed);
    pthread_mutex_destroy(&uci->mutex);
    free(uci->moves);
    free(uci);
    return started ? 0 : 2;
}
