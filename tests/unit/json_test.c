/* The JSON writer: strings, numbers and the layout of objects and arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/util/json.h"
#include "tests/unit/test.h"

/* Writes with `write` and compares the whole output. */
static void expect(void (*write)(struct json *json), const char *expected)
{
    char *got;
    size_t size;
    FILE *stream = open_memstream(&got, &size);
    struct json json = json_begin(stream);
    write(&json);
    fclose(stream);
    assert_string_equal(got, expected);
    free(got);
}

static void write_strings(struct json *json)
{
    json_array(json, NULL);
    json_string(json, NULL, "");
    json_string(json, NULL, "a \"b\" \\ \n\t\x01\x7f");
    json_string(json, NULL, "N\xE2\x89\xA0""B");
    json_string(json, NULL, "\xFF\xC3");
    json_string(json, NULL, "\xF3\xA0\x80\x81"); /* U+E0001, an invisible tag */
    json_string(json, NULL, NULL);
    json_end(json);
}

static void strings_are_escaped(void **state)
{
    expect(write_strings,
           "[\"\", \"a \\\"b\\\" \\\\ \\n\\t\\u0001\\u007f\", \"N\xE2\x89\xA0""B\", "
           "\"\\ufffd\\ufffd\", \"\\udb40\\udc01\", null]\n");
}

static void write_numbers(struct json *json)
{
    json_object(json, NULL);
    json_int(json, "least", INT64_MIN);
    json_uint(json, "most", UINT64_MAX);
    json_double(json, "half", 0.5, 3);
    json_double(json, "nan", NAN, 3);
    json_double(json, "infinite", -INFINITY, 0);
    json_number(json, "text", "12");
    json_bool(json, "yes", true);
    json_null(json, "\"key\"");
    json_end(json);
}

static void numbers_that_json_lacks_are_null(void **state)
{
    expect(write_numbers, "{\"least\": -9223372036854775808, \"most\": 18446744073709551615, "
                          "\"half\": 0.500, \"nan\": null, \"infinite\": null, \"text\": 12, "
                          "\"yes\": true, \"\\\"key\\\"\": null}\n");
}

static void write_nested(struct json *json)
{
    json_object(json, NULL);
    json_array(json, "empty");
    json_lines(json);
    json_end(json);
    json_array(json, "rows");
    json_lines(json);
    for (int i = 0; i < 2; i++) {
        json_object(json, NULL);
        json_int(json, "row", i);
        json_array(json, "cells");
        json_lines(json);
        json_int(json, NULL, 1);
        json_end(json);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

static void members_go_on_lines_where_asked(void **state)
{
    expect(write_nested, "{\"empty\": [], \"rows\": [\n"
                         "  {\"row\": 0, \"cells\": [\n"
                         "    1\n"
                         "  ]},\n"
                         "  {\"row\": 1, \"cells\": [\n"
                         "    1\n"
                         "  ]}\n"
                         "]}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(numbers_that_json_lacks_are_null),
        cmocka_unit_test(members_go_on_lines_where_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
