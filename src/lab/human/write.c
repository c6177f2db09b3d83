/* The files of a choice model. Decimals are written as the C locale has them. */
#include <math.h>
#include <stdlib.h>

#include "src/lab/human/fit.h"

bool human_fit_write(FILE *file, const struct choice_model *model, const char *origin)
{
    fprintf(file,
            "# The choice model of method human: how much each thing that a player sees in a move\n"
            "# speaks for it, at each rating, and in straight lines between. A move's chance goes\n"
            "# with the exponential of the sum. What each name means stands in\n"
            "# engine/human/features.def. Written by fallible tune human, and built into the\n"
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

static void write_row(FILE *file, const float *row, int width)
{
    double most = 0;
    char unit[32];
    for (int i = 0; i < width; i++)
        most = fabs((double)row[i]) > most ? fabs((double)row[i]) : most;
    snprintf(unit, sizeof unit, "%.9f", most / 127);
    double scale = strtod(unit, NULL);
    fprintf(file, "%s ", unit);
    for (int i = 0; i < width; i += 3) {
        unsigned bits = 0;
        for (int j = 0; j < 3; j++) {
            long number = scale > 0 && i + j < width ? lround((double)row[i + j] / scale) : 0;
            bits = bits << 8 | (unsigned)(128 + (number < -127  ? -127
                                                 : number > 127 ? 127
                                                                : number));
        }
        for (int shift = 18; shift >= 0; shift -= 6)
            fputc(CHOICE_DIGITS[bits >> shift & 63], file);
    }
    fputc('\n', file);
}

bool human_fit_write_habits(FILE *file, const struct choice_model *model)
{
    size_t first;
    int width;
    fputs("# The network of habits of method human: a line a row, its unit and its numbers to base "
          "64\n"
          "# (choice_habits_read in engine/engine.h). Written by fallible tune human, and built "
          "into\n"
          "# the program.\n",
          file);
    for (int i = 0; choice_net_row(i, &first, &width); i++)
        write_row(file, (const float *)&model->net + first, width);
    return !ferror(file);
}
