/* Fills a struct error. */
#include "engine/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void set(struct error *error, const char *format, va_list arguments)
{
    memset(error, 0, sizeof *error);
    vsnprintf(error->message, sizeof error->message, format, arguments);
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set(error, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_in(struct error *error, const char *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set(error, format, arguments);
    va_end(arguments);
    snprintf(error->file, sizeof error->file, "%s", file);
    return false;
}
