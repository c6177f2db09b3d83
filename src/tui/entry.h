/* The entry line: readline in callback mode, fed with keys and drawn by us. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct entry_hooks {
    void *context;
    /* Fills words with completions of typed; returns how many. *space: one is to follow. */
    int (*complete)(void *context, const char *typed, char words[][32], int max, bool *space);
    /* Shows the choices, separated by spaces. */
    void (*choices)(void *context, const char *text);
};

enum { ENTRY_LINE_MAX = 1024 }; /* bytes, with the end */

/* A process has one entry line, because readline's state is global. Returns false if out of
 * memory. */
bool entry_open(const struct entry_hooks *hooks);
void entry_close(void);

/* Keys as the bytes a terminal would send: a whole character or escape sequence at a time. */
void entry_feed(const char *bytes, size_t count);

/* Copies an entered line, once. Returns false if no line was entered. *end: the user typed end of
 * file. */
bool entry_taken(char *line, size_t size, bool *end);

void entry_set(const char *text);   /* replaces what is being typed */
const char *entry_text(void);
bool entry_is_empty(void);          /* and not within a search or another prompt */
bool entry_is_vi(void);
void entry_remember(const char *line); /* into the history */

/* What to draw: the line with its prompt, and the cursor's byte in it. */
void entry_look(char *text, size_t size, size_t *cursor);
