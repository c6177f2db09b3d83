/* struct error says why some input could not be used, and where the fault is. Also defines two
 * function attributes. Public. */
#pragma once

#include <stdbool.h>

#if defined(__GNUC__)
#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define MUST_USE
#define PRINTF_LIKE(string, first)
#endif

/* Lines and columns count from 1; 0 means unknown. */
struct error {
    char file[1024];
    int line;
    int column;
    char message[512];
};

/* error_set sets the message and clears file, line and column; error_set_in also sets the file.
 * Both return false, so that a function can return their result. */
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
bool error_set_in(struct error *error, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);
