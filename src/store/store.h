/* The database: its schema, its statements, and the thread that writes. The analysis of stored
 * games is in src/archive, the rules of training are in src/training.
 *
 * Other public headers: deck.h, kept_log.h, puzzles.h, rating.h, repair.h, sql.h, writer.h.
 *
 * The SQLite database (WAL) stores the games with every move's times, the engine's decisions and
 * the scores at full strength; the findings of the reviews; and the deck of positions to learn. */
#pragma once

#include "engine/engine.h"
#include "src/game/clock.h"
#include "src/review/ledger.h"
#include "src/training/odds.h"
#include "src/training/card.h"

struct store;
/* Returns NULL and sets *error on failure. A database that cannot be written is opened for reading
 * if it can be read completely. A database of an older version is copied to PATH.vN
 * beside it and then upgraded. If another program locks the database, this call and all later calls
 * wait up to ten seconds and print a message on standard error. A database with anything but
 * tables and indexes, such as a trigger, which could change what is stored, is refused. */
struct store *store_open(const char *path, struct error *error);
void store_close(struct store *store);
/* Makes later calls wait at most this long for another program's lock, without printing a
 * message. */
void store_set_patience(struct store *store, int milliseconds);
bool store_is_read_only(const struct store *store); /* its file cannot be written */
/* Why the last call failed. BUSY: another program has locked the database. FOR_NOW: the failure may
 * be temporary (disk full, out of memory). FOR_GOOD: it is permanent. */
enum store_refusal { STORE_REFUSED_BUSY, STORE_REFUSED_FOR_NOW, STORE_REFUSED_FOR_GOOD };
enum store_refusal store_refusal(struct store *store);
/* Writes what is known of damaged data that was skipped since the database was opened, and of saved
 * half-moves that are missing; "" if nothing is wrong. Until it is called, each start finds the
 * same missing half-moves again. */
void store_damage(struct store *store, char *text, size_t size);
/* Checks the complete database file, which may take a long time. store_damage describes any
 * damage. */
MUST_USE bool store_check(struct store *store, struct error *error);

enum { STORE_OPPONENT = 512 }; /* size of the text that describes a guest (an external engine),
                                * including its final '\0' */

struct stored_game {
    int64_t id;
    int64_t began;          /* seconds since 1970 */
    struct position start;
    int you;
    bool drawn;             /* your colour was drawn at random; stored but not read back */
    struct handicap handicap; /* the opponent's settings at the end; each decision stores the
                                 settings that made it */
    int drill;              /* enum group; DRILL_NONE if the game is not a drill */
    char opponent[STORE_OPPONENT]; /* the guest engine, as entered; "": our engine */
    unsigned odds;          /* the odds given to you, a set of the values in src/training/odds.h */
    int takebacks;
    char unrated[48];       /* why the game is not rated; "" if it is rated */
    bool finished;          /* store_begin writes neither this field nor the next two */
    enum result result;
    char ending[64];
    struct clock clock;     /* the clock as it was after the last move, stopped */
    int move_count, move_capacity;
    Move *moves;            /* moves, clocks and elapsed are owned */
    int64_t *clocks;        /* milliseconds that the mover had left after each move, -1: untimed */
    int64_t *elapsed;       /* milliseconds spent on each move, -1: unknown */
    struct ledger ledger;   /* scores and decisions, without damaged ones; owned; store_begin does
                             * not write it */
};
/* Frees the moves and the ledger, and resets them to empty. */
void stored_game_clear(struct stored_game *game);
/* Appends a move. Returns false if out of memory. */
MUST_USE bool stored_game_add(struct stored_game *game, Move move, int64_t clock,
                              int64_t elapsed);
/* Replaces the game's moves and times by those from the start of the game to `node`. Returns false
 * if out of memory. */
MUST_USE bool stored_game_take(struct stored_game *game, const struct game_node *node);
/* Builds a game tree with the moves and times, without tags and result. *live is the node after the
 * last move. Returns NULL if out of memory. */
struct game *stored_game_rebuild(const struct stored_game *stored, struct game_node **live);

/* All functions below return false and set *error if the database fails. */
MUST_USE bool store_begin(struct store *store, struct stored_game *game, struct error *error);
/* Stores `node`'s move with its times; `decision` may be NULL. */
MUST_USE bool store_move(struct store *store, int64_t game, const struct game_node *node,
                         const struct decision *decision, struct error *error);
/* Stores the score of `node`'s position at full strength. */
MUST_USE bool store_score(struct store *store, int64_t game, const struct game_node *node,
                          const struct ledger_score *score, struct error *error);
/* Stores the settings that the opponent has from the current move on. */
MUST_USE bool store_opponent(struct store *store, int64_t game, const struct handicap *handicap,
                             struct error *error);
MUST_USE bool store_truncate(struct store *store, int64_t game, int plies, struct error *error);
MUST_USE bool store_finish(struct store *store, int64_t game, enum result result,
                           const char *ending, struct error *error);
/* The functions below that read a game set *game without freeing its old contents. If they return
 * true, the caller must clear it. */

/* These functions skip a game with a damaged row or move. The game stays in the database, and
 * store_damage reports it. */

/* Reads the newest unfinished game with an id below `before` that can be resumed: you have moved,
 * and it is not over on the board. Newer games that cannot be resumed are marked as finished.
 * Returns false if there is no such game (error->message is empty) or on failure. */
MUST_USE bool store_unfinished_before(struct store *store, int64_t before,
                                      struct stored_game *game, struct error *error);
/* Reads the settings of the newest game against our engine: the opponent, the clock and your colour
 * (-1 if it was drawn at random). Returns false if no such game can be read. */
struct stored_choice {
    struct handicap handicap;
    struct time_control control;
    int color;
};
MUST_USE bool store_last_choice(struct store *store, struct stored_choice *choice);
/* Reads the newest finished game that has moves but no stored review. Returns false if there is no
 * such game (error->message is empty) or on failure. */
MUST_USE bool store_unreviewed(struct store *store, struct stored_game *game,
                               struct error *error);

/* Reads the newest finished game with moves, a result and an id below `before`. Returns false in
 * the same cases as store_unfinished_before. */
MUST_USE bool store_finished_before(struct store *store, int64_t before, struct stored_game *game,
                                    struct error *error);

/* Reads the newest game with an id below `before` in which the opponent made a decision. Returns
 * false in the same cases as store_unfinished_before. */
MUST_USE bool store_game_before(struct store *store, int64_t before, struct stored_game *game,
                                struct error *error);

/* Calls `take` for every game that has moves, the oldest first, until `take` returns false. The
 * game is cleared after each call. Sets *damaged to the number of games that were skipped. */
MUST_USE bool store_each_game(struct store *store,
                              bool (*take)(void *context, const struct stored_game *game),
                              void *context, int *damaged, struct error *error);

/* The raw tables: store_each_table calls `take` for the name of each table, store_each_row for each
 * row of one table. Before the rows, `take` is called once with the column names only (text is
 * NULL). If `take` returns false, no more is read. */
struct store_cell {
    const char *name; /* name of the column */
    const char *text; /* the value as text; "" if it is NULL */
    bool is_number, is_nothing;
};
void store_each_table(bool (*take)(void *context, const char *name), void *context);
MUST_USE bool store_each_row(struct store *store, const char *table,
                             bool (*take)(void *context, const struct store_cell cells[],
                                          int count),
                             void *context, struct error *error);

/* Stores a finished game's review and adds its cards to the deck. If a position is already in the
 * deck, its card becomes due at once and shows the move played in this game, unless the card is a
 * puzzle or a suite's position, or comes from a later game. */
MUST_USE bool store_review(struct store *store, int64_t game, const struct review *review,
                           const struct card cards[], int card_count, struct error *error);

/* Adds a single card to the deck, due at once. If the position is already in the deck, its card is
 * unchanged, unless the new card comes from a later game. */
MUST_USE bool store_add_card(struct store *store, const struct card *card, struct error *error);

/* The findings of a stored review. store_each_review reads them, newest game first. */
struct stored_gift {
    enum motif motif;
    enum game_phase phase;
    double worth, kept; /* winning chances, as in struct gift */
    bool answered, taken;
};
struct stored_review {
    int64_t game, began; /* began: seconds since 1970 */
    int you, elo;        /* `you`: your colour; `elo`: the opponent's, or ELO_FULL */
    char result[8];
    double accuracy, loss;
    int moves, counts[JUDGED_COUNT];  /* the number of your moves, and how many of them have each
                                         judgement */
    int drill;                        /* enum group; DRILL_NONE if the game is not a drill */
    int moments, felt, gained;        /* in a drill: concessions of the opponent, those that you
                                         punished, and centipawns you gained by that */
    int gift_count;
    struct stored_gift gifts[REVIEW_GIFTS_MAX];
};
/* Calls `take` for each of the last `games` reviewed games until `take` returns false. */
MUST_USE bool store_each_review(struct store *store, int games,
                                bool (*take)(void *context, const struct stored_review *review),
                                void *context, struct error *error);
/* Counts the cards of the deck, and those that are due at the time `by` (seconds since 1970). A
 * card of a list counts only after you have answered it or made a mistake in its position. */
MUST_USE bool store_deck_size(struct store *store, int64_t by, int *cards, int *due,
                              struct error *error);
