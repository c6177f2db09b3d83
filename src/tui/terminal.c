/* Signal handlers only write the signal's number to a pipe, and the loop handles it. There are two
 * exceptions. The handler of a crash (crash_report.h) restores the terminal by writing prepared
 * bytes, because it may call nothing but write and tcsetattr. A signal that ends the program also
 * sets an alarm, because the loop may be stuck writing to a terminal that does not read. After
 * LEAVING_SECONDS the alarm restores the terminal with the same bytes and ends the program. */
#include "src/tui/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "src/player/crash_report.h"
#include "src/util/paths.h"

static const int watched[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
enum { WATCHED = sizeof watched / sizeof *watched };

static struct sigaction before_watched[WATCHED];
static int signal_pipe[2] = {-1, -1};
static struct termios saved;
static bool have_saved;
static char rescue[256]; /* the bytes that restore a terminal */
static size_t rescue_length;
static SCREEN *screen;
static volatile sig_atomic_t taken;       /* whether we have set up the terminal */
static volatile sig_atomic_t told_to_end; /* the signal that ends the program; 0: none came */
/* Longer than store_writer_stop can take, so that a game it could not write is still saved as PGN. */
enum { LEAVING_SECONDS = 5 };
static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";

bool terminal_usable(void)
{
    const char *term = getenv("TERM");
    int status;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !term || !*term ||
        strcmp(term, "dumb") == 0 || setupterm(NULL, STDOUT_FILENO, &status) != OK) {
        return false;
    }
    const char *place = tigetstr((char[]){"cup"});
    bool usable = place && place != (char *)-1;
    del_curterm(cur_term);
    return usable;
}

int terminal_colors(void)
{
    const char *term = getenv("TERM");
    int status;
    if (!term || !*term || setupterm(NULL, STDOUT_FILENO, &status) != OK)
        return 0;
    int colors = tigetnum((char[]){"colors"});
    del_curterm(cur_term);
    return colors > 0 ? colors : 0;
}

bool terminal_has_clipboard(void)
{
    /* How TERM begins for terminals that support OSC 52 and bracketed paste. GNU screen supports
     * neither, but tmux, which may also set TERM to screen, supports both. */
    static const char *const names[] = {"xterm",   "tmux",   "rxvt",  "alacritty",
                                        "foot",    "kitty",  "st-",   "wezterm",
                                        "contour", "mintty", "iterm", "ms-terminal"};
    const char *term = getenv("TERM"), *tmux = getenv("TMUX");
    if (!term)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(term, names[i], strlen(names[i])) == 0)
            return true;
    }
    return strncmp(term, "screen", 6) == 0 && tmux && *tmux;
}

static void write_whole(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(STDOUT_FILENO, text, length);
        if (wrote < 0 && errno != EINTR)
            return;
        text += wrote > 0 ? wrote : 0;
        length -= wrote > 0 ? (size_t)wrote : 0;
    }
}

bool terminal_copy(const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { MOST = 72000 }; /* bytes of base 64; xterm accepts 74,994, other terminals more */
    static char coded[MOST + 16];
    size_t length = strlen(text), used = 0;
    if ((length + 2) / 3 * 4 > MOST)
        return false;
    used = (size_t)snprintf(coded, sizeof coded, "\033]52;c;");
    for (size_t i = 0; i < length; i += 3) {
        unsigned bits = (unsigned)(unsigned char)text[i] << 16;
        bits |= i + 1 < length ? (unsigned)(unsigned char)text[i + 1] << 8 : 0;
        bits |= i + 2 < length ? (unsigned)(unsigned char)text[i + 2] : 0;
        for (size_t digit = 0; digit < 4; digit++)
            coded[used++] = i + digit > length ? '=' : digits[bits >> (18 - 6 * digit) & 63];
    }
    coded[used++] = '\a';
    fflush(stdout);
    write_whole(coded, used);
    return true;
}

void terminal_link(int y, int x, const char *text, const char *address)
{
    char bytes[512];
    int length = snprintf(bytes, sizeof bytes,
                          "\0337\033[%d;%dH\033[0m\033]8;;%s\033\\%s\033]8;;\033\\\0338", y + 1,
                          x + 1, address, text);
    if (length >= (int)sizeof bytes)
        return;
    fflush(stdout);
    write_whole(bytes, (size_t)length);
}

static void on_signal(int number)
{
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t wrote = write(signal_pipe[1], &byte, 1);
    (void)wrote; /* a full pipe already holds enough signals */
    if ((number == SIGTERM || number == SIGHUP) && !told_to_end) {
        told_to_end = number;
        alarm(LEAVING_SECONDS);
    }
    errno = kept;
}

static void restore(void)
{
    ssize_t wrote = write(STDOUT_FILENO, rescue, rescue_length);
    (void)wrote;
    if (have_saved)
        tcsetattr(STDIN_FILENO, TCSANOW, &saved);
}

/* Ends the program. All moves are stored by now. */
static void on_alarm(int number)
{
    (void)number;
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK); /* non-blocking only here: a shell may
                                                        * share the terminal */
    if (taken)
        restore();
    fcntl(STDOUT_FILENO, F_SETFL, flags);
    _exit(128 + told_to_end);
}

static void add_rescue(const char *capability)
{
    const char *text = tigetstr((char *)(uintptr_t)capability);
    if (!text || text == (char *)-1)
        return;
    /* Skip delays such as $<5>, which modern terminals do not need. */
    while (*text && rescue_length < sizeof rescue) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            rescue[rescue_length++] = *text++;
    }
}

static void prepare_rescue(void)
{
    static const char mouse_off[] = "\033[?1000l\033[?1002l\033[?1006l";
    rescue_length = 0;
    if (has_mouse()) {
        memcpy(rescue, mouse_off, sizeof mouse_off - 1);
        rescue_length = sizeof mouse_off - 1;
    }
    if (terminal_has_clipboard()) {
        memcpy(rescue + rescue_length, paste_off, sizeof paste_off - 1);
        rescue_length += sizeof paste_off - 1;
    }
    add_rescue("sgr0");
    add_rescue("cnorm");
    add_rescue("rmkx");
    add_rescue("rmcup");
}

static bool open_pipe(struct error *error)
{
    if (!paths_pipe(signal_pipe))
        return error_set(error, "cannot make a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++)
        fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
    return true;
}

static void watch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    /* Some programs that start others leave these signals blocked (perf blocks SIGWINCH). */
    sigset_t wanted;
    sigemptyset(&wanted);
    for (int i = 0; i < WATCHED; i++) {
        sigaction(watched[i], &action, &before_watched[i]);
        sigaddset(&wanted, watched[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL); /* this handler stays until the process ends, because leaving
                                        * may take long, too */
}

/* Turns off Ctrl-S, which would freeze the screen without a visible reason. */
static void switch_off_flow_control(void)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &now) != 0)
        return;
    now.c_iflag &= ~(tcflag_t)(IXON | IXOFF | IXANY);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    def_prog_mode(); /* saves this as the mode that curses restores after Ctrl-Z */
}

static void mark_pastes(bool on)
{
    if (terminal_has_clipboard()) {
        fflush(stdout);
        write_whole(on ? paste_on : paste_off, sizeof paste_on - 1);
    }
}

bool terminal_take(WINDOW **keys, int *signal_fd, struct error *error)
{
    have_saved = tcgetattr(STDIN_FILENO, &saved) == 0;
    if (!open_pipe(error))
        return false;
    *signal_fd = signal_pipe[0];
    watch_signals(); /* must come before curses starts, which does not replace existing handlers */
    screen = newterm(NULL, stdout, stdin);
    if (!screen) {
        const char *term = getenv("TERM");
        terminal_give_back(NULL);
        return error_set(error, "the terminal type \"%.40s\" is not known to this system",
                         term ? term : "");
    }
    prepare_rescue();
    taken = 1;
    crash_restore(restore);
    cbreak();
    noecho();
    nonl(); /* so that Enter is \r and differs from Ctrl-J */
    switch_off_flow_control();
    set_escdelay(50); /* ms to wait for the rest of a key, whose bytes may arrive in two packets;
                       * nobody notices such a delay after Esc */
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    *keys = newpad(1, 1);
    if (!*keys) {
        terminal_give_back(NULL);
        return error_set(error, "out of memory");
    }
    keypad(*keys, TRUE);
    nodelay(*keys, TRUE);
    mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    /* Bytes that terminals send for these keys. The description that TERM names is often wrong
     * about them. */
    static const char *const homes[] = {"\033[H", "\033OH", "\033[1~", "\033[7~"};
    static const char *const ends[] = {"\033[F", "\033OF", "\033[4~", "\033[8~"};
    for (int i = 0; i < 4; i++) {
        define_key(homes[i], KEY_HOME);
        define_key(ends[i], KEY_END);
    }
    define_key("\033[200~", TERMINAL_PASTE_BEGIN);
    define_key("\033[201~", TERMINAL_PASTE_END);
    mark_pastes(true);
    return true;
}

void terminal_give_back(WINDOW *keys)
{
    if (keys)
        delwin(keys);
    if (screen) {
        mousemask(0, NULL);
        mark_pastes(false);
        curs_set(1);
        endwin();
        delscreen(screen);
        screen = NULL;
    }
    if (have_saved)
        tcsetattr(STDIN_FILENO, TCSANOW, &saved);
    taken = 0;
    for (int i = 0; i < WATCHED; i++)
        sigaction(watched[i], &before_watched[i], NULL);
    /* A terminal that closes may send SIGHUP more than once while we finish. */
    signal(SIGHUP, SIG_IGN);
    crash_restore(NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
}

int terminal_signal(void)
{
    unsigned char byte;
    return read(signal_pipe[0], &byte, 1) == 1 ? byte : 0;
}

bool terminal_takes_output(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) != 0;
}

void terminal_suspend(void)
{
    struct sigaction by_default, ours;
    memset(&by_default, 0, sizeof by_default);
    sigemptyset(&by_default.sa_mask);
    by_default.sa_handler = SIG_DFL;
    mark_pastes(false);
    endwin();
    sigaction(SIGTSTP, &by_default, &ours);
    raise(SIGTSTP); /* returns when the process is continued */
    sigaction(SIGTSTP, &ours, NULL);
    terminal_resume();
}

void terminal_resume(void)
{
    reset_prog_mode();
    mark_pastes(true);
    terminal_resize();
    clearok(curscr, TRUE);
    refresh();
}

void terminal_resize(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}
