#!/usr/bin/env bats
# One build runs on every x86-64 processor, because it chooses its instructions at the start. Processors
# are emulated (Debian: qemu-user or qemu-user-static); without an emulator the tests are skipped.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    [ "$(uname -m)" = x86_64 ] || skip "this machine is no x86-64"
    [ -z "$SANITIZE" ] || skip "sanitizers do not run in the emulator"
    ! grep -qE -- "-m(arch|cpu)=native" "$BATS_TEST_DIRNAME/../../config.mk" || skip "built with --native"
    emulator=$(command -v qemu-x86_64 || command -v qemu-x86_64-static) ||
        skip "no qemu-x86_64 (package qemu-user)"
}

# on PROCESSOR ARGUMENT...: only the program's own output is kept.
on() {
    local processor=$1; shift
    run timeout 120 sh -c '"$@" 2>/dev/null' sh "$emulator" -cpu "$processor" "$FALLIBLE" "$@"
    [ "$status" -eq 0 ] || { echo "on $processor: status $status"; return 1; }
}

plays_on() { # plays_on PROCESSOR WORDS: says WORDS and counts right
    on "$1" --version
    grep -qx "processor: $2" <<< "$output" || { echo "$output"; return 1; }
    on "$1" perft 4 --fen "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    grep -q 4085603 <<< "$output" || { echo "$output"; return 1; }
    on "$1" suite "$BATS_TEST_DIRNAME/../../puzzles/wac.epd" --nodes 2000 --limit 3
}

@test "the first x86-64, which counts no bits" {
    plays_on qemu64 portable
}

@test "a processor of 2006" {
    plays_on core2duo portable
}

@test "a processor that counts bits but gathers none" {
    plays_on Nehalem "popcnt, magics"
}

@test "a processor whose PEXT is slow microcode" {
    plays_on EPYC-Rome "popcnt, magics"
}

@test "a processor with everything" {
    plays_on Haswell "popcnt, pext"
}
