/* The small network of the choice model: habits that no search sees, as where a knight belongs, how
 * players of a rating open and what they do with a kind of pawns. Only the rows of what is there are
 * added up, those of the board once for all moves.
 */
#include "engine/strength/human/choice_parts.h"

#include <string.h>

#include "engine/rules/position.h"

/* Rows by block. The board is always seen from the side to move, White's way round. */
enum {
    AROUND = 24,                     /* squares at most two steps away */
    KINDS = 2 * PIECE_TYPE_COUNT + 1, /* what stands there: own, enemy, off the board */
    ROW_PHASE = CHOICE_ROW_KNOTS + CHOICE_KNOTS, /* four rows, from endgame to middlegame */
    ROW_FROM = ROW_PHASE + 4,
    ROW_TO = ROW_FROM + PIECE_TYPE_COUNT * 64,
    ROW_VICTIM = ROW_TO + PIECE_TYPE_COUNT * 64,
    ROW_AROUND_TO = ROW_VICTIM + PIECE_TYPE_COUNT + 1,
    ROW_AROUND_FROM = ROW_AROUND_TO + AROUND * KINDS,
    ROW_LAST = ROW_AROUND_FROM + AROUND * KINDS,
    ROW_BOARD = ROW_LAST + 64,
    ROWS = ROW_BOARD + 2 * PIECE_TYPE_COUNT * 64,
};
_Static_assert((int)ROWS <= (int)CHOICE_ROWS, "they fit where others keep them");

static Square seen(Square square, int us)
{
    return us == WHITE ? square : square ^ 56;
}

static int kind_of(int piece, int us)
{
    return piece_type(piece) + (piece_color(piece) == us ? 0 : PIECE_TYPE_COUNT);
}

int choice_scene_rows(const struct situation *situation, uint16_t rows[CHOICE_SCENE_MAX])
{
    static const int weights[PIECE_TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
    const struct position *position = situation->position;
    int us = position->side, count = 0, phase = 0;
    for (Bitboard left = occupied(position); left && count < 32;) {
        Square square = pop_square(&left);
        int piece = position->board[square];
        phase += weights[piece_type(piece)];
        rows[count++] = (uint16_t)(ROW_BOARD + kind_of(piece, us) * 64 + seen(square, us));
    }
    rows[count++] = (uint16_t)(ROW_PHASE + (phase >= 24 ? 3 : phase / 7));
    if (situation->last != NO_MOVE)
        rows[count++] = (uint16_t)(ROW_LAST + seen(move_to(situation->last), us));
    return count;
}

static int rows_around(const struct position *position, Square square, int first, uint16_t *rows)
{
    int us = position->side, count = 0, place = 0;
    int file = square_file(square), rank = square_rank(square);
    for (int up = -2; up <= 2; up++)
        for (int right = -2; right <= 2; right++) {
            if (up == 0 && right == 0)
                continue;
            int y = us == WHITE ? rank + up : rank - up, x = file + right;
            int kind = x < 0 || x > 7 || y < 0 || y > 7 ? KINDS - 1 : NO_PIECE_TYPE;
            if (kind != KINDS - 1) {
                int piece = position->board[8 * y + x];
                kind = piece == NO_PIECE ? -1 : kind_of(piece, us);
            }
            if (kind >= 0)
                rows[count++] = (uint16_t)(first + place * KINDS + kind);
            place++;
        }
    return count;
}

int choice_move_rows(const struct situation *situation, Move move, uint16_t rows[CHOICE_MOVE_MAX])
{
    const struct position *position = situation->position;
    int us = position->side, count = 0, victim = PIECE_TYPE_COUNT;
    Square from = move_from(move), to = move_to(move);
    int type = piece_type(position->board[from]);
    if (chess_is_capture(position, move))
        victim = move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(position->board[to]);
    rows[count++] = (uint16_t)(ROW_FROM + type * 64 + seen(from, us));
    rows[count++] = (uint16_t)(ROW_TO + type * 64 + seen(to, us));
    rows[count++] = (uint16_t)(ROW_VICTIM + victim);
    count += rows_around(position, to, ROW_AROUND_TO, rows + count);
    return count + rows_around(position, from, ROW_AROUND_FROM, rows + count);
}

static void add_row(float sums[CHOICE_UNITS], float factor, const float row[CHOICE_UNITS])
{
    for (int i = 0; i < CHOICE_UNITS; i++)
        sums[i] += factor * row[i];
}

void choice_habits(const struct choice_model *model, double rating,
                   const struct situation *situation, const struct candidate candidates[],
                   int count, float features[][CHOICE_FEATURES_MAX], double habits[])
{
    uint16_t rows[CHOICE_SCENE_MAX + CHOICE_MOVE_MAX];
    float knots[CHOICE_KNOTS], scene[CHOICE_UNITS] = {0}, worth[CHOICE_UNITS] = {0};
    choice_knots(rating, knots);
    for (int k = 0; k < CHOICE_KNOTS; k++)
        add_row(scene, knots[k], model->vectors[CHOICE_ROW_KNOTS + k]);
    for (int i = choice_scene_rows(situation, rows) - 1; i >= 0; i--)
        add_row(scene, 1, model->vectors[rows[i]]);
    for (int k = 0; k < CHOICE_KNOTS; k++)
        add_row(worth, knots[k], model->vectors[CHOICE_ROWS + k]);
    for (int i = 0; i < count; i++) {
        float sums[CHOICE_UNITS];
        memcpy(sums, scene, sizeof sums);
        for (int j = 0; j < CHOICE_FEATURES; j++)
            if (features[i][j] != 0)
                add_row(sums, features[i][j], model->vectors[j]);
        for (int j = choice_move_rows(situation, candidates[i].move, rows) - 1; j >= 0; j--)
            add_row(sums, 1, model->vectors[rows[j]]);
        habits[i] = 0;
        for (int j = 0; j < CHOICE_UNITS; j++)
            habits[i] += sums[j] > 0 ? (double)(worth[j] * sums[j]) : 0;
    }
}
