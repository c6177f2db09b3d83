/* How one player differs from people in general (fallible human --like): an offset for the weight
 * of each feature, and how often the player chose each move in the positions of the opening. */
#pragma once

#include "engine/human/human.h"

enum { STYLE_MOVES = 15 /* a style covers the opening: this many moves of each side */ };

struct style_move {
    uint64_t key; /* Polyglot key of the position */
    uint16_t move;
    uint16_t games; /* how often the player chose the move there */
};
/* Which version of a file was read. */
struct style_stamp {
    int64_t size, seconds, nanoseconds;
    uint64_t inode;
};
struct choice_style {
    struct style_stamp stamp; /* all 0 if the style was read from text, not from a file */
    char name[STYLE_NAME_MAX];
    int rating, games;
    float offsets[CHOICE_FEATURES_MAX]; /* added to the weight of each feature at every rating */
    struct style_move *openings;        /* owned; ordered by key */
    size_t count;
};
void choice_style_clear(struct choice_style *style);
/* Reads the text of a style file. Returns false and sets *error (file, line) if it is damaged. */
MUST_USE bool choice_style_read(struct choice_style *style, const char *text, const char *file_name,
                                struct error *error);
/* Reads folder/NAME.like. Returns false and sets *error (file) if the file is missing or damaged.
 * `name` may come from a hostile file, so a name that would lead out of the folder is refused. */
MUST_USE bool choice_style_open(struct choice_style *style, const char *folder, const char *name,
                                struct error *error);
/* Returns whether folder/NAME.like has changed since this style was read from it. Returns false if
 * the file was removed, because the style can still be used. */
bool choice_style_changed(const struct choice_style *style, const char *folder, const char *name);
/* Sets *model to the model of people in general with the offsets of the style. */
void choice_style_apply(const struct choice_style *style, struct choice_model *model);
/* In positions for which the style has the player's choices, makes these choices more probable. */
void choice_style_recall(const struct choice_style *style, const struct position *position,
                         const struct candidate candidates[], int count, double chances[]);
