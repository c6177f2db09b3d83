/* Worker threads take the next game of the stream, search each of its positions once, and record
 * the losses of its moves. The score of a position is used twice: for the loss of the move that led
 * to it and for the loss of the next move. */
#include "src/lab/match/loss.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/pgn.h"
#include "src/util/array.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

enum {
    OPENING_MOVES = 12,
    OPENING_WEIGHT = 18, /* least total weight of the pieces in the opening (loss_phase_of); 24 at
                            the start */
    ENDGAME_WEIGHT = 8,
    JUDGES_MAX = 256,
};

const int loss_bands[LOSS_BANDS] = {0, 20, 50, 100, 300};

struct shared {
    struct loss_table *table;
    const struct loss_options *options;
    bool (*progress)(void *context, int games);
    void *context;
    pthread_mutex_t lock; /* guards the fields below and the table */
    struct pgn_reader *reader;
    bool over; /* true: take no more games */
    bool failed, stopped;
    int games, bad;
};

struct judge {
    struct shared *shared;
    struct engine *engine;
    Move *moves; /* moves of the current game, from its start */
};

/* The table */

void loss_table_clear(struct loss_table *table)
{
    free(table->players);
    *table = (struct loss_table){0};
}

/* Returns the player's index and adds the player if it is new; -1 when out of memory. */
static int find_player(struct loss_table *table, const char *name)
{
    /* Padded with zeros, so that tables can be compared byte by byte. */
    char copy[sizeof table->players->name] = "";
    snprintf(copy, sizeof copy, "%s", name);
    text_sanitize(copy);
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->players[i].name, copy) == 0)
            return i;
    if (!ARRAY_RESERVE(table->players, table->count, &table->capacity))
        return -1;
    struct loss_player *player = &table->players[table->count];
    memset(player, 0, sizeof *player);
    memcpy(player->name, copy, sizeof copy);
    return table->count++;
}

static int64_t count_of(const struct loss_player *player, int phase, int loss)
{
    if (phase < LOSS_PHASE_COUNT)
        return player->counts[phase][loss];
    int64_t sum = 0;
    for (int i = 0; i < LOSS_PHASE_COUNT; i++)
        sum += player->counts[i][loss];
    return sum;
}

/* The smallest loss that at least `percent` per cent of the player's moves in this phase do not
 * exceed. `moves` is the number of these moves. */
static int percentile(const struct loss_player *player, int phase, int64_t moves, int percent)
{
    int64_t below = 0;
    for (int loss = 0; loss <= LOSS_MAX; loss++) {
        below += count_of(player, phase, loss);
        if (100 * below >= percent * moves)
            return loss;
    }
    return LOSS_MAX;
}

struct loss_summary loss_summarise(const struct loss_player *player, int phase)
{
    struct loss_summary summary = {0};
    double sum = 0;
    for (int loss = 0, band = 0; loss <= LOSS_MAX; loss++) {
        int64_t count = count_of(player, phase, loss);
        if (band + 1 < LOSS_BANDS && loss == loss_bands[band + 1])
            band++;
        summary.moves += count;
        summary.bands[band] += (double)count;
        sum += (double)count * loss;
    }
    if (summary.moves == 0)
        return summary;
    for (int band = 0; band < LOSS_BANDS; band++)
        summary.bands[band] /= (double)summary.moves;
    summary.mean = sum / (double)summary.moves;
    summary.median = percentile(player, phase, summary.moves, 50);
    summary.high = percentile(player, phase, summary.moves, 90);
    summary.highest = percentile(player, phase, summary.moves, 99);
    return summary;
}

/* Judging */

enum loss_phase loss_phase_of(const struct position *position)
{
    static const int weights[PIECE_TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
    int weight = 0;
    for (Square square = 0; square < 64; square++)
        if (position->board[square] != NO_PIECE)
            weight += weights[piece_type(position->board[square])];
    if (weight <= ENDGAME_WEIGHT)
        return LOSS_ENDGAME;
    return position->fullmove <= OPENING_MOVES && weight >= OPENING_WEIGHT ? LOSS_OPENING
                                                                           : LOSS_MIDDLE;
}

struct engine *loss_engine(int hash_mb, struct error *error)
{
    struct engine_settings settings = engine_settings_default();
    settings.hash_mb = hash_mb;
    settings.own_book = false;
    return engine_create_with(&settings, error);
}

bool loss_worth(struct engine *judge, const struct position *start, const Move moves[], int count,
                uint64_t nodes, int *worth, Move *best)
{
    struct limits limits = {.nodes = nodes};
    struct report report = {0};
    struct position position = *start;
    Move legal[CHESS_MOVES_MAX];
    for (int i = 0; i < count; i++)
        chess_play(&position, moves[i]);
    *best = NO_MOVE;
    *worth = chess_in_check(&position) ? -LOSS_MAX : 0;
    if (chess_moves(&position, legal) == 0)
        return true;
    if (!engine_set_position(judge, start, moves, count))
        return false;
    if (!engine_think(judge, &limits, &report) || report.line_count == 0)
        return false;
    *worth = loss_cut(report.lines[0].score);
    *best = report.best;
    return true;
}

/* Judges the position of a node: sets *worth to its value for the side to move and *best to the
 * judge's move. A draw, also one by repetition, is worth 0 and has no best move; other positions
 * are searched. */
static bool judge_position(struct judge *judge, const struct game *game,
                           const struct game_node *node, int *worth, Move *best)
{
    enum game_state state = game_state(node);
    *best = NO_MOVE;
    *worth = 0;
    if (state != GAME_GOING && state != GAME_CHECKMATE)
        return true;
    return loss_worth(judge->engine, &game->root->position, judge->moves, node->ply,
                      judge->shared->options->nodes, worth, best);
}

/* Returns the first move that the players chose themselves. If some moves have comments, the moves
 * before the first commented one are those of the opening that the game was started from. */
static const struct game_node *first_played(const struct game *game)
{
    for (const struct game_node *node = game->root->child; node; node = node->child)
        if (node->comment)
            return node;
    return game->root->child;
}

/* The losses in one game, by colour. */
struct verdict {
    int64_t counts[COLOR_COUNT][LOSS_PHASE_COUNT][LOSS_MAX + 1];
};

/* Reports the progress; returns whether judging is stopped. The caller holds the lock. */
static bool hear_progress(struct shared *shared)
{
    if (shared->progress && !shared->progress(shared->context, shared->games))
        shared->over = shared->stopped = true;
    return shared->stopped;
}

static bool is_stopped(struct shared *shared)
{
    pthread_mutex_lock(&shared->lock);
    bool stopped = hear_progress(shared);
    pthread_mutex_unlock(&shared->lock);
    return stopped;
}

/* Counts the losses of the game's moves in *verdict. Returns false if the engine fails or when
 * judging is stopped. */
static bool judge_game(struct judge *judge, const struct game *game, struct verdict *verdict)
{
    memset(verdict, 0, sizeof *verdict);
    engine_new_game(judge->engine);
    const struct game_node *played = first_played(game);
    for (const struct game_node *node = game->root->child; node; node = node->child)
        judge->moves[node->ply - 1] = node->move;
    int worth = 0, after;
    Move best = NO_MOVE, next_best;
    if (played && !judge_position(judge, game, played->parent, &worth, &best))
        return false;
    for (const struct game_node *node = played; node; node = node->child) {
        const struct position *before = &node->parent->position;
        if (is_stopped(judge->shared) || !judge_position(judge, game, node, &after, &next_best))
            return false;
        int loss = node->move == best ? 0 : worth + after;
        loss = loss < 0 ? 0 : loss > LOSS_MAX ? LOSS_MAX : loss;
        if (worth > -LOSS_MAX)
            verdict->counts[before->side][loss_phase_of(before)][loss]++;
        worth = after;
        best = next_best;
    }
    return true;
}

static int player_of(struct loss_table *table, const struct game *game, int color)
{
    const char *name = game_tag(game, color == WHITE ? "White" : "Black");
    return find_player(table, name ? name : "?");
}

static bool enter(struct loss_table *table, const struct game *game, const struct verdict *verdict)
{
    for (int color = WHITE; color <= BLACK; color++) {
        int index = player_of(table, game, color);
        if (index < 0)
            return false;
        table->players[index].games++;
        for (int phase = 0; phase < LOSS_PHASE_COUNT; phase++)
            for (int loss = 0; loss <= LOSS_MAX; loss++)
                table->players[index].counts[phase][loss] += verdict->counts[color][phase][loss];
    }
    return true;
}

/* Returns the next game that can be read, or NULL at the end. Also adds its players to the table,
 * so that they appear in file order. */
static struct game *take_game(struct shared *shared)
{
    struct game *game = NULL;
    struct error error;
    pthread_mutex_lock(&shared->lock);
    while (!shared->over && !game) {
        enum pgn_status status = pgn_read(shared->reader, &game, &error);
        shared->over = status == PGN_END;
        if (status == PGN_BAD) {
            shared->bad++;
            if (shared->options->damaged)
                shared->options->damaged(&error);
            game_destroy(game);
            game = NULL;
        }
        if (hear_progress(shared)) { /* stopped, so the game just read may be incomplete */
            game_destroy(game);
            game = NULL;
        }
    }
    for (int color = WHITE; game && color <= BLACK; color++)
        if (player_of(shared->table, game, color) < 0)
            shared->failed = shared->over = true;
    pthread_mutex_unlock(&shared->lock);
    return game;
}

static bool work_on(struct judge *judge, const struct game *game, struct verdict *verdict)
{
    int plies = game_end_of_line(game->root)->ply;
    Move *moves = realloc(judge->moves, ((size_t)plies + 1) * sizeof *moves);
    if (!moves)
        return false;
    judge->moves = moves;
    return judge_game(judge, game, verdict);
}

static void work(void *judges, int number)
{
    struct judge *judge = (struct judge *)judges + number;
    struct shared *shared = judge->shared;
    struct verdict *verdict = malloc(sizeof *verdict);
    struct game *game;
    while ((game = take_game(shared)) != NULL) {
        bool good = verdict && work_on(judge, game, verdict);
        pthread_mutex_lock(&shared->lock);
        good = good && enter(shared->table, game, verdict);
        shared->failed = shared->failed || (!good && !shared->stopped);
        shared->over = shared->over || !good;
        shared->games += good;
        pthread_mutex_unlock(&shared->lock);
        game_destroy(game);
    }
    free(verdict);
}

bool loss_judge(struct loss_table *table, FILE *pgn, const char *name,
                const struct loss_options *options, bool (*progress)(void *context, int games),
                void *context, int *bad, struct error *error)
{
    int count = options->concurrency < JUDGES_MAX ? options->concurrency : JUDGES_MAX;
    struct shared shared = {.table = table,
                            .options = options,
                            .progress = progress,
                            .context = context,
                            .reader = pgn_reader_create(pgn, name)};
    struct judge *judges = calloc((size_t)count, sizeof *judges);
    struct pool *pool = pool_create(count);
    bool good = shared.reader && judges && pool;
    if (!good)
        error_set(error, "out of memory");
    pthread_mutex_init(&shared.lock, NULL);
    for (int i = 0; good && i < count; i++) {
        judges[i].shared = &shared;
        judges[i].engine = loss_engine(options->hash_mb, error);
        good = judges[i].engine != NULL;
    }
    if (good)
        pool_run(pool, count, work, judges);
    for (int i = 0; judges && i < count; i++) {
        engine_destroy(judges[i].engine);
        free(judges[i].moves);
    }
    if (good && shared.failed)
        good = error_set(error, "a game could not be judged: out of memory");
    good = good && (shared.stopped || pgn_reader_ended_well(shared.reader, error));
    *bad += shared.bad;
    pool_destroy(pool);
    free(judges);
    pgn_reader_destroy(shared.reader);
    pthread_mutex_destroy(&shared.lock);
    return good;
}
