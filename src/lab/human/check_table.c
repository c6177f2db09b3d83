/* Writes the results: a table and a plot as text, and JSON and CSV for programs. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/lab/human/check.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum { NAME_LEAST = 12, NAME_MOST = 25, PLOT_WIDTH = 66, PLOT_HEIGHT = 11, PLOT_STEP = 5 };

/* The figures of a tally; NAN: the figure cannot be computed. Shares are 0 .. 1. */
struct figures {
    double match, error, first; /* error: the standard error of match */
    double likelihood, loss, judgements[CHECK_JUDGEMENTS];
    double rare, predicted, losses[LOSS_BANDS];
};

static struct figures figures_of(const struct check *check, int who,
                                 const struct check_tally *tally)
{
    double positions = (double)tally->positions, judged = (double)tally->judged;
    bool compared = tally->positions > 0 && who < check->asked && (who > 0 || check->bare);
    bool known = compared && 2 * tally->known > tally->positions;
    struct figures figures = {
        .match = compared ? tally->matched / positions : NAN,
        .first = known ? tally->first / (double)tally->known : NAN,
        .likelihood = known ? tally->likelihood / (double)tally->known : NAN,
        .loss = tally->judged > 0 ? tally->lost / judged : NAN,
        .rare = tally->rated > 0 ? (double)tally->rare / (double)tally->rated : NAN,
        .predicted = tally->rated > 0 ? (double)tally->predicted / (double)tally->rated : NAN,
    };
    figures.error = sqrt((tally->squares / positions - figures.match * figures.match) / positions);
    for (int i = 0; i < CHECK_JUDGEMENTS; i++)
        figures.judgements[i] = tally->judged > 0 ? (double)tally->judgements[i] / judged : NAN;
    for (int i = 0; i < LOSS_BANDS; i++)
        figures.losses[i] = tally->judged > 0 ? (double)tally->losses[i] / judged : NAN;
    return figures;
}

/* Returns the letter that marks a player's curve in the plot, counted from `first`; a space for the
 * people, who have no curve. */
static char letter_of(const struct check *check, int who, char first)
{
    return who == 0 && !check->bare ? ' ' : (char)(first + who - !check->bare);
}

/* The table */

/* Writes a number in a separate column; NAN leaves it blank. *gap is the width of the blank columns
 * since the last number; they are written only when another number follows, so that no row ends
 * with blanks. */
static void put_number(FILE *out, int *gap, int width, int decimals, double number)
{
    *gap += width + 1;
    if (isnan(number))
        return;
    fprintf(out, "%*.*f", *gap, decimals, number);
    *gap = 0;
}

static int name_width(const struct check *check)
{
    int width = NAME_LEAST;
    for (int who = 0; who < check->count; who++) {
        int length = (int)strlen(check->names[who]) + 2;
        width = length > width ? length : width;
    }
    return width < NAME_MOST ? width : NAME_MOST;
}

/* Shortens a long name in the middle: "Stockfish 15.1..Level=3". */
static void put_name(FILE *out, const char *name, int width)
{
    int length = (int)strlen(name), end = length > width ? width / 3 : 0;
    if (end > 0)
        fprintf(out, "%.*s..%s", width - end - 2, name, name + length - end);
    else
        fprintf(out, "%-*s", width, name);
}

static void begin_row(FILE *out, const struct check *check, int who, int width,
                      const struct check_tally *tally)
{
    fprintf(out, "%c ", letter_of(check, who, 'A'));
    put_name(out, check->names[who], width - 2);
    fprintf(out, " %6" PRId64, tally->positions);
}

static void write_row(FILE *out, const struct check *check, int who, int width,
                      const struct check_tally *tally)
{
    struct figures figures = figures_of(check, who, tally);
    int gap = 0;
    begin_row(out, check, who, width, tally);
    put_number(out, &gap, 6, 1, 100 * figures.match);
    put_number(out, &gap, 4, 1, 100 * figures.error);
    put_number(out, &gap, 6, 1, 100 * figures.first);
    put_number(out, &gap, 6, 2, figures.likelihood);
    put_number(out, &gap, 6, 1, figures.loss);
    for (int i = 0; i < CHECK_JUDGEMENTS; i++)
        put_number(out, &gap, 4, 1, 100 * figures.judgements[i]);
    fputc('\n', out);
}

static void write_habits_row(FILE *out, const struct check *check, int who, int width,
                             const struct check_tally *tally)
{
    struct figures figures = figures_of(check, who, tally);
    int gap = 0;
    begin_row(out, check, who, width, tally);
    put_number(out, &gap, 5, 1, 100 * figures.rare);
    put_number(out, &gap, 5, 1, 100 * figures.predicted);
    put_number(out, &gap, 5, 1, figures.loss);
    for (int i = 0; i < LOSS_BANDS; i++)
        put_number(out, &gap, 5, 1, 100 * figures.losses[i]);
    fputc('\n', out);
}

/* Writes the rows of one rating band and one part of the split: those of the second table (how
 * usual the moves are) if `habits` is true, otherwise those of the first. */
static void write_part(FILE *out, const struct check *check, int band, int part, bool habits)
{
    int low = check->bands.low + band * check->bands.width, width = name_width(check);
    char title[32];
    bool any = false;
    for (int who = 0; who < (habits ? check->count : check->asked); who++)
        any = any || check->tallies[band][who][part].positions > 0;
    if (!any)
        return;
    snprintf(title, sizeof title, "%d to %d", low, low + check->bands.width - 1);
    fprintf(out, "\n%-*s %6s", width, title, "moves");
    if (habits)
        fprintf(out, " %5s %5s %5s %5s %5s %5s %5s %5s", "rare", "usual", "loss", "<20", "<50",
                "<100", "<300", "more");
    else
        fprintf(out, " %6s %4s %6s %6s %6s %4s %4s %4s", "match", "+-", "first", "log p", "loss",
                "?!", "?", "??");
    fprintf(out, "%s%s\n", part == CHECK_ALL ? "" : "  ",
            part == CHECK_ALL ? "" : check_part_words((enum check_part)part));
    for (int who = 0; who < (habits ? check->count : check->asked); who++)
        if (check->tallies[band][who][part].positions > 0)
            (habits ? write_habits_row : write_row)(out, check, who, width,
                                                    &check->tallies[band][who][part]);
}

static void write_parts(FILE *out, const struct check *check, enum check_split split, bool habits)
{
    for (int band = 0; band < check->bands.count; band++)
        for (int part = 0; part < CHECK_PART_COUNT; part++)
            if (check_part_split((enum check_part)part) == split)
                write_part(out, check, band, part, habits);
}

/* The plot */

struct plot {
    char grid[PLOT_HEIGHT][PLOT_WIDTH + 1];
    int low, high; /* percentages at the bottom and the top of the plot */
    int cell;      /* columns per band */
};

/* Returns in how many percent of a rating band's positions the move that the player chose, or its
 * most probable move if `first` is true, is the move that was played; NAN if unknown. */
static double height_of(const struct check *check, int band, int who, bool first)
{
    struct figures figures = figures_of(check, who, &check->tallies[band][who][CHECK_ALL]);
    return 100 * (first ? figures.first : figures.match);
}

static void find_bounds(const struct check *check, struct plot *plot)
{
    double low = 100, high = 0;
    for (int band = 0; band < check->bands.count; band++)
        for (int who = 0; who < check->count; who++)
            for (int first = 0; first < 2; first++) {
                double height = height_of(check, band, who, first);
                low = isnan(height) ? low : fmin(low, height);
                high = isnan(height) ? high : fmax(high, height);
            }
    plot->low = (int)floor(low / PLOT_STEP) * PLOT_STEP;
    plot->high = (int)ceil(high / PLOT_STEP) * PLOT_STEP;
    if (plot->high == plot->low)
        plot->high += PLOT_STEP;
}

static void mark(struct plot *plot, const struct check *check, int band, int who, bool first)
{
    double height = height_of(check, band, who, first);
    if (isnan(height))
        return;
    double share = (plot->high - height) / (plot->high - plot->low);
    char *row = plot->grid[lround(share * (PLOT_HEIGHT - 1))];
    row[band * plot->cell + who * plot->cell / (check->count + 1)] =
        letter_of(check, who, first ? 'a' : 'A');
}

static void write_axis(FILE *out, const struct check *check, const struct plot *plot)
{
    fprintf(out, "%6s +", "");
    for (int column = 0; column < plot->cell * check->bands.count; column++)
        fputc('-', out);
    fprintf(out, "\n%6s  ", "");
    for (int band = 0; band < check->bands.count; band++) {
        int every = plot->cell < 6 ? 6 / plot->cell + 1 : 1;
        char label[16] = "";
        if (band % every == 0)
            snprintf(label, sizeof label, "%d", check_band_middle(&check->bands, band));
        if (band % every == 0 || plot->cell >= 6)
            fprintf(out, "%-*s", band + every < check->bands.count ? plot->cell * every : 0, label);
    }
    fputc('\n', out);
}

static void write_plot(FILE *out, const struct check *check)
{
    struct plot plot;
    int most = PLOT_WIDTH / check->bands.count;
    find_bounds(check, &plot);
    plot.cell = most < 12 ? most : 12;
    for (int row = 0; row < PLOT_HEIGHT; row++) {
        memset(plot.grid[row], ' ', PLOT_WIDTH);
        plot.grid[row][PLOT_WIDTH] = '\0';
    }
    for (int band = 0; band < check->bands.count; band++)
        for (int who = 0; who < check->count; who++)
            for (int first = 1; first >= 0; first--)
                mark(&plot, check, band, who, first);
    fprintf(out, "\nMoves matched, per cent, by rating\n\n");
    for (int row = 0; row < PLOT_HEIGHT; row++) {
        size_t length = PLOT_WIDTH;
        while (length > 0 && plot.grid[row][length - 1] == ' ')
            length--;
        fprintf(out, "%6.1f |%.*s\n",
                plot.high - (double)(plot.high - plot.low) * row / (PLOT_HEIGHT - 1), (int)length,
                plot.grid[row]);
    }
    write_axis(out, check, &plot);
    for (int who = check->bare ? 0 : 1; who < check->asked; who++)
        fprintf(out, "%8s%c  %s\n", "", letter_of(check, who, 'A'), check->names[who]);
    fprintf(out, "%8sa lowercase letter: the most probable move\n", "");
}

void check_write_text(FILE *out, const struct check *check, enum check_split split)
{
    bool asked = check->asked > 1;
    if (asked) {
        fprintf(
            out,
            "%s, and how much they lost.\n"
            "match: per cent, with its standard error; first: the same for the most probable\n"
            "moves; log p: mean logarithm of the probability of the move played; loss: centi-\n"
            "pawns a move; ?! ? ??: per cent of moves that lost 10, 20, 30 %% winning chances\n",
            check->bare ? "How probable Maia finds the moves"
                        : "How often the moves were the same as people's");
        write_parts(out, check, split, false);
        fputc('\n', out);
    }
    fprintf(out,
            "How usual the moves are among people, and how much they lose.\n"
            "rare: per cent of moves that fewer than 1 in %d people of the rating play, by\n"
            "the Maia network; usual: per cent that are its first choice; loss: centipawns a\n"
            "move; then the per cent that lose under 20 centipawns, 20 to 50, to 100, to 300,\n"
            "more\n",
            CHECK_RARE);
    write_parts(out, check, split, true);
    if (asked)
        write_plot(out, check);
}

/* JSON and CSV */

static const char *const judgement_words[CHECK_JUDGEMENTS] = {"inaccuracies", "mistakes",
                                                              "blunders"};

static const char *const loss_words[LOSS_BANDS] = {"loss_from_0", "loss_from_20", "loss_from_50",
                                                   "loss_from_100", "loss_from_300"};

static void json_tally(struct json *json, const char *key, const struct check *check, int who,
                       const struct check_tally *tally)
{
    struct figures figures = figures_of(check, who, tally);
    json_object(json, key);
    json_int(json, "moves", tally->positions);
    json_int(json, "judged", tally->judged);
    JSON_DOUBLES(json, 5, {"match", figures.match}, {"first", figures.first},
                 {"log_likelihood", figures.likelihood}, {"loss", figures.loss});
    for (int i = 0; i < CHECK_JUDGEMENTS; i++)
        json_double(json, judgement_words[i], figures.judgements[i], 5);
    JSON_DOUBLES(json, 5, {"rare", figures.rare}, {"usual", figures.predicted});
    for (int i = 0; i < LOSS_BANDS; i++)
        json_double(json, loss_words[i], figures.losses[i], 5);
    json_end(json);
}

static void json_player(struct json *json, const struct check *check, int band, int who)
{
    const struct check_tally *tallies = check->tallies[band][who];
    json_object(json, NULL);
    json_string(json, "name", check->names[who]);
    json_tally(json, check_split_word(CHECK_BY_WHOLE), check, who, &tallies[CHECK_ALL]);
    for (int split = CHECK_BY_WHOLE + 1; split < CHECK_SPLIT_COUNT; split++) {
        json_object(json, check_split_word((enum check_split)split));
        for (int part = 0; part < CHECK_PART_COUNT; part++)
            if (check_part_split((enum check_part)part) == (enum check_split)split)
                json_tally(json, check_part_words((enum check_part)part), check, who,
                           &tallies[part]);
        json_end(json);
    }
    json_end(json);
}

void check_write_json(FILE *out, const struct check *check)
{
    struct json json = json_begin(out);
    json_object(&json, NULL);
    json_string(&json, "reference", check->bare ? "maia" : "people");
    json_array(&json, "bands");
    for (int band = 0; band < check->bands.count; band++) {
        int low = check->bands.low + band * check->bands.width;
        json_object(&json, NULL);
        json_int(&json, "low", low);
        json_int(&json, "high", low + check->bands.width - 1);
        json_array(&json, "players");
        for (int who = 0; who < check->count; who++)
            json_player(&json, check, band, who);
        json_end(&json);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

void check_write_csv(FILE *out, const struct check *check)
{
    fputs("low,high,player,split,part,moves,judged,match,first,log_likelihood,loss,inaccuracies,"
          "mistakes,blunders,rare,usual,loss_from_0,loss_from_20,loss_from_50,loss_from_100,"
          "loss_from_300\n", out);
    for (int band = 0; band < check->bands.count; band++)
        for (int who = 0; who < check->count; who++)
            for (int part = 0; part < CHECK_PART_COUNT; part++) {
                const struct check_tally *tally = &check->tallies[band][who][part];
                struct figures figures = figures_of(check, who, tally);
                int low = check->bands.low + band * check->bands.width;
                if (tally->positions == 0)
                    continue;
                fprintf(out, "%d,%d", low, low + check->bands.width - 1);
                text_csv(out, ",", check->names[who]);
                fprintf(out, ",%s,%s,%" PRId64 ",%" PRId64,
                        check_split_word(check_part_split((enum check_part)part)),
                        check_part_words((enum check_part)part), tally->positions, tally->judged);
                text_csv_number(out, figures.match, 5);
                text_csv_number(out, figures.first, 5);
                text_csv_number(out, figures.likelihood, 5);
                text_csv_number(out, figures.loss, 5);
                for (int i = 0; i < CHECK_JUDGEMENTS; i++)
                    text_csv_number(out, figures.judgements[i], 5);
                text_csv_number(out, figures.rare, 5);
                text_csv_number(out, figures.predicted, 5);
                for (int i = 0; i < LOSS_BANDS; i++)
                    text_csv_number(out, figures.losses[i], 5);
                fputc('\n', out);
            }
}
