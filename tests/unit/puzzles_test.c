/* Importing puzzles: an interrupted import resumes, and a puzzle is imported once. Also the deck's
 * due dates by FSRS. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "src/training/puzzle_pack.h"
#include "src/store/deck.h"
#include "src/archive/history.h"
#include "src/store/puzzles.h"
#include "src/store/sql.h"
#include "src/util/text.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

enum { ROWS = 12000, KILLED_AT = 5000 };
static char file[96];

static int begin(void **state)
{
    int status = make_folder(state);
    snprintf(file, sizeof file, "%s/some.csv", folder);
    return status;
}

/* Writes rows of the same position with different ids and ratings. */
static void write_file(int rows, const char *id)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fprintf(out, "PuzzleId,FEN,Moves,Rating,Themes\n");
    for (int i = 0; i < rows; i++)
        fprintf(out, "%s%d,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,%d,%s\n", id, i,
                500 + i % 2000, i % 2 ? "mate mateIn1" : "mate endgame");
    fclose(out);
}

static void die(void *context, const struct puzzle_import *import)
{
    kill(getpid(), SIGKILL);
}

/* Imports in a process that is killed after its first transaction. */
static void import_and_be_killed(void)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {0};
        struct puzzle_import import;
        const struct puzzle_import_calls calls = {.progress = die};
        _exit(!store_import_puzzles(open_store(), file, &calls, &import, &error));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static struct puzzle_import import_again(const char *path)
{
    struct error error = {0};
    struct puzzle_import import;
    const struct puzzle_import_calls calls = {0};
    struct store *store = open_store();
    if (!store_import_puzzles(store, path, &calls, &import, &error))
        fail_msg("%s", error.message);
    store_close(store);
    return import;
}

static int64_t count_puzzles(void)
{
    struct error error = {0};
    int64_t count;
    struct store *store = open_store();
    assert_true(store_puzzle_count(store, &count, &error));
    store_close(store);
    return count;
}

static void use_database(const char *name)
{
    snprintf(database_path, sizeof database_path, "%s/%s", folder, name);
}

static void an_import_broken_off_goes_on(void **state)
{
    use_database("grown.db");
    write_file(ROWS, "p");
    import_and_be_killed();
    assert_int_equal(count_puzzles(), KILLED_AT);
    write_file(ROWS + 500, "p"); /* it has grown */
    struct puzzle_import import = import_again(file);
    assert_int_equal(import.skipped, KILLED_AT);
    assert_int_equal(import.puzzles, ROWS + 500 - KILLED_AT);
    /* A complete import is forgotten, so the next release is read from its start. */
    write_file(ROWS, "p");
    import = import_again(file);
    assert_int_equal(import.skipped, 0);
    assert_int_equal(import.puzzles, ROWS);
    assert_int_equal(count_puzzles(), ROWS + 500);
    use_database("games.db");
    assert_int_equal(import_again(file).puzzles, ROWS);
}

static void another_file_of_the_same_name_is_imported_from_its_start(void **state)
{
    use_database("other.db");
    write_file(ROWS, "p");
    import_and_be_killed();
    write_file(ROWS, "q");
    struct puzzle_import import = import_again(file);
    assert_int_equal(import.skipped, 0);
    assert_int_equal(import.puzzles, ROWS);
    assert_int_equal(count_puzzles(), KILLED_AT + ROWS);
    import_and_be_killed();
    write_file(100, "q"); /* fewer lines than were read */
    assert_int_equal(import_again(file).puzzles, 100);
    use_database("games.db");
}

/* Nothing is missing or duplicated. */
static void a_pipe_is_imported_from_its_start(void **state)
{
    char pipe_path[96], command[512];
    use_database("pipe.db");
    write_file(ROWS, "r");
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    snprintf(command, sizeof command, "mkfifo %s && { cat %s > %s & }", pipe_path, file, pipe_path);
    assert_int_equal(system(command), 0);
    char usual[sizeof file];
    snprintf(usual, sizeof usual, "%s", file);
    snprintf(file, sizeof file, "%s", pipe_path);
    import_and_be_killed();
    /* A new pipe of the same name, since the first writer may not have noticed yet that its reader is
     * gone. */
    snprintf(command, sizeof command, "rm %s && mkfifo %s && { cat %s > %s & }", pipe_path,
             pipe_path, usual, pipe_path);
    assert_int_equal(system(command), 0);
    struct puzzle_import import = import_again(pipe_path);
    snprintf(file, sizeof file, "%s", usual);
    assert_int_equal(import.skipped, 0);
    assert_int_equal(import.puzzles, ROWS);
    assert_int_equal(count_puzzles(), ROWS);
    use_database("games.db");
}

static void a_puzzle_is_chosen_as_asked_and_comes_once(void **state)
{
    enum { RATING = 601 }; /* six rows have it, all mateIn1 */
    struct error error = {0};
    struct puzzle_choice choice = {.theme = "mateIn1", .from = RATING, .to = RATING};
    struct puzzle puzzle;
    struct rating you, after;
    int attempts;
    bool found = true;
    struct store *store = open_store();
    store_begin_puzzles_at(store, 900);
    assert_true(store_player(store, &you, &attempts, &error));
    assert_int_equal(attempts, 0);
    assert_true(you.rating == 900);
    for (int i = 0; i < ROWS / 2000; i++) {
        assert_true(store_pick_puzzle(store, &choice, (uint64_t)i * 123456789, &puzzle, &found,
                                      &error));
        assert_true(found);
        assert_true(puzzle.rating.rating == RATING);
        assert_non_null(strstr(puzzle.themes, "mateIn1"));
        assert_true(store_attempt(store, &puzzle, PUZZLE_MISSED, 1000 + i, &after, &error));
        assert_true(after.rating < you.rating);
        you = after;
    }
    assert_true(store_pick_puzzle(store, &choice, 5, &puzzle, &found, &error));
    assert_false(found);
    strcpy(choice.theme, "endgame");
    assert_true(store_pick_puzzle(store, &choice, 5, &puzzle, &found, &error));
    assert_false(found);
    assert_true(store_player(store, &you, &attempts, &error));
    assert_int_equal(attempts, ROWS / 2000);
    assert_true(you.rating == after.rating);
    store_close(store);
}

static void a_hint_costs_little_of_an_uncertain_rating(void **state)
{
    const struct rating puzzle = {1500, 80, 0.09}, settled = {1500, 50, 0.06};
    struct rating you = RATING_UNKNOWN;
    assert_true(puzzle_your_rating(you, &puzzle, PUZZLE_MISSED).rating < 1350);
    assert_true(puzzle_your_rating(you, &puzzle, PUZZLE_SOLVED).rating > 1650);
    for (int i = 0; i < 3; i++)
        you = puzzle_your_rating(you, &puzzle, PUZZLE_HINTED);
    assert_true(you.rating == 1500 - 3 * 30);
    assert_true(puzzle_your_rating(settled, &puzzle, PUZZLE_HINTED).rating ==
                puzzle_your_rating(settled, &puzzle, PUZZLE_MISSED).rating);
}

/* A mistake in a repertoire position, in either order, gives one card. It belongs to the
 * repertoire, shows the mistake and is due at once. */
static void a_position_is_asked_for_once(void **state)
{
    struct error error = {0};
    struct stored_game game = {.you = WHITE, .drill = DRILL_NONE};
    struct card mine = {.kind = CARD_MISTAKE, .why = "A mistake of yours."}, list, due_cards[4];
    int count, due;
    int64_t next;
    Move e4, d4, a4;
    const int64_t later = (int64_t)1 << 40;
    chess_start(&mine.position);
    assert_true(chess_from_uci(&mine.position, "e2e4", &e4));
    assert_true(chess_from_uci(&mine.position, "d2d4", &d4));
    assert_true(chess_from_uci(&mine.position, "a2a4", &a4));
    game.start = mine.position;
    mine.played = a4;
    mine.solution = (struct ledger_score){.length = 1, .line = {e4}};
    list = (struct card){.kind = CARD_REPERTOIRE, .position = mine.position, .why = "Mine.",
                         .solution = {.score = SCORE_NONE, .length = 1, .line = {d4}},
                         .accepted = {1, {d4}}};
    for (int list_first = 0; list_first < 2; list_first++) {
        char path[128];
        snprintf(path, sizeof path, "%s/once%d.db", folder, list_first);
        struct store *store = store_open(path, &error);
        assert_non_null(store);
        assert_true(store_begin(store, &game, &error));
        mine.game = game.id;
        if (list_first)
            assert_true(store_put_list(store, "my.pgn", &list, 1, &error));
        else
            assert_true(store_add_card(store, &mine, &error));
        assert_true(store_answer(store, &mine.position, GRADE_GOOD, 1000, 0.9, &next, &error));
        assert_true(list_first ? store_add_card(store, &mine, &error)
                               : store_put_list(store, "my.pgn", &list, 1, &error));
        assert_true(store_due(store, later, due_cards, 4, &count, &due, &error));
        assert_int_equal(count, 1);
        assert_int_equal(due, 1);
        assert_int_equal(due_cards[0].kind, CARD_REPERTOIRE);
        assert_int_equal(due_cards[0].played, a4);
        assert_int_equal(due_cards[0].accepted.moves[0], d4);
        assert_true(store_due_of(store, "my.pgn", later, due_cards, 4, &count, &error));
        assert_int_equal(count, 1);
        /* The same mistake in another game makes it due again; storing the same game again does
         * not. */
        int64_t soon = (int64_t)time(NULL);
        assert_true(store_answer(store, &mine.position, GRADE_GOOD, soon, 0.9, &next, &error));
        assert_true(store_add_card(store, &mine, &error));
        assert_true(store_due(store, soon + 60, due_cards, 4, &count, &due, &error));
        assert_int_equal(count, 0);
        assert_true(store_begin(store, &game, &error));
        mine.game = game.id;
        assert_true(store_add_card(store, &mine, &error));
        assert_true(store_due(store, soon + 60, due_cards, 4, &count, &due, &error));
        assert_int_equal(count, 1);
        store_close(store);
    }
}

/* If the repertoire teaches the very move that was your mistake, in either order, the card asks for
 * the better move, and the repertoire does not take it over when it is loaded again. */
static void a_mistake_is_not_taught(void **state)
{
    struct error error = {0};
    struct stored_game game = {.you = WHITE, .drill = DRILL_NONE};
    struct card mine = {.kind = CARD_MISTAKE, .why = "A mistake of yours."}, list, due_cards[4];
    int count, due;
    Move e4, a4;
    chess_start(&mine.position);
    assert_true(chess_from_uci(&mine.position, "e2e4", &e4));
    assert_true(chess_from_uci(&mine.position, "a2a4", &a4));
    game.start = mine.position;
    mine.played = a4;
    mine.solution = (struct ledger_score){.score = 30, .length = 1, .line = {e4}};
    list = (struct card){.kind = CARD_REPERTOIRE,
                         .position = mine.position,
                         .why = "Mine.",
                         .solution = {.score = SCORE_NONE, .length = 1, .line = {a4}},
                         .accepted = {1, {a4}}};
    for (int list_first = 0; list_first < 2; list_first++) {
        char path[128], said[32];
        snprintf(path, sizeof path, "%s/taught%d.db", folder, list_first);
        struct store *store = store_open(path, &error);
        assert_non_null(store);
        assert_true(store_begin(store, &game, &error));
        mine.game = game.id;
        if (list_first)
            assert_true(store_put_list(store, "my.pgn", &list, 1, &error));
        assert_true(store_add_card(store, &mine, &error));
        assert_true(store_put_list(store, "my.pgn", &list, 1, &error));
        assert_true(store_due(store, (int64_t)1 << 40, due_cards, 4, &count, &due, &error));
        assert_int_equal(count, 1);
        assert_int_equal(due_cards[0].kind, CARD_MISTAKE);
        assert_int_equal(due_cards[0].played, a4);
        assert_int_equal(due_cards[0].solution.line[0], e4);
        assert_int_equal(due_cards[0].solution.score, 30);
        assert_int_equal(due_cards[0].accepted.count, 0);
        assert_string_equal(due_cards[0].why, "A mistake of yours.");
        assert_non_null(strstr(due_cards[0].history, "In your game of "));
        assert_non_null(strstr(due_cards[0].history, ". Not seen since."));
        /* If the date of the game is damaged, the card is dated by the day on which it was added. */
        text_moment((int64_t)time(NULL), "In your game of %Y-", said, sizeof said);
        assert_true(store_run(store, store_prepare(store, "UPDATE games SET began = 'then'"), "",
                              &error));
        assert_true(store_due(store, (int64_t)1 << 40, due_cards, 4, &count, &due, &error));
        assert_int_equal(count, 1);
        assert_non_null(strstr(due_cards[0].history, said));
        assert_true(store_due_of(store, "my.pgn", (int64_t)1 << 40, due_cards, 4, &count, &error));
        assert_int_equal(count, 0);
        store_close(store);
    }
}

static void a_repertoire_is_forgotten(void **state)
{
    struct error error = {0};
    struct stored_game game = {.you = WHITE, .drill = DRILL_NONE};
    struct card mine = {.kind = CARD_MISTAKE, .why = "A blunder of yours."}, cards[4];
    struct card list[3] = {{.kind = CARD_REPERTOIRE, .why = "Mine."}};
    char path[128], told[256];
    int count, due;
    Move move, a4;
    snprintf(path, sizeof path, "%s/forget.db", folder);
    struct store *store = store_open(path, &error);
    assert_non_null(store);
    assert_false(store_forget_repertoire(store, "", told, sizeof told, &error));
    assert_string_equal(error.message, "There is no repertoire in your deck.");
    chess_start(&mine.position);
    game.start = mine.position;
    assert_true(store_begin(store, &game, &error));
    mine.game = game.id;
    for (int i = 0; i < 3; i++) {
        list[i] = (struct card){.kind = CARD_REPERTOIRE, .position = mine.position, .why = "Mine."};
        assert_true(chess_from_uci(&mine.position,
                                   i == 1   ? "e7e5"
                                   : i == 0 ? "e2e4"
                                            : "g1f3",
                                   &move));
        list[i].solution = (struct ledger_score){.score = SCORE_NONE, .length = 1, .line = {move}};
        list[i].accepted = (struct card_moves){1, {move}};
        chess_play(&mine.position, move);
    }
    mine.position = list[0].position;
    assert_true(chess_from_uci(&mine.position, "a2a4", &a4));
    mine.played = a4;
    mine.solution = list[0].solution;
    assert_true(store_add_card(store, &mine, &error));
    assert_true(store_put_list(store, "my.pgn white", list, 2, &error));
    assert_true(store_put_list(store, "other.pgn white", list + 2, 1, &error));
    assert_false(store_forget_repertoire(store, "", told, sizeof told, &error));
    assert_string_equal(error.message, "Say which repertoire: my.pgn white, other.pgn white");
    assert_false(store_forget_repertoire(store, "my.pgn black", told, sizeof told, &error));
    assert_true(store_forget_repertoire(store, "my.pgn", told, sizeof told, &error));
    assert_string_equal(told, "Removed 1 position of my.pgn from your deck. 1 more is your own "
                              "mistake and stays.");
    assert_true(store_due(store, (int64_t)1 << 40, cards, 4, &count, &due, &error));
    assert_int_equal(count, 1);
    assert_int_equal(cards[0].kind, CARD_MISTAKE);
    assert_int_equal(cards[0].played, a4);
    assert_true(store_forget_repertoire(store, "", told, sizeof told, &error));
    assert_string_equal(told, "Removed 1 position of other.pgn white from your deck.");
    assert_true(store_due_of_kind(store, CARD_REPERTOIRE, 0, cards, 4, &count, &error));
    assert_int_equal(count, 0);
    store_close(store);
}

static void the_deck_follows_the_answers(void **state)
{
    struct error error = {0};
    struct puzzle puzzle;
    struct puzzle_choice any = {.from = 700, .to = 700};
    struct card card, due_cards[4];
    int count, due;
    int64_t next;
    bool found;
    struct store *store = open_store();
    assert_true(store_pick_puzzle(store, &any, 5, &puzzle, &found, &error));
    assert_true(found);
    assert_true(puzzle_card(&puzzle, &card));
    snprintf(card.why, sizeof card.why, "A test.");
    assert_true(store_add_card(store, &card, &error));
    assert_true(store_next_due(store, &next, &error));
    int64_t now = next;
    assert_true(store_due(store, now, due_cards, 4, &count, &due, &error));
    assert_int_equal(count, 1);
    assert_int_equal(due_cards[0].kind, CARD_PUZZLE);
    assert_int_equal(due_cards[0].solution.length, 1);
    assert_int_equal(due_cards[0].solution.line[0], card.solution.line[0]);
    assert_int_equal(due_cards[0].solution.score, SCORE_NONE);
    assert_int_equal(due_cards[0].position.fullmove, 2);
    assert_true(card.last != NO_MOVE && due_cards[0].last == card.last);
    assert_string_equal(due_cards[0].history, "Not seen since.");
    /* 2, 11, 46 days: FSRS's values except for its first step of ten minutes. */
    assert_true(store_answer(store, &card.position, GRADE_GOOD, now, SCHEDULE_RETENTION, &next,
                             &error));
    assert_int_equal(next, text_noon(now, 2));
    assert_true(store_due(store, now, due_cards, 4, &count, &due, &error));
    assert_int_equal(count, 0);
    now = next;
    assert_true(store_answer(store, &card.position, GRADE_GOOD, now, SCHEDULE_RETENTION, &next,
                             &error));
    assert_int_equal(next, text_noon(now, 11));
    now = next;
    assert_true(store_due(store, now, due_cards, 4, &count, &due, &error));
    assert_int_equal(count, 1);
    assert_non_null(strstr(due_cards[0].history, "Seen 2 times, last on "));
    assert_true(store_answer(store, &card.position, GRADE_AGAIN, now, SCHEDULE_RETENTION, &next,
                             &error));
    assert_int_equal(next, now + SCHEDULE_SOON);
    /* A position that is not in the deck is no error. */
    chess_start(&card.position);
    assert_true(store_answer(store, &card.position, GRADE_GOOD, now, SCHEDULE_RETENTION, &next,
                             &error));
    assert_int_equal(next, 0);
    store_close(store);
}

static void days_in_a_row_are_counted(void **state)
{
    struct error error = {0};
    struct trained trained;
    struct history_week weeks[HISTORY_WEEKS];
    struct store *store = open_store();
    const int64_t noon = 1700000000 - 1700000000 % SCHEDULE_DAY + SCHEDULE_DAY / 2;
    static const int days[] = {1, 1, 2, 3, 5, 40}; /* ago; none today, none four days ago */
    assert_true(store_execute(store, "DELETE FROM answers; DELETE FROM attempts", "", &error));
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        struct statement *answer = store_bound(store,
            "INSERT INTO answers (at, grade) VALUES (?, 3)",
            BOUND(AS_NUMBER(noon - days[i] * SCHEDULE_DAY)));
        assert_true(store_run(store, answer, "", &error));
    }
    assert_true(store_trained(store, noon, &trained, &error));
    assert_int_equal(trained.positions[0], 0);
    assert_int_equal(trained.positions[1], 2);
    assert_int_equal(trained.positions[4], 0);
    assert_int_equal(trained.streak, 3);
    assert_int_equal(trained.longest, 3);
    assert_true(store_history(store, noon, weeks, &error));
    assert_int_equal(weeks[0].positions, 5);
    assert_int_equal(weeks[0].solved, 5);
    assert_int_equal(weeks[5].positions, 1);
    assert_int_equal(weeks[1].positions, 0);
    assert_true(store_trained(store, noon - 5 * SCHEDULE_DAY, &trained, &error));
    assert_int_equal(trained.streak, 1);
    assert_true(store_trained(store, noon + 2 * SCHEDULE_DAY, &trained, &error));
    assert_int_equal(trained.streak, 0);
    store_close(store);
}

/* 24 plies of a rook and a king moving to and fro; a card holds 16. */
static void a_long_line_ends_with_your_move(void **state)
{
    struct puzzle puzzle = {.position = "8/8/8/k7/8/8/8/K6R w - - 0 1"};
    struct card card;
    for (int i = 0; i < 6; i++)
        strcat(puzzle.moves, "h1h2 a5b5 h2h1 b5a5 ");
    assert_true(puzzle_card(&puzzle, &card));
    assert_int_equal(card.solution.length, LEDGER_LINE_MAX - 1);
    assert_int_equal(card.position.side, BLACK);
}

/* A puzzle of a pack keeps the promise of its themes, and the engine finds nothing better. */
static void a_solution_is_checked(void **state)
{
    static const struct {
        const char *position, *moves, *themes, *wrong; /* NULL: the puzzle is valid */
    } cases[] = {
        {"6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1", "a5a4 e1e8", "mate mateIn1", NULL},
        {"6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1", "a5a4 e1e8", "mate mateIn2",
         "it is labelled as a mate in 2 but takes 1"},
        {"6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 b - - 0 1", "a5a4 c3d5", "crushing hangingPiece", NULL},
        {"6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 b - - 0 1", "a5a4 c3d5", "mate",
         "the solution does not end in mate"},
        {"6k1/5ppp/8/p2q4/8/2N5/5PPP/3R2K1 b - - 0 1", "a5a4 g2g3", "crushing",
         "there is a better move, move 1"},
        {"4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", "e8d7 e1d2", "advantage",
         "the solution gains less than the puzzle's theme promises, "
         "move 1"},
        {"6k1/3q1p1p/p1p3p1/4P3/P7/1Pp5/2Q2PPP/6K1 w - - 0 26", "c2c3 d7d1 c3e1 d1e1",
         "mate mateIn2", NULL},
    };
    struct engine *engine = engine_create(NULL, NULL);
    assert_non_null(engine);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct puzzle puzzle = {0};
        struct error error = {0};
        snprintf(puzzle.position, sizeof puzzle.position, "%s", cases[i].position);
        snprintf(puzzle.moves, sizeof puzzle.moves, "%s", cases[i].moves);
        snprintf(puzzle.themes, sizeof puzzle.themes, "%s", cases[i].themes);
        bool holds;
        assert_true(puzzle_holds(engine, &puzzle, 3000, &holds, &error));
        assert_int_equal(holds, !cases[i].wrong);
        if (cases[i].wrong)
            assert_string_equal(error.message, cases[i].wrong);
    }
    engine_destroy(engine);
}

static void words_name_a_theme_a_rating_or_both(void **state)
{
    static const struct {
        const char *words, *theme;
        int about, from, to;
    } cases[] = {
        {"", "", 0, 0, 0},           {"fork", "fork", 0, 0, 0},
        {"900", "", 900, 0, 0},      {"60", "", 60, 0, 0},
        {"fork 900", "fork", 900, 0, 0},
        {"900 fork", "fork", 900, 0, 0},
        {"mate in 2", "mateIn2", 0, 0, 0},
        {"mate in 2 900-1100", "mateIn2", 0, 900, 1100},
        {"--rating 60 --theme mate-in-2", "mateIn2", 60, 0, 0},
    };
    static const char *const wrong[] = {"900 1000", "fork 1100-900", "9000", "--rating x", "900-"};
    struct error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct puzzle_choice choice = {0};
        assert_true(puzzle_choice_read(cases[i].words, &choice, &error));
        assert_string_equal(choice.theme, cases[i].theme);
        assert_int_equal(choice.about, cases[i].about);
        assert_int_equal(choice.from, cases[i].from);
        assert_int_equal(choice.to, cases[i].to);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct puzzle_choice choice = {0};
        assert_false(puzzle_choice_read(wrong[i], &choice, &error));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_name_a_theme_a_rating_or_both),
        cmocka_unit_test(an_import_broken_off_goes_on),
        cmocka_unit_test(another_file_of_the_same_name_is_imported_from_its_start),
        cmocka_unit_test(a_pipe_is_imported_from_its_start),
        cmocka_unit_test(a_puzzle_is_chosen_as_asked_and_comes_once),
        cmocka_unit_test(a_position_is_asked_for_once),
        cmocka_unit_test(a_mistake_is_not_taught),
        cmocka_unit_test(a_repertoire_is_forgotten),
        cmocka_unit_test(a_hint_costs_little_of_an_uncertain_rating),
        cmocka_unit_test(the_deck_follows_the_answers),
        cmocka_unit_test(days_in_a_row_are_counted),
        cmocka_unit_test(a_long_line_ends_with_your_move),
        cmocka_unit_test(a_solution_is_checked),
    };
    return cmocka_run_group_tests(tests, begin, remove_folder);
}
