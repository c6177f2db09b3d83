/* A game put back into the file it came from: a copy is made beside the file, with all other bytes
 * as they are, and takes its name once it is whole and on the disk. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/game/pgn.h"

struct pgn_stamp pgn_stamp_of(const struct stat *status)
{
    return (struct pgn_stamp){
        .size = (int64_t)status->st_size,
        .time = (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec};
}

static void set_error(struct error *error, const char *path, const char *words)
{
    error_set(error, "%s", words);
    snprintf(error->file, sizeof error->file, "%s", path);
}

/* Copies bytes; -1: to the end. False on an error, or when there are fewer. */
static bool copy_bytes(FILE *from, FILE *to, int64_t count)
{
    static const size_t room = 1 << 16;
    char *buffer = malloc(room);
    bool good = buffer != NULL, more = good;
    while (more && count != 0) {
        size_t wanted = count < 0 || count > (int64_t)room ? room : (size_t)count;
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
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    bool good = memory && pgn_write(game, memory);
    good = memory && fclose(memory) == 0 && good;
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
    while ((c = getc(from)) != EOF && c != '\n')
        last = c;
    return c == '\n' && last == '\r';
}

static bool put_all(const struct game *game, FILE *from, FILE *to, struct pgn_place *place)
{
    bool returns = pgn_has_returns(from, place->start);
    rewind(from);
    bool good = copy_bytes(from, to, place->start) && pgn_write_bare(game, returns, to);
    off_t end = ftello(to);
    good = good && fseeko(from, (off_t)place->end, SEEK_SET) == 0 && copy_bytes(from, to, -1) &&
           fflush(to) == 0 && fsync(fileno(to)) == 0;
    place->end = good ? (int64_t)end : place->end;
    return good;
}

bool pgn_save(const struct game *game, const char *path, struct pgn_place *place,
              struct error *error)
{
    struct stat status;
    char *whole = realpath(path, NULL); /* the file itself, where the name is a link */
    FILE *from = whole ? fopen(whole, "r") : NULL;
    if (!from || fstat(fileno(from), &status) != 0) {
        set_error(error, path, strerror(errno));
        if (from)
            fclose(from);
        free(whole);
        return false;
    }
    struct pgn_stamp stamp = pgn_stamp_of(&status);
    size_t size = strlen(whole) + sizeof ".XXXXXX";
    char *beside = malloc(size);
    int number = -1;
    bool good = beside != NULL;
    if (stamp.size != place->stamp.size || stamp.time != place->stamp.time) {
        set_error(error, path, "the file was changed since the game was read: save it to another");
        good = false;
    } else if (good) {
        snprintf(beside, size, "%s.XXXXXX", whole);
        number = mkstemp(beside);
        FILE *to = number >= 0 ? fdopen(number, "w") : NULL;
        struct pgn_place next = *place;
        good = to && put_all(game, from, to, &next) && fchmod(number, status.st_mode & 0777) == 0 &&
               fstat(number, &status) == 0;
        good = to && fclose(to) == 0 && good && rename(beside, whole) == 0;
        next.stamp = pgn_stamp_of(&status);
        *place = good ? next : *place;
        if (!good)
            set_error(error, path, strerror(errno));
        if (!good && number >= 0)
            unlink(beside);
    }
    fclose(from);
    free(beside);
    free(whole);
    return good;
}
