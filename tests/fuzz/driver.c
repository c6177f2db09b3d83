/* All fuzz targets in one program, because linking each with the whole program takes seconds. It runs
 * the target whose name it is started by, without a fuzzer, over files and the files of folders;
 * build/fuzz/NAME is a link to it. */
#include <dirent.h>

#include "tests/fuzz/fuzz.h"

typedef int fuzz_target(const uint8_t *data, size_t size);
#define FUZZ_TARGET(name) fuzz_target name##_input;
#include "fuzz_targets.h"
#undef FUZZ_TARGET

static const struct {
    const char *name;
    fuzz_target *run;
} targets[] = {
#define FUZZ_TARGET(name) {#name, name##_input},
#include "fuzz_targets.h"
};

static int count;

static void run_file(fuzz_target *run, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0, got;
    require(file);
    do {
        data = realloc(data, size + 65536);
        require(data);
        got = fread(data + size, 1, 65536, file);
        size += got;
    } while (got > 0);
    fclose(file);
    /* An allocation of exactly that size, so that sanitizers see any read beyond it. */
    uint8_t *exact = malloc(size ? size : 1);
    require(exact);
    memcpy(exact, data, size);
    free(data);
    run(exact, size);
    free(exact);
    count++;
}

int main(int argc, char **argv)
{
    const char *path = argc > 0 ? argv[0] : "", *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    fuzz_target *run = NULL;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (strcmp(name, targets[i].name) == 0)
            run = targets[i].run;
    if (!run) {
        fprintf(stderr, "%s: there is no fuzz target of this name\n", name);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            run_file(run, argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            char file[4096];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(file, sizeof file, "%s/%s", argv[i], entry->d_name);
            run_file(run, file);
        }
        closedir(folder);
    }
    fprintf(stderr, "%d inputs\n", count); /* a target may have redirected standard output */
    return count > 0 ? 0 : 1;
}
