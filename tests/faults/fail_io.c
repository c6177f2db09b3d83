/* A library to preload: fails the Nth write, sync, rename, truncation or lock of a program, or all
 * from the Nth on, and counts them. Writes to terminals, pipes and standard streams do not count.
 *   FAIL_KIND=write|sync|rename|lock   which calls count; any other word: none
 *   FAIL_AT=N     the Nth fails with "no space left" (a sync with an input/output error; a lock
 *                 with "no locks available", as on a network file system without a lock server)
 *   FAIL_FROM=N   so do all after it
 *   FAIL_COUNT=FILE gets the number of calls when the program ends
 * A program started by this one is left alone.
 *
 * The C library's streams call no function that could be replaced, so the calls are caught in the
 * kernel: a seccomp filter sends SIGSYS instead of making them, and the handler makes them or fails
 * them. It marks its own calls with a sixth argument, which none of them has. */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { OUR_CALL = 0x0fa17ed };

static unsigned long fail_at, fail_from;
static char kind[16], count_file[4096];
static atomic_ulong count;

static const struct {
    int number;
    bool of_file; /* the first argument is a descriptor */
    const char *kind;
} calls[] = {
    {SYS_write, true, "write"},      {SYS_pwrite64, true, "write"},
    {SYS_writev, true, "write"},     {SYS_pwritev, true, "write"},
    {SYS_ftruncate, true, "write"},  {SYS_fallocate, true, "write"},
    {SYS_fsync, true, "sync"},       {SYS_fdatasync, true, "sync"},
    {SYS_renameat, false, "rename"}, {SYS_renameat2, false, "rename"},
#ifdef SYS_rename
    {SYS_rename, false, "rename"},
#endif
    {SYS_fcntl, true, "lock"},       {SYS_flock, true, "lock"},
};
enum { CALLS = sizeof calls / sizeof *calls };

static bool is_lock(long command)
{
    return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
           command == F_OFD_SETLKW;
}

/* The errno with which this call has to fail, or 0. */
static int failure(int number, const long *arguments)
{
    int which = 0;
    while (which < CALLS && calls[which].number != number)
        which++;
    if (which == CALLS || strcmp(calls[which].kind, kind) != 0 ||
        (number == SYS_fcntl && !is_lock(arguments[1])))
        return 0;
    struct stat status;
    int file = (int)arguments[0];
    if (calls[which].of_file &&
        (file <= STDERR_FILENO || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)))
        return 0;
    unsigned long call = atomic_fetch_add(&count, 1) + 1;
    if (call != fail_at && (!fail_from || call < fail_from))
        return 0;
    return *kind == 'l' ? ENOLCK : *kind == 's' ? EIO : ENOSPC;
}

static void on_call(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    int before = errno, number = info->si_syscall;
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined __x86_64__
    greg_t *registers = machine->gregs;
    const long arguments[] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                              registers[REG_R10], registers[REG_R8]};
#elif defined __aarch64__
    const long arguments[] = {(long)machine->regs[0], (long)machine->regs[1],
                              (long)machine->regs[2], (long)machine->regs[3],
                              (long)machine->regs[4]};
#else
#error "the registers of this machine are not known here"
#endif
    int trouble = failure(number, arguments);
    long result = -trouble;
    if (!trouble) {
        result = syscall(number, arguments[0], arguments[1], arguments[2], arguments[3],
                         arguments[4], (long)OUR_CALL);
        result = result == -1 ? -errno : result;
    }
#if defined __x86_64__
    registers[REG_RAX] = result;
#else
    machine->regs[0] = (unsigned long)result;
#endif
    errno = before;
}

/* A thread that blocks SIGSYS would be killed by it. */
int sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    return sigdelset(set, SIGSYS);
}

static bool catch_calls(void)
{
    struct sock_filter filter[CALLS + 5] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_CALL, CALLS + 1, 0),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    for (int i = 0; i < CALLS; i++)
        filter[3 + i] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, (uint8_t)(CALLS - i), 0);
    filter[3 + CALLS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[4 + CALLS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {.len = CALLS + 5, .filter = filter};
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    return sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static unsigned long number_of(const char *name)
{
    const char *value = getenv(name);
    return value ? strtoul(value, NULL, 10) : 0;
}

/* The filter stays where this program starts another, which therefore needs the handler, too. */
__attribute__((constructor)) static void begin(void)
{
    fail_at = number_of("FAIL_AT"), fail_from = number_of("FAIL_FROM");
    snprintf(kind, sizeof kind, "%s", getenv("FAIL_KIND") ? getenv("FAIL_KIND") : "");
    if (getenv("FAIL_COUNT"))
        snprintf(count_file, sizeof count_file, "%s", getenv("FAIL_COUNT"));
    setenv("FAIL_KIND", "none", 1);
    unsetenv("FAIL_COUNT");
    if (!catch_calls()) {
        fprintf(stderr, "fail_io: no seccomp filter: %s\n", strerror(errno));
        _exit(77);
    }
}

__attribute__((destructor)) static void end(void)
{
    unsigned long number = atomic_load(&count);
    kind[0] = '\0';
    FILE *out = count_file[0] ? fopen(count_file, "we") : NULL;
    if (out) {
        fprintf(out, "%lu\n", number);
        fclose(out);
    }
}
