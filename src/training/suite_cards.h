/* Test suites (EPD) as positions to solve. */
#pragma once

#include "src/training/card.h"

/* Calls take for each position that asks for something, in the file's order, until it returns
 * false: a best move (bm), a move to avoid (am), a mate (dm). Their names are the file's, without
 * folder and ending, and the position's id, or the number of its line. A line that is no EPD is
 * left out and damaged (NULL: nobody) told why. False fills error (with file): the file cannot be
 * read, or no line of it. */
typedef bool suite_card_taker(void *context, const struct card *card, struct error *error);
MUST_USE bool suite_cards(const char *path, suite_card_taker *take, void *context,
                          void (*damaged)(const struct error *error), struct error *error);

/* What such a card asks for: "Find the mate in 3." */
void suite_task(const struct card *card, char *text, size_t size);
