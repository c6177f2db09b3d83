/* Home: what you can do, one row each, with what it would do today. The rows are words, so that the
 * screen and the line mode show the same; each is carried out by entering its line. */
#pragma once

#include <stdbool.h>

#include "engine/error.h"

struct session;

/* Identifier, key ("" is Enter), name, and the line that carries it out. HOME_OPPONENT and
 * HOME_ANALYSE are left to the screen. */
#define HOME_ROWS(X)                                                                               \
    X(CONTINUE, "", "Go on", "continue")                                                           \
    X(AGAIN, "n", "Play again", "again")                                                           \
    X(OPPONENT, "o", "Opponent", "")                                                               \
    X(DECK, "d", "Deck", "deck")                                                                   \
    X(PUZZLES, "z", "Puzzles", "puzzles")                                                          \
    X(ENDGAMES, "e", "Endgames", "endgames")                                                       \
    X(OPENINGS, "r", "Openings", "repertoire")                                                     \
    X(ANALYSE, "a", "Analyse", "")                                                                 \
    X(SUITES, "w", "Suites", "puzzles wac")                                                        \
    X(STATISTICS, "s", "Statistics", "stats")                                                      \
    X(LESSON, "t", "Your last game", "lesson")
enum home_row_id {
#define X(id, ...) HOME_##id,
    HOME_ROWS(X)
#undef X
        HOME_COUNT
};

struct home_row {
    char key;         /* '\r' for Enter */
    const char *name; /* for HOME_LESSON the day: "Yesterday" */
    const char *line;
    bool shown;
    bool used;        /* false: never used; text says what it is for */
    char text[256];
};
struct home {
    struct home_row rows[HOME_COUNT];
    char rating[64];  /* "Lichess rapid 1432", or "" */
    char trouble[160]; /* why the database cannot be read; "": it could */
};
/* Reads what is due now. It takes a few milliseconds and does not wait for a locked database. */
void session_read_home(struct session *session, struct home *home);
/* What the statistics advise you to practise: the line that starts it and its words, "puzzles fork"
 * and "10 puzzles: forks"; "" if nothing. */
struct practise_offer {
    char line[64], words[48];
};
/* Your statistics as lines of text, which the caller frees. Returns NULL and sets *error on
 * failure. */
char *session_statistics(struct session *session, struct practise_offer *offer,
                         struct error *error);
/* While the user is away from the board, at home or solving positions, the clock stands still. */
void session_go_away(struct session *session, bool away);
/* Home would show something else: answers were stored, or what was being prepared is ready. */
bool session_home_changed(struct session *session);
