/* A program at the other end of two pipes. Nothing it says or does not say is trusted: every read
 * has a deadline and lines have a bound. One that broke its protocol is killed at once, so that no
 * later call can hang on it.
 *
 * SIGPIPE is blocked in the writing thread for the length of a write and taken off the queue if
 * that write raised it, so the host program needs no signal setup of its own. */
#include "src/player/subprocess.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/util/paths.h"
#include "src/util/text.h"

enum { ARGUMENTS_MAX = 64 };

extern char **environ;

struct patience patience_default(void)
{
    return (struct patience){.handshake = 10000, .grace = 5000, .farewell = 2000};
}

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static bool find_program(const char *name, char *path, size_t size)
{
    if (strchr(name, '/')) {
        snprintf(path, size, "%s", name);
        return is_program(path);
    }
    const char *search = getenv("PATH");
    char folders[4096];
    snprintf(folders, sizeof folders, "%s:/usr/games", search ? search : "/usr/bin:/bin");
    char *rest = folders, *folder;
    while ((folder = strsep(&rest, ":")) != NULL) {
        int length = snprintf(path, size, "%s/%s", *folder ? folder : ".", name);
        if (length > 0 && (size_t)length < size && is_program(path))
            return true;
    }
    return false;
}

static bool split_command(char *command, char *arguments[ARGUMENTS_MAX])
{
    int count = 0;
    char *state = NULL;
    for (char *word = strtok_r(command, " \t\n", &state); word;
         word = strtok_r(NULL, " \t\n", &state)) {
        if (count == ARGUMENTS_MAX - 1)
            return false;
        arguments[count++] = word;
    }
    arguments[count] = NULL;
    return count > 0;
}

/* A pipe that only this program has. pipe2 is not everywhere: what is between pipe and fcntl is
 * kept from programs started meanwhile by starting one at a time. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static bool own_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* The child gets a process group of its own, so that Ctrl-C in the terminal reaches only us and a
 * kill reaches what a wrapper script started. */
static int spawn(pid_t *pid, const char *path, char **arguments, int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!failure)
        failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!failure)
        failure =
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failure)
        failure = posix_spawn(pid, path, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* Waits for the end, at most so long; returns whether it came. */
static bool reap(struct child *child, int patience, int *status)
{
    for (int waited = 0;; waited += 2) {
        pid_t gone = waitpid(child->pid, status, WNOHANG);
        if (gone == child->pid || (gone < 0 && errno != EINTR))
            return true;
        if (waited >= patience)
            return false;
        text_nap(2);
    }
}

/* Ends it for good; words says how it went. */
static void bury(struct child *child, int patience, char *words, size_t size)
{
    int status = 0;
    if (words)
        snprintf(words, size, "closed its output");
    if (child->pid <= 0)
        return;
    close_fd(&child->to);
    bool alone = reap(child, patience, &status);
    kill(-child->pid, SIGKILL); /* also what it may have started */
    if (!alone) {
        kill(child->pid, SIGKILL);
        while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
            ;
    } else if (words && WIFSIGNALED(status)) {
        snprintf(words, size, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else if (words && WIFEXITED(status)) {
        snprintf(words, size, "ended with exit status %d", WEXITSTATUS(status));
    }
    child->pid = 0;
    close_fd(&child->from);
}

bool child_fail(struct child *child, struct error *error, const char *format, ...)
{
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (child->last[0])
        error_set(error, "%s %s (last said: %s)", child->program, what, child->last);
    else
        error_set(error, "%s %s", child->program, what);
    text_sanitize(error->message); /* it may quote what the program said */
    bury(child, 0, NULL, 0);
    return false;
}

bool child_fail_dead(struct child *child, struct error *error, const char *during)
{
    char words[96];
    bury(child, child->patience.farewell, words, sizeof words);
    return child_fail(child, error, "%s %s", words, during);
}

/* write() that cannot raise SIGPIPE; errno tells. */
static ssize_t write_quietly(int fd, const char *bytes, size_t size)
{
    sigset_t pipe_signal, old, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &old);
    ssize_t written = write(fd, bytes, size);
    int problem = errno;
    if (written < 0 && problem == EPIPE && !was_pending) {
        sigpending(&pending);
        int taken;
        if (sigismember(&pending, SIGPIPE) == 1)
            sigwait(&pipe_signal, &taken);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = problem;
    return written;
}

bool child_say_bytes(struct child *child, const char *bytes, size_t size)
{
    int64_t deadline = text_now() + child->patience.handshake;
    while (size > 0) {
        if (child->to < 0)
            return false;
        ssize_t written = write_quietly(child->to, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
            continue;
        }
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        int64_t left = deadline - text_now();
        if (left <= 0)
            return false;
        struct pollfd wait = {.fd = child->to, .events = POLLOUT};
        poll(&wait, 1, (int)left);
    }
    return true;
}

bool child_say(struct child *child, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        return false;
    line[length] = '\n';
    return child_say_bytes(child, line, (size_t)length + 1);
}

static void take_line(struct child *child, const char *end)
{
    size_t length = (size_t)(end - child->buffer);
    memcpy(child->line, child->buffer, length);
    child->line[length] = '\0';
    while (length > 0 && isspace((unsigned char)child->line[length - 1]))
        child->line[--length] = '\0';
    child->used -= (size_t)(end + 1 - child->buffer);
    memmove(child->buffer, end + 1, child->used);
    if (length > 0) {
        snprintf(child->last, sizeof child->last, "%.60s", child->line);
        text_sanitize(child->last);
    }
}

/* A line out of what has been read already. */
static bool next_line(struct child *child)
{
    for (;;) {
        char *end = memchr(child->buffer, '\n', child->used);
        if (!end && child->used < sizeof child->buffer - 1)
            return false;
        if (!end) { /* too long: keep its beginning, drop what follows */
            bool first = !child->skipping;
            child->skipping = true;
            if (first) {
                end = child->buffer + child->used - 1;
                take_line(child, end);
                return true;
            }
            child->used = 0;
            return false;
        }
        bool rest = child->skipping;
        child->skipping = false;
        take_line(child, end);
        if (!rest)
            return true;
    }
}

void child_forget_interrupt(struct child *child)
{
    char bytes[16];
    while (child->wake[0] >= 0 && read(child->wake[0], bytes, sizeof bytes) > 0)
        ;
}

enum reading child_read(struct child *child, int64_t deadline, bool interruptible)
{
    if (child->from < 0)
        return READ_DIED;
    for (;;) {
        int64_t left = deadline - text_now();
        if (left <= 0) /* looked at first: an engine that floods us cannot hold us */
            return READ_TIMEOUT;
        if (next_line(child))
            return READ_LINE;
        struct pollfd waits[2] = {{.fd = child->from, .events = POLLIN},
                                  {.fd = child->wake[0], .events = POLLIN}};
        int ready = poll(waits, interruptible ? 2 : 1, left > INT_MAX ? INT_MAX : (int)left);
        if (ready < 0 && errno != EINTR)
            return READ_DIED;
        if (ready <= 0)
            continue;
        if (interruptible && waits[1].revents) {
            child_forget_interrupt(child);
            return READ_INTERRUPTED;
        }
        if (!waits[0].revents)
            continue;
        ssize_t got = read(child->from, child->buffer + child->used,
                           sizeof child->buffer - 1 - child->used);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return READ_DIED;
        if (got > 0)
            child->used += (size_t)got;
    }
}

void child_init(struct child *child, const struct patience *patience)
{
    memset(child, 0, sizeof *child);
    child->to = child->from = child->wake[0] = child->wake[1] = -1;
    child->patience = patience ? *patience : patience_default();
}

bool child_start(struct child *child, const char *command, struct error *error)
{
    char words[4096], path[4096], *arguments[ARGUMENTS_MAX];
    if (strlen(command) >= sizeof words)
        return error_set(error, "the engine's command is too long");
    strcpy(words, command);
    if (!split_command(words, arguments))
        return error_set(error, "expected an engine's command, a program and its arguments");
    snprintf(child->program, sizeof child->program, "%s", paths_base(arguments[0]));
    text_sanitize(child->program);
    if (!find_program(arguments[0], path, sizeof path))
        return error_set(error, "%s: no such program%s", arguments[0],
                         strchr(arguments[0], '/') ? "" : " in PATH or /usr/games");
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    int failure = 0;
    pthread_mutex_lock(&starting);
    if (!own_pipe(input) || !own_pipe(output) || !own_pipe(child->wake))
        failure = errno;
    else
        failure = spawn(&child->pid, path, arguments, input[0], output[1]);
    pthread_mutex_unlock(&starting);
    close_fd(&input[0]);
    close_fd(&output[1]);
    child->to = input[1];
    child->from = output[0];
    if (failure) {
        child->pid = 0;
        return error_set(error, "%s cannot be started: %s", child->program, strerror(failure));
    }
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(child->from, F_SETFL, O_NONBLOCK);
    fcntl(child->wake[0], F_SETFL, O_NONBLOCK);
    fcntl(child->wake[1], F_SETFL, O_NONBLOCK);
    return true;
}

void child_stop(struct child *child, const char *farewell)
{
    if (child->pid > 0) {
        child_say(child, "%s", farewell);
        close_fd(&child->to);
        /* Read on, so that one with much to say does not block on a full pipe. */
        int64_t deadline = text_now() + child->patience.farewell;
        while (child_read(child, deadline, false) == READ_LINE)
            ;
        int64_t left = deadline - text_now();
        bury(child, left > 0 ? (int)left : 0, NULL, 0);
    }
    close_fd(&child->to);
    close_fd(&child->from);
    close_fd(&child->wake[0]);
    close_fd(&child->wake[1]);
}

void child_interrupt(struct child *child)
{
    if (write(child->wake[1], "!", 1) < 0 && errno != EAGAIN)
        return; /* a full pipe means that the word is already on its way */
}

char *child_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (!*word)
        return NULL;
    *rest = word + strcspn(word, " \t");
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}
