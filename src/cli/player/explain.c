/* fallible explain: what can be said about a position or a move, with proofs. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/cli/player/explain_batch.h"
#include "src/game/format.h"
#include "src/util/text.h"

enum { LINE_PLIES = 10, PLAYED_PLIES = 5 };

#define EXPLAIN_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                           \
    SHARED(FEN, "the position, or the start of the game (default: the usual start)")               \
    TEXT(moves, "moves", "MOVES", "moves played from there: \"e2e4 e7e5\" or \"e4 e5\"")           \
    TEXT(played, "played", "MOVE", "explain this move in the position")                            \
    TEXT(epd, "epd", "FILE", "explain each position of an EPD file, or - for standard input")      \
    NUMBER(jobs, "jobs", "N", 1, 256, "with --epd: positions at a time (default 1)")               \
    FLAG(json, "json", "one line of JSON; fallible-claims(5) describes it")                        \
    NUMBER(nodes, "nodes", "N", 1000, 1000000000, "nodes of each search (default 200000)")         \
    SHARED(SYZYGY, "endgame tables, or none")                                                      \
    SHARED(HELP, NULL)

struct arguments {
    const char *moves, *played, *epd;
    int jobs, nodes;
    bool json;
};

enum option_id { OPTION_IDS(EXPLAIN_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(EXPLAIN_OPTIONS)};

static int help(void)
{
    return options_help(
        "Usage: fallible explain [OPTION...]\n\n"
        "Says what a position or a move is about: what is won or lost, threatened, allowed or\n"
        "missed. Each statement is proved by its line and by a search from the line's end.\n",
        rows, NULL);
}

struct moves {
    struct position start, position; /* the positions before and after the moves */
    int count;
    Move list[MOVES_MAX];
};

/* Reads the moves of --moves; returns false after printing an error. */
static bool read_moves(struct moves *moves, const char *text)
{
    struct error error = {0};
    for (;;) {
        char word[32];
        text += strspn(text, " \t\n");
        size_t length = strcspn(text, " \t\n");
        if (length == 0)
            return true;
        if (length >= sizeof word || moves->count == MOVES_MAX)
            return option_refuse("explain", moves->count == MOVES_MAX
                                                ? "--moves: more than %d moves"
                                                : "--moves: move %d is too long",
                                 moves->count == MOVES_MAX ? MOVES_MAX : moves->count + 1);
        memcpy(word, text, length);
        word[length] = '\0';
        text += length;
        Move *move = &moves->list[moves->count];
        if (!chess_read_move(&moves->position, word, move, &error))
            return option_refuse("explain", "--moves: move %d: %.200s", moves->count + 1,
                                 error.message);
        chess_play(&moves->position, *move);
        moves->count++;
    }
}

/* The text that is printed if no claim was proved. */
static const char *nothing_said(const struct claims *claims)
{
    const char *nothing = "Nothing more can be proved about it";
    bool still = claims->answer.length == 0 || -claims->answer.score > CLAIMS_WINNING;
    bool won = claims->best.score > CLAIMS_WINNING && still;
    bool best = claims->played == claims->best.moves[0];
    if (claims->played == NO_MOVE)
        return nothing;
    if (!claims_is_praised(claims))
        return claims_is_decided(claims) && won
                   ? "It keeps the position won, although another move is better"
                   : nothing;
    if (claims_is_decided(claims) && claims->best.score < 0)
        return best ? "The position was lost before; this is the best defence"
                    : "The position was lost before, and this move changes little";
    if (best && claims->position.checkers)
        return "It is the best way out of the check";
    if (best)
        return "It is the best move; nothing more can be proved about it";
    return won ? "It keeps the position won" : "It is about as good as the best move";
}

/* Prints the move played and the best moves that follow it, for the reader to see what it is for. */
static void print_played_line(const struct claims *claims)
{
    char text[CLAIM_WORDS_MAX];
    struct claim line = {.length = 1, .line = {claims->played}};
    for (int i = 0; i < claims->answer.length && line.length < CLAIM_LINE_MAX; i++)
        line.line[line.length++] = claims->answer.moves[i];
    claim_line_text(claims, &line, PLAYED_PLIES, text, sizeof text);
    printf("    %s\n", text);
}

static void print_text(const struct claims *claims)
{
    char text[CLAIM_WORDS_MAX], move[TEXT_MOVE_MAX], score[16];
    text_move(&claims->position, claims->best.moves[0], move, sizeof move);
    text_score(claims->best.score, score, sizeof score);
    printf("Best move: %s (%s)\n", move, score);
    claims_mate_words(claims, text, sizeof text);
    bool mated = text[0] != '\0';
    if (mated) {
        struct claim line = {.length = claims->best.length};
        printf("\n%s.\n", text);
        memcpy(line.line, claims->best.moves, sizeof line.line);
        claim_line_text(claims, &line, LINE_PLIES, text, sizeof text);
        printf("    %s\n", text);
    }
    for (int i = 0; i < claims->count; i++) {
        claim_sentence(claims, &claims->list[i], text, sizeof text);
        printf("\n%s.\n", text);
        claim_line_text(claims, &claims->list[i], LINE_PLIES, text, sizeof text);
        printf("    %s\n", text);
    }
    if (claims->count == 0 && !mated) {
        printf("\n%s.\n", nothing_said(claims));
        if (claims->played != NO_MOVE)
            print_played_line(claims);
    }
}

static int explain(const struct arguments *options, const struct shared_options *shared)
{
    struct moves *moves = calloc(1, sizeof *moves);
    struct claims *claims = malloc(sizeof *claims);
    struct prover_budget budget = explain_budget(options->nodes);
    struct error error = {0};
    Move legal[CHESS_MOVES_MAX], played = NO_MOVE;
    struct prover *prover = NULL;
    int status = EXIT_USAGE;
    if (!moves || !claims) {
        status = command_no_memory();
        goto done;
    }
    moves->start = moves->position = shared->start;
    if (!read_moves(moves, options->moves))
        goto done;
    if (chess_moves(&moves->position, legal) == 0) {
        option_refuse("explain", "the game is over in this position");
        goto done;
    }
    if (options->played && !chess_read_move(&moves->position, options->played, &played, &error)) {
        option_refuse("explain", "--played: %.200s", error.message);
        goto done;
    }
    prover = prover_create(&budget, NULL, shared->syzygy, &error);
    if (!prover) {
        status = command_failed(&error);
        goto done;
    }
    if (!(played == NO_MOVE
              ? claims_of_position(prover, &moves->start, moves->list, moves->count, claims)
              : claims_of_move(prover, &moves->start, moves->list, moves->count, played, claims))) {
        status = command_no_memory();
        goto done;
    }
    if (options->json)
        claims_json(stdout, claims, NULL);
    else
        print_text(claims);
    status = EXIT_OK;
done:
    prover_destroy(prover);
    free(claims);
    free(moves);
    return status;
}

int command_explain(int argc, char **argv)
{
    struct arguments options = {.moves = "", .jobs = 1, .nodes = 200000};
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!options_read("explain", rows, argc, argv, &shared, NULL, &options))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (argc > optind)
        return command_usage("explain", "expected options only: a position is given with --fen, "
                                        "moves with --moves; for a file of games run fallible "
                                        "analyze FILE.pgn");
    if (options.epd && (shared.fen_given || *options.moves || options.played))
        return command_usage("explain", "--epd cannot be combined with --fen, --moves or --played");
    if (options.epd)
        return explain_batch(options.epd, options.nodes, options.jobs, shared.syzygy);
    return explain(&options, &shared);
}
