/* Plays a calibration. Each round is a match; its games are stored in a folder, one PGN file per
 * round (and per shard). Games in the folder are not played again. */
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
    const struct strength *strength;          /* the current strength table */
    const char *stockfish;                    /* command that starts Stockfish for the anchors */
    enum method against;                      /* the method whose levels are the anchors, if
                                                 plan.measured */
    const char *guests[CALIBRATE_GUESTS_MAX]; /* descriptions that player_spec_read can read */
    struct time_control control;
    int virtual_speed;                          /* nodes per second of the virtual clock for guests
                                                   whose spec sets no speed */
    const char *earlier[CALIBRATE_EARLIER_MAX]; /* PGN files of earlier calibrations of the table */
    int earlier_count;
    const struct opening_list *openings;
    int concurrency;
    uint64_t seed;
    const char *folder;
    int shard, shards; /* number of this shard, from 1, and number of shards; both 0: the run is not
                          divided */
};

/* A progress report. */
struct calibrate_event {
    const struct calibration *calibration;
    const struct calibration_round *round;
    int done, games; /* games of this round: finished, and in total */
    bool waiting;    /* waiting for the games of the other shards */
    bool ended;      /* the round is over and the ratings are computed */
};
/* Called a few times a second, and after each round. Returns false to stop. */
typedef bool calibrate_observer(void *context, const struct calibrate_event *event);

/* Creates the calibration and gives each level the setting that games of earlier calibrations
 * suggest. Returns false and sets *error on failure. The caller owns *calibration in either case;
 * on failure it may be NULL. */
MUST_USE bool calibrate_begin(const struct calibrate_setup *setup, struct calibration **calibration,
                              struct error *error);
/* Plays until nothing is left to play or `watch` returns false. The games of an aborted round count
 * for the ratings. The caller owns *calibration as with calibrate_begin. */
MUST_USE bool calibrate_run(const struct calibrate_setup *setup, calibrate_observer *watch,
                            void *context, struct calibration **calibration, struct error *error);

#endif
