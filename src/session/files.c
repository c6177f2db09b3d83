/* Loads games from PGN files and saves them. `save` without a name writes a game back to its place
 * in the file that it came from; `save FILE` appends it to FILE. */
#include "src/session/files.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/pgn/unpacked.h"
#include "src/session/command_table.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"
#include "src/util/paths.h"
#include "src/util/text.h"

/* The length of the name if it is in quotation marks, or 0. */
static int quoted_length(const char *name)
{
    size_t length = strlen(name);
    bool quoted = length > 2 && (name[0] == '"' || name[0] == '\'') && name[length - 1] == name[0];
    return quoted ? (int)length - 2 : 0;
}

void session_read_path(const char *name, char *path, size_t size)
{
    const char *home = getenv("HOME");
    int quoted = quoted_length(name), length = quoted ? quoted : (int)strlen(name);
    name += quoted > 0;
    if (name[0] == '~' && name[1] == '/' && home)
        snprintf(path, size, "%s%.*s", home, length - 1, name + 1);
    else
        snprintf(path, size, "%.*s", length, name);
}

static void refuse_error(struct session_reply *reply, const struct error *error)
{
    char place[48] = "";
    if (error->line)
        snprintf(place, sizeof place, ":%d:%d", error->line, error->column);
    reply_set(reply, REPLY_REFUSED, "%.200s%s%s%.250s", error->file, place,
              error->file[0] ? ": " : "", error->message);
}

static void save_back(struct session *session, struct session_reply *reply)
{
    struct error error;
    if (!session->record.path[0]) {
        reply_set(reply, REPLY_REFUSED,
                  "This game is not in a file yet. Type save and a file name; fallible export in "
                  "the shell writes all your games.");
    } else if (!pgn_save(session->game, session->record.path, &session->record.place, &error)) {
        refuse_error(reply, &error);
    } else {
        session->record.edited = false;
        reply_set(reply, REPLY_DONE, "Saved in %.300s, in place of the old version.",
                  session->record.path);
    }
}

/* Returns true if `path` and `old` name the same file, and this file has not changed since the
 * session read the game from `place` or wrote it there. */
static bool same_file(const char *path, const char *old, const struct pgn_place *place)
{
    struct stat a, b;
    if (!*old || stat(path, &a) != 0 || stat(old, &b) != 0)
        return false;
    struct pgn_stamp now = pgn_stamp_of(&a);
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && now.size == place->stamp.size &&
           now.time == place->stamp.time;
}

/* What a saved game contains besides its moves. */
struct saved_details {
    int scored, unscored; /* number of moves with and without a score; the last move of a game that
                           * ended on the board needs none */
    bool decided;         /* it has the opponent's decisions */
};

static struct saved_details details_of(const struct game *game)
{
    struct saved_details details = {0};
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        const char *comment = node->comment ? node->comment : "";
        bool scored = strstr(comment, "[%eval ") != NULL;
        details.scored += scored;
        details.unscored += !scored && game_result_at(node) == RESULT_NONE;
        details.decided |= strstr(comment, "[%fallible") && strstr(comment, " best=");
    }
    return details;
}

/* Writes what the message about a saved game says of the details that were asked for. */
static void write_details(const struct session *session, const struct game *game,
                          enum ledger_detail detail, char *text, size_t size)
{
    const struct saved_details details = details_of(game);
    text[0] = '\0';
    if (detail == LEDGER_FULL && details.decided)
        snprintf(text, size, ", with the opponent's decisions");
    else if (detail > LEDGER_WORDS && session_goes_on(session))
        snprintf(text, size, ", without scores, which are added after the game");
    else if (detail > LEDGER_WORDS && details.scored == 0)
        snprintf(text, size, ", without scores: review the game first");
    else if (detail > LEDGER_WORDS && details.unscored > 0)
        snprintf(text, size, ", with scores for %d of %d moves: review the game for the others",
                 details.scored, details.scored + details.unscored);
    else if (detail > LEDGER_WORDS)
        snprintf(text, size, ", with scores");
}

/* Adds the game to the file. If this session has added the game before, replaces it there, so that
 * the file has the game only once. */
static void add_to_file(struct session *session, const char *name, enum ledger_detail detail,
                        struct session_reply *reply)
{
    char path[1024];
    session_read_path(name, path, sizeof path);
    struct error error = {0};
    struct game_record *record = &session->record;
    bool own = same_file(path, record->path, &record->place);
    bool added = same_file(path, record->saved_in, &record->saved);
    struct game *clean = session_clean_game(session, detail);
    const struct game *game = clean ? clean : session->game;
    struct pgn_place place = record->saved;
    bool there = pgn_is_last(game, path);
    bool good = there || (added ? pgn_save(game, path, &place, &error)
                                : pgn_append(game, path, PGN_WAIT, &place, &error));
    char with[96];
    write_details(session, game, detail, with, sizeof with);
    game_destroy(clean);
    struct stat status;
    if (good && own && stat(path, &status) == 0)
        record->place.stamp = pgn_stamp_of(&status); /* what changed in the file comes after the
                                                      * game, so the game's place is still right */
    if (good && !there) {
        snprintf(record->saved_in, sizeof record->saved_in, "%s", path);
        record->saved = place;
    }
    record->edited &= !good;
    if (!good)
        refuse_error(reply, &error);
    else if (there)
        reply_set(reply, REPLY_DONE, "The game is already in %.400s.", name);
    else
        reply_set(reply, REPLY_DONE, "%s %.400s%s%s.", added ? "Saved in" : "The game was added to",
                  name, added ? ", in place of the old version" : "", with);
}

/* Whether there is nothing to save: no game is going on, and the board shows the start position,
 * without a move. */
static bool is_empty(const struct session *session)
{
    struct position start;
    chess_start(&start);
    return !session->game->root->child && !session_goes_on(session) &&
           session->game->root->position.key == start.key;
}

/* Returns whether the name is a format and not a file, as in "export csv". The user then wants the
 * shell's command "fallible export csv". */
static bool is_format(const char *name)
{
    static const char *const formats[] = {"pgn", "json", "csv", "epd"};
    name += strspn(name, "-");
    name += strncmp(name, "format ", 7) == 0 || strncmp(name, "format=", 7) == 0 ? 7 : 0;
    return text_index(name, formats, sizeof formats / sizeof *formats) >= 0;
}

static bool is_a_file(const char *name)
{
    char path[1024];
    session_read_path(name, path, sizeof path);
    return access(path, F_OK) == 0;
}

/* Takes an option such as --eval out of the argument of the command `save` and returns the rest,
 * the file's name. The option comes first or last, and may be typed without its dashes, unless a
 * file has that name. */
static const char *take_option(char *argument, enum ledger_detail *detail)
{
    const char *name = argument;
    char *blank = strrchr(argument, ' ');
    const char *option = blank ? blank + 1 : "";
    if (is_a_file(argument) || ledger_take_detail(&name, detail))
        return name;
    if (blank && ledger_take_detail(&option, detail)) {
        while (blank > argument && blank[-1] == ' ')
            blank--;
        *blank = '\0';
    }
    return name;
}

void session_command_save(struct session *session, struct session_reply *reply)
{
    char argument[sizeof reply->argument];
    enum ledger_detail detail = LEDGER_WORDS;
    snprintf(argument, sizeof argument, "%s", reply->argument);
    const char *name = take_option(argument, &detail);
    const char *option = strstr(name, " --");
    bool quoted = quoted_length(name) > 0;
    if (option && !quoted)
        name = option + 1; /* an unknown option, which is refused below */
    if (is_format(name)) {
        reply_set(reply, REPLY_REFUSED,
                  "Type save and a file name, as in save games.pgn; fallible export "
                  "writes all your games, as PGN, JSON, CSV or EPD.");
    } else if (*name == '-') {
        reply_set(reply, REPLY_REFUSED,
                  "There is no option %.60s. Type save and a file name, as in save games.pgn; "
                  "the options are --eval and --full.",
                  name);
    } else if (*name && is_empty(session)) {
        reply_set(reply, REPLY_REFUSED, "There is no game to save. fallible export writes all your "
                                        "games.");
    } else if ((detail == LEDGER_FULL || !*name) && !session_ready_for_pgn(session)) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
    } else if (*name) {
        add_to_file(session, name, detail, reply);
    } else {
        save_back(session, reply);
    }
}

/* Whether `game`, which was just read, can be opened. If only the beginning of the game could be
 * parsed, it needs at least one move; the rest is kept with it as text. */
static bool is_acceptable(enum pgn_status status, const struct game *game)
{
    return status == PGN_GAME || (status == PGN_BAD && game && game->root->child);
}

/* Makes `game`, which was just read, the session's game. Play continues if it has no result and
 * `play_on` is true. Returns false if there is no acceptable game. */
static bool take_game(struct session *session, enum pgn_status status, struct game *game,
                      bool play_on)
{
    if (!is_acceptable(status, game)) {
        game_destroy(game);
        return false;
    }
    session_adopt(session, game, play_on);
    return true;
}

/* Reads the first game of a stream and makes it the session's game. */
static bool take_first(struct session *session, FILE *file, const char *name, bool play_on,
                       struct pgn_place *place, struct error *error)
{
    struct game *game = NULL;
    struct pgn_reader *reader = pgn_reader_create(file, name);
    if (!reader)
        return error_set(error, "out of memory");
    enum pgn_status status = pgn_read(reader, &game, error);
    *place = pgn_reader_place(reader);
    if (status == PGN_END)
        (void)!pgn_reader_ended_well(reader, error);
    pgn_reader_destroy(reader);
    return take_game(session, status, game, play_on);
}

static void belongs_to(struct session *session, const char *path, const struct pgn_place *place,
                       int number)
{
    session_remember_file(session, path, number);
    snprintf(session->record.path, sizeof session->record.path, "%s", path);
    session->record.place = *place;
}

static bool open_indexed(struct session *session, const struct pgn_index *index, int game_number,
                         bool play_on, struct error *error)
{
    struct pgn_place place;
    struct game *game;
    memset(error, 0, sizeof *error);
    enum pgn_status status = pgn_index_read(index, game_number, &game, &place, error);
    bool good = take_game(session, status, game, play_on);
    if (good)
        belongs_to(session, pgn_index_path(index), &place, game_number + 1);
    return good;
}

bool session_open(struct session *session, const struct pgn_index *index, int game_number,
                  struct error *error)
{
    return open_indexed(session, index, game_number, false, error);
}

/* Writes the message about a game just loaded. */
static void tell_game(const struct session *session, const struct error *error,
                      struct session_reply *reply)
{
    const char *white = game_tag(session->game, "White"), *black = game_tag(session->game, "Black");
    if (error->message[0])
        reply_set(reply, REPLY_DONE, "Line %d: %.200s. The rest of the game is kept as text.",
                  error->line, error->message);
    else
        reply_set(reply, REPLY_DONE, "%.100s - %.100s, %s", white ? white : "?",
                  black ? black : "?", result_text(session->game->result));
}

void session_load_text(struct session *session, const char *text, struct session_reply *reply)
{
    struct error error = {0};
    struct pgn_place place;
    *reply = (struct session_reply){.kind = REPLY_DONE, .command = COMMAND_LOAD};
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    if (!file)
        reply_set(reply, REPLY_REFUSED, "out of memory");
    else if (take_first(session, file, "pasted", true, &place, &error))
        tell_game(session, &error, reply);
    else
        refuse_error(reply, &error);
    if (file)
        fclose(file);
}

/* Whether a file or pasted text begins with a game that can be opened. Closes the file, which may
 * be NULL. */
static bool begins_with_game(FILE *file)
{
    struct error ignored;
    struct game *game = NULL;
    struct pgn_reader *reader = file ? pgn_reader_create(file, "") : NULL;
    bool good = reader && is_acceptable(pgn_read(reader, &game, &ignored), game);
    game_destroy(game);
    pgn_reader_destroy(reader);
    if (file)
        fclose(file);
    return good;
}

bool session_can_load_text(const char *text)
{
    return begins_with_game(fmemopen((void *)(uintptr_t)text, strlen(text), "r"));
}

/* Cuts the number of a game off "FILE NUMBER" and returns it; returns 0 if there is no number. */
static int cut_number(char *path)
{
    char *blank = strrchr(path, ' '), *end;
    long number = blank ? strtol(blank + 1, &end, 10) : 0;
    if (number < 1 || number > INT_MAX || *end || end == blank + 1)
        return 0;
    *blank = '\0';
    return (int)number;
}

/* Finds the file that load names: "FILE [NUMBER]", or the last file if the argument is "". *number
 * becomes 0 if no game of the file is named. Returns false if no file was opened before. */
static bool find_file(const struct session *session, const char *argument, char *path,
                      size_t size, int *number)
{
    *number = 0;
    if (!*argument)
        return session_last_file(session, path, size, number);
    char name[1024];
    snprintf(name, sizeof name, "%s", argument);
    session_read_path(name, path, size);
    if (access(path, R_OK) != 0 && (*number = cut_number(name)) > 0)
        session_read_path(name, path, size);
    return true;
}

bool session_can_load(const struct session *session, const char *argument)
{
    char path[1024];
    struct error ignored;
    int number;
    FILE *file = find_file(session, argument, path, sizeof path, &number)
                     ? paths_open_regular(path, &ignored)
                     : NULL;
    if (!file || (number <= 1 && !pgn_is_packed(file)))
        return begins_with_game(file);
    fclose(file); /* to find any game but the first may take long */
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    return length > strlen(end) && strcasecmp(text + length - strlen(end), end) == 0;
}

bool session_names_file(const struct session *session, const char *line)
{
    char path[1024];
    struct stat status;
    int number;
    if (!session->away || !strpbrk(line, "./") || 
        !find_file(session, line, path, sizeof path, &number))
        return false;
    return ends_with(path, ".pgn") || ends_with(path, ".pgn.zst") ||
           (stat(path, &status) == 0 && S_ISREG(status.st_mode));
}

static bool open_first(struct session *session, const char *path, bool play_on, struct error *error)
{
    struct pgn_place place;
    FILE *file = paths_open_regular(path, error);
    if (!file)
        return false;
    bool good = take_first(session, file, path, play_on, &place, error);
    fclose(file);
    if (good)
        belongs_to(session, path, &place, 1);
    return good;
}

/* A file whose games a thread is listing. When the thread has finished, session_poll_load opens the
 * wanted game; only the first game of a file that is not compressed is opened at once. */
struct load {
    pthread_t thread;
    atomic_bool stop, done;
    char path[1024];
    int number;              /* number of the game to open, from 1; 0: the first game is open
                              * already */
    bool analyze;            /* start the analysis when the game has been read */
    bool choose;             /* the user wants to analyse a game of the file but has not said which
                              * one */
    struct pgn_index *index; /* NULL: error is set */
    struct error error;
    void (*wake)(void *context);
    void *context;
};

static bool still_wanted(void *context, int percent)
{
    struct load *load = context;
    (void)percent;
    return !atomic_load(&load->stop);
}

static void *read_index(void *context)
{
    struct load *load = context;
    load->index = pgn_index_open(load->path, still_wanted, load, &load->error);
    atomic_store(&load->done, true);
    if (load->wake)
        load->wake(load->context);
    return NULL;
}

void session_stop_load(struct session *session)
{
    struct load *load = session->load;
    if (!load)
        return;
    atomic_store(&load->stop, true);
    pthread_join(load->thread, NULL);
    pgn_index_close(load->index);
    free(load);
    session->load = NULL;
}

void session_stop_reading(struct session *session, struct session_reply *reply)
{
    bool listing = session->load->number == 0; /* the game is open, only the list is missing */
    session_stop_load(session);
    session_say(session, "%s", "");
    reply_set(reply, REPLY_DONE,
              listing ? "Stopped: the other games of the file are not listed."
                      : "Stopped: no game was loaded.");
}

static bool start_load(struct session *session, const char *path, int number, struct error *error)
{
    struct load *load = calloc(1, sizeof *load);
    if (!load)
        return error_set(error, "out of memory");
    load->number = number;
    load->wake = session->options.wake;
    load->context = session->options.context;
    snprintf(load->path, sizeof load->path, "%s", path);
    if (pthread_create(&load->thread, NULL, read_index, load) != 0) {
        free(load);
        return error_set(error, "the system cannot start another thread");
    }
    session->load = load;
    return true;
}

struct pgn_index *session_take_games(struct session *session, bool *choose)
{
    struct pgn_index *index = session->games_index;
    session->games_index = NULL;
    *choose = session->choose_game;
    return index;
}

static void analyse_from_start(struct session *session)
{
    session_analyze(session, true);
    (void)session_step(session, STEP_START);
}

/* Opens the wanted game after the thread has listed the file. Returns the message about it. */
static struct session_reply open_loaded(struct session *session, const struct load *load)
{
    struct session_reply reply = {.kind = REPLY_DONE};
    struct error error = {0};
    if (!load->index)
        error = load->error;
    bool good = load->index && pgn_index_has(load->index, load->number, &error) &&
                open_indexed(session, load->index, load->number - 1, !load->analyze, &error);
    if (good)
        tell_game(session, &error, &reply);
    else
        refuse_error(&reply, &error);
    if (good && load->analyze)
        analyse_from_start(session);
    return reply;
}

void session_poll_load(struct session *session)
{
    struct load *load = session->load;
    struct session_reply reply = {.text = ""};
    if (!load || !atomic_load(&load->done))
        return;
    if (load->number > 0)
        reply = open_loaded(session, load);
    int count = load->index && reply.kind != REPLY_REFUSED ? pgn_index_count(load->index) : 0;
    if (count > 0) {
        pgn_index_close(session->games_index);
        session->games_index = load->index;
        session->choose_game = load->choose && count > 1;
        load->index = NULL;
    }
    session_stop_load(session);
    if (count > 1)
        session_say(session, "%.250s%sThe file has %d games. Type games to list them.", reply.text,
                    *reply.text ? ". " : "", count);
    else if (*reply.text)
        session_say(session, "%.250s", reply.text);
}

/* Opens the game with this number, from 1. The first game of a file that is not compressed is read
 * at once, and a thread then lists the games of the file. Any other game is opened when the thread
 * has finished. */
static bool open_numbered(struct session *session, const char *path, int number, bool play_on,
                          struct session_reply *reply, struct error *error)
{
    FILE *file = paths_open_regular(path, error);
    if (!file)
        return false;
    bool packed = pgn_is_packed(file);
    fclose(file);
    if (number > 1 || packed) {
        if (!start_load(session, path, number, error))
            return false;
        session_say(session, "Reading %.200s ...", path);
        return true;
    }
    if (!open_first(session, path, play_on, error))
        return false;
    tell_game(session, error, reply);
    (void)!start_load(session, path, 0, error); /* if the thread cannot start, only the list of
                                                 * games is missing */
    return true;
}

void session_command_load(struct session *session, struct session_reply *reply)
{
    char path[1024];
    struct error error = {0};
    int number;
    bool analyze = !reply->argument[0] || session->away;
    if (!find_file(session, reply->argument, path, sizeof path, &number)) {
        reply_set(reply, REPLY_REFUSED, "No file was opened before. Expected: load FILE [NUMBER]");
        return;
    }
    bool choose = analyze && number == 0;
    session_stop_load(session);
    if (!open_numbered(session, path, number ? number : 1, !analyze, reply, &error)) {
        refuse_error(reply, &error);
        return;
    }
    if (session->load) {
        session->load->analyze = analyze;
        session->load->choose = choose;
    }
    if (analyze && (!session->load || session->load->number == 0))
        analyse_from_start(session);
}
