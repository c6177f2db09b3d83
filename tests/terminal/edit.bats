#!/usr/bin/env bats
# Setting up a position, with keys and mouse on the board and with words in --plain; Chess960.

load terminal

setup() {
    own_home
}

play() { in_lines "$1" play --plain --no-save "${@:2}"; } # INPUT OPTION...

drag() { # FROM TO: as click, but released elsewhere
    local place=()
    for square in "$1" "$2"; do
        local file=$(($(printf '%d' "'${square:0:1}") - 97)) rank=${square:1:1}
        place+=("$(printf '\\%03o\\%03o' $((33 + 3 + file * 4 + 1)) $((33 + 1 + (8 - rank) * 2)))")
    done
    keys -l "$(printf "\033[M ${place[0]}")"
    keys -l "$(printf "\033[M#${place[1]}")"
}

@test "in lines a position is set up by words, and played" {
    play 'edit\n?\nclear\nm e4\ncheck\nKe1\nke8\nblack queen d8\nwhite rook a1 h1\ncastling KQ\nboard\nfen\nfen 8/8\ne4\nplay black\nquit\n'
    [ "$status" -eq 0 ]
    has "put white knight f3: put a piece on a square"
    has "The position has no legal moves yet: white has no king."
    has "This position cannot be played yet: white has no king."
    has "1 R . . . K . . R"
    has "3qk3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    has "Expected 8 ranks, found 2."
    has "Expected: put white knight f3"
    has "New game from this position: white to move. You have black."
    [[ "$output" =~ 1\.\ [A-Z] ]]
}

@test "what was set up can be analysed, or given up without a trace" {
    play 'e4\nedit clear\ncancel\nl\nedit start\nanalyze\nquit\n'
    has "Cancelled: back to the game as it was."
    has "Last move: black"
    has "Analysing. White to move."
}

@test "on the board keys put pieces, the mouse drags them, and Enter plays" {
    screen_open 80 24 "$FALLIBLE" --elo 800 --no-save
    wait_for "You"
    type_line edit
    wait_for "Set up a position"
    wait_for "e2: white pawn"
    keys Delete
    wait_for "e2 is empty"
    keys N
    wait_for "e2: white knight"
    wait_for "This position can be played|promoted"
    keys -l ":clear"
    keys Enter
    wait_for "e2 is empty"
    keys K Left R Right Up Up Up Up Up k
    wait_for "e7: black king"
    wait_for "This position can be played"
    keys 1
    wait_for "Cannot be played yet: white cannot castle short"
    keys 1
    click d2 # chosen by the press, dropped by the release
    wait_for "d2: white rook"
    drag d2 d1
    wait_for "d1: white rook"
    keys Tab
    wait_for "Black to move"
    keys Tab
    keys Enter
    wait_for "New game from this position"
    type_line Ke3
    wait_for "1\. Ke3 +K"
}

@test "Esc leaves the game as it was" {
    screen_open 80 24 "$FALLIBLE" --elo 800 --no-save
    wait_for "You"
    type_line edit
    wait_for "Set up a position"
    keys Delete
    keys Escape
    wait_for "back to the game as it was"
    type_line e4
    wait_for "1\. e4 +[a-hN]"
}

@test "Chess960: a numbered position, one drawn by the seed, and castling as it says" {
    play 'board\nquit\n' --chess960=0
    has "1 B B Q N N R K R"
    play 'quit\n' --chess960 --seed 3
    first=$output
    has "Chess960, position"
    has "To castle, type O-O or O-O-O, or move the king onto its rook."
    play 'quit\n' --chess960 --seed 3
    [ "$output" = "$first" ]
    play 'b1a1\nl\nquit\n' --fen 'rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1'
    has "Last move: black"
    play 'quit\n' --chess960=960
    [ "$status" -eq 2 ]
    has "--chess960 takes a whole number from 0 to 959"
}

@test "a game goes back to its place after it was added to the same file, too" {
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "C"]\n[Black "D"]\n[Result "1-0"]\n\n1. d4 1-0\n' > h.pgn
    run sh -c 'printf "note hello\nsave h.pgn\nsave\nquit\n" | "$0" analyze --plain --nodes 100 h.pgn' "$FALLIBLE"
    grep -q "The game was added" <<<"$output"
    grep -q "in place of the old version" <<<"$output"
    [ "$(grep -c 'hello' h.pgn)" -eq 2 ]
    [ "$(grep -c 'White "C"' h.pgn)" -eq 1 ]
}
