/* The first call of the library, and how it reports what went wrong. */
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

void error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    memset(error, 0, sizeof *error);
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
}
