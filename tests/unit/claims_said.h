/* What claims say. */
#pragma once

#include <string.h>

#include "src/claims/claims.h"
#include "src/util/text.h"
#include "tests/unit/test.h"

enum { ALL_MAX = CLAIMS_MAX * CLAIM_WORDS_MAX };

/* Writes what is said, a line for each claim. */
static inline void all_sentences(const struct claims *claims, char text[ALL_MAX])
{
    text[0] = '\0';
    for (int i = 0; i < claims->count; i++) {
        char words[CLAIM_WORDS_MAX];
        claim_sentence(claims, &claims->list[i], words, sizeof words);
        text_add(text, ALL_MAX, "%s\n", words);
    }
}

static inline bool says(const struct claims *claims, enum claim_role role, const char *expected)
{
    char words[CLAIM_WORDS_MAX];
    for (int i = 0; i < claims->count; i++) {
        claim_sentence(claims, &claims->list[i], words, sizeof words);
        if (claims->list[i].role == role && strncmp(words, expected, strlen(expected)) == 0)
            return true;
    }
    return false;
}
