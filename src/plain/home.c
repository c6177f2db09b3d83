/* The home screen in lines of text. Each row is a line, which begins with the key of the row. */
#include "src/plain/home.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/plain/plain_internal.h"
#include "src/plain/say.h"
#include "src/session/home.h"
#include "src/util/text.h"

static void tell_row(const struct home_row *row)
{
    char key[2] = {row->key, '\0'};
    size_t word = strcspn(row->text, " ,");
    bool is_file = memchr(row->text, '.', word) != NULL;
    say("%s: %s. %c%s%s\n", row->key == '\r' ? "Enter" : key, row->name,
        is_file ? row->text[0] : toupper((unsigned char)row->text[0]), row->text + 1,
        row->text[strlen(row->text) - 1] == '.' ? "" : ".");
}

/* Opens home without printing anything. Sets seen_game, so that a game that is already going on
 * does not count as begun from home. */
static void enter(struct plain *plain)
{
    struct session_view view;
    plain->home = true;
    plain->in_analyse = plain->left_home = plain->left_to_analyse = false;
    session_analyze(plain->session, false);
    session_go_away(plain->session, true);
    session_view(plain->session, &view);
    plain->seen_game = view.game;
}

void home_show(struct plain *plain)
{
    struct home home;
    enter(plain);
    session_read_home(plain->session, &home);
    say("Home.%s%s%s\n", *home.rating ? " Your rating: " : "", home.rating,
        *home.rating ? "." : "");
    if (*home.trouble)
        plain_say(plain, home.trouble);
    for (int i = 0; i < HOME_COUNT; i++) {
        if (!home.rows[i].shown)
            continue;
        if (i == HOME_ENDGAMES) /* read aloud, the key E of the list sounds like this row's key e */
            text_add(home.rows[i].text, sizeof home.rows[i].text, "; type %s for the list",
                     HOME_ENDGAME_LINE);
        tell_row(&home.rows[i]);
    }
    say("Type one of these letters, or ? for help.\n");
}

/* Returns to the home screen after an analysis or training that was started there, without printing
 * the list again. */
static void come_back(struct plain *plain)
{
    enter(plain);
    say("Home. Type home for the list.\n");
}

static void leave(struct plain *plain)
{
    plain->home = false;
    session_go_away(plain->session, false);
}

static void tell_opponent_commands(void)
{
    say("elo 1400: the opponent's rating, on your scale. preset club: the rating by name.\n"
        "method: how it plays. time 10+5: the clock. strength: what the opponent can do.\n"
        "new white, new black: start the game.\n");
}

static void tell_analyse(struct plain *plain, const struct analyse_menu *menu)
{
    say("Analyse.\n");
    for (int i = 0; i < menu->count; i++)
        tell_row(&menu->rows[i]);
    say("Type one of these letters or numbers. Type home to go back.\n");
    plain->in_analyse = true;
}

/* Finds the row of the Analyse menu that has this key, and copies the row's command line to
 * entered. Returns false if no row has the key. */
static bool analyse_key(const struct analyse_menu *menu, const char *line, char *entered,
                        size_t size)
{
    for (int i = 0; i < menu->count; i++) {
        if (line[0] == menu->rows[i].key && !line[1]) {
            snprintf(entered, size, "%s", menu->rows[i].line);
            return true;
        }
    }
    return false;
}

bool home_key(struct plain *plain, const char *line, char *entered, size_t size)
{
    struct home home;
    struct analyse_menu menu;
    bool in_analyse = plain->in_analyse;
    plain->in_analyse = false;
    entered[0] = '\0';
    if (in_analyse) {
        session_read_analyse(plain->session, &menu);
        if (analyse_key(&menu, line, entered, size)) {
            size_t length = strlen(entered);
            if (length > 0 && entered[length - 1] == ' ') {
                say("Type %sand the name of the file, as in load games.pgn.\n", entered);
                entered[0] = '\0';
                plain->in_analyse = true;
            }
            return true;
        }
    }
    if (line[0] == HOME_ENDGAME_KEY && !line[1]) {
        snprintf(entered, size, "%s", HOME_ENDGAME_LINE);
        return true;
    }
    session_read_home(plain->session, &home);
    for (int i = 0; i < HOME_COUNT; i++) {
        const struct home_row *row = &home.rows[i];
        bool named = row->key == '\r' ? !*line : line[0] == row->key && !line[1];
        if (!row->shown || !named)
            continue;
        if (i == HOME_OPPONENT) {
            tell_opponent_commands();
        } else if (i == HOME_ANALYSE) {
            session_read_analyse(plain->session, &menu);
            tell_analyse(plain, &menu);
        } else {
            snprintf(entered, size, "%s", row->line);
        }
        return true;
    }
    return false;
}

void home_follow(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    bool began = view.playing && plain->seen_game != view.game;
    plain->seen_game = view.game;
    if (plain->home && view.card) {
        leave(plain);
        plain->left_home = true;
    } else if (plain->home && (began || view.analyzing || view.setting_up || plain->went_on)) {
        leave(plain);
        plain->left_to_analyse = !view.playing;
    } else if (plain->left_to_analyse && !view.analyzing && !view.setting_up && !view.card) {
        plain->left_to_analyse = false;
        if (!view.playing)
            come_back(plain);
    } else if (plain->left_home && !view.card && !session_is_preparing(plain->session)) {
        come_back(plain);
    }
    plain->went_on = false;
}
