/* The three lines of evidence; evidence.c calls them one after another. */
#pragma once

#include "src/lab/evidence/evidence_work.h"

/* What a run works with. */
struct evidence_run {
    const struct evidence_setup *setup;
    const struct evidence_sample *sample;
    struct evidence_store *store;
    struct evidence *evidence;
    evidence_observer *watch;
    void *context;
    bool stopped;
    uint32_t prints[EVIDENCE_LEVELS_MAX]; /* handicap_print of each level, which takes long */
};

/* The handicap's node budget for a position, for a move of one second. */
struct limits evidence_limits(const struct player_spec *spec, const struct position *position);

/* Asks and judges what is missing, then fills the losses of people and levels. */
MUST_USE bool evidence_losses(struct evidence_run *run, struct error *error);
/* The likelihood of people's moves and of the levels' moves in their games. */
MUST_USE bool evidence_likelihood(struct evidence_run *run, struct error *error);
/* Plays what is missing, then rates the levels. */
MUST_USE bool evidence_games(struct evidence_run *run, struct error *error);

/* Calls take for every readable game of the run: those in its folder and those of earlier runs.
 * Returns false and sets *error if a file cannot be read or take returns false. */
typedef bool evidence_take(void *context, FILE *pgn, const char *path, struct error *error);
MUST_USE bool evidence_each_file(const struct evidence_setup *setup, evidence_take *take,
                                 void *context, struct error *error);
/* The index of the level or rival with this name, levels first; -1 if no level or rival
 * has it. */
int evidence_player(const struct evidence_setup *setup, const char *name);
