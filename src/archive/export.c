/* Exports the stored data as PGN, JSON, CSV or EPD. JSON and CSV go through the store's list of all
 * tables, so that no table is forgotten. */
#include "src/archive/export.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/handicap_text.h"
#include "src/pgn/pgn.h"
#include "src/util/json.h"
#include "src/util/text.h"
#include "src/training/game_tags.h"

struct exporting {
    FILE *out;
    struct store *store;
    const struct strength *strength;
    const struct openings *openings;
    const struct scale *scale; /* the rating scale on which levels are named */
    enum ledger_detail detail;
    struct error *error;
    int count;
    int unscored; /* games written as PGN in which no move has a score */
    bool failed;  /* whether *error is set */
    bool puzzles; /* whether the table that is being written is the table puzzles */
    struct json json;
};

static bool give_up(struct exporting *work)
{
    work->failed = true;
    return error_set(work->error, "out of memory");
}

/* PGN */

void stored_opponent_name(const struct stored_game *stored, const struct strength *strength,
                          const struct scale *scale, char *name, size_t size)
{
    if (stored->opponent[0])
        snprintf(name, size, "%s", stored->opponent);
    else
        scale_opponent_name(scale, strength, &stored->handicap, name, size);
}

struct game *stored_game_tagged(const struct stored_game *stored, const struct strength *strength,
                                const struct scale *scale, const struct openings *openings,
                                bool clean, struct game_node **live)
{
    char opponent[sizeof stored->opponent];
    struct game *game = stored_game_rebuild(stored, live);
    stored_opponent_name(stored, strength, scale, opponent, sizeof opponent);
    const struct played played = {.when = stored->began,
                                  .you = stored->you,
                                  .opponent = opponent,
                                  .guest = stored->opponent[0] != '\0',
                                  .handicap = &stored->handicap,
                                  .scale = scale,
                                  .control = &stored->clock.control,
                                  .drill = stored->drill,
                                  .takebacks = stored->takebacks,
                                  .openings = openings,
                                  .clean = clean};
    if (!game)
        return NULL;
    game->result = stored->result;
    played_termination(stored->ending, stored->you, (*live)->position.side, game->termination,
                       sizeof game->termination);
    if (played_tag(game, *live, &played))
        return game;
    game_destroy(game);
    return NULL;
}

/* Adds the review's introduction as a comment before the first move. Unless `detail` is
 * LEDGER_FULL, also adds the review's comments on your mistakes. Returns false if out of memory. */
static bool add_review(const struct stored_game *stored, struct game *game, struct game_node *live,
                       enum ledger_detail detail)
{
    struct review *review = malloc(sizeof *review);
    bool good = review && review_make(live, &stored->ledger, stored->you, review);
    if (good) {
        review_remark_all(live, &stored->ledger, stored->result, review);
        good = review_preface(review, game->root) &&
               (detail == LEDGER_FULL || review_comment_mistakes(review, live));
    }
    free(review);
    return good;
}

static bool has_scores(const struct stored_game *stored)
{
    for (int ply = 1; ply <= stored->move_count; ply++)
        if (ledger_score_at(&stored->ledger, ply) != SCORE_NONE)
            return true;
    return false;
}

static bool write_game(void *context, const struct stored_game *stored)
{
    struct exporting *work = context;
    struct game_node *live;
    struct game *game = stored_game_tagged(stored, work->strength, work->scale, work->openings,
                                           work->detail < LEDGER_FULL, &live);
    bool good = game && ledger_annotate(&stored->ledger, live, &stored->handicap, work->detail) &&
                add_review(stored, game, live, work->detail);
    if (good && work->detail < LEDGER_FULL)
        pgn_leave_out_times(game);
    work->count += good;
    work->unscored += good && !has_scores(stored);
    bool written = good && pgn_write(game, work->out);
    game_destroy(game);
    /* A write error only ends the export; the caller checks ferror(out) and reports the error. */
    return written || (good && ferror(work->out) ? false : give_up(work));
}

bool export_pgn(struct store *store, FILE *out, const struct strength *strength,
                const struct scale *scale, const struct openings *openings,
                enum ledger_detail detail, struct exported *exported, struct error *error)
{
    struct exporting work = {.out = out,
                             .store = store,
                             .strength = strength,
                             .scale = scale,
                             .openings = openings,
                             .detail = detail,
                             .error = error};
    bool good = store_each_game(store, write_game, &work, &exported->damaged, error);
    exported->count = work.count;
    exported->unscored = work.unscored;
    return good && !work.failed;
}

/* Games as rows */

static void date_of(int64_t when, char *text, size_t size)
{
    time_t moment = (time_t)when;
    struct tm utc;
    if (!gmtime_r(&moment, &utc) || !strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &utc))
        snprintf(text, size, "%lld", (long long)when);
}

/* The columns of a game, except its moves, as text. */
enum { GAME_CELLS = 10 };
static const char *const game_names[GAME_CELLS] = {
    "id", "began", "start", "you", "opponent", "elo", "control", "result", "ending", "plies"};
static const bool game_numbers[GAME_CELLS] = {[0] = true, [9] = true};

static void fill_cells(const struct stored_game *stored, char cells[GAME_CELLS][520])
{
    snprintf(cells[0], sizeof *cells, "%lld", (long long)stored->id);
    date_of(stored->began, cells[1], sizeof *cells);
    chess_to_fen(&stored->start, cells[2]);
    snprintf(cells[3], sizeof *cells, "%s", chess_color_name(stored->you));
    snprintf(cells[4], sizeof *cells, "%s", stored->opponent[0] ? stored->opponent : "fallible");
    if (!stored->opponent[0] && stored->handicap.limited && stored->handicap.like[0])
        snprintf(cells[4], sizeof *cells, "fallible like %s", stored->handicap.like);
    scale_strength_name(NULL, &stored->handicap, cells[5], sizeof *cells);
    time_control_write(&stored->clock.control, cells[6], sizeof *cells);
    snprintf(cells[7], sizeof *cells, "%s", result_text(stored->result));
    snprintf(cells[8], sizeof *cells, "%s", stored->finished ? stored->ending : "unfinished");
    snprintf(cells[9], sizeof *cells, "%d", stored->move_count);
}

/* JSON */

static void json_move(struct json *json, const struct stored_game *stored, int number,
                      const char *uci)
{
    const struct ledger_entry *entry = ledger_at(&stored->ledger, number + 1);
    json_object(json, NULL);
    json_string(json, "move", uci);
    if (stored->clocks[number] >= 0)
        json_int(json, "clock", stored->clocks[number]);
    if (stored->elapsed[number] >= 0)
        json_int(json, "elapsed", stored->elapsed[number]);
    if (entry && entry->score.score != SCORE_NONE)
        json_int(json, "score", entry->score.score);
    if (entry && entry->decision) {
        json_bool(json, "deliberate", entry->decision->deliberate);
        json_int(json, "cost", entry->decision->cost);
    }
    json_end(json);
}

static bool game_as_json(void *context, const struct stored_game *stored)
{
    struct exporting *work = context;
    struct json *json = &work->json;
    char cells[GAME_CELLS][520], uci[CHESS_UCI_MAX];
    fill_cells(stored, cells);
    work->count++;
    json_object(json, NULL);
    for (int i = 0; i < GAME_CELLS; i++)
        (game_numbers[i] ? json_number : json_string)(json, game_names[i], cells[i]);
    json_array(json, "moves");
    struct position position = stored->start;
    for (int i = 0; i < stored->move_count; i++) {
        chess_to_uci(&position, stored->moves[i], uci);
        chess_play(&position, stored->moves[i]);
        json_move(json, stored, i, uci);
    }
    json_end(json);
    json_end(json);
    return !ferror(work->out);
}

static bool row_as_json(void *context, const struct store_cell cells[], int count)
{
    struct exporting *work = context;
    if (!cells[0].text) /* the first row has only the names of the columns; in JSON each row has
                         * them as keys */
        return true;
    json_object(&work->json, NULL);
    for (int i = 0; i < count; i++)
        if (cells[i].is_nothing)
            json_null(&work->json, cells[i].name);
        else
            (cells[i].is_number ? json_number : json_string)(&work->json, cells[i].name,
                                                             cells[i].text);
    json_end(&work->json);
    return !ferror(work->out);
}

/* Returns whether JSON has no list for the table: its rows are written as part of the games, or it
 * belongs to the import of puzzles from files. */
static bool is_told_elsewhere(const char *table)
{
    static const char *const others[] = {"games", "moves", "decisions", "scores", "puzzles",
                                         "imports"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], table) == 0)
            return true;
    return false;
}

static bool table_as_json(void *context, const char *name)
{
    struct exporting *work = context;
    if (is_told_elsewhere(name))
        return true;
    json_array(&work->json, name);
    json_lines(&work->json);
    work->failed = !store_each_row(work->store, name, row_as_json, work, work->error);
    json_end(&work->json);
    return !work->failed;
}

bool export_json(struct store *store, FILE *out, struct exported *exported, struct error *error)
{
    struct exporting work = {.out = out, .store = store, .error = error, .json = json_begin(out)};
    json_object(&work.json, NULL);
    json_array(&work.json, "games");
    json_lines(&work.json);
    bool good = store_each_game(store, game_as_json, &work, &exported->damaged, error);
    exported->count = work.count;
    json_end(&work.json);
    if (good)
        store_each_table(table_as_json, &work);
    good = good && !work.failed;
    json_end(&work.json);
    return good;
}

/* CSV */

static bool game_as_csv(void *context, const struct stored_game *stored)
{
    struct exporting *work = context;
    char cells[GAME_CELLS][520], uci[CHESS_UCI_MAX];
    fill_cells(stored, cells);
    for (int i = 0; i < GAME_CELLS; i++)
        text_csv(work->out, i ? "," : "", cells[i]);
    fputc(',', work->out);
    struct position position = stored->start;
    for (int i = 0; i < stored->move_count; i++) {
        chess_to_uci(&position, stored->moves[i], uci);
        chess_play(&position, stored->moves[i]);
        fprintf(work->out, "%s%s", i ? " " : "", uci);
    }
    fputs("\r\n", work->out);
    work->count++;
    return !ferror(work->out);
}

/* The heading of a column. The columns of puzzles have the names that Lichess gives them. */
static const char *heading(const char *name, bool puzzles)
{
    static const char *const names[][2] = {
        {"id", "PuzzleId"},       {"position", "FEN"},
        {"moves", "Moves"},       {"rating", "Rating"},
        {"themes", "Themes"},     {"deviation", "RatingDeviation"},
        {"volatility", "Volatility"}};
    for (size_t i = 0; puzzles && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return name;
}

/* Returns whether the number in the cell is written as a whole number, for example the rating of a
 * puzzle. */
static bool is_whole(const struct exporting *work, const struct store_cell *cell)
{
    return work->puzzles && cell->text && cell->is_number && strcmp(cell->name, "volatility") != 0;
}

static bool row_as_csv(void *context, const struct store_cell cells[], int count)
{
    struct exporting *work = context;
    char whole[32];
    work->count += cells[0].text != NULL;
    for (int i = 0; i < count; i++) {
        const char *text = cells[i].text ? cells[i].text : heading(cells[i].name, work->puzzles);
        if (is_whole(work, &cells[i])) {
            snprintf(whole, sizeof whole, "%.0f", strtod(text, NULL));
            text = whole;
        }
        text_csv(work->out, i ? "," : "", text);
    }
    fputs("\r\n", work->out);
    return !ferror(work->out);
}

bool export_csv(struct store *store, FILE *out, const char *table, struct exported *exported,
                struct error *error)
{
    struct exporting work = {.out = out, .store = store, .error = error};
    bool games = strcmp(table, "games") == 0, good;
    work.puzzles = strcmp(table, "puzzles") == 0;
    for (int i = 0; games && i < GAME_CELLS; i++)
        text_csv(out, i ? "," : "", game_names[i]);
    if (games)
        fputs(",moves\r\n", out);
    good = games ? store_each_game(store, game_as_csv, &work, &exported->damaged, error)
                 : store_each_row(store, table, row_as_csv, &work, error);
    exported->count = work.count;
    return good;
}

/* EPD */

static const char *cell(const struct store_cell cells[], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(cells[i].name, name) == 0)
            return cells[i].text;
    return "";
}

/* Appends to the list `moves` the first `most` moves of `text`, which is a list in UCI notation, as
 * SAN: " Nf3 Bb5". Leaves out moves that the list has already. */
static void add_moves(const struct position *position, const char *text, int most, char *moves,
                      size_t size)
{
    char uci[CHESS_UCI_MAX], san[CHESS_SAN_MAX + 1] = " ";
    Move move;
    int used;
    for (int i = 0; i < most && sscanf(text, " %5s%n", uci, &used) == 1; i++, text += used) {
        if (!chess_from_uci(position, uci, &move))
            continue;
        chess_to_san(position, move, san + 1);
        if (!strstr(moves, san))
            text_add(moves, size, "%s", san);
    }
}

static bool row_as_epd(void *context, const struct store_cell cells[], int count)
{
    struct exporting *work = context;
    struct position position;
    struct error error;
    char fen[CHESS_FEN_MAX + 8], moves[256] = "", why[256];
    if (!cells[0].text)
        return true;
    snprintf(fen, sizeof fen, "%.*s 0 1", CHESS_FEN_MAX - 1, cell(cells, count, "position"));
    if (!chess_from_fen(&position, fen, &error))
        return true;
    position.chess960 = strcmp(cell(cells, count, "chess960"), "1") == 0;
    add_moves(&position, cell(cells, count, "solution"), 1, moves, sizeof moves);
    add_moves(&position, cell(cells, count, "accepted"), 16, moves, sizeof moves);
    fprintf(work->out, "%s", cell(cells, count, "position"));
    if (*moves)
        fprintf(work->out, " bm%s;", moves);
    else if (strcmp(cell(cells, count, "kind"), "endgame") == 0)
        fprintf(work->out, " c1 \"%s\";",
                strcmp(cell(cells, count, "score"), "0") == 0 ? "draw" : "win");
    snprintf(why, sizeof why, "%s", cell(cells, count, "why"));
    if (*cell(cells, count, "reason")) {
        why[strlen(why) > 0 ? strlen(why) - 1 : 0] = '\0'; /* removes the full stop */
        text_add(why, sizeof why, " %s.", cell(cells, count, "reason"));
    }
    for (char *at = why; (at = strpbrk(at, "\"\\;\n"));)
        *at = '\'';
    fprintf(work->out, " id \"deck.%s\"; c0 \"%s\";\n", cell(cells, count, "id"), why);
    work->count++;
    return !ferror(work->out);
}

bool export_epd(struct store *store, FILE *out, struct exported *exported, struct error *error)
{
    struct exporting work = {.out = out, .store = store, .error = error};
    bool good = store_each_row(store, "deck", row_as_epd, &work, error);
    exported->count = work.count;
    return good;
}
