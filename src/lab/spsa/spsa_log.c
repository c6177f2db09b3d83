/* The state file. Each line of results ends in a checksum of the head and of all results up to this
 * line, so damage is detected at the damaged line. */
#include "src/lab/spsa/spsa_log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/hash.h"
#include "src/util/array.h"
#include "src/util/atomic_file.h"
#include "src/util/lock_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { PATH_SIZE = 4096, LINE_SIZE = 64, SHOWN_SIZE = 160 /* SHOWN_SIZE: how much of a line is
                                                           * quoted in a message */ };

/* The file of one shard. */
struct part {
    FILE *file; /* NULL if the file does not exist yet */
    int shard;
    int64_t offset; /* end of the last line read */
    int line;       /* number of the last line read */
    uint64_t check;
};

struct spsa_log {
    const struct spsa_problem *problem;
    const struct spsa_place *place;
    struct lock_file lock;
    bool locked;
    struct part parts[];
};

bool spsa_in_shard(const struct spsa_place *place, int pair)
{
    return pair % place->shards == place->shard - 1;
}

static bool path_of(const struct spsa_place *place, int shard, char path[PATH_SIZE],
                    struct error *error)
{
    int length = place->shards > 1
                     ? snprintf(path, PATH_SIZE, "%s.%dof%d", place->path, shard, place->shards)
                     : snprintf(path, PATH_SIZE, "%s", place->path);
    return length < PATH_SIZE || error_set(error, "the name of the state file is too long");
}

/* The head of the file */

/* Returns the head of a shard's file as text, which the caller frees; NULL if out of memory. */
static char *write_head(const struct spsa_log *log, int shard)
{
    const struct spsa_problem *problem = log->problem;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "fallible tune search, state 1\n");
    fprintf(out, "shard %d of %d\n", shard, log->place->shards);
    fprintf(out, "seed %" PRIu64 "\n", problem->seed);
    fprintf(out, "games %d, updated every %d\n", 2 * problem->pairs, 2 * problem->batch);
    fprintf(out, "conditions %s\n", log->place->conditions);
    for (int i = 0; i < problem->count; i++) {
        const struct spsa_parameter *row = &problem->parameters[i];
        fprintf(out, "parameter %s from %d, %d to %d, c_end %g, r_end %g\n", row->name, row->start,
                row->min, row->max, row->c_end, row->r_end);
    }
    fprintf(out, "results\n");
    return text_close(out, &text) ? text : NULL;
}

static void cut_line(const char *text, char line[SHOWN_SIZE])
{
    char copy[SHOWN_SIZE];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(text, "\n"), text);
    text_shown(copy, line, SHOWN_SIZE);
}

/* Sets *error to a message with the first line of the head that differs, because the file belongs
 * to another run. Always returns false. */
static bool other_run(const char *path, const char *head, const char *found, struct error *error)
{
    char expected_line[SHOWN_SIZE], found_line[SHOWN_SIZE];
    int line = 1;
    for (;; line++) {
        size_t one = strcspn(head, "\n"), other = strcspn(found, "\n");
        if (one != other || memcmp(head, found, one) != 0 || !head[one] || !found[other])
            break;
        head += one + 1;
        found += other + 1;
    }
    cut_line(head, expected_line);
    cut_line(found, found_line);
    error_set_in(error, path,
                 "this is the state file of another run: expected \"%s\", found \"%s\"",
                 expected_line, found_line);
    error->line = line;
    return false;
}

/* Reads the head. Sets *fresh to whether the file is empty or ends within its head. */
static bool read_head(struct spsa_log *log, struct part *part, const char *path, bool *fresh,
                      struct error *error)
{
    char *head = write_head(log, part->shard);
    size_t length = head ? strlen(head) : 0;
    char *found = head ? calloc(1, length + SHOWN_SIZE) : NULL;
    bool good = found || error_set(error, "out of memory");
    size_t got = good ? fread(found, 1, length + SHOWN_SIZE - 1, part->file) : 0;
    *fresh = good && got < length && memcmp(head, found, got) == 0;
    if (good && !*fresh && (got < length || memcmp(head, found, length) != 0))
        good = other_run(path, head, found, error);
    part->check = good ? hash_bytes(HASH_BEGIN, head, length) : 0;
    part->offset = (int64_t)length;
    for (size_t i = 0; good && i < length; i++)
        part->line += head[i] == '\n';
    free(head);
    free(found);
    return good;
}

/* The results */

/* Formats a result as "12 +1 89abcdef\n": pair, points, checksum. Updates *check, the checksum of
 * everything so far. */
static void write_line(char line[LINE_SIZE], int pair, int points, uint64_t *check)
{
    int length = snprintf(line, LINE_SIZE, "%d %+d ", pair + 1, points);
    *check = hash_bytes(*check, line, (size_t)length);
    snprintf(line + length, LINE_SIZE - (size_t)length, "%08" PRIx32 "\n",
             (uint32_t)(*check ^ *check >> 32));
}

static bool read_line(struct spsa_log *log, struct part *part, const char *line, int8_t points[])
{
    struct spsa_place place = *log->place;
    char canonical[LINE_SIZE];
    int64_t number = 0, result = SPSA_UNPLAYED;
    uint64_t check = part->check;
    const char *rest = text_begins_number(line, 1, log->problem->pairs, &number);
    (void)text_begins_number(rest, -2, 2, &result);
    if (number == 0 || result == SPSA_UNPLAYED)
        return false;
    place.shard = part->shard;
    int pair = (int)number - 1;
    write_line(canonical, pair, (int)result, &check);
    if (strcmp(canonical, line) != 0 || !spsa_in_shard(&place, pair) ||
        points[pair] != SPSA_UNPLAYED)
        return false;
    points[pair] = (int8_t)result;
    part->check = check;
    return true;
}

/* Reads the complete lines that were added to the file since the last call, and stores their
 * results in `points`. */
static bool read_results(struct spsa_log *log, struct part *part, const char *path, int8_t points[],
                         struct error *error)
{
    char line[LINE_SIZE];
    if (fseeko(part->file, (off_t)part->offset, SEEK_SET) != 0)
        return error_set_in(error, path, "%s", strerror(errno));
    while (fgets(line, sizeof line, part->file)) {
        size_t length = strlen(line);
        bool whole = length > 0 && line[length - 1] == '\n';
        if (!whole && feof(part->file) && length > 0)
            return true; /* the rest is being written, or was cut off by a crash */
        part->line++;
        if (!whole || !read_line(log, part, line, points)) {
            error_set_in(
                error, path,
                "damaged: expected the number of a pair, its points and a checksum");
            error->line = part->line;
            return false;
        }
        part->offset += (int64_t)length;
    }
    return !ferror(part->file) || error_set_in(error, path, "%s", strerror(errno));
}

/* Opening */

static bool is_regular(FILE *file, const char *path, struct error *error)
{
    struct stat status;
    return (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) ||
           error_set_in(error, path, "not a regular file");
}

/* Writes the head into this shard's file if `fresh` says that it has none; otherwise cuts off an
 * incomplete last line. */
static bool prepare_own(struct spsa_log *log, struct part *part, bool fresh, const char *path,
                        struct error *error)
{
    char *head = fresh ? write_head(log, part->shard) : NULL;
    bool good = !fresh || head || error_set(error, "out of memory");
    fflush(part->file);
    if (good && (ftruncate(fileno(part->file), fresh ? 0 : (off_t)part->offset) != 0 ||
                 (fresh && (fputs(head, part->file) < 0 || fflush(part->file) != 0))))
        good = error_set_in(error, path, "%s", strerror(errno));
    free(head);
    return good;
}

static bool open_own(struct spsa_log *log, struct part *part, bool resume, int8_t points[],
                     struct error *error)
{
    char path[PATH_SIZE];
    bool fresh = false;
    if (!path_of(log->place, part->shard, path, error) ||
        !lock_file_take(&log->lock, path, 0, error))
        return false;
    log->locked = true;
    part->file = paths_open_private(path, "a+");
    if (!part->file)
        return error_set_in(error, path, "%s", strerror(errno));
    if (!is_regular(part->file, path, error))
        return false;
    rewind(part->file);
    if (!read_head(log, part, path, &fresh, error))
        return false;
    if (!fresh && !resume)
        return error_set_in(error, path,
                            "there is already a run with these options: --resume continues it");
    return (fresh || read_results(log, part, path, points, error)) &&
           prepare_own(log, part, fresh, path, error);
}

/* Opens the file of another shard if it exists and its head is complete. */
static bool open_other(struct spsa_log *log, struct part *part, struct error *error)
{
    char path[PATH_SIZE];
    bool fresh;
    if (!path_of(log->place, part->shard, path, error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    FILE *file = paths_open_regular(path, error);
    if (!file)
        return false;
    part->file = file;
    part->line = 0;
    bool good = read_head(log, part, path, &fresh, error);
    if (!good || fresh) {
        fclose(file);
        part->file = NULL;
    }
    return good;
}

bool spsa_log_follow(struct spsa_log *log, int8_t points[], struct error *error)
{
    char path[PATH_SIZE];
    bool good = true;
    for (int i = 0; good && i < log->place->shards; i++) {
        struct part *part = &log->parts[i];
        if (log->locked && part->shard == log->place->shard)
            continue;
        if (!part->file)
            good = open_other(log, part, error);
        if (good && part->file)
            good = path_of(log->place, part->shard, path, error) &&
                   read_results(log, part, path, points, error);
    }
    return good;
}

static struct spsa_log *create_log(const struct spsa_problem *problem,
                                   const struct spsa_place *place, int8_t points[],
                                   struct error *error)
{
    struct spsa_log *log =
        array_zeroed(sizeof *log + (size_t)place->shards * sizeof log->parts[0], error);
    if (!log)
        return NULL;
    log->problem = problem;
    log->place = place;
    for (int i = 0; i < place->shards; i++)
        log->parts[i].shard = i + 1;
    memset(points, SPSA_UNPLAYED, (size_t)problem->pairs);
    return log;
}

struct spsa_log *spsa_log_open(const struct spsa_problem *problem, const struct spsa_place *place,
                               bool resume, int8_t points[], struct error *error)
{
    struct spsa_log *log = create_log(problem, place, points, error);
    if (log && open_own(log, &log->parts[place->shard - 1], resume, points, error) &&
        spsa_log_follow(log, points, error))
        return log;
    spsa_log_close(log);
    return NULL;
}

struct spsa_log *spsa_log_view(const struct spsa_problem *problem, const struct spsa_place *place,
                               int8_t points[], struct error *error)
{
    char path[PATH_SIZE];
    struct spsa_log *log = create_log(problem, place, points, error);
    bool good = log && spsa_log_follow(log, points, error);
    for (int i = 0; good && i < place->shards; i++)
        if (!log->parts[i].file)
            good = path_of(place, i + 1, path, error) &&
                   error_set_in(error, path, "there is no such state file");
    if (good)
        return log;
    spsa_log_close(log);
    return NULL;
}

bool spsa_log_add(struct spsa_log *log, int pair, int points, struct error *error)
{
    struct part *part = &log->parts[log->place->shard - 1];
    char line[LINE_SIZE], path[PATH_SIZE];
    write_line(line, pair, points, &part->check);
    if (fputs(line, part->file) >= 0 && fflush(part->file) == 0)
        return true;
    int failure = errno;
    return path_of(log->place, part->shard, path, error) &&
           error_set_in(error, path, "%s", strerror(failure));
}

void spsa_log_close(struct spsa_log *log)
{
    if (!log)
        return;
    for (int i = 0; i < log->place->shards; i++)
        if (log->parts[i].file)
            fclose(log->parts[i].file);
    if (log->locked)
        lock_file_release(&log->lock);
    free(log);
}

/* The file that stops all shards */

static bool stop_path(const struct spsa_place *place, char path[PATH_SIZE])
{
    return snprintf(path, PATH_SIZE, "%s.stop", place->path) < PATH_SIZE;
}

static const char out_of_time[] = "the time budget of one shard is used up\n";

static bool write_reason(FILE *out, const void *context)
{
    (void)context;
    return fputs(out_of_time, out) >= 0;
}

bool spsa_stop_all(const struct spsa_place *place, struct error *error)
{
    char path[PATH_SIZE];
    return stop_path(place, path) && replace_whole(path, write_reason, NULL, error);
}

bool spsa_stopped(const struct spsa_place *place)
{
    char path[PATH_SIZE];
    return stop_path(place, path) && access(path, F_OK) == 0;
}

bool spsa_remove_stop(const struct spsa_place *place, struct error *error)
{
    char path[PATH_SIZE], line[sizeof out_of_time + 1];
    FILE *file = stop_path(place, path) ? fopen(path, "re") : NULL;
    if (!file)
        return true;
    bool ours = fgets(line, sizeof line, file) && strcmp(line, out_of_time) == 0;
    fclose(file);
    if (!ours || unlink(path) == 0 || errno == ENOENT)
        return true;
    return error_set_in(error, path, "%s", strerror(errno));
}
