/* A handicap and a decision as text. The store, PGN and player specifications all use this one
 * form, which fallible-pgn(5) describes. Methods, rules, positional groups and the features of
 * moves that attract a player are written by name, never by their number in an enum, so that a list
 * may grow or change its order. Depends only on the rules and the public strength.h, not on an
 * engine. */
#pragma once

#include <stdio.h>

#include "engine/strength.h"

/* Writes for example "elo=1400 method=noise nps=417 ... leaf_noise=312 ... mobility=100 ...
 * seed=5". At full strength only the seed is written, because nothing else has an effect then. */
enum { HANDICAP_TEXT = 1024 };
void handicap_text_write(const struct handicap *handicap, char *text, size_t size);
/* Skips unknown names, which a newer program may have written. Returns false if a value is
 * malformed or out of range, or if a setting is missing that the method needs. */
MUST_USE bool handicap_text_read(const char *text, struct handicap *handicap);

/* Sets one setting, named as in the text of handicap_text_write. Returns HANDICAP_REFUSED and sets
 * *error if the value is malformed or out of range. */
enum handicap_setting { HANDICAP_SET, HANDICAP_UNKNOWN, HANDICAP_REFUSED };
enum handicap_setting handicap_text_set(struct handicap *handicap, const char *name,
                                        const char *value, struct error *error);

/* Writes for example "best=b8c6 method=human ... candidates=b8c6:35:in:c500000 ...". `before`: the
 * position in which the decision was made. `usual`: settings that the reader of the text already
 * knows; a setting of the decision is written only if it differs from them. The shallow scores of
 * candidates are not written. The opponent's answer to a candidate is written only if it reveals a
 * fault (answer_depth > 0). */
void decision_text_write(FILE *out, const struct position *before, const struct decision *decision,
                         const struct handicap *usual);
/* Reads a decision from `text`, which it splits in place. Skips unknown names. Returns false if
 * `text` contains no decision, a move is illegal, or a value is malformed or out of range. The
 * caller sets decision->played. */
MUST_USE bool decision_text_read(char *text, const struct position *before,
                                 const struct handicap *usual, struct decision *decision);

/* Whether the opponent's rating is known, so that a game against it is rated. The rating is not
 * known at full strength, for settings made by hand, and for the style of a single player, because
 * levels are measured without a style. */
static inline bool handicap_has_rating(const struct handicap *handicap)
{
    return handicap->limited && handicap->elo != ELO_FULL && !handicap->like[0];
}
/* Whether the settings were made by hand, so that their rating is unknown. */
static inline bool handicap_is_custom(const struct handicap *handicap)
{
    return handicap->limited && handicap->elo == ELO_FULL;
}
