/* The table of weakening methods with their hooks. */
#include <stdio.h>
#include <string.h>

#include "engine/strength/method.h"

static const struct method_row *const rows[METHOD_COUNT] = {
#define X(id, name, words) [METHOD_##id] = &method_##name,
    WEAKENING_METHODS(X)
#undef X
};

const struct method_row *method_row(enum method method)
{
    return rows[method];
}

void handicap_words(const struct handicap *handicap, char *text, size_t size)
{
    struct handicap copy = *handicap;
    size_t at = 0;
    if (!method_row(handicap->method)->networks)
        at = (size_t)snprintf(text, size, "%d nodes/s", handicap->nodes_per_second);
    for (int i = 0; i < METHOD_PARAMETER_COUNT && at < size; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method != handicap->method)
            continue;
        const char *unit = strpbrk(parameter->unit, "/%") ? parameter->unit : "";
        const char *comma = at > 0 ? ", " : "";
        size_t word = at + strlen(comma);
        at += (size_t)snprintf(text + at, size - at, "%s%s %d%s", comma, parameter->name,
                               *handicap_parameter(&copy, i), unit);
        for (; word < at && word < size; word++)
            if (text[word] == '_')
                text[word] = ' ';
    }
    if (handicap->like[0] && at < size)
        snprintf(text + at, size - at, ", like %s", handicap->like);
}
