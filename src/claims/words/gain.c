/* The words for what a claim's line wins: "a knight for a pawn", "the exchange". */
#include <stdio.h>
#include <string.h>

#include "src/claims/tactics.h"
#include "src/claims/walk.h"
#include "src/claims/words/words.h"
#include "src/util/text.h"

void list_pieces(const int counts[PIECE_TYPE_COUNT], int sign, char *text, size_t size)
{
    static const char *const numbers[] = {"", "a", "two", "three", "four"};
    text[0] = '\0';
    int kinds = 0, seen = 0;
    for (int type = QUEEN; type >= PAWN; type--)
        kinds += counts[type] * sign > 0;
    for (int type = QUEEN; type >= PAWN; type--) {
        int count = counts[type] * sign;
        if (count <= 0)
            continue;
        const char *join = seen == 0 ? "" : seen + 1 == kinds ? " and " : ", ";
        const char *number = type == QUEEN && count == 1 ? "the" : numbers[count < 4 ? count : 4];
        text_add(text, size, "%s%s %s%s", join, number, chess_piece_name(type), text_plural(count));
        seen++;
    }
}

static int worth_of(const int counts[PIECE_TYPE_COUNT])
{
    int sum = 0;
    for (int type = PAWN; type < KING; type++)
        sum += counts[type] * piece_worth(type);
    return sum;
}

/* After exchanges, `won` may list a bishop although the piece taken was a knight, or the reverse.
 * If so, replaces that piece by the one taken, which is worth nearly the same. */
static void name_minor(int won[PIECE_TYPE_COUNT], int taken)
{
    int other = taken == KNIGHT ? BISHOP : KNIGHT;
    if ((taken == KNIGHT || taken == BISHOP) && won[taken] == 0 && won[other] == 1) {
        won[taken] = 1;
        won[other] = 0;
    }
}

/* Appends " for a pawn" if something is paid. */
static void add_price(const int won[PIECE_TYPE_COUNT], char *text, size_t size)
{
    char paid[PRICE];
    list_pieces(won, -1, paid, sizeof paid);
    if (paid[0])
        text_add(text, size, " for %s", paid);
}

/* Appends "a knight for a pawn". */
static void add_trade(const int won[PIECE_TYPE_COUNT], char *text, size_t size)
{
    char gained[96];
    list_pieces(won, 1, gained, sizeof gained);
    text_add(text, size, "%s%s", *text && gained[0] ? " and " : "", gained);
    add_price(won, text, size);
}

/* Whether a rook is won for a knight or bishop, perhaps with pawns. */
static bool is_exchange(const int won[PIECE_TYPE_COUNT])
{
    return won[ROOK] == 1 && won[KNIGHT] + won[BISHOP] == -1 && won[PAWN] >= 0 && !won[QUEEN];
}

void claim_material_words(const int won[PIECE_TYPE_COUNT], char *text, size_t size)
{
    int net[PIECE_TYPE_COUNT];
    memcpy(net, won, sizeof net);
    settle_minors(net);
    text[0] = '\0';
    if (worth_of(net) < piece_worth(PAWN))
        return;
    if (is_exchange(net)) {
        net[ROOK] = net[KNIGHT] = net[BISHOP] = 0;
        text_add(text, size, "the exchange");
    }
    add_trade(net, text, size);
}

int net_gain(const struct told *told, int won[PIECE_TYPE_COUNT])
{
    memcpy(won, told->claim->won, PIECE_TYPE_COUNT * sizeof *won);
    won[QUEEN] += told->claim->promotions; /* a promotion counts as winning a queen for a pawn */
    won[PAWN] -= told->claim->promotions;
    if (told->debt != NO_PIECE_TYPE)
        won[told->debt]--;
    settle_minors(won);
    if (told->claim->kind == CLAIM_HANGS && told->claim->target_count > 0)
        name_minor(won, type_at(&told->before, told->claim->targets[0]));
    return worth_of(won);
}

bool only_pawns_for_a_piece(const struct told *told)
{
    int won[PIECE_TYPE_COUNT];
    bool paid = false, piece = false;
    net_gain(told, won);
    for (int type = KNIGHT; type < KING; type++) {
        paid |= won[type] < 0;
        piece |= won[type] > 0;
    }
    return paid && !piece;
}

/* Whether the line only makes up for material that its side was behind by, and gives nothing for
 * it. The words then say "wins back a pawn". */
static bool regains(const struct told *told)
{
    int won[PIECE_TYPE_COUNT], gain = net_gain(told, won);
    int before = material_of(&told->begins, told->claim->side) + piece_worth(told->debt);
    for (int type = PAWN; type < KING; type++) {
        if (won[type] < 0)
            return false;
    }
    return gain >= piece_worth(PAWN) && before + gain == 0;
}

const struct verb *gain_verb(const struct told *told)
{
    static const struct verb win = {"win", "wins", "winning"},
                             back = {"win back", "wins back", "winning back"},
                             get = {"get", "gets", "getting"};
    int won[PIECE_TYPE_COUNT];
    bool queen = told->claim->promotions > 0 && told->claim->won[QUEEN] <= 0;
    queen = queen && net_gain(told, won) > 0 && won[QUEEN] > 0;
    return queen || only_pawns_for_a_piece(told) ? &get : regains(told) ? &back : &win;
}

/* The type of piece that is gained, if it is one piece; else NO_PIECE_TYPE. */
static int only_gain(const int won[PIECE_TYPE_COUNT])
{
    int gained = NO_PIECE_TYPE;
    for (int type = PAWN; type < KING; type++) {
        if (won[type] > 1 || (won[type] == 1 && gained != NO_PIECE_TYPE))
            return NO_PIECE_TYPE;
        if (won[type] == 1)
            gained = type;
    }
    return gained;
}

static bool is_minor(int type) { return type == KNIGHT || type == BISHOP; }

void gain_noun(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    int won[PIECE_TYPE_COUNT];
    text[0] = '\0';
    if (net_gain(told, won) < piece_worth(PAWN))
        return;
    if (claim->promotions > 0 && won[QUEEN] > 0 && claim->won[QUEEN] <= 0) {
        won[QUEEN] -= claim->promotions;
        won[PAWN] += claim->promotions;
        text_add(text, size, "a new queen");
        if (won[PAWN] == -1 && worth_of(won) == -piece_worth(PAWN))
            text_add(text, size, " at the cost of another pawn"); /* not the one that promotes */
        else
            add_trade(won, text, size);
    } else if (is_minor(only_gain(won))) {
        /* Which of the two the line wins often depends on the reply. */
        text_add(text, size, "a piece");
        add_price(won, text, size);
    } else {
        claim_material_words(won, text, size);
    }
}

/* The square of the only piece that the line captures; NO_SQUARE if the line captures more, if the
 * piece does not stand there when the line begins, or if the capture alone wins less than a
 * pawn. */
static Square only_captured(const struct told *told)
{
    const struct claim *claim = told->claim;
    struct position position = told->begins;
    Square square = NO_SQUARE;
    for (int i = claim->first; i < claim->length; i++) {
        if (chess_is_capture(&position, claim->line[i])) {
            if (square != NO_SQUARE || position.side != claim->side)
                return NO_SQUARE;
            square = move_to(claim->line[i]);
            if (exchange(&position, square, claim->side) < piece_worth(PAWN))
                return NO_SQUARE;
            if (position.board[square] != told->begins.board[square] ||
                type_at(&position, square) == NO_PIECE_TYPE)
                return NO_SQUARE;
        }
        chess_play(&position, claim->line[i]);
    }
    return square;
}

void gain_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    Square captured = claim->kind == CLAIM_WINS && claim->promotions == 0 &&
                              told->debt == NO_PIECE_TYPE
                          ? only_captured(told)
                          : NO_SQUARE;
    char noun[PHRASE];
    text[0] = '\0';
    gain_noun(told, noun, sizeof noun);
    if (noun[0] && captured != NO_SQUARE && !regains(told))
        target_words(&told->begins, captured, noun, sizeof noun);
    if (noun[0])
        text_add(text, size, "%s %s", gain_verb(told)->present, noun);
    else if (told->debt != NO_PIECE_TYPE) {
        Square at = move_to(claim->line[claim->first]);
        int won = worth_of(claim->won);
        if (at == move_to(told->last) && won >= piece_worth(PAWN))
            text_add(text, size, "takes back on %s", chess_square_name(at));
        else if (won >= piece_worth(told->debt))
            text_add(text, size, "wins back the %s", chess_piece_name(told->debt));
    }
}

/* The square of the only target that the words name and that is of the type of the piece that the
 * line wins. NO_SQUARE if there are several, if the line does not capture this one, or if it wins
 * more than one piece. */
static Square won_target(const struct told *told, const int won[PIECE_TYPE_COUNT])
{
    const struct claim *claim = told->claim;
    const int gained = only_gain(won), key = claim->at - claim->first;
    const int named = claim->target_count < TARGETS_NAMED ? claim->target_count : TARGETS_NAMED;
    Square found = NO_SQUARE;
    for (int i = 0; i < named && gained != NO_PIECE_TYPE; i++) {
        const Square square = claim->targets[i];
        const int type = type_at(&told->after, square);
        if (type == NO_PIECE_TYPE || piece_color(told->after.board[square]) == claim->side ||
            (type != gained && !(is_minor(type) && is_minor(gained))))
            continue;
        if (found != NO_SQUARE)
            return NO_SQUARE;
        found = square;
    }
    struct walk walk;
    walk_line(&walk, &told->begins, claim->line + claim->first, claim->length - claim->first);
    return found != NO_SQUARE && walk_catches(&walk, key, found) ? found : NO_SQUARE;
}

void gain_of_target(const struct told *told, const char *deed, char *text, size_t size)
{
    int won[PIECE_TYPE_COUNT];
    char noun[PHRASE];
    Square target = NO_SQUARE;
    if (net_gain(told, won) >= piece_worth(PAWN) && told->claim->promotions == 0 &&
        !is_exchange(won) && !regains(told))
        target = won_target(told, won);
    if (target == NO_SQUARE) {
        gain_words(told, text, size);
        return;
    }
    target_words(&told->after, target, noun, sizeof noun);
    const size_t before = strlen(deed) - strlen(noun);
    const bool is_last = strlen(deed) >= strlen(noun) && strcmp(deed + before, noun) == 0;
    text[0] = '\0';
    if (is_last && (told->claim->target_count == 1 || type_at(&told->after, target) == PAWN))
        text_add(text, size, "wins it");
    else
        text_add(text, size, "wins the %s", piece_name_at(&told->after, target));
    add_price(won, text, size);
}

void claim_gain(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    struct told told = told_of(claims, claim);
    gain_noun(&told, text, size);
}

const char *claim_gain_verb(const struct claims *claims, const struct claim *claim)
{
    struct told told = told_of(claims, claim);
    return gain_verb(&told)->base;
}
