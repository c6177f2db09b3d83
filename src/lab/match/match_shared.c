/* The number of a game is in its tag Round. Games are copied byte for byte. */
#include "src/lab/match/match_shared.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/lab/match/match_files.h"
#include "src/pgn/pgn.h"
#include "src/util/array.h"
#include "src/util/atomic_file.h"
#include "src/util/paths.h"

static bool join(const char *folder, const char *name, char path[MATCH_SHARED_PATH],
                 struct error *error)
{
    return snprintf(path, MATCH_SHARED_PATH, "%s/%s", folder, name) < MATCH_SHARED_PATH ||
           error_set(error, "the name of the folder is too long");
}

bool match_shared_path(const char *folder, int shard, int shards, char path[MATCH_SHARED_PATH],
                       struct error *error)
{
    char name[48] = "rest.pgn";
    if (shard > 0)
        snprintf(name, sizeof name, "%dof%d.pgn", shard, shards);
    return join(folder, name, path, error);
}

bool match_shared_follow(struct match *match, const struct match_plan *plan, const char *folder,
                         struct match_followed followed[], struct error *error)
{
    char path[MATCH_SHARED_PATH];
    bool good = true;
    for (int shard = 1; good && shard <= plan->shards; shard++) {
        if (shard == plan->shard)
            continue;
        good = match_shared_path(folder, shard, plan->shards, path, error);
        FILE *file = good ? fopen(path, "re") : NULL;
        if (file) {
            good = match_follow(match, shard, file, path, &followed[shard - 1], error);
            fclose(file);
        }
    }
    return good;
}

/* The files in the folder that hold games */

/* Returns whether the name is that of a file with games of a shard, or of the run that collected
 * the games. */
static bool has_games(const char *name)
{
    int shard, shards, length = 0;
    return strcmp(name, "rest.pgn") == 0 ||
           (sscanf(name, "%5dof%5d.pgn%n", &shard, &shards, &length) == 2 && length > 0 &&
            !name[length]);
}

static int is_chosen(const struct dirent *entry)
{
    return has_games(entry->d_name);
}

/* Calls `visit` for each file of games in the folder, in the order of their names. */
static bool visit_files(const char *folder,
                        bool (*visit)(void *context, const char *path, struct error *error),
                        void *context, struct error *error)
{
    struct dirent **entries;
    char path[MATCH_SHARED_PATH];
    int count = scandir(folder, &entries, is_chosen, alphasort);
    if (count < 0)
        return error_set_in(error, folder, "%s", strerror(errno));
    bool good = true;
    for (int i = 0; i < count; i++) {
        good = good && join(folder, entries[i]->d_name, path, error) && visit(context, path, error);
        free(entries[i]);
    }
    free(entries);
    return good;
}

struct collection {
    struct match *match;
    int resumed;
};

static bool collect_file(void *context, const char *path, struct error *error)
{
    struct collection *collection = context;
    struct lock_file lock;
    int resumed;
    if (!lock_file_take(&lock, path, 0, error))
        return false;
    bool good = match_resume_file(collection->match, path, &resumed, error);
    lock_file_release(&lock);
    collection->resumed += good ? resumed : 0;
    return good;
}

bool match_shared_collect(struct match *match, const char *folder, int *resumed,
                          struct error *error)
{
    struct collection collection = {.match = match};
    bool good = visit_files(folder, collect_file, &collection, error);
    *resumed += collection.resumed;
    return good;
}

/* All games in order */

struct numbered_game {
    int number; /* 2 * pair + game; the tag Round is "PAIR.GAME", where GAME is 1 or 2 */
    char *text; /* owned */
};

struct sheaf {
    struct numbered_game *games;
    int count, capacity;
};

static bool keep_game(struct sheaf *sheaf, const struct game *game)
{
    const char *round = game_tag(game, "Round");
    int pair, number;
    size_t size;
    if (!round || sscanf(round, "%9d.%1d", &pair, &number) != 2)
        return true;
    char *text = pgn_text(game, &size);
    if (!text || !ARRAY_RESERVE(sheaf->games, sheaf->count, &sheaf->capacity)) {
        free(text);
        return false;
    }
    sheaf->games[sheaf->count++] = (struct numbered_game){2 * pair + number, text};
    return true;
}

static bool read_file(void *context, const char *path, struct error *error)
{
    FILE *file = fopen(path, "re");
    struct pgn_reader *reader = file ? pgn_reader_create(file, path) : NULL;
    bool good = reader || error_set_in(error, path, "cannot be read");
    enum pgn_status status = good ? PGN_GAME : PGN_END;
    while (good && status != PGN_END) {
        struct game *game = NULL;
        status = pgn_read(reader, &game, error);
        if (status == PGN_BAD)
            good = false;
        else if (status == PGN_GAME && !keep_game(context, game))
            good = error_set(error, "out of memory");
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    if (file)
        fclose(file);
    return good;
}

static int compare_games(const void *a, const void *b)
{
    const struct numbered_game *one = a, *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

static bool write_games(FILE *out, const void *context)
{
    const struct sheaf *sheaf = context;
    for (int i = 0; i < sheaf->count; i++)
        if (fputs(sheaf->games[i].text, out) < 0)
            return false;
    return true;
}

bool match_shared_write(const char *folder, struct error *error)
{
    struct sheaf sheaf = {0};
    char path[MATCH_SHARED_PATH];
    bool good =
        visit_files(folder, read_file, &sheaf, error) && join(folder, "all.pgn", path, error);
    if (good && sheaf.count > 0)
        qsort(sheaf.games, (size_t)sheaf.count, sizeof *sheaf.games, compare_games);
    good = good && replace_whole(path, write_games, &sheaf, error);
    for (int i = 0; i < sheaf.count; i++)
        free(sheaf.games[i].text);
    free(sheaf.games);
    return good;
}
