/* Initialisation of the library. */
#include <pthread.h>

#include "engine/rules/attacks.h"

void chess_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, attacks_init);
}
