/* fallible replay: plays a stored game again from its seed with one change, and shows where it
 * diverges. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/settings.h"
#include "src/util/json.h"
#include "src/util/text.h"
#include "src/review/review.h"
#include "src/store/store.h"
#include "src/review/whatif.h"

enum { LISTED = 20 };

#define REPLAY_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    TOGGLES(OWN)                                                                                   \
    FLAG(list, "list", "list recent games that can be replayed")                                   \
    FLAG(json, "json", "print JSON")                                                               \
    SHARED(SCALE, NULL)                                                                            \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    SHARED(HELP, NULL)

struct arguments {
    enum toggle_kind kind;
    const char *value; /* the value of the option that names the change to try, such as a rating */
    int toggles;       /* how many options that name a change were given */
    struct toggle toggle;
    bool list, json;
};

enum option_id { OPTION_IDS(REPLAY_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(REPLAY_OPTIONS)};

/* Handles an option that changes the opponent. The ids of these options are in the same order as
 * the toggles. The value is read later, when the rating scale is known. */
static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *options = context;
    (void)error;
    options->toggles++;
    options->kind = (enum toggle_kind)(id - OPTION_WITHOUT);
    options->value = value;
    return true;
}

static void describe(const struct stored_game *game, const struct scale *scale, char *text,
                     size_t size)
{
    char date[32], level[40] = "full";
    text_moment(game->began, "%Y-%m-%d %H:%M", date, sizeof date);
    if (game->handicap.limited)
        scale_level_words(scale, game->handicap.elo, level, sizeof level);
    snprintf(text, size, "game %lld, %s: you had %s against Fallible %s (%s), %d moves",
             (long long)game->id, date, chess_color_name(game->you), level,
             method_name(game->handicap.method), (game->move_count + 1) / 2);
}

static bool list_games(struct store *store, const struct scale *scale, struct stored_game *game,
                       struct error *error)
{
    int64_t before = INT64_MAX;
    int i = 0;
    for (; i < LISTED && store_game_before(store, before, game, error); i++) {
        char text[160];
        describe(game, scale, text, sizeof text);
        printf("%s\n", text);
        before = game->id;
        stored_game_clear(game);
    }
    if (i == 0 && !error->message[0])
        puts("There is no saved game that can be replayed yet.");
    return error->message[0] == '\0';
}

static void print_text(const struct stored_game *stored, const struct scale *scale,
                       const struct game_node *live, const struct whatif_path *path)
{
    char text[200], played[32], instead[32];
    describe(stored, scale, text, sizeof text);
    printf("Replayed: %s.\n", text);
    whatif_words(path, live, text, sizeof text);
    text[0] = text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
    printf("%s.\n", text);
    for (int i = 0; i < path->count; i++) {
        review_move_text(review_node(live, path->departures[i].ply), played, sizeof played);
        whatif_instead(live, &path->departures[i], instead, sizeof instead);
        printf("  %-14s %s\n", played, instead);
    }
}

static void print_json(const struct stored_game *stored, const struct game_node *live,
                       const struct whatif_path *path)
{
    struct json json = json_begin(stdout);
    char changed[64], instead[CHESS_UCI_MAX], played[CHESS_UCI_MAX];
    toggle_words(&path->toggle, changed, sizeof changed);
    json_object(&json, NULL);
    json_int(&json, "game", stored->id);
    json_string(&json, "changed", changed);
    json_int(&json, "decisions", path->decisions);
    json_int(&json, "unknown", path->unknown);
    json_array(&json, "departures");
    for (int i = 0; i < path->count; i++) {
        const struct departure *departure = &path->departures[i];
        const struct position *before = &review_node(live, departure->ply - 1)->position;
        chess_to_uci(before, stored->moves[departure->ply - 1], played);
        chess_to_uci(before, departure->instead, instead);
        json_object(&json, NULL);
        json_int(&json, "ply", departure->ply);
        json_string(&json, "played", played);
        json_string(&json, "instead", instead);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

static bool decide_again(struct whatif *whatif, const struct stored_game *stored,
                         const struct toggle *toggle)
{
    bool live = isatty(STDERR_FILENO);
    const struct whatif_path *path = whatif_path(whatif);
    if (!whatif_begin(whatif, &stored->start, stored->moves, stored->move_count, &stored->ledger,
                      toggle))
        return false;
    while (path->done < path->decisions) {
        char line[80];
        whatif_wait(whatif);
        (void)whatif_poll(whatif);
        snprintf(line, sizeof line, "%d of %d moves checked", path->done, path->decisions);
        if (live)
            progress_show(live, line);
    }
    progress_clear(live);
    return true;
}

static int replay(struct stored_game *stored, const struct strength *strength,
                  const struct scale *scale, const struct arguments *options)
{
    struct game_node *live = NULL;
    struct game *game = stored_game_rebuild(stored, &live);
    struct whatif *whatif = whatif_create(NULL, NULL, strength);
    int status = EXIT_USAGE;
    if (!game || !whatif || !decide_again(whatif, stored, &options->toggle)) {
        fprintf(stderr, "fallible: out of memory\n");
    } else {
        const struct whatif_path *path = whatif_path(whatif);
        if (options->json)
            print_json(stored, live, path);
        else
            print_text(stored, scale, live, path);
        status = path->unknown < path->decisions ? EXIT_OK : EXIT_FELL_SHORT;
    }
    whatif_destroy(whatif);
    game_destroy(game);
    return fflush(stdout) == 0 ? status : EXIT_USAGE;
}

/* Replays game number `wanted` of the store, or the newest game if it is 0; or lists the games that
 * can be replayed. */
static int replay_or_list(struct store *store, long wanted, const struct arguments *options,
                          const struct scale *scale, const char *strength_file)
{
    struct error error = {0};
    struct stored_game *stored = calloc(1, sizeof *stored);
    int status = EXIT_USAGE;
    if (!stored)
        return command_no_memory();
    if (options->list) {
        if (list_games(store, scale, stored, &error))
            status = EXIT_OK;
    } else if (store_game_before(store, wanted > 0 ? wanted + 1 : INT64_MAX, stored, &error) &&
               (wanted == 0 || stored->id == wanted)) {
        struct strength *strength = command_strength(strength_file);
        if (strength)
            status = replay(stored, strength, scale, options);
        strength_destroy(strength);
    } else if (!error.message[0]) {
        if (wanted > 0)
            error_set(&error,
                      "there is no game %ld that can be replayed (see fallible replay "
                      "--list)",
                      wanted);
        else
            error_set(&error, "there is no saved game that can be replayed yet");
    }
    if (error.message[0])
        text_error(&error);
    stored_game_clear(stored);
    free(stored);
    return status;
}

int command_replay(int argc, char **argv)
{
    struct arguments options = {0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    long wanted = 0;
    if (!settings_take(NULL, &shared, NULL, NULL) ||
        !options_read("replay", rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible replay [GAME] --without GROUP\n"
            "\n"
            "Replays a saved game with one thing about the opponent changed, and shows where "
            "the\n"
            "opponent would have played differently. GAME is a number from --list; the default "
            "is\n"
            "your last game.\n",
            rows, NULL);
    if (optind < argc - 1 || (optind < argc && !text_number(argv[optind], 1, INT32_MAX, &wanted)))
        return command_usage("replay", "expected the number of one game (see fallible replay "
                                       "--list)");
    if (options.toggles != 1 && !options.list)
        return command_usage("replay", "expected one thing to change: --without, --with, --elo, "
                                       "--method or --seed");
    struct error error = {0};
    struct scale *scale = command_scale(shared.scale, &error);
    struct store *store = NULL;
    int status = EXIT_USAGE;
    if (!scale || (options.toggles > 0 && !toggle_read(options.kind, options.value, scale,
                                                       &options.toggle, &error)))
        text_error(&error);
    else if ((store = command_store()))
        status = replay_or_list(store, wanted, &options, scale, shared.strength_file);
    command_close_store(store);
    scale_destroy(scale);
    return status;
}
