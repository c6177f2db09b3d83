/* Positions by their fingerprints: 16 bits of the key of each position of a main line and the move
 * played there, games one after the other, and where each game's begin. Of a million games that is
 * some 340 MB, of which a search reads each byte once, a block at a time; one game in some 800
 * looks right by chance. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/pgn/positions.h"
#include "src/util/array.h"
#include "src/util/paths.h"

enum { FORMAT = 2, ORDER = 0x01020304, GAME_BYTES_MAX = 1 << 24, PLIES_MAX = 4096,
       PROGRESS_GAMES = 512, BLOCK = 1 << 15 /* steps read at a time */ };

/* A position of a game, and what is played there. A game's last step has NO_MOVE, or OWN_START
 * where the game began from a position of its own. */
enum { OWN_START = NULL_MOVE };
struct step {
    uint16_t print;
    Move move;
};

struct head {
    char magic[8]; /* "FALLPGNP" */
    uint32_t order, version;
    uint64_t count; /* games; as many and one more uint32_t follow: where each game's begin */
    struct pgn_stamp stamp;
};

struct pgn_positions {
    const struct pgn_index *index;
    FILE *file;             /* the games */
    int cache;              /* the positions: their head and begins are mapped, the rest is read */
    void *map;
    size_t map_size;
    const uint32_t *begins;
    struct step *block;     /* of BLOCK steps, those from block_at on */
    uint32_t block_at, block_count;
    struct player *player;  /* reads where games begin that have a start of their own */
};

/* A game's moves, played without a tree. */
struct player {
    char *text; /* of the game, NUL-terminated */
    size_t room;
    struct step steps[PLIES_MAX + 1];
    int count;
};

static uint16_t print_of(const struct position *position)
{
    return (uint16_t)(position->key >> 24);
}

/* Playing */

/* SAN as files have it, without the care for other spellings. NO_MOVE when in doubt. */
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

static bool is_result(const char *word)
{
    return *word == '*' || strncmp(word, "1-0", 3) == 0 || strncmp(word, "0-1", 3) == 0 ||
           strncmp(word, "1/2", 3) == 0;
}

/* The next move of the main line from *at; NULL at its end. */
static const char *next_word(const char **at, size_t *length)
{
    int depth = 0;
    for (const char *text = *at; text && *text;) {
        size_t size = strcspn(text, " \t\r\n{}();");
        size_t digits = strspn(text, "0123456789");
        size_t dots = digits < size ? strspn(text + digits, ".") : 0;
        if (*text == '{') {
            text = strchr(text, '}');
        } else if (*text == ';' || (*text == '%' && text[-1] == '\n')) {
            text = strchr(text, '\n');
        } else if (*text == '(' || *text == ')') {
            depth += *text++ == '(' ? 1 : -1;
        } else if (size == 0 || *text == '}') {
            text++;
        } else if (dots || digits == size) { /* a move's number */
            text += digits + dots;
        } else if (is_result(text) && depth <= 0) {
            return NULL;
        } else if (depth <= 0 && !strchr("$!?", *text)) {
            *length = size;
            *at = text + size;
            return text;
        } else {
            text += size;
        }
    }
    return NULL;
}

/* Where the moves begin, behind the tags. */
static const char *moves_of(const char *text)
{
    const char *line = text;
    for (;;) {
        line += strspn(line, "\r\n ");
        if (*line != '[' && *line != '%')
            return line;
        line += strcspn(line, "\n");
    }
}

/* The game's text, read anew. False when it cannot be read; an empty text when it is too long. */
static bool fetch(struct player *player, FILE *file, const struct pgn_entry *entry)
{
    size_t length = entry->length < GAME_BYTES_MAX ? entry->length : 0;
    if (length + 1 > player->room) {
        char *grown = realloc(player->text, length + 1);
        if (!grown)
            return false;
        player->text = grown;
        player->room = length + 1;
    }
    ssize_t got = pread(fileno(file), player->text, length, (off_t)entry->start);
    player->text[got > 0 ? got : 0] = '\0';
    return got >= 0;
}

/* The position a fetched game begins from, which moves points behind; *own: one that it names.
 * False: that is none. */
static bool find_start(const struct player *player, struct position *position, bool *own,
                       const char **moves)
{
    struct error error;
    const char *fen = strstr(player->text, "[FEN \"");
    *moves = moves_of(player->text);
    *own = fen && fen < *moves;
    chess_start(position);
    if (!*own)
        return true;
    char text[CHESS_FEN_MAX + 32];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(fen + 6, "\""), fen + 6);
    if (!chess_from_fen(position, text, &error))
        return false;
    position->chess960 = position->chess960 || strstr(player->text, "[Variant \"Chess960\"]") ||
                         strstr(player->text, "[Variant \"Fischer");
    return true;
}

/* Plays a fetched game into steps. */
static void play(struct player *player)
{
    struct position position;
    const char *moves;
    bool own, good = find_start(player, &position, &own, &moves);
    size_t length;
    player->count = 0;
    for (const char *word;
         good && player->count < PLIES_MAX && (word = next_word(&moves, &length));) {
        Move move = quick_move(&position, word, length);
        char text[16];
        struct error error;
        snprintf(text, sizeof text, "%.*s", (int)length, word);
        if (move == NO_MOVE && !chess_read_move(&position, text, &move, &error))
            break;
        player->steps[player->count++] = (struct step){print_of(&position), move};
        chess_play(&position, move);
    }
    player->steps[player->count++] = (struct step){print_of(&position), own ? OWN_START : NO_MOVE};
}

/* The cache */

static size_t steps_begin(size_t games)
{
    return sizeof(struct head) + (games + 1) * sizeof(uint32_t);
}

static bool take_cache(struct pgn_positions *positions, FILE *file)
{
    struct stat status;
    size_t games = (size_t)pgn_index_count(positions->index), size = steps_begin(games);
    struct pgn_stamp stamp = pgn_index_stamp(positions->index);
    if (fstat(fileno(file), &status) != 0 || (size_t)status.st_size < size)
        return false;
    void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(file), 0);
    if (map == MAP_FAILED)
        return false;
    const struct head *head = map;
    positions->map = map;
    positions->map_size = size;
    positions->begins = (const void *)((const char *)map + sizeof *head);
    positions->cache = dup(fileno(file));
    return positions->cache >= 0 && memcmp(head->magic, "FALLPGNP", 8) == 0 &&
           head->order == ORDER && head->version == FORMAT && head->count == games &&
           head->stamp.size == stamp.size && head->stamp.time == stamp.time &&
           (size_t)status.st_size ==
               size + positions->begins[games] * sizeof *positions->block;
}

static void drop_cache(struct pgn_positions *positions)
{
    if (positions->map)
        munmap(positions->map, positions->map_size);
    if (positions->cache >= 0)
        close(positions->cache);
    positions->map = NULL;
    positions->cache = -1;
}

/* The steps of a game; NULL when they cannot be read. */
static const struct step *steps_of(struct pgn_positions *positions, int game, uint32_t *count)
{
    size_t games = (size_t)pgn_index_count(positions->index);
    uint32_t begin = positions->begins[game], end = positions->begins[game + 1];
    if (begin >= end || end - begin > BLOCK || end > positions->begins[games])
        return NULL;
    if (begin < positions->block_at || end > positions->block_at + positions->block_count) {
        ssize_t got = pread(positions->cache, positions->block, BLOCK * sizeof *positions->block,
                            (off_t)(steps_begin(games) + begin * sizeof *positions->block));
        positions->block_at = begin;
        positions->block_count = got > 0 ? (uint32_t)((size_t)got / sizeof *positions->block) : 0;
        if (end > begin + positions->block_count)
            return NULL;
    }
    *count = end - begin;
    return positions->block + (begin - positions->block_at);
}

/* Plays all games into file. False fills error. */
static bool make_file(struct pgn_positions *positions, FILE *file, pgn_progress *progress,
                      void *context, struct error *error)
{
    int count = pgn_index_count(positions->index);
    const struct head head = {
        .magic = {'F', 'A', 'L', 'L', 'P', 'G', 'N', 'P'}, .order = ORDER, .version = FORMAT,
        .count = (uint64_t)count, .stamp = pgn_index_stamp(positions->index)};
    uint32_t *begins = calloc((size_t)count + 1, sizeof *begins);
    struct player *player = positions->player;
    bool good = begins != NULL, wanted = true;
    if (!good)
        error_set(error, "out of memory");
    if (good && fseeko(file, (off_t)steps_begin((size_t)count), SEEK_SET) != 0)
        good = false;
    for (int i = 0; good && wanted && i < count; i++) {
        good = fetch(player, positions->file, pgn_index_entry(positions->index, i));
        if (good)
            play(player);
        good = good && fwrite(player->steps, sizeof *player->steps, (size_t)player->count, file) ==
                           (size_t)player->count;
        begins[i + 1] = begins[i] + (uint32_t)player->count;
        if (progress && i % PROGRESS_GAMES == 0)
            wanted = progress(context, (int)((int64_t)i * 100 / count));
    }
    good = good && wanted && fseeko(file, 0, SEEK_SET) == 0 &&
           fwrite(&head, sizeof head, 1, file) == 1 &&
           fwrite(begins, sizeof *begins, (size_t)count + 1, file) == (size_t)count + 1 &&
           fflush(file) == 0;
    if (!good && wanted && !error->message[0])
        error_set(error, "the positions cannot be kept: %s", strerror(errno));
    free(begins);
    return good;
}

/* Makes the file under its name in the cache, or nowhere when there is no cache. */
static bool make_cache(struct pgn_positions *positions, const char *name, pgn_progress *progress,
                       void *context, struct error *error)
{
    char draft[4096 + 8];
    snprintf(draft, sizeof draft, "%s.XXXXXX", name);
    int number = *name ? mkstemp(draft) : -1;
    FILE *file = number >= 0 ? fdopen(number, "w+") : tmpfile();
    if (!file)
        return error_set(error, "the positions cannot be kept: %s", strerror(errno));
    bool good = make_file(positions, file, progress, context, error);
    if (good && !take_cache(positions, file))
        good = error_set(error, "the positions cannot be kept: %s", strerror(errno));
    fclose(file);
    if (number >= 0 && (!good || rename(draft, name) != 0))
        unlink(draft);
    return good;
}

struct pgn_positions *pgn_positions_open(const struct pgn_index *index, pgn_progress *progress,
                                         void *context, struct error *error)
{
    char name[4096] = "";
    memset(error, 0, sizeof *error);
    struct pgn_positions *positions = room_zeroed(sizeof *positions, error);
    if (!positions)
        return NULL;
    positions->index = index;
    positions->cache = -1;
    positions->block = malloc(BLOCK * sizeof *positions->block);
    positions->player = calloc(1, sizeof *positions->player);
    bool memory = positions->block && positions->player;
    positions->file = paths_open_regular(pgn_index_games_path(index), error);
    bool good = positions->file && memory;
    if (!memory) {
        error_set(error, "out of memory");
    } else if (good) {
        if (!pgn_index_cache_name(index, "positions", name, sizeof name))
            name[0] = '\0';
        FILE *cached = *name ? fopen(name, "r") : NULL;
        bool ready = cached && take_cache(positions, cached);
        if (cached)
            fclose(cached);
        if (!ready) {
            drop_cache(positions);
            good = make_cache(positions, name, progress, context, error);
        }
    }
    if (good)
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
    if (positions->player)
        free(positions->player->text);
    free(positions->player);
    free(positions->block);
    free(positions);
}

/* Where a game of so many steps begins. */
static bool begin_of(struct pgn_positions *positions, int game, const struct step *last,
                     struct position *start)
{
    const char *moves;
    bool own;
    if (last->move != OWN_START) {
        chess_start(start);
        return true;
    }
    return fetch(positions->player, positions->file, pgn_index_entry(positions->index, game)) &&
           find_start(positions->player, start, &own, &moves);
}

int pgn_positions_ply(struct pgn_positions *positions, int game, const struct position *position,
                      Move *next)
{
    uint16_t print = print_of(position);
    uint32_t count, first = 0;
    const struct step *steps = steps_of(positions, game, &count);
    while (steps && first < count && steps[first].print != print)
        first++;
    struct position at;
    if (!steps || first == count || !begin_of(positions, game, &steps[count - 1], &at))
        return -1;
    for (uint32_t ply = 0; ply < count; ply++) {
        if (ply >= first && steps[ply].print == print && game_same_position(&at, position)) {
            if (next)
                *next = ply + 1 < count ? steps[ply].move : NO_MOVE;
            return (int)ply;
        }
        if (ply + 1 == count || !chess_is_legal(&at, steps[ply].move)) /* a damaged cache */
            return -1;
        chess_play(&at, steps[ply].move);
    }
    return -1;
}
