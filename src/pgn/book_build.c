/* Builds an opening book from games in bounded memory. A tally counts how often a move was played
 * in a position, and with what success. Tallies are collected in an array. When it is full, it is
 * sorted, and tallies of the same move in the same position are added up. If that does not free
 * enough space, the array is merged into a temporary file, which holds tallies in the same order.
 * To read all tallies, the array and the file are merged.
 *
 * As in Polyglot's own book builder, the weight of a move is two points for each win and one for
 * each draw of the side that played it, scaled down if the sum exceeds 16 bits. */
#include "src/pgn/book_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/book.h"
#include "src/pgn/pgn.h"
#include "src/util/paths.h"

enum { CAPACITY_DEFAULT = 4 << 20, WEIGHT_MAX = 65535 };

struct tally {
    uint64_t key; /* key of the position */
    uint32_t games;
    uint32_t points; /* two for each win and one for each draw of the side to move */
    Move move;
    uint16_t unused[3]; /* explicit padding, so that no uninitialised bytes are written to the
                         * file */
};

struct book_builder {
    struct book_build_options options;
    struct book_build_counts counts;
    struct tally *tallies;
    size_t count, capacity;
    FILE *file; /* sorted tallies that did not fit into the array; NULL: none */
};

struct book_builder *book_builder_create(const struct book_build_options *options)
{
    struct book_builder *builder = calloc(1, sizeof *builder);
    if (!builder)
        return NULL;
    builder->options = *options;
    builder->capacity = options->capacity ? options->capacity : CAPACITY_DEFAULT;
    builder->tallies = malloc(builder->capacity * sizeof *builder->tallies);
    if (!builder->tallies) {
        free(builder);
        return NULL;
    }
    return builder;
}

void book_builder_destroy(struct book_builder *builder)
{
    if (!builder)
        return;
    if (builder->file)
        fclose(builder->file);
    free(builder->tallies);
    free(builder);
}

struct book_build_counts book_builder_counts(const struct book_builder *builder)
{
    return builder->counts;
}

/* Sorting tallies, and adding up those of the same move in the same position. */

static int compare(const struct tally *a, const struct tally *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

static int by_key_and_move(const void *a, const void *b)
{
    return compare(a, b);
}

static void add_up(struct tally *sum, const struct tally *more)
{
    sum->games = more->games < UINT32_MAX - sum->games ? sum->games + more->games : UINT32_MAX;
    sum->points = more->points < UINT32_MAX - sum->points ? sum->points + more->points : UINT32_MAX;
}

static void sort_and_sum(struct book_builder *builder)
{
    struct tally *tallies = builder->tallies;
    size_t kept = 0;
    qsort(tallies, builder->count, sizeof *tallies, by_key_and_move);
    for (size_t i = 0; i < builder->count; i++) {
        if (kept > 0 && compare(&tallies[kept - 1], &tallies[i]) == 0)
            add_up(&tallies[kept - 1], &tallies[i]);
        else
            tallies[kept++] = tallies[i];
    }
    builder->count = kept;
}

/* Reads all tallies in order, from the sorted array and the file. */
struct merge {
    struct book_builder *builder;
    size_t at;
    struct tally filed; /* the next tally of the file, if there is one */
    bool has_filed;
};

static void next_filed(struct merge *merge)
{
    FILE *file = merge->builder->file;
    merge->has_filed = file && fread(&merge->filed, sizeof merge->filed, 1, file) == 1;
}

static struct merge merge_begin(struct book_builder *builder)
{
    struct merge merge = {.builder = builder};
    if (builder->file)
        rewind(builder->file);
    next_filed(&merge);
    return merge;
}

/* Sets *tally to the next tally in order. Returns false at the end. If the file cannot be read, it
 * seems to end early, and its error flag is set. */
static bool merge_next(struct merge *merge, struct tally *tally)
{
    const struct book_builder *builder = merge->builder;
    const struct tally *held = merge->at < builder->count ? &builder->tallies[merge->at] : NULL;
    if (!held && !merge->has_filed)
        return false;
    int order = !held ? 1 : !merge->has_filed ? -1 : compare(held, &merge->filed);
    *tally = order <= 0 ? *held : merge->filed;
    if (order == 0)
        add_up(tally, &merge->filed);
    if (order <= 0)
        merge->at++;
    if (order >= 0)
        next_filed(merge);
    return true;
}

static bool temporary_failed(struct error *error)
{
    return error_set(error, "cannot use a temporary file: %s", strerror(errno ? errno : EIO));
}

/* Merges the array and the temporary file into a new temporary file, and empties the array, which
 * must be sorted. */
static bool spill(struct book_builder *builder, struct error *error)
{
    errno = 0;
    FILE *file = paths_create_unnamed();
    if (!file)
        return temporary_failed(error);
    struct merge merge = merge_begin(builder);
    struct tally tally;
    bool good = true;
    while (good && merge_next(&merge, &tally))
        good = fwrite(&tally, sizeof tally, 1, file) == 1;
    good = good && fflush(file) == 0 && !(builder->file && ferror(builder->file));
    if (!good) {
        fclose(file);
        return temporary_failed(error);
    }
    if (builder->file)
        fclose(builder->file);
    builder->file = file;
    builder->count = 0;
    return true;
}

static bool ensure_capacity(struct book_builder *builder, struct error *error)
{
    if (builder->count < builder->capacity)
        return true;
    sort_and_sum(builder);
    return builder->count <= builder->capacity / 2 || spill(builder, error);
}

/* Reading games. */

static int elo_of(const struct game *game, const char *tag)
{
    const char *text = game_tag(game, tag);
    long elo = text ? strtol(text, NULL, 10) : 0;
    return elo > 0 && elo < 10000 ? (int)elo : 0;
}

static bool wanted(const struct book_builder *builder, const struct game *game)
{
    int least = builder->options.min_elo;
    return game->result != RESULT_NONE &&
           (least <= 0 || (elo_of(game, "WhiteElo") >= least && elo_of(game, "BlackElo") >= least));
}

bool book_builder_add(struct book_builder *builder, const struct game *game, struct error *error)
{
    builder->counts.games++;
    if (!wanted(builder, game))
        return true;
    builder->counts.used++;
    const struct game_node *node = game->root;
    for (int ply = 0; node->child && ply < builder->options.plies; ply++, node = node->child) {
        if (!ensure_capacity(builder, error))
            return false;
        builder->tallies[builder->count++] =
            (struct tally){.key = node->position.key,
                           .games = 1,
                           .points = (uint32_t)result_points(game->result, node->position.side),
                           .move = node->child->move};
    }
    return true;
}

struct reading {
    struct book_builder *builder;
    void (*bad)(const struct error *error);
    void (*after)(uint64_t games, int percent);
};

static bool take_game(void *context, const struct game *game, int percent, struct error *error)
{
    const struct reading *reading = context;
    if (!game && reading->bad)
        reading->bad(error);
    if (game && !book_builder_add(reading->builder, game, error))
        return false;
    if (reading->after)
        reading->after(reading->builder->counts.games, percent);
    return true;
}

bool book_builder_read(struct book_builder *builder, const char *path,
                       void (*bad)(const struct error *error),
                       void (*after)(uint64_t games, int percent), struct error *error)
{
    struct reading reading = {builder, bad, after};
    return pgn_each(path, take_game, &reading, error);
}

/* Writing the book. */

static int heaviest_first(const void *a, const void *b)
{
    const struct tally *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Writes the moves of one position. */
static bool write_position(struct book_builder *builder, struct tally moves[], int count,
                           FILE *file)
{
    if (count == 0)
        return true;
    qsort(moves, (size_t)count, sizeof *moves, heaviest_first);
    uint64_t most = moves[0].points, scale = most > WEIGHT_MAX ? most : WEIGHT_MAX;
    for (int i = 0; i < count; i++) {
        unsigned char entry[BOOK_ENTRY_BYTES];
        uint64_t weight = moves[i].points * (uint64_t)WEIGHT_MAX / scale;
        book_pack(moves[i].key, moves[i].move, (uint16_t)(weight ? weight : 1), entry);
        if (fwrite(entry, sizeof entry, 1, file) != 1)
            return false;
    }
    builder->counts.positions++;
    builder->counts.entries += (uint64_t)count;
    return true;
}

bool book_builder_write(struct book_builder *builder, FILE *file, struct error *error)
{
    sort_and_sum(builder);
    struct merge merge = merge_begin(builder);
    struct tally tally, moves[CHESS_MOVES_MAX];
    int count = 0;
    bool good = true;
    errno = 0;
    while (good && merge_next(&merge, &tally)) {
        if (count > 0 && tally.key != moves[0].key) {
            good = write_position(builder, moves, count, file);
            count = 0;
        }
        bool often = tally.games >= (uint32_t)builder->options.min_games;
        /* A move without even a draw does not belong in a book. */
        if (often && tally.points > 0 && count < CHESS_MOVES_MAX)
            moves[count++] = tally;
    }
    if (builder->file && ferror(builder->file))
        return temporary_failed(error);
    if (good && write_position(builder, moves, count, file) && fflush(file) == 0)
        return true;
    return error_set(error, "the book cannot be written: %s", strerror(errno ? errno : EIO));
}
