/* Lists of openings. Positions where the game is over are skipped. A line that cannot be read is an
 * error, because a match without some of its openings would give a different result. */
#include "src/lab/match/match_openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/hash.h"
#include "src/game/epd.h"
#include "src/pgn/pgn.h"
#include "src/util/lines.h"
#include "src/util/random.h"
#include "src/util/array.h"

uint64_t opening_list_hash(uint64_t hash, const struct opening_list *list)
{
    for (int i = 0; i < list->count; i++) {
        const struct opening_start *opening = &list->openings[i];
        hash = hash_bytes(hash, &opening->start.key, sizeof opening->start.key);
        hash = hash_bytes(hash, opening->moves, (size_t)opening->count * sizeof *opening->moves);
    }
    return hash;
}

void opening_list_clear(struct opening_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->openings[i].moves);
    free(list->openings);
    *list = (struct opening_list){0};
}

static bool is_over(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    return chess_moves(position, moves) == 0 || chess_insufficient_material(position);
}

/* Adds an opening to the list. Takes ownership of `moves`, even on failure. */
static bool add(struct opening_list *list, const struct position *start, Move *moves, int count)
{
    if (!ARRAY_RESERVE(list->openings, list->count, &list->capacity)) {
        free(moves);
        return false;
    }
    list->openings[list->count++] =
        (struct opening_start){.start = *start, .moves = moves, .count = count};
    return true;
}

static bool out_of_memory(struct error *error)
{
    return error_set(error, "out of memory");
}

static bool read_lines(struct opening_list *list, const char *path, struct error *error)
{
    struct lines lines = {.file = fopen(path, "re")};
    if (!lines.file)
        return error_set(error, "%s", strerror(errno));
    const char *text;
    struct epd *epd = malloc(sizeof *epd);
    bool good = epd != NULL;
    if (!epd)
        error_set(error, "out of memory");
    while (good && (text = lines_next(&lines, error))) {
        good = epd_read(epd, text + strspn(text, " \t\f"), error);
        if (good && !is_over(&epd->position) && !add(list, &epd->position, NULL, 0))
            good = out_of_memory(error);
    }
    free(epd);
    fclose(lines.file);
    return lines_end(&lines, good, error);
}

struct reading {
    struct opening_list *list;
    int plies;
};

/* Adds the main line of a game, up to the point where the game is over. */
static bool take_game(void *context, const struct game *game, int percent, struct error *error)
{
    const struct reading *reading = context;
    int plies = reading->plies, count = 0;
    (void)percent;
    if (!game)
        return false;
    Move *moves = malloc(((size_t)game_end_of_line(game->root)->ply + 1) * sizeof *moves);
    if (!moves)
        return out_of_memory(error);
    const struct game_node *node = game->root;
    while (node->child && (plies == 0 || count < plies) && !is_over(&node->child->position)) {
        node = node->child;
        moves[count++] = node->move;
    }
    if (is_over(&node->position)) {
        free(moves);
        return true;
    }
    return add(reading->list, &game->root->position, moves, count) || out_of_memory(error);
}

bool opening_list_read(struct opening_list *list, const char *path, int plies, struct error *error)
{
    *list = (struct opening_list){0};
    *error = (struct error){.message = ""};
    struct reading reading = {list, plies};
    size_t length = strlen(path);
    bool good = length > 4 && strcasecmp(path + length - 4, ".pgn") == 0
                    ? pgn_each(path, take_game, &reading, error)
                    : read_lines(list, path, error);
    if (good && list->count == 0)
        good = error_set(error, "expected at least one position in which the game is not over");
    if (good)
        return true;
    snprintf(error->file, sizeof error->file, "%.1023s", path);
    opening_list_clear(list);
    return false;
}

bool opening_list_random(struct opening_list *list, int count, int plies, uint64_t seed)
{
    *list = (struct opening_list){0};
    while (list->count < count) {
        struct position start, position;
        Move *moves = malloc(((size_t)plies + 1) * sizeof *moves), legal[CHESS_MOVES_MAX];
        int played = 0;
        chess_start(&start);
        position = start;
        while (moves && played < plies && !is_over(&position)) {
            int legal_count = chess_moves(&position, legal);
            moves[played] = legal[random_next(&seed) % (uint64_t)legal_count];
            chess_play(&position, moves[played++]);
        }
        if (moves && is_over(&position)) {
            free(moves);
            continue;
        }
        if (!moves || !add(list, &start, moves, played)) {
            opening_list_clear(list);
            return false;
        }
    }
    return true;
}

void opening_list_shuffle(struct opening_list *list, uint64_t seed)
{
    random_shuffle(list->openings, (size_t)list->count, sizeof *list->openings, &seed);
}

struct game *opening_game(const struct opening_start *opening)
{
    struct game *game = game_create(&opening->start);
    struct game_node *node = game ? game->root : NULL;
    for (int i = 0; node && i < opening->count; i++)
        node = game_add(node, opening->moves[i]);
    if (node)
        return game;
    game_destroy(game);
    return NULL;
}
