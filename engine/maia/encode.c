/* Encodes positions as Lc0's classical input, 112 planes of the board. Each of the last eight
 * positions has six planes for the pieces of the side to move, six for the opponent's, and one that
 * is full if the position occurred before. Then come planes for castling rights, the colour to move
 * and the halfmove counter, an empty plane, and a full plane that shows the edges of the board. The
 * values in the counter's plane are the count itself, not the count divided by 100.
 *
 * If the game has fewer than eight positions, Lc0 repeats the oldest one. But if the oldest
 * position is the standard start position, the planes before it are empty. If the move before the
 * oldest position was a pawn's double step, the repeated positions have that pawn on its home
 * square. */
#include "engine/maia/encode.h"

#include <string.h>

enum {
    PLANES_A_POSITION = 13,
    REPEATED = 12, /* index of the repetition plane among the 13 planes of a position */
    EXTRA = PLANES_A_POSITION * HUMAN_HISTORY,
    OWN_LONG = EXTRA,
    OWN_SHORT,
    THEIR_LONG,
    THEIR_SHORT,
    BLACK_TO_MOVE,
    HALFMOVES,
    ALWAYS_EMPTY,
    ALWAYS_FULL
};
_Static_assert(ALWAYS_FULL == HUMAN_PLANES - 1, "every plane has a name");

static const Bitboard full = ~(Bitboard)0;

void human_history_begin(struct human_history *history, const struct position *start)
{
    history->recent[0] = *start;
    history->repeated[0] = false;
    history->count = 1;
    history->keys[0] = start->key;
    history->key_count = 1;
}

void human_history_resume(struct human_history *history, const struct position *position,
                          const uint64_t keys[], int count)
{
    human_history_begin(history, position);
    history->key_count = 0;
    for (int i = count < HUMAN_KEYS_MAX ? 0 : count - HUMAN_KEYS_MAX + 1; i < count; i++) {
        history->keys[history->key_count++] = keys[i];
        history->repeated[0] |= keys[i] == position->key;
    }
    history->keys[history->key_count++] = position->key;
}

void human_history_play(struct human_history *history, Move move)
{
    int kept = history->count < HUMAN_HISTORY ? history->count : HUMAN_HISTORY - 1;
    memmove(&history->recent[1], &history->recent[0], (size_t)kept * sizeof history->recent[0]);
    memmove(&history->repeated[1], &history->repeated[0],
            (size_t)kept * sizeof history->repeated[0]);
    history->count = kept + 1;
    chess_play(&history->recent[0], move);
    uint64_t key = history->recent[0].key;
    if (history->recent[0].halfmoves == 0)
        history->key_count = 0; /* no earlier position can occur again */
    history->repeated[0] = false;
    for (int i = 0; i < history->key_count; i++)
        history->repeated[0] |= history->keys[i] == key;
    if (history->key_count == HUMAN_KEYS_MAX)
        memmove(history->keys, history->keys + 1,
                (size_t)--history->key_count * sizeof history->keys[0]);
    history->keys[history->key_count++] = key;
}

/* The set of squares as the side to move sees it: for Black the ranks are reversed. */
static Bitboard turned(Bitboard set, int mover)
{
    return mover == WHITE ? set : __builtin_bswap64(set);
}

static void encode_position(const struct position *position, int mover, bool repeated,
                            Bitboard planes[PLANES_A_POSITION])
{
    for (int type = PAWN; type <= KING; type++) {
        Bitboard both = position->by_type[type];
        planes[type] = turned(both & position->by_color[mover], mover);
        planes[PIECE_TYPE_COUNT + type] = turned(both & position->by_color[!mover], mover);
    }
    planes[REPEATED] = repeated ? full : 0;
}

/* Puts the pawn that has just made a double step back on its home square. */
static void undo_double_step(const struct position *position, int mover,
                             Bitboard planes[PLANES_A_POSITION])
{
    /* `passed` is known only for a position read from a FEN. After a move, only a possible en
     * passant capture shows a double step. */
    int passed = position->passed != NO_SQUARE ? position->passed : position->en_passant;
    if (passed == NO_SQUARE)
        return;
    int stepped = !position->side;
    int back = stepped == WHITE ? -8 : 8;
    Bitboard moved =
        (Bitboard)1 << (passed - back) | (Bitboard)1 << (passed + back);
    planes[(stepped == mover ? 0 : PIECE_TYPE_COUNT) + PAWN] ^= turned(moved, mover);
}

static bool is_usual_start(const struct position *position)
{
    struct position start;
    chess_start(&start);
    return position->key == start.key;
}

static Bitboard full_if(bool on)
{
    return on ? full : 0;
}

void human_encode(const struct human_history *history, struct human_planes *planes)
{
    const struct position *now = &history->recent[0];
    int mover = now->side, oldest = history->count - 1;
    Bitboard *masks = planes->masks;
    memset(masks, 0, sizeof planes->masks);
    for (int i = 0; i < HUMAN_PLANES; i++)
        planes->values[i] = 1;

    for (int i = 0; i < HUMAN_HISTORY; i++) {
        int from = i < oldest ? i : oldest;
        const struct position *position = &history->recent[from];
        Bitboard *board = masks + i * PLANES_A_POSITION;
        if (i > oldest && is_usual_start(position))
            break;
        encode_position(position, mover, history->repeated[from], board);
        if (i > oldest)
            undo_double_step(position, mover, board);
    }
    int own = mover == WHITE ? 0 : 2, their = 2 - own; /* `own`: how far to shift White's castling
                                                        * flags to get those of the side to move;
                                                        * `their`: the same for the other side */
    masks[OWN_LONG] = full_if(now->castling & WHITE_LONG << own);
    masks[OWN_SHORT] = full_if(now->castling & WHITE_SHORT << own);
    masks[THEIR_LONG] = full_if(now->castling & WHITE_LONG << their);
    masks[THEIR_SHORT] = full_if(now->castling & WHITE_SHORT << their);
    masks[BLACK_TO_MOVE] = full_if(mover == BLACK);
    masks[HALFMOVES] = full_if(now->halfmoves > 0);
    planes->values[HALFMOVES] = now->halfmoves;
    masks[ALWAYS_FULL] = full;
}
