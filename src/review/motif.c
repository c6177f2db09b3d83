/* The names of the motifs. */
#include "src/review/motif.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name, *plural, *theme;
} motifs[] = {
#define X(id, name, plural, theme) {name, plural, theme},
    MOTIFS(X)
#undef X
};

const char *motif_name(enum motif motif)
{
    return motifs[motif].name;
}

const char *motif_plural(enum motif motif)
{
    return motifs[motif].plural;
}

void motif_theme_from_words(const char *words, char *theme, size_t size)
{
    size_t length = 0;
    for (int i = MOTIF_NONE + 1; i < MOTIF_COUNT; i++) {
        if (strcasecmp(words, motifs[i].name) == 0 || strcasecmp(words, motifs[i].plural) == 0) {
            snprintf(theme, size, "%s", motifs[i].theme);
            return;
        }
    }
    for (const char *at = words; *at && length + 1 < size; at++) {
        bool begins = at > words && (at[-1] == ' ' || at[-1] == '-');
        if (*at != ' ' && *at != '-')
            theme[length++] = begins ? (char)toupper((unsigned char)*at) : *at;
    }
    theme[length] = '\0';
    theme[0] = (char)tolower((unsigned char)theme[0]);
}

const char *motif_theme(enum motif motif)
{
    return motifs[motif].theme;
}
