/* The players' scale: levels in the ratings that people know. share/scale.tsv relates it to the
 * engine scale, on which levels are measured and stored. A copy of the table is built in. */
#pragma once

#include "engine/types.h"

/* The scales: identifier, name in files and options, words, and short words beside other scales.
 * In the order of the table's columns. */
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
const char *scale_name(enum rating_scale which);
const char *scale_words(enum rating_scale which);
/* Reads a name of the list, or lichess, chess.com, chesscom. Returns false for any other name. */
MUST_USE bool scale_from_name(const char *name, enum rating_scale *which);

/* The table, and the scale that the user chose. In the functions below, NULL stands for a table
 * that knows the engine scale alone. */
struct scale;
/* Reads text, or the built-in table if text is NULL. Returns NULL and sets *error with file, line
 * and column. */
struct scale *scale_create(const char *text, const char *file_name, struct error *error);
void scale_destroy(struct scale *scale);
enum rating_scale scale_shown(const struct scale *scale);
void scale_show(struct scale *scale, enum rating_scale which);

/* What the table says about a level on one of the scales. */
struct scale_value {
    double rating, error; /* the error is one standard deviation */
    char sources[16];     /* letters of the table, see share/scale.tsv; "" on the engine scale */
    bool extrapolated;    /* no measurement there, or beyond the ends of the column */
};
/* Beyond the ends of a column, the rating is that of its end. */
struct scale_value scale_at(const struct scale *scale, enum rating_scale which, double engine);
/* The level on the engine scale of a rating, as a whole number from ELO_MIN to ELO_MAX. */
int scale_to_engine(const struct scale *scale, enum rating_scale which, double rating);
/* The lowest and highest rating that can be chosen, in steps of ELO_STEP. */
void scale_range(const struct scale *scale, enum rating_scale which, int *min, int *max);

/* A rating of the user on the scale shown, also beyond the ends of the table. */
double scale_rating(const struct scale *scale, double engine);
/* A level on the scale shown, rounded to 5 (on the engine scale to 1), and back. ELO_FULL is
 * unchanged. */
int scale_level(const struct scale *scale, int engine);
int scale_engine(const struct scale *scale, int level);

/* Writes "1400 Lichess rapid". */
void scale_level_words(const struct scale *scale, int engine, char *text, size_t size);
/* Writes the level on the other scales: "about 910 chess.com, 1300 FIDE". */
void scale_beside(const struct scale *scale, int engine, char *text, size_t size);
