/* Plans the rounds of a calibration, fits the ratings to their results, and moves the settings of
 * the levels whose ratings are too far from their nominal Elo. */
#include "src/lab/calibrate/calibrate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/calibrate/calibrate_curve.h"
#include "src/util/array.h"

enum {
    NEIGHBOUR = 200,    /* levels at most this many Elo apart play each other; adjacent levels
                           always do */
    ANCHOR_REACH = 300, /* an anchor plays levels at most this many Elo away from it */
    ANCHOR_TIE = 450,   /* anchors at most this many Elo apart play each other */
    LINK = 200,         /* Elo between neighbouring links of the chain, which are extra levels
                           weaker than the slider's lowest */
    CHAIN_FLOOR = -1000,
    CHAIN_TOLERANCE = 75,
    MANY_UP_TO = 1400, /* levels above this Elo play only options.games / 4 games each, because
                          their games take longer */
    MANY_SHARE = 4,
    CHAIN_SHARE = 8, /* a level of the chain gets options.games / 8 games */
    RANDOM_GUESS = 0,
    GUEST_GUESS = 1900,
    STEP = 300,     /* a setting moves by at most this many Elo at once, because the results of a
                       few games may mislead */
    STEP_LEAST = 5, /* a setting does not move by less than this many Elo */
    STEP_SHARE = 8, /* a setting moves by N Elo only if that brings the level's rating at least N /
                       8 Elo closer to its nominal Elo */
    MOVES_MAX = 24, /* a level whose setting has moved this many times stays as it is */
    TRACKS_MAX = CALIBRATE_LEVELS_MAX + 16,
};

/* A level or a link of the chain (see LINK), and the index of the player that stands for it with
 * its current setting. */
struct track {
    int level, player;
    int moves; /* how often the setting has moved */
    bool chain;
};

struct calibration {
    struct calibration_options options;
    struct pool_player *players;
    int player_count, player_capacity;
    struct rated_games *results;
    int result_count, result_capacity;
    struct track tracks[TRACKS_MAX]; /* in ascending order of level */
    int track_count;
    struct curve curve; /* strength by setting, fitted to all rated players */
    int rounds;
};

/* Estimates by how many Elo a Skill Level of Debian's stockfish 15.1 is stronger than its Skill
 * Level 0. Levels 0 to 6 were measured in 630 games at 1+0.01 between all pairs of them. For higher
 * levels, the differences are those that Stockfish's authors published. Used only for pairing. */
static double guess_above_first(int skill)
{
    static const int measured[] = {0, 124, 192, 310, 499, 577, 855};
    static const int published[] = {2363, 2500, 2596, 2703, 2788, 2856, 2923, 2973, 3025, 3070,
                                    3111, 3141, 3170, 3191}; /* levels 6 to 19 */
    return skill <= 6 ? measured[skill] : 855 + published[skill - 6] - published[0];
}

struct calibration_options calibration_options_default(void)
{
    struct calibration_options options = {
        .anchor = "stockfish skill", .anchor_count = 10, .fixed_elo = 1320, .random = true,
        .chain = true, .games = 4000, .reach = INFINITY, .first_games = 32, .tolerance = 25};
    for (int level = CALIBRATED_MIN; level <= CALIBRATED_MAX; level += 100)
        options.levels[options.level_count++] = level;
    for (int i = 0; i < options.anchor_count; i++)
        options.anchors[i] = i;
    return options;
}

/* The pool */

/* Adds a player with the estimated Elo `guess`. Returns its index; -1 when out of memory. */
static int add_player(struct calibration *calibration, enum pool_kind kind, int level, double guess)
{
    if (!ARRAY_RESERVE(calibration->players, calibration->player_count,
                       &calibration->player_capacity))
        return -1;
    struct pool_player *player = &calibration->players[calibration->player_count];
    *player = (struct pool_player){.kind = kind, .level = level, .guess = guess};
    if (kind == POOL_ANCHOR)
        snprintf(player->name, sizeof player->name, "%.30s %d", calibration->options.anchor, level);
    else if (kind == POOL_GUEST)
        snprintf(player->name, sizeof player->name, "guest %d", level);
    else
        snprintf(player->name, sizeof player->name, "random");
    return calibration->player_count++;
}

typedef bool player_test(const struct calibration *calibration, const struct pool_player *player);

static bool is_any(const struct calibration *calibration, const struct pool_player *player)
{
    (void)calibration;
    (void)player;
    return true;
}

/* Returns whether the player's rating is close enough to the nominal Elo of its level. */
static bool is_settled(const struct calibration *calibration, const struct pool_player *player)
{
    return player->rated && player->games >= calibration->options.first_games &&
           fabs(player->elo - player->level) <= calibration->options.tolerance / 2;
}

/* Considers the players of this level whose setting is at most `within` away from `setting` and
 * which pass the test `fits`. Returns the index of the one with the most games; -1 if no player
 * qualifies. */
static int find_setting(const struct calibration *calibration, int level, double setting,
                        double within, player_test *fits)
{
    int best = -1;
    for (int i = 0; i < calibration->player_count; i++) {
        const struct pool_player *player = &calibration->players[i];
        if (player->kind == POOL_LEVEL && player->level == level &&
            fabs(player->setting - setting) <= within && fits(calibration, player) &&
            (best < 0 || player->games > calibration->players[best].games))
            best = i;
    }
    return best;
}

/* Returns the index of the player of a level with this setting, and adds the player if it is new;
 * -1 when out of memory. */
static int player_at(struct calibration *calibration, int level, double setting)
{
    int index = find_setting(calibration, level, setting, 0, is_any);
    if (index >= 0)
        return index;
    index = add_player(calibration, POOL_LEVEL, level, level);
    if (index < 0)
        return -1;
    struct pool_player *player = &calibration->players[index];
    player->setting = setting;
    snprintf(player->name, sizeof player->name, "%d@%.0f", level, setting);
    return index;
}

/* Adds a track with this setting. The tracks stay in ascending order: a link of the chain is added
 * below all others, a level above them. Does nothing if the array is full. Returns false when out
 * of memory. */
static bool add_track(struct calibration *calibration, int level, bool chain, double setting)
{
    if (calibration->track_count == TRACKS_MAX)
        return true;
    struct track track = {.level = level, .chain = chain};
    track.player = player_at(calibration, level, setting);
    if (track.player < 0)
        return false;
    int at = chain ? 0 : calibration->track_count;
    memmove(&calibration->tracks[at + 1], &calibration->tracks[at],
            (size_t)(calibration->track_count - at) * sizeof track);
    calibration->tracks[at] = track;
    calibration->track_count++;
    return true;
}

struct calibration *calibration_create(const struct calibration_options *options)
{
    struct calibration *calibration = calloc(1, sizeof *calibration);
    if (!calibration)
        return NULL;
    calibration->options = *options;
    bool good = true;
    for (int i = 0; i < options->anchor_count; i++) {
        double guess = options->measured
                           ? options->anchor_elo[i]
                           : options->fixed_elo + guess_above_first(options->anchors[i]) -
                                 guess_above_first(options->anchors[0]);
        good = good && add_player(calibration, POOL_ANCHOR, options->anchors[i], guess) >= 0;
    }
    for (int i = 0; i < options->guests; i++)
        good = good && add_player(calibration, POOL_GUEST, i + 1, GUEST_GUESS) >= 0;
    if (options->random)
        good = good && add_player(calibration, POOL_RANDOM, 0, RANDOM_GUESS) >= 0;
    for (int i = 0; i < options->level_count; i++)
        good = good && add_track(calibration, options->levels[i], false, options->levels[i]);
    if (good)
        return calibration;
    calibration_destroy(calibration);
    return NULL;
}

void calibration_destroy(struct calibration *calibration)
{
    if (!calibration)
        return;
    curve_clear(&calibration->curve);
    free(calibration->players);
    free(calibration->results);
    free(calibration);
}

/* The next round */

static double expected_elo(const struct pool_player *player)
{
    return player->rated ? player->elo : player->guess;
}

static int wanted_games(const struct calibration *calibration, const struct track *track)
{
    int share = track->chain ? CHAIN_SHARE : track->level > MANY_UP_TO ? MANY_SHARE : 1;
    int games = calibration->options.games / share, first = calibration->options.first_games;
    return games > first ? games : first;
}

int64_t calibration_games(const struct calibration *calibration, int level)
{
    int64_t games = 0;
    for (int i = 0; i < calibration->player_count; i++) {
        const struct pool_player *player = &calibration->players[i];
        if (player->kind == POOL_LEVEL && player->level == level)
            games += player->games;
    }
    return games;
}

static bool needs_games(const struct calibration *calibration, const struct track *track)
{
    return calibration_games(calibration, track->level) < wanted_games(calibration, track) ||
           calibration->players[track->player].games < calibration->options.first_games;
}

/* Returns the smallest number of games that any level in need of more games has played so far; -1
 * if no level needs more games. */
static int64_t least_games(const struct calibration *calibration)
{
    int64_t least = -1;
    for (int i = 0; i < calibration->track_count; i++) {
        const struct track *track = &calibration->tracks[i];
        int64_t games = calibration_games(calibration, track->level);
        if (needs_games(calibration, track) && (least < 0 || games < least))
            least = games;
    }
    return least;
}

struct draft {
    const struct calibration *calibration;
    struct calibration_round *round;
    bool meets[MATCH_PLAYERS_MAX][MATCH_PLAYERS_MAX];
};

/* Returns the index in the round of a player of the pool, and adds the player to the round if
 * needed; -1 if the round is full. */
static int place_of(struct calibration_round *round, int player)
{
    for (int i = 0; i < round->player_count; i++)
        if (round->players[i] == player)
            return i;
    if (round->player_count == MATCH_PLAYERS_MAX)
        return -1;
    round->players[round->player_count] = player;
    return round->player_count++;
}

static void arrange(struct draft *draft, int a, int b)
{
    int first = place_of(draft->round, a), second = place_of(draft->round, b);
    if (first < 0 || second < 0 || first == second)
        return;
    draft->meets[first < second ? first : second][first < second ? second : first] = true;
}

/* Adds the pairings of one level: with neighbouring levels, nearby anchors and guests, and, for the
 * two lowest levels, also with the random mover. */
static void arrange_level(struct draft *draft, int track_index)
{
    const struct calibration *calibration = draft->calibration;
    const struct track *tracks = calibration->tracks, *track = &tracks[track_index];
    const struct pool_player *self = &calibration->players[track->player];
    int nearest = -1;
    double distance = INFINITY;
    for (int i = 0; i < calibration->track_count; i++)
        if (abs(i - track_index) == 1 ||
            (i != track_index && abs(tracks[i].level - track->level) <= NEIGHBOUR))
            arrange(draft, track->player, tracks[i].player);
    for (int i = 0; i < calibration->player_count; i++) {
        const struct pool_player *player = &calibration->players[i];
        if (player->kind == POOL_RANDOM && track_index < 2)
            arrange(draft, track->player, i);
        if (player->kind != POOL_ANCHOR && player->kind != POOL_GUEST)
            continue;
        double off = fabs(expected_elo(player) - expected_elo(self));
        if (off <= ANCHOR_REACH)
            arrange(draft, track->player, i);
        if (player->kind == POOL_ANCHOR && off < distance) {
            distance = off;
            nearest = i;
        }
    }
    /* The lowest and the highest level may play an anchor further away; a single level plays the
     * nearest anchor at any distance. */
    double reach = calibration->track_count == 1 ? INFINITY : 2 * ANCHOR_REACH;
    if (track_index == 0 || track_index == calibration->track_count - 1)
        if (nearest >= 0 && distance > ANCHOR_REACH && distance < reach)
            arrange(draft, track->player, nearest);
}

/* Returns whether the anchor exists and is not too strong for the levels: at most ANCHOR_REACH Elo
 * above the highest. */
static bool anchor_is_of_use(const struct calibration *calibration, int anchor)
{
    const struct track *highest = &calibration->tracks[calibration->track_count - 1];
    return anchor < calibration->options.anchor_count &&
           expected_elo(&calibration->players[anchor]) <= highest->level + ANCHOR_REACH;
}

/* Adds the pairings of anchors among themselves. They come first, because their games are quick and
 * all other ratings depend on them. Returns the number of anchors. */
static int arrange_anchors(struct draft *draft)
{
    const struct calibration *calibration = draft->calibration;
    int count = 0;
    for (; anchor_is_of_use(calibration, count); count++)
        for (int i = 0; i < count; i++)
            if (i == count - 1 || expected_elo(&calibration->players[count]) -
                                          expected_elo(&calibration->players[i]) <=
                                      ANCHOR_TIE)
                arrange(draft, i, count);
    return count;
}

/* Pairs each guest with the anchor nearest to it. */
static void arrange_guests(struct draft *draft)
{
    const struct calibration *calibration = draft->calibration;
    for (int i = 0; i < calibration->player_count; i++) {
        int nearest = 0;
        double own = expected_elo(&calibration->players[i]), distance = INFINITY;
        if (calibration->players[i].kind != POOL_GUEST)
            continue;
        for (int j = 0; j < calibration->options.anchor_count; j++) {
            double off = fabs(expected_elo(&calibration->players[j]) - own);
            if (off < distance) {
                distance = off;
                nearest = j;
            }
        }
        arrange(draft, nearest, i);
    }
}

/* Lists the pairings in the round, and sets their number of games so that the round's first `first`
 * players get `batch` games each on average. */
static bool list_meetings(struct draft *draft, int64_t batch, int first)
{
    struct calibration_round *round = draft->round;
    int places = 0;
    for (int i = 0; i < round->player_count; i++)
        for (int j = i + 1; j < round->player_count; j++)
            round->meeting_count += draft->meets[i][j];
    round->meetings = calloc((size_t)round->meeting_count + 1, sizeof *round->meetings);
    if (!round->meetings)
        return false;
    int count = 0;
    for (int i = 0; i < round->player_count; i++)
        for (int j = i + 1; j < round->player_count; j++)
            if (draft->meets[i][j])
                round->meetings[count++] = (struct match_meeting){i, j};
    for (int i = 0; i < first; i++)
        for (int j = 0; j < round->player_count; j++)
            places += draft->meets[i < j ? i : j][i < j ? j : i];
    double each = places > 0 ? (double)batch * first / places : 2;
    round->games = 2 * (int)ceil(each / 2);
    round->games = round->games < 2 ? 2 : round->games;
    return true;
}

/* Adds to the round the levels that need games and have played at most `most` games, then their
 * opponents. Returns the number of levels, without the opponents. */
static int arrange_levels(struct draft *draft, int64_t most)
{
    const struct calibration *calibration = draft->calibration;
    int levels = 0;
    for (int turn = 0; turn < 2; turn++) /* first the levels, then their opponents */
        for (int i = 0; i < calibration->track_count; i++) {
            const struct track *track = &calibration->tracks[i];
            if (!needs_games(calibration, track) ||
                calibration_games(calibration, track->level) > most)
                continue;
            if (turn == 0)
                levels += place_of(draft->round, track->player) >= 0;
            else
                arrange_level(draft, i);
        }
    arrange_guests(draft);
    return levels;
}

bool calibration_next(const struct calibration *calibration, struct calibration_round *round,
                      bool *over)
{
    *round = (struct calibration_round){.number = calibration->rounds + 1};
    int64_t least = least_games(calibration), games = calibration->options.games;
    int64_t first_games = calibration->options.first_games;
    int64_t batch = least < games - least ? least : games - least;
    batch = batch > first_games ? batch : first_games;
    bool anchors = calibration->result_count == 0 && !calibration->options.measured &&
                   anchor_is_of_use(calibration, 1);
    *over = least < 0;
    if (*over)
        return true;
    struct draft *draft = calloc(1, sizeof *draft);
    if (!draft)
        return false;
    draft->calibration = calibration;
    draft->round = round;
    batch = anchors ? games / MANY_SHARE : batch;
    int first = anchors ? arrange_anchors(draft) : arrange_levels(draft, least + batch / 2);
    bool good = list_meetings(draft, batch, first);
    free(draft);
    return good;
}

void calibration_round_clear(struct calibration_round *round)
{
    free(round->meetings);
    *round = (struct calibration_round){0};
}

/* Ratings */

/* Adds games of a pairing to the calibration's results. The player indices in `games` are those of
 * the pool. */
static bool add_result(struct calibration *calibration, struct rated_games games)
{
    int at = 0;
    while (at < calibration->result_count && (calibration->results[at].white != games.white ||
                                              calibration->results[at].black != games.black))
        at++;
    if (at < calibration->result_count) {
        calibration->results[at].wins += games.wins;
        calibration->results[at].draws += games.draws;
        calibration->results[at].losses += games.losses;
        return true;
    }
    if (!ARRAY_RESERVE(calibration->results, at, &calibration->result_capacity))
        return false;
    calibration->results[calibration->result_count++] = games;
    return true;
}

static bool add_results(struct calibration *calibration, const struct calibration_round *round,
                        const struct rated_games results[], int count)
{
    for (int i = 0; i < count; i++) {
        struct rated_games games = results[i];
        games.white = round->players[results[i].white];
        games.black = round->players[results[i].black];
        if (games.wins + games.draws + games.losses > 0 && !add_result(calibration, games))
            return false;
    }
    return true;
}

/* Returns how many anchors have fixed ratings. The anchors are the first players of the pool. */
static int fixed_anchors(const struct calibration *calibration)
{
    return calibration->options.measured ? calibration->options.anchor_count : 1;
}

/* Fits the curve to the rated levels and replaces their ratings with those of the curve. If `like`
 * is not NULL, the sizes of the bends (see calibrate_curve.h) are copied from it instead of being
 * fitted. */
static bool draw_curve(const struct calibration *calibration, struct ratings *ratings,
                       const struct curve *like, struct curve *curve)
{
    size_t capacity = (size_t)calibration->player_count;
    struct curve_place *places = calloc(capacity, sizeof *places);
    int *players = calloc(capacity, sizeof *players), count = 0;
    for (int i = 0; places && players && i < calibration->player_count; i++) {
        const struct pool_player *player = &calibration->players[i];
        if (player->kind != POOL_LEVEL || ratings->players[i].standing != RATED)
            continue;
        places[count] = (struct curve_place){player->level, player->setting};
        players[count++] = i;
    }
    bool good = places && players && curve_fit(curve, places, players, count, like, ratings);
    free(places);
    free(players);
    return good;
}

/* Fits the ratings of the pool. If `shifted` is true, the rating of each anchor is first raised by
 * its measured error. */
static bool fit_pool(const struct calibration *calibration, bool shifted, struct ratings *ratings,
                     struct error *error)
{
    const struct calibration_options *options = &calibration->options;
    struct rating_anchor anchors[CALIBRATE_ANCHORS_MAX] = {{0, options->fixed_elo}};
    for (int i = 0; options->measured && i < options->anchor_count; i++)
        anchors[i] = (struct rating_anchor){
            i, options->anchor_elo[i] + (shifted ? options->anchor_error[i] : 0)};
    return ratings_fit(ratings, calibration->player_count, calibration->results,
                       calibration->result_count, anchors, fixed_anchors(calibration), 0, error);
}

bool calibration_find_scale(struct calibration *calibration, struct error *error)
{
    struct ratings shifted;
    struct curve curve = {0};
    if (!calibration->options.measured)
        return true;
    if (!fit_pool(calibration, true, &shifted, error))
        return false;
    bool good = draw_curve(calibration, &shifted, &calibration->curve, &curve) ||
                error_set(error, "out of memory");
    for (int i = 0; good && i < calibration->player_count; i++)
        calibration->players[i].scale_error =
            fabs(shifted.players[i].elo - calibration->players[i].elo);
    ratings_clear(&shifted);
    curve_clear(&curve);
    return good;
}

static void take_ratings(struct calibration *calibration, const struct ratings *ratings)
{
    for (int i = 0; i < calibration->player_count; i++) {
        const struct rating *rating = &ratings->players[i];
        struct pool_player *player = &calibration->players[i];
        player->games = rating->wins + rating->draws + rating->losses;
        player->rated = rating->standing == RATED &&
                        (player->games > 0 || i < fixed_anchors(calibration));
        player->elo = rating->elo;
        player->error = rating->error;
        if (!player->rated && player->games > 0) /* the player lost or won all games, so it
                                                    needs weaker or stronger opponents */
            player->guess += rating->standing == ABOVE_ALL   ? 200
                             : rating->standing == BELOW_ALL ? -200
                                                             : 0;
    }
}

static bool rate(struct calibration *calibration, struct error *error)
{
    struct ratings ratings;
    if (!fit_pool(calibration, false, &ratings, error))
        return false;
    curve_clear(&calibration->curve);
    bool good = draw_curve(calibration, &ratings, NULL, &calibration->curve) ||
                error_set(error, "out of memory");
    if (good)
        take_ratings(calibration, &ratings);
    ratings_clear(&ratings);
    return good;
}

/* Settings */

/* Returns whether the level's rating is so far from its nominal Elo that its setting should move:
 * by more than the tolerance when all games are played, by more than a quarter of it during their
 * first half. During the second half the setting never moves. */
static bool is_off(const struct calibration *calibration, const struct track *track)
{
    const struct pool_player *player = &calibration->players[track->player];
    double off = fabs(player->elo - track->level);
    double tolerance = track->chain ? CHAIN_TOLERANCE : calibration->options.tolerance;
    if (!player->rated || player->games < calibration->options.first_games)
        return false;
    if (!needs_games(calibration, track))
        return off > tolerance;
    return 2 * calibration_games(calibration, track->level) < wanted_games(calibration, track) &&
           off > tolerance / 4;
}

/* Returns the setting within `step` of `now` at which the rating on the curve is nearest to the
 * level's nominal Elo. A higher setting is not always stronger, so a setting further from `now` is
 * chosen only if its rating is nearer by a margin (STEP_SHARE). */
static double next_setting(const struct calibration *calibration, const struct track *track,
                           double now, double step)
{
    double reach = calibration->options.reach, best = now, least = INFINITY;
    double low = fmax(fmax(now - step, track->level - reach), CALIBRATE_SETTING_MIN);
    double high = fmin(fmin(now + step, track->level + reach), CALIBRATE_SETTING_MAX);
    for (double apart = 0; apart / STEP_SHARE < least && apart <= step; apart++)
        for (int side = -1; side <= 1; side += 2) {
            struct curve_place place = {track->level, now + side * apart};
            if (place.setting < low || place.setting > high)
                continue;
            double off = fabs(curve_elo(&calibration->curve, place) - track->level);
            if (off + apart / STEP_SHARE < least) {
                least = off + apart / STEP_SHARE;
                best = place.setting;
            }
        }
    return best;
}

/* Moves a level to the best setting within `step` of `now`. Returns false when out of memory. */
static bool move_setting(struct calibration *calibration, struct track *track, double now,
                         double step)
{
    if (track->moves == MOVES_MAX)
        return true;
    double setting = next_setting(calibration, track, now, step);
    if (track->chain) /* a link of the chain must not be stronger than the level above it */
        setting = fmin(setting, calibration->players[track[1].player].setting);
    /* Settings less than STEP_LEAST apart are equivalent, so one that already has a player is
     * preferred. */
    int player = find_setting(calibration, track->level, setting, STEP_LEAST - 1, is_any);
    if (player < 0)
        player = player_at(calibration, track->level, setting);
    track->moves += player != track->player;
    track->player = player;
    return player >= 0;
}

static bool move_settings(struct calibration *calibration)
{
    for (int i = 0; i < calibration->track_count; i++) {
        struct track *track = &calibration->tracks[i];
        double now = calibration->players[track->player].setting;
        if (!calibration->options.fixed && is_off(calibration, track) &&
            !move_setting(calibration, track, now, STEP))
            return false;
    }
    return true;
}

/* Adds a link to the chain if the lowest level is too strong to play the random mover. */
static bool lengthen_chain(struct calibration *calibration)
{
    const struct track *lowest = &calibration->tracks[0];
    const struct pool_player *low = &calibration->players[lowest->player];
    double random = RANDOM_GUESS;
    for (int i = 0; i < calibration->player_count; i++)
        if (calibration->players[i].kind == POOL_RANDOM)
            random = expected_elo(&calibration->players[i]);
    bool far = low->rated && fabs(low->elo - lowest->level) < 2 * CHAIN_TOLERANCE &&
               low->elo - random > LINK;
    if (!calibration->options.random || !calibration->options.chain || !far ||
        lowest->level - LINK < CHAIN_FLOOR)
        return true;
    return add_track(calibration, lowest->level - LINK, true,
                     fmax(low->setting - LINK, CALIBRATE_SETTING_MIN));
}

bool calibration_enter(struct calibration *calibration, const struct calibration_round *round,
                       const struct rated_games results[], int count, bool settle,
                       struct error *error)
{
    if (!add_results(calibration, round, results, count))
        return error_set(error, "out of memory");
    if (!rate(calibration, error))
        return false;
    calibration->rounds += settle;
    if (!settle || (move_settings(calibration) && lengthen_chain(calibration)))
        return true;
    return error_set(error, "out of memory");
}

/* Games of an earlier calibration */

/* Returns the index of the player that has this name in the PGN of an earlier calibration. If the
 * name is that of a level with a valid setting ("LEVEL@SETTING"), adds the player if it is new.
 * Returns -1 for other unknown names and for guests: a guest's name holds only its number, and that
 * calibration may have used the number for another player. Returns -2 when out of memory. If the
 * pool grows too large, ratings_fit reports it. */
static int player_named(struct calibration *calibration, const char *name)
{
    int level, setting;
    char rest;
    for (int i = 0; i < calibration->player_count; i++)
        if (strcmp(calibration->players[i].name, name) == 0)
            return calibration->players[i].kind == POOL_GUEST ? -1 : i;
    bool settled = sscanf(name, "%d@%d%c", &level, &setting, &rest) == 2 &&
                   level <= CALIBRATED_MAX && level >= CHAIN_FLOOR &&
                   setting >= CALIBRATE_SETTING_MIN && setting <= CALIBRATE_SETTING_MAX &&
                   calibration->player_count <= RATINGS_PLAYERS_MAX;
    int player = settled ? player_at(calibration, level, setting) : -1;
    return settled && player < 0 ? -2 : player;
}

bool calibration_add_earlier(struct calibration *calibration, const char *white, const char *black,
                             struct rated_games games, bool *known)
{
    games.white = player_named(calibration, white);
    games.black = player_named(calibration, black);
    *known = games.white >= 0 && games.black >= 0 && games.white != games.black;
    return games.white != -2 && games.black != -2 && (!*known || add_result(calibration, games));
}

bool calibration_begin(struct calibration *calibration, struct error *error)
{
    if (!rate(calibration, error))
        return false;
    for (int i = 0; i < calibration->track_count && !calibration->options.fixed; i++) {
        struct track *track = &calibration->tracks[i];
        int settled = find_setting(calibration, track->level, track->level,
                                   calibration->options.reach, is_settled);
        int known = find_setting(calibration, track->level, track->level, INFINITY, is_any);
        if (settled >= 0)
            track->player = settled;
        else if (!move_setting(calibration, track, calibration->players[known].setting, INFINITY))
            return error_set(error, "out of memory");
    }
    return true;
}

/* Queries */

int calibration_players(const struct calibration *calibration)
{
    return calibration->player_count;
}

const struct pool_player *calibration_player(const struct calibration *calibration, int player)
{
    return &calibration->players[player];
}

static const struct pool_player *player_of(const struct calibration *calibration, int level,
                                           bool chain)
{
    for (int i = 0; i < calibration->track_count; i++)
        if (calibration->tracks[i].level == level && calibration->tracks[i].chain == chain)
            return &calibration->players[calibration->tracks[i].player];
    return NULL;
}

const struct pool_player *calibration_level(const struct calibration *calibration, int level)
{
    return player_of(calibration, level, false);
}

const struct pool_player *calibration_chain(const struct calibration *calibration, int level)
{
    return player_of(calibration, level, true);
}

enum level_state calibration_state(const struct calibration *calibration, int level)
{
    const struct pool_player *player = calibration_level(calibration, level);
    if (!player || !player->rated || player->games == 0)
        return LEVEL_NOT_MEASURED;
    return fabs(player->elo - level) <= calibration->options.tolerance ? LEVEL_REACHED
                                                                       : LEVEL_MEASURED;
}

double calibration_setting(const struct calibration *calibration, int level)
{
    double setting = level;
    int nearest = INT_MAX;
    for (int i = 0; i < calibration->track_count; i++) {
        const struct track *track = &calibration->tracks[i];
        const struct pool_player *player = &calibration->players[track->player];
        bool known = !track->chain && (player->rated || player->setting != track->level);
        if (known && abs(track->level - level) < nearest) {
            nearest = abs(track->level - level);
            setting = player->setting + (level - track->level);
        }
    }
    return setting;
}
