/* Initialisation of the library, and setting errors. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/rules/attacks.h"

void chess_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, attacks_init);
}

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
