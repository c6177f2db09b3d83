/* splitmix64 and its finaliser (Steele, Lea and Flood 2014). */
#include "src/support/random.h"

#include <time.h>
#include <unistd.h>

uint64_t random_mix(uint64_t number)
{
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

uint64_t random_next(uint64_t *state)
{
    return random_mix(*state += 0x9E3779B97F4A7C15u);
}

uint64_t random_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return random_mix((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid());
}
