/* The reasons for a mistake that no tactic explains: why the better move was better, and what the
 * best reply does. */
#include <stdlib.h>
#include <string.h>

#include "src/claims/gather/gather.h"
#include "src/claims/geometry.h"
#include "src/claims/prevent.h"
#include "src/claims/quiet.h"

enum {
    LARGE = 300,
    CLEAR_LOSS = 250,
    QUIET_LOSS = 70,
    QUIET_MAX = 80, /* centipawns: a quiet merit explains only a smaller loss */
    KING_MAX = 200, /* centipawns: an active king explains only a smaller loss */
    LEVEL = 25,     /* centipawns: a score within this of 0 counts as a draw */
    EVEN = 100,     /* centipawns: a smaller advantage is not clear. A side that is worse by more
                     * avoids exchanges */
    BETTER_PLIES = 5,
    SEEN_PLIES = 8,
    CHECKS = 3, /* checks in a row that make a reply strong */
    CHECKED_PLIES = 2 * CHECKS - 1,
    PAWN_PLIES = 5 /* less than a knight lost later than this is no reason for a mistake */
};

/* The simple merits of a move, which every player sees on the board, the best reason first. Those
 * from CLAIM_CASTLES on are reasons for a better move only: the reply to a mistake must do more.
 * In an ending, CLAIM_KING_ACTIVE is also one for a reply. */
static const uint8_t merits[] = {
    CLAIM_ATTACKS,   CLAIM_SAVES,   CLAIM_PASSED_PAWN, CLAIM_EXCHANGES,   CLAIM_OUTPOST,
    CLAIM_OPEN_FILE, CLAIM_CASTLES, CLAIM_DEVELOPS,    CLAIM_KING_ACTIVE, CLAIM_IDLE_PIECE,
    CLAIM_CENTRE,    CLAIM_FREES,   CLAIM_ESCAPE,      CLAIM_AIMS};

/* The place of the kind in `merits`; sizeof merits if it is not there. */
static int place_of_merit(int kind)
{
    const uint8_t *found = memchr(merits, kind, sizeof merits);
    return found ? (int)(found - merits) : (int)sizeof merits;
}

/* How many centipawns the side lost by the last move; winning these back is no gain. If the last
 * move is not known, but the side is behind and the best move captures about as much, returns how
 * much it is behind. */
static int owed(const struct claims *claims)
{
    const struct position *position = &claims->position;
    if (claims->last != NO_MOVE)
        return piece_worth(claims->last_captured);
    int behind = -material_of(position, position->side);
    int taken = piece_worth(captured_by(position, claims->best.moves[0]));
    return 2 * behind >= taken && taken > 0 && abs(taken - behind) <= 2 * piece_worth(PAWN)
               ? behind
               : 0;
}

/* Sets the claim's merit, with the targets of `found`. Returns true. */
static bool set_merit(struct claim *claim, int kind, const struct claim *found)
{
    claim->merit = (uint8_t)kind;
    claim->target_count = found ? found->target_count : 0;
    if (found)
        memcpy(claim->targets, found->targets, sizeof claim->targets);
    return true;
}

/* What a claim about a better move or a best reply is made from. */
struct source {
    const struct claims *claims;
    const struct part *part;
    const struct walk *walk; /* the part's line */
};

/* Whether both claims are about attacks, and the better move attacks a piece worth more than the
 * move played does, or is the only one of the two that wins what it attacks (wins_target). */
static bool attacks_more(const struct source *from, const struct claim *better,
                         const struct claim *own)
{
    struct position after = from->claims->position;
    chess_play(&after, from->claims->played);
    return better->kind == CLAIM_ATTACKS && own->kind == CLAIM_ATTACKS &&
           (piece_worth(type_at(&from->walk->at[1], better->targets[0])) >
                piece_worth(type_at(&after, own->targets[0])) ||
            wins_target(from->claims, better->targets[0]));
}

/* Whether both claims are about passed pawns, but about different ones. */
static bool is_other_pawn(const struct claim *better, const struct claim *own)
{
    return better->kind == CLAIM_PASSED_PAWN && own->kind == CLAIM_PASSED_PAWN &&
           square_file(better->targets[0]) != square_file(own->targets[0]);
}

/* Finds the most concrete simple merit of the part's first move among the first `first` kinds of
 * `merits`. A better move gets no merit that the move played has, too. */
static bool find_among(const struct source *from, struct claim *claim, int first)
{
    const struct claims *claims = from->claims;
    const struct part *part = from->part;
    struct claim list[CLAIMS_MAX], own[CLAIMS_MAX];
    bool reply = claim->kind == CLAIM_REPLY, falls = !reply && loses_at_once(claims);
    struct part plain = *part;
    plain.role = CLAIM_ROLE_DOES; /* in this role an attack counts even if the line does not win
                                   * what it attacks */
    struct evidence line = played_line(claims);
    struct part played = whole_line(claims, CLAIM_ROLE_DOES, &line);
    int count = find_quiet(&plain, list), own_count = reply ? 0 : find_quiet(&played, own);
    const struct claim *best = NULL;
    for (int i = 0; i < count; i++) {
        int place = falls && list[i].kind == CLAIM_SAVES /* matters most if a piece is lost */
                        ? -1
                        : place_of_merit(list[i].kind);
        bool merit = place < first &&
                     (reply || list[i].kind == CLAIM_EXCHANGES || is_advantage(claims, &list[i]));
        if (list[i].kind == CLAIM_EXCHANGES) /* suits only a side that is not worse; that pawns are
                                                exchanged says little */
            merit = merit && part->evidence->score >= -EVEN && claim->length >= list[i].length &&
                    type_at(&part->start, move_from(list[i].line[0])) != PAWN;
        for (int k = 0; k < own_count; k++)
            merit = merit && (own[k].kind != list[i].kind || is_other_pawn(&list[i], &own[k]) ||
                              attacks_more(from, &list[i], &own[k]));
        if (merit) {
            best = &list[i];
            first = place;
        }
    }
    return best && set_merit(claim, best->kind, best);
}

/* Whether the better move attacks or saves something. */
static bool find_clear(const struct source *from, struct claim *claim)
{
    return find_among(from, claim, place_of_merit(CLAIM_PASSED_PAWN));
}

/* Whether the better move or the reply has another simple merit. Most of these are quiet, such as
 * an outpost or an open file, and explain only a loss below QUIET_MAX; a king that becomes active
 * explains one below KING_MAX. Of a larger loss only a reply that captures and so exchanges is
 * named. A better move gets no merit either if the move played loses material, which matters
 * more. */
static bool find_simple(const struct source *from, struct claim *claim)
{
    const struct position *start = &from->walk->at[0];
    Move move = from->walk->moves[0];
    bool reply = claim->kind == CLAIM_REPLY, captures = chess_is_capture(start, move);
    bool large = from->claims->slip >= QUIET_MAX;
    bool step = type_at(start, move_from(move)) == KING && move_kind(move) != MOVE_CASTLING &&
                is_ending(start) && from->claims->slip < KING_MAX;
    int kinds = !reply ? (int)sizeof merits
                : step ? place_of_merit(CLAIM_KING_ACTIVE) + 1
                       : place_of_merit(CLAIM_CASTLES);
    if ((large && !step && !(reply && captures)) || (!reply && loses_at_once(from->claims)) ||
        !find_among(from, claim, kinds))
        return false;
    if (!large || claim->merit == CLAIM_EXCHANGES || (step && claim->merit == CLAIM_KING_ACTIVE))
        return true;
    set_merit(claim, CLAIM_NONE, NULL);
    return false;
}

/* Whether the move pins a piece to its king. */
static bool find_new_pin(const struct source *from, struct claim *claim)
{
    const struct position *before = &from->walk->at[0], *after = &from->walk->at[1];
    int side = from->walk->side;
    Square to = move_to(from->walk->moves[0]);
    Bitboard set = pinned(after, !side) & ~pinned(before, !side) & ~after->by_type[PAWN];
    while (set && exchange(after, to, !side) == 0) {
        Square front = pop(&set);
        struct claim pin = {.target_count = 2,
                            .targets = {(uint8_t)front, (uint8_t)king_of(after, !side)}};
        if (pinner_of(after, front) == to) {
            claim->by = (uint8_t)to;
            return set_merit(claim, CLAIM_PIN, &pin);
        }
    }
    return false;
}

/* If the better move gives check or takes something, its merit is what the side's next move in the
 * line attacks. After a capture, a pawn is too little. */
static bool find_next_attack(const struct source *from, struct claim *claim)
{
    const struct walk *walk = from->walk;
    struct claim list[CLAIMS_MAX];
    struct evidence rest = {.score = from->claims->best.score, .length = walk->length - 2};
    bool takes = chess_is_capture(&walk->at[0], walk->moves[0]);
    if (claim->length < 3 || (!walk->at[1].checkers && !takes) || walk->at[3].checkers)
        return false;
    memcpy(rest.moves, walk->moves + 2, (size_t)rest.length * sizeof *rest.moves);
    struct part part = {
        .role = CLAIM_ROLE_DOES, .start = walk->at[2], .last = NO_MOVE, .evidence = &rest};
    int count = find_quiet(&part, list);
    for (int i = 0; i < count; i++) {
        if (list[i].kind != CLAIM_ATTACKS ||
            (takes && type_at(&walk->at[3], list[i].targets[0]) == PAWN))
            continue;
        claim->at = 2;
        return set_merit(claim, CLAIM_ATTACKS, &list[i]);
    }
    return false;
}

/* Whether the side's next move in the line takes something and so is ahead, although the first move
 * took nothing or only exchanged. */
static bool find_next_capture(const struct source *from, struct claim *claim)
{
    const struct walk *walk = from->walk;
    if (walk->length < 3 || claim->length < 3 || !chess_is_capture(&walk->at[2], walk->moves[2]))
        return false;
    Square square = move_to(walk->moves[2]);
    struct claim next = {.target_count = 1, .targets = {(uint8_t)square}};
    const struct claims *claims = from->claims;
    bool reply = claim->kind == CLAIM_REPLY;
    bool same = !reply && chess_is_capture(&claims->position, claims->played) &&
                move_to(claims->played) == move_to(walk->moves[0]); /* both take the same piece */
    int debt = reply ? from->part->taken : owed(claims);
    if (type_at(&walk->at[2], square) == NO_PIECE_TYPE || move_to(walk->moves[1]) == square ||
        !walk->quiet[3] || walk->material[3] - debt < WORTH_SAYING ||
        (!same && walk->material[1] - debt >= WORTH_SAYING) ||
        (!reply && goes_for(claims, square)))
        return false;
    claim->at = 2;
    return set_merit(claim, CLAIM_TAKES, &next);
}

/* Whether the move played takes back at once, and the better move gives check or captures something
 * else before it takes back. */
static bool find_in_between(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    const struct walk *walk = from->walk;
    Square square = move_to(claims->last);
    struct claim back = {.target_count = 1, .targets = {(uint8_t)square}};
    bool forcing = walk->at[1].checkers || chess_is_capture(&walk->at[0], walk->moves[0]);
    return claims->last != NO_MOVE && claims->last_captured != NO_PIECE_TYPE && forcing &&
           claim->length >= 3 && move_to(claims->played) == square &&
           move_to(walk->moves[0]) != square && move_to(walk->moves[2]) == square &&
           type_at(&walk->at[2], square) != NO_PIECE_TYPE &&
           walk->at[2].board[square] == walk->at[0].board[square] &&
           set_merit(claim, CLAIM_INTERMEDIATE, &back);
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

/* Whether the loss is large and `more`, a difference in material in centipawns, explains too little
 * of it. */
static bool is_little(const struct claims *claims, int more)
{
    return claims->loss >= CLEAR_LOSS && 5 * more < 2 * claims->loss;
}

/* Compares the material at the end of the better move's line with that at the end of the line of
 * the move played. If the difference explains the loss in score, sets the merit to CLAIM_KEEPS and
 * `won` to the material that the better move does not lose. */
static bool find_kept(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    const struct walk *best = from->walk;
    struct walk played;
    struct evidence line = played_line(claims);
    int won[PIECE_TYPE_COUNT], kept[PIECE_TYPE_COUNT], promotions, others, debt = owed(claims);
    walk_line(&played, &claims->position, line.moves, line.length);
    int gain = best->material[best->reach], loss = -played.material[played.reach];
    int more = gain + loss, expected = more < LARGE ? more : LARGE;
    walk_count(best, best->reach, won, &promotions);
    walk_count(&played, played.reach, kept, &others);
    int seen = more < piece_worth(KNIGHT) ? PAWN_PLIES : SEEN_PLIES;
    if (played.end > seen || best->reach == 0 || played.reach == 0 || more < WORTH_SAYING ||
        promotions || others || 2 * claims->slip < expected || is_little(claims, more) ||
        mate_in(claims->best.score) != 0 || mate_in(claims->answer.score) != 0)
        return false;
    bool wins = gain - debt >= WORTH_SAYING; /* if so, the claim names only what the move played
                                              * loses */
    if (loss + debt < WORTH_SAYING || (wins && (debt > 0 || is_little(claims, loss))))
        return false;
    int single = NO_PIECE_TYPE, kinds = 0;
    bool priced = false;
    for (int type = PAWN; type < KING; type++)
        won[type] = (wins ? 0 : won[type]) - kept[type];
    settle_minors(won);
    for (int type = PAWN; type < KING; type++) {
        kinds += won[type] != 0;
        priced |= won[type] < 0;
        if (won[type] == 1)
            single = type;
    }
    char words[32];
    claim_material_words(won, words, sizeof words);
    if ((priced && strcmp(words, "the exchange") != 0) || won[PAWN] > 1)
        return false; /* an uneven trade, or more than one pawn: no clear reason */
    memcpy(claim->won, won, sizeof won);
    Square square = kinds == 1 && single != NO_PIECE_TYPE ? lost_only_in(&played, best, single)
                                                          : NO_SQUARE;
    struct claim kept_piece = {.target_count = 1, .targets = {(uint8_t)square}};
    return set_merit(claim, CLAIM_KEEPS, square == NO_SQUARE ? NULL : &kept_piece);
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

/* The most valuable piece or pawn that the move leading from `before` to `after` attacks, and that
 * could not be captured with a gain before; NO_SQUARE if there is no such piece. */
static Square newly_attacked(const struct position *before, const struct position *after, Move move)
{
    int side = before->side;
    for (int type = QUEEN; type >= PAWN; type--) {
        Bitboard set = chess_attacks(after, move_to(move)) & after->by_color[!side] &
                       after->by_type[type];
        while (set) {
            Square square = pop(&set);
            if (exchange(after, square, side) >= piece_worth(PAWN) &&
                exchange(before, square, side) <= 0)
                return square;
        }
    }
    return NO_SQUARE;
}

/* Whether the line begins with a check that attacks something else, too, and whatever the opponent
 * replies, it loses material. If another piece gives the check (a discovered check), the merit is
 * an attack, not a fork. */
static bool find_check_attack(const struct source *from, struct claim *claim)
{
    const struct walk *walk = from->walk;
    const struct position *before = &walk->at[0], *after = &walk->at[1];
    if (walk->length < 2 || !after->checkers || chess_is_capture(before, walk->moves[0]) ||
        !every_move_loses(after, false))
        return false;
    Square target = newly_attacked(before, after, walk->moves[0]);
    struct claim fork = {.target_count = 2,
                         .targets = {(uint8_t)king_of(after, !walk->side), (uint8_t)target}};
    struct claim attack = {.target_count = 1, .targets = {(uint8_t)target}};
    bool checks = after->checkers & bit(move_to(walk->moves[0]));
    return target != NO_SQUARE && (checks ? set_merit(claim, CLAIM_FORK, &fork)
                                          : set_merit(claim, CLAIM_ATTACKS, &attack));
}

/* Whether the line begins with a check that forces the opponent to move the king and so to lose the
 * right to castle. */
static bool find_uncastled(const struct source *from, struct claim *claim)
{
    const struct walk *walk = from->walk;
    return walk->length > 1 && type_at(&walk->at[1], move_from(walk->moves[1])) == KING &&
           uncastles(&walk->at[0], walk->moves[0]) && set_merit(claim, CLAIM_UNCASTLES, NULL);
}

static bool mates_at_once(const struct position *position, Move move)
{
    Move replies[CHESS_MOVES_MAX];
    struct position next = *position;
    chess_play(&next, move);
    return next.checkers && chess_moves(&next, replies) == 0;
}

/* Returns a move that mates at once, or NO_MOVE. */
static Move mating_move(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (mates_at_once(position, moves[i]))
            return moves[i];
    }
    return NO_MOVE;
}

/* Whether the opponent threatens mate in one, and the better move stops it, but the move played
 * (a check, for example) only delays it: after the reply the same move still mates. */
static bool find_mate_stopped(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    struct position passed = claims->position, after = claims->position;
    if (claims->answer.length == 0 || !pass_move(&passed))
        return false;
    Move mates = mating_move(&passed);
    if (mates == NO_MOVE || mating_move(&from->walk->at[1]) != NO_MOVE)
        return false;
    chess_play(&after, claims->played);
    chess_play(&after, claims->answer.moves[0]);
    if (!pass_move(&after) || !chess_is_legal(&after, mates))
        return false;
    struct claim stopped = {.target_count = 1, .targets = {(uint8_t)move_to(mates)}};
    return mates_at_once(&after, mates) && set_merit(claim, CLAIM_MATE, &stopped);
}

/* Whether the better move draws by perpetual check, while the opponent is clearly better after the
 * move played. */
static bool find_perpetual(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    const struct walk *walk = from->walk;
    if (claims->answer.length == 0 || claims->answer.score < EVEN ||
        abs(claims->best.score) > LEVEL || claim->length < BETTER_PLIES || !walk->at[1].checkers || !walk->at[3].checkers ||
        !walk->at[5].checkers || (walk->at[4].key != walk->at[0].key &&
                                  walk->at[5].key != walk->at[1].key))
        return false;
    return set_merit(claim, CLAIM_PERPETUAL, NULL);
}

/* The pieces that guard `square` after the better move, but not after the move played: neither from
 * the same square nor, if both moves are made by one piece, from where that piece went. */
static Bitboard fresh_guards(const struct walk *best, const struct walk *played, Square square)
{
    Move better = best->moves[0], own = played->moves[0];
    Bitboard before = attackers_of(&played->at[1], square, played->side);
    Bitboard fresh = attackers_of(&best->at[1], square, best->side) & ~before;
    if (move_from(own) == move_from(better) && (before & bit(move_to(own))))
        fresh &= ~bit(move_to(better));
    return fresh;
}

/* Whether the opponent captures the piece that stands on `square` at the start of the line before
 * that piece moves. Moves after line->reach do not count. */
static bool is_taken_in(const struct walk *line, Square square)
{
    for (int i = 0; i < line->reach; i++) {
        if (line->at[i].board[square] != line->at[0].board[square])
            return false;
        if (i % 2 == 1 && move_to(line->moves[i]) == square)
            return true;
    }
    return false;
}

/* Whether the opponent captures a piece after the move played that the better move, but not the move
 * played, would have guarded well enough to keep. */
static bool find_guarded(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    const struct walk *best = from->walk;
    struct evidence line = played_line(claims);
    struct walk played;
    walk_line(&played, &claims->position, line.moves, line.length);
    int side = played.side;
    for (int i = 1; i < played.length && i <= SEEN_PLIES; i += 2) {
        Square square = move_to(played.moves[i]);
        int type = captured_by(&played.at[i], played.moves[i]);
        const struct position *taken = &played.at[i + 1];
        if (type == NO_PIECE_TYPE || square == move_to(played.moves[0]) ||
            square == move_to(best->moves[0]) ||
            move_kind(played.moves[i]) == MOVE_EN_PASSANT ||
            played.at[0].board[square] != played.at[i].board[square] ||
            (i + 1 < played.length ? move_to(played.moves[i + 1]) == square
                                   : material_open(taken) >= piece_worth(PAWN)) ||
            is_taken_in(best, square) || is_little(claims, piece_worth(type)))
            continue;
        Bitboard guards = fresh_guards(best, &played, square);
        struct claim guarded = {.target_count = 1, .targets = {(uint8_t)square}};
        if (guards && exchange(&best->at[1], square, !side) <= 0)
            return set_merit(claim, CLAIM_GUARDS, &guarded);
    }
    return false;
}

static bool find_prevented(const struct source *from, struct claim *claim)
{
    return from->claims->loss >= QUIET_LOSS && reply_is_prevented(from->claims) &&
           set_merit(claim, CLAIM_PREVENTS, NULL);
}

/* Whether the move gives a check to which the opponent must reply with a king move. A better move
 * has this merit only if the move played gives no check. */
static bool find_driving_check(const struct source *from, struct claim *claim)
{
    struct claim drives = {.target_count = 0};
    struct position played = from->claims->position;
    chess_play(&played, from->claims->played);
    return (claim->kind == CLAIM_REPLY || !played.checkers) &&
           drives_king(&from->walk->at[1], &drives) && set_merit(claim, CLAIM_DRIVES, &drives);
}

/* How many of the opponent's first three moves in the line give check. `first` is the index in the
 * line of the first of these moves. */
static int count_checks(const struct walk *walk, int first)
{
    int count = 0;
    for (int i = first; i < first + CHECKED_PLIES && i < walk->length; i += 2)
        count += walk->at[i + 1].checkers != 0;
    return count;
}

/* Whether the reply begins three checks in a row, and the better move's line has fewer. */
static bool find_checks(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    struct walk best;
    walk_line(&best, &claims->position, claims->best.moves, claims->best.length);
    return count_checks(from->walk, 0) == CHECKS && count_checks(&best, 1) < CHECKS &&
           set_merit(claim, CLAIM_CHECKS, NULL);
}

/* Whether the move is a check after which the line exchanges the checking piece for one that the
 * opponent interposes. */
static bool find_check_exchange(const struct source *from, struct claim *claim)
{
    const struct walk *walk = from->walk;
    if (walk->length < 4 || claim->length < 4 || !walk->at[1].checkers || walk->material[4] != 0 ||
        chess_is_capture(&walk->at[0], walk->moves[0]) || from->part->evidence->score < -EVEN)
        return false;
    Square own = move_to(walk->moves[0]), between = move_to(walk->moves[1]);
    struct claim pieces = {.target_count = 2, .targets = {(uint8_t)own, (uint8_t)between}};
    return move_from(walk->moves[2]) == own && move_to(walk->moves[2]) == between &&
           move_to(walk->moves[3]) == between && walk->material[2] == 0 &&
           type_at(&walk->at[2], between) != PAWN && type_at(&walk->at[2], between) != KING &&
           set_merit(claim, CLAIM_EXCHANGES, &pieces);
}

/* Whether both moves take the same piece, but only the better one develops a knight or bishop by
 * doing so. */
static bool find_developing_capture(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    const struct position *before = &claims->position;
    Move best = from->walk->moves[0];
    struct claim developed = {.target_count = 1, .targets = {(uint8_t)move_to(best)}};
    return chess_is_capture(before, best) && move_to(best) == move_to(claims->played) &&
           quiet_develops(before, best) && !quiet_develops(before, claims->played) &&
           set_merit(claim, CLAIM_DEVELOPS, &developed);
}

/* Whether the reply takes nothing but puts pressure on something. */
static bool find_pressure(const struct source *from, struct claim *claim)
{
    const struct walk *walk = from->walk;
    struct claim pressed = {.target_count = 0};
    return captured_by(&walk->at[0], walk->moves[0]) == NO_PIECE_TYPE &&
           puts_pressure(&walk->at[0], walk->moves[0], &pressed) &&
           set_merit(claim, CLAIM_PRESSURE, &pressed);
}

static bool has_queens(const struct position *position)
{
    Bitboard queens = position->by_type[QUEEN];
    return (queens & position->by_color[WHITE]) && (queens & position->by_color[BLACK]);
}

/* Whether queens are exchanged on the move after the reply, although the side that erred was better
 * and keeps the queens on in the better move's line. */
static bool find_queens_off(const struct source *from, struct claim *claim)
{
    const struct claims *claims = from->claims;
    const struct walk *walk = from->walk;
    struct walk best;
    if (claim->length < 4 || claims->best.score < EVEN || walk->material[4] != from->part->taken ||
        type_at(&walk->at[2], move_from(walk->moves[2])) != QUEEN ||
        captured_by(&walk->at[2], walk->moves[2]) != QUEEN ||
        move_to(walk->moves[3]) != move_to(walk->moves[2]))
        return false;
    walk_line(&best, &claims->position, claims->best.moves, claims->best.length);
    if (best.length < SEEN_PLIES || !has_queens(&best.at[SEEN_PLIES]))
        return false;
    struct claim queens = {.target_count = 1, .targets = {(uint8_t)move_to(walk->moves[2])}};
    claim->at = 2;
    return set_merit(claim, CLAIM_EXCHANGES, &queens);
}

typedef bool find_merit(const struct source *from, struct claim *claim);

/* What can be said for a better move and for a best reply, the best reason first. Each finder sets
 * the claim's merit, or returns false if the move has no such merit. */
static find_merit *const better_finders[] = {
    find_mate_stopped, find_perpetual,     find_in_between, find_kept,        find_clear,
    find_check_attack, find_guarded,       find_prevented,  find_next_attack, find_uncastled,
    find_new_pin,      find_driving_check, find_simple,     find_next_capture,
    find_check_exchange, find_developing_capture, NULL};
static find_merit *const reply_finders[] = {
    find_clear,      find_check_attack, find_uncastled, find_next_capture,   find_new_pin,
    find_queens_off, find_simple,       find_checks,    find_check_exchange, find_driving_check,
    find_pressure,   NULL};

/* Adds a claim of this kind that names the first move of the part's line, with its merit. */
static void add_named(struct claims *claims, int kind, const struct part *part,
                      const struct walk *walk, find_merit *const finders[])
{
    struct source from = {claims, part, walk};
    struct claim named = {.kind = (uint8_t)kind,
                          .side = (uint8_t)walk->side,
                          .by = NO_SQUARE,
                          .score = part->evidence->score,
                          .confirmed = SCORE_NONE};
    if (kind == CLAIM_REPLY)
        named.by = (uint8_t)move_to(walk->moves[0]);
    named.length = walk->length < BETTER_PLIES ? walk->length : BETTER_PLIES;
    while (named.length > 1 && !walk->quiet[named.length])
        named.length--;
    named.material = walk->material[named.length];
    memcpy(named.line, walk->moves, (size_t)named.length * sizeof *named.line);
    while (*finders && !(*finders)(&from, &named))
        finders++;
    place_claim(claims, part, &named);
}

void claims_add_better(struct claims *claims)
{
    if (claims->best.length == 0)
        return;
    struct claim wins = {.kind = CLAIM_BETTER,
                         .side = claims->position.side,
                         .by = NO_SQUARE,
                         .score = claims->best.score,
                         .confirmed = SCORE_NONE};
    struct part part = whole_line(claims, CLAIM_ROLE_MISSED, &claims->best);
    struct walk walk;
    walk_line(&walk, &part.start, claims->best.moves, claims->best.length);
    if (add_win(claims, &wins, &walk))
        place_claim(claims, &part, &wins);
    add_named(claims, CLAIM_BETTER, &part, &walk, better_finders);
}

/* Whether the reply to the mistake only takes back, which is expected and explains nothing. */
static bool takes_back(const struct part *part)
{
    const struct evidence *line = part->evidence;
    return part->last != NO_MOVE && line->length > 0 &&
           move_to(line->moves[0]) == move_to(part->last);
}

void claims_add_reply(struct claims *claims)
{
    struct part part = answer_to_played(claims);
    struct walk walk;
    walk_line(&walk, &part.start, claims->answer.moves, claims->answer.length);
    if (walk.length > 0 && !takes_back(&part) && !reply_only_exchanges(claims) &&
        !falls_anyway(claims, walk.moves[0]))
        add_named(claims, CLAIM_REPLY, &part, &walk, reply_finders);
}

/* Whether the claim says something concrete: it is not about a better move or a reply, or it says
 * what that move wins, keeps or takes, or what the reply does. */
static bool is_concrete(const struct claims *claims, const struct claim *claim)
{
    return claim->kind < CLAIM_REPLY || claim->merit == CLAIM_WINS ||
           claim->merit == CLAIM_KEEPS || claim->merit == CLAIM_MATE ||
           reply_takes(claims, claim) ||
           (claim->kind == CLAIM_REPLY && !reply_says_little(claim));
}

/* Returns the first quiet ply by which the line has won at least `least` centipawns that it does
 * not lose again later, or 0 if there is no such ply. */
static int first_gain(const struct walk *walk, int least)
{
    int found = 0;
    for (int i = walk->reach; i > 0; i--) {
        if (walk->quiet[i] && walk->material[i] < least)
            break;
        if (walk->quiet[i] && (found == 0 || walk->material[i] <= walk->material[found]))
            found = i;
    }
    return found;
}

bool claims_add_late_loss(struct claims *claims)
{
    struct walk walk, best;
    struct part part = answer_to_played(claims);
    if (takes_back(&part))
        return false;
    for (int i = 0; i < claims->count; i++) {
        if (is_concrete(claims, &claims->list[i]))
            return false;
    }
    walk_line(&walk, &part.start, claims->answer.moves, claims->answer.length);
    walk_line(&best, &claims->position, claims->best.moves, claims->best.length);
    int plies = first_gain(&walk, part.taken + WORTH_SAYING);
    int more = best.material[best.reach] + walk.material[plies] - part.taken;
    if (plies == 0 || more < WORTH_SAYING || 2 * more < walk.material[plies] - part.taken ||
        is_little(claims, more) || 2 * claims->slip < (more < LARGE ? more : LARGE) ||
        mate_in(claims->best.score) != 0 ||
        mate_in(claims->answer.score) != 0)
        return false;
    struct claim wins = {.kind = CLAIM_REPLY,
                         .side = (uint8_t)walk.side,
                         .merit = CLAIM_WINS,
                         .by = (uint8_t)move_to(walk.moves[0]),
                         .length = plies,
                         .material = walk.material[plies],
                         .score = claims->answer.score,
                         .confirmed = SCORE_NONE};
    memcpy(wins.line, walk.moves, (size_t)plies * sizeof *wins.line);
    walk_count(&walk, plies, wins.won, &wins.promotions);
    for (int type = KNIGHT; type < KING; type++) {
        if (wins.won[type] < 0 && wins.material - part.taken < piece_worth(KNIGHT))
            return false; /* an uneven trade of pieces is no clear reason */
    }
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        if (!reply_says_little(&claims->list[i]))
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
    place_claim(claims, &part, &wins);
    claims_rank(claims);
    return true;
}
