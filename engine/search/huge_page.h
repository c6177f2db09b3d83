/* Huge pages, for memory that the search reads in random order. With ordinary pages, nearly every
 * access makes the processor look up an address first. */
#pragma once

#include <stddef.h>
#include <sys/mman.h>

/* Bytes of a huge page on x86-64, and on arm64 with pages of 4 KB. */
enum { HUGE_PAGE = 2 << 20 };

/* Asks the system to use huge pages for this memory, which must start at a multiple of HUGE_PAGE.
 * Without them the program runs just the same, only more slowly. */
static inline void use_huge_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}
