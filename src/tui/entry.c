/* Readline without a terminal: it reads from a queue, its output is discarded, and the line is
 * drawn from its buffer. readline's state is global, so the state of this file is, too.
 *
 * A key is queued as a whole (a UTF-8 character, an escape sequence, both keys of Ctrl-X Ctrl-U)
 * before readline is called. readline 8.2 would crash if the queue ran empty in the middle of a
 * key. */
#include "src/tui/entry.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>
#include <readline/history.h>

#include "src/util/text.h"

enum { QUEUE_MAX = ENTRY_LINE_MAX, WORDS_MAX = 512, SEQUENCE_MAX = 16, CTRL_G = 7, ESCAPE = 27 };

static struct entry_hooks hooks;
static FILE *nowhere;
static char queue[QUEUE_MAX];
static size_t queue_at, queue_end;
static char begun[SEQUENCE_MAX]; /* the first keys of an incomplete sequence */
static size_t begun_length;
static char *taken; /* the entered line; owned */
static bool has_taken, at_end;

static int next_byte(FILE *stream)
{
    (void)stream;
    return queue_at < queue_end ? (unsigned char)queue[queue_at++] : EOF;
}

static int byte_waits(void)
{
    return queue_at < queue_end;
}

static void no_terminal(int meta)
{
    (void)meta;
}

static void no_terminal_end(void)
{
}

static void no_redisplay(void)
{
}

static void on_line(char *line)
{
    free(taken);
    taken = line;
    has_taken = true;
    at_end = line == NULL;
}

/* Passes the completions to the screen as one line of text. */
static void show_choices(char **matches, int count, int longest)
{
    (void)longest;
    char text[1024] = "";
    for (int i = 1; i <= count; i++)
        text_add(text, sizeof text, "%s%s", i > 1 ? " " : "", matches[i]);
    hooks.choices(hooks.context, text);
}

/* Returns the completions in the format that readline expects: the text to insert, then the words,
 * then NULL, all allocated with malloc. */
static char **matches_of(const char *text, char words[][32], int count)
{
    char **matches = calloc((size_t)count + 2, sizeof *matches);
    if (!matches)
        return NULL;
    size_t common = strlen(words[0]);
    for (int i = 1; i < count; i++) {
        size_t same = 0;
        while (same < common && words[0][same] == words[i][same])
            same++;
        common = same;
    }
    /* Some completions do not begin with the typed text ("Nf3" for "f3"). Their common beginning
     * must not shorten the typed text. */
    bool keep = count > 1 && common < strlen(text);
    matches[0] = keep ? strdup(text) : strndup(words[0], common);
    for (int i = 0; i < count && count > 1 && matches[0]; i++)
        matches[i + 1] = strdup(words[i]);
    if (!matches[0]) {
        free(matches);
        return NULL;
    }
    return matches;
}

static char **complete(const char *text, int start, int end)
{
    static char words[WORDS_MAX][32];
    if (start > 0 && (strncmp(rl_line_buffer, "save ", 5) == 0 ||
                      strncmp(rl_line_buffer, "load ", 5) == 0)) {
        rl_attempted_completion_over = 0; /* readline may complete file names here */
        rl_filename_completion_desired = 1;
        return rl_completion_matches(text, rl_filename_completion_function);
    }
    rl_attempted_completion_over = 1;
    char typed[512];
    snprintf(typed, sizeof typed, "%.*s", end, rl_line_buffer);
    bool space = false;
    int count = hooks.complete(hooks.context, typed, words, WORDS_MAX, &space);
    rl_completion_append_character = space ? ' ' : '\0';
    if (count <= 0) {
        hooks.choices(hooks.context, "");
        return NULL;
    }
    char **matches = matches_of(text, words, count);
    if (matches && count > 1)
        show_choices(matches, count, 0);
    return matches;
}

bool entry_open(const struct entry_hooks *the_hooks)
{
    hooks = *the_hooks;
    nowhere = fopen("/dev/null", "r+e");
    if (!nowhere)
        return false;
    rl_readline_name = "fallible";
    rl_instream = stdin;
    rl_outstream = nowhere;
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_prep_term_function = no_terminal;
    rl_deprep_term_function = no_terminal_end;
    rl_getc_function = next_byte;
    rl_input_available_hook = byte_waits;
    rl_redisplay_function = no_redisplay;
    rl_attempted_completion_function = complete;
    rl_completion_display_matches_hook = show_choices;
    rl_sort_completion_matches = 0; /* keep the order: best first */
    rl_completion_query_items = -1; /* never ask whether to show a long list, because that would
                                     * wait for an answer */
    rl_basic_word_break_characters = " ";
    /* Playing back a macro might leave the queue empty in the middle of a key. */
    rl_unbind_function_in_map(rl_call_last_kbd_macro, rl_get_keymap_by_name("emacs-ctlx"));
    using_history();
    rl_callback_handler_install("> ", on_line);
    return true;
}

void entry_close(void)
{
    rl_callback_handler_remove();
    rl_clear_history();
    /* readline 8.2 frees the lines but keeps them in the list, where a search would read them. */
    HIST_ENTRY **list = history_list();
    if (list)
        list[0] = NULL;
    free(taken);
    taken = NULL;
    has_taken = false;
    rl_outstream = stdout;
    if (nowhere) {
        fclose(nowhere);
        nowhere = NULL;
    }
}

/* Shortens the line to its limit, since repeat counts and yanking can make it arbitrarily long. */
static void keep_short(void)
{
    int end = ENTRY_LINE_MAX - 1;
    if (rl_end <= end)
        return;
    while (end > 0 && (rl_line_buffer[end] & 0xC0) == 0x80) /* not in the middle of a character */
        end--;
    rl_delete_text(end, rl_end);
    rl_point = rl_point < end ? rl_point : end;
    rl_mark = rl_mark < end ? rl_mark : end;
}

/* After some searches readline 8.2 shows the line it found but remains at its place in the
 * history, so that editing would change the history. */
static void leave_history(void)
{
    static rl_command_func_t *const searches[] = {
        rl_noninc_forward_search, rl_noninc_reverse_search, rl_noninc_forward_search_again,
        rl_noninc_reverse_search_again, rl_history_search_forward, rl_history_search_backward,
        rl_history_substr_search_forward, rl_history_substr_search_backward, rl_vi_search,
        rl_vi_search_again};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        if (rl_last_func == searches[i] && !RL_ISSTATE(RL_STATE_NSEARCH))
            using_history(); /* go to the end of the history */
}

static void deliver(const char *bytes, size_t count)
{
    memcpy(queue, bytes, count);
    queue_at = 0;
    queue_end = count;
    while (queue_at < queue_end && !has_taken) {
        /* Esc and digits set a repeat count. More than the length of a line is useless. */
        rl_numeric_arg = rl_numeric_arg > ENTRY_LINE_MAX ? ENTRY_LINE_MAX : rl_numeric_arg;
        rl_callback_read_char();
        leave_history();
        keep_short();
    }
}

/* Undoes one change at a time. If the list were freed at once, a history line could still refer to
 * it. */
static void undo_all(void)
{
    while (rl_undo_list)
        rl_do_undo();
}

/* Ends searches, numeric arguments and pending vi motions, which would otherwise continue in the
 * next line. */
static void break_off(void)
{
    const unsigned long busy = RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_VIMOTION |
                               RL_STATE_NUMERICARG | RL_STATE_MULTIKEY | RL_STATE_CHARSEARCH;
    while (RL_ISSTATE(RL_STATE_CALLBACK) && RL_ISSTATE(busy)) /* each call ends one of these */
        rl_callback_sigcleanup();
}

/* In vi mode, Esc ends inserting, or a pending digit or operator. readline would take it as the
 * start of a sequence. */
static void deliver_escape(void)
{
    static const char escape = ESCAPE;
    if (rl_get_keymap() != vi_movement_keymap || RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH)) {
        deliver(&escape, 1);
    } else {
        break_off();
        rl_discard_argument();
    }
}

/* Handles a sequence that readline does not know. In vi mode the key after Esc counts as a separate
 * key. */
static void deliver_unknown(void)
{
    char last = begun[begun_length - 1];
    if (entry_is_vi() && begun_length == 2 && begun[0] == ESCAPE) {
        deliver_escape();
        if (last != ESCAPE) /* the second Esc has no effect and is not passed on */
            deliver(&last, 1);
    } else if (last == CTRL_G && !entry_is_vi()) { /* Ctrl-G also cancels a search */
        deliver(&last, 1);
    }
}

void entry_feed(const char *bytes, size_t count)
{
    if (count == 0 || count > sizeof queue)
        return;
    bool control = (unsigned char)bytes[0] < ' ' || begun_length > 0;
    if (!control || memchr(bytes, '\0', count) || begun_length + count >= sizeof begun) {
        begun_length = 0;
        deliver(bytes, count);
        return;
    }
    int type = ISFUNC;
    memcpy(begun + begun_length, bytes, count);
    begun_length += count;
    begun[begun_length] = '\0';
    rl_command_func_t *known = rl_function_of_keyseq(begun, NULL, &type);
    if (known == rl_do_lowercase_version) { /* readline's function that replaces a capital by the
                                             * small letter does not work within a search */
        begun[begun_length - 1] = (char)tolower((unsigned char)begun[begun_length - 1]);
        known = rl_function_of_keyseq(begun, NULL, &type);
    }
    bool alone = begun_length == 1;
    if (type == ISKMAP && !(alone && begun[0] == ESCAPE && entry_is_vi()))
        return;
    if (alone && begun[0] == ESCAPE)
        deliver_escape();
    else if (known || alone)
        deliver(begun, begun_length);
    else
        deliver_unknown();
    begun_length = 0;
}

bool entry_taken(char *line, size_t size, bool *end)
{
    if (!has_taken)
        return false;
    snprintf(line, size, "%s", taken ? taken : "");
    *end = at_end;
    free(taken);
    taken = NULL;
    has_taken = false;
    return true;
}

void entry_set(const char *text)
{
    begun_length = 0;
    break_off();
    undo_all();
    rl_end_of_history(1, 0); /* leave a history line and return to the typed line */
    undo_all();
    rl_replace_line(text, 1);
    rl_point = rl_end;
}

const char *entry_text(void)
{
    return rl_line_buffer ? rl_line_buffer : "";
}

bool entry_is_empty(void)
{
    unsigned long busy = RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG |
                         RL_STATE_MULTIKEY | RL_STATE_MOREINPUT | RL_STATE_VIMOTION;
    return rl_end == 0 && begun_length == 0 && !RL_ISSTATE(busy);
}

bool entry_is_vi(void)
{
    return rl_editing_mode == 0;
}

void entry_remember(const char *line)
{
    HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (*line && !(last && strcmp(last->line, line) == 0))
        add_history(line);
    history_set_pos(history_length);
}

void entry_look(char *text, size_t size, size_t *cursor)
{
    /* A search's prompt contains marks for invisible text, which we skip. */
    const char *prompt = rl_display_prompt && *rl_display_prompt ? rl_display_prompt : "> ";
    size_t at = 0;
    for (; *prompt && at + 1 < size; prompt++) {
        if (*prompt != RL_PROMPT_START_IGNORE && *prompt != RL_PROMPT_END_IGNORE)
            text[at++] = *prompt;
    }
    text[at] = '\0';
    *cursor = at + (size_t)rl_point;
    snprintf(text + at, size - at, "%s", entry_text());
    if (*cursor > strlen(text))
        *cursor = strlen(text);
}
