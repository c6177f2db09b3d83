/* Syzygy tables through libfathom. Its state is global: opening and closing, and the root probe,
 * which it says is not thread-safe, happen under one mutex; the WDL probe locks for itself. */
#include "engine/oracle/tablebase.h"

#ifdef HAVE_FATHOM

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <tbprobe.h>

/* Not the engine's state but libfathom's, mirrored: there can be only one per process. */
static struct {
    pthread_mutex_t lock;
    int users;
    char path[1024];
    atomic_int pieces;
} tables = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool open_locked(const char *path, struct error *error)
{
    if (tables.users > 0) {
        if (strcmp(path, tables.path) != 0) {
            error_set(error, "the tablebases of '%.100s' are in use: only one path at a time",
                      tables.path);
            return false;
        }
        tables.users++;
        return true;
    }
    if (!path[0] || strlen(path) >= sizeof tables.path) {
        error_set(error, "expected a folder with Syzygy tablebases, not '%.100s'", path);
        return false;
    }
    if (!tb_init(path) || TB_LARGEST == 0) {
        tb_free();
        error_set(error, "no Syzygy tablebases (files such as KQvK.rtbw) in '%.150s'", path);
        return false;
    }
    strcpy(tables.path, path);
    tables.users = 1;
    atomic_store(&tables.pieces, (int)TB_LARGEST);
    return true;
}

bool tablebase_open(const char *path, struct error *error)
{
    pthread_mutex_lock(&tables.lock);
    bool good = open_locked(path, error);
    pthread_mutex_unlock(&tables.lock);
    return good;
}

void tablebase_close(void)
{
    pthread_mutex_lock(&tables.lock);
    if (tables.users > 0 && --tables.users == 0) {
        atomic_store(&tables.pieces, 0);
        tb_free();
    }
    pthread_mutex_unlock(&tables.lock);
}

int tablebase_max_pieces(void)
{
    return atomic_load_explicit(&tables.pieces, memory_order_relaxed);
}

static int men(const struct position *position)
{
    int count = 0;
    for (Bitboard left = position->by_color[WHITE] | position->by_color[BLACK]; left;
         left &= left - 1)
        count++;
    return count;
}

static bool covered(const struct position *position)
{
    int max = tablebase_max_pieces();
    return max > 0 && position->castling == 0 && men(position) <= max;
}

static unsigned en_passant(const struct position *position)
{
    return position->en_passant == NO_SQUARE ? 0 : position->en_passant;
}

bool tablebase_probe_wdl(const struct position *position, enum tablebase_wdl *wdl)
{
    if (position->halfmoves != 0 || !covered(position))
        return false;
    const Bitboard *type = position->by_type;
    unsigned result =
        tb_probe_wdl(position->by_color[WHITE], position->by_color[BLACK], type[KING], type[QUEEN],
                     type[ROOK], type[BISHOP], type[KNIGHT], type[PAWN], 0, 0,
                     en_passant(position), position->side == WHITE);
    if (result == TB_RESULT_FAILED)
        return false;
    *wdl = (enum tablebase_wdl)((int)result - TB_DRAW);
    return true;
}

static Move find_move(const Move legal[], int count, TbMove move)
{
    static const int pieces[] = {NO_PIECE_TYPE, QUEEN, ROOK, BISHOP, KNIGHT};
    unsigned promotes = TB_MOVE_PROMOTES(move);
    for (int i = 0; i < count; i++) {
        if (move_from(legal[i]) == TB_MOVE_FROM(move) && move_to(legal[i]) == TB_MOVE_TO(move) &&
            promotes < 5 && move_promotion(legal[i]) == pieces[promotes])
            return legal[i];
    }
    return NO_MOVE;
}

/* libfathom's rank: beyond 900 decided whatever the fifty-move counter says. */
static enum tablebase_wdl rank_wdl(int rank)
{
    return rank >= 900    ? TABLEBASE_WIN
           : rank > 0     ? TABLEBASE_CURSED_WIN
           : rank == 0    ? TABLEBASE_DRAW
           : rank > -900  ? TABLEBASE_BLESSED_LOSS
                          : TABLEBASE_LOSS;
}

static int best_first(const void *a, const void *b)
{
    const struct tablebase_move *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move); /* the same order on every machine */
}

/* Ranks by distance to zero; by win, draw and loss alone where those tables are missing. */
static bool rank_moves(const struct position *position, bool repeated, struct TbRootMoves *ranked)
{
    const Bitboard *type = position->by_type, *color = position->by_color;
    bool white = position->side == WHITE;
    ranked->size = 0;
    if (tb_probe_root_dtz(color[WHITE], color[BLACK], type[KING], type[QUEEN], type[ROOK],
                          type[BISHOP], type[KNIGHT], type[PAWN], position->halfmoves, 0,
                          en_passant(position), white, repeated, true, ranked))
        return true;
    ranked->size = 0;
    return tb_probe_root_wdl(color[WHITE], color[BLACK], type[KING], type[QUEEN], type[ROOK],
                             type[BISHOP], type[KNIGHT], type[PAWN], position->halfmoves, 0,
                             en_passant(position), white, true, ranked) != 0;
}

bool tablebase_probe_root(const struct position *position, bool repeated,
                          struct tablebase_move moves[CHESS_MOVES_MAX], int *count)
{
    *count = 0;
    if (!covered(position))
        return false;
    struct TbRootMoves *ranked = malloc(sizeof *ranked); /* too large for a thread's stack */
    if (!ranked)
        return false;
    pthread_mutex_lock(&tables.lock);
    bool good = tables.users > 0 && rank_moves(position, repeated, ranked);
    pthread_mutex_unlock(&tables.lock);
    Move legal[CHESS_MOVES_MAX];
    int legal_count = chess_moves(position, legal);
    for (unsigned i = 0; good && i < ranked->size; i++) {
        Move move = find_move(legal, legal_count, ranked->moves[i].move);
        if (move == NO_MOVE)
            continue;
        int rank = ranked->moves[i].tbRank;
        moves[(*count)++] = (struct tablebase_move){move, rank, rank_wdl(rank)};
    }
    free(ranked);
    /* Anything less than every move would make the missing ones look impossible. */
    if (!good || *count != legal_count || legal_count == 0)
        return false;
    qsort(moves, (size_t)*count, sizeof *moves, best_first);
    return true;
}

#else

bool tablebase_open(const char *path, struct error *error)
{
    (void)path;
    error_set(error, "this program was built without tablebases (libfathom)");
    return false;
}

void tablebase_close(void)
{
}

int tablebase_max_pieces(void)
{
    return 0;
}

bool tablebase_probe_wdl(const struct position *position, enum tablebase_wdl *wdl)
{
    (void)position;
    *wdl = TABLEBASE_DRAW;
    return false;
}

bool tablebase_probe_root(const struct position *position, bool repeated,
                          struct tablebase_move moves[CHESS_MOVES_MAX], int *count)
{
    (void)position;
    (void)repeated;
    (void)moves;
    *count = 0;
    return false;
}

#endif
