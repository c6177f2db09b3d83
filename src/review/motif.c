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
        if (!strchr(" -'", *at))
            theme[length++] = begins ? (char)toupper((unsigned char)*at) : *at;
    }
    theme[length] = '\0';
    theme[0] = (char)tolower((unsigned char)theme[0]);
}

const char *motif_theme(enum motif motif)
{
    return motifs[motif].theme;
}

/* Themes that are named after people or places. */
static const struct {
    const char *theme, *words;
} named[] = {{"anastasiaMate", "Anastasia mate"}, {"arabianMate", "Arabian mate"},
             {"balestraMate", "Balestra mate"},   {"bodenMate", "Boden mate"},
             {"morphysMate", "Morphy's mate"},    {"pillsburysMate", "Pillsbury's mate"},
             {"vukovicMate", "Vukovic mate"}};

void motif_theme_words(const char *theme, char *words, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (strcmp(theme, named[i].theme) == 0) {
            snprintf(words, size, "%s", named[i].words);
            return;
        }
    }
    for (const char *at = theme; *at && length + 2 < size; at++) {
        const unsigned char here = (unsigned char)at[0], next = (unsigned char)at[1];
        const unsigned char last = at > theme ? (unsigned char)at[-1] : '\0';
        const bool begins = (isupper(here) && !isupper(last)) || (isdigit(here) && islower(last));
        const bool abbreviation = isupper(here) && (isupper(next) || isupper(last));
        if (begins && at > theme)
            words[length++] = ' ';
        words[length++] = (char)(abbreviation ? here : tolower(here));
    }
    words[length] = '\0';
}
