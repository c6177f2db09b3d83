/* Lists games, one on each line, filtered by tags and by a position they reach. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/player/analyze_games.h"
#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/progress.h"
#include "src/util/text.h"

struct show {
    const char *words;
    struct progress progress;
};

static bool show_percent(void *context, int percent)
{
    struct show *show = context;
    if (progress_due(&show->progress)) {
        char line[80];
        snprintf(line, sizeof line, "%s: %d %%", show->words, percent);
        progress_show(true, line);
    }
    return !interrupt_came();
}

/* Starts a progress line, and catches Ctrl-C, so that the incomplete index is removed before the
 * program ends. */
static struct show begin_show(const char *words)
{
    interrupt_catch();
    return (struct show){words, progress_begin()};
}

static void end_show(struct show *show)
{
    progress_end(&show->progress);
    interrupt_release();
}

struct pgn_index *analyze_index(const char *path)
{
    struct error error;
    struct show show = begin_show("reading the games");
    struct pgn_index *index = pgn_index_open(path, show_percent, &show, &error);
    end_show(&show);
    if (!index && error.message[0])
        text_error(&error);
    return index;
}

struct pgn_positions *analyze_positions(const struct pgn_index *index)
{
    struct error error;
    struct show show = begin_show("reading the moves of the games");
    struct pgn_positions *positions = pgn_positions_open(index, show_percent, &show, &error);
    end_show(&show);
    if (!positions && error.message[0])
        text_error(&error);
    return positions;
}

bool analyze_position(const char *text, struct position *position, struct error *error)
{
    if (strchr(text, '/'))
        return chess_from_fen(position, text, error);
    chess_start(position);
    char copy[1024], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        Move move;
        size_t digits = strspn(word, "0123456789");
        if (word[digits] == '.' || !word[digits])
            word += digits + strspn(word + digits, ".");
        if (!*word)
            continue;
        if (!chess_read_move(position, word, &move, error))
            return false;
        chess_play(position, move);
    }
    return true;
}

static void print_player(const char *name, int elo)
{
    char text[96], rated[128];
    snprintf(text, sizeof text, "%s", *name ? name : "?");
    text_sanitize(text);
    snprintf(rated, sizeof rated, elo ? "%s (%d)" : "%s", text, elo);
    printf(" %-28s", rated);
}

/* Prints "123 Carlsen,M (2850) Anand,V (2790) 1-0 B90 2010.05.02 45 moves Wijk aan Zee". `ply` is
 * the ply at which the game reaches the position searched for; -1: it is not printed. */
static void print_game(const struct pgn_index *index, int game, int ply)
{
    const struct pgn_entry *entry = pgn_index_entry(index, game);
    char eco[PGN_ECO_TEXT], date[PGN_DATE_TEXT], event[128];
    pgn_eco_text(entry->eco, eco);
    pgn_date_text(entry->date, date);
    snprintf(event, sizeof event, "%s", pgn_index_text(index, entry->event));
    text_sanitize(event);
    printf("%8d", game + 1);
    print_player(pgn_index_text(index, entry->white), entry->white_elo);
    print_player(pgn_index_text(index, entry->black), entry->black_elo);
    printf(" %-7s %-3s %s %3d moves  %s", result_text((enum result)entry->result),
           *eco ? eco : "-", date, entry->moves, event);
    if (ply >= 0)
        printf("  (after move %d)", (ply + 1) / 2);
    putchar('\n');
}

bool analyze_query(struct pgn_query *query, const char *words)
{
    struct error error;
    struct openings *openings = command_opening_names();
    bool good = pgn_query_parse(query, words, openings, &error);
    openings_free(openings);
    if (!good) {
        snprintf(error.file, sizeof error.file, "--find");
        text_error(&error);
    }
    return good;
}

int analyze_list(const struct pgn_index *index, const char *query, const struct position *position)
{
    struct pgn_query parsed;
    if (!analyze_query(&parsed, query))
        return EXIT_USAGE;
    struct pgn_positions *positions = position ? analyze_positions(index) : NULL;
    if (position && !positions)
        return EXIT_USAGE;
    struct pgn_results results = {0};
    int found = 0, count = pgn_index_count(index);
    for (int i = 0; i < count && !interrupt_came(); i++) {
        if (!pgn_query_matches(&parsed, index, pgn_index_entry(index, i)))
            continue;
        int ply = positions ? pgn_positions_ply(positions, i, position, NULL) : -1;
        if (positions && ply < 0)
            continue;
        print_game(index, i, ply);
        pgn_add_result(&results, pgn_index_entry(index, i));
        found++;
    }
    char number[32], all[32], came_to[80];
    pgn_results_text(&results, came_to, sizeof came_to);
    text_thousands((uint64_t)found, number, sizeof number);
    text_thousands((uint64_t)count, all, sizeof all);
    fflush(stdout);
    fprintf(stderr, "%s of %s games. %s\n", number, all, found > 0 ? came_to : "");
    pgn_positions_close(positions);
    return EXIT_OK;
}
