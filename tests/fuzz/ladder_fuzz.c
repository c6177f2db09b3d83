/* Files of the lab: rungs and results of the ladder, measured levels, player descriptions,
 * openings. The first byte chooses. */
#include <sys/stat.h>

#include "src/lab/calibrate/calibrate_table.h"
#include "src/lab/match/ladder.h"
#include "src/lab/match/ladder_state.h"
#include "src/lab/match/match_openings.h"
#include "tests/fuzz/fuzz.h"

static void read_rungs(const uint8_t *data, size_t size)
{
    static struct ladder ladder;
    char *text = fuzz_text(data, size);
    struct error error = {.message = ""};
    if (ladder_read(&ladder, text, "fuzz", &error))
        for (int i = 0; i < ladder.count; i++) {
            struct player_spec spec;
            char switches[512];
            ladder_player_up_to(&ladder, i, &spec);
            ladder_player_without(&ladder, i, &spec);
            ladder_switches(&ladder.rungs[i], switches, sizeof switches);
        }
    else
        fuzz_check_error(&error, size);
    free(text);
}

static void read_levels(const uint8_t *data, size_t size)
{
    struct measured_table table = {0};
    struct error error = {.message = ""};
    if (!measured_read(&table, fuzz_file(data, size), &error))
        fuzz_check_error(&error, size);
    measured_clear(&table);
}

static void read_player(const uint8_t *data, size_t size)
{
    static struct strength *strength;
    struct player_spec spec;
    struct error error = {.message = ""};
    char *text = fuzz_text(data, size);
    if (!strength)
        strength = strength_create(NULL, "fuzz", &error);
    if (!player_spec_read(&spec, text, strength, &error))
        fuzz_check_error(&error, size);
    free(text);
}

static void read_openings(const uint8_t *data, size_t size)
{
    struct opening_list list = {0};
    struct error error = {.message = ""};
    if (!opening_list_read(&list, fuzz_file(data, size), 8, &error))
        fuzz_check_error(&error, size);
    opening_list_clear(&list);
}

static void read_measurements(const uint8_t *data, size_t size)
{
    static char folder[1024], path[1056];
    struct ladder_state state = {0};
    struct error error = {.message = ""};
    if (!folder[0]) {
        fuzz_path(folder, sizeof folder, "ladder");
        snprintf(path, sizeof path, "%s/results.txt", folder);
        mkdir(folder, 0700);
    }
    FILE *file = fopen(path, "wb");
    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    if (!ladder_state_open(&state, folder, &error))
        fuzz_check_error(&error, size);
    ladder_state_close(&state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const uint8_t *, size_t) = {
        read_rungs, read_levels, read_player, read_openings, read_measurements};
    chess_init();
    if (size > 0)
        readers[data[0] % (sizeof readers / sizeof *readers)](data + 1, size - 1);
    return 0;
}
