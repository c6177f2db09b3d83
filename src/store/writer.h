/* The thread that writes to the database, with its own connection and an unbounded queue. Posting
 * an operation never waits, however long another program locks the database or the disk takes.
 * Operations are written in order, each one completely, and synchronised to disk before the next.
 * An operation that fails because the database is locked or the disk is full stays first in the
 * queue and is retried. The queue is lost if the process is killed. */
#pragma once

#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/store/store.h"

struct store_writer;
/* Opens a second connection to `path` for the thread. The thread calls `wake` when an event or an
 * answer has arrived; `wake` must not call functions of the writer. Returns NULL and sets *error on
 * failure. */
struct store_writer *store_writer_create(const char *path, void (*wake)(void *context),
                                         void *context, struct error *error);
/* Ends the thread. Waits until the queue is written, but at most about a second for each operation
 * and about three seconds in all. Operations posted after this call are not written. Returns false
 * if an operation was not written. */
bool store_writer_stop(struct store_writer *writer);
void store_writer_destroy(struct store_writer *writer); /* stops the writer first */

/* Games have numbers that only the writer uses, because a game's row may not exist in the database
 * yet. store_writer_adopt gives a number to a game that has a row, store_writer_begin to a new
 * game, whose contents it takes over. Both return the number, or 0 if out of memory. */
int64_t store_writer_adopt(struct store_writer *writer, int64_t row);
int64_t store_writer_begin(struct store_writer *writer, struct stored_game *game);
/* Each of these functions posts the operation of the same name in store.h, rating.h, deck.h or
 * puzzles.h. `game` is the writer's number of the game. Arguments are copied. */
void store_writer_move(struct store_writer *writer, int64_t game, const struct game_node *node,
                       const struct decision *decision);
void store_writer_score(struct store_writer *writer, int64_t game, const struct game_node *node,
                        const struct ledger_score *score);
void store_writer_opponent(struct store_writer *writer, int64_t game,
                           const struct handicap *handicap);
void store_writer_truncate(struct store_writer *writer, int64_t game, int plies);
void store_writer_finish(struct store_writer *writer, int64_t game, enum result result,
                         const char *ending);
void store_writer_unrated(struct store_writer *writer, int64_t game, int takebacks,
                          const char *why);
void store_writer_rate(struct store_writer *writer, int64_t game, double opponent, double score,
                       const struct rating *after);
void store_writer_review(struct store_writer *writer, int64_t game, const struct review *review,
                         const struct card cards[], int card_count);
void store_writer_add_card(struct store_writer *writer, const struct card *card);
void store_writer_answer(struct store_writer *writer, const struct position *position,
                         enum grade grade, int64_t now, double goal);
void store_writer_begin_puzzles_at(struct store_writer *writer, double rating);
void store_writer_attempt(struct store_writer *writer, const struct puzzle *puzzle,
                          enum puzzle_result result, int64_t now);
void store_writer_note_attempt(struct store_writer *writer, const char *name, bool solved,
                               int64_t now);

/* store_writer_posted returns the number of operations posted so far; store_writer_has_done returns
 * whether the first `count` of them are done. */
uint64_t store_writer_posted(struct store_writer *writer);
bool store_writer_has_done(struct store_writer *writer, uint64_t count);
/* Waits until all operations are done, the database refuses one, or `milliseconds` have passed.
 * Returns true if all are done. */
bool store_writer_settle(struct store_writer *writer, int milliseconds);
/* Returns true if an operation of the game is not in the database yet. */
bool store_writer_owes(struct store_writer *writer, int64_t game);
/* Returns how many operations that belong to no game are not in the database yet. */
int store_writer_owed(struct store_writer *writer);

/* Returns true if *refused has changed since the last call. *refused is true while the database
 * refuses operations, and *error then says why. */
bool store_writer_event(struct store_writer *writer, bool *refused, struct error *error);

/* Asks for data that takes long to read. When everything posted before is written, the thread calls
 * `read` with a copy of `request`, and calls it again after a temporary failure. Only one question
 * can be open at a time: until its answer is fetched, store_writer_ask does nothing and returns
 * false. store_writer_answer_come returns true once the answer is there and gives it to the caller;
 * *answer is NULL if the data could not be read. `discard` frees an answer that is never
 * fetched. */
enum { STORE_REQUEST_MAX = 2048 };
bool store_writer_ask(struct store_writer *writer,
                      void *(*read)(const void *request, struct store *store, struct error *error),
                      const void *request, size_t size, void (*discard)(void *answer));
bool store_writer_answer_come(struct store_writer *writer, void **answer);
