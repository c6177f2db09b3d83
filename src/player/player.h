/* Everything that can move or analyse: our engine at any strength, UCI and XBoard programs, the
 * random mover, and the threads that keep the screen from waiting for them. The folders src/session
 * and src/lab decide who plays whom.
 *
 * Other public headers: async_player.h, crash_report.h, engine_position.h,
 * networks.h, player_group.h, subprocess.h, thinking_time.h, uci_process.h, xboard_process.h.
 *
 * A player is described by a line of text:
 *
 *   fallible                                full strength
 *   fallible:elo=1400,method=noise          weakened
 *   fallible:elo=1400,method=noise,leaf_noise=100   with a parameter of the method set by hand
 *   fallible:elo=2400,method=human,like=Carlsen,M   with the style of one player
 *   fallible:features=-null_move,-futility  with switches of struct search_features (+ turns on)
 *   fallible:knowledge=mobility:0           knows only this percentage of a positional group
 *   fallible:search.null_reduction=5        with a search parameter, in a build with make TUNE=1
 *   uci:COMMAND,option.NAME=VALUE           a program and its UCI options
 *   xboard:COMMAND,option.NAME=VALUE        a program with the XBoard protocol
 *   random                                  plays random legal moves
 *
 * All of them accept name=NAME, hash=MB, threads=N, nps=N (speed on a virtual clock), and nodes=N,
 * depth=N, movetime=MS: limits that replace those of the match. */
#pragma once

#include "engine/engine.h"

enum player_kind { PLAYER_FALLIBLE, PLAYER_UCI, PLAYER_XBOARD, PLAYER_RANDOM };
enum { PLAYER_OPTIONS_MAX = 32 };

struct player_option {
    char name[64], value[192];
};

/* The specification of a player, a plain value from which any number of players can be created. */
struct player_spec {
    enum player_kind kind;
    char name[128];        /* the name in tables and PGN: the one that the user gave, otherwise the
                            * one that player_called makes */
    bool named;            /* the user gave the name; otherwise the name that a program reports may
                            * replace it */
    bool has_method;       /* the text sets a method, which is allowed only together with elo=N */
    char command[512];     /* command line of a program */
    int hash_mb, threads;  /* hash table in MB, and search threads; 0: the caller decides */
    int nodes_per_second;  /* speed on a virtual clock; 0: the caller decides */
    int lines;             /* for a UCI program that analyses: the number of lines (MultiPV), if it
                            * has this option; 0: it plays */
    struct limits limits;  /* limits that this player always has (nodes, depth or movetime); if all
                            * are zero, the limits of the game apply */
    struct search_features features;
    struct search_parameters parameters;
    int knowledge[GROUP_COUNT]; /* percentage of each positional group that the player knows;
                                 * for a weakened player, an upper limit on the percentage in
                                 * its handicap */
    struct handicap handicap; /* its seed is set for every game */
    int option_count;
    struct player_option options[PLAYER_OPTIONS_MAX];
};

/* Reads a specification. Returns false and sets *error, with the column in `text`, if it is
 * invalid. `strength` is used for elo= and stays owned by the caller. */
MUST_USE bool player_spec_read(struct player_spec *spec, const char *text,
                               const struct strength *strength, struct error *error);

/* Returns the text after the prefix "uci:" or "xboard:" and sets *xboard; NULL without a prefix. */
const char *player_command(const char *text, bool *xboard);

/* Sets `name` to a name for a player that neither the user nor its program has named: the text of
 * its specification; for a program, without the prefix "uci:" or "xboard:" and without the
 * folder. */
void player_called(const char *text, char *name, size_t size);

/* The engine settings for a player of kind PLAYER_FALLIBLE. Settings that the specification does
 * not contain have their defaults. */
struct engine_settings player_settings(const struct player_spec *spec);

struct player;
/* Creates and starts a player. Returns NULL and sets *error on failure. `hash_mb` and `threads` are
 * used if the specification does not set them. */
struct player *player_create(const struct player_spec *spec, int hash_mb, int threads,
                             struct error *error);
/* player_create in two steps, so that another thread can cancel the start: player_prepare returns
 * at once, player_start may take as long as a handshake. The caller must destroy the player even if
 * player_start fails. */
struct player *player_prepare(const struct player_spec *spec, int hash_mb, int threads,
                              struct error *error);
MUST_USE bool player_start(struct player *player, struct error *error);
void player_destroy(struct player *player); /* `player` may be NULL */
const char *player_name(const struct player *player);

/* For a virtual clock, which counts nodes instead of time. player_speed returns the player's speed
 * in nodes per second for a move with `allotted` milliseconds, or `otherwise` if its specification
 * sets no speed. player_divides_time returns true for our engine at a limited level, which decides
 * itself how long to think, at the speed of its level. */
int player_speed(const struct player *player, int otherwise, int64_t allotted);
bool player_divides_time(const struct player *player);

/* Prepares for a new game: the player forgets the previous one. `seed` seeds the random choices of
 * a weakened or random player. A program that has ended is started again. Returns false and sets
 * *error if that fails. */
MUST_USE bool player_new_game(struct player *player, uint64_t seed, struct error *error);

enum player_answer {
    PLAYER_MOVED,
    PLAYER_RESIGNED,
    PLAYER_ILLEGAL,  /* the program played an illegal move and has been ended */
    PLAYER_BROKE,    /* the program died or hung and has been ended, or it cannot do what was
                      * asked */
};
/* Searches the position after `moves`, which must be legal from `start`, and sets report->best to a
 * legal move. Blocks until it is found. Sets *error for PLAYER_ILLEGAL and PLAYER_BROKE. */
MUST_USE enum player_answer player_think(struct player *player, const struct position *start,
                                         const Move moves[], int count,
                                         const struct limits *limits, struct report *report,
                                         struct error *error);

/* Sets an option of a program, now and each time the program is started again. Returns false if the
 * program has no option with that name. */
MUST_USE bool player_option(struct player *player, const char *name, const char *value);
/* Sets a function that player_think calls with each report while a UCI program searches or an
 * XBoard program analyses. */
void player_watch(struct player *player,
                  void (*progress)(const struct report *report, void *context), void *context);

/* Stops a player_think that runs in another thread; it then returns the best move found so far. */
void player_interrupt(struct player *player);
/* Cancels a player_interrupt that came while no search was running. */
void player_forget_interrupt(struct player *player);
/* Makes other threads stop waiting for the player, now and later. Afterwards the player can only be
 * destroyed. Returns at once. */
void player_cancel(struct player *player);

/* Waits at most `milliseconds` for all programs of players and analysts to end, then kills those
 * that still run, and what they started. Call it before this program ends, after all players and
 * analysts have been destroyed. */
void player_end_all(int milliseconds);
