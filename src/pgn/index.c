/* The index of a PGN file and its cache file. The cache file contains a header, the path, the
 * entries and the names in the same form as in memory. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/hash.h"
#include "src/pgn/cache_tidy.h"
#include "src/pgn/index_scan.h"
#include "src/pgn/unpacked.h"
#include "src/util/cache.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { FORMAT = 4 };

struct head {
    struct cache_head cache;
    uint32_t entry_size, path_length;
    uint64_t count, text_length;
};

struct pgn_index {
    char *path;           /* path of the file, links resolved */
    char *unpacked;       /* path of the decompressed file if the file is compressed; else NULL */
    uint64_t content;     /* hash of the bytes of a compressed file */
    struct cache_source source;
    const struct pgn_entry *entries;
    const char *texts;
    size_t count, text_length;
    struct pgn_list list; /* entries and names, if they were just computed */
    char *cached;         /* entries and names, if they come from the cache file; owned */
};

static size_t padded(size_t length)
{
    return (length + 7) & ~(size_t)7;
}

/* The cache file */

bool pgn_index_cache_name(const struct pgn_index *index, const char *kind, char *name, size_t size)
{
    char file[64];
    uint64_t hash = hash_bytes(HASH_BEGIN ^ index->content, index->path, strlen(index->path));
    /* The name contains only a hash of the path, so the path itself is stored in the cache file. */
    snprintf(file, sizeof file, "pgn-%016llx.%s", (unsigned long long)hash, kind);
    return paths_cache(file, name, size);
}

static struct cache_head expected_head(const struct pgn_index *index)
{
    return (struct cache_head){.magic = {'F', 'A', 'L', 'L', 'P', 'G', 'N', 'I'},
                               .order = CACHE_ORDER,
                               .version = FORMAT,
                               .source = index->source};
}

/* Returns whether an entry could come from a scan of a file of `size` bytes: its numbers are in
 * range. */
static bool is_possible(const struct pgn_index *index, const struct pgn_entry *entry, int64_t size)
{
    const uint32_t texts[] = {entry->white, entry->black, entry->event, entry->opening};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] >= index->text_length || (texts[i] && index->texts[texts[i] - 1]))
            return false;
    return entry->start >= 0 && entry->length > 0 && entry->start < size &&
           entry->length <= size - entry->start && entry->line >= 1 && entry->line <= INT32_MAX &&
           entry->date / 10000 <= 9999 && entry->date / 100 % 100 <= 12 &&
           entry->date % 100 <= 31 &&
           (entry->eco == 0 || (entry->eco >= 100 && entry->eco < 600)) &&
           entry->white_elo <= 9999 && entry->black_elo <= 9999 && entry->moves <= 9999 &&
           entry->result <= RESULT_DRAW;
}

/* Returns whether the `cached` bytes that were read from the cache are an index of this file.
 * `size` is the size of the file with the games. */
static bool take_cache(struct pgn_index *index, size_t cached, int64_t size)
{
    const struct head *head = (const void *)index->cached;
    size_t length = strlen(index->path);
    if (cached < sizeof *head || head->entry_size != sizeof(struct pgn_entry) ||
        head->path_length != length || head->count == 0 || head->count > INT32_MAX ||
        head->text_length == 0 || head->text_length > UINT32_MAX)
        return false;
    size_t entries = sizeof *head + padded(length);
    size_t texts = entries + head->count * sizeof(struct pgn_entry);
    if (cached != texts + head->text_length ||
        memcmp(index->cached + sizeof *head, index->path, length) != 0 || index->cached[texts] ||
        index->cached[cached - 1])
        return false;
    index->entries = (const void *)(index->cached + entries);
    index->texts = index->cached + texts;
    index->count = head->count;
    index->text_length = head->text_length;
    for (size_t i = 0; i < index->count; i++) {
        const struct pgn_entry *entry = &index->entries[i];
        if (!is_possible(index, entry, size) ||
            (i > 0 && (entry->start < entry[-1].start + entry[-1].length ||
                       entry->line < entry[-1].line)))
            return false;
    }
    return true;
}

/* Reads the index from the cache. `size`: size in bytes of the file with the games. */
static bool read_cache(struct pgn_index *index, int64_t size)
{
    char name[4096];
    size_t cached;
    const struct cache_head expected = expected_head(index);
    if (!pgn_index_cache_name(index, "index", name, sizeof name))
        return false;
    int file = cache_open(name, &expected, &cached);
    if (file < 0)
        return false;
    index->cached = malloc(cached);
    bool good = index->cached && cache_read(file, index->cached, cached, 0) &&
                take_cache(index, cached, size);
    close(file);
    if (good)
        return true;
    free(index->cached);
    index->cached = NULL;
    return false;
}

/* Writes the part of the cache file that follows its header. */
static bool write_rest(FILE *file, const void *context)
{
    static const char zeros[8];
    const struct pgn_index *index = context;
    size_t length = strlen(index->path);
    const struct head head = {.entry_size = sizeof(struct pgn_entry),
                              .path_length = (uint32_t)length,
                              .count = index->count,
                              .text_length = index->text_length};
    fwrite((const char *)&head + sizeof head.cache, sizeof head - sizeof head.cache, 1, file);
    fwrite(index->path, 1, length, file);
    fwrite(zeros, 1, padded(length) - length, file);
    fwrite(index->entries, sizeof *index->entries, index->count, file);
    fwrite(index->texts, 1, index->text_length, file);
    return !ferror(file);
}

static void write_cache(const struct pgn_index *index)
{
    char name[4096];
    const struct cache_head head = expected_head(index);
    if (pgn_index_cache_name(index, "index", name, sizeof name))
        cache_keep(name, &head, write_rest, index);
}

/* Returns whether the file is the same as when it was opened. */
static bool is_unchanged(const struct pgn_index *index)
{
    struct error ignored;
    struct cache_source now;
    FILE *stream = paths_open_regular(index->path, &ignored);
    bool same =
        stream && cache_source_of(fileno(stream), &now) && cache_same_source(&now, &index->source);
    if (stream)
        fclose(stream);
    return same;
}

static int64_t size_of(FILE *stream)
{
    struct stat status;
    return fstat(fileno(stream), &status) == 0 ? (int64_t)status.st_size : 0;
}

/* For a file without any tag: returns whether at least one of its games has a move that can be
 * read. */
static bool has_game(const struct pgn_index *index, FILE *stream, struct error *error)
{
    struct pgn_reader *reader = pgn_reader_create(stream, index->path);
    struct error problem;
    enum pgn_status status = PGN_GAME;
    bool good = reader || error_set(error, "out of memory"), found = false;
    rewind(stream);
    while (good && !found && status != PGN_END) {
        struct game *game;
        status = pgn_read(reader, &game, &problem);
        found = game && game->root->child;
        game_destroy(game);
    }
    good = good && (found || pgn_reader_ended_well(reader, error));
    pgn_reader_destroy(reader);
    return good;
}

static bool make_list(struct pgn_index *index, FILE *stream, pgn_progress *progress, void *context,
                      struct error *error)
{
    struct pgn_list *list = &index->list;
    bool good = pgn_list_scan(list, stream, size_of(stream), progress, context, error) &&
                (list->tagged || has_game(index, stream, error));
    free(list->slots);
    list->slots = NULL;
    index->entries = list->entries;
    index->texts = list->texts;
    index->count = list->count;
    index->text_length = list->text_length;
    return good;
}

/* Replaces *stream, a compressed file, by its decompressed copy, which allows seeking. */
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

/* Fills the index of an open file. `anew`: whether to ignore the cache. */
static bool fill(struct pgn_index *index, FILE **stream, bool anew, pgn_progress *progress,
                 void *context, struct error *error)
{
    if (pgn_is_packed(*stream) && !unpack(index, stream, progress, context, error))
        return false;
    if (!anew && read_cache(index, size_of(*stream)))
        return true;
    if (!make_list(index, *stream, progress, context, error))
        return false;
    pgn_cache_tidy(PGN_CACHE_MOST);
    if (is_unchanged(index))
        write_cache(index);
    return true;
}

static struct pgn_index *open_index(const char *path, bool anew, pgn_progress *progress,
                                    void *context, struct error *error)
{
    struct pgn_index *index = calloc(1, sizeof *index);
    memset(error, 0, sizeof *error);
    if (!index) {
        error_set_in(error, path, "out of memory");
        return NULL;
    }
    index->path = realpath(path, NULL);
    FILE *stream = index->path ? paths_open_regular(path, error) : NULL;
    bool good = stream && cache_source_of(fileno(stream), &index->source);
    if (!good && !error->message[0]) {
        error_set_in(error, path, "%s", strerror(errno));
    } else if (good) {
        good = fill(index, &stream, anew, progress, context, error);
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

struct pgn_index *pgn_index_open(const char *path, pgn_progress *progress, void *context,
                                 struct error *error)
{
    return open_index(path, false, progress, context, error);
}

void pgn_index_close(struct pgn_index *index)
{
    if (!index)
        return;
    free(index->cached);
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

const char *pgn_index_text(const struct pgn_index *index, uint32_t text)
{
    return text < index->text_length ? index->texts + text : "";
}

const char *pgn_index_path(const struct pgn_index *index)
{
    return index->path;
}

bool pgn_index_has(const struct pgn_index *index, int number, struct error *error)
{
    int count = pgn_index_count(index);
    return number <= count || error_set_in(error, index->path, "the file has only %d game%s", count,
                                           text_plural(count));
}

const char *pgn_index_games_path(const struct pgn_index *index)
{
    return index->unpacked ? index->unpacked : index->path;
}

const struct cache_source *pgn_index_source(const struct pgn_index *index)
{
    return &index->source;
}

bool pgn_index_was_cached(const struct pgn_index *index)
{
    return index->cached != NULL;
}

bool pgn_index_is_stale(const struct pgn_index *index)
{
    struct stat status;
    if (stat(index->path, &status) != 0)
        return true;
    struct pgn_stamp stamp = pgn_stamp_of(&status);
    return stamp.size != index->source.size || stamp.time != index->source.time;
}

static bool same_entry(const struct pgn_index *index, const struct pgn_entry *entry,
                       const struct pgn_list *list, const struct pgn_entry *found)
{
    return entry->start == found->start && entry->line == found->line &&
           entry->length == found->length && entry->date == found->date &&
           entry->eco == found->eco && entry->white_elo == found->white_elo &&
           entry->black_elo == found->black_elo && entry->moves == found->moves &&
           entry->result == found->result &&
           strcmp(pgn_index_text(index, entry->white), list->texts + found->white) == 0 &&
           strcmp(pgn_index_text(index, entry->black), list->texts + found->black) == 0 &&
           strcmp(pgn_index_text(index, entry->event), list->texts + found->event) == 0 &&
           strcmp(pgn_index_text(index, entry->opening), list->texts + found->opening) == 0;
}

/* Returns whether a cached entry matches the file. Scans from the start of the previous game, which
 * verifies where the game itself starts, too. */
static bool is_true(const struct pgn_index *index, FILE *stream, int game_number)
{
    const struct pgn_entry *entry = pgn_index_entry(index, game_number);
    bool is_first = game_number == 0;
    struct pgn_list list = {.count = 0};
    size_t games = is_first ? 1 : 2;
    bool good = pgn_list_scan_from(&list, stream, is_first ? 0 : entry[-1].start,
                                   is_first ? 1 : (int)entry[-1].line, games) &&
                list.count == games && same_entry(index, entry, &list, &list.entries[games - 1]);
    pgn_list_clear(&list);
    return good;
}

static enum pgn_status read_anew(const struct pgn_index *index, int game_number,
                                 struct game **game, struct pgn_place *place, struct error *error)
{
    struct pgn_index *fresh = open_index(index->path, true, NULL, NULL, error);
    if (!fresh)
        return PGN_BAD;
    enum pgn_status status = PGN_BAD;
    if (pgn_index_has(fresh, game_number + 1, error))
        status = pgn_index_read(fresh, game_number, game, place, error);
    pgn_index_close(fresh);
    return status;
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
        error_set_in(error, index->path, "the file has changed since it was opened; open it again");
    else if (reader && index->cached && !is_true(index, stream, game_number))
        status = read_anew(index, game_number, game, place, error);
    else if (stream && (!reader || !pgn_reader_seek(reader, entry->start, (int)entry->line)))
        error_set_in(error, index->path, "%s", reader ? strerror(errno) : "out of memory");
    else if (stream) {
        status = pgn_read(reader, game, error);
        if (status == PGN_END) {
            status = PGN_BAD;
            (void)!pgn_reader_ended_well(reader, error);
        }
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

static int count_games(const struct pgn_index *index, uint32_t name)
{
    int games = 0;
    for (int i = 0; i < pgn_index_count(index); i++) {
        const struct pgn_entry *entry = pgn_index_entry(index, i);
        games += entry->white == name || entry->black == name;
    }
    return games;
}

int pgn_index_players(const struct pgn_index *index, const char *players[2], int *games)
{
    enum { FIRST = 3, OF_TEN = 9 };
    int count = pgn_index_count(index), found = 0;
    for (int i = 0; i < FIRST && i < count; i++) {
        const uint32_t names[] = {pgn_index_entry(index, i)->white,
                                  pgn_index_entry(index, i)->black};
        for (int side = WHITE; side <= BLACK; side++) {
            const char *name = pgn_index_text(index, names[side]);
            bool known = (found > 0 && name == players[0]) || (found > 1 && name == players[1]);
            bool counts = found < 2 && *name && *name != '?' && !known;
            int in = counts ? count_games(index, names[side]) : 0;
            if (!counts || 10 * (int64_t)in < OF_TEN * (int64_t)count)
                continue;
            players[found++] = name;
            *games = in;
        }
    }
    return found;
}

const char *pgn_index_player(const struct pgn_index *index, int *games)
{
    const char *players[2];
    return pgn_index_players(index, players, games) == 1 ? players[0] : NULL;
}
