/* A game with variations or comments, as running text. */
#pragma once

#include "src/tui/model.h"

bool moves_flow_wanted(const struct game_node *root);
/* Draws the text instead of the list of moves, starting at line `top` of the window. */
void moves_flow(WINDOW *window, int top, const struct model *model);
