/* A game depends only on its number and the seed: they determine the opening, the random moves, and
 * the engine's moves, because it searches a fixed number of nodes and starts with empty tables.
 * Games can therefore be played on all cores and written in order, a batch at a time, and a resumed
 * run gives the same file as an uninterrupted one. A run can be divided into parts. Each part plays
 * a range of game numbers, and the parts are joined in the order of these numbers.
 *
 * Quiet positions of a game are used. Each is replaced by the position at the end of the principal
 * variation of its search, because the stored score is the evaluation of that position (after
 * Andrew Grant's description of how Ethereal's weights are made). */
#include "src/lab/tune/tune_generate.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/hash.h"
#include "src/lab/match/match_openings.h"
#include "src/lab/tune/tune_file.h"
#include "src/util/thread_pool.h"
#include "src/lab/tune/tune_quiet.h"
#include "src/lab/tune/tune_reader.h"
#include "src/util/random.h"
#include "src/util/text.h"

enum {
    PLIES_MAX = 400,   /* a game that reaches this many plies is scored as a draw */
    RANDOM_PLIES = 6,  /* maximum number of random moves after an opening */
    RANDOM_ALONE = 10, /* number of random moves without an opening, and from Chess960 positions */
    WON = 1500,        /* centipawns; a game is won when the score stays above this for several
                          plies */
    WON_PLIES = 6,
    LEVEL = 12, /* centipawns; a game is drawn when, from ply LEVEL_FROM on, LEVEL_PLIES scores in a
                   row are within this of 0 */
    LEVEL_PLIES = 16,
    LEVEL_FROM = 80,
    HASH_MB = 4,
    BATCH = 4, /* games per thread between two writes */
    PER_GAME_MAX = 256,
};

struct played {
    struct record records[PER_GAME_MAX];
    int count;
    int result; /* White's half points; -1: the game could not be played */
};

struct generator {
    const struct generate_options *options;
    const char *path;
    char own_path[4096]; /* the output file of this run's part */
    int parts;           /* number of parts that the folder's games are divided into; 0: no parts */
    int from, to;        /* the file has the games `from` to `to` - 1 */
    struct opening_list openings;
    struct played *batch;
    int first; /* number of the batch's first game */
};

/* A game in progress. */
struct play {
    const struct generate_options *options;
    struct engine *engine;
    uint64_t random;
    struct position start, position;
    Move moves[PLIES_MAX + 64];
    uint64_t keys[PLIES_MAX + 64];
    int plies;
    int won, level; /* won: number of plies in a row with a won score (negative: won for Black);
                       level: number of plies in a row with a score close to 0 */
    struct report report;
    struct record found[PLIES_MAX + 64];
    int found_count;
};

static void step(struct play *play, Move move)
{
    play->keys[play->plies] = play->position.key;
    play->moves[play->plies++] = move;
    chess_play(&play->position, move);
}

static void play_randomly(struct play *play, int plies)
{
    Move moves[CHESS_MOVES_MAX];
    for (int i = 0; i < plies; i++) {
        int count = chess_moves(&play->position, moves);
        if (count == 0)
            return;
        step(play, moves[random_next(&play->random) % (uint64_t)count]);
    }
}

static void open_game(struct play *play, const struct opening_list *openings)
{
    const struct generate_options *options = play->options;
    if (random_next(&play->random) % 100 < (uint64_t)options->chess960) {
        chess_start_960(&play->start, (int)(random_next(&play->random) % 960));
        play->position = play->start;
        play_randomly(play, RANDOM_ALONE);
    } else if (openings->count == 0) {
        chess_start(&play->start);
        play->position = play->start;
        play_randomly(play, RANDOM_ALONE);
    } else {
        const struct opening_start *opening =
            &openings->openings[random_next(&play->random) % (uint64_t)openings->count];
        play->start = play->position = opening->start;
        for (int i = 0; i < opening->count && play->plies < 60; i++)
            step(play, opening->moves[i]);
        play_randomly(play, (int)(random_next(&play->random) % (RANDOM_PLIES + 1)));
    }
}

static bool is_repeated(const struct play *play)
{
    int count = 0;
    for (int back = 2; back <= play->position.halfmoves && back <= play->plies; back += 2)
        count += play->keys[play->plies - back] == play->position.key;
    return count >= 2;
}

/* The result by the rules of chess, in White's half points; -1 if the game continues. */
static int result_by_rules(const struct play *play)
{
    Move moves[CHESS_MOVES_MAX];
    if (chess_moves(&play->position, moves) == 0)
        return !chess_in_check(&play->position) ? 1 : play->position.side == WHITE ? 0 : 2;
    if (play->position.halfmoves >= 100 || play->plies >= PLIES_MAX || is_repeated(play) ||
        chess_insufficient_material(&play->position))
        return 1;
    return -1;
}

/* The result if the scores have decided the game, in White's half points; -1 if the game continues.
 * `score` is from White's point of view. */
static int result_by_score(struct play *play, Score score)
{
    play->won = score >= WON    ? (play->won > 0 ? play->won + 1 : 1)
                : score <= -WON ? (play->won < 0 ? play->won - 1 : -1)
                                : 0;
    play->level = abs(score) <= LEVEL && play->plies >= LEVEL_FROM ? play->level + 1 : 0;
    if (play->won >= WON_PLIES)
        return 2;
    if (play->won <= -WON_PLIES)
        return 0;
    return play->level >= LEVEL_PLIES ? 1 : -1;
}

/* If the current position is quiet, records the quiet position at the end of the best line, with
 * the score of the search. */
static void note(struct play *play, const struct line *line, Score score)
{
    struct position end = play->position;
    struct record record;
    if (end.checkers || chess_is_capture(&end, line->moves[0]) || abs(score) >= WON ||
        move_promotion(line->moves[0]) != NO_PIECE_TYPE)
        return;
    for (int i = 0; i < line->length && chess_is_legal(&end, line->moves[i]); i++)
        chess_play(&end, line->moves[i]);
    if (!quiet_resolve(&end, weights_full()) || !record_pack(&record, &end))
        return;
    record.score = (int16_t)score;
    play->found[play->found_count++] = record;
}

/* Plays the game to its end. Returns the result in White's half points, or -1 if the engine
 * failed. */
static int play_out(struct play *play)
{
    const struct limits limits = {.nodes = (uint64_t)play->options->nodes};
    int result;
    while ((result = result_by_rules(play)) < 0) {
        if (!engine_set_position(play->engine, &play->start, play->moves, play->plies))
            return -1;
        const struct report *report = &play->report;
        if (!engine_think(play->engine, &limits, &play->report) || report->best == NO_MOVE ||
            report->line_count == 0 || report->lines[0].length == 0)
            return -1;
        const struct line *line = &report->lines[0];
        Score score = play->position.side == WHITE ? line->score : -line->score;
        note(play, line, score);
        result = result_by_score(play, score);
        if (result >= 0)
            break;
        step(play, report->best);
    }
    return result;
}

/* Chooses at random which of the game's quiet positions are kept, and marks them as held out if
 * `held_out` is true. */
static void choose(struct play *play, struct played *played, bool held_out)
{
    int left = play->found_count, wanted = play->options->per_game;
    for (int i = 0; i < play->found_count && played->count < wanted; i++, left--) {
        if (random_next(&play->random) % (uint64_t)left >= (uint64_t)(wanted - played->count))
            continue;
        struct record *record = &played->records[played->count++];
        *record = play->found[i];
        record->result = (uint8_t)played->result;
        record->flags |= held_out ? RECORD_HELD_OUT : 0;
    }
}

static void play_game(void *context, int piece)
{
    const struct generator *generator = context;
    const struct generate_options *options = generator->options;
    struct played *played = &generator->batch[piece];
    int number = generator->first + piece;
    struct error error;
    struct play *play = calloc(1, sizeof *play);
    struct engine_settings settings = engine_settings_default();
    settings.hash_mb = HASH_MB;
    settings.threads = 1;
    played->result = -1;
    played->count = 0;
    if (play && (play->engine = engine_create_with(&settings, &error))) {
        play->options = options;
        play->random = options->seed + (uint64_t)number * 0x632BE59BD9B4E019ULL;
        open_game(play, &generator->openings);
        played->result = play_out(play);
        if (played->result >= 0)
            choose(play, played, records_is_held_out((uint64_t)number));
    }
    if (play)
        engine_destroy(play->engine);
    free(play);
}

/* The file */

/* The fingerprint of the options and the part; part 0 of 0 is the undivided run. */
static uint64_t fingerprint_of(const struct generate_options *options, struct shared_part part)
{
    int64_t numbers[] = {options->nodes, options->per_game, options->chess960,
                         (int64_t)options->seed};
    uint64_t hash = hash_bytes(HASH_BEGIN, numbers, sizeof numbers);
    if (options->openings)
        hash = hash_bytes(hash, options->openings, strlen(options->openings));
    int64_t range[] = {part.shard, part.shards, options->games};
    if (part.shards > 0)
        hash = hash_bytes(hash, range, sizeof range);
    return hash ? hash : 1;
}

/* A fingerprint of what affects the games in addition to the options: the content of the openings,
 * and the engine's weights. */
static uint64_t maker_of(const struct opening_list *openings)
{
    const struct weights *weights = weights_full();
    uint64_t hash = hash_bytes(HASH_BEGIN, weights->middlegame, sizeof weights->middlegame);
    hash = hash_bytes(hash, weights->endgame, sizeof weights->endgame);
    hash = opening_list_hash(hash, openings);
    return hash ? hash : 1;
}

/* Prepares an existing file for appending. On success returns NULL and replaces *wanted by the
 * file's header; otherwise returns the reason for the failure. */
static const char *take_up(FILE *file, struct positions_header *wanted)
{
    struct positions_header header;
    struct error error;
    if (!positions_read_header(file, &header, &error) || header.fingerprint != wanted->fingerprint)
        return "the file exists and was made with other options";
    if (header.maker && header.maker != wanted->maker)
        return "the file was made with other evaluation weights or other openings";
    if (fseek(file, 0, SEEK_END) != 0)
        return strerror(errno);
    if (header.records > (uint64_t)(ftello(file) - POSITIONS_HEADER) / POSITIONS_RECORD)
        return "the file is cut short: positions are missing";
    /* Anything after the last complete batch is discarded. */
    off_t end = (off_t)(POSITIONS_HEADER + header.records * POSITIONS_RECORD);
    if (ftruncate(fileno(file), end) != 0 || fseek(file, 0, SEEK_END) != 0)
        return strerror(errno);
    *wanted = header;
    return NULL;
}

/* Returns NULL, or the reason for the failure. */
static const char *begin_file(FILE *file, const struct positions_header *header)
{
    return positions_write_header(file, header) && fflush(file) == 0 ? NULL : strerror(errno);
}

static bool is_empty(FILE *file)
{
    bool empty = fgetc(file) == EOF && !ferror(file);
    rewind(file);
    return empty;
}

/* Opens the file at its end. A new file gets the given header; an existing file's header is read
 * into *header. A file is empty if the disk was full when it was new. Returns NULL and sets *error
 * on failure. */
static FILE *open_file(const char *path, struct positions_header *header, struct error *error)
{
    const char *trouble = NULL;
    FILE *file = fopen(path, "r+be");
    if (file)
        trouble = is_empty(file) ? begin_file(file, header) : take_up(file, header);
    else if (errno == ENOENT && (file = fopen(path, "w+be")))
        trouble = begin_file(file, header);
    if (file && !trouble)
        return file;
    error_set_in(error, path, "%s", trouble ? trouble : strerror(errno));
    if (file)
        fclose(file);
    return NULL;
}

/* Writes the records first and then the header with their number. */
static bool write_batch(FILE *file, struct positions_header *header, const struct played batch[],
                        int count, struct generate_report *report)
{
    for (int i = 0; i < count; i++) {
        const struct played *played = &batch[i];
        for (int j = 0; j < played->count; j++)
            if (!positions_write(file, &played->records[j]))
                return false;
        header->records += (uint64_t)played->count;
        report->wins += played->result == 2;
        report->draws += played->result == 1;
        report->losses += played->result == 0;
    }
    header->games += (uint32_t)count;
    return fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0 &&
           positions_write_header(file, header) && fflush(file) == 0 &&
           fseek(file, 0, SEEK_END) == 0;
}

/* Parts */

/* Returns the number of the first game after part `shard` of `shards`; 0 if `shard` is 0. */
static int end_of_part(const struct generate_options *options, int shard, int shards)
{
    return (int)((int64_t)options->games * shard / shards);
}

static bool part_path(const char *folder, struct shared_part part, char *path, size_t size,
                      struct error *error)
{
    return snprintf(path, size, "%s/%dof%d.positions", folder, part.shard, part.shards) <
               (int)size ||
           error_set(error, "the name of the folder is too long");
}

static bool is_part(const char *name, struct shared_part *part)
{
    int length = 0;
    return sscanf(name, "%5dof%5d.positions%n", &part->shard, &part->shards, &length) == 2 &&
           length > 0 && !name[length] && part->shards > 0;
}

/* Finds out, from the names of the files in the folder, into how many parts the games are
 * divided. */
static bool find_parts(struct generator *generator, struct error *error)
{
    const char *folder = generator->options->folder;
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    struct shared_part part;
    if (!entries)
        return error_set_in(error, folder, "%s", strerror(errno));
    bool good = true;
    while (good && (entry = readdir(entries)))
        if (is_part(entry->d_name, &part)) {
            if (generator->parts > 0 && generator->parts != part.shards)
                good = error_set_in(
                    error, folder,
                    "the folder has parts of two runs: one of %d parts, another of %d parts",
                    generator->parts, part.shards);
            generator->parts = part.shards;
        }
    closedir(entries);
    return good;
}

static bool copy_records(FILE *from, uint64_t count, FILE *to)
{
    struct record record;
    for (uint64_t i = 0; i < count; i++)
        if (positions_read(from, &record) != 1 || !positions_write(to, &record))
            return false;
    return true;
}

/* Appends the games that a part has played to the file of the undivided run. */
static bool add_part(struct generator *generator, struct shared_part part, FILE *file,
                     struct positions_header *header, struct error *error)
{
    char path[4096];
    struct positions_header own;
    const struct played none = {.count = 0};
    struct generate_report ignored;
    if (!part_path(generator->options->folder, part, path, sizeof path, error))
        return false;
    FILE *source = fopen(path, "rbe");
    if (!source)
        return errno == ENOENT || error_set_in(error, path, "%s", strerror(errno));
    bool good = positions_read_header(source, &own, error) &&
                own.fingerprint == fingerprint_of(generator->options, part) &&
                own.maker == header->maker;
    if (!good)
        error_set_in(error, path, "this part was made with other options, openings or engine");
    int games = end_of_part(generator->options, part.shard, part.shards) -
                end_of_part(generator->options, part.shard - 1, part.shards);
    if (good && ((int)own.games > games || !copy_records(source, own.records, file)))
        good = error_set_in(error, path, "it is damaged");
    fclose(source);
    if (!good)
        return false;
    header->games += own.games;
    header->records += own.records;
    return write_batch(file, header, &none, 0, &ignored) ||
           error_set_in(error, generator->path, "%s", strerror(errno));
}

/* Adds the games of the parts that continue the file without a gap, if there are such parts. Sets
 * *next to the number of games to play until the games of another part begin, or until the end. */
static bool add_parts(struct generator *generator, FILE *file, struct positions_header *header,
                      int *next, struct error *error)
{
    const int parts = generator->parts;
    bool good = true;
    int shard = 1;
    for (; good && shard <= parts; shard++) {
        int first = end_of_part(generator->options, shard - 1, parts);
        if (first > (int)header->games)
            break;
        if (first == (int)header->games)
            good = add_part(generator, (struct shared_part){shard, parts}, file, header, error);
    }
    int end = shard <= parts ? end_of_part(generator->options, shard - 1, parts)
                              : generator->to - generator->from;
    *next = end - (int)header->games;
    return good;
}

static bool run_batches(struct generator *generator, FILE *file, struct positions_header *header,
                        struct generate_report *report, struct error *error)
{
    const struct generate_options *options = generator->options;
    const int all = generator->to - generator->from;
    struct pool *pool = pool_create(options->threads);
    int64_t began = text_now();
    int next = all, played = 0;
    bool wanted = true, good = pool != NULL;
    if (!good)
        error_set(error, "out of memory");
    while (good && wanted && (int)header->games < all) {
        if (!add_parts(generator, file, header, &next, error)) {
            good = false;
            break;
        }
        int count = BATCH * options->threads;
        count = count < next ? count : next;
        generator->first = generator->from + (int)header->games;
        pool_run(pool, count, play_game, generator);
        for (int i = 0; good && i < count; i++)
            if (generator->batch[i].result < 0)
                good = error_set(error, "out of memory");
        if (good && !write_batch(file, header, generator->batch, count, report))
            good = error_set_in(error, generator->path, "%s", strerror(errno));
        played += count;
        report->elapsed = text_now() - began;
        struct generate_progress progress = {.games = (int)header->games,
                                             .all = all,
                                             .positions = header->records,
                                             .played = played,
                                             .elapsed = report->elapsed};
        wanted = !options->watch || options->watch(options->context, &progress);
    }
    report->resumed = (int)header->games - played;
    pool_destroy(pool);
    return good;
}

/* Determines which file this run writes, and the numbers of the games that belong in it. */
static bool divide(struct generator *generator, struct error *error)
{
    const struct generate_options *options = generator->options;
    const struct shared_part part = options->part;
    generator->path = options->path;
    generator->to = options->games;
    if (part.shards == 0)
        return !options->folder || find_parts(generator, error);
    if (mkdir(options->folder, 0700) != 0 && errno != EEXIST)
        return error_set_in(error, options->folder, "%s", strerror(errno));
    generator->path = generator->own_path;
    generator->from = end_of_part(options, part.shard - 1, part.shards);
    generator->to = end_of_part(options, part.shard, part.shards);
    return part_path(options->folder, part, generator->own_path, sizeof generator->own_path, error);
}

bool tune_generate(const struct generate_options *options, struct generate_report *report,
                   struct error *error)
{
    struct generator generator = {.options = options};
    struct positions_header header = {.fingerprint = fingerprint_of(options, options->part),
                                      .quiet = true};
    *report = (struct generate_report){.games = 0};
    if (options->per_game > PER_GAME_MAX || options->per_game < 1)
        return error_set(error, "expected 1 to %d positions a game", PER_GAME_MAX);
    if (!divide(&generator, error) ||
        (options->openings && !opening_list_read(&generator.openings, options->openings, 0, error)))
        return false;
    FILE *file = NULL;
    header.maker = maker_of(&generator.openings);
    generator.batch = calloc(BATCH * (size_t)options->threads, sizeof *generator.batch);
    if (!generator.batch)
        error_set(error, "out of memory");
    else
        file = open_file(generator.path, &header, error);
    report->resumed = (int)header.games;
    bool good = file && run_batches(&generator, file, &header, report, error);
    if (file && fclose(file) != 0)
        good = good && error_set_in(error, generator.path, "%s", strerror(errno));
    report->games = (int)header.games;
    report->wanted = generator.to - generator.from;
    report->positions = header.records;
    free(generator.batch);
    opening_list_clear(&generator.openings);
    return good;
}
