/* Strength tables: sections and their rows, in any order and with any number. */
#pragma push_macro("LLVMFuzzerTestOneInput")
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput strength_bytes
#include "tests/fuzz/strength_fuzz.c"
#pragma pop_macro("LLVMFuzzerTestOneInput")

#include "tests/fuzz/grammar.h"

static const struct grammar_rule rules[] = {
    {"file",
     {"<section>", "<section><file>"}},
    {"section",
     {"[<method>.<curve>]\n<rows>", "[<method>]\n<rows>", "[presets]\n<presets>",
      "[natural_time]\n<rows>", "[pressure]\n<rows>", "[base]\n<rows>", "[<method>.<curve>]\n<law>",
      "[knowledge]\nmode = <word>\n<rows>", "[slips.<slip>]\n<rows>", "[resigning.chance]\n<rows>",
      "[<word>]\n<rows>"}},
    {"law",
     {"factor = <n>\n<law>", "origin = <n>\n<law>", "unit = <n>\n<law>", "exponent = <n>\n<law>",
      "constant = <n>\n<law>", "<row>", ""}},
    {"slip",
     {"big", "small", "mates", "<word>"}},
    {"method",
     {"madchess", "human", "noise", "inaccuracy", "diffusion", "stubborn", "skill", "arasan",
      "maia", "book", "<word>"}},
    {"curve",
     {"nodes_per_second", "time_discount", "move_error", "blunder_error", "blunder_chance",
      "order_bias", "rule_cost", "leaf_noise", "root_error", "walk", "drift", "steps", "margin",
      "skill", "strength", "rating", "temperature", "top_p", "player_rating", "boldness",
      "calculation", "plies", "<word>"}},
    {"rows",
     {"<row>", "<row><rows>", "# x\n<rows>", ""}},
    {"row",
     {"<n> = <n>\n", "<level> = <n>\n", "<word> = <n>\n", "<level> = <n> <n>\n"}},
    {"level",
     {"200", "600", "1400", "2600", "3500"}},
    {"presets",
     {"<word> = <n>\n", "<word> = <level>\n<presets>"}},
    {"word",
     {"club", "onoff", "percent", "allotted", "longest", "shortest", "a", "mobility",
      "reference_time", "é", "=", "[", "<word><word>"}},
    GRAMMAR_NUMBERS,
    {NULL, {NULL}},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return grammar_run(rules, data, size, strength_bytes);
}
