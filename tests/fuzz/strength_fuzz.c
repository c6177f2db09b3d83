/* Strength tables: an accepted table gives handicaps within their bounds at every level. */
#include "engine/engine.h"
#include "tests/fuzz/fuzz.h"

static void check(const struct strength *strength)
{
    struct preset presets[32];
    struct position position;
    chess_start(&position);
    require(strength_presets(strength, presets, 32) <= 32);
    for (int method = 0; method < METHOD_COUNT; method++)
        for (int elo = ELO_MIN - 100; elo <= ELO_MAX + 100; elo += 100) {
            struct handicap handicap = handicap_for(strength, (enum method)method, elo, 1);
            char words[256];
            require(handicap.nodes_per_second >= 1);
            require(handicap_nodes(&handicap, &position, 1000) >= 1);
            require(handicap_speed(&handicap, 1) >= 1);
            handicap_words(&handicap, words, sizeof words);
            for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
                const struct method_parameter *parameter = method_parameter(i);
                int value = *handicap_parameter(&handicap, i);
                if (parameter->method == (enum method)method)
                    require(value >= parameter->min && value <= parameter->max);
            }
            for (int group = 0; group < GROUP_COUNT; group++)
                require(handicap.knowledge[group] >= 0 && handicap.knowledge[group] <= 100);
            require(strength_preset_name(strength, elo));
        }
    struct natural_time natural = strength_natural_time(strength);
    require(natural.allotted >= 1 && natural.longest >= natural.shortest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct error error = {.message = ""};
    chess_init();
    struct strength *strength = strength_create(text, "fuzz", &error);
    if (strength)
        check(strength);
    else
        fuzz_check_error(&error, size);
    strength_destroy(strength);
    free(text);
    return 0;
}
