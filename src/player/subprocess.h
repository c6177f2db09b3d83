/* A program that is talked to in lines, started without a shell. Blocking calls with deadlines,
 * which no line that the program says puts off. */
#pragma once

#include <sys/types.h>

#include "engine/chess.h"

/* Lets one thread end whatever another waits for from a program: once set, every start, handshake
 * and search fails at once, now and later. Only the farewell still waits. */
struct cancel {
    int ends[2]; /* of a pipe; a byte in it: set */
};
MUST_USE bool cancel_init(struct cancel *cancel); /* false: no file descriptors are left */
void cancel_set(const struct cancel *cancel);     /* returns at once */
void cancel_clear(struct cancel *cancel);

/* How long to wait for an engine, in milliseconds. */
struct patience {
    int handshake;  /* for its first words and for "ready" */
    int slow_start; /* instead, for one that says that its first words take long (XBoard, done=0) */
    int grace;      /* beyond the time a search was given */
    int farewell;   /* after the words that stop or end it */
    const struct cancel *cancel; /* the caller's; NULL: never */
};
struct patience patience_default(void);

enum { CHILD_LINE_MAX = 1 << 16 /* bytes; the rest of a longer line is dropped */ };

struct child {
    pid_t pid;    /* also its process group; 0 once it is gone */
    int to, from; /* our ends of the pipes */
    int wake[2];  /* a byte in it: interrupt a read */
    bool leaving; /* the farewell has begun, which is not cancelled */
    struct child *next; /* of those running */
    struct patience patience;
    char program[64]; /* for messages: the command's last path part */
    char last[80];    /* the last line it said, for messages */
    size_t used;      /* bytes read and not yet taken as lines */
    bool skipping;    /* within the rest of a line that was too long */
    char buffer[CHILD_LINE_MAX];
    char line[CHILD_LINE_MAX]; /* the current line, without its end */
};

/* What the program of a command is called, without starting it. False sets *error: it does not
 * exist, or there is no command. */
MUST_USE bool child_command_name(const char *command, char *name, size_t size,
                                 struct error *error);

void child_init(struct child *child, const struct patience *patience);
/* command: program and arguments, split at blanks, searched in PATH and /usr/games. False fills
 * error. After child_init; child_stop is due in any case. */
MUST_USE bool child_start(struct child *child, const char *command, struct error *error);
void child_stop(struct child *child, const char *farewell); /* says it, waits, then kills */
/* Waits until no program started here runs any more, then kills those left and what they started. */
void child_end_all(int milliseconds);

/* False when it is gone or does not read; the reason shows at the next read. */
bool child_say(struct child *child, const char *format, ...) PRINTF_LIKE(2, 3);
bool child_say_bytes(struct child *child, const char *bytes, size_t size);

enum reading { READ_LINE, READ_TIMEOUT, READ_DIED, READ_INTERRUPTED, READ_CANCELLED };
/* The next line into child->line, until deadline (of text_now). */
enum reading child_read(struct child *child, int64_t deadline, bool interruptible);
/* Makes a read in another thread, or the next one, return READ_INTERRUPTED. Returns at once. */
void child_interrupt(struct child *child);
void child_forget_interrupt(struct child *child);

/* After READ_CANCELLED: fills error and returns false; the farewell is still to come. */
bool child_fail_cancelled(const struct child *child, struct error *error);
/* Fills error with what the program did and its last words, kills it, returns false. */
bool child_fail(struct child *child, struct error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The same after READ_DIED: says how it ended. during: "while thinking". */
bool child_fail_dead(struct child *child, struct error *error, const char *during);

/* The next word of a line, cut out in place; NULL at its end. */
char *child_word(char **rest);
