#!/usr/bin/env bats
# Pasted text, and keys that arrive faster than anyone types.

load terminal

setup() {
    own_home
    export PYTHONPATH=$BATS_TEST_DIRNAME PYTHONDONTWRITEBYTECODE=1
}

analysis() {
    printf '1. e4 *\n' > "$BATS_TEST_TMPDIR/game.pgn"
    screen_open 80 24 TERM=xterm-256color "$FALLIBLE" analyze --nodes 30000 "$BATS_TEST_TMPDIR/game.pgn"
    wait_for '1\. e4'
    keys End
    sleep 0.3
}

paste() { # TEXT as printf reads it
    # shellcheck disable=SC2059
    printf "$1" | tmux -L "$SOCKET" load-buffer -
    tmux -L "$SOCKET" paste-buffer -p
}

@test "a pasted position or game asks before it replaces a game that goes on" {
    screen_open 80 24 TERM=xterm-256color "$FALLIBLE" play --elo 600 --seed 7 --no-save --color white
    wait_for '▸You'
    paste '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n' # nothing to lose yet
    wait_for 'New game from this position'
    type_line e4
    wait_for '1\. e4 +K'
    paste '4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\n'
    wait_for 'Give it up and start another\? y/n'
    keys n
    wait_gone 'Give it up'
    wait_for '1\. e4 +K'
    type_line '4k3/8/8/8/8/8/3P4/4K3 w - - 0 1'
    wait_for 'Give it up and start another\? y/n'
    keys n
    paste '[Event "one"]\n\n1. d4 d5 2. c4 *\n'
    wait_for 'Give it up and open another\? y/n'
    keys y
    wait_for '2\. c4'
}

@test "keys work again a second after pasted text whose end got lost" {
    analysis
    keys -l "$(printf '\033[200~hello')"
    sleep 2
    wait_for '> hello'
    keys F10
    wait_for 'left with 0'
}

@test "several pasted lines are entered one by one if the user says so" {
    analysis
    paste 'e5\n\n  Nf3\nNc6\n'
    wait_for 'Pasted 3 lines'
    keys n
    wait_gone 'Pasted 3 lines'
    never '1\. e4 +e5'
    paste 'e5\n\n  Nf3\nNc6\n'
    wait_for 'Pasted 3 lines'
    keys y
    wait_for '2\. Nf3 +Nc6◂'
}

@test "a line that is pasted on home waits in the entry line" {
    screen_open 80 24 TERM=xterm-256color "$FALLIBLE"
    wait_for 'Enter  Play'
    paste 'stats'
    wait_for '> stats$'
    keys Enter
    wait_for '─ Statistics ─'
}

@test "the first pasted line that is refused stops the others and can be edited" {
    analysis
    paste 'e5\nNf6\nNc6\n'
    wait_for 'Pasted 3 lines'
    keys y
    wait_for '> Nf6'
    wait_for '1\. e4 +e5◂'
}

@test "a single pasted line waits in the entry line, cleaned of control characters" {
    analysis
    paste 'fen \342\200\250 x\007\342\200\256y\n'
    wait_for '> fen \? x\?\?y'
}

@test "a megabyte of pasted text is cut at 64 KB" {
    python3 - "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none <<'P'
import sys
from program import KEYS, Terminal
terminal = Terminal(sys.argv[1:])
terminal.wait_for("You")
terminal.wait_quiet()
terminal.pour("\033[200~" + "not a move\r" * 100000 + "\033[201~")
terminal.wait_for("lines, cut at 64 KB")
terminal.send("n")
terminal.send(KEYS["F10"])
terminal.gone(20)
assert terminal.program.returncode == 0, terminal.trouble()
P
}

@test "the screen is drawn while keys pour in" {
    python3 - "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none <<'P'
import sys, time
from program import Terminal
terminal = Terminal(sys.argv[1:])
terminal.wait_for("You")
terminal.wait_quiet()
terminal.forget()
until = time.time() + 30
while "pouring" not in terminal.text():
    assert time.time() < until, "nothing drawn"
    assert terminal.program.poll() is None, terminal.trouble()
    terminal.pour("pouring " * 1000)
terminal.program.terminate()
terminal.gone(20)
P
}
