#!/usr/bin/env bats
# fallible calibrate, end to end: --dry-run, a small calibration and its resumption, errors.

load terminal

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    FALLIBLE=${FALLIBLE:-$PWD/fallible}
    folder=$BATS_TEST_TMPDIR/games
    fast=(--openings share/balanced.epd)
    small=("${fast[@]}" --strength-file share/strength.conf --levels "600,700" --games 4 --first 4
        --anchors 0 --tolerance 1000 --folder "$folder")
}

calibrate() { apart calibrate "$@"; }

@test "a dry run says what would be played, and plays nothing" {
    calibrate "${fast[@]}" --dry-run --levels 1300-1500 --games 100 --folder "$folder"
    [ "$status" -eq 0 ]
    [[ "$output" == 'madchess at 1+0 on the virtual clock: 3 levels, 100 games each'* ]]
    [[ "$output" == *'stockfish skill 0 - stockfish skill 1'* ]]
    [ ! -e "$folder" ]
    calibrate --dry-run --json
    [ "$status" -eq 2 ]
    [[ "$errors" == *'cannot be combined with --json'* ]]
}

@test "a calibration: tables on both files, and the same again from its games" {
    command -v stockfish >/dev/null || skip "no stockfish"
    calibrate "${small[@]}" --json -o "$BATS_TEST_TMPDIR/new.conf" \
        --measured "$BATS_TEST_TMPDIR/measured.tsv"
    [ "$status" -le 1 ]
    grep -q '^600 = ' "$BATS_TEST_TMPDIR/new.conf"
    "$FALLIBLE" match --strength-file "$BATS_TEST_TMPDIR/new.conf" --openings share/balanced.epd \
        --nodes 20 --games 2 fallible:elo=600 fallible:elo=1000 >/dev/null
    # The last game is cut off, so only that one is played again.
    last=$(find "$folder" -name 'round-*.pgn' | sort | tail -n 1)
    before=$(cat "$folder"/round-*.pgn | grep -c '^\[Event ')
    head -c $(($(wc -c < "$last") - 20)) "$last" > "$BATS_TEST_TMPDIR/cut" && cp "$BATS_TEST_TMPDIR/cut" "$last"
    calibrate "${small[@]}" --json
    [ "$(cat "$folder"/round-*.pgn | grep -c '^\[Event ')" -ge "$before" ]
    # If all games exist, nothing is played, and the result is the same.
    again=$output
    calibrate "${small[@]}" --json
    [ "$output" = "$again" ]
    # As a table with a row for each level, and the numbers of the levels that have them.
    calibrate "${small[@]}"
    [ "$status" -le 1 ]
    for level in $(grep -oE '"level": [0-9]+' <<< "$again" | grep -oE '[0-9]+' | sort -u); do
        [ "$(grep -cE "^ *$level " <<< "$output")" -ge 2 ] || { echo "$level is missing in: $output"; return 1; }
    done
    calibrate "${small[@]}" --seed 2
    [ "$status" -eq 2 ]
    [[ "$errors" == *'are from a calibration with other levels'* ]]
}

@test "the measured levels of another method are anchors, without stockfish" {
    [ -e "$(dirname "$FALLIBLE")/share/calibration.tsv" ] || skip "no share/ beside the program"
    calibrate "${fast[@]}" --strength-file share/strength.conf --method noise --against madchess --no-random \
        --levels 600,700 --games 4 --first 4 --tolerance 1000 --folder "$folder" --stockfish /nonexistent
    [ "$status" -le 1 ]
    [[ "$output" == *'the levels of madchess, fixed as measured'* ]]
    ! grep -E '.{81}' <<< "$output" || return 1
    elo=$(awk '$1 == "madchess" && $2 == 700 { print $4 }' share/calibration.tsv)
    grep -qE "^madchess 700 +$elo .* fixed$" <<< "$output"
    calibrate "${fast[@]}" --method madchess --against madchess --dry-run
    [ "$status" -eq 2 ]
    [[ "$errors" == *'another method, with levels measured at the clock 1+0, not madchess'* ]]
    calibrate "${fast[@]}" --method noise --against madchess --time 3+7 --dry-run
    [ "$status" -eq 2 ]
    calibrate "${fast[@]}" --against guess --dry-run
    [ "$status" -eq 2 ]
    [[ "$errors" == *'--against'* ]]
}

@test "what one run has of a round, another division of it does not play again" {
    [ -e "$(dirname "$FALLIBLE")/share/calibration.tsv" ] || skip "no share/ beside the program"
    half=("${fast[@]}" --strength-file share/strength.conf --method noise --against madchess --no-random
        --levels 600,700 --games 8 --first 8 --tolerance 1000 --folder "$folder")
    "$FALLIBLE" calibrate "${half[@]}" --shard 1/2 >/dev/null 2>&1 &
    pid=$!
    for ((i = 0; i < 1200; i++)); do
        ! grep -qs '^\[Event ' "$folder/round-001.1-of-2.pgn" || break
        sleep 0.1
    done
    kill -INT $pid
    wait $pid || true
    calibrate "${half[@]}"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'round-001.1-of-2.pgn belongs to a round that was begun with another number of parts'* ]]
    [ ! -e "$folder/round-001.pgn" ]
}

@test "two runs on one folder do not mix their games" {
    [ -e "$(dirname "$FALLIBLE")/share/calibration.tsv" ] || skip "no share/ beside the program"
    long=("${fast[@]}" --strength-file share/strength.conf --method noise --against madchess --no-random
        --levels 600,700 --games 4000 --first 4000 --folder "$folder")
    "$FALLIBLE" calibrate "${long[@]}" >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
    pid=$!
    for _ in $(seq 1200); do [ -s "$folder/round-001.pgn" ] && break; sleep 0.05; done
    run timeout 60 "$FALLIBLE" calibrate "${long[@]}"
    kill -INT "$pid"
    wait "$pid" || true
    [ -s "$folder/round-001.pgn" ]
    [ "$status" -eq 2 ]
    [[ "$output" == *"another program is writing this file"*"round-001.pgn.lock"* ]]
    [ ! -e "$folder/round-001.pgn.lock" ]
}

@test "games of an earlier calibration count, by the players' names" {
    [ -e "$(dirname "$FALLIBLE")/share/calibration.tsv" ] || skip "no share/ beside the program"
    few=("${fast[@]}" --strength-file share/strength.conf --method noise --against madchess --no-random
        --levels 600,700 --tolerance 1000)
    calibrate "${few[@]}" --games 8 --first 8 --folder "$folder" --json
    [ "$status" -le 1 ]
    cat "$folder"/round-*.pgn > "$BATS_TEST_TMPDIR/earlier.pgn"
    grep -qE '^\[(White|Black) "600@[0-9-]+"\]' "$BATS_TEST_TMPDIR/earlier.pgn"
    # They count as if this calibration had played them. If there are enough, nothing is played.
    calibrate "${few[@]}" --games 1000 --first 2 --dry-run --earlier "$BATS_TEST_TMPDIR/earlier.pgn"
    [ "$status" -eq 0 ]
    [[ "$output" == *'The next round'*'600@'*'- madchess'* ]]
    calibrate "${few[@]}" --fit nothing --games 8 --first 2 --dry-run --earlier "$BATS_TEST_TMPDIR/earlier.pgn"
    [ "$status" -eq 0 ]
    [[ "$output" == *$'\nAll games of every level have been played.' ]]
    calibrate "${few[@]}" --fit nothing --games 8 --first 2 --folder "$folder.2" --json \
        --earlier "$BATS_TEST_TMPDIR/earlier.pgn"
    [ "$status" -le 1 ]
    [ -z "$(find "$folder.2" -name 'round-*.pgn')" ]
    [[ "$output" == *'"level": 600, "state": "reached"'* ]]
    # They do not count twice, nor for another method with the same names of levels.
    ln -s "$BATS_TEST_TMPDIR/earlier.pgn" "$BATS_TEST_TMPDIR/again.pgn"
    calibrate "${few[@]}" --folder "$folder.3" --earlier "$BATS_TEST_TMPDIR/earlier.pgn" \
        --earlier "$BATS_TEST_TMPDIR/again.pgn"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'again.pgn: this file was already given, and its games cannot count twice'* ]]
    calibrate "${few[@]}" --method stubborn --folder "$folder.3" --earlier "$BATS_TEST_TMPDIR/earlier.pgn"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'earlier.pgn: no game is between two players of this calibration'* ]]
    # Other earlier games make it a different calibration.
    calibrate "${few[@]}" --fit nothing --games 8 --first 2 --folder "$folder.2"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'earlier games'* ]]
    printf '[White "Adams"]\n[Black "Torre"]\n[Result "1-0"]\n\n1-0\n' > "$BATS_TEST_TMPDIR/other.pgn"
    calibrate "${few[@]}" --folder "$folder.3" --earlier "$BATS_TEST_TMPDIR/other.pgn"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'other.pgn: no game is between two players of this calibration'* ]]
    [ ! -e "$folder.3" ]
    calibrate "${few[@]}" --folder "$folder.3" --earlier "$BATS_TEST_TMPDIR/none.pgn"
    [ "$status" -eq 2 ]
    [[ "$errors" == *'none.pgn'* ]]
}

@test "the line of progress fits a narrow terminal, and is drawn over itself" {
    [ -e "$(dirname "$FALLIBLE")/share/calibration.tsv" ] || skip "no share/ beside the program"
    own_home
    screen_open 40 24 "$FALLIBLE" calibrate "${fast[@]}" --method noise --against madchess \
        --no-random --levels 600,700 --games 4 --first 4 --tolerance 1000 --folder "$folder"
    wait_for 'left with [01]' 1200
    ! tmux -L "$SOCKET" capture-pane -p -S - | grep 'round [0-9]' || return 1
}

@test "bad input is refused with what was expected" {
    calibrate --levels 600-650
    [ "$status" -eq 2 ]
    [[ "$errors" == *'600 to 2600'* ]]
    calibrate --method guess
    [ "$status" -eq 2 ]
    calibrate --fit luck
    [ "$status" -eq 2 ]
    [[ "$errors" == *'strength, time or nothing'* ]]
    calibrate --time none
    [ "$status" -eq 2 ]
    calibrate --shard 3/2
    [ "$status" -eq 2 ]
    calibrate --anchors 3-5
    [ "$status" -eq 2 ]
    calibrate extra
    [ "$status" -eq 2 ]
}
