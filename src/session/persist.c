/* Stores the game being played and resumes an unfinished one. The session reads from one database
 * connection. It passes nearly all writes to the writer, which has another connection. */
#include "src/session/persist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/game/handicap_text.h"
#include "src/player/networks.h"
#include "src/session/mode.h"
#include "src/session/state.h"
#include "src/session/study/scoring.h"
#include "src/util/array.h"
#include "src/util/atomic_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { OPENS_WITHIN = 300 /* milliseconds to wait for a locked database at the start, when
                           * unfinished games that cannot be resumed are marked as finished */ };

/* Returns whether the network or style that the opponent needs is still installed. Also updates the
 * stored name of a style to the name in its file, which may have changed. */
static bool can_play(struct handicap *handicap, const struct scale *scale)
{
    char folder[512], name[STYLE_NAME_MAX];
    struct error ignored;
    int elo;
    if (handicap->limited && handicap->like[0]) {
        if (!styles_find(handicap->like, scale, name, &elo, &ignored))
            return false;
        memcpy(handicap->like, name, sizeof handicap->like);
        return true;
    }
    return handicap->method != METHOD_MAIA || paths_maia(folder, sizeof folder);
}

/* Says what is wrong with an unfinished game. The message that begins the next game will replace
 * this one, so it is repeated then. */
static void tell_unread(struct session *session, const char *message)
{
    snprintf(session->unread, sizeof session->unread, "%s", message);
    session_say(session, "%s", message);
}

/* Adds a game to those that wait to be resumed, and takes over its memory. If memory is short,
 * drops the game here and says so; it stays in the store and is offered at the next start. */
static void push_left(struct session *session, struct left_game *left)
{
    if (ARRAY_RESERVE(session->left, session->left_count, &session->left_capacity)) {
        session->left[session->left_count++] = *left;
        return;
    }
    stored_game_clear(&left->stored);
    tell_unread(session, "out of memory: the unfinished game is offered at the next start");
}

static void recall(struct session *session)
{
    const struct session_recall *recall = &session->options.recall;
    struct stored_choice last;
    session->chose_level = !recall->elo;
    if (!(recall->elo || recall->method || recall->color || recall->control) ||
        !store_last_choice(session->store, &last))
        return;
    session->chose_level = true;
    struct handicap *handicap = &session->handicap;
    bool by_hand = handicap_is_custom(&last.handicap);
    bool playable = can_play(&last.handicap, session->options.scale);
    int elo = last.handicap.limited ? last.handicap.elo : ELO_FULL;
    *handicap = handicap_for(session->options.strength,
                             recall->method && playable ? last.handicap.method : handicap->method,
                             recall->elo && !by_hand ? elo
                             : handicap->limited     ? handicap->elo
                                                     : ELO_FULL,
                             handicap->seed);
    if (recall->method && playable)
        memcpy(handicap->like, last.handicap.like, sizeof handicap->like);
    session->recalled_color = recall->color;
    bool same_method = recall->method || last.handicap.method == handicap->method;
    if (by_hand && recall->elo && same_method && playable) {
        uint64_t seed = handicap->seed;
        *handicap = last.handicap;
        handicap->seed = seed;
    }
    if (recall->color)
        session->options.color = last.color;
    if (recall->control)
        session->options.control = last.control;
}

/* Offers the newest unfinished game in the store with an id below `before`, or says why it cannot
 * be read. */
static void offer_stored(struct session *session, int64_t before)
{
    struct left_game left = {0};
    struct error trouble = {0};
    if (store_unfinished_before(session->store, before, &left.stored, &trouble))
        push_left(session, &left);
    else if (trouble.message[0])
        tell_unread(session, trouble.message);
}

bool session_open_store(struct session *session, struct error *error)
{
    const struct session_options *options = &session->options;
    session->store = store_open(options->store_path, error);
    if (session->store)
        session->writer = store_writer_create(options->store_path, options->wake,
                                              options->context, error);
    if (!session->writer) {
        store_close(session->store);
        session->store = NULL;
        return false;
    }
    store_set_patience(session->store, OPENS_WITHIN);
    recall(session);
    if (!options->analyze_only)
        offer_stored(session, INT64_MAX);
    store_set_patience(session->store, SESSION_READS_WITHIN);
    return true;
}

void session_tell_damage(struct session *session)
{
    char text[sizeof session->told_damage] = "";
    if (session->store)
        store_damage(session->store, text, sizeof text);
    if (session->unread[0])
        session_say(session, "%s", session->unread);
    session->unread[0] = '\0';
    if (strcmp(text, session->told_damage) == 0)
        return;
    snprintf(session->told_damage, sizeof session->told_damage, "%s", text);
    session_say(session, "%s", text);
}

void session_tell_saving(struct session *session)
{
    if (session->options.not_kept)
        session_say(session, "This game is not being saved: %s", session->options.not_kept);
    session_tell_damage(session);
}

void session_poll_writer(struct session *session)
{
    struct error why;
    bool refused;
    if (!session->writer || !store_writer_event(session->writer, &refused, &why))
        return;
    if (refused)
        session_say(session, "%s not being saved: %s",
                    session->record.stored_id ? "This game is" : "Your answers are", why.message);
    else
        session_say(session, "Saving works again.");
}

void session_settle(struct session *session, int milliseconds)
{
    if (session->writer)
        (void)store_writer_settle(session->writer, milliseconds);
}

/* Fills *stored, which is empty, with the live game. Returns false if out of memory. */
static bool describe_game(const struct session *session, struct stored_game *stored)
{
    stored->began = session->record.began;
    stored->start = session->game->root->position;
    stored->you = session->record.you;
    stored->drawn = session->options.color < 0;
    stored->handicap = session->handicap;
    stored->drill = session->drill;
    snprintf(stored->opponent, sizeof stored->opponent, "%s", session->guest_text);
    stored->odds = session->rated.odds;
    stored->takebacks = session->rated.takebacks;
    snprintf(stored->unrated, sizeof stored->unrated, "%s", session->rated.unrated);
    stored->clock = session->clock;
    return stored_game_take(stored, session->live);
}

/* Adds a row for the live game to the store. */
void session_persist(struct session *session)
{
    session->record.stored_id = 0;
    if (!session->writer || session_is_study(session))
        return;
    struct stored_game *stored = calloc(1, sizeof *stored);
    if (!stored)
        return;
    session->record.began = (int64_t)time(NULL);
    if (describe_game(session, stored))
        session->record.stored_id = store_writer_begin(session->writer, stored);
    else
        session_say(session, "out of memory");
    stored_game_clear(stored);
    free(stored);
}

void session_leave_game(struct session *session)
{
    struct left_game left = {.stored_id = session->record.stored_id};
    if (!session->record.stored_id || !session_goes_on(session))
        return;
    if (!session_has_game_to_lose(session)) {
        store_writer_finish(session->writer, session->record.stored_id, RESULT_NONE, "abandoned");
    } else if (describe_game(session, &left.stored)) {
        clock_pause(&left.stored.clock, text_now());
        left.stored.ledger = session->record.ledger;
        session->record.ledger = (struct ledger){0};
        push_left(session, &left);
    } else {
        stored_game_clear(&left.stored);
    }
}

/* Games that the database lacks */

void session_hold(struct session *session)
{
    int kept = 0;
    for (int i = 0; i < session->held_count; i++) {
        struct held_game held = session->held[i];
        session->held[i].pgn = NULL;
        if (held.stored_id != session->record.stored_id &&
            store_writer_owes(session->writer, held.stored_id))
            session->held[kept++] = held;
        else
            free(held.pgn);
    }
    session->held_count = kept;
    struct error error;
    if (!session->writer || !store_writer_owes(session->writer, session->record.stored_id) ||
        !ARRAY_RESERVE(session->held, session->held_count, &session->held_capacity))
        return;
    char *pgn = session_copy(session, "pgn --full", &error);
    if (pgn)
        session->held[session->held_count++] = (struct held_game){session->record.stored_id, pgn};
}

/* Saves the held games in a file such as "unsaved-2026-11-24-094501-1234.pgn" in `folder`. Its name
 * ends with the process id, because two processes may exit at once. */
static bool save_held(const struct session *session, const char *folder, char *path, size_t size,
                      struct error *error)
{
    char moment[32];
    struct replacement file;
    text_moment((int64_t)time(NULL), "%Y-%m-%d-%H%M%S", moment, sizeof moment);
    if (snprintf(path, size, "%sunsaved-%s-%ld.pgn", folder, moment, (long)getpid()) >= (int)size)
        return error_set(error, "the name of the folder is too long");
    if (!replacement_begin(&file, path, 0600, error))
        return false;
    bool good = true;
    for (int i = 0; good && i < session->held_count; i++)
        good = fputs(session->held[i].pgn, file.out) >= 0;
    return replacement_end(&file, good, error);
}

/* Saves the held games beside the database. If that directory is not writable, or its disk does not
 * respond (`answers` is false), saves them in $TMPDIR or /tmp instead. */
static bool save_somewhere(const struct session *session, bool answers, char *path, size_t size,
                           struct error *error)
{
    const char *database = session->options.store_path, *temporary = getenv("TMPDIR");
    char beside[4096], elsewhere[4096];
    struct error ignored;
    snprintf(beside, sizeof beside, "%.*s", (int)(paths_base(database) - database), database);
    snprintf(elsewhere, sizeof elsewhere, "%s/", temporary && *temporary ? temporary : "/tmp");
    return (answers && save_held(session, beside, path, size, error)) ||
           save_held(session, elsewhere, path, size, answers ? &ignored : error);
}

static void tell_unwritten(struct session *session, char *text, size_t size)
{
    char path[4096], shown[4096];
    struct error why;
    bool refused;
    (void)store_writer_event(session->writer, &refused, &why);
    int owed = store_writer_owed(session->writer), games = session->held_count;
    snprintf(text, size, "not everything could be saved: %s.",
             why.message[0] ? why.message : "the disk did not respond in time");
    struct error error = {0};
    bool answers = why.message[0] != '\0';
    if (games > 0 && save_somewhere(session, answers, path, sizeof path, &error))
        text_add(text, size, " %s saved in %s.", games == 1 ? "The game is" : "The games are",
                 text_shown(path, shown, sizeof shown));
    else if (games > 0)
        text_add(text, size, " %s lost: %s.", games == 1 ? "The game is" : "The games are",
                 error.message);
    if (owed > 0)
        text_add(text, size, " Answers lost: %d.", owed);
}

bool session_leave(struct session *session, char *text, size_t size)
{
    text[0] = '\0';
    session_keep_scores(session);
    session_stop_study(session);
    store_close(session->store); /* SQLite cleans up when the last connection closes, and that
                                  * should be the writer's */
    session->store = NULL;
    if (!session->writer)
        return true;
    bool whole = store_writer_stop(session->writer);
    if (!whole) {
        session_hold(session);
        tell_unwritten(session, text, size);
    }
    for (int i = 0; i < session->held_count; i++)
        free(session->held[i].pgn);
    free(session->held);
    session->held = NULL;
    session->held_count = session->held_capacity = 0;
    store_writer_destroy(session->writer);
    session->writer = NULL;
    session->record.stored_id = 0;
    return whole;
}

/* The unfinished game */

bool session_unfinished(struct session *session, char *text, size_t size)
{
    if (session->left_count == 0)
        return false;
    const struct stored_game *stored = &session->left[session->left_count - 1].stored;
    char date[32];
    text_moment(stored->began, "%Y-%m-%d %H:%M", date, sizeof date);
    char opponent[128];
    if (stored->opponent[0])
        session_guest_called(stored->opponent, opponent, sizeof opponent);
    else
        scale_opponent_name(session->options.scale, NULL, &stored->handicap, opponent,
                            sizeof opponent);
    int plies = stored->move_count + (stored->start.side == BLACK);
    snprintf(text, size, "%s, you have %s against %s, move %d", date,
             chess_color_name(stored->you), opponent, stored->start.fullmove + plies / 2);
    return true;
}

bool session_left_last(struct session *session)
{
    struct stored_game finished = {0};
    struct error ignored;
    if (session->left_count == 0)
        return false;
    bool last = !store_finished_before(session->store, INT64_MAX, &finished, &ignored) ||
                finished.id < session->left[session->left_count - 1].stored.id;
    stored_game_clear(&finished);
    return last;
}

bool session_take_left(struct session *session, struct left_game *left)
{
    struct left_game *newest = &session->left[session->left_count - 1];
    if (!newest->stored_id)
        newest->stored_id = store_writer_adopt(session->writer, newest->stored.id);
    if (!newest->stored_id)
        return false;
    *left = *newest;
    session->left_count--;
    if (left->stored.id && session->left_count == 0)
        offer_stored(session, left->stored.id);
    return true;
}

