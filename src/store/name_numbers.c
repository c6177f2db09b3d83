/* The upgrade of the database from version 11 to 12. Up to version 11, handicaps and decisions
 * were stored as numbers, some of them indexes into the lists of methods, rules, positional groups
 * and choice features. The upgrade converts them to the text of handicap_text.h. The lists below
 * are those of version 11 and must never change, whatever happens to the program's own lists. An
 * unreadable handicap stays as it is, and an unreadable decision becomes "damaged", which is
 * reported when it is read. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/store/sql.h"
#include "src/util/text.h"

static const char *const methods[] = {"madchess", "inaccuracy", "noise", "diffusion", "stubborn",
                                      "maia", "human"};
enum { METHODS = sizeof methods / sizeof *methods, MADCHESS = 0, MAIA = 5, HUMAN = 6 };

static const char *const rules[] = {"castling", "en-prise", "recapture", "shuffle", "back-rank"};
enum { RULES = sizeof rules / sizeof *rules };

static const char *const groups[] = {
    "pawn_values", "minor_values", "major_values", "passed_pawns", "king_safety",
    "piece_location", "mobility", "pawn_structure", "threats", "minor_maneuvering",
    "major_maneuvering"};
enum { GROUPS = sizeof groups / sizeof *groups };

static const char *const lures[] = {
    "loss_1", "loss_2", "loss_3", "loss_level", "odds_1", "odds_2", "odds_3", "odds_level",
    "best_1", "best_2", "best_3", "best_level", "rank_1", "rank_level", "sours", "sweetens",
    "mates", "mate_distance", "is_mated", "only_draws", "exchange_gain", "exchange_loss",
    "exchange_even", "capture", "capture_value", "capture_by_pawn", "capture_cheap",
    "recapture", "recapture_cheapest", "takes_mover", "takes_queens", "simplifies_ahead",
    "check", "check_safe", "check_capture", "evade_king", "evade_block", "evade_take",
    "threat_greater", "threat_loose", "threat_fork", "threat_mate", "rescue",
    "rescue_greater", "parries", "hangs_other", "hangs_mover", "to_pawn", "protects",
    "same_piece", "undoes", "near_last", "from_near_last", "near_own", "forward",
    "backward", "sideways", "knight_back", "diagonal_short", "diagonal_long",
    "diagonal_back", "line_long", "mobility", "centre", "centre_pawn", "rim_knight",
    "castles_short", "castles_long", "loses_castling", "develops", "undevelops",
    "queen_early", "open_file", "half_open_file", "seventh", "doubles", "king_attack",
    "king_nearer", "king_walk", "king_active", "pawn_storm", "shield_push", "luft",
    "edge_pawn", "pawn_double", "pawn_lever", "pawn_hits", "pawn_chain", "pawn_doubled",
    "passed_push", "blocks_passed", "promotes", "underpromotes", "outpost", "pins",
    "knight", "bishop", "rook", "queen", "king", "late_knight", "late_bishop", "late_rook",
    "late_queen", "late_king", "habit"};
enum { LURES = sizeof lures / sizeof *lures };

/* Handicaps */

/* The numbers with which the text of a handicap begins. */
enum {
    LIMITED, ELO, SPEED, MOVE_ERROR, BLUNDER_ERROR, BLUNDER_CHANCE, ENDGAME, METHOD, RULE_SET, SEED,
    KNOWLEDGE, NUMBERS = KNOWLEDGE + GROUPS
};

/* Reads the numbers of a handicap. Returns the text after them, or NULL if they are not valid. */
static const char *read_numbers(const char *old, unsigned long long numbers[NUMBERS])
{
    for (int i = 0; i < NUMBERS; i++) {
        int used = 0;
        if (sscanf(old, " %llu%n", &numbers[i], &used) != 1)
            return NULL;
        old += used;
    }
    return numbers[METHOD] < METHODS && numbers[RULE_SET] < 1 << RULES ? old : NULL;
}

static void add_rules(unsigned long long set, char *text, size_t size)
{
    const char *between = "";
    text_add(text, size, " rules=%s", set ? "" : "none");
    for (int i = 0; i < RULES; i++) {
        if (set >> i & 1) {
            text_add(text, size, "%s%s", between, rules[i]);
            between = "+";
        }
    }
}

/* Converts parameters such as "leaf_noise=100 time_discount=33". Some names have become shorter
 * since version 11. */
static void add_named(const char *old, char *text, size_t size)
{
    static const char *const shorter[][2] = {
        {"time_discount", "discount"}, {"reference_time", "reference"}, {"book_plies", "book"}};
    char name[32];
    int value, used;
    for (; sscanf(old, " %31[a-z_]=%9d%n", name, &value, &used) == 2; old += used) {
        const char *now = name;
        for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
            now = strcmp(shorter[i][0], name) == 0 ? shorter[i][1] : now;
        text_add(text, size, " %s=%d", now, value);
    }
}

enum { OLD_TEXT = 1024 };

/* Writes the new text of the handicap, or its old text unchanged if it cannot be read. */
static void name_handicap(const char *old, char text[OLD_TEXT])
{
    unsigned long long numbers[NUMBERS];
    const char *named = read_numbers(old, numbers);
    text[0] = '\0';
    if (!named) {
        snprintf(text, OLD_TEXT, "%s", old);
        return;
    }
    if (numbers[LIMITED]) {
        text_add(text, OLD_TEXT, "elo=%llu method=%s nps=%llu endgame=%llu", numbers[ELO],
                 methods[numbers[METHOD]], numbers[SPEED], numbers[ENDGAME]);
        add_rules(numbers[RULE_SET], text, OLD_TEXT);
        text_add(text, OLD_TEXT, " move_error=%llu blunder_error=%llu blunder_chance=%llu",
                 numbers[MOVE_ERROR], numbers[BLUNDER_ERROR], numbers[BLUNDER_CHANCE]);
        add_named(named, text, OLD_TEXT);
        for (int i = 0; i < GROUPS; i++)
            text_add(text, OLD_TEXT, " %s=%llu", groups[i], numbers[KNOWLEDGE + i]);
        text_add(text, OLD_TEXT, " ");
    }
    text_add(text, OLD_TEXT, "seed=%llu", numbers[SEED]);
}

/* The SQL function named_handicap. A value that is not text is returned unchanged. */
static void named_handicap(sqlite3_context *context, int count, sqlite3_value **values)
{
    char text[OLD_TEXT];
    const char *old = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    if (sqlite3_value_type(values[0]) != SQLITE_TEXT || !old || strlen(old) >= sizeof text) {
        sqlite3_result_value(context, values[0]);
        return;
    }
    name_handicap(old, text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* Decisions */

/* Writes a move in UCI notation. A stored move is from + 64 * to + 4096 * promotion + 16384 *
 * kind. */
static void write_move(unsigned move, bool chess960, char uci[6])
{
    unsigned from = move & 63, to = move >> 6 & 63, kind = move >> 14;
    if (move == 0) {
        snprintf(uci, 6, "0000");
        return;
    }
    if (kind == 3 && !chess960) /* castling is stored as the king capturing its own rook */
        to = (from & 56) + (to > from ? 6 : 2);
    snprintf(uci, 6, "%c%c%c%c", 'a' + (int)(from & 7), '1' + (int)(from >> 3),
             'a' + (int)(to & 7), '1' + (int)(to >> 3));
    if (kind == 1)
        snprintf(uci + 4, 2, "%c", "nbrq"[move >> 12 & 3]);
}

/* Converts the line of one candidate. It holds: move, score, the rule that dropped it, whether it
 * was in range, the error added to its score, its probability, the reply that refutes it, the
 * search depth at which its fault shows, and the feature of the choice model that adds most to its
 * probability. In early versions, a line has fewer of these, but at least the first four. */
static bool name_candidate(FILE *out, const char *line, bool chess960, int method)
{
    enum { MOVE, SCORE, RULE, TOOK_PART, SHIFT, CHANCE, ANSWER, DEPTH, LURE, FIELDS, NEEDED = 4 };
    long fields[FIELDS] = {[LURE] = LURES};
    char uci[6];
    int count = 0;
    for (char *end; count < FIELDS && *line; count++, line = end) {
        fields[count] = strtol(line, &end, 10);
        if (end == line)
            return false;
    }
    if (*line || count < NEEDED || fields[MOVE] < 1 || fields[MOVE] > UINT16_MAX ||
        fields[ANSWER] < 0 || fields[ANSWER] > UINT16_MAX)
        return false;
    write_move((unsigned)fields[MOVE], chess960, uci);
    fprintf(out, "%s:%ld", uci, fields[SCORE]);
    if (fields[SHIFT])
        fprintf(out, ":~%ld", fields[SHIFT]);
    if (fields[RULE] >= 0 && fields[RULE] < RULES)
        fprintf(out, ":%s", rules[fields[RULE]]);
    if (fields[TOOK_PART])
        fputs(":in", out);
    if (method == HUMAN || method == MAIA)
        fprintf(out, ":c%ld", fields[CHANCE]);
    write_move((unsigned)fields[ANSWER], chess960, uci);
    if (method == HUMAN && fields[DEPTH] > 0)
        fprintf(out, ":x%s.%ld", uci, fields[DEPTH]);
    if (method == HUMAN && fields[LURE] >= 0 && fields[LURE] < LURES)
        fprintf(out, ":l%s", lures[fields[LURE]]);
    return true;
}

static bool name_candidates(FILE *out, const char *text, bool chess960, int method)
{
    char line[128];
    for (const char *before = " candidates="; *text; before = " ") {
        size_t length = strcspn(text, "\n");
        if (length >= sizeof line)
            return false;
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        fputs(before, out);
        if (!name_candidate(out, line, chess960, method))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

/* The arguments of the SQL function named_decision. Two are texts, the others numbers. */
enum {
    CHESS960, HANDICAP, CANDIDATES, BEST, BEST_SCORE, PLAYED_SCORE, ERROR_RANGE, DIE, DIE_LIMIT,
    BLUNDER, DELIBERATE, FORCED_WIN, COST, RANDOM, WIDTH, SPENT, USUAL, FIRST, CHANGES, BUDGET, CUT,
    HASH_MB, ARGUMENTS
};

/* Writes the text of a decision, given the arguments of named_decision. Returns false if the
 * decision cannot be read. */
static bool name_decision(FILE *out, sqlite3_value **values)
{
    unsigned long long handicap[NUMBERS];
    long long numbers[ARGUMENTS] = {0};
    char best[6], first[6];
    for (int i = 0; i < ARGUMENTS; i++) {
        bool text = i == HANDICAP || i == CANDIDATES;
        if (sqlite3_value_type(values[i]) != (text ? SQLITE_TEXT : SQLITE_INTEGER))
            return false;
        numbers[i] = text ? 0 : sqlite3_value_int64(values[i]);
    }
    const char *settings = (const char *)sqlite3_value_text(values[HANDICAP]);
    const char *candidates = (const char *)sqlite3_value_text(values[CANDIDATES]);
    if (!settings || !candidates || !read_numbers(settings, handicap) || numbers[BEST] < 1 ||
        numbers[BEST] > UINT16_MAX || numbers[FIRST] < 0 || numbers[FIRST] > UINT16_MAX)
        return false;
    int method = (int)handicap[METHOD];
    bool chess960 = numbers[CHESS960];
    write_move((unsigned)numbers[BEST], chess960, best);
    write_move((unsigned)numbers[FIRST], chess960, first);
    fprintf(out, "best=%s method=%s width=%lld time=%lld/%lld budget=%lld/%lld hash=%lld", best,
            methods[method], numbers[WIDTH], numbers[SPENT], numbers[USUAL], numbers[BUDGET],
            numbers[CUT], numbers[HASH_MB]);
    if (numbers[FIRST])
        fprintf(out, " first=%s", first);
    fprintf(out, " changes=%lld scores=%lld/%lld range=%lld die=%lld/%lld flags=%s%s%s cost=%lld"
                 " random=%llu",
            numbers[CHANGES], numbers[BEST_SCORE], numbers[PLAYED_SCORE], numbers[ERROR_RANGE],
            numbers[DIE], numbers[DIE_LIMIT], numbers[BLUNDER] ? "blunder," : "",
            numbers[DELIBERATE] ? "deliberate," : "", numbers[FORCED_WIN] ? "win," : "",
            numbers[COST], (unsigned long long)numbers[RANDOM]);
    return name_candidates(out, candidates, chess960, method);
}

static void named_decision(sqlite3_context *context, int count, sqlite3_value **values)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool good = out && name_decision(out, values);
    (void)count;
    if (!out || !text_close(out, &text)) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_text(context, good ? text : "damaged", -1, SQLITE_TRANSIENT);
    free(text);
}

bool store_add_naming(struct sqlite3 *database)
{
    enum { FLAGS = SQLITE_UTF8 | SQLITE_DETERMINISTIC };
    return sqlite3_create_function(database, "named_handicap", 1, FLAGS, NULL, named_handicap, NULL,
                                   NULL) == SQLITE_OK &&
           sqlite3_create_function(database, "named_decision", ARGUMENTS, FLAGS, NULL,
                                   named_decision, NULL, NULL) == SQLITE_OK;
}
