#!/usr/bin/env bats
# fallible levels: the table of everything that weakens a level.
load terminal

@test "levels as a table, with the rating of players beside the Elo" {
    run "$FALLIBLE" levels --step 500
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == 'Method madchess: '* ]]
    [[ "${lines[1]}" == *Elo*lichess*chesscom*fide*nodes/s*move_error*blunder_chance* ]]
    [ "$(grep -cE '^ *(200|700|1200|1700|2200) ' <<< "$output")" -eq 15 ]
}

@test "levels as CSV and JSON, each with every level" {
    "$FALLIBLE" levels --method noise --step 25 --csv | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert [int(row["elo"]) for row in rows] == list(range(200, 2651, 25))
speeds = [int(row["nodes_per_second"]) for row in rows]
assert speeds[-1] > speeds[0] and "leaf_noise" in rows[0] and "move_error" not in rows[0]
assert int(rows[0]["lichess"]) < int(rows[-1]["lichess"])'
    "$FALLIBLE" levels --method human --json | python3 -c '
import json, sys
table = json.load(sys.stdin)
assert table["method"] == "human" and len(table["levels"]) == 25
assert table["levels"][12]["elo"] == 1400 and table["levels"][12]["player_rating"] > 1400'
}

@test "levels refuses what it does not know" {
    for bad in '--csv --json' '--step 30' '--method magic' 'please'; do
        run "$FALLIBLE" levels $bad
        [ "$status" -eq 2 ]
    done
}
