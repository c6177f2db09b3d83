/* The ledger of a game: an array of entries, whose index is the ply in the line played. */
#include "src/review/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/array.h"
#include "src/util/text.h"

enum { HUMAN_ERROR = 50 /* centipawns: a move of method human that costs at least this much is an
                         * error; about an inaccuracy in an even position */ };

void ledger_clear(struct ledger *ledger, int from)
{
    for (int i = from; i < ledger->count; i++)
        free(ledger->entries[i].decision);
    if (ledger->count > from)
        ledger->count = from;
    ledger->settled = false;
    if (from > 0)
        return;
    free(ledger->entries);
    *ledger = (struct ledger){0};
}

const struct ledger_entry *ledger_at(const struct ledger *ledger, int ply)
{
    return ply >= 0 && ply < ledger->count ? &ledger->entries[ply] : NULL;
}

Score ledger_score_at(const struct ledger *ledger, int ply)
{
    const struct ledger_entry *entry = ledger_at(ledger, ply);
    return entry ? entry->score.score : SCORE_NONE;
}

Score ledger_first_score_at(const struct ledger *ledger, int ply)
{
    const struct ledger_entry *entry = ledger_at(ledger, ply);
    return entry && entry->searched_again ? entry->first : ledger_score_at(ledger, ply);
}

bool ledger_scores_around(const struct ledger *ledger, int ply, Move move, Score *before,
                          Score *after)
{
    const struct ledger_entry *entry = ledger_at(ledger, ply);
    *before = ledger_score_at(ledger, ply);
    *after = ledger_score_at(ledger, ply + 1);
    if (*before == SCORE_NONE || *after == SCORE_NONE)
        return false;
    if (entry->score.length > 0 && entry->score.line[0] == move)
        *after = *before;
    return true;
}

enum judgement ledger_judge_move(const struct ledger *ledger, int ply, int color, Move move)
{
    Score before, after;
    return ledger_scores_around(ledger, ply, move, &before, &after)
               ? judge_move(before, after, color)
               : JUDGED_GOOD;
}

enum judgement ledger_judge(const struct ledger *ledger, const struct game_node *node)
{
    return node->parent ? ledger_judge_move(ledger, node->parent->ply, node->parent->position.side,
                                            node->move)
                        : JUDGED_GOOD;
}

static struct ledger_entry *reach(struct ledger *ledger, int ply)
{
    while (ledger->count <= ply) {
        if (!ARRAY_RESERVE(ledger->entries, ledger->count, &ledger->capacity))
            return NULL;
        ledger->entries[ledger->count++] = (struct ledger_entry){.score.score = SCORE_NONE};
    }
    return &ledger->entries[ply];
}

bool ledger_set_score(struct ledger *ledger, int ply, const struct ledger_score *score)
{
    struct ledger_entry *entry = reach(ledger, ply);
    if (!entry)
        return false;
    bool again = entry->score.nodes > 0 && score->nodes > entry->score.nodes;
    entry->first = entry->searched_again ? entry->first : entry->score.score;
    entry->searched_again = again;
    entry->score = *score;
    return true;
}

bool ledger_set_decision(struct ledger *ledger, int ply, const struct decision *decision)
{
    struct ledger_entry *entry = reach(ledger, ply);
    if (!entry)
        return false;
    struct decision *copy = entry->decision ? entry->decision : malloc(sizeof *copy);
    if (copy)
        *copy = *decision;
    entry->decision = copy;
    return copy != NULL;
}

struct ledger_score ledger_from_report(const struct position *position,
                                       const struct report *report)
{
    const struct line *line = &report->lines[0];
    struct ledger_score score = {.score = SCORE_NONE, .depth = report->depth,
                                 .nodes = report->nodes};
    if (report->line_count == 0)
        return score;
    score.score = position->side == WHITE ? line->score : -line->score;
    score.length = line->length < LEDGER_LINE_MAX ? line->length : LEDGER_LINE_MAX;
    memcpy(score.line, line->moves, (size_t)score.length * sizeof *score.line);
    return score;
}

struct line ledger_line(const struct ledger *ledger, const struct game_node *node)
{
    struct line line = {0};
    const struct ledger_entry *entry = ledger_at(ledger, node->ply);
    if (!entry || entry->score.score == SCORE_NONE)
        return line;
    line.score = node->position.side == WHITE ? entry->score.score : -entry->score.score;
    line.depth = entry->score.depth;
    line.length = entry->score.length;
    memcpy(line.moves, entry->score.line, (size_t)line.length * sizeof *line.moves);
    return line;
}

bool ledger_from_end(const struct game_node *node, struct ledger_score *score)
{
    enum result result = game_result_at(node);
    if (result == RESULT_NONE)
        return false;
    *score = (struct ledger_score){.score = (result_points(result, WHITE) - 1) * SCORE_MATE};
    return true;
}

static bool lacks_line(const struct ledger *ledger, const struct game_node *node)
{
    const struct ledger_entry *entry = ledger_at(ledger, node->ply);
    return entry && entry->score.length == 0 && entry->score.nodes == 0 &&
           game_result_at(node) == RESULT_NONE;
}

const struct game_node *ledger_unexplained(const struct ledger *ledger,
                                           const struct game_node *node)
{
    const struct game_node *found = NULL;
    for (; node->parent; node = node->parent) {
        if (ledger_judge(ledger, node) < JUDGED_MISTAKE)
            continue;
        found = lacks_line(ledger, node) ? node : found;
        found = lacks_line(ledger, node->parent) ? node->parent : found;
    }
    return found;
}

struct ledger_score ledger_beside(const struct ledger *ledger, const struct game_node *node,
                                  const struct ledger_score *found)
{
    const struct ledger_entry *entry = ledger_at(ledger, node->ply);
    if (!entry || entry->score.score == SCORE_NONE)
        return *found;
    struct ledger_score score = entry->score;
    score.nodes = 1; /* With 0, the position would count as never searched. With found->nodes, the
                        score would count as our own, which a longer search may replace. */
    if (found->length > 0 && node->child && node->child->move == found->line[0] &&
        ledger_judge(ledger, node->child) >= JUDGED_MISTAKE)
        return score;
    score.length = found->length;
    memcpy(score.line, found->line, sizeof score.line);
    return score;
}

void ledger_write_line(const struct position *position, const struct ledger_score *score,
                       char text[LEDGER_LINE_TEXT])
{
    struct position at = *position;
    text[0] = '\0';
    for (int i = 0; i < score->length && chess_is_legal(&at, score->line[i]); i++) {
        char uci[CHESS_UCI_MAX];
        chess_to_uci(&at, score->line[i], uci);
        text_add(text, LEDGER_LINE_TEXT, "%s%s", i ? " " : "", uci);
        chess_play(&at, score->line[i]);
    }
}

void ledger_read_line(const struct position *position, const char *text,
                      struct ledger_score *score)
{
    struct position at = *position;
    score->length = 0;
    while (score->length < LEDGER_LINE_MAX) {
        char uci[CHESS_UCI_MAX];
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        Move move;
        if (length == 0 || length >= sizeof uci)
            return;
        snprintf(uci, sizeof uci, "%.*s", (int)length, text);
        if (!chess_from_uci(&at, uci, &move))
            return;
        score->line[score->length++] = move;
        chess_play(&at, move);
        text += length;
    }
}

void ledger_cost_words(int cost, char text[LEDGER_COST_TEXT])
{
    if (cost >= SCORE_MATE_MIN / 2) /* a difference this large means that one of the scores is a
                                     * mate */
        snprintf(text, LEDGER_COST_TEXT, "a mate");
    else
        snprintf(text, LEDGER_COST_TEXT, "%d cp", cost);
}

bool ledger_is_error(const struct decision *decision)
{
    return decision->made && decision->deliberate && decision->method != METHOD_MAIA &&
           (decision->method != METHOD_HUMAN || decision->cost >= HUMAN_ERROR);
}

const struct decision *ledger_decision(const struct ledger *ledger, const struct game_node *node,
                                       struct decision *copy)
{
    const struct ledger_entry *entry = ledger_at(ledger, node->ply);
    const struct decision *decision = node->parent && entry ? entry->decision : NULL;
    if (!decision || decision->method != METHOD_HUMAN || !ledger_is_error(decision) ||
        ledger_score_at(ledger, node->ply - 1) == SCORE_NONE ||
        ledger_score_at(ledger, node->ply) == SCORE_NONE ||
        ledger_judge(ledger, node) != JUDGED_GOOD)
        return decision;
    *copy = *decision;
    copy->deliberate = copy->blunder = false;
    copy->cost = 0;
    for (int i = 0; i < copy->count; i++)
        copy->candidates[i].answer_depth = 0;
    return copy;
}

void ledger_decision_words(const struct position *before, const struct decision *decision,
                           char *text, size_t size)
{
    char san[CHESS_SAN_MAX], cost[LEDGER_COST_TEXT];
    bool human = decision->method == METHOD_HUMAN;
    text[0] = '\0';
    if (!ledger_is_error(decision) || !chess_is_legal(before, decision->best))
        return;
    chess_to_san(before, decision->best, san);
    ledger_cost_words(decision->cost, cost);
    int length = snprintf(text, size, "%s %s, cost %s, best %s", human ? "human" : "deliberate",
                          decision->blunder ? "blunder" : "error", cost, san);
    if (!human || length < 0 || (size_t)length + 2 >= size)
        return;
    memcpy(text + length, "; ", 3);
    decision_reason(before, decision, text + length + 2, size - (size_t)length - 2);
}
