/* Readline without its terminal: it gets its bytes from a queue, its output goes nowhere, and
 * what it would show is read from its buffer. readline has global state, so this file does too.
 *
 * A key is put into the queue whole (a UTF-8 character, an escape sequence, both keys of Ctrl-X
 * Ctrl-U) before readline is called: its callback interface must never find the queue empty in the
 * middle of one (8.2 then jumps into frames long gone when the rest is not what it knows).
 */
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
static char begun[SEQUENCE_MAX]; /* the first keys of a sequence, kept until the last has come */
static size_t begun_length;
static char *taken; /* the line entered, owned */
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

/* The choices as one line of text for the hint line. */
static void show_choices(char **matches, int count, int longest)
{
    (void)longest;
    char text[1024] = "";
    for (int i = 1; i <= count; i++)
        text_add(text, sizeof text, "%s%s", i > 1 ? " " : "", matches[i]);
    hooks.choices(hooks.context, text);
}

/* readline's form: first what to insert, then the words, then NULL; all from malloc. */
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
    /* Words that do not begin with what was typed ("Nf3" for "f3") must not shorten it. */
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
        rl_attempted_completion_over = 0; /* file names are readline's own trade */
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
    nowhere = fopen("/dev/null", "r+");
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
    rl_sort_completion_matches = 0; /* they come best first */
    rl_completion_query_items = -1; /* a question would wait for an answer */
    rl_basic_word_break_characters = " ";
    /* Of keys played back it may find the queue empty in the middle of one. */
    rl_unbind_function_in_map(rl_call_last_kbd_macro, rl_get_keymap_by_name("emacs-ctlx"));
    using_history();
    rl_callback_handler_install("> ", on_line);
    return true;
}

void entry_close(void)
{
    rl_callback_handler_remove();
    rl_clear_history();
    /* It frees the lines and leaves them in the list (8.2), where a search would look. */
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

/* Keys that repeat others and yank what they have yanked make a line as long as they like. */
static void keep_short(void)
{
    int end = ENTRY_LINE_MAX - 1;
    if (rl_end <= end)
        return;
    while (end > 0 && (rl_line_buffer[end] & 0xC0) == 0x80) /* within a character */
        end--;
    rl_delete_text(end, rl_end);
    rl_point = rl_point < end ? rl_point : end;
    rl_mark = rl_mark < end ? rl_mark : end;
}

/* Some searches put what they find in the place of what was typed and forget that, but stay where
 * they were in the history: what is changed then would belong to both (8.2). */
static void leave_history(void)
{
    static rl_command_func_t *const searches[] = {
        rl_noninc_forward_search, rl_noninc_reverse_search, rl_noninc_forward_search_again,
        rl_noninc_reverse_search_again, rl_history_search_forward, rl_history_search_backward,
        rl_history_substr_search_forward, rl_history_substr_search_backward, rl_vi_search,
        rl_vi_search_again};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        if (rl_last_func == searches[i] && !RL_ISSTATE(RL_STATE_NSEARCH))
            using_history(); /* at its end */
}

static void deliver(const char *bytes, size_t count)
{
    memcpy(queue, bytes, count);
    queue_at = 0;
    queue_end = count;
    while (queue_at < queue_end && !has_taken) {
        /* Esc and digits repeat the next key so often: a line has no use for more. */
        rl_numeric_arg = rl_numeric_arg > ENTRY_LINE_MAX ? ENTRY_LINE_MAX : rl_numeric_arg;
        rl_callback_read_char();
        leave_history();
        keep_short();
    }
}

/* Change by change: freed at once, a line of the history would keep what it has of them. */
static void undo_all(void)
{
    while (rl_undo_list)
        rl_do_undo();
}

/* A search, an argument, a motion of vi: in another line they would go on where this one was. */
static void break_off(void)
{
    const unsigned long busy = RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_VIMOTION |
                               RL_STATE_NUMERICARG | RL_STATE_MULTIKEY | RL_STATE_CHARSEARCH;
    while (RL_ISSTATE(RL_STATE_CALLBACK) && RL_ISSTATE(busy)) /* one at a time */
        rl_callback_sigcleanup();
}

/* To vi, Esc ends inserting; then it ends what a digit or an operator began, and to readline would
 * begin a sequence. */
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

/* A sequence that means nothing. The key after vi's Esc is its own. */
static void deliver_unknown(void)
{
    char last = begun[begun_length - 1];
    if (entry_is_vi() && begun_length == 2 && begun[0] == ESCAPE) {
        deliver_escape();
        if (last != ESCAPE) /* which has no more to end */
            deliver(&last, 1);
    } else if (last == CTRL_G && !entry_is_vi()) { /* gives up more than the sequence */
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
    if (known == rl_do_lowercase_version) { /* it cannot do that within a search */
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
    rl_end_of_history(1, 0); /* from a line of the history back to what was typed */
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
    /* The prompt of a search carries marks of invisible text we have no use for. */
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
