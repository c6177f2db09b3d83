/* Words for a position under analysis. */
#include "src/session/study/analysis_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/game/format.h"
#include "src/game/handicap_text.h"
#include "src/util/text.h"

enum {
    BOOK_MOVES = 4,
    THREAT_MIN = 60, /* centipawns: a threat that gains less is not mentioned */
    TEMPO_MAX = 100, /* centipawns: a threat that gains less is mentioned only if it can be put into
                      * words, since in the opening any second move in a row gains up to 80 */
};

void analysis_moves(const struct position *position, const struct line *line, int plies, char *text,
                    size_t size)
{
    text_line(position, line, plies, true, text, size);
}

bool analysis_is_deep(const struct session_view *view)
{
    enum { ENOUGH_DEPTH = 8 };
    const struct report *analysis = view_analysis(view);
    return analysis && (analysis->depth >= ENOUGH_DEPTH || analysis->finished);
}

/* Computes what the side that is not to move would gain if it could move now: its score then,
 * compared with the score of the position. Returns false while that gain is unknown. */
static bool threat_gain(const struct session_view *view, Score *gain)
{
    const struct report *analysis = view_analysis(view);
    if (!analysis || analysis->line_count == 0)
        return false;
    *gain = view_probed(view)->threat.score + analysis->lines[0].score;
    return true;
}

static struct evidence evidence_of(const struct report *report, const struct line *line)
{
    struct evidence evidence = {.score = line->score,
                                .depth = report ? report->depth : 0,
                                .nodes = report ? report->nodes : 0};
    evidence.length = line->length < CLAIM_LINE_MAX ? line->length : CLAIM_LINE_MAX;
    memcpy(evidence.moves, line->moves, (size_t)evidence.length * sizeof *line->moves);
    return evidence;
}

/* Writes what the threat does, "forks the king and the rook and wins the exchange", or "" if it
 * only improves the position. */
static void threat_words(const struct probed *probed, char *text, size_t size)
{
    struct claims *claims = calloc(1, sizeof *claims);
    text[0] = '\0';
    if (!claims)
        return;
    claims->position = probed->free_move;
    claims->last_captured = NO_PIECE_TYPE;
    claims->best = evidence_of(NULL, &probed->threat);
    claims_gather(claims);
    if (claims->count > 0 && claims->list[0].kind <= CLAIM_WINS)
        claim_clause(claims, &claims->list[0], text, size);
    free(claims);
}

/* Whether the threat is not worth mentioning: it gains too little, or it is no mate and the side to
 * move wins anyway, by mate or by the endgame tables. */
static bool is_idle_threat(const struct session_view *view, Score gain)
{
    bool decided = view_analysis(view)->lines[0].score >= SCORE_TABLEBASE_MIN &&
                   view_probed(view)->threat.score < SCORE_MATE_MIN;
    if (decided || gain < THREAT_MIN)
        return true;
    if (gain >= TEMPO_MAX)
        return false;
    char why[CLAIM_WORDS_MAX];
    threat_words(view_probed(view), why, sizeof why);
    return !why[0];
}

Move analysis_threat_move(const struct session_view *view)
{
    const struct probed *probed = view_probed(view);
    Score gain;
    if (!probed || !probed->threat_known || !threat_gain(view, &gain) ||
        probed->threat.length == 0 || is_idle_threat(view, gain))
        return NO_MOVE;
    return probed->threat.moves[0];
}

void analysis_threat(const struct session_view *view, int plies, char *text, size_t size)
{
    const struct probed *probed = view_probed(view);
    char moves[64] = "", why[CLAIM_WORDS_MAX];
    Score gain;
    text[0] = '\0';
    if (!probed || !probed->threat_known || !threat_gain(view, &gain))
        return;
    if (probed->threat.length == 0) {
        snprintf(text, size, "%s", chess_in_check(&view->shown->position) ? "the check" : "none");
        return;
    }
    if (is_idle_threat(view, gain)) {
        snprintf(text, size, "none");
        return;
    }
    text_line(&probed->free_move, &probed->threat, plies, false, moves, sizeof moves);
    threat_words(probed, why, sizeof why);
    snprintf(text, size, "%s%s%s", moves, why[0] ? ": " : "", why);
    if (probed->threat.score < SCORE_TABLEBASE_MIN) {
        char score[16];
        text_score(gain, score, sizeof score);
        text_add(text, size, ", %s for %s", score,
                 probed->free_move.side == WHITE ? "White" : "Black");
    }
}

/* Describes a move about which there is no claim: what it captures, and whether it gives check. */
static void plain_words(const struct position *before, Move move, char *text, size_t size)
{
    struct position after = *before;
    int taken = move_kind(move) == MOVE_EN_PASSANT ? PAWN
                                                   : piece_type(before->board[move_to(move)]);
    chess_play(&after, move);
    if (chess_is_capture(before, move))
        text_add(text, size, "takes the %s%s", chess_piece_name(taken),
                 after.checkers ? " with check" : "");
    else
        text_add(text, size, "%s", after.checkers ? "gives check" : "is a quiet move");
}

void analysis_change(const struct session_view *view, int most, char *text, size_t size)
{
    const struct game_node *node = view->shown;
    const struct report *analysis = view_analysis(view);
    struct claims *claims = node->parent ? malloc(sizeof *claims) : NULL;
    char move[TEXT_MOVE_MAX];
    text[0] = '\0';
    if (!claims)
        return;
    const struct position *before = &node->parent->position;
    struct evidence answer = {.score = 0};
    if (analysis && analysis->line_count > 0)
        answer = evidence_of(analysis, &analysis->lines[0]);
    text_move(before, node->move, move, sizeof move);
    if (game_state(node) == GAME_CHECKMATE) {
        snprintf(text, size, "%s is mate", move);
    } else {
        claims_at_sight(claims, before, node->move, answer.length > 0 ? &answer : NULL);
        text_add(text, size, "%s ", move);
        for (int i = 0, said = 0, later = 0; i < claims->count && said < most; i++) {
            char words[CLAIM_WORDS_MAX];
            const struct claim *claim = &claims->list[i];
            /* A deep search may prove several claims about later moves; one of them is enough. */
            if (claim->at > claim->first && later++ > 0)
                continue;
            claim_words(claims, claim, words, sizeof words);
            text_add(text, size, "%s%s", said++ ? "; " : "", words);
        }
        if (claims->count == 0)
            plain_words(before, node->move, text, size);
        int mate;
        if (answer.length > 0 && score_is_mate(answer.score, &mate) && mate > 0)
            text_add(text, size, "; mate in %d follows", mate);
    }
    free(claims);
}

void analysis_book(const struct session_view *view, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < view->book_count && i < BOOK_MOVES; i++) {
        char san[CHESS_SAN_MAX];
        chess_to_san(&view->shown->position, view->book[i].move, san);
        text_add(text, size, "%s%s %.0f%%", i > 0 ? ", " : "", san,
                 view->book_weight > 0 ? 100.0 * view->book[i].weight / view->book_weight : 0.0);
    }
}

void analysis_tables(const struct session_view *view, char *text, size_t size)
{
    static const char *const results[] = {
        "loses", "would lose, but the fifty-move rule makes it a draw", "draws",
        "would win, but the fifty-move rule makes it a draw", "wins"};
    const struct table_verdict *tables = &view->tables;
    char san[CHESS_SAN_MAX], plies[64] = "";
    text[0] = '\0';
    if (!view->tables_known)
        return;
    const struct position *position = &view->shown->position;
    chess_to_san(position, tables->best, san);
    if (tables->plies != 0)
        snprintf(plies, sizeof plies, ", %d half-moves until mate, a capture or a pawn move",
                 tables->plies < 0 ? -tables->plies : tables->plies);
    snprintf(text, size, "%s %s%s; %s", chess_color_name(position->side),
             results[tables->result + 2], plies, san);
}

void analysis_level_name(const struct session_view *view, const struct strength *strength,
                         char *text, size_t size)
{
    const struct handicap *handicap = &view->probed.handicap;
    if (!handicap->limited)
        snprintf(text, size, "full strength");
    else if (handicap_is_custom(handicap))
        snprintf(text, size, "custom, %s", method_name(handicap->method));
    else
        snprintf(text, size, "%d %s, %s", scale_level(view->scale, handicap->elo),
                 strength_preset_name(strength, handicap->elo), method_name(handicap->method));
    if (handicap->limited && handicap->like[0])
        text_add(text, size, " like %s", handicap->like);
}

void analysis_level_source(const struct probed *probed, char *text, size_t size)
{
    if (probed->exact)
        snprintf(text, size, "exact");
    else if (probed->draws_wanted > 1)
        snprintf(text, size, "%d of %d tries", probed->draws, probed->draws_wanted);
    else
        snprintf(text, size, "in %d tries", ODDS_DRAWS);
}

/* Converts the error of a rating `elo` from the engine scale to points of the scale shown. */
static int shown_error(const struct session_view *view, int elo, int error)
{
    int low = elo - error < CALIBRATED_MIN ? CALIBRATED_MIN : elo - error;
    int high = elo + error > CALIBRATED_MAX ? CALIBRATED_MAX : elo + error;
    int width = scale_level(view->scale, high) - scale_level(view->scale, low);
    return width * error / (high - low);
}

Move analysis_best_move(const struct session_view *view)
{
    const struct probed *probed = view_probed(view);
    const struct report *analysis = view_analysis(view);
    if (!probed || probed->right_count == 0)
        return NO_MOVE;
    Move first = analysis && analysis->line_count > 0 && analysis->lines[0].length > 0
                     ? analysis->lines[0].moves[0]
                     : NO_MOVE;
    for (int i = 0; i < probed->right_count; i++) {
        if (probed->right[i] == first)
            return first;
    }
    return probed->right[0];
}

void analysis_found(const struct session_view *view, char *text, size_t size)
{
    const struct probed *probed = view_probed(view);
    Move best = analysis_best_move(view);
    char san[CHESS_SAN_MAX];
    text[0] = '\0';
    if (!probed || probed->rungs_known == 0 || best == NO_MOVE)
        return;
    chess_to_san(&view->shown->position, best, san);
    int error, from = level_probe_finds_from(probed, &error), others = probed->right_count - 1;
    char right[48];
    if (view->tables_known)
        snprintf(right, sizeof right, "%s",
                 others > 0 ? "a move that keeps the result"
                            : "the only move that keeps the result");
    else
        snprintf(right, sizeof right, "%s%s", san, others > 0 ? " or an equal move" : "");
    if (probed->rungs_known < RUNGS)
        snprintf(text, size, "%s: %d of %d ratings tested", right, probed->rungs_known, RUNGS);
    else if (from == CALIBRATED_MIN)
        snprintf(text, size, "%s: %s level finds it more than half the time", right,
                 error > RUNG_STEP ? "nearly every" : "every");
    else if (from > 0)
        snprintf(text, size, "%s: levels from about %d ±%d up find it more often than not", right,
                 scale_level(view->scale, from), shown_error(view, from, error));
    else
        snprintf(text, size, "%s: even a %d finds it less than half the time", right,
                 scale_level(view->scale, CALIBRATED_MAX));
    if (probed->rungs_known == RUNGS && probed->sampled)
        text_add(text, size, " (each tested about %d time%s)", probed->tries,
                 text_plural(probed->tries));
}

static int difference_of(const struct trace *trace, enum term term)
{
    const int *worth = trace->rows[term].centipawns;
    return abs(worth[WHITE] - worth[BLACK]);
}

int analysis_terms(const struct trace *trace, enum term terms[TERM_COUNT])
{
    int count = 0;
    for (int i = 0; i < TERM_COUNT; i++) {
        enum term term = (enum term)i;
        int at = count;
        if (difference_of(trace, term) == 0)
            continue;
        for (; at > 0 && difference_of(trace, terms[at - 1]) < difference_of(trace, term); at--)
            terms[at] = terms[at - 1];
        terms[at] = term;
        count++;
    }
    return count;
}
