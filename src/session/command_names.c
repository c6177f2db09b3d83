/* The commands by name: lookup, the names used by other programs, advice about words that are not
 * commands, and completion of typed text. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/game/annotate.h"
#include "src/game/handicap_item.h"
#include "src/player/networks.h"
#include "src/session/command_table.h"
#include "src/session/state.h"
#include "src/util/text.h"

static const struct {
    const char *name, *arguments, *words;
} commands[] = {
#define COMMAND(id, name, arguments, words, ...) {name, arguments, words},
#include "src/session/commands.def"
#undef COMMAND
};

/* Aliases of the commands. Most of them are the names that other programs use. */
static const struct {
    const char *name;
    enum session_command command;
} others[] = {
    {"new game", COMMAND_NEW},
    {"newgame", COMMAND_NEW},
    {"restart", COMMAND_NEW},
    {"h", COMMAND_HOME},
    {"menu", COMMAND_HOME},
    {"rematch", COMMAND_AGAIN},
    {"play again", COMMAND_AGAIN},
    {"resume", COMMAND_CONTINUE},
    {"statistics", COMMAND_STATS},
    {"puzzle", COMMAND_PUZZLES},
    {"tactics", COMMAND_PUZZLES},
    {"endgame", COMMAND_ENDGAMES},
    {"openings", COMMAND_REPERTOIRE},
    {"take back", COMMAND_UNDO},
    {"takeback", COMMAND_UNDO},
    {"retract", COMMAND_UNDO},
    {"take it back", COMMAND_UNDO},
    {"go back", COMMAND_UNDO},
    {"oops", COMMAND_UNDO},
    {"tip", COMMAND_HINT},
    {"solution", COMMAND_SKIP},
    {"show solution", COMMAND_SKIP},
    {"offer draw", COMMAND_DRAW},
    {"accept", COMMAND_DRAW},
    {"claim", COMMAND_DRAW},
    {"give up", COMMAND_RESIGN},
    {"i give up", COMMAND_RESIGN},
    {"i resign", COMMAND_RESIGN},
    {"clock", COMMAND_TIME},
    {"strength", COMMAND_ELO},
    {"skill", COMMAND_ELO},
    {"difficulty", COMMAND_ELO},
    {"easy", COMMAND_EASIER},
    {"weaker", COMMAND_EASIER},
    {"hard", COMMAND_HARDER},
    {"stronger", COMMAND_HARDER},
    {"analyse", COMMAND_ANALYZE},
    {"analysis", COMMAND_ANALYZE},
    {"eval", COMMAND_ANALYZE},
    {"why", COMMAND_EXPLAIN},
    {"pgn", COMMAND_SAVE},
    {"pgnsave", COMMAND_SAVE},
    {"write", COMMAND_SAVE},
    {"export", COMMAND_SAVE},
    {"pgnload", COMMAND_LOAD},
    {"open", COMMAND_LOAD},
    {"import", COMMAND_LOAD},
    {"setup", COMMAND_EDIT},
    {"set up", COMMAND_EDIT},
    {"rotate", COMMAND_FLIP},
    {"colours", COMMAND_THEME},
    {"colors", COMMAND_THEME},
    {"help", COMMAND_HELP},
    {"commands", COMMAND_HELP},
    {"exit", COMMAND_QUIT},
    {"q", COMMAND_QUIT},
    {"bye", COMMAND_QUIT},
    {"colour", COMMAND_COLOR},
    {"side", COMMAND_COLOR},
    {"setboard", COMMAND_FEN},
    {"remove", COMMAND_UNDO},
    {"playother", COMMAND_GO},
    {"stop thinking", COMMAND_GO},
    {"gg", COMMAND_RESIGN},
    {"rewind", COMMAND_UNDO},
    {"pgnreplay", COMMAND_LOAD},
    {"close", COMMAND_QUIT},
    {"manners", COMMAND_RESIGN_POLICY}, /* `manners` in older versions */
};
enum { OTHERS_COUNT = sizeof others / sizeof *others };

/* Commands of the shell that can be typed here without "fallible" before them. The list leaves out
 * commands that take hours, and commands that share their name with a command of the session. */
static const char *const shell_commands[] = {
    "levels", "best-games", "replay", "config", "doctor", "match", "maia", "human", "human-check",
    "human-data", "bench", "perft",
};
enum { SHELL_COUNT = sizeof shell_commands / sizeof *shell_commands };

#define SHOW_THE_BOARD                                                                             \
    "the screen always shows the board; with --plain, type board to see it. Type fen to see the "  \
    "position as text"

#define SET_THE_NODES                                                                              \
    "the opponent's search has no fixed depth; type, for example, elo 1400 to set its rating, or " \
    "set nodes 500 to set how many positions a second it looks at"

#define IN_LINES(what)                                                                             \
    "it sets " what " in plain mode, for screen readers: type quit, then fallible --plain"

#define IN_ANALYSIS_PAGES "analysis shows that: type analyze, then press PgDn for its other pages"

/* Words that are commands in other programs but not in this one, and advice on what to use
 * instead. */
static const struct {
    const char *name, *advice;
} elsewhere[] = {
    {"move", "type the move itself, such as Nf3, or type go to let the program choose one"},
    {"now", "type go to make the opponent move at once; on your turn, that plays a move for you"},
    {"board",
     "the screen always shows it; type flip to turn it round, or blindfold to hide the pieces"},
    {"show", SHOW_THE_BOARD},
    {"d", SHOW_THE_BOARD},
    {"display", SHOW_THE_BOARD},
    {"print", SHOW_THE_BOARD},
    {"force", "type analyze to play the moves of both sides, or edit to set up a position"},
    {"manual", "type analyze to play the moves of both sides, or edit to set up a position"},
    {"abort", "type new to start another game; a game without moves is not saved"},
    {"post", "type debug to see why the opponent chose each of its moves"},
    {"nopost", "type debug to show or hide why the opponent chose each of its moves"},
    {"sd", SET_THE_NODES},
    {"st", "a fixed time for each move is not possible; type time 5+3 for 5 minutes and 3 "
           "seconds more for each move, or time none for no clock"},
    {"depth", SET_THE_NODES},
    {"hello", "type a move, such as e4, or ? for help"},
    {"hi", "type a move, such as e4, or ? for help"},
    {"what", "type hint for help with a move, or review after the game to see your mistakes"},
    {"ponder", "the opponent thinks on your time only if you start fallible with --ponder yes"},
    {"book", "during analysis, type tree to see the moves of the opening book"},
    {"premove",
     "type the move itself while the opponent thinks; press Esc or type undo to take it back"},
    {"uci", "here you play and analyse; fallible uci in the shell starts the engine for other "
            "programs"},
    {"xboard", "here you play and analyse; fallible uci in the shell starts the engine for other "
               "programs"},
    {"position", "type fen and the position's FEN to start from it, or edit to set one up"},
    {"isready",
     "here you play and analyse; fallible uci in the shell starts the engine for other programs"},
    {"calibrate", "this measures the levels for hours; if you want that, type fallible calibrate"},
    {"ladder", "this measures the engine for hours; if you want that, type fallible ladder"},
    {"tune",
     "this fits the evaluation for hours; if you want that, type fallible tune and its arguments"},
    {"speech", IN_LINES("how much is said about each move")},
    {"words", IN_LINES("how moves are said")},
    {"announce", IN_LINES("how moves are said")},
    {"lines", IN_ANALYSIS_PAGES},
    {"threat", IN_ANALYSIS_PAGES},
    {"terms", IN_ANALYSIS_PAGES},
    {"switch", "type new white or new black to start a game with that colour"},
    {"swap", "type new white or new black to start a game with that colour"},
    {"moves", "press Tab to list the legal moves that begin with what you typed, such as N or e"},
    {"legal",
     "press Tab to list the legal moves that begin with what you typed, such as N or e; with "
     "--plain, type m e2 to list the moves of the piece on e2"},
    {"back", "use the arrow keys to step through the game, or type undo to take back your move"},
    {"forward", "use the arrow keys to step through the game, or type redo to play again a move "
                "you took back"},
    {"next", "in a game, use the arrow keys or, with --plain, type back and forward; at a position "
             "to solve, type skip, then press Enter"},
    {"rating", "type elo and a rating to set the opponent's, or stats to see yours"},
    {"pause", "type quit to leave the program; at the next start you can go on with the game"},
    {"settings", "type elo, method or time to change the next game, or config to see the "
                 "settings that are kept"},
    {"options", "type elo, method or time to change the next game, or config to see the "
                "settings that are kept"},
};

const char *session_command_name(enum session_command command) { return commands[command].name; }

const char *session_command_arguments(enum session_command command)
{
    return commands[command].arguments;
}

const char *session_command_words(enum session_command command) { return commands[command].words; }

/* Returns the length of `name` if `line` begins with it as a word, otherwise 0. */
static size_t begins_with(const char *line, const char *name)
{
    size_t length = strlen(name);
    bool is = strncasecmp(line, name, length) == 0 && strchr(" \t", line[length]);
    return is ? length : 0;
}

size_t session_command_named(const char *line, enum session_command *command)
{
    size_t length;
    for (int i = 0; i < OTHERS_COUNT; i++) {
        if ((length = begins_with(line, others[i].name))) {
            *command = others[i].command;
            return length;
        }
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if ((length = begins_with(line, commands[i].name))) {
            *command = (enum session_command)i;
            return length;
        }
    }
    return 0;
}

const char *session_command_heading(enum session_command command)
{
    switch (command) {
    case COMMAND_HOME:
        return "Home and training";
    case COMMAND_NEW: return "The game";
    case COMMAND_ELO: return "The opponent";
    case COMMAND_REVIEW: return "After the game";
    case COMMAND_ANALYZE: return "Analysis";
    case COMMAND_SAVE: return "Files and positions";
    case COMMAND_FLIP: return "The screen";
    default: return "";
    }
}

void session_no_command(const char *line, struct session_reply *reply)
{
    static const char *const answers[] = {"y", "yes", "n", "no"};
    char word[64];
    const char *near = NULL;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (strcasecmp(line, answers[i]) == 0) {
            reply_set(reply, REPLY_REFUSED, "There is no question to answer.");
            return;
        }
    }
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \t"), line);
    for (int i = 0; i < COMMAND_COUNT; i++)
        near = text_nearer(word, near, commands[i].name);
    for (int i = 0; i < OTHERS_COUNT; i++)
        near = text_nearer(word, near, others[i].name);
    for (int i = 0; i < SHELL_COUNT; i++)
        near = text_nearer(word, near, shell_commands[i]);
    if (near)
        reply_set(reply, REPLY_REFUSED,
                  "There is no command %.60s. Did you mean %s? Type ? for "
                  "a list.",
                  word, near);
    else
        reply_set(reply, REPLY_REFUSED,
                  "%.60s is neither a move nor a command. Type ? for a "
                  "list.",
                  line);
}

bool session_is_for_shell(const char *line)
{
    for (int i = 0; i < SHELL_COUNT; i++) {
        if (begins_with(line, shell_commands[i]))
            return true;
    }
    return false;
}

int session_key_named(const char *line)
{
    enum { LAST_KEY = 10 };
    long key = 0;
    return line[0] == 'F' && text_number(line + 1, 1, LAST_KEY, &key) ? (int)key : 0;
}

bool session_advise(const char *line, struct session_reply *reply)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        if (begins_with(line, elsewhere[i].name)) {
            reply_set(reply, REPLY_REFUSED, "There is no command %s: %s.", elsewhere[i].name,
                      elsewhere[i].advice);
            return true;
        }
    }
    return false;
}

enum { LAST_MARK = 23 /* the last annotation glyph (NAG) that has a sign */, PRESETS_MAX = 32 };

struct completions {
    char (*words)[32];
    int count, max;
    const char *prefix;
};

static void offer(struct completions *to, const char *word)
{
    if (to->count == to->max || strncmp(word, to->prefix, strlen(to->prefix)) != 0)
        return;
    for (int i = 0; i < to->count; i++) {
        if (strcmp(to->words[i], word) == 0)
            return;
    }
    snprintf(to->words[to->count++], sizeof *to->words, "%s", word);
}

/* Adds to the completions the words of a list separated by blanks. */
static void offer_words(struct completions *to, const char *words)
{
    char word[sizeof *to->words];
    while (*words) {
        int length = (int)strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", length, words);
        offer(to, word);
        words += length + (words[length] != '\0');
    }
}

/* Returns true if `text` begins with a square's name. */
static bool names_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/* Offers as completions the legal moves in SAN that begin with what is typed. If a square is typed,
 * also offers the moves to that square in SAN. If the text begins with a square, also offers the
 * moves from it in the form "g1f3", or "Ng1f3" if a piece letter precedes the square. */
static void offer_moves(const struct session *session, struct completions *to)
{
    const struct game_node *on = session_on_board(session);
    const char *typed = to->prefix;
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&on->position, moves);
    char text[CHESS_SAN_MAX];
    for (int i = 0; i < count; i++) {
        chess_to_san(&on->position, moves[i], text);
        offer(to, text);
    }
    if (names_square(typed) && !typed[2]) {
        to->prefix = "";
        for (int i = 0; i < count; i++) {
            chess_to_san(&on->position, moves[i], text);
            if (strncmp(chess_square_name(move_to(moves[i])), typed, 2) == 0)
                offer(to, text);
        }
        to->prefix = typed;
    }
    bool letter = typed[0] && strchr("NBRQK", typed[0]);
    if (!names_square(typed + letter))
        return;
    for (int i = 0; i < count; i++) {
        char uci[CHESS_UCI_MAX];
        int piece = on->position.board[move_from(moves[i])];
        chess_to_uci(&on->position, moves[i], uci);
        snprintf(text, sizeof text, "%.*s%s", letter, &"PNBRQK"[piece_type(piece)], uci);
        offer(to, text);
    }
}

static void offer_shell_commands(struct completions *to)
{
    for (int i = 0; i < SHELL_COUNT; i++)
        offer(to, shell_commands[i]);
}

static void offer_groups(struct completions *to)
{
    for (int i = 0; i < GROUP_COUNT; i++)
        offer(to, group_key((enum group)i));
}

static void offer_items(const struct session *session, struct completions *to)
{
    struct handicap handicap = session->handicap;
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    int count = handicap_items(&handicap, items);
    for (int i = 0; i < count; i++)
        offer(to, items[i].name);
}

/* The fixed words that complete an argument, separated by blanks. */
static const char *const fixed_arguments[COMMAND_COUNT] = {
    [COMMAND_NEW] = "white black random",
    [COMMAND_COLOR] = "white black random",
    [COMMAND_TIME] = "none 1+0 3+2 5+3 10+5 15+10 40/60",
    [COMMAND_ELO] = "full",
    [COMMAND_LEVEL] = "full",
#define X(id, name, words, brief) " " name
    [COMMAND_SCALE] = RATING_SCALES(X),
#undef X
    [COMMAND_PLAY] = "white black",
    [COMMAND_GUESS] = "white black",
    [COMMAND_DELETE] = "line rest",
    [COMMAND_PROMOTE] = "main",
    [COMMAND_ENGINE] = "own",
    [COMMAND_COPY] = "fen link pgn",
    [COMMAND_ANALYZE] = "on off",
    [COMMAND_DEBUG] = "on off",
    [COMMAND_BAR] = "on off",
    [COMMAND_BLINDFOLD] = "on off",
    [COMMAND_RESIGN_POLICY] = "on off",
    [COMMAND_PRESSURE] = "on off",
    [COMMAND_ODDS] = "none",
    [COMMAND_DRILL] = "off endgames",
    [COMMAND_ENDGAMES] = "list",
};

static void offer_arguments(const struct session *session, enum session_command command,
                            struct completions *to)
{
    struct preset presets[PRESETS_MAX];
    char styles[STYLES_MAX][STYLE_NAME_MAX];
    int count;
    if (fixed_arguments[command])
        offer_words(to, fixed_arguments[command]);
    switch (command) {
    case COMMAND_DRAW: offer_moves(session, to); break;
    case COMMAND_DRILL:
    case COMMAND_KNOW: offer_groups(to); break;
    case COMMAND_SET: offer_items(session, to); break;
    case COMMAND_MARK:
        for (int nag = 1; nag <= LAST_MARK; nag++)
            if (*nag_sign(nag))
                offer(to, nag_sign(nag));
        break;
    case COMMAND_METHOD:
        for (int i = 0; i < METHOD_COUNT; i++)
            offer(to, method_name((enum method)i));
        offer(to, "engines");
        break;
    case COMMAND_LIKE:
        count = styles_list(styles, NULL);
        for (int i = 0; i < count; i++)
            if (strlen(styles[i]) < sizeof *to->words)
                offer(to, styles[i]);
        break;
    case COMMAND_ODDS:
        for (int i = 0; i < ODDS_COUNT; i++)
            offer(to, odds_name((enum odds)i));
        break;
    case COMMAND_ELO:
    case COMMAND_LEVEL:
    case COMMAND_PRESET:
        count = strength_presets(session->options.strength, presets, PRESETS_MAX);
        for (int i = 0; i < count; i++)
            offer(to, presets[i].name);
        break;
    case COMMAND_WHATIF:
        for (int i = 0; i < TOGGLE_COUNT; i++)
            offer(to, toggle_word((enum toggle_kind)i));
        break;
    case COMMAND_FALLIBLE:
        offer_shell_commands(to);
        break;
    default: break;
    }
}

int session_complete(const struct session *session, const char *typed, char words[][32], int max)
{
    while (isspace((unsigned char)*typed))
        typed++;
    const char *last = strrchr(typed, ' ');
    struct completions to = {.words = words, .max = max, .prefix = last ? last + 1 : typed};
    if (!last) {
        offer_moves(session, &to);
        for (int i = 0; i < COMMAND_COUNT; i++)
            offer(&to, session_command_name((enum session_command)i));
        offer_shell_commands(&to);
        return to.count;
    }
    enum session_command command;
    size_t first = session_command_named(typed, &command);
    if (!first)
        return 0;
    if (typed + first == last) {
        offer_arguments(session, command, &to);
    } else if (command == COMMAND_WHATIF) {
        offer_groups(&to);
    } else if (command == COMMAND_KNOW) {
        offer_words(&to, "on off");
    }
    return to.count;
}
