/* What a screen draws of a session. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/book.h"
#include "engine/engine.h"
#include "src/claims/hint.h"
#include "src/game/clock.h"
#include "src/game/game.h"
#include "src/game/scale.h"
#include "src/game/setup.h"
#include "src/review/group_probe.h"
#include "src/review/level_probe.h"
#include "src/review/whatif.h"

struct session;

enum { BOOK_SHOWN = 32 };

/* What the opponent thinks about on your turn. */
struct pondered {
    Move expected; /* the move that the opponent expects from you */
    Move answer;   /* the opponent's best answer so far; NO_MOVE at first */
    Score score;   /* score of `answer`, for the opponent */
    int depth;
};

/* Whether the evaluation bar is shown beside the board. */
enum evaluation_bar {
    BAR_USUAL, /* shown, but not in a game that is going on, where it would help the user */
    BAR_SHOWN,
    BAR_HIDDEN,
};

/* The data that a screen draws. It is a copy, except for the pointers listed here, which are
 * read-only and stay valid until the next call that changes the session:
 * - The game and its nodes, because a game can have thousands of moves.
 * - The card being solved. Each card has a different address, so a screen can see that the card has
 *   changed.
 * - The opening's name, which is in the table of the options and outlives the session. */
struct session_view {
    const struct game *game;
    const struct game_node *live;   /* the current position of the game */
    const struct game_node *shown;  /* the position shown */
    int you;                        /* the user's colour; -1 when only analysing */
    bool playing;                   /* a game is going on */
    bool your_turn;
    bool awaiting_move;             /* the opponent thinks, or has a move that is not shown yet */
    Move last;                      /* the move that led to the position shown; NO_MOVE: none */
    char premove[32];               /* the premove as typed, to be played after the opponent's move;
                                       "": none */
    Move premoved;                  /* the premove as a move that is legal after at least one move
                                       of the opponent; or NO_MOVE */
    int your_side;                  /* the same as `you`; but for a game from a file, the side that
                                       its tags name as the user's, or -1 */
    enum result result;
    int takebacks;                  /* how often the user took moves back in this game */
    char rated[96];                 /* whether and how the game is rated, once known */
    char ending[64];                /* how the game ended: "checkmate", "you resigned"; "" while it
                                     * is going on */
    struct handicap handicap;
    int level;                      /* the opponent's rating on the engine scale, or ELO_FULL; for a
                                     * custom opponent, its rating before its settings were
                                     * changed */
    bool stepped;                   /* the command `easier` or `harder` has set the level of the
                                     * next game */
    int next_level;                 /* the rating that this command set, on the engine scale, or
                                     * ELO_FULL */
    int lost_games;                 /* how many games the opponent has just lost in a row */
    bool calm;                      /* method human moves soon and errs as usual */
    struct pressure pressure;       /* the pressure on the opponent at the move of `decided` */
    int drill;                      /* the group the opponent ignores, DRILL_NONE: no drill */
    const struct strength *strength;
    const struct scale *scale;      /* the scale on which ratings are shown; may be NULL */
    char opponent[128];             /* the opponent's name with its rating on `scale`: "Fallible
                                     * 1400 casual" */
    char next_opponent[128];        /* the name of the opponent in the next game */
    bool others;                    /* neither the user nor our engine played the game; see
                                     * session_played_by_others */
    struct time_control control;
    int64_t remaining[COLOR_COUNT]; /* milliseconds that each side has left now; meaningless when
                                     * untimed */
    int moves_to_go[COLOR_COUNT];   /* moves until the next time control; 0: no further time
                                     * control */
    const char *eco, *opening;      /* NULL: no known opening */
    /* has_NAME: whether the member NAME is filled in; see VIEW_PART. */
    bool has_thinking, has_decided, has_analysis, has_probed, has_groups, has_path;
    struct report thinking;               /* the opponent's newest report */
    struct report decided;                /* the opponent's report for the last move it made */
    const struct game_node *decided_node; /* the position after the move of `decided` */
    bool is_pondering;              /* the opponent thinks on your turn */
    struct pondered pondered;
    bool analyzing;
    bool loading;                   /* a file is being read; a game or a message follows */
    bool from_file;                 /* the game was read from a file of games */
    bool analysis_failed;           /* the analyst or the level probe could not be created */
    bool no_game;                   /* the session has only an analysis and no opponent */
    bool kept; /* a game is going on that the user can continue in a later run of the program */
    bool unsaved;                   /* the game came from a file and was changed since it was read
                                       or saved */
    struct report analysis;         /* full-strength lines for the position shown */
    char analyst[64];               /* name of the external analyst; "": our engine analyses */
    bool analyst_starts;            /* an external analyst was started but is not ready yet */
    int book_count, book_weight;    /* book_count: number of book moves in the position shown;
                                     * book_weight: sum of their weights */
    struct book_line book[BOOK_SHOWN];
    bool tables_known;
    struct table_verdict tables;    /* if tables_known: the endgame tables' result for the position
                                     * shown */
    bool guessing;                  /* the user guesses the game's moves for the side `you` */
    struct probed probed;           /* the threat and the level's moves in the position shown */
    struct group_effects groups;    /* what would change in the position shown if each positional
                                     * group were switched on or off */
    const struct card *card;        /* the card being solved, shown on the board; NULL: none */
    char card_text[320];            /* why the card is shown; without a clue to the solution
                                     * until the card is over */
    int card_number, card_count;    /* the number of this card, from 1, and of all cards */
    const char *hint_cost;          /* what a first hint would do to the result of the card; NULL: a
                                     * hint would change nothing any more */
    bool card_of_game;              /* the card is from the review of the game on the board */
    bool card_over;                 /* the card is solved or skipped, and shown until
                                       session_next_card */
    bool card_last;                 /* no card comes after this one */
    const char *card_beside;        /* for a card that is over: how long you took, what the level
                                       does, and what would help it; or "" */
    bool card_compares;             /* card_beside is not complete yet: the level is still being
                                       tested */
    enum evaluation_bar bar;
    bool blindfold;                 /* the pieces are hidden now */
    int peeks;                      /* how often the user peeked at the board in this game */
    bool setting_up;
    struct setup setup;             /* the position being set up and shown */
    char setup_trouble[256];        /* why setup is not playable yet; "": it is playable */
    bool judging;                   /* the user's move is being judged */
    struct whatif_path path;        /* result of the what-if replay */
    struct hint hint;
    char message[256];              /* the latest message: "The opponent offers a draw. ..." */
};

/* Defines view_thinking, view_decided and so on. Each returns a pointer to that member of the view,
 * or NULL if it is not filled in. */
#define VIEW_PART(type, name)                                                                      \
    static inline const type *view_##name(const struct session_view *view)                         \
    {                                                                                              \
        return view->has_##name ? &view->name : NULL;                                              \
    }
VIEW_PART(struct report, thinking)
VIEW_PART(struct report, decided)
VIEW_PART(struct report, analysis)
VIEW_PART(struct probed, probed)
VIEW_PART(struct group_effects, groups)
VIEW_PART(struct whatif_path, path)
#undef VIEW_PART
void session_view(struct session *session, struct session_view *view);
/* The name of a player: "You", the opponent's name, the name in the game's tags, or "White" or
 * "Black". */
const char *session_view_name(const struct session_view *view, int color);
