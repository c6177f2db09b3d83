/* Counts what is due and what was done today. Each query reads only an index or a small table. Days
 * and months are counted by the database, in local time. */
#include "src/archive/today.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/store/rating.h"
#include "src/store/sql.h"
#include "src/util/text.h"

static const char reading[] = "reading what is due";
enum { WEEK = 7 * 24 * 60 * 60, PLIES_MIN = 10 };

/* Calls `take` for each row of a query. A damaged value is read as the smallest allowed value. */
static bool read_rows(struct store *store, const char *sql, const struct sql_value values[],
                      void (*take)(struct today *today, struct statement *row),
                      struct today *today, struct error *error)
{
    struct statement *row = store_bound(store, sql, values);
    enum statement_step step;
    while ((step = statement_step(row)) == STATEMENT_ROW)
        take(today, row);
    return store_end(store, row, step, reading, error);
}

static int count_at(struct statement *row, int column)
{
    return (int)statement_number(row, column, 0, COUNT_MOST);
}

/* The columns of the query: kind, motif, number of due cards. */
static void take_due(struct today *today, struct statement *row)
{
    const char *name = statement_text(row, 0, 32);
    int motif = (int)statement_number(row, 1, MOTIF_NONE, MOTIF_COUNT - 1);
    for (int kind = 0; kind < CARD_KIND_COUNT; kind++) {
        if (strcmp(card_kind_name((enum card_kind)kind), name) != 0)
            continue;
        today->by_kind[kind] += count_at(row, 2);
        if (kind == CARD_GIFT)
            today->by_motif[motif] += count_at(row, 2);
    }
}

/* The columns of the query: kind, source, and the numbers of cards that are due again, that were
 * never answered, and that were answered at least once. */
static void take_list(struct today *today, struct statement *row)
{
    int due = count_at(row, 2), unseen = count_at(row, 3);
    if (strcmp(statement_text(row, 0, 32), card_kind_name(CARD_ENDGAME)) == 0) {
        today->endgames_due += due;
        today->endgames_unseen += unseen;
        today->endgames_seen += count_at(row, 4);
    } else if (today->list_count < TODAY_LISTS) {
        struct today_list *list = &today->lists[today->list_count++];
        snprintf(list->source, sizeof list->source, "%s",
                 statement_text(row, 1, sizeof list->source));
        list->due = due;
        list->unseen = unseen;
    }
}

static void take_rating_then(struct today *today, struct statement *row)
{
    today->rating_then = statement_real(row, 0, -5000, 10000);
    today->rated_then = statement_number(row, 1, 0, DATE_MOST);
}

static void take_rating_from(struct today *today, struct statement *row)
{
    today->rating_from = statement_real(row, 0, -5000, 10000);
}

/* The column of the query: the card's reason, "Endgame: two bishops. Win it. ..." (suite_cards.c).
 */
static void take_missed(struct today *today, struct statement *row)
{
    if (today->endgames_missed++ > 0) /* only the first endgame is named */
        return;
    const char *why = statement_text(row, 0, 200);
    const char *colon = strchr(why, ':');
    const char *name = colon ? colon + 1 + strspn(colon + 1, " ") : why;
    snprintf(today->endgame_missed, sizeof today->endgame_missed, "%.*s", (int)strcspn(name, "."),
             name);
}

static void take_attempts(struct today *today, struct statement *row)
{
    today->puzzles_tried = count_at(row, 0);
    today->puzzles_today = count_at(row, 1);
    today->wac_tried = count_at(row, 2);
    today->wac_solved = count_at(row, 3);
}

/* The columns of the query: 0 for this month or 1 for the one before, the number of gifts, and the
 * percentage of their winning chances that you kept. */
static void take_gifts(struct today *today, struct statement *row)
{
    bool before = statement_number(row, 0, 0, 1) == 1;
    *(before ? &today->offered_before : &today->offered) = count_at(row, 1);
    *(before ? &today->kept_before : &today->kept) = statement_real(row, 2, 0, 100);
}

/* The columns of the query: motif, chances offered, chances taken. */
static void take_chances(struct today *today, struct statement *row)
{
    int motif = (int)statement_number(row, 0, MOTIF_NONE, MOTIF_COUNT - 1);
    today->chances[motif] = count_at(row, 1);
    today->chances_taken[motif] = count_at(row, 2);
}

static void take_games(struct today *today, struct statement *row)
{
    today->games = count_at(row, 0);
}

static void take_game(struct today *today, struct statement *row)
{
    today->game = statement_id(row, 0);
    today->began = statement_number(row, 1, 0, DATE_MOST);
    today->result = store_read_result(row, 2);
    today->you = (int)statement_number(row, 3, WHITE, BLACK);
}

static bool read_deck(struct store *store, int64_t now, struct today *today, struct error *error)
{
    const struct sql_value bound[] = {AS_NUMBER(now), AS_NUMBER(now - WEEK), {.kind = SQL_END}};
    return store_deck_size(store, now, &today->cards, &today->due, error) &&
           store_next_due(store, &today->next_due, error) &&
           read_rows(store,
                     "SELECT kind, motif, count(*) FROM deck WHERE " DUE(
                         "?1") " AND " MET " GROUP BY kind, motif",
                     bound, take_due, today, error) &&
           read_rows(store,
                     "SELECT kind, source, total(" DUE(
                         "?1") " AND reps > 0), total(reps = 0),"
                               " total(reps > 0) FROM deck WHERE source <> ''"
                               " AND kind IN ('repertoire', 'endgame') GROUP BY kind, source",
                     bound, take_list, today, error) &&
           read_rows(store,
                     "SELECT why FROM answers JOIN deck ON deck.id = card"
                     " WHERE kind = 'endgame' AND grade = 1 AND at > ?2 AND at <= ?1"
                     " GROUP BY card ORDER BY count(*) DESC, max(at) DESC",
                     bound, take_missed, today, error);
}

static bool read_attempts(struct store *store, int64_t now, struct today *today,
                          struct error *error)
{
    int all;
    return store_player(store, &today->puzzle_rating, &all, error) &&
           read_rows(store,
                     "SELECT total(suite = 0), total(suite = 0 AND day = date(?1, 'unixepoch', "
                     "'localtime')), total(suite), total(suite AND solved) FROM"
                     " (SELECT puzzle LIKE 'wac %' AS suite, solved,"
                     "  date(at, 'unixepoch', 'localtime') AS day FROM attempts"
                     "  WHERE puzzle NOT LIKE '% %' OR puzzle LIKE 'wac %')",
                     BOUND(AS_NUMBER(now)), take_attempts, today, error) &&
           store_trained(store, now, &today->trained, error);
}

static bool read_games(struct store *store, int64_t now, struct today *today, struct error *error)
{
    enum { DAY = 24 * 60 * 60, FOUR_WEEKS = 28 * DAY };
    return store_rating(store, &today->rating, &today->rated, error) &&
           read_rows(store,
                     "SELECT rating, at FROM rated WHERE deviation <= ?2 ORDER BY at > ?1,"
                     " CASE WHEN at > ?1 THEN at ELSE -at END, game LIMIT 1",
                     BOUND(AS_NUMBER(now - FOUR_WEEKS), AS_NUMBER(RATING_GUESS)),
                     take_rating_then, today, error) &&
           read_rows(store,
                     "SELECT rating FROM"
                     " (SELECT * FROM rated ORDER BY at > ?2, at DESC, game DESC LIMIT ?1)"
                     " ORDER BY at <= ?2, at, game LIMIT 1",
                     BOUND(AS_NUMBER(TODAY_RATED + 1), AS_NUMBER(now + DAY)), take_rating_from,
                     today, error) &&
           read_rows(store,
                     "SELECT (strftime('%Y', ?1, 'unixepoch', 'localtime') * 12"
                     " + strftime('%m', ?1, 'unixepoch', 'localtime'))"
                     " - (strftime('%Y', began, 'unixepoch', 'localtime') * 12"
                     " + strftime('%m', began, 'unixepoch', 'localtime')) AS ago,"
                     " count(*),"
                     " ifnull(max(0, min(100, 100 * total(kept) / nullif(total(worth), 0))), 0)"
                     " FROM gifts JOIN games ON games.id = gifts.game"
                     " WHERE answered AND began <= ?1 GROUP BY ago HAVING ago IN (0, 1)",
                     BOUND(AS_NUMBER(now)), take_gifts, today, error) &&
           read_rows(store,
                     "SELECT motif, count(*), total(taken) FROM chances"
                     " JOIN games ON games.id = chances.game"
                     " WHERE strftime('%Y-%m', began, 'unixepoch', 'localtime') ="
                     " strftime('%Y-%m', ?1, 'unixepoch', 'localtime') GROUP BY motif",
                     BOUND(AS_NUMBER(now)), take_chances, today, error) &&
           read_rows(store, "SELECT count(*) FROM games WHERE finished = 1 AND result <> '*'",
                     BOUND(AS_NUMBER(0)), take_games, today, error) &&
           read_rows(store,
                     "SELECT id, began, result, you FROM games WHERE finished = 1"
                     " AND result <> '*' AND EXISTS (SELECT 1 FROM moves WHERE game = games.id"
                     " AND ply >= ?1) AND EXISTS (SELECT 1 FROM deck WHERE game = games.id"
                     " AND kind IN ('gift', 'mistake')) ORDER BY id DESC LIMIT 1",
                     BOUND(AS_NUMBER(PLIES_MIN)), take_game, today, error);
}

bool today_read(struct store *store, int64_t now, struct today *today, struct error *error)
{
    int count = 0;
    *today = (struct today){0};
    if (!read_deck(store, now, today, error) || !read_attempts(store, now, today, error) ||
        !read_games(store, now, today, error))
        return false;
    if (today->game == 0)
        return true;
    if (!store_cards_of_game(store, today->game, &today->lesson, 1, &count, error))
        return false;
    today->has_lesson = count > 0;
    return true;
}

enum motif today_weakest(const struct today *today)
{
    enum { TWICE = 2 };
    int found = MOTIF_NONE, most = TWICE - 1;
    for (int motif = MOTIF_NONE + 1; motif < MOTIF_COUNT; motif++) {
        int missed = today->chances[motif] - today->chances_taken[motif];
        if (missed > most) {
            most = missed;
            found = motif;
        }
    }
    return (enum motif)found;
}

void today_weakest_words(const struct today *today, char *text, size_t size)
{
    enum motif motif = today_weakest(today);
    text[0] = '\0';
    if (motif == MOTIF_NONE)
        return;
    int chances = today->chances[motif], missed = chances - today->chances_taken[motif];
    if (motif == MOTIF_HANGING && missed == chances)
        text_add(text, size, "You took none of %d %s this month", chances, motif_plural(motif));
    else if (motif == MOTIF_HANGING)
        text_add(text, size, "You took only %d of %d %s this month", chances - missed, chances,
                 motif_plural(motif));
    else if (missed == chances)
        text_add(text, size, "You missed all %d %s this month", chances, motif_plural(motif));
    else
        text_add(text, size, "You missed %d of %d %s this month", missed, chances,
                 motif_plural(motif));
}

/* A part of the sentence: a count, and its noun in the singular and the plural. */
struct part {
    int count;
    const char *one, *many;
};

static int more_first(const void *a, const void *b)
{
    const struct part *first = a, *second = b;
    return (second->count > first->count) - (second->count < first->count);
}

/* The nouns for due cards of missed chances, by motif. */
static const struct part motifs[MOTIF_COUNT] = {
    [MOTIF_NONE] = {0, "chance you missed", "chances you missed"},
    [MOTIF_MATE] = {0, "mate you missed", "mates you missed"},
    [MOTIF_BACK_RANK_MATE] = {0, "back-rank mate you missed", "back-rank mates you missed"},
    [MOTIF_DOUBLE_CHECK] = {0, "double check you missed", "double checks you missed"},
    [MOTIF_DISCOVERED_CHECK] = {0, "discovered check you missed", "discovered checks you missed"},
    [MOTIF_DISCOVERED_ATTACK] = {0, "discovered attack you missed",
                                 "discovered attacks you missed"},
    [MOTIF_FORK] = {0, "fork you missed", "forks you missed"},
    [MOTIF_SKEWER] = {0, "skewer you missed", "skewers you missed"},
    [MOTIF_PIN] = {0, "pin you missed", "pins you missed"},
    [MOTIF_TRAPPED] = {0, "trapped piece you missed", "trapped pieces you missed"},
    [MOTIF_DEFENDER] = {0, "capture of a defender you missed", "captures of defenders you missed"},
    [MOTIF_HANGING] = {0, "hanging piece you missed", "hanging pieces you missed"},
    [MOTIF_PROMOTION] = {0, "promotion you missed", "promotions you missed"},
};
static const struct part kinds[CARD_KIND_COUNT] = {
    [CARD_MISTAKE] = {0, "mistake", "mistakes"},
    [CARD_PUZZLE] = {0, "puzzle", "puzzles"},
    [CARD_SUITE] = {0, "test position", "test positions"},
    [CARD_REPERTOIRE] = {0, "opening move", "opening moves"},
    [CARD_ENDGAME] = {0, "ending", "endings"},
};

void today_due_words(const struct today *today, int most, char *text, size_t size)
{
    struct part parts[MOTIF_COUNT + CARD_KIND_COUNT];
    int count = 0, rest = 0;
    for (int i = 0; i < MOTIF_COUNT; i++) {
        if (today->by_motif[i] > 0)
            parts[count++] = (struct part){today->by_motif[i], motifs[i].one, motifs[i].many};
    }
    for (int i = 0; i < CARD_KIND_COUNT; i++) {
        if (today->by_kind[i] > 0 && kinds[i].one)
            parts[count++] = (struct part){today->by_kind[i], kinds[i].one, kinds[i].many};
    }
    qsort(parts, (size_t)count, sizeof *parts, more_first);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        if (i < most)
            text_add(text, size, "%s%d %s", i > 0 ? ", " : "", parts[i].count,
                     parts[i].count == 1 ? parts[i].one : parts[i].many);
        else
            rest += parts[i].count;
    }
    if (rest > 0)
        text_add(text, size, ", %d more", rest);
}
