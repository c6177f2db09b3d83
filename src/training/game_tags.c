/* Writes the tags: names, date, clock, the opponent's settings and the opening. */
#include "src/training/game_tags.h"

#include <stdio.h>
#include <string.h>

#include "src/game/handicap_text.h"
#include "src/util/text.h"
#include "src/review/drill.h"

static bool tag_time_control(struct game *game, const struct time_control *control)
{
    char text[64];
    long long base = (long long)control->base / 1000, step = (long long)control->increment / 1000;
    if (control->untimed)
        snprintf(text, sizeof text, "-");
    else if (control->moves)
        snprintf(text, sizeof text, "%d/%lld", control->moves, base);
    else if (step)
        snprintf(text, sizeof text, "%lld+%lld", base, step);
    else
        snprintf(text, sizeof text, "%lld", base);
    return game_set_tag(game, "TimeControl", text);
}

bool played_tag(struct game *game, const struct game_node *live, const struct played *played)
{
    char date[16], elo[16];
    const char *opponent = played->opponent;
    text_moment(played->when, "%Y.%m.%d", date, sizeof date);
    if (!*date)
        snprintf(date, sizeof date, "????.??.??");
    bool white = played->you == WHITE, good;
    good = game_set_tag(game, "Event", "Fallible training game") &&
           game_set_tag(game, "Site", "?") && game_set_tag(game, "Date", date) &&
           game_set_tag(game, "Round", "-") &&
           game_set_tag(game, "White", white ? "You" : opponent) &&
           game_set_tag(game, "Black", white ? opponent : "You") &&
           game_set_tag(game, "Result", result_text(game->result)) &&
           tag_time_control(game, played->control);
    bool rated = handicap_has_rating(played->handicap);
    if (good && rated) {
        /* The rating is on the user's scale, because the engine scale means nothing to other
         * programs. The tag FallibleOpponent has the Elo on the engine scale. */
        snprintf(elo, sizeof elo, "%d",
                 played->scale ? scale_level(played->scale, played->handicap->elo)
                               : played->handicap->elo);
        good = game_set_tag(game, white ? "BlackElo" : "WhiteElo", elo);
    }
    if (good && !played->clean && played->scale && rated && !played->guest) {
        char level[48];
        snprintf(level, sizeof level, "%d %s", scale_level(played->scale, played->handicap->elo),
                 scale_name(scale_shown(played->scale)));
        good = game_set_tag(game, "FallibleLevel", level);
    }
    char settings[HANDICAP_TEXT];
    handicap_text_write(played->handicap, settings, sizeof settings);
    good = good &&
           (played->guest || played->clean || game_set_tag(game, "FallibleOpponent", settings));
    if (good && !played->clean && played->drill != DRILL_NONE)
        good = game_set_tag(game, "FallibleDrill", group_key((enum group)played->drill));
    const char *eco, *opening;
    if (good && played->openings &&
        opening_of(played->openings, live, &eco, &opening))
        good = game_set_tag(game, "ECO", eco) && game_set_tag(game, "Opening", opening);
    struct position usual;
    chess_start(&usual);
    const struct position *start = &game->root->position;
    if (good && (start->key != usual.key || start->chess960)) {
        char fen[CHESS_FEN_MAX];
        chess_to_fen(start, fen);
        good = game_set_tag(game, "SetUp", "1") && game_set_tag(game, "FEN", fen) &&
               (!start->chess960 || game_set_tag(game, "Variant", "Chess960"));
    }
    if (good && game->termination[0])
        good = game_set_tag(game, "Termination", game->termination);
    char number[16];
    snprintf(number, sizeof number, "%d", played->takebacks);
    if (good && !played->clean && played->takebacks > 0)
        good = game_set_tag(game, "FallibleTakebacks", number);
    return good;
}

void played_termination(const char *ending, int you, int mover, char *text, size_t size)
{
    static const char resigned[] = " resigned", flagged[] = " lost on time";
    const char *words = strchr(ending, ' ');
    int loser = you;
    if (strncmp(ending, "the opponent ", strlen("the opponent ")) == 0) {
        words = ending + strlen("the opponent");
        loser = !you;
    }
    if (words && strcmp(words, resigned) == 0)
        snprintf(text, size, "%s resigns", chess_color_name(loser));
    else if (words && strcmp(words, flagged) == 0)
        snprintf(text, size, "%s forfeits on time", chess_color_name(loser));
    else if (strcmp(ending, PLAYED_NO_MATE) == 0)
        snprintf(text, size, "%s out of time, no mate is possible", chess_color_name(mover));
    else
        snprintf(text, size, "%s", ending);
}

bool played_untag(struct game *game, int you)
{
    const char *level = game_tag(game, "FallibleLevel"); /* "1400 lichess-rapid" */
    char elo[16];
    snprintf(elo, sizeof elo, "%.*s", level ? (int)strspn(level, "0123456789") : 0,
             level ? level : "");
    game_remove_tags(game, "Fallible");
    return !*elo || game_set_tag(game, you == WHITE ? "BlackElo" : "WhiteElo", elo);
}
