/* Lists to practise: the shipped endgames have the stated results by the endgame tables, and a
 * repertoire collects its moves by position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/training/repertoire.h"
#include "src/training/suite_cards.h"
#include "tests/unit/file.h"
#include "tests/unit/tables.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

struct looking {
    struct engine *engine;
    struct report report;
    int endgames, by_table;
};

static int men(const struct position *position)
{
    int count = 0;
    for (Square square = 0; square < SQUARE_COUNT; square++)
        count += position->board[square] != NO_PIECE;
    return count;
}

static bool look(void *context, const struct card *card, struct error *error)
{
    struct looking *looking = context;
    (void)error;
    assert_int_equal(card->kind, CARD_ENDGAME);
    looking->endgames++;
    if (men(&card->position) > 4)
        return true;
    const struct limits limits = {.nodes = 20000};
    assert_true(engine_set_position(looking->engine, &card->position, NULL, 0));
    engine_start(looking->engine, &limits);
    engine_wait(looking->engine);
    (void)engine_poll(looking->engine, &looking->report);
    assert_true(looking->report.line_count > 0);
    Score score = looking->report.lines[0].score;
    bool won = score >= SCORE_TABLEBASE_MIN, drawn = score > -100 && score < 100;
    if (card->solution.score ? !won : !drawn)
        fail_msg("%s: %d", card->why, score);
    looking->by_table++;
    return true;
}

static void the_endgames_that_ship_are_what_they_say(void **state)
{
    static struct looking looking;
    struct error error = {0};
    looking.engine = engine_create(NULL, NULL);
    assert_non_null(looking.engine);
    struct engine_settings settings = *engine_settings(looking.engine);
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%.500s", open_tables());
    assert_true(engine_configure(looking.engine, &settings, &error));
    if (!suite_cards("share/endgames.epd", look, &looking, NULL, &error))
        fail_msg("%s", error.message);
    assert_true(looking.endgames >= 20);
    assert_true(looking.by_table >= 18);
    engine_destroy(looking.engine);
}

static const struct repertoire_calls quiet;
static const struct repertoire_choice for_white = {WHITE, REPERTOIRE_MOVES, NULL, NULL},
                                      for_black = {BLACK, REPERTOIRE_MOVES, NULL, NULL};

static void a_repertoire_gathers_moves_by_position(void **state)
{
    struct error error = {0};
    struct card *cards;
    int count;
    char path[96];
    snprintf(path, sizeof path, "%s/my.pgn", folder);
    file_write(path, "1. d4 d5 (1... Nf6 2. c4) 2. c4 (2. Bf4) (2. h4 $4) 2... e6 *\n\n"
                     "1. c4 d5 2. d4 *\n\n1. d4 Nf6 2. Nf3 *\n");
    assert_true(repertoire_read(path, &for_white, &quiet, &cards, &count, &error));
    assert_int_equal(count, 4);
    assert_int_equal(cards[0].accepted.count, 2); /* d4, c4 */
    assert_string_equal(cards[0].why, "Your repertoire, my.pgn: the start position.");
    assert_int_equal(cards[1].accepted.count, 2); /* c4, Bf4; h4 is marked a blunder */
    assert_string_equal(cards[1].why, "Your repertoire, my.pgn: after 1. d4 d5.");
    assert_int_equal(cards[2].accepted.count, 2); /* c4, Nf3: from two games */
    assert_int_equal(cards[1].solution.line[0], cards[1].accepted.moves[0]);
    free(cards);
    assert_true(repertoire_read(path, &for_black, &quiet, &cards, &count, &error));
    assert_int_equal(count, 3);
    free(cards);
    /* Nothing is learnt after a mistake of one's own, but what answers the opponent's is. */
    file_write(path,
               "1. e4 e5 2. Nf3 f6? 3. Nxe5 Qe7 4. Qh5+?! (4. Nf3 d5) 4... g6 5. Nxg6 (5. Qf3)"
               " *\n\n1. f3?? e5 2. g4 Qh4# *\n\n1. e4 $2 c5 2. c3 *\n");
    assert_true(repertoire_read(path, &for_white, &quiet, &cards, &count, &error));
    assert_int_equal(count, 4);
    assert_int_equal(cards[0].accepted.count, 1); /* e4, of the first game */
    assert_string_equal(cards[2].why, "Your repertoire, my.pgn: after 1. e4 e5 2. Nf3 f6.");
    assert_int_equal(cards[3].accepted.count, 1); /* Nf3 */
    free(cards);
    file_write(path, "1. d4 *\n");
    assert_false(repertoire_read(path, &for_black, &quiet, &cards, &count, &error));
    assert_string_equal(error.message, "it contains no move for black");
}

static void only_the_opening_of_own_games_is_learnt(void **state)
{
    struct error error = {0};
    struct repertoire_choice choice = {WHITE, 2, NULL, NULL};
    struct card *cards;
    int count;
    char path[96];
    snprintf(path, sizeof path, "%s/own.pgn", folder);
    file_write(path, "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n\n"
                     "[White \"Me\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"
                     "[White \"Ben\"]\n[Black \"me\"]\n\n1. c4 e5 2. g3 *\n");
    assert_true(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_int_equal(count, 4); /* the start, and one position of each game */
    assert_int_equal(cards[0].accepted.count, 3);
    free(cards);
    choice.names = "Me";
    assert_true(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_int_equal(count, 2);
    assert_int_equal(cards[0].accepted.count, 1); /* e4 */
    assert_string_equal(cards[1].why, "Your repertoire, own.pgn: after 1. e4 e5.");
    free(cards);
    choice.moves = 3;
    assert_true(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_int_equal(count, 3);
    free(cards);
    choice.color = BLACK;
    assert_true(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_int_equal(count, 1);
    free(cards);
    choice = (struct repertoire_choice){WHITE, 3, "Ben; -Me", NULL};
    assert_true(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_int_equal(count, 2);
    free(cards);
    /* A file that names the user nowhere is taken whole. */
    choice.names = "Zoe";
    assert_true(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_int_equal(cards[0].accepted.count, 3);
    free(cards);
    choice.names = "Ann";
    choice.color = BLACK;
    assert_false(repertoire_read(path, &choice, &quiet, &cards, &count, &error));
    assert_string_equal(error.message, "you have the black pieces in none of its games");
}

static int told_lines[8], told;

static void keep_line(const struct error *error)
{
    assert_true(told < 8);
    told_lines[told++] = error->line;
}

static bool count_card(void *context, const struct card *card, struct error *error)
{
    (void)card;
    (void)error;
    ++*(int *)context;
    return true;
}

static void what_is_damaged_is_told_and_the_rest_is_used(void **state)
{
    struct error error = {0};
    struct card *cards;
    int count;
    char path[96];
    snprintf(path, sizeof path, "%s/half.pgn", folder);
    file_write(path, "1. d4 Ke5 *\n\n1. c4 d5 2. d4 *\n\n1. e4 (1. Nf6) *\n\n1. d4 *\n");
    told = 0;
    assert_true(repertoire_read(path, &for_white, &(struct repertoire_calls){.damaged = keep_line},
                                &cards, &count, &error));
    assert_int_equal(count, 2);
    assert_int_equal(cards[0].accepted.count, 2); /* c4, d4 */
    assert_int_equal(told, 2);
    assert_int_equal(told_lines[0], 1);
    assert_int_equal(told_lines[1], 5);
    free(cards);
    file_write(path, "nonsense\n4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8; id \"a\";\n"
                     "4k3/8/8/8/8/8/8/R3K3 w - - bm Rb3;\n"
                     "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra7; id \"b\";\n");
    told = count = 0;
    assert_true(suite_cards(path, count_card, &count, keep_line, &error));
    assert_int_equal(count, 2);
    assert_int_equal(told, 2);
    assert_int_equal(told_lines[0], 1);
    assert_int_equal(told_lines[1], 3);
    file_write(path, "nonsense\nand more\n");
    told = 0;
    assert_false(suite_cards(path, count_card, &count, keep_line, &error));
    assert_string_equal(error.file, path);
    assert_int_equal(told, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_endgames_that_ship_are_what_they_say),
        cmocka_unit_test(a_repertoire_gathers_moves_by_position),
        cmocka_unit_test(only_the_opening_of_own_games_is_learnt),
        cmocka_unit_test(what_is_damaged_is_told_and_the_rest_is_used),
    };
    (void)open_store;
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
