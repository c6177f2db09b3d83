/* The command line: the table of commands, options, settings and progress. Commands for players are
 * in player/ and doctor/, those for engine builders in engine/ and tune/.
 *
 * Other public headers: command.h, interrupt.h, manual.h, options.h, progress.h, settings.h,
 * sharing.h, show.h, train.h. */
#pragma once
