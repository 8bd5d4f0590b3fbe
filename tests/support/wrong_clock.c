/* Preloaded into the daemon: a wall clock that is as many seconds wrong as the file CLOCK_WRONG_SECONDS says now, in eight bytes of this
   machine's order. Every other clock stays right. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *wrong_seconds;

__attribute__((constructor)) static void look_up(void)
{
    const char *path = getenv("CLOCK_WRONG_SECONDS");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *seen = mmap(NULL, sizeof *wrong_seconds, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (seen != MAP_FAILED)
        wrong_seconds = seen;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (result == 0 && clock == CLOCK_REALTIME && wrong_seconds)
        now->tv_sec += *wrong_seconds;
    return result;
}
