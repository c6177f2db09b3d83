/* A question that is answered by one key. */
#pragma once

#include <stdbool.h>

struct model;

/* A question has either `decide` or `choose`, never both. */
struct question {
    const char *prompt; /* shown after the text of the question on the status line */
    const char *needed; /* shown when a key or a line is not a valid answer */
    bool repeated;      /* the text of the question is shown again, in front of `needed` */
    bool of_choice;     /* the question is about a selected piece, and closes when the piece is
                           deselected */
    bool of_line;       /* the question is about model->asked_line */
    bool forced;        /* Enter means yes, and Esc does not close the question */
    void (*decide)(struct model *model, bool yes);
    bool (*choose)(struct model *model, int key); /* returns false if the key is not a valid
                                                   * answer */
};
