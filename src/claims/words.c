/* The words of claims, for a club player, without scores and depths. Each clause is made from the
 * claim's squares and its line, which is played again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/geometry.h"
#include "src/claims/quiet.h"
#include "src/claims/walk.h"
#include "src/util/text.h"

enum {
    PHRASE = 240,
    PRICE = 96,
    SMALL = 80,  /* centipawns: an error that costs less is called a small inaccuracy */
    WORSE = 150, /* centipawns: an error that costs less is called "not the best" */
    MUCH = 300,  /* centipawns: an error that costs more gives away much of an advantage */
    LEVEL = CLAIMS_LEVEL,
    WINNING = CLAIMS_WINNING,
    UNSURE = 40,      /* centipawns: a score this close to LEVEL may be on either side of it */
    FAR_UNSURE = 100, /* centipawns: the same for WINNING, where scores differ more */
    CERTAIN_MATE = 6, /* moves */
    FAR = 200,        /* centipawns: scores beyond it are nearer to WINNING than to LEVEL */
};

/* The positions that a claim's words refer to. */
struct told {
    const struct claim *claim;
    Move last;              /* the move before line[first]; NO_MOVE if none, or if it is a pass */
    int debt;               /* the type of the piece that `last` captured, or NO_PIECE_TYPE */
    struct position begins; /* the position before line[first] */
    struct position before, after, answered; /* the positions before the key move, after it, and
                                              * after the reply */
};

/* The position after the first `count` plies of the line, which may contain a pass. */
static struct position played(const struct claims *claims, const struct claim *claim, int count)
{
    struct position position = claims->position;
    for (int i = 0; i < count && i < claim->length; i++) {
        if (claim->line[i] != NULL_MOVE)
            chess_play(&position, claim->line[i]);
        else if (!pass_move(&position))
            break;
    }
    return position;
}

/* Writes "12...Nd3+". */
static void numbered(const struct position *position, Move move, char *text, size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(position, move, san);
    snprintf(text, size, "%d%s%s", position->fullmove, position->side == WHITE ? "." : "...", san);
}

static const char *name_at(const struct position *position, int square)
{
    int type = type_at(position, square);
    return type == NO_PIECE_TYPE ? "square" : chess_piece_name(type);
}

/* What is won */

static void list_pieces(const int counts[PIECE_TYPE_COUNT], int sign, char *text, size_t size)
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
        text_add(text, size, "%s%s %s%s", join, number, chess_piece_name(type), count > 1 ? "s" : "");
        seen++;
    }
}

static int value(const int counts[PIECE_TYPE_COUNT])
{
    int sum = 0;
    for (int type = PAWN; type < KING; type++)
        sum += counts[type] * piece_worth(type);
    return sum;
}

/* Makes a knight for a bishop count as an even trade. */
static void settle_minors(int won[PIECE_TYPE_COUNT])
{
    while (won[KNIGHT] * won[BISHOP] < 0) {
        int sign = won[KNIGHT] > 0 ? 1 : -1;
        won[KNIGHT] -= sign;
        won[BISHOP] += sign;
    }
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

/* Appends "a knight for a pawn". */
static void add_trade(const int won[PIECE_TYPE_COUNT], char *text, size_t size)
{
    char gained[96], paid[96];
    list_pieces(won, 1, gained, sizeof gained);
    list_pieces(won, -1, paid, sizeof paid);
    text_add(text, size, "%s%s%s%s", *text && gained[0] ? " and " : "", gained,
             paid[0] ? " for " : "", paid);
}

void claim_material_words(const int won[PIECE_TYPE_COUNT], char *text, size_t size)
{
    int net[PIECE_TYPE_COUNT];
    memcpy(net, won, sizeof net);
    settle_minors(net);
    text[0] = '\0';
    if (value(net) < piece_worth(PAWN))
        return;
    if (net[ROOK] == 1 && net[KNIGHT] + net[BISHOP] == -1 && !net[PAWN] && !net[QUEEN])
        snprintf(text, size, "the exchange");
    else
        add_trade(net, text, size);
}

/* Sets won to what the line wins by type, minus what was lost just before it. Returns its value in
 * centipawns. */
static int net(const struct told *told, int won[PIECE_TYPE_COUNT])
{
    memcpy(won, told->claim->won, PIECE_TYPE_COUNT * sizeof *won);
    won[QUEEN] += told->claim->promotions; /* a promotion counts as winning a queen for a pawn */
    won[PAWN] -= told->claim->promotions;
    if (told->debt != NO_PIECE_TYPE)
        won[told->debt]--;
    settle_minors(won);
    if (told->claim->kind == CLAIM_HANGS && told->claim->target_count > 0)
        name_minor(won, type_at(&told->before, told->claim->targets[0]));
    return value(won);
}

/* Whether the line gives a piece and gets only pawns for it. Players do not call that winning
 * material. */
static bool only_pawns_for_a_piece(const struct told *told)
{
    int won[PIECE_TYPE_COUNT];
    bool paid = false, piece = false;
    net(told, won);
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
    int won[PIECE_TYPE_COUNT], gain = net(told, won);
    int before = material_of(&told->begins, told->claim->side) + piece_worth(told->debt);
    for (int type = PAWN; type < KING; type++) {
        if (won[type] < 0)
            return false;
    }
    return gain >= piece_worth(PAWN) && before + gain == 0;
}

/* The forms of the verb for a gain: "win", "wins", "winning". */
struct verb {
    const char *base, *present, *participle;
};

static const struct verb *gain_verb(const struct told *told)
{
    static const struct verb win = {"win", "wins", "winning"},
                             back = {"win back", "wins back", "winning back"},
                             get = {"get", "gets", "getting"};
    int won[PIECE_TYPE_COUNT];
    bool queen = told->claim->promotions > 0 && told->claim->won[QUEEN] <= 0;
    queen = queen && net(told, won) > 0 && won[QUEEN] > 0;
    return queen || only_pawns_for_a_piece(told) ? &get : regains(told) ? &back : &win;
}

/* Writes what is won, without a verb: "a knight for a pawn", "the exchange"; "" if nothing is. */
static void gain_noun(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    int won[PIECE_TYPE_COUNT];
    text[0] = '\0';
    if (net(told, won) < piece_worth(PAWN))
        return;
    if (claim->promotions > 0 && won[QUEEN] > 0 && claim->won[QUEEN] <= 0) {
        won[QUEEN] -= claim->promotions;
        won[PAWN] += claim->promotions;
        text_add(text, size, "a new queen");
        add_trade(won, text, size);
    } else {
        claim_material_words(won, text, size);
    }
}

/* Writes "wins a knight for a pawn", "takes back on c3" or "wins back the knight"; "" if nothing is
 * won. */
static void gain_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char noun[PHRASE];
    text[0] = '\0';
    gain_noun(told, noun, sizeof noun);
    if (noun[0])
        text_add(text, size, "%s %s", gain_verb(told)->present, noun);
    else if (told->debt != NO_PIECE_TYPE && claim->material >= piece_worth(PAWN)) {
        Square at = move_to(claim->line[claim->first]);
        if (at == move_to(told->last))
            text_add(text, size, "takes back on %s", chess_square_name(at));
        else
            text_add(text, size, "wins back the %s", chess_piece_name(told->debt));
    }
}

/* What is done */

static void list_targets(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    int count = claim->target_count < 3 ? claim->target_count : 3;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *name = name_at(&told->after, claim->targets[i]);
        bool twin = false;
        for (int j = 0; j < count; j++)
            twin = twin || (j != i && name == name_at(&told->after, claim->targets[j]));
        text_add(text, size, "%sthe %s", i == 0 ? "" : i + 1 == count ? " and " : ", ", name);
        if (twin)
            text_add(text, size, " on %s", chess_square_name(claim->targets[i]));
    }
}

/* Writes "the knight on d4" for the piece on square in position. */
static void target_words(const struct position *position, int square, char *text, size_t size)
{
    snprintf(text, size, "the %s on %s", name_at(position, square), chess_square_name(square));
}

/* Whether the fork attacks only the king and pawns. It is then called a check that attacks a pawn,
 * because a king cannot be won. */
static bool checks_and_attacks_pawns(const struct told *told)
{
    const struct claim *claim = told->claim;
    bool pawns = claim->target_count > 1 && type_at(&told->after, claim->targets[0]) == KING;
    for (int i = 1; i < claim->target_count; i++)
        pawns = pawns && type_at(&told->after, claim->targets[i]) == PAWN;
    return pawns;
}

static void fork_words(const struct told *told, char *text, size_t size)
{
    char targets[PHRASE];
    text[0] = '\0';
    if (checks_and_attacks_pawns(told)) {
        target_words(&told->after, told->claim->targets[1], targets, sizeof targets);
        text_add(text, size, "gives check and attacks %s", targets);
    } else {
        list_targets(told, targets, sizeof targets);
        text_add(text, size, "forks %s", targets);
    }
}

static void pin_words(const struct told *told, const char *front, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    if (claim->by != move_to(claim->line[claim->at]))
        snprintf(text, size, "uses the pin on %s", front);
    else
        snprintf(text, size, "pins %s to the %s", front, name_at(&told->after, claim->targets[1]));
}

/* Whether the hanging piece is all that the line wins. */
static bool hangs_alone(const struct told *told)
{
    int won[PIECE_TYPE_COUNT];
    return told->claim->kind == CLAIM_HANGS &&
           net(told, won) == piece_worth(type_at(&told->before, told->claim->targets[0]));
}

/* Whether the line gives up something to win the hanging piece, and wins nothing else. If so,
 * writes the price: "a bishop". */
static bool hangs_for_a_price(const struct told *told, char price[PRICE])
{
    char gained[96], whole[PHRASE], expected[PHRASE];
    int won[PIECE_TYPE_COUNT], target[PIECE_TYPE_COUNT] = {0};
    if (told->claim->kind != CLAIM_HANGS || net(told, won) < piece_worth(PAWN))
        return false;
    target[type_at(&told->before, told->claim->targets[0])] = 1;
    list_pieces(target, 1, gained, sizeof gained);
    list_pieces(won, -1, price, PRICE);
    snprintf(expected, sizeof expected, "%s for %s", gained, price);
    claim_material_words(won, whole, sizeof whole); /* may be "the exchange" instead */
    return strcmp(whole, expected) == 0;
}

/* Writes "wins the undefended queen on d5", "wins the queen on d5 for a rook" or "takes the pawn on
 * h7". */
static void hang_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char price[PRICE];
    bool priced = hangs_for_a_price(told, price);
    /* A piece attacked by a pawn is lost even if it is defended, so it is not called undefended. */
    int by = type_at(&told->before, move_from(claim->line[claim->at]));
    int target = type_at(&told->before, claim->targets[0]);
    bool undefended = !claim->defenders && (by != PAWN || target == PAWN);
    snprintf(text, size, "%s the %s%s on %s", priced || hangs_alone(told) ? "wins" : "takes",
             undefended ? "undefended " : "", name_at(&told->before, claim->targets[0]),
             chess_square_name(claim->targets[0]));
    if (priced)
        text_add(text, size, " for %s", price);
}

/* Whether the key move castles. A discovered check by castling is called a check with the rook. */
static bool castles_with_check(const struct told *told)
{
    return move_kind(told->claim->line[told->claim->at]) == MOVE_CASTLING;
}

static void exchange_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    bool takes = claim->length == 2;
    const char *own = name_at(&told->after, claim->targets[0]);
    const char *taken = takes ? name_at(&told->before, claim->targets[0])
                              : name_at(&told->answered, claim->targets[0]);
    const char *verb = takes ? "exchanges" : "offers to exchange";
    if (strcmp(own, taken) == 0)
        snprintf(text, size, "%s %ss", verb, own);
    else
        snprintf(text, size, "%s the %s for a %s", verb, own, taken);
}

/* Writes what a quiet move is for. target: the claim's first target in words. */
static void plan_words(const struct told *told, const char *target, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *name = name_at(&told->after, claim->targets[0]);
    Move move = claim->line[claim->at];
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_SAVES:
        if (claim->targets[0] == move_to(move))
            snprintf(text, size, "brings the attacked %s to safety", name);
        else
            snprintf(text, size, "protects %s", target);
        break;
    case CLAIM_ATTACKS:
        snprintf(text, size, "attacks %s", target);
        if (claim->target_count > 1)
            text_add(text, size, " and the %s on %s", name_at(&told->after, claim->targets[1]),
                     chess_square_name(claim->targets[1]));
        break;
    case CLAIM_EXCHANGES:
        exchange_words(told, text, size);
        break;
    case CLAIM_KING_ACTIVE:
        snprintf(text, size, "brings the king nearer to %s",
                 type_at(&told->after, claim->targets[0]) == KING ? "the enemy king" : target);
        break;
    case CLAIM_FREES:
        snprintf(text, size, "opens the way for %s", target);
        break;
    case CLAIM_CENTRE:
        snprintf(text, size, "puts a %s in the centre", name);
        break;
    case CLAIM_AIMS:
        snprintf(text, size, "aims the %s at the squares beside the king", name);
        break;
    case CLAIM_RESTRICTS:
        snprintf(text, size, "keeps %s off %s", target, chess_square_name(claim->targets[1]));
        break;
    case CLAIM_ESCAPE:
        snprintf(text, size, "gives the king an escape square");
        break;
    default:
        snprintf(text, size, "makes the %s more active: on %s it reaches %d squares instead of %d",
                 name, chess_square_name(claim->targets[0]), quiet_moves(&told->after, claim->targets[0]),
                 quiet_moves(&told->before, move_from(move)));
        break;
    }
}

/* Writes what the key move does: "forks the king and the rook". */
static void deed_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char first[48] = "", second[48] = "", list[PHRASE];
    int file = claim->target_count ? square_file(claim->targets[0]) : 0;
    if (claim->target_count > 0)
        target_words(&told->after, claim->targets[0], first, sizeof first);
    if (claim->target_count > 1)
        target_words(&told->after, claim->targets[1], second, sizeof second);
    text[0] = '\0';
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_MATE:
    case CLAIM_BACK_RANK: snprintf(text, size, "mates"); break;
    case CLAIM_STALEMATE: snprintf(text, size, "saves the game by stalemate"); break;
    case CLAIM_PERPETUAL: snprintf(text, size, "draws by perpetual check"); break;
    case CLAIM_DOUBLE_CHECK: snprintf(text, size, "gives double check"); break;
    case CLAIM_FORK: fork_words(told, text, size); break;
    case CLAIM_SKEWER:
        list_targets(told, list, sizeof list);
        text_add(text, size, "skewers %s", list);
        break;
    case CLAIM_DISCOVERED:
        if (castles_with_check(told))
            snprintf(text, size, "gives check with the rook");
        else if (type_at(&told->after, claim->targets[0]) == KING)
            snprintf(text, size, "gives discovered check");
        else
            snprintf(text, size, "uncovers an attack on %s", first);
        break;
    case CLAIM_TRAPPED: snprintf(text, size, "traps %s", first); break;
    case CLAIM_REMOVES_GUARD: snprintf(text, size, "takes the defender of %s", first); break;
    case CLAIM_OVERLOADED:
        snprintf(text, size, "overloads %s, which also guards %s", first,
                 chess_square_name(claim->targets[1]));
        break;
    case CLAIM_DEFLECTION:
        snprintf(text, size, "lures %s away from %s", first, chess_square_name(claim->targets[1]));
        break;
    case CLAIM_ATTRACTION:
        snprintf(text, size, "lures the %s to %s", name_at(&told->answered, claim->targets[0]),
                 chess_square_name(claim->targets[0]));
        break;
    case CLAIM_PIN: pin_words(told, first, text, size); break;
    case CLAIM_INTERMEDIATE:
        snprintf(text, size, "comes before the capture on %s", chess_square_name(claim->targets[0]));
        break;
    case CLAIM_HANGS:
        hang_words(told, text, size);
        break;
    case CLAIM_PROMOTION: snprintf(text, size, "promotes a pawn"); break;
    case CLAIM_PAWN_ENDING:
        snprintf(text, size,
                 claim->score > 100 ? "leads to a won pawn ending"
                                    : "leads to a pawn ending that is not lost");
        break;
    case CLAIM_PASSED_PAWN:
        snprintf(text, size,
                 quiet_is_passed(&told->before, move_from(claim->line[claim->at]))
                     ? "advances the passed %c-pawn"
                     : "makes the %c-pawn a passed pawn",
                 'a' + file);
        if (claim->target_count > 1)
            text_add(text, size, "; %s blocks its way", second);
        break;
    case CLAIM_KING_EXPOSED: snprintf(text, size, "strips the pawns from the king"); break;
    case CLAIM_OUTPOST:
        snprintf(text, size, "gives the %s an outpost on %s, where no pawn can drive it away",
                 name_at(&told->after, claim->targets[0]), chess_square_name(claim->targets[0]));
        break;
    case CLAIM_OPEN_FILE: snprintf(text, size, "takes the open %c-file", 'a' + file); break;
    case CLAIM_IDLE_PIECE:
        snprintf(text, size, "brings the %s on %s, which had hardly a move, into play",
                 name_at(&told->after, claim->targets[0]),
                 chess_square_name(move_from(claim->line[claim->at])));
        break;
    case CLAIM_BISHOPS:
        snprintf(text, size,
                 claim->score < piece_worth(PAWN)
                     ? "leaves bishops of opposite colours, which are hard to beat"
                     : "leaves bishops of the same colour, so that the extra pawn counts");
        break;
    case CLAIM_CASTLES: snprintf(text, size, "brings the king to safety"); break;
    case CLAIM_DEVELOPS:
        snprintf(text, size, "develops the %s", name_at(&told->after, claim->targets[0]));
        break;
    case CLAIM_SAVES:
    case CLAIM_ATTACKS:
    case CLAIM_EXCHANGES:
    case CLAIM_KING_ACTIVE:
    case CLAIM_FREES:
    case CLAIM_CENTRE:
    case CLAIM_AIMS:
    case CLAIM_RESTRICTS:
    case CLAIM_ESCAPE:
    case CLAIM_ACTIVE:
        plan_words(told, first, text, size);
        break;
    case CLAIM_FORCED: snprintf(text, size, "is the only legal move"); break;
    case CLAIM_WINS:
    case CLAIM_REPLY:
    case CLAIM_BETTER:
    case CLAIM_NONE:
    case CLAIM_KIND_COUNT: break;
    }
}

static struct told tell(const struct claims *claims, const struct claim *claim)
{
    struct told told = {.claim = claim, .last = claims->last, .debt = NO_PIECE_TYPE};
    if (claim->first == 0 && told.last != NO_MOVE) {
        told.debt = claims->last_captured;
    } else if (claim->first > 0) {
        struct position before = played(claims, claim, claim->first - 1);
        Move move = claim->line[claim->first - 1];
        told.last = move == NULL_MOVE ? NO_MOVE : move;
        told.debt = move == NULL_MOVE ? NO_PIECE_TYPE : captured_by(&before, move);
    }
    /* If the line wins clearly less than the piece lost just before it, that loss was part of an
     * earlier trade, such as an exchange of queens. It is then not mentioned. */
    if (claim->first == 0 && claim->mate == 0 && claim->material >= piece_worth(PAWN) &&
        claim->material + 2 * piece_worth(PAWN) <= piece_worth(told.debt))
        told.debt = NO_PIECE_TYPE;
    told.begins = played(claims, claim, claim->first);
    told.before = played(claims, claim, claim->at);
    told.after = played(claims, claim, claim->at + 1);
    told.answered = played(claims, claim, claim->at + 2);
    return told;
}

static bool is_mate_kind(const struct claim *claim)
{
    return claim->kind == CLAIM_MATE || claim->kind == CLAIM_BACK_RANK;
}

/* Whether the key move comes after the claim's first move. Always false for mates and for
 * CLAIM_WINS, whose words are about the complete line. */
static bool is_later(const struct claim *claim)
{
    return claim->at > claim->first && !is_mate_kind(claim) && claim->kind != CLAIM_WINS;
}

/* Describes the key move: "forks the king and the rook and wins the exchange". */
static void line_clause(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char deed[PHRASE], gain[PHRASE], price[PRICE];
    const char *where = claim->kind == CLAIM_BACK_RANK ? " on the back rank" : "";
    if (is_mate_kind(claim)) {
        if (claim->mate == 1)
            snprintf(text, size, "is mate%s", where);
        else
            snprintf(text, size, "forces mate in %d%s", claim->mate, where);
        return;
    }
    deed_words(told, deed, sizeof deed);
    gain_words(told, gain, sizeof gain);
    bool attack = claim->kind == CLAIM_ATTACKS && claim->role != CLAIM_ROLE_DOES;
    if ((claim->kind >= CLAIM_PAWN_ENDING && !attack) || hangs_alone(told) ||
        hangs_for_a_price(told, price))
        gain[0] = '\0';
    if (claim->kind == CLAIM_HANGS && strncmp(gain, "takes back", 10) == 0)
        deed[0] = '\0';
    if (claim->mate == 1)
        snprintf(gain, sizeof gain, "mates");
    else if (claim->mate)
        snprintf(gain, sizeof gain, "forces mate in %d", claim->mate);
    char *and = claim->kind == CLAIM_FORK && checks_and_attacks_pawns(told) && gain[0]
                    ? strstr(deed, " and ")
                    : NULL;
    text[0] = '\0';
    if (and) /* as in "gives check, attacks the pawn on b7 and wins it" */
        text_add(text, size, "%.*s, %s and %s", (int)(and - deed), deed, and + strlen(" and "), gain);
    else
        text_add(text, size, "%s%s%s", deed,
                 !deed[0] || !gain[0]               ? ""
                 : claim->kind == CLAIM_OVERLOADED ? ", and " /* after "which also guards e6" */
                                                    : " and ",
                 gain);
}

/* Writes "13.Nd5, which forks ..." or "13.Rxd8 and then 14.Nd5, which forks ...". */
static void which_clause(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char clause[CLAIM_WORDS_MAX], move[24], key[24];
    line_clause(told, clause, sizeof clause);
    numbered(&told->begins, claim->line[claim->first], move, sizeof move);
    numbered(&told->before, claim->line[claim->at], key, sizeof key);
    snprintf(text, size, "%s", move);
    if (is_later(claim))
        text_add(text, size, " and then %s", key);
    text_add(text, size, ", which %s", clause);
}

/* Writes "13.Nd5, which forks ..." or, if a pass precedes it, "13.h3, threatening 14.g4, which
 * ...". */
static void deed_clause(const struct claims *claims, const struct told *told, char *text,
                        size_t size)
{
    const struct claim *claim = told->claim;
    char which[CLAIM_WORDS_MAX], move[24];
    int own = claim->first - 2; /* index in the line of the move that threatens */
    which_clause(told, which, sizeof which);
    text[0] = '\0';
    if (own >= 0 && claim->line[own + 1] == NULL_MOVE) {
        struct position position = played(claims, claim, own);
        numbered(&position, claim->line[own], move, sizeof move);
        text_add(text, size, "%s, threatening ", move);
    }
    text_add(text, size, "%s", which);
}

/* The name of the piece that captures the hanging piece, if the hanging piece is defended but worth
 * more; otherwise NULL. */
static const char *cheap_attacker(const struct told *told)
{
    const struct claim *claim = told->claim;
    int by = type_at(&told->before, move_from(claim->line[claim->at]));
    int target = type_at(&told->before, claim->targets[0]);
    return claim->defenders && by != KING && piece_worth(by) < piece_worth(target)
               ? chess_piece_name(by)
               : NULL;
}

/* Whether the move before the claim put the hanging piece where it is. */
static bool was_put(const struct told *told)
{
    const struct claim *claim = told->claim;
    return claim->first > 0 && claim->line[claim->first - 1] != NULL_MOVE &&
           move_to(claim->line[claim->first - 1]) == claim->targets[0];
}

/* Writes "leaves the pawn on g5 undefended: 14.Bxg5 wins it". */
static void hanging_words(const struct told *told, const char *move, char *text, size_t size)
{
    char target[48], gain[PHRASE];
    const struct claim *claim = told->claim;
    target_words(&told->before, claim->targets[0], target, sizeof target);
    gain_words(told, gain, sizeof gain);
    const char *wins = hangs_alone(told) || !gain[0] ? "wins it" : gain, *by = cheap_attacker(told);
    char how[48];
    snprintf(how, sizeof how, by ? "attacked by a %s" : "%s",
             by                 ? by
             : claim->defenders ? "without enough defenders"
                                : "undefended");
    text[0] = '\0';
    if (was_put(told))
        text_add(text, size, "puts %s, where %s %s", target, move, wins);
    else
        text_add(text, size, "leaves %s %s: %s %s", target, how, move, wins);
}

static const char *state_words(Score score)
{
    return score > WINNING     ? "winning"
           : score > LEVEL     ? "better"
           : score >= -LEVEL   ? "level"
           : score >= -WINNING ? "worse"
                               : "lost";
}

/* By how much, in centipawns, another engine may score the position differently. */
static int unsure(Score score) { return score > FAR || score < -FAR ? FAR_UNSURE : UNSURE; }

bool claims_change_words(Score before, Score after, const char **from, const char **to)
{
    *from = state_words(before);
    *to = state_words(after);
    return *from != *to && state_words(before - unsure(before)) == *from &&
           state_words(after + unsure(after)) == *to;
}

/* The name of what the move takes; NULL if it takes nothing, or if `next` (which may be NO_MOVE)
 * makes it an exchange for a piece worth as much. */
static const char *taken_name(const struct position *position, Move move, Move next)
{
    int taken = captured_by(position, move), taker = type_at(position, move_from(move));
    bool retaken = next != NO_MOVE && move_to(next) == move_to(move);
    return taken == NO_PIECE_TYPE || (retaken && piece_worth(taken) <= piece_worth(taker))
               ? NULL
               : chess_piece_name(taken);
}

/* Writes what the move changed if only the better move is known: "turns a level position into a
 * lost one: 13.Rc2 was better". */
static void better_words(const struct claims *claims, const char *better, char *text, size_t size)
{
    const char *from, *to;
    bool changes = claims_change_words(claims->best.score, -claims->answer.score, &from, &to);
    const struct evidence *best = &claims->best;
    const char *taken = taken_name(&claims->position, best->moves[0],
                                   best->length > 1 ? best->moves[1] : NO_MOVE);
    char move[PHRASE];
    snprintf(move, sizeof move, taken ? "%s, which takes the %s," : "%s", better, taken);
    if (claims->loss < WORSE)
        text_add(text, size, "is %s: %s was better",
                 claims->loss < SMALL ? "a small inaccuracy" : "not the best", move);
    else if (from != to && claims->best.score > WINNING && -claims->answer.score > LEVEL)
        text_add(text, size, "gives away %s the advantage: %s was better",
                 claims->loss < MUCH ? "part of" : "much of", move);
    else if (!changes || claims->answer.score == SCORE_NONE)
        text_add(text, size, "makes the position worse: %s was better", move);
    else
        text_add(text, size, "turns a %s position into a %s one: %s was better", from, to, move);
}

/* Writes the best reply to a mistake and what it takes: "is answered by 12...Qxc3, which takes the
 * pawn". */
static void reply_words(const struct told *told, const char *move, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    Move reply = claim->line[claim->first];
    const char *taken =
        taken_name(&told->begins, reply,
                   claim->length > claim->first + 1 ? claim->line[claim->first + 1] : NO_MOVE);
    text_add(text, size, "is answered by %s", move);
    if (told->debt != NO_PIECE_TYPE && move_to(reply) == move_to(told->last))
        text_add(text, size, ", which takes back");
    else if (taken)
        text_add(text, size, ", which takes the %s", taken);
}

void claim_words(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    struct told told = tell(claims, claim);
    char clause[CLAIM_WORDS_MAX], which[CLAIM_WORDS_MAX], deed[CLAIM_WORDS_MAX], move[24];
    char gain[PHRASE];
    line_clause(&told, clause, sizeof clause);
    which_clause(&told, which, sizeof which);
    deed_clause(claims, &told, deed, sizeof deed);
    numbered(&told.begins, claim->line[claim->first], move, sizeof move);
    text[0] = '\0';
    if (claim->kind == CLAIM_BETTER) {
        better_words(claims, move, text, size);
        return;
    }
    if (claim->kind == CLAIM_REPLY) {
        reply_words(&told, move, text, size);
        return;
    }
    switch ((enum claim_role)claim->role) {
    case CLAIM_ROLE_DOES:
        /* A move prepares what comes one or two moves later; of a promotion further away, only the
         * gain is said. */
        gain_words(&told, gain, sizeof gain);
        if (claim->kind == CLAIM_PROMOTION && claim->at > claim->first + 2 && gain[0])
            text_add(text, size, "%s", gain);
        else if (is_later(claim))
            text_add(text, size, "prepares %s", strstr(which, " and then ") + strlen(" and then "));
        else
            text_add(text, size, "%s", clause);
        break;
    case CLAIM_ROLE_ALLOWS:
        if (claim->kind == CLAIM_HANGS && claim->first == 1)
            hanging_words(&told, move, text, size);
        else
            text_add(text, size, "allows %s", deed);
        break;
    case CLAIM_ROLE_MISSED:
        /* "misses" is only for what would have been won at once, not for an advantage or a threat
         * (a line with a pass). */
        text_add(text, size,
                 claim->kind > CLAIM_ATTACKS ||
                         claim->line[claim->first - (claim->first > 0)] == NULL_MOVE
                     ? "is weaker than %s"
                     : "misses %s",
                 deed);
        break;
    case CLAIM_ROLE_THREAT: text_add(text, size, "threatens %s", which); break;
    case CLAIM_ROLE_PARRIES: {
        struct position after = claims->position;
        chess_play(&after, claims->played != NO_MOVE ? claims->played : claims->best.moves[0]);
        bool possible = chess_is_legal(&after, claim->line[claim->first]);
        text_add(text, size, "%s %s", possible ? "meets the threat of" : "prevents", which);
        break;
    }
    case CLAIM_ROLE_ANSWERS: {
        struct position replies = played(claims, claim, 1);
        numbered(&replies, claim->line[1], move, sizeof move);
        text_add(text, size, "answers %s with %s", move, which);
        break;
    }
    case CLAIM_ROLE_ONLY_MOVE:
        numbered(&claims->position, claim->line[0], move, sizeof move);
        text_add(text, size, "is the only move: the next best, %s, allows %s", move, which);
        break;
    case CLAIM_ROLE_COUNT: break;
    }
}

void claim_sentence(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    char words[CLAIM_WORDS_MAX], subject[24];
    Move move = claims->played != NO_MOVE ? claims->played : claims->best.moves[0];
    claim_words(claims, claim, words, sizeof words);
    if (claims->played == NO_MOVE && claim->role == CLAIM_ROLE_THREAT)
        snprintf(subject, sizeof subject, "%s", claim->side == WHITE ? "White" : "Black");
    else
        numbered(&claims->position, move, subject, sizeof subject);
    snprintf(text, size, "%s %s", subject, words);
}

void claim_moves_text(const struct claims *claims, const struct claim *claim, int from, int plies,
                      char *text, size_t size)
{
    struct position position = played(claims, claim, from);
    text[0] = '\0';
    for (int i = from; i < claim->length && i < from + plies; i++) {
        char san[CHESS_SAN_MAX] = "--";
        if (claim->line[i] != NULL_MOVE)
            chess_to_san(&position, claim->line[i], san);
        if (position.side == WHITE || i == from)
            text_add(text, size, "%s%d%s", i > from ? " " : "", position.fullmove,
                     position.side == WHITE ? "." : "...");
        else
            text_add(text, size, " ");
        text_add(text, size, "%s", san);
        if (claim->line[i] != NULL_MOVE)
            chess_play(&position, claim->line[i]);
        else if (!pass_move(&position))
            return;
    }
}

void claim_line_text(const struct claims *claims, const struct claim *claim, int plies, char *text,
                     size_t size)
{
    claim_moves_text(claims, claim, 0, plies, text, size);
}

void claim_gain(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    struct told told = tell(claims, claim);
    gain_noun(&told, text, size);
}

const char *claim_gain_verb(const struct claims *claims, const struct claim *claim)
{
    struct told told = tell(claims, claim);
    return gain_verb(&told)->base;
}

/* Claims in a few words */

/* Writes "a fork of queen and rook", "mate in 2" or, for kinds that have no such noun, what is won:
 * "a knight". */
static void idea_noun(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *first = claim->target_count ? name_at(&told->after, claim->targets[0]) : "";
    const char *second = claim->target_count > 1 ? name_at(&told->after, claim->targets[1]) : "";
    text[0] = '\0';
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_MATE:
        text_add(text, size, "mate in %d", claim->mate);
        break;
    case CLAIM_BACK_RANK:
        text_add(text, size, "mate in %d on the back rank", claim->mate);
        break;
    case CLAIM_STALEMATE:
        text_add(text, size, "a stalemate");
        break;
    case CLAIM_PERPETUAL:
        text_add(text, size, "perpetual check");
        break;
    case CLAIM_DOUBLE_CHECK:
        text_add(text, size, "a double check");
        break;
    case CLAIM_FORK:
        if (checks_and_attacks_pawns(told))
            text_add(text, size, "a check that wins the %s pawn",
                     chess_square_name(claim->targets[1]));
        else if (strcmp(first, second) == 0)
            text_add(text, size, "a fork of two %ss", first);
        else
            text_add(text, size, "a fork of %s and %s", first, second);
        break;
    case CLAIM_SKEWER:
        text_add(text, size, "a skewer of %s and %s", first, second);
        break;
    case CLAIM_PIN:
        text_add(text, size, "a pin of the %s", first);
        break;
    case CLAIM_DISCOVERED:
        if (castles_with_check(told))
            text_add(text, size, "castling with check");
        else if (type_at(&told->after, claim->targets[0]) == KING)
            text_add(text, size, "a discovered check");
        else if (type_at(&told->after, claim->targets[0]) == PAWN)
            text_add(text, size, "a discovered attack on the %s pawn",
                     chess_square_name(claim->targets[0]));
        else
            text_add(text, size, "a discovered attack on the %s", first);
        break;
    case CLAIM_REMOVES_GUARD:
        text_add(text, size, "the capture of the %s that guards the %s %s",
                 name_at(&told->before, claim->targets[1]), chess_square_name(claim->targets[0]),
                 first);
        break;
    case CLAIM_OVERLOADED:
    case CLAIM_DEFLECTION:
        text_add(text, size, "a deflection of the %s", first);
        break;
    case CLAIM_ATTRACTION:
        text_add(text, size, "a sacrifice that lures the %s",
                 name_at(&told->answered, claim->targets[0]));
        break;
    case CLAIM_INTERMEDIATE:
    case CLAIM_HANGS:
    case CLAIM_WINS:
    default:
        gain_noun(told, text, size);
        break;
    }
}

/* Writes "left the g5 pawn undefended" or "put the knight on d4, where a pawn attacks it". */
static void brief_hanging(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *square = chess_square_name(claim->targets[0]);
    const char *name = name_at(&told->before, claim->targets[0]);
    const char *by = cheap_attacker(told);
    bool put = was_put(told);
    text[0] = '\0';
    if (put)
        text_add(text, size, "put the %s on %s", name, square);
    else
        text_add(text, size, "left the %s %s", square, name);
    if (by)
        text_add(text, size, put ? ", where a %s attacks it" : " attacked by a %s", by);
    else
        text_add(text, size, claim->defenders ? " with too few defenders" : " undefended");
}

/* Describes an error for which idea_noun has no suitable noun: "left the g5 pawn undefended", "let
 * the d2 queen be trapped". Returns false for other claims. */
static bool brief_deed(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    bool allows = claim->role == CLAIM_ROLE_ALLOWS;
    const char *square = claim->target_count ? chess_square_name(claim->targets[0]) : "";
    const char *name = claim->target_count ? name_at(&told->after, claim->targets[0]) : "";
    if (claim->kind == CLAIM_HANGS && allows && !(was_put(told) && told->debt != NO_PIECE_TYPE))
        brief_hanging(told, text, size);
    else if (claim->kind == CLAIM_TRAPPED)
        snprintf(text, size, allows ? "let the %s %s be trapped" : "missed trapping the %s %s",
                 square, name);
    else if (claim->kind == CLAIM_PROMOTION)
        snprintf(text, size, allows ? "let a pawn promote" : "missed promoting a pawn");
    else
        return false;
    return true;
}

bool claim_brief(const struct claims *claims, const struct claim *claim, bool gift, char *text,
                 size_t size)
{
    struct told told = tell(claims, claim);
    char noun[PHRASE];
    bool wins = claim->kind == CLAIM_WINS || claim->kind == CLAIM_HANGS ||
                claim->kind == CLAIM_INTERMEDIATE;
    text[0] = '\0';
    if (brief_deed(&told, text, size))
        return true;
    idea_noun(&told, noun, sizeof noun);
    if (!noun[0])
        return false;
    if (!wins)
        text_add(text, size, "%s %s", claim->role == CLAIM_ROLE_ALLOWS ? "allowed" : "missed",
                 noun);
    else if (claim->role != CLAIM_ROLE_ALLOWS)
        text_add(text, size, "missed %s %s", gain_verb(&told)->participle, noun);
    else if (gift)
        text_add(text, size, "let you %s %s", gain_verb(&told)->base, noun);
    else
        text_add(text, size, "%s %s", only_pawns_for_a_piece(&told) ? "gave" : "lost", noun);
    return true;
}

void claim_clause(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    struct told told = tell(claims, claim);
    line_clause(&told, text, size);
}

bool claim_gives_check(const struct claims *claims, const struct claim *claim)
{
    struct told told = tell(claims, claim);
    return claim->target_count > 0 && type_at(&told.after, claim->targets[0]) == KING;
}

/* Whether a claim about the move itself says that it mates. */
static bool states_mate(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->mate > 0 &&
            (claim->role == CLAIM_ROLE_DOES || claim->role == CLAIM_ROLE_MISSED))
            return true;
    }
    return false;
}

void claims_mate_words(const struct claims *claims, char *text, size_t size)
{
    static const char *const names[COLOR_COUNT] = {"White", "Black"};
    int mate, side = claims->position.side;
    text[0] = '\0';
    if (!score_is_mate(claims->best.score, &mate) || states_mate(claims))
        return;
    char in[16] = ""; /* a long mate is seldom the shortest, so its length is not told */
    if (abs(mate) <= CERTAIN_MATE)
        snprintf(in, sizeof in, " in %d", abs(mate));
    if (mate > 0)
        snprintf(text, size, "%s can force mate%s", names[side], in);
    else
        snprintf(text, size, "%s mates%s, whatever %s plays", names[!side], in, names[side]);
}
