/* A game being played or studied: its state, its commands and the view that a screen draws. It
 * depends on no screen and on nothing in src/lab/. The modes other than playing are in study/.
 * Other directories of src/ include state.h as well. A session owns two engines (the opponent and a
 * full-strength analyst) and the store. All functions are called from one thread. No function
 * blocks unless its comment says so: engines are polled in session_tick, which the owner calls
 * after a wake-up and when session_timeout has passed.
 *
 * Other public headers: home.h, result.h. */
#pragma once

#include "engine/book.h"
#include "engine/engine.h"
#include "engine/evaluation.h"
#include "src/game/clock.h"
#include "src/game/game.h"
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
const char *session_command_arguments(enum session_command command);
const char *session_command_words(enum session_command command);
/* The heading above this command in the help; "" if the previous heading still applies. */
const char *session_command_heading(enum session_command command);

/* Whether the opponent resigns lost games, offers and claims draws. */
enum resign_policy {
    RESIGN_POLICY_BY_LEVEL /* from 1800 up */,
    RESIGN_POLICY_ON,
    RESIGN_POLICY_OFF
};

/* The limits of the resign and draw policy, by the opponent's own scores. 0: as players of its
 * level do. */
struct resign_rules {
    int resign_score; /* centipawns: it resigns when this far behind */
    int resign_moves; /* for this number of moves in a row */
    int accept_score; /* centipawns: it accepts a draw when this far behind */
    int draw_score;   /* centipawns: it offers a draw within this of 0 */
    int draw_moves;   /* for this number of moves in a row */
    int draw_from;    /* and from this move of the game on */
};

/* The settings to take from the newest game against our engine, if the store has one. */
struct session_recall {
    bool elo, method, color, control;
};

/* Whether the opponent thinks on your turn: PONDERING_ON at full strength only. */
enum pondering { PONDERING_OFF, PONDERING_ON, PONDERING_ALWAYS };

struct session_options {
    const struct strength *strength; /* outlives the session */
    struct scale *scale;             /* on which ratings are typed and shown; NULL: the engine
                                        scale; outlives the session */
    const struct openings *openings; /* may be NULL; outlives the session */
    const char *store_path;          /* database; NULL: nothing is stored */
    const char *not_kept;            /* why nothing is stored, shown when a game begins; NULL: no
                                        message */
    const char *book_path;           /* Polyglot book of the opponent; NULL: none */
    const char *syzygy_path;         /* endgame tables for full strength; NULL: none */
    int elo;                         /* Elo, or ELO_FULL */
    int your_elo;                    /* the user's, before the first rated game; 0: not known */
    enum method method;
    const char *drill;               /* key of the group that the opponent ignores; NULL: none */
    uint64_t seed;                   /* 0: a random seed from the system */
    int color;                       /* the user's: WHITE, BLACK, or -1 for random */
    struct time_control control;
    struct position start;
    bool chess960;                   /* start each game from a random Chess960 position */
    const char *guest;               /* plays in place of our engine, see session_guest_read */
    struct player *guest_player;     /* created from guest; the session takes ownership; NULL: not
                                        started */
    enum resign_policy resign_policy;
    struct resign_rules resign_rules;
    bool adaptive;                   /* your rating sets each next opponent's level */
    unsigned odds;                   /* given to you; see odds.h */
    bool blindfold;                  /* from the start */
    enum pondering pondering;        /* the opponent also thinks on your turn */
    bool natural_delay;              /* hold the opponent's move back for a natural time */
    bool analyze_only;               /* no opponent: step, try moves, analyse */
    const char *analyst;             /* a UCI engine that analyses in our place; NULL: none */
    struct session_recall recall;
    int threads, hash_mb;
    void (*wake)(void *context);     /* from engine threads; as engine_create */
    void *context;
};

/* Reads who plays in place of our engine, in the syntax of player.h; without a prefix, a UCI
 * command. Returns false and sets *error on failure. */
MUST_USE bool session_guest_read(struct player_spec *spec, const char *text,
                                 const struct strength *strength, struct error *error);
/* The name to show until the guest player reports its name. */
void session_guest_called(const char *text, char *name, size_t size);

struct session;
/* Returns NULL and sets *error on failure, and then destroys the guest player. It does not begin a
 * game. */
struct session *session_create(const struct session_options *options, struct error *error);
/* Games, answers and reviews are written to the database by a writer thread, and no other call
 * waits for it. This call waits until everything is written, but at most the given time. It stops
 * waiting if the database refuses the writes. */
void session_settle(struct session *session, int milliseconds);
/* Call this before session_destroy. It waits for the writer, but for about a second at most if the
 * writer makes no progress. Then it saves the games that are not in the database as PGN beside it.
 * An unfinished game stays unfinished. Returns false if something was not stored; text then says
 * what, and where it was saved. */
MUST_USE bool session_leave(struct session *session, char *text, size_t size);
void session_destroy(struct session *session); /* calls session_leave first */

/* Describes the unfinished game in the store: its date, opponent and move number as one line of
 * text. Returns false if the store has no unfinished game. */
MUST_USE bool session_unfinished(struct session *session, char *text, size_t size);
MUST_USE bool session_resume(struct session *session, struct error *error);
void session_discard(struct session *session); /* marks the unfinished game as abandoned */

/* Replaces the present game with a game of an index (by number, from 0). May return true and still
 * set a message in *error: text that could not be parsed is kept as text. */
MUST_USE bool session_open(struct session *session, const struct pgn_index *index, int game,
                           struct error *error);

/* Begins a game with the current settings; the opponent starts to think if it is its turn. */
MUST_USE bool session_new(struct session *session, struct error *error);

/* The parts of the view that session_tick and the calls below may have changed. */
enum {
    CHANGED_BOARD = 1,    /* a move, a take-back, another position shown, the end */
    CHANGED_CLOCK = 2,
    CHANGED_THINKING = 4, /* a report of the opponent */
    CHANGED_ANALYSIS = 8, /* a report of the analyst, or the level's candidates */
    CHANGED_HINT = 16,
    CHANGED_SETTINGS = 32,
    CHANGED_MESSAGE = 64,
    CHANGED_REVIEW = 128, /* another position scored, or the review is complete */
};
unsigned session_tick(struct session *session); /* polls; set of CHANGED_* */
int session_timeout(const struct session *session); /* ms until the next tick is due, -1: none */

/* A line the user typed: a move or a command. */
enum reply_kind {
    REPLY_MOVED,   /* the move was played */
    REPLY_DONE,    /* the command was carried out; text may hold a message */
    REPLY_REFUSED, /* text says why: "illegal", "ambiguous", or what was expected */
    REPLY_SCREEN,  /* the screen carries out command and argument */
};
struct session_reply {
    enum reply_kind kind;
    enum session_command command;
    char argument[1024];
    char text[512];
};
void session_enter(struct session *session, const char *line, struct session_reply *reply);
/* Shows ratings on another scale from now on. */
void session_show_scale(struct session *session, enum rating_scale which);
/* "level 1800": the same as "elo 1800". Does nothing if elo is not a number. */
void session_enter_level(struct session *session, const char *elo, struct session_reply *reply);
/* The same for a move already made by mouse or cursor. */
void session_play(struct session *session, Move move, struct session_reply *reply);
/* Writes the completions of the typed text (moves in SAN, commands, their arguments) and returns
 * their number. */
int session_complete(const struct session *session, const char *typed, char words[][32], int max);

/* Forgets the move typed while the opponent thinks (view.premove); returns false without one. */
bool session_take_premove_back(struct session *session);

/* Steps through the game; the live game goes on. Returns false at the ends. */
enum step { STEP_BACK, STEP_FORWARD, STEP_START, STEP_END };
bool session_step(struct session *session, enum step step);
/* Steps to the sibling variation `by` places further down; returns false if it does not exist. */
bool session_suspend_analysis(struct session *session, int by);

/* Returns "fen" of the position shown or "pgn" of the game, for the clipboard. The caller frees the
 * text. Returns NULL and sets *error on failure. */
char *session_copy(struct session *session, const char *what, struct error *error);
/* Replaces the position or the game with a FEN or a PGN from the clipboard. Returns false if text
 * is neither. */
MUST_USE bool session_paste(struct session *session, const char *text,
                            struct session_reply *reply);

/* Counts a peek at the board in a blindfold game; returns the number of peeks so far. */
int session_peek(struct session *session);

/* The position being set up (command edit), which the caller may change; NULL: no position is being
 * set up. Meanwhile the view shows it, and lines typed are the words of setup.h, or play, analyze
 * and cancel. */
struct setup *session_setup(struct session *session);
void session_setup_changed(struct session *session); /* call it after each change */

/* Sets the opponent's strength. It may change during a game and applies from the opponent's next
 * move on. */
void session_set_handicap(struct session *session, const struct handicap *handicap);

/* Finds what a level, before it is set, would play in the position shown; NULL ends that. It would
 * be help in a rated game, where it does nothing (session_may_preview). session_previewed is NULL
 * until something is known, and valid until the next call. */
bool session_may_preview(const struct session *session);
void session_preview_level(struct session *session, const struct handicap *handicap);
const struct probed *session_previewed(struct session *session);

/* The group that the opponent of the next game ignores; DRILL_NONE: none. */
int session_drill(const struct session *session);
void session_set_drill(struct session *session, int group);

/* The user's colour in the next game (WHITE, BLACK, or -1 for random) and its clock. */
void session_next_game(const struct session *session, int *color, struct time_control *control);
void session_set_next_game(struct session *session, int color, const struct time_control *control);
/* The question to ask before a line is carried out that ends a rated game: "Resign this game?".
 * NULL: no question. */
const char *session_asks(const struct session *session, const char *line);

/* Turns analysis of the position shown on or off: its lines, and the moves the level would choose
 * among, are updated live. A session without an opponent never turns it off. */
void session_analyze(struct session *session, bool on);
/* Pauses analysis for the review or for practice, even without an opponent, until the next
 * session_analyze. */
void session_pause_analysis(struct session *session);
/* While on, the analysis also finds what switching each positional group would change for the
 * level, in the position shown and along its line (view.groups). */
void session_show_groups(struct session *session, bool on);

/* The review of the finished game, over the positions scored so far. The others are scored while no
 * analysis runs. NULL while the game goes on, or without a game. The pointers stay valid until the
 * next call that changes the session. */
const struct review *session_review(struct session *session);
bool session_review_ready(const struct session *session); /* every position is scored */
bool session_review_stuck(const struct session *session); /* out of memory: it will never be
                                                             complete */
const struct ledger *session_ledger(const struct session *session);
/* Shows the position after the given ply of a finished game. */
bool session_view_ply(struct session *session, int ply);
/* Sets up what you missed in the game, beginning with the position at ply or the next one after
 * it. */
void session_try(struct session *session, int ply, struct session_reply *reply);

/* Shows copies of the cards on the board one after the other, each until it is solved or skipped
 * and session_next_card is called. Meanwhile moves, hints and the commands skip and stop apply to
 * the card. The answers are stored if there is a store, and missed cards go into the deck. */
MUST_USE bool session_practise(struct session *session, const struct card cards[], int count);
/* Goes from a finished card to the next one or to the end; returns false if the card is not
 * finished. */
bool session_next_card(struct session *session);
/* Something to solve is being read; it is on the board as soon as it is ready. */
bool session_is_preparing(const struct session *session);

/* Practises the cards of the deck that are due, or (below) puzzles. The answers are stored, and
 * *count is the number of cards to solve. Returns false without setting *error if no card is due;
 * *next is then the time when the first one is due, 0 if the deck is empty. Both functions need a
 * store. */
MUST_USE bool session_practise_due(struct session *session, int most, double goal, int *count,
                                   int64_t *next, struct error *error);
/* Adds a list's cards to the deck and practises them: first the cards that are due, then new ones.
 * Otherwise as above. */
MUST_USE bool session_practise_list(struct session *session, const char *source,
                                    const struct card list[], int list_count, int most,
                                    double goal, int *count, struct error *error);
MUST_USE bool session_practise_puzzles(struct session *session, const struct puzzle_choice *choice,
                                       int count, struct error *error);

enum { BOOK_SHOWN = 32 };

/* What the opponent thinks about on your turn. */
struct pondered {
    Move expected; /* your move that it expects */
    Move answer;   /* its answer so far, NO_MOVE at first, with its score for the opponent */
    Score score;
    int depth;
};

/* The data that the panes draw: a value, except for the pointers below. They are read-only and stay
 * valid until the next call that changes the session.
 * - The nodes and the game: a game can have thousands of moves, which a screen walks.
 * - The card: one of the cards being solved, and its address tells one card from the next.
 * - The opening's name: it is in the table of the options, which outlives the session. */
struct session_view {
    const struct game *game;
    const struct game_node *live;   /* the current position of the game */
    const struct game_node *shown;  /* the position shown */
    int you;                        /* colour; -1 when only analysing */
    bool playing;                   /* a game is going on */
    bool your_turn;
    bool awaiting_move;             /* the opponent thinks, or holds its move back */
    Move last;                      /* the move before the position shown, or NO_MOVE */
    char premove[32];               /* typed while the opponent thinks, played after its move */
    Move premoved;                  /* the same as a move after one of the opponent's, or NO_MOVE */
    int your_side;                  /* as you; in an analysed game by its tags */
    enum result result;
    int takebacks;                  /* the user's, in this game */
    char rated[96];                 /* whether and how the game is rated, once known */
    char ending[64];                /* "checkmate", "you resigned"; "" while going on */
    struct handicap handicap;
    int lost_games;                 /* that the opponent has just lost in a row */
    int drill;                      /* the group the opponent ignores, DRILL_NONE: no drill */
    const struct strength *strength;
    const struct scale *scale;      /* on which ratings are shown; may be NULL */
    char opponent[64];              /* "Fallible 1400 casual", on that scale */
    bool others;                    /* the game is from a file and was played by others */
    struct time_control control;
    int64_t remaining[COLOR_COUNT]; /* milliseconds now; meaningless when untimed */
    int moves_to_go[COLOR_COUNT];   /* until the next time control, 0: no further one */
    const char *eco, *opening;      /* NULL when none */
    bool has_thinking, has_decided, has_analysis, has_probed, has_groups, has_path; /* filled in: */
    struct report thinking;               /* the opponent's newest */
    struct report decided;                /* its report for the last move it made */
    const struct game_node *decided_node; /* the position after that move */
    bool is_pondering;              /* the opponent thinks on your turn */
    struct pondered pondered;
    bool analyzing;
    bool loading;                   /* a file is being read; a game or a message follows */
    bool analysis_failed;           /* the analyst or the level probe could not be created */
    bool no_game;                   /* the session has no game, only analysis */
    bool unsaved;                   /* the game from a file was changed since it was read or saved
                                       */
    struct report analysis;         /* full-strength lines for shown */
    char analyst[64];               /* name of the external analyst; "": our engine analyses */
    bool analyst_starts;            /* another engine was started and is not ready yet */
    int book_count, book_weight;    /* book moves in this position; sum of their weights */
    struct book_line book[BOOK_SHOWN];
    bool tables_known;
    struct table_verdict tables;    /* of the position shown, if known */
    bool guessing;                  /* the user guesses the game's moves for the side `you` */
    struct probed probed;           /* the threat and the level, for shown */
    struct group_effects groups;    /* what switching the level's groups changes, for shown */
    const struct card *card;        /* the card being solved, shown on the board; NULL: none */
    int card_number, card_count;
    const char *hint_cost;          /* how the card counts after a hint; NULL: no matter */
    bool card_of_game;              /* the card is from the review of the game on the board */
    bool card_over;                 /* solved or skipped: shown until session_next_card */
    const char *card_beside;        /* after that, the time it took and what the level does; "" */
    bool blindfold;                 /* the pieces are hidden now */
    int peeks;                      /* in this game */
    bool setting_up;
    struct setup setup;             /* the position being set up and shown */
    char setup_trouble[256];        /* why setup is not playable yet; "": it is playable */
    bool judging;                   /* the user's move is being judged */
    struct whatif_path path;        /* result of the what-if replay */
    struct hint hint;
    char message[256];              /* the session's last remark: "He offers a draw" ... */
};

/* The part of the view, NULL if it is not filled in. */
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
/* "You", the opponent, or who played the game by its tags. */
const char *session_view_name(const struct session_view *view, int color);

/* Counts the user's finished games into tree, by the move played in the position shown. Leaves tree
 * unchanged while the games are being read; call again after the next tick. */
struct tree;
enum own_tree { OWN_TREE_NONE /* no store, or it is unreadable */, OWN_TREE_READING,
                OWN_TREE_COUNTED };
enum own_tree session_own_tree(struct session *session, struct tree *tree);

/* Static evaluation of the position shown with the opponent's (or full) weights. */
void session_trace(const struct session *session, bool full, struct trace *trace);
