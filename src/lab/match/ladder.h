/* The feature ladder measures what each part of the engine is worth in Elo. A rung is described by
 * data: its name, and the switches it turns on in addition to those of all rungs before it. */
#pragma once

#include "src/player/player.h"

enum { LADDER_RUNGS_MAX = 64 };

struct ladder_rung {
    char name[64];
    struct search_features features; /* the features this rung turns on */
    bool groups[GROUP_COUNT];        /* the positional groups this rung turns on, each with all its
                                        knowledge */
    int their_wac, their_elo;        /* Win-at-Chess score and Elo that the sources in `about`
                                        published; 0 if none */
    char note[128];                  /* text for the reader; may be "" */
};

struct ladder {
    char about[256]; /* where the published figures come from; may be "" */
    int count;
    struct ladder_rung rungs[LADDER_RUNGS_MAX]; /* the first is the baseline */
};

/* Reads a ladder; share/ladder.conf describes the format. Returns false and sets *error with file
 * and line. */
MUST_USE bool ladder_read(struct ladder *ladder, const char *text, const char *file_name,
                          struct error *error);

/* Returns whether the rung can change the strength of play. `clock` says whether games are played
 * with a clock: without one, a switch that only affects time management has no effect, and the two
 * players of a match would be the same. */
bool ladder_has_effect(const struct ladder_rung *rung, bool clock);

/* Sets *spec to our engine with the switches of the rungs 0 .. rung and no others, named after the
 * rung. */
void ladder_player_up_to(const struct ladder *ladder, int rung, struct player_spec *spec);
/* Sets *spec to our engine with every switch except those of this rung; with every switch if `rung`
 * is -1. */
void ladder_player_without(const struct ladder *ladder, int rung, struct player_spec *spec);

/* The names of the rung's switches separated by spaces; "" if it has no switches. */
void ladder_switches(const struct ladder_rung *rung, char *text, size_t size);
