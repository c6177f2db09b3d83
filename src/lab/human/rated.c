/* A hash of a game's moves and ratings decides what the game is used for (enum human_part). */
#include "src/lab/human/rated.h"

#include <string.h>

#include "engine/hash.h"
#include "src/util/text.h"

/* A game belongs to the first pace whose limit is above its base time + 40 x its increment, in
 * seconds. */
static const struct {
    const char *word;
    int limit;
} paces[CHOICE_ANY_PACE] = {{"bullet", 180}, {"blitz", 480}, {"rapid", 1500}, {"classical", 86400}};

const char *pace_word(enum choice_pace pace)
{
    return pace == CHOICE_ANY_PACE ? "any" : paces[pace].word;
}

enum choice_pace pace_of(const struct game *game)
{
    enum { TYPICAL_MOVES = 40 };
    const char *text = game_tag(game, "TimeControl");
    int base, increment = 0, read = 0, pace = 0;
    if (!text || sscanf(text, "%d%n+%d%n", &base, &read, &increment, &read) < 1 || text[read] ||
        base < 0 || increment < 0)
        return CHOICE_ANY_PACE;
    while (pace < CHOICE_ANY_PACE &&
           (int64_t)base + TYPICAL_MOVES * (int64_t)increment >= paces[pace].limit)
        pace++;
    return (enum choice_pace)pace;
}

const char *rating_system_of(const struct game *game)
{
    static const char *const sites[] = {"lichess", "chess.com", "fics"};
    const char *system = game_tag(game, "RatingSystem"), *site = game_tag(game, "Site");
    for (size_t i = 0; !system && site && i < sizeof sites / sizeof *sites; i++)
        if (strcasestr(site, sites[i]))
            system = sites[i];
    return system ? system : "";
}

int human_game_rating(const struct game *game, int color)
{
    const char *text = game_tag(game, color == WHITE ? "WhiteElo" : "BlackElo");
    long rating;
    return text && text_number(text, 1, 4000, &rating) ? (int)rating : 0;
}

enum human_part human_game_part(const struct game *game)
{
    uint64_t hash = HASH_BEGIN;
    for (int color = WHITE; color <= BLACK; color++)
        hash = hash_word(hash, (uint64_t)human_game_rating(game, color));
    for (const struct game_node *node = game->root->child; node; node = node->child)
        hash = hash_word(hash, node->move);
    hash ^= hash >> 32;
    hash *= 0x94D049BB133111EBu;
    hash >>= 32;
    return hash % 5 != 0 ? HUMAN_FOR_NETWORK : hash % 2 != 0 ? HUMAN_FOR_WEIGHTS : HUMAN_FOR_CHECKS;
}

struct choice_player human_game_player(const struct game *game, int color)
{
    static const char *const systems[CHOICE_SYSTEMS] = {"lichess", "chess.com", "fide", "fics"};
    const char *system = rating_system_of(game);
    struct choice_player player = {.rating = human_game_rating(game, color),
                                   .opponent = human_game_rating(game, !color),
                                   .system = CHOICE_LICHESS,
                                   .pace = pace_of(game),
                                   .seconds = -1};
    for (int i = 0; i < CHOICE_SYSTEMS; i++)
        if (strcasecmp(system, systems[i]) == 0)
            player.system = (enum choice_system)i;
    if (player.system == CHOICE_FIDE && player.pace == CHOICE_ANY_PACE)
        player.pace = CHOICE_CLASSICAL;
    return player;
}
