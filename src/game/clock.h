/* A chess clock: none, N+M, moves per time (40/60). Pure: time comes in as milliseconds. */
#pragma once

#include <stdint.h>

#include "engine/chess.h"

struct time_control {
    bool untimed;
    int64_t base;      /* milliseconds */
    int64_t increment; /* milliseconds a move */
    int moves;         /* base is for so many moves, then again; 0: for the game */
};

/* "none", "5+3" (minutes + seconds, "0.5+0" too), "40/60" (moves / minutes), "40/60+10". */
MUST_USE bool time_control_read(const char *text, struct time_control *control,
                                struct error *error);
void time_control_write(const struct time_control *control, char *text, size_t size);

struct clock {
    struct time_control control;
    int64_t remaining[COLOR_COUNT]; /* milliseconds, at the last start or press */
    int moves_made[COLOR_COUNT];
    bool running;
    int side;          /* whose time runs */
    int64_t started;   /* when it began to run */
};

void clock_init(struct clock *clock, const struct time_control *control);
void clock_start(struct clock *clock, int side, int64_t now);
void clock_pause(struct clock *clock, int64_t now);
/* side has moved: its time stops, increment and new period are added, the other's runs.
 * Returns the milliseconds the move took. */
int64_t clock_press(struct clock *clock, int64_t now);
int64_t clock_remaining(const struct clock *clock, int side, int64_t now); /* may be negative */
bool clock_flagged(const struct clock *clock, int side, int64_t now);
/* Moves left until the next time control, 0 when there is none. */
int clock_moves_to_go(const struct clock *clock, int side);
