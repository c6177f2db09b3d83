/* The games of a big PGN file: a list that is narrowed by typing words, or to those that reach the
 * position on the board. Tags are searched at once; positions are prepared in a thread, the first
 * time a file is asked for them, and the list follows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/query.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/tui/panes/games_worker.h"
#include "src/tui/model.h"
#include "src/tui/paint.h"

enum { ESCAPE = 27, BACKSPACE = 127,
       LIVE_MAX = 200000 /* games searched again with each key */ };

struct games_pane {
    const struct pgn_index *index;
    const struct openings *openings;
    struct games_work *work; /* the model's; NULL until a position is asked for */
    int *found;            /* numbers of games, from 0 */
    int count, chosen;
    bool typing;
    char query[GAMES_WORDS_MAX];
    char notice[160];
    char came_to[80];      /* what the games found came to */
    bool here;             /* only games that reach position */
    struct position position;
    bool awaited;          /* the search by position goes on */
    bool ready;            /* all games have been played once, which it needs */
    int percent;           /* of that */
};

/* Searching */

static void count_results(struct games_pane *pane)
{
    struct pgn_results results = {0};
    for (int i = 0; i < pane->count; i++)
        pgn_add_result(&results, pgn_index_entry(pane->index, pane->found[i]));
    pgn_results_text(&results, pane->came_to, sizeof pane->came_to);
}

static void search(struct games_pane *pane)
{
    struct pgn_query query;
    struct error error;
    pane->notice[0] = '\0';
    pane->awaited = false;
    if (!pgn_query_parse(&query, pane->query, pane->openings, &error)) {
        snprintf(pane->notice, sizeof pane->notice, "%.150s", error.message);
        return;
    }
    pane->chosen = pane->count = 0;
    pane->awaited = pane->here;
    if (pane->here) {
        games_work_find(pane->work, &query, &pane->position);
        return;
    }
    pane->count = pgn_find(&query, pane->index, NULL, NULL, pane->found, NULL, NULL);
    count_results(pane);
}

struct games_work *games_pane_work(struct model *model)
{
    if (!model->work)
        model->work = games_work_create(model->options.games, model->wake, model->wake_context);
    return model->work;
}

const char *games_pane_words(const struct model *model)
{
    return model->games ? model->games->query : "";
}

/* The games that reach the position on the board: now, or when all have been played once. */
static void search_here(struct model *model)
{
    struct games_pane *pane = model->games;
    pane->position = model->view.shown->position;
    pane->work = games_pane_work(model);
    pane->here = pane->work != NULL;
    if (!pane->work)
        snprintf(pane->notice, sizeof pane->notice, "no thread can be started");
    else
        search(pane);
}

bool games_pane_poll(struct model *model)
{
    struct games_pane *pane = model->games;
    struct error error;
    if (!pane || !pane->awaited)
        return false;
    pane->ready = games_work_ready(pane->work, &pane->percent, &error);
    if (error.message[0]) {
        pane->here = false;
        search(pane);
        snprintf(pane->notice, sizeof pane->notice, "%.150s", error.message);
    } else if (games_work_found(pane->work, pane->found, &pane->count)) {
        pane->awaited = false;
        count_results(pane);
    }
    return true;
}

/* Opening and closing */

bool games_pane_open(struct model *model, const char *words, struct error *error)
{
    if (!model->options.games)
        return error_set(error, "there is no list of games: fallible analyze FILE.pgn opens one");
    if (!model->games) {
        struct games_pane *pane = calloc(1, sizeof *pane);
        if (pane)
            pane->found = malloc((size_t)pgn_index_count(model->options.games) * sizeof(int));
        if (!pane || !pane->found) {
            free(pane);
            return error_set(error, "out of memory");
        }
        pane->index = model->options.games;
        pane->openings = model->options.openings;
        model->games = pane;
        if (!*words)
            search(pane);
    }
    model->dialog = DIALOG_GAMES;
    if (strcmp(words, "here") == 0) {
        search_here(model);
    } else if (*words) {
        model->games->here = false;
        snprintf(model->games->query, sizeof model->games->query, "%s", words);
        search(model->games);
    } else if (model->games->awaited) {
        search(model->games); /* the tree may have asked for something else since */
    }
    return true;
}

bool games_pane_worth(const struct model *model)
{
    return model->options.games && pgn_index_count(model->options.games) > 1;
}

void games_pane_free(struct model *model)
{
    games_work_destroy(model->work);
    model->work = NULL;
    if (model->games)
        free(model->games->found);
    free(model->games);
    model->games = NULL;
}

/* Keys */

static void step_in(struct model *model)
{
    struct games_pane *pane = model->games;
    struct error error;
    if (pane->chosen >= pane->count)
        return;
    if (!session_open(model->session, pane->index, pane->found[pane->chosen], &error)) {
        char line[24] = "";
        if (error.line)
            snprintf(line, sizeof line, "line %d: ", error.line);
        snprintf(pane->notice, sizeof pane->notice, "%s%.130s", line, error.message);
    } else {
        model->dialog = DIALOG_NONE;
        model->review = (struct review_pane){0};
        model->notice_bad = error.message[0] != '\0';
        snprintf(model->notice, sizeof model->notice, "%s%.300s%s",
                 model->notice_bad ? "Kept as text, not understood: " : "", error.message,
                 model->notice_bad ? ""
                                   : "F8 reviews this game, F6 lists the games again, save writes "
                                     "it back.");
    }
}

static void search_live(struct games_pane *pane)
{
    if (pgn_index_count(pane->index) <= LIVE_MAX)
        search(pane);
}

static bool typing_key(struct games_pane *pane, int key)
{
    size_t length = strlen(pane->query);
    if (key == '\r' || key == ESCAPE) {
        pane->typing = false;
        if (pgn_index_count(pane->index) > LIVE_MAX)
            search(pane);
    } else if (key == KEY_BACKSPACE || key == BACKSPACE || key == '\b') {
        while (length && ((unsigned char)pane->query[--length] & 0xC0) == 0x80)
            pane->query[length] = '\0';
        pane->query[length] = '\0';
        search_live(pane);
    } else if (key == ('u' & 0x1F)) {
        pane->query[0] = '\0';
        search_live(pane);
    } else if (key >= ' ' && key < 0x7F && length + 1 < sizeof pane->query) {
        pane->query[length] = (char)key;
        pane->query[length + 1] = '\0';
        search_live(pane);
    } else {
        return false;
    }
    return true;
}

void games_pane_paste(struct model *model, const char *text)
{
    struct games_pane *pane = model->games;
    size_t length = strlen(pane->query);
    if (!pane->typing)
        return;
    for (; *text && length + 1 < sizeof pane->query; text++) {
        if (*text >= ' ' && *text < 0x7F)
            pane->query[length++] = *text;
    }
    pane->query[length] = '\0';
    search_live(pane);
}

bool games_pane_key(struct model *model, int key)
{
    struct games_pane *pane = model->games;
    if (pane->typing && typing_key(pane, key))
        return true;
    switch (key) {
    case '/': pane->typing = true; return true;
    case 'p':
        if (pane->here) {
            pane->here = false;
            search(pane);
        } else {
            search_here(model);
        }
        return true;
    case 't':
        model->dialog = DIALOG_NONE;
        model->page = ANALYSIS_TREE;
        return true;
    case '\r': step_in(model); return true;
    case ESCAPE:
    case 'q': model->dialog = DIALOG_NONE; return true;
    default: return list_key(key, getmaxy(stdscr) - 8, pane->count - 1, &pane->chosen);
    }
}

/* Drawing */

static void draw_player(WINDOW *window, int y, int x, int width, enum style style,
                        const struct pgn_index *index, uint32_t name, int elo)
{
    char text[300];
    const char *known = pgn_index_text(index, name);
    paint(window, y, x, width - 6, style, *known ? known : "?");
    if (elo) {
        snprintf(text, sizeof text, "%4d", elo);
        paint(window, y, x + width - 5, 4, style == STYLE_TEXT ? STYLE_DIM : style, text);
    }
}

static void draw_row(WINDOW *window, int y, const struct games_pane *pane, int row)
{
    const struct pgn_index *index = pane->index;
    int game = pane->found[row], width = getmaxx(window);
    const struct pgn_entry *entry = pgn_index_entry(index, game);
    int names = (width - 40) / 2 > 34 ? 34 : (width - 40) / 2;
    enum style style = row == pane->chosen ? STYLE_MARKED : STYLE_TEXT;
    char eco[PGN_ECO_TEXT], year[8] = "";
    pgn_eco_text(entry->eco, eco);
    if (entry->date)
        snprintf(year, sizeof year, "%u", (unsigned)(entry->date / 10000));
    paint(window, y, 1, 2, style, row == pane->chosen ? "▸" : " ");
    paintf(window, y, 2, 8, STYLE_DIM, "%7d", game + 1);
    draw_player(window, y, 10, names, style, index, entry->white, entry->white_elo);
    draw_player(window, y, 10 + names, names, style, index, entry->black, entry->black_elo);
    int x = 10 + 2 * names;
    paint(window, y, x, 7, style,
          entry->result == RESULT_DRAW ? "½-½" : result_text((enum result)entry->result));
    paintf(window, y, x + 5, 15, style, "%-3s %4s %3d", eco, year, entry->moves);
    paint(window, y, x + 18, width - x - 19, STYLE_DIM, pgn_index_text(index, entry->event));
}

static void draw_head(WINDOW *window, const struct games_pane *pane)
{
    int width = getmaxx(window);
    char found[32], all[32];
    const char *name = paths_base(pgn_index_path(pane->index));
    text_thousands((uint64_t)pane->count, found, sizeof found);
    text_thousands((uint64_t)pgn_index_count(pane->index), all, sizeof all);
    int used = paintf(window, 0, 1, width - 2, STYLE_STRONG, "Games  %.60s", name);
    paintf(window, 0, used + 4, width - used - 5, STYLE_TEXT, "%s of %s%s", found, all,
           pane->here ? ", with the board's position" : "");
    int x = 1 + paint(window, 1, 1, 8, STYLE_DIM, "Search ");
    x += paint(window, 1, x, width - x - 2, STYLE_TEXT, pane->query);
    if (pane->typing)
        paint(window, 1, x, 1, STYLE_STRONG, "▏");
    if (pane->awaited && pane->ready)
        paint(window, 2, 1, width - 2, STYLE_TEXT, "Looking for the position");
    else if (pane->awaited)
        paintf(window, 2, 1, width - 2, STYLE_TEXT,
               "Playing all games once, to find positions: %d %%", pane->percent);
    else if (pane->notice[0])
        paint(window, 2, 1, width - 2, STYLE_BAD, pane->notice);
    else
        paint(window, 2, 1, width - 2, STYLE_DIM,
              pane->typing
                  ? "a name, event or opening; white: eco:B90 result:1-0 year:1990-1999 elo:"
              : pane->here
                  ? "/ search   p those with any position   t tree   Enter opens   q board"
                  : "/ search   p with the board's position   t tree   Enter opens   q board");
}

void pane_games(WINDOW *window, const struct model *model)
{
    const struct games_pane *pane = model->games;
    int rows = getmaxy(window) - 4;
    draw_head(window, pane);
    int top = paint_scrolled(pane->chosen, pane->count, rows);
    for (int row = 0; row < rows && top + row < pane->count; row++)
        draw_row(window, 4 + row, pane, top + row);
    if (pane->count > 0)
        paint(window, 3, 1, getmaxx(window) - 2, STYLE_DIM, pane->came_to);
    else
        paint(window, 4, 3, getmaxx(window) - 4, STYLE_DIM, "No game is like that.");
}
