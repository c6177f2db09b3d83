/* The interface of a pane or dialog: its functions and its private state. The comment at the head
 * of panes/panes.h says how to add one. */
#pragma once

#include "src/tui/model.h"
#include "src/tui/paint.h"

/* The places of panes. layout.c gives each one a rectangle. Several panes may share a place. */
enum place {
    PLACE_ABOVE, /* the line above the board; PLACE_BELOW is the line below it */
    PLACE_BELOW,
    PLACE_BOARD,
    PLACE_BAR,   /* beside the board, two cells wide */
    PLACE_TIMES, /* top of the space beside the board, on large screens */
    PLACE_MOVES, /* the space beside the board */
    PLACE_HINT,  /* PLACE_HINT and PLACE_DEBUG exist only while their panes have something to show;
                  * they take a part of PLACE_MOVES or lie below the board */
    PLACE_DEBUG,
    PLACE_STATUS, /* the bottom lines */
    PLACE_KEYS,
    PLACE_ENTRY,
    PLACE_COUNT,
    PLACE_DIALOG = PLACE_COUNT /* the open dialog, drawn over all the other places */
};

struct rect {
    int y, x, height, width; /* width 0: not shown */
};

/* The line that lists the keys of a pane, in versions from long to short. The first that fits into
 * the window is shown. */
enum { PANE_KEYS_LENGTHS = 4 };
struct pane_keys {
    const char *texts[PANE_KEYS_LENGTHS];
};

struct pane_ops;
struct pane {
    const struct pane_ops *ops;
    struct model *model; /* the session, its view, and what the whole screen shares */
    void *state;         /* ops->size private bytes */
    struct rect rect;    /* where the pane was drawn last; width 0: not shown */
    WINDOW *window;      /* NULL: not shown */
    struct pane *under;  /* the dialog below this open dialog, or NULL */
};

/* Any function may be NULL. */
struct pane_ops {
    enum place place;
    size_t size;         /* bytes of the private state, which starts as zeros */
    unsigned redraw;     /* the CHANGED_* flags that redraw it; a dialog is always redrawn */
    const char *command; /* the entered command that opens it */
    int function_key;    /* the function key that opens it, such as KEY_F(1) */
    bool over_dialogs;   /* function_key opens it even over another dialog */
    bool takes_lines;    /* while the entry line is not empty, keys go there */
    bool yields;         /* a key that it does not use closes it and goes to the board */
    bool alone;          /* it takes all the space beside the board */
    int extra_lines;     /* lines it needs in addition to its usual share of the space beside a
                          * small board */

    /* Returns true if the pane has something to show. Of the panes that share a place, the first
     * that returns true is shown, or the last if all return false. For a dialog, *rect is the whole
     * screen, and the function may shrink it. */
    bool (*wants)(const struct pane *pane, struct rect *rect);
    void (*draw)(WINDOW *window, const struct pane *pane);
    /* Handles a key. Called while the pane is the open dialog, or while it is visible beside the
     * board and no question is open. Enter is '\r'. If it returns false, the key goes to the other
     * panes and the board. */
    bool (*key)(struct pane *pane, int key);
    /* The user entered the pane's command (argument is the text after it) or pressed its key
     * (argument is NULL). A dialog calls dialog_show. Returns false and sets *error on failure. */
    bool (*open)(struct pane *pane, const char *argument, struct error *error);
    /* Called when all dialogs are closed, for example by Ctrl-C. Returns false if this dialog stays
     * open. */
    bool (*close)(struct pane *pane);

    bool (*poll)(struct pane *pane);           /* called once per loop turn; true: redraw */
    int (*next_poll)(const struct pane *pane); /* ms until the next poll is due; -1: never */
    /* Handles a mouse click on a square or at (y, x) of the pane's window: `pressed` is true when
     * the button goes down, false when it is released. */
    void (*click)(struct pane *pane, Square square, bool pressed, int y, int x);
    void (*paste)(struct pane *pane, const char *text);
    const char *(*choices)(void); /* returns the arguments that complete its command, separated by
                                     spaces */
    struct pane_keys (*keys)(const struct pane *pane); /* returns the pane's line about keys;
                                                          if it has no texts, the board's line
                                                          is shown */
    /* Writes the status line's text, which is shown while there is no notice. If it writes "",
     * other panes are asked for a text. */
    enum style (*status)(const struct pane *pane, char *text, size_t size);
    void (*finish)(struct pane *pane); /* frees what the state owns */
};

/* pane.c */

/* The pane that has the place: the first of its panes with something to show, otherwise the last of
 * its panes. NULL if another pane takes all the space beside the board. */
struct pane *pane_at(const struct model *model, enum place place);
/* Like pane_at, but NULL also if the pane has nothing to show. */
struct pane *pane_wanting(const struct model *model, enum place place);
/* The pane that a command or a function key opens, or NULL. */
struct pane *pane_for_command(const struct model *model, enum session_command command);
struct pane *pane_for_key(const struct model *model, int function_key);
/* Calls the pane's open function, and shows an error as a notice. */
void pane_open(struct pane *pane, const char *argument);

/* Draws the longest of the texts that fits. If none fits, draws as many keys of the shortest as
 * fit; two blanks separate the keys. */
void pane_draw_keys(WINDOW *window, int y, const struct pane_keys *keys);

void dialog_show(struct pane *pane);
void dialog_hide(struct pane *pane);
void dialog_close_all(struct model *model); /* closes all dialogs except those whose close returns
                                             * false */
void dialog_leave_entry(struct rect *rect); /* makes the rectangle leave space for the three bottom
                                             * lines */
/* For pane_ops.wants, as is the next: all of the screen above the three bottom lines. Returns
 * true. */
bool dialog_wants_all(const struct pane *pane, struct rect *rect);
/* All of the screen above the three bottom lines, but at most 80 columns in the middle. Returns
 * true. */
bool dialog_wants_page(const struct pane *pane, struct rect *rect);

/* If `key` is an arrow or page key, moves *chosen within the rows 0 to last. Returns false for
 * other keys. */
bool list_key(int key, int page, int last, int *chosen);

/* pane_list.c */

/* Creates all panes in the order of pane_list.c. Returns false if out of memory. */
MUST_USE bool panes_create(struct model *model);
void panes_destroy(struct model *model);
