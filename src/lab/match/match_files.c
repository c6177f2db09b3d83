/* What a match wrote, taken over by the next run. */
#include "src/lab/match/match_files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool match_resume_file(struct match *match, const char *path, int *resumed, struct error *error)
{
    int64_t cut = -1;
    FILE *file = fopen(path, "r");
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
