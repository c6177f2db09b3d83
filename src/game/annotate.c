/* Changes a game's tree. The children of a node are a list whose first entry is the main line.
 * Promoting a variation puts its first move first in that list; promoting to the main line does the
 * same for all enclosing variations. */
#include "src/game/annotate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

/* Lines */

static bool is_main(const struct game_node *node)
{
    return !node->parent || node->parent->child == node;
}

/* Casts away const. The functions that search the tree take const nodes; whether the result may be
 * changed is up to the caller, who owns the tree. */
static struct game_node *writable(const struct game_node *node)
{
    return (struct game_node *)(uintptr_t)node;
}

struct game_node *game_variation_head(const struct game_node *node)
{
    while (node && is_main(node))
        node = node->parent;
    return writable(node);
}

int game_variation_depth(const struct game_node *node)
{
    int depth = 0;
    for (; node; node = node->parent)
        depth += !is_main(node);
    return depth;
}

struct game_node *game_nth_child(const struct game_node *node, int index)
{
    struct game_node *child = node->child;
    while (child && index-- > 0)
        child = child->sibling;
    return child;
}

int game_child_count(const struct game_node *node)
{
    int count = 0;
    for (const struct game_node *child = node->child; child; child = child->sibling)
        count++;
    return count;
}

bool game_promote(struct game_node *node)
{
    struct game_node *head = game_variation_head(node);
    if (head)
        game_put_first(head);
    return head != NULL;
}

bool game_promote_to_main(struct game_node *node)
{
    bool changed = false;
    while (game_promote(node))
        changed = true;
    return changed;
}

struct game_node *game_delete_variation(struct game_node *node)
{
    struct game_node *head = game_variation_head(node);
    if (!head)
        return NULL;
    struct game_node *varied = head->parent->child;
    game_remove(head);
    return varied;
}

void game_delete_after(struct game_node *node)
{
    while (node->child)
        game_remove(node->child);
}

/* Comments */

/* Finds the next command "[%name ...]" in `text` and sets *end to just after its closing bracket.
 * Returns NULL if the text has no more. */
static const char *next_command(const char *text, const char **end)
{
    const char *from = strstr(text, "[%");
    const char *close = from ? strchr(from, ']') : NULL;
    if (!close)
        return NULL;
    *end = close + 1;
    return from;
}

/* White space, and control characters that could harm a terminal. */
static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7F;
}

void comment_words(const char *comment, char *text, size_t size)
{
    size_t length = 0;
    const char *end = NULL, *command = comment ? next_command(comment, &end) : NULL;
    for (const char *at = comment; at && *at && length + 1 < size;) {
        if (at == command) {
            at = end;
            command = next_command(at, &end);
            continue;
        }
        if (!is_blank(*at))
            text[length++] = *at;
        else if (length && text[length - 1] != ' ')
            text[length++] = ' ';
        at++;
    }
    while (length && text[length - 1] == ' ')
        length--;
    /* Do not cut a UTF-8 character in half. */
    if (length + 1 >= size) {
        while (length && ((unsigned char)text[length - 1] & 0xC0) == 0x80)
            length--;
        length -= length && (unsigned char)text[length - 1] >= 0xC0;
    }
    if (size) {
        text[length] = '\0';
        text_sanitize(text);
    }
}

/* Finds [%name ...] in `comment`. Sets *value to the start of its value and *end to the end of the
 * command. Returns NULL if the comment has no such command. */
static const char *find_command(const char *comment, const char *name, const char **value,
                                const char **end)
{
    size_t length = strlen(name);
    for (const char *at = comment; at && (at = next_command(at, end)); at = *end) {
        if (strncmp(at + 2, name, length) == 0 &&
            (at[2 + length] == ' ' || at[2 + length] == ']')) {
            *value = at + 2 + length + (at[2 + length] == ' ');
            return at;
        }
    }
    return NULL;
}

bool comment_command(const char *comment, const char *name, char *value, size_t size)
{
    const char *from, *end;
    if (!find_command(comment, name, &from, &end))
        return false;
    snprintf(value, size, "%.*s", (int)(end - 1 - from), from);
    return true;
}

bool game_set_command(struct game_node *node, const char *name, const char *value)
{
    const char *comment = node->comment ? node->comment : "";
    const char *old_value, *end = comment;
    const char *at = find_command(comment, name, &old_value, &end);
    if (!at && !value)
        return true;
    if (!at)
        at = end = comment;
    else if (!value && *end == ' ')
        end++;
    bool blank = end == comment && *comment;
    size_t size = strlen(comment) + strlen(name) + (value ? strlen(value) : 0) + 8;
    char *text = malloc(size);
    if (!text)
        return false;
    if (value)
        snprintf(text, size, "%.*s[%%%s %s]%s%s", (int)(at - comment), comment, name, value,
                 blank ? " " : "", end);
    else
        snprintf(text, size, "%.*s%s", (int)(at - comment), comment, end);
    free(node->comment);
    node->comment = *text ? text : NULL;
    if (!*text)
        free(text);
    return true;
}

int64_t comment_time(const char *comment, const char *name)
{
    const char *text, *end;
    if (!find_command(comment, name, &text, &end))
        return -1;
    int64_t total = 0, field = 0, thousandths = 0, scale = 1000;
    bool any = false, fraction = false;
    for (text += strspn(text, " "); text < end - 1 && *text != ' '; text++) {
        if (*text >= '0' && *text <= '9' && fraction) {
            scale /= 10;
            thousandths += scale * (*text - '0');
        } else if (*text >= '0' && *text <= '9') {
            any = true;
            field = field * 10 + (*text - '0');
        } else if (*text == ':' && !fraction) {
            total = (total + field) * 60;
            field = 0;
        } else if (*text == '.' && !fraction) {
            fraction = true;
        } else {
            return -1;
        }
        if (field > 100000000 || total > 100000000)
            return -1;
    }
    return any ? (total + field) * 1000 + thousandths : -1;
}

static int format_time(int64_t milliseconds, const char *name, char *text, size_t size)
{
    long long total = milliseconds / 1000;
    int length = snprintf(text, size, "[%%%s %lld:%02lld:%02lld", name, total / 3600,
                          total / 60 % 60, total % 60);
    if (milliseconds % 1000) {
        length += snprintf(text + length, size - (size_t)length, ".%03lld",
                           (long long)(milliseconds % 1000));
        while (text[length - 1] == '0')
            length--;
    }
    text[length] = ']';
    text[length + 1] = '\0';
    return length + 1;
}

void comment_format_times(int64_t clock, int64_t elapsed, char text[COMMENT_TIMES_MAX])
{
    int length = 0;
    text[0] = '\0';
    if (clock >= 0)
        length = format_time(clock, "clk", text, COMMENT_TIMES_MAX / 2);
    if (elapsed >= 0) {
        if (length)
            text[length++] = ' ';
        format_time(elapsed, "emt", text + length, COMMENT_TIMES_MAX / 2);
    }
}

/* Glyphs */

/* Common glyphs: the sign that books use, and the description from the PGN standard (1994, chapter
 * 10). */
static const struct glyph {
    int nag;
    const char *sign, *words;
} glyphs[] = {
    {1, "!", "good move"},
    {2, "?", "poor move"},
    {3, "!!", "very good move"},
    {4, "??", "very poor move"},
    {5, "!?", "speculative move"},
    {6, "?!", "questionable move"},
    {7, "\xE2\x96\xA1", "forced move"},
    {8, "", "singular move"},
    {9, "", "worst move"},
    {10, "=", "drawish position"},
    {11, "", "equal chances, quiet position"},
    {12, "", "equal chances, active position"},
    {13, "\xE2\x88\x9E", "unclear position"},
    {14, "+/=", "white has a slight advantage"},
    {15, "=/+", "black has a slight advantage"},
    {16, "+/-", "white has a moderate advantage"},
    {17, "-/+", "black has a moderate advantage"},
    {18, "+-", "white has a decisive advantage"},
    {19, "-+", "black has a decisive advantage"},
    {20, "", "white has a crushing advantage"},
    {21, "", "black has a crushing advantage"},
    {22, "", "white is in zugzwang"},
    {23, "", "black is in zugzwang"},
    {32, "", "white has a development advantage"},
    {33, "", "black has a development advantage"},
    {36, "", "white has the initiative"},
    {37, "", "black has the initiative"},
    {40, "", "white has the attack"},
    {41, "", "black has the attack"},
    {44, "", "white has compensation for the material"},
    {45, "", "black has compensation for the material"},
    {132, "", "white has counterplay"},
    {133, "", "black has counterplay"},
    {136, "", "white is in severe time trouble"},
    {137, "", "black is in severe time trouble"},
    {140, "", "with the idea"},
    {142, "", "better is"},
    {146, "N", "novelty"},
};
/* Unicode symbols that mean glyphs of the list above. */
static const struct glyph spellings[] = {
    {14, "\xE2\xA9\xB2", NULL}, {15, "\xE2\xA9\xB1", NULL},
    {16, "\xC2\xB1", NULL},     {17, "\xE2\x88\x93", NULL},
};

static const struct glyph *find_glyph(int64_t nag)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        if (glyphs[i].nag == nag)
            return &glyphs[i];
    }
    return NULL;
}

const char *nag_sign(int64_t nag)
{
    const struct glyph *glyph = find_glyph(nag);
    return glyph ? glyph->sign : "";
}

const char *nag_words(int64_t nag)
{
    const struct glyph *glyph = find_glyph(nag);
    return glyph ? glyph->words : "";
}

int64_t nag_from_text(const char *text)
{
    if (*text == '$') {
        int64_t nag = 0;
        bool digit = text[1] >= '0' && text[1] <= '9';
        return digit && !*text_begins_number(text + 1, 1, INT64_MAX, &nag) ? nag : 0;
    }
    for (size_t i = 0; *text && i < sizeof glyphs / sizeof *glyphs; i++) {
        if (strcmp(text, glyphs[i].sign) == 0)
            return glyphs[i].nag;
    }
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (strcmp(text, spellings[i].sign) == 0)
            return spellings[i].nag;
    }
    return 0;
}

/* The group of a glyph: 1 for judgements of the move, 2 for those of the position, 0 for all
 * others. A node has at most one glyph of group 1 and one of group 2. */
static int nag_group(int64_t nag)
{
    return nag >= 1 && nag <= 9 ? 1 : nag >= 10 && nag <= 21 ? 2 : 0;
}

static bool remove_nag(struct game_node *node, int64_t nag)
{
    for (int i = 0; i < node->nag_count; i++) {
        if (node->nags[i] == nag) {
            memmove(node->nags + i, node->nags + i + 1,
                    (size_t)(node->nag_count - i - 1) * sizeof *node->nags);
            node->nag_count--;
            return true;
        }
    }
    return false;
}

bool game_toggle_nag(struct game_node *node, int64_t nag)
{
    if (nag <= 0)
        return false;
    if (remove_nag(node, nag))
        return true;
    for (int i = 0; i < node->nag_count; i++) {
        if (nag_group(nag) && nag_group(node->nags[i]) == nag_group(nag)) {
            node->nags[i] = nag;
            return true;
        }
    }
    return game_append_nag(node, nag);
}
