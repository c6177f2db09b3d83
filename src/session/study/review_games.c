/* Reviews the games of a file one after the other: each becomes the session's game and is reviewed
 * like any other, so that the user's mistakes enter the deck. Only games of the user are reviewed,
 * because nothing is stored about other games. The file is not changed. */
#include <stdlib.h>

#include "src/session/state.h"
#include "src/session/study/scoring.h"

/* Whether the user played the game with the number `game` of the file. */
static bool is_yours(const struct session *session, const struct pgn_index *index, int game)
{
    const struct pgn_entry *entry = pgn_index_entry(index, game);
    return names_side(session->names, pgn_index_text(index, entry->white),
                      pgn_index_text(index, entry->black)) >= 0;
}

void session_stop_reviews(struct session *session)
{
    free(session->reviews.games);
    session->reviews = (struct review_run){0};
}

/* Opens the next game that can be read and begins its review, or ends the run. */
static void begin_next(struct session *session)
{
    struct review_run *run = &session->reviews;
    for (; run->at < run->count; run->at++) {
        struct error error;
        if (!session_open(session, run->index, run->games[run->at], &error))
            continue;
        session_pause_analysis(session);
        run->game = session->game;
        if (session->live->ply > 0 && session_review(session))
            return;
    }
    int count = run->count;
    session_stop_reviews(session);
    session_say(session, "%d game%s reviewed. Your mistakes are in your deck.", count,
                count == 1 ? " is" : "s are");
}

void session_go_on_reviews(struct session *session)
{
    struct review_run *run = &session->reviews;
    if (run->count == 0)
        return;
    if (session->game != run->game) { /* another game was opened meanwhile */
        session_stop_reviews(session);
    } else if (session->record.reviewed || session->record.stuck) {
        run->at++;
        begin_next(session);
    }
}

bool session_review_games(struct session *session, const struct pgn_index *index,
                          const int games[], int count, struct error *error)
{
    struct review_run run = {.index = index};
    if (session_goes_on(session))
        return error_set(error, "Your game goes on. Games of a file are reviewed after it.");
    if (!session->writer)
        return error_set(error, "Your mistakes would not be saved: no database is open.");
    run.games = malloc((size_t)(count > 0 ? count : 1) * sizeof *run.games);
    if (!run.games)
        return error_set(error, "out of memory");
    for (int i = 0; i < count; i++) {
        if (is_yours(session, index, games[i]))
            run.games[run.count++] = games[i];
    }
    if (run.count == 0) {
        free(run.games);
        return error_set(error, "None of these games is yours. Type the word names and then "
                                "your name as the file has it.");
    }
    session_stop_reviews(session);
    session->reviews = run;
    begin_next(session);
    return true;
}

bool session_reviews_progress(const struct session *session, int *at, int *of)
{
    *at = session->reviews.at + 1;
    *of = session->reviews.count;
    return *of > 0;
}
