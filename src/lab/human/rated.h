/* What the tags of a game say about its players and its kind, and whether the game is held out of
 * all fits. */
#pragma once

#include "engine/human/human.h"
#include "src/game/game.h"

/* The time classes, as Lichess divides them: identifier, word, limit. A game belongs to the first
 * class whose limit is above its base time + 40 x its increment, in seconds. */
#define TIME_CLASSES(X)                                                                            \
    X(BULLET, "bullet", 180)                                                                       \
    X(BLITZ, "blitz", 480)                                                                         \
    X(RAPID, "rapid", 1500)                                                                        \
    X(CLASSICAL, "classical", 86400)
enum time_class {
#define X(id, word, limit) CLASS_##id,
    TIME_CLASSES(X)
#undef X
        CLASS_COUNT /* any class, or unknown */
};
const char *time_class_word(enum time_class class); /* "any" for CLASS_COUNT */
/* The class of a game by its tag TimeControl. */
enum time_class time_class_of(const struct game *game);
/* The rating system of a game: its tag RatingSystem, or the site in its tag Site; "" if unknown. */
const char *rating_system_of(const struct game *game);

/* True for one game in five: it is used to test a fit and never to train it. This depends only on
 * the moves and the ratings, so a copy of the game in another file is held out as well. */
bool human_game_is_held_out(const struct game *game);

/* Returns a player's rating according to the tags of the game; 0 if they do not give it. */
int human_game_rating(const struct game *game, int color);

/* The player of this colour, with the rating system and the pace of the game. The clock is unknown.
 * A game that names no rating system counts as one from Lichess. */
struct choice_player human_game_player(const struct game *game, int color);
