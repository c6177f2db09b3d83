/* What every pane and dialog of the screen is: functions, and a state of its own. The head of
 * panes/panes.h says how to add one. */
#pragma once

#include "src/tui/model.h"
#include "src/tui/paint.h"

/* Where a pane stands; layout.c gives each place its rectangle. Several panes may share a place. */
enum place {
    PLACE_ABOVE, /* lines above and below the board */
    PLACE_BELOW,
    PLACE_BOARD,
    PLACE_BAR,   /* beside the board, two cells wide */
    PLACE_TIMES, /* top of the space beside the board, on large screens */
    PLACE_MOVES, /* the space beside the board */
    PLACE_HINT,  /* parts of that space, shown on small screens only when a pane wants them */
    PLACE_DEBUG,
    PLACE_STATUS, /* the bottom lines */
    PLACE_KEYS,
    PLACE_ENTRY,
    PLACE_COUNT,
    PLACE_DIALOG = PLACE_COUNT /* over the others, while it is open */
};

struct rect {
    int y, x, height, width; /* width 0: not shown */
};

/* Keys as a line of text, at length and shorter: the first that fits is shown. */
enum { PANE_KEYS_LENGTHS = 3 };
struct pane_keys {
    const char *texts[PANE_KEYS_LENGTHS];
};

struct pane_ops;
struct pane {
    const struct pane_ops *ops;
    struct model *model; /* the session, its view, and what the whole screen shares */
    void *state;         /* ops->size bytes that nobody else reads */
    struct rect rect;    /* where it was drawn last; width 0: it is not shown */
    WINDOW *window;      /* NULL: not shown */
    struct pane *under;  /* of an open dialog: the dialog it lies over */
};

/* Any function may be NULL. */
struct pane_ops {
    enum place place;
    size_t size;         /* of the private state, which starts as zeros */
    unsigned redraw;     /* the CHANGED_* it is drawn again for; a dialog is always */
    const char *command; /* the entered command that opens it */
    int function_key;    /* and the key, as KEY_F(1) */
    bool over_dialogs;   /* the key opens it over any dialog */
    bool alone;          /* it takes all the space beside the board */
    int extra_lines;     /* that it needs under a small list of moves */

    /* Whether it has something to show: of the panes of a place, the first that wants it gets it,
     * or the last. Of a dialog: *rect is the whole screen and may be made smaller. */
    bool (*wants)(const struct pane *pane, struct rect *rect);
    void (*draw)(WINDOW *window, const struct pane *pane);
    /* A key while it is the dialog, or has its place and nothing is asked; Enter is '\r'. Other
     * panes and the board get it on false. */
    bool (*key)(struct pane *pane, int key);
    /* Its command was entered (argument is what followed) or its key pressed (argument NULL). A
     * dialog shows itself with dialog_show. False fills error. */
    bool (*open)(struct pane *pane, const char *argument, struct error *error);
    /* Ctrl-C closes every dialog. False: this one stays. */
    bool (*close)(struct pane *pane);

    bool (*poll)(struct pane *pane);           /* each turn of the loop; true: draw again */
    int (*next_poll)(const struct pane *pane); /* ms until the next poll is due; -1: never */
    /* The mouse, on a square or at (y, x) of its window. */
    void (*click)(struct pane *pane, Square square, bool pressed, int y, int x);
    void (*paste)(struct pane *pane, const char *text);
    const char *(*choices)(void); /* for completing its command, separated by spaces */
    struct pane_keys (*keys)(const struct pane *pane); /* no texts: those of the board */
    /* For the status line, when there is no notice; "" leaves it to others. */
    enum style (*status)(const struct pane *pane, char *text, size_t size);
    void (*finish)(struct pane *pane); /* at the end: frees what the state owns */
};

/* pane.c */

/* The pane that has the place now. NULL: another pane is alone beside the board. */
struct pane *pane_at(const struct model *model, enum place place);
/* The same, when it has something to show; else NULL. */
struct pane *pane_wanting(const struct model *model, enum place place);
/* The pane that a command or a function key opens; NULL: none. */
struct pane *pane_for_command(const struct model *model, enum session_command command);
struct pane *pane_for_key(const struct model *model, int function_key);
/* Calls its open; what went wrong becomes the notice. */
void pane_open(struct pane *pane, const char *argument);

void dialog_show(struct pane *pane);
void dialog_hide(struct pane *pane);
void dialog_close_all(struct model *model); /* as far as they let themselves be closed */
void dialog_leave_entry(struct rect *rect); /* makes room for the lines below it */
void dialog_limit_width(struct rect *rect); /* to 80 columns, in the middle */

/* Moves *chosen within the rows 0 to last, as arrows and the keys of pages do in every list. */
bool list_key(int key, int page, int last, int *chosen);

/* pane_list.c */

/* All panes of panes/panes.h, in that order. False when out of memory. */
MUST_USE bool panes_create(struct model *model);
void panes_destroy(struct model *model);
