/* Test suites (EPD) as positions to solve. */
#pragma once

#include "src/trainer/review.h"

/* Calls take for each position that asks for something, in the file's order, until it returns
 * false: a best move (bm), a move to avoid (am), a mate (dm). Their names are the file's, without
 * folder and ending, and the position's id, or the number of its line. False fills error (with file
 * and line): the file cannot be read, or a line is no EPD. */
typedef bool suite_card_taker(void *context, const struct card *card, struct error *error);
MUST_USE bool suite_cards(const char *path, suite_card_taker *take, void *context,
                          struct error *error);

/* What such a card asks for: "Find the mate in 3." */
void suite_task(const struct card *card, char *text, size_t size);
