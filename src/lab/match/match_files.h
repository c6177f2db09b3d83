/* Matches and the PGN files they keep their games in. */
#pragma once

#include "src/lab/match/match.h"

/* match_resume from a file; none there yet is no game. A game that was being written when a match
 * was killed is taken out of the file. False fills error. */
MUST_USE bool match_resume_file(struct match *match, const char *path, int *resumed,
                                struct error *error);
