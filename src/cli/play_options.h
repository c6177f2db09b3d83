/* The options of `fallible play`. */
#pragma once

#include "src/cli/options.h"
#include "src/game/clock.h"
#include "src/session/session.h"

struct arguments {
    struct shared_options shared;
    const char *preset, *like, *book, *drill;
    char guest[512]; /* --opponent with its options; "" if not given */
    struct player_spec guest_spec;
    int rating;                     /* your rating, on rating_scale; 0: not known */
    enum rating_scale rating_scale; /* the scale of `rating`; SCALE_COUNT: the scale in which
                                       ratings are shown */
    int color;
    struct time_control control;
    bool color_given, control_given;
    enum resign_policy resign_policy;
    int calm; /* 1: method human moves soon and errs as usual */
    struct resign_rules resign_rules;
    enum pondering pondering;
    bool blindfold, chess960, debug, no_save, demo, adaptive;
    unsigned odds;
    int demo_moves;
};

extern const struct option_row play_options[];
extern const char PLAY_OWN_BOOK[]; /* the value of --book for the book that ships with the
                                      program */
struct arguments play_options_default(void);
/* Returns the user's own rating, converted to the engine scale; 0: not known. */
int play_your_elo(const struct arguments *options, const struct scale *scale);
/* Sets one of the options; context is a struct arguments. Returns false and sets *error on
 * failure. */
MUST_USE bool play_option_take(void *context, int id, const char *value, struct error *error);
/* Like play_option_take, for "--demo 40", which is two arguments. */
MUST_USE bool play_option_demo(struct arguments *options, const char *moves, struct error *error);
