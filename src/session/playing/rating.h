/* The user's rating: which games count for it, and how it changes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "src/game/game.h"

struct session;

void session_load_rating(struct session *session);
void session_begin_rating(struct session *session); /* decides whether the new game is rated */
/* Decides again whether the game is rated, after the opponent was changed before the first move.
 * Tells the user if the game no longer counts. */
void session_rate_again(struct session *session);
/* Returns true if the game that is going on still counts for the user's rating. */
bool session_counts(const struct session *session);
/* Makes the present game unrated, and tells the user if it was rated until now. */
void session_unrate(struct session *session, const char *why);
void session_rate(struct session *session, enum result result);
/* Writes the difference of two ratings as they are shown: "+35", "-8", or "no change". */
void session_change_words(double from, double to, char *text, size_t size);
/* Writes the new rating, and its change, after a result: "1441 (+9)". While the rating's deviation
 * is so large that the change means nothing, writes "571, still uncertain". */
void session_new_rating_words(double from, double to, double deviation, char *text, size_t size);
/* Writes for example "Your rating: 1435? (+35)." or "Not rated: moves were taken back; takebacks:
 * 2."; "" while the game is rated but not over. */
void session_rated_words(const struct session *session, char *text, size_t size);
