/* Gathers one row per rung, then writes the rows in one of four formats. The matches are
 * independent of each other, so the variance of a sum of Elo gains is the sum of their
 * variances. */
#include "src/lab/match/ladder_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/util/json.h"
#include "src/util/text.h"

/* An Elo difference with half its 95 % interval; the error is INFINITY if there are too few
 * games. */
struct difference {
    bool known; /* measured, and elo is finite */
    double elo, error;
    int64_t games;
};

struct row {
    const struct ladder_rung *rung;
    const struct ladder_measure *up, *down;
    bool counts; /* the rung has a switch that can change the play under these conditions */
    bool shown;  /* whether the row is written: it was requested or measured */
    struct difference gain, sum, loss;
};

/* The error of the Elo difference if every pair ended 1 : 1. The observed variance is then 0,
 * although the players may differ in strength. The estimate therefore adds a pair that ended 1/2 :
 * 3/2 or 3/2 : 1/2 with equal probability, that is, half a pair of each kind. Since half a pair
 * cannot be counted, all counts are doubled, and the error is multiplied by sqrt(2) to make up for
 * that. */
static double error_of_even(const struct match_tally *tally)
{
    struct match_tally twice = {.pairs = {0, 1, 2 * tally->pairs[2], 1, 0}};
    return elo_estimate(&twice).error * sqrt(2);
}

static struct difference difference_of(const struct ladder_measure *measure)
{
    struct difference difference = {.known = false};
    if (!measure->has_elo)
        return difference;
    struct elo_estimate estimate = elo_estimate(&measure->tally);
    difference.elo = estimate.elo;
    difference.error = estimate.error;
    difference.games = measure->tally.wins + measure->tally.draws + measure->tally.losses;
    difference.known = isfinite(estimate.elo);
    if (difference.known && !isfinite(estimate.error) && estimate.elo == 0)
        difference.error = error_of_even(&measure->tally);
    return difference;
}

static void gather(const struct ladder *ladder, const struct ladder_conditions *conditions,
                   const struct ladder_results *results, struct row rows[])
{
    struct difference sum = {.known = true};
    for (int i = 0; i < ladder->count; i++) {
        struct row *row = &rows[i];
        *row = (struct row){
            .rung = &ladder->rungs[i],
            .up = &results->up[i],
            .down = &results->down[i],
            .counts = ladder_has_effect(&ladder->rungs[i], !conditions->rules.control.untimed),
            .gain = difference_of(&results->up[i]),
            .loss = difference_of(&results->down[i])};
        if (i > 0 && row->counts) {
            sum.known = sum.known && row->gain.known;
            sum.elo += row->gain.elo;
            sum.error = sqrt(sum.error * sum.error + row->gain.error * row->gain.error);
        }
        row->sum = sum;
        row->shown = (i >= conditions->first && i <= conditions->last) || row->up->has_wac ||
                     row->up->has_elo || row->down->has_wac || row->down->has_elo;
    }
}

/* Describes the conditions: "5000 nodes a move, 400 games a rung, ..." */
static void write_conditions(const struct ladder_conditions *conditions, char *text, size_t size)
{
    const struct game_rules *rules = &conditions->rules;
    char move[64], suite[64];
    if (rules->control.untimed)
        snprintf(move, sizeof move, "%llu nodes a move", (unsigned long long)rules->limits.nodes);
    else if (rules->control.moves)
        snprintf(move, sizeof move, "%d moves in %g s", rules->control.moves,
                 (double)rules->control.base / 1000);
    else
        snprintf(move, sizeof move, "%g+%g s a game", (double)rules->control.base / 1000,
                 (double)rules->control.increment / 1000);
    if (conditions->suite_limits.nodes)
        snprintf(suite, sizeof suite, "%llu nodes",
                 (unsigned long long)conditions->suite_limits.nodes);
    else
        snprintf(suite, sizeof suite, "%lld ms", (long long)conditions->suite_limits.movetime);
    snprintf(text, size, "%s, %d games for each rung; %d positions of %s, %s each", move,
             conditions->games, conditions->suite->count, conditions->suite->name, suite);
}

/* Cells */

enum { CELL = 32 };

static void write_solved(char cell[CELL], const struct ladder_measure *measure)
{
    if (measure->has_wac)
        snprintf(cell, CELL, "%d", measure->solved);
    else
        snprintf(cell, CELL, "-");
}

/* Formats a difference as "+12 +- 8", with `plus_minus` as the sign between the numbers. */
static void write_difference(char cell[CELL], const struct difference *difference,
                             const char *plus_minus)
{
    if (difference->known && isfinite(difference->error))
        snprintf(cell, CELL, "%+.0f %s %.0f", difference->elo, plus_minus, difference->error);
    else if (difference->known)
        snprintf(cell, CELL, "%+.0f %s ?", difference->elo, plus_minus);
    else if (difference->games > 0)
        snprintf(cell, CELL, "%s", difference->elo > 0 ? "all won" : "all lost");
    else
        snprintf(cell, CELL, "-");
}

static void write_sum(char cell[CELL], const struct row *row, const char *plus_minus, bool first)
{
    if (first)
        snprintf(cell, CELL, "0");
    else if (row->sum.known && row->counts)
        write_difference(cell, &row->sum, plus_minus);
    else
        snprintf(cell, CELL, "%s", row->counts ? "-" : "");
}

static void write_number(char cell[CELL], int number)
{
    if (number > 0)
        snprintf(cell, CELL, "%d", number);
    else
        cell[0] = '\0';
}

/* The columns of a row, after the name. */
enum column { WAC, GAIN, SUM, WITHOUT_WAC, LOSS, THEIR_WAC, THEIR_ELO, COLUMNS };

static void write_cells(char cells[COLUMNS][CELL], const struct row *row, bool first,
                        const char *plus_minus)
{
    memset(cells, 0, COLUMNS * sizeof *cells);
    write_number(cells[THEIR_WAC], row->rung->their_wac);
    write_number(cells[THEIR_ELO], row->rung->their_elo);
    write_sum(cells[SUM], row, plus_minus, first);
    if (!row->counts)
        return;
    write_solved(cells[WAC], row->up);
    if (first)
        return;
    write_difference(cells[GAIN], &row->gain, plus_minus);
    write_solved(cells[WITHOUT_WAC], row->down);
    write_difference(cells[LOSS], &row->loss, plus_minus);
}

/* Text */

/* Writes a note after the number of its rung, or after an asterisk, wrapped at the right margin. */
static void write_note(FILE *out, int number, const char *text)
{
    int column = number >= 0 ? fprintf(out, "%3d", number) : fprintf(out, "  *");
    text_wrap(out, column, "    ", 79, text);
}

static void write_text(FILE *out, const struct ladder *ladder, const struct row rows[],
                       const char *conditions, const struct ladder_measure *everything)
{
    char cells[COLUMNS][CELL];
    fprintf(out, "%s\n\n%28s%-27s%-15s%s\n", conditions, "", "with the rungs before it",
            "without it", "published*");
    fputs("    rung                    WAC   Elo gain   Elo total|WAC   Elo loss|WAC  Elo\n", out);
    for (int i = 0; i < ladder->count; i++) {
        if (!rows[i].shown)
            continue;
        write_cells(cells, &rows[i], i == 0, "+-");
        fprintf(out, "%3d %-23.23s %3s %10s %11s|%3s %10s|%3s %4s\n", i, rows[i].rung->name,
                cells[WAC], cells[GAIN], cells[SUM], cells[WITHOUT_WAC], cells[LOSS],
                cells[THEIR_WAC], cells[THEIR_ELO]);
    }
    if (everything->has_wac)
        fprintf(out, "    %-50s %3d\n", "everything", everything->solved);
    fputs("\nWAC: the number of test positions solved.\n", out);
    for (int i = 0; i < ladder->count; i++)
        if (rows[i].shown && rows[i].rung->note[0])
            write_note(out, i, rows[i].rung->note);
    if (ladder->about[0])
        write_note(out, -1, ladder->about);
}

/* Markdown */

static void write_markdown(FILE *out, const struct ladder *ladder, const struct row rows[],
                           const char *conditions, const struct ladder_measure *everything)
{
    char cells[COLUMNS][CELL];
    fprintf(out, "%s\n\n", conditions);
    fputs("| | rung | solved with the rungs before it | Elo gained over the rung before | "
          "Elo gained in all | solved without it | Elo lost without it | published: solved | "
          "published: Elo |\n"
          "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
          out);
    for (int i = 0; i < ladder->count; i++) {
        if (!rows[i].shown)
            continue;
        write_cells(cells, &rows[i], i == 0, "±");
        fprintf(out, "| %d | %s |", i, rows[i].rung->name);
        for (int column = 0; column < COLUMNS; column++)
            fprintf(out, " %s |", cells[column]);
        fputc('\n', out);
    }
    fputc('\n', out);
    if (everything->has_wac)
        fprintf(out, "- everything solves %d\n", everything->solved);
    for (int i = 0; i < ladder->count; i++)
        if (rows[i].shown && rows[i].rung->note[0])
            fprintf(out, "- %d, %s: %s\n", i, rows[i].rung->name, rows[i].rung->note);
    if (ladder->about[0])
        fprintf(out, "- published results: %s\n", ladder->about);
}

/* CSV */

/* The number of positions solved; NAN if not measured. */
static double solved_of(const struct ladder_measure *measure)
{
    return measure->has_wac ? measure->solved : NAN;
}

static void csv_difference(FILE *out, const struct difference *difference)
{
    text_csv_number(out, difference->known ? difference->elo : NAN, 1);
    text_csv_number(out, difference->known ? difference->error : NAN, 1);
}

static void csv_published(FILE *out, int number)
{
    text_csv_number(out, number > 0 ? number : NAN, 0);
}

static void write_csv(FILE *out, const struct ladder *ladder, const struct row rows[])
{
    const struct difference none = {.known = false};
    fputs("rung,name,switches,wac,gain,gain_error,gain_games,sum,sum_error,"
          "without_wac,loss,loss_error,loss_games,their_wac,their_elo,note\n",
          out);
    for (int i = 0; i < ladder->count; i++) {
        const struct row *row = &rows[i];
        char switches[1024];
        ladder_switches(row->rung, switches, sizeof switches);
        fprintf(out, "%d", i);
        text_csv(out, ",", row->rung->name);
        text_csv(out, ",", switches);
        text_csv_number(out, solved_of(row->up), 0);
        csv_difference(out, &row->gain);
        text_csv_number(out, (double)row->gain.games, 0);
        csv_difference(out, row->counts ? &row->sum : &none);
        text_csv_number(out, solved_of(row->down), 0);
        csv_difference(out, &row->loss);
        text_csv_number(out, (double)row->loss.games, 0);
        csv_published(out, row->rung->their_wac);
        csv_published(out, row->rung->their_elo);
        text_csv(out, ",", row->rung->note);
        fputc('\n', out);
    }
}

static void json_difference(struct json *json, const char *key,
                            const struct difference *difference)
{
    if (!difference->known) {
        json_null(json, key);
        return;
    }
    json_object(json, key);
    json_double(json, "elo", difference->elo, 1);
    json_double(json, "error", difference->error, 1);
    json_end(json);
}

static void json_tally(struct json *json, const char *key, const struct ladder_measure *measure)
{
    const struct match_tally *tally = &measure->tally;
    if (!measure->has_elo)
        return;
    json_object(json, key);
    JSON_INTS(json, {"wins", tally->wins}, {"draws", tally->draws}, {"losses", tally->losses});
    json_array(json, "pairs");
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        json_int(json, NULL, tally->pairs[i]);
    json_end(json);
    json_end(json);
}

static void json_rung(struct json *json, int number, const struct row *row)
{
    const struct difference none = {.known = false};
    char switches[1024];
    ladder_switches(row->rung, switches, sizeof switches);
    json_object(json, NULL);
    json_int(json, "rung", number);
    json_string(json, "name", row->rung->name);
    json_string(json, "switches", switches);
    json_double(json, "wac", solved_of(row->up), 0);
    json_difference(json, "gain", &row->gain);
    json_tally(json, "gain_results", row->up);
    json_difference(json, "sum", row->counts ? &row->sum : &none);
    json_double(json, "without_wac", solved_of(row->down), 0);
    json_difference(json, "loss", &row->loss);
    json_tally(json, "loss_results", row->down);
    if (row->rung->their_wac > 0) {
        json_int(json, "their_wac", row->rung->their_wac);
        json_int(json, "their_elo", row->rung->their_elo);
    }
    json_string(json, "note", row->rung->note);
    json_end(json);
}

static void write_json(FILE *out, const struct ladder *ladder, const struct row rows[],
                       const char *conditions, const struct ladder_measure *everything)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    json_string(&json, "conditions", conditions);
    json_double(&json, "everything_wac", solved_of(everything), 0);
    json_string(&json, "theirs", ladder->about);
    json_array(&json, "rungs");
    json_lines(&json);
    for (int i = 0; i < ladder->count; i++)
        json_rung(&json, i, &rows[i]);
    json_end(&json);
    json_end(&json);
}

void ladder_write(FILE *out, enum ladder_format format, const struct ladder *ladder,
                  const struct ladder_conditions *conditions, const struct ladder_results *results)
{
    struct row rows[LADDER_RUNGS_MAX];
    char words[256];
    gather(ladder, conditions, results, rows);
    write_conditions(conditions, words, sizeof words);
    switch (format) {
    case LADDER_TEXT:
        write_text(out, ladder, rows, words, &results->everything);
        break;
    case LADDER_MARKDOWN:
        write_markdown(out, ladder, rows, words, &results->everything);
        break;
    case LADDER_CSV:
        write_csv(out, ladder, rows);
        break;
    case LADDER_JSON:
        write_json(out, ladder, rows, words, &results->everything);
        break;
    }
}
