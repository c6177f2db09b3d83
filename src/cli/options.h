/* The options of the subcommands: one reader, one form of help and of complaint, and the options
 * that several commands share, each with one meaning. */
#pragma once

#include <stddef.h>

#include "engine/engine.h"
#include "src/game/clock.h"
#include "src/plain/speech.h"

/* Identifier, name, argument, what it does. */
#define SHARED_OPTIONS(X)                                                                          \
    X(ELO, "elo", "N|full", "strength, 600 to 2600 or full")                                       \
    X(METHOD, "method", "NAME",                                                                    \
      "how the engine is weakened: madchess, inaccuracy, noise, diffusion, stubborn, maia, human") \
    X(SEED, "seed", "N", "seed of a weakened engine's random choices")                             \
    X(STRENGTH_FILE, "strength-file", "FILE",                                                      \
      "read the levels from FILE instead of the built-in table")                                   \
    X(FEN, "fen", "FEN", "start from a position")                                                  \
    X(MOVETIME, "movetime", "MS", "milliseconds a position")                                       \
    X(NODES, "nodes", "N", "nodes a position")                                                     \
    X(DEPTH, "depth", "N", "plies a position")                                                     \
    X(THREADS, "threads", "N", "threads to think with, 1 to 256 (default 1)")                      \
    X(HASH, "hash", "MB", "size of each engine's hash table (default 64)")                         \
    X(SYZYGY, "syzygy", "FOLDER", "endgame tables for analysis and full strength, or none")        \
    X(ANNOUNCE, "announce", "HOW", "with --plain: how moves are written: san, piece or squares")   \
    X(SPEECH, "speech", "HOW", "with --plain: terse, normal or verbose")                           \
    X(BOARD, "board", "HOW", "with --plain: the board as a diagram, by ranks or by pieces")        \
    X(BELL, "bell", "[=yes|no]", "ring the bell when the opponent has moved")                      \
    X(PLAIN, "plain", "[=yes|no]", "lines of text, for pipes and screen readers")                  \
    X(ASCII, "ascii", "[=yes|no]", "letters instead of chess symbols")                             \
    X(THEME, "theme", "NAME", "colours")                                                           \
    X(HELP, "help", "", "this text")

enum shared_option {
    SHARED_FIRST = 256, /* above any character getopt could return */
#define X(id, name, argument, words) SHARED_##id,
    SHARED_OPTIONS(X)
#undef X
    OPTION_OWN /* a command's own begin here */
};

/* A command's list names its rows in the order of its help, as LIST(SHARED, FLAG, TEXT, NUMBER,
 * OWN): SHARED(ID, "what it does" or NULL) FLAG(place, "name", "what it does") a bool is set
 *   TEXT(place, "name", "argument", "what it does")             a const char * gets the value
 *   NUMBER(place, "name", "argument", least, most, "what ...")  an int gets it
 *   OWN(ID, "name", "argument", "what it does")                 the command's taker does, by
 * OPTION_ID A place is a member of the file's struct arguments, which is the taker's context. From
 * the list come the ids and the table. */
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

/* Of all commands that have positions solved. */
#define SOLVE_OPTIONS(SHARED)                                                                      \
    SHARED(PLAIN, NULL) SHARED(ASCII, NULL) SHARED(ANNOUNCE, NULL) SHARED(SPEECH, NULL)            \
    SHARED(BOARD, NULL) SHARED(SYZYGY, NULL) SHARED(THREADS, NULL) SHARED(HASH, NULL)

/* The list of those that serve cards; their arguments have a limit and a retention. */
#define DECK_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    NUMBER(limit, "limit", "N", 1, 1000, "N positions at most (default 20)")                       \
    NUMBER(retention, "retention", "PERCENT", 70, 97,                                              \
           "how many due positions you want to remember, 70 to 97 (default 90)")                   \
    SHARED(THEME, "colours of the board")                                                          \
    SOLVE_OPTIONS(SHARED)                                                                          \
    SHARED(HELP, NULL)

/* What the shared options said; shared_options_default before they are read. */
struct shared_options {
    int elo; /* or ELO_FULL */
    bool elo_given, elo_set; /* _set: by the configuration */
    enum method method;
    bool method_given, method_set;
    uint64_t seed;
    bool seed_given;
    const char *strength_file; /* NULL: see command_strength */
    struct position start;
    bool fen_given;
    struct limits limits; /* all zero: none was given */
    int threads, hash_mb;
    const char *syzygy; /* NULL: none */
    struct speech speech;
    bool bell, plain, ascii, help;
    const char *theme; /* NULL: what suits the terminal */
};
struct shared_options shared_options_default(int elo);

enum option_kind { OPTION_TAKEN, OPTION_FLAG, OPTION_TEXT, OPTION_NUMBER };

/* A row of a command's table, which ends with a row of zeros. */
struct option_row {
    int id;               /* SHARED_* or the command's own */
    const char *name;     /* NULL: as shared */
    const char *argument; /* "": none; "[=N]": may follow the name after a '='; NULL: as shared */
    const char *words;    /* NULL: as shared */
    enum option_kind kind;
    size_t place;         /* but for OPTION_TAKEN: where in the arguments its value goes */
    long least, most;     /* of a number */
};

/* One of the command's own options, of those it takes itself; value is NULL when none was given.
 * False fills error. */
typedef bool option_taker(void *context, int id, const char *value, struct error *error);

/* Reads the options of argv; what remains begins at argv[optind]. context: the arguments; take may
 * be NULL where all rows have a place. False: the complaint has been printed as
 * command_usage does. */
MUST_USE bool options_read(const char *command, const struct option_row *rows, int argc,
                           char **argv, struct shared_options *shared, option_taker *take,
                           void *context);
/* A value for the shared option of that name, or for the command's own (rows NULL: there is none
 * that is meant); true when there is none. False fills error. */
MUST_USE bool option_take(const struct option_row *rows, const char *name, const char *value,
                          struct shared_options *shared, option_taker *take, void *context,
                          struct error *error);

/* What --help shows: the usage, the table and, where there is more to say, what comes after it.
 * Returns DONE. */
int options_help(const char *usage, const struct option_row *rows, const char *after);

/* Complains as command_usage does; false, for the caller to return. */
bool option_refuse(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* A decimal number within bounds at *at, which moves behind it. */
bool option_decimal(const char **at, double least, double most, double *number);

/* The clock of --tc, as match runners write it in seconds: "8+0.08", "40/60"; false fills error. */
MUST_USE bool option_control(const char *text, struct time_control *control, struct error *error);

/* yes or no for --name, or yes by the name alone (NULL); false fills error. */
MUST_USE bool option_yes(const char *name, const char *value, bool *yes, struct error *error);

/* A whole number for --name; false fills error. */
MUST_USE bool option_whole(const char *name, const char *value, long min, long max, long *number,
                           struct error *error);

/* The same for an int; left as it is when false. */
MUST_USE bool option_int(const char *name, const char *value, long min, long max, int *number,
                         struct error *error);

/* A weakening method by its name; maia only where its networks are. */
MUST_USE bool option_method(const char *option, const char *value, enum method *method,
                            struct error *error);

/* "2/5": one part of so many, from 1 on; false fills error. */
MUST_USE bool option_part(const char *name, const char *value, long most, int *part, int *parts,
                          struct error *error);
