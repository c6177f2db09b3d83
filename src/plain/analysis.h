/* A position under analysis in words, one fact a line. */
#pragma once

#include "src/session/session.h"

/* Words of this mode beside the session's commands: identifier, name, what it tells. */
#define ANALYSIS_QUESTIONS(X)                                       \
    X(LINES, "lines", "the best lines once more, after more thought") \
    X(THREAT, "threat", "what the other side would do now")         \
    X(CHANGE, "change", "what the last move changed")               \
    X(BOOK, "book", "the opening, what the book plays, what the tables know") \
    X(TERMS, "terms", "the evaluation by term")                     \
    X(MOVES, "moves", "the whole game with its variations and comments")

enum analysis_question {
#define X(id, name, words) QUESTION_##id,
    ANALYSIS_QUESTIONS(X)
#undef X
    QUESTION_COUNT
};
MUST_USE bool analysis_question_named(const char *name, enum analysis_question *question);
void analysis_help(void);

/* What it takes before the answer can be told. */
bool analysis_answerable(const struct session_view *view, enum analysis_question question);
void analysis_answer(struct session *session, enum analysis_question question);

/* The lines known by now. */
void analysis_tell_lines(const struct session_view *view, int most);
/* Marks, comment and other answers at the position shown; nothing where there are none. */
void analysis_tell_notes(const struct session_view *view);

/* The level and the ladder of ratings: whether all is known of them, and each in words. */
bool analysis_level_known(const struct session_view *view);
bool analysis_ladder_known(const struct session_view *view);
void analysis_tell_level(struct session *session, const struct strength *strength);
void analysis_tell_ladder(struct session *session);
