/* Editing a game's tree: promoting and deleting variations, comments with commands, glyphs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/annotate.h"
#include "src/pgn/pgn.h"
#include "tests/unit/test.h"

static struct game *read_game(const char *text)
{
    FILE *stream = fmemopen((char *)(uintptr_t)text, strlen(text), "r");
    struct pgn_reader *reader = pgn_reader_create(stream, "test.pgn");
    struct game *game;
    struct error error;
    if (pgn_read(reader, &game, &error) != PGN_GAME)
        fail_msg("%s: %d: %s", text, error.line, error.message);
    pgn_reader_destroy(reader);
    fclose(stream);
    return game;
}

/* The movetext as written, on one line. */
static void expect_moves(const struct game *game, const char *expected)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_true(pgn_write(game, stream));
    fclose(stream);
    char *moves = *text == '[' ? strstr(text, "\n\n") + 2 : text; /* skip the tags, if any */
    moves[strlen(moves) - 2] = '\0';
    for (char *at = moves; *at; at++)
        *at = (char)(*at == '\n' ? ' ' : *at);
    assert_string_equal(moves, expected);
    free(text);
}

/* The node that the moves lead to. */
static struct game_node *find(struct game *game, const char *moves)
{
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    struct game_node *node = game->root;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        struct game_node *child = node->child;
        char san[CHESS_SAN_MAX];
        for (; child; child = child->sibling) {
            chess_to_san(&node->position, child->move, san);
            if (strcmp(san, word) == 0)
                break;
        }
        if (!child)
            fail_msg("%s: no %s", moves, word);
        node = child;
    }
    return node;
}

static const char tree[] = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5)) (1... e6 2. d4) 2. Nf3 *";

static void a_variation_is_promoted_a_line_at_a_time(void **state)
{
    struct game *game = read_game(tree);
    struct game_node *deep = find(game, "e4 c5 c3 d5");
    assert_int_equal(game_variation_depth(deep), 2);
    assert_ptr_equal(game_variation_head(deep), find(game, "e4 c5 c3"));
    assert_true(game_promote(deep));
    expect_moves(game,
                 "1. e4 e5 (1... c5 2. c3 (2. Nf3) 2... d5 3. exd5) (1... e6 2. d4) 2. Nf3 *");
    assert_true(game_promote(deep));
    expect_moves(game,
                 "1. e4 c5 (1... e5 2. Nf3) (1... e6 2. d4) 2. c3 (2. Nf3) 2... d5 3. exd5 *");
    assert_false(game_promote(deep));
    assert_null(game_variation_head(deep));
    game_destroy(game);
}

static void a_line_becomes_the_main_line_at_once(void **state)
{
    struct game *game = read_game(tree);
    struct game_node *deep = find(game, "e4 c5 c3 d5");
    assert_true(game_promote_to_main(deep));
    assert_int_equal(game_variation_depth(deep), 0);
    expect_moves(game,
                 "1. e4 c5 (1... e5 2. Nf3) (1... e6 2. d4) 2. c3 (2. Nf3) 2... d5 3. exd5 *");
    assert_false(game_promote_to_main(deep));
    game_destroy(game);
}

static void variations_and_moves_are_deleted(void **state)
{
    struct game *game = read_game(tree);
    assert_ptr_equal(game_delete_variation(find(game, "e4 c5 c3 d5")),
                     find(game, "e4 c5 Nf3"));
    expect_moves(game, "1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4) 2. Nf3 *");
    assert_null(game_delete_variation(find(game, "e4 e5 Nf3")));
    game_delete_after(find(game, "e4 e6"));
    expect_moves(game, "1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *");
    game_delete_after(game->root);
    expect_moves(game, "*");
    game_destroy(game);
}

static void a_variation_is_added_by_playing_it(void **state)
{
    struct game *game = read_game("1. e4 e5 2. Nf3 *");
    Move move;
    struct error error;
    assert_true(chess_read_move(&game->root->child->position, "d5", &move, &error));
    struct game_node *node = game_add(game->root->child, move);
    assert_true(game_set_comment(node, "the Scandinavian"));
    assert_true(game_toggle_nag(node, 5));
    expect_moves(game, "1. e4 e5 (1... d5 $5 {the Scandinavian}) 2. Nf3 *");
    assert_true(game_set_comment(node, NULL));
    assert_true(game_toggle_nag(node, 5));
    expect_moves(game, "1. e4 e5 (1... d5) 2. Nf3 *");
    game_destroy(game);
}

static void a_comment_is_shown_without_its_commands(void **state)
{
    char text[64], few[8];
    comment_words(" [%eval 0.3] a  good\n\tmove [%cal Gg1f3,Rd1d4] indeed ", text, sizeof text);
    assert_string_equal(text, "a good move indeed");
    comment_words("[%clk 0:01", text, sizeof text);
    assert_string_equal(text, "[%clk 0:01");
    comment_words(NULL, text, sizeof text);
    assert_string_equal(text, "");
    comment_words("abcdef\xC3\xBCg", few, sizeof few);
    assert_string_equal(few, "abcdef");
}

static void commands_of_a_comment_are_read_and_set(void **state)
{
    char value[16];
    struct game *game = read_game("1. e4 {good [%cal Gg1f3] [%csl Re5]} *");
    struct game_node *node = game->root->child;
    assert_true(comment_command(node->comment, "csl", value, sizeof value));
    assert_string_equal(value, "Re5");
    assert_false(comment_command(node->comment, "ca", value, sizeof value));
    assert_false(comment_command(NULL, "cal", value, sizeof value));
    assert_true(game_set_command(node, "cal", "Bd1h5"));
    assert_string_equal(node->comment, "good [%cal Bd1h5] [%csl Re5]");
    assert_true(game_set_command(node, "csl", NULL));
    assert_true(game_set_command(node, "eval", "0.30"));
    assert_string_equal(node->comment, "[%eval 0.30] good [%cal Bd1h5] ");
    assert_true(game_set_comment(node, NULL));
    assert_true(game_set_command(node, "eval", NULL));
    assert_null(node->comment);
    assert_true(game_set_command(node, "eval", "#1"));
    assert_string_equal(node->comment, "[%eval #1]");
    assert_true(game_set_command(node, "eval", NULL));
    assert_null(node->comment);
    game_destroy(game);
}

static void one_judgement_replaces_another(void **state)
{
    struct game *game = read_game("1. e4 $1 $14 $146 *");
    struct game_node *node = game->root->child;
    assert_true(game_toggle_nag(node, 4));
    assert_true(game_toggle_nag(node, 17));
    assert_true(game_toggle_nag(node, 40));
    expect_moves(game, "1. e4 $4 $17 $146 $40 *");
    assert_true(game_toggle_nag(node, 17));
    assert_false(game_toggle_nag(node, 0));
    expect_moves(game, "1. e4 $4 $146 $40 *");
    game_destroy(game);
}

static void glyphs_have_signs_and_words(void **state)
{
    assert_int_equal(nag_from_text("?!"), 6);
    assert_int_equal(nag_from_text("$139"), 139);
    assert_int_equal(nag_from_text("\xC2\xB1"), 16);
    assert_int_equal(nag_from_text(""), 0);
    assert_int_equal(nag_from_text("$"), 0);
    assert_int_equal(nag_from_text("$1x"), 0);
    assert_string_equal(nag_sign(18), "+-");
    assert_string_equal(nag_sign(139), "");
    assert_string_equal(nag_words(146), "novelty");
    for (int nag = 1; nag < 256; nag++) {
        if (nag_sign(nag)[0])
            assert_int_equal(nag_from_text(nag_sign(nag)), nag);
    }
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variation_is_promoted_a_line_at_a_time),
        cmocka_unit_test(a_line_becomes_the_main_line_at_once),
        cmocka_unit_test(variations_and_moves_are_deleted),
        cmocka_unit_test(a_variation_is_added_by_playing_it),
        cmocka_unit_test(a_comment_is_shown_without_its_commands),
        cmocka_unit_test(commands_of_a_comment_are_read_and_set),
        cmocka_unit_test(one_judgement_replaces_another),
        cmocka_unit_test(glyphs_have_signs_and_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
