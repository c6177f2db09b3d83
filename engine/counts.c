/* Converts the counts of a search into ratios for people to read. */
#include "engine/types.h"

#include <stdio.h>

void search_count_rows(const struct search_counts *counts, struct count_row rows[COUNT_ROWS])
{
    static const struct {
        const char *words;
        enum search_count part, whole;
    } ratios[COUNT_ROWS] = {
        {"positions in the hash table", COUNT_hash_hits, COUNT_hash_probes},
        {"best moves from the hash table", COUNT_hash_moves, COUNT_hash_probes},
        {"cutoffs by the hash table", COUNT_hash_cutoffs, COUNT_hash_probes},
        {"null moves that caused a cutoff", COUNT_null_cutoffs, COUNT_null_tries},
        {"cutoffs on the first move", COUNT_first_cutoffs, COUNT_beta_cutoffs},
        {"mean move number of a cutoff", COUNT_cutoff_numbers, COUNT_beta_cutoffs},
        {"evaluations from the hash table", COUNT_evaluations_kept, COUNT_evaluations},
        {"pawn structures from the cache", COUNT_pawn_hits, COUNT_pawn_probes},
    };
    for (int i = 0; i < COUNT_ROWS; i++) {
        struct count_row *row = &rows[i];
        *row = (struct count_row){.words = ratios[i].words,
                                  .part = counts->of[ratios[i].part],
                                  .whole = counts->of[ratios[i].whole]};
        if (!row->whole)
            snprintf(row->value, sizeof row->value, "-");
        else if (ratios[i].part == COUNT_cutoff_numbers)
            snprintf(row->value, sizeof row->value, "%.2f", (double)row->part / (double)row->whole);
        else
            snprintf(row->value, sizeof row->value, "%.1f%%",
                     100.0 * (double)row->part / (double)row->whole);
    }
}
