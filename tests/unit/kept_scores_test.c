/* The scores of reviewed games of files, which are kept in the cache. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/archive/kept_scores.h"
#include "tests/unit/games_file.h"

/* Plays moves such as "e2e4 e7e5" in a new game. */
static struct game *play(const char *moves, struct game_node **live)
{
    struct game *game = game_create(NULL);
    char text[64], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    assert_non_null(game);
    *live = game->root;
    for (const char *uci; (uci = strtok_r(rest, " ", &rest));) {
        Move move;
        assert_true(chess_from_uci(&(*live)->position, uci, &move));
        *live = game_add(*live, move);
        assert_non_null(*live);
    }
    return game;
}

/* Scores the first position twice and the second one once; the third has no score. */
static void score(struct ledger *ledger, const struct game_node *live)
{
    struct ledger_score score = {.score = 20, .depth = 9, .nodes = 70000};
    assert_true(ledger_set_score(ledger, 0, &score));
    score = (struct ledger_score){.score = 30, .depth = 12, .nodes = 500000, .length = 1};
    score.line[0] = live->parent->move;
    assert_true(ledger_set_score(ledger, 0, &score));
    score = (struct ledger_score){.score = -40, .depth = 10, .nodes = 80000};
    assert_true(ledger_set_score(ledger, 1, &score));
}

/* Compares the fields one by one, because the bytes between them can differ. */
static void assert_same_score(const struct ledger_score *a, const struct ledger_score *b)
{
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->line, b->line, (size_t)b->length * sizeof *b->line);
}

/* Returns how many games the totals count. */
static int games_in_total(void)
{
    struct kept_total total;
    kept_scores_total(&total);
    return total.games;
}

static void an_unfinished_review_is_found_again(void **state)
{
    struct game_node *live, *other;
    struct game *game = play("e2e4 e7e5", &live), *another = play("e2e4 e7e6", &other);
    struct ledger kept = {0}, found = {0};
    struct kept_total total;
    score(&kept, live);
    kept_scores_write(&kept, live, NULL);
    assert_true(kept_scores_read(&found, other));
    assert_int_equal(found.count, 0);
    assert_true(kept_scores_read(&found, live));
    for (int ply = 0; ply < 2; ply++)
        assert_same_score(&ledger_at(&found, ply)->score, &ledger_at(&kept, ply)->score);
    assert_int_equal(ledger_first_score_at(&found, 0), 20);
    assert_int_equal(ledger_first_score_at(&found, 1), -40);
    assert_int_equal(ledger_score_at(&found, 2), SCORE_NONE);
    kept_scores_total(&total);
    assert_int_equal(total.games, 0);
    ledger_clear(&kept, 0), ledger_clear(&found, 0);
    game_destroy(game), game_destroy(another);
}

static void other_scores_of_the_file_are_not_mixed_with_ours(void **state)
{
    struct game_node *live;
    struct game *game = play("d2d4 d7d5", &live);
    struct ledger kept = {0}, found = {0};
    score(&kept, live);
    kept_scores_write(&kept, live, NULL);
    assert_true(ledger_set_score(&found, 1, &(struct ledger_score){.score = 10}));
    assert_true(kept_scores_read(&found, live));
    assert_int_equal(ledger_score_at(&found, 0), SCORE_NONE);
    ledger_clear(&found, 0);
    assert_true(ledger_set_score(&found, 1, &(struct ledger_score){.score = -40}));
    assert_true(kept_scores_read(&found, live));
    assert_int_equal(ledger_score_at(&found, 0), 30);
    ledger_clear(&kept, 0), ledger_clear(&found, 0);
    game_destroy(game);
}

static void finished_reviews_of_your_games_are_counted_once(void **state)
{
    struct game_node *live;
    struct game *game = play("c2c4 c7c5", &live);
    struct ledger kept = {0};
    struct kept_total total;
    struct review *review = calloc(1, sizeof *review);
    assert_non_null(review);
    review->you = BLACK;
    review->sides[BLACK].percent = 75;
    review->counts[BLACK][JUDGED_BLUNDER] = 2;
    score(&kept, live);
    for (int i = 0; i < 2; i++)
        kept_scores_write(&kept, live, review);
    kept_scores_total(&total);
    assert_int_equal(total.games, 1);
    assert_true(total.accuracy > 74 && total.accuracy < 76);
    assert_int_equal(total.counts[JUDGED_BLUNDER], 2);
    review->you = -1;
    kept_scores_write(&kept, live, review);
    assert_int_equal(games_in_total(), 0);
    ledger_clear(&kept, 0);
    game_destroy(game);
    free(review);
}

static void keep_path(void *context, const char *path)
{
    snprintf(context, 1024, "%s", path);
}

/* Finds the only file with scores in the cache. */
static void find_file(char path[1024])
{
    assert_int_equal(each_cache_file(".scores", keep_path, path), 1);
}

/* The checksum of such a file is right, and both games have the same number of moves. */
static void scores_of_a_renamed_file_are_not_used(void **state)
{
    struct game_node *live, *other;
    struct game *game = play("f2f4 f7f5", &live), *another = play("b2b4 b7b5", &other);
    struct ledger kept = {0}, found = {0};
    char first[1024], second[1024];
    struct review *review = calloc(1, sizeof *review);
    assert_non_null(review);
    score(&kept, live);
    kept_scores_write(&kept, other, review);
    find_file(second);
    assert_int_equal(unlink(second), 0);
    kept_scores_write(&kept, live, review);
    find_file(first);
    assert_int_equal(games_in_total(), 1);
    assert_int_equal(rename(first, second), 0);
    assert_true(kept_scores_read(&found, other));
    assert_int_equal(found.count, 0);
    assert_int_equal(games_in_total(), 0);
    assert_int_equal(rename(second, first), 0);
    assert_true(kept_scores_read(&found, live));
    assert_int_equal(ledger_score_at(&found, 0), 30);
    ledger_clear(&kept, 0), ledger_clear(&found, 0);
    game_destroy(game), game_destroy(another);
    free(review);
    assert_int_equal(unlink(first), 0);
}

/* The totals leave out a damaged file, and a file with values that no review can give. */
static void a_damaged_file_gives_no_scores(void **state)
{
    struct game_node *live;
    struct game *game = play("g2g4 g7g5", &live);
    struct ledger kept = {0}, found = {0};
    char path[1024];
    struct review *review = calloc(1, sizeof *review);
    assert_non_null(review);
    review->sides[WHITE].percent = 75;
    score(&kept, live);
    kept_scores_write(&kept, live, review);
    find_file(path);
    damage_file(path, -1, "X", 1);
    assert_true(kept_scores_read(&found, live));
    assert_int_equal(found.count, 0);
    assert_int_equal(games_in_total(), 0);
    review->sides[WHITE].percent = 1e300;
    kept_scores_write(&kept, live, review);
    assert_int_equal(games_in_total(), 0);
    ledger_clear(&kept, 0);
    game_destroy(game);
    free(review);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    if (!make_games_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_of_a_renamed_file_are_not_used), /* first: the cache is empty */
        cmocka_unit_test(a_damaged_file_gives_no_scores),         /* here, too */
        cmocka_unit_test(an_unfinished_review_is_found_again),
        cmocka_unit_test(other_scores_of_the_file_are_not_mixed_with_ours),
        cmocka_unit_test(finished_reviews_of_your_games_are_counted_once),
    };
    return remove_games_folder(cmocka_run_group_tests(tests, NULL, NULL));
}
