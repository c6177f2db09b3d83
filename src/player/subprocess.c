/* A program connected by two pipes. Nothing it says is trusted: every read has a deadline and every
 * line a maximum length. A program that breaks its protocol is killed at once, so that no later
 * call can hang.
 *
 * SIGPIPE is blocked in the writing thread during a write and removed if that write raised it, so
 * the calling program needs no signal setup.
 *
 * No engine program outlives this one. Each engine leads a process group, which is killed with it.
 * On Linux the kernel also kills an engine when this program is killed (PR_SET_PDEATHSIG). But the
 * kernel also does so when the thread that forked the engine ends, so all forks are made by one
 * thread that never ends. */
#include "src/player/subprocess.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "src/util/paths.h"
#include "src/util/text.h"

enum {
    ARGUMENTS_MAX = 64,
    OUTPUT_DROPPED_MAX = 16 * CHILD_LINE_MAX, /* child_drop_output drops at most this many bytes,
                                               * because a program might never stop writing */
    FLOOD = CHILD_LINE_MAX / 2, /* bytes at once: no engine has that much to say, so FLOOD_PAUSE
                                 * (milliseconds) passes before more is read, and a program that
                                 * writes without end does not take a processor of ours */
    FLOOD_PAUSE = 10,
    LOOK = 500, /* milliseconds; the longest single wait, so that child_now is called again before
                 * STANDSTILL has passed */
    STANDSTILL = 2000, /* milliseconds; a longer gap between calls of child_now does not count as
                        * time of the engine, because this program was suspended or nobody waited
                        * for the engine */
};

/* The largest count to accept from a program. Larger ones are reduced to it, so that sums of counts
 * do not overflow. */
#define COUNT_MAX 1000000000000000LL

extern char **environ;

struct patience patience_default(void)
{
    return (struct patience){
        .handshake = 10000, .slow_start = 60000, .grace = 5000, .farewell = 2000};
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

/* Splits `command` into words, in place. A word in quotation marks, "like this" or 'like this', may
 * contain blanks. Returns false if there is no word, there are too many words, or a closing
 * quotation mark is missing. */
static bool split_command(char *command, char *arguments[ARGUMENTS_MAX])
{
    static const char blanks[] = " \t\n";
    int count = 0;
    for (char *rest = command + strspn(command, blanks); *rest; rest += strspn(rest, blanks)) {
        char *end = *rest == '"' || *rest == '\'' ? strchr(rest + 1, *rest) : NULL;
        if (count == ARGUMENTS_MAX - 1 || (!end && strchr("\"'", *rest)))
            return false;
        arguments[count++] = end ? rest + 1 : rest;
        rest = end ? end : rest + strcspn(rest, blanks);
        if (*rest)
            *rest++ = '\0';
    }
    arguments[count] = NULL;
    return count > 0;
}

/* Guards the start of programs and the list of running programs. On systems without pipe2, a
 * program that is started between pipe and fcntl would inherit the descriptors, so only one program
 * is started at a time. */
static pthread_mutex_t processes = PTHREAD_MUTEX_INITIALIZER;
static struct child *running;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Cancelling. */

bool cancel_init(struct cancel *cancel)
{
    cancel->ends[0] = cancel->ends[1] = -1;
    pthread_mutex_lock(&processes);
    bool good = paths_pipe(cancel->ends);
    pthread_mutex_unlock(&processes);
    if (!good)
        cancel_clear(cancel);
    return good;
}

void cancel_set(const struct cancel *cancel)
{
    if (cancel->ends[1] >= 0 && write(cancel->ends[1], "!", 1) < 0)
        return; /* if the pipe is full, `cancel` is set already */
}

void cancel_clear(struct cancel *cancel)
{
    close_fd(&cancel->ends[0]);
    close_fd(&cancel->ends[1]);
}

/* A descriptor that becomes readable when waiting for the program is cancelled; -1: it cannot be
 * cancelled. */
static int cancel_fd(const struct child *child)
{
    return child->patience.cancel && !child->leaving ? child->patience.cancel->ends[0] : -1;
}

static bool is_cancelled(const struct child *child)
{
    struct pollfd wait = {.fd = cancel_fd(child), .events = POLLIN};
    return poll(&wait, 1, 0) > 0;
}

/* Starting. */

struct start {
    const char *path;
    char **arguments;
    int input, output; /* the program's ends of the pipes */
    bool with_errors;  /* the program's standard error goes to `output`, too */
    int report;        /* a pipe for the errno, if the program cannot be executed */
    pid_t pid, parent; /* pid is -1 if the fork failed */
    int failure;       /* errno of a failed fork */
    bool done;
};

/* Runs in the new process, where only functions that are safe in signal handlers are allowed. The
 * process group keeps Ctrl-C in the terminal from reaching the program, and lets a kill reach
 * everything that a script started. */
static _Noreturn void become(const struct start *start)
{
    static const int usual[] = {SIGPIPE, SIGXFSZ, SIGINT};
    sigset_t none;
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != start->parent)
        _exit(127); /* the parent has been killed since the fork */
#endif
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(start->input, STDIN_FILENO) >= 0 && dup2(start->output, STDOUT_FILENO) >= 0 &&
        nowhere >= 0 && dup2(start->with_errors ? start->output : nowhere, STDERR_FILENO) >= 0)
        execve(start->path, start->arguments, environ);
    int failure = errno;
    ssize_t written = write(start->report, &failure, sizeof failure);
    (void)written;
    _exit(127);
}

static void do_fork(struct start *start)
{
    start->parent = getpid();
    start->pid = fork();
    if (start->pid == 0)
        become(start);
    start->failure = start->pid < 0 ? errno : 0;
    if (start->pid > 0)
        setpgid(start->pid, start->pid); /* both processes do this, so that a kill always finds the
                                          * group */
}

static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t forks_changed = PTHREAD_COND_INITIALIZER;
static struct start *to_fork;

static void *fork_for_all(void *unused)
{
    pthread_mutex_lock(&forking);
    for (;;) {
        while (!to_fork)
            pthread_cond_wait(&forks_changed, &forking);
        do_fork(to_fork);
        to_fork->done = true;
        to_fork = NULL;
        pthread_cond_broadcast(&forks_changed);
    }
    return unused;
}

/* Call with the lock `processes` held, so that only one fork happens at a time. */
static void fork_in_thread(struct start *start)
{
    static bool started;
    if (!started) {
        pthread_t thread;
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        started = pthread_create(&thread, NULL, fork_for_all, NULL) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        if (started)
            pthread_detach(thread);
    }
    if (!started) {
        do_fork(start);
        return;
    }
    pthread_mutex_lock(&forking);
    to_fork = start;
    pthread_cond_broadcast(&forks_changed);
    while (!start->done)
        pthread_cond_wait(&forks_changed, &forking);
    pthread_mutex_unlock(&forking);
}

/* Returns 0, or the errno of the failure. */
static int spawn(pid_t *pid, const char *path, char **arguments, int input, int output,
                 bool with_errors)
{
    int report[2] = {-1, -1}, failure = 0;
    if (!paths_pipe(report)) {
        failure = errno;
        close_fd(&report[0]);
        close_fd(&report[1]);
        return failure;
    }
    struct start start = {.path = path, .arguments = arguments, .input = input, .output = output,
                          .with_errors = with_errors, .report = report[1]};
    fork_in_thread(&start);
    close_fd(&report[1]);
    failure = start.failure;
    if (start.pid > 0) { /* execve closes the report pipe; if it fails, the child writes the
                          * errno */
        int trouble;
        ssize_t got;
        while ((got = read(report[0], &trouble, sizeof trouble)) < 0 && errno == EINTR)
            ;
        if (got == (ssize_t)sizeof trouble) {
            failure = trouble;
            waitpid(start.pid, NULL, 0);
        }
    }
    close_fd(&report[0]);
    *pid = start.pid;
    return failure;
}

/* Ending. */

/* Waits at most `patience` milliseconds for the program to end. Returns whether it ended. Does not
 * reap it, so its process id stays reserved. */
static bool wait_for_end(const struct child *child, int patience)
{
    for (int waited = 0;; waited += 2) {
        siginfo_t info = {.si_pid = 0};
        int result = waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT);
        if ((result == 0 && info.si_pid == child->pid) || (result < 0 && errno != EINTR))
            return true;
        if (waited >= patience)
            return false;
        text_nap(2);
    }
}

/* Removes the program from the list of running programs, then reaps it and returns its exit status.
 * Its process id can be reused after that. */
static int forget(struct child *child)
{
    int status = 0;
    pthread_mutex_lock(&processes);
    for (struct child **at = &running; *at; at = &(*at)->next)
        if (*at == child) {
            *at = child->next;
            break;
        }
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    pthread_mutex_unlock(&processes);
    child->pid = 0;
    return status;
}

/* Ends the program; kills it if it has not ended after `patience` milliseconds. If `words` is not
 * NULL, writes there how it ended. */
static void bury(struct child *child, int patience, char *words, size_t size)
{
    if (words)
        snprintf(words, size, "closed its output");
    if (child->pid <= 0)
        return;
    close_fd(&child->to);
    bool alone = wait_for_end(child, patience);
    kill(-child->pid, SIGKILL); /* kills the whole process group, with everything that the program
                                 * started */
    if (!alone) {
        kill(child->pid, SIGKILL);
        siginfo_t info;
        while (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
            ;
    }
    int status = forget(child);
    if (alone && words && WIFSIGNALED(status))
        snprintf(words, size, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (alone && words && WIFEXITED(status))
        snprintf(words, size, "ended with exit status %d", WEXITSTATUS(status));
    close_fd(&child->from);
}

void child_end_all(int milliseconds)
{
    enum { STEP = 5, KILLED = 300 };
    bool killed = false;
    for (int left = milliseconds;; left -= STEP) {
        pthread_mutex_lock(&processes);
        bool any = running != NULL;
        for (struct child *child = running; child && left <= 0 && !killed; child = child->next) {
            kill(-child->pid, SIGKILL);
            kill(child->pid, SIGKILL);
        }
        pthread_mutex_unlock(&processes);
        killed |= left <= 0;
        if (!any || left <= -KILLED)
            return;
        text_nap(STEP);
    }
}

bool child_fail_cancelled(const struct child *child, struct error *error)
{
    return error_set(error, "%s was stopped", child->program);
}

bool child_fail(struct child *child, struct error *error, const char *format, ...)
{
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (child->last[0])
        error_set(error, "%s %s (its last output: %s)", child->program, what, child->last);
    else
        error_set(error, "%s %s", child->program, what);
    text_sanitize(error->message); /* the message may quote the program's output */
    bury(child, 0, NULL, 0);
    return false;
}

bool child_fail_dead(struct child *child, struct error *error, const char *during)
{
    char words[96];
    bury(child, child->patience.farewell, words, sizeof words);
    return child_fail(child, error, "%s %s", words, during);
}

int64_t child_now(struct child *child)
{
    int64_t now = text_now();
    if (now - child->looked >= STANDSTILL)
        child->missed += now - child->looked;
    child->looked = now;
    return now - child->missed;
}

static int at_most_a_look(int64_t milliseconds)
{
    return milliseconds > LOOK ? LOOK : (int)milliseconds;
}

/* Like write(), but never raises SIGPIPE. Sets errno on failure. */
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

static bool say_until(struct child *child, const char *bytes, size_t size, int64_t deadline)
{
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
        int64_t left = deadline - child_now(child);
        if (left <= 0)
            return false;
        struct pollfd waits[] = {{.fd = child->to, .events = POLLOUT},
                                 {.fd = cancel_fd(child), .events = POLLIN}};
        if (poll(waits, 2, at_most_a_look(left)) > 0 && waits[1].revents)
            return false;
    }
    return true;
}

bool child_say_bytes(struct child *child, const char *bytes, size_t size)
{
    return say_until(child, bytes, size, child_now(child) + child->patience.handshake);
}

static bool say_formatted(struct child *child, int64_t deadline, const char *format,
                          va_list arguments)
{
    char line[1024];
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        return false;
    line[length] = '\n';
    return say_until(child, line, (size_t)length + 1, deadline);
}

bool child_say(struct child *child, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool said =
        say_formatted(child, child_now(child) + child->patience.handshake, format, arguments);
    va_end(arguments);
    return said;
}

bool child_offer(struct child *child, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool said = say_formatted(child, 0, format, arguments);
    va_end(arguments);
    return said;
}

/* Moves the bytes before `end`, which follow those taken before, to child->line. */
static void take_line(struct child *child, const char *end)
{
    const char *begin = child->buffer + child->taken;
    size_t length = (size_t)(end - begin);
    memcpy(child->line, begin, length);
    child->line[length] = '\0';
    while (length > 0 && isspace((unsigned char)child->line[length - 1]))
        child->line[--length] = '\0';
    child->taken = (size_t)(end + 1 - child->buffer);
    if (length > 0) {
        size_t kept = length < sizeof child->last ? length : sizeof child->last - 1;
        memcpy(child->last, child->line, kept);
        child->last[kept] = '\0';
    }
}

/* Makes room for more bytes. Done once for many lines, because a program may send lines faster than
 * their rest can be moved after each. */
static void drop_taken(struct child *child)
{
    child->used -= child->taken;
    memmove(child->buffer, child->buffer + child->taken, child->used);
    child->taken = 0;
}

/* Moves the next complete line from the bytes that have been read to child->line. Returns false if
 * no line is complete yet. */
static bool next_line(struct child *child)
{
    for (;;) {
        char *end = memchr(child->buffer + child->taken, '\n', child->used - child->taken);
        if (!end)
            drop_taken(child);
        if (!end && child->used < sizeof child->buffer - 1)
            return false;
        if (!end) { /* too long: keep the start, drop the rest */
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

void child_drop_output(struct child *child)
{
    for (int bytes = 0; bytes < OUTPUT_DROPPED_MAX;) {
        while (next_line(child))
            ;
        ssize_t got = child->from < 0 ? -1
                                      : read(child->from, child->buffer + child->used,
                                             sizeof child->buffer - 1 - child->used);
        if (got <= 0)
            return; /* the next read reports the end of the output */
        child->used += (size_t)got;
        bytes += (int)got;
    }
}

enum reading child_read(struct child *child, int64_t deadline, bool interruptible)
{
    if (child->from < 0)
        return READ_DIED;
    for (;;) {
        int64_t left = deadline - child_now(child);
        if (left <= 0) /* checked before the next line is read, so that an engine that sends lines
                        * continuously cannot extend the wait */
            return READ_TIMEOUT;
        if (next_line(child))
            return READ_LINE;
        struct pollfd waits[] = {{.fd = child->from, .events = POLLIN},
                                 {.fd = interruptible ? child->wake[0] : -1, .events = POLLIN},
                                 {.fd = cancel_fd(child), .events = POLLIN}};
        int ready = poll(waits, 3, at_most_a_look(left));
        if (ready < 0 && errno != EINTR)
            return READ_DIED;
        if (ready <= 0)
            continue;
        if (waits[2].revents)
            return READ_CANCELLED;
        if (waits[1].revents) {
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
        if (got > FLOOD)
            poll(waits + 1, 2, FLOOD_PAUSE);
    }
}

void child_init(struct child *child, const struct patience *patience)
{
    memset(child, 0, sizeof *child);
    child->looked = text_now();
    child->to = child->from = child->wake[0] = child->wake[1] = -1;
    child->patience = patience ? *patience : patience_default();
}

enum { COMMAND_SIZE = 4096 };

/* Copies the command to `words`, splits it there into `arguments`, and finds the program. */
static bool read_command(const char *command, char words[COMMAND_SIZE],
                         char *arguments[ARGUMENTS_MAX], char path[COMMAND_SIZE],
                         struct error *error)
{
    if (snprintf(words, COMMAND_SIZE, "%s", command) >= COMMAND_SIZE)
        return error_set(error, "the engine's command is too long");
    if (!split_command(words, arguments))
        return error_set(error, "expected the command of an engine: a program and its arguments");
    if (!find_program(arguments[0], path, COMMAND_SIZE))
        return error_set(error, "%s: no such program%s", arguments[0],
                         strchr(arguments[0], '/') ? "" : " in PATH or /usr/games");
    return true;
}

bool child_command_name(const char *command, char *name, size_t size, struct error *error)
{
    char words[COMMAND_SIZE], path[COMMAND_SIZE], *arguments[ARGUMENTS_MAX] = {NULL};
    if (!read_command(command, words, arguments, path, error))
        return false;
    snprintf(name, size, "%s", paths_base(arguments[0]));
    text_sanitize(name);
    return true;
}

/* arguments[0] is the program's name in messages. with_errors: the program's standard error is read
 * like its standard output. */
static bool start_program(struct child *child, const char *path, char **arguments,
                          bool with_errors, struct error *error)
{
    snprintf(child->program, sizeof child->program, "%s", paths_base(arguments[0]));
    text_sanitize(child->program);
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    int failure = 0;
    pthread_mutex_lock(&processes);
    bool cancelled = is_cancelled(child);
    if (!cancelled && (!paths_pipe(input) || !paths_pipe(output) || !paths_pipe(child->wake)))
        failure = errno;
    else if (!cancelled)
        failure = spawn(&child->pid, path, arguments, input[0], output[1], with_errors);
    if (!cancelled && !failure) {
        child->next = running;
        running = child;
    }
    pthread_mutex_unlock(&processes);
    close_fd(&input[0]);
    close_fd(&output[1]);
    child->to = input[1];
    child->from = output[0];
    if (cancelled || failure) {
        child->pid = 0;
        return cancelled ? child_fail_cancelled(child, error)
                         : error_set(error, "%s cannot be started: %s", child->program,
                                     strerror(failure));
    }
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(child->from, F_SETFL, O_NONBLOCK);
    fcntl(child->wake[0], F_SETFL, O_NONBLOCK);
    fcntl(child->wake[1], F_SETFL, O_NONBLOCK);
    return true;
}

bool child_start(struct child *child, const char *command, struct error *error)
{
    char words[COMMAND_SIZE], path[COMMAND_SIZE], *arguments[ARGUMENTS_MAX] = {NULL};
    return read_command(command, words, arguments, path, error) &&
           start_program(child, path, arguments, false, error);
}

bool child_start_self(struct child *child, const char *arguments, struct error *error)
{
    char words[COMMAND_SIZE], *list[ARGUMENTS_MAX] = {NULL};
    if (snprintf(words, sizeof words, "fallible %s", arguments) >= (int)sizeof words ||
        !split_command(words, list))
        return error_set(error, "fallible %.60s: too many words, or the closing quotation mark "
                                "is missing",
                         arguments);
    if (!start_program(child, paths_program(), list, true, error))
        return false;
    close_fd(&child->to);
    return true;
}

void child_interrupt_program(const struct child *child)
{
    if (child->pid > 0)
        kill(child->pid, SIGINT);
}

void child_stop(struct child *child)
{
    if (child->pid > 0) {
        static const char farewell[] = "quit\n";
        int64_t deadline = child_now(child) + child->patience.farewell;
        child->leaving = true;
        (void)say_until(child, farewell, sizeof farewell - 1,
                        child_now(child) + child->patience.farewell / 4);
        close_fd(&child->to);
        /* Keep reading, so that the program does not block on a full pipe. */
        while (child_read(child, deadline, false) == READ_LINE)
            ;
        int64_t left = deadline - child_now(child);
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
        return; /* a full pipe means that an interrupt is already pending */
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

uint64_t child_count(const char *word)
{
    long long number = word ? strtoll(word, NULL, 10) : 0;
    return number < 0 ? 0 : number > COUNT_MAX ? (uint64_t)COUNT_MAX : (uint64_t)number;
}
