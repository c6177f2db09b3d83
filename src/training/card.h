/* A card of the deck: a position with a move that you missed or have yet to learn. */
#pragma once

#include "src/review/review.h"

#define CARD_KINDS(X) \
    X(GIFT, "gift") X(MISTAKE, "mistake") X(PUZZLE, "puzzle") X(SUITE, "suite") \
    X(REPERTOIRE, "repertoire") X(ENDGAME, "endgame")
enum card_kind {
#define X(id, name) CARD_##id,
    CARD_KINDS(X)
#undef X
    CARD_KIND_COUNT
};
const char *card_kind_name(enum card_kind kind);

enum { CARD_MOVES_MAX = 16 };
struct card_moves {
    int count;
    Move moves[CARD_MOVES_MAX];
};
bool card_moves_have(const struct card_moves *moves, Move move);

struct card {
    int64_t id;                 /* the card's id in the deck, or 0 if it is not stored yet */
    enum card_kind kind;
    int64_t game;               /* the id of the game that the card is from, or 0 */
    int ply;                    /* the ply of the position */
    struct position position;
    Move last;                  /* the opponent's move that led to the position; NO_MOVE: unknown */
    struct ledger_score solution; /* score and best line. A mistake in a game read from a file may
                                   * lack the line; a search then finds it. An endgame has only a
                                   * score: 0 if you have to hold the draw, nonzero if you have to
                                   * win */
    struct card_moves accepted; /* moves that count as right, whatever their score */
    struct card_moves refused;  /* moves that count as wrong, whatever their score */
    int mate;                   /* the task: find a mate in this many moves; 0: find a good move */
    char name[80]; /* name of a suite's position, such as "wac WAC.003"; otherwise "" */
    Move played;                /* the move you played in the position, or NO_MOVE */
    enum motif motif;
    char why[200];              /* why the card is shown, for the user: "A blunder of yours: 4...
                                 * Nf6??." */
    char reason[80];            /* what was bad about the move that `why` names, such as "left the
                                 * h8 rook undefended" or "went from level to lost; 4...Nd7 was
                                 * better", or "". Shown only after the card is solved, because it
                                 * is a clue */
    char history[96];           /* the date of its game, and how often and when you have seen the
                                 * card, in sentences; "" if the card is not from the deck */
};
/* How much card_words tells. CARD_ASKED: only the question. CARD_LESSON: also the reason, but
 * without the better move, because the card asks for it. CARD_SOLVED: also the rest of the
 * reason. */
enum card_telling { CARD_ASKED, CARD_LESSON, CARD_SOLVED };
/* Writes why the card is shown, with its history: "A chance you missed: 3. Qxe5+??; you played 3...
 * Be7. Not seen since." In cards of older versions, the reason of a missed chance names a better
 * move of the opponent; this move is always left out. */
void card_words(const struct card *card, enum card_telling telling, char *text, size_t size);
/* Inserts `against`, as written by names_against, into card->why: "A blunder of yours against Anna:
 * 4... Nf6??.". If `against` is "", changes nothing. */
void card_name_game(struct card *card, const char *against);
/* Makes cards from the gifts and then from the mistakes of a review whose field `asked` is set (see
 * review.h). Makes only one card for each position. Returns the number of cards. */
int review_cards(const struct game_node *live, const struct ledger *ledger,
                 const struct review *review, struct card cards[], int max);
