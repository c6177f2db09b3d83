/* The table of the settings with which a method weakens the engine, level by level. Each
 * level becomes a row of cells, which are then written as text, CSV or JSON. */
#include "src/uci/levels.h"

#include <stdlib.h>
#include <string.h>

#include "src/util/json.h"
#include "src/util/text.h"

enum { CELLS_MAX = 64, CELL_TEXT = 160 };

/* In text, each part becomes a separate table, so that all tables are narrow enough to read. */
enum part { PART_KEY, PART_NUMBERS, PART_RATINGS, PART_PRESSURE, PART_KNOWLEDGE, PART_RULES };

struct cell {
    enum part part;
    const char *name, *heading; /* `name` is the heading in CSV and JSON, `heading` the one in
                                 * text */
    bool quoted;                /* the cell is not a number, so CSV and JSON quote it */
    char text[CELL_TEXT];
};

struct row {
    struct cell cells[CELLS_MAX];
    int count;
};

struct table {
    FILE *out;
    const struct strength *strength;
    const struct player_ratings *ratings;
    enum method method;
    int min, max, step; /* the levels written, on the scale shown */
};

static struct cell *add(struct row *row, enum part part, const char *name, const char *heading)
{
    struct cell *cell = &row->cells[row->count++];
    *cell = (struct cell){.part = part, .name = name, .heading = heading};
    return cell;
}

static void add_number(struct row *row, enum part part, const char *name, const char *heading,
                       int number)
{
    struct cell *cell = add(row, part, name, heading);
    snprintf(cell->text, sizeof cell->text, "%d", number);
}

static void add_rules(struct row *row, unsigned rules)
{
    struct cell *cell = add(row, PART_RULES, "rules", "rules");
    cell->quoted = true;
    for (int i = 0; i < RULE_COUNT; i++)
        if (rules >> i & 1)
            text_add(cell->text, sizeof cell->text, "%s%s", *cell->text ? " " : "",
                     human_rule_name((enum human_rule)i));
}

/* Returns whether levels are listed on a scale of players' ratings, and not on the engine scale. */
static bool is_by_ratings(const struct player_ratings *ratings)
{
    return ratings && ratings->shown < ratings->count;
}

/* Adds the level's rating on every scale. `shown` is its rating on the scale on which levels are
 * listed, `elo` that on the engine scale. */
static void add_ratings(const struct player_ratings *ratings, int shown, int elo, struct row *row)
{
    if (!ratings || !is_by_ratings(ratings)) {
        add_number(row, PART_KEY, "elo", "Elo", shown);
    } else {
        add_number(row, PART_KEY, ratings->name(ratings->shown), "level", shown);
        add_number(row, PART_RATINGS, "elo", "engine Elo", elo);
    }
    for (int i = 0; ratings && i < ratings->count; i++) {
        if (i != ratings->shown)
            add_number(row, PART_RATINGS, ratings->name(i), ratings->name(i),
                       ratings->of_level(ratings->context, i, elo));
    }
}

/* Adds the parameters that are in force in games against a person. Those in percent change the size
 * of the errors. */
static void add_pressure(const struct strength *strength, struct handicap handicap, struct row *row)
{
    handicap_under_pressure(strength, &handicap);
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = pressure_parameter(i);
        const enum part part = *parameter->unit ? PART_PRESSURE : PART_NUMBERS; /* "%" */
        if (*pressure_number(&handicap, i))
            add_number(row, part, parameter->name, parameter->name, *pressure_number(&handicap, i));
    }
}

static void fill(const struct table *table, int shown, struct row *row)
{
    const struct player_ratings *ratings = table->ratings;
    const int elo =
        is_by_ratings(ratings) ? ratings->to_level(ratings->context, ratings->shown, shown) : shown;
    struct handicap handicap = handicap_for(table->strength, table->method, elo, 0);
    row->count = 0;
    add_ratings(ratings, shown, elo, row);
    add_number(row, PART_NUMBERS, "nodes_per_second", "nodes/s", handicap.nodes_per_second);
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method == table->method)
            add_number(row, PART_NUMBERS, parameter->name, parameter->name,
                       *handicap_parameter(&handicap, i));
    }
    add_number(row, PART_NUMBERS, "endgame_percent", "endgame", handicap.endgame_percent);
    add_number(row, PART_NUMBERS, "time_discount", "discount", handicap.time_discount);
    add_number(row, PART_NUMBERS, "book_plies", "book", handicap.book_plies);
    add_pressure(table->strength, handicap, row);
    for (int i = 0; i < GROUP_COUNT; i++)
        add_number(row, PART_KNOWLEDGE, group_key((enum group)i), group_ascii((enum group)i),
                   handicap.knowledge[i]);
    add_rules(row, handicap.rules);
}

/* Text. */

static void write_line(FILE *out, const struct row *row, const struct row *widths, enum part part,
                       bool headings)
{
    bool first = true;
    for (int i = 0; i < row->count; i++) {
        const struct cell *cell = &row->cells[i];
        if (cell->part != part && cell->part != PART_KEY)
            continue;
        int width = (int)strlen(cell->heading), length = (int)strlen(widths->cells[i].text);
        const char *text = headings ? cell->heading : *cell->text ? cell->text : "-";
        width = length > width ? length : width;
        fprintf(out, "%s%*s", first ? "" : "  ", width, text);
        first = false;
    }
    putc('\n', out);
}

/* Sets `widths` to a row that has, in each column, the longest text of that column at any level. */
static void measure(const struct table *table, struct row *widths)
{
    struct row row;
    fill(table, table->min, widths);
    for (int level = table->min; level <= table->max; level += table->step) {
        fill(table, level, &row);
        for (int i = 0; i < row.count; i++)
            if (strlen(row.cells[i].text) > strlen(widths->cells[i].text))
                widths->cells[i] = row.cells[i];
    }
}

/* Writes the rules, which are in the last cell of the row and are the same at all levels. */
static void write_rules(FILE *out, const struct row *row)
{
    enum { WIDTH = 80 };
    const char *rules = row->cells[row->count - 1].text;
    fputs("\nRules in force:", out);
    /* Column WIDTH is the end of a line, so the rules begin on a new line. */
    text_wrap(out, *rules ? WIDTH : 0, "", WIDTH, *rules ? rules : "none");
}

static bool has_part(const struct row *row, enum part part)
{
    for (int i = 0; i < row->count; i++)
        if (row->cells[i].part == part)
            return true;
    return false;
}

static void write_text(const struct table *table)
{
    static const char pressure[] =
        "In games with a person, errors become this many percent larger for each pawn\n"
        "behind, smaller for each pawn ahead, larger when hardly any time is left (hurry)\n"
        "and larger for each game lost in a row (tilt):\n";
    static const char *const titles[] = {
        [PART_NUMBERS] = "",
        [PART_RATINGS] = "Ratings of players that each level matches:\n",
        [PART_PRESSURE] = pressure,
        [PART_KNOWLEDGE] = "Knowledge of each group, in percent:\n",
    };
    struct row row, widths;
    measure(table, &widths);
    fprintf(table->out, "Method %s: %s\n", method_name(table->method), method_words(table->method));
    if (is_by_ratings(table->ratings))
        fprintf(table->out, "Levels are %s ratings.\n",
                table->ratings->name(table->ratings->shown));
    for (int part = PART_NUMBERS; part < PART_RULES; part++) {
        if (!has_part(&widths, (enum part)part))
            continue;
        fprintf(table->out, "\n%s", titles[part]);
        write_line(table->out, &widths, &widths, (enum part)part, true);
        for (int level = table->min; level <= table->max; level += table->step) {
            fill(table, level, &row);
            write_line(table->out, &row, &widths, (enum part)part, false);
        }
    }
    write_rules(table->out, &widths);
}

/* CSV and JSON. */

static void write_csv(const struct table *table)
{
    struct row row;
    fill(table, table->min, &row);
    fputs("method", table->out);
    for (int i = 0; i < row.count; i++)
        text_csv(table->out, ",", row.cells[i].name);
    putc('\n', table->out);
    for (int level = table->min; level <= table->max; level += table->step) {
        fill(table, level, &row);
        fputs(method_name(table->method), table->out);
        for (int i = 0; i < row.count; i++)
            text_csv(table->out, ",", row.cells[i].text);
        putc('\n', table->out);
    }
}

static void write_json(const struct table *table)
{
    struct json json = json_begin(table->out);
    struct row row;
    json_object(&json, NULL);
    json_string(&json, "method", method_name(table->method));
    json_array(&json, "levels");
    json_lines(&json);
    for (int level = table->min; level <= table->max; level += table->step) {
        fill(table, level, &row);
        json_object(&json, NULL);
        for (int i = 0; i < row.count; i++) {
            const struct cell *cell = &row.cells[i];
            if (cell->quoted)
                json_string(&json, cell->name, cell->text);
            else if (*cell->text)
                json_int(&json, cell->name, atoi(cell->text));
            else
                json_null(&json, cell->name);
        }
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

void levels_write(FILE *out, const struct strength *strength, const struct player_ratings *ratings,
                  enum method method, int step, enum levels_format format)
{
    struct table table = {out, strength, ratings, method, ELO_MIN, ELO_MAX, step};
    if (ratings)
        ratings->range(ratings->context, ratings->shown, &table.min, &table.max);
    if (format == LEVELS_CSV)
        write_csv(&table);
    else if (format == LEVELS_JSON)
        write_json(&table);
    else
        write_text(&table);
}
