/* A hint to the processor. */
#pragma once

/* Tells the processor to start loading what is at `address`, because it will be read soon. */
static inline void prefetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}
