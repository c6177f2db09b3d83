/* The pages of the analysis, printed as lines of text. */
#include "src/plain/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/annotate.h"
#include "src/game/format.h"
#include "src/pgn/pgn.h"
#include "src/plain/say.h"
#include "src/util/text.h"
#include "src/session/study/analysis_text.h"

enum { LINE_PLIES = 8, MOVES_MAX = 8, TERMS_MAX = 12 };

static const struct {
    const char *name, *words;
} questions[] = {
#define X(id, name, words) {name, words},
    ANALYSIS_QUESTIONS(X)
#undef X
};

bool analysis_question_named(const char *name, enum analysis_question *question)
{
    if (strcmp(name, "explain") == 0 || strcmp(name, "why") == 0)
        name = questions[QUESTION_CHANGE].name;
    for (int i = 0; i < QUESTION_COUNT; i++) {
        if (strcmp(questions[i].name, name) == 0) {
            *question = (enum analysis_question)i;
            return true;
        }
    }
    return false;
}

void analysis_help(void)
{
    for (int i = 0; i < QUESTION_COUNT; i++)
        say("%s: during analysis, %s.\n", questions[i].name, questions[i].words);
    say("up, down: go to the other variations at this move.\n");
}

/* Lines */

void analysis_tell_lines(const struct speech *speech, const struct session_view *view, int most)
{
    const struct report *report = view_analysis(view);
    const struct position *position = &view->shown->position;
    for (int i = 0; report && i < report->line_count && i < most; i++) {
        const struct line *line = &report->lines[i];
        char score[32], depth[24], moves[256];
        text_depth(line->depth, depth, sizeof depth);
        speech_score(position->side == WHITE ? line->score : -line->score, " for White", score,
                     sizeof score);
        analysis_moves(position, line, LINE_PLIES, moves, sizeof moves);
        speech_say(speech, "%s, %s: %s\n", score, depth, moves);
    }
}

static void tell_marks(const struct game_node *node)
{
    for (int i = 0; i < node->nag_count; i++) {
        const char *words = nag_words(node->nags[i]);
        if (*words)
            say("Marked: %s.\n", words);
        else
            say("Marked: $%lld.\n", (long long)node->nags[i]);
    }
}

void analysis_tell_notes(const struct session_view *view)
{
    const struct game_node *node = view->shown;
    char words[2048];
    tell_marks(node);
    comment_words(node->comment, words, sizeof words);
    if (words[0])
        say("Comment: %s\n", words);
    int depth = game_variation_depth(node), answers = game_child_count(node);
    if (depth > 0)
        say("In a variation%s.\n", depth > 1 ? " of a variation" : "");
    if (answers > 1)
        say("%d variations continue from here. Type line to list them.\n", answers);
}

/* Answers */

static void tell_terms(const struct session *session)
{
    struct trace trace;
    enum term terms[TERM_COUNT];
    char score[16];
    session_trace(session, true, &trace);
    text_score(score_common(trace.score), score, sizeof score);
    say("Evaluation of the position without looking ahead: %s for White. The largest "
        "differences between the sides, in pawns:\n",
        score);
    int count = analysis_terms(&trace, terms);
    for (int i = 0; i < count && i < TERMS_MAX; i++) {
        const int *worth = trace.rows[terms[i]].centipawns;
        say("%s: White %.2f, Black %.2f.\n", term_info(terms[i])->words, worth[WHITE] / 100.0,
            worth[BLACK] / 100.0);
    }
}

bool analysis_answerable(const struct session_view *view, enum analysis_question question)
{
    if (question == QUESTION_LINES)
        return analysis_is_deep(view);
    if (question != QUESTION_THREAT)
        return true;
    return view_probed(view) && view_probed(view)->threat_known && analysis_is_deep(view);
}

/* Removes clock times and other commands from the comments of PGN, in place, because they disturb a
 * listener. If nothing of a comment remains, removes its braces, too, and the move number that the
 * comment made necessary: "1. e4 {} 1... e5" becomes "1. e4 e5". */
static void cut_commands(char *text)
{
    char *to = text;
    for (const char *at = text, *end; *at;) {
        if (strncmp(at, "[%", 2) == 0 && (end = strchr(at, ']')) != NULL) {
            at = end + 1 + strspn(end + 1, " \n");
        } else if (*at == '}' && to > text && to[-1] == '{') {
            to--;
            at += 1 + strspn(at + 1, " \n");
            size_t digits = strspn(at, "0123456789");
            if (digits > 0 && strncmp(at + digits, "...", 3) == 0)
                at += digits + 3 + strspn(at + digits + 3, " \n");
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
}

/* Prints the moves of the game with variations and comments, without the tags. Control characters
 * from comments must not reach the terminal. */
static void tell_game(const struct game *game)
{
    size_t size;
    char *text = pgn_text(game, &size), *line = text, *end;
    if (!text)
        say("Out of memory.\n");
    while (line && *line == '[' && (end = strchr(line, '\n')) != NULL)
        line = end + 1;
    if (line)
        cut_commands(line);
    for (; line && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        text_sanitize(line);
        if (*line)
            say("%s\n", line);
    }
    free(text);
}

/* Prints the threat. Its moves have no numbers, so the sentence names the side that threatens. */
static void tell_threat(const struct speech *speech, const struct session_view *view)
{
    char text[512];
    const char *owner = view->shown->position.side == WHITE ? "Black" : "White";
    analysis_threat(view, THREAT_PLIES, text, sizeof text);
    if (analysis_threat_move(view) == NO_MOVE) {
        speech_say(speech, "Threat: %s.\n", *text ? text : "not known yet");
        return;
    }
    speech_say(speech, "Threat: %s begins with %s.\n", owner, text);
}

void analysis_answer(const struct speech *speech, struct session *session,
                     enum analysis_question question)
{
    struct session_view view;
    Move moves[CHESS_MOVES_MAX];
    char text[512];
    session_view(session, &view);
    switch (question) {
    case QUESTION_LINES:
        if (chess_moves(&view.shown->position, moves) == 0)
            say("There is no move: the game is over.\n");
        analysis_tell_lines(speech, &view, MOVES_MAX);
        break;
    case QUESTION_THREAT:
        tell_threat(speech, &view);
        break;
    case QUESTION_CHANGE:
        analysis_change(&view, 4, text, sizeof text);
        speech_say(speech, "%s.\n", *text ? text : "No move has been made");
        break;
    case QUESTION_BOOK:
        analysis_book(&view, text, sizeof text);
        if (view.opening)
            say("Opening: %s, %s.\n", view.opening, view.eco);
        speech_say(speech, "Opening book: %s.\n", *text ? text : "no move");
        analysis_tables(&view, text, sizeof text);
        if (*text)
            speech_say(speech, "Endgame tables: %s.\n", text);
        break;
    case QUESTION_TERMS: tell_terms(session); break;
    default: tell_game(view.game); break;
    }
}

/* The level */

bool analysis_level_known(const struct session_view *view)
{
    const struct probed *probed = view_probed(view);
    return probed && (probed->draws_wanted == 0 || probed->draws == probed->draws_wanted) &&
           (probed->move_count == 0 || probed->right_count > 0);
}

bool analysis_ladder_known(const struct session_view *view)
{
    return view_probed(view) && view_probed(view)->rungs_known == RUNGS;
}

static void tell_moves(const struct session_view *view)
{
    const struct probed *probed = view_probed(view);
    Move best = analysis_best_move(view);
    double rest = 0;
    int others = 0;
    for (int i = 0; i < probed->move_count; i++) {
        const struct level_move *move = &probed->moves[i];
        char san[CHESS_SAN_MAX];
        if (move->chance <= 0)
            continue;
        if (i >= MOVES_MAX) {
            rest += move->chance;
            others++;
            continue;
        }
        bool right = false;
        for (int j = 0; j < probed->right_count; j++)
            right |= probed->right[j] == move->move;
        chess_to_san(&view->shown->position, move->move, san);
        say("%s %.0f%%%s\n", san, move->chance * 100,
            move->move == best ? ", the best move"
            : right            ? ", about as good as the best"
                               : "");
    }
    if (others > 0)
        say("%d other move%s %.0f%%\n", others, text_plural(others), rest * 100);
}

void analysis_tell_level(struct session *session, const struct strength *strength)
{
    struct session_view view;
    char name[96], source[32], moves[256], score[16], shallow[16];
    session_view(session, &view);
    const struct probed *probed = view_probed(&view);
    if (!probed)
        return;
    const struct position *position = &view.shown->position;
    int sign = position->side == WHITE ? 1 : -1;
    analysis_level_name(&view, strength, name, sizeof name);
    analysis_level_source(probed, source, sizeof source);
    if (probed->seen) {
        analysis_moves(position, &probed->sees, LINE_PLIES, moves, sizeof moves);
        text_score(sign * probed->sees.score, score, sizeof score);
        text_score(sign * probed->evaluation, shallow, sizeof shallow);
        say("%s: first impression %s for White; after thinking %s at depth %d: %s\n", name, shallow,
            score, probed->sees.depth, moves);
        say("It plays these moves (%s):\n", source);
        tell_moves(&view);
    } else {
        say("%s plays the best line.\n", name);
    }
    fflush(stdout);
}

void analysis_tell_ladder(struct session *session)
{
    struct session_view view;
    char found[160];
    session_view(session, &view);
    const struct probed *probed = view_probed(&view);
    if (!probed)
        return;
    enum { APART = 5 }; /* every fifth rating, so that the sentence is short enough to listen to */
    say("How often a player of each rating finds the best move:");
    for (int i = 0; i < RUNGS; i += APART)
        if (probed->rungs[i].known)
            say("%s %d %.0f%%", i ? "," : "",
                scale_level(view.scale, CALIBRATED_MIN + i * RUNG_STEP),
                probed->rungs[i].right * 100);
    say(".\n");
    analysis_found(&view, found, sizeof found);
    if (*found)
        say("%s.\n", found);
}
