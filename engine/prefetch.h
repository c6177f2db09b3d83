/* A hint to the processor. */
#pragma once

/* Lets the processor load what is at `address`, which will be read soon, while it goes on. */
static inline void prefetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}
