/* The effects of the positional groups as JSON. */
#include "src/review/group_json.h"

#include "src/game/handicap_text.h"
#include "src/game/scale.h"

static void write_move(struct json *json, const char *key, const struct position *position,
                       Move move)
{
    char san[CHESS_SAN_MAX];
    if (move != NO_MOVE)
        chess_to_san(position, move, san);
    json_string(json, key, move != NO_MOVE ? san : NULL);
}

static void write_choice(struct json *json, const struct position *position,
                         const struct group_choice *choice)
{
    json_int(json, "evaluation", choice->evaluation);
    if (!choice->known)
        return;
    write_move(json, "chosen", position, choice->chosen);
    if (choice->right >= 0)
        json_double(json, "best", choice->right, 4);
}

static void write_candidates(struct json *json, const struct position *position,
                             const struct group_effects *effects)
{
    json_array(json, "candidates");
    for (int i = 0; i < effects->move_count; i++) {
        const struct level_move *move = &effects->moves[i];
        if (move->chance <= 0)
            continue;
        char uci[CHESS_UCI_MAX];
        chess_to_uci(position, move->move, uci);
        json_object(json, NULL);
        write_move(json, "san", position, move->move);
        json_string(json, "uci", uci);
        json_double(json, "chance", move->chance, 4);
        Score score = position->side == WHITE ? move->score : -move->score;
        int mate;
        if (move->score != SCORE_NONE)
            json_int(json, "score", score);
        if (move->score != SCORE_NONE && score_is_mate(score, &mate))
            json_int(json, "mate", mate);
        json_end(json);
    }
    json_end(json);
}

void group_json_level(struct json *json, const char *key, const struct handicap *handicap)
{
    char text[HANDICAP_TEXT];
    json_object(json, key);
    json_bool(json, "limited", handicap->limited);
    if (handicap->limited) {
        handicap_text_write(handicap, text, sizeof text);
        json_int(json, "elo", handicap->elo);
        json_string(json, "scale", scale_name(SCALE_ENGINE));
        json_string(json, "method", method_name(handicap->method));
        json_uint(json, "seed", handicap->seed);
        json_string(json, "handicap", text);
        json_object(json, "knowledge");
        for (int group = 0; group < GROUP_COUNT; group++)
            json_int(json, group_key((enum group)group), handicap->knowledge[group]);
        json_end(json);
    }
    json_end(json);
}

void group_json_effects(struct json *json, const struct position *position,
                        const struct group_effects *effects)
{
    write_choice(json, position, &effects->now);
    if (effects->over || !effects->handicap.limited)
        return;
    json_bool(json, "exact", effects->exact);
    if (effects->tries > 0)
        json_int(json, "tries", effects->tries);
    write_candidates(json, position, effects);
    json_array(json, "groups");
    json_lines(json);
    for (int group = 0; group < GROUP_COUNT; group++) {
        const struct group_choice *choice = &effects->switched[group];
        int percent = effects->handicap.knowledge[group];
        json_object(json, NULL);
        json_string(json, "group", group_key((enum group)group));
        json_int(json, "percent", percent);
        json_int(json, "switched", group_switched(percent));
        write_choice(json, position, choice);
        json_bool(json, "changes", choice->changes);
        json_end(json);
    }
    json_end(json);
}
