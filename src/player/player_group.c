/* Expands each short word into specifications of players. The text after a range, from its comma
 * on, is copied to each player. */
#include "src/player/player_group.h"

#include <stdio.h>
#include <string.h>

#include "src/game/scale.h"
#include "src/util/text.h"

enum { SKILL_MAX = 20, LEVEL_STEP = 200, LEVEL_MAX = 4000 };

/* The players that "easy" stands for: from the weakest to a casual player. */
static const char *const easy[] = {"random", "fallible:elo=400-1200"};

struct range {
    int first, last, step;
    const char *rest; /* the text after the range: "" or ",..." */
};

/* Reads "A", "A-B" or "A-B/STEP". */
static bool read_range(const char *text, int usual_step, int most, struct range *range,
                       struct error *error)
{
    int64_t first = -1, last = -1, step = usual_step;
    const char *at = text_begins_number(text, 0, most, &first);
    last = first;
    if (*at == '-') {
        last = -1; /* `last` stays as it is if the number is out of bounds */
        at = text_begins_number(at + 1, 0, most, &last);
    }
    if (*at == '/') {
        step = 0;
        at = text_begins_number(at + 1, 0, most, &step);
    }
    *range = (struct range){(int)first, (int)last, (int)step, at};
    if (first >= 0 && last >= first && step > 0 && (!*at || *at == ','))
        return true;
    return error_set(error,
                     "expected a number up to %d, or a range such as %d-%d or %d-%d/%d, not "
                     "\"%.40s\"",
                     most, most / 10, most / 2, most / 10, most / 2, usual_step, text);
}

static bool append(const char *text, char texts[][PLAYER_TEXT_MAX], int max, int *count,
                   struct error *error)
{
    if (*count == max)
        return error_set(error, "there are more than %d players", max);
    if (strlen(text) >= PLAYER_TEXT_MAX)
        return error_set(error, "%.80s: this player is too long", text);
    snprintf(texts[(*count)++], PLAYER_TEXT_MAX, "%s", text);
    return true;
}

/* Reads "stockfish", "stockfish:skill=3" or "stockfish:skill=0-5,nodes=1000". */
static bool read_stockfish(const char *word, char texts[][PLAYER_TEXT_MAX], int max, int *count,
                           struct error *error)
{
    static const char begin[] = "stockfish:skill=";
    char text[PLAYER_TEXT_MAX + 96];
    struct range range;
    if (strcmp(word, "stockfish") == 0)
        return append("uci:stockfish", texts, max, count, error);
    if (strncmp(word, begin, sizeof begin - 1) != 0)
        return error_set(error,
                         "%.80s: stockfish takes skill=N or skill=A-B; for other options "
                         "write uci:stockfish,option.NAME=VALUE",
                         word);
    if (!read_range(word + sizeof begin - 1, 1, SKILL_MAX, &range, error))
        return false;
    for (int skill = range.first; skill <= range.last; skill += range.step) {
        snprintf(text, sizeof text, "uci:stockfish,option.Skill Level=%d,name=stockfish skill %d%s",
                 skill, skill, range.rest);
        if (!append(text, texts, max, count, error))
            return false;
    }
    return true;
}

/* Returns the start of the range in "fallible:elo=600-1400", with elo or another scale; NULL if the
 * word is not of this form. */
static const char *find_level_range(const char *word)
{
    static const char begin[] = "fallible:";
    char name[32];
    enum rating_scale scale;
    if (strncmp(word, begin, sizeof begin - 1) != 0)
        return NULL;
    const char *at = word + sizeof begin - 1, *equals = strchr(at, '=');
    if (!equals || (size_t)(equals - at) >= sizeof name)
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)(equals - at), at);
    if (strcmp(name, "elo") != 0 && !scale_from_name(name, &scale))
        return NULL;
    equals++;
    return strcspn(equals, "-/") < strcspn(equals, ",") ? equals : NULL;
}

static bool read_levels(const char *word, const char *number, char texts[][PLAYER_TEXT_MAX],
                        int max, int *count, struct error *error)
{
    char text[PLAYER_TEXT_MAX + 96];
    struct range range;
    if (!read_range(number, LEVEL_STEP, LEVEL_MAX, &range, error))
        return false;
    for (int level = range.first; level <= range.last; level += range.step) {
        snprintf(text, sizeof text, "%.*s%d%s", (int)(number - word), word, level, range.rest);
        if (!append(text, texts, max, count, error))
            return false;
    }
    return true;
}

bool player_group_read(const char *word, char texts[][PLAYER_TEXT_MAX], int max, int *count,
                       struct error *error)
{
    const char *number = find_level_range(word);
    if (number)
        return read_levels(word, number, texts, max, count, error);
    if (strcmp(word, "stockfish") == 0 || strncmp(word, "stockfish:", 10) == 0)
        return read_stockfish(word, texts, max, count, error);
    if (strcmp(word, "easy") != 0)
        return append(word, texts, max, count, error);
    for (size_t i = 0; i < sizeof easy / sizeof *easy; i++) {
        if (!player_group_read(easy[i], texts, max, count, error))
            return false;
    }
    return true;
}
