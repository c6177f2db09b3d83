/* What a session is created with. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/chess.h"
#include "engine/strength.h"
#include "src/game/clock.h"
#include "src/game/opening.h"
#include "src/game/scale.h"
#include "src/player/player.h"

/* Whether the opponent resigns lost games, and offers and claims draws. */
enum resign_policy {
    RESIGN_POLICY_BY_LEVEL /* it resigns and offers draws only if it is rated 1800 or more */,
    RESIGN_POLICY_ON,
    RESIGN_POLICY_OFF
};

/* When the opponent resigns, and when it offers or accepts a draw, judging by its own scores. A
 * field that is 0 stands for the usual value; those for resigning depend on the opponent's
 * level. */
struct resign_rules {
    int resign_score; /* centipawns: the opponent resigns when it is this far behind */
    int resign_moves; /* it must be that far behind at this many of its moves in a row */
    int accept_score; /* centipawns: the opponent accepts a draw when it is this far behind */
    int draw_score;   /* centipawns: the opponent offers a draw if its score is this close to 0 */
    int draw_moves;   /* its score must be that close to 0 at this many of its moves in a row */
    int draw_from;    /* draw_moves counts only moves from this move of the game on */
};

/* Which settings to take from the newest game against our engine, if the store has one. */
struct session_recall {
    bool elo, method, color, control;
};

/* Whether the opponent thinks on your turn. With PONDERING_ON it does so only at full strength. */
enum pondering { PONDERING_OFF, PONDERING_ON, PONDERING_ALWAYS };

struct session_options {
    const struct strength *strength; /* outlives the session */
    struct scale *scale;             /* scale on which ratings are typed and shown; NULL: the engine
                                        scale; outlives the session */
    const struct openings *openings; /* may be NULL; outlives the session */
    const char *store_path;          /* database; NULL: nothing is stored */
    const char *not_kept;            /* why nothing is stored, shown when a game begins; NULL: no
                                        message */
    const char *book_path;           /* Polyglot book of the opponent; NULL: none */
    const char *syzygy_path;         /* endgame tables for full strength; NULL: none */
    int elo;                         /* the opponent's rating on the engine scale, or ELO_FULL */
    int your_elo;                    /* the user's rating on the engine scale before the first rated
                                        game; 0: not known */
    enum method method;
    const char *like;                /* style of the opponent, for METHOD_HUMAN; NULL: none */
    const char *drill;               /* key of the group that the opponent ignores; NULL: none */
    uint64_t seed;                   /* 0: a random seed from the system */
    int color;                       /* the user's: WHITE, BLACK, or -1 for random */
    bool color_given;                /* the user asked for this colour, so `fen` keeps it */
    struct time_control control;
    struct position start;
    bool chess960;                   /* start each game from a random Chess960 position */
    const char *guest;               /* description of a player in place of our engine, see
                                        session_guest_read; NULL: none */
    struct player *guest_player;     /* created from guest; the session takes ownership; NULL: not
                                        started */
    enum resign_policy resign_policy;
    struct resign_rules resign_rules;
    bool calm;                       /* method human moves soon and errs as usual */
    bool adaptive;                   /* the level of each next opponent follows your rating */
    unsigned odds;                   /* the odds that you get; a set of 1 << enum odds */
    bool blindfold;                  /* hide the pieces from the first game on */
    enum pondering pondering;        /* the opponent also thinks on your turn */
    bool natural_delay;              /* show the opponent's move only after the time that a person
                                        would take */
    const char *names;               /* the user's names in files of games, see names.h; NULL:
                                        none */
    /* Writes changed names into the settings; NULL: they are not kept. Returns false and sets
     * *error on failure. */
    bool (*keep_names)(const char *names, struct error *error);
    bool analyze_only;               /* the session has no opponent: the user steps through games,
                                        tries moves and analyses. It works without a store, too */
    const char *analyst;             /* a UCI engine, or xboard:COMMAND, that analyses in our place;
                                      * NULL: none */
    struct limits analysis;          /* nodes, depth or movetime for each position analysed; all 0:
                                      * ANALYSIS_LONGEST of study/analyst.h */
    struct session_recall recall;
    bool in_lines;                   /* the session is shown as lines of text, where commands take
                                        the place of keys */
    int threads, hash_mb;
    void (*wake)(void *context);     /* wakes the screen when there is something new; called from
                                      * other threads */
    void *context;
};

/* Parses the description of a guest, a player in place of our engine, in the syntax of player.h.
 * Text without a prefix is a UCI command. Returns false and sets *error on failure. */
MUST_USE bool session_guest_read(struct player_spec *spec, const char *text,
                                 const struct strength *strength, struct error *error);
/* The name to show until the guest player reports its name. */
void session_guest_called(const char *text, char *name, size_t size);
