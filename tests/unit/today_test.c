/* What home says: what is due by motif, puzzles today, endgames and repertoires, the streak, gifts
 * by month, and the lesson of the last game. */
#include <string.h>
#include <time.h>

#include "src/archive/statistics.h"
#include "src/archive/today.h"
#include "src/session/home.h"
#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/store/sql.h"
#include "src/util/text.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

enum { DAY = 24 * 60 * 60 };

/* A card whose position no other number has. */
static struct card card_of(enum card_kind kind, enum motif motif, int number)
{
    struct card card = {.kind = kind, .motif = motif, .played = NO_MOVE};
    Move moves[CHESS_MOVES_MAX];
    char fen[CHESS_FEN_MAX], row[16] = "";
    snprintf(row, sizeof row, number > 0 ? "%dP" : "P", number); /* the pawn's file */
    snprintf(fen, sizeof fen, "4k3/8/8/8/8/%s%.*s/8/4K3 w - - 0 1", row, number < 7,
             &"7654321"[number < 7 ? number : 0]);
    card.position = from_fen(fen);
    assert_true(chess_moves(&card.position, moves) > 0);
    card.solution.length = kind != CARD_ENDGAME;
    card.solution.line[0] = moves[0];
    return card;
}

static void keep_card(struct store *store, struct card card)
{
    struct error error = {0};
    if (!store_add_card(store, &card, &error))
        fail_msg("%s", error.message);
}

static struct today read_at(struct store *store, int64_t moment)
{
    static struct today today;
    struct error error = {0};
    if (!today_read(store, moment, &today, &error))
        fail_msg("%s", error.message);
    return today;
}

static void execute(struct store *store, const char *sql)
{
    struct error error = {0};
    if (!store_execute(store, sql, "testing", &error))
        fail_msg("%s", error.message);
}

/* A finished game that began at this time, with enough moves to learn from. */
static int64_t keep_game(struct store *store, int64_t began, enum result result)
{
    static struct stored_game stored;
    struct error error = {0};
    char sql[128];
    memset(&stored, 0, sizeof stored);
    chess_start(&stored.start);
    stored.you = WHITE;
    stored.drill = DRILL_NONE;
    stored.handicap = (struct handicap){.limited = true, .elo = 1400, .nodes_per_second = 500};
    clock_init(&stored.clock, &(struct time_control){.untimed = true});
    assert_true(store_begin(store, &stored, &error));
    struct game *game = game_create(&stored.start);
    struct game_node *node = game->root;
    for (int ply = 0; ply < 12; ply++) {
        Move moves[CHESS_MOVES_MAX];
        int count = chess_moves(&node->position, moves);
        node = game_add(node, moves[ply % count]);
        assert_true(store_move(store, stored.id, node, NULL, &error));
    }
    assert_true(store_finish(store, stored.id, result, "you resigned", &error));
    snprintf(sql, sizeof sql, "UPDATE games SET began = %lld WHERE id = %lld", (long long)began,
             (long long)stored.id);
    execute(store, sql);
    game_destroy(game);
    return stored.id;
}

static void nothing_is_due_in_an_empty_database(void **state)
{
    struct store *store = open_store();
    struct today today = read_at(store, (int64_t)time(NULL));
    char words[128];
    today_due_words(&today, 3, words, sizeof words);
    assert_string_equal(words, "");
    assert_int_equal(today.cards + today.due + today.games + today.rated + today.puzzles_tried, 0);
    assert_int_equal(today.next_due, 0);
    assert_false(today.has_lesson);
    store_close(store);
}

static void what_is_due_is_counted_by_motif(void **state)
{
    struct store *store = open_store();
    char words[160];
    for (int i = 0; i < 4; i++)
        keep_card(store, card_of(CARD_GIFT, MOTIF_FORK, i));
    keep_card(store, card_of(CARD_GIFT, MOTIF_PIN, 4));
    keep_card(store, card_of(CARD_MISTAKE, MOTIF_FORK, 5));
    keep_card(store, card_of(CARD_MISTAKE, MOTIF_NONE, 6));
    keep_card(store, card_of(CARD_PUZZLE, MOTIF_NONE, 7));
    int64_t now = (int64_t)time(NULL); /* not before the cards, which are due at once */
    struct today today = read_at(store, now);
    assert_int_equal(today.due, 8);
    assert_int_equal(today.by_motif[MOTIF_FORK], 4);
    today_due_words(&today, 2, words, sizeof words);
    assert_string_equal(words, "4 forks you missed, 2 mistakes, 2 more");
    today_due_words(&today, 9, words, sizeof words);
    assert_non_null(strstr(words, "1 pin you missed"));
    assert_non_null(strstr(words, "1 puzzle"));
    /* An answer moves a card to another day. */
    struct error error = {0};
    struct card first = card_of(CARD_GIFT, MOTIF_FORK, 0);
    int64_t next;
    assert_true(store_answer(store, &first.position, GRADE_EASY, now, SCHEDULE_RETENTION, &next,
                             &error));
    today = read_at(store, now);
    assert_int_equal(today.due, 7);
    assert_int_equal(today.by_motif[MOTIF_FORK], 3);
    assert_int_equal(today.trained.streak, 1);
    store_close(store);
}

static void lists_are_counted_once_they_were_met(void **state)
{
    struct store *store = open_store();
    struct error error = {0};
    struct card endgames[3], moves[2];
    for (int i = 0; i < 3; i++)
        endgames[i] = card_of(CARD_ENDGAME, MOTIF_NONE, i);
    snprintf(endgames[1].why, sizeof endgames[1].why, "Endgame: two bishops. Win it. Mate.");
    for (int i = 0; i < 2; i++)
        moves[i] = card_of(CARD_REPERTOIRE, MOTIF_NONE, 3 + i);
    assert_true(store_put_list(store, "endgames", endgames, 3, &error));
    assert_true(store_put_list(store, "caro.pgn black", moves, 2, &error));
    int64_t now = (int64_t)time(NULL), next; /* not before the cards, which are due at once */
    struct today today = read_at(store, now);
    assert_int_equal(today.cards, 0);
    assert_int_equal(today.due, 0);
    assert_int_equal(today.endgames_seen, 0);
    assert_int_equal(today.list_count, 1);
    assert_string_equal(today.lists[0].source, "caro.pgn black");
    assert_int_equal(today.lists[0].unseen, 2);
    assert_true(store_answer(store, &endgames[1].position, GRADE_AGAIN, now - DAY,
                             SCHEDULE_RETENTION, &next, &error));
    assert_true(store_answer(store, &moves[0].position, GRADE_AGAIN, now - DAY,
                             SCHEDULE_RETENTION, &next, &error));
    today = read_at(store, now);
    assert_int_equal(today.cards, 2);
    assert_int_equal(today.endgames_seen, 1);
    assert_int_equal(today.endgames_unseen, 2);
    assert_int_equal(today.endgames_due, 1);
    assert_int_equal(today.endgames_missed, 1);
    assert_string_equal(today.endgame_missed, "two bishops");
    assert_int_equal(today.lists[0].due, 1);
    assert_int_equal(today.lists[0].unseen, 1);
    assert_int_equal(read_at(store, now + 8 * DAY).endgames_missed, 0);
    struct card due[4];
    int count = 0;
    assert_true(store_due_of_kind(store, CARD_REPERTOIRE, now, due, 4, &count, &error));
    assert_int_equal(count, 2);
    assert_true(due[0].position.key == moves[0].position.key); /* the one that was missed */
    store_close(store);
}

static void an_endgame_is_found_by_number_name_and_words(void **state)
{
    static const char *const names[] = {"queen", "pawn, key square", "queen against rook, Philidor",
                                        "Lucena", "Philidor's defence"};
    static struct endgame_list list = {.count = 5};
    struct error error = {0};
    (void)state;
    for (int i = 0; i < list.count; i++)
        snprintf(list.rows[i].name, sizeof list.rows[i].name, "%s", names[i]);
    assert_int_equal(endgame_find(&list, "4", &error), 4);
    assert_int_equal(endgame_find(&list, "lucena", &error), 4);
    assert_int_equal(endgame_find(&list, "queen", &error), 1); /* a whole name goes first */
    assert_int_equal(endgame_find(&list, "queen a", &error), 3);
    assert_int_equal(endgame_find(&list, "philidor", &error), 5); /* a beginning goes before words */
    assert_int_equal(endgame_find(&list, "rook philidor", &error), 3);
    assert_int_equal(endgame_find(&list, "p", &error), 0);
    assert_string_equal(error.message, "2 endgames fit. Type endgames and a number: 2 pawn, key "
                                       "square; 5 Philidor's defence");
    assert_int_equal(endgame_find(&list, "bishop", &error), 0);
    assert_string_equal(error.message,
                        "There is no endgame \"bishop\". Type endgames and a number from 1 to 5, or "
                        "endgames list to see their names.");
    assert_int_equal(endgame_find(&list, "6", &error), 0);
}

static void an_endgame_says_how_often_it_was_solved(void **state)
{
    struct store *store = open_store();
    struct error error = {0};
    struct card card = card_of(CARD_ENDGAME, MOTIF_NONE, 0);
    struct endgame_row row = {.win = true};
    int64_t now = (int64_t)time(NULL), next;
    char words[96], expected[96], date[16];
    (void)state;
    assert_true(store_answered(store, &card.position, &row.answered, &error));
    endgame_words(&row, words, sizeof words);
    assert_string_equal(words, "win, not tried yet");
    assert_true(store_put_list(store, "endgames", &card, 1, &error));
    for (int i = 0; i < 3; i++)
        assert_true(store_answer(store, &card.position, i < 2 ? GRADE_GOOD : GRADE_AGAIN, now + i,
                                 SCHEDULE_RETENTION, &next, &error));
    assert_true(store_answered(store, &card.position, &row.answered, &error));
    endgame_words(&row, words, sizeof words);
    text_moment(now + 2, "%Y-%m-%d", date, sizeof date);
    snprintf(expected, sizeof expected, "win, solved 2 of 3, missed on %s", date);
    assert_string_equal(words, expected);
    store_close(store);
}

static void puzzles_and_suites_are_told_apart(void **state)
{
    struct store *store = open_store();
    struct error error = {0};
    int64_t now = (int64_t)time(NULL);
    struct rating after;
    const struct puzzle puzzle = {.id = "abcde", .rating = {1500, 80, 0.06}};
    assert_true(store_attempt(store, &puzzle, PUZZLE_SOLVED, now - 3 * DAY, &after, &error));
    assert_true(store_attempt(store, &puzzle, PUZZLE_SOLVED, now, &after, &error));
    assert_true(store_note_attempt(store, "wac WAC.001", true, now, &error));
    assert_true(store_note_attempt(store, "wac WAC.002", false, now, &error));
    assert_true(store_note_attempt(store, "bk BK.01", false, now, &error));
    struct today today = read_at(store, now);
    assert_int_equal(today.puzzles_tried, 2);
    assert_int_equal(today.puzzles_today, 1);
    assert_int_equal(today.wac_tried, 2);
    assert_int_equal(today.wac_solved, 1);
    assert_true(today.puzzle_rating.rating > 1500);
    store_close(store);
}

static void gifts_are_compared_with_the_month_before(void **state)
{
    struct store *store = open_store();
    int64_t march = INT64_C(1772366400); /* 2026-03-01 12:00 UTC */
    char sql[512];
    for (int month = 0; month < 3; month++) {
        int64_t game = keep_game(store, march - month * 28 * (int64_t)DAY, RESULT_WHITE);
        snprintf(sql, sizeof sql,
                 "INSERT INTO reviews VALUES (%lld, 80, 70, 30, 40, 20, 1, 1, 0);"
                 "INSERT INTO gifts VALUES (%lld, 3, 6, 1, 0.5, %s, 1, 0),"
                 " (%lld, 5, 6, 1, 0.5, 0.5, 1, 1)",
                 (long long)game, (long long)game, month == 0 ? "0.5" : "0.25", (long long)game);
        execute(store, sql);
    }
    struct today today = read_at(store, march + DAY);
    assert_int_equal(today.offered, 2);
    assert_int_equal(today.kept, 100);
    assert_int_equal(today.offered_before, 2);
    assert_int_equal(today.kept_before, 75);
    assert_int_equal(today.games, 3);
    store_close(store);
}

static void the_lesson_is_the_worst_of_the_last_game_that_has_one(void **state)
{
    struct store *store = open_store();
    int64_t now = (int64_t)time(NULL);
    int64_t before = keep_game(store, now - 2 * DAY, RESULT_WHITE);
    int64_t last = keep_game(store, now - DAY, RESULT_BLACK);
    (void)keep_game(store, now - DAY / 2, RESULT_WHITE);
    struct card gift = card_of(CARD_GIFT, MOTIF_FORK, 1), old = card_of(CARD_MISTAKE, MOTIF_PIN, 2),
                blunder = card_of(CARD_MISTAKE, MOTIF_HANGING, 3);
    gift.game = blunder.game = last;
    old.game = before;
    snprintf(gift.why, sizeof gift.why, "A chance you missed.");
    snprintf(old.why, sizeof old.why, "A blunder of yours: 3. a3.");
    snprintf(blunder.why, sizeof blunder.why, "A blunder of yours: 24. Qxf6.");
    keep_card(store, gift);
    keep_card(store, old);
    keep_card(store, blunder);
    struct today today = read_at(store, now);
    assert_true(today.has_lesson);
    assert_int_equal(today.game, last);
    assert_int_equal(today.result, RESULT_BLACK);
    assert_int_equal(today.you, WHITE);
    assert_int_equal(strncmp(today.lesson.why, "A blunder of yours: 24. Qxf6.", 29), 0);
    store_close(store);
}

static void of_missed_chances_one_with_a_motif_is_the_lesson(void **state)
{
    struct store *store = open_store();
    int64_t now = (int64_t)time(NULL);
    struct card plain = card_of(CARD_GIFT, MOTIF_NONE, 1), fork = card_of(CARD_GIFT, MOTIF_FORK, 2);
    plain.game = fork.game = keep_game(store, now - DAY, RESULT_WHITE);
    plain.ply = 3;
    fork.ply = 7;
    keep_card(store, plain);
    keep_card(store, fork);
    struct today today = read_at(store, now);
    assert_true(today.has_lesson);
    assert_int_equal(today.lesson.motif, MOTIF_FORK);
    store_close(store);
}

/* Four of six forks and one of one pin in this month, and more pins in the month before. */
static void what_to_practise_is_what_was_missed_this_month(void **state)
{
    struct store *store = open_store();
    struct tm day = {.tm_year = 126, .tm_mon = 2, .tm_mday = 9, .tm_hour = 12, .tm_isdst = -1};
    int64_t march = (int64_t)mktime(&day);
    day.tm_mon = 1;
    day.tm_isdst = -1;
    int64_t february = (int64_t)mktime(&day);
    char sql[256], words[96];
    for (int i = 0; i < 2; i++) {
        int64_t game = keep_game(store, i == 0 ? march : february, RESULT_WHITE);
        snprintf(sql, sizeof sql, "INSERT INTO reviews VALUES (%lld, 80, 70, 30, 40, 20, 1, 1, 0)",
                 (long long)game);
        execute(store, sql);
        for (int ply = 0; ply < 7; ply++) {
            int motif = i == 1 || ply == 6 ? MOTIF_PIN : MOTIF_FORK;
            snprintf(sql, sizeof sql, "INSERT INTO chances VALUES (%lld, %d, %d, %d)",
                     (long long)game, ply, motif, i == 0 && ply < 2);
            execute(store, sql);
        }
    }
    struct today today = read_at(store, march + DAY);
    assert_int_equal(today_weakest(&today), MOTIF_FORK);
    today_weakest_words(&today, words, sizeof words);
    assert_string_equal(words, "You missed 4 of 6 forks this month");
    today.chances_taken[MOTIF_FORK] = 5; /* one that was missed is no habit */
    assert_int_equal(today_weakest(&today), MOTIF_NONE);
    store_close(store);
}

static void the_course_of_the_rating_goes_back_ten_games(void **state)
{
    struct store *store = open_store();
    int64_t now = (int64_t)time(NULL);
    char sql[128];
    for (int i = 0; i < 12; i++) {
        int64_t game = keep_game(store, now - DAY + i, RESULT_WHITE);
        snprintf(sql, sizeof sql, "INSERT INTO rated VALUES (%lld, %lld, 1400, 1, %d, 90, 0.06)",
                 (long long)game, (long long)(now - DAY + i), 1400 + i);
        execute(store, sql);
        assert_int_equal(read_at(store, now).rating_from, i <= 10 ? 1400 : 1401);
    }
    store_close(store);
}

/* While the first of these games was played, the computer's clock was 70 years fast. */
static void a_rated_game_from_the_future_does_not_hide_later_ones(void **state)
{
    struct store *store = open_store();
    int64_t now = (int64_t)time(NULL);
    char sql[128];
    for (int i = 0; i < 3; i++) {
        int64_t at = now - i + (i == 0 ? 70 * 365 * (int64_t)DAY : 0);
        snprintf(sql, sizeof sql, "INSERT INTO rated VALUES (%lld, %lld, 1400, 1, %d, 90, 0.06)",
                 (long long)keep_game(store, at, RESULT_WHITE), (long long)at, 1400 + i);
        execute(store, sql);
    }
    assert_int_equal(read_at(store, now).rating.rating, 1401);
    assert_int_equal(read_at(store, now).rating_from, 1400);
    store_close(store);
}

static void the_page_of_statistics_fits_into_80_columns(void **state)
{
    struct store *store = open_store();
    struct error error = {0};
    int64_t now = (int64_t)time(NULL);
    char sql[512], *text = NULL;
    size_t size;
    enum motif weakest;
    for (int i = 0; i < 3; i++) {
        int64_t game = keep_game(store, now - i * 8 * (int64_t)DAY, RESULT_WHITE);
        snprintf(sql, sizeof sql,
                 "INSERT INTO reviews VALUES (%lld, 80, 70, 30, 40, 20, 1, 1, 0);"
                 "INSERT INTO gifts VALUES (%lld, 3, 6, 1, 0.5, 0.5, 1, 1);"
                 "INSERT INTO chances VALUES (%lld, 3, 2, 0), (%lld, 5, 2, 0)",
                 (long long)game, (long long)game, (long long)game, (long long)game);
        execute(store, sql);
        snprintf(sql, sizeof sql, "INSERT INTO rated VALUES (%lld, %lld, 1400, 1, %d, 90, 0.06)",
                 (long long)game, (long long)(now - i * 8 * (int64_t)DAY), 1450 - 20 * i);
        execute(store, sql);
    }
    /* The third game ended before the answer to this one. */
    execute(store, "INSERT INTO gifts VALUES (1, 11, 6, 1, 0.5, 0, 0, 0)");
    assert_int_equal(read_at(store, now + 60).rating_then, 1410);
    assert_int_equal(read_at(store, now + 19 * (int64_t)DAY).rating_then, 1410);
    assert_int_equal(read_at(store, now + 20 * (int64_t)DAY).rating_then, 1430); /* of 28 days before */
    execute(store, "UPDATE rated SET deviation = 111 WHERE rating < 1430"); /* provisional then */
    assert_int_equal(read_at(store, now + 60).rating_then, 1430);
    assert_int_equal(read_at(store, now + 60).rating_from, 1410); /* after the first game */
    keep_card(store, card_of(CARD_PUZZLE, MOTIF_NONE, 1));
    FILE *out = open_memstream(&text, &size);
    /* A minute later: the clock may have gone on to the next second before the card was kept. */
    assert_true(statistics_write(store, NULL, now + 60, NULL, false, out, &weakest, &error));
    fclose(out);
    assert_non_null(strstr(text, "Games: 3 finished, 3 rated\nYour rating: 1450 ("));
    assert_non_null(strstr(text, "accuracy 80 %"));
    assert_non_null(strstr(text, "Chances that the opponent's errors gave you: 4, taken: 3\n"
                                 "  given at the end of a game, too late to answer: 1\n  forks"));
    assert_int_equal(weakest, MOTIF_BACK_RANK_MATE);
    assert_non_null(strstr(text, "To practise, type puzzles back-rank mate.\n"));
    assert_non_null(strstr(text, "Deck: 1 position, 1 due"));
    assert_non_null(strstr(text, "week to trained 1st try reviewed accuracy   kept  rating\n"));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, STATISTICS_COLUMNS);
    free(text);
    out = open_memstream(&text, &size);
    assert_true(statistics_write(store, NULL, now + 60, NULL, true, out, &weakest, &error));
    fclose(out);
    assert_null(strstr(text, "  0"));
    assert_non_null(strstr(text, ": nothing trained; 1 game reviewed, accuracy 80 %, 100 % of the "
                                 "gifts' value kept; your rating was 1430.\n"));
    free(text);
    store_close(store);
}

/* Half an hour after midnight, on the day after the clocks went forward: a week before is the 23rd,
 * although seven times 24 hours before it was still the 22nd. */
static void weeks_end_on_the_same_day_of_the_week(void **state)
{
    const int64_t now = 1774823400; /* 2026-03-30 00:30 in Central Europe */
    struct error error = {0};
    enum motif weakest;
    char *text = NULL, *old = getenv("TZ") ? strdup(getenv("TZ")) : NULL;
    size_t size = 0;
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    struct store *store = open_store();
    char sql[96];
    snprintf(sql, sizeof sql, "INSERT INTO reviews VALUES (%lld, 80, 70, 30, 40, 20, 1, 1, 0)",
             (long long)keep_game(store, now - 10 * (int64_t)DAY, RESULT_WHITE));
    execute(store, sql);
    FILE *out = open_memstream(&text, &size);
    assert_true(statistics_write(store, NULL, now, NULL, false, out, &weakest, &error));
    fclose(out);
    assert_non_null(strstr(text, "\n23 Mar"));
    assert_null(strstr(text, "\n22 Mar"));
    free(text);
    store_close(store);
    if (old)
        setenv("TZ", old, 1);
    else
        unsetenv("TZ");
    tzset();
    free(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(nothing_is_due_in_an_empty_database), TEST(what_is_due_is_counted_by_motif),
        TEST(lists_are_counted_once_they_were_met), TEST(puzzles_and_suites_are_told_apart),
        TEST(an_endgame_is_found_by_number_name_and_words),
        TEST(an_endgame_says_how_often_it_was_solved),
        TEST(gifts_are_compared_with_the_month_before),
        TEST(the_lesson_is_the_worst_of_the_last_game_that_has_one),
        TEST(of_missed_chances_one_with_a_motif_is_the_lesson),
        TEST(what_to_practise_is_what_was_missed_this_month),
        TEST(the_course_of_the_rating_goes_back_ten_games),
        TEST(a_rated_game_from_the_future_does_not_hide_later_ones),
        TEST(weeks_end_on_the_same_day_of_the_week), TEST(the_page_of_statistics_fits_into_80_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
