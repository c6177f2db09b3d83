/* Functions used by all parts of a session: replies, messages, and the position on the board. */
#include "src/session/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/handicap_text.h"
#include "src/pgn/pgn.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/training/game_tags.h"
#include "src/util/text.h"

void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
{
    va_list arguments;
    reply->kind = kind;
    va_start(arguments, format);
    vsnprintf(reply->text, sizeof reply->text, format, arguments);
    va_end(arguments);
    text_sanitize(reply->text); /* the text may quote a file or what the user typed, with bytes that
                                 * a terminal should not get */
}

void session_opponent_name(const struct session *session, char *text, size_t size)
{
    if (session->guest)
        async_player_name(session->guest, text, size);
    else
        scale_opponent_name(session->options.scale, session->options.strength, &session->handicap,
                            text, size);
}

int session_level(const struct session *session)
{
    const struct handicap *handicap = &session->handicap;
    return handicap_is_custom(handicap) ? session->level
           : handicap->limited          ? handicap->elo
                                        : ELO_FULL;
}

const struct game_node *session_on_board(const struct session *session)
{
    return session->mode == session_game_mode(session) && !session_explores(session)
               ? session->live
               : session->shown;
}

void session_say(struct session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->message, sizeof session->message, format, arguments);
    va_end(arguments);
    text_sanitize(session->message);
    session->changed |= CHANGED_MESSAGE;
}

void session_take_message(struct session *session, char *text, size_t size)
{
    snprintf(text, size, "%s", session->message);
    session_say(session, "%s", "");
}

void session_reset_clock(struct session *session)
{
    clock_init(&session->clock, &session->control);
    /* Your first move costs no time. In an analysis `you` is -1, so each side's first move costs
     * time. */
    session->clock.free_side = session->record.you;
}

/* While a clock runs, a tick is due every second. After a much longer time without a tick, the
 * program must have been stopped (SIGSTOP, a frozen container), so nobody could move. */
void session_note_standstill(struct session *session)
{
    enum { STANDSTILL = 5000 }; /* ms: after this time without a tick, the program counts as
                                 * stopped */
    int64_t now = text_now(), before = session->ticked;
    struct clock clock = session->clock;
    session->ticked = now;
    if (!session_goes_on(session) || session->control.untimed ||
        clock_discount(&clock, before, now) < STANDSTILL)
        return;
    int64_t seconds = clock_discount(&session->clock, before, now) / 1000;
    session->changed |= CHANGED_CLOCK;
    session_say(session, "The program was stopped for %d:%02d minutes. The clock was stopped, too.",
                (int)(seconds / 60), (int)(seconds % 60));
}

bool session_your_turn(const struct session *session)
{
    return session_goes_on(session) && session->live->position.side == session->record.you;
}

int session_tagged_side(const struct session *session)
{
    return names_side(session->names, game_tag(session->game, "White"),
                      game_tag(session->game, "Black"));
}

void session_find_side(struct session *session)
{
    int side = session_tagged_side(session);
    if (side >= 0 || session_is_study(session))
        session->record.you = side;
}

/* A game with the tag FallibleOpponent was played against one of our opponents. */
bool session_played_by_others(const struct session *session)
{
    return session->record.loaded && !session_goes_on(session) && !session->suspended.game &&
           !game_tag(session->game, "FallibleOpponent") && session_tagged_side(session) < 0;
}

int session_reviewed_side(const struct session *session)
{
    if (session_is_study(session))
        return session_tagged_side(session);
    return session_played_by_others(session) ? -1 : session->record.you;
}

void session_forget_redo(struct session *session)
{
    for (int i = 0; i < session->redo_count; i++)
        free(session->redo[i].decision);
    session->redo_count = 0;
}

/* The strength of the opponent of the game on the board. */
static const struct handicap *played_handicap(const struct session *session)
{
    return session->record.ended ? &session->record.handicap : &session->handicap;
}

/* Sets the tags of a game played here. */
static bool tag_game(struct session *session, struct game *game, bool clean)
{
    char opponent[128];
    const struct game_node *live = clean ? game_end_of_line(game->root) : session->live;
    session_opponent_name(session, opponent, sizeof opponent);
    if (session->record.ended)
        snprintf(opponent, sizeof opponent, "%s", session->record.opponent);
    const struct played played = {.when = (int64_t)time(NULL),
                                  .you = session->record.you,
                                  .opponent = opponent,
                                  .guest = session->guest != NULL,
                                  .handicap = played_handicap(session),
                                  .scale = session->options.scale,
                                  .control = &session->control,
                                  .drill = session->drill,
                                  .takebacks = session->rated.takebacks,
                                  .openings = session->options.openings,
                                  .clean = clean};
    return played_tag(game, live, &played);
}

/* Returns whether the game is written to PGN without our tags and scores: it is an analysis,
 * another program's game, or one that was saved without our tags. */
static bool is_as_read(const struct session *session)
{
    return session_is_study(session) ||
           (session->record.loaded && !game_tag(session->game, "FallibleOpponent"));
}

/* Scores and decisions are written only when the game is over, because during the game they would
 * help the user. */
bool session_ready_for_pgn(struct session *session)
{
    struct handicap opponent;
    const char *tag = session->record.loaded ? game_tag(session->game, "FallibleOpponent") : NULL;
    if (is_as_read(session))
        return true;
    if (!tag || !handicap_text_read(tag, &opponent))
        opponent = *played_handicap(session);
    return (session_goes_on(session) ||
            ledger_annotate(&session->record.ledger, session->live, &opponent, LEDGER_FULL)) &&
           (session->record.loaded || tag_game(session, session->game, false));
}

/* Copies the game by writing it as PGN and reading the text back. Returns NULL on failure. */
static struct game *copy_game(const struct game *game)
{
    size_t size;
    struct error error;
    struct game *copy = NULL;
    char *text = pgn_text(game, &size);
    FILE *file = text && size > 0 ? fmemopen(text, size, "r") : NULL;
    struct pgn_reader *reader = file ? pgn_reader_create(file, "") : NULL;
    if (reader && pgn_read(reader, &copy, &error) != PGN_GAME) {
        game_destroy(copy);
        copy = NULL;
    }
    pgn_reader_destroy(reader);
    if (file)
        fclose(file);
    free(text);
    return copy;
}

/* Whether any position of the line played has a score. */
static bool has_scores(const struct session *session)
{
    for (const struct game_node *node = session->live; node; node = node->parent) {
        if (ledger_score_at(&session->record.ledger, node->ply) != SCORE_NONE)
            return true;
    }
    return false;
}

/* A copy of a game of another program with the scores of its review. Returns NULL if out of memory
 * or if nothing is to be added. */
static struct game *scored_copy(const struct session *session, enum ledger_detail detail)
{
    bool adds = detail >= LEDGER_EVALS && has_scores(session);
    struct game *copy = adds ? copy_game(session->game) : NULL;
    if (copy && ledger_write_evals(&session->record.ledger, game_end_of_line(copy->root)))
        return copy;
    game_destroy(copy);
    return NULL;
}

struct game *session_clean_game(struct session *session, enum ledger_detail detail)
{
    if (is_as_read(session))
        return scored_copy(session, detail);
    struct game *copy = detail < LEDGER_FULL ? copy_game(session->game) : NULL;
    if (!copy)
        return NULL;
    copy->untimed = session->game->untimed;
    if (!session->record.loaded) { /* tag_game writes Termination again, in its usual place */
        snprintf(copy->termination, sizeof copy->termination, "%s", session->game->termination);
        game_remove_tags(copy, "Termination");
    }
    bool good =
        played_untag(copy, session->record.you) &&
        (session_goes_on(session) ||
         ledger_annotate(&session->record.ledger, game_end_of_line(copy->root),
                         played_handicap(session), detail)) &&
        (!session->record.reviewed ||
         (review_preface(&session->record.review, copy->root) &&
          review_comment_mistakes(&session->record.review, game_end_of_line(copy->root)))) &&
        (session->record.loaded || tag_game(session, copy, true));
    if (good) {
        pgn_leave_out_times(copy);
        return copy;
    }
    game_destroy(copy);
    return NULL;
}

static char *copy_fen(const struct session *session)
{
    bool set_up = session->mode == MODE_SETTING_UP;
    const struct position *shown = set_up ? &session->setup_node.position
                                          : &session->shown->position;
    char *fen = malloc(CHESS_FEN_MAX);
    if (fen)
        chess_to_fen(shown, fen);
    return fen;
}

static char *copy_pgn(struct session *session, enum ledger_detail detail)
{
    size_t size;
    struct game *clean = session_clean_game(session, detail);
    bool good = clean || session_ready_for_pgn(session);
    char *text = good ? pgn_text(clean ? clean : session->game, &size) : NULL;
    game_destroy(clean);
    return text;
}

/* The address of the Lichess page that analyses the position shown. */
static char *copy_link(const struct session *session)
{
    char *fen = copy_fen(session), *link = fen ? malloc(CHESS_FEN_MAX + 64) : NULL;
    if (link) {
        for (char *at = fen; *at; at++)
            *at = *at == ' ' ? '_' : *at;
        snprintf(link, CHESS_FEN_MAX + 64, "https://lichess.org/analysis/%s%s",
                 session->shown->position.chess960 ? "chess960/" : "standard/", fen);
    }
    free(fen);
    return link;
}

char *session_copy(struct session *session, const char *what, struct error *error)
{
    bool fen = strcmp(what, "fen") == 0, link = strcmp(what, "link") == 0;
    const char *argument = what;
    if (strncmp(what, "pgn ", 4) == 0)
        argument = what + 4;
    enum ledger_detail detail = LEDGER_WORDS;
    (void)ledger_take_detail(&argument, &detail);
    if (!fen && !link &&
        (strncmp(what, "pgn", 3) != 0 || (argument != what && *argument) ||
         (argument == what && what[3]))) {
        error_set(error, "Expected: copy fen, copy link, copy pgn, or copy pgn --full");
        return NULL;
    }
    char *text = fen ? copy_fen(session) : link ? copy_link(session) : copy_pgn(session, detail);
    if (!text)
        error_set(error, "out of memory");
    return text;
}
