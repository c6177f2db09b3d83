/* Writes games into files with other games: either in the place from which the game was read, by
 * copying the file with all other bytes unchanged, or at the end. Both take the file's lock, so
 * that two programs do not overwrite each other's changes. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/pgn/scan.h"
#include "src/pgn/unpacked.h"
#include "src/util/atomic_file.h"
#include "src/util/lines.h"
#include "src/util/lock_file.h"
#include "src/util/paths.h"

bool pgn_copy_bytes(FILE *from, FILE *to, int64_t count)
{
    static const size_t capacity = 1 << 16;
    char *buffer = malloc(capacity);
    bool good = buffer != NULL, more = good;
    while (more && count != 0) {
        size_t wanted = count < 0 || count > (int64_t)capacity ? capacity : (size_t)count;
        size_t got = fread(buffer, 1, wanted, from);
        good = fwrite(buffer, 1, got, to) == got && (got == wanted || count < 0);
        more = good && got == wanted;
        count -= count > 0 ? (int64_t)got : 0;
    }
    free(buffer);
    return good && !ferror(from);
}

bool pgn_write_bare(const struct game *game, bool returns, FILE *to)
{
    size_t size = 0;
    char *text = pgn_text(game, &size);
    bool good = text != NULL;
    while (good && size > 0 && text[size - 1] == '\n')
        size--;
    for (size_t i = 0; good && i < size; i++) {
        if (returns && text[i] == '\n' && (i == 0 || text[i - 1] != '\r'))
            fputc('\r', to);
        good = fputc(text[i], to) != EOF;
    }
    free(text);
    return good;
}

bool pgn_has_returns(FILE *from, int64_t start)
{
    int c = 0, last = 0;
    if (fseeko(from, (off_t)start, SEEK_SET) != 0)
        return false;
    for (int i = 0; i < LINE_MOST && (c = getc(from)) != EOF && c != '\n'; i++)
        last = c;
    return c == '\n' && last == '\r';
}

static bool put_all(const struct game *game, FILE *from, FILE *to, struct pgn_place *place)
{
    bool returns = pgn_has_returns(from, place->start);
    rewind(from);
    bool good = pgn_copy_bytes(from, to, place->start) && pgn_write_bare(game, returns, to);
    off_t end = ftello(to);
    good = good && fseeko(from, (off_t)place->end, SEEK_SET) == 0 && pgn_copy_bytes(from, to, -1);
    place->end = good ? (int64_t)end : place->end;
    return good;
}

static bool same_stamp(struct pgn_stamp a, struct pgn_stamp b)
{
    return a.size == b.size && a.time == b.time;
}

static bool refuse_changed(const char *path, struct error *error)
{
    return error_set_in(error, path,
                        "the file has changed since the game was read; load the game again, or "
                        "save it to another file");
}

/* Returns whether `path` still names the file described by `before`, unchanged. This is checked
 * although the file is locked, because other programs may ignore the lock. */
static bool is_unchanged(const char *path, const struct stat *before)
{
    struct stat now;
    return stat(path, &now) == 0 && now.st_dev == before->st_dev && now.st_ino == before->st_ino &&
           same_stamp(pgn_stamp_of(&now), pgn_stamp_of(before));
}

/* Writes a copy of the file with the game in it, and replaces the file by this copy. `before` is
 * the state of the file when it was opened. *place becomes the game's new place. */
static bool replace_file(const struct game *game, const char *path, FILE *from,
                         const struct stat *before, struct pgn_place *place, struct error *error)
{
    struct replacement file;
    struct pgn_place next = *place;
    struct stat status;
    if (!replacement_begin(&file, path, 0666, error))
        return false;
    bool good = put_all(game, from, file.out, &next) && fflush(file.out) == 0 &&
                fstat(fileno(file.out), &status) == 0;
    if (!good)
        error_set_in(error, path, "%s",
                     ferror(from) ? "the file cannot be read" : "the file cannot be written");
    else if (!is_unchanged(path, before))
        good = refuse_changed(path, error);
    else
        next.stamp = pgn_stamp_of(&status);
    if (!replacement_end(&file, good, error))
        return false;
    *place = next;
    return true;
}

static bool save_locked(const struct game *game, const char *path, struct pgn_place *place,
                        struct error *error)
{
    struct stat status;
    FILE *from = paths_open_regular(path, error);
    if (!from)
        return false;
    if (fstat(fileno(from), &status) != 0) {
        error_set_in(error, path, "%s", strerror(errno));
        fclose(from);
        return false;
    }
    bool packed = pgn_is_packed(from);
    bool same = !packed && same_stamp(pgn_stamp_of(&status), place->stamp);
    if (packed)
        error_set_in(error, path,
                     "the file is compressed; save FILE adds the game to another file");
    else if (!same)
        refuse_changed(path, error);
    bool good = same && replace_file(game, path, from, &status, place, error);
    fclose(from);
    return good;
}

bool pgn_save(const struct game *game, const char *path, struct pgn_place *place,
              struct error *error)
{
    struct lock_file lock;
    if (!lock_file_take(&lock, path, PGN_WAIT, error))
        return false;
    bool good = save_locked(game, path, place, error);
    lock_file_release(&lock);
    return good;
}

/* Appends the text. If the file is empty, leaves out the empty line with which the text begins. The
 * lock keeps other programs from appending, so an incomplete write can be undone: the file gets its
 * old size, or is removed if it is new. Sets *place to the place of the game in the text. Returns
 * false and sets errno on failure. */
static bool append_locked(const char *path, char *text, size_t size, struct pgn_place *place)
{
    struct stat before = {0}, after = {0};
    enum { APPENDING = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY };
    int file = open(path, APPENDING | O_CLOEXEC | O_CREAT | O_EXCL, 0600);
    bool created = file >= 0;
    if (!created && errno == EEXIST)
        file = open(path, APPENDING | O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = fstat(file, &before) == 0;
    bool first = before.st_size == 0;
    good = good && paths_write_all(file, text + first, size - first) &&
           (!S_ISREG(before.st_mode) || fsync(file) == 0);
    int trouble = errno;
    size_t bare = size;
    while (bare > 1 && text[bare - 1] == '\n')
        bare--;
    *place = (struct pgn_place){.start = before.st_size + !first,
                                .end = before.st_size + (int64_t)bare - first};
    if (good && fstat(file, &after) == 0 && S_ISREG(after.st_mode))
        place->stamp = pgn_stamp_of(&after);
    if (!good && S_ISREG(before.st_mode))
        (void)!ftruncate(file, before.st_size);
    if (close(file) != 0 && good) {
        trouble = errno;
        good = false;
    }
    if (!good && created)
        (void)unlink(path);
    errno = trouble;
    return good;
}

/* Returns the game as text, after an empty line that separates it from the previous game. */
static char *make_addition(const struct game *game, size_t *size)
{
    char *text = pgn_text(game, size);
    char *whole = text ? realloc(text, *size + 2) : NULL;
    if (!whole) {
        free(text);
        return NULL;
    }
    memmove(whole + 1, whole, *size + 1);
    whole[0] = '\n';
    ++*size;
    return whole;
}

/* Returns whether games can be appended to the file. Returns false and sets *error if it does not
 * begin like PGN text. */
static bool can_hold_games(const char *path, struct error *error)
{
    char start[512];
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool regular = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    ssize_t got = regular ? read(file, start, sizeof start) : 0;
    if (file >= 0)
        close(file);
    if (got > 0 && pgn_is_utf16(start, (size_t)got))
        return error_set_in(error, path, "the file is UTF-16; expected UTF-8 or Latin-1: convert "
                                         "it with iconv -f UTF-16 -t UTF-8");
    if (got > 0 && memchr(start, '\0', (size_t)got))
        return error_set_in(error, path, "the file contains binary data; expected PGN text");
    return true;
}

bool pgn_append(const struct game *game, const char *path, int wait, struct pgn_place *place,
                struct error *error)
{
    struct lock_file lock;
    size_t size;
    char *text = make_addition(game, &size);
    if (!text)
        return error_set_in(error, path, "out of memory");
    bool good = can_hold_games(path, error) && lock_file_take(&lock, path, wait, error);
    if (good) {
        good = append_locked(path, text, size, place) ||
               error_set_in(
                   error, path, "cannot be written: %s",
                   errno == ENXIO ? "no program is reading this pipe" : strerror(errno));
        lock_file_release(&lock);
    }
    free(text);
    return good;
}

/* Returns whether the file ends with this text. */
static bool ends_with(FILE *file, const char *text, size_t size)
{
    char *end = malloc(size);
    bool same = end && fseeko(file, -(off_t)size, SEEK_END) == 0 &&
                fread(end, 1, size, file) == size && memcmp(end, text, size) == 0;
    free(end);
    return same;
}

bool pgn_is_last(const struct game *game, const char *path)
{
    size_t size = 0;
    struct error error;
    FILE *file = paths_open_regular(path, &error);
    char *text = file ? pgn_text(game, &size) : NULL;
    bool last = text && size > 0 && ends_with(file, text, size);
    free(text);
    if (file)
        fclose(file);
    return last;
}
