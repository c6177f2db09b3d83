/* A chess clock that only computes: the caller passes the time, so that tests and the lab's virtual
 * clock use the same code as a real game. */
#include "src/game/clock.h"

#include <stdio.h>
#include <string.h>

#include "src/util/text.h"

enum {
    MINUTE = 60000,
    SECOND = 1000,
    BASE_MAX = 10000,     /* minutes */
    INCREMENT_MAX = 3600, /* seconds */
    MOVES_MAX = 999,
};

/* Reads a decimal number of units, such as "0.5" minutes, and converts it to milliseconds, rounded.
 * Does not depend on the locale. */
static bool read_decimal(const char **text, int64_t unit, int64_t max, int64_t *milliseconds)
{
    const char *at = *text;
    int64_t whole = 0, fraction = 0, scale = 1;
    int digits = 0;
    for (; *at >= '0' && *at <= '9'; at++, digits++) {
        whole = whole * 10 + (*at - '0');
        if (whole > max)
            return false;
    }
    if (*at == '.') {
        for (at++; *at >= '0' && *at <= '9'; at++, digits++) {
            if (scale < 1000000) {
                fraction = fraction * 10 + (*at - '0');
                scale *= 10;
            }
        }
    }
    *milliseconds = whole * unit + (fraction * unit + scale / 2) / scale;
    *text = at;
    return digits > 0 && *milliseconds <= max * unit;
}

bool time_control_read(const char *text, struct time_control *control, struct error *error)
{
    struct time_control read = {0};
    if (strcmp(text, "none") == 0 || strcmp(text, "-") == 0) {
        read.untimed = true;
        *control = read;
        return true;
    }
    const char *at = text;
    int64_t moves;
    const char *slash = strchr(text, '/');
    if (slash) {
        bool good = read_decimal(&at, 1, MOVES_MAX, &moves) && at == slash && moves > 0 &&
                    !memchr(text, '.', (size_t)(slash - text));
        if (!good)
            return error_set(error, "'%s': expected 1 to %d moves before the '/', as in 40/60",
                             text, MOVES_MAX);
        read.moves = (int)moves;
        at = slash + 1;
    }
    bool good = read_decimal(&at, MINUTE, BASE_MAX, &read.base);
    if (good && *at == '+') {
        at++;
        good = read_decimal(&at, SECOND, INCREMENT_MAX, &read.increment);
    }
    if (!good || *at)
        return error_set(error,
                         "'%s' is not a time control: expected none, minutes+seconds (5+3) or "
                         "moves/minutes (40/60)",
                         text);
    if (read.base + read.increment == 0)
        return error_set(error, "'%s' gives no time to move", text);
    *control = read;
    return true;
}

/* Writes as many decimals as are needed to read the same value back. */
static void write_decimal(int64_t milliseconds, int64_t unit, char *text, size_t size)
{
    int64_t whole = milliseconds / unit;
    int64_t fraction = (milliseconds % unit * 100000 + unit / 2) / unit;
    int length = snprintf(text, size, "%lld.%05lld", (long long)whole, (long long)fraction);
    while (length > 0 && text[length - 1] == '0')
        text[--length] = '\0';
    if (length > 0 && text[length - 1] == '.')
        text[--length] = '\0';
}

void time_control_write(const struct time_control *control, char *text, size_t size)
{
    if (control->untimed) {
        snprintf(text, size, "none");
        return;
    }
    char base[32], increment[32], moves[16] = "";
    write_decimal(control->base, MINUTE, base, sizeof base);
    write_decimal(control->increment, SECOND, increment, sizeof increment);
    if (control->moves)
        snprintf(moves, sizeof moves, "%d/", control->moves);
    if (control->moves && control->increment == 0)
        snprintf(text, size, "%s%s", moves, base);
    else
        snprintf(text, size, "%s%s+%s", moves, base, increment);
}

void time_control_words(const struct time_control *control, char *text, size_t size)
{
    char base[32], increment[32];
    if (control->moves == 0) {
        time_control_write(control, text, size);
        return;
    }
    write_decimal(control->base, MINUTE, base, sizeof base);
    write_decimal(control->increment, SECOND, increment, sizeof increment);
    snprintf(text, size, "%d move%s in %s minute%s%s%s%s", control->moves,
             text_plural(control->moves), base, control->base == MINUTE ? "" : "s",
             control->increment > 0 ? ", plus " : "", control->increment > 0 ? increment : "",
             control->increment == 0        ? ""
             : control->increment == SECOND ? " second a move"
                                            : " seconds a move");
}

void clock_init(struct clock *clock, const struct time_control *control)
{
    *clock = (struct clock){.control = *control, .side = WHITE, .free_side = -1};
    /* Without base time (0+3), each side starts with one increment for its first move. */
    int64_t first = control->base ? control->base : control->increment;
    clock->remaining[WHITE] = clock->remaining[BLACK] = control->untimed ? 0 : first;
}

void clock_start(struct clock *clock, int side, int64_t now)
{
    clock_pause(clock, now);
    clock->side = side;
    clock->started = now;
    clock->running = true;
}

/* Returns for how many milliseconds the clock has run. The result is never negative, even if the
 * caller's clock was set back. */
static int64_t run_time(const struct clock *clock, int64_t now)
{
    return clock->running && now > clock->started ? now - clock->started : 0;
}

/* Whether the running clock takes time from its side: not in an untimed game or on a free first
 * move. */
static bool counts(const struct clock *clock)
{
    bool free = clock->side == clock->free_side && clock->moves_made[clock->side] == 0;
    return !clock->control.untimed && !free;
}

void clock_pause(struct clock *clock, int64_t now)
{
    if (counts(clock))
        clock->remaining[clock->side] -= run_time(clock, now);
    clock->running = false;
}

int64_t clock_discount(struct clock *clock, int64_t from, int64_t to)
{
    int64_t period = to - (from > clock->started ? from : clock->started);
    if (!clock->running || period <= 0)
        return 0;
    clock->started += period;
    return period;
}

int64_t clock_press(struct clock *clock, int64_t now)
{
    const struct time_control *control = &clock->control;
    int side = clock->side;
    int64_t taken = run_time(clock, now);
    if (counts(clock))
        clock->remaining[side] += control->increment - taken;
    clock->moves_made[side]++;
    if (control->moves && clock->moves_made[side] % control->moves == 0)
        clock->remaining[side] += control->base;
    clock->side = !side;
    clock->started = now;
    return taken;
}

int64_t clock_remaining(const struct clock *clock, int side, int64_t now)
{
    int64_t taken = side == clock->side && counts(clock) ? run_time(clock, now) : 0;
    return clock->remaining[side] - taken;
}

bool clock_flagged(const struct clock *clock, int side, int64_t now)
{
    return !clock->control.untimed && clock_remaining(clock, side, now) <= 0;
}

int clock_moves_to_go(const struct clock *clock, int side)
{
    int moves = clock->control.moves;
    return moves ? moves - clock->moves_made[side] % moves : 0;
}
