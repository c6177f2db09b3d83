/* What this processor does in one instruction, asked once at start.
 *
 * A build for any x86-64 must run on the first of them, which count no bits and gather none, and
 * still be fast on today's: there the counting and gathering below look at `processor` first. A
 * build for one processor (--native) and other architectures decide when compiled.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct processor {
    bool popcnt; /* counts the bits of a word */
    bool pext;   /* gathers the bits under a mask, and not in slow microcode */
};

/* What is used; set by attacks_init, a constant afterwards. */
extern struct processor processor;

/* What there is, as far as this build can use it. */
struct processor processor_detect(void);

#if defined(__x86_64__) && defined(__POPCNT__)
#define PROCESSOR_ALWAYS_POPCNT
#elif defined(__x86_64__)
#define PROCESSOR_MAYBE_POPCNT
#endif

/* AMD's processors before Zen 3 have PEXT, but in slow microcode. */
#if defined(__x86_64__) && defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#define PROCESSOR_ALWAYS_PEXT
#elif defined(__x86_64__) && !defined(__BMI2__)
#define PROCESSOR_MAYBE_PEXT
#endif

/* Pairs, nibbles and bytes summed side by side, then all bytes by one multiplication. */
static inline int popcount_portable(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(set * 0x0101010101010101 >> 56);
}

static inline int popcount(uint64_t set)
{
#ifdef PROCESSOR_MAYBE_POPCNT
    if (__builtin_expect(!processor.popcnt, 0))
        return popcount_portable(set);
    /* volatile, or the compiler may run it before the question. In place, because on some
     * processors the instruction waits for its target's old value. */
    __asm__ volatile("popcnt %0, %0" : "+r"(set) : : "cc");
    return (int)set;
#else
    return __builtin_popcountll(set);
#endif
}

/* Only where processor.pext. */
#if defined(PROCESSOR_ALWAYS_PEXT)
static inline uint64_t pext(uint64_t set, uint64_t mask)
{
    return __builtin_ia32_pext_di(set, mask);
}
#elif defined(PROCESSOR_MAYBE_PEXT)
static inline uint64_t pext(uint64_t set, uint64_t mask)
{
    uint64_t gathered;
    __asm__ volatile("pext %2, %1, %0" : "=r"(gathered) : "r"(set), "rm"(mask));
    return gathered;
}
#endif
