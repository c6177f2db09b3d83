/* One pass over the games collects the blunders and the mistakes in two lists, which are then
 * joined. */
#include "src/archive/own_mistakes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/util/array.h"

struct found {
    struct card *cards;
    int count, capacity;
};

struct work {
    const struct finished_games *games;
    struct found found[JUDGED_COUNT]; /* by judgement */
    int scored;                       /* your moves with scores before and after them */
    bool no_memory;
};

static bool add_card(struct work *work, const struct stored_game *game,
                     const struct position *position, int ply, enum judgement judgement)
{
    char move[32];
    struct found *found = &work->found[judgement];
    if (!ARRAY_RESERVE(found->cards, found->count, &found->capacity))
        return false;
    struct card *card = &found->cards[found->count++];
    *card = (struct card){.kind = CARD_MISTAKE, .ply = ply, .position = *position,
                          .last = ply > 0 ? game->moves[ply - 1] : NO_MOVE,
                          .solution = ledger_at(&game->ledger, ply)->score,
                          .played = game->moves[ply], .motif = MOTIF_NONE};
    text_move(position, game->moves[ply], move, sizeof move);
    snprintf(card->why, sizeof card->why, "A %s of yours: %s%s.",
             judgement == JUDGED_BLUNDER ? "blunder" : "mistake", move, judgement_sign(judgement));
    card_name_game(card, work->games->against);
    return true;
}

static bool add_game(void *context, const struct stored_game *game)
{
    struct work *work = context;
    struct position position = game->start;
    for (int ply = 0; ply < game->move_count && !work->no_memory; ply++) {
        Score before, after;
        if (position.side == game->you &&
            ledger_scores_around(&game->ledger, ply, game->moves[ply], &before, &after)) {
            enum judgement judgement = judge_move(before, after, position.side);
            work->scored++;
            if (judgement >= JUDGED_MISTAKE)
                work->no_memory = !add_card(work, game, &position, ply, judgement);
        }
        chess_play(&position, game->moves[ply]);
    }
    return !work->no_memory;
}

bool own_mistakes_gather(struct finished_games *games, struct card **cards, int *count,
                         int *scored, struct error *error)
{
    struct work work = {.games = games};
    bool good = finished_games_each(games, add_game, &work, error);
    struct found *blunders = &work.found[JUDGED_BLUNDER], *mistakes = &work.found[JUDGED_MISTAKE];
    *scored = work.scored;
    *count = blunders->count + mistakes->count;
    *cards = malloc((size_t)(*count > 0 ? *count : 1) * sizeof **cards);
    if (work.no_memory || !*cards)
        good = error_set(error, "out of memory");
    if (*cards && blunders->cards)
        memcpy(*cards, blunders->cards, (size_t)blunders->count * sizeof **cards);
    if (*cards && mistakes->cards)
        memcpy(*cards + blunders->count, mistakes->cards,
               (size_t)mistakes->count * sizeof **cards);
    free(blunders->cards);
    free(mistakes->cards);
    return good;
}
