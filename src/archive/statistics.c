/* Writes the statistics as a page of lines of at most STATISTICS_COLUMNS characters, or as
 * sentences for a screen reader. */
#include "src/archive/statistics.h"

#include <string.h>

#include "src/archive/history.h"
#include "src/archive/kept_scores.h"
#include "src/archive/today.h"
#include "src/util/text.h"

enum { GAMES = 20, WEEKS_SHOWN = 6 };

/* Totals over the last reviewed games. */
struct reviewed {
    int games, offered, taken;
    int at_end; /* gifts in the last move of a game, so that you could not answer them */
    int offered_of[MOTIF_COUNT], taken_of[MOTIF_COUNT];
    double accuracy;
    int counts[JUDGED_COUNT];
};

static bool add_review(void *context, const struct stored_review *review)
{
    struct reviewed *all = context;
    if (review->moves == 0) /* you have no move in the game, for example because you resigned before
                             * your first */
        return true;
    all->games++;
    all->accuracy += review->accuracy;
    for (int i = 0; i < JUDGED_COUNT; i++)
        all->counts[i] += review->counts[i];
    for (int i = 0; i < review->gift_count; i++) {
        const struct stored_gift *gift = &review->gifts[i];
        all->offered++;
        all->taken += gift->taken;
        all->at_end += !gift->answered;
        all->offered_of[gift->motif]++;
        all->taken_of[gift->motif] += gift->taken;
    }
    return true;
}

static void write_errors(const int counts[JUDGED_COUNT], int games, FILE *out)
{
    fprintf(out, "  per game: inaccuracies %.1f, mistakes %.1f, blunders %.1f\n",
            (double)counts[JUDGED_INACCURACY] / games, (double)counts[JUDGED_MISTAKE] / games,
            (double)counts[JUDGED_BLUNDER] / games);
}

/* Writes how well you played in the reviewed games from files, if there are any. */
static void write_file_games(const struct kept_total *files, FILE *out)
{
    if (files->games == 0)
        return;
    fprintf(out, "%d reviewed game%s from files: accuracy %.0f %%;\n", files->games,
            text_plural(files->games), files->accuracy / files->games);
    write_errors(files->counts, files->games, out);
}

static void write_games(const struct today *today, const struct reviewed *all,
                        const struct scale *scale, const char *file, bool sentences, FILE *out)
{
    enum { PATH_MOST = 40 }; /* a longer path is not shown, so that the command with the path fits
                                into a line */
    struct kept_total files;
    kept_scores_total(&files);
    if (today->games == 0) {
        bool short_path = file && strlen(file) <= PATH_MOST;
        fprintf(out, "You have no finished game %syet.\n", files.games > 0 ? "here " : "");
        write_file_games(&files, out);
        fprintf(out, "For your games in a file:\nfallible stats %s\n",
                short_path ? text_path_typed(file, "FILE.pgn") : "FILE.pgn");
        return;
    }
    fprintf(out, "Games: %d finished, %d rated", today->games, today->rated);
    if (today->rated > 0)
        fprintf(out, "\nYour rating: %.0f (%s)%s", scale_rating(scale, today->rating.rating),
                scale_words(scale_shown(scale)),
                rating_is_provisional(&today->rating) ? ", still uncertain" : "");
    fprintf(out, "\n");
    write_file_games(&files, out);
    if (all->games == 0)
        return;
    double games = all->games;
    if (all->games == 1)
        fprintf(out, "Your reviewed game: accuracy %.0f %%;\n", all->accuracy);
    else
        fprintf(out, "Your last %d reviewed games: accuracy %.0f %%;\n", all->games,
                all->accuracy / games);
    write_errors(all->counts, all->games, out);
    fprintf(out, "Chances that the opponent's errors gave you: %d, taken: %d\n", all->offered,
            all->taken);
    if (all->at_end > 0)
        fprintf(out, "  given at the end of a game, too late to answer: %d\n", all->at_end);
    for (int i = 1; i < MOTIF_COUNT; i++) {
        if (all->offered_of[i] > 0)
            fprintf(out,
                    sentences ? "  %s: %d given, %d taken\n" : "  %-22s %3d given, %3d taken\n",
                    motif_plural((enum motif)i), all->offered_of[i], all->taken_of[i]);
    }
}

static void write_weakest(const struct today *today, FILE *out)
{
    char words[96];
    today_weakest_words(today, words, sizeof words);
    if (*words)
        fprintf(out,
                "%s.\n  This counts every one that you could play, whether\n"
                "  the opponent's error gave it to you or not.\n  To practise, type puzzles %s.\n",
                words, motif_name(today_weakest(today)));
}

static void write_training(const struct today *today, FILE *out)
{
    fprintf(out, "\nDeck: %d position%s, %d due\n", today->cards, text_plural(today->cards),
            today->due);
    if (today->puzzles_tried > 0)
        fprintf(out, "Puzzles: %d tried, your rating %.0f\n", today->puzzles_tried,
                today->puzzle_rating.rating);
    if (today->wac_tried > 0)
        fprintf(out, "Win At Chess: %d of %d solved at the first try\n", today->wac_solved,
                today->wac_tried);
    if (today->trained.longest > 0)
        fprintf(out, "Training: %d position%s today, %d day%s in a row (longest: %d)\n",
                today->trained.positions[0], text_plural(today->trained.positions[0]),
                today->trained.streak, text_plural(today->trained.streak), today->trained.longest);
}

/* Writes the number in `width` columns and its unit in two, or "-" if the number is not known. */
static void write_cell(FILE *out, int width, bool known, double number, const char *unit)
{
    if (known)
        fprintf(out, "%*.0f%-2s", width, number, unit);
    else
        fprintf(out, "%*s%-2s", width, "-", "");
}

static void write_week_row(const struct history_week *week, const char *date,
                           const struct scale *scale, FILE *out)
{
    fprintf(out, "%-7s", date);
    write_cell(out, 6, true, week->positions, "");
    write_cell(out, 6, week->positions > 0,
               week->positions > 0 ? 100.0 * week->solved / week->positions : 0, " %");
    write_cell(out, 7, true, week->games, "");
    write_cell(out, 7, week->games > 0, week->accuracy, " %");
    write_cell(out, 5, week->worth > 0, week->worth > 0 ? 100 * week->kept / week->worth : 0, " %");
    write_cell(out, 6, week->rated, scale_rating(scale, week->rating), "");
    fprintf(out, "\n");
}

static void write_week_sentence(const struct history_week *week, const char *date,
                                const struct scale *scale, FILE *out)
{
    fprintf(out, "Week to %s: ", date);
    if (week->positions > 0)
        fprintf(out, "%d position%s trained, %.0f %% at the first try", week->positions,
                text_plural(week->positions), 100.0 * week->solved / week->positions);
    else
        fprintf(out, "nothing trained");
    if (week->games > 0)
        fprintf(out, "; %d game%s reviewed, accuracy %.0f %%", week->games,
                text_plural(week->games), week->accuracy);
    if (week->worth > 0)
        fprintf(out, ", %.0f %% of the gifts' value kept", 100 * week->kept / week->worth);
    if (week->rated)
        fprintf(out, "; your rating was %.0f", scale_rating(scale, week->rating));
    fprintf(out, ".\n");
}

static void write_weeks(const struct history_week weeks[], const struct scale *scale, int64_t now,
                        bool sentences, FILE *out)
{
    int first = WEEKS_SHOWN - 1;
    while (first >= 0 && weeks[first].positions == 0 && weeks[first].games == 0)
        first--;
    if (first < 0)
        return;
    fprintf(out, "\n");
    if (!sentences)
        fprintf(out, "%-7s%8s%8s%9s%9s%7s%8s\n", "week to", "trained", "1st try", "reviewed",
                "accuracy", "kept", "rating");
    for (int i = first; i >= 0; i--) {
        char date[16];
        text_moment(text_noon(now, -7 * i), sentences ? "%Y-%m-%d" : "%d %b", date,
                    sizeof date);
        (sentences ? write_week_sentence : write_week_row)(&weeks[i], date, scale, out);
    }
}

bool statistics_write(struct store *store, const struct scale *scale, int64_t now,
                      const char *file, bool sentences, FILE *out, enum motif *weakest,
                      struct error *error)
{
    static struct today today; /* static because it is large; only one thread calls this function */
    struct history_week weeks[HISTORY_WEEKS];
    struct reviewed all = {0};
    if (!today_read(store, now, &today, error) ||
        !store_each_review(store, GAMES, add_review, &all, error) ||
        !store_history(store, now, weeks, error))
        return false;
    *weakest = today_weakest(&today);
    write_games(&today, &all, scale, file, sentences, out);
    write_weakest(&today, out);
    write_training(&today, out);
    write_weeks(weeks, scale, now, sentences, out);
    return true;
}
