/* Proof-number search for mates, depth first (Nagai's df-pn) and with a limited number of moves:
 * mate in one, two, three and so on. Each node has two numbers. Both are seen from the side to
 * move, whose goal is to give mate (the attacker) or to escape mate (the defender). phi is the work
 * left to prove that the side to move reaches its goal, delta the work left to disprove that. One
 * good move suffices to reach the goal, so phi is the minimum of delta over the children. To
 * disprove it, all moves must fail, so delta is the sum of phi over the children. The search always
 * continues where the least work is left, which is where the defender has few replies. No move is
 * pruned, however quiet. */
#include "engine/search/mate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/random.h"
#include "engine/rules/position.h"
#include "engine/search/movepick.h"

enum { PROOF_NEVER = 1000000000, WAYS = 4, TABLE_ENTRIES = 1 << 18, LINE_NODES = 50000 };

struct proof {
    uint64_t key;
    uint32_t phi, delta;
    Move best;
};

struct child {
    struct position position;
    uint64_t key;
    uint32_t phi, delta;
    Move move;
};

/* The lengths of mates in the order in which they are tried. A stage ends when its length is proven
 * or refuted, or when the whole search has visited `until` nodes. A length that was left open is
 * tried again after longer ones, because the shortest mate is wanted. */
static const struct stage {
    int moves;
    uint64_t until;
} stages[] = {{1, UINT64_MAX}, {2, 100000},  {3, 250000},  {4, 400000},  {5, 5500000},
              {3, 6000000},    {4, 7500000}, {5, 10000000}, {6, 14000000}};
enum { STAGES = sizeof stages / sizeof *stages };

struct mate_search {
    struct position root;
    uint64_t nodes, limit;
    const atomic_bool *stop;
    int stage;
    bool settled[MATE_MOVES_MAX + 1]; /* by number of moves: whether a mate of that length has been
                                       * proven or refuted */
    int moves;                        /* number of moves of the mate found; 0: none */
    int line_length;
    Move line[MATE_LINE_MAX];
    struct child children[2 * MATE_MOVES_MAX][CHESS_MOVES_MAX]; /* by ply: the children of the node
                                                                 * that is being searched there */
    struct proof table[TABLE_ENTRIES];
};

struct mate_search *mate_create(void)
{
    return calloc(1, sizeof(struct mate_search));
}

void mate_destroy(struct mate_search *search)
{
    free(search);
}

void mate_begin(struct mate_search *search, const struct position *root)
{
    search->root = *root;
    search->nodes = 0;
    search->stage = 0;
    search->moves = search->line_length = 0;
    memset(search->settled, 0, sizeof search->settled);
    memset(search->table, 0, sizeof search->table);
}

uint64_t mate_nodes(const struct mate_search *search)
{
    return search->nodes;
}

int mate_proven(const struct mate_search *search, Move line[MATE_LINE_MAX], int *length)
{
    memcpy(line, search->line, sizeof search->line);
    *length = search->line_length;
    return search->moves;
}

/* The hash table: phi and delta of a position, given how many plies are left. */

static uint64_t key_of(const struct position *position, int plies)
{
    return position->key ^ (uint64_t)(plies + 1) * RANDOM_STEP;
}

static struct proof *bucket(struct mate_search *search, uint64_t key)
{
    return &search->table[key % TABLE_ENTRIES & ~(uint64_t)(WAYS - 1)];
}

static const struct proof *find(struct mate_search *search, uint64_t key)
{
    const struct proof *proofs = bucket(search, key);
    for (int i = 0; i < WAYS; i++)
        if (proofs[i].key == key)
            return &proofs[i];
    return NULL;
}

/* The value of an entry; the entry with the lowest value is replaced first. Final results and
 * results that took much work have high values. */
static uint32_t worth(const struct proof *proof)
{
    return proof->phi == 0 || proof->delta == 0 ? PROOF_NEVER : proof->phi + proof->delta;
}

static void keep(struct mate_search *search, uint64_t key, uint32_t phi, uint32_t delta, Move best)
{
    struct proof *proofs = bucket(search, key), *chosen = proofs;
    for (int i = 0; i < WAYS; i++) {
        if (proofs[i].key == key || proofs[i].key == 0) {
            chosen = &proofs[i];
            break;
        }
        if (worth(&proofs[i]) < worth(chosen))
            chosen = &proofs[i];
    }
    *chosen = (struct proof){key, phi, delta, best};
}

/* Estimates for new nodes. */

static Move mate_in_one(struct mate_search *search, const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    struct check_info checks;
    int count = position_generate(position, GENERATE_ALL, moves);
    check_info_set(&checks, position);
    for (int i = 0; i < count; i++) {
        struct position next;
        if (!gives_check(position, &checks, moves[i]))
            continue;
        position_play(position, moves[i], &next);
        search->nodes++;
        if (position_count_moves(&next) == 0)
            return moves[i];
    }
    return NO_MOVE;
}

/* Estimates phi and delta of a new node in which the defender is to move and `plies` plies are left
 * (0 or less: none). Few replies are a good sign for the attacker, especially in check. */
static void judge_defender(struct child *child, int plies)
{
    int replies = position_count_moves(&child->position);
    bool mated = replies == 0 && child->position.checkers;
    if (mated || replies == 0 || plies <= 0) {
        child->phi = mated ? PROOF_NEVER : 0;
        child->delta = mated ? 0 : PROOF_NEVER;
    } else {
        child->phi = 1;
        child->delta = (uint32_t)replies + (child->position.checkers ? 0 : 2);
    }
}

static void judge_attacker(struct mate_search *search, struct child *child, int plies)
{
    child->phi = child->delta = 1;
    if (plies > 1)
        return;
    Move mate = mate_in_one(search, &child->position);
    child->phi = mate ? 0 : PROOF_NEVER;
    child->delta = mate ? PROOF_NEVER : 0;
    keep(search, child->key, child->phi, child->delta, mate);
}

static int expand(struct mate_search *search, const struct position *position, int plies, int ply)
{
    struct child *children = search->children[ply];
    bool attacks = plies % 2 != 0;
    Move moves[CHESS_MOVES_MAX];
    struct check_info checks;
    int all = position_generate(position, GENERATE_ALL, moves), count = 0;
    check_info_set(&checks, position);
    for (int i = 0; i < all; i++) {
        if (plies == 1 && !gives_check(position, &checks, moves[i]))
            continue;
        struct child *child = &children[count++];
        child->move = moves[i];
        position_play(position, moves[i], &child->position);
        child->key = key_of(&child->position, plies - 1);
        const struct proof *known = find(search, child->key);
        if (known) {
            child->phi = known->phi;
            child->delta = known->delta;
            continue;
        }
        search->nodes++;
        if (attacks)
            judge_defender(child, plies - 1);
        else
            judge_attacker(search, child, plies - 1);
        if (child->delta == 0)
            break; /* this move suffices, so the others do not matter */
    }
    return count;
}

/* The search of the tree. */

static bool interrupted(const struct mate_search *search)
{
    return search->nodes >= search->limit ||
           (search->stop && atomic_load_explicit(search->stop, memory_order_relaxed));
}

/* Computes phi and delta of a node from its children. Returns the index of the child with the
 * smallest delta, which is searched next, or -1 if the delta of every child is PROOF_NEVER. Sets
 * *second to the second smallest delta. */
static int gather(const struct child children[], int count, uint32_t *phi, uint32_t *delta,
                  uint32_t *second)
{
    uint64_t sum = 0;
    int best = -1;
    *phi = *second = PROOF_NEVER;
    for (int i = 0; i < count; i++) {
        if (children[i].delta < *phi) {
            *second = *phi;
            *phi = children[i].delta;
            best = i;
        } else if (children[i].delta < *second) {
            *second = children[i].delta;
        }
        sum += children[i].phi;
    }
    *delta = *phi == 0             ? PROOF_NEVER
             : *phi == PROOF_NEVER ? 0
             : sum < PROOF_NEVER   ? (uint32_t)sum
                                   : PROOF_NEVER - 1;
    return best;
}

/* Searches a position with `plies` plies left (odd: the attacker moves) until phi reaches
 * `phi_limit` or delta reaches `delta_limit`. Sets *phi and *delta. */
static void prove(struct mate_search *search, const struct position *position, int plies, int ply,
                  uint32_t phi_limit, uint32_t delta_limit, uint32_t *phi, uint32_t *delta)
{
    struct child *children = search->children[ply];
    int count = expand(search, position, plies, ply);
    for (;;) {
        uint32_t second;
        int best = gather(children, count, phi, delta, &second);
        if (*phi >= phi_limit || *delta >= delta_limit || *phi == 0 || *delta == 0 ||
            interrupted(search)) {
            keep(search, key_of(position, plies), *phi, *delta,
                 best >= 0 ? children[best].move : NO_MOVE);
            return;
        }
        /* The child is searched until its delta is somewhat larger than that of the second best
         * child, so that the search does not jump back and forth between the two. */
        uint32_t enough = second + second / 4 + 1;
        struct child *child = &children[best];
        prove(search, &child->position, plies - 1, ply + 1,
              delta_limit == PROOF_NEVER ? PROOF_NEVER : delta_limit - *delta + child->phi,
              enough < phi_limit ? enough : phi_limit, &child->phi, &child->delta);
    }
}

/* Returns whether the attacker, to move, is proven to mate within `plies` plies. */
static bool mates(struct mate_search *search, const struct position *position, int plies)
{
    const struct proof *known = find(search, key_of(position, plies));
    uint32_t phi = known ? known->phi : 1, delta;
    if (phi != 0 && !(known && known->delta == 0))
        prove(search, position, plies, 0, PROOF_NEVER, PROOF_NEVER, &phi, &delta);
    return phi == 0;
}

/* Returns the reply that delays mate longest, or NO_MOVE if it cannot be found within the limit of
 * nodes. */
static Move longest_defence(struct mate_search *search, const struct position *position, int plies)
{
    Move moves[CHESS_MOVES_MAX], reply = NO_MOVE;
    int count = position_generate(position, GENERATE_ALL, moves);
    for (int i = 0; i < count; i++) {
        struct position next;
        position_play(position, moves[i], &next);
        if (!mates(search, &next, plies))
            return NO_MOVE;
        if (plies < 3 || !mates(search, &next, plies - 2))
            return moves[i];
        reply = moves[i];
    }
    return reply;
}

static void find_line(struct mate_search *search, int moves)
{
    struct position position = search->root;
    search->line_length = 0;
    search->limit = search->nodes + LINE_NODES;
    for (int plies = 2 * moves - 1; plies > 0; plies -= 2) {
        const struct proof *proof =
            mates(search, &position, plies) ? find(search, key_of(&position, plies)) : NULL;
        Move move = proof ? proof->best : NO_MOVE;
        if (!move || !chess_is_legal(&position, move))
            return;
        search->line[search->line_length++] = move;
        chess_play(&position, move);
        Move reply = plies > 1 ? longest_defence(search, &position, plies - 2) : NO_MOVE;
        if (!reply)
            return;
        search->line[search->line_length++] = reply;
        chess_play(&position, reply);
    }
}

/* Tries to prove or refute a mate in `moves` moves, within the limit of nodes. */
static void try_length(struct mate_search *search, int moves)
{
    uint32_t phi, delta;
    prove(search, &search->root, 2 * moves - 1, 0, PROOF_NEVER, PROOF_NEVER, &phi, &delta);
    if (phi != 0 && delta != 0)
        return;
    for (int i = moves; i >= 1 && delta == 0; i--)
        search->settled[i] = true; /* a refuted length refutes all shorter ones */
    search->settled[moves] = true;
    if (phi == 0) {
        search->moves = moves;
        find_line(search, moves);
    }
}

bool mate_continue(struct mate_search *search, uint64_t nodes, int in_fewer_than,
                   const atomic_bool *stop)
{
    uint64_t until = search->nodes + nodes;
    search->stop = stop;
    while (search->stage < STAGES && search->nodes < until) {
        const struct stage *stage = &stages[search->stage];
        bool wanted = stage->moves < in_fewer_than && !search->settled[stage->moves] &&
                      (!search->moves || stage->moves < search->moves);
        if (!wanted || search->nodes >= stage->until) {
            search->stage++;
            continue;
        }
        search->limit = until < stage->until ? until : stage->until;
        try_length(search, stage->moves);
        if (stop && atomic_load(stop))
            break;
    }
    return search->stage < STAGES;
}
