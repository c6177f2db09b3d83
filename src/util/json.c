/* The writer keeps one small record for each open object or array. Its output does not depend on
 * the locale as long as LC_NUMERIC stays "C". */
#include "src/util/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "src/util/text.h"

struct json json_begin(FILE *out)
{
    return (struct json){.out = out};
}

/* Strings */

static void write_escape(FILE *out, uint32_t point)
{
    if (point >= 0x10000) {
        fprintf(out, "\\u%04x", (unsigned)(0xD800 + ((point - 0x10000) >> 10)));
        point = 0xDC00 + (point & 0x3FF);
    }
    fprintf(out, "\\u%04x", (unsigned)point);
}

static void write_string(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        uint32_t point;
        int length = text_point(text, &point);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if (*text == '\n')
            fputs("\\n", out);
        else if (*text == '\t')
            fputs("\\t", out);
        else if (text_is_control(point))
            write_escape(out, point);
        else
            fwrite(text, 1, (size_t)length, out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

/* Structure */

/* Starts a new line, indented by two columns for each open container whose members are on separate
 * lines. */
static void break_line(struct json *json)
{
    int indent = 0;
    for (int i = 0; i < json->depth; i++)
        indent += json->levels[i].lines ? 2 : 0;
    fprintf(json->out, "\n%*s", indent, "");
}

/* Writes what precedes a value: a comma after the previous value, and the key. */
static void begin_value(struct json *json, const char *key)
{
    if (json->depth > 0) {
        struct json_level *level = &json->levels[json->depth - 1];
        if (level->used)
            fputs(level->lines ? "," : ", ", json->out);
        if (level->lines)
            break_line(json);
        level->used = true;
    }
    if (key) {
        write_string(json->out, key);
        fputs(": ", json->out);
    }
}

static void open_level(struct json *json, const char *key, char open, char close)
{
    begin_value(json, key);
    assert(json->depth < JSON_DEPTH_MAX);
    json->levels[json->depth++] = (struct json_level){.close = close};
    fputc(open, json->out);
}

void json_object(struct json *json, const char *key)
{
    open_level(json, key, '{', '}');
}

void json_array(struct json *json, const char *key)
{
    open_level(json, key, '[', ']');
}

void json_lines(struct json *json)
{
    json->levels[json->depth - 1].lines = true;
}

void json_end(struct json *json)
{
    struct json_level level = json->levels[--json->depth];
    if (level.lines && level.used)
        break_line(json);
    fputc(level.close, json->out);
    if (json->depth == 0)
        fputc('\n', json->out);
}

/* Values */

void json_string(struct json *json, const char *key, const char *text)
{
    if (!text) {
        json_null(json, key);
        return;
    }
    begin_value(json, key);
    write_string(json->out, text);
}

void json_number(struct json *json, const char *key, const char *number)
{
    begin_value(json, key);
    fputs(number, json->out);
}

void json_int(struct json *json, const char *key, int64_t number)
{
    begin_value(json, key);
    fprintf(json->out, "%" PRId64, number);
}

void json_uint(struct json *json, const char *key, uint64_t number)
{
    begin_value(json, key);
    fprintf(json->out, "%" PRIu64, number);
}

void json_double(struct json *json, const char *key, double number, int decimals)
{
    begin_value(json, key);
    if (isfinite(number))
        fprintf(json->out, "%.*f", decimals, number);
    else
        fputs("null", json->out);
}

void json_ints(struct json *json, const struct json_int members[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_int(json, members[i].key, members[i].number);
}

void json_doubles(struct json *json, int decimals, const struct json_double members[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_double(json, members[i].key, members[i].number, decimals);
}

void json_bool(struct json *json, const char *key, bool value)
{
    json_number(json, key, value ? "true" : "false");
}

void json_null(struct json *json, const char *key)
{
    json_number(json, key, "null");
}
