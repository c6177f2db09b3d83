/* Progress and summary of a match. */
#include "src/cli/engine/match_show.h"

#include <inttypes.h>
#include <string.h>

#include "src/cli/progress.h"
#include "src/lab/match/match_strengths.h"
#include "src/lab/match/match_table.h"
#include "src/util/text.h"

enum {
    TROUBLES_SHOWN = 20,
    SKILL_0_ELO = 1320, /* Elo of Stockfish's Skill Level 0, which defines the engine scale; see
                         * fallible-calibrate(6) */
};

/* Progress */

/* Writes the time left at the speed so far, or "" until the first game has ended. */
static void expected_end(const struct match_view *view, int done, char *text, size_t size)
{
    char time[32];
    int played = done - view->resumed;
    text[0] = '\0';
    if (played <= 0)
        return;
    text_clock((text_now() - view->progress.began) * (view->planned - done) / played, false, time,
               sizeof time);
    snprintf(text, size, "  %s left%s", time, view->options->has_sprt ? " at most" : "");
}

void match_show_progress(struct match_view *view, const struct match_game games[],
                         const struct match_state *state)
{
    const struct match_options *options = view->options;
    char line[256], elo[64], left[48], test[64] = "";
    if (!progress_due(&view->progress))
        return;
    struct match_sums sums = match_sum(&options->plan, games, state->count, -1);
    struct elo_estimate estimate = elo_estimate(&sums.tally);
    table_elo_text(&estimate, elo, sizeof elo);
    expected_end(view, sums.done, left, sizeof left);
    if (options->has_sprt)
        snprintf(test, sizeof test, "  LLR %.2f (%.2f, %.2f)",
                 sprt_llr(&options->sprt, sums.tally.pairs), sprt_lower(&options->sprt),
                 sprt_upper(&options->sprt));
    if (options->plan.players == 2)
        snprintf(line, sizeof line,
                 "%d / %d  +%" PRId64 " =%" PRId64 " -%" PRId64 "  Elo %s  LOS %.1f %%%s%s",
                 sums.done, view->planned, sums.tally.wins, sums.tally.draws, sums.tally.losses,
                 elo, 100 * estimate.los, test, left);
    else
        snprintf(line, sizeof line, "%d / %d  White %d, draws %d, Black %d%s", sums.done,
                 view->planned, sums.white_wins, sums.draws, sums.black_wins, left);
    progress_show(view->progress.live, line);
}

/* The name of the player that forfeited: the loser. If the game was drawn on time, it is not known
 * who forfeited. */
static const char *name_of_loser(const struct match_view *view, int game, enum result result)
{
    if (result == RESULT_DRAW)
        return "a player";
    return view->names[match_player_of(&view->options->plan, game,
                                       result == RESULT_WHITE ? BLACK : WHITE)];
}

void match_show_troubles(struct match_view *view, const struct match_game games[], int count)
{
    for (int i = 0; i < count; i++) {
        const struct game_outcome *outcome = &games[i].outcome;
        char shown[sizeof outcome->trouble];
        bool trouble = outcome->trouble[0] || outcome->ending == ENDING_TIME ||
                       outcome->ending == ENDING_TIME_DRAW;
        if (!games[i].done || view->told[i] || !trouble)
            continue;
        view->told[i] = true;
        if (++view->troubles > TROUBLES_SHOWN)
            continue;
        progress_clear(view->progress.live);
        fprintf(stderr, "game %d: %s: %s%s%s\n", i + 1, name_of_loser(view, i, outcome->result),
                match_ending_words(outcome->ending), outcome->trouble[0] ? ": " : "",
                text_shown(outcome->trouble, shown, sizeof shown));
    }
}

void match_show_end(const struct match_view *view)
{
    progress_clear(view->progress.live);
    if (view->troubles > TROUBLES_SHOWN)
        fprintf(stderr, "and %d more such games\n", view->troubles - TROUBLES_SHOWN);
}

/* The summary */

static void print_players(const struct match_sums *sums, const char *const names[], int count)
{
    for (int i = 0; i < count; i++) {
        const struct player_sums *player = &sums->players[i];
        double moves = player->plies > 0 ? player->plies / 2.0 : 1;
        printf("%-10s %s: %.0f nodes and %.1f ms a move; %d time losses, %d illegal moves, %d "
               "crashes\n",
               i == 0 ? "Players" : "", names[i], (double)player->nodes / moves,
               (double)player->think / (player->thoughts > 0 ? player->thoughts : 1),
               player->time_losses, player->illegal, player->breakdowns);
    }
}

static void print_endings(const struct match_sums *sums)
{
    const char *comma = "";
    printf("Endings    ");
    for (int i = 0; i < ENDING_COUNT; i++)
        if (sums->endings[i] > 0) {
            printf("%s%d %s", comma, sums->endings[i], match_ending_words((enum match_ending)i));
            comma = "; ";
        }
    putchar('\n');
}

/* Prints the part of the summary that is the same for two players and for tournaments. */
static void print_common(const struct match_view *view, const struct match_sums *sums)
{
    int64_t elapsed = text_now() - view->progress.began;
    double games = sums->done > 0 ? sums->done : 1;
    print_endings(sums);
    print_players(sums, view->names, view->options->plan.players);
    printf("Time       %.1f s, %.2f games a second, %.0f plies a game\n", (double)elapsed / 1000,
           elapsed > 0 ? (sums->done - view->resumed) * 1000.0 / (double)elapsed : 0,
           (double)sums->plies / games);
}

static const char *verdict_words(enum sprt_verdict verdict)
{
    return verdict == SPRT_ELO1 ? "elo1 accepted" : verdict == SPRT_ELO0 ? "elo0 accepted"
                                                                          : "not decided";
}

static void print_text(const struct match_view *view, const struct match_sums *sums,
                       const struct match_state *state)
{
    const struct match_tally *tally = &sums->tally;
    const struct sprt *sprt = &view->options->sprt;
    table_write_pair(stdout, view->names[0], view->names[1], tally, sums->white_wins,
                     sums->black_wins);
    if (view->options->has_sprt)
        printf("SPRT       [%g, %g]%s: LLR %.2f (%.2f, %.2f): %s\n", sprt->elo0, sprt->elo1,
               sprt->normalised ? " normalised" : "", sprt_llr(sprt, tally->pairs),
               sprt_lower(sprt), sprt_upper(sprt), verdict_words(state->verdict));
    print_common(view, sums);
}

static void print_json(const struct match_view *view, const struct match_sums *sums,
                       const struct match_state *state)
{
    const struct match_tally *tally = &sums->tally;
    double games = sums->done > 0 ? sums->done : 1;
    struct json json = json_begin(stdout);
    json_object(&json, NULL);
    json_int(&json, "games", sums->done);
    table_json_pair(&json, tally);
    if (view->options->has_sprt) {
        json_double(&json, "llr", sprt_llr(&view->options->sprt, tally->pairs), 4);
        json_string(&json, "verdict", verdict_words(state->verdict));
    }
    json_double(&json, "draw_rate", sums->draws / games, 4);
    json_double(&json, "white_score", (sums->white_wins + sums->draws / 2.0) / games, 4);
    json_int(&json, "plies", sums->plies);
    json_int(&json, "elapsed_ms", text_now() - view->progress.began);
    json_array(&json, "players");
    for (int i = 0; i < 2; i++) {
        const struct player_sums *player = &sums->players[i];
        json_object(&json, NULL);
        json_string(&json, "name", view->names[i]);
        JSON_INTS(&json, {"nodes", player->nodes}, {"time_losses", player->time_losses},
                  {"illegal", player->illegal}, {"breakdowns", player->breakdowns});
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

/* Lists the finished games, from which the tables are computed. */
static bool list_games(const struct match_view *view, const struct match_game games[],
                       struct game_list *list)
{
    const struct match_plan *plan = &view->options->plan;
    for (int i = 0; i < plan->players; i++)
        if (game_list_player(list, view->names[i]) != i)
            return false;
    for (int i = 0; i < view->options->games; i++) {
        if (!games[i].done)
            continue;
        if (!game_list_add(list, match_player_of(plan, i, WHITE), match_player_of(plan, i, BLACK),
                           games[i].outcome.result, i / 2))
            return false;
        list->games[list->count - 1].moves = games[i].outcome.moves;
        list->games[list->count - 1].eco = games[i].outcome.eco;
    }
    return true;
}

/* The opponents of a gauntlet whose strength on the engine scale is known: our levels, and
 * Stockfish's Skill Level 0, which defines the scale. Returns their number. */
static int find_anchors(const struct match_view *view, struct rating_anchor anchors[])
{
    int count = 0;
    for (int i = 1; view->options->plan.gauntlet && i < view->options->plan.players; i++) {
        const struct player_spec *spec = &view->options->players[i];
        bool is_zero = spec->kind == PLAYER_UCI && spec->option_count == 1 &&
                       strcmp(spec->options[0].name, "Skill Level") == 0 &&
                       strcmp(spec->options[0].value, "0") == 0;
        bool is_level = spec->kind == PLAYER_FALLIBLE && spec->handicap.limited &&
                        spec->handicap.elo != ELO_FULL;
        if (is_zero || is_level)
            anchors[count++] =
                (struct rating_anchor){i, is_zero ? SKILL_0_ELO : spec->handicap.elo};
    }
    return count;
}

static void print_anchors(const struct match_view *view, const struct rating_anchor anchors[],
                          int count)
{
    char text[MATCH_PLAYERS_MAX * 100] = "";
    for (int i = 0; i < count; i++)
        text_add(text, sizeof text, "%s%s", i ? ", " : "", view->names[anchors[i].player]);
    if (count == 0)
        return;
    fputs("On the engine scale, fixed by", stdout);
    text_wrap(stdout, 29, "  ", 79, text);
    putchar('\n');
}

/* Prints what --gauntlet adds about the first player. */
static bool print_gauntlet(const struct game_list *list)
{
    table_write_gauntlet(stdout, list, 0);
    putchar('\n');
    return strengths_write(stdout, list, 0);
}

static void print_tournament(const struct match_view *view, const struct match_game games[],
                             const struct match_sums *sums)
{
    struct game_list list = {0};
    struct ratings ratings = {0};
    struct error error = {.message = "out of memory"};
    struct rating_anchor anchors[MATCH_PLAYERS_MAX];
    int anchor_count = find_anchors(view, anchors);
    bool gauntlet = view->options->plan.gauntlet;
    bool good = list_games(view, games, &list) &&
                table_fit(&list, anchors, anchor_count, 0, &ratings, &error);
    if (good && view->json) {
        good = table_write_json(stdout, &list, &ratings, gauntlet ? 0 : -1);
    } else if (good) {
        good = table_write_ratings(stdout, &list, &ratings);
        putchar('\n');
        print_anchors(view, anchors, anchor_count);
        good = table_write_cross(stdout, &list) && good;
        putchar('\n');
        if (gauntlet) {
            good = print_gauntlet(&list) && good;
            putchar('\n');
        }
        print_common(view, sums);
    }
    if (!good)
        text_error(&error);
    ratings_clear(&ratings);
    game_list_clear(&list);
}

void match_show_summary(const struct match_view *view, const struct match_game games[],
                        const struct match_state *state)
{
    struct match_sums sums = match_sum(&view->options->plan, games, state->count, -1);
    if (view->options->plan.players > 2 ||
        (view->options->plan.gauntlet && !view->options->has_sprt))
        print_tournament(view, games, &sums);
    else if (view->json)
        print_json(view, &sums, state);
    else
        print_text(view, &sums, state);
}
