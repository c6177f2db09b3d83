/* The files of a choice model. Decimals are written as the C locale has them. */
#include <math.h>
#include <stdlib.h>

#include "src/lab/human_fit.h"

bool human_fit_write(FILE *file, const struct choice_model *model, const char *origin)
{
    fprintf(file,
            "# The choice model of method human: how much each thing that a player sees in a move\n"
            "# speaks for it, at each rating, and in straight lines between. A move's chance goes\n"
            "# with the exponential of the sum. What each name means stands in\n"
            "# engine/strength/human/choice.def. Written by fallible tune human, and built into the\n"
            "# program: %s.\n\n"
            "#                       600     1000     1400     1800     2200     2600\n",
            origin);
    for (int i = 0; i < choice_feature_count(); i++) {
        fprintf(file, "%-18s", choice_feature_name(i));
        for (int k = 0; k < CHOICE_KNOTS; k++)
            fprintf(file, " %8.4f", (double)model->weights[i][k]);
        fputc('\n', file);
    }
    return !ferror(file);
}

bool human_fit_write_habits(FILE *file, const struct choice_model *model)
{
    fputs("# The network of habits of method human: a line a vector, its unit and its numbers to base\n"
          "# 64 (choice_habits_read in engine/engine.h). Written by fallible tune human, and built\n"
          "# into the program.\n",
          file);
    for (int i = 0; i < CHOICE_VECTORS; i++) {
        double most = 0;
        for (int j = 0; j < CHOICE_UNITS; j++)
            most = fabs((double)model->vectors[i][j]) > most ? fabs((double)model->vectors[i][j])
                                                              : most;
        char unit[32];
        snprintf(unit, sizeof unit, "%.9f", most / 2047);
        double scale = strtod(unit, NULL);
        fprintf(file, "%s ", unit);
        for (int j = 0; j < CHOICE_UNITS; j++) {
            long number = scale > 0 ? lround((double)model->vectors[i][j] / scale) : 0;
            number = 2048 + (number < -2047 ? -2047 : number > 2047 ? 2047 : number);
            fputc(CHOICE_DIGITS[number / 64], file);
            fputc(CHOICE_DIGITS[number % 64], file);
        }
        fputc('\n', file);
    }
    return !ferror(file);
}
