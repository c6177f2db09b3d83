/* What a match wrote, taken over by the next run. */
#include "src/lab/match_files.h"

#include <errno.h>
#include <string.h>

#include "src/game/pgn.h"
#include "src/support/replace.h"

/* Leaves out the game that was being written when a match was killed. */
static bool keep_whole_games(const char *path)
{
    struct error ignored;
    struct replacement file;
    FILE *from = fopen(path, "r");
    struct pgn_reader *reader = from ? pgn_reader_create(from, path) : NULL;
    bool good = reader && replacement_begin(&file, path, 0666, &ignored), begun = good;
    enum pgn_status status = PGN_END;
    do {
        struct game *game = NULL;
        if (good)
            status = pgn_read(reader, &game, &ignored);
        if (good && status == PGN_GAME && game->result != RESULT_NONE)
            good = pgn_write(game, file.out);
        game_destroy(game);
    } while (good && status != PGN_END);
    pgn_reader_destroy(reader);
    if (from)
        fclose(from);
    return begun && replacement_end(&file, good, &ignored);
}

bool match_resume_file(struct match *match, const char *path, int *resumed, struct error *error)
{
    bool broken = false;
    FILE *file = fopen(path, "r");
    *resumed = 0;
    bool good = file ? match_resume(match, file, path, resumed, &broken, error) : errno == ENOENT;
    int failure = file ? 0 : errno;
    if (file)
        fclose(file);
    if (good && broken && !keep_whole_games(path)) {
        good = false;
        failure = errno;
    }
    if (!good && failure) {
        error_set(error, "%s", strerror(failure));
        snprintf(error->file, sizeof error->file, "%.255s", path);
    }
    return good;
}
