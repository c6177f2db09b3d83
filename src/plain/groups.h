/* Prints what weakens the level in analysis, and what switching each positional group changes. */
#pragma once

#include "src/session/session.h"

/* Returns true if everything to print about the position shown is known. */
bool groups_known(const struct session_view *view);
void groups_tell(const struct session_view *view);
