/* Fingerprints of positions. For each position of a main line, the cache file contains 16 bits of
 * its key and the move played there, game after game, and a table holds the place where each game
 * starts. A million games take about 340 MB. A search reads each byte once, in blocks; about one
 * game in 800 matches by chance. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/pgn/positions.h"
#include "src/pgn/scan.h"
#include "src/util/array.h"
#include "src/util/cache.h"
#include "src/util/paths.h"

enum {
    FORMAT = 5,
    GAME_BYTES_MAX = 1 << 24,
    PROGRESS_GAMES = 512,
    BLOCK = 1 << 15 /* how many steps (positions of games) are read at a time; if a single game has
                       more, all its steps are read at once */
};

/* A position of a game and the move played there. The last step of a game has NO_MOVE, or OWN_START
 * if the game has its own start position. */
enum { OWN_START = NULL_MOVE };
struct step {
    uint16_t print;
    Move move;
};

struct head {
    struct cache_head cache;
    uint64_t count; /* number of games. The header is followed by count + 1 numbers of type
                       uint32_t: where each game's steps start, and where the last game's end */
};

struct pgn_positions {
    const struct pgn_index *index;
    char name[4096];        /* path of the cache file, "" if there is no cache */
    FILE *file;             /* the games */
    int cache;              /* the cache file; its header and table of starts are in memory */
    uint32_t *begins; /* owned: the table of starts, with the number of each game's first step */
    struct step *block;     /* steps starting at number block_at; owned, large enough for any game */
    uint32_t block_at, block_count;
    struct player *player;  /* for reading the start position of games that have their own */
    bool made;              /* the cache file was created by this run, so it is not created again */
};

/* Plays through a game without building a tree. */
struct player {
    struct pgn_scan scan;
    struct pgn_text fen, variant;
    struct step *steps; /* owned */
    int count, capacity;
};

static uint16_t print_of(const struct position *position)
{
    return (uint16_t)(position->key >> 24);
}

/* Playing through the moves of games */

/* Reads SAN as files usually contain it, without unusual spellings. When in doubt, returns NO_MOVE;
 * the caller then uses the full reader of moves. */
static Move quick_move(const struct position *position, const char *text, size_t length)
{
    static const char pieces[] = "PNBRQK";
    Move moves[CHESS_MOVES_MAX], found = NO_MOVE;
    while (length && strchr("+#!?", text[length - 1]))
        length--;
    int type = PAWN, promotion = NO_PIECE_TYPE, file = -1, rank = -1;
    bool castling = length >= 3 && text[0] == 'O';
    if (length > 3 && text[length - 2] == '=') {
        const char *piece = strchr(pieces, text[length - 1]);
        promotion = piece ? (int)(piece - pieces) : NO_PIECE_TYPE;
        length -= 2;
    }
    if (length < 2)
        return NO_MOVE;
    const char *piece = strchr(pieces + 1, text[0]);
    type = castling ? KING : piece ? (int)(piece - pieces) : PAWN;
    int to_file = text[length - 2] - 'a', to_rank = text[length - 1] - '1';
    for (size_t i = piece ? 1 : 0; !castling && i + 2 < length; i++) {
        if (text[i] >= 'a' && text[i] <= 'h')
            file = text[i] - 'a';
        else if (text[i] >= '1' && text[i] <= '8')
            rank = text[i] - '1';
        else if (text[i] != 'x')
            return NO_MOVE;
    }
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        Square from = move_from(moves[i]), to = move_to(moves[i]);
        bool is_castling = move_kind(moves[i]) == MOVE_CASTLING;
        bool fits = castling ? is_castling && (to > from) == (length == 3)
                             : !is_castling && piece_type(position->board[from]) == type &&
                                   square_file(to) == to_file && square_rank(to) == to_rank &&
                                   (file < 0 || square_file(from) == file) &&
                                   (rank < 0 || square_rank(from) == rank) &&
                                   move_promotion(moves[i]) == promotion;
        if (fits && found != NO_MOVE)
            return NO_MOVE;
        found = fits ? moves[i] : found;
    }
    return found;
}

/* Reads the game's text from the file. A game that is too long gives an empty text. Returns false
 * if the file cannot be read. */
static bool fetch(struct player *player, FILE *file, const struct pgn_entry *entry)
{
    size_t length = entry->length < GAME_BYTES_MAX ? entry->length : 0;
    char *text = pgn_scan_hold(&player->scan, length);
    return text && cache_read(fileno(file), text, length, (size_t)entry->start);
}

/* If the current tag is the first with that name, copies its value to `text` and sets *has. Returns
 * the value copied by this or an earlier call, or NULL. */
static const char *take_value(struct player *player, const char *name, struct pgn_text *text,
                              bool *has)
{
    if (!*has && strcmp(player->scan.tag_name, name) == 0) {
        pgn_text_clear(text);
        *has = pgn_scan_add_value(&player->scan, text);
        player->scan.out_of_memory = player->scan.out_of_memory || !*has;
    }
    return *has ? text->bytes ? text->bytes : "" : NULL;
}

/* Finds the start position of a fetched game, and moves the scanner past its tags. Sets *own to
 * whether it is given by the game's tags. Returns false if the tags do not describe a position. */
static bool find_start(struct player *player, struct position *position, bool *own)
{
    struct pgn_scan *scan = &player->scan;
    const char *fen = NULL, *variant = NULL;
    bool has_fen = false, has_variant = false;
    struct error error;
    pgn_scan_next(scan);
    pgn_scan_begin_game(scan);
    for (; !scan->over && !scan->in_moves; pgn_scan_next(scan)) {
        if (scan->token == TOKEN_TAG) {
            fen = take_value(player, "FEN", &player->fen, &has_fen);
            variant = take_value(player, "Variant", &player->variant, &has_variant);
        }
    }
    bool good = pgn_start(position, fen, variant, &error);
    *own = has_fen || position->chess960;
    return good;
}

/* The move in the scanner's current word; NO_MOVE if the main line cannot be read further. */
static Move read_move(struct player *player, const struct position *position)
{
    char *word = player->scan.symbol;
    struct error error;
    Move move = quick_move(position, word, strlen(word));
    if (move == NO_MOVE) {
        word[strcspn(word, "!?")] = '\0';
        if (!chess_read_move(position, word, &move, &error))
            return NO_MOVE;
    }
    return move;
}

static void add_step(struct player *player, const struct position *position, Move move)
{
    if (ARRAY_RESERVE(player->steps, player->count, &player->capacity))
        player->steps[player->count++] = (struct step){print_of(position), move};
    else
        player->scan.out_of_memory = true;
}

/* Plays the main line of a fetched game into steps, as far as it can be read. Returns false if out
 * of memory. */
static bool play(struct player *player)
{
    struct pgn_scan *scan = &player->scan;
    struct position position;
    bool own, good = find_start(player, &position, &own);
    player->count = 0;
    for (; good && !scan->over && !scan->out_of_memory; pgn_scan_next(scan)) {
        if (scan->depth > 0)
            continue;
        if (scan->token == TOKEN_BAD || scan->ended_game)
            break;
        if (scan->token != TOKEN_SYMBOL || scan->number >= 0 || strcmp(scan->symbol, "e.p.") == 0 ||
            strcmp(scan->symbol, "+") == 0 || strcmp(scan->symbol, "#") == 0)
            continue;
        Move move = read_move(player, &position);
        if (move == NO_MOVE)
            break;
        add_step(player, &position, move);
        chess_play(&position, move);
    }
    add_step(player, &position, own ? OWN_START : NO_MOVE);
    return !scan->out_of_memory;
}

/* The cache file */

static size_t steps_begin(size_t games)
{
    return sizeof(struct head) + (games + 1) * sizeof(uint32_t);
}

static struct cache_head expected_head(const struct pgn_positions *positions)
{
    return (struct cache_head){.magic = {'F', 'A', 'L', 'L', 'P', 'G', 'N', 'P'},
                               .order = CACHE_ORDER,
                               .version = FORMAT,
                               .source = *pgn_index_source(positions->index)};
}

static void drop_cache(struct pgn_positions *positions)
{
    free(positions->begins);
    free(positions->block);
    if (positions->cache >= 0)
        close(positions->cache);
    positions->begins = NULL;
    positions->block = NULL;
    positions->cache = -1;
    positions->block_count = 0;
}

/* Takes over an open cache file, reads its table and allocates the block. Returns false if the file
 * has another number of games than the index, if its table is damaged, or if out of memory. */
static bool take_cache(struct pgn_positions *positions, int file, size_t size)
{
    size_t games = (size_t)pgn_index_count(positions->index), begin = steps_begin(games);
    struct head head;
    positions->cache = file;
    if (size < begin || !cache_read(file, &head, sizeof head, 0) || head.count != games)
        return false;
    positions->begins = malloc((games + 1) * sizeof *positions->begins);
    const uint32_t *begins = positions->begins;
    if (!begins ||
        !cache_read(file, positions->begins, (games + 1) * sizeof *begins, sizeof head) ||
        begins[0] != 0 || size != begin + begins[games] * sizeof *positions->block)
        return false;
    uint32_t longest = BLOCK;
    for (size_t i = 0; i < games; i++) {
        uint32_t length = begins[i + 1] - begins[i];
        if (begins[i + 1] <= begins[i] || length > GAME_BYTES_MAX)
            return false;
        longest = length > longest ? length : longest;
    }
    positions->block = malloc(longest * sizeof *positions->block);
    return positions->block != NULL;
}

static bool read_cache(struct pgn_positions *positions)
{
    const struct cache_head expected = expected_head(positions);
    size_t size;
    int file = *positions->name ? cache_open(positions->name, &expected, &size) : -1;
    if (file >= 0 && take_cache(positions, file, size))
        return true;
    drop_cache(positions);
    return false;
}

/* Returns the steps of a game; NULL if they cannot be read. */
static const struct step *steps_of(struct pgn_positions *positions, int game, uint32_t *count)
{
    size_t games = (size_t)pgn_index_count(positions->index);
    uint32_t begin = positions->begins[game], end = positions->begins[game + 1];
    if (begin < positions->block_at || end > positions->block_at + positions->block_count) {
        uint32_t length = positions->begins[games] - begin;
        length = end - begin > BLOCK ? end - begin : length < BLOCK ? length : BLOCK;
        bool got = cache_read(positions->cache, positions->block,
                              length * sizeof *positions->block,
                              steps_begin(games) + begin * sizeof *positions->block);
        positions->block_at = begin;
        positions->block_count = got ? length : 0;
        if (!got)
            return NULL;
    }
    *count = end - begin;
    return positions->block + (begin - positions->block_at);
}

/* Plays all games and writes their steps to `file`. Returns false and sets *error on failure; the
 * message is empty if `progress` ended the work. */
static bool make_file(struct pgn_positions *positions, FILE *file, pgn_progress *progress,
                      void *context, struct error *error)
{
    int count = pgn_index_count(positions->index);
    const struct head head = {.cache = expected_head(positions), .count = (uint64_t)count};
    uint32_t *begins = calloc((size_t)count + 1, sizeof *begins);
    struct player *player = positions->player;
    bool good = begins != NULL, wanted = true;
    error->message[0] = '\0';
    if (!good)
        error_set(error, "out of memory");
    good = good && fseeko(file, (off_t)steps_begin((size_t)count), SEEK_SET) == 0;
    for (int i = 0; good && wanted && i < count; i++) {
        good = fetch(player, positions->file, pgn_index_entry(positions->index, i)) && play(player);
        if (!good) {
            error_set(error, "%s", player->scan.out_of_memory ? "out of memory"
                                                              : "the games cannot be read");
            break;
        }
        good = begins[i] <= UINT32_MAX - (uint32_t)player->count &&
               fwrite(player->steps, sizeof *player->steps, (size_t)player->count, file) ==
                   (size_t)player->count;
        begins[i + 1] = begins[i] + (uint32_t)player->count;
        if (progress && i % PROGRESS_GAMES == 0)
            wanted = progress(context, (int)((int64_t)i * 100 / count));
    }
    good = good && wanted && fseeko(file, 0, SEEK_SET) == 0 &&
           fwrite(&head, sizeof head, 1, file) == 1 &&
           fwrite(begins, sizeof *begins, (size_t)count + 1, file) == (size_t)count + 1 &&
           cache_seal(file, &head.cache);
    if (!good && wanted && !error->message[0])
        error_set(error, "cannot store the positions: %s", strerror(errno));
    free(begins);
    return good;
}

/* Creates the cache file, or an unnamed temporary file if there is no cache. */
static bool make_cache(struct pgn_positions *positions, pgn_progress *progress, void *context,
                       struct error *error)
{
    char draft[sizeof positions->name + 8];
    snprintf(draft, sizeof draft, "%s.XXXXXX", positions->name);
    FILE *file = *positions->name ? paths_create_draft(draft) : NULL;
    bool named = file;
    if (!file)
        file = paths_create_unnamed();
    struct stat status;
    bool good = file && make_file(positions, file, progress, context, error);
    if (!file || (good && (fstat(fileno(file), &status) != 0 ||
                           !take_cache(positions, fcntl(fileno(file), F_DUPFD_CLOEXEC, 0),
                                       (size_t)status.st_size))))
        good = error_set(error, "cannot store the positions: %s", strerror(errno));
    if (file)
        fclose(file);
    if (named && (!good || rename(draft, positions->name) != 0))
        unlink(draft);
    positions->made = true;
    return good;
}

struct pgn_positions *pgn_positions_open(const struct pgn_index *index, pgn_progress *progress,
                                         void *context, struct error *error)
{
    memset(error, 0, sizeof *error);
    struct pgn_positions *positions = array_zeroed(sizeof *positions, error);
    if (!positions)
        return NULL;
    positions->index = index;
    positions->cache = -1;
    positions->player = calloc(1, sizeof *positions->player);
    bool memory = positions->player != NULL;
    if (positions->player)
        positions->player->scan.detail = PGN_SYMBOLS;
    positions->file = paths_open_regular(pgn_index_games_path(index), error);
    bool good = positions->file && memory;
    if (!memory)
        error_set(error, "out of memory");
    if (!pgn_index_cache_name(index, "positions", positions->name, sizeof positions->name))
        positions->name[0] = '\0';
    if (good && (read_cache(positions) || make_cache(positions, progress, context, error)))
        return positions;
    if (error->message[0])
        snprintf(error->file, sizeof error->file, "%s", pgn_index_path(index));
    pgn_positions_close(positions);
    return NULL;
}

void pgn_positions_close(struct pgn_positions *positions)
{
    if (!positions)
        return;
    drop_cache(positions);
    if (positions->file)
        fclose(positions->file);
    if (positions->player) {
        pgn_scan_clear(&positions->player->scan);
        free(positions->player->steps);
        free(positions->player->fen.bytes);
        free(positions->player->variant.bytes);
    }
    free(positions->player);
    free(positions);
}

/* Finds the start position of a game from its last step. Returns false if it cannot be read. */
static bool begin_of(struct pgn_positions *positions, int game, const struct step *last,
                     struct position *start)
{
    bool own;
    if (last->move != OWN_START) {
        chess_start(start);
        return true;
    }
    return fetch(positions->player, positions->file, pgn_index_entry(positions->index, game)) &&
           find_start(positions->player, start, &own);
}

/* Like pgn_positions_ply, but sets *damaged if the steps are not those of a legal game. */
static int find_ply(struct pgn_positions *positions, int game, const struct position *position,
                    Move *next, bool *damaged)
{
    uint16_t print = print_of(position);
    uint32_t count, first = 0;
    const struct step *steps = steps_of(positions, game, &count);
    while (steps && first < count && steps[first].print != print)
        first++;
    struct position at;
    *damaged = !steps;
    if (!steps || first == count || !begin_of(positions, game, &steps[count - 1], &at))
        return -1;
    for (uint32_t ply = 0; ply < count; ply++) {
        bool ends = ply + 1 == count;
        if (steps[ply].print != print_of(&at) || (!ends && !chess_is_legal(&at, steps[ply].move))) {
            *damaged = true;
            return -1;
        }
        if (ply >= first && steps[ply].print == print && game_same_position(&at, position)) {
            if (next)
                *next = ends ? NO_MOVE : steps[ply].move;
            return (int)ply;
        }
        if (!ends)
            chess_play(&at, steps[ply].move);
    }
    return -1;
}

/* If the steps do not form a legal game, the cache file is damaged and is created again, once. */
int pgn_positions_ply(struct pgn_positions *positions, int game, const struct position *position,
                      Move *next)
{
    bool damaged;
    struct error error;
    if (!positions->begins)
        return -1;
    int ply = find_ply(positions, game, position, next, &damaged);
    if (!damaged || positions->made)
        return ply;
    drop_cache(positions);
    if (!make_cache(positions, NULL, NULL, &error)) {
        drop_cache(positions);
        return -1;
    }
    return find_ply(positions, game, position, next, &damaged);
}
