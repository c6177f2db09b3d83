#!/usr/bin/env bats
# Terminals of every kind and size, and terminals that disappear.

load terminal

setup() {
    own_home
}

board() { # VARIABLE=VALUE...
    screen_open "${WIDTH:-80}" "${HEIGHT:-24}" "$@" "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none
}

@test "a move is played on every terminal, in UTF-8 and in C" {
    for terminal in xterm-256color screen-256color tmux-256color linux vt100; do
        if ! infocmp "$terminal" > /dev/null 2>&1; then
            echo "# $terminal is not known here" >&3
            continue
        fi
        for locale in C.UTF-8 C; do
            chosen 3 || continue
            echo "$terminal, $locale"
            # On a console curses loads gpm, which leaks ten bytes.
            [ "$terminal" != linux ] || leaks=ASAN_OPTIONS=detect_leaks=0
            board TERM="$terminal" LC_ALL="$locale" ${leaks:+"$leaks"}
            unset leaks
            wait_for '[▸>]You'
            type_line e4
            wait_for '1\. e4 +[a-hNBRQKO]'
            wait_for '^ 4 .*[♙P]'
            wait_for '[▸>]You'
            [ $locale = C.UTF-8 ] || only_ascii
            type_line '?' # F1 has another code on each terminal
            wait_for 'Esc back'
            keys Escape
            wait_gone 'Esc back' # or the next key would be Alt with it
            type_line quit
            wait_for 'left with 0'
            wait_for '^0$'
            screen_close
        done
    done
}

@test "a terminal that is not known, or has no name, gets lines of text" {
    for terminal in dumb nonsense ''; do
        board TERM="$terminal"
        wait_for '^1\. > *$'
        type_line e4
        wait_for '^2\. > *$'
        screen_close
    done
    screen_open 80 24 env -u TERM "$FALLIBLE" play --elo 600 --seed 7 --no-save
    wait_for '^1\. > *$'
}

@test "from 1x1 to 500x200: begun there, and resized there" {
    for size in 1x1 2x1 1x200 500x1 39x15 40x16 300x100 500x200; do
        chosen 3 || [ $size = 1x1 ] || continue
        WIDTH=${size%x*} HEIGHT=${size#*x}
        board
        if [ "$WIDTH" -ge 40 ] && [ "$HEIGHT" -ge 16 ]; then
            wait_for ' a +b +c +d +e +f +g +h'
        fi
        for other in 1x1 80x24 "$size" 3x3 200x2 500x200 "$size"; do
            tmux -L "$SOCKET" resize-window -x "${other%x*}" -y "${other#*x}"
            sleep 0.05
        done
        tmux -L "$SOCKET" resize-window -x 80 -y 24
        wait_for '▸You'
        type_line e4
        wait_for '1\. e4 +[a-hNBRQKO]'
        screen_close
    done
}

@test "40x16 to 300x100 are useful: board, moves, entry line" {
    board
    for size in 40x16 50x20 60x18 79x23 80x24 100x30 132x43 200x50 300x100; do
        tmux -L "$SOCKET" resize-window -x "${size%x*}" -y "${size#*x}"
        wait_for ' a +b +c +d +e +f +g +h'
        wait_for '▸You'
        type_line fen
        wait_for 'KQkq'
        keys Escape
        wait_gone 'KQkq'
    done
}

@test "resized while two threads search, the screen stays whole" {
    [ -z "${SANITIZE:-}" ] || skip "the search stands still under sanitizers"
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n' > "$BATS_TEST_TMPDIR/game.pgn"
    screen_open 80 24 "$FALLIBLE" analyze --threads 2 --hash 16 "$BATS_TEST_TMPDIR/game.pgn"
    wait_for 'depth [1-9]'
    pieces() { screen | head -n 17 | grep -o '[♔♕♖♗♘♙♚♛♜♝♞♟]' | tr -d '\n'; } # marks follow the search
    before=$(pieces)
    for step in $(seq 300); do
        printf 'resize-window -x %d -y %d\n' $((1 + step * 37 % 499)) $((1 + step * 23 % 199))
    done > "$BATS_TEST_TMPDIR/storm"
    tmux -L "$SOCKET" source-file "$BATS_TEST_TMPDIR/storm"
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    wait_for 'depth [1-9]'
    [ "$before" = "$(pieces)" ]
    keys Right
    wait_for '1\. e4.*◂|◂'
    kill -0 "$(program_pid)"
}

@test "the program follows its window when it was started with that signal blocked, as perf does" {
    screen_open 80 24 python3 -c "'import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH, signal.SIGTERM])
os.execv(sys.argv[1], sys.argv[1:])'" "$FALLIBLE" play --elo 600 --seed 7 --no-save --book none
    wait_for '▸You'
    tmux -L "$SOCKET" resize-window -x 30 -y 10
    wait_for 'Too small'
    kill -TERM "$(program_pid)"
    wait_for 'left with'
}

@test "the program ends when its terminal goes away, and keeps the game" {
    for arguments in "play --elo 600 --seed 7" "analyze --threads 2 --hash 16" "play --plain --elo 600 --seed 7" \
        "SIGHUP play --elo 600 --seed 7" "SIGHUP analyze --threads 2 --hash 16"; do
        # shellcheck disable=SC2086
        python3 - "$FALLIBLE" $arguments <<'P'
import fcntl, os, select, signal, struct, subprocess, sys, termios, time
told = sys.argv[2] == "SIGHUP" # more than once, as terminals do
if told:
    del sys.argv[2]
master, slave = os.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
# Without a controlling terminal, so that no signal reports its end.
program = subprocess.Popen(sys.argv[1:], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                           env=dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8"))
os.close(slave)
def read_until(quiet):
    seen, until = b"", time.time() + 60
    while time.time() < until and select.select([master], [], [], 60 if not seen else quiet)[0]:
        if not seen:
            until = time.time() + 1 # an analysis never falls silent
        seen += os.read(master, 65536)
    return seen
assert read_until(0.5), "nothing shown"
os.write(master, b"e4\r")
assert read_until(0.5), "no answer"
until = time.time() + 120
while told and program.poll() is None and time.time() < until:
    os.kill(program.pid, signal.SIGHUP)
    time.sleep(0.002)
os.close(master)
status = program.wait(timeout=120)
# Remaining output cannot be written, so the status is 2.
assert status in (0, 2, 129), f"{sys.argv[2:]}: status {status}"
P
    done
    [ "$("$FALLIBLE" export --format csv | grep -c ',')" -ge 3 ]
}

# The lowest contrast (WCAG, in tenths) of coloured text on a black or white background.
text_contrast() {
    tmux -L "$SOCKET" capture-pane -e -p | LC_ALL=C awk "$COLOURS"'
        BEGIN { least = 999 }
        {
            count = split($0, runs, "\033\\[")
            for (i = 2; i <= count; i++) {
                look(runs[i])
                if (text == "" || fg == "" || bg != "") continue
                a = light(fg) + .05
                dark = a / .05; bright = 1.05 / a
                ratio = dark < bright ? dark : bright
                if (ratio < least) least = ratio
                seen++
            }
        }
        END { print (seen ? int(least * 10) : 0) }'
}

@test "coloured text can be read on a light and on a dark ground" {
    local game=$BATS_TEST_TMPDIR/game.pgn
    printf '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 {[%%eval -0.2]} e5 {[%%eval -0.1]} 2. g4 {[%%eval #-1]} Qh4# 0-1\n' > "$game"
    board TERM=xterm-256color
    wait_for '▸You'
    type_line "load $game"
    wait_for 'Qh4#'
    for shown in board review; do
        [ $shown = board ] || { type_line review; wait_for 'accuracy'; }
        least=$(text_contrast)
        echo "$shown: $least tenths"
        [ "$least" -ge 30 ]
    done
}
