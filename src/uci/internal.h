/* What the files of the UCI engine share: the state, output, words of a line, options. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "engine/engine.h"
#include "src/uci/uci.h"

enum { UCI_ELO_DEFAULT = 1400, UCI_ADVANTAGE_OFF = -3000 /* UCI_RatingAdv is not set */ };

/* What the printing thread needs to know about a search, copied so that the other threads can
 * continue. */
struct job {
    struct position position; /* position at the start of the search */
    int perft;                /* depth of a perft count; 0: a search */
    bool limited;             /* the search has limits, which end it if it does not ponder */
    bool finite;              /* the search ends by itself: it has limits, and is neither infinite
                                 nor pondering */
    bool mate;                /* the search ends when it finds a mate */
    bool infinite;
    bool debug, show_wdl;
    int ply; /* ply of the game, for the probabilities of win, draw and loss */
    int multi_pv;
};

/* The commands of the protocol, and our own: identifier, name, arguments, description. */
#define COMMANDS(X)                                                                                \
    X(UCI, "uci", "", "name the engine and list its options")                                      \
    X(ISREADY, "isready", "", "answer readyok")                                                    \
    X(UCINEWGAME, "ucinewgame", "", "forget earlier searches")                                     \
    X(POSITION, "position", "startpos|fen FEN [moves ...]", "set the position")                    \
    X(GO, "go", "[LIMIT ...] | perft N", "search, or count the leaves of the move tree")           \
    X(STOP, "stop", "", "end the search")                                                          \
    X(PONDERHIT, "ponderhit", "", "the expected move was played")                                  \
    X(SETOPTION, "setoption", "name NAME [value VALUE]", "change an option")                       \
    X(DEBUG, "debug", "on|off", "explain each search and decision")                                \
    X(BOARD, "d", "", "show the board")                                                            \
    X(EVAL, "eval", "", "show the evaluation of the position, term by term")                       \
    X(STATUS, "status", "", "what the engine is doing; also during a search")                      \
    X(STATS, "stats", "", "what the search counted; also during a search")                         \
    X(LIST_MOVES, "listmoves", "", "the moves in the order of the search, and why")                \
    X(STATIC_EXCHANGE, "staticexchange", "MOVE",                                                   \
      "what the captures on the move's target square gain, in centipawns")                         \
    X(TEST_EXCHANGE, "teststaticexchange", "FILE", "check static exchanges of a file")             \
    X(TEST_POSITIONS, "testpositions", "FILE", "check the perft counts of a file")                 \
    X(SHOW_EVALUATION, "showevalparams", "", "the weights of the evaluation")                      \
    X(SHOW_LEVELS, "showlimitstrengthparams", "", "the settings that weaken each level")           \
    X(TUNE_WIN_SCALE, "tunewinscale", "FILE", "fit winning chances to a file of results")          \
    X(SPSA, "spsa", "", "the search parameters of a tuning build")                                 \
    X(GENFENS, "genfens", "N seed S book FILE|None", "make N start positions")                     \
    X(FIND_MAGICS, "findmagics", "", "find magic numbers for the tables of sliding pieces")        \
    X(HELP, "help", "", "this list")                                                               \
    X(QUIT, "quit", "", "end the program")
#define COMMAND_ID(id, name, arguments, words) COMMAND_##id,
enum command { COMMANDS(COMMAND_ID) COMMAND_UNKNOWN };

struct inbox_line;

/* The opponent according to option UCI_Opponent. */
struct opponent {
    int rating; /* 0: unknown */
    bool human;
};

struct uci {
    struct engine *engine;
    const struct strength *strength;
    const struct player_ratings *ratings;
    struct engine_settings settings;
    int elo; /* value of UCI_Elo */
    enum method method; /* value of the option Method */
    char like[STYLE_NAME_MAX]; /* value of the option Human Like */
    bool debug, chess960, show_wdl, ponder;
    bool analyse;              /* value of UCI_AnalyseMode */
    struct opponent opponent;
    int rating_advantage;      /* value of UCI_RatingAdv, or UCI_ADVANTAGE_OFF */
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
    int waiting;                           /* number of lines in the inbox */
    bool inbox_closed;                     /* no more lines will come */
    atomic_bool stop_perft;

    struct report report; /* the report being printed; used by the printing thread */
    struct report seen;   /* the report that the commands stats and status show */
    win_scale_fit *fit_win_scale;
};

/* Prints a complete line of output. Any thread may call it. */
void uci_say(const char *format, ...) PRINTF_LIKE(1, 2);
/* Output in several parts, during which no other thread prints. Write the parts to the stream that
 * uci_begin_lines returns; uci_end_lines prints them. */
FILE *uci_begin_lines(void);
void uci_end_lines(void);
/* Starts a log of all lines of input ("<") and output (">") in a file, with the time in seconds;
 * `path` "" ends the log. Returns false if the file cannot be opened, after printing why. */
bool uci_open_log(const char *path);
void uci_log_input(const char *line);

/* The main function of the reading thread, given a struct uci. Ends after quit and at the end of
 * input. */
void *uci_read_lines(void *context);
/* Waits for the next line, which the caller frees and whose text it may change. NULL at the end. */
struct inbox_line *uci_take_line(struct uci *uci, char **text);
/* Returns whether `stop` or `quit` comes first among the waiting lines; COMMAND_UNKNOWN: neither.
 * Removes each isready that comes before it and adds their number to *ready. Call with the mutex
 * held. */
enum command uci_look_ahead(struct uci *uci, int *ready);

/* uci_print_reports is the main function of the printing thread, and uci_wake the wake function for
 * the engine. The context of both is a struct uci. */
void *uci_print_reports(void *context);
void uci_wake(void *context);

enum ending { LET_END, STOP_ENDLESS, STOP_SEARCH, STOP_ALL };
/* The point in time until which a perft count may continue after quit, on
 * the monotonic clock. */
struct timespec uci_grace(void);
/* Waits until bestmove has been printed. Meanwhile isready is answered, and a stop or quit ends the
 * search. STOP_ENDLESS stops the search only if no clock, depth or number of nodes limits it, so
 * that every search in a script is completed; STOP_SEARCH stops any search; STOP_ALL also stops a
 * perft count. */
void uci_settle(struct uci *uci, enum ending ending);

/* The command with that name; COMMAND_UNKNOWN if there is no such command. */
enum command uci_command(const char *word);
/* Cuts off the next word and returns it; NULL if no word is left. */
char *uci_next_word(char **rest);
/* Removes blanks at both ends. */
char *uci_trim(char *text);
/* Finds `word` in `text` as a complete word, with a blank or an end of the text on either side.
 * Returns NULL if it is not there. */
char *uci_find_word(char *text, const char *word);
/* Returns whether two words are the same apart from case. */
bool uci_same_word(const char *a, const char *b);
/* Reads a whole number. A number outside the range of int64_t becomes the nearest end of that
 * range. */
bool uci_read_whole(const char *text, int64_t *number);

/* The start of an input line, short enough to be quoted in a message on one line. */
struct excerpt {
    char text[64];
};
struct excerpt uci_excerpt(const char *text);

/* Reads the value of a spin option, or prints why it is refused. */
bool uci_read_spin(const char *name, const char *value, int64_t min, int64_t max, int64_t *number);

/* The search parameters (engine/search/parameters.def). In a tuning build the first function prints
 * them as option lines. The second prints the lines from which an SPSA tuning of OpenBench is set
 * up. */
void uci_list_parameters(void);
void uci_list_spsa(void);

/* Prints the option lines that answer "uci". */
void uci_list_options(const struct uci *uci);
/* `rest` is everything after "setoption". The engine must be idle. */
void uci_set_option(struct uci *uci, char *rest);
/* Gives the engine new settings, or prints why it refuses them. */
bool uci_configure(struct uci *uci, const struct engine_settings *settings);
/* Sets all options to their defaults. */
bool uci_configure_default(struct uci *uci);
/* The seed for the next game: that of option Seed, or a new one. */
uint64_t uci_seed_of_game(const struct uci *uci);

/* Work that takes a long time. Such work calls uci_work_is_stopped again and again. This function
 * answers isready, and returns true when the work should stop: after stop, and some seconds after
 * quit. Its context is a struct uci_work. */
struct uci_work {
    struct uci *uci;
    int64_t leave_at; /* the time by text_now() at which the work must stop after quit; 0: no quit
                       * came */
};
bool uci_work_is_stopped(void *context);

/* The commands that are not part of UCI. While a long one runs, isready is answered, and stop ends
 * it. */
void uci_command_help(void);
void uci_command_stats(struct uci *uci);
void uci_command_status(struct uci *uci);
void uci_command_list_moves(struct uci *uci);
void uci_command_static_exchange(const struct uci *uci, char *rest);
void uci_command_show_evaluation(const struct uci *uci);
void uci_command_show_levels(struct uci *uci);
void uci_command_test_exchange(char *rest);
void uci_command_test_positions(struct uci *uci, char *rest);
void uci_command_find_magics(struct uci *uci);
void uci_command_genfens(struct uci *uci, char *rest);
void uci_command_tune_win_scale(struct uci *uci, char *rest);
