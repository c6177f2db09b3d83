/* What is said about a position or a move, from searches. Most positions are some that people found
 * described wrongly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/geometry.h"
#include "tests/unit/claims_said.h"
#include "tests/unit/recorded_searches.h"
#include "tests/unit/test.h"

static void searched_with(uint64_t nodes, const char *fen, const char *played,
                          struct claims *claims)
{
    explain(&(struct question){.fen = fen, .played = played, .nodes = nodes}, claims);
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

/* The queen takes back on c5 when it likes. */
static void a_pawn_that_can_be_retaken_is_not_won(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    searched_with(200000, "r3k1nr/p4ppp/4p3/q1ppP3/1b1P4/2N2Q1P/PP3PP1/R1B2RK1 w kq - 0 13", "d4c5", claims);
    assert_false(says(claims, CLAIM_ROLE_DOES, "13.dxc5 wins a pawn"));
    free(claims);
}

/* Only the better move was named, without a reason. */
static void a_better_move_has_a_reason(void **state)
{
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
         "16...Rd8 was better", 200000},
        /* "which advances the passed a-pawn", of a loss of more than a pawn. */
        {"6k1/1R4p1/4p2p/4b3/PP6/1r2PrP1/R4P1P/6K1 w - - 0 29", NULL, "b4b5",
         "29.a5 was better", 100000},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        explain(&(struct question){.fen = cases[i].fen,
                                   .last = cases[i].last,
                                   .played = cases[i].played,
                                   .nodes = cases[i].nodes},
                claims);
        bool said = false;
        for (int j = 0; j < claims->count; j++) {
            char words[CLAIM_WORDS_MAX];
            claim_sentence(claims, &claims->list[j], words, sizeof words);
            said |= strstr(words, cases[i].words) != NULL;
        }
        if (!said)
            fail_msg("%s %s: no '%s'", cases[i].fen, cases[i].played, cases[i].words);
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
         "12.Ne2 is answered by 12...gxf4, which takes the pawn", "centre"},
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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

/* Of two tactics of which only the material can be proved, one is named, and no exchange with which
 * it begins. */
static void what_is_won_is_told_once(void **state)
{
    struct claims *claims = calloc(1, sizeof *claims);
    assert_non_null(claims);
    const char *fen = "2rr3k/1bqn2p1/pp3b1P/2p2B2/3PpP2/2P1B3/PPQ5/R3K2R b KQ - 0 1";
    explain(&(struct question){.fen = fen, .last = "c5d4", .nodes = 60000, .newest = true}, claims);
    int won = 0;
    for (int i = 0; i < claims->count; i++) {
        char words[CLAIM_WORDS_MAX];
        claim_sentence(claims, &claims->list[i], words, sizeof words);
        won += strcmp(words, "2.hxg7+ wins the queen for a rook") == 0;
        assert_null(strstr(words, "exchanges"));
    }
    assert_int_equal(won, 1);
    free(claims);
}

/* Where no move was played: one claim has these words, and none has the others. */
static void has_words(const char *fen, const char *some, const char *none)
{
    struct claims *claims = calloc(1, sizeof *claims);
    bool found = false;
    assert_non_null(claims);
    explain(&(struct question){.fen = fen, .nodes = 60000, .newest = true}, claims);
    for (int i = 0; i < claims->count; i++) {
        char words[CLAIM_WORDS_MAX];
        claim_sentence(claims, &claims->list[i], words, sizeof words);
        found |= strcmp(words, some) == 0;
        if (strstr(words, none))
            fail_msg("%s: %s", fen, words);
    }
    if (!found)
        fail_msg("%s: no '%s'", fen, some);
    free(claims);
}

static void a_best_move_without_a_tactic_has_its_threat(void **state)
{
    has_words("r7/6pP/3kp2P/4p3/7Q/8/1P3PK1/4q3 w - - 0 2",
              "2.hxg7 threatens 3.h8=Q, which gets a new queen", "Black");
    /* The tactic says enough. */
    has_words("r3k3/pp6/8/3N4/8/8/PP6/4K3 w - - 0 1",
              "1.Nc7+ forks the king and the rook and wins the rook", "threatens");
    /* Black mates at once: what White threatens does not matter. */
    has_words("r1b2r2/ppp2kpR/3bp3/8/3P4/n1P1Q3/PP1B1PP1/KR6 b - - 0 1", "1...Nc2# is mate",
              "threatens");
    /* "1...Rb1+ makes the rook more active". */
    has_words("1r2q3/5pk1/8/Q1N5/R2P2p1/4P3/5PP1/6K1 b - - 1 1",
              "1...Rb1+ prepares 3...gxf3+, which gives discovered check and gets a new queen and "
              "a knight and two pawns", "more active");
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

/* What was once said of positions, and was false or misleading. said: what one of the claims says now;
 * never: what none may say. */
static void what_was_once_false_is_said_right(void **state)
{
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
         {"allows 18...Bxg2, which traps the rook on h1", "wins it"}, {"safety", "king safe"},
         200, 1000},
        /* "threatens 12...Nxc2+": it loses a knight, although Black is lost anyway. */
        {"r3k3/ppp2ppp/2n5/8/4p3/8/PPQ2PPP/R3KR2 b q - 0 11", "c6b4",
         {"allows 12.Qxe4+, which forks the king, the knight", "wins a knight and two pawns"}, {"threatens"}, 0, 50},
        /* "21...Rh7, which brings the rook into play, was better": a rook and a pawn fall. */
        {"r3kb1r/1bp5/p3pQ1p/6p1/1qNP4/pPN1P3/P4PPP/2R1K2R b K - 2 21", "h8g8",
         {"allows 22.Qxe6+, which forks the king and the rook and wins the rook"}, {"into play"},
         50, 250},
        /* Nothing was said: a bishop falls, but White was winning. */
        {"6k1/6p1/b1N2p1p/8/8/1R1P3P/5PP1/6K1 b - - 2 43", "a6c8",
         {"43...Bc8 allows 44.", "wins the bishop"}, {NULL}, 0, 670},
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
         {"puts the rook on h2, where 51...Rxh2 wins it for a pawn"}, {"mate"}, 20, 670},
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
        /* "is answered by 14.Kd1", of which there is nothing to say. */
        {"2kr1b1r/ppp2pp1/2n2n1p/7P/2P2P2/5P2/PB1PK3/RN3B1R b - - 0 13", "d8e8",
         {"was better\n"}, {"is answered by"}, 50, 200},
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
         {"30.Re5, which attacks the queen on c5; 29...Rd5 would have prevented that"}, {NULL}, 50,
         250},
        /* "takes the pawn on f5": it allows mate at once, and every other move allows mate, too. */
        {"2r5/4k2p/8/1P1K1p2/2r1p1P1/1RP5/7P/4R3 w - - 0 1", "g4f5", {NULL}, {"takes"}, 0, 1000},
        /* "4.g8=Q, which gets a new queen": Black promotes next. */
        {"6K1/4PR2/1k4P1/p3q3/8/8/8/8 b - - 0 1", "a5a4", {"=Q"}, {"4.g8=Q, which"}, 150, 1000},
        /* "threatening 2...Nxb5, which wins the undefended queen": it moves away. */
        {"2q1r1k1/p4pp1/1p2p2p/1Q6/2pPn3/P3P2P/5PP1/2R2RK1 b - - 0 1", "e4d2",
         {"2.Rfd1"}, {"undefended queen"}, 80, 600},
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
         {"17...Qxd1, which takes the defender of the knight on c2 and wins the knight"},
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
         {"forks the king and the rook and wins the rook"}, {"a rook and a pawn"}, 50, 700},
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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
        /* "traps the bishop on c5", which can be exchanged. */
        {"r3k1nr/p3qp1p/4p1p1/1N1pP3/1b6/P3B1QP/1P3PP1/R4RK1 b kq - 0 1", "b4c5",
         "2.Rac1, which attacks the bishop on c5", "traps", 200000},
        /* "1...Kf8 was better", without what the mistake allows. */
        {"r2qk1nr/ppp1b1pp/2npPp2/1B5b/4P3/2N2N1P/PPP2PP1/R1BQK2R b KQkq - 0 1", "g7g5",
         "is answered by 2.h4, which challenges the pawn on g5", NULL, 200000},
        /* "takes the bishop on e7 and wins a rook and a bishop", without how. */
        {"4r3/R3bkq1/5p2/1p1b4/2pP4/2Pr1P1p/PP2Q1P1/4R1K1 w - - 1 2", NULL,
         "prepares 3.Rexe7+, which skewers the king and the queen", NULL, 200000},
        /* "threatening 3.Bxa6, which wins the knight on a6": a pawn guards it. */
        {"r1b3nr/pp1pkppp/n1pN4/4P3/3NP3/3B4/1qP2PPP/3QK2R w K - 1 2", "d4f5", NULL, "Bxa6",
         200000},
        /* "prepares 2...h1=Q, which promotes a pawn": it can promote at once. */
        {"8/8/3B4/8/1PK5/5kpR/7p/6r1 b - - 1 1", NULL, "1...Rc1+", "prepares", 200000},
        /* "28.Kg2 wins a knight for a pawn": another reply loses only a pawn. */
        {"1r4k1/pp1Rbpp1/2p4p/4q3/2B1P3/P5Pn/1PQ2P1P/3R2K1 w - - 1 28", "g1g2",
         "28.Kg2 threatens 29.Kxh3", "for a pawn", 30000},
    };
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char all[ALL_MAX];
        explain(&(struct question){.fen = cases[i].fen, .played = cases[i].played, .newest = true}, claims);
        all_sentences(claims, all);
        if (strstr(all, cases[i].never))
            fail_msg("'%s' in\n%s", cases[i].never, all);
    }
    free(claims);
}

static void taking_back_is_not_called_the_only_move(void **state)
{
    struct claims *claims = malloc(sizeof *claims);
    assert_non_null(claims);
    explain(&(struct question){.fen = "r4rk1/p1q1bpp1/5n1p/1pp1p3/4b3/1PP3QP/P1B1NPP1/R1B2RK1 w - - 0 19",
                               .last = "c2e4",
                               .played = "f6e4",
                               .nodes = 30000},
            claims);
    assert_true(claims->count > 0);
    for (int i = 0; i < claims->count; i++) {
        assert_int_not_equal(claims->list[i].role, CLAIM_ROLE_ONLY_MOVE);
        assert_int_not_equal(claims->list[i].role, CLAIM_ROLE_PARRIES);
    }
    free(claims);
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
    const struct prover_budget budget = {20000, 20000, 6, true};
    struct error error;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i += SPARING) {
        const struct position start = from_fen(fens[i]);
        struct claims *claims = malloc(2 * sizeof *claims);
        assert_non_null(claims);
        for (int j = 0; j < 2; j++) {
            struct prover *prover = prover_create(&budget, NULL, NULL, &error);
            assert_non_null(prover);
            assert_true(claims_of_position(prover, &start, NULL, 0, &claims[j]));
            prover_destroy(prover);
        }
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
        cmocka_unit_test(a_mistake_is_explained_by_what_it_allows_or_misses),
        cmocka_unit_test(a_pawn_that_can_be_retaken_is_not_won),
        cmocka_unit_test(a_better_move_has_a_reason),
        cmocka_unit_test(a_better_move_wins_a_pawn),
        cmocka_unit_test(what_falls_is_said_first),
        cmocka_unit_test(a_better_move_threatens_once),
        cmocka_unit_test(what_is_won_is_told_once),
        cmocka_unit_test(a_best_move_without_a_tactic_has_its_threat),
        cmocka_unit_test(threats_are_stopped_and_made),
        cmocka_unit_test(what_was_once_false_is_said_right),
        cmocka_unit_test(a_reader_finds_no_fault),
        cmocka_unit_test(a_review_claims_no_pawn_too_many),
        cmocka_unit_test(taking_back_is_not_called_the_only_move),
        cmocka_unit_test(claims_hold_on_the_board_and_are_repeatable),
        cmocka_unit_test(scores_are_on_the_common_scale),
        cmocka_unit_test(a_prover_without_an_engine_asks_for_its_searches),
    };
    return cmocka_run_group_tests(tests, searches_begin, searches_end);
}
