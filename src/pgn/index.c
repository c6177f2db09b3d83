/* The index of a PGN file and its cache: a head, the path, the entries and the names, as they are
 * in memory, so that a cached index is mapped and not read. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/pgn/index_scan.h"
#include "src/pgn/unpacked.h"
#include "src/util/hash.h"
#include "src/util/paths.h"

enum { FORMAT = 1, ORDER = 0x01020304 };

struct head {
    char magic[8];        /* "FALLPGNI" */
    uint32_t order;       /* ORDER: another machine's file is not ours */
    uint32_t version, entry_size, path_length;
    uint64_t count, text_length;
    struct pgn_stamp stamp;
};

struct pgn_index {
    char *path;           /* the file itself, links resolved */
    char *unpacked;       /* where its games are when it is packed; NULL: it is not */
    uint64_t content;     /* hash of its bytes when it is packed */
    struct pgn_stamp stamp;
    const struct pgn_entry *entries;
    const char *texts;
    size_t count, text_length;
    struct pgn_list list; /* what they are in, when made just now */
    void *map;            /* or when they were cached */
    size_t map_size;
};

static size_t padded(size_t length)
{
    return (length + 7) & ~(size_t)7;
}

/* The cache */

bool pgn_index_cache_name(const struct pgn_index *index, const char *kind, char *name, size_t size)
{
    char file[64];
    uint64_t hash = hash_bytes(HASH_BEGIN ^ index->content, index->path, strlen(index->path));
    /* The path itself is in the file. */
    snprintf(file, sizeof file, "pgn-%016llx.%s", (unsigned long long)hash, kind);
    return paths_cache(file, name, size);
}

/* True when the map holds an index of this file as it is now. */
static bool take_map(struct pgn_index *index)
{
    const struct head *head = index->map;
    size_t length = strlen(index->path), size = index->map_size;
    if (size < sizeof *head || memcmp(head->magic, "FALLPGNI", 8) != 0 || head->order != ORDER ||
        head->version != FORMAT || head->entry_size != sizeof(struct pgn_entry) ||
        head->path_length != length || head->stamp.size != index->stamp.size ||
        head->stamp.time != index->stamp.time || head->count == 0 || head->count > INT32_MAX ||
        head->text_length > UINT32_MAX || head->text_length == 0)
        return false;
    size_t entries = sizeof *head + padded(length);
    size_t texts = entries + head->count * sizeof(struct pgn_entry);
    const char *bytes = index->map;
    if (size != texts + head->text_length ||
        memcmp(bytes + sizeof *head, index->path, length) != 0 || bytes[size - 1] != '\0')
        return false;
    index->entries = (const void *)(bytes + entries);
    index->texts = bytes + texts;
    index->count = head->count;
    index->text_length = head->text_length;
    return true;
}

static bool read_cache(struct pgn_index *index)
{
    char name[4096];
    struct stat status;
    if (!pgn_index_cache_name(index, "index", name, sizeof name))
        return false;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = fstat(file, &status) == 0 && status.st_size > 0;
    index->map_size = good ? (size_t)status.st_size : 0;
    void *map = good ? mmap(NULL, index->map_size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (map == MAP_FAILED)
        return false;
    index->map = map;
    if (take_map(index))
        return true;
    munmap(map, index->map_size);
    index->map = NULL;
    return false;
}

static void write_cache(const struct pgn_index *index)
{
    char name[4096], draft[4096 + 8];
    if (!pgn_index_cache_name(index, "index", name, sizeof name))
        return;
    snprintf(draft, sizeof draft, "%s.XXXXXX", name);
    int number = mkstemp(draft);
    FILE *file = number >= 0 ? fdopen(number, "w") : NULL;
    if (!file)
        return;
    static const char zeros[8];
    size_t length = strlen(index->path);
    const struct head head = {
        .magic = {'F', 'A', 'L', 'L', 'P', 'G', 'N', 'I'}, .order = ORDER, .version = FORMAT,
        .entry_size = sizeof(struct pgn_entry), .path_length = (uint32_t)length,
        .count = index->count, .text_length = index->text_length, .stamp = index->stamp};
    fwrite(&head, sizeof head, 1, file);
    fwrite(index->path, 1, length, file);
    fwrite(zeros, 1, padded(length) - length, file);
    fwrite(index->entries, sizeof *index->entries, index->count, file);
    fwrite(index->texts, 1, index->text_length, file);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    if (!good || rename(draft, name) != 0)
        unlink(draft);
}

static bool make_list(struct pgn_index *index, FILE *stream, pgn_progress *progress, void *context,
                      struct error *error)
{
    struct stat status;
    int64_t size = fstat(fileno(stream), &status) == 0 ? (int64_t)status.st_size : 0;
    struct pgn_list *list = &index->list;
    bool good = pgn_list_scan(list, stream, size, progress, context, error);
    free(list->slots);
    list->slots = NULL;
    if (good && list->text_length == 0)
        list->texts[list->text_length++] = '\0';
    index->entries = list->entries;
    index->texts = list->texts;
    index->count = list->count;
    index->text_length = list->text_length;
    return good;
}

/* The games of a packed file, where they can be gone to: *stream becomes theirs. */
static bool unpack(struct pgn_index *index, FILE **stream, pgn_progress *progress, void *context,
                   struct error *error)
{
    struct unpacked unpacked;
    FILE *copy = pgn_unpack(index->path, *stream, &unpacked, progress, context, error);
    if (!copy)
        return false;
    fclose(*stream);
    *stream = copy;
    index->content = unpacked.content;
    index->unpacked = strdup(unpacked.name);
    return index->unpacked || error_set(error, "out of memory");
}

struct pgn_index *pgn_index_open(const char *path, pgn_progress *progress, void *context,
                                 struct error *error)
{
    struct pgn_index *index = calloc(1, sizeof *index);
    struct stat status;
    memset(error, 0, sizeof *error);
    if (!index) {
        error_set_in(error, path, "out of memory");
        return NULL;
    }
    index->path = realpath(path, NULL);
    FILE *stream = index->path ? paths_open_regular(path, error) : NULL;
    bool good = stream && fstat(fileno(stream), &status) == 0;
    if (!good && !error->message[0]) {
        error_set_in(error, path, "%s", strerror(errno));
    } else if (good) {
        index->stamp = pgn_stamp_of(&status);
        good = !pgn_is_packed(stream) || unpack(index, &stream, progress, context, error);
        if (good && !read_cache(index)) {
            good = make_list(index, stream, progress, context, error);
            if (good)
                write_cache(index);
        }
        if (!good && error->message[0])
            snprintf(error->file, sizeof error->file, "%s", path);
    }
    if (stream)
        fclose(stream);
    if (good)
        return index;
    pgn_index_close(index);
    return NULL;
}

void pgn_index_close(struct pgn_index *index)
{
    if (!index)
        return;
    if (index->map)
        munmap(index->map, index->map_size);
    pgn_list_clear(&index->list);
    free(index->unpacked);
    free(index->path);
    free(index);
}

int pgn_index_count(const struct pgn_index *index)
{
    return (int)index->count;
}

const struct pgn_entry *pgn_index_entry(const struct pgn_index *index, int game)
{
    return &index->entries[game];
}

/* A damaged cache may hold any number. */
const char *pgn_index_text(const struct pgn_index *index, uint32_t text)
{
    return text < index->text_length ? index->texts + text : "";
}

const char *pgn_index_path(const struct pgn_index *index)
{
    return index->path;
}

const char *pgn_index_games_path(const struct pgn_index *index)
{
    return index->unpacked ? index->unpacked : index->path;
}

struct pgn_stamp pgn_index_stamp(const struct pgn_index *index)
{
    return index->stamp;
}

bool pgn_index_was_cached(const struct pgn_index *index)
{
    return index->map != NULL;
}

bool pgn_index_is_stale(const struct pgn_index *index)
{
    struct stat status;
    if (stat(index->path, &status) != 0)
        return true;
    struct pgn_stamp stamp = pgn_stamp_of(&status);
    return stamp.size != index->stamp.size || stamp.time != index->stamp.time;
}

enum pgn_status pgn_index_read(const struct pgn_index *index, int game_number, struct game **game,
                               struct pgn_place *place, struct error *error)
{
    const struct pgn_entry *entry = pgn_index_entry(index, game_number);
    enum pgn_status status = PGN_BAD;
    *game = NULL;
    FILE *stream = paths_open_regular(pgn_index_games_path(index), error);
    struct pgn_reader *reader = stream ? pgn_reader_create(stream, index->path) : NULL;
    if (pgn_index_is_stale(index))
        error_set_in(error, index->path, "the file was changed since it was opened: open it again");
    else if (stream && (!reader || !pgn_reader_seek(reader, entry->start, (int)entry->line)))
        error_set_in(error, index->path, "%s", reader ? strerror(errno) : "out of memory");
    else if (stream) {
        status = pgn_read(reader, game, error);
        if (place)
            *place = pgn_reader_place(reader);
    }
    pgn_reader_destroy(reader);
    if (stream)
        fclose(stream);
    return status;
}

void pgn_eco_text(int eco, char text[PGN_ECO_TEXT])
{
    text[0] = '\0';
    if (eco >= 100 && eco < 600)
        snprintf(text, PGN_ECO_TEXT, "%c%02d", (char)('A' + eco / 100 - 1), eco % 100);
}

int pgn_eco_number(const char *text)
{
    int letter = text[0] & ~0x20;
    if (letter < 'A' || letter > 'E' || text[1] < '0' || text[1] > '9' || text[2] < '0' ||
        text[2] > '9')
        return 0;
    return (letter - 'A' + 1) * 100 + (text[1] - '0') * 10 + text[2] - '0';
}

void pgn_date_text(uint32_t date, char text[PGN_DATE_TEXT])
{
    unsigned year = date / 10000 % 10000, month = date / 100 % 100, day = date % 100;
    char parts[2][8] = {"??", "??"}, first[8] = "????";
    if (year)
        snprintf(first, sizeof first, "%04u", year);
    if (month)
        snprintf(parts[0], sizeof parts[0], "%02u", month);
    if (day)
        snprintf(parts[1], sizeof parts[1], "%02u", day);
    snprintf(text, PGN_DATE_TEXT, "%s.%s.%s", first, parts[0], parts[1]);
}
