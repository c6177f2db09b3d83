/* The Universal Chess Interface. Three threads share struct uci: the reading thread (inbox.c) reads
 * lines, the main thread (this file) executes the commands in order, and the printing thread
 * (print.c) prints the engine's reports. The main thread sets `searching`, and the printing thread
 * clears it after it has printed bestmove. A command that needs the engine to be idle waits for the
 * end of the search; meanwhile isready is answered at once, and stop and quit end the search.
 *
 * Only quit and the end of input end the program; everything that is not understood is answered
 * with an info string. */
#include "src/uci/uci.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/format.h"
#include "src/player/crash_report.h"
#include "src/util/array.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"
#include "src/uci/internal.h"

enum { PERFT_DEPTH_MAX = 30 };

/* Positions. */

static bool add_move(struct uci *uci, Move move)
{
    if (!ARRAY_RESERVE(uci->moves, uci->move_count, &uci->move_capacity))
        return false;
    uci->moves[uci->move_count++] = move;
    chess_play(&uci->current, move);
    return true;
}

static void echo_position(const struct uci *uci)
{
    char fen[CHESS_FEN_MAX];
    chess_to_fen(&uci->current, fen);
    uci_say("info string position %s key %016" PRIX64 " after %d moves", fen, uci->current.key,
            uci->move_count);
}

static bool read_start(struct uci *uci, char *rest, struct position *start)
{
    char *word = uci_next_word(&rest);
    if (word && strcmp(word, "startpos") == 0) {
        chess_start(start);
    } else if (word && strcmp(word, "fen") == 0) {
        struct error error;
        if (!chess_from_fen(start, uci_trim(rest), &error)) {
            text_sanitize(error.message);
            uci_say("info string FEN, column %d: %s", error.column, error.message);
            return false;
        }
    } else {
        uci_say("info string expected position startpos or position fen FEN, then moves");
        return false;
    }
    if (uci->chess960)
        start->chess960 = true;
    return true;
}

static void command_position(struct uci *uci, char *rest)
{
    uci_settle(uci, STOP_ENDLESS);
    char *moves = uci_find_word(rest, "moves");
    if (moves) {
        *moves = '\0';
        moves += strlen("moves");
    }
    struct position start;
    if (!read_start(uci, rest, &start))
        return;
    uci->start = uci->current = start;
    uci->move_count = 0;
    for (char *word; moves && (word = uci_next_word(&moves));) {
        Move move;
        if (!chess_from_uci(&uci->current, word, &move)) {
            uci_say("info string move %d, %s, is illegal here: this move and the rest are ignored",
                    uci->move_count + 1, uci_excerpt(word).text);
            break;
        }
        if (!add_move(uci, move)) {
            uci_say("info string out of memory");
            break;
        }
    }
    if (!engine_set_position(uci->engine, &uci->start, uci->moves, uci->move_count))
        uci_say("info string the engine refuses the position");
    if (uci->debug)
        echo_position(uci);
}

static void command_board(const struct uci *uci)
{
    const struct position *position = &uci->current;
    FILE *out = uci_begin_lines();
    for (int rank = 7; rank >= 0; rank--) {
        fprintf(out, "%d ", rank + 1);
        for (int file = 0; file < 8; file++)
            fprintf(out, " %c", chess_piece_letter(position->board[rank * 8 + file]));
        putc('\n', out);
    }
    char fen[CHESS_FEN_MAX];
    chess_to_fen(position, fen);
    fprintf(out, "\n   a b c d e f g h\n\nFen: %s\nKey: %016" PRIX64 "\nChecks:", fen, position->key);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        if (position->checkers >> square & 1)
            fprintf(out, " %s", chess_square_name(square));
    putc('\n', out);
    uci_end_lines();
}

/* Thinking. */

static void echo_strength(const struct uci *uci)
{
    const struct handicap *handicap = &uci->settings.handicap;
    if (!handicap->limited || uci->analyse) {
        uci_say("info string strength full%s", uci->analyse ? ", for analysis" : "");
        return;
    }
    FILE *out = uci_begin_lines();
    fprintf(out, "info string strength ");
    if (handicap->elo == ELO_FULL)
        fprintf(out, "by hand");
    else
        fprintf(out, "%d %s", handicap->elo, strength_preset_name(uci->strength, handicap->elo));
    char words[256];
    handicap_words(handicap, words, sizeof words);
    fprintf(out, ", method %s, %s, seed %" PRIu64 ", knows", method_name(handicap->method), words,
           handicap->seed);
    for (int group = 0; group < GROUP_COUNT; group++)
        fprintf(out, " %s %d%%", group_ascii((enum group)group), handicap->knowledge[group]);
    putc('\n', out);
    uci_end_lines();
}

/* Prints the evaluation in detail: the total from White's point of view, then White's and Black's
 * values for each group and each term. */
static void say_evaluation(struct uci *uci, const char *prefix)
{
    struct explained rows[EXPLAINED_MAX];
    int count = engine_explain(uci->engine, &uci->current, rows);
    int groups[GROUP_COUNT + 1][COLOR_COUNT] = {{0}};
    char white[32], black[32];
    Score score = engine_evaluate(uci->engine, &uci->current);
    text_score(uci->current.side == WHITE ? score : -score, white, sizeof white);
    uci_say("%sEvaluation: %s for white", prefix, white);
    for (int i = 0; i < count; i++)
        for (int color = WHITE; color <= BLACK; color++)
            groups[rows[i].group][color] += rows[i].centipawns[color];
    for (int i = 0; i < GROUP_COUNT; i++) {
        text_score(groups[i][WHITE], white, sizeof white);
        text_score(groups[i][BLACK], black, sizeof black);
        uci_say("%sgroup %s %s %s", prefix, group_ascii((enum group)i), white, black);
    }
    for (int i = 0; i < count; i++) {
        text_score(rows[i].centipawns[WHITE], white, sizeof white);
        text_score(rows[i].centipawns[BLACK], black, sizeof black);
        uci_say("%sterm %s: %s %s", prefix, rows[i].words, white, black);
    }
}

static int64_t clamp(int64_t number, int64_t least, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

/* Sets the limit called `name` of the command go to `number`, clamped to a usable range. A limit of
 * zero would mean no limit, so it becomes 1. */
static bool read_limit(struct limits *limits, int *perft_depth, const char *name, int64_t number)
{
    static const int64_t longest = (int64_t)1 << 40; /* milliseconds; about 35 years */
    int64_t milliseconds = clamp(number, -longest, longest);
    int small = (int)clamp(number, 1, PLY_MAX - 1);
    if (strcmp(name, "wtime") == 0 || strcmp(name, "btime") == 0) {
        limits->time[name[0] == 'w' ? WHITE : BLACK] = milliseconds;
        limits->clock = true;
    } else if (strcmp(name, "winc") == 0 || strcmp(name, "binc") == 0) {
        limits->increment[name[0] == 'w' ? WHITE : BLACK] = milliseconds;
    } else if (strcmp(name, "movestogo") == 0) {
        limits->moves_to_go = number > 0 ? small : 0;
    } else if (strcmp(name, "depth") == 0) {
        limits->depth = small;
    } else if (strcmp(name, "nodes") == 0) {
        limits->nodes = (uint64_t)clamp(number, 1, INT64_MAX);
    } else if (strcmp(name, "mate") == 0) {
        limits->mate = small;
    } else if (strcmp(name, "movetime") == 0) {
        limits->movetime = clamp(number, 1, longest);
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

/* Returns whether the word begins with two squares, as a move does, so that it is not a keyword of
 * go. */
static bool looks_like_a_move(const char *word, size_t length)
{
    return length >= 4 && word[0] >= 'a' && word[0] <= 'h' && word[1] >= '1' && word[1] <= '8' &&
           word[2] >= 'a' && word[2] <= 'h' && word[3] >= '1' && word[3] <= '8';
}

/* Reads the moves after searchmoves and stops before the first word that is not a move. */
static void read_search_moves(const struct position *position, struct limits *limits, char **rest)
{
    int before = limits->search_moves_count;
    for (;;) {
        char *word = *rest + strspn(*rest, " \t"), text[CHESS_UCI_MAX];
        size_t length = strcspn(word, " \t");
        if (!looks_like_a_move(word, length) || length >= sizeof text)
            break;
        memcpy(text, word, length);
        text[length] = '\0';
        *rest = word + length;
        Move move;
        if (!chess_from_uci(position, text, &move)) {
            uci_say("info string searchmoves: %s is illegal here", text);
            continue;
        }
        bool known = false;
        for (int i = 0; i < limits->search_moves_count; i++)
            known = known || limits->search_moves[i] == move;
        if (!known)
            limits->search_moves[limits->search_moves_count++] = move;
    }
    if (limits->search_moves_count == before)
        uci_say("info string searchmoves: expected a legal move");
}

static void read_limits(const struct uci *uci, char *rest, struct limits *limits, int *perft_depth)
{
    for (char *word; (word = uci_next_word(&rest));) {
        int64_t number;
        if (strcmp(word, "infinite") == 0) {
            limits->infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            limits->ponder = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            read_search_moves(&uci->current, limits, &rest);
        } else if (!is_limit(word)) {
            uci_say("info string unknown parameter of go: \"%s\"", uci_excerpt(word).text);
        } else {
            char *value = uci_next_word(&rest);
            if (!value || !uci_read_whole(value, &number))
                uci_say("info string go %s needs a whole number, not \"%s\"", word,
                        uci_excerpt(value ? value : "").text);
            else
                (void)read_limit(limits, perft_depth, word, number);
        }
    }
    if (!limits->clock && !limits->depth && !limits->nodes && !limits->mate && !limits->movetime &&
        !limits->ponder)
        limits->infinite = true;
}

static void command_go(struct uci *uci, char *rest)
{
    uci_settle(uci, STOP_ENDLESS);
    struct limits limits = {0};
    int perft_depth = 0;
    crash_note(&uci->settings, &uci->start, uci->moves, uci->move_count, rest);
    read_limits(uci, rest, &limits, &perft_depth);
    if (uci->debug) {
        echo_strength(uci);
        if (!perft_depth)
            say_evaluation(uci, "info string ");
    }
    bool limited = perft_depth || limits.clock || limits.depth || limits.nodes || limits.movetime;
    atomic_store(&uci->stop_perft, false);
    pthread_mutex_lock(&uci->mutex);
    uci->job = (struct job){
        .position = uci->current,
        .perft = perft_depth,
        .mate = limits.mate && !limits.infinite && !limits.ponder,
        .limited = limited,
        .finite = limited && !limits.infinite && !limits.ponder,
        .infinite = limits.infinite,
        .debug = uci->debug,
        .show_wdl = uci->show_wdl,
        .ply = (uci->current.fullmove - 1) * 2 + uci->current.side,
        .multi_pv = uci->settings.multi_pv,
    };
    uci->searching = true;
    uci->held = perft_depth == 0 && (limits.infinite || limits.ponder);
    uci->woken = perft_depth > 0;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
    if (perft_depth == 0)
        engine_start(uci->engine, &limits);
}

static void command_setoption(struct uci *uci, char *rest)
{
    uci_settle(uci, STOP_SEARCH);
    uci_set_option(uci, rest);
}

static void command_uci(const struct uci *uci)
{
    uci_say("id name Fallible");
    uci_say("id author the Fallible authors");
    uci_list_options(uci);
    uci_say("uciok");
}

static void command_new_game(struct uci *uci)
{
    uci_settle(uci, STOP_ENDLESS);
    engine_new_game(uci->engine);
    struct engine_settings settings = uci->settings;
    settings.handicap.seed = uci_seed_of_game(uci);
    (void)uci_configure(uci, &settings);
}

static void command_debug(struct uci *uci, char *rest)
{
    char *word = uci_next_word(&rest);
    if (word && (strcmp(word, "on") == 0 || strcmp(word, "off") == 0))
        uci->debug = strcmp(word, "on") == 0;
    else
        uci_say("info string expected debug on or debug off");
}

static void command_ponderhit(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    uci->job.finite = uci->job.limited && !uci->job.infinite;
    uci->held = uci->held && uci->job.infinite;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
    engine_ponderhit(uci->engine);
}

/* Executes the commands that must not run during a search, because they use the engine or a lot of
 * processor time. */
static void obey_alone(struct uci *uci, enum command command, char *rest)
{
    uci_settle(uci, STOP_ENDLESS);
    switch (command) {
    case COMMAND_LIST_MOVES:
        uci_command_list_moves(uci);
        break;
    case COMMAND_TEST_POSITIONS:
        uci_command_test_positions(uci, rest);
        break;
    case COMMAND_TUNE_WIN_SCALE:
        uci_command_tune_win_scale(uci, rest);
        break;
    case COMMAND_FIND_MAGICS:
        uci_command_find_magics(uci);
        break;
    case COMMAND_GENFENS:
        uci_command_genfens(uci, rest);
        break;
    default:
        break;
    }
}

/* Executes a command. Returns false for quit. */
static bool obey(struct uci *uci, enum command command, char *rest)
{
    switch (command) {
    case COMMAND_UCI: command_uci(uci); break;
    case COMMAND_ISREADY: uci_say("readyok"); break;
    case COMMAND_UCINEWGAME: command_new_game(uci); break;
    case COMMAND_POSITION: command_position(uci, rest); break;
    case COMMAND_GO: command_go(uci, rest); break;
    case COMMAND_STOP: uci_settle(uci, STOP_ALL); break;
    case COMMAND_PONDERHIT: command_ponderhit(uci); break;
    case COMMAND_SETOPTION: command_setoption(uci, rest); break;
    case COMMAND_DEBUG: command_debug(uci, rest); break;
    case COMMAND_BOARD: command_board(uci); break;
    case COMMAND_EVAL: say_evaluation(uci, ""); break;
    case COMMAND_STATUS: uci_command_status(uci); break;
    case COMMAND_STATS: uci_command_stats(uci); break;
    case COMMAND_STATIC_EXCHANGE: uci_command_static_exchange(uci, rest); break;
    case COMMAND_SHOW_EVALUATION: uci_command_show_evaluation(uci); break;
    case COMMAND_SHOW_LEVELS: uci_command_show_levels(uci); break;
    case COMMAND_TEST_EXCHANGE: uci_command_test_exchange(rest); break;
    case COMMAND_HELP: uci_command_help(); break;
    case COMMAND_LIST_MOVES:
    case COMMAND_TEST_POSITIONS:
    case COMMAND_TUNE_WIN_SCALE:
    case COMMAND_GENFENS:
    case COMMAND_FIND_MAGICS: obey_alone(uci, command, rest); break;
    case COMMAND_SPSA: uci_list_spsa(); break;
    case COMMAND_QUIT: return false;
    case COMMAND_UNKNOWN: break;
    }
    return true;
}

/* Unknown words before a command are skipped, as the protocol requires. Returns false for quit. */
static bool read_line(struct uci *uci, char *line)
{
    struct excerpt unknown;
    enum command command = COMMAND_UNKNOWN;
    bool told = false;
    for (char *word; command == COMMAND_UNKNOWN && (word = uci_next_word(&line));) {
        command = uci_command(word);
        if (command == COMMAND_UNKNOWN && !told) {
            unknown = uci_excerpt(word);
            told = true;
        }
    }
    bool more = obey(uci, command, line);
    if (told && more)
        uci_say("info string unknown command \"%s\"", unknown.text);
    return more;
}

/* Ends the program's work after quit or at the end of the input. After quit, a perft count gets a
 * few seconds to finish, and everything else is stopped. At the end of the input, a search that
 * ends by itself may finish. A search for a mate may never end, so it gets a few seconds. */
static void settle_last(struct uci *uci, bool quit)
{
    struct timespec until = uci_grace();
    pthread_mutex_lock(&uci->mutex);
    const struct job *job = &uci->job;
    bool finite = job->finite, patient = quit ? job->perft > 0 : job->mate;
    while (patient && uci->searching &&
           pthread_cond_timedwait(&uci->changed, &uci->mutex, &until) == 0)
        ;
    pthread_mutex_unlock(&uci->mutex);
    uci_settle(uci, !quit && finite ? LET_END : STOP_ALL);
}

bool uci_is_command(const char *line)
{
    char word[24];
    size_t length = strcspn(line, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    return length < sizeof word && uci_command(word) != COMMAND_UNKNOWN;
}

/* Executes the commands given as program arguments, waiting for each to end. Returns false after
 * quit. */
static bool obey_arguments(struct uci *uci, char **lines, int count)
{
    bool more = true;
    for (int i = 0; i < count && more; i++) {
        more = read_line(uci, lines[i]);
        if (more)
            uci_settle(uci, STOP_ENDLESS);
    }
    return more;
}

static bool obey_lines(struct uci *uci)
{
    struct inbox_line *line;
    pthread_t reader;
    char *text;
    bool quit = false;
    if (pthread_create(&reader, NULL, uci_read_lines, uci) != 0)
        return false;
    while (!quit && (line = uci_take_line(uci, &text))) {
        quit = !read_line(uci, text);
        free(line);
    }
    settle_last(uci, quit);
    pthread_join(reader, NULL);
    return true;
}

static bool start_up(struct uci *uci)
{
    chess_start(&uci->start);
    uci->current = uci->start;
    uci->engine = engine_create(uci_wake, uci);
    return uci->engine && uci_configure_default(uci) &&
           engine_set_position(uci->engine, &uci->start, NULL, 0) &&
           pthread_create(&uci->printer, NULL, uci_print_reports, uci) == 0;
}

int uci_run(const struct strength *strength, const struct player_ratings *ratings,
            win_scale_fit *fit, char **lines, int count)
{
    chess_init();
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    struct uci *uci = calloc(1, sizeof *uci);
    if (!uci) {
        fprintf(stderr, "fallible uci: out of memory\n");
        return 2;
    }
    uci->strength = strength;
    uci->ratings = ratings;
    uci->fit_win_scale = fit;
    pthread_mutex_init(&uci->mutex, NULL);
    thread_init_timed(&uci->changed);
    uci->inbox_end = &uci->inbox;
    bool started = start_up(uci);
    if (started) {
        started = !obey_arguments(uci, lines, count) || obey_lines(uci);
        pthread_mutex_lock(&uci->mutex);
        uci->quitting = true;
        pthread_cond_broadcast(&uci->changed);
        pthread_mutex_unlock(&uci->mutex);
        pthread_join(uci->printer, NULL);
    }
    if (!started)
        fprintf(stderr, "fallible uci: the engine cannot be started\n");
    engine_destroy(uci->engine);
    pthread_cond_destroy(&uci->changed);
    pthread_mutex_destroy(&uci->mutex);
    free(uci->moves);
    free(uci);
    return started ? 0 : 2;
}
