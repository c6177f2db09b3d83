/* Rated games. The user's rating is computed by Glicko-2 after each game. It is kept on the engine
 * scale and shown on the scale that the user chose. Odds, undone moves or help make a game
 * unrated. */
#include "src/session/playing/rating.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/game/handicap_text.h"
#include "src/session/state.h"
#include "src/store/rating.h"
#include "src/training/adaptive.h"

/* Reads the rating from the database, because another instance of the program may have rated a game
 * meanwhile. If the writer has not yet written session->rated.rating, keeps that, because it is
 * newer. */
static void read_rating(struct session *session)
{
    struct error error = {0};
    if (session->writer && store_writer_has_done(session->writer, session->rating_posted) &&
        !store_rating(session->store, &session->rated.rating, &session->rated.games, &error))
        session_say(session, "%s", error.message);
}

/* The rating deviation of a rating that the user has given as an option. */
enum { TOLD_DEVIATION = 200 };

void session_load_rating(struct session *session)
{
    struct rating *rating = &session->rated.rating;
    *rating = RATING_UNKNOWN;
    rating->rating =
        scale_to_engine(session->options.scale, SCALE_LICHESS_RAPID, SCALE_BEGINNER);
    if (session->options.your_elo) {
        rating->rating = session->options.your_elo;
        rating->deviation = TOLD_DEVIATION;
    }
    if (session->options.adaptive) /* so that the first opponent has the level options.elo */
        rating->rating = session->options.elo;
    read_rating(session);
}

/* Returns true if the opponent's settings are exactly those of its level. The rating of any other
 * settings is not known. */
static bool is_level(const struct session *session)
{
    const struct handicap *handicap = &session->handicap;
    struct handicap level = handicap_for(session->options.strength, handicap->method,
                                         handicap->elo, handicap->seed);
    char own[HANDICAP_TEXT], other[HANDICAP_TEXT];
    handicap_text_write(handicap, own, sizeof own);
    handicap_text_write(&level, other, sizeof other);
    return strcmp(own, other) == 0;
}

static const char *why_unrated(const struct session *session)
{
    const struct position *start = &session->game->root->position;
    struct position usual;
    chess_start(&usual);
    if (session->rated.odds)
        return "the opponent gave odds";
    if (session->drill != DRILL_NONE)
        return "this is a drill";
    if (session->guest)
        return "the opponent is another program";
    if (!session->handicap.limited)
        return "the opponent plays at full strength";
    if (session->handicap.like[0])
        return "the opponent's style has no measured rating";
    if (!is_level(session))
        return "you changed the opponent's settings";
    if (start->key != usual.key || start->chess960)
        return "it does not start from the usual position";
    /* Without a database the program knows your rating only with --adaptive, which starts from the
     * opponent's level. */
    return session->writer || session->options.adaptive ? "" : "the game is not saved";
}

static void say_rating(struct session *session)
{
    const struct scale *scale = session->options.scale;
    double rating = session->rated.rating.rating, error = 1.96 * session->rated.rating.deviation;
    double low = scale_rating(scale, rating - error), high = scale_rating(scale, rating + error);
    char so_far[48] = "";
    if (session->rated.counted > 0)
        snprintf(so_far, sizeof so_far, " Score so far: %g of %d.", session->rated.points,
                 session->rated.counted);
    session_say(
        session, "Your rating: %.0f +- %.0f%s; this game is %s%s.%s", scale_rating(scale, rating),
        (high - low) / 2, session->rated.games ? "" : " (provisional)",
        session->rated.unrated[0] ? "not rated: " : "rated", session->rated.unrated, so_far);
}

static void choose_rated(struct session *session)
{
    if (!session->rated.stays_unrated)
        snprintf(session->rated.unrated, sizeof session->rated.unrated, "%s", why_unrated(session));
}

void session_begin_rating(struct session *session)
{
    char text[96], odds[48];
    choose_rated(session);
    odds_write(session->rated.odds, odds, sizeof odds);
    session_rated_words(session, text, sizeof text);
    if (session->options.adaptive)
        say_rating(session);
    else if (session->rated.odds)
        session_say(session, "Odds: %s. %s", odds, text);
}

void session_rate_again(struct session *session)
{
    bool counted = session_counts(session);
    choose_rated(session);
    if (counted && session->rated.unrated[0])
        session_say(session,
                    "This game does not count for your rating: %s. Until the first move you can "
                    "still change that.",
                    session->rated.unrated);
}

bool session_counts(const struct session *session)
{
    return session_goes_on(session) && !session->rated.unrated[0] && !session->rated.counts_already;
}

void session_unrate(struct session *session, const char *why)
{
    if (!session_goes_on(session))
        return;
    session->rated.stays_unrated = true;
    if (!session->rated.unrated[0] && !session->rated.counts_already) {
        snprintf(session->rated.unrated, sizeof session->rated.unrated, "%s", why);
        session_say(session, "This game no longer counts for your rating.");
    }
    if (session->record.stored_id)
        store_writer_unrated(session->writer, session->record.stored_id, session->rated.takebacks,
                             session->rated.unrated);
}

void session_rate(struct session *session, enum result result)
{
    struct session_rating *rated = &session->rated;
    double score = result_points(result, session->record.you) / 2.0;
    if (rated->counts_already)
        return;
    if (session->live->ply < 2) { /* too short to be counted */
        session_unrate(session, "it ended before both sides had moved");
        rated->counts_already = true;
        return;
    }
    rated->counts_already = true;
    rated->points += score;
    rated->counted++;
    if (rated->unrated[0])
        return;
    read_rating(session);
    const struct rating_result game = {
        .opponent = {session->handicap.elo, ADAPTIVE_LEVEL_DEVIATION, 0.06}, .score = score};
    rated->from = rated->rating.rating;
    rated->rating = rating_after(rated->rating, &game, 1);
    rated->to = rated->rating.rating;
    rated->done = true;
    rated->games++;
    if (session->record.stored_id) {
        store_writer_rate(session->writer, session->record.stored_id, session->handicap.elo, score,
                          &rated->rating);
        session->rating_posted = store_writer_posted(session->writer);
    }
}

void session_change_words(double from, double to, char *text, size_t size)
{
    int change = (int)(round(to) - round(from)); /* matches the ratings shown, which are rounded */
    if (change == 0)
        snprintf(text, size, "no change");
    else
        snprintf(text, size, "%+d", change);
}

void session_new_rating_words(double from, double to, double deviation, char *text, size_t size)
{
    char change[16];
    session_change_words(from, to, change, sizeof change);
    if (deviation > RATING_GUESS)
        snprintf(text, size, "%.0f, still uncertain", to);
    else
        snprintf(text, size, "%.0f (%s)", to, change);
}

void session_rated_words(const struct session *session, char *text, size_t size)
{
    const struct scale *scale = session->options.scale;
    char back[32] = "", rating[48];
    session_new_rating_words(scale_rating(scale, session->rated.from),
                             scale_rating(scale, session->rated.to),
                             session->rated.rating.deviation, rating, sizeof rating);
    if (session->rated.takebacks > 0)
        snprintf(back, sizeof back, "; takebacks: %d", session->rated.takebacks);
    text[0] = '\0';
    if (session_is_study(session) || session->record.loaded)
        return;
    if (session->rated.unrated[0])
        snprintf(text, size, "Not rated: %s%s.", session->rated.unrated, back);
    else if (session->rated.done)
        snprintf(text, size, "Your rating: %s%s.", rating, back);
}
