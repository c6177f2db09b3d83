/* What was measured, kept in a folder: one line a measurement, so that a run that was cut short
 * goes on, and what is known is not measured again. */
#pragma once

#include "src/lab/match/elo.h"
#include "src/player/player.h"

struct ladder_record {
    uint64_t key;
    bool is_suite;
    int solved, positions;    /* of a suite */
    struct score_sheet sheet; /* of a match, for its first player */
};

struct ladder_state {
    char folder[3072]; /* "": nothing is kept */
    int count, room;
    struct ladder_record *records; /* owned */
};

/* Reads what the folder holds, and makes it if it is not there. NULL: nothing is kept. False
 * fills error with file and line. */
MUST_USE bool ladder_state_open(struct ladder_state *state, const char *folder,
                                struct error *error);
void ladder_state_close(struct ladder_state *state);

/* NULL: not known. */
const struct ladder_record *ladder_state_find(const struct ladder_state *state, uint64_t key);
/* Remembers it, here and in the folder. */
MUST_USE bool ladder_state_add(struct ladder_state *state, const struct ladder_record *record,
                               struct error *error);
/* Where the games of a match under way are; false: nowhere. */
bool ladder_state_games(const struct ladder_state *state, uint64_t key, char *path, size_t size);

/* A key is made of everything a measurement depends on; begin with 0. */
uint64_t ladder_key_text(uint64_t key, const char *text);
uint64_t ladder_key_number(uint64_t key, uint64_t number);
uint64_t ladder_key_player(uint64_t key, const struct player_spec *spec);
