/* Games in the store: written move by move, and read in one piece. Every move is checked when it is
 * read, because the file may be damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/handicap_text.h"
#include "src/game/group_names.h"
#include "src/store/sql.h"
#include "src/util/text.h"

static const char reading[] = "reading the game";

static bool insert_game(struct store *store, struct stored_game *game, struct error *error)
{
    char fen[CHESS_FEN_MAX], handicap[HANDICAP_TEXT], control[64], odds[48];
    odds_write(game->odds, odds, sizeof odds);
    chess_to_fen(&game->start, fen);
    handicap_text_write(&game->handicap, handicap, sizeof handicap);
    time_control_write(&game->clock.control, control, sizeof control);
    struct statement *statement = store_bound(store,
        "INSERT INTO games (began, start, chess960, you, handicap, control, opponent, odds,"
        " takebacks, unrated, drill, drawn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game->began), AS_TEXT(fen), AS_NUMBER(game->start.chess960),
              AS_NUMBER(game->you), AS_TEXT(handicap), AS_TEXT(control), AS_TEXT(game->opponent),
              AS_TEXT(odds), AS_NUMBER(game->takebacks), AS_TEXT(game->unrated),
              AS_TEXT(game->drill == DRILL_NONE ? "" : group_key((enum group)game->drill)),
              AS_NUMBER(game->drawn)));
    if (!store_run(store, statement, "saving the game", error))
        return false;
    game->id = store_last_row(store);
    return true;
}

static bool insert_move(struct store *store, int64_t game, int ply, Move move, int64_t clock,
                        int64_t elapsed, struct error *error)
{
    struct statement *statement = store_bound(store,
        "INSERT OR REPLACE INTO moves (game, ply, move, clock, elapsed) VALUES (?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_NUMBER(ply), AS_NUMBER(move), AS_NUMBER(clock),
              AS_NUMBER(elapsed)));
    return store_run(store, statement, "saving the move", error);
}

static bool insert_decision(struct store *store, int64_t game, const struct game_node *node,
                            const struct decision *decision, struct error *error)
{
    char handicap[HANDICAP_TEXT], *text = NULL;
    size_t size;
    handicap_text_write(&decision->handicap, handicap, sizeof handicap);
    FILE *out = open_memstream(&text, &size);
    if (out)
        decision_text_write(out, &node->parent->position, decision, &decision->handicap);
    if (!out || !text_close(out, &text))
        return error_set(error, "out of memory");
    struct statement *statement = store_bound(store,
        "INSERT OR REPLACE INTO decisions (game, ply, handicap, decision)"
        " SELECT ?1, ?2, CASE handicap WHEN ?3 THEN '' ELSE ?3 END, ?4 FROM games WHERE id = ?1",
        BOUND(AS_NUMBER(game), AS_NUMBER(node->ply), AS_TEXT(handicap), AS_TEXT(text)));
    free(text);
    return store_run(store, statement, "saving the decision", error);
}

bool store_begin(struct store *store, struct stored_game *game, struct error *error)
{
    if (game->began == 0)
        game->began = (int64_t)time(NULL);
    if (!store_execute(store, "BEGIN IMMEDIATE", "saving the game", error))
        return false;
    bool good = insert_game(store, game, error);
    for (int i = 0; good && i < game->move_count; i++)
        good = insert_move(store, game->id, i + 1, game->moves[i], game->clocks[i],
                           game->elapsed[i], error);
    good = store_settle(store, good, error);
    if (good) {
        store_note_moves(store, game->id, game->move_count);
        (void)store_lock_game(store, game->id);
    }
    return good;
}

/* Makes up for earlier failures to write, for example on a full disk: inserts those moves before
 * `node` that the database lacks, and deletes stored moves from `node`'s ply on. */
static bool catch_up(struct store *store, int64_t game, const struct game_node *node,
                     struct error *error)
{
    static const char doing[] = "saving the move";
    struct statement *statement = store_bound(store,
        "DELETE FROM moves WHERE game = ? AND ply >= ?",
        BOUND(AS_NUMBER(game), AS_NUMBER(node->ply)));
    if (!store_run(store, statement, doing, error))
        return false;
    statement = store_bound(store, "SELECT coalesce(max(ply), 0) FROM moves WHERE game = ?",
        BOUND(AS_NUMBER(game)));
    int64_t kept;
    bool good = store_number(store, statement, &kept, doing, error);
    if (good)
        store_note_moves(store, game, (int)kept);
    for (const struct game_node *missing = node->parent;
         good && missing && missing->parent && missing->ply > kept; missing = missing->parent)
        good = insert_move(store, game, missing->ply, missing->move, missing->clock,
                           missing->elapsed, error);
    return good;
}

bool store_move(struct store *store, int64_t game, const struct game_node *node,
                const struct decision *decision, struct error *error)
{
    if (!store_execute(store, "BEGIN IMMEDIATE", "saving the move", error))
        return false;
    bool good = catch_up(store, game, node, error) &&
                insert_move(store, game, node->ply, node->move, node->clock, node->elapsed, error);
    if (good && decision && decision->made)
        good = insert_decision(store, game, node, decision, error);
    good = store_settle(store, good, error);
    if (good)
        store_note_moves(store, game, node->ply);
    return good;
}

bool store_score(struct store *store, int64_t game, const struct game_node *node,
                 const struct ledger_score *score, struct error *error)
{
    char line[LEDGER_LINE_TEXT];
    ledger_write_line(&node->position, score, line);
    struct statement *statement = store_bound(store,
        "INSERT OR REPLACE INTO scores (game, ply, score, depth, nodes, line)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_NUMBER(node->ply), AS_NUMBER(score->score),
              AS_NUMBER(score->depth), AS_NUMBER(score->nodes), AS_TEXT(line)));
    return store_run(store, statement, "saving the score", error);
}

bool store_opponent(struct store *store, int64_t game, const struct handicap *handicap,
                    struct error *error)
{
    char text[HANDICAP_TEXT];
    handicap_text_write(handicap, text, sizeof text);
    struct statement *statement = store_bound(store,
        "UPDATE games SET handicap_now = CASE handicap WHEN ?2 THEN '' ELSE ?2 END WHERE id = ?1",
        BOUND(AS_NUMBER(game), AS_TEXT(text)));
    return store_run(store, statement, "saving the opponent", error);
}

/* Deletes the moves after ply number `plies` and their scores. Of the cards that the game added for
 * positions from that ply on, deletes those that you have not answered. The game continues, so its
 * result and its review are deleted, too. */
bool store_truncate(struct store *store, int64_t game, int plies, struct error *error)
{
    static const char *const steps[] = {
        "DELETE FROM moves WHERE game = ?1 AND ply > ?2",
        "DELETE FROM scores WHERE game = ?1 AND ply > ?2",
        "DELETE FROM reviews WHERE game = ?1",
        "DELETE FROM deck WHERE game = ?1 AND ply >= ?2 AND reps = 0",
        "UPDATE games SET finished = 0, result = '*', ending = '' WHERE id = ?1",
    };
    if (!store_execute(store, "BEGIN IMMEDIATE", "taking back", error))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < sizeof steps / sizeof *steps; i++) {
        struct statement *statement = store_bound(store, steps[i],
            BOUND(AS_NUMBER(game), AS_NUMBER(plies)));
        good = store_run(store, statement, "taking back", error);
    }
    if (good)
        store_note_moves(store, game, plies);
    return store_settle(store, good, error);
}

bool store_finish(struct store *store, int64_t game, enum result result, const char *ending,
                  struct error *error)
{
    struct statement *statement = store_bound(store,
        "UPDATE games SET finished = 1, result = ?, ending = ? WHERE id = ?",
        BOUND(AS_TEXT(result_text(result)), AS_TEXT(ending), AS_NUMBER(game)));
    return store_run(store, statement, "saving the result", error);
}

enum result store_read_result(struct statement *row, int column)
{
    const char *text = statement_text(row, column, 8);
    enum result result = result_read(text);
    if (strcmp(text, result_text(result)) != 0)
        statement_spoil(row);
    return result;
}

Move store_next_move(struct statement *row, const struct position *position, int count)
{
    Move move = (Move)statement_number(row, 1, 1, UINT16_MAX);
    if (statement_number(row, 0, 1, COUNT_MOST) != count + 1 || !chess_is_legal(position, move))
        statement_spoil(row);
    return move;
}

/* Reads the moves and clocks of game->id. Returns false and sets *damaged if a move is damaged;
 * returns false and sets *error on failure. */
static bool read_moves(struct store *store, struct stored_game *game, bool *damaged,
                       struct error *error)
{
    struct position position = game->start;
    struct statement *row = store_bound(store,
        "SELECT ply, move, clock, elapsed FROM moves WHERE game = ? ORDER BY ply",
        BOUND(AS_NUMBER(game->id)));
    enum statement_step step = STATEMENT_DONE;
    bool good = true;
    while (good && !*damaged && (step = statement_step(row)) == STATEMENT_ROW) {
        int mover = position.side;
        Move move = store_next_move(row, &position, game->move_count);
        int64_t clock = statement_number(row, 2, -1, MILLISECONDS_MOST);
        int64_t elapsed = statement_number(row, 3, -1, MILLISECONDS_MOST);
        *damaged = statement_damaged(row);
        if (*damaged)
            break;
        good = stored_game_add(game, move, clock, elapsed);
        chess_play(&position, move);
        game->clock.moves_made[mover]++;
        if (clock >= 0)
            game->clock.remaining[mover] = clock;
    }
    *damaged = *damaged || statement_damaged(row);
    game->clock.side = position.side;
    return store_end(store, row, step, reading, error) &&
           (good || error_set(error, "out of memory")) && !*damaged;
}

/* Larger than the text of any decision, in bytes. */
enum { DECISION_TEXT = 1 << 16 };

/* Reads the decision in a row of read_decisions' statement. Returns false if out of memory. */
static bool read_decision(struct statement *row, const struct position *position,
                          struct decision *decision)
{
    struct handicap handicap;
    char *text = strdup(statement_text(row, 1, DECISION_TEXT));
    if (!text)
        return false;
    if (!handicap_text_read(statement_text(row, 2, HANDICAP_TEXT), &handicap) ||
        !decision_text_read(text, position, &handicap, decision))
        statement_spoil(row);
    free(text);
    return true;
}

static void note_part(struct store *store, const struct stored_game *game)
{
    store_note_damage(store, "part of game %lld", (long long)game->id);
}

/* Reads the ply from the first column. Returns -1 if the game has no such ply or the row is
 * damaged. */
static int read_ply(struct statement *row, const struct stored_game *game)
{
    int ply = (int)statement_number(row, 0, 0, COUNT_MOST);
    return statement_damaged(row) || ply > game->move_count ? -1 : ply;
}

static bool read_decisions(struct store *store, struct stored_game *game, struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT ply, decision,"
        " CASE decisions.handicap WHEN '' THEN games.handicap ELSE decisions.handicap END"
        " FROM decisions JOIN games ON games.id = game WHERE game = ? ORDER BY ply",
        BOUND(AS_NUMBER(game->id)));
    enum statement_step step = STATEMENT_DONE;
    struct position position = game->start;
    int at = 1; /* the ply of the move after `position` */
    bool good = true;
    while (good && (step = statement_step(row)) == STATEMENT_ROW) {
        int ply = read_ply(row, game);
        for (; at < ply; at++)
            chess_play(&position, game->moves[at - 1]);
        struct decision decision;
        if (ply == 0)
            statement_spoil(row);
        if (ply > 0)
            good = read_decision(row, &position, &decision);
        if (good && statement_damaged(row)) {
            note_part(store, game);
        } else if (good && ply > 0) {
            decision.played = game->moves[ply - 1];
            good = ledger_set_decision(&game->ledger, ply, &decision);
        }
    }
    return store_end(store, row, step, reading, error) &&
           (good || error_set(error, "out of memory"));
}

static void read_score(struct statement *row, const struct position *position,
                       struct ledger_score *score)
{
    char again[LEDGER_LINE_TEXT];
    const char *line = statement_text(row, 4, LEDGER_LINE_TEXT);
    *score = (struct ledger_score){
        .score = (Score)statement_number(row, 1, -SCORE_NONE, SCORE_NONE),
        .depth = (int)statement_number(row, 2, 0, COUNT_MOST),
        .nodes = (uint64_t)statement_number(row, 3, 0, INT64_MAX)};
    ledger_read_line(position, line, score);
    ledger_write_line(position, score, again);
    if (strcmp(line, again) != 0)
        statement_spoil(row);
}

static bool read_scores(struct store *store, struct stored_game *game, struct error *error)
{
    struct position position = game->start;
    int at = 0;
    struct statement *row = store_bound(store,
        "SELECT ply, score, depth, nodes, line FROM scores WHERE game = ? ORDER BY ply",
        BOUND(AS_NUMBER(game->id)));
    enum statement_step step = STATEMENT_DONE;
    bool good = true;
    while (good && (step = statement_step(row)) == STATEMENT_ROW) {
        struct ledger_score score;
        int ply = read_ply(row, game);
        for (; at < ply; at++)
            chess_play(&position, game->moves[at]);
        if (ply >= 0)
            read_score(row, &position, &score);
        if (statement_damaged(row))
            note_part(store, game);
        else if (ply >= 0)
            good = ledger_set_score(&game->ledger, ply, &score);
    }
    return store_end(store, row, step, reading, error) &&
           (good || error_set(error, "out of memory"));
}

#define GAME_COLUMNS                                                                               \
    "id, began, start, chess960, you,"                                                             \
    " CASE handicap_now WHEN '' THEN handicap ELSE handicap_now END, control, opponent,"          \
    " odds, takebacks, unrated, drill, finished, result, ending,"                                  \
    " EXISTS (SELECT 1 FROM reviews WHERE game = id)"

static void read_game(struct statement *row, struct stored_game *game)
{
    struct time_control control = {.untimed = true};
    struct error error;
    *game = (struct stored_game){.id = statement_id(row, 0),
                                 .began = statement_number(row, 1, 0, DATE_MOST),
                                 .you = (int)statement_number(row, 4, WHITE, BLACK),
                                 .takebacks = (int)statement_number(row, 9, 0, COUNT_MOST),
                                 .drill = DRILL_NONE, .finished = statement_flag(row, 12),
                                 .result = store_read_result(row, 13)};
    const char *odds = statement_text(row, 8, 48);
    const char *drill = statement_text(row, 11, 64);
    if (!chess_from_fen(&game->start, statement_text(row, 2, CHESS_FEN_MAX), &error) ||
        !handicap_text_read(statement_text(row, 5, HANDICAP_TEXT), &game->handicap) ||
        !time_control_read(statement_text(row, 6, 64), &control, &error) ||
        (*odds && !odds_read(odds, &game->odds, &error)) ||
        (*drill && !group_find(drill, &game->drill)))
        statement_spoil(row);
    game->start.chess960 = statement_flag(row, 3);
    snprintf(game->opponent, sizeof game->opponent, "%s",
             statement_text(row, 7, sizeof game->opponent));
    snprintf(game->unrated, sizeof game->unrated, "%s",
             statement_text(row, 10, sizeof game->unrated));
    snprintf(game->ending, sizeof game->ending, "%s",
             statement_text(row, 14, sizeof game->ending));
    clock_init(&game->clock, &control);
    odds_set_clock(game->odds, game->you, &game->clock);
    game->ledger.settled = statement_flag(row, 15);
}

/* Reads a game from a row with GAME_COLUMNS, and the rows of other tables that belong to the game.
 * If the game is damaged, records that for store_damage, sets *damaged and returns false. On
 * failure, returns false and sets *error. */
static bool read_whole(struct store *store, struct statement *row, struct stored_game *game,
                       bool *damaged, struct error *error)
{
    read_game(row, game);
    *damaged = statement_damaged(row);
    if (!*damaged && read_moves(store, game, damaged, error) &&
        read_decisions(store, game, error) && read_scores(store, game, error))
        return true;
    if (*damaged)
        store_note_damage(store, "game %lld", (long long)game->id);
    stored_game_clear(game);
    return false;
}

/* Deletes those decisions and scores of the game that cannot be read. */
static bool remove_parts(struct store *store, const struct stored_game *game, struct error *error)
{
    static const char doing[] = "saving the database";
    bool good = true;
    for (int ply = 0; good && ply <= game->move_count; ply++) {
        const struct ledger_entry *entry = ledger_at(&game->ledger, ply);
        if (!entry || !entry->decision)
            good = store_run(store,
                             store_bound(store, "DELETE FROM decisions WHERE game = ? AND ply = ?",
                                         BOUND(AS_NUMBER(game->id), AS_NUMBER(ply))),
                             doing, error);
        if (good && ledger_score_at(&game->ledger, ply) == SCORE_NONE)
            good = store_run(store,
                             store_bound(store, "DELETE FROM scores WHERE game = ? AND ply = ?",
                                         BOUND(AS_NUMBER(game->id), AS_NUMBER(ply))),
                             doing, error);
    }
    return good && store_run(store,
                             store_bound(store, "DELETE FROM scores WHERE game = ? AND ply > ?",
                                         BOUND(AS_NUMBER(game->id), AS_NUMBER(game->move_count))),
                             doing, error);
}

bool store_mend_game(struct store *store, int64_t id, enum mended *mended, struct error *error)
{
    static const char doing[] = "saving the database";
    struct stored_game game = {.id = id};
    bool cut = false;
    struct statement *row =
        store_bound(store, "SELECT " GAME_COLUMNS " FROM games WHERE id = ?", BOUND(AS_NUMBER(id)));
    enum statement_step step = statement_step(row);
    if (step == STATEMENT_ROW)
        read_game(row, &game);
    bool lost = step == STATEMENT_ROW && statement_damaged(row);
    if (!store_end(store, row, step, reading, error))
        return false;
    *mended = lost ? MENDED_LOST : MENDED_WHOLE;
    if (lost)
        return store_run(store,
                         store_bound(store, "DELETE FROM games WHERE id = ?", BOUND(AS_NUMBER(id))),
                         doing, error);
    error->message[0] = '\0';
    bool good = read_moves(store, &game, &cut, error) || (cut && !error->message[0]);
    if (good && cut) {
        *mended = MENDED_CUT;
        good = store_run(store,
                         store_bound(store, "DELETE FROM moves WHERE game = ? AND ply > ?",
                                     BOUND(AS_NUMBER(id), AS_NUMBER(game.move_count))),
                         doing, error);
    }
    good = good && read_decisions(store, &game, error) && read_scores(store, &game, error);
    good = good && remove_parts(store, &game, error);
    stored_game_clear(&game);
    return good;
}

bool store_last_choice(struct store *store, struct stored_choice *choice)
{
    struct statement *row = store_prepare(store,
        "SELECT CASE handicap_now WHEN '' THEN handicap ELSE handicap_now END, control, you, drawn"
        " FROM games WHERE opponent = '' ORDER BY id DESC LIMIT 1");
    struct error error;
    bool found =
        statement_step(row) == STATEMENT_ROW &&
        handicap_text_read(statement_text(row, 0, HANDICAP_TEXT), &choice->handicap) &&
        time_control_read(statement_text(row, 1, 64), &choice->control, &error);
    if (found) {
        int you = (int)statement_number(row, 2, WHITE, BLACK);
        choice->color = statement_flag(row, 3) ? -1 : you;
    }
    found = found && !statement_damaged(row);
    statement_free(row);
    return found;
}

/* Reads the newest unfinished game with an id below `before`. If the game is damaged, sets
 * *damaged; the caller then marks it as finished, so that it is reported only once, but keeps its
 * rows. */
static bool newest_unfinished(struct store *store, int64_t before, struct stored_game *game,
                              bool *damaged, struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT " GAME_COLUMNS " FROM games"
        " WHERE finished = 0 AND id < ? AND EXISTS (SELECT 1 FROM moves WHERE game = games.id)"
        " ORDER BY id DESC", BOUND(AS_NUMBER(before)));
    enum statement_step step;
    bool found = false;
    *damaged = false;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        int64_t id = statement_id(row, 0);
        if (!statement_damaged(row) && !store_lock_game(store, id))
            continue;
        found = read_whole(store, row, game, damaged, error);
        break;
    }
    if (store_end(store, row, step, reading, error))
        return found;
    *damaged = false; /* the database failed, so the row may be intact */
    if (found)
        stored_game_clear(game);
    return false;
}

/* Returns true if the game cannot be resumed, and sets *result and *ending for it. A game in which
 * you have not moved is abandoned. A game that is over on the board gets its result, which was not
 * written because the program was killed. */
static bool nothing_to_resume(const struct stored_game *stored, enum result *result,
                              const char **ending)
{
    *result = RESULT_NONE;
    *ending = "abandoned";
    if (stored->move_count <= (stored->start.side != stored->you))
        return true;
    struct game_node *live;
    struct game *game = stored_game_rebuild(stored, &live);
    if (game) {
        *result = game_result_at(live);
        *ending = game_state_words(game_state(live));
    }
    game_destroy(game);
    return *result != RESULT_NONE;
}

bool store_unfinished_before(struct store *store, int64_t before, struct stored_game *game,
                             struct error *error)
{
    enum result result;
    const char *ending;
    bool damaged = false;
    error_set(error, "%s", "");
    for (; newest_unfinished(store, before, game, &damaged, error) || damaged; before = game->id) {
        if (damaged) {
            result = RESULT_NONE;
            ending = "damaged";
        } else if (!nothing_to_resume(game, &result, &ending)) {
            return true;
        }
        stored_game_clear(game);
        /* If the database is locked, goes on without an error: the game stays unfinished until the
         * next call. */
        if (!store_finish(store, game->id, result, ending, error) &&
            store_refusal(store) != STORE_REFUSED_BUSY)
            return false;
        error_set(error, "%s", "");
    }
    return false;
}

/* Reads the next game from a statement with GAME_COLUMNS. Skips and counts damaged games. Returns
 * false and sets *error on failure. */
static bool next_game(struct store *store, struct statement *row, struct stored_game *game,
                      bool *found, int *damaged, struct error *error)
{
    enum statement_step step;
    *found = false;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        bool is_damaged;
        *found = read_whole(store, row, game, &is_damaged, error);
        if (!is_damaged)
            return *found;
        ++*damaged;
    }
    return step != STATEMENT_REFUSED || store_refuse(store, reading, error);
}

static bool read_first(struct store *store, struct statement *row, struct stored_game *game,
                       struct error *error)
{
    int damaged = 0;
    bool found;
    error_set(error, "%s", "");
    bool good = next_game(store, row, game, &found, &damaged, error);
    statement_free(row);
    return good && found;
}

bool store_unreviewed(struct store *store, struct stored_game *game, struct error *error)
{
    return read_first(store, store_prepare(store,
        "SELECT " GAME_COLUMNS " FROM games"
        " WHERE finished = 1 AND result <> '*' AND id NOT IN (SELECT game FROM reviews)"
        " AND EXISTS (SELECT 1 FROM moves WHERE game = games.id) ORDER BY id DESC"),
        game, error);
}

bool store_finished_before(struct store *store, int64_t before, struct stored_game *game,
                           struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT " GAME_COLUMNS " FROM games"
        " WHERE finished = 1 AND result <> '*' AND id < ?"
        " AND EXISTS (SELECT 1 FROM moves WHERE game = games.id) ORDER BY id DESC",
        BOUND(AS_NUMBER(before)));
    return read_first(store, row, game, error);
}

bool store_game_before(struct store *store, int64_t before, struct stored_game *game,
                       struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT " GAME_COLUMNS " FROM games WHERE id < ? AND EXISTS"
        " (SELECT 1 FROM decisions WHERE game = games.id) ORDER BY id DESC",
        BOUND(AS_NUMBER(before)));
    return read_first(store, row, game, error);
}

bool store_each_game(struct store *store,
                     bool (*take)(void *context, const struct stored_game *game), void *context,
                     int *damaged, struct error *error)
{
    struct stored_game *game = calloc(1, sizeof *game);
    *damaged = 0;
    if (!game)
        return error_set(error, "out of memory");
    struct statement *row = store_prepare(store,
        "SELECT " GAME_COLUMNS " FROM games"
        " WHERE EXISTS (SELECT 1 FROM moves WHERE game = games.id) ORDER BY id");
    bool good, found, more = true;
    while (more && (good = next_game(store, row, game, &found, damaged, error)) && found) {
        more = take(context, game);
        stored_game_clear(game);
    }
    statement_free(row);
    free(game);
    return good;
}
