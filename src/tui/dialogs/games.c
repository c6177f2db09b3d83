/* The games of a large PGN file: a list that can be narrowed by typing words, or to the games that
 * reach the position on the board. The first search by position waits until a thread has played
 * through all games. A search by tags needs no thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/query.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/tui/panes/games_worker.h"
#include "src/tui/dialogs/dialogs.h"

enum {
    ESCAPE = 27,
    BACKSPACE = 127,
    LIVE_MAX = 200000 /* games; in a longer list, the search does not run after each key */
};

struct list {
    const struct pgn_index *index;
    const struct openings *openings;
    struct games_work *work; /* owned by the model; NULL before a search by position */
    char *query;             /* owned by the model, because the tree page counts the games found */
    int *found;              /* indexes of the games found */
    int count, chosen;
    bool typing;
    char notice[160];
    char came_to[80]; /* the results of the games found, summed up as text */
    bool asks;        /* the dialog asks whether the player of nearly all games is the user */
    char said[160];   /* the question of `asks`, or the reply to its answer; or "" */
    bool here;        /* only games that reach the position on the board are listed */
    struct position position;
    bool awaited; /* a search by position is running */
    bool reviews; /* the games listed are being reviewed */
    bool resumes; /* the analysis goes on after the reviews */
    bool ready;   /* all games have been played through, so positions can be found */
    int percent;  /* progress of the thread that plays through the games, in per cent */
};

/* Searching */

static void count_results(struct list *list)
{
    struct pgn_results results = {0};
    for (int i = 0; i < list->count; i++)
        pgn_add_result(&results, pgn_index_entry(list->index, list->found[i]));
    pgn_results_text(&results, list->came_to, sizeof list->came_to);
}

static void search(struct list *list)
{
    struct pgn_query query;
    struct error error;
    list->notice[0] = '\0';
    list->awaited = false;
    if (!pgn_query_parse(&query, list->query, list->openings, &error)) {
        snprintf(list->notice, sizeof list->notice, "%.150s", error.message);
        return;
    }
    list->chosen = list->count = 0;
    list->awaited = list->here;
    if (list->here) {
        games_work_find(list->work, &query, &list->position);
        return;
    }
    list->count = pgn_find(&query, list->index, NULL, NULL, list->found, NULL, NULL);
    count_results(list);
}

/* Searches for the games that reach the position on the board, at once or when the thread is
 * ready. */
static void search_here(struct pane *pane)
{
    struct model *model = pane->model;
    struct list *list = pane->state;
    list->position = model->view.shown->position;
    list->work = games_work_of(model);
    list->here = list->work != NULL;
    if (!list->work)
        snprintf(list->notice, sizeof list->notice,
                 "The games cannot be searched: the system is out of resources.");
    else
        search(list);
}

/* Replaces the list by the games of a file that was loaded. */
static void take_games(struct pane *pane, struct pgn_index *index)
{
    struct model *model = pane->model;
    struct list *list = pane->state;
    dialog_hide(pane);
    session_stop_reviews(model->session);
    games_work_destroy(model->work);
    free(list->found);
    pgn_index_close(model->loaded_games);
    *list = (struct list){0};
    model->work = NULL;
    model->games_words[0] = '\0';
    model->options.games = model->loaded_games = index;
}

/* Reviews the games listed, so that the user's mistakes enter the deck. */
static void begin_reviews(struct pane *pane)
{
    struct model *model = pane->model;
    struct list *list = pane->state;
    struct error error;
    list->resumes = model->view.analyzing;
    list->reviews =
        session_review_games(model->session, list->index, list->found, list->count, &error);
    if (!list->reviews)
        snprintf(list->notice, sizeof list->notice, "%.150s", error.message);
}

static void end_reviews(struct pane *pane, const char *said)
{
    struct list *list = pane->state;
    session_stop_reviews(pane->model->session);
    list->reviews = false;
    snprintf(list->said, sizeof list->said, "%s", said);
    if (list->resumes)
        session_analyze(pane->model->session, true);
}

/* Shows which game is being reviewed, or the message at the end. */
static void follow_reviews(struct pane *pane)
{
    struct list *list = pane->state;
    char message[160];
    int at, of;
    if (session_reviews_progress(pane->model->session, &at, &of)) {
        snprintf(list->said, sizeof list->said,
                 "Reviewing game %d of %d. Esc stops; finished reviews are kept.", at, of);
        return;
    }
    session_take_message(pane->model->session, message, sizeof message);
    end_reviews(pane, message);
}

static bool poll_pane(struct pane *pane)
{
    struct list *list = pane->state;
    struct error error;
    bool choose;
    struct pgn_index *index = session_take_games(pane->model->session, &choose);
    if (index) {
        take_games(pane, index);
        if (choose && !pane->model->question)
            pane_open(pane, "");
        return true;
    }
    if (list->reviews) {
        follow_reviews(pane);
        return true;
    }
    if (!list->awaited)
        return false;
    list->ready = games_work_ready(list->work, &list->percent, &error);
    if (error.message[0]) {
        list->here = false;
        search(list);
        snprintf(list->notice, sizeof list->notice, "%.150s", error.message);
    } else if (games_work_found(list->work, list->found, &list->count)) {
        list->awaited = false;
        count_results(list);
    }
    return true;
}

/* Opening and closing */

static bool begin(struct list *list, struct model *model, struct error *error)
{
    list->found = malloc((size_t)pgn_index_count(model->options.games) * sizeof(int));
    if (!list->found)
        return error_set(error, "out of memory");
    list->index = model->options.games;
    list->openings = model->options.openings;
    list->query = model->games_words;
    list->asks = session_name_question(model->session, list->index, list->said, sizeof list->said);
    return true;
}

/* Opens the list. `words` are search words, "here" for the games that reach the position on the
 * board, or "" for the last search. */
static bool open_pane(struct pane *pane, const char *words, struct error *error)
{
    struct model *model = pane->model;
    struct list *list = pane->state;
    bool first = !list->index;
    if (!model->options.games)
        return error_set(error,
                         "No file of games is open. Type load and a file name, or recent for "
                         "your own last game");
    if (first && !begin(list, model, error))
        return false;
    dialog_show(pane);
    if (strcmp(words, "here") == 0) {
        search_here(pane);
    } else if (*words) {
        list->here = false;
        snprintf(model->games_words, sizeof model->games_words, "%s", words);
        search(list);
    } else if (first || list->awaited) {
        search(list); /* the last answer of the thread may belong to the tree page */
    }
    return true;
}

static void finish(struct pane *pane)
{
    struct list *list = pane->state;
    games_work_destroy(pane->model->work);
    pane->model->work = NULL;
    free(list->found);
    pgn_index_close(pane->model->loaded_games);
    pane->model->loaded_games = NULL;
}

/* Keys */

static void step_in(struct pane *pane)
{
    struct model *model = pane->model;
    struct list *list = pane->state;
    struct error error;
    if (list->chosen >= list->count)
        return;
    if (!session_open(model->session, list->index, list->found[list->chosen], &error)) {
        char line[24] = "";
        if (error.line)
            snprintf(line, sizeof line, "line %d: ", error.line);
        snprintf(list->notice, sizeof list->notice, "%s%.130s", line, error.message);
    } else {
        dialog_hide(pane);
        if (model->view.analyzing) {
            session_analyze(model->session, true);
            (void)session_step(model->session, STEP_START);
        }
        model->games_opened++;
        model->notice_bad = error.message[0] != '\0';
        snprintf(model->notice, sizeof model->notice, "%s%.300s%s",
                 model->notice_bad ? "Part of the game could not be read and is kept as text: "
                                   : "",
                 error.message,
                 model->notice_bad ? ""
                                   : "F8 reviews this game. F6 goes back to the list. Type save to "
                                     "write it to the file.");
    }
}

static void search_live(struct list *list)
{
    if (pgn_index_count(list->index) <= LIVE_MAX)
        search(list);
}

static bool typing_key(struct list *list, int key)
{
    size_t length = strlen(list->query);
    if (key == '\r' || key == ESCAPE) {
        list->typing = false;
        if (pgn_index_count(list->index) > LIVE_MAX)
            search(list);
    } else if (key == KEY_BACKSPACE || key == BACKSPACE || key == '\b') {
        while (length && ((unsigned char)list->query[--length] & 0xC0) == 0x80)
            list->query[length] = '\0';
        list->query[length] = '\0';
        search_live(list);
    } else if (key == ('u' & 0x1F)) {
        list->query[0] = '\0';
        search_live(list);
    } else if (key >= ' ' && key < 0x7F && length + 1 < GAMES_WORDS_MAX) {
        list->query[length] = (char)key;
        list->query[length + 1] = '\0';
        search_live(list);
    } else {
        return false;
    }
    return true;
}

static void paste(struct pane *pane, const char *text)
{
    struct list *list = pane->state;
    size_t length = strlen(list->query);
    if (!list->typing)
        return;
    for (; *text && length + 1 < GAMES_WORDS_MAX; text++) {
        if (*text >= ' ' && *text < 0x7F)
            list->query[length++] = *text;
    }
    list->query[length] = '\0';
    search_live(list);
}

/* Handles the answer to the question whether the player of nearly all games is the user. */
static void answer(struct pane *pane, bool yes)
{
    struct model *model = pane->model;
    struct list *list = pane->state;
    struct session_reply reply;
    session_answer_name(model->session, yes, &reply);
    snprintf(list->said, sizeof list->said, "%.150s", reply.text);
    list->asks = false;
    session_view(model->session, &model->view);
    model->flipped = model->view.your_side == BLACK;
}

static bool key(struct pane *pane, int key)
{
    struct list *list = pane->state;
    if (list->reviews) {
        if (key == ESCAPE)
            end_reviews(pane, "Stopped. The mistakes found so far are in your deck.");
        return key != KEY_F(1) && key != KEY_F(10);
    }
    if (list->typing && typing_key(list, key))
        return true;
    if (list->asks && (key == 'y' || key == 'n')) {
        answer(pane, key == 'y');
        return true;
    }
    if (!list->asks)
        list->said[0] = '\0';
    switch (key) {
    case '/':
        list->typing = true;
        return true;
    case 'p':
        if (list->here) {
            list->here = false;
            search(list);
        } else {
            search_here(pane);
        }
        return true;
    case 'r':
        if (list->count > 0 && !list->awaited)
            begin_reviews(pane);
        return true;
    case 't':
        dialog_hide(pane);
        pane_open(pane_for_command(pane->model, COMMAND_TREE), "");
        return true;
    case '\r':
        step_in(pane);
        return true;
    case ESCAPE:
    case 'q':
        dialog_hide(pane);
        return true;
    case 'h':
        if (!pane->model->left_to_analyse)
            return false;
        dialog_hide(pane);
        session_analyze(pane->model->session, false); /* ends the analysis; home then opens again */
        return true;
    default:
        return list_key(key, getmaxy(stdscr) - 9, list->count - 1, &list->chosen);
    }
}

/* Drawing */

/* The columns of the list. Narrow windows show fewer. The first column is wide enough for the
 * number of every game. */
struct columns {
    int game, white, black, result, rest, event; /* where each begins; 0: not shown */
    int name;                                    /* cells of a player */
    bool rated;                                  /* the players' ratings are shown */
};

static struct columns columns_of(int width, int games)
{
    enum { NAME_MOST = 34, WIDE = 76, NARROW = 56, RESULT = 5, REST = 13 };
    struct columns at = {.game = 2, .rated = width >= NARROW};
    int number = snprintf(NULL, 0, "%d", games), usual = width >= NARROW ? 10 : 8;
    at.white = at.game + number + 1 > usual ? at.game + number + 1 : usual;
    if (width >= NARROW) {
        at.name = (width - (width >= WIDE ? at.white + 30 : at.white + RESULT + REST + 1)) / 2;
    } else {
        at.name = (width - at.white - RESULT) / 2;
    }
    at.name = at.name > NAME_MOST ? NAME_MOST : at.name;
    at.black = at.white + at.name;
    at.result = at.black + at.name;
    at.rest = width >= NARROW ? at.result + RESULT : 0;
    at.event = width >= WIDE ? at.rest + REST : 0;
    return at;
}

static void draw_player(WINDOW *window, int y, int x, const struct columns *at, enum style style,
                        const struct pgn_index *index, uint32_t name, int elo)
{
    const char *known = pgn_index_text(index, name);
    paint_cut(window, y, x, at->name - (at->rated ? 6 : 1), style, *known ? known : "?");
    if (elo && at->rated)
        paintf(window, y, x + at->name - 5, 4, style == STYLE_TEXT ? STYLE_DIM : style, "%4d", elo);
}

static void draw_row(WINDOW *window, int y, const struct list *list, int row)
{
    const struct pgn_index *index = list->index;
    int game = list->found[row], width = getmaxx(window);
    const struct pgn_entry *entry = pgn_index_entry(index, game);
    const struct columns at = columns_of(width, pgn_index_count(index));
    enum style style = row == list->chosen ? STYLE_MARKED : STYLE_TEXT;
    char eco[PGN_ECO_TEXT], year[8] = "";
    pgn_eco_text(entry->eco, eco);
    if (entry->date)
        snprintf(year, sizeof year, "%u", (unsigned)(entry->date / 10000));
    paint(window, y, 1, 1, style, row == list->chosen ? "▸" : " ");
    paintf(window, y, at.game, at.white - at.game - 1, STYLE_DIM, "%*d", at.white - at.game - 1,
           game + 1);
    draw_player(window, y, at.white, &at, style, index, entry->white, entry->white_elo);
    draw_player(window, y, at.black, &at, style, index, entry->black, entry->black_elo);
    paint(window, y, at.result, 5, style,
          entry->result == RESULT_DRAW ? "½-½" : result_text((enum result)entry->result));
    if (at.rest)
        paintf(window, y, at.rest, 12, style, "%-3s %4s %3d", eco, year, entry->moves);
    if (at.event)
        paint_cut(window, y, at.event, width - at.event - 1, STYLE_DIM,
                  pgn_index_text(index, entry->event));
}

/* Draws the headings of the columns that draw_row fills. */
static void draw_columns(WINDOW *window, int y, const struct list *list)
{
    int width = getmaxx(window);
    const struct columns at = columns_of(width, pgn_index_count(list->index));
    paint_right(window, y, at.game, at.white - at.game - 1, STYLE_DIM, "game");
    paint(window, y, at.white, at.name, STYLE_DIM, "White");
    paint(window, y, at.black, at.name, STYLE_DIM, "Black");
    if (!at.rest) {
        paint(window, y, at.result, 6, STYLE_DIM, "won");
        return;
    }
    paint(window, y, at.result - 2, 8, STYLE_DIM, "result");
    paint(window, y, at.rest, 14, STYLE_DIM, "ECO year moves");
    if (at.event)
        paint(window, y, at.event + 2, width - at.event - 3, STYLE_DIM, "event");
}

static void draw_head(WINDOW *window, const struct list *list)
{
    int width = getmaxx(window);
    char found[32], all[32];
    const char *name = paths_base(pgn_index_path(list->index));
    text_thousands((uint64_t)list->count, found, sizeof found);
    text_thousands((uint64_t)pgn_index_count(list->index), all, sizeof all);
    int used = paintf(window, 0, 1, width - 2, STYLE_STRONG, "Games of %.60s", name);
    paintf(window, 0, used + 4, width - used - 5, STYLE_TEXT, "%s of %s%s", found, all,
           list->here ? ", with the position on the board" : "");
    int x = 1 + paint(window, 1, 1, 8, STYLE_DIM, "Search ");
    x += paint(window, 1, x, width - x - 2, STYLE_TEXT, list->query);
    if (list->typing)
        paint(window, 1, x, 1, STYLE_STRONG, "▏");
    if (list->awaited && list->ready)
        paint(window, 2, 1, width - 2, STYLE_TEXT, "Looking for the position …");
    else if (list->awaited)
        paintf(window, 2, 1, width - 2, STYLE_TEXT, "Reading the moves of all games: %d %%",
               list->percent);
    else if (list->notice[0])
        paint(window, 2, 1, width - 2, STYLE_BAD, list->notice);
    else if (list->typing)
        paint_parts(window, 2, 1, width - 2, 1, STYLE_DIM,
                    "player, event or opening; or white:anand eco:B90 result:1-0 year:1990-1999");
    else if (*list->said)
        paintf(window, 2, 1, width - 2, STYLE_STRONG, "%s%s", list->said, list->asks ? " y/n" : "");
    else if (list->count > 0)
        paint_parts(window, 2, 1, width - 2, 1, STYLE_DIM, list->came_to);
}

static struct pane_keys keys_of(const struct list *list, bool home)
{
    static const struct pane_keys typing = {
        {"Enter ends typing   Ctrl-U clears the words   ↑ ↓ choose",
         "Enter ends typing  ↑ ↓ choose"}};
#define LIST_KEYS(position, brief, help, back)                                                     \
    {                                                                                              \
        {                                                                                          \
            "↑ ↓ Enter opens  / search  p " position "  r review  t tree  q board" back            \
            "  F10 quit",                                                                          \
                "↑ ↓ Enter  / search  p " brief "  r review  t tree  q board" back "  F10 quit",   \
                "↑ ↓ Enter / search  " help "  q board" back "  r review  F10 quit",               \
                "↑ ↓ Enter  / search  F1 help  q board" back "  r review"                          \
        }                                                                                          \
    }
    static const struct pane_keys keys[2][2] = {
        {LIST_KEYS("this position", "position", "F1 help", ""),
         LIST_KEYS("this position", "position", "F1", "  h home")},
        {LIST_KEYS("any position", "all", "F1 help", ""),
         LIST_KEYS("any position", "all", "F1", "  h home")},
    };
#undef LIST_KEYS
    static const struct pane_keys reviews = {{"Esc stops the reviews   F1 help   F10 quit"}};
    return list->reviews  ? reviews
           : list->typing ? typing : keys[list->here][home];
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct list *list = pane->state;
    int height = getmaxy(window), rows = height - 5;
    const struct pane_keys keys = keys_of(list, pane->model->left_to_analyse);
    draw_head(window, list);
    draw_columns(window, 3, list);
    int top = paint_scrolled(list->chosen, list->count, rows);
    for (int row = 0; row < rows && top + row < list->count; row++)
        draw_row(window, 4 + row, list, top + row);
    if (list->count == 0)
        paint(window, 4, 3, getmaxx(window) - 4, STYLE_DIM, "No games found.");
    pane_draw_keys(window, height - 1, &keys);
}

const struct pane_ops pane_games = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct list),
    .command = "games",
    .draw = draw,
    .key = key,
    .open = open_pane,
    .poll = poll_pane,
    .paste = paste,
    .finish = finish,
};
