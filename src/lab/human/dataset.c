/* The cache file is a header, then each choice followed by its options, as they are in memory. */
#include "src/lab/human/dataset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/util/cache.h"
#include "src/util/paths.h"
#include "src/util/text.h"

static const char magic[8] = "FALHUMA3";
enum { ORDER = 0x01020304 };

void human_set_clear(struct human_set *set)
{
    free(set->choices);
    free(set->first);
    free(set->options);
    *set = (struct human_set){.choices = NULL};
}

static bool ensure_capacity(struct human_set *set, size_t options)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 4096;
        struct human_choice *choices = realloc(set->choices, capacity * sizeof *choices);
        if (choices)
            set->choices = choices;
        size_t *first = choices ? realloc(set->first, capacity * sizeof *first) : NULL;
        if (!first)
            return false;
        set->first = first;
        set->capacity = capacity;
    }
    if (set->option_count + options > set->option_capacity) {
        size_t capacity = 2 * set->option_capacity + CHESS_MOVES_MAX;
        struct human_option *more = realloc(set->options, capacity * sizeof *more);
        if (!more)
            return false;
        set->options = more;
        set->option_capacity = capacity;
    }
    return true;
}

bool human_set_add(struct human_set *set, const struct human_choice *choice,
                   const struct human_option options[])
{
    if (!ensure_capacity(set, choice->count))
        return false;
    set->first[set->count] = set->option_count;
    set->choices[set->count++] = *choice;
    memcpy(set->options + set->option_count, options, choice->count * sizeof *options);
    set->option_count += choice->count;
    return true;
}

struct choice_player human_choice_player(const struct human_choice *choice)
{
    return (struct choice_player){.rating = choice->rating,
                                  .opponent = choice->opponent,
                                  .system = (enum choice_system)choice->system,
                                  .pace = (enum choice_pace)choice->pace,
                                  .seconds = choice->seconds == UINT16_MAX ? -1 : choice->seconds};
}

bool human_choice_unpack(const struct human_choice *choice, const struct human_option options[],
                         struct position *previous, struct position *position,
                         struct context *context, struct candidate candidates[CHESS_MOVES_MAX])
{
    if (!record_unpack(&choice->before, previous) || choice->played >= choice->count ||
        choice->system >= CHOICE_SYSTEMS || choice->pace >= CHOICE_PACES)
        return false;
    *position = *previous;
    *context = (struct context){.position = position};
    memcpy(context->recent, choice->recent, sizeof context->recent);
    if (!(choice->flags & HUMAN_FIRST)) {
        if (!chess_is_legal(position, choice->recent[0]))
            return false;
        chess_play(position, choice->recent[0]);
        context->previous = previous;
    }
    Move moves[CHESS_MOVES_MAX];
    if (choice->count != chess_moves(position, moves))
        return false;
    for (int i = 0; i < choice->count; i++) {
        struct candidate *candidate = &candidates[i];
        if (!chess_is_legal(position, options[i].move))
            return false;
        *candidate = (struct candidate){.move = options[i].move, .score = options[i].score};
        for (int j = 0; j < CANDIDATE_SHALLOW; j++)
            candidate->shallow[j] = options[i].shallow[j];
    }
    return true;
}

void human_choice_features(const struct human_choice *choice, const struct context *context,
                           const struct candidate candidates[],
                           float features[][CHOICE_FEATURES_MAX])
{
    choice_features(context, candidates, choice->count, features);
    for (int i = 0; i < choice->count && (choice->flags & HUMAN_UNSEARCHED); i++)
        for (int j = 0; j < choice_feature_count(); j++)
            if (choice_feature_is_searched(j))
                features[i][j] = 0;
}

/* Returns whether the file begins with a header that this program would write for this
 * fingerprint. */
static bool read_header(FILE *file, uint64_t fingerprint, struct human_cache_header *header)
{
    return fread(header, sizeof *header, 1, file) == 1 &&
           memcmp(header->magic, magic, sizeof magic) == 0 && header->order == ORDER &&
           header->options == sizeof(struct human_option) && header->fingerprint == fingerprint;
}

static uint64_t sum_of(const struct human_cache *cache, const struct human_cache_header *header)
{
    struct human_cache_header plain = *header;
    struct keyed_hash hash = cache->entries;
    plain.sum = 0;
    keyed_hash_add(&hash, &plain, sizeof plain);
    return keyed_hash_sum(&hash);
}

static void hash_entry(struct human_cache *cache, const struct human_choice *choice,
                       const struct human_option options[])
{
    size_t size = choice->count * sizeof *options;
    keyed_hash_add(&cache->entries, choice, sizeof *choice);
    keyed_hash_add(&cache->entries, options, size);
    cache->bytes += sizeof *choice + size;
}

/* Adds the entries that the header covers to `set`. Returns false if the keyed hash does not match
 * or when out of memory. */
static bool read_entries(struct human_cache *cache, const struct human_cache_header *header,
                         struct human_set *set)
{
    struct human_choice choice;
    struct human_option options[CHESS_MOVES_MAX];
    while (cache->bytes < header->bytes) {
        if (fread(&choice, sizeof choice, 1, cache->file) != 1 || choice.game >= header->games ||
            choice.count < 1 || choice.count > CHESS_MOVES_MAX ||
            fread(options, sizeof *options, choice.count, cache->file) != choice.count ||
            !human_set_add(set, &choice, options))
            return false;
        hash_entry(cache, &choice, options);
    }
    return cache->bytes == header->bytes && sum_of(cache, header) == header->sum;
}

bool human_cache_note(struct human_cache *cache, uint64_t games)
{
    struct human_cache_header *header = &cache->header;
    header->games = games;
    header->bytes = cache->bytes;
    header->sum = sum_of(cache, header);
    return fflush(cache->file) == 0 && fseek(cache->file, 0, SEEK_SET) == 0 &&
           fwrite(header, sizeof *header, 1, cache->file) == 1 && fflush(cache->file) == 0 &&
           fseek(cache->file, 0, SEEK_END) == 0;
}

/* Reads the entries of a file with this fingerprint and a valid keyed hash. For any other file,
 * leaves `set` unchanged and returns false. */
static bool take_file(struct human_cache *cache, uint64_t fingerprint, struct human_set *set)
{
    size_t count = set->count, options = set->option_count;
    struct human_cache_header header;
    if (!read_header(cache->file, fingerprint, &header) || !read_entries(cache, &header, set)) {
        set->count = count;
        set->option_count = options;
        return false;
    }
    cache->header = header;
    off_t end = (off_t)(sizeof header + header.bytes);
    return ftruncate(fileno(cache->file), end) == 0 && fseeko(cache->file, end, SEEK_SET) == 0;
}

/* Returns whether the file may be overwritten: whether it is empty, or a cache of choices of any
 * version. */
static bool is_ours(FILE *file)
{
    char begin[sizeof magic];
    size_t got = fread(begin, 1, sizeof begin, file);
    rewind(file);
    return got == 0 || (got == sizeof begin && memcmp(begin, magic, sizeof magic - 1) == 0);
}

static bool fail(struct human_cache *cache, const char *path, const char *why, struct error *error)
{
    if (cache->file)
        fclose(cache->file);
    cache->file = NULL;
    return error_set_in(error, path, "%s", why);
}

bool human_cache_open(struct human_cache *cache, const char *path, uint64_t fingerprint,
                      bool cached, struct human_set *set, struct error *error)
{
    struct hash_key key;
    *cache = (struct human_cache){.header = {.order = ORDER,
                                             .options = sizeof(struct human_option),
                                             .fingerprint = fingerprint}};
    memcpy(cache->header.magic, magic, sizeof magic);
    if (!cache_key(&key))
        return fail(cache, path,
                    "the file cache.key in the data folder can neither be read nor created", error);
    cache->entries = keyed_hash_begin(key);
    cache->file = fopen(path, "r+be");
    if (cache->file && !is_ours(cache->file))
        return fail(cache, path,
                    "this is not a cache of positions: expected the name of a new file", error);
    if (cache->file && take_file(cache, fingerprint, set))
        return true;
    if (cache->file && cached)
        return fail(cache, path,
                    "it holds no choices of these games, or choices made with other options, or it "
                    "is damaged", error);
    if (cache->file)
        fclose(cache->file);
    cache->file = paths_open_private(path, "w+b");
    cache->entries = keyed_hash_begin(key);
    cache->bytes = 0;
    return (cache->file && human_cache_note(cache, 0)) || fail(cache, path, strerror(errno), error);
}

bool human_cache_move(const struct human_set *from, struct human_set *set,
                      struct human_cache *cache, struct error *error)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct human_choice *choice = &from->choices[i];
        const struct human_option *options = from->options + from->first[i];
        if (!human_set_add(set, choice, options) ||
            (cache->file &&
             (fwrite(choice, sizeof *choice, 1, cache->file) != 1 ||
              fwrite(options, sizeof *options, choice->count, cache->file) != choice->count)))
            return error_set(error, "cannot write the choices: %s", strerror(errno));
        if (cache->file)
            hash_entry(cache, choice, options);
    }
    return true;
}
