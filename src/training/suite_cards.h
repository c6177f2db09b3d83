/* Reads test suites (EPD) as positions to solve. */
#pragma once

#include "src/training/card.h"

/* Calls `take` for each position with a best move (bm), a move to avoid (am) or a mate (dm), in
 * file order, until `take` returns false. A card's name is the file name without folder and
 * extension, then the position's id or line number. A line that is not EPD is skipped and passed to
 * `damaged`, which may be NULL. Returns false and sets *error, with the file name, if the file or
 * all of its lines cannot be read. */
typedef bool suite_card_taker(void *context, const struct card *card, struct error *error);
MUST_USE bool suite_cards(const char *path, suite_card_taker *take, void *context,
                          void (*damaged)(const struct error *error), struct error *error);

/* The task of a card: "Find the mate in 3." */
void suite_task(const struct card *card, char *text, size_t size);
