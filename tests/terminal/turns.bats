#!/usr/bin/env bats
# Cases that once blocked the screen. If one does again, the watchdog (terminal.bash) ends the program.

load terminal

setup() {
    own_home
}

@test "a new game begins at once with a large hash table" {
    screen_open 80 24 "$FALLIBLE" play --elo 1200 --hash 256 --no-save --book none
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    type_line 'new white'
    wait_for 'Give it up and start another'
    keys y
    wait_gone '1\. e4' 100
    type_line d4
    wait_for '1\. d4 +[a-hNBRQKO]'
}

@test "the pane of a test suite opens and closes at once with a large hash table" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --hash 256 --no-save --book none
    wait_for '▸You'
    for _ in 1 2 3; do
        type_line 'suite puzzles/wac.epd'
        wait_for 'WAC.001'
        keys q
        wait_for '▸You'
    done
    keys F10
    wait_for 'left with 0'
}

@test "a game far down in a large file is loaded while the screen goes on" {
    python3 -c 'for i in range(200000):
    print(f"[White \"A{i}\"]\n[Black \"B\"]\n[Event \"{i:0200}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n")' \
        > "$BATS_TEST_TMPDIR/many.pgn"
    XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache screen_open 80 24 "$FALLIBLE" play --elo 600 --no-save --book none
    wait_for '▸You'
    type_line "load $BATS_TEST_TMPDIR/many.pgn 199999"
    wait_for 'A199998 - B, 1-0'
    type_line "load $BATS_TEST_TMPDIR/many.pgn 200001"
    wait_for 'the file has only 200000'
    type_line "load $BATS_TEST_TMPDIR/many.pgn 100000"
    keys F10
    wait_for 'left with 0'
}

# SIGSTOP reaches the program alone, as when its container is frozen.
@test "a program that was stopped gives the time back, and says so" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 7 --time 1+0 --color white --no-save --book none
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO]'
    pid=$(program_pid)
    kill -STOP "$pid"
    sleep 6.5
    kill -CONT "$pid"
    wait_for 'The program was stopped for 0:[0-9][0-9] minutes'
    wait_for 'The clock was stopped, too'
    never 'on time'
    type_line d4
    wait_for '2\. d4'
    never 'on time'
}
