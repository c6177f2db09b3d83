/* A question that the screen asks and that one key answers. */
#pragma once

#include <stdbool.h>

struct model;

/* Exactly one of decide and choose is there. */
struct question {
    const char *prompt; /* follows the text of the question on the status line */
    const char *needed; /* said when a key or a line is no answer */
    bool repeated;      /* needed comes behind the text of the question */
    bool of_choice;     /* it goes when the chosen piece is forgotten */
    bool forced;        /* Enter means yes, and Esc does not leave it */
    void (*decide)(struct model *model, bool yes);
    bool (*choose)(struct model *model, int key); /* false: the key is no answer */
};
