/* Shows a manual page: the one in the program's source tree or installation if there is one,
 * otherwise the one that man finds by name. */
#include "src/cli/manual.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/util/paths.h"

extern char **environ;

/* Runs a program with the default signal handlers and waits for it. `quiet`: discards its output.
 * Returns whether it ran and exited with status 0. */
static bool run(char *const argv[], bool quiet)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGQUIT);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return false;
    }
    /* While the pager runs, only it should handle interrupts. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupted, quit;
    sigaction(SIGINT, &ignore, &interrupted);
    sigaction(SIGQUIT, &ignore, &quit);
    bool ready = posix_spawnattr_setsigdefault(&attributes, &defaults) == 0 &&
                 posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF) == 0;
    for (int fd = STDOUT_FILENO; quiet && ready && fd <= STDERR_FILENO; fd++)
        ready = posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_WRONLY, 0) == 0;
    pid_t pid;
    int status = -1;
    ready = ready && posix_spawnp(&pid, argv[0], &files, &attributes, argv, environ) == 0 &&
            waitpid(pid, &status, 0) == pid;
    sigaction(SIGINT, &interrupted, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return ready && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool manual_show(const char *command)
{
    if (!isatty(STDOUT_FILENO))
        return false;
    char page[64], beside[96], path[4096];
    snprintf(page, sizeof page, "fallible-%s", command);
    snprintf(beside, sizeof beside, "man/%s.6", page);
    bool found = paths_shipped(beside, path, sizeof path);
    if (!found) {
        snprintf(beside, sizeof beside, "../man/man6/%s.6", page);
        found = paths_shipped(beside, path, sizeof path);
    }
    if (found) /* man treats a name with a slash as a file */
        return run((char *[]){"man", path, NULL}, false);
    return run((char *[]){"man", "-w", "6", page, NULL}, true) &&
           run((char *[]){"man", "6", page, NULL}, false);
}
