/* Practice: positions to solve, one after the other. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/error.h"
#include "src/review/ledger.h"
#include "src/session/mode.h"
#include "src/training/puzzle.h"

struct session;
struct session_reply;

/* Where the cards of a practice come from. */
enum practice_kind { PRACTICE_GAME, PRACTICE_DECK, PRACTICE_PUZZLES, PRACTICE_SUITE };

/* A practice: a list of cards to solve. A card is a position with a task (src/training/card.h). */
struct practice {
    enum practice_kind kind;
    struct card *cards; /* owned; NULL: no practice is going on; for puzzles only cards[at] is
                           filled */
    int count, at;
    struct game *game;                 /* the game of the current card */
    struct game_node *node;            /* the position on the board; a puzzle goes on after each
                                          right move */
    struct game_node *tried;           /* the position after the move being judged */
    const struct game_node *looked_at; /* the position being searched: `tried` while a move is
                                          judged; before that, the position after the solution's
                                          move if it has no score yet, or `node` if the solution is
                                          unknown */
    struct ledger_score found; /* score of the position on the board; length 0: not searched */
    Score best;           /* score after the solution's move, for white; SCORE_NONE: not searched
                           * yet. It is searched as long as the user's move, because the card's own
                           * score, from a longer search, cannot be compared with that */
    bool judging;         /* a search is running that judges the user's move, or finds the solution
                             of the position that the user skips */
    bool skipping;        /* searching for the solution in order to show it */
    int done;             /* plies of the solution that have been played on the board */
    bool answered;        /* the result of this card is stored */
    bool over;            /* solved or skipped; still shown */
    int held;             /* how many of the user's endgame moves kept the result */
    int tries;            /* wrong moves at this card */
    Move first_wrong;     /* first wrong move in the card's position; NO_MOVE: none */
    char wrong[64];       /* the first few wrong moves with their outcome */
    int rungs;            /* hint steps used at earlier positions of this card */
    int solved, at_once;  /* cards solved, and how many of them at the first try without a hint */
    bool asked;           /* the level probe works on this card's position; see study/beside.c */
    int64_t began, ended; /* when the card was shown, and when it was solved or skipped */
    char beside[512];     /* how long you took, what the opponent's level does, and what would help
                             it to find the move; or "" */
    int change;           /* which change to the level is being tested, an index into what
                             handicap_changes lists; 0: the level is being tested unchanged */
    char helped[256];     /* the changes with which the level finds the move; or "" */
    int asked_count, level_solved; /* asked_count: positions that the level was tested on;
                                    * level_solved: how many of them it solved */
    double retention; /* the probability with which you should still remember a card when it
                         comes back; 0: the usual one */
    struct puzzle_choice choice;
    struct puzzle puzzle; /* the puzzle on the board */
    char *attempted;      /* owned; ids of the puzzles solved or missed in this practice, in the
                             format of puzzle_choice.except; the database may not have them yet */
};

/* study/practice.c */
void session_stop_practice(struct session *session, struct session_reply *reply);
void session_practice_skip(struct session *session, struct session_reply *reply);
bool session_start_practice(struct session *session, enum practice_kind kind,
                            const struct card cards[], int count);
void session_leave_practice(struct session *session, enum mode next);
/* The move that hints should lead to: the next move of the card's solution. Returns NO_MOVE if no
 * solution is known or no card is being solved; hints then lead to the best move. */
Move practice_hint_move(const struct session *session);
/* Returns a sentence about how the card counts after a first hint; NULL if an earlier hint or wrong
 * move has already changed how it counts. */
const char *practice_hint_cost(const struct session *session);
/* Returns true and sets *reply if the card on the board is already solved or skipped. */
bool session_card_is_over(const struct session *session, struct session_reply *reply);
void session_try_move(struct session *session, Move move, struct session_reply *reply);
void session_judge_try(struct session *session, const struct ledger_score *found);
/* Returns true if no card comes after the present one. */
bool practice_is_last(const struct practice *practice);

/* study/practice_grade.c */
/* Picks the next puzzle that `choice` allows. Returns false without setting *error if no puzzle is
 * left; sets *error on failure. */
bool session_pick_puzzle(struct session *session, const struct puzzle_choice *choice,
                         struct puzzle *puzzle, struct card *card, struct error *error);
/* Makes `node` the position of the card that the user has to solve now. */
void practice_stand_at(struct session *session, struct game_node *node);
/* Stores the answer to the current card, updates its due date or the user's puzzle rating, and
 * appends the result to `text`. `solved` is true if the card was solved in the end and not
 * skipped. */
void session_answered(struct session *session, bool solved, char *text, size_t size);
/* Call it when the user leaves a card unfinished: if a move was tried or a hint was used, stores
 * the card as not solved, like session_answered. */
void session_left_card(struct session *session, char *text, size_t size);
/* Puts the next puzzle into cards[at] and returns NEXT_PUZZLE_FOUND. If that fails, appends the
 * reason to text and returns NEXT_PUZZLE_NONE if no puzzle is left or an error occurred,
 * NEXT_PUZZLE_UNREAD if the database is locked and the caller may try again. */
enum next_puzzle { NEXT_PUZZLE_FOUND, NEXT_PUZZLE_NONE, NEXT_PUZZLE_UNREAD };
enum next_puzzle session_next_puzzle(struct session *session, char *text, size_t size);
/* The number of hint steps used at this card. */
int practice_rungs(const struct session *session);
/* Returns true if this card has had neither a wrong move nor a hint so far. */
bool session_solved_clean(const struct session *session);

/* study/endgame.c */
/* Returns whether the move that the user tried keeps the result of the endgame, a win or a draw.
 * `after` is the score after the move, for white. */
bool endgame_keeps(const struct practice *practice, Score after);
/* Plays the move that the user tried and the opponent's reply, the first move of found->line.
 * Returns false if the endgame is over; `text` then says how it ended. */
bool endgame_goes_on(struct session *session, const struct ledger_score *found, char *text,
                     size_t size);

/* study/beside.c */
/* While the user solves a test suite, the level probe finds what the opponent's level would play in
 * each position. */
void session_begin_beside(struct session *session); /* call it when a card was just shown */
void session_look_beside(struct session *session);  /* call it when the card is over, and when the
                                                       probe has new results */
void session_end_beside(struct session *session);
/* Appends how many positions of the practice the level solves; nothing if it was not probed. */
void session_tell_beside(const struct session *session, char *text, size_t size);
