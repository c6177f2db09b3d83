/* The features that need no search: what a move captures, threatens, saves and leaves in danger,
 * which way the piece goes, and how the move relates to the moves before it. */
#include "engine/human/features.h"

#include <stdlib.h>

#include "engine/rules/position.h"
#include "engine/search/see.h"

/* A move, and what its features are computed from. */
struct sight {
    const struct context *context;
    const struct position *before; /* before the move */
    struct position after;         /* after the move */
    Move move;
    int us, type;               /* color of the mover; type of the moving piece */
    int victim;                 /* the type of the captured piece, or NO_PIECE_TYPE */
    Square from, to;            /* the squares of the moving piece before and after the move; for
                                 * castling those of the king */
    int exchange;               /* gain of the exchange on the target square, in centipawns */
    Bitboard attacked, attacks; /* the squares that the moving piece attacks before and after the
                                 * move */
    float *features;
};

/* Data that are the same for all moves of a position. */
struct scene {
    Bitboard hanging;       /* pieces of the side to move that are in danger */
    float worst_hanging;    /* the value of the most valuable of these pieces, where a queen is 1 */
    Bitboard cheaply;       /* pieces of the side to move that a cheaper piece attacks */
    int cheapest_recapture; /* the type of the least valuable piece that can recapture, or
                             * NO_PIECE_TYPE */
    int phase;              /* 0 (endgame) .. 24 (middlegame) */
    int ahead;              /* the best score of all candidates, in centipawns */
};

static float of_queen(int type)
{
    return (float)see_values[type] / (float)see_values[QUEEN];
}

static int steps(Square a, Square b)
{
    int files = abs(square_file(a) - square_file(b)), ranks = abs(square_rank(a) - square_rank(b));
    return files > ranks ? files : ranks;
}

/* The rank from the view of the side `us`, 1 .. 8. */
static int rank_of(Square square, int us)
{
    return us == WHITE ? square_rank(square) + 1 : 8 - square_rank(square);
}

static Bitboard file_of(Square square)
{
    return 0x0101010101010101ULL << square_file(square);
}

/* The distance from the four central squares in king moves, 0 .. 3. */
static int from_centre(Square square)
{
    int file = square_file(square), rank = square_rank(square);
    file = file < 4 ? 3 - file : file - 4;
    rank = rank < 4 ? 3 - rank : rank - 4;
    return file > rank ? file : rank;
}

static Bitboard attacks_from(const struct position *position, Square square)
{
    int piece = position->board[square];
    if (piece_type(piece) == PAWN)
        return pawn_attacks[piece_color(piece)][square];
    return piece_attacks(piece_type(piece), square, occupied(position));
}

/* Returns whether the piece on `square` is attacked by a cheaper piece, or attacked and not
 * defended, no matter whose turn it is. Sets *cheaply to whether a cheaper piece attacks it. */
static bool is_in_danger(const struct position *position, Square square, bool *cheaply)
{
    int piece = position->board[square], color = piece_color(piece);
    Bitboard attackers = position_attackers(position, square, occupied(position));
    Bitboard enemies = attackers & position->by_color[!color];
    *cheaply = false;
    if (!enemies)
        return false;
    for (int type = PAWN; type < QUEEN; type++)
        if (see_values[type] < see_values[piece_type(piece)] - 50 &&
            (enemies & position->by_type[type]))
            *cheaply = true;
    return *cheaply || !(attackers & position->by_color[color]);
}

/* Returns the pieces of side `us` that are in danger, except its king. Sets *cheaply to those of
 * them that a cheaper piece attacks, and *worst to the value of the most valuable one, where a
 * queen is 1. */
static Bitboard hanging(const struct position *position, int us, Bitboard *cheaply, float *worst)
{
    Bitboard left = position->by_color[us] & ~position->by_type[KING], found = 0;
    *worst = 0;
    *cheaply = 0;
    while (left) {
        Square square = pop_square(&left);
        bool cheap;
        if (!is_in_danger(position, square, &cheap))
            continue;
        float worth = of_queen(piece_type(position->board[square]));
        found |= square_bit(square);
        *cheaply |= cheap ? square_bit(square) : 0;
        *worst = worth > *worst ? worth : *worst;
    }
    return found;
}

/* Returns what the exchange on the target square gains, in centipawns, to within 25. The value is
 * found by bisection, because see_at_least only compares. */
static int exchange_value(const struct position *position, Move move)
{
    int low = -1000, high = 1900;
    while (high - low > 25) {
        int middle = (low + high) / 2;
        if (see_at_least(position, move, middle))
            low = middle;
        else
            high = middle;
    }
    return low < 0 && high > 0 ? 0 : low < 0 ? high : low;
}

static void see_exchange(const struct sight *sight, const struct scene *scene)
{
    float *features = sight->features;
    const struct context *context = sight->context;
    features[CHOICE_exchange_gain] = (float)(sight->exchange > 25 ? sight->exchange : 0) / 975;
    features[CHOICE_exchange_loss] = (float)(sight->exchange < -25 ? -sight->exchange : 0) / 975;
    if (sight->victim == NO_PIECE_TYPE)
        return;
    bool even = abs(sight->exchange) <= 50;
    features[CHOICE_capture] = 1;
    features[CHOICE_capture_value] = of_queen(sight->victim);
    features[CHOICE_capture_by_pawn] = sight->type == PAWN;
    features[CHOICE_capture_cheap] =
        see_values[sight->victim] > see_values[sight->type] + 50 && sight->type != KING;
    features[CHOICE_exchange_even] = even;
    features[CHOICE_takes_queens] = even && sight->victim == QUEEN && sight->type == QUEEN;
    features[CHOICE_simplifies_ahead] = even && scene->ahead > 150;
    if (context->recent[0] == NO_MOVE || sight->to != move_to(context->recent[0]))
        return;
    if (context->previous && chess_is_capture(context->previous, context->recent[0])) {
        features[CHOICE_recapture] = 1;
        features[CHOICE_recapture_cheapest] = sight->type == scene->cheapest_recapture;
    } else {
        features[CHOICE_takes_mover] = 1;
    }
}

static void see_check(const struct sight *sight)
{
    float *features = sight->features;
    if (sight->after.checkers) {
        features[CHOICE_check] = 1;
        features[CHOICE_check_safe] = sight->exchange >= 0;
        features[CHOICE_check_capture] = sight->victim != NO_PIECE_TYPE;
    }
    if (!sight->before->checkers)
        return;
    if (sight->victim != NO_PIECE_TYPE && (sight->before->checkers & square_bit(sight->to)))
        features[CHOICE_evade_take] = 1;
    else if (sight->type == KING)
        features[CHOICE_evade_king] = 1;
    else
        features[CHOICE_evade_block] = 1;
}

static void see_threats(const struct sight *sight, const struct scene *scene)
{
    float *features = sight->features;
    const struct position *after = &sight->after;
    Bitboard enemies = sight->attacks & after->by_color[!sight->us] & ~after->by_type[KING];
    Bitboard anew = enemies & ~sight->attacked;
    int targets = (sight->attacks & pieces(after, !sight->us, KING)) != 0;
    while (enemies) {
        Square square = pop_square(&enemies);
        int type = piece_type(after->board[square]);
        bool greater = see_values[type] > see_values[sight->type] + 50;
        bool loose =
            !(position_attackers(after, square, occupied(after)) & after->by_color[!sight->us]);
        if ((!greater && !loose) || (type == PAWN && !loose))
            continue;
        targets += type != PAWN;
        if (!(anew & square_bit(square)))
            continue;
        float worth = of_queen(type);
        int feature = greater ? CHOICE_threat_greater : CHOICE_threat_loose;
        if (worth > features[feature])
            features[feature] = worth;
    }
    features[CHOICE_threat_fork] = targets > 1 && sight->type != KING;
    if (scene->hanging & square_bit(sight->from))
        features[CHOICE_rescue] = of_queen(sight->type);
    if (scene->cheaply & square_bit(sight->from))
        features[CHOICE_rescue_greater] = of_queen(sight->type);

    Bitboard cheaply;
    float worst;
    struct position others = *after;
    Bitboard left = hanging(&others, sight->us, &cheaply, &worst);
    features[CHOICE_hangs_mover] =
        left & square_bit(sight->to) && sight->exchange < 0 ? of_queen(sight->type) : 0;
    float before = 0, now = 0;
    for (Bitboard pieces = scene->hanging & ~square_bit(sight->from); pieces;) {
        float worth = of_queen(piece_type(sight->before->board[pop_square(&pieces)]));
        before = worth > before ? worth : before;
    }
    for (Bitboard pieces = left & ~square_bit(sight->to); pieces;) {
        float worth = of_queen(piece_type(after->board[pop_square(&pieces)]));
        now = worth > now ? worth : now;
    }
    features[CHOICE_hangs_other] = now;
    features[CHOICE_parries] = before > now ? before - now : 0;
    features[CHOICE_to_pawn] =
        sight->type != PAWN && sight->type != KING &&
        (pawn_attacks[sight->us][sight->to] & pieces(after, !sight->us, PAWN)) != 0;
    Bitboard guarded =
        sight->attacks & ~sight->attacked & after->by_color[sight->us] & ~after->by_type[KING];
    while (guarded) {
        Square square = pop_square(&guarded);
        float worth = of_queen(piece_type(after->board[square]));
        if ((position_attackers(after, square, occupied(after)) & after->by_color[!sight->us]) &&
            worth > features[CHOICE_protects])
            features[CHOICE_protects] = worth;
    }
}

static void see_history(const struct sight *sight)
{
    float *features = sight->features;
    Move last = sight->context->recent[0], own = sight->context->recent[1];
    if (last != NO_MOVE) {
        features[CHOICE_near_last] = 1.0F / (float)(1 + steps(sight->to, move_to(last)));
        features[CHOICE_from_near_last] = 1.0F / (float)(1 + steps(sight->from, move_to(last)));
    }
    if (own == NO_MOVE || move_kind(own) == MOVE_CASTLING)
        return;
    features[CHOICE_same_piece] = sight->from == move_to(own);
    features[CHOICE_undoes] = sight->from == move_to(own) && sight->to == move_from(own);
    features[CHOICE_near_own] = 1.0F / (float)(1 + steps(sight->to, move_to(own)));
}

static void see_direction(const struct sight *sight)
{
    float *features = sight->features;
    int ranks = rank_of(sight->to, sight->us) - rank_of(sight->from, sight->us);
    int files = abs(square_file(sight->to) - square_file(sight->from));
    int length = steps(sight->from, sight->to);
    if (sight->type == PAWN || move_kind(sight->move) == MOVE_CASTLING)
        return;
    features[CHOICE_forward] = (float)(ranks > 0 ? ranks : 0) / 7;
    features[CHOICE_backward] = (float)(ranks < 0 ? -ranks : 0) / 7;
    features[CHOICE_sideways] = ranks == 0;
    features[CHOICE_knight_back] = sight->type == KNIGHT && ranks < 0;
    if (sight->type == BISHOP || sight->type == QUEEN) {
        bool diagonal = files == abs(ranks);
        features[CHOICE_diagonal_short] = diagonal && length == 1;
        features[CHOICE_diagonal_long] = diagonal && length >= 4;
        features[CHOICE_diagonal_back] = diagonal && ranks < 0;
    }
    if (sight->type == ROOK || sight->type == QUEEN)
        features[CHOICE_line_long] = (files == 0 || ranks == 0) && length >= 4;
    if (sight->type == KING)
        return;
    features[CHOICE_mobility] = (float)(popcount(sight->attacks) - popcount(sight->attacked)) / 10;
    features[CHOICE_centre] = (float)(from_centre(sight->from) - from_centre(sight->to)) / 3;
    features[CHOICE_rim_knight] =
        sight->type == KNIGHT && (square_file(sight->to) == 0 || square_file(sight->to) == 7);
}

static int rights_of(const struct position *position, int us)
{
    return position->castling & (us == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG);
}

static void see_king(const struct sight *sight)
{
    float *features = sight->features;
    const struct position *before = sight->before, *after = &sight->after;
    if (move_kind(sight->move) == MOVE_CASTLING) {
        bool is_short = move_to(sight->move) > move_from(sight->move);
        features[is_short ? CHOICE_castles_short : CHOICE_castles_long] = 1;
        return;
    }
    features[CHOICE_loses_castling] = rights_of(before, sight->us) && !rights_of(after, sight->us);
    bool queens = (before->by_type[QUEEN] & before->by_color[!sight->us]) != 0;
    if (sight->type == KING) {
        features[CHOICE_king_walk] = queens;
        if (!queens)
            features[CHOICE_king_active] =
                (float)(from_centre(sight->from) - from_centre(sight->to));
        return;
    }
    Square enemy = king_square(after, !sight->us);
    Bitboard ring = king_attacks[enemy] | square_bit(enemy);
    features[CHOICE_king_attack] =
        (float)(popcount(sight->attacks & ring) - popcount(sight->attacked & ring)) / 4;
    features[CHOICE_threat_mate] = sight->type == QUEEN && steps(sight->to, enemy) == 2;
    if (sight->type != PAWN)
        features[CHOICE_king_nearer] =
            (float)(steps(sight->from, enemy) - steps(sight->to, enemy)) / 7;
}

static void see_pieces(const struct sight *sight, const struct scene *scene)
{
    float *features = sight->features;
    const struct position *before = sight->before, *after = &sight->after;
    int rank = rank_of(sight->to, sight->us), from_rank = rank_of(sight->from, sight->us);
    bool minor = sight->type == KNIGHT || sight->type == BISHOP;
    features[CHOICE_develops] = minor && from_rank == 1 && rank > 1;
    features[CHOICE_undevelops] =
        sight->type != ROOK && sight->type != KING && rank == 1 && from_rank > 1;
    if (sight->type == QUEEN && before->fullmove <= 10)
        features[CHOICE_queen_early] = (float)(11 - before->fullmove) / 10;
    if (sight->type == ROOK) {
        Bitboard pawns = after->by_type[PAWN] & file_of(sight->to);
        bool moved = square_file(sight->from) != square_file(sight->to);
        features[CHOICE_open_file] = moved && !pawns;
        features[CHOICE_half_open_file] = moved && pawns && !(pawns & after->by_color[sight->us]);
        features[CHOICE_seventh] = rank == 7 && from_rank != 7;
        features[CHOICE_doubles] = moved && (file_of(sight->to) & pieces(after, sight->us, ROOK) &
                                             ~square_bit(sight->to)) != 0;
    }
    features[CHOICE_outpost] =
        sight->type == KNIGHT && rank >= 5 &&
        (pawn_attacks[!sight->us][sight->to] & pieces(after, sight->us, PAWN)) != 0;
    if (sight->type == BISHOP || sight->type == ROOK || sight->type == QUEEN) {
        Bitboard now = position_pinned(after, !sight->us),
                 were = position_pinned(before, !sight->us);
        features[CHOICE_pins] =
            (now & ~were & line_squares[sight->to][king_square(after, !sight->us)]) != 0;
    }
    float weight = (float)scene->phase / 24;
    static const int kinds[PIECE_TYPE_COUNT] = {0,           CHOICE_knight, CHOICE_bishop,
                                                CHOICE_rook, CHOICE_queen,  CHOICE_king};
    static const int late[PIECE_TYPE_COUNT] = {0,
                                               CHOICE_late_knight,
                                               CHOICE_late_bishop,
                                               CHOICE_late_rook,
                                               CHOICE_late_queen,
                                               CHOICE_late_king};
    if (sight->type != PAWN) {
        features[kinds[sight->type]] = weight;
        features[late[sight->type]] = 1 - weight;
    }
}

static bool is_passed(const struct position *position, Square square, int us)
{
    Bitboard files = file_of(square), ahead = 0;
    files |= square_file(square) > 0 ? files >> 1 : 0;
    files |= square_file(square) < 7 ? file_of(square) << 1 : 0;
    for (int rank = rank_of(square, us) + 1; rank <= 8; rank++)
        ahead |= 0xFFULL << 8 * (us == WHITE ? rank - 1 : 8 - rank);
    return !(files & ahead & pieces(position, !us, PAWN));
}

static void see_pawns(const struct sight *sight)
{
    float *features = sight->features;
    const struct position *before = sight->before, *after = &sight->after;
    int us = sight->us, file = square_file(sight->to);
    Square own = king_square(after, us), enemy = king_square(after, !us);
    if (move_promotion(sight->move) != NO_PIECE_TYPE) {
        bool queen = move_promotion(sight->move) == QUEEN;
        features[queen ? CHOICE_promotes : CHOICE_underpromotes] = 1;
        return;
    }
    if (sight->type != PAWN) {
        Square front = us == WHITE ? sight->to + 8 : sight->to - 8;
        if (front >= 0 && front < 64 && after->board[front] == (!us) * PIECE_TYPE_COUNT + PAWN &&
            is_passed(after, front, !us))
            features[CHOICE_blocks_passed] = 1;
        return;
    }
    int moved = abs(square_rank(sight->to) - square_rank(sight->from));
    bool quiet = sight->victim == NO_PIECE_TYPE;
    features[CHOICE_pawn_double] = moved == 2;
    features[CHOICE_centre_pawn] = from_centre(sight->to) == 0 && quiet;
    features[CHOICE_edge_pawn] = quiet && (file == 0 || file == 7);
    features[CHOICE_luft] = quiet && moved == 1 && rank_of(sight->to, us) == 3 &&
                            steps(sight->from, own) <= 1 && (file == 0 || file == 7);
    bool near_enemy = abs(file - square_file(enemy)) <= 1,
         near_own = abs(file - square_file(own)) <= 1;
    features[CHOICE_pawn_storm] = quiet && near_enemy && !near_own && rank_of(sight->to, us) >= 4;
    features[CHOICE_shield_push] = quiet && near_own && rank_of(own, us) <= 2;
    Bitboard hits = pawn_attacks[us][sight->to] & after->by_color[!us];
    features[CHOICE_pawn_lever] = (hits & after->by_type[PAWN]) != 0;
    features[CHOICE_pawn_hits] = (hits & ~after->by_type[PAWN] & ~after->by_type[KING]) != 0;
    features[CHOICE_pawn_chain] = (pawn_attacks[!us][sight->to] & pieces(after, us, PAWN)) != 0;
    features[CHOICE_pawn_doubled] = !quiet && (file_of(sight->to) & pieces(before, us, PAWN)) != 0;
    if (is_passed(after, sight->to, us))
        features[CHOICE_passed_push] = (float)(rank_of(sight->to, us) - 1) / 7;
}

static struct scene scene_of(const struct context *context, const struct candidate candidates[],
                             int count)
{
    static const int phases[PIECE_TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
    const struct position *position = context->position;
    struct scene scene = {.cheapest_recapture = NO_PIECE_TYPE, .ahead = -SCORE_INFINITE};
    scene.hanging = hanging(position, position->side, &scene.cheaply, &scene.worst_hanging);
    for (int type = PAWN; type <= KING; type++)
        scene.phase += phases[type] * popcount(position->by_type[type]);
    scene.phase = scene.phase < 24 ? scene.phase : 24;
    for (int i = 0; i < count; i++) {
        int type = piece_type(position->board[move_from(candidates[i].move)]);
        if (candidates[i].score > scene.ahead)
            scene.ahead = candidates[i].score;
        if (context->recent[0] != NO_MOVE &&
            move_to(candidates[i].move) == move_to(context->recent[0]) &&
            type < scene.cheapest_recapture)
            scene.cheapest_recapture = type;
    }
    return scene;
}

static void see_move(const struct context *context, const struct scene *scene, Move move,
                     float *features)
{
    const struct position *before = context->position;
    struct sight sight = {.context = context,
                          .before = before,
                          .move = move,
                          .us = before->side,
                          .from = move_from(move),
                          .to = move_to(move),
                          .features = features,
                          .victim = NO_PIECE_TYPE};
    sight.type = piece_type(before->board[sight.from]);
    if (chess_is_capture(before, move))
        sight.victim =
            move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(before->board[sight.to]);
    if (move_kind(move) == MOVE_CASTLING)
        sight.to = castling_king_to(castling_index(before, move));
    position_play(before, move, &sight.after);
    sight.exchange = exchange_value(before, move);
    sight.attacked = attacks_from(before, sight.from);
    sight.attacks = attacks_from(&sight.after, sight.to);
    see_exchange(&sight, scene);
    see_check(&sight);
    see_threats(&sight, scene);
    see_history(&sight);
    see_direction(&sight);
    see_king(&sight);
    see_pieces(&sight, scene);
    see_pawns(&sight);
}

void choice_board(const struct context *context, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX])
{
    struct scene scene = scene_of(context, candidates, count);
    for (int i = 0; i < count; i++)
        see_move(context, &scene, candidates[i].move, features[i]);
}
