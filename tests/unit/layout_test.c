/* At every terminal size, panes lie within the screen and do not overlap, and painted text is safe
 * and has the computed width. */
#include <string.h>

#include "src/tui/layout.h"
#include "src/tui/paint.h"
#include "src/tui/panes/board.h"
#include "src/tui/panes/panes.h"
#include "src/tui/panes/shapes.h"
#include "src/tui/panes/arrow.h"
#include "tests/unit/test.h"

enum { WIDTH_MAX = 260, HEIGHT_MAX = 90 };

static bool overlap(const struct rect *a, const struct rect *b)
{
    return a->width > 0 && b->width > 0 && a->height > 0 && b->height > 0 &&
           a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

static bool within(const struct rect *rect, int width, int height)
{
    return rect->x >= 0 && rect->y >= 0 && rect->width >= 0 && rect->height >= 0 &&
           rect->x + rect->width <= width && rect->y + rect->height <= height;
}

static void check_size(int width, int height, const struct model *model)
{
    struct layout layout;
    layout_compute(&layout, width, height, model);
    bool capacity = width >= LAYOUT_MIN_WIDTH && height >= LAYOUT_MIN_HEIGHT;
    assert_int_equal(layout.too_small, !capacity);
    for (int a = 0; a < PLACE_COUNT && capacity; a++) {
        if (!within(&layout.places[a], width, height))
            fail_msg("pane %d is outside at %dx%d", a, width, height);
        for (int b = a + 1; b < PLACE_COUNT; b++) {
            if (overlap(&layout.places[a], &layout.places[b]))
                fail_msg("panes %d and %d overlap at %dx%d", a, b, width, height);
        }
    }
    assert_true(within(&layout.dialog, width, height));
    if (capacity) {
        assert_true(layout.places[PLACE_BOARD].height == 8 * layout.square_height + 1);
        assert_true(layout.places[PLACE_ENTRY].width == width);
        assert_true(layout.places[PLACE_STATUS].height > 0);
    }
}

static void test_every_size(void **state)
{
    static struct model model;
    assert_true(panes_create(&model));
    for (int open = 0; open < 8; open++) {
        model.debug_open = open & 1;
        model.hint_open = open & 2;
        model.view.hint.rung = 1;
        model.view.analyzing = open & 4;
        model.dialog = pane_for_command(&model, open & 1 ? COMMAND_HELP : COMMAND_SUITE);
        for (int width = 1; width <= WIDTH_MAX; width++) {
            for (int height = 1; height <= HEIGHT_MAX; height++)
                check_size(width, height, &model);
        }
    }
    panes_destroy(&model);
}

static void test_sizes_drawn_in_the_plan(void **state)
{
    static struct model model;
    struct layout layout;
    assert_true(panes_create(&model));
    layout_compute(&layout, 80, 24, &model);
    assert_int_equal(layout.square_width, 4);
    assert_int_equal(layout.places[PLACE_BAR].width, 0);
    model.view.playing = model.reveal = true; /* in games only when asked */
    layout_compute(&layout, 80, 24, &model);
    assert_int_equal(layout.places[PLACE_BAR].width, 1);
    model.view.playing = model.reveal = false;
    model.view.analyzing = true;
    layout_compute(&layout, 80, 24, &model);
    assert_int_equal(layout.places[PLACE_BAR].width, 1);
    assert_true(layout.places[PLACE_BAR].x < layout.divider);
    model.view.analyzing = false;
    layout_compute(&layout, 120, 40, &model);
    assert_int_equal(layout.square_width, 6);
    assert_true(layout.places[PLACE_BAR].width > 0 && layout.places[PLACE_TIMES].width > 0);
    /* Neither pane opens by itself. */
    const struct rect *places = layout.places;
    assert_true(places[PLACE_HINT].width == 0 && places[PLACE_DEBUG].width == 0);
    model.hint_open = model.debug_open = true;
    layout_compute(&layout, 120, 40, &model);
    assert_true(places[PLACE_HINT].width == 0); /* there is no hint yet */
    model.view.hint.rung = 1;
    layout_compute(&layout, 120, 40, &model);
    assert_true(places[PLACE_MOVES].width >= 20); /* both columns of moves */
    assert_true(places[PLACE_HINT].width > 0 && places[PLACE_DEBUG].width > 0);
    /* The three panes side by side share no column. */
    assert_true(places[PLACE_HINT].x + places[PLACE_HINT].width <= places[PLACE_MOVES].x);
    assert_true(places[PLACE_MOVES].x + places[PLACE_MOVES].width <= places[PLACE_DEBUG].x);
    layout_compute(&layout, 160, 45, &model);
    assert_int_equal(layout.square_width, 8);
    assert_int_equal(places[PLACE_DEBUG].width, 41);
    layout_compute(&layout, 200, 60, &model);
    assert_int_equal(layout.square_width, 10);
    assert_int_equal(places[PLACE_DEBUG].width, 62); /* its wide form, from src/tui/panes/debug.c */
    assert_true(places[PLACE_HINT].x + places[PLACE_HINT].width <= places[PLACE_MOVES].x);
    assert_true(places[PLACE_MOVES].x + places[PLACE_MOVES].width <= places[PLACE_DEBUG].x);
    model.hint_open = model.debug_open = false;
    model.view.hint.rung = 0;
    for (int size = 0; size < 2; size++) { /* the smallest board: no bar, then one beside it */
        const struct rect *board = &places[PLACE_BOARD], *bar = &places[PLACE_BAR];
        layout_compute(&layout, size ? 60 : 40, size ? 18 : 16, &model);
        assert_int_equal(layout.square_width, 2);
        assert_int_equal(bar->width, 0);
        model.view.analyzing = true;
        layout_compute(&layout, size ? 60 : 40, size ? 18 : 16, &model);
        assert_int_equal(bar->width, 1);
        assert_int_equal(bar->height, 8);
        assert_int_equal(bar->x, board->x + board->width);
        assert_true(places[PLACE_MOVES].width == 0 || places[PLACE_MOVES].y > board->height);
        model.view.analyzing = false;
    }
    panes_destroy(&model);
}

static void test_squares_are_where_they_are_drawn(void **state)
{
    assert_int_equal(board_square_at(0, 3, 4, 2, false), 56);   /* a8 */
    assert_int_equal(board_square_at(15, 34, 4, 2, false), 7);  /* h1 */
    assert_int_equal(board_square_at(0, 3, 4, 2, true), 7);
    assert_int_equal(board_square_at(15, 34, 4, 2, true), 56);
    assert_int_equal(board_square_at(0, 2, 4, 2, false), NO_SQUARE);
    assert_int_equal(board_square_at(16, 3, 4, 2, false), NO_SQUARE);
    assert_int_equal(board_square_at(0, 35, 4, 2, false), NO_SQUARE);
    assert_int_equal(board_square_at(-1, 3, 4, 2, false), NO_SQUARE);
    assert_int_equal(board_square_at(3, 3, 0, 0, false), NO_SQUARE); /* a terminal too small */
}

/* The marks of a square are in its lower corners. */
static void test_shapes_differ_and_leave_room_for_marks(void **state)
{
    for (int size = 3; size <= 5; size++) {
        int width = 2 * size;
        assert_true(shapes_exist(width, size));
        for (int type = PAWN; type <= KING; type++) {
            int total = 0, differs[KING + 1] = {0};
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < width; column++) {
                    struct shape_cell cell = shape_cell(type, width, size, row, column);
                    assert_int_equal(cell.filled & cell.rim, 0);
                    total += cell.filled != 0;
                    for (int other = PAWN; other <= KING; other++)
                        differs[other] +=
                            cell.filled != shape_cell(other, width, size, row, column).filled;
                }
            }
            assert_true(total >= 4);
            for (int other = PAWN; other <= KING; other++)
                assert_true(other == type || differs[other] >= 4);
            assert_int_equal(shape_cell(type, width, size, size - 1, 0).filled, 0);
            assert_int_equal(shape_cell(type, width, size, size - 1, width - 1).filled, 0);
        }
    }
    assert_false(shapes_exist(4, 2));
}

static void test_an_arrow_goes_from_one_square_to_the_other(void **state)
{
    static struct arrows arrows;
    struct arrow arrow = {
        .from_row = 6, .from_column = 4, .to_row = 4, .to_column = 4, .width = 6, .height = 3};
    arrow_draw(arrows.best, &arrow);
    assert_true(arrows.best[5 * 3 + 1][4 * 6 + 2] != 0); /* e3 */
    assert_true(arrows.best[4 * 3 + 1][4 * 6 + 2] != 0); /* the head on e4 */
    for (int row = 0; row < 24; row++) {
        for (int column = 0; column < 48; column++) {
            if (row / 3 < 4 || row / 3 > 6 || column / 6 != 4)
                assert_int_equal(arrows.best[row][column], 0);
        }
    }
    arrow.occupied = arrow.dashed = true;
    arrow_draw(arrows.threat, &arrow);
    assert_true(arrows.threat[5 * 3][4 * 6 + 2] != 0);
    assert_int_equal(arrows.threat[4 * 3 + 1][4 * 6 + 2], 0); /* the piece there */
}

static unsigned decode(const char *text, size_t *length)
{
    const char *at = text;
    unsigned code = paint_decode(&at);
    *length = (size_t)(at - text);
    return code;
}

static void test_text_that_would_command_the_terminal(void **state)
{
    static const char *const bad[] = {
        "\033[2J", "\x9b[2J", "\xc2\x9b", "\xff", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
        "\xf4\x90\x80\x80", "\xe2\x80\xae", "\x7f", "\xe2\x82", "\xf0\x9f",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t length;
        assert_int_equal(decode(bad[i], &length), '?');
        assert_true(length >= 1 && length <= strlen(bad[i]));
    }
    size_t length;
    assert_int_equal(decode("\xe2\x99\x9e", &length), 0x265e);
    assert_int_equal(length, 3);
}

static void test_width_in_ascii(void **state)
{
    paint_init(false);
    assert_int_equal(paint_cells("N≠B ±31"), 8); /* "N/B +-31" */
    assert_int_equal(paint_cells("♞"), 1);
    assert_int_equal(paint_cells("Müller"), 6);
    assert_int_equal(paint_cells("\033x"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_sizes_drawn_in_the_plan),
        cmocka_unit_test(test_squares_are_where_they_are_drawn),
        cmocka_unit_test(test_shapes_differ_and_leave_room_for_marks),
        cmocka_unit_test(test_an_arrow_goes_from_one_square_to_the_other),
        cmocka_unit_test(test_text_that_would_command_the_terminal),
        cmocka_unit_test(test_width_in_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
