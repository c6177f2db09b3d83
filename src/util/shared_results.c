/* Lines are only ever appended to results.txt, one at a time while the file is locked. */
#include "src/util/shared_results.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/hash.h"
#include "src/util/array.h"
#include "src/util/lock_file.h"

enum {
    LINE_SIZE = 4096, /* maximum length of a line */
    PATH_SIZE = 4096,
    UNSORTED_MOST = 64, /* results added since the last sort are searched one by one; when there are
                         * more of them than this, and more than an eighth of the sorted ones, all
                         * are sorted again */
    LOCK_WAIT = 5000    /* ms; another process holds the lock only while it writes a line */
};

struct result {
    uint64_t key;
    char *line; /* owned */
};

struct shared_results {
    const struct shared_form *form;
    char path[PATH_SIZE];   /* path of results.txt; "": the results are kept in memory only */
    pthread_mutex_t lock;   /* guards the fields below, and writing */
    struct result *results; /* the first `sorted` of them are sorted by key */
    int count, capacity, sorted;
};

/* Keys */

uint64_t shared_key_text(uint64_t key, const char *text)
{
    return hash_bytes(key ^ HASH_BEGIN, text, strlen(text) + 1); /* includes the final '\0' */
}

uint64_t shared_key_number(uint64_t key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return shared_key_text(key, text);
}

/* The stop file */

static bool join(const char *folder, const char *name, char path[PATH_SIZE], struct error *error)
{
    return snprintf(path, PATH_SIZE, "%s/%s", folder, name) < PATH_SIZE ||
           error_set(error, "the name of the folder is too long");
}

bool shared_stopped(const char *folder)
{
    char path[PATH_SIZE];
    struct error ignored;
    return folder && join(folder, "stop", path, &ignored) && access(path, F_OK) == 0;
}

bool shared_stop(const char *folder, const char *reason, struct error *error)
{
    char path[PATH_SIZE];
    if (!join(folder, "stop", path, error))
        return false;
    FILE *file = fopen(path, "we");
    bool good = file && fprintf(file, "%s\n", reason) > 0;
    if (file)
        good = fclose(file) == 0 && good;
    return good || error_set_in(error, path, "%s", strerror(errno));
}

/* Reading */

static bool remember(struct shared_results *results, uint64_t key, const char *line)
{
    char *copy = strdup(line);
    if (!copy || !ARRAY_RESERVE(results->results, results->count, &results->capacity)) {
        free(copy);
        return false;
    }
    struct result *added = &results->results[results->count++];
    added->key = key;
    added->line = copy;
    return true;
}

static bool read_line(struct shared_results *results, const char *line, struct error *error)
{
    uint64_t key;
    if (sscanf(line, "%*31s %16" SCNx64, &key) != 1 || !results->form->is_result(line))
        return error_set(error, "expected %s", results->form->expected);
    return remember(results, key, line) || error_set(error, "out of memory");
}

static bool read_lines(struct shared_results *results, FILE *file, struct error *error)
{
    char line[LINE_SIZE];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        size_t length = strcspn(line, "\n");
        if (!line[length] && feof(file))
            break;
        line[length] = '\0';
        if (!read_line(results, line, error)) {
            error->line = number;
            return false;
        }
    }
    return !ferror(file) || error_set(error, "%s", strerror(errno));
}

static int compare_keys(const void *a, const void *b)
{
    const struct result *one = a, *other = b;
    return (one->key > other->key) - (one->key < other->key);
}

static void sort(struct shared_results *results)
{
    if (results->count > 0)
        qsort(results->results, (size_t)results->count, sizeof *results->results, compare_keys);
    results->sorted = results->count;
}

static bool read_folder(struct shared_results *results, const char *folder, struct error *error)
{
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return error_set_in(error, folder, "%s", strerror(errno));
    if (!join(folder, "results.txt", results->path, error))
        return false;
    FILE *file = fopen(results->path, "re");
    if (!file && errno == ENOENT)
        return true;
    bool good = file ? read_lines(results, file, error) : error_set(error, "%s", strerror(errno));
    if (file)
        fclose(file);
    if (!good)
        snprintf(error->file, sizeof error->file, "%.1023s", results->path);
    sort(results);
    return good;
}

struct shared_results *shared_results_open(const char *folder, const struct shared_form *form,
                                           struct error *error)
{
    struct shared_results *results = array_zeroed(sizeof *results, error);
    if (!results)
        return NULL;
    results->form = form;
    pthread_mutex_init(&results->lock, NULL);
    if (!folder || read_folder(results, folder, error))
        return results;
    shared_results_close(results);
    return NULL;
}

void shared_results_close(struct shared_results *results)
{
    if (!results)
        return;
    for (int i = 0; i < results->count; i++)
        free(results->results[i].line);
    free(results->results);
    pthread_mutex_destroy(&results->lock);
    free(results);
}

int shared_results_count(const struct shared_results *results)
{
    return results->count;
}

const char *shared_results_find(struct shared_results *results, uint64_t key)
{
    const struct result wanted = {.key = key};
    const struct result *found = NULL;
    pthread_mutex_lock(&results->lock);
    if (results->count - results->sorted > UNSORTED_MOST + results->sorted / 8)
        sort(results);
    if (results->sorted > 0)
        found = bsearch(&wanted, results->results, (size_t)results->sorted,
                        sizeof *results->results, compare_keys);
    for (int i = results->sorted; !found && i < results->count; i++)
        if (results->results[i].key == key)
            found = &results->results[i];
    const char *line = found ? found->line : NULL;
    pthread_mutex_unlock(&results->lock);
    return line;
}

/* Writing */

/* Removes an incomplete last line before the next one is written. */
static bool end_with_whole_line(FILE *file)
{
    long end = 0;
    int c;
    if (fseek(file, -1, SEEK_END) != 0 || getc(file) == '\n')
        return fseek(file, 0, SEEK_END) == 0; /* the file is empty, or its last line is complete */
    rewind(file);
    for (long at = 1; (c = getc(file)) != EOF; at++)
        if (c == '\n')
            end = at;
    return !ferror(file) && fflush(file) == 0 && ftruncate(fileno(file), end) == 0 &&
           fseek(file, 0, SEEK_END) == 0;
}

static bool write_line(const struct shared_results *results, const char *line, struct error *error)
{
    struct lock_file lock;
    if (!lock_file_take(&lock, results->path, LOCK_WAIT, error))
        return false;
    FILE *file = fopen(results->path, "a+e");
    bool good = file && end_with_whole_line(file) && fprintf(file, "%s\n", line) > 0;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        error_set_in(error, results->path, "%s", strerror(errno));
    lock_file_release(&lock);
    return good;
}

bool shared_results_add(struct shared_results *results, uint64_t key, const char *line,
                        struct error *error)
{
    pthread_mutex_lock(&results->lock);
    bool good = (remember(results, key, line) || error_set(error, "out of memory")) &&
                (!results->path[0] || write_line(results, line, error));
    pthread_mutex_unlock(&results->lock);
    return good;
}
