/* PGN with the annotations that we write: decisions, opponents, evaluations and clocks, each part of
 * them possibly missing, doubled or wrong. */
#pragma push_macro("LLVMFuzzerTestOneInput")
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput pgn_bytes
#include "tests/fuzz/pgn_fuzz.c"
#pragma pop_macro("LLVMFuzzerTestOneInput")

#include "tests/fuzz/grammar.h"

static const struct grammar_rule rules[] = {
    {"file",
     {"<game>", "<game><file>"}},
    {"game",
     {"<tags>\n<line> <result>\n\n"}},
    {"tags",
     {"[Event \"e\"]\n", "<tag><tags>", ""}},
    {"tag",
     {"[FallibleOpponent \"<fields>\"]\n", "[FallibleScale \"<word>\"]\n", "[FEN \"<fen>\"]\n",
      "[Variant \"Chess960\"]\n", "[SetUp \"1\"]\n", "[White \"<word>\"]\n",
      "[WhiteElo \"<n>\"]\n", "[Result \"<result>\"]\n", "[TimeControl \"<n>+<n>\"]\n"}},
    {"fen",
     {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/P7/8/8/8/8/8/4K3 w - - <n> <n>",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "<word>"}},
    {"fields",
     {"elo=<n> method=<method> nps=<n> seed=<n>", "<field> <fields>", ""}},
    {"field",
     {"elo=<n>", "method=<method>", "nps=<n>", "endgame=<n>", "rules=<n>", "discount=<n>",
      "reference=<n>", "move_error=<n>", "blunder_error=<n>", "blunder_percent=<n>", "seed=<n>",
      "knowledge=<word>:<n>", "varied_plies=<n>", "guard=<n>", "<word>=<n>"}},
    {"method",
     {"madchess", "human", "noise", "inaccuracy", "diffusion", "stubborn", "skill", "arasan",
      "maia", "full", "<word>"}},
    {"line",
     {"<move>", "<move> <line>", "<move> <comment> <line>", "<move> $<n> <line>",
      "<move> (<line>) <line>", "<comment> <line>"}},
    {"move",
     {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "d4", "Kd7", "exd5", "a8=Q+", "1.", "1...",
      "--", "<word>"}},
    {"comment",
     {"{ [%eval <n>] }", "{ <opcodes> <word> }", "{ [%fallible <decision>] <opcodes> }",
      "; <word>\n"}},
    {"opcodes",
     {"[%eval <n>,<n>]", "[%clk <n>:<n>:<n>]", "[%emt 0:00:02]", "[%eval #<n>]",
      "[%fallible <decision>]", "[%<word> <n>]", "[%cal Ge2e4]", "<opcodes> <opcodes>", ""}},
    {"decision",
     {"best=<mv> method=<method> scores=<n>/<n> candidates=<candidates>", "<part> <decision>",
      ""}},
    {"part",
     {"best=<mv>", "method=<method>", "width=<n>", "time=<n>/<n>", "budget=<n>/<n>", "hash=<n>",
      "first=<mv>", "changes=<n>", "scores=<n>/<n>", "range=<n>", "die=<n>/<n>", "flags=<flags>",
      "cost=<n>", "random=<n>", "candidates=<candidates>", "<word>=<n>"}},
    {"flags",
     {"blunder", "deliberate", "<flags>,<flags>", "book", "mate", "unseen", "<word>"}},
    {"candidates",
     {"<mv>:<n>", "<mv>:<n>:<extra>", "<candidates>,<candidates>",
      "<candidates>,<mv>:-12:s<word>:in:~5", ""}},
    {"extra",
     {"c<n>", "x<n>", "lcapture", "s<word>", "in", "~<n>", "m<n>", "<extra>:<extra>"}},
    {"mv",
     {"e2e4", "d2d4", "g1f3", "b8c6", "h7h6", "e7e5", "e1g1", "a7a8q", "0000", "e2e5",
      "<mv><mv>", ""}},
    {"result",
     {"1-0", "*", "0-1", "1/2-1/2", "<word>"}},
    {"word",
     {"a", "king_safety", "mobility", "x y", "\\\"", "", "ééé", "[", "}", "(", "%",
      "<word><word><word><word>"}},
    GRAMMAR_NUMBERS,
    {NULL, {NULL}},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return grammar_run(rules, data, size, pgn_bytes);
}
