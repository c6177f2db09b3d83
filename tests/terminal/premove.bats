# Moves typed while the opponent thinks, and what else is typed at the wrong moment.

load terminal

setup() {
    own_home
    cat > "$BATS_TEST_TMPDIR/slow" <<'SH'
#!/bin/sh
# A UCI engine that plays e5, d5 and a6 in this order, as soon as the file "go" exists.
moves="e7e5 d7d5 a7a6"
while read -r word rest; do
    case $word in
        uci) printf 'id name Slow\nuciok\n' ;;
        isready) echo readyok ;;
        go) while [ ! -e "$0.go" ]; do sleep 0.05; done
            rm "$0.go"
            echo "bestmove ${moves%% *}"; moves=${moves#* } ;;
        quit) exit ;;
    esac
done
SH
    chmod +x "$BATS_TEST_TMPDIR/slow"
}

its_turn() { touch "$BATS_TEST_TMPDIR/slow.go"; }

@test "a premove is shown, played after the opponent's move, or taken back by Esc" {
    screen_open 80 24 "$FALLIBLE" play --color white --opponent "$BATS_TEST_TMPDIR/slow"
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4'
    type_line Ke5
    wait_for 'none of its moves makes Ke5 possible'
    keys C-u
    type_line Nf3
    wait_for 'Premove Nf3: played after the opponent.s move\. Esc takes it back'
    its_turn
    wait_for '2\. Nf3'
    type_line exd5
    wait_for 'Premove exd5'
    wait_for '^ 5 .*\[ \]' # both squares are marked
    on_screen '^ 4 .*\[♙\]'
    keys Escape
    wait_for 'The premove is taken back'
    wait_gone '\[♙\]'
    type_line Nxe5
    its_turn
    wait_for '3\. Nxe5' # d5 does not prevent it
    type_line Nxd5
    wait_for 'none of its moves makes Nxd5 possible|Premove Nxd5'
}

@test "a premove that has become impossible is explained" {
    screen_open 80 24 "$FALLIBLE" play --color white --opponent "$BATS_TEST_TMPDIR/slow"
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4'
    type_line e5 # possible unless the pawn is blocked
    wait_for 'Premove e5'
    its_turn
    wait_for 'Your premove e5 was not played'
    never '2\. e5'
}

@test "a premove in lines, taken back by undo" {
    screen_open 80 24 "$FALLIBLE" play --plain --color white --opponent "$BATS_TEST_TMPDIR/slow"
    wait_for '1\. >'
    type_line e4
    type_line Nf3
    wait_for 'Premove Nf3: played after the opponent.s move\. Type undo to take it back'
    type_line undo
    wait_for 'The premove is taken back'
    type_line d4
    wait_for 'Premove d4'
    its_turn
    wait_for '1\.\.\. e5'
    wait_for '2\. d4'
}

@test "a line typed at a question waits until it is answered" {
    screen_open 80 24 "$FALLIBLE" play --color white --opponent "$BATS_TEST_TMPDIR/slow"
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4'
    its_turn
    wait_for 'e5'
    type_line resign
    wait_for 'Resign this game\? y/n'
    type_line d4
    wait_for 'd4 waits until you answer'
    keys n
    wait_for 'd4 is still waiting: press Enter'
    keys Enter
    wait_for '2\. d4'
}

@test "words of other programs are understood, or refused in words" {
    in_lines 'color black\nsetboard\nforce\nsd 5\nplayother\nquit\n' play --color white --elo 1400 --seed 3
    has 'You have black.'
    has 'There is no command force: type analyze to play the moves of both sides'
    has 'There is no command sd: '
    in_lines 'level 40 5 0\nlevel 0 2:30 12\nlevel 0 0 0\nst 5\nblack\nquit\n' play --color white --elo 1400 --seed 3
    has 'Clock for the next game: 40 moves in 5 minutes.'
    has 'Clock for the next game: 2.5+12.'
    has "'0+0' gives no time to move"
    has 'There is no command st: a fixed time for each move is not possible'
    has 'You have black.'
    in_lines 'e4\ncolor black\ncolor red\nrematch\nquit\n' play --color white --elo 1400 --seed 3
    has 'In the next game you have black. Type new to start it.'
    has 'Expected: color white|black|random'
    has 'You have black.'
}

@test "an analysed game that you played as Black has Black at the bottom, and its clocks" {
    cat > "$BATS_TEST_TMPDIR/mine.pgn" <<'PGN'
[White "Fallible 1400 club"]
[Black "You"]
[Result "1-0"]

1. e4 { [%clk 0:04:58] } e5 { [%clk 0:04:50] } 2. Nf3 { [%clk 0:04:41] } Nc6 { [%clk 0:04:30] } 1-0
PGN
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 --game 1 "$BATS_TEST_TMPDIR/mine.pgn"
    wait_for '^ 1 +♖'
    [ "$(screen | grep -n '^ 1 ' | cut -d: -f1)" -lt "$(screen | grep -n '^ 8 ' | cut -d: -f1)" ]
    keys Right Right Right
    wait_for 'Fallible 1400 club +4:41'
    wait_for 'You +4:50'
    keys Right
    wait_for 'You +4:30'
    in_lines 'c\nforward\nc\nforward\nc\nquit\n' analyze --nodes 30000 --plain "$BATS_TEST_TMPDIR/mine.pgn"
    has 'No clock.'
    has 'White has 4:58, Black an unknown time.'
    has 'White has 4:58, Black 4:50.'
    screen_close
    screen_open 120 40 "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/mine.pgn"
    wait_for 'clock +left +last move'
}
