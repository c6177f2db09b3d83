/* Reads the formats of the well-known data sets: EPD with c9 "1-0", FEN with [0.5], and results
 * without brackets. Every line must hold a position and a result. A bad line is an error that ends
 * the reading, because tuning on a misread data set would give useless weights. */
#include "src/lab/tune/tune_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/tune/tune_file.h"
#include "src/lab/tune/tune_games.h"
#include "src/util/input.h"
#include "src/util/lines.h"

enum {
    RUN = 50, /* number of adjacent lines that are either all held out or all used for training */
    PROGRESS_LINES = 4096,
    SCORE_BOUND = 20000, /* centipawns */
};

/* Results */

struct word {
    const char *at;
    size_t length;
};

/* Sets *word to the next word of a line, without its brackets or quotes, and *opened to the bracket
 * or quote before it (0 if none). Returns the text after it. At the end of the line the word is
 * empty. */
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
        bool plain; /* this text is a result even without brackets */
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
    bool named = false; /* the last word was c9: a result right after c9 overrides the line's other
                           results */
    while (*rest) {
        rest = next_word(rest, &word, &opened);
        int found = result_of(word, named || (opened && opened != '"'));
        if (named && found >= 0)
            return found;
        if (result < 0)
            result = found;
        named = word.length == 2 && memcmp(word.at, "c9", 2) == 0;
    }
    return result;
}

/* The score of the EPD opcode ce in centipawns for the side to move; RECORD_NO_SCORE if there is
 * none. Mates and other large scores are cut to SCORE_BOUND. */
static int score_of(const char *rest)
{
    struct word word;
    char opened;
    while (*rest) {
        rest = next_word(rest, &word, &opened);
        if (word.length != 2 || memcmp(word.at, "ce", 2) != 0)
            continue;
        char *end;
        long score = strtol(rest, &end, 10);
        if (end != rest)
            return (int)(score > SCORE_BOUND    ? SCORE_BOUND
                         : score < -SCORE_BOUND ? -SCORE_BOUND
                                                : score);
    }
    return RECORD_NO_SCORE;
}

/* The end of the position in a line: after its four fields, and after the two move counters if they
 * follow. */
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

/* Collecting the positions of a set */

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
        error_set(error, "expected a result for White after the position: c9 \"1-0\", [0.5] or "
                         "1/2-1/2");
        error->column = (int)(rest - line) + 1;
        return false;
    }
    if (!record_pack(&record, &position))
        return error_set(error, "more than 32 pieces");
    record.result = (uint8_t)result;
    int score = score_of(rest);
    if (score != RECORD_NO_SCORE)
        record.score = (int16_t)(position.side == WHITE ? score : -score);
    record.flags |= records_is_held_out((uint64_t)number / RUN) ? RECORD_HELD_OUT : 0;
    if (!records_add(set, &record))
        return error_set(error, "out of memory");
    return true;
}

/* Reads EPD or FEN. `line` is the current line of the stream, from 1. */
static bool read_lines(struct record_set *set, const struct input *input, int line,
                       records_progress progress, void *context, struct error *error)
{
    struct lines lines = {.file = input_stream(input), .number = line - 1};
    int shown = 0;
    bool good = true;
    char *text;
    while (good && (text = lines_next(&lines, error))) {
        if (progress && lines.number - shown >= PROGRESS_LINES) {
            shown = lines.number;
            good = progress(context, TUNE_READING, input_name(input), set->count,
                            input_percent(input)) ||
                   error_set(error, "stopped");
        }
        good = good && read_line(set, text, lines.number, error);
    }
    return lines_end(&lines, good, error);
}

/* Reads the output of fallible tune generate, or a cache: `records` positions, or all up to the end
 * of the file if `records` is 0. */
static bool read_binary(struct record_set *set, const struct input *input, uint64_t records,
                        records_progress progress, void *context, struct error *error)
{
    struct record record;
    struct position position;
    uint64_t number = 0;
    int status = 1;
    while (status > 0 && (records == 0 || number < records)) {
        status = positions_read(input_stream(input), &record);
        if (status > 0 && !record_unpack(&record, &position))
            status = -1;
        if (status > 0 && !records_add(set, &record))
            return error_set(error, "out of memory");
        if (progress && number % PROGRESS_LINES == 0 &&
            !progress(context, TUNE_READING, input_name(input), set->count, input_percent(input)))
            return error_set(error, "stopped");
        number++;
    }
    if (status > 0 || (status == 0 && records == 0))
        return true;
    return error_set(error, "position %llu is damaged or cut off", (unsigned long long)number);
}

/* Skips a byte order mark and blank lines. Sets *pgn to whether the text that follows begins like
 * PGN. Returns the number of its first line, from 1. */
static int find_beginning(FILE *file, bool *pgn)
{
    int line = 1, first = getc(file);
    if (first == 0xEF && getc(file) == 0xBB && getc(file) == 0xBF)
        first = getc(file);
    for (; first == ' ' || first == '\t' || first == '\r' || first == '\n'; first = getc(file))
        line += first == '\n';
    if (first != EOF)
        ungetc(first, file);
    *pgn = first == '[' || first == '{' || first == '%' || first == ';';
    return line;
}

static bool read_text(struct record_set *set, const struct input *input,
                      const struct tune_games *filter, records_progress progress, void *context,
                      struct error *error)
{
    bool pgn;
    int line = find_beginning(input_stream(input), &pgn);
    if (pgn)
        return games_read(set, input, line, filter, progress, context, error);
    return read_lines(set, input, line, progress, context, error);
}

bool records_read(struct record_set *set, const char *path, const struct tune_games *filter,
                  bool *quiet, records_progress progress, void *context, struct error *error)
{
    *quiet = false;
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    int before = set->count + set->duplicates, bad_before = set->bad_games, games = set->games;
    FILE *stream = input_stream(input);
    const char *name = input_name(input);
    struct positions_header header = {.quiet = false};
    bool good;
    if (positions_read_header(stream, &header, error))
        good = read_binary(set, input, header.records, progress, context, error);
    else if (error->message[0])
        good = false;
    else
        good = read_text(set, input, filter, progress, context, error);
    *quiet = header.quiet;
    if (good && set->count + set->duplicates == before) {
        if (set->games > games)
            error_set(error, "none of its %d games passes the filters and has a quiet position",
                      set->games - games);
        else if (bad_before == 0 && set->bad_games > 0)
            *error = set->first_trouble;
        else
            error_set(error, "it holds no position that could be used");
        good = false;
    }
    if (!good)
        snprintf(error->file, sizeof error->file, "%s", name);
    return input_close(input, error) && good;
}
