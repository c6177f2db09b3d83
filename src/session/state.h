/* The private state of a session and the functions that src/session/ shares internally. */
#pragma once

#include <stdio.h>

#include "src/pgn/pgn.h"
#include "src/player/async_player.h"
#include "src/player/async_analyst.h"
#include "src/review/hint.h"
#include "src/training/odds.h"
#include "src/player/engine_position.h"
#include "src/training/puzzle.h"
#include "src/session/mode.h"
#include "src/session/session.h"
#include "src/archive/own_games.h"
#include "src/store/store.h"
#include "src/store/writer.h"

/* What an engine works on. A report that answers another request is ignored. */
enum opponent_job { OPPONENT_IDLE, OPPONENT_MOVES };
enum analyst_job {
    ANALYST_IDLE,
    ANALYST_HINTS,
    ANALYST_ANALYSES,
    ANALYST_SCORES, /* for the ledger */
    ANALYST_JUDGES, /* a move tried in practice */
};

/* A move taken back, so that redo can play it again. */
struct taken_back {
    Move move;
    int64_t clock, elapsed;
    struct decision *decision; /* owned; NULL: none */
};

/* Where the cards being solved come from. */
enum practice_kind { PRACTICE_GAME, PRACTICE_DECK, PRACTICE_PUZZLES, PRACTICE_SUITE };

/* Cards being solved. */
struct practice {
    enum practice_kind kind;
    struct card *cards; /* owned; NULL: nothing is being practised; of puzzles only at is filled */
    int count, at;
    struct game *game;  /* of the card on the board */
    struct game_node *node;        /* on the board; a puzzle goes on after a right move */
    struct game_node *tried;       /* the move being judged */
    const struct game_node *looked_at; /* being searched: tried, or before it the solution's move,
                                          or the position itself where none is known */
    struct ledger_score found; /* of the position on the board; of length 0: not looked for */
    Score best;         /* of the solution's move, for white; SCORE_NONE: not known */
    bool judging;
    bool skipping;      /* the solution is looked for to be told */
    int done;           /* plies of the solution on the board */
    bool answered;      /* what this card came to has been kept */
    bool over;          /* solved or skipped: only looked at any more */
    int held;           /* moves of yours in an endgame that kept its result */
    int tries;          /* wrong ones, at this card */
    Move first_wrong;   /* of them, in the card's position; NO_MOVE: there is none */
    char wrong[64];     /* the first few, with what they come to */
    int rungs;          /* of hints, at this card, before the position on the board */
    int solved, at_once;
    double retention;   /* the deck's goal, 0: the usual one */
    struct puzzle_choice choice;
    struct puzzle puzzle; /* on the board */
    char *attempted;      /* owned; ids as struct puzzle_choice has them: the answers to these may
                             not be in the database yet */
};

/* What is known of a game beside its moves, and goes with it when it is set aside. */
struct sheet {
    enum game_status status;
    int you;
    bool loaded; /* from a file: its variations are not ours to prune */
    bool edited; /* since it was read or saved */
    char path[1024]; /* of the file it was read from, "": none */
    struct pgn_place place; /* in it */
    char ending[64];
    int64_t stored_id; /* by the writer's number, 0: this game is not kept */
    struct ledger ledger;
    struct review review;
    bool reviewed; /* review is complete, and stored if the game is */
    bool stuck;    /* no score could be added to the ledger; a review asked for tries again */
};

/* The analysis, while something else is played from one of its positions. */
struct aside {
    struct game *game; /* owned; NULL: nothing is set aside */
    struct game_node *from;
    struct sheet sheet;
    bool left; /* another game has taken the place of the one played on */
};

/* The moves of a game being guessed. */
struct guess {
    bool judging;
    int side, you;         /* guessed for; you as it was before */
    struct game *scratch;  /* owned: the game up to here, and the move tried */
    struct game_node *tried;
    const struct game_node *looked_at; /* being scored: the game's move, then the one tried */
    Score game_score;      /* for white */
    int played, as_good, a_little, worse; /* guesses so far */
    double accuracy, loss; /* their sums: percent, centipawns */
};

/* A game that was left before the database had all of it. */
struct held_game {
    int64_t stored_id;
    char *pgn; /* owned */
};

struct session {
    struct session_options options;
    struct handicap handicap;
    int drill, next_drill; /* the group this game's opponent and the next one's do without */
    int drill_percent;     /* what that group was known to before */
    struct time_control control; /* of the game; options.control is the next one's */

    /* The game. */
    struct game *game;
    struct game_node *live, *shown;
    struct sheet sheet;
    const struct mode_ops *modes;
    enum mode mode;   /* changed by session_set_mode alone */
    enum mode behind; /* while a position is set up: what goes on afterwards */
    struct clock clock;
    int clocked_from; /* ply where play began: times before it are of another clock */
    struct taken_back *redo; /* last taken back last */
    int redo_count, redo_room;
    bool review_wanted; /* the user asked for it */
    struct practice practice;
    struct whatif *whatif; /* NULL: the game was not replayed */
    struct load *load;     /* NULL: no file is being read */
    bool blindfold;
    int peeks;
    struct setup setup;
    struct game_node setup_node; /* it, to be shown */
    char setup_trouble[256];
    struct aside aside;
    struct guess guess;
    int games; /* begun so far: part of the dice for colours */

    /* What the game counts. */
    unsigned odds;        /* given to you, of 1 << enum odds */
    int takebacks;
    char unrated[48];     /* why it is not rated; "": it is */
    bool counts_already;  /* it has ended once: taken back into, it does not end again */
    struct rating rating; /* yours */
    int rated_games;      /* it comes from */
    double rated_from, rated_to; /* your rating before and after the game; 0: it was not rated */
    double points;        /* of counted games that have ended in this session */
    int counted;

    /* What the opponent says beside its moves. */
    enum manners manners;
    int hopeless_moves, level_moves; /* in a row, by its own scores */
    bool draw_offered;               /* by it; stands until you move */
    bool played_on;                  /* the end was taken back: it goes on to the last move */

    /* The opponent. */
    struct engine *opponent;
    bool configured; /* the engine knows the handicap */
    enum opponent_job opponent_job;
    uint32_t opponent_request;
    struct report heard; /* the engine's newest, whatever the job */
    struct report thinking, decided;
    bool have_thinking, have_decided;
    const struct game_node *decided_node;
    bool move_ready;    /* thinking.best waits for its natural time */
    int64_t began_thinking, show_at;

    /* A guest in its place. */
    struct thinker *guest; /* NULL: none */
    struct player_spec guest_spec;
    char guest_text[STORE_OPPONENT]; /* how it was asked for, "" for none */
    bool guest_new_game;   /* it is to forget the last one */
    struct thought thought;

    /* The analyst, created when first needed. */
    struct engine *analyst;
    enum analyst_job analyst_job;
    const struct game_node *analyst_node;
    uint32_t analyst_request;
    struct report analysis;
    bool have_analysis;
    bool turn_due;        /* to the position shown, when the engines have stopped */
    struct watcher *watcher; /* analyses in its place; NULL: none */
    struct watcher *starting; /* will take the place of either when it is ready; NULL: none */
    struct book *book;    /* shown in analysis; NULL: none */
    bool book_tried;
    struct table_verdict tables; /* of the position shown */
    bool tables_known;
    struct scout *scout; /* what stands beside the analysis; created when first needed */
    struct hint hint;
    const struct game_node *hint_node;
    struct report hinted; /* what the hint is made from; its line grows with each search */
    int hint_searches;

    struct own_games *own; /* of the store; NULL until they are asked for */

    struct store *store;   /* for reading: what is not free at once is not waited for */
    struct store_writer *writer; /* beside it, for everything else; NULL: nothing is kept */
    uint64_t rating_posted; /* the writer's count when your rating was given to it, */
    uint64_t puzzle_posted; /* your rating by puzzles, */
    struct rating puzzle_rating; /* which is this */
    struct held_game *held; /* owned */
    int held_count, held_room;
    char told_damage[256]; /* of the database, said last; "": nothing was */
    bool have_stored;  /* stored holds an unfinished game */
    struct stored_game stored;

    char message[256];
    unsigned changed; /* CHANGED_* since the last tick */
};

/* The commands, by commands.def: each sets *reply. */
#define COMMAND(id, name, arguments, words, modes, needs, function, otherwise)                     \
    void function(struct session *session, struct session_reply *reply);
#include "src/session/commands.def"
#undef COMMAND

/* command_table.c */
/* Carries out reply->command with its argument, or says why it is not allowed now. */
void session_carry_out(struct session *session, struct session_reply *reply);
bool session_is_for_screen(const char *line); /* a command that the screen carries out */

/* study/analysis.c */
void session_start_analyst(struct session *session, enum analyst_job job,
                           const struct game_node *node, int lines, const struct limits *limits);
/* Shows node and restarts what belongs to the position shown. */
void session_show(struct session *session, struct game_node *node);
/* Removes what was tried in analysis, so that the line played is the only one. */
void session_prune(struct session *session);
void session_turn_scout(struct session *session); /* to the position shown, at the level set */
const struct scouted *session_scouted(struct session *session);
void session_forget_nodes(struct session *session); /* before nodes of the game go */
/* For the ledger, or for a move tried (effort: times the usual nodes); false when that cannot
 * be. */
bool session_start_scoring(struct session *session, const struct game_node *node);
bool session_start_judging(struct session *session, const struct game_node *node, int effort);
void session_leave_analysis(struct session *session, enum mode next);
void session_enter_analysis(struct session *session, enum mode before);

/* study/hints.c */
void session_hint_from_analysis(struct session *session);
void session_go_on_with_hint(struct session *session);
/* Ends a hint that nobody works on any more. */
void session_give_up_hint(struct session *session);

/* opponent.c */
/* When a move that was found may be shown, in milliseconds of text_now. */
int64_t session_natural_moment(const struct session *session, Move move);
void session_begin_drill(struct session *session); /* of the next game */
void session_change_drill(struct session *session, int group);
void session_drill_handicap(struct session *session); /* a new handicap loses the group, too */
bool session_think(struct session *session); /* the opponent, on the live position */
void session_interrupt(struct session *session); /* the opponent stops; its answer is ignored */
/* False fills error: it cannot be set up. player: as in struct session_options. */
bool session_invite(struct session *session, const char *text, struct player *player,
                    struct error *error);
bool session_dismiss(struct session *session); /* our engine plays again */
bool session_ask_guest(struct session *session, const struct limits *limits);

/* mode.c */
/* Leaves the present mode and enters another. */
void session_set_mode(struct session *session, enum mode mode);
/* The mode that the game on the board has by itself: playing, finished, studying, idle. */
enum mode session_home(const struct session *session);
/* Ends practice and guessing: back to the game or, without one, to analysis. */
void session_stop_study(struct session *session);
/* Sets the status of the game on the board; in one of the home modes, the mode follows. */
void session_set_status(struct session *session, enum game_status status);
static inline bool session_goes_on(const struct session *session)
{
    return session->sheet.status == STATUS_GOING_ON;
}
/* There is no game to go back to: all that is done here is analysis. */
static inline bool session_is_study(const struct session *session)
{
    return session->sheet.status == STATUS_STUDIED;
}
/* Moves are tried on the board rather than played in the game. */
static inline bool session_explores(const struct session *session)
{
    return session->mode == MODE_ANALYSING || session->mode == MODE_STUDYING;
}

/* state.c */
/* Nobody here played it: it is over, comes from a file, and names neither you nor an opponent of ours. */
bool session_played_by_others(const struct session *session);
/* Whose the review is: your colour, in analysis by the game's tags; -1: nobody here played. */
int session_reviewed_side(const struct session *session);
void session_say(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);
bool session_your_turn(const struct session *session);
void session_forget_redo(struct session *session);
/* Tags and what the ledger knows, into the game; false: out of memory. */
bool session_ready_for_pgn(struct session *session);
/* The position a move typed now would be played in. */
const struct game_node *session_on_board(const struct session *session);
void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* "Fallible 1400 strong-social" */
void session_opponent_name(const struct session *session, char *text, size_t size);

/* play.c */
void session_flag_fall(struct session *session, int side);
/* Plays a legal move on the live game: clock, store, ends, the opponent's turn. */
bool session_make(struct session *session, Move move, const struct decision *decision);
/* What decided the move to node (NULL: nothing of ours) into the ledger, both into the store. */
void session_record(struct session *session, const struct game_node *node,
                    const struct decision *decision);
void session_end(struct session *session, enum result result, const char *ending,
                 const char *termination);
/* Who has the move and time, after any change of the live position. */
void session_turn(struct session *session);

/* study/practice_grade.c */
/* The next puzzle that choice allows; false: there is none, or *error says why. */
bool session_pick_puzzle(struct session *session, const struct puzzle_choice *choice,
                         struct puzzle *puzzle, struct card *card, struct error *error);
/* The position to be solved now is node's. */
void practice_stand_at(struct session *session, struct game_node *node);
/* What an answer to the card on the board comes to: the day it is due again, or your rating; said
 * in text, behind what stands there. solved: in the end; skipped is not. */
void session_answered(struct session *session, bool solved, char *text, size_t size);
/* The same for a card that is left: what was tried or hinted at was an answer. */
void session_left_card(struct session *session, char *text, size_t size);
/* Puts the next puzzle into cards[at], unless there is none, or the database is locked and can be
 * asked again (text says which). */
enum next_puzzle { NEXT_PUZZLE_FOUND, NEXT_PUZZLE_NONE, NEXT_PUZZLE_UNREAD };
enum next_puzzle session_next_puzzle(struct session *session, char *text, size_t size);
/* Rungs of the hint ladder used at this card. */
int practice_rungs(const struct session *session);
/* Neither a wrong move nor a hint so far. */
bool session_solved_clean(const struct session *session);

/* files.c */
void session_poll_load(struct session *session); /* takes the game when the file has been read */
void session_stop_load(struct session *session);
/* The first game of a PGN becomes the session's, place says where it stood; closes file. name: for
 * complaints. False: none does, and reply says why. */
bool session_load_stream(struct session *session, FILE *file, const char *name,
                         struct pgn_place *place, struct session_reply *reply);

/* persist.c */
/* The database as options have it, and its writer; the unfinished game in it. False sets *error. */
enum {
    ANALYSIS_LINES = 3,
    REVIEW_CARDS_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX,
};
enum { SESSION_READS_WITHIN = 10 /* milliseconds, where another program locks the database */ };
bool session_open_store(struct session *session, struct error *error);
/* A new row in the store for the live game; and that game, if it is going on, left for good. */
void session_keep(struct session *session);
void session_abandon(struct session *session);
/* The game is about to go: if the database has not got all of it yet, its text stays. */
void session_hold(struct session *session);
/* Says what of the database cannot be read, where that was not said yet. */
void session_tell_damage(struct session *session);
void session_poll_writer(struct session *session);
void session_recall(struct session *session); /* as options.recall has it; needs the store */

/* new_game.c */
/* Puts a game read from a file in place of the present one; takes ownership. */
bool session_adopt(struct session *session, struct game *game);
void session_choose_level(struct session *session); /* by your rating, where that is wanted */
/* Puts game in place of the present one, which is given up; takes ownership. */
void session_replace_game(struct session *session, struct game *game);
/* A new game from there, or where there is no opponent an analysis of it. */
void session_new_from(struct session *session, const struct position *start,
                      struct session_reply *reply);

/* study/endgame.c */
/* Whether the move tried keeps what the endgame is worth; after: the score for white. */
bool endgame_keeps(const struct practice *practice, Score after);
/* Plays it and the answer. False: it is over, text says how. */
bool endgame_goes_on(struct session *session, const struct ledger_score *found, char *text,
                     size_t size);

/* study/whatif.c */
void session_forget_whatif(struct session *session);
void session_poll_whatif(struct session *session);

/* study/aside.c */
void session_play_on_ends(struct session *session, struct session_reply *reply);
void session_stop_guessing(struct session *session, struct session_reply *reply);
void session_guess_skip(struct session *session, struct session_reply *reply);
void session_guess_move(struct session *session, Move move, struct session_reply *reply);
void session_guess_scored(struct session *session, const struct ledger_score *score);
void session_leave_guessing(struct session *session, enum mode next);
void session_enter_guessing(struct session *session, enum mode before);

/* study/practice.c */
void session_stop_practice(struct session *session, struct session_reply *reply);
void session_practice_skip(struct session *session, struct session_reply *reply);
bool session_start_practice(struct session *session, enum practice_kind kind,
                            const struct card cards[], int count);
void session_leave_practice(struct session *session, enum mode next);
/* True fills reply: nothing but a look at it is left. */
bool session_card_is_over(const struct session *session, struct session_reply *reply);
void session_try_move(struct session *session, Move move, struct session_reply *reply);
void session_judge_try(struct session *session, const struct ledger_score *found);

/* study/analyst.c */
void session_give_up_analyst(struct session *session); /* what it works on; it stops in a moment */
/* Starts another engine; until it is ready, whoever analyses goes on. False fills error. */
bool session_call_analyst(struct session *session, const char *command, struct error *error);
/* Blocks until the engine called has started. False fills error. */
bool session_await_analyst(struct session *session, struct error *error);
void session_poll_starting(struct session *session);
bool session_turn_watcher(struct session *session); /* to the position shown */
bool session_poll_watcher(struct session *session);
void session_rest(struct session *session); /* what stands beside the analysis */
void session_look_up(struct session *session); /* the position shown, in the tables */
void session_view_book(struct session *session, struct session_view *view);
void session_restart_analysis(struct session *session);

/* undo.c */
bool session_take_back(struct session *session, struct session_reply *reply);
bool session_put_back(struct session *session, struct session_reply *reply);

/* rating.c */
void session_load_rating(struct session *session);
void session_begin_rating(struct session *session); /* a new game is set up */
void session_unrate(struct session *session, const char *why); /* the game going on */
void session_rate(struct session *session, enum result result);
/* "Your rating: 1435? (+35).", "Not rated: moves were taken back; takebacks: 2."; "" while that is
 * open. */
void session_rated_words(const struct session *session, char *text, size_t size);

/* events.c */
void session_poll_engines(struct session *session, int64_t now);

/* setup.c */
/* A line typed while a position is set up; false: it is none of its words. */
void session_enter_setup(struct session *session, const char *line, struct session_reply *reply);
void session_leave_setup(struct session *session, enum mode next);
void session_enter_setup_mode(struct session *session, enum mode before);

/* study/scoring.c */
void session_forget_review(struct session *session, int from); /* of plies from on */
void session_go_on_scoring(struct session *session); /* where the analyst is free */
bool session_keep_score(struct session *session, const struct game_node *node,
                        const struct ledger_score *score);

/* resign_draw.c */
void session_forget_manners(struct session *session); /* another game */
/* In place of the move of report: ends the game and returns true. */
bool session_opponent_resigns(struct session *session, const struct report *report);
/* After it: the opponent may claim or offer a draw. */
void session_opponent_moved(struct session *session, const struct report *report);
void session_end_resigned(struct session *session); /* by the opponent */

/* command_names.c */
/* The command that line begins with, by its name or another it goes by; returns how long that is,
 * 0: there is none. */
size_t session_command_named(const char *line, enum session_command *command);
/* Of a word that something else than a command here does; false: it is none. */
bool session_advise(const char *line, struct session_reply *reply);
/* That line is none, and what may have been meant. */
void session_no_command(const char *line, struct session_reply *reply);
