/* Helpers for text output. None depends on the locale: a comma as decimal point would break JSON
 * and saved files. */
#include "src/util/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

enum { MARKS_MAX = 4 /* the most combining marks on one character; more could cover other lines of
                      * text */ };

int text_point(const char *text, uint32_t *point)
{
    const unsigned char *byte = (const unsigned char *)text;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int length = byte[0] < 0x80   ? 1
                 : byte[0] < 0xC2 ? 0
                 : byte[0] < 0xE0 ? 2
                 : byte[0] < 0xF0 ? 3
                 : byte[0] < 0xF5 ? 4
                                  : 0;
    if (length <= 1) {
        *point = byte[0];
        return length;
    }
    *point = byte[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80) /* not a continuation byte; this includes the final NUL */
            return 0;
        *point = *point << 6 | (byte[i] & 0x3Fu);
    }
    bool surrogate = *point >= 0xD800 && *point <= 0xDFFF;
    return *point < least[length] || *point > 0x10FFFF || surrogate ? 0 : length;
}

int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

/* Unicode 14.0: control and format characters, and others that are invisible. */
bool text_is_control(uint32_t point)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {
        {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       /* soft hyphen */
        {0x61C, 0x61C},                                             /* Arabic letter mark */
        {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   /* fillers, Mongolian */
        {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   /* zero-width characters, text
                                                                     * direction */
        {0x3164, 0x3164},   {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFFB},   {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
        {0xE0000, 0xE0FFF},                                         /* tags */
    };
    if ((point & 0xFFFE) == 0xFFFE)
        return true; /* U+FFFE, U+FFFF, U+1FFFE ...: never a character */
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (point >= ranges[i].from && point <= ranges[i].to)
            return true;
    }
    return false;
}

void text_csv(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void text_csv_number(FILE *out, double number, int decimals)
{
    fputc(',', out);
    if (isfinite(number))
        fprintf(out, "%.*f", decimals, number);
}

void text_clock(int64_t milliseconds, bool tenths, char *out, size_t size)
{
    if (milliseconds < 0)
        milliseconds = 0;
    long long seconds = milliseconds / 1000;
    if (tenths && milliseconds < 20000)
        snprintf(out, size, "0:%02lld.%lld", seconds, (long long)(milliseconds / 100 % 10));
    else if (seconds >= 3600)
        snprintf(out, size, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(out, size, "%lld:%02lld", seconds / 60, seconds % 60);
}

void text_add(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void text_sentence(const char *words, char *text, size_t size)
{
    const size_t length = strlen(words);
    snprintf(text, size, "%s%s", words, length > 0 && words[length - 1] == '?' ? "" : ".");
    text[0] = (char)toupper((unsigned char)text[0]);
}

/* Closes the stream. If the last piece of text did not fit into memory, glibc reports no error but
 * leaves no text, so that is checked, too. */
bool text_close(FILE *memory, char **text)
{
    if (!memory)
        return false;
    bool good = !ferror(memory);
    good = fclose(memory) == 0 && good && *text;
    if (!good) {
        free(*text);
        *text = NULL;
    }
    return good;
}

void text_wrap(FILE *out, int column, const char *indent, int width, const char *text)
{
    for (const char *word = text; *word; word += strspn(word, " ")) {
        int length = (int)strcspn(word, " ");
        if (column + 1 + length > width)
            column = fprintf(out, "\n%s%.*s", indent, length, word) - 1;
        else
            column += fprintf(out, " %.*s", length, word);
        word += length;
    }
    fputc('\n', out);
}

int text_columns(FILE *out)
{
    struct winsize size;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void text_say(FILE *out, const char *text)
{
    const int columns = text_columns(out), first = (int)strcspn(text, " ");
    if (columns == 0) {
        fprintf(out, "%s\n", text);
        return;
    }
    fprintf(out, "%.*s", first, text);
    text_wrap(out, first, "  ", columns, text + first + strspn(text + first, " "));
}

const char *text_plural(int64_t number)
{
    return number == 1 ? "" : "s";
}

void text_thousands(uint64_t number, char *out, size_t size)
{
    char text[32];
    size_t at = sizeof text;
    text[--at] = '\0';
    for (int digits = 0; number || digits == 0; digits++, number /= 10) {
        if (digits && digits % 3 == 0)
            text[--at] = ',';
        text[--at] = (char)('0' + number % 10);
    }
    snprintf(out, size, "%s", text + at);
}

void text_sanitize(char *text)
{
    char *to = text;
    int marks = 0; /* marks on the last character */
    for (const char *from = text; *from;) {
        uint32_t point;
        int length = text_point(from, &point);
        bool mark = length > 0 && text_is_mark(point);
        marks = mark ? marks + 1 : 0;
        if (length == 0 || text_is_control(point) || (mark && to == text)) {
            *to++ = '?';
        } else if (marks <= MARKS_MAX) {
            memmove(to, from, (size_t)length);
            to += length;
        }
        from += length ? length : 1;
    }
    *to = '\0';
}

char *text_shown(const char *text, char *copy, size_t size)
{
    snprintf(copy, size, "%s", text);
    text_sanitize(copy);
    return copy;
}

const char *text_path_typed(const char *path, const char *instead)
{
    enum { LENGTH_MOST = 60 };
    return strpbrk(path, " '\"\\$`&;()<>*?|") || strlen(path) > LENGTH_MOST ? instead : path;
}

bool text_number(const char *text, long min, long max, long *number)
{
    bool negative = *text == '-';
    const char *digit = text + (*text == '-' || *text == '+');
    if (!*digit)
        return false;
    long value = 0;
    for (; *digit; digit++) {
        if (*digit < '0' || *digit > '9' ||
            __builtin_mul_overflow(value, 10L, &value) ||
            __builtin_add_overflow(value, negative ? '0' - *digit : *digit - '0', &value))
            return false;
    }
    if (value < min || value > max)
        return false;
    *number = value;
    return true;
}

const char *text_begins_number(const char *text, int64_t min, int64_t max, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end != text && errno == 0 && value >= min && value <= max)
        *number = value;
    return end;
}

bool text_seed(const char *text, uint64_t *seed)
{
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && errno == 0;
}

bool text_next_setting(char **at, char **name, char **value)
{
    *value = *at + strspn(*at, " ");
    *name = strsep(value, "=");
    if (!*value)
        return false;
    char *next = strchr(*value, '=');
    char *end = *value + strlen(*value);
    if (next) {
        for (end = next; end > *value && *end != ' '; end--)
            continue;
    }
    *at = *end ? end + 1 : end;
    *end = '\0';
    return true;
}

int text_index(const char *name, const char *const names[], int count)
{
    int index = count - 1;
    while (index >= 0 && strcmp(names[index], name) != 0)
        index--;
    return index;
}

bool text_choice(const char *what, const char *value, const char *const names[], int count,
                 void *chosen, struct error *error)
{
    char all[128] = "";
    int index = text_index(value, names, count);
    if (index >= 0) {
        *(int *)chosen = index;
        return true;
    }
    for (int i = 0; i < count; i++)
        text_add(all, sizeof all, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", names[i]);
    return error_set(error, "%s must be %s, not \"%.40s\"", what, all, value);
}

enum { WORD_MAX = 32, MISTYPED_MAX = 2 };

/* The edit distance, by dynamic programming (optimal string alignment). */
static int mistyped(const char *word, const char *name)
{
    int length = (int)strlen(word), width = (int)strlen(name);
    int cost[WORD_MAX + 1][WORD_MAX + 1];
    if (length > WORD_MAX || width > WORD_MAX)
        return WORD_MAX;
    for (int i = 0; i <= length; i++) {
        for (int j = 0; j <= width; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            int least = cost[i - 1][j - 1] + (word[i - 1] != name[j - 1]);
            least = cost[i - 1][j] + 1 < least ? cost[i - 1][j] + 1 : least;
            least = cost[i][j - 1] + 1 < least ? cost[i][j - 1] + 1 : least;
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1] &&
                cost[i - 2][j - 2] + 1 < least)
                least = cost[i - 2][j - 2] + 1;
            cost[i][j] = least;
        }
    }
    return cost[length][width];
}

const char *text_nearer(const char *word, const char *one, const char *other)
{
    int most = (int)strlen(word) / 3; /* if more mistakes were allowed, "hello" would be taken for
                                       * "elo" */
    int least = most < MISTYPED_MAX ? most + 1 : MISTYPED_MAX + 1;
    const char *nearest = NULL;
    if (one && mistyped(word, one) < least) {
        nearest = one;
        least = mistyped(word, one);
    }
    return other && mistyped(word, other) < least ? other : nearest;
}

void text_of_error(const struct error *error, char *text, size_t size)
{
    char file[sizeof error->file], message[sizeof error->message];
    memcpy(file, error->file, sizeof file);
    memcpy(message, error->message, sizeof message);
    text_sanitize(file);
    text_sanitize(message);
    text[0] = '\0';
    if (file[0])
        text_add(text, size, "%s:", file);
    if (error->line > 0)
        text_add(text, size, "%s%d:", file[0] ? "" : "line ", error->line);
    if (error->column > 0)
        text_add(text, size, "%s%d:", file[0] || error->line > 0 ? "" : "column ", error->column);
    text_add(text, size, "%s%s", *text ? " " : "", message);
}

bool text_error(const struct error *error)
{
    char text[sizeof *error + 32], line[sizeof text + 32];
    text_of_error(error, text, sizeof text);
    snprintf(line, sizeof line, "fallible: %s", text);
    text_say(stderr, line);
    return false;
}

void text_moment(int64_t moment, const char *format, char *text, size_t size)
{
    time_t when = (time_t)moment;
    struct tm local;
    if (!localtime_r(&when, &local) || !strftime(text, size, format, &local))
        *text = '\0';
}

int64_t text_noon(int64_t moment, int days)
{
    struct tm local;
    time_t when = (time_t)moment;
    if (!localtime_r(&when, &local))
        return moment + days * INT64_C(86400);
    local.tm_mday += days;
    local.tm_hour = 12;
    local.tm_min = local.tm_sec = 0;
    local.tm_isdst = -1;
    return (int64_t)mktime(&local);
}

void text_due(int64_t moment, int64_t now, char *text, size_t size)
{
    int64_t noon = text_noon(moment, 0);
    if (noon == text_noon(now, 0))
        text_moment(moment, "today at %H:%M", text, size);
    else if (noon == text_noon(now, 1))
        snprintf(text, size, "tomorrow");
    else
        text_moment(moment, "on %Y-%m-%d", text, size);
}

void text_month_before(int64_t moment, char *text, size_t size)
{
    struct tm local;
    time_t when = (time_t)moment;
    *text = '\0';
    if (!localtime_r(&when, &local))
        return;
    /* Goes back tm_mday days and 12 hours. Without the 12 hours, a moment in the last hour of a day
     * would lead to the first day of this month if summer time ended in between. */
    text_moment(moment - (2 * local.tm_mday + 1) * INT64_C(43200), "%B", text, size);
}

int64_t text_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void text_nap(int milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}
