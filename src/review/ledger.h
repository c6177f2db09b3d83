/* The ledger of a game: for every position of the line played what full strength thinks of it, and
 * for every move of the opponent its decision. Kept in the store with the game and written into
 * PGN, from which it comes back complete. */
#pragma once

#include "engine/engine.h"
#include "src/game/game.h"
#include "src/review/accuracy.h"

enum { LEDGER_LINE_MAX = 16 };

/* Full strength's opinion of a position. */
struct ledger_score {
    Score score; /* for white; SCORE_NONE: not asked yet */
    int depth;
    uint64_t nodes;
    int length;
    Move line[LEDGER_LINE_MAX]; /* the best moves from here, the first of them the best move */
};

struct ledger_entry {
    struct ledger_score score;
    struct decision *decision; /* for the move that led here; NULL: none was made; owned */
};

/* Entries by ply, 0 the start position. All zero is empty. */
struct ledger {
    struct ledger_entry *entries;
    int count, room;
};

/* Forgets everything of plies from from on; 0 also frees the memory. */
void ledger_clear(struct ledger *ledger, int from);
/* NULL when nothing is known of that ply. */
const struct ledger_entry *ledger_at(const struct ledger *ledger, int ply);
/* The score at ply, SCORE_NONE when there is none. */
Score ledger_score_at(const struct ledger *ledger, int ply);
/* How good the move that led to node was; good where a score is missing. As on Lichess the best
 * move is never at fault, though the next search may see more. */
enum judgement ledger_judge(const struct ledger *ledger, const struct game_node *node);
/* Copy their argument. False when out of memory. */
MUST_USE bool ledger_set_score(struct ledger *ledger, int ply, const struct ledger_score *score);
MUST_USE bool ledger_set_decision(struct ledger *ledger, int ply,
                                  const struct decision *decision);
/* A search's answer about position as a score to keep. */
struct ledger_score ledger_from_report(const struct position *position,
                                       const struct report *report);
/* The score of a position in which the game is over by the rules; false where it is not. */
MUST_USE bool ledger_from_end(const struct game_node *node, struct ledger_score *score);
/* The nearest position to the start on the way to node that has no score; NULL: all have. */
const struct game_node *ledger_unscored(const struct ledger *ledger,
                                        const struct game_node *node);
/* The same of those before and after a mistake whose score comes from a file, which tells no line,
 * and in which nobody has looked for one: what a mistake was is told by the lines around it. */
const struct game_node *ledger_unexplained(const struct ledger *ledger,
                                           const struct game_node *node);
/* What a search found at node beside the score that is there, if any: of that only the line is
 * wanted, and not one by which the move played in the game is no mistake after all. */
struct ledger_score ledger_beside(const struct ledger *ledger, const struct game_node *node,
                                  const struct ledger_score *found);

/* The line of a score in UCI moves, and back: cut at the first that is none of position's. */
enum { LEDGER_LINE_TEXT = LEDGER_LINE_MAX * CHESS_UCI_MAX + 1 };
void ledger_write_line(const struct position *position, const struct ledger_score *score,
                       char text[LEDGER_LINE_TEXT]);
void ledger_read_line(const struct position *position, const char *text,
                      struct ledger_score *score);

/* What an error cost: "87 cp", or "a mate" missed or allowed. */
enum { LEDGER_COST_TEXT = 16 };
void ledger_cost_words(int cost, char text[LEDGER_COST_TEXT]);

/* Whether it gave something away on purpose. Of method human, where most moves are a little worse
 * than the best, only from an inaccuracy on; of maia, which knows no best move, none. */
bool ledger_is_error(const struct decision *decision);

/* The decision for the move that led to node; NULL: none is known. A level sees little: an error by
 * its own scores that full strength has looked at and holds for none is in room as a move like
 * others, without anything it did not see. */
const struct decision *ledger_decision(const struct ledger *ledger, const struct game_node *node,
                                       struct decision *room);

/* A few words for people on a decision: "deliberate blunder, cost 87 cp, best Ba7"; "" where
 * it is no error. before: the position it was made in. */
void ledger_decision_words(const struct position *before, const struct decision *decision,
                           char *text, size_t size);

/* Writes the ledger into the comments and NAGs of the line that leads to node, in place of what a
 * former call wrote there: [%eval] for any viewer, [%fallible] for us, a few words for people.
 * opponent: as the game's tag has it. */
MUST_USE bool ledger_annotate(const struct ledger *ledger, struct game_node *node,
                              const struct handicap *opponent);
/* Reads back what such comments on the main line of game say, with the times moves took where the
 * game has none; what is not there or not to be understood is left out. False when out
 * of memory. */
MUST_USE bool ledger_read(struct ledger *ledger, struct game *game);

/* "0.35", "#-3": a score for white as [%eval] has it. */
void ledger_eval_text(Score score, char *text, size_t size);
/* The score that "[%eval 0.35]" or "[%eval #-3]" in a comment of node's tells, with ",depth" as
 * some write it; *score is left alone where there is none. */
void ledger_read_eval(const struct game_node *node, const char *comment,
                      struct ledger_score *score);
