/* Finds repetitions by differences of keys. A reversible move of a piece changes the key by a
 * number that identifies the move: it depends on the piece, its two squares, and the turn. All
 * 3,668 such numbers are in a cuckoo hash table: each is in one of two places, so a lookup takes
 * two reads. */
#include "engine/search/repetition.h"

#include <pthread.h>

#include "engine/rules/zobrist.h"
#include "engine/rules/position.h"

enum { PLACES = 8192 };

static struct {
    uint64_t key;
    uint8_t from, to;
} reversible[PLACES]; /* constant once filled */

static unsigned first_place(uint64_t key)
{
    return key & (PLACES - 1);
}

static unsigned second_place(uint64_t key)
{
    return (key >> 16) & (PLACES - 1);
}

/* Inserts a key difference in its first place. If the place is taken, the entry there moves to its
 * other place; if that is taken, its entry moves in turn, and so on. */
static void insert(uint64_t key, Square from, Square to)
{
    uint8_t a = (uint8_t)from, b = (uint8_t)to;
    unsigned at = first_place(key);
    while (key) {
        uint64_t old_key = reversible[at].key;
        uint8_t old_from = reversible[at].from, old_to = reversible[at].to;
        reversible[at].key = key;
        reversible[at].from = a;
        reversible[at].to = b;
        key = old_key;
        a = old_from;
        b = old_to;
        at = at == first_place(key) ? second_place(key) : first_place(key);
    }
}

static void fill(void)
{
    chess_init();
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = KNIGHT; type <= KING; type++)
            for (Square from = 0; from < SQUARE_COUNT; from++)
                for (Square to = from + 1; to < SQUARE_COUNT; to++)
                    if (piece_attacks(type, from, 0) & square_bit(to))
                        insert(piece_key(color, type, from) ^ piece_key(color, type, to) ^
                                   turn_key(),
                               from, to);
}

void cycle_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
}

/* Returns whether the position `back` plies ago had occurred even earlier in the game. */
static bool seen_earlier(const uint64_t keys[], int at, int back, int reach)
{
    for (int i = back + 4; i <= reach; i += 2)
        if (keys[at - i] == keys[at - back])
            return true;
    return false;
}

bool cycle_ahead(const struct position *position, const uint64_t keys[], int at, int reach, int ply)
{
    Bitboard all = occupied(position);
    for (int back = 3; back <= reach; back += 2) {
        uint64_t difference = keys[at] ^ keys[at - back];
        unsigned place = first_place(difference);
        if (reversible[place].key != difference)
            place = second_place(difference);
        if (reversible[place].key != difference)
            continue;
        Square from = reversible[place].from, to = reversible[place].to;
        if (between_squares[from][to] & all)
            continue;
        if (back < ply)
            return true;
        /* The earlier position is from the game before the root. It counts only if our own move
         * leads back to it and it has occurred twice. */
        int piece = position->board[position->board[from] == NO_PIECE ? to : from];
        if (piece != NO_PIECE && piece_color(piece) == position->side &&
            seen_earlier(keys, at, back, reach))
            return true;
    }
    return false;
}
