/* Scores the positions of the game and stores the scores in its ledger. It does so whenever the
 * analyst is idle: while the user thinks, with one engine, and after the game with several. Before
 * the first move it does nothing, because a board is often opened and left again. When every
 * position has a score, makes the review. */
#include "src/session/study/scoring.h"

#include <stdlib.h>

#include "src/archive/kept_scores.h"
#include "src/review/score_pool.h"
#include "src/session/mode.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/study.h"

void session_forget_review(struct session *session, int from)
{
    ledger_clear(&session->record.ledger, from);
    session->record.reviewed = session->record.stuck = false;
    session->record.review.gift_count = session->record.review.mistake_count =
        session->record.review.drill.count = 0;
    session_forget_whatif(session);
}

/* Adds the cards of a game from a file to the deck. Their texts name the game, because the database
 * does not have the game. */
static void keep_file_cards(struct session *session, struct card cards[], int count)
{
    const struct game *game = session->game;
    bool white = session_tagged_side(session) == WHITE;
    char against[96];
    names_against(game_tag(game, white ? "Black" : "White"), game_tag(game, "Date"), against,
                  sizeof against);
    for (int i = 0; i < count; i++) {
        card_name_game(&cards[i], against);
        store_writer_add_card(session->writer, &cards[i]);
    }
}

/* Stores the review once for each game, and adds its missed gifts and mistakes to the deck. For a
 * game from a file, only your mistakes are stored. */
static void keep_review(struct session *session)
{
    bool yours = session->record.loaded && session_tagged_side(session) >= 0;
    if (yours && session->options.store_path && !session->writer)
        session_say(session, "Your mistakes are not saved: the database cannot be opened");
    if (!session->record.stored_id && !(yours && session->writer))
        return;
    struct card *cards = calloc(REVIEW_CARDS_MAX, sizeof *cards);
    if (!cards) {
        session_say(session, "The review is not saved: out of memory");
        return;
    }
    int count = review_cards(session->live, &session->record.ledger, &session->record.review, cards,
                             REVIEW_CARDS_MAX);
    if (session->record.stored_id)
        store_writer_review(session->writer, session->record.stored_id, &session->record.review,
                            cards, count);
    else
        keep_file_cards(session, cards, count);
    free(cards);
}

/* Whether the scores that a review finds are kept in the cache, because the game is in a file and
 * not in the database. Like the deck, the cache is left alone by a session that saves nothing. */
static bool keeps_scores(const struct session *session)
{
    return session->writer && session->record.loaded && !session->record.stored_id &&
           session->review_wanted && session->live->ply > 0;
}

void session_keep_scores(struct session *session)
{
    if (keeps_scores(session) && !session->record.reviewed)
        kept_scores_write(&session->record.ledger, session->live, NULL);
}

static bool make_review(struct session *session)
{
    struct review *review = &session->record.review;
    int you = session_reviewed_side(session);
    bool good = review_make(session->live, &session->record.ledger, you, review);
    if (good)
        drill_make(session->live, &session->record.ledger, you, session->drill, &review->drill);
    if (good && !ledger_unexplained(&session->record.ledger, session->live))
        review_remark_all(session->live, &session->record.ledger, session->game->result, review);
    if (good && session->options.openings &&
        !opening_of(session->options.openings, session->live, &review->eco, &review->opening))
        review->eco = review->opening = NULL;
    return good;
}

static void finish_review(struct session *session)
{
    if (session_goes_on(session) || session->record.reviewed || session->live->ply == 0)
        return;
    session->record.reviewed = make_review(session);
    session->record.stuck = !session->record.reviewed;
    if (session->record.reviewed && session->game->result != RESULT_NONE)
        keep_review(session);
    if (session->record.reviewed && keeps_scores(session))
        kept_scores_write(&session->record.ledger, session->live, &session->record.review);
    session->changed |= CHANGED_REVIEW;
}

static bool store_score_at(struct session *session, const struct game_node *node,
                         const struct ledger_score *score)
{
    const struct ledger_entry *entry = ledger_at(&session->record.ledger, node->ply);
    /* If the ledger's score comes from an earlier search by our engine, the new score replaces it.
     * A score from a file is kept, and only the best line is added to it. */
    bool ours = entry && entry->score.nodes > 0;
    struct ledger_score kept =
        ours ? *score : ledger_beside(&session->record.ledger, node, score);
    session->changed |= CHANGED_REVIEW;
    if (score->score == SCORE_NONE ||
        !ledger_set_score(&session->record.ledger, node->ply, &kept)) {
        session->record.stuck = true;
        return false;
    }
    if (session->record.stored_id)
        store_writer_score(session->writer, session->record.stored_id, node, &kept);
    return true;
}

/* Returns whether positions may be scored now: a move has been played, the user is not analysing,
 * solving or guessing, and neither the opponent nor the analyst is searching. If the game is from a
 * file or only analysed, the user must have asked for a review. If the analyst has not stopped yet,
 * returns false without waiting: the analyst's last report wakes the owner, whose next tick asks
 * again. */
static bool wants_scores(const struct session *session)
{
    bool on_request = (session->record.loaded && !session->record.ended) ||
                      session_is_study(session);
    return session->live->ply > 0 && session->mode != MODE_ANALYSING &&
           session->mode != MODE_PRACTISING && session->mode != MODE_GUESSING &&
           session->opponent_job != OPPONENT_MOVES && session->analyst_job == ANALYST_IDLE &&
           !(session->analyst && engine_is_thinking(session->analyst)) &&
           (!on_request || session->review_wanted);
}

static bool ready_pool(struct session *session)
{
    const struct session_options *options = &session->options;
    if (!session->score_pool)
        session->score_pool = score_pool_create(options->wake, options->context, SCORE_POOL_MAX,
                                                options->syzygy_path);
    return session->score_pool != NULL;
}

static void take_scores(struct session *session)
{
    const struct game_node *node;
    struct ledger_score score;
    while (session->score_pool && score_pool_take(session->score_pool, &node, &score))
        (void)store_score_at(session, node, &score);
}

/* The last position needs no search if the game ended there by the rules. */
static void score_end(struct session *session)
{
    struct ledger_score score;
    if (ledger_score_at(&session->record.ledger, session->live->ply) == SCORE_NONE &&
        ledger_from_end(session->live, &score))
        (void)store_score_at(session, session->live, &score);
}

void session_go_on_scoring(struct session *session)
{
    struct score_task task;
    take_scores(session);
    if (session->record.reviewed || session->record.stuck || !wants_scores(session)) {
        if (session->score_pool)
            score_pool_stop(session->score_pool);
        return;
    }
    score_end(session);
    const struct ledger *ledger = &session->record.ledger;
    bool more = score_task_next(ledger, session->live, NULL, 0, &task);
    int engines = session_goes_on(session) ? 1 : SCORE_POOL_MAX;
    if (!more)
        finish_review(session);
    else if (!ready_pool(session) ||
             !score_pool_go_on(session->score_pool, ledger, session->live, engines))
        session->record.stuck = true;
}

const struct review *session_review(struct session *session)
{
    if (session_goes_on(session) || session->mode == MODE_PRACTISING ||
        session->mode == MODE_GUESSING || session->live->ply == 0)
        return NULL;
    const bool first = !session->review_wanted;
    session->review_wanted = true;
    session->record.stuck =
        first && keeps_scores(session) && !kept_scores_read(&session->record.ledger, session->live);
    session_go_on_scoring(session);
    if (!session->record.reviewed && !make_review(session)) {
        session->record.stuck = true;
        return NULL;
    }
    return &session->record.review;
}

bool session_review_ready(const struct session *session)
{
    return session->record.reviewed;
}

enum judgement session_judged(const struct session *session, const struct game_node *node)
{
    const struct game_node *at = session->live;
    if (!session->record.reviewed)
        return JUDGED_GOOD;
    while (at && at->ply > node->ply)
        at = at->parent;
    return at == node ? ledger_judge(&session->record.ledger, node) : JUDGED_GOOD;
}

bool session_review_stuck(const struct session *session)
{
    return session->record.stuck;
}

const struct ledger *session_ledger(const struct session *session)
{
    return &session->record.ledger;
}

bool session_view_ply(struct session *session, int ply)
{
    if (session_goes_on(session) || ply < 0 || ply > session->live->ply)
        return false;
    struct game_node *node = session->live;
    while (node->ply > ply)
        node = node->parent;
    session_show(session, node);
    return true;
}
