/* Checks the files of the installation and of the user, and other engines. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/book.h"
#include "engine/maia.h"
#include "src/cli/doctor/findings.h"
#include "src/pgn/cache_tidy.h"
#include "src/player/networks.h"
#include "src/player/subprocess.h"
#include "src/player/uci_process.h"
#include "src/util/paths.h"
#include "src/util/text.h"

void find_installation(const struct arguments *options, struct finding *finding)
{
    static const char *const shipped[] = {
        "share/book.bin", "share/openings.tsv", "share/balanced.epd", "share/endgames.epd",
        "puzzles/lichess.csv", "puzzles/wac.epd", "puzzles/bk.epd", "puzzles/sts.epd",
        "puzzles/mates.epd"};
    enum { COUNT = sizeof shipped / sizeof *shipped };
    char path[PATH_MAX_BYTES], missing[1024] = "";
    (void)options;
    for (int i = 0; i < COUNT; i++)
        if (!paths_shipped(shipped[i], path, sizeof path) || access(path, R_OK) != 0)
            text_add(missing, sizeof missing, " %s", shipped[i]);
    finding->wrong = *missing;
    if (*missing)
        SAY(finding, "cannot be read:%s; install fallible again", missing);
    else
        SAY(finding, "complete");
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
    if (paths_config("strength.conf", path, sizeof path) && access(path, F_OK) == 0)
        SAY(finding, "%s", path);
    else
        SAY(finding, "built in");
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

/* Starts each well-known opponent program that is installed. */
void find_guests(const struct arguments *options, struct finding *finding)
{
    static const char *const programs[] = {"stockfish", "fairy-stockfish", "lc0", "fruit"};
    static const struct patience short_patience = {
        .handshake = 3000, .slow_start = 3000, .grace = 100, .farewell = 200};
    int found = 0;
    (void)options;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char name[64];
        struct error error;
        if (!child_command_name(programs[i], name, sizeof name, &error))
            continue;
        struct uci_process *guest = uci_process_start(programs[i], &short_patience, &error);
        SAY(finding, "%s%s", found++ ? "; " : "", programs[i]);
        if (guest)
            SAY(finding, " (%s)", uci_process_name(guest));
        else
            SAY(finding, " does not answer: %s", error.message);
        finding->wrong |= !guest;
        uci_process_stop(guest);
    }
    if (!found)
        SAY(finding, "none of the usual engines is installed; --opponent takes any UCI or XBoard "
                     "program, such as stockfish");
}
