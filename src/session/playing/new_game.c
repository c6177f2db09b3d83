/* Replaces the present game with a new game, a game from a file or the unfinished game in the
 * store. Also keeps the settings for the next game. */
#include <stdio.h>
#include <string.h>

#include "src/game/group_names.h"
#include "src/game/handicap_text.h"
#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/persist.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/playing/resign_draw.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/scoring.h"
#include "src/training/adaptive.h"
#include "src/util/random.h"

/* Clears the state of the last game and installs `game`. */
void session_replace_game(struct session *session, struct game *game)
{
    if (session->mode == MODE_SETTING_UP)
        session_set_mode(session, session->behind);
    session_stop_study(session);
    session_interrupt(session);
    session_hold(session);
    session_leave_game(session);
    session_keep_scores(session);
    session_forget_nodes(session);
    game_destroy(session->game);
    session->game = game;
    session->live = session->shown = game->root;
    session_forget_redo(session);
    session_forget_review(session, 0);
    session->record =
        (struct game_record){.you = session_is_study(session) ? -1 : session->record.you,
                             .status = session_is_study(session) ? STATUS_STUDIED : STATUS_NONE};
    session->review_wanted = false;
    session->message[0] = session->premove[0] = '\0';
    session->peeks = 0;
    session->clocked_from = 0;
    session->rated.odds = 0;
    session->rated.takebacks = 0;
    session->rated.unrated[0] = '\0';
    session->rated.stays_unrated = false;
    session->rated.counts_already = false;
    session->suspended.left = true;
    session->rated.from = session->rated.to = 0;
    session->rated.done = false;
    session_forget_resign_policy(session);
    session_change_drill(session, DRILL_NONE);
    session->changed |= CHANGED_BOARD | CHANGED_CLOCK | CHANGED_HINT | CHANGED_THINKING |
                        CHANGED_MESSAGE | CHANGED_SETTINGS;
}

/* Chooses one of the 960 start positions of Chess960 at random, sets options.start to it and
 * returns its number. */
static int draw_start(struct session *session)
{
    enum { STARTS = 960 };
    uint64_t drawn = random_mix(session->handicap.seed + random_mix((uint64_t)session->games + 1));
    int index = (int)(drawn % STARTS);
    chess_start_960(&session->options.start, index);
    return index;
}

static void choose_level(struct session *session)
{
    struct handicap next = session_next_handicap(session);
    if (!session->stepped && !session->options.adaptive)
        return;
    if (!session->stepped)
        next = handicap_at(
            session->options.strength, &next,
            adaptive_elo(&session->rated.rating, session->rated.points, session->rated.counted));
    (void)session_dismiss(session);
    session->handicap = next;
    session->stepped = session->configured = false;
}

bool session_new(struct session *session, struct error *error)
{
    int index = session->options.chess960 ? draw_start(session) : -1;
    int you = session->options.color;
    if (you != WHITE && you != BLACK)
        you = (int)(random_mix(session->handicap.seed + (uint64_t)session->games + 1) & 1);
    struct position start = session->options.start;
    if (session->options.odds)
        odds_place(session->options.odds, you, &start);
    struct game *game = game_create(&start);
    if (!game)
        return error_set(error, "out of memory");
    session_replace_game(session, game);
    session_forget_shown_level(session);
    session->color_chosen = false;
    session->games++;
    if (session_is_study(session)) {
        session_restart_analysis(session);
        return true;
    }
    session->record.you = you;
    session->rated.odds = session->options.odds;
    session->control = session->options.control;
    game->untimed = session->control.untimed;
    session_reset_clock(session);
    odds_set_clock(session->rated.odds, you, &session->clock);
    choose_level(session);
    session_begin_drill(session);
    session_begin_rating(session);
    engine_forget(session->opponent);
    session->guest_new_game = true;
    session_set_status(session, STATUS_GOING_ON);
    session_set_mode(session, session_game_mode(session));
    if (index >= 0)
        session_say(session,
                    "Chess960, position %d. To castle, type O-O or O-O-O, or move the "
                    "king onto its rook.",
                    index);
    session_tell_saving(session);
    session_turn(session);
    session_restart_analysis(session);
    return true;
}

/* Reads the scores and decisions in the comments of a game from a file. If this program saved it,
 * also restores the user's colour, the opponent and the drill from its tags. */
static void take_over_ledger(struct session *session)
{
    struct game *game = session->game;
    const char *opponent = game_tag(game, "FallibleOpponent"), *white = game_tag(game, "White");
    const char *control = game_tag(game, "TimeControl");
    struct handicap handicap;
    if (!ledger_read(&session->record.ledger, game))
        session_say(session, "out of memory");
    session_find_side(session);
    if (!opponent || session_is_study(session) || !handicap_text_read(opponent, &handicap))
        return;
    session->record.you = white && strcmp(white, "You") == 0 ? WHITE : BLACK;
    game->untimed |= control && strcmp(control, "-") == 0; /* the finished game had no clock */
    session_take_handicap(session, &handicap);
    const char *drill = game_tag(game, "FallibleDrill");
    if (drill && group_find(drill, &session->drill))
        session_drill_handicap(session);
}

void session_adopt(struct session *session, struct game *game, bool play_on)
{
    session_replace_game(session, game);
    if (play_on)
        session_forget_shown_level(session);
    session->record.loaded = true;
    take_over_ledger(session);
    session->live = game_end_of_line(game->root);
    session->shown = session_is_study(session) ? game->root : session->live;
    snprintf(session->record.ending, sizeof session->record.ending, "%s", game->termination);
    bool goes_on = play_on && !session_is_study(session) && game->result == RESULT_NONE;
    if (!session_is_study(session))
        session_set_status(session, goes_on ? STATUS_GOING_ON : STATUS_OVER);
    if (goes_on) {
        session_set_mode(session, session_game_mode(session));
        snprintf(session->rated.unrated, sizeof session->rated.unrated,
                 "the game comes from a file");
        session->rated.stays_unrated = true;
        session->clocked_from = session->live->ply;
        session_reset_clock(session);
        engine_forget(session->opponent);
        session_persist(session);
        session_turn(session);
    }
    session_restart_analysis(session);
}

bool session_alternates(const struct session *session)
{
    return session->options.color >= 0 && !session->color_chosen &&
           (session->games > 0 || session->recalled_color);
}

int session_next_color(const struct session *session)
{
    int color = session->options.color;
    return color < 0 ? -1 : session_alternates(session) ? !color : color;
}

void session_next_game(const struct session *session, int *color, struct time_control *control)
{
    *color = session_next_color(session);
    *control = session->options.control;
}

void session_set_next_game(struct session *session, int color, const struct time_control *control)
{
    session->options.color = color;
    session->color_chosen = true;
    session->options.control = *control;
}

struct handicap session_next_handicap(const struct session *session)
{
    const struct handicap *handicap =
        session->levels == OPPONENT_KEPT ? &session->kept.handicap : &session->handicap;
    return session->stepped
               ? handicap_at(session->options.strength, handicap, session->next_level)
               : *handicap;
}

void session_next_name(const struct session *session, char *text, size_t size)
{
    const struct handicap next = session_next_handicap(session);
    if (session->guest)
        async_player_name(session->guest, text, size);
    else
        scale_opponent_name(session->options.scale, session->options.strength, &next, text, size);
}

/* The rating of the opponent in the next game, defined as in session_level. */
static int next_level(const struct session *session)
{
    const bool kept = session->levels == OPPONENT_KEPT;
    const struct handicap *handicap = kept ? &session->kept.handicap : &session->handicap;
    return session->stepped               ? session->next_level
           : handicap_is_custom(handicap) ? (kept ? session->kept.level : session->level)
           : handicap->limited            ? handicap->elo
                                          : ELO_FULL;
}

/* Changes the rating of the next game's opponent by `step`, measured on the scale shown. */
static void step_level(struct session *session, int step, struct session_reply *reply)
{
    const struct scale *scale = session->options.scale;
    int now = next_level(session), min, max;
    char name[128], elo[16];
    scale_range(scale, scale_shown(scale), &min, &max);
    int level = now == ELO_FULL ? max : scale_level(scale, now), before = level;
    if (session->guest || (now == ELO_FULL && step > 0) ||
        (now != ELO_FULL && level <= min && step < 0)) {
        reply_set(reply, REPLY_REFUSED, "%s",
                  session->guest ? "The opponent is another program. Type opponent fallible first."
                  : step > 0     ? "The opponent plays at full strength already."
                                 : "There is no easier opponent. To be given a queen instead, "
                                   "type odds queen.");
        return;
    }
    if (now != ELO_FULL)
        level = level + step < min ? min : level + step > max ? max : level + step;
    session->next_level = step > 0 && before >= max ? ELO_FULL : scale_engine(scale, level);
    session->stepped = true;
    session->changed |= CHANGED_SETTINGS;
    struct handicap next = session_next_handicap(session);
    scale_opponent_name(scale, session->options.strength, &next, name, sizeof name);
    scale_strength_name(scale, &next, elo, sizeof elo);
    if (session_goes_on(session))
        reply_set(reply, REPLY_DONE,
                  "In the next game the opponent is %s. Type elo %s to change it in this one.",
                  name, elo);
    else
        reply_set(reply, REPLY_DONE, "In the next game the opponent is %s. Type new to start it.",
                  name);
}

enum { LEVEL_STEP = 100 };

void session_command_easier(struct session *session, struct session_reply *reply)
{
    step_level(session, -LEVEL_STEP, reply);
}

void session_command_harder(struct session *session, struct session_reply *reply)
{
    step_level(session, LEVEL_STEP, reply);
}

bool session_resume(struct session *session, struct error *error)
{
    if (session->left_count == 0)
        return error_set(error, "there is no unfinished game");
    struct game_node *live;
    struct game *game =
        stored_game_rebuild(&session->left[session->left_count - 1].stored, &live);
    struct left_game left;
    if (!game || !session_take_left(session, &left)) {
        game_destroy(game);
        return error_set(error, "out of memory");
    }
    struct stored_game *stored = &left.stored;
    session_replace_game(session, game);
    session_forget_shown_level(session);
    session->live = session->shown = live;
    session->record.you = stored->you;
    (void)session_dismiss(session);
    session->handicap = stored->handicap;
    session->drill = stored->drill;
    session_drill_handicap(session);
    session->configured = false;
    if (stored->opponent[0] && !session_invite(session, stored->opponent, NULL, error)) {
        session_say(session, "%s: %s", stored->opponent, error->message);
        *error = (struct error){0};
    }
    session->control = stored->clock.control;
    session->clock = stored->clock;
    session->clock.free_side = stored->you;
    session->rated.odds = stored->odds;
    session->rated.takebacks = stored->takebacks;
    snprintf(session->rated.unrated, sizeof session->rated.unrated, "%s", stored->unrated);
    session->rated.stays_unrated = stored->unrated[0] != '\0';
    session->record.stored_id = left.stored_id;
    session->record.began = stored->began;
    session->record.ledger = stored->ledger;
    stored->ledger = (struct ledger){0};
    stored_game_clear(stored);
    session_set_status(session, STATUS_GOING_ON);
    session_set_mode(session, session_game_mode(session));
    engine_forget(session->opponent);
    session->guest_new_game = true;
    session_tell_damage(session);
    session_turn(session);
    session_restart_analysis(session);
    return true;
}

void session_new_from(struct session *session, const struct position *start,
                      struct session_reply *reply)
{
    struct error error = {0};
    session->options.start = *start;
    session->options.chess960 = false;
    session->options.odds = 0;
    if (!session_new(session, &error))
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
    else if (session_is_study(session))
        reply_set(reply, REPLY_DONE, "%s to move.", start->side == WHITE ? "White" : "Black");
    else
        reply_set(reply, REPLY_DONE, "New game from this position: %s to move. You have %s.",
                  chess_color_name(start->side), chess_color_name(session->record.you));
}
