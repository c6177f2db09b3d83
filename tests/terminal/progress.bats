#!/usr/bin/env bats
# Progress lines of long commands on a real terminal, and commands that only count.

load terminal

setup() {
    own_home
}

@test "a suite shows how far it is, with a bar that fits" {
    [ -e "$(dirname "$FALLIBLE")/puzzles/bk.epd" ] || skip "no puzzles/ beside the program"
    for shape in "80 C.UTF-8 █" "80 C [#.]" "34 C.UTF-8 solved"; do
        read -r width locale mark <<< "$shape"
        screen_open "$width" 24 LC_ALL="$locale" "$FALLIBLE" suite --movetime 300 --limit 8 bk
        wait_for "$mark"
        wait_for '[1-8] / 8  solved [0-9]'
        [ "$locale" != C ] || only_ascii
        wait_for 'left with 0' 1200
        screen_close
    done
}

@test "tuning draws its curves over themselves, to be ended by Ctrl-C" {
    awk 'BEGIN {
        for (i = 0; i < 400; i++)
            printf "%s w - - c9 \"%s\";\n", i % 2 ? "4k3/pppp4/8/8/8/8/PPPPP3/4K3" : "4k3/ppppp3/8/8/8/8/PPPP4/4K3",
                i % 2 ? "0-1" : "1-0"
    }' > "$BATS_TEST_TMPDIR/data.epd"
    screen_open 80 24 "$FALLIBLE" tune "$BATS_TEST_TMPDIR/data.epd" --method swarm --dry-run --budget 1h --pull 0 --threads 1
    wait_for '^0:[0-9]+  pass [0-9]{3,}  error 0\.[0-9]+  held out .* positions/s$' 1200
    wait_for 'S  swarm, training positions'
    wait_for '[0-9] -> +-?[0-9]'
    # The line appears once, however often it was drawn, also in the terminal's history.
    [ "$(tmux -L "$SOCKET" capture-pane -p -S - | grep -c '  pass [0-9]')" -le 1 ]
    keys C-c
    wait_for 'saved; --resume continues it$'
    wait_for 'left with 1'
}

@test "decisions are made again, with a line that counts them" {
    printf 'e4\nd4\nNf3\nresign\nquit\n' | "$FALLIBLE" play --plain --elo 600 --seed 1 > /dev/null
    screen_open 80 24 "$FALLIBLE" stats --replay
    wait_for 'Analysing game 1: [0-9]+ of [0-9]+ positions'
    wait_for '([0-9]+) of \1 decisions in 1 game were the same when repeated'
    wait_for 'left with 0'
    run "$FALLIBLE" stats --replay --json
    [ "$status" -eq 0 ]
    [[ "$output" == *'"games": 1, '* ]]
}

@test "perft by first move adds up, in JSON too" {
    run "$FALLIBLE" perft 3 --divide
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^[a-h][1-8][a-h][1-8]: [0-9]+$' <<< "$output")" -eq 20 ]
    [ "$(awk -F': ' '/^[a-h][1-8]/ { sum += $2 } END { print sum }' <<< "$output")" -eq 8902 ]
    "$FALLIBLE" perft 2 --divide --json --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' |
        python3 -c 'import json, sys; found = json.load(sys.stdin); assert len(found["divide"]) == 48 and sum(found["divide"].values()) == found["nodes"] == 2039'
    for bad in "perft" "perft x" "perft -1" "perft 3 4" "perft 2 --fen nonsense"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" $bad
        [ "$status" -eq 2 ]
    done
}

@test "lines on a terminal are edited and completed" {
    screen_open 80 24 "$FALLIBLE" play --plain --elo 600 --seed 7 --no-save
    wait_for '^1\. > *$'
    keys -l 'Nf'
    keys Tab
    wait_for '^1\. > Nf3'
    keys Enter
    wait_for '^2\. > *$'
    keys Up
    wait_for '^2\. > Nf3'
    keys C-u
    type_line 'help all'
    wait_for 'back, forward \(or previous, next\), start'
    keys C-d
    wait_for 'left with 0'
    wait_for '^0$'
}
