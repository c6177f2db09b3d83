/* Shows how you play in many games: fallible stats, and fallible stats FILE.pgn. */
#pragma once

#include "src/archive/habits.h"
#include "src/util/json.h"

/* Writes how many mistakes you make by phase, clock and thinking time, and how often you punish
 * those of your opponents. Writes nothing if no move has scores. */
void habits_print(const struct habits *habits);
void habits_print_json(struct json *json, const struct habits *habits);
/* Writes the statistics of your games in the file at games->path, as text or JSON. Returns false
 * and sets *error on failure. */
MUST_USE bool stats_of_file(struct finished_games *games, bool json, struct error *error);
