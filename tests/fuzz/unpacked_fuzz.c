/* Compressed games and their decompressed copy in the cache. Bytes of the copy or of its checksum
 * are replaced by the input: the games that are read must stay the same. Every fourth input is the
 * compressed file itself. */
#include <signal.h>
#include <sys/stat.h>

#include "src/pgn/unpacked.h"
#include "tests/fuzz/fuzz.h"

static const char games[] = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
/* The same, compressed by zstd. */
static const uint8_t packed[] = {
    0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x32, 0x91, 0x01, 0x00, 0x5b, 0x57, 0x68, 0x69, 0x74, 0x65, 0x20,
    0x22, 0x41, 0x22, 0x5d, 0x0a, 0x5b, 0x42, 0x6c, 0x61, 0x63, 0x6b, 0x20, 0x22, 0x42, 0x22, 0x5d,
    0x0a, 0x0a, 0x31, 0x2e, 0x20, 0x65, 0x34, 0x20, 0x65, 0x35, 0x20, 0x32, 0x2e, 0x20, 0x4e, 0x66,
    0x33, 0x20, 0x4e, 0x63, 0x36, 0x20, 0x31, 0x2d, 0x30, 0x0a, 0x0a, 0x69, 0x73, 0x4c, 0x09,
};

static void begin(void)
{
    static char folder[512];
    if (folder[0])
        return;
    fuzz_path(folder, sizeof folder, "unpacked");
    require(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    /* libFuzzer's alarm must not interrupt the reading of a pipe. */
    struct sigaction action;
    require(sigaction(SIGALRM, NULL, &action) == 0);
    action.sa_flags |= SA_RESTART;
    require(sigaction(SIGALRM, &action, NULL) == 0);
}

/* Opens the decompressed copy. Returns NULL after checking the error. */
static FILE *unpack(const uint8_t *data, size_t size, struct unpacked *unpacked)
{
    struct error error = {.message = ""};
    const char *path = fuzz_file(data, size);
    FILE *file = fopen(path, "r");
    require(file);
    FILE *copy = pgn_unpack(path, file, unpacked, NULL, NULL, &error);
    if (!copy)
        fuzz_check_error(&error, size);
    fclose(file);
    return copy;
}

static void name_check(const struct unpacked *unpacked, char *name, size_t size)
{
    int stem = (int)(strrchr(unpacked->name, '.') - unpacked->name);
    snprintf(name, size, "%.*s.check", stem, unpacked->name);
}

/* Replaces the bytes from an offset by the input, or cuts the file off there. */
static void forge(const char *name, const uint8_t *data, size_t size)
{
    struct stat status;
    int file = open(name, O_RDWR);
    require(file >= 0 && fstat(file, &status) == 0);
    off_t at = (off_t)(data[0] % (status.st_size + 1));
    if (size > 1)
        require(pwrite(file, data + 1, size - 1, at) == (ssize_t)(size - 1));
    else
        require(ftruncate(file, at) == 0);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct unpacked unpacked;
    char check[sizeof unpacked.name], text[sizeof games];
    begin();
    if (size < 2)
        return 0;
    bool whole = data[0] % 4 == 3;
    FILE *copy =
        whole ? unpack(data + 1, size - 1, &unpacked) : unpack(packed, sizeof packed, &unpacked);
    if (copy && !whole) {
        fclose(copy);
        name_check(&unpacked, check, sizeof check);
        forge(data[0] % 4 == 0 ? check : unpacked.name, data + 1, size - 1);
        copy = unpack(packed, sizeof packed, &unpacked);
        require(copy);
        require(fread(text, 1, sizeof text, copy) == sizeof games - 1);
        require(memcmp(text, games, sizeof games - 1) == 0);
    }
    if (!copy)
        return 0; /* damaged, or built without zstd */
    fclose(copy);
    name_check(&unpacked, check, sizeof check);
    (void)unlink(unpacked.name);
    (void)unlink(check);
    return 0;
}
