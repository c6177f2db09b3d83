/* Stores the findings of reviews and reads them for the statistics. */
#include <stdio.h>

#include "src/game/handicap_text.h"
#include "src/game/group_names.h"
#include "src/store/sql.h"

/* Motifs and phases are stored as the numbers that fallible-games(5) lists. If their order
 * changes, the database needs a new version. */
_Static_assert(MOTIF_NONE == 0 && MOTIF_MATE == 1 && MOTIF_BACK_RANK_MATE == 2 &&
               MOTIF_DOUBLE_CHECK == 3 && MOTIF_DISCOVERED_CHECK == 4 &&
               MOTIF_DISCOVERED_ATTACK == 5 && MOTIF_FORK == 6 && MOTIF_SKEWER == 7 &&
               MOTIF_PIN == 8 && MOTIF_TRAPPED == 9 && MOTIF_DEFENDER == 10 &&
               MOTIF_HANGING == 11 && MOTIF_PROMOTION == 12, "stored in gifts, chances and deck");
_Static_assert(PHASE_OPENING == 0 && PHASE_MIDDLEGAME == 1 && PHASE_ENDGAME == 2,
               "stored in gifts");
_Static_assert(WHITE == 0 && BLACK == 1, "stored in games");

static bool insert_review(struct store *store, int64_t game, const struct review *review,
                          struct error *error)
{
    const struct accuracy *yours = &review->sides[review->you == BLACK];
    const struct accuracy *others = &review->sides[review->you != BLACK];
    const int *counts = review->counts[review->you == BLACK];
    struct statement *statement = store_bound(store,
        "INSERT OR REPLACE INTO reviews (game, accuracy, opponent_accuracy, loss, opponent_loss,"
        " moves, inaccuracies, mistakes, blunders) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_REAL(yours->percent), AS_REAL(others->percent),
              AS_REAL(yours->loss), AS_REAL(others->loss), AS_NUMBER(yours->moves),
              AS_NUMBER(counts[JUDGED_INACCURACY]), AS_NUMBER(counts[JUDGED_MISTAKE]),
              AS_NUMBER(counts[JUDGED_BLUNDER])));
    return store_run(store, statement, "saving the review", error);
}

static bool insert_gift(struct store *store, int64_t game, const struct gift *gift,
                        struct error *error)
{
    struct statement *statement = store_bound(store,
        "INSERT INTO gifts (game, ply, motif, phase, worth, kept, answered, taken)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_NUMBER(gift->ply), AS_NUMBER(gift->motif),
              AS_NUMBER(gift->phase), AS_REAL(gift->worth), AS_REAL(gift->kept),
              AS_NUMBER(gift->reply != NO_MOVE), AS_NUMBER(gift->taken)));
    return store_run(store, statement, "saving the review", error);
}

static bool insert_chance(struct store *store, int64_t game, const struct chance *chance,
                          struct error *error)
{
    struct statement *statement = store_bound(store,
        "INSERT INTO chances (game, ply, motif, taken) VALUES (?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_NUMBER(chance->ply), AS_NUMBER(chance->motif),
              AS_NUMBER(chance->taken)));
    return store_run(store, statement, "saving the review", error);
}

static bool insert_drill(struct store *store, int64_t game, const struct drill *drill,
                         struct error *error)
{
    struct statement *statement = store_bound(store,
        "INSERT INTO drills (game, moments, felt, gained) VALUES (?, ?, ?, ?)",
        BOUND(AS_NUMBER(game), AS_NUMBER(drill->count), AS_NUMBER(drill->felt),
              AS_NUMBER(drill->gained)));
    return store_run(store, statement, "saving the review", error);
}

bool store_review(struct store *store, int64_t game, const struct review *review,
                  const struct card cards[], int card_count, struct error *error)
{
    if (!store_execute(store, "BEGIN IMMEDIATE", "saving the review", error))
        return false;
    bool good = insert_review(store, game, review, error) &&
                (review->drill.group == DRILL_NONE ||
                 insert_drill(store, game, &review->drill, error));
    for (int i = 0; good && i < review->gift_count; i++)
        good = insert_gift(store, game, &review->gifts[i], error);
    for (int i = 0; good && i < review->chance_count; i++)
        good = insert_chance(store, game, &review->chances[i], error);
    for (int i = 0; good && i < card_count; i++)
        good = store_insert_card(store, game, &cards[i], error);
    return store_settle(store, good, error);
}

/* Reads the gifts of a review. Sets *whole to false if a row is damaged. */
static bool read_gifts(struct store *store, struct stored_review *review, bool *whole,
                       struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT motif, phase, worth, kept, answered, taken FROM gifts WHERE game = ?"
        " ORDER BY ply", BOUND(AS_NUMBER(review->game)));
    enum statement_step step = STATEMENT_DONE;
    while (*whole && review->gift_count < REVIEW_GIFTS_MAX &&
           (step = statement_step(row)) == STATEMENT_ROW) {
        review->gifts[review->gift_count++] = (struct stored_gift){
            .motif = (enum motif)statement_number(row, 0, MOTIF_NONE, MOTIF_COUNT - 1),
            .phase = (enum game_phase)statement_number(row, 1, PHASE_OPENING, PHASE_COUNT - 1),
            .worth = statement_real(row, 2, 0, 2), .kept = statement_real(row, 3, 0, 2),
            .answered = statement_flag(row, 4), .taken = statement_flag(row, 5)};
        *whole = !statement_damaged(row);
    }
    return store_end(store, row, step, "reading the gifts", error);
}

/* Reads a number about a drill. A NULL, as in games that are not drills, is read as 0. */
static int drill_number(struct statement *row, int column, int least)
{
    return statement_is_nothing(row, column)
               ? 0 : (int)statement_number(row, column, least, COUNT_MOST);
}

static void read_review(struct statement *row, struct stored_review *review)
{
    struct handicap handicap = {0};
    *review = (struct stored_review){
        .game = statement_id(row, 0),
        .began = statement_number(row, 1, 0, DATE_MOST),
        .you = (int)statement_number(row, 2, WHITE, BLACK),
        .accuracy = statement_real(row, 5, 0, 100),
        .loss = statement_real(row, 6, 0, SCORE_INFINITE),
        .moves = (int)statement_number(row, 7, 0, COUNT_MOST), .drill = DRILL_NONE,
        .moments = drill_number(row, 12, 0), .felt = drill_number(row, 13, 0),
        .gained = drill_number(row, 14, -COUNT_MOST)};
    const char *drill = statement_text(row, 11, 64);
    if (*drill && !group_find(drill, &review->drill))
        statement_spoil(row);
    snprintf(review->result, sizeof review->result, "%s",
             statement_text(row, 4, sizeof review->result));
    if (!handicap_text_read(statement_text(row, 3, HANDICAP_TEXT), &handicap))
        statement_spoil(row);
    review->elo = handicap.limited ? handicap.elo : ELO_FULL;
    for (int i = JUDGED_INACCURACY; i < JUDGED_COUNT; i++)
        review->counts[i] = (int)statement_number(row, 7 + i, 0, COUNT_MOST);
}

bool store_each_review(struct store *store, int games,
                       bool (*take)(void *context, const struct stored_review *review),
                       void *context, struct error *error)
{
    struct statement *row = store_bound(store,
        "SELECT reviews.game, began, you, handicap, result, accuracy, loss, moves, inaccuracies,"
        " mistakes, blunders, drill, drills.moments, felt, gained"
        " FROM reviews JOIN games ON games.id = reviews.game"
        " LEFT JOIN drills ON drills.game = reviews.game ORDER BY reviews.game DESC LIMIT ?",
        BOUND(AS_NUMBER(games)));
    enum statement_step step = STATEMENT_DONE;
    bool good = true, more = true;
    while (good && more && (step = statement_step(row)) == STATEMENT_ROW) {
        struct stored_review review;
        read_review(row, &review);
        bool whole = !statement_damaged(row);
        good = !whole || read_gifts(store, &review, &whole, error);
        if (!whole)
            store_note_damage(store, "the review of game %lld", (long long)review.game);
        more = good && (!whole || take(context, &review));
    }
    return store_end(store, row, step, "reading the reviews", error) && good;
}
