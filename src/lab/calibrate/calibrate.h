/* Fitting the slider: which level plays whom, what the results say, and the table that follows.
 *
 * Other rooms include: calibrate_family.h, calibrate_run.h, calibrate_table.h.
 *
 * The plan of a calibration: who plays whom next, what the results say of each level, and where
 * its setting moves.
 *
 * A level's setting is its place in the method's family: the Elo of the table at hand whose speed
 * and errors it is given. All players there ever were stay in one pool, so games with a setting
 * that was left behind still tell something of the others; the pool is rated by maximum
 * likelihood with the first anchor fixed, or all of them where they were measured before. What the
 * levels play at is read off one smooth curve through all their settings (calibrate_curve.h). A
 * level further from its name than a quarter of the tolerance gets the setting where that curve has
 * it, as long as half its games are to come; one that stands plays on, twice as many games each
 * time.
 *
 * Pure: the same results give the same rounds, so that an interrupted calibration is gone through
 * again from its games. */
#ifndef FALLIBLE_LAB_CALIBRATE_H
#define FALLIBLE_LAB_CALIBRATE_H

#include "src/lab/match/elo_ratings.h"
#include "src/lab/match/match_plan.h"

enum {
    CALIBRATE_LEVELS_MAX = 48,
    CALIBRATE_ANCHORS_MAX = 24, /* Skill Levels 0 .. 19, or the levels of another method */
    CALIBRATE_GUESTS_MAX = 8,
    CALIBRATE_SETTING_MIN = -2000, /* beyond the table settings are extrapolated so far */
    CALIBRATE_SETTING_MAX = 3200,
};

/* Who may be in the pool. */
enum pool_kind {
    POOL_ANCHOR, /* stockfish at a Skill Level, or a level of another method */
    POOL_LEVEL,  /* or a link of the chain below the levels, on the way to the random mover */
    POOL_RANDOM,
    POOL_GUEST,  /* any other player, to see where it lands */
};

struct pool_player {
    enum pool_kind kind;
    char name[48];
    int level;      /* the Elo it should have; an anchor's Skill Level or Elo; a guest's number */
    double setting; /* of POOL_LEVEL; a whole number */
    double guess;   /* Elo while it has no rating: for pairing */
    bool rated;
    double elo;        /* where rated */
    double error;       /* half the 95 % interval within the pool, whose anchors are fixed */
    double scale_error; /* what it shifts by where all anchors err by theirs, as measured before, to
                           one side: once calibration_find_scale has been asked */
    int64_t games;
};

struct calibration_options {
    int levels[CALIBRATE_LEVELS_MAX]; /* ascending */
    int level_count;
    const char *anchor;                 /* what they are called, before the number */
    int anchors[CALIBRATE_ANCHORS_MAX]; /* Skill Levels or Elo, ascending */
    int anchor_count;                   /* at least 1 */
    double fixed_elo;  /* of the first anchor; the others are measured. Or all are fixed where */
    bool measured;     /* they were measured before: */
    double anchor_elo[CALIBRATE_ANCHORS_MAX], anchor_error[CALIBRATE_ANCHORS_MAX];
    int guests;
    bool random;       /* the random mover plays, */
    bool chain;        /* and levels below the lowest lead down to it */
    bool fixed;        /* no setting moves */
    double reach;      /* a setting's furthest from its level */
    int games;         /* of each level up to 1400, with all its settings; a quarter above it */
    int first_games;   /* with a setting, before it may move or stay */
    double tolerance;  /* Elo a level may be off */
};
struct calibration_options calibration_options_default(void);

/* One round: meetings of equally many games, both colours with each opening. */
struct calibration_round {
    int number;                                   /* from 1 */
    int players[MATCH_PLAYERS_MAX];               /* indices into the pool */
    int player_count;
    struct match_meeting *meetings;               /* indices into players; owned */
    int meeting_count;
    int games;                                    /* of each meeting, even */
};
void calibration_round_clear(struct calibration_round *round);

struct calibration;
/* NULL when out of memory. */
struct calibration *calibration_create(const struct calibration_options *options);
void calibration_destroy(struct calibration *calibration);

/* What to play next. *over: nothing, every level has its games and stands within the tolerance,
 * or can get no nearer. False: out of memory. */
MUST_USE bool calibration_next(const struct calibration *calibration,
                               struct calibration_round *round, bool *over);
/* Takes in the results of a round, counted by the round's own indices of players, and moves
 * settings. settle false: of a round that was broken off; the ratings are fitted and nothing
 * moves, for a last look. */
MUST_USE bool calibration_enter(struct calibration *calibration,
                                const struct calibration_round *round,
                                const struct rated_games results[], int count, bool settle,
                                struct error *error);

/* Games of an earlier calibration of the same table, before the first round, by the players' names
 * in its PGN; known: the names mean players of this pool, else nothing is added. False: out of
 * memory. calibration_begin then puts each level where they have it, if it can with a setting
 * that has played. */
MUST_USE bool calibration_add_earlier(struct calibration *calibration, const char *white,
                                      const char *black, struct rated_games games, bool *known);
MUST_USE bool calibration_begin(struct calibration *calibration, struct error *error);

/* What the errors of anchors measured before make of each rating, after the last round. */
MUST_USE bool calibration_find_scale(struct calibration *calibration, struct error *error);

int calibration_players(const struct calibration *calibration);
const struct pool_player *calibration_player(const struct calibration *calibration, int player);
/* The player that stands for a level now; NULL: there is no such level. */
const struct pool_player *calibration_level(const struct calibration *calibration, int level);
const struct pool_player *calibration_chain(const struct calibration *calibration,
                                            int level); /* of the chain */
/* Of a level, with all its settings. */
int64_t calibration_games(const struct calibration *calibration, int level);

enum level_state { LEVEL_NOT_MEASURED, LEVEL_MEASURED, LEVEL_REACHED /* and within tolerance */ };
enum level_state calibration_state(const struct calibration *calibration, int level);
/* The setting of any level for a table: its own; for a level not calibrated as far from its name
 * as the nearest one that is; its name where none is. */
double calibration_setting(const struct calibration *calibration, int level);

#endif
