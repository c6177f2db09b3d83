/* The rules of training: cards, puzzles, repertoires, odds, FSRS intervals and Glicko-2 ratings.
 * The folder src/store saves them; src/session and src/tui show them.
 *
 * Other public headers: adaptive.h, card.h, fsrs.h, game_tags.h, glicko2.h, odds.h, puzzle.h,
 * puzzle_file.h, puzzle_pack.h, repertoire.h, suite_cards.h. */
#pragma once
