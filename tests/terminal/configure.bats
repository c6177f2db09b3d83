#!/usr/bin/env bats
# configure on systems that lack something.

setup() {
    mkdir "$BATS_TEST_TMPDIR/tree"
    cp "$BATS_TEST_DIRNAME/../../configure" "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree" || return 1
}

# A compiler that fails if its arguments, or the file they name, match.
compiler_without() { # WORD
    cat > cc-without <<SH
#!/bin/sh
for word; do
    case \$word in
        *$1*) exit 1 ;;
        *.c) grep -q '$1' "\$word" && exit 1 ;;
    esac
done
exec cc "\$@"
SH
    chmod +x cc-without
}

@test "without libfathom it builds without tablebases, and says so" {
    compiler_without fathom
    run ./configure --cc="$PWD/cc-without"
    [ "$status" -eq 0 ]
    [[ $output == *"without libfathom"* ]]
    grep -qx 'WITHOUT_FATHOM = 1' config.mk
    run grep fathom config.mk
    [ "$status" -ne 0 ]
    # The tests need it.
    run ./configure --cc="$PWD/cc-without" --tests
    [ "$status" -eq 2 ]
    [[ $output == *"libfathom (package libfathom-dev)"* ]]
}

@test "where a file's time goes by another name that is used" {
    compiler_without st_mtim.tv_nsec
    run ./configure --cc="$PWD/cc-without"
    [ "$status" -eq 0 ]
    grep -q -- '-Dst_mtim=st_mtimespec' config.mk
    run ./configure --cc=cc
    [ "$status" -eq 0 ]
    run grep st_mtim config.mk
    [ "$status" -ne 0 ]
}

@test "a make that is not GNU's is none, and gmake is told of where it is that" {
    mkdir bin
    printf '#!/bin/sh\necho "make: unknown option -- -" >&2\nexit 2\n' > bin/make
    cp bin/make bin/gmake
    chmod +x bin/make bin/gmake
    PATH=$PWD/bin:$PATH
    run ./configure
    [ "$status" -eq 2 ]
    [[ $output == *"GNU make (package make)"* ]]
    printf '#!/bin/sh\necho "GNU Make 4.3"\n' > bin/gmake
    run ./configure
    [ "$status" -eq 0 ]
    [[ $output == *"GNU make is gmake here: gmake play"* ]]
}

@test "what is linked statically comes from pkg-config" {
    ./configure
    for library in ncursesw readline sqlite3; do
        for word in $(pkg-config --static --libs $library); do
            grep -q "^STATIC_LIBS = .*$word" config.mk
        done
    done
}

@test "the hardening that the compiler knows is on, and the rest is left out" {
    run ./configure --cc=cc
    [ "$status" -eq 0 ]
    grep -Eq '^OPTIMISE = .*-D_FORTIFY_SOURCE=[23] -fstack-protector-strong$' config.mk
    # gcc knows the third level since version 12.
    [ "$(cc -dumpversion | cut -d. -f1)" -lt 12 ] || grep -q -- -D_FORTIFY_SOURCE=3 config.mk
    grep -qx 'LINK_HARDENING = -Wl,-z,relro,-z,now' config.mk
    run ./configure --cc=cc --debug
    [ "$status" -eq 0 ]
    run grep FORTIFY config.mk
    [ "$status" -ne 0 ]
    compiler_without FORTIFY
    run ./configure --cc="$PWD/cc-without"
    [ "$status" -eq 0 ]
    grep -Eq '^OPTIMISE = .*-fstack-protector-strong$' config.mk
    run grep FORTIFY config.mk
    [ "$status" -ne 0 ]
}

@test "the program has the hardening that configure chose" {
    command -v readelf > /dev/null || skip "needs readelf"
    [ -z "${SANITIZE:-}" ] || skip "sanitizers watch instead"
    program=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    case $program in /*) ;; *) program=$BATS_TEST_DIRNAME/../../$program ;; esac
    readelf -lW "$program" | grep -q GNU_RELRO
    readelf -dW "$program" | grep -Eq 'BIND_NOW|FLAGS.* NOW'
    readelf -sW --dyn-syms "$program" > "$BATS_TEST_TMPDIR/symbols"
    grep -q __stack_chk_fail "$BATS_TEST_TMPDIR/symbols"
    grep -Eq '__(sn|vsn)printf_chk' "$BATS_TEST_TMPDIR/symbols"
    readelf -hW "$program" | grep -q 'DYN (Position-Independent' # at another address each time
}
