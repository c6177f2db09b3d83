/* A calibration played: its rounds as matches, whose games lie in a folder, one PGN file a round
 * (and a shard). What lies there is not played again. */
#ifndef FALLIBLE_LAB_CALIBRATE_RUN_H
#define FALLIBLE_LAB_CALIBRATE_RUN_H

#include "src/lab/calibrate/calibrate.h"
#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/match/match.h"

enum { CALIBRATE_EARLIER_MAX = 64 };

struct calibrate_setup {
    struct calibration_options plan;
    enum family family;
    enum method method;
    const struct strength *strength;     /* the table at hand */
    const char *stockfish;               /* the command of the anchors */
    enum method against;                 /* whose levels they are where plan.measured */
    const char *guests[CALIBRATE_GUESTS_MAX]; /* as player_spec_read takes them */
    struct time_control control;
    int virtual_speed;                   /* of guests without a speed of their own */
    const char *earlier[CALIBRATE_EARLIER_MAX]; /* PGN files of earlier games by this table */
    int earlier_count;
    const struct opening_list *openings;
    int concurrency;
    uint64_t seed;
    const char *folder;
    int shard, shards;                   /* 0, 0: all is played here */
};

/* How it goes on. */
struct calibrate_news {
    const struct calibration *calibration;
    const struct calibration_round *round;
    int done, games; /* of the round */
    bool waiting;    /* for the other shards */
    bool ended;      /* the round is over, its ratings are in */
};
/* Called some times a second, and after each round; false: stop. */
typedef bool calibrate_watcher(void *context, const struct calibrate_news *news);

/* Before the first game: each level where games of earlier calibrations have it. The calibration is
 * the caller's also when false fills error; NULL: nothing. */
MUST_USE bool calibrate_begin(const struct calibrate_setup *setup,
                              struct calibration **calibration, struct error *error);
/* Plays until all is known or watch says stop; what there is of a round that was broken off counts
 * for the ratings. The calibration as calibrate_begin has it. */
MUST_USE bool calibrate_run(const struct calibrate_setup *setup, calibrate_watcher *watch,
                            void *context, struct calibration **calibration, struct error *error);

#endif
