/* A game is told by its moves and its ratings, hashed; one hash in five is held out. */
#include "src/lab/human/games.h"

#include <stdint.h>

#include "src/util/text.h"

enum { HELD_OUT = 5 };

int human_game_rating(const struct game *game, int color)
{
    const char *text = game_tag(game, color == WHITE ? "WhiteElo" : "BlackElo");
    long rating;
    return text && text_number(text, 1, 4000, &rating) ? (int)rating : 0;
}

bool human_game_is_held_out(const struct game *game)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    for (int color = WHITE; color <= BLACK; color++)
        hash = (hash ^ (uint64_t)human_game_rating(game, color)) * 0x100000001B3u;
    for (const struct game_node *node = game->root->child; node; node = node->child)
        hash = (hash ^ node->move) * 0x100000001B3u;
    hash ^= hash >> 32;
    hash *= 0x94D049BB133111EBu;
    return (hash >> 32) % HELD_OUT == 0;
}
