/* Huge pages, for memory that the search reads all over: with small ones, the processor has to look
 * up the place of a page nearly each time. */
#pragma once

#include <stddef.h>
#include <sys/mman.h>

/* Bytes of a huge page on x86-64, and on arm64 with pages of 4 KB. */
enum { HUGE_PAGE = 2 << 20 };

/* Asks the system for huge pages. `memory` begins at a multiple of HUGE_PAGE. If there are none,
 * the memory works as well, but slower. */
static inline void use_huge_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}
