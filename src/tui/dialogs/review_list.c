/* The list of the review: the rows of each section, and their texts. */
#include <stdio.h>
#include <string.h>

#include "src/tui/paint.h"
#include "src/tui/dialogs/review.h"

struct listed review_listed(const struct pane *pane, const struct review *review)
{
    return (struct listed){review, view_path(&pane->model->view)};
}

static int rows_in(const struct listed *listed, enum section section)
{
    const struct review *review = listed->review;
    const int counts[] = {review->remark_count, review->gift_count, review->mistake_count,
                          review->drill.count, listed->path ? listed->path->count : 0};
    return counts[section];
}

int review_rows(const struct listed *listed)
{
    int rows = 0;
    for (int section = 0; section < SECTION_COUNT; section++)
        rows += rows_in(listed, (enum section)section);
    return rows;
}

enum section review_section(const struct listed *listed, int row, int *index)
{
    int section = 0;
    while (section < SECTION_COUNT - 1 && row >= rows_in(listed, (enum section)section))
        row -= rows_in(listed, (enum section)section++);
    *index = row;
    return (enum section)section;
}

int review_row_ply(const struct listed *listed, int row)
{
    int index;
    if (row < 0 || row >= review_rows(listed))
        return 0;
    switch (review_section(listed, row, &index)) {
    case SECTION_REMARKS:
        return listed->review->remarks[index].ply;
    case SECTION_GIFTS:
        return listed->review->gifts[index].ply;
    case SECTION_MISTAKES:
        return listed->review->mistakes[index].ply;
    case SECTION_DRILL:
        return listed->review->drill.moments[index].ply;
    default:
        return listed->path ? listed->path->departures[index].ply : 0;
    }
}

int review_row_position(const struct listed *listed, const struct game_node *live, int row)
{
    const struct review *review = listed->review;
    int index, ply = review_row_ply(listed, row);
    bool of_opponent = review->you >= 0 && review_mover(live, ply) != review->you;
    return of_opponent || review_section(listed, row, &index) == SECTION_GIFTS || ply == 0
               ? ply
               : ply - 1;
}

bool review_row_is_asked(const struct pane *pane, const struct listed *listed, int row)
{
    const struct game_node *live = pane->model->view.live;
    return session_review_ready(pane->model->session) &&
           review_asks(listed->review, live, review_row_position(listed, live, row));
}

/* The word at the end of a row: "try" if the key t starts an exercise with the row's position,
 * otherwise "". */
static const char *try_word(const struct pane *pane, const struct listed *listed, int row)
{
    return review_row_is_asked(pane, listed, row) ? "try" : "";
}

const char *review_legend(const struct listed *listed, enum section section)
{
    int index, turn = listed->review->turn;
    for (int row = 0; turn > 0 && row < review_rows(listed); row++) {
        if (review_section(listed, row, &index) == section && review_row_ply(listed, row) == turn)
            return "   • turning point";
    }
    return "";
}

bool review_is_chosen(const struct pane *pane, const struct listed *listed, int row)
{
    return row == review_shown(pane)->row && row < review_rows(listed) &&
           review_shown(pane)->ply == review_row_ply(listed, row);
}

enum { WORDS_FROM = 16 }; /* the column where a row's text begins, after its move */

enum { OUTCOME = 19 }; /* cells of the outcome; a longer one takes cells from the description */

/* The number of cells for the description of a gift with this outcome. Sets *middle to the column
 * where the outcome begins. */
static int gift_cells(int width, const char *gave, const char *outcome, int *middle)
{
    int column = WORDS_FROM, right = width - 13;
    int wide = paint_cells(outcome) > OUTCOME ? paint_cells(outcome) : OUTCOME;
    if (width < REVIEW_WIDE)
        return width - column - 5;
    if (paint_cells(gave) > right - wide - column - 2) /* the description needs the cells that
                                                                would be left blank to align the
                                                                outcome */
        wide = paint_cells(outcome);
    *middle = right - wide - 1;
    return *middle - column - 1;
}

static int mistake_cells(int width)
{
    int right = width >= REVIEW_WIDE ? width - 13 : width - 4;
    return right - WORDS_FROM - 1;
}

/* Writes the description of a mistake for its row, without the better move as long as the user can
 * still solve the position. */
static void mistake_text(const struct pane *pane, const struct listed *listed,
                         const struct mistake *mistake, char *text, size_t size)
{
    if (review_is_open(listed->review, pane->model->view.live, mistake->ply - 1))
        snprintf(text, size, "%s", mistake->what.full);
    else
        review_whole_words(&mistake->what, text, size);
}

/* The number of lines that a row needs to be shown in full. */
static int row_lines(int width, const struct pane *pane, const struct listed *listed, int row)
{
    int index, middle;
    char outcome[64], words[REVIEW_WORDS_MAX];
    const struct gift *gift;
    switch (review_section(listed, row, &index)) {
    case SECTION_GIFTS:
        gift = &listed->review->gifts[index];
        review_gift_outcome(pane->model->view.live, gift, outcome, sizeof outcome);
        review_whole_words(&gift->gave, words, sizeof words);
        return paint_lines(words, gift_cells(width, words, outcome, &middle));
    case SECTION_MISTAKES:
        mistake_text(pane, listed, &listed->review->mistakes[index], words, sizeof words);
        return paint_lines(words, mistake_cells(width));
    default:
        return 1;
    }
}

/* The outcome of a gift as a phrase that leaves out your move, because the description is long. */
static const char *short_outcome(const struct gift *gift)
{
    return gift->reply == NO_MOVE ? "the game ended"
           : gift->taken          ? "you took it"
           : gift->missed         ? "you missed it"
                                  : "kept part of it";
}

static void draw_gift(WINDOW *window, int y, int lines, const struct pane *pane,
                      const struct gift *gift, const char *try)
{
    int width = getmaxx(window), column = WORDS_FROM, right = width - 13, middle = 0;
    const struct game_node *live = pane->model->view.live;
    char move[32], whole[REVIEW_WORDS_MAX], outcome[64], points[16];
    review_move_text(review_node(live, gift->ply), move, sizeof move);
    review_whole_words(&gift->gave, whole, sizeof whole);
    review_gift_outcome(live, gift, outcome, sizeof outcome);
    review_gift_points(gift, points, sizeof points);
    const struct {
        const char *gave, *outcome;
    } choices[] = {{whole, outcome},
                   {gift->gave.full, outcome},
                   {gift->gave.full, short_outcome(gift)},
                   {gift->gave.brief, short_outcome(gift)}}; /* from long to short */
    int chosen = 0, last = (int)(sizeof choices / sizeof *choices) - 1;
    int cells = gift_cells(width, whole, outcome, &middle);
    while (chosen < last && paint_lines(choices[chosen].gave, cells) > lines) {
        chosen++;
        cells = gift_cells(width, choices[chosen].gave, choices[chosen].outcome, &middle);
    }
    enum style style = gift->missed ? STYLE_BAD : STYLE_GOOD;
    paintf(window, y, 3, column - 4, STYLE_TEXT, "%s%s", move, judgement_sign(gift->judgement));
    if (width < REVIEW_WIDE) {
        paint_parts(window, y, column, cells, lines, style, choices[chosen].gave);
        paint(window, y, width - 4, 3, style, try);
        return;
    }
    paint_parts(window, y, column, cells, lines, STYLE_TEXT, choices[chosen].gave);
    paint(window, y, middle, right - middle - 1, style, choices[chosen].outcome);
    paintf(window, y, right, 12, style, "%6s  %s", points, try);
}

static void draw_mistake(WINDOW *window, int y, int lines, const struct pane *pane,
                         const struct listed *listed, const struct mistake *mistake,
                         const char *try)
{
    int width = getmaxx(window), column = WORDS_FROM, cells = mistake_cells(width);
    char move[32], points[16], words[REVIEW_WORDS_MAX];
    review_move_text(review_node(pane->model->view.live, mistake->ply), move, sizeof move);
    review_mistake_points(mistake, points, sizeof points);
    mistake_text(pane, listed, mistake, words, sizeof words);
    paintf(window, y, 3, column - 4, STYLE_TEXT, "%s%s", move, judgement_sign(mistake->judgement));
    if (paint_lines(words, cells) > lines)
        snprintf(words, sizeof words, "%s",
                 paint_lines(mistake->what.full, cells) > lines ? mistake->what.brief
                                                                : mistake->what.full);
    paint_parts(window, y, column, cells, lines, STYLE_TEXT, words);
    if (width >= REVIEW_WIDE)
        paintf(window, y, width - 13, 12, STYLE_BAD, "%6s  %s", points, try);
    else
        paint(window, y, width - 4, 3, STYLE_BAD, try);
}

static void draw_moment(WINDOW *window, int y, const struct pane *pane,
                        const struct drill_moment *moment)
{
    int width = getmaxx(window), column = WORDS_FROM;
    const struct game_node *live = pane->model->view.live;
    char move[32], conceded[64], outcome[64], gained[16] = "";
    review_move_text(review_node(live, moment->ply), move, sizeof move);
    drill_conceded(live, moment, conceded, sizeof conceded);
    drill_outcome(live, moment, outcome, sizeof outcome);
    if (moment->gained != SCORE_NONE)
        snprintf(gained, sizeof gained, "%+.2f", moment->gained / 100.0);
    enum style style = moment->felt ? STYLE_GOOD : STYLE_BAD;
    paint(window, y, 3, column - 4, STYLE_TEXT, move);
    if (width < REVIEW_WIDE) {
        paint(window, y, column, width - column - 1, style, outcome);
        return;
    }
    int right = width - 13, middle = right - 23;
    paint_parts(window, y, column, middle - column - 1, 1, STYLE_TEXT, conceded);
    paint(window, y, middle, 22, style, outcome);
    paintf(window, y, right, 12, style, "%6s", gained);
}

static void draw_departure(WINDOW *window, int y, const struct pane *pane,
                           const struct departure *departure)
{
    int width = getmaxx(window), column = WORDS_FROM;
    const struct game_node *live = pane->model->view.live;
    char move[32], instead[32];
    review_move_text(review_node(live, departure->ply), move, sizeof move);
    whatif_instead(live, departure, instead, sizeof instead);
    paint(window, y, 3, column - 4, STYLE_TEXT, move);
    paint(window, y, column, width - column - 1, STYLE_TEXT, instead);
}

int review_draw_points_heading(WINDOW *window, int y)
{
    int width = getmaxx(window);
    if (width < REVIEW_WIDE)
        return width - 2;
    paintf(window, y, width - 13, 12, STYLE_DIM, "%6s", "pawns");
    return width - 15;
}

static void draw_section(WINDOW *window, int y, const struct pane *pane,
                         const struct listed *listed, enum section section)
{
    int width = getmaxx(window);
    char words[200];
    if (section == SECTION_MISTAKES) {
        paintf(window, y, 1, width - 2, STYLE_STRONG, "Your mistakes: %d%s",
               listed->review->mistake_count, review_legend(listed, section));
        (void)review_draw_points_heading(window, y);
    } else if (section == SECTION_DRILL) {
        drill_words(&listed->review->drill, words, sizeof words);
        paintf(window, y, 1, width - 2, STYLE_STRONG, "Drill, %s", words);
    } else {
        whatif_words(listed->path, pane->model->view.live, words, sizeof words);
        paintf(window, y, 1, width - 2, STYLE_STRONG, "Replay: %s", words);
    }
}

static void draw_row(WINDOW *window, int y, int lines, const struct pane *pane,
                     const struct listed *listed, int row)
{
    int index;
    enum section section = review_section(listed, row, &index);
    if (review_is_chosen(pane, listed, row))
        paint(window, y, 1, 1, STYLE_STRONG, "▸");
    if ((section == SECTION_GIFTS || section == SECTION_MISTAKES) &&
        review_row_ply(listed, row) == listed->review->turn)
        paint(window, y, 2, 1, STYLE_STRONG, "•");
    switch (section) {
    case SECTION_GIFTS:
        draw_gift(window, y, lines, pane, &listed->review->gifts[index],
                  try_word(pane, listed, row));
        break;
    case SECTION_MISTAKES:
        draw_mistake(window, y, lines, pane, listed, &listed->review->mistakes[index],
                     try_word(pane, listed, row));
        break;
    case SECTION_DRILL:
        draw_moment(window, y, pane, &listed->review->drill.moments[index]);
        break;
    default:
        draw_departure(window, y, pane, &listed->path->departures[index]);
        break;
    }
}

/* For a row whose position can still be solved, the status line does not name the best move.
 * Returns what it says instead: the keys that let you find or see that move. */
static const char *answer_keys(enum section section, const struct claim *claim)
{
    enum claim_role shows = section == SECTION_GIFTS ? CLAIM_ROLE_ALLOWS : CLAIM_ROLE_MISSED;
    bool shown = claim->kind != CLAIM_NONE && claim->role == shows;
    return shown ? "; t to find the best move, Enter to see it" : "; t to find the best move";
}

void review_chosen_text(const struct pane *pane, const struct review *review, bool named,
                        char *text, size_t size)
{
    const struct listed listed = review_listed(pane, review);
    const struct game_node *live = pane->model->view.live;
    char move[32], what[200] = "", outcome[64] = "";
    const char *cause = "", *keys = "";
    enum judgement judgement = JUDGED_GOOD;
    int index;
    text[0] = '\0';
    int row = review_shown(pane)->row;
    if (!review_is_chosen(pane, &listed, row))
        return;
    bool open = !named && review_is_open(review, live, review_row_position(&listed, live, row));
    enum section section = review_section(&listed, row, &index);
    switch (section) {
    case SECTION_REMARKS:
        return; /* remarks are never cut */
    case SECTION_GIFTS: {
        const struct gift *gift = &review->gifts[index];
        review_whole_words(&gift->gave, what, sizeof what);
        review_gift_outcome(live, gift, outcome, sizeof outcome);
        cause = open ? "" : gift->cause; /* the cause often names the best move */
        keys = open ? answer_keys(section, &gift->claim) : "";
        judgement = gift->judgement;
        break;
    }
    case SECTION_MISTAKES: {
        const struct mistake *mistake = &review->mistakes[index];
        if (open)
            snprintf(what, sizeof what, "%s", mistake->what.full);
        else
            review_whole_words(&mistake->what, what, sizeof what);
        keys = open ? answer_keys(section, &mistake->claim) : "";
        judgement = mistake->judgement;
        break;
    }
    case SECTION_DRILL:
        drill_conceded(live, &review->drill.moments[index], what, sizeof what);
        drill_outcome(live, &review->drill.moments[index], outcome, sizeof outcome);
        break;
    default:
        whatif_instead(live, &listed.path->departures[index], what, sizeof what);
        break;
    }
    review_move_text(review_node(live, review_row_ply(&listed, row)), move, sizeof move);
    snprintf(text, size, "%s%s %s%s%s%s%s%s", move, judgement_sign(judgement), what,
             *cause ? "; the opponent " : "", cause, *outcome ? "; " : "", outcome, keys);
}

static bool has_heading(const struct listed *listed, enum section section)
{
    switch (section) {
    case SECTION_MISTAKES:
        return listed->review->mistake_count > 0 && listed->review->decided;
    case SECTION_DRILL:
        return listed->review->drill.group != DRILL_NONE;
    case SECTION_PATH:
        return listed->path != NULL;
    default:
        return false; /* the heading of the gifts is drawn above the list */
    }
}

int review_draw_remarks(WINDOW *window, int y, int lines, const struct pane *pane,
                        const struct review *review)
{
    struct listed listed = review_listed(pane, review);
    int width = getmaxx(window), used = 0;
    for (int i = 0; i < review->remark_count && used < lines; i++) {
        const char *words = review->remarks[i].words;
        int wanted = paint_lines(words, width - 4), left = lines - used;
        if (review_is_chosen(pane, &listed, i))
            paint(window, y + used, 1, 1, STYLE_STRONG, "▸");
        paint_parts(window, y + used, 3, width - 4, wanted < left ? wanted : left, STYLE_TEXT,
                    words);
        used += wanted < left ? wanted : left;
    }
    return used;
}

void review_draw_list(WINDOW *window, int top, int lines, const struct pane *pane,
                      const struct review *review)
{
    enum {
        LINES_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX + DRILL_MOMENTS_MAX + DEPARTURES_MAX +
                    SECTION_COUNT
    };
    struct listed listed = review_listed(pane, review);
    int list[LINES_MAX], count = 0, at = 0, row = 0; /* each element is a row, or -1 - section for a
                                                        heading */
    row = rows_in(&listed, SECTION_REMARKS);
    for (int section = SECTION_REMARKS + 1; section < SECTION_COUNT; section++) {
        if (has_heading(&listed, (enum section)section))
            list[count++] = -1 - section;
        int rows = rows_in(&listed, (enum section)section);
        for (int i = 0; i < rows; i++, row++) {
            at = row == review_shown(pane)->row ? count : at;
            list[count++] = row;
        }
    }
    int width = getmaxx(window), whole = 0; /* number of lines if all rows are shown in full */
    for (int i = 0; i < count; i++)
        whole += list[i] < 0 ? 1 : row_lines(width, pane, &listed, list[i]);
    int first = paint_scrolled(at, count, lines), y = top;
    for (int i = first; i < count && y < top + lines; i++) {
        int used = list[i] >= 0 && whole <= lines ? row_lines(width, pane, &listed, list[i]) : 1;
        if (list[i] < 0)
            draw_section(window, y, pane, &listed, (enum section)(-1 - list[i]));
        else
            draw_row(window, y, used, pane, &listed, list[i]);
        y += used;
    }
    if (first > 0)
        paint(window, top, 0, 1, STYLE_DIM, "↑");
    if (first + lines < count)
        paint(window, top + lines - 1, 0, 1, STYLE_DIM, "↓");
}
