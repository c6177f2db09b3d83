/* The words come from proved claims. The prover (src/claims/claims.h) has no engine here: it asks
 * for one search after another, and the caller's engine makes them. */
#include "src/review/comment_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/game/annotate.h"
#include "src/review/review_text.h"
#include "src/util/text.h"

enum { SEARCH_NODES = 100000, LAST_MOVES = 1 };

/* The search that the prover has asked for. */
struct request {
    struct position start;
    Move moves[CLAIM_LINE_MAX + LAST_MOVES];
    int count;
    struct limits limits;
};

static bool take(void *context, const struct position *start, const Move moves[], int count,
                 const struct limits *limits)
{
    struct request *request = context;
    if (count > CLAIM_LINE_MAX + LAST_MOVES)
        return false;
    request->start = *start;
    request->count = count;
    request->limits = *limits;
    if (count > 0)
        memcpy(request->moves, moves, (size_t)count * sizeof *moves);
    return true;
}

/* Finds the claims about the move that led to `node`. Returns false if it was stopped or failed. */
static bool explain(struct prover *prover, struct request *request, struct engine *engine,
                    const struct game_node *node, const atomic_bool *stop, struct claims *claims)
{
    const struct game_node *before = node->parent, *start = before->parent ? before->parent : before;
    struct report *report = calloc(1, sizeof *report);
    bool done = false;
    engine_new_game(engine);
    while (report && !done && !atomic_load(stop)) {
        done = claims_of_move(prover, &start->position, &before->move, start != before, node->move,
                              claims);
        if (done || !prover_is_waiting(prover) ||
            !engine_set_position(engine, &request->start, request->moves, request->count))
            break;
        (void)engine_think(engine, &request->limits, report);
        prover_answer(prover, report);
    }
    free(report);
    return done;
}

/* Whether the first claim says why the move is bad: what it allows or misses. */
static bool is_reason(const struct claims *claims)
{
    return claims->count > 0 && (claims->list[0].role == CLAIM_ROLE_ALLOWS ||
                                 claims->list[0].role == CLAIM_ROLE_MISSED);
}

bool comment_add(struct game_node *node, const char *words)
{
    const char *old = node->comment ? node->comment : "";
    size_t size = strlen(old) + strlen(words) + 3;
    char *text = malloc(size);
    if (!text)
        return false;
    snprintf(text, size, "%s%s%s.", old, *old ? " " : "", words);
    bool good = game_set_comment(node, text);
    free(text);
    return good;
}

bool comment_mistake(struct engine *engine, const struct limits *limits, struct game_node *node,
                     Move better, const atomic_bool *stop)
{
    struct prover_budget budget = prover_review_budget();
    char words[CLAIM_WORDS_MAX];
    comment_words(node->comment, words, sizeof words);
    if (words[0] || !node->parent)
        return true;
    budget.find = budget.confirm = limits->nodes ? limits->nodes : SEARCH_NODES;
    struct request *request = malloc(sizeof *request);
    struct claims *claims = malloc(sizeof *claims);
    struct prover *prover = request ? prover_create_asking(&budget, take, request) : NULL;
    bool good = prover && claims;
    if (good && explain(prover, request, engine, node, stop, claims)) {
        if (is_reason(claims)) {
            claim_sentence(claims, &claims->list[0], words, sizeof words);
            if (claims->list[0].kind == CLAIM_REPLY && better != NO_MOVE && better != node->move) {
                char move[24];
                review_numbered(&node->parent->position, better, move, sizeof move);
                text_add(words, sizeof words, "; %s was better", move);
            }
        } else if (better != NO_MOVE && better != node->move) {
            review_numbered(&node->parent->position, better, words, sizeof words);
            text_add(words, sizeof words, " was better");
        }
        good = !words[0] || comment_add(node, words);
    } else {
        good = good && atomic_load(stop); /* if it was not stopped, memory ran out */
    }
    prover_destroy(prover);
    free(claims);
    free(request);
    return good;
}
