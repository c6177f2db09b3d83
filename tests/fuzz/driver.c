/* Runs a fuzz target without a fuzzer over files and the files of folders. */
#include <dirent.h>

#include "tests/fuzz/fuzz.h"

static int count;

static void run_file(const char *path)
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
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    count++;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            run_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            char path[4096];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            run_file(path);
        }
        closedir(folder);
    }
    fprintf(stderr, "%d inputs\n", count); /* a target may have redirected standard output */
    return count > 0 ? 0 : 1;
}
