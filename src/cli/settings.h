/* The user's settings: the file $XDG_CONFIG_HOME/fallible/config, overridden by the environment. A
 * setting is the default of the option with the same name, in all commands that play, show or
 * analyse games; the command line overrides it. Commands that measure do not use settings. */
#pragma once

#include "src/cli/options.h"

/* Identifier, name (also of the option of `fallible play`), default, description. The list
 * generates the reader, `fallible config` and the file it writes; the manual is compared with
 * it. */
#define SETTINGS(X)                                                                                \
    X(SCALE, "scale", "lichess-rapid",                                                             \
      "The scale of all ratings that you type or see: lichess-rapid, lichess-blitz, "              \
      "chesscom-rapid, chesscom-blitz, fide or engine.")                                           \
    X(ELO, "elo", "1400",                                                                          \
      "The rating at which the slider begins, and the opponent's if the program does not ask: "    \
      "a rating on that scale, or full.")                                                          \
    X(RATING, "rating", "none",                                                                    \
      "Your own rating on that scale, or none: the slider begins there until you have played, "    \
      "and the rating the program gives you begins there, too.")                                   \
    X(NAMES, "names", "none",                                                                      \
      "Your names in files of games, separated by semicolons, or none; a minus sign before a "     \
      "name says that it is not yours, so that you are not asked about it.")                       \
    X(METHOD, "method", "human",                                                                   \
      "How the opponent plays: human, as people of its rating do; maia; or how it is weakened: "   \
      "madchess, inaccuracy, noise, diffusion, stubborn, skill or arasan.")                        \
    X(COLOR, "color", "white", "Your colour: white, black or random.")                             \
    X(TIME, "time", "none", "The clock: none, minutes+seconds (5+3) or moves/minutes (40/60).")    \
    X(FIRST_TIME, "first-time", "none",                                                            \
      "The clock of your games until you play one with another clock, written as for the setting " \
      "time. The first start asks for it.")                                                        \
    X(BOOK, "book", "own",                                                                         \
      "The opponent's openings: a Polyglot book file, own for the one that comes with the "        \
      "program, or none.")                                                                         \
    X(THEME, "theme", "auto",                                                                      \
      "The board's colours: wood, green, blue, grey, mono (none), or auto for what suits the "     \
      "terminal.")                                                                                 \
    X(PIECES, "pieces", "auto",                                                                    \
      "Pieces: auto (drawn large where there is room, else filled figures), figures (filled at "   \
      "every size), outline (White's figures in outline) or letters.")                             \
    X(ARROWS, "arrows", "yes",                                                                     \
      "Arrows for the best move and the threat, in analysis on large boards: yes or no.")          \
    X(LINKS, "links", "yes",                                                                       \
      "The command copy link also shows a hyperlink to the position on lichess.org, in terminals " \
      "that support hyperlinks: yes or no.")                                                       \
    X(ASCII, "ascii", "no", "Letters instead of chess symbols: yes or no.")                        \
    X(PLAIN, "plain", "no", "Lines of text instead of the board, for screen readers: yes or no.")  \
    X(ANNOUNCE, "announce", "san",                                                                 \
      "In lines of text, moves: san (Nf3), piece (knight g1 to f3) or squares (g1 to f3, "         \
      "knight).")                                                                                  \
    X(SPEECH, "speech", "normal",                                                                  \
      "How much is said about a move: terse, normal, or verbose with material and clocks.")        \
    X(BOARD, "board", "diagram",                                                                   \
      "How the board is described: as a diagram, by ranks or by pieces.")                          \
    X(BELL, "bell", "no", "Ring when the opponent has moved: yes or no.")                          \
    X(BLINDFOLD, "blindfold", "no", "Begin with the pieces hidden: yes or no.")                    \
    X(THREADS, "threads", "1", "Threads for analysis and full strength, 1 to 256.")                \
    X(HASH, "hash", "64", "Size of each engine's transposition table in megabytes, 1 to 65536.")   \
    X(SYZYGY, "syzygy", "none",                                                                    \
      "The folder of Syzygy endgame tables, several folders separated by colons, or none.")        \
    X(PRESSURE, "pressure", "on",                                                                  \
      "Whether method human uses its clock, and errs when short of time, as people do: on or "     \
      "off.")                                                                                      \
    X(RESIGN_POLICY, "resign-policy", "level",                                                     \
      "Whether the opponent resigns, offers and claims draws: on, off, or level, which is on "     \
      "from 1800 up. Unless this is off, method human resigns as often as people do.")             \
    X(RESIGN_SCORE, "resign-score", "level",                                                       \
      "How far behind the opponent must be to resign, in hundredths of a pawn; or level, to "      \
      "depend on its rating: 1500 at 600, 900 at 1800, 500 at 2600.")                              \
    X(RESIGN_MOVES, "resign-moves", "level",                                                       \
      "For how many moves in a row the opponent must be that far behind to resign; or level, to "  \
      "depend on its rating: 4, and 3 from 2200 up.")                                              \
    X(ACCEPT_SCORE, "accept-score", "level",                                                       \
      "How far behind the opponent must be to accept a draw, in hundredths of a pawn; or level: "  \
      "100, and from move 30 on whenever it is not ahead.")                                        \
    X(DRAW_SCORE, "draw-score", "level",                                                           \
      "How close to even the score must be for the opponent to offer a draw, in hundredths of a "  \
      "pawn; or level: 30.")                                                                       \
    X(DRAW_MOVES, "draw-moves", "level",                                                           \
      "For how many moves in a row the score must be that close to even for the opponent to "      \
      "offer a draw; or level: 10.")                                                               \
    X(DRAW_FROM, "draw-from", "level",                                                             \
      "The first move of the game at which the opponent may offer a draw; or level: 40.")          \
    X(PONDER, "ponder", "no",                                                                      \
      "Whether the opponent also thinks on your turn: no, yes at full strength, or always, at "    \
      "every level.")                                                                              \
    X(GOAL, "goal", "0",                                                                           \
      "Positions you want to train each day, for fallible stats; 0 is no goal.")                   \
    X(RETENTION, "retention", "90",                                                                \
      "How many of the due positions you want to remember, in percent, 70 to 97.")

enum setting {
#define X(id, name, standard, words) SETTING_##id,
    SETTINGS(X)
#undef X
        SETTING_COUNT
};
const char *setting_name(enum setting setting);
const char *setting_standard(enum setting setting);
const char *setting_words(enum setting setting);
/* The name of the setting's environment variable, such as "FALLIBLE_ELO". */
void setting_variable(enum setting setting, char *name, size_t size);

enum setting_source { FROM_DEFAULT, FROM_FILE, FROM_ENVIRONMENT };
struct settings {
    struct setting_row {
        char value[512];
        enum setting_source source;
        int line, column; /* position of the value in the file */
    } rows[SETTING_COUNT];
    char file[4096]; /* path of the settings file, whether it exists or not; "" if there is no home
                        folder */
};

enum { COMPLAINTS_STORED = 20 };
struct complaints {
    int count; /* number of complaints; `list` has only the first COMPLAINTS_STORED of them */
    struct error list[COMPLAINTS_STORED];
};
/* Reads the text of a settings file. Lines with an error are skipped, and the errors are added to
 * complaints. */
void settings_read(struct settings *settings, const char *text, struct complaints *complaints);

/* Loads the defaults, then the file, then the environment, and checks every value with the options
 * of `fallible play`. Returns false after printing the errors, each with file, line and column. */
MUST_USE bool settings_load(struct settings *settings);

/* Sets a setting in the user's file, whose other lines stay as they are. Creates the file if it is
 * missing. Returns false and sets *error on failure. */
MUST_USE bool setting_keep(enum setting setting, const char *value, struct error *error);

/* Like setting_keep, for the setting with this name. */
MUST_USE bool setting_keep_named(const char *name, const char *value, struct error *error);

/* Sets the setting `names`; "" stores "none". */
MUST_USE bool setting_keep_names(const char *names, struct error *error);

/* Applies the settings to a command's options. Call it before options_read, so that the command
 * line overrides them. Returns false after printing an error. */
MUST_USE bool settings_take(const struct option_row *rows, struct shared_options *shared,
                            option_taker *take, void *context);

/* Checks a value for an option of `fallible play`; defined in play_options.c. Returns false and
 * sets *error if the value is invalid. */
MUST_USE bool play_option_try(const char *name, const char *value, struct error *error);
