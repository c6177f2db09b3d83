/* Detects which instructions the processor has. */
#include "engine/chess.h"
#include "engine/rules/cpu.h"

#if defined(PROCESSOR_MAYBE_POPCNT) || defined(PROCESSOR_MAYBE_PEXT)
#include <cpuid.h>
#include <string.h>
#endif

struct processor processor;

#ifdef PROCESSOR_MAYBE_PEXT
/* AMD processors before family 0x19 (Zen 3), and Hygon's copies of them, take about 20 cycles for a
 * PEXT of few bits and about 200 for many (AMD's Software Optimization Guide for family 17h). */
static bool pext_is_slow(void)
{
    unsigned highest, signature, vendor[3], unused;
    if (!__get_cpuid(0, &highest, &vendor[0], &vendor[2], &vendor[1]) ||
        !__get_cpuid(1, &signature, &unused, &unused, &unused))
        return true;
    if (memcmp(vendor, "AuthenticAMD", 12) != 0 && memcmp(vendor, "HygonGenuine", 12) != 0)
        return false;
    unsigned family = (signature >> 8 & 15) + (signature >> 20 & 255);
    return family < 0x19;
}

static bool has_pext(void)
{
    unsigned a, features, c, d;
    return __get_cpuid_count(7, 0, &a, &features, &c, &d) && (features & bit_BMI2) &&
           !pext_is_slow();
}
#elif defined(PROCESSOR_ALWAYS_PEXT)
static bool has_pext(void)
{
    return true;
}
#else
static bool has_pext(void)
{
    return false;
}
#endif

#ifdef PROCESSOR_MAYBE_POPCNT
static bool has_popcnt(void)
{
    unsigned a, b, features, d;
    return __get_cpuid(1, &a, &b, &features, &d) && (features & bit_POPCNT);
}
#elif defined(PROCESSOR_ALWAYS_POPCNT)
static bool has_popcnt(void)
{
    return true;
}
#else
static bool has_popcnt(void)
{
    return false;
}
#endif

struct processor processor_detect(void)
{
    return (struct processor){.popcnt = has_popcnt(), .pext = has_pext()};
}

const char *chess_processor(void)
{
#ifdef __x86_64__
    struct processor found = processor_detect();
    if (found.popcnt)
        return found.pext ? "popcnt, pext" : "popcnt, magics";
    return found.pext ? "pext" : "portable";
#else
    return "as compiled";
#endif
}
