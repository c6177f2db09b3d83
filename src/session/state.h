/* The private state of a session, and questions about it. What the files of src/session/ offer each
 * other besides stands in a header of the same name as the file. */
#pragma once

#include <stdio.h>

#include "src/archive/own_games.h"
#include "src/player/async_player.h"
#include "src/session/mode.h"
#include "src/session/record.h"
#include "src/session/playing/rating.h"
#include "src/session/playing/resign_draw.h"
#include "src/session/session.h"
#include "src/session/study/analyst.h"
#include "src/session/study/hints.h"
#include "src/session/study/practice.h"
#include "src/session/study/scoring.h"
#include "src/session/study/suspend_analysis.h"
#include "src/store/writer.h"
#include "src/training/odds.h"

/* What the opponent's engine is working on. A report with the id of an earlier request than the
 * current one is ignored. */
enum opponent_job { OPPONENT_IDLE, OPPONENT_MOVES, OPPONENT_PONDERS };

struct session {
    struct session_options options;
    struct handicap handicap;
    int level; /* the rating that session_level returns for this level */
    enum {
        LEVELS_SAME,      /* the analysis shows the level of the opponent */
        OPPONENT_KEPT,    /* `handicap` is the level that the analysis shows, and `kept` is the
                           * opponent */
        LEVEL_SHOWN_KEPT, /* `handicap` is the opponent, and `kept` is the level that the analysis
                           * shows */
    } levels;
    struct kept_level kept; /* see `levels`; not used while LEVELS_SAME */
    bool stepped; /* the command easier or harder has set next_level, the rating of the next
                   * game's opponent (on the engine scale, or ELO_FULL) */
    int next_level;
    int drill, next_drill; /* the group that the opponent ignores in this game and in the next */
    int drill_percent;     /* handicap.knowledge[drill] before the drill set it to 0 */
    struct time_control control; /* time control of this game; options.control is that of the next
                                  * game */

    /* The game. */
    struct game *game;
    struct game_node *live, *shown;
    struct game_record record;
    const struct mode_ops *modes;
    enum mode mode;   /* changed by session_set_mode alone */
    enum mode behind; /* the mode that the session returns to after a position was set up */
    struct clock clock;
    int clocked_from; /* the ply at which this clock was started; earlier moves were made without
                         it */
    struct taken_back *redo; /* the latest move taken back is the last entry */
    int redo_count, redo_capacity;
    bool review_wanted; /* the user asked for a review */
    struct practice practice;
    struct review_run reviews;
    struct whatif *whatif; /* the what-if replay, which repeats the opponent's decisions with one
                            * change; NULL: none is open */
    struct load *load;     /* NULL: no file is being read */
    struct last_file *last_file;   /* NULL: this session has opened no file */
    struct pgn_index *games_index; /* the games of the file read last; NULL after session_take_games
                                      has taken them */
    bool choose_game;              /* the user wants to choose one of games_index;
                                      session_take_games passes this on */
    enum evaluation_bar bar; /* when the user wants to see the evaluation bar; see look.c */
    bool blindfold;          /* the pieces are hidden as long as the game goes on */
    int peeks;               /* how often the user looked at the board of this blindfold game */
    struct setup setup;      /* the position being set up */
    struct game_node setup_node; /* a node outside the game, which shows the position of setup */
    char setup_trouble[256];
    struct suspended_analysis suspended;
    struct guess guess;
    char names[NAMES_MAX]; /* the user's names in files, see names.h */
    char asked_name[64];   /* the name that the user was last asked about */
    bool hinted_at_names;  /* the user has been told that `names` says which player they are */
    int games;             /* games begun in this session; used to draw the random colour */

    struct session_rating rated;
    struct concessions concessions;

    /* The opponent. */
    struct engine *opponent;
    bool configured; /* `opponent` has the settings of the present handicap */
    bool calm;       /* method human moves soon and errs as usual */
    struct pressure pressing; /* the pressure on the opponent when it began to think last */
    struct pressure pressure; /* the same for the move of `decided` */
    enum opponent_job opponent_job;
    uint32_t opponent_request;
    struct report heard; /* the latest report of the opponent's engine, whatever its job */
    struct report thinking, decided; /* thinking: the opponent's latest report while it thinks about
                                      * its move; decided: the final report about the last move it
                                      * played */
    bool have_thinking, have_decided;
    const struct game_node *decided_node; /* the position after the move of `decided` */
    bool color_chosen; /* the user chose the colour of the next game, so it does not alternate */
    char premove[32];  /* the premove as typed, see premove.c; "": none */
    Move premoved;     /* the premove as a move that is legal after at least one move of the
                        * opponent */
    bool move_ready;   /* thinking.best is found and is played at show_at, to look natural */
    int64_t began_thinking, show_at;     /* when the thinking began, and when the move is to be
                                          * shown, by text_now */
    const struct game_node *ponder_from; /* the position, with you to move, in which the opponent
                                            ponders */
    struct pondered pondered;

    /* A guest: another program that plays instead of our engine. */
    struct async_player *guest; /* NULL: none */
    struct player_spec guest_spec;
    char guest_text[STORE_OPPONENT]; /* the user's description of the guest, "" for none */
    bool guest_new_game;             /* the guest does not know yet that a new game starts */
    struct thought thought;          /* the latest answer of the guest or an external analyst */

    /* The analyst, created when first needed. */
    struct engine *analyst;
    struct score_pool *score_pool; /* scores the game for its review; created when first needed */
    enum analyst_job analyst_job;
    const struct game_node *analyst_node; /* the position that the analyst works on */
    uint32_t analyst_request;
    struct report analysis;
    bool have_analysis;
    bool turn_due;                      /* the analysis of the position shown starts as soon as the
                                         * engines have stopped */
    struct async_player *async_analyst; /* an external engine that analyses in place of ours; NULL:
                                           none */
    struct async_player *starting;      /* an external engine that will analyse as soon as it has
                                           started; NULL: none */
    struct book *book;                  /* its moves are shown in analysis; NULL: none */
    bool book_tried;                    /* we have tried to open the book, and do not try again */
    struct table_verdict tables;        /* endgame tables' verdict on the position shown */
    bool tables_known;
    struct level_probe
        *level_probe; /* finds the threat and the level's moves; created when first needed */
    struct group_probe *group_probe; /* created when first needed */
    bool groups_wanted, groups_due;  /* groups_wanted: session_show_groups is on; groups_due:
                                      * group_probe must start on the position shown as soon as its
                                      * last search has stopped */
    bool previewing;                 /* level_probe is searching for session_preview_level */
    struct session_hints hints;

    bool preparing;       /* the store writer's thread reads positions to solve */
    bool unwanted;        /* the user no longer wants the positions that are being read */
    bool chose_level;     /* the opponent's level was set by an option or taken from the last game
                             stored */
    bool recalled_color;  /* options.color is your colour in the last game stored */
    bool away;            /* the home screen is open */
    bool goes_home;       /* the program shows home when this session has ended */
    int64_t ticked;       /* time of the latest tick, by text_now */
    bool clock_stands;    /* the clock is stopped, because away is set or positions are solved */
    uint64_t home_posted; /* value of store_writer_posted when home's data was read */
    bool home_whole;      /* everything posted up to home_posted is in the database */

    struct own_games *own; /* games in the store; NULL until first requested */

    struct store *store; /* connection for reading; a read waits at most SESSION_READS_WITHIN for
                            a lock */
    struct store_writer *writer; /* thread that writes; NULL: nothing is stored */
    uint64_t rating_posted;      /* value of store_writer_posted when `rating` was last passed to
                                  * the writer */
    uint64_t puzzle_posted; /* value of store_writer_posted when puzzle_rating was last passed to
                             * the writer */
    struct rating puzzle_rating; /* the user's puzzle rating */
    struct held_game *held;      /* games to save elsewhere if they cannot be written; owned */
    int held_count, held_capacity;
    char unread[512];       /* why unfinished games could not be read; "": they were, or it was
                             * said */
    char unsaved[256];      /* the text of options.not_kept, if an analysis cannot open the store */
    char told_damage[1024]; /* last reported database damage; "": none */
    struct left_game *left; /* unfinished games that the user may go on with; the last element is
                             * offered first; owned */
    int left_count, left_capacity;

    char message[256];
    unsigned changed; /* CHANGED_* flags of what has changed since the last tick */
};

static inline bool session_goes_on(const struct session *session)
{
    return session->record.status == STATUS_GOING_ON;
}
/* Whether a game is going on that must not be lost without a question: one with at least two
 * plies. */
static inline bool session_has_game_to_lose(const struct session *session)
{
    return session_goes_on(session) && session->live->ply >= 2;
}
/* Returns true if the session has only an analysis and no opponent. */
static inline bool session_is_study(const struct session *session)
{
    return session->record.status == STATUS_STUDIED;
}
/* Returns true if a move on the board is only tried, as a variation, and not played in the game. */
static inline bool session_explores(const struct session *session)
{
    return session->mode == MODE_ANALYSING || session->mode == MODE_STUDYING;
}

/* state.c */
/* Returns true if the game is from a file, is over, and its tags name neither the user nor one of
 * our opponents. */
bool session_played_by_others(const struct session *session);
/* The side that the user played according to the game's tags; -1 if the tags do not name the
 * user. */
int session_tagged_side(const struct session *session);
void session_find_side(struct session *session); /* sets record.you from the tags */
/* The side whose moves are reviewed: the user's colour, or in analysis the side that the user
 * played according to the game's tags; -1 if the user played neither side. */
int session_reviewed_side(const struct session *session);
void session_say(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);
/* Sets the clock as at the start of a game with session->control. Your first move costs no time. */
void session_reset_clock(struct session *session);
/* If the program was stopped (SIGSTOP, a frozen container), gives that time back to the clock and
 * tells the user. */
void session_note_standstill(struct session *session);
bool session_your_turn(const struct session *session);
void session_forget_redo(struct session *session);
/* Writes the tags and the ledger's scores into the game; returns false if out of memory. */
bool session_ready_for_pgn(struct session *session);
/* Returns a copy of the game for other programs, without our tags and decisions. The caller
 * destroys it. Returns NULL if out of memory, or if the game needs no such copy: `detail` is
 * LEDGER_FULL, or the game was read from another program's file or is only analysed. A copy of a
 * game of the latter kind is made only to add its scores, if `detail` asks for them. */
struct game *session_clean_game(struct session *session, enum ledger_detail detail);
/* The position in which a typed move would be played. */
const struct game_node *session_on_board(const struct session *session);
void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The opponent's rating on the engine scale, or ELO_FULL. A custom opponent has no rating: returns
 * the rating that it had before its settings were changed. */
int session_level(const struct session *session);
/* Writes the opponent's name: "Fallible 1400 strong-social". */
void session_opponent_name(const struct session *session, char *text, size_t size);
