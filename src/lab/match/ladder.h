/* The feature ladder: what each part of the engine is worth. Rungs are data: a name, and the
 * switches that it turns on above those of the rungs before. */
#pragma once

#include "src/player/player.h"

enum { LADDER_RUNGS_MAX = 64 };

struct ladder_rung {
    char name[64];
    struct search_features features; /* set: turned on by this rung */
    bool groups[GROUP_COUNT];        /* likewise: all knowledge of a positional group */
    int their_wac, their_elo;        /* published by the sources; 0: nothing */
    char note[128];                  /* for people; "" for none */
};

struct ladder {
    char about[256]; /* whose the published columns are; "" where there are none */
    int count;
    struct ladder_rung rungs[LADDER_RUNGS_MAX]; /* the first is the baseline */
};

/* The format is told in share/ladder.conf. False fills error with file and line. */
MUST_USE bool ladder_read(struct ladder *ladder, const char *text, const char *file_name,
                          struct error *error);

/* What a rung is worth at most: with games by a clock all its switches count, otherwise not those
 * that only divide time. False: a match would be between equals. */
bool ladder_has_effect(const struct ladder_rung *rung, bool clock);

/* Our engine with the switches of the rungs 0 .. rung and no others; named after the rung. */
void ladder_player_up_to(const struct ladder *ladder, int rung, struct player_spec *spec);
/* Our engine with everything but the switches of that rung; everything with -1. */
void ladder_player_without(const struct ladder *ladder, int rung, struct player_spec *spec);

/* The names of a rung's switches with a space between, "" when it has none of its own. */
void ladder_switches(const struct ladder_rung *rung, char *text, size_t size);
