/* Networks that predict human moves, published by the Maia project in Lc0's weight format. This is
 * the main header of the folder maia/, which reads the weight files and computes the networks'
 * policies. Our own model of human play is in human/. Public.
 *
 * Other public headers: blend.h, kernels.h. */
#pragma once

#include "engine/strength.h"

/* A network that predicts human moves, from a weight file in Lc0's format. Given a position and the
 * ones before it, it returns the probability that a human plays each move. */
struct human_network;

/* Returns NULL and sets *error with the file if the file cannot be read, is damaged, holds a
 * network of another architecture, or is compressed with gzip and the program was built without
 * zlib. */
struct human_network *human_network_open(const char *path, struct error *error);
void human_network_close(struct human_network *network); /* network may be NULL */
/* Returns whether a checksum proves that the file was undamaged: either the file is compressed with
 * gzip, which has one, or it is a network of the Maia project, whose checksums we know. In any
 * other file damage to the numbers goes unnoticed. */
bool human_network_checked(const struct human_network *network);
/* human_network_bytes returns the memory that the network takes. human_network_multiplications
 * returns how many multiplications one position would need if no input were zero; most inputs are
 * zero, and are skipped. human_network_processor names the processor instructions used, in a static
 * string. */
size_t human_network_bytes(const struct human_network *network);
size_t human_network_multiplications(const struct human_network *network);
const char *human_network_processor(void);

enum { HUMAN_HISTORY = 8, HUMAN_KEYS_MAX = 256 };
/* The positions that a network takes as input, as a plain value. */
struct human_history {
    struct position recent[HUMAN_HISTORY]; /* newest first */
    bool repeated[HUMAN_HISTORY];          /* whether that position occurred before in the game */
    int count;                             /* 1 .. HUMAN_HISTORY */
    uint64_t keys[HUMAN_KEYS_MAX];         /* keys of the positions since the last capture or pawn
                                            * move, to recognise repetitions */
    int key_count;
};
void human_history_begin(struct human_history *history, const struct position *start);
/* Like human_history_begin, but starts in the middle of a game. `keys` are those of the earlier
 * positions since the last capture or pawn move, oldest first, without that of `position`. */
void human_history_resume(struct human_history *history, const struct position *position,
                          const uint64_t keys[], int count);
void human_history_play(struct human_history *history, Move move); /* move must be legal */

struct human_policy {
    int count;                      /* number of legal moves; 0 if the game is over */
    Move moves[CHESS_MOVES_MAX];    /* most probable first */
    float chances[CHESS_MOVES_MAX]; /* probability of each move; they sum to 1 */
    float legal;                    /* share of the network's probability that fell on legal moves,
                                     * before `chances` were scaled to sum to 1; 0 .. 1 */
    float wdl[3];                   /* probabilities that the side to move wins, draws or loses;
                                     * they sum to 1 */
};
/* Computes the policies for the current positions of `count` games. Large batches take less time
 * per game. Several threads may use one network. Returns false if out of memory. */
MUST_USE bool human_policies(const struct human_network *network,
                             const struct human_history histories[], int count,
                             struct human_policy policies[]);

/* Finds the weight file for a rating in `folder`, compressed or not. Returns false if no such file
 * can be read. `rating` is MAIA_MIN to MAIA_MAX in steps of MAIA_STEP. */
MUST_USE bool maia_file(const char *folder, int rating, char *path, size_t size);
/* Lists the ratings for which `folder` has a weight file, lowest first. Returns their number. */
enum { MAIA_COUNT = (MAIA_MAX - MAIA_MIN) / MAIA_STEP + 1 };
int maia_ratings(const char *folder, int ratings[MAIA_COUNT]);
/* Returns the rating that the networks in `folder` imitate when `rating` is wanted: `rating`
 * itself, clamped to the range of these networks; 0 if there are no networks. */
int maia_reach(const char *folder, int rating);
