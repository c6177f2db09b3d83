/* Writes JSON to a stream, one value at a time. These functions add all commas, quotes, escapes and
 * line breaks. Those that write a value take its key, which is NULL in an array and for the
 * outermost value. Check ferror(out) for write errors. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 8 };

struct json {
    FILE *out;
    int depth; /* open objects and arrays */
    struct json_level {
        char close;
        bool used, lines; /* `used`: the object or array has a member; `lines`: each member is on
                           * its own line */
    } levels[JSON_DEPTH_MAX];
};

struct json json_begin(FILE *out);

void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);

/* Puts each member of the object or array that was just opened on its own line. */
void json_lines(struct json *json);

/* Closes the innermost object or array, and ends the line after the outermost. */
void json_end(struct json *json);

/* Writes text that may be damaged: invalid UTF-8 becomes U+FFFD, and control characters are
 * escaped. NULL becomes null. */
void json_string(struct json *json, const char *key, const char *text);

void json_int(struct json *json, const char *key, int64_t number);
void json_uint(struct json *json, const char *key, uint64_t number);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

/* Writes null if `number` is infinite or NaN. */
void json_double(struct json *json, const char *key, double number, int decimals);

/* Several members of one type in one call: JSON_INTS(json, {"won", 3}, {"lost", 1}). */
struct json_int {
    const char *key;
    int64_t number;
};
struct json_double {
    const char *key;
    double number;
};
void json_ints(struct json *json, const struct json_int members[], size_t count);
void json_doubles(struct json *json, int decimals, const struct json_double members[],
                  size_t count);
#define JSON_INTS(json, ...)                                                                       \
    json_ints(json, (const struct json_int[]){__VA_ARGS__},                                        \
              sizeof((const struct json_int[]){__VA_ARGS__}) / sizeof(struct json_int))
#define JSON_DOUBLES(json, decimals, ...)                                                          \
    json_doubles(json, decimals, (const struct json_double[]){__VA_ARGS__},                        \
                 sizeof((const struct json_double[]){__VA_ARGS__}) / sizeof(struct json_double))

/* Writes `number` as it is; it must be the text of a number in JSON. */
void json_number(struct json *json, const char *key, const char *number);
