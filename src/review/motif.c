/* Finds tactical motifs as a person would: lines from the piece that moved, the pieces it attacks,
 * undefended pieces, and the material after the exchanges. */
#include "src/review/motif.h"

#include <stdio.h>
#include <string.h>

#include "engine/evaluation.h"
#include "src/util/text.h"

enum { PROMISED_MIN = 150 /* centipawns above the static evaluation */ };

static const struct {
    const char *name, *plural, *theme;
} motifs[] = {
#define X(id, name, plural, theme) {name, plural, theme},
    MOTIFS(X)
#undef X
};

const char *motif_name(enum motif motif)
{
    return motifs[motif].name;
}

const char *motif_plural(enum motif motif)
{
    return motifs[motif].plural;
}

const char *motif_theme(enum motif motif)
{
    return motifs[motif].theme;
}

static Bitboard bit(Square square) { return (Bitboard)1 << square; }

static int type_on(const struct position *position, Square square)
{
    int piece = position->board[square];
    return piece == NO_PIECE ? NO_PIECE_TYPE : piece_type(piece);
}

static bool attacks(const struct position *position, Square from, Square target)
{
    return (chess_attackers(position, target) & bit(from)) != 0;
}

static bool defended(const struct position *position, Square square)
{
    int color = piece_color(position->board[square]);
    return (chess_attackers(position, square) & position->by_color[color]) != 0;
}

/* Material */

static int captured_type(const struct position *position, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT)
        return PAWN;
    return chess_is_capture(position, move) ? type_on(position, move_to(move)) : NO_PIECE_TYPE;
}

/* Returns true if the side to move cannot capture on square. */
static bool cannot_retake(const struct position *position, Square square)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (move_to(moves[i]) == square && move_kind(moves[i]) != MOVE_CASTLING)
            return false;
    }
    return true;
}

static int gain_of(const struct insight *insight)
{
    int gain = insight->promotions * (piece_worth(QUEEN) - piece_worth(PAWN));
    for (int type = PAWN; type < KING; type++)
        gain += insight->won[type] * piece_worth(type);
    return gain;
}

/* A knight for a bishop counts as an even trade. */
static void settle_minors(struct insight *insight)
{
    while (insight->won[KNIGHT] > 0 && insight->won[BISHOP] < 0) {
        insight->won[KNIGHT]--;
        insight->won[BISHOP]++;
    }
    while (insight->won[KNIGHT] < 0 && insight->won[BISHOP] > 0) {
        insight->won[KNIGHT]++;
        insight->won[BISHOP]--;
    }
}

/* Plays the line and records the material balance at its last ply without an open exchange. */
static void count_material(const struct position *start, const struct line *line,
                           struct insight *insight)
{
    struct position position = *start;
    struct insight now = *insight;
    for (int i = 0; i < line->length && chess_is_legal(&position, line->moves[i]); i++) {
        Move move = line->moves[i];
        int taken = captured_type(&position, move), sign = i % 2 == 0 ? 1 : -1;
        if (taken != NO_PIECE_TYPE)
            now.won[taken] += sign;
        if (move_kind(move) == MOVE_PROMOTION)
            now.promotions += sign;
        chess_play(&position, move);
        bool last = i + 1 == line->length || !chess_is_legal(&position, line->moves[i + 1]);
        bool open = last ? (taken != NO_PIECE_TYPE || move_kind(move) == MOVE_PROMOTION) &&
                               !cannot_retake(&position, move_to(move))
                         : chess_is_capture(&position, line->moves[i + 1]);
        if (!open) {
            memcpy(insight->won, now.won, sizeof now.won);
            insight->promotions = now.promotions;
            insight->settled = i + 1;
        }
    }
    settle_minors(insight);
    insight->gain = gain_of(insight);
}

static void list_pieces(const int counts[PIECE_TYPE_COUNT], int sign, char *text, size_t size)
{
    static const char *const numbers[] = {"", "a", "two", "three"};
    text[0] = '\0';
    for (int type = QUEEN; type >= PAWN; type--) {
        int count = counts[type] * sign;
        if (count <= 0)
            continue;
        const char *number = type == QUEEN && count == 1 ? "the" : numbers[count < 3 ? count : 3];
        text_add(text, size, "%s%s %s%s", *text ? " and " : "", number, chess_piece_name(type),
                 count > 1 ? "s" : "");
    }
}

void motif_gain_words(const struct insight *insight, char *text, size_t size)
{
    char won[96], lost[96];
    text[0] = '\0';
    if (insight->gain < piece_worth(PAWN)) {
        /* The line ends before a capture, but its score shows that something is won. */
        int promised = insight->promised;
        if (promised >= PROMISED_MIN)
            snprintf(text, size, "comes out %s ahead",
                     promised < 250 ? "two pawns" : promised < 400 ? "a piece"
                     : promised < 700 ? "a rook" : "a queen");
        return;
    }
    int minors = insight->won[KNIGHT] + insight->won[BISHOP];
    if (insight->won[ROOK] == 1 && minors == -1 && insight->won[PAWN] == 0 &&
        insight->won[QUEEN] == 0 && insight->promotions == 0) {
        snprintf(text, size, "wins the exchange");
        return;
    }
    list_pieces(insight->won, 1, won, sizeof won);
    list_pieces(insight->won, -1, lost, sizeof lost);
    const char *promotes = insight->promotions > 0 ? "promotes a pawn" : "";
    if (!won[0])
        snprintf(text, size, "%s%s%s", promotes, lost[0] ? " for " : "", lost);
    else
        snprintf(text, size, "%s%swins %s%s%s", promotes, *promotes ? " and " : "", won,
                 lost[0] ? " for " : "", lost);
}

/* Motifs of the first move */

/* The square of the first piece in a direction from square, or NO_SQUARE. */
static Square first_on_ray(const struct position *position, Square square, int files, int ranks)
{
    int file = square_file(square) + files, rank = square_rank(square) + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        if (position->board[rank * 8 + file] != NO_PIECE)
            return rank * 8 + file;
    }
    return NO_SQUARE;
}

static bool enemy_on(const struct position *position, Square square, int color)
{
    return square != NO_SQUARE && position->board[square] != NO_PIECE &&
           piece_color(position->board[square]) != color;
}

/* Two enemy pieces on a line of a sliding piece: a pin if the one behind is more valuable,
 * otherwise a skewer. */
static bool find_pin_or_skewer(const struct position *position, Square at, int color,
                               struct insight *insight)
{
    int type = type_on(position, at);
    for (int i = 0; i < 9; i++) {
        int files = i % 3 - 1, ranks = i / 3 - 1;
        bool diagonal = files != 0 && ranks != 0;
        if (i == 4 || (type != QUEEN && type != (diagonal ? BISHOP : ROOK)))
            continue;
        Square front = first_on_ray(position, at, files, ranks);
        if (!enemy_on(position, front, color))
            continue;
        Square back = first_on_ray(position, front, files, ranks);
        if (!enemy_on(position, back, color))
            continue;
        int front_type = type_on(position, front), back_type = type_on(position, back);
        if (piece_worth(back_type) > piece_worth(front_type) && back_type >= QUEEN &&
            front_type != PAWN && piece_worth(back_type) > piece_worth(type))
            insight->motif = MOTIF_PIN;
        else if (piece_worth(front_type) > piece_worth(back_type) &&
                 piece_worth(front_type) > piece_worth(type) && back_type != PAWN &&
                 front_type >= ROOK)
            insight->motif = MOTIF_SKEWER;
        else
            continue;
        insight->first = front_type;
        insight->second = back_type;
        return true;
    }
    return false;
}

/* Returns true if the piece is worth attacking: a king, a more valuable or an undefended piece. */
static bool is_target(const struct position *position, Square square, int attacker)
{
    int type = type_on(position, square);
    return type == KING || piece_worth(type) > piece_worth(attacker) ||
           (type != PAWN && !defended(position, square));
}

static bool find_fork(const struct position *position, Square at, int color,
                      struct insight *insight)
{
    int best = NO_PIECE_TYPE, next = NO_PIECE_TYPE, count = 0, attacker = type_on(position, at);
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        if (!enemy_on(position, square, color) || !attacks(position, at, square) ||
            !is_target(position, square, attacker))
            continue;
        int type = type_on(position, square);
        count++;
        if (best == NO_PIECE_TYPE || type > best) {
            next = best;
            best = type;
        } else if (next == NO_PIECE_TYPE || type > next) {
            next = type;
        }
    }
    if (count < 2)
        return false;
    insight->motif = MOTIF_FORK;
    insight->first = best;
    insight->second = next;
    return true;
}

/* The move opens a line: a piece that did not move attacks something new. */
static bool find_discovered(const struct position *before, const struct position *after,
                            Square moved_to, int color, struct insight *insight)
{
    if (after->checkers) {
        bool direct = (after->checkers & bit(moved_to)) != 0;
        bool several = (after->checkers & (after->checkers - 1)) != 0;
        if (several || !direct) {
            insight->motif = several ? MOTIF_DOUBLE_CHECK : MOTIF_DISCOVERED_CHECK;
            return true;
        }
    }
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        if (!enemy_on(after, square, color) || type_on(after, square) == PAWN)
            continue;
        Bitboard fresh = chess_attackers(after, square) & ~chess_attackers(before, square) &
                         after->by_color[color] & ~bit(moved_to);
        for (Square from = 0; fresh && from < SQUARE_COUNT; from++) {
            if ((fresh & bit(from)) && before->board[from] == after->board[from] &&
                is_target(after, square, type_on(after, from))) {
                insight->motif = MOTIF_DISCOVERED_ATTACK;
                insight->first = type_on(after, square);
                return true;
            }
        }
    }
    return false;
}

/* An attacked piece without a safe square, which the line wins. */
static bool find_trapped(const struct position *after, int color, struct insight *insight)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(after, moves);
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        int type = type_on(after, square);
        if (!enemy_on(after, square, color) || piece_worth(type) < piece_worth(KNIGHT) ||
            type == KING || insight->won[type] <= 0 ||
            !(chess_attackers(after, square) & after->by_color[color]))
            continue;
        bool escapes = false, moves_at_all = false;
        for (int i = 0; i < count && !escapes; i++) {
            if (move_from(moves[i]) != square)
                continue;
            moves_at_all = true;
            struct position next = *after;
            chess_play(&next, moves[i]);
            escapes = chess_is_capture(after, moves[i]) ||
                      !(chess_attackers(&next, move_to(moves[i])) & next.by_color[color]);
        }
        if (moves_at_all && !escapes) {
            insight->motif = MOTIF_TRAPPED;
            insight->first = type;
            return true;
        }
    }
    return false;
}

/* The piece captured first defended the piece that is captured next. */
static bool find_defender(const struct position *before, const struct line *line,
                          struct insight *insight)
{
    if (line->length < 3 || !chess_is_capture(before, line->moves[0]))
        return false;
    Square taken = move_to(line->moves[0]), next = move_to(line->moves[2]);
    if (next == taken || before->board[next] == NO_PIECE ||
        piece_color(before->board[next]) == before->side || !attacks(before, taken, next))
        return false;
    insight->motif = MOTIF_DEFENDER;
    insight->first = type_on(before, next);
    return true;
}

static bool find_hanging(const struct position *before, Move move, struct insight *insight)
{
    Square to = move_to(move);
    if (!chess_is_capture(before, move) || move_kind(move) == MOVE_EN_PASSANT ||
        defended(before, to))
        return false;
    insight->motif = MOTIF_HANGING;
    insight->first = type_on(before, to);
    return true;
}

static bool is_back_rank_mate(const struct position *start, const struct line *line)
{
    struct position position = *start;
    for (int i = 0; i < line->length && chess_is_legal(&position, line->moves[i]); i++)
        chess_play(&position, line->moves[i]);
    Bitboard king = position.by_type[KING] & position.by_color[position.side];
    Bitboard rank = (Bitboard)0xff << (position.side == WHITE ? 0 : 56);
    Bitboard heavy = position.by_type[ROOK] | position.by_type[QUEEN];
    Move moves[CHESS_MOVES_MAX];
    return (king & rank) && (position.checkers & rank & heavy) &&
           chess_moves(&position, moves) == 0;
}

/* In a gambit the score does not rise by the captured pawn, so nothing counts as won. */
static void forget_what_is_paid_for(struct insight *insight, Score score, Score before)
{
    if (2 * score >= insight->gain || 2 * (score - before) >= insight->gain)
        return;
    memset(insight->won, 0, sizeof insight->won);
    insight->promotions = insight->gain = 0;
}

struct insight motif_of(const struct position *position, const struct line *line)
{
    struct insight insight = {.first = NO_PIECE_TYPE, .second = NO_PIECE_TYPE};
    if (line->length == 0 || !chess_is_legal(position, line->moves[0]))
        return insight;
    count_material(position, line, &insight);
    int mate;
    if (score_is_mate(line->score, &mate) && mate > 0) {
        insight.mate = mate;
        insight.motif = is_back_rank_mate(position, line) ? MOTIF_BACK_RANK_MATE : MOTIF_MATE;
        return insight;
    }
    Score before = evaluation(position, weights_full());
    forget_what_is_paid_for(&insight, line->score, before);
    /* A line may end before the capture, and then the score shows what is won. An attack that wins
     * nothing is not a motif. */
    if (insight.gain < piece_worth(PAWN))
        insight.promised = line->score - before;
    if (insight.gain < piece_worth(PAWN) && insight.promised < PROMISED_MIN)
        return insight;
    Move move = line->moves[0];
    struct position after = *position;
    chess_play(&after, move);
    int color = position->side;
    Square to = move_to(move);
    bool found = move_kind(move) != MOVE_CASTLING &&
                 (find_discovered(position, &after, to, color, &insight) ||
                  find_fork(&after, to, color, &insight) ||
                  find_pin_or_skewer(&after, to, color, &insight));
    found = found || find_trapped(&after, color, &insight) ||
            find_defender(position, line, &insight) || find_hanging(position, move, &insight);
    if (!found && insight.promotions > 0)
        insight.motif = MOTIF_PROMOTION;
    return insight;
}

void motif_words(const struct insight *insight, char *text, size_t size)
{
    const char *first = chess_piece_name(insight->first);
    const char *second = chess_piece_name(insight->second);
    text[0] = '\0';
    switch (insight->motif) {
    case MOTIF_NONE: break;
    case MOTIF_MATE:
        if (insight->mate == 1)
            snprintf(text, size, "mates");
        else
            snprintf(text, size, "forces mate in %d", insight->mate);
        break;
    case MOTIF_BACK_RANK_MATE:
        if (insight->mate == 1)
            snprintf(text, size, "mates on the back rank");
        else
            snprintf(text, size, "forces mate in %d on the back rank", insight->mate);
        break;
    case MOTIF_DOUBLE_CHECK: snprintf(text, size, "gives double check"); break;
    case MOTIF_DISCOVERED_CHECK: snprintf(text, size, "gives a discovered check"); break;
    case MOTIF_DISCOVERED_ATTACK:
        snprintf(text, size, "discovers an attack on the %s", first);
        break;
    case MOTIF_FORK:
        if (insight->first == insight->second)
            snprintf(text, size, "forks two %ss", first);
        else
            snprintf(text, size, "forks %s and %s", first, second);
        break;
    case MOTIF_SKEWER: snprintf(text, size, "skewers %s and %s", first, second); break;
    case MOTIF_PIN: snprintf(text, size, "pins the %s to the %s", first, second); break;
    case MOTIF_TRAPPED: snprintf(text, size, "traps the %s", first); break;
    case MOTIF_DEFENDER: snprintf(text, size, "takes the defender of the %s", first); break;
    case MOTIF_HANGING: snprintf(text, size, "takes an undefended %s", first); break;
    case MOTIF_PROMOTION: snprintf(text, size, "brings a pawn to promotion"); break;
    }
}
