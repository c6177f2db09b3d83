/* The user's settings file: errors name a line of it. */
#include "src/cli/settings.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 8 };
    static struct settings settings;
    struct error complaints[MOST];
    char *text = fuzz_text(data, size);
    chess_init();
    memset(&settings, 0, sizeof settings);
    int count = settings_read(&settings, text, complaints, MOST);
    for (int i = 0; i < count && i < MOST; i++) {
        fuzz_check_error(&complaints[i], size);
        require(complaints[i].line > 0);
    }
    for (int i = 0; i < SETTING_COUNT; i++)
        if (settings.rows[i].source == FROM_FILE)
            (void)!play_option_try(setting_name((enum setting)i), settings.rows[i].value,
                                   &complaints[0]);
    free(text);
    return 0;
}
