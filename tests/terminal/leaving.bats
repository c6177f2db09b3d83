#!/usr/bin/env bats
# Leaving: by a key, by a signal, by a terminal that is closed or no longer reads.

load terminal

setup() {
    own_home
    export PYTHONPATH=$BATS_TEST_DIRNAME PYTHONDONTWRITEBYTECODE=1
}

@test "Ctrl-S does not stop the screen, and flow control is back afterwards" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none
    wait_for '▸You'
    keys C-s
    keys C-g
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line quit
    wait_for 'left with 0'
    [ -z "$(tmux -L "$SOCKET" run-shell 'stty -a < #{pane_tty} | grep -o -- -ixon')" ]
}

@test "SIGTERM and SIGHUP end a program whose terminal no longer reads" {
    for signal in SIGTERM SIGHUP; do
        python3 - "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none <<P
import os, signal, sys, time
from program import Terminal
terminal = Terminal(sys.argv[1:], 200, 60)
terminal.wait_for("You")
terminal.wait_quiet()
for _ in range(400): # each is a whole screen, and nobody reads them
    os.write(terminal.master, b"\014")
    time.sleep(0.002)
time.sleep(0.5)
terminal.program.send_signal(signal.$signal)
terminal.gone(20, reading=False)
assert terminal.program.returncode == 128 + signal.$signal, terminal.program.returncode
assert terminal.restored(), "the terminal is not as it was"
P
    done
}
