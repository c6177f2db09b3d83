/* Puzzles as the Lichess puzzle database has them (database.lichess.org, CC0): a position, the
 * opponent's move into it and the line that solves it. */
#pragma once

#include "src/training/glicko2.h"
#include "src/training/card.h"

enum { PUZZLE_ID_SIZE = 16, PUZZLE_MOVES_SIZE = 512, PUZZLE_THEMES_SIZE = 512,
       PUZZLE_LINE_MAX = 4096 };
struct puzzle {
    char id[PUZZLE_ID_SIZE];
    char position[CHESS_FEN_MAX];     /* before the opponent's move */
    char moves[PUZZLE_MOVES_SIZE];    /* UCI; theirs first, then yours and theirs in turn */
    char themes[PUZZLE_THEMES_SIZE];  /* names with blanks between */
    struct rating rating;
    int popularity, plays;            /* -100 .. 100, and how often; -1: not told */
};

/* A theme, and how many puzzles have it. */
struct puzzle_theme {
    char name[48];
    int puzzles;
};
/* The place of that name among them, a new one where there is room for it; else max. */
int puzzle_theme_place(struct puzzle_theme themes[], int *count, int max, const char *name);
/* For qsort: the most frequent first. */
int puzzle_theme_order(const void *a, const void *b);

/* What to choose among. */
struct puzzle_choice {
    char theme[64]; /* "": any */
    int from, to;   /* ratings; 0, 0: about your own */
    const char *except; /* not these ids, each between two blanks; NULL: any */
};

/* Where the columns of a CSV file are, by its first line; -1: not there. */
struct puzzle_columns {
    int id, position, moves, rating, deviation, themes, popularity, plays;
};
/* Returns false and sets *error if the column PuzzleId, FEN, Moves or Rating is missing. */
MUST_USE bool puzzle_read_columns(const char *line, struct puzzle_columns *columns,
                                  struct error *error);
/* Parses a line as a puzzle and checks every move. Returns false and sets *error, without file and
 * line number, on failure. Modifies line. */
MUST_USE bool puzzle_read(char *line, const struct puzzle_columns *columns, struct puzzle *puzzle,
                          struct error *error);

/* Converts a puzzle to a card. A line too long for a card is cut after one of your moves. Returns
 * false if the puzzle is damaged. */
MUST_USE bool puzzle_card(const struct puzzle *puzzle, struct card *card);
