/* Measures the screen as its user sees it: runs the program on a pseudo terminal, tracks the cells
 * of an xterm, and measures the time from a key to changed cells while two threads search, the
 * time from start to the first full frame, idle processor time, memory besides the tables, and
 * bytes per move. The argument is the program. Exit status 1: a goal was missed. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    WIDTH_MAX = 200,
    HEIGHT_MAX = 60,
    NUMBERS = 8, /* in one escape sequence */
    KEYS = 200,  /* measured for each kind */
    STARTS = 9,
    IDLE_MS = 4000,
    QUIET_MS = 300, /* after this silence a frame is complete */
    SLOW_KEYS = 20,
    SLOW_BYTES = 24, /* 960 per second */
    SLOW_MS = 25,
    PATIENCE_MS = 20000
};

/* The goals, in milliseconds, percent, kilobytes and bytes. */
enum {
    KEY_GOAL = 16,
    START_GOAL = 50,
    IDLE_GOAL = 1,
    MEMORY_GOAL = 40960,
    MOVE_GOAL = 960,
    SLOW_GOAL = 2000
};

struct area {
    int x, y, width, height;
};

/* The terminal's size. The board of 80x24 lies within the larger ones. */
static int columns = 80, lines = 24;
static const struct area board = {0, 0, 37, 18};

/* The cells of the terminal, and the state of reading an escape sequence. */
struct terminal {
    pid_t program;
    int line; /* our end of the pseudo terminal */
    uint32_t cells[HEIGHT_MAX][WIDTH_MAX];
    uint32_t symbol, last; /* the UTF-8 sequence so far; the last character, for REP */
    int more;              /* bytes that it still lacks */
    int x, y, top, bottom;
    enum { TEXT, ESCAPE, CHARSET, SEQUENCE, COMMAND } state;
    int numbers[NUMBERS], count;
    long bytes; /* received */
    bool slow;  /* reads only SLOW_BYTES every SLOW_MS */
};

static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("pty: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static double now(void) /* milliseconds */
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* Blanks cells of row y from x on; x may be out of range. */
static void blank(struct terminal *terminal, int y, int x, int count)
{
    for (int end = clamp(x + count, columns); x < end; x++) {
        terminal->cells[y][x] = ' ';
    }
}

/* Moves the rows from "from" to the end of the region down by count, or up if it is negative. */
static void scroll(struct terminal *terminal, int from, int count)
{
    int height = terminal->bottom - from + 1, moved = clamp(abs(count), height);
    int stay = count > 0 ? from : from + moved, go = count > 0 ? from + moved : from;
    memmove(terminal->cells[go], terminal->cells[stay],
            (size_t)(height - moved) * sizeof *terminal->cells);
    for (int i = 0; i < moved; i++) {
        blank(terminal, count > 0 ? from + i : terminal->bottom - i, 0, columns);
    }
}

static void new_line(struct terminal *terminal)
{
    if (terminal->y == terminal->bottom) {
        scroll(terminal, terminal->top, -1);
    } else {
        terminal->y = clamp(terminal->y + 1, lines - 1);
    }
}

static void show(struct terminal *terminal, uint32_t symbol)
{
    if (terminal->x >= columns) {
        terminal->x = 0;
        new_line(terminal);
    }
    terminal->cells[terminal->y][terminal->x++] = terminal->last = symbol;
}

static void text(struct terminal *terminal, unsigned char byte)
{
    if (byte >= 0x80) {
        terminal->symbol = byte >= 0xC0 ? byte : terminal->symbol << 8 | byte;
        terminal->more = byte >= 0xF0   ? 3
                         : byte >= 0xE0 ? 2
                         : byte >= 0xC0 ? 1
                                        : terminal->more - 1;
        if (terminal->more <= 0) {
            show(terminal, terminal->symbol);
        }
        return;
    }
    switch (byte) {
    case '\033':
        terminal->state = ESCAPE;
        break;
    case '\r':
        terminal->x = 0;
        break;
    case '\n':
        new_line(terminal);
        break;
    case '\b':
        terminal->x = clamp(terminal->x - 1, columns - 1);
        break;
    case '\t':
        terminal->x = clamp((terminal->x | 7) + 1, columns - 1);
        break;
    default:
        if (byte >= ' ' && byte != 0x7F) {
            show(terminal, byte);
        }
    }
}

/* Handles a complete control sequence; colours are ignored. */
static void sequence(struct terminal *terminal, char final)
{
    int *numbers = terminal->numbers, *x = &terminal->x, *y = &terminal->y;
    int some = numbers[0] > 0 ? numbers[0] : 1;
    uint32_t *row = terminal->cells[*y];
    int here = clamp(*x, columns - 1), rest = columns - here;
    switch (final) {
    case 'A':
        *y = clamp(*y - some, lines - 1);
        break;
    case 'B':
        *y = clamp(*y + some, lines - 1);
        break;
    case 'C':
        *x = clamp(*x + some, columns - 1);
        break;
    case 'D':
        *x = clamp(*x - some, columns - 1);
        break;
    case 'G':
        *x = clamp(some - 1, columns - 1);
        break;
    case 'd':
        *y = clamp(some - 1, lines - 1);
        break;
    case 'H':
        *y = clamp(some - 1, lines - 1);
        *x = clamp((numbers[1] > 0 ? numbers[1] : 1) - 1, columns - 1);
        break;
    case 'J':
        for (int i = numbers[0] == 2 ? 0 : *y; i < lines; i++) {
            blank(terminal, i, i == *y && numbers[0] == 0 ? here : 0, columns);
        }
        break;
    case 'K':
        blank(terminal, *y, numbers[0] == 0 ? here : 0, numbers[0] == 1 ? here + 1 : columns);
        break;
    case 'X':
        blank(terminal, *y, here, some);
        break;
    case 'b':
        for (int i = 0; i < some; i++) {
            show(terminal, terminal->last);
        }
        break;
    case 'P':
        some = clamp(some, rest);
        memmove(row + here, row + here + some, (size_t)(rest - some) * sizeof *row);
        blank(terminal, *y, columns - some, some);
        break;
    case '@':
        some = clamp(some, rest);
        memmove(row + here + some, row + here, (size_t)(rest - some) * sizeof *row);
        blank(terminal, *y, here, some);
        break;
    case 'L':
        scroll(terminal, *y, some);
        break;
    case 'M':
        scroll(terminal, *y, -some);
        break;
    case 'S':
        scroll(terminal, terminal->top, -some);
        break;
    case 'T':
        scroll(terminal, terminal->top, some);
        break;
    case 'r':
        terminal->top = clamp(some - 1, lines - 1);
        terminal->bottom = numbers[1] > 0 ? clamp(numbers[1] - 1, lines - 1) : lines - 1;
        *x = *y = 0;
        break;
    default:
        break;
    }
}

static void take(struct terminal *terminal, unsigned char byte)
{
    switch (terminal->state) {
    case TEXT:
        text(terminal, byte);
        break;
    case ESCAPE:
        terminal->state = byte == '[' ? SEQUENCE : byte == ']' ? COMMAND : TEXT;
        terminal->state = strchr("()*+", byte) ? CHARSET : terminal->state;
        memset(terminal->numbers, 0, sizeof terminal->numbers);
        terminal->count = 0;
        if (byte == 'M') {
            terminal->y == terminal->top ? scroll(terminal, terminal->top, 1) : (void)terminal->y--;
        }
        break;
    case CHARSET:
        terminal->state = TEXT;
        break;
    case COMMAND:
        terminal->state = byte == '\a' ? TEXT : COMMAND;
        break;
    case SEQUENCE:
        if (byte >= '0' && byte <= '9') {
            int *number = &terminal->numbers[clamp(terminal->count, NUMBERS - 1)];
            *number = clamp(*number * 10 + byte - '0', 9999);
        } else if (byte == ';') {
            terminal->count++;
        } else if (byte >= '@') {
            terminal->state = TEXT;
            sequence(terminal, (char)byte);
        }
        break;
    }
}

/* Processes output that arrives within the time. Returns false if there is none. */
static bool read_some(struct terminal *terminal, double wait)
{
    unsigned char bytes[65536];
    struct pollfd source = {.fd = terminal->line, .events = POLLIN};
    if (poll(&source, 1, (int)(wait + 0.999)) <= 0) {
        return false;
    }
    if (terminal->slow) {
        nanosleep(&(struct timespec){.tv_nsec = SLOW_MS * 1000000}, NULL);
    }
    ssize_t got = read(terminal->line, bytes, terminal->slow ? SLOW_BYTES : sizeof bytes);
    if (got <= 0) {
        die("the program has ended");
    }
    terminal->bytes += got;
    for (ssize_t i = 0; i < got; i++) {
        take(terminal, bytes[i]);
    }
    return true;
}

static void settle(struct terminal *terminal, double quiet)
{
    while (read_some(terminal, quiet)) {
    }
}

static void run_for(struct terminal *terminal, double time)
{
    for (double end = now() + time; now() < end;) {
        read_some(terminal, end - now());
    }
}

static void copy_area(const struct terminal *terminal, const struct area *area, uint32_t *to)
{
    for (int y = 0; y < area->height; y++) {
        memcpy(to + y * area->width, &terminal->cells[area->y + y][area->x],
               (size_t)area->width * sizeof *to);
    }
}

static void print_screen(const struct terminal *terminal)
{
    for (int y = 0; y < lines; y++) {
        for (int x = 0; x < columns; x++) {
            fputc(terminal->cells[y][x] < 0x80 ? (int)terminal->cells[y][x] : '#', stderr);
        }
        fputc('\n', stderr);
    }
}

/* Milliseconds from the key's first byte to a change in the area. */
static double press(struct terminal *terminal, const char *keys, const struct area *area)
{
    static uint32_t before[HEIGHT_MAX * WIDTH_MAX], after[HEIGHT_MAX * WIDTH_MAX];
    size_t size = (size_t)(area->width * area->height) * sizeof *before;
    copy_area(terminal, area, before);
    double start = now();
    if (write(terminal->line, keys, strlen(keys)) != (ssize_t)strlen(keys)) {
        die("cannot write to the terminal: %s", strerror(errno));
    }
    do {
        double left = start + PATIENCE_MS - now();
        if (left <= 0) {
            print_screen(terminal);
            die("nothing changed after \"%s\"", keys);
        }
        read_some(terminal, left);
        copy_area(terminal, area, after);
    } while (memcmp(before, after, size) == 0);
    return now() - start;
}

/* Waits until the turn mark is before "You". */
static void wait_for_turn(struct terminal *terminal)
{
    double end = now() + PATIENCE_MS;
    for (;;) {
        for (int y = 0; y < lines; y++) {
            const uint32_t *row = terminal->cells[y];
            if (row[0] != ' ' && row[1] == 'Y' && row[2] == 'o' && row[3] == 'u') {
                return;
            }
        }
        if (!read_some(terminal, end - now())) {
            print_screen(terminal);
            die("the opponent does not answer");
        }
    }
}

/* Starts the program with these arguments, ending with NULL. */
static void start(struct terminal *terminal, char *const arguments[])
{
    memset(terminal, 0, sizeof *terminal);
    terminal->bottom = lines - 1;
    for (int y = 0; y < lines; y++) {
        blank(terminal, y, 0, columns);
    }
    terminal->line = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal->line < 0 || grantpt(terminal->line) != 0 || unlockpt(terminal->line) != 0) {
        die("no pseudo terminal: %s", strerror(errno));
    }
    const char *name = ptsname(terminal->line);
    int other = open(name, O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_row = lines, .ws_col = columns};
    if (other < 0 || ioctl(other, TIOCSWINSZ, &size) != 0) {
        die("%s: %s", name, strerror(errno));
    }
    terminal->program = fork();
    if (terminal->program == 0) {
        setsid();
        ioctl(other, TIOCSCTTY, 0);
        for (int i = 0; i < 3; i++) {
            dup2(other, i);
        }
        close(other);
        close(terminal->line);
        execv(arguments[0], arguments);
        _exit(127);
    }
    if (terminal->program < 0) {
        die("cannot start %s: %s", arguments[0], strerror(errno));
    }
    close(other);
}

static void stop(struct terminal *terminal)
{
    kill(terminal->program, SIGTERM);
    waitpid(terminal->program, NULL, 0);
    close(terminal->line);
}

static double processor_time(const struct terminal *terminal) /* milliseconds */
{
    clockid_t clock;
    struct timespec time = {0};
    if (clock_getcpuclockid(terminal->program, &clock) != 0 || clock_gettime(clock, &time) != 0) {
        die("no processor time of another process here");
    }
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static long resident(const struct terminal *terminal) /* kilobytes */
{
    char command[64];
    long size = 0;
    snprintf(command, sizeof command, "ps -o rss= -p %ld", (long)terminal->program);
    FILE *ps = popen(command, "r");
    if (!ps || fscanf(ps, "%ld", &size) != 1) {
        die("%s: no answer", command);
    }
    pclose(ps);
    return size;
}

static int by_size(const void *one, const void *two)
{
    double a = *(const double *)one, b = *(const double *)two;
    return (a > b) - (a < b);
}

static bool missed;

static const char *verdict(bool good)
{
    missed = missed || !good;
    return good ? "" : "  MISSED";
}

static void report(const char *what, double *times, int count, double goal)
{
    qsort(times, (size_t)count, sizeof *times, by_size);
    double p99 = times[count * 99 / 100];
    printf("%s: p50 %.1f ms, p99 %.1f ms, worst %.1f ms, goal p99 %.0f ms%s\n", what,
           times[count / 2], p99, times[count - 1], goal, verdict(p99 <= goal));
}

/* Irregular times between keys, as people type: 20 to 83 ms. */
static double odd_moment(int i)
{
    return 20 + (i * 37) % 64;
}

static void measure_keys(char *program, char *game)
{
    static double times[KEYS];
    struct terminal terminal;
    start(&terminal, (char *[]){program, "analyze", "--threads", "2", "--hash", "16", game, NULL});
    run_for(&terminal, 1500);
    int row = lines - 1;
    while (row > 0 && terminal.cells[row][1] != '>') {
        row--;
    }
    struct area entry = {0, row, 20, 1};
    for (int i = 0; i < KEYS; i++) {
        run_for(&terminal, odd_moment(i));
        times[i] = press(&terminal, i % 2 ? "\b" : "h", &entry);
    }
    report("letter to its cell, two threads searching", times, KEYS, KEY_GOAL);
    for (int i = 0; i < KEYS; i++) {
        run_for(&terminal, odd_moment(i));
        times[i] = press(&terminal, i / 20 % 2 ? "\033OD" : "\033OC", &board);
    }
    report("step through a game to its board, two threads searching", times, KEYS, KEY_GOAL);
    long before = terminal.bytes;
    run_for(&terminal, 3000);
    printf("analysis running: %ld bytes a second\n", (terminal.bytes - before) / 3);
    stop(&terminal);
}

/* The same at 9,600 baud, where drawing must leave time for keys. */
static void measure_slow(char *program, char *game)
{
    static double times[SLOW_KEYS];
    struct terminal terminal;
    start(&terminal, (char *[]){program, "analyze", "--threads", "2", "--hash", "16", game, NULL});
    terminal.slow = true;
    run_for(&terminal, 10000);
    for (int i = 0; i < SLOW_KEYS; i++) {
        run_for(&terminal, 500);
        times[i] = press(&terminal, i / 10 % 2 ? "\033OD" : "\033OC", &board);
    }
    report("step through a game at 9,600 baud", times, SLOW_KEYS, SLOW_GOAL);
    stop(&terminal);
}

static char *playing(char *program, int i)
{
    static char *const arguments[] = {"",  "play",      "--elo",  "600", "--seed",
                                      "7", "--no-save", "--hash", "1",   NULL};
    return i == 0 ? program : arguments[i];
}

static void play(struct terminal *terminal, char *program)
{
    char *arguments[10];
    for (int i = 0; i < 10; i++) {
        arguments[i] = playing(program, i);
    }
    start(terminal, arguments);
}

static void measure_start(char *program)
{
    double times[STARTS];
    struct terminal terminal;
    for (int i = 0; i < STARTS; i++) {
        double began = now();
        play(&terminal, program);
        double last = began;
        while (read_some(&terminal, last > began ? QUIET_MS : PATIENCE_MS)) {
            last = now();
        }
        times[i] = last - began;
        stop(&terminal);
    }
    qsort(times, STARTS, sizeof *times, by_size);
    printf("start to the first full frame: p50 %.1f ms, worst %.1f ms, goal p50 %d ms%s\n",
           times[STARTS / 2], times[STARTS - 1], START_GOAL,
           verdict(times[STARTS / 2] <= START_GOAL));
}

/* Plays a few moves. goal is for the most bytes of a move; 0: no goal. */
static void measure_moves(struct terminal *terminal, long goal)
{
    /* these stay legal unless a piece of the opponent stands just there */
    static const char *const moves[] = {"a3", "h3", "c3", "e3", "b3", "g3"};
    long most = 0, sum = 0;
    int count = (int)(sizeof moves / sizeof *moves);
    for (int i = 0; i < count; i++) {
        long before = terminal->bytes;
        for (const char *letter = moves[i]; *letter; letter++) {
            press(terminal, (char[]){*letter, '\0'}, &(struct area){0, 0, columns, lines});
        }
        press(terminal, "\r", &board);
        settle(terminal, QUIET_MS); /* until then the mark may still be that of your move */
        wait_for_turn(terminal);
        settle(terminal, QUIET_MS);
        long bytes = terminal->bytes - before;
        sum += bytes;
        most = bytes > most ? bytes : most;
    }
    printf("a move typed and its answer at %dx%d: %ld bytes, most %ld", columns, lines, sum / count,
           most);
    if (goal > 0) {
        printf(", goal %ld%s", goal, verdict(most <= goal));
    }
    printf("\n");
}

static void measure_game(char *program)
{
    struct terminal terminal;
    play(&terminal, program);
    settle(&terminal, QUIET_MS);
    double used = processor_time(&terminal);
    run_for(&terminal, IDLE_MS);
    double idle = (processor_time(&terminal) - used) / IDLE_MS * 100;
    printf("idle: %.2f %% of a processor, goal %d %%%s\n", idle, IDLE_GOAL,
           verdict(idle <= IDLE_GOAL));
    measure_moves(&terminal, MOVE_GOAL);
    long size = resident(&terminal) - 2 * 1024; /* minus the tables of 1 MB for the opponent and
                                                 * the analyst */
    printf("memory beyond the tables: %.1f MB, goal %d MB%s\n", (double)size / 1024,
           MEMORY_GOAL / 1024, verdict(size <= MEMORY_GOAL));
    stop(&terminal);
}

/* The bytes of a move on larger screens, where squares have more cells. */
static void measure_large(char *program)
{
    static const int sizes[][2] = {{120, 40}, {200, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct terminal terminal;
        columns = sizes[i][0];
        lines = sizes[i][1];
        play(&terminal, program);
        settle(&terminal, QUIET_MS);
        measure_moves(&terminal, 0);
        stop(&terminal);
    }
    columns = 80;
    lines = 24;
}

static void write_game(char *path)
{
    static const char game[] =
        "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O\n"
        "9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 *\n";
    int file = mkstemp(path);
    if (file < 0 || write(file, game, sizeof game - 1) != (ssize_t)sizeof game - 1) {
        die("%s: %s", path, strerror(errno));
    }
    close(file);
}

int main(int count, char **arguments)
{
    if (count != 2) {
        die("usage: pty PROGRAM");
    }
    char home[] = "/tmp/fallible-pty.XXXXXX", game[64];
    if (!mkdtemp(home)) {
        die("%s: %s", home, strerror(errno));
    }
    setenv("TERM", "xterm-256color", 1);
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    snprintf(game, sizeof game, "%s/game.XXXXXX", home);
    write_game(game);
    setvbuf(stdout, NULL, _IOLBF, 0);
    measure_start(arguments[1]);
    measure_game(arguments[1]);
    measure_large(arguments[1]);
    measure_keys(arguments[1], game);
    measure_slow(arguments[1], game);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", home);
    return system(command) != 0 || missed;
}
