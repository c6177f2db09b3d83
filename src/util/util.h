/* What any program could use: text, UTF-8, files, paths, threads. Nothing here depends on chess;
 * code that does belongs in src/game or in a folder that may include it.
 *
 * Other public headers: array.h, atomic_file.h, cache.h, input.h, json.h, keyed_hash.h, lines.h,
 * lock_file.h, macro_table.h, paths.h, random.h, shared_results.h, single_request.h, text.h,
 * thread_pool.h.
 */
#pragma once
