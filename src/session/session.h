/* A game being played or studied: its state, its commands and the view that a screen draws. It does
 * not depend on a screen or on src/lab/. The modes other than playing are in study/. A session owns
 * two engines (the opponent and a full-strength analyst) and the store. All functions are called
 * from one thread. No function blocks unless its comment says so: engines are polled in
 * session_tick, which the owner calls after a wake-up and when session_timeout has passed.
 *
 * Other public headers: asks.h, command.h, home.h, options.h, result.h, view.h. */
#pragma once

#include "engine/evaluation.h"
#include "src/game/names.h"
#include "src/pgn/index.h"
#include "src/review/review.h"
#include "src/session/command.h"
#include "src/session/options.h"
#include "src/session/view.h"
#include "src/training/puzzle.h"

struct session;
/* Creates a session without a game. On failure, destroys options->guest_player, sets *error and
 * returns NULL. */
struct session *session_create(const struct session_options *options, struct error *error);
/* A writer thread writes games, answers and reviews to the database. This call waits until
 * everything is written, but at most the given time. It stops waiting if the database refuses the
 * writes. Except for session_leave, no other call waits for the writer. */
void session_settle(struct session *session, int milliseconds);
/* Call this before session_destroy. It waits for the writer, but for about a second at most if the
 * writer makes no progress. Games that are not in the database then go to a PGN file beside it.
 * An unfinished game stays unfinished. Returns false if something was not stored; `text` then says
 * what, and where it was saved. */
MUST_USE bool session_leave(struct session *session, char *text, size_t size);
void session_destroy(struct session *session); /* calls session_leave first */

/* Describes the newest unfinished game that waits to be resumed: its date, opponent and move number
 * as one line of text. Returns false if no game waits. */
MUST_USE bool session_unfinished(struct session *session, char *text, size_t size);
/* Whether the newest unfinished game began after all finished ones. When the program starts, it
 * asks only about such a game. */
bool session_left_last(struct session *session);
MUST_USE bool session_resume(struct session *session, struct error *error);

/* Replaces the present game with a game of an index, to be analysed; `game` is its number, from 0.
 * Returns false and sets *error on failure. If only a part of the game could be parsed, keeps the
 * rest as text, sets *error and returns true. */
MUST_USE bool session_open(struct session *session, const struct pgn_index *index, int game,
                           struct error *error);

/* Reviews games of a file, so that the user's mistakes enter the deck. games[] has their numbers in
 * the index, from 0; games in which the user did not play are skipped. Each game becomes the
 * present game while it is reviewed. The run ends with a message after the last game, or when the
 * user opens another game. The index must stay open until then. Returns false and sets *error to a
 * sentence if nothing can be reviewed. */
MUST_USE bool session_review_games(struct session *session, const struct pgn_index *index,
                                   const int games[], int count, struct error *error);
/* Returns whether games are being reviewed, and sets the number of the present one, from 1, and the
 * number of all. */
bool session_reviews_progress(const struct session *session, int *at, int *of);
void session_stop_reviews(struct session *session);

/* Returns the games of the file that `load` has read; the caller then owns the index. Returns NULL
 * if no file was read since the last call. Sets *choose to whether the user wants to analyse a game
 * of that file but did not say which one. */
struct pgn_index *session_take_games(struct session *session, bool *choose);

/* If a name is in nearly all games of a file and the user was not asked about it, writes the
 * question, "DrNykterstein is in all 214 games: is that you?", and returns true. The answer is
 * kept, so that no name is asked about twice. */
MUST_USE bool session_name_question(struct session *session, const struct pgn_index *index,
                                    char *text, size_t size);
void session_answer_name(struct session *session, bool yours, struct session_reply *reply);
/* Returns true if the game on the board is from a file, and the user may be one of the players, but
 * it is not known whether and which. */
bool session_has_unknown_player(const struct session *session);
/* Returns true the first time that session_has_unknown_player is true. */
bool session_hints_at_names(struct session *session);

/* Begins a game with the current settings; the opponent starts to think if it is its turn. */
MUST_USE bool session_new(struct session *session, struct error *error);

/* The parts of the view that session_tick and the calls below may have changed. */
enum {
    CHANGED_BOARD = 1, /* a move or takeback, another position shown, the end of the game */
    CHANGED_CLOCK = 2,
    CHANGED_THINKING = 4, /* a new report of the opponent */
    CHANGED_ANALYSIS = 8, /* a new report of the analyst, or new candidates of the level */
    CHANGED_HINT = 16,
    CHANGED_SETTINGS = 32,
    CHANGED_MESSAGE = 64,
    CHANGED_REVIEW = 128, /* a position was scored, or the review is complete */
};
/* Reads the engines' reports and the clock. Returns a set of CHANGED_*. */
unsigned session_tick(struct session *session);
int session_timeout(const struct session *session); /* ms until the next tick is due, -1: none */

void session_enter(struct session *session, const char *line, struct session_reply *reply);
/* Whether the line is a command or looks like a move, so that session_enter may carry it out. */
bool session_understands(const struct session *session, const char *line);
/* Returns true if home is open and the line is the name of a file of games, perhaps followed by the
 * number of a game. Entering the line then loads that game, as load does. */
bool session_names_file(const struct session *session, const char *line);
/* Shows ratings on another scale from now on. */
void session_show_scale(struct session *session, enum rating_scale which);
/* Carries out the command "level N" as if "elo N" were typed; `elo` is the text N. Does nothing if
 * that is "". */
void session_enter_level(struct session *session, const char *elo, struct session_reply *reply);
/* Reads a typed move as chess_read_move does. Letters in the wrong case are accepted if only one
 * legal move fits: "E4" and "NF3", but not "BC4" if a bishop and the b-pawn can move there. */
MUST_USE bool session_read_move(const struct position *position, const char *text, Move *move,
                                struct error *error);
/* Like session_enter, for a move that the user made on the board with the mouse or the cursor. */
void session_play(struct session *session, Move move, struct session_reply *reply);
/* Writes the completions of the typed text (moves in SAN, commands, their arguments) and returns
 * their number. */
int session_complete(const struct session *session, const char *typed, char words[][32], int max);

/* Cancels the premove, the move typed while the opponent thinks (session_view.premove). Returns
 * false if there was none. */
bool session_take_premove_back(struct session *session);

/* Shows another position of the game; a game that is being played goes on meanwhile. Returns false
 * if there is no position in that direction. */
enum step { STEP_BACK, STEP_FORWARD, STEP_START, STEP_END };
bool session_step(struct session *session, enum step step);
/* Returns true if the program must end this session and show home: the user left an analysis that
 * was started from the shell. */
bool session_goes_home(const struct session *session);
/* The move shown may have alternatives (variations). Shows the next of them if `by` > 0, otherwise
 * the previous one. Returns false if there is no such move. */
bool session_step_variation(struct session *session, int by);

/* Returns text for the clipboard. `what` is "fen" for the position shown, "link" for the address of
 * its page on Lichess, or "pgn", "pgn --eval" or "pgn --full" for the game. The caller frees the
 * text. Returns NULL and sets *error on failure. */
char *session_copy(struct session *session, const char *what, struct error *error);
/* What pasted text is, by its form: a FEN, a PGN, or neither. */
enum pasted { PASTED_OTHER, PASTED_POSITION, PASTED_GAME };
enum pasted session_pasted(const char *text);
/* Replaces the position or the game with a FEN or a PGN from the clipboard. Returns false if `text`
 * is neither. */
MUST_USE bool session_paste(struct session *session, const char *text,
                            struct session_reply *reply);

/* Counts a peek at the board in a blindfold game; returns the number of peeks so far. */
int session_peek(struct session *session);

/* Returns the position that the user is setting up (command `edit`), or NULL. The caller may change
 * it. While it is set up, the view shows it, and the user can type only the lines of setup.h and
 * `play`, `analyze` and `cancel`. */
struct setup *session_setup(struct session *session);
void session_setup_changed(struct session *session); /* call it after each change */

/* Sets the opponent's strength. It may change during a game and applies from the opponent's next
 * move on. If `handicap` has numbers that differ from those of its level, the opponent becomes
 * custom: its rating is unknown. */
void session_set_handicap(struct session *session, const struct handicap *handicap);
/* Returns true if a guest, another program, is the opponent. The level is then used in analysis
 * only. */
bool session_has_guest(const struct session *session);

/* session_preview_level starts to find what a level would play in the position shown, but does not
 * set that level; NULL ends the search. In a rated game it does nothing, because the result would
 * be help; session_may_preview returns whether it is allowed. session_previewed returns the results
 * so far, or NULL; the pointer stays valid until the next call. */
bool session_may_preview(const struct session *session);
void session_preview_level(struct session *session, const struct handicap *handicap);
const struct probed *session_previewed(struct session *session);

/* The group of evaluation terms (enum group) that the opponent ignores in the next game, or
 * DRILL_NONE. */
int session_drill(const struct session *session);
void session_set_drill(struct session *session, int group);

/* The user's colour in the next game (WHITE, BLACK, or -1 for random) and its clock. */
void session_next_game(const struct session *session, int *color, struct time_control *control);
void session_set_next_game(struct session *session, int color, const struct time_control *control);

/* Turns analysis of the position shown on or off. While it is on, the view has the best lines and
 * the moves that the level would choose among, both updated live. In a session without an opponent
 * it cannot be turned off. */
void session_analyze(struct session *session, bool on);
/* Pauses analysis for the review or for practice, even without an opponent, until the next
 * session_analyze. */
void session_pause_analysis(struct session *session);
/* While this is on, the analysis also finds for each positional group what the level would do if
 * its knowledge of the group were switched on or off, in the position shown and in the other
 * positions of its line (session_view.groups). */
void session_show_groups(struct session *session, bool on);

/* Returns the review of the finished game, computed from the positions scored so far. The others
 * are scored while no analysis runs. Returns NULL while the game goes on, or without a game. The
 * pointers stay valid until the next call that changes the session. */
const struct review *session_review(struct session *session);
bool session_review_ready(const struct session *session); /* every position of the game is scored */
/* The review's judgement of the move that led to `node`. JUDGED_GOOD if the review is not ready, or
 * if the node is not in the game's line. */
enum judgement session_judged(const struct session *session, const struct game_node *node);
bool session_review_stuck(const struct session *session); /* scoring the game ran out of memory;
                                                             session_review tries again */
const struct ledger *session_ledger(const struct session *session);
/* Shows the position after the given ply of a finished game. */
bool session_view_ply(struct session *session, int ply);
/* session_try starts practice of what you missed in the game, beginning with the position at `ply`
 * or the first one after it. session_try_position begins with exactly the position at `ply`; if
 * that position cannot be practised, the reply says why. */
void session_try(struct session *session, int ply, struct session_reply *reply);
void session_try_position(struct session *session, int ply, struct session_reply *reply);

/* Starts practice with copies of the cards. They are shown on the board one by one; after a card is
 * solved or skipped, session_next_card shows the next. Meanwhile moves, hints and the commands
 * `skip` and `stop` apply to the card. The answers are stored if there is a store, and missed cards
 * go into the deck. */
MUST_USE bool session_practise(struct session *session, const struct card cards[], int count);
/* Goes from a finished card to the next one or to the end; returns false if the card is not
 * finished. */
bool session_next_card(struct session *session);
/* Copies the latest message, and drops it from the view. */
void session_take_message(struct session *session, char *text, size_t size);
/* Returns true while positions to solve are being read; they are put on the board as soon as they
 * are ready. */
bool session_is_preparing(const struct session *session);

/* Starts practice of the cards of the deck that are due, at most `most`, and sets *count to their
 * number. `goal` is the probability with which you should still remember a card when it comes back;
 * 0 stands for the usual one. The answers are stored. If no card is due, returns false with an
 * empty error->message and sets *next to the time when the next card is due, or to 0 if the deck is
 * empty. On failure returns false and sets *error. Needs a store, as do the two functions below. */
MUST_USE bool session_practise_due(struct session *session, int most, double goal, int *count,
                                   int64_t *next, struct error *error);
/* Adds the cards of a list, such as a repertoire, to the deck and practises them: first the cards
 * that are due, then new ones. Parameters and result are as for session_practise_due. */
MUST_USE bool session_practise_list(struct session *session, const char *source,
                                    const struct card list[], int list_count, int most,
                                    double goal, int *count, struct error *error);
MUST_USE bool session_practise_puzzles(struct session *session, const struct puzzle_choice *choice,
                                       int count, struct error *error);

/* Adds to `tree` the moves that were played in the position shown in the user's finished games.
 * While the games are still being read, leaves the tree unchanged; then call this function again
 * after the next tick. */
struct tree;
enum own_tree { OWN_TREE_NONE /* there is no database, or it cannot be read */, OWN_TREE_READING,
                OWN_TREE_COUNTED };
enum own_tree session_own_tree(struct session *session, struct tree *tree);

/* Sets *trace to the static evaluation of the position shown, term by term: with the opponent's
 * weights or, if `full` is true, with complete knowledge. */
void session_trace(const struct session *session, bool full, struct trace *trace);
