/* Shared by the files of the line mode: its state, its output, and the handling of input lines. */
#pragma once

#include "src/plain/analysis.h"
#include "src/plain/games.h"
#include "src/plain/groups.h"
#include "src/plain/plain.h"

enum {
    LINE_MAX_BYTES = 4096,
    KEPT_WITHIN = 2000, /* milliseconds to wait for the database before a move is printed */
};

struct plain {
    struct plain_options options;
    int wake[2];   /* a pipe; a byte in it asks the loop to poll the session */
    bool prompted; /* the prompt is shown, perhaps with the beginning of a typed line after it */
    bool readline;
    bool echo; /* print the lines read, because input is not a terminal */
    bool quit, ended;
    size_t told_beside;           /* how many bytes of card_beside (session.h) have been printed */
    char asked[LINE_MAX_BYTES];   /* the line that awaits confirmation, or "" */
    char waiting[LINE_MAX_BYTES]; /* a line typed while the question about `asked` was open; after
                                   * the answer, Enter alone carries it out; or "" */
    bool asked_name;   /* the user was asked whether a name in the file is theirs; if the next line
                        * is y or n, it is the answer */
    bool warned;       /* the warning about an unsaved game was printed */
    bool groups;       /* in analysis, what switching each group changes is printed after
                        * each step */
    struct groups_told groups_told;
    bool playing;      /* a game was going on at the last tick */
    int time_warnings; /* how often the user was warned that time is short */
    const struct card *card;      /* the card announced last */
    const struct game_node *seen; /* the position shown at the last tick */
    const struct game_node *told; /* the position printed last */
    bool interrupted; /* a line was typed while the program was waiting, and ended the wait */
    char said[512];   /* the last reply, so that it is not printed twice */
    bool home;        /* home is shown: a line is first looked up among the keys of home */
    bool in_analyse;  /* the menu of Analyse is shown: a line is first looked up among its keys */
    bool left_to_analyse;         /* home is shown again when the analysis that it started ends */
    bool left_home;               /* home is shown again when the training that it started ends */
    bool went_on;                 /* the unfinished game was continued */
    const struct game *seen_game; /* the game when the last line was handled, to notice that another
                                   * one has begun */
    struct session *session;
    struct plain_games *games;      /* the list of games in a file; NULL if none is open */
    struct pgn_index *loaded_games; /* the index of `games` if the command load opened it */
};

/* output.c */
void plain_say(struct plain *plain, const char *text); /* prints nothing if text is "" */
void plain_tell_move(struct plain *plain, const struct game_node *node, bool roles);
void plain_tick(struct plain *plain); /* prints what is new in the session; if anything is, first
                                         ends the line with the prompt and clears plain->prompted */
/* Waits for a wake-up or, unless `input` is -1, for input. Waits at most `longest` milliseconds
 * (-1: no limit). Returns true if `input` is available. */
bool plain_rest(const struct plain *plain, int input, int longest);
/* Waits for an event of the session, processes it and updates *view. Returns false if the time
 * `until` (as text_now counts; -1: no limit) has passed or the output could not be written. */
bool plain_go_on(struct plain *plain, int64_t until, struct session_view *view);
/* Like plain_go_on, for long waits: on a terminal, also returns false and sets plain->interrupted
 * if a line has been typed, so that it is answered at once. A script is not interrupted. */
bool plain_go_on_unless_typed(struct plain *plain, int64_t until, struct session_view *view);

/* answers.c */
/* Prints the answer to a command that the session leaves to the screen, such as review or help. */
void plain_answer(struct plain *plain, const struct session_reply *reply);
/* Answers a question about the position shown, such as "lines" or "threat". */
void plain_answer_analysis(struct plain *plain, enum analysis_question question);
void plain_tell_analysis(struct plain *plain);
void plain_tell_hint(struct plain *plain);
/* Waits for the replay of the command whatif, unless a line is typed, and prints its result. */
void plain_tell_path(struct plain *plain);
/* After a practice move, waits until it is judged, then prints the next position or the verdict. */
void plain_wait_for_judgement(struct plain *plain);
/* Waits until every position of the finished game has been scored. If the user types a line before
 * that, says that typing `command` will wait for the rest, and returns false. */
bool plain_wait_for_scores(struct plain *plain, const char *command);

/* step.c */
/* Steps through the game shown, by a line such as "back", "forward 7" or "up". Returns false for
 * any other line. */
bool plain_step(struct plain *plain, const char *line);
bool plain_is_step(const char *line); /* whether plain_step handles the line */
/* Prints the move that led to the position now shown, and what is known about the position. */
void plain_tell_shown(struct plain *plain);

/* entered.c */
void plain_enter(struct plain *plain, char *line); /* handles a line of input */
/* Asks whether the player of nearly all games of the file is the user, unless that is known. */
void plain_ask_name(struct plain *plain, const struct pgn_index *index);
