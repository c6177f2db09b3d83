/* Claims: each kind on a position where it is right, and on one where it is not; what given lines
 * prove; and that the words follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/effects.h"
#include "src/claims/geometry.h"
#include "src/claims/prevent.h"
#include "src/claims/redundant.h"
#include "src/claims/walk.h"
#include "tests/unit/claims_said.h"
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
         "1.Nc7+ forks the king and the rook and wins the rook"},
        /* The king is forked with a rook that is protected well enough and not won. */
        {CLAIM_FORK, false, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7", 500, NULL},
        /* The first queen check attacks the pawn as the third does, after four moves to and fro. */
        {CLAIM_FORK, false, "8/3k3p/8/7q/P2K4/7b/7P/8 b - - 0 1",
         "h5d1 d4e4 d1e2 e4d4 e2d1 d4e4 d1e2 e4d4 e2d1 d4e4 d1a4", 1594, NULL},
        /* The queen is taken at once; the knight forks. */
        {CLAIM_FORK, true, "6rk/ppp4q/2n1p2p/3p3N/3P3P/2bQ1P2/PPP5/2K3R1 w - - 0 2",
         "d3h7 h8h7 h5f6 h7h8 g1g8", SCORE_MATE - 5,
         "2.Qxh7+ prepares 3.Nf6+, which forks the king and the rook and forces mate in 2"},
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
        /* What the pinned piece guards is won, not the pinned piece. */
        {CLAIM_PIN, true, "4k3/pp1n1ppp/4p3/1Bb5/8/8/PP3PPP/2R3K1 w - - 0 1", "c1c5 e8e7 c5c1",
         300, "1.Rxc5 uses the pin on the knight on d7 and wins a piece"},
        /* Which of the two is lost, Black decides. */
        {CLAIM_FORK, true, "6k1/pp3ppp/8/2b1n3/8/8/PP3PPP/3R2K1 w - - 0 1", "d1d5 f7f6 d5c5", 300,
         "1.Rd5 forks the bishop and the knight and wins a piece"},
        {CLAIM_DISCOVERED, true, "4k3/8/1q6/8/8/1B6/8/1R2K3 w - - 0 1", "b3f7 e8f7 b1b6", 600,
         "1.Bf7+ uncovers an attack on the queen on b6 and wins it for a bishop"},
        {CLAIM_DISCOVERED, false, "4k3/8/1q6/8/8/1B6/8/1R2K3 w - - 0 1", "b3d5 b6b1", -700, NULL},
        /* Castling and capturing en passant open lines, too. */
        {CLAIM_DISCOVERED, true, "r2kr3/p4ppp/b1p5/8/8/2P5/P3BPPP/R3K2R w KQ - 0 1",
         "e1c1 d8c7 e2a6", 480, "1.O-O-O+ gives check with the rook and wins a piece"},
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
         "1.Re1+ skewers the king and the pawn and wins the pawn"},
        /* The mate at the end of the line was not forced, as the score says. */
        {CLAIM_HANGS, true, "8/pp1k3p/2r4b/8/1PR2p2/5P1P/P5P1/6K1 b - - 0 31",
         "c6c4 a2a3 h6g5 b4b5 g5h4 g2g3 f4g3 a3a4 c4c2 g1f1 g3g2 f1g1 h4e7 g1h2 e7d6 f3f4 d6f4 h2g1 "
         "f4e3 g1h2 g2g1q", 1368, "31...Rxc4 wins the undefended rook on c4"},
        {CLAIM_DOUBLE_CHECK, true, "4k3/1q6/8/8/4N3/8/8/4RK2 w - - 0 1", "e4d6 e8d7 d6b7", 700,
         "1.Nd6+ gives double check and wins the queen"},
        {CLAIM_DOUBLE_CHECK, false, "4k3/1q6/8/8/4N3/8/8/R4K2 w - - 0 1", "e4d6 e8d7 d6b7", 700,
         NULL},
        /* The line gives the knight back, the score does not. */
        {CLAIM_HANGS, true, "r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/5N2/PPPPQPPP/RNB2RK1 w kq - 1 1",
         "e2e4 f7f5 e4d5 d8f6 f3e5 f6e5 d5e5 c6e5", 403, "1.Qxe4 wins the undefended knight on e4"},
        {CLAIM_HANGS, true, "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", 900,
         "1.Rxd5 wins the undefended queen on d5"},
        {CLAIM_HANGS, false, "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5 e6d5", -400, NULL},
        {CLAIM_PROMOTION, true, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q e8d7", 900,
         "1.a8=Q+ gets a new queen"},
        {CLAIM_PROMOTION, true, "8/8/4kP2/6P1/8/5K2/8/8 w - - 0 1",
         "f3g4 e6e5 g4h5 e5d4 g5g6 d4c3 g6g7 c3b2 g7g8q b2c3", 900, "1.Kg4 gets a new queen"},
        {CLAIM_PROMOTION, true, "2r5/7R/2P2p2/1P3P2/7k/6pp/1K6/8 b - - 1 1",
         "h4g4 c6c7 c8c7 h7c7 h3h2 c7g7 g4f4 g7h7 g3g2 h7h2 g2g1q h2h4 f4f5", 413,
         "1...Kg4 gets a new queen for a rook"},
        /* A fork by the piece that promotes, and no deflection of the king. */
        {CLAIM_DEFLECTION, false, "3r4/2p3kp/1pP1Pqp1/p2QRp2/P4P2/6P1/5K1P/8 w - - 1 2",
         "e6e7 d8d5 e7e8n g7h8 e8f6", 433, NULL},
        {CLAIM_PROMOTION, true, "8/8/P3kP2/8/8/5K2/8/8 w - - 0 1", "a6a7 e6f6 a7a8q", 900,
         "1.a7 prepares 2.a8=Q, which gets a new queen at the cost of another pawn"},
        {CLAIM_TRAPPED, true, "4k3/8/8/8/8/1P6/b1P5/2K5 w - - 0 1", "c1b2 e8e7 b2a2", 300,
         "1.Kb2 traps the bishop on a2 and wins it"},
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
        /* Quiet moves lead to it that threaten mate, or the key move itself. */
        {CLAIM_SKEWER, true, "6k1/4Qp2/4p1p1/6Kp/4r3/2r4P/6P1/8 w - - 0 44",
         "g5h6 c3c8 e7f6 g8f8 f6h8 f8e7 h8c8", 600,
         "44.Kh6 prepares 46.Qh8+, which skewers the king and the rook and wins the rook"},
        {CLAIM_PIN, true, "N1b4r/ppB1kppp/4p3/3q1n2/1b6/3Q1P2/PP3KPP/R4BNR b - - 1 1",
         "d5c5 f2e2 b7b6 a2a3 c8a6 a3b4 a6d3 e2d3 c5d4 d3c2 f5e3 c2b3 e3f1 a1a7 d4d5", 346,
         "1...Qc5+ prepares 3...Ba6, which pins the queen on d3 to the king and wins the queen for "
         "a bishop and a pawn"},
        /* The fork is the fourth move, after a quiet one. */
        {CLAIM_FORK, false, "r1bqk2r/p1p2ppp/5n2/b3p1B1/3p4/2PP1N2/PP2NPPP/R2QK2R w KQkq - 1 11",
         "d1a4 c7c6 f3e5 d4c3 b2b4 a5c7 a4c6 e8f8 c6a8 c7e5", 255, NULL},
        {CLAIM_REMOVES_GUARD, true, "5k2/8/2n5/1B6/3b4/8/8/3RK3 w - - 0 1", "b5c6 f8e7 d1d4", 600,
         "1.Bxc6 takes the defender of the bishop on d4 and wins a bishop and a knight"},
        {CLAIM_REMOVES_GUARD, true,
         "r2qr1k1/1p1b1pbp/1np3p1/p2N4/P7/1P2P1PP/2N2PB1/1R1Q1RK1 w - - 1 2", "d5b6 d8b6 d1d7", 300,
         "2.Nxb6 takes a defender of the bishop on d7 and wins the bishop"},
        /* The line trades a queen for a rook and two pieces later, which the side need not do. */
        {CLAIM_REMOVES_GUARD, true,
         "r2q1rk1/pp3ppp/2nbpn2/3p2B1/Q5b1/3P1NP1/PP2PPBP/RN3RK1 w - - 1 2",
         "g5f6 d8f6 a4g4 f6b2 b1d2 c6e5 f3e5 d6e5 d2f3 b2a1 f1a1 e5a1", 283,
         "2.Bxf6 takes the defender of the bishop on g4 and wins the bishop for a pawn"},
        /* The knight has nowhere to go, but falls because its guard is gone. */
        {CLAIM_TRAPPED, false, "rnbq3r/2k1nBb1/p2p4/1ppP2B1/Q1N1P3/2P5/PP5p/R4R1K w - - 0 2",
         "a4a5 c7b7 a5d8 h8d8 g5e7 b5c4 e7d8 c8d7 d8f6", 404, NULL},
        /* Its guard does not help a queen that a bishop attacks. */
        {CLAIM_TRAPPED, true, "5rk1/1R3ppp/8/3B4/8/2B4P/Pp1N1PP1/qN4K1 w - - 0 1", "c3b2 a1b2 b7b2",
         700, "1.Bxb2 traps the queen on a1 and wins the queen and a pawn for a bishop"},
        {CLAIM_INTERMEDIATE, true, "3r1rk1/pp3ppp/2n1p3/4q3/3N4/2N5/PP2QRPP/3RK3 b - - 1 1",
         "d8d4 e2e5 d4d1 c3d1 c6e5", 259,
         "1...Rxd4 answers 2.Qxe5 with 2...Rxd1+ before taking back on e5"},
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
         "d3h7 g8h7 d1h5 h7g8 d4g7 g8g7", 0, "1.Bxh7+ strips the pawns from Black's king"},
        {CLAIM_KING_EXPOSED, false, "6k1/5ppp/8/8/3B4/3B4/8/3Q3K w - - 0 1",
         "d3h7 g8h7 d1h5 h7g8 d4g7 g8g7", -300, NULL},
        /* The pawn behind the king does not matter beside the mate. */
        {CLAIM_SKEWER, false, "7r/bp1P2p1/p5k1/3R1p2/2B1p1p1/1PB2nPr/P4PKP/7R b - - 0 1",
         "h3h2 h1h2 h8h2 g2f1 h2f2", 31995, NULL},
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

/* Writes what is said first of 4.h3, besides the best reply, if 4.Nxe5 was better. */
static void what_is_won_has_short_words(void **state)
{
    static const struct {
        int won[PIECE_TYPE_COUNT];
        const char *words;
    } rows[] = {
        {{[ROOK] = 1, [KNIGHT] = -1}, "the exchange"},
        {{[ROOK] = 1, [BISHOP] = -1, [PAWN] = 1}, "the exchange and a pawn"},
        {{[ROOK] = 1, [BISHOP] = -1, [PAWN] = 2}, "the exchange and two pawns"},
        {{[ROOK] = 1, [BISHOP] = -1, [PAWN] = -1}, "a rook for a bishop and a pawn"},
        {{[ROOK] = 1, [PAWN] = -1}, "a rook for a pawn"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[80];
        claim_material_words(rows[i].won, words, sizeof words);
        assert_string_equal(words, rows[i].words);
    }
}

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
              "18...f5 gives away much of the advantage: 18...Nf5, which attacks the queen on e3, "
              "was better");
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
              "20.Rd4 gives away much of the advantage: 20.Rxd7, which gets two knights for a rook "
              "and a pawn, was better");
    /* "2.Qa4+, which forces the king to move, so that it can no longer castle": 2...c6 costs no
     * more than the king's moves. */
    lines_say("r2qkb1r/pbp2ppp/1p2p3/4P3/4p3/2P1PP2/PP1N2PP/R1BQK2R b KQkq - 0 1", "f8c5", "e4f3",
              174, "d1a4 e8f8 d2e4 d8h4 e1e2", 15,
              "1...Bc5 is answered by 2.Qa4+ and then 3.Nxe4, which takes the pawn on e4");
    /* "and so removes the attacker of the knight on f3", which is protected. */
    lines_say("rn1qk2r/2pp2p1/1p2pn1p/p4p2/P1PPb3/1Q3NP1/1P1NPPBP/R4RK1 b kq - 0 1", "c7c5",
              "e4b7 f3e5 b7g2 g1g2 e8g8 b3f3 b8c6 e5c6", 9, "d2e4 f6e4 a1d1 e8g8 d4d5", 177,
              "1...c5 is answered by 2.Nxe4, which exchanges the knight for a bishop; 1...Bb7 "
              "would have prevented that");
    /* "14.Qc3, which keeps the pawn on c4 guarded": the queen guards it from c2, too. */
    lines_say("r2qr1k1/ppp2ppp/2n2n2/3p2N1/2PPp3/3QP1P1/PP3PP1/RN2K2R w KQ - 0 14", "d3c2",
              "d3c3 c6e7 b1d2 c7c6 a1c1", -95, "c6b4 c2d2 d5c4 b1c3 b4d3 e1f1", 319,
              "14.Qc2 is answered by 14...Nb4, which attacks the queen on c2, the guard of the "
              "pawn on c4");
    /* "makes the position worse": the advantage is gone. */
    lines_say("r2q1rk1/ppp2pp1/7p/8/2B2PPn/2P5/PPP2P2/R1QR2K1 b - - 1 1", "d8e8",
              "h4f3 g1g2 d8h4 c4e6", 339, "c1e3 h4f3 g1g2 e8e3 f2e3 f3h4", 120,
              "1...Qe8 gives away all of the advantage: 1...Nf3+, which gives check and drives the "
              "king from g1, was better");
    /* "1...Kd6 was better", without a reason. */
    lines_say("Rb5r/2k5/4B3/2p2P2/3p4/3P2P1/2P5/2K5 b - - 0 1", "h8h1",
              "c7d6 a8a6 d6e7 e6c4 b8g3", -267, "c1b2 h1h8 g3g4 c7b6 f5f6", 419,
              "1...Rh1+ makes the position worse: 1...Kd6, which brings the king nearer to the "
              "pawn on f5, was better");
    /* "is answered by 2.Kf5, which 1...Ke6 would have prevented", without the purpose. */
    lines_say("8/2p3p1/3k4/8/4K1P1/3P4/3bN1P1/8 b - - 1 1", "c7c5", "d6e6 e2f4 d2f4 e4f4", -110,
              "e4f5 d6d5 f5g6 c5c4", 252,
              "1...c5 is answered by 2.Kf5, which brings the king nearer to the pawn on g7; 1...Ke6 "
              "would have prevented that");
    /* Only "1...Kf8 was better" was said. */
    lines_say("r2qk1nr/ppp1b1pp/2npPp2/1B5b/4P3/2N2N1P/PPP2PP1/R1BQK2R b KQkq - 0 1", "g7g5",
              "e8f8 b5e2 d8c8 d1d5 h5e8", -298, "h3h4 a7a6 b5c6 b7c6", 444,
              "1...g5 is answered by 2.h4, which challenges the pawn on g5");
    /* "makes the position worse", of nearly six pawns. */
    lines_say("6rk/8/2p1b1pp/p1p5/2Pp1Ppb/1P4NP/P3RNK1/8 b - - 0 1", "g6g5", "g4h3 g2h2", 390,
              "e2e6 h4g3 g2g3 g5f4 g3g2", 193,
              "1...g5 turns a good position into a bad one: 1...gxh3+, which wins a pawn, was "
              "better");
}

/* "puts pressure on the pawn on c4", although a pawn was missed. */
static void pressure_is_named_only_without_another_reason(void **state)
{
    struct claims *claims =
        mistaken("r3k2r/pbqn1p2/4p1p1/2p1P2p/2Pp1P2/P2B3Q/2PB2PP/4RR1K w kq - 1 2", "e1e2",
                 "d3g6 d7f8 g6h5 e8c8 h3g4", 120, "d7b6 c2c3 e8c8 c3d4 d8d4", 40);
    const char *reply = "2.Re2 is answered by 2...Nb6, which puts pressure on the pawn on c4";
    assert_true(says(claims, CLAIM_ROLE_ALLOWS, reply));
    redundant_drop_bare(claims);
    assert_false(says(claims, CLAIM_ROLE_ALLOWS, reply));
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "2.Re2 makes the position worse: 2.Bxg6, which takes the pawn, was better"));
    free(claims);
}

/* "is answered by 2.Nb4, which 1...bxc5 would have prevented": it also takes a pawn. */
static void a_reply_without_a_merit_hides_no_capture(void **state)
{
    struct claims *claims =
        mistaken("2k1r2r/p1q2p1p/1p3pb1/2Pp4/3P2P1/P1Q2B1P/N1P2PKb/R3R3 b - - 1 1", "b6b5",
                 "b6c5 e1e8 h8e8 a1e1", -242, "a2b4 g6e4 a3a4", 486);
    redundant_drop_bare(claims);
    assert_true(says(claims, CLAIM_ROLE_MISSED,
                     "1...b5 makes the position worse: 1...bxc5, which takes the pawn, was "
                     "better"));
    free(claims);
}

/* A pawn that is pinned or lost, gives check or has just become a piece challenges no pawn. */
static void a_pawn_challenges_a_pawn(void **state)
{
    static const struct {
        const char *fen, *move;
        bool challenges;
    } cases[] = {
        {"4k3/8/2p5/8/PP6/8/8/4K3 w - - 0 1", "b4b5", true},
        {"4k3/8/2p5/8/1P6/8/8/4K3 w - - 0 1", "b4b5", false}, /* it is lost */
        {"1r2k3/8/2p5/8/PP6/8/8/1K6 w - - 0 1", "b4b5", false},
        {"8/k7/3p4/8/1PP5/8/8/4K3 w - - 0 1", "c4c5", true},
        {"8/8/1k1p4/8/1PP5/8/8/4K3 w - - 0 1", "c4c5", false},
        {"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "a7a8b", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position = from_fen(cases[i].fen);
        struct claim found = {.target_count = 0};
        Move move;
        assert_true(chess_from_uci(&position, cases[i].move, &move));
        if (puts_pressure(&position, move, &found) != cases[i].challenges)
            fail_msg("%s %s", cases[i].fen, cases[i].move);
    }
}

/* "2.Rh1 attacks the queen on h4", after "traps the queen on h4 and wins the queen". */
static void a_trapped_piece_is_not_also_attacked(void **state)
{
    struct claims *claims = gathered("7r/1kp2ppp/p4n2/8/4P2q/2N2P2/PPP2PK1/R1BR4 w - - 1 2",
                                     "d1h1 h4h1 g2h1 g7g5 c1g5", 518);
    const struct claim *traps = claim_of(claims, CLAIM_TRAPPED);
    const struct claim *attacks = claim_of(claims, CLAIM_ATTACKS);
    assert_non_null(traps);
    assert_non_null(attacks);
    struct claim attack = *attacks;
    claims->list[0] = *traps;
    assert_true(redundant_after(claims, 1, &attack));
    claims->list[0].targets[0] = attack.targets[0] ^ 1;
    assert_false(redundant_after(claims, 1, &attack));
    free(claims);
}

/* "misses 1...Nxe4, which wins the undefended pawn on e4": it also wins a bishop. */
static void what_the_line_wins_says_more_than_what_hangs(void **state)
{
    struct claims *claims =
        mistaken("r2qr1k1/p1p1bpBp/2pp1n2/5b2/4P2P/6Q1/PPP2PP1/RN2K2R b KQ - 0 1", "f5g4",
                 "f6e4 g3f3 g8g7 e1g1", 571, "g7f6 e7f6 g3g4 g8h8 b1d2 f6b2", 230);
    const struct claim *found = claim_of(claims, CLAIM_HANGS);
    assert_non_null(found);
    struct claim hangs = *found;
    claims->list[0] = hangs;
    claims->list[0].kind = CLAIM_WINS;
    claims->list[0].length++; /* another line with the same first move */
    assert_true(redundant_after(claims, 1, &hangs));
    claims->list[0].line[0] = claims->played;
    assert_false(redundant_after(claims, 1, &hangs));
    free(claims);
}

/* Without a search to prove it, a pawn that falls at the end of a long line is no reason. */
static void at_sight_no_pawn_falls_late(void **state)
{
    const char *fen = "1k6/p5p1/5n1p/8/4N3/8/8/3R2K1 b - - 0 11";
    const char *late = "11...a6 allows 12.Nxf6, which wins a pawn";
    struct claims *claims = mistaken(fen, "a7a6", "f6e4 d1e1 e4d6 e1e6 d6c4", 0,
                                     "e4f6 g7f6 d1d4 b8c7 d4h4 c7d7 h4h6 d7e7", 400);
    assert_true(says(claims, CLAIM_ROLE_ALLOWS, late));
    claims->at_sight = true;
    claims_gather(claims);
    assert_false(says(claims, CLAIM_ROLE_ALLOWS, late));
    free(claims);
    /* Where it falls later still, it is no reason even if a search proves it. */
    claims = mistaken("r2q1rk1/1ppb1ppp/pbn1pn2/3pN1B1/1P1P4/P1NBP3/2P2PPP/R2Q1RK1 b - - 3 11",
                      "d7c8", "c6e7 d1f3 e7g6 e5g4", -100,
                      "e5g4 f8e8 g4f6 g7f6 g5h4 g8f8 d1h5 e6e5 h5h7 c8e6", 420);
    assert_null(claim_of(claims, CLAIM_WINS));
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
                        "4.h3 turns a good position into a level one: 4.Nxe5, which takes the "
                        "pawn, was better");
    first_words(500, -210, words);
    assert_string_equal(words, "4.h3 gives away much of the advantage: 4.Nxe5, which takes the "
                               "pawn, was better");
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
            assert_string_equal(words, "missed winning a piece");
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
    assert_string_equal(words, "21.Bg4 skewers the queen and the rook");
    free(claims);
}

/* After the exchange of queens the knight has lost both its guards. The best reply avoids that. */
static void a_guard_is_taken_in_an_exchange(void **state)
{
    struct claims *claims =
        gathered("r3k2r/pp1b1ppp/2n1p3/q7/4n3/Q1N1B3/PPP1BPPP/R3K2R b KQkq - 1 1",
                 "a5a3 c3e4 a3b4 e4d2 c6d4", 502);
    struct evidence reply;
    struct position after = claims->position;
    char words[CLAIM_WORDS_MAX];
    assert_null(claim_of(claims, CLAIM_REMOVES_GUARD));
    chess_play(&after, claims->best.moves[0]);
    read_line(&after, "b2a3 e4c3 e2d3", -513, &reply);
    claims_add_answer(claims, &reply);
    const struct claim *claim = claim_of(claims, CLAIM_REMOVES_GUARD);
    assert_non_null(claim);
    claim_sentence(claims, claim, words, sizeof words);
    assert_string_equal(words, "1...Qxa3 takes a defender of the knight on c3");
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

/* After 1...Re8 White's e6 is legal and wins, although it loses a pawn by exchanges. */
static void in_a_lost_position_a_reply_is_not_prevented(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    claims->position = from_fen("3r2k1/ppq2pPp/2n3pP/4P3/7N/2B3Q1/1Pr3P1/3RR1K1 b - - 0 1");
    struct position after = claims->position;
    assert_true(chess_from_uci(&claims->position, "d8f8", &claims->played));
    assert_true(chess_from_uci(&claims->position, "d8e8", &claims->best.moves[0]));
    chess_play(&after, claims->played);
    assert_true(chess_from_uci(&after, "e5e6", &claims->answer.moves[0]));
    claims->best.length = claims->answer.length = 1;
    claims->best.score = -100;
    assert_true(reply_is_prevented(claims));
    claims->best.score = -600;
    assert_false(reply_is_prevented(claims));
    free(claims);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_found_where_it_is_and_only_there),
        cmocka_unit_test(what_is_won_has_short_words),
        cmocka_unit_test(exchanges_are_swapped_off),
        cmocka_unit_test(what_is_paid_for_is_not_won),
        cmocka_unit_test(pawns_for_a_piece_are_not_won),
        cmocka_unit_test(a_back_rank_mate_needs_two_blocked_squares),
        cmocka_unit_test(at_sight_a_pawn_that_can_be_retaken_is_not_won),
        cmocka_unit_test(an_offered_exchange_is_no_threat),
        cmocka_unit_test(only_a_loss_makes_an_only_move),
        cmocka_unit_test(a_long_mate_is_no_threat),
        cmocka_unit_test(a_better_quiet_move_is_not_called_missed),
        cmocka_unit_test(a_better_move_is_named_with_its_point),
        cmocka_unit_test(pressure_is_named_only_without_another_reason),
        cmocka_unit_test(a_reply_without_a_merit_hides_no_capture),
        cmocka_unit_test(a_pawn_challenges_a_pawn),
        cmocka_unit_test(a_trapped_piece_is_not_also_attacked),
        cmocka_unit_test(what_the_line_wins_says_more_than_what_hangs),
        cmocka_unit_test(at_sight_no_pawn_falls_late),
        cmocka_unit_test(an_attack_precedes_a_quiet_merit),
        cmocka_unit_test(a_pawn_is_won_back),
        cmocka_unit_test(in_a_lost_position_a_reply_is_not_prevented),
        cmocka_unit_test(a_check_that_always_works_punishes_nothing),
        cmocka_unit_test(a_pawn_is_no_reason_for_a_large_loss),
        cmocka_unit_test(a_better_move_is_not_praised_for_what_the_move_does),
        cmocka_unit_test(a_threat_precedes_what_comes_later),
        cmocka_unit_test(what_others_prevent_is_no_reason),
        cmocka_unit_test(a_better_move_forestalls_the_reply),
        cmocka_unit_test(at_sight_a_move_is_what_the_board_shows),
        cmocka_unit_test(an_intermediate_move_precedes_a_capture),
        cmocka_unit_test(a_skewer_is_shown_by_another_reply),
        cmocka_unit_test(a_guard_is_taken_in_an_exchange),
        cmocka_unit_test(a_pawn_after_an_exchange_is_a_pawn),
        cmocka_unit_test(a_capture_is_threatened_rather_than_a_check),
        cmocka_unit_test(an_attack_precedes_the_threat_of_a_pawn),
        cmocka_unit_test(a_threat_is_one_idea),
        cmocka_unit_test(a_plain_capture_is_named),
        cmocka_unit_test(a_plain_guard_is_named),
        cmocka_unit_test(a_promotion_is_counted_as_the_piece_it_makes),
        cmocka_unit_test(material_is_won_far_ahead),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
