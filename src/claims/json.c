/* Claims as one line of JSON. */
#include "src/claims/claims.h"
#include "src/claims/geometry.h"
#include "src/util/json.h"

static void write_move(struct json *json, struct position *position, Move move)
{
    char uci[CHESS_UCI_MAX] = "0000";
    if (move != NULL_MOVE)
        chess_to_uci(position, move, uci);
    json_string(json, NULL, uci);
    if (move != NULL_MOVE)
        chess_play(position, move);
    else
        (void)!pass_move(position);
}

static void write_line(struct json *json, const struct position *start, const Move moves[],
                       int count)
{
    struct position position = *start;
    json_array(json, "line");
    for (int i = 0; i < count; i++)
        write_move(json, &position, moves[i]);
    json_end(json);
}

static void write_squares(struct json *json, const char *name, const uint8_t squares[], int count)
{
    json_array(json, name);
    for (int i = 0; i < count; i++)
        json_string(json, NULL, chess_square_name(squares[i]));
    json_end(json);
}

static void write_set(struct json *json, const char *name, Bitboard set)
{
    uint8_t squares[SQUARE_COUNT];
    int count = 0;
    while (set)
        squares[count++] = (uint8_t)pop(&set);
    if (count)
        write_squares(json, name, squares, count);
}

static void write_claim(struct json *json, const struct claims *claims, const struct claim *claim)
{
    char words[CLAIM_WORDS_MAX];
    const char *kind = claim_kind_name((enum claim_kind)claim->kind);
    const char *role = claim_role_name((enum claim_role)claim->role);
    claim_sentence(claims, claim, words, sizeof words);
    json_object(json, NULL);
    json_string(json, "kind", *role ? role : kind);
    if (*role)
        json_string(json, "what", kind);
    if (claim->merit != CLAIM_NONE)
        json_string(json, "merit", claim_kind_name((enum claim_kind)claim->merit));
    json_string(json, "side", chess_color_name(claim->side));
    if (claim->by != NO_SQUARE)
        json_string(json, "by", chess_square_name(claim->by));
    write_squares(json, "targets", claim->targets, claim->target_count);
    write_set(json, "attackers", claim->attackers);
    write_set(json, "defenders", claim->defenders);
    json_int(json, "at", claim->at);
    write_line(json, &claims->position, claim->line, claim->length);
    json_int(json, "material", claim->material);
    json_int(json, "score", claim->score);
    if (claim->mate)
        json_int(json, "mate", claim->mate);
    json_int(json, "depth", claim->depth);
    json_uint(json, "nodes", claim->nodes);
    if (claim->confirmed != SCORE_NONE) {
        json_object(json, "confirmed");
        json_int(json, "score", claim->confirmed);
        json_int(json, "depth", claim->confirmed_depth);
        json_uint(json, "nodes", claim->confirmed_nodes);
        json_end(json);
    }
    json_bool(json, "proved", claim->proved);
    json_string(json, "words", words);
    json_end(json);
}

void claims_json(FILE *out, const struct claims *claims, const char *id)
{
    struct json json = json_begin(out);
    char fen[CHESS_FEN_MAX], uci[CHESS_UCI_MAX];
    chess_to_fen(&claims->position, fen);
    json_object(&json, NULL);
    if (id)
        json_string(&json, "id", id);
    json_string(&json, "fen", fen);
    if (claims->last != NO_MOVE) {
        struct position before = claims->position;
        before.side = !before.side; /* for the notation of castling */
        chess_to_uci(&before, claims->last, uci);
        json_string(&json, "last", uci);
    }
    if (claims->best.length > 0) {
        chess_to_uci(&claims->position, claims->best.moves[0], uci);
        json_string(&json, "best", uci);
    }
    json_int(&json, "score", claims->best.score);
    write_line(&json, &claims->position, claims->best.moves, claims->best.length);
    if (claims->played != NO_MOVE) {
        chess_to_uci(&claims->position, claims->played, uci);
        json_string(&json, "played", uci);
        json_int(&json, "loss", claims->loss);
    }
    json_uint(&json, "nodes", claims->nodes);
    json_array(&json, "claims");
    for (int i = 0; i < claims->count; i++)
        write_claim(&json, claims, &claims->list[i]);
    json_end(&json);
    json_end(&json);
}
