/* The answers in the file are also kept in memory: first a part sorted by key, then the new answers
 * in the order of their arrival. */
#include "src/lab/evidence/evidence_work.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/array.h"
#include "src/util/hash.h"
#include "src/util/paths.h"

static int by_key(const void *a, const void *b)
{
    const struct evidence_answer *one = a, *other = b;
    return one->key < other->key ? -1 : one->key > other->key;
}

static bool keep(struct evidence_store *store, const struct evidence_answer *answer)
{
    if (!ARRAY_RESERVE(store->answers, store->count, &store->capacity))
        return false;
    store->answers[store->count++] = *answer;
    return true;
}

static bool read_answer(const char *line, struct evidence_answer *answer)
{
    unsigned long long key;
    int end = 0;
    if (sscanf(line, "%llx\t%lf\t%lf%n", &key, &answer->first, &answer->second, &end) != 3 ||
        line[end] != '\n')
        return false;
    answer->key = key;
    return isfinite(answer->first) && isfinite(answer->second);
}

/* Reads the answers. Sets *whole to the size of the file up to its last complete line. */
static bool read_answers(struct evidence_store *store, FILE *file, const char *path, off_t *whole,
                         struct error *error)
{
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    int number = 0;
    ssize_t length;
    *whole = 0;
    while (good && (length = getline(&line, &size, file)) > 0 && line[length - 1] == '\n') {
        struct evidence_answer answer;
        number++;
        if (!read_answer(line, &answer)) {
            good = error_set_in(error, path,
                                "expected a key in hexadecimal and two numbers, "
                                "separated by tabs");
            error->line = number;
        } else if (!keep(store, &answer)) {
            good = error_set_in(error, path, "out of memory");
        }
        *whole += length;
    }
    free(line);
    return good;
}

static bool open_answers(struct evidence_store *store, const char *path, struct error *error)
{
    off_t whole = 0;
    FILE *file = fopen(path, "re");
    bool good = file ? read_answers(store, file, path, &whole, error) : errno == ENOENT;
    if (!file && !good)
        error_set_in(error, path, "%s", strerror(errno));
    if (good && file && truncate(path, whole) != 0)
        good = error_set_in(error, path, "%s", strerror(errno));
    if (file)
        fclose(file);
    store->file = good ? paths_open_private(path, "a") : NULL;
    if (good && !store->file)
        error_set_in(error, path, "%s", strerror(errno));
    return store->file != NULL;
}

bool evidence_store_open(struct evidence_store *store, const char *folder, struct error *error)
{
    char path[4096];
    *store = (struct evidence_store){.file = NULL};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set_in(error, folder, "%s", strerror(errno));
    if (snprintf(path, sizeof path, "%s/answers.tsv", folder) >= (int)sizeof path)
        return error_set_in(error, folder, "the name is too long");
    if (!lock_file_take(&store->lock, path, 0, error))
        return false;
    if (!open_answers(store, path, error)) {
        lock_file_release(&store->lock);
        free(store->answers);
        return false;
    }
    pthread_mutex_init(&store->guard, NULL);
    evidence_store_settle(store);
    return true;
}

void evidence_store_close(struct evidence_store *store)
{
    if (!store->file)
        return;
    fclose(store->file);
    lock_file_release(&store->lock);
    pthread_mutex_destroy(&store->guard);
    free(store->answers);
    *store = (struct evidence_store){.file = NULL};
}

void evidence_store_settle(struct evidence_store *store)
{
    if (store->count > 0)
        qsort(store->answers, (size_t)store->count, sizeof *store->answers, by_key);
    store->sorted = store->count;
}

const struct evidence_answer *evidence_store_find(const struct evidence_store *store, uint64_t key)
{
    const struct evidence_answer wanted = {.key = key};
    return store->sorted > 0 ? bsearch(&wanted, store->answers, (size_t)store->sorted,
                                       sizeof *store->answers, by_key)
                             : NULL;
}

bool evidence_store_has(struct evidence_store *store, uint64_t key)
{
    pthread_mutex_lock(&store->guard); /* evidence_store_add may move the answers */
    bool has = evidence_store_find(store, key) != NULL;
    pthread_mutex_unlock(&store->guard);
    return has;
}

bool evidence_store_add(struct evidence_store *store, uint64_t key, double first, double second,
                        struct error *error)
{
    struct evidence_answer answer = {.key = key, .first = first, .second = second};
    pthread_mutex_lock(&store->guard);
    bool kept = keep(store, &answer);
    bool good =
        kept &&
        fprintf(store->file, "%016llx\t%.9g\t%.9g\n", (unsigned long long)key, first, second) > 0 &&
        fflush(store->file) == 0;
    pthread_mutex_unlock(&store->guard);
    return good || error_set(error, kept ? "cannot write the answers" : "out of memory");
}

uint64_t evidence_key(const struct check_position *position, const char *what, uint64_t detail)
{
    uint64_t hash = hash_bytes(HASH_BEGIN, what, strlen(what));
    hash = hash_bytes(hash, &detail, sizeof detail);
    hash = hash_bytes(hash, &position->start.key, sizeof position->start.key);
    hash = hash_bytes(hash, position->moves, (size_t)position->ply * sizeof *position->moves);
    return hash_bytes(hash, &position->played, sizeof position->played);
}
