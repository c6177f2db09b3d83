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

static inline void record(const struct prover *prover)
{
    for (int i = 0; i < prover->search_count; i++) {
        const struct evidence *evidence = &prover->searches[i].evidence;
        fprintf(searches_file.renewed, "%" PRIx64 " %d %d %" PRIu64, prover->searches[i].key,
                evidence->score, evidence->depth, evidence->nodes);
        for (int j = 0; j < evidence->length; j++)
            fprintf(searches_file.renewed, " %x", evidence->moves[j]);
        fputc('\n', searches_file.renewed);
    }
}

/* The prover asks for a search that is not recorded. */
static inline bool no_search(void *context, const struct position *start, const Move moves[],
                             int count, const struct limits *limits)
{
    return false;
}

/* False if the prover has no engine and a search is not recorded. */
static inline bool explain_by(struct prover *prover, const struct question *question,
                              struct claims *claims)
{
    const struct position start = from_fen(question->fen);
    struct position position = start;
    Move last = NO_MOVE, played = NO_MOVE;
    if (question->last) {
        assert_true(chess_from_uci(&position, question->last, &last));
        chess_play(&position, last);
    }
    if (question->played)
        assert_true(chess_from_uci(&position, question->played, &played));
    int count = question->last != NULL;
    return question->played ? claims_of_move(prover, &start, &last, count, played, claims)
                            : claims_of_position(prover, &start, &last, count, claims);
}

/* True if all searches are recorded. */
static inline bool explain_by_record(const struct prover_budget *budget, const char *name,
                                     const struct question *question, struct claims *claims)
{
    const char *known = strstr(searches_file.text, name);
    struct prover *prover = prover_create_asking(budget, no_search, NULL);
    assert_non_null(prover);
    if (known)
        recall(prover, known);
    bool whole = known && explain_by(prover, question, claims);
    prover_destroy(prover);
    return whole;
}

/* Explains the position, or the move played in it. */
static inline void explain(const struct question *question, struct claims *claims)
{
    const struct engine_settings levels = level_settings();
    struct prover_budget budget = {question->nodes, question->nodes, 6, true};
    struct error error = {0};
    char name[256];
    if (question->nodes == 0)
        budget = prover_review_budget();
    title(question, name);
    if (!searches_file.renewed && explain_by_record(&budget, name, question, claims))
        return;
    searches_file.missing += !searches_file.renewed;
    struct prover *prover =
        prover_create(&budget, question->newest ? NULL : &levels, NULL, &error);
    if (!prover)
        fail_msg("%s", error.message);
    assert_true(explain_by(prover, question, claims));
    if (searches_file.renewed) {
        fputs(name, searches_file.renewed);
        record(prover);
        searches_file.renewals++;
    }
    prover_destroy(prover);
}
