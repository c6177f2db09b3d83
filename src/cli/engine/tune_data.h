/* fallible tune generate, fallible tune convert and fallible tune human; see command.h for
 * arguments and status. */
#pragma once

#include "engine/chess.h"

int tune_data_generate(int argc, char **argv);
int tune_data_convert(int argc, char **argv);
int tune_human(int argc, char **argv);
