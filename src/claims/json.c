/* Claims as one line of JSON. */
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/geometry.h"
#include "src/util/text.h"

static void write_move(FILE *out, struct position *position, Move move)
{
    char uci[CHESS_UCI_MAX] = "0000";
    if (move != NULL_MOVE)
        chess_to_uci(position, move, uci);
    fprintf(out, "\"%s\"", uci);
    if (move != NULL_MOVE)
        chess_play(position, move);
    else if (!pass_move(position))
        return;
}

static void write_line(FILE *out, const struct position *start, const Move moves[], int count)
{
    struct position position = *start;
    fputc('[', out);
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : "", out);
        write_move(out, &position, moves[i]);
    }
    fputc(']', out);
}

static void write_squares(FILE *out, const char *name, const uint8_t squares[], int count)
{
    fprintf(out, ", \"%s\": [", name);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", chess_square_name(squares[i]));
    fputc(']', out);
}

static void write_set(FILE *out, const char *name, Bitboard set)
{
    uint8_t squares[SQUARE_COUNT];
    int count = 0;
    while (set)
        squares[count++] = (uint8_t)pop(&set);
    if (count)
        write_squares(out, name, squares, count);
}

static void write_claim(FILE *out, const struct claims *claims, const struct claim *claim)
{
    char words[CLAIM_WORDS_MAX];
    const char *kind = claim_kind_name((enum claim_kind)claim->kind);
    const char *role = claim_role_name((enum claim_role)claim->role);
    fputs("{\"kind\": ", out);
    text_json(out, *role ? role : kind);
    if (*role) {
        fputs(", \"what\": ", out);
        text_json(out, kind);
    }
    fprintf(out, ", \"side\": \"%s\"", chess_color_name(claim->side));
    if (claim->by != NO_SQUARE)
        fprintf(out, ", \"by\": \"%s\"", chess_square_name(claim->by));
    write_squares(out, "targets", claim->targets, claim->target_count);
    write_set(out, "attackers", claim->attackers);
    write_set(out, "defenders", claim->defenders);
    fprintf(out, ", \"at\": %d, \"line\": ", claim->at);
    write_line(out, &claims->position, claim->line, claim->length);
    fprintf(out, ", \"material\": %d, \"score\": %d", claim->material, claim->score);
    if (claim->mate)
        fprintf(out, ", \"mate\": %d", claim->mate);
    fprintf(out, ", \"depth\": %d, \"nodes\": %llu", claim->depth,
            (unsigned long long)claim->nodes);
    if (claim->confirmed != SCORE_NONE)
        fprintf(out, ", \"confirmed\": {\"score\": %d, \"depth\": %d, \"nodes\": %llu}",
                claim->confirmed, claim->confirmed_depth,
                (unsigned long long)claim->confirmed_nodes);
    fprintf(out, ", \"proved\": %s, \"words\": ", claim->proved ? "true" : "false");
    claim_sentence(claims, claim, words, sizeof words);
    text_json(out, words);
    fputc('}', out);
}

void claims_json(FILE *out, const struct claims *claims, const char *id)
{
    char fen[CHESS_FEN_MAX], uci[CHESS_UCI_MAX];
    chess_to_fen(&claims->position, fen);
    fputc('{', out);
    if (id) {
        fputs("\"id\": ", out);
        text_json(out, id);
        fputs(", ", out);
    }
    fputs("\"fen\": ", out);
    text_json(out, fen);
    if (claims->best.length > 0) {
        chess_to_uci(&claims->position, claims->best.moves[0], uci);
        fprintf(out, ", \"best\": \"%s\"", uci);
    }
    fprintf(out, ", \"score\": %d, \"line\": ", claims->best.score);
    write_line(out, &claims->position, claims->best.moves, claims->best.length);
    if (claims->played != NO_MOVE) {
        chess_to_uci(&claims->position, claims->played, uci);
        fprintf(out, ", \"played\": \"%s\", \"loss\": %d", uci, claims->loss);
    }
    fprintf(out, ", \"nodes\": %llu, \"claims\": [", (unsigned long long)claims->nodes);
    for (int i = 0; i < claims->count; i++) {
        fputs(i ? ", " : "", out);
        write_claim(out, claims, &claims->list[i]);
    }
    fputs("]}", out);
}
