/* Compares the user with the opponent's level in a test suite. After each position, tells what the
 * level plays, how long it thinks and which changes would make it find the right move. At the end,
 * tells how many positions the level solves. */
#include <stdio.h>

#include "src/game/format.h"
#include "src/game/handicap_change.h"
#include "src/session/state.h"
#include "src/session/study/practice.h"
#include "src/util/text.h"

/* Whether the suite lists the move as a solution. */
static bool is_right(const struct card *card, Move move)
{
    for (int i = 0; i < card->accepted.count; i++)
        if (card->accepted.moves[i] == move)
            return true;
    return card->solution.length > 0 && card->solution.line[0] == move;
}

/* Whether the level can be compared with the user: a suite is being solved, the card has a right
 * move, and the opponent does not play at full strength. */
static bool asks(const struct session *session)
{
    const struct practice *practice = &session->practice;
    const struct card *card = &practice->cards[practice->at];
    return practice->kind == PRACTICE_SUITE && session->handicap.limited &&
           (card->accepted.count > 0 || card->solution.length > 0);
}

void session_begin_beside(struct session *session)
{
    const struct session_options *options = &session->options;
    struct practice *practice = &session->practice;
    struct error error;
    practice->began = text_now();
    practice->beside[0] = practice->helped[0] = '\0';
    practice->asked = false;
    practice->change = 0;
    if (!asks(session))
        return;
    if (!session->level_probe)
        session->level_probe =
            level_probe_create(options->wake, options->context, options->strength);
    practice->asked =
        session->level_probe && level_probe_turn(session->level_probe, practice->game->root,
                                                 &session->handicap, &error);
}

void session_end_beside(struct session *session)
{
    if (session->practice.asked)
        level_probe_stop(session->level_probe);
    session->practice.asked = false;
}

/* The probability that the level plays a move that the suite accepts. */
static double chance_of_solving(const struct card *card, const struct probed *probed)
{
    double chance = 0;
    for (int i = 0; i < probed->move_count; i++)
        if (is_right(card, probed->moves[i].move))
            chance += probed->moves[i].chance;
    return chance;
}

static void write_beside(const struct session *session, const struct probed *probed, double chance,
                         char *text, size_t size)
{
    const struct practice *practice = &session->practice;
    const struct card *card = &practice->cards[practice->at];
    const struct handicap *handicap = &probed->handicap;
    const int taken = (int)((practice->ended - practice->began) / 1000);
    const double speed = handicap->nodes_per_second > 0 ? handicap->nodes_per_second : 1;
    char mistake[32], name[128];
    int at = 0;
    scale_opponent_name(session->options.scale, NULL, handicap, name, sizeof name);
    while (at < probed->move_count && is_right(card, probed->moves[at].move))
        at++;
    snprintf(text, size, "You took %d second%s. %s takes %.1f seconds and ", taken,
             text_plural(taken), name, (double)probed->nodes / speed);
    if (chance >= 0.995)
        text_add(text, size, "finds it.");
    else if (chance < 0.005)
        text_add(text, size, "does not find it");
    else
        text_add(text, size, "finds it %.0f times in 100", 100 * chance);
    if (chance < 0.995 && at < probed->move_count) {
        text_move(&practice->game->root->position, probed->moves[at].move, mistake, sizeof mistake);
        text_add(text, size, "; its most likely mistake is %s.", mistake);
    }
}

void session_tell_beside(const struct session *session, char *text, size_t size)
{
    const struct practice *practice = &session->practice;
    char name[128];
    scale_opponent_name(session->options.scale, NULL, &session->handicap, name, sizeof name);
    if (practice->asked_count > 0)
        text_add(text, size, "%s%s finds %d of %d.", *text ? "  " : "", name,
                 practice->level_solved, practice->asked_count);
}

static int list_changes(const struct session *session,
                        struct handicap_change changes[HANDICAP_CHANGES_MAX])
{
    return handicap_changes(&session->handicap, &(struct limits){0}, changes);
}

/* Starts to test whether the next change to the level, such as complete knowledge of one kind,
 * makes it find the move. The first change of the list, another seed, is not tested: the
 * probabilities already cover all seeds. Returns false if no change is left. */
static bool try_next_change(struct session *session)
{
    struct practice *practice = &session->practice;
    struct handicap_change changes[HANDICAP_CHANGES_MAX];
    struct error error;
    const int count = list_changes(session, changes);
    return ++practice->change < count &&
           level_probe_turn(session->level_probe, practice->game->root,
                            &changes[practice->change].handicap, &error);
}

/* Notes whether the change that was just tried makes the level find the move. The last change
 * combines all the others, so it is noted only if no other change was enough. */
static void note_change(struct session *session, double chance)
{
    struct practice *practice = &session->practice;
    struct handicap_change changes[HANDICAP_CHANGES_MAX];
    const int last = list_changes(session, changes) - 1;
    if (chance >= 0.5 && (practice->change < last || !practice->helped[0]))
        text_add(practice->helped, sizeof practice->helped, "%s%s", practice->helped[0] ? ", " : "",
                 practice->change < last ? changes[practice->change].name : "all changes together");
}

static void tell_changes(struct practice *practice)
{
    if (practice->helped[0])
        text_add(practice->beside, sizeof practice->beside, " It would find it with: %s.",
                 practice->helped);
    else
        text_add(practice->beside, sizeof practice->beside,
                 " It would not find it even with all its knowledge, no errors and ten times the "
                 "nodes.");
}

void session_look_beside(struct session *session)
{
    struct practice *practice = &session->practice;
    if (!practice->over || !practice->asked || session->previewing)
        return;
    const struct probed *probed = level_probe_found(session->level_probe, NULL, 0);
    if (!probed || !probed->seen || probed->move_count == 0 || probed->draws < probed->draws_wanted)
        return;
    const double chance = chance_of_solving(&practice->cards[practice->at], probed);
    if (practice->change == 0) {
        write_beside(session, probed, chance, practice->beside, sizeof practice->beside);
        practice->asked_count++;
        practice->level_solved += chance >= 0.5;
        session->changed |= CHANGED_BOARD | CHANGED_MESSAGE;
    } else {
        note_change(session, chance);
    }
    const bool missed = practice->change > 0 || chance < 0.5;
    if (missed && try_next_change(session))
        return;
    if (missed) {
        tell_changes(practice);
        session->changed |= CHANGED_BOARD | CHANGED_MESSAGE;
    }
    session_end_beside(session);
}
