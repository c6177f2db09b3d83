# Files of many games: lists in lines and on the board, and a game saved back.
load terminal
bats_require_minimum_version 1.5.0

setup() {
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache"
    file="$BATS_TEST_TMPDIR/games.pgn"
    {
        printf '[Event "First"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n[ECO "C20"]\n\n'
        printf '1. e4 {best  by test} e5 2. Qh5 1-0\n\n'
        printf '[Event "Second"]\n[White "Bert"]\n[Black "Carl"]\n[Result "*"]\n[ECO "B01"]\n\n'
        printf '1. e4 d5 2. exd5 Qxd5 *\n'
    } >"$file"
}

teardown() { screen_close; }

@test "games are found by words and by position, as lines" {
    run --separate-stderr "$FALLIBLE" analyze --plain --find "bert result:1-0" "$file"
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 Anna"*"Bert"*"1-0"*"C20"*"First"* ]]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$stderr" == *"1 of 2 games. White won 100 %, 0 % drawn, black won 0 %."* ]]
    run --separate-stderr "$FALLIBLE" analyze --plain --find "" --position "1. e4 d5" "$file"
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"2 Bert"*"(after move 1)"* ]]
}

@test "the nth game is analysed, and one too many is refused" {
    run --separate-stderr "$FALLIBLE" analyze --nodes 100 --game 2 "$file" </dev/null
    [ "$status" -eq 0 ]
    [[ "$output" == *"1... d5"* ]]
    run "$FALLIBLE" analyze --game 3 "$file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"only 2 games"* ]]
    run "$FALLIBLE" analyze --plain --find "colour:x" "$file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"expected player:"* ]]
}

@test "the board lists the games, narrows them and opens one" {
    screen_open 80 24 XDG_CACHE_HOME="$XDG_CACHE_HOME" "$FALLIBLE" analyze "$file"
    wait_for "2 of 2"
    keys /
    keys -l "carl"
    wait_for "1 of 2"
    keys Enter
    keys Enter
    wait_for "exd5"
    type_line "save"
    wait_for "in its place"
    grep -q "{best  by test} e5" "$file"
}

@test "lines list the games, narrow them, by the position too, and open one" {
    run --separate-stderr sh -c "printf 'games bert\\nopen 2\\nforward\\ngames here\\nopen 9\\ngames colour:x\\nquit\\n' |
        '$FALLIBLE' analyze --plain '$file'"
    [ "$status" -eq 0 ]
    [[ "$output" == *"One of 2 games: games lists them."* ]]
    [[ "$output" == *"2 of 2 games, like bert."*"White won 100 %, 0 % drawn"*"1. Anna - Bert, 1-0, C20"*"2. Bert - Carl"* ]]
    [[ "$output" == *"open 2"*"2. Bert - Carl"*"forward"*"1. e4"*"games here"* ]]
    [[ "$output" == *"2 of 2 games, like bert, reach the position shown."* ]]
    [[ "$output" == *"open and a number, 1 to 2"*"expected player:"* ]]
}

@test "a packed file is opened like any other, and not written to" {
    zstd -q "$file" || skip "no zstd"
    run --separate-stderr sh -c "printf 'open 2\\nnote x\\nsave\\nquit\\nquit\\n' | '$FALLIBLE' analyze --plain '$file.zst'"
    [[ "$stderr" != *"without"* ]] || skip "built without zstd"
    [ "$status" -eq 0 ]
    [[ "$output" == *"2. Bert - Carl"*"it is packed: save FILE"* ]]
}
