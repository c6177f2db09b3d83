/* Queries, which are parsed into terms once and then matched against each entry of an index. */
#include "src/pgn/query.h"

#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

enum kind { ANY, PLAYER, IS_WHITE, IS_BLACK, EVENT, OPENING, ECO, RESULT, YEAR, ELO, KIND_COUNT };

static const char *const keys[KIND_COUNT] = {
    "", "player", "white", "black", "event", "opening", "eco", "result", "year", "elo"};

/* For each Latin letter from U+00C0 to U+017F, most of which have an accent, the letter without
 * it. */
static const char plain_letters[] =
    "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* Returns the next character in lower case, without its accent, and advances *text. */
static char fold(const char **text)
{
    unsigned char c = (unsigned char)*(*text)++;
    if (c >= 'A' && c <= 'Z')
        return (char)(c | 0x20);
    if (c >= 0xC3 && c <= 0xC5 && ((unsigned char)**text & 0xC0) == 0x80) {
        unsigned point = (c & 0x1Fu) << 6 | ((unsigned char)**text & 0x3Fu);
        (*text)++;
        return point - 0xC0 < sizeof plain_letters - 1 ? plain_letters[point - 0xC0] : '?';
    }
    return (char)c;
}

static bool begins_with(const char *text, const char *folded)
{
    while (*folded) {
        if (!*text || fold(&text) != *folded)
            return false;
        folded++;
    }
    return true;
}

static bool contains(const char *text, const char *folded)
{
    for (; *text; (void)fold(&text)) {
        if (begins_with(text, folded))
            return true;
    }
    return false;
}

/* Parsing. */

static bool refuse(struct error *error, const char *text, const char *at, const char *words)
{
    error_set(error, "%s", words);
    error->column = (int)(at - text) + 1;
    return false;
}

/* Reads "1990", "1990-1999", "1990-" or "-1999". */
static bool read_range(const char *text, int *from, int *to)
{
    char *end;
    const char *dash = strchr(text, '-');
    *from = 0;
    *to = 9999;
    if (*text >= '0' && *text <= '9') {
        *from = (int)strtol(text, &end, 10);
        if (*end && *end != '-')
            return false;
    } else if (text != dash) {
        return false;
    }
    if (!dash)
        *to = *from;
    else if (dash[1]) {
        *to = (int)strtol(dash + 1, &end, 10);
        if (*end || end == dash + 1)
            return false;
    }
    return *from >= 0 && *from <= 9999 && *to >= *from && *to <= 9999;
}

/* Reads "B90", "B9" (B90 to B99), "B" (B00 to B99) or "B90-B99". */
static bool read_eco(const char *text, int *from, int *to)
{
    char low[4] = "x00", high[4] = "x99";
    const char *dash = strchr(text, '-');
    size_t length = dash ? (size_t)(dash - text) : strlen(text);
    if (length < 1 || length > 3 || (dash && strlen(dash + 1) != 3))
        return false;
    memcpy(low, text, length);
    memcpy(high, text, length);
    *from = pgn_eco_number(low);
    *to = pgn_eco_number(dash ? dash + 1 : high);
    return *from && *to >= *from;
}

static bool read_result(const char *text, int *result)
{
    static const char *const names[][2] = {
        {"*", "none"}, {"1-0", "white"}, {"0-1", "black"}, {"1/2-1/2", "draw"}};
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, names[i][0]) == 0 || strcmp(text, names[i][1]) == 0) {
            *result = i;
            return true;
        }
    }
    *result = RESULT_DRAW;
    return strcmp(text, "1/2") == 0;
}

static bool read_value(struct pgn_term *term, struct error *error, const char *text,
                       const char *at)
{
    switch (term->kind) {
    case RESULT:
        return read_result(term->text, &term->from) ||
               refuse(error, text, at, "expected result:1-0, 0-1, 1/2 or *");
    case ECO:
        return read_eco(term->text, &term->from, &term->to) ||
               refuse(error, text, at, "expected eco:B90, eco:B9 or eco:B90-B99");
    case YEAR:
        return read_range(term->text, &term->from, &term->to) ||
               refuse(error, text, at, "expected year:1999 or year:1990-1999");
    case ELO:
        if (!strchr(term->text, '-'))
            text_add(term->text, sizeof term->text, "-");
        return read_range(term->text, &term->from, &term->to) ||
               refuse(error, text, at, "expected elo:2500 (2500 or more) or elo:2500-2600");
    default: return true;
    }
}

/* Finds the ECO codes with opening names that contain term->text. After the key opening:, a code
 * such as "B90" is understood too. A word without a key counts only if at least half of the code's
 * names contain it: a search for carlsen should not find all games of D35 because one variation is
 * named after Carlsen. */
static void find_openings(struct pgn_term *term, const struct openings *openings)
{
    int all[PGN_ECO_COUNT] = {0}, named[PGN_ECO_COUNT] = {0};
    const char *eco, *name;
    int from, to;
    for (int i = 0; openings && opening_at(openings, i, &eco, &name); i++) {
        int number = pgn_eco_number(eco);
        all[number]++;
        named[number] += contains(name, term->text);
    }
    for (int i = 0; i < PGN_ECO_COUNT; i++)
        term->eco[i] = named[i] > 0 && (term->kind == OPENING || 2 * named[i] >= all[i]);
    if (term->kind == OPENING && read_eco(term->text, &from, &to)) {
        for (int i = from; i <= to; i++)
            term->eco[i] = true;
    }
    term->eco[0] = false;
}

/* Parses one term at *at and advances *at. */
static bool read_term(struct pgn_term *term, const char *text, const char **at,
                      const struct openings *openings, struct error *error)
{
    const char *from = *at, *colon = from + strcspn(from, ": \"");
    memset(term, 0, sizeof *term);
    if (*colon == ':') {
        int kind = ANY + 1;
        size_t length = (size_t)(colon - from);
        while (kind < KIND_COUNT && (strncmp(keys[kind], from, length) != 0 || keys[kind][length]))
            kind++;
        if (kind == KIND_COUNT)
            return refuse(error, text, from,
                          "expected player:, white:, black:, event:, opening:, eco:, result:, "
                          "year: or elo: before the colon");
        term->kind = kind;
        from = colon + 1;
    }
    char end = *from == '"' ? '"' : ' ';
    from += end == '"';
    size_t size = 0;
    const char *stop = strchr(from, end);
    stop = stop ? stop : from + strlen(from);
    for (const char *next = from; next < stop;) {
        if (size + 2 >= sizeof term->text)
            return refuse(error, text, from, "this word is too long");
        term->text[size++] = fold(&next);
    }
    *at = stop + (*stop == '"');
    if (term->kind == ANY || term->kind == OPENING)
        find_openings(term, openings);
    return read_value(term, error, text, from);
}

bool pgn_query_parse(struct pgn_query *query, const char *text, const struct openings *openings,
                     struct error *error)
{
    memset(query, 0, sizeof *query);
    memset(error, 0, sizeof *error);
    for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        if (query->count == PGN_TERMS_MAX)
            return refuse(error, text, at, "the search has too many words");
        if (!read_term(&query->terms[query->count], text, &at, openings, error))
            return false;
        query->count++;
    }
    return true;
}

/* Matching. */

static bool names_opening(const struct pgn_term *term, const struct pgn_index *index,
                          const struct pgn_entry *entry)
{
    return (entry->eco < PGN_ECO_COUNT && term->eco[entry->eco]) ||
           (entry->opening && contains(pgn_index_text(index, entry->opening), term->text));
}

static bool holds(const struct pgn_term *term, const struct pgn_index *index,
                  const struct pgn_entry *entry)
{
    int year = (int)(entry->date / 10000);
    int elo = entry->white_elo < entry->black_elo ? entry->white_elo : entry->black_elo;
    bool white = term->kind == ANY || term->kind == PLAYER || term->kind == IS_WHITE;
    bool black = term->kind == ANY || term->kind == PLAYER || term->kind == IS_BLACK;
    switch (term->kind) {
    case ECO: return entry->eco >= term->from && entry->eco <= term->to;
    case RESULT: return entry->result == term->from;
    case YEAR: return year && year >= term->from && year <= term->to;
    case ELO: return elo && elo >= term->from && elo <= term->to;
    default: break;
    }
    return (white && contains(pgn_index_text(index, entry->white), term->text)) ||
           (black && contains(pgn_index_text(index, entry->black), term->text)) ||
           ((term->kind == ANY || term->kind == EVENT) &&
            contains(pgn_index_text(index, entry->event), term->text)) ||
           ((term->kind == ANY || term->kind == OPENING) && names_opening(term, index, entry));
}

bool pgn_query_matches(const struct pgn_query *query, const struct pgn_index *index,
                       const struct pgn_entry *entry)
{
    for (int i = 0; i < query->count; i++) {
        if (!holds(&query->terms[i], index, entry))
            return false;
    }
    return true;
}

int pgn_find(const struct pgn_query *query, const struct pgn_index *index,
             struct pgn_positions *positions, const struct position *position, int found[],
             bool (*wanted)(void *context), void *context)
{
    enum { ASK_EVERY = 64 };
    int count = 0, all = pgn_index_count(index);
    for (int game = 0; game < all; game++) {
        if (wanted && game % ASK_EVERY == 0 && !wanted(context))
            return -1;
        if (pgn_query_matches(query, index, pgn_index_entry(index, game)) &&
            (!positions || pgn_positions_ply(positions, game, position, NULL) >= 0))
            found[count++] = game;
    }
    return count;
}

void pgn_add_result(struct pgn_results *results, const struct pgn_entry *entry)
{
    results->white += entry->result == RESULT_WHITE;
    results->drawn += entry->result == RESULT_DRAW;
    results->black += entry->result == RESULT_BLACK;
}

void pgn_results_text(const struct pgn_results *results, char *text, size_t size)
{
    int all = results->white + results->drawn + results->black;
    double share = all > 0 ? 100.0 / all : 0;
    if (all == 0)
        snprintf(text, size, "No results are known.");
    else
        snprintf(text, size, "White won %.0f %%, %.0f %% drawn, black won %.0f %%.",
                 results->white * share, results->drawn * share, results->black * share);
}
