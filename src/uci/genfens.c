/* genfens: start positions for self-play, as OpenBench asks engines for them. Each is reached by
 * random moves from the start position, or from a position of a book, and kept if the score of a
 * short search is close to equal. With the same book, a position depends only on the seed and its
 * number. */
#include "src/uci/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/lines.h"
#include "src/util/paths.h"
#include "src/util/random.h"
#include "src/util/text.h"

enum {
    COUNT_MAX = 10000000,
    PLIES = 8,       /* random moves from the start position. Half of the positions get one more, so
                      * that either side can be to move */
    BOOK_PLIES = 4,  /* random moves from a position of a book. Half of the positions get one
                      * more */
    NODES = 1000,    /* node limit of the search that judges a position */
    SCORE_MAX = 250, /* maximum score of either side, in centipawns */
    TRIES = 200      /* attempts to make one position before we give up */
};

struct request {
    int count;
    uint64_t seed;
    FILE *book; /* NULL: begin at the start position */
    long book_size;
    char *line; /* the current line of the book */
    int capacity;
};

/* Arguments: "N seed S book NAME ..." */

static bool read_words(char *rest, struct request *request, char **book)
{
    int64_t number;
    char *word = uci_next_word(&rest);
    if (!word || !uci_read_whole(word, &number) || number < 1 || number > COUNT_MAX)
        return false;
    request->count = (int)number;
    *book = NULL;
    while ((word = uci_next_word(&rest)) != NULL) {
        char *value = uci_next_word(&rest);
        if (value && uci_same_word(word, "seed")) {
            if (!text_seed(value, &request->seed))
                return false;
        } else if (value && uci_same_word(word, "book")) {
            *book = value;
        } else {
            uci_say("info string unknown word \"%s\" is ignored", uci_excerpt(word).text);
        }
    }
    return true;
}

static bool open_book(struct request *request, const char *name)
{
    struct error error;
    if (!name || uci_same_word(name, "none"))
        return true;
    request->book = paths_open_regular(name, &error);
    if (request->book && fseek(request->book, 0, SEEK_END) == 0)
        request->book_size = ftell(request->book);
    if (!request->book || request->book_size <= 0)
        uci_say("info string the book \"%s\" cannot be read", uci_excerpt(name).text);
    return request->book && request->book_size > 0;
}

/* Positions */

/* Cuts off the operations of an EPD line, but leaves the move counters of a FEN. */
static void cut_operations(char *line)
{
    char *at = line;
    for (int field = 0; field < 4 && *at; field++) {
        at += strcspn(at, " \t\r\n");
        at += strspn(at, " \t\r\n");
    }
    if (*at < '0' || *at > '9')
        *at = '\0';
    line[strcspn(line, ";\r\n")] = '\0';
}

/* Reads the first complete line after a random place in the book. If no line begins after that
 * place, reads the first line of the book. */
static bool draw_from_book(struct request *request, uint64_t *random, struct position *position)
{
    struct error error;
    int length;
    long place = (long)(random_fraction(random) * (double)request->book_size);
    if (fseek(request->book, place, SEEK_SET) != 0)
        return false;
    if (place > 0 &&
        line_read(request->book, &request->line, &request->capacity, &length) != LINE_READ)
        return false;
    enum line_status status = line_read(request->book, &request->line, &request->capacity, &length);
    if (status == LINE_END) {
        rewind(request->book);
        status = line_read(request->book, &request->line, &request->capacity, &length);
    }
    if (status != LINE_READ)
        return false;
    cut_operations(request->line);
    return chess_from_fen(position, request->line, &error);
}

/* Plays `plies` random moves. Returns false if the game ends. */
static bool walk(struct position *position, int plies, uint64_t *random)
{
    Move moves[CHESS_MOVES_MAX];
    for (int ply = 0;; ply++) {
        int count = chess_moves(position, moves);
        if (count == 0 || ply == plies)
            return count > 0;
        chess_play(position, moves[dice_below(random, count)]);
    }
}

static bool is_balanced(struct engine *engine, const struct position *position)
{
    const struct limits limits = {.nodes = NODES};
    struct report report = {0};
    if (!engine_set_position(engine, position, NULL, 0))
        return false;
    engine_new_game(engine);
    (void)engine_think(engine, &limits, &report);
    return report.line_count > 0 && abs(report.lines[0].score) <= SCORE_MAX;
}

static bool make_one(struct request *request, struct engine *engine, int number,
                     struct position *position)
{
    uint64_t random = random_mix(request->seed ^ random_at((uint64_t)number, 1));
    for (int tries = 0; tries < TRIES; tries++) {
        chess_start(position);
        if (request->book && !draw_from_book(request, &random, position))
            continue;
        int plies = (request->book ? BOOK_PLIES : PLIES) + dice_below(&random, 2);
        if (walk(position, plies, &random) && is_balanced(engine, position))
            return true;
    }
    return false;
}

/* Creates an engine of full strength, whatever the UCI options are. */
static struct engine *create_engine(void)
{
    struct engine_settings settings = engine_settings_default();
    struct error error;
    settings.hash_mb = 1;
    settings.threads = 1;
    settings.own_book = false;
    return engine_create_with(&settings, &error);
}

static void make_all(struct uci *uci, struct request *request, struct engine *engine)
{
    struct uci_work work = {.uci = uci};
    for (int i = 0; i < request->count; i++) {
        struct position position;
        char fen[CHESS_FEN_MAX];
        if (uci_work_is_stopped(&work)) {
            uci_say("info string stopped after %d positions", i);
            return;
        }
        if (!make_one(request, engine, i, &position)) {
            uci_say("info string no balanced position was found in the book");
            return;
        }
        chess_to_fen(&position, fen);
        uci_say("info string genfens %s", fen);
    }
}

void uci_command_genfens(struct uci *uci, char *rest)
{
    struct request request = {0};
    char *book;
    if (!read_words(rest, &request, &book)) {
        uci_say("info string expected a number of positions from 1 to %d, seed S, and book FILE or "
                "None",
                COUNT_MAX);
        return;
    }
    struct engine *engine = open_book(&request, book) ? create_engine() : NULL;
    if (engine)
        make_all(uci, &request, engine);
    engine_destroy(engine);
    if (request.book)
        fclose(request.book);
    free(request.line);
}
