/* Which fast bit instructions this processor has, detected once at the start.
 *
 * A build for any x86-64 must run on the oldest x86-64 processors, which have neither POPCNT nor
 * PEXT, and still be fast on modern ones. In such a build the functions below check the variable
 * `processor` first. A build for one processor (configure --native) and builds for other
 * architectures decide at compile time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct processor {
    bool popcnt; /* counts the bits of a word */
    bool pext;   /* extracts the bits under a mask; false also if the processor has it only in slow
                  * microcode */
};

/* The instructions in use. attacks_init sets them; they are constant afterwards. */
extern struct processor processor;

/* The instructions that the processor has and that this build can use. */
struct processor processor_detect(void);

#if defined(__x86_64__) && defined(__POPCNT__)
#define PROCESSOR_ALWAYS_POPCNT
#elif defined(__x86_64__)
#define PROCESSOR_MAYBE_POPCNT
#endif

/* AMD processors before Zen 3 have PEXT only in slow microcode. */
#if defined(__x86_64__) && defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#define PROCESSOR_ALWAYS_PEXT
#elif defined(__x86_64__) && !defined(__BMI2__)
#define PROCESSOR_MAYBE_PEXT
#endif

/* Adds up bits in pairs, nibbles and bytes in parallel, then all bytes with one multiplication. */
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
    /* The statement is volatile, because otherwise the compiler may move it before the check of
     * processor.popcnt. It works in place, because on some processors the instruction waits for the
     * old value of its target register. */
    __asm__ volatile("popcnt %0, %0" : "+r"(set) : : "cc");
    return (int)set;
#else
    return __builtin_popcountll(set);
#endif
}

/* Call only if processor.pext is set. */
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
