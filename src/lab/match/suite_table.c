/* Tables of suite results. The text format lists the positions that failed, then one line of sums
 * for each engine. JSON and CSV list every position. */
#include "src/lab/match/suite_table.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/game/format.h"
#include "src/util/json.h"
#include "src/util/text.h"

struct suite_sums suite_sum(const struct suite *suite, const struct suite_result results[])
{
    struct suite_sums sums = {.count = suite->count};
    int without_mate = 0, moves;
    int64_t depth = 0, solved_at = 0;
    for (int i = 0; i < suite->count; i++) {
        const struct suite_result *result = &results[i];
        const char *second = epd_value(&suite->positions[i], "c2");
        sums.ours += second && strncmp(second, "ours:", 5) == 0;
        if (!result->done)
            continue;
        sums.done++;
        sums.points_max += result->points_max;
        sums.mates += suite->positions[i].has_mate;
        if (result->failed_to_run) {
            sums.failed_to_run++;
            continue;
        }
        sums.points += result->points;
        sums.mates_exact += result->mate_exact;
        sums.nodes += result->nodes;
        sums.elapsed += result->elapsed;
        if (result->score == SCORE_NONE || !score_is_mate(result->score, &moves)) {
            without_mate++;
            depth += result->depth;
        }
        if (result->solved) {
            sums.solved_ours += result->solved_ours;
            sums.solved++;
            solved_at += result->solved_at;
        }
    }
    sums.depth = without_mate > 0 ? (double)depth / without_mate : -1;
    sums.solved_at = sums.solved > 0 ? (double)solved_at / sums.solved : 0;
    return sums;
}

static uint64_t speed_of(const struct suite_sums *sums)
{
    return sums->elapsed > 0 ? sums->nodes * 1000 / (uint64_t)sums->elapsed : 0;
}

static void add_moves(char *out, size_t size, const struct epd *epd, const Move moves[], int count)
{
    char san[CHESS_SAN_MAX];
    for (int i = 0; i < count; i++) {
        chess_to_san(&epd->position, moves[i], san);
        text_add(out, size, "%s%s", out[0] ? " " : "", san);
    }
}

void suite_solution(const struct epd *epd, char *out, size_t size)
{
    out[0] = '\0';
    add_moves(out, size, epd, epd->best, epd->best_count);
    if (epd->avoid_count > 0) {
        text_add(out, size, "%snot", out[0] ? ", " : "");
        add_moves(out, size, epd, epd->avoid, epd->avoid_count);
    }
    if (out[0])
        return;
    if (epd->has_mate) {
        snprintf(out, size, "%s in %d", epd->mate < 0 ? "mated" : "mate", abs(epd->mate));
        return;
    }
    for (int i = 0; i < epd->point_count; i++) /* if only points are given, the move with the most
                                                  points is the solution */
        if (suite_is_best(epd, epd->point_moves[i]))
            add_moves(out, size, epd, &epd->point_moves[i], 1);
}

static void played_san(const struct epd *epd, const struct suite_result *result,
                       char san[CHESS_SAN_MAX])
{
    if (result->played != NO_MOVE)
        chess_to_san(&epd->position, result->played, san);
    else
        snprintf(san, CHESS_SAN_MAX, "-");
}

/* Writes "3 ms" below a second, "-" if the time is negative. */
static void duration(double milliseconds, char *out, size_t size)
{
    if (milliseconds < 0)
        snprintf(out, size, "-");
    else if (milliseconds < 1000)
        snprintf(out, size, "%.*f ms", milliseconds < 10 && milliseconds > 0 ? 1 : 0, milliseconds);
    else
        snprintf(out, size, "%.2f s", milliseconds / 1000);
}

/* Writes the mean search depth, or "-" if it is not known. */
static void mean_depth(const struct suite_sums *sums, char *out, size_t size)
{
    if (sums->depth < 0)
        snprintf(out, size, "-");
    else
        snprintf(out, size, "%.1f", sums->depth);
}

/* Text */

static void write_failures(FILE *out, const struct suite *suite,
                           const struct suite_result results[])
{
    bool first = true;
    for (int i = 0; i < suite->count; i++) {
        const struct epd *epd = &suite->positions[i];
        const struct suite_result *result = &results[i];
        if (!result->done || result->solved)
            continue;
        if (first)
            fprintf(out, "  %-24s %-16s %-8s %6s %8s %8s\n", "failed", "best", "played", "depth",
                    "score", "time");
        first = false;
        char best[128], san[CHESS_SAN_MAX], score[16] = "-", time[32];
        suite_solution(epd, best, sizeof best);
        if (result->failed_to_run) {
            fprintf(out, "  %-24s %-16s %s\n", epd->id, best, result->trouble);
            continue;
        }
        played_san(epd, result, san);
        if (result->score != SCORE_NONE)
            text_score(result->score, score, sizeof score);
        duration((double)result->elapsed, time, sizeof time);
        fprintf(out, "  %-24s %-16s %-8s %6d %8s %8s\n", epd->id, best, san, result->depth, score,
                time);
    }
    if (!first)
        fputc('\n', out);
}

static void write_summary(FILE *out, const struct suite *suite, const struct suite_column *column)
{
    struct suite_sums sums = suite_sum(suite, column->results);
    char nodes[32], nps[32], found[32], depth[16];
    text_thousands(sums.nodes, nodes, sizeof nodes);
    text_thousands(speed_of(&sums), nps, sizeof nps);
    duration(sums.solved > 0 ? sums.solved_at : -1, found, sizeof found);
    mean_depth(&sums, depth, sizeof depth);
    fprintf(out, "%s, %s: solved %d of %d", suite->name, column->engine, sums.solved, sums.count);
    if (sums.ours > 0)
        fprintf(out, " with the solutions that we added, %d without them",
                sums.solved - sums.solved_ours);
    if (sums.points_max > 0)
        fprintf(out, ", points %d of %d", sums.points, sums.points_max);
    if (sums.mates > 0)
        fprintf(out, ", exact mates %d of %d", sums.mates_exact, sums.mates);
    if (sums.failed_to_run > 0)
        fprintf(out, ", %d could not be run", sums.failed_to_run);
    if (sums.done < sums.count)
        fprintf(out, ", stopped after %d", sums.done);
    fprintf(out, "\n  mean depth %s, %s nodes, %s nodes/s, %s%s%s%.1f s in all\n", depth, nodes,
            nps, sums.solved > 0 ? "found after " : "", sums.solved > 0 ? found : "",
            sums.solved > 0 ? " on average, " : "", (double)sums.elapsed / 1000);
}

/* Writes the name in full, padded with blanks to this width. */
static void write_name(FILE *out, const char *name, int width)
{
    fprintf(out, "%s%*s", name, width > text_width(name) ? width - text_width(name) : 0, "");
}

/* The width of the column that shows an engine's moves. */
static int width_of(const struct suite_column *column)
{
    enum { LEAST = 18 };
    const int name = text_width(column->engine);
    return name > LEAST ? name : LEAST;
}

static void write_cell(FILE *out, const struct epd *epd, const struct suite_result *result,
                       int width)
{
    char san[CHESS_SAN_MAX], time[32], cell[64];
    if (!result->done || result->failed_to_run) {
        fprintf(out, "  %-*s", width, result->done ? "(did not run)" : "");
        return;
    }
    played_san(epd, result, san);
    duration((double)result->solved_at, time, sizeof time);
    snprintf(cell, sizeof cell, "%-8s %s", san, result->solved ? time : "failed");
    fprintf(out, "  %-*s", width, cell);
}

static bool somebody_failed(const struct suite_column columns[], int count, int position)
{
    for (int i = 0; i < count; i++)
        if (columns[i].results[position].done && !columns[i].results[position].solved)
            return true;
    return false;
}

static void write_comparison(FILE *out, const struct suite *suite,
                             const struct suite_column columns[], int count)
{
    bool first = true;
    for (int i = 0; i < suite->count; i++) {
        if (!somebody_failed(columns, count, i))
            continue;
        if (first) {
            fprintf(out, "  %-24s %-16s", "failed by some", "best");
            for (int j = 0; j < count; j++) {
                fputs("  ", out);
                write_name(out, columns[j].engine, width_of(&columns[j]));
            }
            fputc('\n', out);
        }
        first = false;
        char best[128];
        suite_solution(&suite->positions[i], best, sizeof best);
        fprintf(out, "  %-24s %-16s", suite->positions[i].id, best);
        for (int j = 0; j < count; j++)
            write_cell(out, &suite->positions[i], &columns[j].results[i], width_of(&columns[j]));
        fputc('\n', out);
    }
    if (!first)
        fputc('\n', out);
    int names = 28;
    for (int j = 0; j < count; j++)
        names = text_width(columns[j].engine) > names ? text_width(columns[j].engine) : names;
    fputs("  ", out);
    write_name(out, suite->name, names);
    fprintf(out, " %11s %13s %7s %15s %13s %9s\n", "solved", "points", "depth", "nodes", "nodes/s",
            "found");
    for (int j = 0; j < count; j++) {
        struct suite_sums sums = suite_sum(suite, columns[j].results);
        char solved[32], points[32] = "-", nodes[32], nps[32], found[32], depth[16];
        snprintf(solved, sizeof solved, "%d of %d", sums.solved, sums.count);
        if (sums.points_max > 0)
            snprintf(points, sizeof points, "%d/%d", sums.points, sums.points_max);
        text_thousands(sums.nodes, nodes, sizeof nodes);
        text_thousands(speed_of(&sums), nps, sizeof nps);
        duration(sums.solved > 0 ? sums.solved_at : -1, found, sizeof found);
        mean_depth(&sums, depth, sizeof depth);
        fputs("  ", out);
        write_name(out, columns[j].engine, names);
        fprintf(out, " %11s %13s %7s %15s %13s %9s\n", solved, points, depth, nodes, nps, found);
    }
}

/* The model of the processor, if the system reports it. Allocates no memory, so that the text is
 * the same when memory has run out. */
static void processor_name(char *text, size_t size)
{
    char start[4096];
    int file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, start, sizeof start - 1);
    if (file >= 0)
        close(file);
    start[length > 0 ? length : 0] = '\0';
    const char *model = strstr(start, "model name"), *colon = model ? strchr(model, ':') : NULL;
    if (colon && colon[1] == ' ')
        snprintf(text, size, "%.*s (%s)", (int)strcspn(colon + 2, "\n"), colon + 2,
                 chess_processor());
    else
        snprintf(text, size, "%s", chess_processor());
}

void suite_conditions(const struct suite_options *options, char *text, size_t size)
{
    const struct limits *limits = &options->limits;
    char processor[128];
    processor_name(processor, sizeof processor);
    snprintf(text, size, "%s, %d thread%s, hash %d MB", processor, options->threads,
             text_plural(options->threads), options->hash_mb);
    if (limits->movetime)
        text_add(text, size, ", %" PRId64 " ms", limits->movetime);
    if (limits->nodes)
        text_add(text, size, ", %" PRIu64 " nodes", limits->nodes);
    if (limits->depth)
        text_add(text, size, ", depth %d", limits->depth);
    text_add(text, size, " a position");
    if (options->jobs > 1)
        text_add(text, size, ", %d at a time", options->jobs);
}

void suite_write_text(FILE *out, const struct suite *suite, const struct suite_column columns[],
                      int count)
{
    if (count > 1) {
        write_comparison(out, suite, columns, count);
        return;
    }
    write_failures(out, suite, columns[0].results);
    write_summary(out, suite, &columns[0]);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void suite_write_runs(FILE *out, const struct suite_runs *runs)
{
    const int count = runs->count;
    if (count == 0)
        return;
    qsort(runs->solved, (size_t)count, sizeof *runs->solved, by_number);
    const int low = (count - 1) / 2, high = count / 2;
    const double median = (runs->solved[low] + runs->solved[high]) / 2.0;
    fprintf(out, "  %d runs: median %.1f, from %d to %d\n", count, median, runs->solved[0],
            runs->solved[count - 1]);
}

/* JSON */

/* Returns the milliseconds until the engine found the move; NAN if it did not find the move. */
static double solved_ms(const struct suite_result *result)
{
    return result->solved_at >= 0 ? (double)result->solved_at : NAN;
}

static void json_position(struct json *json, const struct epd *epd,
                          const struct suite_result *result)
{
    char san[CHESS_SAN_MAX], best[128], fen[CHESS_FEN_MAX];
    int moves;
    chess_to_fen(&epd->position, fen);
    suite_solution(epd, best, sizeof best);
    played_san(epd, result, san);
    json_object(json, NULL);
    json_string(json, "id", epd->id);
    json_string(json, "fen", fen);
    json_string(json, "best", best);
    json_bool(json, "solved", result->solved);
    json_string(json, "played", result->played != NO_MOVE ? san : NULL);
    json_int(json, "depth", result->depth);
    if (result->score != SCORE_NONE)
        json_int(json, "score", result->score);
    else
        json_null(json, "score");
    if (result->score != SCORE_NONE && score_is_mate(result->score, &moves))
        json_int(json, "mate", moves);
    json_uint(json, "nodes", result->nodes);
    json_int(json, "ms", result->elapsed);
    json_double(json, "solved_ms", solved_ms(result), 0);
    if (epd->has_mate) {
        json_int(json, "dm", epd->mate);
        json_bool(json, "mate_exact", result->mate_exact);
    }
    if (result->points_max > 0) {
        json_int(json, "points", result->points);
        json_int(json, "points_max", result->points_max);
    }
    if (result->failed_to_run)
        json_string(json, "trouble", result->trouble);
    json_end(json);
}

/* Writes the members of one engine's object. */
static void json_column(struct json *json, const struct suite *suite,
                        const struct suite_column *column)
{
    struct suite_sums sums = suite_sum(suite, column->results);
    json_string(json, "engine", column->engine);
    JSON_INTS(json, {"solved", sums.solved}, {"solved_common", sums.solved - sums.solved_ours},
              {"count", sums.count}, {"done", sums.done});
    json_array(json, "failed");
    for (int i = 0; i < suite->count; i++)
        if (column->results[i].done && !column->results[i].solved)
            json_string(json, NULL, suite->positions[i].id);
    json_end(json);
    JSON_INTS(json, {"failed_to_run", sums.failed_to_run}, {"points", sums.points},
              {"points_max", sums.points_max}, {"mates", sums.mates},
              {"mates_exact", sums.mates_exact});
    json_double(json, "mean_depth", sums.depth < 0 ? NAN : sums.depth, 2);
    json_uint(json, "nodes", sums.nodes);
    json_uint(json, "nps", speed_of(&sums));
    json_int(json, "ms", sums.elapsed);
    json_double(json, "mean_solved_ms", sums.solved_at, 1);
    json_array(json, "positions");
    json_lines(json);
    for (int i = 0; i < suite->count; i++)
        if (column->results[i].done)
            json_position(json, &suite->positions[i], &column->results[i]);
    json_end(json);
}

void suite_write_json(FILE *out, const struct suite *suite, const struct suite_column columns[],
                      int count, const char *conditions, const struct suite_runs *runs)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    json_string(&json, "suite", suite->name);
    json_string(&json, "conditions", conditions);
    if (runs->count) {
        json_array(&json, "runs");
        for (int i = 0; i < runs->count; i++)
            json_int(&json, NULL, runs->solved[i]);
        json_end(&json);
    }
    if (count == 1) {
        json_column(&json, suite, &columns[0]);
    } else {
        json_int(&json, "count", suite->count);
        json_array(&json, "engines");
        json_lines(&json);
        for (int i = 0; i < count; i++) {
            json_object(&json, NULL);
            json_column(&json, suite, &columns[i]);
            json_end(&json);
        }
        json_end(&json);
    }
    json_end(&json);
}

/* CSV */

static void csv_row(FILE *out, const char *engine, const struct epd *epd,
                    const struct suite_result *result)
{
    char san[CHESS_SAN_MAX], best[128], score[16] = "";
    text_csv(out, "", engine);
    text_csv(out, ",", epd->id);
    suite_solution(epd, best, sizeof best);
    text_csv(out, ",", best);
    played_san(epd, result, san);
    if (result->score != SCORE_NONE)
        text_score(result->score, score, sizeof score);
    fprintf(out, ",%s,%d,%d,%s,%" PRIu64 ",%" PRId64, san, result->solved, result->depth, score,
            result->nodes, result->elapsed);
    text_csv_number(out, solved_ms(result), 0);
    fprintf(out, ",%d,%d,%d", result->solved && !result->solved_ours, result->points,
            result->points_max);
    text_csv(out, ",", result->trouble);
    fputc('\n', out);
}

void suite_write_csv(FILE *out, const struct suite *suite, const struct suite_column columns[],
                     int count)
{
    fputs("engine,id,best,played,solved,depth,score,nodes,ms,solved_ms,solved_common,points,points_max,trouble\n",
          out);
    for (int j = 0; j < count; j++)
        for (int i = 0; i < suite->count; i++)
            if (columns[j].results[i].done)
                csv_row(out, columns[j].engine, &suite->positions[i], &columns[j].results[i]);
}
