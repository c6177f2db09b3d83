/* Edits a game's tree: promotes and deletes variations, and adds comments and glyphs to moves.
 * (game_add adds a move.) After a deletion the caller must not use the deleted nodes. */
#pragma once

#include "src/game/game.h"

/* Variations. A variation is a move that is not the first child of its parent, with everything
 * after it. */

/* The first move of the innermost variation that contains `node`; NULL on the main line. */
struct game_node *game_variation_head(const struct game_node *node);
/* How many variations, one inside the other, contain `node`; 0 on the main line. */
int game_variation_depth(const struct game_node *node);
/* The child of `node` with this index, from 0; child 0 continues the main line. NULL if `node` has
 * fewer children. */
struct game_node *game_nth_child(const struct game_node *node, int index);
int game_child_count(const struct game_node *node);

/* Promotes the innermost variation that contains `node`: it changes places with the line to which
 * it is an alternative, which becomes the first variation. On the main line, changes nothing and
 * returns false. */
bool game_promote(struct game_node *node);
/* Makes the line that leads to `node` the main line. Returns false if it already is. */
bool game_promote_to_main(struct game_node *node);
/* Removes the innermost variation that contains `node`. Returns the move to which the variation was
 * an alternative, so that the caller can show it. On the main line, changes nothing and returns
 * NULL. (game_remove removes one move and all after it.) */
struct game_node *game_delete_variation(struct game_node *node);
/* Removes all moves after `node`, with their variations. */
void game_delete_after(struct game_node *node);

/* Comments. Text is UTF-8; a line break separates two comments that followed each other in the
 * file. A comment may contain commands: "[%cal Gg1f3] good". game_set_comment is in game.h. */

/* Writes a comment as shown to readers: without commands, with white space reduced to single
 * blanks. `comment` may be NULL. The text is cut to size. */
void comment_words(const char *comment, char *text, size_t size);
/* Copies the value of the command [%name value] in `comment`, cut to `size`. The value may be
 * empty. Returns false if the comment has no such command. */
MUST_USE bool comment_command(const char *comment, const char *name, char *value, size_t size);
/* Sets [%name value] in `node`'s comment: replaces the command, or inserts it before the text. If
 * `value` is NULL, removes the command. Returns false if out of memory. */
MUST_USE bool game_set_command(struct game_node *node, const char *name, const char *value);
/* The value of the command [%name ...] in the comment as a time ("0:04:59.5", "4:59", "299"), in
 * milliseconds; -1 if the comment has no such command or its value is not a time. */
int64_t comment_time(const char *comment, const char *name);
enum { COMMENT_TIMES_MAX = 84 };
/* Writes "[%clk 0:04:59.5] [%emt 0:00:02]" from milliseconds; negative times are left out. */
void comment_format_times(int64_t clock, int64_t elapsed, char text[COMMENT_TIMES_MAX]);

/* Numeric annotation glyphs. */

/* Adds the glyph `nag`, or removes it if `node` has it. A node has at most one judgement of the
 * move (1 to 9) and one of the position (10 to 21); a new one replaces the old one. Returns false
 * if out of memory or if `nag` is not positive. */
bool game_toggle_nag(struct game_node *node, int64_t nag);
/* The sign written after a move: "!", "?!", "+/-"; "" if the glyph has no sign. */
const char *nag_sign(int64_t nag);
/* Returns a glyph in words: "good move", "white has a slight advantage"; "" for glyphs without a
 * known meaning. */
const char *nag_words(int64_t nag);
/* Reads a glyph: "!", "??", "=", "+-" or "$14". Returns its number; 0 if `text` is not a glyph. */
int64_t nag_from_text(const char *text);
