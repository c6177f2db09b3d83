/* Reads share/human.conf, which has a line with the weights of each feature, and the network in
 * share/habits.bin. fallible-human(5) describes both. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/human/features.h"
#include "engine/human/net.h"
#include "engine/strength/conf.h"

#include "habits_bin.h"
#include "human_conf.h"

static bool refuse(struct error *error, const char *file_name, int line, const char *format,
                   const char *what)
{
    error_set_in(error, file_name, format, what);
    error->line = line;
    return false;
}

/* Cuts off the next word of a line and returns it; NULL at the end of the line. */
static char *next_word(char **line)
{
    char *word = *line + strspn(*line, " \t\r");
    size_t length = strcspn(word, " \t\r");
    if (length == 0)
        return NULL;
    *line = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

static int feature_of(const char *name)
{
    for (int i = 0; i < CHOICE_FEATURES; i++)
        if (strcmp(choice_feature_name(i), name) == 0)
            return i;
    return -1;
}

static bool read_weights(struct choice_model *model, bool seen[CHOICE_FEATURES], char *line,
                         int number, const char *file_name, struct error *error)
{
    char *name = next_word(&line);
    if (!name)
        return true;
    int feature = feature_of(name);
    if (feature < 0)
        return refuse(error, file_name, number, "there is no feature \"%.40s\"", name);
    if (seen[feature])
        return refuse(error, file_name, number, "%s is given twice", name);
    seen[feature] = true;
    for (int knot = 0; knot < CHOICE_KNOTS; knot++) {
        char *word = next_word(&line);
        double weight;
        bool whole;
        if (!word)
            return refuse(error, file_name, number, "expected six weights of %s", name);
        if (!strength_decimal(word, &weight, &whole) || weight < -1000 || weight > 1000)
            return refuse(error, file_name, number, "a weight is from -1000 to 1000, not \"%.40s\"",
                          word);
        model->weights[feature][knot] = (float)weight;
    }
    const char *more = next_word(&line);
    return !more ||
           refuse(error, file_name, number, "expected no more than six weights: \"%.40s\"", more);
}

/* Copies the next line of *text without its comment and moves *text past it. Returns false if the
 * line is too long. */
static bool next_line(const char **text, char *line, size_t size)
{
    size_t length = strcspn(*text, "\n"), used = strcspn(*text, "#\n");
    if (used >= size)
        return false;
    memcpy(line, *text, used);
    line[used] = '\0';
    *text += length + ((*text)[length] == '\n');
    return true;
}

bool choice_model_read(struct choice_model *model, const char *text, const char *file_name,
                       struct error *error)
{
    bool seen[CHOICE_FEATURES] = {false};
    char line[1024];
    int number = 1;
    for (; *text; number++) {
        if (!next_line(&text, line, sizeof line))
            return refuse(error, file_name, number, "the line is too long%s", "");
        if (!read_weights(model, seen, line, number, file_name, error))
            return false;
    }
    for (int i = 0; i < CHOICE_FEATURES; i++)
        if (!seen[i])
            return refuse(error, file_name, number, "the file ends without %s",
                          choice_feature_name(i));
    return true;
}

/* The network */

static uint64_t little(const unsigned char *bytes, int size)
{
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

/* 64-bit FNV-1a. */
static uint64_t checksum_of(const unsigned char *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    return hash;
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
        {"the version", 8, 1},
        {"the number of planes", 24, CHOICE_PLANES},
        {"the number of channels", 28, CHOICE_FILTERS},
        {"the number of blocks", 32, CHOICE_BLOCKS},
        {"the number of units", 36, CHOICE_UNITS},
        {"the number of rows", 40, CHOICE_ROWS},
        {"the number of ratings", 44, CHOICE_KNOTS},
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
                            "the file has %zu bytes and says it has %u, expected %zu", size,
                            (unsigned)little(bytes + 12, 4), net_file_size());
    if (little(bytes + 16, 8) != checksum_of(bytes + CHOICE_NET_HEADER, size - CHOICE_NET_HEADER))
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
            return error_set_in(error, file_name, "the unit of row %d is %g, expected 0 to 1", row,
                                unit);
        bytes += sizeof bits;
        for (int i = 0; i < width; i++)
            numbers[i] = (float)(unit * (signed char)bytes[i]);
        bytes += width;
    }
    return true;
}

/* The built-in model */

static struct choice_net shipped_net;
static struct choice_model shipped = {.net = &shipped_net};

static void read_shipped(void)
{
    struct error error;
    /* A test reads both files, so they cannot be damaged here. If they were, all moves would be
     * equally likely. */
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
