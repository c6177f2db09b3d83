/* Lists the changes of a level, and writes the tables. For each change the whole suite is run, so
 * that every position has the same random numbers as before. */
#include "src/lab/match/suite_why.h"

#include <string.h>

#include "src/lab/match/suite_table.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum { MORE_NODES = 10, SPEED_MAX = 1000000000, WIDTH = 79 };

static struct why_change *add(struct why_change changes[], int *count, const struct handicap *level)
{
    changes[*count].handicap = *level;
    return &changes[(*count)++];
}

/* Sets *value to the value at which a parameter makes the method no longer err. Returns false if
 * the parameter is not an error. */
static bool find_harmless(int index, int *value)
{
    static const struct {
        int index, value;
    } errors[] = {{PARAMETER_move_error, 0}, {PARAMETER_blunder_error, 0},
                  {PARAMETER_root_error, 0}, {PARAMETER_leaf_noise, 0},
                  {PARAMETER_walk, 0},       {PARAMETER_margin, 0},
                  {PARAMETER_boldness, 1},   {PARAMETER_temperature, 1},
                  {PARAMETER_skill, 100},    {PARAMETER_strength, 100}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].index == index) {
            *value = errors[i].value;
            return true;
        }
    }
    return false;
}

static void take_errors(struct why_change changes[], int *count, const struct handicap *level,
                        struct handicap *all)
{
    int value = 0;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method != level->method || !find_harmless(i, &value) ||
            *handicap_parameter(all, i) == value)
            continue;
        struct why_change *change = add(changes, count, level);
        *handicap_parameter(&change->handicap, i) = *handicap_parameter(all, i) = value;
        snprintf(change->name, sizeof change->name, "%s%s", value > 1 ? "full " : "no ",
                 parameter->name);
        for (char *at = change->name; *at; at++)
            *at = *at == '_' ? ' ' : *at;
    }
}

int why_changes(const struct handicap *level, const struct limits *limits,
                struct why_change changes[WHY_CHANGES_MAX])
{
    int count = 0;
    struct handicap all = *level;
    if (!level->limited)
        return 0;
    struct why_change *change = add(changes, &count, level);
    change->handicap.seed += 1;
    snprintf(change->name, sizeof change->name, "another seed");
    for (int group = 0; group < GROUP_COUNT; group++) {
        if (level->knowledge[group] == 100)
            continue;
        change = add(changes, &count, level);
        change->handicap.knowledge[group] = all.knowledge[group] = 100;
        snprintf(change->name, sizeof change->name, "%s", group_words((enum group)group));
    }
    take_errors(changes, &count, level, &all);
    if (level->rules) {
        change = add(changes, &count, level);
        change->handicap.rules = all.rules = 0;
        snprintf(change->name, sizeof change->name, "no human rules");
    }
    if (!limits->nodes && !limits->depth) {
        change = add(changes, &count, level);
        all.nodes_per_second = level->nodes_per_second < SPEED_MAX / MORE_NODES
                                   ? level->nodes_per_second * MORE_NODES
                                   : SPEED_MAX;
        change->handicap.nodes_per_second = all.nodes_per_second;
        snprintf(change->name, sizeof change->name, "ten times the nodes");
    }
    change = add(changes, &count, &all);
    snprintf(change->name, sizeof change->name, "all of these");
    return count;
}

static bool is_missed(const struct suite_result *result)
{
    return result->done && !result->failed_to_run && !result->solved;
}

static void write_missed(FILE *out, const struct epd *epd, const struct suite_result *result,
                         const struct why_run runs[], int count, int index)
{
    char wanted[64], played[CHESS_SAN_MAX] = "-", found[WHY_CHANGES_MAX * 50] = "", head[256];
    suite_solution(epd, wanted, sizeof wanted);
    if (chess_is_legal(&epd->position, result->played))
        chess_to_san(&epd->position, result->played, played);
    for (int i = 0; i < count; i++)
        if (runs[i].results[index].solved)
            text_add(found, sizeof found, "%s%s", *found ? ", " : "", runs[i].change.name);
    snprintf(head, sizeof head, "  %-12s %-10s %-8s", epd->id, wanted, played);
    fputs(head, out);
    text_wrap(out, text_width(head), "                                   ", WIDTH,
              *found ? found : "nothing");
}

void why_write_text(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count)
{
    const int solved = suite_sum(suite, first).solved;
    fprintf(out, "\n  What finds the moves that it missed\n\n  %-12s %-10s %-8s %s\n", "id",
            "wanted", "played", "found with");
    for (int i = 0; i < suite->count; i++)
        if (is_missed(&first[i]))
            write_missed(out, &suite->positions[i], &first[i], runs, count, i);
    fprintf(out, "\n  %-32s %6s %8s\n  %-32s %6d\n", "the whole suite with", "solved", "change",
            "the level as it is", solved);
    for (int i = 0; i < count; i++) {
        const int now = suite_sum(suite, runs[i].results).solved;
        fprintf(out, "  %-32s %6d %+8d\n", runs[i].change.name, now, now - solved);
    }
}

void why_write_json(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    json_lines(&json);
    json_array(&json, "missed");
    json_lines(&json);
    for (int i = 0; i < suite->count; i++) {
        if (!is_missed(&first[i]))
            continue;
        json_object(&json, NULL);
        json_string(&json, "id", suite->positions[i].id);
        json_array(&json, "found_with");
        for (int j = 0; j < count; j++)
            if (runs[j].results[i].solved)
                json_string(&json, NULL, runs[j].change.name);
        json_end(&json);
        json_end(&json);
    }
    json_end(&json);
    json_array(&json, "changes");
    json_lines(&json);
    for (int j = 0; j < count; j++) {
        json_object(&json, NULL);
        json_string(&json, "name", runs[j].change.name);
        json_int(&json, "solved", suite_sum(suite, runs[j].results).solved);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}
