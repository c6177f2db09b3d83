/* Players with recorded games. Each new pair of player and rating band gets the next free stratum
 * of the sample. */
#include "src/lab/human/check_entrants.h"

#include <string.h>

#include "src/lab/human/dataset.h"
#include "src/player/player.h"
#include "src/util/text.h"

static int rating_of(const struct check_entrants *entrants, const struct game *game, int color,
                     const char *name)
{
    struct player_spec spec;
    struct error ignored;
    int rating = human_game_rating(game, color);
    if (rating == 0 && player_spec_read(&spec, name, entrants->strength, &ignored) &&
        spec.handicap.limited)
        rating = spec.handicap.elo;
    return rating != 0 ? rating : entrants->rating;
}

/* Returns the index of the player with this name, and adds the player if it is new; -1 if there are
 * too many players. */
static int entrant_of(struct check_entrants *entrants, const char *name)
{
    char copy[sizeof entrants->names[0]];
    snprintf(copy, sizeof copy, "%s", name);
    text_sanitize(copy);
    for (int i = 0; i < entrants->count; i++)
        if (strcmp(entrants->names[i], copy) == 0)
            return i;
    if (entrants->count == CHECK_ENTRANTS_MAX)
        return -1;
    memcpy(entrants->names[entrants->count], copy, sizeof copy);
    return entrants->count++;
}

static int stratum_of(void *context, const struct game *game, int color)
{
    struct check_entrants *entrants = context;
    const char *name = game_tag(game, color == WHITE ? "White" : "Black");
    int band =
        name ? check_band_of(&entrants->bands, rating_of(entrants, game, color, name)) : -1;
    int entrant = band >= 0 ? entrant_of(entrants, name) : -1;
    if (band < 0)
        return -1;
    for (int i = 0; i < entrants->stratum_count; i++)
        if (entrants->strata[i].entrant == entrant && entrants->strata[i].band == band)
            return i;
    if (entrant < 0 || entrants->stratum_count == CHECK_BANDS_MAX) {
        entrants->too_many = true;
        return -1;
    }
    entrants->strata[entrants->stratum_count].entrant = entrant;
    entrants->strata[entrants->stratum_count].band = band;
    return entrants->stratum_count++;
}

bool check_entrants_init(struct check_entrants *entrants, const struct check_bands *bands, int most,
                         uint64_t seed, struct error *error)
{
    const struct check_bands strata = {0, 1, CHECK_BANDS_MAX};
    *entrants = (struct check_entrants){.bands = *bands};
    if (!check_sample_init(&entrants->sample, &strata, most, seed, error))
        return false;
    entrants->sample.all = true;
    entrants->sample.stratum_of = stratum_of;
    return true;
}

void check_entrants_clear(struct check_entrants *entrants)
{
    check_sample_clear(&entrants->sample);
}

bool check_entrants_games(struct check_entrants *entrants, FILE *pgn, const char *name,
                          bool (*progress)(void *context, int games), void *context,
                          struct error *error)
{
    entrants->sample.context = entrants;
    bool good = check_sample_games(&entrants->sample, pgn, name, progress, context, error);
    check_sample_sort(&entrants->sample);
    return good;
}

const struct check_stratum *check_entrants_stratum(const struct check_entrants *entrants,
                                                   int entrant, int band)
{
    for (int i = 0; i < entrants->stratum_count; i++)
        if (entrants->strata[i].entrant == entrant && entrants->strata[i].band == band)
            return &entrants->sample.strata[i];
    return NULL;
}
