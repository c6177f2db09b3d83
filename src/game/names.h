/* The user's names in files of games, in one string: "DrNykterstein; Carlsen, Magnus; -Hikaru". A
 * name after a minus sign is not the user's; it is listed so that the program does not ask about it
 * again. Case is ignored. */
#pragma once

#include "engine/chess.h"

enum { NAMES_MAX = 512 }; /* bytes */
enum name_owner { NAME_UNKNOWN, NAME_YOURS, NAME_NOT_YOURS };

/* "You", the name in games that this program saved, is always the user's. */
enum name_owner names_owner(const char *names, const char *name);
/* The user's colour in a game between these players, whose names may be NULL; -1 if neither name or
 * both names are the user's. */
int names_side(const char *names, const char *white, const char *black);
/* Adds a name to the text. Returns false if the text has no room for it or cannot contain it, for
 * example because of a semicolon. */
MUST_USE bool names_add(char names[NAMES_MAX], const char *name, bool yours);
/* Writes "against Anna on 2024-03-01" from a game's tags, each of which may be NULL or unknown; ""
 * if the opponent is unknown. */
void names_against(const char *opponent, const char *date, char *text, size_t size);
