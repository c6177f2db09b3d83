/* A node of a game as engines want it. */
#include "src/player/engine_position.h"

#include <stdlib.h>
#include <string.h>

#include "src/player/crash_report.h"
#include "src/util/text.h"

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

/* As fallible uci reads them behind go. */
static void limits_words(const struct limits *limits, char *text, size_t size)
{
    text[0] = '\0';
    if (limits->clock)
        text_add(text, size, "wtime %lld btime %lld winc %lld binc %lld movestogo %d ",
                 (long long)limits->time[WHITE], (long long)limits->time[BLACK],
                 (long long)limits->increment[WHITE], (long long)limits->increment[BLACK],
                 limits->moves_to_go);
    if (limits->nodes)
        text_add(text, size, "nodes %llu ", (unsigned long long)limits->nodes);
    if (limits->depth)
        text_add(text, size, "depth %d ", limits->depth);
    if (limits->movetime)
        text_add(text, size, "movetime %lld ", (long long)limits->movetime);
    if (text[0])
        text[strlen(text) - 1] = '\0';
    else
        text_add(text, size, "infinite");
}

bool place_engine(struct engine *engine, const struct game_node *node, const struct line *line,
                  const struct limits *limits)
{
    char words[256];
    const struct position *start;
    int count;
    Move *moves = place_moves(node, line, &start, &count);
    bool good = moves && engine_set_position(engine, start, moves, count);
    limits_words(limits, words, sizeof words);
    if (good)
        crash_note(engine_settings(engine), start, moves, count, words);
    free(moves);
    return good;
}
