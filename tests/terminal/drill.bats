#!/usr/bin/env bats
# Endgames and repertoires: lists are added to the deck and practised, with --plain and on the board.

load terminal

setup() {
    own_home
    list=$BATS_TEST_TMPDIR/own.epd
    cat > "$list" <<EPD
7k/8/6K1/8/8/8/8/R7 w - - id "rook"; c1 "win"; c0 "Mate.";
7k/8/8/8/8/8/1p6/K7 w - - id "pawn"; c1 "draw"; c0 "Take.";
4k3/8/4K3/8/4P3/8/8/8 w - - id "key square"; c1 "win";
EPD
    opening=$BATS_TEST_TMPDIR/my.pgn
    cat > "$opening" <<PGN
[Event "lines"]

1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5 (3. Bc4) (3. Ng5 \$2) 3... a6 4. Ba4 *

[Event "another"]

1. e4 c5 2. c3 *
PGN
}

@test "an endgame is won by mate, held by the draw, and a move that gives it away is told" {
    in_lines 'Ra8\nKxb2\ne5\ne6\nstop\n' drill "$list"
    [ "$status" -eq 0 ]
    has 'Position 1 of 3. Endgame: rook. Win it. Mate. You have not seen it before.'
    [ "$(grep -c 'White to move' <<<"$output")" -eq 4 ] # once a board
    has 'Done: checkmate, 1 move.'
    has 'Endgame: pawn. Hold the draw. Take.'
    has 'Done: insufficient material, 1 move.'
    has '. Keep winning.'
    has 'You stopped after 1 right move, so this position does not count. 2 of 2 solved.'
    in_lines 'e5\nstop\n' drill "$list"
    has 'You stopped after 1 right move, so this position does not count.'
    lacks 'Nothing was tried'
    lacks 'solved.'
    in_lines 'stop\n' drill "$list"
    has 'Position 1 of 1. Endgame: key square.'
    run "$FALLIBLE" review
    has 'Nothing is due'
}

@test "the endgames that ship are served, new ones in their order" {
    [ -e "$(dirname "$FALLIBLE")/share/endgames.epd" ] || skip "no share/ beside the program"
    in_lines 'skip\nstop\n' drill endgames
    [ "$status" -eq 0 ]
    has 'Position 1 of 20. Endgame: queen. Win it. Mate with the queen.'
    has 'The move was 1. '
    has 'Endgame: rook.'
    in_lines '' drill "$opening"
    [ "$status" -eq 2 ]
    in_lines '' drill
    [ "$status" -eq 2 ]
    has 'expected endgames, for the built-in ones, or the name of an EPD file'
}

@test "the openings that ship are learnt by their names, for their side only" {
    [ -e "$(dirname "$FALLIBLE")/share/openings" ] || skip "no share/ beside the program"
    local opening
    in_lines 'repertoire\nquit\n' --plain
    has 'Type repertoire white italian or london, black caro-kann or queens-gambit, or a PGN file.'
    for opening in 'white italian e4' 'white london d4' 'black caro-kann c6' 'black queens-gambit d5'; do
        # shellcheck disable=SC2086
        set -- $opening
        in_lines "repertoire $1 $2\n$3\nstop\nquit\n" --plain
        has "Your repertoire, $2: "
        has 'Right: '
        in_lines "stop\n" repertoire --color "$1" --limit 1 "$2"
        [ "$status" -eq 0 ]
        has "Position 1 of 1. Your repertoire, $2: "
        run "$FALLIBLE" repertoire --forget "$2"
        has "positions of $2 from your deck"
    done
    in_lines '' repertoire --color black italian
    [ "$status" -eq 2 ]
    has 'italian: '
}

@test "a repertoire asks for its own moves alone, of all variations, and for those due first" {
    in_lines 'e4\nBc4\nNf3\nBc4\nstop\n' repertoire --color white "$opening"
    [ "$status" -eq 0 ]
    has 'Position 1 of 6. Your repertoire, my.pgn: the start position. You have not seen it before.'
    has 'Right: 1. e4. You will see it again on '
    has 'Your repertoire, my.pgn: after 1. e4 e5. You have not seen it before.'
    has '2. Bc4 is not in your repertoire.'
    has 'Right: 2. Nf3. You will see it again tomorrow. You tried 2. Bc4 (not in your repertoire).'
    has 'Right: 3. Bc4 is as good as 3. Bb5.'
    run "$FALLIBLE" stats
    has 'Deck: 3 positions, 0 due' # those that were asked
    in_lines 'c3\n' repertoire --color white --limit 2 "$opening"
    has 'Position 1 of 2. Your repertoire, my.pgn: after 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6. You have not seen it before.'
    in_lines '' repertoire "$opening"
    [ "$status" -eq 2 ]
    has 'say whose repertoire it is'
    in_lines '' repertoire --color black "$list"
    [ "$status" -eq 2 ]
    run "$FALLIBLE" repertoire --forget nothing.pgn
    [ "$status" -eq 2 ]
    has 'There is no repertoire nothing.pgn, but there is my.pgn white'
    run "$FALLIBLE" repertoire --forget "$opening"
    [ "$status" -eq 0 ]
    has 'Removed 6 positions of my.pgn from your deck.'
    run "$FALLIBLE" stats
    has 'Deck: 0 positions, 0 due'
    in_lines 'stop\n' repertoire --color white --moves 1 "$opening"
    has 'Position 1 of 1'
    in_lines 'stop\n' repertoire --color white --names zoe "$opening"
    has 'Position 1 of 6'
    in_lines 'stop\nrepertoire forget\nrepertoire forget\nquit\n' play
    has 'Removed 6 positions of my.pgn white from your deck.'
    has 'There is no repertoire in your deck.'
}

@test "the board drills, too" {
    screen_open 80 24 "$FALLIBLE" repertoire --color black "$opening"
    wait_for 'To solve: 1 of '
    wait_for 'Your repertoire, my.pgn:'
    type_line c5
    wait_for 'Right: 1\.\.\. c5'
    type_line stop
    wait_for '1 of [0-9]+ solved'
    type_line quit
}
