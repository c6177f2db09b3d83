/* Edits the analysed game: promotes and deletes variations, and sets comments and marks on moves.
 * Variations are added in input.c, by playing a different move. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/game/annotate.h"
#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/scoring.h"
#include "src/util/text.h"

enum { NAGS_WITH_WORDS = 255, COMMENT_MAX = 4096 };

/* Returns true if the game may be edited; otherwise sets *reply. Only games from a file and
 * analyses may be edited, not games played in this session. */
static bool may_change(const struct session *session, struct session_reply *reply)
{
    bool may = session->mode == MODE_FINISHED || session_explores(session);
    bool good =
        may && !session_goes_on(session) && (session_is_study(session) || session->record.loaded);
    if (!good)
        reply_set(reply, REPLY_REFUSED,
                  "Games are edited in analysis: save this one, then run "
                  "fallible analyze FILE.");
    return good;
}

/* Call this after a change to the tree. `from_ply` is the first ply of the main line that
 * changed. */
static void edited(struct session *session, int from_ply)
{
    session->record.edited = true;
    session->live = game_end_of_line(session->game->root);
    session_forget_review(session, from_ply);
    session->changed |= CHANGED_BOARD;
}

/* Call this before nodes are freed: clears all pointers to them and shows `node`, which stays. */
static void leave_for(struct session *session, struct game_node *node)
{
    session_forget_nodes(session);
    session_forget_redo(session);
    session->shown = node;
}

static void tell_move(const struct game_node *node, char *text, size_t size)
{
    if (node->parent)
        review_move_text(node, text, size);
    else
        snprintf(text, size, "the start");
}

void session_command_promote(struct session *session, struct session_reply *reply)
{
    bool all = strcmp(reply->argument, "main") == 0;
    char move[32];
    if (!may_change(session, reply))
        return;
    if (reply->argument[0] && !all) {
        reply_set(reply, REPLY_REFUSED, "Expected: promote, or promote main");
        return;
    }
    struct game_node *head = game_variation_head(session->shown);
    if (!head || !(all ? game_promote_to_main(session->shown) : game_promote(session->shown))) {
        reply_set(reply, REPLY_REFUSED, "This is already the main line.");
        return;
    }
    tell_move(head, move, sizeof move);
    bool main_line = game_variation_depth(session->shown) == 0;
    edited(session, main_line ? head->ply : session->live->ply + 1);
    reply_set(reply, REPLY_DONE,
              main_line ? "%s is the main line now."
                        : "%s has changed places with the line it branched from.",
              move);
}

void session_command_delete(struct session *session, struct session_reply *reply)
{
    struct game_node *node = session->shown, *stand;
    bool main_line = game_variation_depth(node) == 0;
    int end = session->live->ply;
    char move[32];
    if (!may_change(session, reply))
        return;
    if (strcmp(reply->argument, "rest") == 0) {
        leave_for(session, node);
        game_delete_after(node);
        tell_move(node, move, sizeof move);
        reply_set(reply, REPLY_DONE, "All moves after %s are deleted.", move);
    } else if (strcmp(reply->argument, "line") == 0) {
        struct game_node *head = game_variation_head(node);
        if (!head) {
            reply_set(reply, REPLY_REFUSED,
                      "This is the main line. Type delete to remove this move and what follows, or "
                      "delete rest to keep this move.");
            return;
        }
        tell_move(head, move, sizeof move);
        leave_for(session, head->parent);
        stand = game_delete_variation(node);
        session->shown = stand ? stand : session->shown;
        reply_set(reply, REPLY_DONE, "The variation %s is deleted.", move);
    } else if (reply->argument[0]) {
        reply_set(reply, REPLY_REFUSED,
                  "Expected: delete (this move and what follows), delete "
                  "line (this variation) or delete rest (what follows)");
        return;
    } else if (!node->parent) {
        reply_set(
            reply, REPLY_REFUSED,
            "There is no move to delete at the start. Type delete rest to delete what follows.");
        return;
    } else {
        tell_move(node, move, sizeof move);
        leave_for(session, node->parent);
        game_remove(node);
        reply_set(reply, REPLY_DONE, "%s and all moves after it are deleted.", move);
    }
    edited(session, main_line ? session->shown->ply + 1 : end + 1);
    session_restart_analysis(session);
}

/* Comments and marks */

/* Sets the text of `node`'s comment. The commands in the old comment, such as "[%eval 0.3]", are
 * kept before the new text. */
static bool set_words(struct game_node *node, const char *words)
{
    char text[COMMENT_MAX] = "";
    for (const char *at = node->comment; at && (at = strstr(at, "[%")) != NULL;) {
        size_t length = strcspn(at, "]") + 1;
        if (!at[length - 1] || strlen(text) + length + strlen(words) + 2 > sizeof text)
            break;
        text_add(text, sizeof text, "%.*s%s", (int)length, at,
                 *words || strstr(at + length, "[%") ? " " : "");
        at += length;
    }
    text_add(text, sizeof text, "%s", words);
    return game_set_comment(node, text);
}

void session_command_note(struct session *session, struct session_reply *reply)
{
    struct game_node *node = session->shown;
    char words[sizeof reply->argument], move[32];
    if (!reply->argument[0]) {
        comment_words(node->comment, words, sizeof words);
        if (words[0])
            reply_set(reply, REPLY_DONE, "%s", words);
        else
            reply_set(reply, REPLY_REFUSED,
                      "There is no comment here. Type note TEXT to write "
                      "one, or note - to delete one.");
        return;
    }
    if (!may_change(session, reply))
        return;
    snprintf(words, sizeof words, "%s", strcmp(reply->argument, "-") == 0 ? "" : reply->argument);
    for (char *at = words; *at; at++) /* braces would begin or end a comment in the PGN file */
        *at = *at == '}' ? ')' : *at == '{' ? '(' : *at;
    if (!set_words(node, words)) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
        return;
    }
    session->record.edited = true;
    session->changed |= CHANGED_BOARD;
    tell_move(node, move, sizeof move);
    reply_set(reply, REPLY_DONE,
              words[0] ? "Comment added to %s."
                       : "The comment on %s is "
                         "deleted.",
              move);
}

/* Reads a mark: "!", "$14", or words such as "good move". */
static int64_t nag_named(const char *text)
{
    int64_t nag = nag_from_text(text);
    for (int i = 1; i <= NAGS_WITH_WORDS && nag == 0; i++)
        nag = strcasecmp(nag_words(i), text) == 0 && *text ? i : 0;
    return nag;
}

void session_command_mark(struct session *session, struct session_reply *reply)
{
    struct game_node *node = session->shown;
    char move[32];
    if (!may_change(session, reply))
        return;
    tell_move(node, move, sizeof move);
    if (strcmp(reply->argument, "-") == 0) {
        node->nag_count = 0;
        reply_set(reply, REPLY_DONE, "The marks on %s are deleted.", move);
    } else {
        int64_t nag = nag_named(reply->argument);
        if (nag == 0 || !node->parent || !game_toggle_nag(node, nag)) {
            reply_set(
                reply, REPLY_REFUSED,
                "Expected: mark and one of ! ? !! ?? !? ?! = +/= +/- +-, or words for it, or $1 "
                "to $255; mark - deletes the marks");
            return;
        }
        reply_set(reply, REPLY_DONE, "%s: %s%s.", move, game_has_nag(node, nag) ? "" : "no longer ",
                  nag_words(nag)[0] ? nag_words(nag) : reply->argument);
    }
    session->record.edited = true;
    session->changed |= CHANGED_BOARD;
}

/* Variations */

static void list_answers(const struct game_node *node, struct session_reply *reply)
{
    int count = game_child_count(node);
    reply_set(reply, REPLY_DONE, "%s", count == 0 ? "There are no moves after this one." : "");
    for (int i = 0; i < count && strlen(reply->text) + 64 < sizeof reply->text; i++) {
        char move[32], words[48];
        const struct game_node *child = game_nth_child(node, i);
        review_move_text(child, move, sizeof move);
        comment_words(child->comment, words, sizeof words - 16);
        text_add(reply->text, sizeof reply->text, "%s%d: %s%s%s%s", i > 0 ? "  " : "", i + 1, move,
                 words[0] ? " (" : "", words, words[0] ? ")" : "");
    }
}

void session_command_line(struct session *session, struct session_reply *reply)
{
    long number;
    int count = game_child_count(session->shown);
    if (!reply->argument[0]) {
        list_answers(session->shown, reply);
    } else if (!text_number(reply->argument, 1, count > 0 ? count : 1, &number) || count == 0) {
        if (count == 0)
            reply_set(reply, REPLY_REFUSED, "There are no moves after this one.");
        else
            reply_set(reply, REPLY_REFUSED, "Expected: line N, from 1 to %d", count);
    } else {
        session_show(session, game_nth_child(session->shown, (int)number - 1));
        reply_set(reply, REPLY_DONE, "%s", "");
    }
}

bool session_step_variation(struct session *session, int by)
{
    struct game_node *node = session->shown, *parent = node->parent, *before = NULL;
    if (!parent || !parent->child->sibling || session->mode == MODE_PRACTISING)
        return false;
    for (struct game_node *child = parent->child; child != node; child = child->sibling)
        before = child;
    struct game_node *beside = by > 0 ? node->sibling : before;
    if (beside)
        session_show(session, beside);
    return beside != NULL;
}
