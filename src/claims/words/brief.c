/* Claims in a few words, for lists: "allowed a fork of queen and rook", "lost a knight". */
#include <stdio.h>
#include <string.h>

#include "src/claims/words/words.h"
#include "src/util/text.h"

/* Writes "a fork of queen and rook", "mate in 2" or, for kinds of claims that have no noun like
 * these, what is won: "a knight". */
static void idea_noun(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *first = claim->target_count ? piece_name_at(&told->after, claim->targets[0]) : "";
    const char *second =
        claim->target_count > 1 ? piece_name_at(&told->after, claim->targets[1]) : "";
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
                 piece_name_at(&told->before, claim->targets[1]),
                 chess_square_name(claim->targets[0]), first);
        break;
    case CLAIM_OVERLOADED:
    case CLAIM_DEFLECTION:
        text_add(text, size, "a deflection of the %s", first);
        break;
    case CLAIM_ATTRACTION:
        text_add(text, size, "a sacrifice that lures the %s",
                 piece_name_at(&told->answered, claim->targets[0]));
        break;
    case CLAIM_INTERMEDIATE:
    case CLAIM_HANGS:
    case CLAIM_WINS:
    default:
        gain_noun(told, text, size);
        break;
    }
}

/* Writes "left the g5 pawn undefended", "did not save the g5 pawn" or "put the knight on d4, where
 * a pawn attacks it". */
static void brief_hanging(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *square = chess_square_name(claim->targets[0]);
    const char *name = piece_name_at(&told->before, claim->targets[0]);
    const char *by = cheap_attacker(told);
    bool put = was_put(told);
    text[0] = '\0';
    if (hung_before(told)) {
        text_add(text, size, "did not save the %s %s", square, name);
        return;
    }
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
static bool brief_deed(const struct told *told, enum claim_length length, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    bool allows = claim->role == CLAIM_ROLE_ALLOWS;
    const char *square = claim->target_count ? chess_square_name(claim->targets[0]) : "";
    const char *name = claim->target_count ? piece_name_at(&told->after, claim->targets[0]) : "";
    bool hangs = claim->kind == CLAIM_HANGS && allows &&
                 !(was_put(told) && told->debt != NO_PIECE_TYPE);
    if (hangs && length == CLAIM_BRIEFEST)
        snprintf(text, size, "left the %s %s hanging", square,
                 piece_name_at(&told->before, claim->targets[0]));
    else if (hangs)
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

/* Writes the noun of idea_noun with fewer details. */
static void short_noun(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    const char *noun = NULL;
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_BACK_RANK:
        snprintf(text, size, "mate in %d", claim->mate);
        return;
    case CLAIM_FORK:
        noun = checks_and_attacks_pawns(told) ? "a check that wins a pawn" : "a fork";
        break;
    case CLAIM_SKEWER:
        noun = "a skewer";
        break;
    case CLAIM_DISCOVERED:
        if (!castles_with_check(told) && type_at(&told->after, claim->targets[0]) != KING)
            noun = "a discovered attack";
        break;
    case CLAIM_REMOVES_GUARD:
        noun = "the capture of a defender";
        break;
    case CLAIM_OVERLOADED:
    case CLAIM_DEFLECTION:
        noun = "a deflection";
        break;
    case CLAIM_ATTRACTION:
        noun = "a sacrifice";
        break;
    case CLAIM_INTERMEDIATE:
    case CLAIM_HANGS:
    case CLAIM_WINS:
        noun = only_pawns_for_a_piece(told)                 ? "pawns for a piece"
               : strcmp(gain_verb(told)->base, "get") == 0 ? "a new queen"
                                                            : "material";
        break;
    default:
        break;
    }
    if (noun)
        snprintf(text, size, "%s", noun);
    else
        idea_noun(told, text, size);
}

/* Writes "did not take back the knight" for a missed recapture that only makes up for what the last
 * move took, and so wins nothing. Names no square, because a review may still ask for the move.
 * Returns false for other claims. */
static bool brief_recapture(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    Square at = move_to(claim->line[claim->first]);
    if (claim->role != CLAIM_ROLE_MISSED || told->debt == NO_PIECE_TYPE ||
        at != move_to(told->last) || claim->material < piece_worth(PAWN))
        return false;
    snprintf(text, size, "did not take back the %s", piece_name_at(&told->begins, at));
    return true;
}

/* Describes an error that loses nothing at once but lets the opponent do something: "allowed an
 * attack on the rook", or with fewer details "allowed a check that wins a pawn". Returns false if
 * the claim has no such words. */
static bool brief_consequence(const struct told *told, enum claim_length length, char *text,
                              size_t size)
{
    const struct claim *claim = told->claim;
    int kind = claim->kind == CLAIM_REPLY ? claim->merit : claim->kind;
    const char *name = claim->target_count ? piece_name_at(&told->after, claim->targets[0]) : "";
    const char *square = claim->target_count ? chess_square_name(claim->targets[0]) : "";
    bool pawn = claim->target_count && type_at(&told->after, claim->targets[0]) == PAWN;
    bool brief = length == CLAIM_BRIEFEST;
    text[0] = '\0';
    switch ((enum claim_kind)kind) {
    case CLAIM_FORK:
        if (!checks_and_attacks_pawns(told) && brief)
            text_add(text, size, "allowed a fork");
        else if (!checks_and_attacks_pawns(told))
            text_add(text, size, "allowed a check that also attacks the %s",
                     piece_name_at(&told->after, claim->targets[1]));
        else if (brief)
            text_add(text, size, "allowed a check that wins a pawn");
        else
            text_add(text, size, "allowed a check that also attacks the %s pawn",
                     chess_square_name(claim->targets[1]));
        return true;
    case CLAIM_UNCASTLES:
        text_add(text, size, brief ? "lost the right to castle"
                                   : "allowed a check after which the king can no longer castle");
        return true;
    case CLAIM_ATTACKS:
        if (pawn && !brief)
            text_add(text, size, "allowed an attack on the %s pawn", square);
        else
            text_add(text, size, "allowed an attack on the %s", name);
        return true;
    case CLAIM_TRAPPED:
        text_add(text, size, "let the %s %s be trapped", square, name);
        return true;
    case CLAIM_PIN:
        text_add(text, size, "allowed a pin of the %s", name);
        return true;
    case CLAIM_PASSED_PAWN:
        text_add(text, size, "allowed a passed %c-pawn", 'a' + square_file(claim->targets[0]));
        return true;
    default:
        return false;
    }
}

bool claim_brief(const struct claims *claims, const struct claim *claim, bool gift,
                 enum claim_length length, char *text, size_t size)
{
    struct claim named = *claim;
    if (claim->kind == CLAIM_REPLY && claim->merit == CLAIM_WINS)
        named.kind = CLAIM_WINS;
    claim = &named;
    struct told told = told_of(claims, claim);
    char noun[PHRASE];
    bool wins = claim->kind == CLAIM_WINS || claim->kind == CLAIM_HANGS ||
                claim->kind == CLAIM_INTERMEDIATE;
    text[0] = '\0';
    if (claim->kind == CLAIM_BETTER || claim->role == CLAIM_ROLE_PUNISHES)
        return false;
    if (claim->kind > CLAIM_WINS && claim->role == CLAIM_ROLE_ALLOWS)
        return brief_consequence(&told, length, text, size);
    if (brief_deed(&told, length, text, size))
        return true;
    idea_noun(&told, noun, sizeof noun);
    if (!noun[0])
        return wins && brief_recapture(&told, text, size);
    if (length == CLAIM_BRIEFEST)
        short_noun(&told, noun, sizeof noun);
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
