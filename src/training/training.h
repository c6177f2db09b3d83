/* What is trained and when: cards, puzzles, repertoires, odds, FSRS intervals and Glicko-2 ratings.
 * Keeping them is the store's work, showing them the session's.
 *
 * Other rooms include: adaptive.h, card.h, fsrs.h, game_tags.h, glicko2.h, odds.h, puzzle.h,
 * puzzle_file.h, puzzle_pack.h, repertoire.h, suite_cards.h. */
#pragma once
