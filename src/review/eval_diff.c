/* A term has a value for each side, so each difference belongs to the mover or to the other side.
 * Terms with phrases are listed one by one, and the other terms of a group together. Captures are
 * described by the captured piece. */
#include "src/review/eval_diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/util/text.h"

/* Phrases for a group, or for its terms without phrases: the mover's gain and loss, the opponent's
 * loss and gain. */
static const char *const group_phrases[GROUP_COUNT][4] = {
    [GROUP_PASSED_PAWNS] = {"furthered passed pawns", "weakened the own passed pawns",
                            "held up enemy passed pawns", "let enemy passed pawns grow stronger"},
    [GROUP_KING_SAFETY] = {"made the king safer", "exposed the king", "got at the enemy king",
                           "left the enemy king safer"},
    [GROUP_PIECE_LOCATION] = {"pieces better placed", "pieces worse placed",
                              "enemy pieces worse placed", "enemy pieces better placed"},
    [GROUP_MOBILITY] = {"more room", "less room", "less room for the enemy",
                        "more room for the enemy"},
    [GROUP_PAWN_STRUCTURE] = {"better pawns", "worse pawns", "spoiled enemy pawns",
                              "mended enemy pawns"},
    [GROUP_THREATS] = {"made threats", "let go of threats", "parried threats", "allowed threats"},
    [GROUP_MINOR_MANEUVERING] = {"better bishops and knights", "worse bishops and knights",
                                 "hampered enemy bishops and knights",
                                 "freed enemy bishops and knights"},
    [GROUP_MAJOR_MANEUVERING] = {"better rooks and queen", "worse rooks and queen",
                                 "hampered enemy rooks and queen", "freed enemy rooks and queen"},
};

static const struct {
    enum term term;
    const char *phrases[4];
} term_phrases[] = {
    {TERM_pawn_square, {"pawns better placed", "pawns worse placed", "enemy pawns worse placed",
                        "enemy pawns better placed"}},
    {TERM_knight_square, {"knight better placed", "knight worse placed",
                          "enemy knight worse placed", "enemy knight better placed"}},
    {TERM_bishop_square, {"bishop better placed", "bishop worse placed",
                          "enemy bishop worse placed", "enemy bishop better placed"}},
    {TERM_rook_square, {"rook better placed", "rook worse placed", "enemy rook worse placed",
                        "enemy rook better placed"}},
    {TERM_queen_square, {"queen better placed", "queen worse placed", "enemy queen worse placed",
                         "enemy queen better placed"}},
    {TERM_king_square, {"king better placed", "king worse placed", "enemy king worse placed",
                        "enemy king better placed"}},
    {TERM_knight_mobility, {"room for the knights", "took room from the own knights",
                            "took room from enemy knights", "gave enemy knights room"}},
    {TERM_bishop_mobility, {"room for the bishops", "took room from the own bishops",
                            "took room from enemy bishops", "gave enemy bishops room"}},
    {TERM_rook_mobility, {"room for the rooks", "took room from the own rooks",
                          "took room from enemy rooks", "gave enemy rooks room"}},
    {TERM_queen_mobility, {"room for the queen", "took room from the own queen",
                           "took room from the enemy queen", "gave the enemy queen room"}},
    {TERM_space, {"gained space", "gave up space", "took space from the enemy",
                  "gave the enemy space"}},
    {TERM_pawn_isolated, {"no longer an isolated pawn", "isolated a pawn of its own",
                          "isolated an enemy pawn", "mended an isolated enemy pawn"}},
    {TERM_pawn_doubled, {"undoubled pawns", "doubled its own pawns", "doubled enemy pawns",
                         "undoubled enemy pawns"}},
    {TERM_pawn_backward, {"no longer a backward pawn", "left a pawn backward",
                          "left an enemy pawn backward", "mended a backward enemy pawn"}},
    {TERM_pawn_supported, {"pawns protect each other", "pawns no longer protect each other",
                           "broke the enemy's pawn chain", "enemy pawns protect each other"}},
    {TERM_pawn_phalanx, {"pawns side by side", "pawns no longer side by side",
                         "parted enemy pawns", "enemy pawns side by side"}},
    {TERM_threat_hanging, {"attacks what is not defended", "let go of what was not defended",
                           "defended what hung", "left something undefended"}},
    {TERM_bishop_pair, {"has the bishop pair", "gave up the bishop pair",
                        "broke the enemy's bishop pair", "gave the enemy the bishop pair"}},
    {TERM_knight_outpost, {"knight on an outpost", "left an outpost",
                           "drove a knight from its outpost", "let a knight onto an outpost"}},
    {TERM_bishop_outpost, {"bishop on an outpost", "left an outpost",
                           "drove a bishop from its outpost", "let a bishop onto an outpost"}},
    {TERM_rook_open_file, {"rook on an open file", "rook off its open file",
                           "shut out an enemy rook", "gave an enemy rook an open file"}},
    {TERM_rook_half_open_file, {"rook on a half-open file", "rook off its half-open file",
                                "shut out an enemy rook", "gave an enemy rook a half-open file"}},
    {TERM_rook_seventh, {"rook on the seventh rank", "rook off the seventh rank",
                         "drove a rook from the seventh rank", "let a rook onto the seventh rank"}},
};

bool change_is_material(enum group group)
{
    return group == GROUP_PAWN_VALUES || group == GROUP_MINOR_VALUES ||
           group == GROUP_MAJOR_VALUES;
}

/* The squares of a king */

/* The squares beside the king and one rank further towards the enemy. */
static Bitboard around(Square king, int color)
{
    Bitboard squares = 0;
    int low = square_rank(king) - (color == BLACK ? 2 : 1);
    int high = square_rank(king) + (color == WHITE ? 2 : 1);
    for (int rank = low; rank <= high; rank++)
        for (int file = square_file(king) - 1; file <= square_file(king) + 1; file++)
            if (rank >= 0 && rank < 8 && file >= 0 && file < 8)
                squares |= (Bitboard)1 << (rank * 8 + file);
    return squares;
}

static Square king_of(const struct position *position, int color)
{
    for (Square square = 0; square < SQUARE_COUNT; square++)
        if (position->board[square] == color * PIECE_TYPE_COUNT + KING)
            return square;
    return NO_SQUARE;
}

/* Counts the dark (0) and light (1) squares that own pawns or bishops guard around the king. */
static void count_guarded(const struct position *position, int color, Bitboard squares,
                          int guarded[2])
{
    Bitboard guards = (position->by_type[PAWN] | position->by_type[BISHOP]) &
                      position->by_color[color];
    guarded[0] = guarded[1] = 0;
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        if (squares >> square & 1 && (chess_attackers(position, square) & guards))
            guarded[(square_file(square) + square_rank(square)) % 2]++;
    }
}

/* "light" or "dark" if only squares of that colour lost their guard, else NULL. */
static const char *colour_given_up(const struct position *before, const struct position *after,
                                   int color)
{
    Square king = king_of(before, color);
    int old[2], new[2];
    if (king == NO_SQUARE || king != king_of(after, color))
        return NULL;
    Bitboard squares = around(king, color);
    count_guarded(before, color, squares, old);
    count_guarded(after, color, squares, new);
    if (new[1] < old[1] && new[0] >= old[0])
        return "light";
    return new[0] < old[0] && new[1] >= old[1] ? "dark" : NULL;
}

/* The list */

static void rank_change(struct changes *changes, int centipawns, const char *words)
{
    int at = changes->count;
    if (abs(centipawns) < CHANGE_MIN)
        return;
    while (at > 0 && abs(changes->changes[at - 1].centipawns) < abs(centipawns)) {
        if (at < CHANGES_MAX)
            changes->changes[at] = changes->changes[at - 1];
        at--;
    }
    if (at == CHANGES_MAX)
        return;
    changes->changes[at].centipawns = centipawns;
    snprintf(changes->changes[at].words, sizeof changes->changes[at].words, "%s", words);
    changes->count += changes->count < CHANGES_MAX;
}

static const char *const *phrases_of(enum term term)
{
    for (size_t i = 0; i < sizeof term_phrases / sizeof *term_phrases; i++)
        if (term_phrases[i].term == term)
            return term_phrases[i].phrases;
    return NULL;
}

/* rise: the change of the term's or group's value for each side. */
static void rank_both(struct changes *changes, const char *const phrases[4], int me,
                      const int rise[COLOR_COUNT])
{
    rank_change(changes, rise[me], phrases[rise[me] < 0]);
    rank_change(changes, -rise[!me], phrases[rise[!me] < 0 ? 2 : 3]);
}

static void rank_king(struct changes *changes, const struct position *before,
                      const struct position *after, const int rise[COLOR_COUNT])
{
    const char *phrases[4], *colour = colour_given_up(before, after, before->side);
    char squares[64];
    memcpy(phrases, group_phrases[GROUP_KING_SAFETY], sizeof phrases);
    if (colour) {
        snprintf(squares, sizeof squares, "gave up the %s squares around the king", colour);
        phrases[1] = squares;
    }
    rank_both(changes, phrases, before->side, rise);
}

static void rank_material(struct changes *changes, const struct position *position, Move move,
                          int centipawns)
{
    char words[64];
    int taken = move_kind(move) == MOVE_EN_PASSANT ? PAWN
                                                   : piece_type(position->board[move_to(move)]);
    if (chess_is_capture(position, move))
        snprintf(words, sizeof words, "took a %s%s", chess_piece_name(taken),
                 move_kind(move) == MOVE_PROMOTION ? " and promoted" : "");
    else
        snprintf(words, sizeof words, "%s",
                 move_kind(move) == MOVE_PROMOTION ? "promoted a pawn" : "material");
    rank_change(changes, centipawns, words);
}

void change_find(const struct position *position, Move move, struct changes *changes)
{
    struct position later = *position;
    struct trace before, after;
    int me = position->side, material = 0, rest[GROUP_COUNT][COLOR_COUNT] = {{0}};
    memset(changes, 0, sizeof *changes);
    chess_play(&later, move);
    evaluation_explain(position, weights_full(), &before);
    evaluation_explain(&later, weights_full(), &after);
    changes->total = (me == WHITE ? 1 : -1) * (after.adjustment - before.adjustment);
    for (int i = 0; i < TERM_COUNT; i++) {
        const int *old = before.rows[i].centipawns, *new = after.rows[i].centipawns;
        const int rise[COLOR_COUNT] = {new[WHITE] - old[WHITE], new[BLACK] - old[BLACK]};
        const char *const *phrases = phrases_of((enum term)i);
        enum group group = term_info((enum term)i)->group;
        if (i == TERM_tempo)
            continue;
        changes->total += rise[me] - rise[!me];
        if (change_is_material(group))
            material += rise[me] - rise[!me];
        else if (phrases)
            rank_both(changes, phrases, me, rise);
        else
            for (int side = WHITE; side <= BLACK; side++)
                rest[group][side] += rise[side];
    }
    rank_material(changes, position, move, material);
    for (int group = 0; group < GROUP_COUNT; group++) {
        if (group == GROUP_KING_SAFETY)
            rank_king(changes, position, &later, rest[group]);
        else if (!change_is_material((enum group)group))
            rank_both(changes, group_phrases[group], me, rest[group]);
    }
}

void change_text(const struct changes *changes, int most, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < changes->count && i < most; i++) {
        char score[16];
        text_score(changes->changes[i].centipawns, score, sizeof score);
        text_add(text, size, "%s%s %s", i ? ", " : "", changes->changes[i].words, score);
    }
}
