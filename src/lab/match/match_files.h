/* Matches and the PGN files they keep their games in. */
#pragma once

#include "src/lab/match/match.h"
#include "src/util/lock_file.h"

/* match_resume from a file; none there yet is no game. A game that was being written when a match
 * was killed is taken out of the file. False fills error. */
MUST_USE bool match_resume_file(struct match *match, const char *path, int *resumed,
                                struct error *error);

/* A file that a match adds its games to, locked against other writers. All zero: not open. */
struct match_file {
    FILE *pgn; /* NULL: not open */
    struct lock_file lock;
};

/* Locks the file at path, resumes the match from it (match_resume_file), and opens it for the games
 * to come. False fills error: among others when another program is writing the file. */
MUST_USE bool match_file_open(struct match_file *file, struct match *match, const char *path,
                              int *resumed, struct error *error);
void match_file_close(struct match_file *file);
