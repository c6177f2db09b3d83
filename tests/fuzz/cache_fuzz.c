/* The cache of a PGN file (index and positions), with some bytes replaced by the input and a valid
 * checksum. Whatever the cache claims, every game can be read and every move is legal. */
#include <sys/stat.h>

#include "src/pgn/opening_tree.h"
#include "src/pgn/positions.h"
#include "src/pgn/query.h"
#include "src/util/cache.h"
#include "tests/fuzz/fuzz.h"

static const char games[] =
    "[Event \"a\"]\n[White \"One\"]\n[Black \"Two\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
    "[Event \"b\"]\n[Black \"One\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n\n"
    "1. e4 c5 2. Nf3 d6 1/2-1/2\n";

static char folder[512], path[600];

static void begin(void)
{
    chess_init();
    if (folder[0])
        return;
    fuzz_path(folder, sizeof folder, "cache");
    require(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/games.pgn", folder);
    FILE *file = fopen(path, "w");
    require(file && fwrite(games, 1, sizeof games - 1, file) == sizeof games - 1);
    fclose(file);
}

/* Replaces bytes of that cache file and corrects its checksum. */
static void forge(const char *name, const uint8_t *data, size_t size)
{
    struct cache_head head;
    FILE *file = fopen(name, "r+");
    require(file && fread(&head, sizeof head, 1, file) == 1);
    require(fseek(file, 0, SEEK_END) == 0);
    size_t length = (size_t)ftell(file), capacity = length - sizeof head;
    size_t at = sizeof head + (size_t)(data[0] << 8 | data[1]) % (capacity + 1);
    if (size > 2) {
        require(fseek(file, (long)at, SEEK_SET) == 0);
        require(fwrite(data + 2, 1, size - 2, file) == size - 2);
    }
    head.sum = 0;
    require(cache_seal(file, &head));
    fclose(file);
}

static void read_all(const struct pgn_index *index)
{
    struct pgn_query query;
    struct pgn_results results = {0};
    struct error error;
    require(pgn_query_parse(&query, "one", NULL, &error));
    for (int i = 0; i < pgn_index_count(index); i++) {
        const struct pgn_entry *entry = pgn_index_entry(index, i);
        struct game *game;
        char eco[PGN_ECO_TEXT], date[PGN_DATE_TEXT];
        (void)pgn_query_matches(&query, index, entry);
        pgn_add_result(&results, entry);
        require(strlen(result_text((enum result)entry->result)) > 0);
        pgn_eco_text(entry->eco, eco);
        pgn_date_text(entry->date, date);
        enum pgn_status status = pgn_index_read(index, i, &game, NULL, &error);
        require(status == PGN_GAME || i >= 3);
        game_destroy(game);
    }
}

static void ask_positions(const struct pgn_index *index)
{
    struct error error;
    struct position position;
    struct pgn_query query = {.count = 0};
    static struct tree tree;
    struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
    require(positions);
    chess_start(&position);
    require(tree_of_games(&tree, &query, index, positions, &position, NULL, NULL));
    for (int i = 0; i < tree.count; i++)
        require(tree.rows[i].move == NO_MOVE || chess_is_legal(&position, tree.rows[i].move));
    require(chess_from_fen(&position, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &error));
    require(tree_of_games(&tree, &query, index, positions, &position, NULL, NULL));
    pgn_positions_close(positions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[1024];
    struct error error;
    begin();
    if (size < 3)
        return 0;
    struct pgn_index *index = pgn_index_open(path, NULL, NULL, &error);
    require(index && pgn_index_count(index) == 3);
    struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
    require(positions);
    pgn_positions_close(positions);
    require(pgn_index_cache_name(index, data[0] & 1 ? "positions" : "index", name, sizeof name));
    pgn_index_close(index);
    forge(name, data + 1, size - 1);
    index = pgn_index_open(path, NULL, NULL, &error);
    require(index);
    ask_positions(index);
    read_all(index);
    pgn_index_close(index);
    /* The next input starts with a valid cache. */
    index = pgn_index_open(path, NULL, NULL, &error);
    require(index);
    require(pgn_index_cache_name(index, "index", name, sizeof name) && unlink(name) == 0);
    require(pgn_index_cache_name(index, "positions", name, sizeof name) && unlink(name) == 0);
    pgn_index_close(index);
    return 0;
}
