/* What a session asks of its engines and does with their answers. Requests carry an id; an answer
 * to anything but the last request is ignored, so no engine is ever waited for. */
#include <stdio.h>
#include <string.h>

#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/session/state.h"

enum {
    ANALYSIS_LINES = 3,
    AS_GOOD = 10, /* centipawns behind the best move that still make a move right */
    HINT_NODES = 300000,
    HINT_MILLISECONDS = 1500,
    HINT_SEARCHES = 5, /* the first, then shorter ones to lengthen its line */
    ENOUGH_NODES = 200000, /* analysis that has seen so much may hint */
    ENOUGH_MILLISECONDS = 1000,
    FLAG_MARGIN = 300, /* a held-back move never comes nearer to the flag than this */
    OPENING_PLIES = 8,
    FORCED_DEPTH = 8, /* for an only move, of which no more than the score is to be found out */
};

static bool configure_opponent(struct session *session)
{
    if (session->configured)
        return true;
    const struct session_options *options = &session->options;
    struct engine_settings settings = *engine_settings(session->opponent);
    /* One thread where the dice must fall the same way on every machine. */
    settings.threads = session->handicap.limited || options->threads < 1 ? 1 : options->threads;
    if (options->hash_mb > 0)
        settings.hash_mb = options->hash_mb;
    settings.multi_pv = 1;
    settings.handicap = session->handicap;
    for (int i = 0; i < GROUP_COUNT; i++)
        settings.knowledge[i] = i == session->drill ? 0 : 100; /* of an opponent not limited */
    paths_maia(settings.maia_folder, sizeof settings.maia_folder);
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s",
             options->syzygy_path && !session->handicap.limited ? options->syzygy_path : "");
    enum method method = session->handicap.method; /* two open as people do, without a book */
    settings.own_book =
        options->book_path && !(session->handicap.limited &&
                                (method == METHOD_HUMAN || method == METHOD_MAIA));
    snprintf(settings.book_file, sizeof settings.book_file, "%s",
             options->book_path ? options->book_path : "");
    struct error error = {0};
    session->configured = engine_configure(session->opponent, &settings, &error);
    if (!session->configured)
        session_say(session, "The opponent cannot be set up: %s", error.message);
    return session->configured;
}

static struct limits opponent_limits(const struct session *session)
{
    Move moves[CHESS_MOVES_MAX];
    struct limits limits = {0};
    if (!session->guest && !session->handicap.limited &&
        chess_moves(&session->live->position, moves) == 1)
        limits.depth = FORCED_DEPTH;
    if (session->live->parent && session->live->elapsed > 0)
        limits.opponent_spent = session->live->elapsed;
    if (session->control.untimed) {
        limits.movetime = strength_natural_time(session->options.strength).allotted;
        return limits;
    }
    int64_t now = text_now();
    limits.clock = true;
    for (int side = WHITE; side <= BLACK; side++) {
        limits.time[side] = clock_remaining(&session->clock, side, now);
        limits.increment[side] = session->control.increment;
    }
    limits.moves_to_go = clock_moves_to_go(&session->clock, session->live->position.side);
    return limits;
}

bool session_think(struct session *session)
{
    session_interrupt(session);
    struct limits limits = opponent_limits(session);
    session->began_thinking = text_now();
    if (session->guest) {
        if (!session_ask_guest(session, &limits))
            return false;
    } else {
        if (!configure_opponent(session) ||
            !place_engine(session->opponent, session->live, NULL, &limits))
            return false;
        session->opponent_request = engine_start(session->opponent, &limits);
    }
    session->opponent_job = OPPONENT_MOVES;
    session->changed |= CHANGED_THINKING;
    return true;
}

void session_interrupt(struct session *session)
{
    if (session->guest && session->opponent_job == OPPONENT_MOVES)
        thinker_forget(session->guest);
    else if (session->opponent_job == OPPONENT_MOVES)
        engine_stop(session->opponent);
    session->opponent_job = OPPONENT_IDLE;
    session->move_ready = false;
}

void session_forget_nodes(struct session *session)
{
    session_interrupt(session);
    session_give_up_analyst(session);
    session_rest(session);
    session->analyst_node = NULL;
    session->decided_node = session->hint_node = NULL;
    session->have_analysis = session->have_decided = session->have_thinking = false;
    session->hint = (struct hint){0};
}

/* ---- the natural time of a move ---- */

static bool recaptures(const struct game_node *node, Move move)
{
    return node->parent && move_to(node->move) == move_to(move) &&
           chess_is_capture(&node->parent->position, node->move) &&
           chess_is_capture(&node->position, move);
}

/* What a person plays without thinking: the only move, a recapture, an opening that has a name or
 * is in the book. */
static bool needs_no_thought(const struct session *session, Move move)
{
    Move moves[CHESS_MOVES_MAX];
    const char *eco, *name;
    struct position next = session->live->position;
    if (session->thinking.from_book || chess_moves(&next, moves) == 1 ||
        recaptures(session->live, move))
        return true;
    chess_play(&next, move);
    return session->options.openings &&
           opening_at_position(session->options.openings, &next, &eco, &name);
}

/* When a move found may be seen: at once where a person would not think, else after a share of
 * the time allotted that differs from move to move but is the same in every replay. */
static int64_t natural_moment(const struct session *session, Move move)
{
    if (!session->options.natural_delay)
        return session->began_thinking;
    const struct natural_time natural = strength_natural_time(session->options.strength);
    const struct position *position = &session->live->position;
    int64_t now = text_now(), allotted = natural.allotted, shortest = natural.shortest;
    if (!session->control.untimed) {
        int64_t left = clock_remaining(&session->clock, position->side, now);
        allotted = left / 40 + session->control.increment * 3 / 4;
        shortest = shortest < allotted ? shortest : allotted;
    }
    int64_t wait = shortest;
    if (chess_is_legal(position, move) && !needs_no_thought(session, move)) {
        int64_t share = 30 + (int64_t)((position->key ^ session->handicap.seed) % 71);
        if (session->live->ply < OPENING_PLIES)
            share /= 3;
        wait = shortest + (allotted - shortest) * share / 100;
    }
    if (session->control.untimed)
        return session->began_thinking + (wait < natural.longest ? wait : natural.longest);
    int64_t most = clock_remaining(&session->clock, position->side, now) - FLAG_MARGIN;
    int64_t moment = session->began_thinking + wait;
    return moment < now + most ? moment : now + (most > 0 ? most : 0);
}

/* ---- the opponent ---- */

static void play_found(struct session *session, int64_t now)
{
    if (!session->move_ready || now < session->show_at)
        return;
    session->move_ready = false;
    session->opponent_job = OPPONENT_IDLE;
    Move move = session->thinking.best;
    if (!chess_is_legal(&session->live->position, move)) {
        session_say(session, "The opponent found no move; type undo, or go to ask again.");
        return;
    }
    if (session_opponent_resigns(session, &session->thinking) ||
        !session_make(session, move, &session->thinking.decision))
        return;
    session->decided = session->thinking;
    session->have_decided = true;
    session->decided_node = session->live;
    session_opponent_moved(session, &session->decided);
}

static void poll_opponent(struct session *session, int64_t now)
{
    if (engine_poll(session->opponent, &session->heard) &&
        session->opponent_job != OPPONENT_IDLE && !session->guest &&
        session->heard.id == session->opponent_request) {
        session->thinking = session->heard;
        session->have_thinking = true;
        session->changed |= CHANGED_THINKING;
        if (session->heard.finished) {
            session->move_ready = true;
            session->show_at = natural_moment(session, session->heard.best);
        }
    }
    session_poll_guest(session);
    play_found(session, now);
}

/* ---- the analyst ---- */

static bool ready_analyst(struct session *session, int lines)
{
    const struct session_options *options = &session->options;
    if (!session->analyst) {
        session->analyst = engine_create(options->wake, options->context);
        if (!session->analyst) {
            session_say(session, "There is no memory for analysis.");
            return false;
        }
    }
    struct engine_settings settings = *engine_settings(session->analyst);
    int threads = options->threads < 1 ? 1 : options->threads;
    int hash_mb = options->hash_mb > 0 ? options->hash_mb : settings.hash_mb;
    const char *syzygy = options->syzygy_path ? options->syzygy_path : "";
    if (settings.threads == threads && settings.multi_pv == lines && settings.hash_mb == hash_mb &&
        strcmp(settings.syzygy_path, syzygy) == 0)
        return true;
    settings.threads = threads;
    settings.multi_pv = lines;
    settings.hash_mb = hash_mb;
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", syzygy);
    struct error error = {0};
    if (engine_configure(session->analyst, &settings, &error))
        return true;
    session_say(session, "The analysis cannot be set up: %s", error.message);
    return false;
}

static void start_analyst(struct session *session, enum analyst_job job,
                          const struct game_node *node, int lines, const struct limits *limits)
{
    session->have_analysis = session->turn_due = false;
    session->analyst_job = ANALYST_IDLE;
    if (!ready_analyst(session, lines) || !place_engine(session->analyst, node, NULL, limits))
        return;
    session->analyst_node = node;
    session->analyst_request = engine_start(session->analyst, limits);
    session->analyst_job = job;
}

/* The threat and the level, for the position shown. */
void session_turn_scout(struct session *session)
{
    const struct session_options *options = &session->options;
    struct error error = {0};
    if (session->mode != MODE_ANALYSING)
        return;
    if (!session->scout)
        session->scout = scout_create(options->wake, options->context, options->strength);
    if (!session->scout)
        session_say(session, "There is no memory for the level.");
    else if (!scout_turn(session->scout, session->shown, &session->handicap, &error))
        session_say(session, "The level cannot be set up: %s", error.message);
    session->changed |= CHANGED_ANALYSIS;
}

/* Right are the best move and those as good; by the tables, all that keep the result. */
const struct scouted *session_scouted(struct session *session)
{
    const struct report *report = &session->analysis;
    Move right[ANALYSIS_LINES];
    int count = 0;
    if (session->mode != MODE_ANALYSING || !session->scout)
        return NULL;
    if (session->tables_known)
        return scout_found(session->scout, session->tables.keeping, session->tables.count);
    bool known = session->have_analysis && session->analyst_node == session->shown;
    for (int i = 0; known && i < report->line_count && i < ANALYSIS_LINES; i++) {
        if (report->lines[i].length > 0 &&
            report->lines[i].score >= report->lines[0].score - AS_GOOD)
            right[count++] = report->lines[i].moves[0];
    }
    return scout_found(session->scout, right, count);
}

void session_restart_analysis(struct session *session)
{
    if (session->hint_node != session->shown && session->hint.rung > 0) {
        session->hint = (struct hint){0};
        session->hint_node = NULL;
        session->changed |= CHANGED_HINT;
        if (session->analyst_job == ANALYST_HINTS)
            session_give_up_analyst(session);
    }
    if (session->mode != MODE_ANALYSING)
        return;
    session->changed |= CHANGED_ANALYSIS;
    session->have_analysis = session->tables_known = false;
    session_give_up_analyst(session);
    session_rest(session);
    session->turn_due = true;
}

/* Analysis turns to the position shown once the engines have stopped: a tick may wait for that, who
 * steps through a game must not. Their last reports wake the owner for it. */
static void turn_analysis(struct session *session)
{
    const struct limits limits = {.infinite = true};
    if ((session->analyst && engine_is_thinking(session->analyst)) ||
        (session->scout && scout_is_thinking(session->scout)))
        return;
    session->turn_due = false;
    if (session->mode != MODE_ANALYSING)
        return;
    if (!session_turn_watcher(session))
        start_analyst(session, ANALYST_ANALYSES, session->shown, ANALYSIS_LINES, &limits);
    session_look_up(session);
    session_turn_scout(session);
}

void session_analyze(struct session *session, bool on)
{
    bool wanted = on || session_is_study(session); /* without a game there is nothing else to do */
    if (wanted && session->mode != MODE_ANALYSING)
        session_set_mode(session, MODE_ANALYSING);
    else if (!wanted && session->mode == MODE_ANALYSING)
        session_set_mode(session, session_home(session));
}

void session_pause_analysis(struct session *session)
{
    if (session->mode == MODE_ANALYSING)
        session_set_mode(session, session_home(session));
}

static void tell_hint(struct session *session, const struct report *report)
{
    int rung = session->hint.rung;
    hint_explain(&session->hint_node->position, report, &session->hint);
    session->hint.rung = rung;
    session->hint.pending = false;
    session->changed |= CHANGED_HINT;
}

/* The analysis going on hints as well, once it has seen enough. */
static void hint_from_analysis(struct session *session)
{
    const struct report *report = &session->analysis;
    bool enough = report->finished || report->nodes >= ENOUGH_NODES ||
                  report->elapsed >= ENOUGH_MILLISECONDS;
    if (enough && session->hint.pending && session->hint_node == session->analyst_node &&
        report->line_count > 0)
        tell_hint(session, report);
}

/* A hint's search has finished: goes on from the end of its line, or tells the hint. */
static void go_on_with_hint(struct session *session)
{
    const struct limits limits = {.nodes = HINT_NODES / 4, .movetime = HINT_MILLISECONDS / 4};
    struct report *hinted = &session->hinted;
    bool more = true;
    if (session->hint_searches++ == 0)
        *hinted = session->analysis;
    else
        more = hint_append(&hinted->lines[0], &session->analysis);
    session->analyst_job = ANALYST_IDLE;
    if (!session->hint.pending || session->hint_node != session->analyst_node)
        return;
    if (more && session->hint_searches < HINT_SEARCHES && hinted->line_count > 0 &&
        hint_wants_more(&session->hint_node->position, &hinted->lines[0]) &&
        place_engine(session->analyst, session->hint_node, &hinted->lines[0], &limits)) {
        session->analyst_request = engine_start(session->analyst, &limits);
        session->analyst_job = ANALYST_HINTS;
    } else {
        tell_hint(session, hinted);
    }
}

/* A search of one line to a fixed size. */
static void start_score(struct session *session, enum analyst_job job,
                        const struct game_node *node, int effort)
{
    const struct limits limits = {.nodes = (uint64_t)effort * REVIEW_NODES,
                                  .movetime = (int64_t)effort * REVIEW_MILLISECONDS};
    start_analyst(session, job, node, 1, &limits);
}

bool session_start_scoring(struct session *session, const struct game_node *node)
{
    start_score(session, ANALYST_SCORES, node, 1);
    return session->analyst_job == ANALYST_SCORES;
}

bool session_start_judging(struct session *session, const struct game_node *node, int effort)
{
    start_score(session, ANALYST_JUDGES, node, effort);
    return session->analyst_job == ANALYST_JUDGES;
}

static void take_score(struct session *session)
{
    const struct game_node *node = session->analyst_node;
    enum analyst_job job = session->analyst_job;
    struct ledger_score score = ledger_from_report(&node->position, &session->analysis);
    session->analyst_job = ANALYST_IDLE;
    if (job == ANALYST_JUDGES && session->mode == MODE_GUESSING)
        session_guess_scored(session, &score);
    else if (job == ANALYST_JUDGES)
        session_judge_try(session, &score);
    else
        (void)session_keep_score(session, node, &score);
}

/* There is news of the position analysed. */
static void take_analysis(struct session *session)
{
    session->have_analysis = true;
    session->changed |= CHANGED_ANALYSIS;
    hint_from_analysis(session);
}

static void poll_analyst(struct session *session)
{
    if (session->watcher && session->analyst_job == ANALYST_ANALYSES) {
        if (session_poll_watcher(session))
            take_analysis(session);
        return;
    }
    if (!session->analyst || !engine_poll(session->analyst, &session->analysis) ||
        session->analyst_job == ANALYST_IDLE ||
        session->analysis.id != session->analyst_request)
        return;
    if (session->analyst_job == ANALYST_SCORES || session->analyst_job == ANALYST_JUDGES) {
        if (session->analysis.finished)
            take_score(session);
        return;
    }
    if (session->analyst_job == ANALYST_ANALYSES)
        take_analysis(session);
    else if (session->analysis.finished)
        go_on_with_hint(session);
}

/* A hint that is pending comes from an analysis, or from a search for it alone: if neither goes on,
 * it could not be started or was ended, and there will be no hint. */
static void give_up_hint(struct session *session)
{
    bool comes = session->turn_due || session->analyst_job == ANALYST_ANALYSES ||
                 session->analyst_job == ANALYST_HINTS;
    if (!session->hint.pending || comes)
        return;
    session->hint = (struct hint){0};
    session->hint_node = NULL;
    session->changed |= CHANGED_HINT;
    session_say(session, "There is no hint: no analysis is going on.");
}

void session_command_hint(struct session *session, struct session_reply *reply)
{
    Move moves[CHESS_MOVES_MAX];
    if (session_goes_on(session) && session->shown == session->live && !session_your_turn(session)) {
        reply_set(reply, REPLY_REFUSED, "A hint is for your own move; it is the opponent's turn.");
        return;
    }
    if (session_card_is_over(session, reply))
        return;
    if (chess_moves(&session->shown->position, moves) == 0) {
        reply_set(reply, REPLY_REFUSED, "There is no move to hint at.");
        return;
    }
    reply_set(reply, REPLY_DONE, "%s", "");
    if (session->mode != MODE_PRACTISING)
        session_unrate(session, "hints were asked for");
    session->changed |= CHANGED_HINT;
    if (session->hint_node == session->shown && session->hint.rung > 0) {
        if (session->hint.rung < HINT_RUNGS)
            session->hint.rung++; /* counts too while the first is being thought about */
        return;
    }
    session->hint = (struct hint){.rung = 1, .pending = true};
    session->hint_node = session->shown;
    session->hint_searches = 0;
    if (session->mode == MODE_ANALYSING) {
        if (session->have_analysis)
            hint_from_analysis(session);
        return;
    }
    const struct limits limits = {.nodes = HINT_NODES, .movetime = HINT_MILLISECONDS};
    start_analyst(session, ANALYST_HINTS, session->shown, 1, &limits);
    session->hint.pending = session->analyst_job == ANALYST_HINTS;
    if (!session->hint.pending)
        session->hint = (struct hint){0};
}

void session_poll_engines(struct session *session, int64_t now)
{
    poll_opponent(session, now);
    if (session->turn_due)
        turn_analysis(session);
    session_poll_starting(session);
    poll_analyst(session);
    if (session->scout && scout_poll(session->scout))
        session->changed |= CHANGED_ANALYSIS;
    give_up_hint(session);
    session_go_on_scoring(session);
}
