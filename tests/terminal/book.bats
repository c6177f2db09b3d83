#!/usr/bin/env bats
# Opening books from the command line: building, listing, playing. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '[Result "1-0"]\n\n1. e4 e5 1-0\n\n[Result "1/2-1/2"]\n\n1. d4 d5 1/2-1/2\n' > games.pgn
}

@test "our own book is found from anywhere and knows the start" {
    [ -e "$(dirname "$FALLIBLE")/share/book.bin" ] || skip "no share/ beside the program"
    cd / && run "$FALLIBLE" book show
    [ "$status" -eq 0 ]
    grep -qE '^e4 +[0-9]+ ' <<< "$output"
    grep -qE '^d4 +[0-9]+ ' <<< "$output"
}

@test "a book is built, shown and played from" {
    run "$FALLIBLE" book build --min-games 1 -o b.bin games.pgn
    [ "$status" -eq 0 ]
    [ "$output" = "b.bin: 3 moves in 2 positions, from 2 of 2 games" ]
    run "$FALLIBLE" book show b.bin
    [ "$status" -eq 0 ]
    grep -qE '^e4 +2 +66\.7 %$' <<< "$output"
    run "$FALLIBLE" book show b.bin --json
    [[ "$output" == *'{"san": "e4", "uci": "e2e4", "weight": 2, "percent": 66.7}'* ]]
    run "$FALLIBLE" uci < <(printf '%s\n' 'debug on' "setoption name BookFile value $PWD/b.bin" \
        'setoption name BookBest value true' 'setoption name OwnBook value true' 'go movetime 100')
    grep -q '^info string the move is from the book' <<< "$output"
    grep -q '^bestmove e2e4' <<< "$output"
}

@test "games come from standard input too, and packed ones are unpacked" {
    run "$FALLIBLE" book build --min-games 1 -o b.bin - < games.pgn
    [ "$status" -eq 0 ]
    command -v zstd || skip "no zstd"
    zstd -q games.pgn
    run "$FALLIBLE" book build --min-games 1 -o z.bin games.pgn.zst
    case $output in *"without libzstd"*) skip "built without libzstd" ;; esac
    [ "$status" -eq 0 ]
    cmp b.bin z.bin
}

@test "what is wrong is said, with status 2, and no half book is left" {
    for arguments in "" "bake" "build" "build --plies 0 games.pgn" "build --min-elo x games.pgn" \
        "build --nonsense games.pgn" "build nowhere.pgn" "build -o no/such/folder/b.bin games.pgn" \
        "build ." "show nowhere.bin" "show games.pgn" "show --fen rubbish games.pgn"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" book $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
    done
    [ ! -e book.bin ] && [ ! -e book.bin.new ]
    cp games.pgn before.pgn
    run "$FALLIBLE" book build --min-games 1 -o ./games.pgn games.pgn
    [ "$status" -eq 2 ]
    cmp games.pgn before.pgn
}

@test "damaged games are named and left out; no move at all is falling short" {
    printf '[Result "1-0"]\n\n1. e4 Ke3 1-0\n\n' | cat - games.pgn > mixed.pgn
    run "$FALLIBLE" book build --min-games 1 -o b.bin mixed.pgn
    [ "$status" -eq 0 ]
    grep -q 'mixed.pgn:3:' <<< "$output"
    grep -q '1 damaged game left out' <<< "$output"
    printf '[Result "*"]\n\n1. e4 *\n' > going.pgn
    cp b.bin e.bin
    run "$FALLIBLE" book build -o e.bin going.pgn
    [ "$status" -eq 1 ]
    grep -q 'e.bin: not written: no move was played in enough games with a result' <<< "$output"
    cmp b.bin e.bin
}
