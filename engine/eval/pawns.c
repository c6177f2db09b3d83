/* Counts the terms that depend only on pawns and kings: pawn structure, pawns that may become
 * passed, and the king's shelter. Pawns and kings seldom move, so the search caches the results by
 * the key of the pawns. */
#include "engine/eval/scan.h"
#include "engine/prefetch.h"

static void count_structure(struct tally *tally, const struct position *position, int color,
                            struct pawn_entry *entry)
{
    Bitboard mine = pieces(position, color, PAWN), theirs = pieces(position, !color, PAWN);
    Bitboard their_front = down(color, fill_down(color, theirs));
    Bitboard open = mine & ~their_front;
    Bitboard files = fill_file(mine);
    Bitboard isolated = mine & ~(east(files) | west(files));
    Bitboard behind_own = mine & down(color, fill_down(color, mine));
    Bitboard supported = mine & pawn_attack_set(color, mine);
    Bitboard phalanx = mine & (east(mine) | west(mine));
    Bitboard backward = mine & ~isolated & ~phalanx &
                        down(color, pawn_attack_set(!color, theirs) & ~entry->reach[color]);
    Bitboard passed = mine & ~(their_front | entry->reach[!color]) & ~behind_own;
    Bitboard candidates = open & ~passed & ~behind_own;

    entry->passed[color] = passed;
    count_set(tally, color, TERM_pawn_value_AT, mine);
    int behind = popcount(theirs) - popcount(mine);
    if (behind > 0)
        count(tally, color, TERM_pawn_deficit_AT + (behind < 4 ? behind : 4) - 1);
    count_set(tally, color, TERM_pawn_isolated_AT, isolated);
    count_set(tally, color, TERM_pawn_isolated_open_AT, isolated & open);
    count_set(tally, color, TERM_pawn_doubled_AT, behind_own);
    count_set(tally, color, TERM_pawn_doubled_isolated_AT, behind_own & isolated);
    count_set(tally, color, TERM_pawn_lever_AT,
              mine & up(!color, east(theirs)) & up(!color, west(theirs)) & ~supported);
    count_set(tally, color, TERM_pawn_blocked_AT,
              mine & (rank_of(color, 4) | rank_of(color, 5)) & down(color, theirs));
    Bitboard occupied_files = files & RANK_1;
    count_set(tally, color, TERM_pawn_islands_AT, occupied_files & ~(occupied_files << 1));
    count_set(tally, color, TERM_pawn_backward_AT, backward);
    count_set(tally, color, TERM_pawn_backward_open_AT, backward & open);

    for (Bitboard set = mine; set;)
        count(tally, color, TERM_pawn_square_AT + square_place(color, pop_square(&set)));
    for (Bitboard set = supported; set;)
        count(tally, color, TERM_pawn_supported_AT + rank_for(color, pop_square(&set)) - 1);
    for (Bitboard set = phalanx; set;)
        count(tally, color, TERM_pawn_phalanx_AT + rank_for(color, pop_square(&set)) - 1);

    /* A pawn with no enemy pawn in front of it can become passed if at least as many own pawns
     * support it as enemy pawns guard its way. */
    while (candidates) {
        Square square = pop_square(&candidates);
        Bitboard beside = east(square_bit(square)) | west(square_bit(square));
        Bitboard guards = theirs & up(color, up(color, fill_up(color, beside)));
        Bitboard helpers = mine & fill_down(color, beside);
        if (popcount(helpers) >= popcount(guards) &&
            popcount(mine & pawn_attacks[!color][square]) >=
                popcount(theirs & pawn_attacks[color][square]))
            count(tally, color, TERM_passed_candidate_AT + rank_for(color, square) - 1);
    }
}

/* Counts the pawns in front of the king of `color`, the enemy pawns that advance on the king, and
 * the king's distance to the nearest pawn. */
static void count_shelter(struct tally *tally, const struct position *position, int color,
                          struct pawn_entry *entry)
{
    Square king = king_square(position, color);
    Bitboard mine = pieces(position, color, PAWN), theirs = pieces(position, !color, PAWN);
    Bitboard front = fill_up(color, RANK_1 << 8 * square_rank(king));
    int middle = square_file(king), half_open = 0;
    middle = middle == 0 ? 1 : middle == 7 ? 6 : middle;

    for (int file = middle - 1; file <= middle + 1; file++) {
        Bitboard own = mine & front & FILE_A << file, enemy = theirs & front & FILE_A << file;
        int beside = file == square_file(king) ? 0 : 8;
        int shield = 0, storm = 0;
        if (own)
            shield =
                rank_for(color, color == WHITE ? first_square(own) : 63 - __builtin_clzll(own));
        if (enemy)
            storm =
                rank_for(color, color == WHITE ? first_square(enemy) : 63 - __builtin_clzll(enemy));
        bool blocked = shield && storm == shield + 1;
        count(tally, color, TERM_king_shelter_AT + beside + shield);
        count(tally, color, TERM_king_storm_AT + (blocked ? 8 : 0) + storm);
        half_open += !own;
    }

    Bitboard pawns = mine | theirs;
    if (pawns) {
        int nearest = 0;
        Bitboard reach = square_bit(king);
        for (; !(reach & pawns) && nearest < 8; nearest++) {
            reach |= east(reach) | west(reach);
            reach |= reach << 8 | reach >> 8;
        }
        count_times(tally, color, TERM_king_pawn_distance_AT, nearest);
    }
    entry->king[color] = (uint8_t)king;
    entry->half_open[color] = (uint8_t)half_open;
}

static void scan_structure(const struct position *position, const struct weights *weights,
                           struct trace *trace, struct pawn_entry *entry)
{
    struct tally tally = {weights, trace, 0};
    for (int color = WHITE; color <= BLACK; color++)
        entry->reach[color] = fill_up(color, pawn_attack_set(color, pieces(position, color, PAWN)));
    count_structure(&tally, position, WHITE, entry);
    count_structure(&tally, position, BLACK, entry);
    entry->score = tally.score;
}

static void scan_shelter(const struct position *position, const struct weights *weights,
                         struct trace *trace, struct pawn_entry *entry, int color)
{
    struct tally tally = {weights, trace, 0};
    count_shelter(&tally, position, color, entry);
    entry->shelter[color] = tally.score;
}

void pawns_scan(const struct position *position, const struct weights *weights, struct trace *trace,
                struct pawn_entry *entry)
{
    scan_structure(position, weights, trace, entry);
    scan_shelter(position, weights, trace, entry, WHITE);
    scan_shelter(position, weights, trace, entry, BLACK);
}

static size_t place_of(const struct position *position)
{
    return position->pawn_key / 2 % EVAL_CACHE_SIZE;
}

void evaluation_prefetch(const struct position *position, const struct eval_cache *cache)
{
    prefetch(&cache->pawns[place_of(position)]);
}

const struct pawn_entry *pawns_cached(const struct position *position,
                                      const struct weights *weights, struct eval_cache *cache)
{
    /* Setting the lowest bit keeps the key from being 0, which marks an empty entry. */
    uint64_t key = (position->pawn_key ^ weights->key) | 1;
    struct pawn_entry *entry = &cache->pawns[place_of(position)];
    const bool hit = entry->key == key;
    atomic_store_explicit(&cache->probes,
                          atomic_load_explicit(&cache->probes, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    atomic_store_explicit(&cache->hits,
                          atomic_load_explicit(&cache->hits, memory_order_relaxed) + hit,
                          memory_order_relaxed);
    if (!hit) {
        entry->key = key;
        entry->king[WHITE] = entry->king[BLACK] = NO_SQUARE;
        scan_structure(position, weights, NULL, entry);
    }
    for (int color = WHITE; color <= BLACK; color++)
        if (entry->king[color] != king_square(position, color))
            scan_shelter(position, weights, NULL, entry, color);
    return entry;
}
