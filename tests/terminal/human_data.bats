#!/usr/bin/env bats
# fallible human-data from the command line. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '[WhiteElo "1500"]\n[BlackElo "900"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0\n\n' > games.pgn
}

number() { # OFFSET SIZE: of the file of choices
    od -An -v -tu"$2" -j "$1" -N "$2" choices | tr -d ' \n'
}

@test "games become a file of choices" {
    run "$FALLIBLE" human-data -o choices games.pgn
    [ "$status" -eq 0 ]
    [ "$output" = "6 positions" ]
    [ "$(head -c 8 choices)" = FALCHOIC ]
    [ "$(number 8 4)" -eq 1 ]
    [ "$(number 24 4)" -eq 6 ]
    [ "$(number 68 2)" -eq 1500 ]
    [ "$(number 78 2)" -eq 20 ]
    # The records end exactly at the end of the file.
    at=64
    for _ in 1 2 3 4 5 6; do at=$((at + $(number $at 4))); done
    [ "$at" -eq "$(wc -c < choices)" ]
}

@test "a run that goes on with its cache writes the same choices" {
    "$FALLIBLE" human-data -o first games.pgn
    "$FALLIBLE" human-data --cache cache -o second games.pgn
    "$FALLIBLE" human-data --cache cache -o third games.pgn
    cmp first second
    cmp first third
}

@test "games without ratings give no file" {
    printf '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 *\n' > unrated.pgn
    run "$FALLIBLE" human-data -o choices unrated.pgn
    [ "$status" -eq 2 ]
    grep -q 'these games give no position: expected rated players' <<< "$output"
    [ ! -e choices ]
}

@test "wrong arguments are refused, and no file is written" {
    for arguments in "games.pgn" "-o choices" "-o choices nowhere.pgn" "-o no/where games.pgn" \
        "-o choices --maia nowhere games.pgn" "-o choices --per-game 0 games.pgn"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" human-data $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
        [ ! -e choices ]
    done
}
