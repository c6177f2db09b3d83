/* Opening names: by position, through transpositions, and errors in a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "src/game/opening.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

static void expect_name(const struct openings *openings, const char *moves, const char *eco,
                        const char *name)
{
    struct game *game = game_create(NULL);
    struct game_node *node = game->root;
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Move move = NO_MOVE;
        struct error error;
        if (!chess_read_move(&node->position, word, &move, &error))
            fail_msg("%s: %s", word, error.message);
        node = game_add(node, move);
    }
    const char *got_eco = NULL, *got_name = NULL;
    bool found = opening_of(openings, node, &got_eco, &got_name);
    if (!eco) {
        assert_false(found);
    } else {
        assert_true(found);
        assert_string_equal(got_eco, eco);
        assert_string_equal(got_name, name);
    }
    game_destroy(game);
}

static void positions_have_names(void **state)
{
    struct error error;
    struct openings *openings = openings_load("share/openings.tsv", &error);
    if (!openings)
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    expect_name(openings, "", NULL, NULL);
    expect_name(openings, "Nh3", "A00", "Amar Opening");
    expect_name(openings, "e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy Lopez");
    expect_name(openings, "e4 c5", "B20", "Sicilian Defense");
    /* A transposition, and a position after the last named one. */
    expect_name(openings, "Nf3 Nc6 e4 e5 Bb5", "C60", "Ruy Lopez");
    expect_name(openings, "d4 d5 c4 e6", "D30", "Queen's Gambit Declined");
    expect_name(openings, "c4 e6 d4 d5", "D30", "Queen's Gambit Declined");
    expect_name(openings, "e4 c5 h3 h6 Rh2", "B20", "Sicilian Defense");
    openings_free(openings);
}

static void expect_error(const char *text, int line, int column)
{
    char path[] = "/tmp/fallible-openings-XXXXXX";
    file_make(path, text, strlen(text));
    struct error error = {0};
    struct openings *openings = openings_load(path, &error);
    unlink(path);
    assert_null(openings);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_string_equal(error.file, path);
}

static void wrong_tables_are_refused(void **state)
{
    expect_error("# x\nA00 no tabs\n", 2, 0);
    expect_error("A00\tName\te2e5\n", 1, 10);
    expect_error("A00\tName\te2e4 e7e5\nA0\tName\te2e4", 2, 0);
    expect_error("A00\tName\t\n", 1, 10);
    struct error error = {0};
    assert_null(openings_load("/nowhere/at/all", &error));
    assert_string_equal(error.file, "/nowhere/at/all");
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_have_names),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
