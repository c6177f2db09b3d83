/* Describes a level in words. */
#include "src/review/level_text.h"

#include <math.h>
#include <stdio.h>

#include "src/game/handicap_text.h"
#include "src/player/thinking_time.h"
#include "src/util/text.h"

uint64_t level_budget(const struct handicap *handicap, char *text, size_t size)
{
    enum { SECONDS = 3 };
    struct position start;
    char number[32];
    chess_start(&start);
    uint64_t nodes = handicap_nodes(handicap, &start, 1000 * SECONDS);
    text_thousands(nodes, number, sizeof number);
    if (handicap->time_discount == 100)
        snprintf(text, size, "%s positions a move", number);
    else
        snprintf(text, size, "%s positions in %d s", number, SECONDS);
    return nodes;
}

void level_groups(const struct handicap *handicap, int low, int high, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < GROUP_COUNT; i++) {
        enum group group = (enum group)i;
        int percent = handicap->knowledge[i];
        if (percent < low || percent > high)
            continue;
        text_add(text, size, "%s%s", *text ? ", " : "", group_words(group));
        if (percent > 0 && percent < 100)
            text_add(text, size, " %d%%", percent);
    }
    if (!*text)
        text_add(text, size, "nothing");
}

int level_depth(uint64_t nodes)
{
    /* A rule of thumb from the calibration's games: 500 nodes for the first ply, where the root
     * moves are scored, and 1.8 times as many for each further ply. */
    return (int)fmax(1, 1 + log((double)nodes / 500.0) / 0.6);
}

const char *level_line_name(enum level_line line)
{
    static const char *const names[LEVEL_LINES] = {
        [LEVEL_PLAYS] = "",      [LEVEL_SEES] = "Sees",   [LEVEL_MISSES] = "Misses",
        [LEVEL_SLIPS] = "Slips", [LEVEL_OPENS] = "Opens", [LEVEL_CLOCK] = "Clock",
    };
    return names[line];
}

const char *level_style(const struct handicap *handicap)
{
    enum method method = handicap->method;
    switch (method) {
    case METHOD_HUMAN:
        return handicap->limited && handicap->like[0] ? handicap->like : "people";
    case METHOD_MAIA:
        return "people (Maia)";
    case METHOD_MADCHESS:
        return "MadChess";
    default:
        return method_name(method);
    }
}

bool level_like_people(enum method method)
{
    return method == METHOD_HUMAN || method == METHOD_MAIA;
}

const char *level_style_words(enum method method)
{
    static const char *const words[METHOD_COUNT] = {
        [METHOD_MADCHESS] = "Lacks some knowledge, which you can exploit, and slips.",
        [METHOD_INACCURACY] = "Misjudges each of its moves a little, at random.",
        [METHOD_NOISE] = "Misjudges every position a little, even those it foresees.",
        [METHOD_DIFFUSION] = "Hesitates at random, most where the position is difficult.",
        [METHOD_STUBBORN] = "Plays its first idea unless another move is much better.",
        [METHOD_MAIA] = "Plays each move as often as people do; never looks ahead.",
        [METHOD_HUMAN] = "Plays and errs as people of this rating do.",
        [METHOD_SKILL] = "Like Crafty at a low skill: it misjudges and sees less.",
        [METHOD_ARASAN] = "Like Arasan at a low strength: it knows and sees less.",
    };
    return words[method];
}

const char level_like_words[] = "Opens and errs as this player does. Not rated.";

int level_styles(bool people, bool have_maia, enum method methods[METHOD_COUNT])
{
    int count = 0;
    if (people)
        methods[count++] = METHOD_HUMAN; /* the default comes first */
    if (people && have_maia)
        methods[count++] = METHOD_MAIA;
    for (int i = 0; i < METHOD_COUNT; i++) {
        if (!people && !level_like_people((enum method)i))
            methods[count++] = (enum method)i;
    }
    return count;
}

/* What players see and miss, by how rarely they make a bad mistake. A row holds for players who
 * make at most one bad mistake in `every` moves. If several rows hold for a player, the last of
 * them counts. */
static const struct sight {
    int every;
    const char *sees, *misses;
} sights[] = {
    {0, "a piece it can take; seldom your threats",
     "mates in one, pieces left hanging, attacks on its own pieces"},
    {9, "what is attacked now; some forks; rarely your next move",
     "mates in one, the second of two threats, some hanging pieces"},
    {14, "what is attacked now; most forks; rarely two moves ahead",
     "quiet defences, moves backwards, the second of two threats"},
    {22, "forks and pins; most two-move threats",
     "quiet moves in a combination, slow plans against its king"},
    {45, "most combinations; what you plan next",
     "long combinations, small advantages in the endgame"},
    {90, "nearly all tactics", "little that a club player would find"},
};

static const struct sight *sight_of(int every)
{
    const struct sight *found = &sights[0];
    for (size_t i = 0; i < sizeof sights / sizeof *sights; i++)
        if (sights[i].every <= every)
            found = &sights[i];
    return found;
}

/* Writes "every third move" or "every 14th move". */
static void every_words(int every, char *text, size_t size)
{
    static const char *const words[] = {"",      "",        "second", "third", "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth", "tenth"};
    const char *ending = every % 100 / 10 == 1 ? "th"
                         : every % 10 == 1     ? "st"
                         : every % 10 == 2     ? "nd"
                         : every % 10 == 3     ? "rd"
                                               : "th";
    if (every <= 1)
        snprintf(text, size, "on nearly every move");
    else if (every <= 10)
        snprintf(text, size, "every %s move", words[every]);
    else
        snprintf(text, size, "every %d%s move", every, ending);
}

enum { MATES_SHOWN = 75 }; /* per cent: a higher share of mates is not mentioned */

static void describe_slips(const struct strength *strength, const struct handicap *handicap,
                           char *text, size_t size)
{
    int small = strength_slips(strength, handicap, false);
    int big = strength_slips(strength, handicap, true);
    char often[48], seldom[48];
    every_words(small, often, sizeof often);
    every_words(big, seldom, sizeof seldom);
    int mates = strength_mates_found(strength, handicap);
    if (small && big)
        snprintf(text, size, "a pawn or more %s, a piece %s", often, seldom);
    else if (big)
        snprintf(text, size, "a little on any move, a bigger mistake %s", seldom);
    else
        snprintf(text, size, "a little on any move");
    if (mates > 0 && mates < MATES_SHOWN)
        text_add(text, size, "; finds %d %% of the mates in one", mates);
}

/* The opponent does not use up its clock. Measured at 3+2, where it could use 6.5 s a move: level
 * 1400 of a method other than human, which answers known moves and recaptures at once
 * (session_natural_moment), took 3.2 s a move in a game of 45 moves; full strength took 4.8 s a
 * move in a game of 27. */
static void describe_clock(const struct strength *strength, const struct handicap *handicap,
                           const struct time_control *control, bool calm, char *text,
                           size_t size)
{
    enum { MOVES = 40, SECOND = 1000, USED_PERCENT = 45, USED_AT_FULL = 75 };
    struct natural_time natural = strength_natural_time(strength);
    int moves = control->moves > 0 ? control->moves : MOVES;
    int64_t share = control->base / moves + control->increment;
    int64_t used = share * (handicap->limited ? USED_PERCENT : USED_AT_FULL) / 100;
    if (handicap->limited && handicap->method == METHOD_HUMAN && !calm)
        used = thinking_time_mean(control->base, control->increment);
    int64_t each = (used + SECOND / 2) / SECOND;
    if (control->untimed)
        snprintf(text, size, "none: answers within %d seconds", natural.longest / SECOND);
    else if (each < 1)
        snprintf(text, size, "moves at once");
    else
        snprintf(text, size, "thinks about %d s a move", (int)each);
}

/* Describes what follows from the level's rating: how it plays, what it sees and how it errs. */
static void describe_rating(const struct strength *strength, const struct handicap *handicap,
                            char lines[LEVEL_LINES][LEVEL_LINE_MAX])
{
    enum { SIZE = LEVEL_LINE_MAX };
    int big = strength_slips(strength, handicap, true);
    if (handicap->like[0])
        snprintf(lines[LEVEL_PLAYS], SIZE,
                 "Has the openings and habits of %s at this rating; games are not rated.",
                 handicap->like);
    else if (level_like_people(handicap->method))
        snprintf(lines[LEVEL_PLAYS], SIZE, "Plays like people of this rating.");
    else
        snprintf(lines[LEVEL_PLAYS], SIZE, "An engine made weaker. %s",
                 level_style_words(handicap->method));
    if (big) {
        snprintf(lines[LEVEL_SEES], SIZE, "%s", sight_of(big)->sees);
        snprintf(lines[LEVEL_MISSES], SIZE, "%s", sight_of(big)->misses);
    } else {
        char ignored[64];
        int depth = level_depth(level_budget(handicap, ignored, sizeof ignored));
        snprintf(lines[LEVEL_SEES], SIZE,
                 depth == 1 ? "only the next move" : "about %d half-moves ahead", depth);
    }
    describe_slips(strength, handicap, lines[LEVEL_SLIPS], SIZE);
}

void level_describe(const struct strength *strength, const struct handicap *handicap,
                    const struct time_control *control, bool calm,
                    char lines[LEVEL_LINES][LEVEL_LINE_MAX])
{
    enum { SIZE = LEVEL_LINE_MAX };
    for (int i = 0; i < LEVEL_LINES; i++)
        lines[i][0] = '\0';
    describe_clock(strength, handicap, control, calm, lines[LEVEL_CLOCK], SIZE);
    if (!handicap->limited) {
        snprintf(lines[LEVEL_PLAYS], SIZE, "Plays as well as it can, and never errs on purpose.");
        return;
    }
    if (!handicap_is_custom(handicap))
        describe_rating(strength, handicap, lines);
    bool people = level_like_people(handicap->method);
    int moves = (handicap->book_plies + 1) / 2;
    snprintf(lines[LEVEL_OPENS], SIZE, "%sknows about %d move%s by heart",
             people ? "as people do; " : "", moves, text_plural(moves));
}
