/* A game that has variations or comments, as running text. */
#pragma once

#include "src/tui/model.h"

bool moves_flow_wanted(const struct game_node *root);
/* In place of the list of moves, from line top on. */
void moves_flow(WINDOW *window, int top, const struct model *model);
