/* Your rated games, and why other games are not rated. */
#include "src/store/rating.h"

#include <time.h>

#include "src/store/sql.h"

bool store_rating(struct store *store, struct rating *rating, int *games, struct error *error)
{
    enum { DAY = 24 * 60 * 60 };
    /* A game whose date is in the future was played while the computer's clock was wrong. */
    struct statement *row = store_bound(store,
        "SELECT rating, deviation, volatility, (SELECT count(*) FROM rated) FROM rated"
        " ORDER BY at > ?1, at DESC, game DESC",
        BOUND(AS_NUMBER(time(NULL) + DAY)));
    enum statement_step step;
    *games = 0;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        struct rating read = statement_rating(row, 0);
        int count = (int)statement_number(row, 3, 0, COUNT_MOST);
        if (!statement_damaged(row)) {
            *rating = read;
            *games = count;
            break;
        }
        store_note_damage(store, "a rating of yours");
    }
    return store_end(store, row, step, "reading your rating", error);
}

bool store_rate(struct store *store, int64_t game, double opponent, double score,
                const struct rating *after, struct error *error)
{
    struct statement *statement = store_bound(store,
        "INSERT OR IGNORE INTO rated (game, at, opponent, score, rating, deviation, volatility)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_NUMBER(time(NULL)), AS_REAL(opponent), AS_REAL(score),
              AS_REAL(after->rating), AS_REAL(after->deviation), AS_REAL(after->volatility)));
    return store_run(store, statement, "saving your rating", error);
}

bool store_unrated(struct store *store, int64_t game, int takebacks, const char *why,
                   struct error *error)
{
    struct statement *statement = store_bound(store,
        "UPDATE games SET takebacks = ?2, unrated = ?3 WHERE id = ?1",
        BOUND(AS_NUMBER(game), AS_NUMBER(takebacks), AS_TEXT(why)));
    return store_run(store, statement, "saving the game", error);
}
