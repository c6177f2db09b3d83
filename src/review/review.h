/* What a game was worth: the ledger of scores, accuracy, gifts, mistakes, motifs, hints and their
 * wording. What is practised afterwards is in training; nothing here keeps a thread or a file.
 *
 * Other rooms include: annotate.h, drill.h, eval_diff.h, hint.h, ledger.h, level_probe.h,
 * level_text.h, phase.h, position_score.h, review_text.h, whatif.h.
 *
 * A finished game looked at: how well each side played, what the opponent gave away on purpose and
 * whether you took it, and the positions to learn from. Computed from the ledger; pure. */
#pragma once

#include "src/review/drill.h"
#include "src/review/ledger.h"
#include "src/review/motif.h"
#include "src/review/phase.h"

/* A deliberate error of the opponent that gave you winning chances. */
struct gift {
    int ply;              /* of the opponent's move; the position after it is yours to play */
    Move played, best;    /* the opponent's move; your best answer */
    Move reply;           /* what you answered; NO_MOVE: the game ended there */
    enum motif motif;     /* of the best answer */
    enum game_phase phase;
    Score before, offered, after; /* for you: before the error, after it, after your answer */
    double worth, kept;   /* winning chances (of 2) it gave, and how much your answer kept */
    bool taken;           /* kept at least half of it */
    enum judgement judgement; /* of the opponent's move */
    char gave[80];        /* "offered a knight" */
};

/* A move of yours, or in a game of others of either side, that was a mistake or a blunder. */
struct mistake {
    int ply;              /* of the move */
    Move played, best;
    enum judgement judgement;
    enum motif motif;     /* of what it allowed, or else of what it left out */
    enum game_phase phase;
    Score before, after;  /* for who made it */
    char what[80];        /* "allowed a fork of king and rook", "left out mate in 2" */
};

/* What full strength spends on each position of a game: nodes, milliseconds at most. */
enum { REVIEW_NODES = 200000, REVIEW_MILLISECONDS = 3000 };

enum { REVIEW_GIFTS_MAX = 64, REVIEW_MISTAKES_MAX = 128 };
struct review {
    int you;               /* -1: others played, and both sides are looked at alike */
    const char *eco, *opening; /* of the game as a whole; NULL: no name, or not looked up */
    int positions, scored; /* of the line, and how many of them have a score */
    struct accuracy sides[COLOR_COUNT];
    int counts[COLOR_COUNT][JUDGED_COUNT];
    int64_t thought[COLOR_COUNT]; /* milliseconds a move on average, -1: unknown */
    int gift_count, taken, answered;
    struct gift gifts[REVIEW_GIFTS_MAX];
    int small_errors;      /* deliberate ones that gave nothing to speak of */
    double punish;         /* percent of what was given and could be answered that you kept */
    int mistake_count;
    struct mistake mistakes[REVIEW_MISTAKES_MAX];
    struct drill drill;    /* filled by drill_make where the game is one */
};
/* Of the line that ends in live. False when out of memory. A review of which not every position
 * has a score is made of what there is. */
MUST_USE bool review_make(const struct game_node *live, const struct ledger *ledger, int you,
                          struct review *review);

/* The node of the line to live at ply. */
const struct game_node *review_node(const struct game_node *live, int ply);
/* The node after node in the line to live; NULL if node is live. Steps through a line in a time that
 * grows with its length, except where moves have variations. */
const struct game_node *review_next(const struct game_node *live, const struct game_node *node);
/* "13... Nd5": a move with its number. */
void review_move_text(const struct game_node *node, char *text, size_t size);
/* What a gift came to, for a line: "taken: 9. h3", "you played 15. h3", and its points:
 * "+0.87", "-2.10". */
void review_gift_outcome(const struct game_node *live, const struct gift *gift, char *text,
                         size_t size);
void review_gift_points(const struct gift *gift, char *text, size_t size);
/* What a mistake cost: "-1.96", or the mate it came to. */
void review_mistake_points(const struct mistake *mistake, char *text, size_t size);
