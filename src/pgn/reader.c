/* Reads PGN leniently: the import format of the PGN standard (Edwards 1994) and common deviations
 * from it. It reads token by token, with line and column, so that errors can name the place. */
#include "src/pgn/pgn.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/game/annotate.h"
#include "src/pgn/scan.h"
#include "src/util/input.h"

enum { VARIATION_DEPTH_MAX = 200 };

struct pgn_reader {
    struct pgn_scan scan;
    char file_name[1024];
    bool started;
    bool found;              /* at least one game with a tag or a move was read */
    bool exhausted;          /* out of memory */

    /* The fields below are valid while a game is read. */
    struct game *game;
    struct error *error;
    bool failed;             /* reading the game failed: *error holds the first error */
    struct pgn_text pending; /* comments that belong before the next move */
    struct pgn_text grown;   /* the comment that was last extended; its node owns it */
    const struct game_node *suffixed; /* the last move with a suffix such as "!" */
    bool latin_1, utf_8;     /* whether the file has text outside ASCII in Latin-1, and whether in
                              * UTF-8 */
    struct pgn_place place;
    size_t escapes;          /* how many bytes of the scanner's escape lines belong to the game */

    /* The last line whose columns were counted, and their number, to avoid counting the line
     * again. */
    int counted_line, columns;
};

struct pgn_reader *pgn_reader_create(FILE *stream, const char *file_name)
{
    struct pgn_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return NULL;
    reader->scan.stream = stream;
    snprintf(reader->file_name, sizeof reader->file_name, "%s", file_name ? file_name : "");
    return reader;
}

void pgn_reader_destroy(struct pgn_reader *reader)
{
    if (!reader)
        return;
    pgn_scan_clear(&reader->scan);
    free(reader->pending.bytes);
    free(reader);
}

void pgn_reader_starts_at(struct pgn_reader *reader, int line)
{
    reader->scan.line_number = line - 1;
}

bool pgn_reader_seek(struct pgn_reader *reader, int64_t place, int line)
{
    return pgn_scan_seek(&reader->scan, place, line);
}

struct pgn_place pgn_reader_place(const struct pgn_reader *reader)
{
    return reader->place;
}

/* Records the first error of a game, with the place of the current token. */
static void fail(struct pgn_reader *reader, const char *message)
{
    if (reader->failed)
        return;
    reader->failed = true;
    error_set_in(reader->error, reader->file_name, "%s", message);
    reader->error->line = reader->scan.token_line;
    reader->error->column = reader->scan.token_column;
}

/* Moves past a token that belongs to the game. */
static void pass(struct pgn_reader *reader)
{
    reader->place.end = reader->scan.line_place + (int64_t)reader->scan.at;
    reader->place.last_line = reader->scan.line_number;
    reader->escapes = reader->scan.escapes.length;
    pgn_scan_next(&reader->scan);
}

static void make_utf8(struct pgn_reader *reader, struct pgn_text *text)
{
    enum pgn_encoding encoding;
    if (!pgn_text_to_utf8(text, &encoding))
        reader->scan.out_of_memory = true;
    reader->utf_8 = reader->utf_8 || encoding == PGN_UTF_8;
    reader->latin_1 = reader->latin_1 || encoding == PGN_LATIN_1;
}

/* Adds the current tag to the game. A malformed tag is kept without a name. */
static void take_tag(struct pgn_reader *reader)
{
    struct pgn_scan *scan = &reader->scan;
    struct pgn_text value = {0};
    if (!scan->tag_name[0])
        fail(reader, "expected a tag: [Name \"value\"]");
    if (!pgn_scan_add_value(scan, &value))
        scan->out_of_memory = true;
    make_utf8(reader, &value);
    if (!game_append_tag(reader->game, scan->tag_name, value.bytes ? value.bytes : ""))
        scan->out_of_memory = true;
    free(value.bytes);
}

/* Compares without blanks and hyphens in `text`, and without regard to case. */
static bool same_word(const char *text, const char *word)
{
    static const char ignored[] = " -";
    for (text += strspn(text, ignored); *text && *word; text += strspn(text, ignored)) {
        if ((*text | 0x20) != (*word | 0x20))
            return false;
        text++;
        word++;
    }
    return !*text && !*word;
}

bool pgn_start(struct position *position, const char *fen, const char *variant,
               struct error *error)
{
    static const char *const standard[] = {"standard", "chess", "normal", "fromposition", "?", ""};
    static const char *const fischer[] = {"chess960", "fischerandom", "fischerrandom", "freestyle",
                                          "frc", "fischerrandomchess"};
    struct error problem;
    bool known = !variant, chess960 = false;
    chess_start(position);
    for (size_t i = 0; variant && i < sizeof standard / sizeof *standard; i++)
        known = known || same_word(variant, standard[i]);
    for (size_t i = 0; variant && i < sizeof fischer / sizeof *fischer; i++)
        chess960 = chess960 || same_word(variant, fischer[i]);
    if (!known && !chess960)
        return error_set(error, "the variant \"%.60s\" is not chess or Chess960", variant);
    if (fen && !chess_from_fen(position, fen, &problem)) {
        chess_start(position);
        return error_set(error, "the FEN tag is invalid: %.200s", problem.message);
    }
    position->chess960 = position->chess960 || chess960;
    return true;
}

static void set_start(struct pgn_reader *reader)
{
    struct error error;
    if (!pgn_start(&reader->game->root->position, game_tag(reader->game, "FEN"),
                   game_tag(reader->game, "Variant"), &error))
        fail(reader, error.message);
}

/* Appends a comment to a text, on a new line if the text has a comment already. */
static void add_comment(struct pgn_reader *reader, struct pgn_text *to, const char *text)
{
    if ((to->bytes && !pgn_text_add(to, "\n", 1)) || !pgn_text_add(to, text, strlen(text)))
        reader->scan.out_of_memory = true;
}

/* Appends text to the comment of a node. reader->grown keeps its capacity, so that many comments of
 * one move do not take quadratic time. */
static void append_comment(struct pgn_reader *reader, char **owned, const char *text)
{
    struct pgn_text *grown = &reader->grown;
    if (!*owned) {
        *grown = (struct pgn_text){0};
    } else if (*owned != grown->bytes) {
        size_t length = strlen(*owned);
        *grown = (struct pgn_text){.bytes = *owned, .length = length, .capacity = length + 1};
    }
    add_comment(reader, grown, text);
    *owned = grown->bytes;
}

static void forget_pending(struct pgn_reader *reader)
{
    free(reader->pending.bytes);
    reader->pending = (struct pgn_text){0};
}

/* Stores the times of a comment in its node. Returns the rest of the comment, or NULL if nothing is
 * left. The times stay in the comment if it is not the first comment of the move, or if the writer
 * would write them in another way. */
static const char *take_times(struct game_node *node, const char *text)
{
    char times[COMMENT_TIMES_MAX];
    int64_t clock = comment_time(text, "clk"), elapsed = comment_time(text, "emt");
    node->clock = clock >= 0 ? clock : node->clock;
    node->elapsed = elapsed >= 0 ? elapsed : node->elapsed;
    if ((clock < 0 && elapsed < 0) || node->comment)
        return text;
    comment_format_times(clock, elapsed, times);
    size_t length = strlen(times);
    if (strncmp(text, times, length) != 0)
        return text;
    return !text[length]                             ? NULL
           : text[length] == ' ' && text[length + 1] ? text + length + 1
                                                     : text;
}

static void take_comment(struct pgn_reader *reader, struct game_node *node, bool after_move)
{
    make_utf8(reader, &reader->scan.comment);
    const char *text = reader->scan.comment.bytes ? reader->scan.comment.bytes : "";
    if (node->parent && after_move) {
        text = take_times(node, text);
        if (text)
            append_comment(reader, &node->comment, text);
    } else if (after_move) {
        append_comment(reader, &node->comment, text);
    } else {
        add_comment(reader, &reader->pending, text);
    }
}

/* Attaches a pending comment that no move follows. It belongs to the last move or, at the end of a
 * line whose last move has variations, to the place after these variations. */
static void settle_pending(struct pgn_reader *reader, struct game_node *node, bool at_end)
{
    if (!reader->pending.bytes)
        return;
    bool varied = node->parent && node->parent->child == node && node->sibling;
    append_comment(reader,
                   varied && at_end ? &node->comment_last : &node->comment,
                   reader->pending.bytes);
    forget_pending(reader);
}

static bool is_null_move(const char *text)
{
    return strcmp(text, "--") == 0 || strcmp(text, "Z0") == 0 || strcmp(text, "0000") == 0 ||
           strcmp(text, "null") == 0 || strcmp(text, "@@@@") == 0 || strcmp(text, "<>") == 0;
}

/* Removes ! and ? from the end of a move. Returns their NAG. */
static int64_t cut_suffix(char *text)
{
    size_t length = strlen(text), from = length;
    while (from > 0 && (text[from - 1] == '!' || text[from - 1] == '?'))
        from--;
    int64_t nag = from && from < length ? nag_from_text(text + from) : 0;
    if (from)
        text[from] = '\0';
    return nag;
}

/* Plays the move of the current token after `node`. Returns the new node, or NULL with the error
 * set. */
static struct game_node *read_move(struct pgn_reader *reader, struct game_node *node)
{
    char message[256];
    if (is_null_move(reader->scan.symbol)) {
        snprintf(message, sizeof message, "\"%s\" is a null move; expected a legal move",
                 reader->scan.symbol);
        fail(reader, message);
        return NULL;
    }
    int64_t nag = cut_suffix(reader->scan.symbol);
    struct error error;
    Move move = NO_MOVE;
    if (!chess_read_move(&node->position, reader->scan.symbol, &move, &error)) {
        snprintf(message, sizeof message, "move %d%s %.200s", node->position.fullmove,
                 node->position.side == WHITE ? "." : "...", error.message);
        fail(reader, message);
        return NULL;
    }
    struct game_node *added = game_append(node, move);
    if (!added) {
        reader->scan.out_of_memory = true;
        return NULL;
    }
    if (nag) {
        reader->scan.out_of_memory |= !game_append_nag(added, nag);
        reader->suffixed = added;
    }
    added->comment_before = reader->pending.bytes;
    reader->pending = (struct pgn_text){0};
    return added;
}

/* Stores unreadable text in `node`: the first `length` bytes that the scanner has kept. */
static void keep_unread(struct pgn_reader *reader, struct game_node *node, size_t length)
{
    struct pgn_text text = {.bytes = pgn_scan_raw(&reader->scan, length)};
    reader->scan.keep_raw = false;
    if (!text.bytes) {
        reader->scan.out_of_memory = true;
        return;
    }
    text.length = strlen(text.bytes);
    make_utf8(reader, &text);
    if (*text.bytes && !node->unread)
        node->unread = text.bytes;
    else
        free(text.bytes);
}

/* Skips to the end of a variation. Returns the number of bytes up to that end. */
static size_t pass_variation(struct pgn_scan *scan, int depth)
{
    size_t length = 0;
    scan->keep_raw = true;
    while (depth > 0) {
        length = pgn_scan_raw_length(scan);
        pgn_scan_next(scan);
        if (scan->over)
            break;
        depth += (scan->token == TOKEN_OPEN) - (scan->token == TOKEN_CLOSE);
    }
    return length;
}

/* Skips the rest of a variation that could not be read, from the current token on. */
static void skip_variation(struct pgn_reader *reader, struct game_node *node)
{
    struct pgn_scan *scan = &reader->scan;
    keep_unread(reader, node, pass_variation(scan, 1 + (scan->token == TOKEN_OPEN)));
    if (scan->token == TOKEN_CLOSE)
        pgn_scan_next(scan);
}

/* Skips the rest of a game that could not be read, from the current token on. */
static void skip_game(struct pgn_reader *reader, struct game_node *node)
{
    struct pgn_scan *scan = &reader->scan;
    size_t length = 0;
    scan->keep_raw = true;
    while (!scan->over && !scan->out_of_memory) {
        length = pgn_scan_raw_length(scan);
        pass(reader);
    }
    keep_unread(reader, node, length);
}

/* Reads a variation before the first move. There is no move to which it could be an alternative, so
 * it is kept as a comment. */
static void read_early_variation(struct pgn_reader *reader, struct game_node *node)
{
    struct pgn_scan *scan = &reader->scan;
    fail(reader, "a variation cannot begin before the first move");
    size_t length = pass_variation(scan, 1);
    bool closed = scan->token == TOKEN_CLOSE;
    char *text = pgn_scan_raw(scan, closed ? pgn_scan_raw_length(scan) : length);
    scan->keep_raw = false;
    if (text)
        append_comment(reader, &node->comment, text);
    scan->out_of_memory = scan->out_of_memory || !text;
    free(text);
    if (closed)
        pgn_scan_next(scan);
}

/* How the file lays out the moves so far: the number of the last line, how many lines there are,
 * and the columns of the longest. */
struct layout {
    int line, count, longest;
};

static int columns_of_line(struct pgn_reader *reader)
{
    const struct pgn_scan *scan = &reader->scan;
    if (reader->counted_line == scan->line_number)
        return reader->columns;
    reader->counted_line = scan->line_number;
    return reader->columns = pgn_scan_columns(scan);
}

static void note_line(struct pgn_reader *reader, struct layout *layout)
{
    const struct pgn_scan *scan = &reader->scan;
    if (layout->longest < scan->comment_columns)
        layout->longest = scan->comment_columns;
    if (scan->line_number == layout->line)
        return;
    int columns = columns_of_line(reader);
    layout->line = scan->line_number;
    layout->count++;
    layout->longest = columns > layout->longest ? columns : layout->longest;
}

/* The line width at which to write the game: the width at which the file wraps lines, INT_MAX if
 * all moves are on one long line, or the standard width if the lines are too short to tell. */
static int layout_width(const struct layout *layout)
{
    if (layout->count == 1 && layout->longest > PGN_WIDTH)
        return INT_MAX;
    bool telling = layout->count > 1 && layout->longest >= 60;
    return telling ? layout->longest : PGN_WIDTH;
}

/* The current place in the moves, and the open variations. */
struct walk {
    struct game_node *node;
    bool after_move; /* a comment at this place belongs to the move of `node` */
    bool over;       /* the result was read, or the rest is unreadable */
    int depth;
    struct {
        struct game_node *node; /* the move to which the variation is an alternative */
        struct pgn_text grown;  /* reader->grown as it was before the variation, for more comments
                                   on that move */
        int line, column;       /* place of the variation's '(' */
    } outer[VARIATION_DEPTH_MAX];
};

static bool open_variation(struct pgn_reader *reader, struct walk *walk)
{
    settle_pending(reader, walk->node, false);
    if (walk->depth == VARIATION_DEPTH_MAX) {
        fail(reader, "variations are nested too deeply");
        return false;
    }
    walk->outer[walk->depth].node = walk->node;
    walk->outer[walk->depth].grown = reader->grown;
    walk->outer[walk->depth].line = reader->scan.token_line;
    walk->outer[walk->depth++].column = reader->scan.token_column;
    walk->node = walk->node->parent;
    walk->after_move = false;
    return true;
}

/* Returns to the move to which the variation is an alternative. A comment after that move may
 * continue here. */
static void leave_variation(struct pgn_reader *reader, struct walk *walk)
{
    walk->depth--;
    walk->node = walk->outer[walk->depth].node;
    reader->grown = walk->outer[walk->depth].grown;
    walk->after_move = false;
}

static void close_variation(struct pgn_reader *reader, struct walk *walk)
{
    settle_pending(reader, walk->node, true);
    walk->after_move = false;
    if (walk->depth > 0)
        leave_variation(reader, walk);
    else
        fail(reader, "this ')' has no matching '('");
}

/* Handles a symbol: a result, a move number, a sign such as "+", or a move. */
static bool read_symbol(struct pgn_reader *reader, struct walk *walk)
{
    const char *symbol = reader->scan.symbol;
    if (pgn_read_result(symbol, &reader->game->result)) {
        walk->over = reader->scan.ended_game;
        return true;
    }
    if (reader->scan.number >= 0) {
        walk->after_move = false;
        return true;
    }
    if (strcmp(symbol, "e.p.") == 0 || strcmp(symbol, "+") == 0 || strcmp(symbol, "#") == 0)
        return true;
    struct game_node *next = read_move(reader, walk->node);
    walk->node = next ? next : walk->node;
    walk->after_move = true;
    return next != NULL;
}

/* Adds a glyph (NAG) to the move, unless the move's suffix has the same meaning, as in "e4! $1". */
static void take_nag(struct pgn_reader *reader, struct game_node *node)
{
    int64_t nag = reader->scan.nag;
    bool repeats = node == reader->suffixed && node->nag_count > 0 && node->nags[0] == nag;
    if (!repeats && !game_append_nag(node, nag))
        reader->scan.out_of_memory = true;
}

/* Handles the current token. Returns false if the rest of the variation or game cannot be read. */
static bool read_token(struct pgn_reader *reader, struct walk *walk)
{
    switch (reader->scan.token) {
    case TOKEN_BAD: fail(reader, reader->scan.problem); return false;
    case TOKEN_COMMENT: take_comment(reader, walk->node, walk->after_move); return true;
    case TOKEN_NAG: take_nag(reader, walk->node); return true;
    case TOKEN_OPEN: return open_variation(reader, walk);
    case TOKEN_CLOSE: close_variation(reader, walk); return true;
    case TOKEN_SYMBOL: return read_symbol(reader, walk);
    default: return true;
    }
}

static void skip_rest(struct pgn_reader *reader, struct walk *walk)
{
    settle_pending(reader, walk->node, true);
    if (walk->depth > 0) {
        skip_variation(reader, walk->node);
        leave_variation(reader, walk);
    } else {
        skip_game(reader, walk->node);
        walk->over = true;
    }
}

/* Reads the moves up to the result, the next tags or the end of the file. Returns false if there
 * was no result. */
static bool read_moves(struct pgn_reader *reader)
{
    struct pgn_scan *scan = &reader->scan;
    struct walk walk; /* not initialised as a whole, because that would slow down reading files with
                         many games */
    walk.node = reader->game->root;
    walk.after_move = true;
    walk.over = false;
    walk.depth = 0;
    struct layout layout = {0};
    while (!scan->over && !scan->out_of_memory) {
        note_line(reader, &layout);
        if (scan->token == TOKEN_OPEN && !walk.node->parent)
            read_early_variation(reader, walk.node);
        else if (read_token(reader, &walk))
            pass(reader);
        else
            skip_rest(reader, &walk);
    }
    settle_pending(reader, walk.node, true);
    reader->game->width = layout_width(&layout);
    if (walk.depth > 0 && !reader->failed) {
        fail(reader, "the variation that begins here is never closed; expected a ')'");
        reader->error->line = walk.outer[walk.depth - 1].line;
        reader->error->column = walk.outer[walk.depth - 1].column;
    }
    return walk.over;
}

/* Reads what precedes the moves. Comments before the first tag belong to the game. */
static void read_head(struct pgn_reader *reader, bool *tags)
{
    struct pgn_scan *scan = &reader->scan;
    while (!scan->over && !scan->out_of_memory) {
        if (scan->token == TOKEN_TAG)
            take_tag(reader);
        else if (scan->token == TOKEN_COMMENT && !*tags)
            take_comment(reader, reader->game->root, true);
        else
            return;
        *tags = *tags || scan->token == TOKEN_TAG;
        pass(reader);
    }
}

static void out_of_memory(struct pgn_reader *reader)
{
    reader->failed = false;
    reader->exhausted = true;
    fail(reader, "out of memory");
    reader->scan.ended = true;
    reader->scan.length = reader->scan.at = reader->scan.raw_from = 0;
    reader->scan.held_length = reader->scan.held_at = 0;
    reader->scan.token = TOKEN_END;
    forget_pending(reader);
}

/* Records the state of the file, to detect later changes. */
static void note_stamp(struct pgn_reader *reader)
{
    struct stat status;
    int number = fileno(reader->scan.stream);
    if (number >= 0 && fstat(number, &status) == 0)
        reader->place.stamp = pgn_stamp_of(&status);
}

/* The increment of a tag TimeControl such as "180+2" or "600", in milliseconds; -1 if it has
 * another form. */
static int64_t increment_of(const char *control)
{
    int seconds, increment = 0, length = 0;
    if (!control || sscanf(control, "%5d%n+%5d%n", &seconds, &length, &increment, &length) < 1 ||
        control[length] || seconds < 0 || increment < 0)
        return -1;
    return (int64_t)increment * 1000;
}

/* Computes how long a move took: the difference to the player's previous clock, plus the increment.
 * Returns -1 if one of the two clocks is unknown, as for the first move of each player. */
static int64_t time_by_clocks(const struct game_node *node, int64_t increment)
{
    const struct game_node *own = node->parent->parent; /* the previous move of the same player */
    if (increment < 0 || !own || own->clock < 0 || node->clock < 0)
        return -1;
    int64_t took = own->clock + increment - node->clock;
    return took > 0 ? took : 0;
}

/* If the file does not say how long a move took, computes it from the clocks: most servers write
 * only the time that remains after a move. The first move of each player is left out, because
 * servers do not agree how to count its time. */
static void work_out_times(struct game *game)
{
    int64_t increment = increment_of(game_tag(game, "TimeControl"));
    bool said = false, computed = false;
    for (struct game_node *node = game->root->child; node; node = node->child) {
        int64_t took = time_by_clocks(node, increment);
        said |= node->elapsed >= 0;
        if (node->elapsed >= 0 || took < 0)
            continue;
        node->elapsed = took;
        node->by_clock = computed = true;
    }
    game->untimed |= computed && !said;
}

void pgn_leave_out_times(struct game *game)
{
    enum { TENTH = 100 /* ms */ };
    int64_t increment = increment_of(game_tag(game, "TimeControl"));
    bool told = game->root->child != NULL;
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        int64_t took = time_by_clocks(node, increment);
        told &=
            node->ply <= 2 ? node->elapsed >= 0 : took >= 0 && llabs(took - node->elapsed) < TENTH;
    }
    for (struct game_node *node = game->root->child; node && told; node = node->child)
        node->by_clock = node->ply > 2;
}

/* Records in the game how it was written. */
static void note_file(struct pgn_reader *reader, bool has_result)
{
    struct game *game = reader->game;
    const char *tag = game_tag(game, "Result");
    if (!has_result && (!tag || !pgn_read_result(tag, &game->result)))
        game->result = RESULT_NONE;
    game->read = true;
    game->read_result = game->result;
    work_out_times(game);
    game->latin_1 = reader->latin_1 && !reader->utf_8;
    if (reader->escapes) {
        struct pgn_text escapes = reader->scan.escapes;
        reader->scan.escapes = (struct pgn_text){0};
        escapes.bytes[escapes.length = reader->escapes] = '\0';
        make_utf8(reader, &escapes);
        game->escapes = escapes.bytes;
    }
}

/* Returns whether anything was understood: a tag or a move. */
static bool is_game(const struct game *game)
{
    bool tagged = false;
    for (int i = 0; i < game->tag_count; i++)
        tagged = tagged || game->tags[i].name[0];
    return tagged || game->root->child;
}

bool pgn_reader_ended_well(const struct pgn_reader *reader, struct error *error)
{
    if (reader->exhausted)
        return error_set_in(error, reader->file_name, "out of memory");
    if (!reader->scan.refused && (reader->found || ferror(reader->scan.stream)))
        return true;
    error_set_in(error, reader->file_name, "%s",
                 reader->scan.refused ? reader->scan.refused : PGN_NO_GAME);
    error->line = reader->scan.refused ? reader->scan.refused_line : 1;
    return false;
}

enum pgn_status pgn_read(struct pgn_reader *reader, struct game **game, struct error *error)
{
    struct pgn_scan *scan = &reader->scan;
    *game = NULL;
    reader->error = error;
    reader->failed = reader->latin_1 = reader->utf_8 = false;
    reader->grown = (struct pgn_text){0}; /* `grown` still points to a comment of the previous game,
                                             which may have been freed */
    reader->suffixed = NULL;
    memset(error, 0, sizeof *error);
    scan->out_of_memory = false;
    if (!reader->started)
        pgn_scan_next(scan);
    reader->started = true;
    pgn_scan_begin_game(scan);
    pgn_text_clear(&scan->escapes); /* escape lines before the game do not belong to it */
    reader->escapes = 0;
    reader->place = (struct pgn_place){
        .start = scan->token_place, .end = scan->token_place, .line = scan->token_line,
        .last_line = scan->token_line};
    if (scan->token == TOKEN_END && !scan->out_of_memory)
        return PGN_END;
    reader->game = game_create(NULL);
    bool tags = false, has_result = false;
    scan->out_of_memory |= !reader->game;
    note_stamp(reader);
    if (reader->game) {
        read_head(reader, &tags);
        if (!tags && scan->token == TOKEN_END && !reader->failed && !scan->out_of_memory) {
            game_destroy(reader->game);
            return PGN_END;
        }
        set_start(reader);
        if (!reader->failed)
            has_result = read_moves(reader);
        else
            skip_game(reader, reader->game->root);
        note_file(reader, has_result);
    }
    if (scan->out_of_memory)
        out_of_memory(reader);
    else if (scan->refused) { /* the scanner gave up reading the file, so the end of the game is
                                 unknown */
        game_destroy(reader->game);
        return PGN_END;
    }
    reader->found = reader->found || (reader->game && is_game(reader->game));
    *game = reader->game;
    return reader->failed ? PGN_BAD : PGN_GAME;
}

bool pgn_each(const char *path, pgn_take *take, void *context, struct error *error)
{
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), input_name(input));
    enum pgn_status status = PGN_GAME;
    struct game *game;
    bool good = reader || error_set(error, "out of memory");
    while (good && (status = pgn_read(reader, &game, error)) != PGN_END) {
        good = take(context, status == PGN_GAME ? game : NULL, input_percent(input), error);
        game_destroy(game);
    }
    good = good && pgn_reader_ended_well(reader, error);
    pgn_reader_destroy(reader);
    return input_close(input, error) && good;
}
