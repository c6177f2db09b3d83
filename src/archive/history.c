/* The queries let the database work out days and weeks, in local time. */
#include "src/archive/history.h"

#include <limits.h>

#include "src/store/sql.h"

static const char reading[] = "reading the history";

/* SQL: the number of local days from the time in column `at` to the time ?1. */
#define DAYS_AGO                                                                                  \
    "CAST(round(julianday(date(?1, 'unixepoch', 'localtime')) -"                                  \
    " julianday(date(at, 'unixepoch', 'localtime'))) AS INTEGER)"

static void note_damage(struct store *store)
{
    store_note_damage(store, "a part of the history");
}

bool store_trained(struct store *store, int64_t now, struct trained *trained,
                   struct error *error)
{
    *trained = (struct trained){0};
    struct statement *row = store_bound(store,
        "SELECT " DAYS_AGO " AS ago, count(*)"
        " FROM (SELECT at FROM answers UNION ALL SELECT at FROM attempts)"
        " WHERE (at <= ?1 OR typeof(at) <> 'integer') GROUP BY ago ORDER BY ago", BOUND(AS_NUMBER(now)));
    enum statement_step step;
    int64_t before = -1;
    int length = 0;
    bool current = true; /* the streak that is being counted extends to today or yesterday */
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        int64_t ago = statement_number(row, 0, INT_MIN, INT_MAX);
        int positions = (int)statement_number(row, 1, 0, COUNT_MOST);
        if (statement_damaged(row)) {
            note_damage(store);
            continue;
        }
        if (ago >= 0 && ago < TRAINED_DAYS)
            trained->positions[ago] = positions;
        bool next = ago == before + 1 || (before < 0 && ago == 1);
        current = current && next;
        length = next ? length + 1 : 1;
        before = ago;
        if (current)
            trained->streak = length;
        if (length > trained->longest)
            trained->longest = length;
    }
    return store_end(store, row, step, reading, error);
}

/* Reads rows whose first column is a week (0 is the last seven days). Calls `take` to store the
 * other columns in that week. */
static bool read_weeks(struct store *store, const char *sql, int64_t now,
                       void (*take)(struct history_week *week, struct statement *row),
                       struct history_week weeks[HISTORY_WEEKS], struct error *error)
{
    struct statement *row = store_bound(store, sql, BOUND(AS_NUMBER(now)));
    enum statement_step step;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        int64_t week = statement_number(row, 0, INT_MIN, INT_MAX);
        if (!statement_damaged(row) && week >= 0 && week < HISTORY_WEEKS)
            take(&weeks[week], row);
        if (statement_damaged(row))
            note_damage(store);
    }
    return store_end(store, row, step, reading, error);
}

static void take_training(struct history_week *week, struct statement *row)
{
    week->positions = (int)statement_number(row, 1, 0, COUNT_MOST);
    week->solved = (int)statement_number(row, 2, 0, COUNT_MOST);
}

static void take_puzzle_rating(struct history_week *week, struct statement *row)
{
    week->puzzle_rating = statement_real(row, 1, -5000, 10000);
}

static void take_rating(struct history_week *week, struct statement *row)
{
    week->rated = true;
    week->rating = statement_real(row, 1, -5000, 10000);
}

static void take_games(struct history_week *week, struct statement *row)
{
    week->games = (int)statement_number(row, 1, 0, COUNT_MOST);
    week->accuracy = statement_real(row, 2, 0, 100);
}

static void take_gifts(struct history_week *week, struct statement *row)
{
    week->worth = statement_real(row, 1, 0, COUNT_MOST);
    week->kept = statement_real(row, 2, 0, COUNT_MOST);
}

bool store_history(struct store *store, int64_t now, struct history_week weeks[HISTORY_WEEKS],
                   struct error *error)
{
    for (int i = 0; i < HISTORY_WEEKS; i++)
        weeks[i] = (struct history_week){0};
    return read_weeks(store,
                      "SELECT " DAYS_AGO " / 7 AS week, count(*), total(good)"
                      " FROM (SELECT at, grade >= 3 AS good FROM answers"
                      "  UNION ALL SELECT at, solved FROM attempts) WHERE (at <= ?1 OR typeof(at) "
                      "<> 'integer') GROUP BY week",
                      now, take_training, weeks, error) &&
           read_weeks(store,
                      "SELECT " DAYS_AGO " / 7 AS week, rating, max(id) FROM attempts WHERE (at <= "
                                         "?1 OR typeof(at) <> 'integer')"
                      " AND puzzle IN (SELECT id FROM puzzles) GROUP BY week",
                      now, take_puzzle_rating, weeks, error) &&
           read_weeks(store,
                      "SELECT " DAYS_AGO " / 7 AS week, rating, max(at) FROM rated"
                      " WHERE (at <= ?1 OR typeof(at) <> 'integer') GROUP BY week",
                      now, take_rating, weeks, error) &&
           read_weeks(store,
                      "SELECT " DAYS_AGO " / 7 AS week, count(*), avg(accuracy)"
                      " FROM (SELECT began AS at, accuracy FROM reviews JOIN games ON id = game"
                      "  WHERE moves <> 0)"
                      " WHERE (at <= ?1 OR typeof(at) <> 'integer') GROUP BY week",
                      now, take_games, weeks, error) &&
           read_weeks(
               store,
               "SELECT " DAYS_AGO " / 7 AS week, total(worth), total(kept)"
               " FROM (SELECT began AS at, worth, kept FROM gifts JOIN games ON games.id = game"
               "  WHERE answered) WHERE (at <= ?1 OR typeof(at) <> 'integer') GROUP BY week",
               now, take_gifts, weeks, error);
}
