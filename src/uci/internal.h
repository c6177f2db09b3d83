/* What the files of the UCI engine share: the state, output, words of a line, options. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "engine/engine.h"

enum { UCI_ELO_DEFAULT = 1400 };

/* What the printer shows of a search: all it needs, so that the reader may go on. */
struct job {
    struct position position; /* where the search began */
    int perft;                /* depth to count to; 0: a search */
    bool limited;             /* its limits end it, once it does not ponder */
    bool finite;              /* ends by itself as things are */
    bool mate;                /* ends when it finds a mate */
    bool infinite;
    bool debug, show_wdl;
    int ply; /* of the game, for win, draw and loss */
    int multi_pv;
};

/* The commands that may come in. */
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
    uint64_t seed; /* option Seed; 0: another one each game */
    char book_file[1024]; /* option BookFile; "": our own book */

    struct position start; /* the position command: where the game began and its moves */
    struct position current;
    Move *moves;
    int move_count, move_room;

    pthread_t printer;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    bool woken, quitting;
    bool searching; /* between go and bestmove */
    bool held;      /* infinite or pondering: bestmove waits for stop or ponderhit */
    struct job job;
    struct inbox_line *inbox, **inbox_end; /* lines that were read and wait for their turn */
    int waiting;                           /* how many */
    bool inbox_closed;                     /* no line follows */
    atomic_bool stop_perft;

    struct report report; /* the printer's own */
};

/* A whole line of output, from any thread. */
void uci_say(const char *format, ...) PRINTF_LIKE(1, 2);

/* The reading thread, given a struct uci: ends after quit and at the end of input. */
void *uci_read_lines(void *context);
/* Waits for the next line, to be freed; its text may be written to. NULL at the end. */
struct inbox_line *uci_take_line(struct uci *uci, char **text);
/* The first stop or quit among the waiting lines, COMMAND_UNKNOWN if there is neither. Takes each
 * isready before it out and adds their number to *ready. Under the mutex. */
enum command uci_look_ahead(struct uci *uci, int *ready);

/* The printing thread, given a struct uci, and what the engine wakes it with. */
void *uci_print_reports(void *context);
void uci_wake(void *context);

enum ending { LET_END, STOP_ENDLESS, STOP_SEARCH, STOP_ALL };
/* How long a count may go on after quit. */
struct timespec uci_grace(void);
/* Waits until bestmove has been printed. Meanwhile answers isready, and a stop or quit that came in
 * ends the search. STOP_ENDLESS asks for it where no clock, depth or number
 * of nodes will bring it about, so that a script's searches are all finished; STOP_SEARCH asks
 * whatever the limits; STOP_ALL breaks off a perft count, too. */
void uci_settle(struct uci *uci, enum ending ending);

/* The command of that name. */
enum command uci_command(const char *word);
/* Cuts the next word off; NULL when none is left. */
char *uci_next_word(char **rest);
/* Cuts blanks off both ends. */
char *uci_trim(char *text);
/* A word standing alone in text, or NULL. */
char *uci_find_word(char *text, const char *word);
/* Equal, whatever the case. */
bool uci_same_word(const char *a, const char *b);
/* A number past the range of *number becomes the end of that range. */
bool uci_read_whole(const char *text, int64_t *number);

/* The start of what came in, for an answer of one line. */
struct excerpt {
    char text[64];
};
struct excerpt uci_excerpt(const char *text);

/* The option lines after "uci". */
void uci_list_options(const struct uci *uci);
/* Everything after "setoption"; the engine is idle. */
void uci_set_option(struct uci *uci, char *rest);
/* The engine takes new settings, or says why not. */
bool uci_configure(struct uci *uci, const struct engine_settings *settings);
/* The options as they are before the first setoption. */
bool uci_configure_default(struct uci *uci);
/* A seed for the next game: the option's, or another one. */
uint64_t uci_seed_of_game(const struct uci *uci);
