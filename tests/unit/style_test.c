/* The file of a player's style: what is written is read again, damaged files are refused, and the
 * player's opening moves become more probable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/book.h"
#include "engine/chess.h"
#include "engine/engine.h"
#include "engine/maia.h"
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

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* How often an engine with these settings begins a game with the move, in 40 games. */
static int count_move(struct engine *engine, struct engine_settings settings, Move move)
{
    const struct limits limits = {.movetime = 100};
    struct position start;
    struct report report = {.id = 0};
    struct error error;
    int played = 0;
    chess_start(&start);
    for (int i = 0; i < 40; i++) {
        settings.handicap.seed = (uint64_t)i;
        assert_true(engine_configure(engine, &settings, &error));
        assert_true(engine_set_position(engine, &start, NULL, 0));
        assert_true(engine_think(engine, &limits, &report));
        assert_true(report.decision.made);
        played += report.best == move;
    }
    return played;
}

static void an_engine_plays_the_openings_of_its_style(void **state)
{
    (void)state;
    struct candidate candidates[CHESS_MOVES_MAX];
    struct position position;
    struct error error;
    char folder[] = "/tmp/fallible-style-XXXXXX", path[64];
    int count;
    char *text = make_text(candidates, &count, &position);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/Doe, Ann.like", folder);
    write_file(path, text);
    struct strength *strength = strength_create(NULL, NULL, &error);
    struct engine_settings settings = engine_settings_default();
    settings.hash_mb = 1;
    settings.handicap = handicap_for(strength, METHOD_HUMAN, 1500, 1);
    snprintf(settings.like_folder, sizeof settings.like_folder, "%s", folder);
    struct engine *engine = engine_create_with(&settings, &error);
    assert_non_null(engine);
    Move move = candidates[0].move; /* a2a3, which hardly anybody plays */
    assert_in_range(count_move(engine, settings, move), 0, 4);
    snprintf(settings.handicap.like, sizeof settings.handicap.like, "Doe, Ann");
    assert_in_range(count_move(engine, settings, move), 35, 40);

    /* The player's games were fitted again: the engine reads the file once more. */
    char *hex = strstr(text, "\nopening = ");
    assert_non_null(hex);
    hex[1] = '#'; /* a comment, so that the style has no openings any more */
    write_file(path, text);
    assert_in_range(count_move(engine, settings, move), 0, 4);
    settings.handicap.like[0] = '\0';
    assert_in_range(count_move(engine, settings, move), 0, 4);

    /* A style that is damaged, missing or in another folder leaves the settings as they were. */
    static const char *const names[] = {"Doe, Ann", "Roe", "../like"};
    static const char *const messages[] = {"style = 1", "expected a style written by fallible human",
                                           "not the name of a style"};
    write_file(path, "style = 7\n");
    for (int i = 0; i < 3; i++) {
        snprintf(settings.handicap.like, sizeof settings.handicap.like, "%s", names[i]);
        assert_false(engine_configure(engine, &settings, &error));
        assert_non_null(strstr(error.message, messages[i]));
        assert_true(i == 2 || strstr(error.file, names[i]));
        assert_string_equal(engine_settings(engine)->handicap.like, "");
    }
    engine_destroy(engine);
    strength_destroy(strength);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    free(text);
}

static void a_named_pipe_is_refused_at_once(void **state)
{
    (void)state;
    char folder[] = "/tmp/fallible-style-XXXXXX", path[64];
    static const char refusal[] = "it is not a regular file";
    struct choice_style style;
    struct error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe.like", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(60); /* ends a test that waits for a writer */
    assert_false(choice_style_open(&style, folder, "pipe", &error));
    assert_non_null(strstr(error.message, refusal));
    assert_null(human_network_open(path, &error));
    assert_string_equal(error.message, refusal);
    assert_string_equal(error.file, path);
    assert_null(book_open(path, &error));
    assert_non_null(strstr(error.message, refusal));
    assert_null(human_network_open(folder, &error));
    assert_string_equal(error.message, refusal);
    alarm(0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_style_is_read_again),
        cmocka_unit_test(damaged_styles_are_refused),
        cmocka_unit_test(a_cut_style_is_refused),
        cmocka_unit_test(an_engine_plays_the_openings_of_its_style),
        cmocka_unit_test(a_named_pipe_is_refused_at_once),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
