/* The index of a PGN file: it finds the same games as the reader, searches by words and positions,
 * and is cached as long as the file is unchanged. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/pgn/cache_tidy.h"
#include "src/pgn/positions.h"
#include "src/pgn/query.h"
#include "src/util/cache.h"
#include "src/util/paths.h"
#include "tests/unit/data.h"
#include "tests/unit/file.h"
#include "tests/unit/games_file.h"

static const char games[] =
    "\xEF\xBB\xBF[Event \"Wijk aan Zee\"]\n[Date \"2010.01.17\"]\n[White \"Carlsen,M\"]\n"
    "[Black \"Anand,V\"]\n[Result \"1-0\"]\n[WhiteElo \"2810\"]\n[BlackElo \"2790\"]\n[ECO \"B90\"]\n\n"
    "1. e4 c5 2. Nf3 {not 2. c3 ) here} d6 (2... e6 3. d4 (3. c4) cxd4) 3. d4 cxd4 1-0\n\n"
    "[Event \"M\xC3\xBCnchen\"]\n[UTCDate \"1999.??.??\"]\n[White \"Gr\xFCnfeld\"]\n[Black \"?\"]\n"
    "[Result \"1/2-1/2\"]\n[Opening \"English Opening\"]\n\n"
    "1.c4 {[Event \"not a tag\"]\n[but a comment]} e5\n2.Nc3 1/2-1/2\n\n"
    "% [Event \"escaped\"]\n"
    "[Event \"?\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 Ke6 *\n\n"
    "[Event \"forfeit\"]\n[Result \"0-1\"]\n\n0-1\n\n"
    "[Event \"open\"]\n\n1. e4 {never closed\n"
    "[Event \"last\"]\n[White \"Anand,V\"]\n\n1. Nf3 d6 2. e4 c5 3. d4 cxd4 *\n";

static struct pgn_index *open_index(void)
{
    struct error error;
    struct pgn_index *index = pgn_index_open(file, NULL, NULL, &error);
    if (!index)
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    return index;
}

static void tags_and_places_are_found(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    assert_int_equal(pgn_index_count(index), 6);
    assert_false(pgn_index_was_cached(index));
    const struct pgn_entry *entry = pgn_index_entry(index, 0);
    assert_int_equal(entry->start, 3);
    assert_int_equal(entry->line, 1);
    assert_string_equal(pgn_index_text(index, entry->white), "Carlsen,M");
    assert_int_equal(entry->white_elo, 2810);
    assert_int_equal(entry->eco, pgn_eco_number("B90"));
    assert_int_equal(entry->date, 20100117);
    assert_int_equal(entry->result, RESULT_WHITE);
    assert_int_equal(entry->moves, 3);
    entry = pgn_index_entry(index, 1);
    assert_string_equal(pgn_index_text(index, entry->event), "M\xC3\xBCnchen");
    assert_string_equal(pgn_index_text(index, entry->white), "Gr\xC3\xBCnfeld");
    assert_string_equal(pgn_index_text(index, entry->black), "");
    assert_int_equal(entry->date, 19990000);
    assert_int_equal(entry->moves, 2);
    assert_int_equal(pgn_index_entry(index, 3)->result, RESULT_BLACK);
    char date[PGN_DATE_TEXT];
    pgn_date_text(entry->date, date);
    assert_string_equal(date, "1999.??.??");
    pgn_index_close(index);
}

static void a_game_is_read_from_its_place(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    struct game *game;
    struct pgn_place place;
    struct error error;
    assert_int_equal(pgn_index_read(index, 5, &game, &place, &error), PGN_GAME);
    assert_string_equal(game_tag(game, "White"), "Anand,V");
    assert_int_equal(place.start, pgn_index_entry(index, 5)->start);
    assert_int_equal(place.line, pgn_index_entry(index, 5)->line);
    game_destroy(game);
    assert_int_equal(pgn_index_read(index, 4, &game, NULL, &error), PGN_BAD);
    assert_int_equal(error.line, (int)pgn_index_entry(index, 4)->line + 2);
    game_destroy(game);
    file_write(file, "[Event \"x\"]\n\n*\n");
    assert_true(pgn_index_is_stale(index));
    assert_int_equal(pgn_index_read(index, 0, &game, NULL, &error), PGN_BAD);
    assert_non_null(strstr(error.message, "changed"));
    pgn_index_close(index);
}

static void the_cache_lasts_as_long_as_the_file(void **state)
{
    file_write(file, games);
    pgn_index_close(open_index());
    struct pgn_index *index = open_index();
    assert_true(pgn_index_was_cached(index));
    assert_int_equal(pgn_index_count(index), 6);
    assert_string_equal(pgn_index_text(index, pgn_index_entry(index, 0)->white), "Carlsen,M");
    assert_string_equal(pgn_index_text(index, UINT32_MAX), "");
    char name[256];
    assert_true(pgn_index_cache_name(index, "index", name, sizeof name));
    pgn_index_close(index);
    /* A damaged, truncated or changed cache is rebuilt. */
    assert_int_equal(truncate(name, 100), 0);
    index = open_index();
    assert_false(pgn_index_was_cached(index));
    pgn_index_close(index);
    file_append(file, "\n[Event \"more\"]\n\n1. d4 *\n");
    index = open_index();
    assert_false(pgn_index_was_cached(index));
    assert_int_equal(pgn_index_count(index), 7);
    pgn_index_close(index);
}

/* The numbers of the games found, from 1: "1 6". */
static void expect_found(const struct pgn_index *index, const char *words, const char *expected)
{
    struct pgn_query query;
    struct error error;
    char found[64] = "";
    if (!pgn_query_parse(&query, words, NULL, &error))
        fail_msg("%s: %s", words, error.message);
    for (int i = 0; i < pgn_index_count(index); i++) {
        if (pgn_query_matches(&query, index, pgn_index_entry(index, i)))
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d", *found ? " " : "",
                     i + 1);
    }
    if (strcmp(found, expected) != 0)
        fail_msg("%s: found %s, not %s", words, found, expected);
}

static void words_find_games(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    expect_found(index, "", "1 2 3 4 5 6");
    expect_found(index, "anand", "1 6");
    expect_found(index, "white:anand", "6");
    expect_found(index, "black:ANAND carl", "1");
    expect_found(index, "grunfeld", "2");
    expect_found(index, "munchen", "2");
    expect_found(index, "event:\"aan zee\"", "1");
    expect_found(index, "english", "2");
    expect_found(index, "opening:b9", "1");
    expect_found(index, "eco:B", "1");
    expect_found(index, "eco:b80-b99", "1");
    expect_found(index, "result:1-0", "1");
    expect_found(index, "result:draw", "2");
    expect_found(index, "result:0-1 forfeit", "4");
    expect_found(index, "year:2010", "1");
    expect_found(index, "year:-2000", "2");
    expect_found(index, "year:1990-2015", "1 2");
    expect_found(index, "elo:2700", "1");
    expect_found(index, "elo:2795", "");
    pgn_index_close(index);
}

/* A bare word must occur in half of the names of an ECO code; opening: also finds single
 * variations. */
static void a_bare_word_is_no_side_line(void **state)
{
    static const struct { const char *words; bool found; } cases[] = {
        {"carlsen", false}, {"opening:carlsen", true}, {"declined", true}};
    struct error error;
    struct openings *openings = openings_load("share/openings.tsv", &error);
    if (!openings)
        skip();
    file_write(file, "[Event \"x\"]\n[ECO \"D35\"]\n\n1. d4 *\n");
    struct pgn_index *index = open_index();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pgn_query query;
        int found[1];
        assert_true(pgn_query_parse(&query, cases[i].words, openings, &error));
        assert_int_equal(pgn_find(&query, index, NULL, NULL, found, NULL, NULL), cases[i].found);
    }
    pgn_index_close(index);
    openings_free(openings);
}

/* Games of a compressed file are opened like any others, found again without decompression, and
 * the file is never written. */
static void a_packed_file_is_unpacked_into_the_cache(void **state)
{
    char packed[80], command[256];
    struct error error;
    struct game *game;
    struct pgn_place place;
    struct stat unpacked;
    file_write(file, games);
    snprintf(packed, sizeof packed, "%s.zst", file);
    snprintf(command, sizeof command, "zstd -q -f '%s' -o '%s'", file, packed);
    if (system(command) != 0)
        skip();
    for (int round = 0; round < 2; round++) {
        struct pgn_index *index = pgn_index_open(packed, NULL, NULL, &error);
        if (!index && strstr(error.message, "without"))
            skip(); /* built without zstd */
        assert_non_null(index);
        assert_int_equal(pgn_index_was_cached(index), round == 1);
        assert_int_equal(pgn_index_count(index), 6);
        assert_int_equal(pgn_index_read(index, 5, &game, &place, &error), PGN_GAME);
        assert_string_equal(game_tag(game, "White"), "Anand,V");
        struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
        assert_non_null(positions);
        assert_int_equal(
            pgn_positions_ply(positions, 5, &game_end_of_line(game->root)->position, NULL), 6);
        pgn_positions_close(positions);
        assert_false(pgn_save(game, packed, &place, &error));
        assert_non_null(strstr(error.message, "compressed"));
        game_destroy(game);
        assert_int_equal(stat(pgn_index_games_path(index), &unpacked), 0);
        assert_int_equal(unpacked.st_size, strlen(games));
        pgn_index_close(index);
    }
    assert_int_equal(truncate(packed, 40), 0);
    assert_null(pgn_index_open(packed, NULL, NULL, &error));
    assert_string_equal(error.file, packed);
    unlink(packed);
}

/* Compresses a file with one game of that event, always of the same size and time. */
static bool pack_event(const char *packed, const char *event)
{
    char text[128], command[256];
    const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    snprintf(text, sizeof text, "[Event \"%s\"]\n\n1. e4 *\n", event);
    file_write(file, text);
    snprintf(command, sizeof command, "zstd -q -f '%s' -o '%s'", file, packed);
    return system(command) == 0 && utimensat(AT_FDCWD, packed, times, 0) == 0;
}

static void a_packed_file_replaced_without_a_new_time_shows_its_new_games(void **state)
{
    static const char *const events[] = {"first", "other"};
    char packed[80];
    snprintf(packed, sizeof packed, "%s.zst", file);
    for (int i = 0; i < 2; i++) {
        struct error error;
        if (!pack_event(packed, events[i]))
            skip();
        struct pgn_index *index = pgn_index_open(packed, NULL, NULL, &error);
        if (!index && strstr(error.message, "without"))
            skip(); /* built without zstd */
        assert_non_null(index);
        assert_string_equal(pgn_index_text(index, pgn_index_entry(index, 0)->event), events[i]);
        struct game *game;
        assert_int_equal(pgn_index_read(index, 0, &game, NULL, &error), PGN_GAME);
        assert_string_equal(game_tag(game, "Event"), events[i]);
        game_destroy(game);
        pgn_index_close(index);
    }
    unlink(packed);
}

static void damage_copy(void *context, const char *path)
{
    damage_file(path, 8, "X", 1);
}

/* Changes a byte of each decompressed copy in the cache; returns how many there were. */
static int damage_copies(void)
{
    return each_cache_file(".unpacked", damage_copy, NULL);
}

static void a_damaged_copy_of_a_packed_file_is_made_anew(void **state)
{
    char packed[80];
    snprintf(packed, sizeof packed, "%s.zst", file);
    for (int round = 0; round < 2; round++) {
        struct error error;
        if (!pack_event(packed, "first"))
            skip();
        struct pgn_index *index = pgn_index_open(packed, NULL, NULL, &error);
        if (!index && strstr(error.message, "without"))
            skip(); /* built without zstd */
        assert_non_null(index);
        struct game *game;
        assert_int_equal(pgn_index_read(index, 0, &game, NULL, &error), PGN_GAME);
        assert_string_equal(game_tag(game, "Event"), "first");
        game_destroy(game);
        pgn_index_close(index);
        assert_true(damage_copies() > 0);
    }
    unlink(packed);
}

static void nonsense_is_refused(void **state)
{
    static const char *const words[] = {"colour:white", "year:x",  "year:2000-1990", "eco:Z10",
                                        "result:2-0",   "elo:high", "year:"};
    struct pgn_query query;
    struct error error;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (pgn_query_parse(&query, words[i], NULL, &error))
            fail_msg("%s was taken", words[i]);
        assert_non_null(strstr(error.message, "expected"));
    }
}

static void positions_find_games_whatever_the_order_of_moves(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    struct error error;
    struct position position;
    for (int round = 0; round < 2; round++) { /* made, then cached */
        struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
        assert_non_null(positions);
        assert_true(chess_from_fen(
            &position, "rnbqkbnr/pp2pppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4", &error));
        static const int plies[] = {6, -1, -1, -1, -1, 6};
        for (int i = 0; i < 6; i++)
            assert_int_equal(pgn_positions_ply(positions, i, &position, NULL), plies[i]);
        assert_true(chess_from_fen(&position, "8/8/4k3/8/4P3/8/8/4K3 w - - 1 9", &error));
        assert_int_equal(pgn_positions_ply(positions, 2, &position, NULL), 3);
        chess_start(&position);
        assert_int_equal(pgn_positions_ply(positions, 3, &position, NULL), 0);
        assert_int_equal(pgn_positions_ply(positions, 2, &position, NULL), -1);
        pgn_positions_close(positions);
    }
    pgn_index_close(index);
}

/* Unbalanced braces, tildes and bytes of unknown encoding instead of moves are skipped. */
static void what_is_no_move_is_passed_over(void **state)
{
    file_write(file, "[White \"One\"]\n\n1. e4 } e5 ~ | \x7F \xFF\xC3\xA9 2. Nf3}~ d6 3. d4 *\n\n"
               "[White \"Two\"]\n\n} *\n");
    struct pgn_index *index = open_index();
    assert_int_equal(pgn_index_count(index), 2);
    assert_int_equal(pgn_index_entry(index, 0)->moves, 3);
    pgn_index_close(index);
}

static bool stop_at_once(void *context, int percent)
{
    (void)percent;
    ++*(int *)context;
    return false;
}

static void it_can_be_stopped_and_says_what_is_wrong(void **state)
{
    int calls = 0;
    struct error error;
    file_write(file, games);
    assert_null(pgn_index_open(file, stop_at_once, &calls, &error));
    assert_int_equal(calls, 1);
    assert_string_equal(error.message, "");
    assert_null(pgn_index_open("/nowhere/x.pgn", NULL, NULL, &error));
    assert_string_equal(error.file, "/nowhere/x.pgn");
    assert_null(pgn_index_open("/tmp", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "directory"));
    file_write(file, "\x28\xB5\x2F\xFD packed");
    assert_null(pgn_index_open(file, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "compressed"));
    file_write(file, "\n\n");
    assert_null(pgn_index_open(file, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "no game"));
    file_write(file, "1. e4 e5 1-0\n1. d4 d5 2. c4 *\n");
    struct pgn_index *index = open_index();
    assert_int_equal(pgn_index_count(index), 2);
    assert_int_equal(pgn_index_entry(index, 1)->line, 2);
    pgn_index_close(index);
}

/* A game longer than the read buffer, between two games of normal length. */
static void a_position_after_forty_thousand_moves_is_found(void **state)
{
    struct error error;
    struct position late, early;
    Move move;
    file_write(file, "[White \"A\"]\n\n1. e4 e5 1-0\n\n");
    file_append_long_game(file, "[White \"B\"]\n\n", 40000, "b3 a6 1-0");
    file_append(file, "[White \"C\"]\n\n1. d4 d5 1-0\n");
    chess_start(&early);
    assert_true(chess_read_move(&early, "d4", &move, &error));
    chess_play(&early, move);
    assert_true(chess_from_fen(
        &late, "rnbqkbnr/1ppppppp/p7/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 20002", &error));
    struct pgn_index *index = open_index();
    for (int round = 0; round < 2; round++) { /* made, then cached */
        struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
        assert_non_null(positions);
        static const int plies[2][3] = {{-1, 40002, -1}, {-1, -1, 1}};
        for (int game = 0; game < 3; game++) {
            assert_int_equal(pgn_positions_ply(positions, game, &late, NULL), plies[0][game]);
            assert_int_equal(pgn_positions_ply(positions, game, &early, NULL), plies[1][game]);
        }
        pgn_positions_close(positions);
    }
    pgn_index_close(index);
}

/* The reader and the index find the same games and main lines in each file. */
static void check_agreement(const char *path)
{
    struct error error;
    struct pgn_index *index = pgn_index_open(path, NULL, NULL, &error);
    assert_non_null(index);
    struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
    assert_non_null(positions);
    FILE *stream = fopen(path, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, path);
    struct game *game;
    int count = 0;
    while (pgn_read(reader, &game, &error) == PGN_GAME) {
        struct pgn_place place = pgn_reader_place(reader);
        assert_true(count < pgn_index_count(index));
        assert_int_equal(pgn_index_entry(index, count)->start, place.start);
        assert_int_equal(pgn_index_entry(index, count)->line, place.line);
        assert_int_equal(pgn_index_entry(index, count)->result, game->result);
        const struct game_node *end = game_end_of_line(game->root);
        int ply = pgn_positions_ply(positions, count, &end->position, NULL);
        if (ply != end->ply && game_repetitions(end) == 1)
            fail_msg("%s, game %d: %d plies, not %d", path, count + 1, ply, end->ply);
        game_destroy(game);
        count++;
    }
    assert_int_equal(count, pgn_index_count(index));
    pgn_reader_destroy(reader);
    fclose(stream);
    pgn_positions_close(positions);
    pgn_index_close(index);
}

static void index_and_reader_agree(void **state)
{
    check_agreement(data_file("people.pgn"));
    check_agreement(data_file("lichess-evals.pgn"));
}

static void index_and_reader_agree_on_a_collection(void **state)
{
    static const char *const names[] = {
        "pgn/kasparov-deep-blue-1997.pgn", "pgn/cutechess-fischerrandom.pgn",
        "pgn/stockfish-learning.pgn", "pgn-torture/mliebelt-32games.pgn",
        "pgn-torture/mliebelt-twic-01-232games.pgn", "pgn-torture/pgnx-test-t.pgn",
        "pgn-torture/mliebelt-lichess_mliebelt_2024-01-03.pgn", "pgn-torture/scalachess-FWWRC.pgn",
        "openings/8moves_v3-2000.pgn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_agreement(data_file(names[i]));
}

/* The index finds as many games as expected, at the same offsets as the reader. */
static void expect_games(const char *bytes, size_t size, int expected)
{
    FILE *stream = fopen(file, "w");
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    fclose(stream);
    struct pgn_index *index = open_index();
    if (pgn_index_count(index) != expected)
        fail_msg("%d games, not %d, in\n%s", pgn_index_count(index), expected, bytes);
    stream = fopen(file, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, file);
    struct game *game;
    struct error error;
    int count = 0;
    for (; pgn_read(reader, &game, &error) != PGN_END; count++) {
        const struct pgn_entry *entry = pgn_index_entry(index, count);
        struct pgn_place place = pgn_reader_place(reader);
        const char *white = game_tag(game, "White");
        if (count == expected || entry->start != place.start || (int)entry->line != place.line)
            fail_msg("game %d: byte %d of line %d, not of %d, in\n%s", count + 1, (int)place.start,
                     place.line, (int)entry->line, bytes);
        assert_string_equal(pgn_index_text(index, entry->white), white ? white : "");
        game_destroy(game);
    }
    assert_int_equal(count, expected);
    pgn_reader_destroy(reader);
    fclose(stream);
    pgn_index_close(index);
}

static void games_are_listed_however_their_tags_are_laid_out(void **state)
{
    static const struct { const char *text; int games; } cases[] = {
        {"[Event \"a\"]\n[White \"A\"]\n\n1. e4 *\n\n  [Event \"b\"]\n\t[White \"B\"]\n\n1. d4 *\n", 2},
        {"[Event \"a\"] [White \"A\"] 1. e4 * [Event \"b\"] [White \"B\"]\n1. d4 *\n", 2},
        {"[Event \"a\"]\r[White \"A\"]\r\r1. e4 *\r\r[Event \"b\"]\r[White \"B\"]\r\r1. d4 *\r", 2},
        {"[Event \"a\"]\r\r; a remark\r1. e4 {over\rtwo lines} e5\r\r% [Event \"x\"]\r[Event \"b\"]\r",
         2},
        {"[Event \"a\"]\r\n\r\n1. e4\r\n[Event \"b\"]\r\n\r\n1. d4\r\n", 2},
        {"1. e4 e5 1-0 1. d4 d5 0-1\n1. c4 *", 3},
        {"[White \"A\"]\n[White \"B\"]\n\n1. e4 (1. d4 1-0) *\n", 1},
        {"[Event \"a\"]\n\n1. e4 Zz9 (1. d4 1-0) 2. d4 [%clk 1] [Site \"x\"] 1-0\n1. d4 *", 2},
        {"[Event \"a\"]\n\n1. e4 (1. d4 (1. c4 *\n[Event \"b\"]\n\n1. d4 *\n", 2},
        {"[Event \"a\"]\n[Event \"b\"]\n[Site \"s\"]\n[Event \"c\"]\n", 3},
        {"[Event \"a\"]\n[FEN \"nonsense\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n", 2},
        {"{about the first} [White \"A\"]\n\n1. e4 * {about the next}\n[White \"B\"]\n\n1. d4 *\n"
         "{about nothing}\n", 2},
        {"[White \"A\"]\n\n1. e4 { open\n[White \"in it\"]\n[Event \"b\"]\n\n1. d4 *\n", 2},
        {"[White unquoted]\n[White \"A \"quoted\" name\"]\n\n1. e4\n[Whatever]\n1. d4 *\n", 2},
        {"\xEF\xBB\xBF\xEF\xBB\xBF[White \"A\"]\n\n1. e4 * %no 1. d4 *\n[White \"B\"]\n*\n", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_games(cases[i].text, strlen(cases[i].text), cases[i].games);
    static const char nuls[] = "[White \"A\0B\"]\n\n1. e4\0*\0[White \"C\"]\n";
    expect_games(nuls, sizeof nuls - 1, 2);
}

/* The bytes of a cache file of the games. */
struct bytes {
    char name[256], *all;
    size_t size;
};

static struct bytes cache_of(const struct pgn_index *index, const char *kind)
{
    struct bytes bytes = {.all = malloc(1 << 16)};
    assert_non_null(bytes.all);
    assert_true(pgn_index_cache_name(index, kind, bytes.name, sizeof bytes.name));
    FILE *stream = fopen(bytes.name, "r");
    assert_non_null(stream);
    bytes.size = fread(bytes.all, 1, 1 << 16, stream);
    fclose(stream);
    return bytes;
}

static void put_back(const struct bytes *bytes)
{
    FILE *stream = fopen(bytes->name, "w");
    assert_int_equal(fwrite(bytes->all, 1, bytes->size, stream), bytes->size);
    fclose(stream);
}

/* Writes the cache with the correct checksum for these bytes. */
static void forge(const struct bytes *bytes)
{
    put_back(bytes);
    struct cache_head head;
    memcpy(&head, bytes->all, sizeof head);
    head.sum = 0;
    FILE *stream = fopen(bytes->name, "r+");
    assert_true(cache_seal(stream, &head));
    fclose(stream);
}

/* Finds the first occurrence of sought. */
static char *find_bytes(const struct bytes *bytes, const void *sought, size_t size)
{
    char *found = memmem(bytes->all, bytes->size, sought, size);
    assert_non_null(found);
    return found;
}

static void a_cache_with_a_damaged_byte_is_made_anew(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    struct bytes bytes = cache_of(index, "index");
    pgn_index_close(index);
    for (size_t i = 0; i < bytes.size; i++) {
        bytes.all[i] ^= 4;
        put_back(&bytes);
        bytes.all[i] ^= 4;
        index = open_index();
        if (pgn_index_was_cached(index))
            fail_msg("byte %zu of %zu was damaged, and nobody noticed", i, bytes.size);
        pgn_index_close(index);
    }
    free(bytes.all);
}

static void a_forged_list_of_games_is_made_anew(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    struct bytes bytes = cache_of(index, "index");
    struct pgn_entry first = *pgn_index_entry(index, 0), forged[8];
    pgn_index_close(index);
    forge(&bytes);
    index = open_index();
    assert_true(pgn_index_was_cached(index)); /* such forged caches are accepted */
    pgn_index_close(index);
    char *place = find_bytes(&bytes, &first, sizeof first);
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++)
        forged[i] = first;
    forged[0].result = RESULT_DRAW + 1;
    forged[1].white = UINT32_MAX;
    forged[2].white++; /* the middle of a name */
    forged[3].start = -1;
    forged[4].start = 1 << 20;
    forged[5].length = UINT32_MAX;
    forged[6].eco = 600;
    forged[7].line = 0;
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        memcpy(place, &forged[i], sizeof first);
        forge(&bytes);
        index = open_index();
        if (pgn_index_was_cached(index))
            fail_msg("forgery %zu was believed", i);
        pgn_index_close(index);
    }
    free(bytes.all);
}

/* Writes one game of that event; the file always has the same size and time. */
static void write_event(const char *event)
{
    char text[128];
    const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    snprintf(text, sizeof text, "[Event \"%s\"]\n\n1. e4 *\n", event);
    file_write(file, text);
    assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
}

static void a_file_changed_without_a_new_time_has_a_new_index(void **state)
{
    write_event("first");
    pgn_index_close(open_index());
    write_event("other");
    struct pgn_index *index = open_index();
    assert_string_equal(pgn_index_text(index, pgn_index_entry(index, 0)->event), "other");
    pgn_index_close(index);
}

/* Makes an index and its positions; *index_cached: whether the index came from the cache. Returns
 * the inode of the positions. */
static int64_t open_both(bool *index_cached)
{
    struct error error;
    char name[256];
    struct stat status;
    struct pgn_index *index = open_index();
    struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
    assert_non_null(positions);
    *index_cached = pgn_index_was_cached(index);
    assert_true(pgn_index_cache_name(index, "positions", name, sizeof name));
    assert_int_equal(stat(name, &status), 0);
    pgn_positions_close(positions);
    pgn_index_close(index);
    return (int64_t)status.st_ino;
}

/* Whoever does not know the key cannot make a cache that is used. */
static void caches_made_with_another_key_are_made_anew(void **state)
{
    bool cached;
    char key[96];
    file_write(file, games);
    open_both(&cached);
    int64_t positions = open_both(&cached);
    assert_true(cached);
    snprintf(key, sizeof key, "%s/fallible/cache.key", folder);
    file_write(key, "sixteen letters.");
    assert_true(open_both(&cached) != positions);
    assert_false(cached);
    file_write(key, "short"); /* a damaged key is replaced */
    open_both(&cached);
    assert_false(cached);
    open_both(&cached);
    assert_true(cached);
}

/* The game that is opened does not depend on the cache's content. */
static void a_cache_that_names_other_games_opens_the_right_one(void **state)
{
    file_write(file, games);
    struct pgn_index *index = open_index();
    struct bytes bytes = cache_of(index, "index");
    struct pgn_entry entries[2] = {*pgn_index_entry(index, 0), *pgn_index_entry(index, 1)};
    struct game *game;
    struct error error;
    pgn_index_close(index);
    char *place = find_bytes(&bytes, entries, sizeof entries);
    for (int round = 0; round < 2; round++) {
        struct pgn_entry forged[2] = {entries[0], entries[1]};
        if (round == 0) { /* the cache places the second game in the middle of the first */
            forged[0].length -= 20;
            forged[1].start -= 20;
        } else { /* or names other players */
            forged[1].white = entries[0].white;
        }
        memcpy(place, forged, sizeof forged);
        forge(&bytes);
        index = open_index();
        assert_true(pgn_index_was_cached(index));
        assert_int_equal(pgn_index_read(index, 1, &game, NULL, &error), PGN_GAME);
        assert_string_equal(game_tag(game, "White"), "Gr\xC3\xBCnfeld");
        game_destroy(game);
        pgn_index_close(index);
        index = open_index();
        assert_int_equal(pgn_index_entry(index, 1)->start, entries[1].start);
        assert_string_equal(pgn_index_text(index, pgn_index_entry(index, 1)->white),
                            "Gr\xC3\xBCnfeld");
        pgn_index_close(index);
    }
    free(bytes.all);
}

/* A forged cache could claim more moves than a position has. */
static void no_illegal_move_comes_out_of_a_forged_cache(void **state)
{
    struct position start;
    struct error error;
    Move next, played;
    chess_start(&start);
    file_write(file, games);
    struct pgn_index *index = open_index();
    struct pgn_positions *positions = pgn_positions_open(index, NULL, NULL, &error);
    assert_non_null(positions);
    assert_int_equal(pgn_positions_ply(positions, 0, &start, &played), 0);
    pgn_positions_close(positions);
    struct bytes bytes = cache_of(index, "positions");
    const uint16_t step[2] = {(uint16_t)(start.key >> 24), played};
    char *place = find_bytes(&bytes, step, sizeof step);
    for (unsigned move = 0; move <= UINT16_MAX; move += 251) {
        uint16_t forged = (uint16_t)move;
        memcpy(place + 2, &forged, sizeof forged);
        forge(&bytes);
        positions = pgn_positions_open(index, NULL, NULL, &error);
        assert_non_null(positions);
        int ply = pgn_positions_ply(positions, 0, &start, &next);
        assert_int_equal(ply, 0);
        assert_true(chess_is_legal(&start, next));
        pgn_positions_close(positions);
    }
    free(bytes.all);
    pgn_index_close(index);
}

/* Creates a file in the cache with this size and age. */
static void keep_old(const char *name, size_t size, int days)
{
    char path[4096];
    char *bytes = calloc(1, size);
    const struct timespec used = {.tv_sec = time(NULL) - days * 24L * 3600};
    const struct timespec times[2] = {used, used};
    assert_non_null(bytes);
    assert_true(paths_cache(name, path, sizeof path));
    file_put(path, "w", bytes, size);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    free(bytes);
}

static bool is_kept(const char *name)
{
    char path[4096];
    assert_true(paths_cache(name, path, sizeof path));
    return access(path, F_OK) == 0;
}

static void the_cache_is_cleaned_by_age_and_by_size(void **state)
{
    pgn_cache_tidy(INT64_MAX);
    keep_old("pgn-0123456789abcde0.index", 100, 100);
    keep_old("pgn-0123456789abcde1.positions", 100, 80);
    keep_old("pgn-0123456789abcde2-1f.unpacked", 5000000, 10);
    keep_old("pgn-0123456789abcde3-1f.unpacked", 5000000, 5);
    keep_old("pgn-0123456789abcde4-1f.unpacked", 5000000, 0);
    keep_old("pgn-0123456789abcde5-1f.unpacked.aB3xYz", 100, 1);
    keep_old("pgn-0123456789abcde6-1f.unpacked.aB3xYz", 100, 0);
    keep_old("pgn-0123456789abcde7.scores", 100, 100);
    keep_old("pgn-mine.index", 100, 100);
    keep_old("notes.txt", 100, 100);
    pgn_cache_tidy(INT64_MAX);
    assert_false(is_kept("pgn-0123456789abcde0.index"));
    assert_false(is_kept("pgn-0123456789abcde7.scores"));
    assert_true(is_kept("pgn-0123456789abcde1.positions"));
    assert_false(is_kept("pgn-0123456789abcde5-1f.unpacked.aB3xYz"));
    assert_true(is_kept("pgn-0123456789abcde6-1f.unpacked.aB3xYz"));
    pgn_cache_tidy(11000000);
    assert_false(is_kept("pgn-0123456789abcde1.positions"));
    assert_false(is_kept("pgn-0123456789abcde2-1f.unpacked"));
    assert_true(is_kept("pgn-0123456789abcde3-1f.unpacked"));
    pgn_cache_tidy(0);
    assert_false(is_kept("pgn-0123456789abcde3-1f.unpacked"));
    assert_true(is_kept("pgn-0123456789abcde4-1f.unpacked")); /* possibly in use */
    assert_true(is_kept("pgn-mine.index"));
    assert_true(is_kept("notes.txt"));
}

int main(void)
{
    if (!make_games_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_and_places_are_found),
        cmocka_unit_test(a_game_is_read_from_its_place),
        cmocka_unit_test(the_cache_lasts_as_long_as_the_file),
        cmocka_unit_test(words_find_games),
        cmocka_unit_test(a_bare_word_is_no_side_line),
        cmocka_unit_test(a_packed_file_is_unpacked_into_the_cache),
        cmocka_unit_test(a_packed_file_replaced_without_a_new_time_shows_its_new_games),
        cmocka_unit_test(a_damaged_copy_of_a_packed_file_is_made_anew),
        cmocka_unit_test(the_cache_is_cleaned_by_age_and_by_size),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(positions_find_games_whatever_the_order_of_moves),
        cmocka_unit_test(a_position_after_forty_thousand_moves_is_found),
        cmocka_unit_test(what_is_no_move_is_passed_over),
        cmocka_unit_test(it_can_be_stopped_and_says_what_is_wrong),
        cmocka_unit_test(index_and_reader_agree),
        cmocka_unit_test(games_are_listed_however_their_tags_are_laid_out),
        cmocka_unit_test(a_cache_with_a_damaged_byte_is_made_anew),
        cmocka_unit_test(a_forged_list_of_games_is_made_anew),
        cmocka_unit_test(a_file_changed_without_a_new_time_has_a_new_index),
        cmocka_unit_test(caches_made_with_another_key_are_made_anew),
        cmocka_unit_test(a_cache_that_names_other_games_opens_the_right_one),
        cmocka_unit_test(no_illegal_move_comes_out_of_a_forged_cache),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(index_and_reader_agree_on_a_collection),
    };
    return remove_games_folder(run_with_data(tests, large, NULL, NULL));
}
