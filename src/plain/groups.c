/* Prints the effect of switching each positional group on or off. Groups that would change nothing
 * in the position shown share one sentence. */
#include "src/plain/groups.h"

#include <math.h>
#include <stdio.h>

#include "src/game/format.h"
#include "src/game/handicap_item.h"
#include "src/game/handicap_text.h"
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

void groups_tell_level(const struct scale *scale, const struct handicap *level)
{
    struct handicap handicap = *level;
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    char value[32];
    char name[16];
    if (!handicap.limited) {
        printf("Full strength knows everything and makes no errors. Set a rating first, for "
               "example elo 1400.\n");
        return;
    }
    scale_strength_name(scale, &handicap, name, sizeof name);
    int count = handicap_items(&handicap, items);
    printf("Rating %s", name);
    if (!handicap_is_custom(&handicap))
        printf(" (%s)", scale_words(scale_shown(scale)));
    printf(", method %s", method_name(handicap.method));
    for (int i = 0; i < count && items[i].group == GROUP_COUNT; i++) {
        handicap_item_value(&items[i], value, sizeof value);
        printf(", %s %s", items[i].name, value);
    }
    printf(", seed %llu.\n", (unsigned long long)handicap.seed);
}

static void tell_candidates(const struct position *position, const struct group_effects *effects)
{
    char san[CHESS_SAN_MAX];
    printf("Its moves:");
    for (int i = 0; i < effects->move_count && i < CANDIDATES; i++) {
        if (effects->moves[i].chance < SELDOM)
            break;
        chess_to_san(position, effects->moves[i].move, san);
        printf("%s %s %.0f%%", i ? "," : "", san, effects->moves[i].chance * 100);
    }
    printf(".\n");
}

/* Prints the level's evaluation and choice. If `now` is NULL, `choice` is the level as it is.
 * Otherwise `choice` is the level with one group switched, and `now` the level as it is. */
static void tell_choice(const struct position *position, const struct group_choice *choice,
                        const struct group_choice *now)
{
    char score[16], san[CHESS_SAN_MAX];
    text_score(choice->evaluation, score, sizeof score);
    printf("evaluation %s", score);
    if (!choice->known || choice->chosen == NO_MOVE)
        return;
    chess_to_san(position, choice->chosen, san);
    if (!now || choice->changes)
        printf(", this time %s", san);
    if (choice->right >= 0)
        printf(now ? ", best %.0f%%"
                   : ", finds the best move or one up to 0.10 worse %.0f%% of the time",
               choice->right * 100);
}

static bool changes(const struct group_choice *choice, const struct group_choice *now)
{
    return choice->changes || fabs(choice->right - now->right) >= 0.005 ||
           choice->evaluation != now->evaluation;
}

static void tell_groups(const struct position *position, const struct group_effects *effects)
{
    int same = 0;
    for (int i = 0; i < GROUP_COUNT; i++) {
        const struct group_choice *choice = &effects->switched[i];
        int percent = effects->handicap.knowledge[i];
        if (!changes(choice, &effects->now)) {
            same++;
            continue;
        }
        printf("%s %d%%; switched %s: ", group_key((enum group)i), percent,
               group_switched(percent) ? "on" : "off");
        tell_choice(position, choice, &effects->now);
        printf(".\n");
    }
    if (same == 0)
        return;
    printf("Switching these groups changes nothing here:");
    for (int i = 0, told = 0; i < GROUP_COUNT; i++)
        if (!changes(&effects->switched[i], &effects->now))
            printf("%s %s %d%%", told++ ? "," : "", group_key((enum group)i),
                   effects->handicap.knowledge[i]);
    printf(".\n");
}

static void tell_group_names(unsigned marks)
{
    int told = 0;
    for (int i = 0; i < GROUP_COUNT; i++)
        if (marks >> i & 1)
            printf("%s%s", told++ ? " " : "", group_key((enum group)i));
}

/* Prints at which other moves of the line shown the level's choice depends on a group. Only moves
 * that have been searched already are listed. */
static void tell_marks(const struct session_view *view, const struct group_effects *effects)
{
    const struct game_node *node = view->shown;
    int told = 0;
    while (node->parent)
        node = node->parent;
    for (int i = 0; i < effects->mark_count && node && told < MARKED_MOVES; i++) {
        if (i != effects->mark_shown && effects->marks_known[i] && effects->marks[i]) {
            printf("%s%d%s (",
                   told++ ? ", "
                          : "At other moves of this line, the level's choice depends on a group: ",
                   node->position.fullmove, node->position.side == WHITE ? "." : "...");
            tell_group_names(effects->marks[i]);
            printf(")");
        }
        const struct game_node *on = NULL;
        for (const struct game_node *way = view->shown; way; way = way->parent)
            if (way->parent == node)
                on = way;
        node = on ? on : node->child;
    }
    if (told > 0)
        printf(".\n");
}

void groups_tell_effects(const struct position *position, const struct group_effects *effects)
{
    if (effects->over) {
        printf("The game is over in this position.\n");
        return;
    }
    printf("As it is: ");
    tell_choice(position, &effects->now, NULL);
    printf(".\n");
    tell_candidates(position, effects);
    tell_groups(position, effects);
}

void groups_tell(const struct session_view *view)
{
    const struct group_effects *effects = view_groups(view);
    if (!effects) {
        printf("Nothing is known yet.\n");
        return;
    }
    groups_tell_level(view->scale, &effects->handicap);
    if (!effects->handicap.limited)
        return;
    groups_tell_effects(&view->shown->position, effects);
    if (!effects->over)
        tell_marks(view, effects);
}
