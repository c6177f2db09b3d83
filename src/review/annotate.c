/* Scores all positions of the main line into a ledger. The judgements and accuracies are computed
 * from it as for a review, and written into the game. */
#include "src/review/annotate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/annotate.h"
#include "src/review/comment_words.h"
#include "src/review/ledger.h"
#include "src/review/position_score.h"
#include "src/review/review.h"

enum { VARIATION_PLIES = 8 };

struct work {
    struct engine *engine;
    const struct limits *limits;
    struct game *game;
    struct ledger ledger;
    struct annotated *annotated;
    const atomic_bool *stop;
};

static bool search(struct work *work, const struct game_node *node, struct ledger_score *score)
{
    work->annotated->searched++;
    return place_score(work->engine, node, work->limits, score);
}

/* Sets the score of a position in the ledger: from the file, or from the result if the game is
 * over, otherwise from a search. */
static bool score_position(struct work *work, const struct game_node *node)
{
    struct ledger_score score = {.score = SCORE_NONE};
    if (node->parent && node->comment)
        ledger_read_eval(node, node->comment, &score);
    return (score.score != SCORE_NONE || ledger_from_end(node, &score) ||
            search(work, node, &score)) &&
           ledger_set_score(&work->ledger, node->ply, &score);
}

static bool set_eval(struct game_node *node, Score score)
{
    char text[24];
    Move moves[CHESS_MOVES_MAX];
    if (comment_command(node->comment, "eval", text, sizeof text) ||
        chess_moves(&node->position, moves) == 0)
        return true;
    ledger_eval_text(score, text, sizeof text);
    return game_set_command(node, "eval", text);
}

/* The NAG by which the file judges the move, from $1 (!) to $6 (?!), or 0. */
static int sign_of(const struct game_node *node)
{
    for (int i = 0; i < node->nag_count; i++) {
        if (node->nags[i] >= 1 && node->nags[i] <= 6)
            return node->nags[i];
    }
    return 0;
}

/* Whether the file's judgement of the move is kept as it is: a sign that does not call the move
 * bad, or any sign together with words. */
static bool is_judged(const struct game_node *node)
{
    char words[2]; /* enough to see whether the comment has words */
    int sign = sign_of(node);
    comment_words(node->comment, words, sizeof words);
    return sign && (words[0] || (judgement_nag(JUDGED_INACCURACY) != sign &&
                                 judgement_nag(JUDGED_MISTAKE) != sign &&
                                 judgement_nag(JUDGED_BLUNDER) != sign));
}

static bool has_answer(const struct game_node *node, Move move)
{
    for (const struct game_node *child = node->child; child; child = child->sibling) {
        if (child->move == move)
            return true;
    }
    return false;
}

/* Adds the best line as a variation, unless a variation with the same first move exists. Sets
 * *better to this first move, or to NO_MOVE if no best line is known. */
static bool add_better(struct work *work, struct game_node *played, Move *better)
{
    struct game_node *node = played->parent;
    struct ledger_score best = ledger_at(&work->ledger, node->ply)->score;
    *better = NO_MOVE;
    if (best.length == 0 && !search(work, node, &best))
        return false;
    *better = best.length > 0 ? best.line[0] : NO_MOVE;
    if (best.length == 0 || has_answer(node, best.line[0]))
        return true;
    for (int i = 0; i < best.length && i < VARIATION_PLIES && node; i++) {
        if (!chess_is_legal(&node->position, best.line[i]))
            break;
        node = game_append(node, best.line[i]);
    }
    return node != NULL;
}

static bool judge_all(struct work *work)
{
    for (struct game_node *node = work->game->root->child; node; node = node->child) {
        enum judgement judgement = ledger_judge(&work->ledger, node);
        if (!set_eval(node, ledger_score_at(&work->ledger, node->ply)))
            return false;
        if (judgement == JUDGED_GOOD)
            continue;
        work->annotated->judged++;
        if (is_judged(node))
            continue;
        Move better;
        if ((!sign_of(node) && !game_add_nag(node, judgement_nag(judgement))) ||
            !add_better(work, node, &better) ||
            !comment_mistake(work->engine, work->limits, node, better, work->stop))
            return false;
    }
    return true;
}

/* Adds a comment that says where the game turned, before the first move. */
static bool preface(const struct work *work)
{
    const struct game_node *live = game_end_of_line(work->game->root);
    struct review *review = malloc(sizeof *review);
    bool good = review && review_make(live, &work->ledger, -1, review);
    if (good && !ledger_unexplained(&work->ledger, live)) {
        review_remark_all(live, &work->ledger, work->game->result, review);
        good = review_preface(review, work->game->root);
    }
    free(review);
    return good;
}

static bool tag_accuracy(const struct ledger *ledger, struct game *game)
{
    static const char *const names[] = {"WhiteAccuracy", "BlackAccuracy"};
    struct accuracy sides[COLOR_COUNT];
    Score *scores = malloc((size_t)ledger->count * sizeof *scores);
    bool good = scores != NULL;
    for (int i = 0; good && i < ledger->count; i++)
        scores[i] = ledger->entries[i].score.score;
    good = good &&
           accuracy_of_game(scores, ledger->count, game->root->position.side, sides);
    for (int side = WHITE; good && side <= BLACK; side++) {
        char text[16];
        snprintf(text, sizeof text, "%.1f", sides[side].percent);
        if (sides[side].moves > 0 && !game_tag(game, names[side]))
            good = game_set_tag(game, names[side], text);
    }
    free(scores);
    return good;
}

bool annotate_game(struct engine *engine, const struct limits *limits, struct game *game,
                   const atomic_bool *stop, struct annotated *annotated, struct error *error)
{
    struct work work = {engine, limits, game, {0}, annotated, stop};
    bool good = true;
    memset(error, 0, sizeof *error);
    engine_new_game(engine);
    for (struct game_node *node = game->root; node && good && !atomic_load(stop);
         node = node->child)
        good = score_position(&work, node);
    bool whole = !atomic_load(stop);
    if (good && whole && work.ledger.count > 1)
        good = judge_all(&work) && tag_accuracy(&work.ledger, game) && preface(&work);
    whole = whole && !atomic_load(stop);
    if (!good)
        error_set(error, "out of memory");
    ledger_clear(&work.ledger, 0);
    return good && whole;
}
