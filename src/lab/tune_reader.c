/* The reader takes what the known data sets write: EPD with c9 "1-0", FEN with [0.5], and results
 * without any dress. Every line must hold a position and a result; a bad one ends the reading with
 * its place, since a data set half understood tunes to nonsense. */
#include "src/lab/tune_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/tune_file.h"
#include "src/lab/tune_games.h"
#include "src/lab/tune_quiet.h"
#include "src/support/input.h"

enum {
    RUN = 50,      /* neighbours that are held out together */
    HELD_OUT = 10, /* one run in so many */
    PROGRESS_LINES = 4096,
    RESOLVE_PIECE = 512, /* positions a thread takes at a time */
};

/* Results */

struct word {
    const char *at;
    size_t length;
};

/* The next word of a line, its dress left off, and what follows it; *opened is the bracket or
 * quote before it. Past the last word it is empty, and nothing follows. */
static const char *next_word(const char *line, struct word *word, char *opened)
{
    *opened = 0;
    line += strspn(line, " \t\r\n,;|");
    while (*line && strchr("[\"({", *line))
        *opened = *line++;
    word->at = line;
    word->length = strcspn(line, " \t\r\n,;|[]\"(){}");
    line += word->length;
    return line + strspn(line, "])\"}");
}

static int result_of(struct word word, bool dressed)
{
    static const struct {
        const char *text;
        int result;
        bool plain; /* stands for itself even without brackets */
    } table[] = {{"1-0", 2, true}, {"0-1", 0, true},   {"1/2-1/2", 1, true}, {"1/2", 1, true},
                 {"1.0", 2, true}, {"0.0", 0, true},   {"0.5", 1, true},     {"1", 2, false},
                 {"0", 0, false},  {"1.000", 2, true}, {"0.000", 0, true},   {"0.500", 1, true},
                 {"=", 1, false}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if ((dressed || table[i].plain) && strlen(table[i].text) == word.length &&
            memcmp(table[i].text, word.at, word.length) == 0)
            return table[i].result;
    return -1;
}

int record_result(const char *rest)
{
    struct word word;
    char opened;
    int result = -1;
    while (result < 0 && *rest) {
        rest = next_word(rest, &word, &opened);
        result = result_of(word, opened != 0);
    }
    return result;
}

/* Where the position ends: behind four fields, and behind two counters where they follow. */
static const char *after_position(const char *line)
{
    static const char blanks[] = " \t";
    for (int field = 0; field < 4; field++) {
        line += strspn(line, blanks);
        line += strcspn(line, " \t\r\n;,|");
    }
    const char *after = line;
    for (int field = 0; field < 2; field++) {
        after += strspn(after, blanks);
        size_t digits = strspn(after, "0123456789");
        if (digits == 0 || !strchr(" \t\r\n;,|", after[digits]))
            return line;
        after += digits;
    }
    return after;
}

/* The set */

static bool insert_key(struct record_set *set, uint64_t key)
{
    size_t mask = set->key_room - 1, at = (size_t)key & mask;
    while (set->keys[at]) {
        if (set->keys[at] == key)
            return false;
        at = (at + 1) & mask;
    }
    set->keys[at] = key;
    set->key_count++;
    return true;
}

static bool grow_keys(struct record_set *set)
{
    if (set->key_count * 2 < set->key_room)
        return true;
    uint64_t *old = set->keys;
    size_t room = set->key_room;
    set->key_room = room ? 2 * room : 1 << 16;
    set->keys = calloc(set->key_room, sizeof *set->keys);
    if (!set->keys) {
        set->keys = old;
        set->key_room = room;
        return false;
    }
    set->key_count = 0;
    for (size_t i = 0; i < room; i++)
        if (old[i])
            insert_key(set, old[i]);
    free(old);
    return true;
}

bool records_add(struct record_set *set, const struct record *record)
{
    uint64_t key = record_key(record);
    if (!grow_keys(set))
        return false;
    if (!insert_key(set, key ? key : 1)) {
        set->duplicates++;
        return true;
    }
    if (set->count == set->room) {
        int room = set->room ? 2 * set->room : 1 << 14;
        struct record *records = realloc(set->records, (size_t)room * sizeof *records);
        if (!records)
            return false;
        set->records = records;
        set->room = room;
    }
    set->records[set->count++] = *record;
    return true;
}

void records_clear(struct record_set *set)
{
    free(set->records);
    free(set->keys);
    *set = (struct record_set){.records = NULL};
}

bool records_is_held_out(uint64_t number)
{
    number = (number + 1) * 0x9E3779B97F4A7C15ULL;
    number ^= number >> 31;
    number *= 0xBF58476D1CE4E5B9ULL;
    return (number >> 32) % HELD_OUT == 0;
}

static bool read_line(struct record_set *set, char *line, int number, struct error *error)
{
    struct position position;
    struct record record;
    const char *rest = after_position(line);
    char *end = line + (rest - line), kept = *end;
    *end = '\0';
    if (!chess_from_fen(&position, line, error))
        return false;
    *end = kept;
    int result = record_result(rest);
    if (result < 0) {
        error_set(error, "expected a result for White behind the position: c9 \"1-0\", [0.5] or "
                         "1/2-1/2");
        error->column = (int)(rest - line) + 1;
        return false;
    }
    if (!record_pack(&record, &position)) {
        error_set(error, "more than 32 pieces");
        return false;
    }
    record.result = (uint8_t)result;
    record.flags |= records_is_held_out((uint64_t)number / RUN) ? RECORD_HELD_OUT : 0;
    if (!records_add(set, &record)) {
        error_set(error, "out of memory");
        return false;
    }
    return true;
}

static bool read_lines(struct record_set *set, const struct input *input, records_progress progress,
                       void *context, struct error *error)
{
    FILE *file = input_stream(input);
    char *line = NULL;
    size_t room = 0;
    int number = 0;
    bool good = true;
    while (good && getline(&line, &room, file) >= 0) {
        if (number++ % PROGRESS_LINES == 0 && progress &&
            !progress(context, input_name(input), set->count, input_percent(input))) {
            error_set(error, "stopped");
            good = false;
        } else if (line[strspn(line, " \t\r\n")] != '\0' && *line != '#') {
            good = read_line(set, line, number, error);
        }
        if (!good)
            error->line = number;
    }
    if (good && ferror(file)) {
        error_set(error, "%s", strerror(errno));
        good = false;
    }
    free(line);
    return good;
}

/* What fallible tune generate wrote, or a cache. */
static bool read_binary(struct record_set *set, FILE *file, uint64_t records, struct error *error)
{
    struct record record;
    int status = 0;
    uint64_t left = records ? records : UINT64_MAX;
    while (left-- > 0 && (status = positions_read(file, &record)) > 0)
        if (!records_add(set, &record)) {
            error_set(error, "out of memory");
            return false;
        }
    if (status == 0 && records)
        status = -1; /* it ends before all it promised */
    if (status < 0)
        error_set(error, "position %d is damaged or cut off", set->count + set->duplicates + 1);
    return status >= 0;
}

static bool looks_like_pgn(FILE *file)
{
    int first = getc(file);
    if (first != EOF)
        ungetc(first, file);
    return first == '[' || first == '{' || first == '%' || first == 0xEF /* a byte order mark */;
}

bool records_read(struct record_set *set, const char *path, const struct tune_games *filter,
                  bool *quiet, records_progress progress, void *context, struct error *error)
{
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    int before = set->count + set->duplicates;
    FILE *stream = input_stream(input);
    const char *name = input_name(input);
    struct positions_header header = {.quiet = false};
    struct error damage;
    bool good;
    if (positions_read_header(stream, &header, error))
        good = read_binary(set, stream, header.records, error);
    else if (error->message[0])
        good = false;
    else if (looks_like_pgn(stream))
        good = games_read(set, input, filter, progress, context, error);
    else
        good = read_lines(set, input, progress, context, error);
    *quiet = header.quiet;
    if (good && set->count + set->duplicates == before) {
        error_set(error, "it holds no position that could be used");
        good = false;
    }
    if (!good)
        snprintf(error->file, sizeof error->file, "%s", name);
    if (!input_close(input, &damage)) { /* which explains any other trouble */
        *error = damage;
        good = false;
    }
    return good;
}

/* Quiet positions */

struct resolver {
    struct record_set *set;
    const struct weights *weights;
};

static void resolve_piece(void *context, int piece)
{
    const struct resolver *resolver = context;
    struct record_set *set = resolver->set;
    int end = (piece + 1) * RESOLVE_PIECE;
    for (int i = piece * RESOLVE_PIECE; i < end && i < set->count; i++) {
        struct record *record = &set->records[i], quiet;
        struct position position;
        if (!record_unpack(record, &position) || !quiet_resolve(&position, resolver->weights) ||
            !record_pack(&quiet, &position)) {
            record->occupied = 0;
            continue;
        }
        quiet.score = record->score;
        quiet.result = record->result;
        quiet.flags |= record->flags & RECORD_HELD_OUT;
        *record = quiet;
    }
}

void records_resolve(struct record_set *set, const struct weights *weights, struct pool *pool)
{
    struct resolver resolver = {.set = set, .weights = weights};
    pool_run(pool, (set->count + RESOLVE_PIECE - 1) / RESOLVE_PIECE, resolve_piece, &resolver);
    int kept = 0;
    for (int i = 0; i < set->count; i++)
        if (set->records[i].occupied)
            set->records[kept++] = set->records[i];
    set->unquiet += set->count - kept;
    set->count = kept;
}
