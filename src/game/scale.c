/* Reads share/scale.tsv and interpolates linearly between its rows. Each column rises strictly, so
 * conversion works in both directions. */
#include "src/game/scale.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/game/handicap_text.h"
#include "src/util/text.h"

#include "scale_tsv.h"

enum { COLUMNS = SCALE_ENGINE, POINTS_MAX = 256, CELLS_MAX = 1 + 3 * COLUMNS, RATING_MAX = 4000 };
enum { SOURCES_MAX = sizeof(((struct scale_value *)0)->sources) - 1 };

struct point {
    double engine;
    struct scale_value value;
};
/* The known points of a column, from low to high; at least two. */
struct column {
    struct point points[POINTS_MAX];
    int count;
};
struct scale {
    struct column columns[COLUMNS];
    enum rating_scale shown;
};

static const struct {
    const char *name, *words, *brief;
} scales[SCALE_COUNT] = {
#define X(id, name, words, brief) {name, words, brief},
    RATING_SCALES(X)
#undef X
};

const char *scale_name(enum rating_scale which)
{
    return scales[which].name;
}

const char *scale_words(enum rating_scale which)
{
    return scales[which].words;
}

bool scale_from_name(const char *name, enum rating_scale *which)
{
    static const struct {
        const char *name;
        enum rating_scale which;
    } others[] = {{"lichess", SCALE_LICHESS_RAPID},
                  {"chess.com", SCALE_CHESSCOM_RAPID},
                  {"chesscom", SCALE_CHESSCOM_RAPID},
                  {"chess.com-rapid", SCALE_CHESSCOM_RAPID},
                  {"chess.com-blitz", SCALE_CHESSCOM_BLITZ}};
    for (int i = 0; i < SCALE_COUNT; i++) {
        if (strcasecmp(name, scales[i].name) == 0) {
            *which = (enum rating_scale)i;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcasecmp(name, others[i].name) == 0) {
            *which = others[i].which;
            return true;
        }
    }
    return false;
}

struct reader {
    struct scale *scale;
    int line, column; /* the cell that is being read, for error messages */
    struct error *error;
};

static bool fail(struct reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

static bool fail(struct reader *reader, const char *format, ...)
{
    char message[sizeof reader->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(reader->error, "%s", message);
    reader->error->line = reader->line;
    reader->error->column = reader->column;
    return false;
}

static const char *heading(int cell, char *text, size_t size)
{
    if (cell == 0)
        return "engine";
    snprintf(text, size, "%s", cell % 3 == 1 ? scales[cell / 3].name
                               : cell % 3 == 2 ? "error" : "source");
    return text;
}

/* Splits a line at its tabs. Returns the number of cells; at most CELLS_MAX + 1. */
static int split(char *line, char *cells[CELLS_MAX + 1])
{
    int count = 0;
    while (line && count <= CELLS_MAX)
        cells[count++] = strsep(&line, "\t");
    return count;
}

static bool read_heading(struct reader *reader, char *cells[], const char *line)
{
    char name[32];
    for (int i = 0; i < CELLS_MAX; i++) {
        reader->column = (int)(cells[i] - line) + 1;
        if (strcmp(cells[i], heading(i, name, sizeof name)) != 0)
            return fail(reader, "expected the heading \"%s\", not \"%.40s\"",
                        heading(i, name, sizeof name), cells[i]);
    }
    return true;
}

static bool add_point(struct reader *reader, int index, const struct point *point)
{
    struct column *column = &reader->scale->columns[index];
    if (column->count == POINTS_MAX)
        return fail(reader, "there are more than %d points", POINTS_MAX);
    const struct point *before = column->count ? &column->points[column->count - 1] : NULL;
    if (before && before->value.rating >= point->value.rating)
        return fail(reader, "the ratings of %s must increase: %.0f follows %.0f",
                    scales[index].name, point->value.rating, before->value.rating);
    column->points[column->count++] = *point;
    return true;
}

/* Reads the rating, its error and its sources from three cells. */
static bool read_value(struct reader *reader, int index, double engine, char *cells[],
                       const char *line)
{
    long rating, error;
    struct point point = {.engine = engine};
    reader->column = (int)(cells[0] - line) + 1;
    if (strcmp(cells[0], "-") == 0) {
        if (strcmp(cells[1], "-") != 0 || strcmp(cells[2], "-") != 0)
            return fail(reader, "if a rating is -, its error and source must also be -");
        return true;
    }
    if (!text_number(cells[0], 0, RATING_MAX, &rating))
        return fail(reader, "expected a rating from 0 to %d or -, not \"%.40s\"", RATING_MAX,
                    cells[0]);
    reader->column = (int)(cells[1] - line) + 1;
    if (!text_number(cells[1], 1, RATING_MAX, &error))
        return fail(reader, "expected an error from 1 to %d, not \"%.40s\"", RATING_MAX, cells[1]);
    reader->column = (int)(cells[2] - line) + 1;
    size_t length = strlen(cells[2]);
    if (length == 0 || length > SOURCES_MAX || strspn(cells[2], "LMRTX") != length)
        return fail(reader,
                    "expected one or more of the letters LMRTX for the source, not \"%.40s\"",
                    cells[2]);
    point.value.rating = (double)rating;
    point.value.error = (double)error;
    memcpy(point.value.sources, cells[2], length + 1);
    point.value.extrapolated = strchr(cells[2], 'X') != NULL;
    reader->column = (int)(cells[0] - line) + 1;
    return add_point(reader, index, &point);
}

static bool read_row(struct reader *reader, char *cells[], const char *line, long *before)
{
    long engine;
    reader->column = 1;
    if (!text_number(cells[0], 1, RATING_MAX, &engine))
        return fail(reader, "expected a level from 1 to %d, not \"%.40s\"", RATING_MAX, cells[0]);
    if (engine <= *before)
        return fail(reader, "levels must go from low to high: %ld after %ld", engine, *before);
    *before = engine;
    for (int i = 0; i < COLUMNS; i++)
        if (!read_value(reader, i, (double)engine, cells + 1 + 3 * i, line))
            return false;
    return true;
}

static bool read_text(struct reader *reader, const char *text)
{
    char line[512], *cells[CELLS_MAX + 1];
    bool headed = false;
    long before = 0;
    for (reader->line = 1; *text; reader->line++) {
        size_t length = strcspn(text, "\n"), used = strcspn(text, "#\n");
        const char *start = text;
        reader->column = 1;
        text += length + (text[length] == '\n');
        while (used > 0 && strchr(" \t\r", start[used - 1]))
            used--;
        if (used == 0)
            continue;
        if (used >= sizeof line)
            return fail(reader, "the line is too long");
        memcpy(line, start, used);
        line[used] = '\0';
        int count = split(line, cells);
        if (count != CELLS_MAX)
            return fail(reader, "expected %d cells separated by tabs, not %s%d", CELLS_MAX,
                        count > CELLS_MAX ? "more than " : "", count - (count > CELLS_MAX));
        if (!(headed ? read_row(reader, cells, line, &before) : read_heading(reader, cells, line)))
            return false;
        headed = true;
    }
    reader->column = 0;
    for (int i = 0; i < COLUMNS; i++)
        if (reader->scale->columns[i].count < 2)
            return fail(reader, "the file ends with fewer than two ratings of %s", scales[i].name);
    return true;
}

struct scale *scale_create(const char *text, const char *file_name, struct error *error)
{
    struct scale *scale = calloc(1, sizeof *scale);
    if (!scale) {
        error_set(error, "out of memory");
        return NULL;
    }
    scale->shown = SCALE_DEFAULT;
    struct reader reader = {.scale = scale, .error = error};
    if (read_text(&reader, text ? text : scale_tsv))
        return scale;
    snprintf(error->file, sizeof error->file, "%s", file_name ? file_name : "scale.tsv");
    free(scale);
    return NULL;
}

void scale_destroy(struct scale *scale)
{
    free(scale);
}

enum rating_scale scale_shown(const struct scale *scale)
{
    return scale ? scale->shown : SCALE_ENGINE;
}

void scale_show(struct scale *scale, enum rating_scale which)
{
    if (scale)
        scale->shown = which;
}

/* The value at x of the straight line through (x0, y0) and (x1, y1). */
static double line_at(double x, double x0, double y0, double x1, double y1)
{
    return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
}

struct scale_value scale_at(const struct scale *scale, enum rating_scale which, double engine)
{
    if (!scale || which == SCALE_ENGINE)
        return (struct scale_value){.rating = engine};
    const struct column *column = &scale->columns[which];
    const struct point *points = column->points;
    int last = column->count - 1, at = 0;
    if (engine <= points[0].engine || engine >= points[last].engine) {
        const struct point *end = engine <= points[0].engine ? &points[0] : &points[last];
        struct scale_value value = end->value;
        value.extrapolated = value.extrapolated || engine < end->engine || engine > end->engine;
        return value;
    }
    while (points[at + 1].engine <= engine)
        at++;
    const struct point *low = &points[at], *high = low + 1;
    bool nearer_high = engine - low->engine > high->engine - engine;
    struct scale_value value = (nearer_high ? high : low)->value;
    value.rating = line_at(engine, low->engine, low->value.rating, high->engine,
                           high->value.rating);
    value.error = line_at(engine, low->engine, low->value.error, high->engine, high->value.error);
    return value;
}

static int whole(double value)
{
    return (int)lround(value);
}

int scale_to_engine(const struct scale *scale, enum rating_scale which, double rating)
{
    double engine = rating;
    if (scale && which != SCALE_ENGINE) {
        const struct column *column = &scale->columns[which];
        const struct point *points = column->points;
        int last = column->count - 1, at = 0;
        while (at < last - 1 && points[at + 1].value.rating <= rating)
            at++;
        rating = fmax(points[0].value.rating, fmin(points[last].value.rating, rating));
        engine = line_at(rating, points[at].value.rating, points[at].engine,
                         points[at + 1].value.rating, points[at + 1].engine);
    }
    return whole(fmax(ELO_MIN, fmin(ELO_MAX, engine)));
}

void scale_range(const struct scale *scale, enum rating_scale which, int *min, int *max)
{
    double low = scale_at(scale, which, ELO_MIN).rating;
    double high = scale_at(scale, which, ELO_MAX).rating;
    *min = (int)ceil(low / ELO_STEP) * ELO_STEP;
    *max = (int)floor(high / ELO_STEP) * ELO_STEP;
}

double scale_rating(const struct scale *scale, double engine)
{
    if (scale_shown(scale) == SCALE_ENGINE)
        return engine;
    const struct column *column = &scale->columns[scale->shown];
    double low = column->points[0].engine, high = column->points[column->count - 1].engine;
    double beyond = fmin(engine - low, 0) + fmax(engine - high, 0);
    return scale_at(scale, scale->shown, engine).rating + beyond;
}

int scale_level(const struct scale *scale, int engine)
{
    const double round_to = 5;
    if (engine == ELO_FULL || scale_shown(scale) == SCALE_ENGINE)
        return engine;
    return whole(scale_at(scale, scale->shown, engine).rating / round_to) * (int)round_to;
}

int scale_engine(const struct scale *scale, int level)
{
    return level == ELO_FULL ? ELO_FULL : scale_to_engine(scale, scale_shown(scale), level);
}

void scale_level_words(const struct scale *scale, int engine, char *text, size_t size)
{
    if (engine == ELO_FULL)
        snprintf(text, size, "full strength");
    else
        snprintf(text, size, "%d %s", scale_level(scale, engine), scales[scale_shown(scale)].words);
}

void scale_strength_name(const struct scale *scale, const struct handicap *handicap, char *text,
                         size_t size)
{
    if (handicap_is_custom(handicap))
        snprintf(text, size, "custom");
    else if (handicap->limited)
        snprintf(text, size, "%d", scale_level(scale, handicap->elo));
    else
        snprintf(text, size, "full");
}

void scale_opponent_name(const struct scale *scale, const struct strength *strength,
                         const struct handicap *handicap, char *text, size_t size)
{
    char name[16];
    bool level = strength && handicap->limited && !handicap_is_custom(handicap);
    scale_strength_name(scale, handicap, name, sizeof name);
    if (handicap->limited && handicap->like[0]) {
        snprintf(text, size, "Fallible like %s, %s%s", handicap->like,
                 handicap_is_custom(handicap) ? "" : "level ", name);
        return;
    }
    snprintf(text, size, "Fallible %s%s%s", name, level ? " " : "",
             level ? strength_preset_name(strength, handicap->elo) : "");
}

/* Whether both scales belong to the same site, so that showing one is enough. */
static bool same_site(enum rating_scale a, enum rating_scale b)
{
    return (a <= SCALE_LICHESS_BLITZ) == (b <= SCALE_LICHESS_BLITZ) &&
           (a == SCALE_FIDE) == (b == SCALE_FIDE) && (a == SCALE_ENGINE) == (b == SCALE_ENGINE);
}

/* The scales that scale_beside and scale_errors list. A rating with an error above ERROR_MOST would
 * be misleading and is left out. */
enum { ERROR_MOST = 200, ROUND_TO = 10 };
static const enum rating_scale listed[] = {SCALE_LICHESS_RAPID, SCALE_CHESSCOM_RAPID, SCALE_FIDE};
enum { LISTED = sizeof listed / sizeof *listed };

void scale_beside(const struct scale *scale, int engine, char *text, size_t size)
{
    const char *before = "about ";
    text[0] = '\0';
    for (size_t i = 0; scale && i < LISTED; i++) {
        struct scale_value value = scale_at(scale, listed[i], engine);
        if (engine == ELO_FULL || same_site(listed[i], scale->shown) || value.error > ERROR_MOST)
            continue;
        text_add(text, size, "%s%d %s", before, whole(value.rating / ROUND_TO) * ROUND_TO,
                 scales[listed[i]].brief);
        before = ", ";
    }
}

void scale_errors(const struct scale *scale, int engine, char *text, size_t size)
{
    const double interval = 1.96; /* half the 95 % interval, in standard deviations */
    text[0] = '\0';
    for (size_t i = 0; scale && engine != ELO_FULL && i < LISTED; i++) {
        struct scale_value value = scale_at(scale, listed[i], engine);
        if (value.error <= ERROR_MOST)
            text_add(text, size, "%s%d ±%d %s", *text ? ", " : "",
                     whole(value.rating / ROUND_TO) * ROUND_TO,
                     whole(value.error * interval / ROUND_TO) * ROUND_TO, scales[listed[i]].brief);
    }
}
