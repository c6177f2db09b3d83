/* Describes an opponent's level in words, for the screen's level slider and for text output. */
#pragma once

#include "engine/engine.h"
#include "src/game/clock.h"

/* Writes how many positions the level searches at the start of a game: "39,151 positions a move",
 * or "39,151 positions in 3 s" if the number depends on the time. Returns the number. The level
 * must be limited. */
uint64_t level_budget(const struct handicap *handicap, char *text, size_t size);

/* Lists the groups of which the level knows from `low` to `high` percent: "passed pawns, mobility
 * 67%", or "nothing". */
void level_groups(const struct handicap *handicap, int low, int high, char *text, size_t size);

/* Roughly how many half-moves ahead a level sees if it searches this many nodes. */
int level_depth(uint64_t nodes);

/* A level in words for a person: what it sees, what it misses, how often it errs, its openings and
 * its clock. A line may be "". If the settings were made by hand, only the last two are known.
 * `calm`: method human does not take people's times. */
enum level_line {
    LEVEL_PLAYS,
    LEVEL_SEES,
    LEVEL_MISSES,
    LEVEL_SLIPS,
    LEVEL_OPENS,
    LEVEL_CLOCK,
    LEVEL_LINES
};
const char *level_line_name(enum level_line line); /* the line's heading, such as "Sees"; "" for
                                                    * LEVEL_PLAYS */
enum { LEVEL_LINE_MAX = 160 };
void level_describe(const struct strength *strength, const struct handicap *handicap,
                    const struct time_control *control, bool calm,
                    char lines[LEVEL_LINES][LEVEL_LINE_MAX]);
/* Whom the level plays like: "people", "Carlsen,M", "MadChess", or the name of the method. */
const char *level_style(const struct handicap *handicap);
bool level_like_people(enum method method); /* false for methods that are engines made weaker */
/* How the method plays, in a sentence for a player. */
const char *level_style_words(enum method method);
/* How an opponent in the style of one player plays, in a sentence. */
extern const char level_like_words[];
/* Lists the methods that play like people if `people` is set, otherwise the others. METHOD_MAIA is
 * listed only if `have_maia` says that its networks are installed. Returns the number of
 * methods. */
int level_styles(bool people, bool have_maia, enum method methods[METHOD_COUNT]);
