/* The subcommands. Each takes its own arguments (argv[0] is its name) and returns the exit
 * status: 0 done, 1 ran but fell short, 2 usage or bad input. */
#ifndef FALLIBLE_COMMAND_COMMAND_H
#define FALLIBLE_COMMAND_COMMAND_H

#include <stdbool.h>

/* Identifier, name, arguments, what it does. */
#define COMMANDS(X)                                                                       \
    X(play, "play", "[OPTION...]", "play on the board, or as lines of text")              \
    X(analyze, "analyze", "[OPTION...] [FILE.pgn]", "step through a game or position")    \
    X(maia, "maia", "[OPTION...] FILE", "what a human would play, by a Maia network")         \
    X(human_check, "human-check", "[OPTION...] FILE...", "how human each way of erring is, by people's games") \
    X(doctor, "doctor", "[OPTION...]", "what was found around the program, and what is missing") \
    X(config, "config", "[OPTION...]", "your settings, and where each comes from")         \
    X(review, "review", "[OPTION...]", "the positions of your deck that are due")          \
    X(puzzles, "puzzles", "[OPTION...] | import FILE...", "puzzles by rating and theme")    \
    X(stats, "stats", "[OPTION...]", "how often you punished the opponent's errors, how you played") \
    X(drill, "drill", "endgames|FILE.epd", "endgames to be won or held, by the deck")      \
    X(repertoire, "repertoire", "--color COLOR FILE.pgn", "your opening moves, by the deck")  \
    X(replay, "replay", "[GAME] --without GROUP", "a game from its seed, with one thing changed") \
    X(export, "export", "[OPTION...]", "everything stored, as PGN, JSON or CSV")           \
    X(suite, "suite", "[OPTION...] SUITE", "run a test suite: wac, bk, sts, mates or an EPD file") \
    X(match, "match", "[OPTION...] PLAYER PLAYER...", "players against each other, with Elo and error bars") \
    X(elo, "elo", "[OPTION...] FILE.pgn...", "ratings and cross tables from games")         \
    X(calibrate, "calibrate", "[OPTION...]", "measure the levels of a method, and put them where they belong") \
    X(book, "book", "build|show [OPTION...] [FILE...]", "make an opening book, or look into one") \
    X(tune, "tune", "[OPTION...] DATA...", "fit the evaluation to positions with results") \
    X(ladder, "ladder", "[OPTION...]", "what each feature of the engine is worth")         \
    X(uci, "uci", "", "speak UCI on standard input and output")                           \
    X(bench, "bench", "[DEPTH]", "deterministic node count and speed")                    \
    X(perft, "perft", "N [--fen FEN] [--divide]", "count the leaves of the move tree")

#define X(id, name, arguments, words) int command_##id(int argc, char **argv);
COMMANDS(X)
#undef X

/* --help or -h is among the arguments after argv[0]. */
bool command_asks_for_help(int argc, char **argv);

/* Below the --help of a command: how it may be used. Nothing where there is nothing to tell. */
void command_examples(const char *name);

/* Prints "fallible NAME: message" and "Try ..." to standard error; returns 2. */
int command_usage(const char *name, const char *message);

/* The strength table: --strength-file, else the user's, else the embedded. NULL on error, which
 * has been printed. */
struct strength *command_strength(const char *file);

#endif
