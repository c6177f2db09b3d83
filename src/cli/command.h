/* The subcommands. Each takes its own arguments (argv[0] is its name) and returns the
 * exit status. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DONE, SHORT /* it ran, but fell short */, BAD /* usage or bad input */ };

/* Identifier, name, arguments, what it does: what a player uses, then what an engine is made and
 * measured with. */
#define PLAYER_COMMANDS(X)                                                                         \
    X(play, "play", "[OPTION...]", "a game, on the board or as lines of text")                     \
    X(review, "review", "[OPTION...]", "solve what you missed, when it is due again")              \
    X(puzzles, "puzzles", "[OPTION...] | import FILE...", "puzzles by rating and theme")           \
    X(drill, "drill", "endgames|FILE.epd", "endgames to win or hold")                              \
    X(repertoire, "repertoire", "--color COLOR FILE.pgn", "your openings, move by move")           \
    X(analyze, "analyze", "[OPTION...] [FILE.pgn]",                                                \
      "analyse games, a file of them, or a position")                                              \
    X(stats, "stats", "[OPTION...]", "how often you punished its errors, and how you played")      \
    X(replay, "replay", "[GAME] --without GROUP", "a game again, with one change to the opponent") \
    X(export, "export", "[OPTION...]", "your games and other data, as PGN, JSON or CSV")           \
    X(config, "config", "[OPTION...]", "your settings, and where each comes from")                 \
    X(doctor, "doctor", "[OPTION...]", "check the installation")
#define ENGINE_COMMANDS(X)                                                                         \
    X(uci, "uci", "", "the engine for any chess program")                                          \
    X(suite, "suite", "[OPTION...] SUITE", "test suites: wac, bk, sts, mates or any EPD file")     \
    X(match, "match", "[OPTION...] PLAYER PLAYER...", "engines and levels against each other")     \
    X(elo, "elo", "[OPTION...] FILE.pgn...", "ratings and cross tables from games")                \
    X(calibrate, "calibrate", "[OPTION...]", "measure the levels, and adjust them")                \
    X(maia, "maia", "[OPTION...] FILE", "what a human would play, by a Maia network")              \
    X(human_check, "human-check", "[OPTION...] FILE...", "compare the methods with people")        \
    X(human_data, "human-data", "[OPTION...] -o FILE FILE...",                                     \
      "positions from people's games, to train a network")                                         \
    X(tune, "tune", "[OPTION...] DATA...", "fit the evaluation to positions")                      \
    X(ladder, "ladder", "[OPTION...]", "what each feature of the engine is worth")                 \
    X(book, "book", "build|show [OPTION...] [FILE...]", "make an opening book, or show one")       \
    X(bench, "bench", "[DEPTH]", "node count and speed")                                           \
    X(perft, "perft", "N [--fen FEN] [--divide]", "count the leaves of the move tree")
#define COMMANDS(X) PLAYER_COMMANDS(X) ENGINE_COMMANDS(X)

#define X(id, name, arguments, words) int command_##id(int argc, char **argv);
COMMANDS(X)
#undef X

/* --help or -h is among the arguments after argv[0]. */
bool command_asks_for_help(int argc, char **argv);

/* Below the --help of a command: how it may be used. Nothing where there is nothing to tell. */
void command_examples(const char *name);

/* Prints "fallible NAME: message" and "Try ..." to standard error; returns 2. */
int command_usage(const char *name, const char *message);

/* Tells the error, or that memory is out, to standard error; both return BAD. */
struct error;
int command_failed(const struct error *error);
int command_no_memory(void);

/* The strength table: --strength-file, else the user's, else the embedded. NULL on error, which
 * has been printed. */
struct strength *command_strength(const char *file);

/* The user's games and all else that is kept, the file made where there is none. NULL on error,
 * which has been printed. */
struct store *command_store(void);
/* Tells on standard error what of it could not be read, and closes it; NULL is fine. */
void command_close_store(struct store *store);

/* Tells on standard error what a file holds that cannot be used, while the rest of it is read: the
 * first few of a run, then that there are more. */
void command_damaged(const struct error *error);

/* True when the book of that name can be read, or it is told why not; who plays from it opens it
 * again. */
bool command_has_book(const char *path);

/* The names of openings; NULL where they are not installed or cannot be read, which is told. */
struct openings *command_opening_names(void);

/* The openings of matches: those of a file, of a PGN so many plies (0: all), else the balanced ones
 * that come along; in an order of their own for each seed. False fills error. */
struct opening_list;
bool command_openings(struct opening_list *list, const char *file, int plies, uint64_t seed,
                      struct error *error);
