/* The analyst, which is our engine or another program, and the lookups in the book and the endgame
 * tables. */
#include "src/session/study/analyst.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/engine_position.h"
#include "src/player/subprocess.h"
#include "src/review/score_pool.h"
#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/state.h"
#include "src/util/paths.h"

enum { ANALYST_LINES = 3, DEFAULT_HASH_MB = 64 };

void session_give_up_analyst(struct session *session)
{
    if (session->analyst)
        engine_stop(session->analyst);
    if (session->score_pool)
        score_pool_stop(session->score_pool);
    session->analyst_job = ANALYST_IDLE;
}

/* An external engine */

static void dismiss(struct session *session)
{
    async_player_destroy(session->async_analyst);
    session->async_analyst = NULL;
    session->analyst_job = ANALYST_IDLE;
    session->have_analysis = false;
    session->changed |= CHANGED_ANALYSIS | CHANGED_SETTINGS;
}

static void stop_starting(struct session *session)
{
    async_player_destroy(session->starting);
    session->starting = NULL;
}

bool session_call_analyst(struct session *session, const char *command, struct error *error)
{
    const struct session_options *options = &session->options;
    bool xboard;
    const char *program = player_command(command, &xboard);
    struct player_spec spec = {.kind = xboard ? PLAYER_XBOARD : PLAYER_UCI, .lines = ANALYST_LINES};
    command = program ? program : command;
    if (!child_command_name(command, spec.name, sizeof spec.name, error))
        return false;
    if (snprintf(spec.command, sizeof spec.command, "%s", command) >= (int)sizeof spec.command)
        return error_set(error, "the command is too long");
    struct async_player *starting = async_player_create(
        &spec, NULL, options->hash_mb > 0 ? options->hash_mb : DEFAULT_HASH_MB,
        options->threads > 0 ? options->threads : 1, options->wake, options->context);
    if (!starting)
        return error_set(error, "out of memory");
    stop_starting(session);
    session->starting = starting;
    return true;
}

static void take_starting(struct session *session)
{
    session_give_up_analyst(session);
    dismiss(session);
    session->async_analyst = session->starting;
    session->starting = NULL;
}

bool session_await_analyst(struct session *session, struct error *error)
{
    async_player_wait(session->starting, &session->thought);
    if (session->thought.answer != PLAYER_MOVED) {
        *error = session->thought.error;
        return false;
    }
    take_starting(session);
    return true;
}

void session_poll_starting(struct session *session)
{
    char name[128];
    if (!session->starting || !async_player_poll(session->starting, &session->thought))
        return;
    if (session->thought.answer != PLAYER_MOVED) {
        stop_starting(session);
        session_say(session, "%s.", session->thought.error.message);
        return;
    }
    take_starting(session);
    async_player_name(session->async_analyst, name, sizeof name);
    session_say(session, "%s is analysing.", name);
    session_restart_analysis(session);
}

void session_command_engine(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    char name[128] = "Fallible";
    bool own = strcmp(reply->argument, "own") == 0;
    if (own) {
        stop_starting(session);
        if (session->async_analyst)
            dismiss(session);
        session_restart_analysis(session);
    } else if (reply->argument[0]) {
        bool good = session_call_analyst(session, reply->argument, &error);
        reply_set(reply, good ? REPLY_DONE : REPLY_REFUSED, "%s", error.message);
        if (good) /* on failure the reply says why; when the engine has started, a message says
                   * so */
            session_say(session, "Starting %.100s ...", reply->argument);
        return;
    }
    if (session->async_analyst)
        async_player_name(session->async_analyst, name, sizeof name);
    reply_set(reply, REPLY_DONE, "%s is analysing%s.", name,
              session->starting ? "; another engine is starting" : "");
}

struct limits session_analysis_limits(const struct session *session)
{
    struct limits limits = session->options.analysis;
    if (!limits.nodes && !limits.depth && !limits.movetime)
        limits.movetime = ANALYSIS_LONGEST;
    return limits;
}

bool session_turn_async_analyst(struct session *session)
{
    const struct game_node *node = session->shown;
    struct limits limits = session_analysis_limits(session);
    const struct position *start;
    Move legal[CHESS_MOVES_MAX];
    int count;
    if (!session->async_analyst)
        return false;
    limits.infinite = true; /* the engine keeps its answer until we send "stop" */
    if (!limits.movetime)   /* a time is the only limit that applies to an XBoard analysis */
        limits.movetime = ANALYSIS_LONGEST;
    session_give_up_analyst(session);
    if (chess_moves(&node->position, legal) == 0) {
        async_player_forget(session->async_analyst);
        return true;
    }
    Move *moves = place_moves(node, &start, &count);
    session->analyst_request =
        moves ? async_player_ask(session->async_analyst, start, moves, count, &limits, false, 0)
              : 0;
    free(moves);
    session->analyst_node = node;
    session->analyst_job = session->analyst_request ? ANALYST_ANALYSES : ANALYST_IDLE;
    return true;
}

bool session_poll_async_analyst(struct session *session)
{
    struct thought *thought = &session->thought;
    if (!async_player_poll(session->async_analyst, thought))
        return false;
    if (thought->answer != PLAYER_MOVED) {
        session_say(session, "%s. Fallible analyses instead.", thought->error.message);
        dismiss(session);
        session_restart_analysis(session);
        return false;
    }
    session->analysis = thought->report;
    session->analysis.id = thought->id;
    return thought->id == session->analyst_request && session->analysis.line_count > 0;
}

void session_rest(struct session *session)
{
    if (session->level_probe)
        level_probe_stop(session->level_probe);
    if (session->group_probe)
        group_probe_stop(session->group_probe);
    if (session->async_analyst)
        async_player_forget(session->async_analyst);
}

/* Book and tables */

void session_probe_tables(struct session *session)
{
    const struct session_options *options = &session->options;
    session->tables_known = options->syzygy_path && session->analyst &&
                            engine_tables(session->analyst, &session->shown->position,
                                          &session->tables);
}

static void open_book(struct session *session)
{
    char path[4096];
    struct error error;
    session->book_tried = true;
    if (session->options.book_path)
        session->book = book_open(session->options.book_path, &error);
    else if (paths_shipped("share/book.bin", path, sizeof path))
        session->book = book_open(path, &error);
}

void session_view_book(struct session *session, struct session_view *view)
{
    struct book_line lines[CHESS_MOVES_MAX];
    if (!session->book_tried)
        open_book(session);
    int count = session->book ? book_lines(session->book, &session->shown->position, lines) : 0;
    for (int i = 0; i < count; i++) {
        view->book_weight += lines[i].weight;
        if (i < BOOK_SHOWN)
            view->book[view->book_count++] = lines[i];
    }
}

static void *load_own(const void *request, struct store *store, struct error *error)
{
    (void)request;
    return own_games_load(store, error);
}

static void free_own(void *own)
{
    own_games_free(own);
}

enum own_tree session_own_tree(struct session *session, struct tree *tree)
{
    void *own;
    if (!session->writer)
        return OWN_TREE_NONE;
    if (session->own && !own_games_are_all(session->own, session->store)) {
        own_games_free(session->own);
        session->own = NULL;
    }
    if (!session->own && !session->preparing && store_writer_answer_come(session->writer, &own)) {
        session->own = own;
        if (!own)
            return OWN_TREE_NONE;
    }
    if (!session->own) {
        if (!session->preparing)
            (void)store_writer_ask(session->writer, load_own, NULL, 0, free_own);
        return OWN_TREE_READING;
    }
    own_games_tree(session->own, &session->shown->position, tree);
    return OWN_TREE_COUNTED;
}

void session_restart_analysis(struct session *session)
{
    if (session->hints.node != session->shown && session->hints.hint.rung > 0) {
        session->hints.hint = (struct hint){0};
        session->hints.node = NULL;
        session->changed |= CHANGED_HINT;
        if (session->analyst_job == ANALYST_HINTS)
            session_give_up_analyst(session);
    }
    if (session->mode != MODE_ANALYSING)
        return;
    session->changed |= CHANGED_ANALYSIS;
    session->have_analysis = session->tables_known = false;
    if (session->analyst_job != ANALYST_HINTS) /* a search for a hint goes on, and the analysis
                                                * starts after it */
        session_give_up_analyst(session);
    session_rest(session);
    session->turn_due = true;
}
