/* The review of a game: the ledger of scores, accuracy, gifts, mistakes, motifs and their wording.
 * Training is in src/training/. The code here starts no threads itself and opens no files.
 *
 * Other public headers: annotate.h, drill.h, group_json.h, group_probe.h,
 * highlights.h, ledger.h, level_probe.h, level_text.h, motif.h, phase.h, position_score.h,
 * review_text.h, score_pool.h, whatif.h.
 *
 * The review shows how well each side played, what the opponent gave away and whether you took it,
 * and the positions to learn from. It is computed from the ledger, without side effects. */
#pragma once

#include "src/claims/claim.h"
#include "src/review/drill.h"
#include "src/review/ledger.h"
#include "src/review/motif.h"
#include "src/review/phase.h"
#include "src/review/review_text.h"

/* A gift: an error of a weakened opponent that gave you winning chances. */
struct gift {
    int ply;              /* ply of the opponent's move, after which it is your turn */
    Move played, best;    /* the opponent's move; your best answer */
    Move reply;           /* your answer; NO_MOVE if the game ended there */
    enum motif motif;     /* motif of the best answer */
    enum game_phase phase;
    Score before, offered, after; /* scores for you: before the error, after it, and after your
                                     answer */
    double worth, kept; /* the winning chances (0 to 2) that the error gave you, and the part that
                         * your answer kept */
    bool taken;         /* you kept at least two thirds of worth */
    bool missed;        /* not taken, and your answer was at least an inaccuracy */
    bool asked;         /* `missed` is set, and the position is worth solving: see review_asks */
    bool tried;         /* you have solved the position or seen its solution since the review */
    enum judgement judgement; /* judgement of the opponent's move */
    struct claim claim;       /* explains the gift; its line starts before the opponent's move */
    struct error_words gave;  /* the gift in words */
    char cause[160];          /* why the opponent erred, or "" */
};

/* A mistake or blunder: yours, or of either side if you did not play. */
struct mistake {
    int ply;              /* ply of the move */
    Move played, best;
    enum judgement judgement;
    bool asked;       /* the position before the move is worth solving: see review_asks */
    bool tried;       /* as in struct gift */
    enum motif motif; /* motif of the tactic that the move allowed or missed, see claim */
    enum game_phase phase;
    Score before, after; /* scores before and after the move, for the side that made it */
    struct claim claim;  /* explains the mistake; its line starts before the move */
    struct error_words what;
};

/* A tactic that you could play. A tactic that you played counts only if the opponent's last move
 * gave you winning chances. One that you missed counts only if missing it was at least an
 * inaccuracy. */
struct chance {
    int ply; /* ply of the position before your move */
    enum motif motif;
    bool taken; /* you played it */
};

/* The remarks with which a review begins: where the game turned, what you did well, what to
 * practise. Each remark is about one move. A remark is left out if there is nothing to say. */
enum remark_kind { REMARK_TURN, REMARK_WELL, REMARK_PRACTISE, REMARK_KIND_COUNT };
struct remark {
    enum remark_kind kind;
    int ply;            /* ply of the move */
    enum motif motif;   /* REMARK_PRACTISE: the motif to practise; otherwise that of the claim */
    struct claim claim; /* what the words say; its line starts before the move. Kind CLAIM_NONE: the
                         * words come from the scores alone */
    char words[352];    /* sentences with their full stops */
};

/* The limits of the search that judges a move when you solve positions. */
enum { REVIEW_NODES = 200000, REVIEW_MILLISECONDS = 3000 };

enum { REVIEW_GIFTS_MAX = 64, REVIEW_MISTAKES_MAX = 128, REVIEW_CHANCES_MAX = 128 };
struct review {
    int you; /* your colour; -1: others played, and both sides are treated alike */
    const char *eco, *opening; /* opening of the whole game; NULL: unknown, or not looked up */
    int positions, scored;     /* number of positions in the line, and of those with a score */
    struct accuracy sides[COLOR_COUNT];
    int counts[COLOR_COUNT][JUDGED_COUNT]; /* number of each side's moves with each judgement */
    int64_t thought[COLOR_COUNT]; /* average milliseconds per move, -1: unknown */
    bool decided; /* the opponent's decisions are known, so that gifts can be found */
    int gift_count, taken, missed; /* number of gifts, of those that you took, and of those that you
                                    * missed */
    int answered; /* number of gifts after which you made a move */
    struct gift gifts[REVIEW_GIFTS_MAX];
    int small_errors; /* number of deliberate errors that were too small to be gifts, or after
                       * which you had only one legal move */
    double punish;    /* the percentage that you kept of the winning chances in the gifts that you
                       * answered */
    int mistake_count;
    struct mistake mistakes[REVIEW_MISTAKES_MAX];
    int chance_count; /* number of tactics that you could play; 0 if you are not one of the
                         players */
    struct chance chances[REVIEW_CHANCES_MAX]; /* in the order in which they came up in the game */
    int remark_count;
    struct remark remarks[REMARK_KIND_COUNT]; /* set by review_remark_all, in order of kind */
    int turn; /* ply of the move at which the game turned, 0: none; set by review_remark_all */
    struct drill drill; /* set by drill_make if the game is a drill */
};
/* Reviews the line that ends in `live`; `you` is your colour, or -1 if you are not one of the
 * players. Positions without a score are left out. Returns false if out of memory. */
MUST_USE bool review_make(const struct game_node *live, const struct ledger *ledger, int you,
                          struct review *review);

/* Sets the remarks of a review in which every position has a score. `result` is that of the game,
 * or RESULT_NONE. */
void review_remark_all(const struct game_node *live, const struct ledger *ledger,
                       enum result result, struct review *review);
/* Writes the remarks as the comment before the first move, unless this comment has words already.
 * Returns false if out of memory. */
MUST_USE bool review_preface(const struct review *review, struct game_node *root);
/* Writes the words about each mistake of the review as the comment on the move, unless this comment
 * has words already. `live` is the end of the game's line. Returns false if out of memory. */
MUST_USE bool review_comment_mistakes(const struct review *review, struct game_node *live);
/* Whether you can solve the position at `ply`. This needs three things: you missed a gift or made a
 * mistake at this ply or at another one with the same position; the best line is known; and the
 * position was not so far lost that its best move would teach little. `live` is the end of the
 * game's line. */
bool review_asks(const struct review *review, const struct game_node *live, int ply);
/* Notes that you have solved the position at `ply` or seen its solution. */
void review_note_tried(struct review *review, const struct game_node *live, int ply);
/* Whether you can solve the position at `ply` and have neither solved it nor seen its solution.
 * Until then the screen does not name the best move there. */
bool review_is_open(const struct review *review, const struct game_node *live, int ply);
/* The number of gifts and mistakes whose position can be solved. */
int review_asked_count(const struct review *review);
/* The remark of this kind, or NULL. */
const struct remark *review_remark(const struct review *review, enum remark_kind kind);

/* The node at `ply` in the line that ends in `live`. */
const struct game_node *review_node(const struct game_node *live, int ply);
/* The node that follows `node` in the line that ends in `live`, or NULL if `node` is `live`. Takes
 * constant time unless there are variations after `node`. */
const struct game_node *review_next(const struct game_node *live, const struct game_node *node);
/* The colour that made the move at `ply`. */
int review_mover(const struct game_node *live, int ply);
/* Writes a move with its number: "13... Nd5". */
void review_move_text(const struct game_node *node, char *text, size_t size);
/* review_gift_outcome writes how you answered a gift: "you took it: 9. h3", "you played 9. h3", or
 * "9. h3 kept part of it" if it is neither taken nor missed. review_gift_points writes pawns: if
 * you took the gift, what it gave, "+0.87", otherwise what your answer lost, "-2.10". */
void review_gift_outcome(const struct game_node *live, const struct gift *gift, char *text,
                         size_t size);
void review_gift_points(const struct gift *gift, char *text, size_t size);
/* Writes in pawns what a mistake cost, "-1.96", or the mate if there is one. */
void review_mistake_points(const struct mistake *mistake, char *text, size_t size);
