/* Text made by a grammar from the bytes of a fuzzer: each byte chooses an alternative, so that a
 * changed byte is a changed part of the text. When the bytes are used up, or the text is deep or
 * long, the first alternative is taken, which must lead to an end.
 *
 * A grammar is a list of rules. In an alternative, <name> stands for what that rule makes. */
#pragma once

#include "tests/fuzz/fuzz.h"

enum { GRAMMAR_ALTERNATIVES = 48, GRAMMAR_DEPTH = 40, GRAMMAR_TEXT = 1 << 13 };

struct grammar_rule {
    const char *name; /* NULL: the end of the list */
    const char *alternatives[GRAMMAR_ALTERNATIVES];
};

struct grammar_run {
    const struct grammar_rule *rules;
    const uint8_t *data, *end;
    char *text;
    size_t length;
};

static inline void grammar_make(struct grammar_run *run, const char *name, size_t length, int depth)
{
    const struct grammar_rule *rule = run->rules;
    while (rule->name && (strncmp(rule->name, name, length) != 0 || rule->name[length]))
        rule++;
    if (!rule->name)
        fprintf(stderr, "no rule %.*s\n", (int)length, name);
    require(rule->name);
    int count = 0;
    while (count < GRAMMAR_ALTERNATIVES && rule->alternatives[count])
        count++;
    bool free_choice = run->data < run->end && depth < GRAMMAR_DEPTH;
    const char *at = rule->alternatives[free_choice ? *run->data++ % count : 0];
    while (*at && run->length < GRAMMAR_TEXT) {
        const char *close = *at == '<' ? strchr(at, '>') : NULL;
        if (close) {
            grammar_make(run, at + 1, (size_t)(close - at - 1), depth + 1);
            at = close + 1;
        } else {
            run->text[run->length++] = *at++;
        }
    }
}

/* Runs a target on the text that the rules make, beginning with the first. */
static inline int grammar_run(const struct grammar_rule *rules, const uint8_t *data, size_t size,
                              int (*target)(const uint8_t *, size_t))
{
    struct grammar_run run = {rules, data, data + size, malloc(GRAMMAR_TEXT), 0};
    require(run.text);
    grammar_make(&run, rules->name, strlen(rules->name), 0);
    if (getenv("GRAMMAR_SHOW"))
        fprintf(stderr, "%.*s\n", (int)run.length, run.text);
    /* Of exactly that size, so that sanitizers see any read beyond it. */
    uint8_t *exact = malloc(run.length ? run.length : 1);
    require(exact);
    memcpy(exact, run.text, run.length);
    int result = target(exact, run.length);
    free(exact);
    free(run.text);
    return result;
}

/* Numbers and signs that all grammars use. */
#define GRAMMAR_NUMBERS                                                                            \
    {"n", {"1", "0", "-1", "7", "100", "1400", "<n><n>", "2147483647", "2147483648", "-2147483648",\
           "18446744073709551616", "1e9", "0.5", "-0", "00", "+3", "", "x", "nan"}}
