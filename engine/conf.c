/* Copies one line at a time into a buffer, and splits the line there into key and value. */
#include "engine/conf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define BLANKS " \t\r\f\v"

struct conf conf_begin(const char *text)
{
    return (struct conf){.text = text};
}

bool conf_refuse(const struct conf *conf, int column, struct error *error, const char *format, ...)
{
    char message[sizeof error->message];
    va_list arguments;
    if (!error)
        return false;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(error, "%s", message);
    error->line = conf->number;
    error->column = column;
    return false;
}

/* Cuts off the blanks at the end of `text`, in place. Returns a pointer to the first character that
 * is not blank. */
static char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]))
        text[--length] = '\0';
    return text + strspn(text, BLANKS);
}

/* Copies the next line, without its comment, into conf->line. Returns false if it is too long. */
static bool take_line(struct conf *conf)
{
    const char *text = conf->text;
    size_t length = strcspn(text, "\n"), used = strcspn(text, "#\n");
    if (conf->whole_values && text[strspn(text, BLANKS)] != '#')
        used = length;
    conf->text += length + (text[length] == '\n');
    conf->number++;
    if (used >= sizeof conf->line)
        return false;
    memcpy(conf->line, text, used);
    conf->line[used] = '\0';
    return true;
}

static bool cut_section(struct conf *conf, struct error *error)
{
    size_t length = strlen(conf->key);
    if (conf->key[length - 1] != ']')
        return conf_refuse(conf, conf->column + (int)length, error,
                           "expected ] after the section's name");
    conf->key[length - 1] = '\0';
    conf->section = trim(conf->key + 1);
    return true;
}

bool conf_next(struct conf *conf, bool *failed, struct error *error)
{
    *failed = false;
    do {
        if (!*conf->text) {
            conf->number++;
            return false;
        }
        if (!take_line(conf)) {
            *failed = true;
            return conf_refuse(conf, CONF_LINE_MAX, error, "the line is too long");
        }
        conf->key = trim(conf->line);
    } while (!*conf->key);
    conf->column = (int)(conf->key - conf->line) + 1;
    conf->section = conf->value = NULL;
    if (*conf->key == '[') {
        *failed = !cut_section(conf, error);
        return !*failed;
    }
    char *equals = strchr(conf->key, '=');
    conf->value_column = conf->column + (int)strlen(conf->key);
    if (equals) {
        *equals = '\0';
        conf->value = trim(equals + 1);
        conf->value_column = (int)(conf->value - conf->line) + 1;
        conf->key = trim(conf->key);
    }
    return true;
}

char *conf_word(char **text)
{
    char *word = *text + strspn(*text, BLANKS);
    size_t length = strcspn(word, BLANKS);
    if (length == 0)
        return NULL;
    *text = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* At most 15 digits are accepted, so that mantissa and divisor are exact and the quotient is the
 * same on every machine. */
bool conf_decimal(const char *text, double *number, bool *whole)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    double mantissa = 0, divisor = 1;
    int digits = 0;
    for (; is_digit(*text); text++, digits++)
        mantissa = mantissa * 10 + (*text - '0');
    *whole = *text != '.';
    if (digits == 0)
        return false;
    if (*text == '.') {
        text++;
        if (!is_digit(*text))
            return false;
        for (; is_digit(*text); text++, digits++) {
            mantissa = mantissa * 10 + (*text - '0');
            divisor *= 10;
        }
    }
    *number = (negative ? -mantissa : mantissa) / divisor;
    return *text == '\0' && digits <= 15;
}
