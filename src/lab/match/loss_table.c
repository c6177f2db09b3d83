/* Writes the losses of moves (loss.h) as text tables and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "src/lab/match/loss.h"
#include "src/util/json.h"

enum { NAME_LEAST = 12, NAME_MOST = 44 };

static const char *const phase_words[LOSS_PHASE_COUNT] = {
#define X(id, word) word,
    LOSS_PHASES(X)
#undef X
};

static void write_row(FILE *out, int width, const char *name, const struct loss_summary *summary)
{
    fprintf(out, "%-*.*s %6" PRId64, width, width, name, summary->moves);
    if (summary->moves > 0) {
        fprintf(out, " %6.1f %4d %4d %4d ", summary->mean, summary->median, summary->high,
                summary->highest);
        for (int band = 0; band < LOSS_BANDS; band++)
            fprintf(out, " %5.1f", 100 * summary->bands[band]);
    }
    fputc('\n', out);
}

static void write_head(FILE *out, int width, const char *title)
{
    char band[16];
    fprintf(out, "%-*s %6s %6s %4s %4s %4s ", width, title, "moves", "mean", "50%", "90%", "99%");
    for (int i = 0; i < LOSS_BANDS; i++) {
        snprintf(band, sizeof band, "-%d", i + 1 < LOSS_BANDS ? loss_bands[i + 1] : 0);
        fprintf(out, " %5s", i + 1 < LOSS_BANDS ? band : "more");
    }
    fputc('\n', out);
}

static void write_phase(FILE *out, const struct loss_table *table, int phase)
{
    int width = NAME_LEAST;
    for (int i = 0; i < table->count; i++) {
        int length = (int)strlen(table->players[i].name);
        width = length > width ? length : width;
    }
    width = width < NAME_MOST ? width : NAME_MOST;
    write_head(out, width, phase == LOSS_PHASE_COUNT ? "all phases" : phase_words[phase]);
    for (int i = 0; i < table->count; i++) {
        struct loss_summary summary = loss_summarise(&table->players[i], phase);
        write_row(out, width, table->players[i].name, &summary);
    }
}

void loss_write_text(FILE *out, const struct loss_table *table, uint64_t nodes)
{
    fprintf(out,
            "Centipawns lost per move, judged with %" PRIu64 " nodes a position: mean, "
            "percentiles,\nand per cent of the moves that lost 0 to 19, 20 to 49, 50 to 99, "
            "100 to 299,\nand 300 or more\n\n",
            nodes);
    write_phase(out, table, LOSS_PHASE_COUNT);
    for (int phase = 0; phase < LOSS_PHASE_COUNT; phase++) {
        fputc('\n', out);
        write_phase(out, table, phase);
    }
}

static void json_summary(struct json *json, const char *name, const struct loss_summary *summary)
{
    json_object(json, name);
    json_int(json, "moves", summary->moves);
    json_double(json, "mean", summary->mean, 2);
    JSON_INTS(json, {"median", summary->median}, {"percentile_90", summary->high},
              {"percentile_99", summary->highest});
    json_array(json, "shares");
    for (int band = 0; band < LOSS_BANDS; band++)
        json_double(json, NULL, summary->bands[band], 4);
    json_end(json);
    json_end(json);
}

void loss_write_json(FILE *out, const struct loss_table *table, uint64_t nodes)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    json_uint(&json, "judge_nodes", nodes);
    json_array(&json, "losses");
    for (int i = 0; i < table->count; i++) {
        const struct loss_player *player = &table->players[i];
        json_object(&json, NULL);
        json_string(&json, "name", player->name);
        json_int(&json, "games", player->games);
        for (int phase = LOSS_PHASE_COUNT; phase >= 0; phase--) {
            struct loss_summary summary = loss_summarise(player, phase);
            json_summary(&json, phase == LOSS_PHASE_COUNT ? "all" : phase_words[phase], &summary);
        }
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}
