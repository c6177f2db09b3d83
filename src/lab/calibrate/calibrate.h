/* Calibrates the strength slider: decides which level plays whom, fits ratings to the results, and
 * adjusts the settings of the levels.
 *
 * Other public headers: calibrate_family.h, calibrate_run.h, calibrate_table.h.
 *
 * The setting of a level is the Elo at which its speed and errors are looked up in the current
 * strength table (see calibrate_family.h). All players ever created stay in one pool, so games with
 * an abandoned setting still contribute to the ratings of the others. The pool is rated by maximum
 * likelihood. The rating of the first anchor is fixed, or those of all anchors if they were
 * measured before. The strengths of the levels are read off one smooth curve through all their
 * settings (calibrate_curve.h).
 *
 * In the first half of its games, a level whose rating is off by more than a quarter of the
 * tolerance moves to the setting where the curve reaches its nominal Elo. After all its games, it
 * moves if it is off by more than the tolerance. A level that does not move keeps playing; each
 * round doubles its games.
 *
 * The same results always lead to the same rounds, so an interrupted calibration can be replayed
 * from its games. */
#ifndef FALLIBLE_LAB_CALIBRATE_H
#define FALLIBLE_LAB_CALIBRATE_H

#include "src/lab/match/elo_ratings.h"
#include "src/lab/match/match_plan.h"

enum {
    CALIBRATE_LEVELS_MAX = 48,
    CALIBRATE_ANCHORS_MAX = 24, /* Skill Levels 0 .. 19, or the levels of another method */
    CALIBRATE_GUESTS_MAX = 8,
    CALIBRATE_SETTING_MIN = -2000, /* lowest setting; below the strength table, values are
                                      extrapolated */
    CALIBRATE_SETTING_MAX = 3200,
};

/* The kinds of players in the pool. */
enum pool_kind {
    POOL_ANCHOR, /* stockfish at a Skill Level, or a level of another method */
    POOL_LEVEL,  /* a level, or a link of the chain from the lowest level down to the random
                    mover */
    POOL_RANDOM,
    POOL_GUEST, /* any other player, rated for comparison */
};

struct pool_player {
    enum pool_kind kind;
    char name[48];
    int level;      /* a level's nominal Elo, an anchor's Skill Level or Elo, or a guest's number */
    double setting; /* the setting of a POOL_LEVEL; a whole number */
    double guess;   /* estimated Elo until there is a rating; used for pairing */
    bool rated;
    double elo;         /* valid if rated */
    double error;       /* half the 95 % interval, treating the anchors' ratings as exact */
    double scale_error; /* how far the rating shifts if the rating of each anchor is raised by its
                           measured error; set by calibration_find_scale */
    int64_t games;
};

struct calibration_options {
    int levels[CALIBRATE_LEVELS_MAX]; /* ascending */
    int level_count;
    const char *anchor;                 /* name of the anchors, without the number that follows
                                           it */
    int anchors[CALIBRATE_ANCHORS_MAX]; /* Stockfish's Skill Levels, or the Elo of another method's
                                           levels; ascending */
    int anchor_count;                   /* at least 1 */
    double fixed_elo;                   /* rating at which the first anchor is fixed, in Elo; the
                                           other anchors are rated from games, unless `measured` is
                                           true */
    bool measured; /* if true, all anchors are fixed at their measured ratings, anchor_elo */
    double anchor_elo[CALIBRATE_ANCHORS_MAX], anchor_error[CALIBRATE_ANCHORS_MAX];
    int guests;
    bool random;      /* include the random mover */
    bool chain;       /* add levels below the lowest one, down to the random mover */
    bool fixed;       /* if true, settings do not move */
    double reach;     /* the setting may differ from its level by at most this many Elo */
    int games;        /* games of each level up to 1400, over all its settings; higher levels play a
                         quarter of these */
    int first_games;  /* games that a level plays with a setting before the setting may move or be
                         accepted */
    double tolerance; /* a level may differ from its nominal Elo by at most this many Elo */
};
struct calibration_options calibration_options_default(void);

/* One round: a set of meetings, which are pairs of players that play each other. All meetings have
 * the same number of games, and each opening is played with both colours. */
struct calibration_round {
    int number;                     /* from 1 */
    int players[MATCH_PLAYERS_MAX]; /* indices into the pool */
    int player_count;
    struct match_meeting *meetings; /* indices into players; owned */
    int meeting_count;
    int games; /* games of each meeting; even */
};
void calibration_round_clear(struct calibration_round *round);

struct calibration;
/* Returns NULL when out of memory. */
struct calibration *calibration_create(const struct calibration_options *options);
void calibration_destroy(struct calibration *calibration);

/* Plans the next round. Sets *over to true if nothing is left to play: every level has played all
 * its games, and is within the tolerance or cannot get closer. Returns false when out of memory. */
MUST_USE bool calibration_next(const struct calibration *calibration,
                               struct calibration_round *round, bool *over);
/* Adds the results of a round, fits the ratings and moves settings. Players are numbered in
 * `results` as in the round. If `settle` is false, as after an aborted round, no setting moves.
 * Returns false and sets *error on failure. */
MUST_USE bool calibration_enter(struct calibration *calibration,
                                const struct calibration_round *round,
                                const struct rated_games results[], int count, bool settle,
                                struct error *error);

/* calibration_add_earlier adds games of an earlier calibration, before the first round. Players are
 * identified by their names in the PGN. Sets *known to whether both are players of this pool; if
 * not, nothing is added. Returns false when out of memory. Call calibration_begin after the last of
 * these games: it gives each level the setting at which they suggest that it has its nominal Elo,
 * preferably a setting with which it has already played. */
MUST_USE bool calibration_add_earlier(struct calibration *calibration, const char *white,
                                      const char *black, struct rated_games games, bool *known);
MUST_USE bool calibration_begin(struct calibration *calibration, struct error *error);

/* To be called after the last round: computes scale_error of each player. */
MUST_USE bool calibration_find_scale(struct calibration *calibration, struct error *error);

int calibration_players(const struct calibration *calibration);
const struct pool_player *calibration_player(const struct calibration *calibration, int player);
/* The player in the pool that has the level's current setting; NULL if there is no such level. */
const struct pool_player *calibration_level(const struct calibration *calibration, int level);
const struct pool_player *calibration_chain(const struct calibration *calibration,
                                            int level); /* the same as calibration_level, for a link
                                                           of the chain */
/* Number of games of a level, over all its settings. */
int64_t calibration_games(const struct calibration *calibration, int level);

enum level_state { LEVEL_NOT_MEASURED, LEVEL_MEASURED, LEVEL_REACHED /* measured, and within the
                                                                        tolerance */ };
enum level_state calibration_state(const struct calibration *calibration, int level);
/* The setting of any level, to write into the table. A level that was not calibrated gets the
 * offset between setting and level of the nearest calibrated level. If no level was calibrated, the
 * setting is the level itself. */
double calibration_setting(const struct calibration *calibration, int level);

#endif
