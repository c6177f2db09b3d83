/* Writes a header of 64 bytes, then all choices, then the moves of all choices, then their
 * features. Numbers are little-endian. */
#include "src/lab/human/export.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/human/net.h"

enum {
    VERSION = 2,
    HEADER_BYTES = 64,
    CHOICE_BYTES = 24 + 2 * CHOICE_CONDITIONS + 8 * CHOICE_PLANES,
    MOVE_BYTES = 12,
    FEATURE_UNIT = 4096, /* the number stored for a feature value of 1 */
    IS_HELD_OUT = 1,
    IS_REPEATED = 2,
};

struct question {
    struct position previous, position;
    struct context context;
    struct candidate candidates[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    struct choice_view view;
};

/* A part of the file, which has its own offset so that all parts can be written at the same
 * time. */
struct section {
    int file;
    off_t at; /* offset in the file at which the buffer begins */
    size_t used;
    bool failed;
    unsigned char buffer[1 << 16];
};

static void flush(struct section *section)
{
    const unsigned char *from = section->buffer;
    while (section->used > 0 && !section->failed) {
        ssize_t written = pwrite(section->file, from, section->used, section->at);
        section->failed = written <= 0;
        if (written > 0) {
            from += written;
            section->at += written;
            section->used -= (size_t)written;
        }
    }
}

static void put(struct section *section, uint64_t number, int bytes)
{
    if (section->used + (size_t)bytes > sizeof section->buffer)
        flush(section);
    for (int i = 0; i < bytes && !section->failed; i++)
        section->buffer[section->used++] = (unsigned char)(number >> 8 * i & 255);
}

static void put_header(struct section *file, const struct human_set *set)
{
    for (const char *letter = "FALCHOIC"; *letter; letter++)
        put(file, (unsigned char)*letter, 1);
    put(file, VERSION, 4);
    put(file, CHOICE_PLANES, 4);
    put(file, CHOICE_ROWS, 4);
    put(file, (uint64_t)choice_feature_count(), 4);
    put(file, CHOICE_CONDITIONS, 4);
    put(file, 0, 4);
    put(file, set->count, 8);
    put(file, set->option_count, 8);
    put(file, 0, 8);
    put(file, 0, 8);
}

/* Returns whether a feature is written: it must be non-zero and computable without a search. The
 * habit feature is never written, because it is the output of the network that is to be trained. */
static bool is_exported(int feature, float value)
{
    return value != 0 && !choice_feature_is_searched(feature) && feature != choice_feature_habit();
}

static void put_features(struct section *file, const struct question *question, uint64_t *count)
{
    for (int i = 0; i < question->view.count; i++)
        for (int j = 0; j < choice_feature_count(); j++)
            if (is_exported(j, question->features[i][j])) {
                long value = lroundf(question->features[i][j] * FEATURE_UNIT);
                put(file, (uint64_t)i, 1);
                put(file, (uint64_t)j, 1);
                put(file,
                    (uint64_t)(value > INT16_MAX   ? INT16_MAX
                               : value < INT16_MIN ? INT16_MIN
                                                   : value),
                    2);
                (*count)++;
            }
}

static void put_moves(struct section *file, const struct question *question)
{
    for (int i = 0; i < question->view.count; i++) {
        const struct choice_move *move = &question->view.moves[i];
        put(file, move->from, 1);
        put(file, move->to, 1);
        put(file, (uint64_t)move_promotion(question->candidates[i].move), 1);
        put(file, 0, 1);
        for (int j = 0; j < CHOICE_MOVE_ROWS; j++)
            put(file, move->rows[j], 2);
    }
}

static void put_choice(struct section *file, const struct human_choice *choice,
                       const struct question *question, uint64_t features)
{
    float conditions[CHOICE_CONDITIONS];
    const struct choice_player player = human_choice_player(choice);
    choice_conditions(&player, conditions);
    put(file, choice->game, 4);
    put(file, choice->ply, 2);
    put(file, choice->rating, 2);
    put(file, choice->seconds, 2);
    put(file, choice->played, 2);
    put(file, choice->count, 2);
    put(file, (uint64_t)question->view.phase_row, 2);
    put(file, features, 2);
    put(file, choice->system, 1);
    put(file, choice->pace, 1);
    put(file,
        (choice->flags & HUMAN_HELD_OUT ? IS_HELD_OUT : 0) |
            (choice->flags & HUMAN_REPEATED ? IS_REPEATED : 0),
        1);
    put(file, question->position.side == BLACK, 1);
    put(file, question->position.halfmoves, 2);
    for (int i = 0; i < CHOICE_CONDITIONS; i++)
        put(file, (uint64_t)lroundf(conditions[i] * FEATURE_UNIT), 2);
    for (int i = 0; i < CHOICE_PLANES; i++)
        put(file, question->view.planes[i], 8);
}

bool human_export(FILE *file, const struct human_set *set, struct error *error)
{
    enum { CHOICES, MOVES, FEATURES, SECTIONS };
    struct question *question = malloc(sizeof *question);
    struct section *sections = calloc(SECTIONS, sizeof *sections);
    bool good = question && sections;
    if (!good)
        (void)error_set(error, "out of memory");
    if (good && lseek(fileno(file), 0, SEEK_CUR) < 0)
        good = error_set(error, "expected an ordinary file to write to");
    for (int i = 0; good && i < SECTIONS; i++)
        sections[i].file = fileno(file);
    if (good) {
        sections[MOVES].at = HEADER_BYTES + (off_t)set->count * CHOICE_BYTES;
        sections[FEATURES].at = sections[MOVES].at + (off_t)set->option_count * MOVE_BYTES;
        put_header(&sections[CHOICES], set);
    }
    for (size_t i = 0; good && i < set->count; i++) {
        const struct human_choice *choice = &set->choices[i];
        const struct human_option *options = set->options + set->first[i];
        uint64_t count = 0;
        good = human_choice_unpack(choice, options, &question->previous, &question->position,
                                   &question->context, question->candidates) ||
               error_set(error, "choice %zu of the cache is damaged", i + 1);
        if (!good)
            break;
        choice_see(&question->context, question->candidates, choice->count, &question->view);
        human_choice_features(choice, &question->context, question->candidates, question->features);
        put_features(&sections[FEATURES], question, &count);
        put_moves(&sections[MOVES], question);
        put_choice(&sections[CHOICES], choice, question, count);
    }
    for (int i = 0; good && i < SECTIONS; i++) {
        flush(&sections[i]);
        good = !sections[i].failed || error_set(error, "%s", strerror(errno));
    }
    free(question);
    free(sections);
    return good;
}
