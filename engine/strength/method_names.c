/* The names of the weakening methods and of their parameters. */
#include <stddef.h>
#include <string.h>

#include "engine/strength.h"

static const struct {
    const char *name, *words;
} methods[METHOD_COUNT] = {
#define X(id, name, words) [METHOD_##id] = {#name, words},
    WEAKENING_METHODS(X)
#undef X
};

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
