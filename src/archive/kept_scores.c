/* Each cache file has a fixed head, then one record for each position of the game. */
#include "src/archive/kept_scores.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/review/score_pool.h"
#include "src/util/cache.h"
#include "src/util/paths.h"

enum { FORMAT = 1, PLIES_MOST = 4096, DEPTH_MOST = 1000000, NAME_SIZE = 32 };

struct head {
    struct cache_head cache;
    int32_t yours; /* 1 if the review is finished and you played in the game; `counts` and
                    * `accuracy` are then those of your moves */
    int32_t counts[JUDGED_COUNT];
    double accuracy;
};

struct record {
    uint64_t nodes;
    int32_t score, first; /* SCORE_NONE if unknown; `first` is the score that the first search
                           * found */
    int32_t depth, length;
    Move line[LEDGER_LINE_MAX];
};

struct kept {
    struct head head;
    struct record *records; /* owned */
    int count;
};

/* The header contains the game's hash, as its file name does, so that a file which somebody has
 * renamed is not used for another game. */
static struct cache_head expected_head(uint64_t game)
{
    return (struct cache_head){.magic = {'F', 'A', 'L', 'L', 'S', 'C', 'O', 'R'},
                               .order = CACHE_ORDER, .version = FORMAT, .source.sample = game};
}

/* Computes the hash of a game's moves and of how long they are searched. It has a secret key, so
 * that nobody can write a game to which the scores of another game would be applied. */
static bool hash_game(const struct game_node *live, uint64_t *game)
{
    static const int32_t budget[] = {SCORE_FIRST_SETTLED, SCORE_FIRST_NODES, SCORE_CONFIRM_SETTLED,
                                     SCORE_CONFIRM_NODES};
    struct hash_key key;
    char fen[CHESS_FEN_MAX];
    if (!cache_key(&key))
        return false;
    struct keyed_hash hash = keyed_hash_begin(key);
    keyed_hash_add(&hash, budget, sizeof budget);
    for (; live->parent; live = live->parent)
        keyed_hash_add(&hash, &live->move, sizeof live->move);
    chess_to_fen(&live->position, fen);
    keyed_hash_add(&hash, fen, strlen(fen));
    *game = keyed_hash_sum(&hash);
    return true;
}

static void write_name(uint64_t game, char *name, size_t size)
{
    snprintf(name, size, "pgn-%016llx.scores", (unsigned long long)game);
}

/* Finds the hash in the name of a cache file. Returns false if the name is not one of ours. */
static bool read_name(const char *name, uint64_t *game)
{
    char again[NAME_SIZE];
    *game = strncmp(name, "pgn-", 4) == 0 ? strtoull(name + 4, NULL, 16) : 0;
    write_name(*game, again, sizeof again);
    return strcmp(name, again) == 0;
}

/* Writes the path of the game's cache file. */
static bool cache_path(uint64_t game, char *path, size_t size)
{
    char name[NAME_SIZE];
    write_name(game, name, sizeof name);
    return paths_cache(name, path, size);
}

/* Writing */

static struct record record_at(const struct ledger *ledger, int ply)
{
    struct record record;
    memset(&record, 0, sizeof record); /* clears also the padding between the fields, because it is
                                        * written to the file */
    record.score = record.first = SCORE_NONE;
    const struct ledger_entry *entry = ledger_at(ledger, ply);
    if (!entry || entry->score.score == SCORE_NONE)
        return record;
    record.score = entry->score.score;
    record.first = entry->searched_again ? entry->first : SCORE_NONE;
    record.nodes = entry->score.nodes;
    record.depth = entry->score.depth;
    record.length = entry->score.length;
    memcpy(record.line, entry->score.line, (size_t)record.length * sizeof *record.line);
    return record;
}

static bool write_rest(FILE *file, const void *context)
{
    const struct kept *kept = context;
    fwrite((const char *)&kept->head + sizeof kept->head.cache,
           sizeof kept->head - sizeof kept->head.cache, 1, file);
    fwrite(kept->records, sizeof *kept->records, (size_t)kept->count, file);
    return !ferror(file);
}

void kept_scores_write(const struct ledger *ledger, const struct game_node *live,
                       const struct review *review)
{
    char name[4096];
    uint64_t game;
    struct kept kept = {.count = live->ply + 1};
    bool found = false;
    for (int ply = 0; ply <= live->ply; ply++)
        found |= ledger_at(ledger, ply) && ledger_at(ledger, ply)->score.nodes > 0;
    if (!found || kept.count > PLIES_MOST || !hash_game(live, &game) ||
        !cache_path(game, name, sizeof name))
        return;
    kept.records = malloc((size_t)kept.count * sizeof *kept.records);
    if (!kept.records)
        return;
    for (int ply = 0; ply < kept.count; ply++)
        kept.records[ply] = record_at(ledger, ply);
    memset(&kept.head, 0, sizeof kept.head);
    if (review && review->you >= 0) {
        kept.head.yours = true;
        kept.head.accuracy = review->sides[review->you].percent;
        memcpy(kept.head.counts, review->counts[review->you], sizeof kept.head.counts);
    }
    const struct cache_head head = expected_head(game);
    cache_keep(name, &head, write_rest, &kept);
    free(kept.records);
}

/* Reading */

static bool is_score(int32_t score)
{
    return score == SCORE_NONE || (score >= -SCORE_MATE && score <= SCORE_MATE);
}

/* Whether a search can have found these values. */
static bool plausible(const struct kept *kept)
{
    /* It can be rounded to a little over 100; NaN is refused. */
    bool good = kept->head.accuracy >= 0 && kept->head.accuracy < 101;
    for (int i = 0; i < JUDGED_COUNT; i++)
        good = good && kept->head.counts[i] >= 0 && kept->head.counts[i] <= kept->count;
    for (int ply = 0; good && ply < kept->count; ply++) {
        const struct record *record = &kept->records[ply];
        good = is_score(record->score) && is_score(record->first) && record->depth >= 0 &&
               record->depth <= DEPTH_MOST && record->nodes <= INT64_MAX &&
               record->length >= 0 && record->length <= LEDGER_LINE_MAX;
    }
    return good;
}

/* Reads the cache file of this game; kept->records is owned by the caller if the result is true. */
static bool read_kept(const char *name, uint64_t game, struct kept *kept)
{
    const struct cache_head expected = expected_head(game);
    size_t size;
    int file = cache_open(name, &expected, &size);
    if (file < 0)
        return false;
    size_t rest = size < sizeof kept->head ? 0 : size - sizeof kept->head;
    kept->count = (int)(rest / sizeof *kept->records);
    kept->records = NULL;
    bool good = rest > 0 && rest % sizeof *kept->records == 0 && kept->count <= PLIES_MOST &&
                (kept->records = malloc(rest)) != NULL &&
                cache_read(file, &kept->head, sizeof kept->head, 0) &&
                cache_read(file, kept->records, rest, sizeof kept->head) && plausible(kept);
    close(file);
    if (!good)
        free(kept->records);
    return good;
}

static bool fits(const struct ledger *ledger, const struct kept *kept)
{
    for (int ply = 0; ply < kept->count; ply++) {
        Score score = ledger_score_at(ledger, ply);
        if (score != SCORE_NONE && score != kept->records[ply].score)
            return false;
    }
    return true;
}

/* Adds the record of the position of `node` to the ledger. Cuts its line of moves at the first
 * illegal move, because the file may be damaged. */
static bool take(struct ledger *ledger, const struct game_node *node, const struct record *record)
{
    struct position position = node->position;
    struct ledger_score score = {.score = record->score, .depth = record->depth,
                                 .nodes = record->nodes};
    const struct ledger_score first = {.score = record->first, .nodes = 1};
    for (int i = 0; i < record->length && chess_is_legal(&position, record->line[i]); i++) {
        score.line[score.length++] = record->line[i];
        chess_play(&position, record->line[i]);
    }
    return record->score == SCORE_NONE ||
           ((record->first == SCORE_NONE || ledger_set_score(ledger, node->ply, &first)) &&
            ledger_set_score(ledger, node->ply, &score));
}

bool kept_scores_read(struct ledger *ledger, const struct game_node *live)
{
    char name[4096];
    uint64_t game;
    struct kept kept;
    if (!hash_game(live, &game) || !cache_path(game, name, sizeof name) ||
        !read_kept(name, game, &kept))
        return true;
    bool good = true;
    if (kept.count == live->ply + 1 && fits(ledger, &kept)) {
        for (const struct game_node *node = live; good && node; node = node->parent)
            good = take(ledger, node, &kept.records[node->ply]);
    }
    free(kept.records);
    return good;
}

void kept_scores_total(struct kept_total *total)
{
    char folder[4096], name[4096 + 256];
    *total = (struct kept_total){.games = 0};
    DIR *directory = paths_cache_name("", folder, sizeof folder) ? opendir(folder) : NULL;
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        struct kept kept;
        uint64_t game;
        snprintf(name, sizeof name, "%s%s", folder, entry->d_name);
        if (!read_name(entry->d_name, &game) || !read_kept(name, game, &kept))
            continue;
        free(kept.records);
        if (!kept.head.yours)
            continue;
        total->games++;
        total->accuracy += kept.head.accuracy;
        for (int i = 0; i < JUDGED_COUNT; i++)
            total->counts[i] += kept.head.counts[i];
    }
    if (directory)
        closedir(directory);
}
