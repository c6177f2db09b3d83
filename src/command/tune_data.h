/* fallible tune generate and fallible tune convert; see command.h for arguments and status. */
#ifndef FALLIBLE_COMMAND_TUNE_DATA_H
#define FALLIBLE_COMMAND_TUNE_DATA_H

int tune_data_generate(int argc, char **argv);
int tune_data_convert(int argc, char **argv);

#endif
