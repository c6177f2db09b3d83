/* Selects positions from people's games of one rating system and time class, by rating band. Also
 * sums up what people lose by the evaluations in the files, which needs no search. */
#include "src/lab/evidence/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "src/game/clock.h"
#include "src/lab/human/dataset.h"

static const struct {
    const char *word;
    int limit;
} classes[CLASS_COUNT] = {
#define X(id, word, limit) {word, limit},
    EVIDENCE_CLASSES(X)
#undef X
};

const char *evidence_class_word(enum evidence_class class)
{
    return class == CLASS_COUNT ? "any" : classes[class].word;
}

enum evidence_class evidence_class_of(const struct game *game)
{
    enum { TYPICAL_MOVES = 40 };
    const char *text = game_tag(game, "TimeControl");
    int base, increment = 0, read = 0;
    if (!text || sscanf(text, "%d%n+%d%n", &base, &read, &increment, &read) < 1 || text[read] ||
        base < 0 || increment < 0)
        return CLASS_COUNT;
    int class = 0;
    while (class < CLASS_COUNT &&
           (int64_t)base + TYPICAL_MOVES * (int64_t)increment >= classes[class].limit)
        class ++;
    return (enum evidence_class) class;
}

const char *evidence_system_of(const struct game *game)
{
    static const char *const sites[] = {"lichess", "chess.com", "fics"};
    const char *system = game_tag(game, "RatingSystem"), *site = game_tag(game, "Site");
    for (size_t i = 0; !system && site && i < sizeof sites / sizeof *sites; i++)
        if (strcasestr(site, sites[i]))
            system = sites[i];
    return system ? system : "";
}

/* Returns whether the game is of the rating system and the time class that the setup asks for. */
static bool is_wanted(const struct evidence_setup *setup, const struct game *game)
{
    return (!*setup->system || strcasecmp(evidence_system_of(game), setup->system) == 0) &&
           (setup->class == CLASS_COUNT || evidence_class_of(game) == setup->class) &&
           !game_tag(game, "Provisional");
}

/* Evaluations in the files */

/* Adds what this side's moves lost by the evaluations in its game. */
static void add_evaluations(struct evidence_sample *sample, int band, const struct game *game,
                            int color)
{
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        bool blunder;
        int lost = node->parent->position.side == color && node->ply > HUMAN_BOOK_PLIES
                       ? check_lost(node, &blunder)
                       : -1;
        if (lost < 0)
            continue;
        sample->evaluated[band]++;
        sample->eval_loss[band] += lost;
        sample->eval_blunders[band] += blunder;
    }
}

static int band_of(void *context, const struct game *game, int color)
{
    struct evidence_sample *sample = context;
    int band = check_band_of(&sample->people.bands, human_game_rating(game, color));
    if (band < 0 || !is_wanted(sample->setup, game))
        return -1;
    add_evaluations(sample, band, game, color);
    return band;
}

bool evidence_sample_begin(struct evidence_sample *sample, const struct evidence_setup *setup,
                           struct error *error)
{
    int most = setup->positions > setup->moves ? setup->positions : setup->moves;
    memset(sample, 0, sizeof *sample);
    sample->setup = setup;
    if (!check_sample_init(&sample->people, &setup->bands, most > 0 ? most : 1, setup->seed, error))
        return false;
    sample->people.all = setup->all;
    sample->people.stratum_of = band_of;
    sample->people.context = sample;
    return true;
}

void evidence_sample_clear(struct evidence_sample *sample)
{
    check_sample_clear(&sample->people);
}
