/* The review and its ledger: gifts taken and missed, mistakes, their cards, and that a game is
 * restored completely from PGN and from the store. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "engine/human/human.h"
#include "src/game/handicap_text.h"
#include "src/pgn/pgn.h"
#include "src/review/review.h"
#include "src/review/review_text.h"
#include "src/review/score_pool.h"
#include "src/store/store.h"
#include "src/util/text.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

/* A game as a list of moves, each with the score for white after it and the best answer. */
struct scripted {
    const char *move;
    Score score;
    const char *line;
    bool deliberate; /* a deliberate error of the opponent */
};

static const struct handicap opponent = {.limited = true, .elo = 900, .nodes_per_second = 500,
                                         .seed = 5};

struct told {
    struct game *game;
    struct game_node *live;
    struct ledger ledger;
};

static void set_score(struct told *told, Score score, const char *line)
{
    struct ledger_score kept = {.score = score, .depth = 12, .nodes = 200013};
    ledger_read_line(&told->live->position, line, &kept);
    assert_true(ledger_set_score(&told->ledger, told->live->ply, &kept));
}

static void set_decision(struct told *told)
{
    const struct game_node *node = told->live;
    struct decision decision = {
        .made = true, .deliberate = true, .blunder = true, .played = node->move, .best_score = 20,
        .played_score = -880, .range = 119, .die = 12, .blunder_chance = 80, .cost = 100,
        .random = UINT64_MAX, .method = METHOD_STUBBORN, .changes = 2, .spent = 30, .usual = 40,
        .budget = 1234567890123, .cut = 4711, .hash_mb = 16,
        .handicap = {.limited = true, .elo = 1000, .method = METHOD_STUBBORN, .margin = 50,
                     .nodes_per_second = 500, .time_discount = 12, .seed = 5}};
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&node->parent->position, moves);
    for (int i = 0; i < count && decision.count < 5; i++)
        decision.candidates[decision.count++] = (struct candidate){
            .move = moves[i], .score = 20 - 7 * i, .shift = i * -3, .in_range = i < 2,
            .dropped_by = i == 3 ? RULE_SHUFFLE : RULE_NONE};
    decision.best = decision.first = moves[0];
    assert_true(ledger_set_decision(&told->ledger, node->ply, &decision));
}

static struct told tell(const struct scripted *script, int count)
{
    struct told told = {.game = game_create(NULL)};
    assert_non_null(told.game);
    told.live = told.game->root;
    set_score(&told, 20, "e2e4 e7e5");
    for (int i = 0; i < count; i++) {
        Move move;
        assert_true(chess_from_uci(&told.live->position, script[i].move, &move));
        told.live = game_add(told.live, move);
        assert_non_null(told.live);
        told.live->clock = 300000 - 1000 * i;
        told.live->elapsed = 1500;
        set_score(&told, script[i].score, script[i].line);
        if (script[i].deliberate)
            set_decision(&told);
    }
    return told;
}

static void forget(struct told *told)
{
    ledger_clear(&told->ledger, 0);
    game_destroy(told->game);
}

/* White gives its queen away, and black takes it or not. Then black allows a mate. */
#define OPENING {"e2e4", 20, "e7e5", false}, {"e7e5", 25, "g1f3", false}, \
                {"d1h5", 10, "b8c6", false}, {"b8c6", 12, "f1c4", false}, \
                {"h5e5", -880, "c6e5", true}
static const struct scripted taken[] = {OPENING, {"c6e5", -880, "d2d4 e5c6", false}};
static const struct scripted missed[] = {
    OPENING, {"f8e7", 110, "e5e3 g8f6", false}, {"e5g7", 105, "e7f6 g7g3", false},
    {"g8f6", 330, "g7h8", false}};
enum { TAKEN = sizeof taken / sizeof *taken, MISSED = sizeof missed / sizeof *missed };

static struct review *review_of(struct told *told)
{
    struct review *review = malloc(sizeof *review);
    assert_non_null(review);
    assert_true(review_make(told->live, &told->ledger, BLACK, review));
    return review;
}

static void a_gift_taken_is_seen(void **state)
{
    struct told told = tell(taken, TAKEN);
    struct review *review = review_of(&told);
    struct card cards[8];
    char text[64];
    assert_int_equal(review->gift_count, 1);
    assert_int_equal(review->taken, 1);
    assert_int_equal(review->gifts[0].ply, 5);
    assert_int_equal(review->gifts[0].motif, MOTIF_HANGING);
    assert_int_equal(review->gifts[0].phase, PHASE_OPENING);
    assert_string_equal(review->gifts[0].gave.full, "let you win the queen for a pawn");
    assert_string_equal(review->gifts[0].gave.brief, "let you win material");
    assert_int_equal(review->chance_count, 1);
    assert_int_equal(review->chances[0].ply, 5);
    assert_int_equal(review->chances[0].motif, MOTIF_HANGING);
    assert_true(review->chances[0].taken);
    assert_true(fabs(review->punish - 100) < 0.01);
    review_gift_outcome(told.live, &review->gifts[0], text, sizeof text);
    assert_string_equal(text, "you took it: 3... Nxe5");
    review_gift_points(&review->gifts[0], text, sizeof text);
    assert_string_equal(text, "+8.92");
    assert_int_equal(review_cards(told.live, &told.ledger, review, cards, 8), 0);
    free(review);
    forget(&told);
}

static void a_gift_missed_becomes_a_card(void **state)
{
    struct told told = tell(missed, MISSED);
    struct review *review = review_of(&told);
    struct card cards[8];
    char text[64];
    assert_int_equal(review->gift_count, 1);
    assert_int_equal(review->taken, 0);
    assert_true(review->punish < 1);
    assert_int_equal(review->chance_count, 1);
    assert_false(review->chances[0].taken);
    review_gift_outcome(told.live, &review->gifts[0], text, sizeof text);
    assert_string_equal(text, "you played 3... Be7");
    review_gift_points(&review->gifts[0], text, sizeof text);
    assert_string_equal(text, "-9.90");
    /* The missed gift is also a blunder but makes one card; the second mistake makes another. */
    assert_int_equal(review->mistake_count, 2);
    assert_string_equal(review->mistakes[1].what.full, "did not save the h8 rook");
    assert_string_equal(review->mistakes[1].what.brief, "left the h8 rook hanging");
    assert_int_equal(review->counts[BLACK][JUDGED_BLUNDER], 2);
    assert_int_equal(review->thought[BLACK], 1500);
    /* The best move is named once the position was tried, which is the same for the gift and the
     * mistake after it. */
    assert_true(review_is_open(review, told.live, 5) && review_is_open(review, told.live, 7));
    assert_false(review_is_open(review, told.live, 6));
    review_note_tried(review, told.live, 5);
    assert_true(review->gifts[0].tried && review->mistakes[0].tried);
    assert_false(review_is_open(review, told.live, 5));
    assert_true(review_is_open(review, told.live, 7));
    /* The opponent's better move is not what the card is about. */
    snprintf(review->gifts[0].gave.better, sizeof review->gifts[0].gave.better, "3.Qd1");
    assert_int_equal(review_cards(told.live, &told.ledger, review, cards, 8), 2);
    assert_int_equal(cards[0].kind, CARD_GIFT);
    assert_int_equal(cards[0].ply, 5);
    assert_string_equal(cards[0].reason, "let you win the queen for a pawn");
    assert_int_equal(cards[1].kind, CARD_MISTAKE);
    assert_int_equal(cards[1].ply, 7);
    review_mistake_points(&review->mistakes[1], text, sizeof text);
    assert_string_equal(text, "-2.25");
    card_words(&cards[1], CARD_SOLVED, text, sizeof text);
    assert_string_equal(text, "A blunder of yours: 4... Nf6?? did not save the h8 rook.");
    snprintf(cards[1].history, sizeof cards[1].history, "Not seen since.");
    card_words(&cards[1], CARD_ASKED, text, sizeof text);
    assert_string_equal(text, "A blunder of yours: 4... Nf6?? Not seen since.");
    card_words(&cards[0], CARD_ASKED, text, sizeof text);
    assert_string_equal(text, "A chance you missed: 3. Qxe5+??; you played 3... Be7.");
    free(review);
    forget(&told);
}

static void the_better_move_is_told_after_the_card(void **state)
{
    static struct card card = {.kind = CARD_MISTAKE, .why = "A mistake of yours: 3. Nc3?.",
                               .reason = "made the position worse; 3.d4 was better"};
    char text[256];
    card_words(&card, CARD_LESSON, text, sizeof text);
    assert_string_equal(text, "A mistake of yours: 3. Nc3? made the position worse.");
    card_words(&card, CARD_SOLVED, text, sizeof text);
    assert_string_equal(text,
                        "A mistake of yours: 3. Nc3? made the position worse; 3.d4 was better.");
    /* Older versions named the opponent's better move. */
    card.kind = CARD_GIFT;
    snprintf(card.why, sizeof card.why, "A chance you missed: 3. Nc3?.");
    card_words(&card, CARD_SOLVED, text, sizeof text);
    assert_string_equal(text, "A chance you missed: 3. Nc3? made the position worse.");
}

static void a_game_of_others_is_looked_at_from_both_sides(void **state)
{
    struct told told = tell(missed, MISSED);
    struct review *review = malloc(sizeof *review);
    struct card cards[8];
    assert_non_null(review);
    assert_true(review_make(told.live, &told.ledger, -1, review));
    assert_int_equal(review->gift_count + review->small_errors, 0);
    static const int plies[] = {5, 6, 8};
    assert_int_equal(review->mistake_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(review->mistakes[i].ply, plies[i]);
    /* From the point of view of the side that made it. */
    assert_true(review->mistakes[0].before == 12 && review->mistakes[0].after == -880);
    assert_true(review->mistakes[1].before == 880 && review->mistakes[1].after == -110);
    assert_int_equal(review_cards(told.live, &told.ledger, review, cards, 8), 3);
    assert_int_equal(strncmp(cards[0].why, "A blunder of white: 3. Qxe5+??", 30), 0);
    assert_int_equal(strncmp(cards[1].why, "A blunder of black: 3... Be7??", 30), 0);
    free(review);
    forget(&told);
}

/* A game from a file, with a score after each move and nothing else. */
static void lines_are_looked_for_around_the_mistakes_of_a_file(void **state)
{
    struct told told = tell(missed, MISSED);
    struct review *review = malloc(sizeof *review);
    assert_non_null(review);
    for (int ply = 0; ply <= told.live->ply; ply++) {
        struct ledger_score score = {.score = ledger_score_at(&told.ledger, ply)};
        assert_true(ledger_set_score(&told.ledger, ply, &score));
    }
    assert_true(review_make(told.live, &told.ledger, -1, review));
    assert_int_equal(review->counts[BLACK][JUDGED_BLUNDER], 2);
    assert_int_equal(review->mistake_count, 0); /* they cannot be described yet */
    static const int plies[] = {4, 5, 6, 7, 8};
    for (int i = 0; i < 5; i++) {
        const struct game_node *node = ledger_unexplained(&told.ledger, told.live);
        assert_non_null(node);
        assert_int_equal(node->ply, plies[i]);
        struct ledger_score found = {.score = 5, .depth = 9, .nodes = i == 0 ? 0 : 1000,
                                     .length = 1};
        Move moves[CHESS_MOVES_MAX];
        assert_true(chess_moves(&node->position, moves) > 0);
        /* At plies 5 and 6 the search agrees with the move played, which is a blunder at ply 5. */
        bool agrees = node->ply == 5 || node->ply == 6;
        found.line[0] = agrees ? node->child->move : moves[0];
        struct ledger_score kept = ledger_beside(&told.ledger, node, &found);
        assert_int_equal(kept.score, ledger_score_at(&told.ledger, node->ply));
        assert_int_equal(kept.depth, 0);
        assert_int_equal(kept.length, node->ply == 5 ? 0 : 1);
        assert_true(ledger_set_score(&told.ledger, node->ply, &kept));
    }
    assert_null(ledger_unexplained(&told.ledger, told.live));
    assert_true(review_make(told.live, &told.ledger, -1, review));
    assert_int_equal(review->counts[BLACK][JUDGED_BLUNDER], 2);
    assert_int_equal(review->mistake_count, 3);
    assert_int_equal(review->mistakes[1].best, NO_MOVE);
    free(review);
    forget(&told);
}

/* Who mates later than possible has not done well, even if it wins a queen. */
static void a_move_that_misses_a_mate_is_not_praised(void **state)
{
    enum { BY_GIFT = TAKEN - 2 };
    static const Score after[] = {-(SCORE_MATE - 9), -(SCORE_MATE - 16)};
    for (int i = 0; i < 2; i++) {
        struct told told = tell(taken, TAKEN);
        struct ledger_score possible = {.score = -(SCORE_MATE - 11), .depth = 12, .nodes = 200013};
        struct ledger_score left = {.score = after[i], .depth = 12, .nodes = 200013};
        ledger_read_line(&told.live->parent->position, "c6e5", &possible);
        assert_true(ledger_set_score(&told.ledger, BY_GIFT + 1, &possible));
        assert_true(ledger_set_score(&told.ledger, BY_GIFT + 2, &left));
        struct review *review = review_of(&told);
        review_remark_all(told.live, &told.ledger, RESULT_BLACK, review);
        assert_true((review_remark(review, REMARK_WELL) != NULL) == (i == 0));
        free(review);
        forget(&told);
    }
}

/* A mate is praised although the move before it was no error. */
static void the_mate_that_ends_the_game_is_praised(void **state)
{
    static const struct scripted mated[] = {
        {"f2f3", -20, "e7e5", false}, {"e7e5", -20, "e2e4", false},
        {"g2g4", -(SCORE_MATE - 1), "d8h4", false}, {"a7a6", -(SCORE_MATE - 3), "", false},
        {"a2a3", -(SCORE_MATE - 1), "d8h4", false}, {"d8h4", -SCORE_MATE, "", false}};
    struct told told = tell(mated, sizeof mated / sizeof *mated);
    struct review *review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_BLACK, review);
    const struct remark *well = review_remark(review, REMARK_WELL);
    assert_non_null(well);
    assert_string_equal(well->words, "You did well with 3...Qh4#: it is mate.");
    free(review);
    forget(&told);
}

/* The game turns at the gift in one game and at the user's own blunder in the other. */
static void the_review_says_where_the_game_turned(void **state)
{
    struct told told = tell(taken, TAKEN);
    struct review *review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_BLACK, review);
    const struct remark *turn = review_remark(review, REMARK_TURN);
    const struct remark *well = review_remark(review, REMARK_WELL);
    assert_int_equal(review->remark_count, 2);
    assert_int_equal(turn->ply, 5);
    assert_int_equal(turn->claim.kind, CLAIM_HANGS);
    assert_true(turn->claim.line[0] == review_node(told.live, 5)->move);
    assert_non_null(strstr(turn->words, "The game turned at 3.Qxe5+??: the opponent "));
    assert_int_equal(well->ply, 6);
    assert_string_equal(well->words,
                        "You did well with 3...Nxe5: it wins the undefended queen on e5 for a pawn.");
    /* A game that was lost on time with a queen more did not turn on the board. */
    review_remark_all(told.live, &told.ledger, RESULT_WHITE, review);
    assert_string_equal(review_remark(review, REMARK_TURN)->words,
                        "The game ended while you were ahead (+8.80).");
    review_remark_all(told.live, &told.ledger, RESULT_DRAW, review);
    assert_string_equal(review_remark(review, REMARK_TURN)->words,
                        "You agreed to a draw when you were winning (+8.80).");
    review->you = WHITE;
    review_remark_all(told.live, &told.ledger, RESULT_DRAW, review);
    assert_string_equal(review_remark(review, REMARK_TURN)->words,
                        "The opponent agreed to a draw when it was winning (+8.80).");
    review->you = BLACK;
    told.ledger.entries[told.live->ply].score.score = -200;
    review_remark_all(told.live, &told.ledger, RESULT_DRAW, review);
    assert_string_equal(review_remark(review, REMARK_TURN)->words,
                        "You agreed to a draw when you were ahead (+2.00).");
    free(review);
    forget(&told);

    /* A game that is lost already does not turn when it becomes more so. */
    static const struct scripted lost[] = {OPENING, {"f8e7", -500, "e5e3 g8f6", false},
                                           {"e5g7", -1500, "e7f6 g7g3", false},
                                           {"g8f6", -1500, "g7h8", false}};
    told = tell(lost, sizeof lost / sizeof *lost);
    told.ledger.entries[4].score.score = -480;
    told.ledger.entries[5].score.score = -490;
    review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_BLACK, review);
    turn = review_remark(review, REMARK_TURN);
    assert_null(turn);
    free(review);
    forget(&told);

    /* Two pieces could be taken, and not the one that the search names was. */
    static const struct scripted both[] = {
        {"e2e4", 30, "e7e5", false}, {"e7e5", 30, "g1f3", false}, {"g1f3", 30, "b8c6", false},
        {"f7f6", 120, "f3e5", false}, {"f3e5", 120, "d8e7", false}, {"g8h6", 130, "d2d4", false},
        {"e5f3", 140, "d7d5", false}, {"f8d6", 180, "d2d4", false}, {"d2d4", 200, "d6e7", false},
        {"d6h2", 540, "c1h6 g7h6 f3h2", false}, {"h1h2", 520, "h6f7", false}};
    told = tell(both, sizeof both / sizeof *both);
    review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_WHITE, review);
    assert_non_null(strstr(review_remark(review, REMARK_TURN)->words,
                           " (6.Bxh6; 6.Rxh2 was good, too)."));
    free(review);
    forget(&told);

    told = tell(missed, MISSED);
    review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_WHITE, review);
    turn = review_remark(review, REMARK_TURN);
    assert_int_equal(turn->ply, 6);
    assert_string_equal(turn->words,
                        "The game turned at 3...Be7??: you missed winning the queen for a pawn.");
    assert_null(review_remark(review, REMARK_WELL));
    const struct remark *practise = review_remark(review, REMARK_PRACTISE);
    assert_int_equal(practise->motif, MOTIF_HANGING);
    assert_string_equal(practise->words, "Practise hanging pieces: you overlooked them at "
                                         "3...Be7?? and 4...Nf6??.");
    free(review);
    forget(&told);

    /* The second position is too far lost to be solved, so that it is not one to practise. */
    told = tell(missed, MISSED);
    told.ledger.entries[MISSED - 1].score.score = 500;
    told.ledger.entries[MISSED].score.score = 1500;
    review = review_of(&told);
    assert_int_equal(review->mistake_count, 2);
    assert_false(review->mistakes[1].asked);
    review_remark_all(told.live, &told.ledger, RESULT_WHITE, review);
    assert_string_equal(review_remark(review, REMARK_PRACTISE)->words,
                        "Practise hanging pieces: you overlooked one at 3...Be7??.");
    free(review);
    forget(&told);
}

/* Two moves of white lose pawns: the one at which the game turns, and one that loses more. */
static void the_review_says_why_a_larger_loss_did_not_decide(void **state)
{
    enum { LENGTH = 10 };
    static const char *const moves[LENGTH] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4",
                                              "g8f6", "d2d3", "f8c5", "e1g1", "d7d6"};
    static const struct {
        Score scores[LENGTH];
        int turn;
        const char *end;
    } games[] = {
        {{20, 20, -350, -350, -360, -360, -900, -900, -900, -900},
         3,
         " 4.d3?? lost more, but the game was lost by then."},
        {{500, 500, 50, 450, 450, 450, 100, 100, 100, 100},
         7,
         " 2.Nf3?? lost more, but the opponent gave it back at once."},
        {{20, 20, -350, -350, -360, -360, -500, -500, -500, -500}, 3, NULL},
        /* The answer gives back too little. */
        {{700, 700, 200, 260, 260, 260, -150, -150, -150, -150}, 7, NULL},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct scripted script[LENGTH];
        for (int j = 0; j < LENGTH; j++)
            script[j] = (struct scripted){moves[j], games[i].scores[j], "", false};
        struct told told = tell(script, LENGTH);
        struct review *review = malloc(sizeof *review);
        assert_non_null(review);
        assert_true(review_make(told.live, &told.ledger, WHITE, review));
        review_remark_all(told.live, &told.ledger, RESULT_NONE, review);
        const struct remark *turn = review_remark(review, REMARK_TURN);
        assert_non_null(turn);
        assert_int_equal(turn->ply, games[i].turn);
        assert_int_equal(review->turn, games[i].turn);
        const char *more = strstr(turn->words, " lost more, but ");
        assert_true((more != NULL) == (games[i].end != NULL));
        if (more)
            assert_non_null(strstr(turn->words, games[i].end));
        free(review);
        forget(&told);
    }
}

/* In a game that turns at one move, the positions around that move are scored among the first, each
 * position is scored once, and two engines never search the same one. */
static void the_largest_change_is_scored_first(void **state)
{
    enum { PLIES = 60, TURN = 43, EARLY = 14 };
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    struct told told = {.game = game_create(NULL)};
    bool scored[PLIES + 1] = {false};
    int count = 0, turn_known = 0;
    told.live = told.game->root;
    for (int i = 0; i < PLIES; i++) {
        Move move;
        assert_true(chess_from_uci(&told.live->position, shuffle[i % 4], &move));
        told.live = game_add(told.live, move);
        assert_non_null(told.live);
    }
    for (; count <= PLIES; count++) {
        struct score_task task, other;
        assert_true(score_task_next(&told.ledger, told.live, NULL, 0, &task));
        const struct game_node *busy[] = {task.node};
        int ply = task.node->ply;
        assert_false(scored[ply]);
        scored[ply] = true;
        if (score_task_next(&told.ledger, told.live, busy, 1, &other))
            assert_true(other.node != task.node && !scored[other.node->ply]);
        struct ledger_score score = {.score = ply < TURN ? 10 : 400, .depth = 12, .nodes = 1};
        assert_true(ledger_set_score(&told.ledger, ply, &score));
        if (!turn_known && scored[TURN - 1] && scored[TURN])
            turn_known = count + 1;
    }
    assert_in_range(turn_known, 1, EARLY);
    forget(&told);
}

/* A brief score beside a doubtful move is confirmed before another position is searched. A score from a
 * file, with fewer nodes, is taken as it is. */
static void doubtful_moves_are_searched_again(void **state)
{
    struct told told = tell(missed, MISSED);
    struct score_task task;
    struct ledger_score unknown = {.score = SCORE_NONE}, kept;
    assert_true(ledger_set_score(&told.ledger, 1, &unknown));
    static const int plies[] = {4, 5, 6, 7, 8};
    for (int i = 0; i < 5; i++) {
        assert_true(score_task_next(&told.ledger, told.live, NULL, 0, &task));
        assert_int_equal(task.node->ply, plies[i]);
        assert_true(task.nodes > 200013);
        kept = ledger_at(&told.ledger, plies[i])->score;
        kept.nodes = task.nodes;
        assert_true(ledger_set_score(&told.ledger, plies[i], &kept));
    }
    assert_true(score_task_next(&told.ledger, told.live, NULL, 0, &task));
    assert_int_equal(task.node->ply, 1);
    const struct game_node *busy[] = {task.node};
    assert_false(score_task_next(&told.ledger, told.live, busy, 1, &task));
    set_score(&told, 330, "g7h8");
    kept = ledger_at(&told.ledger, 8)->score;
    kept.nodes = 1;
    assert_true(ledger_set_score(&told.ledger, 8, &kept));
    assert_true(score_task_next(&told.ledger, told.live, NULL, 0, &task));
    assert_int_equal(task.node->ply, 1);
    forget(&told);
}

/* The engines of the pool find the same, whatever their number. */
static void scores_do_not_depend_on_the_number_of_engines(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct ledger_score found[2][4];
    for (int engines = 1; engines <= 2; engines++) {
        struct told told = tell(missed, 3);
        const struct game_node *node;
        struct ledger_score score;
        struct score_pool *pool = score_pool_create(NULL, NULL, engines, NULL);
        assert_non_null(pool);
        ledger_clear(&told.ledger, 0);
        while (score_pool_go_on(pool, &told.ledger, told.live, engines)) {
            score_pool_wait(pool);
            while (score_pool_take(pool, &node, &score)) {
                assert_true(score.length > 0);
                assert_true(ledger_set_score(&told.ledger, node->ply, &score));
            }
        }
        for (int ply = 0; ply < 4; ply++)
            found[engines - 1][ply] = ledger_at(&told.ledger, ply)->score;
        score_pool_destroy(pool);
        forget(&told);
    }
    for (int ply = 0; ply < 4; ply++) {
        assert_int_equal(found[0][ply].score, found[1][ply].score);
        assert_int_equal(found[0][ply].line[0], found[1][ply].line[0]);
    }
}

/* White lets a knight fork the king and the rook. The fork is to the credit of the knight's first
 * move only if it was played. */
#define KNIGHT {"e2e4", 20, "b8c6", false}, {"b8c6", 25, "g1f3", false}, \
               {"d1h5", -400, "c6b4 a2a3 b4c2 e1d1 c2a1", false}
static const struct scripted forked[] = {
    KNIGHT, {"c6b4", -400, "a2a3 b4c2 e1d1 c2a1", false},
    {"a2a3", -400, "b4c2 e1d1 c2a1", false}, {"b4c2", -400, "e1d1 c2a1", false}};
static const struct scripted stopped[] = {
    KNIGHT, {"c6b4", -400, "a2a3 b4c2 e1d1 c2a1", false},
    {"e1d1", -300, "g8f6", false}, {"g8f6", -300, "h5f3", false}};
enum { FORKED = sizeof forked / sizeof *forked, STOPPED = sizeof stopped / sizeof *stopped };

static void what_was_done_well_was_played(void **state)
{
    struct told told = tell(forked, FORKED);
    struct review *review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_NONE, review);
    /* The moves that lead to the fork are shown before it. */
    const struct remark *turn = review_remark(review, REMARK_TURN);
    assert_non_null(turn);
    assert_string_equal(turn->words, "The game turned at 2.Qh5??: the opponent allowed a fork of "
                                     "king and rook (2...Nb4 3.a3 Nxc2+).");
    const struct remark *well = review_remark(review, REMARK_WELL);
    assert_non_null(well);
    assert_string_equal(well->words,
                        "You did well with 2...Nb4: it prepares 3...Nxc2+, which forks the king "
                        "and the rook and wins a rook and a pawn.");
    free(review);
    forget(&told);
    told = tell(stopped, STOPPED);
    review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_NONE, review);
    well = review_remark(review, REMARK_WELL);
    assert_true(!well || !strstr(well->words, "Nxc2+"));
    free(review);
    forget(&told);
}

/* The remarks become the comment before the first move, once, and not beside one that is there. */
static void the_remarks_precede_the_moves_in_a_file(void **state)
{
    struct told told = tell(taken, TAKEN);
    struct review *review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_BLACK, review);
    assert_true(game_set_comment(told.game->root, "[%eval 0.2]"));
    char expected[800];
    assert_int_equal(review->remark_count, 2);
    snprintf(expected, sizeof expected, "[%%eval 0.2] %s %s", review->remarks[0].words,
             review->remarks[1].words);
    for (int i = 0; i < 2; i++) {
        assert_true(review_preface(review, told.game->root));
        assert_string_equal(told.game->root->comment, expected);
    }
    assert_true(game_set_comment(told.game->root, "Mine."));
    assert_true(review_preface(review, told.game->root));
    assert_string_equal(told.game->root->comment, "Mine.");
    free(review);
    forget(&told);
}

static void a_file_has_the_words_about_your_mistakes_once(void **state)
{
    struct told told = tell(missed, MISSED);
    struct review *review = review_of(&told);
    assert_int_equal(review->mistake_count, 2);
    struct game_node *last = (struct game_node *)review_node(told.live, review->mistakes[1].ply);
    assert_true(game_set_comment(last, "[%clk 0:01:00] Mine."));
    for (int i = 0; i < 2; i++) {
        assert_true(review_comment_mistakes(review, told.live));
        assert_string_equal(review_node(told.live, review->mistakes[0].ply)->comment,
                            "Missed winning the queen for a pawn.");
        assert_string_equal(last->comment, "[%clk 0:01:00] Mine.");
    }
    free(review);
    forget(&told);
}

/* Nothing is said of a game in which nothing happened, or that is not analysed yet. */
static void a_review_without_content_says_nothing(void **state)
{
    struct told told = tell(missed, 4);
    struct review *review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_DRAW, review);
    assert_int_equal(review->remark_count, 0);
    free(review);
    forget(&told);
    told = tell(missed, MISSED);
    struct ledger_score unknown = {.score = SCORE_NONE};
    assert_true(ledger_set_score(&told.ledger, 2, &unknown));
    review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_WHITE, review);
    assert_int_equal(review->remark_count, 0);
    free(review);
    forget(&told);
}

static const struct scripted traded[] = {
    {"e2e4", 20, "e7e5", false}, {"e7e5", 25, "g1f3", false}, {"g1f3", 10, "b8c6", false},
    {"b8c6", 12, "f1b5", false}, {"f1b5", 20, "a7a6", false}, {"a7a6", 20, "b5a4", false},
    {"b5c6", -150, "d7c6 e1g1", true}, {"d7c6", -150, "f3e5", false}};

static const struct scripted offered[] = {
    {"e2e4", 20, "b8c6", false}, {"b8c6", 25, "g1f3", false},
    {"f1a6", -300, "b7a6 g1h3 d7d6 b1c3 c8h3 g2h3", true}, {"b7a6", -300, "g1h3", false}};

/* Losing a bishop for a knight is no gift. */
static void a_trade_is_no_present(void **state)
{
    struct told told = tell(traded, sizeof traded / sizeof *traded);
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 1);
    assert_int_equal(review->gifts[0].motif, MOTIF_NONE);
    assert_string_equal(review->gifts[0].gave.full, "went from level to worse");
    assert_string_equal(review->gifts[0].gave.better, "4.Ba4");
    free(review);
    forget(&told);
}

/* The reply keeps six tenths of what the error gave: that is not taken. */
static void a_gift_is_taken_with_two_thirds_of_it(void **state)
{
    static const struct scripted halved[] = {
        {"e2e4", 20, "e7e5", false}, {"e7e5", 25, "g1f3", false},  {"d1h5", 10, "b8c6", false},
        {"b8c6", 12, "f1c4", false}, {"h5e5", -300, "c6e5", true}, {"f8e7", -164, "e5e3", false}};
    static const struct scripted mostly[] = {
        {"e2e4", 20, "e7e5", false}, {"e7e5", 25, "g1f3", false},  {"d1h5", 10, "b8c6", false},
        {"b8c6", 12, "f1c4", false}, {"h5e5", -300, "c6e5", true}, {"f8e7", -220, "e5e3", false}};
    struct told told = tell(halved, sizeof halved / sizeof *halved);
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 1);
    assert_false(review->gifts[0].taken);
    assert_true(review->gifts[0].missed);
    free(review);
    forget(&told);
    told = tell(mostly, sizeof mostly / sizeof *mostly);
    review = review_of(&told);
    assert_true(review->gifts[0].taken);
    free(review);
    forget(&told);
}

/* The reply keeps less than two thirds of a small gift and loses less than an inaccuracy. */
static void a_gift_kept_in_part_is_neither_taken_nor_missed(void **state)
{
    static const struct scripted partly[] = {
        {"e2e4", 20, "e7e5", false}, {"e7e5", 25, "g1f3", false}, {"d1h5", 10, "b8c6", false},
        {"b8c6", 12, "f1c4", false}, {"h5e5", -60, "c6e5", true}, {"f8e7", -30, "e5e3", false}};
    struct told told = tell(partly, sizeof partly / sizeof *partly);
    struct review *review = review_of(&told);
    struct card cards[8];
    char text[64];
    assert_int_equal(review->gift_count, 1);
    assert_false(review->gifts[0].taken || review->gifts[0].missed);
    assert_int_equal(review->taken + review->missed, 0);
    review_gift_outcome(told.live, &review->gifts[0], text, sizeof text);
    assert_string_equal(text, "3... Be7 kept part of it");
    assert_int_equal(review_cards(told.live, &told.ledger, review, cards, 8), 0);
    free(review);
    forget(&told);
}

/* In words of chess: the reply, and what it does. */
static void a_gift_says_what_the_opponent_overlooked(void **state)
{
    struct told told = tell(taken, TAKEN);
    const struct game_node *node = told.live->parent; /* after the queen takes */
    struct decision decision = {.made = true,
                                .deliberate = true,
                                .method = METHOD_HUMAN,
                                .cost = 900,
                                .count = 1,
                                .range = 1500,
                                .played = node->move};
    Move reply;
    assert_true(chess_from_uci(&node->position, "c6e5", &reply));
    decision.candidates[0] = (struct candidate){
        .move = node->move, .answer = reply, .answer_depth = 1, .lure = CHOICE_FEATURES_MAX};
    assert_true(ledger_set_decision(&told.ledger, node->ply, &decision));
    struct review *review = review_of(&told);
    assert_string_equal(review->gifts[0].cause,
                        "overlooked 3...Nxe5, which wins the undefended queen on e5 for a pawn");
    free(review);
    decision.candidates[0].answer_depth = CANDIDATE_SHALLOW + 1;
    assert_true(ledger_set_decision(&told.ledger, node->ply, &decision));
    review = review_of(&told);
    assert_memory_equal(review->gifts[0].cause, "did not look far enough to see 3...Nxe5", 39);
    free(review);
    forget(&told);
}

/* The captured piece is named, although the whole line wins a knight. */
/* A level that scores its candidates overlooked the reply if it took the move for good; if it knew
 * what the move costs, nothing is said. */
static void a_scored_candidate_shows_what_was_overlooked(void **state)
{
    static const Score thought[] = {10, -870};
    for (int i = 0; i < 2; i++) {
        struct told told = tell(taken, TAKEN);
        struct ledger_entry *entry = &told.ledger.entries[5];
        entry->decision->method = METHOD_MADCHESS;
        entry->decision->count = 1;
        entry->decision->candidates[0] =
            (struct candidate){.move = review_node(told.live, 5)->move, .score = thought[i]};
        struct review *review = review_of(&told);
        assert_int_equal(review->gift_count, 1);
        if (i == 0)
            assert_non_null(strstr(review->gifts[0].cause, "overlooked 3...Nxe5, which "));
        else
            assert_string_equal(review->gifts[0].cause, "");
        free(review);
        forget(&told);
    }
}

/* Maia does not search: it says how usual its move is. The fork comes two moves later. */
static void what_comes_later_was_not_foreseen(void **state)
{
    static const struct {
        enum method method;
        const char *cause;
    } cases[] = {
        {METHOD_NOISE, "did not foresee 3...Nxc2+, which forks the king and the rook"},
        {METHOD_MAIA, "played what 18 of 100 players rated 1500 play here, and did not foresee "
                      "3...Nxc2+, which forks the king and the rook"},
        {METHOD_HUMAN, "looked two moves ahead and did not see 3...Nxc2+ later, which forks the "
                       "king and the rook"}};
    for (int i = 0; i < 3; i++) {
        struct told told = tell(forked, FORKED);
        const struct game_node *node = review_node(told.live, 3);
        struct decision decision = {.made = true, .deliberate = cases[i].method != METHOD_MAIA,
                                    .method = cases[i].method, .cost = 400, .count = 1,
                                    .range = 1500, .played = node->move};
        decision.candidates[0] = (struct candidate){
            .move = node->move, .chance = 180000, .answer_depth = CANDIDATE_SHALLOW + 1,
            .lure = CHOICE_FEATURES_MAX};
        assert_true(chess_from_uci(&node->position, "c6b4", &decision.candidates[0].answer));
        assert_true(ledger_set_decision(&told.ledger, 3, &decision));
        struct review *review = review_of(&told);
        assert_int_equal(review->gift_count, 1);
        assert_memory_equal(review->gifts[0].cause, cases[i].cause, strlen(cases[i].cause));
        free(review);
        forget(&told);
    }
}

/* The level found, too late, a reply that is worse than the best one. To say that it overlooked
 * that reply would advise the player to play it. */
static void a_move_that_is_no_threat_was_not_overlooked(void **state)
{
    static const char *const replies[] = {"e4f5", "e4e5"}, *const causes[] = {"overlooked 2.exf5", ""};
    for (int i = 0; i < 2; i++) {
        struct told told = tell((const struct scripted[]){{"e2e4", 20, "e7e5", false},
                                                          {"f7f5", 130, "e4f5", false}}, 2);
        const struct game_node *node = told.live;
        struct decision decision = {.made = true, .deliberate = true, .method = METHOD_HUMAN,
                                    .cost = 100, .count = 1, .played = node->move};
        struct line best = {.score = -20}, answer = {.score = 130, .length = 1};
        char words[160];
        decision.candidates[0] = (struct candidate){
            .move = node->move, .answer_depth = CANDIDATE_SHALLOW, .lure = CHOICE_FEATURES_MAX};
        assert_true(chess_from_uci(&node->position, replies[i], &decision.candidates[0].answer));
        assert_true(chess_from_uci(&node->position, "e4f5", &answer.moves[0]));
        review_cause_words(node, &best, &answer, &decision, words, sizeof words);
        assert_memory_equal(words, causes[i], strlen(causes[i]) + !*causes[i]);
        forget(&told);
    }
}

/* The bishop was taken, although with the wrong piece: it was not overlooked. */
static void a_piece_that_was_taken_was_not_overlooked(void **state)
{
    static const struct scripted taken_badly[] = {
        {"e2e4", 20, "b7b6", false}, {"b7b6", 25, "d2d4", false},
        {"f1a6", -150, "c8a6 d2d3 d7d6", true}, {"b8a6", -20, "d2d4", false}};
    struct told told = tell(taken_badly, 4);
    struct review *review = review_of(&told);
    review_remark_all(told.live, &told.ledger, RESULT_NONE, review);
    assert_int_equal(review->gift_count, 1);
    assert_false(review->gifts[0].taken);
    assert_null(review_remark(review, REMARK_PRACTISE));
    free(review);
    forget(&told);
}

static void the_piece_taken_is_named(void **state)
{
    struct told told = tell(offered, sizeof offered / sizeof *offered);
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 1);
    assert_string_equal(review->gifts[0].gave.full, "put the bishop on a6 undefended");
    free(review);
    forget(&told);
}

/* Giving the queen away is an error in the value of queens: taking it counts as punished. */
static void a_drill_counts_what_was_felt(void **state)
{
    static struct drill drill;
    char text[128];
    struct told told = tell(taken, TAKEN);
    drill_make(told.live, &told.ledger, BLACK, GROUP_MAJOR_VALUES, &drill);
    assert_int_equal(drill.count, 1);
    assert_int_equal(drill.felt, 1);
    assert_int_equal(drill.moments[0].ply, 5);
    assert_true(drill.moments[0].conceded > 500);
    assert_int_equal(drill.gained, 892);
    drill_words(&drill, text, sizeof text);
    assert_string_equal(text, "the value of rooks and queens: the opponent erred 1 time, you "
                              "punished 1, gaining +8.92 pawns");
    drill_outcome(told.live, &drill.moments[0], text, sizeof text);
    assert_string_equal(text, "used by 3... Nxe5");
    drill_make(told.live, &told.ledger, BLACK, GROUP_PASSED_PAWNS, &drill);
    assert_int_equal(drill.count, 0);
    drill_make(told.live, &told.ledger, BLACK, DRILL_NONE, &drill);
    assert_int_equal(drill.count, 0);
    forget(&told);
    told = tell(missed, MISSED);
    drill_make(told.live, &told.ledger, BLACK, GROUP_MAJOR_VALUES, &drill);
    assert_true(drill.count > 0);
    assert_int_equal(drill.felt, 0);
    assert_int_equal(drill.gained, 0);
    drill_outcome(told.live, &drill.moments[0], text, sizeof text);
    assert_string_equal(text, "missed by 3... Be7");
    forget(&told);
}

static void a_gift_nobody_could_answer_is_not_missed(void **state)
{
    struct told told = tell(taken, 5);
    struct review *review = review_of(&told);
    struct card cards[8];
    assert_int_equal(review->gift_count, 1);
    assert_int_equal(review->answered, 0);
    assert_int_equal(review_cards(told.live, &told.ledger, review, cards, 8), 0);
    free(review);
    forget(&told);
}

static void a_deliberate_trifle_is_no_gift(void **state)
{
    static const struct scripted trifle[] = {{"a2a3", 5, "e7e5", true},
                                             {"e7e5", 5, "e2e4", false}};
    struct told told = tell(trifle, 2);
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 0);
    assert_int_equal(review->small_errors, 1);
    free(review);
    forget(&told);
}

/* The level thought that the move that gave the queen away was its best. */
static void an_error_that_was_not_meant_is_a_gift(void **state)
{
    struct told told = tell(missed, MISSED);
    told.ledger.entries[5].decision->deliberate = false;
    told.ledger.entries[5].decision->cost = 0;
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 1);
    assert_true(review->gifts[0].missed);
    free(review);
    forget(&told);
}

/* Black is lost with every move. The move that allows mate is a blunder, but no exercise. */
static void a_lost_position_makes_no_card(void **state)
{
    static const struct scripted lost[] = {{"e2e4", 420, "e7e5", false},
                                           {"f7f6", 430, "d2d4", false},
                                           {"d2d4", 430, "e7e6", false},
                                           {"g7g5", SCORE_MATE - 1, "d1h5", false}};
    struct told told = tell(lost, 4);
    struct review *review = review_of(&told);
    struct card cards[8];
    assert_int_equal(review->mistake_count, 1);
    assert_false(review->mistakes[0].asked);
    assert_int_equal(review_asked_count(review), 0);
    assert_false(review_asks(review, told.live, review->mistakes[0].ply - 1));
    assert_int_equal(review_cards(told.live, &told.ledger, review, cards, 8), 0);
    free(review);
    forget(&told);
}

/* A review asks the positions of its cards, also where one of them came up at another ply. */
static void a_position_that_came_up_twice_is_asked_at_both_plies(void **state)
{
    static const struct scripted twice[] = {
        {"g1f3", 20, "g8f6", false}, {"b8c6", 20, "b1c3", false}, {"f3g1", 20, "c6b8", false},
        {"c6b8", 20, "g1f3", false}, {"g1f3", 20, "g8f6", false}, {"b8c6", 20, "b1c3", false},
        {"f3d4", -300, "c6d4", false}, {"c6e5", -20, "d4f5", false}};
    struct told told = tell(twice, sizeof twice / sizeof *twice);
    struct review *review = malloc(sizeof *review);
    assert_non_null(review);
    assert_true(review_make(told.live, &told.ledger, WHITE, review));
    assert_int_equal(review->mistake_count, 1);
    assert_int_equal(review->mistakes[0].ply, 7);
    assert_true(review_asks(review, told.live, 6));
    assert_true(review_asks(review, told.live, 2));
    assert_false(review_asks(review, told.live, 4));
    assert_false(review_asks(review, told.live, 7));
    free(review);
    forget(&told);
}

/* After a check that leaves one legal move there is nothing to find. */
static void a_gift_with_one_answer_is_no_gift(void **state)
{
    static const struct scripted check[] = {{"e2e4", 20, "e7e5", false},
                                            {"f7f5", 90, "e4f5", false},
                                            {"d1h5", -880, "g7g6 h5g6", true},
                                            {"g7g6", -880, "h5g6", false}};
    struct told told = tell(check, 4);
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 0);
    assert_int_equal(review->small_errors, 1);
    free(review);
    forget(&told);
}

/* Most moves of method human lose a little, and it sees mates. */
static void what_an_error_cost_in_words(void **state)
{
    static const struct {
        enum method method;
        int cost;
        const char *words;
    } cases[] = {{METHOD_MADCHESS, 15, "deliberate error, cost 15 cp, best d4"},
                 {METHOD_HUMAN, 49, ""},
                 {METHOD_HUMAN, 50, "human error, cost 50 cp, best d4; "},
                 {METHOD_MADCHESS, 30909, "deliberate error, cost a mate, best d4"}};
    struct position start;
    chess_start(&start);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decision decision = {.made = true, .deliberate = true, .method = cases[i].method};
        char words[160];
        assert_true(chess_from_uci(&start, "d2d4", &decision.best));
        assert_true(chess_from_uci(&start, "a2a3", &decision.played));
        decision.cost = cases[i].cost;
        ledger_decision_words(&start, &decision, words, sizeof words);
        assert_memory_equal(words, cases[i].words, strlen(cases[i].words));
        if (!*cases[i].words)
            assert_string_equal(words, "");
    }
}

/* The knight took a pawn, so that taking another in return wins nothing on balance. The better
 * move is named, whoever made the error. A score near three pawns is not called lost. */
static void a_quiet_error_names_the_better_move(void **state)
{
    struct position position;
    struct error error;
    (void)state;
    assert_true(chess_from_fen(&position,
                               "r1b1kbnr/p4ppp/2p5/4N1q1/4p3/8/PPPP1PPP/RNBQK2R w KQkq - 1 8",
                               &error));
    struct game *game = game_create(&position);
    Move move;
    assert_true(chess_from_uci(&position, "e5c6", &move));
    struct game_node *node = game_add(game->root, move);
    struct ledger_score kept = {.score = 0};
    struct line best = {.score = -172, .length = 1}, answer = {.score = 320};
    assert_true(chess_from_uci(&position, "d2d4", &best.moves[0]));
    ledger_read_line(&node->position, "g5g2 d1e2 g2h1 e2f1 h1h2", &kept);
    answer.length = kept.length;
    memcpy(answer.moves, kept.line, sizeof *kept.line * (size_t)kept.length);
    struct claim claim;
    for (int gift = 0; gift < 2; gift++) {
        struct error_words words;
        char text[REVIEW_WORDS_MAX];
        (void)review_error_words(node, &best, &answer, gift, &claim, &words);
        review_whole_words(&words, text, sizeof text);
        assert_string_equal(text, gift ? "made the position worse; 8.d4 was better"
                                       : "allowed 8...Qxg2; 8.d4 was better");
        assert_string_equal(words.brief, gift ? "made the position worse" : "allowed 8...Qxg2");
    }
    game_destroy(game);
}

static void copy_line(const struct ledger_score *from, struct line *to)
{
    to->length = from->length;
    memcpy(to->moves, from->line, sizeof *from->line * (size_t)from->length);
}

/* An error that loses no material at once is described by the check that it allows, not only by the
 * better move: after Damiano's 3...fxe5, every reply to 4.Qh5+ loses a pawn or more. */
static void an_error_is_described_by_what_it_allows(void **state)
{
    const struct position start =
        from_fen("rnbqkbnr/pppp2pp/5p2/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3");
    static const char *const answers[] = {"d1h5 e8e7 h5e5 e7f7 f1c4 d7d5", "d1h5 g7g6 h5e5"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct game *game = game_create(&start);
        struct ledger_score better = {.score = 0}, reply = {.score = 0};
        struct line best = {.score = -120}, answer = {.score = 250};
        struct claim claim;
        struct error_words words;
        char text[REVIEW_WORDS_MAX];
        Move move = NO_MOVE;
        assert_true(game && chess_from_uci(&start, "f6e5", &move));
        struct game_node *node = game_add(game->root, move);
        ledger_read_line(&start, "d8e7 e5c4 e7e4 c4e3", &better);
        ledger_read_line(&node->position, answers[i], &reply);
        copy_line(&better, &best);
        copy_line(&reply, &answer);
        (void)review_error_words(node, &best, &answer, true, &claim, &words);
        review_whole_words(&words, text, sizeof text);
        assert_string_equal(text, "allowed a check that also attacks the e5 pawn");
        assert_string_equal(words.brief, "allowed a check that wins a pawn");
        game_destroy(game);
    }
}

/* Who does not take back loses what was taken, although taking back would have won nothing. The
 * words do not name the move, because the review may still ask for it. */
static void an_omitted_recapture_is_named(void **state)
{
    const struct position start =
        from_fen("r1q1k1nr/3pppb1/ppp3p1/2nPP2p/2P1N3/5N2/PP1BQPPP/1K1R3R w kq - 1 14");
    struct game *game = game_create(&start);
    struct ledger_score better = {.score = 0}, reply = {.score = 0};
    struct line best = {.score = -216}, answer = {.score = 547};
    struct claim claim;
    struct error_words words;
    char text[REVIEW_WORDS_MAX];
    Move move = NO_MOVE;
    (void)state;
    assert_true(game && chess_from_uci(&start, "e4c5", &move));
    struct game_node *node = game_add(game->root, move);
    ledger_read_line(&node->position, "b6c5 d5d6 e7d6 d2g5", &better);
    assert_true(chess_from_uci(&node->position, "c8c7", &move));
    node = game_add(node, move);
    ledger_read_line(&node->position, "c5d3 c6d5 c4d5", &reply);
    copy_line(&better, &best);
    copy_line(&reply, &answer);
    (void)review_error_words(node, &best, &answer, false, &claim, &words);
    review_whole_words(&words, text, sizeof text);
    assert_string_equal(text, "did not take back the knight");
    assert_string_equal(words.brief, "did not take back the knight");
    game_destroy(game);
}

/* A mate in many moves is a won position and no more. An advantage that stays winning only got
 * smaller. */
static void a_long_mate_is_not_counted_in_moves(void **state)
{
    const struct scripted script[] = {
        {"e2e4", 20, "f7f6", false}, {"f7f6", 90, "d2d4", false}, {"d2d4", 90, "g7g5", false},
        {"g7g5", SCORE_MATE - 29, "f1d3", false}, {"b1c3", 120, "e7e6", true},
        {"e7e6", 120, "d1h5", false}};
    struct told told = tell(script, 6);
    struct review *review = review_of(&told);
    assert_int_equal(review->gift_count, 1);
    assert_string_equal(review->gifts[0].gave.full, "gave away much of the advantage");
    assert_string_equal(review->gifts[0].gave.better, "3.Bd3");
    free(review);
    forget(&told);
}

/* A move that the level took for an error and full strength does not: once it is scored, it counts
 * as an ordinary move, also in the PGN. */
static void an_error_that_was_none_is_told_no_more(void **state)
{
    struct told told = tell((const struct scripted[]){{"d2d4", 20, "d7d5", false}}, 1);
    struct decision decision = {.made = true,
                                .deliberate = true,
                                .method = METHOD_HUMAN,
                                .best_score = 20,
                                .played_score = -180,
                                .cost = 200,
                                .count = 2,
                                .range = 1500,
                                .played = told.live->move},
                    capacity;
    Move reply;
    assert_true(chess_from_uci(&told.live->parent->position, "e2e4", &decision.best));
    assert_true(chess_from_uci(&told.live->position, "d7d5", &reply));
    decision.candidates[0] = (struct candidate){.move = decision.best, .score = 20};
    decision.candidates[1] = (struct candidate){.move = decision.played, .score = -180,
                                                .answer = reply, .answer_depth = 3,
                                                .lure = CHOICE_FEATURES_MAX};
    assert_true(ledger_set_decision(&told.ledger, 1, &decision));
    const struct ledger_score unknown = {.score = SCORE_NONE};
    assert_true(ledger_set_score(&told.ledger, 1, &unknown));
    const struct decision *known = ledger_decision(&told.ledger, told.live, &capacity);
    assert_true(ledger_is_error(known));
    assert_true(ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_FULL));
    assert_non_null(strstr(told.live->comment, "human error, cost 200 cp, best e4; did not see"));

    set_score(&told, 15, "d7d5");
    known = ledger_decision(&told.ledger, told.live, &capacity);
    char reason[160];
    assert_false(ledger_is_error(known));
    decision_reason(&told.live->parent->position, known, reason, sizeof reason);
    assert_null(strstr(reason, "did not see"));
    assert_true(ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_FULL));
    assert_null(strstr(told.live->comment, "human error"));
    assert_null(strstr(told.live->comment, "did not see"));

    set_score(&told, -180, "d7d5");
    assert_true(ledger_is_error(ledger_decision(&told.ledger, told.live, &capacity)));
    assert_null(ledger_decision(&told.ledger, told.game->root, &capacity));
    forget(&told);
}

/* The better move that a saved game names is the review's, not that of the weakened search; a move
 * that full strength calls good has no better one. */
static void a_saved_game_and_its_review_name_the_same_better_move(void **state)
{
    struct told told = tell(missed, MISSED);
    const struct game_node *error = review_node(told.live, 5), *good = review_node(told.live, 1);
    struct decision decision = *ledger_at(&told.ledger, 5)->decision;
    decision.best = decision.played = good->move;
    assert_true(ledger_set_decision(&told.ledger, 1, &decision));
    assert_true(ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_WORDS));
    assert_string_equal(error->comment, "Bc4 was better by 8.92");
    assert_null(good->comment);
    forget(&told);

    /* Without a score the level's own opinion is not written. */
    const struct ledger_score unknown = {.score = SCORE_NONE};
    told = tell(missed, MISSED);
    assert_true(ledger_set_score(&told.ledger, 5, &unknown));
    assert_true(ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_WORDS));
    assert_null(review_node(told.live, 5)->comment);
    forget(&told);
}

/* The opponent missed a mate: if it still wins, that is no gift; otherwise the mate is
 * mentioned. */
static void a_mate_the_opponent_missed(void **state)
{
    static const Score left[] = {2600, 150};
    for (int i = 0; i < 2; i++) {
        const struct scripted mate[] = {
            {"e2e4", 20, "f7f6", false}, {"f7f6", 90, "d2d4", false}, {"d2d4", 90, "g7g5", false},
            {"g7g5", SCORE_MATE - 1, "d1h5", false}, {"b1c3", left[i], "e7e6", true},
            {"e7e6", left[i], "d1h5", false}};
        struct told told = tell(mate, 6);
        struct review *review = review_of(&told);
        assert_int_equal(review->gift_count, i);
        assert_int_equal(review->small_errors, !i);
        if (i)
            assert_string_equal(review->gifts[0].gave.full, "missed mate in 1");
        free(review);
        forget(&told);
    }
}

static void expect_same_ledger(const struct ledger *got, const struct ledger *expected, int plies)
{
    for (int ply = 0; ply <= plies; ply++) {
        const struct ledger_entry *one = ledger_at(got, ply), *other = ledger_at(expected, ply);
        assert_non_null(one);
        assert_int_equal(one->score.score, other->score.score);
        assert_int_equal(one->score.depth, other->score.depth);
        assert_int_equal(one->score.nodes, other->score.nodes);
        assert_int_equal(one->score.length, other->score.length);
        for (int i = 0; i < one->score.length; i++)
            assert_int_equal(one->score.line[i], other->score.line[i]);
        assert_int_equal(one->decision != NULL, other->decision != NULL);
        if (!one->decision)
            continue;
        const struct decision *a = one->decision, *b = other->decision;
        assert_int_equal(a->method, b->method);
        assert_int_equal(a->best, b->best);
        assert_int_equal(a->played, b->played);
        assert_int_equal(a->best_score, b->best_score);
        assert_int_equal(a->played_score, b->played_score);
        assert_int_equal(a->range, b->range);
        assert_int_equal(a->die, b->die);
        assert_int_equal(a->blunder_chance, b->blunder_chance);
        assert_int_equal(a->blunder, b->blunder);
        assert_int_equal(a->deliberate, b->deliberate);
        assert_int_equal(a->forced_win, b->forced_win);
        assert_int_equal(a->cost, b->cost);
        assert_true(a->random == b->random);
        assert_true(a->spent == b->spent && a->usual == b->usual);
        assert_true(a->budget == b->budget && a->cut == b->cut && a->hash_mb == b->hash_mb);
        assert_int_equal(a->first, b->first);
        assert_int_equal(a->changes, b->changes);
        assert_memory_equal(&a->handicap, &b->handicap, sizeof a->handicap);
        assert_int_equal(a->count, b->count);
        for (int i = 0; i < a->count; i++) {
            assert_int_equal(a->candidates[i].move, b->candidates[i].move);
            assert_int_equal(a->candidates[i].score, b->candidates[i].score);
            assert_int_equal(a->candidates[i].shift, b->candidates[i].shift);
            assert_int_equal(a->candidates[i].dropped_by, b->candidates[i].dropped_by);
            assert_int_equal(a->candidates[i].in_range, b->candidates[i].in_range);
        }
    }
}

static struct game *through_pgn(const struct game *game, char **text)
{
    size_t size;
    FILE *out = open_memstream(text, &size);
    assert_non_null(out);
    assert_true(pgn_write(game, out));
    fclose(out);
    FILE *in = fmemopen(*text, strlen(*text), "r");
    struct pgn_reader *reader = pgn_reader_create(in, "test.pgn");
    struct game *read;
    struct error error;
    if (pgn_read(reader, &read, &error) != PGN_GAME)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    pgn_reader_destroy(reader);
    fclose(in);
    return read;
}

static void a_game_comes_back_complete_from_pgn(void **state)
{
    struct told told = tell(missed, MISSED);
    struct ledger back = {0};
    char *text, *again;
    /* Comments by people stay. Mates and finished games have no centipawns. */
    assert_true(game_set_comment(told.game->root->child, "my first move"));
    struct ledger_score mate = {.score = SCORE_MATE - 3, .depth = 20};
    assert_true(ledger_set_score(&told.ledger, 6, &mate));
    struct ledger_score longer = ledger_at(&told.ledger, 5)->score; /* of a move with a decision */
    longer.score += 3;
    longer.nodes = 500000;
    assert_true(ledger_set_score(&told.ledger, 5, &longer));
    assert_true(ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_FULL));
    assert_true(
        ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_FULL)); /* writing twice changes
                                                                            * nothing */
    struct game *read = through_pgn(told.game, &text);
    assert_non_null(strstr(text, "[%eval -8.77]"));
    assert_non_null(strstr(text, "[%eval #2]"));
    assert_non_null(strstr(text, "my first move"));
    assert_non_null(strstr(text, "Qxe5+ $4"));
    assert_null(strstr(strstr(text, "my first move") + 1, "my first move"));
    assert_true(ledger_read(&back, read));
    expect_same_ledger(&back, &told.ledger, told.live->ply);
    assert_int_equal(ledger_first_score_at(&back, 5), longer.score - 3);
    const struct game_node *node = game_end_of_line(read->root);
    assert_int_equal(node->elapsed, 1500);
    assert_int_equal(node->clock, told.live->clock);

    struct game *twice = through_pgn(read, &again);
    assert_string_equal(again, text);
    free(text);
    free(again);
    game_destroy(read);
    game_destroy(twice);
    ledger_clear(&back, 0);
    forget(&told);
}

/* Loads the game and saves it again with its ledger. */
static char *load_and_save(char *text)
{
    FILE *in = fmemopen(text, strlen(text), "r");
    struct pgn_reader *reader = pgn_reader_create(in, "test.pgn");
    struct game *game;
    struct error error;
    struct ledger ledger = {0};
    size_t size;
    assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    assert_true(ledger_read(&ledger, game));
    assert_true(ledger_annotate(&ledger, game_end_of_line(game->root), &opponent, LEDGER_FULL));
    char *saved = pgn_text(game, &size);
    assert_non_null(saved);
    ledger_clear(&ledger, 0);
    game_destroy(game);
    pgn_reader_destroy(reader);
    fclose(in);
    return saved;
}

static int count(const char *text, const char *words)
{
    int found = 0;
    while ((text = strstr(text, words)) != NULL) {
        text += strlen(words);
        found++;
    }
    return found;
}

static void loading_and_saving_again_writes_no_comment_twice(void **state)
{
    static const char *const starts[] = {
        NULL, "a word on the start", "before it\n[%eval 0.23] [%fallible score=23 depth=5]",
        /* As written by an earlier version. */
        "[%eval 0.23] [%fallible score=23 depth=5]\n[%eval 0.23] [%fallible score=23 depth=5]"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct told told = tell(missed, MISSED);
        struct ledger_score even = {.score = 23, .depth = 12};
        size_t size;
        assert_true(ledger_set_score(&told.ledger, 0, &even));
        assert_true(game_set_comment(told.game->root, starts[i]));
        assert_true(ledger_annotate(&told.ledger, told.live, &opponent, LEDGER_FULL));
        char *text = pgn_text(told.game, &size);
        assert_non_null(text);
        char *once = load_and_save(text), *twice = load_and_save(once);
        assert_string_equal(twice, once);
        assert_int_equal(count(once, "[%eval 0.23]"), 1);
        assert_int_equal(count(once, "score=23 "), 1);
        assert_int_equal(count(once, "a word on the start"), i == 1);
        assert_int_equal(count(once, "before it"), i == 2);
        free(text);
        free(once);
        free(twice);
        forget(&told);
    }
}

static void an_opponent_comes_back_from_its_tag(void **state)
{
    struct handicap handicap = {.limited = true, .elo = 1250, .method = METHOD_DIFFUSION,
                                .nodes_per_second = 12345, .endgame_percent = 25, .walk = 40,
                                .drift = 7, .steps = 90, .usual_spread = 50,
                                .usual_replies = 30, .usual_time = 2000, .rules = 31, .time_discount = 40,
                                .reference_time = 3000, .seed = UINT64_MAX};
    struct handicap back;
    char text[HANDICAP_TEXT];
    for (int i = 0; i < GROUP_COUNT; i++)
        handicap.knowledge[i] = 10 * i;
    handicap_text_write(&handicap, text, sizeof text);
    assert_true(handicap_text_read(text, &back));
    assert_memory_equal(&back, &handicap, sizeof back);
    handicap = (struct handicap){.seed = 7};
    handicap_text_write(&handicap, text, sizeof text);
    assert_true(handicap_text_read(text, &back));
    assert_memory_equal(&back, &handicap, sizeof back);
    assert_false(handicap_text_read("nonsense", &back));
    assert_false(handicap_text_read("elo=1200 method=nosuch nps=5 seed=1", &back));
}

static void comments_that_are_damaged_are_left_out(void **state)
{
    static const char *const comments[] = {
        "[%eval", "[%eval ]", "[%eval #]", "[%eval 99999999]", "[%eval nan]", "[%fallible",
        "[%fallible ]", "[%fallible =]", "[%fallible ===]", "[%fallible best=e9e9]",
        "[%fallible candidates=e2e4:::: best=e2e4 random=-1]",
        "[%fallible line=e2e4 e2e4 e2e4 score=x]"};
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
        struct ledger ledger = {0};
        struct game *game = game_create(NULL);
        assert_non_null(game);
        Move move;
        assert_true(chess_from_uci(&game->root->position, "e2e4", &move));
        struct game_node *node = game_add(game->root, move);
        assert_true(game_set_comment(node, comments[i]));
        assert_true(ledger_read(&ledger, game));
        const struct ledger_entry *entry = ledger_at(&ledger, 1);
        assert_true(!entry || entry->score.score == SCORE_NONE || entry->score.score == 0);
        ledger_clear(&ledger, 0);
        game_destroy(game);
    }
}

static void numbers_in_comments_that_no_program_writes_overflow_nothing(void **state)
{
    static const char text[] =
        "1. e4 {[%fallible took=9223372036854775807 score=-2147483648 depth=99999999999 nodes=-1]} "
        "e5 {[%fallible took=9223372036854775807 score=2147483647 best=e7e5 "
        "scores=-2147483648/2147483647 range=-2147483648 die=2147483647/-2147483648 "
        "cost=2147483647 time=9223372036854775807/-9223372036854775808 "
        "budget=99999999999999999999/1 hash=2147483647 flags=deliberate,blunder "
        "candidates=e7e5:-2147483648:~2147483647:c99999999999:x99999999.300]} "
        "2. Nf3 {[%fallible took=-5 score=32001]} Nc6 {[%eval #-9223372036854775808]} "
        "3. Bc4 {[%eval 0.30,99999999999]} Bc5 {[%eval #9223372036854775807] [%emt "
        "9999999999999999999:59:59] [%clk 99999999:99999999:99999999]} 4. d3 {[%eval -1e300]} *";
    char copy[sizeof text];
    memcpy(copy, text, sizeof text);
    FILE *in = fmemopen(copy, sizeof text - 1, "r");
    struct pgn_reader *reader = pgn_reader_create(in, "test.pgn");
    struct game *game;
    struct error error;
    struct ledger ledger = {0};
    static struct review review;
    assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    assert_true(ledger_read(&ledger, game));
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        assert_int_equal(node->elapsed, -1);
        assert_int_equal(node->clock, -1);
        assert_true(node->ply == 5 || ledger_score_at(&ledger, node->ply) == SCORE_NONE);
    }
    assert_int_equal(ledger_score_at(&ledger, 5), 30);
    assert_int_equal(ledger_at(&ledger, 5)->score.depth, 0);
    assert_null(ledger_at(&ledger, 2)->decision); /* skipped completely */
    assert_true(review_make(game_end_of_line(game->root), &ledger, WHITE, &review));
    assert_true(ledger_annotate(&ledger, game_end_of_line(game->root), &opponent, LEDGER_FULL));
    ledger_clear(&ledger, 0);
    game_destroy(game);
    pgn_reader_destroy(reader);
    fclose(in);
}

/* With time quadratic in the length this would take minutes. */
static void a_game_of_a_hundred_thousand_moves_is_reviewed_at_once(void **state)
{
    enum { PLIES = 100000, SECONDS = 20 };
    static const char *const knights[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    static struct review review;
    static struct drill drill;
    struct ledger ledger = {0};
    struct error error;
    struct game *game = game_create(NULL);
    struct game_node *node = game->root;
    for (int ply = 0; ply <= PLIES; ply++) {
        const struct ledger_score score = {.score = (Score)(ply % 2 * 200), .depth = 1, .nodes = 1};
        Move move;
        assert_true(ledger_set_score(&ledger, ply, &score));
        if (ply < PLIES) {
            assert_true(chess_read_move(&node->position, knights[ply % 4], &move, &error));
            node = game_add(node, move);
            assert_non_null(node);
        }
    }
    clock_t began = clock();
    assert_true(review_make(node, &ledger, -1, &review));
    drill_make(node, &ledger, BLACK, GROUP_MAJOR_VALUES, &drill);
    double took = (double)(clock() - began) / CLOCKS_PER_SEC;
    assert_int_equal(review.scored, PLIES + 1);
    if (took > SECONDS)
        fail_msg("%.1f s", took);
    ledger_clear(&ledger, 0);
    game_destroy(game);
}

/* The store */

/* Stores the game move by move, and finishes it. */
static int64_t keep(struct store *store, struct told *told)
{
    static struct stored_game stored;
    struct error error = {0};
    stored = (struct stored_game){.start = told->game->root->position, .you = BLACK,
                                  .handicap = {.limited = true, .elo = 1200, .seed = 7,
                                               .nodes_per_second = 500,
                                               .method = METHOD_STUBBORN},
                                  .clock = {.control = {.base = 300000}},
                                  .drill = GROUP_MAJOR_VALUES};
    assert_true(store_begin(store, &stored, &error));
    for (int ply = 0; ply <= told->live->ply; ply++) {
        const struct game_node *node = review_node(told->live, ply);
        const struct ledger_entry *entry = ledger_at(&told->ledger, ply);
        if (ply > 0)
            assert_true(store_move(store, stored.id, node, entry->decision, &error));
        assert_true(store_score(store, stored.id, node, &entry->score, &error));
    }
    assert_true(store_finish(store, stored.id, RESULT_BLACK, "checkmate", &error));
    return stored.id;
}

static bool take_first(void *context, const struct stored_review *review)
{
    *(struct stored_review *)context = *review;
    return false;
}

/* The scores of a game whose review is stored stay as they are, so that a later review says the
 * same. */
static void the_scores_of_a_stored_review_stay(void **state)
{
    static struct stored_game back;
    struct error error = {0};
    struct score_task task;
    struct told told = tell(missed, MISSED);
    struct review *review = review_of(&told);
    struct store *store = open_store();
    int64_t game = keep(store, &told);
    assert_true(store_finished_before(store, INT64_MAX, &back, &error));
    assert_true(score_task_next(&back.ledger, told.live, NULL, 0, &task));
    stored_game_clear(&back);
    assert_true(store_review(store, game, review, NULL, 0, &error));
    assert_true(store_finished_before(store, INT64_MAX, &back, &error));
    assert_false(score_task_next(&back.ledger, told.live, NULL, 0, &task));
    /* When the game goes on from an earlier move, its scores are open again. */
    ledger_clear(&back.ledger, told.live->ply);
    assert_true(score_task_next(&back.ledger, told.live, NULL, 0, &task));
    stored_game_clear(&back);
    store_close(store);
    free(review);
    forget(&told);
}

static void a_review_is_kept_with_its_cards(void **state)
{
    static struct stored_game back;
    static struct stored_review kept;
    struct error error = {0};
    struct card cards[8];
    int in_deck, due;
    struct told told = tell(missed, MISSED);
    struct review *review = review_of(&told);
    struct store *store = open_store();
    int64_t game = keep(store, &told);

    assert_true(store_unreviewed(store, &back, &error));
    assert_int_equal(back.id, game);
    assert_int_equal(back.elapsed[3], 1500);
    expect_same_ledger(&back.ledger, &told.ledger, told.live->ply);
    stored_game_clear(&back);

    int count = review_cards(told.live, &told.ledger, review, cards, 8);
    assert_int_equal(back.drill, GROUP_MAJOR_VALUES);
    drill_make(told.live, &told.ledger, BLACK, back.drill, &review->drill);
    for (int time = 0; time < 2; time++) { /* the same positions a second time give no new cards */
        if (time == 1)
            game = keep(store, &told);
        assert_true(store_review(store, game, review, cards, count, &error));
        assert_true(store_deck_size(store, (int64_t)time + 2000000000000, &in_deck, &due, &error));
        assert_int_equal(in_deck, 2);
        assert_int_equal(due, 2);
    }
    assert_true(store_deck_size(store, 1, &in_deck, &due, &error));
    assert_int_equal(due, 0);
    assert_false(store_unreviewed(store, &back, &error));
    assert_string_equal(error.message, "");
    assert_true(store_each_review(store, 20, take_first, &kept, &error));
    assert_int_equal(kept.game, game);
    assert_int_equal(kept.elo, 1200);
    assert_int_equal(kept.drill, GROUP_MAJOR_VALUES);
    assert_int_equal(kept.felt, 0);
    assert_true(kept.moments > 0);
    assert_int_equal(kept.gift_count, 1);
    assert_int_equal(kept.gifts[0].motif, MOTIF_HANGING);
    assert_false(kept.gifts[0].taken);
    assert_int_equal(kept.counts[JUDGED_BLUNDER], 2);

    /* After a takeback the review, its cards and later scores are deleted. */
    assert_true(store_truncate(store, game, 5, &error));
    assert_true(store_unfinished_before(store, INT64_MAX, &back, &error));
    assert_int_equal(ledger_score_at(&back.ledger, 5), -880);
    assert_null(ledger_at(&back.ledger, 6));
    stored_game_clear(&back);
    assert_true(store_each_review(store, 20, take_first, &kept, &error));
    assert_true(kept.game < game);
    store_close(store);
    free(review);
    forget(&told);
}

/* Writes a database of version 1 with an unfinished game. */
static void write_version_1(void)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(database_path, &database), SQLITE_OK);
    static const char sql[] =
        "CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, began INTEGER NOT NULL,"
        " start TEXT NOT NULL, chess960 INTEGER NOT NULL, you INTEGER NOT NULL,"
        " handicap TEXT NOT NULL, control TEXT NOT NULL, finished INTEGER NOT NULL DEFAULT 0,"
        " result TEXT NOT NULL DEFAULT '*', ending TEXT NOT NULL DEFAULT '');"
        "CREATE TABLE moves (game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
        " ply INTEGER NOT NULL, move INTEGER NOT NULL, clock INTEGER NOT NULL,"
        " PRIMARY KEY (game, ply)) WITHOUT ROWID;"
        "CREATE TABLE decisions (game INTEGER NOT NULL, ply INTEGER NOT NULL,"
        " best INTEGER NOT NULL, best_score INTEGER NOT NULL, played_score INTEGER NOT NULL,"
        " error_range INTEGER NOT NULL, die INTEGER NOT NULL, blunder_chance INTEGER NOT NULL,"
        " blunder INTEGER NOT NULL, deliberate INTEGER NOT NULL, forced_win INTEGER NOT NULL,"
        " cost INTEGER NOT NULL, random INTEGER NOT NULL, candidates TEXT NOT NULL,"
        " PRIMARY KEY (game, ply), FOREIGN KEY (game, ply) REFERENCES moves (game, ply)"
        " ON DELETE CASCADE) WITHOUT ROWID;"
        "INSERT INTO games (began, start, chess960, you, handicap, control) VALUES (1700000000,"
        " '" CHESS_START_FEN "', 0, 0, '1 1200 14528 42 119 80 25 0 31 7 100 100 100 100 75 60 50"
        " 42 37 35 33', '5+3');"
        "INSERT INTO moves VALUES (1, 1, 1804, 300000);"
        "INSERT INTO decisions VALUES (1, 1, 1804, 5, 5, 42, 1, 80, 0, 0, 0, 0, 9,"
        " '1804 5 5 1' || char(10));"
        "PRAGMA user_version = 1;";
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_close(database);
}

static int version_of(const char *name)
{
    sqlite3 *database;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(name, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "PRAGMA user_version", -1, &row, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int version = sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(database);
    return version;
}

static void an_old_database_is_copied_and_brought_up_to_date(void **state)
{
    static struct stored_game back;
    struct error error = {0};
    char copy[128];
    write_version_1();
    for (int time = 0; time < 2; time++) { /* the second opening has nothing to upgrade */
        struct store *store = open_store();
        assert_true(store_unfinished_before(store, INT64_MAX, &back, &error));
        assert_int_equal(back.move_count, 1);
        assert_int_equal(back.clocks[0], 300000);
        assert_int_equal(back.elapsed[0], -1);
        assert_int_equal(back.handicap.elo, 1200);
        assert_int_equal(ledger_at(&back.ledger, 1)->decision->count, 1);
        stored_game_clear(&back);
        store_close(store);
    }
    snprintf(copy, sizeof copy, "%s.v1", database_path);
    assert_int_equal(version_of(copy), 1);
    assert_true(version_of(database_path) >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gift_taken_is_seen),
        cmocka_unit_test(a_gift_missed_becomes_a_card),
        cmocka_unit_test(the_better_move_is_told_after_the_card),
        cmocka_unit_test(a_move_that_misses_a_mate_is_not_praised),
        cmocka_unit_test(the_mate_that_ends_the_game_is_praised),
        cmocka_unit_test(the_review_says_where_the_game_turned),
        cmocka_unit_test(the_review_says_why_a_larger_loss_did_not_decide),
        cmocka_unit_test(what_was_done_well_was_played),
        cmocka_unit_test(the_remarks_precede_the_moves_in_a_file),
        cmocka_unit_test(a_file_has_the_words_about_your_mistakes_once),
        cmocka_unit_test(a_review_without_content_says_nothing),
        cmocka_unit_test(the_largest_change_is_scored_first),
        cmocka_unit_test(doubtful_moves_are_searched_again),
        cmocka_unit_test_setup_teardown(the_scores_of_a_stored_review_stay, make_folder,
                                        remove_folder),
        cmocka_unit_test(scores_do_not_depend_on_the_number_of_engines),
        cmocka_unit_test(a_game_of_others_is_looked_at_from_both_sides),
        cmocka_unit_test(lines_are_looked_for_around_the_mistakes_of_a_file),
        cmocka_unit_test(a_trade_is_no_present),
        cmocka_unit_test(what_comes_later_was_not_foreseen),
        cmocka_unit_test(a_scored_candidate_shows_what_was_overlooked),
        cmocka_unit_test(the_piece_taken_is_named),
        cmocka_unit_test(a_piece_that_was_taken_was_not_overlooked),
        cmocka_unit_test(a_gift_is_taken_with_two_thirds_of_it),
        cmocka_unit_test(a_gift_kept_in_part_is_neither_taken_nor_missed),
        cmocka_unit_test(a_gift_says_what_the_opponent_overlooked),
        cmocka_unit_test(a_drill_counts_what_was_felt),
        cmocka_unit_test(a_game_of_a_hundred_thousand_moves_is_reviewed_at_once),
        cmocka_unit_test(a_gift_nobody_could_answer_is_not_missed),
        cmocka_unit_test(a_deliberate_trifle_is_no_gift),
        cmocka_unit_test(an_error_that_was_not_meant_is_a_gift),
        cmocka_unit_test(a_lost_position_makes_no_card),
        cmocka_unit_test(a_position_that_came_up_twice_is_asked_at_both_plies),
        cmocka_unit_test(a_move_that_is_no_threat_was_not_overlooked),
        cmocka_unit_test(a_gift_with_one_answer_is_no_gift),
        cmocka_unit_test(what_an_error_cost_in_words),
        cmocka_unit_test(a_quiet_error_names_the_better_move),
        cmocka_unit_test(an_error_is_described_by_what_it_allows),
        cmocka_unit_test(an_omitted_recapture_is_named),
        cmocka_unit_test(an_error_that_was_none_is_told_no_more),
        cmocka_unit_test(a_mate_the_opponent_missed),
        cmocka_unit_test(a_long_mate_is_not_counted_in_moves),
        cmocka_unit_test(a_game_comes_back_complete_from_pgn),
        cmocka_unit_test(an_opponent_comes_back_from_its_tag),
        cmocka_unit_test(comments_that_are_damaged_are_left_out),
        cmocka_unit_test(numbers_in_comments_that_no_program_writes_overflow_nothing),
        cmocka_unit_test(loading_and_saving_again_writes_no_comment_twice),
        cmocka_unit_test(a_saved_game_and_its_review_name_the_same_better_move),
        cmocka_unit_test_setup_teardown(a_review_is_kept_with_its_cards, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(an_old_database_is_copied_and_brought_up_to_date,
                                        make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
