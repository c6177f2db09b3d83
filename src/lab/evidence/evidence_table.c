/* Text and JSON show the same estimates. In the text, each estimate of a level is a column. */
#include "src/lab/evidence/evidence_table.h"

#include "src/util/json.h"

/* The estimates of a level, in the order of their columns. */
enum { LINES = 4 };
static const char *const line_names[LINES] = {"loss", "blunders", "likelihood", "results"};

static void lines_of(const struct evidence_row *row, const struct evidence_estimate *lines[LINES])
{
    lines[0] = &row->by_loss;
    lines[1] = &row->by_blunders;
    lines[2] = &row->by_likelihood;
    lines[3] = &row->by_results;
}

static double spread_of(const struct evidence_row *row)
{
    const struct evidence_estimate *lines[LINES];
    lines_of(row, lines);
    return evidence_spread(lines, LINES);
}

/* Text */

/* Writes a rating and its interval, as in "1625 1540-1710". "<" and ">" before the rating mark
 * estimates below and above the ratings of the people. */
static void write_cell(FILE *out, const struct evidence_estimate *estimate)
{
    char interval[32];
    if (estimate->place == EVIDENCE_UNKNOWN) {
        fprintf(out, " %4s %-11s", "-", "");
        return;
    }
    snprintf(interval, sizeof interval, "%.0f-%.0f", estimate->low, estimate->high);
    fprintf(out, "%c%4.0f %-11s",
            estimate->place == EVIDENCE_BELOW   ? '<'
            : estimate->place == EVIDENCE_ABOVE ? '>'
                                                : ' ',
            estimate->rating, interval);
}

static void write_estimates(FILE *out, const struct evidence *evidence,
                            const struct evidence_setup *setup)
{
    fprintf(out, "Ratings of method %s in %s %s, with 95 %% intervals:\n\n",
            method_name(setup->method), *setup->system ? setup->system : "any system",
            pace_word(setup->class));
    fprintf(out, "level  %-17s%-17s%-17s%-17sapart\n", "by losses", "by blunders", "by likelihood",
            "by results");
    for (int i = 0; i < evidence->level_count; i++) {
        const struct evidence_estimate *lines[LINES];
        double spread = spread_of(&evidence->rows[i]);
        lines_of(&evidence->rows[i], lines);
        fprintf(out, "%5d ", setup->levels[i].level);
        for (int j = 0; j < LINES; j++)
            write_cell(out, lines[j]);
        fprintf(out, "%5.0f%s\n", spread, spread > EVIDENCE_APART ? "!" : "");
    }
    fprintf(out,
            "\n<, >: below or above all the people's ratings. !: estimates over %d Elo apart.\n",
            EVIDENCE_APART);
}

static void write_people(FILE *out, const struct evidence *evidence)
{
    fprintf(out, "\n%-7s %6s %6s %9s   %8s %6s %9s   %s\n", "people", "moves", "loss", "blunders",
            "[%eval]", "loss", "blunders", "model's guess");
    for (int i = 0; i < evidence->band_count; i++) {
        const struct evidence_people *people = &evidence->people[i];
        if (people->positions == 0 && people->evaluated == 0 && people->moves == 0)
            continue;
        fprintf(out, "%-7.0f %6d %6.1f %7.2f %%   %8lld %6.1f %7.2f %%   ", people->rating,
                people->positions, people->loss, 100 * people->blunders,
                (long long)people->evaluated, people->eval_loss, 100 * people->eval_blunders);
        write_cell(out, &people->guess);
        fputc('\n', out);
    }
}

static void write_levels(FILE *out, const struct evidence *evidence,
                         const struct evidence_setup *setup)
{
    fprintf(out, "\n%-7s %6s %6s %9s   %-25s %s\n", "level", "moves", "loss", "blunders", "games",
            "model's guess");
    for (int i = 0; i < evidence->level_count; i++) {
        const struct evidence_row *row = &evidence->rows[i];
        char games[64];
        snprintf(games, sizeof games, "+%lld =%lld -%lld", (long long)row->wins,
                 (long long)row->draws, (long long)row->losses);
        fprintf(out, "%-7d %6d %6.1f %7.2f %%   %-25s ", setup->levels[i].level, row->positions,
                row->loss, 100 * row->blunders, games);
        write_cell(out, &row->guess);
        fputc('\n', out);
    }
}

static void write_rivals(FILE *out, const struct evidence *evidence,
                         const struct evidence_setup *setup)
{
    if (setup->rival_count > 0)
        fputs("\nopponents\n", out);
    for (int i = 0; i < setup->rival_count; i++) {
        const struct evidence_estimate *estimate = &evidence->rivals[i];
        fprintf(out, "  %-30.30s %6lld games ", setup->rivals[i].spec.name,
                (long long)evidence->rival_games[i]);
        if (setup->rivals[i].rated)
            fprintf(out, " %4.0f, known\n", setup->rivals[i].rating);
        else if (estimate->place == EVIDENCE_UNKNOWN)
            fputs("    -\n", out);
        else
            fprintf(out, " %4.0f %.0f-%.0f\n", estimate->rating, estimate->low, estimate->high);
    }
}

void evidence_write_text(FILE *out, const struct evidence *evidence,
                         const struct evidence_setup *setup)
{
    write_estimates(out, evidence, setup);
    write_people(out, evidence);
    write_levels(out, evidence, setup);
    write_rivals(out, evidence, setup);
    if (evidence->stopped)
        fputs("\nStopped early. The same command continues the run.\n", out);
}

static void write_estimate(struct json *json, const char *name,
                           const struct evidence_estimate *estimate)
{
    static const char *const places[] = {
        [EVIDENCE_WITHIN] = "within", [EVIDENCE_BELOW] = "below", [EVIDENCE_ABOVE] = "above"};
    if (estimate->place == EVIDENCE_UNKNOWN) {
        json_null(json, name);
        return;
    }
    json_object(json, name);
    JSON_DOUBLES(json, 1, {"rating", estimate->rating}, {"low", estimate->low},
                 {"high", estimate->high});
    json_string(json, "place", places[estimate->place]);
    json_end(json);
}

static void write_people_json(struct json *json, const struct evidence *evidence)
{
    json_array(json, "people");
    json_lines(json);
    for (int i = 0; i < evidence->band_count; i++) {
        const struct evidence_people *people = &evidence->people[i];
        json_object(json, NULL);
        json_double(json, "rating", people->rating, 4);
        json_int(json, "positions", people->positions);
        json_double(json, "loss", people->loss, 4);
        json_double(json, "blunders", people->blunders, 4);
        json_int(json, "evaluated", people->evaluated);
        json_double(json, "eval_loss", people->eval_loss, 4);
        json_double(json, "eval_blunders", people->eval_blunders, 4);
        json_int(json, "moves", people->moves);
        write_estimate(json, "guess", &people->guess);
        json_end(json);
    }
    json_end(json);
}

static void write_levels_json(struct json *json, const struct evidence *evidence,
                              const struct evidence_setup *setup)
{
    json_array(json, "levels");
    json_lines(json);
    for (int i = 0; i < evidence->level_count; i++) {
        const struct evidence_row *row = &evidence->rows[i];
        const struct evidence_estimate *lines[LINES];
        lines_of(row, lines);
        json_object(json, NULL);
        json_int(json, "level", setup->levels[i].level);
        json_int(json, "positions", row->positions);
        json_double(json, "mean_loss", row->loss, 4);
        json_double(json, "blunder_share", row->blunders, 4);
        JSON_INTS(json, {"moves", row->moves}, {"move_games", row->move_games},
                  {"wins", row->wins}, {"draws", row->draws}, {"losses", row->losses});
        for (int j = 0; j < LINES; j++)
            write_estimate(json, line_names[j], lines[j]);
        write_estimate(json, "guess", &row->guess);
        json_double(json, "apart", spread_of(row), 1);
        json_end(json);
    }
    json_end(json);
}

void evidence_write_json(FILE *out, const struct evidence *evidence,
                         const struct evidence_setup *setup)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    json_string(&json, "method", method_name(setup->method));
    json_string(&json, "system", *setup->system ? setup->system : "any");
    json_string(&json, "time_class", pace_word(setup->class));
    json_uint(&json, "judge_nodes", setup->judge_nodes);
    json_uint(&json, "seed", setup->seed);
    json_bool(&json, "complete", !evidence->stopped);
    write_levels_json(&json, evidence, setup);
    write_people_json(&json, evidence);
    json_array(&json, "opponents");
    json_lines(&json);
    for (int i = 0; i < setup->rival_count; i++) {
        json_object(&json, NULL);
        json_string(&json, "name", setup->rivals[i].spec.name);
        json_bool(&json, "known", setup->rivals[i].rated);
        json_int(&json, "games", evidence->rival_games[i]);
        write_estimate(&json, "rating", &evidence->rivals[i]);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}
