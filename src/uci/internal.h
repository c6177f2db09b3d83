/* What the files of the UCI engine share: the state, output, words of a line, options. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "engine/engine.h"

enum { UCI_ELO_DEFAULT = 1400 };

/* What the printing thread needs to know about a search, copied so that the other threads can
 * continue. */
struct job {
    struct position position; /* position at the start of the search */
    int perft;                /* depth of a perft count; 0: a search */
    bool limited;             /* its limits end it when it does not ponder */
    bool finite;              /* it ends without a stop in its present state */
    bool mate;                /* it ends when it finds a mate */
    bool infinite;
    bool debug, show_wdl;
    int ply; /* of the game, for win, draw and loss probabilities */
    int multi_pv;
};

/* The commands of the protocol, and our own. */
#define COMMANDS(X)                                                                                \
    X(UCI, "uci")                                                                                  \
    X(ISREADY, "isready")                                                                          \
    X(UCINEWGAME, "ucinewgame")                                                                    \
    X(POSITION, "position")                                                                        \
    X(GO, "go")                                                                                    \
    X(STOP, "stop")                                                                                \
    X(PONDERHIT, "ponderhit")                                                                      \
    X(SETOPTION, "setoption")                                                                      \
    X(DEBUG, "debug")                                                                              \
    X(BOARD, "d")                                                                                  \
    X(EVAL, "eval")                                                                                \
    X(SPSA, "spsa")                                                                                \
    X(QUIT, "quit")
#define COMMAND_ID(id, name) COMMAND_##id,
enum command { COMMANDS(COMMAND_ID) COMMAND_UNKNOWN };

struct inbox_line;

struct uci {
    struct engine *engine;
    const struct strength *strength;
    struct engine_settings settings;
    int elo; /* UCI_Elo */
    enum method method; /* Method */
    bool debug, chess960, show_wdl, ponder;
    uint64_t seed; /* option Seed; 0: a new one for each game */
    char book_file[1024]; /* option BookFile; "": the built-in book */

    struct position start; /* set by the position command: start position and moves */
    struct position current;
    Move *moves;
    int move_count, move_capacity;

    pthread_t printer;
    pthread_mutex_t mutex; /* protects the following fields */
    pthread_cond_t changed;
    bool woken, quitting;
    bool searching; /* between go and bestmove */
    bool held;      /* infinite or pondering: bestmove waits for stop or ponderhit */
    struct job job;
    struct inbox_line *inbox, **inbox_end; /* lines that have been read but not executed */
    int waiting;                           /* their number */
    bool inbox_closed;                     /* no more lines will come */
    atomic_bool stop_perft;

    struct report report; /* used by the printing thread */
};

/* Prints a whole line of output. Any thread may call it. */
void uci_say(const char *format, ...) PRINTF_LIKE(1, 2);

/* The main function of the reading thread, given a struct uci. Ends after quit and at the end of
 * input. */
void *uci_read_lines(void *context);
/* Waits for the next line, which the caller frees and whose text it may change. NULL at the end. */
struct inbox_line *uci_take_line(struct uci *uci, char **text);
/* The first stop or quit among the waiting lines, or COMMAND_UNKNOWN. Removes each isready before
 * it and adds their number to *ready. Call with the mutex held. */
enum command uci_look_ahead(struct uci *uci, int *ready);

/* The main function of the printing thread, given a struct uci, and the wake function for the
 * engine. */
void *uci_print_reports(void *context);
void uci_wake(void *context);

enum ending { LET_END, STOP_ENDLESS, STOP_SEARCH, STOP_ALL };
/* The time until which a perft count may continue after quit. */
struct timespec uci_grace(void);
/* Waits until bestmove has been printed. Meanwhile isready is answered, and a stop or quit ends the
 * search. STOP_ENDLESS stops the search only if no clock, depth or number of nodes limits it, so
 * that a script's searches are all completed; STOP_SEARCH stops any search; STOP_ALL also stops a
 * perft count. */
void uci_settle(struct uci *uci, enum ending ending);

/* The command with that name. */
enum command uci_command(const char *word);
/* Cuts the next word off; NULL if none exists. */
char *uci_next_word(char **rest);
/* Removes blanks at both ends. */
char *uci_trim(char *text);
/* Finds a word that stands alone in text, or returns NULL. */
char *uci_find_word(char *text, const char *word);
/* Compares without regard to case. */
bool uci_same_word(const char *a, const char *b);
/* A number outside the range of *number becomes the nearest end of that range. */
bool uci_read_whole(const char *text, int64_t *number);

/* The start of an input, short enough for an answer in one line. */
struct excerpt {
    char text[64];
};
struct excerpt uci_excerpt(const char *text);

/* Reads the value of a spin option, or prints why it is refused. */
bool uci_read_spin(const char *name, const char *value, int64_t min, int64_t max, int64_t *number);

/* The search parameters (engine/search/parameters.def): as option lines, and set by name, both only
 * in a tuning build; and as the lines from which OpenBench's SPSA tuning is set up. */
void uci_list_parameters(void);
bool uci_set_search_parameter(struct uci *uci, const char *name, const char *value);
void uci_list_spsa(void);

/* Prints the option lines after "uci". */
void uci_list_options(const struct uci *uci);
/* rest is everything after "setoption". The engine must be idle. */
void uci_set_option(struct uci *uci, char *rest);
/* Gives the engine new settings, or prints why it refuses them. */
bool uci_configure(struct uci *uci, const struct engine_settings *settings);
/* Sets all options to their defaults. */
bool uci_configure_default(struct uci *uci);
/* The seed for the next game: the option's, or a new one. */
uint64_t uci_seed_of_game(const struct uci *uci);
