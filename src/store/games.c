/* Games in the store: written move by move, read back whole. Every move read is checked: the file
 * may have been damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/store/sql.h"

static const char reading[] = "reading the game";

static bool insert_game(struct store *store, struct stored_game *game, struct error *error)
{
    char fen[CHESS_FEN_MAX], handicap[STORE_HANDICAP_TEXT], control[64], odds[48];
    odds_write(game->odds, odds, sizeof odds);
    chess_to_fen(&game->start, fen);
    store_write_handicap(&game->handicap, handicap, sizeof handicap);
    time_control_write(&game->clock.control, control, sizeof control);
    struct statement *statement = store_bound(store,
        "INSERT INTO games (began, start, chess960, you, handicap, control, opponent, odds,"
        " takebacks, unrated, drill, drawn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game->began), AS_TEXT(fen), AS_NUMBER(game->start.chess960),
              AS_NUMBER(game->you), AS_TEXT(handicap), AS_TEXT(control), AS_TEXT(game->opponent),
              AS_TEXT(odds), AS_NUMBER(game->takebacks), AS_TEXT(game->unrated),
              AS_TEXT(game->drill == DRILL_NONE ? "" : group_key((enum group)game->drill)),
              AS_NUMBER(game->drawn)));
    if (!store_run(store, statement, "keeping the game", error))
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
    return store_run(store, statement, "keeping the move", error);
}

enum { CANDIDATE_MAX = 80 };

/* One candidate a line: move, score, the rule that dropped it, whether it took part, by how much
 * it was misjudged, its chance; the answer to it, the depth that shows at, and its lure. */
static char *write_candidates(const struct decision *decision)
{
    char *text = malloc((size_t)decision->count * CANDIDATE_MAX + 1);
    if (!text)
        return NULL;
    char *at = text;
    *at = '\0';
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        at += snprintf(at, CANDIDATE_MAX, "%d %d %d %d %d %d %d %d %d\n", candidate->move,
                       candidate->score, candidate->dropped_by, candidate->in_range,
                       candidate->shift, candidate->chance, candidate->answer,
                       candidate->answer_depth, candidate->lure);
    }
    return text;
}

/* The columns of a decision that are numbers, each with its member of struct decision. */
#define DECISION_NUMBERS(X)                                                                        \
    X(best, best) X(best_score, best_score) X(played_score, played_score) X(error_range, range)    \
    X(die, die) X(blunder_chance, blunder_chance) X(blunder, blunder) X(deliberate, deliberate)    \
    X(forced_win, forced_win) X(cost, cost) X(random, random) X(width, width_percent)              \
    X(spent, spent) X(usual, usual) X(first, first) X(changes, changes) X(budget, budget)          \
    X(cut, cut) X(hash_mb, hash_mb)
#define COLUMN(column, member) ", " #column
#define PLACE(column, member) ", ?"
#define BIND(column, member) , AS_NUMBER(decision->member)
#define READ(column, member) decision->member = statement_number(row, at++);

static bool insert_decision(struct store *store, int64_t game, int ply,
                            const struct decision *decision, struct error *error)
{
    char *candidates = write_candidates(decision), handicap[STORE_HANDICAP_TEXT];
    store_write_handicap(&decision->handicap, handicap, sizeof handicap);
    struct statement *statement = store_bound(store,
        "INSERT OR REPLACE INTO decisions (game, ply, candidates, handicap"
        DECISION_NUMBERS(COLUMN) ") SELECT ?1, ?2, ?3, CASE handicap WHEN ?4 THEN '' ELSE ?4 END"
        DECISION_NUMBERS(PLACE) " FROM games WHERE id = ?1",
        BOUND(AS_NUMBER(game), AS_NUMBER(ply), AS_TEXT(candidates ? candidates : ""),
              AS_TEXT(handicap) DECISION_NUMBERS(BIND)));
    free(candidates);
    return store_run(store, statement, "keeping the decision", error);
}

bool store_begin(struct store *store, struct stored_game *game, struct error *error)
{
    if (game->began == 0)
        game->began = (int64_t)time(NULL);
    if (!store_execute(store, "BEGIN IMMEDIATE", "keeping the game", error))
        return false;
    bool good = insert_game(store, game, error);
    for (int i = 0; good && i < game->move_count; i++)
        good = insert_move(store, game->id, i + 1, game->moves[i], game->clocks[i],
                           game->elapsed[i], error);
    good = store_settle(store, good, error);
    if (good)
        (void)store_lock_game(store, game->id);
    return good;
}

/* The moves before node that could not be kept when they were made, as a full disk may have it, and
 * none from node on that could not be taken back. */
static bool catch_up(struct store *store, int64_t game, const struct game_node *node,
                     struct error *error)
{
    static const char doing[] = "keeping the move";
    struct statement *statement = store_bound(store,
        "DELETE FROM moves WHERE game = ? AND ply >= ?",
        BOUND(AS_NUMBER(game), AS_NUMBER(node->ply)));
    if (!store_run(store, statement, doing, error))
        return false;
    statement = store_bound(store, "SELECT coalesce(max(ply), 0) FROM moves WHERE game = ?",
        BOUND(AS_NUMBER(game)));
    int64_t kept;
    bool good = store_number(store, statement, &kept, doing, error);
    for (const struct game_node *missing = node->parent;
         good && missing && missing->parent && missing->ply > kept; missing = missing->parent)
        good = insert_move(store, game, missing->ply, missing->move, missing->clock,
                           missing->elapsed, error);
    return good;
}

bool store_move(struct store *store, int64_t game, const struct game_node *node,
                const struct decision *decision, struct error *error)
{
    if (!store_execute(store, "BEGIN IMMEDIATE", "keeping the move", error))
        return false;
    bool good = catch_up(store, game, node, error) &&
                insert_move(store, game, node->ply, node->move, node->clock, node->elapsed, error);
    if (good && decision && decision->made)
        good = insert_decision(store, game, node->ply, decision, error);
    return store_settle(store, good, error);
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
    return store_run(store, statement, "keeping the score", error);
}

bool store_opponent(struct store *store, int64_t game, const struct handicap *handicap,
                    struct error *error)
{
    char text[STORE_HANDICAP_TEXT];
    store_write_handicap(handicap, text, sizeof text);
    struct statement *statement = store_bound(store,
        "UPDATE games SET handicap_now = CASE handicap WHEN ?2 THEN '' ELSE ?2 END WHERE id = ?1",
        BOUND(AS_NUMBER(game), AS_TEXT(text)));
    return store_run(store, statement, "keeping the opponent", error);
}

/* A game taken back into is no longer finished, and what came of its end is void. */
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
    return store_settle(store, good, error);
}

bool store_finish(struct store *store, int64_t game, enum result result, const char *ending,
                  struct error *error)
{
    struct statement *statement = store_bound(store,
        "UPDATE games SET finished = 1, result = ?, ending = ? WHERE id = ?",
        BOUND(AS_TEXT(result_text(result)), AS_TEXT(ending), AS_NUMBER(game)));
    return store_run(store, statement, "keeping the result", error);
}

/* Moves and clocks of game->id. Every move is checked, as the file may have been damaged: the game
 * goes as far as it is whole. */
static bool read_moves(struct store *store, struct stored_game *game, struct error *error)
{
    struct position position = game->start;
    struct statement *statement = store_bound(store,
        "SELECT ply, move, clock, elapsed FROM moves WHERE game = ? ORDER BY ply",
        BOUND(AS_NUMBER(game->id)));
    enum statement_step step = STATEMENT_DONE;
    bool good = true;
    while (good && (step = statement_step(statement)) == STATEMENT_ROW) {
        int64_t number = statement_number(statement, 1), clock = statement_number(statement, 2);
        if (statement_number(statement, 0) != game->move_count + 1 || number <= 0 ||
            number > UINT16_MAX || !chess_is_legal(&position, (Move)number))
            break;
        int mover = position.side;
        good = stored_game_add(game, (Move)number, clock, statement_number(statement, 3));
        chess_play(&position, (Move)number);
        game->clock.moves_made[mover]++;
        if (clock >= 0)
            game->clock.remaining[mover] = clock;
    }
    game->clock.side = position.side;
    return store_end(store, statement, step, reading, error) &&
           (good || error_set(error, "out of memory"));
}

/* Candidates as write_candidates wrote them; the last numbers may be missing. */
static void read_candidates(const char *text, const struct position *position,
                            struct decision *decision)
{
    while (*text && decision->count < CHESS_MOVES_MAX) {
        char line[CANDIDATE_MAX];
        int move, score, dropped, in_range, shift = 0, chance = 0;
        int answer = NO_MOVE, answer_depth = 0, lure = CHOICE_FEATURES_MAX;
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        if (sscanf(line, "%d %d %d %d %d %d %d %d %d", &move, &score, &dropped, &in_range, &shift,
                   &chance, &answer, &answer_depth, &lure) < 4 ||
            !chess_is_legal(position, (Move)move))
            return;
        struct position next = *position;
        chess_play(&next, (Move)move);
        if (answer < 0 || answer > UINT16_MAX || !chess_is_legal(&next, (Move)answer))
            answer = NO_MOVE;
        dropped = dropped < 0 || dropped > RULE_NONE ? RULE_NONE : dropped;
        lure = lure < 0 || lure > CHOICE_FEATURES_MAX ? CHOICE_FEATURES_MAX : lure;
        decision->candidates[decision->count++] = (struct candidate){
            .move = (Move)move, .score = score, .shift = shift, .chance = chance,
            .dropped_by = (uint8_t)dropped, .in_range = in_range != 0,
            .answer = (Move)answer, .answer_depth = (uint8_t)answer_depth, .lure = (uint8_t)lure};
    }
}

/* As the statement of read_decisions says it, in position; false: it is damaged. */
static bool read_decision(struct statement *row, const struct position *position,
                          struct decision *decision)
{
    int at = 3;
    *decision = (struct decision){.made = true};
    DECISION_NUMBERS(READ)
    read_candidates(statement_text(row, 1), position, decision);
    bool good = store_read_handicap(statement_text(row, 2), &decision->handicap) &&
                chess_is_legal(position, decision->best) &&
                (decision->first == NO_MOVE || chess_is_legal(position, decision->first));
    decision->method = decision->handicap.method;
    return good;
}

static bool read_decisions(struct store *store, struct stored_game *game, struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT ply, candidates,"
        " CASE decisions.handicap WHEN '' THEN games.handicap ELSE decisions.handicap END"
        DECISION_NUMBERS(COLUMN)
        " FROM decisions JOIN games ON games.id = game WHERE game = ? ORDER BY ply",
        BOUND(AS_NUMBER(game->id)));
    enum statement_step step = STATEMENT_DONE;
    struct position position = game->start;
    int at = 1; /* the ply of position's move */
    bool good = true;
    while (good && (step = statement_step(row)) == STATEMENT_ROW) {
        int ply = (int)statement_number(row, 0);
        if (ply < 1 || ply > game->move_count)
            continue;
        for (; at < ply; at++)
            chess_play(&position, game->moves[at - 1]);
        struct decision decision;
        if (!read_decision(row, &position, &decision))
            continue;
        decision.played = game->moves[ply - 1];
        good = ledger_set_decision(&game->ledger, ply, &decision);
    }
    return store_end(store, row, step, reading, error) &&
           (good || error_set(error, "out of memory"));
}

static bool read_scores(struct store *store, struct stored_game *game, struct error *error)
{
    struct position position = game->start;
    int ply = 0;
    struct statement *row = store_bound(store,
        "SELECT ply, score, depth, nodes, line FROM scores WHERE game = ? ORDER BY ply",
        BOUND(AS_NUMBER(game->id)));
    enum statement_step step = STATEMENT_DONE;
    bool good = true;
    while (good && (step = statement_step(row)) == STATEMENT_ROW) {
        int at = (int)statement_number(row, 0);
        const char *line = statement_text(row, 4);
        if (at < 0 || at > game->move_count)
            continue;
        for (; ply < at; ply++)
            chess_play(&position, game->moves[ply]);
        struct ledger_score score = {.score = (Score)statement_number(row, 1),
                                     .depth = (int)statement_number(row, 2),
                                     .nodes = (uint64_t)statement_number(row, 3)};
        ledger_read_line(&position, line, &score);
        good = ledger_set_score(&game->ledger, at, &score);
    }
    return store_end(store, row, step, reading, error) &&
           (good || error_set(error, "out of memory"));
}

#define GAME_COLUMNS                                                                               \
    "id, began, start, chess960, you,"                                                             \
    " CASE handicap_now WHEN '' THEN handicap ELSE handicap_now END, control, opponent,"          \
    " odds, takebacks, unrated, drill, finished, result, ending"

/* False: the row is damaged. */
static bool read_game(struct statement *row, struct stored_game *game, struct error *error)
{
    *game = (struct stored_game){.id = statement_number(row, 0),
                                 .began = statement_number(row, 1),
                                 .you = statement_number(row, 4) == BLACK ? BLACK : WHITE};
    const char *fen = statement_text(row, 2);
    const char *handicap = statement_text(row, 5);
    const char *control_text = statement_text(row, 6);
    struct time_control control;
    if (!chess_from_fen(&game->start, fen, error) ||
        !store_read_handicap(handicap, &game->handicap) ||
        !time_control_read(control_text, &control, error))
        return error_set(error, "the kept game %lld is damaged", (long long)game->id);
    game->start.chess960 = statement_number(row, 3) != 0;
    snprintf(game->opponent, sizeof game->opponent, "%s", statement_text(row, 7));
    const char *odds = statement_text(row, 8);
    if (*odds && !odds_read(odds, &game->odds, error))
        return error_set(error, "the kept game %lld is damaged", (long long)game->id);
    game->takebacks = (int)statement_number(row, 9);
    snprintf(game->unrated, sizeof game->unrated, "%s", statement_text(row, 10));
    if (!drill_group(statement_text(row, 11), &game->drill))
        game->drill = DRILL_NONE;
    game->finished = statement_number(row, 12) != 0;
    game->result = result_read(statement_text(row, 13));
    snprintf(game->ending, sizeof game->ending, "%s", statement_text(row, 14));
    clock_init(&game->clock, &control);
    odds_set_clock(game->odds, game->you, &game->clock);
    return true;
}

/* What hangs on the row; damage there only shortens the game. */
static bool read_rest(struct store *store, struct stored_game *game, struct error *error)
{
    bool good = read_moves(store, game, error) && read_decisions(store, game, error) &&
                read_scores(store, game, error);
    if (!good)
        stored_game_clear(game);
    return good;
}

bool store_last_choice(struct store *store, struct stored_choice *choice)
{
    struct statement *row = store_prepare(store,
        "SELECT CASE handicap_now WHEN '' THEN handicap ELSE handicap_now END, control, you, drawn"
        " FROM games WHERE opponent = '' ORDER BY id DESC LIMIT 1");
    struct error error;
    bool found = statement_step(row) == STATEMENT_ROW &&
                 store_read_handicap(statement_text(row, 0), &choice->handicap) &&
                 time_control_read(statement_text(row, 1), &choice->control, &error);
    if (found)
        choice->color = statement_number(row, 3) != 0 ? -1
                        : statement_number(row, 2) == BLACK ? BLACK : WHITE;
    statement_free(row);
    return found;
}

static bool newest_unfinished(struct store *store, struct stored_game *game, struct error *error)
{
    game->id = 0;
    struct statement *row = store_prepare(store,
        "SELECT " GAME_COLUMNS " FROM games"
        " WHERE finished = 0 AND EXISTS (SELECT 1 FROM moves WHERE game = games.id)"
        " ORDER BY id DESC");
    enum statement_step step;
    bool found = false;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        if (!store_lock_game(store, statement_number(row, 0)))
            continue;
        found = read_game(row, game, error) && read_rest(store, game, error);
        break;
    }
    statement_free(row);
    if (step == STATEMENT_REFUSED)
        return store_refuse(store, reading, error);
    /* A damaged game is told of once and never offered again; its rows stay. */
    struct error ignored;
    if (!found && error->message[0] && game->id > 0 &&
        !store_finish(store, game->id, RESULT_NONE, "damaged", &ignored))
        return false;
    return found;
}

/* What nobody goes on with: a game in which only the opponent has moved is abandoned; one that
 * ended on the board, its writer killed before that was kept, gets its end now. */
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

bool store_unfinished(struct store *store, struct stored_game *game, struct error *error)
{
    enum result result;
    const char *ending;
    error_set(error, "%s", "");
    while (newest_unfinished(store, game, error)) {
        if (!nothing_to_resume(game, &result, &ending))
            return true;
        stored_game_clear(game);
        if (!store_finish(store, game->id, result, ending, error))
            return false;
    }
    return false;
}

/* The next game of a statement with the columns of read_game; damaged ones are passed over and
 * counted. False fills error. */
static bool next_game(struct store *store, struct statement *row, struct stored_game *game,
                      bool *found, int *damaged, struct error *error)
{
    enum statement_step step;
    *found = false;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        struct error damage;
        if (!read_game(row, game, &damage)) {
            ++*damaged;
            continue;
        }
        *found = read_rest(store, game, error);
        return *found;
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
