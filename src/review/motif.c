/* The names of the motifs. */
#include "src/review/motif.h"

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

const char *motif_theme(enum motif motif)
{
    return motifs[motif].theme;
}
