/* Results: each level plays each rival on a virtual clock of one minute, as in a calibration. If
 * there are neither rivals nor earlier games, neighbouring levels play each other, because the
 * likelihood needs games of the levels. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/lab/evidence/evidence_parts.h"
#include "src/lab/match/match.h"
#include "src/lab/match/match_files.h"
#include "src/pgn/pgn.h"
#include "src/util/input.h"
#include "src/util/text.h"

enum { MINUTE_MS = 60000, VIRTUAL_SPEED = 100000, LOOK_MS = 200 };
enum { PLAYERS_MAX = EVIDENCE_LEVELS_MAX + EVIDENCE_RIVALS_MAX };
_Static_assert((int)PLAYERS_MAX <= (int)MATCH_PLAYERS_MAX, "all players fit into one match");

int evidence_player(const struct evidence_setup *setup, const char *name)
{
    for (int i = 0; i < setup->level_count; i++)
        if (strcmp(setup->levels[i].spec.name, name) == 0)
            return i;
    for (int i = 0; i < setup->rival_count; i++)
        if (strcmp(setup->rivals[i].spec.name, name) == 0)
            return setup->level_count + i;
    return -1;
}

static void name_file(const struct evidence_setup *setup, char *path, size_t size)
{
    snprintf(path, size, "%s/games.pgn", setup->folder);
}

bool evidence_each_file(const struct evidence_setup *setup, evidence_take *take, void *context,
                        struct error *error)
{
    char own[4096];
    name_file(setup, own, sizeof own);
    bool good = true;
    for (int i = -1; good && i < setup->result_count; i++) {
        const char *path = i < 0 ? own : setup->results[i];
        struct input *input = NULL;
        if (i < 0 && access(path, F_OK) != 0)
            continue;
        input = input_open(path, error);
        good = input && take(context, input_stream(input), input_name(input), error);
        good = input_close(input, error) && good;
    }
    return good;
}

/* Playing */

/* Fills `meetings` with the pairings of the run and returns their number; players are numbered as
 * in evidence_player. */
static int meet(const struct evidence_setup *setup, struct match_meeting meetings[])
{
    int count = 0, levels = setup->level_count;
    for (int level = 0; level < levels; level++)
        for (int rival = 0; rival < setup->rival_count; rival++)
            meetings[count++] = (struct match_meeting){level, levels + rival};
    for (int level = 0; setup->rival_count == 0 && setup->result_count == 0 && level + 1 < levels;
         level++)
        meetings[count++] = (struct match_meeting){level, level + 1};
    return count;
}

struct evidence_plan evidence_plan(const struct evidence_setup *setup,
                                   const struct evidence_sample *sample)
{
    struct match_meeting meetings[EVIDENCE_LEVELS_MAX * EVIDENCE_RIVALS_MAX];
    struct evidence_plan plan = {.games = meet(setup, meetings) * (setup->games & ~1)};
    for (int band = 0; band < setup->bands.count; band++) {
        int count = check_sample_stratum(&sample->people, band)->count;
        int positions = count < setup->positions ? count : setup->positions;
        plan.questions += positions * setup->level_count;
        plan.judged += positions * (setup->level_count + 2);
        plan.guesses += count < setup->moves ? count : setup->moves;
    }
    plan.guesses += setup->moves * setup->level_count;
    return plan;
}

static bool follow(struct evidence_run *run, struct match *match, int all, struct error *error)
{
    struct match_game *games = calloc((size_t)all, sizeof *games);
    struct match_state state = {.going = games != NULL};
    if (!games)
        return error_set(error, "out of memory");
    while (state.going) {
        state = match_poll(match, games);
        run->progress = (struct evidence_progress){.what = "games", .of = all};
        for (int i = 0; i < all; i++)
            run->progress.done += games[i].done;
        evidence_tell(run);
        if (run->stopped)
            match_stop(match);
        if (state.going)
            text_nap(LOOK_MS);
    }
    free(games);
    if (state.failed)
        *error = state.error;
    return !state.failed;
}

static bool play(struct evidence_run *run, struct error *error)
{
    const struct evidence_setup *setup = run->setup;
    struct match_meeting meetings[EVIDENCE_LEVELS_MAX * EVIDENCE_RIVALS_MAX];
    int meeting_count = meet(setup, meetings), resumed;
    int all = meeting_count * (setup->games & ~1);
    char path[4096];
    if (all == 0)
        return true;
    struct player_spec *specs = calloc(PLAYERS_MAX, sizeof *specs);
    if (!specs)
        return error_set(error, "out of memory");
    for (int i = 0; i < setup->level_count; i++)
        specs[i] = setup->levels[i].spec;
    for (int i = 0; i < setup->rival_count; i++)
        specs[setup->level_count + i] = setup->rivals[i].spec;
    struct match_options options = {
        .players = specs,
        .openings = setup->openings,
        .plan = {.players = setup->level_count + setup->rival_count,
                 .meetings = meetings,
                 .meeting_count = meeting_count},
        .rules = {.control = {.base = MINUTE_MS},
                  .virtual_speed = VIRTUAL_SPEED,
                  .adjudication = adjudication_default()},
        .games = all,
        .concurrency = setup->concurrency,
        .hash_mb = setup->hash_mb,
        .threads = 1,
        .seed = setup->seed,
        .event = "Evidence for the scale",
    };
    name_file(setup, path, sizeof path);
    struct match *match = match_create(&options, NULL, NULL, error);
    struct match_file file = {.pgn = NULL};
    bool good = match && match_file_open(&file, match, path, &resumed, error) &&
                match_start(match, file.pgn, error) && follow(run, match, all, error);
    match_destroy(match); /* comes before closing the file, because the match's threads write to the
                             file until they end */
    match_file_close(&file);
    free(specs);
    return good;
}

/* Rating */

struct counts {
    const struct evidence_setup *setup;
    struct rated_games games[PLAYERS_MAX * PLAYERS_MAX]; /* the games of two players are at index
                                                          * white * PLAYERS_MAX + black */
};

static bool count_games(void *context, FILE *pgn, const char *path, struct error *error)
{
    struct counts *counts = context;
    struct pgn_reader *reader = pgn_reader_create(pgn, path);
    struct error damage;
    enum pgn_status status = PGN_GAME;
    if (!reader)
        return error_set(error, "out of memory");
    while (status != PGN_END) {
        struct game *game = NULL;
        /* Errors are ignored: the game that an interrupted run left incomplete is played again. */
        status = pgn_read(reader, &game, &damage);
        const char *white = status == PGN_GAME ? game_tag(game, "White") : NULL;
        const char *black = white ? game_tag(game, "Black") : NULL;
        int one = black ? evidence_player(counts->setup, white) : -1;
        int other = black ? evidence_player(counts->setup, black) : -1;
        if (one >= 0 && other >= 0 && one != other) {
            struct rated_games *games = &counts->games[one * PLAYERS_MAX + other];
            games->wins += game->result == RESULT_WHITE;
            games->draws += game->result == RESULT_DRAW;
            games->losses += game->result == RESULT_BLACK;
        }
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    return true;
}

/* Adds the games to the sums of both players. */
static void add_sums(struct evidence_run *run, const struct rated_games *games)
{
    int levels = run->setup->level_count;
    int64_t all = games->wins + games->draws + games->losses;
    if (games->white < levels) {
        run->evidence->rows[games->white].wins += games->wins;
        run->evidence->rows[games->white].losses += games->losses;
        run->evidence->rows[games->white].draws += games->draws;
    } else {
        run->evidence->rival_games[games->white - levels] += all;
    }
    if (games->black < levels) {
        run->evidence->rows[games->black].wins += games->losses;
        run->evidence->rows[games->black].losses += games->wins;
        run->evidence->rows[games->black].draws += games->draws;
    } else {
        run->evidence->rival_games[games->black - levels] += all;
    }
}

static bool rate(struct evidence_run *run, const struct counts *counts, struct error *error)
{
    const struct evidence_setup *setup = run->setup;
    struct rating_anchor anchors[EVIDENCE_RIVALS_MAX];
    int players = setup->level_count + setup->rival_count, anchor_count = 0, count = 0;
    struct rated_games *games = calloc(PLAYERS_MAX * PLAYERS_MAX, sizeof *games);
    struct evidence_estimate *estimates = calloc(PLAYERS_MAX, sizeof *estimates);
    bool good = games && estimates;
    for (int i = 0; i < setup->rival_count; i++)
        if (setup->rivals[i].rated)
            anchors[anchor_count++] =
                (struct rating_anchor){setup->level_count + i, setup->rivals[i].rating};
    for (int i = 0; good && i < PLAYERS_MAX * PLAYERS_MAX; i++) {
        const struct rated_games *own = &counts->games[i];
        if (own->wins + own->draws + own->losses == 0)
            continue;
        games[count++] = *own;
        add_sums(run, own);
    }
    if (!good)
        error_set(error, "out of memory");
    good = good && evidence_rate(games, count, players, anchors, anchor_count, estimates, error);
    for (int i = 0; good && i < players; i++) {
        if (i < setup->level_count)
            run->evidence->rows[i].by_results = estimates[i];
        else
            run->evidence->rivals[i - setup->level_count] = estimates[i];
    }
    free(games);
    free(estimates);
    return good;
}

bool evidence_games(struct evidence_run *run, struct error *error)
{
    if (!run->stopped && !play(run, error))
        return false;
    struct counts *counts = calloc(1, sizeof *counts);
    if (!counts)
        return error_set(error, "out of memory");
    counts->setup = run->setup;
    for (int i = 0; i < PLAYERS_MAX * PLAYERS_MAX; i++)
        counts->games[i] = (struct rated_games){.white = i / PLAYERS_MAX, .black = i % PLAYERS_MAX};
    bool good =
        evidence_each_file(run->setup, count_games, counts, error) && rate(run, counts, error);
    free(counts);
    return good;
}
