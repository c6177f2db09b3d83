/* Builds the index from the tokens of the scanner, which determines where games start and end. */
#include <stdlib.h>
#include <string.h>

#include "src/pgn/index_scan.h"
#include "engine/hash.h"
#include "src/pgn/scan.h"

enum { NAME_MAX_LENGTH = 512, PROGRESS_BYTES = 1 << 22 };

struct scan {
    struct pgn_scan tokens;
    struct pgn_list *list;
    struct pgn_entry *entry; /* the game being read; NULL: only comments so far */
    uint32_t utc_date;
    unsigned seen;           /* set of the game's tags so far; if a tag occurs twice, the first one
                              * counts */
    struct pgn_text name;    /* the last name read */
};

void pgn_list_clear(struct pgn_list *list)
{
    free(list->entries);
    free(list->texts);
    free(list->slots);
    memset(list, 0, sizeof *list);
}

/* Names. */

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = hash_bytes(HASH_BEGIN, text, length);
    return hash ^ hash >> 32;
}

static bool grow_slots(struct pgn_list *list)
{
    size_t count = list->slot_count ? list->slot_count * 2 : 1024;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < list->slot_count; i++) {
        const char *text = list->texts + list->slots[i];
        size_t at = hash_of(text, strlen(text)) & (count - 1);
        if (!list->slots[i])
            continue;
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = list->slots[i];
    }
    free(list->slots);
    list->slots = slots;
    list->slot_count = count;
    return true;
}

static bool grow_texts(struct pgn_list *list, size_t more)
{
    if (list->text_length + more <= list->text_capacity)
        return true;
    size_t capacity = (list->text_capacity + more) * 2;
    char *grown = capacity <= UINT32_MAX ? realloc(list->texts, capacity) : NULL;
    if (!grown)
        return false;
    list->texts = grown;
    list->text_capacity = capacity;
    return true;
}

/* Adds `text` to the names if it is new, and returns its offset; 0, the offset of "", if out of
 * memory. */
static uint32_t keep_name(struct pgn_list *list, const char *text, size_t length)
{
    if (!grow_texts(list, length + 1))
        return 0;
    if (list->slots_used * 2 >= list->slot_count && !grow_slots(list))
        return 0;
    size_t at = hash_of(text, length) & (list->slot_count - 1);
    for (; list->slots[at]; at = (at + 1) & (list->slot_count - 1)) {
        const char *kept = list->texts + list->slots[at];
        if (strncmp(kept, text, length) == 0 && !kept[length])
            return list->slots[at];
    }
    list->slots[at] = (uint32_t)list->text_length;
    list->slots_used++;
    memcpy(list->texts + list->text_length, text, length);
    list->text_length += length;
    list->texts[list->text_length++] = '\0';
    return list->slots[at];
}

/* Adds the current tag's value to the names if it is new, and returns its offset; 0 if it is "?".
 * The value is decoded in the same way as by the reader. Blanks replace control characters, and the
 * name is cut to its maximum length. */
static uint32_t name_of(struct scan *scan)
{
    struct pgn_text *name = &scan->name;
    enum pgn_encoding encoding;
    pgn_text_clear(name);
    if (!pgn_scan_add_value(&scan->tokens, name) || !pgn_text_to_utf8(name, &encoding)) {
        scan->tokens.out_of_memory = true;
        return 0;
    }
    size_t length = name->length < NAME_MAX_LENGTH ? name->length : NAME_MAX_LENGTH;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name->bytes[i] < ' ' || name->bytes[i] == 0x7F)
            name->bytes[i] = ' ';
    if (length == 0 || (length == 1 && name->bytes[0] == '?'))
        return 0;
    uint32_t place = keep_name(scan->list, name->bytes, length);
    scan->tokens.out_of_memory = scan->tokens.out_of_memory || place == 0;
    return place;
}

/* Tags. */

static uint32_t digits(const char *text, size_t length, uint32_t most)
{
    uint32_t number = 0;
    for (size_t i = 0; i < length && text[i] >= '0' && text[i] <= '9' && number <= most; i++)
        number = number * 10 + (uint32_t)(text[i] - '0');
    return number <= most ? number : 0;
}

/* Reads "1999.05.02" or "1999.??.??". */
static uint32_t date_of(const char *text, size_t length)
{
    uint32_t year = digits(text, length, 9999);
    if (length < 10 || !year)
        return year * 10000;
    uint32_t month = digits(text + 5, 2, 12), day = digits(text + 8, 2, 31);
    return year * 10000 + month * 100 + (month ? day : 0);
}

enum tag { TAG_WHITE, TAG_BLACK, TAG_EVENT, TAG_OPENING, TAG_RESULT, TAG_DATE, TAG_UTC, TAG_ECO,
           TAG_WHITE_ELO, TAG_BLACK_ELO, TAG_COUNT };

static void take_tag(struct scan *scan)
{
    static const char *const names[TAG_COUNT] = {
        "White", "Black", "Event", "Opening", "Result", "Date", "UTCDate", "ECO", "WhiteElo",
        "BlackElo"};
    struct pgn_entry *entry = scan->entry;
    const char *value = scan->tokens.tag_value;
    size_t length = scan->tokens.tag_length;
    char text[8] = "";
    scan->list->tagged = scan->list->tagged || scan->tokens.tag_name[0];
    enum result result;
    int tag = 0;
    while (tag < TAG_COUNT && (names[tag][0] != scan->tokens.tag_name[0] ||
                               strcmp(names[tag], scan->tokens.tag_name) != 0))
        tag++;
    if (tag == TAG_COUNT || scan->seen & 1u << tag)
        return;
    scan->seen |= 1u << tag;
    memcpy(text, value, length < sizeof text ? length : sizeof text - 1);
    switch (tag) {
    case TAG_WHITE: entry->white = name_of(scan); break;
    case TAG_BLACK: entry->black = name_of(scan); break;
    case TAG_EVENT: entry->event = name_of(scan); break;
    case TAG_OPENING: entry->opening = name_of(scan); break;
    case TAG_RESULT:
        if (length < sizeof text && pgn_read_result(text, &result))
            entry->result = (uint8_t)result;
        break;
    case TAG_DATE: entry->date = date_of(value, length); break;
    case TAG_UTC: scan->utc_date = date_of(value, length); break;
    case TAG_WHITE_ELO: entry->white_elo = (uint16_t)digits(value, length, 9999); break;
    case TAG_BLACK_ELO: entry->black_elo = (uint16_t)digits(value, length, 9999); break;
    case TAG_ECO: entry->eco = (uint16_t)pgn_eco_number(text); break;
    default: break;
    }
    if (entry->date == 0)
        entry->date = scan->utc_date;
}

/* Appends an entry, all zero. Returns NULL if out of memory; the list is then unchanged. */
static struct pgn_entry *add_entry(struct pgn_list *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity + list->capacity / 2 : 4096;
        struct pgn_entry *grown =
            capacity < INT32_MAX ? realloc(list->entries, capacity * sizeof *grown) : NULL;
        if (!grown)
            return NULL;
        list->entries = grown;
        list->capacity = capacity;
    }
    struct pgn_entry *entry = &list->entries[list->count++];
    memset(entry, 0, sizeof *entry);
    return entry;
}

/* Adds the current token to the game's entry. */
static void take_token(struct scan *scan)
{
    struct pgn_scan *tokens = &scan->tokens;
    if (tokens->token == TOKEN_TAG)
        take_tag(scan);
    else if (tokens->token == TOKEN_SYMBOL && tokens->number > 0 && tokens->depth == 0)
        scan->entry->moves = (uint16_t)tokens->number;
    else if (tokens->token == TOKEN_SYMBOL && tokens->ended_game)
        scan->entry->result = (uint8_t)tokens->result;
}

/* Reads a game, starting at the current token. Returns false if out of memory. */
static bool read_game(struct scan *scan)
{
    struct pgn_scan *tokens = &scan->tokens;
    int64_t start = tokens->token_place;
    int line = tokens->token_line;
    scan->entry = NULL;
    scan->utc_date = scan->seen = 0;
    pgn_scan_begin_game(tokens);
    for (; !tokens->over; pgn_scan_next(tokens)) {
        if (!scan->entry && tokens->token != TOKEN_COMMENT) {
            scan->entry = add_entry(scan->list);
            if (!scan->entry)
                return false;
            scan->entry->start = start;
            scan->entry->line = (uint32_t)line;
        }
        if (scan->entry)
            take_token(scan);
    }
    int64_t length = tokens->token_place - start;
    if (scan->entry)
        scan->entry->length = length > (int64_t)UINT32_MAX ? UINT32_MAX : (uint32_t)length;
    return !tokens->out_of_memory;
}

static bool begin_list(struct pgn_list *list)
{
    if (!grow_texts(list, 1 << 12))
        return false;
    list->texts[list->text_length++] = '\0';
    return true;
}

static void refused_at(struct error *error, const struct pgn_scan *tokens)
{
    error_set(error, "%s", tokens->refused);
    error->line = tokens->refused_line;
}

bool pgn_list_scan(struct pgn_list *list, FILE *stream, int64_t size, pgn_progress *progress,
                   void *context, struct error *error)
{
    struct scan scan = {.tokens = {.stream = stream, .detail = PGN_OUTLINE}, .list = list};
    struct pgn_scan *tokens = &scan.tokens;
    int64_t told = 0;
    bool good = begin_list(list), wanted = !progress || progress(context, 0);
    pgn_scan_next(tokens);
    while (good && wanted && tokens->token != TOKEN_END && !tokens->refused) {
        good = read_game(&scan);
        if (progress && tokens->token_place - told > PROGRESS_BYTES) {
            told = tokens->token_place;
            wanted = progress(context, size > 0 ? (int)(told * 100 / size) : 0);
        }
    }
    good = good && !tokens->out_of_memory;
    if (!wanted)
        error_set(error, "%s", "");
    else if (!good)
        error_set(error, "out of memory");
    else if (ferror(stream))
        error_set(error, "the file cannot be read");
    else if (tokens->refused)
        refused_at(error, tokens);
    else if (list->count == 0)
        error_set(error, PGN_NO_GAME);
    if (good && (tokens->refused || list->count == 0))
        error->line = 1;
    good = good && wanted && list->count > 0 && !tokens->refused && !ferror(stream);
    free(scan.name.bytes);
    pgn_scan_clear(tokens);
    return good;
}

bool pgn_list_scan_from(struct pgn_list *list, FILE *stream, int64_t place, int line, size_t games)
{
    struct scan scan = {.tokens = {.stream = stream, .detail = PGN_OUTLINE}, .list = list};
    bool good = begin_list(list) && pgn_scan_seek(&scan.tokens, place, line);
    if (good)
        pgn_scan_next(&scan.tokens);
    while (good && list->count < games && scan.tokens.token != TOKEN_END)
        good = read_game(&scan);
    free(scan.name.bytes);
    pgn_scan_clear(&scan.tokens);
    return good;
}

int pgn_eco_number(const char *text)
{
    int letter = text[0] & ~0x20;
    if (letter < 'A' || letter > 'E' || text[1] < '0' || text[1] > '9' || text[2] < '0' ||
        text[2] > '9')
        return 0;
    return (letter - 'A' + 1) * 100 + (text[1] - '0') * 10 + text[2] - '0';
}
