/* Files of database version 11, the last one that stored handicaps and decisions as numbers, are
 * read with their original meaning: tests/data/games-v11.db, and tests/data/games-v11.pgn,
 * exported by that version. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/handicap_text.h"
#include "src/pgn/pgn.h"
#include "src/store/deck.h"
#include "src/store/repair.h"
#include "src/store/store.h"
#include "src/util/text.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

enum { GAMES = 4 };

/* Copies the database, so that a test may change it. */
static void copy_old(void)
{
    char bytes[4096];
    size_t size;
    FILE *in = fopen("tests/data/games-v11.db", "rb"), *out = fopen(database_path, "wb");
    assert_true(in && out);
    while ((size = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

static struct store *open_old(void)
{
    copy_old();
    return open_store();
}

struct old_game {
    struct stored_game stored;
    int64_t id;
};

static bool take(void *context, const struct stored_game *game)
{
    struct old_game *games = context;
    int at = (int)game->id - 1;
    assert_in_range(at, 0, GAMES - 1);
    games[at].id = game->id;
    games[at].stored = *game;
    ((struct stored_game *)game)->ledger = (struct ledger){0}; /* it has been taken over */
    games[at].stored.moves = NULL;
    games[at].stored.clocks = games[at].stored.elapsed = NULL;
    games[at].stored.move_capacity = 0;
    return true;
}

static void read_database(struct store *store, struct old_game games[GAMES])
{
    struct error error = {0};
    char damage[256];
    int damaged;
    memset(games, 0, GAMES * sizeof *games);
    if (!store_each_game(store, take, games, &damaged, &error))
        fail_msg("%s", error.message);
    store_damage(store, damage, sizeof damage);
    assert_string_equal(damage, "");
    assert_int_equal(damaged, 0);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(games[i].id, i + 1);
}

static void clear(struct old_game games[GAMES])
{
    for (int i = 0; i < GAMES; i++)
        stored_game_clear(&games[i].stored);
}

static void expect_handicap(const struct handicap *handicap, const char *expected)
{
    char text[HANDICAP_TEXT];
    handicap_text_write(handicap, text, sizeof text);
    assert_string_equal(text, expected);
}

static const struct decision *decision_at(const struct old_game *game, int ply)
{
    const struct ledger_entry *entry = ledger_at(&game->stored.ledger, ply);
    assert_true(entry && entry->decision);
    return entry->decision;
}

static const char *lure_of(const struct decision *decision, int candidate)
{
    int lure = decision->candidates[candidate].lure;
    return lure < choice_feature_count() ? choice_feature_name(lure) : "none";
}

#define ALL_KNOWN                                                                                  \
    "pawn_values=100 minor_values=100 major_values=100 passed_pawns=100 king_safety=100 "         \
    "piece_location=100 mobility=100 pawn_structure=100 threats=100 minor_maneuvering=100 "       \
    "major_maneuvering=100 "

static void expect_old_games(struct store *store)
{
    static struct old_game games[GAMES];
    read_database(store, games);
    expect_handicap(
        &games[0].stored.handicap,
        "elo=1100 method=human nps=3766 endgame=25 discount=100 reference=1800 book=4 rules=none "
        "player_rating=1404 boldness=89 calculation=0 " ALL_KNOWN "seed=3");
    expect_handicap(
        &games[1].stored.handicap,
        "elo=900 method=madchess nps=180 endgame=25 discount=100 reference=1800 book=3 "
        "rules=castling+en-prise+recapture+shuffle+back-rank move_error=116 blunder_error=287 "
        "blunder_chance=154 order_bias=0 rule_cost=0 pawn_values=100 minor_values=75 "
        "major_values=75 passed_pawns=50 "
        "king_safety=0 piece_location=30 mobility=25 pawn_structure=21 threats=18 "
        "minor_maneuvering=17 major_maneuvering=16 seed=7");
    expect_handicap(&games[3].stored.handicap, /* as it was after the change */
                    "elo=1300 method=noise nps=417 endgame=25 discount=100 reference=1800 book=6 "
                    "rules=castling+en-prise+recapture+shuffle+back-rank leaf_noise=312 " ALL_KNOWN
                    "seed=5");
    assert_int_equal(decision_at(&games[3], 2)->handicap.elo, 1000);
    assert_int_equal(decision_at(&games[3], 2)->method, METHOD_NOISE);
    assert_int_equal(decision_at(&games[3], 4)->handicap.elo, 1300);
    assert_int_equal(games[1].stored.drill, GROUP_KING_SAFETY);

    const struct decision *decision = decision_at(&games[0], 4);
    assert_int_equal(decision->method, METHOD_HUMAN);
    assert_int_equal(decision->best_score, 106);
    assert_true(decision->random == UINT64_C(11681288890759070000));
    assert_string_equal(lure_of(decision, 0), "exchange_gain");
    assert_string_equal(lure_of(decision, 1), "near_own");
    assert_string_equal(lure_of(decision, 2), "mobility");
    assert_string_equal(lure_of(decision, 3), "none");
    assert_int_equal(decision->candidates[0].chance, 879348);
    assert_int_equal(decision->candidates[0].dropped_by, RULE_NONE);
    assert_int_equal(decision->candidates[1].answer_depth, 1);
    clear(games);
}

static void an_old_database_keeps_opponents_and_what_attracted_them(void **state)
{
    struct store *store = open_old();
    expect_old_games(store);
    store_close(store);
}

/* The page with the reviews is damaged, so that the database cannot be upgraded where it is. */
static void a_damaged_old_database_is_copied_and_upgraded(void **state)
{
    enum { PAGE = 512, REVIEWS = 12 };
    static const atomic_bool stop;
    struct error error = {0};
    struct repaired repaired;
    char new_path[128];
    copy_old();
    FILE *file = fopen(database_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (REVIEWS - 1) * PAGE, SEEK_SET), 0);
    for (int i = 0; i < PAGE; i++)
        putc(0xFF, file);
    assert_int_equal(fclose(file), 0);
    snprintf(new_path, sizeof new_path, "%s.repaired", database_path);
    if (!store_repair(database_path, new_path, &stop, &repaired, &error))
        fail_msg("%s", error.message);
    assert_int_equal(repaired.games, GAMES);
    assert_int_equal(repaired.cut_tables, 1);
    struct store *store = store_open(new_path, &error);
    assert_non_null(store);
    expect_old_games(store);
    store_close(store);
}

static void the_deck_of_an_old_database_keeps_its_motifs(void **state)
{
    static struct card cards[8];
    struct error error = {0};
    struct store *store = open_old();
    int count, due;
    assert_true(store_due(store, INT64_MAX / 2, cards, 8, &count, &due, &error));
    assert_int_equal(count, 3);
    assert_int_equal(cards[0].kind, CARD_MISTAKE);
    assert_int_equal(cards[0].motif, MOTIF_NONE);
    assert_int_equal(cards[1].motif, MOTIF_FORK);
    assert_int_equal(cards[2].kind, CARD_GIFT);
    assert_int_equal(cards[2].motif, MOTIF_DISCOVERED_ATTACK);
    /* The reason was part of the sentence. */
    assert_string_equal(cards[0].why, "A blunder of yours: 3. Bc4??.");
    assert_string_equal(cards[0].reason, "lost a knight for a pawn");
    assert_string_equal(cards[2].why, "A gift you missed: 4... g5?.");
    assert_string_equal(cards[2].reason, "allowed a discovered attack on the knight");
    for (int i = 0; i < count; i++) { /* the move before it, from the game: to an opponent's piece */
        assert_true(cards[i].last != NO_MOVE);
        assert_true(cards[i].position.board[move_to(cards[i].last)] != NO_PIECE);
        assert_int_equal(piece_color(cards[i].position.board[move_to(cards[i].last)]),
                         !cards[i].position.side);
    }
    store_close(store);
}

static bool take_cell(void *context, const struct store_cell cells[], int count)
{
    char *text = context;
    for (int i = 0; i < count && cells[i].text; i++)
        text_add(text, 128, "%s ", cells[i].text);
    return true;
}

/* A gift that was answered and has a motif becomes a chance. */
static void the_gifts_of_an_old_database_are_chances(void **state)
{
    struct error error = {0};
    struct store *store = open_old();
    char text[128] = "";
    assert_true(store_each_row(store, "chances", take_cell, text, &error));
    assert_string_equal(text, "2 8 5 0 "); /* game, ply, motif, taken */
    store_close(store);
}

/* Compares both as text, which contains everything in a decision. */
static void expect_same_decisions(const struct position *before, const struct decision *one,
                                  const struct decision *other)
{
    const struct handicap none = {0};
    char *texts[2];
    size_t sizes[2];
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&texts[i], &sizes[i]);
        assert_non_null(out);
        decision_text_write(out, before, i == 0 ? one : other, &none);
        fclose(out);
    }
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

/* The old PGN file gives the same game as the old database. */
static void an_old_pgn_file_says_what_the_old_database_does(void **state)
{
    static struct old_game games[GAMES];
    struct error error = {0};
    struct store *store = open_old();
    int decisions = 0;
    read_database(store, games);
    FILE *in = fopen("tests/data/games-v11.pgn", "r");
    assert_non_null(in);
    struct pgn_reader *reader = pgn_reader_create(in, "games-v11.pgn");
    for (int i = 0; i < GAMES; i++) {
        struct game *game;
        struct ledger ledger = {0};
        struct handicap opponent;
        if (pgn_read(reader, &game, &error) != PGN_GAME)
            fail_msg("%d:%d: %s", error.line, error.column, error.message);
        const char *tag = game_tag(game, "FallibleOpponent");
        assert_true(tag && handicap_text_read(tag, &opponent));
        assert_memory_equal(&opponent, &games[i].stored.handicap, sizeof opponent);
        assert_true(ledger_read(&ledger, game));
        for (const struct game_node *node = game->root->child; node; node = node->child) {
            const struct ledger_entry *read = ledger_at(&ledger, node->ply);
            const struct ledger_entry *kept = ledger_at(&games[i].stored.ledger, node->ply);
            bool decided = kept && kept->decision;
            assert_true(decided == (read && read->decision));
            if (decided)
                expect_same_decisions(&node->parent->position, read->decision, kept->decision);
            decisions += decided;
        }
        ledger_clear(&ledger, 0);
        game_destroy(game);
    }
    assert_int_equal(decisions, 17);
    pgn_reader_destroy(reader);
    fclose(in);
    clear(games);
    store_close(store);
}

static void run_sql(const char *sql)
{
    sqlite3 *database;
    char *message = NULL;
    assert_int_equal(sqlite3_open(database_path, &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_close(database);
}

/* A damaged row of an old database is skipped, and all others are converted. */
static void damage_in_an_old_database_stays_where_it_is(void **state)
{
    struct error error = {0};
    static struct old_game games[GAMES];
    char damage[256];
    int damaged;
    copy_old();
    run_sql("UPDATE decisions SET candidates = '1 2' WHERE game = 1 AND ply = 2;"
            "UPDATE decisions SET best = x'00ff' WHERE game = 1 AND ply = 4;"
            "UPDATE decisions SET handicap = '1 2 3' WHERE game = 4 AND ply = 4;"
            "UPDATE games SET handicap = 'nonsense' WHERE id = 2;");
    struct store *store = open_store();
    memset(games, 0, sizeof games);
    assert_true(store_each_game(store, take, games, &damaged, &error));
    assert_int_equal(damaged, 1);
    assert_int_equal(games[1].id, 0);
    store_damage(store, damage, sizeof damage);
    assert_non_null(strstr(damage, "part of game 1"));
    assert_non_null(strstr(damage, "game 2"));
    assert_non_null(strstr(damage, "part of game 4"));
    assert_null(ledger_at(&games[0].stored.ledger, 2)->decision);
    assert_null(ledger_at(&games[0].stored.ledger, 4)->decision);
    assert_non_null(decision_at(&games[0], 6));
    assert_non_null(decision_at(&games[3], 6));
    clear(games);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_old_database_keeps_opponents_and_what_attracted_them),
        cmocka_unit_test(a_damaged_old_database_is_copied_and_upgraded),
        cmocka_unit_test(the_gifts_of_an_old_database_are_chances),
        cmocka_unit_test(the_deck_of_an_old_database_keeps_its_motifs),
        cmocka_unit_test(an_old_pgn_file_says_what_the_old_database_does),
        cmocka_unit_test(damage_in_an_old_database_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
