/* The ledger of a game: the full-strength score of every position in the line played, and the
 * decision behind every move of the opponent. The store keeps it with the game. It is also written
 * to PGN and can be read back without loss. */
#pragma once

#include "engine/engine.h"
#include "src/game/game.h"
#include "src/game/accuracy.h"

enum { LEDGER_LINE_MAX = 16 };

/* The full-strength score of a position. */
struct ledger_score {
    Score score; /* for white; SCORE_NONE if not searched yet */
    int depth;
    uint64_t nodes;
    int length;
    Move line[LEDGER_LINE_MAX]; /* the best line; the first move is the best move */
};

struct ledger_entry {
    struct ledger_score score;
    bool searched_again;       /* a second, longer search has replaced the first score */
    Score first;               /* if `searched_again` is set: the score that the first search
                                * found */
    struct decision *decision; /* decision for the move that led here, or NULL; owned */
};

/* Entries by ply; ply 0 is the start position. An all-zero ledger is empty. */
struct ledger {
    struct ledger_entry *entries;
    int count, capacity;
    bool settled; /* a finished review used these scores. None of them is searched again, so that
                   * the next review of the game gives the same result. ledger_clear resets it */
};

/* Removes all entries from ply `from` on. If `from` is 0, also frees the memory. */
void ledger_clear(struct ledger *ledger, int from);
/* The entry at `ply`, or NULL. */
const struct ledger_entry *ledger_at(const struct ledger *ledger, int ply);
/* The score at `ply` that the first search found, or SCORE_NONE. */
Score ledger_first_score_at(const struct ledger *ledger, int ply);
/* The score at `ply`, or SCORE_NONE. */
Score ledger_score_at(const struct ledger *ledger, int ply);
/* Sets the scores before and after the move that was played at `ply`. As on Lichess, the best move
 * loses nothing, even if a later search scores it lower. Returns false if a score is missing. */
bool ledger_scores_around(const struct ledger *ledger, int ply, Move move, Score *before,
                          Score *after);
/* Judges the move that led to `node`. The judgement is good if a score is missing. */
enum judgement ledger_judge(const struct ledger *ledger, const struct game_node *node);
/* Like ledger_judge, for `move`, which `color` played at `ply`. */
enum judgement ledger_judge_move(const struct ledger *ledger, int ply, int color, Move move);
/* Both functions store a copy of their last argument. They return false if out of memory. */
MUST_USE bool ledger_set_score(struct ledger *ledger, int ply, const struct ledger_score *score);
MUST_USE bool ledger_set_decision(struct ledger *ledger, int ply,
                                  const struct decision *decision);
/* Converts the report of a search of `position` to a score. */
struct ledger_score ledger_from_report(const struct position *position,
                                       const struct report *report);
/* The score of a position in which the game is over. Returns false if it is not over. */
MUST_USE bool ledger_from_end(const struct game_node *node, struct ledger_score *score);
/* The best line at `node`, scored for the side to move as in a report. If `node` has no score, its
 * length and its score are 0. */
struct line ledger_line(const struct ledger *ledger, const struct game_node *node);
/* Returns the next position that must be searched to explain mistakes, or NULL if no search is
 * needed. To explain a mistake, the best lines before and after it must be known, but scores read
 * from a file have no lines. Of the positions up to `node` that lack a line for this reason,
 * returns the earliest that has not been searched yet. */
const struct game_node *ledger_unexplained(const struct ledger *ledger,
                                           const struct game_node *node);
/* Returns the score to store after a search at `node`: the existing score, with the best line of
 * *found added. A line that begins with the move played is not added if the existing scores call
 * that move a mistake, because it would then count as the best move. */
struct ledger_score ledger_beside(const struct ledger *ledger, const struct game_node *node,
                                  const struct ledger_score *found);

/* Write and read the line of a score as UCI moves. Reading stops at the first illegal move. */
enum { LEDGER_LINE_TEXT = LEDGER_LINE_MAX * CHESS_UCI_MAX + 1 };
void ledger_write_line(const struct position *position, const struct ledger_score *score,
                       char text[LEDGER_LINE_TEXT]);
void ledger_read_line(const struct position *position, const char *text,
                      struct ledger_score *score);

/* The cost of an error: "87 cp", or "a mate" for a mate missed or allowed. */
enum { LEDGER_COST_TEXT = 16 };
void ledger_cost_words(int cost, char text[LEDGER_COST_TEXT]);

/* Whether the decision was a deliberate error. With method human, most moves are slightly worse
 * than the best, so an error counts only from 50 centipawns on, about an inaccuracy. With maia the
 * best move is unknown, so the result is always false. */
bool ledger_is_error(const struct decision *decision);

/* The decision for the move that led to `node`, or NULL. If a decision of method human calls the
 * move an error, but full strength judges the move as good, *copy becomes a copy of the decision
 * that says that an ordinary move was played and nothing was overlooked, and the result points to
 * *copy. */
const struct decision *ledger_decision(const struct ledger *ledger, const struct game_node *node,
                                       struct decision *copy);

/* Describes a decision: "deliberate blunder, cost 87 cp, best Ba7", or "" if it is not an error.
 * `before` is the position of the decision. */
void ledger_decision_words(const struct position *before, const struct decision *decision,
                           char *text, size_t size);

/* How much of the ledger is written into a game. LEDGER_WORDS: short texts about the opponent's
 * errors, and the judgements of moves. LEDGER_EVALS: also [%eval], which most programs show.
 * LEDGER_FULL: also [%fallible], from which this program reads back everything else. */
enum ledger_detail { LEDGER_WORDS, LEDGER_EVALS, LEDGER_FULL };
/* Reads "clean", "eval" or "full", with or without dashes before it, at the start of *text. Moves
 * *text past the word. Returns false if *text begins with none of these words. */
bool ledger_take_detail(const char **text, enum ledger_detail *detail);
/* Writes the ledger into the comments and NAGs of the line that leads to `node`, and replaces what
 * an earlier call wrote. `opponent` is the handicap in the game's tag FallibleOpponent. */
MUST_USE bool ledger_annotate(const struct ledger *ledger, struct game_node *node,
                              const struct handicap *opponent, enum ledger_detail detail);
/* Writes only the scores, as [%eval], into the comments of the line that leads to `node`, which may
 * be a game of another program. Returns false if out of memory. */
MUST_USE bool ledger_write_evals(const struct ledger *ledger, struct game_node *node);
/* Reads back from the main line of `game` what ledger_annotate wrote. Also sets the time of each
 * move that has none. Missing or malformed parts are skipped. Returns false if out of memory. */
MUST_USE bool ledger_read(struct ledger *ledger, struct game *game);

/* Writes a score for white in the format of [%eval]: "0.35", "#-3". */
void ledger_eval_text(Score score, char *text, size_t size);
/* Reads "[%eval 0.35]" or "[%eval #-3]", optionally with ",depth", from a comment of `node`. *score
 * is unchanged if the comment has no [%eval]. */
void ledger_read_eval(const struct game_node *node, const char *comment,
                      struct ledger_score *score);
