/* In each game, visits the nodes within the first moves at which the repertoire's colour is to
 * move. Games and variations that reach the same position share one card, whose accepted moves are
 * in the order in which they are found. */
#include "src/training/repertoire.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/game/names.h"
#include "src/pgn/pgn.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { PLIES_SHOWN = 12 };

struct reading {
    struct card *cards;
    int count, capacity;
    bool named; /* the user is a player of at least one game read so far */
    int *slots; /* hash table of indexes into cards, by position; -1: free */
    int slot_count;
    uint64_t games; /* games read */
    const char *name;
    const struct repertoire_choice *choice;
    const struct repertoire_calls *calls;
};

static bool is_mistake(const struct game_node *node)
{
    for (int i = 0; i < node->nag_count; i++) {
        if (node->nags[i] == 2 || node->nags[i] == 4 || node->nags[i] == 6)
            return true;
    }
    return false;
}

/* Writes the moves that lead to the node, such as "after 1. e4 e5 2. Nf3"; of a long line, only the
 * last moves. */
static void path_words(const struct game_node *node, char *text, size_t size)
{
    const struct game_node *path[PLIES_SHOWN];
    int count = 0;
    for (const struct game_node *at = node; at->parent && count < PLIES_SHOWN; at = at->parent)
        path[count++] = at;
    snprintf(text, size,
             count == 0          ? "the start position"
             : node->ply > count ? "after ..."
                                 : "after");
    for (int i = count - 1; i >= 0; i--) {
        const struct position *before = &path[i]->parent->position;
        char san[CHESS_SAN_MAX];
        chess_to_san(before, path[i]->move, san);
        if (before->side == WHITE)
            text_add(text, size, " %d.", before->fullmove);
        text_add(text, size, " %s", san);
    }
}

static bool grow(struct reading *reading)
{
    int capacity = reading->capacity ? 2 * reading->capacity : 256;
    struct card *cards = realloc(reading->cards, (size_t)capacity * sizeof *cards);
    int *slots = malloc((size_t)capacity * 2 * sizeof *slots);
    if (cards)
        reading->cards = cards;
    if (!cards || !slots) {
        free(slots);
        return false;
    }
    free(reading->slots);
    reading->slots = slots;
    reading->capacity = capacity;
    reading->slot_count = capacity * 2;
    for (int i = 0; i < reading->slot_count; i++)
        slots[i] = -1;
    for (int i = 0; i < reading->count; i++) {
        uint64_t at = cards[i].position.key;
        while (slots[at % (uint64_t)reading->slot_count] >= 0)
            at++;
        slots[at % (uint64_t)reading->slot_count] = i;
    }
    return true;
}

/* Finds or adds the card of the position. Returns NULL if out of memory. */
static struct card *card_at(struct reading *reading, const struct game_node *node)
{
    char path[120];
    if (reading->count == reading->capacity && !grow(reading))
        return NULL;
    uint64_t at = node->position.key;
    int *slot;
    while (*(slot = &reading->slots[at % (uint64_t)reading->slot_count]) >= 0) {
        if (reading->cards[*slot].position.key == node->position.key)
            return &reading->cards[*slot];
        at++;
    }
    struct card *card = &reading->cards[*slot = reading->count++];
    *card = (struct card){.kind = CARD_REPERTOIRE, .position = node->position, .played = NO_MOVE,
                          .ply = 2 * (node->position.fullmove - 1) +
                                 (node->position.side == BLACK),
                          .solution.score = SCORE_NONE};
    path_words(node, path, sizeof path);
    snprintf(card->why, sizeof card->why, "Your repertoire, %.40s: %s.", reading->name, path);
    return card;
}

static void add_move(struct card *card, Move move)
{
    struct card_moves *moves = &card->accepted;
    if (moves->count == CARD_MOVES_MAX || card_moves_have(moves, move))
        return;
    moves->moves[moves->count++] = move;
    card->solution.length = 1;
    card->solution.line[0] = moves->moves[0];
}

/* Returns the first node, from `node` on through its siblings, that is not marked as a mistake of
 * the repertoire's side, or NULL. The moves after such a mistake are not part of the
 * repertoire. */
static const struct game_node *without_mistakes(const struct reading *reading,
                                                const struct game_node *node)
{
    while (node && node->parent->position.side == reading->choice->color && is_mistake(node))
        node = node->sibling;
    return node;
}

/* Walks the tree in PGN order, without recursion because variations may be deeply nested. */
static bool take_game(struct reading *reading, const struct game *game)
{
    const struct repertoire_choice *choice = reading->choice;
    const struct game_node *node = game->root;
    while (node) {
        const struct game_node *next =
            node->ply < 2 * choice->moves ? without_mistakes(reading, node->child) : NULL;
        for (const struct game_node *child = next; child && node->position.side == choice->color;
             child = without_mistakes(reading, child->sibling)) {
            struct card *card = card_at(reading, node);
            if (!card)
                return false;
            add_move(card, child->move);
        }
        if (reading->count >= REPERTOIRE_MAX)
            return true;
        while (!next && node) {
            next = without_mistakes(reading, node->sibling);
            node = node->parent;
        }
        node = next;
    }
    return true;
}

/* Returns whether the game's moves belong to the repertoire. When the user is a player of a game
 * for the first time, discards the cards from the games before it. */
static bool counts(struct reading *reading, const struct game *game)
{
    int side = names_side(reading->choice->names ? reading->choice->names : "",
                          game_tag(game, "White"), game_tag(game, "Black"));
    if (side >= 0 && !reading->named) {
        reading->named = true;
        reading->count = 0;
        for (int i = 0; i < reading->slot_count; i++)
            reading->slots[i] = -1;
    }
    return !reading->named || side == reading->choice->color;
}

static bool take(void *context, const struct game *game, int percent, struct error *error)
{
    struct reading *reading = context;
    const struct repertoire_calls *calls = reading->calls;
    if (!game && calls->damaged)
        calls->damaged(error);
    if (game && counts(reading, game) && !take_game(reading, game))
        return error_set(error, "out of memory");
    if (calls->progress)
        calls->progress(calls->context, ++reading->games, percent);
    return true;
}

bool repertoire_read(const char *path, const struct repertoire_choice *choice,
                     const struct repertoire_calls *calls, struct card **cards, int *count,
                     struct error *error)
{
    struct reading reading = {.name = choice->called ? choice->called : paths_base(path),
                              .choice = choice, .calls = calls};
    bool good = pgn_each(path, take, &reading, error);
    free(reading.slots);
    if (good && reading.count == 0)
        good = error_set_in(error, path,
                            reading.named ? "you have the %s pieces in none of its games"
                                          : "it contains no move for %s",
                            chess_color_name(choice->color));
    if (!good) {
        free(reading.cards);
        reading.cards = NULL;
    }
    *cards = reading.cards;
    *count = good ? reading.count : 0;
    return good;
}
