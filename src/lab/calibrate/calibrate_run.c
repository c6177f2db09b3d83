/* Plays the rounds of a calibration in order. The folder holds the file `settings`, by which a run
 * recognises its own games, and the games in round-001.pgn and so on. */
#include "src/lab/calibrate/calibrate_run.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/pgn/pgn.h"
#include "src/lab/match/match_files.h"
#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum {
    LOOK_MS = 100,    /* milliseconds between two polls of a match */
    WAIT_MS = 2000,   /* milliseconds between two readings of the other shards' games */
    ENTRY_BYTES = 16, /* size of a hash table entry */
    HASH_MB_MAX = 64, /* largest hash table of a player, in MB: the engine's default */
    SETTINGS_BYTES_MAX = 65536,
};

struct run {
    const struct calibrate_setup *setup;
    calibrate_observer *watch;
    void *context;
    struct calibration *calibration;
    struct calibration_round round;
    struct player_spec *specs;   /* the players of the round */
    struct rated_games *results; /* indexed by white * players + black */
    int done;                    /* number of games in `results` */
    bool stopped;
};

/* Players */

/* Estimates how much hash memory one game can fill, in MB, rounded up to a power of two. */
static int hash_for(const struct handicap *handicap, const struct time_control *control)
{
    double seconds = (double)control->base / 1000 + (double)control->increment / 1000 * 60;
    double megabytes = seconds * handicap->nodes_per_second * ENTRY_BYTES / 1048576;
    int hash = 1;
    while (hash < megabytes && hash < HASH_MB_MAX)
        hash *= 2;
    return hash;
}

/* Builds the specification of a pool player. */
static bool describe(const struct calibrate_setup *setup, const struct pool_player *player,
                     struct player_spec *spec, struct error *error)
{
    char text[640];
    bool levels = player->kind == POOL_ANCHOR && setup->plan.measured;
    snprintf(text, sizeof text, "random");
    if (player->kind == POOL_GUEST)
        snprintf(text, sizeof text, "%s", setup->guests[player->level - 1]);
    /* At a Skill Level, Stockfish chooses its move when it reaches depth level + 1; it would search
     * deeper only to use up its time. */
    else if (player->kind == POOL_ANCHOR && !levels)
        snprintf(text, sizeof text, "uci:%.400s,option.Skill Level=%d,depth=%d,hash=1",
                 setup->stockfish, player->level, player->level + 1);
    else if (player->kind != POOL_RANDOM)
        snprintf(text, sizeof text, "fallible");
    if (!player_spec_read(spec, text, setup->strength, error))
        return false;
    if (levels)
        spec->handicap = handicap_for(setup->strength, setup->against, player->level, 0);
    else if (player->kind == POOL_LEVEL)
        spec->handicap = family_handicap(setup->strength, setup->family, setup->method,
                                         player->level, player->setting);
    if (spec->handicap.limited)
        spec->hash_mb = hash_for(&spec->handicap, &setup->control);
    snprintf(spec->name, sizeof spec->name, "%s", player->name);
    spec->named = true;
    return true;
}

/* The folder */

static bool write_settings(FILE *out, const void *context)
{
    const struct calibrate_setup *setup = context;
    const struct calibration_options *plan = &setup->plan;
    fprintf(out,
            "family %d\nmethod %s\ncontrol %g+%g\nvirtual %d\ngames %d\nfirst %d\ntolerance %g\n"
            "seed %llu\nrandom %d\nanchor %g\n",
            (int)setup->family, method_name(setup->method), (double)setup->control.base / 60000,
            (double)setup->control.increment / 1000, setup->virtual_speed, plan->games,
            plan->first_games, plan->tolerance, (unsigned long long)setup->seed, plan->random,
            plan->fixed_elo);
    if (plan->measured)
        fprintf(out, "against %s", plan->anchor);
    else
        fprintf(out, "stockfish %s\nskills", setup->stockfish);
    for (int i = 0; i < plan->anchor_count; i++) {
        fprintf(out, " %d", plan->anchors[i]);
        if (plan->measured)
            fprintf(out, "=%g", plan->anchor_elo[i]);
    }
    fputs("\nlevels", out);
    for (int i = 0; i < plan->level_count; i++)
        fprintf(out, " %d", plan->levels[i]);
    for (int i = 0; i < plan->guests; i++)
        fprintf(out, "\nguest %s", setup->guests[i]);
    for (int i = 0; i < setup->earlier_count; i++) {
        struct stat status = {0};
        (void)stat(setup->earlier[i], &status); /* the file was read before, so this call finds
                                                   it */
        fprintf(out, "\nearlier %s, %lld bytes", setup->earlier[i], (long long)status.st_size);
    }
    fprintf(out, "\nopenings %d\ntable", setup->openings->count);
    for (int level = CALIBRATED_MIN; level <= CALIBRATED_MAX; level += 200) {
        struct handicap handicap = handicap_for(setup->strength, setup->method, level, 0);
        fprintf(out, " %08x", (unsigned)handicap_print(&handicap));
    }
    fputs("\n", out);
    return !ferror(out);
}

static bool same_settings(const struct calibrate_setup *setup, const char *path, bool *same,
                          struct error *error)
{
    char *text = NULL, *before = paths_read(path, SETTINGS_BYTES_MAX, error);
    size_t size = 0;
    if (!before)
        return false;
    FILE *out = open_memstream(&text, &size);
    bool good = out && write_settings(out, setup);
    good = text_close(out, &text) && good;
    *same = good && strcmp(text, before) == 0;
    if (!good)
        error_set_in(error, path, "out of memory");
    free(text);
    free(before);
    return good;
}

/* Creates the folder, or checks that its games belong to this calibration. */
static bool open_folder(const struct calibrate_setup *setup, struct error *error)
{
    char path[4096];
    bool same = true;
    if (mkdir(setup->folder, 0777) != 0 && errno != EEXIST)
        return error_set_in(error, setup->folder, "%s", strerror(errno));
    if (snprintf(path, sizeof path, "%s/settings", setup->folder) >= (int)sizeof path)
        return error_set_in(error, setup->folder, "the name is too long");
    struct stat status;
    if (stat(path, &status) != 0)
        return replace_whole(path, write_settings, setup, error);
    if (!same_settings(setup, path, &same, error))
        return false;
    return same ||
           error_set_in(error, path,
                        "the games in this folder are from a calibration with other levels, games, "
                        "control, seed, anchors, earlier games, openings or table");
}

static void name_file(const struct run *run, char *path, size_t size)
{
    const struct calibrate_setup *setup = run->setup;
    if (setup->shards > 1)
        snprintf(path, size, "%s/round-%03d.%d-of-%d.pgn", setup->folder, run->round.number,
                 setup->shard, setup->shards);
    else
        snprintf(path, size, "%s/round-%03d.pgn", setup->folder, run->round.number);
}

/* Results */

static int place_of(const struct run *run, const char *name)
{
    for (int i = 0; name && i < run->round.player_count; i++)
        if (strcmp(run->specs[i].name, name) == 0)
            return i;
    return -1;
}

static void add_result(struct rated_games *games, enum result result)
{
    games->wins += result == RESULT_WHITE;
    games->draws += result == RESULT_DRAW;
    games->losses += result == RESULT_BLACK;
}

/* Called with each game of a file. Returns false when out of memory. */
typedef bool game_counter(void *context, const struct game *game);

static bool count_of_round(void *context, const struct game *game)
{
    struct run *run = context;
    int white = place_of(run, game_tag(game, "White")),
        black = place_of(run, game_tag(game, "Black"));
    if (white < 0 || black < 0 || game->result == RESULT_NONE)
        return true;
    add_result(&run->results[white * run->round.player_count + black], game->result);
    run->done++;
    return true;
}

/* The levels of different methods have the same names, so the method is read from the Event tag. */
static bool is_of_another_method(const struct game *game, enum method own)
{
    const char *event = game_tag(game, "Event");
    char method[32];
    return event && sscanf(event, "Calibration of %31[^,]", method) == 1 &&
           strcmp(method, method_name(own)) != 0;
}

struct earlier {
    struct calibration *calibration;
    enum method method;
    int games; /* games of the current file that were added to the calibration */
};

static bool count_earlier(void *context, const struct game *game)
{
    struct earlier *earlier = context;
    const char *white = game_tag(game, "White"), *black = game_tag(game, "Black");
    struct rated_games games = {0};
    bool known = false;
    add_result(&games, game->result);
    if (!white || !black || game->result == RESULT_NONE ||
        is_of_another_method(game, earlier->method))
        return true;
    bool good = calibration_add_earlier(earlier->calibration, white, black, games, &known);
    earlier->games += known;
    return good;
}

static bool count_file(const char *path, game_counter *count, void *context, struct error *error)
{
    FILE *file = fopen(path, "re");
    struct pgn_reader *reader = file ? pgn_reader_create(file, path) : NULL;
    bool good = reader != NULL;
    enum pgn_status status = PGN_END;
    do {
        struct game *game = NULL;
        struct error ignored; /* for example about an incomplete last game, which is played again */
        if (good)
            status = pgn_read(reader, &game, &ignored);
        if (good && status == PGN_GAME)
            good = count(context, game);
        game_destroy(game);
    } while (good && status != PGN_END);
    pgn_reader_destroy(reader);
    if (file)
        fclose(file);
    return good || error_set_in(error, path, "%s", file ? "out of memory" : strerror(errno));
}

static int games_of_round(const struct run *run)
{
    return run->round.games * run->round.meeting_count;
}

/* The number of shards in the name of one of the round's files (see name_file): 1 if the round is
 * not divided, 0 if the file is not one of the round. */
static int parts_of(const struct run *run, const char *name)
{
    char begin[32], end[4], rest;
    int part, parts, length = snprintf(begin, sizeof begin, "round-%03d.", run->round.number);
    if (strncmp(name, begin, (size_t)length) != 0)
        return 0;
    bool shared = sscanf(name + length, "%d-of-%d.%3s%c", &part, &parts, end, &rest) == 3;
    return shared && strcmp(end, "pgn") == 0 ? parts : strcmp(name + length, "pgn") == 0;
}

static void forget_results(struct run *run)
{
    int players = run->round.player_count;
    for (int i = 0; i < players * players; i++)
        run->results[i] = (struct rated_games){.white = i / players, .black = i % players};
    run->done = 0;
}

/* Counts the games of all files of the round. Files that were written with different numbers of
 * shards may hold the same game twice, so a round can only continue with the number it was begun
 * with. */
static bool count_round(struct run *run, struct error *error)
{
    char path[4400], other[256] = "";
    int own = run->setup->shards > 1 ? run->setup->shards : 1;
    forget_results(run);
    DIR *folder = opendir(run->setup->folder);
    if (!folder)
        return error_set_in(error, run->setup->folder, "%s", strerror(errno));
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(folder));) {
        int parts = parts_of(run, entry->d_name);
        if (parts == 0)
            continue;
        if (parts != own)
            snprintf(other, sizeof other, "%.255s", entry->d_name);
        snprintf(path, sizeof path, "%.4096s/%.255s", run->setup->folder, entry->d_name);
        good = count_file(path, count_of_round, run, error);
    }
    closedir(folder);
    if (good && other[0] && run->done < games_of_round(run))
        return error_set_in(error, run->setup->folder,
                            "%s belongs to a round that was begun with another number of parts: "
                            "continue with the same N in --shard K/N",
                            other);
    return good;
}

/* Returns whether this element of setup->earlier is the same file as one before it, perhaps under
 * another name. */
static bool is_there_twice(const struct calibrate_setup *setup, int file)
{
    struct stat own, other;
    for (int i = 0; i < file; i++)
        if (stat(setup->earlier[file], &own) == 0 && stat(setup->earlier[i], &other) == 0 &&
            own.st_dev == other.st_dev && own.st_ino == other.st_ino)
            return true;
    return false;
}

static bool take_earlier(const struct calibrate_setup *setup, struct calibration *calibration,
                         struct error *error)
{
    struct earlier earlier = {.calibration = calibration, .method = setup->method};
    for (int i = 0; i < setup->earlier_count; i++) {
        earlier.games = 0;
        if (is_there_twice(setup, i))
            return error_set_in(error, setup->earlier[i],
                                "this file was already given, and its games cannot count twice");
        if (!count_file(setup->earlier[i], count_earlier, &earlier, error))
            return false;
        if (earlier.games == 0)
            return error_set_in(error, setup->earlier[i],
                                "no game is between two players of this calibration; their "
                                "names are like \"1400@1412\" (a level and its setting) or "
                                "\"%s\" (another player)",
                                calibration_player(calibration, 0)->name);
    }
    return setup->earlier_count == 0 || calibration_begin(calibration, error);
}

bool calibrate_begin(const struct calibrate_setup *setup, struct calibration **calibration,
                     struct error *error)
{
    *calibration = calibration_create(&setup->plan);
    return *calibration ? take_earlier(setup, *calibration, error)
                        : error_set(error, "out of memory");
}

/* Playing */

static void tell(struct run *run, int done, bool waiting, bool ended)
{
    struct calibrate_event event = {.calibration = run->calibration,
                                    .round = &run->round,
                                    .done = done,
                                    .games = games_of_round(run),
                                    .waiting = waiting,
                                    .ended = ended};
    run->stopped = !run->watch(run->context, &event) || run->stopped;
}

static bool follow(struct run *run, struct match *match, struct match_game games[],
                   struct error *error)
{
    struct match_state state;
    bool told = false;
    while ((state = match_poll(match, games)).going) {
        int done = 0;
        for (int i = 0; i < games_of_round(run); i++)
            done += games[i].done;
        tell(run, done, false, false);
        if (run->stopped && !told)
            match_stop(match);
        told = run->stopped;
        text_nap(told ? LOOK_MS / 10 : LOOK_MS);
    }
    if (state.failed)
        *error = state.error;
    return !state.failed;
}

static struct match_options options_of(const struct run *run)
{
    const struct calibrate_setup *setup = run->setup;
    const struct calibration_round *round = &run->round;
    struct match_options options = {
        .players = run->specs,
        .openings = setup->openings,
        .plan = {.players = round->player_count, .meetings = round->meetings,
                 .meeting_count = round->meeting_count, .shard = setup->shard,
                 .shards = setup->shards},
        .rules = {.control = setup->control, .virtual_speed = setup->virtual_speed,
                  .adjudication = adjudication_default()},
        .games = games_of_round(run),
        .concurrency = setup->concurrency,
        .hash_mb = HASH_MB_MAX,
        .threads = 1,
        .seed = setup->seed * 1000 + (uint64_t)round->number,
    };
    snprintf(options.event, sizeof options.event, "Calibration of %s, round %d",
             method_name(setup->method), round->number);
    return options;
}

/* Plays the match, then destroys it. */
static bool play_match(struct run *run, struct match *match, struct error *error)
{
    char path[4096];
    int resumed = 0;
    name_file(run, path, sizeof path);
    struct match_game *games = calloc((size_t)games_of_round(run), sizeof *games);
    struct match_file file = {.pgn = NULL};
    if (!games)
        error_set(error, "out of memory");
    bool good = games && match_file_open(&file, match, path, &resumed, error) &&
                match_start(match, file.pgn, error) && follow(run, match, games, error);
    match_stop(match);
    match_destroy(match); /* comes before closing the file, because the match's threads write to the
                             file until they end */
    match_file_close(&file);
    free(games);
    return good;
}

/* Plays this shard's part of the round and waits for the other shards. */
static bool play_round(struct run *run, struct error *error)
{
    if (!count_round(run, error))
        return false;
    if (run->done < games_of_round(run)) {
        struct match_options options = options_of(run);
        struct match *match = match_create(&options, NULL, NULL, error);
        if (!match || !play_match(run, match, error) || !count_round(run, error))
            return false;
    }
    while (run->done < games_of_round(run) && !run->stopped) {
        tell(run, run->done, true, false);
        text_nap(WAIT_MS);
        if (!count_round(run, error))
            return false;
    }
    return true;
}

static bool prepare_round(struct run *run, struct error *error)
{
    size_t players = (size_t)run->round.player_count;
    free(run->specs);
    free(run->results);
    run->specs = calloc(players, sizeof *run->specs);
    run->results = calloc(players * players, sizeof *run->results);
    if (!run->specs || !run->results)
        return error_set(error, "out of memory");
    for (int i = 0; i < run->round.player_count; i++)
        if (!describe(run->setup, calibration_player(run->calibration, run->round.players[i]),
                      &run->specs[i], error))
            return false;
    return true;
}

static bool run_round(struct run *run, struct error *error)
{
    if (!prepare_round(run, error) || !play_round(run, error))
        return false;
    int players = run->round.player_count, games = games_of_round(run);
    bool whole = run->done >= games;
    if (!calibration_enter(run->calibration, &run->round, run->results, players * players, whole,
                           error))
        return false;
    run->stopped = run->stopped || !whole;
    tell(run, run->done, false, true);
    return true;
}

bool calibrate_run(const struct calibrate_setup *setup, calibrate_observer *watch, void *context,
                   struct calibration **calibration, struct error *error)
{
    struct run run = {.setup = setup, .watch = watch, .context = context};
    bool over = false,
         good = calibrate_begin(setup, calibration, error) && open_folder(setup, error);
    run.calibration = *calibration;
    while (good && !over && !run.stopped) {
        good = calibration_next(run.calibration, &run.round, &over);
        if (!good)
            error_set(error, "out of memory");
        good = good && (over || run_round(&run, error));
        calibration_round_clear(&run.round);
    }
    good = good && calibration_find_scale(run.calibration, error);
    free(run.specs);
    free(run.results);
    return good;
}
