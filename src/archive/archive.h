/* Reports on stored games: history, your own openings, export, replays and the backlog of reviews.
 * This code only reads games; the session writes them.
 *
 * Other public headers: export.h, finished_games.h, habits.h, history.h, kept_scores.h,
 * own_games.h, own_mistakes.h, own_openings.h, replay.h, review_backlog.h, statistics.h, today.h.
 */
#pragma once
