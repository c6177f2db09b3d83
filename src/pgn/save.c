/* A game put back into the file it came from: a copy of the file with all other bytes as
 * they are. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/pgn/unpacked.h"
#include "src/util/atomic_file.h"

struct pgn_stamp pgn_stamp_of(const struct stat *status)
{
    return (struct pgn_stamp){
        .size = (int64_t)status->st_size,
        .time = (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec};
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
    good = good && fseeko(from, (off_t)place->end, SEEK_SET) == 0 && copy_bytes(from, to, -1);
    place->end = good ? (int64_t)end : place->end;
    return good;
}

/* Into a copy that takes the file's name; *place is the new one. */
static bool replace_file(const struct game *game, const char *path, FILE *from,
                         struct pgn_place *place, struct error *error)
{
    struct replacement file;
    struct pgn_place next = *place;
    struct stat status;
    if (!replacement_begin(&file, path, 0666, error))
        return false;
    bool good = put_all(game, from, file.out, &next);
    if (!good)
        error_set_in(error, path, "%s",
                     ferror(from) ? "the file cannot be read" : "it cannot be written");
    if (!replacement_end(&file, good, error))
        return false;
    if (stat(path, &status) == 0)
        next.stamp = pgn_stamp_of(&status);
    *place = next;
    return true;
}

bool pgn_save(const struct game *game, const char *path, struct pgn_place *place,
              struct error *error)
{
    struct stat status;
    FILE *from = fopen(path, "r");
    if (!from || fstat(fileno(from), &status) != 0) {
        error_set_in(error, path, "%s", strerror(errno));
        if (from)
            fclose(from);
        return false;
    }
    struct pgn_stamp stamp = pgn_stamp_of(&status);
    bool packed = pgn_is_packed(from);
    bool same = !packed && stamp.size == place->stamp.size && stamp.time == place->stamp.time;
    if (packed)
        error_set_in(error, path, "it is packed: save FILE adds the game to another");
    else if (!same)
        error_set_in(error, path,
                     "the file was changed since the game was read: save it to another");
    bool good = same && replace_file(game, path, from, place, error);
    fclose(from);
    return good;
}
