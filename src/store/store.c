/* Opens the database, upgrades it and runs statements. It uses WAL mode with full synchronisation,
 * so that kill -9 loses nothing. A lock file beside the database has one byte for each game being
 * played, so that a second program does not offer to resume such a game. */
#include "src/store/store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/store/kept_log.h"
#include "src/store/move_counts.h"
#include "src/store/sql.h"
#include "src/util/array.h"
#include "src/util/text.h"

enum { DAMAGE_NAMES = 12 };

/* The data that could not be read, for later messages. */
struct damage {
    char file[160];               /* a message about the file as a whole; "" if none */
    int count;                    /* number of damaged things, such as games */
    char names[DAMAGE_NAMES][48]; /* names of the first damaged things, such as "game 5", without
                                     repetitions */
    int lost;                     /* half-moves that were saved but are missing now */
    int64_t lost_game;            /* the first game with missing half-moves */
    int kept_log;                 /* number of the copy of the write-ahead log; 0: no copy */
    bool reported;                /* store_damage has named the missing half-moves */
    bool compared;                /* the counts of move_counts.h were compared, all of them */
};

struct store {
    sqlite3 *database;
    int lock;   /* descriptor of the lock file, or -1 */
    int counts; /* descriptor of the file of move_counts.h, or -1 */
    bool told_waiting;
    bool no_locks; /* the file system has no locks, as a network without a lock server */
    int code; /* SQLite's code of the last failure */
    int slot; /* number of our slot in the lock file (see SLOTS), or -1 */
    double first_rating; /* the puzzle rating before the first attempt; 0: unknown */
    struct damage damage;
};

/* How long to wait for a lock, in milliseconds: STEP_MILLISECONDS between two attempts, TOLD_AFTER
 * until a message is printed, WAITED_MOST in all. */
enum { STEP_MILLISECONDS = 20, TOLD_AFTER = 500, WAITED_MOST = 10000 };

static const char settings[] = "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA foreign_keys = ON;"
                               "PRAGMA trusted_schema = OFF;"
                               "PRAGMA cell_size_check = ON;";

static bool read_version(struct store *store, int *version, struct error *error)
{
    int64_t number;
    if (!store_number(store, store_prepare(store, "PRAGMA user_version"), &number,
                      "reading the database", error))
        return false;
    *version = (int)number; /* SQLite stores it in 32 bits */
    if (*version < 0)
        return error_set(error, "the database is damaged: its version is %d", *version);
    if (*version <= store_version_count)
        return true;
    return error_set(error, "the database is of a newer version (%d, expected at most %d)",
                     *version, store_version_count);
}

/* Refuses a database with anything but ordinary tables and indexes: no version of this program
 * creates triggers, views or virtual tables, so another program did. SQLite runs the SQL of a
 * definition whatever its type says, so both are compared. An index without SQL belongs to a
 * table. */
static bool refuse_foreign_objects(struct store *store, struct error *error)
{
    static const char foreign[] =
        "SELECT CASE WHEN sql LIKE 'CREATE TRIGGER%' THEN 'trigger'"
        "  WHEN sql LIKE 'CREATE VIEW%' THEN 'view'"
        "  WHEN sql LIKE 'CREATE VIRTUAL%' THEN 'virtual table' ELSE 'definition' END, name"
        " FROM sqlite_master WHERE CASE coalesce(type, '')"
        "  WHEN 'table' THEN coalesce(sql, '') NOT LIKE 'CREATE TABLE %'"
        "  WHEN 'index' THEN sql NOT LIKE 'CREATE INDEX %' AND sql NOT LIKE 'CREATE UNIQUE INDEX %'"
        "  ELSE 1 END";
    char name[80], type[16];
    struct statement *row = store_prepare(store, foreign);
    enum statement_step step = statement_step(row);
    bool found = step == STATEMENT_ROW;
    if (found) {
        text_shown(statement_raw(row, 0), type, sizeof type);
        text_shown(statement_raw(row, 1), name, sizeof name);
    }
    if (!store_end(store, row, step, "reading the database", error))
        return false;
    return !found || error_set(error,
                               "the database has a %s, \"%s\", that Fallible did not make and that "
                               "could change your games; fallible doctor --repair makes a database "
                               "without it",
                               type, name);
}

/* Creates the file if it does not exist. Its mode is 0600, so that nobody else can read it; SQLite
 * gives its other files the same mode. An existing file must not be opened here: closing it again
 * would release every lock that this process has on it, including those that SQLite took for
 * another connection. A second program would then think that nobody uses the database, and delete
 * the write-ahead log. */
static void create_private(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
}

static bool is_absent_or_empty(const char *path, const char *ending)
{
    char name[4096];
    struct stat status;
    return snprintf(name, sizeof name, "%s%s", path, ending) < (int)sizeof name &&
           (stat(name, &status) != 0 || status.st_size == 0);
}

/* Returns whether SQLite failed because it may not write the database, or may not create the files
 * beside it that it needs even to read it. SQLITE_CANTOPEN also has other causes, such as too many
 * open files. */
static bool is_for_reading_only(const char *path, int code)
{
    char name[4096];
    if ((code & 0xff) == SQLITE_READONLY)
        return access(path, R_OK) == 0;
    if ((code & 0xff) != SQLITE_CANTOPEN || access(path, R_OK) != 0 || !realpath(path, name))
        return false;
    /* SQLite, too, creates its files beside the target of a link. */
    char *slash = strrchr(name, '/');
    slash[slash == name] = '\0';
    return access(name, W_OK) != 0;
}

enum reopened {
    REOPENED,
    REOPEN_USELESS, /* the first failure has another cause */
    REOPEN_REFUSED, /* *error says why */
};

/* Opens the database again if `code` says that SQLite could not write the files beside it that it
 * needs to read it, as in a folder that can only be read. If there is no log beside it, the
 * database can be read alone ("immutable"). */
static enum reopened open_without_log(struct store *store, const char *path, int code,
                                      struct error *error)
{
    char uri[4096 * 3 + 32] = "file:";
    if (!is_for_reading_only(path, code))
        return REOPEN_USELESS;
    if (!is_absent_or_empty(path, "-wal") || !is_absent_or_empty(path, "-journal")) {
        (void)error_set(error, "%s has moves that are not in games.db yet, and this folder cannot "
                               "be written; copy both files to a folder that you can write",
                        is_absent_or_empty(path, "-wal") ? "games.db-journal" : "games.db-wal");
        return REOPEN_REFUSED;
    }
    for (const char *at = path; *at; at++)
        text_add(uri, sizeof uri,
                 isalnum((unsigned char)*at) || strchr("/._-", *at) ? "%c" : "%%%02X",
                 (unsigned char)*at);
    text_add(uri, sizeof uri, "?immutable=1");
    sqlite3_close(store->database);
    if (sqlite3_open_v2(uri, &store->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) ==
        SQLITE_OK)
        return REOPENED;
    (void)store_refuse(store, "opening the database", error);
    return REOPEN_REFUSED;
}

/* Copies the database before an upgrade. Writes the copy's path to `name`, which has `size`
 * bytes. */
static bool back_up(struct store *store, const char *path, int version, char *name, size_t size,
                    struct error *error)
{
    sqlite3 *copy = NULL;
    if (snprintf(name, size, "%s.v%d", path, version) >= (int)size)
        return error_set(error, "the database's name is too long");
    create_private(name);
    bool good = sqlite3_open_v2(name, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", store->database, "main")
                                  : NULL;
    good = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    if (backup)
        good = sqlite3_backup_finish(backup) == SQLITE_OK && good;
    if (!good)
        error_set(error, "the database cannot be copied to %.100s before it is changed: %s", name,
                  copy ? sqlite3_errmsg(copy) : "out of memory");
    sqlite3_close(copy);
    if (!good) {
        char journal[4096 + 16];
        snprintf(journal, sizeof journal, "%s-journal", name);
        unlink(name);
        unlink(journal);
    }
    return good;
}

/* Upgrades the database from `version` to `to`: runs the SQL of all versions between, and ends the
 * transaction. */
static bool add_versions(struct store *store, int version, int to, struct error *error)
{
    static const char doing[] = "preparing the database";
    bool good = store_add_naming(store->database) || store_refuse(store, doing, error);
    for (; good && version < to; version++)
        good = store_execute(store, store_versions[version], doing, error);
    return store_settle(store, good, error);
}

/* Upgrades the database. Another program may be upgrading it at the same time, so the version is
 * read again under the lock. */
static bool bring_up_to_date(struct store *store, const char *path, struct error *error)
{
    char copy[4096];
    int version;
    if (!read_version(store, &version, error))
        return false;
    if (version == store_version_count)
        return true;
    if (version > 0 && store_is_read_only(store))
        return error_set(error, "the database has the older version %d and cannot be written; "
                                "fallible doctor --repair -o FILE makes a copy that can be read",
                         version);
    if ((version > 0 && !back_up(store, path, version, copy, sizeof copy, error)) ||
        !store_execute(store, "BEGIN IMMEDIATE", "preparing the database", error))
        return false;
    if (!read_version(store, &version, error))
        return store_settle(store, false, error);
    if (add_versions(store, version, store_version_count, error))
        return true;
    if (version > 0) {
        char why[sizeof error->message];
        snprintf(why, sizeof why, "%s", error->message);
        error_set(error, "%s; its version, %d, cannot be converted to %d. Nothing was changed. If "
                         "you move it away, a new one is created; %.200s is a copy of the old one",
                  why, version, store_version_count, copy);
    }
    return false;
}

/* SQLite calls this function when another program has locked the database. `times` is the number of
 * earlier calls. Waits a little and returns nonzero, so that SQLite tries again; after WAITED_MOST
 * returns 0, so that it gives up. */
static int wait_for_others(void *context, int times)
{
    struct store *store = context;
    int waited = times * STEP_MILLISECONDS;
    if (store->no_locks)
        return 0; /* SQLite calls it busy, but waiting would not help */
    if (waited >= TOLD_AFTER && !store->told_waiting) {
        store->told_waiting = true;
        fputs("fallible: waiting for the database: another program has locked it\n", stderr);
    }
    if (waited >= WAITED_MOST)
        return 0;
    text_nap(STEP_MILLISECONDS);
    return 1;
}

static bool open_database(struct store *store, const char *path, struct error *error)
{
    static const char doing[] = "preparing the database";
    bool good = sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (!good) {
        (void)store_refuse(store, "opening the database", error);
    } else {
        sqlite3_busy_handler(store->database, wait_for_others, store);
        good = store_execute(store, settings, doing, error);
    }
    return good || (open_without_log(store, path, store->code, error) == REOPENED &&
                    store_execute(store, settings, doing, error));
}

/* Locks (F_WRLCK) or unlocks (F_UNLCK) a byte of the lock file. Uses an open file description lock
 * if the system has such locks. A process lock would be released as soon as this process closes any
 * other connection to the same database. */
static bool lock_byte(const struct store *store, off_t at, short type)
{
    struct flock byte = {.l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = 1};
    if (store->lock < 0)
        return true;
#ifdef F_OFD_SETLK
    if (fcntl(store->lock, F_OFD_SETLK, &byte) == 0)
        return true;
    if (errno != EINVAL)
        return false;
#endif
    return fcntl(store->lock, F_SETLK, &byte) == 0;
}

/* Lets only one program at a time open the database. If two switch it to WAL at the same time,
 * SQLite refuses the second at once instead of waiting. Byte 0 of the lock file is free for this,
 * because games are numbered from 1. */
static void lock_opening(struct store *store)
{
    int times = 0;
    bool locked;
    while (!(locked = lock_byte(store, 0, F_WRLCK)) && (errno == EAGAIN || errno == EACCES) &&
           wait_for_others(store, times))
        times++;
    store->no_locks = !locked && errno == ENOLCK;
}

void store_note_damage(struct store *store, const char *format, ...)
{
    struct damage *damage = &store->damage;
    char name[sizeof *damage->names];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    for (int i = 0; i < DAMAGE_NAMES && i < damage->count; i++)
        if (strcmp(damage->names[i], name) == 0)
            return;
    if (damage->count < DAMAGE_NAMES)
        snprintf(damage->names[damage->count], sizeof name, "%s", name);
    damage->count += damage->count < INT_MAX;
}

/* Counts the saved half-moves of a game. A database that is still to be created has none. */
static bool count_moves(struct store *store, int64_t game, int64_t *count)
{
    struct error ignored;
    *count = 0;
    return !store_has_table(store, "moves") ||
           store_number(store,
                        store_bound(store, "SELECT count(*) FROM moves WHERE game = ?",
                                    BOUND(AS_NUMBER(game))),
                        count, "counting moves", &ignored);
}

/* Lowers a count to the number of half-moves that are left. */
static void accept_count(void *context, int64_t game, int plies)
{
    struct store *store = context;
    int64_t kept;
    if (count_moves(store, game, &kept) && kept < plies)
        move_counts_note(store->counts, game, (int)kept);
}

void store_damage(struct store *store, char *text, size_t size)
{
    struct damage *damage = &store->damage;
    text[0] = '\0';
    /* Another connection may be the last to close the database, and it does not know what was
     * reported here. */
    if (damage->lost > 0 && !damage->reported)
        move_counts_each(store->counts, accept_count, store);
    damage->reported = true;
    char copy[64] = "";
    if (damage->kept_log && kept_log_path("; games.db", damage->kept_log, copy, sizeof copy))
        text_add(copy, sizeof copy, " is a copy of it");
    if (damage->lost > 0)
        text_add(text, size,
                 "%d half-move%s of game %lld that had been saved %s missing: the file "
                 "games.db-wal was damaged or removed%s.",
                 damage->lost, text_plural(damage->lost), (long long)damage->lost_game,
                 damage->lost == 1 ? "is" : "are", copy);
    if (damage->count == 0 && !damage->file[0])
        return;
    text_add(text, size, "%sThe database is damaged", *text ? " " : "");
    if (damage->file[0])
        text_add(text, size, " (%s)", damage->file);
    for (int i = 0; i < DAMAGE_NAMES && i < damage->count; i++)
        text_add(text, size, "%s%s", i == 0 ? ": " : i + 1 == damage->count ? " and " : ", ",
                 damage->names[i]);
    if (damage->count > DAMAGE_NAMES)
        text_add(text, size, " and more");
    text_add(text, size, damage->count > 0 ? " cannot be read and %s left out."
                                           : "; what can be read is used.",
             damage->count == 1 ? "was" : "were");
}

/* Records the first problem that SQLite finds in the file. SQLite's message has two lines, of which
 * the second names the problem. */
bool store_check(struct store *store, struct error *error)
{
    struct statement *row = store_prepare(store, "PRAGMA quick_check(1)");
    enum statement_step step;
    while ((step = statement_step(row)) == STATEMENT_ROW) {
        const char *said = statement_raw(row, 0), *line = strrchr(said, '\n');
        if (strcmp(said, "ok") != 0 && !store->damage.file[0])
            snprintf(store->damage.file, sizeof store->damage.file, "%s", line ? line + 1 : said);
    }
    return store_end(store, row, step, "checking the database", error);
}

static int is_past(void *deadline)
{
    return text_now() > *(const int64_t *)deadline;
}

/* Checks the file after a program was killed. Stops after MOMENT, because the user is waiting for
 * the first screen. Damage that this check misses is found when the damaged rows are read. */
static void check_for_a_moment(struct store *store)
{
    enum { MOMENT = 2000 /* milliseconds */, STEPS = 10000 };
    int64_t deadline = text_now() + MOMENT;
    struct error ignored;
    sqlite3_progress_handler(store->database, STEPS, is_past, &deadline);
    (void)!store_check(store, &ignored);
    sqlite3_progress_handler(store->database, 0, NULL, NULL);
}

/* Each program that has the database open holds a slot: one byte of the lock file, which it sets to
 * 1 until it closes the database, and a lock on another byte, far beyond the bytes that are locked
 * for games. A 1 without a lock was left by a program that was killed. */
enum { SLOTS = 64 };
static const off_t slot_locks = (off_t)1 << 62;

static bool lock_slot(const struct store *store, int slot, short type)
{
    return lock_byte(store, slot_locks + slot, type);
}

static void mark_slot(const struct store *store, int slot, char mark)
{
    if (pwrite(store->lock, &mark, 1, slot) != 1)
        return; /* the disk is full. The next start may then check the database needlessly, or fail
                 * to check it */
}

/* Frees the slots (see SLOTS) that killed programs left behind. Returns true if there were any. */
static bool free_slots(const struct store *store)
{
    char marks[SLOTS] = {0};
    bool unclean = false;
    if (store->lock < 0 || pread(store->lock, marks, sizeof marks, 0) < 0)
        return false;
    for (int i = 0; i < SLOTS; i++) {
        if (marks[i] && lock_slot(store, i, F_WRLCK)) {
            unclean = true;
            mark_slot(store, i, 0);
            (void)lock_slot(store, i, F_UNLCK);
        }
    }
    return unclean;
}

/* Returns whether no other program has the database open, as far as the system can tell. */
static bool is_alone(const struct store *store)
{
    struct flock slots = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = slot_locks, .l_len = SLOTS};
    if (store->lock < 0)
        return false;
#ifdef F_OFD_GETLK
    if (fcntl(store->lock, F_OFD_GETLK, &slots) == 0)
        return slots.l_type == F_UNLCK;
    if (errno != EINVAL)
        return false;
    slots.l_pid = 0;
#endif
    return fcntl(store->lock, F_GETLK, &slots) == 0 && slots.l_type == F_UNLCK;
}

static void compare_count(void *context, int64_t game, int plies)
{
    struct store *store = context;
    struct damage *damage = &store->damage;
    int64_t kept;
    if (!count_moves(store, game, &kept)) {
        damage->compared = false;
        return;
    }
    if (kept >= plies)
        return;
    if (damage->lost == 0)
        damage->lost_game = game;
    damage->lost += plies - (int)kept;
}

/* Clears the counts if they were compared, nothing is missing that was not reported, and no move is
 * in the write-ahead log any more: SQLite must have copied all of it into the database and emptied
 * it, which it cannot while any program reads. Otherwise the next start compares them. */
static void clear_counts(struct store *store)
{
    const struct damage *damage = &store->damage;
    struct error ignored;
    int64_t busy = 1;
    if (store->counts < 0 || !damage->compared || damage->file[0] ||
        (damage->lost > 0 && !damage->reported))
        return;
    sqlite3_busy_timeout(store->database, 0);
    if (store_number(store, store_prepare(store, "PRAGMA wal_checkpoint(TRUNCATE)"), &busy,
                     "emptying the write-ahead log", &ignored) &&
        busy == 0)
        move_counts_clear(store->counts);
}

/* Compares the counts with the stored moves, and keeps the log if moves are missing. Comes before
 * an upgrade, which may write over the log. Does nothing while another program has the database
 * open, because that program may be about to delete moves that were counted. */
static void compare_counts(struct store *store, const char *path)
{
    if (!is_alone(store))
        return;
    store->damage.compared = true;
    move_counts_each(store->counts, compare_count, store);
    if (store->damage.lost > 0)
        store->damage.kept_log = kept_log_keep(path);
}

void store_note_moves(struct store *store, int64_t game, int plies)
{
    move_counts_note(store->counts, game, plies);
}

static void take_slot(struct store *store)
{
    for (int i = 0; store->lock >= 0 && store->slot < 0 && i < SLOTS; i++)
        if (lock_slot(store, i, F_WRLCK))
            store->slot = i;
    if (store->slot >= 0)
        mark_slot(store, store->slot, 1);
}

struct store *store_open(const char *path, struct error *error)
{
    struct store *store = array_zeroed(sizeof *store, error);
    if (!store)
        return NULL;
    store->lock = store->slot = store->counts = -1;
    bool is_new = access(path, F_OK) != 0 && errno == ENOENT;
    create_private(path);
    char lock_path[4096];
    if (snprintf(lock_path, sizeof lock_path, "%s-playing", path) < (int)sizeof lock_path)
        store->lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    lock_opening(store);
    bool good = open_database(store, path, error) && refuse_foreign_objects(store, error);
    bool unclean = free_slots(store);
    if (good) {
        store->counts = move_counts_open(path);
        if (is_new)
            move_counts_clear(store->counts); /* they are of a database that the user deleted */
        compare_counts(store, path);
        good = bring_up_to_date(store, path, error);
    }
    if (good) {
        clear_counts(store);
        sqlite3_busy_handler(store->database, wait_for_others, store);
    }
    take_slot(store);
    (void)lock_byte(store, 0, F_UNLCK);
    if (good && unclean)
        check_for_a_moment(store);
    if (!good) {
        snprintf(error->file, sizeof error->file, "%s", path);
        /* The write-ahead log stays as it is: it may have moves that can still be saved. */
        store->damage.compared = false;
        if (store->database)
            sqlite3_db_config(store->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        store_close(store);
        return NULL;
    }
    return store;
}

struct store *store_create(const char *path, int version, struct error *error)
{
    struct store *store = array_zeroed(sizeof *store, error);
    if (!store)
        return NULL;
    store->lock = store->slot = store->counts = -1;
    create_private(path);
    bool good = sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                store_refuse(store, "creating the database", error);
    good = good && store_execute(store, settings, "creating the database", error) &&
           store_execute(store, "BEGIN IMMEDIATE", "creating the database", error) &&
           add_versions(store, 0, version, error);
    if (good)
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open_damaged(const char *path, struct error *error)
{
    struct store *store = array_zeroed(sizeof *store, error);
    if (!store)
        return NULL;
    store->lock = store->slot = store->counts = -1;
    bool good = sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK ||
                store_refuse(store, "opening the database", error);
    if (good) {
        sqlite3_busy_handler(store->database, wait_for_others, store);
        int code = sqlite3_exec(store->database, "PRAGMA schema_version", NULL, NULL, NULL);
        good = open_without_log(store, path, code, error) != REOPEN_REFUSED;
    }
    if (good) {
        /* With it, SQLite leaves out a damaged definition of a table instead of refusing the rest.
         * A failure leaves SQLite as strict as it is otherwise. */
        sqlite3_exec(store->database, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
        return store;
    }
    store_close(store);
    return NULL;
}

void store_begin_puzzles_at(struct store *store, double rating)
{
    store->first_rating = rating;
}

double store_first_rating(const struct store *store)
{
    return store->first_rating;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->counts >= 0 && lock_byte(store, 0, F_WRLCK) && is_alone(store))
        clear_counts(store);
    sqlite3_close(store->database);
    if (store->counts >= 0)
        close(store->counts);
    if (store->slot >= 0)
        mark_slot(store, store->slot, 0);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

void store_set_patience(struct store *store, int milliseconds)
{
    sqlite3_busy_timeout(store->database, milliseconds);
}

bool store_is_read_only(const struct store *store)
{
    return sqlite3_db_readonly(store->database, "main") == 1;
}

enum store_refusal store_refusal(struct store *store)
{
    int code = store->code & 0xff;
    store->code = SQLITE_OK;
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STORE_REFUSED_BUSY;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_PROTOCOL:
    case SQLITE_INTERRUPT:
    case SQLITE_NOMEM:
        return STORE_REFUSED_FOR_NOW;
    default:
        return STORE_REFUSED_FOR_GOOD;
    }
}

bool store_lock_game(struct store *store, int64_t game)
{
    return lock_byte(store, (off_t)game, F_WRLCK);
}

/* Statements */

struct statement {
    struct store *store;
    sqlite3_stmt *inside;
    bool damaged; /* the current row is damaged */
};

static sqlite3_stmt *inside(struct statement *statement)
{
    return statement ? statement->inside : NULL;
}

struct statement *store_prepare(struct store *store, const char *sql)
{
    struct statement *statement = calloc(1, sizeof *statement);
    if (!statement)
        return NULL;
    statement->store = store;
    if (sqlite3_prepare_v2(store->database, sql, -1, &statement->inside, NULL) == SQLITE_OK)
        return statement;
    free(statement);
    return NULL;
}

bool store_has_table(struct store *store, const char *name)
{
    return sqlite3_table_column_metadata(store->database, "main", name, NULL, NULL, NULL, NULL,
                                         NULL, NULL) == SQLITE_OK;
}

bool statement_bind(struct statement *statement, const struct sql_value values[])
{
    sqlite3_stmt *bound = inside(statement);
    int status = SQLITE_OK;
    sqlite3_reset(bound);
    for (int i = 0; bound && status != SQLITE_NOMEM && values[i].kind != SQL_END; i++) {
        if (values[i].kind == SQL_NUMBER)
            status = sqlite3_bind_int64(bound, i + 1, values[i].number);
        else if (values[i].kind == SQL_REAL)
            status = sqlite3_bind_double(bound, i + 1, values[i].real);
        else
            status = sqlite3_bind_text(bound, i + 1, values[i].text, -1, SQLITE_TRANSIENT);
    }
    return bound && status != SQLITE_NOMEM;
}

struct statement *store_bound(struct store *store, const char *sql, const struct sql_value values[])
{
    struct statement *statement = store_prepare(store, sql);
    if (statement_bind(statement, values))
        return statement;
    statement_free(statement);
    return NULL;
}

bool statement_copy_row(struct statement *from, const int columns[], struct statement *to)
{
    int status = SQLITE_OK, count = sqlite3_bind_parameter_count(inside(to));
    sqlite3_reset(inside(to));
    for (int i = 0; i < count && status == SQLITE_OK; i++)
        status = columns[i] < 0
                     ? sqlite3_bind_null(inside(to), i + 1)
                     : sqlite3_bind_value(inside(to), i + 1,
                                          sqlite3_column_value(inside(from), columns[i]));
    return status == SQLITE_OK;
}

enum statement_step statement_step(struct statement *statement)
{
    if (!statement)
        return STATEMENT_REFUSED;
    int status = sqlite3_step(statement->inside);
    statement->damaged = false;
    if (status == SQLITE_CORRUPT && sqlite3_stmt_readonly(statement->inside)) {
        /* The damaged page ends this statement, but other rows and tables may be readable. */
        struct damage *damage = &statement->store->damage;
        snprintf(damage->file, sizeof damage->file, "%s",
                 sqlite3_errmsg(statement->store->database));
        statement->damaged = true;
        return STATEMENT_DONE;
    }
    return status == SQLITE_ROW ? STATEMENT_ROW
           : status == SQLITE_DONE ? STATEMENT_DONE : STATEMENT_REFUSED;
}

void statement_spoil(struct statement *statement)
{
    statement->damaged = true;
}

bool statement_damaged(const struct statement *statement)
{
    return statement && statement->damaged;
}

/* Accepts a whole number that is stored as a real one, because SQLite's total() returns real
 * numbers. */
int64_t statement_number(struct statement *statement, int column, int64_t least, int64_t most)
{
    int type = sqlite3_column_type(statement->inside, column);
    double real = sqlite3_column_double(statement->inside, column);
    int64_t number = sqlite3_column_int64(statement->inside, column);
    bool whole = type == SQLITE_INTEGER ||
                 (type == SQLITE_FLOAT && fabs(real) < 1e15 && real == (double)number);
    if (whole && number >= least && number <= most)
        return number;
    statement_spoil(statement);
    return least;
}

double statement_real(struct statement *statement, int column, double least, double most)
{
    int type = sqlite3_column_type(statement->inside, column);
    double number = sqlite3_column_double(statement->inside, column);
    if ((type == SQLITE_FLOAT || type == SQLITE_INTEGER) && number >= least && number <= most)
        return number;
    statement_spoil(statement);
    return least;
}

int64_t statement_id(struct statement *statement, int column)
{
    int64_t id = statement_number(statement, column, INT64_MIN, INT64_MAX);
    if (id < 1)
        statement_spoil(statement);
    return id;
}

bool statement_flag(struct statement *statement, int column)
{
    return statement_number(statement, column, 0, 1) == 1;
}

const char *statement_text(struct statement *statement, int column, size_t size)
{
    bool is_text = sqlite3_column_type(statement->inside, column) == SQLITE_TEXT;
    const char *text = statement_raw(statement, column);
    size_t length = strlen(text);
    if (is_text && length < size &&
        length == (size_t)sqlite3_column_bytes(statement->inside, column))
        return text;
    statement_spoil(statement);
    return "";
}

struct rating statement_rating(struct statement *statement, int column)
{
    return (struct rating){statement_real(statement, column, -5000, 10000),
                           statement_real(statement, column + 1, 1, 1000),
                           statement_real(statement, column + 2, 1e-6, 1)};
}

int statement_columns(struct statement *statement)
{
    return statement ? sqlite3_column_count(inside(statement)) : 0;
}

const char *statement_raw(struct statement *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(inside(statement), column);
    return text ? text : "";
}

const char *statement_name(struct statement *statement, int column)
{
    const char *name = sqlite3_column_name(inside(statement), column);
    return name ? name : "";
}

bool statement_is_number(struct statement *statement, int column)
{
    int type = sqlite3_column_type(inside(statement), column);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

bool statement_is_nothing(struct statement *statement, int column)
{
    return sqlite3_column_type(inside(statement), column) == SQLITE_NULL;
}

void statement_free(struct statement *statement)
{
    sqlite3_finalize(inside(statement));
    free(statement);
}

bool store_lacks_memory(const struct store *store)
{
    if (!store->database)
        return true;
    /* If SQLite reports no failure, our own memory for a statement was not available. */
    const int code = sqlite3_errcode(store->database);
    return code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE ||
           (code & 0xff) == SQLITE_NOMEM;
}

bool store_refuse(struct store *store, const char *doing, struct error *error)
{
    const bool no_memory = store_lacks_memory(store);
    store->code = no_memory ? SQLITE_NOMEM : sqlite3_errcode(store->database);
    if (no_memory)
        return error_set(error, "%s: out of memory", doing);
    /* SQLite says "disk I/O error" even if the disk is full; the system's reason says more. */
    int reason = sqlite3_system_errno(store->database);
    int kind = store->code & 0xff;
    if (kind == SQLITE_BUSY && store->no_locks)
        return error_set(error, "%s: its file system has no locks", doing);
    if (reason != 0 && (kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN))
        return error_set(error, "%s: %s (%s)", doing, sqlite3_errmsg(store->database),
                         strerror(reason));
    return error_set(error, "%s: %s", doing, sqlite3_errmsg(store->database));
}

bool store_end(struct store *store, struct statement *statement, enum statement_step step,
               const char *doing, struct error *error)
{
    /* If memory ran out while a text was read, SQLite reports it only here or in the next step. It
     * also reports a damaged page again here, although statement_step has recorded it. */
    int status = sqlite3_finalize(inside(statement));
    bool read = status == SQLITE_OK || (status == SQLITE_CORRUPT && step == STATEMENT_DONE);
    free(statement);
    return (read && step != STATEMENT_REFUSED) || store_refuse(store, doing, error);
}

bool store_execute(struct store *store, const char *sql, const char *doing, struct error *error)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_refuse(store, doing, error);
}

bool store_run(struct store *store, struct statement *statement, const char *doing,
               struct error *error)
{
    bool good = statement_step(statement) == STATEMENT_DONE || store_refuse(store, doing, error);
    statement_free(statement);
    return good;
}

bool store_number(struct store *store, struct statement *statement, int64_t *number,
                  const char *doing, struct error *error)
{
    bool good = statement_step(statement) == STATEMENT_ROW || store_refuse(store, doing, error);
    *number = good ? statement_number(statement, 0, INT64_MIN, INT64_MAX) : 0;
    *number = good && statement_damaged(statement) ? 0 : *number;
    statement_free(statement);
    return good;
}

bool store_changed(const struct store *store)
{
    return sqlite3_changes(store->database) > 0;
}

int64_t store_last_row(const struct store *store)
{
    return sqlite3_last_insert_rowid(store->database);
}

bool store_settle(struct store *store, bool good, struct error *error)
{
    if (good && store_execute(store, "COMMIT", "saving the game", error))
        return true;
    /* After some failures SQLite has rolled back on its own, so that ROLLBACK fails. Its error is
     * ignored: the code of the first failure decides whether the operation is tried again. */
    struct error ignored;
    int code = store->code;
    (void)!store_execute(store, "ROLLBACK", "undoing the changes", &ignored);
    store->code = code;
    return false;
}
