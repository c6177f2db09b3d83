/* A game being played or studied: its state, its commands and the view that a screen draws. It
 * knows no screen and no lab. The modes beside playing are in study/.
 *
 * Other rooms include: state.h.
 *
 * A game being played: you, the opponent at a strength, the clock, hints and analysis. Owns two
 * engines (the opponent and a full-strength analyst) and the store; knows no screen. Everything
 * is called from one thread. Nothing here blocks: engines are polled in session_tick, which the
 * owner calls after a wake-up and when session_timeout has passed. */
#pragma once

#include "engine/book.h"
#include "engine/engine.h"
#include "engine/evaluation.h"
#include "src/game/clock.h"
#include "src/game/game.h"
#include "src/game/opening.h"
#include "src/pgn/index.h"
#include "src/game/setup.h"
#include "src/player/player.h"
#include "src/training/puzzle.h"
#include "src/review/hint.h"
#include "src/review/review.h"
#include "src/review/whatif.h"
#include "src/review/level_probe.h"

/* What can be typed besides moves; commands.def has a row each. */
enum session_command {
#define COMMAND(id, ...) COMMAND_##id,
#include "src/session/commands.def"
#undef COMMAND
    COMMAND_COUNT
};
const char *session_command_name(enum session_command command);
const char *session_command_arguments(enum session_command command);
const char *session_command_words(enum session_command command);
/* What this one and those after it are for, "" where it is as before. */
const char *session_command_heading(enum session_command command);

/* Whether the opponent resigns lost games, offers and claims draws. */
enum manners { MANNERS_BY_LEVEL /* from 1800 up */, MANNERS_ON, MANNERS_OFF };

/* When it does, by its own scores. 0: as players of its level do. */
struct manners_rules {
    int resign_score; /* centipawns: so far behind */
    int resign_moves; /* for so many moves in a row */
    int accept_score; /* centipawns: so far behind it agrees to a draw */
    int draw_score;   /* centipawns: no further ahead or behind than this */
    int draw_moves;   /* for so many moves in a row it offers one */
    int draw_from;    /* and not before this move of the game */
};

/* What is to be as in the newest game against our engine, where there was one. */
struct session_recall {
    bool elo, method, color, control;
};

struct session_options {
    const struct strength *strength; /* outlives the session */
    const struct openings *openings; /* may be NULL; outlives the session */
    const char *store_path;          /* database; NULL: nothing is kept */
    const char *not_kept;            /* why not, said when a game begins; NULL: nothing to say */
    const char *book_path;           /* Polyglot book of the opponent; NULL: none */
    const char *syzygy_path;         /* endgame tables for full strength; NULL: none */
    int elo;                         /* or ELO_FULL */
    enum method method;
    const char *drill;               /* key of a group the opponent does without; NULL: none */
    uint64_t seed;                   /* 0: drawn from the system */
    int color;                       /* the user's: WHITE, BLACK, or -1 for random */
    struct time_control control;
    struct position start;
    bool chess960;                   /* another of the 960 positions for each game in its place */
    const char *guest;               /* plays in place of our engine, see session_guest_read */
    struct player *guest_player;     /* made from it, and taken over; NULL: not started yet */
    enum manners manners;
    struct manners_rules manners_rules;
    bool adaptive;                   /* your rating sets each next opponent's level */
    unsigned odds;                   /* given to you; see odds.h */
    bool blindfold;                  /* from the start */
    bool natural_delay;              /* hold the opponent's move back for a natural time */
    bool analyze_only;               /* no opponent: step, try moves, analyse */
    const char *analyst;             /* a UCI engine that analyses in our place; NULL: none */
    struct session_recall recall;
    int threads, hash_mb;
    void (*wake)(void *context);     /* from engine threads; as engine_create */
    void *context;
};

/* Who plays in place of our engine: as a player of player.h; what names no kind is the command of
 * a UCI engine. False fills error. */
MUST_USE bool session_guest_read(struct player_spec *spec, const char *text,
                                 const struct strength *strength, struct error *error);
/* What it is called before it has told its own name. */
void session_guest_called(const char *text, char *name, size_t size);

struct session;
/* NULL fills error; the guest player is ended then. No game is begun. */
struct session *session_create(const struct session_options *options, struct error *error);
/* What was played, answered and reviewed is given to the database's writer, a thread, and nothing
 * waits for it, except: this waits until all is written, but no longer than that, nor while the
 * database refuses. */
void session_settle(struct session *session, int milliseconds);
/* Before session_destroy: waits for the writer, but for about a second at most if it gets nowhere;
 * then the games that are not in the database are saved as PGN beside it. An unfinished game stays
 * unfinished. False: text says what was not kept, and where it is. */
MUST_USE bool session_leave(struct session *session, char *text, size_t size);
void session_destroy(struct session *session); /* leaves it first */

/* An unfinished game found in the store: its date, opponent and move number as one line of text.
 * False when there is none. */
MUST_USE bool session_unfinished(struct session *session, char *text, size_t size);
MUST_USE bool session_resume(struct session *session, struct error *error);
void session_discard(struct session *session); /* it stays in the store as abandoned */

/* Puts a game of an index (by number, from 0) in place of the present one. True with a message in
 * error: what could not be understood of it is kept as text. */
MUST_USE bool session_open(struct session *session, const struct pgn_index *index, int game,
                           struct error *error);

/* Begins a game with the current settings; the opponent starts to think if it is its turn. */
MUST_USE bool session_new(struct session *session, struct error *error);

/* What session_tick and the calls below may have changed. */
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
    REPLY_DONE,    /* the command was carried out; text may say something */
    REPLY_REFUSED, /* text says why: "illegal", "ambiguous", or what was expected */
    REPLY_SCREEN,  /* command and argument are the screen's to carry out */
};
struct session_reply {
    enum reply_kind kind;
    enum session_command command;
    char argument[1024];
    char text[512];
};
void session_enter(struct session *session, const char *line, struct session_reply *reply);
/* "level 1800": the same as "elo 1800"; nothing where there is no number. */
void session_enter_level(struct session *session, const char *elo, struct session_reply *reply);
/* The same for a move already made by mouse or cursor. */
void session_play(struct session *session, Move move, struct session_reply *reply);
/* Completions of what has been typed (moves in SAN, commands, their arguments); returns how many
 * were written. */
int session_complete(const struct session *session, const char *typed, char words[][32], int max);

/* Stepping through the game; the live game goes on. False at the ends. */
enum step { STEP_BACK, STEP_FORWARD, STEP_START, STEP_END };
bool session_step(struct session *session, enum step step);
/* To another answer to the same position, so many further down; false when there is none. */
bool session_step_aside(struct session *session, int by);

/* What to copy: "fen" of the position shown, or "pgn" of the game. To be freed; NULL
 * fills error. */
char *session_copy(struct session *session, const char *what, struct error *error);
/* Text from a clipboard: a FEN or a PGN, which becomes the position or the game. False: neither. */
MUST_USE bool session_paste(struct session *session, const char *text,
                            struct session_reply *reply);

/* Somebody blindfolded looks; returns how often by now. */
int session_peek(struct session *session);

/* Setting up a position (the command edit): shown is what is on the board by now, and lines are
 * words of setup.h, or play, analyze and cancel. The one to change, NULL: none is set up. */
struct setup *session_setup(struct session *session);
void session_setup_changed(struct session *session); /* by the caller */

/* Strength: any of it may change during a game, from the opponent's next move on. */
void session_set_handicap(struct session *session, const struct handicap *handicap);

/* The group (DRILL_NONE: none) that the opponent of the next game does without. */
int session_drill(const struct session *session);
void session_set_drill(struct session *session, int group);

/* Your colour in the next game, WHITE, BLACK or -1 drawn, and its clock. */
void session_next_game(const struct session *session, int *color, struct time_control *control);
void session_set_next_game(struct session *session, int color, const struct time_control *control);
/* What the user is to be asked before a line is carried out, as it ends a game that counts: "Resign
 * this game?". NULL: nothing. */
const char *session_asks(const struct session *session, const char *line);

/* Analysis of the position shown: lines grow live; what the level would choose among. Where all
 * there is to do is analysis it stays on. */
void session_analyze(struct session *session, bool on);
/* It rests, there as well, for the review or for positions to solve; until session_analyze. */
void session_pause_analysis(struct session *session);

/* The game looked back on, of as many positions as are scored by now; the rest is being worked at
 * while nothing is analysed. NULL while it goes on and where there is none. The pointers stay valid
 * until the next call that changes the session. */
const struct review *session_review(struct session *session);
bool session_review_ready(const struct session *session); /* every position is scored */
bool session_review_stuck(const struct session *session); /* it will not be ready: no memory */
const struct ledger *session_ledger(const struct session *session);
/* Shows the position after ply of a game that is over. */
bool session_look_at(struct session *session, int ply);

/* Puts the cards on the board, one after the other, each until it is solved or skipped and the
 * next is asked for; copies them. Moves, hints and the commands skip and stop are for them
 * meanwhile. The answers are kept where there is a store, and what was missed goes into the deck.
 */
MUST_USE bool session_practise(struct session *session, const struct card cards[], int count);
/* From a card that is over to the next one, or to the end; false: none is over. */
bool session_next_card(struct session *session);

/* The same for what the deck has due, and for puzzles, one after the other: the answers are kept,
 * and *count says how many there are to solve. False with nothing in error: there is none (*next:
 * when the first of the deck is due, 0 where it is empty). Both need a store. */
MUST_USE bool session_practise_due(struct session *session, int most, double goal, int *count,
                                   int64_t *next, struct error *error);
/* A list's cards, put into the deck: those due, then new ones. As above. */
MUST_USE bool session_practise_list(struct session *session, const char *source,
                                    const struct card list[], int list_count, int most,
                                    double goal, int *count, struct error *error);
MUST_USE bool session_practise_puzzles(struct session *session, const struct puzzle_choice *choice,
                                       int count, struct error *error);

enum { BOOK_SHOWN = 32 };

/* What the panes draw. Pointers stay valid until the next call that changes the session. */
struct session_view {
    const struct game *game;
    const struct game_node *live;   /* the position on the board of the game */
    const struct game_node *shown;  /* the one looked at */
    int you;                        /* colour; -1 when only analysing */
    bool playing;                   /* a game is going on */
    bool your_turn;
    bool awaiting_move;             /* the opponent thinks, or holds its move back */
    enum result result;
    int takebacks;                  /* of yours in this game */
    char rated[96];                 /* what the game counts, once that is known */
    char ending[64];                /* "checkmate", "you resigned"; "" while going on */
    struct handicap handicap;
    int drill;                      /* the group it does without, DRILL_NONE: no drill */
    char opponent[64];              /* "Fallible 1400 strong-social" */
    bool others;                    /* the game, out of a file, was played by others */
    struct time_control control;
    int64_t remaining[COLOR_COUNT]; /* milliseconds now; meaningless when untimed */
    int moves_to_go[COLOR_COUNT];   /* until the next time control, 0: there is none */
    const char *eco, *opening;      /* NULL when none */
    const struct report *thinking;  /* the opponent's newest; NULL before the first */
    const struct report *decided;   /* its report for the last move it made; NULL: none */
    const struct game_node *decided_node; /* the position after that move */
    bool analyzing;
    bool loading;                   /* a file is being read; its game comes, or a message */
    bool analysis_failed;           /* the analysis or the level could not be set up: none comes */
    bool no_game;                   /* to go back to: all there is to do here is analysis */
    bool unsaved;                   /* a game out of a file was changed since */
    const struct report *analysis;  /* full-strength lines for shown; NULL when none */
    const char *analyst;            /* who analyses, where it is not our engine; NULL: it is */
    bool analyst_starts;            /* another engine has been called and is not ready yet */
    int book_count, book_weight;    /* of the moves the book has here; of all of them together */
    struct book_line book[BOOK_SHOWN];
    const struct table_verdict *tables; /* of the position shown; NULL: not known */
    bool guessing;                  /* the moves of the game; you: of this side */
    const struct scouted *scouted;  /* the threat and the level, for shown; NULL when none */
    const struct card *card;        /* to be solved, on the board as shown; NULL: none */
    int card_number, card_count;
    bool card_over;                 /* solved or skipped: shown until session_next_card */
    bool blindfold;                 /* the pieces are hidden now */
    int peeks;                      /* in this game */
    const struct setup *setup;      /* being set up, and shown; NULL: none */
    const char *setup_trouble;      /* why it cannot be played yet; "": it can */
    bool judging;                   /* the move tried is being looked at */
    const struct whatif_path *path; /* the game replayed with a change; NULL: it was not */
    struct hint hint;
    char message[256];              /* the session's last remark: "He offers a draw" ... */
};
void session_view(struct session *session, struct session_view *view);
/* "You", the opponent, or who played the game by its tags. */
const char *session_view_name(const struct session_view *view, int color);

/* Counts your finished games into tree, by what was played in the position shown. While they are
 * being read tree stays as it is; ask again after the next tick. */
struct tree;
enum own_tree { OWN_TREE_NONE /* there is no store, or it cannot be read */, OWN_TREE_READING,
                OWN_TREE_COUNTED };
enum own_tree session_own_tree(struct session *session, struct tree *tree);

/* Static evaluation of the position shown with the opponent's (or full) weights. */
void session_trace(const struct session *session, bool full, struct trace *trace);
