/* Puzzles in the format of the Lichess puzzle database (database.lichess.org, CC0): a position, the
 * opponent's move, and the solution. */
#pragma once

#include "src/training/glicko2.h"
#include "src/training/card.h"

enum { PUZZLE_ID_SIZE = 16, PUZZLE_MOVES_SIZE = 512, PUZZLE_THEMES_SIZE = 512,
       PUZZLE_LINE_MAX = 4096 };
struct puzzle {
    char id[PUZZLE_ID_SIZE];
    char position[CHESS_FEN_MAX];     /* FEN of the position before the opponent's move */
    char moves[PUZZLE_MOVES_SIZE];    /* in UCI notation: the opponent's move first, then yours, and
                                         so on */
    char themes[PUZZLE_THEMES_SIZE];  /* names separated by blanks */
    struct rating rating;
    int popularity, plays;            /* -100 .. 100; number of times played, -1: unknown */
};

/* PUZZLE_HINTED: solved without a wrong move, but with a hint. */
enum puzzle_result { PUZZLE_MISSED, PUZZLE_HINTED, PUZZLE_SOLVED };
/* Your rating after a puzzle with this rating. A puzzle solved with a hint counts as missed, but
 * the rating then falls by only a few points. */
struct rating puzzle_your_rating(struct rating you, const struct rating *puzzle,
                                 enum puzzle_result result);

/* A theme and its number of puzzles. */
struct puzzle_theme {
    char name[48];
    int puzzles;
};
/* The index of the theme with the given name. If it is missing, adds it and increases *count.
 * Returns `max` if the array is full. */
int puzzle_theme_place(struct puzzle_theme themes[], int *count, int max, const char *name);
/* Comparison function for qsort: most frequent theme first. */
int puzzle_theme_order(const void *a, const void *b);

/* A filter for choosing puzzles. */
struct puzzle_choice {
    char theme[64]; /* the theme that the puzzles must have; "": any */
    int about;      /* ratings near this one, or the nearest that exist; 0: see from and to */
    int from, to;   /* range of ratings; if both and `about` are 0, ratings near your own */
    const char *except; /* ids to skip, each between two blanks, or NULL */
};
/* Reads "900", which asks for puzzles rated about 900, or "900-1100". */
MUST_USE bool puzzle_choice_rating(const char *text, struct puzzle_choice *choice,
                                   struct error *error);
/* Reads a theme, a rating or both, in any order: "fork 900", "900-1100 mate in 2". The names of the
 * shell's options, --theme and --rating, may stand before them. Returns false and sets *error if
 * the words say something else. */
MUST_USE bool puzzle_choice_read(const char *words, struct puzzle_choice *choice,
                                 struct error *error);

/* The column indexes from the first line of a CSV file; -1 if missing. */
struct puzzle_columns {
    int id, position, moves, rating, deviation, themes, popularity, plays;
};
/* Finds the columns in the first line of a file. Returns false and sets *error if the column
 * PuzzleId, FEN, Moves or Rating is missing. */
MUST_USE bool puzzle_read_columns(const char *line, struct puzzle_columns *columns,
                                  struct error *error);
/* Parses a line as a puzzle and checks every move. Returns false and sets *error, without file and
 * line number, on failure. Modifies `line`. */
MUST_USE bool puzzle_read(char *line, const struct puzzle_columns *columns, struct puzzle *puzzle,
                          struct error *error);

/* Converts a puzzle to a card. A solution too long for a card is cut after one of your moves.
 * Returns false if the puzzle is damaged. */
MUST_USE bool puzzle_card(const struct puzzle *puzzle, struct card *card);
