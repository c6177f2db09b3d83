/* The text of the home screen's rows. The row of an activity that was never used says what the
 * activity is for. */
#include "src/session/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/archive/statistics.h"
#include "src/archive/today.h"
#include "src/game/handicap_text.h"
#include "src/review/level_text.h"
#include "src/session/files.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/study.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { DAY = 24 * 60 * 60, PARTS_SHOWN = 3 };

/* Returns the article for a rating as it is read aloud: "a 1450", "an 850", "an 1150". */
static const char *article(int level)
{
    return level / 100 == 8 || level / 100 == 11 || level / 100 == 18 ? "an" : "a";
}

static void add_style(const struct session *session, char *text, size_t size)
{
    const struct handicap next = session_next_handicap(session), *handicap = &next;
    char name[128];
    int level = scale_level(session->options.scale, handicap->elo);
    session_opponent_name(session, name, sizeof name);
    if (session->guest)
        text_add(text, size, "%s", name);
    else if (!handicap->limited)
        text_add(text, size, "Fallible at full strength");
    else if (handicap_is_custom(handicap))
        text_add(text, size, "your custom opponent");
    else
        text_add(text, size,
                 level_like_people(handicap->method) ? "%s %d who plays like %s" : "%s %d (%s)",
                 article(level), level, level_style(handicap));
}

static void tell_next_game(const struct session *session, char *text, size_t size)
{
    char control[96];
    int color = session_next_color(session);
    add_style(session, text, size);
    time_control_words(&session->options.control, control, sizeof control);
    text_add(text, size, ", %s, you have %s",
             session->options.control.untimed ? "no clock" : control,
             color == WHITE   ? "white"
             : color == BLACK ? "black"
                              : "a random colour");
}

static void tell_next_briefly(const struct session *session, char *text, size_t size)
{
    const struct handicap next = session_next_handicap(session);
    int color = session_next_color(session);
    text[0] = '\0';
    if (next.limited && !session->guest && !handicap_is_custom(&next))
        text_add(text, size, "%d, ", scale_level(session->options.scale, next.elo));
    text_add(text, size, color == WHITE   ? "you have white"
                         : color == BLACK ? "you have black"
                                          : "random colour");
}

static bool tell_unfinished(struct session *session, struct home_row *row)
{
    char opponent[128];
    bool any = session_goes_on(session);
    session_opponent_name(session, opponent, sizeof opponent);
    if (any)
        snprintf(row->text, sizeof row->text, "your game against %s, move %d", opponent,
                 session->live->position.fullmove);
    else
        any = session_unfinished(session, row->text, sizeof row->text);
    const char *move = any ? strrchr(row->text, ',') : NULL; /* the move number, as in ", move 5" */
    snprintf(row->brief, sizeof row->brief, "your game%.20s", move ? move : "");
    return any;
}

static void tell_deck(const struct today *today, int64_t now, struct home_row *row)
{
    char parts[160], when[32];
    row->used = today->cards > 0;
    snprintf(row->brief, sizeof row->brief, today->due > 0 ? "%d due" : "what you missed",
             today->due);
    if (today->due > 0) {
        today_due_words(today, PARTS_SHOWN, parts, sizeof parts);
        snprintf(row->text, sizeof row->text, "%d due: %s", today->due, parts);
    } else if (today->next_due > 0) {
        text_due(today->next_due, now, when, sizeof when);
        snprintf(row->text, sizeof row->text, "nothing is due; the next position is due %s", when);
    } else {
        row->used = false;
        snprintf(row->text, sizeof row->text, "what you miss comes back days later");
    }
}

static void tell_puzzles(const struct today *today, struct home_row *row)
{
    char missed[96];
    row->used = today->puzzles_tried > 0;
    if (row->used)
        snprintf(row->brief, sizeof row->brief, "%d of %d today", today->puzzles_today,
                 TODAY_PUZZLES);
    else
        snprintf(row->brief, sizeof row->brief, "tactics, %d a day", TODAY_PUZZLES);
    if (row->used)
        snprintf(row->text, sizeof row->text, "rated %.0f in puzzles; %d of %d today",
                 today->puzzle_rating.rating, today->puzzles_today, TODAY_PUZZLES);
    else
        snprintf(row->text, sizeof row->text, "tactics near your rating, %d a day", TODAY_PUZZLES);
    today_weakest_words(today, missed, sizeof missed);
    if (*missed)
        text_add(row->text, sizeof row->text, ". %s. To practise: puzzles %s", missed,
                 motif_name(today_weakest(today)));
}

static void tell_endgames(const struct today *today, struct home_row *row)
{
    row->used = today->endgames_seen > 0;
    if (!row->used) {
        snprintf(row->text, sizeof row->text, "textbook endings to play");
        snprintf(row->brief, sizeof row->brief, "textbook endings");
        return;
    }
    snprintf(row->brief, sizeof row->brief, "%d due, %d new", today->endgames_due,
             today->endgames_unseen);
    snprintf(row->text, sizeof row->text, "%d due, %d seen, %d new", today->endgames_due,
             today->endgames_seen, today->endgames_unseen);
    if (today->endgames_missed > 0)
        text_add(row->text, sizeof row->text, "; missed this week: %s", today->endgame_missed);
    if (today->endgames_missed > 1)
        text_add(row->text, sizeof row->text, " and %d more", today->endgames_missed - 1);
}

static void tell_openings(const struct today *today, struct home_row *row)
{
    int due = 0, unseen = 0;
    row->used = today->list_count > 0;
    for (int i = 0; i < today->list_count; i++) {
        due += today->lists[i].due;
        unseen += today->lists[i].unseen;
    }
    if (!row->used) {
        snprintf(row->text, sizeof row->text, "learn opening moves by heart");
        snprintf(row->brief, sizeof row->brief, "learn by heart");
        return;
    }
    snprintf(row->text, sizeof row->text, "%s%s: %d due, %d new", today->lists[0].source,
             today->list_count > 1 ? " and others" : "", due, unseen);
    snprintf(row->brief, sizeof row->brief, "%d due, %d new", due, unseen);
}

static void tell_suites(const struct today *today, struct home_row *row)
{
    row->used = today->wac_tried > 0;
    if (row->used) {
        snprintf(row->text, sizeof row->text, "Win At Chess: you solved %d of %d",
                 today->wac_solved, today->wac_tried);
        snprintf(row->brief, sizeof row->brief, "%d of %d solved", today->wac_solved,
                 today->wac_tried);
    } else {
        snprintf(row->text, sizeof row->text, "Win At Chess, 300 positions to solve");
        snprintf(row->brief, sizeof row->brief, "300 test positions");
    }
}

/* Adds how your rating changed: "rating 1500 to 1439 in 3 rated games". */
static void tell_course(const struct scale *scale, const struct today *today, struct home_row *row)
{
    if (today->rated < 1)
        return;
    double rating = scale_rating(scale, today->rating.rating);
    double from = scale_rating(scale, today->rating_from);
    bool all = today->rated <= TODAY_RATED;
    if (today->rated == 1)
        snprintf(row->brief, sizeof row->brief, "rating %.0f", rating);
    else
        snprintf(row->brief, sizeof row->brief, "rating %.0f to %.0f", from, rating);
    text_add(row->text, sizeof row->text, "%s%s", *row->text ? "; " : "", row->brief);
    if (today->rated == 1)
        text_add(row->text, sizeof row->text, " after your first rated game");
    else
        text_add(row->text, sizeof row->text, " in %s%d rated games", all ? "" : "the last ",
                 all ? today->rated : TODAY_RATED);
}

static void tell_statistics(const struct scale *scale, const struct today *today, int64_t now,
                            struct home_row *row)
{
    char month[16];
    char *text = row->text;
    size_t size = sizeof row->text;
    const int streak = today->trained.streak;
    const bool to_do = streak > 0 && today->trained.positions[0] == 0;
    row->used = today->trained.longest > 0 || today->games > 0;
    text[0] = '\0';
    if (streak > 1)
        text_add(text, size, "%d days in a row", streak);
    else if (streak == 1)
        text_add(text, size, "trained %s", to_do ? "yesterday" : "today");
    if (to_do)
        text_add(text, size, ", today still to do");
    tell_course(scale, today, row);
    if (today->offered > 0)
        text_add(text, size, "%syou kept %.0f %% of the gifts", *text ? "; " : "", today->kept);
    if (today->offered > 0)
        snprintf(row->brief, sizeof row->brief, "gifts kept: %.0f %%", today->kept);
    if (today->offered > 0 && today->offered_before > 0) {
        text_month_before(now, month, sizeof month);
        text_add(text, size, " (%.0f %% in %s)", today->kept_before, month);
    }
    if (row->used && !*text && today->games > 0)
        text_add(text, size, "%d game%s played", today->games, text_plural(today->games));
    else if (row->used && !*text)
        text_add(text, size, "longest: %d day%s in a row", today->trained.longest,
                 text_plural(today->trained.longest));
    if (!row->used)
        snprintf(text, size, "the errors that you punish or miss");
    if (!row->used)
        snprintf(row->brief, sizeof row->brief, "what you punish");
    else if (to_do)
        snprintf(row->brief, sizeof row->brief, "today still to do");
}

static const char *outcome_words(const struct today *today)
{
    if (today->result == RESULT_DRAW)
        return "you drew";
    return today->result == result_won_by(today->you) ? "you won" : "you lost";
}

/* Writes "Today", "Yesterday" or "2026-11-20". */
static void past_day(int64_t moment, int64_t now, char *name, size_t size)
{
    char day[16];
    text_moment(moment, "%Y-%m-%d", name, size);
    text_moment(now, "%Y-%m-%d", day, sizeof day);
    if (strcmp(name, day) == 0)
        snprintf(name, size, "Today");
    text_moment(text_noon(now, -1), "%Y-%m-%d", day, sizeof day);
    if (strcmp(name, day) == 0)
        snprintf(name, size, "Yesterday");
}

static void tell_lesson(const struct today *today, int64_t now, struct home_row *row)
{
    static char name[16]; /* the day; static, because row->name points to it */
    row->shown = today->has_lesson;
    if (!row->shown)
        return;
    past_day(today->began, now, name, sizeof name);
    row->name = name;
    row->used = true;
    char words[240];
    struct card lesson = today->lesson;
    lesson.history[0] = '\0';
    card_words(&lesson, CARD_LESSON, words, sizeof words);
    snprintf(row->text, sizeof row->text, "%s. %s", outcome_words(today), words);
    if (lesson.kind == CARD_GIFT || lesson.motif == MOTIF_NONE) /* the lesson's text does not name
                                                                 * the better move */
        text_add(row->text, sizeof row->text, " Find the better move.");
    snprintf(row->brief, sizeof row->brief, "%s; a lesson", outcome_words(today));
}

static void tell_analyse(const struct session *session, const struct today *today,
                         struct home_row *row)
{
    char path[1024];
    int number;
    bool moved = session->live->ply > 0, all = !moved || !session_goes_on(session);
    row->text[0] = '\0';
    snprintf(row->brief, sizeof row->brief, all ? "a game or position" : "this game");
    if (moved)
        text_add(row->text, sizeof row->text, "the game on the board");
    if (all && session_last_file(session, path, sizeof path, &number))
        text_add(row->text, sizeof row->text, "%s%.60s", *row->text ? ", " : "", paths_base(path));
    if (all && today->games > 0)
        text_add(row->text, sizeof row->text, "%syour last games", *row->text ? ", " : "");
    row->used = *row->text;
    if (all)
        text_add(row->text, sizeof row->text, "%s%sa position that you set up",
                 *row->text ? ", " : "", row->used ? "" : "a PGN file, ");
}

static struct home_row *add_row(struct analyse_menu *menu, char key, const char *name,
                                const char *line)
{
    struct home_row *row = &menu->rows[menu->count++];
    *row = (struct home_row){.key = key, .name = name, .line = line, .shown = true, .used = true};
    return row;
}

void session_read_analyse(struct session *session, struct analyse_menu *menu)
{
    struct recent_game games[HOME_RECENT];
    char path[1024];
    struct home_row *row;
    int number, count;
    *menu = (struct analyse_menu){0};
    if (session->live->ply > 0) {
        row = add_row(menu, 'b', "This game", "analyze");
        snprintf(row->text, sizeof row->text, "the game on the board, move %d",
                 session->live->position.fullmove);
        snprintf(row->brief, sizeof row->brief, "on the board");
    }
    if (session_goes_on(session) && menu->count > 0)
        return;
    if (session_last_file(session, path, sizeof path, &number)) {
        row = add_row(menu, 'f', "Last file", "load");
        snprintf(row->text, sizeof row->text, "game %d of %.200s", number, paths_base(path));
        snprintf(row->brief, sizeof row->brief, "game %d of it", number);
        text_sanitize(row->text);
    }
    row = add_row(menu, 'o', "Open a file", "load ");
    snprintf(row->text, sizeof row->text, "by its name: games.pgn, or games.pgn 7 for game 7");
    snprintf(row->brief, sizeof row->brief, "by its name");
    row = add_row(menu, 'p', "A position", "edit");
    snprintf(row->text, sizeof row->text, "that you set up, or paste as FEN");
    snprintf(row->brief, sizeof row->brief, "set up or pasted");
    count = session_read_recent(session, games, HOME_RECENT);
    for (int i = 0; i < count; i++) {
        past_day(games[i].began, (int64_t)time(NULL), menu->names[i], sizeof menu->names[i]);
        snprintf(menu->lines[i], sizeof menu->lines[i], "recent %d", i + 1);
        row = add_row(menu, (char)('1' + i), menu->names[i], menu->lines[i]);
        snprintf(row->text, sizeof row->text, "%s", games[i].words);
        snprintf(row->brief, sizeof row->brief, "you %.*s", (int)strcspn(games[i].words, " "),
                 games[i].words);
        text_sanitize(row->text);
    }
}

static void tell_rating(const struct session *session, const struct today *today, int64_t now,
                        struct home *home)
{
    enum { WEEK = 7 * DAY };
    const struct scale *scale = session->options.scale;
    double rating = today->rated > 0           ? today->rating.rating
                    : session->options.your_elo ? session->options.your_elo
                                                : 0;
    const bool settled = today->rated > 0 && !rating_is_provisional(&today->rating);
    if ((today->rated > 0 || session->options.your_elo) && scale)
        snprintf(home->rating, sizeof home->rating, "%s %.0f%s", scale_words(scale_shown(scale)),
                 scale_rating(scale, rating), settled ? "" : "? (still uncertain)");
    int64_t weeks = (now - today->rated_then + WEEK / 2) / WEEK;
    char change[16];
    session_change_words(scale_rating(scale, today->rating_then), scale_rating(scale, rating),
                         change, sizeof change);
    if (*home->rating && settled && today->rated_then > 0 && weeks > 0)
        text_add(home->rating, sizeof home->rating, " (%s in %d week%s)", change,
                 weeks < 4 ? (int)weeks : 4, text_plural(weeks));
}

void session_read_home(struct session *session, struct home *home)
{
    static struct today today; /* static, because it is large; only one thread reads it */
    struct error error = {0};
    int64_t now = (int64_t)time(NULL);
    *home = (struct home){.rows = {
#define X(id, key_, name_, line_)                                                                  \
    [HOME_##id] = {.key = *(key_) ? *(key_) : '\r',                                                \
                   .name = (name_),                                                                \
                   .line = (line_),                                                                \
                   .shown = true},
                              HOME_ROWS(X)
#undef X
                          }};
    struct home_row *rows = home->rows;
    if (session->store && !today_read(session->store, now, &today, &error))
        snprintf(home->trouble, sizeof home->trouble, "%.150s", error.message);
    else if (!session->store)
        today = (struct today){0};
    session->home_posted = session->writer ? store_writer_posted(session->writer) : 0;
    session->home_whole =
        !session->writer || store_writer_has_done(session->writer, session->home_posted);
    rows[HOME_CONTINUE].used =
        tell_unfinished(session, &rows[HOME_CONTINUE]);
    rows[HOME_CONTINUE].shown = rows[HOME_CONTINUE].used;
    if (!rows[HOME_CONTINUE].shown)
        rows[HOME_AGAIN].key = '\r';
    rows[HOME_AGAIN].used = session->games > 0 || session->recalled_color;
    if (!rows[HOME_AGAIN].used)
        rows[HOME_AGAIN].name = "Play";
    tell_next_game(session, rows[HOME_AGAIN].text, sizeof rows[HOME_AGAIN].text);
    tell_next_briefly(session, rows[HOME_AGAIN].brief, sizeof rows[HOME_AGAIN].brief);
    rows[HOME_OPPONENT].used = true;
    snprintf(rows[HOME_OPPONENT].text, sizeof rows[HOME_OPPONENT].text,
             "rating, colour, clock, way of playing");
    snprintf(rows[HOME_OPPONENT].brief, sizeof rows[HOME_OPPONENT].brief, "rating and clock");
    tell_deck(&today, now, &rows[HOME_DECK]);
    tell_puzzles(&today, &rows[HOME_PUZZLES]);
    tell_endgames(&today, &rows[HOME_ENDGAMES]);
    tell_openings(&today, &rows[HOME_OPENINGS]);
    tell_analyse(session, &today, &rows[HOME_ANALYSE]);
    tell_suites(&today, &rows[HOME_SUITES]);
    tell_statistics(session->options.scale, &today, now, &rows[HOME_STATISTICS]);
    tell_lesson(&today, now, &rows[HOME_LESSON]);
    tell_rating(session, &today, now, home);
}

void session_go_away(struct session *session, bool away)
{
    session->away = away;
    session_pace_clock(session);
    if (away) {
        session_use_opponent(session);
    } else if (session->mode == MODE_ANALYSING) {
        session_use_shown_level(session);
        session_turn_level_probe(session);
    }
}

bool session_home_changed(struct session *session)
{
    bool whole = session->home_whole || !session->writer ||
                 store_writer_has_done(session->writer, session->home_posted);
    bool changed = whole != session->home_whole;
    session->home_whole = whole;
    return changed;
}

/* Returns the path as the user would type it in the current folder. */
static const char *from_here(const char *path)
{
    char folder[1024];
    size_t length = getcwd(folder, sizeof folder) ? strlen(folder) : 0;
    bool inside = length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/';
    return inside ? path + length + 1 : path;
}

char *session_statistics(struct session *session, bool sentences, struct practise_offer *offer,
                         struct error *error)
{
    char *text = NULL;
    size_t size;
    enum motif weakest = MOTIF_NONE;
    *offer = (struct practise_offer){0};
    if (!session->store) {
        error_set(error, "Statistics need your saved data, and this session saves nothing.");
        return NULL;
    }
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        error_set(error, "out of memory");
        return NULL;
    }
    char path[1024];
    int number;
    bool any = session_last_file(session, path, sizeof path, &number);
    if (any)
        text_sanitize(path);
    bool good = statistics_write(session->store, session->options.scale, (int64_t)time(NULL),
                                 any ? from_here(path) : NULL, sentences, out, &weakest, error);
    bool whole = fclose(out) == 0;
    if (weakest != MOTIF_NONE) {
        snprintf(offer->line, sizeof offer->line, "puzzles %s", motif_name(weakest));
        snprintf(offer->words, sizeof offer->words, "%d puzzles: %s", TODAY_PUZZLES,
                 motif_plural(weakest));
    }
    if (good && whole)
        return text;
    if (good)
        error_set(error, "out of memory");
    free(text);
    return NULL;
}
