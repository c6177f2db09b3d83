/* A level, and what switching each of its positional groups changes in a position, as JSON. */
#pragma once

#include "src/review/group_probe.h"
#include "src/util/json.h"

/* Writes an object with the level's numbers. */
void group_json_level(struct json *json, const char *key, const struct handicap *handicap);
/* Writes members of the object that is open. Scores are in centipawns for White. */
void group_json_effects(struct json *json, const struct position *position,
                        const struct group_effects *effects);
