/* Parses lines of a puzzle file. Columns are found by name, so a file may have fewer columns, like
 * our own pack, or more. */
#include "src/training/puzzle.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/review/motif.h"
#include "src/util/text.h"

/* Glicko-2 lets a first miss cost 175 points, because it knows little about a new player. A player
 * who finds the move with a hint is not that much weaker, so at most this many points are lost.
 * Once the rating is settled, Glicko-2 itself seldom takes more. */
static const double HINT_COSTS_MOST = 30;

struct rating puzzle_your_rating(struct rating you, const struct rating *puzzle,
                                 enum puzzle_result result)
{
    const struct rating_result game = {*puzzle, result == PUZZLE_SOLVED ? 1 : 0};
    struct rating after = rating_after(you, &game, 1);
    if (result == PUZZLE_HINTED)
        after.rating = fmax(after.rating, you.rating - HINT_COSTS_MOST);
    return after;
}

enum { FIELDS_MAX = 32, RATING_MOST = 4000, DEVIATION_USUAL = 80 };
static const double VOLATILITY_USUAL = 0.06;

/* Splits `line` at its commas, which none of our fields contains. Returns the number of fields. */
static int split(char *line, char *fields[FIELDS_MAX])
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line && count < FIELDS_MAX)
        fields[count++] = strsep(&line, ",");
    return count;
}

bool puzzle_read_columns(const char *line, struct puzzle_columns *columns, struct error *error)
{
    char copy[1024], *fields[FIELDS_MAX];
    *columns = (struct puzzle_columns){-1, -1, -1, -1, -1, -1, -1, -1};
    const struct {
        const char *name;
        int *at;
    } wanted[] = {{"PuzzleId", &columns->id}, {"FEN", &columns->position},
                  {"Moves", &columns->moves}, {"Rating", &columns->rating},
                  {"RatingDeviation", &columns->deviation}, {"Themes", &columns->themes},
                  {"Popularity", &columns->popularity}, {"NbPlays", &columns->plays}};
    snprintf(copy, sizeof copy, "%s", line);
    int count = split(copy, fields);
    for (int i = 0; i < count; i++) {
        for (size_t j = 0; j < sizeof wanted / sizeof *wanted; j++) {
            if (strcmp(fields[i], wanted[j].name) == 0)
                *wanted[j].at = i;
        }
    }
    if (columns->id >= 0 && columns->position >= 0 && columns->moves >= 0 && columns->rating >= 0)
        return true;
    return error_set(error,
                     "expected a line with the names of the columns, including PuzzleId, FEN, "
                     "Moves and Rating");
}

static bool read_number(const char *text, int least, int most, double *number)
{
    char *end;
    long value = strtol(text, &end, 10);
    *number = (double)value;
    return end != text && !*end && value >= least && value <= most;
}

static bool take(char *to, size_t size, const char *field, bool (*good)(int character))
{
    for (const char *at = field; *at; at++) {
        if (!good((unsigned char)*at))
            return false;
    }
    return snprintf(to, size, "%s", field) < (int)size;
}

static bool in_id(int character)
{
    return isalnum(character) || character == '-' || character == '_' || character == '.';
}

static bool in_themes(int character)
{
    return isalnum(character) || character == ' ' || character == '-' || character == '_';
}

static bool printable(int character)
{
    return character >= ' ' && character < 127;
}

/* Plays moves from `position` and counts them in *plies. If `card` is not NULL, sets the card's
 * position, last move and solution from the moves. Returns false at an illegal move; *plies then
 * counts that move, too. */
static bool play_all(struct position *position, const char *moves, struct card *card, int *plies)
{
    char text[8];
    int used;
    for (*plies = 0; sscanf(moves, " %7s%n", text, &used) == 1; moves += used) {
        Move move;
        ++*plies;
        if (!chess_from_uci(position, text, &move))
            return false;
        if (card && *plies > 1 && card->solution.length < LEDGER_LINE_MAX)
            card->solution.line[card->solution.length++] = move;
        chess_play(position, move);
        if (card && *plies == 1) {
            card->position = *position;
            card->last = move;
        }
    }
    return true;
}

/* Checks the position and the moves. If one of them is invalid, returns false and sets *error, and
 * *wrong to the index of its column. */
static bool check(const struct puzzle *puzzle, const struct puzzle_columns *columns, int *wrong,
                  struct error *error)
{
    struct position position;
    struct error why;
    int plies;
    *wrong = columns->position;
    if (!chess_from_fen(&position, puzzle->position, &why))
        return error_set(error, "FEN \"%.90s\": %.120s", puzzle->position, why.message);
    *wrong = columns->moves;
    if (!play_all(&position, puzzle->moves, NULL, &plies))
        return error_set(error, "move %d of \"%.60s\" is not legal", plies, puzzle->moves);
    if (plies >= 2 && plies % 2 == 0)
        return true;
    return error_set(error,
                     "expected an even number of moves, beginning with the opponent's, "
                     "not %d",
                     plies);
}

static bool wrong_field(const char *line, const char *field, const char *expected,
                        struct error *error)
{
    error_set(error, "expected %s", expected);
    error->column = (int)(field - line) + 1;
    return false;
}

bool puzzle_read(char *line, const struct puzzle_columns *columns, struct puzzle *puzzle,
                 struct error *error)
{
    char *fields[FIELDS_MAX];
    int count = split(line, fields), wrong;
    if (columns->id >= count || columns->position >= count || columns->moves >= count ||
        columns->rating >= count || columns->themes >= count || columns->deviation >= count ||
        columns->popularity >= count || columns->plays >= count)
        return error_set(error, "%d columns, fewer than in the first line", count);
    double popularity = -1, plays = -1;
    *puzzle = (struct puzzle){.rating = {0, DEVIATION_USUAL, VOLATILITY_USUAL}};
    if (!take(puzzle->id, sizeof puzzle->id, fields[columns->id], in_id) || !puzzle->id[0])
        return wrong_field(line, fields[columns->id], "PuzzleId, up to 15 letters and digits",
                           error);
    if (!take(puzzle->position, sizeof puzzle->position, fields[columns->position],
                   printable))
        return wrong_field(line, fields[columns->position], "a FEN", error);
    if (!take(puzzle->moves, sizeof puzzle->moves, fields[columns->moves], printable))
        return wrong_field(line, fields[columns->moves], "moves in UCI form, up to 511 characters",
                           error);
    if (!read_number(fields[columns->rating], 1, RATING_MOST, &puzzle->rating.rating))
        return wrong_field(line, fields[columns->rating], "a rating, 1 to 4000", error);
    if (columns->deviation >= 0 &&
             !read_number(fields[columns->deviation], 1, 1000, &puzzle->rating.deviation))
        return wrong_field(line, fields[columns->deviation], "a rating deviation, 1 to 1000",
                           error);
    if (columns->themes >= 0 &&
             !take(puzzle->themes, sizeof puzzle->themes, fields[columns->themes], in_themes))
        return wrong_field(line, fields[columns->themes],
                           "names of themes separated by blanks, up to 511 characters", error);
    if (columns->popularity >= 0 &&
             !read_number(fields[columns->popularity], -100, 100, &popularity))
        return wrong_field(line, fields[columns->popularity], "a popularity, -100 to 100", error);
    if (columns->plays >= 0 &&
             !read_number(fields[columns->plays], 0, INT_MAX, &plays))
        return wrong_field(line, fields[columns->plays], "the number of times it was played",
                           error);
    puzzle->popularity = (int)popularity;
    puzzle->plays = (int)plays;
    if (check(puzzle, columns, &wrong, error))
        return true;
    error->column = (int)(fields[wrong] - line) + 1;
    return false;
}

bool puzzle_card(const struct puzzle *puzzle, struct card *card)
{
    struct position position;
    struct error error;
    int plies;
    *card = (struct card){.kind = CARD_PUZZLE, .played = NO_MOVE,
                          .solution.score = SCORE_NONE};
    if (!chess_from_fen(&position, puzzle->position, &error) ||
        !play_all(&position, puzzle->moves, card, &plies))
        return false;
    card->ply = 2 * (card->position.fullmove - 1) + (card->position.side == BLACK);
    card->solution.length -= card->solution.length % 2 == 0;
    return card->solution.length > 0;
}

int puzzle_theme_place(struct puzzle_theme themes[], int *count, int max, const char *name)
{
    int at = 0;
    while (at < *count && strcmp(themes[at].name, name) != 0)
        at++;
    if (at == *count && at < max)
        snprintf(themes[(*count)++].name, sizeof themes[at].name, "%s", name);
    return at;
}

int puzzle_theme_order(const void *a, const void *b)
{
    const struct puzzle_theme *one = a, *other = b;
    if (one->puzzles != other->puzzles)
        return one->puzzles < other->puzzles ? 1 : -1;
    return strcmp(one->name, other->name);
}

bool puzzle_choice_rating(const char *text, struct puzzle_choice *choice, struct error *error)
{
    char first[16];
    long from, to;
    size_t length = strcspn(text, "-");
    bool range = text[length] == '-', good = length < sizeof first;
    snprintf(first, sizeof first, "%.*s", good ? (int)length : 0, text);
    good = good && text_number(first, 1, RATING_MOST, &from) &&
           (!range || text_number(text + length + 1, from, RATING_MOST, &to));
    if (!good)
        return error_set(error, "expected a rating of at most %d, as in 900, or two, as in "
                                "1200-1500, not \"%.40s\"", RATING_MOST, text);
    choice->about = range ? 0 : (int)from;
    choice->from = range ? (int)from : 0;
    choice->to = range ? (int)to : 0;
    return true;
}

/* Whether a word that the user typed is a rating. A number with fewer than three digits counts as a
 * rating only if it is the only word, because it may belong to a theme, as in "mate in 2". */
static bool is_rating(const char *word, bool alone)
{
    enum { DIGITS_LEAST = 3 };
    return isdigit((unsigned char)*word) && !word[strspn(word, "0123456789-")] &&
           (alone || strlen(word) >= DIGITS_LEAST);
}

bool puzzle_choice_read(const char *words, struct puzzle_choice *choice, struct error *error)
{
    char theme[sizeof choice->theme] = "", word[sizeof choice->theme];
    bool rated = false, named = false; /* named: the last word was --rating */
    int used;
    for (; sscanf(words, " %63s%n", word, &used) == 1; words += used) {
        bool alone = !*theme && !words[used + (int)strspn(words + used, " ")];
        if (strcmp(word, "--theme") == 0 || strcmp(word, "--rating") == 0) {
            named = word[2] == 'r';
            continue;
        }
        if (!named && !is_rating(word, alone)) {
            text_add(theme, sizeof theme, "%s%s", *theme ? " " : "", word);
            if (strlen(theme) + 1 == sizeof theme)
                return error_set(error, "this name is too long for a theme");
            continue;
        }
        if (rated)
            return error_set(error, "expected one rating, as in fork 900, or two with a hyphen, as "
                                    "in fork 900-1100");
        if (!puzzle_choice_rating(word, choice, error))
            return false;
        rated = true;
        named = false;
    }
    motif_theme_from_words(theme, choice->theme, sizeof choice->theme);
    return true;
}
