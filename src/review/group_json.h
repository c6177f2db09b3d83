/* Writes a level as JSON, and what would change in a position if one of the positional groups
 * (parts of the evaluation, such as mobility) were switched on or off. */
#pragma once

#include "src/review/group_probe.h"
#include "src/util/json.h"

/* Writes an object with the settings of the level. */
void group_json_level(struct json *json, const char *key, const struct handicap *handicap);
/* Writes the effects as members of the JSON object that is open. Scores are in centipawns for
 * White. */
void group_json_effects(struct json *json, const struct position *position,
                        const struct group_effects *effects);
