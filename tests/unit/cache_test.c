/* The files that are computed from others: their header, checksum and key. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/cache.h"
#include "tests/unit/file.h"
#include "tests/unit/games_file.h"

static char source_path[80], cache_path[80];

/* From the appendix of the paper by Aumasson and Bernstein. */
static void the_hash_is_that_of_its_paper(void **state)
{
    struct hash_key key = {{UINT64_C(0x0706050403020100), UINT64_C(0x0F0E0D0C0B0A0908)}};
    unsigned char bytes[15];
    for (unsigned char i = 0; i < 15; i++)
        bytes[i] = i;
    for (size_t first = 0; first <= sizeof bytes; first++) {
        struct keyed_hash hash = keyed_hash_begin(key);
        keyed_hash_add(&hash, bytes, first);
        keyed_hash_add(&hash, bytes + first, sizeof bytes - first);
        assert_true(keyed_hash_sum(&hash) == UINT64_C(0xA129CA6149BE45E5));
    }
}

static bool write_word(FILE *out, const void *context)
{
    return fputs(context, out) >= 0;
}

static struct cache_head head_of(const char *path, uint32_t version)
{
    struct cache_head head = {.magic = "FALLTES", .order = CACHE_ORDER, .version = version};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(descriptor >= 0);
    assert_true(cache_source_of(descriptor, &head.source));
    close(descriptor);
    return head;
}

static bool is_used(const struct cache_head *head)
{
    size_t size;
    int descriptor = cache_open(cache_path, head, &size);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

static struct cache_head begin(void)
{
    file_write(source_path, "what the cache is made from");
    struct cache_head head = head_of(source_path, 1);
    cache_keep(cache_path, &head, write_word, "what was computed");
    assert_true(is_used(&head));
    return head;
}

static void no_byte_can_be_changed_added_or_removed(void **state)
{
    char bytes[256];
    struct cache_head head = begin();
    FILE *stream = fopen(cache_path, "r");
    size_t size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    assert_true(size > sizeof head && size < sizeof bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 1;
        file_put(cache_path, "w", bytes, size);
        assert_false(is_used(&head));
        bytes[i] ^= 1;
        file_put(cache_path, "w", bytes, i);
        assert_false(is_used(&head));
    }
    file_put(cache_path, "w", bytes, size);
    assert_true(is_used(&head));
    assert_true(cache_is_intact(cache_path, &size));
    file_append(cache_path, "x");
    assert_false(is_used(&head));
    assert_false(cache_is_intact(cache_path, &size));
}

static void another_version_is_not_used(void **state)
{
    struct cache_head head = begin();
    head.version++;
    assert_false(is_used(&head));
}

/* The times are put back after each change. */
static void a_changed_source_is_noticed(void **state)
{
    enum { SIZE = 3 << 20 };
    char *bytes = calloc(1, SIZE);
    const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    assert_non_null(bytes);
    file_put(source_path, "w", bytes, SIZE);
    assert_int_equal(utimensat(AT_FDCWD, source_path, times, 0), 0);
    struct cache_head head = head_of(source_path, 1);
    cache_keep(cache_path, &head, write_word, "x");
    assert_true(is_used(&head));
    for (int place = 0; place < SIZE; place += SIZE / 7) {
        bytes[place] ^= 1;
        usleep(20000); /* longer than a tick of the clock that marks changes */
        file_put(source_path, "w", bytes, SIZE);
        assert_int_equal(utimensat(AT_FDCWD, source_path, times, 0), 0);
        struct cache_head now = head_of(source_path, 1);
        assert_true(now.source.time == head.source.time && now.source.size == head.source.size);
        assert_false(is_used(&now));
    }
    bytes[SIZE - 1] ^= 1; /* even if no time shows it, at the ends */
    file_put(source_path, "w", bytes, SIZE);
    struct cache_head now = head_of(source_path, 1);
    assert_true(now.source.sample != head.source.sample);
    free(bytes);
}

static void only_files_of_ours_are_called_intact(void **state)
{
    size_t size;
    file_write(cache_path, "FALL");
    assert_false(cache_is_intact(cache_path, &size));
    assert_int_equal(unlink(cache_path), 0);
    assert_int_equal(mkfifo(cache_path, 0600), 0);
    assert_false(cache_is_intact(cache_path, &size));
    assert_int_equal(unlink(cache_path), 0);
    assert_false(cache_is_intact(cache_path, &size));
}

int main(void)
{
    if (!make_games_folder())
        return 1;
    snprintf(source_path, sizeof source_path, "%s/source", folder);
    snprintf(cache_path, sizeof cache_path, "%s/cache", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_that_of_its_paper),
        cmocka_unit_test(no_byte_can_be_changed_added_or_removed),
        cmocka_unit_test(another_version_is_not_used),
        cmocka_unit_test(a_changed_source_is_noticed),
        cmocka_unit_test(only_files_of_ours_are_called_intact),
    };
    return remove_games_folder(cmocka_run_group_tests(tests, NULL, NULL));
}
