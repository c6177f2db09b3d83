/* Makes cards from the findings of a review: the gifts (errors of the opponent) that you missed,
 * and your mistakes. */
#include "src/training/card.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/util/text.h"

NAMES_OF(card_kind_name, enum card_kind, CARD_KINDS)

bool card_moves_have(const struct card_moves *moves, Move move)
{
    for (int i = 0; i < moves->count; i++) {
        if (moves->moves[i] == move)
            return true;
    }
    return false;
}

/* Returns whether one of the cards has this position, which can occur several times in a game. */
static bool known_place(const struct card cards[], int count, const struct position *position)
{
    for (int i = 0; i < count; i++) {
        if (cards[i].position.key == position->key)
            return true;
    }
    return false;
}

/* Adds a card for the position at `ply`, in which the next move of the game was a mistake or missed
 * a chance. Returns NULL if the position already has a card. The caller writes the card's
 * reason. */
static struct card *add_card(const struct game_node *live, const struct ledger *ledger, int ply,
                             struct card cards[], int *count)
{
    const struct game_node *node = review_node(live, ply);
    const struct position *position = &node->position;
    if (known_place(cards, *count, position))
        return NULL;
    struct card *card = &cards[(*count)++];
    *card = (struct card){.ply = ply, .position = *position, .last = node->move,
                          .solution = ledger_at(ledger, ply)->score};
    return card;
}

void card_words(const struct card *card, enum card_telling telling, char *text, size_t size)
{
    char move[32];
    bool whole = telling == CARD_SOLVED && card->kind != CARD_GIFT;
    size_t length = strlen(card->why);
    length -= length > 0 && card->why[length - 1] == '.';
    snprintf(text, size, "%.*s", (int)length, card->why);
    if (telling != CARD_ASKED && *card->reason)
        text_add(text, size, " %.*s", whole ? INT_MAX : (int)strcspn(card->reason, ";"),
                 card->reason);
    if (card->kind == CARD_GIFT && chess_is_legal(&card->position, card->played)) {
        text_move(&card->position, card->played, move, sizeof move);
        text_add(text, size, "; you played %s", move);
    }
    length = strlen(text);
    text_add(text, size, "%s", length > 0 && text[length - 1] == '?' ? "" : "."); /* "Qxg7??" */
    if (*card->history)
        text_add(text, size, " %s", card->history);
}

void card_name_game(struct card *card, const char *against)
{
    char why[sizeof card->why];
    size_t length = strcspn(card->why, ":");
    snprintf(why, sizeof why, "%.*s %s%s", (int)length, card->why, against, card->why + length);
    if (*against)
        memcpy(card->why, why, sizeof why);
}

int review_cards(const struct game_node *live, const struct ledger *ledger,
                 const struct review *review, struct card cards[], int max)
{
    int count = 0;
    char move[32];
    for (int i = 0; i < review->gift_count && count < max; i++) {
        const struct gift *gift = &review->gifts[i];
        struct card *card =
            gift->asked ? add_card(live, ledger, gift->ply, cards, &count) : NULL;
        if (!card)
            continue;
        card->kind = CARD_GIFT;
        card->played = gift->reply;
        card->motif = gift->motif;
        review_move_text(review_node(live, gift->ply), move, sizeof move);
        snprintf(card->why, sizeof card->why, "A chance you missed: %s%s.", move,
                 judgement_sign(gift->judgement));
        /* gave.full does not name the opponent's better move, which would teach you nothing. */
        snprintf(card->reason, sizeof card->reason, "%s", gift->gave.full);
    }
    for (int i = 0; i < review->mistake_count && count < max; i++) {
        const struct mistake *mistake = &review->mistakes[i];
        struct card *card =
            mistake->asked ? add_card(live, ledger, mistake->ply - 1, cards, &count) : NULL;
        if (!card)
            continue;
        card->kind = CARD_MISTAKE;
        card->played = mistake->played;
        card->motif = mistake->motif;
        review_move_text(review_node(live, mistake->ply), move, sizeof move);
        snprintf(card->why, sizeof card->why, "A %s of %s: %s%s.",
                 mistake->judgement == JUDGED_BLUNDER ? "blunder" : "mistake",
                 review->you >= 0 ? "yours" : chess_color_name(card->position.side), move,
                 judgement_sign(mistake->judgement));
        review_whole_words(&mistake->what, card->reason, sizeof card->reason);
    }
    return count;
}
