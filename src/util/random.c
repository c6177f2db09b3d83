/* Random fractions, shuffling, and seeds. */
#include "src/util/random.h"

#include <time.h>
#include <unistd.h>

double random_fraction(uint64_t *state)
{
    return (double)(random_next(state) >> 11) / 9007199254740992.0;
}

void random_shuffle(void *items, size_t count, size_t size, uint64_t *state)
{
    unsigned char *bytes = items;
    for (size_t i = count; i > 1; i--) {
        unsigned char *one = bytes + (i - 1) * size;
        unsigned char *other = bytes + (size_t)(random_next(state) % i) * size;
        for (size_t byte = 0; byte < size; byte++) {
            unsigned char held = one[byte];
            one[byte] = other[byte];
            other[byte] = held;
        }
    }
}

uint64_t random_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return random_mix((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid());
}
