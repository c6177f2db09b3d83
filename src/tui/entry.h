/* The entry line: readline in callback mode, fed with keys and drawn by us. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct entry_hooks {
    void *context;
    /* Fills `words` with completions of `typed` and returns their number. Sets *space to whether a
     * space should follow a completed word. */
    int (*complete)(void *context, const char *typed, char words[][32], int max, bool *space);
    /* Shows the possible completions, separated by spaces. */
    void (*choices)(void *context, const char *text);
};

enum { ENTRY_LINE_MAX = 1024 }; /* the longest line in bytes, with the final zero */

/* A process has one entry line, because readline's state is global. Returns false if out of
 * memory. */
bool entry_open(const struct entry_hooks *hooks);
void entry_close(void);

/* Passes a key to readline, as the bytes that a terminal sends for it. The bytes are whole
 * characters or escape sequences. */
void entry_feed(const char *bytes, size_t count);

/* Copies an entered line to `line`. Each line is returned once. Returns false if no line was
 * entered. Sets *end to whether the user ended the input (Ctrl-D); `line` is then empty. */
bool entry_taken(char *line, size_t size, bool *end);

void entry_set(const char *text); /* replaces the typed text */
const char *entry_text(void);
bool entry_is_empty(void); /* false also while a search or another prompt is active */
bool entry_is_vi(void);
void entry_remember(const char *line); /* adds the line to the history */

/* Writes the text to draw, the prompt and the line. Sets *cursor to the cursor's byte offset. */
void entry_look(char *text, size_t size, size_t *cursor);
