/* Anyone who can move or analyse: our engine at a strength, UCI and XBoard programs, the random
 * mover, and the threads that keep a screen from waiting for them. Who plays whom is decided in
 * session and lab.
 *
 * Other rooms include: async_player.h, async_analyst.h, crash_report.h, engine_position.h,
 * uci_process.h.
 *
 * Anyone who can move: our engine in process at any strength or with search features switched,
 * a UCI or XBoard process, the random mover. Described by a line of text:
 *
 *   fallible                                full strength
 *   fallible:elo=1400,method=noise          weakened
 *   fallible:elo=1400,method=noise,leaf_noise=100   what shapes the method set by hand
 *   fallible:features=-null_move,-futility  with switches of struct search_features (+ turns on)
 *   fallible:knowledge=mobility:0           knowing no more of a positional group, in percent
 *   uci:COMMAND,option.NAME=VALUE           a program and its UCI options
 *   xboard:COMMAND,option.NAME=VALUE        a program of the XBoard protocol
 *   random                                  any legal move
 *
 * and for each of them name=NAME, hash=MB, threads=N, nps=N (its speed on a virtual clock), and
 * nodes=N, depth=N, movetime=MS: a limit of its own in place of the match's. */
#pragma once

#include "engine/engine.h"

enum player_kind { PLAYER_FALLIBLE, PLAYER_UCI, PLAYER_XBOARD, PLAYER_RANDOM };
enum { PLAYER_OPTIONS_MAX = 32 };

struct player_option {
    char name[64], value[192];
};

/* What a player is: a plain value, from which any number can be created. */
struct player_spec {
    enum player_kind kind;
    char name[128];        /* in tables and PGN: as given, else by player_called */
    bool named;            /* by name=NAME; a program may otherwise tell its own */
    bool has_method;       /* by method=NAME, which needs elo=N */
    char command[512];     /* of a program */
    int hash_mb, threads;  /* 0: the caller's choice */
    int nodes_per_second;  /* on a virtual clock; 0: the caller's choice */
    struct limits limits;  /* nodes, depth, movetime of its own; zero: the game's */
    struct search_features features;
    int knowledge[GROUP_COUNT]; /* percent; of a weakened one the handicap's, at most this */
    struct handicap handicap; /* its seed is set anew for every game */
    int option_count;
    struct player_option options[PLAYER_OPTIONS_MAX];
};

/* False fills error (column: where in text). strength: for elo=; stays the caller's. */
MUST_USE bool player_spec_read(struct player_spec *spec, const char *text,
                               const struct strength *strength, struct error *error);

/* What a player is called that has no name and has not told its own: the text it is read from, of
 * a program without "uci:" and folder. */
void player_called(const char *text, char *name, size_t size);

/* The settings of our engine that make it this player, all others as they are by default. */
struct engine_settings player_settings(const struct player_spec *spec);

struct player;
/* Starts it; NULL fills error. hash_mb and threads where the spec has none. */
struct player *player_create(const struct player_spec *spec, int hash_mb, int threads,
                             struct error *error);
/* The same in two steps, so that another thread can cancel the start: player_prepare returns at
 * once, player_start may take as long as a handshake. It is destroyed in any case. */
struct player *player_prepare(const struct player_spec *spec, int hash_mb, int threads,
                              struct error *error);
MUST_USE bool player_start(struct player *player, struct error *error);
void player_destroy(struct player *player); /* NULL is fine */
const char *player_name(const struct player *player);

/* What a virtual clock must know: nodes a second for a move allotted so many milliseconds
 * (otherwise where the player has no speed of its own), and whether the player divides its time
 * itself, by that speed. */
int player_speed(const struct player *player, int otherwise, int64_t allotted);
bool player_divides_time(const struct player *player);

/* Forgets what was learnt; seed is for the dice of a weakened or random player. A process that
 * is gone is started again. False fills error: it cannot be. */
MUST_USE bool player_new_game(struct player *player, uint64_t seed, struct error *error);

enum player_answer {
    PLAYER_MOVED,
    PLAYER_RESIGNED,
    PLAYER_ILLEGAL,  /* an illegal move; the program has been ended */
    PLAYER_BROKE,    /* died, hung, or cannot do this; the program has been ended */
};
/* Thinks about the position after moves (legal) until it has a move: report->best, legal for
 * certain. Blocks. error is filled with the last two. */
MUST_USE enum player_answer player_think(struct player *player, const struct position *start,
                                         const Move moves[], int count,
                                         const struct limits *limits, struct report *report,
                                         struct error *error);

/* Cuts short a player_think in another thread, which then returns what it has. */
void player_interrupt(struct player *player);
/* Takes back an interruption that came when no search was going on. */
void player_forget_interrupt(struct player *player);
/* Ends whatever another thread waits for from the player, for good: all that is left to do with it
 * is to destroy it. Returns at once. */
void player_cancel(struct player *player);

/* Waits until no program started by a player or an analyst runs any more, then kills those left and
 * what they started; for the end of this program, when all have been destroyed. */
void player_end_all(int milliseconds);
