/* What a session does apart from playing: analysis, practice, guessing moves, what-if replays. The
 * code works on the session's state, so only session and the screens include headers from here.
 *
 * Other public headers: analysis_text.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct session;

/* study/activities.c */
void session_poll_prepared(struct session *session);

/* study/recent.c */
/* Describes your last finished games that have a result, the newest first: "lost to Fallible 1400
 * club with white, 24 moves". Describes at most `most` games and returns their number. */
struct recent_game {
    int64_t began; /* seconds since 1970 */
    char words[160];
};
int session_read_recent(struct session *session, struct recent_game games[], int most);
/* Whether there is a game that "recent ARGUMENT" would open. */
bool session_has_recent(const struct session *session, const char *argument);

/* study/whatif.c */
void session_forget_whatif(struct session *session);
void session_poll_whatif(struct session *session);
