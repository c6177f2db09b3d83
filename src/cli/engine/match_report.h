/* fallible match report, and match --report: the distribution of the players' losses. */
#pragma once

#include <stdio.h>

#include "src/lab/match/loss.h"

/* Judges the games of an open file and prints the table on standard output, as JSON if `json` is
 * true. Ctrl-C ends it early (interrupt_catch). Returns the exit status. */
int match_report_games(FILE *pgn, const char *name, const struct loss_options *options, bool json);

/* The subcommand: argv[0] is "report". */
int match_report(int argc, char **argv);

/* Default values: nodes per position, and hash memory in MB. */
enum { REPORT_NODES = 10000, REPORT_HASH_MB = 8 };
