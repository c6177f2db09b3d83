/* Weakening the engine: the methods, the handicap for each Elo, and the decision that picks a move
 * from scored candidates. This is the main header of the folder strength/, which has one file for
 * each method and reads share/strength.conf. The networks that imitate people are in maia/ and
 * human/. Public.
 *
 * Other public headers: method.h, conf.h. */
#pragma once

#include "engine/types.h"

/* The weakening methods. Columns: identifier, name (its struct method_row is called method_NAME),
 * one line of description. */
#define WEAKENING_METHODS(X)                                                                       \
    X(MADCHESS, madchess,                                                                          \
      "less knowledge and speed, a random move within a range of scores (MadChess)")               \
    X(INACCURACY, inaccuracy, "less speed, a random error in the score of each move")              \
    X(NOISE, noise, "less speed, a random error in each evaluation")                               \
    X(DIFFUSION, diffusion, "less speed, random steps between the moves, wider in hard positions") \
    X(STUBBORN, stubborn, "less speed, a random first idea, replaced only by a much better move")  \
    X(MAIA, maia, "no search: plays each move as often as people do, by the Maia networks")        \
    X(HUMAN, human,                                                                                \
      "a shallow search and a model of people: plays moves about as often as they do")             \
    X(SKILL, skill, "less speed, random evaluation errors, a simpler search (Crafty)")             \
    X(ARASAN, arasan, "less depth, speed and knowledge, random evaluation errors (Arasan)")
enum method {
#define X(id, name, words) METHOD_##id,
    WEAKENING_METHODS(X)
#undef X
        METHOD_COUNT
};
const char *method_name(enum method method);
const char *method_words(enum method method);
MUST_USE bool method_from_name(const char *name, enum method *method);

/* The ratings for which the Maia project has networks: from MAIA_MIN to MAIA_MAX in steps of
 * MAIA_STEP. */
enum { MAIA_MIN = 1100, MAIA_MAX = 1900, MAIA_STEP = 100 };

/* The parameters of each method besides its speed. share/strength.conf gives the value of each one
 * for every Elo. Columns: method, field of struct handicap (also its name in files), UCI option,
 * minimum, maximum, unit, description. */
#define METHOD_PARAMETERS(X)                                                                       \
    X(MADCHESS, move_error, "Move Error", 0, 10000, "cp", "the most that a usual move loses")      \
    X(MADCHESS, blunder_error, "Blunder Error", 0, 10000, "cp", "the most that a blunder loses")   \
    X(MADCHESS, blunder_chance, "Blunder Chance", 0, 1024, "/1024",                                \
      "chance that a move is a blunder")                                                           \
    X(MADCHESS, order_bias, "Order Bias", 0, 100, "%",                                             \
      "how much less likely each move is than the next better one")                                \
    X(MADCHESS, rule_cost, "Rule Cost", 0, 10000, "cp",                                            \
      "the most that obeying a human rule may lose")                                               \
    X(INACCURACY, root_error, "Root Error", 0, 10000, "cp",                                        \
      "the largest error in the score of a move")                                                  \
    X(NOISE, leaf_noise, "Leaf Noise", 0, 10000, "cp", "the largest error in an evaluation")       \
    X(DIFFUSION, walk, "Walk", 0, 10000, "cp",                                                     \
      "the largest random amount in each step of the choice")                                      \
    X(DIFFUSION, drift, "Drift", 1, 100, "%", "the part of a move's score added in each step")     \
    X(DIFFUSION, steps, "Steps", 1, 1000, "", "steps before it plays a move")                      \
    X(DIFFUSION, spread_effect, "Spread Effect", 0, 100, "%",                                      \
      "wider steps where scores differ more")                                                      \
    X(DIFFUSION, usual_spread, "Usual Spread", 1, 1000, "cp",                                      \
      "difference of scores at which steps have their usual width")                                \
    X(DIFFUSION, replies_effect, "Replies Effect", 0, 100, "%", "wider steps with more moves")     \
    X(DIFFUSION, usual_replies, "Usual Replies", 1, 218, "",                                       \
      "number of moves at which steps have their usual width")                                     \
    X(DIFFUSION, time_effect, "Time Effect", 0, 100, "%",                                          \
      "wider steps if the opponent thought unusually long or briefly")                             \
    X(DIFFUSION, usual_time, "Usual Time", 1, 3600000, "ms",                                       \
      "the opponent's thinking time at which steps have their usual width")                        \
    X(STUBBORN, margin, "Margin", 0, 10000, "cp",                                                  \
      "how much better another move must be to replace the first idea")                            \
    X(MAIA, rating, "Maia Rating", MAIA_MIN, MAIA_MAX, "",                                         \
      "rating of the players that it imitates")                                                    \
    X(MAIA, temperature, "Maia Temperature", 1, 1000, "%",                                         \
      "randomness: less makes likely moves more likely")                                           \
    X(MAIA, top_p, "Maia Top P", 1, 100, "%",                                                      \
      "only the most likely moves, which together reach this share, are played")                   \
    X(HUMAN, player_rating, "Human Rating", 200, 3000, "",                                         \
      "rating of the players that it imitates")                                                    \
    X(HUMAN, boldness, "Human Boldness", 1, 1000, "%",                                             \
      "randomness: less makes likely moves more likely")                                           \
    X(HUMAN, calculation, "Human Calculation", 0, 10000, "%",                                      \
      "how much its own search counts compared with what people play")                             \
    X(SKILL, skill, "Skill", 1, 100, "%", "share of the true evaluation; the rest is random")      \
    X(ARASAN, strength, "Strength", 1, 100, "%",                                                   \
      "knowledge; less also means a shallower search and larger errors")

enum {
#define X(id, field, option, min, max, unit, words) PARAMETER_##field,
    METHOD_PARAMETERS(X)
#undef X
        METHOD_PARAMETER_COUNT
};
struct method_parameter {
    enum method method;
    const char *name, *option, *unit, *words; /* for example "move_error", "Move Error", "cp" */
    int min, max;
};
const struct method_parameter *method_parameter(int index); /* 0 .. METHOD_PARAMETER_COUNT - 1 */

/* Parameters that all methods have. They change the size of the errors in the course of a game,
 * vary the openings, or keep the engine from walking into a mate. Columns: field of struct handicap
 * (also its name in files), UCI option, minimum, maximum, unit, description. handicap_for sets all
 * of them to 0; handicap_under_pressure gives them their usual values for method human. */
#define PRESSURE_PARAMETERS(X)                                                                     \
    X(pressure_behind, "Pressure Behind", 0, 100, "%", "larger errors for each pawn behind")       \
    X(pressure_ahead, "Pressure Ahead", -100, 15, "%",                                             \
      "smaller errors (negative: larger) for each pawn ahead")                                     \
    X(pressure_hurry, "Pressure Hurry", 0, 300, "%", "larger errors when it is short of time")     \
    X(pressure_tilt, "Pressure Tilt", 0, 100, "%", "larger errors for each game lost in a row")    \
    X(lost_games, "Lost Games", 0, 100, "", "games lost in a row before this one")                 \
    X(varied_plies, "Varied Plies", 0, 60, "",                                                     \
      "plies at the start with a random choice of good moves")                                     \
    X(guard, "Guard", 0, 1, "", "1: never allows a mate that it saw")

enum {
#define X(field, option, min, max, unit, words) PRESSURE_PARAMETER_##field,
    PRESSURE_PARAMETERS(X)
#undef X
        PRESSURE_PARAMETER_COUNT
};
/* `index` is 0 .. PRESSURE_PARAMETER_COUNT - 1. The field `method` of the result is METHOD_COUNT,
 * because the parameter belongs to all methods. */
const struct method_parameter *pressure_parameter(int index);

/* Rules that remove inferior moves which no human would play, before a method chooses. Columns:
 * identifier, name in files, what such a move does. */
#define HUMAN_RULES(X)                                                                             \
    X(CASTLING_RIGHTS, "castling", "gives up castling rights without need")                        \
    X(EN_PRISE_TO_PAWN, "en-prise", "puts a piece where a pawn can take it")                       \
    X(NO_RECAPTURE, "recapture", "does not recapture what was just lost")                          \
    X(SHUFFLE, "shuffle", "moves a piece back where it just came from")                            \
    X(BACK_RANK, "back-rank", "retreats to the back rank")                                         \
    X(FLANK_PAWN, "flank-pawn", "pushes a flank pawn early")                                       \
    X(RIM_KNIGHT, "rim-knight", "puts a knight on the rim early")                                  \
    X(SAME_PIECE, "same-piece", "moves a piece again before developing the others")                \
    X(FIRST_RANK, "first-rank", "retreats to the first rank")                                      \
    X(ROOK_SHIFT, "rook-shift", "moves a rook to a closed file")                                   \
    X(EARLY_QUEEN, "early-queen", "brings the queen out early")
enum human_rule {
#define X(id, name, words) RULE_##id,
    HUMAN_RULES(X)
#undef X
        RULE_COUNT,
    RULE_NONE = RULE_COUNT
};
const char *human_rule_name(enum human_rule rule);
const char *human_rule_words(enum human_rule rule);

/* The range of levels (playing strengths). Levels are in Elo on the engine's own scale, which was
 * measured by matches between engines; they are not ratings of people. The levels from
 * CALIBRATED_MIN to CALIBRATED_MAX are measured; below and above them the curves are
 * extrapolated. */
enum {
    ELO_MIN = 200,
    ELO_MAX = 2650,
    CALIBRATED_MIN = 600,
    CALIBRATED_MAX = 2600,
    ELO_STEP = 25,
    ELO_FULL = 0 /* full strength */
};

/* Size in bytes of a buffer for the name of a player's style (human/style.h), with its NUL. */
enum { STYLE_NAME_MAX = 64 };

/* Everything that weakens the engine, as a plain value. */
struct handicap {
    bool limited; /* false: full strength, and the other fields are ignored */
    int elo;      /* the Elo from which this handicap was computed; ELO_FULL if its fields were set
                   * one by one */
    enum method method;
    int nodes_per_second;
#define X(id, field, option, min, max, unit, words) int field;
    METHOD_PARAMETERS(X) /* the parameters of methods other than `method` are 0 */
#undef X
    int endgame_percent; /* share of the node budget that remains when only kings and pawns are
                          * left */
    int time_discount;   /* percent, 0 .. 100: at 0 the node budget is proportional to the time for
                          * the move, at 100 it does not depend on this time */
    int reference_time;  /* milliseconds for a move at which the discount has no effect */
    int knowledge[GROUP_COUNT]; /* percent for each positional group: 100 uses its full weights, 0
                                 * its naive ones (evaluation.h) */
#define X(field, option, min, max, unit, words) int field;
    PRESSURE_PARAMETERS(X)
#undef X
    unsigned rules;             /* the rules in force: a set of 1 << enum human_rule */
    int book_plies;             /* number of plies from the start of the game that may be played
                                 * from a book */
    uint64_t seed;
    char like[STYLE_NAME_MAX];  /* human: the style of one player, by the name of its file without
                                 * ".like"; "": people in general */
};
/* handicap_parameter returns the field for row `index` of METHOD_PARAMETERS, pressure_number the
 * field for row `index` of PRESSURE_PARAMETERS. */
int *handicap_parameter(struct handicap *handicap, int index);
int *pressure_number(struct handicap *handicap, int index);

/* How large the errors are in a position with these clocks, and what makes them so. */
struct pressure {
    int percent;    /* of the usual size; 100 if nothing has an effect */
    int64_t left;   /* milliseconds left on the clock if that has an effect, or else -1 */
    int pawns;      /* pawns ahead, negative: behind, if that has an effect, or else 0 */
    int lost_games; /* games just lost in a row if they have an effect, or else 0 */
};
/* The parameters of PRESSURE_PARAMETERS decide: being behind, ahead, short of time, or having lost
 * the last games. */
struct pressure handicap_pressure(const struct handicap *handicap, const struct position *position,
                                  const struct limits *limits);
/* Multiplies the errors of the handicap's method by `percent` / 100. Then clears the fields that
 * handicap_pressure reads, so that the pressure is not applied twice. */
void handicap_strain(struct handicap *handicap, int percent);
/* Describes a handicap, for example "39151 nodes/s, move error 31, blunder error 92, blunder chance
 * 67/1024". */
void handicap_words(const struct handicap *handicap, char *text, size_t size);

/* The table of share/strength.conf, either the built-in copy or read from text. */
struct strength;
/* Reads `text`, or the built-in table if `text` is NULL. Returns NULL and sets *error with file,
 * line and column. */
struct strength *strength_create(const char *text, const char *file_name, struct error *error);
void strength_destroy(struct strength *strength);

/* The handicap for an Elo of ELO_MIN .. ELO_MAX (clamped) or ELO_FULL. The values of the curves are
 * truncated to integers. */
struct handicap handicap_for(const struct strength *strength, enum method method, int elo,
                             uint64_t seed);
/* The handicap for an opponent like a human player of the given rating. Methods that imitate
 * players (human, maia) imitate players of this rating, whatever Elo that gives on the engine's
 * scale. Other methods use the rating as their Elo. */
struct handicap handicap_for_rating(const struct strength *strength, enum method method, int rating,
                                    uint64_t seed);
/* The handicap for the given Elo, with the method, seed and style of *handicap. */
struct handicap handicap_at(const struct strength *strength, const struct handicap *handicap,
                            int elo);
/* handicap_for with METHOD_MADCHESS. */
struct handicap handicap_for_elo(const struct strength *strength, int elo, uint64_t seed);

/* How many nodes per second a limited engine searches in a move that may take `milliseconds`: its
 * `nodes_per_second`, changed by `time_discount`. At least 1. */
int handicap_speed(const struct handicap *handicap, int64_t milliseconds);

/* The number of nodes that a limited engine may search in a move that may take `milliseconds`. The
 * number is smaller in the endgame, down to endgame_percent, and at least 1. */
uint64_t handicap_nodes(const struct handicap *handicap, const struct position *position,
                        int64_t milliseconds);

/* How long a move takes in a game without a clock, in milliseconds. */
struct natural_time {
    int allotted; /* milliseconds that a limited engine gives itself for a move */
    int shortest; /* milliseconds; no move is shown earlier than this */
    int longest;  /* milliseconds; every move is shown by this time at the latest */
};
struct natural_time strength_natural_time(const struct strength *strength);

/* For a handicap of method human, in games with a person: sets each pressure parameter that is
 * still 0 to its value in section [pressure] of share/strength.conf. Handicaps of other methods
 * stay as they are. */
void handicap_under_pressure(const struct strength *strength, struct handicap *handicap);
int strength_pressure(const struct strength *strength, int index); /* the value in section
                                                                    * [pressure] of the table */

/* Returns n if about one move in n loses a pawn or more at this level (three pawns or more if `big`
 * is set), or 0 if that is not known. For methods human and maia these numbers are measured. Method
 * madchess with an order bias was fitted to the losses of the players whom method human imitates,
 * so it has the same numbers. Without an order bias, its chance of a big loss is blunder_chance. */
int strength_slips(const struct strength *strength, const struct handicap *handicap, bool big);
/* Returns the level, on the engine scale, whose errors are `percent` of the size of those of this
 * level: the level of method human that loses a pawn or more that much more often. Returns 0 if the
 * errors of the method are not known. */
int strength_level_erring(const struct strength *strength, const struct handicap *handicap,
                          int percent);
/* Returns the percentage of mates in one that method human plays, or 0 if it is not known. */
int strength_mates_found(const struct strength *strength, const struct handicap *handicap);

/* The probability, in millionths, that an opponent of method human resigns instead of making its
 * next move, as often as people of the imitated rating do. `behind` is how many centipawns it is
 * behind according to its own search; `turns` is how many turns in a row, including this one, it
 * has been at least RESIGNING_MIN behind. Section [resigning.chance] has the probability, in
 * thousandths, for a player who is ten pawns behind. The probability is proportional to the square
 * of the pawns, up to 15, and falls with the square root of the turns, because a player who has
 * played on in such positions is likely to go on. 0 for other methods and below RESIGNING_MIN. */
enum { RESIGNING_MIN = 500 };
int strength_resigning(const struct strength *strength, const struct handicap *handicap, int behind,
                       int turns);

struct preset {
    char name[32];  /* "strong-club" */
    char words[32]; /* "strong club" */
    int elo;        /* ELO_FULL for "full" */
};
int strength_presets(const struct strength *strength, struct preset presets[], int max);
/* Finds the level of a preset by its name or words, ignoring case. The names that presets had in
 * earlier versions are found, too. */
MUST_USE bool strength_preset_find(const struct strength *strength, const char *name, int *elo);
/* The words of the strongest preset whose rating is at most `elo`, or of the preset "full" for
 * ELO_FULL. */
const char *strength_preset_name(const struct strength *strength, int elo);

/* One root move with its exact score. A weakening method chooses among these. */
enum { CANDIDATE_SHALLOW = 3 };
struct candidate {
    Move move;
    Score score;                     /* for the side to move; centipawns or mate */
    int shift;                       /* centipawns that the method's random error adds to the score;
                                      * 0 if the method has no errors of this kind */
    int chance;                      /* maia, human: how many of a million players play the move */
    Score shallow[CANDIDATE_SHALLOW]; /* human: the scores at depths 1, 2 and 3, as far as they were
                                       * searched */
    Move answer; /* human: the reply that refutes the move; NO_MOVE if none does, or if the only
                  * fault of the move is to miss what the best move wins */
    uint8_t answer_depth; /* human: the depth of search at which the fault shows; 0: no fault worth
                           * mentioning */
    uint8_t lure;         /* human: index of the feature of the choice model that adds most to the
                           * move's probability */
    uint8_t dropped_by;   /* the rule that removed the move (enum human_rule), RULE_NONE if it was
                           * kept */
    bool in_range;        /* the random draw could have chosen this move; for method stubborn: the
                           * move was the current choice at some time */
};

/* The features of the model of human move choice; candidate.lure is the index of a feature. The
 * functions return the number of features, the name of each in files, and its words: what attracts
 * a player to a move ("the recapture"), or "" if the feature makes a move less attractive. */
enum { CHOICE_FEATURES_MAX = 128 };
int choice_feature_count(void); /* at most CHOICE_FEATURES_MAX */
const char *choice_feature_name(int feature);
const char *choice_feature_words(int feature);

/* Reads folder/NAME.like, the style of one player, and sets *rating to the player's rating, on the
 * scale of Lichess rapid. Returns false and sets *error (file, line) if it is missing or
 * damaged. */
MUST_USE bool choice_style_rating(const char *folder, const char *name, int *rating,
                                  struct error *error);

/* Why the engine played its move, as a plain value without pointers. Its seed reproduces the
 * decision. */
struct decision {
    bool made; /* false: no weakening method chose the move */
    enum method method;
    Move best, played;
    Score best_score, played_score;
    int range; /* the limit of the error in centipawns. Depending on the method, it is the move
                * error or blunder error in force, the largest error or noise, one step of the walk,
                * or the margin. For maia and human it is the rating of the imitated players
                * instead */
    int die;   /* madchess: a random number, 0 .. 1023; below blunder_chance the move is a
                * blunder */
    int blunder_chance;
    int width_percent;        /* diffusion: percent of the usual width of the walk */
    int64_t spent, usual;     /* how long the opponent thought, and the usual time, in milliseconds;
                               * copied from struct context */
    Move first;               /* stubborn: the random move with which the choice began */
    int changes;              /* stubborn: how often the current choice was replaced by a better
                               * move */
    bool blunder;             /* madchess: `die` was below blunder_chance */
    bool deliberate;          /* the method chose a move worse than the best one */
    bool forced_win;          /* a known win was played, without any random choice */
    int cost;                 /* centipawns lost; 0 if the best move was played */
    int pressure;             /* size of the errors under pressure (handicap_pressure), in
                               * percent of the usual size; `handicap` already includes it; 0: not
                               * known */
    uint64_t random;          /* the random state used for the draw */
    struct handicap handicap; /* the handicap, with its errors adjusted to the pressure */
    uint64_t budget;          /* number of nodes that the search could use; 0: no limit, or a Maia
                               * network chose without a search */
    uint64_t cut;             /* number of nodes after which the clock ended the search; 0: the
                               * clock did not end it */
    int hash_mb;              /* size of the transposition table in mebibytes */
    int count;
    struct candidate candidates[CHESS_MOVES_MAX]; /* best first */
};

/* What a decision depends on, besides its candidates and the handicap. */
enum { CONTEXT_MOVES = 8 };
struct choice_style;
struct context {
    const struct position *position;
    const struct position *previous; /* the position one ply earlier, NULL at the start of the
                                      * game */
    Move recent[CONTEXT_MOVES]; /* the moves before the position, newest first: recent[0] is the
                                 * opponent's last move, recent[1] our own before it. Unused
                                 * places hold NO_MOVE. */
    int64_t spent; /* milliseconds that the opponent spent on the last move; 0: unknown */
    int64_t usual; /* milliseconds that our clock allows for a move; 0: no clock runs */
    const struct choice_style *style; /* human: the style handicap.like; NULL: people in general */
};

/* Picks a move. This is a pure function: the same arguments give the same decision. `candidates`
 * are legal moves. A method with the hook `choose` (strength/method.h) needs all moves that it may
 * choose from; for the other methods, the moves with known scores are enough. `random` is
 * handicap_random(handicap, ply). */
void decide(const struct context *context, const struct candidate candidates[], int count,
            const struct handicap *handicap, uint64_t random, struct decision *decision);
enum { DECISION_REASON_MAX = 256 }; /* enough characters for any text of decision_reason */
/* Writes which random numbers the method drew and why it chose the move, without a full stop, for
 * example "random number .132, below .150: a blunder allowed; one of 4 moves within 92 cp".
 * `position` is the one before the move. */
void decision_reason(const struct position *position, const struct decision *decision, char *text,
                     size_t size);
enum { ODDS_DRAWS = 1000 }; /* how often a choice is repeated to estimate its probabilities */
/* Computes how probable each candidate would be if the decision were repeated with other random
 * numbers; the probabilities sum to 1. Sets *exact to true if the method computes them itself, to
 * false if they are estimated by sampling. Returns false if the method adds its errors before or
 * during the search, because then the probabilities could be found only by new searches. `position`
 * is the one before the move. */
MUST_USE bool decision_odds(const struct position *position, const struct handicap *handicap,
                            const struct decision *decision, double chances[CHESS_MOVES_MAX],
                            bool *exact);
/* The search limits that reproduce the decision in the same game, if the engine also has the
 * decision's handicap and hash_mb. The result does not depend on the machine or on earlier
 * searches. */
struct limits decision_limits(const struct decision *decision);
/* The random state for one ply of the game, derived from the handicap's seed and `ply`. */
uint64_t handicap_random(const struct handicap *handicap, int ply);
