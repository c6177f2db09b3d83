/* Hints in words: first what the line wins by force (motif, material), otherwise the evaluation
 * terms that change most between the position and the quiet end of the line, for each side. */
#include "src/review/hint.h"

#include <stdio.h>
#include <string.h>

#include "engine/evaluation.h"
#include "src/game/format.h"
#include "src/util/text.h"
#include "src/review/eval_diff.h"
#include "src/review/motif.h"
#include "src/review/review.h"

enum {
    TERM_MIN = 10 /* in centipawns */,
    REASONS_MAX = 2,
    LINE_PLIES = 7,
    TRACE_PLIES = 8,
    WANTED_PLIES = 8
};

/* A term's gain for the side to move: its term rises, or the opponent's falls. */
struct reason {
    enum term term;
    bool own;
    int centipawns;
};

static void rank_reason(struct reason reasons[REASONS_MAX], int *count, struct reason reason)
{
    if (reason.centipawns < TERM_MIN)
        return;
    int at = *count < REASONS_MAX ? (*count)++ : REASONS_MAX;
    while (at > 0 && reasons[at - 1].centipawns < reason.centipawns) {
        if (at < REASONS_MAX)
            reasons[at] = reasons[at - 1];
        at--;
    }
    if (at < REASONS_MAX)
        reasons[at] = reason;
}

/* Groups that are described as a whole and not by term. */
static bool is_told_as_group(enum group group)
{
    return group == GROUP_KING_SAFETY || group == GROUP_PASSED_PAWNS;
}

static void rank_both(struct reason reasons[REASONS_MAX], int *count, enum term term,
                      const int old[COLOR_COUNT], const int new[COLOR_COUNT], int me)
{
    rank_reason(reasons, count, (struct reason){term, true, new[me] - old[me]});
    rank_reason(reasons, count, (struct reason){term, false, old[!me] - new[!me]});
}

/* The terms that change most between the position and the end of line. */
static int find_reasons(const struct position *position, const struct line *line, int plies,
                        struct reason reasons[REASONS_MAX])
{
    struct position later = *position;
    struct trace before, after;
    plies = plies > 0 && plies < TRACE_PLIES ? plies : TRACE_PLIES;
    for (int i = 0; i < plies && i < line->length && chess_is_legal(&later, line->moves[i]); i++)
        chess_play(&later, line->moves[i]);
    evaluation_explain(position, weights_full(), &before);
    evaluation_explain(&later, weights_full(), &after);
    int me = position->side, count = 0;
    for (int i = 0; i < TERM_COUNT; i++) {
        enum group group = term_info((enum term)i)->group;
        bool first = i == 0 || term_info((enum term)(i - 1))->group != group;
        if (change_is_material(group) || i == TERM_tempo)
            continue;
        if (!is_told_as_group(group))
            rank_both(reasons, &count, (enum term)i, before.rows[i].centipawns,
                      after.rows[i].centipawns, me);
        else if (first)
            rank_both(reasons, &count, (enum term)i, before.groups[group], after.groups[group],
                      me);
    }
    return count;
}

/* Describes a reason and its size in pawns. */
static void reason_words(const struct reason *reason, char *text, size_t size)
{
    const struct term_info *info = term_info(reason->term);
    int whole = reason->centipawns / 100, rest = reason->centipawns % 100;
    int length = (int)strcspn(info->words, ",:");
    /* Only words that start with a plural noun can follow "your". */
    bool ownable = strncmp(info->words, "where ", 6) != 0 && !strstr(info->words, " of ") &&
                   !strstr(info->words, "enemy") && !strstr(info->words, "attack") &&
                   strncmp(info->words, "the ", 4) != 0 &&
                   strncmp(info->words, "room ", 5) != 0;
    if (info->group == GROUP_KING_SAFETY)
        snprintf(text, size,
                 reason->own ? "your king gains %d.%02d of safety"
                             : "the enemy king loses %d.%02d of its safety",
                 whole, rest);
    else if (info->group == GROUP_PASSED_PAWNS)
        snprintf(text, size,
                 reason->own ? "your passed pawns gain %d.%02d"
                             : "the enemy passed pawns lose %d.%02d",
                 whole, rest);
    else if (ownable)
        snprintf(text, size,
                 reason->own ? "your %.*s gain %d.%02d"
                             : "the enemy %.*s lose "
                               "%d.%02d",
                 length, info->words, whole, rest);
    else
        snprintf(text, size,
                 reason->own ? "%.*s: %d.%02d for you"
                             : "%.*s: %d.%02d less for the "
                               "opponent",
                 length, info->words, whole, rest);
}

/* Appends a reason, or nothing if it does not fit. */
static void add(char *text, size_t size, const char *more)
{
    if (*more && strlen(text) + strlen(more) + sizeof "; " <= size)
        text_add(text, size, "%s%s", *text ? "; " : "", more);
}

void hint_motif(const struct position *position, const struct line *line, char *text, size_t size)
{
    char words[96];
    struct insight insight = motif_of(position, line);
    text[0] = '\0';
    motif_words(&insight, words, sizeof words);
    add(text, size, words);
    motif_gain_words(&insight, words, sizeof words);
    if (insight.mate == 0)
        add(text, size, words);
}

/* The rungs */

static const char *kind_of_motif(enum motif motif)
{
    switch (motif) {
    case MOTIF_MATE: return "There is a mate: look at every check.";
    case MOTIF_BACK_RANK_MATE: return "There is a mate: look at the back rank.";
    case MOTIF_DOUBLE_CHECK: return "Two pieces can give check at once.";
    case MOTIF_DISCOVERED_CHECK: return "A discovered check: a piece can step out of a line.";
    case MOTIF_DISCOVERED_ATTACK: return "A discovered attack: a piece can step out of a line.";
    case MOTIF_FORK: return "A fork: one piece can attack two.";
    case MOTIF_SKEWER:
        return "A skewer: two enemy pieces stand in a line.";
    case MOTIF_PIN:
        return "A pin: two enemy pieces stand in a line.";
    case MOTIF_TRAPPED:
        return "An enemy piece can be trapped.";
    case MOTIF_DEFENDER:
        return "An enemy piece has only one defender: take that first.";
    case MOTIF_HANGING:
        return "An enemy piece is undefended and can be taken.";
    case MOTIF_PROMOTION: return "A pawn can be brought to promotion.";
    case MOTIF_NONE: break;
    }
    return NULL;
}

static int count_of(const struct position *position, int color, int from, int to)
{
    int count = 0;
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        int piece = position->board[square];
        count += piece != NO_PIECE && piece_color(piece) == color && piece_type(piece) >= from &&
                 piece_type(piece) <= to;
    }
    return count;
}

/* The usual advice for a quiet move in the opening, which is given before the terms of the
 * evaluation. NULL if none applies. */
static const char *opening_words(const struct position *position, Move move)
{
    enum { FILE_C = 2, FILE_D, FILE_E };
    Square from = move_from(move), to = move_to(move);
    int type = piece_type(position->board[from]), file = square_file(to);
    int flip = position->side == WHITE ? 0 : 7;
    int from_rank = square_rank(from) ^ flip, to_rank = square_rank(to) ^ flip;
    if (game_phase(position) != PHASE_OPENING)
        return NULL;
    if ((type == KNIGHT || type == BISHOP) && from_rank == 0 && to_rank > 0)
        return "Develop: a piece still at home can come into play.";
    if (type == PAWN && file >= FILE_C && file <= FILE_E && (to_rank == 3 || to_rank == 4))
        return "The centre: a pawn can move into it.";
    if (type == PAWN && (file == FILE_D || file == FILE_E) && to_rank == 2)
        return "A pawn can make way for your pieces.";
    return NULL;
}

/* Describes what to look for without naming a piece or square. */
static void write_kind(const struct position *position, const struct line *line,
                       const struct insight *insight, const struct reason *reason, char *text,
                       size_t size)
{
    Move moves[CHESS_MOVES_MAX], move = line->moves[0];
    char gain[96];
    struct position after = *position;
    chess_play(&after, move);
    motif_gain_words(insight, gain, sizeof gain);
    const char *kind = kind_of_motif(insight->motif), *opening = opening_words(position, move);
    int side = position->side;
    bool bare = count_of(position, !side, PAWN, QUEEN) == 0;
    if (chess_moves(position, moves) == 1)
        snprintf(text, size, "There is only one legal move.");
    else if (kind)
        snprintf(text, size, "%s", kind);
    else if (bare && count_of(position, side, PAWN, PAWN) == 0)
        snprintf(text, size,
                 "Only the enemy king is left: drive it to the edge with the help of "
                 "your own.");
    else if (gain[0] && !bare)
        snprintf(text, size, "You can win material%s%s%s.", insight->gain > 0 ? ": " : "",
                 insight->gain > 0 ? gain : "", after.checkers ? ", beginning with a check" : "");
    else if (chess_in_check(position))
        snprintf(text, size, "You are in check: compare the ways to answer it.");
    else if (move_kind(move) == MOVE_CASTLING)
        snprintf(text, size, "Bring your king to safety.");
    else if (chess_is_capture(position, move))
        snprintf(text, size, "Look at the captures.");
    else if (after.checkers)
        snprintf(text, size, "Look at the checks.");
    else if (opening)
        snprintf(text, size, "%s", opening);
    else if (reason)
        snprintf(text, size, "A quiet move: think of %s.",
                 group_words(term_info(reason->term)->group));
    else
        snprintf(text, size, "A quiet move that keeps things together.");
}

static void write_piece(const struct position *position, Move move, char *text, size_t size)
{
    int type = piece_type(position->board[move_from(move)]);
    if (type == KING)
        snprintf(text, size, "Look at your king.");
    else
        snprintf(text, size, "Look at the %s on %s.", chess_piece_name(type),
                 chess_square_name(move_from(move)));
}

void hint_moves(const struct position *position, const struct line *line, int plies, bool numbers,
                char *text, size_t size)
{
    struct position at = *position;
    text[0] = '\0';
    for (int i = 0; i < line->length && i < plies && strlen(text) + 24 < size; i++) {
        char san[CHESS_SAN_MAX];
        if (!chess_is_legal(&at, line->moves[i]))
            break;
        chess_to_san(&at, line->moves[i], san);
        text_add(text, size, "%s", i > 0 ? " " : "");
        if (numbers && (at.side == WHITE || i == 0))
            text_add(text, size, "%d%s ", at.fullmove, at.side == WHITE ? "." : "...");
        text_add(text, size, "%s", san);
        chess_play(&at, line->moves[i]);
    }
}

bool hint_wants_more(const struct position *position, const struct line *line)
{
    struct position end = *position;
    Move moves[CHESS_MOVES_MAX];
    for (int i = 0; i < line->length && chess_is_legal(&end, line->moves[i]); i++)
        chess_play(&end, line->moves[i]);
    return line->length > 0 && line->length < WANTED_PLIES && chess_moves(&end, moves) > 0;
}

bool hint_append(struct line *line, const struct report *more)
{
    const int capacity = (int)(sizeof line->moves / sizeof *line->moves);
    const struct line *rest = &more->lines[0];
    int old = line->length;
    for (int i = 0; more->line_count > 0 && i < rest->length && line->length < capacity; i++)
        line->moves[line->length++] = rest->moves[i];
    return line->length > old;
}

void hint_explain(const struct position *position, const struct report *report,
                  struct hint *hint)
{
    const struct line *line = &report->lines[0];
    const size_t size = sizeof hint->text[0];
    memset(hint->text, 0, sizeof hint->text);
    if (report->line_count == 0 || line->length == 0 ||
        !chess_is_legal(position, line->moves[0]))
        return;
    Move move = line->moves[0];
    struct insight insight = motif_of(position, line);
    struct reason reasons[REASONS_MAX];
    int count = insight.mate ? 0 : find_reasons(position, line, insight.settled, reasons);
    write_kind(position, line, &insight, count ? &reasons[0] : NULL, hint->text[0], size);
    write_piece(position, move, hint->text[1], size);

    char san[CHESS_SAN_MAX], moves[96], why[160] = "", words[96];
    chess_to_san(position, move, san);
    snprintf(hint->text[2], size, "Play %s.", san);
    hint_moves(position, line, LINE_PLIES, false, moves, sizeof moves);
    hint_motif(position, line, why, sizeof why);
    for (int i = 0; i < count; i++) {
        reason_words(&reasons[i], words, sizeof words);
        add(why, sizeof why, words);
    }
    if (!why[0])
        snprintf(why, sizeof why, "nothing better is to be had");
    char score[16];
    text_score(line->score, score, sizeof score);
    snprintf(hint->text[3], size, "%s (%s): %s.", moves, score, why);
}
