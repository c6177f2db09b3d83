/* Maia networks: reading weight files and refusing invalid ones, input planes, the order of moves,
 * and the arithmetic compared with a plain version. Most tests use a tiny network made here; the
 * published networks are tested if they are available. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

#include "engine/engine.h"
#include "engine/maia/kernels.h"
#include "engine/maia/blend.h"
#include "engine/maia/policy_map.h"
#include "engine/maia/network.h"
#include "engine/maia/protobuf.h"
#include "src/pgn/pgn.h"
#include "src/util/input.h"
#include "tests/unit/data.h"
#include "tests/unit/file.h"
#include "tests/unit/human_reference.h"
#include "tests/unit/weight_file.h"

/* Making a weight file */

static void put_message(struct bytes *bytes, int field, struct bytes *message)
{
    put_varint(bytes, (uint64_t)field << 3 | WIRE_BYTES);
    put_varint(bytes, message->size);
    put(bytes, message->at, message->size);
    free(message->at);
    *message = (struct bytes){0};
}

/* An error to put into the file. */
struct flaw {
    const char *where;
    int field; /* the part that contains the layer */
    float min, max;
    int count; /* added to the number of values */
    bool odd, twice;
    bool wild; /* some numbers are up to 100,000 times too large */
};
static struct flaw flaw;

static uint32_t dice = 1;
static uint32_t roll(void)
{
    return (dice = dice * 1664525 + 1013904223) >> 8;
}

static void put_layer(struct bytes *bytes, int field, const char *where, int count, float min,
                      float max)
{
    struct bytes layer = {0}, params = {0};
    bool flawed = flaw.where && strcmp(where, flaw.where) == 0 && field == flaw.field;
    if (flawed) {
        count += flaw.count;
        min = flaw.min ? flaw.min : min;
        max = flaw.max ? flaw.max : max;
    }
    if (flaw.wild && field != 4) { /* except for the variances */
        float times = powf(10, (float)(roll() % 6));
        min *= times;
        max *= times;
    }
    for (int i = 0; i < count; i++) {
        uint32_t value = roll();
        put(&params, &(unsigned char[]){(unsigned char)value, (unsigned char)(value >> 8)}, 2);
    }
    if (flawed && flaw.odd)
        put(&params, "", 1);
    put_float(&layer, 1, min);
    put_float(&layer, 2, max);
    put_message(&layer, 3, &params);
    if (flawed && flaw.twice)
        put_float(&layer, 1, min);
    put_message(bytes, field, &layer);
}

static struct bytes make_other_file(uint32_t seed)
{
    struct bytes file = {0}, note = {0};
    dice = seed;
    put_magic(&file);
    put(&note, "a note to be passed over", 24);
    put_message(&file, 2, &note);
    put_network(&file);
    return file;
}

static struct bytes make_file(void)
{
    return make_other_file(1);
}

static struct human_weights *tiny(void)
{
    struct bytes file = make_file();
    struct error error = {0};
    struct human_weights *weights = human_weights_parse(file.at, file.size, "tiny", &error);
    free(file.at);
    if (!weights)
        fail_msg("%s: %s", error.file, error.message);
    return weights;
}

/* The reader */

static void the_file_says_its_sizes(void **state)
{
    struct human_weights *weights = tiny();
    assert_int_equal(weights->filters, FILTERS);
    assert_int_equal(weights->blocks, BLOCKS);
    assert_int_equal(weights->squeezed, SQUEEZED);
    assert_int_equal(weights->value_planes, VALUE_PLANES);
    assert_int_equal(weights->value_hidden, HIDDEN);
    /* The first value of the file: 16 bits between minimum and maximum. */
    dice = 1;
    float wide = 2.0f / sqrtf(HUMAN_PLANES * 9), share = (float)(roll() & 0xffff) / 65535.0f;
    assert_float_equal(weights->input.weights.values[0], -wide + 2 * wide * share, 1e-6);
    human_weights_destroy(weights);
}

static void refuse(const void *bytes, size_t size, const char *words)
{
    struct error error = {0};
    struct human_weights *weights = human_weights_parse(bytes, size, "hostile.pb", &error);
    assert_null(weights);
    assert_string_equal(error.file, "hostile.pb");
    if (!strstr(error.message, words))
        fail_msg("expected \"%s\", got \"%s\"", words, error.message);
}

static void refuse_flaw(struct flaw wrong, const char *words)
{
    flaw = wrong;
    struct bytes file = make_file();
    flaw = (struct flaw){0};
    refuse(file.at, file.size, words);
    free(file.at);
}

static void wrong_layers_are_refused(void **state)
{
    refuse_flaw((struct flaw){"input", 1, .count = 1}, "expected 1008 for each filter");
    refuse_flaw((struct flaw){"input", 1, .count = 1008}, "multiples of 16");
    refuse_flaw((struct flaw){"input", 3, .count = -1}, "the input convolution has 15 means");
    refuse_flaw((struct flaw){"block", 1, .count = 9}, "residual block 1 has 2313 weights");
    refuse_flaw((struct flaw){"block", 5, .count = 1}, "residual block 1 has 17 gammas");
    refuse_flaw((struct flaw){"squeeze", 1, .count = 1}, "do not match");
    refuse_flaw((struct flaw){"squeeze", 4, .count = 1}, "exciting biases");
    refuse_flaw((struct flaw){"policy", 2, .count = 1}, "81 biases, expected 80");
    refuse_flaw((struct flaw){"policy first", 6, .count = 2}, "18 betas, expected 16");
    refuse_flaw((struct flaw){"value", 1, .count = 1}, "do not match");
    refuse_flaw((struct flaw){"head", 10, .count = 1}, "4 result biases, expected 3");
    refuse_flaw((struct flaw){"head", 8, .odd = true}, "damaged: the hidden layer's biases");
    refuse_flaw((struct flaw){"head", 8, .twice = true}, "damaged: the hidden layer's biases");
    refuse_flaw((struct flaw){"head", 9, .min = NAN}, "range nan");
    refuse_flaw((struct flaw){"head", 9, .max = INFINITY}, "range -1 to inf");
    refuse_flaw((struct flaw){"head", 9, .min = 3}, "range 3 to 1");
    refuse_flaw((struct flaw){"value", 4, .min = -1}, "variance below zero");
    refuse_flaw((struct flaw){"head", 9, .count = -3 * HIDDEN}, "damaged: the result");
}

static void other_files_and_other_networks_are_refused(void **state)
{
    static const struct {
        int numbers[5];
        const char *words;
    } forms[] = {{{3, 2, 4, 2, 2}, "112 planes (1), found 3"},
                 {{1, 1, 4, 2, 2}, "found 1"},
                 {{1, 2, 6, 2, 2}, "squeeze-excitation (4), found 6"},
                 {{1, 2, 4, 1, 2}, "convolutional policy"},
                 {{1, 2, 4, 2, 1}, "value of win"}};
    refuse("", 0, "magic number");
    refuse("[Event \"?\"]", 11, "magic number");
    refuse("\x0d\xc0\x01\0\0", 5, "what kind of network");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct bytes file = {0};
        put(&file, "\x0d\xc0\x01\0\0", 5);
        put_format(&file, forms[i].numbers);
        refuse(file.at, file.size, forms[i].words);
        free(file.at);
    }
    struct bytes empty = {0};
    put(&empty, "\x0d\xc0\x01\0\0", 5);
    put_format(&empty, (int[]){1, 2, 4, 2, 2});
    refuse(empty.at, empty.size, "holds no network");
    put(&empty, "\x52\xff\xff\xff\xff\x0f", 6); /* claims a length of four billion bytes */
    refuse(empty.at, empty.size, "cut short");
    free(empty.at);
}

/* A truncated or changed file is refused, or read as a network that can be computed. */
static void damage_never_gets_through(void **state)
{
    struct bytes file = make_file();
    for (size_t size = 0; size < file.size; size += size < 400 ? 1 : 97) {
        struct error error;
        assert_null(human_weights_parse(file.at, size, "cut", &error));
    }
    dice = 7;
    for (int i = 0; i < 300; i++) {
        unsigned char *copy = malloc(file.size);
        assert_non_null(copy);
        memcpy(copy, file.at, file.size);
        for (int j = 0; j < 3; j++) /* at least one of them near the lengths */
            copy[roll() % (j ? file.size : 64)] = (unsigned char)roll();
        struct error error;
        struct human_weights *weights = human_weights_parse(copy, file.size, "changed", &error);
        struct network *network = weights ? network_create(weights, NULL) : NULL;
        network_destroy(network);
        human_weights_destroy(weights);
        free(copy);
    }
    free(file.at);
}

static void numbers_on_the_wire(void **state)
{
    struct wire_field field;
    const unsigned char good[] = {0x08, 0x96, 0x01, 0x19, 1, 0, 0, 0, 0, 0, 0, 0x80, 0x12, 0};
    struct wire wire = wire_over(good, sizeof good);
    assert_true(wire_next(&wire, &field));
    assert_int_equal(field.value, 150);
    assert_true(wire_next(&wire, &field));
    assert_true(field.number == 3 && field.value == 0x8000000000000001);
    assert_true(wire_next(&wire, &field));
    assert_true(field.number == 2 && wire_size(&field.inside) == 0);
    assert_false(wire_next(&wire, &field));
    assert_false(wire.broken);
    static const char *const broken[] = {
        "\x08",      "\x08\x80",
        "\x0b",      "\x02\x01",
        "\x12\x02x", "\x0d\x01\x01\x01",
        "\x0f\x01",  "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        wire = wire_over(broken[i], strlen(broken[i]));
        assert_false(wire_next(&wire, &field));
        assert_true(wire.broken);
    }
}

/* Files */

static char path[64];

static void write_file(const void *bytes, size_t size)
{
    snprintf(path, sizeof path, "/tmp/fallible-human-XXXXXX");
    file_make(path, bytes, size);
}

static void expect_no_network(const char *name, const char *words)
{
    struct error error = {0};
    assert_null(human_network_open(name, &error));
    assert_string_equal(error.file, name);
    if (!strstr(error.message, words))
        fail_msg("expected \"%s\", got \"%s\"", words, error.message);
}

static void files_are_opened_unpacked(void **state)
{
    struct bytes file = make_file();
    struct error error = {0};
    write_file(file.at, file.size);
    struct human_network *network = human_network_open(path, &error);
    assert_non_null(network);
    assert_false(human_network_checked(network));
    human_network_close(network);
    unlink(path);
    expect_no_network(path, "No such file");
    expect_no_network("/tmp", "regular file");
    write_file(file.at, file.size / 2);
    expect_no_network(path, "damaged");
    unlink(path);
    free(file.at);
}

#ifdef HAVE_ZLIB

/* Compresses the bytes `times` times over into a new file at path. */
static void write_packed(const void *bytes, size_t size, int times)
{
    write_file("", 0);
    gzFile file = gzopen(path, "wb9");
    assert_non_null(file);
    for (int i = 0; i < times; i++)
        assert_int_equal(gzwrite(file, bytes, (unsigned)size), size);
    assert_int_equal(gzclose(file), Z_OK);
}

static void files_are_opened_packed(void **state)
{
    struct bytes file = make_file();
    struct error error = {0};
    write_packed(file.at, file.size, 1);
    struct human_network *network = human_network_open(path, &error);
    assert_non_null(network);
    assert_true(human_network_checked(network));
    human_network_close(network);

    size_t size;
    char *packed = file_read(path, &size); /* with an extra byte at the end */
    unlink(path);
    assert_true(size > 1000);
    write_file(packed, size - 9);
    expect_no_network(path, "cut short");
    unlink(path);
    packed[size] = 'x';
    write_file(packed, size + 1);
    expect_no_network(path, "the file continues after");
    unlink(path);
    packed[size - 5] ^= 1; /* in the checksum */
    write_file(packed, size);
    expect_no_network(path, "gzip file is damaged");
    unlink(path);
    free(packed);
    free(file.at);
}

/* Flips one bit of the file after another: gzip's checksum notices each that changes a number. */
static void a_flipped_bit_of_a_packed_file_changes_nothing_unnoticed(void **state)
{
    enum { FLIPS = 400 };
    struct bytes file = make_file();
    struct error error;
    size_t size;
    write_packed(file.at, file.size, 1);
    char *packed = file_read(path, &size);
    struct human_weights *good = human_weights_read(path, &error);
    assert_non_null(good);
    int read = 0;
    dice = 11;
    for (int i = 0; i < FLIPS; i++) {
        size_t at = i < 24 ? (size_t)i : roll() % size;
        char bit = (char)(1 << roll() % 8);
        packed[at] ^= bit;
        file_put(path, "w", packed, size);
        packed[at] ^= bit;
        struct human_weights *changed = human_weights_read(path, &error);
        if (changed && changed->checked) {
            read++;
            assert_int_equal(changed->total, good->total);
            assert_memory_equal(changed->storage, good->storage, good->total * sizeof(float));
        }
        human_weights_destroy(changed);
    }
    assert_true(read < 16); /* the date, the system and a name in gzip's header do not matter */
    unlink(path);
    human_weights_destroy(good);
    free(packed);
    free(file.at);
}

static void a_packed_flood_is_refused(void **state)
{
    static const unsigned char zeros[1 << 20];
    write_packed(zeros, sizeof zeros, (HUMAN_FILE_MAX >> 20) + 1);
    expect_no_network(path, "too long");
    unlink(path);
}

#else

static void files_are_opened_packed(void **state)
{
    write_file("\x1f\x8b\x08", 3);
    expect_no_network(path, "without zlib");
    unlink(path);
}

static void a_flipped_bit_of_a_packed_file_changes_nothing_unnoticed(void **state)
{
    skip();
}

static void a_packed_flood_is_refused(void **state)
{
    skip();
}

#endif

/* Moves and planes */

static struct human_history history_of(const char *fen, const char *moves)
{
    struct human_history history;
    struct position start;
    struct error error;
    if (!chess_from_fen(&start, fen, &error))
        fail_msg("%s: %s", fen, error.message);
    human_history_begin(&history, &start);
    char line[1024], *rest = NULL;
    snprintf(line, sizeof line, "%s", moves);
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        Move move;
        if (!chess_read_move(&history.recent[0], word, &move, &error))
            fail_msg("%s: %s", word, error.message);
        human_history_play(&history, move);
    }
    return history;
}

/* The index of a move in Lc0's list. */
static int listed(const struct human_history *history, const char *text)
{
    static struct human_slot slots[HUMAN_MOVES];
    Move move;
    struct error error;
    human_move_slots(slots);
    if (!chess_read_move(&history->recent[0], text, &move, &error))
        fail_msg("%s: %s", text, error.message);
    struct human_slot slot = human_move_slot(move, history->recent[0].side);
    for (int i = 0; i < HUMAN_MOVES; i++)
        if (slots[i].plane == slot.plane && slots[i].square == slot.square)
            return i;
    return -1;
}

static void moves_have_the_places_of_lc0(void **state)
{
    bool used[HUMAN_POLICY_PLANES][SQUARE_COUNT] = {{false}};
    struct human_slot slots[HUMAN_MOVES];
    human_move_slots(slots);
    for (int i = 0; i < HUMAN_MOVES; i++) {
        assert_true(slots[i].plane < 73 && slots[i].square < SQUARE_COUNT);
        assert_false(used[slots[i].plane][slots[i].square]);
        used[slots[i].plane][slots[i].square] = true;
    }
    /* As numbered in Lc0's own output. */
    struct human_history start = history_of(CHESS_START_FEN, "");
    assert_int_equal(listed(&start, "e2e4"), 322);
    assert_int_equal(listed(&start, "d2d4"), 293);
    assert_int_equal(listed(&start, "g1f3"), 159);
    struct human_history black = history_of(CHESS_START_FEN, "e4");
    assert_int_equal(listed(&black, "e7e5"), 322);
    /* Castling is the king's move to its rook, and a promotion to a knight the plain pawn move. */
    struct human_history castling = history_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "");
    struct human_history rooks = history_of("7R/8/8/8/8/8/2k5/K3R3 w - - 0 1", "");
    assert_int_equal(listed(&castling, "e1g1"), listed(&rooks, "e1h1"));
    assert_int_equal(listed(&castling, "e1c1") + 1, listed(&rooks, "e1b1"));
    struct human_history pawns = history_of("1r6/P6P/8/8/8/8/8/K1k5 w - - 0 1", "");
    struct human_history queen = history_of("8/Q7/8/8/8/8/8/K1k5 w - - 0 1", "");
    assert_int_equal(listed(&pawns, "a8=N"), listed(&queen, "a7a8"));
    assert_int_equal(listed(&pawns, "a8=Q"), 1792);
    assert_int_equal(listed(&pawns, "a8=R"), 1793);
    assert_int_equal(listed(&pawns, "a8=B"), 1794);
    assert_int_equal(listed(&pawns, "axb8=Q"), 1795);
    assert_int_equal(listed(&pawns, "h8=B"), 1857);
}

static struct human_planes planes_of(const struct human_history *history)
{
    struct human_planes planes;
    human_encode(history, &planes);
    return planes;
}

static const Bitboard all = ~(Bitboard)0;

static void planes_show_the_game_from_the_mover(void **state)
{
    struct human_history history = history_of(CHESS_START_FEN, "");
    struct human_planes planes = planes_of(&history);
    assert_true(planes.masks[0] == 0xff00 && planes.masks[6] == 0xff000000000000);
    assert_true(planes.masks[4] == 8 && planes.masks[5] == 16 && planes.masks[11] == 16ULL << 56);
    for (int i = 12; i < 104; i++)
        assert_true(planes.masks[i] == 0); /* no position before the start */
    for (int i = 104; i < 108; i++)
        assert_true(planes.masks[i] == all);
    assert_true(planes.masks[108] == 0 && planes.masks[109] == 0 && planes.masks[110] == 0);
    assert_true(planes.masks[111] == all && planes.values[111] == 1);

    history = history_of(CHESS_START_FEN, "e4 Nf6 Ke2");
    planes = planes_of(&history);
    assert_true(planes.masks[108] == all); /* black, whose view is turned round */
    assert_true(planes.masks[1] == ((Bitboard)1 << 1 | (Bitboard)1 << 21));
    assert_true(planes.masks[11] == (Bitboard)1 << (48 + 4));
    assert_true(planes.masks[13 + 11] == (Bitboard)1 << (56 + 4));
    assert_true(planes.masks[104] == all && planes.masks[105] == all);
    assert_true(planes.masks[106] == 0 && planes.masks[107] == 0);
    assert_true(planes.masks[109] == all && planes.values[109] == 2);
    assert_true(planes.masks[3 * 13] == 0xff00 && planes.masks[4 * 13] == 0);
}

static void planes_know_what_came_before(void **state)
{
    struct human_history history =
        history_of(CHESS_START_FEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4");
    struct human_planes planes = planes_of(&history);
    assert_true(planes.masks[12] == 0);
    for (int i = 1; i <= 5; i++)
        assert_true(planes.masks[13 * i + 12] == all);
    assert_true(planes.masks[13 * 6 + 12] == 0 && planes.masks[13 * 7 + 12] == 0);

    /* A start position other than the usual one fills all earlier planes. Castling rights are by
     * side. */
    history = history_of("4k2r/8/8/8/8/8/4P3/R3K3 w Qk - 12 30", "e3");
    planes = planes_of(&history);
    assert_true(planes.masks[6] == (Bitboard)1 << (40 + 4));
    for (int i = 1; i < 8; i++)
        assert_true(planes.masks[13 * i + 6] == (Bitboard)1 << (48 + 4));
    assert_true(planes.masks[104] == 0 && planes.masks[105] == all);
    assert_true(planes.masks[106] == all && planes.masks[107] == 0);

    /* A pawn that just made a double step was on its first square before. */
    history = history_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "");
    planes = planes_of(&history);
    assert_true(planes.masks[6] == (Bitboard)1 << 35);
    for (int i = 1; i < 8; i++)
        assert_true(planes.masks[13 * i + 6] == (Bitboard)1 << 51);
    history = history_of("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "");
    planes = planes_of(&history);
    assert_true(planes.masks[6] == (Bitboard)1 << 35 && planes.masks[13 + 6] == (Bitboard)1 << 51);
}

/* Lc0 takes the en passant square of a FEN even if no pawn can capture there, and reconstructs the
 * position before the double step. After a move, the game determines it. */
static void an_en_passant_square_nobody_can_use_tells_of_the_double_step(void **state)
{
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    struct human_history told = history_of(fen, ""), played = history_of(CHESS_START_FEN, "e4");
    struct human_planes from_fen = planes_of(&told), from_game = planes_of(&played);
    char text[CHESS_FEN_MAX];
    for (int i = 0; i < 2 * 13; i++) /* now, and before the double step */
        assert_true(from_fen.masks[i] == from_game.masks[i]);
    for (int i = 2; i < 8; i++)
        for (int plane = 0; plane < 13; plane++)
            assert_true(from_fen.masks[13 * i + plane] == from_game.masks[13 + plane]);
    for (int i = 8 * 13; i < 112; i++)
        assert_true(from_fen.masks[i] == from_game.masks[i]);
    /* Our rules ignore such a square. */
    assert_true(told.recent[0].key == played.recent[0].key);
    chess_to_fen(&told.recent[0], text);
    assert_string_equal(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /* The oldest position is reconstructed even after more moves. */
    told = history_of(fen, "e5");
    from_fen = planes_of(&told);
    assert_true(from_fen.masks[13] == ((Bitboard)0xEF00 | (Bitboard)1 << 28));
    assert_true(from_fen.masks[2 * 13] == 0xFF00);
}

/* Arithmetic */

/* The largest difference between two softmaxes over the same moves. */
static double apart(const struct network_output *fast, const struct reference_output *slow,
                    const struct human_slot slots[], int count)
{
    double highest = -INFINITY, sums[2] = {0}, worst = 0;
    for (int i = 0; i < count; i++)
        highest = fmax(highest, fast->policy[slots[i].square][slots[i].plane]);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < count; i++) {
            int square = slots[i].square, plane = slots[i].plane;
            double ours = exp(fast->policy[square][plane] - highest);
            double theirs = exp(slow->policy[plane][square / 8][square % 8] - highest);
            if (round == 0) {
                sums[0] += ours;
                sums[1] += theirs;
            } else {
                worst = fmax(worst, fabs(ours / sums[0] - theirs / sums[1]));
            }
        }
    return worst;
}

/* The same over all moves, over the legal ones, and over win, draw and loss. */
static double error_of(const struct network_output *fast, const struct reference_output *slow,
                       const struct position *position)
{
    struct human_slot slots[HUMAN_MOVES];
    Move moves[CHESS_MOVES_MAX];
    human_move_slots(slots);
    double worst = apart(fast, slow, slots, HUMAN_MOVES);
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++)
        slots[i] = human_move_slot(moves[i], position->side);
    worst = fmax(worst, apart(fast, slow, slots, count));
    for (int i = 0; i < 3; i++)
        worst = fmax(worst, fabs(fast->wdl[i] - slow->wdl[i]));
    return worst;
}

/* With every kernel that this processor supports. */
static double worst_error(const struct human_weights *weights,
                          const struct human_history histories[], int count)
{
    const struct kernels *kernels[KERNELS_MAX];
    int kernel_count = kernels_available(kernels);
    struct reference_output *slow = malloc((size_t)count * sizeof *slow);
    struct human_planes *planes = malloc((size_t)count * sizeof *planes);
    struct network_output *fast = malloc(NETWORK_BATCH * sizeof *fast);
    assert_true(slow && planes && fast);
    double worst = 0;
    for (int i = 0; i < count; i++) {
        human_encode(&histories[i], &planes[i]);
        reference_run(weights, &planes[i], &slow[i]);
    }
    for (int k = 0; k < kernel_count; k++) {
        struct network *network = network_create(weights, kernels[k]);
        assert_non_null(network);
        float *scratch = malloc(network_scratch(network, NETWORK_BATCH) * sizeof *scratch);
        assert_non_null(scratch);
        for (int first = 0, size; first < count; first += size) {
            size = count - first < NETWORK_BATCH ? count - first : first % NETWORK_BATCH + 1;
            network_run(network, planes + first, size, fast, scratch);
            for (int i = 0; i < size; i++)
                worst = fmax(worst,
                             error_of(&fast[i], &slow[first + i], &histories[first + i].recent[0]));
        }
        free(scratch);
        network_destroy(network);
    }
    free(fast);
    free(planes);
    free(slow);
    return worst;
}

static const char *const varied[][2] = {
    {CHESS_START_FEN, ""},
    {CHESS_START_FEN, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ""},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "O-O"},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 31 40", "g4"},
    {"1r6/P6P/8/8/8/8/8/K1k5 w - - 0 1", ""},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ""},
    {"8/8/8/5N2/8/p7/8/2NK3k w - - 88 1", "Ne2 Kh2 Nc1 Kh1 Ne2 Kh2"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39", ""},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", ""},
    {"6k1/5ppp/8/8/8/2r5/5PPP/1R4K1 b - - 0 30", "Rc8"},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "dxc8=N"},
};
enum { VARIED = sizeof varied / sizeof *varied };

static void our_network_is_computed_right(void **state)
{
    struct human_history *histories = malloc(VARIED * sizeof *histories);
    assert_non_null(histories);
    for (int i = 0; i < VARIED; i++)
        histories[i] = history_of(varied[i][0], varied[i][1]);
    struct human_weights *weights = tiny();
    double worst = worst_error(weights, histories, VARIED);
    if (worst > 1e-4)
        fail_msg("off by %g", worst);
    human_weights_destroy(weights);
    free(histories);
}

/* The same one by one and in batches; sorted and summing to one; a finished game has no moves. */
static void policies_are_probabilities(void **state)
{
    struct bytes file = make_file();
    struct error error = {0};
    write_file(file.at, file.size);
    struct human_network *network = human_network_open(path, &error);
    assert_non_null(network);
    unlink(path);
    free(file.at);
    struct human_history *histories = malloc(VARIED * sizeof *histories);
    struct human_policy *together = malloc(VARIED * sizeof *together), alone;
    assert_true(histories && together);
    for (int i = 0; i < VARIED; i++)
        histories[i] = history_of(varied[i][0], varied[i][1]);
    assert_true(human_policies(network, histories, VARIED, together));
    for (int i = 0; i < VARIED; i++) {
        assert_true(human_policies(network, &histories[i], 1, &alone));
        assert_int_equal(alone.count, together[i].count);
        double sum = 0;
        for (int j = 0; j < alone.count; j++) {
            assert_int_equal(alone.moves[j], together[i].moves[j]);
            assert_true(alone.chances[j] == together[i].chances[j]);
            assert_true(chess_is_legal(&histories[i].recent[0], alone.moves[j]));
            assert_true(j == 0 || alone.chances[j] <= alone.chances[j - 1]);
            sum += alone.chances[j];
        }
        assert_float_equal(sum, 1, 1e-5);
        assert_true(alone.legal > 0 && alone.legal <= 1.0001f);
        assert_float_equal(alone.wdl[0] + alone.wdl[1] + alone.wdl[2], 1, 1e-5);
    }
    histories[0] = history_of(CHESS_START_FEN, "f3 e5 g4 Qh4");
    assert_true(human_policies(network, histories, 1, &alone));
    assert_int_equal(alone.count, 0);
    assert_true(human_policies(network, histories, 0, &alone));
    human_network_close(network);
    free(histories);
    free(together);
}

/* The method */

static struct handicap as_maia(int rating, uint64_t seed)
{
    return (struct handicap){.limited = true,
                             .elo = rating,
                             .method = METHOD_MAIA,
                             .nodes_per_second = 1000,
                             .rating = rating,
                             .temperature = 100,
                             .top_p = 100,
                             .seed = seed};
}

/* How often the first moves of the start position are drawn, per mille. */
static void draw_often(const struct handicap *handicap, const int chances[], int count, int drawn[])
{
    enum { DRAWS = 20000 };
    struct position start;
    Move moves[CHESS_MOVES_MAX];
    struct candidate candidates[8] = {{0}};
    chess_start(&start);
    (void)chess_moves(&start, moves);
    for (int i = 0; i < count; i++) {
        candidates[i] = (struct candidate){
            .move = moves[i], .score = 20, .chance = chances[i], .dropped_by = RULE_NONE};
        drawn[i] = 0;
    }
    const struct context context = {.position = &start};
    struct decision decision;
    for (int i = 0; i < DRAWS; i++) {
        decide(&context, candidates, count, handicap, handicap_random(handicap, i), &decision);
        assert_true(decision.made && decision.cost == 0 && !decision.deliberate);
        assert_int_equal(decision.range, handicap->rating);
        for (int j = 0; j < count; j++)
            drawn[j] += decision.played == moves[j];
    }
    for (int i = 0; i < count; i++)
        drawn[i] = drawn[i] * 1000 / DRAWS;
}

static void moves_are_drawn_as_often_as_people_play_them(void **state)
{
    const int chances[] = {500000, 300000, 150000, 50000};
    static const struct {
        int temperature, top_p, expected[4];
    } cases[] = {{100, 100, {500, 300, 150, 50}},
                 {100, 90, {526, 316, 158, 0}},
                 {100, 50, {1000, 0, 0, 0}},
                 {50, 100, {685, 247, 62, 7}},
                 {1, 100, {1000, 0, 0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct handicap handicap = as_maia(1500, 1);
        int drawn[4];
        handicap.temperature = cases[i].temperature;
        handicap.top_p = cases[i].top_p;
        draw_often(&handicap, chances, 4, drawn);
        for (int j = 0; j < 4; j++)
            assert_in_range(drawn[j] + 12, cases[i].expected[j], cases[i].expected[j] + 24);
    }
    int drawn[1];
    const struct handicap handicap = as_maia(1500, 1);
    draw_often(&handicap, (int[]){0}, 1, drawn); /* a move with a chance of 0, but the only one */
    assert_int_equal(drawn[0], 1000);
}

static char folder[64];

/* A folder with networks for 1300 and 1700. */
static void make_networks(void)
{
    snprintf(folder, sizeof folder, "/tmp/fallible-maia-XXXXXX");
    assert_non_null(mkdtemp(folder));
    for (int rating = 1300; rating <= 1700; rating += 400) {
        char name[128];
        snprintf(name, sizeof name, "%s/maia-%d.pb", folder, rating);
        struct bytes file = make_other_file((uint32_t)rating);
        file_put(name, "w", file.at, file.size);
        free(file.at);
    }
}

static void remove_networks(void)
{
    for (int rating = 1300; rating <= 1700; rating += 400) {
        char name[128];
        snprintf(name, sizeof name, "%s/maia-%d.pb", folder, rating);
        unlink(name);
    }
    rmdir(folder);
}

/* Numbers that lead to infinity are refused. If only other positions lead there, the result must
 * still be probabilities. */
static void no_file_answers_without_numbers(void **state)
{
    struct human_history *histories = malloc(VARIED * sizeof *histories);
    struct human_policy *policies = malloc(VARIED * sizeof *policies);
    assert_true(histories && policies);
    for (int i = 0; i < VARIED; i++)
        histories[i] = history_of(varied[i][0], varied[i][1]);
    int refused = 0;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        flaw = (struct flaw){.wild = true};
        struct bytes file = make_other_file(seed);
        flaw = (struct flaw){0};
        write_file(file.at, file.size);
        free(file.at);
        struct error error = {0};
        struct human_network *network = human_network_open(path, &error);
        unlink(path);
        if (!network) {
            refused++;
            assert_non_null(strstr(error.message, "infinite or undefined"));
            continue;
        }
        assert_true(human_policies(network, histories, VARIED, policies));
        human_network_close(network);
        for (int i = 0; i < VARIED; i++) {
            float sum = 0;
            for (int j = 0; j < policies[i].count; j++)
                sum += policies[i].chances[j];
            assert_true(policies[i].count == 0 || fabsf(sum - 1) < 1e-4f);
            sum = policies[i].wdl[0] + policies[i].wdl[1] + policies[i].wdl[2];
            assert_true(fabsf(sum - 1) < 1e-4f);
        }
    }
    assert_in_range(refused, 1, 39);
    free(histories);
    free(policies);
}

static float chance_in(const struct human_policy *policy, Move move)
{
    for (int i = 0; i < policy->count; i++)
        if (policy->moves[i] == move)
            return policy->chances[i];
    return -1;
}

static void neighbours_are_mixed(void **state)
{
    struct human_history history = history_of(CHESS_START_FEN, "e4 e5");
    struct human_policy low, high, mixed;
    struct maia maia;
    struct error error = {0};
    make_networks();
    assert_false(maia_open(&maia, "/nowhere/at/all", 1500, &error));
    assert_string_equal(error.file, "/nowhere/at/all");
    assert_non_null(strstr(error.message, "fallible doctor"));
    assert_true(maia_open(&maia, folder, 1400, &error));
    assert_int_equal(maia.rating[0], 1300);
    assert_int_equal(maia.rating[1], 1700);
    assert_true(maia_fits(&maia, folder, 1600) && !maia_fits(&maia, folder, 1800));
    assert_true(maia_policy(&maia, 1300, &history, &low));
    assert_true(maia_policy(&maia, 1700, &history, &high));
    assert_true(maia_policy(&maia, 1400, &history, &mixed));
    for (int i = 0; i < mixed.count; i++) {
        float expected =
            0.75f * chance_in(&low, mixed.moves[i]) + 0.25f * chance_in(&high, mixed.moves[i]);
        assert_float_equal(mixed.chances[i], expected, 1e-6);
        assert_true(i == 0 || mixed.chances[i] <= mixed.chances[i - 1]);
    }
    assert_float_equal(mixed.wdl[0], 0.75f * low.wdl[0] + 0.25f * high.wdl[0], 1e-6);
    maia_close(&maia);
    /* Above the highest network, that network alone is used. */
    assert_true(maia_open(&maia, folder, 1850, &error));
    assert_true(maia.rating[0] == 1700 && maia.rating[1] == 1700 && !maia.network[1]);
    assert_true(maia_policy(&maia, 1850, &history, &mixed));
    assert_true(mixed.moves[0] == high.moves[0] && mixed.chances[0] == high.chances[0]);
    maia_close(&maia);
    remove_networks();
}

/* Returns the engine's move, which must be legal. */
static Move answer(struct engine *engine, const struct human_history *history, const char *fen,
                   const Move moves[], int count, struct report *report)
{
    struct position start;
    struct error error;
    const struct limits limits = {.movetime = 10};
    assert_true(chess_from_fen(&start, fen, &error));
    assert_true(engine_set_position(engine, &start, moves, count));
    (void)engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, report) && report->finished);
    assert_true(chess_is_legal(&history->recent[0], report->best));
    return report->best;
}

static void the_engine_plays_by_networks(void **state)
{
    static const char *const line[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1",
                                       "f6g8", "e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4",
                                       "f3d4", "g8f6", "d4b5", "f6g8", "b5d4", "g8f6"};
    enum { PLIES = sizeof line / sizeof *line };
    struct engine *engine = engine_create(NULL, NULL);
    struct engine_settings settings = engine_settings_default();
    struct human_history history = history_of(CHESS_START_FEN, "");
    struct report *report = calloc(1, sizeof *report);
    struct error error = {0};
    struct maia maia;
    Move moves[PLIES];
    make_networks();
    assert_true(engine && report && maia_open(&maia, folder, 1500, &error));
    settings.hash_mb = 1;
    settings.handicap = as_maia(1500, 7);
    assert_false(engine_configure(engine, &settings, &error)); /* no folder was named */
    assert_false(engine_settings(engine)->handicap.limited);
    snprintf(settings.maia_folder, sizeof settings.maia_folder, "%s", folder);
    if (!engine_configure(engine, &settings, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i <= PLIES; i++) {
        struct human_policy policy;
        Move move = answer(engine, &history, CHESS_START_FEN, moves, i, report);
        assert_int_equal(move, report->decision.played);
        assert_true(maia_policy(&maia, 1500, &history, &policy));
        assert_int_equal(report->decision.count, policy.count);
        for (int j = 0; j < policy.count; j++) /* it knows the same game as we do */
            assert_true(report->decision.candidates[j].move == policy.moves[j] &&
                        report->decision.candidates[j].chance == (int)(1e6 * policy.chances[j]));
        assert_int_equal(move, answer(engine, &history, CHESS_START_FEN, moves, i, report));
        if (i < PLIES) {
            assert_true(chess_from_uci(&history.recent[0], line[i], &moves[i]));
            human_history_play(&history, moves[i]);
        }
    }
    /* Outside the networks' range, the reach is reported. */
    assert_int_equal(maia_reach("/nowhere", 1500), 0);
    for (int rating = 1100; rating <= 1900; rating += 400) {
        settings.handicap = as_maia(rating, 7);
        assert_true(engine_configure(engine, &settings, &error));
        (void)answer(engine, &history, CHESS_START_FEN, moves, PLIES, report);
        assert_int_equal(report->decision.range, rating < 1300   ? 1300
                                                 : rating > 1700 ? 1700
                                                                 : rating);
        assert_int_equal(report->decision.range, maia_reach(folder, rating));
    }
    history = history_of("7k/8/8/8/8/8/R7/K7 w - - 0 1", ""); /* a won ending makes no difference */
    (void)answer(engine, &history, "7k/8/8/8/8/8/R7/K7 w - - 0 1", NULL, 0, report);
    assert_false(report->decision.forced_win);
    maia_close(&maia);
    engine_destroy(engine);
    remove_networks();
    free(report);
}

/* The published networks */

static float chance_of(const struct human_policy *policy, const struct position *position,
                       const char *text)
{
    Move move;
    assert_true(chess_from_uci(position, text, &move));
    for (int i = 0; i < policy->count; i++)
        if (policy->moves[i] == move)
            return policy->chances[i];
    return -1;
}

static void known_openings_of_players(void **state)
{
    static const struct {
        const char *file;
        double e4, d4;
    } known[] = {{"maia/maia-1100.pb.gz", 0.66, 0.21},
                 {"maia/maia-1500.pb.gz", 0.65, 0.23},
                 {"maia/maia-1900.pb.gz", 0.56, 0.29}};
#ifndef HAVE_ZLIB
    skip();
#endif
    for (int i = 0; i < 3; i++) {
        struct error error;
        struct human_network *network = human_network_open(data_file(known[i].file), &error);
        if (!network)
            fail_msg("%s: %s", error.file, error.message);
        struct human_history start = history_of(CHESS_START_FEN, "");
        struct human_policy policy;
        assert_true(human_policies(network, &start, 1, &policy));
        assert_float_equal(chance_of(&policy, &start.recent[0], "e2e4"), known[i].e4, 0.006);
        assert_float_equal(chance_of(&policy, &start.recent[0], "d2d4"), known[i].d4, 0.006);
        assert_true(human_network_multiplications(network) / 1000000 == 38);
        human_network_close(network);
    }
}

/* Fills histories with a position from each of as many human games, and returns their number,
 * which is smaller if the games cannot be read. */
static int human_games(struct human_history histories[], int count)
{
    struct error error;
    struct input *input = input_open(data_file("human/lichess-rated-games.pgn.zst"), &error);
    if (!input)
        return 0;
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), "games");
    struct game *game = NULL;
    int found = 0;
    while (found < count && pgn_read(reader, &game, &error) == PGN_GAME) {
        Move moves[512];
        int plies = game_moves_to(game_end_of_line(game->root), moves, 512);
        int wanted = 4 + 13 * found % 75;
        if (plies < 512 && wanted < plies) { /* not the final position */
            human_history_begin(&histories[found], &game->root->position);
            for (int i = 0; i < wanted; i++)
                human_history_play(&histories[found], moves[i]);
            found++;
        }
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    (void)!input_close(input, &error);
    return found;
}

/* FALLIBLE_POSITIONS sets the number of positions. */
static void published_networks_are_computed_right(void **state)
{
    const char *wanted = getenv("FALLIBLE_POSITIONS");
    int count = wanted && atoi(wanted) > 0 ? atoi(wanted) : 25;
    struct error error;
#ifndef HAVE_ZLIB
    skip();
#endif
    struct human_weights *weights = human_weights_read(data_file("maia/maia-1500.pb.gz"), &error);
    assert_non_null(weights);
    assert_true(weights->checked);
    struct human_history *histories = malloc((size_t)count * sizeof *histories);
    assert_non_null(histories);
    int found = human_games(histories, count);
    if (found == 0)
        print_message("the human games cannot be read: skipped\n");
    double worst = worst_error(weights, histories, found);
    print_message("%d positions: off by at most %.2g\n", found, worst);
    free(histories);
    human_weights_destroy(weights);
    if (found == 0)
        skip();
    assert_true(worst < 1e-3);
}

static void published_networks_know_the_rules(void **state)
{
    enum { GAMES = 200 };
    struct error error;
#ifndef HAVE_ZLIB
    skip();
#endif
    struct human_network *network = human_network_open(data_file("maia/maia-1900.pb.gz"), &error);
    assert_non_null(network);
    struct human_history *histories = malloc(GAMES * sizeof *histories);
    struct human_policy *policies = malloc(GAMES * sizeof *policies);
    assert_true(histories && policies);
    int found = human_games(histories, GAMES);
    assert_true(human_policies(network, histories, found, policies));
    double legal = 0;
    for (int i = 0; i < found; i++)
        legal += policies[i].legal / found;
    print_message("%d positions: %.4f of the policy is legal\n", found, legal);
    human_network_close(network);
    free(histories);
    free(policies);
    if (found == 0)
        skip();
    assert_true(legal > 0.99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_on_the_wire),
        cmocka_unit_test(the_file_says_its_sizes),
        cmocka_unit_test(wrong_layers_are_refused),
        cmocka_unit_test(other_files_and_other_networks_are_refused),
        cmocka_unit_test(damage_never_gets_through),
        cmocka_unit_test(files_are_opened_unpacked),
        cmocka_unit_test(files_are_opened_packed),
        cmocka_unit_test(a_flipped_bit_of_a_packed_file_changes_nothing_unnoticed),
        cmocka_unit_test(a_packed_flood_is_refused),
        cmocka_unit_test(moves_have_the_places_of_lc0),
        cmocka_unit_test(planes_show_the_game_from_the_mover),
        cmocka_unit_test(planes_know_what_came_before),
        cmocka_unit_test(an_en_passant_square_nobody_can_use_tells_of_the_double_step),
        cmocka_unit_test(our_network_is_computed_right),
        cmocka_unit_test(policies_are_probabilities),
        cmocka_unit_test(no_file_answers_without_numbers),
        cmocka_unit_test(moves_are_drawn_as_often_as_people_play_them),
        cmocka_unit_test(neighbours_are_mixed),
        cmocka_unit_test(the_engine_plays_by_networks),
    };
    chess_init();
    const struct CMUnitTest large[] = {
        cmocka_unit_test(known_openings_of_players),
        cmocka_unit_test(published_networks_are_computed_right),
        cmocka_unit_test(published_networks_know_the_rules),
    };
    return run_with_data(tests, large, NULL, NULL);
}
