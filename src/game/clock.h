/* A chess clock: untimed, base time and increment (5+3), or moves in a time (40/60). The caller
 * passes the current time in milliseconds. */
#pragma once

#include <stdint.h>

#include "engine/chess.h"

struct time_control {
    bool untimed;
    int64_t base;      /* milliseconds */
    int64_t increment; /* milliseconds for each move */
    int moves;         /* `base` is the time for this many moves, after which it is added again; 0:
                        * `base` is the time for all moves of the game */
};

/* Reads "none", "5+3" (minutes + seconds, also "0.5+0"), "40/60" (moves / minutes), "40/60+10". */
MUST_USE bool time_control_read(const char *text, struct time_control *control,
                                struct error *error);
void time_control_write(const struct time_control *control, char *text, size_t size);
/* Writes a time control for people: "40 moves in 5 minutes". "5+3" and "none" stay as they are. */
void time_control_words(const struct time_control *control, char *text, size_t size);

struct clock {
    struct time_control control;
    int64_t remaining[COLOR_COUNT]; /* milliseconds that each side had when a clock was last started
                                     * or pressed */
    int moves_made[COLOR_COUNT];
    int free_side; /* the side whose first move costs no time and gets no increment; -1: none */
    bool running;
    int side;          /* the side whose clock runs */
    int64_t started;   /* when the running clock began to run, in milliseconds */
};

void clock_init(struct clock *clock, const struct time_control *control);
void clock_start(struct clock *clock, int side, int64_t now);
void clock_pause(struct clock *clock, int64_t now);
/* Call it when the side whose clock runs has moved. Stops that clock, adds the increment and, at a
 * time control, the base time, and starts the other side's clock. Returns the milliseconds that the
 * move took. */
int64_t clock_press(struct clock *clock, int64_t now);
/* Call it after a time in which nobody could move, from `from` to `to`, both in milliseconds. Gives
 * this time back to the side whose clock ran then, and returns how many milliseconds that is; 0 if
 * no clock ran. */
int64_t clock_discount(struct clock *clock, int64_t from, int64_t to);
int64_t clock_remaining(const struct clock *clock, int side, int64_t now); /* may be negative */
bool clock_flagged(const struct clock *clock, int side, int64_t now);
/* Moves left until the next time control, 0 if there is no time control. */
int clock_moves_to_go(const struct clock *clock, int side);
