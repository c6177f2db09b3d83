/* Finds the subcommand and runs it. Only the general help and the version are printed here. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/chess.h"
#include "src/cli/command.h"
#include "src/cli/manual.h"
#include "src/player/crash_report.h"
#include "src/uci/uci.h"
#include "src/util/paths.h"
#include "src/util/text.h"

struct command {
    const char *name;
    const char *arguments;
    const char *words;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
#define X(id, name, arguments, words) {name, arguments, words, command_##id},
    COMMANDS(X)
#undef X
};
enum {
    COMMANDS_COUNT = sizeof commands / sizeof *commands,
#define X(id, name, arguments, words) +1
    PLAYER_COUNT = 0 PLAYER_COMMANDS(X)
#undef X
};

static void print_help(FILE *out)
{
    fputs("Fallible, a chess opponent that errs on purpose, at the Elo you choose.\n\n"
          "Usage: fallible                        home: play, train, analyse\n"
          "       fallible --elo 1400 --time 5+3  play at once\n"
          "       fallible COMMAND [ARGUMENT...]\n\n"
          "Commands:\n",
          out);
    for (int i = 0; i < COMMANDS_COUNT; i++) {
        fprintf(out, "%s  %-12s %s\n", i == PLAYER_COUNT ? " for engine builders:\n" : "",
                commands[i].name, commands[i].words);
    }
    fputs("\nOptions:\n"
          "  --help     this text; fallible help COMMAND and man fallible say more\n"
          "  --version  the version, the node count of bench, the CPU instructions in use\n"
          "and all options of fallible play (--elo N, --color white, --time 5+3, ...).\n", out);
}

static const struct command *find_command(const char *name)
{
    name = strcmp(name, "analyse") == 0 ? "analyze" : name;
    for (int i = 0; i < COMMANDS_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

static const char *nearest_command(const char *name)
{
    const char *near = NULL;
    for (int i = 0; i < COMMANDS_COUNT; i++)
        near = text_nearer(name, near, commands[i].name);
    return near;
}

/* Reports an unknown command, and suggests the command with the most similar name, if one is close
 * enough. */
static int refuse_command(char *name)
{
    const bool games = strstr(name, ".pgn") && access(name, F_OK) == 0;
    text_sanitize(name);
    const char *near = nearest_command(name);
    if (games) {
        fprintf(stderr,
                "fallible: %s is not a command; to open this file, run fallible analyze %s\n",
                name, name);
        return EXIT_USAGE;
    }
    fprintf(stderr, "fallible: there is no command \"%s\"%s%s%s\n", name,
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    fputs("fallible --help lists them all.\n", stderr);
    return EXIT_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    int status = command->run(argc, argv);
    if (status == 0 && command_asks_for_help(argc, argv))
        command_examples(command->name);
    return status;
}

/* Carries out "fallible help NAME": shows the command's manual page, or its --help text if the page
 * cannot be shown. */
static int help(char *name)
{
    const struct command *command = find_command(name);
    if (!command)
        return refuse_command(name);
    if (manual_show(command->name))
        return EXIT_OK;
    return run_command(command, 2, (char *[]){name, "--help", NULL});
}

/* Returns whether a chess program has started this one as an engine: standard input and output are
 * not terminals, and the first line of input is "uci". Waits for that line. */
static bool asked_for_uci(void)
{
    char line[16];
    return !isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO) && fgets(line, sizeof line, stdin) &&
           strcspn(line, " \t\r\n") == 3 && strncmp(line, "uci", 3) == 0;
}

static int run(int argc, char **argv)
{
    bool speaks_uci = strcmp(paths_base(argv[0]), "fallible-uci") == 0;
#ifdef BARE_MEANS_UCI
    speaks_uci = speaks_uci || argc < 2;
#endif
    if (speaks_uci)
        return command_uci(argc, argv);
    if (argc < 2 && asked_for_uci())
        return command_uci(2, (char *[]){argv[0], "uci", NULL});
    if (argc < 2)
        return command_play(argc, argv);
    /* One argument that is a complete line of UCI, as OpenBench passes it: "genfens 10 seed 1 book
     * None". */
    if (strchr(argv[1], ' ') && uci_is_command(argv[1]))
        return command_uci(argc, argv);
    if (strcmp(argv[1], "--version") == 0) {
        puts("fallible " PROGRAM_VERSION " (bench " BENCH_SIGNATURE ")");
        printf("processor: %s\n", chess_processor());
        return 0;
    }
    bool word = strcmp(argv[1], "help") == 0;
    if (word && argc > 2 && argv[2][0] != '-')
        return help(argv[2]);
    if (word || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return 0;
    }
    if (argv[1][0] == '-')
        return command_play(argc, argv);
    const struct command *command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : refuse_command(argv[1]);
}

/* Makes sure that all output has been written. Returns `status`, or 2 if it has not, after
 * reporting that on standard error. If the reader has closed the pipe, as head does, the program is
 * ended by SIGPIPE without a message, as usual. */
static int finish(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    int trouble = errno;
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    struct stat kind; /* poll also reports POLLERR for a closed terminal, so check that it is a
                       * pipe */
    bool piped =
        fstat(STDOUT_FILENO, &kind) == 0 && (S_ISFIFO(kind.st_mode) || S_ISSOCK(kind.st_mode));
    if (piped && poll(&out, 1, 0) == 1 && out.revents & POLLERR) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    fprintf(stderr, "fallible: standard output: %s\n",
            trouble ? strerror(trouble) : "not all output could be written");
    return 2;
}

int main(int argc, char **argv)
{
    /* If a pipe's reader has gone, writing must fail with an error and not end the program. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* exceeding a limit on the size of files is handled like a full
                               * disk */
    paths_init(argv[0]);
    crash_watch("fallible " PROGRAM_VERSION " (bench " BENCH_SIGNATURE ")");
    chess_init();
    return finish(run(argc, argv));
}
