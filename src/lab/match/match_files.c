/* Opens and resumes the PGN files of matches. */
#include "src/lab/match/match_files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "src/util/paths.h"

bool match_resume_file(struct match *match, const char *path, int *resumed, struct error *error)
{
    int64_t cut = -1;
    FILE *file = fopen(path, "re");
    *resumed = 0;
    bool good = file ? match_resume(match, file, path, resumed, &cut, error) : errno == ENOENT;
    int failure = file ? 0 : errno;
    if (file)
        fclose(file);
    if (good && cut >= 0 && truncate(path, (off_t)cut) != 0) {
        good = false;
        failure = errno;
    }
    if (!good && failure)
        error_set_in(error, path, "%s", strerror(failure));
    return good;
}

bool match_file_open(struct match_file *file, struct match *match, const char *path, int *resumed,
                     struct error *error)
{
    *file = (struct match_file){.pgn = NULL};
    if (!lock_file_take(&file->lock, path, 0, error))
        return false;
    bool good = match_resume_file(match, path, resumed, error);
    file->pgn = good ? paths_open_private(path, "a") : NULL;
    if (file->pgn)
        return true;
    if (good)
        error_set_in(error, path, "%s", strerror(errno));
    lock_file_release(&file->lock);
    return false;
}

void match_file_close(struct match_file *file)
{
    if (!file->pgn)
        return;
    fclose(file->pgn);
    lock_file_release(&file->lock);
    file->pgn = NULL;
}
