/* The private state of a session and the functions that src/session/ shares internally. */
#pragma once

#include <stdio.h>

#include "src/pgn/pgn.h"
#include "src/player/async_player.h"
#include "src/player/async_analyst.h"
#include "src/claims/hint.h"
#include "src/training/odds.h"
#include "src/player/engine_position.h"
#include "src/training/puzzle.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/session.h"
#include "src/archive/own_games.h"
#include "src/store/store.h"
#include "src/store/writer.h"

/* What an engine works on. A report that answers another request is ignored. */
enum opponent_job { OPPONENT_IDLE, OPPONENT_MOVES, OPPONENT_PONDERS };
enum analyst_job {
    ANALYST_IDLE,
    ANALYST_HINTS,
    ANALYST_ANALYSES,
    ANALYST_JUDGES, /* a move played in practice */
};

/* A move taken back, so that redo can play it again. */
struct taken_back {
    Move move;
    int64_t clock, elapsed;
    struct decision *decision; /* owned; NULL: none */
};

/* The source of the practice cards. */
enum practice_kind { PRACTICE_GAME, PRACTICE_DECK, PRACTICE_PUZZLES, PRACTICE_SUITE };

/* A practice: a list of cards to solve. */
struct practice {
    enum practice_kind kind;
    struct card *cards; /* owned; NULL: no practice; for puzzles only cards[at] is filled */
    int count, at;
    struct game *game;  /* the game of the current card */
    struct game_node *node;        /* the position on the board; a puzzle continues after a right
                                      move */
    struct game_node *tried;       /* the move being judged */
    const struct game_node *looked_at; /* position being searched: tried, or earlier the one after
                                          the solution's move, or node if the solution is unknown */
    struct ledger_score found; /* score of the position on the board; length 0: not searched */
    Score best;         /* of the solution's move, for white; SCORE_NONE: not known */
    bool judging;
    bool skipping;      /* searching for the solution in order to show it */
    int done;           /* plies of the solution on the board */
    bool answered;      /* the result of this card is stored */
    bool over;          /* solved or skipped; still shown */
    int held;           /* the user's endgame moves that kept the result */
    int tries;          /* wrong moves at this card */
    Move first_wrong;   /* first wrong move in the card's position; NO_MOVE: none */
    char wrong[64];     /* the first few wrong moves with their outcome */
    int rungs;          /* hint steps used at this card before the present position */
    int solved, at_once;
    bool asked;           /* the level probe works on this position; see study/beside.c */
    int64_t began, ended; /* when it was shown, and solved or skipped */
    char beside[160];     /* how long you took, and what the opponent's level does; "" */
    int asked_count, level_solved; /* positions that the level was asked, and found */
    double retention;   /* the deck's goal, 0: the usual one */
    struct puzzle_choice choice;
    struct puzzle puzzle; /* on the board */
    char *attempted;      /* owned; puzzle ids in the format of struct puzzle_choice whose answers
                             may not be in the database yet */
};

/* The record of a game besides its moves. It is suspended together with the game. */
struct game_record {
    enum game_status status;
    int you;
    bool loaded; /* from a file: keep its variations */
    bool ended;  /* here, and not in the file */
    bool edited; /* since it was read or saved */
    char path[1024]; /* path of the file it was read from, "": none */
    struct pgn_place place; /* position in that file */
    char ending[64];
    int64_t stored_id; /* the writer's number for it, 0: not stored */
    struct ledger ledger;
    struct review review;
    bool reviewed; /* review is complete, and stored if the game is */
    bool stuck;    /* adding a score to the ledger failed; asking for a review retries */
};

/* A suspended analysis while a game is played from one of its positions. */
struct suspended_analysis {
    struct game *game; /* owned; NULL: no suspended analysis */
    struct game_node *from;
    struct game_record record;
    bool left; /* another game has replaced the one played on */
};

/* The moves of a game being guessed. */
struct guess {
    bool judging;
    int side, you;         /* the side to guess for; the value of record.you before */
    struct game *scratch;  /* owned: the game up to here and the move guessed */
    struct game_node *tried;
    const struct game_node *looked_at; /* position being scored: after the game's move, then after
                                          the guess */
    Score game_score;      /* for white */
    int played, as_good, a_little, worse; /* number of guesses by quality */
    double accuracy, loss; /* their sums: percent, centipawns */
};

/* A game that was closed before it was completely stored. */
struct held_game {
    int64_t stored_id;
    char *pgn; /* owned */
};

struct session {
    struct session_options options;
    struct handicap handicap;
    int drill, next_drill; /* the groups ignored by this and the next game's opponent */
    int drill_percent;     /* the percentage of that group without the drill */
    struct time_control control; /* of this game; options.control is for the next */

    /* The game. */
    struct game *game;
    struct game_node *live, *shown;
    struct game_record record;
    const struct mode_ops *modes;
    enum mode mode;   /* changed by session_set_mode alone */
    enum mode behind; /* the mode to return to after setting up a position */
    struct clock clock;
    int clocked_from; /* ply where play began; earlier times are from another clock */
    struct taken_back *redo; /* the latest move taken back is the last entry */
    int redo_count, redo_capacity;
    bool review_wanted; /* the user asked for a review */
    struct practice practice;
    struct whatif *whatif; /* NULL: no what-if replay */
    struct load *load;     /* NULL: no file is being read */
    bool blindfold;
    int peeks;
    struct setup setup;
    struct game_node setup_node; /* the node that shows setup */
    char setup_trouble[256];
    struct suspended_analysis suspended;
    struct guess guess;
    int games; /* games begun so far; seeds the random colour */

    /* Rating. */
    unsigned odds;        /* given to the user; a set of 1 << enum odds */
    int takebacks;
    char unrated[48];     /* why the game is not rated; "": it is rated */
    bool counts_already;  /* it has ended once; after an undo it is not counted again */
    struct rating rating; /* the user's */
    int rated_games;      /* number of games behind the rating */
    double rated_from, rated_to; /* the user's rating before and after the game; 0: not rated */
    int lost_games;       /* by the opponent in a row, up to now, in this session */
    double points;        /* points from the rated games of this session */
    int counted;

    /* Resignations and draws by the opponent. */
    enum resign_policy resign_policy;
    int hopeless_moves, level_moves; /* consecutive, by the opponent's scores */
    bool draw_offered;               /* by the opponent; valid until the user moves */
    bool played_on;                  /* the end was undone: no resigning or draw offers now */

    /* The opponent. */
    struct engine *opponent;
    bool configured; /* the engine knows the handicap */
    enum opponent_job opponent_job;
    uint32_t opponent_request;
    struct report heard; /* the engine's latest report for any job */
    struct report thinking, decided;
    bool have_thinking, have_decided;
    const struct game_node *decided_node;
    bool color_chosen;  /* the colour of the next game was chosen, so it does not alternate */
    char premove[32];   /* see premove.c; "": none */
    Move premoved;      /* the same as a move after one of the opponent's */
    bool move_ready;    /* thinking.best waits for its natural time */
    int64_t began_thinking, show_at;
    const struct game_node *ponder_from; /* your turn, on which it ponders */
    struct pondered pondered;

    /* A guest in its place. */
    struct async_player *guest; /* NULL: none */
    struct player_spec guest_spec;
    char guest_text[STORE_OPPONENT]; /* the text that named it, "" for none */
    bool guest_new_game;   /* the guest must be told that a new game starts */
    struct thought thought;

    /* The analyst, created when first needed. */
    struct engine *analyst;
    struct score_pool *score_pool; /* scores the game for its review; created when first needed */
    enum analyst_job analyst_job;
    const struct game_node *analyst_node;
    uint32_t analyst_request;
    struct report analysis;
    bool have_analysis;
    bool turn_due;        /* analyse the position shown as soon as the engines stop */
    struct async_analyst *async_analyst; /* external analyst used instead; NULL: none */
    struct async_analyst *starting; /* external analyst that takes over when ready; NULL: none */
    struct book *book;    /* shown in analysis; NULL: none */
    bool book_tried;
    struct table_verdict tables; /* of the position shown */
    bool tables_known;
    struct level_probe
        *level_probe; /* finds the threat and the level's moves; created when first needed */
    struct group_probe *group_probe; /* created when first needed */
    bool groups_wanted, groups_due;  /* due: start as soon as its last search has stopped */
    bool previewing;                 /* level_probe works for session_preview_level */
    struct hint hint;
    const struct game_node *hint_node;
    struct prover *prover; /* proves hints; created when first needed */
    struct report hinted;  /* of the search that it asked for */

    bool preparing;       /* the database's thread reads what will be trained */
    bool recalled_color;  /* options.color is that of the last game */
    bool away;            /* the user is at home */
    bool clock_stands;    /* because the user is away or solves positions */
    uint64_t home_posted; /* the writer's count when home was read, and whether all was written */
    bool home_whole;

    struct own_games *own; /* games in the store; NULL until first requested */

    struct store *store;   /* for reading only; a read does not wait for a lock */
    struct store_writer *writer; /* for all writing; NULL: nothing is stored */
    uint64_t rating_posted; /* the writer's count when the rating was last written */
    uint64_t puzzle_posted; /* the writer's count when puzzle_rating was last written */
    struct rating puzzle_rating; /* the user's puzzle rating */
    struct held_game *held; /* owned */
    int held_count, held_capacity;
    char told_damage[256]; /* last reported database damage; "": none */
    bool have_stored;  /* stored holds an unfinished game */
    struct stored_game stored;

    char message[256];
    unsigned changed; /* CHANGED_* since the last tick */
};

/* The functions of the commands in commands.def. Each sets *reply. */
#define COMMAND(id, name, arguments, words, modes, needs, function, otherwise)                     \
    void function(struct session *session, struct session_reply *reply);
#include "src/session/commands.def"
#undef COMMAND

/* command_table.c */
/* Carries out reply->command with its argument, or says why it is not allowed now. */
void session_carry_out(struct session *session, struct session_reply *reply);
bool session_is_for_screen(const char *line); /* a command that the screen carries out */

/* study/analysis.c */
/* Creates and configures the analyst's engine. Returns false and says why on failure. */
bool session_ready_analyst(struct session *session, int lines);
void session_start_analyst(struct session *session, enum analyst_job job,
                           const struct game_node *node, int lines, const struct limits *limits);
/* Shows node and restarts the analysis of the position shown. */
void session_show(struct session *session, struct game_node *node);
void session_turn_level_probe(
    struct session *session); /* sends it the position shown and the level */
const struct probed *session_probed(struct session *session);
bool session_group_effects(struct session *session, struct group_effects *effects);
void session_poll_groups(struct session *session);
void session_forget_nodes(struct session *session); /* call it before nodes of the game are freed */
/* Starts a search to judge the user's move (effort: multiple of the usual nodes). Returns false if
 * it cannot start. */
bool session_start_judging(struct session *session, const struct game_node *node, int effort);
void session_leave_analysis(struct session *session, enum mode next);
void session_enter_analysis(struct session *session, enum mode before);

/* study/hints.c */
void session_go_on_with_hint(struct session *session); /* a search for the hint has finished */
/* Ends a hint that is no longer being searched. */
void session_give_up_hint(struct session *session);

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
    return session->record.status == STATUS_GOING_ON;
}
/* The session has only an analysis and no game. */
static inline bool session_is_study(const struct session *session)
{
    return session->record.status == STATUS_STUDIED;
}
/* Moves are tried on the board rather than played in the game. */
static inline bool session_explores(const struct session *session)
{
    return session->mode == MODE_ANALYSING || session->mode == MODE_STUDYING;
}

/* state.c */
/* The game is from a file, is over and names neither the user nor one of our opponents. */
bool session_played_by_others(const struct session *session);
/* The user's colour by the game's tags; -1: the tags do not name the user. */
int session_tagged_side(const struct game *game);
/* The side under review: the user's colour, or in analysis the side named by the game's tags; -1 if
 * the user played neither side. */
int session_reviewed_side(const struct session *session);
void session_say(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);
bool session_your_turn(const struct session *session);
void session_forget_redo(struct session *session);
/* Writes the tags and the ledger's scores into the game; returns false if out of memory. */
bool session_ready_for_pgn(struct session *session);
/* A copy of the game for other programs, without our tags and decisions. The caller destroys it.
 * NULL if out of memory, or if the game itself is written as it is. */
struct game *session_clean_game(struct session *session, enum ledger_detail detail);
/* The position in which a typed move would be played. */
const struct game_node *session_on_board(const struct session *session);
void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* "Fallible 1400 strong-social" */
void session_opponent_name(const struct session *session, char *text, size_t size);

/* study/practice_grade.c */
/* Picks the next puzzle that choice allows. Returns false if none is left, or on an error, and then
 * sets *error. */
bool session_pick_puzzle(struct session *session, const struct puzzle_choice *choice,
                         struct puzzle *puzzle, struct card *card, struct error *error);
/* Makes node the position to be solved. */
void practice_stand_at(struct session *session, struct game_node *node);
/* Stores the answer to the current card and updates its due date or the user's rating, and appends
 * the result to text. solved: solved in the end, not skipped. */
void session_answered(struct session *session, bool solved, char *text, size_t size);
/* The same when the user leaves a card: a try or a hint counts as an answer. */
void session_left_card(struct session *session, char *text, size_t size);
/* Puts the next puzzle into cards[at]. If no puzzle is left, or the database is locked and the
 * caller may retry, text says which. */
enum next_puzzle { NEXT_PUZZLE_FOUND, NEXT_PUZZLE_NONE, NEXT_PUZZLE_UNREAD };
enum next_puzzle session_next_puzzle(struct session *session, char *text, size_t size);
/* The number of hint steps used at this card. */
int practice_rungs(const struct session *session);
/* Returns true if this card has had neither a wrong move nor a hint so far. */
bool session_solved_clean(const struct session *session);

/* files.c */
void session_poll_load(struct session *session); /* takes the game when the file has been read */
void session_stop_load(struct session *session);
void session_expand_home(const char *name, char *path, size_t size); /* "~/a" as the shell does */
/* Loads the first game of a PGN into the session, sets *place to its position in the file, and
 * closes file. name is for messages. Returns false on failure; reply then says why. */
bool session_load_stream(struct session *session, FILE *file, const char *name,
                         struct pgn_place *place, struct session_reply *reply);

/* persist.c */
/* Opens the database of the options, its writer and the unfinished game in it. Returns false and
 * sets *error on failure. */
enum {
    ANALYSIS_LINES = 3,
    REVIEW_CARDS_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX,
};
enum { SESSION_READS_WITHIN = 10 /* milliseconds, if another program locks the database */ };
bool session_open_store(struct session *session, struct error *error);
/* session_persist adds a row for the live game to the store. session_abandon marks that game as
 * abandoned if it is still going on. */
void session_persist(struct session *session);
void session_abandon(struct session *session);
/* Call this before the game is replaced: keeps its PGN if the database does not have all of it
 * yet. */
void session_hold(struct session *session);
/* Reports which part of the database is unreadable, once. */
void session_tell_damage(struct session *session);
void session_poll_writer(struct session *session);
void session_recall(struct session *session); /* restores settings by options.recall; needs the
                                                 store */

/* home.c */
int session_next_color(const struct session *session); /* of the next game: WHITE, BLACK, -1 */
void session_pace_clock(struct session *session);      /* stops or starts it as the user leaves or
                                                          comes back */

/* study/activities.c */
void session_poll_prepared(struct session *session);

/* study/endgame.c */
/* Whether the move keeps the result of the endgame; after: the score after it for white. */
bool endgame_keeps(const struct practice *practice, Score after);
/* Plays the move and the reply. Returns false if the endgame is over; text then says how it
 * ended. */
bool endgame_goes_on(struct session *session, const struct ledger_score *found, char *text,
                     size_t size);

/* study/whatif.c */
void session_forget_whatif(struct session *session);
void session_poll_whatif(struct session *session);

/* study/suspend_analysis.c */
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
/* The move that a hint has to lead to; NO_MOVE: the best one. */
Move practice_hint_move(const struct session *session);
/* Says how the card counts after the first hint; NULL if it counts so already. */
const char *practice_hint_cost(const struct session *session);
/* Returns true and sets *reply if the card is solved or skipped and only shown. */
bool session_card_is_over(const struct session *session, struct session_reply *reply);
void session_try_move(struct session *session, Move move, struct session_reply *reply);
void session_judge_try(struct session *session, const struct ledger_score *found);

/* study/beside.c */
void session_begin_beside(struct session *session); /* the card was just shown */
void session_look_beside(struct session *session);  /* the card is over, or the probe has news */
void session_end_beside(struct session *session);
/* Adds how many positions of the practice the level finds; nothing if it was not asked. */
void session_tell_beside(const struct session *session, char *text, size_t size);

/* study/analyst.c */
void session_give_up_analyst(struct session *session); /* cancels its job; it stops soon after */
/* Starts an external analyst; the present one continues until it is ready. Returns false and sets
 * *error on failure. */
bool session_call_analyst(struct session *session, const char *command, struct error *error);
/* Blocks until that engine has started. Returns false and sets *error on failure. */
bool session_await_analyst(struct session *session, struct error *error);
void session_poll_starting(struct session *session);
bool session_turn_async_analyst(struct session *session); /* sends it the position shown */
bool session_poll_async_analyst(struct session *session);
void session_rest(struct session *session); /* the level probe */
void session_probe_tables(struct session *session); /* the position shown, in the endgame tables */
void session_view_book(struct session *session, struct session_view *view);
void session_restart_analysis(struct session *session);

/* undo.c */
bool session_take_back(struct session *session, struct session_reply *reply);
bool session_redo(struct session *session, struct session_reply *reply);

/* rating.c */
void session_load_rating(struct session *session);
void session_begin_rating(struct session *session); /* a new game is set up */
void session_unrate(struct session *session, const char *why); /* the present game */
void session_rate(struct session *session, enum result result);
/* Writes for example "Your rating: 1435? (+35)." or "Not rated: moves were taken back; takebacks:
 * 2.", or "" while this is undecided. */
void session_rated_words(const struct session *session, char *text, size_t size);

/* events.c */
void session_poll_engines(struct session *session, int64_t now);

/* setup.c */
/* Carries out a line typed while a position is being set up. */
void session_enter_setup(struct session *session, const char *line, struct session_reply *reply);
void session_leave_setup(struct session *session, enum mode next);
void session_enter_setup_mode(struct session *session, enum mode before);

/* study/scoring.c */
void session_forget_review(struct session *session, int from); /* from ply `from` on */
void session_go_on_scoring(struct session *session); 
/* resign_draw.c */
void session_forget_resign_policy(struct session *session); /* at the start of another game */
/* Ends the game instead of playing the move of report, and returns true, if the opponent
 * resigns. */
bool session_opponent_resigns(struct session *session, const struct report *report);
/* Called after the opponent's move: it may claim or offer a draw. */
void session_opponent_moved(struct session *session, const struct report *report);
void session_end_resigned(struct session *session); /* by the opponent */

/* command_names.c */
/* Finds the command at the start of line, by its name or an alias. Returns the length of that name,
 * 0 if line is not a command. */
size_t session_command_named(const char *line, enum session_command *command);
/* If line begins with a word for which this program uses another command or key, says so in reply.
 * Returns false otherwise. */
bool session_advise(const char *line, struct session_reply *reply);
/* Says in reply that line is not a command, and suggests a similar one. */
void session_no_command(const char *line, struct session_reply *reply);
