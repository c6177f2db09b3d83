/* Prints the effect of switching each positional group on or off. Groups that would change nothing
 * in the position shown share one sentence. A user who steps through a game hears this after each
 * step, so each line that was printed is stored, and printed again only if it has changed. */
#include "src/plain/groups.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/game/handicap_item.h"
#include "src/game/handicap_text.h"
#include "src/plain/say.h"
#include "src/session/study/analysis_text.h"
#include "src/util/text.h"

enum { CANDIDATES = 8, MARKED_MOVES = 8 };

static const double SELDOM = 0.005; /* moves with a smaller probability are not listed */

bool groups_known(const struct session_view *view)
{
    const struct group_effects *effects = view_groups(view);
    if (!effects)
        return false;
    if (effects->over || !effects->handicap.limited)
        return true;
    for (int group = 0; group < GROUP_COUNT; group++)
        if (!effects->switched[group].known)
            return false;
    return effects->now.right >= 0;
}

/* Prints the text and stores it in `kept`, unless `kept` shows that it is the same as the last
 * time. If `told` is NULL, prints it in any case and stores nothing. */
static void tell_new(const char *text, struct groups_told *told, char kept[GROUPS_LINE])
{
    if (!told) {
        say("%s\n", text);
    } else if (strcmp(text, kept) == 0) {
        told->left_out = true;
    } else {
        snprintf(kept, GROUPS_LINE, "%s", text);
        if (*text)
            say("%s\n", text);
    }
}

static void write_level(const struct scale *scale, const struct handicap *level,
                        char text[GROUPS_LINE])
{
    struct handicap handicap = *level;
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    char value[32];
    char name[16];
    if (!handicap.limited) {
        snprintf(text, GROUPS_LINE,
                 "Full strength knows everything and makes no errors. Set a "
                 "rating first, for example elo 1400.");
        return;
    }
    scale_strength_name(scale, &handicap, name, sizeof name);
    int count = handicap_items(&handicap, items);
    snprintf(text, GROUPS_LINE, "Rating %s", name);
    if (!handicap_is_custom(&handicap))
        text_add(text, GROUPS_LINE, " (%s)", scale_words(scale_shown(scale)));
    text_add(text, GROUPS_LINE, ", method %s", method_name(handicap.method));
    for (int i = 0; i < count && items[i].group == GROUP_COUNT; i++) {
        handicap_item_value(&items[i], value, sizeof value);
        text_add(text, GROUPS_LINE, ", %s %s", items[i].name, value);
    }
    text_add(text, GROUPS_LINE, ", seed %llu.", (unsigned long long)handicap.seed);
}

void groups_tell_level(const struct scale *scale, const struct handicap *level)
{
    char text[GROUPS_LINE];
    write_level(scale, level, text);
    say("%s\n", text);
}

static void tell_candidates(const struct position *position, const struct group_effects *effects)
{
    char san[CHESS_SAN_MAX];
    say("Its moves");
    if (effects->tries > 0)
        say(", in %d tries", effects->tries);
    say(":");
    for (int i = 0; i < effects->move_count && i < CANDIDATES; i++) {
        if (effects->moves[i].chance < SELDOM)
            break;
        chess_to_san(position, effects->moves[i].move, san);
        say("%s %s %.0f%%", i ? "," : "", san, effects->moves[i].chance * 100);
    }
    say(".\n");
}

/* Adds the level's evaluation and choice to the text. If `now` is NULL, `choice` is the level as it
 * is. Otherwise `choice` is the level with one group switched, and `now` the level as it is. */
static void add_choice(const struct position *position, const struct group_choice *choice,
                       const struct group_choice *now, char text[GROUPS_LINE])
{
    char score[16], san[CHESS_SAN_MAX];
    text_score(choice->evaluation, score, sizeof score);
    text_add(text, GROUPS_LINE, "evaluation %s", score);
    if (choice->known && choice->chosen != NO_MOVE) {
        chess_to_san(position, choice->chosen, san);
        if (!now || choice->changes)
            text_add(text, GROUPS_LINE, ", this time %s", san);
        if (choice->right >= 0)
            text_add(text, GROUPS_LINE,
                     now ? ", best %.0f%%"
                         : ", finds the best move or one up to 0.10 worse %.0f%% of the time",
                     choice->right * 100);
    }
    text_add(text, GROUPS_LINE, ".");
}

static bool changes(const struct group_choice *choice, const struct group_choice *now)
{
    return choice->changes || fabs(choice->right - now->right) >= 0.005 ||
           choice->evaluation != now->evaluation;
}

static void tell_groups(const struct position *position, const struct group_effects *effects,
                        struct groups_told *told)
{
    char same[GROUPS_LINE] = "";
    for (int i = 0; i < GROUP_COUNT; i++) {
        const struct group_choice *choice = &effects->switched[i];
        const char *key = group_key((enum group)i);
        char text[GROUPS_LINE] = "";
        int percent = effects->handicap.knowledge[i];
        if (!changes(choice, &effects->now)) {
            text_add(same, sizeof same, "%s %s %d%%",
                     *same ? "," : "Switching these groups changes nothing here:", key, percent);
            if (told) /* so that the group's next effect is printed even if it is the one printed
                       * last */
                told->groups[i][0] = '\0';
            continue;
        }
        snprintf(text, sizeof text, "%s %d%%; switched %s: ", key, percent,
                 group_switched(percent) ? "on" : "off");
        add_choice(position, choice, &effects->now, text);
        tell_new(text, told, told ? told->groups[i] : NULL);
    }
    if (*same)
        text_add(same, sizeof same, ".");
    if (*same || told)
        tell_new(same, told, told ? told->same : NULL);
}

/* Writes which groups decide the level's choice in a position of the line: ", 3... (mobility)". */
static void write_mark(const struct position *position, unsigned marks, char text[GROUPS_LINE])
{
    snprintf(text, GROUPS_LINE, ", %d%s", position->fullmove,
             position->side == WHITE ? "." : "...");
    for (int i = 0, count = 0; i < GROUP_COUNT; i++)
        if (marks >> i & 1)
            text_add(text, GROUPS_LINE, "%s%s", count++ ? " " : " (", group_key((enum group)i));
    text_add(text, GROUPS_LINE, ")");
}

/* Prints at which other moves of the line shown the level's choice depends on a group. Lists only
 * moves that have been searched already, and each of them once. */
static void tell_marks(const struct session_view *view, const struct group_effects *effects,
                       struct groups_told *told)
{
    const struct game_node *node = view->shown, *end = view->shown;
    char text[GROUPS_LINE] = "";
    while (node->parent)
        node = node->parent;
    while (end->child)
        end = end->child;
    if (told->line_end != end)
        told->marks[0] = '\0';
    told->line_end = end;
    for (int i = 0, count = 0; i < effects->mark_count && node && count < MARKED_MOVES; i++) {
        char mark[GROUPS_LINE]; /* begins with a comma, as the marks in told->marks do */
        write_mark(&node->position, effects->marks[i], mark);
        if (i != effects->mark_shown && effects->marks_known[i] && effects->marks[i]) {
            bool old = strstr(told->marks, mark) != NULL;
            told->left_out |= old;
            count += !old;
            text_add(text, sizeof text, "%s", old ? "" : mark);
        }
        const struct game_node *on = NULL;
        for (const struct game_node *way = view->shown; way; way = way->parent)
            if (way->parent == node)
                on = way;
        node = on ? on : node->child;
    }
    if (!*text)
        return;
    say("At %s moves of this line, the level's choice depends on a group: %s.\n",
        *told->marks ? "further" : "other", text + 2);
    text_add(told->marks, sizeof told->marks, "%s", text);
}

void groups_tell_effects(const struct position *position, const struct group_effects *effects,
                         struct groups_told *told)
{
    char text[GROUPS_LINE] = "As it is: ";
    if (effects->over) {
        say("The game is over in this position.\n");
        return;
    }
    add_choice(position, &effects->now, NULL, text);
    say("%s\n", text);
    tell_candidates(position, effects);
    tell_groups(position, effects, told);
}

void groups_forget(struct groups_told *told)
{
    *told = (struct groups_told){.explained = told->explained};
}

void groups_tell(const struct session_view *view, struct groups_told *told)
{
    const struct group_effects *effects = view_groups(view);
    char level[GROUPS_LINE];
    if (!effects) {
        say("Nothing is known yet.\n");
        return;
    }
    if (handicap_items_differ(&told->handicap, &effects->handicap))
        groups_forget(told);
    told->handicap = effects->handicap;
    told->left_out = false;
    write_level(view->scale, &effects->handicap, level);
    tell_new(level, told, told->level);
    if (!effects->handicap.limited)
        return;
    groups_tell_effects(&view->shown->position, effects, told);
    if (!effects->over)
        tell_marks(view, effects, told);
    if (told->left_out && !told->explained)
        say("From now on, only what has changed is printed. Type debug to read all of it.\n");
    told->explained |= told->left_out;
}
