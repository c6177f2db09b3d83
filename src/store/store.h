/* The database: its schema, its statements, and the thread that writes. What stored games tell is
 * in archive; rules of training are in training.
 *
 * Other rooms include: deck.h, puzzles.h, rating.h, sql.h, writer.h.
 *
 * What must last, in SQLite (WAL): games with every move's times, the engine's decisions and full
 * strength's scores; what their reviews found; and the deck of positions to learn. */
#pragma once

#include "engine/engine.h"
#include "src/game/clock.h"
#include "src/review/ledger.h"
#include "src/training/odds.h"
#include "src/training/card.h"

struct store;
/* NULL fills error. A database of an older version is copied to PATH.vN beside it, then brought
 * up to date. While another program locks the database this and all that follows wait for ten
 * seconds, and say so on standard error. */
struct store *store_open(const char *path, struct error *error);
void store_close(struct store *store);
/* From now on so many milliseconds are waited, without a word. */
void store_set_patience(struct store *store, int milliseconds);
/* Why the last call was refused: another program has locked the database, it cannot be done now but
 * maybe later (the disk is full, there is no memory), or it never can be. */
enum store_refusal { STORE_REFUSED_BUSY, STORE_REFUSED_FOR_NOW, STORE_REFUSED_FOR_GOOD };
enum store_refusal store_refusal(struct store *store);
/* One sentence on what could not be read so far and was left out, "" where all was well. */
void store_damage(const struct store *store, char *text, size_t size);
/* Checks the whole database file, however long that takes; damage is told by store_damage. */
MUST_USE bool store_check(struct store *store, struct error *error);

enum { STORE_OPPONENT = 512 }; /* of a guest's description, its end among them */

struct stored_game {
    int64_t id;
    int64_t began;          /* seconds since 1970 */
    struct position start;
    int you;
    bool drawn;             /* that colour by chance; not read back */
    struct handicap handicap; /* the opponent's newest; each decision knows its own */
    int drill;              /* enum group, DRILL_NONE: the game is no drill */
    char opponent[STORE_OPPONENT]; /* a guest in our engine's place, as asked for; "": none */
    unsigned odds;          /* given to you; see odds.h */
    int takebacks;
    char unrated[48];       /* why the game is not rated; "": it is */
    bool finished;
    enum result result;     /* not written by store_begin, as what follows */
    char ending[64];
    struct clock clock;     /* paused, as after the last move */
    int move_count, move_capacity;
    Move *moves;            /* these three are owned */
    int64_t *clocks;        /* mover's remaining milliseconds, -1: untimed */
    int64_t *elapsed;       /* what each move took, -1: unknown */
    struct ledger ledger;   /* owned; not written by store_begin; without damaged rows */
};
/* Frees the moves and the ledger, and leaves a game without them. */
void stored_game_clear(struct stored_game *game);
/* Adds a move after the last one. False when out of memory. */
MUST_USE bool stored_game_add(struct stored_game *game, Move move, int64_t clock,
                              int64_t elapsed);
/* Takes the moves that lead to node, with their times, in place of those it has. False when out of
 * memory. */
MUST_USE bool stored_game_take(struct stored_game *game, const struct game_node *node);
/* The game as a tree, with its times but without tags and end; *live: after its last move. NULL
 * when out of memory. */
struct game *stored_game_rebuild(const struct stored_game *stored, struct game_node **live);

/* All return false and fill error when the database refuses. */
MUST_USE bool store_begin(struct store *store, struct stored_game *game, struct error *error);
/* node's move with its times; decision may be NULL. */
MUST_USE bool store_move(struct store *store, int64_t game, const struct game_node *node,
                         const struct decision *decision, struct error *error);
/* Full strength's opinion of node's position. */
MUST_USE bool store_score(struct store *store, int64_t game, const struct game_node *node,
                          const struct ledger_score *score, struct error *error);
/* The opponent's settings from here on. */
MUST_USE bool store_opponent(struct store *store, int64_t game, const struct handicap *handicap,
                             struct error *error);
MUST_USE bool store_truncate(struct store *store, int64_t game, int plies, struct error *error);
MUST_USE bool store_finish(struct store *store, int64_t game, enum result result,
                           const char *ending, struct error *error);
/* The readers below fill game, which is the caller's to clear where they return true; what it owned
 * before is not freed. */

/* A game of which the row or a move is damaged is passed over by all of them, its rows stay, and
 * store_damage tells of it. */

/* The newest unfinished game that can be gone on with: you have moved, and it is not over on the
 * board; newer ones are finished on the way. False when none (error->message empty) or trouble. */
MUST_USE bool store_unfinished(struct store *store, struct stored_game *game,
                               struct error *error);
/* How the newest game against our engine was set up: its opponent, the clock and your colour, -1
 * where that was drawn. False when there is none that can be read. */
struct stored_choice {
    struct handicap handicap;
    struct time_control control;
    int color;
};
MUST_USE bool store_last_choice(struct store *store, struct stored_choice *choice);
/* The newest finished game whose review was never stored, and which has moves; as above. */
MUST_USE bool store_unreviewed(struct store *store, struct stored_game *game,
                               struct error *error);

/* The newest game older than that id with a decision of the opponent's; as above. */
MUST_USE bool store_game_before(struct store *store, int64_t before, struct stored_game *game,
                                struct error *error);

/* Calls take for every game that has moves, the oldest first, until it returns false; the game is
 * cleared after each. *damaged counts those that had to be left out. */
MUST_USE bool store_each_game(struct store *store,
                              bool (*take)(void *context, const struct stored_game *game),
                              void *context, int *damaged, struct error *error);

/* The database as it is: its tables by name, and the rows of one, before them the columns alone
 * (count of them, text NULL); until take returns false. */
struct store_cell {
    const char *name;  /* of its column */
    const char *text;  /* "" where there is none */
    bool is_number, is_nothing;
};
MUST_USE bool store_each_table(struct store *store, bool (*take)(void *context, const char *name),
                               void *context, struct error *error);
MUST_USE bool store_each_row(struct store *store, const char *table,
                             bool (*take)(void *context, const struct store_cell cells[],
                                          int count),
                             void *context, struct error *error);

/* What a finished game's review found, and its cards into the deck: one for a position already
 * there brings that back at once, with what was played now. */
MUST_USE bool store_review(struct store *store, int64_t game, const struct review *review,
                           const struct card cards[], int card_count, struct error *error);

/* A card of its own into the deck, due at once; a position already there is left as it is. */
MUST_USE bool store_add_card(struct store *store, const struct card *card, struct error *error);

/* What the last games came to, newest first. */
struct stored_gift {
    enum motif motif;
    enum game_phase phase;
    double worth, kept; /* winning chances, as struct gift */
    bool answered, taken;
};
struct stored_review {
    int64_t game, began; /* seconds since 1970 */
    int you, elo;        /* the opponent's, ELO_FULL */
    char result[8];
    double accuracy, loss;
    int moves, counts[JUDGED_COUNT]; /* yours */
    int drill, moments, felt, gained; /* as struct drill; group DRILL_NONE: no drill */
    int gift_count;
    struct stored_gift gifts[REVIEW_GIFTS_MAX];
};
/* Calls take for each of the last so many reviewed games until it returns false. */
MUST_USE bool store_each_review(struct store *store, int games,
                                bool (*take)(void *context, const struct stored_review *review),
                                void *context, struct error *error);
/* How many cards the deck has, and how many are due by then (seconds since 1970). */
MUST_USE bool store_deck_size(struct store *store, int64_t by, int *cards, int *due,
                              struct error *error);
