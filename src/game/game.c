/* A game as a tree of nodes. Each node holds the position after its move, so that stepping through
 * the game costs nothing. No function recurses, because a file determines the depth of the tree. */
#include "src/game/game.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/util/array.h"

enum { SEVENTY_FIVE_MOVES = 150 /* a game ends after 150 plies without a capture or pawn move */ };

struct game *game_create(const struct position *start)
{
    struct game *game = calloc(1, sizeof *game);
    struct game_node *root = calloc(1, sizeof *root);
    if (!game || !root) {
        free(game);
        free(root);
        return NULL;
    }
    root->clock = root->elapsed = -1;
    if (start)
        root->position = *start;
    else
        chess_start(&root->position);
    game->root = root;
    return game;
}

/* Frees `top` and everything after it without recursion: walks down to the first child without
 * children, frees it, and goes on with its sibling or, without one, with its parent. */
static void free_tree(struct game_node *top)
{
    struct game_node *node = top;
    for (;;) {
        if (node->child) {
            node = node->child;
            continue;
        }
        struct game_node *parent = node->parent, *sibling = node->sibling;
        bool last = node == top;
        free(node->comment);
        free(node->comment_before);
        free(node->comment_last);
        free(node->unread);
        free(node->nags);
        free(node);
        if (last)
            return;
        parent->child = sibling;
        node = parent;
    }
}

void game_destroy(struct game *game)
{
    if (!game)
        return;
    free_tree(game->root);
    for (int i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    free(game->tags);
    free(game->escapes);
    free(game);
}

struct game_node *game_append(struct game_node *node, Move move)
{
    struct game_node *added = calloc(1, sizeof *added);
    if (!added)
        return NULL;
    added->move = move;
    added->position = node->position;
    chess_play(&added->position, move);
    added->parent = node;
    added->ply = node->ply + 1;
    added->clock = added->elapsed = -1;
    *(node->last ? &node->last->sibling : &node->child) = added;
    node->last = added;
    return added;
}

struct game_node *game_add(struct game_node *node, Move move)
{
    for (struct game_node *child = node->child; child; child = child->sibling) {
        if (child->move == move)
            return child;
    }
    return game_append(node, move);
}

static void take_out(struct game_node *node)
{
    struct game_node *parent = node->parent, *before = NULL, **link = &parent->child;
    while (*link != node) {
        before = *link;
        link = &before->sibling;
    }
    *link = node->sibling;
    if (parent->last == node)
        parent->last = before;
}

void game_remove(struct game_node *node)
{
    if (!node->parent)
        return;
    take_out(node);
    free_tree(node);
}

void game_put_first(struct game_node *node)
{
    struct game_node *parent = node->parent;
    take_out(node);
    node->sibling = parent->child;
    parent->child = node;
    if (!parent->last)
        parent->last = node;
}

struct game_node *game_end_of_line(struct game_node *node)
{
    while (node->child)
        node = node->child;
    return node;
}

int64_t game_clock_at(const struct game_node *node, int color)
{
    while (node->parent && node->parent->position.side != color)
        node = node->parent;
    return node->parent ? node->clock : -1;
}

bool game_lost_on_time(const struct game *game)
{
    const char *words = game->termination[0] ? game->termination : game_tag(game, "Termination");
    return words && (strstr(words, "on time") || strstr(words, "out of time") ||
                     strcasecmp(words, "time forfeit") == 0);
}

int game_moves_to(const struct game_node *node, Move moves[], int max)
{
    int count = node->ply;
    for (; node->parent; node = node->parent) {
        if (node->ply <= max)
            moves[node->ply - 1] = node->move;
    }
    return count;
}

bool game_same_position(const struct position *a, const struct position *b)
{
    return a->key == b->key && a->castling == b->castling && a->en_passant == b->en_passant &&
           a->side == b->side && memcmp(a->board, b->board, sizeof a->board) == 0;
}

int game_repetitions(const struct game_node *node)
{
    const struct position *position = &node->position;
    int count = 1;
    /* Positions before a capture or pawn move cannot occur again. */
    for (int back = 0; back < SEVENTY_FIVE_MOVES && node->position.halfmoves > 0 && node->parent;
         back++) {
        node = node->parent;
        count += game_same_position(position, &node->position);
    }
    return count;
}

enum game_state game_state(const struct game_node *node)
{
    const struct position *position = &node->position;
    Move moves[CHESS_MOVES_MAX];
    if (chess_moves(position, moves) == 0)
        return chess_in_check(position) ? GAME_CHECKMATE : GAME_STALEMATE;
    if (chess_insufficient_material(position))
        return GAME_INSUFFICIENT;
    int repetitions = game_repetitions(node);
    if (repetitions >= 5)
        return GAME_FIVEFOLD;
    if (position->halfmoves >= SEVENTY_FIVE_MOVES)
        return GAME_SEVENTY_FIVE;
    if (repetitions >= 3)
        return GAME_THREEFOLD;
    return position->halfmoves >= 100 ? GAME_FIFTY : GAME_GOING;
}

enum result game_result_at(const struct game_node *node)
{
    enum game_state state = game_state(node);
    if (state == GAME_GOING || state == GAME_THREEFOLD || state == GAME_FIFTY)
        return RESULT_NONE;
    return state == GAME_CHECKMATE ? result_won_by(!node->position.side) : RESULT_DRAW;
}

const char *game_state_words(enum game_state state)
{
    switch (state) {
    case GAME_GOING: return "the game goes on";
    case GAME_CHECKMATE: return "checkmate";
    case GAME_STALEMATE: return "stalemate";
    case GAME_INSUFFICIENT: return "insufficient material";
    case GAME_FIVEFOLD: return "fivefold repetition";
    case GAME_SEVENTY_FIVE: return "seventy-five moves without a capture or a pawn move";
    case GAME_THREEFOLD: return "threefold repetition";
    case GAME_FIFTY: return "fifty moves without a capture or a pawn move";
    }
    return "";
}

static struct game_tag *find_tag(const struct game *game, const char *name)
{
    for (int i = 0; i < game->tag_count; i++) {
        if (strcmp(game->tags[i].name, name) == 0)
            return &game->tags[i];
    }
    return NULL;
}

const char *game_tag(const struct game *game, const char *name)
{
    const struct game_tag *tag = find_tag(game, name);
    return tag ? tag->value : NULL;
}

bool game_append_tag(struct game *game, const char *name, const char *value)
{
    struct game_tag tag = {strdup(name), strdup(value)};
    if (!tag.name || !tag.value ||
        !ARRAY_RESERVE(game->tags, game->tag_count, &game->tag_capacity)) {
        free(tag.value);
        free(tag.name);
        return false;
    }
    game->tags[game->tag_count++] = tag;
    return true;
}

bool game_set_tag(struct game *game, const char *name, const char *value)
{
    struct game_tag *tag = find_tag(game, name);
    if (!tag)
        return game_append_tag(game, name, value);
    char *copy = strdup(value);
    if (!copy)
        return false;
    free(tag->value);
    tag->value = copy;
    return true;
}

void game_remove_tags(struct game *game, const char *beginning)
{
    int kept = 0;
    for (int i = 0; i < game->tag_count; i++) {
        if (strncmp(game->tags[i].name, beginning, strlen(beginning)) == 0) {
            free(game->tags[i].name);
            free(game->tags[i].value);
        } else {
            game->tags[kept++] = game->tags[i];
        }
    }
    game->tag_count = kept;
}

bool game_set_comment(struct game_node *node, const char *text)
{
    char *copy = text && *text ? strdup(text) : NULL;
    if (text && *text && !copy)
        return false;
    free(node->comment);
    node->comment = copy;
    return true;
}

/* The capacity of node->nags is not stored, because most moves have at most one glyph: it is
 * nag_count rounded up to a power of two. */
bool game_append_nag(struct game_node *node, int64_t nag)
{
    int count = node->nag_count;
    if ((count & (count - 1)) == 0) {
        if (count > INT_MAX / 2)
            return false;
        size_t size = count ? 2 * (size_t)count : 1;
        int64_t *nags = realloc(node->nags, size * sizeof *nags);
        if (!nags)
            return false;
        node->nags = nags;
    }
    node->nags[node->nag_count++] = nag;
    return true;
}

bool game_has_nag(const struct game_node *node, int64_t nag)
{
    for (int i = 0; i < node->nag_count; i++) {
        if (node->nags[i] == nag)
            return true;
    }
    return false;
}

bool game_add_nag(struct game_node *node, int64_t nag)
{
    return game_has_nag(node, nag) || game_append_nag(node, nag);
}

static const char *const result_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *result_text(enum result result)
{
    return result_texts[result];
}

enum result result_read(const char *text)
{
    enum result result = RESULT_DRAW;
    while (result != RESULT_NONE && strcmp(text, result_texts[result]) != 0)
        result--;
    return result;
}

enum result result_won_by(int color)
{
    return color == WHITE ? RESULT_WHITE : RESULT_BLACK;
}

int result_points(enum result result, int color)
{
    return result == RESULT_DRAW ? 1 : result == result_won_by(color) ? 2 : 0;
}
