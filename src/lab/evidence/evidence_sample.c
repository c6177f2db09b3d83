/* Selects positions from people's games of one rating system and time class, by rating band. Also
 * sums up what people lose according to the evaluations in the files, which needs no search. */
#include "src/lab/evidence/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "src/lab/human/dataset.h"

/* Returns whether the game is of the rating system and the time class that the setup asks for. */
static bool is_wanted(const struct evidence_setup *setup, const struct game *game)
{
    return (!*setup->system || strcasecmp(rating_system_of(game), setup->system) == 0) &&
           (setup->class == CHOICE_ANY_PACE || pace_of(game) == setup->class) &&
           !game_tag(game, "Provisional");
}

/* Evaluations in the files */

/* Adds to the band's sums what the moves of this colour lost according to the evaluations in the
 * game. */
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
