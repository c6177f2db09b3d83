/* Annotates a file. Workers take the games in order, and the results are written in the same order.
 * Text between games and unreadable games are copied unchanged.
 *
 * The new file is written under another name (FILE.part) and renamed at the end. FILE.resume
 * records how much of it is complete, so that an interrupted run can continue. It has a checksum
 * with the user's secret key of that part of FILE.part, which is on disk before it is recorded. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cli/player/analyze_annotate.h"
#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/progress.h"
#include "src/pgn/pgn.h"
#include "src/util/atomic_file.h"
#include "src/util/cache.h"
#include "src/util/lock_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"
#include "src/review/annotate.h"

/* How much of the new file is complete, and for which run. */
struct mark {
    long long in, out; /* offsets in the input and in the output */
    int line, games;
    struct annotated annotated; /* what was annotated in these games */
    struct cache_source source; /* the input */
    struct limits limits;
};

struct batch {
    const char *from, *to;
    char part[4096], resume[4096];
    struct lock_file claim; /* lock on the output for the whole run */
    const struct shared_options *options;
    FILE *in, *raw, *out; /* raw: a second handle on the input, for copying */
    struct pgn_reader *reader;
    bool returns;           /* the lines of the file end in CR LF */
    struct mark mark;       /* how much of the new file is complete; guarded by `lock` */
    bool has_key;           /* without the secret key, the run cannot be continued */
    struct keyed_hash sum;  /* of the first `summed` bytes of FILE.part */
    long long summed;       /* what the resume file says of FILE.part; mark.out may be further */
    int64_t marked;         /* when the resume file was written last, in milliseconds; 0: never */

    pthread_mutex_t lock;
    pthread_cond_t written;
    int taken, next; /* taken: number of games that workers have taken; next: number of the next
                        game to write */
    int64_t read;    /* offset in the input after the last game that a worker has taken */
    bool ended, failed;
    bool broken;            /* a game was interrupted, so no game after it is written */
    int bad;                /* games that could not be read */
    atomic_bool stop;
    struct progress progress;
};

/* Prints the error and stops all workers. What is written so far stays for the next run. Once there
 * are workers, the lock must be held. */
static void give_up(struct batch *batch, const struct error *error)
{
    progress_clear(batch->progress.live);
    text_error(error);
    batch->failed = true;
    atomic_store(&batch->stop, true);
}

static void complain(struct batch *batch, const char *path)
{
    struct error error;
    error_set_in(&error, path, "%s", strerror(errno));
    give_up(batch, &error);
}

/* The resume file */

enum { MARK_SIZE = 512 };

static void describe(const struct mark *mark, char text[MARK_SIZE])
{
    const struct cache_source *source = &mark->source;
    snprintf(text, MARK_SIZE,
             "%lld %lld %d %d %d %d %" PRIi64 " %" PRIi64 " %" PRIi64 " %" PRIx64 " %" PRIu64
             " %d %" PRIi64,
             mark->in, mark->out, mark->line, mark->games, mark->annotated.searched,
             mark->annotated.judged, source->size, source->time, source->changed, source->sample,
             mark->limits.nodes, mark->limits.depth, mark->limits.movetime);
}

/* The checksum of the complete part of the new file and of its description. */
static uint64_t sum_with(struct keyed_hash sum, const char *description)
{
    keyed_hash_add(&sum, description, strlen(description));
    return keyed_hash_sum(&sum);
}

/* Adds the bytes of the new file between two offsets to the checksum. */
static bool add_part(struct batch *batch, FILE *part, long long from, long long to)
{
    char bytes[1 << 14];
    while (from < to) {
        size_t size = (size_t)(to - from < (long long)sizeof bytes ? to - from
                                                                   : (long long)sizeof bytes);
        if (!cache_read(fileno(part), bytes, size, (size_t)from))
            return false;
        keyed_hash_add(&batch->sum, bytes, size);
        from += (long long)size;
    }
    return true;
}

static bool print_mark(FILE *out, const void *context)
{
    const struct batch *batch = context;
    char text[MARK_SIZE];
    describe(&batch->mark, text);
    return fprintf(out, "%s %016" PRIx64 "\n", text, sum_with(batch->sum, text)) > 0;
}

/* Begins the checksum of an empty file. */
static void begin_sum(struct batch *batch)
{
    struct hash_key key;
    batch->has_key = cache_key(&key);
    if (batch->has_key)
        batch->sum = keyed_hash_begin(key);
}

/* Takes the place in the files from the resume file if that belongs to an interrupted run with the
 * same file and options, and FILE.part is as that run left it. Returns whether it does. */
static bool read_mark(struct batch *batch)
{
    struct mark mark = batch->mark;
    struct error ignored;
    char description[MARK_SIZE];
    uint64_t sum;
    char *text = batch->has_key ? paths_read_regular(batch->resume, MARK_SIZE, &ignored) : NULL;
    FILE *part = text ? paths_open_regular(batch->part, &ignored) : NULL;
    bool same = part &&
                sscanf(text, "%lld %lld %d %d %d %d", &mark.in, &mark.out, &mark.line, &mark.games,
                       &mark.annotated.searched, &mark.annotated.judged) == 6;
    describe(&mark, description);
    size_t length = strlen(description);
    same = same && mark.in >= 0 && mark.out >= 0 && strncmp(text, description, length) == 0 &&
           sscanf(text + length, " %16" SCNx64, &sum) == 1 &&
           add_part(batch, part, 0, mark.out) && sum_with(batch->sum, description) == sum;
    if (part)
        fclose(part);
    free(text);
    if (same) {
        batch->mark = mark;
        batch->summed = mark.out;
    }
    return same;
}

/* Files */

static bool copy_part(struct batch *batch, int64_t from, int64_t to)
{
    return fseeko(batch->raw, (off_t)from, SEEK_SET) == 0 &&
           (from >= to || pgn_copy_bytes(batch->raw, batch->out, to - from));
}

static bool open_files(struct batch *batch)
{
    struct stat other;
    struct error error;
    char shown[1024];
    batch->in = paths_open_regular(batch->from, &error);
    batch->raw = batch->in ? paths_open_regular(batch->from, &error) : NULL;
    if (!batch->raw)
        return text_error(&error);
    if (!cache_source_of(fileno(batch->in), &batch->mark.source)) {
        complain(batch, batch->from);
        return false;
    }
    if (!lock_file_take(&batch->claim, batch->to, 0, &error))
        return text_error(&error);
    if (stat(batch->to, &other) == 0) {
        error_set_in(&error, batch->to, "the file already exists and is not overwritten");
        return text_error(&error);
    }
    begin_sum(batch);
    bool resumed = read_mark(batch) && access(batch->part, W_OK) == 0;
    if (!resumed) {
        begin_sum(batch);
        batch->mark.in = batch->mark.out = batch->mark.games = 0;
        batch->mark.line = 1;
    }
    batch->out = paths_open_private(batch->part, resumed ? "r+" : "w+");
    if (!batch->out || ftruncate(fileno(batch->out), (off_t)batch->mark.out) != 0 ||
        fseeko(batch->out, (off_t)batch->mark.out, SEEK_SET) != 0) {
        complain(batch, batch->part);
        return false;
    }
    if (resumed)
        fprintf(stderr, "%s: %d game%s already done\n",
                text_shown(batch->to, shown, sizeof shown), batch->mark.games,
                batch->mark.games == 1 ? " was" : "s were");
    batch->returns = pgn_has_returns(batch->raw, 0);
    batch->reader = pgn_reader_create(batch->in, batch->from);
    if (batch->reader && pgn_reader_seek(batch->reader, batch->mark.in, batch->mark.line))
        return true;
    complain(batch, batch->from);
    return false;
}

/* Returns whether the file has games and was read to its end; if not, prints the error. Removes the
 * output if the file has no games. */
static bool had_games(struct batch *batch)
{
    struct error error;
    bool some = batch->mark.in > 0 && batch->mark.games > batch->bad;
    if (pgn_reader_ended_well(batch->reader, &error) ||
        (some && strcmp(error.message, PGN_NO_GAME) == 0)) /* it is no error to find no game if an
                                                              earlier run has written all games */
        return true;
    text_error(&error);
    if (some)
        return false;
    unlink(batch->part);
    unlink(batch->resume);
    return false;
}

/* Workers */

struct piece {
    struct game *game; /* NULL: copy the game unchanged */
    struct pgn_place place;
    int64_t gap; /* offset in the input from which the text before the game is copied */
    int number;
};

/* Takes the next game to work on; returns false at the end. The lock must be held. */
static bool take_piece(struct batch *batch, struct piece *piece)
{
    struct error error;
    if (batch->ended || atomic_load(&batch->stop))
        return false;
    enum pgn_status status = pgn_read(batch->reader, &piece->game, &error);
    piece->place = pgn_reader_place(batch->reader);
    if (status == PGN_END) {
        batch->ended = true;
        return false;
    }
    if (status == PGN_BAD) {
        progress_clear(batch->progress.live);
        text_error(&error);
        batch->bad++;
        game_destroy(piece->game);
        piece->game = NULL;
    }
    piece->gap = batch->read;
    batch->read = piece->place.end;
    piece->number = batch->taken++;
    return true;
}

/* Brings what is written to the disk, and then records it in the resume file. */
static void save_mark(struct batch *batch)
{
    struct error error;
    if (!batch->has_key || batch->failed || batch->mark.out == batch->summed)
        return;
    if (fsync(fileno(batch->out)) != 0 ||
        !add_part(batch, batch->out, batch->summed, batch->mark.out)) {
        complain(batch, batch->part);
        return;
    }
    batch->summed = batch->mark.out;
    batch->marked = text_now();
    if (!replace_whole(batch->resume, print_mark, batch, &error))
        give_up(batch, &error);
}

/* Writes a game. The lock must be held, and games must come in the order of the file. */
static void write_piece(struct batch *batch, const struct piece *piece)
{
    enum { MARK_EVERY = 1000 }; /* milliseconds; a disk may need a tenth of that */
    if (!copy_part(batch, piece->gap, piece->game ? piece->place.start : piece->place.end) ||
        (piece->game && !pgn_write_bare(piece->game, batch->returns, batch->out)) ||
        fflush(batch->out) != 0) {
        complain(batch, batch->part);
        return;
    }
    batch->mark.in = piece->place.end;
    batch->mark.out = (long long)ftello(batch->out);
    batch->mark.line = piece->place.last_line;
    batch->mark.games++;
    if (batch->marked == 0 || text_now() - batch->marked >= MARK_EVERY)
        save_mark(batch);
}

static void show(struct batch *batch)
{
    if (!progress_due(&batch->progress))
        return;
    char line[160], left[24] = "";
    double done = batch->mark.source.size > 0
                      ? (double)batch->mark.in / (double)batch->mark.source.size : 0;
    if (done > 0.001)
        text_clock((int64_t)((double)(text_now() - batch->progress.began) * (1 - done) / done),
                   false, left, sizeof left);
    snprintf(line, sizeof line, "%d game%s, %d positions, %.1f %%%s%s", batch->mark.games,
             text_plural(batch->mark.games), batch->mark.annotated.searched, 100 * done,
             *left ? ", time left about " : "", left);
    progress_show(batch->progress.live, line);
}

/* Waits until all earlier games of the file are written, then writes this game. If `good` is false,
 * because its annotation was interrupted or failed, neither this game nor any later one is
 * written. */
static void hand_back(struct batch *batch, struct piece *piece, bool good,
                      const struct annotated *annotated)
{
    pthread_mutex_lock(&batch->lock);
    while (batch->next != piece->number)
        pthread_cond_wait(&batch->written, &batch->lock);
    if (good && !batch->failed && !batch->broken) {
        batch->mark.annotated.searched += annotated->searched;
        batch->mark.annotated.judged += annotated->judged;
        write_piece(batch, piece);
    } else {
        batch->broken = true;
    }
    batch->next++;
    show(batch);
    pthread_cond_broadcast(&batch->written);
    pthread_mutex_unlock(&batch->lock);
    game_destroy(piece->game);
}

static struct engine *make_engine(const struct batch *batch, struct error *error)
{
    struct engine_settings settings = engine_settings_default();
    settings.threads = batch->options->threads;
    settings.hash_mb = batch->options->hash_mb;
    settings.common_scores = true;
    if (batch->options->syzygy)
        snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", batch->options->syzygy);
    return engine_create_with(&settings, error);
}

static void give_up_alone(struct batch *batch, const struct error *error)
{
    pthread_mutex_lock(&batch->lock);
    give_up(batch, error);
    pthread_mutex_unlock(&batch->lock);
}

static void work(void *context, int number)
{
    (void)number;
    struct batch *batch = context;
    struct error error;
    struct engine *engine = make_engine(batch, &error);
    if (!engine) {
        give_up_alone(batch, &error);
        return;
    }
    for (;;) {
        struct piece piece = {0};
        struct annotated annotated = {0};
        pthread_mutex_lock(&batch->lock);
        bool more = take_piece(batch, &piece);
        pthread_mutex_unlock(&batch->lock);
        if (!more)
            break;
        bool good = !piece.game || annotate_game(engine, &batch->options->limits, piece.game,
                                                 &batch->stop, &annotated, &error);
        if (!good && error.message[0])
            give_up_alone(batch, &error);
        hand_back(batch, &piece, good, &annotated);
    }
    engine_destroy(engine);
}

static void run_workers(struct batch *batch, int jobs)
{
    struct pool *pool = pool_create(jobs);
    batch->failed = !pool;
    interrupt_sets(&batch->stop);
    if (pool)
        pool_run(pool, jobs, work, batch);
    else
        (void)command_no_memory();
    interrupt_sets(NULL);
    pool_destroy(pool);
}

/* Copies the text after the last game and renames the new file. */
static bool finish(struct batch *batch)
{
    bool good = copy_part(batch, batch->mark.in, batch->mark.source.size) &&
                fflush(batch->out) == 0 && fsync(fileno(batch->out)) == 0;
    good = fclose(batch->out) == 0 && good;
    batch->out = NULL;
    good = good && rename(batch->part, batch->to) == 0;
    if (!good)
        complain(batch, batch->part);
    else
        unlink(batch->resume);
    return good;
}

int analyze_annotate(const char *from, const char *to, const struct shared_options *options,
                     int jobs)
{
    struct batch batch = {.from = from,
                          .to = to,
                          .options = options,
                          .progress = progress_begin_long(10, false)};
    batch.mark.limits = options->limits;
    batch.claim.file = -1;
    snprintf(batch.part, sizeof batch.part, "%.4000s.part", to);
    snprintf(batch.resume, sizeof batch.resume, "%.4000s.resume", to);
    pthread_mutex_init(&batch.lock, NULL);
    pthread_cond_init(&batch.written, NULL);
    interrupt_catch();
    int status = EXIT_USAGE;
    if (open_files(&batch)) {
        batch.read = batch.mark.in;
        run_workers(&batch, jobs);
        progress_clear(batch.progress.live);
        bool stopped = atomic_load(&batch.stop);
        if (stopped)
            save_mark(&batch);
        bool good = !batch.failed && (stopped || (had_games(&batch) && finish(&batch)));
        status = !good ? EXIT_USAGE : stopped ? EXIT_FELL_SHORT : EXIT_OK;
        char taken[24];
        text_clock(text_now() - batch.progress.began, false, taken, sizeof taken);
        if (good)
            printf("%d game%s, %d position%s searched, %d move%s judged, %s%s\n", batch.mark.games,
                   text_plural(batch.mark.games), batch.mark.annotated.searched,
                   text_plural(batch.mark.annotated.searched), batch.mark.annotated.judged,
                   text_plural(batch.mark.annotated.judged), taken,
                   status == EXIT_FELL_SHORT && batch.has_key
                       ? "; run the same command to continue from here" : "");
        if (good && batch.bad)
            fprintf(stderr, "fallible: %d game%s could not be read; copied unchanged\n", batch.bad,
                    text_plural(batch.bad));
    }
    pgn_reader_destroy(batch.reader);
    FILE *const files[] = {batch.in, batch.raw, batch.out};
    for (int i = 0; i < 3; i++) {
        if (files[i])
            fclose(files[i]);
    }
    lock_file_release(&batch.claim);
    pthread_cond_destroy(&batch.written);
    pthread_mutex_destroy(&batch.lock);
    return status;
}
