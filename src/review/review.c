/* Makes the review of a game. A gift is an error of a weakened opponent, made on purpose or not,
 * that full strength judges to be at least an inaccuracy. It counts as taken if your answer keeps
 * at least two thirds of the winning chances that it gave. It counts as missed if you did not take
 * it and your answer loses at least as much as an inaccuracy. If you did not take it and your
 * answer loses less, the gift counts as neither. */
#include "src/review/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/review/review_text.h"

const struct game_node *review_node(const struct game_node *live, int ply)
{
    while (live->ply > ply && live->parent)
        live = live->parent;
    return live;
}

const struct game_node *review_next(const struct game_node *live, const struct game_node *node)
{
    if (node == live)
        return NULL;
    return node->child->sibling ? review_node(live, node->ply + 1) : node->child;
}

int review_mover(const struct game_node *live, int ply)
{
    const struct game_node *node = review_node(live, ply);
    return node->parent ? node->parent->position.side : node->position.side;
}

void review_move_text(const struct game_node *node, char *text, size_t size)
{
    text_move(&node->parent->position, node->move, text, size);
}

static Score for_color(int color, Score score)
{
    return color == WHITE ? score : -score;
}

static Score for_you(const struct review *review, Score score)
{
    return for_color(review->you, score);
}

/* Whether you can learn something by finding the best move at `node`: the best line is known, and
 * the side to move is not nearly lost after it. */
static bool is_worth_solving(const struct ledger *ledger, const struct game_node *node)
{
    static const double LOST = -0.5; /* winning chances, about -300 centipawns */
    const struct ledger_entry *entry = ledger_at(ledger, node->ply);
    return entry && entry->score.length > 0 &&
           winning_chances(for_color(node->position.side, entry->score.score)) >= LOST;
}

/* If the opponent's move that led to `node` gave you something, adds a gift to the review;
 * otherwise, if the move was a deliberate error, counts it as a small error. `reply` is the
 * position after your answer, or NULL. */
static void add_gift(struct review *review, const struct ledger *ledger,
                     const struct game_node *node, const struct game_node *reply)
{
    Score before = ledger_score_at(ledger, node->ply - 1);
    Score offered = ledger_score_at(ledger, node->ply);
    Score after = reply ? ledger_score_at(ledger, reply->ply) : offered;
    if (before == SCORE_NONE || offered == SCORE_NONE || after == SCORE_NONE)
        return;
    enum judgement judgement = ledger_judge(ledger, node);
    before = for_you(review, before), offered = for_you(review, offered);
    double worth = chances_gained(before, offered, WHITE);
    int mate;
    Move legal[CHESS_MOVES_MAX];
    bool mates = score_is_mate(offered, &mate) && mate > 0;
    bool forced = chess_moves(&node->position, legal) == 1; /* one legal reply: nothing to find */
    if (judgement == JUDGED_GOOD || (worth < CHANCES_INACCURACY && !mates) || forced) {
        review->small_errors += ledger_is_error(ledger_at(ledger, node->ply)->decision);
        return;
    }
    if (review->gift_count == REVIEW_GIFTS_MAX)
        return;
    struct gift *gift = &review->gifts[review->gift_count++];
    struct line line = ledger_line(ledger, node), better = ledger_line(ledger, node->parent);
    *gift = (struct gift){
        .ply = node->ply, .judgement = judgement, .played = node->move,
        .reply = reply ? reply->move : NO_MOVE,
        .best = line.length ? line.moves[0] : NO_MOVE, .phase = game_phase(&node->position),
        .before = before, .offered = offered, .after = for_you(review, after)};
    gift->worth = chances_worth(before, offered, WHITE);
    bool best = reply && gift->reply == gift->best;
    gift->kept = best    ? gift->worth
                 : reply ? chances_kept(gift->worth, gift->offered, gift->after, WHITE) : 0;
    gift->taken = reply && chances_taken(gift->worth, gift->kept);
    gift->missed = reply && !gift->taken &&
                   chances_gained(gift->offered, gift->after, WHITE) <= -CHANCES_INACCURACY;
    gift->asked = gift->missed && is_worth_solving(ledger, node);
    gift->motif = review_error_words(node, &better, &line, true, &gift->claim, &gift->gave);
    review_cause_words(node, &better, &line, ledger_at(ledger, node->ply)->decision, gift->cause,
                       sizeof gift->cause);
    review->taken += gift->taken;
    review->missed += gift->missed;
    review->answered += reply != NULL;
}

/* Adds the move that led to `node` to the mistakes if it is one. Adds nothing yet if the score of
 * the position before the move is from a file and has no line. */
static void add_mistake(struct review *review, const struct ledger *ledger,
                        const struct game_node *node)
{
    Score before = ledger_score_at(ledger, node->ply - 1);
    Score after = ledger_score_at(ledger, node->ply);
    enum judgement judgement = ledger_judge(ledger, node);
    struct line line = ledger_line(ledger, node->parent), punished = ledger_line(ledger, node);
    if (judgement < JUDGED_MISTAKE || review->mistake_count == REVIEW_MISTAKES_MAX ||
        (line.length == 0 && ledger_at(ledger, node->ply - 1)->score.nodes == 0))
        return;
    int color = node->parent->position.side;
    struct mistake *mistake = &review->mistakes[review->mistake_count++];
    *mistake = (struct mistake){
        .ply = node->ply, .played = node->move,
        .best = line.length > 0 ? line.moves[0] : NO_MOVE, .judgement = judgement,
        .asked = is_worth_solving(ledger, node->parent),
        .phase = game_phase(&node->parent->position), .before = for_color(color, before),
        .after = for_color(color, after)};
    mistake->motif =
        review_error_words(node, &line, &punished, false, &mistake->claim, &mistake->what);
}

static const struct gift *gift_at(const struct review *review, int ply)
{
    for (int i = 0; i < review->gift_count; i++) {
        if (review->gifts[i].ply == ply)
            return &review->gifts[i];
    }
    return NULL;
}

/* The motif of the tactic that your move to `node` carried out or missed; MOTIF_NONE if it did
 * neither. Sets *taken to whether your move was the right one. */
static enum motif chance_motif(const struct review *review, const struct ledger *ledger,
                               const struct game_node *node, bool *taken)
{
    const struct gift *gift = gift_at(review, node->ply - 1);
    struct line best = ledger_line(ledger, node->parent), answer = ledger_line(ledger, node);
    struct claims claims;
    Score before = ledger_score_at(ledger, node->ply - 2);
    Score offered = ledger_score_at(ledger, node->ply - 1);
    Score after = ledger_score_at(ledger, node->ply);
    if (gift && gift->motif != MOTIF_NONE) {
        *taken = gift->taken;
        return gift->taken || gift->missed ? gift->motif : MOTIF_NONE;
    }
    if (best.length == 0 || before == SCORE_NONE || offered == SCORE_NONE || after == SCORE_NONE)
        return MOTIF_NONE;
    *taken = ledger_judge(ledger, node) == JUDGED_GOOD;
    double worth = *taken ? chances_gained(before, offered, review->you)
                          : -chances_gained(offered, after, review->you);
    if (worth < CHANCES_INACCURACY)
        return MOTIF_NONE;
    review_claims(node, &best, &answer, &claims);
    for (int i = 0; i < claims.count; i++) {
        const struct claim *claim = &claims.list[i];
        bool notable =
            *taken ? review_is_notable(&claims, claim) : claim->role == CLAIM_ROLE_MISSED;
        if (notable && claim->at == claim->first && review_motif(&claims, claim) != MOTIF_NONE)
            return review_motif(&claims, claim);
    }
    return MOTIF_NONE;
}

static void find_chances(struct review *review, const struct ledger *ledger,
                         const struct game_node *live)
{
    const struct game_node *node = review_node(live, 0);
    while ((node = review_next(live, node))) {
        bool taken = false;
        enum motif motif = node->parent->position.side == review->you
                               ? chance_motif(review, ledger, node, &taken) : MOTIF_NONE;
        if (motif != MOTIF_NONE && review->chance_count < REVIEW_CHANCES_MAX)
            review->chances[review->chance_count++] =
                (struct chance){.ply = node->ply - 1, .motif = motif, .taken = taken};
    }
}

static void find_all(struct review *review, const struct ledger *ledger,
                     const struct game_node *live)
{
    const struct game_node *node = review_node(live, 0);
    while ((node = review_next(live, node))) {
        const struct ledger_entry *entry = ledger_at(ledger, node->ply);
        bool decided = entry && entry->decision && entry->decision->made;
        bool yours = review->you < 0 || node->parent->position.side == review->you;
        review->decided |= !yours && decided;
        if (yours)
            add_mistake(review, ledger, node);
        else if (decided)
            add_gift(review, ledger, node, review_next(live, node));
    }
    double given = 0, kept = 0;
    for (int i = 0; i < review->gift_count; i++) {
        if (review->gifts[i].reply == NO_MOVE)
            continue;
        given += review->gifts[i].worth;
        kept += review->gifts[i].kept;
    }
    review->punish = given > 0 ? 100 * kept / given : 0;
}

static void average_times(struct review *review, const struct game_node *live)
{
    int64_t sums[COLOR_COUNT] = {0};
    int counts[COLOR_COUNT] = {0};
    for (const struct game_node *node = live; node->parent; node = node->parent) {
        int mover = node->parent->position.side;
        if (node->elapsed >= 0) {
            sums[mover] += node->elapsed;
            counts[mover]++;
        }
    }
    for (int side = WHITE; side <= BLACK; side++)
        review->thought[side] = counts[side] ? sums[side] / counts[side] : -1;
}

bool review_make(const struct game_node *live, const struct ledger *ledger, int you,
                 struct review *review)
{
    *review = (struct review){.you = you, .positions = live->ply + 1,
                               .drill.group = DRILL_NONE};
    Score *scores = malloc((size_t)review->positions * sizeof *scores);
    if (!scores)
        return false;
    for (int ply = 0; ply < review->positions; ply++) {
        scores[ply] = ledger_score_at(ledger, ply);
        review->scored += scores[ply] != SCORE_NONE;
    }
    int first = review_node(live, 0)->position.side;
    bool good = accuracy_of_game(scores, review->positions, first, review->sides);
    free(scores);
    for (const struct game_node *node = live; node->parent; node = node->parent)
        review->counts[node->parent->position.side][ledger_judge(ledger, node)]++;
    average_times(review, live);
    find_all(review, ledger, live);
    find_chances(review, ledger, live);
    return good;
}

/* Whether the line has the same position at the plies `one` and `other`. */
static bool same_position(const struct game_node *live, int one, int other)
{
    return one == other ||
           review_node(live, one)->position.key == review_node(live, other)->position.key;
}

bool review_asks(const struct review *review, const struct game_node *live, int ply)
{
    for (int i = 0; i < review->gift_count; i++) {
        const struct gift *gift = &review->gifts[i];
        if (gift->asked && same_position(live, gift->ply, ply))
            return true;
    }
    for (int i = 0; i < review->mistake_count; i++) {
        const struct mistake *mistake = &review->mistakes[i];
        if (mistake->asked && same_position(live, mistake->ply - 1, ply))
            return true;
    }
    return false;
}

void review_note_tried(struct review *review, const struct game_node *live, int ply)
{
    for (int i = 0; i < review->gift_count; i++)
        review->gifts[i].tried |= same_position(live, review->gifts[i].ply, ply);
    for (int i = 0; i < review->mistake_count; i++)
        review->mistakes[i].tried |= same_position(live, review->mistakes[i].ply - 1, ply);
}

bool review_is_open(const struct review *review, const struct game_node *live, int ply)
{
    for (int i = 0; i < review->gift_count; i++) {
        if (review->gifts[i].tried && same_position(live, review->gifts[i].ply, ply))
            return false;
    }
    for (int i = 0; i < review->mistake_count; i++) {
        if (review->mistakes[i].tried && same_position(live, review->mistakes[i].ply - 1, ply))
            return false;
    }
    return review_asks(review, live, ply);
}

int review_asked_count(const struct review *review)
{
    int count = 0;
    for (int i = 0; i < review->gift_count; i++)
        count += review->gifts[i].asked;
    for (int i = 0; i < review->mistake_count; i++)
        count += review->mistakes[i].asked;
    return count;
}

void review_gift_outcome(const struct game_node *live, const struct gift *gift, char *text,
                         size_t size)
{
    char move[32];
    if (gift->reply == NO_MOVE) {
        snprintf(text, size, "the game ended there");
        return;
    }
    review_move_text(review_node(live, gift->ply + 1), move, sizeof move);
    snprintf(text, size,
             gift->taken    ? "you took it: %s"
             : gift->missed ? "you played %s" : "%s kept part of it",
             move);
}

/* Writes the difference of two scores in pawns, or, if either is a mate, the score `to`. */
static void points(Score from, Score to, char *text, size_t size)
{
    int mate;
    bool certain = score_is_mate(from, &mate) || score_is_mate(to, &mate);
    text_score(certain ? to : to - from, text, size);
}

void review_gift_points(const struct gift *gift, char *text, size_t size)
{
    if (gift->reply == NO_MOVE)
        snprintf(text, size, "%s", "");
    else if (gift->taken)
        points(gift->before, gift->offered, text, size);
    else
        points(gift->offered, gift->after, text, size);
}

void review_mistake_points(const struct mistake *mistake, char *text, size_t size)
{
    points(mistake->before, mistake->after, text, size);
}
