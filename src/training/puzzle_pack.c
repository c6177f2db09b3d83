/* The rating bands take turns. In its turn, a band adds the puzzle with the rarest theme: the one
 * that the fewest puzzles of the pack have so far. Ties are decided by a hash of the position,
 * which is arbitrary but always the same. If the file is huge, each band keeps only the puzzles
 * with the lowest hashes, so that memory is bounded. */
#include "src/training/puzzle_pack.h"

#include <stdlib.h>
#include <string.h>

#include "src/util/array.h"
#include "src/training/puzzle_file.h"

enum { KEPT_MAX = 10000, THEMES_OF_ONE = 24, HASH_MB = 2 };

struct choice {
    uint64_t order;
    char *moves, *themes, *position; /* three strings in one block of memory, which starts at
                                      * `position` */
    char id[PUZZLE_ID_SIZE];
    short rating, deviation;
    uint8_t theme_count;
    uint8_t theme[THEMES_OF_ONE];
    bool used;
};

struct band {
    struct choice *choices;
    int count, capacity;
};

struct packing {
    const struct pack_options *options;
    struct pack_report *report;
    struct engine *engine;
    struct band bands[PACK_BANDS];
    struct choice **chosen;
};

static void choice_free(struct choice *choice)
{
    free(choice->position);
}

static int by_order(const void *a, const void *b)
{
    const struct choice *one = a, *other = b;
    return one->order < other->order ? -1 : one->order > other->order;
}

static int by_rating(const void *a, const void *b)
{
    const struct choice *one = *(struct choice *const *)a, *other = *(struct choice *const *)b;
    if (one->rating != other->rating)
        return one->rating < other->rating ? -1 : 1;
    return strcmp(one->id, other->id);
}

static void note_themes(struct pack_report *report, struct choice *choice)
{
    char name[48];
    int used;
    for (const char *at = choice->themes; sscanf(at, " %47s%n", name, &used) == 1; at += used) {
        int number =
            puzzle_theme_place(report->themes, &report->theme_count, PACK_THEMES_MAX, name);
        if (number < PACK_THEMES_MAX && choice->theme_count < THEMES_OF_ONE)
            choice->theme[choice->theme_count++] = (uint8_t)number;
    }
}

static char *append(char *to, const char *text)
{
    size_t size = strlen(text) + 1;
    memcpy(to, text, size);
    return to + size;
}

static bool fill(struct choice *choice, const struct puzzle *puzzle, struct pack_report *report)
{
    struct position position;
    struct error error;
    *choice = (struct choice){.rating = (short)puzzle->rating.rating,
                              .deviation = (short)puzzle->rating.deviation};
    choice->position = malloc(strlen(puzzle->position) + strlen(puzzle->moves) +
                              strlen(puzzle->themes) + 3);
    if (!choice->position || !chess_from_fen(&position, puzzle->position, &error)) {
        free(choice->position);
        return false;
    }
    choice->order = position.key;
    snprintf(choice->id, sizeof choice->id, "%s", puzzle->id);
    choice->moves = append(choice->position, puzzle->position);
    choice->themes = append(choice->moves, puzzle->moves);
    append(choice->themes, puzzle->themes);
    note_themes(report, choice);
    return true;
}

/* Halves a full band: removes the puzzles with the highest hashes. */
static void thin_out(struct band *band)
{
    qsort(band->choices, (size_t)band->count, sizeof *band->choices, by_order);
    while (band->count > KEPT_MAX)
        choice_free(&band->choices[--band->count]);
}

static bool keep(struct packing *packing, const struct puzzle *puzzle)
{
    struct band *band = &packing->bands[((int)puzzle->rating.rating - PACK_FROM) / PACK_BAND];
    if (!ARRAY_RESERVE(band->choices, band->count, &band->capacity))
        return false;
    if (!fill(&band->choices[band->count], puzzle, packing->report))
        return false;
    if (++band->count == 2 * KEPT_MAX)
        thin_out(band);
    return true;
}

static bool fits(const struct puzzle *puzzle)
{
    return puzzle->rating.rating >= PACK_FROM &&
           puzzle->rating.rating < PACK_FROM + PACK_BANDS * PACK_BAND &&
           (puzzle->plays < 0 || puzzle->plays >= PACK_PLAYS_MIN) &&
           (puzzle->popularity < 0 || puzzle->popularity >= PACK_POPULARITY_MIN);
}

static bool read_file(struct packing *packing, const char *path, struct error *error)
{
    struct puzzle puzzle;
    struct error wrong;
    enum puzzle_line line;
    struct puzzle_file *file = puzzle_file_open(path, error);
    bool good = file != NULL;
    if (!file)
        return false;
    while (good && (line = puzzle_file_next(file, &puzzle, &wrong)) != PUZZLE_LINE_NONE) {
        packing->report->wrong_lines += line == PUZZLE_LINE_WRONG;
        if (line == PUZZLE_LINE_WRONG)
            continue;
        if (fits(&puzzle))
            good = keep(packing, &puzzle);
        else
            packing->report->unfit++;
    }
    packing->report->lines = puzzle_file_line(file);
    if (!good)
        error_set(error, "out of memory");
    struct error damage = {0};
    bool sound = puzzle_file_close(file, &damage);
    if (good && !sound)
        *error = damage;
    return good && sound;
}

/* How often the rarest theme of this puzzle occurs in the pack. */
static int rarity(const struct pack_report *report, const struct choice *choice)
{
    int least = INT32_MAX;
    for (int i = 0; i < choice->theme_count; i++) {
        int puzzles = report->themes[choice->theme[i]].puzzles;
        least = puzzles < least ? puzzles : least;
    }
    return least;
}

static struct choice *next_of(struct band *band, const struct pack_report *report)
{
    struct choice *best = NULL;
    int rarest = INT32_MAX;
    for (int i = 0; i < band->count; i++) {
        struct choice *choice = &band->choices[i];
        int rare = choice->used ? INT32_MAX : rarity(report, choice);
        if (!choice->used && (!best || rare < rarest)) {
            best = choice;
            rarest = rare;
        }
    }
    return best;
}

/* Adds a puzzle of the band to the pack. Sets *found to false if the band has no more valid
 * puzzles. */
static bool choose(struct packing *packing, int number, bool *found, struct error *error)
{
    struct pack_report *report = packing->report;
    struct band *band = &packing->bands[number];
    struct choice *choice = NULL;
    *found = false;
    while (!*found && (choice = next_of(band, report))) {
        struct puzzle puzzle = {0};
        struct error wrong = {0};
        choice->used = true;
        snprintf(puzzle.position, sizeof puzzle.position, "%s", choice->position);
        snprintf(puzzle.moves, sizeof puzzle.moves, "%s", choice->moves);
        snprintf(puzzle.themes, sizeof puzzle.themes, "%s", choice->themes);
        if (!puzzle_holds(packing->engine, &puzzle, packing->options->nodes, found, &wrong))
            return error_set(error, "%s", wrong.message);
        report->refused += !*found;
        if (packing->options->stop && packing->options->stop(packing->options->context))
            return error_set(error, "stopped");
    }
    if (!*found)
        return true;
    for (int i = 0; i < choice->theme_count; i++)
        report->themes[choice->theme[i]].puzzles++;
    report->bands[number]++;
    packing->chosen[report->chosen++] = choice;
    return true;
}

static bool choose_all(struct packing *packing, struct error *error)
{
    const struct pack_options *options = packing->options;
    bool found, good = true;
    int of = (options->count + PACK_BANDS - 1) / PACK_BANDS;
    for (int i = 0; i < PACK_BANDS; i++) {
        struct band *band = &packing->bands[i];
        if (band->count > 0)
            qsort(band->choices, (size_t)band->count, sizeof *band->choices, by_order);
    }
    for (int i = 0; good && i < of * PACK_BANDS; i++) {
        good = choose(packing, i % PACK_BANDS, &found, error);
        if (options->progress)
            options->progress(options->context, packing->report->chosen, of * PACK_BANDS);
    }
    return good;
}

static bool write_pack(const struct packing *packing, FILE *out, struct error *error)
{
    int count = packing->report->chosen;
    qsort(packing->chosen, (size_t)count, sizeof *packing->chosen, by_rating);
    fputs("PuzzleId,FEN,Moves,Rating,RatingDeviation,Themes\n", out);
    for (int i = 0; i < count; i++) {
        const struct choice *choice = packing->chosen[i];
        fprintf(out, "%s,%s,%s,%d,%d,%s\n", choice->id, choice->position, choice->moves,
                choice->rating, choice->deviation, choice->themes);
    }
    if (fflush(out) == 0)
        return true;
    return error_set(error, "the pack cannot be written");
}

/* Creates an engine with a small transposition table: short searches need no more, and the table is
 * cleared for each puzzle. */
static struct engine *create_engine(void)
{
    struct error error;
    struct engine_settings settings = engine_settings_default();
    settings.hash_mb = HASH_MB;
    return engine_create_with(&settings, &error);
}

bool puzzle_pack(const char *path, FILE *out, const struct pack_options *options,
                 struct pack_report *report, struct error *error)
{
    *report = (struct pack_report){0};
    struct packing packing = {.options = options, .report = report,
                              .engine = create_engine()};
    packing.chosen = calloc((size_t)options->count + PACK_BANDS, sizeof *packing.chosen);
    bool good = packing.engine && packing.chosen;
    if (!good)
        error_set(error, "out of memory");
    good = good && read_file(&packing, path, error) && choose_all(&packing, error) &&
           write_pack(&packing, out, error);
    for (int i = 0; i < PACK_BANDS; i++) {
        for (int j = 0; j < packing.bands[i].count; j++)
            choice_free(&packing.bands[i].choices[j]);
        free(packing.bands[i].choices);
    }
    free((void *)packing.chosen);
    engine_destroy(packing.engine);
    qsort(report->themes, (size_t)report->theme_count, sizeof *report->themes, puzzle_theme_order);
    return good;
}
