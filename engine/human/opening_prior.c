/* The opening statistics: how often players chose each move in positions of the first moves. There
 * are separate counts for ratings below, around and above 1600. The model's probabilities serve as
 * a Dirichlet prior, to which the counts are added. */
#include "engine/human/features.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "played_conf.h"

enum {
    LINES_MAX = 8192,
    PRIOR = 8, /* the model's probabilities weigh as much as the counts of this number of games */
    MIDDLE = 1600,
    NEAR = 200, /* ratings from MIDDLE - NEAR to MIDDLE + NEAR are in the middle group */
};

/* A line of played.conf: the position's key in 16 hexadecimal digits, then each move in UCI
 * notation with its three counts. */
struct known {
    uint64_t key;
    const char *moves; /* the rest of the line after the key */
};
static struct known known[LINES_MAX];
static int known_count;

static int by_key(const void *a, const void *b)
{
    const struct known *one = a, *other = b;
    return one->key < other->key ? -1 : one->key > other->key;
}

static void read_shipped(void)
{
    for (const char *line = played_conf; *line && known_count < LINES_MAX;) {
        char *end;
        if (*line != '#') {
            uint64_t key = strtoull(line, &end, 16);
            if (end == line + 16)
                known[known_count++] = (struct known){key, end};
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    qsort(known, (size_t)known_count, sizeof *known, by_key);
}

/* Sets `shares` to the weight of each rating group's counts for a player of this rating: the
 * player's own group counts most. */
static void set_shares(double rating, double shares[3])
{
    int own = rating < MIDDLE - NEAR ? 0 : rating < MIDDLE + NEAR ? 1 : 2;
    for (int i = 0; i < 3; i++)
        shares[i] = i == own ? 1 : abs(i - own) == 1 ? 0.3 : 0.1;
}

void choice_recall(double rating, const struct position *position,
                   const struct candidate candidates[], int count, double chances[])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    double shares[3], played[CHESS_MOVES_MAX] = {0}, all = 0;
    if (position->fullmove > CHOICE_BOOK_MOVES || position->chess960)
        return;
    pthread_once(&once, read_shipped);
    struct known wanted = {.key = position->key};
    const struct known *found = bsearch(&wanted, known, (size_t)known_count, sizeof *known, by_key);
    if (!found)
        return;
    set_shares(rating, shares);
    for (const char *at = found->moves; *at == ' ';) {
        char uci[CHESS_UCI_MAX] = "", *end;
        Move move = NO_MOVE;
        size_t length = strcspn(++at, " \n");
        memcpy(uci, at, length < sizeof uci ? length : sizeof uci - 1);
        bool legal = chess_from_uci(position, uci, &move);
        double sum = 0;
        at += length;
        for (int i = 0; i < 3; i++, at = end)
            sum += shares[i] * (double)strtol(at, &end, 10);
        for (int i = 0; legal && i < count; i++)
            if (candidates[i].move == move)
                played[i] = sum;
        all += legal ? sum : 0;
    }
    for (int i = 0; i < count; i++)
        chances[i] = (PRIOR * chances[i] + played[i]) / (PRIOR + all);
}
