/* Changing a game's tree as a person does: variations promoted and deleted, moves commented and
 * judged. (A move is added with game_add.) Nothing here plays or asks; after a deletion the caller
 * no longer holds what was deleted. */
#pragma once

#include "src/game/game.h"

/* Lines. A variation is all that hangs on a move that is not the first answer to its parent. */

/* The first move of the innermost variation node is in; NULL on the main line. */
struct game_node *game_variation_head(const struct game_node *node);
/* How many variations lie between node and the main line; 0 on it. */
int game_variation_depth(const struct game_node *node);
/* The nth answer to node, 0 the main one; NULL when there are fewer. */
struct game_node *game_nth_child(const struct game_node *node, int index);
int game_child_count(const struct game_node *node);

/* The innermost variation node is in takes the place of the line it varies, which becomes the
 * first variation to it. False, and nothing done, on the main line. */
bool game_promote(struct game_node *node);
/* The line that leads to node becomes the main line. False when it was already. */
bool game_promote_to_main(struct game_node *node);
/* Removes the innermost variation node is in; returns the move it varied, to stand on. NULL, and
 * nothing done, on the main line. (One move with all after it: game_remove.) */
struct game_node *game_delete_variation(struct game_node *node);
/* Removes all moves after node. */
void game_delete_after(struct game_node *node);

/* Comments. Text is UTF-8; a line break in it parts two comments that stood one after the other
 * in the file. It may hold commands: "[%cal Gg1f3] good". game_set_comment is in game.h. */

/* A comment as people read it: commands left out, white space as single blanks. comment may be
 * NULL. Cut at size. */
void comment_words(const char *comment, char *text, size_t size);
/* The value of the command [%name value] in comment. False when there is none; "" is possible.
 * Cut at size. */
MUST_USE bool comment_command(const char *comment, const char *name, char *value, size_t size);
/* Puts [%name value] into node's comment in place of the one there, else before its text. value
 * NULL takes it out. False when out of memory. */
MUST_USE bool game_set_command(struct game_node *node, const char *name, const char *value);
/* The command's value as a time ("0:04:59.5", "4:59", "299"), in milliseconds; -1: none or no
 * time. */
int64_t comment_time(const char *comment, const char *name);
enum { COMMENT_TIMES_MAX = 84 };
/* "[%clk 0:04:59.5] [%emt 0:00:02]" from milliseconds; what is negative is left out. */
void comment_format_times(int64_t clock, int64_t elapsed, char text[COMMENT_TIMES_MAX]);

/* Numeric annotation glyphs. */

/* Adds nag, or takes it away when node has it. Of the judgements of a move (1 to 9) and of those
 * of a position (10 to 21) there is one at a time: another replaces it where it stands. False
 * when there is no room or no such number (1 to 65535). */
bool game_toggle_nag(struct game_node *node, int64_t nag);
/* "!", "?!", "+/-": as it is written after a move; "" for those without a sign. */
const char *nag_sign(int64_t nag);
/* "good move", "white has a slight advantage"; "" for those whose number is all we know. */
const char *nag_words(int64_t nag);
/* The number of "!", "??", "=", "+-", "$14"; 0 when it is none. */
int64_t nag_from_text(const char *text);
