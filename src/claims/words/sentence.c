/* The sentences about a move: what it does, allows, misses, threatens or prevents, and by how much
 * a better one would have been better. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/prevent.h"
#include "src/claims/walk.h"
#include "src/claims/words/words.h"
#include "src/game/accuracy.h"
#include "src/util/text.h"

enum {
    SMALL = 80,  /* centipawns: an error that costs less is called a small inaccuracy */
    WORSE = 150, /* centipawns: an error that costs less is called "not the best" */
    MUCH = 300,  /* centipawns: an error that costs more gives away much of an advantage */
    LEVEL = CLAIMS_LEVEL,
    WINNING = CLAIMS_WINNING,
    UNSURE = 40,      /* centipawns: a score this close to LEVEL may be on either side of it */
    FAR_UNSURE = 100, /* centipawns: the same for WINNING, near which engines differ more */
    CERTAIN_MATE = 6, /* moves */
    FAR = 200,        /* centipawns: scores beyond it are nearer to WINNING than to LEVEL */
};

/* Writes "13.Nd5, which forks ..." or "13.Rxd8 and then 14.Nd5, which forks ...". */
static void which_clause(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char clause[CLAIM_WORDS_MAX], move[24], key[24];
    line_clause(told, clause, sizeof clause);
    numbered_move(&told->begins, claim->line[claim->first], move, sizeof move);
    numbered_move(&told->before, claim->line[claim->at], key, sizeof key);
    snprintf(text, size, "%s", move);
    bool mates = claim_is_threat(claim) && claim->mate > 0; /* the first move forces the mate */
    if (is_later(claim) && !mates)
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
        struct position position = line_position(claims, claim, own);
        numbered_move(&position, claim->line[own], move, sizeof move);
        text_add(text, size, "%s, threatening ", move);
    }
    text_add(text, size, "%s", which);
}

/* Writes "leaves the pawn on g5 undefended: 14.Bxg5 wins it", or "does not save" if it hung
 * before. */
static void hanging_words(const struct told *told, const char *move, char *text, size_t size)
{
    char target[48], gain[PHRASE], price[PRICE], how[48];
    const struct claim *claim = told->claim;
    const char *by = cheap_attacker(told);
    target_words(&told->before, claim->targets[0], target, sizeof target);
    gain_words(told, gain, sizeof gain);
    if (hangs_for_a_price(told, price))
        snprintf(gain, sizeof gain, "wins it for %s", price);
    else if (hangs_alone(told) || !gain[0])
        snprintf(gain, sizeof gain, "wins it");
    snprintf(how, sizeof how, by ? "attacked by a %s" : "%s",
             by                 ? by
             : claim->defenders ? "without enough defenders"
                                : "undefended");
    text[0] = '\0';
    if (hung_before(told))
        text_add(text, size, "does not save %s: %s %s", target, move, gain);
    else if (was_put(told))
        text_add(text, size, "puts %s, where %s %s", target, move, gain);
    else
        text_add(text, size, "leaves %s %s: %s %s", target, how, move, gain);
}

static const char *state_words(Score score)
{
    return score > WINNING     ? "winning"
           : score > LEVEL     ? "better"
           : score >= -LEVEL   ? "level"
           : score >= -WINNING ? "worse"
                               : "lost";
}

static const char *rough_words(Score score)
{
    return score > LEVEL ? "good" : score >= -LEVEL ? "level" : "bad";
}

/* By how much, in centipawns, another engine may score the position differently. */
static int unsure(Score score)
{
    return score > FAR || score < -FAR ? FAR_UNSURE : UNSURE;
}

/* Whether the words for both scores differ, and neither would be another word if the scores were a
 * little nearer to each other. */
static bool surely_change(const char *(*words)(Score), Score before, Score after)
{
    return words(before) != words(after) && words(before - unsure(before)) == words(before) &&
           words(after + unsure(after)) == words(after);
}

bool claims_change_words(Score before, Score after, const char **from, const char **to)
{
    const char *(*words)(Score) = surely_change(state_words, before, after)    ? state_words
                                  : surely_change(rough_words, before, after) ? rough_words
                                                                                : NULL;
    *from = words ? words(before) : "";
    *to = words ? words(after) : "";
    return words != NULL;
}

const char *claims_given_away(Score before, Score after)
{
    const char *from, *to;
    bool changes = claims_change_words(before, after, &from, &to);
    if (before <= LEVEL || (changes && (before <= WINNING || after <= LEVEL)))
        return NULL;
    if (after <= 0)
        return before - unsure(before) > LEVEL ? "all of" : NULL;
    int loss = score_cut(before) - score_cut(after);
    return loss < MUCH && 2 * loss <= before ? "part of" : "much of";
}

/* What the claim's side wins from its first move to the end of its line, in centipawns. */
static int gain_from(const struct told *told)
{
    struct position end = told->begins;
    for (int i = told->claim->first; i < told->claim->length; i++)
        chess_play(&end, told->claim->line[i]);
    return material_of(&end, told->claim->side) - material_of(&told->begins, told->claim->side);
}

/* The name of what the claim's first move takes; NULL if it takes nothing, or if it is only a part
 * of an exchange: the piece that takes is worth as much, and either the next move takes back and
 * the line wins less than the piece, or the opponent can take back and the line wins less than a
 * pawn. */
static const char *taken_name(const struct told *told)
{
    const struct claim *claim = told->claim;
    struct position after = told->begins;
    Move move = claim->line[claim->first];
    int taken = captured_by(&after, move), taker = type_at(&after, move_from(move));
    bool retaken = claim->length > claim->first + 1 &&
                   move_to(claim->line[claim->first + 1]) == move_to(move);
    if (taken == NO_PIECE_TYPE)
        return NULL;
    chess_play(&after, move);
    bool can_be = exchange(&after, move_to(move), after.side) >= piece_worth(taken);
    int gain = gain_from(told);
    bool even = (retaken && gain < piece_worth(taken)) || (can_be && gain < piece_worth(PAWN));
    return even && piece_worth(taken) <= piece_worth(taker) ? NULL : chess_piece_name(taken);
}

/* If the line of a better move that captures trades pieces of different kinds, writes for what:
 * "gets two knights for a rook and a pawn". */
static void trade_words(const struct told *told, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    char gained[PHRASE], lost[PHRASE];
    struct walk walk;
    int won[PIECE_TYPE_COUNT], promotions;
    walk_line(&walk, &told->begins, claim->line + claim->first, claim->length - claim->first);
    walk_count(&walk, walk.length, won, &promotions);
    list_pieces(won, 1, gained, sizeof gained);
    list_pieces(won, -1, lost, sizeof lost);
    if (walk.quiet[walk.length] && promotions == 0 && gained[0] && lost[0] &&
        chess_is_capture(&told->begins, claim->line[claim->first]))
        text_add(text, size, "gets %s for %s", gained, lost);
}

/* Writes what the move changed if only the better move is known: "turns a level position into a
 * lost one: 13.Rc2 was better". */
static void better_words(const struct claims *claims, const struct told *told, const char *better,
                         char *text, size_t size)
{
    const char *from, *to, *given = claims_given_away(claims->best.score, -claims->answer.score);
    bool changes = claims_change_words(claims->best.score, -claims->answer.score, &from, &to);
    const struct evidence *best = &claims->best;
    bool more = told->claim->merit == CLAIM_WINS || told->claim->merit == CLAIM_INTERMEDIATE ||
                told->claim->merit == CLAIM_MATE || is_later(told->claim);
    const char *taken = more ? NULL : taken_name(told); /* with such a merit, the words do not say
                                                         * what the move takes */
    char move[CLAIM_WORDS_MAX], merit[PHRASE], key[24];
    bool same = chess_is_capture(&claims->position, claims->played) &&
                move_to(claims->played) == move_to(best->moves[0]); /* both take the same piece */
    merit_words(told, merit, sizeof merit);
    if (taken && !same && told->debt != NO_PIECE_TYPE &&
        move_to(told->last) == move_to(best->moves[0]))
        snprintf(merit, sizeof merit, "takes back the %s", taken);
    else if (taken && !same)
        snprintf(merit, sizeof merit, "takes the %s", taken);
    else if (!merit[0] && told->claim->merit == CLAIM_NONE)
        trade_words(told, merit, sizeof merit);
    if (told->claim->merit == CLAIM_PREVENTS) {
        struct position after = claims->position;
        chess_play(&after, claims->played);
        numbered_move(&after, claims->answer.moves[0], key, sizeof key);
        chess_play(&after, claims->answer.moves[0]);
        bool king = type_at(&claims->position, move_from(best->moves[0])) == KING;
        text_add(merit, sizeof merit, "%s%s %s", merit[0] ? " and " : "",
                 king && after.checkers ? "avoids the check" : "prevents", key);
    }
    snprintf(move, sizeof move, "%s", better);
    if (is_later(told->claim)) {
        numbered_move(&told->before, told->claim->line[told->claim->at], key, sizeof key);
        text_add(move, sizeof move, " and then %s", key);
    }
    if (merit[0])
        text_add(move, sizeof move, ", which %s,", merit);
    if (claims->slip < WORSE)
        text_add(text, size, "is %s: %s was better",
                 claims->slip < SMALL ? "a small inaccuracy" : "not the best", move);
    else if (given)
        text_add(text, size, "gives away %s the advantage: %s was better", given, move);
    else if (!changes || claims->answer.score == SCORE_NONE)
        text_add(text, size, "makes the position worse: %s was better", move);
    else
        text_add(text, size, "turns a %s position into a %s one: %s was better", from, to, move);
}

/* Writes the best reply to a mistake and what it takes or does: "is answered by 12...Qxc3, which
 * takes the pawn". If a better move would have stopped it, adds that. */
static void reply_words(const struct claims *claims, const struct told *told, const char *move,
                        char *text, size_t size)
{
    const struct claim *claim = told->claim;
    bool more = is_later(claim) || claim->merit == CLAIM_WINS;
    const char *taken = more ? NULL : taken_name(told);
    char merit[PHRASE], best[24] = "", key[24];
    merit_words(told, merit, sizeof merit);
    text_add(text, size, "is answered by %s", move);
    if (is_later(claim)) {
        numbered_move(&told->before, claim->line[claim->at], key, sizeof key);
        text_add(text, size, " and then %s", key);
    }
    if (taken)
        text_add(text, size, ", which takes the %s", taken);
    else if (merit[0])
        text_add(text, size, ", which %s", merit);
    if (!reply_names_better(claims, claim))
        return;
    numbered_move(&claims->position, claims->best.moves[0], best, sizeof best);
    const char *stopped = reply_is_prevented(claims) ? "prevented" : "avoided";
    if (taken || merit[0])
        text_add(text, size, "; %s would have %s that", best, stopped);
    else
        text_add(text, size, ", which %s would have %s", best, stopped);
}

/* Whether the side is better before the move and keeps at least half of that after it, as a search
 * after the move sees it. */
static bool keeps_advantage(const struct claims *claims)
{
    Score best = score_cut(claims->best.score), after = score_cut(-claims->answer.score);
    if (claims->answer.score == SCORE_NONE)
        after = best;
    return best > LEVEL && after > LEVEL && 2 * after >= best;
}

bool claim_is_bare(const struct claims *claims, const struct claim *claim)
{
    struct told told = told_of(claims, claim);
    Move move = claim->line[claim->first];
    char trade[PHRASE] = "";
    trade_words(&told, trade, sizeof trade);
    if (trade[0] && claim->kind == CLAIM_BETTER)
        return false;
    if ((claim->kind != CLAIM_REPLY && claim->kind != CLAIM_BETTER) || claim->merit != CLAIM_NONE ||
        taken_name(&told))
        return false;
    return claim->kind == CLAIM_BETTER ||
           (!reply_names_better(claims, claim) &&
            (told.debt == NO_PIECE_TYPE || move_to(move) != move_to(told.last)));
}

/* Whether another claim says what the same first move captures and wins. */
static bool says_what_hangs(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind == CLAIM_HANGS && other->role == claim->role &&
            other->line[0] == claim->line[0])
            return true;
    }
    return false;
}

/* Writes how an intermediate move meets the opponent's capture: "answers 2.Qxe5 with 2...Rxd1+
 * before taking back on e5". Adds what it wins if no other claim says so. */
static void intermediate_words(const struct claims *claims, const struct told *told,
                               const char *gain, char *text, size_t size)
{
    const struct claim *claim = told->claim;
    bool add = gain[0] && !says_what_hangs(claims, claim);
    struct position replies = told->begins;
    char reply[24], key[24];
    chess_play(&replies, claim->line[claim->first]);
    numbered_move(&replies, claim->line[claim->first + 1], reply, sizeof reply);
    numbered_move(&told->before, claim->line[claim->at], key, sizeof key);
    text_add(text, size, "answers %s with %s before taking back on %s%s%s", reply, key,
             chess_square_name(claim->targets[0]), add ? ", and " : "", add ? gain : "");
}

void claim_words(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    struct told told = told_of(claims, claim);
    char clause[CLAIM_WORDS_MAX], which[CLAIM_WORDS_MAX], deed[CLAIM_WORDS_MAX], move[24];
    char gain[PHRASE];
    line_clause(&told, clause, sizeof clause);
    which_clause(&told, which, sizeof which);
    deed_clause(claims, &told, deed, sizeof deed);
    numbered_move(&told.begins, claim->line[claim->first], move, sizeof move);
    text[0] = '\0';
    if (claim->kind == CLAIM_BETTER) {
        better_words(claims, &told, move, text, size);
        return;
    }
    if (claim->kind == CLAIM_REPLY) {
        reply_words(claims, &told, move, text, size);
        return;
    }
    switch ((enum claim_role)claim->role) {
    case CLAIM_ROLE_DOES:
        /* If the key move comes later, the words are "prepares ...". For a promotion more than two
         * plies later, they only name the gain. */
        gain_words(&told, gain, sizeof gain);
        if (claim->kind == CLAIM_INTERMEDIATE && claim->at == claim->first + 2 && claim->mate == 0)
            intermediate_words(claims, &told, gain, text, size);
        else if (claim->kind == CLAIM_PROMOTION && claim->at > claim->first + 2 && gain[0])
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
    case CLAIM_ROLE_THREAT:
        text_add(text, size, "threatens %s", which);
        break;
    case CLAIM_ROLE_PARRIES: {
        struct position after = claims->position;
        chess_play(&after, claims->played != NO_MOVE ? claims->played : claims->best.moves[0]);
        bool possible = chess_is_legal(&after, claim->line[claim->first]);
        Move own = claims->played != NO_MOVE ? claims->played : claims->best.moves[0];
        if (claim->mate == 0 && move_to(claim->line[claim->first]) == move_from(own))
            text_add(text, size, "saves the %s from %s",
                     piece_name_at(&claims->position, move_from(own)), move);
        else
            text_add(text, size, "%s %s", possible ? "meets the threat of" : "prevents", which);
        break;
    }
    case CLAIM_ROLE_ANSWERS: {
        struct position replies = line_position(claims, claim, 1);
        numbered_move(&replies, claim->line[1], move, sizeof move);
        text_add(text, size, "answers %s with %s", move, which);
        break;
    }
    case CLAIM_ROLE_PUNISHES: {
        struct position replies = line_position(claims, claim, 1);
        char reply[24];
        int taken = captured_by(&replies, claim->line[1]);
        numbered_move(&claims->position, claim->line[0], move, sizeof move);
        numbered_move(&replies, claim->line[1], reply, sizeof reply);
        text_add(text, size, "%s %s",
                 claim->line[1] == claims->answer.moves[0] ? "is answered by" : "allows", reply);
        if (taken != NO_PIECE_TYPE)
            text_add(text, size, ", which takes the %s", chess_piece_name(taken));
        text_add(text, size, "; after %s that would be a mistake because of %s", move, which);
        break;
    }
    case CLAIM_ROLE_ONLY_MOVE:
        numbered_move(&claims->position, claim->line[0], move, sizeof move);
        text_add(text, size, "is the only move%s: the next best, %s, allows %s",
                 keeps_advantage(claims) ? " that keeps the advantage" : "", move, which);
        break;
    case CLAIM_ROLE_COUNT:
        break;
    }
}

void claim_sentence(const struct claims *claims, const struct claim *claim, char *text, size_t size)
{
    char words[CLAIM_WORDS_MAX], subject[24];
    Move move = claims->played != NO_MOVE ? claims->played : claims->best.moves[0];
    claim_words(claims, claim, words, sizeof words);
    if (claim->role == CLAIM_ROLE_THREAT && claim->line[0] == NULL_MOVE)
        snprintf(subject, sizeof subject, "%s", claim->side == WHITE ? "White" : "Black");
    else
        numbered_move(&claims->position, move, subject, sizeof subject);
    snprintf(text, size, "%s %s", subject, words);
}

void claim_moves_text(const struct claims *claims, const struct claim *claim, int from, int plies,
                      char *text, size_t size)
{
    struct position position = line_position(claims, claim, from);
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

/* Whether a claim about the move itself says that it mates. */
static bool states_mate(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->mate > 0 && (claim->role == CLAIM_ROLE_DOES || claim->role == CLAIM_ROLE_MISSED))
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
