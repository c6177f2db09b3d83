/* Any UCI engine as an analyst. A separate thread starts it and lets it search one position after
 * another without limit; the owner reads its newest report. Only async_analyst_wait blocks. */
#pragma once

#include "engine/engine.h"

struct async_analyst;

/* command is passed to uci_process_start, which the thread calls. lines is the number of MultiPV
 * lines. wake may be NULL; the thread calls it after each event, and it must not call back. Returns
 * NULL and sets *error if the program does not exist. */
struct async_analyst *async_analyst_create(const char *command, int lines, int hash_mb, int threads,
                                           void (*wake)(void *context), void *context,
                                           struct error *error);
/* Cancels the search and returns at once; the thread ends the engine later. wake is not called any
 * more. Call player_end_all before the program ends, to wait for engines that are still ending.
 * async_analyst may be NULL. */
void async_analyst_destroy(struct async_analyst *async_analyst);

enum async_analyst_state {
    ANALYST_STARTING,
    ANALYST_READY,
    ANALYST_GONE, /* the engine could not be started, died, hung, or sent an invalid move; there
                   * will be no more reports */
};
/* Sets *error if the state is ANALYST_GONE. */
enum async_analyst_state async_analyst_state(struct async_analyst *async_analyst,
                                             struct error *error);
/* Blocks until the engine has started. Returns false and sets *error if it failed. */
MUST_USE bool async_analyst_wait(struct async_analyst *async_analyst, struct error *error);

/* The name that the engine reports, once it is ready; before that the file name of its program. */
const char *async_analyst_name(struct async_analyst *async_analyst);

/* Starts to analyse the position after these moves; reports on earlier positions are discarded. The
 * position must have a legal move. Returns the id that its reports will have; 0 if out of
 * memory. */
uint32_t async_analyst_turn(struct async_analyst *async_analyst, const struct position *start,
                            const Move moves[], int count);
void async_analyst_rest(struct async_analyst *async_analyst); /* stops analysing */

/* Copies the newest report; its id tells which request it answers. Returns false if there is no new
 * report. */
MUST_USE bool async_analyst_poll(struct async_analyst *async_analyst, struct report *report);
