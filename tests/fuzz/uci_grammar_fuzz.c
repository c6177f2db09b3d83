/* A conversation with the UCI engine. */
#pragma push_macro("LLVMFuzzerTestOneInput")
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput uci_bytes
#include "tests/fuzz/uci_fuzz.c"
#pragma pop_macro("LLVMFuzzerTestOneInput")

#include "tests/fuzz/grammar.h"

static const struct grammar_rule rules[] = {
    {"talk",
     {"<say>\n", "<say>\n<talk>"}},
    {"say",
     {"uci", "isready", "ucinewgame", "position <where>", "go <limits>", "stop", "ponderhit",
      "setoption name <option> value <value>", "setoption name <option>", "debug on", "d",
      "eval", "quit", "help", "<word>"}},
    {"where",
     {"startpos", "startpos moves <moves>", "fen <fen> moves <moves>", "fen <fen>", "<word>"}},
    {"fen",
     {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - <n> <n>",
      "nrk2rbb/pppppppp/8/8/8/8/PPPPPPPP/NRK2RBB w FBfb - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
      "<word>"}},
    {"moves",
     {"<mv>", "<mv> <moves>"}},
    {"mv",
     {"e2e4", "d2d4", "g1f3", "b8c6", "h7h6", "e7e5", "e1g1", "a7a8q", "0000", "e2e5",
      "<mv><mv>", ""}},
    {"limits",
     {"nodes 20", "depth <n>", "wtime <n> btime <n> winc <n> binc <n>",
      "movestogo <n> wtime <n>", "movetime 1", "mate <n>", "infinite", "ponder",
      "searchmoves <moves>", "<limits> <limits>"}},
    {"option",
     {"UCI_Elo", "UCI_LimitStrength", "MultiPV", "Ponder", "UCI_Chess960", "UCI_AnalyseMode",
      "Method", "Leaf Noise", "Move Error", "Blunder Chance", "Knows mobility", "Seed", "BookFile",
      "OwnBook", "SyzygyPath", "Clear Hash", "Move Overhead", "Nodes Per Second", "Human Rating",
      "Maia Top P", "Pressure Hurry", "UCI_Opponent", "UCI_RatingAdv", "UCI_ShowWDL", "<word>"}},
    {"value",
     {"<n>", "true", "false", "human", "madchess", "<empty>", "/dev/null", "<word>"}},
    {"empty",
     {""}},
    {"word",
     {"a", "value", "name", "é", "", "<word> <word>", "<word><word><word>"}},
    GRAMMAR_NUMBERS,
    {NULL, {NULL}},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return grammar_run(rules, data, size, uci_bytes);
}
