/* The user's settings file: errors name a line of it. */
#include "src/cli/settings.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct settings settings;
    struct complaints complaints = {.count = 0};
    char *text = fuzz_text(data, size);
    chess_init();
    memset(&settings, 0, sizeof settings);
    settings_read(&settings, text, &complaints);
    for (int i = 0; i < complaints.count && i < COMPLAINTS_STORED; i++) {
        fuzz_check_error(&complaints.list[i], size);
        require(complaints.list[i].line > 0);
    }
    for (int i = 0; i < SETTING_COUNT; i++)
        if (settings.rows[i].source == FROM_FILE)
            (void)!play_option_try(setting_name((enum setting)i), settings.rows[i].value,
                                   &complaints.list[0]);
    free(text);
    return 0;
}
