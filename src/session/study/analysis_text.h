/* What is known of a position under analysis, as the board and the lines of text both say it. */
#pragma once

#include "src/session/session.h"

/* Writes a line as "12. Nf3 Nc6 13. d4": at most this number of plies, or as many as fit. */
void analysis_moves(const struct position *position, const struct line *line, int plies, char *text,
                    size_t size);

/* Writes the threat, for example "Nxe5 dxe5: wins a pawn, +1.05", with its gain
 * over the present position, from the lines known; "" if the threat is not known yet; "none". */
void analysis_threat(const struct session_view *view, char *text, size_t size);

/* "2... d6: gave enemy bishops room -0.21, space +0.10": what the move that led to the position
 * shown changed in the evaluation; "" at the start. */
void analysis_change(const struct session_view *view, int most, char *text, size_t size);

/* "e4 45%, d4 38%", by the weights of the book; "won in 23 plies, Kd6 ...": the tables; "" where
 * there is nothing. */
void analysis_book(const struct session_view *view, char *text, size_t size);
void analysis_tables(const struct session_view *view, char *text, size_t size);

/* "1400 strong-social", "full". */
void analysis_level_name(const struct probed *probed, const struct strength *strength, char *text,
                         size_t size);
/* "exact", "by draws among its candidates", "5 of 16 searches". */
void analysis_level_source(const struct probed *probed, char *text, size_t size);

/* "Nxe5 is right; from 1500 up it is found more often than not", and what is known on the way. */
void analysis_found(const struct session_view *view, char *text, size_t size);

/* The terms that tell the sides apart, the largest difference first; returns how many. */
int analysis_terms(const struct trace *trace, enum term terms[TERM_COUNT]);
