/* Writes a header of 64 bytes, then a record for each choice. Numbers are little-endian. */
#include "src/lab/human/export.h"

#include <errno.h>
#include <string.h>

#include "engine/human/net.h"

enum {
    VERSION = 1,
    RECORD_BEGIN = 24 + 8 * CHOICE_PLANES, /* size of a record before its moves, in bytes */
    MOVE_BYTES = 12,
    FEATURE_BYTES = 8,
    IS_HELD_OUT = 1,
    HAS_MAIA = 2,
};

struct question {
    struct position previous, position;
    struct context context;
    struct candidate candidates[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    struct choice_view view;
};

static void put(FILE *file, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(number >> 8 * i & 255), file);
}

static void put_float(FILE *file, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(file, bits, sizeof bits);
}

static void put_header(FILE *file, size_t records)
{
    fwrite("FALCHOIC", 1, 8, file);
    put(file, VERSION, 4);
    put(file, CHOICE_PLANES, 4);
    put(file, CHOICE_ROWS, 4);
    put(file, (uint64_t)choice_feature_count(), 4);
    put(file, records, 8);
    for (int i = 0; i < 32; i++)
        putc(0, file);
}

/* Whether a feature is written: it must be non-zero and known without a search. The habit feature
 * is never written, because it is the output of the network that is to be trained. */
static bool is_exported(int feature, float value)
{
    return value != 0 && !choice_feature_is_searched(feature) && feature != choice_feature_habit();
}

static int count_features(const struct question *question)
{
    int count = 0;
    for (int i = 0; i < question->view.count; i++)
        for (int j = 0; j < choice_feature_count(); j++)
            count += is_exported(j, question->features[i][j]);
    return count;
}

static void put_record(FILE *file, const struct human_choice *choice,
                       const struct human_option options[], const struct question *question)
{
    const struct choice_view *view = &question->view;
    int features = count_features(question);
    bool has_maia = false;
    for (int i = 0; i < choice->count; i++)
        has_maia |= options[i].maia > 0;
    put(file, (uint64_t)(RECORD_BEGIN + MOVE_BYTES * choice->count + FEATURE_BYTES * features), 4);
    put(file, choice->rating, 2);
    put(file, choice->seconds, 2);
    put(file, choice->game, 4);
    put(file, (choice->flags & HUMAN_HELD_OUT ? IS_HELD_OUT : 0) | (has_maia ? HAS_MAIA : 0), 2);
    put(file, choice->count, 2);
    put(file, choice->played, 2);
    put(file, (uint64_t)view->phase_row, 2);
    put(file, (uint64_t)features, 4);
    for (int i = 0; i < CHOICE_PLANES; i++)
        put(file, view->planes[i], 8);
    for (int i = 0; i < choice->count; i++) {
        put(file, view->moves[i].from, 1);
        put(file, view->moves[i].to, 1);
        for (int j = 0; j < CHOICE_MOVE_ROWS; j++)
            put(file, view->moves[i].rows[j], 2);
        put(file, options[i].maia, 2);
    }
    for (int i = 0; i < choice->count; i++)
        for (int j = 0; j < choice_feature_count(); j++)
            if (is_exported(j, question->features[i][j])) {
                put(file, (uint64_t)i, 2);
                put(file, (uint64_t)j, 2);
                put_float(file, question->features[i][j]);
            }
}

bool human_export(FILE *file, const struct human_set *set, struct error *error)
{
    struct question question;
    put_header(file, set->count);
    for (size_t i = 0; i < set->count && !ferror(file); i++) {
        const struct human_choice *choice = &set->choices[i];
        const struct human_option *options = set->options + set->first[i];
        if (!human_choice_unpack(choice, options, &question.previous, &question.position,
                                 &question.context, question.candidates))
            return error_set(error, "choice %zu of the cache is damaged", i + 1);
        choice_see(&question.context, question.candidates, choice->count, &question.view);
        human_choice_features(choice, &question.context, question.candidates, question.features);
        put_record(file, choice, options, &question);
    }
    return !ferror(file) || error_set(error, "%s", strerror(errno));
}
