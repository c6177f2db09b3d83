/* What the files of the UCI engine share: the state, output, words of a line, options. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

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
    atomic_bool stop_perft;

    struct report report; /* the printer's own */
};

/* A whole line of output, from any thread. */
void uci_say(const char *format, ...) PRINTF_LIKE(1, 2);

/* The printing thread, given a struct uci, and what the engine wakes it with. */
void *uci_print_reports(void *context);
void uci_wake(void *context);

enum ending { LET_END, STOP_ENDLESS, STOP_SEARCH, STOP_ALL };
/* Waits until bestmove has been printed. STOP_ENDLESS asks for it where no clock, depth or number
 * of nodes will bring it about, so that a script's searches are all finished; STOP_SEARCH asks
 * whatever the limits; STOP_ALL breaks off a perft count, too. */
void uci_settle(struct uci *uci, enum ending ending);

/* Cuts the next word off; NULL when none is left. */
char *uci_next_word(char **rest);
/* Cuts blanks off both ends. */
char *uci_trim(char *text);
/* A word standing alone in text, or NULL. */
char *uci_find_word(char *text, const char *word);
/* Equal, whatever the case. */
bool uci_same_word(const char *a, const char *b);
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
