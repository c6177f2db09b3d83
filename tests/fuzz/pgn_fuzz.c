/* PGN is read, written and read again: the second reading gives the same moves without an error. */
#include "src/game/handicap_text.h"
#include "src/pgn/pgn.h"
#include "src/pgn/index_scan.h"
#include "src/review/review.h"
#include "tests/fuzz/fuzz.h"

static int count_nodes(const struct game_node *node)
{
    int count = 0;
    for (; node; node = node->child) {
        count++;
        for (const struct game_node *other = node->sibling; other; other = other->sibling)
            count += count_nodes(other->child) + 1;
    }
    return count;
}

static void check_game(const struct game *game)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct game *again = NULL;
    struct error error = {.message = ""};
    require(out && pgn_write(game, out));
    fclose(out);
    FILE *in = fuzz_stream((const uint8_t *)text, size);
    struct pgn_reader *reader = pgn_reader_create(in, "again");
    require(reader);
    enum pgn_status status = pgn_read(reader, &again, &error);
    if (status != PGN_GAME)
        fprintf(stderr, "%d:%d: %s\n%s", error.line, error.column, error.message, text);
    require(status == PGN_GAME);
    require(count_nodes(again->root) == count_nodes(game->root));
    require(again->result == game->result);
    game_destroy(again);
    require(pgn_read(reader, &again, &error) == PGN_END);
    pgn_reader_destroy(reader);
    fclose(in);
    free(text);
}

/* Describes the decisions that a file contains. */
static void tell_decisions(const struct ledger *ledger, const struct game *game)
{
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        const struct ledger_entry *entry = ledger_at(ledger, node->ply);
        char words[512];
        if (!entry || !entry->decision)
            continue;
        ledger_decision_words(&node->parent->position, entry->decision, words, sizeof words);
        decision_reason(&node->parent->position, entry->decision, words, sizeof words);
        (void)ledger_judge(ledger, node);
    }
}

/* Reviews the game with the scores and decisions that it contains. */
static void review_it(struct game *game, const struct ledger *ledger)
{
    static struct review review; /* too large for the stack */
    struct game_node *last = game_end_of_line(game->root);
    require(review_make(last, ledger, last->ply % 3 - 1, &review));
    review_remark_all(last, ledger, game->result, &review);
    require(review_comment_mistakes(&review, last));
    require(review_preface(&review, game->root));
}

static void check_ledger(struct game *game)
{
    struct ledger ledger = {0};
    const char *tag = game_tag(game, "FallibleOpponent");
    struct handicap handicap = {.limited = false};
    if (tag && !handicap_text_read(tag, &handicap))
        handicap = (struct handicap){.limited = false};
    if (ledger_read(&ledger, game)) {
        tell_decisions(&ledger, game);
        require(ledger_annotate(&ledger, game_end_of_line(game->root), &handicap, LEDGER_FULL));
        if (ledger.count > 0)
            review_it(game, &ledger);
    }
    ledger_clear(&ledger, 0);
}

/* The games found by the reader, in file order. */
struct found {
    int64_t start;
    int line;
    char *white; /* NULL: no tag White */
};

static struct found *found;
static size_t found_count, found_capacity;

static void note_game(const struct pgn_reader *reader, const struct game *game)
{
    if (found_count == found_capacity) {
        found_capacity = 2 * found_capacity + 64;
        found = realloc(found, found_capacity * sizeof *found);
        require(found);
    }
    struct pgn_place place = pgn_reader_place(reader);
    const char *white = game ? game_tag(game, "White") : NULL;
    found[found_count++] =
        (struct found){place.start, place.line, white ? strdup(white) : NULL};
}

/* The index has the first bytes of the tag, with blanks for control characters. */
static void check_name(const char *kept, const char *value)
{
    size_t length = strlen(kept), expected = value && strcmp(value, "?") != 0 ? strlen(value) : 0;
    require(length == (expected < 512 ? expected : 512));
    for (size_t i = 0; i < length; i++)
        require(kept[i] == value[i] || kept[i] == ' ');
}

/* The index of the same file has the same games. */
static void check_index(FILE *stream, size_t size)
{
    struct pgn_list list = {.count = 0};
    struct error error = {.message = ""};
    rewind(stream);
    if (!pgn_list_scan(&list, stream, (int64_t)size, NULL, NULL, &error))
        fuzz_check_error(&error, size);
    require(list.count == found_count || (list.count == 0 && error.message[0]));
    for (size_t i = 0; i < list.count; i++) {
        const struct pgn_entry *entry = &list.entries[i];
        require(entry->start == found[i].start && (int)entry->line == found[i].line);
        require((size_t)entry->start < size && (size_t)entry->start + entry->length <= size);
        require(i == 0 || entry->start >= list.entries[i - 1].start + list.entries[i - 1].length);
        check_name(entry->white ? list.texts + entry->white : "", found[i].white);
    }
    pgn_list_clear(&list);
}

/* A reader that starts at a game's first byte reads that game. */
static void check_seek(FILE *stream, size_t number)
{
    struct game *game = NULL;
    struct error error;
    struct pgn_reader *reader = pgn_reader_create(stream, "fuzz");
    require(reader && pgn_reader_seek(reader, found[number].start, found[number].line));
    require(pgn_read(reader, &game, &error) != PGN_END);
    struct pgn_place place = pgn_reader_place(reader);
    require(place.start == found[number].start && place.line == found[number].line);
    const char *white = game ? game_tag(game, "White") : NULL;
    require(!white == !found[number].white && (!white || !strcmp(white, found[number].white)));
    game_destroy(game);
    pgn_reader_destroy(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chess_init();
    FILE *stream = fuzz_stream(data, size);
    struct pgn_reader *reader = pgn_reader_create(stream, "fuzz");
    struct error error = {.message = ""};
    struct game *game = NULL;
    enum pgn_status status;
    require(reader);
    while ((status = pgn_read(reader, &game, &error)) != PGN_END) {
        note_game(reader, game);
        if (status == PGN_BAD)
            fuzz_check_error(&error, size);
        if (status == PGN_GAME) {
            check_game(game);
            check_ledger(game);
        }
        game_destroy(game);
        game = NULL;
    }
    pgn_reader_destroy(reader);
    check_index(stream, size);
    for (size_t i = 0; i < found_count; i++) {
        if (i < 3 || i + 1 == found_count)
            check_seek(stream, i);
        free(found[i].white);
    }
    found_count = 0;
    fclose(stream);
    return 0;
}
