/* Hints in words, from a full-strength report: the material a line wins and the terms it
 * changes. */
#pragma once

#include "engine/engine.h"

enum { HINT_RUNGS = 4 };
struct hint {
    int rung;     /* the number of rungs shown in this position, 0 to HINT_RUNGS */
    bool pending; /* the engine is still thinking about it */
    /* 1: the kind of move, 2: the piece, 3: the move, 4: the line and the reason */
    char text[HINT_RUNGS][320];
};

/* Fills all rungs for the best line of report. The reason is the motif or the material won, or
 * otherwise the terms that change most. Terms below 10 centipawns are never named. Only rungs 3 and
 * 4 show the move itself. */
void hint_explain(const struct position *position, const struct report *report,
                  struct hint *hint);

/* A reported line can be shorter than its search. hint_wants_more returns true if another search
 * from the end of line could extend it. hint_append adds the result of that search; it returns
 * false if the search found no move. */
bool hint_wants_more(const struct position *position, const struct line *line);
bool hint_append(struct line *line, const struct report *more);

/* Writes at most `plies` plies of a line: "Nf3 Nc6 Bb5", or with numbers "12. Nf3 Nc6 13. Bb5". The
 * text is cut at size. */
void hint_moves(const struct position *position, const struct line *line, int plies, bool numbers,
                char *text, size_t size);

/* The reason for a move in a few words: "forks king and rook", "wins a pawn". "" if
 * none is found. */
void hint_motif(const struct position *position, const struct line *line, char *text, size_t size);

