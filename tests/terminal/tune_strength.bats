#!/usr/bin/env bats
# The errors of method madchess fitted to people, from the command line. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    games=$(realpath "$BATS_TEST_DIRNAME/../data/people.pgn")
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/data"
    mkdir -p "$XDG_DATA_HOME/fallible"
    ln -s "$(realpath "$BATS_TEST_DIRNAME/../data/maia")" "$XDG_DATA_HOME/fallible/maia"
    cd "$BATS_TEST_TMPDIR" || return 1
}

@test "what is wrong is said, with status 2" {
    for arguments in "" "nowhere.pgn" "--levels 300 $games" "--levels 1000;1400 $games" \
        "--levels x $games" "--rating 3000 $games" "--positions 0 $games"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" tune strength $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
    done
    XDG_DATA_HOME=$BATS_TEST_TMPDIR/none run "$FALLIBLE" tune strength "$games"
    [ "$status" -eq 2 ]
    grep -q 'fallible doctor' <<< "$output"
}

@test "a fit is nearer to the people than the table it began with" {
    run "$FALLIBLE" tune strength --levels 1400 --rating 1500 --positions 30 --judge-nodes 1000 --rules \
        --examples 3 --rare 100 "$games"
    case $output in *"without zlib"*) skip "built without zlib" ;; esac
    [ "$status" -eq 0 ]
    grep -qE '^level 1400, people rated 1500: 30 positions$' <<< "$output"
    grep -qE '^people +[0-9.]+ +100\.0 ' <<< "$output"
    grep -qE '^rim-knight +[0-9.]+ +[0-9.]+ +[0-9.]+$' <<< "$output"
    for name in move_error blunder_error blunder_chance order_bias rule_cost; do
        grep -qx "\[madchess.$name\]" <<< "$output"
    done
    [ "$(grep -cE '^1400 = [0-9]+$' <<< "$output")" -eq 5 ]
    python3 - "$output" <<'P'
import sys
rows = {line.split()[0]: [float(x) for x in line.split()[1:]]
        for line in sys.argv[1].splitlines() if line.split()[:1] and
        line.split()[0] in ("people", "table", "fitted")}
def far(row): # as the fit measures it
    off = [(a - b) / (0.2 * max(b, 1)) for a, b in zip(row[3:], rows["people"][3:])]
    return (sum(x * x for x in off) / len(off)) ** 0.5 + max(0, row[0] - 10) / 0.5
assert far(rows["fitted"]) < far(rows["table"]), rows
P
    run "$FALLIBLE" tune strength --show --levels 1400 --rating 1500 --positions 5 --judge-nodes 500 "$games"
    [ "$status" -eq 0 ]
    ! grep -q fitted <<< "$output"
}

@test "a shipped table is found by its name" {
    [ -e "$(dirname "$FALLIBLE")/share/madchess.conf" ] || skip "no share beside the program"
    run "$FALLIBLE" uci --strength-file madchess.conf <<< $'debug on\nsetoption name UCI_LimitStrength value true\nsetoption name Method value madchess\nsetoption name UCI_Elo value 1400\nposition startpos\ngo movetime 20\nquit'
    [ "$status" -eq 0 ]
    grep -q '39151 nodes/s, move error 31, blunder error 92, blunder chance 67/1024' <<< "$output"
    run "$FALLIBLE" uci --strength-file elsewhere.conf <<< quit
    [ "$status" -eq 2 ]
    grep -q elsewhere.conf <<< "$output"
}
