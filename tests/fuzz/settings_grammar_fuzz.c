/* The user's settings: every name with values that fit another one. */
#pragma push_macro("LLVMFuzzerTestOneInput")
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput settings_bytes
#include "tests/fuzz/settings_fuzz.c"
#pragma pop_macro("LLVMFuzzerTestOneInput")

#include "tests/fuzz/grammar.h"

static const struct grammar_rule rules[] = {
    {"file",
     {"<line>", "<line>\n<file>"}},
    {"line",
     {"<name> = <value>", "<name>=<value>", "# <value>", "<name>", "<name> = <value> # x", ""}},
    {"name",
     {"elo", "scale", "rating", "method", "color", "time", "book", "theme", "ascii", "plain",
      "announce", "speech", "board", "bell", "blindfold", "threads", "hash", "syzygy",
      "resign-policy", "pressure", "resign-score", "resign-moves", "accept-score", "draw-score",
      "draw-moves", "draw-from", "ponder", "goal", "retention", "names", "first-time", "pieces",
      "arrows", "links", "<word>"}},
    {"value",
     {"<n>", "lichess-rapid", "fide", "none", "human", "maia", "white", "random", "<n>+<n>",
      "<n>/<n>", "own", "auto", "mono", "yes", "no", "san", "normal", "diagram", "level", "full",
      "off", "/dev/null", "<word>", "<value> <value>"}},
    {"word",
     {"a", "\"", "'", "é", "", "	", "<word><word><word><word>"}},
    GRAMMAR_NUMBERS,
    {NULL, {NULL}},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return grammar_run(rules, data, size, settings_bytes);
}
