/* Converts a node of a game to what engines need. */
#include "src/player/engine_position.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/crash_report.h"
#include "src/util/text.h"

/* The maximum number of moves passed to an engine, more than it needs to detect repetitions.
 * Without a limit, each search late in a very long game would start by replaying all of it. */
enum { PLIES_FOR_ENGINE = 512 };

/* Returns the last moves that led to `node`, at most `plies`, followed by those of `line`; the
 * caller frees them. Sets *start to the position before the first of these moves. */
static Move *last_moves(const struct game_node *node, int plies, const struct line *line,
                        const struct position **start, int *count)
{
    int more = line ? line->length : 0;
    plies = node->ply < plies ? node->ply : plies;
    Move *moves = malloc((size_t)(plies + more + 1) * sizeof *moves);
    if (!moves)
        return NULL;
    if (more > 0)
        memcpy(moves + plies, line->moves, (size_t)more * sizeof *moves);
    *count = plies + more;
    for (; plies > 0; node = node->parent)
        moves[--plies] = node->move;
    *start = &node->position;
    return moves;
}

Move *place_moves(const struct game_node *node, const struct position **start, int *count)
{
    return last_moves(node, INT_MAX, NULL, start, count);
}

/* Writes the limits in the syntax of the UCI command `go`. */
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

bool place_engine_at(struct engine *engine, const struct position *start, const Move moves[],
                     int count, const struct limits *limits)
{
    char words[256];
    if (!engine_set_position(engine, start, moves, count))
        return false;
    limits_words(limits, words, sizeof words);
    crash_note(engine_settings(engine), start, moves, count, words);
    return true;
}

bool place_engine(struct engine *engine, const struct game_node *node, const struct line *line,
                  const struct limits *limits)
{
    const struct position *start;
    int count;
    Move *moves = last_moves(node, PLIES_FOR_ENGINE, line, &start, &count);
    bool good = moves && place_engine_at(engine, start, moves, count, limits);
    free(moves);
    return good;
}
