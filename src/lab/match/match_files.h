/* The PGN files that matches write their games to. */
#pragma once

#include "src/lab/match/match.h"
#include "src/util/lock_file.h"

/* Resumes a match from a file and sets *resumed as match_resume does; a missing file counts as
 * empty. Removes an incomplete last game, left by a match that was killed. Returns false and sets
 * *error on failure. */
MUST_USE bool match_resume_file(struct match *match, const char *path, int *resumed,
                                struct error *error);

/* A file that a match appends its games to, locked against other writers. If all zero, it is not
 * open. */
struct match_file {
    FILE *pgn; /* NULL if not open */
    struct lock_file lock;
};

/* Locks the file at `path`, resumes the match from it as match_resume_file does, and opens it for
 * appending. Returns false and sets *error on failure, for example if another program is writing
 * the file. */
MUST_USE bool match_file_open(struct match_file *file, struct match *match, const char *path,
                              int *resumed, struct error *error);
void match_file_close(struct match_file *file);
