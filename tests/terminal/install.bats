#!/usr/bin/env bats
# make install-library with pkg-config, and make dist.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    unset MAKEFLAGS MAKELEVEL MFLAGS
    ROOT=$BATS_TEST_TMPDIR/root
}

@test "a program of ten lines plays a move with the library that pkg-config tells of" {
    [ -z "${SANITIZE:-}" ] && [ "${BUILD:-build}" = build ] && [ -e build/src/main.o ] || skip "a build with other flags"
    make -s install-library DESTDIR="$ROOT" PREFIX=/opt/chess
    cat > "$BATS_TEST_TMPDIR/ten.c" <<'C'
#include "engine/engine.h"
#include "engine/evaluation.h"
#include <stdio.h>
int main(void)
{
    static struct report report;
    struct position position;
    struct error error;
    chess_init();
    if (!chess_from_fen(&position, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &error)) return 1;
    struct engine *engine = engine_create(NULL, NULL);
    if (!engine || !engine_set_position(engine, &position, NULL, 0)) return 1;
    engine_start(engine, &(struct limits){.nodes = 5000});
    engine_wait(engine);
    char san[CHESS_SAN_MAX];
    if (!engine_poll(engine, &report)) return 1;
    chess_to_san(&position, report.best, san);
    puts(san);
    engine_destroy(engine);
}
C
    export PKG_CONFIG_PATH=$ROOT/opt/chess/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$ROOT
    pkg-config --exists fallible-engine
    [ "$(pkg-config --modversion fallible-engine)" = "$(sed -n 's/^VERSION = //p' Makefile)" ]
    # In another folder, so that no header of the source tree is found.
    cd "$BATS_TEST_TMPDIR"
    # shellcheck disable=SC2046
    cc -std=c17 -Wall -Wextra -Werror ten.c $(pkg-config --cflags --libs fallible-engine) -o ten
    [ "$(./ten)" = 'Ra8#' ]
    cd - > /dev/null
    make -s uninstall DESTDIR="$ROOT" PREFIX=/opt/chess
    [ -z "$(find "$ROOT" -type f)" ]
}

@test "the same sources make the same archive wherever they lie, and its checksum holds" {
    for folder in one "$(printf 'long-%.0s' {1..30})"; do
        mkdir -p "$BATS_TEST_TMPDIR/$folder"
        cp -R configure Makefile README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE .clang-format engine src puzzles share man tests \
            "$BATS_TEST_TMPDIR/$folder"
    done
    chmod -R go-rwx "$BATS_TEST_TMPDIR"/long-*
    (cd "$BATS_TEST_TMPDIR/one" && make -s dist)
    (cd "$BATS_TEST_TMPDIR"/long-* && umask 077 && TZ=Asia/Tokyo LC_ALL=C make -s dist)
    cd "$BATS_TEST_TMPDIR/one"
    sha256sum -c fallible-*.tar.gz.sha256
    cmp fallible-*.tar.gz ../long-*/fallible-*.tar.gz
    tar -xzf fallible-*.tar.gz
    [ -x fallible-*/configure ]
    [ -s fallible-*/CONTRIBUTING.md ]
    [ ! -e fallible-*/tests/judge/node_modules ]
    printf x >> fallible-*.tar.gz
    run sha256sum -c fallible-*.tar.gz.sha256
    [ "$status" -ne 0 ]
}

@test "a tar that cannot make the archive makes none; gtar does where it is" {
    tree=$BATS_TEST_TMPDIR/tree bin=$BATS_TEST_TMPDIR/bin
    mkdir -p "$tree"/{engine,src,puzzles,share,tests} "$bin"
    cp -R configure Makefile README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE .clang-format man "$tree"
    printf '#!/bin/sh\necho "tar: Option --sort=name is not supported" >&2\nexit 1\n' > "$bin/tar"
    chmod +x "$bin/tar"
    cd "$tree"
    PATH=$bin:$PATH run make -s dist
    [ "$status" -ne 0 ]
    [ -z "$(find . -name 'fallible-*.gz*')" ]
    ln -s "$(command -v tar)" "$bin/gtar"
    PATH=$bin:$PATH make -s dist
    sha256sum -c fallible-*.tar.gz.sha256
}

@test "make format formats what was changed, and nothing else" {
    command -v git-clang-format > /dev/null && git rev-parse --git-dir > /dev/null 2>&1 || skip "no git, or no clang-format"
    git clone -q . "$BATS_TEST_TMPDIR/clone"
    cp Makefile "$BATS_TEST_TMPDIR/clone"
    cd "$BATS_TEST_TMPDIR/clone"
    touch config.mk
    make -s format
    git diff --quiet -- '*.[ch]'
    printf '\nint  bad( int a ) {return a;}\n' >> src/util/random.c
    make -s format
    [ "$(git diff --numstat -- '*.[ch]')" = "$(printf '5\t0\tsrc/util/random.c')" ]
    grep -qx 'int bad(int a)' src/util/random.c
}
