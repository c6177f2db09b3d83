/* Prints the analysis of a position in words, one fact a line. */
#pragma once

#include "src/plain/speech.h"
#include "src/session/session.h"

/* The questions that the user can ask in analysis: identifier, the word to type, and what it
 * prints. */
#define ANALYSIS_QUESTIONS(X)                                                                      \
    X(LINES, "lines", "show the best lines again, after more thought")                             \
    X(THREAT, "threat", "show what the other side threatens")                                      \
    X(CHANGE, "change", "show what the last move does (or type explain)")                                            \
    X(BOOK, "book", "show the opening's name, the book moves and the endgame tables' result")      \
    X(TERMS, "terms", "show the parts of the evaluation")                                          \
    X(MOVES, "moves", "show the moves of the whole game with variations and comments")

enum analysis_question {
#define X(id, name, words) QUESTION_##id,
    ANALYSIS_QUESTIONS(X)
#undef X
    QUESTION_COUNT
};
MUST_USE bool analysis_question_named(const char *name, enum analysis_question *question);
void analysis_help(void);

/* Returns true if the data for the answer is available. */
bool analysis_answerable(const struct session_view *view, enum analysis_question question);
void analysis_answer(const struct speech *speech, struct session *session,
                     enum analysis_question question);

/* Prints the lines found so far. */
void analysis_tell_lines(const struct speech *speech, const struct session_view *view, int most);
/* Prints notes on the position shown, if any: its marks, its comment, whether it is in a variation,
 * and the number of lines that continue from it. */
void analysis_tell_notes(const struct session_view *view);

/* Two answers: which moves the level plays, and how often players of each rating find the best move
 * (the ladder). A _known function returns true if the answer is complete; a _tell_ function prints
 * it. */
bool analysis_level_known(const struct session_view *view);
bool analysis_ladder_known(const struct session_view *view);
void analysis_tell_level(struct session *session, const struct strength *strength);
void analysis_tell_ladder(struct session *session);
