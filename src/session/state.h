/* The private state of a session and the functions that src/session/ shares internally. */
#pragma once

#include <stdio.h>

#include "src/pgn/pgn.h"
#include "src/player/async_player.h"
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

/* What the opponent's engine and the analyst's engine are working on. A report with the id of an
 * earlier request than the current one is ignored. */
enum opponent_job { OPPONENT_IDLE, OPPONENT_MOVES, OPPONENT_PONDERS };
enum analyst_job {
    ANALYST_IDLE,
    ANALYST_HINTS,
    ANALYST_ANALYSES,
    ANALYST_JUDGES, /* judges a move played in practice, or a guess */
};

/* A move taken back, so that redo can play it again. */
struct taken_back {
    Move move;
    int64_t clock, elapsed;
    struct decision *decision; /* the opponent's decision for the move; owned; NULL: the move has
                                  none */
};

/* The review of several games of a file, one after the other. */
struct review_run {
    const struct pgn_index *index; /* owned by the screen, which stops the run before closing it */
    int *games;                    /* owned; the games to review, by their numbers in the file, from
                                      0 */
    int count, at;                 /* count: number of games to review, 0 if there is no run; at:
                                    * index in `games` of the game under review */
    const struct game *game;       /* the game under review, to notice that another was opened */
};

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

/* What a session knows about a game besides its moves. If an analysed game is suspended, its record
 * is suspended with it. */
struct game_record {
    enum game_status status;
    int you;
    bool loaded;            /* the game is from a file, so its variations are kept */
    bool ended;             /* the game ended in this session, not in the file */
    bool edited;            /* the game was changed since it was read or saved */
    char path[1024];        /* path of the file it was read from, "": none */
    struct pgn_place place; /* where in the file `path` the game is */
    char saved_in[1024];    /* path of the file that `save FILE` added the game to last, "": none */
    struct pgn_place saved; /* where in the file `saved_in` the game is */
    char ending[64];
    char opponent[128]; /* if `ended`: name of the game's opponent; the next game may have another
                           opponent */
    struct handicap handicap;   /* if `ended`: the strength of the game's opponent */
    char guest[STORE_OPPONENT]; /* if `ended` and the opponent was another program: the user's
                                 * description of that program */
    int64_t stored_id;          /* the store writer's number for the game, 0: not stored */
    int64_t began;              /* if stored: seconds since 1970 */
    struct ledger ledger;
    struct review review;
    bool reviewed; /* the review is complete, and if the game is stored, so is the review */
    bool stuck; /* adding a score to the ledger failed; the next request for a review tries again */
};

/* An unfinished game that the user may go on with. */
struct left_game {
    struct stored_game stored; /* its id is 0 if the game was left in this session */
    int64_t stored_id;         /* the store writer's number; 0: not known to the writer yet */
};

/* An analysis that is suspended while a game is played from one of its positions. */
struct suspended_analysis {
    struct game *game; /* owned; NULL: no analysis is suspended */
    struct game_node *from;
    struct game_record record;
    bool left; /* another game has replaced the one that was played from the analysis */
};

/* The state of guessing: the user guesses the moves of a game one after the other. */
struct guess {
    bool judging;            /* a guess is being scored */
    int side, you;           /* side: the side to guess for; you: the value of record.you before
                              * guessing */
    struct game *scratch;    /* owned: the game up to here and the move guessed */
    struct game_node *tried; /* the position after the guessed move, in the game `scratch` */
    const struct game_node *looked_at;    /* the position being scored: first that after the game's
                                           * move, then that after the guess */
    Score game_score;                     /* score after the game's move, for white */
    int played, as_good, a_little, worse; /* how many guesses were the game's move, as good as it, a
                                           * little worse, and worse */
    double accuracy, loss;                /* sums over the guesses: in percent, in centipawns */
};

/* A game that was closed before it was completely stored. */
struct held_game {
    int64_t stored_id;
    char *pgn; /* owned */
};

/* The one of two levels, the opponent's and the one that an analysis shows, that session->handicap
 * does not have at present; see study/shown_level.c. */
struct kept_level {
    struct handicap handicap;
    int level;
};

struct session {
    struct session_options options;
    struct handicap handicap;
    int level; /* the rating that session_level returns for this level */
    enum {
        LEVELS_SAME,      /* the analysis shows the level of the opponent */
        OPPONENT_KEPT,    /* `handicap` is the level that the analysis shows, and `kept` is the
                           * opponent */
        LEVEL_SHOWN_KEPT, /* `handicap` is the opponent, and `kept` is the level that the analysis
                           * shows */
    } levels;
    struct kept_level kept; /* see `levels`; not used while LEVELS_SAME */
    bool stepped; /* the command easier or harder has set next_level, the rating of the next
                   * game's opponent (on the engine scale, or ELO_FULL) */
    int next_level;
    int drill, next_drill; /* the group that the opponent ignores in this game and in the next */
    int drill_percent;     /* handicap.knowledge[drill] before the drill set it to 0 */
    struct time_control control; /* time control of this game; options.control is that of the next
                                  * game */

    /* The game. */
    struct game *game;
    struct game_node *live, *shown;
    struct game_record record;
    const struct mode_ops *modes;
    enum mode mode;   /* changed by session_set_mode alone */
    enum mode behind; /* the mode that the session returns to after a position was set up */
    struct clock clock;
    int clocked_from; /* the ply at which this clock was started; earlier moves were made without
                         it */
    struct taken_back *redo; /* the latest move taken back is the last entry */
    int redo_count, redo_capacity;
    bool review_wanted; /* the user asked for a review */
    struct practice practice;
    struct review_run reviews;
    struct whatif *whatif; /* the what-if replay, which repeats the opponent's decisions with one
                            * change; NULL: none is open */
    struct load *load;     /* NULL: no file is being read */
    struct last_file *last_file;   /* NULL: this session has opened no file */
    struct pgn_index *games_index; /* the games of the file read last; NULL after session_take_games
                                      has taken them */
    bool choose_game;              /* the user wants to choose one of games_index;
                                      session_take_games passes this on */
    enum evaluation_bar bar; /* when the user wants to see the evaluation bar; see session_bar */
    bool blindfold;          /* the pieces are hidden as long as the game goes on */
    int peeks;               /* how often the user looked at the board of this blindfold game */
    struct setup setup;      /* the position being set up */
    struct game_node setup_node; /* a node outside the game, which shows the position of setup */
    char setup_trouble[256];
    struct suspended_analysis suspended;
    struct guess guess;
    char names[NAMES_MAX]; /* the user's names in files, see names.h */
    char asked_name[64];   /* the name that the user was last asked about */
    bool hinted_at_names;  /* the user has been told that `names` says which player they are */
    int games;             /* games begun in this session; used to draw the random colour */

    /* Rating. */
    unsigned odds; /* the odds that the user gets; a set of 1 << enum odds */
    int takebacks;
    char unrated[48];     /* why the game is not rated; "": it is rated */
    bool stays_unrated;   /* a change of opponent cannot make the game rated again, for example
                           * after a hint */
    bool counts_already;  /* the game has ended once and was counted then; if it goes on after an
                           * undo, its new end is not counted */
    struct rating rating; /* the user's rating */
    int rated_games;      /* number of games that the rating is based on */
    bool rated;           /* the game has been rated */
    double rated_from, rated_to; /* the user's rating before and after the game, on the engine
                                  * scale */
    int lost_games; /* how many games the opponent has just lost in a row in this session */
    double points;  /* the user's points from the finished games of this session */
    int counted;    /* number of the games whose points add up to `points` */

    /* Resignations and draws by the opponent. */
    enum resign_policy resign_policy;
    int hopeless_moves, level_moves; /* at how many of its last moves in a row the opponent's score
                                      * was low enough to resign (hopeless_moves) or close enough to
                                      * 0 to offer a draw (level_moves) */
    bool draw_offered;               /* the opponent has offered a draw, which the user can accept
                                      * until the next move */
    bool played_on;                  /* the user undid the end of the game, so the opponent no
                                      * longer resigns or offers a draw */

    /* The opponent. */
    struct engine *opponent;
    bool configured; /* `opponent` has the settings of the present handicap */
    enum opponent_job opponent_job;
    uint32_t opponent_request;
    struct report heard; /* the latest report of the opponent's engine, whatever its job */
    struct report thinking, decided; /* thinking: the opponent's latest report while it thinks about
                                      * its move; decided: the final report about the last move it
                                      * played */
    bool have_thinking, have_decided;
    const struct game_node *decided_node; /* the position after the move of `decided` */
    bool color_chosen; /* the user chose the colour of the next game, so it does not alternate */
    char premove[32];  /* the premove as typed, see premove.c; "": none */
    Move premoved;     /* the premove as a move that is legal after at least one move of the
                        * opponent */
    bool move_ready;   /* thinking.best is found and is played at show_at, to look natural */
    int64_t began_thinking, show_at;     /* when the thinking began, and when the move is to be
                                          * shown, by text_now */
    const struct game_node *ponder_from; /* the position, with you to move, in which the opponent
                                            ponders */
    struct pondered pondered;

    /* A guest: another program that plays instead of our engine. */
    struct async_player *guest; /* NULL: none */
    struct player_spec guest_spec;
    char guest_text[STORE_OPPONENT]; /* the user's description of the guest, "" for none */
    bool guest_new_game;             /* the guest does not know yet that a new game starts */
    struct thought thought;          /* the latest answer of the guest or an external analyst */

    /* The analyst, created when first needed. */
    struct engine *analyst;
    struct score_pool *score_pool; /* scores the game for its review; created when first needed */
    enum analyst_job analyst_job;
    const struct game_node *analyst_node; /* the position that the analyst works on */
    uint32_t analyst_request;
    struct report analysis;
    bool have_analysis;
    bool turn_due;                      /* the analysis of the position shown starts as soon as the
                                         * engines have stopped */
    struct async_player *async_analyst; /* an external engine that analyses in place of ours; NULL:
                                           none */
    struct async_player *starting;      /* an external engine that will analyse as soon as it has
                                           started; NULL: none */
    struct book *book;                  /* its moves are shown in analysis; NULL: none */
    bool book_tried;                    /* we have tried to open the book, and do not try again */
    struct table_verdict tables;        /* endgame tables' verdict on the position shown */
    bool tables_known;
    struct level_probe
        *level_probe; /* finds the threat and the level's moves; created when first needed */
    struct group_probe *group_probe; /* created when first needed */
    bool groups_wanted, groups_due;  /* groups_wanted: session_show_groups is on; groups_due:
                                      * group_probe must start on the position shown as soon as its
                                      * last search has stopped */
    bool previewing;                 /* level_probe is searching for session_preview_level */
    struct hint hint;
    const struct game_node *hint_node; /* the position that the hint is for */
    struct prover *prover;             /* proves hints; created when first needed */
    struct report hinted; /* the latest report of the search that the prover asked for */

    bool preparing;       /* the store writer's thread reads positions to solve */
    bool unwanted;        /* the user no longer wants the positions that are being read */
    bool chose_level;     /* the opponent's level was set by an option or taken from the last game
                             stored */
    bool recalled_color;  /* options.color is your colour in the last game stored */
    bool away;            /* the home screen is open */
    bool goes_home;       /* the program shows home when this session has ended */
    int64_t ticked;       /* time of the latest tick, by text_now */
    bool clock_stands;    /* the clock is stopped, because away is set or positions are solved */
    uint64_t home_posted; /* value of store_writer_posted when home's data was read */
    bool home_whole;      /* everything posted up to home_posted is in the database */

    struct own_games *own; /* games in the store; NULL until first requested */

    struct store *store; /* connection for reading; a read waits at most SESSION_READS_WITHIN for
                            a lock */
    struct store_writer *writer; /* thread that writes; NULL: nothing is stored */
    uint64_t rating_posted;      /* value of store_writer_posted when `rating` was last passed to
                                  * the writer */
    uint64_t puzzle_posted; /* value of store_writer_posted when puzzle_rating was last passed to
                             * the writer */
    struct rating puzzle_rating; /* the user's puzzle rating */
    struct held_game *held;      /* games to save elsewhere if they cannot be written; owned */
    int held_count, held_capacity;
    char told_damage[256];  /* last reported database damage; "": none */
    struct left_game *left; /* unfinished games that the user may go on with; the last element is
                             * offered first; owned */
    int left_count, left_capacity;

    char message[256];
    unsigned changed; /* CHANGED_* flags of what has changed since the last tick */
};

/* Declares the functions of the commands in commands.def. Each sets *reply. */
#define COMMAND(id, name, arguments, words, modes, needs, function, otherwise)                     \
    void function(struct session *session, struct session_reply *reply);
#include "src/session/commands.def"
#undef COMMAND

/* commands.c */
/* Reads the command's argument into the settings that the opponent of the game would get. Returns
 * false if the command does not change them or would be refused. */
bool session_reads_opponent(const struct session *session, enum session_command command,
                            const char *argument, struct handicap *handicap);
/* look.c */
/* Returns `bar`, but BAR_USUAL instead of BAR_SHOWN in a game that counts for the user's rating,
 * where the bar must not help. */
enum evaluation_bar session_bar(const struct session *session);
/* Returns whether the command `bar` with this argument would show the evaluation bar. */
bool session_would_show_bar(const struct session *session, const char *argument);

/* command_table.c */
/* Carries out reply->command with its argument, or says why it is not allowed now. */
void session_carry_out(struct session *session, struct session_reply *reply);
bool session_is_for_screen(const char *line); /* whether line is a command that the screen carries
                                                 out */

/* study/analysis.c */
/* Creates and configures the analyst's engine. Returns false and says why on failure. */
bool session_ready_analyst(struct session *session, int lines);
void session_start_analyst(struct session *session, enum analyst_job job,
                           const struct game_node *node, int lines, const struct limits *limits);
/* Starts the analysis of the position shown, by another engine if the user chose one. */
void session_analyse_shown(struct session *session);
/* Shows `node` and restarts the analysis of the position shown. */
void session_show(struct session *session, struct game_node *node);
void session_turn_level_probe(struct session *session); /* gives the level probe the position shown
                                                           and the level to work on */
const struct probed *session_probed(struct session *session);
bool session_group_effects(struct session *session, struct group_effects *effects);
void session_poll_groups(struct session *session);
/* Stops the engines and clears the pointers to nodes. Call it before nodes of the game are
 * freed. */
void session_forget_nodes(struct session *session);
/* Starts a search of `node` to judge the user's move, with `effort` times REVIEW_NODES nodes.
 * Returns false if it cannot start. */
bool session_start_judging(struct session *session, const struct game_node *node, int effort);
void session_leave_analysis(struct session *session, enum mode next);
void session_enter_analysis(struct session *session, enum mode before);

/* study/shown_level.c */
/* Returns true if a new level changes only what the analysis shows, not an opponent. */
bool session_shows_level(const struct session *session);
/* From now on the analysis shows a level different from the opponent's: stores the opponent in
 * session->kept, and lets session->handicap be the level shown. */
void session_part_levels(struct session *session);
/* session_use_shown_level lets session->handicap be the level that the analysis shows,
 * session_use_opponent the opponent. */
void session_use_shown_level(struct session *session);
void session_use_opponent(struct session *session);
/* Lets session->handicap be the opponent, as session_use_opponent does, and forgets the level that
 * the analysis showed, so that later analyses show the opponent's level again. */
void session_forget_shown_level(struct session *session);

/* study/hints.c */
void session_go_on_with_hint(struct session *session); /* a search for the hint has finished */
/* Drops the hint, with a message, if it is pending but no search for it is running: the search
 * could not start or was cancelled. */
void session_give_up_hint(struct session *session);

/* mode.c */
/* Leaves the present mode and enters another. */
void session_set_mode(struct session *session, enum mode mode);
/* The mode that follows from the status of the game on the board alone: idle, playing, playing on,
 * finished or studying. This is called the game mode. */
enum mode session_game_mode(const struct session *session);
/* Suspends the analysis and plays a game from the position shown (suspend_analysis.c). */
void session_play_from_here(struct session *session, struct session_reply *reply);
/* Ends practice or guessing and returns to the game, or to analysis if there is no game. */
void session_stop_study(struct session *session);
/* Sets the status of the game on the board. If the session is in the game mode, it enters the
 * game mode of the new status; otherwise, for example while analysing, its mode stays. */
void session_set_status(struct session *session, enum game_status status);
static inline bool session_goes_on(const struct session *session)
{
    return session->record.status == STATUS_GOING_ON;
}
/* Whether a game is going on that must not be lost without a question: one with at least two
 * plies. */
static inline bool session_has_game_to_lose(const struct session *session)
{
    return session_goes_on(session) && session->live->ply >= 2;
}
/* Returns true if the session has only an analysis and no opponent. */
static inline bool session_is_study(const struct session *session)
{
    return session->record.status == STATUS_STUDIED;
}
/* Returns true if a move on the board is only tried, as a variation, and not played in the game. */
static inline bool session_explores(const struct session *session)
{
    return session->mode == MODE_ANALYSING || session->mode == MODE_STUDYING;
}

/* state.c */
/* Returns true if the game is from a file, is over, and its tags name neither the user nor one of
 * our opponents. */
bool session_played_by_others(const struct session *session);
/* The side that the user played according to the game's tags; -1 if the tags do not name the
 * user. */
int session_tagged_side(const struct session *session);
void session_find_side(struct session *session); /* sets record.you from the tags */
/* The side whose moves are reviewed: the user's colour, or in analysis the side that the user
 * played according to the game's tags; -1 if the user played neither side. */
int session_reviewed_side(const struct session *session);
void session_say(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);
/* Sets the clock as at the start of a game with session->control. Your first move costs no time. */
void session_reset_clock(struct session *session);
/* If the program was stopped (SIGSTOP, a frozen container), gives that time back to the clock and
 * tells the user. */
void session_note_standstill(struct session *session);
bool session_your_turn(const struct session *session);
void session_forget_redo(struct session *session);
/* Writes the tags and the ledger's scores into the game; returns false if out of memory. */
bool session_ready_for_pgn(struct session *session);
/* Whether any position of the line played has a score. */
bool session_has_scores(const struct session *session);
/* Returns a copy of the game for other programs, without our tags and decisions. The caller
 * destroys it. Returns NULL if out of memory, or if the game needs no such copy: `detail` is
 * LEDGER_FULL, or the game was read from another program's file or is only analysed. A copy of a
 * game of the latter kind is made only to add its scores, if `detail` asks for them. */
struct game *session_clean_game(struct session *session, enum ledger_detail detail);
/* The position in which a typed move would be played. */
const struct game_node *session_on_board(const struct session *session);
void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The opponent's rating on the engine scale, or ELO_FULL. A custom opponent has no rating: returns
 * the rating that it had before its settings were changed. */
int session_level(const struct session *session);
/* The opponent in the next game if it is our engine, and its rating, which is defined as in
 * session_level. */
struct handicap session_next_handicap(const struct session *session);
int session_next_level(const struct session *session);
/* Writes the name of the opponent in the next game. */
void session_next_name(const struct session *session, char *text, size_t size);
/* Writes the opponent's name: "Fallible 1400 strong-social". */
void session_opponent_name(const struct session *session, char *text, size_t size);

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
/* Returns true if no card comes after the present one. */
bool practice_is_last(const struct practice *practice);
/* The number of hint steps used at this card. */
int practice_rungs(const struct session *session);
/* Returns true if this card has had neither a wrong move nor a hint so far. */
bool session_solved_clean(const struct session *session);

/* files.c */
void session_poll_load(struct session *session); /* opens the game when the file has been read */
void session_stop_load(struct session *session);
/* Whether the argument of the command `load`, or pasted text, has a game that can be opened. A game
 * far down in a large or compressed file is not looked for, since that may take long. */
bool session_can_load(const struct session *session, const char *argument);
bool session_can_load_text(const char *text);
/* Carries out "stop" while a file is being read. */
void session_stop_reading(struct session *session, struct session_reply *reply);
/* The path of a typed file name: removes the quotation marks around it, and expands "~/a". */
void session_read_path(const char *name, char *path, size_t size);

/* last_file.c */
/* Stores the file and the game's number, from 1, for `load` and for home. A thread does so, because
 * the disk may take long. */
void session_remember_file(struct session *session, const char *path, int number);
/* Waits until the thread has stored the file. */
void session_stop_remembering(struct session *session);
/* The file and the number, from 1, of the last game that was opened from a file. Returns false if
 * no game was opened from a file, or the file can no longer be read. */
MUST_USE bool session_last_file(const struct session *session, char *path, size_t size,
                                int *number);

/* study/recent.c */
/* Describes your last finished games that have a result, the newest first: "lost to Fallible 1400
 * club with white, 24 moves". Describes at most `most` games and returns their number. */
struct recent_game {
    int64_t began; /* seconds since 1970 */
    char words[160];
};
int session_read_recent(struct session *session, struct recent_game games[], int most);
/* Whether there is a game that "recent ARGUMENT" would open. */
bool session_has_recent(const struct session *session, const char *argument);
/* Loads the first game of a text in PGN into the session. */
void session_load_text(struct session *session, const char *text, struct session_reply *reply);

/* persist.c */
enum {
    ANALYSIS_LINES = 3,
    ANALYSIS_LONGEST = 5 * 60 * 1000, /* ms for the analysis of one position; it then stops, so that
                                       * a window left open does not keep the processor busy */
    REVIEW_CARDS_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX,
};
enum {
    SESSION_READS_WITHIN = 10 /* milliseconds that a read waits if another program has locked
                               * the database */
};
/* Opens the database named in the options, creates its writer and reads the unfinished game, if
 * any. Returns false and sets *error on failure. */
bool session_open_store(struct session *session, struct error *error);
/* session_persist adds a row for the live game to the store. Call session_leave_game before another
 * game replaces the live one: if the live game is still going on, it waits to be resumed, or it is
 * marked as abandoned if nearly nothing was played. */
void session_persist(struct session *session);
void session_leave_game(struct session *session);
/* Removes the newest game from those that wait to be resumed, makes it known to the writer, and
 * returns it. At least one game must wait. The caller clears the result. */
struct left_game session_take_left(struct session *session);
/* Call this before the game is replaced: keeps its PGN if the database does not have all of it
 * yet. */
void session_hold(struct session *session);
/* Tells the user about unreadable parts of the database, but only once about the same damage. */
void session_tell_damage(struct session *session);
void session_poll_writer(struct session *session);

/* home.c */
bool session_alternates(const struct session *session); /* returns whether your colour changes from
                                                         * game to game */
int session_next_color(const struct session *session); /* the user's colour in the next game: WHITE,
                                                          BLACK, or -1 for random */
/* Reads "white", "black" or "random" (-1). Returns false if the text is none of them. */
bool session_read_color(const char *text, int *color);
void session_pace_clock(struct session *session); /* stops the clock while the user is at home
                                                     or solves positions, and restarts it */

/* study/activities.c */
void session_poll_prepared(struct session *session);

/* study/endgame.c */
/* Returns whether the move that the user tried keeps the result of the endgame, a win or a draw.
 * `after` is the score after the move, for white. */
bool endgame_keeps(const struct practice *practice, Score after);
/* Plays the move that the user tried and the opponent's reply, the first move of found->line.
 * Returns false if the endgame is over; `text` then says how it ended. */
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

/* study/beside.c */
/* While the user solves a test suite, the level probe finds what the opponent's level would play in
 * each position. */
void session_begin_beside(struct session *session); /* call it when a card was just shown */
void session_look_beside(struct session *session);  /* call it when the card is over, and when the
                                                       probe has new results */
void session_end_beside(struct session *session);
/* Appends how many positions of the practice the level solves; nothing if it was not probed. */
void session_tell_beside(const struct session *session, char *text, size_t size);

/* study/analyst.c */
void session_give_up_analyst(struct session *session); /* cancels the analyst's job and the scoring
                                                          of the game; does not wait */
/* Starts an external analyst; the present analyst continues until the new one is ready. Returns
 * false and sets *error on failure. */
bool session_call_analyst(struct session *session, const char *command, struct error *error);
/* Blocks until the external analyst has started. Returns false and sets *error on failure. */
bool session_await_analyst(struct session *session, struct error *error);
void session_poll_starting(struct session *session);
/* Sends the position shown to the external analyst. Returns false if no such program is in use. */
bool session_turn_async_analyst(struct session *session);
bool session_poll_async_analyst(struct session *session);
void session_rest(struct session *session);         /* stops the probes and the external analyst */
void session_probe_tables(struct session *session); /* looks up the position shown in the endgame
                                                       tables */
void session_view_book(struct session *session, struct session_view *view);
void session_restart_analysis(struct session *session);

/* undo.c */
bool session_can_take_back(const struct session *session);
bool session_take_back(struct session *session, struct session_reply *reply);
bool session_redo(struct session *session, struct session_reply *reply);

/* rating.c */
void session_load_rating(struct session *session);
void session_begin_rating(struct session *session); /* decides whether the new game is rated */
void session_choose_rated(struct session *session); /* like session_begin_rating, without a
                                                     * message */
/* Decides again whether the game is rated, after the opponent was changed before the first move.
 * Tells the user if the game no longer counts. */
void session_rate_again(struct session *session);
/* Returns true if the game that is going on still counts for the user's rating. */
bool session_counts(const struct session *session);
/* Makes the present game unrated, and tells the user if it was rated until now. */
void session_unrate(struct session *session, const char *why);
void session_rate(struct session *session, enum result result);
/* Writes the difference of two ratings as they are shown: "+35", "-8", or "no change". */
void session_change_words(double from, double to, char *text, size_t size);
/* Writes the new rating, and its change, after a result: "1441 (+9)". While the rating's deviation
 * is so large that the change means nothing, writes "571, still uncertain". */
void session_new_rating_words(double from, double to, double deviation, char *text, size_t size);
/* Writes for example "Your rating: 1435? (+35)." or "Not rated: moves were taken back; takebacks:
 * 2."; "" while the game is rated but not over. */
void session_rated_words(const struct session *session, char *text, size_t size);

/* events.c */
void session_poll_engines(struct session *session, int64_t now);

/* setup.c */
/* Carries out a line typed while a position is being set up. */
void session_enter_setup(struct session *session, const char *line, struct session_reply *reply);
void session_leave_setup(struct session *session, enum mode next);
void session_enter_setup_mode(struct session *session, enum mode before);

/* study/scoring.c */
void session_forget_review(struct session *session, int from); /* also forgets the scores of
                                                                * positions from ply `from` on */
void session_keep_scores(struct session *session); /* call it before the game is left: keeps the
                                                    * scores of a review that is not finished */
void session_go_on_reviews(struct session *session); /* opens the next game of a review_run */
void session_go_on_scoring(struct session *session);
/* resign_draw.c */
void session_forget_resign_policy(struct session *session); /* call it when another game starts or
                                                               moves are undone */
/* Decides whether the opponent resigns instead of playing the move of `report`. If so, ends the
 * game and returns true. */
bool session_opponent_resigns(struct session *session, const struct report *report);
/* Call it after each move of the opponent, with the report of the search that chose the move: the
 * opponent may then claim or offer a draw. */
void session_opponent_moved(struct session *session, const struct report *report);
void session_end_resigned(struct session *session); /* ends the game: the opponent resigns */

/* command_names.c */
/* If `line` begins with a word for which this program uses another command or key, names that in
 * reply and returns true. Otherwise returns false. */
bool session_advise(const char *line, struct session_reply *reply);

/* command_table.c */
/* Whether the command's argument is "on", "off" or nothing. session_carry_out refuses any other
 * argument before it carries out such a command. */
bool session_is_switch(enum session_command command);
/* Sets *reply to say that commands do not act on the board while home covers it, and how to go on
 * with a game. */
void session_tell_away(const struct session *session, struct session_reply *reply);

/* result.c */
/* Answers a line that session_asks_why knows: says where the finished game turned, and how to open
 * its review. */
void session_tell_why(struct session *session, struct session_reply *reply);
/* Sets *reply to a refusal that says that `line` is not a command, and suggests a similar one. */
void session_no_command(const char *line, struct session_reply *reply);
