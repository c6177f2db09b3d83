/* Checks the files of the installation and of the user, and other engines. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/book.h"
#include "engine/file.h"
#include "engine/maia.h"
#include "engine/strength.h"
#include "src/cli/command.h"
#include "src/cli/doctor/findings.h"
#include "src/pgn/cache_tidy.h"
#include "src/player/networks.h"
#include "src/player/subprocess.h"
#include "src/player/uci_process.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { POLYNOMIAL = 0x04C11DB7 };

static uint32_t crc_add(uint32_t crc, int byte)
{
    crc ^= (uint32_t)byte << 24;
    for (int bit = 0; bit < 8; bit++)
        crc = crc & 0x80000000U ? crc << 1 ^ POLYNOMIAL : crc << 1;
    return crc;
}

/* The checksum that the cksum command of POSIX prints, of the bytes and of how many there are. Sets
 * *size to the latter. */
static uint32_t checksum(FILE *file, long *size)
{
    uint32_t crc = 0;
    int byte;
    for (*size = 0; (byte = getc(file)) != EOF; (*size)++)
        crc = crc_add(crc, byte);
    for (long length = *size; length > 0; length >>= 8)
        crc = crc_add(crc, (int)(length & 0xff));
    return ~crc;
}

void find_installation(const struct arguments *options, struct finding *finding)
{
    static const struct {
        const char *name;
        long size;
        uint32_t checksum;
    } shipped[] = {
#include "shipped_files.h"
    };
    _Static_assert(sizeof shipped / sizeof *shipped > 10, "shipped_files.h is incomplete");
    char path[PATH_MAX_BYTES], missing[1024] = "", changed[1024] = "";
    const char *problem;
    (void)options;
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        FILE *file = paths_shipped(shipped[i].name, path, sizeof path)
                         ? file_open_regular(path, &problem)
                         : NULL;
        long size;
        if (!file) {
            text_add(missing, sizeof missing, " %s", shipped[i].name);
            continue;
        }
        if (checksum(file, &size) != shipped[i].checksum || size != shipped[i].size)
            text_add(changed, sizeof changed, " %s", shipped[i].name);
        fclose(file);
    }
    finding->wrong = *missing || *changed;
    if (*missing)
        SAY(finding, "cannot be read:%s; ", missing);
    if (*changed)
        SAY(finding, "damaged, or of another version than the program:%s; ", changed);
    SAY(finding, finding->wrong ? "install fallible again" : "complete");
}

void find_settings(const struct arguments *options, struct finding *finding)
{
    const char *file = options->settings.file;
    finding->wrong = !options->settings_good; /* what is wrong was printed when the settings were
                                                 read */
    if (access(file, F_OK) != 0)
        SAY(finding, "there is no settings file; fallible config --write creates one");
    else
        SAY(finding, "%s%s", file, finding->wrong ? ": cannot be used" : "");
}

void find_levels(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char path[PATH_MAX_BYTES];
    struct error error;
    struct strength *strength = command_strength_read(NULL, &error);
    const char *file = command_strength_file(NULL, path, sizeof path);
    finding->wrong = !strength;
    if (!strength) {
        char words[sizeof error];
        text_of_error(&error, words, sizeof words);
        SAY(finding, "%s; correct this file, or delete it to use the built-in levels", words);
    } else {
        SAY(finding, "%s", file ? file : "built in");
    }
    strength_destroy(strength);
}

void find_book(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char path[PATH_MAX_BYTES], entries[32];
    struct error error = {0};
    if (!paths_shipped("share/book.bin", path, sizeof path)) {
        SAY(finding, "Fallible's own book, share/book.bin, is not installed; --book FILE names "
                     "another");
        return;
    }
    struct book *book = book_open(path, &error);
    finding->wrong = !book;
    if (book) {
        text_thousands(book_size(book), entries, sizeof entries);
        SAY(finding, "%s, %s entries", path, entries);
        book_close(book);
    } else {
        SAY(finding, "%s: %s", path, error.message);
    }
}

void find_networks(const struct arguments *options, struct finding *finding)
{
    (void)options;
    char folder[512], path[1024];
    int ratings[MAIA_COUNT];
    paths_maia(folder, sizeof folder);
    int count = maia_ratings(folder, ratings);
    for (int i = 0; i < count; i++) {
        struct error error = {0};
        struct human_network *network = NULL;
        if (maia_file(folder, ratings[i], path, sizeof path))
            network = human_network_open(path, &error);
        SAY(finding, "%s%d", i ? ", " : "", ratings[i]);
        if (!network) {
            SAY(finding, " (%s)", error.message);
            finding->wrong = true;
        } else if (!human_network_checked(network)) {
            SAY(finding,
                " (it has no checksum, so damage would go unnoticed; compress it with gzip)");
        }
        human_network_close(network);
    }
    if (count > 0)
        SAY(finding, " in %s", folder);
    else if (folder[0])
        SAY(finding,
            "no networks; for --method maia, put some of the files maia-%d.pb.gz to maia-%d.pb.gz "
            "(from "
            "github.com/CSSLab/maia-chess, GPL 3) into %s",
            MAIA_MIN, MAIA_MAX, folder);
    else
        SAY(finding, "there is no folder for it: neither XDG_DATA_HOME nor HOME is set");
#ifndef HAVE_ZLIB
    SAY(finding, "; unpack them with gunzip, as zlib is missing");
#endif
}

void find_caches(const struct arguments *options, struct finding *finding)
{
    char folder[PATH_MAX_BYTES];
    struct pgn_cache_report report;
    (void)options;
    pgn_cache_check(&report);
    if (!paths_cache_name("", folder, sizeof folder))
        SAY(finding, "there is no folder for it: neither XDG_CACHE_HOME nor HOME is set");
    else if (report.files == 0)
        SAY(finding, "empty");
    else
        SAY(finding,
            "%d file%s, %.1f MB, in %s; %d of them were checked now, the others are checked when "
            "used; you may delete them",
            report.files, text_plural(report.files), (double)report.bytes / 1e6, folder,
            report.checked);
    if (report.damaged > 0)
        SAY(finding,
            ". Damaged or of another version: %d, the first is %s; you may delete such files, "
            "because they are created again when needed",
            report.damaged, report.name);
    finding->wrong = report.damaged > 0;
}

/* An opponent program, started in a thread of its own, so that the silent ones are waited for
 * together. */
struct guest {
    const char *program;
    bool installed, answered;
    char name[64];
    struct error error;
    bool threaded;
    pthread_t thread;
};

static void *try_guest(void *argument)
{
    static const struct patience patience = {
        .handshake = 5000, .slow_start = 5000, .grace = 100, .farewell = 200};
    struct guest *guest = argument;
    char name[64];
    guest->installed = child_command_name(guest->program, name, sizeof name, &guest->error);
    if (!guest->installed)
        return NULL;
    struct uci_process *process = uci_process_start(guest->program, &patience, &guest->error);
    guest->answered = process;
    if (process)
        snprintf(guest->name, sizeof guest->name, "%s", uci_process_name(process));
    uci_process_stop(process);
    return NULL;
}

void find_guests(const struct arguments *options, struct finding *finding)
{
    struct guest guests[] = {{.program = "stockfish"}, {.program = "fairy-stockfish"},
                             {.program = "lc0"}, {.program = "fruit"}};
    enum { COUNT = sizeof guests / sizeof *guests };
    int found = 0;
    (void)options;
    for (struct guest *guest = guests; guest < guests + COUNT; guest++) {
        guest->threaded = pthread_create(&guest->thread, NULL, try_guest, guest) == 0;
        if (!guest->threaded)
            try_guest(guest);
    }
    for (struct guest *guest = guests; guest < guests + COUNT; guest++) {
        if (guest->threaded)
            pthread_join(guest->thread, NULL);
        if (!guest->installed)
            continue;
        SAY(finding, "%s%s", found++ ? "; " : "", guest->program);
        if (guest->answered)
            SAY(finding, " (%s)", guest->name);
        else
            SAY(finding, " does not answer: %s (start it by hand and type uci to see why)",
                guest->error.message);
        finding->wrong |= !guest->answered;
    }
    if (!found)
        SAY(finding, "none of the usual engines is installed; --opponent takes any UCI or XBoard "
                     "program, such as stockfish");
}
