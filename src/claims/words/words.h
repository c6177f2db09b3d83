/* What the files of this folder share. The public functions that they define are in claims.h.
 *
 * Each clause is made from the claim's squares and its line, which is played again. The words are
 * for a club player, without scores and depths. */
#pragma once

#include "src/claims/claims.h"
#include "src/claims/geometry.h"

enum { PHRASE = 240, PRICE = 96 };
/* How many targets of a claim the words name at most. */
enum { TARGETS_NAMED = 3 };

/* The positions that a claim's words refer to. */
struct told {
    const struct claim *claim;
    Move last;              /* the move before line[first]; NO_MOVE if none, or if it is a pass */
    int debt;               /* the type of the piece that `last` captured, or NO_PIECE_TYPE */
    struct position earlier; /* the position before line[first - 1], if there is such a move */
    struct position begins; /* the position before line[first] */
    struct position before, after, answered; /* the positions before the key move, after it, and
                                              * after the reply */
};

/* told.c */
struct told told_of(const struct claims *claims, const struct claim *claim);
/* The position after the first `count` plies of the line, which may contain a pass. */
struct position line_position(const struct claims *claims, const struct claim *claim, int count);
/* Writes "12...Nd3+". */
void numbered_move(const struct position *position, Move move, char *text, size_t size);
const char *piece_name_at(const struct position *position, int square);
/* Writes "the knight on d4" for the piece on `square` in `position`, or "d4" if it is empty, as a
 * square that is guarded may be. */
void target_words(const struct position *position, int square, char *text, size_t size);
/* The name of the piece that captures the hanging piece, if the hanging piece is defended but worth
 * more; otherwise NULL. */
const char *cheap_attacker(const struct told *told);
/* Whether the hanging piece was put on its square by the move before the claim's line. */
bool was_put(const struct told *told);
/* Whether the hanging piece could be won on its square before that move, too. */
bool hung_before(const struct told *told);

/* gain.c */
/* The forms of the verb for a gain: "win", "wins", "winning". */
struct verb {
    const char *base, *present, *participle;
};

/* Writes the pieces whose number in `counts` has the sign `sign`: "a rook and two pawns". */
void list_pieces(const int counts[PIECE_TYPE_COUNT], int sign, char *text, size_t size);
/* Sets `won` to what the line wins by type, minus what was lost just before it. Returns its value
 * in centipawns. */
int net_gain(const struct told *told, int won[PIECE_TYPE_COUNT]);
/* Whether the line gives a piece and gets only pawns for it. Players do not call that winning
 * material. */
bool only_pawns_for_a_piece(const struct told *told);
const struct verb *gain_verb(const struct told *told);
/* Writes what is won, without a verb: "a knight for a pawn", "the exchange"; "" if nothing is. */
void gain_noun(const struct told *told, char *text, size_t size);
/* Writes "wins a knight for a pawn", "takes back on c3" or "wins back the knight"; "" if nothing is
 * won. */
void gain_words(const struct told *told, char *text, size_t size);
/* The same after the words `deed`, which name the targets: "wins the knight for a pawn", or "wins
 * it" if they end with it. */
void gain_of_target(const struct told *told, const char *deed, char *text, size_t size);

/* deed.c */
/* Whether the fork attacks only the king and pawns. The words then call it a check that attacks a
 * pawn, because a king cannot be won. */
bool checks_and_attacks_pawns(const struct told *told);
/* Whether the key move castles. A discovered check by castling is called a check with the rook. */
bool castles_with_check(const struct told *told);
/* Whether the line gives up something to win the hanging piece, and wins nothing else. If so,
 * writes the price: "a bishop". */
bool hangs_for_a_price(const struct told *told, char price[PRICE]);
/* Whether the capture may only take back what was lost before: the last move is unknown, and the
 * capture about evens the material. The capture is then not called a win. */
bool may_take_back(const struct told *told);
/* Whether the hanging piece is all that the line wins. */
bool hangs_alone(const struct told *told);
/* Writes the merit of a better move or a best reply: "develops the knight"; "" if it has none. */
void merit_words(const struct told *told, char *text, size_t size);
/* Whether the key move comes after the claim's first move. Always false for mates and for
 * CLAIM_WINS, whose words are about the complete line. */
bool is_later(const struct claim *claim);
/* Describes the key move: "forks the king and the rook and wins the exchange". */
void line_clause(const struct told *told, char *text, size_t size);
