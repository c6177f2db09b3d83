/* Crashes, each in a separate process: the terminal is restored, the crash is reported, and the
 * signal still ends the process. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/player/crash_report.h"
#include "tests/unit/test.h"

static char folder[64], home[96];

static int make_folder(void **state)
{
    chess_init();
    snprintf(folder, sizeof folder, "/tmp/fallible-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(home, sizeof home, "%s/fallible", folder);
    return setenv("XDG_DATA_HOME", folder, 1);
}

static int remove_folder(void **state)
{
    char path[512];
    DIR *files = opendir(home);
    for (const struct dirent *file; files && (file = readdir(files));) {
        snprintf(path, sizeof path, "%s/%s", home, file->d_name);
        unlink(path);
    }
    if (files)
        closedir(files);
    rmdir(home);
    return rmdir(folder);
}

static void by_fault(void)
{
    volatile int *volatile nowhere = (volatile int *)8; /* sanitizers catch a null pointer
                                                         * themselves */
    *nowhere = 1;
}

static int deeper(volatile int *above)
{
    volatile int here[1024];
    here[0] = *above;
    return here[0] == -1 ? 0 : deeper(here) + here[1];
}

static void by_recursion(void)
{
    volatile int top = 0;
    exit(deeper(&top) & 0);
}

static void by_abort(void)
{
    abort();
}

static void put_right(void)
{
    (void)!write(STDERR_FILENO, "put right", 9);
}

/* Crashes in a child process. Returns its signal and its output. */
static int crash(void (*how)(void), char *said, size_t size)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit none = {0, 0};
        struct engine_settings settings = engine_settings_default();
        struct position start;
        Move move = NO_MOVE;
        setrlimit(RLIMIT_CORE, &none);
        dup2(ends[1], STDERR_FILENO);
        /* Remove the handlers of a sanitizer or the test runner. */
        signal(SIGSEGV, SIG_DFL);
        signal(SIGABRT, SIG_DFL);
        crash_watch("fallible 1.2.3");
        crash_restore(put_right);
        chess_start(&start);
        if (!chess_from_uci(&start, "e2e4", &move))
            _exit(3);
        settings.handicap.seed = 4711;
        crash_note(&settings, &start, &move, 1, "depth 7");
        how();
        _exit(2);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    return WTERMSIG(status);
}

static void read_report(const char *said, char *text, size_t size)
{
    char path[512] = "";
    const char *at = strstr(said, "is in ");
    struct stat status;
    assert_non_null(at);
    snprintf(path, sizeof path, "%s", at + strlen("is in "));
    path[strcspn(path, "\n")] = '\0';
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void check(void (*how)(void), int number, const char *words)
{
    char said[4096], report[4096];
    assert_int_equal(crash(how, said, sizeof said), number);
    assert_memory_equal(said, "put right", 9);
    assert_non_null(strstr(said, words));
    read_report(said, report, sizeof report);
    assert_memory_equal(report, "fallible 1.2.3\n", 15);
    assert_non_null(strstr(report, words));
    assert_non_null(strstr(report, "seed 4711"));
    assert_non_null(strstr(report, "go depth 7\n"));
    assert_non_null(strstr(report, "\nposition fen " CHESS_START_FEN " moves e2e4\n"));
}

static void a_fault_is_reported(void **state)
{
    check(by_fault, SIGSEGV, "segmentation fault");
}

static void so_is_a_stack_used_up(void **state)
{
    check(by_recursion, SIGSEGV, "segmentation fault");
}

static void so_is_a_failed_assertion(void **state)
{
    check(by_abort, SIGABRT, "aborted");
}

static void without_a_home_the_report_is_printed(void **state)
{
    char said[4096];
    unsetenv("XDG_DATA_HOME");
    const char *old = getenv("HOME");
    char *kept = old ? strdup(old) : NULL;
    unsetenv("HOME");
    assert_int_equal(crash(by_fault, said, sizeof said), SIGSEGV);
    if (kept)
        setenv("HOME", kept, 1);
    free(kept);
    assert_non_null(strstr(said, "The report:\nfallible 1.2.3\n"));
    assert_non_null(strstr(said, " moves e2e4\n"));
    assert_null(opendir(home));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_fault_is_reported),
        IN_FOLDER(so_is_a_stack_used_up),
        IN_FOLDER(so_is_a_failed_assertion),
        IN_FOLDER(without_a_home_the_report_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
