#include "src/archive/own_mistakes.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/game/format.h"
#include "src/util/array.h"

struct work {
    enum judgement wanted;
    struct card *cards;
    int count, capacity;
    bool no_memory;
};

static bool add_card(struct work *work, const struct stored_game *game,
                     const struct position *position, int ply)
{
    char move[32];
    if (!ARRAY_RESERVE(work->cards, work->count, &work->capacity))
        return false;
    struct card *card = &work->cards[work->count++];
    *card = (struct card){.kind = CARD_MISTAKE, .ply = ply, .position = *position,
                          .last = ply > 0 ? game->moves[ply - 1] : NO_MOVE,
                          .solution = ledger_at(&game->ledger, ply)->score,
                          .played = game->moves[ply], .motif = MOTIF_NONE};
    text_move(position, game->moves[ply], move, sizeof move);
    snprintf(card->why, sizeof card->why, "A %s of yours: %s%s.",
             work->wanted == JUDGED_BLUNDER ? "blunder" : "mistake", move,
             judgement_sign(work->wanted));
    return true;
}

static bool add_game(void *context, const struct stored_game *game)
{
    struct work *work = context;
    struct position position = game->start;
    for (int ply = 0; ply < game->move_count && !work->no_memory; ply++) {
        if (position.side == game->you &&
            ledger_judge_move(&game->ledger, ply, game->you, game->moves[ply]) == work->wanted)
            work->no_memory = !add_card(work, game, &position, ply);
        chess_play(&position, game->moves[ply]);
    }
    return !work->no_memory;
}

bool own_mistakes_gather(struct finished_games *games, struct card **cards, int *count,
                         struct error *error)
{
    struct work work = {.wanted = JUDGED_BLUNDER};
    bool good = finished_games_each(games, add_game, &work, error);
    work.wanted = JUDGED_MISTAKE;
    good = good && !work.no_memory && finished_games_each(games, add_game, &work, error);
    if (work.no_memory)
        good = error_set(error, "out of memory");
    *cards = work.cards;
    *count = work.count;
    return good;
}
