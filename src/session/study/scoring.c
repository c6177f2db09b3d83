/* Fills in the ledger while the user thinks and after the game, whenever the analyst is idle, and
 * makes the review when every position has a score. */
#include <stdlib.h>

#include "src/session/state.h"

void session_forget_review(struct session *session, int from)
{
    ledger_clear(&session->sheet.ledger, from);
    session->sheet.reviewed = session->sheet.stuck = false;
    session->sheet.review.gift_count = session->sheet.review.mistake_count =
        session->sheet.review.drill.count = 0;
    session_forget_whatif(session);
}

/* Stores the review once for each game, and adds its missed gifts and mistakes to the deck. */
static void keep_review(struct session *session)
{
    if (!session->sheet.stored_id)
        return;
    struct card *cards = calloc(REVIEW_CARDS_MAX, sizeof *cards);
    if (!cards) {
        session_say(session, "The review is not kept: out of memory");
        return;
    }
    int count = review_cards(session->live, &session->sheet.ledger, &session->sheet.review, cards,
                             REVIEW_CARDS_MAX);
    store_writer_review(session->writer, session->sheet.stored_id, &session->sheet.review, cards,
                        count);
    free(cards);
}

static bool make_review(struct session *session)
{
    struct review *review = &session->sheet.review;
    int you = session_reviewed_side(session);
    bool good = review_make(session->live, &session->sheet.ledger, you, review);
    if (good)
        drill_make(session->live, &session->sheet.ledger, you, session->drill, &review->drill);
    if (good && session->options.openings &&
        !opening_of(session->options.openings, session->live, &review->eco, &review->opening))
        review->eco = review->opening = NULL;
    return good;
}

static void finish_review(struct session *session)
{
    if (session_goes_on(session) || session->sheet.reviewed || session->live->ply == 0)
        return;
    session->sheet.reviewed = make_review(session);
    session->sheet.stuck = !session->sheet.reviewed;
    if (session->sheet.reviewed && session->game->result != RESULT_NONE)
        keep_review(session);
    session->changed |= CHANGED_REVIEW;
}

bool session_keep_score(struct session *session, const struct game_node *node,
                        const struct ledger_score *score)
{
    struct ledger_score kept = ledger_beside(&session->sheet.ledger, node, score);
    session->changed |= CHANGED_REVIEW;
    if (score->score == SCORE_NONE ||
        !ledger_set_score(&session->sheet.ledger, node->ply, &kept)) {
        session->sheet.stuck = true;
        return false;
    }
    if (session->sheet.stored_id)
        store_writer_score(session->writer, session->sheet.stored_id, node, &kept);
    return true;
}

/* Scores from a file are accepted, and missing ones are searched only on request. This function
 * does not wait for a stopped search: its last report wakes the owner, and the next tick continues
 * here. */
static bool wants_scores(const struct session *session)
{
    bool on_request = session->sheet.loaded || session_is_study(session);
    return session->mode != MODE_ANALYSING && session->mode != MODE_PRACTISING &&
           session->mode != MODE_GUESSING && session->opponent_job != OPPONENT_MOVES &&
           session->analyst_job == ANALYST_IDLE &&
           !(session->analyst && engine_is_thinking(session->analyst)) &&
           (!on_request || session->review_wanted);
}

void session_go_on_scoring(struct session *session)
{
    struct ledger_score score;
    while (wants_scores(session) && !session->sheet.reviewed && !session->sheet.stuck) {
        const struct ledger *ledger = &session->sheet.ledger;
        const struct game_node *node = ledger_unscored(ledger, session->live);
        node = node ? node : ledger_unexplained(ledger, session->live);
        if (!node) {
            finish_review(session);
            return;
        }
        if (!ledger_from_end(node, &score)) {
            session->sheet.stuck = !session_start_scoring(session, node);
            return;
        }
        (void)session_keep_score(session, node, &score);
    }
}

const struct review *session_review(struct session *session)
{
    if (session_goes_on(session) || session->mode == MODE_PRACTISING ||
        session->mode == MODE_GUESSING || session->live->ply == 0)
        return NULL;
    session->review_wanted = true;
    session->sheet.stuck = false;
    session_go_on_scoring(session);
    if (!session->sheet.reviewed && !make_review(session)) {
        session->sheet.stuck = true;
        return NULL;
    }
    return &session->sheet.review;
}

bool session_review_ready(const struct session *session)
{
    return session->sheet.reviewed;
}

bool session_review_stuck(const struct session *session)
{
    return session->sheet.stuck;
}

const struct ledger *session_ledger(const struct session *session)
{
    return &session->sheet.ledger;
}

bool session_look_at(struct session *session, int ply)
{
    if (session_goes_on(session) || ply < 0 || ply > session->live->ply)
        return false;
    struct game_node *node = session->live;
    while (node->ply > ply)
        node = node->parent;
    session_show(session, node);
    return true;
}
