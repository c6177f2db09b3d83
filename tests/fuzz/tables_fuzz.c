/* Folders of endgame tables. The first byte chooses a table of the test data, of which some bytes
 * are replaced by the rest of the input, or the path of the folders. A changed table is refused;
 * an unchanged one gives the results it gave before. */
#include <sys/stat.h>

#include "engine/search/syzygy.h"
#include "engine/search/syzygy_files.h"
#include "tests/fuzz/fuzz.h"

enum { TABLE_MAX = 1 << 14 };

static const char *const names[] = {"KBvK.rtbw", "KBvK.rtbz", "KQvK.rtbw", "KQvK.rtbz",
                                    "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"};
enum { NAMES = sizeof names / sizeof *names };

static char folder[512];
static uint8_t tables[NAMES][TABLE_MAX];
static size_t sizes[NAMES];

static void begin(void)
{
    if (folder[0])
        return;
    chess_init();
    fuzz_path(folder, sizeof folder, "tables");
    require(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    for (int i = 0; i < NAMES; i++) {
        char path[600];
        snprintf(path, sizeof path, "tests/data/syzygy/%s", names[i]);
        FILE *file = fopen(path, "r");
        require(file);
        sizes[i] = fread(tables[i], 1, TABLE_MAX, file);
        require(sizes[i] > 0 && sizes[i] < TABLE_MAX);
        fclose(file);
    }
}

static void write_table(int table, const uint8_t *bytes, size_t size)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, names[table]);
    FILE *file = fopen(path, "w");
    require(file && fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

static void probe(void)
{
    static const char *const fens[] = {
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "8/8/4k3/8/8/8/1B6/4K3 w - - 0 1",
        "8/8/8/4k3/8/8/1Q6/4K3 b - - 0 1", "8/8/8/4k3/8/8/1R6/4K3 w - - 0 1"};
    static const enum tablebase_wdl expected[] = {TABLEBASE_WIN, TABLEBASE_DRAW, TABLEBASE_LOSS,
                                                  TABLEBASE_WIN};
    for (int i = 0; i < 4; i++) {
        struct position position;
        struct error error;
        enum tablebase_wdl wdl;
        struct tablebase_move moves[CHESS_MOVES_MAX];
        int count;
        require(chess_from_fen(&position, fens[i], &error));
        if (tablebase_probe_wdl(&position, &wdl))
            require(wdl == expected[i]);
        if (tablebase_probe_root(&position, false, moves, &count))
            for (int j = 0; j < count; j++)
                require(chess_is_legal(&position, moves[j].move));
    }
}

/* A folder with one table, of which bytes were replaced. */
static void change(const uint8_t *data, size_t size)
{
    static uint8_t bytes[TABLE_MAX];
    int table = data[0] % NAMES;
    size_t length = sizes[table], at = (size_t)(data[1] << 8 | data[2]) % (length + 1);
    size_t put = size - 3 < TABLE_MAX - at ? size - 3 : TABLE_MAX - at;
    memcpy(bytes, tables[table], length);
    memcpy(bytes + at, data + 3, put);
    size_t longer = at + put > length ? at + put : length;
    size_t written = put == 0 ? at : longer; /* without bytes, the table is cut off there */
    write_table(table, bytes, written);
    bool same = written == length && memcmp(bytes, tables[table], length) == 0;
    struct error error = {.message = ""};
    /* Unused tables stay loaded, and are not checked again when the same path is opened. Therefore
     * the path is spelled in another way after each success. */
    static bool slash;
    char spelled[600];
    snprintf(spelled, sizeof spelled, "%s%s", folder, slash ? "/" : "");
    if (tablebase_open(spelled, &error)) {
        slash = !slash;
        require(same);
        probe();
        tablebase_close();
    } else {
        fuzz_check_error(&error, size);
    }
    require(syzygy_damaged(folder, 0, NULL, NULL, NULL) == !same);
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, names[table]);
    require(unlink(path) == 0);
}

/* The input as a path, in which "%" stands for the folder of the test data. */
static void open_path(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), path[4096] = "", folders[4096];
    for (size_t i = 0; text[i]; i++) {
        size_t used = strlen(path);
        snprintf(path + used, sizeof path - used, "%.*s", text[i] == '%' ? 64 : 1,
                 text[i] == '%' ? "tests/data/syzygy" : text + i);
    }
    free(text);
    struct error error = {.message = ""};
    if (syzygy_folders(path, folders, sizeof folders))
        require(strlen(folders) <= strlen(path) && !strstr(folders, "::"));
    if (tablebase_open(path, &error)) {
        probe();
        tablebase_close();
    } else {
        fuzz_check_error(&error, sizeof path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    begin();
    if (size >= 4 && data[0] % 16 != 15)
        change(data + 1, size - 1);
    else if (size > 1)
        open_path(data + 1, size - 1);
    return 0;
}
