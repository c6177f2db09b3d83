/* Reads and writes the rows of the deck, and lets FSRS turn answers into due dates. */
#include "src/store/deck.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/game/epd.h"
#include "src/util/text.h"
#include "src/store/sql.h"

static const char reading[] = "reading the deck", keeping[] = "saving the answer";

/* The database stores the numbers of the states, which fallible-games(5) lists: they must not
 * change. */
_Static_assert(SCHEDULE_NEW == 0 && SCHEDULE_LEARNING == 1 && SCHEDULE_REVIEW == 2 &&
               SCHEDULE_RELEARNING == 3, "stored in deck");
_Static_assert(GRADE_AGAIN == 1 && GRADE_HARD == 2 && GRADE_GOOD == 3 && GRADE_EASY == 4,
               "stored in answers");

enum { SOURCE_TEXT = 64, MOVES_TEXT = CARD_MOVES_MAX * CHESS_UCI_MAX + 1 };

static void write_moves(const struct position *position, const struct card_moves *moves,
                        char text[MOVES_TEXT])
{
    char *at = text;
    *at = '\0';
    for (int i = 0; i < moves->count; i++) {
        char uci[CHESS_UCI_MAX];
        chess_to_uci(position, moves->moves[i], uci);
        at += snprintf(at, CHESS_UCI_MAX + 1, "%s%s", i > 0 ? " " : "", uci);
    }
}

/* Reads a list of moves. The row counts as damaged if write_moves would write the list in another
 * form. */
static void read_moves(struct statement *row, int column, const struct position *position,
                       struct card_moves *moves)
{
    const char *text = statement_text(row, column, MOVES_TEXT), *at = text;
    char uci[CHESS_UCI_MAX], again[MOVES_TEXT];
    int used;
    moves->count = 0;
    for (; moves->count < CARD_MOVES_MAX && sscanf(at, " %5s%n", uci, &used) == 1; at += used)
        moves->count += chess_from_uci(position, uci, &moves->moves[moves->count]);
    write_moves(position, moves, again);
    if (strcmp(text, again) != 0)
        statement_spoil(row);
}

/* Each position has one card. A card that belongs to a list (a repertoire, endgames, or the
 * mistakes in a file of games) has the list's name in `source`. A card that comes from a game you
 * played in this program is your own: its `source` is ''.
 * - A repertoire or a list of endgames takes over an existing card, which keeps the mistake that
 *   you made (`played`). But if the list accepts the move that you played, the card stays your own.
 * - The mistakes in a file of games take over no card.
 * - A mistake in a later game makes the card due at once. The card becomes your own if its list
 *   accepts that move or is a file of games. */
#define INSERT                                                                                    \
    "INSERT INTO deck (kind, position, chess960, solution, score, played, motif, why, game,"      \
    " ply, added, due, accepted, refused, mate, last, reason, source)"                            \
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?)"                    \
    " ON CONFLICT (position) DO "
static const char insert_of_list[] = INSERT
    "UPDATE SET kind = excluded.kind, source = excluded.source,"
    " played = CASE WHEN source <> '' AND kind = 'mistake' THEN 0 ELSE played END,"
    " solution = excluded.solution, score = excluded.score, accepted = excluded.accepted,"
    " why = excluded.why, reason = excluded.reason"
    " WHERE source <> '' OR kind IN ('mistake', 'gift')";
static const char insert_of_file[] = INSERT "NOTHING";
static const char insert_of_own[] = INSERT
    "UPDATE SET played = excluded.played, motif = excluded.motif, game = excluded.game,"
    " ply = excluded.ply, last = excluded.last, due = min(due, excluded.due),"
    " kind = CASE WHEN source = '' THEN excluded.kind ELSE kind END,"
    " why = CASE WHEN source = '' THEN excluded.why ELSE why END,"
    " reason = CASE WHEN source = '' THEN excluded.reason ELSE reason END"
    " WHERE excluded.game > coalesce(game, 0) AND kind NOT IN ('puzzle', 'suite')";

enum insert { INSERT_OWN, INSERT_OF_LIST, INSERT_OF_FILE };
static const char *const inserts[] = {insert_of_own, insert_of_list, insert_of_file};

/* Makes the position's card your own if its list accepts the move that was your mistake, or if its
 * list is a file of games. Your mistake then replaces what the card taught. */
static const char release[] =
    "UPDATE deck SET source = '', kind = ?, solution = ?, score = ?, why = ?, reason = ?,"
    " accepted = ''"
    " WHERE position = ? AND source <> ''"
    " AND (kind = 'mistake' OR instr(' ' || accepted || ' ', ?) > 0)";

static bool release_card(struct store *store, const char *epd, const struct card *card,
                         struct error *error)
{
    char line[LEDGER_LINE_TEXT], uci[CHESS_UCI_MAX], word[CHESS_UCI_MAX + 2];
    ledger_write_line(&card->position, &card->solution, line);
    chess_to_uci(&card->position, card->played, uci);
    snprintf(word, sizeof word, " %s ", uci);
    struct statement *statement = store_bound(
        store, release,
        BOUND(AS_TEXT(card_kind_name(card->kind)), AS_TEXT(line), AS_NUMBER(card->solution.score),
              AS_TEXT(card->why), AS_TEXT(card->reason), AS_TEXT(epd), AS_TEXT(word)));
    return store_run(store, statement, "saving the deck", error);
}

/* Sets *taught to whether `card`, which comes from a list, accepts the move that is stored as your
 * mistake in this position. */
static bool teaches_mistake(struct store *store, const char *epd, const struct card *card,
                            bool *taught, struct error *error)
{
    int64_t played;
    struct statement *row =
        store_bound(store, "SELECT max(played) FROM deck WHERE position = ?", BOUND(AS_TEXT(epd)));
    bool good = store_number(store, row, &played, reading, error);
    *taught = good && played != NO_MOVE && card_moves_have(&card->accepted, (Move)played);
    return good;
}

/* SQL: whether a card belongs to the repertoire with the name that is bound as ?1, with or without
 * the colour. */
#define NAMED "kind = 'repertoire' AND source IN (?1, ?1 || ' white', ?1 || ' black')"
static const char give_back_mistakes[] =
    "UPDATE deck SET kind = 'mistake', source = '', why = 'A mistake of yours in an earlier game.'"
    " WHERE " NAMED " AND played <> 0";

/* `source`: the list of the card, or "" for a card that is not from a list. */
static bool insert_card(struct store *store, int64_t game, const char *source,
                        const struct card *card, struct error *error)
{
    bool taught = false;
    char epd[CHESS_FEN_MAX], line[LEDGER_LINE_TEXT], accepted[MOVES_TEXT], refused[MOVES_TEXT];
    int64_t now = (int64_t)time(NULL);
    epd_write(&card->position, epd);
    ledger_write_line(&card->position, &card->solution, line);
    write_moves(&card->position, &card->accepted, accepted);
    write_moves(&card->position, &card->refused, refused);
    if (*source ? !teaches_mistake(store, epd, card, &taught, error)
                : !release_card(store, epd, card, error))
        return false;
    if (taught)
        return true;
    enum insert insert = !*source                     ? INSERT_OWN
                         : card->kind == CARD_MISTAKE ? INSERT_OF_FILE : INSERT_OF_LIST;
    struct statement *statement = store_bound(store, inserts[insert],
        BOUND(AS_TEXT(card_kind_name(card->kind)), AS_TEXT(epd), AS_NUMBER(card->position.chess960),
              AS_TEXT(line), AS_NUMBER(card->solution.score), AS_NUMBER(card->played),
              AS_NUMBER(card->motif), AS_TEXT(card->why), AS_NUMBER(game), AS_NUMBER(card->ply),
              AS_NUMBER(now), AS_NUMBER(now), AS_TEXT(accepted), AS_TEXT(refused),
              AS_NUMBER(card->mate), AS_NUMBER(card->last), AS_TEXT(card->reason),
              AS_TEXT(source)));
    return store_run(store, statement, "saving the deck", error);
}

bool store_insert_card(struct store *store, int64_t game, const struct card *card,
                       struct error *error)
{
    return insert_card(store, game, "", card, error);
}

bool store_put_list(struct store *store, const char *source, const struct card cards[], int count,
                    struct error *error)
{
    if (!store_execute(store, "BEGIN IMMEDIATE", "saving the deck", error))
        return false;
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = insert_card(store, 0, source, &cards[i], error);
    return store_settle(store, good, error);
}

/* Writes the names of the repertoires in the deck, separated by commas, and counts the
 * repertoires. */
static bool list_repertoires(struct store *store, char *text, size_t size, int *count,
                             struct error *error)
{
    struct statement *row = store_prepare(
        store, "SELECT DISTINCT source FROM deck WHERE kind = 'repertoire' ORDER BY source");
    enum statement_step step;
    text[0] = '\0';
    *count = 0;
    while ((step = statement_step(row)) == STATEMENT_ROW)
        text_add(text, size, "%s%s", ++*count > 1 ? ", " : "", statement_text(row, 0, SOURCE_TEXT));
    return store_end(store, row, step, reading, error);
}

/* Counts the cards of the repertoires with this name, and how many of them show a mistake of
 * yours. */
static bool count_repertoire(struct store *store, const char *name, int *cards, int *mistakes,
                             struct error *error)
{
    struct statement *row = store_bound(
        store, "SELECT count(*), total(played <> 0) FROM deck WHERE " NAMED, BOUND(AS_TEXT(name)));
    bool good = statement_step(row) == STATEMENT_ROW;
    *cards = good ? (int)statement_number(row, 0, 0, COUNT_MOST) : 0;
    *mistakes = good ? (int)statement_number(row, 1, 0, COUNT_MOST) : 0;
    statement_free(row);
    return good || store_refuse(store, reading, error);
}

bool store_forget_repertoire(struct store *store, const char *name, char *told, size_t size,
                             struct error *error)
{
    char all[200];
    int count, cards, mistakes;
    if (!list_repertoires(store, all, sizeof all, &count, error))
        return false;
    if (count == 0)
        return error_set(error, "There is no repertoire in your deck.");
    if (!*name && count > 1)
        return error_set(error, "Say which repertoire: %s", all);
    name = *name ? name : all;
    if (!store_execute(store, "BEGIN IMMEDIATE", "changing the deck", error))
        return false;
    bool good =
        count_repertoire(store, name, &cards, &mistakes, error) &&
        (cards > 0 ||
         error_set(error, "There is no repertoire %.60s, but there is %s", name, all)) &&
        store_run(store, store_bound(store, give_back_mistakes, BOUND(AS_TEXT(name))),
                  "changing the deck", error) &&
        store_run(store, store_bound(store, "DELETE FROM deck WHERE " NAMED, BOUND(AS_TEXT(name))),
                  "changing the deck", error);
    snprintf(told, size, "Removed %d position%s of %.60s from your deck.", cards - mistakes,
             text_plural(cards - mistakes), name);
    if (mistakes > 0)
        text_add(told, size, " %d more %s your own mistake%s and stay%s.", mistakes,
                 mistakes == 1 ? "is" : "are", text_plural(mistakes), mistakes == 1 ? "s" : "");
    return store_settle(store, good, error);
}

bool store_add_card(struct store *store, const struct card *card, struct error *error)
{
    return store_insert_card(store, card->game, card, error);
}

bool store_deck_size(struct store *store, int64_t by, int *cards, int *due, struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT total(" MET "), total(" DUE("?1") " AND " MET ") FROM deck", BOUND(AS_NUMBER(by)));
    bool good = statement_step(row) == STATEMENT_ROW;
    *cards = good ? (int)statement_number(row, 0, 0, COUNT_MOST) : 0;
    *due = good ? (int)statement_number(row, 1, 0, COUNT_MOST) : 0;
    statement_free(row);
    return good || store_refuse(store, reading, error);
}

static void read_kind(struct statement *row, int column, enum card_kind *kind)
{
    static const char *const names[] = {CARD_KINDS(NAME_OF_ROW)};
    int index = text_index(statement_text(row, column, 32), names, CARD_KIND_COUNT);
    *kind = index < 0 ? CARD_GIFT : (enum card_kind)index;
    if (index < 0)
        statement_spoil(row);
}

/* Writes "Seen 2 times, last on 2026-11-19." */
static void write_history(char *text, size_t size, bool list, int reps, int64_t last)
{
    char date[16];
    if (reps == 0) {
        snprintf(text, size, list ? "You have not seen it before." : "Not seen since.");
        return;
    }
    text_moment(last, "%Y-%m-%d", date, sizeof date);
    if (reps == 1)
        snprintf(text, size, "Seen once, on %s.", date);
    else
        snprintf(text, size, "Seen %d times, last on %s.", reps, date);
}

#define SCHEDULE_COLUMNS "state, stability, difficulty, reps, lapses, last_review, due"
/* Reads the columns of SCHEDULE_COLUMNS from a row; column number `column` is the first of them. */
static void read_schedule_at(struct statement *row, int column, struct schedule *schedule)
{
    enum { DIFFICULTY_MOST = 10 };
    *schedule = (struct schedule){
        .state = (enum schedule_state)statement_number(row, column, SCHEDULE_NEW,
                                                       SCHEDULE_RELEARNING),
        .stability = statement_real(row, column + 1, 0, SCHEDULE_DAYS_MAX),
        .difficulty = statement_real(row, column + 2, 0, DIFFICULTY_MOST),
        .reps = (int)statement_number(row, column + 3, 0, COUNT_MOST),
        .lapses = (int)statement_number(row, column + 4, 0, COUNT_MOST),
        .last_review = statement_number(row, column + 5, 0, DATE_MOST),
        .due = statement_number(row, column + 6, 0, DATE_MOST)};
    if (!(schedule->stability > 0)) /* FSRS has not seen the card yet */
        schedule->state = SCHEDULE_NEW;
    else if (schedule->stability < 0.001 || schedule->difficulty < 1)
        statement_spoil(row);
}

/* Reads a card from a row of CARD_COLUMNS. Only endgames, and mistakes in games of a file, may lack
 * a line of moves that solves the card. */
static void read_card(struct statement *row, struct card *card)
{
    enum {
        MATE_MOST = 1000,
        MOVE_MOST = UINT16_MAX,
        KIND_FROM = 1,
        BEGAN_AT = 16,
        SCHEDULE_FROM = 17
    };
    char fen[CHESS_FEN_MAX + 16], line[LEDGER_LINE_TEXT];
    struct error error;
    struct schedule schedule;
    int ply = (int)statement_number(row, 9, 0, COUNT_MOST), move = ply / 2 + 1;
    snprintf(fen, sizeof fen, "%s 0 %d", statement_text(row, 2, CHESS_FEN_MAX),
             move < MOVE_MOST ? move : MOVE_MOST);
    *card = (struct card){
        .id = statement_id(row, 0),
        .solution.score = (Score)statement_number(row, 5, -SCORE_NONE, SCORE_NONE),
        .played = (Move)statement_number(row, 6, NO_MOVE, UINT16_MAX),
        .motif = (enum motif)statement_number(row, 7, MOTIF_NONE, MOTIF_COUNT - 1),
        .game = statement_is_nothing(row, 8) ? 0 : statement_id(row, 8),
        .mate = (int)statement_number(row, 13, 0, MATE_MOST), .ply = ply,
        .last = (Move)statement_number(row, 14, NO_MOVE, UINT16_MAX)};
    read_kind(row, KIND_FROM, &card->kind);
    if (!chess_from_fen(&card->position, fen, &error)) {
        statement_spoil(row);
        return;
    }
    card->position.chess960 = statement_flag(row, 3);
    const char *solution = statement_text(row, 4, LEDGER_LINE_TEXT);
    ledger_read_line(&card->position, solution, &card->solution);
    ledger_write_line(&card->position, &card->solution, line);
    read_moves(row, 11, &card->position, &card->accepted);
    read_moves(row, 12, &card->position, &card->refused);
    snprintf(card->why, sizeof card->why, "%s", statement_text(row, 10, sizeof card->why));
    snprintf(card->reason, sizeof card->reason, "%s", statement_text(row, 15, sizeof card->reason));
    read_schedule_at(row, SCHEDULE_FROM, &schedule);
    bool list = card->kind == CARD_REPERTOIRE || card->kind == CARD_ENDGAME;
    char history[64];
    write_history(history, sizeof history, list, schedule.reps, schedule.last_review);
    if (!statement_is_nothing(row, BEGAN_AT)) {
        char date[16];
        text_moment(statement_number(row, BEGAN_AT, 0, DATE_MOST), "%Y-%m-%d", date, sizeof date);
        text_add(card->history, sizeof card->history, "In your game of %s. ", date);
    }
    text_add(card->history, sizeof card->history, "%s", history);
    if (strcmp(solution, line) != 0 ||
        (card->played != NO_MOVE && !chess_is_legal(&card->position, card->played)) ||
        (card->solution.length == 0 && card->kind != CARD_ENDGAME && card->kind != CARD_MISTAKE))
        statement_spoil(row);
}

/* If the date of a card's game is damaged, the day on which the card was added is used instead. */
#define CARD_COLUMNS                                                                               \
    "id, kind, position, chess960, solution, score, played, motif, game, ply, why, accepted,"      \
    " refused, mate, last, reason,"                                                                \
    " (SELECT CASE WHEN typeof(began) = 'integer' AND began BETWEEN 0 AND 253402300799"            \
    "   THEN began ELSE added END FROM games WHERE games.id = deck.game), " SCHEDULE_COLUMNS

/* Reads cards from the rows of a statement and appends them to `cards`, until it holds `max` cards.
 * Frees the statement. */
static bool read_cards(struct store *store, struct statement *row, struct card cards[], int max,
                       int *count, struct error *error)
{
    enum statement_step step = STATEMENT_DONE;
    while (*count < max && (step = statement_step(row)) == STATEMENT_ROW) {
        read_card(row, &cards[*count]);
        if (statement_damaged(row))
            store_note_damage(store, "card %lld", (long long)cards[*count].id);
        else
            ++*count;
    }
    return store_end(store, row, step, reading, error);
}

bool store_due(struct store *store, int64_t now, struct card cards[], int max, int *count,
               int *due, struct error *error)
{
    int all;
    *count = 0;
    if (!store_deck_size(store, now, &all, due, error))
        return false;
    struct statement *row = store_bound(store,
        "SELECT " CARD_COLUMNS " FROM deck WHERE " DUE("?1") " AND " MET " ORDER BY due, id",
        BOUND(AS_NUMBER(now)));
    return read_cards(store, row, cards, max, count, error);
}

/* SQL: the due cards of the lists that meet the condition `list`, beginning with the cards that you
 * have answered before. */
#define DUE_OF(list)                                                                              \
    "SELECT " CARD_COLUMNS " FROM deck WHERE " list " AND " DUE("?2")                             \
    " ORDER BY reps = 0, CASE reps WHEN 0 THEN 0 ELSE due END, id"

bool store_due_of(struct store *store, const char *source, int64_t now, struct card cards[],
                  int max, int *count, struct error *error)
{
    struct statement *row =
        store_bound(store, DUE_OF("source = ?1"), BOUND(AS_TEXT(source), AS_NUMBER(now)));
    *count = 0;
    return read_cards(store, row, cards, max, count, error);
}

bool store_due_of_kind(struct store *store, enum card_kind kind, int64_t now, struct card cards[],
                       int max, int *count, struct error *error)
{
    struct statement *row = store_bound(store, DUE_OF("source <> '' AND kind = ?1"),
                                        BOUND(AS_TEXT(card_kind_name(kind)), AS_NUMBER(now)));
    *count = 0;
    return read_cards(store, row, cards, max, count, error);
}

bool store_cards_of_game(struct store *store, int64_t game, struct card cards[], int max,
                         int *count, struct error *error)
{
    struct statement *row = store_bound(
        store,
        "SELECT " CARD_COLUMNS " FROM deck WHERE game = ? AND kind IN ('gift', 'mistake')"
        " ORDER BY why NOT LIKE 'A blunder%', kind <> 'mistake', motif = 0, ply",
        BOUND(AS_NUMBER(game)));
    *count = 0;
    return read_cards(store, row, cards, max, count, error);
}

bool store_answered(struct store *store, const struct position *position,
                    struct answered *answered, struct error *error)
{
    char epd[CHESS_FEN_MAX];
    epd_write(position, epd);
    /* Because of max(at), SQLite takes `grade` from the row that has the largest `at`: the last
     * answer. */
    struct statement *row = store_bound(store,
        "SELECT count(*), total(grade > ?2), grade = ?2, max(at) FROM answers"
        " JOIN deck ON deck.id = card WHERE position = ?1",
        BOUND(AS_TEXT(epd), AS_NUMBER(GRADE_AGAIN)));
    enum statement_step step = statement_step(row);
    *answered = (struct answered){0};
    if (step == STATEMENT_ROW && statement_number(row, 0, 0, COUNT_MOST) > 0)
        *answered = (struct answered){.times = (int)statement_number(row, 0, 0, COUNT_MOST),
                                      .solved = (int)statement_number(row, 1, 0, COUNT_MOST),
                                      .missed_last = statement_flag(row, 2),
                                      .last = statement_number(row, 3, 0, DATE_MOST)};
    return store_end(store, row, step, reading, error);
}

bool store_next_due(struct store *store, int64_t *next, struct error *error)
{
    struct statement *row = store_prepare(store, "SELECT min(due) FROM deck WHERE " MET);
    bool good = store_number(store, row, next, reading, error);
    *next = *next > 0 ? *next : 0;
    return good;
}

/* Reads the schedule of the position's card. Sets *id to 0 if the deck has no such card or its row
 * is damaged. */
static bool read_schedule(struct store *store, const struct position *position, int64_t *id,
                          struct schedule *schedule, struct error *error)
{
    char epd[CHESS_FEN_MAX];
    epd_write(position, epd);
    *id = 0;
    struct statement *row = store_bound(store,
        "SELECT id, " SCHEDULE_COLUMNS " FROM deck WHERE position = ?", BOUND(AS_TEXT(epd)));
    enum statement_step step = statement_step(row);
    if (step == STATEMENT_ROW) {
        *id = statement_id(row, 0);
        read_schedule_at(row, 1, schedule);
        if (statement_damaged(row)) {
            store_note_damage(store, "card %lld", (long long)*id);
            *id = 0;
        }
    }
    return store_end(store, row, step, reading, error);
}

static bool write_schedule(struct store *store, int64_t id, const struct schedule *schedule,
                           struct error *error)
{
    struct statement *statement = store_bound(store,
        "UPDATE deck SET state = ?, stability = ?, difficulty = ?, reps = ?, lapses = ?,"
        " last_review = ?, due = ? WHERE id = ?",
        BOUND(AS_NUMBER(schedule->state), AS_REAL(schedule->stability),
              AS_REAL(schedule->difficulty), AS_NUMBER(schedule->reps), AS_NUMBER(schedule->lapses),
              AS_NUMBER(schedule->last_review), AS_NUMBER(schedule->due), AS_NUMBER(id)));
    return store_run(store, statement, keeping, error);
}

bool store_foresee(struct store *store, const struct position *position, enum grade grade,
                   int64_t now, double goal, int64_t *next, struct error *error)
{
    struct schedule schedule;
    int64_t id;
    bool good = read_schedule(store, position, &id, &schedule, error);
    *next = 0;
    if (good && id != 0) {
        schedule_answer(&schedule, grade, now, goal);
        *next = schedule.due;
    }
    return good;
}

bool store_answer(struct store *store, const struct position *position, enum grade grade,
                  int64_t now, double goal, int64_t *next, struct error *error)
{
    struct schedule schedule;
    int64_t id;
    *next = 0;
    if (!store_execute(store, "BEGIN IMMEDIATE", keeping, error))
        return false;
    bool good = read_schedule(store, position, &id, &schedule, error);
    if (good && id != 0) {
        schedule_answer(&schedule, grade, now, goal);
        struct statement *answer = store_bound(store,
            "INSERT INTO answers (card, at, grade) VALUES (?, ?, ?)",
            BOUND(AS_NUMBER(id), AS_NUMBER(now), AS_NUMBER(grade)));
        good = store_run(store, answer, keeping, error) &&
               write_schedule(store, id, &schedule, error);
        *next = schedule.due;
    }
    return store_settle(store, good, error);
}
