/* The result of a card: grades it, stores it in the deck or as an attempt, and describes it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/handicap_text.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/practice.h"
#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/training/suite_cards.h"
#include "src/util/random.h"
#include "src/util/text.h"

int practice_rungs(const struct session *session)
{
    int now = session->hints.node == session->practice.node ? session->hints.hint.rung : 0;
    return now > session->practice.rungs ? now : session->practice.rungs;
}

static void append(char *text, size_t size, const char *more)
{
    text_add(text, size, "%s%s", *text ? " " : "", more);
}

/* Grades an answer. One or two wrong moves or hint steps make it "hard"; with more, the card counts
 * as not solved. */
static enum grade grade_of(const struct session *session, bool solved)
{
    int help = session->practice.tries + practice_rungs(session);
    if (!solved || help > 2)
        return GRADE_AGAIN;
    return help > 0 ? GRADE_HARD : GRADE_GOOD;
}

static void tell_next(int64_t next, int64_t now, char *text, size_t size)
{
    char words[64], date[32];
    if (next <= now + SCHEDULE_SOON) {
        snprintf(words, sizeof words, "You will see it again in %d minutes.",
                 (int)((next - now) / 60));
    } else {
        text_due(next, now, date, sizeof date);
        snprintf(words, sizeof words, "You will see it again %s.", date);
    }
    append(text, size, words);
}

static void answer_card(struct session *session, bool solved, char *text, size_t size)
{
    const struct practice *practice = &session->practice;
    const struct card *card = &practice->cards[practice->at];
    struct error error = {0};
    int64_t now = (int64_t)time(NULL), next;
    double goal = practice->retention > 0 ? practice->retention : SCHEDULE_RETENTION;
    enum grade grade = grade_of(session, solved);
    if (store_foresee(session->store, &card->position, grade, now, goal, &next, &error) &&
        next != 0)
        tell_next(next, now, text, size);
    store_writer_answer(session->writer, &card->position, grade, now, goal);
}

/* Adds missed puzzles and suite positions to the deck, with the first wrong move. */
static void keep_missed(struct session *session)
{
    const struct practice *practice = &session->practice;
    struct card card = practice->cards[practice->at];
    char date[16], task[64];
    suite_task(&card, task, sizeof task);
    text_moment(time(NULL), "%Y-%m-%d", date, sizeof date);
    if (practice->kind == PRACTICE_PUZZLES)
        snprintf(card.why, sizeof card.why, "Puzzle %s, rated %.0f, which you missed on %s.",
                 practice->puzzle.id, practice->puzzle.rating.rating, date);
    else
        snprintf(card.why, sizeof card.why, "%s, which you missed on %s. %s", card.name, date,
                 task);
    if (card.played == NO_MOVE)
        card.played = practice->first_wrong;
    bool endgame = card.kind == CARD_ENDGAME; /* an endgame has a result to keep and no move to
                                               * find */
    if (!endgame && card.solution.length == 0 && practice->done == 0)
        card.solution = practice->found;
    /* If the user left before the solution was known, the card is not added. */
    if (endgame || card.solution.length > 0)
        store_writer_add_card(session->writer, &card);
}

bool session_solved_clean(const struct session *session)
{
    return session->practice.tries == 0 && practice_rungs(session) == 0;
}

/* If a position was solved but counts as missed, appends the reason. */
static void tell_missed(const struct session *session, bool solved, char *text, size_t size)
{
    if (solved && !session_solved_clean(session))
        append(text, size,
               session->practice.tries > 0 ? "After a wrong move it counts as missed."
                                           : "With a hint it counts as missed.");
}

static void answer_suite(struct session *session, bool solved, char *text, size_t size)
{
    const struct practice *practice = &session->practice;
    const struct card *card = &practice->cards[practice->at];
    bool clean = solved && session_solved_clean(session);
    store_writer_note_attempt(session->writer, card->name, clean, (int64_t)time(NULL));
    if (clean)
        return;
    keep_missed(session);
    tell_missed(session, solved, text, size);
    append(text, size, "Added to your deck.");
}

/* The rating of your first puzzles, on Lichess's scale, which the puzzles use. It is your own
 * rating if that is settled or given by an option, otherwise the rating of the opponent that you
 * chose, otherwise your provisional rating. Returns 0 if none of them is known. Sets *whose to
 * words that say whose rating it is. */
static double puzzles_begin_at(const struct session *session, const char **whose)
{
    const struct session_options *options = &session->options;
    const struct handicap next = session_next_handicap(session);
    bool rated = session->rated.games > 0;
    double elo = 0;
    const bool lichess = options->scale && scale_shown(options->scale) == SCALE_LICHESS_RAPID;
    *whose = lichess ? "your rating" : "your rating on Lichess's scale";
    if (rated && !rating_is_provisional(&session->rated.rating)) {
        elo = session->rated.rating.rating;
    } else if (options->your_elo) {
        elo = options->your_elo;
    } else if ((session->chose_level || session->games > 0) && !session->guest &&
               handicap_has_rating(&next)) {
        elo = next.elo;
        *whose = lichess ? "the rating of your opponent"
                         : "your opponent's rating on Lichess's scale";
    } else if (rated) {
        elo = session->rated.rating.rating;
    }
    return elo > 0 && options->scale ? scale_at(options->scale, SCALE_LICHESS_RAPID, elo).rating
                                     : 0;
}

/* Reads the user's puzzle rating from the database, or takes session->puzzle_rating if the writer
 * has not written that yet. If no puzzle was tried before, sets *whose as puzzles_begin_at does,
 * otherwise to "". */
static bool read_player(struct session *session, struct rating *rating, const char **whose,
                        struct error *error)
{
    int attempts = 1;
    bool good = true;
    double from = puzzles_begin_at(session, whose);
    *rating = session->puzzle_rating;
    if (store_writer_has_done(session->writer, session->puzzle_posted)) {
        store_begin_puzzles_at(session->store, from);
        store_writer_begin_puzzles_at(session->writer, from);
        good = store_player(session->store, rating, &attempts, error);
    }
    if (attempts > 0 || from <= 0)
        *whose = "";
    return good;
}

/* Adds the present puzzle to practice->attempted, so that it is not picked again even if the
 * database does not have its answer yet. */
static void note_attempted(struct practice *practice)
{
    const char *before = practice->attempted ? practice->attempted : " ";
    size_t size = strlen(before) + sizeof practice->puzzle.id + 2;
    char *longer = malloc(size);
    if (!longer)
        return;
    snprintf(longer, size, "%s%s ", before, practice->puzzle.id);
    free(practice->attempted);
    practice->attempted = longer;
}

static void answer_puzzle(struct session *session, bool solved, char *text, size_t size)
{
    struct practice *practice = &session->practice;
    struct error error = {0};
    const char *whose;
    struct rating before;
    char words[128], rating[48];
    bool clean = solved && session_solved_clean(session);
    const enum puzzle_result result = clean                            ? PUZZLE_SOLVED
                                      : solved && practice->tries == 0 ? PUZZLE_HINTED
                                                                       : PUZZLE_MISSED;
    tell_missed(session, solved, text, size);
    if (read_player(session, &before, &whose, &error)) {
        struct rating after = puzzle_your_rating(before, &practice->puzzle.rating, result);
        session->puzzle_rating = after;
        session->puzzle_posted = store_writer_posted(session->writer) + 1;
        session_new_rating_words(before.rating, after.rating, after.deviation, rating,
                                 sizeof rating);
        snprintf(words, sizeof words, "Your puzzle rating: %s.%s", rating,
                 clean ? "" : " Added to your deck.");
        append(text, size, words);
    } else {
        append(text, size, error.message);
    }
    store_writer_attempt(session->writer, &practice->puzzle, result, (int64_t)time(NULL));
    note_attempted(practice);
    if (!clean)
        keep_missed(session);
}

void session_answered(struct session *session, bool solved, char *text, size_t size)
{
    if (!session->writer || session->practice.answered)
        return;
    session->practice.answered = true;
    if (session->practice.kind == PRACTICE_PUZZLES)
        answer_puzzle(session, solved, text, size);
    else if (session->practice.kind == PRACTICE_SUITE)
        answer_suite(session, solved, text, size);
    else
        answer_card(session, solved, text, size);
}

void session_left_card(struct session *session, char *text, size_t size)
{
    const struct practice *practice = &session->practice;
    if (practice->cards && (practice->tries > 0 || practice_rungs(session) > 0))
        session_answered(session, false, text, size);
}

void practice_stand_at(struct session *session, struct game_node *node)
{
    struct practice *practice = &session->practice;
    if (session->analyst_job == ANALYST_JUDGES || session->analyst_job == ANALYST_HINTS)
        session_give_up_analyst(session);
    session->hints.node = session->analyst_node = NULL;
    session->hints.hint = (struct hint){0};
    practice->node = session->shown = node;
    practice->judging = practice->skipping = false;
    practice->best = SCORE_NONE;
    practice->found = (struct ledger_score){.score = SCORE_NONE};
    session->changed |= CHANGED_BOARD | CHANGED_HINT;
}

/* Writes where the card comes from into card->why, without a clue to the solution. */
static void explain(const struct puzzle *puzzle, const struct puzzle_choice *choice,
                    const struct rating *you, const char *whose, struct card *card)
{
    char reason[64], theme[sizeof choice->theme + 16], opponent[CHESS_SAN_MAX] = "", first[8] = "";
    struct position before;
    struct error error;
    Move move;
    if (choice->about > 0)
        snprintf(reason, sizeof reason, "you asked for about %d", choice->about);
    else if (choice->to > 0)
        snprintf(reason, sizeof reason, "you asked for %d to %d", choice->from, choice->to);
    else if (*whose)
        snprintf(reason, sizeof reason, "near %.0f, %s", you->rating, whose);
    else
        snprintf(reason, sizeof reason, "near your puzzle rating of %.0f", you->rating);
    motif_theme_words(choice->theme, theme, sizeof theme);
    sscanf(puzzle->moves, "%7s", first);
    if (chess_from_fen(&before, puzzle->position, &error) &&
        chess_from_uci(&before, first, &move))
        chess_to_san(&before, move, opponent);
    snprintf(card->why, sizeof card->why,
             "A new puzzle, %s, rated %.0f (%s%s%.40s). %s just "
             "played %.10s.",
             puzzle->id, puzzle->rating.rating, reason, *choice->theme ? ", theme " : "", theme,
             card->position.side == WHITE ? "Black" : "White", opponent);
}

/* Picks a puzzle and makes a card of it. If no puzzle is left, returns false and leaves
 * error->message empty. */
bool session_pick_puzzle(struct session *session, const struct puzzle_choice *choice,
                 struct puzzle *puzzle, struct card *card, struct error *error)
{
    const char *whose;
    struct rating you;
    bool found = false;
    if (!read_player(session, &you, &whose, error) ||
        !store_pick_puzzle(session->store, choice, random_seed(), puzzle, &found, error) || !found)
        return false;
    if (!puzzle_card(puzzle, card))
        return error_set(error, "puzzle %s is damaged", puzzle->id);
    explain(puzzle, choice, &you, whose, card);
    return true;
}

/* Puzzles */

enum next_puzzle session_next_puzzle(struct session *session, char *text, size_t size)
{
    struct practice *practice = &session->practice;
    struct error error = {0};
    practice->choice.except = practice->attempted;
    (void)store_refusal(session->store); /* clear the error of an earlier call */
    if (session_pick_puzzle(session, &practice->choice, &practice->puzzle, &practice->cards[practice->at],
             &error))
        return NEXT_PUZZLE_FOUND;
    append(text, size,
           error.message[0] ? error.message
                            : "There is no further puzzle of this "
                              "kind.");
    if (store_refusal(session->store) != STORE_REFUSED_BUSY)
        return NEXT_PUZZLE_NONE;
    snprintf(text, size, "The database is busy. Press Enter to try again.");
    return NEXT_PUZZLE_UNREAD;
}
