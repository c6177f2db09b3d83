/* The folder strength/ belongs to this header: one file for each way of weakening the engine, the
 * curves of share/strength.conf, and the decision. Networks are in maia and human.
 *
 * Other rooms include: method.h, conf.h.
 *
 * Weakening the engine: methods, the handicap that an Elo stands for, and the decision that picks a
 * move from scored candidates. Public. */
#pragma once

#include "engine/types.h"

/* Strength. A method is a row of hooks in strength/: the identifier, its name (and of its row,
 * method_NAME), one line. */
#define WEAKENING_METHODS(X)                                                                       \
    X(MADCHESS, madchess, "knowledge off, speed down, errors within a range (MadChess)")           \
    X(INACCURACY, inaccuracy, "speed down, each move misjudged by an error of its own")            \
    X(NOISE, noise, "speed down, each position misjudged by a noise of its own")                   \
    X(DIFFUSION, diffusion, "speed down, a walk among the candidates, wider where it is hard")     \
    X(STUBBORN, stubborn, "speed down, a first idea left only for one much better")                \
    X(MAIA, maia, "no search: moves as often as humans play them, by the Maia networks")           \
    X(HUMAN, human, "a shallow look and what draws the eye: moves as often as humans play them")
enum method {
#define X(id, name, words) METHOD_##id,
    WEAKENING_METHODS(X)
#undef X
        METHOD_COUNT
};
const char *method_name(enum method method);
const char *method_words(enum method method);
MUST_USE bool method_from_name(const char *name, enum method *method);

/* The networks of the Maia project: one every so many points of rating. */
enum { MAIA_MIN = 1100, MAIA_MAX = 1900, MAIA_STEP = 100 };

/* What shapes a method besides its speed, each a curve over the Elo in share/strength.conf: the
 * method, the field of struct handicap (its name in files too), its UCI option, least and most,
 * unit, what it is. */
#define METHOD_PARAMETERS(X)                                                                       \
    X(MADCHESS, move_error, "Move Error", 0, 10000, "cp",                                          \
      "below the best move, played without noticing")                                              \
    X(MADCHESS, blunder_error, "Blunder Error", 0, 10000, "cp", "that a blunder may give away")    \
    X(MADCHESS, blunder_chance, "Blunder Chance", 0, 1024, "/1024", "moves that are blunders")     \
    X(INACCURACY, root_error, "Root Error", 0, 10000, "cp", "at most, of each root move")          \
    X(NOISE, leaf_noise, "Leaf Noise", 0, 10000, "cp", "at most, of each evaluation")              \
    X(DIFFUSION, walk, "Walk", 0, 10000, "cp", "of chance in each step of the choice")             \
    X(DIFFUSION, drift, "Drift", 1, 100, "%", "of a move's score, the rest of each step")          \
    X(DIFFUSION, steps, "Steps", 1, 1000, "", "until it plays")                                    \
    X(DIFFUSION, spread_effect, "Spread Effect", 0, 100, "%", "wider where scores lie far apart")  \
    X(DIFFUSION, usual_spread, "Usual Spread", 1, 1000, "cp", "that makes no difference")          \
    X(DIFFUSION, replies_effect, "Replies Effect", 0, 100, "%", "wider with many moves")           \
    X(DIFFUSION, usual_replies, "Usual Replies", 1, 218, "", "moves, that make no difference")     \
    X(DIFFUSION, time_effect, "Time Effect", 0, 100, "%", "wider after a long or short thought")   \
    X(DIFFUSION, usual_time, "Usual Time", 1, 3600000, "ms", "of thought, without a clock")        \
    X(STUBBORN, margin, "Margin", 0, 10000, "cp", "that a better idea must be better by")          \
    X(MAIA, rating, "Maia Rating", MAIA_MIN, MAIA_MAX, "", "of the players it plays like")         \
    X(MAIA, temperature, "Maia Temperature", 1, 1000, "%", "of the draw: less is more certain")    \
    X(MAIA, top_p, "Maia Top P", 1, 100, "%", "of the games: rarer moves are left out")            \
    X(HUMAN, player_rating, "Human Rating", 400, 3000, "", "of the players it plays like")         \
    X(HUMAN, boldness, "Human Boldness", 1, 1000, "%", "of the draw: less is more certain")        \
    X(HUMAN, calculation, "Human Calculation", 0, 10000, "%", "how much its own search decides")

enum {
#define X(id, field, option, min, max, unit, words) PARAMETER_##field,
    METHOD_PARAMETERS(X)
#undef X
        METHOD_PARAMETER_COUNT
};
struct method_parameter {
    enum method method;
    const char *name, *option, *unit, *words; /* "move_error", "Move Error", "cp" */
    int min, max;
};
const struct method_parameter *method_parameter(int index); /* 0 .. METHOD_PARAMETER_COUNT - 1 */

/* Inferior candidates no human would choose, dropped by name before the choice. */
#define HUMAN_RULES(X)                                                                             \
    X(CASTLING_RIGHTS, "castling", "gives up castling rights without need")                        \
    X(EN_PRISE_TO_PAWN, "en-prise", "puts a piece where a pawn takes it")                          \
    X(NO_RECAPTURE, "recapture", "does not recapture what was just lost")                          \
    X(SHUFFLE, "shuffle", "moves a piece back where it just came from")                            \
    X(BACK_RANK, "back-rank", "retreats to the back rank")
enum human_rule {
#define X(id, name, words) RULE_##id,
    HUMAN_RULES(X)
#undef X
        RULE_COUNT,
    RULE_NONE = RULE_COUNT
};
const char *human_rule_name(enum human_rule rule);
const char *human_rule_words(enum human_rule rule);

enum { ELO_MIN = 600, ELO_MAX = 2600, ELO_STEP = 25, ELO_FULL = 0 /* full strength */ };

/* Everything that weakens the engine: a plain value. */
struct handicap {
    bool limited; /* false: full strength, the rest is ignored */
    int elo;      /* what it was computed from; ELO_FULL when set by hand */
    enum method method;
    int nodes_per_second;
#define X(id, field, option, min, max, unit, words) int field;
    METHOD_PARAMETERS(X) /* those of other methods are 0 */
#undef X
    int endgame_percent; /* share of the node budget left with kings and pawns alone */
    int time_discount;   /* percent, 0 .. 100: 0, the node budget grows with the time a move is
                          * allotted, 100, not at all */
    int reference_time;  /* milliseconds allotted where the discount makes no difference */
    int knowledge[GROUP_COUNT]; /* percent: 0 naive, 100 full */
    unsigned rules;             /* set of 1 << enum human_rule that drop candidates */
    int book_plies;             /* of the game that it may play from a book */
    uint64_t seed;
};
/* The field of a parameter, by its index. */
int *handicap_parameter(struct handicap *handicap, int index);
/* "39151 nodes/s, move error 31, blunder error 92, blunder chance 67/1024". */
void handicap_words(const struct handicap *handicap, char *text, size_t size);

/* The table of share/strength.conf. Opaque to users; embedded default, or read from text. */
struct strength;
/* NULL text: the embedded table. NULL on error (error filled; file, line, column set). */
struct strength *strength_create(const char *text, const char *file_name, struct error *error);
void strength_destroy(struct strength *strength);

/* elo: ELO_MIN .. ELO_MAX (clamped), or ELO_FULL. Results truncated to integers. */
struct handicap handicap_for(const struct strength *strength, enum method method, int elo,
                             uint64_t seed);
/* Those that imitate players imitate those of this rating, whatever Elo that stands for on our
 * scale; other methods at that Elo. */
struct handicap handicap_for_rating(const struct strength *strength, enum method method, int rating,
                                    uint64_t seed);
/* By METHOD_MADCHESS. */
struct handicap handicap_for_elo(const struct strength *strength, int elo, uint64_t seed);

/* Nodes a second in effect for a move that is allotted so many milliseconds: nodes_per_second, with
 * the time discount. At least 1. */
int handicap_speed(const struct handicap *handicap, int64_t milliseconds);

/* The nodes a limited engine may spend on a move that is allotted so many milliseconds: fewer in
 * the endgame, down to endgame_percent; at least 1. */
uint64_t handicap_nodes(const struct handicap *handicap, const struct position *position,
                        int64_t milliseconds);

/* How long a move takes where no clock says so. Milliseconds. */
struct natural_time {
    int allotted; /* what an untimed limited engine allots itself for a move */
    int shortest; /* no move is shown sooner */
    int longest;  /* none later in an untimed game */
};
struct natural_time strength_natural_time(const struct strength *strength);

struct preset {
    char name[32]; /* "strong-social" */
    int elo;       /* ELO_FULL for "full" */
};
int strength_presets(const struct strength *strength, struct preset presets[], int max);
/* The preset whose rating is nearest below or at elo; "full" for ELO_FULL. */
const char *strength_preset_name(const struct strength *strength, int elo);

/* One root move with its exact score. */
enum { CANDIDATE_GLANCES = 3 };
struct candidate {
    Move move;
    Score score;                     /* for the side to move; centipawns or mate */
    int shift;                       /* centipawns by which the method misjudged it, where it did */
    int chance;                      /* maia, human: of a million players, those who play it */
    Score glance[CANDIDATE_GLANCES]; /* human: at depth 1, 2 and 3, as far as it was searched */
    Move answer; /* human: the reply that the score counts on; NO_MOVE: there is none, or it
                  * is no fault of the move but that it leaves out what the best one wins */
    uint8_t answer_depth; /* human: plies at which the fault shows, 0: it has none worth a word */
    uint8_t lure;         /* human: what speaks for the move most, a feature of the choice model */
    uint8_t dropped_by;   /* enum human_rule, RULE_NONE when kept */
    bool in_range;        /* took part in the draw; stubborn: was held for a while */
};

/* The features of the model of human move choice, as candidates name them: count, name in files,
 * and what drew a player to a move ("the recapture"; "" for features that repel). */
enum { CHOICE_FEATURES_MAX = 128 };
int choice_feature_count(void); /* at most CHOICE_FEATURES_MAX */
const char *choice_feature_name(int feature);
const char *choice_feature_words(int feature);

/* Why the engine played what it played. Pointer-free; can be replayed from its seed. */
struct decision {
    bool made; /* false: full strength, nothing was decided */
    enum method method;
    Move best, played;
    Score best_score, played_score;
    int range; /* centipawns: the blunder or the move error that applied; the greatest
                * error or noise; a step of the walk; the margin. maia and human: the
                * players' rating */
    int die;   /* 0 .. 1023; a blunder when below blunder_chance */
    int blunder_chance;
    int width_percent;        /* diffusion: of the usual walk */
    int64_t spent, usual;     /* milliseconds of the situation */
    Move first;               /* stubborn: the idea it began with */
    int changes;              /* stubborn: times it left an idea */
    bool blunder;             /* the die said so */
    bool deliberate;          /* played is worse than best, on purpose */
    bool forced_win;          /* a known win was played, no die was cast */
    int cost;                 /* centipawns given away, 0 when played is best */
    uint64_t random;          /* the state the dice came from */
    struct handicap handicap; /* it was made with */
    uint64_t budget;          /* nodes there were for it, 0: no limit; a Maia network needs none */
    uint64_t cut;             /* the clock ended it after so many nodes; 0: it did not */
    int hash_mb;              /* of its table */
    int count;
    struct candidate candidates[CHESS_MOVES_MAX]; /* best first */
};

/* What a choice may know besides its candidates. */
struct situation {
    const struct position *position;
    const struct position *previous; /* one ply before, NULL at the start */
    Move last, own;                  /* the move that led here, our own before it, or NO_MOVE */
    int64_t spent; /* milliseconds the other player thought about last; 0: not known */
    int64_t usual; /* that a move is allotted by our clock; 0: no clock runs */
};

/* Pure: the same arguments give the same decision. candidates must be legal in position: all moves
 * there are, or of a method without a choice those whose scores are known. random:
 * handicap_random(handicap, ply). */
void decide(const struct situation *situation, const struct candidate candidates[], int count,
            const struct handicap *handicap, uint64_t random, struct decision *decision);
/* What the method drew and why it chose, without a stop: "die .132 < .150: range 92 cp, one of
 * 4". position: before the move. */
void decision_reason(const struct position *position, const struct decision *decision, char *text,
                     size_t size);
/* How probable each of decision's candidates is when the dice fall anew, in their order; they add
 * up to 1. *exact: by the method's own probabilities, else by counting draws. False: the method
 * errs before or during the search, so that only searching again with another seed tells. position:
 * before the move. */
MUST_USE bool decision_odds(const struct position *position, const struct handicap *handicap,
                            const struct decision *decision, double chances[CHESS_MOVES_MAX],
                            bool *exact);
/* What to think under to decide the same again, with the decision's handicap and hash_mb and after
 * the same moves: whatever the machine, whatever was thought before. */
struct limits decision_limits(const struct decision *decision);
/* The random state for a ply of the game: a mix of seed and ply. */
uint64_t handicap_random(const struct handicap *handicap, int ply);
