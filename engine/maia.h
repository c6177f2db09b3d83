/* The folder maia/ belongs to this header: reading Lc0 weight files and computing their policy. Our
 * own model of people is in human.
 *
 * Other rooms include: blend.h, kernels.h.
 *
 * Networks that predict human moves, in the weight format of Lc0, as the Maia project publishes
 * them. Public. */
#pragma once

#include "engine/strength.h"

/* Human-like networks: weight files of Lc0's form, as Maia's are. From a position and those
 * before it they say how probable it is that a human plays each move. */
struct human_network;

/* NULL fills error (file set): the file cannot be read, is damaged, or holds a network of another
 * form; or is packed by gzip and the program was built without zlib. */
struct human_network *human_network_open(const char *path, struct error *error);
void human_network_close(struct human_network *network); /* NULL is fine */
/* Bytes it takes; the multiplications of a position, counted as if no input were zero (most are,
 * and are left out); a static string: how it computes. */
size_t human_network_bytes(const struct human_network *network);
size_t human_network_multiplications(const struct human_network *network);
const char *human_network_processor(void);

enum { HUMAN_HISTORY = 8, HUMAN_KEYS_MAX = 256 };
/* What a network sees of a game: a plain value. */
struct human_history {
    struct position recent[HUMAN_HISTORY]; /* newest first */
    bool repeated[HUMAN_HISTORY];          /* that position came before in the game */
    int count;                             /* 1 .. HUMAN_HISTORY */
    uint64_t keys[HUMAN_KEYS_MAX];         /* since the last capture or pawn move */
    int key_count;
};
void human_history_begin(struct human_history *history, const struct position *start);
/* The same in the middle of a game, with the keys of the positions since the last capture or pawn
 * move, the oldest first, this one's not among them. */
void human_history_resume(struct human_history *history, const struct position *position,
                          const uint64_t keys[], int count);
void human_history_play(struct human_history *history, Move move); /* a legal one */

struct human_policy {
    int count;                      /* of legal moves; 0: the game is over */
    Move moves[CHESS_MOVES_MAX];    /* most probable first */
    float chances[CHESS_MOVES_MAX]; /* of each; their sum is 1 */
    float legal;                    /* share of the raw policy that fell on legal moves */
    float wdl[3];                   /* the mover wins, draws, loses; their sum is 1 */
};
/* The policies for so many games, faster for each when they are many. A network may answer any
 * number of threads at once. False: out of memory. */
MUST_USE bool human_policies(const struct human_network *network,
                             const struct human_history histories[], int count,
                             struct human_policy policies[]);

/* The weight file of the network of that rating in folder, packed or not; false when there is none
 * that can be read. rating: MAIA_MIN .. MAIA_MAX in steps of MAIA_STEP. */
MUST_USE bool maia_file(const char *folder, int rating, char *path, size_t size);
/* The ratings there is such a file for, lowest first; returns their number. */
enum { MAIA_COUNT = (MAIA_MAX - MAIA_MIN) / MAIA_STEP + 1 };
int maia_ratings(const char *folder, int ratings[MAIA_COUNT]);
/* Whose moves they play at a rating: those of the nearest there is a network below and above for;
 * 0: there is none at all. */
int maia_reach(const char *folder, int rating);
