/* The screen: the loop, keys, layout, theme and the entry line. What is shown comes from the
 * session; each pane is a file in panes/.
 *
 * Other rooms include: entry.h, model.h, page.h, paint.h.
 *
 * The caller runs the screen in this order:
 *
 *     struct tui *tui = tui_create(&options);            the pipe exists from here on
 *     session_options.wake = tui_wake;
 *     session_options.context = tui;
 *     struct session *session = session_create(&session_options, &error);
 *     status = tui_run(tui, session, &error);            the terminal is taken and given back
 *     session_destroy(session);                          before the pipe goes
 *     tui_destroy(tui);
 *
 * Standard input and output must both be a terminal (tui_possible); else use plain. */
#pragma once

#include "src/session/session.h"

enum tui_begin {
    TUI_BEGIN_GAME,     /* session_new at once */
    TUI_BEGIN_SLIDER,   /* ask for the opponent's Elo first, then session_new */
    TUI_BEGIN_ANALYSIS, /* the session is analyze_only and holds its game or position already */
    TUI_BEGIN_TRAINING, /* the session holds positions to solve already, and no game */
};

struct pgn_index;
struct tui_options {
    enum tui_begin begin;
    bool ascii;          /* letters for pieces and plain lines, whatever the locale says */
    bool debug;          /* the debug pane is open from the start; F2 reveals spoilers */
    bool bell;           /* rings when the opponent has moved */
    const char *theme;   /* a name from tui_themes; NULL: the theme that suits the terminal */
    const struct strength *strength; /* outlives the tui */
    const struct pgn_index *games;   /* the file to choose from; may be NULL; outlives the tui */
    const struct openings *openings; /* for their names; may be NULL; outlives the tui */
    const char *find;                /* the list's first search words; NULL: no list is shown */
    int threads, hash_mb;            /* for suites run in a pane; 0: 1 thread, 64 MB */
};

/* True if standard input and output are a terminal that can place text (TERM is not dumb). */
bool tui_possible(void);

/* The number of colours in the terminal's description; 0 if it has no colours or is unknown. */
int tui_colors(void);

/* Names of the themes, separated by spaces: for --help and for an error message. */
const char *tui_themes(void);
MUST_USE bool tui_theme_exists(const char *name);

struct tui;
/* Returns NULL if out of memory or file descriptors. *options is copied. */
struct tui *tui_create(const struct tui_options *options);
void tui_destroy(struct tui *tui);

/* Asks the loop to poll the session; may be called from any thread. context: the struct tui. */
void tui_wake(void *context);

/* Shows the session until the user leaves, and returns the exit status. If it is 2, *error says
 * why. After SIGTERM or SIGHUP the terminal is restored and the status is 128 + the signal. */
MUST_USE int tui_run(struct tui *tui, struct session *session, struct error *error);
