/* The measured strength of the levels: share/calibration.tsv, which the slider displays.
 *
 * Each line has these columns, separated by tabs; # begins a comment:
 *
 * - method and level, whose strength was measured;
 * - control: the time control, minutes+seconds;
 * - elo: the measured rating;
 * - error: half the 95 % interval, treating the anchors' ratings as exact;
 * - scale: how far the rating would shift if the rating of each anchor rose by its error;
 * - games: played by the level, over all its settings;
 * - print: handicap_print of the measured player. If the level's parameters have changed
 *   since, its print differs and the level counts as not measured. */
#ifndef FALLIBLE_LAB_CALIBRATE_TABLE_H
#define FALLIBLE_LAB_CALIBRATE_TABLE_H

#include "engine/engine.h"

struct measured_level {
    enum method method;
    int level;
    char control[16]; /* such as "1+0" */
    double elo, error, scale_error;
    int games;
    uint32_t print;
};

struct measured_table {
    int count, capacity;
    struct measured_level *rows; /* owned */
};

/* On failure returns false, sets *error with file and line, and leaves the table empty. */
MUST_USE bool measured_read(struct measured_table *table, const char *path, struct error *error);
/* Reads the shipped table. If the file is missing or unreadable, the table is empty. */
void measured_read_shipped(struct measured_table *table);
/* Writes the table atomically. */
MUST_USE bool measured_write(const struct measured_table *table, const char *path,
                             struct error *error);
/* Replaces the row with the same method, level and control, or appends the row. */
MUST_USE bool measured_put(struct measured_table *table, const struct measured_level *row);
void measured_clear(struct measured_table *table);

/* Half the 95 % interval of the level's rating, including the errors of the anchors (`scale`). */
double measured_error(const struct measured_level *level);

/* The measurement of this handicap at this time control; NULL if its level was not measured, or if
 * the level's parameters have changed since. */
const struct measured_level *measured_find(const struct measured_table *table,
                                           const struct handicap *handicap, const char *control);
/* Interpolates linearly between the two measured levels, both multiples of 100, around the
 * handicap's level. Sets *level to the expected Elo, with the errors of the less certain neighbour
 * and 0 games. Returns false if one of these two levels was not measured, or if the handicap is not
 * the one that `strength` gives for its Elo. */
MUST_USE bool measured_between(const struct measured_table *table, const struct strength *strength,
                               const struct handicap *handicap, const char *control,
                               struct measured_level *level);

#endif
