#!/usr/bin/env bats
# An external engine as the opponent: on the board and with --plain, with a clock. If it dies or plays an
# illegal move, the game is not lost.

load terminal

setup() {
    own_home
    FAKE=$PWD/tests/unit/fake_engine.sh
}

play() { in_lines "$1" play --plain "${@:2}"; } # INPUT OPTION...

@test "a UCI engine plays with its options, by the clock, and the game is saved under its name" {
    play "e4\\nopponent\\nsave $BATS_TEST_TMPDIR/game.pgn\\nquit\\n" --no-save --time 1+0 \
        --opponent "$FALLIBLE uci" --option "Hash=1"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" =~ ^Fallible.*,\ Hash=1\ has\ black ]]
    [[ "${lines[2]}" =~ ^1\.\.\. ]]
    grep -q '^\[Black "Fallible.*, Hash=1"\]' "$BATS_TEST_TMPDIR/game.pgn"
    [ "$(grep -c FallibleOpponent "$BATS_TEST_TMPDIR/game.pgn")" -eq 0 ]
}

@test "an XBoard engine plays too, and may resign" {
    play 'e4\nquit\n' --no-save --opponent "xboard:$PWD/tests/unit/fake_xboard.sh x"
    has "Fake X has black"
    has "1... e5"
    play 'e4\nquit\n' --no-save --opponent "xboard:$PWD/tests/unit/fake_xboard.sh resign"
    has "the opponent resigned, you win (1-0)"
}

@test "method human resigns a lost game, unless resign-policy is off" {
    printf '[base]\ntable = built-in\n[resigning.chance]\n600 = 400\n' >"$BATS_TEST_TMPDIR/sure.conf"
    # Good moves against this seed.
    moves='e4\nd4\nNf3\nBd3\nO-O\ne5\nBe3\nNg5\nf4\nc4\nBxc4\nBxb5\nfxg5\nBxg5\nQf3\nQxb7\nQxb8\nQxh8\nQf6\n'
    set -- --method human --scale engine --elo 800 --seed 2 --color white \
        --strength-file "$BATS_TEST_TMPDIR/sure.conf"
    play "${moves}save $BATS_TEST_TMPDIR/game.pgn\nquit\n" "$@"
    has "The game is over: the opponent resigned, you win (1-0)"
    grep -q '^\[Termination "black resigns"\]' "$BATS_TEST_TMPDIR/game.pgn"
    grep -q '^\[Result "1-0"\]' "$BATS_TEST_TMPDIR/game.pgn"
    run "$FALLIBLE" export
    has '[Termination "black resigns"]'
    play "${moves}quit\n" "$@" --no-save --resign-policy off
    lacks "resigned"
}

@test "one that dies or cheats leaves the game as it was" {
    for manner in crash illegal nonsense; do
        play 'e4\nl\nopponent fallible\ngo\nquit\n' --no-save --opponent "$FAKE $manner"
        [ "$status" -eq 0 ]
        has "The game is kept. Type go to start the engine again"
        has "Last move: white pawn e2 to e4."
        has "The opponent is now Fallible 1400"
        [[ "$output" =~ 1\.\.\.\ [A-Za-z] ]]
    done
}

@test "an unfinished game against an engine goes on against it" {
    folder=$BATS_TEST_TMPDIR/$(printf 'a-long-way-down-%.0s' 1 2 3 4 5 6 7 8)
    mkdir -p "$folder" && ln -s "$FALLIBLE" "$folder/guest"
    play 'e4\n' --opponent "$folder/guest uci" --option "Hash=1"
    play 'resume\nopponent\nquit\n'
    has "against guest uci,option.Hash=1, move 1" || has "against guest uci,option.Hash=1, move 2"
    has "guest uci,option.Hash=1. You have white."
    has "option.Hash=1"
}

@test "what cannot be started is said at once" {
    play '' --opponent nosuchengine
    [ "$status" -eq 2 ]
    has "nosuchengine: no such program"
    play '' --opponent "$FAKE x" --option "Contempt=3"
    [ "$status" -eq 2 ]
    has 'no option "Contempt"'
    play '' --option "Hash=3"
    [ "$status" -eq 2 ]
    has "--option must follow --opponent"
    play '' --opponent "$FAKE x" --elo 1000
    [ "$status" -eq 2 ]
    has "sets its own strength"
}

@test "on the board it answers, and after a crash go or our engine take over" {
    screen_open 80 24 "$FALLIBLE" play --opponent "'$FALLIBLE uci'" --option "Hash=1" --time 1+0
    wait_for "1:0"
    type_line e4
    wait_for "1\. e4 +[a-hN]"
    screen_close
    screen_open 80 24 "$FALLIBLE" play --no-save --opponent "'$FAKE crash'"
    wait_for "Fake crash"
    type_line e4
    wait_for "was killed by signal"
    type_line "opponent fallible"
    wait_for "Fallible 1400"
    type_line go
    wait_for "1\. e4 +[a-hN]"
}

@test "the panel says what the opponent of a drill ignores, and by which key" {
    local size
    for size in '80 24' '60 18'; do
        screen_open $size "$FALLIBLE" play --elo 1400 --no-save --color white
        wait_for 'You have white|▸?You'
        keys F5
        wait_for '─ Opponent ─'
        wait_for 'Enter sets?( it)? +Esc back'
        keys d d
        wait_for 'ignores the value of knights and bish(ops|…) \(d\)'
        keys d d d d
        wait_for 'ignores where pieces stand \(d\)'
        screen_close
    done
}
