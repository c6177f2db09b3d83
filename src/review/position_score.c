/* Searches one position and waits for the result. */
#include "src/review/position_score.h"

#include <stdlib.h>

bool place_score(struct engine *engine, const struct game_node *node, const struct limits *limits,
                 struct ledger_score *score)
{
    struct report *report = calloc(1, sizeof *report);
    bool good = report && place_engine(engine, node, NULL, limits);
    if (good) {
        (void)engine_think(engine, limits, report);
        *score = ledger_from_report(&node->position, report);
    }
    free(report);
    return good;
}
