/* The table of weakening methods and of what shapes them, with their names. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/strength/method.h"

static const struct {
    const char *name, *words;
    const struct method_row *row;
} methods[METHOD_COUNT] = {
#define X(id, name, words) [METHOD_##id] = {#name, words, &method_##name},
    WEAKENING_METHODS(X)
#undef X
};

const struct method_row *method_row(enum method method)
{
    return methods[method].row;
}

const char *method_name(enum method method)
{
    return methods[method].name;
}

const char *method_words(enum method method)
{
    return methods[method].words;
}

bool method_from_name(const char *name, enum method *method)
{
    for (int i = 0; i < METHOD_COUNT; i++)
        if (strcmp(methods[i].name, name) == 0) {
            *method = (enum method)i;
            return true;
        }
    return false;
}

static const struct method_parameter parameters[METHOD_PARAMETER_COUNT] = {
#define X(id, field, option, min, max, unit, words) \
    {METHOD_##id, #field, option, unit, words, min, max},
    METHOD_PARAMETERS(X)
#undef X
};

static const size_t places[METHOD_PARAMETER_COUNT] = {
#define X(id, field, option, min, max, unit, words) offsetof(struct handicap, field),
    METHOD_PARAMETERS(X)
#undef X
};

const struct method_parameter *method_parameter(int index)
{
    return &parameters[index];
}

int *handicap_parameter(struct handicap *handicap, int index)
{
    return (int *)((char *)handicap + places[index]);
}

void handicap_words(const struct handicap *handicap, char *text, size_t size)
{
    struct handicap copy = *handicap;
    size_t at = 0;
    if (!method_row(handicap->method)->networks)
        at = (size_t)snprintf(text, size, "%d nodes/s", handicap->nodes_per_second);
    for (int i = 0; i < METHOD_PARAMETER_COUNT && at < size; i++) {
        const struct method_parameter *parameter = &parameters[i];
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
}
