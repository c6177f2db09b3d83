/* EPD with every operation that suites use. */
#pragma push_macro("LLVMFuzzerTestOneInput")
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput epd_bytes
#include "tests/fuzz/epd_fuzz.c"
#pragma pop_macro("LLVMFuzzerTestOneInput")

#include "tests/fuzz/grammar.h"

static const struct grammar_rule rules[] = {
    {"file",
     {"<line>", "<line>\n<file>"}},
    {"line",
     {"<fen> <ops>"}},
    {"fen",
     {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
      "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - <n> <n>", "4k3/P7/8/8/8/8/8/4K3 w - -",
      "8/8/8/8/8/8/8/8 w - -", "<word>"}},
    {"ops",
     {"<op>;", "<op>; <ops>", "<op>", ""}},
    {"op",
     {"bm <moves>", "am <moves>", "id \"<word>\"", "dm <n>", "ce <n>", "acd <n>", "acn <n>",
      "pv <moves>", "sm <moves>", "c0 \"<points>\"", "c7 \"<points>\"", "c8 \"<numbers>\"",
      "c9 \"<moves>\"", "hmvc <n>", "fmvn <n>", "<word> <n>", "<word>"}},
    {"points",
     {"<m>=<n>", "<m>=<n>, <points>", "<word>"}},
    {"numbers",
     {"<n>", "<n> <numbers>"}},
    {"moves",
     {"<m>", "<m> <moves>", ""}},
    {"m",
     {"e4", "O-O", "O-O-O", "a8=Q", "a8=N+", "Nf3", "e2e4", "Rxa8", "<word>"}},
    {"word",
     {"a", "\"", ";", "\\", "é", "", "<word><word><word>"}},
    GRAMMAR_NUMBERS,
    {NULL, {NULL}},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return grammar_run(rules, data, size, epd_bytes);
}
