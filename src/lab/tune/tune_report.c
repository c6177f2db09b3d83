/* Writes one object, with a line for each point of a search. */
#include "src/lab/tune/tune_report.h"

#include <inttypes.h>
#include <math.h>

#include "src/util/text.h"

/* Writes an error; null if it is NAN. */
static void write_error(FILE *out, const char *before, double error)
{
    if (isnan(error))
        fprintf(out, "%snull", before);
    else
        fprintf(out, "%s%.9f", before, error);
}

static void write_positions(FILE *out, const struct tune_report *report)
{
    fprintf(out,
            "\"positions\": {\"training\": %d, \"held_out\": %d, \"duplicates\": %d, "
            "\"unquiet\": %d, \"dead\": %d, \"games\": %d, \"bad_games\": %d}, ",
            report->training, report->held_out, report->duplicates, report->unquiet, report->dead,
            report->games, report->bad_games);
    fprintf(out,
            "\"milliseconds\": {\"read\": %" PRId64 ", \"quiet\": %" PRId64 ", \"trace\": %" PRId64
            "}, \"k\": %.4f, \"positions_per_second\": %.0f",
            report->read, report->resolve, report->trace, report->k, report->pass_speed);
    write_error(out, ", \"training_before\": ", report->training_before);
    write_error(out, ", \"held_out_before\": ", report->held_out_before);
}

static void write_search(FILE *out, const struct tune_report *report)
{
    fprintf(out, "{\"method\": \"%s\"", tune_method_name(report->method));
    write_error(out, ", \"training\": ", report->training_after);
    write_error(out, ", \"held_out\": ", report->held_out_after);
    fprintf(out,
            ", \"passes\": %d, \"milliseconds\": %" PRId64 ", \"converged\": %s, "
            "\"positions_per_second\": %.0f, \"weights\": %d, \"changed\": %d, \"changes\": [",
            report->iterations, report->search, report->converged ? "true" : "false", report->speed,
            report->tuned, report->changed);
    for (int i = 0; i < report->change_count; i++)
        fprintf(out, "%s{\"weight\": \"%s\", \"before\": %d, \"after\": %d}", i ? ", " : "",
                report->changes[i].place, report->changes[i].before, report->changes[i].after);
    fputs("], \"curve\": [", out);
    for (int i = 0; i < report->point_count; i++) {
        fprintf(out, "%s\n    {\"milliseconds\": %" PRId64, i ? "," : "",
                report->points[i].elapsed);
        write_error(out, ", \"training\": ", report->points[i].training);
        write_error(out, ", \"held_out\": ", report->points[i].held_out);
        fputc('}', out);
    }
    fputs("]}", out);
}

void tune_write_json(FILE *out, const struct tune_report reports[], int count, int best,
                     const char *outcome)
{
    fputc('{', out);
    write_positions(out, &reports[0]);
    fprintf(out, ", \"best\": \"%s\", \"outcome\": ", tune_method_name(reports[best].method));
    text_json(out, outcome);
    fputs(", \"searches\": [", out);
    for (int i = 0; i < count; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        write_search(out, &reports[i]);
    }
    fputs("\n]}\n", out);
}
