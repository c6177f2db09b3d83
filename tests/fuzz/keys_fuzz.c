/* Input of a terminal: keys, mouse, pastes and lines, decoded by curses from a pipe, handled, and
 * drawn into windows of any size, as the screen's loop does.
 *
 * The first byte chooses how the screen begins, the second the size of the terminal. BREAK and a
 * letter are an event between keys; all other bytes are sent. */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/stat.h>

#include "src/util/text.h"
#include "src/tui/entry.h"
#include "src/tui/keys.h"
#include "src/tui/choice.h"
#include "src/tui/screen.h"
#include "src/tui/terminal.h"
#include "src/tui/theme.h"
#include "tests/fuzz/fuzz.h"

enum {
    BREAK = 0xFF, /* never part of what a terminal sends */
    SENT_MOST = 2000,
    FRAMES_MOST = 8,
    PATIENCE = 50 /* ms to wait for the opponent */
};

/* Memory that readline never frees is ignored. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libreadline\n";
}

static struct strength *strength;
static struct model model;
static struct screen screen;
static WINDOW *keys;
static int sender = -1;

/* A temporary folder without programs, because lines can name files and commands. */
static char folder[1024];

static void forget_folder(void)
{
    rmdir(folder);
}

static void hide(void)
{
    fuzz_path(folder, sizeof folder, "keys");
    require(mkdir(folder, 0700) == 0 && atexit(forget_folder) == 0);
    setenv("HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("PATH", "/dev/null", 1);
    setenv("INPUTRC", "/dev/null", 1);
}

static void begin(void)
{
    int ends[2], signals;
    struct error error = {.message = ""};
    struct sigaction alarm_of_fuzzer;
    hide();
    chess_init();
    strength = strength_create(NULL, "fuzz", &error);
    require(strength);
    require(pipe(ends) == 0 && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    sender = ends[1];
    /* Curses would wait for the end of a mouse sequence, which terminals always send. */
    require(fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK) == 0);
    require(freopen("/dev/null", "w", stdout));
    setenv("TERM", "xterm-256color", 1);
    setlocale(LC_CTYPE, "C.UTF-8");
    /* libFuzzer looks for inputs that take too long by SIGALRM, which would end the program. */
    require(sigaction(SIGALRM, NULL, &alarm_of_fuzzer) == 0);
    require(terminal_take(&keys, &signals, &error));
    require(sigaction(SIGALRM, &alarm_of_fuzzer, NULL) == 0);
    set_escdelay(0); /* the bytes after Esc are already there */
    paint_init(true);
    (void)theme_set(NULL);
}

static int complete(void *context, const char *typed, char words[][32], int max, bool *space)
{
    struct model *of = context;
    *space = false;
    return session_complete(of->session, typed, words, max);
}

static void show_choices(void *context, const char *text)
{
    struct model *of = context;
    snprintf(of->notice, sizeof of->notice, "%s", text);
}

static void wake(void *context)
{
    (void)context;
}

static void open_model(int how)
{
    static const char *const starts[] = {CHESS_START_FEN, "7k/P7/8/8/8/8/p7/7K w - - 0 1",
                                         "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                                         "7k/5Q2/8/6K1/8/8/8/8 w - - 98 80"};
    struct error error = {.message = ""};
    struct session_options options = {
        .strength = strength, .elo = 600, .seed = 7, .color = how & 4 ? BLACK : WHITE,
        .control = {.untimed = true}, .threads = 1, .hash_mb = 1, .wake = wake,
        .analyze_only = (how & 3) == TUI_BEGIN_ANALYSIS, .blindfold = how & 8};
    require(chess_from_fen(&options.start, starts[how >> 4 & 3], &error));
    memset(&model, 0, sizeof model);
    screen = (struct screen){.laid_out = false};
    model.session = session_create(&options, &error);
    require(model.session);
    model.options = (struct tui_options){.begin = (enum tui_begin)((how & 3) % TUI_BEGIN_TRAINING),
                                         .strength = strength, .threads = 1, .hash_mb = 1};
    model.debug_open = how >> 6 & 1;
    model.letters = how >> 7 & 1;
    model.selected = NO_SQUARE;
    model.cursor = 12;
    model.wake = wake;
    require(panes_create(&model));
    require(entry_open(&(struct entry_hooks){&model, complete, show_choices}));
    session_view(model.session, &model.view);
    require(keys_begin(&model, &error));
    session_view(model.session, &model.view);
}

static void close_model(void)
{
    entry_feed("\007", 1); /* leave any mode of readline */
    entry_set("");
    entry_close();
    screen_close(&model);
    panes_destroy(&model);
    session_destroy(model.session);
}

static void look(void)
{
    if (session_tick(model.session) & CHANGED_BOARD) {
        choice_forget(&model);
        model.peeking = false;
    }
    for (int i = 0; i < model.pane_count; i++) {
        struct pane *pane = &model.panes[i];
        if (pane->ops->poll)
            (void)pane->ops->poll(pane);
    }
    session_view(model.session, &model.view);
    session_trace(model.session, false, &model.trace);
}

static void draw(void)
{
    look();
    require(model.view.shown && model.view.live && model.cursor < SQUARE_COUNT);
    require(strlen(entry_text()) < ENTRY_LINE_MAX);
    require(memchr(model.notice, '\0', sizeof model.notice));
    screen_draw(&screen, &model, ~0u);
    doupdate();
}

static void resize(unsigned char by)
{
    static const unsigned char sizes[][2] = {{24, 80}, {16, 40}, {1, 1}, {30, 100}, {50, 160},
                                             {100, 250}, {17, 200}, {60, 41}};
    const unsigned char *size = sizes[by % (sizeof sizes / sizeof *sizes)];
    resizeterm(size[0], size[1]);
    screen.laid_out = false;
    look();
}

/* Returns false if the user has quit. */
static bool press(void)
{
    wint_t key;
    int got;
    for (;;) {
        for (int64_t now = text_now(); model.paste.going; now += 1000)
            keys_read_paste(&model, now); /* until it has been silent for too long */
        session_view(model.session, &model.view);
        if (model.paste.entering) {
            if (keys_enter_pasted(&model) == KEY_QUIT)
                return false;
            continue;
        }
        if ((got = wget_wch(keys, &key)) == ERR)
            break;
        if (got == KEY_CODE_YES && key == KEY_RESIZE)
            continue;
        if (keys_press(&model, keys, key, got == KEY_CODE_YES) == KEY_QUIT)
            return false;
    }
    return true;
}

static void wait_for_answer(void)
{
    for (int64_t until = text_now() + PATIENCE; text_now() < until && model.view.awaiting_move;) {
        usleep(500);
        look();
    }
}

/* Events between keys. */
static bool happens(unsigned char what, int *frames)
{
    switch (what) {
    case 'i': return keys_interrupt(&model) != KEY_QUIT;
    case 'w': wait_for_answer(); return true;
    case 'd':
        if ((*frames)++ < FRAMES_MOST)
            draw();
        return true;
    default: resize(what); return true;
    }
}

/* Only files in the temporary folder may be named; FENs are allowed. */
static bool is_harmless(const uint8_t *data, size_t at)
{
    if (data[at] == '/')
        return at > 0 && strchr("12345678pnbrqkPNBRQK", data[at - 1]) && data[at - 1];
    if (data[at] == '~') /* the last byte of many keys */
        return at > 0 && data[at - 1] >= '0' && data[at - 1] <= '9';
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int frames = 0;
    bool there = true;
    if (!strength)
        begin();
    if (size < 2 || size > SENT_MOST)
        return 0;
    int before = open(".", O_RDONLY);
    require(before >= 0 && chdir(folder) == 0);
    open_model(data[0]);
    resize(data[1]);
    for (size_t at = 2; at < size && there; at++) {
        size_t end = at;
        while (end < size && data[end] != BREAK)
            end++;
        for (; at < end; at++)
            require(!is_harmless(data, at) || write(sender, data + at, 1) == 1);
        there = press();
        if (there && at + 1 < size)
            there = happens(data[++at], &frames);
    }
    while (wgetch(keys) != ERR) {
    } /* after quitting */
    draw();
    close_model();
    require(fchdir(before) == 0);
    close(before);
    return 0;
}
