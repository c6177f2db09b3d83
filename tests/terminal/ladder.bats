#!/usr/bin/env bats
# fallible ladder from the command line: tables, stored results, errors.

load terminal

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    FALLIBLE=${FALLIBLE:-$PWD/fallible}
    small=(--nodes 60 --games 2 --wac-nodes 60 --hash 1 --state "$BATS_TEST_TMPDIR/state")
    printf '%s\n' '[bare]' 'on = hash_table pawn_values' '[later]' 'note = no switch' \
        '[null move]' 'on = null_move' 'theirs = 242 1950' > "$BATS_TEST_TMPDIR/rungs"
}

# The suite and the shipped rungs are found there.
needs_share() {
    [ -e "$(dirname "$FALLIBLE")/share/ladder.conf" ] || skip "no share/ beside the program"
}

ladder() { apart ladder "$@"; }

@test "measured once, then found again in every form" {
    needs_share
    ladder "${small[@]}" --rungs "$BATS_TEST_TMPDIR/rungs"
    [ "$status" -eq 0 ]
    [[ "$errors" == *'1 of 6: bare, position'* ]]
    [[ "$output" == '60 nodes a move, 2 games for each rung; 300 positions of wac, 60 nodes each'* ]]
    [[ "$output" == *'  2 null move '*'|242 1950'* ]]
    ladder "${small[@]}" --rungs "$BATS_TEST_TMPDIR/rungs" --json
    [ "$status" -eq 0 ]
    [[ "$errors" == '0 measurements to make'* ]]
    printf '%s' "$output" | python3 -c 'import json, sys
rungs = json.load(sys.stdin)["rungs"]
assert [r["name"] for r in rungs] == ["bare", "later", "null move"]
assert rungs[1]["wac"] is None and rungs[2]["wac"] > 0 and rungs[2]["their_elo"] == 1950
assert sum(rungs[2]["gain_results"]["pairs"]) == 1'
    ladder "${small[@]}" --rungs "$BATS_TEST_TMPDIR/rungs" --csv
    printf '%s\n' "$output" | python3 -c 'import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert len(rows) == 3 and rows[2]["switches"] == "null_move" and rows[2]["gain_games"] == "2"'
    ladder "${small[@]}" --rungs "$BATS_TEST_TMPDIR/rungs" --markdown
    [[ "$output" == *'| 2 | null move |'* ]]
}

@test "only some rungs, in one direction, of the shipped ladder" {
    needs_share
    ladder "${small[@]}" --up --only 0-1
    [ "$status" -eq 0 ]
    [[ "$errors" == *' of 3: aspiration windows, game'* ]]
    [[ "$output" == *'  0 baseline '*'236 1489'* ]]
    [[ "$output" != *'king safety'* ]]
}

# bats test_tags=long
@test "two runs on one folder do not mix their games" {
    needs_share
    state=$BATS_TEST_TMPDIR/state
    long=("${small[@]}" --up --only 0-1 --nodes 20000 --games 400)
    "$FALLIBLE" ladder "${long[@]}" >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
    pid=$!
    for _ in $(seq 1200); do
        games=$(find "$state" -name '*.pgn' -size +0 2>/dev/null) || true
        [ -z "$games" ] || break
        sleep 0.05
    done
    run timeout 60 "$FALLIBLE" ladder "${long[@]}"
    kill -INT "$pid"
    wait "$pid" || true
    [ -n "$games" ]
    [ "$status" -eq 2 ]
    [[ "$output" == *"another program is writing this file"*".pgn.lock"* ]]
    [ -z "$(find "$state" -name '*.lock')" ]
}

@test "refusals name what is wrong" {
    needs_share
    echo '[a] b' > "$BATS_TEST_TMPDIR/rungs"
    ladder --rungs "$BATS_TEST_TMPDIR/rungs"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'rungs:1:6: expected ] after the section'* ]]
    ladder --rungs nowhere
    [ "$status" -eq 2 ]
    [[ "$errors" == *nowhere* ]]
    for wrong in '--only 5-3' '--only 0-99' '--only x' '--games 0' '--nodes -1' 'fallible' \
        '--nodes 5 --tc 1+1' '--tc soon' '--wac-nodes 5 --wac-movetime 5' '--quick=1'; do
        # shellcheck disable=SC2086
        ladder $wrong
        [ "$status" -eq 2 ]
        [[ "$errors" == *'Try fallible ladder --help'* ]]
        [ -z "$output" ]
    done
    mkdir -p "$BATS_TEST_TMPDIR/state"
    echo nonsense > "$BATS_TEST_TMPDIR/state/results.txt"
    ladder "${small[@]}"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'results.txt:1:'* ]]
}
