/* A program that is talked to in lines, started without a shell. Blocking calls with deadlines. */
#pragma once

#include <sys/types.h>

#include "engine/chess.h"

/* How long to wait for an engine, in milliseconds. */
struct patience {
    int handshake; /* for its first words and for "ready" */
    int grace;     /* beyond the time a search was given */
    int farewell;  /* after the words that stop or end it */
};
struct patience patience_default(void);

enum { CHILD_LINE_MAX = 1 << 16 /* bytes; the rest of a longer line is dropped */ };

struct child {
    pid_t pid;    /* also its process group; 0 once it is gone */
    int to, from; /* our ends of the pipes */
    int wake[2];  /* a byte in it: interrupt a read */
    struct patience patience;
    char program[64]; /* for messages: the command's last path part */
    char last[80];    /* the last line it said, for messages */
    size_t used;      /* bytes read and not yet taken as lines */
    bool skipping;    /* within the rest of a line that was too long */
    char buffer[CHILD_LINE_MAX];
    char line[CHILD_LINE_MAX]; /* the current line, without its end */
};

void child_init(struct child *child, const struct patience *patience);
/* command: program and arguments, split at blanks, searched in PATH and /usr/games. False fills
 * error. After child_init; child_stop is due in any case. */
MUST_USE bool child_start(struct child *child, const char *command, struct error *error);
void child_stop(struct child *child, const char *farewell); /* says it, waits, then kills */

/* False when it is gone or does not read; the reason shows at the next read. */
bool child_say(struct child *child, const char *format, ...) PRINTF_LIKE(2, 3);
bool child_say_bytes(struct child *child, const char *bytes, size_t size);

enum reading { READ_LINE, READ_TIMEOUT, READ_DIED, READ_INTERRUPTED };
/* The next line into child->line, until deadline (of text_now). */
enum reading child_read(struct child *child, int64_t deadline, bool interruptible);
/* Makes a read in another thread, or the next one, return READ_INTERRUPTED. Returns at once. */
void child_interrupt(struct child *child);
void child_forget_interrupt(struct child *child);

/* Fills error with what the program did and its last words, kills it, returns false. */
bool child_fail(struct child *child, struct error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The same after READ_DIED: says how it ended. during: "while thinking". */
bool child_fail_dead(struct child *child, struct error *error, const char *during);

/* The next word of a line, cut out in place; NULL at its end. */
char *child_word(char **rest);
