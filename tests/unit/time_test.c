/* Dates when the clock of the computer was wrong, when summer time begins and ends, and in the years
 * 2038 and 2100. No test depends on the time that it is now. */
#include <stdlib.h>
#include <time.h>

#include "src/archive/history.h"
#include "src/archive/today.h"
#include "src/store/deck.h"
#include "src/store/sql.h"
#include "src/training/card.h"
#include "src/util/text.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

enum { DAY = 24 * 60 * 60 };

/* Written out, so that the test needs no database of zones: Greenwich, Berlin, New York, Kolkata, Lord
 * Howe, St John's, and the ends of the world. */
static const char *const zones[] = {
    "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "IST-5:30",
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "NST3:30NDT,M3.2.0,M11.1.0", "<+14>-14", "<-11>11"};
enum { ZONES = sizeof zones / sizeof *zones };

static void enter_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* The local time in this zone. */
static int64_t moment(int year, int month, int day, int hour, int minute)
{
    struct tm local = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day,
                       .tm_hour = hour, .tm_min = minute, .tm_isdst = -1};
    return (int64_t)mktime(&local);
}

static void execute(struct store *store, const char *sql)
{
    struct error error = {0};
    if (!store_execute(store, sql, "testing", &error))
        fail_msg("%s", error.message);
}

static void note_answer(struct store *store, int64_t at)
{
    char sql[128];
    snprintf(sql, sizeof sql, "INSERT INTO answers (at, grade) VALUES (%lld, 3)", (long long)at);
    execute(store, sql);
}

static struct trained trained_at(struct store *store, int64_t now)
{
    struct trained trained;
    struct error error = {0};
    assert_true(store_trained(store, now, &trained, &error));
    return trained;
}

/* Ten days with an answer each, early or late, of which the sixth is this one. */
static void check_days(int year, int month, int day)
{
    for (int zone = 0; zone < ZONES; zone++)
        for (int late = 0; late < 2; late++) {
            struct store *store = open_store();
            enter_zone(zones[zone]);
            execute(store, "DELETE FROM answers");
            for (int i = -5; i < 5; i++)
                note_answer(store, moment(year, month, day + i, late ? 23 : 0, late ? 55 : 5));
            for (int hour = 0; hour < 24; hour += 23) {
                int64_t now = moment(year, month, day + 4, hour, 58);
                struct trained trained = trained_at(store, now);
                int expected = late && hour == 0 ? 9 : 10; /* the last one is not reached yet */
                if (trained.streak != expected)
                    fail_msg("%s, %d-%d-%d: %d days in a row", zones[zone], year, month, day,
                             trained.streak);
                assert_int_equal(trained.positions[1], 1);
            }
            store_close(store);
        }
    unsetenv("TZ");
    tzset();
}

static void days_are_counted_when_summer_time_begins_and_ends(void **state)
{
    check_days(2026, 3, 29);  /* Berlin: 23 hours */
    check_days(2026, 10, 25); /* 25 hours */
    check_days(2026, 3, 8);   /* New York, St John's */
    check_days(2026, 11, 1);
    check_days(2026, 4, 5);   /* Lord Howe: half an hour */
    check_days(2026, 10, 4);
}

static void days_are_counted_in_later_years(void **state)
{
    check_days(2038, 1, 19); /* 2^31 seconds since 1970 */
    /* Not on 1 March 2100: SQLite takes the year for a leap year there, in zones west of Greenwich. */
    check_days(2100, 6, 1);
    check_days(2100, 12, 31);
    check_days(2106, 2, 7);  /* 2^32 seconds */
}

/* The last day of the month, late in the evening, when summer time has ended in the month. */
static void the_month_before_is_named(void **state)
{
    static const struct {
        int year, month, day, hour;
        const char *before;
    } cases[] = {{2026, 10, 31, 23, "September"}, {2026, 11, 30, 23, "October"},
                 {2026, 3, 31, 0, "February"},    {2026, 4, 1, 0, "March"},
                 {2027, 1, 1, 0, "December"},     {2100, 3, 1, 0, "February"},
                 {2024, 3, 31, 23, "February"}};
    for (int zone = 0; zone < ZONES; zone++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            char month[16];
            enter_zone(zones[zone]);
            text_month_before(moment(cases[i].year, cases[i].month, cases[i].day, cases[i].hour,
                                     30), month, sizeof month);
            assert_string_equal(month, cases[i].before);
        }
    unsetenv("TZ");
    tzset();
}

static struct card first_card(void)
{
    struct card card = {.kind = CARD_MISTAKE, .played = NO_MOVE};
    Move moves[CHESS_MOVES_MAX];
    card.position = from_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    assert_true(chess_moves(&card.position, moves) > 0);
    card.solution.length = 1;
    card.solution.line[0] = moves[0];
    return card;
}

static int64_t answer(struct store *store, const struct card *card, int64_t now)
{
    struct error error = {0};
    int64_t next = 0;
    if (!store_answer(store, &card->position, GRADE_GOOD, now, SCHEDULE_RETENTION, &next, &error))
        fail_msg("%s", error.message);
    return next;
}

static int due_at(struct store *store, int64_t now)
{
    struct error error = {0};
    struct card cards[2];
    int all, due, count;
    struct today today;
    assert_true(store_deck_size(store, now, &all, &due, &error));
    assert_true(store_due(store, now, cards, 2, &count, &due, &error));
    assert_true(today_read(store, now, &today, &error));
    assert_int_equal(all, 1);
    assert_int_equal(count, due);
    assert_int_equal(today.due, due);
    assert_int_equal(today.by_kind[CARD_MISTAKE], due);
    return due;
}

static struct store *open_with_card(struct card *card)
{
    struct error error = {0};
    struct store *store = open_store();
    execute(store, "DELETE FROM deck");
    execute(store, "DELETE FROM answers");
    *card = first_card();
    assert_true(store_add_card(store, card, &error));
    execute(store, "UPDATE deck SET added = 1000, due = 1000");
    return store;
}

static void a_card_is_due_in_later_years(void **state)
{
    static const int years[] = {2037, 2038, 2100, 2200};
    for (size_t i = 0; i < sizeof years / sizeof *years; i++) {
        struct card card;
        struct store *store = open_with_card(&card);
        int64_t now = moment(years[i], 12, 31, 12, 0);
        int64_t next = answer(store, &card, now);
        assert_true(next >= now + DAY && next < now + 100 * (int64_t)DAY);
        assert_int_equal(due_at(store, next - DAY), 0);
        assert_int_equal(due_at(store, next), 1);
        store_close(store);
    }
}

/* A position that returns after days is due from midnight to midnight, and its memory counts these
 * days: whoever trains each evening at seven finds it, also five minutes earlier than the last
 * time and when summer time begins or ends. */
static void a_card_is_due_on_a_whole_day(void **state)
{
    static const struct {
        int month, day;
    } days[] = {{6, 1}, {3, 27}, {3, 28}, {10, 23}, {10, 24}, {3, 6}, {10, 30}, {10, 2}, {4, 3}};
    for (int zone = 0; zone < ZONES; zone++)
        for (size_t i = 0; i < sizeof days / sizeof *days; i++)
            for (int hour = 0; hour < 24; hour += 23) {
                const int month = days[i].month, day = days[i].day;
                struct card card;
                struct store *store = open_with_card(&card);
                enter_zone(zones[zone]);
                (void)answer(store, &card, moment(2026, month, day, hour, 5)); /* for two days */
                for (int minute = 0; minute < 60; minute += 59) {
                    assert_int_equal(due_at(store, moment(2026, month, day, 23, minute)), 0);
                    assert_int_equal(due_at(store, moment(2026, month, day + 1, 23, minute)), 0);
                    assert_int_equal(due_at(store, moment(2026, month, day + 2, 0, minute)), 1);
                }
                int64_t next = answer(store, &card, moment(2026, month, day + 2, 0, 0));
                assert_int_equal(next, text_noon(moment(2026, month, day + 2, 0, 0), 11));
                store_close(store);
            }
    unsetenv("TZ");
    tzset();
}

/* Earlier versions stored the minute of the last answer as the time at which a card is due. */
static void a_card_of_an_earlier_version_is_due_on_a_whole_day(void **state)
{
    char sql[128];
    struct card card;
    struct store *store = open_with_card(&card);
    (void)answer(store, &card, moment(2026, 11, 30, 19, 5));
    snprintf(sql, sizeof sql, "UPDATE deck SET due = %lld",
             (long long)moment(2026, 12, 1, 19, 5));
    execute(store, sql);
    assert_int_equal(due_at(store, moment(2026, 11, 30, 23, 59)), 0);
    assert_int_equal(due_at(store, moment(2026, 12, 1, 0, 0)), 1);
    /* After a wrong answer, the minute counts. */
    execute(store, "UPDATE deck SET state = 3");
    assert_int_equal(due_at(store, moment(2026, 12, 1, 19, 4)), 0);
    assert_int_equal(due_at(store, moment(2026, 12, 1, 19, 5)), 1);
    store_close(store);
}

static void the_day_on_which_something_is_due_is_named(void **state)
{
    char words[32];
    for (int zone = 0; zone < ZONES; zone++) {
        enter_zone(zones[zone]);
        int64_t now = moment(2026, 10, 24, 23, 30); /* in Berlin, the next day has 25 hours */
        text_due(moment(2026, 10, 24, 23, 40), now, words, sizeof words);
        assert_string_equal(words, "today at 23:40");
        text_due(moment(2026, 10, 25, 23, 59), now, words, sizeof words);
        assert_string_equal(words, "tomorrow");
        text_due(moment(2026, 10, 26, 0, 0), now, words, sizeof words);
        assert_string_equal(words, "on 2026-10-26");
    }
    unsetenv("TZ");
    tzset();
}

/* The clock was 70 years fast when the card was answered, and is right again. */
static void an_answer_from_the_future_hides_no_card(void **state)
{
    struct card card;
    struct store *store = open_with_card(&card);
    int64_t now = moment(2026, 6, 1, 12, 0), wrong = moment(2096, 6, 1, 12, 0);
    (void)answer(store, &card, wrong);
    assert_int_equal(due_at(store, wrong), 0);
    assert_int_equal(due_at(store, now), 1);
    assert_int_equal(trained_at(store, now).streak, 0);
    int64_t next = answer(store, &card, now);
    assert_true(next > now && next < now + 100 * (int64_t)DAY);
    assert_int_equal(due_at(store, now), 0);
    assert_int_equal(trained_at(store, now).streak, 1);
    store_close(store);
}

/* A clock that goes back by minutes, as a time server sets it, brings no card back. */
static void a_clock_set_back_a_little_changes_nothing(void **state)
{
    struct card card;
    struct store *store = open_with_card(&card);
    int64_t now = moment(2026, 6, 1, 12, 0);
    (void)answer(store, &card, now);
    assert_int_equal(due_at(store, now - 600), 0);
    assert_true(answer(store, &card, now - 600) > now - 600);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(days_are_counted_when_summer_time_begins_and_ends),
        TEST(days_are_counted_in_later_years),
        TEST(the_month_before_is_named),
        TEST(a_card_is_due_in_later_years),
        TEST(a_card_is_due_on_a_whole_day),
        TEST(a_card_of_an_earlier_version_is_due_on_a_whole_day),
        TEST(the_day_on_which_something_is_due_is_named),
        TEST(an_answer_from_the_future_hides_no_card),
        TEST(a_clock_set_back_a_little_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
