/* Reads share/human.conf, which has a line of weights for each feature, and the network in
 * share/habits.bin. The manual page fallible-human(5) describes both files. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/conf.h"
#include "engine/hash.h"
#include "engine/human/features.h"
#include "engine/human/net.h"

#include "habits_bin.h"
#include "human_conf.h"

static int feature_of(const char *name)
{
    for (int i = 0; i < CHOICE_FEATURES; i++)
        if (strcmp(choice_feature_name(i), name) == 0)
            return i;
    return -1;
}

/* Reads a line "name weight weight ...", with one weight for each knot. */
static bool read_weights(struct choice_model *model, bool seen[CHOICE_FEATURES],
                         const struct conf *conf, struct error *error)
{
    char *line = conf->key, *name = conf_word(&line);
    int feature = feature_of(name);
    if (feature < 0)
        return conf_refuse(conf, 0, error, "there is no feature \"%.40s\"", name);
    if (seen[feature])
        return conf_refuse(conf, 0, error, "%s is given twice", name);
    seen[feature] = true;
    for (int knot = 0; knot < CHOICE_KNOTS; knot++) {
        char *word = conf_word(&line);
        double weight;
        bool whole;
        if (!word)
            return conf_refuse(conf, 0, error, "expected six weights for %s", name);
        if (!conf_decimal(word, &weight, &whole) || weight < -1000 || weight > 1000)
            return conf_refuse(conf, 0, error,
                               "expected a weight from -1000 to 1000, not \"%.40s\"", word);
        model->weights[feature][knot] = (float)weight;
    }
    const char *more = conf_word(&line);
    return !more ||
           conf_refuse(conf, 0, error, "expected no more than six weights: \"%.40s\"", more);
}

static bool read_text(struct choice_model *model, const char *text, struct error *error)
{
    bool seen[CHOICE_FEATURES] = {false}, failed;
    struct conf conf = conf_begin(text);
    while (conf_next(&conf, &failed, error))
        if (!read_weights(model, seen, &conf, error))
            return false;
    for (int i = 0; i < CHOICE_FEATURES && !failed; i++)
        if (!seen[i])
            return conf_refuse(&conf, 0, error, "the file ends without %s", choice_feature_name(i));
    return !failed;
}

bool choice_model_read(struct choice_model *model, const char *text, const char *file_name,
                       struct error *error)
{
    if (read_text(model, text, error))
        return true;
    snprintf(error->file, sizeof error->file, "%.1023s", file_name);
    return false;
}

/* Reading the network. */

static uint64_t little(const unsigned char *bytes, int size)
{
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

static size_t net_file_size(void)
{
    size_t size = CHOICE_NET_HEADER, first;
    int width;
    for (int row = 0; choice_net_row(row, &first, &width); row++)
        size += sizeof(double) + (size_t)width;
    return size;
}

static bool check_header(const unsigned char bytes[], size_t size, const char *file_name,
                         struct error *error)
{
    static const struct {
        const char *name;
        int at;
        uint32_t expected;
    } numbers[] = {
        {"the version", 8, 2},
        {"the number of planes", 24, CHOICE_PLANES},
        {"the number of channels", 28, CHOICE_FILTERS},
        {"the number of blocks", 32, CHOICE_BLOCKS},
        {"the number of units", 36, CHOICE_UNITS},
        {"the number of rows", 40, CHOICE_ROWS},
        {"the number of conditions", 44, CHOICE_CONDITIONS},
        {"the number of features", 48, CHOICE_FEATURES},
    };
    if (size < CHOICE_NET_HEADER || memcmp(bytes, "FALHABIT", 8) != 0)
        return error_set_in(error, file_name,
                            "it is not a network of method human: expected "
                            "FALHABIT at the beginning");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uint32_t found = (uint32_t)little(bytes + numbers[i].at, 4);
        if (found != numbers[i].expected)
            return error_set_in(error, file_name, "%s is %u, expected %u", numbers[i].name,
                                (unsigned)found, (unsigned)numbers[i].expected);
    }
    if (size != net_file_size() || little(bytes + 12, 4) != size)
        return error_set_in(error, file_name,
                            "the file has %zu bytes and its header says %u; expected %zu",
                            size, (unsigned)little(bytes + 12, 4), net_file_size());
    if (little(bytes + 16, 8) !=
        hash_bytes(HASH_BEGIN, bytes + CHOICE_NET_HEADER, size - CHOICE_NET_HEADER))
        return error_set_in(error, file_name, "the checksum is wrong: the file is damaged");
    return true;
}

bool choice_net_read(struct choice_net *net, const unsigned char bytes[], size_t size,
                     const char *file_name, struct error *error)
{
    size_t first;
    int width;
    if (!check_header(bytes, size, file_name, error))
        return false;
    bytes += CHOICE_NET_HEADER;
    for (int row = 0; choice_net_row(row, &first, &width); row++) {
        float *numbers = (float *)net + first;
        uint64_t bits = little(bytes, sizeof bits);
        double unit;
        memcpy(&unit, &bits, sizeof unit);
        if (!(unit >= 0 && unit <= 1))
            return error_set_in(error, file_name, "the scale of row %d is %g, expected 0 to 1", row,
                                unit);
        bytes += sizeof bits;
        for (int i = 0; i < width; i++)
            numbers[i] = (float)(unit * (signed char)bytes[i]);
        bytes += width;
    }
    return true;
}

/* The built-in model. */

static struct choice_net shipped_net;
static struct choice_model shipped = {.net = &shipped_net};

static void read_shipped(void)
{
    struct error error;
    /* A unit test reads both files, so they should never be damaged here. If they were, all weights
     * would be 0 and all moves equally likely. */
    if (!choice_model_read(&shipped, human_conf, "human.conf", &error) ||
        !choice_net_read(&shipped_net, habits_bin, sizeof habits_bin, "habits.bin", &error)) {
        memset(shipped.weights, 0, sizeof shipped.weights);
        memset(&shipped_net, 0, sizeof shipped_net);
    }
}

const struct choice_model *choice_model_shipped(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_shipped);
    return &shipped;
}
