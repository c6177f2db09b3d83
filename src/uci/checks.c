/* Commands that are not part of UCI: those that check the engine against files, and the one that
 * finds the magic numbers of its attack tables. While they work, isready is answered, and stop ends
 * them. */
#include "src/uci/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/uci/exchange_file.h"
#include "src/uci/perft_file.h"
#include "src/util/random.h"
#include "src/util/text.h"

bool uci_work_is_stopped(void *context)
{
    enum { GRACE = 10000 /* milliseconds that work may continue after quit */ };
    struct uci_work *work = context;
    int ready = 0;
    pthread_mutex_lock(&work->uci->mutex);
    const enum command urgent = uci_look_ahead(work->uci, &ready);
    pthread_mutex_unlock(&work->uci->mutex);
    while (ready-- > 0)
        uci_say("readyok");
    if (urgent == COMMAND_QUIT && !work->leave_at)
        work->leave_at = text_now() + GRACE;
    return urgent == COMMAND_STOP || (work->leave_at && text_now() > work->leave_at);
}

static void tell(void *context, const char *line)
{
    (void)context;
    uci_say("%s", line);
}

static void say_error(struct error *error)
{
    text_sanitize(error->file);
    text_sanitize(error->message);
    if (error->line)
        uci_say("%s, line %d, column %d: %s", error->file, error->line, error->column,
                error->message);
    else
        uci_say("%s%s%s", error->file, error->file[0] ? ": " : "", error->message);
}

void uci_command_test_exchange(char *rest)
{
    struct exchange_summary summary;
    struct error error;
    const char *path = uci_trim(rest);
    if (!*path)
        uci_say("expected a file: teststaticexchange FILE");
    else if (!exchange_file(path, tell, NULL, &summary, &error))
        say_error(&error);
    else
        uci_say("%d exchanges: %d right, %d wrong, %d lines unreadable", summary.cases,
                summary.cases - summary.wrong, summary.wrong, summary.unreadable);
}

void uci_command_test_positions(struct uci *uci, char *rest)
{
    struct uci_work work = {.uci = uci};
    struct perft_summary summary;
    struct error error;
    char words[256];
    const char *path = uci_trim(rest);
    if (!*path) {
        uci_say("expected a file: testpositions FILE");
        return;
    }
    if (!perft_file(path, 0, 0, uci_work_is_stopped, tell, &work, &summary, &error)) {
        say_error(&error);
        return;
    }
    perft_summary_words(&summary, words, sizeof words);
    uci_say("%s", words);
}

/* Tries random numbers with few bits set, which are more likely to be magic. */
static uint64_t find_magic(int type, Square square, uint64_t *random, struct uci_work *work)
{
    for (int tries = 0;; tries++) {
        const uint64_t magic = random_next(random) & random_next(random) & random_next(random);
        if (chess_magic_fits(type, square, magic))
            return magic;
        if (tries % 4096 == 0 && uci_work_is_stopped(work))
            return 0;
    }
}

void uci_command_find_magics(struct uci *uci)
{
    struct uci_work work = {.uci = uci};
    uint64_t random = uci_seed_of_game(uci);
    int built_in = 0;
    for (int type = BISHOP; type <= ROOK; type++) {
        uci_say("%s magics:", chess_piece_name(type));
        for (Square square = 0; square < SQUARE_COUNT; square++) {
            const uint64_t magic = find_magic(type, square, &random, &work);
            if (!magic) {
                uci_say("stopped");
                return;
            }
            uci_say("%s 0x%016" PRIx64, chess_square_name(square), magic);
            built_in += chess_magic_fits(type, square, chess_magic(type, square));
        }
    }
    uci_say("128 magics found and checked; of the 128 built in, %d are right", built_in);
}

void uci_command_tune_win_scale(struct uci *uci, char *rest)
{
    struct error error;
    double k;
    int positions;
    const char *path = uci_trim(rest);
    if (!*path)
        uci_say("expected a file of positions with results: tunewinscale FILE");
    else if (!uci->fit_win_scale)
        uci_say("this program was built without the fit of winning chances");
    else if (!uci->fit_win_scale(path, &k, &positions, &error))
        say_error(&error);
    else
        uci_say("K %.4f, fitted to %d positions: a score of +1.00 is worth %.1f%%", k, positions,
                100 / (1 + pow(10, -k * 100 / 400)));
}
