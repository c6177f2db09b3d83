/* The operations of the writer: for each one its arguments, the function that the thread calls,
 * and the function that posts it. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/store/rating.h"
#include "src/store/writer_queue.h"

/* The functions that the writer's thread calls */

static bool begin(struct store *store, struct writing *writing, struct error *error)
{
    struct stored_game *game = (void *)writing->arguments;
    bool good = store_begin(store, game, error);
    writing->row = good ? game->id : 0;
    return good;
}

static void clear_game(void *game)
{
    stored_game_clear(game);
}

struct move_arguments {
    struct game_node node;   /* a copy; its pointers must not be followed */
    struct game_node parent; /* a copy; its pointers must not be followed */
    bool decided;
    struct decision decision;
};

static bool move(struct store *store, struct writing *writing, struct error *error)
{
    const struct move_arguments *arguments = (const void *)writing->arguments;
    struct game_node node = arguments->node, parent = arguments->parent;
    node.parent = &parent;
    return store_move(store, writing->row, &node,
                      arguments->decided ? &arguments->decision : NULL, error);
}

struct score_arguments {
    struct game_node node;
    struct ledger_score score;
};

static bool score(struct store *store, struct writing *writing, struct error *error)
{
    const struct score_arguments *arguments = (const void *)writing->arguments;
    return store_score(store, writing->row, &arguments->node, &arguments->score, error);
}

static bool opponent(struct store *store, struct writing *writing, struct error *error)
{
    return store_opponent(store, writing->row, (const void *)writing->arguments, error);
}

static bool truncate_game(struct store *store, struct writing *writing, struct error *error)
{
    const int *plies = (const void *)writing->arguments;
    return store_truncate(store, writing->row, *plies, error);
}

struct finish_arguments {
    enum result result;
    char ending[64];
};

static bool finish(struct store *store, struct writing *writing, struct error *error)
{
    const struct finish_arguments *arguments = (const void *)writing->arguments;
    return store_finish(store, writing->row, arguments->result, arguments->ending, error);
}

struct unrated_arguments {
    int takebacks;
    char why[48];
};

static bool unrated(struct store *store, struct writing *writing, struct error *error)
{
    const struct unrated_arguments *arguments = (const void *)writing->arguments;
    return store_unrated(store, writing->row, arguments->takebacks, arguments->why, error);
}

struct rate_arguments {
    double opponent, score;
    struct rating after;
};

static bool rate(struct store *store, struct writing *writing, struct error *error)
{
    const struct rate_arguments *arguments = (const void *)writing->arguments;
    return store_rate(store, writing->row, arguments->opponent, arguments->score,
                      &arguments->after, error);
}

struct review_arguments {
    struct review review;
    int count;
    struct card cards[REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX];
};

static bool review(struct store *store, struct writing *writing, struct error *error)
{
    const struct review_arguments *arguments = (const void *)writing->arguments;
    return store_review(store, writing->row, &arguments->review, arguments->cards,
                        arguments->count, error);
}

static bool add_card(struct store *store, struct writing *writing, struct error *error)
{
    return store_add_card(store, (const void *)writing->arguments, error);
}

struct answer_arguments {
    struct position position;
    enum grade grade;
    int64_t now;
    double goal;
};

static bool answer(struct store *store, struct writing *writing, struct error *error)
{
    const struct answer_arguments *arguments = (const void *)writing->arguments;
    int64_t next;
    return store_answer(store, &arguments->position, arguments->grade, arguments->now,
                        arguments->goal, &next, error);
}

static bool begin_puzzles_at(struct store *store, struct writing *writing, struct error *error)
{
    double rating;
    (void)error;
    memcpy(&rating, writing->arguments, sizeof rating);
    store_begin_puzzles_at(store, rating);
    return true;
}

struct attempt_arguments {
    struct puzzle puzzle;
    enum puzzle_result result;
    int64_t now;
};

static bool attempt(struct store *store, struct writing *writing, struct error *error)
{
    const struct attempt_arguments *arguments = (const void *)writing->arguments;
    struct rating after;
    return store_attempt(store, &arguments->puzzle, arguments->result, arguments->now, &after,
                         error);
}

struct note_arguments {
    char name[128];
    bool solved;
    int64_t now;
};

static bool note_attempt(struct store *store, struct writing *writing, struct error *error)
{
    const struct note_arguments *arguments = (const void *)writing->arguments;
    return store_note_attempt(store, arguments->name, arguments->solved, arguments->now, error);
}

/* The functions that post operations */

static void post(struct store_writer *writer, int64_t game, writing_function *write,
                 const void *arguments, size_t size)
{
    /* The result is ignored, because writer_post has recorded that memory ran out. */
    (void)writer_post(writer, game, write, NULL, arguments, size);
}

int64_t store_writer_begin(struct store_writer *writer, struct stored_game *game)
{
    int64_t number = store_writer_adopt(writer, 0);
    if (game->began == 0)
        game->began = (int64_t)time(NULL);
    if (!number || !writer_post(writer, number, begin, clear_game, game, sizeof *game))
        return 0;
    *game = (struct stored_game){0};
    return number;
}

static struct game_node alone(const struct game_node *node)
{
    return (struct game_node){.move = node->move, .position = node->position, .ply = node->ply,
                              .clock = node->clock, .elapsed = node->elapsed};
}

void store_writer_move(struct store_writer *writer, int64_t game, const struct game_node *node,
                       const struct decision *decision)
{
    struct move_arguments arguments = {.node = alone(node), .parent = alone(node->parent),
                                       .decided = decision != NULL};
    if (decision)
        arguments.decision = *decision;
    post(writer, game, move, &arguments, sizeof arguments);
}

void store_writer_score(struct store_writer *writer, int64_t game, const struct game_node *node,
                        const struct ledger_score *found)
{
    const struct score_arguments arguments = {alone(node), *found};
    post(writer, game, score, &arguments, sizeof arguments);
}

void store_writer_opponent(struct store_writer *writer, int64_t game,
                           const struct handicap *handicap)
{
    post(writer, game, opponent, handicap, sizeof *handicap);
}

void store_writer_truncate(struct store_writer *writer, int64_t game, int plies)
{
    post(writer, game, truncate_game, &plies, sizeof plies);
}

void store_writer_finish(struct store_writer *writer, int64_t game, enum result result,
                         const char *ending)
{
    struct finish_arguments arguments = {.result = result};
    snprintf(arguments.ending, sizeof arguments.ending, "%s", ending);
    post(writer, game, finish, &arguments, sizeof arguments);
}

void store_writer_unrated(struct store_writer *writer, int64_t game, int takebacks,
                          const char *why)
{
    struct unrated_arguments arguments = {.takebacks = takebacks};
    snprintf(arguments.why, sizeof arguments.why, "%s", why);
    post(writer, game, unrated, &arguments, sizeof arguments);
}

void store_writer_rate(struct store_writer *writer, int64_t game, double elo, double points,
                       const struct rating *after)
{
    const struct rate_arguments arguments = {elo, points, *after};
    post(writer, game, rate, &arguments, sizeof arguments);
}

void store_writer_review(struct store_writer *writer, int64_t game, const struct review *found,
                         const struct card cards[], int card_count)
{
    struct review_arguments arguments = {.review = *found, .count = card_count};
    memcpy(arguments.cards, cards, (size_t)card_count * sizeof *cards);
    post(writer, game, review, &arguments, sizeof arguments);
}

void store_writer_add_card(struct store_writer *writer, const struct card *card)
{
    post(writer, 0, add_card, card, sizeof *card);
}

void store_writer_answer(struct store_writer *writer, const struct position *position,
                         enum grade grade, int64_t now, double goal)
{
    const struct answer_arguments arguments = {*position, grade, now, goal};
    post(writer, 0, answer, &arguments, sizeof arguments);
}

void store_writer_begin_puzzles_at(struct store_writer *writer, double rating)
{
    post(writer, 0, begin_puzzles_at, &rating, sizeof rating);
}

void store_writer_attempt(struct store_writer *writer, const struct puzzle *puzzle,
                          enum puzzle_result result, int64_t now)
{
    const struct attempt_arguments arguments = {*puzzle, result, now};
    post(writer, 0, attempt, &arguments, sizeof arguments);
}

void store_writer_note_attempt(struct store_writer *writer, const char *name, bool solved,
                               int64_t now)
{
    struct note_arguments arguments = {.solved = solved, .now = now};
    snprintf(arguments.name, sizeof arguments.name, "%s", name);
    post(writer, 0, note_attempt, &arguments, sizeof arguments);
}
