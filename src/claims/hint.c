/* The rungs (steps) of a hint. A hint is about the most urgent proved claim. In order of urgency:
 * what the move wins, what the opponent threatens, why it is the only move, what the move
 * threatens, what else it is good for. */
#include "src/claims/hint.h"

#include <stdio.h>
#include <string.h>

#include "src/claims/hint_kind.h"
#include "src/util/text.h"

enum { PROOF_PLIES = 9, TALK_PLIES = 4 };

/* A smaller number is more urgent. */
static int urgency(const struct claim *claim)
{
    bool material = claim->kind <= CLAIM_WINS;
    switch ((enum claim_role)claim->role) {
    case CLAIM_ROLE_DOES:
        return material ? 0 : 4;
    case CLAIM_ROLE_PARRIES:
        return 1;
    case CLAIM_ROLE_ONLY_MOVE:
        return 2;
    case CLAIM_ROLE_THREAT:
        return 3;
    default:
        return 5;
    }
}

/* Returns whether the claim is a useless threat: the side to move will be mated anyway, or it is
 * losing and could already play the threatened move now. */
static bool is_vain(const struct claims *claims, const struct claim *claim)
{
    int mate;
    Score score = claims->best.score;
    if (claim->role != CLAIM_ROLE_THREAT)
        return false;
    return (score_is_mate(score, &mate) && mate < 0) ||
           (score <= -HINT_DECIDED && chess_is_legal(&claims->position, claim->line[claim->first]));
}

/* Whether the claim is about a prevented threat that is far away: the opponent would win something
 * only several moves later, and not by a fork or another tactic that the claim could name. A hint
 * does not ask the user to look for such a threat. */
static bool is_distant(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_PARRIES && claim->kind == CLAIM_WINS &&
           claim->at > claim->first;
}

const struct claim *hint_claim(const struct claims *claims)
{
    const struct claim *best = NULL;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (!claim->proved || urgency(claim) > 4 || is_vain(claims, claim) ||
            is_distant(claim))
            continue;
        if (!best || urgency(claim) < urgency(best))
            best = claim;
    }
    return best;
}

const struct claim *hint_threat(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->proved && claim->role == CLAIM_ROLE_THREAT &&
            claim->side != claims->position.side && claim->kind <= CLAIM_WINS &&
            claim->at == claim->first && (claim->mate > 0 || claim->material >= piece_worth(PAWN)))
            return claim;
    }
    return NULL;
}

/* Whether the hint should be about this claim even if the opponent threatens something: the move
 * mates or wins something immediately, or the claim is already about the threat. */
static bool comes_first(const struct claim *claim)
{
    return claim && (claim->role == CLAIM_ROLE_PARRIES ||
                     (claim->role == CLAIM_ROLE_DOES && claim->kind <= CLAIM_WINS &&
                      (claim->mate > 0 || claim->at == claim->first)));
}

/* Rung 2: where to look */

static const char *name_at(const struct position *position, int square)
{
    return chess_piece_name(piece_type(position->board[square]));
}

static void look_at(const struct position *position, int square, char *text, size_t size)
{
    int color = piece_color(position->board[square]);
    const char *whose = color == position->side ? "your" : color == WHITE ? "White's" : "Black's";
    if (piece_type(position->board[square]) == KING)
        snprintf(text, size, "Look at %s king.", whose);
    else
        snprintf(text, size, "Look at %s %s on %s.", whose, name_at(position, square),
                 chess_square_name(square));
}

/* Says which way the king goes. Used if the hint has already named the king or the king is in
 * check. Up to three squares lie in each direction, so this does not give away the move. */
static void king_way(const struct position *position, Move move, char *text, size_t size)
{
    const int up = square_rank(move_to(move)) - square_rank(move_from(move));
    const int forward = position->side == WHITE ? up : -up;
    if (move_kind(move) == MOVE_CASTLING)
        snprintf(text, size, "Look at the %s.",
                 move_to(move) > move_from(move) ? "kingside" : "queenside");
    else
        snprintf(text, size, "Your king should go %s.",
                 forward > 0   ? "forward"
                 : forward < 0 ? "back"
                               : "sideways");
}

/* Says which move the opponent threatens to play. */
static void write_threat(const struct claims *claims, const struct claim *threat, char *text,
                         size_t size)
{
    char move[32];
    claim_moves_text(claims, threat, threat->first, 1, move, sizeof move);
    snprintf(text, size, "%s wants to play %s.", threat->side == WHITE ? "White" : "Black", move);
}

/* `king_named`: step 1 of the hint has named the user's king */
static void write_where(const struct claims *claims, const struct claim *claim, bool king_named,
                        char *text, size_t size)
{
    const struct position *position = &claims->position;
    int square = move_from(claims->played);
    bool hangs = claim && claim->kind == CLAIM_HANGS && claim->role == CLAIM_ROLE_DOES;
    bool kept = claim && claim->kind == CLAIM_SAVES && claim->targets[0] != move_to(claims->played);
    if (claim && claim->role == CLAIM_ROLE_PARRIES) {
        write_threat(claims, claim, text, size);
        return;
    }
    square = hangs || kept ? claim->targets[0] : square;
    if (square == move_from(claims->played) && piece_type(position->board[square]) == KING &&
        (position->checkers || king_named))
        king_way(position, claims->played, text, size);
    else
        look_at(position, square, text, size);
}

/* Rung 4: the proof */

/* The number of lines of HINT_WIDTH cells that the text takes. */
static int lines_of(const char *text)
{
    int lines = 1, cells = 0;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (cells > 0 && cells + 1 + word > HINT_WIDTH) {
            lines++;
            cells = 0;
        }
        cells += (cells > 0) + word;
        text += word;
        text += strspn(text, " ");
    }
    return lines;
}

/* The index in the claim's line of the first move that the proof shows. The hint already names the
 * claim's first move in words, so the proof begins with the move after it; for CLAIM_ROLE_ONLY_MOVE
 * it begins with the first move of the line. */
static int proof_from(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_ONLY_MOVE ? 0 : claim->first + 1;
}

/* Writes the opponent's threat, if there is one, and what the move does, followed by at most
 * `plies` plies of the proof. */
static void write_proof(const struct claims *claims, const struct claim *claim,
                        const struct claim *threat, int plies, char *text, size_t size)
{
    char moves[160] = "", sentence[CLAIM_WORDS_MAX];
    int from = proof_from(claim);
    bool cut = from + plies < claim->length;
    claim_sentence(claims, claim, sentence, sizeof sentence);
    text[0] = '\0';
    if (threat) {
        claim_moves_text(claims, threat, threat->first, 1, moves, sizeof moves);
        text_add(text, size, "Against the threat of %s, ", moves);
        moves[0] = '\0';
    }
    text_add(text, size, "%s", sentence);
    if (plies > 0)
        claim_moves_text(claims, claim, from, plies, moves, sizeof moves);
    if (moves[0])
        text_add(text, size, ": %s%s", moves, cut ? " ..." : ".");
    else
        text_add(text, size, ".");
}

/* For a hint without a proved claim: writes the move and the line that the search found. */
static void write_unproved(const struct claims *claims, const struct claim *threat, bool forced,
                           int plies, char *text, size_t size)
{
    char threatened[32];
    struct claim line = {.length = 1, .line = {claims->played}};
    int mate;
    bool mated = score_is_mate(claims->best.score, &mate) && mate < 0;
    bool best = claims->best.moves[0] == claims->played;
    const struct evidence *found = best ? &claims->best : &claims->answer;
    for (int i = best; i < found->length && line.length < TALK_PLIES; i++)
        line.line[line.length++] = found->moves[i];
    claim_moves_text(claims, &line, 0, plies, text, size);
    if (threat && !forced && !(best && mated)) {
        claim_moves_text(claims, threat, threat->first, 1, threatened, sizeof threatened);
        text_add(text, size, ": %s the threat of %s.",
                 best ? "the best answer found to" : "the move to find, against", threatened);
        return;
    }
    text_add(text, size,
             forced          ? ": the only legal move."
             : best && mated ? ": this delays the mate longest."
             : best          ? ": the best move found, but nothing can be proved about it."
                             : ": the move to find, but nothing can be proved about it.");
}

/* Writes the proof. To make it fit into `lines` lines, shortens first the moves, then leaves out
 * the threat, then shortens the words. */
static void write_why(const struct claims *claims, const struct claim *claim,
                      const struct claim *threat, bool forced, int lines, char *text, size_t size)
{
    int plies = PROOF_PLIES;
    do {
        if (claim)
            write_proof(claims, claim, plies >= 0 ? threat : NULL, plies, text, size);
        else
            write_unproved(claims, threat, forced, plies, text, size);
    } while (lines_of(text) > lines && --plies >= (claim ? threat ? -1 : 0 : 1));
    while (lines_of(text) > lines) {
        char *last = strrchr(text, ' ');
        for (char *and = strstr(text, " and "); and; and = strstr(and+1, " and "))
            last = and;
        snprintf(last, 2, ".");
    }
}

static bool mates(const struct position *position, Move move)
{
    struct position after = *position;
    Move answers[CHESS_MOVES_MAX];
    chess_play(&after, move);
    return after.checkers && chess_moves(&after, answers) == 0;
}

void hint_explain(const struct claims *claims, const struct claim *threat, struct hint *hint)
{
    const size_t size = sizeof hint->text[0];
    const struct position *position = &claims->position;
    Move legal[CHESS_MOVES_MAX];
    bool forced = chess_moves(position, legal) == 1;
    const struct claim *claim = forced ? NULL : hint_claim(claims);
    char san[CHESS_SAN_MAX];
    memset(hint->text, 0, sizeof hint->text);
    if (forced || comes_first(claim) || claims->best.score <= -HINT_DECIDED)
        threat = NULL;
    if (threat) {
        hint_threat_words(threat, hint->text[0], size);
        write_threat(claims, threat, hint->text[1], size);
    } else {
        bool king_named = hint_kind_words(claims, claim, hint->text[0], size);
        write_where(claims, claim, king_named, hint->text[1], size);
    }
    chess_to_san(position, claims->played, san);
    snprintf(hint->text[2], size, "Play %d%s%s.", position->fullmove,
             position->side == WHITE ? "." : "...", san);
    hint->rungs = HINT_RUNGS - mates(position, claims->played);
    if (hint->rungs < HINT_RUNGS)
        return;
    int used = lines_of(hint->text[0]) + lines_of(hint->text[1]) + lines_of(hint->text[2]);
    write_why(claims, claim, threat, forced, HINT_LINES - used, hint->text[3], size);
}
