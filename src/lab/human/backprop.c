/* Back-propagation (Rumelhart, Hinton and Williams, "Learning representations by back-propagating
 * errors", Nature 323, 1986), by hand: for each step forward the step back stands beside it. What
 * is computed is what choice_habits does of one view.
 */
#include "src/lab/human/backprop.h"

#include <string.h>

bool pass_ask(const struct human_choice *choice, const struct human_option options[],
              struct pass_question *question)
{
    struct position previous, position;
    struct situation situation;
    struct candidate candidates[CHESS_MOVES_MAX];
    float sum = 0;
    if (!human_choice_unpack(choice, options, &previous, &position, &situation, candidates))
        return false;
    question->played = choice->played;
    choice_knots(choice->rating, question->knots);
    choice_see(&situation, candidates, choice->count, &question->view);
    human_choice_features(choice, &situation, candidates, question->features);
    for (int i = 0; i < choice->count; i++)
        sum += question->maia[i] = options[i].maia;
    question->has_maia = sum > 0;
    for (int i = 0; i < choice->count && sum > 0; i++)
        question->maia[i] /= sum;
    return true;
}

void pass_turn(const struct choice_net *net, struct pass_turned *turned)
{
    for (int i = 0; i < CHOICE_BLOCKS; i++) {
        layer_turn(net->blocks[i].first, turned->first[i]);
        layer_turn(net->blocks[i].second, turned->second[i]);
    }
}

/* ---- rows ---- */

static void add(float *to, float factor, const float *what, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += factor * what[i];
}

/* In parts that a vector holds, for the order of a sum is the compiler's only where it is told. */
static float product(const float *a, const float *b, int count)
{
    float parts[CHOICE_PANEL] = {0}, sum = 0;
    for (int i = 0; i < count; i += CHOICE_PANEL)
        for (int j = 0; j < CHOICE_PANEL; j++)
            parts[j] += a[i + j] * b[i + j];
    for (int j = 0; j < CHOICE_PANEL; j++)
        sum += parts[j];
    return sum;
}

static void add_rows(float sums[CHOICE_UNITS], const float factors[CHOICE_FILTERS],
                     const float rows[CHOICE_FILTERS][CHOICE_UNITS])
{
    for (int i = 0; i < CHOICE_FILTERS; i++)
        add(sums, factors[i], rows[i], CHOICE_UNITS);
}

static void add_rows_back(const float slopes[CHOICE_UNITS], const float factors[CHOICE_FILTERS],
                          const float rows[CHOICE_FILTERS][CHOICE_UNITS],
                          float factor_slopes[CHOICE_FILTERS],
                          float gradient[CHOICE_FILTERS][CHOICE_UNITS])
{
    for (int i = 0; i < CHOICE_FILTERS; i++) {
        factor_slopes[i] += product(slopes, rows[i], CHOICE_UNITS);
        add(gradient[i], factors[i], slopes, CHOICE_UNITS);
    }
}

static void set_means(const struct layer *board, float means[CHOICE_FILTERS])
{
    memset(means, 0, CHOICE_FILTERS * sizeof *means);
    for (int square = 0; square < SQUARE_COUNT; square++)
        add(means, 1.0F / SQUARE_COUNT, board->cells[layer_cell(square)], CHOICE_FILTERS);
}

static void set_means_back(const float mean_slopes[CHOICE_FILTERS], struct layer *slopes)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        add(slopes->cells[layer_cell(square)], 1.0F / SQUARE_COUNT, mean_slopes, CHOICE_FILTERS);
}

static void cut(struct layer *board)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        for (int i = 0; i < CHOICE_FILTERS; i++) {
            float *value = &board->cells[layer_cell(square)][i];
            *value = *value > 0 ? *value : 0;
        }
}

/* Where board was cut, no slope goes through. */
static void cut_back(const struct layer *board, struct layer *slopes)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        for (int i = 0; i < CHOICE_FILTERS; i++)
            if (board->cells[layer_cell(square)][i] <= 0)
                slopes->cells[layer_cell(square)][i] = 0;
}

static void add_all(struct layer *to, const struct layer *what)
{
    for (int square = 0; square < SQUARE_COUNT; square++)
        add(to->cells[layer_cell(square)], 1, what->cells[layer_cell(square)], CHOICE_FILTERS);
}

static void sum_up(const struct layer *slopes, float sums[CHOICE_FILTERS])
{
    memset(sums, 0, CHOICE_FILTERS * sizeof *sums);
    for (int square = 0; square < SQUARE_COUNT; square++)
        add(sums, 1, slopes->cells[layer_cell(square)], CHOICE_FILTERS);
}

/* ---- the board ---- */

static void input_forward(const struct choice_net *net, const struct pass_question *question,
                          struct pass *pass)
{
    float biases[CHOICE_FILTERS] = {0};
    for (int k = 0; k < CHOICE_KNOTS; k++)
        add(biases, question->knots[k], net->input_knots[k], CHOICE_FILTERS);
    layer_spread(net->input, biases, question->view.planes, &pass->board[0]);
    cut(&pass->board[0]);
}

static void input_backward(const struct pass_question *question, struct pass *pass,
                           struct choice_net *gradient)
{
    float sums[CHOICE_FILTERS];
    cut_back(&pass->board[0], &pass->slopes);
    layer_spread_gradient(question->view.planes, &pass->slopes, gradient->input);
    sum_up(&pass->slopes, sums);
    for (int k = 0; k < CHOICE_KNOTS; k++)
        add(gradient->input_knots[k], question->knots[k], sums, CHOICE_FILTERS);
}

static void block_forward(const struct choice_net *net, int number, struct pass *pass)
{
    const struct choice_block *block = &net->blocks[number];
    float biases[CHOICE_FILTERS];
    memcpy(biases, block->first_biases, sizeof biases);
    for (int i = 0; i < CHOICE_FILTERS; i++)
        add(biases, pass->means[number][i], block->pool[i], CHOICE_FILTERS);
    layer_convolve(block->first, biases, &pass->board[number], &pass->inner[number]);
    cut(&pass->inner[number]);
    layer_convolve(block->second, block->second_biases, &pass->inner[number],
                   &pass->board[number + 1]);
    add_all(&pass->board[number + 1], &pass->board[number]);
    cut(&pass->board[number + 1]);
}

/* pass->slopes: behind the block, and then before it. */
static void block_backward(const struct choice_net *net, const struct pass_turned *turned,
                           int number, struct pass *pass, struct choice_net *gradient)
{
    static const float no_biases[CHOICE_FILTERS];
    const struct choice_block *block = &net->blocks[number];
    struct choice_block *sum = &gradient->blocks[number];
    float sums[CHOICE_FILTERS], mean_slopes[CHOICE_FILTERS];
    cut_back(&pass->board[number + 1], &pass->slopes);
    layer_add_gradient(&pass->inner[number], &pass->slopes, sum->second);
    sum_up(&pass->slopes, sums);
    add(sum->second_biases, 1, sums, CHOICE_FILTERS);
    layer_convolve(turned->second[number], no_biases, &pass->slopes, &pass->other);
    cut_back(&pass->inner[number], &pass->other);
    layer_add_gradient(&pass->board[number], &pass->other, sum->first);
    sum_up(&pass->other, sums);
    add(sum->first_biases, 1, sums, CHOICE_FILTERS);
    for (int i = 0; i < CHOICE_FILTERS; i++) {
        mean_slopes[i] = product(block->pool[i], sums, CHOICE_FILTERS);
        add(sum->pool[i], pass->means[number][i], sums, CHOICE_FILTERS);
    }
    /* What was cut from inner is used up: its place takes the slopes of the other way. */
    layer_convolve(turned->first[number], no_biases, &pass->other, &pass->inner[number]);
    add_all(&pass->slopes, &pass->inner[number]);
    set_means_back(mean_slopes, &pass->slopes);
}

/* ---- the moves ---- */

static void move_forward(const struct choice_net *net, const struct pass_question *question,
                         int index, const float scene[CHOICE_UNITS], struct pass *pass)
{
    const struct choice_move *move = &question->view.moves[index];
    const float *features = question->features[index];
    const struct layer *board = &pass->board[CHOICE_BLOCKS];
    float *sums = pass->sums[index];
    memcpy(sums, scene, sizeof pass->sums[index]);
    add_rows(sums, board->cells[layer_cell(move->from)], net->from);
    add_rows(sums, board->cells[layer_cell(move->to)], net->to);
    for (int i = 0; i < CHOICE_FEATURES_MAX; i++)
        if (features[i] != 0)
            add(sums, features[i], net->rows[i], CHOICE_UNITS);
    for (int i = 0; i < CHOICE_MOVE_ROWS; i++)
        add(sums, 1, net->rows[move->rows[i]], CHOICE_UNITS);
    float positive[CHOICE_UNITS];
    for (int i = 0; i < CHOICE_UNITS; i++)
        positive[i] = sums[i] > 0 ? sums[i] : 0;
    pass->habits[index] = product(positive, pass->worth, CHOICE_UNITS);
}

static void move_backward(const struct choice_net *net, const struct pass_question *question,
                          int index, float slope, float scene_slopes[CHOICE_UNITS],
                          float worth_slopes[CHOICE_UNITS], struct pass *pass,
                          struct choice_net *gradient)
{
    const struct choice_move *move = &question->view.moves[index];
    const float *features = question->features[index], *sums = pass->sums[index];
    const struct layer *board = &pass->board[CHOICE_BLOCKS];
    int from = layer_cell(move->from), to = layer_cell(move->to);
    float slopes[CHOICE_UNITS];
    for (int i = 0; i < CHOICE_UNITS; i++) {
        float part = sums[i] > 0 ? slope : 0;
        slopes[i] = part * pass->worth[i];
        worth_slopes[i] += part * sums[i];
        scene_slopes[i] += slopes[i];
    }
    for (int i = 0; i < CHOICE_MOVE_ROWS; i++)
        add(gradient->rows[move->rows[i]], 1, slopes, CHOICE_UNITS);
    for (int i = 0; i < CHOICE_FEATURES_MAX; i++)
        if (features[i] != 0)
            add(gradient->rows[i], features[i], slopes, CHOICE_UNITS);
    add_rows_back(slopes, board->cells[from], net->from, pass->slopes.cells[from], gradient->from);
    add_rows_back(slopes, board->cells[to], net->to, pass->slopes.cells[to], gradient->to);
}

static void moves_forward(const struct choice_net *net, const struct pass_question *question,
                          struct pass *pass)
{
    float scene[CHOICE_UNITS] = {0};
    memset(pass->worth, 0, sizeof pass->worth);
    for (int k = 0; k < CHOICE_KNOTS; k++) {
        add(scene, question->knots[k], net->rows[CHOICE_ROW_KNOTS + k], CHOICE_UNITS);
        add(pass->worth, question->knots[k], net->worth[k], CHOICE_UNITS);
    }
    add(scene, 1, net->rows[question->view.phase_row], CHOICE_UNITS);
    add_rows(scene, pass->means[CHOICE_BLOCKS], net->scene);
    for (int i = 0; i < question->view.count; i++)
        move_forward(net, question, i, scene, pass);
}

static void moves_backward(const struct choice_net *net, const struct pass_question *question,
                           const float slopes[], struct pass *pass, struct choice_net *gradient)
{
    const float small = 1e-4F; /* of a whole choice; less would only take time */
    float scene_slopes[CHOICE_UNITS] = {0}, worth_slopes[CHOICE_UNITS] = {0};
    float mean_slopes[CHOICE_FILTERS] = {0};
    memset(&pass->slopes, 0, sizeof pass->slopes);
    for (int i = 0; i < question->view.count; i++)
        if (slopes[i] > small || slopes[i] < -small)
            move_backward(net, question, i, slopes[i], scene_slopes, worth_slopes, pass, gradient);
    for (int k = 0; k < CHOICE_KNOTS; k++) {
        add(gradient->rows[CHOICE_ROW_KNOTS + k], question->knots[k], scene_slopes, CHOICE_UNITS);
        add(gradient->worth[k], question->knots[k], worth_slopes, CHOICE_UNITS);
    }
    add(gradient->rows[question->view.phase_row], 1, scene_slopes, CHOICE_UNITS);
    add_rows_back(scene_slopes, pass->means[CHOICE_BLOCKS], net->scene, mean_slopes,
                  gradient->scene);
    set_means_back(mean_slopes, &pass->slopes);
}

void pass_forward(const struct choice_net *net, const struct pass_question *question,
                  struct pass *pass)
{
    input_forward(net, question, pass);
    set_means(&pass->board[0], pass->means[0]);
    for (int i = 0; i < CHOICE_BLOCKS; i++) {
        block_forward(net, i, pass);
        set_means(&pass->board[i + 1], pass->means[i + 1]);
    }
    moves_forward(net, question, pass);
}

void pass_backward(const struct choice_net *net, const struct pass_turned *turned,
                   const struct pass_question *question, const float slopes[], struct pass *pass,
                   struct choice_net *gradient)
{
    moves_backward(net, question, slopes, pass, gradient);
    for (int i = CHOICE_BLOCKS - 1; i >= 0; i--)
        block_backward(net, turned, i, pass, gradient);
    input_backward(question, pass, gradient);
}
