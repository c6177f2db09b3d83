/* Stores the answers of a check in a folder that several processes share (shared_results.h). */
#pragma once

#include "src/lab/human/check.h"
#include "src/lab/human/check_judge.h"

/* Opens the stored answers in the folder. Returns NULL and sets *error on failure. */
struct shared_results *check_shared_open(const char *folder, struct error *error);

/* The part of the key that all positions of a band share: a hash of the options, the band's rating
 * and the players asked. An element of `asked` is NULL if it stands for people. */
uint64_t check_shared_band(const struct check_options *options, int rating,
                           const struct player_spec *const asked[], int count);
uint64_t check_shared_key(uint64_t band, const struct check_position *position);

/* Reads the answers to a position, one for each row. Returns false unless there are exactly `count`
 * answers. */
bool check_shared_find(struct shared_results *results, uint64_t key,
                       const struct check_position *position, struct check_answer answers[],
                       int count);
MUST_USE bool check_shared_add(struct shared_results *results, uint64_t key,
                               const struct check_position *position,
                               const struct check_answer answers[], int count,
                               struct error *error);
