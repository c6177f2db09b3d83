/* A game being played or studied: its state, its commands and the view that a screen draws. It does
 * not depend on a screen or on src/lab/. The modes other than playing are in study/. A session owns
 * two engines (the opponent and a full-strength analyst) and the store. All functions are called
 * from one thread. No function blocks unless its comment says so: engines are polled in
 * session_tick, which the owner calls after a wake-up and when session_timeout has passed.
 *
 * Other public headers: home.h, result.h. */
#pragma once

#include "engine/book.h"
#include "engine/engine.h"
#include "engine/evaluation.h"
#include "src/game/clock.h"
#include "src/game/game.h"
#include "src/game/names.h"
#include "src/game/opening.h"
#include "src/game/scale.h"
#include "src/pgn/index.h"
#include "src/game/setup.h"
#include "src/player/player.h"
#include "src/training/puzzle.h"
#include "src/claims/hint.h"
#include "src/review/review.h"
#include "src/review/whatif.h"
#include "src/review/level_probe.h"
#include "src/review/group_probe.h"

/* The commands that can be typed besides moves; each has a row in commands.def. */
enum session_command {
#define COMMAND(id, ...) COMMAND_##id,
#include "src/session/commands.def"
#undef COMMAND
    COMMAND_COUNT
};
const char *session_command_name(enum session_command command);
/* Finds the command at the start of `line`, by its name or an alias. Returns the length of that
 * name, or 0 if `line` is not a command. */
size_t session_command_named(const char *line, enum session_command *command);
/* Returns true if `line` is a command of the shell that can be typed here without "fallible" before
 * it, such as "doctor" or "levels 1400". */
bool session_is_for_shell(const char *line);
/* If the line is the name of a function key, such as "F3", returns its number; otherwise 0. In
 * lower case, f3 is a pawn's move. */
int session_key_named(const char *line);
const char *session_command_arguments(enum session_command command);
const char *session_command_words(enum session_command command);
/* The heading above this command in the help; "" if the previous heading still applies. */
const char *session_command_heading(enum session_command command);

/* Whether the opponent resigns lost games, and offers and claims draws. */
enum resign_policy {
    RESIGN_POLICY_BY_LEVEL /* it resigns and offers draws only if it is rated 1800 or more */,
    RESIGN_POLICY_ON,
    RESIGN_POLICY_OFF
};

/* When the opponent resigns, and when it offers or accepts a draw, judging by its own scores. A
 * field that is 0 stands for the usual value; those for resigning depend on the opponent's
 * level. */
struct resign_rules {
    int resign_score; /* centipawns: the opponent resigns when it is this far behind */
    int resign_moves; /* it must be that far behind at this many of its moves in a row */
    int accept_score; /* centipawns: the opponent accepts a draw when it is this far behind */
    int draw_score;   /* centipawns: the opponent offers a draw if its score is this close to 0 */
    int draw_moves;   /* its score must be that close to 0 at this many of its moves in a row */
    int draw_from;    /* draw_moves counts only moves from this move of the game on */
};

/* Which settings to take from the newest game against our engine, if the store has one. */
struct session_recall {
    bool elo, method, color, control;
};

/* Whether the opponent thinks on your turn. With PONDERING_ON it does so only at full strength. */
enum pondering { PONDERING_OFF, PONDERING_ON, PONDERING_ALWAYS };

struct session_options {
    const struct strength *strength; /* outlives the session */
    struct scale *scale;             /* scale on which ratings are typed and shown; NULL: the engine
                                        scale; outlives the session */
    const struct openings *openings; /* may be NULL; outlives the session */
    const char *store_path;          /* database; NULL: nothing is stored */
    const char *not_kept;            /* why nothing is stored, shown when a game begins; NULL: no
                                        message */
    const char *book_path;           /* Polyglot book of the opponent; NULL: none */
    const char *syzygy_path;         /* endgame tables for full strength; NULL: none */
    int elo;                         /* the opponent's rating on the engine scale, or ELO_FULL */
    int your_elo;                    /* the user's rating on the engine scale before the first rated
                                        game; 0: not known */
    enum method method;
    const char *like;                /* style of the opponent, for METHOD_HUMAN; NULL: none */
    const char *drill;               /* key of the group that the opponent ignores; NULL: none */
    uint64_t seed;                   /* 0: a random seed from the system */
    int color;                       /* the user's: WHITE, BLACK, or -1 for random */
    struct time_control control;
    struct position start;
    bool chess960;                   /* start each game from a random Chess960 position */
    const char *guest;               /* description of a player in place of our engine, see
                                        session_guest_read; NULL: none */
    struct player *guest_player;     /* created from guest; the session takes ownership; NULL: not
                                        started */
    enum resign_policy resign_policy;
    struct resign_rules resign_rules;
    bool adaptive;                   /* the level of each next opponent follows your rating */
    unsigned odds;                   /* the odds that you get; a set of 1 << enum odds */
    bool blindfold;                  /* hide the pieces from the first game on */
    enum pondering pondering;        /* the opponent also thinks on your turn */
    bool natural_delay;              /* show the opponent's move only after the time that a person
                                        would take */
    const char *names;               /* the user's names in files of games, see names.h; NULL:
                                        none */
    /* Writes changed names into the settings; NULL: they are not kept. Returns false and sets
     * *error on failure. */
    bool (*keep_names)(const char *names, struct error *error);
    bool analyze_only;               /* the session has no opponent: the user steps through games,
                                        tries moves and analyses. It works without a store, too */
    const char *analyst;             /* a UCI engine that analyses in our place; NULL: none */
    struct session_recall recall;
    bool in_lines;                   /* the session is shown as lines of text, where commands take
                                        the place of keys */
    int threads, hash_mb;
    void (*wake)(void *context);     /* wakes the screen when there is something new; called from
                                      * other threads */
    void *context;
};

/* Parses the description of a guest, a player in place of our engine, in the syntax of player.h.
 * Text without a prefix is a UCI command. Returns false and sets *error on failure. */
MUST_USE bool session_guest_read(struct player_spec *spec, const char *text,
                                 const struct strength *strength, struct error *error);
/* The name to show until the guest player reports its name. */
void session_guest_called(const char *text, char *name, size_t size);

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
struct session_reply;
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

/* What was done with a line that the user typed, which is a move or a command. */
enum reply_kind {
    REPLY_MOVED,   /* the move was played */
    REPLY_DONE,    /* the command was carried out; text may hold a message */
    REPLY_REFUSED, /* text says why: "illegal", "ambiguous", or what was expected */
    REPLY_SCREEN,  /* the caller must carry out the members `command` and `argument` */
};
struct session_reply {
    enum reply_kind kind;
    enum session_command command;
    char argument[1024];
    char text[512];
};
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
/* Returns the question to ask before a typed line is carried out, or NULL. There is a question if
 * the line ends or replaces the game that is going on ("Resign this game?") or makes it unrated, or
 * if it begins the session's first game while an unfinished game is stored. There is no question if
 * the line would be refused anyway, for example because its file does not exist. */
const char *session_asks(const struct session *session, const char *line);
/* The same for pasted text of one or more lines. */
const char *session_asks_paste(const struct session *session, const char *text);
/* Whether the line asks why the finished game was lost or won: "why did I lose", "what did I do
 * wrong", and after a game played here also "why" alone. The answer needs the review. */
bool session_asks_why(const struct session *session, const char *line);
/* Returns the question to ask before a typed line whose command, such as `hint`, would make the
 * game unrated; NULL if no question is needed. */
const char *session_asks_unrated(const struct session *session, const char *line);
/* Like session_asks_unrated, but for a change of the present game's opponent to these settings. */
const char *session_asks_opponent(const struct session *session, const struct handicap *handicap);

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

enum { BOOK_SHOWN = 32 };

/* What the opponent thinks about on your turn. */
struct pondered {
    Move expected; /* the move that the opponent expects from you */
    Move answer;   /* the opponent's best answer so far; NO_MOVE at first */
    Score score;   /* score of `answer`, for the opponent */
    int depth;
};

/* Whether the evaluation bar is shown beside the board. */
enum evaluation_bar {
    BAR_USUAL, /* shown, but not in a game that is going on, where it would help the user */
    BAR_SHOWN,
    BAR_HIDDEN,
};

/* The data that a screen draws. It is a copy, except for the pointers listed here, which are
 * read-only and stay valid until the next call that changes the session:
 * - The game and its nodes, because a game can have thousands of moves.
 * - The card being solved. Each card has a different address, so a screen can see that the card has
 *   changed.
 * - The opening's name, which is in the table of the options and outlives the session. */
struct session_view {
    const struct game *game;
    const struct game_node *live;   /* the current position of the game */
    const struct game_node *shown;  /* the position shown */
    int you;                        /* the user's colour; -1 when only analysing */
    bool playing;                   /* a game is going on */
    bool your_turn;
    bool awaiting_move;             /* the opponent thinks, or has a move that is not shown yet */
    Move last;                      /* the move that led to the position shown; NO_MOVE: none */
    char premove[32];               /* the premove as typed, to be played after the opponent's move;
                                       "": none */
    Move premoved;                  /* the premove as a move that is legal after at least one move
                                       of the opponent; or NO_MOVE */
    int your_side;                  /* the same as `you`; but for a game from a file, the side that
                                       its tags name as the user's, or -1 */
    enum result result;
    int takebacks;                  /* how often the user took moves back in this game */
    char rated[96];                 /* whether and how the game is rated, once known */
    char ending[64];                /* how the game ended: "checkmate", "you resigned"; "" while it
                                     * is going on */
    struct handicap handicap;
    int level;                      /* the opponent's rating on the engine scale, or ELO_FULL; for a
                                     * custom opponent, its rating before its settings were
                                     * changed */
    bool stepped;                   /* the command `easier` or `harder` has set the level of the
                                     * next game */
    int next_level;                 /* the rating that this command set, on the engine scale, or
                                     * ELO_FULL */
    int lost_games;                 /* how many games the opponent has just lost in a row */
    int drill;                      /* the group the opponent ignores, DRILL_NONE: no drill */
    const struct strength *strength;
    const struct scale *scale;      /* the scale on which ratings are shown; may be NULL */
    char opponent[128];             /* the opponent's name with its rating on `scale`: "Fallible
                                     * 1400 casual" */
    char next_opponent[128];        /* the name of the opponent in the next game */
    bool others;                    /* neither the user nor our engine played the game; see
                                     * session_played_by_others */
    struct time_control control;
    int64_t remaining[COLOR_COUNT]; /* milliseconds that each side has left now; meaningless when
                                     * untimed */
    int moves_to_go[COLOR_COUNT];   /* moves until the next time control; 0: no further time
                                     * control */
    const char *eco, *opening;      /* NULL: no known opening */
    /* has_NAME: whether the member NAME is filled in; see VIEW_PART. */
    bool has_thinking, has_decided, has_analysis, has_probed, has_groups, has_path;
    struct report thinking;               /* the opponent's newest report */
    struct report decided;                /* the opponent's report for the last move it made */
    const struct game_node *decided_node; /* the position after the move of `decided` */
    bool is_pondering;              /* the opponent thinks on your turn */
    struct pondered pondered;
    bool analyzing;
    bool loading;                   /* a file is being read; a game or a message follows */
    bool from_file;                 /* the game was read from a file of games */
    bool analysis_failed;           /* the analyst or the level probe could not be created */
    bool no_game;                   /* the session has only an analysis and no opponent */
    bool kept; /* a game is going on that the user can continue in a later run of the program */
    bool unsaved;                   /* the game came from a file and was changed since it was read
                                       or saved */
    struct report analysis;         /* full-strength lines for the position shown */
    char analyst[64];               /* name of the external analyst; "": our engine analyses */
    bool analyst_starts;            /* an external analyst was started but is not ready yet */
    int book_count, book_weight;    /* book_count: number of book moves in the position shown;
                                     * book_weight: sum of their weights */
    struct book_line book[BOOK_SHOWN];
    bool tables_known;
    struct table_verdict tables;    /* if tables_known: the endgame tables' result for the position
                                     * shown */
    bool guessing;                  /* the user guesses the game's moves for the side `you` */
    struct probed probed;           /* the threat and the level's moves in the position shown */
    struct group_effects groups;    /* what would change in the position shown if each positional
                                     * group were switched on or off */
    const struct card *card;        /* the card being solved, shown on the board; NULL: none */
    char card_text[320];            /* why the card is shown; without a clue to the solution
                                     * until the card is over */
    int card_number, card_count;    /* the number of this card, from 1, and of all cards */
    const char *hint_cost;          /* what a first hint would do to the result of the card; NULL: a
                                     * hint would change nothing any more */
    bool card_of_game;              /* the card is from the review of the game on the board */
    bool card_over;                 /* the card is solved or skipped, and shown until
                                       session_next_card */
    bool card_last;                 /* no card comes after this one */
    const char *card_beside;        /* for a card that is over: how long you took, what the level
                                       does, and what would help it; or "" */
    bool card_compares;             /* card_beside is not complete yet: the level is still being
                                       tested */
    enum evaluation_bar bar;
    bool blindfold;                 /* the pieces are hidden now */
    int peeks;                      /* how often the user peeked at the board in this game */
    bool setting_up;
    struct setup setup;             /* the position being set up and shown */
    char setup_trouble[256];        /* why setup is not playable yet; "": it is playable */
    bool judging;                   /* the user's move is being judged */
    struct whatif_path path;        /* result of the what-if replay */
    struct hint hint;
    char message[256];              /* the latest message: "The opponent offers a draw. ..." */
};

/* Defines view_thinking, view_decided and so on. Each returns a pointer to that member of the view,
 * or NULL if it is not filled in. */
#define VIEW_PART(type, name)                                                                      \
    static inline const type *view_##name(const struct session_view *view)                         \
    {                                                                                              \
        return view->has_##name ? &view->name : NULL;                                              \
    }
VIEW_PART(struct report, thinking)
VIEW_PART(struct report, decided)
VIEW_PART(struct report, analysis)
VIEW_PART(struct probed, probed)
VIEW_PART(struct group_effects, groups)
VIEW_PART(struct whatif_path, path)
#undef VIEW_PART
void session_view(struct session *session, struct session_view *view);
/* The name of a player: "You", the opponent's name, the name in the game's tags, or "White" or
 * "Black". */
const char *session_view_name(const struct session_view *view, int color);

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
