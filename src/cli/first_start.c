/* Two questions in lines of text, before the board or the line mode begins. */
#include "src/cli/first_start.h"

#include <stdio.h>
#include <string.h>

#include "src/cli/settings.h"
#include "src/util/text.h"

static const struct place {
    const char *words;
    enum rating_scale scale;
    int usual; /* rating after Enter */
} places[] = {
    {"Lichess", SCALE_LICHESS_RAPID, 1400},
    {"chess.com", SCALE_CHESSCOM_RAPID, 900},
    {"over the board (FIDE, or a national rating)", SCALE_FIDE, 1500},
    {"don't know, or nowhere yet", SCALE_LICHESS_RAPID, 800},
};
enum { PLACES = sizeof places / sizeof *places };

/* Asks until the answer is a number within the bounds. Returns false at the end of input. */
static bool ask_number(const char *question, int min, int max, int usual, int *number)
{
    char line[128];
    long value = *number = usual;
    for (;;) {
        printf("%s [%d]: ", question, usual);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            putchar('\n');
            return false;
        }
        line[strcspn(line, "\r\n")] = '\0';
        if (!*line)
            return true;
        if (text_number(line, min, max, &value)) {
            *number = (int)value;
            return true;
        }
        printf("Please type a number from %d to %d, or press Enter for %d.\n", min, max, usual);
    }
}

static void keep(const struct first_answers *answers)
{
    char rating[48];
    struct error error = {0};
    snprintf(rating, sizeof rating, "%d %s", answers->rating, scale_name(answers->scale));
    if (!setting_keep(SETTING_SCALE, scale_name(answers->scale), &error) ||
        !setting_keep(SETTING_RATING, rating, &error))
        text_error(&error);
}

void first_start_ask(const struct scale *scale, struct first_answers *answers)
{
    int place = PLACES, min, max;
    puts("Welcome to Fallible. Two questions first, asked only once, so that you get an\n"
         "opponent of your level.\n\n"
         "Where do you play?");
    for (int i = 0; i < PLACES; i++)
        printf("  %d  %s\n", i + 1, places[i].words);
    bool good = ask_number("Your answer", 1, PLACES, PLACES, &place);
    const struct place *chosen = &places[place - 1];
    answers->scale = chosen->scale;
    answers->rating = chosen->usual;
    scale_range(scale, chosen->scale, &min, &max);
    if (good) {
        if (place == PLACES)
            puts("\nThen ratings are those of Lichess, where most beginners have 600 to 1000.\n"
                 "You can change that by s in the opponent's panel.");
        else
            printf("\nRatings are those of %s.\n", scale_words(chosen->scale));
        good = ask_number("About what rating do you have?", min, max, chosen->usual,
                          &answers->rating);
    }
    if (good)
        keep(answers);
}
