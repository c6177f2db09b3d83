/* The screen: the loop, keys, layout, themes and the entry line. The session supplies what is
 * shown. Each pane is a file in panes/, each dialog one in dialogs/.
 *
 * Other public headers: entry.h, model.h, page.h, paint.h, piece_look.h.
 *
 * Use it in this order, since the session calls tui_wake:
 *
 *     struct tui *tui = tui_create(&options);
 *     session_options.wake = tui_wake;
 *     session_options.context = tui;
 *     struct session *session = session_create(&session_options, &error);
 *     status = tui_run(tui, session, &error);
 *     session_destroy(session);
 *     tui_destroy(tui);
 *
 * Standard input and output must both be a terminal (tui_possible); otherwise use src/plain. */
#pragma once

#include "src/session/session.h"
#include "src/tui/piece_look.h"

enum tui_begin {
    TUI_BEGIN_GAME,     /* starts a game at once */
    TUI_BEGIN_SLIDER,   /* asks for the opponent's level first */
    TUI_BEGIN_HOME,     /* shows the home screen */
    TUI_BEGIN_ANALYSIS, /* the session is analyze_only and already has its game or position */
    TUI_BEGIN_TRAINING, /* the session has positions to solve, and no game */
};

struct pgn_index;
struct tui_options {
    enum tui_begin begin;
    bool ascii;        /* letters for pieces, and ASCII lines, whatever the locale is */
    bool debug;        /* the debug pane is open at the start; F2 reveals spoilers */
    bool bell;         /* rings after the opponent's move */
    const char *theme; /* one of tui_themes; NULL: chosen for the terminal */
    enum piece_look pieces;
    bool no_links;  /* never writes hyperlinks (OSC 8) */
    bool no_arrows; /* analysis draws no arrows for the best move and the threat, and only marks
                     * their squares */
    const struct strength *strength; /* must outlive the struct tui */
    /* Called with the new scale when the user has chosen another rating scale; may be NULL. */
    void (*keep_scale)(void *context, const struct scale *scale);
    void *keep_context;
    /* Stores the theme or the look of the pieces that the user has chosen; may be NULL. Returns
     * false and sets *error on failure. Set by show_session. */
    bool (*keep_setting)(const char *name, const char *value, struct error *error);
    const struct pgn_index *games;   /* the games of the file; may be NULL; must outlive the struct
                                        tui */
    const struct openings *openings; /* names of openings, or NULL; must outlive the struct tui */
    const char *find;                /* shows the list of games at the start, with these search
                                      * words; NULL: shows no list */
    int threads, hash_mb;            /* for suites run in a pane; 0: 1 thread, 64 MB */
};

/* Returns true if standard input and output are a terminal with cursor movement (TERM is not
 * dumb). */
bool tui_possible(void);

/* The number of colours in the terminal's description; 0 if it has no colours or is unknown. */
int tui_colors(void);

/* The names of the themes, separated by spaces. */
const char *tui_themes(void);
MUST_USE bool tui_theme_exists(const char *name);

struct tui;
/* Returns NULL if out of memory or file descriptors. *options is copied. */
struct tui *tui_create(const struct tui_options *options);
void tui_destroy(struct tui *tui);

/* Asks the loop to poll the session; may be called from any thread. `context` is the struct tui. */
void tui_wake(void *context);

/* Shows the session until the user leaves, and returns the exit status. If it is 2, *error says
 * why. After SIGTERM or SIGHUP the terminal is restored and the status is 128 + the signal. */
MUST_USE int tui_run(struct tui *tui, struct session *session, struct error *error);
