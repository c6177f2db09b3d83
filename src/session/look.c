/* The view of a session: which position is shown, and everything that a screen draws. */
#include <stdio.h>
#include <string.h>

#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/practice.h"
#include "src/util/text.h"

/* Returns the child of `from` that leads to `target`. If `target` does not come after `from`,
 * returns the first move of the main line from `from` on. */
static struct game_node *step_towards(struct game_node *from, struct game_node *target)
{
    for (struct game_node *node = target; node && node->parent; node = node->parent) {
        if (node->parent == from)
            return node;
    }
    return from->child;
}

/* The node that STEP_END shows: the end of the line that contains `shown`, or the end of the game
 * if `shown` is already at the end of its line. */
static struct game_node *end_of(const struct session *session, struct game_node *shown)
{
    for (const struct game_node *node = session->live; node; node = node->parent)
        if (node == shown)
            return session->live;
    struct game_node *end = game_end_of_line(shown);
    return end == shown ? session->live : end;
}

bool session_step(struct session *session, enum step step)
{
    const struct practice *practice = &session->practice;
    struct game_node *node = session->shown;
    if ((session->mode == MODE_PRACTISING && !practice->over) ||
        session->mode == MODE_SETTING_UP || session->mode == MODE_GUESSING)
        return false;
    switch (step) {
    case STEP_BACK: node = node->parent; break;
    case STEP_FORWARD:
        node = step_towards(node, practice->over ? practice->node : session->live);
        break;
    case STEP_START:
        node = practice->over ? practice->game->root : session->game->root;
        break;
    case STEP_END:
        node = practice->over ? practice->node : end_of(session, node);
        break;
    }
    if (!node || node == session->shown)
        return false;
    session_show(session, node);
    return true;
}

/* The bar that is shown: in a game that counts for the user's rating, where the bar must not help,
 * BAR_USUAL instead of BAR_SHOWN. */
static enum evaluation_bar shown_bar(const struct session *session)
{
    return session->bar == BAR_SHOWN && session_counts(session) ? BAR_USUAL : session->bar;
}

bool session_would_show_bar(const struct session *session, const char *argument)
{
    const enum evaluation_bar bar = shown_bar(session);
    bool shown = bar == BAR_SHOWN || (bar == BAR_USUAL && session->mode == MODE_ANALYSING);
    return *argument ? strcmp(argument, "on") == 0 : !shown;
}

static void view_clock(const struct session *session, struct session_view *view)
{
    int64_t now = text_now();
    for (int side = WHITE; side <= BLACK; side++) {
        int64_t left = clock_remaining(&session->clock, side, now);
        view->remaining[side] = left > 0 ? left : 0;
        view->moves_to_go[side] = clock_moves_to_go(&session->clock, side);
    }
}

static void view_reports(const struct session *session, struct session_view *view)
{
    view->has_thinking = session->have_thinking;
    if (session->have_thinking)
        view->thinking = session->thinking;
    view->is_pondering = session->opponent_job == OPPONENT_PONDERS;
    view->pondered = session->pondered;
    view->has_decided = session->have_decided;
    if (session->have_decided) {
        view->decided = session->decided;
        view->decided_node = session->decided_node;
    }
    const struct whatif_path *path = session->whatif ? whatif_path(session->whatif) : NULL;
    view->has_path = path != NULL;
    if (path)
        view->path = *path;
}

/* Fills in the view of a card, which is shown instead of the game. */
static void view_card(const struct session *session, struct session_view *view)
{
    const struct practice *practice = &session->practice;
    view->game = practice->game;
    view->live = practice->node;
    view->card = &practice->cards[practice->at];
    view->result = practice->game->result;
    view->control = (struct time_control){.untimed = true}; /* a card has no clocks to show */
    view->you = view->card->position.side;
    view->card_number = practice->at + 1;
    view->card_count = practice->count;
    view->card_of_game = practice->kind == PRACTICE_GAME;
    view->card_over = practice->over;
    view->card_last = practice_is_last(practice);
    card_words(view->card, practice->over ? CARD_SOLVED : CARD_ASKED, view->card_text,
               sizeof view->card_text);
    view->card_beside = practice->beside;
    view->card_compares = practice->over && practice->asked;
    view->hint_cost = practice_hint_cost(session);
    view->judging = practice->judging;
    if (view->shown == practice->game->root)
        view->last = view->card->last;
}

/* Takes the opponent's name from the game's tags: the name of the player against the side `you`. */
static void view_player(const struct session *session, int you, struct session_view *view)
{
    const char *other = game_tag(session->game, you == WHITE ? "Black" : "White");
    snprintf(view->opponent, sizeof view->opponent, "%s", other ? other : "?");
}

const char *session_view_name(const struct session_view *view, int color)
{
    const char *tag = game_tag(view->game, color == WHITE ? "White" : "Black");
    const char *side = color == WHITE ? "White" : "Black";
    if (view->card)
        return color == view->card->position.side ? "You" : side;
    if (view->you < 0 || view->others)
        return tag && *tag && strcmp(tag, "?") != 0 ? tag : side;
    return color == view->you ? "You" : view->opponent;
}

/* What the view says about the game, its result and its opponent. */
static void view_game(const struct session *session, struct session_view *view)
{
    bool of_file = session->record.loaded && !session_goes_on(session);
    if (of_file)
        view->control = (struct time_control){.untimed = true}; /* a studied game has no running
                                                                 * clock; the clock times from its
                                                                 * file are shown */
    view->your_side = session_reviewed_side(session);
    snprintf(view->premove, sizeof view->premove, "%s", session->premove);
    view->premoved = session->premove[0] ? session->premoved : NO_MOVE;
    snprintf(view->ending, sizeof view->ending, "%s", session->record.ending);
    view->takebacks = session->rated.takebacks;
    if (!session_goes_on(session))
        session_rated_words(session, view->rated, sizeof view->rated);
    snprintf(view->message, sizeof view->message, "%s", session->message);
    session_opponent_name(session, view->opponent, sizeof view->opponent);
    session_next_name(session, view->next_opponent, sizeof view->next_opponent);
    if (session->record.ended)
        snprintf(view->opponent, sizeof view->opponent, "%s", session->record.opponent);
    if (of_file && view->your_side >= 0)
        view_player(session, view->your_side, view);
    if (session->options.openings &&
        !opening_of(session->options.openings, session->shown, &view->eco, &view->opening))
        view->eco = view->opening = NULL;
    view->blindfold = session->blindfold && session_goes_on(session) &&
                      session->mode == session_game_mode(session);
    view->peeks = session->peeks;
}

/* The position that is set up is shown instead of the game. */
static void view_setup(const struct session *session, struct session_view *view)
{
    view->shown = &session->setup_node;
    view->setting_up = true;
    view->setup = session->setup;
    snprintf(view->setup_trouble, sizeof view->setup_trouble, "%s", session->setup_trouble);
}

static void view_guess(const struct session *session, struct session_view *view)
{
    view->guessing = true;
    view->judging = session->guess.judging;
    view_player(session, session->guess.side, view);
}

/* What engines, probes, the book and endgame tables say about the position shown. */
static void view_analysis_of_shown(struct session *session, struct session_view *view)
{
    view->has_analysis = session->have_analysis && session->analyst_node == session->shown;
    if (view->has_analysis)
        view->analysis = session->analysis;
    if (view->analyzing)
        session_view_book(session, view);
    view->tables_known = session->tables_known;
    view->tables = session->tables;
    view->analyst_starts = session->starting != NULL;
    view->analyst[0] = '\0';
    if (session->async_analyst)
        async_player_name(session->async_analyst, view->analyst, sizeof view->analyst);
    const struct probed *probed = session_probed(session);
    view->has_probed = probed != NULL;
    if (probed)
        view->probed = *probed;
    view->has_groups = session_group_effects(session, &view->groups);
}

void session_view(struct session *session, struct session_view *view)
{
    enum mode mode = session->mode == MODE_SETTING_UP ? session->behind : session->mode;
    *view = (struct session_view){
        .game = session->game,
        .live = session->live,
        .shown = session->shown,
        .last = session->shown->move,
        .you = session->record.you,
        .playing = session_goes_on(session),
        .your_turn = session_your_turn(session),
        .awaiting_move = session->opponent_job == OPPONENT_MOVES,
        .result = session->game->result,
        .handicap = session->handicap,
        .level = session_level(session),
        .stepped = session->stepped,
        .next_level = session->next_level,
        .strength = session->options.strength,
        .scale = session->options.scale,
        .drill = session->drill,
        .lost_games = session->rated.lost_games,
        .calm = session->calm,
        .pressure = session->pressure,
        .control = session->control,
        .analyzing = mode == MODE_ANALYSING || mode == MODE_STUDYING,
        .loading = session->load != NULL,
        .from_file = session->record.path[0] != '\0',
        .analysis_failed =
            session->mode == MODE_ANALYSING && !session->turn_due &&
            ((session->analyst_job != ANALYST_ANALYSES && session->analyst_job != ANALYST_HINTS) ||
             !session->level_probe),
        .no_game = session_is_study(session),
        .others = session_played_by_others(session),
        .hint = session->hints.hint,
    };
    view_game(session, view);
    view_clock(session, view);
    view_reports(session, view);
    if (session->mode == MODE_PRACTISING)
        view_card(session, view);
    view->bar = shown_bar(session);
    if (session->mode == MODE_SETTING_UP) {
        view_setup(session, view);
        return;
    }
    if (session->mode == MODE_GUESSING)
        view_guess(session, view);
    view->kept = session_goes_on(session) && session->record.stored_id &&
                 !store_writer_owes(session->writer, session->record.stored_id);
    view->unsaved = session->record.edited && session->record.path[0];
    view_analysis_of_shown(session, view);
}

void session_trace(const struct session *session, bool full, struct trace *trace)
{
    struct weights weights;
    bool naive = !full && session->handicap.limited;
    if (naive)
        weights_of_level(&weights, session->handicap.knowledge);
    evaluation_explain(&session->shown->position, naive ? &weights : weights_full(), trace);
}
