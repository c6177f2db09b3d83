/* Texts about the position under analysis, for the screen and the line mode. */
#pragma once

#include "src/session/session.h"

/* Writes a line as "12. Nf3 Nc6 13. d4": at most this number of plies, or as many as fit. */
void analysis_moves(const struct position *position, const struct line *line, int plies, char *text,
                    size_t size);

/* Writes the threat, for example "Nxe5 dxe5: wins a pawn, +1.05", with its gain
 * over the present position, from the lines known; "" if the threat is not known yet; "none". */
void analysis_threat(const struct session_view *view, char *text, size_t size);
/* The move threatened, if its gain is worth mentioning; else NO_MOVE. */
Move analysis_threat_move(const struct session_view *view);

/* Writes what the last move does: "2... d6 opens the way for the bishop on c8". At most `most`
 * reasons. "" at the start. */
void analysis_change(const struct session_view *view, int most, char *text, size_t size);

/* Writes the book moves with their shares, "e4 45%, d4 38%", and the verdict of the endgame
 * tables, "won in 23 plies, Kd6 ...". "" without either. */
void analysis_book(const struct session_view *view, char *text, size_t size);
void analysis_tables(const struct session_view *view, char *text, size_t size);

/* Writes "1400 casual" or "full". */
void analysis_level_name(const struct session_view *view, const struct strength *strength,
                         char *text, size_t size);
/* Writes how the chances were found: "exact", "by draws among its candidates", "5 of 16
 * searches". */
void analysis_level_source(const struct probed *probed, char *text, size_t size);

/* Writes "Nxe5 is right; from 1500 up it is found more often than not", or what is known so far. */
void analysis_found(const struct session_view *view, char *text, size_t size);

/* Lists the terms that differ between the sides, the largest difference first. Returns their
 * number. */
int analysis_terms(const struct trace *trace, enum term terms[TERM_COUNT]);
