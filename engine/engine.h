/* Thinking: start, stop, poll a report, limits, options, strength. Public.
 *
 * A struct engine owns its threads and its transposition table; two of them in one process play
 * each other. It never prints, never exits, never waits for anything but its own threads.
 */
#pragma once

#include "engine/chess.h"

/* Scores: centipawns; a mate in n plies is SCORE_MATE - n, being mated in n plies n - SCORE_MATE.
 * A tablebase win is SCORE_TABLEBASE - ply. */
enum {
    PLY_MAX = 128,
    SCORE_INFINITE = 32001,
    SCORE_MATE = 32000,
    SCORE_MATE_MIN = SCORE_MATE - 2 * PLY_MAX, /* scores from here up are mates */
    SCORE_TABLEBASE = 30000,
    SCORE_TABLEBASE_MIN = SCORE_TABLEBASE - 2 * PLY_MAX, /* from here up: won for certain */
    SCORE_NONE = 32002,
};

/* Positional groups, the toggles a user sees: identifier, name in files and commands, short name
 * (debug pane), the same in ASCII (UCI "Knows <name>"), words for a sentence. Along MadChess's
 * list. */
#define POSITIONAL_GROUPS(X)                                                                       \
    X(PAWN_VALUES, "pawn_values", "pawns", "pawns", "the value of pawns")                          \
    X(MINOR_VALUES, "minor_values", "N≠B", "N/B", "knights from bishops")                          \
    X(MAJOR_VALUES, "major_values", "R,Q", "R/Q", "the value of rooks and queens")                 \
    X(PASSED_PAWNS, "passed_pawns", "passed", "passed", "passed pawns")                            \
    X(KING_SAFETY, "king_safety", "king", "king", "king safety")                                   \
    X(PIECE_LOCATION, "piece_location", "location", "location", "where pieces stand")              \
    X(MOBILITY, "mobility", "mobility", "mobility", "mobility")                                    \
    X(PAWN_STRUCTURE, "pawn_structure", "structure", "structure", "pawn structure")                \
    X(THREATS, "threats", "threats", "threats", "threats")                                         \
    X(MINOR_MANEUVERING, "minor_maneuvering", "minor", "minor", "outposts and the bishop pair")    \
    X(MAJOR_MANEUVERING, "major_maneuvering", "major", "major", "open files and the seventh rank")

enum group {
#define X(id, key, name, ascii, words) GROUP_##id,
    POSITIONAL_GROUPS(X)
#undef X
    GROUP_COUNT
};
const char *group_name(enum group group);  /* "passed" */
const char *group_ascii(enum group group); /* the same in ASCII: "N/B" for "N≠B", "R/Q" */
const char *group_key(enum group group);   /* "passed_pawns": files, options, commands */
const char *group_words(enum group group); /* "passed pawns" */

/* Search features: identifier, default, what it does. Each has a switch; the ladder prices them.
 * (The last one is the evaluation's: without it the middlegame's weights count all game.) */
#define SEARCH_FEATURES(X)                                                          \
    X(aspiration, true, "aspiration windows around the last score")                 \
    X(hash_table, true, "cutoffs from the transposition table")                     \
    X(null_move, true, "null-move pruning")                                         \
    X(reverse_futility, true, "reverse futility pruning (static null move)")        \
    X(razoring, true, "razoring: quiescence instead of a hopeless shallow search")  \
    X(probcut, true, "probcut: a capture that beats beta by far needs less depth")  \
    X(futility, true, "futility pruning of quiet moves near the leaves")            \
    X(late_move_reductions, true, "late move reductions")                           \
    X(late_move_pruning, true, "late move pruning")                                 \
    X(see_pruning, true, "pruning of losing exchanges, also in quiescence")         \
    X(killers, true, "killer moves")                                                \
    X(counter_move, true, "the quiet move that refuted the last move before")       \
    X(history, true, "butterfly history")                                           \
    X(threat_history, true, "butterfly history told apart by attacked squares")     \
    X(continuation_history, true, "counter-move and follow-up history")             \
    X(capture_history, true, "capture history")                                     \
    X(correction_history, true, "static evaluation corrected by past errors")       \
    X(mate_distance, true, "mate-distance pruning")                                 \
    X(cycle_detection, true, "repetitions seen one move ahead")                     \
    X(fifty_damping, true, "scores fade as the fifty-move rule comes near")         \
    X(check_extension, true, "check extensions")                                    \
    X(internal_iterative_reduction, true, "internal iterative reduction")           \
    X(singular, true, "singular extensions and multicut")                           \
    X(quiescence_checks, true, "quiet checks at the first ply of quiescence")       \
    X(mvv_lva, true, "captures ordered by victim and attacker")                     \
    X(see_order, true, "losing captures tried after the quiet moves")               \
    X(insufficient_material, true, "no search where nobody can mate")               \
    X(repetition_draws, true, "a position that came before is a draw")              \
    X(time_management, true, "time by the course of the search, not by the move")   \
    X(tapered, true, "weights of the evaluation that go from middlegame to endgame")

struct search_features {
#define X(id, on, words) bool id;
    SEARCH_FEATURES(X)
#undef X
};
struct search_features search_features_default(void);
/* Sets one by its name, or the first letters of its words where no other has the same ("lmr");
 * false when there is no such feature. */
MUST_USE bool search_features_set(struct search_features *features, const char *name, bool on);

/* Strength. A method is a row of hooks in strength/: the identifier, its name (and of its row,
 * method_NAME), one line. */
#define WEAKENING_METHODS(X)                                                                    \
    X(MADCHESS, madchess, "knowledge off, speed down, errors within a range (MadChess)")        \
    X(INACCURACY, inaccuracy, "speed down, each move misjudged by an error of its own")         \
    X(NOISE, noise, "speed down, each position misjudged by a noise of its own")                \
    X(DIFFUSION, diffusion, "speed down, a walk among the candidates, wider where it is hard")  \
    X(STUBBORN, stubborn, "speed down, a first idea left only for one much better")             \
    X(MAIA, maia, "no search: moves as often as humans play them, by the Maia networks")        \
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
#define METHOD_PARAMETERS(X)                                                                    \
    X(MADCHESS, move_error, "Move Error", 0, 10000, "cp",                                       \
      "below the best move, played without noticing")                                           \
    X(MADCHESS, blunder_error, "Blunder Error", 0, 10000, "cp", "that a blunder may give away") \
    X(MADCHESS, blunder_chance, "Blunder Chance", 0, 1024, "/1024", "moves that are blunders") \
    X(INACCURACY, root_error, "Root Error", 0, 10000, "cp", "at most, of each root move")       \
    X(NOISE, leaf_noise, "Leaf Noise", 0, 10000, "cp", "at most, of each evaluation")           \
    X(DIFFUSION, walk, "Walk", 0, 10000, "cp", "of chance in each step of the choice")          \
    X(DIFFUSION, drift, "Drift", 1, 100, "%", "of a move's score, the rest of each step")       \
    X(DIFFUSION, steps, "Steps", 1, 1000, "", "until it plays")                                 \
    X(DIFFUSION, spread_effect, "Spread Effect", 0, 100, "%", "wider where scores lie far apart") \
    X(DIFFUSION, usual_spread, "Usual Spread", 1, 1000, "cp", "that makes no difference")       \
    X(DIFFUSION, replies_effect, "Replies Effect", 0, 100, "%", "wider with many moves")        \
    X(DIFFUSION, usual_replies, "Usual Replies", 1, 218, "", "moves, that make no difference")  \
    X(DIFFUSION, time_effect, "Time Effect", 0, 100, "%", "wider after a long or short thought") \
    X(DIFFUSION, usual_time, "Usual Time", 1, 3600000, "ms", "of thought, without a clock")     \
    X(STUBBORN, margin, "Margin", 0, 10000, "cp", "that a better idea must be better by")       \
    X(MAIA, rating, "Maia Rating", MAIA_MIN, MAIA_MAX, "", "of the players it plays like")     \
    X(MAIA, temperature, "Maia Temperature", 1, 1000, "%", "of the draw: less is more certain") \
    X(MAIA, top_p, "Maia Top P", 1, 100, "%", "of the games: rarer moves are left out")         \
    X(HUMAN, player_rating, "Human Rating", 400, 3000, "", "of the players it plays like")    \
    X(HUMAN, boldness, "Human Boldness", 1, 1000, "%", "of the draw: less is more certain")     \
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
#define HUMAN_RULES(X)                                                          \
    X(CASTLING_RIGHTS, "castling", "gives up castling rights without need")     \
    X(EN_PRISE_TO_PAWN, "en-prise", "puts a piece where a pawn takes it")       \
    X(NO_RECAPTURE, "recapture", "does not recapture what was just lost")       \
    X(SHUFFLE, "shuffle", "moves a piece back where it just came from")         \
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
    bool limited;             /* false: full strength, the rest is ignored */
    int elo;                  /* what it was computed from; ELO_FULL when set by hand */
    enum method method;
    int nodes_per_second;
#define X(id, field, option, min, max, unit, words) int field;
    METHOD_PARAMETERS(X)      /* those of other methods are 0 */
#undef X
    int endgame_percent;      /* share of the node budget left with kings and pawns alone */
    int time_discount;        /* percent, 0 .. 100: 0, the node budget grows with the time a move is
                               * allotted, 100, not at all */
    int reference_time;       /* milliseconds allotted where the discount makes no difference */
    int knowledge[GROUP_COUNT]; /* percent: 0 naive, 100 full */
    unsigned rules;           /* set of 1 << enum human_rule that drop candidates */
    int book_plies;           /* of the game that it may play from a book */
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
    Score score;          /* for the side to move; centipawns or mate */
    int shift;            /* centipawns by which the method misjudged it, where it did */
    int chance;           /* maia, human: of a million players, those who play it */
    Score glance[CANDIDATE_GLANCES]; /* human: at depth 1, 2 and 3, as far as it was searched */
    Move answer; /* human: the reply that the score counts on; NO_MOVE: there is none, or it
                  * is no fault of the move but that it leaves out what the best one wins */
    uint8_t answer_depth; /* human: plies at which the fault shows, 0: it has none worth a word */
    uint8_t lure;         /* human: what speaks for the move most, a feature of the choice model */
    uint8_t dropped_by;   /* enum human_rule, RULE_NONE when kept */
    bool in_range;        /* took part in the draw; stubborn: was held for a while */
};

/* Why the engine played what it played. Pointer-free; can be replayed from its seed. */
struct decision {
    bool made;            /* false: full strength, nothing was decided */
    enum method method;
    Move best, played;
    Score best_score, played_score;
    int range;            /* centipawns: the blunder or the move error that applied; the greatest
                           * error or noise; a step of the walk; the margin. maia and human: the
                           * players' rating */
    int die;              /* 0 .. 1023; a blunder when below blunder_chance */
    int blunder_chance;
    int width_percent;    /* diffusion: of the usual walk */
    int64_t spent, usual; /* milliseconds of the situation */
    Move first;           /* stubborn: the idea it began with */
    int changes;          /* stubborn: times it left an idea */
    bool blunder;         /* the die said so */
    bool deliberate;      /* played is worse than best, on purpose */
    bool forced_win;      /* a known win was played, no die was cast */
    int cost;             /* centipawns given away, 0 when played is best */
    uint64_t random;      /* the state the dice came from */
    struct handicap handicap; /* it was made with */
    uint64_t budget;      /* nodes there were for it, 0: no limit; a Maia network needs none */
    uint64_t cut;         /* the clock ended it after so many nodes; 0: it did not */
    int hash_mb;          /* of its table */
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

/* When to stop. Zero means "no such limit". All times in milliseconds. */
struct limits {
    uint64_t nodes;
    int depth;               /* plies */
    int mate;                /* stop at a mate in that many moves */
    int64_t movetime;
    int64_t time[COLOR_COUNT], increment[COLOR_COUNT];
    bool clock;              /* time[] and increment[] count, even when zero or negative */
    int moves_to_go;
    int64_t opponent_spent;  /* thinking about the last move; 0: not known */
    uint64_t budget;         /* a weakened engine's nodes, and */
    int64_t usual;           /* what it takes for a usual move's time: in place of what the clock
                              * comes to, to decide again as before (decision_limits) */
    bool infinite, ponder;   /* until engine_stop / engine_ponderhit */
    int search_moves_count;  /* only these root moves, when not zero */
    Move search_moves[CHESS_MOVES_MAX];
};

enum { REPORT_LINES_MAX = 64, REPORT_PV_MAX = 64 };
enum bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct line {
    Score score;
    int depth, selective_depth;
    uint8_t bound; /* enum bound */
    int length;
    Move moves[REPORT_PV_MAX];
};

/* A consistent snapshot of a search: a plain value without pointers. */
struct report {
    uint32_t id;             /* of the request it answers */
    uint32_t serial;         /* grows with every change within a request */
    bool finished;           /* best is final; sent exactly once a request */
    int depth, selective_depth;
    uint64_t nodes, tablebase_hits;
    int64_t elapsed;         /* milliseconds */
    int hash_permille;
    bool from_book;
    int line_count;
    struct line lines[REPORT_LINES_MAX]; /* best first */
    Move best, ponder;       /* NO_MOVE: none (mated, stalemate) */
    struct decision decision; /* made when limited */
};

struct engine_settings {
    int hash_mb;             /* 1 .. 65536, default 64 */
    int threads;             /* 1 .. 256 */
    int multi_pv;            /* 1 .. REPORT_LINES_MAX */
    int move_overhead;       /* milliseconds kept for the world outside, default 10 */
    struct search_features features;
    int knowledge[GROUP_COUNT]; /* percent, as in struct handicap, while that is not limited */
    struct handicap handicap;
    bool own_book;
    bool book_best;          /* always the heaviest move, not a weighted choice */
    char book_file[1024];
    char syzygy_path[512];
    char maia_folder[512];   /* where METHOD_MAIA finds its networks, maia-1100.pb.gz and so on */
};
struct engine_settings engine_settings_default(void);

struct engine;

/* wake may be NULL; it is called from a search thread after each new report, with no lock held,
 * and must not call back into the engine. NULL when out of memory. */
struct engine *engine_create(void (*wake)(void *context), void *context);
/* One with these settings, and nobody to wake. NULL fills error. */
struct engine *engine_create_with(const struct engine_settings *settings, struct error *error);
void engine_destroy(struct engine *engine);

/* Takes effect at once when idle; a running search is stopped first (its final report stays).
 * False (error filled): out of memory, an unreadable book / path, or METHOD_MAIA without networks;
 * the old settings stay. */
MUST_USE bool engine_configure(struct engine *engine, const struct engine_settings *settings,
                               struct error *error);
const struct engine_settings *engine_settings(const struct engine *engine);

/* Forgets everything learnt (table, histories). */
void engine_new_game(struct engine *engine);

/* start plus the moves played since: repetitions count. Moves must be legal. */
MUST_USE bool engine_set_position(struct engine *engine, const struct position *start,
                                  const Move moves[], int count);

/* Begins to think and returns at once with the id of the request. Stops a running search first. */
uint32_t engine_start(struct engine *engine, const struct limits *limits);
void engine_stop(struct engine *engine);      /* returns at once; the final report follows */
void engine_ponderhit(struct engine *engine); /* returns at once */
void engine_wait(struct engine *engine);      /* until the search has finished */
bool engine_is_thinking(struct engine *engine);

/* The newest report, copied. False if nothing changed since (id, serial) in *report. */
bool engine_poll(struct engine *engine, struct report *report);
/* The three at once: thinks to its end and copies the report. As engine_poll. */
bool engine_think(struct engine *engine, const struct limits *limits, struct report *report);

/* What the endgame tables of syzygy_path say of a position, for the side to move. */
struct table_verdict {
    int result; /* 2 won, 1 won but for the fifty-move rule, 0 drawn, -1, -2 lost likewise */
    int plies;  /* to the next capture, pawn move or mate on the way; 0: not known */
    Move best;
    int count;  /* of the moves that keep the result, the best first */
    Move keeping[CHESS_MOVES_MAX];
};
/* False: they do not know it, or there are none. */
MUST_USE bool engine_tables(const struct engine *engine, const struct position *position,
                            struct table_verdict *verdict);

/* Static evaluation of any position under the engine's current weights, for the side to move. */
Score engine_evaluate(struct engine *engine, const struct position *position);

/* Why: a row for each term that counts something in the position. Their centipawns[WHITE] -
 * centipawns[BLACK], summed, are the evaluation for white; what no term carries (known endings)
 * is a row without a group. */
enum { EXPLAINED_MAX = 256 };
struct explained {
    const char *words;           /* "passed pawns, by rank" */
    int group;                   /* enum group, GROUP_COUNT for none */
    int centipawns[COLOR_COUNT]; /* its worth to each side */
};
int engine_explain(struct engine *engine, const struct position *position,
                   struct explained rows[EXPLAINED_MAX]); /* returns their number */

/* Searches the bench positions to a fixed depth on one thread; deterministic. */
struct bench {
    uint64_t nodes;
    int64_t elapsed;
};
MUST_USE bool engine_bench(struct bench *bench, int depth, int hash_mb, int threads);
enum { BENCH_DEPTH = 10 };

/* True for mates; *moves is in moves, negative when being mated. */
bool score_is_mate(Score score, int *moves);

/* Expected result per mille from a score, for UCI_ShowWDL. Sum is 1000. */
void score_to_wdl(Score score, int ply, int wdl[3]);

/* Opening books (Polyglot). */
struct book;
struct book *book_open(const char *path, struct error *error); /* NULL on error */
void book_close(struct book *book);
/* A weighted choice by random (or the best when best is set); NO_MOVE when out of book. */
Move book_move(const struct book *book, const struct position *position, uint64_t random,
               bool best);

struct book_line {
    Move move;
    uint16_t weight; /* 0: in the book, but not to be played */
};
/* The legal moves the book has here, heaviest first; returns their number. */
int book_lines(const struct book *book, const struct position *position,
               struct book_line lines[CHESS_MOVES_MAX]);
/* Entries in the whole book. */
size_t book_size(const struct book *book);

enum { BOOK_ENTRY_BYTES = 16 };
/* An entry as the file holds it; in the file their keys never fall. */
void book_pack(uint64_t key, Move move, uint16_t weight, unsigned char entry[BOOK_ENTRY_BYTES]);

/* Human-like networks: weight files of Lc0's form, as Maia's are. From a position and those
 * before it they say how probable it is that a human plays each move. */
struct human_network;

/* NULL fills error (file set): the file cannot be read, is damaged, or holds a network of another
 * form; or is packed by gzip and the program was built without zlib. */
struct human_network *human_network_open(const char *path, struct error *error);
void human_network_close(struct human_network *network); /* NULL is fine */
/* Bytes it takes; the multiplications of a position, counted as if no input were zero (most are,
 * and are left out); a static string: how it computes. */
size_t human_network_bytes(const struct human_network *network);
size_t human_network_multiplications(const struct human_network *network);
const char *human_network_processor(void);

enum { HUMAN_HISTORY = 8, HUMAN_KEYS_MAX = 256 };
/* What a network sees of a game: a plain value. */
struct human_history {
    struct position recent[HUMAN_HISTORY]; /* newest first */
    bool repeated[HUMAN_HISTORY];          /* that position came before in the game */
    int count;                             /* 1 .. HUMAN_HISTORY */
    uint64_t keys[HUMAN_KEYS_MAX];         /* since the last capture or pawn move */
    int key_count;
};
void human_history_begin(struct human_history *history, const struct position *start);
/* The same in the middle of a game, with the keys of the positions since the last capture or pawn
 * move, the oldest first, this one's not among them. */
void human_history_resume(struct human_history *history, const struct position *position,
                          const uint64_t keys[], int count);
void human_history_play(struct human_history *history, Move move); /* a legal one */

struct human_policy {
    int count;                      /* of legal moves; 0: the game is over */
    Move moves[CHESS_MOVES_MAX];    /* most probable first */
    float chances[CHESS_MOVES_MAX]; /* of each; their sum is 1 */
    float legal;                    /* share of the raw policy that fell on legal moves */
    float wdl[3];                   /* the mover wins, draws, loses; their sum is 1 */
};
/* The policies for so many games, faster for each when they are many. A network may answer any
 * number of threads at once. False: out of memory. */
MUST_USE bool human_policies(const struct human_network *network,
                             const struct human_history histories[], int count,
                             struct human_policy policies[]);

/* The choice model of METHOD_HUMAN, from inside: for the fit. A move's chance is the softmax over
 * the legal moves of what speaks for it: the sum of its features, each times a weight that goes
 * with the rating. One of them is habit, which a small network knows. A residual network makes
 * channels of the planes of the board. Units then judge each move: each is the positive part of a
 * sum, of what the channels say of both squares and on average, and of rows, one for everything
 * that is there: features, where the piece comes from and goes, the rating. What a unit is worth
 * goes with the rating, too. */
enum {
    CHOICE_FEATURES_MAX = 128,
    CHOICE_KNOTS = 6, /* a weight is given at so many ratings, and between them in straight lines */
    CHOICE_KNOT_FIRST = 600,
    CHOICE_KNOT_STEP = 400,
    CHOICE_BOOK_MOVES = 5, /* of the game, in which players know openings */
    CHOICE_PLANES = 37,
    CHOICE_FILTERS = 64, /* channels */
    CHOICE_PANEL = 16,   /* of them, in the order of the weights */
    CHOICE_BLOCKS = 6,
    CHOICE_UNITS = 96,
    CHOICE_MOVE_ROWS = 4,                    /* of a move, its features not among them */
    CHOICE_ROW_KNOTS = CHOICE_FEATURES_MAX, /* the rows of the features come first */
    CHOICE_ROWS = 1138,
};
/* Of a convolution over nine taps: [outputs / PANEL][taps][inputs][PANEL]. */
typedef float ChoiceTaps[CHOICE_FILTERS * 9 * CHOICE_FILTERS];
struct choice_block {
    ChoiceTaps first, second;
    float first_biases[CHOICE_FILTERS], second_biases[CHOICE_FILTERS];
    float pool[CHOICE_FILTERS][CHOICE_FILTERS]; /* of each channel's mean, to the first's biases */
};
struct choice_net {
    float input[CHOICE_PLANES][9][CHOICE_FILTERS];
    float input_knots[CHOICE_KNOTS][CHOICE_FILTERS];
    struct choice_block blocks[CHOICE_BLOCKS];
    /* To the units: the channels of a move's squares, and their means. */
    float from[CHOICE_FILTERS][CHOICE_UNITS], to[CHOICE_FILTERS][CHOICE_UNITS];
    float scene[CHOICE_FILTERS][CHOICE_UNITS];
    float rows[CHOICE_ROWS][CHOICE_UNITS];
    float worth[CHOICE_KNOTS][CHOICE_UNITS];
};
struct choice_model {
    float weights[CHOICE_FEATURES_MAX][CHOICE_KNOTS];
    struct choice_net net;
};
enum { CHOICE_ROW_MAX = CHOICE_FILTERS * CHOICE_PANEL };
/* The network as the file has it, row by row: which of its numbers a row begins with, and how many
 * it has; false: there are no more rows. */
bool choice_net_row(int row, size_t *first, int *width);
/* Of a move, as its mover sees it. */
struct choice_move {
    uint8_t from, to; /* squares */
    uint16_t rows[CHOICE_MOVE_ROWS];
};
/* What the network is asked by, besides rating and features: the board and its moves, as the mover
 * sees them. */
struct choice_view {
    uint64_t planes[CHOICE_PLANES]; /* the squares where there is what a plane is of */
    int phase_row, count;           /* of the moves */
    struct choice_move moves[CHESS_MOVES_MAX];
};
void choice_see(const struct situation *situation, const struct candidate candidates[], int count,
                struct choice_view *view);
/* Left for right. False: somebody may castle yet, and the view stays as it is. */
bool choice_mirror(struct choice_view *view);
int choice_feature_count(void); /* at most CHOICE_FEATURES_MAX */
const char *choice_feature_name(int feature);
int choice_feature_habit(void);
bool choice_feature_is_searched(int feature); /* nothing without a search */
/* What drew a player to a move ("the recapture"); "" where it is no attraction. */
const char *choice_feature_words(int feature);
/* The features of each move. candidates: all legal moves, with score and glances. */
void choice_features(const struct situation *situation, const struct candidate candidates[],
                     int count, float features[][CHOICE_FEATURES_MAX]);
/* How much of the weight at each knot goes into that at a rating; beyond the first and the last the
 * line goes on. */
void choice_knots(double rating, float knots[CHOICE_KNOTS]);
/* The model of share/human.conf and share/habits.conf, of which copies are built in. */
const struct choice_model *choice_model_shipped(void);
/* Reads the text of human.conf, and leaves the network; false fills error (file, line, column). */
MUST_USE bool choice_model_read(struct choice_model *model, const char *text, const char *file_name,
                                struct error *error);
/* The same of share/habits.conf: the network. A line a row, its unit as a decimal, a blank, and
 * four digits to base 64 for every three numbers, the highest first: eight bits of each, 128 more
 * than it is in units; noughts fill up the last three. */
MUST_USE bool choice_habits_read(struct choice_model *model, const char *text,
                                 const char *file_name, struct error *error);
#define CHOICE_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"

/* Of each move, by its features; their sum is 1. The features are used up: each becomes how much it
 * speaks for the move, by its weight and as part of the habit. */
void choice_chances(const struct choice_model *model, double rating,
                    const struct situation *situation, const struct candidate candidates[],
                    int count, float features[][CHOICE_FEATURES_MAX],
                    double chances[CHESS_MOVES_MAX]);

/* The weight file of the network of that rating in folder, packed or not; false when there is none
 * that can be read. rating: MAIA_MIN .. MAIA_MAX in steps of MAIA_STEP. */
MUST_USE bool maia_file(const char *folder, int rating, char *path, size_t size);
/* The ratings there is such a file for, lowest first; returns their number. */
enum { MAIA_COUNT = (MAIA_MAX - MAIA_MIN) / MAIA_STEP + 1 };
int maia_ratings(const char *folder, int ratings[MAIA_COUNT]);
/* Whose moves they play at a rating: those of the nearest there is a network below and above for;
 * 0: there is none at all. */
int maia_reach(const char *folder, int rating);
