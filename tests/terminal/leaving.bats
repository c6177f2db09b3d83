#!/usr/bin/env bats
# Ways to quit: by a key, by a signal, by a terminal that is closed or no longer reads.

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

@test "whatever it does, it is gone at once: by F10, SIGTERM, SIGHUP and a closed terminal" {
    moves='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 1-0'
    python3 -c 'import sys
for i in range(20000): print(f"[White \"A{i}\"]\n[Result \"1-0\"]\n\n{sys.argv[1]}\n")' "$moves" > "$BATS_TEST_TMPDIR/many.pgn"
    printf '%s\n' "$moves" > "$BATS_TEST_TMPDIR/one.pgn"
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    python3 - "$FALLIBLE" "$BATS_TEST_TMPDIR" <<'P'
import os, signal, sys, time
from program import KEYS, Terminal
program, folder = sys.argv[1:]
play = [program, "play", "--elo", "full", "--threads", "4", "--no-save", "--book", "none"]
analyze = [program, "analyze", "--threads", "8"]
# The command to start, then pairs: text to wait for, key to press.
states = {
    "thinking": (play, [("You", "e4\r")]),
    "hinting": (play, [("You", KEYS["F3"])]),
    "analysing": (analyze, [("depth", "")]),
    "reviewing": (analyze + [folder + "/one.pgn"], [("e4", KEYS["F8"])]),
    "running a suite": (play, [("You", "suite puzzles/wac.epd\r")]),
    "counting games": (analyze + [folder + "/many.pgn"], [("20,000", "\r"), ("1-0", "tree\r")]),
}
# With sanitizers each state is left in one way, and each way occurs.
sparing = os.environ.get("SANITIZE") and not os.environ.get("THOROUGH")
for number, (state, (command, steps)) in enumerate(states.items()):
    ways = ["F10", "SIGTERM", "SIGHUP", "closed"]
    for way in [ways[number % 4]] if sparing else ways:
        terminal = Terminal(command)
        for seen, keys in steps:
            terminal.wait_for(seen)
            terminal.wait_quiet(0.1, 0.3)
            terminal.send(keys)
            terminal.wait_quiet(0.1, 0.3)
        if way == "F10":
            terminal.send(KEYS["F10"])
        elif way == "closed":
            os.close(terminal.slave)
            os.close(terminal.master)
        else:
            terminal.program.send_signal(getattr(signal, way))
        took = terminal.gone(10, reading=way != "closed")
        expected = {"F10": 0, "SIGTERM": 143, "SIGHUP": 129, "closed": 129}[way]
        status = terminal.program.returncode
        print(f"{state}, {way}: {took:.2f} s, status {status}")
        assert status == expected, terminal.trouble()
        assert way == "closed" or terminal.restored(), "the terminal is not as it was"
        if way != "closed":
            os.close(terminal.slave)
            os.close(terminal.master)
P
}
