/* Replacing files: either completely or not at all. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/atomic_file.h"
#include "tests/unit/test.h"
#include "tests/unit/working_folder.h"

static bool write_text(const char *name, const char *text, bool good, struct error *error)
{
    struct replacement replacement;
    if (!replacement_begin(&replacement, name, 0640, error))
        return false;
    fputs(text, replacement.out);
    return replacement_end(&replacement, good, error);
}

static void expect(const char *name, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    assert_non_null(fgets(found, sizeof found, file));
    fclose(file);
    assert_string_equal(found, text);
}

/* No temporary files are left. */
static void expect_files(int expected)
{
    DIR *files = opendir(".");
    int count = 0;
    assert_non_null(files);
    for (struct dirent *entry; (entry = readdir(files)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(files);
    assert_int_equal(count, expected);
}

static void a_file_is_replaced_whole(void **state)
{
    struct error error = {.message = ""};
    struct stat status;
    assert_true(write_text("a", "one", true, &error));
    expect("a", "one");
    assert_int_equal(chmod("a", 0600), 0);
    assert_true(write_text("a", "two", true, &error));
    expect("a", "two");
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    expect_files(1);
}

static void what_went_wrong_leaves_the_old_one(void **state)
{
    struct error error = {.message = "why"};
    assert_true(write_text("a", "one", true, &error));
    assert_false(write_text("a", "two", false, &error));
    assert_string_equal(error.message, "why");
    expect("a", "one");
    expect_files(1);
}

static void a_link_keeps_pointing(void **state)
{
    struct error error = {.message = ""};
    struct stat status;
    assert_true(write_text("real", "one", true, &error));
    assert_int_equal(symlink("real", "link"), 0);
    assert_true(write_text("link", "two", true, &error));
    expect("real", "two");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

static void a_link_to_what_is_not_there_yet_makes_that(void **state)
{
    struct error error = {.message = ""};
    struct stat status;
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(symlink("folder/link", "link"), 0);
    assert_int_equal(symlink("../real", "folder/link"), 0);
    assert_true(write_text("link", "one", true, &error));
    expect("real", "one");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_false(write_text("loop", "one", true, &error));
    assert_string_equal(error.message, "cannot be written: Too many levels of symbolic links");
    assert_int_equal(lstat("loop", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(remove("folder/link"), 0);
}

static void devices_are_written_and_stay(void **state)
{
    struct error error = {.message = ""};
    struct stat status;
    assert_true(write_text("/dev/null", "one", true, &error));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    if (stat("/dev/full", &status) != 0)
        return;
    assert_false(write_text("/dev/full", "one", true, &error));
    assert_string_equal(error.file, "/dev/full");
    assert_string_equal(error.message, "cannot be written: No space left on device");
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

static void folders_are_refused(void **state)
{
    struct error error = {.message = ""};
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_false(write_text("folder", "one", true, &error));
    assert_string_equal(error.message, "cannot be written: Is a directory");
    assert_false(write_text("nowhere/a", "one", true, &error));
    assert_string_equal(error.file, "nowhere/a");
    expect_files(1);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_is_replaced_whole),
        IN_FOLDER(what_went_wrong_leaves_the_old_one),
        IN_FOLDER(a_link_keeps_pointing),
        IN_FOLDER(a_link_to_what_is_not_there_yet_makes_that),
        IN_FOLDER(devices_are_written_and_stay),
        IN_FOLDER(folders_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
