/* The reasons for a mistake that no tactic explains: why the better move was better, and what the
 * best reply does. */
#include <string.h>

#include "src/claims/gather/gather.h"
#include "src/claims/prevent.h"

enum { LARGE = 300, CLEAR_LOSS = 250, QUIET_LOSS = 70, BETTER_PLIES = 5, SEEN_PLIES = 8 };

/* The simple merits of a move, which every player sees on the board, the best reason first. Those
 * from CLAIM_CASTLES on are reasons for a better move only: the reply to a mistake must do more. */
static const uint8_t merits[] = {
    CLAIM_ATTACKS,   CLAIM_SAVES,   CLAIM_PASSED_PAWN, CLAIM_EXCHANGES,   CLAIM_OUTPOST,
    CLAIM_OPEN_FILE, CLAIM_CASTLES, CLAIM_DEVELOPS,    CLAIM_KING_ACTIVE, CLAIM_IDLE_PIECE,
    CLAIM_CENTRE,    CLAIM_FREES,   CLAIM_AIMS};

/* The place of the kind in `merits`; sizeof merits if it is not there. */
static int place_of_merit(int kind)
{
    const uint8_t *found = memchr(merits, kind, sizeof merits);
    return found ? (int)(found - merits) : (int)sizeof merits;
}

/* Sets the claim's merit to the most concrete simple merit of the part's first move. The claim is
 * about a better move or a best reply. A better move gets no merit that the move played has,
 * too. */
static void add_merit(const struct claims *claims, struct claim *claim, const struct part *part)
{
    struct claim list[CLAIMS_MAX], own[CLAIMS_MAX];
    bool reply = claim->kind == CLAIM_REPLY, falls = !reply && loses_at_once(claims);
    struct part plain = *part;
    plain.role = CLAIM_ROLE_DOES; /* in this role an attack counts even if the line does not win
                                   * what it attacks */
    struct evidence line = played_line(claims);
    struct part played = whole_line(claims, CLAIM_ROLE_DOES, &line);
    int count = find_quiet(&plain, list), own_count = reply ? 0 : find_quiet(&played, own);
    int first = reply   ? place_of_merit(CLAIM_CASTLES)
                : falls ? place_of_merit(CLAIM_PASSED_PAWN) /* the move played loses material, which
                                                             * matters more than quiet merits */
                        : (int)sizeof merits;
    const struct claim *best = NULL;
    for (int i = 0; i < count; i++) {
        int place = place_of_merit(list[i].kind);
        if (falls && list[i].kind == CLAIM_SAVES)
            place = -1; /* to save the piece that is lost matters most */
        bool merit = place < first &&
                     (reply || list[i].kind == CLAIM_EXCHANGES || is_advantage(claims, &list[i]));
        if (list[i].kind == CLAIM_EXCHANGES) /* suits only a side that is not worse; that pawns are
                                                exchanged says little */
            merit = merit && part->evidence->score >= 0 && claim->length >= list[i].length &&
                    type_at(&part->start, move_from(list[i].line[0])) != PAWN;
        for (int k = 0; k < own_count; k++)
            merit = merit && own[k].kind != list[i].kind;
        if (merit) {
            best = &list[i];
            first = place;
        }
    }
    if (!best)
        return;
    claim->merit = best->kind;
    claim->target_count = best->target_count;
    memcpy(claim->targets, best->targets, sizeof claim->targets);
}

/* If the better move gives check and has no other simple merit, its merit is what the side's next
 * move in the line attacks. */
static void add_merit_after_check(const struct claims *claims, struct claim *claim,
                                  const struct walk *walk)
{
    struct claim list[CLAIMS_MAX];
    struct evidence rest = {.score = claims->best.score, .length = walk->length - 2};
    if (claim->merit != CLAIM_NONE || claim->length < 3 || !walk->at[1].checkers ||
        chess_is_capture(&walk->at[0], walk->moves[0]) || walk->at[3].checkers)
        return;
    memcpy(rest.moves, walk->moves + 2, (size_t)rest.length * sizeof *rest.moves);
    struct part part = {
        .role = CLAIM_ROLE_DOES, .start = walk->at[2], .last = NO_MOVE, .evidence = &rest};
    int count = find_quiet(&part, list);
    for (int i = 0; i < count; i++) {
        if (list[i].kind != CLAIM_ATTACKS)
            continue;
        claim->merit = CLAIM_ATTACKS;
        claim->at = 2;
        claim->target_count = list[i].target_count;
        memcpy(claim->targets, list[i].targets, sizeof claim->targets);
        return;
    }
}

/* If the move played takes back at once, and the better move gives check or captures something else
 * before it takes back, sets the merit to CLAIM_INTERMEDIATE. */
static void add_merit_in_between(const struct claims *claims, struct claim *claim,
                                 const struct walk *walk)
{
    Square square = move_to(claims->last);
    bool forcing = walk->length > 0 &&
                   (walk->at[1].checkers || chess_is_capture(&walk->at[0], walk->moves[0]));
    if (claims->last == NO_MOVE || claims->last_captured == NO_PIECE_TYPE || !forcing ||
        claim->length < 3 || move_to(claims->played) != square ||
        move_to(walk->moves[0]) == square || move_to(walk->moves[2]) != square ||
        type_at(&walk->at[2], square) == NO_PIECE_TYPE ||
        walk->at[2].board[square] != walk->at[0].board[square])
        return;
    claim->merit = CLAIM_INTERMEDIATE;
    claim->target_count = 1;
    claim->targets[0] = (uint8_t)square;
}

/* Finds a piece of this type that the opponent captures in `line` without being recaptured at once,
 * and that still is on its square at the end of `other`. Returns its square, or NO_SQUARE if there
 * is no such piece. */
static Square lost_only_in(const struct walk *line, const struct walk *other, int type)
{
    const struct position *begin = &line->at[0], *end = &other->at[other->reach];
    for (int i = 1; i < line->reach; i += 2) {
        Square square = move_to(line->moves[i]);
        bool retaken = i + 1 < line->length && move_to(line->moves[i + 1]) == square;
        if (captured_by(&line->at[i], line->moves[i]) == type && !retaken &&
            move_kind(line->moves[i]) != MOVE_EN_PASSANT &&
            begin->board[square] == line->at[i].board[square] &&
            begin->board[square] == end->board[square])
            return square;
    }
    return NO_SQUARE;
}

/* How many centipawns the side lost by the last move; winning these back is no gain. If the last
 * move is not known, returns how much the side is behind in material. */
static int owed(const struct claims *claims)
{
    int behind = -material_of(&claims->position, claims->position.side);
    return claims->last != NO_MOVE ? piece_worth(claims->last_captured) : behind > 0 ? behind : 0;
}

/* Whether the loss is large and `more`, a difference in material in centipawns, explains too little
 * of it. */
static bool is_little(const struct claims *claims, int more)
{
    return claims->loss >= CLEAR_LOSS && 5 * more < 2 * claims->loss;
}

/* Compares the material at the end of the better move's line with that at the end of the line of
 * the move played. If the difference explains the loss in score, sets the merit to CLAIM_KEEPS and
 * `won` to the material that the better move does not lose. */
static void add_material(const struct claims *claims, struct claim *claim, const struct walk *best)
{
    struct walk played;
    struct evidence line = played_line(claims);
    int won[PIECE_TYPE_COUNT], kept[PIECE_TYPE_COUNT], promotions, others, debt = owed(claims);
    walk_line(&played, &claims->position, line.moves, line.length);
    int gain = best->material[best->reach], loss = -played.material[played.reach];
    int more = gain + loss, expected = more < LARGE ? more : LARGE;
    walk_count(best, best->reach, won, &promotions);
    walk_count(&played, played.reach, kept, &others);
    if (played.end > SEEN_PLIES || best->reach == 0 || played.reach == 0 || more < WORTH_SAYING ||
        promotions || others || 2 * claims->loss < expected || is_little(claims, more) ||
        mate_in(claims->best.score) != 0 || mate_in(claims->answer.score) != 0)
        return;
    bool wins = gain - debt >= WORTH_SAYING; /* if so, the claim names only what the move played
                                              * loses */
    if (loss + debt < WORTH_SAYING || (wins && debt > 0))
        return;
    int single = NO_PIECE_TYPE, kinds = 0;
    bool priced = false;
    for (int type = PAWN; type < KING; type++) {
        won[type] = (wins ? 0 : won[type]) - kept[type];
        kinds += won[type] != 0;
        priced |= won[type] < 0;
        if (won[type] == 1)
            single = type;
    }
    char words[32];
    claim_material_words(won, words, sizeof words);
    if ((priced && strcmp(words, "the exchange") != 0) || won[PAWN] > 2)
        return; /* an uneven trade, or more than two pawns: no clear reason */
    memcpy(claim->won, won, sizeof won);
    claim->merit = CLAIM_KEEPS;
    if (kinds == 1 && single != NO_PIECE_TYPE) {
        Square square = lost_only_in(&played, best, single);
        if (square != NO_SQUARE)
            claim->targets[claim->target_count++] = (uint8_t)square;
    }
}

/* Whether the better move's line wins material, and the line of the move played at most half as
 * much. If so, ends the claim's line where the material is won. */
static bool add_win(const struct claims *claims, struct claim *claim, const struct walk *best)
{
    struct walk played;
    struct evidence line = played_line(claims);
    int debt = owed(claims);
    bool same = chess_is_capture(&claims->position, claims->played) &&
                move_to(claims->played) == move_to(best->moves[0]); /* both take the same piece */
    walk_line(&played, &claims->position, line.moves, line.length);
    int gain = best->gain - debt, more = best->gain - played.material[played.reach];
    int expected = more < LARGE ? more : LARGE;
    walk_count(best, best->end, claim->won, &claim->promotions);
    char words[32];
    claim_material_words(claim->won, words, sizeof words);
    for (int type = KNIGHT; type < KING; type++) {
        if (claim->won[type] < 0 && strcmp(words, "the exchange") != 0)
            return false; /* an uneven trade of pieces is no clear reason */
    }
    if (same || played.end > SEEN_PLIES || best->end == 0 || best->end > SEEN_PLIES ||
        played.reach == 0 || gain < WORTH_SAYING || 2 * more < gain || more < WORTH_SAYING ||
        claim->promotions || is_little(claims, more) || 3 * claims->loss < expected ||
        mate_in(claims->best.score) != 0 || mate_in(claims->answer.score) != 0)
        return false;
    claim->merit = CLAIM_WINS;
    claim->length = best->end;
    memcpy(claim->line, best->moves, (size_t)claim->length * sizeof *claim->line);
    claim->material = best->gain;
    return true;
}

/* Whether the king must move out of the check: every other move loses material. */
static bool must_move_king(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        struct position next = *position;
        if (type_at(position, move_from(moves[i])) == KING)
            continue;
        int taken = piece_worth(captured_by(position, moves[i]));
        chess_play(&next, moves[i]);
        if (material_open(&next) - taken < piece_worth(PAWN))
            return false;
    }
    return position->checkers != 0;
}

/* Whether the line begins with a check that forces the opponent to move the king and so to lose the
 * right to castle. */
static bool prevents_castling(const struct walk *walk)
{
    static const int rights[COLOR_COUNT] = {WHITE_SHORT | WHITE_LONG, BLACK_SHORT | BLACK_LONG};
    return walk->length > 1 && (walk->at[1].castling & rights[!walk->side]) &&
           type_at(&walk->at[1], move_from(walk->moves[1])) == KING && must_move_king(&walk->at[1]);
}

void claims_add_better(struct claims *claims)
{
    if (claims->best.length == 0)
        return;
    struct claim better = {.kind = CLAIM_BETTER,
                           .side = claims->position.side,
                           .by = NO_SQUARE,
                           .score = claims->best.score,
                           .confirmed = SCORE_NONE};
    struct part part = whole_line(claims, CLAIM_ROLE_MISSED, &claims->best);
    struct walk walk;
    struct claim wins = better;
    walk_line(&walk, &part.start, claims->best.moves, claims->best.length);
    if (add_win(claims, &wins, &walk))
        place_claim(claims, &part, &wins);
    better.length = walk.length < BETTER_PLIES ? walk.length : BETTER_PLIES;
    while (better.length > 1 && !walk.quiet[better.length])
        better.length--;
    better.material = walk.material[better.length];
    memcpy(better.line, claims->best.moves, (size_t)better.length * sizeof *better.line);
    add_material(claims, &better, &walk);
    if (better.merit == CLAIM_NONE)
        add_merit(claims, &better, &part);
    bool small =
        better.merit != CLAIM_KEEPS && better.merit != CLAIM_ATTACKS && better.merit != CLAIM_SAVES;
    if (small && claims->loss >= QUIET_LOSS && reply_is_prevented(claims)) {
        better.merit = CLAIM_PREVENTS;
        better.target_count = 0;
    } else if (small && prevents_castling(&walk)) {
        better.merit = CLAIM_UNCASTLES;
        better.target_count = 0;
    }
    add_merit_after_check(claims, &better, &walk);
    add_merit_in_between(claims, &better, &walk);
    place_claim(claims, &part, &better);
}

void add_reply(struct claims *claims)
{
    struct part part = answer_to_played(claims);
    struct walk walk;
    walk_line(&walk, &part.start, claims->answer.moves, claims->answer.length);
    bool retakes =
        part.last != NO_MOVE && walk.length > 0 && move_to(walk.moves[0]) == move_to(part.last);
    if (walk.length == 0 || retakes) /* taking back is expected and explains nothing */
        return;
    struct claim reply = {.kind = CLAIM_REPLY,
                          .side = part.start.side,
                          .by = (uint8_t)move_to(walk.moves[0]),
                          .score = claims->answer.score,
                          .confirmed = SCORE_NONE};
    reply.length = walk.length < BETTER_PLIES ? walk.length : BETTER_PLIES;
    while (reply.length > 1 && !walk.quiet[reply.length])
        reply.length--;
    reply.material = walk.material[reply.length];
    memcpy(reply.line, walk.moves, (size_t)reply.length * sizeof *reply.line);
    add_merit(claims, &reply, &part);
    if (reply.merit != CLAIM_ATTACKS && prevents_castling(&walk)) {
        reply.merit = CLAIM_UNCASTLES;
        reply.target_count = 0;
    }
    place_claim(claims, &part, &reply);
}
