/* The mate search during analysis: when it runs, for how long, and how its result is shown. */
#include "engine/search/proof.h"

#include <string.h>

#include "engine/search/mate.h"

static bool is_wanted(const struct task *task)
{
    const struct limits *limits = &task->limits;
    return (limits->movetime || limits->infinite || limits->mate) && !limits->clock &&
           !limits->depth && !limits->nodes && !limits->search_moves_count && !limits->ponder &&
           !task->limited && !task->root_table_count && task->root.halfmoves + MATE_LINE_MAX < 100;
}

void proof_begin(struct proof *proof, const struct task *task)
{
    proof->spent = 0;
    proof->running = is_wanted(task);
    if (proof->running && !proof->search)
        proof->search = mate_create(); /* if out of memory, analysis continues without the mate
                                        * search */
    proof->running = proof->running && proof->search;
    if (proof->running)
        mate_begin(proof->search, &task->root);
}

void proof_end(struct proof *proof)
{
    proof->running = false;
}

void proof_destroy(struct proof *proof)
{
    mate_destroy(proof->search);
    *proof = (struct proof){0};
}

/* How many of the elapsed milliseconds the mate search may use: a quarter of the first 200, and 60
 * percent of the rest. After it has proven a mate or given up, it uses no more. */
static int64_t share_of(int64_t elapsed)
{
    const int64_t early = 200;
    return elapsed <= early ? elapsed / 4 : early / 4 + (elapsed - early) * 6 / 10;
}

/* Returns a number of moves: only mates in fewer moves are worth proving. If the normal search has
 * found a mate, only shorter mates are worth proving. But if its line was cut short and ends before
 * the mate, a mate of the same length is worth proving, too. */
static int moves_known(const struct line *best)
{
    int moves;
    if (!best || !score_is_mate(best->score, &moves) || moves < 1 || best->bound != BOUND_EXACT)
        return MATE_MOVES_MAX + 1;
    return best->length < 2 * moves - 1 ? moves + 1 : moves;
}

bool proof_continue(struct proof *proof, struct task *task, const struct line *best)
{
    enum { SLICE_NODES = 10000 };
    if (!proof->running)
        return false;
    Move moves[MATE_LINE_MAX];
    int length, before = mate_proven(proof->search, moves, &length), fewer = moves_known(best);
    int64_t begun = time_now();
    bool more = true;
    for (int64_t now = begun; more && !atomic_load(&task->stop); now = time_now()) {
        if (proof->spent + now - begun >= share_of(now - task->started) ||
            now - task->started >= task->timing.maximum)
            break;
        more = mate_continue(proof->search, SLICE_NODES, fewer, &task->stop);
    }
    proof->spent = more ? proof->spent + time_now() - begun : INT32_MAX; /* INT32_MAX: the mate
                                                                          * search has nothing left
                                                                          * to do and gets no more
                                                                          * time */
    int found = mate_proven(proof->search, moves, &length);
    if (found == before || found == 0)
        return false;
    if (task->limits.mate >= found)
        atomic_store(&task->stop, true);
    return true;
}

uint64_t proof_nodes(const struct proof *proof)
{
    return proof->running ? mate_nodes(proof->search) : 0;
}

void proof_show(const struct proof *proof, struct line lines[], int count)
{
    if (!proof->running)
        return;
    Move moves[MATE_LINE_MAX];
    int length, in = mate_proven(proof->search, moves, &length);
    Score score = SCORE_MATE - (2 * in - 1);
    if (in == 0 || length == 0 || count == 0 || lines[0].score > score ||
        (lines[0].score == score && lines[0].length >= length))
        return;
    int last = count - 1; /* index of the line to replace: the line that begins with the same move,
                           * otherwise the worst line */
    for (int i = 0; i < count; i++)
        if (lines[i].moves[0] == moves[0])
            last = i;
    struct line line = {.score = score,
                        .depth = lines[0].depth,
                        .selective_depth = 2 * in - 1,
                        .bound = BOUND_EXACT,
                        .length = length};
    memcpy(line.moves, moves, (size_t)length * sizeof *moves);
    memmove(&lines[1], &lines[0], (size_t)last * sizeof line);
    lines[0] = line;
}
