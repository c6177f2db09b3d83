/* The analysis of the position shown, by our engine or another, and the level shown. */
#pragma once

#include <stdbool.h>

#include "engine/strength.h"
#include "src/review/group_probe.h"
#include "src/review/level_probe.h"
#include "src/session/mode.h"

struct session;
struct session_view;

/* Milliseconds for the analysis of one position, unless the user chose other limits. It then stops,
 * so that a window left open does not keep the processor busy. */
enum { ANALYSIS_LONGEST = 5 * 60 * 1000 };

/* What the analyst's engine is working on. A report with the id of an earlier request than the
 * current one is ignored. */
enum analyst_job {
    ANALYST_IDLE,
    ANALYST_HINTS,
    ANALYST_ANALYSES,
    ANALYST_JUDGES, /* judges a move played in practice, or a guess */
};

/* The one of two levels, the opponent's and the one that an analysis shows, that session->handicap
 * does not have at present; see study/shown_level.c. */
struct kept_level {
    struct handicap handicap;
    int level;
};

/* study/analysis.c */
/* Creates and configures the analyst's engine. Returns false and says why on failure. */
bool session_ready_analyst(struct session *session, int lines);
/* Starts the analysis of the position shown, by another engine if the user chose one. */
void session_analyse_shown(struct session *session);
/* Shows `node` and restarts the analysis of the position shown. */
void session_show(struct session *session, struct game_node *node);
void session_turn_level_probe(struct session *session); /* gives the level probe the position shown
                                                           and the level to work on */
const struct probed *session_probed(struct session *session);
bool session_group_effects(struct session *session, struct group_effects *effects);
void session_poll_groups(struct session *session);
/* Stops the engines and clears the pointers to nodes. Call it before nodes of the game are
 * freed. */
void session_forget_nodes(struct session *session);
/* Starts a search of `node` to judge the user's move, with `effort` times REVIEW_NODES nodes.
 * Returns false if it cannot start. */
bool session_start_judging(struct session *session, const struct game_node *node, int effort);
void session_leave_analysis(struct session *session, enum mode next);
void session_enter_analysis(struct session *session, enum mode before);

/* study/shown_level.c */
/* Returns true if a new level changes only what the analysis shows, not an opponent. */
bool session_shows_level(const struct session *session);
/* From now on the analysis shows a level different from the opponent's: stores the opponent in
 * session->kept, and lets session->handicap be the level shown. */
void session_part_levels(struct session *session);
/* session_use_shown_level lets session->handicap be the level that the analysis shows,
 * session_use_opponent the opponent. */
void session_use_shown_level(struct session *session);
void session_use_opponent(struct session *session);
/* Lets session->handicap be the opponent, as session_use_opponent does, and forgets the level that
 * the analysis showed, so that later analyses show the opponent's level again. */
void session_forget_shown_level(struct session *session);

/* study/analyst.c */
void session_give_up_analyst(struct session *session); /* cancels the analyst's job and the scoring
                                                          of the game; does not wait */
/* Starts an external analyst; the present analyst continues until the new one is ready. Returns
 * false and sets *error on failure. */
bool session_call_analyst(struct session *session, const char *command, struct error *error);
/* Blocks until the external analyst has started. Returns false and sets *error on failure. */
bool session_await_analyst(struct session *session, struct error *error);
void session_poll_starting(struct session *session);
/* Returns the limits that the user chose for the analysis of each position, or ANALYSIS_LONGEST if
 * the user chose none. */
struct limits session_analysis_limits(const struct session *session);
/* Sends the position shown to the external analyst. Returns false if no such program is in use. */
bool session_turn_async_analyst(struct session *session);
bool session_poll_async_analyst(struct session *session);
void session_rest(struct session *session);         /* stops the probes and the external analyst */
void session_probe_tables(struct session *session); /* looks up the position shown in the endgame
                                                       tables */
void session_view_book(struct session *session, struct session_view *view);
void session_restart_analysis(struct session *session);
