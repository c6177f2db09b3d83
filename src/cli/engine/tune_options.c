/* The options that the tuning commands share. */
#include "src/cli/engine/tune_options.h"

#include <string.h>

#include "src/util/text.h"

enum { BUDGET_MAX_S = 604800 }; /* a week */

bool tune_read_time(const char *text, int64_t *milliseconds)
{
    char digits[16];
    size_t length = strspn(text, "0123456789");
    long number;
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    const char *unit = text + length;
    long seconds = strcmp(unit, "h") == 0 ? 3600 : strcmp(unit, "m") == 0 ? 60 : 1;
    if (*unit && strcmp(unit, "s") != 0 && seconds == 1)
        return false;
    if (!text_number(digits, 1, BUDGET_MAX_S / seconds, &number))
        return false;
    *milliseconds = (int64_t)number * seconds * 1000;
    return true;
}

bool tune_take_budget(const char *value, int64_t *budget, struct error *error)
{
    if (tune_read_time(value, budget))
        return true;
    return error_set(error, "--budget takes a time of at most a week, as 60s or 10m, not \"%.40s\"",
                     value);
}
