/* The ledger in PGN. Beside [%eval 0.35], which any viewer knows, each comment holds
 *
 *     [%fallible score=35 depth=12 nodes=200013 line=e7e5 g1f3 best=b8c6 scores=35/-12 range=92
 *     die=31/66 flags=blunder,deliberate cost=87 random=12345 candidates=b8c6:35 h7h6:-12:shuffle]
 *
 * and took=1500, milliseconds, for games without a clock have no other place for it;
 * the score of the position after the move for white and the best line from it, then the decision
 * the move came from: its scores for the mover, best and played, and the candidates, with ~N where
 * one was misjudged by N, the rule that dropped it, or "in" where it took part. Methods of their
 * own kind add method=, width=, first= and changes=. To decide the same again there are time=, the
 * milliseconds the other player spent and a usual move is allotted, budget=, nodes and where the
 * clock cut them short, hash=, MB, and with=, settings that are not those of the game's tag, with :
 * for =. Blanks go on with the key before. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/review/ledger.h"
#include "src/util/text.h"

/* Bounds for what a file says, wide enough for all we write and so narrow that nothing that is
 * computed from it overflows. */
enum { WORDS_MAX = 192, COUNT_MAX = 1000000, SPEED_MAX = 1000000000, HASH_MAX = 65536 /* MB */ };
#define TIME_MAX INT64_C(100000000000) /* ms: three years */

/* ---- writing ---- */

void ledger_eval_text(Score score, char *text, size_t size)
{
    int mate;
    if (score_is_mate(score, &mate))
        snprintf(text, size, "#%d", mate);
    else
        snprintf(text, size, "%s%d.%02d", score < 0 ? "-" : "", abs(score) / 100,
                 abs(score) % 100);
}

/* "[%eval 0.35] ": nothing where the game is over, as Lichess has it. */
static void write_eval(FILE *out, const struct game_node *node, Score score)
{
    Move moves[CHESS_MOVES_MAX];
    char text[24];
    if (chess_moves(&node->position, moves) == 0)
        return;
    ledger_eval_text(score, text, sizeof text);
    fprintf(out, "[%%eval %s] ", text);
}

static void write_score(FILE *out, const struct game_node *node, const struct ledger_score *score)
{
    char line[LEDGER_LINE_TEXT];
    ledger_write_line(&node->position, score, line);
    fprintf(out, " score=%d depth=%d nodes=%llu line=%s", score->score, score->depth,
            (unsigned long long)score->nodes, line);
}

/* The settings a decision was made with, where they are others than those of the tag. */
static void write_settings(FILE *out, const struct handicap *handicap,
                           const struct handicap *opponent)
{
    char own[LEDGER_HANDICAP_TEXT], tag[LEDGER_HANDICAP_TEXT];
    ledger_write_handicap(handicap, own, sizeof own);
    ledger_write_handicap(opponent, tag, sizeof tag);
    if (strcmp(own, tag) == 0)
        return;
    for (char *at = own; *at; at++)
        *at = *at == '=' ? ':' : *at;
    fprintf(out, " with=%s", own);
}

/* What the choice model says of a move: its chance, the answer that was not seen and the depth it
 * shows at, what drew to it. */
static void write_human(FILE *out, const struct candidate *candidate)
{
    fprintf(out, ":c%d", candidate->chance);
    if (candidate->answer_depth > 0)
        fprintf(out, ":x%d.%d", candidate->answer, candidate->answer_depth);
    if (candidate->lure < choice_feature_count())
        fprintf(out, ":l%s", choice_feature_name(candidate->lure));
}

/* Reads the number that text begins with; returns what follows it. What is out of bounds is left out
 * like what is no number at all. */
static const char *read_int(const char *text, int min, int max, int *number)
{
    int64_t value = *number;
    const char *end = text_begins_number(text, min, max, &value);
    *number = (int)value;
    return end;
}

static const char *read_nodes(const char *text, uint64_t *nodes)
{
    int64_t value = (int64_t)*nodes;
    const char *end = text_begins_number(text, 0, INT64_MAX, &value);
    *nodes = (uint64_t)value;
    return end;
}

/* A decision may hold scores that are not known. */
static const char *read_decision_score(const char *text, int *score)
{
    return read_int(text, -SCORE_NONE, SCORE_NONE, score);
}

static void read_human(const char *field, struct candidate *candidate)
{
    if (*field == 'c' && isdigit((unsigned char)field[1]))
        read_int(field + 1, 0, COUNT_MAX, &candidate->chance);
    if (*field == 'x' && isdigit((unsigned char)field[1])) {
        int answer = NO_MOVE, depth = 0;
        const char *end = read_int(field + 1, 0, UINT16_MAX, &answer);
        if (*end == '.')
            read_int(end + 1, 0, UINT8_MAX, &depth);
        candidate->answer = (Move)answer;
        candidate->answer_depth = (uint8_t)depth;
    }
    for (int i = 0; *field == 'l' && i < choice_feature_count(); i++)
        if (strcmp(field + 1, choice_feature_name(i)) == 0)
            candidate->lure = (uint8_t)i;
}

static void write_decision(FILE *out, const struct position *before,
                           const struct decision *decision, const struct handicap *opponent)
{
    char uci[CHESS_UCI_MAX];
    chess_to_uci(before, decision->best, uci);
    fprintf(out, " best=%s", uci);
    if (decision->method != METHOD_MADCHESS)
        fprintf(out, " method=%s", method_name(decision->method));
    write_settings(out, &decision->handicap, opponent);
    if (decision->width_percent)
        fprintf(out, " width=%d", decision->width_percent);
    if (decision->spent || decision->usual)
        fprintf(out, " time=%lld/%lld", (long long)decision->spent, (long long)decision->usual);
    if (decision->budget)
        fprintf(out, " budget=%llu/%llu hash=%d", (unsigned long long)decision->budget,
                (unsigned long long)decision->cut, decision->hash_mb);
    if (decision->first != NO_MOVE) {
        chess_to_uci(before, decision->first, uci);
        fprintf(out, " first=%s changes=%d", uci, decision->changes);
    }
    fprintf(out, " scores=%d/%d range=%d die=%d/%d flags=%s%s%s cost=%d random=%llu",
            decision->best_score, decision->played_score, decision->range, decision->die,
            decision->blunder_chance, decision->blunder ? "blunder," : "",
            decision->deliberate ? "deliberate," : "", decision->forced_win ? "win," : "",
            decision->cost, (unsigned long long)decision->random);
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        chess_to_uci(before, candidate->move, uci);
        fprintf(out, " %s%s:%d", i ? "" : "candidates=", uci, candidate->score);
        if (candidate->shift)
            fprintf(out, ":~%d", candidate->shift);
        if (candidate->dropped_by != RULE_NONE)
            fprintf(out, ":%s", human_rule_name(candidate->dropped_by));
        if (candidate->in_range)
            fputs(":in", out);
        if (decision->method == METHOD_HUMAN)
            write_human(out, candidate);
    }
}

/* Cuts all that begins with from and ends at the next ']' out of text, with the white space behind
 * it. */
static void cut_commands(char *text, const char *from)
{
    char *end;
    for (char *at = text; (at = strstr(at, from)) != NULL && (end = strchr(at, ']')) != NULL;) {
        end += 1 + strspn(end + 1, " \n");
        memmove(at, end, strlen(end) + 1);
    }
}

/* What a person or another program wrote; ours is taken out. NULL when out of memory. */
static char *foreign_part(const struct game_node *node, const char *words)
{
    char *text = strdup(node->comment ? node->comment : "");
    if (!text)
        return NULL;
    cut_commands(text, "[%eval ");
    cut_commands(text, "[%fallible");
    char *own = *words ? strstr(text, words) : NULL;
    if (own)
        memmove(own, own + strlen(words), strlen(own + strlen(words)) + 1);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool set_judgement(struct game_node *node, enum judgement judgement)
{
    int kept = 0;
    for (int i = 0; i < node->nag_count; i++) {
        bool ours = false;
        for (int j = JUDGED_INACCURACY; j < JUDGED_COUNT; j++)
            ours = ours || node->nags[i] == judgement_nag((enum judgement)j);
        if (!ours)
            node->nags[kept++] = node->nags[i];
    }
    node->nag_count = kept;
    return !judgement_nag(judgement) || game_add_nag(node, judgement_nag(judgement));
}

/* The words and commands for one node; false when out of memory. */
static bool annotate(const struct ledger *ledger, const struct ledger_entry *entry,
                     struct game_node *node, const struct handicap *opponent)
{
    char words[WORDS_MAX] = "", *text = NULL;
    size_t size;
    const struct decision *decision = node->parent ? entry->decision : NULL;
    struct decision room;
    Score score = entry->score.score;
    if (decision && !decision->made)
        decision = NULL;
    if (decision)
        ledger_decision_words(&node->parent->position, decision, words, sizeof words);
    char *foreign = foreign_part(node, words);
    if (decision && ledger_decision(ledger, node, &room) == &room) /* after all no error */
        words[0] = '\0';
    FILE *out = foreign ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(foreign);
        return false;
    }
    if (score != SCORE_NONE)
        write_eval(out, node, score);
    if (score != SCORE_NONE || decision) {
        fputs("[%fallible", out);
        if (node->elapsed >= 0)
            fprintf(out, " took=%lld", (long long)node->elapsed);
        if (score != SCORE_NONE)
            write_score(out, node, &entry->score);
        if (decision)
            write_decision(out, &node->parent->position, decision, opponent);
        fputc(']', out);
    }
    fprintf(out, "%s%s%s%s", *words ? " " : "", words, *foreign ? " " : "", foreign);
    bool good = text_close(out, &text) && game_set_comment(node, text);
    if (good && node->parent && score != SCORE_NONE)
        good = set_judgement(node, ledger_judge(ledger, node));
    free(text);
    free(foreign);
    return good;
}

bool ledger_annotate(const struct ledger *ledger, struct game_node *node,
                     const struct handicap *opponent)
{
    bool good = true;
    for (; node && good; node = node->parent) {
        const struct ledger_entry *entry = ledger_at(ledger, node->ply);
        if (entry)
            good = annotate(ledger, entry, node, opponent);
    }
    return good;
}

/* ---- reading ---- */

/* A key with its value, as far as the next key: both end in NUL. False at the end. */
static bool next_key(char **at, char **key, char **value)
{
    char *text = *at + strspn(*at, " "), *equals = strchr(text, '=');
    if (!equals)
        return false;
    *key = text;
    *equals = '\0';
    *value = equals + 1;
    char *next = strchr(*value, '=');
    char *end = *value + strlen(*value);
    if (next) {
        for (end = next; end > *value && *end != ' '; end--)
            continue;
    }
    *at = *end ? end + 1 : end;
    *end = '\0';
    return true;
}

static void read_candidates(const struct position *before, char *text, struct decision *decision)
{
    char *rest;
    for (char *word = strtok_r(text, " ", &rest);
         word && decision->count < CHESS_MOVES_MAX; word = strtok_r(NULL, " ", &rest)) {
        struct candidate candidate = {.dropped_by = RULE_NONE, .lure = CHOICE_FEATURES_MAX};
        char *fields, *field = strtok_r(word, ":", &fields);
        if (!field || !chess_from_uci(before, field, &candidate.move))
            continue;
        field = strtok_r(NULL, ":", &fields);
        if (field)
            read_decision_score(field, &candidate.score);
        while ((field = strtok_r(NULL, ":", &fields))) {
            candidate.in_range = candidate.in_range || strcmp(field, "in") == 0;
            if (*field == '~')
                read_int(field + 1, -COUNT_MAX, COUNT_MAX, &candidate.shift);
            read_human(field, &candidate);
            for (int i = 0; i < RULE_COUNT; i++) {
                if (strcmp(field, human_rule_name((enum human_rule)i)) == 0)
                    candidate.dropped_by = (uint8_t)i;
            }
        }
        struct position next = *before;
        chess_play(&next, candidate.move);
        if (!chess_is_legal(&next, candidate.answer))
            candidate.answer = NO_MOVE;
        decision->candidates[decision->count++] = candidate;
    }
}

static void read_score_field(const struct position *position, const char *key, const char *value,
                             struct ledger_score *score)
{
    if (strcmp(key, "score") == 0)
        read_int(value, -SCORE_MATE, SCORE_MATE, &score->score);
    else if (strcmp(key, "depth") == 0)
        read_int(value, 0, COUNT_MAX, &score->depth);
    else if (strcmp(key, "nodes") == 0)
        read_nodes(value, &score->nodes);
    else if (strcmp(key, "line") == 0)
        ledger_read_line(position, value, score);
}

/* What it takes to decide the same again. */
static void read_replay_field(const char *key, char *value, struct decision *decision)
{
    const char *end;
    if (strcmp(key, "time") == 0) {
        end = text_begins_number(value, 0, TIME_MAX, &decision->spent);
        if (*end == '/')
            text_begins_number(end + 1, 0, TIME_MAX, &decision->usual);
    } else if (strcmp(key, "budget") == 0) {
        end = read_nodes(value, &decision->budget);
        if (*end == '/')
            read_nodes(end + 1, &decision->cut);
    } else if (strcmp(key, "hash") == 0) {
        read_int(value, 0, HASH_MAX, &decision->hash_mb);
    } else if (strcmp(key, "with") == 0) {
        struct handicap handicap;
        for (char *at = value; *at; at++)
            *at = *at == ':' ? '=' : *at;
        if (ledger_read_handicap(value, &handicap))
            decision->handicap = handicap;
    }
}

/* What only some methods write. */
static void read_method_field(const struct position *before, const char *key, const char *value,
                              struct decision *decision)
{
    if (strcmp(key, "method") == 0 && !method_from_name(value, &decision->method))
        decision->method = METHOD_MADCHESS;
    else if (strcmp(key, "width") == 0)
        read_int(value, 0, COUNT_MAX, &decision->width_percent);
    else if (strcmp(key, "changes") == 0)
        read_int(value, 0, COUNT_MAX, &decision->changes);
    else if (strcmp(key, "first") == 0 && !chess_from_uci(before, value, &decision->first))
        decision->first = NO_MOVE;
}

/* "35/-12" */
static void read_scores(const char *text, struct decision *decision)
{
    const char *end = read_decision_score(text, &decision->best_score);
    if (*end == '/')
        read_decision_score(end + 1, &decision->played_score);
}

static void read_die(const char *text, struct decision *decision)
{
    const char *end = read_int(text, 0, COUNT_MAX, &decision->die);
    if (*end == '/')
        read_int(end + 1, 0, COUNT_MAX, &decision->blunder_chance);
}

static void read_decision_field(const struct position *before, const char *key, char *value,
                                struct decision *decision)
{
    if (strcmp(key, "best") == 0)
        decision->made = chess_from_uci(before, value, &decision->best);
    else if (strcmp(key, "scores") == 0)
        read_scores(value, decision);
    else if (strcmp(key, "range") == 0)
        read_int(value, 0, COUNT_MAX, &decision->range);
    else if (strcmp(key, "die") == 0)
        read_die(value, decision);
    else if (strcmp(key, "cost") == 0)
        read_int(value, 0, COUNT_MAX, &decision->cost);
    else if (strcmp(key, "random") == 0)
        decision->random = strtoull(value, NULL, 10);
    else if (strcmp(key, "candidates") == 0)
        read_candidates(before, value, decision);
    else if (strcmp(key, "flags") == 0) {
        decision->blunder = strstr(value, "blunder") != NULL;
        decision->deliberate = strstr(value, "deliberate") != NULL;
        decision->forced_win = strstr(value, "win") != NULL;
    }
}

/* Mates have the parity of the side to move. */
void ledger_read_eval(const struct game_node *node, const char *comment,
                      struct ledger_score *score)
{
    const char *at = strstr(comment, "[%eval "), *end = at ? strchr(at, ']') : NULL;
    const char *rest;
    if (!end)
        return;
    at += strlen("[%eval ");
    at += strspn(at, " ");
    if (*at == '#') {
        int moves = 0;
        rest = read_int(at + 1, -PLY_MAX, PLY_MAX, &moves);
        bool mover_mates = (moves > 0) == (node->position.side == WHITE);
        int plies = 2 * abs(moves) - mover_mates;
        if (moves == 0 || plies >= 2 * PLY_MAX)
            return;
        score->score = moves > 0 ? SCORE_MATE - plies : plies - SCORE_MATE;
    } else {
        char *behind;
        double pawns = strtod(at, &behind);
        if (behind == at || !(pawns < 290 && pawns > -290)) /* no number is neither */
            return;
        rest = behind;
        score->score = (Score)(pawns * 100 + (pawns < 0 ? -0.5 : 0.5));
    }
    if (*rest == ',')
        read_int(rest + 1, 0, COUNT_MAX, &score->depth);
}

static bool read_comment(struct ledger *ledger, struct game_node *node, const char *comment,
                         const struct handicap *opponent)
{
    struct ledger_score score = {.score = SCORE_NONE};
    struct decision decision = {.handicap = *opponent};
    ledger_read_eval(node, comment, &score);
    const char *from = strstr(comment, "[%fallible "), *to = from ? strchr(from, ']') : NULL;
    if (to) {
        from += strlen("[%fallible ");
        char *text = strndup(from, (size_t)(to - from)), *at = text, *key, *value;
        if (!text)
            return false;
        while (next_key(&at, &key, &value)) {
            read_score_field(&node->position, key, value, &score);
            if (strcmp(key, "took") == 0 && node->elapsed < 0)
                text_begins_number(value, 0, TIME_MAX, &node->elapsed);
            if (node->parent) {
                read_decision_field(&node->parent->position, key, value, &decision);
                read_method_field(&node->parent->position, key, value, &decision);
                read_replay_field(key, value, &decision);
            }
        }
        free(text);
    }
    if (decision.made)
        decision.played = node->move;
    return (score.score == SCORE_NONE || ledger_set_score(ledger, node->ply, &score)) &&
           (!decision.made || ledger_set_decision(ledger, node->ply, &decision));
}

bool ledger_read(struct ledger *ledger, struct game *game)
{
    bool good = true;
    const char *tag = game_tag(game, "FallibleOpponent");
    struct handicap opponent = {0};
    if (tag && !ledger_read_handicap(tag, &opponent))
        opponent = (struct handicap){0};
    ledger_clear(ledger, 0);
    for (struct game_node *node = game->root; node && good; node = node->child) {
        struct ledger_score end;
        if (node->comment)
            good = read_comment(ledger, node, node->comment, &opponent);
        if (good && ledger_at(ledger, 0) && ledger_score_at(ledger, node->ply) == SCORE_NONE &&
            ledger_from_end(node, &end))
            good = ledger_set_score(ledger, node->ply, &end);
    }
    return good;
}

/* ---- the opponent ---- */

/* What is nothing is left out. */
void ledger_write_handicap(const struct handicap *handicap, char *text, size_t size)
{
    struct handicap copy = *handicap;
    text[0] = '\0';
    if (handicap->limited)
        text_add(text, size, "elo=%d method=%s nps=%d endgame=%d rules=%u discount=%d "
                             "reference=%d book=%d ",
                 handicap->elo, method_name(handicap->method), handicap->nodes_per_second,
                 handicap->endgame_percent, handicap->rules, handicap->time_discount,
                 handicap->reference_time, handicap->book_plies);
    for (int i = 0; handicap->limited && i < METHOD_PARAMETER_COUNT; i++) {
        if (*handicap_parameter(&copy, i))
            text_add(text, size, "%s=%d ", method_parameter(i)->name,
                     *handicap_parameter(&copy, i));
    }
    for (int i = 0; handicap->limited && i < GROUP_COUNT; i++)
        text_add(text, size, "%s=%d ", group_key((enum group)i), handicap->knowledge[i]);
    text_add(text, size, "seed=%llu", (unsigned long long)handicap->seed);
}

static void read_setting(const char *key, const char *value, struct handicap *handicap)
{
    int number = 0;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (strcmp(key, parameter->name) == 0)
            read_int(value, parameter->min, parameter->max, handicap_parameter(handicap, i));
    }
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (strcmp(key, group_key((enum group)i)) == 0)
            read_int(value, 0, COUNT_MAX, &handicap->knowledge[i]);
    }
    read_int(value, 0, SPEED_MAX, &number);
    if (strcmp(key, "elo") == 0)
        handicap->elo = number;
    else if (strcmp(key, "nps") == 0)
        handicap->nodes_per_second = number;
    else if (strcmp(key, "endgame") == 0)
        handicap->endgame_percent = number;
    else if (strcmp(key, "discount") == 0)
        handicap->time_discount = number;
    else if (strcmp(key, "book") == 0)
        handicap->book_plies = number;
    else if (strcmp(key, "reference") == 0)
        handicap->reference_time = number;
    else if (strcmp(key, "rules") == 0)
        handicap->rules = (unsigned)number;
    else if (strcmp(key, "seed") == 0)
        handicap->seed = strtoull(value, NULL, 10);
}

/* Keys of a newer program are passed over. */
bool ledger_read_handicap(const char *text, struct handicap *handicap)
{
    char copy[LEDGER_HANDICAP_TEXT], *at = copy, *key, *value;
    bool good = false;
    snprintf(copy, sizeof copy, "%s", text);
    *handicap = (struct handicap){0};
    while (next_key(&at, &key, &value)) {
        handicap->limited = handicap->limited || strcmp(key, "elo") == 0;
        good = good || strcmp(key, "seed") == 0;
        if (strcmp(key, "method") == 0 && !method_from_name(value, &handicap->method))
            return false;
        read_setting(key, value, handicap);
    }
    return good && (!handicap->limited || handicap->nodes_per_second > 0);
}
