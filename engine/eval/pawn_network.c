/* One hidden layer, with the same weights for both sides. Each side sees its own pawns, the enemy's
 * pawns and both kings from its own end of the board, mirrored if its king stands on the files a
 * to d, and which other pieces are left. training/train.py has the same network.
 *
 * All numbers are whole, so a position has the same score on every machine. */
#include "engine/eval/pawn_network.h"

#include <string.h>

#include "engine/eval/scan.h"
#include "engine/prefetch.h"
#include "engine/random.h"

enum {
    HIDDEN = 64,
    /* The first inputs of each kind. Own pawns come before, 48 squares from the second rank on. */
    ENEMY_PAWNS = 48,
    OWN_KING = 96, /* 32 squares: the files e to h */
    ENEMY_KING = 128,
    OWN_PIECES = 192, /* in the order of pieces_left */
    KINDS = 7,
    DARK_BISHOP = 2,
    LIGHT_BISHOP = 3,
    ENEMY_PIECES = OWN_PIECES + KINDS,
    INPUTS = ENEMY_PIECES + KINDS,

    FULL = 128,       /* the largest value in the hidden layer */
    OUTPUT_UNIT = 16, /* the weights of the outputs are in sixteenths of a centipawn */
};

static const struct {
    int16_t inputs[INPUTS][HIDDEN];
    int16_t bias[HIDDEN];
    int16_t middlegame[HIDDEN], endgame[HIDDEN];
} network = {
#include "engine/eval/pawn_network.def"
};

/* The other pieces as the network knows them, as a set of bits, 7 for White, then 7 for Black: one
 * knight or more, two or more, a bishop on dark squares, one on light squares, one rook or more,
 * two or more, a queen. */
static int pieces_left(const struct position *position)
{
    int set = 0;
    for (int color = WHITE; color <= BLACK; color++) {
        const Bitboard knights = pieces(position, color, KNIGHT);
        const Bitboard bishops = pieces(position, color, BISHOP);
        const Bitboard rooks = pieces(position, color, ROOK);
        const bool present[KINDS] = {
            knights != 0,
            many(knights),
            (bishops & DARK_SQUARES) != 0,
            (bishops & ~DARK_SQUARES) != 0,
            rooks != 0,
            many(rooks),
            pieces(position, color, QUEEN) != 0,
        };
        for (int i = 0; i < KINDS; i++)
            set |= present[i] << (color * KINDS + i);
    }
    return set;
}

static void add(int16_t hidden[HIDDEN], int input)
{
    for (int i = 0; i < HIDDEN; i++)
        hidden[i] = (int16_t)(hidden[i] + network.inputs[input][i]);
}

/* Adds the inputs of one side's pieces, from `first` on. `colors_swap`: as this side sees the
 * board, dark squares are light ones, so the two kinds of bishops change places. */
static void add_pieces(int16_t hidden[HIDDEN], int set, bool colors_swap, int first)
{
    for (set &= (1 << KINDS) - 1; set; set &= set - 1) {
        const int kind = first_square((Bitboard)set);
        const bool bishop = kind == DARK_BISHOP || kind == LIGHT_BISHOP;
        add(hidden, first + (colors_swap && bishop ? DARK_BISHOP + LIGHT_BISHOP - kind : kind));
    }
}

struct pawn_judgement pawn_network_judge(const struct position *position, int color)
{
    const Square king = king_square(position, color);
    const int turn = (color == WHITE ? 0 : 56) ^ (square_file(king) < 4 ? 7 : 0);
    const bool colors_swap = !(square_bit(turn) & DARK_SQUARES);
    const int set = pieces_left(position);
    int16_t hidden[HIDDEN];

    memcpy(hidden, network.bias, sizeof hidden);
    for (Bitboard pawns = pieces(position, color, PAWN); pawns;)
        add(hidden, (pop_square(&pawns) ^ turn) - 8);
    for (Bitboard pawns = pieces(position, !color, PAWN); pawns;)
        add(hidden, ENEMY_PAWNS + (pop_square(&pawns) ^ turn) - 8);
    add(hidden, OWN_KING + square_rank(king ^ turn) * 4 + (square_file(king ^ turn) - 4));
    add(hidden, ENEMY_KING + (king_square(position, !color) ^ turn));
    add_pieces(hidden, set >> (color * KINDS), colors_swap, OWN_PIECES);
    add_pieces(hidden, set >> (!color * KINDS), colors_swap, ENEMY_PIECES);

    int middlegame = 0, endgame = 0;
    for (int i = 0; i < HIDDEN; i++) {
        int value = hidden[i] < 0 ? 0 : hidden[i] > FULL ? FULL : hidden[i];
        middlegame += value * network.middlegame[i];
        endgame += value * network.endgame[i];
    }
    return (struct pawn_judgement){middlegame / (FULL * OUTPUT_UNIT),
                                   endgame / (FULL * OUTPUT_UNIT)};
}

/* The term has two weights, 1 for the middlegame and 1 for the endgame, and counts as often as the
 * network's outputs say. Both weights are 0 if the network is switched off. It is not asked about
 * positions without pawns, because the rules of endings.h drive a bare king better. */
static bool has_judgement(const struct position *position, const struct weights *weights)
{
    return (weights->packed[TERM_pawn_network_AT] | weights->packed[TERM_pawn_network_AT + 1]) &&
           position->by_type[PAWN];
}

int32_t pawn_network_count(const struct position *position, const struct weights *weights,
                           struct trace *trace)
{
    struct tally tally = {weights, trace, 0};
    if (!has_judgement(position, weights))
        return 0;
    for (int color = WHITE; color <= BLACK; color++) {
        const struct pawn_judgement judgement = pawn_network_judge(position, color);
        count_times(&tally, color, TERM_pawn_network_AT, judgement.middlegame);
        count_times(&tally, color, TERM_pawn_network_AT + 1, judgement.endgame);
    }
    return tally.score;
}

struct network_place pawn_network_find(const struct position *position,
                                       const struct weights *weights, struct eval_cache *cache)
{
    if (!has_judgement(position, weights))
        return (struct network_place){0};
    const int kings = king_square(position, WHITE) | king_square(position, BLACK) << 6;
    const uint64_t others = (uint64_t)(kings | pieces_left(position) << 12) * RANDOM_STEP;
    /* Setting the lowest bit keeps the key from being 0, which marks an empty entry. */
    const uint64_t key = (position->pawn_key ^ weights->key ^ others) | 1;
    /* Only the high bits of a product depend on all bits of its factors. */
    struct network_entry *entry = &cache->networks[(key >> 32) % EVAL_CACHE_SIZE];
    prefetch(entry);
    return (struct network_place){entry, key};
}

int32_t pawn_network_cached(const struct position *position, const struct weights *weights,
                            struct network_place place)
{
    if (!place.entry)
        return 0;
    if (place.entry->key != place.key)
        *place.entry =
            (struct network_entry){place.key, pawn_network_count(position, weights, NULL)};
    return place.entry->score;
}
