/* The file with the scores of a game from a file, which the cache keeps. Some of its bytes are
 * replaced by the input, or it is cut off there, and its checksum is valid. Whatever the file
 * claims, its scores are within their limits, its lines are legal, and the review can use it. */
#include <dirent.h>
#include <sys/stat.h>

#include "src/archive/kept_scores.h"
#include "src/util/cache.h"
#include "tests/fuzz/fuzz.h"

static char folder[512], path[1024];
static struct game *game;
static struct game_node *live; /* the end of 1. e4 e5 2. Qh5 Ke7 3. Qxe5# */
static uint8_t bytes[65536];   /* the file as we wrote it */
static size_t length;

static void make_game(void)
{
    static const char *const moves[] = {"e2e4", "e7e5", "d1h5", "e8e7", "h5e5"};
    game = game_create(NULL);
    require(game);
    live = game->root;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        Move move;
        require(chess_from_uci(&live->position, moves[i], &move));
        live = game_add(live, move);
        require(live);
    }
}

/* Writes the scores of every position, the first of which was searched again. */
static void write_scores(void)
{
    static struct review review; /* too large for the stack */
    struct ledger ledger = {0};
    struct ledger_score score = {.score = 15, .depth = 9, .nodes = 70000};
    require(ledger_set_score(&ledger, 0, &score));
    for (const struct game_node *node = live; node; node = node->parent) {
        score = (struct ledger_score){.score = 40 * node->ply, .depth = 12, .nodes = 500000};
        if (node->ply == 4)
            score.score = SCORE_MATE - 1;
        if (node != live) {
            score.line[0] = review_next(live, node)->move;
            score.length = 1;
        }
        require(ledger_set_score(&ledger, node->ply, &score));
    }
    require(review_make(live, &ledger, BLACK, &review));
    kept_scores_write(&ledger, live, &review);
    ledger_clear(&ledger, 0);
}

static void begin(void)
{
    char names[600];
    if (live)
        return;
    chess_init();
    fuzz_path(folder, sizeof folder, "scores");
    require(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    make_game();
    write_scores();
    snprintf(names, sizeof names, "%s/fallible", folder);
    DIR *directory = opendir(names);
    require(directory);
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (strstr(entry->d_name, ".scores"))
            snprintf(path, sizeof path, "%s/%s", names, entry->d_name);
    closedir(directory);
    FILE *file = fopen(path, "r");
    require(file);
    length = fread(bytes, 1, sizeof bytes, file);
    require(length > sizeof(struct cache_head) && length < sizeof bytes);
    fclose(file);
}

/* Writes the file anew with the input at the offset in its first two bytes, then the checksum. */
static void forge(const uint8_t *data, size_t size, bool cut)
{
    struct cache_head head;
    size_t at = sizeof head + (size_t)(data[0] << 8 | data[1]) % (length - sizeof head + 1);
    memcpy(&head, bytes, sizeof head);
    head.sum = 0;
    FILE *file = fopen(path, "w+");
    require(file && fwrite(bytes, 1, cut ? at : length, file) == (cut ? at : length));
    require(fseek(file, (long)at, SEEK_SET) == 0);
    require(fwrite(data + 2, 1, size - 2, file) == size - 2);
    require(cache_seal(file, &head));
    fclose(file);
}

static void check_score(const struct game_node *node, const struct ledger *ledger)
{
    const struct ledger_entry *entry = ledger_at(ledger, node->ply);
    struct position position = node->position;
    if (!entry || entry->score.score == SCORE_NONE)
        return;
    require(entry->score.score >= -SCORE_MATE && entry->score.score <= SCORE_MATE);
    Score first = ledger_first_score_at(ledger, node->ply);
    require(first >= -SCORE_MATE && first <= SCORE_MATE);
    for (int i = 0; i < entry->score.length; i++) {
        require(chess_is_legal(&position, entry->score.line[i]));
        chess_play(&position, entry->score.line[i]);
    }
}

/* The scores are written into the game and read back without a difference. */
static void check_round_trip(const struct ledger *ledger)
{
    static const struct handicap none;
    struct ledger again = {0};
    require(ledger_annotate(ledger, live, &none, LEDGER_FULL));
    require(ledger_read(&again, game));
    for (struct game_node *node = live; node; node = node->parent) {
        const struct ledger_entry *entry = ledger_at(ledger, node->ply);
        if (entry && entry->score.score != SCORE_NONE) {
            const struct ledger_score *a = &entry->score, *b = &ledger_at(&again, node->ply)->score;
            require(a->score == b->score && a->depth == b->depth && a->nodes == b->nodes);
            require(a->length == b->length &&
                    memcmp(a->line, b->line, (size_t)a->length * sizeof *a->line) == 0);
        }
        require(game_set_comment(node, NULL));
    }
    ledger_clear(&again, 0);
}

static void check_ledger(const struct ledger *ledger)
{
    static struct review review;
    for (const struct game_node *node = live; node; node = node->parent)
        check_score(node, ledger);
    require(review_make(live, ledger, BLACK, &review));
    review_remark_all(live, ledger, RESULT_WHITE, &review);
    check_round_trip(ledger);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ledger ledger = {0};
    struct kept_total total;
    if (size < 3)
        return 0;
    begin();
    forge(data + 1, size - 1, data[0] & 1);
    require(kept_scores_read(&ledger, live));
    check_ledger(&ledger);
    ledger_clear(&ledger, 0);
    kept_scores_total(&total);
    require(total.games == 0 || total.games == 1);
    require(total.accuracy >= 0 && total.accuracy <= 101 * total.games);
    for (int i = 0; i < JUDGED_COUNT; i++)
        require(total.counts[i] >= 0 && total.counts[i] <= (live->ply + 1) * total.games);
    return 0;
}
