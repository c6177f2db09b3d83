/* A style as text: a line with the version, lines with a name and a value, a line for each feature
 * with its offset, and a line for each opening move: the position's Polyglot key, the move as a
 * number and in UCI notation, and how often it was played. The games of one player provide little
 * data. So the offsets are added to the weights of the model of people in general, and the
 * probabilities of that model are the prior for the counts. */
#include "engine/human/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/conf.h"
#include "engine/file.h"

enum {
    PRIOR = 2, /* the probabilities for people in general weigh as much as this number of the
                * player's games */
    GAMES_MAX = 1000000,
};

void choice_style_clear(struct choice_style *style)
{
    free(style->openings);
    *style = (struct choice_style){.openings = NULL};
}

static int feature_of(const char *name)
{
    for (int i = 0; i < choice_feature_count(); i++)
        if (strcmp(choice_feature_name(i), name) == 0)
            return i;
    return -1;
}

static bool read_number(const struct conf *conf, char **line, double from, double to,
                        double *number, struct error *error)
{
    char *word = conf_word(line);
    bool whole;
    if (word && conf_decimal(word, number, &whole) && *number >= from && *number <= to)
        return true;
    return conf_refuse(conf, 0, error, "expected a number from %g to %g, not \"%.40s\"", from, to,
                       word ? word : "");
}

static bool read_opening(struct choice_style *style, size_t *capacity, const struct conf *conf,
                         char *line, struct error *error)
{
    char *word = conf_word(&line), *end;
    double move, games;
    uint64_t key = word ? strtoull(word, &end, 16) : 0;
    if (!word || end != word + 16 || *end)
        return conf_refuse(conf, 0, error, "expected a key of 16 hexadecimal digits");
    if (!read_number(conf, &line, 1, 65535, &move, error) ||
        !read_number(conf, &line, 1, 65535, &games, error))
        return false;
    if (style->count > 0 && key < style->openings[style->count - 1].key)
        return conf_refuse(conf, 0, error, "expected the openings in the order of their keys");
    if (style->count == *capacity) {
        size_t more = 2 * *capacity + 64;
        struct style_move *openings = realloc(style->openings, more * sizeof *openings);
        if (!openings)
            return error_set(error, "out of memory");
        style->openings = openings;
        *capacity = more;
    }
    style->openings[style->count++] =
        (struct style_move){.key = key, .move = (uint16_t)move, .games = (uint16_t)games};
    return true;
}

static bool read_line(struct choice_style *style, bool seen[CHOICE_FEATURES_MAX], size_t *capacity,
                      const struct conf *conf, struct error *error)
{
    char *line = conf->value, *word;
    double number = 0;
    if (!line)
        return conf_refuse(conf, 0, error, "expected NAME = VALUE, not \"%.40s\"", conf->key);
    if (strcmp(conf->key, "name") == 0) {
        if (!*line || strlen(line) >= sizeof style->name)
            return conf_refuse(conf, 0, error, "expected a name of 1 to %d bytes",
                               STYLE_NAME_MAX - 1);
        snprintf(style->name, sizeof style->name, "%s", line);
        return true;
    }
    if (strcmp(conf->key, "origin") == 0)
        return true;
    if (strcmp(conf->key, "opening") == 0)
        return read_opening(style, capacity, conf, line, error);
    if (strcmp(conf->key, "rating") == 0 || strcmp(conf->key, "games") == 0) {
        bool games = *conf->key == 'g';
        if (!read_number(conf, &line, 1, games ? GAMES_MAX : 4000, &number, error))
            return false;
        *(games ? &style->games : &style->rating) = (int)number;
    } else {
        int feature = feature_of(conf->key);
        if (feature < 0)
            return conf_refuse(conf, 0, error, "there is no feature \"%.40s\"", conf->key);
        if (seen[feature])
            return conf_refuse(conf, 0, error, "%s is given twice", conf->key);
        if (!read_number(conf, &line, -1000, 1000, &number, error))
            return false;
        seen[feature] = true;
        style->offsets[feature] = (float)number;
    }
    word = conf_word(&line);
    return !word || conf_refuse(conf, 0, error, "unexpected after the value: \"%.40s\"", word);
}

static bool read_text(struct choice_style *style, const char *text, struct error *error)
{
    bool seen[CHOICE_FEATURES_MAX] = {false}, failed;
    size_t capacity = 0;
    struct conf conf = conf_begin(text);
    if (!conf_next(&conf, &failed, error))
        return !failed && conf_refuse(&conf, 0, error, "expected \"style = 1\"");
    if (!conf.key || strcmp(conf.key, "style") != 0 || !conf.value || strcmp(conf.value, "1") != 0)
        return conf_refuse(&conf, 0, error, "expected \"style = 1\" in the first line");
    conf.whole_values = true;
    while (conf_next(&conf, &failed, error)) {
        if (!conf.key)
            return conf_refuse(&conf, 0, error, "expected NAME = VALUE");
        if (!read_line(style, seen, &capacity, &conf, error))
            return false;
    }
    for (int i = 0; i < choice_feature_count() && !failed; i++)
        if (!seen[i])
            return conf_refuse(&conf, 0, error, "the file ends without %s", choice_feature_name(i));
    if (!failed && (!*style->name || style->rating == 0 || style->games == 0))
        return conf_refuse(&conf, 0, error,
                           "the file ends without the player's name, rating or number of games");
    return !failed;
}

bool choice_style_read(struct choice_style *style, const char *text, const char *file_name,
                       struct error *error)
{
    *style = (struct choice_style){.openings = NULL};
    if (read_text(style, text, error))
        return true;
    choice_style_clear(style);
    snprintf(error->file, sizeof error->file, "%.1023s", file_name);
    return false;
}

/* Returns the entire text of a file, which the caller frees. Returns NULL and sets *error on
 * failure. */
static char *read_file(const char *path, struct error *error)
{
    enum { BYTES_MAX = 16 << 20 };
    struct stat status;
    const char *problem;
    FILE *file = file_open_regular(path, &problem);
    if (!file) {
        error_set_in(error, path, "%s; expected a style written by fallible human --like", problem);
        return NULL;
    }
    bool fits = fstat(fileno(file), &status) == 0 && status.st_size < BYTES_MAX;
    size_t size = fits ? (size_t)status.st_size : 0;
    char *text = calloc(size + 1, 1);
    bool good = fits && text && fread(text, 1, size, file) == size && strlen(text) == size;
    if (!text)
        error_set(error, "out of memory");
    else if (!good)
        error_set_in(error, path, "expected a style written by fallible human --like");
    fclose(file);
    if (good)
        return text;
    free(text);
    return NULL;
}

static struct style_stamp stamp_of(const struct stat *status)
{
    return (struct style_stamp){status->st_size, status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
                                status->st_ino};
}

/* Writes the path of the style `name` in `folder`. Returns false if `name` cannot be the name of a
 * style. */
static bool make_path(const char *folder, const char *name, char *path, size_t size)
{
    return *folder && *name && !strchr(name, '/') && strlen(name) < STYLE_NAME_MAX &&
           snprintf(path, size, "%s/%s.like", folder, name) < (int)size;
}

bool choice_style_open(struct choice_style *style, const char *folder, const char *name,
                       struct error *error)
{
    char path[1024];
    struct stat status = {0};
    *style = (struct choice_style){.openings = NULL};
    if (!make_path(folder, name, path, sizeof path))
        return error_set(error, "\"%.80s\" is not the name of a style", name);
    (void)!stat(path, &status); /* stat is called before the file is read, so that
                                 * choice_style_changed notices a change in between */
    char *text = read_file(path, error);
    bool good = text && choice_style_read(style, text, path, error);
    if (good)
        style->stamp = stamp_of(&status);
    free(text);
    return good;
}

bool choice_style_changed(const struct choice_style *style, const char *folder, const char *name)
{
    char path[1024];
    struct stat status;
    if (!make_path(folder, name, path, sizeof path) || stat(path, &status) != 0)
        return false;
    struct style_stamp now = stamp_of(&status);
    return now.size != style->stamp.size || now.seconds != style->stamp.seconds ||
           now.nanoseconds != style->stamp.nanoseconds || now.inode != style->stamp.inode;
}

bool choice_style_rating(const char *folder, const char *name, int *rating, struct error *error)
{
    struct choice_style style;
    bool good = choice_style_open(&style, folder, name, error);
    *rating = style.rating;
    choice_style_clear(&style);
    return good;
}

void choice_style_apply(const struct choice_style *style, struct choice_model *model)
{
    *model = *choice_model_shipped();
    for (int i = 0; i < choice_feature_count(); i++)
        for (int k = 0; k < CHOICE_KNOTS; k++)
            model->weights[i][k] += style->offsets[i];
}

/* The index of the first opening move with this key or a larger one. */
static size_t first_of(const struct choice_style *style, uint64_t key)
{
    size_t low = 0, high = style->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (style->openings[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void choice_style_recall(const struct choice_style *style, const struct position *position,
                         const struct candidate candidates[], int count, double chances[])
{
    double played[CHESS_MOVES_MAX] = {0}, all = 0;
    for (size_t i = first_of(style, position->key);
         i < style->count && style->openings[i].key == position->key; i++)
        for (int j = 0; j < count; j++)
            if (candidates[j].move == style->openings[i].move) {
                played[j] += style->openings[i].games;
                all += style->openings[i].games;
            }
    for (int i = 0; all > 0 && i < count; i++)
        chances[i] = (PRIOR * chances[i] + played[i]) / (PRIOR + all);
}
