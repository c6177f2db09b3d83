/* Makes claims from a part of a line. Material counts as won only if the score agrees, because a
 * line can win material and worsen the position by more. */
#include <string.h>

#include "src/claims/gather/gather.h"
#include "src/claims/quiet.h"
#include "src/util/text.h"

enum {
    THREAT_PLIES = 2,
    SIGHT_PLIES = 6,
    PAWN_PLIES = 8,
    ATTACK_PLIES = 4, /* what is attacked and taken later than this was not lost by the attack */
    SOME_LOSS = 150,
    DECIDED = 500, /* centipawns: beyond this score the game is decided */
};

NAMES_OF(claim_kind_name, enum claim_kind, CLAIM_KINDS)
NAMES_OF(claim_role_name, enum claim_role, CLAIM_ROLES)

int mate_in(Score score)
{
    int mate = 0;
    return score_is_mate(score, &mate) ? mate : 0;
}

static bool is_mating(Score score)
{
    return mate_in(score) > 0;
}

/* Whether the score confirms that the material is won. */
static bool score_agrees(const struct walk *walk, Score score)
{
    return walk->mates || is_mating(score) ||
           score_confirms(score, walk->gain, material_of(&walk->at[walk->end], walk->side));
}

/* Whether the part follows a pass, so that it shows what one side threatens. */
static bool is_threat(const struct part *part)
{
    return part->prefix_length > 0 && part->prefix[part->prefix_length - 1] == NULL_MOVE;
}

void place_claim(struct claims *claims, const struct part *part, const struct claim *found)
{
    bool reason = part->role == CLAIM_ROLE_ALLOWS || part->role == CLAIM_ROLE_MISSED;
    /* A threat that is carried out more than THREAT_PLIES plies after the pass is too deep for a
     * player to see. Likewise, a pawn that falls so late, or in a line longer than PAWN_PLIES, is
     * no reason for a mistake. If no search will prove that a pawn is won, the line must be
     * shorter. */
    bool pawns = reason && found->kind == CLAIM_WINS && claim_wins_only_pawns(found);
    bool late = (found->at > THREAT_PLIES && !found->mate && (is_threat(part) || pawns)) ||
                (pawns && found->length > (claims->at_sight ? SIGHT_PLIES : PAWN_PLIES));
    if (claims->count == CLAIMS_MAX || late)
        return;
    struct claim *claim = &claims->list[claims->count++];
    struct position position = claims->position;
    int paid = 0;
    *claim = *found;
    claim->role = (uint8_t)part->role;
    claim->depth = part->evidence->depth;
    claim->nodes = part->evidence->nodes;
    claim->first = (uint8_t)part->prefix_length;
    claim->at = (uint8_t)(found->at + part->prefix_length);
    for (int i = 0; i < part->prefix_length; i++) {
        claim->line[i] = part->prefix[i];
        if (part->prefix[i] == NULL_MOVE)
            continue;
        int before = material_of(&position, found->side);
        chess_play(&position, part->prefix[i]); /* compares the material before and after the move,
                                                 * which can capture, promote or do both */
        paid += material_of(&position, found->side) - before;
    }
    int room = CLAIM_LINE_MAX - part->prefix_length;
    int length = found->length < room ? found->length : room;
    memcpy(claim->line + part->prefix_length, found->line, (size_t)length * sizeof *claim->line);
    claim->length = part->prefix_length + length;
    claim->material += paid;
}

/* Whether the line wins only pawns, and only because the opponent does not recapture after its
 * first move. Only a search could prove that recapturing is bad. */
static bool is_left_untaken(const struct walk *walk)
{
    return walk->gain < piece_worth(KNIGHT) && walk->length > 1 &&
           chess_is_capture(&walk->at[0], walk->moves[0]) &&
           material_open(&walk->at[1]) >= walk->gain &&
           !chess_is_capture(&walk->at[1], walk->moves[1]);
}

/* Whether the mate at the end of the line is forced. If the search found only a later mate, some
 * reply in the line is not the best defence. */
static bool is_forced_mate(const struct walk *walk, Score score)
{
    return is_mating(score) && mate_in(score) <= (walk->length + 1) / 2;
}

void add_tactics(struct claims *claims, const struct part *part, int *gain)
{
    struct walk walk;
    struct claim list[CLAIMS_MAX];
    struct scene scene = {.walk = &walk,
                          .score = part->evidence->score,
                          .last = part->last,
                          .taken = part->taken,
                          .own_doing = claims->played != NO_MOVE && !claims->for_hint &&
                                       part->role != CLAIM_ROLE_ANSWERS,
                          .list = list,
                          .capacity = CLAIMS_MAX};
    walk_line(&walk, &part->start, part->evidence->moves, part->evidence->length);
    if (walk.mates && !is_forced_mate(&walk, scene.score))
        walk_forget_mate(&walk);
    *gain = walk.gain;
    if (!score_agrees(&walk, scene.score) || (claims->at_sight && is_left_untaken(&walk)))
        return;
    tactics_find(&scene);
    for (int i = 0; i < scene.count; i++)
        place_claim(claims, part, &list[i]);
}

struct evidence line_from(Move move, const struct evidence *answer)
{
    struct evidence line = *answer;
    int length = line.length < CLAIM_LINE_MAX - 1 ? line.length : CLAIM_LINE_MAX - 1;
    memmove(line.moves + 1, line.moves, (size_t)length * sizeof *line.moves);
    line.moves[0] = move;
    line.length = length + 1;
    int mate;
    line.score = -line.score;
    if (score_is_mate(line.score, &mate))
        line.score += line.score > 0 ? -1 : 1;
    return line;
}

struct evidence played_line(const struct claims *claims)
{
    return line_from(claims->played, &claims->answer);
}

bool claims_is_decided(const struct claims *claims)
{
    Score best = claims->best.score, played = played_line(claims).score;
    return (best > DECIDED && played > DECIDED) || (best < -DECIDED && played < -DECIDED);
}

struct part whole_line(const struct claims *claims, enum claim_role role,
                       const struct evidence *evidence)
{
    Move last = claims->last_captured != NO_PIECE_TYPE ? claims->last : NO_MOVE;
    return (struct part){
        .role = role, .start = claims->position, .last = last, .evidence = evidence};
}

struct part answer_to_played(const struct claims *claims)
{
    struct part part = {.role = CLAIM_ROLE_ALLOWS,
                        .start = claims->position,
                        .last = NO_MOVE,
                        .prefix_length = 1,
                        .prefix = {claims->played},
                        .evidence = &claims->answer};
    if (chess_is_capture(&part.start, claims->played))
        part.last = claims->played;
    part.taken = piece_worth(captured_by(&part.start, claims->played));
    chess_play(&part.start, claims->played);
    return part;
}

/* For each attack that could explain a mistake: if the line wins the attacked piece, extends the
 * claim to where the material is settled; otherwise removes the claim. `paid` is the value of what
 * the mistake captured. */
static void follow_attacks(struct scene *scene, int paid)
{
    const struct walk *walk = scene->walk;
    int kept = 0;
    for (int i = 0; i < scene->count; i++) {
        struct claim claim = scene->list[i];
        if (claim.kind == CLAIM_ATTACKS) {
            int taken = walk_catches(walk, 0, claim.targets[0]);
            if (taken == 0 || taken > ATTACK_PLIES || taken >= walk->end ||
                walk->gain - paid < WORTH_SAYING || !score_agrees(walk, scene->score))
                continue;
            scene_cut(scene, &claim, walk->end);
        }
        scene->list[kept++] = claim;
    }
    scene->count = kept;
}

int find_quiet(const struct part *part, struct claim list[CLAIMS_MAX])
{
    struct walk walk;
    struct scene scene = {.walk = &walk,
                          .score = part->evidence->score,
                          .last = part->last,
                          .list = list,
                          .capacity = CLAIMS_MAX};
    if (mate_in(part->evidence->score) != 0)
        return 0;
    walk_line(&walk, &part->start, part->evidence->moves, part->evidence->length);
    quiet_find(&scene);
    plans_find(&scene);
    if (part->role == CLAIM_ROLE_ALLOWS || part->role == CLAIM_ROLE_MISSED)
        follow_attacks(&scene, part->role == CLAIM_ROLE_ALLOWS ? part->taken : 0);
    return scene.count;
}

bool is_material(const struct claim *claim)
{
    return claim->kind <= CLAIM_WINS;
}

int won_by(const struct claim *claim)
{
    int won = claim->promotions * (piece_worth(QUEEN) - piece_worth(PAWN));
    for (int type = PAWN; type < KING; type++)
        won += claim->won[type] * piece_worth(type);
    return won;
}

bool can_be_parried(const struct claims *claims, const struct claim *claim)
{
    return claim->mate > 0 ? claims->loss < SOME_LOSS : won_by(claim) > 3 * claims->loss;
}
