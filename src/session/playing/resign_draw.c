/* Resigning, and draws by offer, agreement and claim. Method human resigns by chance, as often as
 * people of its rating (strength_resigning). Of the other opponents, by default only those rated
 * RESIGN_POLICY_ELO or more resign, and only such opponents offer draws; the command
 * `resign-policy` changes that for every level. A weaker opponent resigns only in a worse position,
 * because the user, who is about as weak, may still lose the advantage. */
#include "src/session/playing/resign_draw.h"

#include <string.h>

#include "engine/random.h"
#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"
#include "src/util/text.h"

enum {
    RESIGN_POLICY_ELO = 1800,
    MASTER_ELO = 2200,
    ENOUGH_TIME = 30000, /* milliseconds: while you have less, the opponent does not resign, because
                            you may lose on time */
    LATE_PLY = 60, /* from this ply on the opponent accepts a draw unless its score is above 0 */
};

static bool offers_draws(const struct session *session)
{
    const struct handicap *handicap = &session->handicap;
    if (session->concessions.played_on)
        return false;
    if (session->concessions.policy != RESIGN_POLICY_BY_LEVEL)
        return session->concessions.policy == RESIGN_POLICY_ON;
    return !handicap->limited || session_level(session) >= RESIGN_POLICY_ELO;
}

/* Whether the opponent resigns by chance, as people do, and not by the rules of the settings. Not
 * if it gave odds or the game began from another position: people who knew from the start that they
 * would be behind play on. */
static bool decides_like_people(const struct session *session)
{
    const struct resign_rules *rules = &session->options.resign_rules;
    struct position usual;
    chess_start(&usual);
    return session->handicap.limited && session->handicap.method == METHOD_HUMAN &&
           !session->guest && session->mode != MODE_PLAYING_ON && !session->rated.odds &&
           session->game->root->position.key == usual.key && !rules->resign_score &&
           !rules->resign_moves;
}

static bool resigns_lost_games(const struct session *session)
{
    if (decides_like_people(session))
        return !session->concessions.played_on && session->concessions.policy != RESIGN_POLICY_OFF;
    return offers_draws(session);
}

/* Fills in unset rules according to the opponent's level. It resigns when it is behind by 1500 cp
 * at a rating of 600, by 900 cp at 1800 (a queen; a mate counts as more), and by 500 cp (a rook) at
 * 2600 or full strength. */
static struct resign_rules rules_of(const struct session *session)
{
    struct resign_rules rules = session->options.resign_rules;
    int elo = session->guest              ? RESIGN_POLICY_ELO
              : session->handicap.limited ? session_level(session)
                                          : CALIBRATED_MAX;
    const struct resign_rules usual = {
        .resign_score = 1500 - (elo - CALIBRATED_MIN) / 2,
        .resign_moves = elo >= MASTER_ELO ? 3 : 4,
        .accept_score = 100,
        .draw_score = 30,
        .draw_moves = 10,
        .draw_from = 40,
    };
    rules.resign_score = rules.resign_score ? rules.resign_score : usual.resign_score;
    rules.resign_moves = rules.resign_moves ? rules.resign_moves : usual.resign_moves;
    rules.accept_score = rules.accept_score ? rules.accept_score : usual.accept_score;
    rules.draw_score = rules.draw_score ? rules.draw_score : usual.draw_score;
    rules.draw_moves = rules.draw_moves ? rules.draw_moves : usual.draw_moves;
    rules.draw_from = rules.draw_from ? rules.draw_from : usual.draw_from;
    return rules;
}

/* Returns the opponent's score of its position in this report, or SCORE_NONE. */
static Score opponents_score(const struct report *report)
{
    if (report->line_count)
        return report->lines[0].score;
    return report->decision.made ? report->decision.played_score : SCORE_NONE;
}

void session_forget_resign_policy(struct session *session)
{
    session->concessions.hopeless_moves = session->concessions.level_moves = 0;
    session->concessions.draw_offered = session->concessions.played_on = false;
}

/* Decides by chance whether the opponent resigns. The random number depends only on the seed and
 * the ply, so that the same game ends in the same way. The first DRAWS_OF_THE_MOVE random numbers
 * of this ply are skipped, because they choose the move. */
static bool draws_resignation(const struct session *session, int behind)
{
    enum { DRAWS_OF_THE_MOVE = 64 };
    const struct handicap *handicap = &session->handicap;
    uint64_t state = random_skip(handicap_random(handicap, session->live->ply), DRAWS_OF_THE_MOVE);
    int chance = strength_resigning(session->options.strength, handicap, behind,
                                    session->concessions.hopeless_moves);
    return dice_below(&state, 1000000) < chance;
}

static bool resigns(struct session *session, Score score)
{
    const struct resign_rules rules = rules_of(session);
    bool like_people = decides_like_people(session);
    int limit = like_people ? RESIGNING_MIN : rules.resign_score;
    bool hopeless = score != SCORE_NONE && score <= -limit;
    session->concessions.hopeless_moves = hopeless ? session->concessions.hopeless_moves + 1 : 0;
    const struct clock *clock = &session->clock;
    bool enough = like_people ? hopeless && draws_resignation(session, -score)
                              : session->concessions.hopeless_moves >= rules.resign_moves;
    return enough && chess_can_mate(&session->live->position, session->record.you) &&
           (clock->control.untimed || clock->remaining[session->record.you] >= ENOUGH_TIME);
}

void session_end_resigned(struct session *session)
{
    session_end(session, result_won_by(session->record.you), ENDED_BY_OPPONENT, "resigned");
}

bool session_opponent_resigns(struct session *session, const struct report *report)
{
    if (session_your_turn(session) || !resigns(session, opponents_score(report)) ||
        !resigns_lost_games(session))
        return false;
    session_end_resigned(session);
    return true;
}

static bool claimable(enum game_state state)
{
    return state == GAME_THREEFOLD || state == GAME_FIFTY;
}

static void end_in_draw(struct session *session, const char *words)
{
    session_end(session, RESULT_DRAW, ENDED_BY_NOBODY, words);
}

void session_opponent_moved(struct session *session, const struct report *report)
{
    Score score = opponents_score(report);
    const struct resign_rules rules = rules_of(session);
    bool level = score != SCORE_NONE && score >= -rules.draw_score && score <= rules.draw_score &&
                 session->live->position.fullmove >= rules.draw_from;
    session->concessions.level_moves = level ? session->concessions.level_moves + 1 : 0;
    session->concessions.draw_offered = false;
    if (!session_goes_on(session) || !session_your_turn(session) || !offers_draws(session))
        return;
    enum game_state state = game_state(session->live);
    if (claimable(state) && score != SCORE_NONE && score <= 0) {
        end_in_draw(session, game_state_words(state));
    } else if (session->concessions.level_moves >= rules.draw_moves) {
        session->concessions.level_moves = 0;
        session->concessions.draw_offered = true;
        session_say(session, "The opponent offers a draw. Type draw to accept, or play on.");
    }
}

/* The user's commands */

void session_command_resign(struct session *session, struct session_reply *reply)
{
    session_end(session, result_won_by(!session->record.you), ENDED_BY_YOU, "resigned");
    reply_set(reply, REPLY_DONE, "%s", session->message);
}

/* Carries out "draw Nf3": claims a draw with the move about to be played (FIDE 9.2 and 9.3). After
 * a wrong claim the move is not played and there is no penalty. */
static void claim_with(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    Move move;
    if (!session_your_turn(session)) {
        reply_set(reply, REPLY_REFUSED,
                  "It is your opponent's turn. You can claim a draw with a "
                  "move on your own turn.");
        return;
    }
    if (!session_read_move(&session->live->position, reply->argument, &move, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    struct game_node next = {.move = move, .position = session->live->position,
                             .parent = session->live, .ply = session->live->ply + 1};
    chess_play(&next.position, move);
    enum game_state state = game_state(&next);
    if (!claimable(state) && state != GAME_FIVEFOLD && state != GAME_SEVENTY_FIVE) {
        int times = game_repetitions(&next);
        reply_set(reply, REPLY_REFUSED,
                  "No draw: after %s the position has occurred %d time%s, and there were %d "
                  "moves without a capture or pawn move.",
                  reply->argument, times, text_plural(times), next.position.halfmoves / 2);
        return;
    }
    if (session_make(session, move, NULL) && session_goes_on(session))
        end_in_draw(session, game_state_words(state));
    reply_set(reply, REPLY_DONE, "%s", session->message);
}

void session_command_draw(struct session *session, struct session_reply *reply)
{
    if (reply->argument[0]) {
        claim_with(session, reply);
        return;
    }
    enum game_state state = game_state(session->live);
    if (claimable(state)) {
        end_in_draw(session, game_state_words(state));
        reply_set(reply, REPLY_DONE, "%s", session->message);
        return;
    }
    Score score = session->have_decided ? opponents_score(&session->decided) : SCORE_NONE;
    bool late = session->live->ply >= LATE_PLY;
    bool accepts = score != SCORE_NONE &&
                   (score <= -rules_of(session).accept_score || (late && score <= 0));
    if (session->concessions.draw_offered || accepts) {
        end_in_draw(session, "draw agreed");
        reply_set(reply, REPLY_DONE, "The opponent accepts. %s", session->message);
    } else {
        reply_set(reply, REPLY_DONE, "The opponent declines the draw.");
    }
}

void session_command_resign_policy(struct session *session, struct session_reply *reply)
{
    if (strcmp(reply->argument, "on") == 0) {
        session->concessions.policy = RESIGN_POLICY_ON;
        session->concessions.played_on = false;
    } else if (strcmp(reply->argument, "off") == 0) {
        session->concessions.policy = RESIGN_POLICY_OFF;
    }
    reply_set(reply, REPLY_DONE, "%s",
              offers_draws(session)
                  ? "The opponent resigns lost games, and offers and claims draws."
              : resigns_lost_games(session)
                  ? "The opponent resigns lost games as often as people of its rating do. It "
                    "neither offers nor claims draws."
                  : "The opponent plays every game to the end.");
}
