/* The subcommands fallible tune generate, convert, human, search and strength. Arguments and exit
 * status are as in command.h. */
#pragma once

#include "engine/chess.h"

int tune_data_generate(int argc, char **argv);
int tune_data_convert(int argc, char **argv);
int tune_human(int argc, char **argv);
int tune_by_games(int argc, char **argv);
int tune_strength(int argc, char **argv);
