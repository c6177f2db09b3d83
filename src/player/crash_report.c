/* A signal handler may call only a few functions. This one writes a text that was prepared earlier,
 * restores the signal's previous action, and raises the signal again. The note for the report
 * (crash_note) is written alternately into two buffers, so that one of them is complete at any
 * time. */
#include "src/player/crash_report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/util/paths.h"

enum { STACK_BYTES = 1 << 16, NOTE_BYTES = 1 << 14 };

static const struct {
    int number;
    const char *words;
} crashes[] = {{SIGABRT, "aborted"},
               {SIGSEGV, "segmentation fault"},
               {SIGBUS, "bus error"},
               {SIGFPE, "arithmetic error"},
               {SIGILL, "illegal instruction"}};
enum { CRASHES = sizeof crashes / sizeof *crashes };

static struct sigaction before[CRASHES];
static const char *name_of_program = "";
static char report[4096], folder[4096]; /* paths of the report and its folder; "": no report can be
                                         * written */
static void (*_Atomic at_crash)(void);
static atomic_flag crashing = ATOMIC_FLAG_INIT;

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static char notes[2][NOTE_BYTES];
static atomic_int newest;

/* Writes the settings and the position as commands for `fallible uci`. Text that is too long is
 * cut. */
static void write_note(FILE *out, const struct engine_settings *settings,
                       const struct position *start, const Move moves[], int count,
                       const char *limits)
{
    const struct handicap *handicap = &settings->handicap;
    struct position position = *start;
    char fen[CHESS_FEN_MAX], words[256] = "full strength";
    if (handicap->limited)
        handicap_words(handicap, words, sizeof words);
    if (handicap->limited)
        fprintf(out, "method %s, elo %d, ", method_name(handicap->method), handicap->elo);
    chess_to_fen(start, fen);
    fprintf(out, "%s, seed %" PRIu64 ", threads %d, hash %d MB\ngo %s\nposition fen %s", words,
            handicap->seed, settings->threads, settings->hash_mb, limits, fen);
    for (int i = 0; i < count; i++) {
        char uci[CHESS_UCI_MAX];
        chess_to_uci(&position, moves[i], uci);
        fprintf(out, "%s %s", i ? "" : " moves", uci);
        chess_play(&position, moves[i]);
    }
}

void crash_note(const struct engine_settings *settings, const struct position *start,
                const Move moves[], int count, const char *limits)
{
    pthread_mutex_lock(&writing);
    int next = !atomic_load(&newest);
    FILE *out = fmemopen(notes[next], NOTE_BYTES, "w");
    if (out) {
        write_note(out, settings, start, moves, count, limits);
        fclose(out);
        notes[next][NOTE_BYTES - 1] = '\0';
        atomic_store(&newest, next);
    }
    pthread_mutex_unlock(&writing);
}

void crash_restore(void (*restore)(void))
{
    atomic_store(&at_crash, restore);
}

static void put(int file, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t written = write(file, text, left);
        if (written <= 0)
            return;
        text += written;
        left -= (size_t)written;
    }
}

static void put_report(int file, const char *words)
{
    put(file, name_of_program);
    put(file, "\ncrashed with: ");
    put(file, words);
    put(file, "\nlast position searched:\n");
    put(file, notes[atomic_load(&newest)]);
    put(file, "\n");
}

/* Creates the folder, which may not exist before the first game is stored. Returns -1 on
 * failure. */
static int open_report(void)
{
    if (!report[0] || (mkdir(folder, 0700) != 0 && errno != EEXIST))
        return -1;
    return open(report, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static void tell(const char *words)
{
    int file = open_report();
    put(STDERR_FILENO, "\nfallible: crashed: ");
    put(STDERR_FILENO, words);
    if (file >= 0) {
        put_report(file, words);
        close(file);
        put(STDERR_FILENO, ". The moves played are saved. The report to send us is in ");
        put(STDERR_FILENO, report);
        put(STDERR_FILENO, "\n");
    } else {
        put(STDERR_FILENO, ". The moves played are saved. The report:\n");
        put_report(STDERR_FILENO, words);
    }
}

static void on_crash(int number)
{
    void (*restore)(void) = atomic_load(&at_crash);
    int i = 0;
    while (i < CRASHES - 1 && crashes[i].number != number)
        i++;
    if (!atomic_flag_test_and_set(&crashing)) {
        if (restore)
            restore();
        tell(crashes[i].words);
    }
    sigaction(number, &before[i], NULL);
    raise(number); /* the signal is blocked until this handler returns; then the previous action
                    * runs */
}

static void name_report(void)
{
    char name[64];
    snprintf(name, sizeof name, "crash-%lld-%ld.txt", (long long)time(NULL), (long)getpid());
    if (!paths_data_name(name, report, sizeof report))
        report[0] = '\0';
    memcpy(folder, report, sizeof folder);
    folder[strlen(folder) - (report[0] ? strlen(name) + 1 : 0)] = '\0';
}

void crash_watch(const char *program)
{
    static char stack[STACK_BYTES];
    stack_t spare = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    name_of_program = program;
    name_report();
    sigaltstack(&spare, NULL);
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK;
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i].number, &action, &before[i]);
}
