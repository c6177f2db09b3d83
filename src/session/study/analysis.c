/* Analyses the position shown: starts the analyst, the level probe and the group probe on it, and
 * the searches that judge a move. */
#include <stdio.h>
#include <string.h>

#include "src/player/engine_position.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"

enum { ANALYSIS_LINES = 3 };

void session_show(struct session *session, struct game_node *node)
{
    if (session->shown == node)
        return;
    session->shown = node;
    session->changed |= CHANGED_BOARD;
    session_restart_analysis(session);
}

/* Removes the variations tried in analysis from a game that was played here. Only the line played
 * remains. */
static void prune(struct session *session)
{
    if (session->record.loaded || session_is_study(session))
        return;
    /* The line played keeps its nodes. Of what refers to others, only the analyst, the level probe
     * and a hint must forget them. */
    session_give_up_analyst(session);
    session->analyst_node = session->hints.node = NULL;
    session_rest(session);
    session->have_analysis = false;
    session->hints.hint = (struct hint){0};
    session->shown = session->live;
    while (session->live->child)
        game_remove(session->live->child);
    for (struct game_node *node = session->live; node->parent; node = node->parent) {
        struct game_node *child = node->parent->child;
        while (child) {
            struct game_node *next = child->sibling;
            if (child != node)
                game_remove(child);
            child = next;
        }
    }
    session->changed |= CHANGED_BOARD | CHANGED_HINT;
}

bool session_ready_analyst(struct session *session, int lines)
{
    const struct session_options *options = &session->options;
    if (!session->analyst) {
        session->analyst = engine_create(options->wake, options->context);
        if (!session->analyst) {
            session_say(session, "There is not enough memory for analysis.");
            return false;
        }
    }
    struct engine_settings settings = *engine_settings(session->analyst);
    int threads = options->threads < 1 ? 1 : options->threads;
    int hash_mb = options->hash_mb > 0 ? options->hash_mb : settings.hash_mb;
    const char *syzygy = options->syzygy_path ? options->syzygy_path : "";
    if (settings.threads == threads && settings.multi_pv == lines && settings.hash_mb == hash_mb &&
        strcmp(settings.syzygy_path, syzygy) == 0 && settings.common_scores)
        return true;
    settings.common_scores = true;
    settings.threads = threads;
    settings.multi_pv = lines;
    settings.hash_mb = hash_mb;
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", syzygy);
    struct error error = {0};
    if (engine_configure(session->analyst, &settings, &error))
        return true;
    session_say(session, "The analysis cannot be started: %s", error.message);
    return false;
}

static void start_analyst(struct session *session, enum analyst_job job,
                          const struct game_node *node, int lines, const struct limits *limits)
{
    session->have_analysis = session->turn_due = false;
    session->analyst_job = ANALYST_IDLE;
    if (!session_ready_analyst(session, lines))
        return;
    if (!place_engine(session->analyst, node, NULL, limits)) {
        session_say(session, "There is not enough memory for analysis.");
        return;
    }
    session->analyst_node = node;
    session->analyst_request = engine_start(session->analyst, limits);
    session->analyst_job = job;
}

void session_analyse_shown(struct session *session)
{
    const struct limits limits = session_analysis_limits(session);
    if (!session_turn_async_analyst(session))
        start_analyst(session, ANALYST_ANALYSES, session->shown, ANALYSIS_LINES, &limits);
}

/* Makes the level probe search the position shown for the threat and the level's moves. */
void session_turn_level_probe(struct session *session)
{
    const struct session_options *options = &session->options;
    struct error error = {0};
    if (session->mode != MODE_ANALYSING)
        return;
    if (!session->level_probe)
        session->level_probe =
            level_probe_create(options->wake, options->context, options->strength);
    if (!session->level_probe)
        session_say(session, "There is not enough memory to show the level's moves.");
    else if (!level_probe_turn(session->level_probe, session->shown, &session->handicap, &error))
        session_say(session, "The level's moves cannot be shown: %s", error.message);
    session->changed |= CHANGED_ANALYSIS;
    session->groups_due = session->groups_wanted;
    if (session->group_probe)
        group_probe_stop(session->group_probe);
}

const struct probed *session_probed(struct session *session)
{
    if (session->mode != MODE_ANALYSING || !session->level_probe)
        return NULL;
    /* if the endgame tables have the position, all moves that keep the result are right */
    return level_probe_found(session->level_probe, session->tables.keeping,
                             session->tables_known ? session->tables.count : 0);
}

/* The groups */

void session_show_groups(struct session *session, bool on)
{
    if (session->groups_wanted == on)
        return;
    session->groups_wanted = session->groups_due = on;
    if (!on && session->group_probe)
        group_probe_stop(session->group_probe);
    session->changed |= CHANGED_ANALYSIS;
}

bool session_group_effects(struct session *session, struct group_effects *effects)
{
    if (session->mode != MODE_ANALYSING || !session->group_probe || session->turn_due ||
        session->groups_due)
        return false;
    const struct probed *probed = session_probed(session);
    return group_probe_found(session->group_probe, probed ? probed->right : NULL,
                             probed ? probed->right_count : 0, effects);
}

/* Starts the group probe on the position shown if groups_due is set and its last search has
 * stopped. The end of that search wakes the owner, whose next tick calls this function again. */
void session_poll_groups(struct session *session)
{
    const struct session_options *options = &session->options;
    if (!session->groups_wanted || session->mode != MODE_ANALYSING || session->turn_due)
        return;
    if (session->groups_due && !session->group_probe)
        session->group_probe =
            group_probe_create(options->wake, options->context, options->strength);
    if (!session->group_probe)
        return;
    if (session->groups_due && !group_probe_is_thinking(session->group_probe)) {
        session->groups_due = false;
        if (!group_probe_turn(session->group_probe, session->shown, &session->handicap))
            session_say(session, "There is not enough memory for the debug page.");
        session->changed |= CHANGED_ANALYSIS;
    }
    if (!session->groups_due && group_probe_poll(session->group_probe))
        session->changed |= CHANGED_ANALYSIS;
}

void session_forget_nodes(struct session *session)
{
    session_interrupt(session);
    session_give_up_analyst(session);
    session_rest(session);
    session->analyst_node = NULL;
    session->decided_node = session->hints.node = NULL;
    session->have_analysis = session->have_decided = session->have_thinking = false;
    session->hints.hint = (struct hint){0};
}

void session_analyze(struct session *session, bool on)
{
    bool wanted = on || session_is_study(session); /* without an opponent, analysis is always on */
    if (wanted && session->mode != MODE_ANALYSING)
        session_set_mode(session, MODE_ANALYSING);
    else if (!wanted && session->mode == MODE_ANALYSING)
        session_set_mode(session, session_game_mode(session));
}

void session_pause_analysis(struct session *session)
{
    if (session->mode == MODE_ANALYSING)
        session_set_mode(session, session_game_mode(session));
}

/* Starts a search for the best line at `node`, with `effort` times the usual nodes and time. */
static void start_judging(struct session *session, const struct game_node *node, int effort)
{
    const struct limits limits = {.nodes = (uint64_t)effort * REVIEW_NODES,
                                  .movetime = (int64_t)effort * REVIEW_MILLISECONDS};
    start_analyst(session, ANALYST_JUDGES, node, 1, &limits);
}

bool session_start_judging(struct session *session, const struct game_node *node, int effort)
{
    start_judging(session, node, effort);
    return session->analyst_job == ANALYST_JUDGES;
}

/* Ends analysing. If the session returns to a game that was played here, also removes the
 * variations tried and shows the last position. In a game from a file the position shown stays,
 * because the analysis may only be paused, for example for the review. */
void session_leave_analysis(struct session *session, enum mode next)
{
    session_give_up_analyst(session);
    session->have_analysis = false;
    session_rest(session);
    session->changed |= CHANGED_ANALYSIS | CHANGED_BOARD;
    if (next != MODE_PLAYING_ON) /* while playing on, the opponent is the level that the analysis
                                  * shows */
        session_use_opponent(session);
    if (next != MODE_PLAYING && next != MODE_PLAYING_ON && next != MODE_FINISHED)
        return;
    prune(session);
    if (!session->record.loaded || next != MODE_FINISHED)
        session->shown = session->live;
}

void session_enter_analysis(struct session *session, enum mode before)
{
    (void)before;
    session_unrate(session, "it was analysed during the game");
    session_use_shown_level(session);
    session->changed |= CHANGED_ANALYSIS | CHANGED_BOARD;
    session_restart_analysis(session);
}
