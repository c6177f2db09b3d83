/* Asks a few questions in lines of text, before the board or the line mode begins. */
#include "src/cli/first_start.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/settings.h"
#include "src/util/paths.h"
#include "src/util/text.h"

static const struct place {
    const char *words;
    enum rating_scale scale;
    int usual; /* the default rating, for a user who just presses Enter */
} places[] = {
    {"Lichess", SCALE_LICHESS_RAPID, 1400},
    {"chess.com", SCALE_CHESSCOM_RAPID, 900},
    {"over the board (FIDE, or a national rating)", SCALE_FIDE, 1500},
    {"I don't know or nowhere yet: begin at 800 as a beginner", SCALE_LICHESS_RAPID,
     SCALE_BEGINNER},
};
static_assert(SCALE_BEGINNER == 800, "the last answer names the rating");
enum { PLACES = sizeof places / sizeof *places };
static const char nowhere_rated[] = "I don't know or nowhere yet: ratings like those of Lichess";

/* Prints a paragraph, broken between words. Lines of text are easier to read if they are not as wide
 * as a large terminal. */
static void tell(const char *format, ...)
{
    enum { WIDTH_MOST = 60 };
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int columns = text_columns(stdout), first = (int)strcspn(text, " ");
    printf("%.*s", first, text);
    text_wrap(stdout, first, "", columns > 0 && columns < WIDTH_MOST ? columns : WIDTH_MOST,
              text + first + strspn(text + first, " "));
}

/* Removes the line end and what the cursor keys and Esc send: the character ESC, perhaps followed
 * by [ or O and a letter. */
static void strip(char *line)
{
    char *to = line;
    for (const char *at = line; *at && !strchr("\r\n", *at);) {
        if (*at != '\033') {
            *to++ = *at++;
            continue;
        }
        at++;
        if (*at == '[' || *at == 'O')
            at += 1 + strspn(at + 1, "0123456789;") + (at[1] != '\0');
    }
    *to = '\0';
}

/* Sets *number to the number, from 1, of the choice that contains the words. Returns false if no
 * choice or several contain them, and for a single letter, which could occur in any choice by
 * chance. */
static bool find_choice(const char *words, const char *const choices[], int count, long *number)
{
    int found = 0;
    if (strlen(words) < 2)
        return false;
    for (int i = 0; i < count; i++) {
        if (strcasestr(choices[i], words)) {
            *number = i + 1;
            found++;
        }
    }
    return found == 1;
}

/* Asks until the answer is a number within the bounds or, if there are choices, names one of them.
 * Enter alone means `usual`. Returns false at the end of input. */
static bool ask_number(const char *question, int min, int max, int usual,
                       const char *const choices[], int *number)
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
        strip(line);
        if (!*line)
            return true;
        if (text_number(line, min, max, &value) ||
            (choices && find_choice(line, choices, max, &value))) {
            *number = (int)value;
            return true;
        }
        tell("Type a number from %d to %d, or press Enter for %d.", min, max, usual);
    }
}

/* Older versions kept the clock in a file of the data folder. Stores the clock of such a file as
 * the setting, and removes the file. */
static void take_over_file(void)
{
    enum { FILE_MOST = 64 };
    char path[4096];
    struct time_control control;
    struct error error = {0};
    char *text = paths_data_name("first-clock", path, sizeof path)
                     ? paths_read_regular(path, FILE_MOST, &error)
                     : NULL;
    if (!text)
        return;
    text[strcspn(text, "\n")] = '\0';
    if (!time_control_read(text, &control, &error) ||
        setting_keep(SETTING_FIRST_TIME, text, &error))
        unlink(path);
    free(text);
}

void first_start_clock(struct time_control *control)
{
    static struct settings settings; /* static because it is large; only one thread uses it */
    struct time_control chosen;
    struct error ignored;
    take_over_file();
    if (settings_load(&settings) &&
        time_control_read(settings.rows[SETTING_FIRST_TIME].value, &chosen, &ignored))
        *control = chosen;
}

static void keep(const struct first_answers *answers)
{
    char rating[48], clock[48];
    struct error error = {0};
    time_control_write(&answers->control, clock, sizeof clock);
    snprintf(rating, sizeof rating, "%d %s", answers->rating, scale_name(answers->scale));
    if (!setting_keep(SETTING_SCALE, scale_name(answers->scale), &error) ||
        (answers->rating && !setting_keep(SETTING_RATING, rating, &error)) ||
        !setting_keep(SETTING_FIRST_TIME, clock, &error) ||
        (answers->letters && !setting_keep(SETTING_PIECES, "letters", &error)))
        text_error(&error);
}

static bool ask_choice(const char *question, const char *const choices[], int count, int usual,
                       int *choice)
{
    const int columns = text_columns(stdout);
    tell("%s", question);
    for (int i = 0; i < count; i++) {
        int column = printf("  %d ", i + 1);
        text_wrap(stdout, column, "     ", columns > 0 ? columns : INT_MAX, choices[i]);
    }
    return ask_number("Your answer", 1, count, usual, choices, choice);
}

static bool ask_rating(const struct scale *scale, bool rated, struct first_answers *answers)
{
    const char *words[PLACES];
    int place = PLACES, min, max;
    for (int i = 0; i < PLACES; i++)
        words[i] = rated && i == PLACES - 1 ? nowhere_rated : places[i].words;
    bool good = ask_choice("Where do you play?", words, PLACES, PLACES, &place);
    const struct place *chosen = &places[place - 1];
    answers->scale = chosen->scale;
    answers->rating = rated ? 0 : chosen->usual;
    scale_range(scale, chosen->scale, &min, &max);
    if (good)
        putchar('\n');
    if (good && rated)
        tell("Ratings are those of %s. You keep the rating from your games here. To choose other "
             "ratings later, type scale and a name during a game.",
             scale_words(chosen->scale));
    else if (good && place == PLACES)
        tell("Ratings will be those of Lichess, where most beginners have 600 to 1000. Yours begins "
             "at %d, like your first opponent's, and soon follows your results. To choose other "
             "ratings later, type scale and a name during a game.",
             SCALE_BEGINNER);
    else if (good)
        tell("Ratings are those of %s.", scale_words(chosen->scale));
    return good && (rated || place == PLACES ||
                    ask_number("What is your rating, roughly?", min, max, chosen->usual, NULL,
                               &answers->rating));
}

static bool ask_clock(struct first_answers *answers)
{
    static const char *const choices[] = {"no clock", "10 minutes, and 5 seconds a move",
                                          "5 minutes, and 3 seconds a move"};
    static const char *const controls[] = {"none", "10+5", "5+3"};
    struct error error;
    int choice;
    putchar('\n');
    return ask_choice("Do you want a clock? You can change that before each game.", choices, 3, 1,
                      &choice) &&
           time_control_read(controls[choice - 1], &answers->control, &error);
}

static bool ask_pieces(struct first_answers *answers)
{
    static const char *const choices[] = {"figures: ♔ ♕ ♖ ♗ ♘ ♙", "letters: K Q R B N P"};
    int choice;
    putchar('\n');
    bool good = ask_choice("How should the pieces look?", choices, 2, 1, &choice);
    answers->letters = choice == 2;
    return good;
}

void first_start_ask(const struct scale *scale, bool figures, bool rated,
                     struct first_answers *answers)
{
    *answers = (struct first_answers){.control.untimed = true};
    tell("Welcome to Fallible. A few questions, asked only once. Press Enter where you have no "
         "preference: it takes the answer in brackets.");
    putchar('\n');
    bool good = ask_rating(scale, rated, answers) && ask_clock(answers) &&
                (!figures || ask_pieces(answers));
    if (good)
        keep(answers);
}
