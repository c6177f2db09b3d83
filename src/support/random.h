/* Numbers by chance that are the same on every machine. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Spreads what is near each other over all numbers. */
uint64_t random_mix(uint64_t number);

/* The next number; any state to begin with. */
uint64_t random_next(uint64_t *state);

/* 0 up to 1. */
double random_fraction(uint64_t *state);

/* Items of that size in a new order. */
void random_shuffle(void *items, size_t count, size_t size, uint64_t *state);

/* A number to begin with that is another each time. */
uint64_t random_seed(void);
