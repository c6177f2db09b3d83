#!/usr/bin/env bats
# Ctrl-C while a command reads a large file, endless input, or input that sends nothing; and the progress
# line.

load terminal

setup() {
    own_home
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    out=$BATS_TEST_TMPDIR/out
    mkdir -p "$out" "$XDG_CACHE_HOME"
    cat > "$BATS_TEST_TMPDIR/drive.py" <<'END'
"""drive.py INPUT DELAY STATUS... -- COMMAND...: runs the command, sends it SIGINT after DELAY
seconds, and fails when it goes on for ten seconds more or ends with another status than these.
INPUT: silent, some (games, then silence), games (without an end) or none. 130 also stands for an end by SIGINT."""
import os, signal, subprocess, sys, threading, time
split = sys.argv.index("--")
kind, delay = sys.argv[1], float(sys.argv[2])
allowed = [int(word) for word in sys.argv[3:split]]
patience = 10 * float(os.environ.get("PATIENCE", "1"))
GAME = b'[White "A"]\n[Black "B"]\n[WhiteElo "1500"]\n[BlackElo "1500"]\n[Result "1-0"]\n\n' \
    b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n\n"

def feed(pipe):
    try:
        while True:
            pipe.write(GAME * 100)
    except (BrokenPipeError, ValueError, OSError):
        pass

process = subprocess.Popen(sys.argv[split + 1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                           stdin=subprocess.DEVNULL if kind == "none" else subprocess.PIPE,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
if kind == "some":
    process.stdin.write(GAME * 20)
    process.stdin.flush()
if kind == "games":
    threading.Thread(target=feed, args=(process.stdin,), daemon=True).start()
time.sleep(delay)
early = process.poll()
process.send_signal(signal.SIGINT)
began = time.time()
said = b""
def listen():
    global said
    said = process.stderr.read()
listener = threading.Thread(target=listen, daemon=True)
listener.start()
try:
    status = process.wait(patience)
except subprocess.TimeoutExpired:
    process.kill()
    print("still running after %.0f s:" % patience, *sys.argv[split + 1:])
    os._exit(1)
listener.join(1)
status = 130 if status == -signal.SIGINT else status
name = " ".join(sys.argv[split + 1:])
print("%s: status %d, %.1f s%s" % (name, status, time.time() - began,
                                   "" if early is None else ", ended before"))
if status not in allowed:
    print("expected one of", allowed, said.decode(errors="replace")[-500:])
    os._exit(1)
os._exit(0)
END
}

# INPUT DELAY STATUS... -- COMMAND...
interrupted() {
    run timeout 120 python3 "$BATS_TEST_TMPDIR/drive.py" "$@"
    echo "$output"
    [ "$status" -eq 0 ] || { echo "$output" >> "$BATS_TEST_TMPDIR/failed"; }
}
none_failed() { [ ! -e "$BATS_TEST_TMPDIR/failed" ]; }

# All commands that read games from pipes. By the manual the status is 1 if there are results to show.
# At once if they have nothing to do but wait.
each_reader() { # INPUT DELAY STATUSES FILE
    local at_once=1
    case $1,$4 in silent,* | some,* | *pipe) at_once=10 ;; esac
    while read -r command; do
        chosen 2 || continue # half of the ten
        # shellcheck disable=SC2086
        interrupted "$1" "$2" $3 -- "$FALLIBLE" ${command//@/$4} &
        [ "$(jobs -r | wc -l)" -lt $at_once ] || wait
    done << C
elo @
book build -o $out/book.bin @
tune --dry-run @
tune convert -o $out/positions @
human-check @
match report --nodes 100 @
match report --nodes 100 --concurrency 3 @
repertoire --color white --plain @
puzzles import @
puzzles pack @ $out/pack.csv
C
    wait
    ! find "$out" -type f | grep .
}

@test "Ctrl-C ends every command that waits for a silent standard input" {
    each_reader silent 1 "1 130" -
    none_failed
}

@test "Ctrl-C ends every command that waits for more games on a silent standard input" {
    each_reader some 2 "1 2 130" -
    none_failed
}

@test "Ctrl-C ends every command that waits for the first writer of a named pipe" {
    mkfifo "$BATS_TEST_TMPDIR/pipe"
    each_reader none 1 "1 130" "$BATS_TEST_TMPDIR/pipe"
    none_failed
}

@test "Ctrl-C ends every command that reads games without an end" {
    each_reader games 0.6 "1 2 130" -
    none_failed
}

@test "Ctrl-C ends every command that reads a device without an end" {
    each_reader none 0.5 "1 2 130" /dev/zero
    none_failed
}

@test "Ctrl-C ends every command that reads a large file and leaves no part of another" {
    python3 - > "$BATS_TEST_TMPDIR/large.pgn" <<'END'
import random
random.seed(1)
for number in range(150000):
    print('[Event "%d"]\n[White "A%d"]\n[Black "B%d"]\n[Result "1-0"]\n' % (
        number, number % 99, number % 77))
    print("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n")
END
    large=$BATS_TEST_TMPDIR/large.pgn
    each_reader none 0.6 "0 1 2 130" "$large"
    for delay in 0.05 0.2 0.6; do
        interrupted none $delay 0 130 -- "$FALLIBLE" analyze --find 'player:A1' "$large"
        interrupted none $delay 0 130 -- "$FALLIBLE" analyze --tree "$large"
        interrupted none $delay 0 130 -- "$FALLIBLE" analyze --plain "$large"
        rm -f "$XDG_CACHE_HOME"/fallible/*.index "$XDG_CACHE_HOME"/fallible/*.positions
    done
    ! find "$XDG_CACHE_HOME" -name '*.??????' | grep '\.[A-Za-z0-9]\{6\}$' | grep -v '\.index$' || return 1
    interrupted none 0.6 1 -- "$FALLIBLE" analyze --annotate "$large" "$out/new.pgn"
    [ ! -e "$out/new.pgn" ]
    none_failed
}

@test "--annotate refuses what is no file, without waiting for it" {
    mkfifo "$BATS_TEST_TMPDIR/pipe"
    for file in "$BATS_TEST_TMPDIR/pipe" /dev/zero; do
        run timeout 20 "$FALLIBLE" analyze --annotate "$file" "$out/new.pgn"
        [ "$status" -eq 2 ]
        [ ! -e "$out/new.pgn" ]
    done
}

@test "commands that read games say how far they are, on a terminal only" {
    cat > "$BATS_TEST_TMPDIR/slow.py" <<'END'
"""slow.py TERMINAL COMMAND...: gives the command a game every 50 ms; prints what it says on
standard error, which is a terminal or a pipe."""
import os, pty, subprocess, sys, threading, time
GAME = b'[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n'
here, there = pty.openpty() if sys.argv[1] == "terminal" else os.pipe()
process = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=there)
os.close(there)
said = b""
def listen():
    global said
    try:
        while data := os.read(here, 4096):
            said += data
    except OSError:
        pass
listener = threading.Thread(target=listen, daemon=True)
listener.start()
for _ in range(40): # several times the 300 ms from which on something is shown
    process.stdin.write(GAME)
    process.stdin.flush()
    time.sleep(0.05)
process.stdin.write(GAME * 2000) # more than is held back before it is parsed
process.stdin.close()
process.wait(120)
listener.join(2)
print(said.decode(errors="replace"))
END
    for command in 'elo -' "book build -o $out/book.bin -" 'match report --nodes 1 -' \
        'repertoire --color white --plain -'; do
        # shellcheck disable=SC2086
        run python3 "$BATS_TEST_TMPDIR/slow.py" terminal "$FALLIBLE" $command
        [[ "$output" =~ [0-9]\ games\ (read|judged) ]] || { echo "$command: $output"; return 1; }
        # shellcheck disable=SC2086
        run python3 "$BATS_TEST_TMPDIR/slow.py" pipe "$FALLIBLE" $command
        [[ ! "$output" =~ games\ (read|judged) ]] || { echo "$command: $output"; return 1; }
    done
}

@test "a repertoire is read from a packed file" {
    command -v zstd >/dev/null || skip "no zstd"
    printf '1. d4 d5 (1... Nf6 2. c4) 2. c4 *\n' | zstd -q > "$BATS_TEST_TMPDIR/my.pgn.zst"
    run sh -c 'printf "d4\nquit\n" | timeout 60 "$0" repertoire --plain --color white "$1"' \
        "$FALLIBLE" "$BATS_TEST_TMPDIR/my.pgn.zst"
    case $output in *"without libzstd"*) skip "built without libzstd" ;; esac
    echo "$output"
    [ "$status" -eq 0 ]
    has "Position 1 of 3."
}
