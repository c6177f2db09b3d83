/* What a session does beside playing: analysis, practice, guessing moves, replays with something
 * changed. It works on the session's own state, so only session and its screens include from here.
 *
 * Other rooms include: analysis_text.h. */
#pragma once
