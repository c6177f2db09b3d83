/* A line is "answers KEY COUNT", then eight words for each answer: the move, the most probable
 * move, and six numbers. Floating-point numbers have enough digits to be read back exactly. */
#include "src/lab/human/check_shared.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/match/ladder_run.h"
#include "src/util/text.h"

enum { LINE_SIZE = 4000, FLAG_JUDGED = 1, FLAG_RATED = 2, FLAG_RARE = 4, FLAG_PREDICTED = 8 };

/* Reading. If `position` is NULL, only the form of a line is checked, and *move is NO_MOVE. */

static bool read_move(const struct position *position, const char *word, Move *move)
{
    *move = NO_MOVE;
    return !position || strcmp(word, "-") == 0 || chess_from_uci(position, word, move);
}

static bool read_answer(const char **at, const struct position *position,
                        struct check_answer *answer)
{
    char move[8], first[8];
    int flags, length = 0;
    *answer = (struct check_answer){.loss = 0};
    if (sscanf(*at, " %7s %7s %lf %lf %lf %d %d %d%n", move, first, &answer->likelihood,
               &answer->matched, &answer->first_matched, &flags, &answer->loss,
               &answer->judgement, &length) != 8)
        return false;
    *at += length;
    answer->judged = flags & FLAG_JUDGED;
    answer->rated = flags & FLAG_RATED;
    answer->rare = flags & FLAG_RARE;
    answer->predicted = flags & FLAG_PREDICTED;
    return answer->loss >= 0 && answer->loss <= LOSS_MAX && answer->judgement >= 0 &&
           answer->judgement <= CHECK_JUDGEMENTS && read_move(position, move, &answer->move) &&
           read_move(position, first, &answer->first);
}

static bool read_line(const char *line, const struct position *position,
                      struct check_answer answers[], int *count)
{
    int length = 0;
    if (sscanf(line, "answers %*16x %2d%n", count, &length) != 1 || *count < 1 ||
        *count > CHECK_PLAYERS_MAX + 1)
        return false;
    const char *at = line + length;
    for (int i = 0; i < *count; i++)
        if (!read_answer(&at, position, &answers[i]))
            return false;
    return *at == '\0';
}

static bool is_line(const char *line)
{
    struct check_answer answers[CHECK_PLAYERS_MAX + 1];
    int count;
    return read_line(line, NULL, answers, &count);
}

struct shared_results *check_shared_open(const char *folder, struct error *error)
{
    static const struct shared_form form = {
        is_line, "\"answers KEY COUNT\" and for each \"MOVE FIRST LIKELIHOOD MATCHED FIRST-MATCHED "
                 "FLAGS LOSS JUDGEMENT\""};
    return shared_results_open(folder, &form, error);
}

bool check_shared_find(struct shared_results *results, uint64_t key,
                       const struct check_position *position, struct check_answer answers[],
                       int count)
{
    struct check_answer read[CHECK_PLAYERS_MAX + 1];
    int found;
    const char *line = shared_results_find(results, key);
    if (!line || !read_line(line, &position->position, read, &found) || found != count)
        return false;
    memcpy(answers, read, (size_t)count * sizeof *read);
    return true;
}

/* Keys */

uint64_t check_shared_band(const struct check_options *options, int rating,
                           const struct player_spec *const asked[], int count)
{
    const uint64_t numbers[] = {ladder_engine(), options->seed, options->judge_nodes,
                                options->nodes, (uint64_t)options->allotted,
                                (uint64_t)options->hash_mb, options->maia != NULL,
                                (uint64_t)rating};
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        key = shared_key_number(key, numbers[i]);
    for (int i = 0; i < count; i++) {
        const struct player_spec *spec = asked[i];
        if (!spec)
            continue;
        key = ladder_key_player(key, spec);
        key = shared_key_number(key, (uint64_t)spec->kind);
        key = shared_key_text(key, spec->command);
        key = shared_key_number(key, spec->limits.nodes);
        key = shared_key_number(key, (uint64_t)spec->limits.depth);
        key = shared_key_number(key, (uint64_t)spec->limits.movetime);
        for (int j = 0; j < spec->option_count; j++)
            key = shared_key_text(shared_key_text(key, spec->options[j].name),
                                  spec->options[j].value);
        if (spec->handicap.limited)
            key = shared_key_number(key, handicap_print(&spec->handicap));
    }
    return key;
}

uint64_t check_shared_key(uint64_t band, const struct check_position *position)
{
    uint64_t key = hash_bytes(band ^ HASH_BEGIN, &position->start.key, sizeof position->start.key);
    key = hash_bytes(key, position->moves, (size_t)position->ply * sizeof *position->moves);
    return hash_bytes(key, &position->played, sizeof position->played);
}

/* Writing */

static void add_move(char *line, const struct position *position, Move move)
{
    char uci[CHESS_UCI_MAX] = "-";
    if (move != NO_MOVE)
        chess_to_uci(position, move, uci);
    text_add(line, LINE_SIZE, " %s", uci);
}

bool check_shared_add(struct shared_results *results, uint64_t key,
                      const struct check_position *position, const struct check_answer answers[],
                      int count, struct error *error)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "answers %016" PRIx64 " %d", key, count);
    for (int i = 0; i < count; i++) {
        const struct check_answer *answer = &answers[i];
        const int flags = (answer->judged ? FLAG_JUDGED : 0) | (answer->rated ? FLAG_RATED : 0) |
                          (answer->rare ? FLAG_RARE : 0) |
                          (answer->predicted ? FLAG_PREDICTED : 0);
        add_move(line, &position->position, answer->move);
        add_move(line, &position->position, answer->first);
        text_add(line, sizeof line, " %.17g %.17g %.17g %d %d %d", answer->likelihood,
                 answer->matched, answer->first_matched, flags, answer->loss, answer->judgement);
    }
    return shared_results_add(results, key, line, error);
}
