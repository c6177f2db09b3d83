#!/usr/bin/env bats
# fallible human-check from the command line. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    export XDG_DATA_HOME="$BATS_TEST_TMPDIR/home" # where no networks are
    cd "$BATS_TEST_TMPDIR" || return 1
    cat > games.pgn <<'P'
[White "A"]
[Black "B"]
[WhiteElo "1250"]
[BlackElo "1450"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 {[%clk 0:00:09]} e5 {[%clk 0:05:00]}
6. Qg4 d6 7. Nc3 Bxg4 *
P
}

@test "what is wrong is said, with status 2" {
    printf 'rubbish\n' > bad.epd
    for arguments in "" "nowhere.pgn" "--method nonsense games.pgn" "--player nonsense games.pgn" \
        "--ratings 1200 games.pgn" "--ratings 2000-1200 games.pgn" "--by rating games.pgn" \
        "--positions 0 games.pgn" "--band 1 games.pgn" "--plies 40-6 games.pgn" "--plies 6 games.pgn" \
        "--games nowhere.pgn" "--games games.pgn --method noise" "--json --csv games.pgn" "bad.epd" \
        "games.pgn bad.epd" "--all --player uci:/nowhere games.pgn" "--nonsense games.pgn" "."; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" human-check $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
    done
    run "$FALLIBLE" human-check bad.epd
    grep -q '^fallible: bad.epd:1' <<< "$output"
}

@test "games without ratings leave nothing to ask" {
    sed '/Elo/d' games.pgn > unrated.pgn
    run "$FALLIBLE" human-check unrated.pgn
    [ "$status" -eq 1 ]
    grep -q 'no usable position' <<< "$output"
}

@test "a table and a plot that fit 80 columns" {
    "$FALLIBLE" human-check --all --ratings 1200-1600 --method noise --method madchess \
        --player random --judge-nodes 2000 --movetime 20 games.pgn > out 2> err
    grep -q 'only 2 positions of players of 1200 to 1399' err
    grep -qE '^1200 to 1399 +moves +match +\+- +first +log p +loss +\?! +\? +\?\?$' out
    [ "$(grep -cE '^  \(people\) +2 ' out)" -eq 4 ]
    [ "$(grep -cE '^A noise +2 ' out)" -eq 4 ]
    grep -q '^Moves matched' out
    grep -qE '^ +C  random$' out
    [ "$(wc -L < out)" -le 80 ]
    [ "$(grep -c ' $' out)" -eq 0 ]
    "$FALLIBLE" human-check --all --ratings 1200-1600 --method noise --by clock --judge-nodes 0 games.pgn \
        > out 2> err
    grep -qE '^1200 to 1399 .*  under 10 s$' out
    grep -qE '^1400 to 1599 .*  over 3 min$' out
    "$FALLIBLE" human-check --all --ratings 1200-1400 --player 'fallible:name=A long name of our own Level 3' \
        --player 'fallible:name=A long name of our own Level 6' --judge-nodes 0 --nodes 10 games.pgn > out 2> err
    grep -qE '^A A long name.*Level 3 +2 ' out
    grep -qE '^B A long name.*Level 6 +2 ' out
    [ "$(wc -L < out)" -le 80 ]
}

@test "the same seed says the same, as JSON and as CSV" {
    check="human-check --all --ratings 1200-1600 --method inaccuracy --player random --judge-nodes 2000"
    for form in json csv; do
        # shellcheck disable=SC2086
        "$FALLIBLE" $check --seed 5 --$form games.pgn > one.$form 2> err
        # shellcheck disable=SC2086
        "$FALLIBLE" $check --seed 5 --$form --concurrency 2 games.pgn > two.$form 2> err
        cmp one.$form two.$form
    done
    python3 - <<'P'
import csv, json
check = json.load(open("one.json"))
assert check["reference"] == "people" and [b["low"] for b in check["bands"]] == [1200, 1400]
people, ours = check["bands"][0]["players"][:2]
assert people["name"] == "(people)" and people["all"]["match"] is None
assert people["all"]["moves"] == 2 and people["all"]["blunders"] == 0.5
assert ours["name"] == "inaccuracy" and 0 <= ours["all"]["match"] <= 1
assert sum(part["moves"] for part in ours["clock"].values()) == 2
rows = list(csv.DictReader(open("one.csv")))
whole = [row for row in rows if row["split"] == "all"]
assert len(whole) == 6 and all(row["moves"] == "2" for row in whole)
assert float(whole[1]["loss"]) == ours["all"]["loss"]
P
}

@test "bare positions need the networks" {
    printf 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id "x";\n' > few.epd
    run "$FALLIBLE" human-check --method noise few.epd
    [ "$status" -eq 2 ]
    grep -q 'fallible doctor' <<< "$output"
    networks=$(realpath "$BATS_TEST_DIRNAME/../data/maia")
    mkdir -p "$BATS_TEST_TMPDIR/data/fallible"
    ln -s "$networks" "$BATS_TEST_TMPDIR/data/fallible/maia"
    XDG_DATA_HOME=$BATS_TEST_TMPDIR/data run "$FALLIBLE" human-check --method maia --ratings 1200-1400 \
        --judge-nodes 0 few.epd
    case $output in *"without zlib"*) skip "built without zlib" ;; esac
    [ "$status" -eq 0 ]
    grep -qE '^A \(Maia\) +1 ' <<< "$output"
    grep -qx 'fallible: only 1 position' <<< "$output" # of nobody's game
    grep -qE '^B maia +1 ' <<< "$output"
    ! grep -q ' $' <<< "$output"
}

@test "the moves of games are judged, player by player, with the people beside them" {
    mkdir -p "$BATS_TEST_TMPDIR/data/fallible"
    ln -s "$(realpath "$BATS_TEST_DIRNAME/../data/maia")" "$BATS_TEST_TMPDIR/data/fallible/maia"
    cat > played.pgn <<'P'
[White "fallible:elo=1300,method=madchess"]
[Black "Anna"]
[FEN "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 d6 5. Nf3 Nf6 *
P
    XDG_DATA_HOME=$BATS_TEST_TMPDIR/data run "$FALLIBLE" human-check --games played.pgn --rating 1300 \
        --ratings 1200-1400 --judge-nodes 2000 --all games.pgn
    case $output in *"without zlib"*) skip "built without zlib" ;; esac
    [ "$status" -eq 0 ]
    grep -qE '^1200 to 1399 +moves +rare +usual +loss +<20 +<50 +<100 +<300 +more$' <<< "$output"
    grep -qE '^  \(people\) +4 ' <<< "$output" # plies 7, 9, 11 and 13 of the game above
    grep -qE '^A fallib.*adchess +2 ' <<< "$output"
    grep -qE '^B Anna +3 .* 100\.0$' <<< "$output" # the queen; then nothing is left to lose
    ! grep -q 'Moves matched' <<< "$output" || return 1
    ! grep -q ' $' <<< "$output" || return 1
    run "$FALLIBLE" human-check --games played.pgn --rating 1300 --ratings 1200-1400 --plies 6-8 --json
    grep -q "Maia's networks are needed" <<< "$output"
    tail -n 1 <<< "$output" | python3 -c '
import json, sys
anna = json.load(sys.stdin)["bands"][0]["players"][2]
assert anna["name"] == "Anna" and anna["all"]["moves"] == 2 and anna["all"]["rare"] is None
assert abs(sum(anna["all"][f"loss_from_{n}"] for n in (0, 20, 50, 100, 300)) - 1) < 1e-4'
    run "$FALLIBLE" human-check --games played.pgn --ratings 1800-2000
    [ "$status" -eq 1 ]
    grep -q 'give --rating' <<< "$output"
}
