/* Reads share/human.conf, a line a feature, its name and its weight at each knot; and
 * share/habits.conf, a line a vector of the network.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/human/features.h"
#include "engine/strength/conf.h"

#include "habits_conf.h"
#include "human_conf.h"

static bool refuse(struct error *error, const char *file_name, int line, const char *format,
                   const char *what)
{
    error_set_in(error, file_name, format, what);
    error->line = line;
    return false;
}

/* The next word of a line, cut off; NULL: there is none. */
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

/* The line text stands at, without its comment; text goes on to the next. False: no room. */
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

/* A row's line, its end cut off. */
static bool read_row(float *row, int width, char *line, int number, const char *file_name,
                     struct error *error)
{
    char *word = next_word(&line), *digits = next_word(&line);
    double unit;
    bool whole;
    if (!word || !strength_decimal(word, &unit, &whole) || unit < 0 || unit > 1)
        return refuse(error, file_name, number, "expected a unit from 0 to 1, not \"%.40s\"",
                      word ? word : "");
    if (!digits || strlen(digits) != 4 * (((size_t)width + 2) / 3) || next_word(&line))
        return refuse(error, file_name, number, "expected four digits for three numbers%s", "");
    for (int i = 0; i < width; i += 3, digits += 4) {
        unsigned bits = 0;
        for (int j = 0; j < 4; j++) {
            const char *digit = strchr(CHOICE_DIGITS, digits[j]);
            if (!digit)
                return refuse(error, file_name, number, "\"%.1s\" is no digit to base 64",
                              digits + j);
            bits = bits << 6 | (unsigned)(digit - CHOICE_DIGITS);
        }
        for (int j = 0; j < 3 && i + j < width; j++)
            row[i + j] = (float)(unit * ((int)(bits >> (16 - 8 * j) & 255) - 128));
    }
    return true;
}

bool choice_habits_read(struct choice_model *model, const char *text, const char *file_name,
                        struct error *error)
{
    char line[4 * CHOICE_ROW_MAX / 3 + 64];
    int rows = 0, number = 1, width;
    size_t first;
    for (; *text; number++) {
        if (!next_line(&text, line, sizeof line))
            return refuse(error, file_name, number, "the line is too long%s", "");
        if (!line[strspn(line, " \t\r")])
            continue;
        if (!choice_net_row(rows++, &first, &width))
            return refuse(error, file_name, number, "the file goes on behind the last row%s", "");
        if (!read_row((float *)&model->net + first, width, line, number, file_name, error))
            return false;
    }
    return !choice_net_row(rows, &first, &width) ||
           refuse(error, file_name, number, "the file ends before the last row%s", "");
}

static struct choice_model shipped;

static void read_shipped(void)
{
    struct error error;
    /* Its own files are read by a test; damaged ones leave every move as likely as the next. */
    if (!choice_model_read(&shipped, human_conf, "human.conf", &error) ||
        !choice_habits_read(&shipped, habits_conf, "habits.conf", &error))
        memset(&shipped, 0, sizeof shipped);
}

const struct choice_model *choice_model_shipped(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_shipped);
    return &shipped;
}
