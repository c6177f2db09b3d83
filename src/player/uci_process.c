/* A UCI engine at the other end of two pipes. Nothing it says or does not say is trusted: every
 * read has a deadline, lines have a bound, and what it plays is checked against the rules. A
 * process that broke the protocol is killed at once, so that no later call can hang on it.
 *
 * SIGPIPE is blocked in the writing thread for the length of a write and taken off the queue if
 * that write raised it, so the host program needs no signal setup of its own. */
#include "src/player/uci_process.h"

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
#include <strings.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/support/text.h"

enum {
    LINE_MAX_BYTES = 1 << 16, /* the rest of a longer line is dropped */
    OPTIONS_MAX = 512,
    OPTION_NAME_MAX = 64,
    ARGUMENTS_MAX = 64,
    NODES_PER_MS_WORST = 10, /* the slowest engine we wait for, in "go nodes" */
    DEPTH_PATIENCE = 600000, /* a fixed depth has no time limit of its own */
};

extern char **environ;

struct uci_process {
    pid_t pid;    /* also its process group; 0 once it is gone */
    int to, from; /* our ends of the pipes */
    int wake[2];  /* a byte in it: interrupt the search */
    struct uci_patience patience;
    char program[64]; /* for messages: the command's last path part */
    char name[128];
    char last[80]; /* the last line it said, for messages */
    char (*options)[OPTION_NAME_MAX];
    int option_count;
    size_t used;   /* bytes read and not yet taken as lines */
    bool skipping; /* within the rest of a line that was too long */
    char buffer[LINE_MAX_BYTES];
    char line[LINE_MAX_BYTES]; /* the current line, without its end */
};

enum reading { READ_LINE, READ_TIMEOUT, READ_DIED, READ_INTERRUPTED };

struct uci_patience uci_patience_default(void)
{
    return (struct uci_patience){.handshake = 10000, .grace = 5000, .farewell = 2000};
}

static void nap(int milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
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
static bool reap(struct uci_process *process, int patience, int *status)
{
    for (int waited = 0;; waited += 2) {
        pid_t gone = waitpid(process->pid, status, WNOHANG);
        if (gone == process->pid || (gone < 0 && errno != EINTR))
            return true;
        if (waited >= patience)
            return false;
        nap(2);
    }
}

/* Ends it for good; words says how it went. */
static void bury(struct uci_process *process, int patience, char *words, size_t size)
{
    int status = 0;
    if (words)
        snprintf(words, size, "closed its output");
    if (process->pid <= 0)
        return;
    close_fd(&process->to);
    bool alone = reap(process, patience, &status);
    kill(-process->pid, SIGKILL); /* also what it may have started */
    if (!alone) {
        kill(process->pid, SIGKILL);
        while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
            ;
    } else if (words && WIFSIGNALED(status)) {
        snprintf(words, size, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else if (words && WIFEXITED(status)) {
        snprintf(words, size, "ended with exit status %d", WEXITSTATUS(status));
    }
    process->pid = 0;
    close_fd(&process->from);
}

/* Fills error with what happened while doing something, and kills the process. */
static bool fail(struct uci_process *process, struct error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);
static bool fail(struct uci_process *process, struct error *error, const char *format, ...)
{
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (process->last[0])
        error_set(error, "%s %s (last said: %s)", process->program, what, process->last);
    else
        error_set(error, "%s %s", process->program, what);
    bury(process, 0, NULL, 0);
    return false;
}

static bool fail_dead(struct uci_process *process, struct error *error, const char *during)
{
    char words[96];
    bury(process, process->patience.farewell, words, sizeof words);
    return fail(process, error, "%s %s", words, during);
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

/* False when it is gone or does not read. The reason shows at the next read. */
static bool say_bytes(struct uci_process *process, const char *bytes, size_t size)
{
    int64_t deadline = text_now() + process->patience.handshake;
    while (size > 0) {
        if (process->to < 0)
            return false;
        ssize_t written = write_quietly(process->to, bytes, size);
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
        struct pollfd wait = {.fd = process->to, .events = POLLOUT};
        poll(&wait, 1, (int)left);
    }
    return true;
}

static bool say(struct uci_process *process, const char *format, ...) PRINTF_LIKE(2, 3);
static bool say(struct uci_process *process, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        return false;
    line[length] = '\n';
    return say_bytes(process, line, (size_t)length + 1);
}

static void take_line(struct uci_process *process, const char *end)
{
    size_t length = (size_t)(end - process->buffer);
    memcpy(process->line, process->buffer, length);
    process->line[length] = '\0';
    while (length > 0 && isspace((unsigned char)process->line[length - 1]))
        process->line[--length] = '\0';
    process->used -= (size_t)(end + 1 - process->buffer);
    memmove(process->buffer, end + 1, process->used);
    if (length > 0) {
        snprintf(process->last, sizeof process->last, "%.60s", process->line);
        text_sanitize(process->last);
    }
}

/* A line out of what has been read already. */
static bool next_line(struct uci_process *process)
{
    for (;;) {
        char *end = memchr(process->buffer, '\n', process->used);
        if (!end && process->used < sizeof process->buffer - 1)
            return false;
        if (!end) { /* too long: keep its beginning, drop what follows */
            bool first = !process->skipping;
            process->skipping = true;
            if (first) {
                end = process->buffer + process->used - 1;
                take_line(process, end);
                return true;
            }
            process->used = 0;
            return false;
        }
        bool rest = process->skipping;
        process->skipping = false;
        take_line(process, end);
        if (!rest)
            return true;
    }
}

static enum reading read_line(struct uci_process *process, int64_t deadline, bool interruptible)
{
    if (process->from < 0)
        return READ_DIED;
    for (;;) {
        int64_t left = deadline - text_now();
        if (left <= 0) /* looked at first: an engine that floods us cannot hold us */
            return READ_TIMEOUT;
        if (next_line(process))
            return READ_LINE;
        struct pollfd waits[2] = {{.fd = process->from, .events = POLLIN},
                                  {.fd = process->wake[0], .events = POLLIN}};
        int ready = poll(waits, interruptible ? 2 : 1, left > INT_MAX ? INT_MAX : (int)left);
        if (ready < 0 && errno != EINTR)
            return READ_DIED;
        if (ready <= 0)
            continue;
        if (interruptible && waits[1].revents) {
            char bytes[16];
            while (read(process->wake[0], bytes, sizeof bytes) > 0)
                ;
            return READ_INTERRUPTED;
        }
        if (!waits[0].revents)
            continue;
        ssize_t got = read(process->from, process->buffer + process->used,
                           sizeof process->buffer - 1 - process->used);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return READ_DIED;
        if (got > 0)
            process->used += (size_t)got;
    }
}

/* The next word of a line, cut out in place; NULL at its end. */
static char *word_of(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (!*word)
        return NULL;
    *rest = word + strcspn(word, " \t");
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

static void note_option(struct uci_process *process, const char *line)
{
    const char *name = strstr(line, "name ");
    if (!name || process->option_count == OPTIONS_MAX)
        return;
    name += 5;
    const char *end = strstr(name, " type ");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    if (length >= OPTION_NAME_MAX)
        return;
    void *grown =
        realloc(process->options, (size_t)(process->option_count + 1) * sizeof *process->options);
    if (!grown)
        return;
    process->options = grown;
    memcpy(process->options[process->option_count], name, length);
    process->options[process->option_count++][length] = '\0';
}

static void note_handshake(struct uci_process *process)
{
    if (strncmp(process->line, "id name ", 8) == 0) {
        snprintf(process->name, sizeof process->name, "%.100s", process->line + 8);
        text_sanitize(process->name);
    } else if (strncmp(process->line, "option ", 7) == 0) {
        note_option(process, process->line);
    }
}

/* Says a word and reads up to its answer. */
static bool converse(struct uci_process *process, const char *question, const char *answer,
                     struct error *error)
{
    char during[64];
    snprintf(during, sizeof during, "instead of answering \"%s\"", question);
    int64_t deadline = text_now() + process->patience.handshake;
    say(process, "%s", question);
    for (;;) {
        switch (read_line(process, deadline, false)) {
        case READ_LINE:
            if (strcmp(process->line, answer) == 0)
                return true;
            note_handshake(process);
            break;
        case READ_DIED:
            return fail_dead(process, error, during);
        default:
            return fail(process, error, "did not answer \"%s\" with \"%s\" within %.1f s", question,
                        answer, process->patience.handshake / 1000.0);
        }
    }
}

static bool launch(struct uci_process *process, const char *command, struct error *error)
{
    char words[4096], path[4096], *arguments[ARGUMENTS_MAX];
    if (strlen(command) >= sizeof words) {
        error_set(error, "the engine's command is too long");
        return false;
    }
    strcpy(words, command);
    if (!split_command(words, arguments)) {
        error_set(error, "expected an engine's command, a program and its arguments");
        return false;
    }
    const char *slash = strrchr(arguments[0], '/');
    snprintf(process->program, sizeof process->program, "%s", slash ? slash + 1 : arguments[0]);
    text_sanitize(process->program);
    snprintf(process->name, sizeof process->name, "%s", process->program);
    if (!find_program(arguments[0], path, sizeof path)) {
        error_set(error, "%s: no such program%s", arguments[0],
                  strchr(arguments[0], '/') ? "" : " in PATH or /usr/games");
        return false;
    }
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    int failure = 0;
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0 ||
        pipe2(process->wake, O_CLOEXEC) != 0)
        failure = errno;
    else
        failure = spawn(&process->pid, path, arguments, input[0], output[1]);
    close_fd(&input[0]);
    close_fd(&output[1]);
    process->to = input[1];
    process->from = output[0];
    if (failure) {
        process->pid = 0;
        error_set(error, "%s cannot be started: %s", process->program, strerror(failure));
        return false;
    }
    fcntl(process->to, F_SETFL, O_NONBLOCK);
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    fcntl(process->wake[0], F_SETFL, O_NONBLOCK);
    fcntl(process->wake[1], F_SETFL, O_NONBLOCK);
    return true;
}

struct uci_process *uci_process_start_patiently(const char *command,
                                                const struct uci_patience *patience,
                                                struct error *error)
{
    struct uci_process *process = calloc(1, sizeof *process);
    if (!process) {
        error_set(error, "out of memory");
        return NULL;
    }
    process->to = process->from = process->wake[0] = process->wake[1] = -1;
    process->patience = *patience;
    if (!launch(process, command, error) || !converse(process, "uci", "uciok", error) ||
        !converse(process, "isready", "readyok", error)) {
        uci_process_stop(process);
        return NULL;
    }
    return process;
}

struct uci_process *uci_process_start(const char *command, struct error *error)
{
    struct uci_patience patience = uci_patience_default();
    return uci_process_start_patiently(command, &patience, error);
}

void uci_process_stop(struct uci_process *process)
{
    if (!process)
        return;
    if (process->pid > 0) {
        say(process, "quit");
        close_fd(&process->to);
        /* Read on, so that an engine with much to say does not block on a full pipe. */
        int64_t deadline = text_now() + process->patience.farewell;
        while (read_line(process, deadline, false) == READ_LINE)
            ;
        int64_t left = deadline - text_now();
        bury(process, left > 0 ? (int)left : 0, NULL, 0);
    }
    close_fd(&process->to);
    close_fd(&process->from);
    close_fd(&process->wake[0]);
    close_fd(&process->wake[1]);
    free(process->options);
    free(process);
}

const char *uci_process_name(const struct uci_process *process)
{
    return process->name;
}

bool uci_process_option(struct uci_process *process, const char *name, const char *value)
{
    for (int i = 0; i < process->option_count; i++)
        if (strcasecmp(process->options[i], name) == 0)
            return !strpbrk(value, "\r\n") &&
                   say(process, "setoption name %s value %s", process->options[i], value);
    return false;
}

bool uci_process_new_game(struct uci_process *process, struct error *error)
{
    process->last[0] = '\0';
    say(process, "ucinewgame");
    return converse(process, "isready", "readyok", error);
}

void uci_process_interrupt(struct uci_process *process)
{
    if (write(process->wake[1], "!", 1) < 0 && errno != EAGAIN)
        return; /* a full pipe means that the word is already on its way */
}

struct search {
    struct uci_process *process;
    struct position position; /* searched */
    struct report *report;
    void (*progress)(const struct report *report, void *context);
    void *context;
    int64_t started;
};

struct writer {
    char *text;
    size_t used, size;
};

static void put(struct writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
static void put(struct writer *writer, const char *format, ...)
{
    if (writer->used >= writer->size)
        return;
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(writer->text + writer->used, writer->size - writer->used, format, arguments);
    va_end(arguments);
    writer->used += length > 0 ? (size_t)length : 0;
}

static bool say_position(struct search *search, const struct position *start, const Move moves[],
                         int count, struct error *error)
{
    size_t size = CHESS_FEN_MAX + 32 + (size_t)count * CHESS_UCI_MAX;
    struct writer writer = {.text = malloc(size), .size = size};
    if (!writer.text) {
        error_set(error, "out of memory");
        return false;
    }
    char fen[CHESS_FEN_MAX], uci[CHESS_UCI_MAX];
    chess_to_fen(start, fen);
    put(&writer, "position fen %s%s", fen, count > 0 ? " moves" : "");
    search->position = *start;
    for (int i = 0; i < count; i++) {
        chess_to_uci(&search->position, moves[i], uci);
        put(&writer, " %s", uci);
        chess_play(&search->position, moves[i]);
    }
    put(&writer, "\n");
    say_bytes(search->process, writer.text, writer.used);
    free(writer.text);
    return true;
}

static void say_go(struct search *search, const struct limits *limits)
{
    char text[4096], uci[CHESS_UCI_MAX];
    struct writer writer = {.text = text, .size = sizeof text};
    put(&writer, "go");
    if (limits->clock)
        put(&writer, " wtime %lld btime %lld winc %lld binc %lld", (long long)limits->time[WHITE],
            (long long)limits->time[BLACK], (long long)limits->increment[WHITE],
            (long long)limits->increment[BLACK]);
    if (limits->clock && limits->moves_to_go > 0)
        put(&writer, " movestogo %d", limits->moves_to_go);
    if (limits->nodes > 0)
        put(&writer, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->depth > 0)
        put(&writer, " depth %d", limits->depth);
    if (limits->mate > 0)
        put(&writer, " mate %d", limits->mate);
    if (limits->movetime > 0)
        put(&writer, " movetime %lld", (long long)limits->movetime);
    if (limits->infinite)
        put(&writer, " infinite");
    if (limits->search_moves_count > 0)
        put(&writer, " searchmoves");
    for (int i = 0; i < limits->search_moves_count; i++) {
        chess_to_uci(&search->position, limits->search_moves[i], uci);
        put(&writer, " %s", uci);
    }
    put(&writer, "\n");
    if (writer.used < writer.size)
        say_bytes(search->process, text, writer.used);
}

/* How long the search itself may take; the grace comes on top. */
static int64_t allowance(const struct limits *limits, int side)
{
    int64_t longest = INT64_MAX / 4;
    if (limits->infinite || limits->ponder)
        return longest;
    if (limits->nodes > 0 && limits->nodes / NODES_PER_MS_WORST < (uint64_t)longest)
        longest = (int64_t)(limits->nodes / NODES_PER_MS_WORST);
    if ((limits->depth > 0 || limits->mate > 0) && longest > DEPTH_PATIENCE)
        longest = DEPTH_PATIENCE;
    if (limits->clock && longest > limits->time[side])
        longest = limits->time[side] > 0 ? limits->time[side] : 0;
    if (limits->movetime > 0 && longest > limits->movetime)
        longest = limits->movetime;
    return longest;
}

static Score clamp_score(long long number, int limit)
{
    return (Score)(number > limit ? limit : number < -limit ? -limit : number);
}

static Score mate_score(long long moves)
{
    enum { LONGEST = PLY_MAX };
    if (moves > 0)
        return SCORE_MATE - (moves > LONGEST / 2 ? LONGEST : (int)(2 * moves - 1));
    return -SCORE_MATE + (moves < -LONGEST / 2 ? LONGEST : (int)(-2 * moves));
}

/* What one info line says; fields it does not name are zero. */
struct info {
    struct line line;
    bool scored;
    int index; /* of the line, from 0 */
};

static void read_variation(const struct search *search, char **rest, struct line *line)
{
    struct position position = search->position;
    char *word;
    while (line->length < REPORT_PV_MAX && (word = word_of(rest)) != NULL) {
        Move move;
        if (!chess_from_uci(&position, word, &move))
            break;
        line->moves[line->length++] = move;
        chess_play(&position, move);
    }
}

static void read_score(char **rest, struct info *info)
{
    const char *kind = word_of(rest), *value = word_of(rest);
    if (!kind || !value)
        return;
    long long number = strtoll(value, NULL, 10);
    info->scored = true;
    if (strcmp(kind, "cp") == 0)
        info->line.score = clamp_score(number, SCORE_TABLEBASE_MIN - 1);
    else if (strcmp(kind, "mate") == 0)
        info->line.score = mate_score(number);
    else
        info->scored = false;
}

static int bounded(const char *word, int max)
{
    long long number = word ? strtoll(word, NULL, 10) : 0;
    return number < 0 ? 0 : number > max ? max : (int)number;
}

static void read_info(struct search *search, char *rest)
{
    struct report *report = search->report;
    struct info info = {.line = {.bound = BOUND_EXACT}};
    char *word;
    while ((word = word_of(&rest)) != NULL) {
        if (strcmp(word, "string") == 0)
            break;
        if (strcmp(word, "depth") == 0)
            info.line.depth = bounded(word_of(&rest), 999);
        else if (strcmp(word, "seldepth") == 0)
            info.line.selective_depth = bounded(word_of(&rest), 999);
        else if (strcmp(word, "multipv") == 0)
            info.index = bounded(word_of(&rest), REPORT_LINES_MAX + 1) - 1;
        else if (strcmp(word, "score") == 0)
            read_score(&rest, &info);
        else if (strcmp(word, "lowerbound") == 0)
            info.line.bound = BOUND_LOWER;
        else if (strcmp(word, "upperbound") == 0)
            info.line.bound = BOUND_UPPER;
        else if (strcmp(word, "nodes") == 0)
            report->nodes = (word = word_of(&rest)) ? strtoull(word, NULL, 10) : report->nodes;
        else if (strcmp(word, "tbhits") == 0)
            report->tablebase_hits = (word = word_of(&rest)) ? strtoull(word, NULL, 10) : 0;
        else if (strcmp(word, "hashfull") == 0)
            report->hash_permille = bounded(word_of(&rest), 1000);
        else if (strcmp(word, "pv") == 0) {
            read_variation(search, &rest, &info.line);
            break;
        }
    }
    report->elapsed = text_now() - search->started;
    if (!info.scored || info.line.length == 0 || info.index < 0 || info.index >= REPORT_LINES_MAX ||
        info.index > report->line_count)
        return;
    if (info.index == report->line_count)
        report->line_count++;
    report->lines[info.index] = info.line;
    if (info.index == 0) {
        report->depth = info.line.depth;
        report->selective_depth = info.line.selective_depth;
    }
    report->serial++;
    if (search->progress)
        search->progress(report, search->context);
}

/* Judges "bestmove ...". */
static bool read_best(struct search *search, char *rest, struct error *error)
{
    struct report *report = search->report;
    char *best = word_of(&rest), *word = word_of(&rest), *ponder = NULL;
    if (word && strcmp(word, "ponder") == 0)
        ponder = word_of(&rest);
    report->elapsed = text_now() - search->started;
    Move legal[CHESS_MOVES_MAX];
    int legal_count = chess_moves(&search->position, legal);
    if (!best || !chess_from_uci(&search->position, best, &report->best)) {
        report->best = NO_MOVE;
        if (legal_count > 0) {
            char fen[CHESS_FEN_MAX];
            chess_to_fen(&search->position, fen);
            search->process->last[0] = '\0';
            return fail(search->process, error, "played the illegal move %.12s in %s",
                        best ? best : "\"\"", fen);
        }
    } else if (ponder) {
        struct position after = search->position;
        chess_play(&after, report->best);
        if (!chess_from_uci(&after, ponder, &report->ponder))
            report->ponder = NO_MOVE;
    }
    report->finished = true;
    report->serial++;
    return true;
}

/* Some engines ignore "go nodes" or "go depth"; they are stopped a little beyond it. */
static bool is_beyond(const struct report *report, const struct limits *limits)
{
    return (limits->nodes > 0 && report->nodes > limits->nodes + limits->nodes / 8 + 1000) ||
           (limits->depth > 0 && report->depth > limits->depth);
}

static bool listen(struct search *search, const struct limits *limits, int64_t deadline,
                   struct error *error)
{
    struct uci_process *process = search->process;
    bool told = false;
    for (;;) {
        switch (read_line(process, deadline, !told)) {
        case READ_LINE: {
            char *rest = process->line, *word = word_of(&rest);
            if (word && strcmp(word, "info") == 0)
                read_info(search, rest);
            else if (word && strcmp(word, "bestmove") == 0)
                return read_best(search, rest, error);
            if (told || !is_beyond(search->report, limits))
                break;
            told = true;
            say(process, "stop");
            deadline = text_now() + process->patience.grace;
            break;
        }
        case READ_DIED:
            return fail_dead(process, error, "while thinking");
        case READ_INTERRUPTED:
        case READ_TIMEOUT:
            if (told)
                return fail(process, error, "hangs: no \"bestmove\" after %.1f s and a \"stop\"",
                            (double)(text_now() - search->started) / 1000.0);
            told = true;
            say(process, "stop");
            deadline = text_now() + process->patience.farewell;
            break;
        }
    }
}

bool uci_process_search(struct uci_process *process, const struct position *start,
                        const Move moves[], int count, const struct limits *limits,
                        void (*progress)(const struct report *report, void *context), void *context,
                        struct report *report, struct error *error)
{
    struct search search = {
        .process = process, .report = report, .progress = progress, .context = context};
    memset(report, 0, sizeof *report);
    process->last[0] = '\0';
    if (process->pid <= 0) {
        error_set(error, "%s is no longer running", process->program);
        return false;
    }
    if (start->chess960 && !uci_process_option(process, "UCI_Chess960", "true")) {
        error_set(error, "%s does not play Chess960", process->program);
        return false;
    }
    if (!say_position(&search, start, moves, count, error))
        return false;
    report->root_key = search.position.key;
    search.started = text_now();
    int64_t deadline =
        search.started + allowance(limits, search.position.side) + process->patience.grace;
    say_go(&search, limits);
    return listen(&search, limits, deadline, error);
}
