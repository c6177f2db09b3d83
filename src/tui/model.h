/* What the panes draw from and the keys act on. The loop (app.c) fills view and trace from the
 * session before each frame; panes only read it, dialogs change it in their key functions. */
#pragma once

#include <curses.h>

#include "engine/evaluation.h"
#include "src/pgn/opening_tree.h"
#include "src/lab/calibrate/calibrate_table.h"
#include "src/lab/match/suite.h"
#include "src/session/session.h"
#include "src/tui/tui.h"

/* Beside session.h's CHANGED_*: what only the screen knows. */
enum {
    CHANGED_INPUT = 1 << 12, /* the entry line */
    CHANGED_LOOK = 1 << 13,  /* selection, cursor, orientation, a notice, a dialog */
    CHANGED_ALL = ~0,
};

enum analysis_page {
    ANALYSIS_LINES,
    ANALYSIS_LEVEL,
    ANALYSIS_TERMS,
    ANALYSIS_TREE,
    ANALYSIS_PAGES
};
enum dialog { DIALOG_NONE, DIALOG_SLIDER, DIALOG_HELP, DIALOG_SUITE, DIALOG_REVIEW, DIALOG_GAMES };

enum slider_use {
    SLIDER_CHANGES, /* the opponent of the game going on */
    SLIDER_AGAIN,   /* Enter begins a game, Esc goes back to the one that is over */
    SLIDER_FIRST,   /* the same, with nothing to go back to */
};

struct slider {
    int elo;               /* or ELO_FULL */
    char typed[5];         /* of a level typed as a number: so far */
    enum method method;
    uint64_t seed;
    int drill;             /* of the next game: enum group, DRILL_NONE */
    int color;             /* yours in the next game: WHITE, BLACK, -1 drawn */
    struct time_control control; /* of the next game */
    enum slider_use use;
    struct measured_table measured; /* what is known of the levels; read when it opens */
};

struct question;
struct suite_job;
struct suite_pane {
    struct suite_job *job;     /* owns suite and run; NULL: none was started */
    const struct suite *suite;
    struct suite_run *run;
    struct suite_result *results;
    int done, chosen, elo;
    int64_t started, ended;
    bool board;            /* the chosen position is shown */
};

struct review_pane {
    const struct game_node *of; /* the end of the game looked at */
    int ply;                    /* walked to */
    int row;                    /* chosen in the list */
    char notice[512];
};

enum { GAMES_WORDS_MAX = 120 };

struct tree_pane {
    bool asked;
    uint64_t of;             /* the key of the position asked about */
    char words[GAMES_WORDS_MAX]; /* that the games counted were found by */
    bool own;                /* they are yours, for want of a file */
    bool pending, preparing; /* the games are still to be counted; to be played once before */
    int percent;             /* of that */
    struct tree tree;
    int chosen;              /* row of it */
    char notice[160];
};

enum { PASTE_MAX = 1 << 16 }; /* bytes; what is pasted beyond is left out */

/* Pasted text, while it comes and while its lines are entered. */
struct paste {
    bool going;        /* it still comes */
    bool cut;          /* there was more than PASTE_MAX */
    int64_t heard;     /* when the last of it came */
    size_t matched;    /* bytes of the mark at its end */
    size_t length;
    char text[PASTE_MAX + 1];
    bool entering;     /* its lines, one by one; the next begins at next */
    size_t next;
};

struct model {
    struct session *session;
    void (*wake)(void *context); /* has the loop poll again; from any thread */
    void *wake_context;
    struct tui_options options;
    struct session_view view;
    struct trace trace;      /* of the position shown, with the opponent's weights */
    bool letters;            /* pieces as letters */
    bool flipped;
    bool debug_open, hint_open;
    int page;                /* of the debug pane, whose second is the evaluation by term, or of
                              * the analysis: enum analysis_page */
    bool sliding;            /* while analysing: the arrow keys move the level */
    bool reveal;             /* show what spoils a running game */
    bool cursor_on;
    Square cursor, selected; /* NO_SQUARE: none */
    Bitboard targets;        /* of the selected piece */
    bool pressed_again;      /* the mouse was pressed on the selected piece */
    bool refused;            /* the line is one that was refused: typing takes its place */
    int brush;               /* while a position is set up: the piece a click puts */
    bool peeking;            /* blindfolded, and looking */
    struct paste paste;
    char sequence[16];       /* begun by Esc [, with no name: its first bytes */
    size_t sequence_length;  /* of all there was of it, 0: none has begun */
    bool typing;             /* and a line of words is typed */
    const struct question *question; /* NULL: nothing is asked */
    Move asked;              /* the promotion that waits for its piece */
    char question_text[256];
    char asked_line[256]; /* that is carried out on yes */
    enum dialog dialog;
    struct slider slider;
    struct suite_pane suite;
    struct review_pane review;
    struct games_pane *games; /* NULL until they are listed */
    struct games_work *work;  /* NULL until a position is asked for */
    struct tree_pane tree;
    int help_top;
    enum dialog help_over; /* what it goes back to */
    char notice[512];        /* the answer to the last line or key; "" when none */
    bool notice_bad;
    int square_width, square_height; /* of the layout */
    bool hint_shown;                 /* by a pane of the layout */
    bool pages_at_once;              /* the analysis has all but its tree on one page */
};

/* A pane under the moves; not while a position is set up, which needs the room, nor for one to be
 * solved, of which no decision speaks and whose hints stand there. */
static inline bool model_debug_shown(const struct model *model)
{
    return ((model->debug_open && !model->view.card) || model->view.analyzing) &&
           !model->view.setup;
}

/* Spoilers are shown when nobody can be spoilt. */
static inline bool model_reveals(const struct model *model)
{
    if (model->view.guessing) {
        return model->reveal;
    }
    return !model->view.playing || model->reveal || model->view.analyzing;
}

/* A dialog's key: true when it was one of its own. */
bool slider_key(struct model *model, int key);
bool help_key(struct model *model, int key);
/* Moves *chosen within the rows 0 to last, as arrows and the keys of pages do in every list. */
bool list_key(int key, int page, int last, int *chosen);
bool suite_pane_key(struct model *model, int key);
bool review_pane_key(struct model *model, int key);
bool games_pane_key(struct model *model, int key);
/* Text for the words to find games by; ignored while none are typed. */
void games_pane_paste(struct model *model, const char *text);
bool setup_pane_key(struct model *model, int key);
/* A click on square, or beside the board at (y, x) of the moves' pane. */
void setup_pane_click(struct model *model, Square square, bool pressed, int y, int x);

void help_open(struct model *model, bool commands); /* at the keys, or at the commands */
void slider_open(struct model *model, enum slider_use use);
/* While analysing: the level itself moves, and what it would play with it. */
bool slider_slide(struct model *model, int key);
void slider_close(struct model *model); /* frees what it read */
bool review_pane_open(struct model *model); /* false when there is no game to look back on */
/* Analysis goes on where there is no game to go back to. */
void review_pane_close(struct model *model);
/* "suite NAME [ELO|full]" from the entry line. False fills error. */
MUST_USE bool suite_pane_open(struct model *model, const char *argument, struct error *error);
const char *suite_pane_names(void); /* the shipped suites, separated by spaces */
/* Copies new results; true when there are some, or when the clock of the run moved on. */
bool suite_pane_poll(struct model *model);
void suite_pane_close(struct model *model);

/* Lists the games of the file: words to find them by, "here" for those that reach the position
 * shown, "" for the list as it was. False fills error. */
MUST_USE bool games_pane_open(struct model *model, const char *words, struct error *error);
bool games_pane_poll(struct model *model); /* true when there is news to draw */
bool games_pane_worth(const struct model *model); /* the file has several */
void games_pane_free(struct model *model);
/* Begun when first asked for; NULL: it cannot be. Only where there is a list of games. */
struct games_work *games_pane_work(struct model *model);
const char *games_pane_words(const struct model *model); /* that the list is narrowed by */

/* The opening tree, a page of the analysis, is on the screen; its keys; the move chosen, NO_MOVE:
 * none. */
bool tree_pane_shown(const struct model *model);
bool tree_pane_poll(struct model *model); /* true when there is news to draw */
bool tree_pane_key(struct model *model, int key);
Move tree_pane_move(const struct model *model);

/* Identifier, its draw function, and the changes it must be drawn again for. */
#define PANES(X)                                                                             \
    X(ABOVE, pane_clock_above, CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK) \
    X(BELOW, pane_clock_below, CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK) \
    X(BOARD, pane_board, CHANGED_BOARD | CHANGED_LOOK)                                       \
    X(BAR, pane_bar, CHANGED_BOARD | CHANGED_ANALYSIS | CHANGED_LOOK)                        \
    X(TIMES, pane_clock_times, CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK) \
    X(MOVES, pane_moves, CHANGED_BOARD | CHANGED_LOOK)                                       \
    X(HINT, pane_hint, CHANGED_BOARD | CHANGED_HINT | CHANGED_LOOK)                          \
    X(DEBUG, pane_debug, CHANGED_BOARD | CHANGED_THINKING | CHANGED_ANALYSIS |               \
                             CHANGED_REVIEW | CHANGED_SETTINGS | CHANGED_LOOK)               \
    X(STATUS, pane_status, CHANGED_BOARD | CHANGED_HINT | CHANGED_MESSAGE | CHANGED_LOOK |   \
                               CHANGED_THINKING)                                             \
    X(KEYS, pane_keys, CHANGED_LOOK)                                                         \
    X(ENTRY, pane_entry, CHANGED_INPUT | CHANGED_LOOK)

#define X(id, draw, redraw) void draw(WINDOW *window, const struct model *model);
PANES(X)
#undef X
enum pane {
#define X(id, draw, redraw) PANE_##id,
    PANES(X)
#undef X
    PANE_COUNT
};

/* In place of the moves: a position being set up; in place of the debug pane: analysis. */
void pane_setup(WINDOW *window, const struct model *model);
/* In place of the list, from line top on: a game that has variations or comments. */
bool moves_flow_wanted(const struct game_node *root);
void moves_flow(WINDOW *window, int top, const struct model *model);
void pane_analysis(WINDOW *window, const struct model *model);
struct page;
void tree_draw(struct page *page, const struct model *model); /* what is left of the page */
/* Dialogs. */
void pane_slider(WINDOW *window, const struct model *model);
void pane_help(WINDOW *window, const struct model *model);
void pane_suite(WINDOW *window, const struct model *model);
void pane_games(WINDOW *window, const struct model *model);
void pane_review(WINDOW *window, const struct model *model);

/* A board drawn at (y, x) of a window, its coordinates included. */
struct board_look {
    const struct position *position;
    Move last;
    Square cursor, selected;
    Bitboard targets;
    bool flipped, letters;
    int width, height; /* of a square */
};
void board_draw(WINDOW *window, int y, int x, const struct board_look *look);
/* The square at (y, x) of a board drawn at (0, 0); NO_SQUARE beside it. */
Square board_square_at(int y, int x, int width, int height, bool flipped);
/* A piece as it is shown. */
const char *board_piece(int piece, bool letters);
