/* Syzygy tables through libfathom. Its state is global, so opening, closing and all probes happen
 * under one mutex. libfathom claims to lock its WDL probe itself, but the process dies if two
 * threads use a table for the first time simultaneously. */
#include "engine/search/syzygy.h"

#ifdef HAVE_FATHOM

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <tbprobe.h>
#include <unistd.h>

#include "engine/rules/position.h"
#include "engine/search/syzygy_files.h"

/* The state of libfathom. A process has only one, because libfathom keeps its tables in global
 * variables. */
static struct {
    pthread_mutex_t lock;
    int users;
    char path[1024];   /* path of the loaded tables, "" if none */
    atomic_int pieces; /* number of pieces and pawns in the largest table, 0 while nobody uses the
                        * tables */
} tables = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void name_first(void *context, const char *file, const char *why)
{
    struct error *error = context;
    if (!error->message[0])
        error_set(error, "the endgame table %.60s is damaged: %s; fallible doctor --syzygy lists "
                         "all damaged tables", file, why);
}

/* Loads the tables in `path`. Meanwhile standard error is redirected, because the engine must not
 * write to the user's screen: libfathom 1.0 prints a complaint about each table that it unloads (it
 * misinterprets the result of munmap). */
static bool load(const char *path, struct error *error)
{
    char folders[sizeof tables.path];
    error_set(error, "%s", "");
    if (!syzygy_folders(path, folders, sizeof folders))
        return error_set(error, "expected a folder with Syzygy tablebases, not '%.100s'", path);
    if (syzygy_damaged(folders, SYZYGY_HASHED_AT_ONCE, NULL, name_first, error) > 0)
        return false;
    int silence = tables.path[0] ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    int errors = silence >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) : -1;
    if (errors >= 0)
        dup2(silence, STDERR_FILENO);
    bool loaded = tb_init(folders) && TB_LARGEST > 0;
    if (errors >= 0) {
        dup2(errors, STDERR_FILENO);
        close(errors);
    }
    if (silence >= 0)
        close(silence);
    tables.path[0] = '\0';
    if (loaded)
        snprintf(tables.path, sizeof tables.path, "%s", path);
    return loaded ||
           error_set(error,
                     "expected Syzygy tablebases (files such as KQvK.rtbw) in '%.150s', found none",
                     path);
}

static bool open_locked(const char *path, struct error *error)
{
    /* libfathom's answers are wrong on big-endian machines: on s390x its results for king and pawn
     * against king differ from our own exact table (kpk.h); on other machines they agree. */
    static const bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    if (big_endian)
        return error_set(error, "Syzygy tablebases cannot be read on a big-endian machine");
    if (tables.users > 0) {
        if (strcmp(path, tables.path) != 0)
            return error_set(error,
                             "the tablebases of '%.100s' are in use: only one path at a time",
                             tables.path);
        tables.users++;
        return true;
    }
    if (!path[0] || strlen(path) >= sizeof tables.path)
        return error_set(error, "expected a folder with Syzygy tablebases, not '%.100s'", path);
    /* Unused tables stay loaded: tb_free leaves pointers behind that the next tb_init uses and the
     * next tb_free frees again. */
    if (strcmp(path, tables.path) != 0 && !load(path, error))
        return false;
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
    if (tables.users > 0 && --tables.users == 0)
        atomic_store(&tables.pieces, 0);
    pthread_mutex_unlock(&tables.lock);
}

int tablebase_max_pieces(void)
{
    return atomic_load_explicit(&tables.pieces, memory_order_relaxed);
}

static bool covered(const struct position *position)
{
    int max = tablebase_max_pieces();
    return max > 0 && position->castling == 0 && popcount(occupied(position)) <= max;
}

static unsigned en_passant(const struct position *position)
{
    return position->en_passant == NO_SQUARE ? 0 : position->en_passant;
}

/* Looks up the value of a position as if its fifty-move counter were zero. The caller holds the
 * lock. */
static bool probe_wdl(const struct position *position, enum tablebase_wdl *wdl)
{
    const Bitboard *type = position->by_type;
    unsigned result = tb_probe_wdl(position->by_color[WHITE], position->by_color[BLACK], type[KING],
                                   type[QUEEN], type[ROOK], type[BISHOP], type[KNIGHT], type[PAWN],
                                   0, 0, en_passant(position), position->side == WHITE);
    if (result == TB_RESULT_FAILED)
        return false;
    *wdl = (enum tablebase_wdl)((int)result - TB_DRAW);
    return true;
}

bool tablebase_probe_wdl(const struct position *position, enum tablebase_wdl *wdl)
{
    if (position->halfmoves != 0 || !covered(position))
        return false;
    pthread_mutex_lock(&tables.lock);
    bool found = probe_wdl(position, wdl);
    pthread_mutex_unlock(&tables.lock);
    return found;
}

static Move find_move(const Move legal[], int count, unsigned from, unsigned to, unsigned promotes)
{
    static const int pieces[] = {NO_PIECE_TYPE, QUEEN, ROOK, BISHOP, KNIGHT};
    for (int i = 0; i < count; i++) {
        if (move_from(legal[i]) == (Square)from && move_to(legal[i]) == (Square)to &&
            promotes < 5 && move_promotion(legal[i]) == pieces[promotes])
            return legal[i];
    }
    return NO_MOVE;
}

static int best_first(const void *a, const void *b)
{
    const struct tablebase_move *x = a, *y = b;
    if (x->wdl != y->wdl)
        return x->wdl > y->wdl ? -1 : 1;
    if (x->dtz != y->dtz)
        return (x->dtz < y->dtz) == (x->wdl > 0) ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move); /* ties are broken by the numeric value of the
                                                       * move, so that the order is the same on
                                                       * every machine */
}

/* Lists the moves with their values and their distances to the next capture or pawn move. Returns
 * their number, 0 if a table is missing. */
static int moves_by_dtz(const struct position *position, const Move legal[], int legal_count,
                        struct tablebase_move moves[])
{
    const Bitboard *type = position->by_type;
    unsigned results[TB_MAX_MOVES];
    unsigned best =
        tb_probe_root(position->by_color[WHITE], position->by_color[BLACK], type[KING], type[QUEEN],
                      type[ROOK], type[BISHOP], type[KNIGHT], type[PAWN], position->halfmoves, 0,
                      en_passant(position), position->side == WHITE, results);
    int count = 0;
    if (best == TB_RESULT_FAILED)
        return 0;
    for (int i = 0; i < TB_MAX_MOVES && results[i] != TB_RESULT_FAILED; i++) {
        unsigned result = results[i];
        Move move = find_move(legal, legal_count, TB_GET_FROM(result), TB_GET_TO(result),
                              TB_GET_PROMOTES(result));
        if (move != NO_MOVE && count < legal_count)
            moves[count++] = (struct tablebase_move){
                .move = move,
                .wdl = (enum tablebase_wdl)((int)TB_GET_WDL(result) - TB_DRAW),
                .dtz = (int)TB_GET_DTZ(result)};
    }
    return count;
}

/* Lists the moves with the results of the positions that they lead to, from the WDL tables alone.
 * Returns their number, 0 if a table is missing. */
static int moves_by_wdl(const struct position *position, const Move legal[], int legal_count,
                        struct tablebase_move moves[])
{
    for (int i = 0; i < legal_count; i++) {
        struct position after = *position;
        enum tablebase_wdl wdl;
        chess_play(&after, legal[i]);
        if (!probe_wdl(&after, &wdl)) /* the fifty-move counter is ignored, because WDL tables give
                                       * results only for a counter of zero */
            return 0;
        moves[i] =
            (struct tablebase_move){.move = legal[i], .wdl = (enum tablebase_wdl) - (int)wdl};
    }
    return legal_count;
}

static int rank_of(const struct tablebase_move *move, int halfmoves, bool repeated)
{
    switch (move->wdl) {
    case TABLEBASE_WIN: {
        int plies = move->dtz + halfmoves; /* the counter at the next capture or pawn move */
        return plies <= 99 && !repeated ? 1000 : 1000 - (plies < 900 ? plies : 900);
    }
    case TABLEBASE_LOSS:
        return -1000;
    default:
        return (int)move->wdl;
    }
}

bool tablebase_probe_root(const struct position *position, bool repeated,
                          struct tablebase_move moves[CHESS_MOVES_MAX], int *count)
{
    *count = 0;
    if (!covered(position))
        return false;
    Move legal[CHESS_MOVES_MAX];
    int legal_count = chess_moves(position, legal);
    pthread_mutex_lock(&tables.lock);
    int known = 0;
    if (tables.users > 0 && legal_count > 0) {
        known = moves_by_dtz(position, legal, legal_count, moves);
        if (known != legal_count)
            known = moves_by_wdl(position, legal, legal_count, moves);
    }
    pthread_mutex_unlock(&tables.lock);
    /* The caller expects all legal moves, so a partial list is not returned. */
    if (known == 0)
        return false;
    *count = known;
    for (int i = 0; i < known; i++)
        moves[i].rank = rank_of(&moves[i], position->halfmoves, repeated);
    qsort(moves, (size_t)known, sizeof *moves, best_first);
    return true;
}

#else

bool tablebase_open(const char *path, struct error *error)
{
    (void)path;
    return error_set(error, "this program was built without tablebases (libfathom)");
}

void tablebase_close(void) {}

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
