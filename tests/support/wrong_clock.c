/* Preloaded into the daemon: a wall clock that is as many seconds wrong as CLOCK_WRONG_SECONDS says. Every other clock stays right. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    const char *wrong = getenv("CLOCK_WRONG_SECONDS");
    if (result == 0 && clock == CLOCK_REALTIME && wrong)
        now->tv_sec += atoll(wrong);
    return result;
}
