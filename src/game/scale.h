/* Converts levels to ratings that players know, such as Lichess or FIDE ratings. The table in
 * share/scale.tsv relates those to the engine scale, on which levels are measured and stored. A
 * copy of the table is built in. */
#pragma once

#include "engine/strength.h"

/* The scales, in the order of the table's columns: identifier, name in files and options, name on
 * the screen, and a shorter name for where several scales are listed. */
#define RATING_SCALES(X)                                                                           \
    X(LICHESS_RAPID, "lichess-rapid", "Lichess rapid", "Lichess")                                  \
    X(LICHESS_BLITZ, "lichess-blitz", "Lichess blitz", "Lichess blitz")                            \
    X(CHESSCOM_RAPID, "chesscom-rapid", "chess.com rapid", "chess.com")                            \
    X(CHESSCOM_BLITZ, "chesscom-blitz", "chess.com blitz", "chess.com blitz")                      \
    X(FIDE, "fide", "FIDE", "FIDE")                                                                \
    X(ENGINE, "engine", "engine Elo", "engine")
enum rating_scale {
#define X(id, name, words, brief) SCALE_##id,
    RATING_SCALES(X)
#undef X
        SCALE_COUNT,
    SCALE_DEFAULT = SCALE_LICHESS_RAPID
};
/* The initial Lichess rapid rating of a user about whom nothing is known. */
enum { SCALE_BEGINNER = 800 };
const char *scale_name(enum rating_scale which);
const char *scale_words(enum rating_scale which);
/* Reads a name from the list or an alias such as lichess or chess.com. Returns false for any other
 * name. */
MUST_USE bool scale_from_name(const char *name, enum rating_scale *which);

/* The table, together with the scale in which the user wants to see ratings (the scale shown). In
 * the functions below, NULL stands for a table that contains only the engine scale. */
struct scale;
/* Reads `text`, or the built-in table if `text` is NULL. Returns NULL and sets *error with file,
 * line and column. */
struct scale *scale_create(const char *text, const char *file_name, struct error *error);
void scale_destroy(struct scale *scale);
enum rating_scale scale_shown(const struct scale *scale);
void scale_show(struct scale *scale, enum rating_scale which);

/* What the table says about a level on one of the scales. */
struct scale_value {
    double rating, error; /* rating; and its error as one standard deviation */
    char sources[16];     /* letters of the table, see share/scale.tsv; "" on the engine scale */
    bool extrapolated;    /* the rating is not measured, or the level lies beyond the ends of the
                           * table's column */
};
/* Converts a level from the engine scale to scale `which`. For a level beyond the first or last row
 * of the table, returns the rating of that row. */
struct scale_value scale_at(const struct scale *scale, enum rating_scale which, double engine);
/* The engine level that corresponds to a rating, as a whole number from ELO_MIN to ELO_MAX. */
int scale_to_engine(const struct scale *scale, enum rating_scale which, double rating);
/* The lowest and highest rating that can be chosen, in steps of ELO_STEP. */
void scale_range(const struct scale *scale, enum rating_scale which, int *min, int *max);

/* Converts the user's rating from the engine scale to the scale shown. Beyond an end of the column,
 * one point on the engine scale counts as one point on the scale shown. */
double scale_rating(const struct scale *scale, double engine);
/* scale_level converts a level to the scale shown; on scales other than the engine scale it rounds
 * to a multiple of 5. scale_engine converts such a rating back to a level. Both leave ELO_FULL
 * unchanged. */
int scale_level(const struct scale *scale, int engine);
int scale_engine(const struct scale *scale, int level);

/* Writes "1400 Lichess rapid". */
void scale_level_words(const struct scale *scale, int engine, char *text, size_t size);
/* Writes a name for an opponent's strength: "1400", "full", or "custom" if its numbers were set by
 * hand. */
void scale_strength_name(const struct scale *scale, const struct handicap *handicap, char *text,
                         size_t size);
/* Writes the name of our engine as an opponent: "Fallible 1400 club", "Fallible custom", "Fallible
 * like Carlsen,M, level 2400". Without `strength`, the name of the level is left out. */
void scale_opponent_name(const struct scale *scale, const struct strength *strength,
                         const struct handicap *handicap, char *text, size_t size);
/* Writes the ratings of the level on scales other than the one shown: "about 910 chess.com, 1300
 * FIDE". */
void scale_beside(const struct scale *scale, int engine, char *text, size_t size);
/* Writes the level on the main scales with half the 95 % interval of each: "1400 ±160 Lichess, 890
 * ±240 chess.com". "" without a table. */
void scale_errors(const struct scale *scale, int engine, char *text, size_t size);
