/* A damaged database: either any bytes after SQLite's header, or one of ours on which other
 * statements were run. Reads everything that the program reads when it starts, trains and computes
 * statistics. */
#include <sqlite3.h>

#include "tests/fuzz/fuzz.h"

#define REQUIRE(condition) require(condition)
#include "tests/unit/store_readers.h"

static int permit(void *context, int action, const char *a, const char *b, const char *c,
                  const char *d)
{
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_UPDATE || action == SQLITE_INSERT || action == SQLITE_DELETE ||
                   action == SQLITE_READ || action == SQLITE_SELECT || action == SQLITE_FUNCTION
               ? SQLITE_OK
               : SQLITE_DENY;
}

static int enough(void *context)
{
    (void)context;
    return 1;
}

/* Creates our database and runs these statements on it. */
static void write_ours(const char *file, const uint8_t *data, size_t size)
{
    static unsigned char *ours;
    static sqlite3_int64 length;
    struct error error = {.message = ""};
    sqlite3 *database = NULL;
    if (!ours) {
        struct store *store = store_open(file, &error);
        require(store);
        store_close(store);
        require(sqlite3_open(file, &database) == SQLITE_OK);
        require(sqlite3_exec(database, store_contents, NULL, NULL, NULL) == SQLITE_OK);
        ours = sqlite3_serialize(database, "main", &length, 0);
        require(ours);
        sqlite3_close(database);
    }
    char *text = fuzz_text(data, size);
    (void)fuzz_file(ours, (size_t)length);
    require(sqlite3_open(file, &database) == SQLITE_OK);
    sqlite3_exec(database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    sqlite3_set_authorizer(database, permit, NULL);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 16);
    sqlite3_progress_handler(database, 100000, enough, NULL);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        sqlite3_exec(database, line, NULL, NULL, NULL);
    }
    sqlite3_close(database);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const besides[] = {"-wal", "-shm", "-journal", "-playing",
                                          ".v1",  ".v2",  ".v3",      ".v4"};
    struct error error = {.message = ""};
    char path[1056];
    chess_init();
    const char *file = fuzz_file(data, size);
    for (size_t i = 0; i < sizeof besides / sizeof *besides; i++) {
        snprintf(path, sizeof path, "%s%s", file, besides[i]);
        unlink(path);
    }
    if (size < 16 || memcmp(data, "SQLite format 3", 16) != 0) {
        unlink(file);
        write_ours(file, data, size);
    }
    struct store *store = store_open(file, &error);
    if (store)
        (void)read_everything(store);
    else
        fuzz_check_error(&error, size);
    store_close(store);
    return 0;
}
