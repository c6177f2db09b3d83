/* A whole session of the UCI engine. Searches are limited to few nodes, and numbers to one digit,
 * so that lines are fast; everything else is passed on. */
#include <ctype.h>
#include <strings.h>

#include "src/uci/uci.h"
#include "tests/fuzz/fuzz.h"

static bool mentions(const char *line, const char *word)
{
    for (; *line; line++)
        if (strncasecmp(line, word, strlen(word)) == 0)
            return true;
    return false;
}

/* Shortens every number to its first digit. */
static void cut_numbers(char *line)
{
    for (char *at = line; *at; at++)
        while (isdigit((unsigned char)at[0]) && isdigit((unsigned char)at[1]))
            memmove(at + 1, at + 2, strlen(at + 2) + 1);
}

/* A copy of the text with slow commands made short. The caller frees it. */
static char *make_short(char *text)
{
    size_t size = 0;
    char *result = NULL;
    FILE *out = open_memstream(&result, &size);
    require(out);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        for (char *perft; (perft = strstr(line, "perft")) != NULL;)
            perft[4] = 'd';
        if (mentions(line, "hash") || mentions(line, "thread") || mentions(line, "multipv") ||
            mentions(line, "genfens"))
            cut_numbers(line);
        fprintf(out, "%s%s\n", line, strstr(line, "go") ? " nodes 50" : "");
    }
    fputs("quit\n", out);
    fclose(out);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct strength *strength;
    struct error error = {.message = ""};
    chess_init();
    if (!strength) {
        strength = strength_create(NULL, "fuzz", &error);
        require(strength && freopen("/dev/null", "w", stdout));
    }
    char *text = fuzz_text(data, size), *lines = make_short(text);
    require(freopen(fuzz_file((const uint8_t *)lines, strlen(lines)), "r", stdin));
    require(uci_run(strength, NULL, NULL, NULL, 0) == 0);
    free(lines);
    free(text);
    return 0;
}
