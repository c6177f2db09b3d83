/* Says what kind of move to look for. A tactic is named. For other moves, the words depend on the
 * score: the winning side should exchange pieces, push passed pawns and bring its king; the losing
 * side should make the win difficult. */
#include "src/claims/hint_kind.h"

#include <stdio.h>
#include <string.h>

#include "src/util/text.h"

enum {
    AHEAD = 200,    /* centipawns: exchanges help the side that is ahead by this much */
    LONG_MATE = 6,  /* a mate in this many moves or more is too long to calculate in one's head */
    PROMISING = 150 /* a tactic is likely if the score exceeds the material by this many
                       centipawns */
};

static const char *capital_name(int color) { return color == WHITE ? "White" : "Black"; }

static int mate_in(Score score)
{
    int mate;
    return score_is_mate(score, &mate) ? mate : 0;
}

/* Tactics */

static const char *mate_words(const struct claim *claim)
{
    bool back = claim->kind == CLAIM_BACK_RANK;
    if (claim->mate == 1)
        return back ? "You can mate on the back rank." : "You can give mate.";
    return back ? "You can force mate on the back rank." : "You can force mate.";
}

/* Whether the hanging piece is worth more than the piece that takes it. */
static bool takes_more(const struct claims *claims, const struct claim *claim)
{
    const struct position *position = &claims->position;
    Move move = claim->line[claim->at];
    int by = piece_type(position->board[move_from(move)]);
    int taken = piece_type(position->board[move_to(move)]);
    return claim->at == 0 && by != KING && piece_worth(by) < piece_worth(taken);
}

/* Returns a sentence that names the tactic; %s in it stands for the opponent, "White" or "Black".
 * Returns NULL if the claim is about no tactic. */
static const char *idea_words(const struct claims *claims, const struct claim *claim)
{
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_MATE:
    case CLAIM_BACK_RANK: return mate_words(claim);
    case CLAIM_STALEMATE: return "A stalemate saves you.";
    case CLAIM_PERPETUAL: return "Perpetual check saves you.";
    case CLAIM_DOUBLE_CHECK: return "Two of your pieces can check at once.";
    case CLAIM_FORK: return "There is a fork.";
    case CLAIM_SKEWER: return "There is a skewer.";
    case CLAIM_DISCOVERED:
        return claim_gives_check(claims, claim) ? "There is a discovered check."
                                                : "There is a discovered attack.";
    case CLAIM_TRAPPED: return "A piece of %s's can be trapped.";
    case CLAIM_REMOVES_GUARD: return "A defender of %s's can be captured.";
    case CLAIM_OVERLOADED: return "A piece of %s's has too much to guard.";
    case CLAIM_DEFLECTION: return "A defender of %s's can be lured away.";
    case CLAIM_ATTRACTION: return "A piece of %s's can be lured to a bad square.";
    case CLAIM_PIN:
        return claim->by == move_to(claim->line[claim->at]) ? "There is a pin."
                                                            : "A piece of %s's is pinned.";
    case CLAIM_INTERMEDIATE: return "There is a stronger move before the capture.";
    case CLAIM_HANGS:
        return !claim->defenders           ? "Something of %s's is undefended."
               : takes_more(claims, claim) ? "A less valuable piece can take a more valuable one."
                                           : "Something of %s's is not guarded enough.";
    case CLAIM_PROMOTION: return "A pawn can be promoted.";
    default: return NULL;
    }
}

/* Adds when the tactic comes, if not at once: "There is a fork, one move from now." */
static void delay(const struct claim *claim, char *text, size_t size)
{
    bool mates = claim->kind == CLAIM_MATE || claim->kind == CLAIM_BACK_RANK;
    int moves = (claim->at - claim->first) / 2;
    if (mates || moves < 1 || claim->kind == CLAIM_WINS)
        return;
    text[strlen(text) - 1] = '\0';
    text_add(text, size, "%s", moves == 1 ? ", one move from now." : ", a few moves from now.");
}

static void gain_words(const struct claims *claims, const struct claim *claim, char *text,
                       size_t size)
{
    char gain[96];
    claim_gain(claims, claim, gain, sizeof gain);
    if (!gain[0])
        snprintf(text, size, "You can take back what you lost.");
    else
        snprintf(text, size, "You can %s %.60s.", claim_gain_verb(claims, claim), gain);
}

void hint_threat_words(const struct claim *claim, char *text, size_t size)
{
    snprintf(text, size, claim->mate > 0 && claim->mate < LONG_MATE
                             ? "Your opponent threatens mate: how?"
                             : "Your opponent threatens something: what?");
}

static void tactic_words(const struct claims *claims, const struct claim *claim, char *text,
                         size_t size)
{
    const char *name = capital_name(!claims->position.side);
    const char *idea = idea_words(claims, claim);
    bool mate = claim->mate > 0 && claim->mate < LONG_MATE;
    if (claim->role == CLAIM_ROLE_THREAT) {
        snprintf(text, size, mate ? "You can threaten mate." : "You can make a threat.");
    } else if (claim->role == CLAIM_ROLE_ONLY_MOVE) {
        snprintf(text, size,
                 claims->best.score > CLAIMS_LEVEL ? "Only one move keeps your advantage."
                                                   : "Only one move holds.");
    } else if (claim->role == CLAIM_ROLE_PARRIES) {
        hint_threat_words(claim, text, size);
    } else if (!idea) {
        gain_words(claims, claim, text, size);
    } else if (strstr(idea, "%s")) {
        const char *rest = strstr(idea, "%s") + 2;
        snprintf(text, size, "%.*s%s%s", (int)(rest - 2 - idea), idea, name, rest);
    } else {
        snprintf(text, size, "%s", idea);
    }
    if (claim->role == CLAIM_ROLE_DOES)
        delay(claim, text, size);
}

/* Quiet moves */

static const char *quiet_words(const struct claim *claim)
{
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_PAWN_ENDING:
        return claim->score > 100 ? "There is a pawn ending that wins."
                                  : "There is a pawn ending that is not lost.";
    case CLAIM_SAVES: return "Something of yours is attacked.";
    case CLAIM_ATTACKS: return "You can attack something.";
    case CLAIM_PASSED_PAWN: return "Think of a passed pawn.";
    case CLAIM_KING_EXPOSED: return "You can expose the enemy king.";
    case CLAIM_OUTPOST: return "There is a strong square for one of your pieces.";
    case CLAIM_OPEN_FILE: return "There is an open file to take.";
    case CLAIM_IDLE_PIECE: return "One of your pieces has hardly any moves.";
    case CLAIM_BISHOPS:
        return claim->score < piece_worth(PAWN) ? "Think of bishops of opposite colours."
                                                : "Think about which bishops remain.";
    case CLAIM_CASTLES: return "Bring your king to safety.";
    case CLAIM_DEVELOPS: return "A piece of yours is still at home.";
    case CLAIM_EXCHANGES: return "Look for an exchange.";
    case CLAIM_KING_ACTIVE:
        return "Activate your king.";
    case CLAIM_FREES: return "A pawn of yours blocks a piece.";
    case CLAIM_CENTRE: return "Think of the centre.";
    case CLAIM_AIMS: return "A piece of yours can aim at the enemy king.";
    case CLAIM_RESTRICTS:
        return "You can keep an enemy piece out.";
    case CLAIM_ESCAPE: return "Your king has no way out.";
    case CLAIM_ACTIVE: return "A piece of yours could be more active.";
    default: return NULL;
    }
}

/* Whether quiet_words names the user's king. */
static bool quiet_names_king(const struct claim *claim)
{
    return claim->kind == CLAIM_CASTLES || claim->kind == CLAIM_KING_ACTIVE ||
           claim->kind == CLAIM_ESCAPE;
}

static int count_of(const struct position *position, int color, int type)
{
    return __builtin_popcountll(position->by_type[type] & position->by_color[color]);
}

static int pieces_of(const struct position *position, int color)
{
    int count = 0;
    for (int type = KNIGHT; type < KING; type++)
        count += count_of(position, color, type);
    return count;
}

/* The material of the side to move minus the opponent's, in centipawns. */
static int lead(const struct position *position)
{
    int sum = 0, side = position->side;
    for (int type = PAWN; type < KING; type++)
        sum += piece_worth(type) * (count_of(position, side, type) - count_of(position, !side, type));
    return sum;
}

/* What the side to move (sign 1) or the opponent (sign -1) is ahead by: "a rook", "two pawns", "the
 * exchange"; NULL if no such short name fits. */
static const char *lead_words(const struct position *position, int sign)
{
    static const char *const one[] = {"a pawn", "a piece", "a piece", "a rook", "a queen"};
    int more[PIECE_TYPE_COUNT] = {0}, kinds = 0, last = PAWN, side = position->side;
    for (int type = PAWN; type < KING; type++)
        more[type] = sign * (count_of(position, side, type) - count_of(position, !side, type));
    more[KNIGHT] += more[BISHOP];
    more[BISHOP] = 0;
    for (int type = PAWN; type < KING; type++) {
        kinds += more[type] != 0;
        last = more[type] ? type : last;
    }
    if (kinds == 1 && more[last] == 1)
        return one[last];
    if (kinds == 1 && last == PAWN && more[PAWN] == 2)
        return "two pawns";
    return kinds == 2 && more[ROOK] == 1 && more[KNIGHT] == -1 ? "the exchange" : NULL;
}

/* Writes "You are a rook ahead" or "You are losing". */
static void standing(const struct position *position, bool winning, char *text, size_t size)
{
    int more = lead(position) * (winning ? 1 : -1);
    const char *words = lead_words(position, winning ? 1 : -1);
    if (more < piece_worth(PAWN))
        snprintf(text, size, "You are %s", winning ? "winning" : "losing");
    else if (words)
        snprintf(text, size, "You are %s %s", words, winning ? "ahead" : "behind");
    else
        snprintf(text, size, "You are %s in material", winning ? "ahead" : "behind");
}

static bool exchanges_pawns(const struct claims *claims, const struct claim *claim)
{
    struct position after = claims->position;
    chess_play(&after, claim->line[0]);
    return piece_type(after.board[claim->targets[0]]) == PAWN;
}

static bool is_long_mate(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_DOES && claim->mate >= LONG_MATE;
}

/* What to do in a won position; NULL if the claim's own words (quiet_words) are better. Sets *king
 * to whether the words name the user's king. */
static const char *winning_words(const struct claims *claims, const struct claim *claim, bool *king)
{
    const struct position *position = &claims->position;
    struct position after = *position;
    int enemy = !position->side;
    bool ahead = lead(position) >= AHEAD;
    int kind = claim ? claim->kind : CLAIM_NONE;
    int mover = piece_type(position->board[move_from(claims->played)]);
    chess_play(&after, claims->played);
    bool bare = pieces_of(position, enemy) + count_of(position, enemy, PAWN) == 0;
    *king = bare || kind == CLAIM_KING_ACTIVE;
    if (bare)
        return count_of(position, !enemy, QUEEN) + count_of(position, !enemy, ROOK) == 0 &&
                       count_of(position, !enemy, PAWN) > 0
                   ? "bring a pawn through with the help of your king"
                   : "drive the enemy king to the edge with your own";
    if (kind == CLAIM_EXCHANGES && ahead && !exchanges_pawns(claims, claim))
        return "exchange pieces";
    if (kind == CLAIM_PASSED_PAWN)
        return "push a passed pawn";
    if (kind == CLAIM_KING_ACTIVE)
        return position->by_type[PAWN] ? "bring your king to the pawns"
                                       : "bring your king nearer to the enemy king";
    if (kind == CLAIM_PAWN_ENDING)
        return "the pawn ending is won";
    if (claim && !is_long_mate(claim))
        return NULL;
    if (!chess_is_capture(position, claims->played) && mover == PAWN)
        return "push a pawn";
    if (mover == KING && !position->checkers) {
        *king = true;
        return "use your king";
    }
    if (claim)
        return NULL;
    if (chess_is_capture(position, claims->played) || after.checkers)
        return after.checkers ? "look at the checks" : "look at the captures";
    return ahead && pieces_of(position, enemy) > 0 ? "be safe, and exchange pieces when you can"
                                                   : "be safe, and improve your position";
}

/* What to play for in a lost position; NULL if the claim's own words (quiet_words) are better. */
static const char *losing_words(const struct claims *claims, const struct claim *claim)
{
    struct position after = claims->position;
    int kind = claim ? claim->kind : CLAIM_NONE;
    chess_play(&after, claims->played);
    if (kind == CLAIM_PASSED_PAWN)
        return "your passed pawn is your chance";
    if (kind == CLAIM_KING_EXPOSED)
        return "go for the king";
    if (kind == CLAIM_BISHOPS)
        return "play for bishops of opposite colours";
    if (kind == CLAIM_EXCHANGES && exchanges_pawns(claims, claim))
        return "exchange pawns: fewer pawns make a draw likelier";
    if (kind == CLAIM_ATTACKS)
        return "make trouble: you can attack something";
    if (after.checkers)
        return "give checks while you can";
    if (claim)
        return NULL;
    return chess_is_capture(&claims->position, claims->played) ? "take what you can"
                                                               : "keep pieces on and resist";
}

/* Writes the words for a decided position without a tactic. Returns whether these words name the
 * user's king. */
static bool decided_words(const struct claims *claims, const struct claim *claim, char *text,
                          size_t size)
{
    char start[64];
    bool winning = claims->best.score > 0;
    standing(&claims->position, winning, start, sizeof start);
    bool king = false;
    const char *plan = winning ? winning_words(claims, claim, &king) : losing_words(claims, claim);
    bool lost = mate_in(claims->best.score) < 0;
    if (lost)
        snprintf(text, size, "Mate cannot be stopped, only delayed.");
    else if (plan)
        snprintf(text, size, "%s: %s.", start, plan);
    else
        snprintf(text, size, "%s. %s", start, quiet_words(claim));
    return !lost && (plan ? king : quiet_names_king(claim));
}

/* Writes what to look for if no claim is proved. */
static void plain_words(const struct claims *claims, char *text, size_t size)
{
    const struct position *position = &claims->position;
    struct position after = *position;
    chess_play(&after, claims->played);
    bool promising = claims->best.score >= lead(position) + PROMISING;
    bool forcing = chess_is_capture(position, claims->played) || after.checkers;
    if (promising && forcing)
        snprintf(text, size,
                 "There is something to find: look at every check, capture and threat.");
    else if (promising && !position->checkers)
        snprintf(text, size, "You stand better. Look for the move that makes the most of it.");
    else if (position->checkers)
        snprintf(text, size, "You are in check: compare your replies.");
    else if (chess_is_capture(position, claims->played))
        snprintf(text, size, "Look at the captures.");
    else
        snprintf(text, size, "No win could be proved: find the most useful move.");
}

bool hint_kind_words(const struct claims *claims, const struct claim *claim, char *text,
                     size_t size)
{
    Move moves[CHESS_MOVES_MAX];
    bool ignored;
    bool tactic = claim && claim->kind <= CLAIM_WINS &&
                  !(is_long_mate(claim) && winning_words(claims, claim, &ignored));
    bool decided = claims->best.score >= HINT_DECIDED || claims->best.score <= -HINT_DECIDED;
    text[0] = '\0';
    if (chess_moves(&claims->position, moves) == 1)
        snprintf(text, size, "There is only one legal move.");
    else if (tactic)
        tactic_words(claims, claim, text, size);
    else if (decided)
        return decided_words(claims, claim, text, size);
    else if (claim)
        snprintf(text, size, "%s", quiet_words(claim));
    else
        plain_words(claims, text, size);
    return claim && !tactic && quiet_names_king(claim);
}
