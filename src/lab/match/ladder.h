/* The feature ladder: what each part of the engine is worth in Elo. A rung is data: a name, and the
 * switches it turns on in addition to those of all rungs before it. */
#pragma once

#include "src/player/player.h"

enum { LADDER_RUNGS_MAX = 64 };

struct ladder_rung {
    char name[64];
    struct search_features features; /* the features this rung turns on */
    bool groups[GROUP_COUNT];        /* the positional groups this rung turns on, each with all its
                                        knowledge */
    int their_wac, their_elo;        /* figures published by the sources; 0 if there is no figure */
    char note[128];                  /* text for the reader; may be "" */
};

struct ladder {
    char about[256]; /* where the published figures come from; may be "" */
    int count;
    struct ladder_rung rungs[LADDER_RUNGS_MAX]; /* the first is the baseline */
};

/* share/ladder.conf describes the format. Returns false and sets *error with file and line. */
MUST_USE bool ladder_read(struct ladder *ladder, const char *text, const char *file_name,
                          struct error *error);

/* Whether the rung can change the strength under these conditions. Without a clock, switches that
 * only affect time management have no effect, so a match would be between equals. */
bool ladder_has_effect(const struct ladder_rung *rung, bool clock);

/* Our engine with the switches of the rungs 0 .. rung and no others, named after the rung. */
void ladder_player_up_to(const struct ladder *ladder, int rung, struct player_spec *spec);
/* Our engine with every switch except those of this rung; with -1, every switch. */
void ladder_player_without(const struct ladder *ladder, int rung, struct player_spec *spec);

/* The names of the rung's switches separated by spaces; "" if it has no switches. */
void ladder_switches(const struct ladder_rung *rung, char *text, size_t size);
