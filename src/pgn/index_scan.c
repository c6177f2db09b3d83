/* A PGN file seen as lines: a line that begins with '[' outside a comment is a tag, and the first
 * tag after moves begins a game, as for the reader. The moves are passed over byte by byte, with
 * no more attention than comments and variations need. */
#include <stdlib.h>
#include <string.h>

#include "src/pgn/index_scan.h"
#include "src/pgn/scan.h"
#include "src/util/hash.h"

enum { BLOCK = 1 << 20, NAME_MAX_LENGTH = 255, PROGRESS_BLOCKS = 4 };

struct scan {
    struct pgn_list *list;
    struct pgn_entry *entry; /* the game being passed over, NULL before the first */
    int64_t place;           /* of the line */
    uint32_t line;
    bool in_moves, in_comment;
    int depth;               /* of variations */
    uint32_t utc_date;
};

void pgn_list_clear(struct pgn_list *list)
{
    free(list->entries);
    free(list->texts);
    free(list->slots);
    memset(list, 0, sizeof *list);
}

/* Names */

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
    if (list->text_length + more <= list->text_room)
        return true;
    size_t room = (list->text_room + more) * 2;
    char *grown = room <= UINT32_MAX ? realloc(list->texts, room) : NULL;
    if (!grown)
        return false;
    list->texts = grown;
    list->text_room = room;
    return true;
}

/* The place of text among the names; 0 when there is no memory for it, which is "". */
static uint32_t keep_name(struct pgn_list *list, const char *text, size_t length)
{
    if (!length || !grow_texts(list, length + 2))
        return 0;
    if (!list->text_length)
        list->texts[list->text_length++] = '\0';
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

/* A tag's value as the reader gives it: escapes resolved, Latin-1 as UTF-8, "?" as nothing. */
static uint32_t name_of(struct pgn_list *list, const char *value, size_t length)
{
    char text[2 * NAME_MAX_LENGTH + 2];
    size_t size = 0;
    bool utf8 = pgn_is_utf8(value, length);
    for (size_t i = 0; i < length && size < 2 * NAME_MAX_LENGTH; i++) {
        unsigned char c = (unsigned char)value[i];
        if (c == '\\' && i + 1 < length && (value[i + 1] == '"' || value[i + 1] == '\\'))
            c = (unsigned char)value[++i];
        if (c >= 0x80 && !utf8) {
            text[size++] = (char)(0xC0 | c >> 6);
            c = 0x80 | (c & 0x3F);
        }
        text[size++] = (char)(c < 0x20 || c == 0x7F ? ' ' : c);
    }
    return size == 1 && text[0] == '?' ? 0 : keep_name(list, text, size);
}

/* Tags */

static uint32_t digits(const char *text, size_t length, uint32_t most)
{
    uint32_t number = 0;
    for (size_t i = 0; i < length && text[i] >= '0' && text[i] <= '9' && number <= most; i++)
        number = number * 10 + (uint32_t)(text[i] - '0');
    return number <= most ? number : 0;
}

/* "1999.05.02", "1999.??.??" */
static uint32_t date_of(const char *text, size_t length)
{
    uint32_t year = digits(text, length, 9999);
    if (length < 10 || !year)
        return year * 10000;
    uint32_t month = digits(text + 5, 2, 12), day = digits(text + 8, 2, 31);
    return year * 10000 + month * 100 + (month ? day : 0);
}

static uint8_t result_of(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "1-0", 3) == 0   ? RESULT_WHITE
           : length >= 3 && memcmp(text, "0-1", 3) == 0 ? RESULT_BLACK
           : length >= 3 && memcmp(text, "1/2", 3) == 0 ? RESULT_DRAW
                                                        : RESULT_NONE;
}

enum tag { TAG_WHITE, TAG_BLACK, TAG_EVENT, TAG_OPENING, TAG_RESULT, TAG_DATE, TAG_UTC, TAG_ECO,
           TAG_WHITE_ELO, TAG_BLACK_ELO, TAG_COUNT };

static void take_tag(struct scan *scan, const char *name, size_t name_length, const char *value,
                     size_t length)
{
    static const char *const names[TAG_COUNT] = {
        "White", "Black", "Event", "Opening", "Result", "Date", "UTCDate", "ECO", "WhiteElo",
        "BlackElo"};
    struct pgn_list *list = scan->list;
    struct pgn_entry *entry = scan->entry;
    char eco[PGN_ECO_TEXT] = "";
    int tag = 0;
    while (tag < TAG_COUNT && (strncmp(names[tag], name, name_length) != 0 ||
                               names[tag][name_length]))
        tag++;
    switch (tag) {
    case TAG_WHITE: entry->white = name_of(list, value, length); break;
    case TAG_BLACK: entry->black = name_of(list, value, length); break;
    case TAG_EVENT: entry->event = name_of(list, value, length); break;
    case TAG_OPENING: entry->opening = name_of(list, value, length); break;
    case TAG_RESULT: entry->result = result_of(value, length); break;
    case TAG_DATE: entry->date = date_of(value, length); break;
    case TAG_UTC: scan->utc_date = date_of(value, length); break;
    case TAG_WHITE_ELO: entry->white_elo = (uint16_t)digits(value, length, 9999); break;
    case TAG_BLACK_ELO: entry->black_elo = (uint16_t)digits(value, length, 9999); break;
    case TAG_ECO:
        memcpy(eco, value, length < 3 ? length : 3);
        entry->eco = (uint16_t)pgn_eco_number(eco);
        break;
    default: break;
    }
    if (entry->date == 0)
        entry->date = scan->utc_date;
}

static void end_game(struct scan *scan, int64_t place)
{
    if (scan->entry) {
        int64_t length = place - scan->entry->start;
        scan->entry->length = length > (int64_t)UINT32_MAX ? UINT32_MAX : (uint32_t)length;
    }
}

struct pgn_entry *pgn_list_add(struct pgn_list *list)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room + list->room / 2 : 4096;
        struct pgn_entry *grown =
            room < INT32_MAX ? realloc(list->entries, room * sizeof *grown) : NULL;
        if (!grown)
            return NULL;
        list->entries = grown;
        list->room = room;
    }
    struct pgn_entry *entry = &list->entries[list->count++];
    memset(entry, 0, sizeof *entry);
    return entry;
}

static bool begin_game(struct scan *scan)
{
    end_game(scan, scan->place);
    scan->entry = pgn_list_add(scan->list);
    if (!scan->entry)
        return false;
    scan->entry->start = scan->place;
    scan->entry->line = scan->line;
    scan->utc_date = 0;
    scan->in_moves = scan->in_comment = false;
    scan->depth = 0;
    return true;
}

/* The tags of a line, of which there may be several. */
static void read_tags(struct scan *scan, const char *line, const char *end)
{
    while (line < end && *line == '[') {
        const char *name = line + 1;
        while (name < end && *name == ' ')
            name++;
        const char *name_end = name;
        while (name_end < end && pgn_is_name((unsigned char)*name_end))
            name_end++;
        const char *value = memchr(name_end, '"', (size_t)(end - name_end));
        const char *value_end = value ? ++value : NULL;
        while (value_end && value_end < end && *value_end != '"')
            value_end += *value_end == '\\' && value_end + 1 < end ? 2 : 1;
        if (!value || value_end >= end)
            return;
        take_tag(scan, name, (size_t)(name_end - name), value, (size_t)(value_end - value));
        line = memchr(value_end, ']', (size_t)(end - value_end));
        line = line ? line + 1 : end;
        while (line < end && *line == ' ')
            line++;
    }
}

/* Moves: comments and variations are followed, and the numbers of the main line's moves read. */
static void pass_moves(struct scan *scan, const char *line, const char *end)
{
    scan->in_moves = true;
    while (line < end) {
        if (scan->in_comment) {
            line = memchr(line, '}', (size_t)(end - line));
            if (!line)
                return;
            scan->in_comment = false;
            line++;
            continue;
        }
        char c = *line;
        if (c == '{') {
            scan->in_comment = true;
        } else if (c == ';') {
            return;
        } else if (c == '(') {
            scan->depth++;
        } else if (c == ')') {
            scan->depth -= scan->depth > 0;
        } else if (c >= '1' && c <= '9' && scan->depth == 0) {
            uint32_t number = 0;
            for (; line < end && *line >= '0' && *line <= '9' && number < 10000; line++)
                number = number * 10 + (uint32_t)(*line - '0');
            if (line < end && *line == '.')
                scan->entry->moves = (uint16_t)number;
            continue;
        } else if (c > '9') { /* a move: no number begins within it */
            do
                line++;
            while (line < end && *line > ')' && *line != ';' && *line < '{');
            continue;
        }
        line++;
    }
}

/* A line, or, where whole is false, as much of one as there is room for. */
static bool take_line(struct scan *scan, const char *line, const char *end, bool begins)
{
    bool event = begins && end - line > 7 && memcmp(line, "[Event ", 7) == 0;
    bool tag = begins && line < end && *line == '[' && (!scan->in_comment || event);
    if (tag) {
        /* Two Events in a row: the first game has neither moves nor a result. */
        bool first = !scan->entry || scan->in_moves ||
                     (scan->entry->event && pgn_is_event(line, end));
        if (first && !begin_game(scan))
            return false;
        read_tags(scan, line, end);
    } else if (scan->entry && !(begins && line < end && *line == '%')) {
        while (line < end && (unsigned char)*line <= ' ')
            line++;
        if (line < end)
            pass_moves(scan, line, end);
    }
    return true;
}

bool pgn_list_scan(struct pgn_list *list, FILE *stream, int64_t size, pgn_progress *progress,
                   void *context, struct error *error)
{
    struct scan scan = {.list = list, .line = 1};
    char *block = malloc(BLOCK);
    size_t held = 0;
    bool begins = true, good = block && grow_texts(list, 1 << 16), wanted = true;
    for (int round = 0; good && wanted; round++) {
        size_t got = fread(block + held, 1, BLOCK - held, stream);
        const char *line = block, *end = block + held + got;
        if (scan.place == 0 && end - line >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0)
            scan.place = (line += 3) - block;
        while (good && line < end) {
            const char *stop = memchr(line, '\n', (size_t)(end - line));
            bool whole = stop != NULL;
            if (!whole && got > 0 && line > block)
                break; /* the rest comes with the next block */
            stop = whole ? stop : end;
            good = take_line(&scan, line, stop, begins);
            begins = whole;
            scan.line += whole;
            scan.place += stop + whole - line;
            line = stop + whole;
        }
        held = (size_t)(end - line);
        memmove(block, line, held);
        if (got == 0)
            break;
        if (progress && round % PROGRESS_BLOCKS == 0)
            wanted = progress(context, size > 0 ? (int)(scan.place * 100 / size) : 0);
    }
    end_game(&scan, scan.place);
    free(block);
    if (!good)
        error_set(error, "out of memory");
    else if (ferror(stream))
        error_set(error, "the file cannot be read");
    else if (wanted && list->count == 0)
        error_set(error, "there is no game in it");
    else if (!wanted)
        error_set(error, "%s", "");
    return good && wanted && list->count > 0 && !ferror(stream);
}
