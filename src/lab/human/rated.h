/* Reads from the tags of a game who played it and what kind of game it is, and decides which fits
 * may use it. */
#pragma once

#include "engine/human/human.h"
#include "src/game/game.h"

/* The word for a pace (a time class of Lichess), such as "rapid"; "any" for CHOICE_ANY_PACE. */
const char *pace_word(enum choice_pace pace);
/* The pace of a game, from its tag TimeControl. The limits are those of Lichess's time classes. */
enum choice_pace pace_of(const struct game *game);
/* The rating system of a game: its tag RatingSystem, or the site in its tag Site; "" if unknown. */
const char *rating_system_of(const struct game *game);

/* What a game is used for. Weights fitted to games that the network was trained on would trust the
 * network too much. */
enum human_part {
    HUMAN_FOR_NETWORK, /* four games in five: for training the network */
    HUMAN_FOR_WEIGHTS, /* one game in ten: for fitting the weights of the features */
    HUMAN_FOR_CHECKS   /* one game in ten: for checks; no fit uses it */
};
/* Returns what a game is used for. This depends only on the moves and the ratings, so a copy of the
 * game in another file is used for the same purpose. */
enum human_part human_game_part(const struct game *game);

/* Returns a player's rating according to the tags of the game; 0 if they do not give it. */
int human_game_rating(const struct game *game, int color);

/* The player of this colour, with the rating system and the pace of the game. The clock is unknown.
 * A game that names no rating system counts as one from Lichess. */
struct choice_player human_game_player(const struct game *game, int color);
