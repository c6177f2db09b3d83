/* The options of the subcommands: one parser, one format of help and of error messages, and the
 * options that several commands share with the same meaning. */
#pragma once

#include <stddef.h>

#include "engine/engine.h"
#include "src/game/clock.h"
#include "src/game/scale.h"
#include "src/plain/speech.h"
#include "src/tui/piece_look.h"

/* Identifier, name, argument, description. */
#define SHARED_OPTIONS(X)                                                                          \
    X(ELO, "elo", "N|full", "the rating to play at, or full strength")                             \
    X(SCALE, "scale", "NAME",                                                                      \
      "rating scale: lichess-rapid (or lichess), lichess-blitz, chesscom-rapid (or chess.com), "   \
      "chesscom-blitz, fide or engine")                                                            \
    X(METHOD, "method", "NAME",                                                                    \
      "how a weakened engine plays: human, maia, madchess, inaccuracy, noise, diffusion, "         \
      "stubborn, skill, arasan")                                                                   \
    X(SEED, "seed", "N", "seed of a weakened engine's random choices")                             \
    X(STRENGTH_FILE, "strength-file", "FILE",                                                      \
      "read the levels from FILE instead of the built-in table")                                   \
    X(FEN, "fen", "FEN", "start from a position")                                                  \
    X(MOVETIME, "movetime", "MS", "milliseconds a position")                                       \
    X(NODES, "nodes", "N", "nodes a position")                                                     \
    X(DEPTH, "depth", "N", "plies a position")                                                     \
    X(THREADS, "threads", "N", "search threads, 1 to 256 (default 1)")                             \
    X(HASH, "hash", "MB", "size of each engine's hash table (default 64)")                         \
    X(SYZYGY, "syzygy", "FOLDER", "endgame tables for analysis and full strength, or none")        \
    X(NAMES, "names", "NAMES", "your names in files of games, separated by semicolons, or none")   \
    X(ANNOUNCE, "announce", "HOW", "with --plain: how moves are written: san, piece or squares")   \
    X(SPEECH, "speech", "HOW", "with --plain: terse, normal or verbose")                           \
    X(BOARD, "board", "HOW", "with --plain: the board as a diagram, by ranks or by pieces")        \
    X(BELL, "bell", "[=yes|no]", "ring the bell when the opponent has moved")                      \
    X(PLAIN, "plain", "[=yes|no]", "lines of text, for pipes and screen readers")                  \
    X(ASCII, "ascii", "[=yes|no]", "show pieces as letters instead of chess symbols")              \
    X(THEME, "theme", "NAME", "colours")                                                           \
    X(PIECES, "pieces", "HOW", "pieces: auto, figures, outline or letters")                        \
    X(ARROWS, "arrows", "[=yes|no]", "arrows for the best move and the threat")                    \
    X(LINKS, "links", "[=yes|no]", "hyperlinks, in terminals that support them")                   \
    X(HELP, "help", "", "this text")

enum shared_option {
    SHARED_FIRST = 256, /* greater than any character that getopt_long could return */
#define X(id, name, argument, words) SHARED_##id,
    SHARED_OPTIONS(X)
#undef X
        OPTION_OWN, /* the ids of the options that only one command has begin here */
    /* The options from NAMES to LINKS concern only how things are shown, or the user's names in
     * files of games. */
    SHARED_LOOKS_FIRST = SHARED_NAMES,
    SHARED_LOOKS_LAST = SHARED_LINKS
};

/* A command lists its options in the order of its help, as LIST(SHARED, FLAG, TEXT, NUMBER, OWN).
 * The list generates the ids and the table. Its rows are:
 * - SHARED(ID, "description" or NULL): a shared option
 * - FLAG(place, "name", "description"): sets a bool
 * - TEXT(place, "name", "argument", "description"): sets a const char *
 * - NUMBER(place, "name", "argument", least, most, "description"): sets an int
 * - OWN(ID, "name", "argument", "description"): the command's taker handles OPTION_ID
 *
 * `place` is a member of struct arguments, which the command's source file defines and which is the
 * context of the taker. */
#define OPTION_ID_OWN(id, name, argument, words) OPTION_##id,
#define OPTION_ID_NONE(...)
#define OPTION_IDS(LIST) \
    OPTION_FIRST = OPTION_OWN, \
    LIST(OPTION_ID_NONE, OPTION_ID_NONE, OPTION_ID_NONE, OPTION_ID_NONE, OPTION_ID_OWN)
#define OPTION_PLACE(place) offsetof(struct arguments, place)
#define OPTION_ROW_SHARED(id, words) {SHARED_##id, NULL, NULL, words, OPTION_TAKEN, 0, 0, 0},
#define OPTION_ROW_FLAG(place, name, words) \
    {OPTION_OWN, name, "", words, OPTION_FLAG, OPTION_PLACE(place), 0, 0},
#define OPTION_ROW_TEXT(place, name, argument, words) \
    {OPTION_OWN, name, argument, words, OPTION_TEXT, OPTION_PLACE(place), 0, 0},
#define OPTION_ROW_NUMBER(place, name, argument, least, most, words) \
    {OPTION_OWN, name, argument, words, OPTION_NUMBER, OPTION_PLACE(place), least, most},
#define OPTION_ROW_OWN(id, name, argument, words) \
    {OPTION_##id, name, argument, words, OPTION_TAKEN, 0, 0, 0},
#define OPTION_ROWS(LIST)                                                                        \
    LIST(OPTION_ROW_SHARED, OPTION_ROW_FLAG, OPTION_ROW_TEXT, OPTION_ROW_NUMBER, OPTION_ROW_OWN) \
    {0, NULL, NULL, NULL, OPTION_TAKEN, 0, 0, 0}

/* For all commands that let the user solve positions. */
#define SOLVE_OPTIONS(SHARED)                                                                      \
    SHARED(PLAIN, NULL)                                                                            \
    SHARED(ASCII, NULL)                                                                            \
    SHARED(PIECES, NULL) SHARED(ANNOUNCE, NULL) SHARED(SPEECH, NULL) SHARED(BOARD, NULL)           \
        SHARED(SYZYGY, NULL) SHARED(THREADS, NULL) SHARED(HASH, NULL)

/* Bounds of options that are also settings. */
enum { RETENTION_MIN = 70, RETENTION_MAX = 97 /* percent */, GOAL_MAX = 1000 };

/* The options of the commands that show cards of the deck. Their struct arguments must have the
 * members limit and retention. */
#define DECK_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    NUMBER(limit, "limit", "N", 1, 1000, "N positions at most (default 20)")                       \
    NUMBER(retention, "retention", "PERCENT", RETENTION_MIN, RETENTION_MAX,                        \
           "share of due positions you want to remember, 70 to 97 (default 90)")                   \
    SHARED(THEME, "colours of the board")                                                          \
    SOLVE_OPTIONS(SHARED)                                                                          \
    SHARED(HELP, NULL)

/* The values of the shared options. Initialise it with shared_options_default. */
struct shared_options {
    int level;               /* the level as given, on the chosen scale; ELO_FULL for full
                              * strength */
    int elo;                 /* the level on the engine scale; valid after options_read */
    bool elo_given, elo_set; /* elo_given: on the command line; elo_set: in the settings */
    enum rating_scale scale;
    bool scale_given, scale_set;
    enum method method;
    bool method_given, method_set;
    uint64_t seed;
    bool seed_given;
    const char *strength_file; /* NULL: see command_strength */
    struct position start;
    bool fen_given;
    struct limits limits; /* all zero if not given */
    int threads, hash_mb;
    const char *syzygy; /* NULL: no tables */
    const char *names;  /* see names.h; NULL: none */
    struct speech speech;
    bool bell, plain, ascii, help;
    const char *theme; /* NULL: one that suits the terminal */
    enum piece_look pieces;
    bool arrows, links;
    bool beyond_looks; /* an option was given whose id is not among SHARED_LOOKS_FIRST ..
                          SHARED_LOOKS_LAST */
};
struct shared_options shared_options_default(int elo);

enum option_kind { OPTION_TAKEN, OPTION_FLAG, OPTION_TEXT, OPTION_NUMBER };

/* A row of a command's table; the table ends with a row of zeros. */
struct option_row {
    int id;               /* SHARED_*, or OPTION_* for an option that only this command has */
    const char *name;     /* NULL: the name of the shared option */
    const char *argument; /* the argument as shown in the help; "": no argument; "[=N]": optional
                             argument after '='; NULL: that of the shared option */
    const char *words;    /* description; NULL: that of the shared option */
    enum option_kind kind;
    size_t place;     /* offset of the value in the arguments; not used with OPTION_TAKEN */
    long least, most; /* bounds of a number */
};

/* Handles an OWN option, which only this command has. value is NULL if the option was given without
 * one. Returns false and sets *error on failure. */
typedef bool option_taker(void *context, int id, const char *value, struct error *error);

/* Parses the options of argv. If `rows` contains the option scale, converts the level from the
 * chosen scale to the engine scale; otherwise the level is on the engine scale already. The
 * remaining arguments begin at argv[optind]. context: the struct arguments. `take` may be NULL if
 * the list has no OWN rows. Returns false after printing the error as command_usage does. */
MUST_USE bool options_read(const char *command, const struct option_row *rows, int argc,
                           char **argv, struct shared_options *shared, option_taker *take,
                           void *context);
/* Sets the option with this name, shared or (unless `rows` is NULL) the command's own, to a value.
 * Does nothing if there is no such option. Returns false and sets *error on failure. */
MUST_USE bool option_take(const struct option_row *rows, const char *name, const char *value,
                          struct shared_options *shared, option_taker *take, void *context,
                          struct error *error);

/* The former name of a renamed option or setting, which is still accepted; NULL if it was not
 * renamed. */
const char *option_former_name(const char *name);

/* Prints the text of --help: the usage, the table, and the text `after` (may be NULL). Returns
 * EXIT_OK. */
int options_help(const char *usage, const struct option_row *rows, const char *after);

/* Prints the error as command_usage does; always returns false, as a convenience for the caller. */
bool option_refuse(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* Reads a decimal number from `least` to `most` at *at, and moves *at past it. */
bool option_decimal(const char **at, double least, double most, double *number);

/* Reads the value of --tc, in seconds as match runners write it: "8+0.08", "40/60". Returns false
 * and sets *error on failure. */
MUST_USE bool option_control(const char *text, struct time_control *control, struct error *error);

/* Reads the value of the option `name`: yes or no; NULL, for the option without a value, means yes.
 * Returns false and sets *error on failure. */
MUST_USE bool option_yes(const char *name, const char *value, bool *yes, struct error *error);

/* Reads the value of the option `name`, a whole number from `min` to `max`. Returns false and sets
 * *error on failure. */
MUST_USE bool option_whole(const char *name, const char *value, long min, long max, long *number,
                           struct error *error);

/* Like option_whole, for an int; *number is unchanged on failure. */
MUST_USE bool option_int(const char *name, const char *value, long min, long max, int *number,
                         struct error *error);

/* Reads the name of a weakening method. maia is accepted only if its networks are installed. */
MUST_USE bool option_method(const char *option, const char *value, enum method *method,
                            struct error *error);

/* Reads "LOW-HIGH", two numbers from 1 to `most` with LOW <= HIGH. Returns false for anything
 * else. */
MUST_USE bool option_range(const char *value, int most, int *low, int *high);
/* Reads "K/N", part K of N parts, counted from 1. Returns false and sets *error on failure. */
MUST_USE bool option_part(const char *name, const char *value, long most, int *part, int *parts,
                          struct error *error);

/* Reads "90", "90s", "10m" or "1h" as milliseconds, at most a week. Returns false if `text` is not
 * such a time. */
bool option_duration(const char *text, int64_t *milliseconds);
/* Like option_duration, for the value of --budget. Returns false and sets *error on failure. */
MUST_USE bool option_budget(const char *value, int64_t *budget, struct error *error);
