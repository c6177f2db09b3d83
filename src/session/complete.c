/* Completion of what is typed: the legal moves and the commands, then a command's arguments. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/game/annotate.h"
#include "src/session/state.h"

enum { LAST_MARK = 23 /* of the glyphs with a sign of their own */, PRESETS_MAX = 32 };

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

/* Separated by blanks. */
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

/* True if text begins with a square's name. */
static bool names_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/* SAN first. A square typed also brings the moves to it, then those of the piece on it, in the
 * spelling that begins with that square; "Ng1" as much. */
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

static void offer_groups(struct completions *to)
{
    for (int i = 0; i < GROUP_COUNT; i++)
        offer(to, group_key((enum group)i));
}

/* Words that are always the same, separated by blanks. */
static const char *const fixed_arguments[COMMAND_COUNT] = {
    [COMMAND_NEW] = "white black random",
    [COMMAND_TIME] = "none 1+0 3+2 5+3 10+5 15+10 40/60",
    [COMMAND_ELO] = "full",
    [COMMAND_LEVEL] = "full",
    [COMMAND_PLAY] = "white black",
    [COMMAND_GUESS] = "white black",
    [COMMAND_DELETE] = "line rest",
    [COMMAND_PROMOTE] = "main",
    [COMMAND_ENGINE] = "own",
    [COMMAND_COPY] = "fen pgn",
    [COMMAND_BLINDFOLD] = "on off",
    [COMMAND_MANNERS] = "on off",
    [COMMAND_ODDS] = "none",
    [COMMAND_DRILL] = "off",
};

static void offer_arguments(const struct session *session, enum session_command command,
                            struct completions *to)
{
    struct preset presets[PRESETS_MAX];
    int count;
    if (fixed_arguments[command])
        offer_words(to, fixed_arguments[command]);
    switch (command) {
    case COMMAND_DRAW: offer_moves(session, to); break;
    case COMMAND_DRILL:
    case COMMAND_KNOW: offer_groups(to); break;
    case COMMAND_MARK:
        for (int nag = 1; nag <= LAST_MARK; nag++)
            if (*nag_sign(nag))
                offer(to, nag_sign(nag));
        break;
    case COMMAND_METHOD:
        for (int i = 0; i < METHOD_COUNT; i++)
            offer(to, method_name((enum method)i));
        break;
    case COMMAND_ODDS:
        for (int i = 0; i < ODDS_COUNT; i++)
            offer(to, odds_name((enum odds)i));
        break;
    case COMMAND_PRESET:
        count = strength_presets(session->options.strength, presets, PRESETS_MAX);
        for (int i = 0; i < count; i++)
            offer(to, presets[i].name);
        break;
    case COMMAND_WHATIF:
        for (int i = 0; i < TOGGLE_COUNT; i++)
            offer(to, toggle_word((enum toggle_kind)i));
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
