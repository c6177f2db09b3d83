/* Searches that were made once and are kept in tests/data/searches.txt, because making them takes
 * minutes. They also keep the tests independent of the engine: a better one finds other lines, but
 * what is said about given lines stays the same. If claims come to need a search that is not in the
 * file, the engine makes all searches of that position, which is slow. To renew the file, run
 * SEARCHES=renew build/tests/explain_test.
 *
 * In the file, a line that begins with '?' names a position; title() writes it. Each line after it
 * is one search: the prover's key for it, then score, depth, nodes and moves. */
#pragma once

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/prover.h"
#include "tests/unit/file.h"
#include "tests/unit/level_settings.h"
#include "tests/unit/test.h"

#define SEARCHES_PATH "tests/data/searches.txt"
#define SEARCHES_NEW_PATH "build/searches.txt"

/* What is to be explained. */
struct question {
    const char *fen, *last, *played; /* moves in UCI notation; NULL: none */
    uint64_t nodes;                  /* of each search; 0: those of a review */
    bool newest; /* search as the engine does now, and not as the levels do, which never changes */
};

struct searches {
    struct engine *engine; /* NULL: only what is recorded is known */
    FILE *renewed;         /* NULL: record nothing */
    struct prover *prover;
    struct report report; /* the result of the last search */
};

static struct searches_file {
    char *text;    /* NULL until it is read */
    FILE *renewed; /* NULL unless SEARCHES=renew */
    int renewals;  /* questions in it */
    int missing;   /* questions whose record was not enough */
} searches_file;

static inline int searches_begin(void **state)
{
    const char *wish = getenv("SEARCHES");
    size_t size;
    searches_file.text = file_read(SEARCHES_PATH, &size);
    if (wish && strcmp(wish, "renew") == 0) {
        searches_file.renewed = fopen(SEARCHES_NEW_PATH, "w");
        assert_non_null(searches_file.renewed);
    }
    return start_chess(state);
}

/* Puts the new file in the place of the old one, unless questions are missing because tests failed or
 * were left out. */
static inline int searches_replace(void)
{
    int before = 0;
    for (const char *at = searches_file.text; (at = strchr(at, '?')) != NULL; at++)
        before++;
    if (fclose(searches_file.renewed) != 0)
        return 1;
    if (searches_file.renewals >= before)
        return rename(SEARCHES_NEW_PATH, SEARCHES_PATH);
    print_message("# only %d of %d positions: %s is the new file; move it yourself if that is right\n",
                  searches_file.renewals, before, SEARCHES_NEW_PATH);
    return 0;
}

static inline int searches_end(void **state)
{
    if (searches_file.missing > 0)
        print_message("# %d positions were searched again, because %s lacks searches of them\n",
                      searches_file.missing, SEARCHES_PATH);
    int failed = searches_file.renewed ? searches_replace() : 0;
    free(searches_file.text);
    return failed;
}

static inline void title(const struct question *question, char text[static 256])
{
    snprintf(text, 256, "? %s %" PRIu64 " %s %s %s\n", question->newest ? "newest" : "levels",
             question->nodes, question->fen, question->last ? question->last : "-",
             question->played ? question->played : "-");
}

/* Gives the prover the searches that follow the title of a question in the file. */
static inline void recall(struct prover *prover, const char *record)
{
    prover_forget(prover);
    const char *line = strchr(record, '\n') + 1;
    while (*line && *line != '?' && prover->search_count < SEARCHES_MAX) {
        struct evidence *evidence = &prover->searches[prover->search_count].evidence;
        char *rest;
        prover->searches[prover->search_count++].key = strtoull(line, &rest, 16);
        *evidence = (struct evidence){.score = (Score)strtol(rest, &rest, 10)};
        evidence->depth = (int)strtol(rest, &rest, 10);
        evidence->nodes = strtoull(rest, &rest, 10);
        while (*rest == ' ' && evidence->length < CLAIM_LINE_MAX)
            evidence->moves[evidence->length++] = (Move)strtoul(rest, &rest, 16);
        line = strchr(rest, '\n') + 1;
    }
}

static inline void record(const struct searches *searches)
{
    const struct line *line = &searches->report.lines[0];
    assert_true(searches->report.line_count > 0);
    fprintf(searches->renewed, "%" PRIx64 " %d %d %" PRIu64, searches->prover->asked, line->score,
            searches->report.depth, searches->report.nodes);
    for (int i = 0; i < line->length && i < CLAIM_LINE_MAX; i++)
        fprintf(searches->renewed, " %x", line->moves[i]);
    fputc('\n', searches->renewed);
}

static inline bool answer_search(void *context, const struct position *start, const Move moves[],
                                 int count, const struct limits *limits)
{
    struct searches *searches = context;
    if (!searches->engine)
        return false;
    assert_true(engine_set_position(searches->engine, start, moves, count));
    (void)engine_think(searches->engine, limits, &searches->report);
    if (searches->renewed)
        record(searches);
    return true;
}

/* False if a search is neither recorded nor made. */
static inline bool explain_by(struct searches *searches, const struct question *question,
                              struct claims *claims)
{
    const struct position start = from_fen(question->fen);
    struct position position = start;
    struct prover *prover = searches->prover;
    Move last = NO_MOVE, played = NO_MOVE;
    if (question->last) {
        assert_true(chess_from_uci(&position, question->last, &last));
        chess_play(&position, last);
    }
    if (question->played)
        assert_true(chess_from_uci(&position, question->played, &played));
    int count = question->last != NULL;
    while (!(question->played ? claims_of_move(prover, &start, &last, count, played, claims)
                              : claims_of_position(prover, &start, &last, count, claims))) {
        if (!prover_is_waiting(prover))
            return false;
        prover_answer(prover, &searches->report);
    }
    return true;
}

static inline void explain_searching(struct searches *searches, const struct question *question,
                                     struct claims *claims)
{
    struct engine_settings settings =
        question->newest ? engine_settings_default() : level_settings();
    struct error error = {0};
    settings.hash_mb = 16;
    settings.threads = 1;
    settings.common_scores = true;
    searches->engine = engine_create_with(&settings, &error);
    if (!searches->engine)
        fail_msg("%s", error.message);
    prover_forget(searches->prover);
    assert_true(explain_by(searches, question, claims));
    engine_destroy(searches->engine);
}

/* Explains the position, or the move played in it. */
static inline void explain(const struct question *question, struct claims *claims)
{
    struct prover_budget budget = {question->nodes, question->nodes, 6, true};
    struct searches *searches = calloc(1, sizeof *searches);
    char name[256];
    assert_non_null(searches);
    if (question->nodes == 0)
        budget = prover_review_budget();
    searches->renewed = searches_file.renewed;
    searches->prover = prover_create_asking(&budget, answer_search, searches);
    assert_non_null(searches->prover);
    title(question, name);
    const char *known = strstr(searches_file.text, name);
    if (known)
        recall(searches->prover, known);
    if (searches->renewed) {
        fputs(name, searches->renewed);
        searches_file.renewals++;
        explain_searching(searches, question, claims);
    } else if (!explain_by(searches, question, claims)) {
        searches_file.missing++;
        explain_searching(searches, question, claims);
    }
    prover_destroy(searches->prover);
    free(searches);
}
