/* Polyglot books: real ones, castling and promotion entries, weights, corrupt files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "engine/book.h"
#include "engine/engine.h"
#include "tests/unit/data.h"
#include "tests/unit/test.h"

static struct book *open_book(const char *path)
{
    struct error error;
    struct book *book = book_open(path, &error);
    if (!book)
        fail_msg("%s: %s", path, error.message);
    return book;
}

struct entry {
    uint64_t key;
    const char *move; /* from, to, and 0 to 4 for the promotion: "e7e80" */
    uint16_t weight;
};

static void put(FILE *file, uint64_t value, int bytes)
{
    while (bytes-- > 0)
        fputc((int)(value >> (8 * bytes) & 0xFF), file);
}

/* Writes a book to a temporary file, which the caller removes. */
static const char *write_book(const struct entry entries[], int count)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/fallible-book-XXXXXX");
    int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    for (int i = 0; i < count; i++) {
        const char *move = entries[i].move;
        put(file, entries[i].key, 8);
        put(file, (uint64_t)((move[2] - 'a') | (move[3] - '1') << 3 | (move[0] - 'a') << 6 |
                             (move[1] - '1') << 9 | (move[4] - '0') << 12), 2);
        put(file, entries[i].weight, 2);
        put(file, 0, 4);
    }
    fclose(file);
    return path;
}

static void expect_move(const struct book *book, const struct position *position, const char *san)
{
    Move move = book_move(book, position, 0, true);
    char text[CHESS_SAN_MAX] = "none";
    if (move != NO_MOVE)
        chess_to_san(position, move, text);
    assert_string_equal(text, san);
}

/* Follows the book many times. It must know some moves, and all must be legal. */
static void walk_down(const char *path)
{
    struct book *book = open_book(path);
    uint64_t random = 1;
    int plies = 0;
    for (int walk = 0; walk < 200; walk++) {
        struct position position;
        chess_start(&position);
        for (;;) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            Move move = book_move(book, &position, random, false);
            if (move == NO_MOVE)
                break;
            assert_true(chess_is_legal(&position, move));
            chess_play(&position, move);
            if (++plies > 100000)
                break;
        }
    }
    if (plies < 600)
        fail_msg("%s: only %d plies in 200 walks", path, plies);
    book_close(book);
}

static void the_shipped_book_gives_legal_moves(void **state)
{
    walk_down("share/book.bin");
}

static void real_books_open_and_give_legal_moves(void **state)
{
    static const char *const names[] = {"gm2001.bin",           "performance.bin",
                                        "gnuchess.bin",         "rodent-iv-small.bin",
                                        "cutechess-book_small.bin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[64];
        snprintf(name, sizeof name, "books/%s", names[i]);
        walk_down(data_file(name));
    }
}

static void a_960_book_knows_its_positions(void **state)
{
    struct book *book = open_book(data_file("books/rodent-iv-guide-960.bin"));
    int known = 0;
    for (int index = 0; index < 960; index++) {
        struct position position;
        chess_start_960(&position, index);
        Move move = book_move(book, &position, 12345, false);
        known += move != NO_MOVE;
        assert_true(move == NO_MOVE || chess_is_legal(&position, move));
    }
    if (known < 480)
        fail_msg("only %d of 960 start positions known", known);
    book_close(book);
}

static void castling_and_promotion_are_translated(void **state)
{
    struct position castle = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    struct position promote = from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    const struct {
        const struct position *position, *other;
        const char *entry, *san;
    } cases[] = {
        {&castle, &promote, "e1h10", "O-O"},   {&castle, &promote, "e1a10", "O-O-O"},
        {&castle, &promote, "e1g10", "O-O"},   {&castle, &promote, "e1c10", "O-O-O"},
        {&castle, &promote, "a1b10", "Rb1"},   {&castle, &promote, "e1e30", "none"},
        {&castle, &promote, "e1f11", "none"},  {&promote, &castle, "a7a81", "a8=N"},
        {&promote, &castle, "a7a82", "a8=B"},  {&promote, &castle, "a7a83", "a8=R"},
        {&promote, &castle, "a7a84", "a8=Q"},  {&promote, &castle, "a7a80", "none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct entry entry = {cases[i].position->key, cases[i].entry, 1};
        const char *path = write_book(&entry, 1);
        struct book *book = open_book(path);
        unlink(path);
        expect_move(book, cases[i].position, cases[i].san);
        expect_move(book, cases[i].other, "none");
        book_close(book);
    }
}

static void weights_shape_the_choice(void **state)
{
    struct position start;
    chess_start(&start);
    struct entry entries[] = {
        {start.key, "e2e40", 300}, {start.key, "d2d40", 100}, {start.key, "a2a30", 0}};
    const char *path = write_book(entries, 3);
    struct book *book = open_book(path);
    unlink(path);
    int counts[3] = {0};
    for (uint64_t i = 0; i < 400; i++) {
        char uci[CHESS_UCI_MAX];
        chess_to_uci(&start, book_move(book, &start, i * (UINT64_MAX / 400), false), uci);
        counts[strcmp(uci, "e2e4") == 0 ? 0 : strcmp(uci, "d2d4") == 0 ? 1 : 2]++;
    }
    assert_true(counts[0] > 250 && counts[0] < 350);
    assert_int_equal(counts[0] + counts[1], 400);
    expect_move(book, &start, "e4");
    book_close(book);
    struct entry unplayable = {start.key, "e2e40", 0};
    path = write_book(&unplayable, 1);
    book = open_book(path);
    unlink(path);
    expect_move(book, &start, "none");
    book_close(book);
}

static void expect_error(const char *path, const char *words)
{
    struct error error = {0};
    struct book *book = book_open(path, &error);
    assert_null(book);
    if (!strstr(error.message, words))
        fail_msg("%s", error.message);
    assert_string_equal(error.file, path);
}

static void corrupt_books_are_refused(void **state)
{
    expect_error("/nowhere/book.bin", "cannot be opened");
    struct entry unsorted[] = {{5, "e2e40", 1}, {4, "e2e40", 1}};
    const char *path = write_book(unsorted, 2);
    expect_error(path, "entry 2 is out of order");
    assert_int_equal(truncate(path, 20), 0);
    expect_error(path, "multiple of 16");
    assert_int_equal(truncate(path, 0), 0);
    expect_error(path, "multiple of 16");
    unlink(path);
}

static int by_key(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    return a->key < b->key ? -1 : a->key > b->key;
}

/* The number of plies that an opponent of that rating plays from a book that knows the whole
 * line. */
static int plies_from_book(const char *path, const struct strength *strength, int elo,
                           const Move moves[], int count)
{
    static struct report report;
    struct engine_settings settings = engine_settings_default();
    struct engine *engine = engine_create(NULL, NULL);
    struct position start;
    struct error error;
    const struct limits limits = {.nodes = 50};
    int plies = 0;
    chess_start(&start);
    settings.hash_mb = 1;
    settings.own_book = true;
    snprintf(settings.book_file, sizeof settings.book_file, "%s", path);
    settings.handicap = handicap_for_elo(strength, elo, 1);
    assert_non_null(engine);
    assert_true(engine_configure(engine, &settings, &error));
    for (; plies < count; plies++) {
        assert_true(engine_set_position(engine, &start, moves, plies));
        engine_start(engine, &limits);
        engine_wait(engine);
        assert_true(engine_poll(engine, &report));
        if (!report.from_book)
            break;
        assert_int_equal(report.best, moves[plies]);
    }
    engine_destroy(engine);
    return plies;
}

static void the_book_is_deeper_the_higher_the_level(void **state)
{
    static const char *const line[] = {"e2e40", "e7e50", "g1f30", "b8c60", "f1b50", "a7a60",
                                       "b5a40", "g8f60", "d2d30", "d7d60"};
    enum { PLIES = sizeof line / sizeof *line };
    struct entry entries[PLIES];
    Move moves[PLIES];
    struct position position;
    struct error error;
    chess_start(&position);
    for (int i = 0; i < PLIES; i++) {
        char text[CHESS_UCI_MAX];
        entries[i] = (struct entry){position.key, line[i], 1};
        snprintf(text, sizeof text, "%.4s", line[i]);
        assert_true(chess_from_uci(&position, text, &moves[i]));
        chess_play(&position, moves[i]);
    }
    qsort(entries, PLIES, sizeof entries[0], by_key);
    const char *path = write_book(entries, PLIES);
    struct strength *strength = strength_create(NULL, NULL, &error);
    assert_non_null(strength);
    int before = 0;
    for (int elo = ELO_MIN; elo <= ELO_MAX; elo += 100) {
        int plies = handicap_for_elo(strength, elo, 1).book_plies;
        assert_true(plies >= before);
        before = plies;
    }
    assert_int_equal(plies_from_book(path, strength, 600, moves, PLIES), 2);
    assert_int_equal(plies_from_book(path, strength, 1000, moves, PLIES), 4);
    assert_int_equal(plies_from_book(path, strength, 1400, moves, PLIES), 8);
    assert_int_equal(plies_from_book(path, strength, 2000, moves, PLIES), PLIES);
    assert_int_equal(plies_from_book(path, strength, ELO_FULL, moves, PLIES), PLIES);
    strength_destroy(strength);
    unlink(path);
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_book_gives_legal_moves),
        cmocka_unit_test(castling_and_promotion_are_translated),
        cmocka_unit_test(weights_shape_the_choice),
        cmocka_unit_test(the_book_is_deeper_the_higher_the_level),
        cmocka_unit_test(corrupt_books_are_refused),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(real_books_open_and_give_legal_moves),
        cmocka_unit_test(a_960_book_knows_its_positions),
    };
    return run_with_data(tests, large, NULL, NULL);
}
