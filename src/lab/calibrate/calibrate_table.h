/* What was measured of the levels: share/calibration.tsv, which the slider shows.
 *
 * Lines of columns with tabs between them, # begins a comment:
 *   method  level  control  elo  error  scale  games  print
 * control: minutes+seconds; error: half the 95 % interval within the pool, scale: how far it would
 * shift if anchors measured before were all off by their errors; games: of the level with all
 * settings it had on the way; print: handicap_print of what was measured, so that a level whose
 * numbers have changed since is not measured. */
#ifndef FALLIBLE_LAB_CALIBRATE_TABLE_H
#define FALLIBLE_LAB_CALIBRATE_TABLE_H

#include "engine/engine.h"

struct measured_level {
    enum method method;
    int level;
    char control[16]; /* "1+0" */
    double elo, error, scale_error;
    int games;
    uint32_t print;
};

struct measured_table {
    int count, room;
    struct measured_level *rows; /* owned */
};

/* False fills error with file and line; table is then empty. */
MUST_USE bool measured_read(struct measured_table *table, const char *path, struct error *error);
/* Reads the shipped one; empty where there is none or it cannot be read. */
void measured_read_shipped(struct measured_table *table);
/* Writes it, whole or not at all. */
MUST_USE bool measured_write(const struct measured_table *table, const char *path,
                             struct error *error);
/* In place of the row of the same method, level and control, or behind all others. */
MUST_USE bool measured_put(struct measured_table *table, const struct measured_level *row);
void measured_clear(struct measured_table *table);

/* Half the 95 % interval against the scale itself. */
double measured_error(const struct measured_level *level);

/* How the level that these numbers belong to was measured, at control; NULL: it was not. */
const struct measured_level *measured_find(const struct measured_table *table,
                                           const struct handicap *handicap, const char *control);
/* Of a level between two hundreds that were measured, by a straight line between them, as its
 * numbers are. *level becomes what is expected of it, the errors those of the worse known, in no
 * games. False: they were not, or strength has other numbers for this level. */
MUST_USE bool measured_between(const struct measured_table *table, const struct strength *strength,
                               const struct handicap *handicap, const char *control,
                               struct measured_level *level);

#endif
