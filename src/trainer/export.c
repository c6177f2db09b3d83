/* Games are told as games; every other table as it stands in the database, so that none can be
 * forgotten. */
#include "src/trainer/export.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/pgn.h"
#include "src/support/text.h"
#include "src/trainer/played.h"

struct exporting {
    FILE *out;
    struct store *store;
    const struct strength *strength;
    const struct openings *openings;
    struct error *error;
    int count;
    bool failed; /* error says why */
};

static bool give_up(struct exporting *work)
{
    error_set(work->error, "out of memory");
    work->failed = true;
    return false;
}

/* ---- PGN ---- */

static struct game_node *rebuild(struct game *game, const struct stored_game *stored)
{
    struct game_node *node = game ? game->root : NULL;
    for (int i = 0; node && i < stored->move_count; i++) {
        node = game_add(game, node, stored->moves[i]);
        if (node) {
            node->clock = stored->clocks[i];
            node->elapsed = stored->elapsed[i];
        }
    }
    return node;
}

static void name_opponent(const struct exporting *work, const struct stored_game *stored,
                          char *name, size_t size)
{
    if (stored->opponent[0])
        snprintf(name, size, "%s", stored->opponent);
    else if (stored->handicap.limited)
        snprintf(name, size, "Fallible %d %s", stored->handicap.elo,
                 strength_preset_name(work->strength, stored->handicap.elo));
    else
        snprintf(name, size, "Fallible full");
}

static bool write_game(void *context, const struct stored_game *stored)
{
    struct exporting *work = context;
    char opponent[sizeof stored->opponent];
    struct game *game = game_create(&stored->start);
    struct game_node *live = rebuild(game, stored);
    name_opponent(work, stored, opponent, sizeof opponent);
    const struct played played = {
        .when = stored->began, .you = stored->you, .opponent = opponent,
        .guest = stored->opponent[0] != '\0', .handicap = &stored->handicap,
        .control = &stored->clock.control, .drill = stored->drill,
        .takebacks = stored->takebacks, .openings = work->openings};
    if (live) {
        game->untimed = stored->clock.control.untimed;
        game->result = stored->result;
        snprintf(game->termination, sizeof game->termination, "%s", stored->ending);
    }
    bool good = live && played_tag(game, live, &played) &&
                ledger_annotate(&stored->ledger, live, &stored->handicap);
    work->count += good;
    bool written = good && pgn_write(game, work->out);
    game_destroy(game);
    return good ? written : give_up(work);
}

bool export_pgn(struct store *store, FILE *out, const struct strength *strength,
                const struct openings *openings, struct exported *exported, struct error *error)
{
    struct exporting work = {.out = out, .store = store, .strength = strength,
                             .openings = openings, .error = error};
    bool good = store_each_game(store, write_game, &work, &exported->damaged, error);
    exported->count = work.count;
    return good && !work.failed;
}

/* ---- games as rows ---- */

static void date_of(int64_t when, char *text, size_t size)
{
    time_t moment = (time_t)when;
    struct tm utc;
    if (!gmtime_r(&moment, &utc) || !strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &utc))
        snprintf(text, size, "%lld", (long long)when);
}

/* The columns of a game, as text; moves come after them. */
enum { GAME_CELLS = 10 };
static const char *const game_names[GAME_CELLS] = {
    "id", "began", "start", "you", "opponent", "elo", "control", "result", "ending", "plies"};

static void fill_cells(const struct stored_game *stored, char cells[GAME_CELLS][520])
{
    snprintf(cells[0], sizeof *cells, "%lld", (long long)stored->id);
    date_of(stored->began, cells[1], sizeof *cells);
    chess_to_fen(&stored->start, cells[2]);
    snprintf(cells[3], sizeof *cells, "%s", stored->you == WHITE ? "white" : "black");
    snprintf(cells[4], sizeof *cells, "%s", stored->opponent[0] ? stored->opponent : "fallible");
    if (stored->handicap.limited)
        snprintf(cells[5], sizeof *cells, "%d", stored->handicap.elo);
    else
        snprintf(cells[5], sizeof *cells, "full");
    time_control_write(&stored->clock.control, cells[6], sizeof *cells);
    snprintf(cells[7], sizeof *cells, "%s", result_text(stored->result));
    snprintf(cells[8], sizeof *cells, "%s", stored->finished ? stored->ending : "unfinished");
    snprintf(cells[9], sizeof *cells, "%d", stored->move_count);
}

/* ---- JSON ---- */

static bool game_as_json(void *context, const struct stored_game *stored)
{
    struct exporting *work = context;
    static const bool numbers[GAME_CELLS] = {[0] = true, [9] = true};
    char cells[GAME_CELLS][520], uci[CHESS_UCI_MAX];
    fill_cells(stored, cells);
    fprintf(work->out, "%s\n  {", work->count++ > 0 ? "," : "");
    for (int i = 0; i < GAME_CELLS; i++) {
        fprintf(work->out, "%s\"%s\": ", i ? ", " : "", game_names[i]);
        if (numbers[i])
            fputs(cells[i], work->out);
        else
            text_json(work->out, cells[i]);
    }
    fputs(", \"moves\": [", work->out);
    struct position position = stored->start;
    for (int i = 0; i < stored->move_count; i++) {
        const struct ledger_entry *entry = ledger_at(&stored->ledger, i + 1);
        chess_to_uci(&position, stored->moves[i], uci);
        chess_play(&position, stored->moves[i]);
        fprintf(work->out, "%s{\"move\": \"%s\"", i ? ", " : "", uci);
        if (stored->clocks[i] >= 0)
            fprintf(work->out, ", \"clock\": %lld", (long long)stored->clocks[i]);
        if (stored->elapsed[i] >= 0)
            fprintf(work->out, ", \"elapsed\": %lld", (long long)stored->elapsed[i]);
        if (entry && entry->score.score != SCORE_NONE)
            fprintf(work->out, ", \"score\": %d", entry->score.score);
        if (entry && entry->decision)
            fprintf(work->out, ", \"deliberate\": %s, \"cost\": %d",
                    entry->decision->deliberate ? "true" : "false", entry->decision->cost);
        fputc('}', work->out);
    }
    fputs("]}", work->out);
    return !ferror(work->out);
}

static bool row_as_json(void *context, const struct store_cell cells[], int count)
{
    struct exporting *work = context;
    if (!cells[0].text) /* the columns alone: each row names its own */
        return true;
    fprintf(work->out, "%s\n  {", work->count++ > 0 ? "," : "");
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : "", work->out);
        text_json(work->out, cells[i].name);
        fputs(": ", work->out);
        if (cells[i].is_nothing)
            fputs("null", work->out);
        else if (cells[i].is_number)
            fputs(cells[i].text, work->out);
        else
            text_json(work->out, cells[i].text);
    }
    fputc('}', work->out);
    return !ferror(work->out);
}

/* The games tell these, and the puzzles came from a file. */
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
    fprintf(work->out, ",\n \"%s\": [", name);
    work->count = 0;
    work->failed = !store_each_row(work->store, name, row_as_json, work, work->error);
    fputc(']', work->out);
    return !work->failed;
}

bool export_json(struct store *store, FILE *out, struct exported *exported, struct error *error)
{
    struct exporting work = {.out = out, .store = store, .error = error};
    fputs("{\"games\": [", out);
    bool good = store_each_game(store, game_as_json, &work, &exported->damaged, error);
    exported->count = work.count;
    fputc(']', out);
    good = good && store_each_table(store, table_as_json, &work, error) && !work.failed;
    fputs("}\n", out);
    return good;
}

/* ---- CSV ---- */

/* By RFC 4180: quoted where it must be. */
static void csv_cell(FILE *out, bool first, const char *text)
{
    if (!first)
        fputc(',', out);
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static bool game_as_csv(void *context, const struct stored_game *stored)
{
    struct exporting *work = context;
    char cells[GAME_CELLS][520], uci[CHESS_UCI_MAX];
    fill_cells(stored, cells);
    for (int i = 0; i < GAME_CELLS; i++)
        csv_cell(work->out, i == 0, cells[i]);
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

static bool row_as_csv(void *context, const struct store_cell cells[], int count)
{
    struct exporting *work = context;
    work->count += cells[0].text != NULL;
    for (int i = 0; i < count; i++)
        csv_cell(work->out, i == 0, cells[i].text ? cells[i].text : cells[i].name);
    fputs("\r\n", work->out);
    return !ferror(work->out);
}

bool export_csv(struct store *store, FILE *out, const char *table, struct exported *exported,
                struct error *error)
{
    struct exporting work = {.out = out, .store = store, .error = error};
    bool games = strcmp(table, "games") == 0, good;
    for (int i = 0; games && i < GAME_CELLS; i++)
        csv_cell(out, i == 0, game_names[i]);
    if (games)
        fputs(",moves\r\n", out);
    good = games ? store_each_game(store, game_as_csv, &work, &exported->damaged, error)
                 : store_each_row(store, table, row_as_csv, &work, error);
    exported->count = work.count;
    return good;
}
