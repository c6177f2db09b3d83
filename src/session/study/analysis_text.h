/* Texts about the position under analysis, for the screen and the line mode. */
#pragma once

#include "src/session/session.h"

/* Writes the line as "12. Nf3 Nc6 13. d4": at most `plies` moves, or as many as fit. */
void analysis_moves(const struct position *position, const struct line *line, int plies, char *text,
                    size_t size);

/* Whether the analysis has finished, or is so deep that its best move seldom changes. */
bool analysis_is_deep(const struct session_view *view);

enum { THREAT_PLIES = 4 }; /* the most moves of a threat to write, if there is enough space */

/* Writes the threat: what the side that is not to move would play if it could move now, with at
 * most `plies` moves, and what it would gain over the present position: "Nxe5 dxe5: wins a pawn,
 * +1.05". Writes "none" if it would gain too little, "the check" if the side to move is in check,
 * and "" if the threat is not known yet. */
void analysis_threat(const struct session_view *view, int plies, char *text, size_t size);
/* The move threatened, if its gain is worth mentioning; else NO_MOVE. */
Move analysis_threat_move(const struct session_view *view);

/* Writes what the last move does: "2... d6 opens the way for the bishop on c8", with at most `most`
 * reasons. Writes "" in the start position. */
void analysis_change(const struct session_view *view, int most, char *text, size_t size);

/* analysis_book writes the book moves with their shares, "e4 45%, d4 38%". analysis_tables writes
 * what the endgame tables say: the side to move, its result, the half-moves to the next mate,
 * capture or pawn move, and the best move. Each writes "" if it knows nothing. */
void analysis_book(const struct session_view *view, char *text, size_t size);
void analysis_tables(const struct session_view *view, char *text, size_t size);

/* Writes the level, its preset and its method, "1400 casual, human", or "full strength". */
void analysis_level_name(const struct session_view *view, const struct strength *strength,
                         char *text, size_t size);
/* Writes where the probabilities of the level's moves come from: "exact" if computed, "in 1000
 * tries" if sampled, or "5 of 16 tries" while they are being counted from searches. */
void analysis_level_source(const struct probed *probed, char *text, size_t size);

/* The move to call the best one of those that count as right: the first of the analysis if it is one
 * of them, so that all texts about a position name the same move. NO_MOVE if none is known. */
Move analysis_best_move(const struct session_view *view);
/* Writes the rating from which on levels find the best move, "Nxe5: levels from about 1500 ±100 up
 * find it more often than not". Until that is known, writes how many ratings have been tested. */
void analysis_found(const struct session_view *view, char *text, size_t size);

/* Lists the evaluation terms that differ between the sides, the largest difference first. Returns
 * their number. */
int analysis_terms(const struct trace *trace, enum term terms[TERM_COUNT]);
