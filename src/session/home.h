/* The home screen: one row for each activity, with its state today. The rows are text, so that the
 * screen and the line mode show the same. To carry out a row, the caller enters its line as a
 * command. */
#pragma once

#include <stdbool.h>

#include "engine/error.h"
#include "src/store/deck.h"

struct session;

/* The rows: identifier, key ("" is Enter), name, and the line that is entered when the row is
 * chosen. HOME_OPPONENT and HOME_ANALYSE have no line, because the screen carries them out; for
 * HOME_ANALYSE it shows an analyse_menu. */
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
    char key;         /* the key that chooses the row; '\r' for Enter */
    const char *name; /* the row's name; for HOME_LESSON it is the day of the game, such as
                       * "Yesterday" */
    const char *line; /* the command that carries the row out */
    bool shown;
    bool used; /* false: the user has never used the row's activity, and text says what it is for */
    char text[256];
    char brief[40]; /* what `text` says in fewer words, for a narrow line; or "" */
};
struct home {
    struct home_row rows[HOME_COUNT];
    char rating[64];   /* your rating, such as "Lichess rapid 1432 (+31 in 4 weeks)", or "" */
    char trouble[160]; /* why the database could not be read; "": it was read */
};
/* Reads what is due now. It takes a few milliseconds and does not wait for a locked database. */
void session_read_home(struct session *session, struct home *home);
/* The menu that Analyse opens on the home screen. It has one row each for the game on the board,
 * the last file, another file, a position and your last games. A line that ends with a blank has to
 * be completed by the user. */
enum { HOME_RECENT = 9, ANALYSE_ROWS = HOME_RECENT + 4 };
struct analyse_menu {
    struct home_row rows[ANALYSE_ROWS];
    int count;
    char names[HOME_RECENT][16], lines[HOME_RECENT][24]; /* texts of the rows of your last games */
};
/* Fills the menu of Analyse. */
void session_read_analyse(struct session *session, struct analyse_menu *menu);
/* The endgames that come with the program. On home, the key HOME_ENDGAME_KEY opens the list of
 * them. */
#define HOME_ENDGAME_KEY 'E'
#define HOME_ENDGAME_LINE "endgames list"
enum { ENDGAMES_MAX = 64 };
struct endgame_row {
    char name[80]; /* "queen against rook" */
    bool win;      /* true: you have to win; false: you have to hold the draw */
    struct answered answered;
};
struct endgame_list {
    struct endgame_row rows[ENDGAMES_MAX];
    int count;
};
MUST_USE bool session_read_endgames(struct session *session, struct endgame_list *list,
                                    struct error *error);
/* Writes "win, solved 2 of 3, missed on 2026-11-20" or "draw, not tried yet". */
void endgame_words(const struct endgame_row *row, char *text, size_t size);
/* Returns the number, from 1, of the endgame that the user typed. The user may type the number, the
 * name, the beginning of the name, or words from it. Returns 0 and sets *error if no endgame fits,
 * or several do. */
int endgame_find(const struct endgame_list *list, const char *typed, struct error *error);
/* What the statistics advise you to practise: the command that starts it, "puzzles fork", and its
 * description, "10 puzzles: forks". Both are "" if there is nothing to advise. */
struct practise_offer {
    char line[64], words[48];
};
/* Returns your statistics as text, which the caller frees: as sentences if `sentences` is true,
 * otherwise with tables. Returns NULL and sets *error on failure. */
char *session_statistics(struct session *session, bool sentences, struct practise_offer *offer,
                         struct error *error);
/* Tells the session whether the home screen covers the board now. The clock is stopped while the
 * board is covered. */
void session_go_away(struct session *session, bool away);
/* Returns true once if the home screen is out of date, because writes that were pending when
 * session_read_home was called have since reached the database. */
bool session_home_changed(struct session *session);
