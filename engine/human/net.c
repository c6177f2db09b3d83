/* The network that computes the feature `habit`: what players do out of habit, such as where they
 * put a knight or how they open. A residual network (He and others, "Deep residual learning for
 * image recognition", 2016) reads the board. Then a layer of units judges each move from the
 * channels (outputs of the residual network) at its two squares and from the move's features. */
#include "engine/human/features.h"
#include "engine/human/net.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/rules/attacks.h"
#include "engine/rules/position.h"
#include "engine/maia/kernels.h"

void choice_knots(double rating, float knots[CHOICE_KNOTS])
{
    double at = (rating - CHOICE_KNOT_FIRST) / CHOICE_KNOT_STEP;
    int knot = at < 0 ? 0 : at >= CHOICE_KNOTS - 1 ? CHOICE_KNOTS - 2 : (int)at;
    memset(knots, 0, CHOICE_KNOTS * sizeof *knots);
    knots[knot] = (float)(knot + 1 - at);
    knots[knot + 1] = (float)(at - knot);
}

struct choice_player choice_player_rated(double rating)
{
    return (struct choice_player){
        .rating = rating, .system = CHOICE_LICHESS, .pace = CHOICE_RAPID, .seconds = -1};
}

void choice_conditions(const struct choice_player *player, float conditions[CHOICE_CONDITIONS])
{
    enum { FIRST_CLOCK = 5 }; /* the first clock time, in seconds; each further one is twice the one
                               * before */
    float *stronger = conditions + CHOICE_KNOTS, *systems = stronger + 1;
    float *paces = systems + CHOICE_SYSTEMS, *clocks = paces + CHOICE_PACES;
    memset(conditions, 0, CHOICE_CONDITIONS * sizeof *conditions);
    choice_knots(player->rating, conditions);
    if (player->opponent > 0)
        *stronger = fminf(fmaxf((float)(player->opponent - player->rating) / 400, -1), 1);
    systems[player->system] = 1;
    paces[player->pace] = 1;
    if (player->seconds < 0) {
        clocks[CHOICE_CLOCKS] = 1;
        return;
    }
    float seconds = (float)player->seconds, before = FIRST_CLOCK;
    int clock = 0;
    for (; clock < CHOICE_CLOCKS - 2 && seconds >= 2 * before; clock++)
        before *= 2;
    float share = fminf(fmaxf((seconds - before) / before, 0), 1);
    clocks[clock] = 1 - share;
    clocks[clock + 1] = share;
}

_Static_assert((int)CHOICE_PANEL == (int)KERNEL_PANEL,
               "a panel is what the kernels compute at once");
_Static_assert((int)CHOICE_PLANES <= (int)HUMAN_PLANES, "the input planes fit the kernels");

/* A move selects rows from a table of weights. Each of these constants is the index of the first
 * row of one kind. Squares are seen from the side to move, as if it were White. */
enum {
    STEPS = 15, /* a move changes its file or rank by -7 .. 7 */
    ROW_PHASE = CHOICE_ROW_CONDITIONS + CHOICE_CONDITIONS, /* four rows for the phase of the game,
                                                            * from endgame to middlegame */
    ROW_FROM = ROW_PHASE + 4,
    ROW_TO = ROW_FROM + PIECE_TYPE_COUNT * 64,
    ROW_VICTIM = ROW_TO + PIECE_TYPE_COUNT * 64,
    ROW_STEP = ROW_VICTIM + PIECE_TYPE_COUNT + 1,
    ROWS = ROW_STEP + STEPS * STEPS,
};
_Static_assert((int)ROWS == (int)CHOICE_ROWS, "CHOICE_ROWS is the number of rows");

/* The input planes. If a kind of plane exists for both sides, our planes come first, then the
 * opponent's. */
enum {
    PLANE_PIECES,
    PLANE_ATTACKS = PLANE_PIECES + 2 * PIECE_TYPE_COUNT, /* squares attacked, by type of the
                                                          * attacking piece */
    PLANE_TWICE = PLANE_ATTACKS + 2 * PIECE_TYPE_COUNT,  /* squares attacked at least twice */
    PLANE_LAST = PLANE_TWICE + 2,                        /* origin and target of the opponent's last
                                                          * move */
    PLANE_TAKEN = PLANE_LAST + 2,                        /* the target of the opponent's last move,
                                                          * if that move was a capture */
    PLANE_OWN,                                           /* origin and target of our last move */
    PLANE_EARLIER = PLANE_OWN + 2,                       /* origin and target of each earlier move,
                                                          * newest first */
    PLANE_CASTLING = PLANE_EARLIER + 2 * (CONTEXT_MOVES - 2), /* rights to castle: ours, then
                                                               * theirs; long, then short */
    PLANE_EN_PASSANT = PLANE_CASTLING + 4,
    PLANE_FULL, /* all squares, so that the network can recognise the edges of the board */
    PLANES
};
_Static_assert((int)PLANES == (int)CHOICE_PLANES, "CHOICE_PLANES is the number of planes");

static Square seen(Square square, int us)
{
    return us == WHITE ? square : square ^ 56;
}

static Bitboard seen_set(Bitboard set, int us)
{
    return us == WHITE ? set : __builtin_bswap64(set);
}

static Bitboard full_if(bool on)
{
    return on ? ~(Bitboard)0 : 0;
}

static void add_side(const struct position *position, int side, int us,
                     Bitboard planes[CHOICE_PLANES])
{
    int theirs = side != us;
    Bitboard once = 0, twice = 0, all = occupied(position);
    for (int type = PAWN; type <= KING; type++) {
        Bitboard pieces = position->by_type[type] & position->by_color[side], attacks = 0;
        planes[PLANE_PIECES + theirs * PIECE_TYPE_COUNT + type] = seen_set(pieces, us);
        while (pieces) {
            Square square = pop_square(&pieces);
            Bitboard from =
                type == PAWN ? pawn_attacks[side][square] : piece_attacks(type, square, all);
            attacks |= from;
            twice |= once & from;
            once |= from;
        }
        planes[PLANE_ATTACKS + theirs * PIECE_TYPE_COUNT + type] = seen_set(attacks, us);
    }
    planes[PLANE_TWICE + theirs] = seen_set(twice, us);
}

static void set_planes(const struct context *context, uint64_t planes[CHOICE_PLANES])
{
    const struct position *position = context->position;
    int us = position->side, own = us == WHITE ? 0 : 2, their = 2 - own;
    memset(planes, 0, CHOICE_PLANES * sizeof *planes);
    add_side(position, us, us, planes);
    add_side(position, !us, us, planes);
    for (int i = 0; i < CONTEXT_MOVES && context->recent[i] != NO_MOVE; i++) {
        int plane = i == 0 ? PLANE_LAST : i == 1 ? PLANE_OWN : PLANE_EARLIER + 2 * (i - 2);
        planes[plane] = square_bit(seen(move_from(context->recent[i]), us));
        planes[plane + 1] = square_bit(seen(move_to(context->recent[i]), us));
    }
    if (context->previous && chess_is_capture(context->previous, context->recent[0]))
        planes[PLANE_TAKEN] = planes[PLANE_LAST + 1];
    planes[PLANE_CASTLING] = full_if(position->castling & WHITE_LONG << own);
    planes[PLANE_CASTLING + 1] = full_if(position->castling & WHITE_SHORT << own);
    planes[PLANE_CASTLING + 2] = full_if(position->castling & WHITE_LONG << their);
    planes[PLANE_CASTLING + 3] = full_if(position->castling & WHITE_SHORT << their);
    if (position->en_passant != NO_SQUARE)
        planes[PLANE_EN_PASSANT] = square_bit(seen(position->en_passant, us));
    planes[PLANE_FULL] = ~(Bitboard)0;
}

static int phase_row(const struct position *position)
{
    static const int weights[PIECE_TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
    int phase = 0;
    for (int type = PAWN; type <= KING; type++)
        phase += weights[type] * __builtin_popcountll(position->by_type[type]);
    return ROW_PHASE + (phase >= 24 ? 3 : phase / 7);
}

static struct choice_move seen_move(const struct position *position, Move move)
{
    int us = position->side, victim = PIECE_TYPE_COUNT;
    Square from = seen(move_from(move), us), to = seen(move_to(move), us);
    int type = piece_type(position->board[move_from(move)]);
    int files = square_file(to) - square_file(from), ranks = square_rank(to) - square_rank(from);
    if (chess_is_capture(position, move))
        victim =
            move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(position->board[move_to(move)]);
    return (struct choice_move){
        .from = (uint8_t)from,
        .to = (uint8_t)to,
        .rows = {(uint16_t)(ROW_FROM + type * 64 + from), (uint16_t)(ROW_TO + type * 64 + to),
                 (uint16_t)(ROW_VICTIM + victim),
                 (uint16_t)(ROW_STEP + (ranks + STEPS / 2) * STEPS + files + STEPS / 2)}};
}

void choice_see(const struct context *context, const struct candidate candidates[], int count,
                struct choice_view *view)
{
    set_planes(context, view->planes);
    view->phase_row = phase_row(context->position);
    view->count = count;
    for (int i = 0; i < count; i++)
        view->moves[i] = seen_move(context->position, candidates[i].move);
}

/* Mirrors a set of squares from left to right: reverses the bits in each byte. */
static Bitboard mirrored_set(Bitboard set)
{
    const Bitboard odd = 0x5555555555555555u, pairs = 0x3333333333333333u,
                   halves = 0x0F0F0F0F0F0F0F0Fu;
    set = (set >> 1 & odd) | (set & odd) << 1;
    set = (set >> 2 & pairs) | (set & pairs) << 2;
    return (set >> 4 & halves) | (set & halves) << 4;
}

/* If a move selects `row`, these functions return the row that the mirrored move selects in its
 * place. Some rows stand for a square (and a piece type): use mirrored_square_row. Others stand for
 * the step from the origin to the target: use mirrored_step_row. */
static uint16_t mirrored_square_row(uint16_t row, int begin)
{
    return (uint16_t)(((row - begin) ^ 7) + begin);
}

static uint16_t mirrored_step_row(uint16_t row)
{
    int step = row - ROW_STEP, files = step % STEPS;
    return (uint16_t)(row - files + STEPS - 1 - files);
}

bool choice_mirror(struct choice_view *view)
{
    for (int i = 0; i < 4; i++)
        if (view->planes[PLANE_CASTLING + i])
            return false;
    for (int i = 0; i < CHOICE_PLANES; i++)
        view->planes[i] = mirrored_set(view->planes[i]);
    for (int i = 0; i < view->count; i++) {
        struct choice_move *move = &view->moves[i];
        move->from ^= 7;
        move->to ^= 7;
        move->rows[0] = mirrored_square_row(move->rows[0], ROW_FROM);
        move->rows[1] = mirrored_square_row(move->rows[1], ROW_TO);
        move->rows[3] = mirrored_step_row(move->rows[3]);
    }
    return true;
}

/* The residual network, which reads the board. */

typedef float Board[KERNEL_CELLS * CHOICE_FILTERS];

static void board_means(const float *board, float means[CHOICE_FILTERS])
{
    memset(means, 0, CHOICE_FILTERS * sizeof *means);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        for (int i = 0; i < CHOICE_FILTERS; i++)
            means[i] += board[kernel_cell(square) * CHOICE_FILTERS + i] / SQUARE_COUNT;
}

static void run_block(const struct kernels *kernels, const struct choice_block *block, float *board,
                      float *inner, float *outer)
{
    float means[CHOICE_FILTERS], biases[CHOICE_FILTERS];
    struct kernel_convolution first = {block->first, biases, CHOICE_FILTERS, CHOICE_FILTERS, 9};
    struct kernel_convolution second = {block->second, block->second_biases, CHOICE_FILTERS,
                                        CHOICE_FILTERS, 9};
    board_means(board, means);
    memcpy(biases, block->first_biases, sizeof biases);
    for (int i = 0; i < CHOICE_FILTERS; i++)
        for (int j = 0; j < CHOICE_FILTERS; j++)
            biases[j] += means[i] * block->pool[i][j];
    kernels->convolve(&first, board, inner, true);
    kernels->convolve(&second, inner, outer, false);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        for (int i = 0; i < CHOICE_FILTERS; i++) {
            float *value = &board[kernel_cell(square) * CHOICE_FILTERS + i];
            float sum = *value + outer[kernel_cell(square) * CHOICE_FILTERS + i];
            *value = sum > 0 ? sum : 0;
        }
}

static void run_board(const struct choice_net *net, const float conditions[CHOICE_CONDITIONS],
                      const uint64_t masks[CHOICE_PLANES], float *board)
{
    const struct kernels *kernels[KERNELS_MAX];
    Board inner = {0}, outer = {0};
    struct human_planes planes;
    float biases[CHOICE_FILTERS] = {0};
    struct kernel_convolution input = {&net->input[0][0][0], biases, CHOICE_PLANES, CHOICE_FILTERS,
                                       9};
    (void)kernels_available(kernels);
    for (int i = 0; i < CHOICE_PLANES; i++) {
        planes.masks[i] = masks[i];
        planes.values[i] = 1;
    }
    for (int k = 0; k < CHOICE_CONDITIONS; k++)
        for (int i = 0; i < CHOICE_FILTERS; i++)
            biases[i] += conditions[k] * net->input_conditions[k][i];
    kernels[0]->convolve_planes(&input, &planes, board);
    for (int i = 0; i < CHOICE_BLOCKS; i++)
        run_block(kernels[0], &net->blocks[i], board, inner, outer);
}

/* The last layer: its units judge the moves. */

static void add_row(float sums[CHOICE_UNITS], float factor, const float row[CHOICE_UNITS])
{
    for (int i = 0; i < CHOICE_UNITS; i++)
        sums[i] += factor * row[i];
}

static void add_rows(float sums[CHOICE_UNITS], const float factors[CHOICE_FILTERS],
                     const float rows[CHOICE_FILTERS][CHOICE_UNITS])
{
    for (int i = 0; i < CHOICE_FILTERS; i++)
        add_row(sums, factors[i], rows[i]);
}

/* Computes what is the same for all moves of a position. Sets `scene` to the part of each unit's
 * sum that does not depend on the move, and `worth` to the weight of each unit in the result under
 * these conditions. */
static void set_scene(const struct choice_net *net, const float conditions[CHOICE_CONDITIONS],
                      int phase_row, const float *board, float scene[CHOICE_UNITS],
                      float worth[CHOICE_UNITS])
{
    float means[CHOICE_FILTERS];
    memset(scene, 0, CHOICE_UNITS * sizeof *scene);
    memset(worth, 0, CHOICE_UNITS * sizeof *worth);
    for (int k = 0; k < CHOICE_CONDITIONS; k++) {
        add_row(scene, conditions[k], net->rows[CHOICE_ROW_CONDITIONS + k]);
        add_row(worth, conditions[k], net->worth[k]);
    }
    add_row(scene, 1, net->rows[phase_row]);
    board_means(board, means);
    add_rows(scene, means, net->scene);
}

/* Adds the contribution of one move to the sum of each unit. */
static void add_move(const struct choice_net *net, const struct choice_move *move,
                     const float *board, const float features[CHOICE_FEATURES],
                     float sums[CHOICE_UNITS])
{
    add_rows(sums, board + kernel_cell(move->from) * CHOICE_FILTERS, net->from);
    add_rows(sums, board + kernel_cell(move->to) * CHOICE_FILTERS, net->to);
    for (int i = 0; i < CHOICE_FEATURES; i++)
        if (features[i] != 0)
            add_row(sums, features[i], net->rows[i]);
    for (int i = 0; i < CHOICE_MOVE_ROWS; i++)
        add_row(sums, 1, net->rows[move->rows[i]]);
}

/* Adds the habit of each move, computed from `view`, to `habits`. Adds the derivative of the habit
 * with respect to each non-zero feature to `parts`. */
static void add_habits(const struct choice_net *net, const float conditions[CHOICE_CONDITIONS],
                       const struct choice_view *view, float features[][CHOICE_FEATURES_MAX],
                       float habits[], float parts[][CHOICE_FEATURES])
{
    float scene[CHOICE_UNITS], worth[CHOICE_UNITS];
    Board board;
    run_board(net, conditions, view->planes, board);
    set_scene(net, conditions, view->phase_row, board, scene, worth);
    for (int i = 0; i < view->count; i++) {
        float sums[CHOICE_UNITS];
        memcpy(sums, scene, sizeof sums);
        add_move(net, &view->moves[i], board, features[i], sums);
        for (int unit = 0; unit < CHOICE_UNITS; unit++)
            habits[i] += sums[unit] > 0 ? worth[unit] * sums[unit] : 0;
        for (int j = 0; j < CHOICE_FEATURES; j++)
            for (int unit = 0; features[i][j] != 0 && unit < CHOICE_UNITS; unit++)
                parts[i][j] += sums[unit] > 0 ? worth[unit] * net->rows[j][unit] : 0;
    }
}

void choice_habits(const struct choice_model *model, const struct choice_player *player,
                   const float weights[], const struct context *context,
                   const struct candidate candidates[], int count,
                   float features[][CHOICE_FEATURES_MAX], float habits[])
{
    struct choice_view view;
    float conditions[CHOICE_CONDITIONS], parts[CHESS_MOVES_MAX][CHOICE_FEATURES] = {{0}}, share = 1;
    choice_conditions(player, conditions);
    choice_see(context, candidates, count, &view);
    memset(habits, 0, (size_t)count * sizeof *habits);
    add_habits(model->net, conditions, &view, features, habits, parts);
    if (choice_mirror(&view)) {
        add_habits(model->net, conditions, &view, features, habits, parts);
        share = 0.5F;
    }
    for (int i = 0; i < count; i++) {
        habits[i] *= share;
        for (int j = 0; j < CHOICE_FEATURES; j++)
            features[i][j] *= weights[j] + weights[CHOICE_habit] * share * parts[i][j];
    }
}

/* The numbers and rows of the network, in the order of share/habits.bin. */

const float *choice_net_numbers(const struct choice_net *net, size_t *count)
{
    *count = sizeof *net / sizeof(float);
    return &net->input[0][0][0];
}

#define PART(member, wide)                                                                         \
    {                                                                                              \
        offsetof(struct choice_net, member), sizeof(((struct choice_net *)0)->member), wide        \
    }
#define BLOCK_PART(member, wide)                                                                   \
    {                                                                                              \
        offsetof(struct choice_block, member), sizeof(((struct choice_block *)0)->member), wide    \
    }
struct part {
    size_t at, size; /* `at`: offset of the member in struct choice_net or in struct choice_block,
                      * in bytes; `size`: its size in bytes */
    int width;
};

/* Finds a row in one part (a member array) of the network. Returns true and sets *first and *width,
 * as choice_net_row does, if row number *row is in the part. Otherwise subtracts the part's number
 * of rows from *row, for the search in the next part. */
static bool row_in(const struct part *part, size_t begin, int *row, size_t *first, int *width)
{
    int rows = (int)(part->size / sizeof(float)) / part->width;
    *first = (begin + part->at) / sizeof(float) + (size_t)(*row * part->width);
    *width = part->width;
    if (*row < rows)
        return true;
    *row -= rows;
    return false;
}

bool choice_net_row(int row, size_t *first, int *width)
{
    static const struct part before[] = {PART(input, CHOICE_FILTERS),
                                         PART(input_conditions, CHOICE_FILTERS)};
    static const struct part block[] = {
        BLOCK_PART(first, CHOICE_ROW_MAX), BLOCK_PART(second, CHOICE_ROW_MAX),
        BLOCK_PART(first_biases, CHOICE_FILTERS), BLOCK_PART(second_biases, CHOICE_FILTERS),
        BLOCK_PART(pool, CHOICE_FILTERS)};
    static const struct part behind[] = {PART(from, CHOICE_UNITS), PART(to, CHOICE_UNITS),
                                         PART(scene, CHOICE_UNITS), PART(rows, CHOICE_UNITS),
                                         PART(worth, CHOICE_UNITS)};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (row_in(&before[i], 0, &row, first, width))
            return true;
    for (int number = 0; number < CHOICE_BLOCKS; number++)
        for (size_t i = 0; i < sizeof block / sizeof *block; i++)
            if (row_in(&block[i],
                       offsetof(struct choice_net, blocks) +
                           (size_t)number * sizeof(struct choice_block),
                       &row, first, width))
                return true;
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (row_in(&behind[i], 0, &row, first, width))
            return true;
    return false;
}
