/* Answers the questions that blind players know from Lichess, such as c, l, p, s, m and board. */
#include "src/plain/question.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/game/handicap_item.h"
#include "src/game/handicap_text.h"
#include "src/lab/calibrate/calibrate_table.h"
#include "src/plain/say.h"
#include "src/util/text.h"
#include "src/review/level_text.h"

/* Writes `color`'s time. During a game: the time left now and, if an earlier position is shown,
 * also the time left at that position. Without a game: only the time left at the position shown.
 * Returns false if no time is known. */
static bool clock_words(const struct session_view *view, int color, char *out, size_t size)
{
    const struct game_node *node = view->shown;
    bool live = node == view->live && !view->analyzing && view->playing;
    int64_t left = view->playing && !view->control.untimed ? view->remaining[color] : -1;
    int64_t then = live ? -1 : game_clock_at(node, color);
    if (!view->playing && then >= 0 && node == view->live && node->position.side == color &&
        game_lost_on_time(view->game))
        then = 0;
    snprintf(out, size, "an unknown time");
    if (left >= 0 || then >= 0)
        text_clock(left >= 0 ? left : then, true, out, size);
    if (left >= 0 && then >= 0) {
        char shown[16];
        text_clock(then, true, shown, sizeof shown);
        text_add(out, size, " (%s at this move)", shown);
    }
    return left >= 0 || then >= 0;
}

static void answer_clocks(const struct session_view *view)
{
    char white[48], black[48];
    bool white_known = clock_words(view, WHITE, white, sizeof white);
    if (clock_words(view, BLACK, black, sizeof black) || white_known)
        say("White has %s, Black %s.\n", white, black);
    else
        say("No clock.\n");
}

static void answer_last(const struct session_view *view)
{
    const struct game_node *node = view->shown;
    char words[CHESS_WORDS_MAX];
    if (!node->parent) {
        say("No move has been made.\n");
        return;
    }
    chess_to_words(&node->parent->position, node->move, words);
    say("Last move: %s %s.\n", chess_color_name(node->parent->position.side), words);
}

/* Prints "White knights: b1, g1." */
static void say_pieces(const struct position *position, int color, int type)
{
    const char *separator = ": ";
    say("%s %ss", color == WHITE ? "White" : "Black", chess_piece_name(type));
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        if (position->board[square] == color * PIECE_TYPE_COUNT + type) {
            say("%s%s", separator, chess_square_name(square));
            separator = ", ";
        }
    }
    say("%s.", *separator == ':' ? ": none" : "");
}

static void answer_pieces(const struct position *position, const char *argument)
{
    static const char letters[] = "PNBRQK";
    const char *letter = strchr(letters, toupper((unsigned char)argument[0]));
    if (!argument[0] || argument[1] || !letter) {
        say("Type p and one of P N B R Q K, as in p N.\n");
        return;
    }
    int type = (int)(letter - letters);
    say_pieces(position, WHITE, type);
    say(" ");
    say_pieces(position, BLACK, type);
    say("\n");
}

static void answer_line(const struct position *position, const char *argument)
{
    char name = (char)tolower((unsigned char)argument[0]);
    bool file = name >= 'a' && name <= 'h', rank = name >= '1' && name <= '8';
    if ((!file && !rank) || argument[1]) {
        say("Type s and a file (a to h) or a rank (1 to 8), as in s e.\n");
        return;
    }
    const char *separator = ": ";
    say("%s %c", file ? "File" : "Rank", name);
    for (int i = 0; i < 8; i++) {
        Square square = file ? i * 8 + (name - 'a') : (name - '1') * 8 + i;
        int piece = position->board[square];
        if (piece == NO_PIECE)
            continue;
        say("%s%s %s %s", separator, chess_color_name(piece_color(piece)),
            chess_piece_name(piece_type(piece)), chess_square_name(square));
        separator = ", ";
    }
    say("%s.\n", *separator == ':' ? ": empty" : "");
}

static void answer_moves(const struct speech *speech, const struct position *position,
                         const char *argument)
{
    char file = (char)tolower((unsigned char)argument[0]), rank = file ? argument[1] : '\0';
    if (file < 'a' || file > 'h' || rank < '1' || rank > '8' || argument[2]) {
        say("Type m and a square, as in m e4.\n");
        return;
    }
    Square from = (rank - '1') * 8 + (file - 'a');
    int piece = position->board[from];
    if (piece == NO_PIECE) {
        say("The square %s is empty.\n", chess_square_name(from));
        return;
    }
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    const char *separator = ": ";
    say("%s %s %s", chess_color_name(piece_color(piece)), chess_piece_name(piece_type(piece)),
        chess_square_name(from));
    for (int i = 0; i < count; i++) {
        if (move_from(moves[i]) != from)
            continue;
        char text[CHESS_WORDS_MAX];
        speech_move(speech, position, moves[i], text);
        say("%s%s", separator, text);
        separator = speech->moves == SPEAK_SAN ? ", " : "; ";
    }
    say("%s\n", *separator == ':' ? ": no legal move" : "");
}

static void answer_opening(const struct session_view *view)
{
    if (view->opening)
        say("%s, %s.\n", view->opening, view->eco);
    else
        say("This opening has no name.\n");
}

/* Prints the moves up to the position shown. */
static void answer_game(const struct speech *speech, const struct session_view *view)
{
    const struct game_node *node = view->shown;
    char text[CHESS_WORDS_MAX];
    if (!node->parent) {
        say("No move has been made.\n");
        return;
    }
    for (int ply = 1; ply <= view->shown->ply; ply++) {
        for (node = view->shown; node->ply > ply;)
            node = node->parent;
        const struct position *before = &node->parent->position;
        speech_move(speech, before, node->move, text);
        if (before->side == WHITE || ply == 1)
            say("%s%d%s", ply == 1 ? "" : " ", before->fullmove,
                before->side == WHITE ? "." : "...");
        say(" %s%s", text, speech->moves == SPEAK_SAN ? "" : ";");
    }
    say("\n");
}

/* Prints which groups of the evaluation the opponent knows, which it knows in part, and which it
 * ignores. An empty set is not mentioned. */
static void answer_groups(const struct handicap *handicap)
{
    static const struct {
        int low, high;
        const char *words;
    } parts[] = {{100, 100, "It knows"}, {1, 99, "It knows a part of"}, {0, 0, "It ignores"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char text[512];
        level_groups(handicap, parts[i].low, parts[i].high, text, sizeof text);
        if (strcmp(text, "nothing") != 0)
            say("%s %s.\n", parts[i].words, text);
    }
}

/* Prints the description of the level that the level slider shows. */
static void answer_level(const struct session_view *view)
{
    const struct handicap *handicap = &view->handicap;
    char text[512], rating[64], beside[96], fallible[128];
    static char lines[LEVEL_LINES][LEVEL_LINE_MAX];
    scale_level_words(view->scale, handicap->limited ? handicap->elo : ELO_FULL, rating,
                      sizeof rating);
    scale_beside(view->scale, handicap->limited ? handicap->elo : ELO_FULL, beside, sizeof beside);
    scale_opponent_name(view->scale, view->strength, handicap, fallible, sizeof fallible);
    if (view->no_game || (view->from_file && !view->playing))
        say("The level in analysis is %s, which is not a player of this game.\n", fallible);
    else
        say("The opponent is %s.\n", view->opponent);
    if (handicap_is_custom(handicap))
        say("Its settings were changed by hand, so it has no rating.\n");
    else if (handicap->limited && handicap->like[0])
        say("Its rating: %s. Games against a style are not rated.\n", rating);
    else
        say("Its rating: %s%s%s.\n", rating, *beside ? "; " : "", beside);
    level_describe(view->strength, handicap, &view->control, view->calm, lines);
    for (int i = 0; i < LEVEL_LINES; i++) {
        const char *name = level_line_name((enum level_line)i);
        if (*lines[i])
            say("%s%s%s%s\n", name, *name ? ": " : "", lines[i], *name ? "." : "");
    }
    if (!handicap->limited)
        return;
    level_budget(handicap, text, sizeof text);
    say("Its method of making mistakes is %s. It looks at %s.\n", method_name(handicap->method),
        text);
    if (handicap->method == METHOD_MADCHESS) {
        const int blunders = handicap->blunder_chance * 100 / 1024; /* `blunders` counts per hundred
                                                                     * moves; at 100 every error is
                                                                     * a blunder */
        const int error = blunders < 100 ? handicap->move_error : handicap->blunder_error;
        say("Any move may be up to %.2f pawns worse than the best", error / 100.0);
        if (blunders > 0 && blunders < 100)
            say(", %d in a hundred up to %.2f", blunders, handicap->blunder_error / 100.0);
        say(handicap->order_bias > 0 ? "; the better a move, the more often it plays it.\n"
                                     : ".\n");
    }
    answer_groups(handicap);
    if (handicap_is_custom(handicap))
        return;
    struct measured_table table = {0};
    measured_read_shipped(&table);
    const struct measured_level *level = measured_find(&table, handicap, "1+0");
    if (level)
        say("Measured rating on the engine scale: %.0f, plus or minus %.0f, from %d games.\n",
            level->elo, measured_error(level), level->games);
    else
        say("This rating has not been measured in games between programs.\n");
    measured_clear(&table);
}

void question_help(void)
{
    say("c: show the clocks.\n"
        "l: show the last move.\n"
        "p N: say where the knights are; also p with P, B, R, Q or K.\n"
        "s a, s 1: say what is on a file or a rank.\n"
        "m e4: list the legal moves of the piece on a square.\n"
        "board: draw the board. board ranks, board pieces: from now on describe it by ranks or "
        "by pieces.\n"
        "material: say who has more material. opening: name the opening. game: list the "
        "moves.\n"
        "strength: say what the opponent knows and how it errs.\n");
}

/* Answers questions that are words rather than letters. Returns false for any other line. */
static bool answer_word(const struct session_view *view, struct speech *speech,
                        const char *line, const char *argument)
{
    struct error error = {0};
    if (strcmp(line, "material") == 0)
        speech_tell_material(speech, view->game, &view->shown->position);
    else if (strcmp(line, "opening") == 0)
        answer_opening(view);
    else if (strcmp(line, "game") == 0)
        answer_game(speech, view);
    else if (strcmp(line, "strength") == 0)
        answer_level(view);
    else if (strncmp(line, "board", 5) != 0 || (line[5] && line[5] != ' '))
        return false;
    else if (*argument && !speech_read_board("board", argument, &speech->board, &error))
        say("%s\n", error.message);
    else
        speech_tell_board(&view->shown->position,
                          *argument ? speech->board : speech_board_for(speech), speech->flipped);
    if (*argument && !error.message[0])
        speech->board_chosen = true;
    return true;
}

static bool shows_the_board(const char *line)
{
    return strncmp(line, "board", 5) == 0 || strncmp(line, "p ", 2) == 0 ||
           strncmp(line, "s ", 2) == 0 || strncmp(line, "m ", 2) == 0;
}

/* Whether the line is a pawn's move in words, such as "p takes d5" or "c takes d5". */
static bool is_pawn_move(const char *line)
{
    return (strncmp(line, "p ", 2) == 0 || strncmp(line, "c ", 2) == 0) &&
           strpbrk(line, "12345678");
}

bool question_answer(struct session *session, struct speech *speech, const char *line)
{
    struct session_view view;
    size_t word = strcspn(line, " ");
    const char *argument = line + word + strspn(line + word, " ");
    session_view(session, &view);
    const struct position *position = &view.shown->position;
    if (is_pawn_move(line))
        return false;
    if (view.blindfold && shows_the_board(line))
        say("Peek %d.\n", session_peek(session));
    if (strcmp(line, "strength") == 0 && !view.playing) {
        int color;
        session_next_game(session, &color, &view.control);
    }
    if (answer_word(&view, speech, line, argument))
        return true;
    if (word != 1)
        return false;
    switch (line[0]) {
    case 'c': answer_clocks(&view); return true;
    case 'l': answer_last(&view); return true;
    case 'p': answer_pieces(position, argument); return true;
    case 's': answer_line(position, argument); return true;
    case 'm':
        if (view.setting_up && *view.setup_trouble)
            say("The position has no legal moves yet: %s.\n", view.setup_trouble);
        else
            answer_moves(speech, position, argument);
        return true;
    default: return false;
    }
}
