/* The tables puzzles and attempts. A puzzle is chosen by walking up the index of ratings from a
 * random place, so no list has to be kept in memory. */
#include "src/store/puzzles.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/store/sql.h"

static const char reading[] = "reading the puzzles", keeping[] = "saving the puzzles";
enum { ABOUT = 100 /* how far from your rating a puzzle's rating may
                    * be */, RATING_MOST = 4000, THEMES_MAX = 512 };

bool store_puzzle_count(struct store *store, int64_t *count, struct error *error)
{
    struct statement *row = store_prepare(store, "SELECT count(*) FROM puzzles");
    return store_number(store, row, count, reading, error);
}

bool store_has_puzzles(struct store *store, bool *any, struct error *error)
{
    int64_t found = 0;
    struct statement *row = store_prepare(store, "SELECT EXISTS (SELECT 1 FROM puzzles)");
    bool good = store_number(store, row, &found, reading, error);
    *any = found != 0;
    return good;
}

static void read_puzzle(struct statement *row, struct puzzle *puzzle)
{
    struct card card;
    *puzzle = (struct puzzle){.rating = statement_rating(row, 3)};
    snprintf(puzzle->id, sizeof puzzle->id, "%s", statement_text(row, 0, sizeof puzzle->id));
    snprintf(puzzle->position, sizeof puzzle->position, "%s",
             statement_text(row, 1, sizeof puzzle->position));
    snprintf(puzzle->moves, sizeof puzzle->moves, "%s",
             statement_text(row, 2, sizeof puzzle->moves));
    snprintf(puzzle->themes, sizeof puzzle->themes, "%s",
             statement_text(row, 6, sizeof puzzle->themes));
    if (!puzzle_card(puzzle, &card))
        statement_spoil(row);
}

/* Goes through the puzzles in the order of (rating, id), from the given rating and id on, up to the
 * rating `to`. Finds the first one that matches the choice and that you have not tried. */
static bool walk(struct store *store, const struct puzzle_choice *choice, double rating,
                 const char *id, double to, struct puzzle *puzzle, bool *found,
                 struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT id, position, moves, rating, deviation, volatility, themes FROM puzzles"
        " WHERE (rating, id) >= (?1, ?2) AND rating <= ?3"
        " AND (?4 = '' OR instr(' ' || themes || ' ', ' ' || ?4 || ' ') > 0)"
        " AND NOT EXISTS (SELECT 1 FROM attempts WHERE puzzle = puzzles.id)"
        " AND instr(?5, ' ' || id || ' ') = 0"
        " ORDER BY rating, id",
        BOUND(AS_REAL(rating), AS_TEXT(id), AS_REAL(to), AS_TEXT(choice->theme),
              AS_TEXT(choice->except ? choice->except : "")));
    enum statement_step step = STATEMENT_DONE;
    *found = false;
    while (!*found && (step = statement_step(row)) == STATEMENT_ROW) {
        read_puzzle(row, puzzle);
        *found = !statement_damaged(row);
        if (!*found)
            store_note_damage(store, "puzzle %s", puzzle->id);
    }
    return store_end(store, row, step, reading, error);
}

bool store_pick_puzzle(struct store *store, const struct puzzle_choice *choice, uint64_t random,
                       struct puzzle *puzzle, bool *found, struct error *error)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    double from = choice->from, to = choice->to, least = choice->from;
    *found = false;
    for (int width = ABOUT; choice->about > 0; width *= 2) { /* doubles the range of ratings until a
                                                                puzzle is found */
        struct puzzle_choice near = *choice;
        near.about = 0;
        near.from = choice->about > width ? choice->about - width : 0;
        near.to = choice->about + width;
        if (!store_pick_puzzle(store, &near, random, puzzle, found, error))
            return false;
        if (*found || width > RATING_MOST)
            return true;
    }
    if (choice->to == 0) {
        struct rating you;
        int attempts;
        if (!store_player(store, &you, &attempts, error))
            return false;
        from = you.rating - ABOUT;
        to = RATING_MOST;
        least = 0;
    }
    double width = choice->to == 0 ? 2 * ABOUT : to - from + 1;
    double rating = from + (double)(random % 1000000) / 1e6 * width;
    const char id[] = {digits[random / 1000000 % 62], digits[random / 62000000 % 62], '\0'};
    return walk(store, choice, rating > 0 ? (double)(int)rating : 0, id, to, puzzle, found,
                error) &&
           (*found || walk(store, choice, least, "", to, puzzle, found, error));
}

/* Attempts at the positions of a test suite are in the same table, but are not rated. Their names,
 * such as "wac WAC.003", contain a blank; the ids of puzzles do not. */
#define IS_PUZZLE "puzzle NOT LIKE '% %'"

bool store_player(struct store *store, struct rating *rating, int *attempts, struct error *error)
{
    struct statement *row = store_prepare(store,
        "SELECT rating, deviation, volatility,"
        " (SELECT count(*) FROM attempts WHERE " IS_PUZZLE ") FROM attempts WHERE " IS_PUZZLE
        " ORDER BY id DESC");
    enum statement_step step;
    *rating = RATING_UNKNOWN;
    if (store_first_rating(store) > 0)
        rating->rating = store_first_rating(store);
    *attempts = 0;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        struct rating read = statement_rating(row, 0);
        *attempts = (int)statement_number(row, 3, 0, COUNT_MOST);
        if (!statement_damaged(row)) {
            *rating = read;
            break;
        }
        store_note_damage(store, "an attempt at a puzzle");
    }
    return store_end(store, row, step, reading, error);
}

static bool insert_attempt(struct store *store, const char *puzzle, bool solved, int64_t now,
                           const struct rating *you, struct error *error)
{
    struct statement *statement = store_bound(store,
        "INSERT INTO attempts (puzzle, at, solved, rating, deviation, volatility)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        BOUND(AS_TEXT(puzzle), AS_NUMBER(now), AS_NUMBER(solved), AS_REAL(you->rating),
              AS_REAL(you->deviation), AS_REAL(you->volatility)));
    return store_run(store, statement, keeping, error);
}

static bool rate_puzzle(struct store *store, const char *id, const struct rating *rating,
                        struct error *error)
{
    struct statement *statement = store_bound(store,
        "UPDATE puzzles SET rating = ?, deviation = ?, volatility = ? WHERE id = ?",
        BOUND(AS_REAL(rating->rating), AS_REAL(rating->deviation), AS_REAL(rating->volatility),
              AS_TEXT(id)));
    return store_run(store, statement, keeping, error);
}

bool store_attempt(struct store *store, const struct puzzle *puzzle,
                   enum puzzle_result result, int64_t now, struct rating *after, struct error *error)
{
    struct rating before;
    int attempts;
    if (!store_execute(store, "BEGIN IMMEDIATE", keeping, error))
        return false;
    bool good = store_player(store, &before, &attempts, error);
    if (good) {
        const bool solved = result == PUZZLE_SOLVED;
        const struct rating_result its = {before, solved ? 0 : 1};
        struct rating rated = rating_after(puzzle->rating, &its, 1);
        *after = puzzle_your_rating(before, &puzzle->rating, result);
        good = insert_attempt(store, puzzle->id, solved, now, after, error) &&
               rate_puzzle(store, puzzle->id, &rated, error);
    }
    return store_settle(store, good, error);
}

bool store_note_attempt(struct store *store, const char *name, bool solved, int64_t now,
                        struct error *error)
{
    struct rating you;
    int attempts;
    return store_player(store, &you, &attempts, error) &&
           insert_attempt(store, name, solved, now, &you, error);
}

bool store_was_tried(struct store *store, const char *name, bool *tried, struct error *error)
{
    struct statement *row = store_bound(store, "SELECT 1 FROM attempts WHERE puzzle = ?",
        BOUND(AS_TEXT(name)));
    enum statement_step step = statement_step(row);
    *tried = step == STATEMENT_ROW;
    return store_end(store, row, step, reading, error);
}

static void count_themes(struct puzzle_theme themes[THEMES_MAX], int *count, const char *text)
{
    char name[48];
    int used;
    for (; sscanf(text, " %47s%n", name, &used) == 1; text += used) {
        int at = puzzle_theme_place(themes, count, THEMES_MAX, name);
        if (at < THEMES_MAX)
            themes[at].puzzles++;
    }
}

bool store_each_theme(struct store *store,
                      void (*take)(void *context, const char *theme, int64_t puzzles),
                      void *context, struct error *error)
{
    int count = 0;
    struct puzzle_theme *themes = calloc(THEMES_MAX, sizeof *themes);
    if (!themes)
        return error_set(error, "out of memory");
    struct statement *row = store_prepare(store, "SELECT themes FROM puzzles");
    enum statement_step step;
    while ((step = statement_step(row)) == STATEMENT_ROW)
        count_themes(themes, &count, statement_text(row, 0, PUZZLE_THEMES_SIZE));
    bool good = store_end(store, row, step, reading, error);
    qsort(themes, (size_t)count, sizeof *themes, puzzle_theme_order);
    for (int i = 0; good && i < count; i++)
        take(context, themes[i].name, themes[i].puzzles);
    free(themes);
    return good;
}
