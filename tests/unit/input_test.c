/* Reading compressed and uncompressed input: files, several frames, damage, and a reader that
 * stops early. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "src/util/input.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

static char path[64];

static const char *write_file(const void *bytes, size_t size)
{
    snprintf(path, sizeof path, "/tmp/fallible-input-XXXXXX");
    return file_make(path, bytes, size);
}

static void expect(const void *bytes, size_t size, const char *text, const char *problem)
{
    char read[1024] = "";
    struct error error = {0};
    struct input *input = input_open(write_file(bytes, size), &error);
    unlink(path);
    if (!input)
        fail_msg("%s: %s", error.file, error.message);
    assert_string_equal(input_name(input), path);
    read[fread(read, 1, sizeof read - 1, input_stream(input))] = '\0';
    assert_string_equal(read, text);
    bool good = input_close(input, &error);
    if (good != !problem || (problem && !strstr(error.message, problem)))
        fail_msg("expected %s, got %s", problem ? problem : "no error",
                 good ? "none" : error.message);
    if (problem)
        assert_string_equal(error.file, path);
}

static void plain_files_are_read_as_they_are(void **state)
{
    expect("[Event \"x\"]\n", 12, "[Event \"x\"]\n", NULL);
    expect("", 0, "", NULL);
    expect("x", 1, "x", NULL);
}

static void what_cannot_be_opened_says_why(void **state)
{
    static const char *const names[] = {"/nowhere/at/all.pgn", "/tmp"};
    for (int i = 0; i < 2; i++) {
        struct error error = {0};
        assert_null(input_open(names[i], &error));
        assert_string_equal(error.file, names[i]);
        assert_true(error.message[0] != '\0');
    }
}

#ifdef HAVE_ZSTD

/* A Zstandard frame by RFC 8878: one raw block without a checksum. */
static size_t pack(const char *text, unsigned char frame[])
{
    size_t length = strlen(text);
    const unsigned char begin[] = {0x28, 0xB5, 0x2F, 0xFD, 0x20, (unsigned char)length,
                                   (unsigned char)(length << 3 | 1), (unsigned char)(length >> 5),
                                   0};
    assert_true(length < 256);
    memcpy(frame, begin, sizeof begin);
    memcpy(frame + sizeof begin, text, length);
    return sizeof begin + length;
}

static void packed_files_are_unpacked(void **state)
{
    unsigned char bytes[1024];
    size_t size = pack("1. e4 e5 ", bytes);
    expect(bytes, size, "1. e4 e5 ", NULL);
    size += pack("2. Nf3", bytes + size); /* the text continues in a second frame */
    expect(bytes, size, "1. e4 e5 2. Nf3", NULL);
}

static void damage_is_reported(void **state)
{
    unsigned char bytes[1024];
    size_t size = pack("1. e4 e5 ", bytes);
    expect(bytes, size - 3, "1. e4 ", "cut short");
    expect(bytes, 2, "", "cut short");
    expect("(no pack)", 9, "", "nknown frame");
}

static void a_reader_may_stop_early(void **state)
{
    /* more than a pipe holds: frames of 200 bytes, 2 MB of them */
    char text[201] = "";
    memset(text, 'x', 200);
    unsigned char frame[512];
    size_t size = pack(text, frame), count = 10000;
    unsigned char *bytes = malloc(size * count);
    assert_non_null(bytes);
    for (size_t i = 0; i < count; i++)
        memcpy(bytes + i * size, frame, size);
    struct error error = {0};
    struct input *input = input_open(write_file(bytes, size * count), &error);
    unlink(path);
    assert_non_null(input);
    assert_int_equal(getc(input_stream(input)), 'x');
    assert_true(input_close(input, &error));
    free(bytes);
}

static void what_unpacks_to_a_flood_is_not_read_to_its_end(void **state)
{
    /* blocks of 128 KB in 4 bytes each: a byte and how often, as RFC 8878 has it */
    enum { BLOCKS = 4096, BLOCK = 1 << 17 };
    unsigned char *bytes = calloc(1, 6 + 4 * BLOCKS);
    assert_non_null(bytes);
    memcpy(bytes, "\x28\xB5\x2F\xFD\x00\x38", 6);
    for (int i = 0; i < BLOCKS; i++) {
        unsigned head = (unsigned)BLOCK << 3 | 1 << 1 | (i + 1 == BLOCKS);
        const unsigned char block[] = {(unsigned char)head, (unsigned char)(head >> 8),
                                       (unsigned char)(head >> 16), '\n'};
        memcpy(bytes + 6 + 4 * i, block, sizeof block);
    }
    struct error error = {0};
    struct input *input = input_open(write_file(bytes, 6 + 4 * BLOCKS), &error);
    unlink(path);
    assert_non_null(input);
    int64_t count = 0;
    while (getc_unlocked(input_stream(input)) != EOF)
        count++;
    assert_true(count < (int64_t)BLOCKS * BLOCK / 8);
    assert_false(input_close(input, &error));
    assert_non_null(strstr(error.message, "more than 200 times its size"));
    free(bytes);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_files_are_read_as_they_are),
        cmocka_unit_test(what_cannot_be_opened_says_why),
#ifdef HAVE_ZSTD
        cmocka_unit_test(packed_files_are_unpacked),
        cmocka_unit_test(damage_is_reported),
        cmocka_unit_test(a_reader_may_stop_early),
        cmocka_unit_test(what_unpacks_to_a_flood_is_not_read_to_its_end),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
