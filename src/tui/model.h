/* The state that the panes draw and that the keys change. The loop (app.c) fills view and trace
 * from the session before each frame. Panes only read the model; key functions of dialogs change
 * it. */
#pragma once

#include <curses.h>

#include "engine/evaluation.h"
#include "src/pgn/index.h"
#include "src/session/session.h"
#include "src/tui/tui.h"

/* CHANGED_* flags in addition to those of session.h, for state that only the screen has. */
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
    ANALYSIS_DEBUG,
    ANALYSIS_PAGES,
    /* Pages that follow the debug page and are not counted among ANALYSIS_PAGES. */
    ANALYSIS_CHOICES = ANALYSIS_PAGES, /* all moves of the level, with their chances */
    ANALYSIS_COUNTS,                   /* what the search counted */
};
enum { GAMES_WORDS_MAX = 120 };

enum { PASTE_MAX = 1 << 16 }; /* bytes of a pasted text; the rest of a longer one is discarded */

/* Pasted text, while it arrives and while its lines are entered. */
struct paste {
    bool going;        /* the text is still arriving */
    bool cut;          /* the text was longer than PASTE_MAX */
    int64_t heard;     /* when the last byte arrived */
    size_t matched;    /* how many bytes of the end mark have arrived */
    size_t length;
    char text[PASTE_MAX + 1];
    bool entering;     /* the lines are being entered; the next line begins at offset `next` */
    size_t next;
};

struct question;
struct pane;
struct games_work;

struct model {
    struct session *session;
    void (*wake)(void *context); /* makes the loop poll again; any thread may call it */
    void *wake_context;
    struct tui_options options;
    struct session_view view;
    struct trace trace;      /* evaluation of the position shown, term by term, with the opponent's
                                weights */
    bool plain_glyphs;       /* the terminal has no chess figures */
    bool letters;            /* pieces are drawn as letters */
    enum piece_look pieces;
    bool flipped;
    bool debug_open, hint_open;
    int page;                /* page of the analysis (enum analysis_page), or of the debug pane,
                                which has up to four */
    bool sliding;            /* while analysing, the arrow keys change the level */
    bool reveal;             /* show spoilers (what the engines think) during a game */
    bool cursor_on;
    Square cursor, selected; /* NO_SQUARE: none */
    Bitboard targets;        /* where the selected piece can move */
    bool pressed_again;      /* the mouse was pressed on the selected piece */
    bool refused;            /* the entry line holds a refused line, which typing replaces */
    bool peeking;            /* the pieces are shown during a blindfold game */
    struct paste paste;
    char sequence[16];      /* the first bytes of an unfinished escape sequence that curses does not
                             * know */
    size_t sequence_length; /* number of bytes of the sequence that have arrived, which may be
                             * more than `sequence` holds; 0: no sequence has begun */
    bool typing;            /* while a position is set up: keys go to the entry line, not to the
                             * board */
    const struct question *question; /* NULL: no question is open */
    int64_t answered; /* when a key last answered a question (text_now) */
    Move asked;              /* the promotion for which the user is asked to choose the piece */
    char question_text[256];
    char waiting_line[1024]; /* the line entered last, which waits for the answer; "": none */
    char asked_line[1024]; /* the line to carry out if the answer is yes */
    char line_due[64];    /* a line that a dialog wants to be entered; "": none */
    char home_letter;     /* the key pressed last, if the home screen has acted on it; it may still
                             turn out to begin a move */
    int64_t home_letter_at; /* when home_letter was pressed (text_now) */
    bool left_home;       /* home opens again when the training that it started ends */
    bool left_to_analyse; /* home opens again when the analysis that it started ends */
    bool analysis_paused; /* the analysis started from home is interrupted by a review or by
                             training */
    struct pane *panes;   /* see pane.h */
    int pane_count;
    struct pane *dialog;               /* the topmost open dialog; NULL: none is open */
    char games_words[GAMES_WORDS_MAX]; /* the search words of the list of games */
    int games_opened;                  /* how many games were opened from the list */
    struct pgn_index *loaded_games;    /* the games of the file loaded last, owned here;
                                        * options.games points to them, too; NULL: none was
                                        * loaded */
    struct games_work *work;           /* the thread that searches games by position; NULL before
                                        * the first such search */
    char notice[512];        /* the answer to the line or key entered last, shown on the status
                                line; "": none */
    bool notice_bad;
    char link[CHESS_FEN_MAX + 64]; /* the address that the hyperlink in the notice opens; its
                                    * visible text is MODEL_LINK */
    bool link_due;                 /* the hyperlink is not on the screen yet */
    int square_width, square_height; /* in cells; set by the layout */
};

/* The part of a notice that becomes a hyperlink. */
#define MODEL_LINK "lichess.org/analysis"

/* Returns true if the hint pane is open and has a hint, or waits for one. */
static inline bool model_shows_hint(const struct model *model)
{
    return model->hint_open && (model->view.hint.rung > 0 || model->view.hint.pending);
}

/* Returns true if spoilers may be shown. */
static inline bool model_reveals(const struct model *model)
{
    if (model->view.guessing) {
        return model->reveal;
    }
    return !model->view.playing || model->reveal || model->view.analyzing;
}

/* Returns true if the evaluation bar is shown where the layout has a place for it. */
static inline bool model_shows_bar(const struct model *model)
{
    if (model->view.bar == BAR_SHOWN)
        return !model->view.card && (!model->view.guessing || model->reveal);
    return model->view.bar == BAR_USUAL && model_reveals(model);
}

/* The games of the file from which the game shown comes; NULL if it does not come from a file. */
static inline const struct pgn_index *model_games(const struct model *model)
{
    return model->view.no_game || model->view.from_file ? model->options.games : NULL;
}

/* Returns true if analysis leads back to a list of games, and not to a game that is going on. */
static inline bool model_has_games(const struct model *model)
{
    const struct pgn_index *games = model->view.playing ? NULL : model_games(model);
    return games && pgn_index_count(games) > 1;
}

/* Where the key F6 leads from an analysis: nowhere, to the game that goes on, or to the list of
 * games. */
enum way_back { BACK_NOWHERE, BACK_TO_GAME, BACK_TO_GAMES, WAYS_BACK };
static inline enum way_back model_way_back(const struct model *model)
{
    return model_has_games(model) ? BACK_TO_GAMES
           : model->view.no_game  ? BACK_NOWHERE : BACK_TO_GAME;
}
