/* Sentences for listeners. Colours and squares are always named. */
#include "src/plain/speech.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/plain/say.h"
#include "src/util/text.h"
#include "src/session/session.h"

static const char *const color_names[] = {"White", "Black"};

bool speech_read_moves(const char *what, const char *name, enum speech_moves *moves,
                       struct error *error)
{
    static const char *const names[] = {SPEECH_MOVES(NAME_OF_ROW)};
    return text_choice(what, name, names, SPEECH_MOVES_COUNT, moves, error);
}

bool speech_read_length(const char *what, const char *name, enum speech_length *length,
                        struct error *error)
{
    static const char *const names[] = {SPEECH_LENGTHS(NAME_OF_ROW)};
    return text_choice(what, name, names, SPEECH_LENGTHS_COUNT, length, error);
}

bool speech_read_board(const char *what, const char *name, enum speech_board *board,
                       struct error *error)
{
    static const char *const names[] = {SPEECH_BOARDS(NAME_OF_ROW)};
    return text_choice(what, name, names, SPEECH_BOARDS_COUNT, board, error);
}

/* Moves in a text */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static size_t read_castling(const char *at, char *words, size_t size)
{
    bool is_long = strncmp(at, "O-O-O", 5) == 0;
    if (!is_long && strncmp(at, "O-O", 3) != 0)
        return 0;
    snprintf(words, size, "castles %s", is_long ? "long" : "short");
    return is_long ? 5 : 3;
}

/* Reads a move in standard notation (without + or #) at the beginning of the text, and writes it in
 * words. Sets *bare if the move is only a square. Returns its length, or 0 if there is no move.
 * Without a position, the words cannot say which piece is taken. */
static size_t read_move(const char *at, char *words, size_t size, bool *bare)
{
    static const char pieces[] = "PNBRQK";
    const char *start = at, *piece = *at && *at != 'P' ? strchr(pieces, *at) : NULL;
    char from[3] = "";
    if (piece)
        at++;
    /* The origin's file or rank, if given, comes before the target. */
    for (int i = 0; i < 2 && (is_file(*at) || is_rank(*at)); i++)
        from[i] = *at++;
    bool takes = *at == 'x';
    at += takes;
    if (is_file(*at) && is_rank(at[1])) {
        at += 2;
    } else if (!takes && is_file(from[0]) && is_rank(from[1])) {
        from[0] = '\0'; /* the square read as `from` is the target */
    } else if (!takes && is_rank(*at) && is_file(from[1])) {
        from[1] = '\0'; /* only the first letter belongs to `from`; the target begins with the
                         * second one */
        at++;
    } else {
        return 0;
    }
    snprintf(words, size, "%s%s%s %s %.2s", chess_piece_name(piece ? (int)(piece - pieces) : PAWN),
             *from ? " " : "", from, takes ? "takes on" : "to", at - 2);
    *bare = !piece && !*from;
    const char *promotion = *at == '=' && at[1] ? strchr("NBRQ", at[1]) : NULL;
    if (promotion) {
        text_add(words, size, ", promotes to %s",
                 chess_piece_name((int)(strchr(pieces, *promotion) - pieces)));
        *bare = false;
        at += 2;
    }
    return (size_t)(at - start);
}

/* Whether the text ends with the number of a move: "11.", "2..." or "2... ". */
static bool ends_with_number(const char *text, size_t length)
{
    if (length > 0 && text[length - 1] == ' ')
        length--;
    if (length == 0 || text[length - 1] != '.')
        return false;
    while (length > 0 && text[length - 1] == '.')
        length--;
    return length > 0 && isdigit((unsigned char)text[length - 1]);
}

/* If a move begins at text[at], writes it in words and returns its length in the text; otherwise
 * returns 0. A bare square such as e4 counts as a move only after a move number, or if a reply to a
 * numbered move is expected here. Text next to a slash is part of a FEN, not a move. */
static size_t read_move_at(const char *text, size_t at, bool reply, char *words, size_t size)
{
    bool bare = false;
    char before = at > 0 ? text[at - 1] : ' ';
    if (isalnum((unsigned char)before) || strchr("/-_", before))
        return 0;
    size_t length = read_castling(text + at, words, size);
    if (length == 0)
        length = read_move(text + at, words, size, &bare);
    if (length == 0)
        return 0;
    char sign = text[at + length];
    if (sign == '+' || sign == '#') {
        text_add(words, size, sign == '#' ? ", checkmate" : ", check");
        length++;
    } else if (bare && !reply && !ends_with_number(text, at)) {
        return 0;
    }
    char after = text[at + length];
    return isalnum((unsigned char)after) || (after && strchr("/-_", after)) ? 0 : length;
}

/* Copies the text, with the moves in it written in words. */
static void write_in_words(const char *text, char *out, size_t size)
{
    char words[64];
    size_t reply_at = 0; /* one space after the last move that has a number */
    out[0] = '\0';
    for (size_t at = 0; text[at];) {
        size_t length = read_move_at(text, at, at > 0 && at == reply_at, words, sizeof words);
        bool joined = length > 0 && at > 0 && text[at - 1] == '.';
        if (length > 0 && ends_with_number(text, at) && text[at + length] == ' ')
            reply_at = at + length + 1;
        if (length > 0)
            text_add(out, size, "%s%s", joined ? " " : "", words);
        else
            text_add(out, size, "%c", text[at]);
        at += length > 0 ? length : 1;
    }
}

void speech_say(const struct speech *speech, const char *format, ...)
{
    char text[4096], words[2 * sizeof text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (speech->moves != SPEAK_SAN)
        write_in_words(text, words, sizeof words);
    say("%s", speech->moves == SPEAK_SAN ? text : words);
}

void speech_score(Score score, const char *unit, char *text, size_t size)
{
    int mate;
    if (score_is_mate(score, &mate) && mate != 0) {
        snprintf(text, size, "%s mates in %d", color_names[mate < 0], mate < 0 ? -mate : mate);
        return;
    }
    text_score(score, text, size);
    text_add(text, size, "%s", unit);
}

/* Writes "g1 to f3, knight, takes pawn, check". */
static void squares_first(const struct position *before, Move move, char *text, size_t size)
{
    struct position after = *before;
    Square from = move_from(move), to = move_to(move);
    bool castles = move_kind(move) == MOVE_CASTLING;
    if (castles)
        to = square_rank(from) * 8 + (to > from ? 6 : 2);
    int taken = move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(before->board[to]);
    snprintf(text, size, "%s to %s, %s", chess_square_name(from), chess_square_name(to),
             castles ? "castles" : chess_piece_name(piece_type(before->board[from])));
    if (chess_is_capture(before, move))
        text_add(text, size, ", takes %s", chess_piece_name(taken));
    if (move_kind(move) == MOVE_PROMOTION)
        text_add(text, size, ", promotes to %s", chess_piece_name(move_promotion(move)));
    chess_play(&after, move);
    Move replies[CHESS_MOVES_MAX];
    if (chess_in_check(&after))
        text_add(text, size, ", %s", chess_moves(&after, replies) ? "check" : "checkmate");
}

void speech_move(const struct speech *speech, const struct position *before, Move move,
                 char text[CHESS_WORDS_MAX])
{
    switch (speech->moves) {
    case SPEAK_PIECE: chess_to_words(before, move, text); break;
    case SPEAK_SQUARES: squares_first(before, move, text, CHESS_WORDS_MAX); break;
    default: chess_to_san(before, move, text); break;
    }
}

static bool is_capture(const struct game_node *node)
{
    return node->parent && chess_is_capture(&node->parent->position, node->move);
}

/* Prints the clocks if they differ from what was printed last. They stand still while the user
 * steps through a game that is over. */
static void tell_clocks(struct speech *speech, const struct session_view *view)
{
    char yours[16], other[16], now[CLOCK_WORDS_MAX];
    if (view->control.untimed || view->you < 0)
        return;
    text_clock(view->remaining[view->you], true, yours, sizeof yours);
    text_clock(view->remaining[!view->you], true, other, sizeof other);
    snprintf(now, sizeof now, "Clocks: you have %s, the opponent has %s.", yours, other);
    if (strcmp(speech->clocks, now) == 0)
        return;
    memcpy(speech->clocks, now, sizeof now);
    say("%s\n", now);
}

static int count_of(const struct position *position, int color, int type)
{
    int count = 0;
    for (Square square = 0; square < SQUARE_COUNT; square++)
        count += position->board[square] == color * PIECE_TYPE_COUNT + type;
    return count;
}

/* Writes the material that `color` is ahead by, such as "a rook and 2 pawns". Returns false if it
 * is not ahead. */
static bool surplus(const struct position *position, int color, char *text, size_t size)
{
    char parts[QUEEN + 1][32];
    int count = 0;
    for (int type = QUEEN; type >= PAWN; type--) {
        int ahead = count_of(position, color, type) - count_of(position, !color, type);
        if (ahead == 1)
            snprintf(parts[count++], sizeof *parts, "a %s", chess_piece_name(type));
        else if (ahead > 1)
            snprintf(parts[count++], sizeof *parts, "%d %ss", ahead, chess_piece_name(type));
    }
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        text_add(text, size, "%s%s", i == 0 ? "" : i == count - 1 ? " and " : ", ", parts[i]);
    return count > 0;
}

static void write_material(const struct position *position, char *text, size_t size)
{
    char white[160], black[160];
    bool more[] = {surplus(position, WHITE, white, sizeof white),
                   surplus(position, BLACK, black, sizeof black)};
    if (more[WHITE] && more[BLACK])
        snprintf(text, size, "White has %s more, Black has %s more.", white, black);
    else if (more[WHITE] || more[BLACK])
        snprintf(text, size, "%s has %s more.", more[WHITE] ? "White" : "Black",
                 more[WHITE] ? white : black);
    else
        snprintf(text, size, "Material is even.");
}

void speech_tell_material(struct speech *speech, const struct game *game,
                          const struct position *position)
{
    speech->game = game;
    write_material(position, speech->material, sizeof speech->material);
    say("%s\n", speech->material);
}

/* Prints the balance of material if it has changed since the listener last heard it; the listener
 * knows the balance at the start of a game. After a capture nothing is printed until the next move,
 * because the opponent may recapture. */
static void tell_change_of_material(struct speech *speech, const struct session_view *view,
                                    const struct game_node *node)
{
    char now[MATERIAL_WORDS_MAX];
    /* A new game may have the same address as the last one, so the first move of any game also
     * counts as the beginning of a game. */
    if (speech->game != view->game || !node->parent->parent)
        write_material(&view->game->root->position, speech->material, sizeof speech->material);
    speech->game = view->game;
    write_material(&node->position, now, sizeof now);
    if (!is_capture(node) && strcmp(speech->material, now) != 0)
        speech_tell_material(speech, view->game, &node->position);
}

void speech_tell_move(struct speech *speech, const struct session_view *view,
                      const struct game_node *node, bool roles)
{
    const struct position *before = &node->parent->position;
    const int you = view->card || view->guessing ? view->you : view->your_side;
    char text[CHESS_WORDS_MAX];
    speech_move(speech, before, node->move, text);
    switch (speech->length) {
    case SPEAK_TERSE: say("%s\n", text); break;
    case SPEAK_VERBOSE:
        say("Move %d, %s%s: %s.\n", before->fullmove, color_names[before->side],
            !roles || you < 0     ? ""
            : you == before->side ? ", you"
                                  : ", the opponent",
            text);
        tell_change_of_material(speech, view, node);
        tell_clocks(speech, view);
        break;
    default:
        say("%d%s %s\n", before->fullmove, before->side == WHITE ? "." : "...", text);
        break;
    }
}

static void tell_diagram(const struct position *position, bool flipped)
{
    for (int row = 0; row < 8; row++) {
        int rank = flipped ? row : 7 - row;
        say("%d", rank + 1);
        for (int column = 0; column < 8; column++) {
            int file = flipped ? 7 - column : column;
            say(" %c", chess_piece_letter(position->board[rank * 8 + file]));
        }
        say("\n");
    }
    say(flipped ? "  h g f e d c b a\n" : "  a b c d e f g h\n");
}

static void tell_ranks(const struct position *position)
{
    for (int rank = 7; rank >= 0; rank--) {
        const char *separator = ": ";
        say("Rank %d", rank + 1);
        for (int file = 0; file < 8; file++) {
            int piece = position->board[rank * 8 + file];
            if (piece == NO_PIECE)
                continue;
            say("%s%s %s %c", separator, chess_color_name(piece_color(piece)),
                chess_piece_name(piece_type(piece)), 'a' + file);
            separator = ", ";
        }
        say("%s.\n", *separator == ':' ? ": empty" : "");
    }
}

static void tell_pieces(const struct position *position)
{
    for (int color = WHITE; color <= BLACK; color++) {
        const char *between = ": ";
        say("%s", color_names[color]);
        for (int type = KING; type >= PAWN; type--) {
            int count = count_of(position, color, type), told = 0;
            for (Square square = 0; square < SQUARE_COUNT; square++) {
                if (position->board[square] != color * PIECE_TYPE_COUNT + type)
                    continue;
                if (told == 0)
                    say("%s%s%s %s", between, chess_piece_name(type), text_plural(count),
                        chess_square_name(square));
                else
                    say(" %s", chess_square_name(square));
                told++;
                between = ", ";
            }
        }
        say(".\n");
    }
}

enum speech_board speech_board_for(const struct speech *speech)
{
    bool listens = speech->moves != SPEAK_SAN || speech->length == SPEAK_VERBOSE;
    return listens && !speech->board_chosen ? SPEAK_PIECES : speech->board;
}

void speech_tell_board(const struct position *position, enum speech_board board, bool flipped)
{
    switch (board) {
    case SPEAK_RANKS: tell_ranks(position); break;
    case SPEAK_PIECES: tell_pieces(position); break;
    default: tell_diagram(position, flipped); break;
    }
    say("%s to move.\n", color_names[position->side]);
}
