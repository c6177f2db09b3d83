/* Measurements stored in a folder, one line each, so that an interrupted run can continue and
 * nothing is measured twice. */
#pragma once

#include "src/lab/match/elo.h"
#include "src/player/player.h"
#include "src/util/shared_results.h"

struct ladder_record {
    uint64_t key;
    bool is_suite;
    int solved, positions;    /* set if is_suite */
    struct match_tally tally; /* set if not is_suite; from the first player's point of view */
};

struct ladder_state {
    char folder[3072]; /* path of the folder; "": nothing is stored */
    struct shared_results *results;
};

/* Reads what the folder holds, and creates the folder if it is missing. If `folder` is NULL,
 * nothing is stored. Returns false and sets *error with file and line. */
MUST_USE bool ladder_state_open(struct ladder_state *state, const char *folder,
                                struct error *error);
void ladder_state_close(struct ladder_state *state);

/* Finds the record stored under the key. Returns false if the key has no record. */
bool ladder_state_find(const struct ladder_state *state, uint64_t key,
                       struct ladder_record *record);
/* Adds the record to the state and to the folder. */
MUST_USE bool ladder_state_add(struct ladder_state *state, const struct ladder_record *record,
                               struct error *error);
/* The path of the file for the games of a match in progress. Returns false if nothing is stored. */
bool ladder_state_games(const struct ladder_state *state, uint64_t key, char *path, size_t size);

/* Mixes the player's features and knowledge into a key (see shared_results.h). */
uint64_t ladder_key_player(uint64_t key, const struct player_spec *spec);
