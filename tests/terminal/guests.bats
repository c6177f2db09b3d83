#!/usr/bin/env bats
# External engines that are silent, slow or do not quit: the screen keeps working, quitting is fast, and
# no process remains.

load terminal

setup() {
    own_home
    GUEST=$BATS_TEST_TMPDIR/guest
    cat > "$GUEST" <<'SH'
#!/bin/sh
# An engine that behaves as its argument says, ignores quit, and does not end at the end of its input.
trap '' TERM HUP INT
forever() { while :; do sleep 1; done; }
case $1 in
silent | child) forever ;;
slow) echo 'feature done=0'; forever ;;
chatty) while :; do echo 'feature myname="Chatty"'; sleep 1; done ;;
parent) "$0" child & ;;
esac
while :; do
    read -r word rest || sleep 1
    case $word in
    uci) echo "id name Guest"; echo uciok ;;
    isready) echo readyok ;;
    go) [ "$1" = thinker ] || echo "bestmove e7e5" ;;
    esac
done
SH
    chmod +x "$GUEST"
}

running() { pgrep -f "$GUEST $1" > /dev/null; }
# Waits until a killed process is gone.
no_guest_is_left() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        pgrep -f "$GUEST " > /dev/null || return 0
        sleep 0.1
    done
    pgrep -af "$GUEST "
    return 1
}
until_running() {
    for _ in $(seq 100); do
        if running "$1"; then return 0; fi
        sleep 0.1
    done
    return 1
}

teardown() {
    [ -z "${SOCKET:-}" ] || screen_close
    pkill -KILL -f "$GUEST " || true
}

@test "engine with a silent program: the board answers, and ours goes on analysing" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000
    wait_for 'd[0-9]+ +1\. '
    type_line "engine $GUEST silent"
    wait_for "Starting .*guest" 50
    type_line e4
    wait_for '1\. e4' 50
    wait_for 'd[0-9]+ +1\.\.\. ' 50
    type_line 'engine'
    wait_for 'Fallible is analysing; another engine is starting' 50
    type_line 'engine no-such-engine'
    wait_for 'no-such-engine: no such program' 50
    until_running silent
    keys F10
    wait_for 'left with 0' 50
    no_guest_is_left
}

@test "engine with a program that is none: said when it is known, with our engine analysing on" {
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000
    type_line 'engine /bin/false'
    wait_for 'false ended with exit status 1' 100
    type_line 'engine tests/unit/fake_engine.sh good'
    wait_for 'Fake good is analysing' 100
    type_line 'engine own'
    wait_for 'Fallible (analyses instead|is analysing)'
}

@test "a script that calls an engine goes on when it can analyse" {
    in_lines "engine $PWD/tests/unit/fake_engine.sh good\\nengine\\nengine $PWD/none\\nquit\\n" \
        analyze --plain --nodes 100
    [ "$status" -eq 0 ]
    has 'Starting '
    has 'Fake good is analysing.'
    has 'none: no such program'
}

@test "leaving takes a moment, whatever the opponent is at, and leaves no program behind" {
    for opponent in "$GUEST silent" "xboard:$GUEST silent" "xboard:$GUEST slow" \
        "xboard:$GUEST chatty" "$GUEST thinker" "$GUEST parent"; do
        screen_open 80 24 "$FALLIBLE" play --no-save --elo 1400 --color white
        wait_for '1400'
        type_line "opponent $opponent"
        wait_for 'The opponent is'
        type_line e4
        wait_for '1\. e4'
        until_running "${opponent##* }"
        keys F10
        wait_for 'left with 0' 50
        no_guest_is_left
        screen_close
    done
}

@test "the opponent is changed, dismissed and given a new game while it starts" {
    screen_open 80 24 "$FALLIBLE" play --no-save --elo 1400 --color white
    wait_for '1400'
    type_line "opponent xboard:$GUEST slow"
    wait_for 'The opponent is'
    type_line e4
    until_running slow
    type_line "opponent $GUEST silent"
    until_running silent
    type_line "opponent $GUEST thinker"
    until_running thinker
    type_line undo
    wait_for "Taken back: 1\\. e4"
    type_line d4
    wait_for '1\. d4'
    type_line 'opponent fallible'
    wait_for 'Fallible 1400' 50
    keys F10
    wait_for 'left with 0' 50
    no_guest_is_left
}

@test "no engine outlives a closed terminal or a killed program" {
    for signal in HUP TERM KILL; do
        screen_open 80 24 "$FALLIBLE" play --no-save --elo 1400 --color white
        wait_for '1400'
        type_line "opponent $GUEST thinker"
        wait_for 'The opponent is'
        type_line e4
        until_running thinker
        kill -"$signal" "$(program_pid)"
        wait_for 'left with' 50
        if [ "$signal" != KILL ] || [ "$(uname)" = Linux ]; then no_guest_is_left; fi
        pkill -KILL -f "$GUEST " || true
        screen_close
    done
}
