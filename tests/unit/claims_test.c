/* Claims: each kind on a position where it is right, and on one where it is not; what the lines
 * prove; and that the words follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/geometry.h"
#include "src/claims/walk.h"
#include "src/util/text.h"
#include "tests/unit/level_settings.h"
#include "tests/unit/test.h"

static void read_line(const struct position *start, const char *text, Score score,
                      struct evidence *evidence)
{
    struct position position = *start;
    char copy[320], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    *evidence = (struct evidence){.score = score, .depth = 12, .nodes = 200000};
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        Move move = NO_MOVE;
        if (!chess_from_uci(&position, word, &move))
            fail_msg("%s is illegal in %s", word, text);
        evidence->moves[evidence->length++] = move;
        chess_play(&position, move);
    }
}

/* The claims that the line gives, without a search. */
static struct claims *gathered(const char *fen, const char *line, Score score)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    claims->position = from_fen(fen);
    claims->last_captured = NO_PIECE_TYPE;
    read_line(&claims->position, line, score, &claims->best);
    claims_gather(claims);
    return claims;
}

static const struct claim *claim_of(const struct claims *claims, enum claim_kind kind)
{
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].kind == kind)
            return &claims->list[i];
    }
    return NULL;
}

enum { ALL_MAX = CLAIMS_MAX * CLAIM_WORDS_MAX };

/* Writes what is said, a line for each claim. */
static void all_sentences(const struct claims *claims, char text[ALL_MAX])
{
    text[0] = '\0';
    for (int i = 0; i < claims->count; i++) {
        char words[CLAIM_WORDS_MAX];
        claim_sentence(claims, &claims->list[i], words, sizeof words);
        text_add(text, ALL_MAX, "%s\n", words);
    }
}

static void each_kind_is_found_where_it_is_and_only_there(void **state)
{
    static const struct {
        enum claim_kind kind;
        bool found;
        const char *fen, *line;
        Score score;
        const char *words;
    } cases[] = {
        {CLAIM_MATE, true, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7 h8g8 b1b8", SCORE_MATE - 3,
         "1.Ra7 forces mate in 2"},
        {CLAIM_BACK_RANK, true, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", SCORE_MATE - 1,
         "1.Re8# is mate on the back rank"},
        {CLAIM_BACK_RANK, false, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7 h8g8 b1b8",
         SCORE_MATE - 3, NULL},
        {CLAIM_FORK, true, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a8", 500,
         "1.Nc7+ forks the king and the rook and wins a rook"},
        /* The king is forked with a rook that is protected well enough and not won. */
        {CLAIM_FORK, false, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7", 500, NULL},
        /* The forked queen takes the rook and is taken. */
        {CLAIM_FORK, true, "1Rb3k1/2q2r1p/6p1/8/8/2Q3P1/P4P1P/6K1 w - - 1 2",
         "b8c8 c7c8 c3c8 g8g7", 675,
         "2.Rxc8+ forks the king and the queen and wins the queen and a bishop for a rook"},
        {CLAIM_SKEWER, true, "4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1", "a1e1 e5d4 e1e8", 500,
         "1.Re1+ skewers the king and the queen and wins the queen"},
        {CLAIM_SKEWER, false, "4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1", "a1e1 e5d4", 500, NULL},
        {CLAIM_PIN, true, "4k3/8/4q3/8/8/8/3R4/4K3 w - - 0 1", "d2e2 e8d7 e2e6 d7e6", 300,
         "1.Re2 pins the queen on e6 to the king and wins the queen for a rook"},
        {CLAIM_PIN, false, "2k5/8/4q3/8/8/8/3R4/3K4 w - - 0 1", "d2e2 e6b3", -400, NULL},
        {CLAIM_DISCOVERED, true, "4k3/8/1q6/8/8/1B6/8/1R2K3 w - - 0 1", "b3f7 e8f7 b1b6", 600,
         "1.Bf7+ uncovers an attack on the queen on b6 and wins the queen for a bishop"},
        {CLAIM_DISCOVERED, false, "4k3/8/1q6/8/8/1B6/8/1R2K3 w - - 0 1", "b3d5 b6b1", -700, NULL},
        /* Castling and capturing en passant open lines, too. */
        {CLAIM_DISCOVERED, true, "r2kr3/p4ppp/b1p5/8/8/2P5/P3BPPP/R3K2R w KQ - 0 1",
         "e1c1 d8c7 e2a6", 480, "1.O-O-O+ gives check with the rook and wins a bishop"},
        {CLAIM_DISCOVERED, true, "r4r2/p4ppk/7p/4P1b1/2p2Q2/2qp4/P4PPP/2R2RK1 w - - 1 2",
         "f4e4 f7f5 e5f6 h7h8 c1c3", 700,
         "2.Qe4+ prepares 3.exf6+, which gives discovered check and wins the queen and a pawn"},
        /* The exchanges of a long line are played to their end, and the check on the king is the
         * reason for the gain, not the attack on a pawn before it. */
        {CLAIM_DISCOVERED, true, "5qk1/2p5/3p3b/3Pp3/Q1P1NnPp/2N2P2/1r6/R4BK1 b - - 0 1",
         "f4h3 f1h3 h6e3 e4f2 b2f2 c3d1 f2a2 d1e3 a2a4 a1a4 f8f3 a4a8 g8h7", 509,
         "1...Nh3+ prepares 4...Ra2+, which gives discovered check and wins the queen and a pawn for "
         "a rook and a bishop"},
        /* The trade at the end of a long line with quiet moves is not forced. */
        {CLAIM_DISCOVERED, false, "1r4k1/pp1Rbpp1/2p4p/4q3/2B1P3/P5Pn/1PQ2P1P/3R2K1 w - - 1 28",
         "g1g2 b7b5 c4f7 g8f7 g2h3 e5e6 h3g2 h6h5 d1d6 e6d6 d7d6 e7d6 c2c6", 508, NULL},
        {CLAIM_SKEWER, true, "8/4p3/8/4k3/8/8/8/R5K1 w - - 0 1", "a1e1 e5d4 e1e7", 500,
         "1.Re1+ skewers the king and the pawn and wins a pawn"},
        /* The mate at the end of the line was not forced, as the score says. */
        {CLAIM_HANGS, true, "8/pp1k3p/2r4b/8/1PR2p2/5P1P/P5P1/6K1 b - - 0 31",
         "c6c4 a2a3 h6g5 b4b5 g5h4 g2g3 f4g3 a3a4 c4c2 g1f1 g3g2 f1g1 h4e7 g1h2 e7d6 f3f4 d6f4 h2g1 "
         "f4e3 g1h2 g2g1q", 1368, "31...Rxc4 wins the undefended rook on c4"},
        {CLAIM_DOUBLE_CHECK, true, "4k3/1q6/8/8/4N3/8/8/4RK2 w - - 0 1", "e4d6 e8d7 d6b7", 700,
         "1.Nd6+ gives double check and wins the queen"},
        {CLAIM_DOUBLE_CHECK, false, "4k3/1q6/8/8/4N3/8/8/R4K2 w - - 0 1", "e4d6 e8d7 d6b7", 700,
         NULL},
        {CLAIM_HANGS, true, "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", 900,
         "1.Rxd5 wins the undefended queen on d5"},
        {CLAIM_HANGS, false, "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5 e6d5", -400, NULL},
        {CLAIM_PROMOTION, true, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q e8d7", 900,
         "1.a8=Q+ promotes a pawn and gets a new queen"},
        {CLAIM_PROMOTION, true, "8/8/4kP2/6P1/8/5K2/8/8 w - - 0 1",
         "f3g4 e6e5 g4h5 e5d4 g5g6 d4c3 g6g7 c3b2 g7g8q b2c3", 900, "1.Kg4 gets a new queen"},
        {CLAIM_TRAPPED, true, "4k3/8/8/8/8/1P6/b1P5/2K5 w - - 0 1", "c1b2 e8e7 b2a2", 300,
         "1.Kb2 traps the bishop on a2 and wins a bishop"},
        {CLAIM_TRAPPED, false, "4k3/8/8/8/8/8/b1P5/2K5 w - - 0 1", "c1b2 a2e6", 0, NULL},
        /* The pawn on c4 is won itself. */
        {CLAIM_REMOVES_GUARD, false,
         "r2qk1nr/4bppp/n3p3/pb2P3/2pP4/1p2BN2/NP2BPPP/2RQ1RK1 w kq - 0 16",
         "a2c3 b5c6 e2c4 a6b4 c4b3", 300, NULL},
        /* The knight is attacked before the queen moves away, and has no safe square then either. */
        {CLAIM_TRAPPED, false, "r3kbr1/1pp1q2p/p2pBp1p/n2Q1P2/3p4/2P5/PP3PPP/RN3RK1 b q - 5 13",
         "g8g5 f1e1 e7g7 b2b4 c7c6 d5f3 a5c4 e6c4 e8d8 e1e6", -501, NULL},
        {CLAIM_TRAPPED, false, "r3kb2/1pp3qp/p2pBp1p/n2Q1Pr1/3p4/2P5/PP3PPP/RN2R1K1 w q - 8 15",
         "b2b4 c7c6 d5f3 a5c4 e6c4 e8d8 e1e6", 501, NULL},
        /* The knight is pinned, and traded. */
        {CLAIM_TRAPPED, false,
         "r1b1k2r/ppp2ppp/2nq1n2/1Bbpp3/4P3/P1N2N1P/1PPP1PP1/R1BQK2R w KQkq - 2 7",
         "e4d5 f6d5 c3e4 d6e7 b5c6 b7c6 e4c5 e7c5 e1g1 e8g8", 90, NULL},
        /* The bishop pins the knight already. */
        {CLAIM_PIN, false, "2rq1rk1/1p4pp/p1p2n2/2P1p1B1/3pPP2/P1pP4/2P1Q1PP/R4RK1 w - - 0 17",
         "f4e5 h7h6 g5h4 g7g5 e5f6 f8f6", 494, NULL},
        /* The fork is the fourth move, after a quiet one. */
        {CLAIM_FORK, false, "r1bqk2r/p1p2ppp/5n2/b3p1B1/3p4/2PP1N2/PP2NPPP/R2QK2R w KQkq - 1 11",
         "d1a4 c7c6 f3e5 d4c3 b2b4 a5c7 a4c6 e8f8 c6a8 c7e5", 255, NULL},
        {CLAIM_REMOVES_GUARD, true, "5k2/8/2n5/1B6/3b4/8/8/3RK3 w - - 0 1", "b5c6 f8e7 d1d4", 600,
         "1.Bxc6 takes the defender of the bishop on d4 and wins a bishop and a knight"},
        /* The bishop that loses its guard comes to d4 only during the line. */
        {CLAIM_REMOVES_GUARD, false, "5k2/8/2n5/1Bb5/8/8/8/3R2K1 w - - 0 1",
         "g1f1 c5d4 b5c6 f8e7 d1d4", 600, NULL},
        {CLAIM_REMOVES_GUARD, false, "5k2/8/2n5/1B6/3bp3/8/8/3RK3 w - - 0 1", "b5c6 f8e7 c6e4", 400,
         NULL},
        {CLAIM_OUTPOST, true, "4k3/pp6/8/8/2P1P3/2N5/8/4K3 w - - 0 1", "c3d5", 200,
         "1.Nd5 gives the knight an outpost on d5, where no pawn can drive it away"},
        {CLAIM_OUTPOST, false, "4k3/pp2p3/8/8/2P1P3/2N5/8/4K3 w - - 0 1", "c3d5", 100, NULL},
        {CLAIM_OPEN_FILE, true, "4k3/ppp5/8/8/8/8/PPP5/R3K3 w - - 0 1", "a1d1", 500,
         "1.Rd1 takes the open d-file"},
        {CLAIM_OPEN_FILE, false, "4k3/pppp4/8/8/8/8/PPP5/R3K3 w - - 0 1", "a1d1", 500, NULL},
        {CLAIM_PASSED_PAWN, true, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4a5", 300,
         "1.a5 advances the passed a-pawn"},
        {CLAIM_PASSED_PAWN, false, "4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", "a4a5", 0, NULL},
        {CLAIM_MATE, false, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7 h8g8", 900, NULL},
        {CLAIM_STALEMATE, true, "8/8/8/8/7R/1k6/2q5/K7 w - - 0 1", "h4b4 b3b4", 0,
         "1.Rb4+ saves the game by stalemate"},
        {CLAIM_STALEMATE, false, "8/8/8/8/7R/1k6/2q5/K7 w - - 0 1", "h4h3 b3b4", 0, NULL},
        {CLAIM_PERPETUAL, true, "6k1/6p1/8/7Q/8/8/q4r2/7K w - - 0 1",
         "h5e8 g8h7 e8h5 h7g8 h5e8", 0, "1.Qe8+ draws by perpetual check"},
        {CLAIM_PERPETUAL, false, "6k1/6p1/8/7Q/8/8/q4r2/7K w - - 0 1", "h5e8 g8h7 e8h5", 0, NULL},
        {CLAIM_PROMOTION, false, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "e1e2 e8d7", 900, NULL},
        {CLAIM_OVERLOADED, true, "b3r1k1/8/8/8/4n3/8/8/R3R1K1 w - - 0 1", "e1e4 e8e4 a1a8 g8f7",
         100, NULL},
        /* The rook does not take, and goes on guarding the bishop. */
        {CLAIM_OVERLOADED, false, "b3r1k1/8/8/8/4n3/8/8/R3R1K1 w - - 0 1", "e1e4 e8d8 a1b1", 300,
         NULL},
        {CLAIM_DEFLECTION, true, "3q4/4k3/8/8/7N/8/8/3R2K1 w - - 0 1", "h4f5 e7f7 d1d8", 800,
         "1.Nf5+ lures the king on e7 away from d8 and wins the queen"},
        {CLAIM_DEFLECTION, false, "3q4/4k3/8/8/7N/8/8/3R2K1 w - - 0 1", "h4f5 e7e8 d1d8 e8d8", 300,
         NULL},
        {CLAIM_ATTRACTION, true, "4k3/8/7q/6N1/8/8/8/3R2K1 w - - 0 1",
         "d1d8 e8d8 g5f7 d8e7 f7h6", 300,
         "1.Rd8+ lures the king to d8 and wins the queen for a rook"},
        {CLAIM_ATTRACTION, false, "4k3/8/7q/6N1/8/8/8/3R2K1 w - - 0 1", "d1d8 e8e7 d8d1", -100,
         NULL},
        {CLAIM_WINS, true, "4k3/8/8/3b4/8/8/8/3R2K1 w - - 0 1", "g1f1 e8e7 d1d5", 500,
         "1.Kf1 wins the bishop on d5"},
        {CLAIM_WINS, false, "4k3/8/8/3b4/8/8/8/3R2K1 w - - 0 1", "g1f1 d5e6 d1d4", 200, NULL},
        {CLAIM_KING_EXPOSED, true, "6k1/5ppp/8/8/3B4/3B4/8/3Q3K w - - 0 1",
         "d3h7 g8h7 d1h5 h7g8 d4g7 g8g7", 0, "1.Bxh7+ strips the pawns from the king"},
        {CLAIM_KING_EXPOSED, false, "6k1/5ppp/8/8/3B4/3B4/8/3Q3K w - - 0 1",
         "d3h7 g8h7 d1h5 h7g8", 0, NULL},
        /* Pawns that advance are still the king's pawns. */
        {CLAIM_KING_EXPOSED, false, "6k1/5ppp/8/8/8/8/8/3Q3K w - - 0 1", "d1d4 g7g5 d4d5 h7h5", 0,
         NULL},
        {CLAIM_IDLE_PIECE, true, "4k3/8/8/8/8/1P6/8/N3K3 w - - 0 1", "a1c2", 300,
         "1.Nc2 brings the knight on a1, which had hardly a move, into play"},
        {CLAIM_IDLE_PIECE, false, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", 300, NULL},
        {CLAIM_BISHOPS, true, "3rk3/6p1/2b5/8/8/4B3/8/3R2K1 w - - 0 1", "d1d8 e8d8", -20,
         "1.Rxd8+ leaves bishops of opposite colours, which are hard to beat"},
        {CLAIM_BISHOPS, false, "3rkb2/6p1/8/8/8/4B3/8/3R2K1 w - - 0 1", "d1d8 e8d8", -20, NULL},
        {CLAIM_BISHOPS, true, "3rkb2/8/8/8/8/4B3/PP6/3R2K1 w - - 0 1", "d1d8 e8d8", 250,
         "1.Rxd8+ leaves bishops of the same colour, so that the extra pawn counts"},
        {CLAIM_CASTLES, false, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1f1", 300, NULL},
        {CLAIM_DEVELOPS, false, "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", "f3e5", 300, NULL},
        /* In an ending nobody develops. */
        {CLAIM_DEVELOPS, false, "8/4k3/4q3/3p4/p1pP4/P1P5/1P6/1B1K4 w - - 0 1", "b1c2 e6g4", -500,
         NULL},
        {CLAIM_CASTLES, true, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1g1", 300,
         "1.O-O brings the king to safety"},
        {CLAIM_DEVELOPS, true, CHESS_START_FEN, "g1f3 d7d5", 20, "1.Nf3 develops the knight"},
        {CLAIM_PAWN_ENDING, true, "8/4k3/3p4/4r3/4R3/8/4PPK1/8 w - - 0 1", "e4e5 d6e5 g2f3", 400,
         "1.Rxe5+ leads to a won pawn ending"},
        {CLAIM_PAWN_ENDING, false, "8/4k3/3p4/4r3/4R3/8/4PPK1/8 w - - 0 1", "e4a4 e5e2 g2f3", 100,
         NULL},
        {CLAIM_SAVES, true, "4k3/8/8/1p6/2B5/4P3/8/4K3 w - - 0 1", "c4b3 e8e7", 200,
         "1.Bb3 brings the attacked bishop to safety"},
        {CLAIM_SAVES, true, "4k3/8/8/8/1n6/8/P7/4K2R w - - 0 1", "h1h2 e8e7", 200,
         "1.Rh2 protects the pawn on a2"},
        {CLAIM_SAVES, false, "4k3/8/8/8/1n6/8/P7/4K2R w - - 0 1", "h1g1 b4a2", 100, NULL},
        {CLAIM_ATTACKS, true, "4k3/2q5/8/8/4P3/2N5/8/4K3 w - - 0 1", "c3d5 c7d6", -300,
         "1.Nd5 attacks the queen on c7"},
        /* The knight would be taken. */
        {CLAIM_ATTACKS, false, "4k3/2q5/4p3/8/4P3/2N5/8/4K3 w - - 0 1", "c3d5 e6d5", -300, NULL},
        /* The queen can take a pawn instead. */
        {CLAIM_ATTACKS, true, "2k2r1r/ppp5/7p/3pNb1Q/3P1p2/8/PPq2PPP/K2R3R w - - 4 29",
         "d1c1 c2e4", 241, "29.Rc1 attacks the queen on c2"},
        {CLAIM_EXCHANGES, true, "3rk3/8/8/8/8/8/PP6/3RK3 w - - 0 1", "d1d8 e8d8", 200,
         "1.Rxd8+ exchanges rooks, as suits the side with more material"},
        {CLAIM_EXCHANGES, true, "3qk3/8/8/8/8/8/PPQ5/4K3 w - - 0 1", "c2d2 d8d2 e1d2", 200,
         "1.Qd2 offers to exchange queens, as suits the side with more material"},
        {CLAIM_EXCHANGES, false, "3qk3/8/8/8/8/8/PPQ5/4K3 w - - 0 1", "c2d2 d8e7", 200, NULL},
        {CLAIM_KING_ACTIVE, true, "8/8/4k1p1/8/8/6P1/5P2/5K2 w - - 0 1", "f1g2 e6f5", 200,
         "1.Kg2 brings the king nearer to the pawn on g6"},
        {CLAIM_KING_ACTIVE, false, "8/8/4k1p1/8/8/6P1/5P2/5K2 w - - 0 1", "f1e1 e6f5", 200, NULL},
        {CLAIM_FREES, true, "4k3/pp6/8/8/8/8/1P2PPPP/4KB2 w - - 0 1", "e2e4 e8e7", 200,
         "1.e4 opens the way for the bishop on f1"},
        {CLAIM_FREES, false, "4k3/pp6/8/8/8/8/1P2PPPP/4KB2 w - - 0 1", "b2b4 e8e7", 200, NULL},
        {CLAIM_CENTRE, true, CHESS_START_FEN, "e2e4 e7e5", 20, "1.e4 puts a pawn in the centre"},
        {CLAIM_CENTRE, false, CHESS_START_FEN, "e2e3 e7e5", 20, NULL},
        {CLAIM_CENTRE, true, "4k3/pp6/8/8/8/5N2/PP6/4K3 w - - 0 1", "f3e5 e8e7", 300,
         "1.Ne5 puts a knight in the centre"},
        {CLAIM_AIMS, true, "6k1/5ppp/8/8/8/5N2/5PPP/Q5K1 w - - 0 1", "f3g5 h7h6", 300,
         "1.Ng5 aims the knight at the squares beside the king"},
        {CLAIM_AIMS, false, "6k1/5ppp/8/8/8/5N2/5PPP/Q5K1 w - - 0 1", "f3d4 h7h6", 300, NULL},
        {CLAIM_RESTRICTS, true, "2b1k3/8/8/8/8/5N2/5PPP/6K1 w - - 0 1", "h2h3 e8e7", 300,
         "1.h3 keeps the bishop on c8 off g4"},
        {CLAIM_RESTRICTS, false, "2b1k3/8/4p3/8/8/5N2/5PPP/6K1 w - - 0 1", "h2h3 e8e7", 300, NULL},
        {CLAIM_ESCAPE, true, "3rk3/8/8/8/8/8/5PPP/R5K1 w - - 0 1", "h2h3 e8e7", 300,
         "1.h3 gives the king an escape square"},
        {CLAIM_ESCAPE, false, "3bk3/8/8/8/8/8/5PPP/R5K1 w - - 0 1", "h2h3 e8e7", 300, NULL},
        {CLAIM_ACTIVE, true, "4k3/3p4/8/8/8/8/PPP5/R3K3 w - - 0 1", "a1d1 e8e7", 500,
         "1.Rd1 makes the rook more active on d1"},
        {CLAIM_ACTIVE, false, "4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1", "a1b1 e8e7", 500, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[CLAIM_WORDS_MAX] = "";
        struct claims *claims = gathered(cases[i].fen, cases[i].line, cases[i].score);
        const struct claim *claim = claim_of(claims, cases[i].kind);
        if ((claim != NULL) != cases[i].found)
            fail_msg("%s %s: %s is %s", cases[i].fen, cases[i].line, claim_kind_name(cases[i].kind),
                     claim ? "found" : "not found");
        if (claim)
            claim_sentence(claims, claim, words, sizeof words);
        if (cases[i].words && strcmp(words, cases[i].words) != 0)
            fail_msg("%s %s: '%s', expected '%s'", cases[i].fen, cases[i].line, words,
                     cases[i].words);
        free(claims);
    }
}

static void exchanges_are_swapped_off(void **state)
{
    static const struct {
        const char *fen;
        Square square;
        int color, won;
    } cases[] = {
        {"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", 35, WHITE, 900},
        {"4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1", 35, WHITE, 400},
        {"4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", 35, WHITE, 0},
        /* The pawn on e6 is pinned and does not protect. */
        {"4k3/8/4p3/3p4/8/8/8/3RRK2 w - - 0 1", 35, WHITE, 100},
        /* Two rooks on one file against one defender. */
        {"3rk3/8/8/3p4/8/3R4/3R4/4K3 b - - 0 1", 35, WHITE, 100},
        /* A king does not take what is protected. */
        {"8/8/8/3k4/3P4/2P5/8/4K3 b - - 0 1", 27, BLACK, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position = from_fen(cases[i].fen);
        assert_int_equal(exchange(&position, cases[i].square, cases[i].color), cases[i].won);
    }
}

/* A gambit pawn: the line takes it, and the score says that it is paid for. */
static void what_is_paid_for_is_not_won(void **state)
{
    const char *fen = "r1bqkbnr/pppp1ppp/2n5/8/3pP3/2P2N2/PP3PPP/RNBQKB1R b KQkq - 0 4";
    struct claims *claims = gathered(fen, "d4c3 f1c4 c3b2 c1b2 d7d6 e1g1", -60);
    assert_null(claim_of(claims, CLAIM_WINS));
    assert_null(claim_of(claims, CLAIM_HANGS));
    free(claims);
    claims = gathered(fen, "d4c3 f1c4 c3b2 c1b2 d7d6 e1g1", 160);
    assert_non_null(claim_of(claims, CLAIM_WINS));
    free(claims);
}

/* Four pawns are not won for a knight: one gets them. */
static void pawns_for_a_piece_are_not_won(void **state)
{
    char words[CLAIM_WORDS_MAX];
    struct claims *claims = gathered("r5k1/5p2/8/3pp1Np/8/8/8/3Q2K1 w - - 0 1",
                                     "g5f7 g8f7 d1h5 f7g8 h5e5 a8a7 e5d5 g8h8", 700);
    const struct claim *claim = claim_of(claims, CLAIM_ATTRACTION);
    assert_non_null(claim);
    claim_sentence(claims, claim, words, sizeof words);
    assert_string_equal(words, "1.Nxf7 lures the king to f7 and gets four pawns for a knight");
    assert_string_equal(claim_gain_verb(claims, claim), "get");
    free(claims);
}

/* It is no back-rank mate if only one of the king's own pieces is in its way. */
static void a_back_rank_mate_needs_two_blocked_squares(void **state)
{
    struct claims *claims = gathered("6k1/5p2/5Q2/8/8/8/5PP1/6KR w - - 0 1", "h1h8", SCORE_MATE - 1);
    assert_non_null(claim_of(claims, CLAIM_MATE));
    assert_null(claim_of(claims, CLAIM_BACK_RANK));
    free(claims);
    claims = gathered("6k1/5ppp/8/8/8/8/5PP1/4R1K1 w - - 0 1", "e1e8", SCORE_MATE - 1);
    assert_non_null(claim_of(claims, CLAIM_BACK_RANK));
    free(claims);
}

/* Black need not answer 2.exd5 with c6. Only a search could tell whether 2...Qxd5 is worse. */
static void at_sight_a_pawn_that_can_be_retaken_is_not_won(void **state)
{
    const char *fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    struct claims *claims = gathered(fen, "e4d5 c7c6 d5c6 b8c6 g1f3 e7e5", 80);
    assert_non_null(claim_of(claims, CLAIM_WINS));
    claims->at_sight = true;
    claims_gather(claims);
    assert_null(claim_of(claims, CLAIM_WINS));
    free(claims);
}

/* The claims about the threat of a line that begins after a pass. A score of SCORE_MATE stands for a
 * mate at the end of the line. */
static struct claims *threatened(const char *fen, const char *line, Score score)
{
    struct claims *claims = gathered(fen, "", 0);
    struct position passed = claims->position;
    struct evidence threat;
    assert_true(pass_move(&passed));
    read_line(&passed, line, score, &threat);
    if (score == SCORE_MATE)
        threat.score -= threat.length;
    claims_add_threat(claims, &threat);
    return claims;
}

/* A queen that attacks a queen offers an exchange. */
static void an_offered_exchange_is_no_threat(void **state)
{
    static const struct {
        const char *fen, *line;
        bool threat;
    } cases[] = {
        {"6k1/5ppp/8/8/6q1/5Q2/5P1P/7K w - - 0 1", "g4f3 h1g1 h7h6", false},
        {"6k1/5ppp/8/8/3n4/5Q2/5P1P/7K w - - 0 1", "d4f3 h1g2 h7h6", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claims *claims = threatened(cases[i].fen, cases[i].line, 800);
        assert_true((claim_of(claims, CLAIM_HANGS) != NULL) == cases[i].threat);
        free(claims);
    }
}

/* "the next best, 15...Bxd4, allows 16.Rxf7, which" and then nothing: that line wins no more than
 * the pawn that the bishop took. */
static void only_a_loss_makes_an_only_move(void **state)
{
    static const struct {
        const char *fen, *second;
        bool only;
    } cases[] = {
        {"r2q2k1/ppp2r1p/1b6/3p1Rp1/1P1P4/8/P2N1PPP/R1BQ2K1 b - - 0 15",
         "b6d4 f5f7 g8f7 a1b1 d4f6 d1h5 f7g7 d2f3 d8e8 h5e8 a8e8 c1g5 f6g5 f3g5", false},
        {"r2r2k1/p2P1ppp/1pq5/2Nb4/3P1B2/2Q2N2/P5PP/5RK1 w - - 0 22", "c3d2 b6c5 d4c5 d8d7", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claims *claims = gathered(cases[i].fen, "", 153);
        struct evidence second;
        bool only = false;
        read_line(&claims->position, cases[i].second, -428, &second);
        claims_add_only_move(claims, &second);
        for (int j = 0; j < claims->count; j++)
            only |= claims->list[j].role == CLAIM_ROLE_ONLY_MOVE;
        assert_true(only == cases[i].only);
        for (int j = 0; j < 2 && only; j++) { /* after the move, most of the advantage may be gone */
            char words[CLAIM_WORDS_MAX];
            claims->best.score = 400;
            claims->answer.score = j == 0 ? -250 : -140;
            claim_words(claims, &claims->list[0], words, sizeof words);
            assert_true((strstr(words, "keeps the advantage") != NULL) == (j == 0));
        }
        free(claims);
    }
}

/* "threatens 41...Qe1, which forces mate in 10" is not said, but a threat of mate in two is. */
static void a_long_mate_is_no_threat(void **state)
{
    static const struct {
        const char *fen, *line;
        bool threat;
    } cases[] = {
        {"8/5pkp/8/7P/5P2/2q5/2b3K1/8 w - - 1 41",
         "c3e1 g2h3 e1e3 h3g4 c2d1 g4h4 e3e1 h4h3 e1h1 h3g3 h1g1 g3h3 d1h5 f4f5 h5g4 h3h4 g4f5 h4h5 "
         "g1g4", false},
        {"6k1/2R2pp1/7p/8/8/8/r4PPP/6K1 w - - 0 1", "a2a1 c7c1 a1c1", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claims *claims = threatened(cases[i].fen, cases[i].line, SCORE_MATE);
        assert_true((claims->count > 0) == cases[i].threat);
        free(claims);
    }
}

/* It searches as the levels do, which never changes, so that what is said of the cases below does not
 * depend on the newest search. */
static struct prover *prover_of(uint64_t nodes)
{
    struct prover_budget budget = {nodes, nodes, 6, true};
    const struct engine_settings levels = level_settings();
    struct error error = {0};
    struct prover *prover = prover_create(&budget, &levels, NULL, &error);
    if (!prover)
        fail_msg("%s", error.message);
    return prover;
}

static void searched_with(uint64_t nodes, const char *fen, const char *played,
                          struct claims *claims)
{
    struct prover *prover = prover_of(nodes);
    struct position position = from_fen(fen);
    Move move = NO_MOVE;
    if (played) {
        assert_true(chess_from_uci(&position, played, &move));
        assert_true(claims_of_move(prover, &position, NULL, 0, move, claims));
    } else {
        assert_true(claims_of_position(prover, &position, NULL, 0, claims));
    }
    prover_destroy(prover);
}

static void searched(const char *fen, const char *played, struct claims *claims)
{
    searched_with(30000, fen, played, claims);
}

static void a_mistake_is_explained_by_what_it_allows_or_misses(void **state)
{
    static const struct {
        const char *fen, *played, *words;
    } cases[] = {
        {"r1bqkb1r/ppp2ppp/2np1n2/4p3/2B1P3/2NP4/PPP1NPPP/R1BQK2R b KQkq - 0 5", "g7g5",
         "5...g5 puts the pawn on g5, where 6.Bxg5 wins it"},
        {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "b1c3",
         "4.Nc3 misses 4.Qxf7#, which is mate"},
        {"6k1/5ppp/8/8/8/r7/5PPP/1R4K1 b - - 0 1", "a3a2",
         "1...Ra2 allows 2.Rb8#, which is mate on the back rank"},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[CLAIM_WORDS_MAX] = "";
        searched(cases[i].fen, cases[i].played, claims);
        if (claims->count > 0)
            claim_sentence(claims, &claims->list[0], words, sizeof words);
        if (strcmp(words, cases[i].words) != 0)
            fail_msg("%s %s: '%s', expected '%s'", cases[i].fen, cases[i].played, words,
                     cases[i].words);
        assert_true(claims->list[0].proved);
        assert_true(claims->loss >= 100);
    }
    free(claims);
}

static bool says(const struct claims *claims, enum claim_role role, const char *expected)
{
    char words[CLAIM_WORDS_MAX];
    for (int i = 0; i < claims->count; i++) {
        claim_sentence(claims, &claims->list[i], words, sizeof words);
        if (claims->list[i].role == role && strncmp(words, expected, strlen(expected)) == 0)
            return true;
    }
    return false;
}

/* Writes what is said first of 4.h3, besides the best reply, if 4.Nxe5 was better. */
static void first_words(Score best, Score answer, char *words)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    claims->position = from_fen("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4");
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&claims->position, "h2h3", &claims->played));
    read_line(&claims->position, "f3e5 f8e7 e5f3", best, &claims->best);
    claims->position = from_fen("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N2N1P/PPPP1PP1/R1BQKB1R b KQkq - 0 4");
    read_line(&claims->position, "b8c6 f1b5", answer, &claims->answer);
    claims->position = from_fen("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4");
    claims_gather(claims);
    assert_true(claims->count > 1);
    int first = claims->list[0].kind == CLAIM_REPLY;
    claim_sentence(claims, &claims->list[first], words, CLAIM_WORDS_MAX);
    free(claims);
}

/* A quiet move that was better is compared with the one played. "Misses" is for what was there to be
 * won. */
static void a_better_quiet_move_is_not_called_missed(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    const char *fen = "r1bqk2r/ppp2ppp/2nbp3/3n4/2BP4/2P2N2/PP3PPP/RNBQK2R w KQkq - 0 7";
    claims->position = from_fen(fen);
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&claims->position, "c4d5", &claims->played));
    read_line(&claims->position, "b1d2 e8g8", 23, &claims->best);
    chess_play(&claims->position, claims->played);
    read_line(&claims->position, "e6d5 e1g1", 40, &claims->answer);
    claims->position = from_fen(fen);
    claims_gather(claims);
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "7.Bxd5 is weaker than 7.Nbd2, which develops the knight"));
    free(claims);
}

/* Makes the claims about a mistake from these lines, without a search. */
static struct claims *mistaken(const char *fen, const char *played, const char *best, Score score,
                               const char *answer, Score after)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    claims->position = from_fen(fen);
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&claims->position, played, &claims->played));
    read_line(&claims->position, best, score, &claims->best);
    chess_play(&claims->position, claims->played);
    read_line(&claims->position, answer, after, &claims->answer);
    claims->position = from_fen(fen);
    claims_gather(claims);
    return claims;
}

/* What is said of a mistake from these lines, without a search, must begin with `words`. If they are
 * about the opponent's answer, they must also be said first. */
static void lines_say(const char *fen, const char *played, const char *best, Score score,
                      const char *answer, Score after, const char *words)
{
    struct claims *claims = mistaken(fen, played, best, score, answer, after);
    if (!says(claims, CLAIM_ROLE_MISSED, words) &&
        !(says(claims, CLAIM_ROLE_ALLOWS, words) && claims->list[0].kind == CLAIM_REPLY)) {
        for (int i = 0; i < claims->count; i++) {
            char said[CLAIM_WORDS_MAX];
            claim_sentence(claims, &claims->list[i], said, sizeof said);
            print_error("%s\n", said);
        }
        fail_msg("expected '%s'", words);
    }
    free(claims);
}

static void a_better_move_is_named_with_its_point(void **state)
{
    /* "17.Qf5+ was better", without a reason. */
    lines_say("r1bq4/pppk3N/2n2Qn1/3pp3/1b1pR3/6P1/PPP2P1P/RN4K1 w - - 1 17", "f6g7",
              "f6f5 d7e7 f5f6 e7d7 f6f5", 0, "d8e7 g7g6 d5e4 c2c3 b4d6", 136,
              "17.Qg7+ is not the best: 17.Qf5+, which draws by perpetual check, was better");
    /* "10...Nxf6 was better", without a reason: both moves take back. */
    lines_say("rn2kbnr/ppq1p1pp/2p2P2/3p1b2/N1P2P2/5N2/PP1B2PP/R2QKB1R b KQkq - 0 10", "g7f6",
              "g8f6 c4d5 f6d5 d1b3 e7e6", -50, "f3d4 e7e6 d4f5 e6f5 c4d5", 236,
              "10...gxf6 turns a level position into a worse one: 10...Nxf6, which develops the "
              "knight, was better");
    /* "1.Nf3+, which forks the king and the queen": the queen gives the check. */
    lines_say("r6B/p2kn2p/2b2p2/8/7q/8/P2NBP1P/1R1QK2R w - - 0 1", "h1g1",
              "d2f3 d7e8 f3h4 c6h1 d1d6", 480, "a8b8 d2f3 d7e8 f3h4", -60,
              "1.Rg1 turns a winning position into a level one: 1.Nf3+, which attacks the queen on h4, "
              "was better");
    /* "is answered by 12.Nxe4, which exchanges knights": what matters is the queens. */
    lines_say("2kr1b1r/pp1q1ppp/2p2n2/3p4/5P2/2NQP3/PPP3PP/R1B1K2R b KQ - 0 11", "f6e4",
              "f8c5 c3a4 c5d6 c1d2 h8e8 e1c1 f6g4 d1f1", 154, "c3e4 d5e4 d3d7 d8d7 c1d2", -65,
              "11...Ne4 is answered by 12.Nxe4 and then 13.Qxd7+, which exchanges queens");
    /* "attacks the bishop on b4": it was attacked before, and the queen guarded it. */
    lines_say("r1b1kbnr/pppp1ppp/1q6/8/3NN3/2BQ1P2/PP4PP/R3KB1R b KQkq - 0 13", "f8b4",
              "d7d5 d3b5 c7c6 b5b6 a7b6", -256, "d4b5 a7a5 a2a3 b4c3 d3c3", 540,
              "13...Bb4 is answered by 14.Nb5, which cuts off a defender of the bishop on b4");
    /* Only "14...g5 was better" was said: the move played attacks the knight, too, but does not win
     * it. */
    lines_say("2kr3r/p1p1b1pp/2pq4/3p1b2/P4Nn1/2N3P1/1PPP1P1P/R1BQR1K1 b - - 2 14", "e7g5",
              "g7g5 d2d4 g5f4 c1f4 d6d7", 88, "d2d4 h8e8 e1e8 d8e8 d1f1", 45,
              "14...Bg5 is not the best: 14...g5, which attacks the knight on f4, was better");
    /* Only "after which 19.Nge2 is a mistake" was said: the knight cannot be taken, because the queen
     * would take the queen. */
    lines_say("r3r1k1/pp3ppp/8/2p1q3/3nP3/P1N1QPbP/1PP3P1/2R2KNR b - - 4 18", "f7f5",
              "d4f5 e3e2 e5f4 c1e1 a8d8", 496, "g1e2 d4e2 e3e2 a8d8 c1d1", -85,
              "18...f5 makes the position worse: 18...Nf5, which attacks the queen on e3, was better");
    /* "allows 23...Rg8 and then 24...Nc6, which uncovers an attack on the pawn on a3". */
    lines_say("rr6/2p2kBp/3p4/np1qpp2/8/P2P2QP/2P2PP1/1R3RK1 w - - 1 23", "g7h6",
              "g3g5 d5e6 g2g4 e6g6 g7h6 g6g5 h6g5", -66,
              "b8g8 g3h2 a5c6 f2f4 g8g6 h6g5 c6d4 g1h1 a8a3 h3h4 h7h6", 162,
              "23.Bh6 is answered by 23...Rg8, which attacks the queen on g3");
    /* "allows 21.c5, which attacks the queen on b6 and wins a bishop and four pawns for a rook". */
    lines_say("3r2k1/pp4pp/1q2p3/3p1p2/2Pb3Q/1P1P1NP1/P4P1P/1R3RK1 b - - 3 20", "d4c3",
              "d4f6 h4f4 h7h6 d3d4 g7g5 f4e3 g8g7", -551,
              "c4c5 b6a5 b3b4 a5c7 f3g5 d8e8 h4h7 g8f8 f1e1 c3e1 b1e1 c7d7 h7h8 f8e7 e1e6 e7d8 e6e8 "
              "d7e8 g5e6 d8e7 h8e8 e7e8 e6g7 e8d7 g7f5", 727,
              "20...Bc3 is answered by 21.c5, which attacks the queen on b6");
    /* Only "32...Bd7 was better" was said. */
    lines_say("3kr3/N5pp/P4n2/8/1Bp5/7b/2P2P2/1R4K1 b - - 0 32", "d8c7",
              "h3d7 b4d2 d8e7 a7b5 d7c6", -160,
              "b4a5 c7d6 b1b6 d6c5 b6b5 c5d6 a5b4 d6e6", 363,
              "32...Kc7 is answered by 33.Ba5+, which gives check after check");
    /* "21.Re3, which does not lose two pawns": the line loses one. */
    lines_say("r1b2rk1/pp3p1p/3p2p1/6q1/2P2n2/2B5/P1Q2PPP/R3RBK1 w - - 0 21", "c3d2",
              "e1e3 c8d7 c2d2 a8e8 d2d4 f7f6 c3d2 g5g4 d4d6", 120,
              "f4h3 g1h1 h3f2 h1g1 g5h4 d2b4 f2g4 h2h3 g4f6 c2c3 f6e4", 47,
              "21.Bd2 makes the position worse: 21.Re3, which keeps the pawn on f2, was better");
    /* "20.Rxd7, which takes the knight": it is protected. */
    lines_say("r1b1qrk1/1p1n1ppp/2p5/p7/P3n3/3RB1P1/1PQ1NPBP/3R2K1 w - - 0 20", "d3d4",
              "d3d7 e4f2 g1f2 c8d7 e3c5 d7g4 c5f8 e8f8", 236,
              "f7f5 e2f4 e8f7 g2f3 d7e5 f3h5 e5g6 d4d3", -68,
              "20.Rd4 makes the position worse: 20.Rxd7, which gets two knights for a rook and a pawn, "
              "was better");
}

/* Without a search to prove it, a pawn that falls at the end of a long line is no reason. */
static void at_sight_no_pawn_falls_late(void **state)
{
    const char *fen = "r2q1rk1/1ppb1ppp/pbn1pn2/3pN1B1/1P1P4/P1NBP3/2P2PPP/R2Q1RK1 b - - 3 11";
    struct claims *claims =
        mistaken(fen, "d7c8", "c6e7 d1f3 e7g6 e5g4", -100,
                 "e5g4 f8e8 g4f6 g7f6 g5h4 g8f8 d1h5 e6e5 h5h7 c8e6", 420);
    const char *late = "11...Bc8 allows 12.Ng4, which wins a pawn";
    assert_true(says(claims, CLAIM_ROLE_ALLOWS, late));
    claims->at_sight = true;
    claims_gather(claims);
    assert_false(says(claims, CLAIM_ROLE_ALLOWS, late));
    free(claims);
}

/* "14...e5, which puts a pawn in the centre" was said first: the pawn attacks the queen. */
static void an_attack_precedes_a_quiet_merit(void **state)
{
    struct claims *claims =
        mistaken("1r1qkb1r/p2n4/2n1pp2/1p1p3p/P1pP1Qb1/NPP2N2/5PPP/R1B1KB1R b KQk - 2 14", "a7a6",
                 "e6e5 f4e3 f8h6 e3e2", 139, "a4b5 c6a5 b3c4 a5b3 a1b1", -76);
    const struct claim *centre = claim_of(claims, CLAIM_CENTRE);
    const struct claim *better = claim_of(claims, CLAIM_BETTER);
    assert_non_null(centre);
    assert_non_null(better);
    assert_int_equal(better->merit, CLAIM_ATTACKS);
    assert_true(better < centre);
    free(claims);
}

/* "allows 21.Rxe8+, which .": the pawn that the move played took is won back. */
static void a_pawn_is_won_back(void **state)
{
    struct claims *claims =
        mistaken("r3r1k1/1ppq1ppp/p7/3N4/8/P2P1Q1P/1bP2PP1/1R2R1K1 b - - 1 20", "b2a3",
                 "e8e1 b1e1 b2a3 d3d4 a3d6 c2c4 a8d8", 122,
                 "e1e8 a8e8 b1b7 a3d6 g2g4 a6a5 c2c4", 28);
    struct claim claim = {.kind = CLAIM_WINS, .role = CLAIM_ROLE_ALLOWS, .side = WHITE, .first = 1,
                          .at = 1, .length = 4, .won = {[PAWN] = 1}};
    char words[CLAIM_WORDS_MAX];
    assert_true(chess_from_uci(&claims->position, "b2a3", &claim.line[0]));
    memcpy(claim.line + 1, claims->answer.moves, 3 * sizeof *claim.line);
    claim_words(claims, &claim, words, sizeof words);
    assert_string_equal(words, "allows 21.Rxe8+, which wins back the pawn");
    free(claims);
}

/* "after 16.Kf1 that would be a mistake because of 17.Re1+": the same check works after the move
 * played. */
static void a_check_that_always_works_punishes_nothing(void **state)
{
    struct claims *claims =
        mistaken("r3k2r/1p1nqpb1/1np3p1/p2p3p/P2P2PP/1PNQ1PB1/2P2N2/R3K2R w KQkq - 1 16", "e1d2",
                 "e1f1 e8c8 f1g2 d7f8 h1e1", 23, "e7b4 a1e1 e8f8 d2d1", 82);
    struct evidence punishment;
    struct position after = claims->position;
    chess_play(&after, claims->best.moves[0]);
    Move reply = NO_MOVE;
    assert_true(chess_from_uci(&after, "e7b4", &reply));
    chess_play(&after, reply);
    read_line(&after, "a1e1 e8f8 c3e2 b4d6", 115, &punishment);
    claims_add_punished(claims, reply, &punishment);
    assert_null(claim_of(claims, CLAIM_UNCASTLES));
    free(claims);
}

/* A pawn that is won along the way is the reason for a small loss only. */
static void a_pawn_is_no_reason_for_a_large_loss(void **state)
{
    char words[CLAIM_WORDS_MAX];
    first_words(130, 0, words);
    assert_string_equal(words, "4.h3 misses 4.Nxe5, which wins the undefended pawn on e5");
    first_words(450, 0, words);
    assert_string_equal(words, "4.h3 turns a winning position into a level one: 4.Nxe5, which takes "
                               "the pawn, was better");
    first_words(390, 50, words); /* perhaps not winning: other engines may see it differently */
    assert_string_equal(words,
                        "4.h3 makes the position worse: 4.Nxe5, which takes the pawn, was better");
    first_words(500, -210, words);
    assert_string_equal(words, "4.h3 gives away part of the advantage: 4.Nxe5, which takes the pawn, "
                               "was better");
}

/* The rook goes to a6 and attacks the pawn, as it would from a1. */
static void a_better_move_is_not_praised_for_what_the_move_does(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    struct evidence threat;
    assert_non_null(claims);
    const struct position position = from_fen("3r1rk1/8/2RP1pn1/p3p3/1p2P3/3P1NP1/6K1/1R6 w - - 1 34");
    struct position after = position;
    claims->position = position;
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&position, "c6a6", &claims->played));
    read_line(&position, "b1a1 d8a8 c6b6 g8f7", 100, &claims->best);
    chess_play(&after, claims->played);
    read_line(&after, "d8a8 a6c6", 64, &claims->answer);
    claims_gather(claims);
    assert_false(says(claims, CLAIM_ROLE_MISSED, "34.Ra6 misses 34.Ra1, which attacks"));
    assert_false(says(claims, CLAIM_ROLE_ALLOWS, "34.Ra6 allows 34...Ra8, which attacks the rook"));
    assert_true(says(claims, CLAIM_ROLE_ALLOWS, "34.Ra6 is answered by 34...Ra8"));
    after = position;
    chess_play(&after, claims->best.moves[0]);
    assert_true(pass_move(&after));
    read_line(&after, "a1a5", 206, &threat);
    claims_add_missed_threat(claims, &threat);
    assert_false(says(claims, CLAIM_ROLE_MISSED, "34.Ra6 is weaker than 34.Ra1, threatening"));
    free(claims);
}

/* The bishop uncovers an attack on f2. What comes of another reply much later is said after that. */
static void a_threat_precedes_what_comes_later(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    struct evidence line;
    assert_non_null(claims);
    const struct position position = from_fen("5rk1/p3prb1/1p1q2pp/2pP1b2/2P1p3/8/P2QBBPP/4R1K1 b - - 1 32");
    struct position after = position;
    claims->position = position;
    claims->last_captured = NO_PIECE_TYPE;
    read_line(&position, "f5d7 f2g3", 697, &claims->best);
    claims->played = claims->best.moves[0];
    chess_play(&after, claims->played);
    read_line(&after, "f2g3", -697, &claims->answer);
    claims_gather(claims);
    read_line(&after,
              "f2e3 g7e5 g1h1 e5h2 e3h6 h2g3 h6f8 g3e1 d2e1 f7h7 e2h5 h7h5 h1g1 d6h2 g1f2 h5f5 "
              "f2e3 f5f8",
              -779, &line);
    claims_add_answer(claims, &line);
    assert_true(says(claims, CLAIM_ROLE_ANSWERS, "32...Bd7 answers 33.Be3"));
    assert_true(pass_move(&after));
    read_line(&after, "f7f2", 944, &line);
    claims_add_threat(claims, &line);
    assert_int_equal(claims->list[0].role, CLAIM_ROLE_THREAT);
    free(claims);
}

/* What a mistake is not blamed for, although a search after a pass, or another reply, finds it. */
static void what_others_prevent_is_no_reason(void **state)
{
    static const struct {
        const char *fen, *best;
        Score best_score;
        const char *played, *answer;
        Score answer_score;
        enum claim_role role;
        const char *line; /* after the pass or, for CLAIM_ROLE_ANSWERS, from the reply on */
        Score score;
    } cases[] = {
        /* The best reply takes the knight that would uncover the attack. */
        {"1k1rb2r/pBp5/Pp1qpb2/4N3/3P2p1/4B3/5PQ1/R4RK1 w - - 2 27", "a1c1 f6e5 d4e5", 386,
         "e5g4", "f6d4 e3d4 d6d4", -209, CLAIM_ROLE_MISSED,
         "e3f4 g4g3 e5c6 e8c6 f4d6 g3f2 g1f2 d8d6 b7c6 h8d8", 622},
        /* The knight that attacks the queen is taken. */
        {"r2q1rk1/1pp1ppbp/5np1/p2p1b2/1n1P4/1PN1PN2/P1PQBPPP/R1B2RK1 w - - 1 12",
         "a2a3 b4a6 c1b2", -2, "e2d3", "f6e4 d3e4 f5e4 c3e4 d5e4", 88, CLAIM_ROLE_ALLOWS,
         "e4d2 c1d2 b4d3 c2d3 f5d3", 648},
        /* The pawn on f2 hangs before the move. */
        {"1R6/5ppk/1p2p2p/8/8/3KP1P1/1r3P1P/8 b - - 4 36", "b2f2 b8b6", 239, "b6b5", "f2f4 b2h2",
         -214, CLAIM_ROLE_ANSWERS, "f2f3 b2h2 b8b5 h2h3 g3g4 h3f3", -235},
        /* The move played wins the rook, too. */
        {"rnb5/ppN5/2pp4/4p3/2BkP2b/3P1Q2/PPq3PP/R6K w - - 2 23",
         "a1f1 h4d8 c7a8 b8d7 c4e6 d8a5 f3f7 c2e2 b2b4 d7f6 f7f6 a5d8", 378, "b2b3",
         "b7b5 c7a8 c2f2 f3f2 h4f2 c4f7 b8a6 a2a4 d4d3 a1d1", -113, CLAIM_ROLE_MISSED, NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claims *claims = calloc(1, sizeof *claims);
        struct evidence line;
        assert_non_null(claims);
        struct position after = from_fen(cases[i].fen);
        claims->position = after;
        claims->last_captured = NO_PIECE_TYPE;
        assert_true(chess_from_uci(&after, cases[i].played, &claims->played));
        read_line(&after, cases[i].best, cases[i].best_score, &claims->best);
        chess_play(&after, claims->played);
        read_line(&after, cases[i].answer, cases[i].answer_score, &claims->answer);
        claims_gather(claims);
        if (cases[i].role == CLAIM_ROLE_ANSWERS) {
            read_line(&after, cases[i].line, cases[i].score, &line);
            claims_add_answer(claims, &line);
        } else if (cases[i].line) {
            bool missed = cases[i].role == CLAIM_ROLE_MISSED;
            after = missed ? claims->position : after;
            chess_play(&after, missed ? claims->best.moves[0] : claims->answer.moves[0]);
            assert_true(pass_move(&after));
            read_line(&after, cases[i].line, cases[i].score, &line);
            (missed ? claims_add_missed_threat : claims_add_allowed_threat)(claims, &line);
        }
        for (int j = 0; j < claims->count; j++) {
            if (claims->list[j].role == cases[i].role && claims->list[j].kind <= CLAIM_WINS)
                fail_msg("%s %s: %s", cases[i].fen, cases[i].played,
                         claim_kind_name((enum claim_kind)claims->list[j].kind));
        }
        free(claims);
    }
}

/* The queen takes back on c5 when it likes. */
static void a_pawn_that_can_be_retaken_is_not_won(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    searched_with(200000, "r3k1nr/p4ppp/4p3/q1ppP3/1b1P4/2N2Q1P/PP3PP1/R1B2RK1 w kq - 0 13", "d4c5", claims);
    assert_false(says(claims, CLAIM_ROLE_DOES, "13.dxc5 wins a pawn"));
    free(claims);
}

/* A better move brings the king out of a check, gives check before it takes back, or drives the
 * king away. */
static void a_better_move_forestalls_the_reply(void **state)
{
    static const struct {
        const char *fen, *last;
        int captured;
        const char *best, *played, *answer;
        Score best_score, answer_score;
        const char *words;
    } cases[] = {
        {"6k1/5ppp/3q4/8/8/8/P5PP/R5K1 w - - 0 1", NULL, NO_PIECE_TYPE, "g1h1 d6b6 a1d1", "a2a3",
         "d6b6 g1h1 b6b2", 50, 150, "1.Kh1, which avoids the check 1...Qb6+, was better"},
        {"6k1/5ppp/3q4/8/8/8/P5PP/R5K1 w - - 0 1", NULL, NO_PIECE_TYPE, "g1f2 d6d7 a1d1", "a2a3",
         "d6b6 g1h1 b6b2", 50, 150, NULL},
        {"4k3/8/8/8/3N4/2b1P3/8/5BK1 b - - 0 0", "c3d4", KNIGHT, "f1b5 e8e7 e3d4", "e3d4", "e8e7",
         400, -200, "2.Bb5+, which gives check before the capture on d4, was better"},
        /* A check is worth naming in a lost position, if nothing else can be said. */
        {"6k1/5p1p/8/6p1/7P/7Q/1q4P1/7K w - - 0 1", NULL, NO_PIECE_TYPE, "h3c8 g8g7 c8c6 b2b1",
         "g2g3", "b2b1 h1g2 b1e4", -450, 640,
         "1.Qc8+, which gives check and drives the king to g7, was better"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claims *claims = calloc(1, sizeof *claims);
        assert_non_null(claims);
        struct position after = from_fen(cases[i].fen);
        claims->last_captured = (uint8_t)cases[i].captured;
        if (cases[i].last) {
            assert_true(chess_from_uci(&after, cases[i].last, &claims->last));
            chess_play(&after, claims->last);
        }
        claims->position = after;
        assert_true(chess_from_uci(&after, cases[i].played, &claims->played));
        read_line(&after, cases[i].best, cases[i].best_score, &claims->best);
        chess_play(&after, claims->played);
        read_line(&after, cases[i].answer, cases[i].answer_score, &claims->answer);
        claims_gather(claims);
        bool said = false, avoided = false;
        for (int j = 0; j < claims->count; j++) {
            char words[CLAIM_WORDS_MAX];
            claim_sentence(claims, &claims->list[j], words, sizeof words);
            said = said || (cases[i].words && strstr(words, cases[i].words));
            avoided = avoided || strstr(words, "avoids the check");
        }
        if (cases[i].words ? !said : avoided)
            fail_msg("%s: %s", cases[i].fen, cases[i].words ? cases[i].words : "avoids the check");
        free(claims);
    }
}

/* Only the better move was named, without a reason. */
static void a_better_move_has_a_reason(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const struct {
        const char *fen, *last, *played, *words;
        uint64_t nodes;
    } cases[] = {
        {"r1b1k2r/ppp2ppp/2p5/2b1P3/2Bq2n1/3P4/PPP2PPP/RNBQ1RK1 w kq - 1 9", NULL, "d1f3",
         "is answered by 9...Nxe5, which takes the pawn; after 9.Qe2 that would be a mistake "
         "because of 10.c3, which uses",
         200000},
        {"4r1k1/ppq2ppp/2pNnp2/8/2PP2P1/1P1Q3P/PB3PK1/5R2 b - - 0 20", NULL, "c7d6",
         "misses 20...Nf4+, which forks the king and the queen and wins the queen for a rook", 200000},
        {"5rk1/p3n1bp/B1p1ppp1/q1Pp4/3P1P2/PrNQ2BP/5PP1/2R1K2R b K - 4 17", NULL, "a5a3",
         "17...Rxa3 and then 18...Qxa6, which takes the bishop on a6, was better", 200000},
        {"r1bqk1nr/p1p3pp/2p2p2/2bpP3/2P1P3/5N2/PP3PPP/RNBQK2R w KQkq - 1 8", NULL, "e1h1",
         "is answered by 8...dxe4, which takes the pawn; 8.cxd5 would have prevented that", 200000},
        {"r2qkb1r/ppp2ppp/2np1n2/8/3PPBb1/5N2/PPP3PP/RN1QKB1R w KQkq - 1 7", NULL, "h2h3",
         "7.Bb5, which pins the knight on c6 to the king, was better", 200000},
        /* The game is lost anyway, but the move loses two pawns more. */
        {"5b1r/Q5pp/4kn2/3pn3/2B5/2N5/PPPqR1PP/5R1K b - - 1 22", NULL, "d2g5",
         "22...Qxe2", 60000},
        /* The knight that is taken has just taken a bigger piece. */
        {"r1bqrk2/pp1n1pb1/2p1pn1p/4N1N1/3P3B/3B1Q2/PPP2PPP/R3K2R b KQ - 0 16", "d7e5", "g5e6",
         "misses 17.dxe5, which takes back on e5", 60000},
        /* "allows 1...Nxd4, which wins a bishop": after 3.Qf3 Black wins no more than a pawn. */
        {"2r2rk1/1q2bppp/p1n1p3/1p1nN3/3B4/5Q2/PP2NPPP/2R2RK1 w - - 0 1", NULL, "f3h3",
         "1...Nxd4, which exchanges the knight for a bishop", 400000},
        /* Black has several good replies, so the point is what the better move does. */
        {"5rk1/r4pp1/8/3Bp3/4P2q/p2P4/2P1K1Q1/1R6 w - - 0 28", NULL, "b1g1",
         "28.Rh1, which attacks the queen on h4, was better", 200000},
        /* Nothing was said of the queen, which falls after a check and a quiet move. */
        {"r3r1k1/p4pp1/2QR4/7q/5P2/2P5/b1P3PP/3K3R w - - 1 24", NULL, "d1d2",
         "is answered by 24...Qe2+, which wins the queen for a rook", 200000},
        /* "16...Rd8, which makes the rook more active: on d8 it reaches 7 squares instead of 3". */
        {"rb3rk1/p1q2ppp/bpp1pn2/8/P1PP4/2NQPPP1/1B2N2P/R2R2K1 b - - 0 16", NULL, "a6b7",
         "is answered by 17.e4", 200000},
        /* "which advances the passed a-pawn", of a loss of more than a pawn. */
        {"6k1/1R4p1/4p2p/4b3/PP6/1r2PrP1/R4P1P/6K1 w - - 0 29", NULL, "b4b5",
         "29.a5 was better", 100000},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += SPARING) {
        struct prover *prover = prover_of(cases[i].nodes);
        const struct position start = from_fen(cases[i].fen);
        struct position position = start;
        Move last = NO_MOVE, move;
        if (cases[i].last) {
            assert_true(chess_from_uci(&position, cases[i].last, &last));
            chess_play(&position, last);
        }
        assert_true(chess_from_uci(&position, cases[i].played, &move));
        assert_true(claims_of_move(prover, &start, &last, last != NO_MOVE, move, claims));
        bool said = false;
        for (int j = 0; j < claims->count; j++) {
            char words[CLAIM_WORDS_MAX];
            claim_sentence(claims, &claims->list[j], words, sizeof words);
            said |= strstr(words, cases[i].words) != NULL;
        }
        if (!said)
            fail_msg("%s %s: no '%s'", cases[i].fen, cases[i].played, cases[i].words);
        prover_destroy(prover);
    }
    free(claims);
}

/* The pawn that the better move takes is not taken back, so it is won. */
static void a_better_move_wins_a_pawn(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    searched_with(200000, "r1b1kb1r/ppppqppp/5n2/4P3/2Bp4/5Q2/PPPP1PPP/RNB2RK1 b kq - 2 7", "f6g8", claims);
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "7...Ng8 turns a level position into a worse one: "
                     "7...Qxe5, which wins the pawn on e5, was better"));
    free(claims);
}

/* What falls is said first, and no quiet merit beside it; nothing is said twice. */
static void what_falls_is_said_first(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const struct {
        const char *fen, *played, *first, *never;
    } cases[] = {
        /* "misses 20.Qd5, which protects the pawn on e5". */
        {"r4rk1/pp1n1pp1/1b1P3p/2p1P3/8/P4NN1/5PPP/q1BQ1RK1 w - - 3 20", "f3h4",
         "20.Nh4 is answered by 20...Qxe5, which takes the pawn", "misses"},
        /* Only the threat of the better move was named. */
        {"r3k1r1/ppp2p1p/2p1b2B/3n4/8/5P2/PPP3PP/2K1RB1R w - - 15 20", "f1c4",
         "20.Bc4 is answered by 20...Rxg2, which takes the pawn", "was better"},
        /* The pawn was named after a threat of the better move. */
        {"rn2k1nr/ppp2p2/3bpq1p/6p1/3P1P2/1PNBB3/P1P2P1P/R2Q1RK1 w kq - 0 12", "c3e2",
         "12.Ne2 does not save the pawn on f4: 12...gxf4 wins it", "centre"},
        /* "misses 7...e6, which protects the pawn on c5": that pawn does not fall. */
        {"rn1qkbnr/pp2ppp1/6p1/2ppP3/3P4/2P2N2/PP3PPP/RNBQK2R b KQkq - 0 7", "b8c6",
         "7...Nc6 is answered by 8.e6, which 7...e6 would have prevented", "protects"},
        /* "develops the knight": 12.Kxe4 takes the other one. */
        {"rnb1k2r/ppp2ppp/8/1N6/2p1n3/4K3/PP3PPP/R4B1R b kq - 1 11", "b8a6", "", "develops"},
        /* "saves the knight from 20...Nxg5": it leaves the bishop on f7. */
        {"5r2/pkpq1B1Q/3p4/2p1p1N1/4P3/N4n1b/PPP4P/R1B4K w - - 5 20", "g5h3", "",
         "saves"},
        {"r1bqkb1r/pppp1ppp/2n2n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5", "b1c3",
         "5.Nc3 meets the threat of 5...Nxe4, which wins", "protects"},
        {"5r1k/bp3pp1/3Nn3/P3N2p/2P1P3/3P2Pq/5P2/R2Q1RK1 b - - 0 24", "h5h4",
         "24...h4 misses 24...Qxg3+, which draws by perpetual check", "takes the pawn on g3"},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += SPARING) {
        searched_with(200000, cases[i].fen, cases[i].played, claims);
        for (int j = 0; j < claims->count; j++) {
            char words[CLAIM_WORDS_MAX];
            claim_sentence(claims, &claims->list[j], words, sizeof words);
            if ((j == 0 && strstr(words, cases[i].first) != words) || strstr(words, cases[i].never))
                fail_msg("%s %s: %s", cases[i].fen, cases[i].played, words);
        }
        if (claims->count == 0 && cases[i].first[0])
            fail_msg("%s %s: nothing is said", cases[i].fen, cases[i].played);
    }
    free(claims);
}

/* Two threats of the better move begin with the same capture. */
static void a_better_move_threatens_once(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    searched_with(200000, "r1bqkb1r/pp1p1ppp/2nPp3/2p5/8/2N3P1/PPP1PPP1/R2QKBNR b KQkq - 0 7",
                  "c6d4", claims);
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "7...Nd4 is weaker than 7...Qb6, threatening 8...Qxb2, which wins"));
    int missed = 0;
    for (int i = 0; i < claims->count; i++)
        missed += claims->list[i].role == CLAIM_ROLE_MISSED;
    assert_int_equal(missed, 1);
    free(claims);
}

/* What a good move stops, what it threatens, and that no other would do. */
static void threats_are_stopped_and_made(void **state)
{
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    searched("6k1/2R2pp1/7p/8/8/8/r4PPP/6K1 w - - 0 1", "h2h3", claims);
    assert_true(says(claims, CLAIM_ROLE_PARRIES,
                     "1.h3 meets the threat of 1...Ra1+, which forces mate in 2 on the back rank"));
    searched("6k1/2R2pp1/7p/8/8/8/r4PPP/6K1 w - - 0 1", NULL, claims);
    assert_true(says(claims, CLAIM_ROLE_THREAT,
                     "Black threatens 1...Ra1+, which forces mate in 2 on the back rank"));
    searched("8/8/8/8/8/3kp3/8/4K3 w - - 0 1", "e1d1", claims);
    assert_true(says(claims, CLAIM_ROLE_ONLY_MOVE, "1.Kd1 is the only move: the next best, 1.K"));
    searched("r3k3/1b6/8/8/8/8/1B6/R3K3 w - - 0 1", "a1a8", claims);
    assert_false(says(claims, CLAIM_ROLE_ONLY_MOVE, "1.Rxa8+"));
    free(claims);
}

/* Without a search, or after a short one, a move is described by what the board shows. */
static void at_sight_a_move_is_what_the_board_shows(void **state)
{
    struct claims *claims = malloc(sizeof *claims);
    struct evidence answer;
    char words[CLAIM_WORDS_MAX];
    Move move;
    assert_non_null(claims);
    struct position position =
        from_fen("rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3");
    assert_true(chess_from_uci(&position, "c8g4", &move));
    claims_at_sight(claims, &position, move, NULL);
    assert_true(claims->count > 0);
    claim_sentence(claims, &claims->list[0], words, sizeof words);
    assert_string_equal(words, "3...Bg4 develops the bishop");

    position = from_fen("4k3/8/8/3b4/8/8/8/3R2K1 w - - 0 1");
    assert_true(chess_from_uci(&position, "d1d5", &move));
    struct position after = position;
    chess_play(&after, move);
    read_line(&after, "e8e7", -500, &answer);
    claims_at_sight(claims, &position, move, &answer);
    assert_non_null(claim_of(claims, CLAIM_HANGS));
    answer.nodes = 1000;
    claims_at_sight(claims, &position, move, &answer);
    assert_null(claim_of(claims, CLAIM_HANGS));
    free(claims);
}

/* A capture that waits: the move before it took the knight on d4. */
static void an_intermediate_move_precedes_a_capture(void **state)
{
    const struct {
        const char *line, *words;
    } cases[] = {
        {"f1b5 e8e7 e3d4", "1.Bb5+ comes before the capture on d4 and wins back the knight"},
        {"e3d4 e8e7 f1b5", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct claims *claims = calloc(1, sizeof *claims);
        char words[CLAIM_WORDS_MAX] = "";
        assert_non_null(claims);
        struct position before = from_fen("4k3/8/8/8/3N4/2b1P3/8/5BK1 b - - 0 0");
        assert_true(chess_from_uci(&before, "c3d4", &claims->last));
        claims->last_captured = KNIGHT;
        claims->position = before;
        chess_play(&claims->position, claims->last);
        claims->position.fullmove = 1;
        read_line(&claims->position, cases[i].line, 400, &claims->best);
        claims_gather(claims);
        const struct claim *claim = claim_of(claims, CLAIM_INTERMEDIATE);
        assert_true((claim != NULL) == (cases[i].words != NULL));
        if (claim) {
            claim_sentence(claims, claim, words, sizeof words);
            assert_string_equal(words, cases[i].words);
            claims->last_captured = NO_PIECE_TYPE; /* the brief words name what it wins */
            assert_true(claim_brief(claims, claim, false, CLAIM_BRIEF, words, sizeof words));
            assert_string_equal(words, "missed winning a bishop");
        }
        free(claims);
    }
}

/* The best reply blocks the bishop, and a fork comes later. Another reply shows the skewer. */
static void a_skewer_is_shown_by_another_reply(void **state)
{
    struct claims *claims = gathered("2r3k1/pp1q1pbp/3p2p1/4p3/4P3/4QB1P/PPr2PP1/2R2RK1 w - - 0 21",
                                     "f3g4 f7f5 e3b3 d6d5 c1c2 c8c2 b3c2 f5g4 f1c1", 278);
    struct evidence reply;
    struct position after = claims->position;
    char words[CLAIM_WORDS_MAX];
    assert_null(claim_of(claims, CLAIM_SKEWER));
    assert_non_null(claim_of(claims, CLAIM_FORK));
    chess_play(&after, claims->best.moves[0]);
    read_line(&after, "d7d8 g4c8 c2c8 c1c8 d8c8 f1c1", -300, &reply);
    claims_add_answer(claims, &reply);
    assert_int_equal(claims->list[0].kind, CLAIM_SKEWER);
    claim_sentence(claims, &claims->list[0], words, sizeof words);
    assert_string_equal(words, "21.Bg4 skewers the queen and the rook and wins the exchange");
    free(claims);
}

/* Queens were exchanged on d1, and then a pawn falls: the queen is not won back. */
static void a_pawn_after_an_exchange_is_a_pawn(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    char words[CLAIM_WORDS_MAX];
    assert_non_null(claims);
    struct position before = from_fen("3qrk2/ppp1p2p/8/2n5/8/5N2/P1P2PPP/R1BQR1K1 b - - 0 15");
    assert_true(chess_from_uci(&before, "d8d1", &claims->last));
    claims->last_captured = QUEEN;
    claims->position = before;
    chess_play(&claims->position, claims->last);
    claims->position = from_fen("3rr2k/ppp1p2p/6p1/2n5/8/2P2N2/P1P2PPP/R1B1R1K1 w - - 0 16");
    read_line(&claims->position, "c1g5 c5a4 g5e7", 581, &claims->best);
    claims_gather(claims);
    assert_true(claims->count > 0);
    claim_sentence(claims, &claims->list[0], words, sizeof words);
    assert_string_equal(words, "16.Bg5 wins the pawn on e7");
    claims->last_captured = BISHOP;
    claim_sentence(claims, &claims->list[0], words, sizeof words);
    assert_string_equal(words, "16.Bg5 wins the pawn on e7");
    free(claims);
}

/* What was once said of positions, and was false or misleading. said: what one of the claims says now;
 * never: what none may say. */
static void what_was_once_false_is_said_right(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const struct {
        const char *fen, *played;
        const char *said[2], *never[2];
        int least, most; /* of the loss */
    } cases[] = {
        /* "gave away 1.90, king safety": it drops a pawn. */
        {"r1bqkb1r/ppp2ppp/2np1n2/4p3/2B1P3/2NP4/PPP1NPPP/R1BQK2R b KQkq - 0 5", "g7g5",
         {"puts the pawn on g5, where 6.Bxg5 wins it"}, {"king", "safety"}, 100, 300},
        /* "gave away 3.72, king safety": the queen leaves g2, and the rook on h1 falls, too. */
        {"r2q1rk1/pbp2ppp/8/8/1p4Q1/8/PPP2PPP/RN2K1NR w KQ - 0 18", "g4b4",
         {"allows 18...Bxg2, which traps the rook on h1", "wins a rook"}, {"safety", "king safe"},
         200, 1000},
        /* "threatens 12...Nxc2+": it loses a knight, although Black is lost anyway. */
        {"r3k3/ppp2ppp/2n5/8/4p3/8/PPQ2PPP/R3KR2 b q - 0 11", "c6b4",
         {"allows 12.Qxe4+, which forks the king, the knight", "wins a knight"}, {"threatens"}, 0, 50},
        /* "21...Rh7, which brings the rook into play, was better": a rook and a pawn fall. */
        {"r3kb1r/1bp5/p3pQ1p/6p1/1qNP4/pPN1P3/P4PPP/2R1K2R b K - 2 21", "h8g8",
         {"allows 22.Qxe6+, which forks the king and the rook and wins a rook"}, {"into play"},
         50, 250},
        /* Nothing was said: a bishop falls, but White was winning. */
        {"6k1/6p1/b1N2p1p/8/8/1R1P3P/5PP1/6K1 b - - 2 43", "a6c8",
         {"43...Bc8 allows 44.", "wins a bishop"}, {NULL}, 0, 670},
        /* "gave away 0.96": a normal move. */
        {"rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5", "g7g6",
         {NULL}, {"allows", "misses"}, 0, 49},
        /* "you can win a pawn" in a level position: the gambit pawn comes back. */
        {"rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2", "d5c4",
         {NULL}, {"wins", "win a pawn"}, 0, 49},
        /* "gives the king an escape square" in the first move; and the queen is not what 1.e4
         * frees most. */
        {CHESS_START_FEN, "e2e4", {"opens the way for the bishop on f1"},
         {"escape square", "queen on d1"}, 0, 49},
        /* "forks the king, the pawn on d4 and the pawn on h4": nobody wins the king. */
        {"3r2r1/p1b2p1k/1p2p2p/8/1PN1R1PP/2P5/P4P2/R5K1 w - - 0 1", "a2a4",
         {"1.a4 allows 1...f5, which"}, {"forks the king"}, 100, 600},
        /* "threatens 2.Nxd4 and then 4.Bd3, which uncovers an attack on the pawn on b7 and wins
         * the queen and a pawn": the queen falls before. */
        {"r4rk1/pp2nppp/4p3/1B1pPb2/3q4/1Q6/PP1N1PPP/R4RK1 w - - 0 1", "d2f3",
         {"threatens 2.Nxd4, which wins the undefended queen on d4"}, {"uncovers"}, 0, 49},
        /* "prevents 1...Qxf2#, which wins the pawn on f2 and mates" beside the mate. */
        {"r1b1k1nr/pppp1ppp/2n2q2/2b1N3/4P3/2N5/PPPP1PPP/R1BQKB1R w KQkq - 0 1", "e5f3",
         {"prevents 1...Qxf2#, which is mate"}, {"wins the pawn on f2"}, 0, 49},
        /* "is the only move: others allow 2...Bxe2+", but a queen move does not; and the queen is
         * not won twice. */
        {"r3k2r/ppq3pp/5p2/8/2b1N3/8/PPP1QPPb/R3RK2 w kq - 1 2", "e4d6",
         {"is the only move that keeps the advantage: the next best, 2.g3, allows", "wins the queen on e2 for a bishop"},
         {"others allow", "discovered check"}, 0, 49},
        /* "wins a pawn", but Black is a pawn ahead. */
        {"r2qkb1r/pppnpppp/4bn2/8/2pP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 5 6", "d4d5",
         {"6.d5 wins back a pawn"}, {"wins a pawn"}, 0, 49},
        /* "threatens 2...h6, which wins a pawn", but 2.Rc8+ mates. */
        {"Q2r2k1/2R2ppp/8/p7/8/8/qP3PPP/2R3K1 b - - 0 1", "d8a8",
         {"allows 2.Rc8+, which forces mate in 2"}, {"threatens"}, 0, 2000},
        /* Nothing was said of the fork: the best reply leaves the rook. */
        {"r5k1/pq3ppp/4p1r1/2pnB3/P7/1P5P/2PQ1PP1/3R1RK1 b - - 1 1", "g6g2",
         {"answers 2.Kxg2 with 2...Ne3+, which gives double check and wins the queen"}, {NULL}, 0, 49},
        /* "answers 2.Qe5+ with 2...Qxe5, which wins the undefended queen": who would play that? */
        {"2r5/5pkp/6p1/3Q4/6P1/8/pq3PP1/N4RK1 b - - 1 1", "c8c1",
         {NULL}, {"wins the undefended queen"}, 0, 49},
        /* Nothing was said of the check: the search of another reply found a short line. */
        {"5k2/2rR1pp1/5b1p/1P5P/PKB5/4r3/8/3R4 b - - 1 1", "f6c3",
         {"prepares 2...Bd4+, which gives discovered check and wins a rook"}, {NULL}, 0, 49},
        /* "misses 1.Qxc5, which wins the pawn on c5": the bishop took that pawn. */
        {"5r1k/6pp/1n6/1qp1b1PP/4Pp2/BB1p1P2/3N1K2/2Q4R w - - 0 1", "a3c5",
         {NULL}, {"misses 1.Qxc5"}, 100, 1340},
        /* "takes the defender of the pawn on d4": that defender is the queen. */
        {"8/3Q3r/5k1n/5p2/3P4/5PP1/6KP/2q5 w - - 0 1", "d7h7",
         {"takes the undefended rook on h7"}, {"defender of the pawn"}, 0, 49},
        /* "wins a rook" at the end of a line after which the knight is taken. */
        {"2rqr1k1/pb1n1pbp/1p1p1np1/PN1Pp3/1P2P3/3BBN2/3Q1PPP/R1R3K1 b - - 0 1", "b7d5",
         {NULL}, {"overloads the queen on b8, which also guards b6 and"}, 100, 670},
        /* "misses 1...b4, threatening 2...bxc3": it loses no less. */
        {"1r3rk1/3R2pp/p3p3/1p6/8/2N2B2/PPP3PP/1K6 b - - 0 1", "b8d8",
         {NULL}, {"misses", "weaker"}, 0, 100},
        /* "makes the rook more active: on b2 it reaches 10 squares": it draws. */
        {"8/8/4RR2/1p6/2p2P1P/1r3kP1/7K/8 b - - 0 1", "c4c3",
         {"misses 1...Rb2+, which draws by perpetual check"}, {"active"}, 300, 670},
        /* "threatens 2...Rb3+": that was possible at once. */
        {"8/5p2/1R5p/P7/2p3k1/6r1/1K2b3/8 b - - 0 1", "h6h5",
         {NULL}, {"threatens 2...Rb3+"}, 0, 670},
        /* "threatens 2...Nb6, which wins a pawn": the king takes the knight. */
        {"8/4k2p/p2p1p2/3P1p2/1Bnb1P2/3K3P/P5P1/4N3 b - - 0 1", "d4f2",
         {NULL}, {"threatens"}, 0, 200},
        /* "allows 1...Nc5, threatening 2...Nxe4", which is as possible after the better move. */
        {"r2q1rk1/pp1n1pb1/3pp1pp/8/4P2P/4nN2/PPP2PP1/R1BQK2R w KQ - 0 1", "f2e3",
         {NULL}, {"threatening 2...Nxe4"}, 50, 400},
        /* "gives the knight an outpost": it was attacked. */
        {"r1bq3r/p2k3p/5p1Q/1pp1pP2/2PpP2P/N2P2P1/nP1N4/1K1R1B1R b - - 0 1", "a2b4",
         {NULL}, {"outpost"}, 0, 200},
        /* "overloads the king": the pawn takes a rook and becomes a queen, and is no bait. */
        {"7r/3q2kP/8/8/4Pp2/Q4P2/8/4K2R w - - 0 1", "h1g1", {NULL}, {"overloads", "lures"}, 0, 100},
        /* "is weaker than 11...Bd6, which develops the bishop": so does the move played. */
        {"rnbqkb1r/ppp4p/1n4p1/8/4p3/1BN3Q1/PPPPNP1P/R1B1K2R b KQkq - 0 11", "c8f5",
         {NULL}, {"develops"}, 50, 400},
        /* "is weaker than 1.Qe4, which puts a queen in the centre", where it is attacked easily. */
        {"1r3rk1/4qpp1/2Qpb2p/p3P3/1n6/5N1P/PPP2PP1/2KR1B1R w - - 0 1", "c6a4",
         {NULL}, {"in the centre"}, 0, 400},
        /* "is weaker than 19.Rad1, which offers to exchange rooks": White is behind. */
        {"2krr3/ppp4p/8/4q1p1/1PQ1pp2/8/P1P2PPP/R3R1K1 w - - 0 19", "f2f3",
         {NULL}, {"exchange"}, 50, 250},
        /* "prevents 19...Nxg3, which wins a pawn": an exchange, and a pawn much later. White is
         * behind, so exchanging is no merit. */
        {"r2qr1k1/pp2bp2/2p3np/3p4/4n1P1/1P3NNP/PBPP1P2/R2Q2K1 w - - 4 19", "g3e4",
         {NULL}, {"prevents", "exchanges"}, 0, 150},
        /* "wins a pawn": it is the only legal move. */
        {"2kr3r/pQp3p1/P2bp3/3p4/4p1qp/6P1/1PPB1P1P/R2R2K1 b - - 1 25", "c8d7",
         {"25...Kd7 is the only legal move"}, {"wins", "threatens"}, 0, 0},
        /* "makes the rook more active": no reason to lose a pawn. */
        {"rn1q1rk1/bp1b1pp1/2pp1n1p/p2P4/N3P2B/P2B1N2/1P3PPP/R2Q1RK1 w - - 2 15", "e4e5",
         {NULL}, {"more active"}, 20, 250},
        /* "kept more pressure": the answer takes a pawn. */
        {"r1k1r3/2qb4/p4Q2/1p2p3/3P4/P1P1R3/2P2PPP/R1B3K1 w - - 0 24", "e3e5",
         {"24.Rxe5 is answered by 24...Qxc3, which takes the pawn"}, {"pressure"}, 50, 250},
        /* "allows 19...Nc6, which attacks the queen": the queen moves away. */
        {"3r2r1/1kp1np1p/p2q4/3p1b2/1P3Q2/2N2P2/P1P2P1P/R3R2K w - - 1 19", "f4d4",
         {NULL}, {"attacks the queen", "threatening"}, 200, 700},
        /* "prepares 16.Qf3, which traps the knight on a5": 15.b4 does. */
        {"r3kbr1/1pp1q2p/p2pBp1p/n4P2/3p4/1QP5/PP3PPP/RN3RK1 w q - 4 13", "b3d5",
         {NULL}, {"prepares", "traps"}, 0, 150},
        /* "traps the knight on c6": it is pinned, and traded. */
        {"r1b1k2r/ppp2ppp/2nq1n2/1Bbpp3/4P3/P1N2N1P/1PPP1PP1/R1BQK2R w KQkq - 2 7", "b5c6",
         {NULL}, {"traps"}, 20, 200},
        /* "and then 18.Qg3+, which lures the king away": the first move takes a knight. */
        {"r2q1rk1/p1p1bpp1/5n1p/3p4/3PpQ2/4B1N1/PPP2PPP/R4RK1 b - - 1 14", "f6h5",
         {"15.Nxh5 wins it"}, {"lures"}, 200, 600},
        /* "threatening 18.fxe5 and then 19.Bh4, which pins the knight": it is pinned already. */
        {"2rq1rk1/1p4pp/p1p2n2/2P1p1B1/3pP3/P1pP4/2P1QPPP/R4RK1 w - - 0 17", "e2f3",
         {NULL}, {"pins"}, 0, 250},
        /* "answers 37.f3 with 37...Rxh2, which wins a pawn": so did 36...Rxf2. */
        {"1R6/5ppk/1p2p2p/8/8/3KP1P1/1r3P1P/8 b - - 4 36", "b6b5",
         {NULL}, {"answers"}, 0, 150},
        /* "threatening 28.Bf4 and then 29.Nc6+": the best reply takes the knight. */
        {"1k1rb2r/pBp5/Pp1qpb2/4N3/3P2p1/4B3/5PQ1/R4RK1 w - - 2 27", "e5g4",
         {NULL}, {"threatening"}, 50, 400},
        /* "threatening 13...Nxd2, which wins the queen": the move loses less than a pawn. */
        {"r2q1rk1/1pp1ppbp/5np1/p2p1b2/1n1P4/1PN1PN2/P1PQBPPP/R1B2RK1 w - - 1 12", "e2d3",
         {NULL}, {"threatening"}, 20, 200},
        /* "misses 23.Rf1, which wins a rook and a knight": the rook hangs after any move. */
        {"rnb5/ppN5/2pp4/4p3/2BkP2b/3P1Q2/PPq3PP/R6K w - - 2 23", "b2b3",
         {NULL}, {"wins a rook"}, 100, 500},
        /* "and then 14.Qxc6+, which forks the king and the rook": after two bad replies. */
        {"r1bqk2r/p1p2ppp/5n2/4p1B1/1b1p4/2PP1N2/PP2NPPP/R2QK2R b KQkq - 0 10", "b4a5",
         {NULL}, {"14.Qxc6+"}, 50, 400},
        /* "misses 28.Qb7#, which is mate": so is the move played, after which nothing matters. */
        {"N3R3/p6k/1p1P2pp/7q/4Qb2/7n/PP3P2/4R2K w - - 0 28", "e4e7",
         {"28.Qe7# is mate"}, {"misses", "prevents"}, 0, 0},
        /* "puts the knight on d5, where 16.Bxd5+ wins it": it has taken a knight there. */
        {"r1bqr1k1/pp4p1/3b1nNp/3Npp1P/8/1P2P1P1/P2P1PB1/R2QK2R b KQ - 0 15", "f6d5",
         {NULL}, {"puts the knight on d5"}, 50, 300},
        /* "turns a worse position into a lost one": it may have been lost before. */
        {"3rr1k1/6bp/Bp4p1/2p2p2/4p3/1P2BP2/P1P2P1P/R4R1K b - - 0 21", "e4f3",
         {"21...Bxa1, which takes the rook, was better"}, {"lost"}, 60, 400},
        /* "brings the king to safety": into a pawn storm that opens the h-file. */
        {"r1bqk2r/p2nnpb1/2p1p1pp/1p1pP3/1P1P1BPP/P4N2/2P2P2/RN1QKB1R b KQkq - 1 10", "e8g8",
         {NULL}, {"safety"}, 0, 200},
        /* "is weaker than 7.Bxd7+, which exchanges bishops": an exchange is no reason. */
        {"rn1qkbnr/pp1b1ppp/4p3/1Bp5/3P4/2N2N2/PPP2PPP/R1BQK2R w KQkq - 2 7", "e1g1",
         {NULL}, {"exchanges", "safety"}, 20, 200},
        /* "gives the king an escape square": the pawn is taken. */
        {"6k1/pp3ppp/6r1/3R4/1P4B1/P3P2P/1B6/3R2K1 b - - 2 27", "h7h5",
         {NULL}, {"escape square"}, 0, 49},
        /* "misses 21.Qb3, which brings the attacked queen to safety": the rook takes a queen. */
        {"r4rk1/1p3pbp/1n1qp1p1/8/Qp2P3/5N2/1P2NPPP/3R1K1R w - - 0 21", "d1d6",
         {NULL}, {"attacked queen"}, 50, 250},
        /* "attacks the rook on b8": it attacks both. */
        {"1r3rk1/1q3p2/4p1p1/p3N2p/3P3P/1PP3Q1/P4P2/2K3R1 b - - 1 24", "b7e4",
         {"25.Nd7, which attacks the rook on b8 and the rook on f8"}, {NULL}, 100, 300},
        /* "attacks the knight on d5": it allows a fork that wins a rook. */
        {"r2q1rk1/ppp3p1/3p1p1p/3n3P/3p4/B2BPP1R/P3K3/R7 w - - 0 19", "e3e4",
         {NULL}, {"attacks the knight", "to safety"}, 0, 300},
        /* "answers 28...Rd6 with 29.R1b6 and then 32.Rb7+, which skewers": nobody plays that. */
        {"3r1rk1/1R5p/5p2/p2p2p1/2pP4/2P1p2P/P3KPP1/1R6 w - - 0 28", "f2e3",
         {"takes the undefended pawn on e3"}, {"answers"}, 0, 49},
        /* "21...Qxe1+, which comes before the capture on d7": the captures may change places. */
        {"3r1r1k/3nNpbp/p1Q3p1/q3p3/4P3/1P2BP2/P1P2P1P/3RR1K1 w - - 5 21", "d1d7",
         {"21...Qxe1+ wins the exchange"}, {"comes before"}, 200, 400},
        /* "29...Kd7, which wins a pawn" after five more moves. */
        {"2k5/1pp5/p1pn1p2/6p1/3Pb2p/P3BQ1P/5PPK/4q3 w - - 2 29", "f3h5",
         {"29.Qxf6, which takes the pawn, was better"}, {"wins a pawn"}, 100, 250},
        /* "traps the bishop on e4": it is pinned. */
        {"r4rk1/ppp1n2p/2nq1ppQ/8/3pB3/2P5/PP3PPP/R3K1NR w KQ - 0 14", "h2h4",
         {"pins the bishop on e4 to the king"}, {"traps"}, 200, 500},
        /* Nothing was said of the pawn that falls. */
        {"7k/6pp/pb6/P4p2/1P6/2P2P2/6KP/2n2N2 b - - 0 28", "b6d8",
         {"28...Bd8 is answered by 29.Ne3"}, {NULL}, 50, 250},
        /* The king on e7 can be forked, so that only the better move threatens the knight. */
        {"r1b1k1nr/pp1p1ppp/n1pN4/4P3/3NP3/3B4/1qP2PPP/3QK2R b Kkq - 1 13", "e8e7",
         {"is weaker than 13...Kf8, threatening 14...Qxd4"}, {NULL}, 50, 400},
        /* "allows 22.d5, which attacks the rook on e6", beside the fork. */
        {"4r1k1/2p1q1pp/2n1r3/pp2p3/3PR3/2P2N1P/P3QPP1/4R1K1 b - - 0 21", "b5b4",
         {"allows 22.d5, which forks the rook and the knight"}, {"attacks the rook"}, 50, 400},
        /* A rook is not praised for standing in the centre. */
        {"4k3/ppR5/8/8/1r6/1P1p1KP1/P6P/3R4 b - - 1 31", "b4d4",
         {NULL}, {"centre"}, 0, 49},
        /* "makes the knight more active": 10.b4 drives it away. */
        {"r1bq1rk1/pppn1p1p/3p1bp1/3Pp3/4P3/2NB1N2/PPP2PPP/R2Q1RK1 b - - 0 9", "d7c5",
         {NULL}, {"more active"}, 0, 100},
        /* "weaker than 12...Nc6, which gives the king an escape square": it meets a check. */
        {"2kr1b1r/pp1qnppp/8/2QpP3/8/8/PPP2PPP/RNBR2K1 b - - 0 12", "c8b8",
         {NULL}, {"escape square"}, 0, 200},
        /* Nothing was said of a move that loses some tenths of a pawn, and then not why the other is
         * better: 9.e5 and 10.Qg4 take the pawn. */
        {"r1bqk2r/pp1p1ppp/4pn2/8/1b1nP3/P1NB4/1PPB1PPP/R2QK2R b KQkq - 0 8", "b4a5",
         {"is answered by 9.e5, which wins a pawn; 8...Bd6 would have prevented that"}, {NULL}, 40, 100},
        /* "threatens 2...Rxe8", but 2.Qe6 is mate. */
        {"2r1R1k1/1pq3p1/p6p/3pQB2/1Pr5/P6P/2P2PP1/6K1 b - - 0 1", "g8f7",
         {NULL}, {"threatens", "prevents"}, 0, 49},
        /* Only "is answered by 11...Nxc3" was said. */
        {"r1b1k1r1/pppp1pBp/8/8/4n3/8/PPP2PPP/R3KB1R w KQq - 1 11", "g7c3",
         {"which exchanges the knight for a bishop and doubles the pawns on the c-file"}, {NULL},
         50, 250},
        /* "7.Nc3, which develops the knight, was better", of a loss of more than a pawn. */
        {"rnbq1rk1/ppp1bppp/3p1n2/8/2B1Pp2/1P3N2/PBPP2PP/RN1QK2R w KQ - 2 7", "d2d3",
         {"7.Nc3 was better"}, {"develops"}, 80, 250},
        /* Only the moves were named. */
        {"r1bqkb1r/1p1p1ppp/p1n1p3/8/3P4/P4B1P/1P3PP1/RNBQK2R b KQkq - 0 10", "b7b5",
         {"is answered by 11.d5, which attacks the knight on c6; 10...d5 would have prevented that"},
         {"was better"}, 80, 350},
        /* "prevents 18.Nc5, which forks the queen and the pawn": it takes that knight. */
        {"3r2k1/ppp2ppp/2p5/8/4q3/2PNB3/P4PPP/2RR2K1 b - - 0 17", "d8d3",
         {"17...Rxd3 takes the knight on d3"}, {"prevents"}, 0, 49},
        /* Only "is answered by 14.Nxc3" was said, although the line wins the knight. */
        {"Bnbqk2r/p5pp/1p3p2/2p1P3/2Q5/2nP2P1/PbP4P/RN2K1NR b KQk - 0 13", "b2a1",
         {"is answered by 14.Nxc3, which takes the knight"}, {NULL}, 150, 450},
        /* Only "51.Kg7 was better" was said, because the mate in the line can be delayed. */
        {"8/7R/3k1PK1/8/8/8/2r4p/3n4 w - - 2 51", "h7h2",
         {"puts the rook on h2, where 51...Rxh2 wins a rook for a pawn"}, {"mate"}, 20, 670},
        /* Only "28.h4 was better" was said. */
        {"2r1r3/2p5/6k1/pp1Nnpp1/8/bP4P1/P1P2BKP/1R5R w - - 6 28", "b3b4",
         {"28...c6, which attacks the knight on d5, the guard of the pawn on b4"}, {NULL}, 50, 400},
        /* "prevents 16...gxf4, which uses the pin on the bishop on e3 and wins the queen". */
        {"r1b1k2r/ppp1q2p/3p1p2/6p1/2B2Q2/P3BP2/2P3PP/R3K2R w KQkq - 0 16", "f4e4",
         {"16.Qe4 saves the queen from 16...gxf4"}, {"uses the pin"}, 0, 49},
        /* "wins a pawn", but which one? */
        {"rnbq1rk1/p3bpp1/3p1n1p/1Np5/4P3/1BN1BP2/PPPQ2PP/R3K2R b KQ - 0 11", "c8a6",
         {"allows 12.O-O-O, which wins the pawn on d6"}, {"wins a pawn"}, 50, 250},
        /* "is a small inaccuracy: 17...a6 was better" with six pawns more: it attacks a knight. */
        {"r2q1rk1/ppp1npp1/4p1p1/1N1pQ3/5PPb/P3P3/2P1K2P/1R5R b - - 6 17", "c7c6",
         {"threatens 18...cxb5"}, {"was better", "inaccuracy"}, 0, 99},
        /* Of neither move is there more to say: both are named, to be compared. */
        {"2kr1b1r/ppp2pp1/2n2n1p/7P/2P2P2/5P2/PB1PK3/RN3B1R b - - 0 13", "d8e8",
         {"is answered by 14.Kd1\n", "was better\n"}, {NULL}, 50, 200},
        /* "37.fxg3, which takes the pawn, was better": the move played takes it, too. */
        {"1r4r1/8/1p6/3Rp3/1R6/P4pp1/2k2P1P/5K2 w - - 0 37", "h2g3",
         {"37.fxg3 was better"}, {"takes the pawn"}, 50, 250},
        /* "wins the pawn on b7": the king only walks, and the pawn falls four plies later. */
        {"5b1r/1p1kpppp/6q1/Q2B4/1P4K1/6P1/P1P4P/R6R w - - 14 31", "g4h3",
         {NULL}, {"31.Kh3 wins"}, 0, 170},
        /* "wins the bishop on c3": the last move is not known, and it was a capture. */
        {"r1bq1rk1/p4ppp/2pp4/8/2B1PR2/2b5/PPP3PP/R2Q2K1 w - - 0 13", "b2c3",
         {"13.bxc3 takes the bishop on c3"}, {"wins"}, 0, 49},
        /* "29...Rd5 was better", without the reason: it guards the square of the reply. */
        {"2kr2r1/1pp1p3/p3Pb2/2q2N2/3p2P1/1P1Q1P1b/P1P2K1B/R3R3 b - - 6 29", "f6g5",
         {"29...Rd5, which prevents 30.Re5, was better"}, {NULL}, 50, 250},
        /* "gives the knight an outpost on d6": it is a check that ends castling. */
        {"r1b1k2r/p1qn1ppp/1p2p3/1Bp1P3/4NP2/2P5/PP4PP/R2QK2R b KQkq - 0 13", "a7a6",
         {"14.Nd6+, which forces the king to move, so that it can no longer castle"}, {"outpost"},
         100, 350},
        /* "is answered by 20...Rxd8, which takes back". */
        {"2kr3r/pppb2q1/3b3n/3Npp2/2BnP1pB/P2Q4/1PPN1PP1/R3K2R w KQ - 0 20", "h4d8",
         {"20.Bf6, which attacks the queen on g7, was better"}, {"takes back"}, 20, 150},
        /* "threatens 28.Qxh7" and then "attacks the pawn on h7". */
        {"3q1k2/r3p2p/3p1p2/1Pp3r1/2P1RQ2/8/5PP1/4R1K1 w - - 0 27", "f4h4",
         {"threatens 28.Qxh7, which wins the undefended pawn on h7"}, {"attacks"}, 0, 99},
        /* The same promotion was prepared, threatened and made nearer. */
        {"8/8/7P/4pK2/2k1P3/8/1b6/8 w - - 1 52", "h6h7",
         {"prepares 53.h8=Q, which promotes a pawn"}, {"threatens", "advances"}, 0, 99},
        /* "prevents 32...Qf3, which forces mate in 2": it takes the queen. */
        {"7r/6p1/2n1pkp1/2P5/3P1q2/4P1P1/5P2/R5K1 w - - 0 32", "g3f4",
         {"32.gxf4 takes the queen on f4"}, {"prevents"}, 0, 49},
        /* The attack on the bishop and then only "7.Be2 was better": it avoids the attack. */
        {"r1bqk2r/1ppnppbp/p2p1np1/1B6/3PP3/2N2N1P/PPP2PP1/R1BQK2R w KQkq - 0 7", "b5a4",
         {"7...b5, which attacks the bishop on a4; 7.Be2 would have avoided that"}, {"was better"}, 30,
         150},
        /* "is answered by 19...exf3, which exchanges pawns". */
        {"3r1rk1/1pq2pp1/p2b3p/4n3/3Np3/PP2B2P/2P2PP1/R2QR1K1 w - - 0 19", "f2f3",
         {NULL}, {"exchanges pawns"}, 150, 400},
        /* Nothing was said of this exchange. */
        {"4k3/pqpnp3/1r3npb/4N2p/2QP4/2P5/PP3PPP/RN3RK1 b - - 3 16", "d7e5",
         {"16...Nxe5 exchanges knights"}, {NULL}, 0, 100},
        /* "wins back a pawn": the line wins the queen, but a late move of it was not proved. */
        {"8/8/3R2pk/6qp/4B3/2p4P/P1P3K1/8 w - - 7 52", "g2h1",
         {"misses 52.Kf3, which wins the queen"}, {"wins back a pawn"}, 500, 1000},
        /* "threatening 32...Qxd3, which wins two queens": it only offers to exchange queens. */
        {"5r2/1p1k4/p4q2/3pp3/3n2pp/PP1Q1P2/3N2PP/5RK1 b - - 0 31", "f6f4",
         {NULL}, {"threatening 32...Qxd3"}, 100, 450},
        /* Only "15...f5 is a mistake because of 16.gxh4": both moves attack something. */
        {"3r1rk1/pp1b1pbp/2n1p1p1/4P2n/2B1NP1q/2N5/PP4PP/R1BQ1RK1 w - - 6 15", "g2g4",
         {"15.g3, which attacks the queen on h4"}, {"be a mistake because"}, 50, 400},
        /* Only "which exchanges the bishop for a knight": the next move attacks. */
        {"2kr3r/p1p2ppp/2p3q1/8/1b4P1/P1N1PN1P/1Pb2P2/R1Q1K2R b KQ - 0 14", "b4a5",
         {"14...Bxc3+"}, {"exchanges the bishop for a knight"}, 250, 800},
        /* Only "which exchanges knights", of a side that is a piece behind. */
        {"3rr1k1/ppp2ppp/2n2q2/2P5/4Ppb1/3B1N2/PPP3PP/R1B1QRK1 b - - 6 12", "c6d4",
         {"which exchanges knights, as suits the side with more material"}, {NULL}, 80, 350},
        /* Only the better move was named, because the knight counts more than the loss in score. */
        {"8/p4ppk/5n1p/1P2R3/8/5PP1/PR4KP/2r5 b - - 0 1", "f6h5",
         {"1...Nh5 puts the knight on h5, where 2.Rxh5"}, {NULL}, 50, 200},
        /* Nothing was said of a lost position in which more is lost. */
        {"rn3b1r/5kpp/p1pp1n2/1p6/3P4/2N1B3/PP5q/R2RK3 w - - 0 1", "d1d2",
         {"1.Rd2 allows 1...Qh1+, which skewers the king and the rook"}, {NULL}, 0, 50},
        /* "is answered by 17...Qxd1, which exchanges queens": the knight on c2 falls. */
        {"r2q1rk1/1pp1npp1/2n3bp/p1b1P1B1/P1B3P1/2P2N1P/1PN2P2/R2QR1K1 w - - 0 17", "g5h4",
         {"17...Qxd1, which takes the defender of the knight on c2 and wins a knight"},
         {"exchanges"}, 50, 500},
        /* "is answered by 22.Bh6+, which 21...Bxe4 would have prevented": a reply that is mated sooner
         * was taken for a way out. */
        {"r2q1k1r/ppp2p2/2bb1P2/8/2P1N1Q1/6Pp/PP5K/R1B2R2 b - - 2 21", "h8g8",
         {"allows 22.Bh6+"}, {"prevented"}, 50, 700},
        /* "is answered by 14...Nxe4, which exchanges knights; 14.Nxf6+ would have prevented that". */
        {"r4r2/pp1nppbk/2pp1npp/7q/2PPNB2/2N3PP/PP1QPPK1/R4R2 w - - 1 14", "f1h1",
         {NULL}, {"is answered", "prevent"}, 0, 200},
        /* "is answered by 32...Qxd2, which exchanges queens". */
        {"3r2r1/1b5k/4p1pp/p3Np2/1P1p1P1P/3R4/PPq3P1/3RQ1K1 w - - 2 32", "e1d2",
         {NULL}, {"exchanges queens"}, 0, 200},
        /* "is answered by 24.Qf3, which wins a rook for a pawn": the rook falls anyway. */
        {"r2q4/b1p1kp1p/p2P1p2/1p2p2Q/1P2B3/4P1P1/P2P3P/5RK1 b - - 0 23", "c7d6",
         {NULL}, {"rook for a pawn"}, 0, 300},
        /* "which attacks the queen on h4": it only offers to exchange queens. */
        {"r1bkr3/p2p2pp/1pp2p2/2b5/2N4Q/8/PqP1BPPP/R3R1K1 b - - 1 16", "b2c3",
         {"16...Qd4 was better"}, {"attacks the queen"}, 30, 250},
        /* "threatens 8...Qg5, which wins a knight" and "brings the attacked pawn to safety". */
        {"r1bqkb1r/pp1p1ppp/7n/2p1P3/3p4/2P5/PP1PNPPP/R1BQKB1R b KQkq - 0 7", "d4d3",
         {"attacks the knight on e2"}, {"Qg5", "safety"}, 0, 99},
        /* "threatens 32...Qxd6, which wins the queen and a pawn": it only offers to exchange. */
        {"2r1r2k/6p1/p1nQ3p/1pp1p1q1/5p2/2PPRN1P/PP3PP1/4R1K1 b - - 1 31", "g5f6",
         {"offers to exchange queens"}, {"threatens"}, 0, 99},
        /* "allows 23.Rxc8, which forces mate in 11", in a lost position. */
        {"2r1r2k/pQ5p/6pp/8/5N2/1P4Pb/P1n2P1P/2RR2K1 b - - 0 22", "c2e3",
         {NULL}, {"mate in"}, 0, 400},
        /* "31...Kh8, which wins a knight for a pawn": White must still stop the mate. */
        {"1r3rk1/2p3p1/3p3p/3Pp3/8/2P2pPq/1PBN1P1P/RQ4K1 w - - 1 31", "c2h7",
         {"31.Qf1, which stops the mate on g2, was better"}, {"31...Kh8"}, 50, 400},
        /* "wins a rook and a pawn": another reply, which is as good, takes a pawn back. */
        {"r3kb1r/1bp5/p3pQ1p/6p1/1qNP4/pPN1P3/P4PPP/2R1K2R b K - 2 21", "h8g8",
         {"forks the king and the rook and wins a rook"}, {"a rook and a pawn"}, 50, 700},
        /* Nothing was said: a5 wins, too, but a mate in one is missed. */
        {"6k1/5p1p/6p1/3Q4/P2B4/8/3q1PPP/R5K1 w - - 1 29", "a4a5",
         {"29.a5 misses 29.Qa8#, which is mate on the back rank"}, {NULL}, 0, 0},
        /* "17...Bg4, which develops the bishop, was better", of a loss of a pawn. */
        {"r1b1k2r/1p3pp1/p1n2n1p/4p3/4P3/B1PB1N2/3P1PPP/R4RK1 b kq - 0 17", "b7b5",
         {"17...Bg4"}, {"develops"}, 80, 200},
        /* "answers 31...Rg6 with 32.Raf7, which wins the pawn on h6": nobody plays for that. */
        {"1k6/R5R1/1p1pr2p/3n2p1/1P6/P7/5PPP/5K2 w - - 5 31", "g7h7",
         {NULL}, {"answers"}, 0, 49},
        /* "prevents 35.Rxh7+": every other move draws. */
        {"r4r1k/ppQ1R1Rp/5pp1/3p1b2/6q1/4K1P1/PP6/8 b - - 7 34", "g4g5",
         {"is the only move that keeps the advantage: the next best, 34...Rae8, allows 35.Rxh7+, "
          "which draws by perpetual check"}, {"and wins"}, 0, 0},
        /* "makes the queen more active: on f6 it reaches 14 squares instead of 10". */
        {"2rq1rk1/1b3p1n/p3p1pQ/3p4/2p5/5N1P/P1B2PP1/3R1RK1 b - - 1 26", "d8f6",
         {"26...Qf6 puts pressure on the knight on f3"}, {"more active"}, 0, 49},
        /* "It is the best move." */
        {"8/4kPb1/8/2p3KB/2P3P1/8/8/8 b - - 0 55", "g7f6",
         {"55...Bf6+ gives check and drives the king from g5"}, {NULL}, 0, 49},
        /* "exchanges knights". */
        {"r2qk2r/1bpp1ppp/p7/1pbPp3/3n4/PB1P1N2/1PP2PPP/R1BQK2R w KQkq - 1 10", "f3d4",
         {"10.Nxd4 exchanges knights and so removes the attacker of the bishop on b3"}, {NULL}, 0, 49},
        /* The knight that takes back attacks the knight on e4, too. */
        {"6k1/3n1ppp/5n2/6B1/4N3/8/5PPP/6K1 w - - 0 1", "g5f6",
         {"exchanges the bishop for a knight"}, {"removes the attacker"}, 0, 200},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += SPARING) {
        char all[ALL_MAX];
        searched(cases[i].fen, cases[i].played, claims);
        all_sentences(claims, all);
        for (int j = 0; j < 2; j++) {
            if (cases[i].said[j] && !strstr(all, cases[i].said[j]))
                fail_msg("%s %s: no '%s' in\n%s", cases[i].fen, cases[i].played, cases[i].said[j], all);
            if (cases[i].never[j] && strstr(all, cases[i].never[j]))
                fail_msg("%s %s: '%s' in\n%s", cases[i].fen, cases[i].played, cases[i].never[j], all);
        }
        if (claims->loss < cases[i].least || claims->loss > cases[i].most)
            fail_msg("%s %s: loses %d", cases[i].fen, cases[i].played, claims->loss);
    }
    free(claims);
}

/* Statements that a strong reader found wrong or beside the point: what must be said instead, and
 * what must not be said. */
static void a_reader_finds_no_fault(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const struct {
        const char *fen, *played, *said, *never;
        uint64_t nodes;
    } cases[] = {
        /* "7...Qb4+, which does not lose a pawn": the move played loses none, and Black was a knight
         * behind before. */
        {"r1b1kb1r/1pppq1pp/2n2p2/p3p3/2B1P3/3PBQ2/PPP2PPP/RN2K1NR b KQkq - 1 7", "d7d6",
         "7...Qb4+, which wins the pawn on b2, was better", "does not lose", 200000},
        /* "attacks the pawn on e5": 15.Rxe5 allows a mate on the back rank. */
        {"r2r4/p4kpp/5n2/4pb2/8/2P5/P1P2PPP/R1B2RK1 w - - 1 14", "f1e1", NULL,
         "attacks the pawn on e5", 30000},
        /* "It is about as good as the best move": a longer search sees that it is not. */
        {"r3kb1r/p3qppp/2p2n2/1p1p3b/8/1BP1PN1P/PP2QPP1/R1B2RK1 b kq - 2 14", "g7g5",
         "14...Ne4 was better", NULL, 50000},
        /* "misses 18...Nb8, which protects the bishop on e7": so does the move played. */
        {"2rr2k1/pq1nbpp1/1p1Bpn1p/1Np5/2P5/4PP2/PP2QP1P/1BRR2K1 b - - 3 18", "g8f8", NULL,
         "protects", 30000},
        /* "leaves the pawn on f3 without enough defenders": it falls after 25...Qf5, too. */
        {"r4q1r/1b4k1/2p1p3/pp2n1Np/8/P1P2pP1/1PQ1B2P/1K1R1R2 b - - 3 25", "f8f6", NULL, "Nxf3",
         200000},
        /* "attacks the rook on f5", which is lost wherever it goes. */
        {"8/R6k/1pp4p/p4rp1/2P5/1PnN2P1/P4P1P/6K1 b - - 3 33", "h7g6",
         "is answered by 34.g4, which traps the rook on f5", "attacks the rook on f5", 200000},
        /* "after which 28.b5 is a mistake because of 28...cxb5": the pawn can be taken after the
         * move played, too. */
        {"3rr1k1/p2n2b1/1ppP2pp/2P2p2/1P2p3/4B3/P1B1NPPP/3R2K1 b - - 1 27", "g6g5", NULL,
         "28...cxb5", 200000},
        /* "puts pressure on the rook on f7": the queen leaves the pawn on d4, which falls. */
        {"r2q2k1/ppp1nr1p/2n1pb2/1B1p2p1/3P4/2N3B1/PPP2PPP/R2QK2R w KQ - 0 13", "d1h5",
         "13.Qh5 does not save the pawn on d4: 13...Nxd4 wins it", "pressure", 200000},
        /* "meets the threat of 19.Bxe7+", which is still possible. */
        {"rn1k3r/4b3/p3p3/1pp1qpB1/7Q/3P4/PPP2PPP/R3R1K1 b - - 0 18", "h8h4", "18...Qxe1+",
         "meets the threat", 200000},
        /* "takes the bishop on f4 and wins a pawn": the pawn is taken back. */
        {"3r3k/p5pp/r2q1p2/1p1NpP1Q/2p1PbPP/P1P5/1P3R2/5R1K w - - 1 30", "d5f4",
         "30.g5", "wins a pawn", 200000},
        /* "is answered by 14...Nxf4, which exchanges the knight for a bishop": also after 14.Qb2. */
        {"r1bqkb1r/5ppp/2p1p3/1pPn4/1Q1PpB2/4P3/P2NBPPP/R3K2R w KQkq - 1 14", "b4b3",
         "wins a pawn", "exchanges", 200000},
        /* "is answered by 11...Ng6, which attacks the bishop on f4": also after 11.Bb3. */
        {"r2qkb1r/1b2nppp/p3p3/3p4/2B2B2/2N5/PPP2PPP/R2Q1RK1 w kq - 0 11", "c4e2",
         "after 11.Bb3 that would be a mistake because of 12.Ba4+, which forces the king to move",
         "which attacks the bishop on f4", 200000},
        /* "is answered by 32...h5": it threatens mate. */
        {"5r2/3p2k1/p1n2p1p/3N2p1/2N1q3/2Q5/PP4KP/R7 w - - 2 32", "g2h3",
         "allows 32...h5, threatening 33...Qg4#", NULL, 200000},
        /* "14...Bxe3, which takes the bishop": White takes back after an exchange of rooks. */
        {"r3k1nr/b1qn1pp1/2b1p2p/1p1pP3/1P6/2PBBN2/5PPP/RN1QR1K1 w kq - 4 14", "e1e2", "14.Nd4",
         "takes the bishop", 200000},
        /* "skewers the queen and the bishop", which is protected. */
        {"r1bq1rk1/p1p2pp1/1pp2n2/2b1P1Bp/2B5/2NP4/PPP2PPP/R2QK2R b KQ - 0 9", "d8d4",
         "9...Qd4", "skewers", 200000},
        /* "27...Rh8 was better", without a reason: 30.Rxh5 comes after the move played. */
        {"1r1qr3/pp1b1pk1/2p1p1p1/3p3p/2PPP3/6QR/PP3PPP/1B1R2K1 b - - 3 27", "g7f8",
         "27...Rh8, which guards the pawn on h5, was better", NULL, 200000},
        /* "is answered by 25.h4, which attacks the pawn on g5": other moves are as good, and one of
         * them would be a mistake after the better move. */
        {"3rr3/pk1q1p2/1p1p1n1p/2p3p1/4P3/2NQ1P2/PPPBN1PP/2KR4 b - - 3 24", "d8c8",
         "allows 25.Nd5; after 24...Qe6 that would be a mistake because of 25...Nxd5",
         "attacks the pawn on g5", 150000},
        /* "38.Ne4 was better", without a reason: a pawn matters in an ending. */
        {"8/p7/1p6/1K4p1/1P4kp/P5N1/5P1P/8 w - - 0 38", "g3f1",
         "after 38.Ne4 that would be a mistake because of 39.Nxg5+", NULL, 200000},
        /* "28.Kg2 wins a knight for a pawn": another reply loses only a pawn. */
        {"1r4k1/pp1Rbpp1/2p4p/4q3/2B1P3/P5Pn/1PQ2P1P/3R2K1 w - - 1 28", "g1g2",
         "28.Kg2 threatens 29.Kxh3", "for a pawn", 30000},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += SPARING) {
        char all[ALL_MAX];
        searched_with(cases[i].nodes, cases[i].fen, cases[i].played, claims);
        all_sentences(claims, all);
        if (cases[i].said && !strstr(all, cases[i].said))
            fail_msg("%s %s: no '%s' in\n%s", cases[i].fen, cases[i].played, cases[i].said, all);
        if (cases[i].never && strstr(all, cases[i].never))
            fail_msg("%s %s: '%s' in\n%s", cases[i].fen, cases[i].played, cases[i].never, all);
    }
    free(claims);
}

/* Statements that a review made with the engine's own search, and that a strong reader found
 * wrong. */
static void a_review_claims_no_pawn_too_many(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const struct {
        const char *fen, *played, *never;
    } cases[] = {
        /* "11...d5, which wins the pawn on e4": not after 12.exd5, which costs little else. */
        {"r2qk2r/1b1nppbp/p2p1np1/1p6/3NP3/P1N1BP2/1PPQB1PP/R3K2R w KQkq - 1 11", "c3d1",
         "wins the pawn on e4"},
        /* "answers 30.Qg5 with 30...Nxe4, which wins the pawn": the score is that of a draw. */
        {"r5k1/pppbrppq/1b1p1n2/3P1P2/1P1NPQ2/P3R2P/1B4B1/6RK b - - 7 29", "a8e8",
         "wins the pawn on e4"},
    };
    struct prover_budget budget = prover_review_budget();
    struct error error = {0};
    struct prover *prover = prover_create(&budget, NULL, NULL, &error);
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(prover);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char all[ALL_MAX];
        struct position position = from_fen(cases[i].fen);
        Move move = NO_MOVE;
        assert_true(chess_from_uci(&position, cases[i].played, &move));
        assert_true(claims_of_move(prover, &position, NULL, 0, move, claims));
        all_sentences(claims, all);
        if (strstr(all, cases[i].never))
            fail_msg("'%s' in\n%s", cases[i].never, all);
    }
    prover_destroy(prover);
    free(claims);
}

/* "threatens 43.Rc7+, which gives check, attacks the pawn on a7 and wins two pawns": 43.Rxg7 takes
 * one at once. */
static void a_capture_is_threatened_rather_than_a_check(void **state)
{
    const char *fen = "8/p5pp/5p2/2k2P2/1pP3P1/1P1KR2P/n7/8 w - - 0 42";
    const char *line = "e7c7 c5d6 c7g7 a2c1 d3c2 c1e2 g7h7";
    struct claims *claims = calloc(1, sizeof *claims);
    struct evidence threat;
    assert_non_null(claims);
    claims->position = from_fen(fen);
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&claims->position, "e3e7", &claims->played));
    read_line(&claims->position, "e3e7 a7a5 d3c2 a2c3 e7g7", 555, &claims->best);
    chess_play(&claims->position, claims->played);
    read_line(&claims->position, "a7a5 d3c2 a2c3 e7g7", -555, &claims->answer);
    assert_true(pass_move(&claims->position));
    read_line(&claims->position, line, 700, &threat);
    claims->position = from_fen(fen);
    claims_add_threat(claims, &threat);
    for (int i = 0; i < claims->count; i++)
        assert_int_not_equal(claims->list[i].role, CLAIM_ROLE_THREAT);
    free(claims);
}

/* "threatening 19...Re8+ and then 20...Bxf3+, which forks the king and the knight and forces mate". */
static void a_threat_is_one_idea(void **state)
{
    const struct position start =
        from_fen("rn2k2r/pp3p1p/2p3p1/2PP3b/B2P3b/P4P2/1PQNKnqP/RNB2R2 b kq - 0 18");
    struct claims *claims = calloc(1, sizeof *claims);
    struct evidence threat;
    assert_non_null(claims);
    claims->position = start;
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&start, "f2e4", &claims->played));
    read_line(&start, "e8g8 f1f2 g2f2 e2d3", 533, &claims->best);
    struct position after = start;
    chess_play(&after, claims->played);
    read_line(&after, "e2d1 e4f2", -158, &claims->answer);
    after = start;
    chess_play(&after, claims->best.moves[0]);
    assert_true(pass_move(&after));
    read_line(&after, "f8e8 d2e4 h5f3 e2d2 f2e4 d2d3 g2f1 d3e3 h4g5", SCORE_MATE - 9, &threat);
    claims_add_missed_threat(claims, &threat);
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "18...Ne4+ is weaker than 18...O-O, threatening 19...Re8+, which forces mate"));
    free(claims);
}

/* Of a good move without any merit, what it takes is said, and whether it takes back. */
/* It goes without saying that only taking back keeps the material, and that a piece that was taken
 * no longer threatens anything. */
/* "10...Bc5 is weaker than 10...Bd6, threatening 11...Bxh2+, which wins the pawn on h2" was said
 * first. */
static void an_attack_precedes_the_threat_of_a_pawn(void **state)
{
    const char *fen = "r1b1kb1r/p1p2ppp/1q6/3P4/6n1/2N2Q2/PPPP1PPP/R1B2RK1 b kq - 2 10";
    struct claims *claims = calloc(1, sizeof *claims);
    struct evidence threat;
    assert_non_null(claims);
    claims->position = from_fen(fen);
    claims->last_captured = NO_PIECE_TYPE;
    assert_true(chess_from_uci(&claims->position, "f8c5", &claims->played));
    read_line(&claims->position, "f8d6 g2g3 e8g8", 134, &claims->best);
    chess_play(&claims->position, claims->played);
    read_line(&claims->position, "c3a4 c5f2 f1f2 b6f2 f3f2 g4f2 g1f2", 18, &claims->answer);
    claims->position = from_fen(fen);
    claims_gather(claims);
    chess_play(&claims->position, claims->best.moves[0]);
    assert_true(pass_move(&claims->position));
    read_line(&claims->position, "d6h2 g1h1 e8g8", 200, &threat);
    claims->position = from_fen(fen);
    claims_add_missed_threat(claims, &threat);
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "10...Bc5 is weaker than 10...Bd6, threatening 11...Bxh2+"));
    assert_int_equal(claims->list[0].kind, CLAIM_REPLY);
    assert_int_equal(claims->list[0].merit, CLAIM_ATTACKS);
    free(claims);
}

static void taking_back_is_not_called_the_only_move(void **state)
{
    struct prover *prover = prover_of(30000);
    struct position start =
        from_fen("r4rk1/p1q1bpp1/5n1p/1pp1p3/4b3/1PP3QP/P1B1NPP1/R1B2RK1 w - - 0 19");
    struct position after = start;
    struct claims *claims = malloc(sizeof *claims);
    Move takes, back;
    assert_non_null(claims);
    assert_true(chess_from_uci(&start, "c2e4", &takes));
    chess_play(&after, takes);
    assert_true(chess_from_uci(&after, "f6e4", &back));
    assert_true(claims_of_move(prover, &start, &takes, 1, back, claims));
    assert_true(claims->count > 0);
    for (int i = 0; i < claims->count; i++) {
        assert_int_not_equal(claims->list[i].role, CLAIM_ROLE_ONLY_MOVE);
        assert_int_not_equal(claims->list[i].role, CLAIM_ROLE_PARRIES);
    }
    free(claims);
    prover_destroy(prover);
}

static void a_plain_capture_is_named(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    struct position after;
    assert_non_null(claims);
    claims->position = after =
        from_fen("r1bqkb1r/1pp2pp1/2np1n1p/1p2p3/P3P3/3PBN2/1PP2PPP/R2QKB1R w KQkq - 0 8");
    claims->last_captured = NO_PIECE_TYPE;
    read_line(&after, "a4b5 a8a1 d1a1", -259, &claims->best);
    claims->played = claims->best.moves[0];
    chess_play(&after, claims->played);
    read_line(&after, "a8a1 d1a1", 259, &claims->answer);
    claims_add_plain(claims);
    assert_int_equal(claims->count, 1);
    assert_true(says(claims, CLAIM_ROLE_DOES, "8.axb5 takes the pawn on b5"));
    claims->last = move_make(32, claims->list[0].targets[0], 0, 0);
    claims->last_captured = PAWN;
    assert_true(says(claims, CLAIM_ROLE_DOES, "8.axb5 takes back on b5"));
    free(claims);
}

static void a_plain_guard_is_named(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    struct position after;
    assert_non_null(claims);
    claims->position = after = from_fen("8/5k1p/p3p3/3r2p1/1P2RP2/8/2K3PP/8 w - - 0 42");
    claims->last_captured = NO_PIECE_TYPE;
    read_line(&after, "g2g3 h7h6 e4c4", 0, &claims->best);
    claims->played = claims->best.moves[0];
    chess_play(&after, claims->played);
    read_line(&after, "h7h6 e4c4", 0, &claims->answer);
    claims_add_plain(claims);
    assert_int_equal(claims->count, 1);
    assert_true(says(claims, CLAIM_ROLE_DOES, "42.g3 guards the pawn on f4"));
    free(claims);
}

/* A pawn that becomes a knight is not counted as a queen. */
static void a_promotion_is_counted_as_the_piece_it_makes(void **state)
{
    static const char *const lines[] = {"e7d8q e8d8", "e7d8n e8d8"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct walk walk;
        struct evidence line;
        struct position position = from_fen("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1");
        int won[PIECE_TYPE_COUNT], promotions;
        read_line(&position, lines[i], 100, &line);
        walk_line(&walk, &position, line.moves, line.length);
        walk_count(&walk, 2, won, &promotions);
        int sum = 0;
        for (int type = PAWN; type < KING; type++)
            sum += won[type] * piece_worth(type);
        sum += promotions * (piece_worth(QUEEN) - piece_worth(PAWN));
        assert_int_equal(sum, walk.material[2]);
    }
}

/* The line of every claim is legal, its material is as stated, and the same nodes give the same
 * claims. */
static void claims_hold_on_the_board_and_are_repeatable(void **state)
{
    static const char *const fens[] = {
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N2/PPBN1PPP/R1BQ1RK1 w - - 0 9",
        "2kr3r/ppp2ppp/2n5/3q4/3P2b1/2P2N2/PP2BPPP/R2Q1RK1 b - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i += SPARING) {
        struct claims *claims = malloc(2 * sizeof *claims);
        assert_non_null(claims);
        searched(fens[i], NULL, &claims[0]);
        searched(fens[i], NULL, &claims[1]);
        assert_memory_equal(&claims[0].best, &claims[1].best, sizeof claims->best);
        assert_int_equal(claims[0].count, claims[1].count);
        assert_memory_equal(claims[0].list, claims[1].list,
                            (size_t)claims->count * sizeof *claims->list);
        for (int j = 0; j < claims->count; j++) {
            const struct claim *claim = &claims->list[j];
            struct position position = claims->position;
            int before = 0, after = 0;
            for (int type = PAWN; type < KING; type++)
                before +=
                    piece_worth(type) *
                    (__builtin_popcountll(position.by_type[type] & position.by_color[claim->side]) -
                     __builtin_popcountll(position.by_type[type] &
                                          position.by_color[!claim->side]));
            for (int k = 0; k < claim->length; k++) {
                if (claim->line[k] == NULL_MOVE) {
                    assert_true(pass_move(&position));
                    continue;
                }
                assert_true(chess_is_legal(&position, claim->line[k]));
                chess_play(&position, claim->line[k]);
            }
            for (int type = PAWN; type < KING; type++)
                after +=
                    piece_worth(type) *
                    (__builtin_popcountll(position.by_type[type] & position.by_color[claim->side]) -
                     __builtin_popcountll(position.by_type[type] &
                                          position.by_color[!claim->side]));
            assert_int_equal(after - before, claim->material);
        }
        free(claims);
    }
}

/* An engine with common_scores searches as before, and only its reports have other scores. Claims
 * have the same. */
static void scores_are_on_the_common_scale(void **state)
{
    const struct prover_budget budget = {20000, 20000, 3, true};
    const struct position position =
        from_fen("4k3/pppp1ppp/8/8/8/8/PPPPPPPP/R2QK2R w KQ - 0 1"); /* a queen and two rooks more */
    const struct limits limits = {.nodes = budget.find};
    struct engine_settings settings = engine_settings_default();
    struct report *reports = calloc(2, sizeof *reports);
    struct claims *claims = malloc(sizeof *claims);
    struct error error;
    assert_true(reports && claims);
    settings.hash_mb = 16;
    for (int i = 0; i < 2; i++) {
        settings.common_scores = i > 0;
        struct engine *engine = engine_create_with(&settings, &error);
        assert_true(engine && engine_set_position(engine, &position, NULL, 0));
        assert_true(engine_think(engine, &limits, &reports[i]));
        engine_destroy(engine);
    }
    Score raw = reports[0].lines[0].score;
    assert_in_range(raw, 1000, SCORE_TABLEBASE_MIN - 1);
    assert_int_equal(reports[1].lines[0].score, score_common(raw));
    assert_int_equal(reports[1].best, reports[0].best);
    struct prover *prover = prover_create(&budget, NULL, NULL, &error);
    assert_non_null(prover);
    assert_true(claims_of_position(prover, &position, NULL, 0, claims));
    assert_int_equal(claims->best.score, score_common(raw));
    prover_destroy(prover);
    free(claims);
    free(reports);
}

/* Material that is won far ahead counts, though there a score on the common scale is smaller than
 * the material. */
static void material_is_won_far_ahead(void **state)
{
    static const char fen[] = "6k1/5p1p/8/p7/8/8/R4PPP/3Q2K1 w - - 0 1";
    struct claims *claims = gathered(fen, "a2a5", score_common(1100));
    assert_true(claims->count > 0 && claims->list[0].kind <= CLAIM_WINS);
    free(claims);
    claims = gathered(fen, "a2a5", 300);
    assert_true(claims->count == 0 || claims->list[0].kind > CLAIM_WINS);
    free(claims);
}

/* An engine that answers the searches of a prover that has none. */
struct answering {
    struct engine *engine;
    struct report report;
    int asked, refuse_after; /* 0: answer all */
};

static bool answer(void *context, const struct position *start, const Move moves[], int count,
                   const struct limits *limits)
{
    struct answering *answering = context;
    answering->asked++;
    if (answering->refuse_after > 0 && answering->asked > answering->refuse_after)
        return false;
    assert_true(engine_set_position(answering->engine, start, moves, count));
    (void)engine_think(answering->engine, limits, &answering->report);
    return true;
}

static bool ask_for_best(struct answering *answering, struct prover *prover,
                         const struct position *position, struct claims *claims)
{
    engine_new_game(answering->engine);
    prover_forget(prover);
    while (!claims_of_best(prover, position, NULL, 0, claims)) {
        if (!prover_is_waiting(prover))
            return false;
        prover_answer(prover, &answering->report);
    }
    return true;
}

/* A prover that asks for its searches says what one with an engine says. */
static void a_prover_without_an_engine_asks_for_its_searches(void **state)
{
    const struct prover_budget budget = {30000, 30000, 6, true};
    struct engine_settings settings = engine_settings_default();
    struct answering *answering = calloc(1, sizeof *answering);
    struct claims *claims = malloc(2 * sizeof *claims);
    struct error error;
    assert_true(answering && claims);
    settings.hash_mb = 16;
    settings.common_scores = true;
    answering->engine = engine_create_with(&settings, &error);
    struct prover *own = prover_create(&budget, NULL, NULL, &error);
    struct prover *asking = prover_create_asking(&budget, answer, answering);
    assert_true(answering->engine && own && asking);
    static const char *const fens[] = {
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "2kr3r/ppp2ppp/2n5/3q4/3P2b1/2P2N2/PP2BPPP/R2Q1RK1 b - - 0 1",
        "6k1/2R2pp1/7p/8/8/8/r4PPP/6K1 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i += SPARING) {
        struct position position = from_fen(fens[i]);
        assert_true(claims_of_best(own, &position, NULL, 0, &claims[0]));
        assert_true(ask_for_best(answering, asking, &position, &claims[1]));
        assert_int_equal(claims[1].played, claims[1].best.moves[0]);
        assert_int_equal(claims[0].count, claims[1].count);
        assert_memory_equal(claims[0].list, claims[1].list,
                            (size_t)claims->count * sizeof *claims->list);
        assert_int_equal(claims[0].nodes, claims[1].nodes);
    }
    /* A search that cannot start ends the work. */
    struct position position = from_fen(fens[1]);
    answering->asked = 0;
    answering->refuse_after = 2;
    assert_false(ask_for_best(answering, asking, &position, claims));
    assert_int_equal(answering->asked, 3);
    prover_destroy(asking);
    prover_destroy(own);
    engine_destroy(answering->engine);
    free(answering);
    free(claims);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_found_where_it_is_and_only_there),
        cmocka_unit_test(exchanges_are_swapped_off),
        cmocka_unit_test(what_is_paid_for_is_not_won),
        cmocka_unit_test(pawns_for_a_piece_are_not_won),
        cmocka_unit_test(a_back_rank_mate_needs_two_blocked_squares),
        cmocka_unit_test(at_sight_a_pawn_that_can_be_retaken_is_not_won),
        cmocka_unit_test(an_offered_exchange_is_no_threat),
        cmocka_unit_test(only_a_loss_makes_an_only_move),
        cmocka_unit_test(a_long_mate_is_no_threat),
        cmocka_unit_test(a_mistake_is_explained_by_what_it_allows_or_misses),
        cmocka_unit_test(a_better_quiet_move_is_not_called_missed),
        cmocka_unit_test(a_better_move_is_named_with_its_point),
        cmocka_unit_test(at_sight_no_pawn_falls_late),
        cmocka_unit_test(an_attack_precedes_a_quiet_merit),
        cmocka_unit_test(a_pawn_is_won_back),
        cmocka_unit_test(a_check_that_always_works_punishes_nothing),
        cmocka_unit_test(a_pawn_is_no_reason_for_a_large_loss),
        cmocka_unit_test(a_better_move_is_not_praised_for_what_the_move_does),
        cmocka_unit_test(a_threat_precedes_what_comes_later),
        cmocka_unit_test(what_others_prevent_is_no_reason),
        cmocka_unit_test(a_pawn_that_can_be_retaken_is_not_won),
        cmocka_unit_test(a_better_move_forestalls_the_reply),
        cmocka_unit_test(a_better_move_has_a_reason),
        cmocka_unit_test(a_better_move_wins_a_pawn),
        cmocka_unit_test(what_falls_is_said_first),
        cmocka_unit_test(a_better_move_threatens_once),
        cmocka_unit_test(threats_are_stopped_and_made),
        cmocka_unit_test(at_sight_a_move_is_what_the_board_shows),
        cmocka_unit_test(an_intermediate_move_precedes_a_capture),
        cmocka_unit_test(a_skewer_is_shown_by_another_reply),
        cmocka_unit_test(a_pawn_after_an_exchange_is_a_pawn),
        cmocka_unit_test(what_was_once_false_is_said_right),
        cmocka_unit_test(a_reader_finds_no_fault),
        cmocka_unit_test(a_review_claims_no_pawn_too_many),
        cmocka_unit_test(a_capture_is_threatened_rather_than_a_check),
        cmocka_unit_test(an_attack_precedes_the_threat_of_a_pawn),
        cmocka_unit_test(taking_back_is_not_called_the_only_move),
        cmocka_unit_test(a_threat_is_one_idea),
        cmocka_unit_test(a_plain_capture_is_named),
        cmocka_unit_test(a_plain_guard_is_named),
        cmocka_unit_test(a_promotion_is_counted_as_the_piece_it_makes),
        cmocka_unit_test(claims_hold_on_the_board_and_are_repeatable),
        cmocka_unit_test(scores_are_on_the_common_scale),
        cmocka_unit_test(material_is_won_far_ahead),
        cmocka_unit_test(a_prover_without_an_engine_asks_for_its_searches),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
