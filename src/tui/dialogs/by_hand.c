/* The page on which the user sets the engine's numbers by hand. It also shows which moves these
 * numbers lead to in the position on the board. */
#include "src/tui/dialogs/by_hand.h"

#include <stdio.h>
#include <string.h>

#include "src/game/handicap_item.h"
#include "src/review/group_probe.h"
#include "src/util/text.h"

static const double SELDOM = 0.01; /* moves with a smaller probability are not listed */
enum { LEFT = 3, GAP = 3, GROUP_CELLS = 24, GROUP_NAME = 18 };

struct rows {
    struct handicap handicap;
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    int count;
};

static void list_rows(struct rows *rows, const struct handicap *handicap)
{
    rows->handicap = *handicap;
    rows->count = handicap->limited ? handicap_items(&rows->handicap, rows->items) : 0;
}

/* Makes the numbers of the rows those of the opponent. Sets own->on (the opponent then has no
 * rating), or clears it if the numbers are again those of the level. */
static void take(struct by_hand *own, const struct handicap *level, const struct rows *rows)
{
    own->handicap = rows->handicap;
    own->handicap.elo = ELO_FULL;
    own->on = handicap_items_differ(&rows->handicap, level);
}

bool by_hand_key(struct by_hand *own, const struct handicap *level, int key)
{
    struct rows rows;
    list_rows(&rows, own->on ? &own->handicap : level);
    bool chosen = own->chosen != BY_HAND_NONE && own->chosen < rows.count;
    switch (key) {
    case KEY_UP:
    case KEY_DOWN:
        if (rows.count == 0)
            return false;
        if (!chosen)
            own->chosen = key == KEY_DOWN ? 0 : rows.count - 1;
        else
            (void)list_key(key, 1, rows.count - 1, &own->chosen);
        return true;
    case KEY_LEFT:
    case KEY_RIGHT:
        if (chosen) {
            handicap_item_step(&rows.items[own->chosen], key == KEY_RIGHT ? 1 : -1);
            take(own, level, &rows);
        }
        return chosen;
    case ' ':
        if (chosen && rows.items[own->chosen].group < GROUP_COUNT) {
            int *percent = rows.items[own->chosen].value;
            *percent = group_switched(*percent);
            take(own, level, &rows);
        }
        return chosen;
    case 27:
        own->chosen = BY_HAND_NONE;
        return chosen;
    default: return false;
    }
}

/* Draws the numbers side by side, on several lines if necessary. Returns the next free line. */
static int draw_numbers(WINDOW *window, int y, int end, const struct by_hand *own,
                        const struct rows *rows)
{
    int width = getmaxx(window), x = LEFT;
    for (int i = 0; i < rows->count && rows->items[i].group == GROUP_COUNT; i++) {
        char value[32], text[80];
        handicap_item_value(&rows->items[i], value, sizeof value);
        snprintf(text, sizeof text, "%s %s", rows->items[i].name, value);
        int cells = paint_cells(text);
        if (x > LEFT && x + cells > width - 2) {
            y++;
            x = LEFT;
        }
        if (y < end && own->chosen == i)
            paint(window, y, x - 1, 1, STYLE_STRONG, "▸");
        if (y < end)
            paint(window, y, x, width - 2 - x, own->chosen == i ? STYLE_MARKED : STYLE_TEXT, text);
        x += cells + GAP;
    }
    return y + 1;
}

/* Draws the groups in columns, read downwards. If they need more than `most` lines, shows those
 * around the selected one. Returns the next free line. */
static int draw_groups(WINDOW *window, int y, int most, const struct by_hand *own,
                       const struct rows *rows)
{
    int first = rows->count - GROUP_COUNT, columns = (getmaxx(window) - 2 * LEFT) / GROUP_CELLS;
    columns = columns > 0 ? columns : 1;
    int lines = (GROUP_COUNT + columns - 1) / columns, shown = lines < most ? lines : most;
    int chosen = own->chosen >= first ? (own->chosen - first) % lines : 0;
    int top = paint_scrolled(chosen, lines, shown);
    for (int i = 0; i < GROUP_COUNT; i++) {
        const struct handicap_item *item = &rows->items[first + i];
        int line = i % lines - top, x = LEFT + i / lines * GROUP_CELLS;
        char value[32];
        if (line < 0 || line >= shown)
            continue;
        handicap_item_value(item, value, sizeof value);
        if (own->chosen == first + i)
            paint(window, y + line, x - 1, 1, STYLE_STRONG, "▸");
        paintf(window, y + line, x, GROUP_NAME,
               own->chosen == first + i ? STYLE_MARKED : STYLE_TEXT, "%s", item->name);
        paint(window, y + line, x + GROUP_NAME, 5, *item->value < 100 ? STYLE_BAD : STYLE_GOOD,
              value);
    }
    if (top > 0)
        paint(window, y, getmaxx(window) - 2, 1, STYLE_DIM, "↑");
    if (top + shown < lines)
        paint(window, y + shown - 1, getmaxx(window) - 2, 1, STYLE_DIM, "↓");
    return y + shown;
}

static void draw_moves(WINDOW *window, int y, int lines, struct session *session)
{
    const struct probed *probed = session_previewed(session);
    int width = getmaxx(window) - 2 * LEFT;
    char text[512], one[32], san[CHESS_SAN_MAX];
    struct session_view view;
    if (lines <= 0)
        return;
    snprintf(text, sizeof text, "%s", width < 50 ? "Plays" : "Here it would play:");
    if (!session_may_preview(session)) {
        const char *hidden = "What it would play here is shown when no rated game is going on.";
        paint(window, y, LEFT, width, STYLE_DIM,
              paint_cells(hidden) <= width ? hidden : "Hidden during a rated game.");
        return;
    }
    session_view(session, &view);
    for (int i = 0; probed && i < probed->move_count && probed->moves[i].chance >= SELDOM; i++) {
        chess_to_san(&view.shown->position, probed->moves[i].move, san);
        snprintf(one, sizeof one, "  %s %.0f%%", san, probed->moves[i].chance * 100);
        if (paint_cells(text) + paint_cells(one) > lines * width - (lines - 1) * 10)
            break;
        text_add(text, sizeof text, "%s", one);
    }
    if (!probed || probed->move_count == 0)
        text_add(text, sizeof text, " …");
    paint_wrapped(window, y, LEFT, width, lines, STYLE_STRONG, text);
}

void by_hand_draw(WINDOW *window, int y, int end, const struct by_hand *own,
                  const struct handicap *shown, struct session *session)
{
    struct rows rows;
    list_rows(&rows, shown);
    if (rows.count == 0)
        return;
    y = draw_numbers(window, y, end, own, &rows);
    y = draw_groups(window, y, end - y - 1, own, &rows); /* the last line is kept for the moves */
    draw_moves(window, y, end - y < 2 ? end - y : 2, session);
}
