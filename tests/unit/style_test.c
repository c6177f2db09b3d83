/* The file of a player's style: what is written is read again, damaged files are refused, and the
 * player's opening moves become more probable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/chess.h"
#include "src/lab/human/like.h"

/* The text of a style that plays the first legal move of the start position 96 times. */
static char *make_text(struct candidate candidates[], int *count, struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    chess_start(position);
    *count = chess_moves(position, moves);
    for (int i = 0; i < *count; i++)
        candidates[i] = (struct candidate){.move = moves[i]};
    struct style_move opening = {.key = position->key, .move = moves[0], .games = 96};
    struct choice_style style = {.name = "O'Hara, #1",
                                 .rating = 2100,
                                 .games = 200,
                                 .offsets = {0.5F, -0.25F},
                                 .openings = &opening,
                                 .count = 1};
    assert_true(like_write(file, &style, "games.pgn"));
    assert_int_equal(fclose(file), 0);
    return text;
}

static void a_written_style_is_read_again(void **state)
{
    (void)state;
    struct candidate candidates[CHESS_MOVES_MAX];
    struct position position;
    struct choice_style style;
    struct choice_model model;
    struct error error;
    double chances[CHESS_MOVES_MAX];
    int count;
    char *text = make_text(candidates, &count, &position);
    assert_true(choice_style_read(&style, text, "x.like", &error));
    assert_string_equal(style.name, "O'Hara, #1");
    assert_int_equal(style.rating, 2100);
    assert_int_equal(style.games, 200);
    assert_int_equal(style.count, 1);
    choice_style_apply(&style, &model);
    float offset = model.weights[1][2] - choice_model_shipped()->weights[1][2];
    assert_true(offset > -0.2501F && offset < -0.2499F);
    for (int i = 0; i < count; i++)
        chances[i] = 1.0 / count;
    choice_style_recall(&style, &position, candidates, count, chances);
    assert_true(chances[0] > 0.9 && chances[1] < 0.01);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += chances[i];
    assert_true(sum > 0.999 && sum < 1.001);
    choice_style_clear(&style);
    free(text);
}

static void damaged_styles_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
        int line;
    } cases[] = {
        {"style = 1", "style = 2", "style = 1", 1},
        {"rating = 2100", "rating = 210x", "expected a number from 1 to 4000", 3},
        {"games = 200", "gamez = 200", "no feature", 4},
        {"loss_1 = ", "loss_2 = ", "given twice", 7},
        {"loss_1 = 0.5", "loss_1 = zzz", "expected a number", 6},
        {"opening = 4", "opening = x", "hexadecimal", 0},
    };
    struct candidate candidates[CHESS_MOVES_MAX];
    struct position position;
    struct choice_style style;
    struct error error;
    int count;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = make_text(candidates, &count, &position), *at = strstr(text, cases[i].from);
        assert_non_null(at);
        memcpy(at, cases[i].to, strlen(cases[i].to));
        assert_false(choice_style_read(&style, text, "x.like", &error));
        assert_string_equal(error.file, "x.like");
        assert_non_null(strstr(error.message, cases[i].message));
        if (cases[i].line)
            assert_int_equal(error.line, cases[i].line);
        assert_null(style.openings);
        free(text);
    }
}

static void a_cut_style_is_refused(void **state)
{
    (void)state;
    struct candidate candidates[CHESS_MOVES_MAX];
    struct position position;
    struct choice_style style;
    struct error error;
    int count;
    char *text = make_text(candidates, &count, &position);
    *strstr(text, "habit = ") = '\0';
    assert_false(choice_style_read(&style, text, "x.like", &error));
    assert_non_null(strstr(error.message, "ends without habit"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_style_is_read_again),
        cmocka_unit_test(damaged_styles_are_refused),
        cmocka_unit_test(a_cut_style_is_refused),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
