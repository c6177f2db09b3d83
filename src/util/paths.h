/* Where files are: shipped data, the user's configuration and data (XDG). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/chess.h"

/* The last part of a path. */
const char *paths_base(const char *path);

/* The same without the end that tells its kind: "wac" of "puzzles/wac.epd". */
void paths_stem(const char *path, char *name, size_t size);

/* Remembers where the program is; call first thing in main. */
void paths_init(const char *argv0);

/* The full path of a shipped file ("puzzles/wac.epd", "share/eco.tsv"): beside the program when
 * built in its tree, else in PREFIX/share/fallible. False when it is in neither. */
MUST_USE bool paths_shipped(const char *name, char *path, size_t size);

/* The file of a test suite: a shipped one by its name (wac), else what it is called.
 * True: shipped. */
bool paths_suite(const char *name, char *path, size_t size);

/* $XDG_CONFIG_HOME/fallible/NAME (or ~/.config/...). False when there is no home. */
MUST_USE bool paths_config(const char *name, char *path, size_t size);

/* Makes the folders a file is to lie in (0700) where they are missing. */
MUST_USE bool paths_make_folders(const char *file);

/* $XDG_DATA_HOME/fallible/NAME (or ~/.local/share/...), its folder made (0700) if missing. False
 * fills error: there is no home, or the folder cannot be made. */
MUST_USE bool paths_data(const char *name, char *path, size_t size, struct error *error);

/* The same, and nothing is made. */
MUST_USE bool paths_data_name(const char *name, char *path, size_t size);

/* The folder among them for the networks of the Maia project, "" when there is no home. True when
 * one is in it. */
bool paths_maia(char *path, size_t size);

/* $XDG_CACHE_HOME/fallible/NAME (or ~/.cache/...), its folder made (0700) if missing. */
MUST_USE bool paths_cache(const char *name, char *path, size_t size);

/* The file that path leads to, symbolic links followed even where the file does not exist yet; to be
 * freed. NULL sets errno. */
MUST_USE char *paths_target(const char *path);

/* As fopen does for "w", "a", "r+" and the like, but a file that is made is the user's alone
 * (0600), as one that is to hold games has to be. */
FILE *paths_open_private(const char *path, const char *mode);

/* Opens an existing file for reading, with close-on-exec. NULL sets *error (with the file's name):
 * also when path names a pipe, a device or a folder, where reading could block for ever or means
 * nothing. For everything that the thread of the screen opens. */
FILE *paths_open_regular(const char *path, struct error *error);

/* A whole text file, NUL-terminated, to be freed. NULL fills error (file set). max: bytes. */
char *paths_read(const char *path, size_t max, struct error *error);
/* The same for a path that the user did not type for this run, such as the configuration file: it
 * must be a regular file. */
char *paths_read_regular(const char *path, size_t max, struct error *error);
