/* Hints in words, from a full-strength report: what a line wins, what the terms say. */
#pragma once

#include "engine/engine.h"

enum { HINT_RUNGS = 4 };
struct hint {
    int rung;     /* how many have been asked for in this position, 0 to HINT_RUNGS */
    bool pending; /* the engine is still thinking about it */
    /* 1: the kind of move, 2: the piece, 3: the move, 4: the line and the reason */
    char text[HINT_RUNGS][320];
};

/* Fills all rungs for the best line of report. Names the motif or the material won where there is
 * one, else the terms that change most; never a term below 10 centipawns; the move itself stands
 * on rungs 3 and 4 only. */
void hint_explain(const struct position *position, const struct report *report,
                  struct hint *hint);

/* Lines are cut where the search knew the rest. True while another search from the end of line may
 * tell more of it; hint_append adds what that search found, false when it found nothing. */
bool hint_wants_more(const struct position *position, const struct line *line);
bool hint_append(struct line *line, const struct report *more);

/* "Nf3 Nc6 Bb5", numbers: "12. Nf3 Nc6 13. Bb5": at most so many plies of a line, cut where it ends
 * or size does. */
void hint_moves(const struct position *position, const struct line *line, int plies, bool numbers,
                char *text, size_t size);

/* Why a move is good, in a few words: "forks king and rook", "wins a pawn". "" when plain. */
void hint_motif(const struct position *position, const struct line *line, char *text, size_t size);

/* The positional group line changes most for who plays it; GROUP_COUNT: none worth a word. */
enum group hint_group(const struct position *position, const struct line *line);
