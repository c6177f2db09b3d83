/* Checks the perft counts in a file. */
#include "src/uci/perft_file.h"

#include <inttypes.h>
#include <string.h>

#include "src/util/lines.h"
#include "src/util/paths.h"
#include "src/util/text.h"

struct check {
    const char *path;
    int line, depth;
    uint64_t leaves;
    void (*tell)(void *context, const char *line);
    void *context;
    struct perft_summary *summary;
};

static bool refuse(struct error *error, const struct check *check, long column, const char *message)
{
    error_set_in(error, check->path, "%s", message);
    error->line = check->line;
    error->column = (int)column;
    return false;
}

/* Compares one count of the file with our own. */
static void compare(const struct check *check, const struct position *position, int depth,
                    uint64_t expected)
{
    struct perft_summary *summary = check->summary;
    if ((check->depth && depth > check->depth) || (check->leaves && expected > check->leaves)) {
        summary->skipped++;
        return;
    }
    const uint64_t found = chess_perft(position, depth);
    summary->counts++;
    summary->leaves += found;
    if (found == expected)
        return;
    char fen[CHESS_FEN_MAX], text[256];
    chess_to_fen(position, fen);
    snprintf(text, sizeof text, "line %d: depth %d has %" PRIu64 " leaves, not %" PRIu64 ": %s",
             check->line, depth, found, expected, fen);
    summary->wrong++;
    check->tell(check->context, text);
}

/* Reads " D3 8902 " from one field. */
static bool read_count(char *field, int *depth, uint64_t *count)
{
    int length = 0;
    return sscanf(field, " D%d %" SCNu64 " %n", depth, count, &length) == 2 && !field[length] &&
           *depth >= 1 && *depth <= 50;
}

static bool read_line(const struct check *check, char *line, struct error *error)
{
    struct position position;
    char *rest = line, *field;
    (void)strsep(&rest, ";");
    if (!rest)
        return refuse(error, check, 1, "expected FEN ;D1 COUNT ;D2 COUNT, but there is no ;");
    if (!chess_from_fen(&position, line, error)) {
        error->line = check->line;
        return false;
    }
    check->summary->positions++;
    while ((field = strsep(&rest, ";")) != NULL) {
        uint64_t count;
        int depth;
        if (!read_count(field, &depth, &count))
            return refuse(error, check, field - line + 1, "expected a count such as D3 8902");
        compare(check, &position, depth, count);
    }
    return true;
}

bool perft_file(const char *path, int depth, uint64_t leaves, bool (*stop)(void *context),
                void (*tell)(void *context, const char *line), void *context,
                struct perft_summary *summary, struct error *error)
{
    struct lines lines = {.file = paths_open_regular(path, error)};
    struct check check = {.path = path, .depth = depth, .leaves = leaves, .tell = tell,
                          .context = context, .summary = summary};
    const int64_t began = text_now();
    bool good = true, stopped = false;
    char *line;
    *summary = (struct perft_summary){0};
    if (!lines.file)
        return false;
    *error = (struct error){0};
    while (good && !stopped && (line = lines_next(&lines, error))) {
        check.line = lines.number;
        good = read_line(&check, line, error);
        stopped = stop(context);
    }
    good = good && !lines.failed;
    if (!good)
        snprintf(error->file, sizeof error->file, "%s", path);
    else if (summary->positions == 0)
        good = error_set_in(error, path, "there is no position in the file");
    lines_free(&lines);
    fclose(lines.file);
    summary->elapsed = text_now() - began;
    return good;
}

void perft_summary_words(const struct perft_summary *summary, char *text, size_t size)
{
    const int64_t milliseconds = summary->elapsed > 0 ? summary->elapsed : 1;
    *text = '\0';
    text_add(text, size, "%d positions, %d counts: ", summary->positions, summary->counts);
    if (summary->wrong)
        text_add(text, size, "%d wrong", summary->wrong);
    else
        text_add(text, size, "all right");
    if (summary->skipped)
        text_add(text, size, ", %d above the limit not counted", summary->skipped);
    text_add(text, size, "\n%" PRIu64 " leaves in %" PRId64 " ms, %" PRIu64 " leaves/s",
             summary->leaves, summary->elapsed, summary->leaves * 1000 / (uint64_t)milliseconds);
}
