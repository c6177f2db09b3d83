/* Paths of shipped data and of the user's configuration and data (XDG). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/error.h"

/* The last component of a path. */
const char *paths_base(const char *path);

/* The last component without its extension: "wac" from "puzzles/wac.epd". */
void paths_stem(const char *path, char *name, size_t size);

/* Remembers where the program is. Call it first in main. */
void paths_init(const char *argv0);
/* The full path of the running program; "" if it could not be found out. */
const char *paths_program(void);

/* The full path of a shipped file ("puzzles/wac.epd", "share/openings.tsv"): beside the program in
 * a build tree, else in PREFIX/share/fallible. Returns false if it is in neither. */
MUST_USE bool paths_shipped(const char *name, char *path, size_t size);

/* Sets `path` to the file of a test suite: a shipped file if `name` is a suite's name (wac),
 * otherwise `name` itself. Returns whether the file is shipped. */
bool paths_suite(const char *name, char *path, size_t size);
/* Sets `path` to a file of openings for a side, "white" or "black": a shipped file if `name` is the
 * name of one ("italian"), otherwise `name` itself. */
void paths_opening(const char *side, const char *name, char *path, size_t size);

/* $XDG_CONFIG_HOME/fallible/NAME (or ~/.config/...). Returns false if there is no home folder. */
MUST_USE bool paths_config(const char *name, char *path, size_t size);

/* Creates those of the folders above `file` that are missing, with mode 0700. */
MUST_USE bool paths_make_folders(const char *file);

/* $XDG_DATA_HOME/fallible/NAME (or ~/.local/share/...). Creates its folder (mode 0700). Returns
 * false and sets *error if there is no home folder or the folder cannot be created. */
MUST_USE bool paths_data(const char *name, char *path, size_t size, struct error *error);

/* Like paths_data, but creates nothing and sets no error. */
MUST_USE bool paths_data_name(const char *name, char *path, size_t size);

/* $XDG_CACHE_HOME/fallible/NAME (or ~/.cache/...). Creates its folder (mode 0700). */
MUST_USE bool paths_cache(const char *name, char *path, size_t size);
/* Like paths_cache, but creates nothing. */
MUST_USE bool paths_cache_name(const char *name, char *path, size_t size);

/* The file that `path` leads to, with symbolic links followed even if the file does not exist yet.
 * The caller frees the text. Returns NULL and sets errno on failure. */
MUST_USE char *paths_target(const char *path);

/* Like fopen for "w", "a", "r+" and similar modes, but a new file is accessible to the user only
 * (0600), because it will contain games. */
FILE *paths_open_private(const char *path, const char *mode);

/* A pipe that no other program inherits. Returns false and sets errno on failure. */
MUST_USE bool paths_pipe(int ends[2]);
/* Writes all bytes, in several steps if necessary. Returns false and sets errno on failure. */
MUST_USE bool paths_write_all(int file, const char *bytes, size_t size);

/* Creates a new file for reading and writing. `name` ends in "XXXXXX", which this function replaces
 * by characters that make the name new. Returns NULL and sets errno on failure, without leaving a
 * file behind. */
FILE *paths_create_draft(char *name);
/* Creates a file without a name, which disappears when it is closed. */
FILE *paths_create_unnamed(void);

/* Opens an existing file for reading, with close-on-exec. Returns NULL and sets *error, with the
 * file name; pipes, devices and folders are errors too, because reading them could block. The
 * screen thread opens all its files with this function. */
FILE *paths_open_regular(const char *path, struct error *error);

/* Reads a text file of at most `max` bytes into memory, NUL-terminated; the caller frees it. On
 * failure, returns NULL and sets *error, with the file name. */
char *paths_read(const char *path, size_t max, struct error *error);
/* Like paths_read, for a path that the user did not type for this run, such as that of the
 * configuration file. Only a regular file is accepted. */
char *paths_read_regular(const char *path, size_t max, struct error *error);
