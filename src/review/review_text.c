/* Describes errors by the best answer to them, from the point of view of the side that erred. */
#include "src/review/review_text.h"

#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/review/hint.h"

/* A tactical answer as a noun: "a fork of king and rook". "" for none. */
static void motif_noun(const struct position *position, const struct line *line,
                       const struct insight *insight, char *text, size_t size)
{
    const char *first = chess_piece_name(insight->first);
    const char *second = chess_piece_name(insight->second);
    char san[CHESS_SAN_MAX];
    chess_to_san(position, line->moves[0], san);
    text[0] = '\0';
    switch (insight->motif) {
    case MOTIF_MATE:
        if (insight->mate == 1)
            snprintf(text, size, "mate by %s", san);
        else
            snprintf(text, size, "%s and mate in %d", san, insight->mate);
        break;
    case MOTIF_BACK_RANK_MATE:
        snprintf(text, size, "mate in %d on the back rank", insight->mate);
        break;
    case MOTIF_DOUBLE_CHECK: snprintf(text, size, "a double check"); break;
    case MOTIF_DISCOVERED_CHECK: snprintf(text, size, "a discovered check"); break;
    case MOTIF_DISCOVERED_ATTACK:
        snprintf(text, size, "a discovered attack on the %s", first);
        break;
    case MOTIF_FORK:
        if (insight->first == insight->second)
            snprintf(text, size, "a fork of two %ss", first);
        else
            snprintf(text, size, "a fork of %s and %s", first, second);
        break;
    case MOTIF_SKEWER: snprintf(text, size, "a skewer of %s and %s", first, second); break;
    case MOTIF_PIN: snprintf(text, size, "a pin of the %s to the %s", first, second); break;
    case MOTIF_TRAPPED: snprintf(text, size, "a trapped %s", first); break;
    case MOTIF_DEFENDER:
        snprintf(text, size, "%s, taking the defender of the %s", san, first);
        break;
    case MOTIF_PROMOTION: snprintf(text, size, "a pawn on its way to promotion"); break;
    case MOTIF_HANGING:
    case MOTIF_NONE: break;
    }
}

/* Turns "wins a knight for a pawn" into "a knight for a pawn". "" if nothing is won. */
static void gain_noun(const struct insight *insight, char *text, size_t size)
{
    char words[80];
    motif_gain_words(insight, words, sizeof words);
    snprintf(text, size, "%s", strncmp(words, "wins ", 5) == 0 ? words + 5 : "");
}

/* Describes an error that lost nothing by force, by its size and the group it concerns. */
static void ground_words(const struct position *position, const struct line *line, int centipawns,
                         char *text, size_t size)
{
    enum group group = hint_group(position, line);
    char amount[16];
    text_score(centipawns > 0 ? centipawns : 0, amount, sizeof amount);
    snprintf(text, size, "%s%s%s", amount + 1, group != GROUP_COUNT ? ", " : "",
             group != GROUP_COUNT ? group_words(group) : "");
}

enum motif review_gift_words(const struct game_node *node, const struct line *line, int centipawns,
                             char *text, size_t size)
{
    char noun[80], gain[80];
    const struct position *position = &node->position;
    struct insight insight = motif_of_answer(&node->parent->position, node->move, line);
    if (line->length == 0) {
        snprintf(text, size, "gave away %d.%02d", centipawns / 100, centipawns % 100);
        return insight.motif;
    }
    motif_noun(position, line, &insight, noun, sizeof noun);
    gain_noun(&insight, gain, sizeof gain);
    if (noun[0])
        snprintf(text, size, "allowed %s", noun);
    else if (insight.motif == MOTIF_HANGING && move_to(line->moves[0]) != move_to(node->move))
        snprintf(text, size, "left the %s %s hanging",
                 chess_square_name(move_to(line->moves[0])), chess_piece_name(insight.first));
    else if (gain[0])
        snprintf(text, size, "offered %s", gain);
    else {
        ground_words(position, line, centipawns, noun, sizeof noun);
        snprintf(text, size, "gave away %s", noun);
    }
    return insight.motif;
}

/* Describes the answer to a mistake. Returns false if it has no motif and wins nothing. */
static bool allowed_words(const struct position *position, const struct line *line,
                          const struct insight *allowed, char *text, size_t size)
{
    char noun[80] = "";
    if (allowed->motif == MOTIF_HANGING) {
        snprintf(text, size, "left the %s %s hanging",
                 chess_square_name(move_to(line->moves[0])), chess_piece_name(allowed->first));
        return true;
    }
    if (allowed->motif != MOTIF_NONE)
        motif_noun(position, line, allowed, noun, sizeof noun);
    if (noun[0]) {
        snprintf(text, size, "allowed %s", noun);
        return true;
    }
    gain_noun(allowed, noun, sizeof noun);
    snprintf(text, size, "lost %s", noun);
    return noun[0] && allowed->gain > 0;
}

/* The missed move is described if it won more than the answer wins. Only the gain is named, not
 * the move, because the position becomes an exercise. */
enum motif review_mistake_words(const struct game_node *node, const struct line *best,
                                const struct line *punished, char *text, size_t size)
{
    struct insight allowed = motif_of_answer(&node->parent->position, node->move, punished);
    struct insight left_out = motif_of(&node->parent->position, best);
    int lost = allowed.gain > 0 ? allowed.gain : 0;
    bool omitted = left_out.mate > 0 || (allowed.mate == 0 && left_out.gain > lost);
    if (!omitted && allowed_words(&node->position, punished, &allowed, text, size))
        return allowed.motif;
    char noun[80];
    gain_noun(&left_out, noun, sizeof noun);
    if (left_out.mate)
        snprintf(text, size, "missed a mate");
    else if (noun[0])
        snprintf(text, size, "missed winning %s", noun);
    else
        snprintf(text, size, "made the position worse");
    return left_out.motif;
}
