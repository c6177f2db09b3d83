/* What a session does apart from playing: analysis, practice, guessing moves, what-if replays. The
 * code works on the session's state, so only session and the screens include headers from here.
 *
 * Other public headers: analysis_text.h. */
#pragma once
