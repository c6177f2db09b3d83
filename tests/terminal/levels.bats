#!/usr/bin/env bats
# fallible levels: the table of everything that weakens a level.
load terminal

@test "levels as a table, with the rating of players beside the Elo" {
    run "$FALLIBLE" levels --step 500
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == 'Method madchess: '* ]]
    [[ "${lines[1]}" == *Elo*nodes/s*move_error*blunder_chance* ]]
    [[ "$output" == *Elo*lichess-rapid*lichess-blitz*chesscom-rapid*chesscom-blitz*fide* ]]
    [ "$(grep -cE '^ *(200|700|1200|1700|2200) ' <<< "$output")" -eq 15 ]
    [[ "$output" == *$'\nRules in force:\ncastling en-prise '*$'\nfirst-rank rook-shift early-queen' ]]
}

@test "levels are those at which you would play: of your method, on your scale" {
    own_home
    unset FALLIBLE_SCALE FALLIBLE_METHOD
    run "$FALLIBLE" levels --step 500
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == 'Method human: '* ]]
    [ "${lines[1]}" = 'Levels are lichess-rapid ratings.' ]
    [ "$(grep -cE '^ +(400|900|1400|1900|2400) ' <<< "$output")" -eq 20 ] # 5 levels in 4 tables
    [[ "$output" == *level*'engine Elo'*lichess-blitz*fide* ]]
    local fide at_1400
    fide=$(FALLIBLE_SCALE=fide FALLIBLE_METHOD=skill "$FALLIBLE" levels --csv)
    [[ "$fide" == method,fide,elo,lichess-rapid,* ]]
    at_1400=$(awk -F, '$1 == "skill" && $2 == 1400 { print $3 }' <<< "$fide")
    [ "$("$FALLIBLE" levels --scale engine --step 25 --csv | awk -F, "\$2 == $at_1400 { print \$7 }")" = 1400 ]
}

@test "levels as CSV and JSON, each with every level" {
    "$FALLIBLE" levels --method noise --step 25 --csv | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert [int(row["elo"]) for row in rows] == list(range(200, 2651, 25))
speeds = [int(row["nodes_per_second"]) for row in rows]
assert speeds[-1] > speeds[0] and "leaf_noise" in rows[0] and "move_error" not in rows[0]
assert int(rows[0]["lichess-rapid"]) < int(rows[-1]["lichess-rapid"])
assert "pressure_behind" not in rows[0]'
    "$FALLIBLE" levels --method human --json | python3 -c '
import json, sys
table = json.load(sys.stdin)
assert table["method"] == "human" and len(table["levels"]) == 25
assert table["levels"][12]["elo"] == 1400 and table["levels"][12]["player_rating"] > 1400
assert table["levels"][12]["pressure_hurry"] > 0'
}

@test "levels are shown on a scale of the user's own, also by the UCI command" {
    own_home
    mkdir -p "$XDG_CONFIG_HOME/fallible"
    local own="$XDG_CONFIG_HOME/fallible/scale.tsv"
    awk -F'\t' -v OFS='\t' '$1 == 1400 { $2 = 1611 } { print }' share/scale.tsv > "$own"
    [ "$("$FALLIBLE" levels --step 1200 --csv | awk -F, '$2 == 1400 { print $3 }')" = 1611 ]
    "$FALLIBLE" uci showlimitstrengthparams quit < /dev/null | grep -qE '^1400 +1611 '
    echo nonsense > "$own"
    for command in levels 'uci quit'; do
        run "$FALLIBLE" $command
        [ "$status" -eq 2 ]
        [[ "$output" == *scale.tsv:1:1:* ]]
    done
}

@test "levels refuses what it does not know" {
    for bad in '--csv --json' '--step 30' '--method magic' 'please'; do
        run "$FALLIBLE" levels $bad
        [ "$status" -eq 2 ]
    done
}
