/* Writes one JSON object; each point of a search is on a separate line. */
#include "src/lab/tune/tune_report.h"

#include "src/util/json.h"

static void write_positions(struct json *json, const struct tune_report *report)
{
    json_object(json, "positions");
    JSON_INTS(json, {"training", report->training}, {"held_out", report->held_out},
              {"duplicates", report->duplicates}, {"unquiet", report->unquiet},
              {"dead", report->dead}, {"games", report->games}, {"bad_games", report->bad_games});
    json_end(json);
    json_object(json, "milliseconds");
    JSON_INTS(json, {"read", report->read}, {"quiet", report->resolve}, {"trace", report->trace});
    json_end(json);
    json_double(json, "k", report->k, 4);
    json_double(json, "positions_per_second", report->pass_speed, 0);
    json_double(json, "training_before", report->training_before, 9);
    json_double(json, "held_out_before", report->held_out_before, 9);
}

static void write_search(struct json *json, const struct tune_report *report)
{
    json_object(json, NULL);
    json_string(json, "method", tune_method_name(report->method));
    json_double(json, "training", report->training_after, 9);
    json_double(json, "held_out", report->held_out_after, 9);
    json_int(json, "passes", report->iterations);
    json_int(json, "milliseconds", report->search);
    json_bool(json, "converged", report->converged);
    json_double(json, "positions_per_second", report->speed, 0);
    json_int(json, "weights", report->tuned);
    json_int(json, "changed", report->changed);
    json_array(json, "changes");
    for (int i = 0; i < report->change_count; i++) {
        json_object(json, NULL);
        json_string(json, "weight", report->changes[i].place);
        json_int(json, "before", report->changes[i].before);
        json_int(json, "after", report->changes[i].after);
        json_end(json);
    }
    json_end(json);
    json_array(json, "curve");
    json_lines(json);
    for (int i = 0; i < report->point_count; i++) {
        json_object(json, NULL);
        json_int(json, "milliseconds", report->points[i].elapsed);
        json_double(json, "training", report->points[i].training, 9);
        json_double(json, "held_out", report->points[i].held_out, 9);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

void tune_write_json(FILE *out, const struct tune_report reports[], int count, int best,
                     const char *outcome)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    write_positions(&json, &reports[0]);
    json_string(&json, "best", tune_method_name(reports[best].method));
    json_string(&json, "outcome", outcome);
    json_array(&json, "searches");
    json_lines(&json);
    for (int i = 0; i < count; i++)
        write_search(&json, &reports[i]);
    json_end(&json);
    json_end(&json);
}
