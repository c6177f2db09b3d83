/* A node of a game as engines want it. */
#include "src/trainer/place.h"

#include <stdlib.h>
#include <string.h>

#include "src/support/crash.h"

Move *place_moves(const struct game_node *node, const struct line *line,
                  const struct position **start, int *count)
{
    int more = line ? line->length : 0;
    Move *moves = malloc((size_t)(node->ply + more + 1) * sizeof *moves);
    if (!moves)
        return NULL;
    *count = game_moves_to(node, moves, node->ply);
    if (more > 0)
        memcpy(moves + *count, line->moves, (size_t)more * sizeof *moves);
    *count += more;
    while (node->parent)
        node = node->parent;
    *start = &node->position;
    return moves;
}

bool place_engine(struct engine *engine, const struct game_node *node, const struct line *line)
{
    const struct position *start;
    int count;
    Move *moves = place_moves(node, line, &start, &count);
    bool good = moves && engine_set_position(engine, start, moves, count);
    if (good)
        crash_note(engine_settings(engine), start, moves, count, "");
    free(moves);
    return good;
}

bool place_score(struct engine *engine, const struct game_node *node, const struct limits *limits,
                 struct ledger_score *score)
{
    struct report *report = calloc(1, sizeof *report);
    bool good = report && place_engine(engine, node, NULL);
    if (good) {
        (void)engine_think(engine, limits, report);
        *score = ledger_from_report(&node->position, report);
    }
    free(report);
    return good;
}
