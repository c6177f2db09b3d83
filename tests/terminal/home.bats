#!/usr/bin/env bats
# Home: every activity is reached by a key and comes back, an unfinished game is offered first, and
# the same in lines of text.

load terminal

setup() {
    own_home
}

home() { # [OPTION...]: home at 80x24
    screen_open 80 24 "$FALLIBLE" "$@"
    wait_for 'Enter  '
}

@test "Enter plays, and home offers the unfinished game first" {
    home
    wait_for 'Enter  Play  +a 1400 \(MadChess\), no clock, you have white'
    never 'Go on'
    keys Enter
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line home
    wait_for 'Enter  Go on  +your game against Fallible 1400 [a-z]+, move 2'
    wait_for 'n  +Play again .*you have black'
    keys Escape
    wait_for '1\. e4'
    keys F10
    wait_for 'left with 0'
    screen_close
    home
    wait_for 'Enter  Go on  +20[0-9-]+ [0-9:]+, you have white against Fallible'
    keys Enter
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'you resigned'
    type_line home
    wait_for 'Enter  Play again .*you have black'
    keys Enter
    wait_for '1\. [a-hNBRQKO].*◂'
    wait_for '▸You'
}

@test "what home starts comes back to it" {
    home
    wait_for 'z  +Puzzles  +tactics near your rating, 10 a day'
    keys z
    wait_for 'To solve: 1 of 10'
    type_line skip
    wait_for 'Enter next one'
    type_line stop
    wait_for 'z  +Puzzles  +rated [0-9]+; today 1 of 10'
    screen | grep -qE 'd  +Deck  +1 due: 1 puzzle'
    keys e
    wait_for 'To solve: 1 of 20'
    type_line stop
    wait_for 'e  +Endgames'
    keys w
    wait_for 'wac WAC.001'
    type_line stop
    wait_for 'w  +Suites'
    keys d
    wait_for 'To solve: 1 of 1'
    type_line stop
    wait_for 'd  +Deck'
    keys r
    wait_for 'No opening move is due'
    keys t
    sleep 0.3
    screen | grep -q 'No opening move is due' # there is no last game yet
    keys a
    wait_for 'Set up a position'
    keys Escape
    wait_for 'a  +Analyse'
    keys o
    wait_for 'Enter play  Esc back'
    keys Escape
    wait_for 'a  +Analyse'
}

@test "training during a game comes back to the game, and its clock stands still" {
    screen_open 80 24 "$FALLIBLE" --elo 600 --seed 3 --time 5+0
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    wait_for '▸You +[0-9]:[0-9][0-9]'
    type_line puzzles
    wait_for 'To solve: 1 of 10'
    sleep 3
    type_line stop
    wait_for '▸You +4:5[5-9]'
    screen | grep -q '1\. e4'
    type_line "repertoire white none.pgn"
    wait_for 'none.pgn: No such file'
    printf '1. e4 e5 2. Nf3 Nc6 *\n' > "$BATS_TEST_TMPDIR/own.pgn"
    type_line "repertoire white $BATS_TEST_TMPDIR/own.pgn"
    wait_for 'To solve: 1 of 2'
    type_line e4
    wait_for 'Right: '
    type_line stop
    wait_for '▸You +4:'
    type_line home
    wait_for 'r  +Openings  +own.pgn white: 0 due, 1 new'
}

@test "home at 60x18, without colour and on the Linux console" {
    screen_open 60 18 env NO_COLOR=1 "$FALLIBLE"
    wait_for 'Enter  Play'
    screen | grep -q 's  .*Statistics'
    keys z
    wait_for 'To solve'
    screen_close
    screen_open 80 24 env TERM=linux "$FALLIBLE" --ascii=no
    wait_for 'How strong|You have' # an option starts a game
    screen_close
    screen_open 80 24 env TERM=linux "$FALLIBLE"
    wait_for 'Enter  Play'
}

@test "home in words: a letter starts training, which comes back" {
    in_lines 'e\nskip\nstop\nz\nskip\nstop\nquit\n' --plain
    [ "$status" -eq 0 ]
    has 'Home.'
    has 'Enter: Play. A 1400 (MadChess), no clock, you have white.'
    has 'd: Deck. What you missed comes back here, days later.'
    has 'home > e'
    has 'Endgame: queen. Win it.'
    has 'e: Endgames. '
    has 'z: Puzzles. Rated '
}

@test "home in words: Enter plays, home and continue come back" {
    in_lines '\ne4\nhome\n\nquit\n' --plain
    has 'You have white.'
    has 'Enter: Go on. Your game against Fallible 1400'
    in_lines '\nresign\nhome\nquit\n' --plain
    has 'Enter: Go on. 20'
    has 'you resigned'
    has 'Enter: Play again. A 1400 (MadChess), no clock, you have black.'
}
