/* The words for what a claim's key move does: "forks the king and the rook and wins the rook". */
#include <stdio.h>
#include <string.h>

#include "src/claims/quiet.h"
#include "src/claims/walk.h"
#include "src/claims/words/words.h"
#include "src/util/text.h"

#define GUARD_OF ", the guard of "

static void list_targets(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    int count = claim->target_count < TARGETS_NAMED ? claim->target_count : TARGETS_NAMED;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *name = piece_name_at(&told->after, claim->targets[i]);
        bool twin = false;
        for (int j = 0; j < count; j++)
            twin = twin || (j != i && name == piece_name_at(&told->after, claim->targets[j]));
        text_add(text, size, "%sthe %s", i == 0 ? "" : i + 1 == count ? " and " : ", ", name);
        if (twin)
            text_add(text, size, " on %s", chess_square_name(claim->targets[i]));
    }
}

bool checks_and_attacks_pawns(const struct told *told)
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
        snprintf(text, size, "pins %s to the %s", front,
                 piece_name_at(&told->after, claim->targets[1]));
}

bool hangs_alone(const struct told *told)
{
    int won[PIECE_TYPE_COUNT];
    if (told->claim->kind != CLAIM_HANGS)
        return false;
    net_gain(told, won);
    const int hanging = type_at(&told->before, told->claim->targets[0]);
    for (int type = PAWN; type < KING; type++) {
        if (won[type] != (type == hanging))
            return false;
    }
    return true;
}

bool hangs_for_a_price(const struct told *told, char price[PRICE])
{
    char gained[96], whole[PHRASE], expected[PHRASE];
    int won[PIECE_TYPE_COUNT], target[PIECE_TYPE_COUNT] = {0};
    if (told->claim->kind != CLAIM_HANGS || net_gain(told, won) < piece_worth(PAWN))
        return false;
    target[type_at(&told->before, told->claim->targets[0])] = 1;
    list_pieces(target, 1, gained, sizeof gained);
    list_pieces(won, -1, price, PRICE);
    snprintf(expected, sizeof expected, "%s for %s", gained, price);
    claim_material_words(won, whole, sizeof whole); /* may be "the exchange" instead */
    return strcmp(whole, expected) == 0;
}

bool may_take_back(const struct told *told)
{
    const struct claim *claim = told->claim;
    bool takes = claim->kind == CLAIM_HANGS || claim->kind == CLAIM_WINS;
    if (!takes || told->last != NO_MOVE || claim->first > 0 || claim->at > 0)
        return false;
    int worth = piece_worth(captured_by(&told->before, claim->line[0]));
    int behind = -material_of(&told->before, claim->side);
    int rest = worth - behind; /* by how much the side would be ahead after the capture */
    return worth > 0 && 2 * behind >= worth && rest >= -2 * piece_worth(PAWN) &&
           rest <= 2 * piece_worth(PAWN);
}

/* Writes "wins the undefended queen on d5", "wins the queen on d5 for a rook" or "takes the pawn on
 * h7". */
static void hang_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char price[PRICE];
    bool priced = hangs_for_a_price(told, price) && !may_take_back(told);
    /* A piece attacked by a pawn is lost even if it is defended, so it is not called undefended. */
    int by = type_at(&told->before, move_from(claim->line[claim->at]));
    int target = type_at(&told->before, claim->targets[0]);
    bool undefended = !claim->defenders && (by != PAWN || target == PAWN);
    bool wins = priced || (hangs_alone(told) && !may_take_back(told));
    snprintf(text, size, "%s the %s%s on %s", wins ? "wins" : "takes",
             undefended ? "undefended " : "", piece_name_at(&told->before, claim->targets[0]),
             chess_square_name(claim->targets[0]));
    if (priced)
        text_add(text, size, " for %s", price);
}

/* Whether only one piece defends the first target before the key move. */
static bool has_one_guard(const struct told *told)
{
    Square target = told->claim->targets[0];
    Bitboard guards = attackers_of(&told->before, target, !told->claim->side);
    return (guards & (guards - 1)) == 0;
}

bool castles_with_check(const struct told *told)
{
    return move_kind(told->claim->line[told->claim->at]) == MOVE_CASTLING;
}

/* Whether the pawn that takes back on `square` comes to a file where its side has another pawn. */
static bool doubles_pawns(const struct told *told, int square)
{
    const struct position *position = &told->answered;
    if (type_at(position, square) != PAWN)
        return false;
    Bitboard own = position->by_color[piece_color(position->board[square])];
    Bitboard file = 0x0101010101010101ULL << square_file(square);
    return __builtin_popcountll(own & file & position->by_type[PAWN]) > 1;
}

/* Finds a piece of the claim's side that only the captured piece attacks, and that nothing attacks
 * after the capture was answered. Taking it would have won something, or exchanged a knight for a
 * bishop. Returns NO_SQUARE if there is no such piece. The piece that captures does not count. */
static Square relieved(const struct told *told)
{
    const struct claim *claim = told->claim;
    const struct position *position = &told->before;
    Square taken = claim->targets[0];
    Bitboard set = chess_attacks(position, taken) & position->by_color[claim->side] &
                   ~bit(move_from(claim->line[claim->at])) & ~position->by_type[PAWN] &
                   ~position->by_type[KING];
    while (set) {
        Square square = pop(&set);
        bool worth = exchange(position, square, !claim->side) >= piece_worth(PAWN) ||
                     (type_at(position, square) == BISHOP && type_at(position, taken) == KNIGHT);
        if (worth && attackers_of(position, square, !claim->side) == bit(taken) &&
            !attackers_of(&told->answered, square, !claim->side))
            return square;
    }
    return NO_SQUARE;
}

/* Appends what an exchange of pieces is for: it removes an attacker, or suits the side that has
 * more material and stands better. */
static void add_point(const struct told *told, bool takes, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    if (type_at(takes ? &told->before : &told->after, claim->targets[0]) == PAWN)
        return;
    Square square = takes ? relieved(told) : NO_SQUARE;
    if (square != NO_SQUARE)
        text_add(text, size, " and so removes the attacker of the %s on %s",
                 piece_name_at(&told->before, square), chess_square_name(square));
    else if (material_of(&told->before, claim->side) >= piece_worth(PAWN) && claim->score > 0)
        text_add(text, size, ", as suits the side with more material");
}

static void exchange_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    bool takes = captured_by(&told->before, claim->line[claim->at]) != NO_PIECE_TYPE;
    const char *own = piece_name_at(&told->after, claim->targets[0]);
    const char *taken = takes ? piece_name_at(&told->before, claim->targets[0])
                              : piece_name_at(&told->answered, claim->targets[0]);
    const char *verb = takes ? "exchanges" : "offers to exchange";
    bool between = claim->target_count > 1; /* after a check the piece put in between is taken */
    if (between) {
        taken = piece_name_at(&told->answered, claim->targets[1]);
        verb = "leads to an exchange of";
    }
    if (between && strcmp(own, taken) != 0)
        snprintf(text, size, "%s a %s for a %s", verb, own, taken);
    else if (strcmp(own, taken) == 0)
        snprintf(text, size, "%s %ss", verb, own);
    else
        snprintf(text, size, "%s the %s for a %s", verb, own, taken);
    if (takes && doubles_pawns(told, claim->targets[0]))
        text_add(text, size, " and doubles the pawns on the %c-file",
                 'a' + square_file(claim->targets[0]));
    else if (!between)
        add_point(told, takes, text, size);
}

/* Whether the attacked piece was attacked before by the same pieces, and the key move, which
 * captures nothing, only cuts off one of its defenders. */
static bool cuts_off(const struct told *told)
{
    const struct claim *claim = told->claim;
    Square target = claim->targets[0];
    return claim->target_count == 1 &&
           !chess_is_capture(&told->before, claim->line[claim->at]) &&
           !(attackers_of(&told->after, target, claim->side) &
             ~attackers_of(&told->before, target, claim->side)) &&
           (attackers_of(&told->before, target, !claim->side) &
            ~attackers_of(&told->after, target, !claim->side));
}

/* If the attacked piece moves away in the line and so leaves something unguarded, appends ", the
 * guard of the pawn on b4". What the attacker itself then attacks stood behind the piece, and is not
 * called guarded. */
static void add_guarded(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    Square target = claim->targets[0];
    Bitboard guarded = chess_attacks(&told->after, target) & told->after.by_color[!claim->side] &
                       ~chess_attacks(&told->answered, move_to(claim->line[claim->at]));
    if (told->answered.board[target] == told->after.board[target])
        return;
    for (int type = QUEEN; type >= PAWN; type--) {
        Bitboard set = guarded & told->after.by_type[type] & told->answered.by_type[type];
        while (set) {
            Square square = pop(&set);
            if (exchange(&told->after, square, claim->side) <= 0 &&
                exchange(&told->answered, square, claim->side) >= piece_worth(PAWN)) {
                text_add(text, size, "%sthe %s on %s", GUARD_OF, chess_piece_name(type),
                         chess_square_name(square));
                return;
            }
        }
    }
}

/* Writes what a quiet move is for. `target` is the claim's first target in words. */
static void plan_words(const struct told *told, const char *target, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *name = piece_name_at(&told->after, claim->targets[0]);
    Move move = claim->line[claim->at];
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_SAVES:
        if (claim->targets[0] == move_to(move))
            snprintf(text, size, "brings the attacked %s to safety", name);
        else
            snprintf(text, size, "protects %s", target);
        break;
    case CLAIM_ATTACKS:
        snprintf(text, size, cuts_off(told) ? "cuts off a defender of %s" : "attacks %s", target);
        if (claim->target_count > 1)
            text_add(text, size, " and the %s on %s",
                     piece_name_at(&told->after, claim->targets[1]),
                     chess_square_name(claim->targets[1]));
        else
            add_guarded(told, text, size);
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
    case CLAIM_PRESSURE:
        snprintf(text, size, "%s %s",
                 type_at(&told->after, move_to(move)) == PAWN ? "challenges" : "puts pressure on",
                 target);
        break;
    default:
        snprintf(text, size, "makes the %s more active on %s", name,
                 chess_square_name(claim->targets[0]));
        break;
    }
}

/* Writes "keeps the pawn on e4", "saves the knight on c3" or "does not lose the exchange". */
static void keeps_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char what[PHRASE];
    claim_material_words(claim->won, what, sizeof what);
    if (claim->target_count > 0) {
        target_words(&told->before, claim->targets[0], what, sizeof what);
        bool pawn = type_at(&told->before, claim->targets[0]) == PAWN;
        snprintf(text, size, "%s %s", pawn ? "keeps" : "saves", what);
    } else if (what[0]) {
        snprintf(text, size, "does not lose %s", what);
    }
}

/* How many pieces of the claim's side guard the claim's first target. */
static int guards_of(const struct position *position, const struct claim *claim)
{
    return __builtin_popcountll(attackers_of(position, claim->targets[0], claim->side));
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
    case CLAIM_BACK_RANK:
        snprintf(text, size, "mates");
        break;
    case CLAIM_STALEMATE:
        snprintf(text, size, "saves the game by stalemate");
        break;
    case CLAIM_PERPETUAL:
        snprintf(text, size, "draws by perpetual check");
        break;
    case CLAIM_DOUBLE_CHECK:
        snprintf(text, size, "gives double check");
        break;
    case CLAIM_FORK:
        fork_words(told, text, size);
        break;
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
    case CLAIM_TRAPPED:
        snprintf(text, size, "traps %s", first);
        break;
    case CLAIM_REMOVES_GUARD:
        snprintf(text, size, "takes %s defender of %s", has_one_guard(told) ? "the" : "a", first);
        break;
    case CLAIM_OVERLOADED:
        snprintf(text, size, "overloads %s, which also guards %s", first,
                 chess_square_name(claim->targets[1]));
        break;
    case CLAIM_DEFLECTION:
        snprintf(text, size, "lures %s away from %s", first, chess_square_name(claim->targets[1]));
        break;
    case CLAIM_ATTRACTION:
        snprintf(text, size, "lures the %s to %s",
                 piece_name_at(&told->answered, claim->targets[0]),
                 chess_square_name(claim->targets[0]));
        break;
    case CLAIM_PIN:
        pin_words(told, first, text, size);
        break;
    case CLAIM_INTERMEDIATE:
        snprintf(text, size, "comes before the capture on %s",
                 chess_square_name(claim->targets[0]));
        break;
    case CLAIM_HANGS:
        hang_words(told, text, size);
        break;
    case CLAIM_PROMOTION:
        snprintf(text, size, "promotes a pawn");
        break;
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
    case CLAIM_KING_EXPOSED:
        snprintf(text, size, "strips the pawns from %s's king",
                 claim->side == WHITE ? "Black" : "White");
        break;
    case CLAIM_OUTPOST:
        snprintf(text, size, "gives the %s an outpost on %s, where no pawn can drive it away",
                 piece_name_at(&told->after, claim->targets[0]),
                 chess_square_name(claim->targets[0]));
        break;
    case CLAIM_OPEN_FILE:
        snprintf(text, size, "takes the open %c-file", 'a' + file);
        break;
    case CLAIM_IDLE_PIECE:
        snprintf(text, size, "brings the %s on %s, which had hardly a move, into play",
                 piece_name_at(&told->after, claim->targets[0]),
                 chess_square_name(move_from(claim->line[claim->at])));
        break;
    case CLAIM_BISHOPS:
        snprintf(text, size,
                 claim->score < piece_worth(PAWN)
                     ? "leaves bishops of opposite colours, which are hard to beat"
                     : "leaves bishops of the same colour, so that the extra pawn counts");
        break;
    case CLAIM_CASTLES:
        snprintf(text, size, "brings the king to safety");
        break;
    case CLAIM_DEVELOPS:
        snprintf(text, size, "develops the %s", piece_name_at(&told->after, claim->targets[0]));
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
    case CLAIM_PRESSURE:
        plan_words(told, first, text, size);
        break;
    case CLAIM_TAKES:
        if (told->debt != NO_PIECE_TYPE && move_to(told->last) == claim->targets[0])
            snprintf(text, size, "takes back on %s", chess_square_name(claim->targets[0]));
        else
            snprintf(text, size, "takes the %s on %s",
                     piece_name_at(&told->before, claim->targets[0]),
                     chess_square_name(claim->targets[0]));
        break;
    case CLAIM_FORCED:
        snprintf(text, size, "is the only legal move");
        break;
    case CLAIM_WINS:
        if (may_take_back(told))
            snprintf(text, size, "takes the %s on %s",
                     piece_name_at(&told->before, claim->targets[0]),
                     chess_square_name(claim->targets[0]));
        break;
    case CLAIM_KEEPS:
        keeps_words(told, text, size);
        break;
    case CLAIM_GUARDS:
        if (guards_of(&told->after, claim) > guards_of(&told->begins, claim))
            snprintf(text, size, "guards %s", first);
        else
            snprintf(text, size, "keeps %s guarded", first);
        break;
    case CLAIM_UNCASTLES:
        snprintf(text, size, "forces the king to move, so that it can no longer castle");
        break;
    case CLAIM_DRIVES:
        snprintf(text, size, "gives check and drives the king %s%s",
                 claim->target_count == 2 ? "to " : "from ",
                 chess_square_name(claim->targets[claim->target_count == 2]));
        break;
    case CLAIM_CHECKS:
        snprintf(text, size, "gives check after check");
        break;
    case CLAIM_PREVENTS:
    case CLAIM_REPLY:
    case CLAIM_BETTER:
    case CLAIM_NONE:
    case CLAIM_KIND_COUNT:
        break;
    }
}

static bool is_mate_kind(const struct claim *claim)
{
    return claim->kind == CLAIM_MATE || claim->kind == CLAIM_BACK_RANK;
}

/* For a move that a side plays before it takes back: writes what the move does, "gives check before
 * the capture on d4". */
static void in_between_words(const struct told *told, char *text, size_t size)
{
    int taken = captured_by(&told->begins, told->claim->line[told->claim->first]);
    const char *square = chess_square_name(told->claim->targets[0]);
    if (taken != NO_PIECE_TYPE)
        snprintf(text, size, "takes the %s before the capture on %s", chess_piece_name(taken),
                 square);
    else
        snprintf(text, size, "gives check before the capture on %s", square);
}

void merit_words(const struct told *told, char *text, size_t size)
{
    struct claim claim = *told->claim;
    struct told merit = *told;
    claim.kind = claim.merit;
    merit.claim = &claim;
    if (claim.kind == CLAIM_WINS)
        gain_words(&merit, text, size);
    else if (claim.kind == CLAIM_INTERMEDIATE)
        in_between_words(told, text, size);
    else if (claim.kind == CLAIM_MATE)
        snprintf(text, size, "stops the mate on %s", chess_square_name(claim.targets[0]));
    else
        deed_words(&merit, text, size);
}

bool is_later(const struct claim *claim)
{
    return claim->at > claim->first && !is_mate_kind(claim) && claim->kind != CLAIM_WINS;
}

void line_clause(const struct told *told, char *text, size_t size)
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
    if (claim_is_threat(claim) && is_later(claim) && (claim->mate > 0 || gain[0]))
        deed[0] = '\0'; /* of a threat carried out later, what it wins is enough */
    if (deed[0])
        gain_of_target(told, deed, gain, sizeof gain);
    bool attack = claim->kind == CLAIM_ATTACKS && claim->role != CLAIM_ROLE_DOES;
    if (claim_draws(claim) || (claim->kind >= CLAIM_PAWN_ENDING && !attack) || hangs_alone(told) ||
        hangs_for_a_price(told, price) || may_take_back(told))
        gain[0] = '\0';
    if (claim->kind == CLAIM_HANGS && strncmp(gain, "takes back", 10) == 0)
        deed[0] = '\0';
    bool queen = strncmp(gain, "gets a new queen", 16) == 0;
    if (claim->kind == CLAIM_PROMOTION && queen && claim->mate == 0)
        deed[0] = '\0'; /* the gain says as much */
    /* The key move is the subject of the sentence, so the mate is counted from there. */
    const int before = is_later(claim) && deed[0] ? (claim->at - claim->first) / 2 : 0;
    const int mate = claim->mate - before;
    if (claim->mate && mate == 1)
        snprintf(gain, sizeof gain, "mates");
    else if (claim->mate)
        snprintf(gain, sizeof gain, "forces mate in %d", mate);
    /* After "which also guards e6", or ", the guard of the pawn on b4". */
    const bool comma = claim->kind == CLAIM_OVERLOADED || strstr(deed, GUARD_OF);
    char *and = claim->kind == CLAIM_FORK && checks_and_attacks_pawns(told) && gain[0]
                    ? strstr(deed, " and ")
                    : NULL;
    text[0] = '\0';
    if (and) /* as in "gives check, attacks the pawn on b7 and wins it" */
        text_add(text, size, "%.*s, %s and %s", (int)(and-deed), deed, and+strlen(" and "), gain);
    else
        text_add(text, size, "%s%s%s", deed,
                 !deed[0] || !gain[0] ? ""
                 : comma              ? ", and "
                                      : " and ",
                 gain);
}

void claim_clause(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    struct told told = told_of(claims, claim);
    if (claim->kind == CLAIM_REPLY)
        merit_words(&told, text, size);
    else
        line_clause(&told, text, size);
}

bool claim_gives_check(const struct claims *claims, const struct claim *claim)
{
    struct told told = told_of(claims, claim);
    return claim->target_count > 0 && type_at(&told.after, claim->targets[0]) == KING;
}
