/* Whether a game is held out depends on a hash of its moves and ratings. The cache file is a
 * header, then each choice followed by its options, as they are in memory. */
#include "src/lab/human/dataset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/util/text.h"

static const char magic[8] = "FALHUMAN";
enum { ORDER = 0x01020304, HELD_OUT = 5 /* one game in five */ };

int human_game_rating(const struct game *game, int color)
{
    const char *text = game_tag(game, color == WHITE ? "WhiteElo" : "BlackElo");
    long rating;
    return text && text_number(text, 1, 4000, &rating) ? (int)rating : 0;
}

bool human_game_is_held_out(const struct game *game)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    for (int color = WHITE; color <= BLACK; color++)
        hash = (hash ^ (uint64_t)human_game_rating(game, color)) * 0x100000001B3u;
    for (const struct game_node *node = game->root->child; node; node = node->child)
        hash = (hash ^ node->move) * 0x100000001B3u;
    hash ^= hash >> 32;
    hash *= 0x94D049BB133111EBu;
    return (hash >> 32) % HELD_OUT == 0;
}

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

bool human_choice_unpack(const struct human_choice *choice, const struct human_option options[],
                         struct position *previous, struct position *position,
                         struct context *context, struct candidate candidates[CHESS_MOVES_MAX])
{
    if (!record_unpack(&choice->before, previous) || choice->played >= choice->count)
        return false;
    *position = *previous;
    *context = (struct context){.position = position, .last = choice->last, .own = choice->own};
    if (!(choice->flags & HUMAN_FIRST)) {
        if (!chess_is_legal(position, choice->last))
            return false;
        chess_play(position, choice->last);
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

static struct human_cache_header header_of(uint64_t fingerprint)
{
    struct human_cache_header header = {
        .order = ORDER, .options = sizeof(struct human_option), .fingerprint = fingerprint};
    memcpy(header.magic, magic, sizeof magic);
    return header;
}

/* Whether the file begins with a header with this fingerprint. */
static bool read_header(FILE *file, uint64_t fingerprint, struct human_cache_header *header)
{
    struct human_cache_header wanted = header_of(fingerprint);
    return fread(header, sizeof *header, 1, file) == 1 &&
           memcmp(header->magic, wanted.magic, sizeof magic) == 0 && header->order == ORDER &&
           header->options == wanted.options && header->fingerprint == fingerprint;
}

/* Adds the entries of all games whose number is below `games`. Sets *end to the offset after them.
 * Returns false when out of memory. */
static bool read_entries(FILE *file, uint64_t games, struct human_set *set, long *end)
{
    struct human_choice choice;
    struct human_option options[CHESS_MOVES_MAX];
    for (;;) {
        *end = ftell(file);
        if (fread(&choice, sizeof choice, 1, file) != 1 || choice.game >= games ||
            choice.count > CHESS_MOVES_MAX ||
            fread(options, sizeof *options, choice.count, file) != choice.count)
            return true;
        if (!human_set_add(set, &choice, options))
            return false;
    }
}

bool human_cache_note(FILE *file, uint64_t fingerprint, uint64_t games)
{
    struct human_cache_header header = header_of(fingerprint);
    header.games = games;
    return fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0 &&
           fwrite(&header, sizeof header, 1, file) == 1 && fflush(file) == 0 &&
           fseek(file, 0, SEEK_END) == 0;
}

FILE *human_cache_open(const char *path, uint64_t fingerprint, bool cached, struct human_set *set,
                       uint64_t *games, struct error *error)
{
    struct human_cache_header header;
    long end = sizeof header;
    FILE *file = fopen(path, "r+be");
    *games = 0;
    if (file && read_header(file, fingerprint, &header)) {
        *games = header.games;
        if (read_entries(file, header.games, set, &end) && ftruncate(fileno(file), end) == 0 &&
            fseek(file, end, SEEK_SET) == 0)
            return file;
    } else if (file && cached) {
        fclose(file);
        error_set_in(error, path,
                     "it holds no choices of these games, or they were drawn in another way");
        return NULL;
    } else {
        if (file)
            fclose(file);
        file = fopen(path, "w+be");
        if (file && human_cache_note(file, fingerprint, 0))
            return file;
    }
    error_set_in(error, path, "%s", strerror(errno));
    if (file)
        fclose(file);
    return NULL;
}

bool human_cache_move(const struct human_set *from, struct human_set *set, FILE *file,
                      struct error *error)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct human_choice *choice = &from->choices[i];
        const struct human_option *options = from->options + from->first[i];
        if (!human_set_add(set, choice, options) ||
            (file && (fwrite(choice, sizeof *choice, 1, file) != 1 ||
                      fwrite(options, sizeof *options, choice->count, file) != choice->count)))
            return error_set(error, "cannot keep the choices: %s", strerror(errno));
    }
    return true;
}
