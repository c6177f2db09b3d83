/* A library to preload: fails the Nth allocation of a program, or all from the Nth on, and counts
 * them. Calls made by libc for the program (strdup, getline, fopen, pthread_create) count too, as
 * do those of SQLite and zstd. Calls by readline and ncurses do not: readline ends the program
 * where one fails, and ncurses uses what setupterm's strdup returns without a look.
 *   FAIL_AT=N     the Nth fails, counted from 1 at the start of main
 *   FAIL_FROM=N   so do all after it
 *   FAIL_LOG=FILE gets the call stack of the failure, or, where nothing is to fail, one line for
 *                 each call stack that is new, "N module+offset ...", and the count when the
 *                 program ends, "end N"
 * A program started by this one is left alone. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

enum {
    FRAMES = 24, /* of a printed stack */
    KNOWN = 10,  /* number of frames that distinguish two stacks */
    STACKS = 1 << 16,
};

static bool counts;
static unsigned long fail_at, fail_from;
static int log_file = -1;
static atomic_ulong count;
static atomic_bool failed;
static _Atomic uint64_t stacks[STACKS];

/* dlsym may allocate when it is first called; this memory is never freed. */
static char early[1 << 14];
static size_t early_used;

static void *early_block(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (size > sizeof early - early_used)
        return NULL;
    early_used += size;
    return early + early_used - size;
}

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_aligned)(size_t, size_t);
static int (*real_posix)(void **, size_t, size_t);
static void (*real_free)(void *);

static bool ready(void)
{
    static bool asked;
    if (!asked) {
        asked = true;
        *(void **)&real_free = dlsym(RTLD_NEXT, "free");
        *(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
        *(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
        *(void **)&real_aligned = dlsym(RTLD_NEXT, "aligned_alloc");
        *(void **)&real_posix = dlsym(RTLD_NEXT, "posix_memalign");
        *(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
    }
    return real_malloc;
}

/* The address ranges of the loaded libraries. */
static struct range {
    uintptr_t low, high;
    bool is_libc; /* libc or this library: the caller decides; other libraries do not count */
} ranges[8];
static int range_count;

static const struct range *range_of(uintptr_t address)
{
    for (int i = 0; i < range_count; i++) {
        if (address >= ranges[i].low && address < ranges[i].high)
            return &ranges[i];
    }
    return NULL;
}

static _Unwind_Reason_Code find_caller(struct _Unwind_Context *context, void *data)
{
    const struct range **caller = data;
    *caller = range_of(_Unwind_GetIP(context));
    return *caller && (*caller)->is_libc ? _URC_NO_REASON : _URC_END_OF_STACK;
}

struct stack {
    uintptr_t at[FRAMES];
    int count, skip;
};

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *data)
{
    struct stack *stack = data;
    if (stack->skip > 0) {
        stack->skip--;
        return _URC_NO_REASON;
    }
    stack->at[stack->count++] = _Unwind_GetIP(context);
    return stack->count < FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void write_stack(unsigned long number, const struct stack *stack)
{
    char line[FRAMES * 80];
    int length = snprintf(line, sizeof line, "%lu", number);
    for (int i = 0; i < stack->count; i++) {
        Dl_info info;
        if (!dladdr((void *)stack->at[i], &info) || !info.dli_fname)
            continue;
        const char *slash = strrchr(info.dli_fname, '/');
        length += snprintf(line + length, 80, " %.40s+%#lx", slash ? slash + 1 : info.dli_fname,
                           (unsigned long)(stack->at[i] - (uintptr_t)info.dli_fbase));
    }
    line[length++] = '\n';
    if (write(log_file, line, (size_t)length) < 0)
        _exit(99);
}

static bool is_new(const struct stack *stack)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < stack->count && i < KNOWN; i++)
        hash = (hash ^ stack->at[i]) * 1099511628211u;
    hash |= 1;
    for (uint64_t slot = hash >> 40;; slot++) {
        uint64_t other = 0;
        if (atomic_compare_exchange_strong(&stacks[slot % STACKS], &other, hash))
            return true;
        if (other == hash)
            return false;
    }
}

/* Whether this allocation has to fail. */
static bool fails(void)
{
    const struct range *caller = NULL;
    if (!counts)
        return false;
    _Unwind_Backtrace(find_caller, &caller);
    if (caller && !caller->is_libc)
        return false;
    unsigned long number = atomic_fetch_add(&count, 1) + 1;
    bool now = number == fail_at || (fail_from && number >= fail_from);
    if (log_file >= 0 && (now ? !atomic_exchange(&failed, true) : !fail_at && !fail_from)) {
        struct stack stack = {.skip = 2};
        _Unwind_Backtrace(note_frame, &stack);
        if (now || is_new(&stack))
            write_stack(number, &stack);
    }
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size)
{
    if (!ready())
        return early_block(size);
    return fails() ? NULL : real_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    if (!ready())
        return early_block(number * size);
    return fails() ? NULL : real_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
    return !ready() || fails() ? NULL : real_realloc(block, size);
}

void *reallocarray(void *block, size_t number, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(number, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return !ready() || fails() ? NULL : real_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return !ready() || fails() ? NULL : real_aligned(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (!ready() || fails())
        return ENOMEM;
    return real_posix(block, alignment, size);
}

void free(void *block)
{
    if (((char *)block >= early && (char *)block < early + sizeof early) || !ready())
        return;
    real_free(block);
}

static int note_library(struct dl_phdr_info *info, size_t size, void *data)
{
    static const char *const names[] = {"libreadline", "libncurses", "libtinfo", "/libc.",
                                        "fail_alloc"};
    (void)size, (void)data;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        if (!strstr(info->dlpi_name, names[i]) || range_count == sizeof ranges / sizeof *ranges)
            continue;
        struct range *range = &ranges[range_count++];
        *range = (struct range){.low = info->dlpi_addr, .is_libc = i >= 3};
        for (int j = 0; j < info->dlpi_phnum; j++) {
            const ElfW(Phdr) *part = &info->dlpi_phdr[j];
            uintptr_t end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
            if (part->p_type == PT_LOAD && end > range->high)
                range->high = end;
        }
    }
    return 0;
}

static unsigned long number_of(const char *name)
{
    const char *value = getenv(name);
    return value ? strtoul(value, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
    ready();
    fail_at = number_of("FAIL_AT"), fail_from = number_of("FAIL_FROM");
    const char *name = getenv("FAIL_LOG");
    if (name)
        log_file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    unsetenv("LD_PRELOAD");
    dl_iterate_phdr(note_library, NULL);
    counts = true;
}

__attribute__((destructor)) static void end(void)
{
    char line[40];
    counts = false;
    int length = snprintf(line, sizeof line, "end %lu\n", atomic_load(&count));
    if (log_file >= 0 && !fail_at && !fail_from && write(log_file, line, (size_t)length) < 0)
        _exit(99);
}
