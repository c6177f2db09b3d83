/* The endgames that come with the program, as a list to choose from. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/session/home.h"
#include "src/session/state.h"
#include "src/store/deck.h"
#include "src/training/suite_cards.h"
#include "src/util/paths.h"
#include "src/util/text.h"

struct reading {
    struct endgame_list *list;
    struct store *store; /* NULL: the user's earlier answers are not known */
};

static bool add_row(void *context, const struct card *card, struct error *error)
{
    struct reading *reading = context;
    struct endgame_list *list = reading->list;
    struct endgame_row *row = &list->rows[list->count];
    if (card->kind != CARD_ENDGAME)
        return true;
    const char *blank = strchr(card->name, ' '); /* a name begins with that of the file, which is
                                                  * left out */
    *row = (struct endgame_row){.win = card->solution.score != 0};
    snprintf(row->name, sizeof row->name, "%s", blank ? blank + 1 : card->name);
    if (reading->store && !store_answered(reading->store, &card->position, &row->answered, error))
        return false;
    list->count++;
    return list->count < ENDGAMES_MAX;
}

bool session_read_endgames(struct session *session, struct endgame_list *list, struct error *error)
{
    char path[1024];
    struct reading reading = {.list = list, .store = session->store};
    list->count = 0;
    if (!paths_shipped("share/endgames.epd", path, sizeof path))
        return error_set(error, "share/endgames.epd is not installed.");
    return suite_cards(path, add_row, &reading, NULL, error);
}

void endgame_words(const struct endgame_row *row, char *text, size_t size)
{
    const struct answered *answered = &row->answered;
    char date[16];
    snprintf(text, size, row->win ? "win" : "draw");
    if (answered->times == 0) {
        text_add(text, size, ", not tried yet");
        return;
    }
    text_moment(answered->last, "%Y-%m-%d", date, sizeof date);
    text_add(text, size, ", solved %d of %d, %s on %s", answered->solved, answered->times,
             answered->missed_last ? "missed" : "solved", date);
}

/* How well the typed text fits a name: not at all, as words in it, as its beginning, or exactly. */
enum fit { FIT_NONE, FIT_WORDS, FIT_BEGINNING, FIT_WHOLE };
static enum fit fit_of(const char *name, const char *typed)
{
    char word[sizeof(struct endgame_row){0}.name];
    size_t length = strlen(typed);
    if (strncasecmp(name, typed, length) == 0)
        return name[length] ? FIT_BEGINNING : FIT_WHOLE;
    while (*typed) {
        size_t end = strcspn(typed, " ");
        snprintf(word, sizeof word, "%.*s", (int)end, typed);
        if (end >= sizeof word || !strcasestr(name, word))
            return FIT_NONE;
        typed += end + strspn(typed + end, " ");
    }
    return FIT_WORDS;
}

int endgame_find(const struct endgame_list *list, const char *typed, struct error *error)
{
    enum fit best = FIT_WORDS;
    int found = 0, count = 0;
    long number;
    char names[200] = "";
    if (text_number(typed, 1, list->count, &number))
        return (int)number;
    for (int i = 0; i < list->count; i++) {
        enum fit fit = fit_of(list->rows[i].name, typed);
        if (fit > best || (fit == best && count == 0)) {
            best = fit;
            count = 0;
            names[0] = '\0';
        }
        if (fit == best) {
            found = i + 1;
            text_add(names, sizeof names, "%s%d %s", count++ ? "; " : "", found,
                     list->rows[i].name);
        }
    }
    if (count > 1)
        error_set(error, "%d endgames fit. Type endgames and a number: %s", count, names);
    else if (count == 0)
        error_set(error,
                  "There is no endgame \"%.60s\". Type endgames and a number from 1 to %d, or "
                  "endgames list to see their names.",
                  typed, list->count);
    return count == 1 ? found : 0;
}
