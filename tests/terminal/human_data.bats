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
    [ "$(number 8 4)" -eq 2 ]
    [ "$(number 32 8)" -eq 6 ]
    moves=$(number 40 8) features=0 size=464
    for i in 0 1 2 3 4 5; do
        at=$((64 + i * size))
        [ "$(number $((at + 4)) 2)" -eq "$i" ] # the half-move
        [ "$(number $((at + 6)) 2)" -eq "$((i % 2 ? 900 : 1500))" ]
        moves=$((moves - $(number $((at + 12)) 2))) features=$((features + $(number $((at + 16)) 2)))
    done
    [ "$moves" -eq 0 ]
    [ "$(number $((64 + 12)) 2)" -eq 20 ]
    # Behind the choices are their moves of 12 bytes and their features of 4, and nothing else.
    [ $((64 + 6 * size + 12 * $(number 40 8) + 4 * features)) -eq "$(wc -c < choices)" ]
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
        "-o choices --per-game 0 games.pgn"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" human-data $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
        [ ! -e choices ]
    done
}
