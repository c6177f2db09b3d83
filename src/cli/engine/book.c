/* fallible book: builds a Polyglot opening book from games, or shows what a book contains. */
#include "engine/book.h"
#include "src/cli/command.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/engine.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/pgn/book_build.h"
#include "src/util/atomic_file.h"
#include "src/util/json.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { BAD_GAMES_SHOWN = 5 };

#define BUILD_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    TEXT(output, "output", "FILE", "(also -o) where to write the book (default book.bin)")         \
    NUMBER(build.plies, "plies", "N", 1, 1000, "take the first N plies of each game (default 40)") \
    NUMBER(build.min_games, "min-games", "N", 1, 1000000,                                          \
           "a move must have been played in N games (default 3)")                                  \
    NUMBER(build.min_elo, "min-elo", "N", 0, 9999,                                                 \
           "both players must be rated N or more (default 0: any)")                                \
    FLAG(json, "json", "print the result as JSON")                                                 \
    SHARED(HELP, NULL)
#define SHOW_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    SHARED(FEN, "the position (default: the start)")                                               \
    FLAG(json, "json", "the moves as JSON")                                                        \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    const char *output;
    struct book_build_options build;
    bool json;
};

static const struct option_row build_rows[] = {OPTION_ROWS(BUILD_OPTIONS)};
static const struct option_row show_rows[] = {OPTION_ROWS(SHOW_OPTIONS)};

static int help(void)
{
    options_help(
        "Usage: fallible book build [OPTION...] FILE.pgn...\n"
        "       fallible book show [OPTION...] [FILE.bin]\n\n"
        "build makes an opening book in Polyglot's format from the games of PGN files\n"
        "(also compressed with Zstandard; \"-\" is standard input). A move's weight is 2\n"
        "for each game won and 1 for each game drawn. Games without a result are left out.\n",
        build_rows, NULL);
    return options_help(
        "\nshow lists the moves of a book in a position, the heaviest first. Without FILE.bin it\n"
        "shows the built-in book.\n",
        show_rows, NULL);
}

/* State for reporting progress and damaged games on standard error. */

static int bad_games;
static struct progress progress;

static void tell_bad(const struct error *error)
{
    if (++bad_games > BAD_GAMES_SHOWN)
        return;
    progress_end(&progress);
    text_error(error);
}

static void tell_progress(uint64_t games, int percent)
{
    progress_games(&progress, games, percent);
}

static bool file_failed(const char *path, const char *message)
{
    char shown[1024];
    fprintf(stderr, "fallible book: %s: %s\n", text_shown(path, shown, sizeof shown), message);
    return false;
}

/* Writes the book atomically: an old book stays until the new one is complete. */
static bool write_book(struct book_builder *builder, const char *path)
{
    struct replacement file;
    struct error error;
    if (!replacement_begin(&file, path, 0666, &error))
        return file_failed(path, error.message);
    bool good = book_builder_write(builder, file.out, &error);
    bool any = good && book_builder_counts(builder).entries > 0;
    if (replacement_end(&file, any, &error))
        return true;
    if (good && !any) /* a book without moves must not replace an existing file */
        file_failed(path, "not written: no move was played in enough games with a result (see "
                          "--min-games and --min-elo)");
    else
        file_failed(path, error.message);
    return good && !any;
}

static void print_counts(const struct book_build_counts *counts, const char *path, bool json)
{
    if (json) {
        struct json out = json_begin(stdout);
        json_object(&out, NULL);
        json_string(&out, "file", path);
        json_uint(&out, "games", counts->games);
        json_uint(&out, "used", counts->used);
        json_int(&out, "damaged", bad_games);
        json_uint(&out, "positions", counts->positions);
        json_uint(&out, "entries", counts->entries);
        json_end(&out);
        return;
    }
    char games[32], used[32], positions[32], entries[32], shown[1024];
    text_thousands(counts->games, games, sizeof games);
    text_thousands(counts->used, used, sizeof used);
    text_thousands(counts->positions, positions, sizeof positions);
    text_thousands(counts->entries, entries, sizeof entries);
    printf("%s: %s moves in %s positions, from %s of %s games\n",
           text_shown(path, shown, sizeof shown), entries, positions, used, games);
}

/* Returns whether `path` is one of the input files, which must not be overwritten. */
static bool is_among(const char *path, char **files, int count)
{
    struct stat there, one;
    bool among = false;
    for (int i = 0; i < count && stat(path, &there) == 0; i++)
        among = among || (stat(files[i], &one) == 0 && one.st_dev == there.st_dev &&
                          one.st_ino == there.st_ino);
    return among;
}

static int build(const struct arguments *options, char **files, int count)
{
    if (count == 0)
        return command_usage("book", "expected a PGN file: fallible book build FILE.pgn");
    if (is_among(options->output, files, count)) {
        file_failed(options->output, "this file is also read, so the book cannot be written to it");
        return EXIT_USAGE;
    }
    struct book_builder *builder = book_builder_create(&options->build);
    struct error error = {0};
    bool good = builder != NULL;
    if (!good)
        error_set(&error, "out of memory");
    progress = progress_begin();
    for (int i = 0; good && i < count; i++)
        good = book_builder_read(builder, files[i], tell_bad, tell_progress, &error);
    progress_end(&progress);
    if (!good)
        text_error(&error);
    if (bad_games > 0)
        fprintf(stderr, "fallible book: %d damaged game%s left out\n", bad_games,
                text_plural(bad_games));
    interrupt_catch(); /* Ctrl-C does not end the program while the book is written, so no partial
                          file is left */
    good = good && write_book(builder, options->output);
    interrupt_release();
    int status = good ? EXIT_OK : EXIT_USAGE;
    if (good) {
        struct book_build_counts counts = book_builder_counts(builder);
        print_counts(&counts, options->output, options->json);
        status = counts.entries > 0 ? EXIT_OK : EXIT_FELL_SHORT;
    }
    book_builder_destroy(builder);
    return status;
}

/* Showing a book */

static double percent_of(const struct book_line *line, uint64_t total)
{
    return total ? 100.0 * line->weight / (double)total : 0;
}

static void print_json(const struct book *book, const char *path, const struct position *position,
                       const struct book_line lines[], int count, uint64_t total)
{
    struct json json = json_begin(stdout);
    char fen[CHESS_FEN_MAX], san[CHESS_SAN_MAX], uci[CHESS_UCI_MAX];
    chess_to_fen(position, fen);
    json_object(&json, NULL);
    json_string(&json, "file", path);
    json_uint(&json, "entries", book_size(book));
    json_string(&json, "fen", fen);
    json_array(&json, "moves");
    for (int i = 0; i < count; i++) {
        chess_to_san(position, lines[i].move, san);
        chess_to_uci(position, lines[i].move, uci);
        json_object(&json, NULL);
        json_string(&json, "san", san);
        json_string(&json, "uci", uci);
        json_int(&json, "weight", lines[i].weight);
        json_double(&json, "percent", percent_of(&lines[i], total), 1);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

static void print_text(const struct book *book, const char *path, const struct position *position,
                       const struct book_line lines[], int count, uint64_t total)
{
    char fen[CHESS_FEN_MAX], san[CHESS_SAN_MAX], size[32], shown[1024];
    chess_to_fen(position, fen);
    text_thousands(book_size(book), size, sizeof size);
    printf("%s, %s entries\n%s\n\n", text_shown(path, shown, sizeof shown), size, fen);
    for (int i = 0; i < count; i++) {
        chess_to_san(position, lines[i].move, san);
        printf("%-8s %6d  %5.1f %%\n", san, lines[i].weight, percent_of(&lines[i], total));
    }
    if (count == 0)
        puts("the book has no move here");
}

static int show_lines(const struct book *book, const char *path, const struct position *position,
                      bool json)
{
    struct book_line lines[CHESS_MOVES_MAX];
    int count = book_lines(book, position, lines);
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += lines[i].weight;
    (json ? print_json : print_text)(book, path, position, lines, count, total);
    return count > 0 ? EXIT_OK : EXIT_FELL_SHORT;
}

static int show(const struct arguments *options, char **files, int count)
{
    char shipped[4096];
    struct error error = {0};
    if (count > 1)
        return command_usage("book", "expected at most one book");
    if (count == 0 && !paths_shipped("share/book.bin", shipped, sizeof shipped))
        return command_usage("book",
                             "Fallible's own book, share/book.bin, is not installed: name a book");
    const char *path = count > 0 ? files[0] : shipped;
    struct book *book = book_open(path, &error);
    if (!book)
        return command_failed(&error);
    int status = show_lines(book, path, &options->shared.start, options->json);
    book_close(book);
    return status;
}

int command_book(int argc, char **argv)
{
    struct arguments options = {.shared = shared_options_default(ELO_FULL), .output = "book.bin",
                                   .build = {.plies = 40, .min_games = 3}};
    const char *what = argc > 1 ? argv[1] : "";
    bool builds = strcmp(what, "build") == 0;
    if (strcmp(what, "--help") == 0 || strcmp(what, "-h") == 0)
        return help();
    if (!builds && strcmp(what, "show") != 0)
        return command_usage("book", "expected build or show");
    if (!options_read("book", builds ? build_rows : show_rows, argc - 1, argv + 1, &options.shared,
                      NULL, &options))
        return EXIT_USAGE;
    if (options.shared.help)
        return help();
    char **files = argv + 1 + optind;
    int count = argc - 1 - optind;
    return builds ? build(&options, files, count) : show(&options, files, count);
}
