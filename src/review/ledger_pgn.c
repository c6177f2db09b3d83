/* The ledger in PGN. Besides [%eval 0.35], which other programs know, a comment contains
 *
 *  [%fallible took=1500 score=35 depth=12 nodes=200013 line=e7e5 g1f3 best=b8c6 ...]
 *
 * took is the move's time in milliseconds. score (for White), depth, nodes and line belong to the
 * position after the move; if a longer search has replaced the score of a first one, that is
 * first_score. The part from best on is the decision that chose the move (handicap_text.h), whose
 * names must differ from those above. Values may contain blanks. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/handicap_text.h"
#include "src/review/ledger.h"
#include "src/util/text.h"

/* Limits. WORDS_MAX is for texts that we write. The others are for values read from a file: they
 * are wide enough for everything that we write, and narrow enough to avoid overflows later. */
enum { WORDS_MAX = 192, COUNT_MAX = 1000000 };
#define TIME_MAX INT64_C(100000000000) /* ms: three years */

/* Writing */

void ledger_eval_text(Score score, char *text, size_t size)
{
    int mate;
    if (score_is_mate(score, &mate))
        snprintf(text, size, "#%d", mate);
    else
        snprintf(text, size, "%s%d.%02d", score < 0 ? "-" : "", abs(score) / 100,
                 abs(score) % 100);
}

/* Writes "[%eval 0.35] ", or nothing if the game is over, as Lichess does. */
static void write_eval(FILE *out, const struct game_node *node, Score score)
{
    Move moves[CHESS_MOVES_MAX];
    char text[24];
    if (chess_moves(&node->position, moves) == 0)
        return;
    ledger_eval_text(score, text, sizeof text);
    fprintf(out, "[%%eval %s] ", text);
}

static void write_score(FILE *out, const struct game_node *node, const struct ledger_entry *entry)
{
    const struct ledger_score *score = &entry->score;
    char line[LEDGER_LINE_TEXT];
    if (entry->searched_again)
        fprintf(out, " first_score=%d", entry->first);
    ledger_write_line(&node->position, score, line);
    fprintf(out, " score=%d depth=%d nodes=%llu line=%s", score->score, score->depth,
            (unsigned long long)score->nodes, line);
}

/* Reads the number at the start of `text` into *number and returns what follows it. If there is no
 * number, or it is out of range, *number keeps its value. */
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

/* Removes from `text` every command that begins with `from`, up to its ']', and the blanks after
 * it. */
static void cut_commands(char *text, const char *from)
{
    char *end;
    for (char *at = text; (at = strstr(at, from)) != NULL && (end = strchr(at, ']')) != NULL;) {
        end += 1 + strspn(end + 1, " \n");
        memmove(at, end, strlen(end) + 1);
    }
}

/* Removes the first occurrence of `words` from `text`, even if a line break separates two of the
 * words. Returns false if the text does not contain them. */
static bool cut_words(char *text, const char *words)
{
    for (char *from = text; *words && *from; from++) {
        const char *word = words;
        char *at = from;
        while (*word && (*at == *word || (*word == ' ' && *at == '\n')))
            at++, word++;
        if (!*word) {
            at += strspn(at, " \n");
            memmove(from, at, strlen(at) + 1);
            return true;
        }
    }
    return false;
}

/* Writes what a human reader wants to know about an error: "Nf3 was better by 0.87". The better
 * move and the loss are those of full strength, which the review names, too. Until full strength
 * has scored the positions before and after the move, nothing is written: the decision's own scores
 * come from a weakened search, which often prefers a move that is worse. */
static void plain_words(const struct ledger *ledger, const struct game_node *node,
                        const struct decision *decision, char *text, size_t size)
{
    char san[CHESS_SAN_MAX], cost_words[LEDGER_COST_TEXT];
    const struct position *before = &node->parent->position;
    struct line line = ledger_line(ledger, node->parent);
    Score from, to;
    text[0] = '\0';
    if (!ledger_is_error(decision) || line.length == 0 ||
        !chess_is_legal(before, line.moves[0]) ||
        !ledger_scores_around(ledger, node->parent->ply, node->move, &from, &to) ||
        ledger_judge(ledger, node) == JUDGED_GOOD)
        return;
    int cost = before->side == WHITE ? from - to : to - from;
    chess_to_san(before, line.moves[0], san);
    ledger_cost_words(cost, cost_words);
    if (strstr(cost_words, "mate"))
        snprintf(text, size, "%s was better: this missed or allowed a mate", san);
    else
        snprintf(text, size, "%s was better by %d.%02d", san, cost / 100, cost % 100);
}

/* What we write about a decision in words: briefly for a human reader, and in full with its
 * reasons. */
struct remarks {
    char plain[WORDS_MAX], full[WORDS_MAX];
};

/* Returns a copy of the comment without the parts that we wrote. Sets *kept to whether the copy may
 * still contain what an older version of this program wrote in other words than we do. Returns NULL
 * if out of memory. */
static char *foreign_part(const struct game_node *node, const struct remarks *remarks, bool *kept)
{
    const char *comment = node->comment ? node->comment : "";
    const char *decided = strstr(comment, "[%fallible");
    char *text = strdup(comment);
    if (!text)
        return NULL;
    decided = decided ? strstr(decided, "best=") : NULL;
    cut_commands(text, "[%eval ");
    cut_commands(text, "[%fallible");
    bool cut = cut_words(text, remarks->full);
    cut |= cut_words(text, remarks->plain);
    *kept = decided && !cut && *text;
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

/* Writes the words and commands of one node. Returns false if out of memory. */
static bool annotate(const struct ledger *ledger, const struct ledger_entry *entry,
                     struct game_node *node, const struct handicap *opponent,
                     enum ledger_detail detail)
{
    struct remarks remarks = {"", ""};
    char *text = NULL;
    bool kept = false;
    size_t size;
    const struct decision *decision = node->parent ? entry->decision : NULL;
    struct decision copy;
    Score score = entry->score.score;
    if (decision && !decision->made)
        decision = NULL;
    if (decision) {
        const struct position *before = &node->parent->position;
        ledger_decision_words(before, decision, remarks.full, sizeof remarks.full);
        plain_words(ledger, node, decision, remarks.plain, sizeof remarks.plain);
    }
    char *foreign = foreign_part(node, &remarks, &kept);
    const char *words = detail == LEDGER_FULL ? remarks.full : remarks.plain;
    if (kept || (decision && ledger_decision(ledger, node, &copy) == &copy))
        words = ""; /* the comment has the words of an older version, or full strength sees no
                     * error */
    FILE *out = foreign ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(foreign);
        return false;
    }
    if (score != SCORE_NONE && detail >= LEDGER_EVALS)
        write_eval(out, node, score);
    if (detail == LEDGER_FULL && (score != SCORE_NONE || decision)) {
        fputs("[%fallible", out);
        if (node->elapsed >= 0)
            fprintf(out, " took=%lld", (long long)node->elapsed);
        if (score != SCORE_NONE)
            write_score(out, node, entry);
        if (decision) {
            fputc(' ', out);
            decision_text_write(out, &node->parent->position, decision, opponent);
        }
        fputc(']', out);
    }
    if (detail == LEDGER_FULL && *words)
        fputc(' ', out);
    fprintf(out, "%s%s%s", words, *foreign ? " " : "", foreign);
    bool good = text_close(out, &text);
    if (good) {
        const char *comment = text + strspn(text, " ");
        char *end = text + strlen(text);
        while (end > comment && end[-1] == ' ')
            *--end = '\0';
        good = game_set_comment(node, *comment ? comment : NULL);
    }
    if (good && node->parent && score != SCORE_NONE)
        good = set_judgement(node, ledger_judge(ledger, node));
    free(text);
    free(foreign);
    return good;
}

bool ledger_take_detail(const char **text, enum ledger_detail *detail)
{
    static const char *const words[] = {
        [LEDGER_WORDS] = "clean", [LEDGER_EVALS] = "eval", [LEDGER_FULL] = "full"};
    const char *word = *text + (strncmp(*text, "--", 2) == 0 ? 2 : 0);
    for (int i = LEDGER_WORDS; i <= LEDGER_FULL; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(word, words[i], length) == 0 && strchr(" ", word[length])) {
            *text = word + length + strspn(word + length, " ");
            *detail = (enum ledger_detail)i;
            return true;
        }
    }
    return false;
}

bool ledger_annotate(const struct ledger *ledger, struct game_node *node,
                     const struct handicap *opponent, enum ledger_detail detail)
{
    bool good = true;
    for (; node && good; node = node->parent) {
        const struct ledger_entry *entry = ledger_at(ledger, node->ply);
        if (entry)
            good = annotate(ledger, entry, node, opponent, detail);
    }
    return good;
}

/* Writes the score of a position at the beginning of its comment, and removes an earlier score from
 * the comment. Returns false if out of memory. */
static bool write_eval_of(struct game_node *node, Score score)
{
    struct ledger_score there = {.score = SCORE_NONE};
    ledger_read_eval(node, node->comment ? node->comment : "", &there);
    if (there.score == score)
        return true;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    char *comment = strdup(node->comment ? node->comment : "");
    bool good = out && comment;
    if (good) {
        cut_commands(comment, "[%eval ");
        write_eval(out, node, score);
        fputs(comment, out);
    }
    good = text_close(out, &text) && good;
    if (good) {
        size_t length = strlen(text);
        while (length > 0 && text[length - 1] == ' ')
            text[--length] = '\0';
        good = game_set_comment(node, *text ? text : NULL);
    }
    free(comment);
    free(text);
    return good;
}

bool ledger_write_evals(const struct ledger *ledger, struct game_node *node)
{
    bool good = true;
    for (; node && good; node = node->parent) {
        Score score = ledger_score_at(ledger, node->ply);
        if (score != SCORE_NONE)
            good = write_eval_of(node, score);
    }
    return good;
}

/* Reading */

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

/* [%eval] gives the distance to mate in moves. A score counts it in plies, whose number depends on
 * the side to move. */
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
        if (behind == at || !(pawns < 290 && pawns > -290)) /* for NaN both comparisons are false,
                                                               so it is rejected, too */
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
    struct ledger_score first = {.score = SCORE_NONE, .nodes = 1}; /* 1: fewer nodes than any later
                                                                    * search has */
    struct decision decision = {.made = false};
    ledger_read_eval(node, comment, &score);
    const char *from = strstr(comment, "[%fallible "), *to = from ? strchr(from, ']') : NULL;
    if (to) {
        from += strlen("[%fallible ");
        size_t length = (size_t)(to - from);
        char *text = strndup(from, length), *copy = strndup(from, length), *at = text;
        char *name, *value;
        if (copy && node->parent &&
            !decision_text_read(copy, &node->parent->position, opponent, &decision))
            decision.made = false;
        while (at && text_next_setting(&at, &name, &value)) {
            read_score_field(&node->position, name, value, &score);
            if (strcmp(name, "first_score") == 0)
                read_int(value, -SCORE_MATE, SCORE_MATE, &first.score);
            if (strcmp(name, "took") == 0 && node->elapsed < 0)
                text_begins_number(value, 0, TIME_MAX, &node->elapsed);
        }
        bool whole = text && copy;
        free(text);
        free(copy);
        if (!whole)
            return false;
    }
    if (decision.made)
        decision.played = node->move;
    if (score.score != SCORE_NONE && first.score != SCORE_NONE &&
        !ledger_set_score(ledger, node->ply, &first))
        return false;
    return (score.score == SCORE_NONE || ledger_set_score(ledger, node->ply, &score)) &&
           (!decision.made || ledger_set_decision(ledger, node->ply, &decision));
}

bool ledger_read(struct ledger *ledger, struct game *game)
{
    bool good = true;
    const char *tag = game_tag(game, "FallibleOpponent");
    struct handicap opponent = {0};
    if (tag && !handicap_text_read(tag, &opponent))
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
