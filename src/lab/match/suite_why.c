/* Writes the results as text tables or JSON. For each change, the caller runs the complete suite
 * again, not just the missed positions, so that each position gets the same random numbers as in
 * the first run. */
#include "src/lab/match/suite_why.h"

#include <string.h>

#include "src/lab/match/suite_table.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum { WIDTH = 79 };

static bool is_missed(const struct suite_result *result)
{
    return result->done && !result->failed_to_run && !result->solved;
}

static void write_missed(FILE *out, const struct epd *epd, const struct suite_result *result,
                         const struct why_run runs[], int count, int index)
{
    char wanted[64], played[CHESS_SAN_MAX] = "-", found[HANDICAP_CHANGES_MAX * 50] = "", head[256];
    suite_solution(epd, wanted, sizeof wanted);
    if (chess_is_legal(&epd->position, result->played))
        chess_to_san(&epd->position, result->played, played);
    for (int i = 0; i < count; i++)
        if (runs[i].results[index].solved)
            text_add(found, sizeof found, "%s%s", *found ? ", " : "", runs[i].change.name);
    snprintf(head, sizeof head, "  %-12s %-10s %-8s", epd->id, wanted, played);
    fputs(head, out);
    text_wrap(out, text_width(head), "                                    ", WIDTH,
              *found ? found : "nothing");
}

void why_write_text(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count)
{
    const int solved = suite_sum(suite, first).solved;
    fprintf(out,
            "\n  Which changes find the moves that the level missed\n\n  %-12s %-10s %-8s %s\n",
            "id", "wanted", "played", "found with");
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
