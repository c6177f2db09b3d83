/* A program that communicates in lines, started without a shell. The calls block, with deadlines
 * that the program's output cannot extend. */
#pragma once

#include <sys/types.h>

#include "engine/chess.h"

/* Lets one thread make another stop waiting for a program. After cancel_set, every start, handshake
 * and search fails at once, including later ones. Only child_stop still waits, for the program's
 * end. */
struct cancel {
    int ends[2]; /* the ends of a pipe, which contains a byte once cancel_set was called */
};
MUST_USE bool cancel_init(struct cancel *cancel); /* returns false if out of file descriptors */
void cancel_set(const struct cancel *cancel);     /* returns at once */
void cancel_clear(struct cancel *cancel);

/* How long to wait for an engine, in milliseconds. */
struct patience {
    int handshake;  /* until the program has introduced itself, or has answered that it is ready */
    int slow_start; /* replaces `handshake` for a program that announces a slow start (XBoard,
                     * done=0) */
    int grace;      /* how long a search may exceed its time */
    int farewell;   /* until the program has obeyed the command to stop its search or to quit */
    const struct cancel *cancel; /* ends all waiting; owned by the caller; NULL: waiting cannot be
                                    cancelled */
};
struct patience patience_default(void);

enum { CHILD_LINE_MAX = 1 << 16 /* bytes; the rest of a longer line is dropped */ };

struct child {
    pid_t pid;    /* also its process group; 0 after it has ended */
    int to, from; /* our ends of the pipes */
    int wake[2];  /* a pipe; a byte in it interrupts child_read */
    bool cheated; /* it was ended because it played an illegal move */
    bool leaving; /* the program is being ended; cancel_set does not stop waiting for that */
    struct child *next; /* the next of the running programs */
    struct patience patience;
    char program[64]; /* for messages: last component of the program's path */
    char last[61];    /* the beginning of the last line received, for messages */
    size_t used;      /* bytes in the buffer */
    size_t taken;     /* how many of them, from its beginning on, have been taken as lines */
    bool skipping;    /* the rest of a line that was too long is being dropped */
    int64_t looked;   /* time (text_now) of the last call of child_now */
    int64_t missed;   /* total milliseconds that child_now leaves out, because nobody read the
                       * output */
    char buffer[CHILD_LINE_MAX];
    char line[CHILD_LINE_MAX]; /* the current line without its line end */
};

/* Sets `name` to the file name of a command's program, without starting the program. Returns false
 * and sets *error if the program does not exist or the command is empty. */
MUST_USE bool child_command_name(const char *command, char *name, size_t size,
                                 struct error *error);

void child_init(struct child *child, const struct patience *patience);
/* `command`: program and arguments, separated by blanks; quotation marks surround a word with
 * blanks. The program is searched for in PATH and /usr/games. Returns false and sets *error on
 * failure. Call child_init first, and child_stop afterwards even on failure. */
MUST_USE bool child_start(struct child *child, const char *command, struct error *error);
/* Starts a second process of this program with the arguments that a user would type after
 * `fallible`, and without input. child_read then returns the lines that the process writes to
 * standard output and to standard error. */
MUST_USE bool child_start_self(struct child *child, const char *arguments, struct error *error);
void child_interrupt_program(const struct child *child); /* like Ctrl-C in its terminal */
void child_stop(struct child *child); /* sends "quit", waits for patience.farewell, then kills */
/* Waits at most `milliseconds` for all programs started here to end, then kills those that still
 * run, and what they started. */
void child_end_all(int milliseconds);

/* Sends a line to the program. Returns false if the program has ended or does not read its input;
 * the next read reports the reason. */
bool child_say(struct child *child, const char *format, ...) PRINTF_LIKE(2, 3);
bool child_say_bytes(struct child *child, const char *bytes, size_t size);

/* Like child_say, but drops the line if the pipe to the program is full. For answers that the
 * program can do without: a program that writes thousands of lines before it reads any must not
 * block us. */
bool child_offer(struct child *child, const char *format, ...) PRINTF_LIKE(2, 3);
/* Drops the lines that have arrived, for example a second "bestmove", so that they are not taken
 * for answers to the next question. */
void child_drop_output(struct child *child);

/* The time of text_now, but without periods in which nobody read the program's output: Fallible was
 * stopped (SIGSTOP, a frozen container), or was not waiting for the program. All deadlines for a
 * program use this time, so that an answer that came in such a period is not late. Only the thread
 * that communicates with the program may call it. */
int64_t child_now(struct child *child);

enum reading { READ_LINE, READ_TIMEOUT, READ_DIED, READ_INTERRUPTED, READ_CANCELLED };
/* Reads the next line into child->line. Waits for it until child_now reaches `deadline` or, if
 * `interruptible` is set, until child_interrupt is called. */
enum reading child_read(struct child *child, int64_t deadline, bool interruptible);
/* Makes a read in another thread, or the next read, return READ_INTERRUPTED. Returns at once. */
void child_interrupt(struct child *child);
void child_forget_interrupt(struct child *child);

/* To be called after READ_CANCELLED: sets *error and returns false. The program still runs; the
 * caller ends it with child_stop. */
bool child_fail_cancelled(const struct child *child, struct error *error);
/* Sets *error to the message and the program's last line, kills the program, and returns false. */
bool child_fail(struct child *child, struct error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* Like child_fail, after READ_DIED; the message says how the program ended. `during` says when, for
 * example "while thinking". */
bool child_fail_dead(struct child *child, struct error *error, const char *during);

/* Cuts the next word off a line, in place; NULL at its end. */
char *child_word(char **rest);
/* Reads a count, for example of nodes, and clamps it to 0 .. 10^15. Returns 0 if `word` is NULL. */
uint64_t child_count(const char *word);
