/* Reads what is due and what you have done lately, for the home screen. This takes a few
 * milliseconds. */
#pragma once

#include "src/archive/history.h"
#include "src/training/card.h"
#include "src/training/glicko2.h"

enum {
    TODAY_LISTS = 8,
    TODAY_PUZZLES = 10, /* number of puzzles in a usual set */
    TODAY_RATED = 10    /* number of rated games that rating_from goes back */
};

/* A repertoire in the deck. */
struct today_list {
    char source[64]; /* such as "caro.pgn black" */
    int due, unseen; /* cards that are due again; cards that were never answered */
};

struct today {
    int cards, due;                  /* cards in the deck, and those that are due
                                        (store_deck_size) */
    int by_kind[CARD_KIND_COUNT];    /* due cards */
    int by_motif[MOTIF_COUNT];       /* due cards of missed chances */
    int64_t next_due;                /* seconds since 1970; 0: no card is scheduled */
    int puzzles_tried, puzzles_today;
    struct rating puzzle_rating;
    int endgames_seen, endgames_due, endgames_unseen;
    int endgames_missed;                  /* endgames that you failed in the last seven days */
    char endgame_missed[48];              /* the endgame that you failed most often, such as "two
                                             bishops" */
    struct today_list lists[TODAY_LISTS]; /* repertoires */
    int list_count;
    int wac_tried, wac_solved;       /* attempts at positions of the suite Win At Chess, and those
                                      * that succeeded */
    struct trained trained;
    int games;                       /* finished games */
    int rated;
    struct rating rating;            /* your rating; valid if rated > 0 */
    double rating_then;              /* your rating four weeks ago or, if it was provisional then
                                        (RATING_GUESS), your first rating that was not provisional;
                                        0: none yet */
    int64_t rated_then;              /* when you got rating_then, in seconds since 1970 */
    double rating_from;              /* your rating before your last TODAY_RATED rated games or, if
                                      * you have no more than these, after the first of them; valid
                                      * if rated > 0 */
    int offered, offered_before;     /* gifts (errors of opponents) that you answered in this
                                      * month's reviewed games, and in those of the month before */
    double kept, kept_before;        /* how much of the winning chances in these gifts you kept,
                                      * in percent, as in the review */
    /* Tactics that you could play in this month's reviewed games, and those that you played. */
    int chances[MOTIF_COUNT], chances_taken[MOTIF_COUNT];
    int64_t game, began;             /* the newest finished game of at least ten plies that has
                                        cards in the deck: its id (0: none), and when it began, in
                                        seconds since 1970 */
    enum result result;
    int you;
    bool has_lesson;
    struct card lesson;              /* a card with a position from `game` to learn from */
};
/* Reads the state at `now` (seconds since 1970, in local days). Returns false and sets *error if
 * the database fails. */
MUST_USE bool today_read(struct store *store, int64_t now, struct today *today,
                         struct error *error);
/* The motif that you missed most often this month, or MOTIF_NONE if you missed no motif at least
 * twice. */
enum motif today_weakest(const struct today *today);
/* Writes for example "You missed 4 of 6 forks this month", or "" without a motif. */
void today_weakest_words(const struct today *today, char *text, size_t size);
/* Writes how many cards are due: "4 forks you missed, 2 mistakes, 1 ending", the most frequent
 * first. After `most` kinds of cards, it writes only the number of the other cards: ", 3 more". */
void today_due_words(const struct today *today, int most, char *text, size_t size);
