/* The subcommands. Each parses its own arguments (argv[0] is its name) and returns the exit
 * status. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/game/scale.h"
#include "src/uci/levels.h"

enum {
    EXIT_OK,
    EXIT_FELL_SHORT, /* the command ran, but did not fully succeed */
    EXIT_USAGE,      /* wrong usage or bad input */
};

/* Identifier, name, arguments, description: first the commands for players, then those for building
 * and measuring engines. */
#define PLAYER_COMMANDS(X)                                                                         \
    X(play, "play", "[OPTION...]", "a game, on the board or as lines of text")                     \
    X(review, "review", "[OPTION...] [FILE.pgn]", "solve what you missed, when it is due again")   \
    X(puzzles, "puzzles", "[OPTION...] | import FILE...", "puzzles by rating and theme")           \
    X(drill, "drill", "endgames|FILE.epd", "endgames to win or to draw")                           \
    X(repertoire, "repertoire", "--color COLOR FILE.pgn|NAME", "your openings, move by move")      \
    X(analyze, "analyze", "[OPTION...] [FILE.pgn]",                                                \
      "analyse games, a file of them, or a position")                                              \
    X(explain, "explain", "[OPTION...]", "what a position or a move is about, with proofs")        \
    X(best_games, "best-games", "[OPTION...] FILE.pgn",                                            \
      "a file's best game, prettiest mate, biggest sacrifice")                                     \
    X(stats, "stats", "[OPTION...] [FILE.pgn]",                                                    \
      "how often you punished the opponent's errors, and how you played")                          \
    X(levels, "levels", "[OPTION...]", "how each level is weakened, and which players it matches") \
    X(replay, "replay", "[GAME] --without GROUP", "replay a game with one change to the opponent") \
    X(export, "export", "[OPTION...]", "your games and other data, as PGN, JSON or CSV")           \
    X(config, "config", "[OPTION...]", "your settings, and where each comes from")                 \
    X(doctor, "doctor", "[OPTION...]", "check the installation")
#define ENGINE_COMMANDS(X)                                                                         \
    X(uci, "uci", "", "the engine for any chess program")                                          \
    X(suite, "suite", "[OPTION...] SUITE", "test suites: wac, bk, sts, mates or any EPD file")     \
    X(match, "match", "[OPTION...] PLAYER PLAYER...", "engines and levels against each other")     \
    X(elo, "elo", "[OPTION...] FILE.pgn...", "ratings and cross tables from games")                \
    X(calibrate, "calibrate", "[OPTION...]", "measure the levels, and adjust them")                \
    X(maia, "maia", "[OPTION...] FILE", "what a human would play, according to a Maia network")    \
    X(human, "human", "--like FILE.pgn --player NAME", "make an opponent in the style of one player") \
    X(human_check, "human-check", "[OPTION...] FILE...", "compare the methods with people")        \
    X(human_data, "human-data", "[OPTION...] -o FILE FILE...",                                     \
      "positions from people's games, to train a network")                                         \
    X(tune, "tune", "[OPTION...] DATA...", "fit the evaluation to positions")                      \
    X(ladder, "ladder", "[OPTION...]", "what each feature of the engine is worth")                 \
    X(book, "book", "build|show [OPTION...] [FILE...]", "make an opening book, or show one")       \
    X(bench, "bench", "[DEPTH] [OPTION...]", "node count, speed and search statistics")            \
    X(perft, "perft", "N [OPTION...]", "count the leaves of the move tree")
#define COMMANDS(X) PLAYER_COMMANDS(X) ENGINE_COMMANDS(X)

#define X(id, name, arguments, words) int command_##id(int argc, char **argv);
COMMANDS(X)
#undef X

/* Returns whether --help or -h is among the arguments after argv[0]. */
bool command_asks_for_help(int argc, char **argv);

/* Prints the examples below the --help of a command, if it has any. */
void command_examples(const char *name);

/* Prints "fallible NAME: message" and "Try ..." to standard error; returns 2. */
int command_usage(const char *name, const char *message);

/* These two functions print the error, or that memory is exhausted, to standard error, and return
 * EXIT_USAGE. */
struct error;
int command_failed(const struct error *error);
int command_no_memory(void);

/* Returns the path of the strength table to use: the one given by --strength-file, which may be
 * just the name of a shipped table; otherwise the user's own table, if there is one. NULL stands
 * for the built-in table. */
const char *command_strength_file(const char *file, char *path, size_t size);
/* Loads the strength table that command_strength_file finds, or the built-in one. On error, returns
 * NULL and sets *error. */
struct strength *command_strength_read(const char *file, struct error *error);
/* The same, but prints the error. */
struct strength *command_strength(const char *file);

/* Loads the table that converts players' ratings: the user's own table or the built-in one. `shown`
 * is the scale in which ratings will be shown. Returns NULL and sets *error on failure. */
struct scale *command_scale(enum rating_scale shown, struct error *error);
/* Returns the scale in the form that src/uci/levels.h takes: all rating systems of players, Lichess
 * rapid first. Levels are listed on the scale `shown`. */
struct player_ratings command_ratings(const struct scale *scale, enum rating_scale shown);

/* Opens the user's database of games, and creates it if it is missing. Returns NULL on error, after
 * printing it. */
struct store *command_store(void);
/* Closes the store, and reports on standard error what could not be read from it; NULL is
 * allowed. */
void command_close_store(struct store *store);

/* Reports an unusable part of a file on standard error while the rest is still read. Only the first
 * few reports of a run are printed, then a note that there are more. */
void command_damaged(const struct error *error);

/* Returns whether the book can be read; if not, prints why. It is only a check: the player that
 * uses the book opens it again. */
bool command_has_book(const char *path);

/* Loads the names of openings. Returns NULL if they are not installed or cannot be read, after
 * printing why. */
struct openings *command_opening_names(void);

/* Reads the openings for a match from `file`, or the shipped balanced openings if `file` is NULL,
 * and shuffles them by `seed`. `plies`: how many plies to take from each PGN game, 0 for all.
 * Returns false and sets *error on failure. */
struct opening_list;
bool command_openings(struct opening_list *list, const char *file, int plies, uint64_t seed,
                      struct error *error);
