/* Linked into the unit tests by make check-memory. MemorySanitizer sees only what our own objects write,
 * so memory that SQLite, zstd, zlib or fathom fill looks uninitialised. The linker (--wrap) sends each
 * call of these libraries through this file, which
 * - switches off the checks of libc's functions while the library runs,
 * - marks as initialised exactly what the library's documentation says it writes for the caller.
 * The Makefile takes the names from the lines that begin with WRAP. */
#include <sanitizer/msan_interface.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

/* WRAP(type, name, parameters, arguments): a function that writes nothing for the caller. */
#define DECLARE(type, name, parameters)                                                            \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters
#define WRAP(type, name, parameters, arguments)                                                    \
    DECLARE(type, name, parameters)                                                                \
    {                                                                                              \
        __msan_scoped_disable_interceptor_checks();                                                \
        type result = __real_##name arguments;                                                     \
        __msan_scoped_enable_interceptor_checks();                                                 \
        return result;                                                                             \
    }
/* A function that returns text, or NULL. */
#define WRAP_TEXT(type, name, parameters, arguments)                                               \
    DECLARE(type, name, parameters)                                                                \
    {                                                                                              \
        __msan_scoped_disable_interceptor_checks();                                                \
        type result = __real_##name arguments;                                                     \
        if (result)                                                                                \
            __msan_unpoison(result, strlen((const char *)result) + 1);                             \
        __msan_scoped_enable_interceptor_checks();                                                 \
        return result;                                                                             \
    }
/* A function that writes a pointer to *made. */
#define WRAP_MADE(type, name, parameters, arguments, made)                                         \
    DECLARE(type, name, parameters)                                                                \
    {                                                                                              \
        __msan_scoped_disable_interceptor_checks();                                                \
        type result = __real_##name arguments;                                                     \
        __msan_scoped_enable_interceptor_checks();                                                 \
        __msan_unpoison(made, sizeof *(made));                                                     \
        return result;                                                                             \
    }

typedef sqlite3 Base;
typedef sqlite3_stmt Row;
typedef sqlite3_value Value;
typedef sqlite3_context Context;
typedef sqlite3_backup Backup;
typedef const char *Text;
typedef const unsigned char *Bytes;

WRAP_MADE(int, sqlite3_open, (Text path, Base **base), (path, base), base)
WRAP_MADE(int, sqlite3_open_v2, (Text path, Base **base, int flags, Text vfs), (path, base, flags, vfs), base)
WRAP_MADE(int, sqlite3_prepare_v2, (Base * base, Text sql, int size, Row **row, Text *rest), (base, sql, size, row, rest), row)
WRAP(int, sqlite3_step, (Row * row), (row))
WRAP(int, sqlite3_reset, (Row * row), (row))
WRAP(int, sqlite3_finalize, (Row * row), (row))
WRAP(int, sqlite3_close, (Base * base), (base))
WRAP(int, sqlite3_exec, (Base * base, Text sql, int (*each)(void *, int, char **, char **), void *given, char **error), (base, sql, each, given, error))
WRAP(int, sqlite3_table_column_metadata, (Base * base, Text name, Text table, Text column, Text *type, Text *order, int *filled, int *key, int *counts), (base, name, table, column, type, order, filled, key, counts)) /* all outputs are NULL */
WRAP(int, sqlite3_busy_timeout, (Base * base, int time), (base, time))
WRAP(int, sqlite3_bind_text, (Row * row, int at, Text text, int size, void (*end)(void *)), (row, at, text, size, end))
WRAP(int, sqlite3_bind_value, (Row * row, int at, const Value *value), (row, at, value))
WRAP(int, sqlite3_column_bytes, (Row * row, int at), (row, at))
WRAP(double, sqlite3_column_double, (Row * row, int at), (row, at))
WRAP(int, sqlite3_column_int, (Row * row, int at), (row, at))
WRAP(sqlite3_int64, sqlite3_column_int64, (Row * row, int at), (row, at))
WRAP(sqlite3_int64, sqlite3_value_int64, (Value * value), (value))
WRAP_TEXT(Bytes, sqlite3_column_text, (Row * row, int at), (row, at))
WRAP_TEXT(Bytes, sqlite3_value_text, (Value * value), (value))
WRAP_TEXT(Text, sqlite3_column_name, (Row * row, int at), (row, at))
WRAP_TEXT(Text, sqlite3_errmsg, (Base * base), (base))
WRAP(Backup *, sqlite3_backup_init, (Base * to, Text name, Base *from, Text other), (to, name, from, other))
WRAP(int, sqlite3_backup_step, (Backup * backup, int pages), (backup, pages))
WRAP(int, sqlite3_backup_finish, (Backup * backup), (backup))

/* SQLite calls these functions of ours, whose parameters it has set. A function without the sanitizer
 * passes them on as initialised. */
#define UNCHECKED __attribute__((no_sanitize("memory")))
static int (*wait_function)(void *, int);
static int (*progress_function)(void *);

UNCHECKED static int wait_called(void *given, int count)
{
    return wait_function(given, count);
}

UNCHECKED static int progress_called(void *given)
{
    return progress_function(given);
}

UNCHECKED static void function_called(Context *context, int count, Value **values)
{
    __msan_unpoison(values, (size_t)count * sizeof(Value *));
    ((void (*)(Context *, int, Value **))sqlite3_user_data(context))(context, count, values);
}

/* The given pointer is not passed on: none of our functions has one. */
#define CREATE_PARAMETERS                                                                          \
    (Base * base, Text name, int count, int flags, void *given,                                    \
     void (*function)(Context *, int, Value **), void (*step)(Context *, int, Value **),           \
     void (*last)(Context *))
WRAP(int, sqlite3_create_function, CREATE_PARAMETERS, (base, name, count, flags, given ? given : (void *)function, function_called, step, last))
WRAP(int, sqlite3_busy_handler, (Base * base, int (*function)(void *, int), void *given), (base, (wait_function = function) ? wait_called : NULL, given))

DECLARE(void, sqlite3_progress_handler, (Base * base, int steps, int (*function)(void *), void *given))
{
    progress_function = function;
    __real_sqlite3_progress_handler(base, steps, function ? progress_called : NULL, given);
}

#ifdef HAVE_ZSTD
DECLARE(size_t, ZSTD_decompressStream, (ZSTD_DStream * stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in))
{
    size_t before = out->pos;
    __msan_scoped_disable_interceptor_checks();
    size_t result = __real_ZSTD_decompressStream(stream, out, in);
    __msan_scoped_enable_interceptor_checks();
    __msan_unpoison(out, sizeof *out);
    __msan_unpoison(in, sizeof *in);
    __msan_unpoison((char *)out->dst + before, out->pos - before);
    return result;
}
#endif

#ifdef HAVE_ZLIB
WRAP(int, gzwrite, (gzFile file, const void *bytes, unsigned size), (file, bytes, size))
WRAP(int, gzclose, (gzFile file), (file))

DECLARE(int, inflate, (z_stream * stream, int flush))
{
    unsigned char *to = stream->next_out;
    __msan_scoped_disable_interceptor_checks();
    int result = __real_inflate(stream, flush);
    __msan_scoped_enable_interceptor_checks();
    __msan_unpoison(stream, sizeof *stream);
    __msan_unpoison(to, (size_t)(stream->next_out - to));
    return result;
}

DECLARE(int, inflateInit2_, (z_stream * stream, int bits, Text version, int size))
{
    __msan_scoped_disable_interceptor_checks();
    int result = __real_inflateInit2_(stream, bits, version, size);
    __msan_scoped_enable_interceptor_checks();
    __msan_unpoison(stream, sizeof *stream);
    return result;
}
#endif

#ifdef HAVE_FATHOM
#include <tbprobe.h>

WRAP(bool, tb_init, (Text folders), (folders))

#define SIDES                                                                                      \
    uint64_t white, uint64_t black, uint64_t kings, uint64_t queens, uint64_t rooks,               \
        uint64_t bishops, uint64_t knights, uint64_t pawns
#define SIDES_GIVEN white, black, kings, queens, rooks, bishops, knights, pawns

WRAP(unsigned, tb_probe_wdl_impl, (SIDES, unsigned ep, bool turn), (SIDES_GIVEN, ep, turn))

/* Writes the moves, and after the last one TB_RESULT_FAILED. */
DECLARE(unsigned, tb_probe_root_impl, (SIDES, unsigned rule50, unsigned ep, bool turn, unsigned *results))
{
    __msan_scoped_disable_interceptor_checks();
    unsigned result = __real_tb_probe_root_impl(SIDES_GIVEN, rule50, ep, turn, results);
    __msan_scoped_enable_interceptor_checks();
    if (result != TB_RESULT_FAILED)
        __msan_unpoison(results, TB_MAX_MOVES * sizeof *results);
    return result;
}
#endif
