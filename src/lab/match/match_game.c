/* A game between two players. Whatever a program does, the game comes to an end: by the rules of
 * chess, by our own clock, by a forfeit, or by adjudication. */
#include "src/lab/match/match_game.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/game/format.h"
#include "src/util/array.h"
#include "src/util/text.h"

struct table {
    struct game *game;
    struct game_node *node;
    struct player *const *players;
    const struct game_rules *rules;
    struct game_outcome *outcome;
    struct clock clock;
    int64_t now; /* current time of a virtual clock, in milliseconds */
    Move *moves; /* the moves from the root of the game to `node` */
    int count, capacity;
    int first;                      /* number of moves before the players' first move */
    int even_plies;                 /* number of plies in a row in which both players' scores are
                                       close enough to 0 for a draw */
    int decided_plies[COLOR_COUNT]; /* for each colour, number of plies in a row in which both
                                       players' scores are high enough to count as a win for it */
    struct report report;
};

NAMES_OF(match_ending_words, enum match_ending, MATCH_ENDINGS)

struct adjudication adjudication_default(void)
{
    return (struct adjudication){.on = true, .draw_score = 10, .draw_plies = 8, .draw_from = 80,
                                 .win_score = 900, .win_plies = 4};
}

static bool end(struct table *table, enum result result, enum match_ending ending)
{
    table->outcome->result = result;
    table->outcome->ending = ending;
    table->game->result = result;
    snprintf(table->game->termination, sizeof table->game->termination, "%s",
             match_ending_words(ending));
    return true;
}

static bool add_move(struct table *table, Move move)
{
    if (!ARRAY_RESERVE(table->moves, table->count, &table->capacity))
        return false;
    table->moves[table->count++] = move;
    return true;
}

static bool begin(struct table *table, struct error *error)
{
    table->node = table->game->root;
    while (table->node->child) {
        table->node = table->node->child;
        if (!add_move(table, table->node->move))
            return error_set(error, "out of memory");
    }
    table->first = table->count;
    clock_init(&table->clock, &table->rules->control);
    return true;
}

static bool ended_by_the_rules(struct table *table)
{
    switch (game_state(table->node)) {
    case GAME_CHECKMATE:
        return end(table, result_won_by(!table->node->position.side), ENDING_MATE);
    case GAME_STALEMATE:
        return end(table, RESULT_DRAW, ENDING_STALEMATE);
    case GAME_INSUFFICIENT:
        return end(table, RESULT_DRAW, ENDING_INSUFFICIENT);
    case GAME_FIVEFOLD:
    case GAME_THREEFOLD:
        return end(table, RESULT_DRAW, ENDING_REPETITION);
    case GAME_SEVENTY_FIVE:
    case GAME_FIFTY:
        return end(table, RESULT_DRAW, ENDING_FIFTY);
    default:
        return false;
    }
}

/* The current time of this game's clock. */
static int64_t time_of(const struct table *table)
{
    return table->rules->virtual_speed > 0 ? table->now : text_now();
}

/* Time for one move by a virtual clock, in milliseconds: the remaining time divided by the number
 * of moves to be expected, plus most of the increment. Our engine allocates its time in the same
 * way. */
static int64_t share_of_time(const struct table *table, int side)
{
    enum { MOVES_AHEAD = 32 };
    int64_t left = table->clock.remaining[side];
    int64_t increment = table->rules->control.increment;
    int moves_to_go = clock_moves_to_go(&table->clock, side);
    int moves = moves_to_go > 0 && moves_to_go < MOVES_AHEAD ? moves_to_go : MOVES_AHEAD;
    int64_t share = left / moves + increment * 3 / 4;
    return share > left * 3 / 5 ? left * 3 / 5 : share;
}

static int speed_of(const struct table *table, int side)
{
    return player_speed(table->players[side], table->rules->virtual_speed,
                        share_of_time(table, side));
}

/* Converts share_of_time to nodes, for players that can measure time only in seconds. */
static uint64_t share_of_nodes(const struct table *table, int side)
{
    int64_t share = share_of_time(table, side);
    int speed = speed_of(table, side);
    uint64_t nodes = share > 0 ? (uint64_t)share * (uint64_t)speed / 1000 : 0;
    return nodes > 0 ? nodes : 1;
}

static struct limits limits_now(const struct table *table)
{
    struct limits limits = table->rules->limits;
    int side = table->node->position.side;
    if (table->rules->control.untimed)
        return limits;
    int moves_to_go = clock_moves_to_go(&table->clock, side);
    if (table->rules->virtual_speed > 0 && !player_divides_time(table->players[side])) {
        limits.nodes = share_of_nodes(table, side);
        return limits;
    }
    limits.clock = true;
    limits.virtual_clock = table->rules->virtual_speed > 0;
    for (int color = WHITE; color <= BLACK; color++) {
        limits.time[color] = table->clock.remaining[color];
        limits.increment[color] = table->rules->control.increment;
    }
    limits.moves_to_go = moves_to_go;
    return limits;
}

/* Charges the mover the time that its nodes are worth on the virtual clock, but always leaves it at
 * least one millisecond. */
static void run_virtual_clock(struct table *table, int side)
{
    int speed = speed_of(table, side);
    int64_t spent = (int64_t)(table->report.nodes * 1000 / (uint64_t)speed);
    int64_t most = table->clock.remaining[side] - 1;
    table->now += spent < most ? spent : most > 0 ? most : 0;
}

/* Stops the mover's clock; returns true if its time ran out. If the time was overstepped by no more
 * than the margin, one millisecond remains on the clock. */
static bool press(struct table *table, int side)
{
    int64_t now = time_of(table), left = clock_remaining(&table->clock, side, now);
    if (!table->rules->control.untimed && left < 1) {
        if (left < -table->rules->margin) {
            table->outcome->think[side] += clock_press(&table->clock, now);
            return true;
        }
        now += left - 1;
    }
    table->outcome->think[side] += clock_press(&table->clock, now);
    return false;
}

static bool forfeit_on_time(struct table *table, int side)
{
    if (!chess_can_mate(&table->node->position, !side))
        return end(table, RESULT_DRAW, ENDING_TIME_DRAW);
    return end(table, result_won_by(!side), ENDING_TIME);
}

static Score score_told(const struct report *report)
{
    return report->line_count > 0 ? report->lines[0].score : SCORE_NONE;
}

static bool ended_by_scores(struct table *table, int mover)
{
    const struct adjudication *rules = &table->rules->adjudication;
    Score score = score_told(&table->report);
    bool known = score != SCORE_NONE;
    bool even = known && abs(score) <= rules->draw_score;
    table->even_plies = even ? table->even_plies + 1 : 0;
    for (int color = WHITE; color <= BLACK; color++) {
        Score own = color == mover ? score : -score;
        bool won = known && own >= rules->win_score;
        table->decided_plies[color] = won ? table->decided_plies[color] + 1 : 0;
    }
    if (!rules->on)
        return false;
    for (int color = WHITE; color <= BLACK; color++)
        if (table->decided_plies[color] >= rules->win_plies)
            return end(table, result_won_by(color), ENDING_DECIDED);
    if (table->even_plies >= rules->draw_plies && table->count - table->first >= rules->draw_from)
        return end(table, RESULT_DRAW, ENDING_DRAW_AGREED);
    return false;
}

/* Formats a comment such as "+0.35/12 5003 gave 45". */
static void write_comment(const struct report *report, char *text, size_t size)
{
    char score[24] = "-", extra[24] = "";
    if (score_told(report) != SCORE_NONE)
        text_score(score_told(report), score, sizeof score);
    const struct decision *decision = &report->decision;
    if (decision->made && decision->cost > 0)
        snprintf(extra, sizeof extra, " gave %d", decision->cost);
    snprintf(text, size, "%s/%d %llu%s", score, report->depth, (unsigned long long)report->nodes,
             extra);
}

static bool record(struct table *table, int mover, int64_t taken, struct error *error)
{
    char comment[128];
    write_comment(&table->report, comment, sizeof comment);
    struct game_node *node = game_add(table->node, table->report.best);
    bool silent = table->report.depth == 0 && table->report.nodes == 0;
    if (!node || !add_move(table, table->report.best) ||
        (!silent && !game_set_comment(node, comment)))
        return error_set(error, "out of memory");
    if (!table->rules->control.untimed) {
        node->clock = table->clock.remaining[mover];
        node->elapsed = taken;
    }
    table->node = node;
    table->outcome->plies++;
    table->outcome->nodes[mover] += table->report.nodes;
    return true;
}

/* Plays one move. Returns false when the game is over or stopped, or on an error, which also sets
 * *good to false. */
static bool step(struct table *table, const atomic_bool *stop, struct error *error, bool *good)
{
    int mover = table->node->position.side;
    struct player *player = table->players[mover];
    struct limits limits = limits_now(table);
    struct error trouble = {.message = ""};
    int64_t before = table->outcome->think[mover];
    clock_start(&table->clock, mover, time_of(table));
    enum player_answer answer =
        player_think(player, &table->game->root->position, table->moves, table->count, &limits,
                     &table->report, &trouble);
    if (atomic_load(stop)) {
        *good = false;
        return false;
    }
    if (answer == PLAYER_MOVED && table->rules->virtual_speed > 0)
        run_virtual_clock(table, mover);
    bool late = press(table, mover);
    if (answer == PLAYER_MOVED || table->rules->virtual_speed == 0)
        table->outcome->thoughts[mover]++; /* a virtual clock runs only for completed moves */
    if (answer == PLAYER_ILLEGAL || answer == PLAYER_BROKE) {
        snprintf(table->outcome->trouble, sizeof table->outcome->trouble, "%.255s",
                 trouble.message);
        end(table, result_won_by(!mover),
            answer == PLAYER_ILLEGAL ? ENDING_ILLEGAL : ENDING_BREAKDOWN);
        return false;
    }
    if (answer == PLAYER_RESIGNED) {
        end(table, result_won_by(!mover), ENDING_RESIGNATION);
        return false;
    }
    if (late) {
        forfeit_on_time(table, mover);
        return false;
    }
    *good = record(table, mover, table->outcome->think[mover] - before, error);
    return *good && !ended_by_the_rules(table) && !ended_by_scores(table, mover);
}

bool match_play(struct game *game, struct player *const players[COLOR_COUNT],
                const struct game_rules *rules, const atomic_bool *stop,
                struct game_outcome *outcome, struct error *error)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return error_set(error, "out of memory");
    *outcome = (struct game_outcome){.result = RESULT_NONE};
    table->game = game;
    table->players = players;
    table->rules = rules;
    table->outcome = outcome;
    bool good = begin(table, error);
    if (good && !ended_by_the_rules(table))
        while (step(table, stop, error, &good))
            ;
    free(table->moves);
    free(table);
    return good;
}
